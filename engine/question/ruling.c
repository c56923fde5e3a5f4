/* ruling.c: dispatching questions, and reading them from JSON lines. */
#include "question/ruling.h"

#include "tell/ask.h"
#include "tell/tell_shelter.h"

#include <stdio.h>
#include <string.h>

/* --- Asking ------------------------------------------------------------------------------------------------------- */

static const char *const queries[] = {"range", "los",    "cover",        "arc",  "attack", "cohesion", "template",
                                      "react", "within", "close-combat", "move", "reach",  "place"};
#define TL_LEAST_EFFORT 1e-3 /* of a question */
#define TL_MOST_EFFORT  1e3
enum { QUERIES = sizeof(queries) / sizeof(queries[0]) };

static tl_status unknown_query(const char *query, tl_error *error) {
    const char *nearest = tl_nearest_name(query, queries, QUERIES);
    char remedy[240] = "ask ";
    size_t used = strlen(remedy);
    for (size_t i = 0; i < QUERIES && used < sizeof(remedy); i++) {
        used += (size_t)snprintf(remedy + used, sizeof(remedy) - used, "%s%s",
                                 i == 0             ? ""
                                 : i + 1 == QUERIES ? " or "
                                                    : ", ",
                                 queries[i]);
    }
    if (nearest != NULL) {
        snprintf(remedy, sizeof(remedy), "did you mean `%s`?", nearest);
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "query", remedy, "there is no query `%s`", query);
}

static tl_status unknown_language(const char *language, tl_error *error) {
    char remedy[160] = "there is";
    size_t used = strlen(remedy);
    for (const tl_language *l = tl_languages; l->tag != NULL && used < sizeof(remedy); l++) {
        used += (size_t)snprintf(remedy + used, sizeof(remedy) - used, "%s \"%s\" (%s)", l == tl_languages ? "" : ",",
                                 l->tag, l->name);
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "lang", remedy, "there are no words in the language `%s`",
                   language);
}

/* Who is carried measures, sees and is covered as its carrier (DT-SPC-18, -19). */
static void note_riders(const tl_inquiry *inquiry, const tl_party *party, tl_answer *answer) {
    char text[TL_REASON_TEXT];
    if (party->rider != NULL) {
        tl_say(&inquiry->words, text, sizeof(text), TL_SAY_ABOARD, party->rider->name,
               inquiry->table->members[party->first].name);
        tl_answer_reason(answer, tl_by(TL_CLAUSE_ABOARD_RIDER), TL_VERDICT_YES, text);
        tl_answer_note(answer, text);
    }
}

/* Of walls that are open to a party's models: of the bunker or strongpoint that they man (DT-FRT-04), and of a house
 * without rooms (`interior`). Once for each. */
static tl_status note_open_walls(const tl_inquiry *inquiry, const tl_party *party, tl_answer *answer, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < tl_open_walls_count(inquiry->referee) && status == TL_OK; i++) {
        tl_open_walls walls = {.any = false};
        status = tl_find_open_walls(inquiry, party, i, &walls, error);
        if (status == TL_OK) {
            tl_tell_open_walls(inquiry, &walls, answer);
        }
    }
    return status;
}

