#!/usr/bin/env python3
"""Numbers have a home: in some modules every tuned constant stands in the module's limits.h, with its unit and its reason.

limits.py SOURCE

In limits.h every constant is told of by the comment above it: `UNIT: what it is. Reason: why.`, the reason one of
Derived, Tuned (`costs only time` or `how fine`) and Settled; its name begins as the module's do, it is used, and what a
comment refers to exists. Outside of it no define, enum or static const gives a number a name, and no number stands bare
in the code but those that need no reason: halves and quarters, small counts, degrees of a circle, sizes of text.
"""
import re
import sys
from pathlib import Path

MODULES = ("visibility", "cover", "board", "area", "move")  # what their names begin with: names.py
UNITS = "mm|mm\\^2|mm\\^4|share|count|work|depth|bits|bytes|degrees|seconds|ulps|number|1"
REASON = re.compile(r"Derived: \S|Tuned: (costs only time|how fine)|Settled: \S")
PLAIN_FLOATS = {0, 0.25, 0.5, 1, 2, 3, 4, 90, 180, 360}
SMALL = 10  # counts below it are corners, sides, axes, and loops over them
PLAIN = {
    # (file, number): why it needs no reason of its own
    ("visibility/cell.c", "16"): "the third of three rows of a box's 8 corners",
    ("visibility/cell.h", "24"): "three coordinates of 8 corners",
    ("visibility/line.c", "0x9e3779b97f4a7c15"): "splitmix64, as published",
    ("visibility/line.c", "0xbf58476d1ce4e5b9"): "splitmix64, as published",
    ("visibility/line.c", "0x94d049bb133111eb"): "splitmix64, as published",
    ("visibility/line.c", "11"): "all but the 53 bits of a double",
    ("visibility/line.c", "0x1p-53"): "the 53 bits of a double",
    ("visibility/patch.c", "0x9e3779b97f4a7c15"): "2^64 over the golden ratio: it only spreads",
    ("cover/aperture.c", "16"): "room for the corners that five cuts add, and to spare",
    ("cover/target.c", "24"): "six faces of four corners",
    ("area/round.c", "10"): "a place among the terms of an exact sum",
    ("area/round.c", "12"): "a place among the terms of an exact sum",
    ("area/round.c", "14"): "the terms of an exact sum",
    ("area/round.c", "32"): "room for the parts of an exact sum",
    ("board/map/map.c", "32"): "the size of a text",
    ("board/region/uncovered.c", "24"): "six faces of four corners",
}

NUMBER = re.compile(
    r"(?<![\w.])(0[xX][0-9a-fA-F.]+(?:[pP][-+]?\d+)?[uUlL]*|(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?[uUlLfF]*)(?![\w.])")
NOISE = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)


def without_noise(text):
    """The text without comments and strings, line for line."""
    return NOISE.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


def value_of(number):
    text = number.lower()
    if text.startswith("0x"):
        text = text.rstrip("ul")
        return float.fromhex(text) if "p" in text else int(text, 16)
    text = text.rstrip("ulf")
    return float(text) if re.search(r"[.e]", text) else int(text)


def is_plain(number, place, before, after):
    """Whether a number in the code needs no reason."""
    value = value_of(number)
    if (place, number) in PLAIN:
        return True
    if isinstance(value, float):
        return value in PLAIN_FLOATS
    if value < SMALL or number == "0xff" or value in (90, 180, 360):
        return True
    if re.search(r"(<<|>>)\s*$", before):  # places of bits
        return True
    if re.search(r"\bchar\b[^;{}]*\[$", before):  # sizes of text
        return True
    return value == 100 and re.search(r"\(words, $|, $|\($|: $", before) is not None  # percent, where shares are told


def code_complaints(place, text):
    """What a file outside of limits.h has that belongs there."""
    complaints = []
    code = without_noise(text)

    def complain(at, what):
        complaints.append(f"{place}:{code.count(chr(10), 0, at) + 1}: {what}")

    spans = []
    for m in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?((?:[^\n]*\\\n)*[^\n]*)", code, re.M):
        spans.append(m.span())
        numbers = [n for n in NUMBER.findall(m.group(3)) if m.group(2) is None and value_of(n) not in (0, 1, 2)]
        if numbers:
            complain(m.start(), f"#define {m.group(1)} names {', '.join(numbers)}")
    for m in re.finditer(r"\benum\b[^{};]*\{([^}]*)\}", code):
        spans.append(m.span())
        given = [NUMBER.findall(item.split("=", 1)[1]) for item in m.group(1).split(",") if "=" in item]
        single = [value_of(n[0]) for n in given if len(n) == 1]
        flags = len(single) == len(given) > 1 and all(v > 0 and v & (v - 1) == 0 for v in single)
        if not flags:
            for numbers in given:
                if any(value_of(n) not in (0, 1, 2) for n in numbers):
                    complain(m.start(), f"an enum names {', '.join(numbers)}")
    for m in re.finditer(r"\bstatic const \w+ (\w+) = ([^;{]*);", code):
        if NUMBER.fullmatch(m.group(2).strip()):
            spans.append(m.span())
            complain(m.start(), f"static const {m.group(1)} names {m.group(2)}")
    for m in NUMBER.finditer(code):
        if any(a <= m.start() < b for a, b in spans):
            continue
        line = code.rfind("\n", 0, m.start()) + 1
        before, after = code[line:m.start()], code[m.end():m.end() + 20]
        # a declaration may begin on the line before
        statement = code[max(code.rfind(c, 0, m.start()) for c in ";{}") + 1:m.start()]
        if not is_plain(m.group(1), place, before, after) and not is_plain(m.group(1), place, statement, after):
            complain(m.start(), f"the number {m.group(1)} stands bare in the code")
    return complaints


