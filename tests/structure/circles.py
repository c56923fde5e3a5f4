#!/usr/bin/env python3
"""Fails where files go round in a circle: to understand the one takes the other, and the other way round.

usage: circles.py PROJECT

What counts as one file is a .c (or .cpp) with the .h beside it of the same name. It rests on every file that either of
the two includes; a header without a .c of its name, as a room's or one of types alone, rests on what it includes. Told
is, for each knot of files, a shortest way round, with the includes that make it.

How to break one: types that both need into a header of their own; a function into the file whose header declares it; what
two files call of one another into a third. Not by declaring by hand what a header declares: that is told, too.
"""
import os
import re
import sys

FOLDERS = ("engine", "cli", "viewer")
ENDINGS = (".c", ".cpp", ".h")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.M)
BY_HAND = re.compile(r"^(?!static\b|typedef\b|return\b)[A-Za-z_][\w \t*]*[ *](tlv?_\w+)\([^;{}]*\)[^;{}]*;", re.M)

# Knots that are still there, as sets of their files.
KNOWN = [
]


def unit(path):
    return os.path.splitext(path)[0]


def files_of(project):
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(project, folder)):
            for name in sorted(names):
                if name.endswith(ENDINGS):
                    yield os.path.relpath(os.path.join(place, name), project)


def found(project, path, name):
    """The file of the project that an include names; None: it isn't one of its own."""
    for base in (os.path.dirname(path), "engine", "engine/include", "cli", "viewer", ""):
        candidate = os.path.normpath(os.path.join(base, name))
        if candidate.startswith(FOLDERS) and os.path.isfile(os.path.join(project, candidate)):
            return candidate
    return None


def plain(text):
    return re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)


def graph_of(project):
    """Per file the files it rests on, each with an include that says so; and what is declared by hand."""
    graph, by_hand = {}, []
    for path in files_of(project):
        with open(os.path.join(project, path), encoding="utf-8") as file:
            text = plain(file.read())
        edges = graph.setdefault(unit(path), {})
        for name in INCLUDE.findall(text):
            other = found(project, path, name)
            if other is not None and unit(other) != unit(path):
                edges.setdefault(unit(other), "%s includes %s" % (path, other))
                graph.setdefault(unit(other), {})
        if not path.endswith(".h"):
            by_hand += ["%s:%d: %s" % (path, text.count("\n", 0, m.start()) + 1, m.group(1))
                        for m in BY_HAND.finditer(text)]
    return graph, by_hand


def knots(graph):
    """Sets of more than one file each of which leads to all others of its set (Tarjan, without recursion)."""
    number, low, stack, on, result = {}, {}, [], set(), []
    for start in sorted(graph):
        if start in number:
            continue
        work = [(start, iter(sorted(graph[start])))]
        number[start] = low[start] = len(number)
        stack.append(start)
        on.add(start)
        while work:
            here, others = work[-1]
            for other in others:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in on:
                    low[here] = min(low[here], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[here])
                if low[here] == number[here]:
                    knot = set()
                    while here not in knot:
                        knot.add(stack.pop())
                    on -= knot
                    if len(knot) > 1:
                        result.append(knot)
    return result


def way_round(graph, knot):
    """A shortest circle of a knot, as the files in turn, the first again at the end."""
    best = None
    for start in sorted(knot):
        before, todo = {start: None}, [start]
        for here in todo:
            for other in sorted(set(graph[here]) & knot):
                if other == start:
                    way = [start]
                    while here is not None:
                        way.append(here)
                        here = before[here]
                    way = way[::-1]
                    if best is None or len(way) < len(best):
                        best = way
                    todo = []
                    break
                if other not in before:
                    before[other] = here
                    todo.append(other)
            if not todo:
                break
    return best


def check_myself():
    made = {"a": "bd", "b": "c", "c": "ab", "d": "", "e": "f", "f": "e", "g": "e"}
    graph = {file: {other: "" for other in others} for file, others in made.items()}
    assert sorted(sorted(knot) for knot in knots(graph)) == [["a", "b", "c"], ["e", "f"]]
    assert way_round(graph, {"a", "b", "c"}) == ["b", "c", "b"] and way_round(graph, {"e", "f"}) == ["e", "f", "e"]


def main():
    check_myself()
    graph, by_hand = graph_of(sys.argv[1])
    if len(graph) < 500 or sum(len(edges) for edges in graph.values()) < 2 * len(graph):
        sys.exit("only %d files were found: is %s the project?" % (len(graph), sys.argv[1]))
    faults = ["declared by hand: include the header that declares it\n    " + line for line in by_hand]
    now = knots(graph)
    for knot in sorted(now, key=sorted):
        if knot not in KNOWN:
            way = way_round(graph, knot)
            faults.append("a circle of files (%d in its knot: %s)\n    %s" % (
                len(knot), ", ".join(sorted(knot)), "\n    ".join(graph[a][b] for a, b in zip(way, way[1:]))))
    faults += ["no circle any more, strike it from KNOWN: %s" % ", ".join(sorted(knot)) for knot in KNOWN if knot not in now]
    for fault in faults:
        print(fault)
    print("%d files, %d circles that are known" % (len(graph), len(KNOWN)))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
