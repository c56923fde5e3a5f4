/* ruleset.c: reading rule systems and choosing their settings. */
#include "ruleset/ruleset.h"

#include "geom/path2.h"
#include "geom/polygon2.h"
#include "io/file.h"
#include "io/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct length_entry {
    const char *name;
    double mm[2];
} length_entry;

typedef struct rule_entry {
    const char *id;
    const char *text;
} rule_entry;

struct tl_ruleset {
    tl_context *context;
    tl_json *json; /* owns every text */
    const char *name;
    const char *title;
    tl_setting *settings;
    size_t setting_count;
    const char **value_texts; /* the values of all settings, one after another */
    tl_area_rule *areas;
    size_t area_count;
    tl_terrain_kind *kinds;
    size_t kind_count;
    length_entry *lengths;
    size_t length_count;
    rule_entry *rules;
    size_t rule_count;
    tl_template_rule *templates;
    size_t template_count;
    tl_size_rule *sizes;
    size_t size_count;
    tl_skills skills;
};

/* How far a flattened curve may lie from the true one, mm; in game units a hundredth of it. */
#define OUTLINE_TOLERANCE 0.005

/* Defined by the build: the files of `rulesets/`. */
typedef struct tl_builtin_ruleset {
    const char *name;
    const unsigned char *text;
    size_t size;
} tl_builtin_ruleset;
extern const tl_builtin_ruleset tl_builtin_rulesets[];

