/* ruling.c: questions behind the public wall. */
#include "api/door.h"
#include "api/handle.h"
#include "scene/absence.h"

#include <stdio.h>
#include <string.h>

/* Asks on the table as the side that the question is for may know it. Its ruling remembers the side, for whoever draws
 * it: the slots are those of that table. */
static tl_status ask_seen(const tl_scene *scene, const tl_question *question, tl_ruling **ruling, tl_error *error) {
    tl_handle_seen seen;
    tl_ruling *made = NULL;
    tl_status status = tl_handle_view(scene, question->for_side, &seen, error);
    status = status == TL_OK ? tl_table_whole(seen.scene->table, error) : status;
    status = status == TL_OK ? tl_question_ask(seen.scene->referee, question, &made, error) : status;
    if (status == TL_OK && seen.scene != scene) {
        made->side = tl_duplicate_text(made->context, question->for_side);
        status = made->side != NULL ? TL_OK : tl_fail_memory(error);
    }
    tl_handle_leave(&seen);
    if (status != TL_OK) {
        tl_ruling_destroy(made);
        return status;
    }
    *ruling = made;
    return TL_OK;
}

tl_status tl_scene_ask(const tl_scene *scene, const tl_question *question, tl_ruling **ruling, tl_error *error) {
    if (scene == NULL || question == NULL || ruling == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, question and ruling must be given");
    }
    tl_question asked;
    tl_status status = tl_question_take(question, &asked, error);
    return status == TL_OK ? ask_seen(scene, &asked, ruling, error) : status;
}

/* The only model that a name of a `place` line names. */
static tl_status find_placed(const tl_scene *scene, const char *name, size_t *member, tl_error *error) {
    tl_party party;
    tl_status status = tl_referee_party(scene->referee, name, "member", &party, error);
    if (status == TL_OK && party.count > 1) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "place its members one by one",
                         "`%s` is a whole unit", name);
    }
    *member = status == TL_OK ? party.first : 0;
    return status;
}

static tl_status place_line(tl_scene *scene, const tl_question_line *line, size_t member, tl_error *error) {
    const tl_question *q = &line->question;
    double facing = q->has_facing ? q->facing_deg : tl_table_member(scene->table, member)->pose.turn;
    tl_handle_views_forget(scene->views);
    return tl_table_place(scene->table, member, q->at, q->at_count, facing, q->has_level ? q->level : 0, error);
}

/* A `place` line. For a side that is told what happens on the table that it knows; then the same model is placed here:
 * what it names there may be one of several here. */
static tl_status place_for(tl_scene *scene, const tl_question_line *line, tl_ruling **ruling, tl_error *error) {
    const char *side = line->question.for_side;
    tl_scene *known = NULL;
    size_t member = 0, here = 0;
    tl_status status = TL_OK;
    if (side != NULL) { /* of a view: whose it is may be said once more */
        status = scene->side == NULL ? tl_scene_for_side(scene, NULL, side, &known, error)
                                     : tl_handle_check_bound(scene, side, error);
    }
    tl_scene *told = known != NULL ? known : scene;
    status = status == TL_OK ? tl_table_whole(told->table, error) : status;
    status = status == TL_OK ? find_placed(told, line->question.member, &member, error) : status;
    status = status == TL_OK ? place_line(told, line, member, error) : status;
    if (status == TL_OK && known != NULL) {
        status = find_placed(scene, known->table->members[member].id, &here, error);
        status = status == TL_OK ? place_line(scene, line, here, error) : status;
    }
    status = status == TL_OK ? tl_ruling_of_place(told->referee, member, line->id, ruling, error) : status;
    tl_scene_destroy(known);
    return status;
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
    if (status == TL_OK) {
        status = question.place ? place_for(scene, &question, ruling, &cause)
                                : ask_seen(scene, &question.question, ruling, &cause);
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
    if (status == TL_OK) {
        tl_handle_seen seen;
        status = tl_handle_view(scene, asked.for_side, &seen, error);
        status = status == TL_OK ? tl_draw_preview(seen.scene->referee, &asked, &taken, error) : status;
        tl_handle_leave(&seen);
    }
    return status;
}

tl_status tl_ruling_draw(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink, tl_error *error) {
    tl_draw_sink taken;
    tl_status status = tl_draw_sink_take(sink, &taken, error);
    if (status == TL_OK) {
        tl_handle_seen seen;
        status = tl_handle_view(scene, ruling->side, &seen, error);
        if (status == TL_OK) {
            tl_draw_ruling(ruling, seen.scene->referee, &taken);
        }
        tl_handle_leave(&seen);
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
    tl_handle_seen seen = {.scene = NULL};
    bool drawn = tl_draw_sink_take(sink, &taken, error) == TL_OK &&
                 tl_handle_view(scene, ruling->side, &seen, error) == TL_OK &&
                 tl_draw_proof(ruling, seen.scene->referee, &taken);
    tl_handle_leave(&seen);
    return drawn;
}

bool tl_ruling_proof_view(const tl_ruling *ruling, const tl_scene *scene, tl_vec3 *eye, tl_vec3 *low, tl_vec3 *high) {
    tl_box3 target;
    tl_handle_seen seen;
    bool there = tl_handle_view(scene, ruling->side, &seen, NULL) == TL_OK &&
                 tl_draw_proof_view(ruling, seen.scene->referee, eye, &target);
    tl_handle_leave(&seen);
    if (!there) {
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