static tl_status dispatch(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    tl_party from, to;
    if (strcmp(question->query, "cohesion") == 0) {
        tl_status found = tl_referee_party(inquiry->referee, question->unit, "unit", &from, error);
        return found == TL_OK ? tl_ask_cohesion(inquiry, &from, answer, error) : found;
    }
    if (strcmp(question->query, "template") == 0) {
        return tl_ask_template(inquiry, question, answer, error);
    }
    if (strcmp(question->query, "reach") == 0) {
        return tl_ask_reach(inquiry, question, answer, error);
    }
    if (strcmp(question->query, "move") == 0) {
        return tl_ask_move(inquiry, question, answer, error);
    }
    if (strcmp(question->query, "within") == 0) {
        return tl_ask_within(inquiry, question, answer, error);
    }
    tl_status status = tl_referee_party(inquiry->referee, question->from, "from", &from, error);
    if (status == TL_OK) {
        status = tl_referee_party(inquiry->referee, question->to, "to", &to, error);
    }
    if (status != TL_OK) {
        return status;
    }
    note_riders(inquiry, &from, answer);
    note_riders(inquiry, &to, answer);
    static const char *const seeing[] = {"los", "cover", "attack", "react", "close-combat"};
    for (size_t i = 0; i < sizeof(seeing) / sizeof(seeing[0]) && status == TL_OK; i++) {
        if (strcmp(question->query, seeing[i]) == 0) {
            status = note_open_walls(inquiry, &from, answer, error);
            status = status == TL_OK ? note_open_walls(inquiry, &to, answer, error) : status;
        }
    }
    if (status != TL_OK) {
        return status;
    }
    if (strcmp(question->query, "react") == 0) {
        return tl_ask_react(inquiry, &from, &to, question, answer, error);
    }
    if (strcmp(question->query, "close-combat") == 0) {
        return tl_ask_close_combat(inquiry, &from, &to, answer, error);
    }
    if (strcmp(question->query, "range") == 0) {
        return tl_ask_range(inquiry, &from, &to, question->has_limit, question->limit_mm, answer, error);
    }
    if (strcmp(question->query, "arc") == 0) {
        return tl_ask_arc(inquiry, &from, &to, question->weapon, answer, error);
    }
    if (strcmp(question->query, "los") == 0) {
        return tl_ask_los(inquiry, &from, &to, question->proof, answer, error);
    }
    if (strcmp(question->query, "cover") == 0) {
        return tl_ask_cover(inquiry, &from, &to, answer, error);
    }
    return tl_ask_attack(inquiry, &from, &to, question->weapon, answer, error);
}

