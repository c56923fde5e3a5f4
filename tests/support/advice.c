/* advice.c: puts things of known truth into files, and reads what reports say to do with them. */
#include "support/advice.h"

#include "math/angle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Things ------------------------------------------------------------------------------------------------------- */

void thing_group(thing *t, const char *name) {
    assert_true(t->group_count < THING_GROUPS);
    snprintf(t->names[t->group_count++], sizeof(t->names[0]), "%s", name);
}

static uint32_t add_vertex(thing *t, tl_vec3 p) {
    assert_true(t->vertex_count < THING_VERTICES);
    t->vertices[t->vertex_count] = p;
    return (uint32_t)t->vertex_count++;
}

static void add_triangle(thing *t, uint32_t a, uint32_t b, uint32_t c) {
    assert_true(t->triangle_count < THING_TRIANGLES);
    if (t->group_count == 0) {
        thing_group(t, "thing");
    }
    t->group[t->triangle_count] = t->group_count - 1;
    const uint32_t corner[3] = {a, b, c};
    memcpy(t->triangles[t->triangle_count++], corner, sizeof(corner));
}

void thing_box(thing *t, tl_vec3 low, tl_vec3 high) {
    static const uint32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = add_vertex(
            t, (tl_vec3){(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z});
    }
    for (int i = 0; i < 6; i++) {
        const uint32_t *f = faces[i];
        add_triangle(t, v[f[0]], v[f[1]], v[f[2]]);
        add_triangle(t, v[f[0]], v[f[2]], v[f[3]]);
    }
}

void thing_prism(thing *t, tl_vec2 middle, tl_vec2 half, double low, double high, int corners) {
    uint32_t first = (uint32_t)t->vertex_count;
    const uint32_t n = (uint32_t)corners;
    for (int i = 0; i < corners; i++) {
        double a = 2 * 3.14159265358979 * i / corners, x = middle.x + half.x * cos(a), y = middle.y + half.y * sin(a);
        (void)add_vertex(t, (tl_vec3){x, y, low});
        (void)add_vertex(t, (tl_vec3){x, y, high});
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = first + 2 * i, b = first + 2 * ((i + 1) % n);
        add_triangle(t, a, b, b + 1);
        add_triangle(t, a, b + 1, a + 1);
        if (i > 0 && i + 1 < n) {
            add_triangle(t, first, b, a);
            add_triangle(t, first + 1, a + 1, b + 1);
        }
    }
}

void thing_sheet(thing *t, double width, double depth, int cells, double rough, test_random *random) {
    uint32_t first = (uint32_t)t->vertex_count, row = (uint32_t)cells + 1;
    for (int k = 0; k <= cells; k++) {
        for (int i = 0; i <= cells; i++) {
            double u = (double)i / cells, v = (double)k / cells;
            bool hill = u > 0.5 && u < 0.85 && v > 0.3 && v < 0.8;
            (void)add_vertex(t, (tl_vec3){(u - 0.5) * width, (v - 0.5) * depth,
                                          hill ? test_random_between(random, 0.2, 1) * rough : 0});
        }
    }
    for (uint32_t k = 0; k + 1 < row; k++) {
        for (uint32_t i = 0; i + 1 < row; i++) {
            uint32_t a = first + k * row + i;
            add_triangle(t, a, a + 1, a + row + 1);
            add_triangle(t, a, a + row + 1, a + row);
        }
    }
}

static void make_house(thing *t, test_random *r) {
    double x = test_random_between(r, 40, 140), y = test_random_between(r, 40, 140);
    double h = test_random_between(r, 0.8, 1.6) * tl_min(x, y);
    thing_box(t, (tl_vec3){-x, -y, 0}, (tl_vec3){x, y, h});
    thing_box(t, (tl_vec3){-0.9 * x, -0.9 * y, h}, (tl_vec3){-0.5 * x, -0.4 * y, 1.5 * h});
    thing_box(t, (tl_vec3){0.2 * x, 0.1 * y, h}, (tl_vec3){0.7 * x, 0.3 * y, 1.3 * h});
}

