/* tell_holes.h: what is said, written and drawn of the holes of meshes that an answer rests on. */
#ifndef TL_TELL_TELL_HOLES_H
#define TL_TELL_TELL_HOLES_H

#include "judge/between/holes.h"
#include "tell/answer.h"

/* "a hole of 12 mm in the scan of the farmhouse at (60 cm, 40 cm), 3 cm up", and the next. */
void tl_tell_holes_text(const tl_inquiry *inquiry, const tl_pair_holes *holes, char *buffer, size_t size);
/* The items of a list that is open; with `target` they say for which one. */
void tl_tell_holes_items(const tl_inquiry *inquiry, const tl_pair_holes *holes, const char *target,
                         tl_json_writer *writer);
/* The field `through_hole` or `by_repair` of an object that is open; nothing without holes to tell. */
void tl_tell_holes_json(const tl_inquiry *inquiry, const tl_pair_holes *holes, tl_json_writer *writer);
/* For the picture. */
void tl_tell_holes_witness(const tl_inquiry *inquiry, const tl_pair_holes *holes, tl_answer *answer);

#endif