static tl_status finish(tl_answer *answer, const tl_inquiry *inquiry, const char *id, tl_ruling **ruling,
                        tl_error *error) {
    static const tl_unsettled none = {.sight = false};
    const tl_unsettled *unsettled = inquiry->unsettled != NULL ? inquiry->unsettled : &none;
    tl_ruling *made = tl_alloc_array(answer->context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = answer->context;
    made->verdict = answer->verdict;
    made->words = inquiry->words;
    made->sign = tl_sign_of(answer, unsettled);
    made->badge = tl_badge(answer, made->sign);
    made->work = inquiry->counter.work;
    made->cut_short = inquiry->counter.late; /* an answer that was whole before anything looked isn't cut */
    if (made->cut_short) {
        tl_json_put_bool(&answer->body, "cut_short", true);
        tl_answer_note(answer, tl_phrase(&inquiry->words, TL_SAY_CUT_SHORT));
    }
    if (made->sign == TL_SIGN_NOT_SETTLED) {
        tl_json_put_bool(&answer->body, "unsettled", true);
        tl_answer_note(answer, tl_phrase(&inquiry->words, TL_SAY_NOT_SETTLED));
    }
    if (inquiry->effort > 0 && inquiry->effort != 1) {
        tl_json_put_double(&answer->body, "effort", inquiry->effort);
    }
    tl_status status = tl_answer_finish(answer, inquiry, id, &made->json, &made->text, error);
    if (status == TL_OK) {
        made->summary = tl_duplicate_text(answer->context, answer->summary);
        status = made->summary != NULL ? TL_OK : tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tl_explanation_make(answer, inquiry, &made->explanation, error);
    }
    if (status != TL_OK) {
        tl_ruling_destroy(made);
        return status;
    }
    made->witnesses = answer->witnesses;
    made->witness_count = answer->witness_count;
    made->outline = answer->outline;
    made->outline_count = answer->outline_count;
    answer->witnesses = NULL;
    made->proof = answer->proof;
    made->proof_from = answer->proof_from;
    made->proof_to = answer->proof_to;
    answer->outline = NULL;
    answer->proof = (tl_proof_outline){.context = NULL};
    *ruling = made;
    return TL_OK;
}

/* Time was up before anything could be told: the answer says just that. */
static tl_status start_over_late(const tl_inquiry *inquiry, tl_answer *answer, tl_error *error) {
    const char *query = answer->query, *text = tl_phrase(&inquiry->words, TL_SAY_TIME_UP);
    tl_answer_free(answer);
    tl_answer_begin(answer, inquiry->referee->context, query);
    answer->verdict = TL_VERDICT_MARGINAL;
    inquiry->unsettled->search = true;
    snprintf(answer->summary, sizeof(answer->summary), "%s", text);
    (void)tl_answer_reason(answer, tl_by(TL_CLAUSE_NONE), TL_VERDICT_MARGINAL, text);
    if (error != NULL) {
        *error = (tl_error){0};
    }
    return TL_OK;
}

tl_status tl_referee_ask(const tl_referee *referee, const tl_question *question, tl_ruling **ruling, tl_error *error) {
    const char *query = NULL;
    for (size_t i = 0; i < QUERIES && question->query != NULL; i++) {
        query = strcmp(queries[i], question->query) == 0 ? queries[i] : query;
    }
    if (query == NULL) {
        return unknown_query(question->query != NULL ? question->query : "", error);
    }
    if (strcmp(query, "place") == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "query", "ask it as a line of JSON (tl_scene_ask_json)",
                       "`place` changes the scene");
    }
    if (question->has_tolerance && !(question->tolerance_mm >= 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "tolerance_mm", "give millimetres, 0 or more",
                       "the tolerance can't be negative");
    }
    if (question->has_limit && !(question->limit_mm >= 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "limit_mm", "give millimetres, 0 or more",
                       "the limit can't be negative");
    }
    if (question->effort != 0 && !(question->effort >= TL_LEAST_EFFORT && question->effort <= TL_MOST_EFFORT)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "effort",
                       "give so many times the usual work, from 0.001 to 1000",
                       "nothing can be worked out with such an effort");
    }
    if (!(question->time_limit_ms >= 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "time_limit_ms", "give milliseconds, more than 0",
                       "the time limit can't be negative");
    }
    const tl_language *language = tl_language_find(question->language);
    if (question->language != NULL && language == NULL) {
        return unknown_language(question->language, error);
    }
    tl_inquiry inquiry;
    tl_status status = tl_inquiry_begin(referee, question->set, question->has_tolerance ? question->tolerance_mm : -1,
                                        &inquiry, error);
    if (status != TL_OK) {
        return status;
    }
    if (question->language != NULL) {
        inquiry.words.language = language;
    }
    tl_inquiry_limit(&inquiry, question->time_limit_ms);
    inquiry.margin = question->margin;
    tl_unsettled unsettled = {.sight = false};
    inquiry.unsettled = &unsettled;
    inquiry.effort = question->effort;
    tl_answer answer;
    tl_answer_begin(&answer, referee->context, query);
    status = dispatch(&inquiry, question, &answer, error);
    if (status == TL_ERROR_CANCELLED && !inquiry.counter.cancelled && tl_out_of_time(inquiry.context)) {
        status = start_over_late(&inquiry, &answer, error);
    } else if (status == TL_OK && inquiry.counter.cancelled) { /* whatever was broken off, the answer isn't whole */
        status = tl_fail_cancelled(error, "the question");
    }
    if (status == TL_OK) {
        status = finish(&answer, &inquiry, question->id, ruling, error);
    }
    tl_answer_free(&answer);
    tl_inquiry_free(&inquiry);
    return status;
}

void tl_ruling_destroy(tl_ruling *ruling) {
    if (ruling != NULL) {
        tl_free(ruling->context, ruling->json);
        tl_free(ruling->context, ruling->text);
        tl_free(ruling->context, ruling->summary);
        tl_free(ruling->context, ruling->witnesses);
        tl_free(ruling->context, ruling->outline);
        tl_proof_outline_free(&ruling->proof);
        tl_explanation_free(ruling->context, &ruling->explanation);
        tl_free(ruling->context, ruling);
    }
}

/* --- JSON lines --------------------------------------------------------------------------------------------------- */

typedef struct field {
    const char *name;
    tl_json_kind kind;
} field;

enum { QUERY_FIELDS = 12 };

