/* read_as.c: what words of a scene, and weapons of it, are called in other rule systems than its own: `as`. */
#include "scene/read.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* By what a rule system calls the words of a sort; `settings` have values, not words. */
static const char *const sections[] = {"settings", "kinds",   "classes",   "locomotions", "sizes", "skills",
                                       "arcs",     "weapons", "templates", "stances",     NULL};
static const char *const weapon_fields[] = {"kind",   "range",  "arc", "template", "template_against",
                                            "muzzle", "skills", NULL};

/* The writer's own. */
static bool is_note(const tl_json_value *value) {
    return strncmp(value->key, "x-", 2) == 0;
}

static bool is_object(tl_reader *reader, const tl_json_value *value, const char *what, const char *remedy) {
    if (value->kind != TL_JSON_OBJECT) {
        tl_reader_problem(reader, value, false, false, remedy, "%s should be an object, not %s", what,
                          tl_json_kind_text(value->kind));
    }
    return value->kind == TL_JSON_OBJECT;
}

static void read_setting(tl_reader *reader, const tl_json_value *value) {
    if (value->kind != TL_JSON_STRING && value->kind != TL_JSON_NUMBER && value->kind != TL_JSON_BOOL) {
        tl_reader_problem(reader, value, false, false, "see `trueline rules` for the settings and their values",
                          "the setting `%s` should be a text, a number, true or false, not %s", value->key,
                          tl_json_kind_text(value->kind));
    }
}

/* A word of the other system, or null: there it means nothing. A unit without a class is none. */
static void read_word(tl_reader *reader, const char *section, const tl_json_value *value) {
    const char *word = NULL;
    if (value->kind != TL_JSON_NULL) {
        (void)tl_reader_word(reader, value, &word);
    } else if (strcmp(section, "classes") == 0) {
        tl_reader_problem(reader, value, false, false, "name one of the classes of that rule system",
                          "every unit has a class: `%s` can't mean nothing", value->key);
    }
}

static void read_section(tl_reader *reader, const tl_json_value *section) {
    if (!is_object(reader, section, "this", "write { \"word here\": \"word there\", ... }")) {
        return;
    }
    for (size_t i = 0; i < section->count; i++) {
        if (is_note(&section->items[i])) {
            continue;
        }
        if (strcmp(section->key, "settings") == 0) {
            read_setting(reader, &section->items[i]);
        } else {
            read_word(reader, section->key, &section->items[i]);
        }
    }
}

void tl_reader_as(tl_reader *reader, const tl_json_value *value) {
    static const char how[] = "write { \"RULE SYSTEM\": { \"kinds\": { \"word here\": \"word there\" } } }";
    if (value == NULL || !is_object(reader, value, "`as`", how)) {
        return;
    }
    for (size_t i = 0; i < value->count; i++) {
        const tl_json_value *system = &value->items[i];
        if (is_note(system)) {
            continue;
        }
        if (!is_object(reader, system, "this", how) ||
            !tl_reader_object(reader, system, &(tl_known_fields){NULL, sections})) {
            continue;
        }
        for (size_t k = 0; k < system->count; k++) {
            if (!is_note(&system->items[k])) {
                read_section(reader, &system->items[k]);
            }
        }
    }
}

static void read_weapon(tl_reader *reader, const tl_json_value *value) {
    const char *word = NULL;
    const char *const *words = NULL;
    size_t count = 0;
    tl_vec3 muzzle;
    if (value->kind == TL_JSON_STRING) { /* its kind */
        (void)tl_reader_word(reader, value, &word);
        return;
    }
    if (!is_object(reader, value, "this",
                   "write the kind of weapon that it is there, or { \"kind\": ..., \"range\": ..., \"arc\": ... }") ||
        !tl_reader_object(reader, value, &(tl_known_fields){NULL, weapon_fields})) {
        return;
    }
    tl_document_weapon there = {.id = ""};
    tl_reader_range(reader, tl_json_find(value, "range"), &there);
    (void)tl_reader_word(reader, tl_json_find(value, "kind"), &word);
    (void)tl_reader_word(reader, tl_json_find(value, "arc"), &word);
    (void)tl_reader_word(reader, tl_json_find(value, "template"), &word);
    (void)tl_reader_words(reader, tl_json_find(value, "template_against"), &words, &count);
    (void)tl_reader_vec3(reader, tl_json_find(value, "muzzle"), &muzzle);
    (void)tl_reader_words(reader, tl_json_find(value, "skills"), &words, &count);
}

void tl_reader_weapon_as(tl_reader *reader, const tl_json_value *value) {
    if (value == NULL || !is_object(reader, value, "`as`", "write { \"RULE SYSTEM\": \"KIND OF WEAPON\", ... }")) {
        return;
    }
    for (size_t i = 0; i < value->count; i++) {
        if (!is_note(&value->items[i])) {
            read_weapon(reader, &value->items[i]);
        }
    }
}
