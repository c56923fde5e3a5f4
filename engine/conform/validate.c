/* validate.c: what holds of every joined world: rings of edges that have the same ends, twins that are each other's. */
#include "conform/joining.h"

#ifdef TL_VALIDATE

#include <stdlib.h>

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
            uint32_t twin = tl_link_twin(joined, half, k, counts_all, NULL, &edge);
            if (edge >> 2 != twin >> 1) {
                return "the edge that is told is one of the twin's face";
            }
            if (tl_link_twin(joined, twin, edge & 3, counts_all, NULL, &back) != half ||
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

/* An edge's ends, the lower point first. */
static void ends_of(const tl_joining *j, uint32_t edge, uint32_t ends[2]) {
    uint32_t a = j->corners[3 * (edge >> 2) + (edge & 3)],
             b = j->corners[3 * (edge >> 2) + ((edge & 3) == 2 ? 0 : (edge & 3) + 1)];
    ends[0] = a < b ? a : b;
    ends[1] = a < b ? b : a;
}

const char *tl_links_broken(const tl_joining *j) {
    for (uint32_t place = 0; place < j->place_count; place++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = 4 * place + k, link = j->made->next[3 * (size_t)place + k], ends[2], others[2];
            if (link == TL_LINK_NONE) {
                continue;
            }
            uint32_t other = link & TL_LINK_EDGE;
            ends_of(j, edge, ends);
            ends_of(j, other, others);
            if (ends[0] == ends[1]) {
                return "an edge that is joined has two ends";
            }
            if (ends[0] != others[0] || ends[1] != others[1]) {
                return "joined edges have the same end points";
            }
            if (((link & TL_LINK_ALONG) != 0) != (j->corners[3 * (size_t)place + k] == ends[0])) {
                return "a link tells which way its edge runs";
            }
            if (!tl_same_point(j->points[ends[0]], j->points[j->same[ends[0]]])) {
                return "points that are one lie in one place";
            }
        }
    }
    return NULL;
}

#endif
