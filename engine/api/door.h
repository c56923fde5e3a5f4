/* door.h: the structs that callers fill in, each with the function that takes it at the public wall. */
#ifndef TL_API_DOOR_H
#define TL_API_DOOR_H

#include <trueline/board.h>
#include <trueline/import.h>
#include <trueline/ruling.h>
#include <trueline/tape.h>

#include "base/sized.h"

/* TYPE_take(given, &taken, error): what a caller filled in, as this library has it (tl_sized_take); `given` may be
 * NULL. `last`: the last field that the struct had in its first version. It stays when fields are added behind it. */
#define TL_DOOR(type, last)                                                                                            \
    static inline tl_status type##_take(const type *given, type *taken, tl_error *error) {                             \
        static const tl_sized_kind kind = TL_SIZED_KIND(type, last);                                                   \
        return tl_sized_take(&kind, given, taken, error);                                                              \
    }

TL_DOOR(tl_board_question, set)
TL_DOOR(tl_board_study, shares)
TL_DOOR(tl_draw_sink, label)
TL_DOOR(tl_firing_question, set)
TL_DOOR(tl_mesh_options, sink)
TL_DOOR(tl_place, level)
TL_DOOR(tl_question, effort)
TL_DOOR(tl_scene_drawing, only)
TL_DOOR(tl_scene_options, go_without)
TL_DOOR(tl_scene_outset, guess)
TL_DOOR(tl_tape_end, at)

/* A place that the library fills in (tl_sized_give). */
static inline tl_status tl_place_give(const tl_place *made, tl_place *given, tl_error *error) {
    static const tl_sized_kind kind = TL_SIZED_KIND(tl_place, level);
    return tl_sized_give(&kind, made, given, error);
}

#endif
