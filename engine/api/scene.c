/* scene.c: scenes behind the public wall. */
#include "api/door.h"
#include "api/handle.h"

#include <trueline/explain.h>
#include <trueline/rules.h>

#include "io/file.h"
#include "scene/asset_report.h"

#include "tell/tell_stay.h"
#include "scene/fit.h"

#include <math.h>
#include <stdio.h>

#include <string.h>

/* Remembers what was set, for after edits: the last value of each name. Takes `value`; what it was before goes to
 * `old`, NULL: nothing. */
static bool remember(tl_scene *scene, const char *name, char *value, char **old) {
    *old = NULL;
    for (size_t i = 0; i + 1 < scene->chosen.count; i += 2) {
        if (strcmp(scene->chosen.items[i], name) == 0) {
            *old = scene->chosen.items[i + 1];
            scene->chosen.items[i + 1] = value;
            return true;
        }
    }
    bool good = tl_reserve(scene->context, (void **)&scene->chosen.items, &scene->chosen.capacity,
                           scene->chosen.count + 2, sizeof(char *)) &&
                tl_names_add(&scene->chosen, name);
    if (good) {
        scene->chosen.items[scene->chosen.count++] = value;
    } else {
        tl_free(scene->context, value);
    }
    return good;
}

/* Takes that back. Needs no memory. */
static void take_back(tl_scene *scene, const char *name, char *old) {
    for (size_t i = 0; i + 1 < scene->chosen.count; i += 2) {
        if (strcmp(scene->chosen.items[i], name) == 0) {
            tl_free(scene->context, scene->chosen.items[i + 1]);
            scene->chosen.items[i + 1] = old;
            if (old == NULL) { /* it was the last to come */
                tl_free(scene->context, scene->chosen.items[i]);
                scene->chosen.count -= 2;
            }
            return;
        }
    }
}

static tl_status make_again(tl_scene *scene, tl_error *error) {
    size_t size;
    const char *text = tl_document_text(scene->table->document, &size);
    const tl_handle_text all = {text, size, scene->table->document->file, scene->side};
    tl_document *document = NULL;
    tl_ruleset *loaded = NULL;
    tl_problems problems;
    tl_problems_init(&problems, scene->context);
    tl_status status = tl_handle_parse(scene->context, scene, &all, &document, &loaded, &problems, error);
    status = status == TL_OK ? tl_handle_make(scene, scene, document, loaded, &problems, error) : status;
    tl_problems_free(&problems);
    return status;
}

/* Whether a value can be set, and is another than the one that there is. */
static tl_status try_setting(const tl_scene *scene, tl_setting_id id, const char *value, bool *other, tl_error *error) {
    tl_settings settings;
    tl_status status = tl_settings_copy(scene->context, &scene->referee->settings, &settings, error);
    if (status == TL_OK) {
        status = tl_settings_set(&settings, tl_settings_row(id)->name, value, error);
        *other = status == TL_OK &&
                 tl_settings_number_of(&settings, id) != tl_settings_number_of(&scene->referee->settings, id);
        tl_settings_free(scene->context, &settings);
    }
    return status;
}

tl_status tl_scene_set(tl_scene *scene, const char *name, const char *value, tl_error *error) {
    if (scene == NULL || name == NULL || value == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, name and value must be given");
    }
    const tl_setting_id id = tl_settings_named(name);
    bool reshapes = false;
    tl_status status = TL_OK;
    if (id != TL_SETTING_COUNT && tl_settings_shapes_table(id)) {
        status = try_setting(scene, id, value, &reshapes, error);
    }
    char *copy = status == TL_OK ? tl_duplicate_text(scene->context, value) : NULL, *old = NULL;
    if (status == TL_OK && copy == NULL) {
        return tl_fail_memory(error);
    }
    tl_handle_views_forget(scene->views);
    if (status == TL_OK && !reshapes) {
        status = tl_settings_set(&scene->referee->settings, name, value, error);
    }
    if (status != TL_OK) {
        tl_free(scene->context, copy);
        return status;
    }
    if (!remember(scene, name, copy, &old)) {
        return tl_fail_memory(error);
    }
    status = reshapes ? make_again(scene, error) : TL_OK;
    if (status != TL_OK) {
        take_back(scene, name, old);
    } else {
        tl_free(scene->context, old);
    }
    return status;
}

