/* read_question.c: questions as lines of JSON, read by the table of questions. */
#include "question/ruling.h"

#include "question/question.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FIELDS = 32 };

tl_status tl_query_unknown(const char *query, tl_error *error) {
    const char *names[MOST_FIELDS];
    size_t count = 0;
    for (; count < MOST_FIELDS && tl_query_at(count) != NULL; count++) {
        names[count] = tl_query_at(count)->name;
    }
    const char *nearest = tl_nearest_name(query, names, count);
    char remedy[240] = "ask ";
    size_t used = strlen(remedy);
    for (size_t i = 0; i < count && used < sizeof(remedy); i++) {
        used += (size_t)snprintf(remedy + used, sizeof(remedy) - used, "%s%s",
                                 i == 0           ? ""
                                 : i + 1 == count ? " or "
                                                  : ", ",
                                 names[i]);
    }
    if (nearest != NULL) {
        snprintf(remedy, sizeof(remedy), "did you mean `%s`?", nearest);
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "query", remedy, "there is no query `%s`", query);
}

/* --- Which fields ------------------------------------------------------------------------------------------------- */

/* What a field is in JSON; TL_JSON_NULL: anything. */
static tl_json_kind json_kind(tl_field_kind kind) {
    static const tl_json_kind kinds[] = {
        [TL_FIELD_TEXT] = TL_JSON_STRING,   [TL_FIELD_FLAG] = TL_JSON_BOOL,    [TL_FIELD_NUMBER] = TL_JSON_NUMBER,
        [TL_FIELD_LENGTH] = TL_JSON_NUMBER, [TL_FIELD_WHOLE] = TL_JSON_NUMBER, [TL_FIELD_POINT] = TL_JSON_ARRAY,
        [TL_FIELD_PATH] = TL_JSON_ARRAY,    [TL_FIELD_ANY] = TL_JSON_NULL,     [TL_FIELD_TEXTS] = TL_JSON_OBJECT,
        [TL_FIELD_DICE] = TL_JSON_ARRAY};
    return kinds[kind];
}

/* The fields that a question takes: the common ones first. */
static size_t fields_of(const tl_query *query, const tl_query_field *fields[MOST_FIELDS]) {
    size_t count = 0;
    for (size_t i = 0; tl_query_common_field(i) != NULL; i++) {
        fields[count++] = tl_query_common_field(i);
    }
    for (size_t i = 0; query->fields[i] != NULL && count < MOST_FIELDS; i++) {
        fields[count++] = query->fields[i];
    }
    return count;
}

static tl_status check_fields(const tl_json *json, const tl_json_value *root, const tl_query *query, tl_error *error) {
    const tl_query_field *fields[MOST_FIELDS];
    const char *known[MOST_FIELDS];
    size_t count = fields_of(query, fields), common = 0;
    while (tl_query_common_field(common) != NULL) {
        common++;
    }
    for (size_t i = 0; i < root->count; i++) {
        const tl_json_value *value = &root->items[i];
        const tl_query_field *found = NULL;
        for (size_t j = 0; j < count; j++) {
            known[j] = fields[(j + common) % count]->name; /* of two that are as near, its own: `from`, not `for` */
            found = strcmp(fields[j]->name, value->key) == 0 ? fields[j] : found;
        }
        if (found == NULL && strncmp(value->key, "x-", 2) != 0) {
            const char *nearest = tl_nearest_name(value->key, known, count);
            char remedy[160];
            snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "leave it out", nearest);
            return tl_json_fail(json, value, error, TL_ERROR_FORMAT, remedy, "`%s` takes no field `%s`", query->name,
                                value->key);
        }
        tl_json_kind wanted = found != NULL ? json_kind(found->kind) : TL_JSON_NULL;
        if (wanted != TL_JSON_NULL && wanted != value->kind) {
            char remedy[160];
            snprintf(remedy, sizeof(remedy), "write %s, or leave `%s` out", tl_json_kind_text(wanted), found->name);
            return tl_json_fail(json, value, error, TL_ERROR_FORMAT, remedy, "`%s` must be %s, not %s", value->key,
                                tl_json_kind_text(wanted), tl_json_kind_text(value->kind));
        }
    }
    return TL_OK;
}

/* --- Their values ------------------------------------------------------------------------------------------------- */

