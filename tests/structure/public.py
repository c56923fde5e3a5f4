"""Fails where a public header leaves a reader alone: a field of a public struct without its comment above it, a comment
behind a field, a struct without a comment.

    public.py PROJECT

Of each `typedef struct NAME { ... } NAME;` in engine/include/trueline/ the lines are read: a comment, then the fields that
it tells of (one declaration, which may name several that belong together). What a comment tells of a whole group of fields
stands between blank lines.
"""
import pathlib
import re
import sys

STRUCT = re.compile(r"^typedef struct (\w+) \{$")


def sentence(comment):
    """Whether a comment says something: a few words, closed by a stop."""
    words = re.sub(r"^\s*(?:/\*|\*(?!/))|\*/\s*$", " ", comment, flags=re.M).split()
    return len(words) > 1 and words[-1][-1] in ".?!"


def faults(lines):
    """(number of the line, what is wrong) of a header's text."""
    inside = comment = None  # the comment that ended on the line before, or None
    begun = None             # the lines of a comment that is open
    for number, line in enumerate(lines, 1):
        code = line.strip()
        if begun is not None or code.startswith("/*"):
            begun = (begun or []) + [line]
            if "*/" in line:
                if not code.endswith("*/"):
                    yield number, "code behind a comment: give the comment a line of its own"
                comment, begun = "\n".join(begun), None
            continue
        if inside is None:
            opened = STRUCT.match(line)
            if opened:
                inside = opened.group(1)
                if comment is None:
                    yield number, f"{inside} has no comment above it"
        elif line.startswith("}"):
            inside = None
        elif code != "":
            name = code.rstrip(";")
            if "/*" in line or "//" in line:
                yield number, f"{inside}: the comment of `{name.split('/')[0].strip()}` stands behind it: put it above"
            elif comment is None:
                yield number, f"{inside}: `{name}` has no comment above it"
            elif not sentence(comment):
                yield number, f"{inside}: the comment above `{name}` is no sentence"
        comment = None


GOOD = ["/* A thing. */", "typedef struct a {", "    /* How long it is, mm. */", "    double mm;", "    /* A group", "     * of two. */",
        "", "    /* Who owns", "     * what. */", "    int x, y;", "} a;"]
BAD = [["typedef struct a {", "    /* How long it is, mm. */", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    double mm; /* How long it is. */", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    /* How long it is. */", "", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    /* Long. */", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    /* How long it is. */", "    double mm;", "    double cm;", "} a;"]]


def self_test():
    assert not list(faults(GOOD)), list(faults(GOOD))
    for lines in BAD:
        assert len(list(faults(lines))) == 1, lines


def main():
    self_test()
    folder = pathlib.Path(sys.argv[1]) / "engine" / "include" / "trueline"
    structs = wrong = 0
    for file in sorted(folder.glob("*.h")):
        lines = file.read_text(encoding="utf-8").split("\n")
        structs += sum(1 for line in lines if STRUCT.match(line))
        for number, what in faults(lines):
            print(f"{file.name}:{number}: {what}")
            wrong += 1
    print(f"{structs} structs, {wrong} faults")
    return 1 if wrong or structs < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
