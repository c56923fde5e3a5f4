#!/usr/bin/env python3
"""Holds what names begin with, and that none stands for two things.

usage: names.py PROJECT

engine/names.txt lists, for each module, what its names begin with. What a header of a module declares (functions, types,
macros, constants) begins with `tl_` or `TL_` and a beginning of that module; the longest that fits counts. No beginning
belongs to two modules, and none is listed that no name has. No type, not even one of a single C file, has the name of
another. Words that only this project would understand are not used as names.
"""
import collections
import glob
import os
import re
import sys

# Headers that are parts of single C files (inner loops compiled twice, once for each kind of processor), and one that
# names what a library calls so.
PARTS = {"engine/bvh/four.h", "engine/query/gap.h", "engine/query/kernel.h", "engine/query/lanes.h",
         "engine/query/tube.h", "engine/range/descent_kernel.h", "engine/import/lib3mf.h"}
OF_OTHERS = {"aiFileIO"}
# What was said with them once, and what is said instead.
PRIVATE = {"crew": "thread pool", "ledger": "checkpoint", "inquest": "analysis", "prey": "target", "hunt": "search",
           "spot": "place", "stock": "model store", "doubt": "uncertainty", "blame": "blocking set",
           "squeeze": "extremal line", "MOST": "most of what"}


def without_comments(text):
    return re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)


def declared(text):
    """The names that a header gives: (what, name)."""
    names = set()
    for m in re.finditer(r"^(?!#|typedef\b|\s)[^\n;={}]*?\b(\w+)\(", text, re.M):
        names.add(("function", m.group(1)))
    for m in re.finditer(r"^(?:typedef )?(?:struct|enum|union) (\w+) \{|^\} (\w+);|^typedef [^;{]*?\b(\w+);"
                         r"|^typedef [^;{(]*?\b(\w+)\(", text, re.M):
        names.add(("type", next(g for g in m.groups() if g)))
    for m in re.finditer(r"^\s*#\s*define (\w+)", text, re.M):
        if not m.group(1).endswith("_H"):
            names.add(("macro", m.group(1)))
    for m in re.finditer(r"\benum(?: \w+)? \{([^}]*)\}", text):
        for item in m.group(1).split(","):
            word = re.match(r"\s*(\w+)", item)
            if word and word.group(1).isupper():
                names.add(("constant", word.group(1)))
    return {(kind, name) for kind, name in names if not name.startswith("__")}


def defined_types(text):
    """The types that a file defines; one that is only announced is left out."""
    found = set()
    for m in re.finditer(r"^(?:typedef )?(?:struct|enum|union) (\w+) \{|^\} (\w+);|^typedef [^;{]*?\(\*?(\w+)\)\("
                         r"|^typedef (?!struct \w+ \w+;)[^;{(]*?\b(\w+)[;(]", text, re.M):
        found.add(next(g for g in m.groups() if g))
    return found - {"__attribute__"}


def beginnings(path, problems):
    owner = {}
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        module, _, words = line.partition(":")
        for word in words.split():
            if word in owner:
                problems.append(f"engine/names.txt:{number}: `{word}` is listed twice")
            owner[word] = module.strip()
    return owner


def begin_of(name, owner):
    """The longest listed beginning of a name without tl_, or None."""
    words = name.lower().split("_")
    for count in range(len(words), 0, -1):
        word = "_".join(words[:count])
        if word in owner:
            return word
    return None


def main():
    project = sys.argv[1]
    os.chdir(project)
    problems, used, total = [], set(), 0
    owner = beginnings("engine/names.txt", problems)
    modules = {m for m in os.listdir("engine") if os.path.isdir(f"engine/{m}") and m != "include"}
    for module in sorted({m for m in owner.values()} - modules):
        problems.append(f"engine/names.txt: there is no module `{module}`")
    texts = {f: without_comments(open(f, encoding="utf-8").read())
             for folder in ("engine", "viewer", "cli") for f in sorted(glob.glob(f"{folder}/**/*.[ch]", recursive=True))}
    for path, text in texts.items():
        if not path.startswith("engine/") or not path.endswith(".h") or path in PARTS:
            continue
        module = path.split("/")[1]
        for kind, name in sorted(declared(text)):
            if name in OF_OTHERS:
                continue
            total += 1
            if not name.lower().startswith("tl_"):
                problems.append(f"{path}: {kind} `{name}` doesn't begin with tl_")
                continue
            begin = begin_of(name[3:], owner)
            if begin is None:
                problems.append(f"{path}: {kind} `{name}` begins with nothing that engine/names.txt lists")
            elif module == "include":
                used.add(begin)
            elif owner[begin] != module:
                problems.append(f"{path}: {kind} `{name}` begins as names of `{owner[begin]}` do, and stands in `{module}`")
            else:
                used.add(begin)
    for word in sorted(set(owner) - used):
        problems.append(f"engine/names.txt: no name of `{owner[word]}` begins with `{word}`")

    places = collections.defaultdict(list)
    for path, text in texts.items():
        for name in defined_types(text):
            places[name].append(path)
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            problems.append(f"type `{name}` is defined in {', '.join(paths)}: give each a name of its own")

    for path, text in texts.items():
        for word, instead in PRIVATE.items():
            pattern = rf"\b{word}\b" if word.isupper() else rf"(?<![a-z]){word}s?(?![a-z])"
            m = re.search(pattern, text, 0 if word.isupper() else re.I)
            if m:
                line = text.count("\n", 0, m.start()) + 1
                problems.append(f"{path}:{line}: `{m.group(0)}` is this project's own word: say {instead}")

    for problem in problems:
        print(problem)
    print(f"{total} names in headers, {len(owner)} beginnings of {len(modules)} modules, {len(places)} types: "
          f"{len(problems)} problems")
    return 1 if problems or total < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
