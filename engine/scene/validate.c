/* validate.c: what holds of every table: who stands in which slot, and that somebody holds what stands there. */
#include "scene/table.h"

#ifdef TL_VALIDATE

#include <stdlib.h>

static const char *placed_broken(const tl_table *table, const tl_placed *placed, uint8_t *taken) {
    if (placed->slot >= table->slot_count) {
        return "whatever is placed has a slot of the world";
    }
    if (taken[placed->slot]++ != 0) {
        return "no two things share a slot";
    }
    if (placed->model != NULL && atomic_load(&placed->model->holders) == 0) {
        return "somebody holds the model of what is placed";
    }
    size_t holders = 0;
    for (size_t i = 0; i < table->terrain_count + table->member_count; i++) {
        const tl_placed *other =
            i < table->terrain_count ? &table->terrain[i] : &table->members[i - table->terrain_count];
        holders += other->model == placed->model ? 1U : 0U;
    }
    if (placed->model != NULL && atomic_load(&placed->model->holders) < holders) {
        return "a model counts everything on the table that holds it";
    }
    if (placed->body != NULL && tl_world_get(table->world, placed->slot) != placed->body->solid) {
        return "the world has in a slot what stands there";
    }
    if (placed->core_slot != 0 && (placed->core_slot >= table->slot_count || taken[placed->core_slot]++ != 0)) {
        return "a core laid over a mesh has a slot of its own";
    }
    return NULL;
}

static const char *slots_broken(const tl_table *table, uint8_t *taken) {
    const char *broken = NULL;
    taken[0] = 1; /* the ground's */
    for (size_t i = 0; i < table->terrain_count && broken == NULL; i++) {
        broken = placed_broken(table, &table->terrain[i], taken);
        if (broken == NULL && table->terrain[table->terrain_order[i]].slot != 1 + i) {
            broken = "terrain stands in the slots of its order";
        }
    }
    for (size_t i = 0; i < table->member_count && broken == NULL; i++) {
        broken = placed_broken(table, &table->members[i], taken);
    }
    return broken;
}

const char *tl_table_broken(const tl_table *table) {
    const tl_document *document = table->document;
    if (table->terrain_count != document->terrain_count || table->member_count != document->member_count) {
        return "a table has the terrain and the members of its document";
    }
    size_t members = 0;
    for (size_t i = 0; i < document->unit_count; i++) {
        if (table->first_member[i] != members) {
            return "units have their members one after the other";
        }
        members += document->units[i].member_count;
    }
    if (members != table->member_count) {
        return "every member belongs to a unit";
    }
    if (tl_world_slot_count(table->world) != table->slot_count) {
        return "the world has a slot for everything";
    }
    for (size_t i = 0; i < document->asset_count; i++) {
        if (table->models[i] != NULL && atomic_load(&table->models[i]->holders) == 0) {
            return "somebody holds the model of an asset";
        }
    }
    uint8_t *taken = calloc(table->slot_count + 1, 1);
    const char *broken = taken != NULL ? slots_broken(table, taken) : NULL;
    free(taken);
    return broken;
}

#endif
