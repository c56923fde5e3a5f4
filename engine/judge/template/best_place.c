/* best_place.c: giving back what the list of the best placements holds. */
#include "judge/template/best_place.h"

void tl_best_free(tl_best *best) {
    for (size_t i = 0; i < best->count; i++) {
        tl_free(best->context, best->places[i].hit);
    }
    best->count = 0;
}