/* Forgets what was set of a name; false when nothing was. */
static bool forget(tl_scene *scene, const char *name) {
    tl_names *chosen = &scene->chosen;
    for (size_t i = 0; i + 1 < chosen->count; i += 2) {
        if (strcmp(chosen->items[i], name) == 0) {
            tl_free(scene->context, chosen->items[i]);
            tl_free(scene->context, chosen->items[i + 1]);
            for (size_t k = i; k + 2 < chosen->count; k++) {
                chosen->items[k] = chosen->items[k + 2];
            }
            chosen->count -= 2;
            return true;
        }
    }
    return false;
}

tl_status tl_scene_unset(tl_scene *scene, const char *name, tl_error *error) {
    char buffer[TL_SETTING_VALUE];
    const char *value = NULL;
    const tl_json_value *said = NULL;
    if (scene == NULL || name == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and name must be given");
    }
    for (size_t i = 0; i < tl_ruleset_setting_count(scene->ruleset) && value == NULL; i++) {
        if (strcmp(tl_ruleset_setting(scene->ruleset, i)->name, name) == 0) {
            value = tl_scene_setting_initial(scene, i, buffer, sizeof(buffer), NULL);
        }
    }
    const tl_document *document = scene->table->document;
    for (size_t i = 0; i < document->setting_count; i++) {
        said = strcmp(document->settings[i].name, name) == 0 ? document->settings[i].value : said;
    }
    if (said != NULL && said->kind == TL_JSON_NUMBER) {
        tl_json_format_double(said->number, buffer);
        value = buffer;
    } else if (said != NULL) {
        value = said->kind == TL_JSON_STRING ? said->text : said->boolean ? "true" : "false";
    }
    tl_handle_views_forget(scene->views);
    /* what shapes the table makes it again, and is then forgotten as a choice */
    const tl_setting_id id = tl_settings_named(name);
    const bool shapes = id != TL_SETTING_COUNT && tl_settings_shapes_table(id) && value != NULL;
    tl_status status = shapes ? tl_scene_set(scene, name, value, error)
                              : tl_settings_set(&scene->referee->settings, name, value != NULL ? value : "", error);
    if (status == TL_OK) {
        forget(scene, name);
    }
    return status;
}

/* The index of a member, or of the only one of a unit. */
static tl_status member_named(const tl_scene *scene, const char *name, size_t *member, tl_error *error) {
    tl_party party;
    tl_status status = tl_referee_party(scene->referee, name, "member", &party, error);
    if (status == TL_OK && party.whole && party.count > 1) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "name one of its members", "`%s` is a whole unit",
                       name);
    }
    *member = status == TL_OK ? party.first : 0;
    return status;
}

tl_status tl_scene_place(tl_scene *scene, const char *member, const double *at, size_t coordinates, double facing,
                         size_t level, tl_error *error) {
    size_t index = 0;
    if (scene == NULL || at == NULL || coordinates < 2 || coordinates > 3 || !isfinite(facing)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", "give two or three numbers, and a facing in degrees",
                       "a place needs two or three coordinates");
    }
    tl_status status = member_named(scene, member, &index, error);
    if (status == TL_OK) {
        tl_handle_views_forget(scene->views);
        status = tl_table_place(scene->table, index, at, (int)coordinates, facing, level, error);
    }
    return status;
}

tl_status tl_scene_place_of(const tl_scene *scene, const char *member, tl_place *place, tl_error *error) {
    size_t index = 0;
    tl_status status = member_named(scene, member, &index, error);
    if (status == TL_OK) {
        const tl_document_pose *pose = &tl_table_member(scene->table, index)->pose;
        const tl_place made = {.at = {pose->at[0], pose->at[1], pose->at[2]},
                               .coordinates = (size_t)pose->at_count,
                               .facing = pose->turn,
                               .level = pose->level};
        status = tl_place_give(&made, place, error);
    }
    return status;
}

