/* placed.c: asking what stands on a table, and whose slot of its world is whose. */
#include "scene/placed.h"

const tl_document_unit *tl_table_unit_of(const tl_table *table, size_t member) {
    return &table->document->units[tl_table_member(table, member)->unit];
}

const tl_document_member *tl_table_member(const tl_table *table, size_t member) {
    size_t unit = 0;
    while (unit + 1 < table->document->unit_count && table->first_member[unit + 1] <= member) {
        unit++;
    }
    return &table->document->units[unit].members[member - table->first_member[unit]];
}

size_t tl_table_figures(const tl_table *table, size_t member) {
    return table->document->assets[tl_table_member(table, member)->asset].figures;
}

tl_volume tl_table_measured(const tl_table *table, size_t member) {
    const tl_body *body = table->members[member].body;
    const bool by_base = tl_table_unit_of(table, member)->kind->by_base && body->base.kind != TL_SHAPE_NONE;
    /* all models of a unit count as uncertain as the most uncertain: the nearest on the meshes may not be the nearest
     */
    tl_volume volume = by_base ? tl_body_base_volume(body) : tl_body_core_volume(body);
    const tl_document_unit *unit = tl_table_unit_of(table, member);
    size_t first = table->first_member[tl_table_member(table, member)->unit];
    for (size_t i = first; i < first + unit->member_count; i++) {
        const tl_placed *other = &table->members[i];
        if (other->body != NULL) {
            double its = by_base ? tl_placed_base_uncertainty(other) : tl_placed_core_uncertainty(other);
            volume.uncertainty = tl_max(volume.uncertainty, its);
        }
    }
    return volume;
}

static double single_error_of(const tl_placed *placed, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++) {
        most = tl_max(most, placed[i].model != NULL ? placed[i].model->single_error : 0);
    }
    return most;
}

double tl_table_single_error(const tl_table *table) {
    return tl_max(single_error_of(&table->ground, 1), tl_max(single_error_of(table->terrain, table->terrain_count),
                                                             single_error_of(table->members, table->member_count)));
}

double tl_placed_uncertainty(const tl_placed *placed) {
    return placed->body != NULL ? placed->body->uncertainty + placed->rest.off : 0;
}

double tl_placed_core_uncertainty(const tl_placed *placed) {
    return placed->body != NULL ? placed->body->core_uncertainty + placed->rest.off : 0;
}

double tl_placed_base_uncertainty(const tl_placed *placed) {
    return placed->body != NULL ? placed->body->base_uncertainty + placed->rest.off : 0;
}

tl_surfaces tl_table_surfaces(const tl_table *table) {
    return (tl_surfaces){table->world, table->stand, table->carpet, table->solid, table->ground.body == NULL,
                         table->off};
}

tl_box3 tl_table_box(const tl_table *table) {
    tl_box3 box = {{0, 0, 0}, {table->document->width, table->document->depth, 0}};
    if (table->ground.body != NULL) {
        box = tl_box3_union(box, table->ground.body->box);
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (table->terrain[i].body != NULL) {
            box = tl_box3_union(box, table->terrain[i].body->box);
        }
    }
    for (size_t i = 0; i < table->member_count; i++) {
        box = tl_box3_union(box, table->members[i].body->box);
    }
    return box;
}

const tl_placed *tl_table_slot_owner(const tl_table *table, size_t slot) {
    if (slot == 0) {
        return &table->ground;
    }
    if (slot <= table->terrain_count) {
        return &table->terrain[table->terrain_order[slot - 1]];
    }
    slot -= 1 + table->terrain_count;
    return &table->members[slot < table->member_count ? slot : slot - table->member_count];
}

size_t tl_table_open_slot(const tl_table *table, size_t slot) {
    if (slot == TL_TABLE_PLANE) {
        return 0;
    }
    return slot >= table->slot_count && slot < 2 * table->slot_count ? slot - table->slot_count : slot;
}

const char *tl_table_slot_name(const tl_table *table, size_t slot) {
    return tl_table_slot_owner(table, slot)->id;
}
