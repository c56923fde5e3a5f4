/* memo.h: where members stand against areas, found out once a question. */
#ifndef TL_JUDGE_MEMO_H
#define TL_JUDGE_MEMO_H

#include "area/area.h"

typedef struct tl_memo tl_memo;

/* For so many areas and members. NULL without memory, or for more than can be counted: then nothing is remembered.
 * Threads may share it. */
tl_memo *tl_memo_create(tl_context *context, size_t areas, size_t members);
/* NULL-safe. */
void tl_memo_destroy(tl_context *context, tl_memo *memo);
/* Whether it is known, and then where; NULL-safe. */
bool tl_memo_get(const tl_memo *memo, size_t area, size_t member, tl_area_placement *placement);
/* NULL-safe. */
void tl_memo_put(tl_memo *memo, size_t area, size_t member, const tl_area_placement *placement);

#endif