const char *tl_ruleset_builtin_name(size_t index) {
    for (size_t i = 0; i <= index; i++) {
        if (tl_builtin_rulesets[i].name == NULL) {
            return NULL;
        }
    }
    return tl_builtin_rulesets[index].name;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* A required or optional member of a kind; reports once and remembers in `status`. */
typedef struct reader {
    const tl_json *json;
    tl_error *error;
    tl_status status;
} reader;

static const tl_json_value *member(reader *r, const tl_json_value *object, const char *key, tl_json_kind kind,
                                   bool required) {
    const tl_json_value *value = tl_json_find(object, key);
    if (value == NULL) {
        if (required && r->status == TL_OK) {
            r->status = tl_json_fail(r->json, object, r->error, TL_ERROR_FORMAT, "add it", "`%s` is missing", key);
        }
        return NULL;
    }
    if (value->kind != kind) {
        if (r->status == TL_OK) {
            r->status = tl_json_fail(r->json, value, r->error, TL_ERROR_FORMAT, NULL, "`%s` must be %s, not %s", key,
                                     tl_json_kind_text(kind), tl_json_kind_text(value->kind));
        }
        return NULL;
    }
    return value;
}

static const char *text_member(reader *r, const tl_json_value *object, const char *key, bool required) {
    const tl_json_value *value = member(r, object, key, TL_JSON_STRING, required);
    return value != NULL ? value->text : "";
}

static double number_member(reader *r, const tl_json_value *object, const char *key, double fallback) {
    const tl_json_value *value = member(r, object, key, TL_JSON_NUMBER, false);
    return value != NULL ? value->number : fallback;
}

static bool bool_member(reader *r, const tl_json_value *object, const char *key, bool fallback) {
    const tl_json_value *value = member(r, object, key, TL_JSON_BOOL, false);
    return value != NULL ? value->boolean : fallback;
}

static void read_setting(reader *r, const tl_json_value *object, tl_setting *setting, const char ***texts) {
    setting->name = text_member(r, object, "name", true);
    setting->text = text_member(r, object, "text", true);
    setting->rule = text_member(r, object, "rule", true);
    const char *type = text_member(r, object, "type", true);
    setting->file = strcmp(type, "choice_or_file") == 0;
    setting->number = strcmp(type, "choice") != 0 && !setting->file;
    setting->low = number_member(r, object, "low", -1e9);
    setting->high = number_member(r, object, "high", 1e9);
    const tl_json_value *values = strcmp(type, "number") != 0 ? member(r, object, "values", TL_JSON_ARRAY, true) : NULL;
    setting->values = *texts;
    for (size_t i = 0; values != NULL && i < values->count; i++) {
        if (values->items[i].kind == TL_JSON_STRING) {
            *(*texts)++ = values->items[i].text;
            setting->value_count++;
        }
    }
    const tl_json_value *standard = tl_json_find(object, "default");
    bool good = false;
    if (standard != NULL && standard->kind == TL_JSON_NUMBER && setting->number) {
        setting->default_is_number = true;
        setting->default_number = standard->number;
        good = standard->number >= setting->low && standard->number <= setting->high;
    } else if (standard != NULL && standard->kind == TL_JSON_STRING) {
        for (size_t i = 0; i < setting->value_count; i++) {
            if (strcmp(setting->values[i], standard->text) == 0) {
                setting->default_choice = i;
                good = true;
            }
        }
    }
    if (!good && r->status == TL_OK) {
        r->status = tl_json_fail(r->json, standard != NULL ? standard : object, r->error, TL_ERROR_FORMAT,
                                 "give one of the setting's own values", "the default of `%s` is none of its values",
                                 setting->name);
    }
}

static const char *const goings[] = {"slow", "free", "walls", "trap", "impassable"}; /* as tl_terrain_going */

const char *tl_going_word(tl_terrain_going going) {
    return goings[going];
}

bool tl_kind_never_hits(const tl_terrain_kind *kind, const char *class_word) {
    for (size_t i = 0; kind->never_hits != NULL && i < kind->never_hits->count; i++) {
        const tl_json_value *word = &kind->never_hits->items[i];
        if (word->kind == TL_JSON_STRING && strcmp(word->text, class_word) == 0) {
            return true;
        }
    }
    return false;
}

static tl_terrain_going read_going(reader *r, const tl_json_value *kind) {
    const tl_json_value *value = member(r, kind, "going", TL_JSON_STRING, false);
    for (size_t i = 0; value != NULL && i < sizeof(goings) / sizeof(goings[0]); i++) {
        if (strcmp(goings[i], value->text) == 0) {
            return (tl_terrain_going)i;
        }
    }
    if (value != NULL && r->status == TL_OK) {
        r->status = tl_json_fail(r->json, value, r->error, TL_ERROR_FORMAT, "use slow, free, walls, trap or impassable",
                                 "there is no `going` named `%s`", value->text);
    }
    return TL_GOING_SLOW;
}

static void read_tables(reader *r, tl_ruleset *ruleset, const tl_json_value *const arrays[5]) {
    const char **texts = ruleset->value_texts;
    for (size_t i = 0; i < ruleset->setting_count; i++) {
        read_setting(r, &arrays[0]->items[i], &ruleset->settings[i], &texts);
    }
    for (size_t i = 0; i < ruleset->area_count; i++) {
        const tl_json_value *v = &arrays[1]->items[i];
        ruleset->areas[i] =
            (tl_area_rule){text_member(r, v, "name", true), number_member(r, v, "edge_units", 1),
                           number_member(r, v, "inside_units", -1), text_member(r, v, "edge_rule", true),
                           text_member(r, v, "inside_rule", false)};
    }
    for (size_t i = 0; i < ruleset->kind_count; i++) {
        const tl_json_value *v = &arrays[2]->items[i];
        tl_terrain_kind *kind = &ruleset->kinds[i];
        kind->name = text_member(r, v, "name", true);
        kind->blocks = bool_member(r, v, "blocks", true);
        kind->cover = bool_member(r, v, "cover", true);
        kind->raised = bool_member(r, v, "raised", false);
        kind->going = read_going(r, v);
        kind->marker = bool_member(r, v, "marker", false);
        const tl_json_value *shelter = member(r, v, "shelter", TL_JSON_OBJECT, false);
        if (shelter != NULL) {
            kind->shelter = true;
            kind->shelter_half_deg = number_member(r, shelter, "half_deg", 180);
            kind->shelter_reach = bool_member(r, shelter, "reached_along_walls", false);
            kind->never_hits = member(r, shelter, "never_hits", TL_JSON_ARRAY, false);
        }
        kind->rule = text_member(r, v, "rule", true);
        kind->text = text_member(r, v, "text", false);
        const char *area = text_member(r, v, "area", false);
        for (size_t j = 0; j < ruleset->area_count; j++) {
            if (strcmp(ruleset->areas[j].name, area) == 0) {
                kind->area = &ruleset->areas[j];
            }
        }
        if (area[0] != '\0' && kind->area == NULL && r->status == TL_OK) {
            r->status = tl_json_fail(r->json, v, r->error, TL_ERROR_FORMAT, "name one of `areas`",
                                     "there is no area rule `%s`", area);
        }
    }
    for (size_t i = 0; i < ruleset->length_count; i++) {
        const tl_json_value *v = &arrays[3]->items[i];
        ruleset->lengths[i] = (length_entry){text_member(r, v, "name", true),
                                             {number_member(r, v, "cm", 0), number_member(r, v, "inch", 0)}};
    }
    for (size_t i = 0; i < ruleset->rule_count; i++) {
        const tl_json_value *v = &arrays[4]->items[i];
        ruleset->rules[i] = (rule_entry){text_member(r, v, "id", true), text_member(r, v, "text", true)};
    }
}

/* An outline as a list of [x, y], or as an SVG path. */
static void read_outline(reader *r, tl_context *context, const tl_json_value *object, tl_template_rule *made) {
    const tl_json_value *path = member(r, object, "path", TL_JSON_STRING, false);
    const tl_json_value *list = member(r, object, "outline", TL_JSON_ARRAY, false);
    if ((path == NULL) == (list == NULL)) {
        r->status = r->status != TL_OK ? r->status
                                       : tl_json_fail(r->json, object, r->error, TL_ERROR_FORMAT, "give one of the two",
                                                      "`%s` needs an `outline` or a `path`", made->name);
        return;
    }
    if (path != NULL) {
        tl_error cause = {0};
        double tolerance = OUTLINE_TOLERANCE * (made->in_game_units ? 0.01 : 1);
        tl_status status =
            tl_path2_flatten(context, path->text, tolerance, &made->outline, &made->outline_count, &cause);
        made->outline_error = tolerance;
        if (status != TL_OK && r->status == TL_OK) {
            r->status = tl_json_fail(r->json, path, r->error, status, cause.remedy, "%s", cause.message);
        }
    } else {
        made->outline = tl_alloc_array(context, list->count, sizeof(*made->outline));
        if (made->outline == NULL) {
            r->status = tl_fail_memory(r->error);
            return;
        }
        for (size_t i = 0; i < list->count && r->status == TL_OK; i++) {
            const tl_json_value *v = &list->items[i];
            if (v->kind != TL_JSON_ARRAY || v->count != 2 || v->items[0].kind != TL_JSON_NUMBER ||
                v->items[1].kind != TL_JSON_NUMBER) {
                r->status = tl_json_fail(r->json, v, r->error, TL_ERROR_FORMAT, "write [x, y]",
                                         "a corner of an outline is two numbers");
                return;
            }
            made->outline[made->outline_count++] = (tl_vec2){v->items[0].number, v->items[1].number};
        }
    }
    if (r->status == TL_OK && (made->outline_count < 3 || !tl_polygon2_is_simple(made->outline, made->outline_count))) {
        r->status = tl_json_fail(r->json, path != NULL ? path : list, r->error, TL_ERROR_FORMAT,
                                 "draw one closed line that doesn't meet itself",
                                 "the outline of `%s` crosses or touches itself", made->name);
    }
    if (r->status == TL_OK && tl_polygon2_orientation(made->outline, made->outline_count) < 0) {
        for (size_t i = 0, j = made->outline_count - 1; i < j; i++, j--) {
            tl_vec2 corner = made->outline[i];
            made->outline[i] = made->outline[j];
            made->outline[j] = corner;
        }
    }
}

static void read_templates(reader *r, tl_ruleset *ruleset, const tl_json_value *array) {
    for (size_t i = 0; i < array->count && r->status == TL_OK; i++) {
        const tl_json_value *v = &array->items[i];
        tl_template_rule *made = &ruleset->templates[ruleset->template_count++];
        made->name = text_member(r, v, "name", true);
        made->text = text_member(r, v, "text", true);
        made->rule = text_member(r, v, "rule", true);
        made->flame = bool_member(r, v, "flame", false);
        made->placeholder = bool_member(r, v, "placeholder", false);
        made->outline_setting = text_member(r, v, "outline_setting", false);
        made->in_game_units = strcmp(text_member(r, v, "measure", false), "game_unit") == 0;
        made->diameter[0] = number_member(r, v, "cm", 0);
        made->diameter[1] = number_member(r, v, "inch", made->diameter[0]);
        if (tl_json_find(v, "cm") == NULL) {
            made->diameter[0] = made->diameter[1] = 0;
            read_outline(r, ruleset->context, v, made);
        } else if (!(made->diameter[0] > 0 && made->diameter[1] > 0) && r->status == TL_OK) {
            r->status = tl_json_fail(r->json, v, r->error, TL_ERROR_FORMAT, "give millimetres above 0",
                                     "the diameter of `%s` must be positive", made->name);
        }
    }
}

static void read_sizes(reader *r, tl_ruleset *ruleset, const tl_json_value *array) {
    for (size_t i = 0; i < array->count && r->status == TL_OK; i++) {
        const tl_json_value *v = &array->items[i];
        ruleset->sizes[ruleset->size_count++] =
            (tl_size_rule){text_member(r, v, "name", true), text_member(r, v, "text", true),
                           text_member(r, v, "rule", true), member(r, v, "turns_no_farther", TL_JSON_ARRAY, false)};
    }
}

static tl_status read_ruleset(tl_ruleset *ruleset, tl_error *error) {
    tl_context *context = ruleset->context;
    const tl_json_value *root = tl_json_root(ruleset->json);
    reader r = {ruleset->json, error, TL_OK};
    const tl_json_value *version = tl_json_find(root, "trueline_ruleset");
    if (version == NULL || version->kind != TL_JSON_NUMBER || version->number != 1) {
        return tl_json_fail(ruleset->json, version, error, TL_ERROR_FORMAT,
                            "begin the file with \"trueline_ruleset\": 1", "this is no ruleset that can be read");
    }
    ruleset->name = text_member(&r, root, "name", true);
    ruleset->title = text_member(&r, root, "title", true);
    static const char *const names[5] = {"settings", "areas", "kinds", "lengths", "rules"};
    const tl_json_value *arrays[5];
    size_t counts[5], values = 0;
    for (size_t i = 0; i < 5; i++) {
        arrays[i] = member(&r, root, names[i], TL_JSON_ARRAY, true);
        counts[i] = arrays[i] != NULL ? arrays[i]->count : 0;
    }
    for (size_t i = 0; i < counts[0]; i++) {
        const tl_json_value *list = tl_json_find(&arrays[0]->items[i], "values");
        values += list != NULL ? list->count : 0;
    }
    const tl_json_value *templates = member(&r, root, "templates", TL_JSON_ARRAY, false);
    const tl_json_value *sizes = member(&r, root, "sizes", TL_JSON_ARRAY, false);
    if (r.status != TL_OK) {
        return r.status;
    }
    ruleset->templates = tl_alloc_array(context, templates != NULL ? templates->count : 0, sizeof(*ruleset->templates));
    ruleset->sizes = tl_alloc_array(context, sizes != NULL ? sizes->count : 0, sizeof(*ruleset->sizes));
    ruleset->settings = tl_alloc_array(context, counts[0], sizeof(*ruleset->settings));
    ruleset->areas = tl_alloc_array(context, counts[1], sizeof(*ruleset->areas));
    ruleset->kinds = tl_alloc_array(context, counts[2], sizeof(*ruleset->kinds));
    ruleset->lengths = tl_alloc_array(context, counts[3], sizeof(*ruleset->lengths));
    ruleset->rules = tl_alloc_array(context, counts[4], sizeof(*ruleset->rules));
    ruleset->value_texts = tl_alloc_array(context, values, sizeof(*ruleset->value_texts));
    if (ruleset->settings == NULL || ruleset->areas == NULL || ruleset->kinds == NULL || ruleset->lengths == NULL ||
        ruleset->rules == NULL || ruleset->value_texts == NULL || ruleset->templates == NULL ||
        ruleset->sizes == NULL) {
        return tl_fail_memory(error);
    }
    ruleset->setting_count = counts[0];
    ruleset->area_count = counts[1];
    ruleset->kind_count = counts[2];
    ruleset->length_count = counts[3];
    ruleset->rule_count = counts[4];
    read_tables(&r, ruleset, arrays);
    if (templates != NULL) {
        read_templates(&r, ruleset, templates);
    }
    if (sizes != NULL) {
        read_sizes(&r, ruleset, sizes);
    }
    const tl_json_value *skills = member(&r, root, "skills", TL_JSON_ARRAY, false);
    return r.status == TL_OK ? tl_skills_read(context, ruleset->json, skills, &ruleset->skills, error) : r.status;
}

tl_status tl_ruleset_parse(tl_context *context, const char *text, size_t size, const char *file, tl_ruleset **ruleset,
                           tl_error *error) {
    tl_ruleset *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = context;
    tl_status status = tl_json_parse(context, text, size, file, &made->json, error);
    if (status == TL_OK) {
        status = read_ruleset(made, error);
    }
    if (status != TL_OK) {
        tl_ruleset_destroy(made);
        return status;
    }
    *ruleset = made;
    return TL_OK;
}

tl_status tl_ruleset_load(tl_context *context, const char *name, tl_ruleset **ruleset, tl_error *error) {
    size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, ".json") == 0) {
        char *data = NULL;
        size_t size = 0;
        tl_status status = tl_file_read(context, name, TL_JSON_SIZE_LIMIT, &data, &size, error);
        if (status == TL_OK) {
            status = tl_ruleset_parse(context, data, size, name, ruleset, error);
            tl_free(context, data);
        }
        return status;
    }
    const char *known[64];
    size_t count = 0;
    for (const tl_builtin_ruleset *builtin = tl_builtin_rulesets; builtin->name != NULL; builtin++) {
        if (strcmp(builtin->name, name) == 0) {
            return tl_ruleset_parse(context, (const char *)builtin->text, builtin->size, name, ruleset, error);
        }
        if (count < 64) {
            known[count++] = builtin->name;
        }
    }
    const char *nearest = tl_nearest_name(name, known, count);
    char remedy[200];
    snprintf(remedy, sizeof(remedy), "did you mean `%s`? `trueline rules` lists them all",
             nearest != NULL ? nearest : known[0]);
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "ruleset", remedy, "there is no ruleset `%s`", name);
}

