/* question.c: writes questions about boards as JSON, and reads them back. */
#include "board/question.h"

#include "math/scalar.h"

#include <stdio.h>
#include <string.h>

tl_status tl_board_question_write(tl_context *context, const tl_board_question *q, char **json, tl_error *error) {
    tl_json_writer w;
    tl_json_writer_init(&w, context, false);
    tl_json_begin_object(&w);
    tl_json_put_string(&w, "map", q->map);
    tl_json_put_string(&w, "from", q->from);
    if (q->has_place) {
        tl_json_put_numbers(&w, "spot", q->place, 2);
    }
    if (q->zone != NULL) {
        tl_json_put_places(&w, "zone", q->zone, q->zone_count);
    }
    if (q->to != NULL) {
        tl_json_put_places(&w, "to", q->to, q->to_count);
    }
    tl_json_put_string(&w, "observer", q->observer);
    tl_json_put_string(&w, "target", q->target);
    tl_json_put_double(&w, "facing_deg", q->facing_deg);
    if (q->area != NULL) {
        tl_json_put_places(&w, "area", q->area, 2);
    }
    tl_json_put_double(&w, "cell_mm", q->cell_mm);
    tl_json_put_int(&w, "level", (int64_t)q->level);
    tl_json_put_double(&w, "effort", q->effort);
    tl_json_key(&w, "set");
    tl_json_begin_array(&w);
    for (size_t i = 0; q->set != NULL && q->set[i] != NULL; i++) {
        tl_json_string(&w, q->set[i]);
    }
    tl_json_end_array(&w);
    tl_json_end_object(&w);
    tl_status status = tl_json_writer_finish(&w, json, NULL, error);
    tl_json_writer_free(&w);
    return status;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static const char *text_of(const tl_json_value *root, const char *key) {
    const tl_json_value *value = tl_json_find(root, key);
    return value != NULL && value->kind == TL_JSON_STRING ? value->text : NULL;
}

static double number_of(const tl_json_value *root, const char *key) {
    const tl_json_value *value = tl_json_find(root, key);
    return value != NULL && value->kind == TL_JSON_NUMBER ? value->number : 0;
}

static bool read_pair(const tl_json_value *value, tl_vec2 *p) {
    if (value->kind != TL_JSON_ARRAY || value->count != 2 || value->items[0].kind != TL_JSON_NUMBER ||
        value->items[1].kind != TL_JSON_NUMBER) {
        return false;
    }
    *p = (tl_vec2){value->items[0].number, value->items[1].number};
    return true;
}

static bool read_points(const tl_json_value *list, tl_vec2 *points) {
    bool read = list->kind == TL_JSON_ARRAY;
    for (size_t i = 0; read && i < list->count; i++) {
        read = read_pair(&list->items[i], &points[i]);
    }
    return read;
}

static bool fill(tl_context *context, const tl_json_value *root, tl_board_asked *asked, bool *memory) {
    tl_board_question *q = &asked->question;
    const tl_json_value *place = tl_json_find(root, "spot"), *zone = tl_json_find(root, "zone"),
                        *to = tl_json_find(root, "to"), *area = tl_json_find(root, "area"),
                        *set = tl_json_find(root, "set");
    *q = (tl_board_question){.map = text_of(root, "map"),
                             .from = text_of(root, "from"),
                             .observer = text_of(root, "observer"),
                             .target = text_of(root, "target"),
                             .facing_deg = number_of(root, "facing_deg"),
                             .cell_mm = number_of(root, "cell_mm"),
                             .level = (size_t)tl_max(0, number_of(root, "level")),
                             .effort = number_of(root, "effort")};
    asked->points = tl_alloc_array(context, (zone != NULL ? zone->count : 0) + (to != NULL ? to->count : 0) + 1,
                                   sizeof(*asked->points));
    asked->set = tl_alloc_array(context, set != NULL ? set->count + 1 : 1, sizeof(*asked->set));
    *memory = asked->points == NULL || asked->set == NULL;
    if (*memory) {
        return false;
    }
    bool read = set != NULL && set->kind == TL_JSON_ARRAY;
    for (size_t i = 0; read && i < set->count; i++) {
        asked->set[i] = set->items[i].text;
        read = set->items[i].kind == TL_JSON_STRING;
    }
    q->set = asked->set;
    if (place != NULL) {
        tl_vec2 p = {0, 0};
        read = read && read_pair(place, &p);
        q->has_place = true;
        q->place[0] = p.x;
        q->place[1] = p.y;
    }
    if (zone != NULL) {
        read = read && read_points(zone, asked->points);
        q->zone = asked->points;
        q->zone_count = zone->count;
    }
    if (to != NULL) {
        q->to = asked->points + q->zone_count;
        q->to_count = to->count;
        read = read && read_points(to, asked->points + q->zone_count);
    }
    if (area != NULL) {
        read = read && area->count == 2 && read_points(area, asked->area);
        q->area = asked->area;
    }
    return read;
}

tl_status tl_board_question_read(tl_context *context, const char *json, tl_board_asked *asked, tl_error *error) {
    memset(asked, 0, sizeof(*asked));
    tl_status status = tl_json_parse(context, json, strlen(json), "the part's question", &asked->json, error);
    bool memory = false;
    if (status == TL_OK && !fill(context, tl_json_root(asked->json), asked, &memory)) {
        status = memory ? tl_fail_memory(error)
                        : tl_fail(error, TL_ERROR_FORMAT, NULL, NULL, "work the part out anew",
                                  "the part's question can't be read");
    }
    return status;
}

/* --- Studies ------------------------------------------------------------------------------------------------------ */

static const char *const parts[3] = {" details", " pieces", " suggest"};

tl_status tl_board_study_write(tl_context *context, const tl_board_study *s, char **json, tl_error *error) {
    char map[64];
    snprintf(map, sizeof(map), "study%s%s%s", s->details ? parts[0] : "", s->pieces ? parts[1] : "",
             s->suggest ? parts[2] : "");
    const tl_board_question q = {.map = map,
                                 .zone = s->zone[0],
                                 .zone_count = s->zone_count[0],
                                 .to = s->zone[1],
                                 .to_count = s->zone_count[1],
                                 .target = s->body,
                                 .facing_deg = s->facing_deg,
                                 .cell_mm = s->cell_mm,
                                 .level = s->level,
                                 .set = s->set};
    return tl_board_question_write(context, &q, json, error);
}

tl_status tl_board_study_read(tl_context *context, const char *json, tl_board_asked *asked, tl_board_study *s,
                              tl_error *error) {
    *s = (tl_board_study){.level = 0};
    tl_status status = tl_board_question_read(context, json, asked, error);
    const tl_board_question *q = &asked->question;
    if (status == TL_OK && q->map != NULL) {
        *s = (tl_board_study){.zone = {q->zone, q->to},
                              .zone_count = {q->zone_count, q->to_count},
                              .body = q->target,
                              .facing_deg = q->facing_deg,
                              .cell_mm = q->cell_mm,
                              .level = q->level,
                              .details = strstr(q->map, parts[0]) != NULL,
                              .pieces = strstr(q->map, parts[1]) != NULL,
                              .suggest = strstr(q->map, parts[2]) != NULL,
                              .set = q->set};
    }
    return status;
}

void tl_board_asked_free(tl_context *context, tl_board_asked *asked) {
    tl_json_destroy(asked->json);
    tl_free(context, asked->points);
    tl_free(context, asked->set);
    memset(asked, 0, sizeof(*asked));
}
