/* COLLADA in many spellings: small files made from triangles, nodes, skins and morphs that are known, read, and
 * compared corner for corner with what plain formulas give; the same files cut off and damaged; and what is told or
 * refused, with the very words. */
#include "support/assert_geom.h"

#include "geom/polygon2.h"
#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 400, MOST_GEOMETRIES = 3, MOST_PARTS = 3, MOST_FACES = 4, MOST_CORNERS = 6, MOST_POINTS = 96 };
enum { MOST_NODES = 7, MOST_STEPS = 3, MOST_JOINTS = 3, MOST_TARGETS = 2, MOST_RESULTS = 4096 };

static char path[256];

/* --- What is known ------------------------------------------------------------------------------------------------ */

typedef enum part_kind { TRIANGLES, POLYLIST, POLYGONS, STRIPS, FANS, PART_KINDS } part_kind;

/* Each face, strip or fan has points of its own. */
typedef struct part {
    part_kind kind;
    int faces, sizes[MOST_FACES], first[MOST_FACES];
} part;

typedef struct geometry {
    tl_vec3 points[MOST_POINTS];
    int point_count, parts;
    part part[MOST_PARTS];
} geometry;

typedef enum step_kind { MATRIX, TRANSLATE, ROTATE, SCALE, LOOK_AT, SKEW, STEP_KINDS } step_kind;

typedef struct step {
    step_kind kind;
    double number[16];
} step;

typedef enum holds { NOTHING, GEOMETRY, SKIN, MORPH, BENT_MORPH } holds;

typedef struct node {
    int parent; /* -1: the scene */
    int steps;
    step step[MOST_STEPS];
    holds holds;
    int geometry;
    bool in_library; /* its parent instances it */
} node;

/* The skin of every SKIN and BENT_MORPH, with random pairs for each point. */
typedef struct known {
    int geometries, nodes;
    geometry geometry[MOST_GEOMETRIES];
    node node[MOST_NODES];
    int copied; /* a library node that the scene instances once more; -1: none */
    double copied_by[3];
    int joints, joint[MOST_JOINTS]; /* numbers of nodes */
    step shape, bound[MOST_JOINTS]; /* the matrices of a skin */
    int pairs[MOST_POINTS], pair_joint[MOST_POINTS][2];
    double pair_weight[MOST_POINTS][2];
    int targets;
    tl_vec3 target[MOST_TARGETS][MOST_POINTS]; /* of the first geometry */
    double target_weight[MOST_TARGETS];
    bool relative;
    int unit, up;
} known;

static const struct {
    const char *tag;
    tl_unit read_as;
    double scale;
} units[] = {{"<unit name=\"millimeter\" meter=\"0.001\"/>", TL_UNIT_MM, 1},
             {"<unit meter='1e-2' name='centimeter' />", TL_UNIT_CM, 1},
             {"<unit meter=\".0254\" name=\"inch\"></unit>", TL_UNIT_INCH, 1},
             {"<unit meter=\"0.3048\"/>", TL_UNIT_FOOT, 1},
             {"<unit name=\"meter\" meter=\"1.0\"/>", TL_UNIT_M, 1},
             {"<unit meter=\"0,01\"/>", TL_UNIT_CM, 1},
             {"<unit name=\"yard\" meter=\"0.9144\"/>", TL_UNIT_CM, 91.44},
             {"", TL_UNIT_M, 1}};
static const struct {
    const char *tag;
    tl_axis axis;
} ups[] = {{"<up_axis>Z_UP</up_axis>", TL_AXIS_PZ},
           {"<up_axis>\n Y_UP </up_axis>", TL_AXIS_PY},
           {"<up_axis>X_UP</up_axis>", TL_AXIS_PX},
           {"", TL_AXIS_PY}};

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static bool one_in(test_random *random, int count) {
    return below(random, count) == 0;
}

static double number_of(test_random *random) {
    char text[40];
    snprintf(text, sizeof(text), "%.*g", 1 + below(random, 17), test_random_between(random, -50, 50));
    return strtod(text, NULL);
}

static tl_vec3 point_of(test_random *random) {
    return (tl_vec3){number_of(random), number_of(random), number_of(random)};
}

/* A convex polygon on a parabola for more than three corners, else a triangle or a strip of any shape. */
static void make_face(test_random *random, geometry *g, part *p, int size, bool plane) {
    tl_vec3 from = point_of(random), along = point_of(random), across = point_of(random);
    p->first[p->faces] = g->point_count;
    p->sizes[p->faces++] = size;
    for (int i = 0; i < size; i++) {
        g->points[g->point_count++] =
            plane ? tl_madd(tl_madd(from, along, i - 2.0), across, (i - 2.0) * (i - 2.0) / 4) : point_of(random);
    }
}

static void make_geometry(test_random *random, geometry *g) {
    g->parts = 1 + below(random, MOST_PARTS);
    for (int i = 0; i < g->parts; i++) {
        part *p = &g->part[i];
        p->kind = (part_kind)below(random, PART_KINDS);
        int faces = 1 + below(random, MOST_FACES);
        for (int k = 0; k < faces; k++) {
            int size = p->kind == TRIANGLES ? 3 : 3 + below(random, MOST_CORNERS - 2);
            make_face(random, g, p, size, size > 3 && (p->kind == POLYLIST || p->kind == POLYGONS));
        }
    }
}

static void make_matrix(test_random *random, step *s) {
    s->kind = MATRIX;
    for (int k = 0; k < 12; k++) {
        s->number[k] = k % 5 == 0 ? test_random_between(random, 0.5, 2) : test_random_between(random, -0.3, 0.3);
        s->number[k] = k % 4 == 3 ? number_of(random) : s->number[k];
    }
    s->number[0] *= one_in(random, 3) ? -1 : 1;
    s->number[15] = 1;
}

static void make_step(test_random *random, step *s) {
    s->kind = (step_kind)below(random, STEP_KINDS);
    for (int k = 0; k < 9; k++) {
        s->number[k] = number_of(random);
    }
    if (s->kind == MATRIX) {
        make_matrix(random, s);
    } else if (s->kind == ROTATE) {
        s->number[3] = one_in(random, 2) ? 90 * (below(random, 9) - 4) : 10 * number_of(random);
    } else if (s->kind == SCALE) {
        for (int k = 0; k < 3; k++) {
            s->number[k] = test_random_between(random, 0.5, 2) * (one_in(random, 4) ? -1 : 1);
        }
    } else if (s->kind == SKEW) {
        s->number[0] = test_random_between(random, -60, 60);
        int from = below(random, 3), to = (from + 1 + below(random, 2)) % 3;
        for (int k = 0; k < 3; k++) {
            s->number[1 + k] = k == from ? 2 : 0;
            s->number[4 + k] = k == to ? -0.5 : 0;
        }
    }
}

/* `plain`: nodes that move nothing. */
static void make_nodes(test_random *random, known *k, bool bent, bool plain) {
    k->nodes = 1 + below(random, MOST_NODES);
    k->copied = -1;
    for (int i = 0; i < k->nodes; i++) {
        node *n = &k->node[i];
        n->parent = i == 0 || one_in(random, 3) ? -1 : below(random, i);
        n->in_library = one_in(random, 4);
        n->steps = plain || one_in(random, 3) ? 0 : 1 + below(random, MOST_STEPS);
        for (int s = 0; s < n->steps; s++) {
            make_step(random, &n->step[s]);
        }
        n->geometry = below(random, k->geometries);
        n->holds = i == k->nodes - 1 || !one_in(random, 3) ? GEOMETRY : NOTHING;
        if (bent && one_in(random, 2)) {
            static const holds kinds[] = {SKIN, MORPH, BENT_MORPH};
            n->holds = kinds[below(random, 3)];
            n->geometry = 0;
        }
        if (n->in_library && !bent && !plain) {
            k->copied = i;
        }
    }
}

