/* template_worth.h: what a laid template is worth, judged whole like any other, and whether a list of best places keeps
 * its word; for the tests of searches (judge/template). */
#ifndef TL_TESTS_TEMPLATE_WORTH_H
#define TL_TESTS_TEMPLATE_WORTH_H

#include "judge/template/best.h"
#include "support/assert_geom.h"

/* Enemies certainly hit less friends perhaps hit, by a strike that is judged whole; -INFINITY: it may not lie there.
 * `side`: whose models are friends; NULL: nobody's. */
double template_worth(const tl_inquiry *inquiry, const tl_question *q, const char *side, size_t *enemies,
                      size_t *friends);

/* The places listed: each is worth what it says, all of them the same, all with other models hit; and their order. */
void template_check_list(const tl_inquiry *inquiry, const tl_question *q, const char *side, const tl_best *best);

/* An inquiry in which every flame has an outline of six corners, which take a search no time; `error`: so much of it
 * isn't known, game units. It lives as long as `drawn` and the other do. */
enum { TEMPLATE_DRAWN = 32 };
typedef struct template_drawn {
    tl_template_rule rules[TEMPLATE_DRAWN];
    tl_vec2 outline[6];
    tl_inquiry inquiry;
} template_drawn;
const tl_inquiry *template_draw(template_drawn *drawn, const tl_inquiry *inquiry, double error);

#endif
