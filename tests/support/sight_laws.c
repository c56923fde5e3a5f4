/* sight_laws.c: holds answers about one scene against each other and against its truth. */
#include "support/sight_laws.h"

#include <string.h>

test_known test_knows(const tl_sight *sight, double min_clearance) {
    test_known known = {sight->has_line ? sight->clearance : 0, INFINITY};
    if (sight->verdict == TL_VERDICT_NO) {
        known = (test_known){0, fmax(min_clearance, sight->closed_gap)};
    } else if (sight->verdict == TL_VERDICT_MARGINAL) {
        known.high = sight->max_clearance;
    }
    return known;
}

bool test_agree(test_known x, test_known y, double slack) {
    return x.low <= y.high + slack && y.low <= x.high + slack;
}

static bool same_point(tl_vec3 x, tl_vec3 y) {
    return memcmp(&x, &y, sizeof(x)) == 0;
}

bool test_same_sight(const tl_sight *x, const tl_sight *y) {
    return x->verdict == y->verdict && x->why == y->why && x->from_inside_solid == y->from_inside_solid &&
           x->to_inside_solid == y->to_inside_solid && x->has_line == y->has_line && same_point(x->from, y->from) &&
           same_point(x->to, y->to) && x->clearance == y->clearance && x->closed_gap == y->closed_gap &&
           x->max_clearance == y->max_clearance && x->named_count == y->named_count &&
           memcmp(x->named, y->named, x->named_count * sizeof(*x->named)) == 0 && x->has_attempt == y->has_attempt &&
           same_point(x->attempt_stop, y->attempt_stop) && x->work == y->work && x->shafts == y->shafts;
}

bool test_same_cover(const tl_cover *x, const tl_cover *y) {
    return x->verdict == y->verdict && x->why == y->why && x->has_viewpoint == y->has_viewpoint &&
           same_point(x->viewpoint, y->viewpoint) && x->visible_low == y->visible_low &&
           x->visible_high == y->visible_high && x->has_hidden_point == y->has_hidden_point &&
           same_point(x->hidden_point, y->hidden_point) && x->named_count == y->named_count &&
           memcmp(x->named, y->named, x->named_count * sizeof(*x->named)) == 0 && x->work == y->work;
}
