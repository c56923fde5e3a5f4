/* pair.h: what holds between one attacking and one target model: distance, arc, sight, cover. */
#ifndef TL_JUDGE_PAIR_H
#define TL_JUDGE_PAIR_H

#include "judge/cover/pair_cover.h"
#include "judge/measure/arc.h"
#include "judge/measure/range.h"
#include "judge/measure/reach.h"
#include "judge/sight/pair_close.h"
#include "judge/sight/pair_depth.h"
#include "judge/sight/pair_sight.h"
#include "judge/verdict.h"

#endif
