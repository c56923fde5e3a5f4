/* slot_uncertainty.c: how far surfaces and outlines may be off. */
#include "judge/between/slot_uncertainty.h"

double tl_uncertainty_of_slot(const tl_table *table, size_t slot) {
    size_t open = tl_table_open_slot(table, slot);
    size_t cores = 1 + table->terrain_count + table->member_count;
    const tl_placed *owner = tl_table_slot_owner(table, open);
    if (owner->body == NULL) {
        return 0;
    }
    return open >= cores ? tl_placed_core_uncertainty(owner) : tl_placed_uncertainty(owner);
}

double tl_uncertainty_of_area(const tl_inquiry *inquiry, const tl_referee_area *area) {
    const tl_document_terrain *source = &inquiry->table->document->terrain[area->terrain];
    const tl_placed *placed = &inquiry->table->terrain[area->terrain];
    bool own = (source->outline != NULL || source->has_disc) && area->has_own_height;
    return tl_max(area->off, own ? 0 : tl_placed_uncertainty(placed));
}
