#!/usr/bin/env python3
"""Fails where a C or C++ file, or a header, has grown beyond what one reads in one go.

usage: sizes.py PROJECT
"""
import os
import sys

MOST = 800
FOLDERS = ("engine", "cli", "viewer", "bench", "tests")
ENDINGS = (".c", ".cpp", ".h")


def lines_of(project):
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(project, folder)):
            for name in sorted(names):
                if name.endswith(ENDINGS):
                    path = os.path.join(place, name)
                    with open(path, "rb") as file:
                        yield os.path.relpath(path, project), file.read().count(b"\n")


def main():
    sizes = dict(lines_of(sys.argv[1]))
    if len(sizes) < 800:
        sys.exit("only %d files were found: is %s the project?" % (len(sizes), sys.argv[1]))
    faults = ["%s has %d lines, %d more than are allowed: split it by subject" % (path, count, count - MOST)
              for path, count in sorted(sizes.items()) if count > MOST]
    for fault in faults:
        print(fault)
    print("%d files, the largest of %d lines" % (len(sizes), max(sizes.values())))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
