/* bench.c: the workbench's mesh, its camera and its marks as the scene has them. */
#include "tools/bench.h"

#include "camera/space.h"
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ROLES[TLV_ROLES] = {"core", "limb", "gear", "base", "stand"};
static const char *const VERBS[] = {"mark", "drop", "keep"};

/* --- The mesh ----------------------------------------------------------------------------------------------------- */

static void take_mesh(void *user, const tl_draw_mesh *mesh) {
    tlv_bench *b = user;
    size_t need = b->corner_count + 3 * mesh->triangle_count;
    if ((mesh->style & TL_DRAW_TRANSLUCENT) != 0 || b->short_of_memory) {
        return;
    }
    if (!tlv_reserve((void **)&b->corners, &b->corner_capacity, need, sizeof(*b->corners))) {
        b->short_of_memory = true;
        return;
    }
    double area = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        tl_vec3 *c = b->corners + b->corner_count;
        for (size_t k = 0; k < 3; k++) {
            c[k] = mesh->vertices[mesh->triangles[3 * i + k]];
            b->box = tlv_box_add(b->box, c[k]);
        }
        vec3 normal;
        tlv_normal(c[0], c[1], c[2], normal);
        area += 0.5 * (double)glm_vec3_norm(normal);
        b->corner_count += 3;
    }
    if (mesh->key >= 1 && mesh->key <= TLV_ROLES) {
        b->share[mesh->key - 1] += area;
    }
}

/* What lies on it, as the scene has it now; false when nothing is of this asset any more. */
static bool lay_out(tlv_bench *b, const tl_scene *scene) {
    const tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = b, .mesh = take_mesh};
    double all = 0;
    b->corner_count = 0;
    b->short_of_memory = false;
    b->box = tlv_box_empty();
    memset(b->share, 0, sizeof(b->share));
    if (tl_scene_asset_draw(scene, b->asset, &sink, NULL) != TL_OK || b->short_of_memory || b->corner_count == 0) {
        return false;
    }
    for (int i = 0; i < TLV_ROLES; i++) {
        all += b->share[i];
    }
    for (int i = 0; i < TLV_ROLES && all > 0; i++) {
        b->share[i] /= all;
    }
    return true;
}

bool tlv_bench_refresh(tlv_app *app) {
    tlv_bench *b = app->bench;
    return tl_scene_unit_of(app->scene, b->member) != NULL && lay_out(b, app->scene);
}

const char *tlv_bench_open(tlv_app *app) {
    const char *asset = tl_scene_unit_of(app->scene, app->session.selected)
                            ? tlv_parts_word(app, app->session.selected, "\"asset\"")
                            : NULL;
    if (!asset) {
        return "note.parts.select";
    }
    tlv_bench *b = calloc(1, sizeof(*b));
    if (!b) {
        return "note.parts.memory";
    }
    snprintf(b->asset, sizeof(b->asset), "%s", asset);
    snprintf(b->member, sizeof(b->member), "%s", app->session.selected);
    b->before = app->camera;
    b->role = TL_PART_GEAR;
    b->chosen = -1;
    app->bench = b;
    char thing[3 * TLV_NAME];
    size_t size;
    const char *why = !tl_scene_value(app->scene, tlv_bench_thing(b, thing), "\"mesh\"", &size) ? "note.parts.no_mesh"
                      : !lay_out(b, app->scene)                                                 ? "note.parts.memory"
                                                                                                : NULL;
    if (why) {
        tlv_bench_close(app);
        return why;
    }
    tl_scene_asset_suggest(app->scene, b->asset, &b->suggestion, NULL); /* without it there is none */
    b->brush_mm = 0.05 * tlv_box_size(b->box);
    return NULL;
}

void tlv_bench_close(tlv_app *app) {
    if (app->bench) {
        free(app->bench->corners);
        free(app->bench);
        app->bench = NULL;
    }
}

const char *tlv_bench_asset(const tlv_app *app) {
    return app->bench->asset;
}

tl_box3 tlv_shown_box(const tlv_app *app) {
    return app->bench ? app->bench->box : tl_scene_box(app->scene);
}