static void make_bends(test_random *random, known *k) {
    k->joints = 1 + below(random, k->nodes < MOST_JOINTS ? k->nodes : MOST_JOINTS);
    int first = below(random, k->nodes);
    make_matrix(random, &k->shape);
    for (int j = 0; j < k->joints; j++) {
        k->joint[j] = (first + j) % k->nodes;
        make_matrix(random, &k->bound[j]);
    }
    k->relative = one_in(random, 2);
    k->targets = 1 + below(random, MOST_TARGETS);
    for (int t = 0; t < k->targets; t++) {
        k->target_weight[t] = one_in(random, 4) ? 0 : test_random_between(random, 0, 1);
        for (int i = 0; i < k->geometry[0].point_count; i++) {
            k->target[t][i] = point_of(random);
        }
    }
    for (int i = 0; i < k->geometry[0].point_count; i++) {
        k->pairs[i] = below(random, 3);
        for (int p = 0; p < k->pairs[i]; p++) {
            k->pair_joint[i][p] = one_in(random, 8) ? -1 : below(random, k->joints);
            k->pair_weight[i][p] = 0.25 * (1 + below(random, 6));
        }
    }
}

static void make_known(test_random *random, known *k, int round) {
    bool bent = round % 3 == 2;
    memset(k, 0, sizeof(*k));
    k->geometries = 1 + below(random, MOST_GEOMETRIES);
    k->unit = below(random, (int)(sizeof(units) / sizeof(units[0])));
    k->up = below(random, 4);
    for (int g = 0; g < k->geometries; g++) {
        make_geometry(random, &k->geometry[g]);
    }
    make_nodes(random, k, bent, round % 3 == 1);
    if (bent) {
        make_bends(random, k);
    }
    for (int a = 0; a < 3; a++) {
        k->copied_by[a] = number_of(random);
    }
}

/* --- What it should be -------------------------------------------------------------------------------------------- */

static tl_vec3 unit_of(tl_vec3 v) {
    return tl_scale(v, 1 / sqrt(tl_dot(v, v)));
}

/* What one transformation does to a point, each by the plain formula. */
static tl_vec3 take_step(const step *s, tl_vec3 p) {
    const double *n = s->number;
    tl_vec3 a = {n[0], n[1], n[2]}, b = {n[3], n[4], n[5]};
    switch (s->kind) {
    case TRANSLATE:
        return tl_add(p, a);
    case SCALE:
        return (tl_vec3){p.x * n[0], p.y * n[1], p.z * n[2]};
    case ROTATE: {
        double angle = n[3] * TL_PI / 180;
        a = unit_of(a);
        tl_vec3 turned = tl_madd(tl_scale(p, cos(angle)), tl_cross(a, p), sin(angle));
        return tl_madd(turned, a, tl_dot(a, p) * (1 - cos(angle)));
    }
    case LOOK_AT: {
        tl_vec3 z = unit_of(tl_sub(a, b)), x = unit_of(tl_cross((tl_vec3){n[6], n[7], n[8]}, z)), y = tl_cross(z, x);
        return tl_madd(tl_madd(tl_madd(a, x, p.x), y, p.y), z, p.z);
    }
    case SKEW: {
        tl_vec3 along = unit_of((tl_vec3){n[1], n[2], n[3]}), shifted = unit_of((tl_vec3){n[4], n[5], n[6]});
        return tl_madd(p, shifted, tan(n[0] * TL_PI / 180) * tl_dot(p, along));
    }
    default:
        return (tl_vec3){n[0] * p.x + n[1] * p.y + n[2] * p.z + n[3], n[4] * p.x + n[5] * p.y + n[6] * p.z + n[7],
                         n[8] * p.x + n[9] * p.y + n[10] * p.z + n[11]};
    }
}

/* Into the scene's frame, from a node's. */
static tl_vec3 to_scene(const known *k, int number, tl_vec3 p) {
    for (; number >= 0; number = k->node[number].parent) {
        const node *n = &k->node[number];
        for (int s = n->steps; s-- > 0;) {
            p = take_step(&n->step[s], p);
        }
    }
    return p;
}

/* A map of points to points, by who makes it: a joint of the skin, or a node (-1). */
static tl_vec3 moved(const known *k, int number, int joint, bool skinned, tl_vec3 p) {
    p = skinned ? take_step(&k->shape, p) : p;
    return joint < 0 ? to_scene(k, number, p) : to_scene(k, k->joint[joint], take_step(&k->bound[joint], p));
}

static bool mirrors(const known *k, int number, int joint, bool skinned) {
    tl_vec3 o = moved(k, number, joint, skinned, (tl_vec3){0, 0, 0}), e[3];
    for (int a = 0; a < 3; a++) {
        e[a] = tl_sub(moved(k, number, joint, skinned, (tl_vec3){a == 0, a == 1, a == 2}), o);
    }
    return tl_dot(tl_cross(e[0], e[1]), e[2]) < 0;
}

static tl_vec3 morphed(const known *k, tl_vec3 p, int i) {
    double sum = 0;
    tl_vec3 added = {0, 0, 0};
    for (int t = 0; t < k->targets; t++) {
        sum += k->target_weight[t];
        added = tl_madd(added, k->target[t][i], k->target_weight[t]);
    }
    return tl_add(tl_scale(p, k->relative ? 1 : 1 - sum), added);
}

static tl_vec3 skinned(const known *k, int number, tl_vec3 p, int i) {
    tl_vec3 sum = {0, 0, 0};
    double total = 0;
    for (int n = 0; n < k->pairs[i]; n++) {
        sum = tl_madd(sum, moved(k, number, k->pair_joint[i][n], true, p), k->pair_weight[i][n]);
        total += k->pair_weight[i][n];
    }
    return k->pairs[i] > 0 ? tl_scale(sum, 1 / total) : moved(k, number, -1, true, p);
}

typedef struct result {
    int count;
    tl_vec3 corner[MOST_CORNERS];
    bool turned; /* its node mirrors: it is wound the other way */
    bool either; /* some of what moves it does */
} result;

typedef struct results {
    int count;
    result all[MOST_RESULTS];
} results;

static tl_vec3 point_at(const known *k, int number, int i) {
    const node *n = &k->node[number];
    tl_vec3 p = k->geometry[n->geometry].points[i];
    p = n->holds == MORPH || n->holds == BENT_MORPH ? morphed(k, p, i) : p;
    return n->holds == SKIN || n->holds == BENT_MORPH ? skinned(k, number, p, i) : to_scene(k, number, p);
}

static void add_result(results *out, const known *k, int number, const int *corner, int count, tl_vec3 by) {
    const node *n = &k->node[number];
    result *r = &out->all[out->count++];
    assert_true(out->count < MOST_RESULTS);
    *r = (result){.count = count, .turned = mirrors(k, number, -1, false)};
    for (int i = 0; i < count; i++) {
        r->corner[i] = tl_scale(tl_add(point_at(k, number, corner[i]), by), units[k->unit].scale);
    }
    if (n->holds == SKIN || n->holds == BENT_MORPH) {
        r->turned = mirrors(k, number, -1, true);
        for (int j = 0; j < k->joints; j++) {
            r->either = r->either || mirrors(k, number, j, true) != r->turned;
        }
    }
}

