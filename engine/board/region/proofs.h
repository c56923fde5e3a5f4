/* proofs.h: what proofs share that nothing is seen between anything in the one box and anything in the other, and the
 * case of the end looked from last. */
#ifndef TL_BOARD_REGION_PROOFS_H
#define TL_BOARD_REGION_PROOFS_H

#include "board/region/swept.h"
#include "visibility/wholly.h"

/* Belongs to one thread; {0} to begin with. */
typedef struct tl_board_proofs {
    tl_wholly_search search;
    bool started;
    double slack;       /* ... with so much */
    tl_cell *from_cell; /* of the last end looked from */
    tl_box3 from_at;
    const tl_board_body *from_body;
} tl_board_proofs;

/* What is shared is looked up before the first proof, and again where more may be off than so far. `least`, what stands
 * in the way for sure, must outlive the proofs. End them in any case. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_proofs_start(tl_board_proofs *proofs, tl_context *context, const tl_obstacles *least, tl_box3 from,
                                tl_box3 to, const tl_wholly_slack *give);
void tl_board_proofs_end(tl_board_proofs *proofs, tl_context *context);

/* The case of the end looked from, kept from question to question; owned by the proofs. NULL without memory. */
tl_cell *tl_board_proofs_from(tl_board_proofs *proofs, tl_context *context, const tl_board_region *places,
                              double grown);

/* A search of its own for one question, between two boxes: as tl_wholly_start. */
tl_status tl_board_proof_start(tl_wholly_search *search, tl_context *context, const tl_obstacles *least, tl_box3 from,
                               tl_box3 to, const tl_wholly_slack *give);
/* The case round all places of a body, `grown` all round. Release with tl_cell_release; NULL without memory. */
tl_cell *tl_board_swept_cell(tl_wholly_search *search, const tl_board_region *places, double grown);

#endif
