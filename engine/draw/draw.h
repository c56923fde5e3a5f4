/* draw.h: a table and a ruling described for a picture (trueline/draw.h). */
#ifndef TL_DRAW_DRAW_H
#define TL_DRAW_DRAW_H

#include <trueline/scene.h>

#include "question/ruling.h"

/* Keys of objects in a picture: slot + 1; the table's own plane has key 1. */
uint32_t tl_draw_key(size_t slot);

void tl_draw_table(const tl_referee *referee, const tl_scene_drawing *drawing, const tl_draw_sink *sink);
/* Ground, terrain and models but those left out (by slot); no names. */
void tl_draw_others(const tl_referee *referee, const uint8_t *left_out, const tl_draw_sink *sink);
/* For a ruling with a proof in outline; false without. */
bool tl_draw_proof(const tl_ruling *ruling, const tl_referee *referee, const tl_draw_sink *sink);
bool tl_draw_proof_view(const tl_ruling *ruling, const tl_referee *referee, tl_vec3 *eye, tl_box3 *target);
/* The parts of a body that have one of these roles (bits), in one colour. */
void tl_draw_slot(const tl_table *table, size_t slot, tl_colour colour, unsigned style, unsigned roles,
                  const tl_draw_sink *sink);
/* Rings of one radius (TL_WITNESS_RING): their common outline, laid over the relief, with their label. */
void tl_draw_rings(const tl_referee *referee, const tl_witness *witnesses, size_t count, const tl_draw_sink *sink);
/* Stretches of lines inside areas (TL_WITNESS_DEPTH), with their lengths, and for each area the band along its edge in
 * which one of the two must stand. */
void tl_draw_depths(const tl_ruling *ruling, const tl_referee *referee, const tl_draw_sink *sink);
/* The colour of a side's models, and its number among the sides in the order of the file, from 0; one that no unit is
 * of has the last colour, and who has none has no number of its own. */
tl_colour tl_draw_side_colour(const tl_table *table, const char *side);
unsigned tl_draw_side_number(const tl_table *table, const char *side);
/* A zone of the scenario, on the ground; all of them. */
void tl_draw_zone(const tl_referee *referee, const tl_document_zone *zone, const tl_draw_sink *sink);
void tl_draw_zones(const tl_referee *referee, const tl_draw_sink *sink);
/* The objectives of the scenario, each with the side that holds it by the rules; by the scene, where they don't say. */
void tl_draw_objectives(const tl_referee *referee, const tl_draw_sink *sink);
/* `sink` for what lies in the dark at night: colours come darker, labels as they are. `dark` and `made` must live as
 * long as what is returned, which by day is `sink` itself. `models`: darkened less, since they must be told apart. */
typedef struct tl_draw_dark {
    const tl_draw_sink *sink;
    float by; /* so much of each colour is left */
} tl_draw_dark;
const tl_draw_sink *tl_draw_in_the_dark(const tl_table *table, const tl_draw_sink *sink, bool models,
                                        tl_draw_dark *dark, tl_draw_sink *made);
/* A pool of light round the foot of a model on which a light falls at night. */
void tl_draw_light(const tl_referee *referee, size_t member, const tl_draw_sink *sink);
/* A field of fire: a translucent fan on the ground round `apex`, `half` degrees to either side of `facing`, as far as
 * the table goes. */
void tl_draw_fan(const tl_table *table, tl_vec3 apex, double facing, double half, double reach,
                 const tl_draw_sink *sink);
/* What is seen of a question before it is answered (trueline/ruling.h). */
tl_status tl_draw_preview(const tl_referee *referee, const tl_question *question, const tl_draw_sink *sink,
                          tl_error *error);
void tl_draw_ruling(const tl_ruling *ruling, const tl_referee *referee, const tl_draw_sink *sink);

#endif