/* Which fields a query takes beside those that all take. */
static const struct query_fields {
    const char *query;
    field fields[QUERY_FIELDS];
} table_of_fields[] = {
    {"range", {{"from", TL_JSON_STRING}, {"to", TL_JSON_STRING}, {"limit_mm", TL_JSON_NUMBER}}},
    {"los", {{"from", TL_JSON_STRING}, {"to", TL_JSON_STRING}, {"margin", TL_JSON_BOOL}, {"proof", TL_JSON_BOOL}}},
    {"cover", {{"from", TL_JSON_STRING}, {"to", TL_JSON_STRING}}},
    {"arc", {{"from", TL_JSON_STRING}, {"to", TL_JSON_STRING}, {"weapon", TL_JSON_STRING}}},
    {"attack", {{"from", TL_JSON_STRING}, {"to", TL_JSON_STRING}, {"weapon", TL_JSON_STRING}}},
    {"cohesion", {{"unit", TL_JSON_STRING}}},
    {"react",
     {{"from", TL_JSON_STRING}, {"to", TL_JSON_STRING}, {"weapon", TL_JSON_STRING}, {"facing", TL_JSON_NUMBER}}},
    {"close-combat", {{"from", TL_JSON_STRING}, {"to", TL_JSON_STRING}}},
    {"within",
     {{"from", TL_JSON_STRING},
      {"at", TL_JSON_ARRAY},
      {"to", TL_JSON_STRING},
      {"limit_mm", TL_JSON_NUMBER},
      {"skill", TL_JSON_STRING},
      {"sight", TL_JSON_BOOL}}},
    {"template",
     {{"shape", TL_JSON_STRING},
      {"at", TL_JSON_ARRAY},
      {"level", TL_JSON_NUMBER},
      {"from", TL_JSON_STRING},
      {"toward", TL_JSON_STRING},
      {"angle", TL_JSON_NUMBER},
      {"weapon", TL_JSON_STRING},
      {"best", TL_JSON_BOOL},
      {"side", TL_JSON_STRING},
      {"friends_weight", TL_JSON_NUMBER}}},
    {"move",
     {{"member", TL_JSON_STRING}, {"path", TL_JSON_ARRAY}, {"march", TL_JSON_BOOL}, {"facing", TL_JSON_NUMBER}}},
    {"reach", {{"member", TL_JSON_STRING}, {"march", TL_JSON_BOOL}}},
    {"place",
     {{"member", TL_JSON_STRING}, {"at", TL_JSON_ARRAY}, {"facing", TL_JSON_NUMBER}, {"level", TL_JSON_NUMBER}}},
};

static tl_status check_fields(const tl_line_question *q, const tl_json_value *root, const char *query,
                              tl_error *error) {
    static const field common[] = {
        {"id", TL_JSON_NULL},      {"query", TL_JSON_STRING},        {"lang", TL_JSON_STRING},
        {"set", TL_JSON_OBJECT},   {"tolerance_mm", TL_JSON_NUMBER}, {"time_limit_ms", TL_JSON_NUMBER},
        {"effort", TL_JSON_NUMBER}};
    enum { COMMON = sizeof(common) / sizeof(common[0]) };
    const struct query_fields *own = NULL;
    for (size_t i = 0; i < sizeof(table_of_fields) / sizeof(table_of_fields[0]); i++) {
        own = strcmp(table_of_fields[i].query, query) == 0 ? &table_of_fields[i] : own;
    }
    if (own == NULL) {
        return unknown_query(query, error);
    }
    const char *known[COMMON + QUERY_FIELDS] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < COMMON; i++) {
        known[count++] = common[i].name;
    }
    for (size_t i = 0; i < QUERY_FIELDS && own->fields[i].name != NULL; i++) {
        known[count++] = own->fields[i].name;
    }
    for (size_t i = 0; i < root->count; i++) {
        const tl_json_value *value = &root->items[i];
        const field *found = NULL;
        for (size_t j = 0; j < COMMON; j++) {
            found = strcmp(common[j].name, value->key) == 0 ? &common[j] : found;
        }
        for (size_t j = 0; j < QUERY_FIELDS && own->fields[j].name != NULL; j++) {
            found = strcmp(own->fields[j].name, value->key) == 0 ? &own->fields[j] : found;
        }
        if (found == NULL && strncmp(value->key, "x-", 2) != 0) {
            const char *nearest = tl_nearest_name(value->key, known, count);
            char remedy[160];
            snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "leave it out", nearest);
            return tl_json_fail(q->json, value, error, TL_ERROR_FORMAT, remedy, "`%s` takes no field `%s`", query,
                                value->key);
        }
        if (found != NULL && found->kind != TL_JSON_NULL && found->kind != value->kind) {
            return tl_json_fail(q->json, value, error, TL_ERROR_FORMAT, NULL, "`%s` must be %s, not %s", value->key,
                                tl_json_kind_text(found->kind), tl_json_kind_text(value->kind));
        }
    }
    return TL_OK;
}

