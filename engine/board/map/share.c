/* share.c: tells what share of an area is seen, as a bound from below and one from above. */
#include "board/map/share.h"

#include "board/limits.h"

void tl_board_share_bounds(double perhaps, const tl_board_seen *t, double *low, double *high) {
    double sure_seen = t->seen - t->seen_partly, sure_unseen = t->unseen - t->unseen_partly;
    double most = perhaps - t->seen_partly, most_unseen = perhaps - t->unseen_partly;
    *low = most > 0 ? sure_seen / most : 0;
    *high = most_unseen > 0 ? 1 - sure_unseen / most_unseen : 1;
    /* areas are sums of rounded products: everything seen, or nothing, is told by what is left */
    if (t->unseen >= perhaps * (1 - TL_BOARD_AREA_ROUNDING)) {
        *low = *high = 0;
    } else if (t->seen >= perhaps * (1 - TL_BOARD_AREA_ROUNDING)) {
        *low = *high = 1;
    }
    *low = tl_min(tl_max(*low, 0), 1);
    *high = tl_min(tl_max(*high, *low), 1);
}
