/* pieces.h: triangles cut at their contacts. Internal to engine/conform. */
#ifndef TL_CONFORM_PIECES_H
#define TL_CONFORM_PIECES_H

#include "conform/contact.h"

/* Cuts every triangle of the complex that the contacts concern: neighbours at the same points of their common edge,
 * triangles that meet along the same segments. Of parts that lie on each other (the same outline) the first is kept.
 * Contacts are sorted on the way. `misfits` counts segments that could not be made edges. Statuses: memory, cancelled.
 */
tl_status tl_conform_cut_pieces(tl_complex *complex, tl_contacts *contacts, double reach, size_t *misfits);

#endif
