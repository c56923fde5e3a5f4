/* tell_proof.c: the proof of a "no" in outline. */
#include "tell/tell_proof.h"

enum { TOLD = 200 }; /* polygons in the JSON */

/* The largest of a group, as many as there is room for. */
static void write_polygons(const tl_proof_outline *outline, const tl_proof_group *group, size_t room, size_t *told,
                           tl_json_writer *writer) {
    tl_json_key(writer, "polygons");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < group->polygon_count && i < room; i++, (*told)++) {
        tl_json_begin_array(writer);
        for (size_t k = outline->first[group->first_polygon + i]; k < outline->first[group->first_polygon + i + 1];
             k++) {
            const double numbers[3] = {outline->points[k].x, outline->points[k].y, outline->points[k].z};
            tl_json_begin_array(writer);
            for (int n = 0; n < 3; n++) {
                tl_json_double(writer, numbers[n]);
            }
            tl_json_end_array(writer);
        }
        tl_json_end_array(writer);
    }
    tl_json_end_array(writer);
}

static void write_group(const tl_inquiry *inquiry, const tl_proof_outline *outline, const tl_proof_group *group,
                        size_t *told, tl_json_writer *writer) {
    uint32_t owners[TL_PROOF_OWNERS];
    for (size_t i = 0; i < group->owner_count; i++) {
        owners[i] = group->owners[i] < inquiry->table->slot_count ? group->owners[i] : 0;
    }
    tl_json_begin_object(writer);
    tl_json_put_slots(writer, "hidden_by", inquiry->table, owners, group->owner_count);
    if (group->others) {
        tl_json_put_bool(writer, "and_others", true);
    }
    tl_json_put_double(writer, "share_fraction", group->fraction);
    write_polygons(outline, group, TOLD / outline->group_count, told, writer);
    tl_json_end_object(writer);
}

static void write_outline(const tl_inquiry *inquiry, const tl_proof_outline *outline, const char *target,
                          tl_json_writer *writer) {
    size_t told = 0;
    tl_json_put_string(writer, "target", target);
    tl_json_key(writer, "parts");
    tl_json_begin_array(writer);
    for (size_t g = 0; g < outline->group_count; g++) {
        write_group(inquiry, outline, &outline->groups[g], &told, writer);
    }
    tl_json_end_array(writer);
    tl_json_put_int(writer, "polygons_left_out", (int64_t)(outline->polygon_count - told));
}

tl_status tl_tell_proof(const tl_inquiry *inquiry, const tl_pair_sight_result *pair, tl_answer *answer,
                        tl_error *error) {
    tl_proof_log log = {.context = answer->context,
                        .asking = inquiry->context,
                        .of_from = tl_pair_turned(inquiry, pair->from, pair->to)};
    tl_sight_recorder recorder = tl_proof_recorder(&log);
    tl_pair_sight_result again;
    tl_status status = tl_pair_sight_recorded(inquiry, pair->from, pair->to, &recorder, 0, &again, error);
    if (status == TL_OK && again.sight.verdict == TL_VERDICT_NO) {
        const tl_bvh *core = inquiry->table->members[pair->to].body->core;
        double finest = tl_max(0.5, tl_length(tl_box3_size(tl_bvh_box(core))) / 48);
        tl_json_key(&answer->body, "proof");
        tl_json_begin_object(&answer->body);
        tl_json_put_int(&answer->body, "bundles", (int64_t)again.sight.shafts);
        tl_json_put_int(&answer->body, "depth", log.depth);
        bool told = false;
        if (!log.overflow) {
            status =
                tl_proof_outline_make(&log, core, inquiry->table->ground.body == NULL, finest, &answer->proof, error);
            told = status == TL_OK;
            answer->proof_from = pair->from;
            answer->proof_to = pair->to;
        }
        if (status == TL_ERROR_CANCELLED && tl_out_of_time(inquiry->context)) { /* the verdict stands without it */
            status = TL_OK;
            if (error != NULL) {
                *error = (tl_error){0};
            }
        }
        if (status == TL_OK && !told) {
            tl_json_put_bool(&answer->body, "too_long_to_tell", true);
        }
        if (told) {
            write_outline(inquiry, &answer->proof, inquiry->table->members[pair->to].id, &answer->body);
        }
        tl_json_end_object(&answer->body);
    }
    tl_proof_log_free(&log);
    return status;
}
