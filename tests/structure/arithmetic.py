#!/usr/bin/env python3
"""The engine computes with operations whose result the standard for floating point fixes to the last bit.

usage: arithmetic.py PROJECT BUILD LIBRARY

No source of the engine calls a function of the C library that rounds as its makers like (sines, logarithms, hypot, ...)
or leaves a choice open (fmin and fmax of two zeros), and the shared library imports none; math/scalar.h and math/angle.h
have what stands in for them. Everything of the project is compiled without contraction and without liberties.
"""
import glob
import json
import os
import re
import subprocess
import sys

NAMES = """sin cos tan asin acos atan atan2 sincos sinh cosh tanh asinh acosh atanh sinpi cospi tanpi exp exp2 exp10 expm1
log log2 log10 log1p pow cbrt hypot erf erfc tgamma lgamma gamma j0 j1 jn y0 y1 yn fmin fmax""".split()
CALL = re.compile(r"(?<![\w.>])(?:__builtin_)?((?:%s)[fl]?)\s*\(" % "|".join(NAMES))
SYMBOL = re.compile(r"(?:__)?(?:%s)[fl]?(?:_finite|_r)?" % "|".join(NAMES))
HEADER = re.compile(r"#\s*include\s*<(tgmath|complex|fenv)\.h>")
LIBERTIES = re.compile(r"-(Ofast|ffast-math|funsafe-math-optimizations|fassociative-math|freciprocal-math|"
                       r"ffp-contract=(?:fast|on)|march=native|mfpmath=387)")


def without_words(text):
    """The text without comments, strings and characters; line numbers stay."""
    def blank(match):
        return " " + "\n" * match.group(0).count("\n")
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', blank, text, flags=re.S)


def findings(text):
    code = without_words(text)
    found = []
    for number, line in enumerate(code.split("\n"), 1):
        found += [(number, name) for name in CALL.findall(line)]
        found += [(number, "<%s.h>" % name) for name in HEADER.findall(line)]
    return found


def check_this_test():
    sample = '/* sin(x) */ a = "cos(x)"; // exp(x)\noptions.log(x); tl_sin(x); p->exp(x); x = sqrt(tl_min(1, log_of(2)));\n'
    if findings(sample):
        sys.exit("the scanner reports what is allowed: %s" % findings(sample))
    for name in NAMES:
        if findings("\nx = %s (y);" % name) != [(2, name)] or findings("x=-%sf(y);" % name) != [(1, name + "f")]:
            sys.exit("the scanner misses " + name)
        if not SYMBOL.fullmatch(name) or not SYMBOL.fullmatch("__%s_finite" % name):
            sys.exit("the list of symbols misses " + name)
    if not LIBERTIES.search("cc -O2 -ffast-math -c x.c") or findings("#include <tgmath.h>") != [(1, "<tgmath.h>")]:
        sys.exit("the scanner misses liberties")


def check_sources(project):
    wrong = []
    files = sorted(glob.glob(os.path.join(project, "engine/**/*.[ch]"), recursive=True))
    for path in files:
        with open(path, encoding="utf-8") as file:
            wrong += ["%s:%d: %s" % (os.path.relpath(path, project), number, name)
                      for number, name in findings(file.read())]
    if wrong or len(files) < 50:
        sys.exit("the last bits of these differ between C libraries; use math/scalar.h or math/angle.h:\n"
                 + "\n".join(wrong))
    return len(files)


def check_symbols(library):
    table = subprocess.run(["nm", "-D", "--undefined-only", library], stdout=subprocess.PIPE, check=True,
                           universal_newlines=True).stdout
    imported = {line.split()[-1].split("@")[0] for line in table.splitlines() if line.split()}
    wrong = sorted(name for name in imported if SYMBOL.fullmatch(name))
    if wrong or len(imported) < 20:
        sys.exit("%s imports %s" % (library, ", ".join(wrong) or "too little to be believed"))


def check_flags(project, build):
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    ours = 0
    for entry in commands:
        path = os.path.relpath(os.path.realpath(os.path.join(entry["directory"], entry["file"])),
                               os.path.realpath(project))
        engine = path.startswith("engine/") or "trueline_objects" in entry["command"]
        if path.startswith("bench/peers/") or (path.startswith(("build", "..")) and not engine):
            continue
        ours += 1
        if "-ffp-contract=off" not in entry["command"]:
            sys.exit("%s is compiled without -ffp-contract=off" % path)
        taken = LIBERTIES.search(entry["command"])
        if taken:
            sys.exit("%s is compiled with %s" % (path, taken.group(0)))
    if ours < 50:
        sys.exit("only %d compile commands were found" % ours)
    return ours


def main():
    project, build, library = sys.argv[1:4]
    check_this_test()
    files = check_sources(project)
    check_symbols(library)
    ours = check_flags(project, build)
    print("%d files and %d compile commands keep to exact operations" % (files, ours))


main()
