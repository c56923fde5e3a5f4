/* form.c: reading the members of a rule file's rows. */
#include "ruleset/form.h"

#include <stdio.h>
#include <string.h>

/* Up to so many names are all listed in a remedy. */
#define FEW 8

/* Whether one more problem is told; says so once when it is not. */
static bool is_told(tl_form *form, const tl_json_value *value) {
    if (form->noted++ == TL_FORM_MOST_PROBLEMS) {
        tl_json_problem(form->json, value, false, form->problems, false, TL_ERROR_LIMIT, "mend the others first",
                        "there are more problems than the %d that are told", TL_FORM_MOST_PROBLEMS);
    }
    return form->noted <= TL_FORM_MOST_PROBLEMS;
}

static void note_problem(tl_form *form, const tl_json_value *value, bool at_key, const char *remedy, const char *format,
                         va_list arguments) {
    char message[512];
    vsnprintf(message, sizeof(message), format, arguments);
    tl_json_problem(form->json, value, at_key, form->problems, false, TL_ERROR_FORMAT, remedy, "%s", message);
}

void tl_form_problem(tl_form *form, const tl_json_value *value, bool at_key, const char *remedy, const char *format,
                     ...) {
    if (is_told(form, value)) {
        va_list arguments;
        va_start(arguments, format);
        note_problem(form, value, at_key, remedy, format, arguments);
        va_end(arguments);
    }
}

/* "did you mean `a`?", "use a, b or c" */
static const char *remedy_among(const char *word, const char *const *names, size_t count, char *buffer, size_t size) {
    const char *nearest = tl_nearest_name(word, names, count);
    if (nearest != NULL) {
        snprintf(buffer, size, "did you mean `%s`?", nearest);
    } else if (count == 0 || count > FEW) {
        snprintf(buffer, size, "%s", count == 0 ? "remove it" : "the manual's page on rule files lists them");
    } else {
        size_t used = 0;
        for (size_t i = 0; i < count && used < size; i++) {
            const char *before = i == 0 ? "use " : i + 1 == count ? " or " : ", ";
            used += (size_t)snprintf(buffer + used, size - used, "%s%s", before, names[i]);
        }
    }
    return buffer;
}

void tl_form_unknown(tl_form *form, const tl_json_value *value, bool at_key, const char *word, const char *const *names,
                     size_t count, const char *format, ...) {
    if (is_told(form, value)) {
        char remedy[256];
        va_list arguments;
        va_start(arguments, format);
        note_problem(form, value, at_key, remedy_among(word, names, count, remedy, sizeof(remedy)), format, arguments);
        va_end(arguments);
    }
}

bool tl_form_object(tl_form *form, const tl_json_value *value, const char *what, const char *const *names,
                    size_t count) {
    if (value->kind != TL_JSON_OBJECT) {
        tl_form_problem(form, value, false, "write { ... }", "%s must be an object, not %s", what,
                        tl_json_kind_text(value->kind));
        return false;
    }
    for (size_t i = 0; i < value->count && !form->lenient; i++) {
        const char *key = value->items[i].key;
        bool known = strncmp(key, "x-", 2) == 0;
        for (size_t k = 0; k < count && !known; k++) {
            known = strcmp(key, names[k]) == 0;
        }
        if (!known) {
            tl_form_unknown(form, &value->items[i], true, key, names, count, "%s has no field `%s`", what, key);
        }
    }
    return true;
}

const tl_json_value *tl_form_member(tl_form *form, const tl_json_value *object, const char *key, tl_json_kind kind,
                                    bool required) {
    const tl_json_value *value = tl_json_find(object, key);
    if (value == NULL) {
        if (required) {
            tl_form_problem(form, object, false, "add it", "`%s` is missing", key);
        }
        return NULL;
    }
    if (value->kind != kind) {
        static const char *const remedies[] = {"remove it",     "write true or false", "write a number",
                                               "write \"...\"", "write [ ... ]",       "write { ... }"};
        tl_form_problem(form, value, false, remedies[kind], "`%s` must be %s, not %s", key, tl_json_kind_text(kind),
                        tl_json_kind_text(value->kind));
        return NULL;
    }
    return value;
}

const char *tl_form_word(tl_form *form, const tl_json_value *object, const char *key, bool required) {
    const tl_json_value *value = tl_form_member(form, object, key, TL_JSON_STRING, required);
    if (value != NULL && required && value->text_length == 0) {
        tl_form_problem(form, value, false, "write a word between the quotes", "`%s` is empty", key);
    }
    return value != NULL ? value->text : "";
}