void tl_ruleset_destroy(tl_ruleset *ruleset) {
    if (ruleset != NULL) {
        tl_json_destroy(ruleset->json);
        for (size_t i = 0; i < ruleset->template_count; i++) {
            tl_free(ruleset->context, ruleset->templates[i].outline);
        }
        tl_free(ruleset->context, ruleset->templates);
        tl_free(ruleset->context, ruleset->sizes);
        tl_skills_free(&ruleset->skills);
        tl_free(ruleset->context, ruleset->settings);
        tl_free(ruleset->context, ruleset->areas);
        tl_free(ruleset->context, ruleset->kinds);
        tl_free(ruleset->context, ruleset->lengths);
        tl_free(ruleset->context, ruleset->rules);
        tl_free(ruleset->context, ruleset->value_texts);
        tl_free(ruleset->context, ruleset);
    }
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

const char *tl_ruleset_name(const tl_ruleset *ruleset) {
    return ruleset->name;
}

const char *tl_ruleset_title(const tl_ruleset *ruleset) {
    return ruleset->title;
}

size_t tl_ruleset_setting_count(const tl_ruleset *ruleset) {
    return ruleset->setting_count;
}

const tl_setting *tl_ruleset_setting(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->settings[index];
}

size_t tl_ruleset_kind_count(const tl_ruleset *ruleset) {
    return ruleset->kind_count;
}

const tl_terrain_kind *tl_ruleset_kind_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->kinds[index];
}

