/* record.c: telling a recorder what a proof is made of, and on whom each part of it rests.
 *
 * A pair of cells proved by a shell S rests on the owners of S: every line meets S, and the argument looks at nothing
 * but the triangles of S and, where S touches a cell, at the solids and the ground whose surfaces these are. So the
 * pair stays blocked, whoever else is taken away. */
#include "visibility/search.h"

void tl_sight_name(tl_sight_search *search, uint32_t slot) {
    tl_sight_add_name(search->sight->named, &search->sight->named_count, slot);
    tl_sight_record_owner(search, slot);
}

void tl_sight_record_begin(tl_sight_search *search) {
    search->owner_count = 0;
}

void tl_sight_record_owner(tl_sight_search *search, uint32_t slot) {
    if (search->options.recorder == NULL || search->owner_count > TL_SIGHT_OWNERS) {
        return;
    }
    for (size_t i = 0; i < search->owner_count; i++) {
        if (search->owners[i] == slot) {
            return;
        }
    }
    if (search->owner_count < TL_SIGHT_OWNERS) {
        search->owners[search->owner_count] = slot;
    }
    search->owner_count++;
}

void tl_sight_record_shell(tl_sight_search *search) {
    if (search->options.recorder == NULL) {
        return;
    }
    const tl_patch *patch = &search->patch;
    uint32_t last = TL_SIGHT_PLANE;
    for (size_t i = 0; i < patch->queue_count; i++) {
        uint32_t triangle = patch->queue[i] >> 1;
        if (patch->faces[triangle].slot != last && tl_patch_single(patch, triangle)) {
            last = patch->faces[triangle].slot;
            tl_sight_record_owner(search, last);
        }
    }
}

/* A mesh that the line meets, or a solid or the ground that one of its ends lies in: one of them is enough. */
void tl_sight_record_line(tl_sight_search *search, tl_vec3 p, tl_vec3 q) {
    const tl_obstacles *obstacles = search->obstacles;
    tl_hit hit;
    if (search->options.recorder == NULL) {
        return;
    }
    if (tl_world_blocked(obstacles->world, p, q, obstacles->blockers, &hit)) {
        tl_sight_record_owner(search, hit.slot);
        return;
    }
    const tl_vec3 ends[2] = {p, q};
    for (int i = 0; i < 2; i++) {
        if (obstacles->ground_slot >= 0 && tl_sight_under_mesh(obstacles, ends[i])) {
            tl_sight_record_owner(search, (uint32_t)obstacles->ground_slot);
            return;
        }
        for (size_t slot = 0; slot < tl_world_slot_count(obstacles->world); slot++) {
            if (tl_sight_solid(obstacles, slot) && tl_world_get(obstacles->world, slot) != NULL &&
                tl_world_inside(obstacles->world, slot, ends[i])) {
                tl_sight_record_owner(search, (uint32_t)slot);
                return;
            }
        }
    }
}

bool tl_sight_record_pair(tl_sight_search *search, const tl_cell *a, const tl_cell *b, uint32_t depth) {
    const tl_sight_recorder *recorder = search->options.recorder;
    if (recorder == NULL) {
        return true;
    }
    const tl_proved part = {.from = search->turned ? b : a,
                            .to = search->turned ? a : b,
                            .owners = search->owners,
                            .owner_count = search->owner_count <= TL_SIGHT_OWNERS ? search->owner_count : 0,
                            .depth = depth};
    return recorder->proved(recorder->user, &part);
}
