/* rules.c: rule systems: what there is, what they say, and what is wrong with a file of one. */
#include "api/handle.h"

#include "io/file.h"

#include <trueline/rules.h>

#include <stdio.h>
#include <string.h>

/* --- Telling what a system says ----------------------------------------------------------------------------------- */

const char *tl_rules_name(size_t index) {
    return tl_ruleset_builtin_name(index);
}

static void default_json(tl_json_writer *writer, const tl_setting *setting) {
    if (setting->default_is_number) {
        tl_json_put_double(writer, "default", setting->default_number);
    } else {
        tl_json_put_string(writer, "default", setting->values[setting->default_choice]);
    }
}

/* A text of the rule system in the language of the context. */
static const char *said(tl_context *context, const tl_ruleset *ruleset, const char *section, const char *key,
                        const char *text) {
    return tl_ruleset_said(ruleset, tl_language_of(context), section, key, text);
}

static void skills_json(tl_context *context, const tl_ruleset *ruleset, tl_json_writer *writer) {
    const tl_skills *skills = tl_ruleset_skills(ruleset);
    tl_json_open_array(writer, "skills");
    for (size_t i = 0; i < skills->count; i++) {
        const tl_skill *skill = &skills->items[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "name", skill->name);
        tl_json_open_array(writer, "effects");
        for (size_t k = 0; k < skill->effect_count; k++) {
            tl_json_string(writer, tl_skills_effect_word(skill->effects[k].kind));
        }
        tl_json_end_array(writer);
        tl_json_put_string(writer, "rule", skill->rule);
        tl_json_put_string(writer, "text", said(context, ruleset, "skills", skill->name, skill->text));
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void sizes_json(tl_context *context, const tl_ruleset *ruleset, tl_json_writer *writer) {
    tl_json_open_array(writer, "sizes");
    for (size_t i = 0; i < tl_ruleset_size_count(ruleset); i++) {
        const tl_size_rule *size = tl_ruleset_size_at(ruleset, i);
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "name", size->name);
        tl_json_put_string(writer, "rule", size->rule);
        tl_json_put_string(writer, "text", said(context, ruleset, "sizes", size->name, size->text));
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static tl_status describe_json(tl_context *context, const tl_ruleset *ruleset, char **text, tl_error *error) {
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_json_begin_object(&writer);
    tl_json_put_string(&writer, "name", tl_ruleset_name(ruleset));
    tl_json_put_string(&writer, "title", said(context, ruleset, "about", "title", tl_ruleset_title(ruleset)));
    tl_json_open_array(&writer, "settings");
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
        const tl_setting *setting = tl_ruleset_setting(ruleset, i);
        tl_json_begin_object(&writer);
        tl_json_put_string(&writer, "name", setting->name);
        default_json(&writer, setting);
        tl_json_open_array(&writer, "values");
        for (size_t j = 0; j < setting->value_count; j++) {
            tl_json_string(&writer, setting->values[j]);
        }
        tl_json_end_array(&writer);
        if (setting->number) {
            tl_json_put_double(&writer, "low", setting->low);
            tl_json_put_double(&writer, "high", setting->high);
        }
        if (setting->file) {
            tl_json_put_bool(&writer, "file", true);
        }
        tl_json_put_string(&writer, "rule", setting->rule);
        tl_json_put_string(&writer, "text", said(context, ruleset, "settings", setting->name, setting->text));
        tl_json_end_object(&writer);
    }
    tl_json_end_array(&writer);
    tl_json_open_array(&writer, "kinds");
    for (size_t i = 0; i < tl_ruleset_kind_count(ruleset); i++) {
        const tl_terrain_kind *kind = tl_ruleset_kind_at(ruleset, i);
        tl_json_begin_object(&writer);
        tl_json_put_string(&writer, "name", kind->name);
        tl_json_put_bool(&writer, "area", kind->area != NULL);
        tl_json_put_bool(&writer, "blocks", kind->blocks);
        tl_json_put_bool(&writer, "cover", kind->cover);
        tl_json_put_string(&writer, "going", tl_ruleset_going_word(kind->going));
        tl_json_put_bool(&writer, "raised", kind->raised);
        tl_json_put_string(&writer, "rule", kind->rule);
        tl_json_put_bool(&writer, "shelter", kind->shelter);
        tl_json_put_string(&writer, "text", said(context, ruleset, "kinds", kind->name, kind->text));
        tl_json_end_object(&writer);
    }
    tl_json_end_array(&writer);
    skills_json(context, ruleset, &writer);
    sizes_json(context, ruleset, &writer);
    tl_json_end_object(&writer);
    tl_status status = tl_json_writer_finish(&writer, text, NULL, error);
    tl_json_writer_free(&writer);
    return status;
}

static tl_status describe_words(tl_context *context, const tl_ruleset *ruleset, char **text, tl_error *error) {
    size_t capacity = 256, used = 0;
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
        const tl_setting *setting = tl_ruleset_setting(ruleset, i);
        capacity += 512 + strlen(said(context, ruleset, "settings", setting->name, setting->text));
    }
    const tl_skills *skills = tl_ruleset_skills(ruleset);
    for (size_t i = 0; i < skills->count; i++) {
        capacity += 128 + strlen(said(context, ruleset, "skills", skills->items[i].name, skills->items[i].text));
    }
    char *out = tl_alloc(context, capacity);
    if (out == NULL) {
        return tl_fail_memory(error);
    }
    used +=
        (size_t)snprintf(out, capacity, "%s (%s)\n",
                         said(context, ruleset, "about", "title", tl_ruleset_title(ruleset)), tl_ruleset_name(ruleset));
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset) && used < capacity; i++) {
        const tl_setting *setting = tl_ruleset_setting(ruleset, i);
        char number[TL_JSON_NUMBER_SIZE] = "", values[256] = "";
        size_t length = 0;
        for (size_t j = 0; j < setting->value_count && length < sizeof(values); j++) {
            length += (size_t)snprintf(values + length, sizeof(values) - length, "%s%s", j > 0 ? " | " : "",
                                       setting->values[j]);
        }
        if (setting->number && length < sizeof(values)) {
            char low[TL_JSON_NUMBER_SIZE], high[TL_JSON_NUMBER_SIZE];
            tl_json_format_double(setting->low, low);
            tl_json_format_double(setting->high, high);
            snprintf(values + length, sizeof(values) - length, "%s%s .. %s", length > 0 ? " | " : "", low, high);
        }
        if (setting->file && length < sizeof(values)) {
            snprintf(values + length, sizeof(values) - length, " | FILE.json");
        }
        if (setting->default_is_number) {
            tl_json_format_double(setting->default_number, number);
        }
        used += (size_t)snprintf(out + used, capacity - used, "\n%s = %s   (%s)   [%s]\n    %s\n", setting->name,
                                 setting->default_is_number ? number : setting->values[setting->default_choice], values,
                                 setting->rule, said(context, ruleset, "settings", setting->name, setting->text));
    }
    const tl_words words = {tl_language_of(context), 0};
    for (size_t i = 0; i < skills->count && used < capacity; i++) {
        const tl_skill *skill = &skills->items[i];
        used += (size_t)snprintf(out + used, capacity - used, "%s%s%s%s   [%s]\n    %s\n", i == 0 ? "\n" : "",
                                 i == 0 ? tl_phrase(&words, TL_SAY_SKILLS) : "", i == 0 ? "\n\n" : "", skill->name,
                                 skill->rule, said(context, ruleset, "skills", skill->name, skill->text));
    }
    *text = out;
    return TL_OK;
}

