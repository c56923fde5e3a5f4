/* stocks.h: tests of content that does not come all at once, for test_pictures. */
#ifndef TL_TESTS_STOCKS_H
#define TL_TESTS_STOCKS_H

void what_a_stock_holds_is_drawn_as_if_it_were_fed(void **state);
void room_for_more_is_made_without_loss(void **state);
void what_was_set_aside_comes_back(void **state);
void pictures_that_are_given_up_come_in_the_end(void **state);

#endif
