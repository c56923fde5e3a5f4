/* proofs.c: searches between boxes, and cases as cells. */
#include "board/region/proofs.h"

tl_cell *tl_board_swept_cell(tl_wholly_search *search, const tl_board_region *places, double grown) {
    tl_board_swept made;
    tl_board_swept_make(&made, places, grown);
    return tl_wholly_cell(search, made.corners, made.sizes, made.count);
}

tl_status tl_board_proof_start(tl_wholly_search *search, tl_context *context, const tl_obstacles *least, tl_box3 from,
                               tl_box3 to, const tl_wholly_slack *give) {
    tl_vec3 a[8], b[8];
    tl_box3_corners(from, a);
    tl_box3_corners(to, b);
    return tl_wholly_start(search, context, least, a, 8, b, 8, give);
}

tl_status tl_board_proofs_start(tl_board_proofs *proofs, tl_context *context, const tl_obstacles *least, tl_box3 from,
                                tl_box3 to, const tl_wholly_slack *give) {
    if (proofs->started && give->by <= proofs->slack) {
        return TL_OK;
    }
    tl_board_proofs_end(proofs, context);
    proofs->started = true;
    proofs->slack = give->by;
    return tl_board_proof_start(&proofs->search, context, least, from, to, give);
}

void tl_board_proofs_end(tl_board_proofs *proofs, tl_context *context) {
    if (proofs->started) {
        tl_cell_release(context, proofs->from_cell);
        tl_wholly_end(&proofs->search);
    }
    proofs->from_cell = NULL;
    proofs->started = false;
}

static bool same_box(tl_box3 a, tl_box3 b) {
    return tl_same_point(a.low, b.low) && tl_same_point(a.high, b.high);
}

tl_cell *tl_board_proofs_from(tl_board_proofs *proofs, tl_context *context, const tl_board_region *places,
                              double grown) {
    if (proofs->from_cell == NULL || proofs->from_body != places->body || !same_box(proofs->from_at, places->at)) {
        tl_cell_release(context, proofs->from_cell);
        proofs->from_cell = tl_board_swept_cell(&proofs->search, places, grown);
        proofs->from_body = places->body;
        proofs->from_at = places->at;
    }
    return proofs->from_cell;
}
