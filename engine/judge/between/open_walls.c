/* open_walls.c: walls that don't stand in the way of those inside. */
#include "judge/between/open_walls.h"
#include "judge/between/between.h"

size_t tl_open_walls_count(const tl_referee *referee) {
    return referee->shelter_count + referee->area_count;
}

tl_status tl_open_walls_find(const tl_inquiry *inquiry, const tl_party *party, size_t index, tl_open_walls *found,
                             tl_error *error) {
    const tl_referee *referee = inquiry->referee;
    const tl_referee_area *in =
        index < referee->shelter_count ? &referee->shelters[index] : &referee->areas[index - referee->shelter_count];
    bool shelter = in->kind->shelter && in->kind->blocks;
    *found = (tl_open_walls){.kind = !shelter                           ? TL_OPEN_WALLS_ABSTRACT
                                     : in->kind->shelter_half_deg < 180 ? TL_OPEN_WALLS_AHEAD
                                                                        : TL_OPEN_WALLS_AROUND,
                             .cause = shelter ? tl_by(TL_CLAUSE_SHELTER_VIEW)
                                              : tl_by_row(TL_CLAUSE_SHELTER_VIEW, in->kind->rule),
                             .terrain = in->terrain};
    if (inquiry->table->terrain[in->terrain].body == NULL ||
        (!shelter && !inquiry->table->document->terrain[in->terrain].abstract_interior)) {
        return TL_OK;
    }
    for (size_t m = party->first; m < party->first + party->count && !found->any; m++) {
        tl_area_placement placement = {.place = TL_AREA_OUTSIDE};
        bool mans = !shelter || tl_table_unit_of(inquiry->table, m)->kind->shelters;
        tl_status status = mans ? tl_inquiry_place_in(inquiry, in, m, &placement, error) : TL_OK;
        if (status != TL_OK) {
            return status;
        }
        found->any = placement.place != TL_AREA_OUTSIDE;
        found->member = m;
    }
    return TL_OK;
}
