#!/usr/bin/env python3
"""Fails where the viewer or the command does vector and matrix arithmetic by hand. cglm does it, and one file knows both
cglm and the engine's vectors: viewer/camera/space.h.

usage: cglm.py PROJECT

Looked for, in every C and C++ file of viewer/ and cli/ but that one: includes of cglm; dot and cross products, sums and
multiples of vectors written out by components; lengths of three components; matrices as bare arrays, and index
arithmetic in them; easing written out; digits of pi; functions whose name says that they are such a helper. What is told
by its form is told whatever its variables are called.
"""
import glob
import os
import re
import sys

HOME = "viewer/camera/space.h"

# A component: what it is of, and which: `a.x`, `run[i].y`, `p->z`, `ax`, `q[2]`.
OPERAND = r"[A-Za-z_]\w*(?:\.\w+|->\w+|\[[^\[\]]{0,40}\])*"
NUMBERS = {"0": "x", "1": "y", "2": "z"}
PRODUCT = r"(%s) \* (%s)" % (OPERAND, OPERAND)
PRODUCTS = re.compile(r"(?=(?<![\w.>])%s ([+-]) %s(?![\w.(\[]))" % (PRODUCT, PRODUCT))
TERM = r"(%s) ([-+*/]) (%s|[\d.]+f?)" % (OPERAND, OPERAND)
TERMS = re.compile(r"(?=[{(,] ?%s, %s, %s ?[,})])" % (TERM, TERM, TERM))

FORMS = [
    (re.compile(r"#\s*include\s*<cglm/"), "includes cglm: include camera/space.h"),
    (re.compile(r"\b(?:float|double|GLfloat)\s+\w+\[[34]\]\[[34]\]"), "a matrix as an array: mat3 and mat4 are cglm's"),
    (re.compile(r"\b(?:m|mat\w*|matrix|rows|clip)\[4 \* \w+ \+ \w+\]"), "index arithmetic in a matrix: mat4 is cglm's"),
    (re.compile(r"%s \* %s [-+] %s \* %s" % ((r"\([^()]{1,60} - [^()]{1,60}\)",) * 4)),
     "a product of two vectors: glm_vec2_dot, glm_vec2_cross"),
    (re.compile(r"\b(\w+) \* \1 \* \(3(?:\.0?)?f? - 2(?:\.0?)?f? \* \1\)"), "easing: glm_smooth, glm_smoothstep, glm_ease_*"),
    (re.compile(r"\b(?:3\.1415|6\.2831|1\.5707|0\.01745|57\.29)\d*|\bM_PI"), "pi: GLM_PI, glm_rad, glm_deg"),
    (re.compile(r"\bf(?:max|min)f\(\s*[01](?:\.0?)?f?\s*,\s*f(?:max|min)f\("), "a clamp: glm_clamp, glm_clamp_zo"),
]
ESTIMATE = re.compile(r"\bglm_\w+_fast\b")  # in the home, too
HELPER = re.compile(
    r"^(?:static |inline |extern )*(?:tl_\w+|tlv_\w+|float|double|void|bool|vec[234]|mat[34]|versor) \**"
    r"((?:\w*_)?(?:normali[sz]ed?|lerp|slerp|quat\w*|look_?at|perspective|ortho(?:graphic)?|frustum|unproject|transpose|"
    r"invert|inverse|mat\d?_\w+|vec\d?_\w+|ease\w*|smoothstep|clamp|mul_?mat\w*|rotate_?[xyz]))"
    r"\([^;{}]*\)\s*\{", re.M)


def plain(text):
    """Without comments and strings, and white space as the formatter would have it; the number of lines stays."""
    def blank(match):
        return '""' if match.group(0)[0] == '"' else " " + "\n" * match.group(0).count("\n")
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', blank, text, flags=re.S)
    text = re.sub(r"\((?:double|float)\)", "", text)
    return re.sub(r"[ \t]*([-+*/])[ \t]+", r" \1 ", text)


def split(operand):
    """What it is a component of, and which, or two Nones."""
    match = re.fullmatch(r"(.*?)(?:\.|->)([xyz])", operand) or re.fullmatch(r"(.*)\[([012])\]", operand) \
        or re.fullmatch(r"([A-Za-z_]\w*?|)([xyz])", operand)
    return (match.group(1), NUMBERS.get(match.group(2), match.group(2))) if match else (None, None)


def product_of_vectors(match):
    """Which one: two products of components whose vectors are the same two."""
    (a, i), (b, j), (c, k), (d, l) = (split(match.group(n)) for n in (1, 2, 4, 5))
    if None in (a, b, c, d):
        return None
    same = (a == c and b == d) or (a == d and b == c)
    if match.group(3) == "+" and same and i == j and k == l and i != k:
        return "a dot product: glm_vec3_dot, glm_vec2_dot"
    crossed = (a == c and b == d and i == l and j == k) or (a == d and b == c and i == k and j == l)
    if match.group(3) == "-" and crossed and i != j:
        return "a cross product: glm_vec3_cross, glm_vec2_cross"
    return None


