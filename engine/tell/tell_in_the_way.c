/* tell_in_the_way.c: what is said and written of what would have to go for there to be sight. */
#include "tell/tell_in_the_way.h"

#include <stdio.h>

/* Several sets of one each: together they close the way, and without any one of them it is open. */
static bool all_single(const tl_blocking_sets *blocking) {
    bool single = true;
    for (size_t i = 0; i < blocking->count; i++) {
        single = single && blocking->sets[i].count == 1;
    }
    return single;
}

void tl_tell_in_the_way_text(const tl_inquiry *inquiry, const tl_blocking_sets *blocking,
                             const tl_pair_sight_result *pair, const char *from, const char *to, char *buffer,
                             size_t size) {
    char list[200], way[240];
    const tl_opening *first = &blocking->sets[0];
    tl_sentence sentence = TL_SAY_SIGHT_NO;
    tl_tell_slots_text(inquiry->words, inquiry->table, pair->sight.named, pair->sight.named_count, list, sizeof(list));
    tl_say(inquiry->words, way, sizeof(way), pair->sight.named_count > 1 ? TL_SAY_ARE : TL_SAY_IS, list);
    if (pair->by_area && blocking->count <= 1 && pair->sight.named_count <= 1) {
        sentence = TL_SAY_SIGHT_NO_AREA;
    } else if (blocking->count == 0 && blocking->fixed) {
        sentence = TL_SAY_SIGHT_NO_GROUND;
    } else if (blocking->count == 1 && first->count > 1 && first->certain) {
        sentence = first->count == 2 ? TL_SAY_SIGHT_NO_EITHER : TL_SAY_SIGHT_NO_ANY;
    } else if (blocking->count > 1 && all_single(blocking)) {
        sentence = TL_SAY_SIGHT_NO_TOGETHER;
    }
    tl_say(inquiry->words, buffer, size, sentence, from, to, sentence == TL_SAY_SIGHT_NO ? way : list);
}

void tl_tell_in_the_way_opens(const tl_inquiry *inquiry, const tl_blocking_sets *blocking, char *buffer, size_t size) {
    char list[TL_REASON_TEXT] = "";
    size_t used = 0;
    buffer[0] = '\0';
    if (blocking->count == 0 || (blocking->count == 1 && blocking->sets[0].count == 1)) {
        return;
    }
    for (size_t i = 0; i < blocking->count && used < sizeof(list); i++) {
        char set[200];
        tl_tell_slots_text(inquiry->words, inquiry->table, blocking->sets[i].owners, blocking->sets[i].count, set,
                           sizeof(set));
        used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s",
                                 i > 0 ? tl_phrase(inquiry->words, TL_SAY_OR_WITHOUT) : "", set);
    }
    tl_say(inquiry->words, buffer, size, TL_SAY_SIGHT_OPENS, list);
}

void tl_tell_in_the_way_json(const tl_inquiry *inquiry, const tl_blocking_sets *blocking,
                             const tl_pair_sight_result *pairs, tl_json_writer *writer) {
    tl_json_open_array(writer, "opens_without");
    for (size_t i = 0; i < blocking->count; i++) {
        const tl_opening *opening = &blocking->sets[i];
        const tl_pair_sight_result *pair = &pairs[opening->pair];
        tl_json_begin_object(writer);
        tl_tell_put_slots(writer, "ids", inquiry->table, opening->owners, opening->count);
        tl_json_put_bool(writer, "certain", opening->certain);
        tl_json_put_string(writer, "from", inquiry->table->members[pair->from].id);
        tl_json_put_string(writer, "to", inquiry->table->members[pair->to].id);
        tl_json_open_object(writer, "witness");
        tl_json_put_point(writer, "from", opening->sight.from);
        tl_json_put_point(writer, "to", opening->sight.to);
        tl_json_put_double(writer, "clearance_mm", opening->sight.clearance);
        tl_json_end_object(writer);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_put_bool(writer, "opens_without_all", blocking->complete);
}
