/* contact.h: where a model that moves along a path first meets what it may not pass.
 *
 * Each straight stretch is looked at in closed form, against every slice of a mesh and every figure near it. Depths
 * tell touching from passing through: a contact no deeper than `forgiven` doesn't count, one deeper than `certain`
 * stops the model for certain, between the two it is too close to call. On slopes heights are taken to within 1 mm.
 *
 * Surfaces, outlines and the ground may be off by so much (`off`). A contact is then first possible where the model
 * meets what is grown by that, and certain where what lies so deep inside the model meets it. What the model is near to
 * where it starts doesn't stop it while it goes away from it, steeply enough that nothing new comes near. */
#ifndef TL_MOVE_CONTACT_H
#define TL_MOVE_CONTACT_H

#include "move/obstacle.h"
#include "move/path.h"

/* How the model faces on a leg. */
typedef struct tl_heading {
    double cosine, sine;
} tl_heading;

typedef struct tl_move_way {
    const tl_world *world;
    const uint8_t *walls; /* per slot: role bits of triangles that can't be passed */
    uint8_t wall_kind;
    const tl_obstacle *obstacles;
    size_t obstacle_count;
    double forgiven, certain; /* mm of depth, 0 < forgiven <= certain */
    /* Openings above the floor (windows): a model of one part may pass a wall where, above a sill no higher than
     * `sill_high`, an upright cylinder of this height and width passes. 0: it may not. */
    double sill_high, window_height, window_width;
    const double *off; /* per slot: by how much its walls may be off, mm; NULL: by nothing */
    double own_off;    /* ... the mover's outline */
    double height_off; /* ... the height of the ground that it moves over */
    double most_off;   /* all of these together at most */
    bool surely;       /* clearances and spans: of contacts that are certain, else of those that are possible */
    bool any_stops;    /* only whether anything but openings is met matters: the first that may be ends the search, and
                        * isn't looked at closely */
} tl_move_way;

/* A contact with one owner, of one kind: the first of each. Lengths in plan from the path's start; INFINITY: never. */
typedef struct tl_move_contact {
    double touch;  /* first deeper than `forgiven` */
    double stop;   /* ... in the contact that becomes certain */
    double latest; /* there it is deeper than `certain` */
    uint32_t slot;
    uint8_t kind;
    bool opening; /* no stop: the model passes through a window at `touch` */
    double sill;  /* ... this high above the floor */
} tl_move_contact;

typedef struct tl_move_contacts {
    tl_context *context;
    tl_move_contact *items; /* by `touch`, then slot, then kind */
    size_t count, capacity;
} tl_move_contacts;

/* All contacts up to the first certain one. `headings`: per leg of the path. What the model lies in where it starts
 * doesn't stop it as long as it gets no deeper. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_move_find_contacts(tl_context *context, const tl_mover *mover, const tl_path *path,
                                const tl_heading *headings, const tl_move_way *way, tl_move_contacts *contacts,
                                tl_error *error);
void tl_move_contacts_free(tl_move_contacts *contacts);

/* Where along the path the model lies deeper than `forgiven` in obstacles (walls are left out, nothing is forgiven for
 * where it starts): spans in plan from the path's start, a span for every pair of figures and stretch, in no order. */
typedef struct tl_move_span {
    double first, last;
    size_t obstacle; /* index */
} tl_move_span;
typedef struct tl_move_spans {
    tl_context *context;
    tl_move_span *items;
    size_t count, capacity;
} tl_move_spans;
tl_status tl_move_find_spans(tl_context *context, const tl_mover *mover, const tl_path *path,
                             const tl_heading *headings, const tl_move_way *way, tl_move_spans *spans, tl_error *error);
void tl_move_spans_free(tl_move_spans *spans);

/* What a model lies in, standing at `at`: contacts with touch 0, latest 0 when deeper than `certain`. */
tl_status tl_move_stands_in(tl_context *context, const tl_mover *mover, tl_vec3 at, tl_heading heading,
                            const tl_move_way *way, tl_move_contacts *contacts, tl_error *error);

/* How far a standing model is from everything in its way, at most `room`; negative: how deep it lies in something.
 * -INFINITY when the work was to stop meanwhile (tl_work_on): then nothing is known. */
double tl_move_clearance(tl_context *context, const tl_mover *mover, tl_vec3 at, const tl_move_way *way, double room);

/* Errors: TL_ERROR_CANCELLED. Whether it can turn on the spot, from one facing to another (degrees; through the smaller
 * angle, or the way round when `other_way`): yes: every facing between is free, proved by bounding how far any point
 * moves; no: at some facing it lies deeper than `certain`. `contact` (may be NULL) gets what is in the way. */
tl_status tl_move_turn(tl_context *context, const tl_mover *mover, tl_vec3 at, double from_deg, double to_deg,
                       bool other_way, const tl_move_way *way, tl_verdict *verdict, tl_move_contact *contact,
                       tl_error *error);

#endif
