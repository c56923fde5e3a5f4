/* links.h: all triangles of a world in one numbering, joined at their edges.
 *
 * A *face* is a triangle of some slot: its number is the slot's first plus its own. The faces that meet at an edge form
 * a ring, sorted by angle round it. Which half-faces (a face and one of its sides) belong together at the edge depends
 * on which faces count for a question: a face's far side goes with the near side of the next face round the edge that
 * counts, and that is a perfect matching for every choice of faces that count.
 *
 * What stands still can be made to conform (arrange.h): triangles that meet without sharing edges are then replaced by
 * pieces, which are faces too and come last. Edges match where corners agree to the last bit, whoever owns them. What
 * moves is joined as it is, in its own frame and with nothing else, so that nothing here changes when it moves.
 *
 * A question may also pick some faces and have them joined by themselves, all as they stand now and all made to conform
 * (tl_conform_join_some). Faces keep their numbers; those that weren't picked are no part of such a world. */
#ifndef TL_CONFORM_LINKS_H
#define TL_CONFORM_LINKS_H

#include "bvh/bvh.h"

/* An edge of a face: 4 * face + k, where edge k runs from corner k to the next one. */
#define TL_LINK_EDGE  0x7fffffffU
#define TL_LINK_ALONG 0x80000000U
/* The face is no part of the joined world: it was replaced by pieces, or two of its corners are in one point, so that
 * it has no edges to cross and no inside that a segment could cross plainly. */
#define TL_LINK_NONE 0xffffffffU

typedef struct tl_joined {
    tl_context *context;
    size_t slot_count;
    size_t face_count; /* pieces included */
    uint32_t *members; /* the faces that were picked, ascending; NULL: all */
    size_t member_count;
    uint32_t *first; /* per slot, and one more at the end, of the pieces: number of its first face */
    uint32_t
        *next;         /* per place 3: the next edge round (itself when it is alone), with TL_LINK_ALONG when the face's
                          own    edge runs the way angles are counted about; or TL_LINK_NONE. Edges by places, not by faces */
    tl_bvh *pieces;    /* triangle i of it is face first[slot_count] + i; NULL without pieces */
    uint32_t *parents; /* per piece: the face that it is cut from; ascending */
    double *gaps;      /* per piece: no point of it is farther than this from its parent, mm */
    uint8_t
        *replaced; /* per place that isn't a piece's a bit: pieces stand for it, or nothing where it lay on another */
} tl_joined;

/* NULL-safe. */
void tl_joined_destroy(tl_joined *joined);

/* Whose face it is: of a piece, its parent's owner. */
uint32_t tl_joined_slot(const tl_joined *joined, uint32_t face);

static inline bool tl_joined_is_piece(const tl_joined *joined, uint32_t face) {
    return face >= joined->first[joined->slot_count];
}

/* The triangle whose role and owner a face has. */
static inline uint32_t tl_joined_origin(const tl_joined *joined, uint32_t face) {
    uint32_t first = joined->first[joined->slot_count];
    return face >= first ? joined->parents[face - first] : face;
}

/* Of a world of some faces the place of one of them, UINT32_MAX: it isn't there. */
uint32_t tl_joined_member(const tl_joined *joined, uint32_t face);

/* Faces have places: their numbers, unless only some are there. */
static inline uint32_t tl_joined_place(const tl_joined *joined, uint32_t face) {
    return joined->members == NULL ? face : tl_joined_member(joined, face);
}

/* Whether a face is part of the joined world and has edges to cross. */
static inline bool tl_joined_has(const tl_joined *joined, uint32_t face) {
    uint32_t place = tl_joined_place(joined, face);
    return place != UINT32_MAX && joined->next[3 * (size_t)place] != TL_LINK_NONE;
}

static inline bool tl_joined_replaced(const tl_joined *joined, uint32_t face) {
    uint32_t place = tl_joined_place(joined, face);
    return place != UINT32_MAX && (joined->replaced[place >> 3] >> (place & 7) & 1) != 0;
}

/* Whether a face counts for a question. */
typedef bool tl_face_counts_fn(const void *user, uint32_t face);

/* The half-face (2 * face + side) matched with a half-face at its edge k, among the faces that count, of which it must
 * be one; `*edge` gets the edge of the half-face found. With two turned round: matched with each other at that edge. */
uint32_t tl_joined_twin(const tl_joined *joined, uint32_t half, uint32_t k, tl_face_counts_fn *counts, const void *user,
                        uint32_t *edge);

#ifdef TL_VALIDATE
/* NULL, or what doesn't hold of a joined world (base/validate.h): links lead to edges, rings close, the twin of a twin
 * is itself, pieces lie near what they are cut from. */
const char *tl_joined_broken(const tl_joined *joined);
#endif

#endif
