/* links.c: whose a face is, and who is whose neighbour. */
#include "conform/links.h"

void tl_joined_destroy(tl_joined *joined) {
    if (joined != NULL) {
        tl_free(joined->context, joined->first);
        tl_free(joined->context, joined->members);
        tl_free(joined->context, joined->next);
        tl_bvh_destroy(joined->pieces);
        tl_free(joined->context, joined->parents);
        tl_free(joined->context, joined->gaps);
        tl_free(joined->context, joined->replaced);
        tl_free(joined->context, joined);
    }
}

uint32_t tl_joined_slot(const tl_joined *joined, uint32_t face) {
    size_t low = 0, high = joined->slot_count; /* first[low] <= face < first[high] */
    face = tl_joined_origin(joined, face);
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (joined->first[middle] <= face) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (uint32_t)low;
}

uint32_t tl_joined_member(const tl_joined *joined, uint32_t face) {
    uint32_t pieces = joined->first[joined->slot_count];
    if (face >= pieces) {
        return (uint32_t)joined->member_count + face - pieces;
    }
    size_t low = 0, high = joined->member_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (joined->members[middle] < face) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < joined->member_count && joined->members[low] == face ? (uint32_t)low : UINT32_MAX;
}

/* --- Neighbours --------------------------------------------------------------------------------------------------- */

/* Edges here are 4 times a place, plus k. */
static uint32_t next_round(const tl_joined *joined, uint32_t edge) {
    return joined->next[3 * (edge >> 2) + (edge & 3)] & TL_LINK_EDGE;
}

/* The side of an edge's face that looks towards growing angles: 0 is the one its normal points to. */
static uint32_t up_side(const tl_joined *joined, uint32_t edge) {
    return (joined->next[3 * (edge >> 2) + (edge & 3)] & TL_LINK_ALONG) != 0 ? 0U : 1U;
}

static uint32_t face_at(const tl_joined *joined, uint32_t place) {
    return joined->members == NULL        ? place
           : place < joined->member_count ? joined->members[place]
                                          : joined->first[joined->slot_count] + place - (uint32_t)joined->member_count;
}

/* Upwards the first face round the edge that counts, downwards the last: it comes before. */
uint32_t tl_link_twin(const tl_joined *joined, uint32_t half, uint32_t k, tl_face_counts_fn *counts, const void *user,
                      uint32_t *edge) {
    uint32_t own = 4 * tl_joined_place(joined, half >> 1) + k, found = own, face = half >> 1;
    bool up = up_side(joined, own) == (half & 1);
    for (uint32_t e = next_round(joined, own); e != own; e = next_round(joined, e)) {
        uint32_t other = face_at(joined, e >> 2);
        if (counts(user, other)) {
            found = e;
            face = other;
            if (up) {
                break;
            }
        }
    }
    *edge = 4 * face + (found & 3);
    return 2 * face + (up ? 1 - up_side(joined, found) : up_side(joined, found));
}
