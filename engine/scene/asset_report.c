/* asset_report.c: core, roles and base of each asset. */
#include "scene/asset_report.h"

#include "mesh/names.h"

#include <stdio.h>
#include <string.h>

/* Triangles of a role and the heights they reach. */
typedef struct sum {
    size_t triangles;
    double low, high;
} sum;

typedef struct asset_entry {
    const tl_document_asset *asset;
    const tl_model *model;
    sum roles[TL_ROLE_COUNT];
    const char *core_from, *base_from;
} asset_entry;

static sum add(sum s, const tl_mesh *mesh, size_t triangle) {
    tl_vec3 c[3];
    tl_mesh_corners(mesh, triangle, c);
    double low = tl_min(c[0].z, tl_min(c[1].z, c[2].z)), high = tl_max(c[0].z, tl_max(c[1].z, c[2].z));
    s.low = s.triangles > 0 ? tl_min(s.low, low) : low;
    s.high = s.triangles > 0 ? tl_max(s.high, high) : high;
    s.triangles++;
    return s;
}

/* False for an asset that has nothing to tell: nobody uses it, or it is no mesh. */
static bool make_entry(const tl_table *table, size_t index, asset_entry *e) {
    const tl_document_asset *asset = &table->document->assets[index];
    const tl_model *model = table->models[index];
    if (model == NULL || asset->mesh.name == NULL) {
        return false;
    }
    *e = (asset_entry){.asset = asset, .model = model};
    for (size_t t = 0; t < model->mesh->triangle_count; t++) {
        /* what a repair made to close the core is core */
        int role = model->roles[t] == TL_ROLE_PATCH ? TL_ROLE_CORE : model->roles[t];
        if (role != TL_ROLE_CORE) {
            e->roles[role] = add(e->roles[role], model->mesh, t);
        }
    }
    for (size_t t = 0; t < model->core->triangle_count; t++) {
        e->roles[TL_ROLE_CORE] = add(e->roles[TL_ROLE_CORE], model->core, t);
    }
    e->core_from = model->core_guessed                 ? "guess"
                   : asset->core.kind != TL_SHAPE_NONE ? "shape"
                   : asset->has_hull_above             ? "hull-above"
                   : asset->cut_count > 0              ? "cuts"
                                                       : "parts";
    e->base_from = model->found.shape.kind != TL_SHAPE_NONE ? "mesh"
                   : model->base_guessed                    ? "footprint"
                   : model->base.kind != TL_SHAPE_NONE      ? "scene"
                                                            : NULL;
    return true;
}

/* The lengths of a base along its own x and y, and by how much these are turned. */
static tl_vec2 base_size(const tl_shape *base) {
    if (base->kind == TL_SHAPE_DISC) {
        return (tl_vec2){2 * base->radius, 2 * base->radius};
    }
    if (base->kind == TL_SHAPE_OVAL) {
        return tl_scale2(base->size, 2);
    }
    tl_vec2 low = base->outline[0], high = base->outline[0];
    for (size_t i = 1; i < base->outline_count; i++) {
        low = (tl_vec2){tl_min(low.x, base->outline[i].x), tl_min(low.y, base->outline[i].y)};
        high = (tl_vec2){tl_max(high.x, base->outline[i].x), tl_max(high.y, base->outline[i].y)};
    }
    return tl_sub2(high, low);
}

static double base_turn(const tl_shape *base) {
    return tl_atan2_deg(base->pose.x.y, base->pose.x.x);
}