const tl_terrain_kind *tl_ruleset_kind(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->kind_count; i++) {
        if (strcmp(ruleset->kinds[i].name, name) == 0) {
            return &ruleset->kinds[i];
        }
    }
    return NULL;
}

double tl_ruleset_length(const tl_ruleset *ruleset, const char *name, int units) {
    for (size_t i = 0; i < ruleset->length_count; i++) {
        if (strcmp(ruleset->lengths[i].name, name) == 0) {
            return ruleset->lengths[i].mm[units != 0];
        }
    }
    return 0;
}

size_t tl_ruleset_template_count(const tl_ruleset *ruleset) {
    return ruleset->template_count;
}

const tl_template_rule *tl_ruleset_template_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->templates[index];
}

const tl_template_rule *tl_ruleset_template(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->template_count; i++) {
        if (strcmp(ruleset->templates[i].name, name) == 0) {
            return &ruleset->templates[i];
        }
    }
    return NULL;
}

size_t tl_ruleset_size_count(const tl_ruleset *ruleset) {
    return ruleset->size_count;
}

const tl_size_rule *tl_ruleset_size_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->sizes[index];
}

const tl_size_rule *tl_ruleset_size(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->size_count; i++) {
        if (name == NULL || strcmp(ruleset->sizes[i].name, name) == 0) {
            return &ruleset->sizes[i];
        }
    }
    return NULL;
}

