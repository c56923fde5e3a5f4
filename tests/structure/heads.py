"""Fails where a C or C++ file's first line doesn't tell a stranger what the file does.

    heads.py PROJECT

The first line begins a comment; where it names a file, it is this one; and what follows on it are a few words that say more
than the name does, of a sentence that comes to an end.
"""
import pathlib
import re
import sys

FOLDERS = ("engine", "cli", "viewer", "bench", "models", "tests", "docs")
NAME = re.compile(r"([\w.]+\.(?:c|h|cpp|py|sh)): ")
FEWEST = 5  # words behind the name, on the first line


def comment_of(text):
    """The first comment of a text that begins with one, without its marks; else None."""
    if text.startswith("/*"):
        inner, closed, _ = text[2:].partition("*/")
        return "\n".join(re.sub(r"^ \* ?", "", line) for line in inner.split("\n")) if closed else None
    if text.startswith("//"):
        lines = []
        for line in text.split("\n"):
            if not line.startswith("//"):
                break
            lines.append(line[2:])
        return "\n".join(lines)
    return None


def fault(name, text):
    """What is wrong with a file's first line; None when it is good."""
    comment = comment_of(text)
    if comment is None:
        return "it is no comment"
    first = comment.split("\n")[0].strip()
    named = NAME.match(first)
    if named and named.group(1) != name:
        return f"it names another file, {named.group(1)}"
    said = first[named.end():] if named else first
    words = re.findall(r"[\w`'.<>/-]+", said)
    stem = {name, *re.split(r"[_.]", name)}
    if len(words) < FEWEST or len([word for word in words if word.lower().strip(".") not in stem]) < FEWEST - 1:
        return f"it says too little: \"{said}\""
    if not re.search(r"[.?!:;)]", comment[comment.index(said):]):
        return "its sentence doesn't end"
    return None


GOOD = ["/* x.c: takes apart what others have put together. */", "/* Takes apart what others have\n * put together. */",
        "// x.c: takes apart what others have put together.\n#include"]
BAD = ["#include <a.h>\n/* x.c: takes apart what others have put together. */", "/* x.c: the x. */", "/* x.c: */",
       "/*\n * Takes apart what others have put together. */", "/* y.c: takes apart what others have put together. */",
       "/* x.c: takes apart what others have put together */", "/* x.c: x of the x.c, x and x. */"]


def self_test():
    for text in GOOD:
        assert fault("x.c", text) is None, (text, fault("x.c", text))
    for text in BAD:
        assert fault("x.c", text) is not None, text


def main():
    self_test()
    project = pathlib.Path(sys.argv[1])
    files = sorted(f for folder in FOLDERS for f in (project / folder).rglob("*") if f.suffix in (".c", ".h", ".cpp"))
    wrong = [(f.relative_to(project), fault(f.name, f.read_text(encoding="utf-8"))) for f in files]
    wrong = [(file, what) for file, what in wrong if what]
    for file, what in wrong:
        print(f"{file}:1: the first line doesn't tell what the file does: {what}")
    print(f"{len(files)} files, {len(wrong)} faults")
    return 1 if wrong or len(files) < 500 else 0


if __name__ == "__main__":
    sys.exit(main())