static tl_status read_set(tl_question_line *q, const tl_json_value *set, tl_error *error) {
    size_t count = 0;
    for (size_t i = 0; set != NULL && i < set->count; i++) {
        const tl_json_value *value = &set->items[i];
        if (count >= 32) {
            return tl_json_fail(q->json, value, error, TL_ERROR_LIMIT, "ask with fewer settings",
                                "a question takes at most 32 settings");
        }
        q->set[2 * count] = value->key;
        if (value->kind == TL_JSON_STRING) {
            q->set[2 * count + 1] = value->text;
        } else if (value->kind == TL_JSON_NUMBER) {
            tl_json_format_double(value->number, q->numbers[count]);
            q->set[2 * count + 1] = q->numbers[count];
        } else {
            return tl_json_fail(q->json, value, error, TL_ERROR_FORMAT, NULL, "a setting is a text or a number, not %s",
                                tl_json_kind_text(value->kind));
        }
        count++;
    }
    q->question.set = q->set;
    return TL_OK;
}

/* [x, y] or [x, y, z]. */
static tl_status read_at(const tl_json *json, const tl_json_value *at, double point[3], int *count, tl_error *error) {
    if (at->count < 2 || at->count > 3) {
        return tl_json_fail(json, at, error, TL_ERROR_FORMAT, "give [x, y] or [x, y, z]",
                            "`at` has two or three numbers");
    }
    for (size_t i = 0; i < at->count; i++) {
        if (at->items[i].kind != TL_JSON_NUMBER || fabs(at->items[i].number) > 1e6) {
            return tl_json_fail(json, &at->items[i], error, TL_ERROR_FORMAT, "give millimetres",
                                "`at` has two or three numbers, no larger than a million");
        }
        point[i] = at->items[i].number;
    }
    *count = (int)at->count;
    return TL_OK;
}

static tl_status read_whole(const tl_json *json, const tl_json_value *value, size_t *out, tl_error *error) {
    if (!value->is_integer || value->integer < 0 || value->integer > 1000) {
        return tl_json_fail(json, value, error, TL_ERROR_FORMAT, "0 is the lowest surface",
                            "`%s` is a whole number from 0", value->key);
    }
    *out = (size_t)value->integer;
    return TL_OK;
}

static tl_status read_path(tl_context *context, tl_question_line *q, const tl_json_value *path, tl_error *error) {
    q->path = tl_alloc_array(context, path->count, sizeof(*q->path));
    if (q->path == NULL) {
        return tl_fail_memory(error);
    }
    q->question.path = q->path;
    q->question.path_count = path->count;
    tl_status status = TL_OK;
    for (size_t i = 0; i < path->count && status == TL_OK; i++) {
        const tl_json_value *point = &path->items[i];
        if (point->kind != TL_JSON_ARRAY) {
            return tl_json_fail(q->json, point, error, TL_ERROR_FORMAT, "give [x, y] or [x, y, z]",
                                "a point of `path` is two or three numbers");
        }
        status = read_at(q->json, point, q->path[i].at, &q->path[i].count, error);
    }
    return status;
}

/* A list of numbers and words as texts with commas between them. */
static tl_status read_dice(tl_context *context, tl_question_line *q, const tl_json_value *dice, tl_error *error) {
    enum { MOST_DICE = 32 };
    size_t size = (MOST_DICE + 1) * TL_JSON_NUMBER_SIZE, used = 0;
    q->dice = tl_alloc_array(context, size, 1);
    if (q->dice == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < dice->count; i++) {
        const tl_json_value *die = &dice->items[i];
        char number[TL_JSON_NUMBER_SIZE];
        bool word = die->kind == TL_JSON_STRING && die->text_length > 0 && die->text_length < TL_JSON_NUMBER_SIZE &&
                    strchr(die->text, ',') == NULL;
        if (i >= MOST_DICE || !(word || die->kind == TL_JSON_NUMBER)) {
            return tl_json_fail(q->json, die, error, TL_ERROR_FORMAT, "write [7, 4], or [\"hit\"]",
                                "`%s` is a list of at most %d numbers and words", dice->key, (int)MOST_DICE);
        }
        if (!word) {
            tl_json_format_double(die->number, number);
        }
        used += (size_t)snprintf(q->dice + used, size - used, "%s%s", i == 0 ? "" : ",", word ? die->text : number);
    }
    q->question.dice = q->dice;
    return TL_OK;
}