tl_status tl_rules_describe(tl_context *context, const char *name, bool json, char **text, tl_error *error) {
    tl_ruleset *ruleset = NULL;
    tl_status status = tl_ruleset_load(context, name, &ruleset, error);
    if (status == TL_OK) {
        status = json ? describe_json(context, ruleset, text, error) : describe_words(context, ruleset, text, error);
    }
    tl_ruleset_destroy(ruleset);
    return status;
}

/* --- Files -------------------------------------------------------------------------------------------------------- */

bool tl_rules_is_file(tl_context *context, const char *path) {
    char *data = NULL;
    size_t size = 0;
    tl_json *json = NULL;
    bool found = false;
    if (tl_file_read(context, path, TL_JSON_SIZE_LIMIT, &data, &size, NULL) == TL_OK) {
        /* scenes are large: what doesn't even hold the word isn't read */
        found = strstr(data, "\"trueline_ruleset\"") != NULL;
        if (found && tl_json_parse(context, data, size, path, &json, NULL) == TL_OK) {
            const tl_json_value *root = tl_json_root(json);
            found = tl_json_find(root, "trueline_ruleset") != NULL && tl_json_find(root, "trueline") == NULL;
        }
    }
    tl_json_destroy(json);
    tl_free(context, data);
    return found;
}

/* What the engine does without a length. */
static const struct {
    const char *name, *without;
} lengths[] = {
    {"game_unit", "a game unit is 10 cm, or 4 inches"},
    {"close_combat_reach", "it has no rule for close combat: asked about it, it says so"},
    {"terrain_move", "terrain doesn't shorten a move"},
    {"terrain_march", "terrain doesn't shorten a march"},
    {"cohesion", "it has no rule for units that keep together: asked about it, it says so"},
    {"reaction_range", "it has no rule for reactions: asked about one, it says so"},
};

/* Notes as they are written: lines for people, or a JSON list. */
typedef struct notes {
    tl_json_writer *writer;
    char *text; /* of lines; NULL: JSON */
    size_t used, capacity;
} notes;