bool tl_size_turns_no_farther(const tl_size_rule *size, const char *class_word) {
    const tl_json_value *classes = size != NULL ? size->turns_no_farther : NULL;
    for (size_t i = 0; classes != NULL && i < classes->count; i++) {
        if (classes->items[i].kind == TL_JSON_STRING && strcmp(classes->items[i].text, class_word) == 0) {
            return true;
        }
    }
    return false;
}

const tl_skills *tl_ruleset_skills(const tl_ruleset *ruleset) {
    return &ruleset->skills;
}

const char *tl_ruleset_rule_text(const tl_ruleset *ruleset, const char *id) {
    for (size_t i = 0; i < ruleset->rule_count; i++) {
        if (strcmp(ruleset->rules[i].id, id) == 0) {
            return ruleset->rules[i].text;
        }
    }
    return NULL;
}

/* --- Settings ----------------------------------------------------------------------------------------------------- */

tl_status tl_settings_create(tl_context *context, const tl_ruleset *ruleset, tl_settings *settings, tl_error *error) {
    settings->ruleset = ruleset;
    settings->values = tl_alloc_array(context, ruleset->setting_count, sizeof(*settings->values));
    if (settings->values == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < ruleset->setting_count; i++) {
        const tl_setting *s = &ruleset->settings[i];
        settings->values[i] = (tl_setting_value){s->default_is_number, s->default_number, s->default_choice, NULL};
    }
    return TL_OK;
}

