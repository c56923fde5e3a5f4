/* FBX, text and binary, written from models that are known: polygons, nested, mirrored and turned about pivots, meshes
 * that several models show; read and compared corner for corner with what plain formulas give; and the same files cut
 * off and damaged. */
#include "support/assert_geom.h"

#include "import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { ROUNDS = 120, MOST_MESHES = 3, MOST_FACES = 6, MOST_CORNERS = 6, MOST_POINTS = 40, MOST_MODELS = 6 };

static char path[256];

/* --- What is known ------------------------------------------------------------------------------------------------ */

typedef struct shape {
    tl_vec3 points[MOST_POINTS];
    int point_count, faces, sizes[MOST_FACES], first[MOST_FACES];
} shape;

/* Numbers in the order of the format's formula. */
typedef struct model {
    int parent, shape; /* -1: the scene; none */
    bool pivots, geometric;
    double move[3], turn_offset[3], turn_pivot[3], before[3], turn[3], after[3], scale_offset[3], scale_pivot[3],
        scale[3];
    double own_move[3], own_turn[3], own_scale[3];
    int order;
} model;

typedef struct known {
    int shapes, models, unit, up;
    shape shape[MOST_MESHES];
    model model[MOST_MODELS];
} known;

static const struct {
    double in_cm;
    tl_mesh_unit read_as;
    double scale;
} units[] = {{0.1, TL_MESH_UNIT_MM, 1},          {1, TL_MESH_UNIT_CM, 1},  {2.54, TL_MESH_UNIT_INCH, 1},
             {30.48, TL_MESH_UNIT_FOOT, 1},      {100, TL_MESH_UNIT_M, 1}, {91.44, TL_MESH_UNIT_CM, 91.44},
             {2.54001, TL_MESH_UNIT_CM, 2.54001}};
static const tl_axis ups[] = {TL_AXIS_PX, TL_AXIS_PY, TL_AXIS_PZ};

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static bool one_in(test_random *random, int count) {
    return below(random, count) == 0;
}

/* A float, as Assimp keeps no more. */
static double number_of(test_random *random) {
    volatile float rounded = (float)test_random_between(random, -20, 20);
    return (double)rounded;
}

static void make_three(test_random *random, double n[3]) {
    for (int k = 0; k < 3; k++) {
        n[k] = number_of(random);
    }
}

static void make_shape(test_random *random, shape *s) {
    s->faces = 1 + below(random, MOST_FACES);
    for (int f = 0; f < s->faces; f++) {
        double n[9];
        s->sizes[f] = 3 + below(random, MOST_CORNERS - 2);
        s->first[f] = s->point_count;
        make_three(random, n);
        make_three(random, n + 3);
        make_three(random, n + 6);
        for (int i = 0; i < s->sizes[f]; i++) { /* on a parabola, so convex */
            double a = i - 2.0, b = a * a / 4;
            s->points[s->point_count++] =
                (tl_vec3){n[0] + a * n[3] + b * n[6], n[1] + a * n[4] + b * n[7], n[2] + a * n[5] + b * n[8]};
        }
    }
}

static void make_model(test_random *random, known *k, int number) {
    model *m = &k->model[number];
    m->parent = number == 0 || one_in(random, 3) ? -1 : below(random, number);
    m->shape = number > 0 && one_in(random, 4) ? -1 : below(random, k->shapes);
    m->pivots = one_in(random, 2);
    m->geometric = one_in(random, 3);
    double *const moves[] = {m->move, m->turn_offset, m->turn_pivot, m->scale_offset, m->scale_pivot, m->own_move};
    double *const turns[] = {m->before, m->turn, m->after, m->own_turn};
    for (size_t i = 0; i < 6; i++) {
        make_three(random, moves[i]);
    }
    for (size_t i = 0; i < 4; i++) {
        make_three(random, turns[i]);
        for (int a = 0; a < 3; a++) {
            turns[i][a] = one_in(random, 3) ? 0 : turns[i][a] * 9;
        }
    }
    for (int a = 0; a < 3; a++) {
        m->scale[a] = test_random_between(random, 0.5, 1.5) * (one_in(random, 5) ? -1 : 1);
        m->own_scale[a] = test_random_between(random, 0.5, 1.5);
    }
    /* Where the mesh is turned in its model Assimp takes the order for that, too: such files are refused. */
    m->order = m->pivots && !m->geometric ? below(random, 6) : 0;
}

