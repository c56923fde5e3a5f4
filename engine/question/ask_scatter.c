/* ask_scatter.c: where does something come down by the dice that were thrown, and who is hit there? */
#include "question/ask.h"

#include "tell/tell_scatter.h"

tl_status tl_ask_scatter(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    tl_scatter scatter;
    tl_status status = tl_scatter_make(inquiry, question, &scatter, error);
    if (status == TL_OK) {
        tl_tell_scatter(&scatter, answer);
        tl_scatter_free(&scatter);
    }
    return status;
}
