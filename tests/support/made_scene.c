/* made_scene.c: writing scenes, asking, reading answers, and a second opinion on sight lines. */
#include "support/made_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *vtext(const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    char *text = malloc((size_t)length + 1);
    assert_non_null(text);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return text;
}

void made_begin(made_scene *made, const char *name) {
    memset(made, 0, sizeof(*made));
    snprintf(made->folder, sizeof(made->folder), "%s/made", TL_TEST_BINARY_DIR);
    mkdir(made->folder, 0777);
    snprintf(made->folder, sizeof(made->folder), "%s/made/%s", TL_TEST_BINARY_DIR, name);
    mkdir(made->folder, 0777);
    made->context = tl_context_create(NULL);
    assert_non_null(made->context);
}

void made_end(made_scene *made) {
    tl_json_destroy(made->answer);
    free(made->text);
    tl_scene_destroy(made->scene);
    tl_context_destroy(made->context);
    free(made->triangles);
    memset(made, 0, sizeof(*made));
}

void made_bytes(made_scene *made, const char *name, const void *bytes, size_t size) {
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", made->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void made_file(made_scene *made, const char *name, const char *text) {
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    size_t n = 0;
    for (; text[n] != '\0'; n++) {
        copy[n] = text[n] == '\'' ? '"' : text[n];
    }
    made_bytes(made, name, copy, n);
    free(copy);
}

static void remember(made_scene *made, const tl_vec3 corner[3]) {
    made->triangles = realloc(made->triangles, (made->triangle_count + 1) * sizeof(*made->triangles));
    assert_non_null(made->triangles);
    memcpy(made->triangles[made->triangle_count++], corner, 3 * sizeof(corner[0]));
}

static FILE *begin_obj(made_scene *made, const char *name) {
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", made->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    return file;
}