static const char *text_of(const tl_json_value *root, const char *key) {
    const tl_json_value *value = tl_json_find(root, key);
    return value != NULL && value->kind == TL_JSON_STRING ? value->text : NULL;
}

static tl_status read_set(tl_line_question *q, const tl_json_value *set, tl_error *error) {
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

static tl_status read_level(const tl_json *json, const tl_json_value *level, size_t *out, tl_error *error) {
    if (level != NULL && (!level->is_integer || level->integer < 0 || level->integer > 1000)) {
        return tl_json_fail(json, level, error, TL_ERROR_FORMAT, "0 is the lowest surface",
                            "`level` is a whole number from 0");
    }
    *out = level != NULL ? (size_t)level->integer : 0;
    return TL_OK;
}

/* What `within` and `react` alone ask for. */
static tl_status read_special(tl_line_question *q, const tl_json_value *root, tl_error *error) {
    const tl_json_value *at = tl_json_find(root, "at"), *sight = tl_json_find(root, "sight");
    const tl_json_value *facing = tl_json_find(root, "facing");
    q->question.skill = text_of(root, "skill");
    q->question.sight = sight != NULL && sight->boolean;
    q->question.has_facing = facing != NULL;
    q->question.facing_deg = facing != NULL ? facing->number : 0;
    return at != NULL ? read_at(q->json, at, q->question.at, &q->question.at_count, error) : TL_OK;
}

/* What `template` alone asks for. */
static tl_status read_template(tl_line_question *q, const tl_json_value *root, tl_error *error) {
    tl_question *out = &q->question;
    const tl_json_value *at = tl_json_find(root, "at"), *angle = tl_json_find(root, "angle");
    out->shape = text_of(root, "shape");
    out->toward = text_of(root, "toward");
    const tl_json_value *best = tl_json_find(root, "best"), *weight = tl_json_find(root, "friends_weight");
    out->best = best != NULL && best->boolean;
    out->side = text_of(root, "side");
    out->has_friends_weight = weight != NULL;
    out->friends_weight = weight != NULL ? weight->number : 0;
    out->has_angle = angle != NULL;
    out->angle_deg = angle != NULL ? angle->number : 0;
    tl_status status = at != NULL ? read_at(q->json, at, out->at, &out->at_count, error) : TL_OK;
    out->has_level = tl_json_find(root, "level") != NULL;
    return status == TL_OK ? read_level(q->json, tl_json_find(root, "level"), &out->level, error) : status;
}

/* What `move` alone asks for. */
static tl_status read_move(tl_context *context, tl_line_question *q, const tl_json_value *root, tl_error *error) {
    tl_question *out = &q->question;
    const tl_json_value *path = tl_json_find(root, "path"), *march = tl_json_find(root, "march");
    const tl_json_value *facing = tl_json_find(root, "facing");

    out->member = text_of(root, "member");
    out->march = march != NULL && march->boolean;
    out->has_facing = facing != NULL;
    out->facing_deg = facing != NULL ? facing->number : 0;
    if (path == NULL) {
        return TL_OK; /* said when it is asked */
    }
    q->path = tl_alloc_array(context, path->count, sizeof(*q->path));
    if (q->path == NULL) {
        return tl_fail_memory(error);
    }
    out->path = q->path;
    out->path_count = path->count;
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

static tl_status read_place(tl_line_question *q, const tl_json_value *root, tl_error *error) {
    const tl_json_value *at = tl_json_find(root, "at");
    q->place = true;
    q->member = text_of(root, "member");
    if (q->member == NULL || at == NULL) {
        return tl_json_fail(q->json, root, error, TL_ERROR_FORMAT, "say which member, and where",
                            "`place` needs `member` and `at`");
    }
    tl_status status = read_at(q->json, at, q->at, &q->at_count, error);
    if (status == TL_OK) {
        status = read_level(q->json, tl_json_find(root, "level"), &q->level, error);
    }
    if (status != TL_OK) {
        return status;
    }
    const tl_json_value *facing = tl_json_find(root, "facing"), *level = tl_json_find(root, "level");
    q->has_facing = facing != NULL;
    q->facing = facing != NULL ? facing->number : 0;
    q->has_level = level != NULL;
    return TL_OK;
}

tl_status tl_line_question_read(tl_context *context, const char *line, size_t size, tl_line_question *out,
                                tl_error *error) {
    memset(out, 0, sizeof(*out));
    if (size > TL_QUESTION_BYTES) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "ask in lines of a mebibyte at most",
                       "the line has %zu bytes, and no question has more than %d", size, (int)TL_QUESTION_BYTES);
    }
    tl_status status = tl_json_parse(context, line, size, "", &out->json, error);
    if (status != TL_OK) {
        return status;
    }
    const tl_json_value *root = tl_json_root(out->json);
    if (root->kind != TL_JSON_OBJECT) {
        return tl_json_fail(out->json, root, error, TL_ERROR_FORMAT, "write {\"query\": \"los\", ...}",
                            "a query is an object, not %s", tl_json_kind_text(root->kind));
    }
    const tl_json_value *id = tl_json_find(root, "id");
    if (id != NULL) {
        tl_json_writer writer;
        tl_json_writer_init(&writer, context, false);
        tl_json_echo(&writer, out->json, id);
        status = tl_json_writer_finish(&writer, &out->id, NULL, error);
        tl_json_writer_free(&writer);
        if (status != TL_OK) {
            return status;
        }
    }
    out->question.id = out->id;
    out->question.query = text_of(root, "query");
    if (out->question.query == NULL) {
        return tl_json_fail(out->json, root, error, TL_ERROR_FORMAT, "add \"query\": \"los\" or another",
                            "`query` is missing, or no text");
    }
    status = check_fields(out, root, out->question.query, error);
    if (status == TL_OK) {
        status = read_set(out, tl_json_find(root, "set"), error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (strcmp(out->question.query, "place") == 0) {
        return read_place(out, root, error);
    }
    const tl_json_value *tolerance = tl_json_find(root, "tolerance_mm"), *limit = tl_json_find(root, "limit_mm");
    out->question.language = text_of(root, "lang");
    const tl_json_value *time_limit = tl_json_find(root, "time_limit_ms");
    out->question.time_limit_ms = time_limit != NULL ? time_limit->number : 0;
    const tl_json_value *effort = tl_json_find(root, "effort");
    out->question.effort = effort != NULL ? effort->number : 0;
    const tl_json_value *proof = tl_json_find(root, "proof");
    out->question.proof = proof != NULL && proof->boolean;
    out->question.from = text_of(root, "from");
    out->question.to = text_of(root, "to");
    out->question.unit = text_of(root, "unit");
    out->question.weapon = text_of(root, "weapon");
    out->question.set = out->set;
    const tl_json_value *margin = tl_json_find(root, "margin");
    out->question.margin = margin != NULL && margin->boolean;
    out->question.has_tolerance = tolerance != NULL;
    out->question.tolerance_mm = tolerance != NULL ? tolerance->number : 0;
    out->question.has_limit = limit != NULL;
    out->question.limit_mm = limit != NULL ? limit->number : 0;
    if (strcmp(out->question.query, "within") == 0 || strcmp(out->question.query, "react") == 0) {
        return read_special(out, root, error);
    }
    if (strcmp(out->question.query, "move") == 0 || strcmp(out->question.query, "reach") == 0) {
        return read_move(context, out, root, error);
    }
    return strcmp(out->question.query, "template") == 0 ? read_template(out, root, error) : TL_OK;
}

void tl_line_question_free(tl_context *context, tl_line_question *question) {
    tl_json_destroy(question->json);
    tl_free(context, question->id);
    tl_free(context, question->path);
}

/* A ruling that is nothing but JSON and a sentence. */
static tl_status plain_ruling(tl_context *context, tl_json_writer *writer, tl_verdict verdict, const char *summary,
                              tl_ruling **ruling, tl_error *error) {
    tl_ruling *made = tl_alloc_array(context, 1, sizeof(*made));
    tl_status status = made != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        made->context = context;
        made->verdict = verdict;
        made->words.language = tl_language_of(context);
        const tl_answer plain = {.query = ""};
        made->sign = verdict == TL_VERDICT_YES  ? TL_SIGN_YES
                     : verdict == TL_VERDICT_NO ? TL_SIGN_NO
                                                : TL_SIGN_TOO_CLOSE;
        made->badge = tl_badge(&plain, made->sign);
        status = tl_json_writer_finish(writer, &made->json, NULL, error);
    }
    if (status == TL_OK) {
        size_t size = strlen(summary) + 2;
        made->summary = tl_duplicate_text(context, summary);
        made->text = tl_alloc(context, size);
        if (made->summary == NULL || made->text == NULL) {
            status = tl_fail_memory(error);
        } else {
            snprintf(made->text, size, "%s\n", summary);
        }
    }
    if (status != TL_OK) {
        tl_ruling_destroy(made);
        return status;
    }
    *ruling = made;
    return TL_OK;
}

tl_status tl_ruling_of_error(tl_context *context, const char *query, const char *id, const tl_error *cause,
                             tl_ruling **ruling, tl_error *error) {
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_json_begin_object(&writer);
    if (id != NULL) {
        tl_json_key(&writer, "id");
        tl_json_raw(&writer, id, strlen(id));
    }
    if (query != NULL) {
        tl_json_put_string(&writer, "query", query);
    }
    tl_json_key(&writer, "error");
    tl_json_begin_object(&writer);
    tl_json_put_string(&writer, "code", tl_status_name(cause->status));
    tl_json_put_string(&writer, "file", cause->file);
    tl_json_put_string(&writer, "place", cause->place);
    if (cause->column > 0) {
        tl_json_put_int(&writer, "column", cause->column);
    }
    tl_json_put_string(&writer, "message", cause->message);
    tl_json_put_string(&writer, "remedy", cause->remedy);
    tl_json_end_object(&writer);
    tl_json_end_object(&writer);
    tl_status status = plain_ruling(context, &writer, TL_VERDICT_MARGINAL, cause->message, ruling, error);
    tl_json_writer_free(&writer);
    return status;
}

tl_status tl_ruling_of_place(const tl_referee *referee, size_t member, const char *id, tl_ruling **ruling,
                             tl_error *error) {
    const tl_placed *placed = &referee->table->members[member];
    tl_inquiry inquiry;
    tl_status status = tl_inquiry_begin(referee, NULL, -1, &inquiry, error);
    if (status != TL_OK) {
        return status;
    }
    tl_answer answer;
    char x[TL_LENGTH_SIZE], y[TL_LENGTH_SIZE], z[TL_LENGTH_SIZE];
    tl_answer_begin(&answer, referee->context, "place");
    answer.verdict = TL_VERDICT_YES;
    tl_vec3 at = placed->body->pose.at;
    tl_say(&inquiry.words, answer.summary, sizeof(answer.summary), TL_SAY_MOVED, placed->name,
           tl_decimal_text(&inquiry.words, at.x, 1, x), tl_decimal_text(&inquiry.words, at.y, 1, y),
           tl_decimal_text(&inquiry.words, at.z, 1, z));
    tl_json_put_string(&answer.body, "member", placed->id);
    tl_json_put_point(&answer.body, "at", at);
    tl_json_put_double(&answer.body, "facing_deg", tl_table_member(referee->table, member)->pose.turn);
    tl_json_put_bool(&answer.body, "on_surface", placed->rest.found);
    status = finish(&answer, &inquiry, id, ruling, error);
    tl_answer_free(&answer);
    tl_inquiry_free(&inquiry);
    return status;
}
