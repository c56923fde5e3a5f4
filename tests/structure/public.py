"""Holds the structs of the public headers, engine/include/trueline/*.h, to what they promise.

    public.py PROJECT

- Each struct has a comment above it, each field one above it (one declaration may name several that belong together), and
  none behind it. What a comment tells of a whole group of fields stands between blank lines.
- What callers fill in and hand to a function by its address begins with `size_t struct_size`, and has its _INIT macro.
- Where one is put together (command, viewer, benchmarks, examples) its size is the first thing that is set.
- Each struct and field has its row in tests/support/layout.c, in their order, and each row its field.
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


# Handed to functions, and yet without a size: the library fills them in (trueline.h).
FILLED_BY_US = {"tl_error": "tl_report_text says what a function has reported", "tl_fit": "tl_scene_fit_words says what tl_scene_fit found"}


def structs_of(text):
    """name: its fields, of each struct of a header."""
    found = {}
    for match in re.finditer(r"^typedef struct (\w+) \{\n(.*?)\n\} \1;", text, flags=re.M | re.S):
        body = re.sub(r"/\*.*?\*/", "", match.group(2), flags=re.S)
        names = []
        for declaration in filter(None, (part.strip() for part in body.split(";"))):
            callback = re.match(r"\w+ \(\*(\w+)\)", declaration)
            names += [callback.group(1)] if callback else [re.search(r"(\w+)(?:\[\w+\])*$", part.strip()).group(1)
                                                           for part in declaration.split(",")]
        found[match.group(1)] = names
    return found


def unsized(text):
    """Structs that callers hand over and that don't begin with their size, or have no macro that sets it."""
    structs = structs_of(text)
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    handed = {name for function in re.findall(r"TL_API[^;]*\(([^;]*)\);", code)
              for name in re.findall(r"const (tl_\w+) \*(?!\*)", function)}
    for name in sorted(handed & set(structs) - set(FILLED_BY_US)):
        if structs[name][0] != "struct_size":
            yield f"{name} is filled in by callers and doesn't begin with struct_size"
    for name, fields in structs.items():
        if "struct_size" in fields and f"#define {name.upper()}_INIT TL_INIT({name})" not in text:
            yield f"{name} has no {name.upper()}_INIT"


def forgotten(code, sized):
    """Lines in which such a struct is put together without its size."""
    for match in re.finditer(r"\b(tl_\w+) \w+ = \{(?!\s*\.struct_size)|\((?:const )?(tl_\w+)\)\s*\{(?!\s*\.struct_size)", code):
        if (match.group(1) or match.group(2)) in sized:
            yield code.count("\n", 0, match.start()) + 1


def layout_faults(structs, record):
    """What differs between structs and their rows."""
    wanted = [row for name, fields in structs.items() for row in [(name, None)] + [(name, field) for field in fields]]
    rows = [(name, None) if kind == "SIZE" else (name, field) for kind, name, field in
            re.findall(r"^(SIZE|FIELD)\((\w+), (\w+)", record, flags=re.M)]
    for name, field in sorted(set(wanted) - set(rows), key=str):
        yield f"tests/support/layout.c has no row of {name}{'.' + field if field else ''}"
    for name, field in sorted(set(rows) - set(wanted), key=str):
        yield f"tests/support/layout.c has a row of {name}{'.' + field if field else ''}, which isn't there"
    for name in structs:
        if [row for row in rows if row[0] == name] != [row for row in wanted if row[0] == name]:
            yield f"tests/support/layout.c has the rows of {name} in another order, or twice"


GOOD = ["/* A thing. */", "typedef struct a {", "    /* How long it is, mm. */", "    double mm;", "    /* A group", "     * of two. */",
        "", "    /* Who owns", "     * what. */", "    int x, y;", "} a;"]
BAD = [["typedef struct a {", "    /* How long it is, mm. */", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    double mm; /* How long it is. */", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    /* How long it is. */", "", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    /* Long. */", "    double mm;", "} a;"],
       ["/* A thing. */", "typedef struct a {", "    /* How long it is. */", "    double mm;", "    double cm;", "} a;"]]


HEADER = """/* What is asked. */
typedef struct tl_wish {
    /* Its size. */
    size_t struct_size;
    /* Where, and how. */
    double at[3], how;
} tl_wish;
#define TL_WISH_INIT TL_INIT(tl_wish)
TL_API tl_status tl_wish_grant(const tl_wish *wish,
                               tl_error *error);
"""
RECORD = "SIZE(tl_wish, 40);\nFIELD(tl_wish, struct_size, 0);\nFIELD(tl_wish, at, 8);\nFIELD(tl_wish, how, 32);\n"


def self_test():
    assert not list(faults(GOOD)), list(faults(GOOD))
    for lines in BAD:
        assert len(list(faults(lines))) == 1, lines
    assert not list(unsized(HEADER)) and not list(layout_faults(structs_of(HEADER), RECORD))
    assert list(unsized(HEADER.replace("struct_size", "length"))) and list(unsized(HEADER.replace("#define", "//")))
    for code in ("tl_wish wish = {.at = {1}};", "f(&(tl_wish){.at = {1}});", "tl_wish a = {0};"):
        assert list(forgotten(code, {"tl_wish"})) == [1], code
        assert not list(forgotten(code.replace("{.", "{.struct_size = sizeof(tl_wish), .", 1).replace("{0}", "TL_WISH_INIT"), {"tl_wish"})), code
    for record in (RECORD.replace("at, 8", "to, 8"), RECORD.replace("FIELD(tl_wish, at, 8);\n", ""), RECORD.replace("SIZE", "SIZES"),
                   "".join(reversed(RECORD.splitlines(True)))):
        assert list(layout_faults(structs_of(HEADER), record)), record


def main():
    self_test()
    project = pathlib.Path(sys.argv[1])
    folder = project / "engine" / "include" / "trueline"
    texts = {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.h"))}
    said = [f"{name}:{number}: {what}" for name, text in texts.items() for number, what in faults(text.split("\n"))]
    whole = "\n".join(texts.values())
    structs = structs_of(whole)
    said += unsized(whole)
    said += layout_faults(structs, (project / "tests" / "support" / "layout.c").read_text(encoding="utf-8"))
    sized = [name for name, fields in structs.items() if fields[0] == "struct_size"]
    callers = [file for place in ("cli", "viewer", "bench", "docs", "engine/import") for file in sorted((project / place).rglob("*.[ch]"))]
    said += [f"{file.relative_to(project)}:{line}: set struct_size first" for file in callers
             for line in forgotten(file.read_text(encoding="utf-8"), sized)]
    for what in said:
        print(what)
    print(f"{len(structs)} structs, {len(sized)} of them filled in by callers, {len(said)} faults")
    return 1 if said or len(structs) < 30 or len(sized) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
