/* pair.h: what holds between one attacking and one target model: distance, arc, sight, cover. */
#ifndef TL_RULING_PAIR_H
#define TL_RULING_PAIR_H

#include "cover/aperture.h"
#include "cover/cover.h"
#include "tell/answer.h"
#include "judge/between/doubt.h"
#include "judge/measure/arc.h"
#include "judge/measure/reach.h"

/* A question's own seed: the same scene and models give the same search. */
uint64_t tl_pair_seed(const tl_inquiry *inquiry, size_t a, size_t b);

/* In place of a member: the point of tl_point_sight. */
#define TL_THE_CENTRE SIZE_MAX

/* A patch of a size that must be in view, where a setting asks for one. */
typedef struct tl_pair_patch {
    double side_mm; /* 0: none is asked for */
    bool looked;    /* else there is no line at all */
    bool decides;   /* the answer isn't yes because of it */
    size_t from;    /* who sees that much of the other */
    tl_aperture aperture;
} tl_pair_patch;

/* Sight from a to b, with the rule that decided. */
typedef struct tl_pair_sight_result {
    size_t from, to;
    tl_sight sight;
    tl_cause cause;
    bool within;    /* yes: the point lies in the member's own core */
    bool by_area;   /* no: an area's depth stands in the way, not something solid */
    bool has_depth; /* yes: the line passes an area; the one with least to spare; no: one that it is too deep in */
    tl_area_ruling depth;
    tl_vec3 depth_from, depth_to; /* the line that it was found on */
    size_t depth_terrain;
    bool has_nearest; /* a line: what it passes at `clearance` */
    uint32_t nearest; /* slot; 0 the ground */
    tl_pair_patch patch;
    tl_pair_holes holes;
    tl_doubt doubt; /* what uncertain meshes leave of it */
} tl_pair_sight_result;
tl_status tl_pair_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *result, tl_error *error);
/* Whether lines between two members are looked for from b to a. Which end is the first is told by where the models
 * stand, not by the order of the scene's lists, so that neither that order nor who asks changes the answer (DB-LOS-07).
 */
bool tl_pair_turned(const tl_inquiry *inquiry, size_t a, size_t b);
/* The same with a recorder of the proof (NULL: none) and a budget (0: the usual). The recorder hears of bodies in one
 * order, whoever asks: its `from` is b when the pair is turned. */
tl_status tl_pair_sight_recorded(const tl_inquiry *inquiry, size_t a, size_t b, const tl_sight_recorder *recorder,
                                 uint64_t budget, tl_pair_sight_result *result, tl_error *error);
/* Close combat between two models: reach, and for whom is in reach sight (DB-CC-03). */
typedef struct tl_melee {
    tl_reach reach;
    bool looked; /* he is in reach, or may be */
    tl_pair_sight_result sight;
    tl_verdict sees; /* ... as the setting `cc_sight` counts it */
    tl_verdict verdict;
} tl_melee;
tl_status tl_pair_melee(const tl_inquiry *inquiry, size_t a, size_t b, tl_melee *melee, tl_error *error);
/* Makes the ordinary sight of two models that for close combat: who mans a bunker also reaches, and is reached, through
 * its doors: where its mesh is open (DT-FRT-06). */
tl_status tl_pair_close_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_sight_result *sight,
                              tl_error *error);
/* Whether close combat needs sight, and what sight then counts for it. */
bool tl_close_needs_sight(const tl_inquiry *inquiry);
tl_verdict tl_close_sight_verdict(const tl_inquiry *inquiry, const tl_pair_sight_result *sight);
/* Looks for the patch that the setting min_visible_patch_mm asks for, and makes the answer that of both; what to say of
 * it when it decides; the field `patch`. */
tl_status tl_pair_patch_look(const tl_inquiry *inquiry, tl_pair_sight_result *result, tl_error *error);
void tl_pair_patch_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size);
void tl_pair_patch_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer);
/* What holds a depth against its limit. */
tl_cause tl_depth_cause(const tl_area_ruling *depth);
/* Sight between a template's centre and a member (DB-BLA-01, -04): from the centre, or with `to_centre` to it. A member
 * whose core holds the point itself is seen by it: the line is then a point. The point may be off by `point_off`, mm.
 */
tl_status tl_point_sight(const tl_inquiry *inquiry, tl_vec3 point, double point_off, size_t member, bool to_centre,
                         tl_pair_sight_result *result, tl_error *error);
/* The sentence that tells it. */
void tl_pair_sight_text(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size);
/* Of a sight that isn't settled: how clear a free line can be at most. False: it is settled, or nothing is known. */
bool tl_pair_sight_bound(const tl_inquiry *inquiry, const tl_pair_sight_result *result, char *buffer, size_t size);
void tl_pair_sight_json(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_json_writer *writer);
void tl_pair_sight_witness(const tl_inquiry *inquiry, const tl_pair_sight_result *result, tl_answer *answer);

/* Cover of b from a. */
typedef struct tl_pair_cover_result {
    size_t from, to;
    tl_verdict verdict;
    tl_cause cause;
    tl_cover cover; /* when lines were looked at */
    bool looked;
    bool stands_in_area; /* yes because the target stands in area terrain (DB-COV-05) */
    size_t area_slot;
    bool behind_area;      /* an area in between is among what gives the cover */
    bool unseen;           /* yes because there is no sight at all, not for what hides a part */
    bool by_skill;         /* a skill of the target decides ... */
    const tl_skill *skill; /* ... this one */
    tl_verdict as_seen;    /* ... and this is what it would be without */
    tl_pair_holes holes;   /* that it rests on */
    tl_doubt doubt;
} tl_pair_cover_result;
tl_status tl_pair_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_pair_cover_result *result, tl_error *error);
/* `from`: what the attacker is called; NULL: its name. */
void tl_pair_cover_text(const tl_inquiry *inquiry, const tl_pair_cover_result *result, const char *from, char *buffer,
                        size_t size);
/* What hides it, from where it is seen, and how much: fields of an object that is open. */
void tl_pair_cover_numbers(const tl_inquiry *inquiry, const tl_pair_cover_result *result, tl_json_writer *writer);
void tl_pair_cover_json(const tl_inquiry *inquiry, const tl_pair_cover_result *result, tl_json_writer *writer);

#endif
