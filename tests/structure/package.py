#!/usr/bin/env python3
"""What is installed can be used by strangers.

usage: package.py PROJECT BUILD CC SANITIZE

Installs into a temporary folder; manual pages and completions lie where they are looked for; every public header compiles
alone, as C17 and as C++, and what sets the sizes of structs does so in both; the shared library exports what the headers
declare and nothing else; the example of the tutorial is built with pkg-config, with find_package (shared and static), and all
three give the ruling that the command line gives; so does the sample table that is installed.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

project, build, cc = sys.argv[1:4]
sanitize = sys.argv[4] if len(sys.argv) > 4 else ""
flags = ["-fsanitize=" + sanitize, "-fno-sanitize-recover=all"] if sanitize else []
scene = os.path.join(project, "terrain/crossroads.scene.json")
example = os.path.join(project, "docs/examples/first_ruling.c")
warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, **more)
    if done.returncode != 0:
        sys.exit("%s\nends with status %d:\n%s" % (" ".join(command), done.returncode, done.stdout))
    return done.stdout


def check_headers(include, work):
    headers = sorted(glob.glob(os.path.join(include, "trueline", "*.h")))
    ours = sorted(os.path.basename(h) for h in glob.glob(os.path.join(project, "engine/include/trueline/*.h")))
    if [os.path.basename(h) for h in headers] != ours:
        sys.exit("installed headers: %s" % headers)
    compilers = [[cc, "-std=c17", "-x", "c"]]
    cxx = shutil.which("c++") or shutil.which("g++")
    if cxx:
        compilers.append([cxx, "-std=c++11", "-x", "c++"])
    else:
        print("*** SKIPPED: no C++ compiler; headers are not tried as C++ ***")
    for header in headers:
        source = os.path.join(work, "alone")
        with open(source, "w") as file:
            file.write("#include <trueline/%s>\n" % os.path.basename(header))
        for compiler in compilers:
            run(compiler + warnings + ["-I" + include, "-fsyntax-only", source])


def check_sizes(include, work):
    """What sets the size of a struct does so in both languages, without a warning."""
    text = "".join(open(h, encoding="utf-8").read() for h in sorted(glob.glob(os.path.join(include, "trueline", "*.h"))))
    macros = re.findall(r"#define (TL_\w+_INIT) TL_INIT\((\w+)\)", text)
    if len(macros) < 10:
        sys.exit("only %d structs have a macro that sets their size" % len(macros))
    lines = ["#include <trueline/trueline.h>", "int main(void) {", "    int wrong = 0;"]
    for number, (macro, name) in enumerate(macros):
        lines += ["    %s made%d = %s;" % (name, number, macro), "    wrong += made%d.struct_size != sizeof(%s);" % (number, name)]
    for language, compiler in (("c", [cc, "-std=c17"]), ("c++", [shutil.which("c++") or shutil.which("g++"), "-std=c++11"])):
        if compiler[0]:
            source, program = os.path.join(work, "sizes"), os.path.join(work, "sizes." + language)
            with open(source, "w") as file:
                file.write("\n".join(lines + ["    return wrong;", "}", ""]))
            run(compiler + warnings + ["-I" + include, "-x", language, source, "-o", program])
            run([program])


def check_symbols(include, library):
    declared = set()
    for header in glob.glob(os.path.join(include, "trueline", "*.h")):
        with open(header, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        declared |= set(re.findall(r"TL_API[^;]*?\b(tl_\w+)\(", text))
    table = run(["nm", "-D", "--defined-only", library])
    exported = {line.split()[-1].split("@")[0] for line in table.splitlines() if len(line.split()) >= 3}
    exported = {name for name in exported if not re.match(r"_|__asan|__odr_asan|__sanitizer|__ubsan", name)}
    if exported != declared or len(declared) < 20:
        sys.exit("declared but not exported: %s; exported but not declared: %s" %
                 (sorted(declared - exported), sorted(exported - declared)))


def main():
    with tempfile.TemporaryDirectory() as work:
        prefix = os.path.join(work, "prefix")
        run(["cmake", "--install", build, "--prefix", prefix])
        pc = glob.glob(os.path.join(prefix, "**/trueline.pc"), recursive=True)
        library = glob.glob(os.path.join(prefix, "**/libtrueline.so.0"), recursive=True)
        schema = os.path.join(prefix, "share/trueline/scene.schema.json")
        if len(pc) != 1 or len(library) != 1 or not os.path.exists(schema):
            sys.exit("installed: %s %s" % (pc, library))
        if not glob.glob(os.path.join(prefix, "share/doc/**/LICENSE"), recursive=True):
            sys.exit("the licence is not installed")
        for manner in ["man/man1/trueline.1", "man/man1/trueline-los.1", "bash-completion/completions/trueline",
                       "zsh/site-functions/_trueline", "fish/vendor_completions.d/trueline.fish"]:
            if not os.path.exists(os.path.join(prefix, "share", manner)):
                sys.exit("share/%s is not installed" % manner)
        include = os.path.join(prefix, "include")
        check_headers(include, work)
        check_sizes(include, work)
        check_symbols(include, library[0])

        environment = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(pc[0]))
        words = run(["pkg-config", "--cflags", "--libs", "trueline"], env=environment).split()
        program = run(["pkg-config", "--variable=program", "trueline"], env=environment).strip()
        by_hand = os.path.join(work, "by_hand")
        run([cc, "-std=c17"] + warnings + flags + [example] + words +
            ["-Wl,-rpath," + os.path.dirname(library[0]), "-o", by_hand])

        consumer = os.path.join(work, "consumer")
        run(["cmake", "-S", os.path.join(project, "tests/structure/consumer"), "-B", consumer, "-DEXAMPLE=" + example,
             "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_C_COMPILER=" + cc, "-DCMAKE_C_STANDARD=17",
             "-DCMAKE_C_FLAGS=" + " ".join(flags)])
        run(["cmake", "--build", consumer])

        expected = json.loads(run([program, "los", scene, "mastiff", "foxes", "--json"]))
        sample = os.path.join(prefix, "share/trueline/terrain/crossroads.scene.json")  # where the start page looks
        if json.loads(run([program, "los", sample, "mastiff", "foxes", "--json"])) != expected:
            sys.exit("the sample table that is installed rules otherwise")
        for one in [by_hand, os.path.join(consumer, "with_shared"), os.path.join(consumer, "with_static")]:
            said = run([one, scene, "mastiff", "foxes"]).splitlines()
            if json.loads(said[-1]) != expected or expected["summary"] not in said[0]:
                sys.exit("%s says\n%s\nbut the command says\n%s" % (one, said, expected))
        print("headers, symbols, pkg-config, find_package: " + expected["summary"])


main()