static void make_figure(thing *t, test_random *r) {
    double base = test_random_between(r, 10, 20), h = test_random_between(r, 28, 50);
    thing_group(t, "base");
    thing_prism(t, (tl_vec2){0, 0}, (tl_vec2){base, base}, 0, test_random_between(r, 2, 3.5), 64);
    thing_group(t, "torso");
    thing_box(t, (tl_vec3){-0.4 * base, -0.5 * base, 3}, (tl_vec3){0.3 * base, 0.45 * base, 0.8 * h});
    thing_group(t, "head");
    thing_box(t, (tl_vec3){-0.2 * base, -0.25 * base, 0.8 * h}, (tl_vec3){0.2 * base, 0.2 * base, h});
    thing_group(t, "rifle");
    thing_box(t, (tl_vec3){0.3 * base, 0.3 * base, 0.5 * h}, (tl_vec3){0.9 * base, 0.4 * base, 0.55 * h});
}

void thing_make(thing *t, thing_kind kind, test_random *r) {
    memset(t, 0, sizeof(*t));
    if (kind == THING_HOUSE) {
        make_house(t, r);
    } else if (kind == THING_FIGURE) {
        make_figure(t, r);
    } else {
        thing_sheet(t, test_random_between(r, 900, 1800), test_random_between(r, 800, 1200), 24,
                    test_random_between(r, 20, 90), r);
    }
}

tl_box3 thing_box_of(const thing *t) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < t->vertex_count; i++) {
        box = tl_box3_add(box, t->vertices[i]);
    }
    return box;
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

tl_vec3 thing_in_file(const thing_file *f, tl_vec3 p) {
    tl_pose pose = tl_pose_turned_tilted((tl_vec3){0, 0, 0}, 0, f->roll, f->pitch);
    p = tl_scale(tl_add(tl_pose_point(&pose, p), f->beside), f->scale / f->unit_mm);
    double c[3];
    /* right-handed whatever the axes: the third has the sign that makes it so */
    const int third = 3 - f->up - f->forward;
    const double sign = f->up_sign * ((f->forward + 1) % 3 == third ? 1 : -1);
    c[f->up] = f->up_sign * p.z;
    c[f->forward] = p.x;
    c[third] = sign * p.y;
    return (tl_vec3){c[0], c[1], c[2]};
}

