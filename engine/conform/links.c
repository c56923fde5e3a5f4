/* links.c: whose a face is, and who is whose neighbour. */
#include "conform/links.h"

#include "conform/arrange.h"

#include <stdlib.h>

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
    TL_ASSERT(face < joined->face_count, "the face is one of the joined world's");
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
    TL_ASSERT(joined->members != NULL || joined->member_count == 0, "only a world of some faces has members");
    TL_ASSERT(face < joined->face_count, "the face is one of the joined world's");
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
uint32_t tl_joined_twin(const tl_joined *joined, uint32_t half, uint32_t k, tl_face_counts_fn *counts, const void *user,
                        uint32_t *edge) {
    TL_ASSERT(k < 3, "a face has three edges");
    TL_ASSERT(half >> 1 < joined->face_count, "the half-face is one of the joined world's");
    TL_ASSERT(tl_joined_has(joined, half >> 1), "the face is joined at its edges");
    TL_ASSERT(counts(user, half >> 1), "the face is one of those that count");
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

/* --- What must hold ------------------------------------------------------------------------------------------------
 */

#ifdef TL_VALIDATE

static size_t places_of(const tl_joined *joined) {
    size_t pieces = joined->face_count - joined->first[joined->slot_count];
    return (joined->members != NULL ? joined->member_count : joined->first[joined->slot_count]) + pieces;
}

static bool counts_all(const void *user, uint32_t face) {
    (void)user;
    (void)face;
    return true;
}

static uint32_t face_of(const tl_joined *joined, size_t place) {
    return joined->members == NULL ? (uint32_t)place
           : place < joined->member_count
               ? joined->members[place]
               : (uint32_t)(joined->first[joined->slot_count] + place - joined->member_count);
}

/* The half-face of a half-face's half-face is itself, at every edge of a place. */
static const char *twins_broken(const tl_joined *joined, size_t place) {
    for (uint32_t half = 2 * face_of(joined, place), side = 0; side < 2; side++, half++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge, back;
            uint32_t twin = tl_joined_twin(joined, half, k, counts_all, NULL, &edge);
            if (edge >> 2 != twin >> 1) {
                return "the edge that is told is one of the twin's face";
            }
            if (tl_joined_twin(joined, twin, edge & 3, counts_all, NULL, &back) != half ||
                back != 4 * face_of(joined, place) + k) {
                return "the twin of a half-face's twin is itself";
            }
        }
    }
    return NULL;
}

/* Whether the links of all edges are a permutation: then rings close, and whoever goes round one comes back. */
static const char *rings_broken(const tl_joined *joined, size_t places) {
    uint8_t *met = calloc(3 * places + 1, 1);
    const char *broken = NULL;
    for (size_t i = 0; met != NULL && i < 3 * places && broken == NULL; i++) {
        uint32_t edge = joined->next[i] & TL_LINK_EDGE;
        if (joined->next[i] != TL_LINK_NONE && met[3 * (size_t)(edge >> 2) + (edge & 3)]++ != 0) {
            broken = "the faces at an edge are a ring: each is the next of one";
        }
    }
    free(met);
    return broken;
}

static const char *pieces_broken(const tl_joined *joined) {
    size_t first = joined->first[joined->slot_count], pieces = joined->face_count - first;
    if ((joined->pieces != NULL ? tl_bvh_triangle_count(joined->pieces) : 0) != pieces) {
        return "the pieces' hierarchy holds as many triangles as there are pieces";
    }
    for (size_t i = 0; i < pieces; i++) {
        if (joined->parents[i] >= first) {
            return "a piece is cut from a face of some slot";
        }
        if (!(joined->gaps[i] >= 0 && joined->gaps[i] <= TL_ARRANGE_WELD)) {
            return "a piece lies no farther from its parent than points are welded";
        }
        if (!tl_joined_replaced(joined, joined->parents[i])) {
            return "what pieces are cut from is replaced by them";
        }
    }
    return NULL;
}

const char *tl_joined_broken(const tl_joined *joined) {
    for (size_t slot = 0; slot < joined->slot_count; slot++) {
        if (joined->first[slot] > joined->first[slot + 1]) {
            return "slots number their faces in their order";
        }
    }
    for (size_t i = 1; i < joined->member_count; i++) {
        if (joined->members[i - 1] >= joined->members[i]) {
            return "faces that were picked ascend";
        }
    }
    const char *broken = pieces_broken(joined);
    size_t places = places_of(joined);
    for (size_t place = 0; place < places && broken == NULL; place++) {
        const uint32_t *next = joined->next + 3 * place;
        bool none = next[0] == TL_LINK_NONE;
        if ((next[1] == TL_LINK_NONE) != none || (next[2] == TL_LINK_NONE) != none) {
            return "a face is joined at all of its edges, or at none";
        }
        for (int k = 0; k < 3 && !none; k++) {
            if ((next[k] & TL_LINK_EDGE) >> 2 >= places || (next[k] & 3) == 3) {
                return "a link leads to an edge that is there";
            }
        }
    }
    broken = broken == NULL ? rings_broken(joined, places) : broken;
    for (size_t place = 0; place < places && broken == NULL; place++) {
        broken = joined->next[3 * place] == TL_LINK_NONE ? NULL : twins_broken(joined, place);
    }
    return broken;
}

#endif
