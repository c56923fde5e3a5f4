/* ruling.c: questions behind the public wall. */
#include "api/door.h"
#include "api/handle.h"
#include "scene/absence.h"

#include <stdio.h>
#include <string.h>

tl_status tl_scene_ask(const tl_scene *scene, const tl_question *question, tl_ruling **ruling, tl_error *error) {
    if (scene == NULL || question == NULL || ruling == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, question and ruling must be given");
    }
    tl_question asked;
    tl_status status = tl_question_take(question, &asked, error);
    status = status == TL_OK ? tl_table_whole(scene->table, error) : status;
    return status == TL_OK ? tl_question_ask(scene->referee, &asked, ruling, error) : status;
}

static tl_status place_line(tl_scene *scene, const tl_question_line *line, tl_ruling **ruling, tl_error *error) {
    const tl_question *q = &line->question;
    tl_party party;
    tl_status status = tl_referee_party(scene->referee, q->member, "member", &party, error);
    if (status != TL_OK) {
        return status;
    }
    if (party.count > 1) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "place its members one by one", "`%s` is a whole unit",
                       q->member);
    }
    const tl_document_member *source = tl_table_member(scene->table, party.first);
    status = tl_table_place(scene->table, party.first, q->at, q->at_count,
                            q->has_facing ? q->facing_deg : source->pose.turn, q->has_level ? q->level : 0, error);
    return status == TL_OK ? tl_ruling_of_place(scene->referee, party.first, line->id, ruling, error) : status;
}

tl_status tl_scene_ask_json(tl_scene *scene, const char *line, size_t size, tl_ruling **ruling, tl_error *error) {
    if (scene == NULL || line == NULL || ruling == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, line and ruling must be given");
    }
    tl_context *context = scene->context;
    tl_error cause = {0};
    tl_question_line question;
    *ruling = NULL;
    tl_status status = tl_question_line_read(context, line, size, &question, &cause);
    status = status == TL_OK ? tl_table_whole(scene->table, &cause) : status;
    if (status == TL_OK) {
        status = question.place ? place_line(scene, &question, ruling, &cause)
                                : tl_question_ask(scene->referee, &question.question, ruling, &cause);
    }
    if (status != TL_OK && status != TL_ERROR_MEMORY) {
        tl_ruling_of_error(context, question.question.query, question.id, &cause, ruling, &cause);
    }
    if (status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = cause;
    }
    tl_question_line_free(context, &question);
    return status;
}

tl_verdict tl_ruling_verdict(const tl_ruling *ruling) {
    return ruling->verdict;
}

tl_sign tl_ruling_sign(const tl_ruling *ruling) {
    return ruling->sign;
}

const char *tl_ruling_badge(const tl_ruling *ruling) {
    return tl_phrase(&ruling->words, ruling->badge);
}

void tl_ruling_caption(const tl_ruling *ruling, tl_caption caption, const char *a, const char *b, char *buffer,
                       size_t size) {
    tl_badge_caption(&ruling->words, caption, a, b, buffer, size);
}

bool tl_ruling_cut_short(const tl_ruling *ruling) {
    return ruling->cut_short;
}

const char *tl_ruling_json(const tl_ruling *ruling) {
    return ruling->json;
}

const char *tl_ruling_text(const tl_ruling *ruling) {
    return ruling->text;
}

const char *tl_ruling_summary(const tl_ruling *ruling) {
    return ruling->summary;
}

tl_status tl_scene_draw_preview(const tl_scene *scene, const tl_question *question, const tl_draw_sink *sink,
                                tl_error *error) {
    tl_question asked;
    tl_draw_sink taken;
    tl_status status = tl_question_take(question, &asked, error);
    status = status == TL_OK ? tl_draw_sink_take(sink, &taken, error) : status;
    return status == TL_OK ? tl_draw_preview(scene->referee, &asked, &taken, error) : status;
}

tl_status tl_ruling_draw(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink, tl_error *error) {
    tl_draw_sink taken;
    tl_status status = tl_draw_sink_take(sink, &taken, error);
    if (status == TL_OK) {
        tl_draw_ruling(ruling, scene->referee, &taken);
    }
    return status;
}

bool tl_ruling_line(const tl_ruling *ruling, tl_vec3 *from, tl_vec3 *to, uint32_t *from_key, uint32_t *to_key) {
    for (size_t i = 0; i < ruling->witness_count; i++) {
        const tl_witness *witness = &ruling->witnesses[i];
        if (witness->kind == TL_WITNESS_SIGHT || witness->kind == TL_WITNESS_MEASURE ||
            witness->kind == TL_WITNESS_ATTEMPT) {
            *from_key = witness->from_slot != 0 ? tl_draw_key(witness->from_slot) : 0;
            *to_key = witness->to_slot != 0 ? tl_draw_key(witness->to_slot) : 0;
            *from = witness->a;
            *to = witness->kind == TL_WITNESS_ATTEMPT ? witness->c : witness->b;
            return true;
        }
    }
    return false;
}

bool tl_ruling_draw_proof(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink, tl_error *error) {
    tl_draw_sink taken;
    return tl_draw_sink_take(sink, &taken, error) == TL_OK && tl_draw_proof(ruling, scene->referee, &taken);
}

bool tl_ruling_proof_view(const tl_ruling *ruling, const tl_scene *scene, tl_vec3 *eye, tl_vec3 *low, tl_vec3 *high) {
    tl_box3 target;
    if (!tl_draw_proof_view(ruling, scene->referee, eye, &target)) {
        return false;
    }
    *low = target.low;
    *high = target.high;
    return true;
}

bool tl_ruling_shape_box(const tl_ruling *ruling, tl_vec3 *low, tl_vec3 *high) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < ruling->outline_count; i++) {
        box = tl_box3_add(box, ruling->outline[i]);
    }
    for (size_t i = 0; i < ruling->witness_count; i++) {
        const tl_witness *witness = &ruling->witnesses[i];
        if (witness->kind == TL_WITNESS_REACHED || witness->kind == TL_WITNESS_OPEN) {
            box = tl_box3_add(tl_box3_add(box, witness->a), witness->b);
        }
    }
    if (tl_box3_is_empty(box)) {
        return false;
    }
    *low = box.low;
    *high = box.high;
    return true;
}

const char *tl_language_tag(size_t index) {
    size_t count = 0;
    while (count < index && tl_languages[count].tag != NULL) {
        count++;
    }
    return tl_languages[count].tag;
}

void tl_text_free(tl_context *context, char *text) {
    tl_free(context, text);
}