static const char *base_word(const tl_shape *base) {
    return base->kind == TL_SHAPE_DISC ? "disc" : base->kind == TL_SHAPE_OVAL ? "oval" : "polygon";
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

typedef struct asset_text {
    tl_context *context;
    char *bytes;
    size_t size, capacity;
    bool failed;
} asset_text;

static void say(asset_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(asset_text *t, const char *format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 0 : (size_t)length < sizeof(line) ? (size_t)length : sizeof(line) - 1;
    if (t->failed || !tl_reserve(t->context, (void **)&t->bytes, &t->capacity, t->size + size + 1, 1)) {
        t->failed = true;
        return;
    }
    memcpy(t->bytes + t->size, line, size + 1);
    t->size += size;
}

/* The words for a key, of pairs that end with NULL. */
static const char *words_for(const char *const (*pairs)[2], const char *key) {
    while ((*pairs)[0] != NULL && strcmp((*pairs)[0], key) != 0) {
        pairs++;
    }
    return (*pairs)[1];
}

static void say_role(asset_text *t, const asset_entry *e, int role) {
    static const char *const cores[][2] = {{"guess", "all above the base, as nothing tells it"},
                                           {"shape", "the shape given"},
                                           {"hull-above", "above the height given"},
                                           {"cuts", "what the cuts leave"},
                                           {"parts", "by names"},
                                           {NULL, ""}};
    const sum *s = &e->roles[role];
    char number[32];
    if (s->triangles > 0) {
        say(t, "%s %s %.1f to %.1f mm high (", role == TL_ROLE_CORE ? "" : ",", tl_role_name((tl_role)role), s->low,
            s->high);
        if (role == TL_ROLE_CORE) {
            say(t, "%s, ", words_for(cores, e->core_from));
        }
        say(t, "%s triangle%s)", tl_mesh_grouped_text(s->triangles, number), s->triangles == 1 ? "" : "s");
    }
}

static void say_base(asset_text *t, const asset_entry *e) {
    static const char *const bases[][2] = {{"mesh", "found in the mesh"},
                                           {"footprint", "the smallest round its footprint, as nothing tells it"},
                                           {"scene", "as given"},
                                           {NULL, ""}};
    if (e->base_from == NULL) {
        return;
    }
    const tl_vec2 size = base_size(&e->model->base);
    if (e->model->base.kind == TL_SHAPE_DISC) {
        say(t, "; base a disc of %.1f mm", size.x);
    } else {
        say(t, "; base %s %s of %.1f x %.1f mm", e->model->base.kind == TL_SHAPE_OVAL ? "an" : "a",
            base_word(&e->model->base), size.x, size.y);
        if (fabs(base_turn(&e->model->base)) >= 0.05) {
            say(t, ", turned by %.1f degrees", base_turn(&e->model->base));
        }
    }
    say(t, ", %s", words_for(bases, e->base_from));
}

static void say_entry(asset_text *t, const asset_entry *e) {
    char number[32];
    say(t, "  %.100s:", e->asset->name);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        say_role(t, e, role);
    }
    if (e->model->unmatched > 0) {
        say(t, "; matched by nothing: %s part%s, taken as gear", tl_mesh_grouped_text(e->model->unmatched, number),
            e->model->unmatched == 1 ? "" : "s");
    }
    say_base(t, e);
    say(t, "\n");
}

tl_status tl_asset_report_words(const tl_table *table, char **words, tl_error *error) {
    asset_text t = {.context = table->context};
    say(&t, "%s", "");
    for (size_t i = 0; i < table->document->asset_count; i++) {
        asset_entry e;
        if (make_entry(table, i, &e)) {
            say_entry(&t, &e);
        }
    }
    if (t.failed) {
        tl_free(t.context, t.bytes);
        return tl_fail_memory(error);
    }
    *words = t.bytes;
    return TL_OK;
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_roles(tl_json_writer *json, const asset_entry *e) {
    tl_json_open_object(json, "roles");
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        const sum *s = &e->roles[role];
        tl_json_open_object(json, tl_role_name((tl_role)role));
        tl_json_put_int(json, "triangles", (int64_t)s->triangles);
        if (s->triangles > 0) {
            tl_json_put_double(json, "low_mm", s->low);
            tl_json_put_double(json, "high_mm", s->high);
        }
        tl_json_end_object(json);
    }
    tl_json_end_object(json);
}

/* The nearest names of the parts that no pattern matched. */
static void put_unmatched(tl_json_writer *json, const asset_entry *e) {
    const tl_mesh *mesh = e->model->mesh;
    tl_json_open_array(json, "unmatched");
    for (size_t i = 0; e->asset->parts.given && i < mesh->piece_count; i++) {
        if (!mesh->pieces[i].matched) {
            tl_json_string_n(json, mesh->pieces[i].names, strcspn(mesh->pieces[i].names, "\t\n"));
        }
    }
    tl_json_end_array(json);
}

static void put_base(tl_json_writer *json, const asset_entry *e) {
    const tl_shape *base = &e->model->base;
    tl_json_key(json, "base");
    if (e->base_from == NULL) {
        tl_json_null(json);
        return;
    }
    const tl_vec2 size = base_size(base);
    tl_json_begin_object(json);
    tl_json_put_string(json, "from", e->base_from);
    tl_json_put_string(json, "shape", base_word(base));
    tl_json_put_place(json, "size_mm", size);
    tl_json_put_double(json, "turn_deg", base_turn(base));
    tl_json_put_double(json, "low_mm", base->low);
    tl_json_put_double(json, "high_mm", base->high);
    if (e->model->found.shape.kind != TL_SHAPE_NONE) {
        tl_json_put_double(json, "residual_mm", e->model->found.residual_mm);
    }
    tl_json_end_object(json);
}

tl_status tl_asset_report_json(const tl_table *table, char **words, tl_error *error) {
    tl_json_writer json;
    tl_json_writer_init(&json, table->context, false);
    tl_json_begin_array(&json);
    for (size_t i = 0; i < table->document->asset_count; i++) {
        asset_entry e;
        if (!make_entry(table, i, &e)) {
            continue;
        }
        tl_json_begin_object(&json);
        tl_json_put_string(&json, "asset", e.asset->name);
        tl_json_put_string(&json, "core_from", e.core_from);
        put_roles(&json, &e);
        put_unmatched(&json, &e);
        put_base(&json, &e);
        tl_json_end_object(&json);
    }
    tl_json_end_array(&json);
    tl_status status = tl_json_writer_finish(&json, words, NULL, error);
    tl_json_writer_free(&json);
    return status;
}
