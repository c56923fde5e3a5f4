/* handle.h: what stands behind the public handles. */
#ifndef TL_API_HANDLE_H
#define TL_API_HANDLE_H

#include <trueline/import.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>

#include "draw/draw.h"
#include "ruling/ruling.h"

struct tl_scene {
    tl_context *context;
    tl_ruleset *ruleset;
    tl_table *table;
    tl_referee *referee;
};

struct tl_report {
    tl_problems problems;
};

#endif
