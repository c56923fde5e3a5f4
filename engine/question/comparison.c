/* comparison.c: columns of rule systems told side by side, as JSON and as words. */
#include "question/comparison.h"

#include "io/json.h"

#include <stdio.h>
#include <string.h>

bool tl_comparison_add(tl_context *context, tl_comparison_words *words, const char *sort, const char *word,
                       const char *thing, size_t count) {
    if (!tl_reserve(context, (void **)&words->items, &words->capacity, words->count + 1, sizeof(*words->items))) {
        return false;
    }
    tl_comparison_word *made = &words->items[words->count++];
    *made = (tl_comparison_word){tl_duplicate_text(context, sort), tl_duplicate_text(context, word),
                                 tl_duplicate_text(context, thing), count};
    return made->sort != NULL && made->word != NULL && made->thing != NULL;
}

/* --- What differs ------------------------------------------------------------------------------------------------- */

/* The answers read again: their fields are those that programs see. */
typedef struct telling {
    tl_comparison *of;
    tl_json **answers; /* a column each; NULL: it has none */
    size_t answered;
} telling;

static const tl_json_value *field_of(const telling *t, size_t column, const char *field) {
    return t->answers[column] != NULL ? tl_json_find(tl_json_root(t->answers[column]), field) : NULL;
}

static bool is_plain(const tl_json_value *value) {
    return value->kind == TL_JSON_NUMBER || value->kind == TL_JSON_STRING || value->kind == TL_JSON_BOOL;
}

static bool is_equal(const tl_json_value *a, const tl_json_value *b) {
    if (a == NULL || b == NULL || a->kind != b->kind) {
        return a == b;
    }
    return a->kind == TL_JSON_NUMBER   ? a->number == b->number
           : a->kind == TL_JSON_STRING ? strcmp(a->text, b->text) == 0
           : a->kind == TL_JSON_BOOL   ? a->boolean == b->boolean
                                       : true;
}

/* Whether the answers say different things at a field; one that doesn't have it says something else, too. */
static bool differs_at(const telling *t, const char *field) {
    const tl_json_value *first = NULL;
    bool any = false;
    for (size_t i = 0; i < t->of->count; i++) {
        const tl_json_value *value = field_of(t, i, field);
        if (t->answers[i] != NULL && any && !is_equal(first, value)) {
            return true;
        }
        first = t->answers[i] != NULL && !any ? value : first;
        any = any || t->answers[i] != NULL;
    }
    return false;
}

/* Whether the words under their signs differ: a template that may not lie where it lies hits nobody. */
static bool badges_differ(const telling *t) {
    const tl_ruling *first = NULL;
    bool differ = false;
    for (size_t i = 0; i < t->of->count; i++) {
        const tl_ruling *ruling = t->of->columns[i].ruling;
        differ = differ || (first != NULL && ruling != NULL && ruling->badge != first->badge);
        first = first == NULL ? ruling : first;
    }
    return differ;
}