tl_status tl_settings_copy(tl_context *context, const tl_settings *from, tl_settings *to, tl_error *error) {
    tl_status status = tl_settings_create(context, from->ruleset, to, error);
    if (status == TL_OK) {
        for (size_t i = 0; i < from->ruleset->setting_count; i++) {
            to->values[i] = from->values[i];
            to->values[i].file = NULL;
            if (from->values[i].file != NULL && status == TL_OK) {
                to->values[i].file = tl_duplicate_text(context, from->values[i].file);
                status = to->values[i].file != NULL ? TL_OK : tl_fail_memory(error);
            }
        }
        if (status != TL_OK) {
            tl_settings_free(context, to);
        }
    }
    return status;
}

void tl_settings_free(tl_context *context, tl_settings *settings) {
    for (size_t i = 0; settings->values != NULL && i < settings->ruleset->setting_count; i++) {
        tl_free(context, settings->values[i].file);
    }
    tl_free(context, settings->values);
    settings->values = NULL;
}

static size_t find_setting(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->setting_count; i++) {
        if (strcmp(ruleset->settings[i].name, name) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* "a, b or c; or a number from 0 to 100" */
static void allowed_text(const tl_setting *setting, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < setting->value_count && used < size; i++) {
        const char *before = i == 0 ? "use " : i + 1 == setting->value_count ? " or " : ", ";
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", before, setting->values[i]);
    }
    if (setting->number && used < size) {
        char low[TL_JSON_NUMBER_SIZE], high[TL_JSON_NUMBER_SIZE];
        tl_json_format_double(setting->low, low);
        tl_json_format_double(setting->high, high);
        snprintf(buffer + used, size - used, "%sa number from %s to %s", used > 0 ? ", or " : "use ", low, high);
    }
    if (setting->file && used < size) {
        snprintf(buffer + used, size - used, ", or the path of a .json file");
    }
}

/* A JSON number and nothing else; independent of the locale. TL_ERROR_MEMORY, or `*good`. */
static tl_status parse_number(tl_context *context, const char *text, bool *good, double *number) {
    tl_json *json = NULL;
    char wrapped[80];
    *good = false;
    size_t length = strlen(text);
    if (length > 60 || length == 0 || strchr("-0123456789", text[0]) == NULL ||
        strchr("0123456789", text[length - 1]) == NULL) {
        return TL_OK;
    }
    snprintf(wrapped, sizeof(wrapped), "[%s]", text);
    tl_status status = tl_json_parse(context, wrapped, strlen(wrapped), NULL, &json, NULL);
    if (status == TL_OK) {
        const tl_json_value *root = tl_json_root(json);
        *good = root->count == 1 && root->items[0].kind == TL_JSON_NUMBER;
        *number = *good ? root->items[0].number : 0;
    }
    tl_json_destroy(json);
    return status == TL_ERROR_MEMORY ? status : TL_OK;
}

static void replace_value(tl_settings *settings, size_t index, tl_setting_value value) {
    tl_free(settings->ruleset->context, settings->values[index].file);
    settings->values[index] = value;
}

tl_status tl_settings_set(tl_settings *settings, const char *name, const char *value, tl_error *error) {
    const tl_ruleset *ruleset = settings->ruleset;
    size_t index = find_setting(ruleset, name);
    if (index == SIZE_MAX) {
        const char *names[256];
        size_t count = 0;
        for (size_t i = 0; i < ruleset->setting_count && count < 256; i++) {
            names[count++] = ruleset->settings[i].name;
        }
        const char *nearest = tl_nearest_name(name, names, count);
        char remedy[200];
        snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "`trueline rules %s` lists them",
                 nearest != NULL ? nearest : ruleset->name);
        return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, name, remedy, "%s has no setting `%s`", ruleset->title, name);
    }
    const tl_setting *setting = &ruleset->settings[index];
    for (size_t i = 0; i < setting->value_count; i++) {
        if (strcmp(setting->values[i], value) == 0) {
            replace_value(settings, index, (tl_setting_value){false, 0, i, NULL});
            return TL_OK;
        }
    }
    size_t length = strlen(value);
    if (setting->file && length > 5 && strcmp(value + length - 5, ".json") == 0) {
        char *file = tl_duplicate_text(ruleset->context, value);
        if (file == NULL) {
            return tl_fail_memory(error);
        }
        replace_value(settings, index, (tl_setting_value){false, 0, 0, file});
        return TL_OK;
    }
    double number;
    bool is_number = false;
    if (setting->number && parse_number(ruleset->context, value, &is_number, &number) != TL_OK) {
        return tl_fail_memory(error);
    }
    if (is_number && number >= setting->low && number <= setting->high) {
        replace_value(settings, index, (tl_setting_value){true, number, 0, NULL});
        return TL_OK;
    }
    char remedy[256];
    allowed_text(setting, remedy, sizeof(remedy));
    return tl_fail(error, TL_ERROR_ARGUMENT, NULL, name, remedy, "`%s` can't be `%s`", name, value);
}