static void add_part(results *out, const known *k, int number, const part *p, tl_vec3 by) {
    for (int f = 0; f < p->faces; f++) {
        int first = p->first[f], corner[MOST_CORNERS];
        if (p->kind == STRIPS || p->kind == FANS) {
            for (int i = 2; i < p->sizes[f]; i++) {
                bool odd = p->kind == STRIPS && i % 2 == 1;
                int a = p->kind == FANS ? first : first + i - 2, b = first + i - 1;
                const int triangle[3] = {odd ? b : a, odd ? a : b, first + i};
                add_result(out, k, number, triangle, 3, by);
            }
            continue;
        }
        for (int i = 0; i < p->sizes[f]; i++) {
            corner[i] = first + i;
        }
        add_result(out, k, number, corner, p->sizes[f], by);
    }
}

/* A node and those in it: first those that it instances. */
static void add_node(results *out, const known *k, int number, tl_vec3 by) {
    const node *n = &k->node[number];
    const geometry *g = &k->geometry[n->geometry];
    for (int i = 0; n->holds != NOTHING && i < g->parts; i++) {
        add_part(out, k, number, &g->part[i], by);
    }
    for (int instanced = 1; instanced >= 0; instanced--) {
        for (int i = number + 1; i < k->nodes; i++) {
            if (k->node[i].parent == number && k->node[i].in_library == (instanced == 1)) {
                add_node(out, k, i, by);
            }
        }
    }
}

/* A copy is the node and those in it, without what is around it, moved. */
static void expect(const known *k, results *out) {
    out->count = 0;
    for (int i = 0; i < k->nodes; i++) {
        if (k->node[i].parent < 0) {
            add_node(out, k, i, (tl_vec3){0, 0, 0});
        }
    }
    if (k->copied >= 0) {
        known alone = *k;
        alone.node[k->copied].parent = -1;
        add_node(out, &alone, k->copied, (tl_vec3){k->copied_by[0], k->copied_by[1], k->copied_by[2]});
    }
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

typedef struct writer {
    FILE *file;
    char *text;
    size_t size;
    test_random *random;
    const known *known;
} writer;

static void gap(writer *w) {
    static const char *const gaps[] = {"", "", "\n", "\r\n", "  ", "\t", "<!-- <p>1 2 3</p> -->", "<?note > ?>"};
    fputs(gaps[below(w->random, 8)], w->file);
}

static void blank(writer *w) {
    static const char *const blanks[] = {" ", " ", " ", " ", "  ", "\n", "\t", "\r\n", " <!-- 7 7 --> "};
    fputs(blanks[below(w->random, 9)], w->file);
}

/* One of the ways to write a number, all with the same double as the nearest. */
static void put_number(writer *w, double number) {
    char text[64], *at = text;
    static const char *const forms[] = {"%.17g", "%.16E", "%+.17g"};
    int form = below(w->random, 4);
    if (form < 3) {
        snprintf(text, sizeof(text), forms[form], number);
    }
    for (int digits = 1; form == 3 && digits <= 17; digits++) { /* the shortest that comes back, without its zero */
        snprintf(text, sizeof(text), "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
            at += text[0] == '0' && text[1] == '.';
            break;
        }
    }
    fputs(at, w->file);
}

static void put_numbers(writer *w, const double *numbers, int count) {
    blank(w);
    for (int i = 0; i < count; i++) {
        put_number(w, numbers[i]);
        blank(w);
    }
}

/* A source: `width` numbers at a time, by the way with numbers before, among and behind them, the coordinates in any
 * order. */
static void put_source(writer *w, const char *id, const double *numbers, int count, int width) {
    static const char *const axes[] = {"X", "Y", "Z"};
    int before = below(w->random, 3), order[16], slots[8], slot_count = 0;
    for (int a = 0; a < width; a++) {
        order[a] = a;
    }
    for (int a = 0; width == 3 && a < 2; a++) {
        int b = a + below(w->random, 3 - a), other = order[a];
        order[a] = order[b];
        order[b] = other;
    }
    for (int a = 0; width < 16 && a < width; a++) {
        for (; one_in(w->random, 6) && slot_count < 6 - width + a; slot_count++) {
            slots[slot_count] = -1;
        }
        slots[slot_count++] = order[a];
    }
    int stride = width == 16 ? 16 : slot_count + (one_in(w->random, 4) ? 1 : 0);
    bool apart = one_in(w->random, 5);
    fprintf(w->file, apart ? "<source id=\"%s_raw\">" : "<source id=\"%s\">", id);
    fprintf(w->file, "<float_array count=\"%d\" id='%s_array'>", before + count * stride, id);
    blank(w);
    for (int i = 0; i < before; i++) {
        fputs("99 ", w->file);
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < stride; k++) {
            int which = width == 16 ? k : k < slot_count ? slots[k] : -1;
            put_number(w, which >= 0 ? numbers[i * width + which] : -77);
            blank(w);
        }
    }
    fprintf(w->file, "</float_array>");
    gap(w);
    if (apart) {
        fprintf(w->file, "</source><source id=\"%s\">", id);
    }
    fprintf(w->file, "<technique_common><accessor source=\"#%s_array\" count=\"%d\" stride=\"%d\"", id, count, stride);
    fprintf(w->file, before > 0 ? " offset=\"%d\">" : ">", before);
    for (int k = 0; width < 16 && k < slot_count; k++) {
        const char *name = slots[k] < 0 ? NULL : width == 3 ? axes[slots[k]] : "WEIGHT";
        fprintf(w->file, name != NULL ? "<param name=\"%s\" type=\"float\"/>" : "<param type=\"float\"/>", name);
    }
    fputs(width == 16 ? "<param name=\"TRANSFORM\" type=\"float4x4\"/>" : "", w->file);
    fputs("</accessor></technique_common></source>", w->file);
    gap(w);
}

static void put_points(writer *w, const char *id, const tl_vec3 *points, int count) {
    double numbers[3 * MOST_POINTS];
    for (int i = 0; i < count; i++) {
        numbers[3 * i] = points[i].x;
        numbers[3 * i + 1] = points[i].y;
        numbers[3 * i + 2] = points[i].z;
    }
    put_source(w, id, numbers, count, 3);
}

/* A corner: its point among other numbers. */
static void put_corner(writer *w, int point, int stride, int offset) {
    for (int k = 0; k < stride; k++) {
        fprintf(w->file, "%d", k == offset ? point : 0);
        blank(w);
    }
}

static void put_part(writer *w, const part *p, int g) {
    static const char *const tags[] = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
    int stride = 1 + below(w->random, 3), offset = below(w->random, stride);
    fprintf(w->file, "<%s count=\"%d\" material=\"steel\">", tags[p->kind], p->faces);
    if (stride > 1 && one_in(w->random, 2)) {
        fprintf(w->file, "<input semantic=\"NORMAL\" source=\"#points%d\" offset=\"%d\"/>", g, stride - 1);
        fprintf(w->file, "<input offset='%d' source='#corners%d' semantic='VERTEX'/>", offset, g);
    } else {
        fprintf(w->file, "<input semantic=\"VERTEX\" source=\"#corners%d\" offset=\"%d\"/>", g, offset);
        fprintf(w->file, "<input semantic=\"TEXCOORD\" source=\"#none\" offset=\"%d\" set=\"1\"/>", stride - 1);
    }
    gap(w);
    if (p->kind == POLYLIST) {
        fputs("<vcount>", w->file);
        for (int f = 0; f < p->faces; f++) {
            blank(w);
            fprintf(w->file, "%d", p->sizes[f]);
        }
        fputs(" </vcount>", w->file);
    }
    bool whole = p->kind == TRIANGLES || p->kind == POLYLIST;
    for (int f = 0; f < p->faces; f++) {
        fputs(f == 0 || !whole ? "<p>" : "", w->file);
        for (int i = 0; i < p->sizes[f]; i++) {
            put_corner(w, p->first[f] + i, stride, offset);
        }
        fputs(f == p->faces - 1 || !whole ? "</p>" : "", w->file);
    }
    fprintf(w->file, "</%s>", tags[p->kind]);
    gap(w);
}

