/* tell_proof.c: the proof of a "no" in outline. */
#include "tell/tell_proof.h"

enum { TOLD = 200 }; /* polygons in the JSON */

/* The largest of a group, as many as there is room for. */
static void write_polygons(const tl_proof_outline *outline, const tl_proof_group *group, size_t room, size_t *told,
                           tl_json_writer *writer) {
    tl_json_open_array(writer, "polygons");
    for (size_t i = 0; i < group->polygon_count && i < room; i++, (*told)++) {
        tl_json_begin_array(writer);
        for (size_t k = outline->first[group->first_polygon + i]; k < outline->first[group->first_polygon + i + 1];
             k++) {
            tl_json_point(writer, outline->points[k]);
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
    tl_tell_put_slots(writer, "hidden_by", inquiry->table, owners, group->owner_count);
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
    tl_json_open_array(writer, "parts");
    for (size_t g = 0; g < outline->group_count; g++) {
        write_group(inquiry, outline, &outline->groups[g], &told, writer);
    }
    tl_json_end_array(writer);
    tl_json_put_int(writer, "polygons_left_out", (int64_t)(outline->polygon_count - told));
}

void tl_tell_proof_json(const tl_inquiry *inquiry, const tl_pair_proof *proof, const char *target,
                        tl_json_writer *writer) {
    if (!proof->proved) {
        return;
    }
    tl_json_open_object(writer, "proof");
    tl_json_put_int(writer, "bundles", (int64_t)proof->bundles);
    tl_json_put_int(writer, "depth", proof->depth);
    if (proof->outlined) {
        write_outline(inquiry, &proof->outline, target, writer);
    } else {
        tl_json_put_bool(writer, "too_long_to_tell", true);
    }
    tl_json_end_object(writer);
}
