/* drafts.h: tests of drafts, which test_pictures runs with its own. */
#ifndef TL_TESTS_DRAFTS_H
#define TL_TESTS_DRAFTS_H

void drafts_of_what_is_dragged_leave_nothing_behind(void **state);
void after_dragging_the_picture_is_as_if_made_afresh(void **state);

#endif
