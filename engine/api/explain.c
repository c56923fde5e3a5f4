/* explain.c: rulings taken apart, behind the public wall. */
#include "api/handle.h"

#include "base/sha256.h"
#include "draw/draw.h"

#include <string.h>

/* --- Steps -------------------------------------------------------------------------------------------------------- */

size_t tl_ruling_step_count(const tl_ruling *ruling) {
    return ruling->explanation.step_count;
}

bool tl_ruling_step(const tl_ruling *ruling, size_t index, tl_step *step) {
    if (index >= ruling->explanation.step_count) {
        return false;
    }
    *step = ruling->explanation.steps[index];
    return true;
}

const char *tl_ruling_query(const tl_ruling *ruling) {
    return ruling->explanation.query != NULL ? ruling->explanation.query : "";
}

const char *tl_ruling_rule(const tl_ruling *ruling) {
    return ruling->explanation.rule != NULL ? ruling->explanation.rule : "";
}

double tl_ruling_tolerance(const tl_ruling *ruling) {
    return ruling->explanation.tolerance;
}

/* Part of a word: a letter, a digit, or a byte of a character beyond ASCII. */
static bool in_word(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/* The longest name of something that stands at `at`, whole words only. */
typedef struct explain_naming {
    const char *at;
    const char *id;
    size_t length;
} explain_naming;

static void try_name(explain_naming *found, const char *name, const char *id) {
    size_t length = strlen(name);
    if (length > found->length && strncmp(found->at, name, length) == 0 && !in_word(found->at[length])) {
        found->length = length;
        found->id = id;
    }
}

static explain_naming name_at(const tl_table *table, const char *at) {
    const tl_document *document = table->document;
    explain_naming found = {.at = at};
    for (size_t i = 0; i < document->unit_count; i++) {
        try_name(&found, document->units[i].name, document->units[i].id);
    }
    for (size_t i = 0; i < table->member_count; i++) {
        try_name(&found, table->members[i].name, table->members[i].id);
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        try_name(&found, table->terrain[i].name, table->terrain[i].id);
    }
    return found;
}

size_t tl_ruling_step_things(const tl_ruling *ruling, size_t index, const tl_scene *scene, const char **ids,
                             size_t most) {
    size_t count = 0;
    tl_handle_seen seen = {.scene = NULL};
    if (index >= ruling->explanation.step_count || tl_handle_view(scene, ruling->side, &seen, NULL) != TL_OK ||
        seen.own) { /* ids live as long as their scene */
        tl_handle_leave(&seen);
        return 0;
    }
    scene = seen.scene;
    const char *text = ruling->explanation.steps[index].text;
    for (const char *at = text; *at != '\0' && count < most;) {
        explain_naming found =
            at == text || !in_word(at[-1]) ? name_at(scene->table, at) : (explain_naming){.length = 0};
        bool again = found.id == NULL;
        for (size_t i = 0; i < count && !again; i++) {
            again = strcmp(ids[i], found.id) == 0;
        }
        if (!again) {
            ids[count++] = found.id;
        }
        at += found.length > 0 ? found.length : 1;
    }
    return count;
}

/* --- Settings ----------------------------------------------------------------------------------------------------- */

bool tl_ruling_setting(const tl_ruling *ruling, size_t index, tl_setting_info *setting) {
    if (index >= ruling->explanation.setting_count) {
        return false;
    }
    *setting = ruling->explanation.settings[index];
    return true;
}

bool tl_scene_setting(const tl_scene *scene, size_t index, const char *language, char buffer[TL_SETTING_VALUE],
                      tl_setting_info *setting) {
    const tl_settings *settings = &scene->referee->settings;
    if (index >= tl_ruleset_setting_count(scene->ruleset)) {
        return false;
    }
    const tl_setting *s = tl_ruleset_setting(scene->ruleset, index);
    const tl_language *spoken = tl_language_find(language);
    spoken = spoken != NULL ? spoken : tl_language_of(scene->context);
    tl_settings_text(settings, index, buffer, TL_SETTING_VALUE);
    *setting = (tl_setting_info){.name = s->name,
                                 .value = buffer,
                                 .text = tl_ruleset_said(scene->ruleset, spoken, "settings", s->name, s->text),
                                 .rule = s->rule,
                                 .is_default = tl_settings_is_default(settings, index),
                                 .values = s->values,
                                 .value_count = s->value_count,
                                 .number = s->number,
                                 .low = s->low,
                                 .high = s->high};
    return true;
}

bool tl_scene_template(const tl_scene *scene, size_t index, const char *language, tl_template_info *info) {
    if (index >= tl_ruleset_template_count(scene->ruleset)) {
        return false;
    }
    const tl_template_rule *rule = tl_ruleset_template_at(scene->ruleset, index);
    const tl_settings *settings = &scene->referee->settings;
    const tl_language *spoken = tl_language_find(language);
    spoken = spoken != NULL ? spoken : tl_language_of(scene->context);
    *info =
        (tl_template_info){.name = rule->name,
                           .text = tl_ruleset_said(scene->ruleset, spoken, "templates", rule->name, rule->text),
                           .rule = rule->rule,
                           .flame = rule->flame,
                           .diameter_mm = tl_settings_diameter(
                               settings, rule, tl_settings_is_at(settings, TL_SETTING_UNITS, TL_CHOICE_UNITS_INCH))};
    return true;
}

/* --- Points ------------------------------------------------------------------------------------------------------- */

static bool mark_kind(tl_witness_kind witness, tl_mark_kind *kind) {
    switch (witness) {
    case TL_WITNESS_SIGHT:
        *kind = TL_MARK_SIGHT;
        return true;
    case TL_WITNESS_ATTEMPT:
        *kind = TL_MARK_ATTEMPT;
        return true;
    case TL_WITNESS_MEASURE:
        *kind = TL_MARK_TAPE;
        return true;
    case TL_WITNESS_FAN:
        *kind = TL_MARK_ARC;
        return true;
    case TL_WITNESS_BLOCKER:
        *kind = TL_MARK_BLOCKER;
        return true;
    case TL_WITNESS_POINT:
        *kind = TL_MARK_POINT;
        return true;
    case TL_WITNESS_PATH:
        *kind = TL_MARK_WAY;
        return true;
    case TL_WITNESS_BEYOND:
        *kind = TL_MARK_BEYOND;
        return true;
    default:
        return false; /* ground and rims, not points */
    }
}

bool tl_ruling_mark(const tl_ruling *ruling, size_t index, tl_mark *mark) {
    for (size_t i = 0; i < ruling->witness_count; i++) {
        const tl_witness *w = &ruling->witnesses[i];
        tl_mark_kind kind;
        if (mark_kind(w->kind, &kind) && index-- == 0) {
            *mark = (tl_mark){.kind = kind,
                              .from = w->a,
                              .to = w->b,
                              .aim = kind == TL_MARK_ATTEMPT ? w->c : w->b,
                              .clearance_mm = kind == TL_MARK_SIGHT ? w->width : 0,
                              .key = kind == TL_MARK_BLOCKER ? tl_draw_key(w->slot) : 0,
                              .from_key = w->from_slot != 0 ? tl_draw_key(w->from_slot) : 0,
                              .to_key = w->to_slot != 0 ? tl_draw_key(w->to_slot) : 0,
                              .text = w->label};
            return true;
        }
    }
    return false;
}

const char *tl_scene_id_of_key(const tl_scene *scene, uint32_t key) {
    const tl_table *table = scene->table;
    return key >= 1 && key - 1 < table->slot_count ? tl_table_slot_name(table, key - 1) : NULL;
}

/* --- Hashes ------------------------------------------------------------------------------------------------------- */

static void add_number(tl_sha256 *sha, uint64_t value, int bytes) {
    unsigned char byte[8];
    for (int i = 0; i < bytes; i++) {
        byte[i] = (unsigned char)(value >> (8 * i));
    }
    tl_sha256_add(sha, byte, (size_t)bytes);
}

static void add_coordinate(tl_sha256 *sha, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    add_number(sha, bits, 8);
}

static void add_shape(tl_sha256 *sha, uint32_t key, const tl_bvh *bvh) {
    size_t vertices = tl_bvh_vertex_count(bvh), triangles = tl_bvh_triangle_count(bvh);
    const tl_vec3 *vertex = tl_bvh_vertices(bvh);
    const uint32_t *triangle = tl_bvh_triangles(bvh);
    add_number(sha, key, 8);
    add_number(sha, vertices, 8);
    add_number(sha, triangles, 8);
    for (size_t i = 0; i < vertices; i++) {
        add_coordinate(sha, vertex[i].x);
        add_coordinate(sha, vertex[i].y);
        add_coordinate(sha, vertex[i].z);
    }
    for (size_t i = 0; i < 3 * triangles; i++) {
        add_number(sha, triangle[i], 4);
    }
}

void tl_scene_hash(const tl_scene *scene, char text[TL_HASH_SIZE], char shapes[TL_HASH_SIZE]) {
    tl_sha256 sha;
    size_t size;
    const char *written = tl_document_text(scene->table->document, &size);
    tl_sha256_begin(&sha);
    tl_sha256_add(&sha, written, size);
    tl_sha256_text(&sha, text);
    tl_sha256_begin(&sha);
    for (size_t slot = 0; slot < scene->table->slot_count; slot++) {
        const tl_bvh *bvh = tl_world_get(scene->table->world, slot);
        if (bvh != NULL) {
            add_shape(&sha, tl_draw_key(slot), bvh);
        }
    }
    tl_sha256_text(&sha, shapes);
}