static void make_known(test_random *random, known *k) {
    memset(k, 0, sizeof(*k));
    k->shapes = 1 + below(random, MOST_MESHES);
    k->models = 1 + below(random, MOST_MODELS);
    k->unit = below(random, (int)(sizeof(units) / sizeof(units[0])));
    k->up = below(random, 3);
    for (int s = 0; s < k->shapes; s++) {
        make_shape(random, &k->shape[s]);
    }
    for (int m = 0; m < k->models; m++) {
        make_model(random, k, m);
    }
}

/* --- What it should be -------------------------------------------------------------------------------------------- */

static tl_vec3 vec(const double n[3]) {
    return (tl_vec3){n[0], n[1], n[2]};
}

static tl_vec3 turn_about(tl_vec3 p, int axis, double degrees) {
    double c = cos(degrees * TL_PI / 180), s = sin(degrees * TL_PI / 180);
    return axis == 0   ? (tl_vec3){p.x, c * p.y - s * p.z, s * p.y + c * p.z}
           : axis == 1 ? (tl_vec3){c * p.x + s * p.z, p.y, c * p.z - s * p.x}
                       : (tl_vec3){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

static tl_vec3 turn(tl_vec3 p, const double degrees[3], const char *order) {
    for (; *order != 0; order++) {
        p = turn_about(p, *order - 'x', degrees[*order - 'x']);
    }
    return p;
}

static tl_vec3 stretch(tl_vec3 p, const double n[3]) {
    return (tl_vec3){p.x * n[0], p.y * n[1], p.z * n[2]};
}

static tl_vec3 to_scene(const known *k, int number, tl_vec3 p) {
    static const char *const orders[] = {"xyz", "xzy", "yzx", "yxz", "zxy", "zyx"};
    const model *m = &k->model[number];
    p = m->geometric ? tl_add(turn(stretch(p, m->own_scale), m->own_turn, "xyz"), vec(m->own_move)) : p;
    for (; number >= 0; number = m->parent) {
        m = &k->model[number];
        if (!m->pivots) {
            p = tl_add(turn(stretch(p, m->scale), m->turn, "xyz"), vec(m->move));
            continue;
        }
        p = tl_add(stretch(tl_sub(p, vec(m->scale_pivot)), m->scale), vec(m->scale_pivot));
        p = tl_sub(tl_add(p, vec(m->scale_offset)), vec(m->turn_pivot));
        const double back[3] = {-m->after[0], -m->after[1], -m->after[2]};
        p = turn(turn(turn(p, back, "zyx"), m->turn, orders[m->order]), m->before, "xyz");
        p = tl_add(tl_add(tl_add(p, vec(m->turn_pivot)), vec(m->turn_offset)), vec(m->move));
    }
    return p;
}

static bool mirrors(const known *k, int number) {
    tl_vec3 o = to_scene(k, number, (tl_vec3){0, 0, 0}), e[3];
    for (int a = 0; a < 3; a++) {
        e[a] = tl_sub(to_scene(k, number, (tl_vec3){a == 0, a == 1, a == 2}), o);
    }
    return tl_dot(tl_cross(e[0], e[1]), e[2]) < 0;
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

/* Writes text, or binary with the same calls. */
typedef struct writer {
    char *bytes;
    size_t size, capacity;
    test_random *random;
    bool binary, large; /* large: numbers of eight bytes in headers */
    int depth, values;
    size_t header[16], count_at[16]; /* of the nodes that are open */
    bool open[16];                   /* it holds nodes */
} writer;

static void put_bytes(writer *w, const void *bytes, size_t size) {
    if (w->size + size + 1 > w->capacity) {
        w->capacity = 2 * (w->size + size + 1);
        w->bytes = realloc(w->bytes, w->capacity);
        assert_non_null(w->bytes);
    }
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
    w->bytes[w->size] = 0;
}

static void put_text(writer *w, const char *text) {
    put_bytes(w, text, strlen(text));
}

static void put_whole(writer *w, uint64_t number, int size) {
    char bytes[8];
    for (int i = 0; i < size; i++) {
        bytes[i] = (char)(number >> (8 * i));
    }
    put_bytes(w, bytes, (size_t)size);
}

static void set_whole(writer *w, size_t at, uint64_t number) {
    for (int i = 0; i < (w->large ? 8 : 4); i++) {
        w->bytes[at + (size_t)i] = (char)(number >> (8 * i));
    }
}

static void begin(writer *w, const char *name) {
    int width = w->large ? 8 : 4;
    if (w->depth > 0 && !w->open[w->depth]) {
        w->open[w->depth] = true;
        if (w->binary) {
            set_whole(w, w->header[w->depth] + 2 * (size_t)width, w->size - w->count_at[w->depth]);
        } else {
            put_text(w, one_in(w->random, 2) ? " {\n" : "  {\r\n");
        }
    }
    w->header[++w->depth] = w->size;
    w->open[w->depth] = false;
    w->values = 0;
    if (w->binary) {
        put_whole(w, 0, width);
        put_whole(w, 0, width);
        put_whole(w, 0, width);
        put_whole(w, strlen(name), 1);
    }
    put_text(w, name);
    put_text(w, w->binary ? "" : ": ");
    w->count_at[w->depth] = w->size;
}

static void end(writer *w) {
    size_t width = w->large ? 8 : 4, at = w->header[w->depth];
    if (w->binary && !w->open[w->depth]) {
        set_whole(w, at + 2 * width, w->size - w->count_at[w->depth]);
    } else if (w->binary) {
        put_bytes(w, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 3 * width + 1);
    } else {
        put_text(w, w->open[w->depth] ? "}\n" : "\n");
    }
    if (w->binary) {
        set_whole(w, at, w->size);
    }
    w->depth--;
}

/* Before each value. */
static void count_value(writer *w) {
    if (w->binary) {
        set_whole(w, w->header[w->depth] + (w->large ? 8 : 4), (uint64_t)++w->values);
    } else {
        put_text(w, w->values++ > 0 ? "," : "");
        put_text(w, one_in(w->random, 3) ? " " : "");
    }
}

static void put_string(writer *w, const char *text) {
    count_value(w);
    if (w->binary) {
        put_bytes(w, "S", 1);
        put_whole(w, strlen(text), 4);
        put_text(w, text);
    } else {
        put_text(w, "\"");
        put_text(w, text);
        put_text(w, "\"");
    }
}

static void put_long(writer *w, int64_t number) {
    char text[32];
    count_value(w);
    if (w->binary) {
        put_bytes(w, "L", 1);
        put_whole(w, (uint64_t)number, 8);
    } else {
        snprintf(text, sizeof(text), "%lld", (long long)number);
        put_text(w, text);
    }
}

static void put_int(writer *w, int number) {
    if (!w->binary) {
        put_long(w, number);
        return;
    }
    count_value(w);
    put_bytes(w, "I", 1);
    put_whole(w, (uint64_t)number, 4);
}

static void put_real(writer *w, double number) {
    char text[40];
    count_value(w);
    if (w->binary) {
        put_bytes(w, "D", 1);
        put_bytes(w, &number, 8);
    } else {
        snprintf(text, sizeof(text), one_in(w->random, 2) ? "%.17g" : "%.16E", number);
        put_text(w, text);
    }
}

/* The array's numbers as text, in a node of their own. */
static void put_list(writer *w, const double *numbers, int count, char type) {
    char text[40];
    put_text(w, "*");
    snprintf(text, sizeof(text), "%d", count);
    put_text(w, text);
    begin(w, "a");
    for (int i = 0; i < count; i++) {
        if (type == 'i') {
            put_int(w, (int)numbers[i]);
        } else {
            put_real(w, numbers[i]);
        }
    }
    end(w);
}

static void put_array(writer *w, const char *name, const double *numbers, int count, char type) {
    begin(w, name);
    if (!w->binary) {
        w->values = 1;
        put_list(w, numbers, count, type);
        end(w);
        return;
    }
    char raw[8 * 256];
    size_t size = 0;
    for (int i = 0; i < count; i++) {
        int32_t whole = (int32_t)numbers[i];
        memcpy(raw + size, type == 'd' ? (const void *)&numbers[i] : (const void *)&whole, type == 'd' ? 8 : 4);
        size += type == 'd' ? 8 : 4;
    }
    assert_true(size <= sizeof(raw));
    Bytef packed[3000];
    uLongf packed_size = sizeof(packed);
    bool pack = one_in(w->random, 2);
    assert_int_equal(compress(packed, &packed_size, (const Bytef *)raw, (uLong)size), Z_OK);
    count_value(w);
    put_bytes(w, &type, 1);
    put_whole(w, (uint64_t)count, 4);
    put_whole(w, pack, 4);
    put_whole(w, pack ? packed_size : size, 4);
    put_bytes(w, pack ? (const void *)packed : raw, pack ? packed_size : size);
    end(w);
}

static void put_property(writer *w, const char *name, const char *type, const double *numbers, int count) {
    begin(w, "P");
    put_string(w, name);
    put_string(w, type);
    put_string(w, "");
    put_string(w, "A");
    for (int i = 0; i < count; i++) {
        if (strcmp(type, "int") == 0 || strcmp(type, "enum") == 0) {
            put_int(w, (int)numbers[i]);
        } else {
            put_real(w, numbers[i]);
        }
    }
    end(w);
}

static void put_settings(writer *w, const known *k) {
    static const struct {
        double up, front, front_sign, side;
    } axes[] = {{0, 2, 1, 1}, {1, 2, 1, 0}, {2, 1, -1, 0}}; /* right-handed but for the first, whose side turns round */
    const double one = 1, unit = units[k->unit].in_cm, side_sign = k->up == 0 ? -1 : 1;
    begin(w, "GlobalSettings");
    begin(w, "Version");
    put_int(w, 1000);
    end(w);
    begin(w, "Properties70");
    put_property(w, "UpAxis", "int", &axes[k->up].up, 1);
    put_property(w, "UpAxisSign", "int", &one, 1);
    put_property(w, "FrontAxis", "int", &axes[k->up].front, 1);
    put_property(w, "FrontAxisSign", "int", &axes[k->up].front_sign, 1);
    put_property(w, "CoordAxis", "int", &axes[k->up].side, 1);
    put_property(w, "CoordAxisSign", "int", &side_sign, 1);
    put_property(w, "UnitScaleFactor", "double", &unit, 1);
    end(w);
    end(w);
}

static void put_name(writer *w, const char *class, const char *name) {
    if (w->binary) { /* with a zero and a one between */
        char text[64];
        size_t length = strlen(name);
        memcpy(text, name, length);
        memcpy(text + length, "\0\1", 2);
        memcpy(text + length + 2, class, strlen(class));
        count_value(w);
        put_bytes(w, "S", 1);
        put_whole(w, length + 2 + strlen(class), 4);
        put_bytes(w, text, length + 2 + strlen(class));
    } else {
        char text[64];
        snprintf(text, sizeof(text), "%s::%s", class, name);
        put_string(w, text);
    }
}

static void put_shape(writer *w, const shape *s, int number) {
    double points[3 * MOST_POINTS], corners[MOST_POINTS];
    int count = 0;
    char name[32];
    for (int i = 0; i < s->point_count; i++) {
        points[3 * i] = s->points[i].x;
        points[3 * i + 1] = s->points[i].y;
        points[3 * i + 2] = s->points[i].z;
    }
    for (int f = 0; f < s->faces; f++) {
        for (int i = 0; i < s->sizes[f]; i++) {
            int corner = s->first[f] + i;
            corners[count++] = i + 1 < s->sizes[f] ? corner : -1 - corner;
        }
    }
    snprintf(name, sizeof(name), "shape %d", number);
    begin(w, "Geometry");
    put_long(w, 1000 + number);
    put_name(w, "Geometry", name);
    put_string(w, "Mesh");
    begin(w, "GeometryVersion");
    put_int(w, 124);
    end(w);
    put_array(w, "Vertices", points, 3 * s->point_count, 'd');
    put_array(w, "PolygonVertexIndex", corners, count, 'i');
    end(w);
}

static void put_model(writer *w, const model *m, int number) {
    char name[32];
    const double order = m->order, inherits = 1, active = 1;
    snprintf(name, sizeof(name), "model %d", number);
    begin(w, "Model");
    put_long(w, 2000 + number);
    put_name(w, "Model", name);
    put_string(w, m->shape >= 0 ? "Mesh" : "Null");
    begin(w, "Version");
    put_int(w, 232);
    end(w);
    begin(w, "Properties70");
    put_property(w, "InheritType", "enum", &inherits, 1);
    put_property(w, "Lcl Translation", "Lcl Translation", m->move, 3);
    put_property(w, "Lcl Rotation", "Lcl Rotation", m->turn, 3);
    put_property(w, "Lcl Scaling", "Lcl Scaling", m->scale, 3);
    if (m->pivots) {
        put_property(w, "RotationActive", "enum", &active, 1);
        put_property(w, "RotationOrder", "enum", &order, 1);
        put_property(w, "RotationOffset", "Vector3D", m->turn_offset, 3);
        put_property(w, "RotationPivot", "Vector3D", m->turn_pivot, 3);
        put_property(w, "PreRotation", "Vector3D", m->before, 3);
        put_property(w, "PostRotation", "Vector3D", m->after, 3);
        put_property(w, "ScalingOffset", "Vector3D", m->scale_offset, 3);
        put_property(w, "ScalingPivot", "Vector3D", m->scale_pivot, 3);
    }
    if (m->geometric) {
        put_property(w, "GeometricTranslation", "Vector3D", m->own_move, 3);
        put_property(w, "GeometricRotation", "Vector3D", m->own_turn, 3);
        put_property(w, "GeometricScaling", "Vector3D", m->own_scale, 3);
    }
    end(w);
    end(w);
}

static void connect(writer *w, int64_t child, int64_t parent) {
    begin(w, "C");
    put_string(w, "OO");
    put_long(w, child);
    put_long(w, parent);
    end(w);
}

/* The file's bytes, which the caller frees. */
static char *make_file(test_random *random, const known *k, size_t *size) {
    writer w = {.random = random, .binary = one_in(random, 2)};
    w.large = w.binary && one_in(random, 2);
    if (w.binary) {
        put_bytes(&w, "Kaydara FBX Binary  \0\x1a\0", 23);
        put_whole(&w, w.large ? 7500 : 7400, 4);
    } else {
        put_text(&w, "; FBX 7.3.0 project file\n; ----\n\n");
    }
    begin(&w, "FBXHeaderExtension");
    begin(&w, "FBXVersion");
    put_int(&w, w.large ? 7500 : w.binary ? 7400 : 7300);
    end(&w);
    end(&w);
    put_settings(&w, k);
    begin(&w, "Objects");
    for (int i = 0; i < k->shapes; i++) {
        put_shape(&w, &k->shape[i], i);
    }
    for (int i = 0; i < k->models; i++) {
        put_model(&w, &k->model[i], i);
    }
    end(&w);
    begin(&w, "Connections");
    for (int i = 0; i < k->models; i++) {
        connect(&w, 2000 + i, k->model[i].parent >= 0 ? 2000 + k->model[i].parent : 0);
        if (k->model[i].shape >= 0) {
            connect(&w, 1000 + k->model[i].shape, 2000 + i);
        }
    }
    end(&w);
    if (w.binary) {
        for (int i = 0; i < 200; i++) { /* the end of the list, and what stands behind it */
            put_bytes(&w, "\0", 1);
        }
    }
    *size = w.size;
    return w.bytes;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static tl_status read_bytes(tl_context *context, const char *bytes, size_t size, tl_mesh **mesh, tl_error *error) {
    static const char child[] = TL_TEST_BINARY_DIR "/tests/trueline-import-child";
    tl_import_options options = {.helper = child};
    *mesh = NULL;
    *error = (tl_error){0};
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    tl_status status = tl_import_mesh(context, path, &options, mesh, error);
    assert_true((status == TL_OK) == (*mesh != NULL));
    assert_true(status == TL_OK || (error->message[0] != 0 && error->remedy[0] != 0));
    return status;
}

typedef struct face {
    int count;
    tl_vec3 corner[MOST_CORNERS];
    bool turned, found;
} face;

static int expect(const known *k, face *faces) {
    int count = 0;
    for (int m = 0; m < k->models; m++) {
        const shape *s = k->model[m].shape >= 0 ? &k->shape[k->model[m].shape] : NULL;
        for (int f = 0; s != NULL && f < s->faces; f++) {
            face *own = &faces[count++];
            *own = (face){.count = s->sizes[f], .turned = mirrors(k, m)};
            for (int i = 0; i < own->count; i++) {
                own->corner[i] = tl_scale(to_scene(k, m, s->points[s->first[f] + i]), units[k->unit].scale);
            }
        }
    }
    return count;
}

static int corner_of(const face *f, tl_vec3 p, double bound) {
    int found = -1;
    for (int i = 0; i < f->count; i++) {
        found = tl_length(tl_sub(p, f->corner[i])) <= bound ? i : found;
    }
    return found;
}

/* Triangles of the face alone, whose borders are the face's own, in its direction. */
static bool is_face(const tl_mesh *mesh, size_t first, const face *f, double bound) {
    int borders[MOST_CORNERS][MOST_CORNERS] = {{0}};
    for (size_t t = 0; t < (size_t)f->count - 2; t++) {
        tl_vec3 corner[3];
        int number[3];
        if (first + t >= mesh->triangle_count) {
            return false;
        }
        tl_mesh_corners(mesh, first + t, corner);
        for (int i = 0; i < 3; i++) {
            number[i] = corner_of(f, corner[i], bound);
            if (number[i] < 0) {
                return false;
            }
        }
        for (int i = 0; i < 3; i++) {
            borders[number[i]][number[(i + 1) % 3]]++;
            borders[number[(i + 1) % 3]][number[i]]--;
        }
    }
    for (int a = 0; a < f->count; a++) {
        for (int b = 0; b < f->count; b++) {
            int along = b == (a + 1) % f->count ? 1 : a == (b + 1) % f->count ? -1 : 0;
            if (borders[a][b] != (f->turned ? -along : along)) {
                return false;
            }
        }
    }
    return true;
}

/* Models may come in any order, their faces in theirs. */
static void compare(const tl_mesh *mesh, face *faces, int count, double bound, int round) {
    size_t first = 0;
    for (int n = 0; n < count; n++) {
        int i = 0;
        while (i < count && (faces[i].found || !is_face(mesh, first, &faces[i], bound))) {
            i++;
        }
        if (i == count) {
            fail_msg("%d: triangle %zu is of no face", round, first);
        }
        faces[i].found = true;
        first += (size_t)faces[i].count - 2;
    }
    assert_int_equal(first, mesh->triangle_count);
}

static void every_file_gives_what_was_written(void **state) {
    test_random random = test_random_start("FBX", 31);
    static face faces[MOST_MODELS * MOST_FACES];
    int binary = 0, triangles = 0;
    for (int i = 0; i < ROUNDS; i++) {
        known k;
        make_known(&random, &k);
        size_t size;
        char *bytes = make_file(&random, &k, &size);
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, size, &mesh, &error) != TL_OK) {
            fail_msg("%d: %s%s%s", i, error.message, bytes[0] == 'K' ? "" : "\n", bytes[0] == 'K' ? "" : bytes);
        }
        int count = expect(&k, faces);
        double reach = 1;
        for (int f = 0; f < count; f++) {
            for (int c = 0; c < faces[f].count; c++) {
                reach = tl_max(reach, tl_length(faces[f].corner[c]));
            }
        }
        assert_int_equal(mesh->unit, units[k.unit].read_as);
        assert_int_equal(mesh->up, ups[k.up]);
        assert_int_equal(mesh->warning_count, 0);
        compare(mesh, faces, count, 3e-5 * reach, i);
        binary += bytes[0] == 'K';
        triangles += (int)mesh->triangle_count;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d of them binary, %d triangles\n", ROUNDS, binary, triangles);
    assert_true(binary > ROUNDS / 4 && binary < 3 * ROUNDS / 4);
}

static void files_that_are_cut_off_are_refused(void **state) {
    test_random random = test_random_start("FBX cut off", 32);
    for (int i = 0; i < ROUNDS / 2; i++) {
        known k;
        make_known(&random, &k);
        size_t size;
        char *bytes = make_file(&random, &k, &size);
        size -= bytes[0] == 'K' ? 200 : 3; /* what stands behind the end says nothing */
        tl_mesh *mesh;
        tl_error error;
        if (read_bytes(*state, bytes, (size_t)below(&random, (int)size), &mesh, &error) == TL_OK) {
            fail_msg("%d was read though it is cut off", i);
        }
        free(bytes);
    }
}

static void damage_gives_a_mesh_or_a_message(void **state) {
    test_random random = test_random_start("FBX damaged", 33);
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
        known k;
        make_known(&random, &k);
        size_t size;
        char *bytes = make_file(&random, &k, &size);
        for (int n = 1 + below(&random, 3); n > 0; n--) {
            bytes[below(&random, (int)size)] = (char)below(&random, 256);
        }
        tl_mesh *mesh;
        tl_error error;
        refused += read_bytes(*state, bytes, size, &mesh, &error) != TL_OK;
        tl_mesh_destroy(mesh);
        free(bytes);
    }
    print_message("%d files, %d refused\n", ROUNDS, refused);
    assert_true(refused > ROUNDS / 4);
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    snprintf(path, sizeof(path), "%s/test_read_fbx_%d.fbx", TL_TEST_BINARY_DIR, (int)getpid());
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_gives_what_was_written),
        cmocka_unit_test(files_that_are_cut_off_are_refused),
        cmocka_unit_test(damage_gives_a_mesh_or_a_message),
    };
    return cmocka_run_group_tests_name("reading FBX", tests, set_up, tear_down);
}