bool tl_settings_is_default(const tl_settings *settings, size_t index) {
    const tl_setting *s = &settings->ruleset->settings[index];
    const tl_setting_value *v = &settings->values[index];
    if (v->is_number != s->default_is_number || v->file != NULL) {
        return false;
    }
    return v->is_number ? v->number == s->default_number : v->choice == s->default_choice;
}

void tl_settings_text(const tl_settings *settings, size_t index, char *buffer, size_t size) {
    const tl_setting_value *v = &settings->values[index];
    if (v->file != NULL) {
        snprintf(buffer, size, "%s", v->file);
    } else if (v->is_number) {
        char number[TL_JSON_NUMBER_SIZE];
        tl_json_format_double(v->number, number);
        snprintf(buffer, size, "%s", number);
    } else {
        snprintf(buffer, size, "%s", settings->ruleset->settings[index].values[v->choice]);
    }
}

double tl_settings_number(const tl_settings *settings, const char *name, double fallback) {
    size_t index = find_setting(settings->ruleset, name);
    return index != SIZE_MAX && settings->values[index].is_number ? settings->values[index].number : fallback;
}

const char *tl_settings_file(const tl_settings *settings, const char *name) {
    size_t index = find_setting(settings->ruleset, name);
    return index != SIZE_MAX ? settings->values[index].file : NULL;
}

bool tl_settings_is(const tl_settings *settings, const char *name, const char *value, bool fallback) {
    size_t index = find_setting(settings->ruleset, name);
    if (index == SIZE_MAX) {
        return fallback;
    }
    const tl_setting_value *v = &settings->values[index];
    return !v->is_number && v->file == NULL && strcmp(settings->ruleset->settings[index].values[v->choice], value) == 0;
}