def sum_of_vectors(match):
    """Three components in a row of which each is made alike."""
    rows = [match.group(n, n + 1, n + 2) for n in (1, 4, 7)]
    left = [split(row[0]) for row in rows]
    right = [split(row[2]) for row in rows]
    if [part for _, part in left] != ["x", "y", "z"] or len({of for of, _ in left}) > 1 or len({row[1] for row in rows}) > 1:
        return None
    alike = len({row[2] for row in rows}) == 1
    vectors = [part for _, part in right] == ["x", "y", "z"] and len({of for of, _ in right}) == 1
    return "a vector by components: glm_vec3_*, or the sums of places in " + HOME if alike or vectors else None


def findings(text):
    code = plain(text)
    found = []
    for expression, what in FORMS:
        found += [(match.start(), what) for match in expression.finditer(code)]
    found += [(match.start(1), "the helper `%s`" % match.group(1)) for match in HELPER.finditer(code)]
    flat = code.replace("\n", " ")
    for expression, judge in ((PRODUCTS, product_of_vectors), (TERMS, sum_of_vectors)):
        for match in expression.finditer(flat):
            what = judge(match)
            if what:
                found.append((match.start(1), what))
    return sorted({(code.count("\n", 0, at) + 1, what) for at, what in found})


ALLOWED = """
double t = hypot(p.x - q.x, p.y - q.y), r = low[0] + (high[0] - low[0]) * t, s = a.x * b.y + a.y * b.x;
glm_vec3_dot(a, b); tlv_dot(h.normal, p); glm_mat4_mul(a, b, c); float disc[32], colour[4]; /* a.x * b.x + a.y * b.y */
tl_vec3 corner = {box.low.x - room, box.low.y - room, box.low.z}, at = {p.x, p.y, p.z}; say("3.14159");
static tl_vec3 middle_of(tl_box3 box) { return tlv_box_middle(box); }
""".strip().split("\n")
PLANTED = """
#include <cglm/cglm.h>
double d = a.x * b.x + a.y * b.y + a.z * b.z;
c = (run[i].x * run[j].x + run[i].y * run[j].y) / length;
float s = ax * bx + ay * by;
w = v->x * v->x + v->y * v->y;
k = (double)a[0] * b[0] + (double)a[1] * b[1];
n.z = a.x * b.y - a.y * b.x;
return (double)(s.x1 - s.x0) * (y - s.y0) - (s.y1 - s.y0) * (x - s.x0);
q = u[1] * v[2] - u[2] * v[1];
e = (b.x - a.x) * t, f = dx * py - dy * px;
return (tl_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
tl_vec3 half = {d.x * 0.5, d.y * 0.5, d.z * 0.5};
vec3 way = {p[0] - o[0], p[1] - o[1], p[2] - o[2]};
float rows[4][4];
matrix[4 * column + row] = 0;
double eased = t * t * (3 - 2 * t);
#define TURN 6.283185307179586
x = fmaxf(0, fminf(1, x));
static void look_at(float *m, tl_vec3 eye, tl_vec3 target) {
double tlv_vector_length_and_normalise(tl_vec3 *v) {
static inline float my_lerp(float a, float b, float t) {
tl_vec3 tlv_unproject(const double *inverse, double x, double y) {
static void quat_mul(const float a[4], const float b[4]) {
""".strip().split("\n")


def check_this_test():
    for line in ALLOWED:
        if findings(line):
            sys.exit("the scanner reports what is allowed: %s: %s" % (line, findings(line)))
    if not ESTIMATE.search("glm_mat4_inv_fast(a, b)") or ESTIMATE.search("glm_mat4_inv(a, b)"):
        sys.exit("the scanner misses estimates")
    for line in PLANTED:
        if not findings("\n" + line) or findings("\n" + line)[0][0] != 2:
            sys.exit("the scanner misses: " + line)


def main():
    project = sys.argv[1]
    check_this_test()
    files, wrong = 0, []
    for folder in ("viewer", "cli"):
        for path in sorted(glob.glob(os.path.join(project, folder, "**", "*"), recursive=True)):
            name = os.path.relpath(path, project)
            if not re.search(r"\.(?:c|h|cpp|hpp)$", name):
                continue
            with open(path, encoding="utf-8") as file:
                text = file.read()
            files += 1
            wrong += ["%s: %s: estimates differ between processors" % (name, found) for found in ESTIMATE.findall(text)]
            if name == HOME:
                if "#include <cglm/cglm.h>" not in text:
                    wrong.append(name + ": should include cglm")
                continue
            wrong += ["%s:%d: %s" % (name, line, what) for line, what in findings(text)]
    for line in wrong:
        print("FAILED:", line)
    print("%d files, %d failures; all of %d planted lines are found" % (files, len(wrong), len(PLANTED)))
    return 1 if wrong or files < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