static void add_note(notes *n, const char *about, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void add_note(notes *n, const char *about, const char *name, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (n->text != NULL) {
        size_t left = n->capacity - n->used;
        int length = snprintf(n->text + n->used, left, "note:    %s `%s`: %s.\n", about, name, text);
        n->used += length > 0 && (size_t)length < left ? (size_t)length : 0;
        return;
    }
    tl_json_begin_object(n->writer);
    tl_json_put_string(n->writer, "about", about);
    tl_json_put_string(n->writer, "name", name);
    tl_json_put_string(n->writer, "text", text);
    tl_json_end_object(n->writer);
}

/* Whether a setting has nothing to say in a system without scores. */
static bool is_of_scores(tl_setting_id id) {
    return id == TL_SETTING_HIT_ARC || id == TL_SETTING_NIGHT_ROWS || id == TL_SETTING_SHORT_BONUS;
}

static void note_settings(const tl_ruleset *ruleset, notes *n) {
    for (int id = 0; id < TL_SETTING_COUNT; id++) {
        const tl_setting_known *row = tl_settings_row((tl_setting_id)id);
        bool there = is_of_scores((tl_setting_id)id) && tl_ruleset_score_at(ruleset, 0) == NULL;
        for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
            there = there || tl_ruleset_setting(ruleset, i)->id == (tl_setting_id)id;
        }
        char number[TL_JSON_NUMBER_SIZE] = "";
        tl_json_format_double(row->number, number);
        if (!there) {
            add_note(n, "setting", row->name, "not there, it stands at `%s`",
                     row->choice_count > 0 ? row->choices[0] : number);
        }
    }
}

/* What a rule system leaves open. */
static void write_notes(const tl_ruleset *ruleset, notes *n) {
    const char *rule, *text;
    for (int i = 1; i < TL_CLAUSE_COUNT; i++) {
        /* told with the rule of the special rule, or of the score */
        bool by_row = i == TL_CLAUSE_WITHIN_SKILL || i == TL_CLAUSE_SKILL || i == TL_CLAUSE_SCORE;
        if (!by_row && tl_ruleset_cited(ruleset, tl_by((tl_clause)i))[0] == '\0') {
            add_note(n, "clause", tl_clause_name((tl_clause)i), "no rule is cited for %s",
                     tl_clause_meaning((tl_clause)i));
        }
    }
    note_settings(ruleset, n);
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        if (!tl_ruleset_has_length(ruleset, lengths[i].name)) {
            add_note(n, "length", lengths[i].name, "not there, %s", lengths[i].without);
        }
    }
    for (size_t i = 0; tl_ruleset_pending(ruleset, i, &rule, &text); i++) {
        add_note(n, "pending", rule, "not judged yet, %s", text);
    }
}

static tl_status describe_notes(tl_context *context, const tl_ruleset *ruleset, bool json, char **text,
                                tl_error *error) {
    enum { LONGEST = 600 };
    const char *rule, *said;
    size_t count = TL_CLAUSE_COUNT + TL_SETTING_COUNT + sizeof(lengths) / sizeof(lengths[0]);
    for (size_t i = 0; tl_ruleset_pending(ruleset, i, &rule, &said); i++) {
        count++;
    }
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    notes n = {.writer = &writer};
    tl_status status = TL_OK;
    if (json) {
        tl_json_begin_array(&writer);
        write_notes(ruleset, &n);
        tl_json_end_array(&writer);
        status = tl_json_writer_finish(&writer, text, NULL, error);
    } else {
        n.capacity = count * LONGEST + 1;
        n.text = tl_alloc(context, n.capacity);
        status = n.text != NULL ? TL_OK : tl_fail_memory(error);
        if (n.text != NULL) {
            n.text[0] = '\0';
            write_notes(ruleset, &n);
        }
        *text = n.text;
    }
    tl_json_writer_free(&writer);
    return status;
}

tl_status tl_rules_check(tl_context *context, const char *path, bool json, tl_report **report, char **noted,
                         tl_error *error) {
    tl_ruleset *ruleset = NULL;
    tl_error cause = {0};
    *noted = NULL;
    tl_report *own = tl_handle_begin(context, report);
    tl_status status =
        own != NULL ? tl_ruleset_check(context, path, &ruleset, &own->problems, &cause) : tl_fail_memory(&cause);
    if (status == TL_OK && ruleset == NULL) {
        for (size_t i = 0; i < own->problems.count && status == TL_OK; i++) {
            const tl_problem *problem = &own->problems.items[i];
            cause = problem->warning ? cause : problem->error;
            status = cause.status;
        }
        status = status == TL_OK ? tl_fail_memory(&cause) : status;
    }
    if (status == TL_OK) {
        status = describe_notes(context, ruleset, json, noted, &cause);
    }
    tl_ruleset_destroy(ruleset);
    tl_handle_end(own, report, status, &cause, error);
    return status;
}

tl_status tl_rules_upgrade(tl_context *context, const char *path, char **text, tl_error *error) {
    return tl_ruleset_upgraded(context, path, text, error);
}
