/* tell_stay.c: why a model may not stay where it stands. */
#include "tell/tell_stay.h"

void tl_tell_stay_text(const tl_inquiry *inquiry, const tl_stay *stay, char *buffer, size_t size) {
    static const tl_sentence sentences[] = {
        [TL_STAY_IN] = TL_SAY_STAY_IN,           [TL_STAY_IMPASSABLE] = TL_SAY_STAY_IMPASSABLE,
        [TL_STAY_TRAP] = TL_SAY_STAY_TRAP,       [TL_STAY_OVERLAPS] = TL_SAY_FIT_OVERLAPS,
        [TL_STAY_EDGE] = TL_SAY_STAY_EDGE,       [TL_STAY_SHORE] = TL_SAY_STAY_SHORE,
        [TL_STAY_ASHORE] = TL_SAY_STAY_ASHORE,   [TL_STAY_FLOOR] = TL_SAY_STAY_FLOOR,
        [TL_STAY_UNEVEN] = TL_SAY_STAY_NOT_FLAT, [TL_STAY_NO] = TL_SAY_STAY_NO};
    buffer[0] = '\0';
    if (stay->kind != TL_STAY_FREE) {
        tl_say(inquiry->words, buffer, size, sentences[stay->kind],
               stay->has_slot ? tl_tell_slot_name(inquiry->words, inquiry->table, stay->slot) : NULL,
               tl_tell_cited(inquiry, stay->cause));
    }
}
