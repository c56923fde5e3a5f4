/* part_words.h: roles by what parts are called. */
#ifndef TL_SCAN_ADVICE_PART_WORDS_H
#define TL_SCAN_ADVICE_PART_WORDS_H

#include "scan/advice/parts.h"

/* Patterns for the names that tell what they are ("hull_01", "Kopf", "roue.002"), by words of English, German, French,
 * Spanish and Italian; of several words the last counts. Where a shortened pattern would catch a part meant for another
 * role, whole names stand. Where no name tells the core, it is what no name tells anything else of: a scene needs one.
 * All lists NULL when no name tells anything, nothing is left for a core, or there are thousands. Errors:
 * TL_ERROR_MEMORY. */
tl_status tl_scan_parts_suggest(const tl_mesh *mesh, tl_scan_parts *parts, tl_error *error);

#endif
