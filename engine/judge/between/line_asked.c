/* line_asked.c: asks whether one line between two bodies, or from a point, is free. */
#include "judge/between/line_asked.h"

tl_box3 tl_between_line_asked_box(const tl_between_line_asked *asked) {
    tl_box3 box = tl_bvh_box(asked->to);
    return asked->from != NULL ? tl_box3_union(box, tl_bvh_box(asked->from)) : tl_box3_add(box, asked->point);
}

tl_status tl_between_line_ask(const tl_inquiry *inquiry, const tl_obstacles *obstacles,
                              const tl_between_line_asked *asked, tl_sight *sight, tl_error *error) {
    if (asked->from == NULL) {
        return tl_visibility_from_point(inquiry->context, obstacles, asked->point, asked->to, &asked->options, sight,
                                        error);
    }
    return tl_visibility_between(inquiry->context, obstacles, asked->from, asked->to, &asked->options, sight, error);
}