/* A field that says nothing of the position: whose answer it is, and by what. */
static bool is_about(const char *field) {
    static const char *const about[] = {"ruleset", "rule", "settings", "game_units", "tolerance_mm"};
    for (size_t i = 0; i < sizeof(about) / sizeof(about[0]); i++) {
        if (strcmp(about[i], field) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a column before had the field, which then was told. */
static bool was_told(const telling *t, size_t column, const char *field) {
    for (size_t i = 0; i < column; i++) {
        if (field_of(t, i, field) != NULL) {
            return true;
        }
    }
    return false;
}

static void put_values(const telling *t, tl_json_writer *out, const char *key, const char *field) {
    tl_json_open_object(out, key);
    for (size_t i = 0; i < t->of->count; i++) {
        const tl_json_value *value = field_of(t, i, field);
        if (t->answers[i] == NULL) {
            continue;
        }
        tl_json_key(out, t->of->columns[i].system);
        if (value != NULL) {
            tl_json_echo(out, t->answers[i], value);
        } else {
            tl_json_null(out);
        }
    }
    tl_json_end_object(out);
}

static void put_difference(const telling *t, tl_json_writer *out, const char *field) {
    tl_json_begin_object(out);
    tl_json_put_string(out, "field", field);
    put_values(t, out, "values", field);
    if (strcmp(field, "verdict") == 0) {
        put_values(t, out, "rules", "rule");
    }
    tl_json_end_object(out);
}

static void put_differences(const telling *t, tl_json_writer *out) {
    tl_json_open_array(out, "differences");
    for (size_t i = 0; i < t->of->count; i++) {
        const tl_json_value *root = t->answers[i] != NULL ? tl_json_root(t->answers[i]) : NULL;
        for (size_t k = 0; root != NULL && k < root->count; k++) {
            const tl_json_value *value = &root->items[k];
            if (is_plain(value) && !is_about(value->key) && !was_told(t, i, value->key) && differs_at(t, value->key)) {
                put_difference(t, out, value->key);
            }
        }
    }
    tl_json_end_array(out);
}

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_words(tl_json_writer *out, const char *key, const tl_comparison_words *words) {
    tl_json_open_array(out, key);
    for (size_t i = 0; i < words->count; i++) {
        tl_json_begin_object(out);
        tl_json_put_string(out, "sort", words->items[i].sort);
        tl_json_put_string(out, "word", words->items[i].word);
        if (words->items[i].thing[0] != '\0') {
            tl_json_put_string(out, "thing", words->items[i].thing);
        }
        tl_json_put_int(out, "count", (int64_t)words->items[i].count);
        tl_json_end_object(out);
    }
    tl_json_end_array(out);
}

static void put_error(tl_json_writer *out, const tl_error *cause) {
    tl_json_open_object(out, "error");
    tl_json_put_string(out, "code", tl_status_name(cause->status));
    if (cause->place[0] != '\0') {
        tl_json_put_string(out, "place", cause->place);
    }
    tl_json_put_string(out, "message", cause->message);
    if (cause->remedy[0] != '\0') {
        tl_json_put_string(out, "remedy", cause->remedy);
    }
    tl_json_end_object(out);
}

static void put_column(tl_json_writer *out, const tl_comparison_column *column) {
    tl_json_begin_object(out);
    tl_json_put_string(out, "ruleset", column->system);
    tl_json_put_string(out, "title", column->title);
    if (column->ruling != NULL) {
        tl_json_key(out, "answer");
        tl_json_raw(out, column->ruling->json, strlen(column->ruling->json));
    } else if (column->unknown.count > 0) {
        put_words(out, "unknown", &column->unknown);
    } else {
        put_error(out, &column->cause);
    }
    if (column->left.count > 0) {
        put_words(out, "left_out", &column->left);
    }
    tl_json_end_object(out);
}

static tl_status write_json(const telling *t, const char *name, tl_error *error) {
    tl_json_writer writer;
    tl_json_writer_init(&writer, t->of->context, false);
    tl_json_begin_object(&writer);
    tl_json_put_string(&writer, "query", "compare");
    tl_json_put_string(&writer, "asked", t->of->query);
    tl_json_put_string(&writer, "scene", name);
    tl_json_put_bool(&writer, "differs", t->of->differs);
    tl_json_open_array(&writer, "columns");
    for (size_t i = 0; i < t->of->count; i++) {
        put_column(&writer, &t->of->columns[i]);
    }
    tl_json_end_array(&writer);
    put_differences(t, &writer);
    tl_json_end_object(&writer);
    tl_status status = tl_json_writer_finish(&writer, &t->of->json, NULL, error);
    tl_json_writer_free(&writer);
    return status;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

typedef struct lines {
    tl_context *context;
    char *text;
    size_t size, capacity;
    bool no_memory;
} lines;

static void add_some(lines *l, const char *text, size_t length) {
    if (!tl_reserve(l->context, (void **)&l->text, &l->capacity, l->size + length + 1, 1)) {
        l->no_memory = true;
        return;
    }
    memcpy(l->text + l->size, text, length);
    l->size += length;
    l->text[l->size] = '\0';
}

static void add_text(lines *l, const char *text) {
    add_some(l, text, strlen(text));
}

static void add_line(lines *l, const char *before, const char *text) {
    add_text(l, before);
    add_text(l, text);
    add_text(l, "\n");
}

/* "Class: cavalry (riders-1 and 3 others)". */
static void word_text(const tl_words *words, const tl_comparison_word *word, char *buffer, size_t size) {
    char name[64], said[400], others[32], thing[300];
    snprintf(name, sizeof(name), "stranger.%s", word->sort);
    bool row = strcmp(word->sort, "row") == 0; /* a weapon that is none there */
    const char *sentence = tl_words_named_find(words->language, row ? "stranger.row" : name);
    const char *more = tl_words_named_find(words->language, "stranger.more");
    tl_say_text(said, sizeof(said), sentence != NULL ? sentence : "%1$s",
                (const char *const[TL_SAY_TEXTS]){word->word});
    if (word->thing[0] == '\0') {
        tl_say_text(buffer, size, "%1$s", (const char *const[TL_SAY_TEXTS]){said});
        return;
    }
    snprintf(others, sizeof(others), "%zu", word->count - 1);
    bool several = word->count > 1 && more != NULL;
    tl_say_text(thing, sizeof(thing), several ? more : "%1$s", (const char *const[TL_SAY_TEXTS]){word->thing, others});
    tl_say_text(buffer, size, "%1$s (%2$s)", (const char *const[TL_SAY_TEXTS]){said, thing});
}

static void tell_words(lines *l, const tl_words *words, const tl_comparison_words *unknown) {
    char text[800];
    for (size_t i = 0; i < unknown->count; i++) {
        word_text(words, &unknown->items[i], text, sizeof(text));
        add_line(l, "", text);
    }
}

/* What stands under a column's head. */
static void tell_body(lines *l, const tl_words *words, const tl_comparison_column *column) {
    if (column->ruling == NULL) {
        tell_words(l, words, &column->unknown);
        if (column->unknown.count == 0 && column->cause.remedy[0] != '\0') {
            add_line(l, "", column->cause.remedy);
        }
        return;
    }
    add_line(l, "", column->ruling->summary);
    if (column->left.count > 0) {
        add_line(l, "", tl_phrase(words, TL_SAY_COMPARE_LEFT));
        tell_words(l, words, &column->left);
    }
}

static void tell_head(lines *l, const tl_words *words, const tl_comparison_column *column) {
    char text[1400];
    if (column->ruling != NULL) {
        tl_say(words, text, sizeof(text), column->rule != NULL ? TL_SAY_COMPARE_CITED : TL_SAY_COMPARE_PLAIN,
               column->title, tl_phrase(words, column->ruling->badge), column->rule);
    } else if (column->unknown.count > 0) {
        tl_say(words, text, sizeof(text), TL_SAY_COMPARE_UNKNOWN, column->title, column->system);
    } else {
        tl_say(words, text, sizeof(text), TL_SAY_COMPARE_FAILED, column->title, column->cause.message);
    }
    add_line(l, "", text);
}

/* Keeps what a column says, and the rule that decides. */
static bool keep_words(const telling *t, size_t index) {
    tl_comparison_column *column = &t->of->columns[index];
    const tl_json_value *rule = field_of(t, index, "rule");
    lines l = {.context = t->of->context};
    add_text(&l, "");
    tell_body(&l, &t->of->words, column);
    column->told = l.text;
    if (rule != NULL && rule->kind == TL_JSON_STRING && rule->text[0] != '\0') {
        column->rule = tl_duplicate_text(t->of->context, rule->text);
        l.no_memory = l.no_memory || column->rule == NULL;
    }
    return !l.no_memory;
}

static void tell_column(lines *l, const tl_words *words, const tl_comparison_column *column) {
    tell_head(l, words, column);
    for (const char *line = column->told; line[0] != '\0';) {
        size_t length = strcspn(line, "\n");
        add_text(l, "    ");
        add_some(l, line, length + 1);
        line += length + 1;
    }
}

/* "SEEN by DB-LOS-02; HIDDEN by SK-LOS-01": the verdicts that there are, each with the rules that lead to it. */
static void verdicts_text(const telling *t, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < t->of->count && used < size; i++) {
        const tl_comparison_column *column = &t->of->columns[i];
        if (column->ruling != NULL) {
            char one[300];
            tl_say(&t->of->words, one, sizeof(one), TL_SAY_COMPARE_VERDICT,
                   tl_phrase(&t->of->words, column->ruling->badge),
                   column->rule != NULL ? column->rule : column->title);
            used += (size_t)snprintf(buffer + used, size - used, "%s%s",
                                     used > 0 ? tl_phrase(&t->of->words, TL_SAY_COMPARE_GLUE) : "", one);
        }
    }
}

/* The last line: whether they differ. */
static void tell_end(lines *l, const telling *t) {
    const tl_words *words = &t->of->words;
    char text[2000], verdicts[1500];
    if (t->of->differs) {
        verdicts_text(t, verdicts, sizeof(verdicts));
        tl_say(words, text, sizeof(text), TL_SAY_COMPARE_DIFFER, verdicts);
    } else {
        snprintf(text, sizeof(text), "%s",
                 tl_phrase(words, t->answered > 1 && differs_at(t, "summary") ? TL_SAY_COMPARE_AGREE
                                  : t->answered > 1                           ? TL_SAY_COMPARE_SAME
                                  : t->answered == 1                          ? TL_SAY_COMPARE_ONE
                                                                              : TL_SAY_COMPARE_NONE));
    }
    add_line(l, "", text);
}

static tl_status write_text(const telling *t, tl_error *error) {
    lines l = {.context = t->of->context};
    bool good = true;
    for (size_t i = 0; i < t->of->count && good; i++) {
        good = keep_words(t, i);
        if (good) {
            tell_column(&l, &t->of->words, &t->of->columns[i]);
        }
    }
    t->of->end = l.size;
    tell_end(&l, t);
    t->of->text = l.text;
    return good && !l.no_memory ? TL_OK : tl_fail_memory(error);
}

tl_status tl_comparison_tell(tl_comparison *comparison, const char *name, tl_error *error) {
    tl_context *context = comparison->context;
    telling t = {.of = comparison, .answers = tl_alloc_array(context, comparison->count, sizeof(tl_json *))};
    tl_status status = t.answers != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < comparison->count && status == TL_OK; i++) {
        const tl_ruling *ruling = comparison->columns[i].ruling;
        if (ruling != NULL) {
            status = tl_json_parse(context, ruling->json, strlen(ruling->json), NULL, &t.answers[i], error);
            t.answered++;
        }
    }
    if (status == TL_OK) {
        comparison->differs = differs_at(&t, "verdict") || badges_differ(&t);
        status = write_json(&t, name, error);
    }
    if (status == TL_OK) {
        status = write_text(&t, error);
    }
    for (size_t i = 0; t.answers != NULL && i < comparison->count; i++) {
        tl_json_destroy(t.answers[i]);
    }
    tl_free(context, t.answers);
    return status;
}