tl_status tl_scene_level_at(const tl_scene *scene, const char *member, tl_vec3 at, size_t *level, tl_error *error) {
    size_t index = 0;
    tl_status status = member_named(scene, member, &index, error);
    if (status == TL_OK && !(isfinite(at.x) && isfinite(at.y) && isfinite(at.z))) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", NULL, "a place needs finite numbers");
    }
    if (status == TL_OK) {
        *level = tl_table_level_at(scene->table, index, at);
    }
    return status;
}

/* --- Standing ----------------------------------------------------------------------------------------------------- */

typedef struct gravest {
    tl_finding finding;
    tl_fit_reason reason;
} gravest;

static void keep_gravest(void *user, const tl_finding *finding) {
    static const tl_fit_reason reasons[] = {
        [TL_FINDING_OFF_TABLE] = TL_FIT_OFF_TABLE,      [TL_FINDING_MODEL] = TL_FIT_OVERLAPS_MODEL,
        [TL_FINDING_TERRAIN] = TL_FIT_OVERLAPS_TERRAIN, [TL_FINDING_BODY] = TL_FIT_OVERLAPS_TERRAIN,
        [TL_FINDING_NO_LEVEL] = TL_FIT_NO_LEVEL,        [TL_FINDING_FLOATS] = TL_FIT_FLOATS,
        [TL_FINDING_OVER_EDGE] = TL_FIT_OVER_EDGE,      [TL_FINDING_OVERHANG] = TL_FIT_OVERHANG};
    gravest *g = user;
    tl_fit_reason reason = reasons[finding->kind];
    bool deeper = reason == g->reason && finding->amount > g->finding.amount;
    if (g->reason == TL_FIT_GOOD || reason < g->reason || deeper) {
        *g = (gravest){*finding, reason};
    }
}

const char *tl_scene_fit_words(const tl_scene *scene, const tl_fit *fit, const char *language, char *buffer,
                               size_t size) {
    static const tl_sentence sentences[] = {[TL_FIT_OFF_TABLE] = TL_SAY_FIT_OFF_TABLE,
                                            [TL_FIT_OVERLAPS_MODEL] = TL_SAY_FIT_OVERLAPS,
                                            [TL_FIT_OVERLAPS_TERRAIN] = TL_SAY_FIT_TERRAIN,
                                            [TL_FIT_NO_LEVEL] = TL_SAY_FIT_NO_LEVEL,
                                            [TL_FIT_FLOATS] = TL_SAY_FIT_FLOATS,
                                            [TL_FIT_OVER_EDGE] = TL_SAY_FIT_OVER_EDGE,
                                            [TL_FIT_OVERHANG] = TL_SAY_FIT_OVERHANG};
    const tl_language *spoken = tl_language_find(language);
    const tl_words words = {spoken != NULL ? spoken : tl_language_of(scene->context),
                            strcmp(tl_scene_units(scene), "inch") == 0 ? 1 : 0};
    char length[TL_WORDS_LENGTH_SIZE];
    buffer[0] = '\0';
    if (fit->reason == TL_FIT_OVERHANG) {
        tl_words_decimal_text(&words, fit->amount, 0, length);
    } else {
        tl_words_length_text(&words, fit->reason != TL_FIT_GOOD ? fit->amount : fit->off_mm, length);
    }
    const char *name = fit->with == NULL                                 ? length
                       : strcmp(fit->with, scene->table->ground.id) == 0 ? tl_phrase(&words, TL_SAY_FIT_THE_TABLE)
                                                                         : tl_scene_name_of(scene, fit->with);
    if (fit->reason != TL_FIT_GOOD) {
        tl_say(&words, buffer, size, sentences[fit->reason], name, length);
    } else if (fit->off_mm > 0) {
        tl_say(&words, buffer, size, TL_SAY_FIT_UNCERTAIN, length);
    }
    return buffer;
}

