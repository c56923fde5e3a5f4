/* tell_bar.h: telling what keeps a weapon from being used whatever the lines say. */
#ifndef TL_TELL_TELL_BAR_H
#define TL_TELL_TELL_BAR_H

#include "judge/bar.h"

/* Why, as the end of a sentence about the weapon; nothing of TL_BAR_NONE. `target`: the unit that it would be used
 * against; NULL where the bar isn't about one. */
void tl_tell_bar_text(const tl_inquiry *inquiry, const tl_bar *bar, const tl_document_unit *target, char *buffer,
                      size_t size);
/* The word of answers for it. */
const char *tl_tell_bar_word(tl_bar_kind kind);

#endif