static void put_geometry(writer *w, int g) {
    const geometry *own = &w->known->geometry[g];
    char id[32];
    snprintf(id, sizeof(id), "points%d", g);
    fprintf(w->file, "<geometry id=\"Gerät%d\" name=\"Gesch&#xFC;tz &amp; %d\"><mesh>", g, g);
    put_points(w, id, own->points, own->point_count);
    fprintf(w->file, "<vertices id=\"corners%d\"><input semantic=\"POSITION\" source=\"#points%d\"/></vertices>", g, g);
    fputs(one_in(w->random, 4) ? "<lines count=\"1\"><input semantic=\"VERTEX\" offset=\"0\" source=\"#x\"/><p>0 1</p>"
                                 "</lines>"
                               : "",
          w->file);
    for (int i = 0; i < own->parts; i++) {
        put_part(w, &own->part[i], g);
    }
    fputs("</mesh></geometry>", w->file);
}

static void put_targets(writer *w) {
    const known *k = w->known;
    for (int t = 0; t < k->targets; t++) {
        char id[32];
        snprintf(id, sizeof(id), "aim%d_points", t);
        fprintf(w->file, "<geometry id=\"aim%d\"><mesh>", t);
        put_points(w, id, k->target[t], k->geometry[0].point_count);
        fprintf(w->file,
                "<vertices id=\"aim%d_corners\"><input semantic=\"POSITION\" source=\"#aim%d_points\"/></vertices>"
                "</mesh></geometry>",
                t, t);
    }
}

static void put_geometries(writer *w) {
    fputs("<library_geometries>", w->file);
    for (int i = w->known->geometries; i-- > 0;) {
        put_geometry(w, i);
        gap(w);
    }
    put_targets(w);
    fputs("</library_geometries>", w->file);
}

static void put_names(writer *w, const char *id, const char *array, const char *form, const int *numbers, int count) {
    fprintf(w->file, "<source id=\"%s\"><%s id=\"%s_array\" count=\"%d\">", id, array, id, count);
    for (int i = 0; i < count; i++) {
        blank(w);
        fprintf(w->file, form, numbers[i]);
    }
    fprintf(w->file,
            " </%s><technique_common><accessor source=\"#%s_array\" count=\"%d\"><param name=\"JOINT\" "
            "type=\"name\"/></accessor></technique_common></source>",
            array, id, count);
}

static void put_pairs(writer *w) {
    const known *k = w->known;
    int points = k->geometry[0].point_count;
    bool swapped = one_in(w->random, 2);
    fprintf(w->file,
            "<vertex_weights count=\"%d\"><input semantic=\"JOINT\" source=\"#joints\" offset=\"%d\"/><input "
            "semantic=\"WEIGHT\" source=\"#weights\" offset=\"%d\"/><vcount>",
            points, swapped, !swapped);
    for (int i = 0; i < points; i++) {
        fprintf(w->file, "%d", k->pairs[i]);
        blank(w);
    }
    fputs("</vcount><v>", w->file);
    for (int i = 0, n = 0; i < points; i++) {
        for (int p = 0; p < k->pairs[i]; p++, n++) {
            fprintf(w->file, "%d %d", swapped ? n : k->pair_joint[i][p], swapped ? k->pair_joint[i][p] : n);
            blank(w);
        }
    }
    fputs("</v></vertex_weights>", w->file);
}

static void put_skin(writer *w, const char *id, const char *source) {
    const known *k = w->known;
    double weights[2 * MOST_POINTS], matrices[16 * MOST_JOINTS];
    int count = 0;
    bool ids = one_in(w->random, 3);
    for (int i = 0; i < k->geometry[0].point_count; i++) {
        for (int p = 0; p < k->pairs[i]; p++) {
            weights[count++] = k->pair_weight[i][p];
        }
    }
    for (int j = 0; j < k->joints; j++) {
        memcpy(matrices + (ptrdiff_t)16 * j, k->bound[j].number, sizeof(k->bound[j].number));
    }
    fprintf(w->file, "<controller id=\"%s\"><skin source=\"#%s\"><bind_shape_matrix>", id, source);
    put_numbers(w, k->shape.number, 16);
    fputs("</bind_shape_matrix>", w->file);
    put_names(w, "joints", ids ? "IDREF_array" : "Name_array", ids ? "Knoten%d" : "joint%d", k->joint, k->joints);
    put_source(w, "bounds", matrices, k->joints, 16);
    put_source(w, "weights", weights, count, 1);
    fputs("<joints><input semantic=\"JOINT\" source=\"#joints\"/><input semantic=\"INV_BIND_MATRIX\" "
          "source=\"#bounds\"/></joints>",
          w->file);
    put_pairs(w);
    fputs("</skin></controller>", w->file);
}

static void put_morph(writer *w) {
    const known *k = w->known;
    static const int numbers[] = {0, 1};
    fprintf(w->file, "<controller id=\"morph\"><morph source=\"#Gerät0\"%s>",
            k->relative            ? " method=\"RELATIVE\""
            : one_in(w->random, 2) ? ""
                                   : " method=\"NORMALIZED\"");
    put_names(w, "aims", "IDREF_array", "aim%d", numbers, k->targets);
    put_source(w, "much", k->target_weight, k->targets, 1);
    fputs("<targets><input semantic=\"MORPH_TARGET\" source=\"#aims\"/><input semantic=\"MORPH_WEIGHT\" "
          "source=\"#much\"/></targets></morph></controller>",
          w->file);
}

/* Sources have the same ids in both skins: the nearest counts. */
static void put_controllers(writer *w) {
    if (w->known->joints == 0) {
        return;
    }
    fputs("<library_controllers>", w->file);
    put_skin(w, "skin", "Gerät0");
    put_morph(w);
    put_skin(w, "bent", "morph");
    fputs("</library_controllers>", w->file);
}

static void put_step(writer *w, const step *s) {
    static const char *const tags[] = {"matrix", "translate", "rotate", "scale", "lookat", "skew"};
    static const int counts[] = {16, 3, 4, 3, 9, 7};
    fprintf(w->file, "<%s%s>", tags[s->kind], one_in(w->random, 2) ? " sid=\"step\"" : "");
    put_numbers(w, s->number, counts[s->kind]);
    fprintf(w->file, "</%s>", tags[s->kind]);
    gap(w);
}

/* What a node holds. The scene's first joint's skeleton is named or found. */
static void put_instance(writer *w, const node *n) {
    static const char *const controllers[] = {"", "", "skin", "morph", "bent"};
    if (n->holds == GEOMETRY) {
        fprintf(w->file,
                one_in(w->random, 2) ? "<instance_geometry url=\"#Gerät%d\">"
                                     : "<instance_geometry url=\"#Ger%%C3%%A4t%d\">",
                n->geometry);
        fputs("<bind_material><technique_common><instance_material symbol=\"steel\" "
              "target=\"#iron\"/></technique_common></bind_material></instance_geometry>",
              w->file);
    } else if (n->holds != NOTHING) {
        fprintf(w->file, "<instance_controller url=\"#%s\">", controllers[n->holds]);
        for (int j = 0; n->holds != MORPH && one_in(w->random, 2) && j < w->known->joints; j++) {
            fprintf(w->file, "<skeleton>#Knoten%d</skeleton>", w->known->joint[j]);
        }
        fputs("</instance_controller>", w->file);
    }
}