/* The pose of a member that is put at a place. */
static tl_status pose_at(const tl_place *given, tl_document_pose *pose, tl_error *error) {
    tl_place place;
    tl_status status = tl_place_take(given, &place, error);
    if (status != TL_OK) {
        return status;
    }
    bool good = isfinite(place.facing) && (place.coordinates == 2 || place.coordinates == 3);
    for (size_t i = 0; good && i < place.coordinates; i++) {
        good = fabs(place.at[i]) <= TL_DOCUMENT_REACH;
        pose->at[i] = place.at[i];
    }
    if (!good || fabs(place.facing) > TL_DOCUMENT_REACH) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "at", NULL, "a place needs two or three finite numbers");
    }
    pose->at_count = (int)place.coordinates;
    pose->turn = place.facing;
    pose->level = place.level;
    return TL_OK;
}

tl_status tl_scene_fit(const tl_scene *scene, const char *member, const tl_place *place, tl_fit *fit, tl_error *error) {
    size_t index = 0;
    tl_document_pose pose;
    gravest g = {.reason = TL_FIT_GOOD};
    tl_rest rest;
    tl_status status = member_named(scene, member, &index, error);
    if (status == TL_OK) {
        pose = tl_table_member(scene->table, index)->pose;
        status = place != NULL ? pose_at(place, &pose, error) : TL_OK;
    }
    if (status == TL_OK) {
        status = tl_table_fit(scene->table, index, place != NULL ? &pose : NULL, false, keep_gravest, &g, &rest, error);
    }
    if (status == TL_OK) {
        *fit = (tl_fit){.stands = g.reason == TL_FIT_GOOD || g.reason == TL_FIT_OVERHANG,
                        .reason = g.reason,
                        .with = g.finding.other != NULL ? g.finding.other->id : NULL,
                        .amount = g.finding.amount,
                        .at = rest.pose.at,
                        .levels = rest.levels,
                        .off_mm = rest.off};
        tl_scene_fit_words(scene, fit, NULL, fit->words, sizeof(fit->words));
    }
    return status;
}

tl_status tl_scene_stays(const tl_scene *scene, const char *member, const char *language, tl_stays *stays,
                         tl_error *error) {
    size_t index = 0;
    tl_inquiry inquiry;
    tl_words words;
    tl_stay stay;
    tl_status status = member_named(scene, member, &index, error);
    if (status == TL_OK) {
        status = tl_inquiry_begin(scene->referee, NULL, -1, &inquiry, error);
    }
    if (status != TL_OK) {
        return status;
    }
    const tl_language *spoken = tl_language_find(language);
    tl_tell_in_language_of(&inquiry, spoken, &words);
    status = tl_stay_judge(&inquiry, index, &stay, error);
    if (status == TL_OK) {
        *stays = (tl_stays){.verdict = stay.verdict, .rule = tl_tell_cited(&inquiry, stay.cause)};
        char why[256];
        tl_tell_stay_text(&inquiry, &stay, why, sizeof(why));
        if (stay.verdict == TL_VERDICT_MARGINAL) {
            tl_say(inquiry.words, stays->words, sizeof(stays->words), TL_SAY_STAY_PERHAPS, why, NULL);
        } else {
            snprintf(stays->words, sizeof(stays->words), "%.255s", why);
        }
    }
    tl_inquiry_free(&inquiry);
    return status;
}

/* --- Pointing ----------------------------------------------------------------------------------------------------- */

/* Where the line meets the bare table's plane, before `t`. */
static bool meets_plane(const tl_table *table, tl_vec3 p, tl_vec3 q, double *t) {
    if (table->ground.body != NULL || p.z * q.z > 0 || p.z == q.z) {
        return false;
    }
    double at = p.z / (p.z - q.z);
    tl_vec3 point = tl_lerp(p, q, at);
    bool on = point.x >= 0 && point.x <= table->document->width && point.y >= 0 && point.y <= table->document->depth;
    bool first = on && at < *t;
    *t = first ? at : *t;
    return first;
}

/* A segment of the line that holds everything there is; its ends are moderate numbers, wherever the line starts. */
static bool cut_line(tl_box3 box, tl_vec3 from, tl_vec3 direction, tl_vec3 *p, tl_vec3 *q) {
    tl_vec3 centre = tl_box3_centre(box);
    double radius = 0.5 * tl_length(tl_box3_size(box)) + 10;
    tl_vec3 along = tl_scale(direction, 1 / tl_length(direction));
    double middle = tl_dot(tl_sub(centre, from), along);
    double near = tl_max(0, middle - radius), far = middle + radius;
    *p = tl_madd(from, along, near);
    *q = tl_madd(from, along, far);
    return far > near;
}

