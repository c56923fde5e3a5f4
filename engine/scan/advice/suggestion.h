/* suggestion.h: what a shape suggests, as a scene writes it. */
#ifndef TL_SCAN_ADVICE_SUGGESTION_H
#define TL_SCAN_ADVICE_SUGGESTION_H

#include "scan/advice/core.h"

#include "io/json.h"

/* A base and a core as the fields `base` and `core` of an asset. The base is taken to stand round the origin, and its
 * measures are rounded to a tenth. */
void tl_scan_scene_base_put(tl_json_writer *json, const tl_found_base *base);
void tl_scan_scene_core_put(tl_json_writer *json, const tl_scan_core_fit *fit);

#endif