bool tlv_bench_hit(const tlv_app *app, tl_vec3 from, tl_vec3 along, tl_vec3 *point) {
    return tlv_first_hit(app->bench->corners, app->bench->corner_count / 3, from, along, point);
}

/* --- What the scene says ------------------------------------------------------------------------------------------ */

const char *tlv_parts_word(const tlv_app *app, const char *id, const char *field) {
    char thing[2 * TLV_NAME];
    return tl_scene_word(app->scene, tlv_quote(id, thing, sizeof(thing)), field);
}

const char *tlv_bench_thing(const tlv_bench *b, char thing[3 * TLV_NAME]) {
    char name[2 * TLV_NAME];
    snprintf(thing, 3 * TLV_NAME, "{\"asset\":%s}", tlv_quote(b->asset, name, sizeof(name)));
    return thing;
}

static bool has(const tlv_app *app, const char *field) {
    char thing[3 * TLV_NAME];
    size_t size;
    return tl_scene_value(app->scene, tlv_bench_thing(app->bench, thing), field, &size) != NULL;
}

const char *tlv_parts_told_by(const tlv_app *app) {
    char thing[3 * TLV_NAME];
    const char *shape = tl_scene_word(app->scene, tlv_bench_thing(app->bench, thing), "[\"core\",\"shape\"]");
    return has(app, "[\"core\",\"cuts\"]") ? "cuts" : shape ? shape : has(app, "[\"parts\",\"core\"]") ? "parts" : "";
}

int tlv_parts_count(const tlv_app *app) {
    char field[64];
    int count = 0;
    do {
        snprintf(field, sizeof(field), "[\"core\",\"cuts\",%d]", count);
    } while (has(app, field) && ++count < TLV_MARKS_SHOWN);
    return count;
}

/* The number at the end of a way into mark `index`; 0 when there is none. */
static double number(const tlv_app *app, int index, const char *verb, const char *way) {
    char thing[3 * TLV_NAME], field[96];
    double value = 0;
    snprintf(field, sizeof(field), "[\"core\",\"cuts\",%d,\"%s\",%s]", index, verb, way);
    tl_scene_number(app->scene, tlv_bench_thing(app->bench, thing), field, &value);
    return value;
}

static tl_vec3 point(const tlv_app *app, int index, const char *verb, const char *way) {
    double c[3];
    for (int k = 0; k < 3; k++) {
        char whole[64];
        snprintf(whole, sizeof(whole), "%s,%d", way, k);
        c[k] = number(app, index, verb, whole);
    }
    return (tl_vec3){c[0], c[1], c[2]};
}

bool tlv_parts_read(const tlv_app *app, int index, tlv_mark_cut *cut) {
    char thing[3 * TLV_NAME], field[96];
    *cut = (tlv_mark_cut){.verb = NULL, .role = TL_PART_GEAR};
    for (int i = 0; i < 3 && !cut->verb; i++) {
        snprintf(field, sizeof(field), "[\"core\",\"cuts\",%d,\"%s\"]", index, VERBS[i]);
        cut->verb = has(app, field) ? VERBS[i] : NULL;
    }
    if (!cut->verb) {
        return false;
    }
    snprintf(field, sizeof(field), "[\"core\",\"cuts\",%d,\"as\"]", index);
    const char *as = tl_scene_word(app->scene, tlv_bench_thing(app->bench, thing), field);
    for (int i = 0; as && i < TLV_ROLES; i++) {
        cut->role = strcmp(as, ROLES[i]) == 0 ? i : cut->role;
    }
    snprintf(field, sizeof(field), "[\"core\",\"cuts\",%d,\"%s\",\"plane\"]", index, cut->verb);
    cut->is_plane = has(app, field);
    if (cut->is_plane) {
        cut->plane.normal = point(app, index, cut->verb, "\"plane\",\"normal\"");
        cut->plane.offset = number(app, index, cut->verb, "\"plane\",\"offset\"");
    } else {
        cut->box.low = point(app, index, cut->verb, "\"box\",\"min\"");
        cut->box.high = point(app, index, cut->verb, "\"box\",\"max\"");
    }
    return true;
}

