"""Fails where two random draws stand in one expression without an order between them: C leaves it to the compiler which
is taken first, so that answers would differ from compiler to compiler.

    sequence.py SOURCE_DIR [FOLDER ...]

A draw is a call of a function that changes a random state: one with a parameter that points to a type whose name ends in
`random` or `rng`, as the headers and sources of the folders declare them. Between two draws of a full expression there
must be &&, ||, ?, : or a comma that isn't between arguments or initialisers.
"""

import pathlib
import re
import sys

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|&&|\|\||->|[0-9][\w.]*|\S')
STATE = re.compile(r"(?<!const )\b\w*(?:random|rng)\s*\*")
FUNCTION = re.compile(r"\b([A-Za-z_]\w*)\s*\(([^()]*)\)\s*[;{]")
NOT_CALLS = {"if", "while", "for", "switch", "return", "sizeof"}


def plain(text):
    """Without comments and preprocessor lines; the number of lines stays."""
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group().count("\n"), text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: "\n" * m.group().count("\n"), text, flags=re.M)


def drawing(texts):
    """Names of the functions that change a random state."""
    names = set()
    for text in texts:
        for match in FUNCTION.finditer(plain(text)):
            if match.group(1) not in NOT_CALLS and STATE.search(match.group(2)):
                names.add(match.group(1))
    return names


def is_list(before, before_bracket):
    """Whether a brace begins initialisers, not a block: after an operator, or after a cast. `before_bracket` is the
    token in front of the round bracket that was closed last."""
    if before == ")":
        return before_bracket == "return" or not re.match(r"[A-Za-z_)\]]", before_bracket)
    return before in {"=", ",", "(", "{", "return", "]", "?", ":"}


def runs_of(events):
    """Draws between two orders: the line of the first, and how many."""
    runs = []
    for event in ["|"] + events:
        if event == "|":
            runs.append([None, 0])
        else:
            runs[-1] = [runs[-1][0] or event, runs[-1][1] + 1]
    return runs


def unordered(text, names):
    """Lines in which two draws of one expression have no order."""
    found = []
    stack = [("block", "", [])]  # open brackets: kind, the token in front, draws (their lines) and "|" for an order
    before, before_bracket, line, at = "", "", 1, 0
    code = plain(text)
    tokens = [(m.group(), m.start()) for m in TOKEN.finditer(code)]

    def end_expression():
        found.extend(first for first, count in runs_of(stack[-1][2]) if count > 1)
        stack[-1][2].clear()

    def close():
        nonlocal before_bracket
        first = next((event for event in stack[-1][2] if event != "|"), None)
        end_expression()
        kind, before_bracket, _ = stack.pop() if len(stack) > 1 else stack[-1]
        if kind != "block" and first is not None:
            stack[-1][2].append(first)  # what is inside counts as one operand outside

    for i, (token, start) in enumerate(tokens):
        line += code.count("\n", at, start)
        at = start
        kind, events = stack[-1][0], stack[-1][2]
        if token in "([":
            stack.append(("bracket", before, []))
        elif token == "{":
            stack.append(("list" if is_list(before, before_bracket) else "block", before, []))
            if stack[-1][0] == "block":
                stack[-2][2].clear()
        elif token in ")]}":
            close()
        elif token == ";":
            end_expression()
        elif token in {"&&", "||", "?", ":"} or (token == "," and kind == "block"):
            events.append("|")
        elif token in names and i + 1 < len(tokens) and tokens[i + 1][0] == "(":
            if len(stack) > 1:  # what stands outside of functions declares
                events.append(line)
        before = token
    return sorted(set(found))


BAD = ["void f(void) { g(draw(&r), draw(&r)); }", "void f(void) { v p = {2 * draw(&r), 1, 2 * draw(&r)}; }",
       "void f(void) { x = draw(&r) + 2 * (1 - draw(&r)); }", "void f(void) { return (v){draw(&r), h(draw(&r))}; }",
       "void f(void) { x = a[draw(&r)] + draw(&r); }", "void f(void) { p = add((v){draw(&r), 0}, (v){draw(&r), 0}); }"]
GOOD = ["void f(void) { a = draw(&r), b = draw(&r); }", "void f(void) { double a = draw(&r), b = draw(&r); g(a, b); }",
        "void f(void) { if (draw(&r) > 1 && draw(&r) > 2) { x(); } }", "void f(void) { x = draw(&r) ? draw(&r) : draw(&r); }",
        "void f(void) { g(draw(&r)); g(draw(&r)); }", "void f(void) { for (i = draw(&r); i < draw(&r); i++) { } }"]


def self_test():
    names = drawing(["uint32_t draw(test_random *random);", "double look(const test_random *random);"])
    assert names == {"draw"}, names
    for text in BAD:
        assert unordered(text, names), "not found: " + text
    for text in GOOD:
        assert not unordered(text, names), "wrongly found: " + text


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    folders = sys.argv[2:] or ["engine", "cli", "viewer", "models"]
    files = sorted(f for folder in folders for f in (root / folder).rglob("*.[ch]"))
    texts = {f: f.read_text(encoding="utf-8") for f in files}
    names = drawing(texts.values())
    if not names:
        print("no function is seen to change a random state: this test looks at nothing")
        return 1
    wrong = [(f.relative_to(root), line) for f, text in texts.items() for line in unordered(text, names)]
    for file, line in wrong:
        print(f"{file}:{line}: two random draws in one expression: give them an order, each in a statement of its own")
    print(f"{len(files)} files, {len(names)} functions that draw, {len(wrong)} places without an order")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