static void put_node(writer *w, int number) {
    const known *k = w->known;
    const node *n = &k->node[number];
    fprintf(w->file, "<node id=\"Knoten%d\" sid=\"joint%d\" name=\"node %d\">", number, number, number);
    gap(w);
    for (int s = 0; s < n->steps; s++) {
        put_step(w, &n->step[s]);
    }
    put_instance(w, n);
    for (int i = number + 1; i < k->nodes; i++) {
        if (k->node[i].parent == number && k->node[i].in_library) {
            fprintf(w->file, "<instance_node url=\"#Knoten%d\"/>", i);
        }
    }
    for (int i = number + 1; i < k->nodes; i++) {
        if (k->node[i].parent == number && !k->node[i].in_library) {
            put_node(w, i);
        }
    }
    fputs("</node>", w->file);
}

static void put_node_library(writer *w) {
    const known *k = w->known;
    fputs("<library_nodes>", w->file);
    for (int i = 0; i < k->nodes; i++) {
        if (k->node[i].in_library) {
            put_node(w, i);
        }
    }
    fputs("</library_nodes>", w->file);
}

/* Another scene, which isn't shown, stands before or behind. */
static void put_scenes(writer *w) {
    static const char other[] = "<visual_scene id=\"other\"><node sid=\"joint0\"><translate>1 1 1</translate>"
                                "<instance_geometry url=\"#Gerät0\"/></node></visual_scene>";
    const known *k = w->known;
    int where = below(w->random, 3);
    fprintf(w->file, "<library_visual_scenes>%s<visual_scene id=\"shown\" name=\"yard\">", where == 0 ? other : "");
    for (int i = 0; i < k->nodes; i++) {
        if (k->node[i].parent < 0 && !k->node[i].in_library) {
            put_node(w, i);
        } else if (k->node[i].parent < 0) {
            fprintf(w->file, "<node><instance_node url=\"#Knoten%d\"/></node>", i);
        }
    }
    if (k->copied >= 0) {
        fputs("<node><translate>", w->file);
        put_numbers(w, k->copied_by, 3);
        fprintf(w->file, "</translate><instance_node url=\"#Knoten%d\"/></node>", k->copied);
    }
    fprintf(w->file, "</visual_scene>%s</library_visual_scenes>", where == 1 ? other : "");
}

/* The file's bytes, which the caller frees. */
static char *make_file(test_random *random, const known *k, size_t *size) {
    static void (*const libraries[])(writer *) = {put_geometries, put_controllers, put_node_library, put_scenes};
    writer w = {.random = random, .known = k};
    w.file = open_memstream(&w.text, &w.size);
    assert_non_null(w.file);
    fputs(one_in(random, 3) ? "\xef\xbb\xbf" : "", w.file);
    fputs(one_in(random, 3) ? "" : "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", w.file);
    gap(&w);
    fprintf(w.file,
            "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"%s\"><asset>%s%s</asset>",
            one_in(random, 3) ? "1.5.0" : "1.4.1", units[k->unit].tag, ups[k->up].tag);
    int first = below(random, 4);
    for (int i = 0; i < 4; i++) {
        gap(&w);
        libraries[(first + i) % 4](&w);
    }
    fputs("<library_materials><material id=\"iron\" name=\"Eisen\"/></library_materials>", w.file);
    fputs("<scene><instance_visual_scene url=\"#shown\"/></scene></COLLADA>", w.file);
    assert_int_equal(fclose(w.file), 0);
    *size = w.size;
    return w.text;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static tl_status read_bytes(tl_context *context, const char *bytes, size_t size, tl_mesh **mesh, tl_error *error) {
    *mesh = NULL;
    *error = (tl_error){0};
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    tl_status status = tl_mesh_import(context, path, NULL, mesh, error);
    assert_true((status == TL_OK) == (*mesh != NULL));
    assert_true(status == TL_OK || (error->message[0] != 0 && error->remedy[0] != 0));
    return status;
}

/* Which corner of the face it is; -1: none. */
static int corner_of(const result *r, tl_vec3 p, double bound) {
    int found = -1;
    for (int i = 0; i < r->count; i++) {
        tl_vec3 d = tl_sub(p, r->corner[i]);
        found = fabs(d.x) <= bound && fabs(d.y) <= bound && fabs(d.z) <= bound ? i : found;
    }
    return found;
}

/* Triangles of the face alone, whose borders are the face's own, in one direction or, where it may be, the other. */
static bool is_face(const tl_mesh *mesh, size_t first, const result *r, bool turned, double bound) {
    int borders[MOST_CORNERS][MOST_CORNERS] = {{0}};
    for (size_t t = 0; t < (size_t)r->count - 2; t++) {
        tl_vec3 corner[3];
        int number[3];
        tl_mesh_corners(mesh, first + t, corner);
        for (int i = 0; i < 3; i++) {
            number[i] = corner_of(r, corner[i], bound);
            if (number[i] < 0) {
                return false;
            }
        }
        for (int i = 0; i < 3; i++) {
            borders[number[i]][number[(i + 1) % 3]]++;
            borders[number[(i + 1) % 3]][number[i]]--;
        }
    }
    for (int a = 0; a < r->count; a++) {
        for (int b = 0; b < r->count; b++) {
            int along = b == (a + 1) % r->count ? 1 : a == (b + 1) % r->count ? -1 : 0;
            if (borders[a][b] != (turned ? -along : along)) {
                return false;
            }
        }
    }
    return true;
}

static double reach_of(const results *r) {
    double reach = 1;
    for (int i = 0; i < r->count; i++) {
        for (int k = 0; k < r->all[i].count; k++) {
            tl_vec3 p = r->all[i].corner[k];
            reach = tl_max(reach, tl_max(fabs(p.x), tl_max(fabs(p.y), fabs(p.z))));
        }
    }
    return reach;
}

static void compare(const tl_mesh *mesh, const known *k, const results *wanted, double bound, const char *text,
                    int round) {
    size_t first = 0;
    assert_int_equal(mesh->unit, units[k->unit].read_as);
    assert_int_equal(mesh->up, ups[k->up].axis);
    for (int i = 0; i < wanted->count; i++) {
        const result *r = &wanted->all[i];
        bool right =
            first + (size_t)r->count - 2 <= mesh->triangle_count &&
            (is_face(mesh, first, r, r->turned, bound) || (r->either && is_face(mesh, first, r, !r->turned, bound)));
        if (!right) {
            fail_msg("%d: face %d of %d, of %d corners, isn't there\n%s", round, i, wanted->count, r->count, text);
        }
        first += (size_t)r->count - 2;
    }
    assert_int_equal(mesh->triangle_count, first);
}

static void every_spelling_gives_the_same_mesh(void **state) {
    test_random random = test_random_start("COLLADA in every spelling", 11);
    int exact = 0, bent = 0, faces = 0;
    results *wanted = malloc(sizeof(*wanted));
    known *k = malloc(sizeof(*k));
    assert_true(wanted != NULL && k != NULL);
    for (int i = 0; i < ROUNDS; i++) {
        make_known(&random, k, i);
        size_t size;
        char *bytes = make_file(&random, k, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, size, &mesh, &error) != TL_OK) {
            fail_msg("%d: %s (line %d)\n%s", i, error.message, error.line, bytes);
        }
        expect(k, wanted);
        bool plain = units[k->unit].scale == 1 && i % 3 == 1;
        compare(mesh, k, wanted, plain ? 0 : 1e-12 * reach_of(wanted), bytes, i);
        const char *names = mesh->pieces[0].names;
        assert_non_null(strstr(names, "Gesch\u00fctz & "));
        assert_non_null(strstr(names, "\nyard"));
        assert_true(strstr(names, "Eisen") != NULL || (i % 3 == 2 && strstr(names, "steel") != NULL));
        exact += plain;
        bent += i % 3 == 2;
        faces += wanted->count;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d faces, %d files compared bit for bit, %d with skins and morphs\n", ROUNDS, faces, exact,
                  bent);
    assert_true(exact > ROUNDS / 5 && bent > ROUNDS / 4);
    free(wanted);
    free(k);
}

