/* closing.c: closing holes, and telling of the closed world as if it were the open one. */
#include "judge/between/closing.h"

#include "visibility/search.h"

#include <string.h>

void tl_between_caps_mask(const tl_inquiry *inquiry, const uint8_t *blockers, bool repaired, uint8_t *mask) {
    size_t count = inquiry->table->slot_count;
    for (size_t slot = 0; slot < count; slot++) {
        uint8_t patch = TL_ROLE_BIT(TL_ROLE_PATCH);
        mask[slot] = blockers[slot] & (repaired ? patch : (uint8_t)~patch);
    }
}

void tl_between_close(const tl_inquiry *inquiry, tl_between *between) {
    if (inquiry->table->closed == NULL || between->closed) {
        return;
    }
    tl_holes_close(inquiry, between->blockers, &between->obstacles);
    between->closed = true;
}

void tl_holes_close(const tl_inquiry *inquiry, uint8_t *blockers, tl_obstacles *obstacles) {
    tl_holes_mask(inquiry, blockers);
    obstacles->world = inquiry->table->closed;
    obstacles->joiner = inquiry->referee->closed_joiner;
}

bool tl_holes_closed(const tl_inquiry *inquiry) {
    return inquiry->table->closed != NULL &&
           tl_settings_is_at(&inquiry->settings, TL_SETTING_SCAN_HOLES, TL_CHOICE_SCAN_HOLES_CLOSED);
}

void tl_holes_mask(const tl_inquiry *inquiry, uint8_t *blockers) {
    tl_between_caps_mask(inquiry, blockers, false, blockers + inquiry->table->slot_count);
}

void tl_between_close_as_set(const tl_inquiry *inquiry, tl_between *between) {
    if (tl_holes_closed(inquiry)) {
        tl_between_close(inquiry, between);
    }
}

/* Numbers of slots in the open world, each once. */
static size_t open_slots(const tl_table *table, const uint32_t *slots, size_t count, uint32_t *open) {
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t slot = slots[i] == TL_SIGHT_PLANE ? slots[i] : (uint32_t)tl_table_open_slot(table, slots[i]);
        bool again = false;
        for (size_t k = 0; k < made; k++) {
            again = again || open[k] == slot;
        }
        if (!again) {
            open[made++] = slot;
        }
    }
    return made;
}

static bool hand_on(void *user, const tl_proved *part) {
    const tl_between_open_record *record = user;
    uint32_t owners[TL_SIGHT_OWNERS];
    tl_proved open = *part;
    open.owners = owners;
    open.owner_count = open_slots(record->table, part->owners, part->owner_count, owners);
    return record->inner->proved(record->inner->user, &open);
}

tl_sight_recorder tl_between_open_recorder(tl_between_open_record *record) {
    return (tl_sight_recorder){.user = record, .proved = hand_on, .apart = record->inner->apart};
}

void tl_between_open_names(const tl_table *table, tl_sight *sight) {
    uint32_t open[TL_SIGHT_NAMED];
    sight->named_count = open_slots(table, sight->named, sight->named_count, open);
    memcpy(sight->named, open, sight->named_count * sizeof(*open));
}
