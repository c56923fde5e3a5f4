/* line_asked.h: a question about a line, which may be asked again under other obstacles. */
#ifndef TL_JUDGE_BETWEEN_LINE_ASKED_H
#define TL_JUDGE_BETWEEN_LINE_ASKED_H

#include "judge/referee.h"

/* A question about a line between two cores, or from a point to one (`from` NULL). */
typedef struct tl_between_line_asked {
    const tl_bvh *from, *to;
    tl_vec3 point;
    double uncertainty; /* of the cores, mm: the larger */
    tl_sight_options options;
} tl_between_line_asked;

/* The box round both ends. */
tl_box3 tl_between_line_asked_box(const tl_between_line_asked *asked);

tl_status tl_between_line_ask(const tl_inquiry *inquiry, const tl_obstacles *obstacles,
                              const tl_between_line_asked *asked, tl_sight *sight, tl_error *error);

#endif