void thing_write(const made_scene *m, const char *name, const thing *t, const thing_file *file) {
    char path[600];
    snprintf(path, sizeof(path), "%s/%s", m->folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    for (size_t i = 0; i < t->vertex_count; i++) {
        tl_vec3 p = thing_in_file(file, t->vertices[i]);
        fprintf(out, "v %.12g %.12g %.12g\n", p.x, p.y, p.z);
    }
    for (size_t i = 0; i < t->triangle_count; i++) {
        if (i == 0 || t->group[i] != t->group[i - 1]) {
            fprintf(out, "g %s\n", t->names[t->group[i]]);
        }
        fprintf(out, "f %u %u %u\n", t->triangles[i][0] + 1, t->triangles[i][1] + 1, t->triangles[i][2] + 1);
    }
    fclose(out);
}

size_t thing_read(const made_scene *m, const char *name, tl_vec3 *vertices, size_t most) {
    char path[600], line[300];
    size_t count = 0;
    snprintf(path, sizeof(path), "%s/%s", m->folder, name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    while (fgets(line, sizeof(line), in) != NULL) {
        tl_vec3 p;
        if (sscanf(line, "v %lf %lf %lf", &p.x, &p.y, &p.z) == 3) {
            assert_true(count < most);
            vertices[count++] = p;
        }
    }
    fclose(in);
    return count;
}

char *advice_ask(const made_scene *m, const char *name, const tl_mesh_options *options, const char *language,
                 bool json) {
    char path[600], output[600], *text = NULL, *copy;
    tl_mesh_options asked = *options;
    tl_error error = {0};
    tl_context *context =
        tl_context_create(&(tl_context_options){.struct_size = sizeof(tl_context_options), .language = language});
    snprintf(path, sizeof(path), "%s%s%s", name[0] == '/' ? "" : m->folder, name[0] == '/' ? "" : "/", name);
    if (asked.output != NULL) {
        snprintf(output, sizeof(output), "%s/%s", m->folder, asked.output);
        asked.output = output;
    }
    tl_status status = tl_mesh_describe(context, path, &asked, json, &text, &error);
    copy = status == TL_OK ? strdup(text) : NULL;
    tl_text_free(context, text);
    tl_context_destroy(context);
    return copy;
}

/* --- Taking it ---------------------------------------------------------------------------------------------------- */

/* The text between the backticks of a sentence that has `within` between them; false: none. */
static bool between_backticks(const char *report, const char *within, char *text, size_t size) {
    for (const char *at = strchr(report, '`'); at != NULL; at = strchr(at, '`')) {
        const char *end = strchr(at + 1, '`');
        if (end == NULL) {
            return false;
        }
        snprintf(text, size, "%.*s", (int)(end - at - 1), at + 1);
        if (strstr(text, within) != NULL) {
            return true;
        }
        at = end + 1;
    }
    text[0] = '\0';
    return false;
}

void advice_read(const char *report, advice *a) {
    static const char scene[] = "in a scene: ";
    memset(a, 0, sizeof(*a));
    for (const char *at = strstr(report, scene); at != NULL; at = strstr(at + 1, scene)) {
        char fields[300];
        bool own = at[-1] == ' ' && at[-2] == ' '; /* a line of its own; else another way to do what stands before it */
        snprintf(fields, sizeof(fields), "%.*s", (int)strcspn(at + sizeof(scene) - 1, "\n"), at + sizeof(scene) - 1);
        char *rest = strstr(fields, ", which makes it");
        if (rest != NULL) {
            *rest = '\0';
        }
        if (own) {
            size_t used = strlen(a->fields);
            snprintf(a->fields + used, sizeof(a->fields) - used, ",%s", fields);
        }
        const char *unit = strstr(fields, "\"unit\": \""), *up = strstr(fields, "\"up\": \"");
        const char *scale = strstr(fields, "\"scale\": ");
        (void)(unit != NULL && sscanf(unit, "\"unit\": \"%11[a-z]", a->unit));
        (void)(up != NULL && sscanf(up, "\"up\": \"%3[^\"]", a->up));
        (void)(scale != NULL && sscanf(scale, "\"scale\": %lf", &a->scale));
    }
    const char *tilt = strstr(report, "\"tilt\": [");
    a->level = strstr(report, "--level sets it right") != NULL;
    a->up_first = strstr(report, "the ground is another") != NULL;
    a->scaled = strstr(report, "or in a scene with the unit and scale told above: \"tilt\"") != NULL;
    if (a->level) {
        assert_non_null(tilt);
        assert_int_equal(sscanf(tilt, "\"tilt\": [%lf, %lf], \"at\": [X, Y, %lf]", &a->roll, &a->pitch, &a->at), 3);
    }
    (void)between_backticks(report, "--move ", a->move, sizeof(a->move));
    (void)between_backticks(report, "--join ", a->join, sizeof(a->join));
}

void advice_options(const char *command, tl_mesh_options *o, char text[256]) {
    snprintf(text, 256, "%s", command);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strcmp(word, "--level") == 0) {
            o->level = true;
            continue;
        }
        if (strcmp(word, "--reorient") == 0) {
            o->reorient = true;
            continue;
        }
        char *value = strtok(NULL, " ");
        assert_non_null(value);
        if (strcmp(word, "--move") == 0) {
            assert_true(sscanf(value, "%lf,%lf,%lf", &o->move_mm[0], &o->move_mm[1], &o->move_mm[2]) >= 2);
        } else if (strcmp(word, "--up") == 0) {
            o->up = value;
        } else if (strcmp(word, "--unit") == 0) {
            o->unit = value;
        } else if (strcmp(word, "--scale") == 0) {
            o->scale = atof(value);
        } else if (strcmp(word, "--join") == 0) {
            o->join_mm = atof(value);
        } else if (strcmp(word, "--turn") == 0) {
            o->turn_deg = atof(value);
        } else if (strcmp(word, "-o") == 0) {
            o->output = strcmp(value, "FILE") == 0 ? "NEW.obj" : value;
        } else {
            fail_msg("what is `%s`?", word);
        }
    }
}

void advice_codes(const char *report, char *codes, size_t size) {
    size_t used = 0;
    codes[0] = '\0';
    for (const char *c = report; *c != '\0' && used + 2 < size; c++) {
        const char *end = NULL;
        if (*c == '"') {
            end = c + 1 + strcspn(c + 1, " \n\"");
        } else if (*c == '-' && c[1] == '-') {
            end = c + strcspn(c, " `\n;");
        }
        if (end != NULL) {
            used += (size_t)snprintf(codes + used, size - used, "%.*s|", (int)(end - c), c);
            c = end - 1 + (*end == '"');
        }
    }
}