def constants_of(text):
    """Name, value and the comment above of every constant of a limits.h."""
    pattern = re.compile(r"(/\*(?:(?!\*/).)*\*/\n)?^#define[ \t]+(\w+)[ \t]((?:[^\n]*\\\n)*[^\n]*)", re.M | re.S)
    return [(m.group(2), m.group(3), re.sub(r"\s*\n \*\s*", " ", m.group(1) or "")) for m in pattern.finditer(text)]


def limits_complaints(place, module, text, used, known):
    """What is wrong with a limits.h. `used`: names in the engine's code; `known`: constants of all limits.h."""
    complaints = []
    constants = constants_of(text)
    if not constants:
        complaints.append(f"{place}: there is no constant")
    inner = {name for _, value, _ in constants for name in re.findall(r"\bTL_\w+", value)}
    for name, _, comment in constants:
        if not comment:
            complaints.append(f"{place}: {name} has no comment right above it")
            continue
        if not re.match(rf"/\* ({UNITS})\b[^:]*: ", comment):
            complaints.append(f"{place}: {name}'s comment doesn't begin with its unit and a colon")
        if not REASON.search(comment):
            complaints.append(f"{place}: {name}'s comment has no reason (Derived, Tuned, Settled)")
        if name not in used and name not in inner:
            complaints.append(f"{place}: {name} is used nowhere")
        for other in re.findall(r"\bTL_[A-Z0-9_]+", comment):
            if other not in known and other not in used:
                complaints.append(f"{place}: {name}'s comment speaks of {other}, which there isn't")
    return complaints


def check_itself():
    """Every rule notices what it is for."""
    bad = ["#define BUDGET 6000\n", "#define FAR (3 * 1.5)\n", "enum { STEPS = 24, TURNS };\n", "enum { ODD = 3, EVEN = 4 };\n",
           "static const double slack = 1e-9;\n", "double f(double x) { return x * 0.97; }\n", "int f(void) { return 48; }\n",
           "if (k < 0x30) {\n", "float g = 1e-12F;\n", "double h = 0x1p-40;\n"]
    good = ["#define HALF 0.5 * 2\n".replace("0.5 * 2", "2"), "enum { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8 };\n",
            "enum { A, B, C };\n", "char line[600], other[80];\n", "double f(double x) { return 0.5 * x + 360.0; }\n",
            "/* 0.97 */ int k = 6; // 4711\n", "x = y >> 32;\n", 'say("12345");\n', "enum { N = sizeof(a) / sizeof(a[0]) };\n"]
    problems = [f"unnoticed: {text}" for text in bad if not code_complaints("x.c", text)]
    problems += [f"wrongly noticed: {text}" for text in good if code_complaints("x.c", text)]
    header = ["#define TL_COVER_A 3\n", "/* count: things. */\n#define TL_COVER_A 3\n", "/* things. Derived: so. */\n#define TL_COVER_A 3\n",
              "/* mm: a way. Derived: as TL_COVER_B. */\n#define TL_COVER_A 3\n", "/* mm: a way. Tuned: so. */\n#define TL_COVER_A 3\n",
              "/* mm: a way. Derived: so. */\n#define TL_COVER_C 3\n"]
    problems += [f"unnoticed: {text}" for text in header
                 if not limits_complaints("limits.h", "cover", text, {"TL_COVER_A", "TL_OTHER_A"}, {"TL_COVER_A"})]
    fine = "/* mm: a way. Tuned: costs only time. */\n#define TL_COVER_A 3\n"
    problems += limits_complaints("limits.h", "cover", fine, {"TL_COVER_A"}, {"TL_COVER_A"})
    return problems


def main():
    engine = Path(sys.argv[1]) / "engine"
    complaints = check_itself()
    sources = [p for p in sorted(engine.rglob("*")) if p.suffix in (".c", ".h", ".cpp") and p.is_file()]
    used, known = set(), set()
    for path in sources:
        text = path.read_text(encoding="utf-8")
        if path.name == "limits.h":
            known |= {name for name, _, _ in constants_of(text)}
        else:
            used |= set(re.findall(r"\bTL_\w+", without_noise(text)))
    count = 0
    for module in MODULES:
        home = engine / module / "limits.h"
        if not home.is_file():
            complaints.append(f"engine/{module}/limits.h is missing")
            continue
        text = home.read_text(encoding="utf-8")
        count += len(constants_of(text))
        complaints += limits_complaints(f"engine/{module}/limits.h", module, text, used, known)
        for path in sources:
            if path.is_relative_to(engine / module) and path != home:
                complaints += code_complaints(str(path.relative_to(engine)), path.read_text(encoding="utf-8"))
    for complaint in complaints:
        print(complaint)
    print(f"{count} constants in {len(MODULES)} modules have a home")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