/* A mark as a scene writes it. */
static const char *mark_text(const tlv_mark_cut *cut, char *text, size_t size) {
    char shape[320], as[32] = "";
    const tl_box3 *b = &cut->box;
    if (cut->is_plane) {
        snprintf(shape, sizeof(shape), "{\"plane\":{\"normal\":[%.6g,%.6g,%.6g],\"offset\":%.6g}}", cut->plane.normal.x,
                 cut->plane.normal.y, cut->plane.normal.z, cut->plane.offset);
    } else {
        snprintf(shape, sizeof(shape), "{\"box\":{\"min\":[%.6g,%.6g,%.6g],\"max\":[%.6g,%.6g,%.6g]}}", b->low.x,
                 b->low.y, b->low.z, b->high.x, b->high.y, b->high.z);
    }
    if (strcmp(cut->verb, "mark") == 0) {
        snprintf(as, sizeof(as), ",\"as\":\"%s\"", ROLES[cut->role]);
    }
    snprintf(text, size, "{\"%s\":%s%s}", cut->verb, shape, as);
    return text;
}

bool tlv_bench_mark(tlv_app *app, const tlv_mark_cut *cuts, size_t count) {
    enum { EACH = 512 };
    tlv_bench *b = app->bench;
    char thing[3 * TLV_NAME], one[EACH];
    bool first = strcmp(tlv_parts_told_by(app), "cuts") != 0;
    int before = first ? 0 : tlv_parts_count(app);
    size_t size = 8 * TLV_NAME + count * (EACH + 4 * TLV_NAME), n = 0;
    char *edit = count > 0 ? malloc(size) : NULL;
    if (!edit) {
        return false;
    }
    tlv_bench_thing(b, thing);
    n += (size_t)snprintf(edit, size, "[");
    if (first && has(app, "\"parts\"")) {
        n += (size_t)snprintf(edit + n, size - n, "{\"set\":%s,\"field\":\"parts\"},", thing);
    }
    if (first) {
        n += (size_t)snprintf(edit + n, size - n, "{\"set\":%s,\"field\":\"core\",\"value\":{\"cuts\":[", thing);
    }
    for (size_t i = 0; i < count; i++) {
        mark_text(&cuts[i], one, sizeof(one));
        const char *comma = i > 0 ? "," : "";
        n += (size_t)(first ? snprintf(edit + n, size - n, "%s%s", comma, one)
                            : snprintf(edit + n, size - n,
                                       "%s{\"set\":%s,\"field\":[\"core\",\"cuts\",%zu],\"value\":%s}", comma, thing,
                                       (size_t)before + i, one));
    }
    snprintf(edit + n, size - n, first ? "]}}]" : "]");
    bool good = tlv_edit(app, edit, "done.marked", b->member);
    free(edit);
    if (good && app->bench) {
        app->bench->chosen = count == 1 ? before : -1;
    }
    return good;
}

void tlv_parts_write(tlv_app *app, int index, const tlv_mark_cut *cut) {
    char thing[3 * TLV_NAME], one[512], edit[4 * TLV_NAME + 600];
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":[\"core\",\"cuts\",%d],\"value\":%s}",
             tlv_bench_thing(app->bench, thing), index, mark_text(cut, one, sizeof(one)));
    tlv_edit(app, edit, "done.marked", app->bench->member);
}

/* --- Commands ----------------------------------------------------------------------------------------------------- */

bool tlv_parts_is_open(const tlv_app *app) {
    return app->bench != NULL;
}

void tlv_parts_set_role(tlv_app *app, int role) {
    app->bench->role = role;
    app->models_changed = true;
}

void tlv_parts_set_shape(tlv_app *app, int shape) {
    app->bench->shape = (tlv_mark_shape)shape;
    app->bench->drawing = app->bench->pointing = false;
    app->models_changed = true;
}