int tl_form_said_compare(const void *a, const void *b) {
    uintptr_t p = (uintptr_t)((const tl_said *)a)->text, q = (uintptr_t)((const tl_said *)b)->text;
    return (p > q) - (p < q);
}

static const char *note(tl_form *form, const char *text, const tl_json_value *spoken) {
    if (!tl_reserve(form->context, (void **)&form->said, &form->said_capacity, form->said_count + 1,
                    sizeof(*form->said))) {
        form->no_memory = true;
        return text;
    }
    form->said[form->said_count++] = (tl_said){text, spoken, form->owner};
    return text;
}

/* "en", "fr", ...: two or three small letters. */
static bool is_language(const char *key) {
    size_t length = strlen(key);
    return (length == 2 || length == 3) && strspn(key, "abcdefghijklmnopqrstuvwxyz") == length;
}

const char *tl_form_say(tl_form *form, const tl_json_value *value) {
    if (value->kind == TL_JSON_STRING) {
        return note(form, value->text, NULL);
    }
    if (value->kind != TL_JSON_OBJECT) {
        tl_form_problem(form, value, false, "write \"...\", or {\"en\": \"...\", \"fr\": \"...\"}",
                        "a text must be one text, or one for each language, not %s", tl_json_kind_text(value->kind));
        return "";
    }
    const tl_json_value *first = NULL;
    for (size_t i = 0; i < value->count; i++) {
        const tl_json_value *text = &value->items[i];
        if (strncmp(text->key, "x-", 2) == 0) {
            continue;
        }
        if (!is_language(text->key)) {
            tl_form_problem(form, text, true, "write \"en\", \"fr\", ...", "`%s` is no language", text->key);
        } else if (text->kind != TL_JSON_STRING) {
            tl_form_problem(form, text, false, "write \"...\"", "`%s` must be a text, not %s", text->key,
                            tl_json_kind_text(text->kind));
        } else if (first == NULL || strcmp(text->key, "en") == 0) {
            first = text;
        }
    }
    if (first == NULL) {
        tl_form_problem(form, value, false, "write {\"en\": \"...\"}", "the text is in no language");
        return "";
    }
    return note(form, first->text, value);
}

const char *tl_form_text(tl_form *form, const tl_json_value *object, const char *key, bool required) {
    const tl_json_value *value = tl_json_find(object, key);
    if (value == NULL) {
        return required ? tl_form_word(form, object, key, true) : "";
    }
    return tl_form_say(form, value);
}

double tl_form_number(tl_form *form, const tl_json_value *object, const char *key, double low, double high,
                      double fallback) {
    const tl_json_value *value = tl_form_member(form, object, key, TL_JSON_NUMBER, false);
    if (value != NULL && !(value->number >= low && value->number <= high)) {
        char from[TL_JSON_NUMBER_SIZE], to[TL_JSON_NUMBER_SIZE], remedy[96];
        tl_json_format_double(low, from);
        tl_json_format_double(high, to);
        snprintf(remedy, sizeof(remedy), "use a number from %s to %s", from, to);
        tl_form_problem(form, value, false, remedy, "`%s` is out of range", key);
        return fallback;
    }
    return value != NULL ? value->number : fallback;
}

bool tl_form_bool(tl_form *form, const tl_json_value *object, const char *key, bool fallback) {
    const tl_json_value *value = tl_form_member(form, object, key, TL_JSON_BOOL, false);
    return value != NULL ? value->boolean : fallback;
}

size_t tl_form_choice(tl_form *form, const tl_json_value *object, const char *key, const char *const *words,
                      size_t count, size_t fallback) {
    const tl_json_value *value = tl_form_member(form, object, key, TL_JSON_STRING, false);
    for (size_t i = 0; value != NULL && i < count; i++) {
        if (strcmp(value->text, words[i]) == 0) {
            return i;
        }
    }
    if (value != NULL) {
        tl_form_unknown(form, value, false, value->text, words, count, "`%s` can't be `%s`", key, value->text);
    }
    return fallback;
}

const tl_json_value *tl_form_words(tl_form *form, const tl_json_value *object, const char *key) {
    const tl_json_value *list = tl_form_member(form, object, key, TL_JSON_ARRAY, false);
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        const tl_json_value *word = &list->items[i];
        if (word->kind != TL_JSON_STRING || word->text_length == 0) {
            tl_form_problem(form, word, false, "write [\"one\", \"two\"]", "`%s` is a list of words", key);
        }
    }
    return list;
}
