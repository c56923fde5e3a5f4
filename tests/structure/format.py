"""Fails where a C or C++ file isn't formatted as the project's .clang-format says.

    format.py PROJECT

Versions of clang-format differ in what they make of the same file, so just one of them counts. Where it isn't there, this
test says so and is skipped (77).
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MAJOR = 14
FOLDERS = ("engine", "cli", "viewer", "tests", "bench", "models", "docs")


def formatter():
    """The program, or None and what was found instead."""
    seen = []
    for name in (f"clang-format-{MAJOR}", "clang-format"):
        program = shutil.which(name)
        if program:
            said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            version = re.search(r"version (\d+)", said)
            if version and int(version.group(1)) == MAJOR:
                return program, ""
            seen.append(said.strip())
    return None, "; ".join(seen) or "nothing"


def complaints(program, project, files):
    """What it says of some files, relative to the project; a line for each that differs."""
    run = subprocess.run([program, "--dry-run", "-Werror", "--ferror-limit=1"] + [str(f) for f in files], cwd=project,
                         capture_output=True, text=True)
    found = re.findall(r"^(.+?):(\d+):\d+: error", run.stderr, flags=re.M)
    if run.returncode != 0 and not found:
        found = [("", "0")]
        print(run.stderr)
    return found


def self_test(program, project):
    """A file that the rules change is noticed, one that they don't isn't."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(os.path.join(project, ".clang-format"), folder)
        good, bad = pathlib.Path(folder, "good.c"), pathlib.Path(folder, "bad.c")
        good.write_text("int f(void) {\n    return 1;\n}\n")
        bad.write_text("int f( void ) { return 1; }\n")
        assert not complaints(program, project, [good])
        assert complaints(program, project, [bad])


def main():
    project = pathlib.Path(sys.argv[1])
    program, seen = formatter()
    if program is None:
        print(f"SKIPPED: whether the code is formatted is not known: clang-format {MAJOR} is wanted, found: {seen}")
        return 77
    self_test(program, project)
    files = sorted(f.relative_to(project) for folder in FOLDERS for f in (project / folder).rglob("*")
                   if f.suffix in (".c", ".h", ".cpp"))
    parts = [files[i:i + 50] for i in range(0, len(files), 50)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [fault for part in pool.map(lambda part: complaints(program, project, part), parts) for fault in part]
    wrong = sorted({file for file, _ in found})
    for file in wrong:
        print(f"{file}:{next(line for f, line in found if f == file)}: not formatted: run {program} -i {file}")
    print(f"{len(files)} files, {len(wrong)} not formatted")
    return 1 if wrong or len(files) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