static void files_that_are_cut_off_are_refused(void **state) {
    test_random random = test_random_start("COLLADA cut off", 12);
    known *k = malloc(sizeof(*k));
    assert_non_null(k);
    for (int i = 0; i < ROUNDS; i++) {
        make_known(&random, k, i);
        size_t size;
        char *bytes = make_file(&random, k, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, (size_t)below(&random, (int)size), &mesh, &error) == TL_OK) {
            fail_msg("%d was read though it is cut off", i);
        }
        free(bytes);
    }
    free(k);
}

static void damage_gives_a_mesh_or_a_message(void **state) {
    test_random random = test_random_start("COLLADA damaged", 13);
    int refused = 0;
    known *k = malloc(sizeof(*k));
    assert_non_null(k);
    for (int i = 0; i < 3 * ROUNDS; i++) {
        make_known(&random, k, i);
        size_t size;
        char *bytes = make_file(&random, k, &size);
        for (int n = 1 + below(&random, 3); n > 0; n--) {
            static const char likely[] = "\0\377<>/\"#' -9e.&";
            bytes[below(&random, (int)size)] =
                one_in(&random, 2) ? likely[below(&random, sizeof(likely) - 1)] : (char)below(&random, 256);
        }
        tl_mesh *mesh;
        tl_error error;
        refused += read_bytes(*state, bytes, size, &mesh, &error) != TL_OK;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d refused\n", 3 * ROUNDS, refused);
    assert_true(refused > ROUNDS);
    free(k);
}

/* --- Single cases ------------------------------------------------------------------------------------------------- */

/* A tetrahedron of volume 1 in metres: corners (0,0,0), (1,0,0), (0,2,0), (0,0,3). */
#define MESH                                                                                                           \
    "<source id=\"a\">\n<float_array id=\"b\" count=\"12\">0 0 0 1 0 0 0 2 0 0 0 3</float_array>\n"                    \
    "<technique_common><accessor source=\"#b\" count=\"4\" stride=\"3\"><param name=\"X\"/><param name=\"Y\"/>"        \
    "<param name=\"Z\"/></accessor></technique_common></source>\n"                                                     \
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#a\"/></vertices>\n"                                     \
    "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>\n"                                 \
    "<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>\n"
#define GEOMETRIES "<library_geometries>\n<geometry id=\"g\"><mesh>\n" MESH "</mesh></geometry></library_geometries>\n"
#define NODES      "<node id=\"n\">\n<instance_geometry url=\"#g\"/></node>"
#define SCENES     "<library_visual_scenes><visual_scene id=\"s\">" NODES "</visual_scene></library_visual_scenes>\n"
#define SHOWN      "<scene><instance_visual_scene url=\"#s\"/></scene>\n"
static const char plain_file[] =
    "<COLLADA version=\"1.4.1\">\n<asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset>\n" GEOMETRIES SCENES SHOWN
    "</COLLADA>\n";

static void edit(char *text, size_t room, const char *from, const char *to) {
    const char *at = strstr(plain_file, from);
    assert_non_null(at);
    int length = snprintf(text, room, "%.*s%s%s", (int)(at - plain_file), plain_file, to, at + strlen(from));
    assert_true(length > 0 && (size_t)length < room);
}

/* What has nothing to do with the shape, or is left out with a word: it reads as if it weren't there. */
static void what_is_left_out_is_told(void **state) {
    static const struct {
        const char *from, *to, *warning;
    } cases[] = {
        {"<asset>", "<asset>", NULL},
        {"<asset><unit meter=\"1\"/><up_axis>Z_UP</up_axis></asset>", "", NULL},
        {"<COLLADA", "<!DOCTYPE COLLADA><COLLADA", NULL},
        {"<COLLADA version=\"1.4.1\">", "<c:COLLADA xmlns:c='x' version='1.5.0'>", NULL},
        {NODES, NODES "<node><instance_camera url=\"#c\"/><instance_light url=\"x.dae#l\"/></node>", NULL},
        {"<geometry id=\"g\">", "<geometry id=\"g\"><asset><unit meter=\"1\"/></asset>", NULL},
        {"<unit meter=\"1\"/>", "<unit name=\"inch\" meter=\"1\"/>",
         "its unit is called `inch` and said to be 1 m: it is read as 1 m"},
        {"<unit meter=\"1\"/>", "<unit name=\"millimeter\"/>",
         "its unit is called `millimeter` and said to be 1 m: it is read as 1 m"},
        {SHOWN, "", NULL},
        {SCENES SHOWN, "", "no scene places its meshes: each was read where it stands by itself"},
        {"</library_visual", "<visual_scene id=\"t\"/></library_visual",
         "it holds 2 scenes: only the one that it says is to be shown was read"},
        {"</library_visual_scenes>\n" SHOWN, "<visual_scene id=\"t\"/></library_visual_scenes>\n",
         "it holds 2 scenes and says of none that it is to be shown: the first was read"},
        {"</mesh></geometry>", "</mesh></geometry><geometry id=\"h\"><spline/></geometry>", NULL},
        {"<triangles count",
         "<trifans count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1</p></trifans>"
         "<triangles count",
         "one face of fewer than three corners is left out"},
        {"<p>0 2 1 0 1 3 0 3 2 1 2 3</p>", "<p>0 2 1</p><p>0 1 3 0 3 2 1 2 3</p>", NULL},
        {"<triangles count", "<lines count=\"7\"/><triangles count=\"0\"/><triangles count", NULL},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[4000];
        edit(text, sizeof(text), cases[i].from, cases[i].to);
        if (strstr(text, "<c:") != NULL) {
            memcpy(strstr(text, "</COLLADA>"), "</c:COLLADA", 11);
            strcat(text, ">");
        }
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, text, strlen(text), &mesh, &error) != TL_OK) {
            fail_msg("%zu: %s", i, error.message);
        }
        assert_int_equal(mesh->triangle_count, 4);
        assert_near(tl_mesh_volume(mesh), 1, 1e-12);
        assert_int_equal(mesh->warning_count, cases[i].warning != NULL);
        if (cases[i].warning != NULL) {
            assert_string_equal(mesh->warnings[0], cases[i].warning);
        }
        tl_mesh_destroy(mesh);
    }
}