void tlv_parts_look(tlv_app *app, int from_front) {
    const tl_box3 box = app->bench->box;
    tl_vec3 size = tlv_sub(box.high, box.low), target = tlv_box_middle(box);
    double across = from_front ? size.y : size.x, aspect = tlv_app_aspect(app);
    tl_vec3 away = from_front ? (tl_vec3){1, 0, 0} : (tl_vec3){0, -1, 0};
    tlv_look(app, (tlv_camera){.eye = tlv_madd(target, away, 2 * tlv_box_size(box)),
                               .target = target,
                               .up = {0, 0, 1},
                               .height_mm = 1.2 * fmax(size.z, across / aspect)});
}

/* A third of it, in its middle; by its numbers one moves it where it belongs. */
void tlv_parts_add(tlv_app *app, int value) {
    (void)value;
    tlv_bench *b = app->bench;
    tl_vec3 middle = tlv_box_middle(b->box);
    tl_vec3 sixth = tlv_scale(tlv_sub(b->box.high, b->box.low), 1.0 / 6);
    const tlv_mark_cut cut = {.verb = "mark",
                              .role = b->role,
                              .is_plane = b->shape == TLV_MARK_PLANE,
                              .box = {tlv_sub(middle, sixth), tlv_add(middle, sixth)},
                              .plane = {{0, 0, -1}, -(b->box.low.z + sixth.z)}};
    tlv_bench_mark(app, &cut, 1);
}

static int chosen_or_last(const tlv_app *app) {
    int count = tlv_parts_count(app), chosen = app->bench->chosen;
    return chosen >= 0 && chosen < count ? chosen : count - 1;
}

void tlv_parts_flip(tlv_app *app, int value) {
    (void)value;
    tlv_mark_cut cut;
    int index = chosen_or_last(app);
    if (index < 0 || !tlv_parts_read(app, index, &cut) || !cut.is_plane) {
        tlv_note(app, false, "note.parts.no_plane", NULL);
        return;
    }
    cut.plane = (tlv_half_space){tlv_scale(cut.plane.normal, -1), -cut.plane.offset};
    tlv_parts_write(app, index, &cut);
}

void tlv_parts_drop(tlv_app *app, int value) {
    (void)value;
    char thing[3 * TLV_NAME], edit[4 * TLV_NAME];
    int count = tlv_parts_count(app), index = chosen_or_last(app);
    if (count == 0) {
        tlv_note(app, false, "note.parts.no_mark", NULL);
        return;
    }
    tlv_bench_thing(app->bench, thing);
    if (count == 1) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"core\"}", thing);
    } else {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":[\"core\",\"cuts\",%d]}", thing, index);
    }
    app->bench->chosen = -1;
    tlv_edit(app, edit, "done.unmarked", app->bench->member);
}

void tlv_parts_clear(tlv_app *app, int value) {
    (void)value;
    char thing[3 * TLV_NAME], edit[4 * TLV_NAME];
    if (!has(app, "\"core\"")) {
        tlv_note(app, false, "note.parts.no_mark", NULL);
        return;
    }
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"core\"}", tlv_bench_thing(app->bench, thing));
    app->bench->chosen = -1;
    tlv_edit(app, edit, "done.unmarked", app->bench->member);
}

void tlv_parts_suggest(tlv_app *app, int base) {
    const tl_asset_suggestion *s = &app->bench->suggestion;
    char thing[3 * TLV_NAME], edit[8 * TLV_NAME + 400];
    const char *value = base ? s->base : s->core;
    if (value[0] == '\0') {
        tlv_note(app, false, base ? "note.parts.no_base" : "note.parts.no_core", NULL);
        return;
    }
    tlv_bench_thing(app->bench, thing);
    bool named = !base && has(app, "\"parts\"");
    snprintf(edit, sizeof(edit), "[%s%s%s{\"set\":%s,\"field\":\"%s\",\"value\":%s}]", named ? "{\"set\":" : "",
             named ? thing : "", named ? ",\"field\":\"parts\"}," : "", thing, base ? "base" : "core", value);
    app->bench->chosen = -1;
    tlv_edit(app, edit, base ? "done.base" : "done.core", app->bench->member);
}
