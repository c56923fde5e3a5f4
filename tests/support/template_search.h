/* template_search.h: a search for best places of templates as it is before it starts, for the tests of its steps
 * (judge/template/placement_search.h). */
#ifndef TL_TESTS_TEMPLATE_SEARCH_H
#define TL_TESTS_TEMPLATE_SEARCH_H

#include "judge/template/placement_search.h"
#include "support/judge_table.h"

typedef struct template_search {
    tl_inquiry quick;
    tl_best best;
    tl_placement_search search;
} template_search;

/* Begins the search of a question on a table, with the settings of `inquiry`: who fires with what, who may be hit.
 * What it holds must stay where it is. */
void template_search_begin(template_search *s, const judge_table *t, const tl_inquiry *inquiry, const tl_question *q);
void template_search_end(template_search *s);

/* What a cell is bounded by, of a blast or of a flame; the stages one after the other, as a search asks for them. A
 * cell without anything is bounded by -INFINITY. */
double template_search_bound(template_search *s, tl_template_search_cell *cell, int stage);

#endif
