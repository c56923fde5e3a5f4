/* rules_change.c: what another rule system would mean for a scene, and the edit that gives it to the scene. */
#include "api/rules_change.h"
#include "api/rules_words.h"

#include "io/file.h"

#include <stdio.h>
#include <string.h>

/* A stranger with texts of its own, and what the scene says that it is there. */
typedef struct change_row {
    tl_rules_stranger told;
    char *word, *value, *thing;
    const tl_json_value *there; /* NULL: the scene doesn't say */
} change_row;

struct tl_rules_change {
    tl_context *context;
    const tl_scene *scene;
    tl_ruleset *rules;
    const tl_language *language;
    char *name;
    const tl_json_value *as; /* what the scene says of that system; NULL: nothing */
    change_row *rows;
    size_t count, capacity;
    bool no_memory;
};

/* --- Comparing ---------------------------------------------------------------------------------------------------- */

static bool knows(const tl_ruleset *rules, tl_rules_sort sort, const char *name) {
    tl_rules_word word;
    for (size_t i = 0; tl_rules_word_at(rules, sort, i, tl_rules_language(NULL), &word); i++) {
        if (strcmp(word.name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Of some sorts a scene takes the system's words alone, where it has any; of others an unknown one has no effect. */
static bool refuses(const tl_ruleset *rules, tl_rules_sort sort) {
    tl_rules_word word;
    bool strict = sort == TL_RULES_CLASS || sort == TL_RULES_LOCOMOTION || sort == TL_RULES_ARC ||
                  sort == TL_RULES_WEAPON || sort == TL_RULES_STANCE;
    return sort == TL_RULES_SETTING || (strict && tl_rules_word_at(rules, sort, 0, tl_rules_language(NULL), &word));
}

static change_row *row_of(const tl_rules_change *c, tl_rules_sort sort, const char *word) {
    for (size_t i = 0; i < c->count; i++) {
        if (c->rows[i].told.sort == sort && strcmp(c->rows[i].word, word) == 0) {
            return &c->rows[i];
        }
    }
    return NULL;
}

/* The writer's own. */
static bool is_note(const tl_json_value *value) {
    return strncmp(value->key, "x-", 2) == 0;
}

/* What the scene says that a word is there; NULL: it doesn't. */
static const tl_json_value *there(const tl_rules_change *c, tl_rules_sort sort, const char *word) {
    return tl_json_find(tl_json_find(c->as, tl_rules_section(sort)), word);
}

/* What the scene says that a weapon is there; NULL: it doesn't. */
static const tl_json_value *weapon_there(const tl_rules_change *c, const tl_json_value *weapon) {
    return tl_json_find(tl_json_find(weapon, "as"), c->name);
}

static void note(tl_rules_change *c, tl_rules_sort sort, const char *word, const char *value, const char *thing,
                 bool needed) {
    change_row *row = row_of(c, sort, word);
    if (row == NULL) {
        if (!tl_reserve(c->context, (void **)&c->rows, &c->capacity, c->count + 1, sizeof(*c->rows))) {
            c->no_memory = true;
            return;
        }
        row = &c->rows[c->count++];
        *row = (change_row){.word = tl_duplicate_text(c->context, word),
                            .value = tl_duplicate_text(c->context, value),
                            .thing = tl_duplicate_text(c->context, thing),
                            .there = sort != TL_RULES_SETTING ? there(c, sort, word) : NULL};
        row->told = (tl_rules_stranger){.sort = sort,
                                        .word = row->word,
                                        .value = row->value,
                                        .thing = row->thing,
                                        .refused = refuses(c->rules, sort)};
        if (row->word == NULL || row->value == NULL || row->thing == NULL) {
            tl_free(c->context, row->word);
            tl_free(c->context, row->value);
            tl_free(c->context, row->thing);
            c->count--;
            c->no_memory = true;
            return;
        }
    }
    row->told.count++;
    row->told.needed = row->told.needed || (needed && row->told.refused);
}

/* Notes a word, when it is unknown, or said to be another one there. */
static void compare_word(tl_rules_change *c, tl_rules_sort sort, const char *word, const char *thing, bool needed) {
    if (word != NULL && (!knows(c->rules, sort, word) || there(c, sort, word) != NULL)) {
        note(c, sort, word, "", thing, needed);
    }
}

/* The one that stands in a field of a thing. */
static void compare(tl_rules_change *c, tl_rules_sort sort, const tl_json_value *object, const char *field,
                    const char *thing, bool needed) {
    compare_word(c, sort, tl_thing_word(tl_json_find(object, field)), thing, needed);
}

static void compare_list(tl_rules_change *c, tl_rules_sort sort, const tl_json_value *object, const char *field,
                         const char *thing) {
    const tl_json_value *list = tl_json_find(object, field);
    for (size_t i = 0; list != NULL && list->kind == TL_JSON_ARRAY && i < list->count; i++) {
        compare_word(c, sort, tl_thing_word(&list->items[i]), thing, false);
    }
}

/* What a setting is set to, as a text; a number is written to `number`. */
static const char *setting_text(const tl_json_value *value, char number[TL_JSON_NUMBER_SIZE]) {
    number[0] = '\0';
    if (value->kind == TL_JSON_NUMBER) {
        tl_json_format_double(value->number, number);
    }
    return value->kind == TL_JSON_STRING ? value->text
           : value->kind == TL_JSON_BOOL ? (value->boolean ? "true" : "false")
                                         : number;
}

static void compare_settings(tl_rules_change *c, const tl_document *document) {
    tl_settings settings;
    if (tl_settings_create(c->context, c->rules, &settings, NULL) != TL_OK) {
        c->no_memory = true;
        return;
    }
    for (size_t i = 0; i < document->setting_count; i++) {
        const tl_json_value *value = document->settings[i].value;
        char number[TL_JSON_NUMBER_SIZE];
        const char *text = setting_text(value, number);
        tl_status status = tl_settings_set(&settings, document->settings[i].name, text, NULL);
        c->no_memory = c->no_memory || status == TL_ERROR_MEMORY;
        if (status != TL_OK) {
            note(c, TL_RULES_SETTING, document->settings[i].name, text, "", false);
        }
    }
    tl_settings_free(c->context, &settings);
}

static void compare_unit(tl_rules_change *c, const tl_document_unit *unit) {
    compare(c, TL_RULES_CLASS, unit->json, "class", unit->id, true);
    compare(c, TL_RULES_LOCOMOTION, unit->json, "locomotion", unit->id, false);
    compare(c, TL_RULES_SIZE, unit->json, "size", unit->id, false);
    compare_list(c, TL_RULES_SKILL, unit->json, "skills", unit->id);
    for (size_t w = 0; w < unit->weapon_count; w++) {
        const tl_json_value *weapon = unit->weapons[w].json;
        if (weapon_there(c, weapon) != NULL) { /* what stands there replaces all of it */
            continue;
        }
        compare(c, TL_RULES_ARC, weapon, "arc", unit->id, false);
        compare(c, TL_RULES_WEAPON, weapon, "kind", unit->id, false);
        compare(c, TL_RULES_TEMPLATE, weapon, "template", unit->id, false);
        compare_list(c, TL_RULES_CLASS, weapon, "template_against", unit->id);
        compare_list(c, TL_RULES_SKILL, weapon, "skills", unit->id);
    }
    for (size_t m = 0; m < unit->member_count; m++) {
        compare(c, TL_RULES_STANCE, unit->members[m].json, "stance", unit->members[m].id, false);
    }
}

static void compare_scene(tl_rules_change *c) {
    const tl_document *document = c->scene->table->document;
    compare_settings(c, document);
    for (size_t i = 0; i < document->terrain_count; i++) {
        compare_word(c, TL_RULES_KIND, document->terrain[i].kind, document->terrain[i].id, false);
    }
    for (size_t u = 0; u < document->unit_count; u++) {
        compare_unit(c, &document->units[u]);
    }
}

/* A built-in system, or a file beside the scene. */
static tl_status load_rules(tl_rules_change *c, tl_error *error) {
    size_t length = strlen(c->name);
    if (length <= 5 || strcmp(c->name + length - 5, ".json") != 0) {
        return tl_ruleset_load(c->context, c->name, &c->rules, error);
    }
    char *path = tl_file_path_beside(c->context, c->scene->table->document->file, c->name);
    tl_status status = path != NULL ? tl_ruleset_load(c->context, path, &c->rules, error) : tl_fail_memory(error);
    tl_free(c->context, path);
    return status;
}

tl_status tl_rules_change_begin(const tl_scene *scene, const char *name, const char *language, tl_rules_change **change,
                                tl_error *error) {
    if (scene == NULL || name == NULL || change == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, name and change must be given");
    }
    tl_rules_change *made = tl_alloc_array(scene->context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = scene->context;
    made->scene = scene;
    made->language = tl_rules_language(language);
    made->name = tl_duplicate_text(scene->context, name);
    made->as = tl_json_find(tl_json_find(tl_json_root(scene->table->document->json), "as"), name);
    tl_status status = made->name != NULL ? load_rules(made, error) : tl_fail_memory(error);
    if (status == TL_OK) {
        compare_scene(made);
        status = made->no_memory ? tl_fail_memory(error) : TL_OK;
    }
    if (status != TL_OK) {
        tl_rules_change_destroy(made);
        return status;
    }
    *change = made;
    return TL_OK;
}

void tl_rules_change_destroy(tl_rules_change *change) {
    if (change != NULL) {
        for (size_t i = 0; i < change->count; i++) {
            tl_free(change->context, change->rows[i].word);
            tl_free(change->context, change->rows[i].value);
            tl_free(change->context, change->rows[i].thing);
        }
        tl_free(change->context, change->rows);
        tl_free(change->context, change->name);
        tl_ruleset_destroy(change->rules);
        tl_free(change->context, change);
    }
}

const char *tl_rules_change_title(const tl_rules_change *change) {
    return tl_ruleset_said(change->rules, change->language, "about", "title", tl_ruleset_title(change->rules));
}

bool tl_rules_change_stranger(const tl_rules_change *change, size_t index, tl_rules_stranger *stranger) {
    if (index >= change->count) {
        return false;
    }
    *stranger = change->rows[index].told;
    return true;
}

bool tl_rules_change_there(const tl_rules_change *change, size_t index, const char **word) {
    if (index >= change->count || change->rows[index].there == NULL) {
        return false;
    }
    *word = tl_thing_word(change->rows[index].there);
    return true;
}

bool tl_rules_change_word(const tl_rules_change *change, tl_rules_sort sort, size_t index, tl_rules_word *word) {
    return tl_rules_word_at(change->rules, sort, index, change->language, word);
}

/* --- What the scene says of the other system ---------------------------------------------------------------------- */

const tl_ruleset *tl_rules_change_system(const tl_rules_change *change) {
    return change->rules;
}

bool tl_rules_change_said(const tl_rules_change *change, tl_rules_sort sort, const char *own, const char **word) {
    const tl_json_value *value = there(change, sort, own);
    *word = tl_thing_word(value);
    return value != NULL;
}

bool tl_rules_change_weapon_said(const tl_rules_change *change, const tl_document_weapon *weapon) {
    return weapon_there(change, weapon->json) != NULL;
}

/* A word that stands for one of the other system, which doesn't have it. */
static tl_status fail_word(const tl_rules_change *c, tl_rules_sort sort, const tl_json_value *value, tl_error *error) {
    enum { TRIED = 256 };
    const char *names[TRIED];
    size_t count = 0;
    tl_rules_word word;
    while (count < TRIED && tl_rules_word_at(c->rules, sort, count, c->language, &word)) {
        names[count++] = word.name;
    }
    const char *nearest = tl_nearest_name(value->text, names, count);
    char remedy[300];
    snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "name one of the words that it has",
             nearest);
    return tl_json_fail(c->scene->table->document->json, value, error, TL_ERROR_SCENE, remedy,
                        "the rule system `%s` has nothing called `%s` among its %s", c->name, value->text,
                        tl_rules_section(sort));
}

static tl_status check_word(const tl_rules_change *c, tl_rules_sort sort, const tl_json_value *value, tl_error *error) {
    const char *word = tl_thing_word(value);
    return word == NULL || knows(c->rules, sort, word) ? TL_OK : fail_word(c, sort, value, error);
}

static tl_status check_words(const tl_rules_change *c, tl_rules_sort sort, const tl_json_value *list, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; list != NULL && i < list->count && status == TL_OK; i++) {
        status = check_word(c, sort, &list->items[i], error);
    }
    return status;
}

static tl_status check_settings(const tl_rules_change *c, tl_error *error) {
    const tl_json_value *said = tl_json_find(c->as, tl_rules_section(TL_RULES_SETTING));
    tl_settings settings;
    tl_error cause = {0};
    tl_status status =
        said == NULL || said->count == 0 ? TL_OK : tl_settings_create(c->context, c->rules, &settings, error);
    if (said == NULL || said->count == 0 || status != TL_OK) {
        return status;
    }
    for (size_t i = 0; i < said->count && status == TL_OK; i++) {
        if (is_note(&said->items[i])) {
            continue;
        }
        char number[TL_JSON_NUMBER_SIZE];
        status = tl_settings_set(&settings, said->items[i].key, setting_text(&said->items[i], number), &cause);
        if (status != TL_OK && status != TL_ERROR_MEMORY) {
            status = tl_json_fail(c->scene->table->document->json, &said->items[i], error, TL_ERROR_SCENE, cause.remedy,
                                  "%s", cause.message);
        }
    }
    tl_settings_free(c->context, &settings);
    return status == TL_ERROR_MEMORY ? tl_fail_memory(error) : status;
}

static tl_status check_weapon(const tl_rules_change *c, const tl_json_value *weapon, tl_error *error) {
    const tl_json_value *said = weapon_there(c, weapon);
    bool kind = said != NULL && said->kind == TL_JSON_STRING;
    tl_status status = check_word(c, TL_RULES_WEAPON, kind ? said : tl_json_find(said, "kind"), error);
    status = status == TL_OK ? check_word(c, TL_RULES_ARC, tl_json_find(said, "arc"), error) : status;
    status = status == TL_OK ? check_word(c, TL_RULES_TEMPLATE, tl_json_find(said, "template"), error) : status;
    status = status == TL_OK ? check_words(c, TL_RULES_CLASS, tl_json_find(said, "template_against"), error) : status;
    return status == TL_OK ? check_words(c, TL_RULES_SKILL, tl_json_find(said, "skills"), error) : status;
}

tl_status tl_rules_change_check(const tl_rules_change *change, tl_error *error) {
    const tl_document *document = change->scene->table->document;
    tl_status status = check_settings(change, error);
    for (int sort = TL_RULES_SETTING + 1; sort < TL_RULES_SORTS && status == TL_OK; sort++) {
        const tl_json_value *said = tl_json_find(change->as, tl_rules_section((tl_rules_sort)sort));
        for (size_t i = 0; said != NULL && i < said->count && status == TL_OK; i++) {
            bool note_of = is_note(&said->items[i]);
            status = note_of ? TL_OK : check_word(change, (tl_rules_sort)sort, &said->items[i], error);
        }
    }
    for (size_t u = 0; u < document->unit_count; u++) {
        for (size_t w = 0; w < document->units[u].weapon_count && status == TL_OK; w++) {
            status = check_weapon(change, document->units[u].weapons[w].json, error);
        }
    }
    return status;
}

/* --- The edit ----------------------------------------------------------------------------------------------------- */

typedef struct change_writing {
    const tl_rules_change *change;
    const char *const *chosen;
    tl_json_writer writer;
    const char *weapon; /* what is edited: a weapon of `thing`, or, NULL, `thing`; NULL: the scene */
    const char *thing;
} change_writing;

static void begin_set(change_writing *w, const char *field, const char *within) {
    tl_json_writer *out = &w->writer;
    tl_json_begin_object(out);
    if (w->weapon != NULL) {
        tl_json_open_object(out, "set");
        tl_json_put_string(out, "weapon", w->weapon);
        tl_json_put_string(out, "of", w->thing);
        tl_json_end_object(out);
    } else if (w->thing != NULL) {
        tl_json_put_string(out, "set", w->thing);
    } else {
        tl_json_open_object(out, "set");
        tl_json_put_bool(out, "scene", true);
        tl_json_end_object(out);
    }
    if (within != NULL) {
        tl_json_open_array(out, "field");
        tl_json_string(out, field);
        tl_json_string(out, within);
        tl_json_end_array(out);
    } else {
        tl_json_put_string(out, "field", field);
    }
}

/* What takes the place of a word: another one; itself, when it may stay; NULL: nothing. */
static const char *instead_of(const change_writing *w, tl_rules_sort sort, const char *word) {
    const change_row *row = row_of(w->change, sort, word);
    const char *chosen = row != NULL ? w->chosen[row - w->change->rows] : NULL;
    return row == NULL ? word : chosen != NULL ? chosen : row->told.refused ? NULL : word;
}

static void write_word(change_writing *w, tl_rules_sort sort, const tl_json_value *object, const char *field) {
    const char *word = tl_thing_word(tl_json_find(object, field));
    const char *instead = word != NULL ? instead_of(w, sort, word) : NULL;
    if (word == NULL || instead == word) {
        return;
    }
    begin_set(w, field, NULL);
    if (instead != NULL) {
        tl_json_put_string(&w->writer, "value", instead);
    }
    tl_json_end_object(&w->writer);
}

/* Whether an item of a list, or what takes its place, stood there before it. */
static bool is_again(const change_writing *w, tl_rules_sort sort, const tl_json_value *list, size_t index) {
    const char *instead = instead_of(w, sort, list->items[index].text);
    for (size_t i = 0; i < index; i++) {
        const char *other = instead_of(w, sort, list->items[i].text);
        if (other != NULL && strcmp(other, instead) == 0) {
            return true;
        }
    }
    return false;
}

static void write_list(change_writing *w, tl_rules_sort sort, const tl_json_value *object, const char *field) {
    const tl_json_value *list = tl_json_find(object, field);
    size_t stays = 0;
    bool same = true;
    for (size_t i = 0; list != NULL && list->kind == TL_JSON_ARRAY && i < list->count; i++) {
        const char *word = tl_thing_word(&list->items[i]);
        if (word == NULL) {
            return;
        }
        const char *instead = instead_of(w, sort, word);
        same = same && instead == word;
        stays += instead != NULL ? 1U : 0U;
    }
    if (same) {
        return;
    }
    begin_set(w, field, NULL);
    if (stays > 0) {
        tl_json_open_array(&w->writer, "value");
        for (size_t i = 0; i < list->count; i++) {
            const char *instead = instead_of(w, sort, list->items[i].text);
            if (instead != NULL && !is_again(w, sort, list, i)) {
                tl_json_string(&w->writer, instead);
            }
        }
        tl_json_end_array(&w->writer);
    }
    tl_json_end_object(&w->writer);
}

/* A weapon as the scene says that it is there: its kind, or fields that stand instead of its own. */
static void write_weapon_there(change_writing *w, const tl_json_value *weapon, const tl_json_value *there) {
    static const char *const fields[] = {"kind", "range", "arc", "template", "template_against", "muzzle", "skills"};
    const tl_json *json = w->change->scene->table->document->json;
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        bool kind = i == 0 && there->kind == TL_JSON_STRING;
        const tl_json_value *value = kind ? there : tl_json_find(there, fields[i]);
        if (value != NULL || tl_json_find(weapon, fields[i]) != NULL) {
            begin_set(w, fields[i], NULL);
            if (value != NULL) {
                tl_json_key(&w->writer, "value");
                tl_json_echo(&w->writer, json, value);
            }
            tl_json_end_object(&w->writer);
        }
    }
}

static void write_weapon(change_writing *w, const tl_document_weapon *weapon) {
    const tl_json_value *there = weapon_there(w->change, weapon->json);
    w->weapon = weapon->id;
    if (there != NULL) {
        write_weapon_there(w, weapon->json, there);
    } else {
        write_word(w, TL_RULES_ARC, weapon->json, "arc");
        write_word(w, TL_RULES_WEAPON, weapon->json, "kind");
        write_word(w, TL_RULES_TEMPLATE, weapon->json, "template");
        write_list(w, TL_RULES_CLASS, weapon->json, "template_against");
        write_list(w, TL_RULES_SKILL, weapon->json, "skills");
    }
    w->weapon = NULL;
}

static void write_unit(change_writing *w, const tl_document_unit *unit) {
    w->thing = unit->id;
    write_word(w, TL_RULES_CLASS, unit->json, "class");
    write_word(w, TL_RULES_LOCOMOTION, unit->json, "locomotion");
    write_word(w, TL_RULES_SIZE, unit->json, "size");
    write_list(w, TL_RULES_SKILL, unit->json, "skills");
    for (size_t i = 0; i < unit->weapon_count; i++) {
        write_weapon(w, &unit->weapons[i]);
    }
    for (size_t i = 0; i < unit->member_count; i++) {
        w->thing = unit->members[i].id;
        write_word(w, TL_RULES_STANCE, unit->members[i].json, "stance");
    }
}

/* Settings that the scene has for that system. */
static void write_settings_there(change_writing *w) {
    const tl_json_value *settings = tl_json_find(w->change->as, tl_rules_section(TL_RULES_SETTING));
    for (size_t i = 0; settings != NULL && i < settings->count; i++) {
        if (is_note(&settings->items[i])) {
            continue;
        }
        begin_set(w, "settings", settings->items[i].key);
        tl_json_key(&w->writer, "value");
        tl_json_echo(&w->writer, w->change->scene->table->document->json, &settings->items[i]);
        tl_json_end_object(&w->writer);
    }
}

static void write_edits(change_writing *w) {
    const tl_document *document = w->change->scene->table->document;
    begin_set(w, "ruleset", NULL);
    tl_json_put_string(&w->writer, "value", w->change->name);
    tl_json_end_object(&w->writer);
    for (size_t i = 0; i < w->change->count; i++) {
        if (w->change->rows[i].told.sort == TL_RULES_SETTING) {
            begin_set(w, "settings", w->change->rows[i].word);
            tl_json_end_object(&w->writer);
        }
    }
    write_settings_there(w);
    for (size_t i = 0; i < document->terrain_count; i++) {
        w->thing = document->terrain[i].id;
        write_word(w, TL_RULES_KIND, document->terrain[i].json, "kind");
    }
    for (size_t u = 0; u < document->unit_count; u++) {
        write_unit(w, &document->units[u]);
    }
}

tl_status tl_rules_change_edit(const tl_rules_change *change, const char *const *chosen, char **text, tl_error *error) {
    for (size_t i = 0; i < change->count; i++) {
        const tl_rules_stranger *s = &change->rows[i].told;
        if (s->needed && chosen[i] == NULL) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, s->thing, "choose a word of the other rule system",
                           "nothing takes the place of `%s`", s->word);
        }
    }
    change_writing w = {.change = change, .chosen = chosen};
    tl_json_writer_init(&w.writer, change->context, false);
    tl_json_begin_array(&w.writer);
    write_edits(&w);
    tl_json_end_array(&w.writer);
    tl_status status = tl_json_writer_finish(&w.writer, text, NULL, error);
    tl_json_writer_free(&w.writer);
    return status;
}