static void what_is_wrong_is_refused_by_name_and_line(void **state) {
    static const struct {
        const char *from, *to, *message;
        int line;
    } cases[] = {
        {"meter=\"1\"", "meter=\"0\"", "its unit is `0` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"-1\"", "its unit is `-1` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"NaN\"", "its unit is `NaN` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"1e999\"", "its unit is `1e999` metres, which is no length", 2},
        {"meter=\"1\"", "meter=\"one\"", "its unit is `one` metres, which is no length", 2},
        {"Z_UP", "W_UP", "its up axis is `W_UP`, none of X_UP, Y_UP, Z_UP", 2},
        {"<geometry id=\"g\">", "<geometry id=\"g\"><asset><unit meter=\"2\"/></asset>",
         "a part of it has another unit or another up axis than the whole", 4},
        {"1.4.1", "1.3.0", "COLLADA of version `1.3.0` is not read: only 1.4 and 1.5 are", 0},
        {"<COLLADA", "<!DOCTYPE a [<!ENTITY b \"1\">]><COLLADA", "it declares entities of its own", 1},
        {"count=\"12\"", "count=\"13\"", "the array `b` promises 13 numbers but holds 12", 6},
        {"count=\"12\"", "", "an array of numbers doesn't say how many it holds", 6},
        {"0 0 0 1 0", "0 0 0 1,0 0", "it says `1,0` where there should be a number", 6},
        {"0 0 0 1 0", "0 0 0 <b>1</b> 0", "the array `b` promises 12 numbers but holds 13", 6},
        {"count=\"4\" stride", "count=\"5\" stride", "an accessor takes 15 numbers from the array `b`, which holds 12",
         7},
        {"stride=\"3\"", "stride=\"2\"", "an accessor has a stride of 2 where its parameters need 3", 7},
        {"<param name=\"Z\"/>", "<param name=\"Y\"/>", "a source of coordinates has the parameter `Y` twice", 7},
        {"<param name=\"Z\"/>", "", "a source of coordinates hasn't the parameters X, Y and Z", 7},
        {"source=\"#b\"", "source=\"#c\"", "`<accessor>` names the float_array `c`, which is not there", 7},
        {"source=\"#b\"", "source=\"other.dae#b\"",
         "`<accessor>` names `other.dae#b`, which is not in the file: other files aren't read", 7},
        {"POSITION", "PLACE", "`<vertices>` has no input `POSITION`", 8},
        {"VERTEX", "POINT", "`<triangles>` has 0 inputs `VERTEX` where one should be", 9},
        {"<triangles count=\"4\">", "<triangles count=\"5\">", "`<triangles>` promises 5 of them but holds 4", 9},
        {"<triangles count=\"4\">", "<triangles>", "`<triangles>` doesn't say how many it holds", 9},
        {"1 2 3</p>", "1 2 4</p>", "a corner names the point 4, which is not there (there are 4)", 10},
        {"1 2 3</p>", "1 2 -3</p>", "it says `-3` where there should be the number of a corner", 10},
        {"1 2 3</p>", "1 2 3.0</p>", "it says `3.0` where there should be the number of a corner", 10},
        {"1 2 3</p>", "1 2</p>", "there are 11 corners of triangles, which is no multiple of 3", 10},
        {"<triangles", "<tetrahedra/><triangles", "COLLADA knows no `<tetrahedra>` in `<mesh>`", 9},
        {"url=\"#g\"", "url=\"#h\"", "`<instance_geometry>` names the geometry `h`, which is not there", 13},
        {"url=\"#g\"", "url=\"#b\"", "`<instance_geometry>` names the geometry `b`, which is not there", 13},
        {"url=\"#g\"", "", "`<instance_geometry>` doesn't say what its `url` is", 13},
        {"<instance_g", "<scale>1 2</scale><instance_g", "`<scale>` has 2 numbers where 3 should be", 13},
        {"<instance_g", "<rotate>0 0 0 7</rotate><instance_g", "a `<rotate>` has no axis or no angle", 13},
        {"<instance_g", "<lookat>1 1 1 1 1 2 0 0 1</lookat><instance_g",
         "a `<lookat>` looks nowhere, or along what is up", 13},
        {"<instance_g", "<skew>90 1 0 0 0 1 0</skew><instance_g",
         "a `<skew>` has axes that aren't square to one another, or no angle below 90", 13},
        {"<instance_g", "<matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 .5 1</matrix><instance_g",
         "the last row of a matrix isn't 0 0 0 1", 13},
        {"<instance_g", "<instance_node url=\"#n\"/><instance_g",
         "nodes are nested deeper than 1024 levels, or hold themselves", 12},
        {"url=\"#s\"", "url=\"#t\"", "`<instance_visual_scene>` names the visual_scene `t`, which is not there", 14},
        {"<geometry id", "<geometry id=\"g\"><mesh/></geometry><geometry id",
         "`<instance_geometry>` names the geometry `g`, and several have that name", 13},
        {"<mesh>\n", "<brep>\n", "it says `</mesh>` where `<brep>` is to be ended", 11},
        {"</COLLADA>", "", "the file ends within `<COLLADA>`: it is cut off", 14},
        {"</COLLADA>", "</COLLADA><COLLADA/>", "it says `<COLLADA>` where the file should end", 15},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[4000];
        edit(text, sizeof(text), cases[i].from, cases[i].to);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        if (status == TL_OK || strcmp(error.message, cases[i].message) != 0 || error.line != cases[i].line) {
            fail_msg("%zu: %d, line %d: %s", i, (int)status, error.line, error.message);
        }
    }
}

static void other_encodings_and_zero_bytes_are_refused(void **state) {
    char text[2 * sizeof(plain_file)] = "\xff\xfe";
    tl_mesh *mesh;
    tl_error error;
    for (size_t i = 0; i + 1 < sizeof(plain_file); i++) {
        text[2 + 2 * i] = plain_file[i];
    }
    assert_int_equal(read_bytes(*state, text, 2 * sizeof(plain_file), &mesh, &error), TL_ERROR_FORMAT);
    assert_string_equal(error.message, "it is text in UTF-16");
    assert_int_equal(read_bytes(*state, plain_file, sizeof(plain_file), &mesh, &error), TL_ERROR_FORMAT);
    assert_string_equal(error.message, "there is a zero byte in it, which no XML has");
    assert_int_equal(error.line, 16);
}

/* Ten nodes of two of the one before: a thousand of the same; forty: refused before anything grows. */
static void nodes_cannot_grow_without_end(void **state) {
    for (int levels = 10; levels <= 40; levels += 30) {
        char text[16000];
        size_t used = (size_t)snprintf(text, sizeof(text),
                                       "<COLLADA version=\"1.4.1\">" GEOMETRIES "<library_nodes><node id=\"n0\">"
                                       "<instance_geometry url=\"#g\"/></node>");
        for (int i = 1; i <= levels; i++) {
            used += (size_t)snprintf(
                text + used, sizeof(text) - used,
                "<node id=\"n%d\"><node><translate>%d 0 0</translate><instance_node url=\"#n%d\"/></node>"
                "<instance_node url=\"#n%d\"/></node>",
                i, 1 << (i % 20), i - 1, i - 1);
        }
        snprintf(
            text + used, sizeof(text) - used,
            "</library_nodes><library_visual_scenes><visual_scene id=\"s\"><node><instance_node url=\"#n%d\"/></node>"
            "</visual_scene></library_visual_scenes>" SHOWN "</COLLADA>",
            levels);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        assert_int_equal(status, levels == 10 ? TL_OK : TL_ERROR_LIMIT);
        if (mesh != NULL) {
            assert_int_equal(mesh->triangle_count, 4096);
            assert_near(tl_mesh_box(mesh).high.x, 2047, 1e-9);
        }
        tl_mesh_destroy(mesh);
    }
}

/* --- Polygons with holes ------------------------------------------------------------------------------------------ */

enum { MOST_LOOPS = 7, MOST_LOOP = 20 };

typedef struct loops {
    int count, sizes[MOST_LOOPS];
    tl_vec2 corner[MOST_LOOPS][MOST_LOOP];
} loops;