static tl_status read_field(tl_context *context, tl_question_line *q, const tl_query_field *field,
                            const tl_json_value *value, tl_error *error) {
    char *at = (char *)&q->question + field->offset, *given = (char *)&q->question + field->given;
    switch (field->kind) {
    case TL_FIELD_TEXT:
        *(const char **)(void *)at = value->text;
        break;
    case TL_FIELD_FLAG:
        *(bool *)(void *)at = value->boolean;
        break;
    case TL_FIELD_NUMBER:
    case TL_FIELD_LENGTH:
        *(double *)(void *)at = value->number;
        break;
    case TL_FIELD_POINT:
        return read_at(q->json, value, (double *)(void *)at, (int *)(void *)given, error);
    case TL_FIELD_PATH:
        return read_path(context, q, value, error);
    case TL_FIELD_TEXTS:
        return read_set(q, value, error);
    case TL_FIELD_DICE:
        return read_dice(context, q, value, error);
    case TL_FIELD_WHOLE:
        *(bool *)(void *)given = true;
        return read_whole(q->json, value, (size_t *)(void *)at, error);
    case TL_FIELD_ANY: /* read before, for the error answers */
        return TL_OK;
    }
    if (field->given != 0) {
        *(bool *)(void *)given = true;
    }
    return TL_OK;
}

/* `id`, which also the answer to a line with mistakes has, and the row of the question. */
static tl_status begin(tl_context *context, tl_question_line *q, const tl_question_row **row, tl_error *error) {
    const tl_json_value *root = tl_json_root(q->json);
    tl_status status = TL_OK;
    if (root->kind != TL_JSON_OBJECT) {
        return tl_json_fail(q->json, root, error, TL_ERROR_FORMAT, "write {\"query\": \"los\", ...}",
                            "a query is an object, not %s", tl_json_kind_text(root->kind));
    }
    const tl_json_value *id = tl_json_find(root, "id"), *query = tl_json_find(root, "query");
    if (id != NULL) {
        tl_json_writer writer;
        tl_json_writer_init(&writer, context, false);
        tl_json_echo(&writer, q->json, id);
        status = tl_json_writer_finish(&writer, &q->id, NULL, error);
        tl_json_writer_free(&writer);
    }
    q->question.id = q->id;
    if (status == TL_OK && (query == NULL || query->kind != TL_JSON_STRING)) {
        status = tl_json_fail(q->json, root, error, TL_ERROR_FORMAT, "add \"query\": \"los\" or another",
                              "`query` is missing, or no text");
    }
    if (status == TL_OK) {
        q->question.query = query->text;
        *row = tl_question_row_named(query->text);
        status = *row != NULL ? TL_OK : tl_query_unknown(query->text, error);
    }
    return status;
}

tl_status tl_question_line_read(tl_context *context, const char *line, size_t size, tl_question_line *out,
                                tl_error *error) {
    const tl_question_row *row = NULL;
    memset(out, 0, sizeof(*out));
    if (size > TL_QUESTION_BYTES) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "ask in lines of a mebibyte at most",
                       "the line has %zu bytes, and no question has more than %d", size, (int)TL_QUESTION_BYTES);
    }
    tl_status status = tl_json_parse(context, line, size, "", &out->json, error);
    if (status == TL_OK) {
        status = begin(context, out, &row, error);
    }
    const tl_json_value *root = status == TL_OK ? tl_json_root(out->json) : NULL;
    if (status == TL_OK) {
        status = check_fields(out->json, root, &row->query, error);
    }
    if (status == TL_OK && row->query.changes &&
        (tl_json_find(root, "member") == NULL || tl_json_find(root, "at") == NULL)) {
        status = tl_json_fail(out->json, root, error, TL_ERROR_FORMAT, "say which member, and where",
                              "`place` needs `member` and `at`");
    }
    const tl_query_field *fields[MOST_FIELDS];
    size_t count = status == TL_OK ? fields_of(&row->query, fields) : 0;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        const tl_json_value *value = tl_json_find(root, fields[i]->name);
        status = value != NULL ? read_field(context, out, fields[i], value, error) : TL_OK;
    }
    out->place = status == TL_OK && row->query.changes;
    return status;
}

void tl_question_line_free(tl_context *context, tl_question_line *question) {
    tl_json_destroy(question->json);
    tl_free(context, question->id);
    tl_free(context, question->path);
    tl_free(context, question->dice);
}