void made_boxes(made_scene *made, const char *name, const made_box *boxes, size_t count) {
    static const int faces[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                     {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    FILE *file = begin_obj(made, name);
    for (size_t i = 0; i < count; i++) {
        const double *l = boxes[i].low, *h = boxes[i].high;
        tl_vec3 corner[8];
        fprintf(file, "g box%zu\n", i);
        for (int k = 0; k < 8; k++) {
            bool x = k == 1 || k == 2 || k == 5 || k == 6, y = k == 2 || k == 3 || k == 6 || k == 7;
            corner[k] = (tl_vec3){x ? h[0] : l[0], y ? h[1] : l[1], k >= 4 ? h[2] : l[2]};
            fprintf(file, "v %.17g %.17g %.17g\n", corner[k].x, corner[k].y, corner[k].z);
        }
        for (int f = 0; f < 12; f++) {
            tl_vec3 t[3] = {corner[faces[f][0]], corner[faces[f][1]], corner[faces[f][2]]};
            remember(made, t);
            fprintf(file, "f %zu %zu %zu\n", 8 * i + 1 + (size_t)faces[f][0], 8 * i + 1 + (size_t)faces[f][1],
                    8 * i + 1 + (size_t)faces[f][2]);
        }
    }
    assert_int_equal(fclose(file), 0);
}

void made_triangles(made_scene *made, const char *name, const tl_vec3 (*triangles)[3], size_t count) {
    FILE *file = begin_obj(made, name);
    for (size_t i = 0; i < count; i++) {
        remember(made, triangles[i]);
        for (int k = 0; k < 3; k++) {
            fprintf(file, "v %.17g %.17g %.17g\n", triangles[i][k].x, triangles[i][k].y, triangles[i][k].z);
        }
        fprintf(file, "f %zu %zu %zu\n", 3 * i + 1, 3 * i + 2, 3 * i + 3);
    }
    assert_int_equal(fclose(file), 0);
}

/* --- Loading and asking ------------------------------------------------------------------------------------------- */

static tl_status load(made_scene *made, char *text) {
    char path[512];
    made_bytes(made, "scene.json", text, strlen(text));
    free(text);
    tl_scene_destroy(made->scene);
    made->scene = NULL;
    memset(&made->error, 0, sizeof(made->error));
    snprintf(path, sizeof(path), "%s/scene.json", made->folder);
    return tl_scene_load(made->context, path, NULL, &made->scene, NULL, &made->error);
}

void made_load(made_scene *made, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tl_status status = load(made, vtext(format, list));
    va_end(list);
    if (status != TL_OK) {
        char report[2048];
        tl_report_text(&made->error, report, sizeof(report));
        fail_msg("%s", report);
    }
}

tl_status made_refused(made_scene *made, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tl_status status = load(made, vtext(format, list));
    va_end(list);
    assert_int_not_equal(status, TL_OK);
    assert_null(made->scene);
    assert_int_equal(made->error.status, status);
    assert_true(made->error.message[0] != '\0');
    return status;
}

static tl_status ask(made_scene *made, char *text) {
    tl_ruling *ruling = NULL;
    memset(&made->error, 0, sizeof(made->error));
    tl_status status = tl_scene_ask_json(made->scene, text, strlen(text), &ruling, &made->error);
    free(text);
    free(made->text);
    tl_json_destroy(made->answer);
    made->text = NULL;
    made->answer = NULL;
    assert_non_null(ruling);
    const char *json = tl_ruling_json(ruling);
    assert_int_equal(tl_json_parse(made->context, json, strlen(json), "answer", &made->answer, NULL), TL_OK);
    made->text = strdup(tl_ruling_text(ruling));
    assert_non_null(made->text);
    tl_ruling_destroy(ruling);
    return status;
}

void made_ask(made_scene *made, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tl_status status = ask(made, vtext(format, list));
    va_end(list);
    if (status != TL_OK) {
        char report[2048];
        tl_report_text(&made->error, report, sizeof(report));
        fail_msg("%s", report);
    }
}

tl_status made_ask_refused(made_scene *made, const char *format, ...) {
    va_list list;
    va_start(list, format);
    tl_status status = ask(made, vtext(format, list));
    va_end(list);
    assert_int_not_equal(status, TL_OK);
    assert_true(made_has(made, "error.message"));
    return status;
}

/* --- Reading answers ---------------------------------------------------------------------------------------------- */

const tl_json_value *made_find(const tl_json_value *root, const char *path) {
    const tl_json_value *value = root;
    while (value != NULL && *path != '\0') {
        if (*path == '[') {
            char *end;
            size_t index = (size_t)strtoul(path + 1, &end, 10);
            value = value->kind == TL_JSON_ARRAY && index < value->count ? &value->items[index] : NULL;
            path = end + 1;
        } else {
            char key[64];
            path += *path == '.';
            size_t length = strcspn(path, ".[");
            snprintf(key, sizeof(key), "%.*s", (int)length, path);
            value = tl_json_find(value, key);
            path += length;
        }
    }
    return value;
}

const tl_json_value *made_value(const made_scene *made, const char *path) {
    const tl_json_value *value = made_find(tl_json_root(made->answer), path);
    if (value == NULL) {
        fail_msg("no `%s` in %s", path, tl_json_source(made->answer, NULL));
    }
    return value;
}

bool made_has(const made_scene *made, const char *path) {
    return made_find(tl_json_root(made->answer), path) != NULL;
}

double made_number(const made_scene *made, const char *path) {
    const tl_json_value *value = made_value(made, path);
    assert_int_equal(value->kind, TL_JSON_NUMBER);
    return value->number;
}

const char *made_word(const made_scene *made, const char *path) {
    const tl_json_value *value = made_value(made, path);
    assert_int_equal(value->kind, TL_JSON_STRING);
    return value->text;
}

tl_vec3 made_point(const made_scene *made, const char *path) {
    const tl_json_value *value = made_value(made, path);
    assert_int_equal(value->kind, TL_JSON_ARRAY);
    assert_int_equal(value->count, 3);
    return (tl_vec3){value->items[0].number, value->items[1].number, value->items[2].number};
}

bool made_lists(const made_scene *made, const char *path, const char *text) {
    const tl_json_value *value = made_value(made, path);
    for (size_t i = 0; i < value->count; i++) {
        if (value->items[i].kind == TL_JSON_STRING && strcmp(value->items[i].text, text) == 0) {
            return true;
        }
    }
    return false;
}

/* --- A second opinion on lines ------------------------------------------------------------------------------------ */

typedef struct big {
    long double x, y, z;
} big;

static big to_big(tl_vec3 p) {
    return (big){p.x, p.y, p.z};
}
static big minus(big a, big b) {
    return (big){a.x - b.x, a.y - b.y, a.z - b.z};
}
static big along(big a, big d, long double t) {
    return (big){a.x + t * d.x, a.y + t * d.y, a.z + t * d.z};
}
static long double dot(big a, big b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static big cross(big a, big b) {
    return (big){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static long double unit(long double t) {
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

static long double point_segment(big p, big a, big b) {
    big d = minus(b, a);
    long double length = dot(d, d);
    big r = minus(p, along(a, d, length > 0 ? unit(dot(minus(p, a), d) / length) : 0));
    return sqrtl(dot(r, r));
}

static long double segment_segment(big a, big b, big c, big d) {
    big u = minus(b, a), v = minus(d, c), w = minus(a, c);
    long double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    long double det = uu * vv - uv * uv, best = fminl(point_segment(a, c, d), point_segment(b, c, d));
    best = fminl(best, fminl(point_segment(c, a, b), point_segment(d, a, b)));
    if (det > 0) {
        long double s = (uv * vw - vv * uw) / det, t = (uu * vw - uv * uw) / det;
        if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
            big r = minus(along(a, u, s), along(c, v, t));
            best = fminl(best, sqrtl(dot(r, r)));
        }
    }
    return best;
}

/* Whether a point of the triangle's plane lies in it. */
static bool in_triangle(big p, const big c[3], big n) {
    int positive = 0, negative = 0;
    for (int i = 0; i < 3; i++) {
        long double s = dot(cross(minus(c[(i + 1) % 3], c[i]), minus(p, c[i])), n);
        positive += s > 0;
        negative += s < 0;
    }
    return positive == 0 || negative == 0;
}

double made_segment_distance(tl_vec3 from, tl_vec3 to, const tl_vec3 corner[3]) {
    big p = to_big(from), q = to_big(to), c[3] = {to_big(corner[0]), to_big(corner[1]), to_big(corner[2])};
    long double best = INFINITY;
    for (int i = 0; i < 3; i++) {
        best = fminl(best, segment_segment(p, q, c[i], c[(i + 1) % 3]));
    }
    big n = cross(minus(c[1], c[0]), minus(c[2], c[0]));
    long double nn = dot(n, n);
    if (nn > 0) {
        long double a = dot(minus(p, c[0]), n), b = dot(minus(q, c[0]), n);
        big foot_p = along(p, n, -a / nn), foot_q = along(q, n, -b / nn);
        if (in_triangle(foot_p, c, n)) {
            best = fminl(best, fabsl(a) / sqrtl(nn));
        }
        if (in_triangle(foot_q, c, n)) {
            best = fminl(best, fabsl(b) / sqrtl(nn));
        }
        if ((a < 0) != (b < 0) && in_triangle(along(p, minus(q, p), a / (a - b)), c, n)) {
            best = 0;
        }
    }
    return (double)best;
}

double made_clearance(const made_scene *made, tl_vec3 p, tl_vec3 q) {
    double best = INFINITY;
    for (size_t i = 0; i < made->triangle_count; i++) {
        best = fmin(best, made_segment_distance(p, q, made->triangles[i]));
    }
    return best;
}

void made_check_witness(const made_scene *made, double widest) {
    double stated = made_number(made, "witness.clearance_mm");
    double found = made_clearance(made, made_point(made, "witness.from"), made_point(made, "witness.to"));
    assert_true(stated > 0);
    if (!(found >= stated - 1e-9)) {
        fail_msg("the witness is said to be clear by %.17g, but passes at %.17g", stated, found);
    }
    assert_true(stated <= widest + 1e-9);
}