/* Corners round a centre, at distances of their own: no loop crosses itself. */
static void make_loop(test_random *random, loops *l, tl_vec2 centre, double near, double far, int size, bool turned) {
    tl_vec2 *corner = l->corner[l->count];
    l->sizes[l->count++] = size;
    for (int i = 0; i < size; i++) {
        double angle = 2 * TL_PI * (i + test_random_between(random, 0, 0.8)) / size;
        double r = test_random_between(random, near, far);
        corner[turned ? size - 1 - i : i] = (tl_vec2){centre.x + r * cos(angle), centre.y + r * sin(angle)};
    }
}

/* Holes of at most 1 across, in squares of a grid that lie within 6 of the middle. */
static void make_loops(test_random *random, loops *l) {
    l->count = 0;
    make_loop(random, l, (tl_vec2){0, 0}, 9, 20, 10 + below(random, MOST_LOOP - 9), false);
    int holes = 1 + below(random, MOST_LOOPS - 1), first = below(random, 16);
    for (int h = 0; h < holes; h++) {
        int square = (first + 5 * h) % 16;
        tl_vec2 centre = {(square % 4) * 2.5 - 3.75, floor(square / 4.0) * 2.5 - 3.75};
        make_loop(random, l, centre, 0.2, 1.2, 3 + below(random, 8), one_in(random, 2));
    }
}

/* On a plane that leans, along no axis. */
static tl_vec3 on_plane(tl_vec2 p) {
    return (tl_vec3){p.x, p.y, 0.5 * p.x - 0.25 * p.y + 3};
}

static void write_loops(char *text, size_t room, const loops *l, bool mirrored) {
    size_t used = (size_t)snprintf(text, room,
                                   "<COLLADA version=\"1.4.1\"><library_geometries><geometry id=\"g\"><mesh>"
                                   "<source id=\"a\"><float_array id=\"b\" count=\"");
    int corners = 0;
    for (int k = 0; k < l->count; k++) {
        corners += l->sizes[k];
    }
    used += (size_t)snprintf(text + used, room - used, "%d\">", 3 * corners);
    for (int k = 0; k < l->count; k++) {
        for (int i = 0; i < l->sizes[k]; i++) {
            tl_vec3 p = on_plane(l->corner[k][i]);
            used += (size_t)snprintf(text + used, room - used, "%.17g %.17g %.17g ", p.x, p.y, p.z);
        }
    }
    used += (size_t)snprintf(text + used, room - used,
                             "</float_array><technique_common><accessor source=\"#b\" count=\"%d\" stride=\"3\"/>"
                             "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" "
                             "source=\"#a\"/></vertices><polygons count=\"1\"><input semantic=\"VERTEX\" "
                             "source=\"#v\" offset=\"0\"/><ph>",
                             corners);
    for (int k = 0, corner = 0; k < l->count; k++) {
        used += (size_t)snprintf(text + used, room - used, k == 0 ? "<p>" : "<h>");
        for (int i = 0; i < l->sizes[k]; i++) {
            used += (size_t)snprintf(text + used, room - used, " %d", corner++);
        }
        used += (size_t)snprintf(text + used, room - used, k == 0 ? "</p>" : "</h>");
    }
    snprintf(
        text + used, room - used,
        "</ph></polygons></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node>"
        "<scale>%d 1 1</scale><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>" SHOWN
        "</COLLADA>",
        mirrored ? -1 : 1);
}

/* Every triangle lies between outline and holes, faces up, and together they have the area that is between. */
static void polygons_have_their_holes(void **state) {
    test_random random = test_random_start("COLLADA polygons with holes", 14);
    int triangles = 0;
    for (int round = 0; round < 200; round++) {
        static char text[40000];
        loops l;
        make_loops(&random, &l);
        bool mirrored = round % 4 == 3;
        write_loops(text, sizeof(text), &l, mirrored);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, text, strlen(text), &mesh, &error) != TL_OK) {
            fail_msg("%d: %s", round, error.message);
        }
        double wanted = 0, found = 0;
        int corners = 0;
        for (int k = 0; k < l.count; k++) {
            double area = fabs(tl_polygon2_area(l.corner[k], (size_t)l.sizes[k]));
            wanted += k == 0 ? area : -area;
            corners += l.sizes[k];
        }
        assert_int_equal(mesh->triangle_count, corners + 2 * (l.count - 1) - 2);
        for (size_t t = 0; t < mesh->triangle_count; t++) {
            tl_vec3 corner[3];
            tl_vec2 flat[3], middle = {0, 0};
            tl_mesh_corners(mesh, t, corner);
            for (int i = 0; i < 3; i++) {
                flat[i] = (tl_vec2){mirrored ? -corner[i].x : corner[i].x, corner[i].y};
                middle.x += flat[i].x / 3;
                middle.y += flat[i].y / 3;
            }
            /* Seen from its front: a mirrored one still faces up. */
            double area = ((flat[1].x - flat[0].x) * (flat[2].y - flat[0].y) -
                           (flat[1].y - flat[0].y) * (flat[2].x - flat[0].x)) /
                          2 * (mirrored ? -1 : 1);
            assert_true(area > 0);
            found += area;
            for (int k = 0; k < l.count; k++) {
                assert_int_equal(tl_polygon2_side(l.corner[k], (size_t)l.sizes[k], middle),
                                 k == 0 ? TL_SIDE_INSIDE : TL_SIDE_OUTSIDE);
            }
        }
        assert_near(found, wanted, 1e-9 * wanted);
        triangles += (int)mesh->triangle_count;
        tl_mesh_destroy(mesh);
    }
    print_message("200 polygons, %d triangles\n", triangles);
}

/* A hole outside its outline, one that cuts it, two that cross or lie in one another. */
static void holes_that_do_not_fit_are_refused(void **state) {
    static const tl_vec2 square[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    static const double places[][2][3] = {
        {{20, 5, 2}, {0, 0, 0}}, {{9, 5, 2}, {0, 0, 0}}, {{3, 5, 2}, {4, 6, 2}}, {{5, 5, 3}, {5, 5, 1}}};
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        static char text[4000];
        loops l = {.count = 1, .sizes = {4}};
        memcpy(l.corner[0], square, sizeof(square));
        for (int h = 0; h < 2 && places[i][h][2] > 0; h++) {
            double x = places[i][h][0], y = places[i][h][1], r = places[i][h][2];
            const tl_vec2 hole[] = {{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}};
            memcpy(l.corner[l.count], hole, sizeof(hole));
            l.sizes[l.count++] = 4;
        }
        write_loops(text, sizeof(text), &l, false);
        tl_mesh *mesh;
        tl_error error;
        tl_status status = read_bytes(*state, text, strlen(text), &mesh, &error);
        if (status != TL_ERROR_FORMAT) {
            fail_msg("%zu was read", i);
        }
        assert_string_equal(error.message, "a polygon has holes that don't lie in it, apart from one another");
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_read_dae_%d.dae", TL_TEST_BINARY_DIR, (int)getpid());
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spelling_gives_the_same_mesh),
        cmocka_unit_test(files_that_are_cut_off_are_refused),
        cmocka_unit_test(damage_gives_a_mesh_or_a_message),
        cmocka_unit_test(what_is_left_out_is_told),
        cmocka_unit_test(what_is_wrong_is_refused_by_name_and_line),
        cmocka_unit_test(other_encodings_and_zero_bytes_are_refused),
        cmocka_unit_test(nodes_cannot_grow_without_end),
        cmocka_unit_test(polygons_have_their_holes),
        cmocka_unit_test(holes_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests_name("reading COLLADA", tests, set_up, tear_down);
}