static tl_status slot_of(const tl_scene *scene, const char *id, size_t *slot, tl_error *error) {
    const tl_table *table = scene->table;
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (strcmp(table->terrain[i].id, id) == 0) {
            *slot = table->terrain[i].slot;
            return TL_OK;
        }
    }
    size_t member = 0;
    tl_status status = member_named(scene, id, &member, error);
    *slot = status == TL_OK ? table->members[member].slot : 0;
    return status;
}

tl_status tl_scene_pick(const tl_scene *scene, tl_vec3 from, tl_vec3 direction, bool members, const char *without,
                        tl_pick *pick, tl_error *error) {
    double length = tl_length(direction);
    if (scene == NULL || pick == NULL || !isfinite(from.x) || !isfinite(from.y) || !isfinite(from.z) || !(length > 0) ||
        !isfinite(length)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "a line needs a finite start and a direction");
    }
    const tl_table *table = scene->table;
    size_t left_out = SIZE_MAX; /* a slot */
    if (without != NULL) {
        tl_status status = slot_of(scene, without, &left_out, error);
        if (status != TL_OK) {
            return status;
        }
    }
    *pick = (tl_pick){TL_PICK_NOTHING, NULL, {0, 0, 0}};
    tl_vec3 p, q;
    if (!cut_line(tl_table_box(table), from, direction, &p, &q)) {
        return TL_OK;
    }
    uint8_t *mask = tl_alloc_array(scene->context, table->slot_count, sizeof(*mask));
    if (mask == NULL) {
        return tl_fail_memory(error);
    }
    /* cores laid over meshes are measured, not seen */
    memset(mask, TL_ROLES_ALL, 1 + table->terrain_count + (members ? table->member_count : 0));
    if (left_out != SIZE_MAX) {
        mask[left_out] = 0;
    }
    tl_hit hit;
    double t = INFINITY;
    if (tl_world_nearest_hit(table->world, p, q, mask, &hit)) {
        size_t first = 1 + table->terrain_count;
        t = hit.t;
        pick->kind = hit.slot == 0 ? TL_PICK_TABLE : hit.slot < first ? TL_PICK_TERRAIN : TL_PICK_MEMBER;
        pick->id = hit.slot == 0 ? NULL : tl_table_slot_name(table, hit.slot);
    }
    if (meets_plane(table, p, q, &t)) {
        *pick = (tl_pick){.kind = TL_PICK_TABLE};
    }
    if (pick->kind != TL_PICK_NOTHING) {
        pick->point = tl_lerp(p, q, t);
    }
    tl_free(scene->context, mask);
    return TL_OK;
}

tl_status tl_scene_save(tl_scene *scene, const char *path, tl_error *error) {
    const char *file = scene->table->document->file;
    if (scene->side != NULL && file[0] != '\0' && (path == NULL || tl_file_is_same(path, file))) {
        return tl_fail(error, TL_ERROR_ARGUMENT, file, NULL, "save it as another file",
                       "this is the table as the side `%s` knows it: what is hidden from it would be lost",
                       scene->side);
    }
    return tl_document_save(scene->table->document, path, error);
}

const char *tl_scene_name(const tl_scene *scene) {
    return scene->table->document->name;
}

const char *tl_scene_units(const tl_scene *scene) {
    return tl_settings_is_at(&scene->referee->settings, TL_SETTING_UNITS, TL_CHOICE_UNITS_INCH) ? "inch" : "cm";
}

double tl_scene_game_unit(const tl_scene *scene) {
    return tl_referee_game_unit(
        scene->referee, tl_settings_is_at(&scene->referee->settings, TL_SETTING_UNITS, TL_CHOICE_UNITS_INCH) ? 1 : 0);
}

tl_box3 tl_scene_box(const tl_scene *scene) {
    return tl_table_box(scene->table);
}

