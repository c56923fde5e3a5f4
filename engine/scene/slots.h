/* slots.h: the order in which terrain has its slots. */
#ifndef TL_SCENE_SLOTS_H
#define TL_SCENE_SLOTS_H

#include "scene/document_data.h"

/* Fills in the terrain's indices in the order of their slots, one for each piece of the document: the same for the same
 * pieces, whatever their order in the file. False without memory. */
bool tl_table_slots_order(tl_context *context, const tl_document *document, size_t *order);

#endif
