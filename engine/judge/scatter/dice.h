/* dice.h: the dice of a deviation: as a question gives them, or rolled, each held against what the die can show. */
#ifndef TL_JUDGE_SCATTER_DICE_H
#define TL_JUDGE_SCATTER_DICE_H

#include "judge/referee.h"

#include <trueline/ruling.h>

/* What one throw of dice shows. */
typedef struct tl_scatter_value {
    bool given;   /* the question gives it, or it was rolled; false: nothing was left for it to decide */
    double face;  /* TL_DEVIATION_FACE_..., or the number, of several dice their sum */
    double angle; /* of an arrow, degrees in its frame */
} tl_scatter_value;

typedef struct tl_scatter_dice {
    size_t count; /* throws: those of the deviation, without one that a setting leaves out */
    const tl_deviation_die *die[TL_DEVIATION_MOST_DICE];
    tl_scatter_value value[TL_DEVIATION_MOST_DICE];
    bool needed[TL_DEVIATION_MOST_DICE]; /* what was thrown before leaves something to it */
    bool rolled;
    double seed; /* of a roll */
} tl_scatter_dice;

/* Reads the dice of a question, or rolls them when it asks for that: the same seed gives the same dice everywhere.
 * Errors: TL_ERROR_ARGUMENT: neither or both, too few or too many, one that the die can't show: which, and its limits.
 */
tl_status tl_scatter_dice_read(const tl_inquiry *inquiry, const tl_question *question, const tl_deviation_rule *rule,
                               tl_scatter_dice *dice, tl_error *error);

/* Whether a throw fails by itself: nothing comes down, whatever the other dice show. */
bool tl_scatter_dice_fail(const tl_deviation_die *die, const tl_scatter_value *value);
/* Whether a throw says that it stays where it was aimed: a hit. Sectors are looked up with tl_scatter_sector_of. */
bool tl_scatter_dice_hit(const tl_deviation_die *die, const tl_scatter_value *value);

/* The sector of a total: below the first it is the first, beyond the last the last; one that two name is whose the
 * setting shared_totals says. */
const tl_deviation_sector *tl_scatter_sector_of(const tl_inquiry *inquiry, const tl_deviation_die *die, double total);

/* A value as it is written in `dice`: "7", "hit", "misfire", or an arrow's degrees. */
enum { TL_SCATTER_VALUE_SIZE = 40 };
const char *tl_scatter_value_text(const tl_scatter_value *value, char buffer[TL_SCATTER_VALUE_SIZE]);

#endif