tl_status tl_scene_describe_assets(const tl_scene *scene, bool json, char **text, tl_error *error) {
    if (scene == NULL || text == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene and text must be given");
    }
    return (json ? tl_asset_report_json : tl_asset_report_words)(scene->table, text, error);
}

size_t tl_scene_triangle_count(const tl_scene *scene) {
    size_t count = 0;
    for (size_t slot = 0; slot < scene->table->slot_count; slot++) {
        const tl_bvh *bvh = tl_world_get(scene->table->world, slot);
        bool overlay = slot > scene->table->terrain_count + scene->table->member_count;
        count += bvh != NULL && !overlay ? tl_bvh_triangle_count(bvh) : 0;
    }
    return count;
}

size_t tl_scene_member_count(const tl_scene *scene) {
    return scene->table->member_count;
}

const char *tl_scene_member(const tl_scene *scene, size_t index) {
    return index < scene->table->member_count ? scene->table->members[index].id : NULL;
}

const char *tl_scene_name_of(const tl_scene *scene, const char *name) {
    tl_party party;
    tl_document_found found = tl_document_find(scene->table->document, name);
    if (found.kind == TL_DOCUMENT_TERRAIN) {
        return found.terrain->name;
    }
    return tl_referee_party(scene->referee, name, "name", &party, NULL) == TL_OK ? party.name : name;
}

const char *tl_scene_unit_of(const tl_scene *scene, const char *member) {
    tl_party party;
    return tl_referee_party(scene->referee, member, "member", &party, NULL) == TL_OK ? party.unit->id : NULL;
}

/* Of an area that has no body; false for terrain that is nowhere. */
static bool box_of_area(const tl_document_terrain *its, tl_box3 *box) {
    *box = tl_box3_empty();
    if (its->has_disc) {
        double r = its->disc_radius;
        *box = (tl_box3){{its->disc_centre.x - r, its->disc_centre.y - r, 0},
                         {its->disc_centre.x + r, its->disc_centre.y + r, 0}};
    }
    for (size_t i = 0; i < its->outline_count; i++) {
        *box = tl_box3_add(*box, (tl_vec3){its->outline[i].x, its->outline[i].y, 0});
    }
    return box->low.x <= box->high.x;
}

tl_status tl_scene_box_of(const tl_scene *scene, const char *name, tl_box3 *box, tl_error *error) {
    tl_party party;
    for (size_t i = 0; name != NULL && i < scene->table->terrain_count; i++) {
        const tl_placed *placed = &scene->table->terrain[i];
        if (strcmp(placed->id, name) != 0) {
            continue;
        }
        if (placed->body != NULL) {
            *box = placed->body->box;
            return TL_OK;
        }
        if (box_of_area(&scene->table->document->terrain[i], box)) {
            return TL_OK;
        }
    }
    tl_status status = tl_referee_party(scene->referee, name, "name", &party, error);
    if (status == TL_OK) {
        *box = tl_box3_empty();
        for (size_t i = 0; i < party.count; i++) {
            *box = tl_box3_union(*box, scene->table->members[party.first + i].body->box);
        }
    }
    return status;
}

tl_status tl_scene_eye(const tl_scene *scene, const char *name, tl_vec3 *eye, tl_vec3 *forward, tl_error *error) {
    tl_party party;
    tl_status status = tl_referee_party(scene->referee, name, "name", &party, error);
    if (status == TL_OK) {
        const tl_body *body = scene->table->members[party.first].body;
        tl_box3 core = tl_bvh_box(body->core);
        *eye = tl_box3_centre(core);
        eye->z = core.low.z + 0.85 * (core.high.z - core.low.z);
        *forward = body->pose.x;
    }
    return status;
}

tl_status tl_scene_draw(const tl_scene *scene, const tl_scene_drawing *drawing, const tl_draw_sink *sink,
                        tl_error *error) {
    tl_scene_drawing wanted;
    tl_draw_sink taken;
    tl_status status = tl_scene_drawing_take(drawing, &wanted, error);
    status = status == TL_OK ? tl_draw_sink_take(sink, &taken, error) : status;
    if (status == TL_OK) {
        tl_draw_table(scene->referee, &wanted, &taken);
    }
    return status;
}
