/* dice.c: reads and rolls the dice of a deviation. */
#include "judge/scatter/dice.h"

#include "io/json.h"
#include "math/random.h"

#include <stdio.h>
#include <string.h>

/* Seeds that every way of asking takes. */
#define MOST_SEED 1e9
#define MOST_TURN 360.0

/* --- Words -------------------------------------------------------------------------------------------------------- */

const char *tl_scatter_value_text(const tl_scatter_value *value, char buffer[TL_SCATTER_VALUE_SIZE]) {
    char number[TL_JSON_NUMBER_SIZE];
    tl_json_format_double(value->face == TL_DEVIATION_FACE_ARROW ? value->angle : value->face, number);
    snprintf(buffer, TL_SCATTER_VALUE_SIZE, "%s",
             value->face == TL_DEVIATION_FACE_HIT       ? "hit"
             : value->face == TL_DEVIATION_FACE_MISFIRE ? "misfire"
                                                        : number);
    return buffer;
}

/* "2D6: 2 to 12", "one of 2, 4, 6, 8, 10, misfire", "hit, or an arrow's degrees": what it may show. */
static void limits_text(const tl_deviation_die *die, char *buffer, size_t size) {
    size_t used = 0;
    if (die->sides > 0) {
        char several[12] = "";
        if (die->count > 1) {
            snprintf(several, sizeof(several), "%u", die->count);
        }
        snprintf(buffer, size, "%sD%u: %u to %u", several, die->sides, die->count, die->count * die->sides);
        return;
    }
    if (die->decides == TL_DEVIATION_DECIDES_ARROW) {
        snprintf(buffer, size, "hit, or an arrow's degrees from -360 to 360%s",
                 die->misfire != TL_DEVIATION_MISFIRE_NEVER ? ", or misfire" : "");
        return;
    }
    double last = -4; /* no face */
    for (size_t i = 0; i < die->face_count && used < size; i++) {
        if (die->faces[i] != last) {
            char text[TL_SCATTER_VALUE_SIZE];
            const tl_scatter_value value = {.face = die->faces[i]};
            used += (size_t)snprintf(buffer + used, size - used, "%s%s", used == 0 ? "one of " : ", ",
                                     tl_scatter_value_text(&value, text));
        }
        last = die->faces[i];
    }
}

/* "throw (2D6: 2 to 12), distance (D6: 1 to 6)" */
static void all_text(const tl_scatter_dice *dice, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; i < dice->count && used < size; i++) {
        char limits[160];
        limits_text(dice->die[i], limits, sizeof(limits));
        used +=
            (size_t)snprintf(buffer + used, size - used, "%s%s (%s)", i == 0 ? "" : ", ", dice->die[i]->text, limits);
    }
}

/* --- What it shows ------------------------------------------------------------------------------------------------ */

bool tl_scatter_dice_fail(const tl_deviation_die *die, const tl_scatter_value *value) {
    return value->given && ((value->face == TL_DEVIATION_FACE_MISFIRE && die->misfire == TL_DEVIATION_MISFIRE_FAILS) ||
                            (die->has_failing && value->face == die->failing));
}

bool tl_scatter_dice_hit(const tl_deviation_die *die, const tl_scatter_value *value) {
    return die->decides == TL_DEVIATION_DECIDES_ARROW && value->given && value->face != TL_DEVIATION_FACE_ARROW;
}

const tl_deviation_sector *tl_scatter_sector_of(const tl_inquiry *inquiry, const tl_deviation_die *die, double total) {
    bool later = tl_settings_is_at(&inquiry->settings, TL_SETTING_SHARED_TOTALS, TL_CHOICE_SHARED_TOTALS_LATER);
    TL_ASSERT(die->sector_count > 0, "a die that decides a sector has sectors");
    const tl_deviation_sector *found = &die->sectors[0];
    for (size_t i = 1; i < die->sector_count; i++) {
        bool beyond = total > found->to || (later && total >= die->sectors[i].from);
        found = beyond ? &die->sectors[i] : found;
    }
    return found;
}

/* Which throws are left something to decide, by those before. */
static void find_needed(const tl_inquiry *inquiry, double modifier, tl_scatter_dice *dice, size_t upto) {
    bool failed = false, stays = false;
    for (size_t i = 0; i <= upto && i < dice->count; i++) {
        const tl_deviation_die *die = dice->die[i];
        const tl_scatter_value *value = &dice->value[i];
        dice->needed[i] = !failed && !(stays && die->decides == TL_DEVIATION_DECIDES_DISTANCE);
        failed = failed || tl_scatter_dice_fail(die, value);
        stays = stays || tl_scatter_dice_hit(die, value) ||
                (die->decides == TL_DEVIATION_DECIDES_SECTOR && value->given &&
                 tl_scatter_sector_of(inquiry, die, value->face + (die->modified ? modifier : 0))->way ==
                     TL_DEVIATION_STAYS);
    }
}

/* --- Given -------------------------------------------------------------------------------------------------------- */

static bool has_face(const tl_deviation_die *die, double face) {
    for (size_t i = 0; i < die->face_count; i++) {
        if (die->faces[i] == face) {
            return true;
        }
    }
    return face == TL_DEVIATION_FACE_MISFIRE && die->misfire != TL_DEVIATION_MISFIRE_NEVER;
}

/* A JSON number and nothing else. */
static bool read_number(tl_context *context, const char *text, double *number) {
    char wrapped[TL_SCATTER_VALUE_SIZE + 4];
    tl_json *json = NULL;
    snprintf(wrapped, sizeof(wrapped), "[%s]", text);
    bool good = tl_json_parse(context, wrapped, strlen(wrapped), NULL, &json, NULL) == TL_OK;
    if (good) {
        const tl_json_value *root = tl_json_root(json);
        good = root->count == 1 && root->items[0].kind == TL_JSON_NUMBER;
        *number = good ? root->items[0].number : 0;
    }
    tl_json_destroy(json);
    return good;
}

/* One value of `dice`; false when the die can't show it. */
static bool read_value(tl_context *context, const tl_deviation_die *die, const char *text, tl_scatter_value *value) {
    bool misfire = strcmp(text, "misfire") == 0, hit = strcmp(text, "hit") == 0;
    double number = 0;
    *value = (tl_scatter_value){.given = true};
    if (misfire || hit) {
        value->face = misfire ? TL_DEVIATION_FACE_MISFIRE : TL_DEVIATION_FACE_HIT;
        return has_face(die, value->face);
    }
    if (!read_number(context, text, &number)) {
        return false;
    }
    if (die->decides == TL_DEVIATION_DECIDES_ARROW) {
        value->face = TL_DEVIATION_FACE_ARROW;
        value->angle = number;
        return fabs(number) <= MOST_TURN;
    }
    value->face = number;
    return die->sides > 0 ? number == floor(number) && number >= die->count && number <= (double)die->count * die->sides
                          : number >= 0 && has_face(die, number);
}

/* The next of the values between commas, without blanks round it; what is too long ends in "...", which is no value. */
static const char *next_value(const char *text, char value[TL_SCATTER_VALUE_SIZE]) {
    text += strspn(text, " ");
    size_t length = strcspn(text, ","), used = length;
    while (used > 0 && text[used - 1] == ' ') {
        used--;
    }
    bool all = used < TL_SCATTER_VALUE_SIZE;
    snprintf(value, TL_SCATTER_VALUE_SIZE, "%.*s%s", all ? (int)used : TL_SCATTER_VALUE_SIZE - 4, text,
             all ? "" : "...");
    return text[length] == ',' ? text + length + 1 : NULL;
}

static tl_status fail_of_die(const tl_deviation_die *die, const char *text, tl_error *error) {
    char limits[160], remedy[240];
    limits_text(die, limits, sizeof(limits));
    snprintf(remedy, sizeof(remedy), "give %s", limits);
    return text != NULL
               ? tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice", remedy, "`%s` can't show `%s`", die->text, text)
               : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice", remedy, "`dice` lacks `%s`", die->text);
}

static tl_status read_given(const tl_inquiry *inquiry, const tl_question *question, const tl_deviation_rule *rule,
                            tl_scatter_dice *dice, tl_error *error) {
    const char *rest = question->dice != NULL && question->dice[0] != '\0' ? question->dice : NULL;
    char text[TL_SCATTER_VALUE_SIZE];
    size_t count = 0;
    for (; rest != NULL && count < dice->count; count++) {
        rest = next_value(rest, text);
        if (!read_value(inquiry->context, dice->die[count], text, &dice->value[count])) {
            return fail_of_die(dice->die[count], text, error);
        }
    }
    if (rest != NULL) {
        char all[400], remedy[440];
        all_text(dice, all, sizeof(all));
        snprintf(remedy, sizeof(remedy), dice->count > 0 ? "give %s" : "leave it out%s", all);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice", remedy, "`dice` has more than the %zu of `%s`",
                       dice->count, rule->name);
    }
    find_needed(inquiry, question->has_modifier ? question->modifier : 0, dice, dice->count);
    for (size_t i = count; i < dice->count; i++) {
        if (dice->needed[i]) {
            return fail_of_die(dice->die[i], NULL, error);
        }
    }
    return TL_OK;
}

/* --- Rolled ------------------------------------------------------------------------------------------------------- */

static void roll(const tl_inquiry *inquiry, double modifier, tl_scatter_dice *dice) {
    uint64_t state = (uint64_t)dice->seed;
    for (size_t i = 0; i < dice->count; i++) {
        const tl_deviation_die *die = dice->die[i];
        tl_scatter_value *value = &dice->value[i];
        find_needed(inquiry, modifier, dice, i);
        if (!dice->needed[i]) {
            continue;
        }
        value->given = true;
        if (die->sides == 0) {
            value->face = die->faces[tl_random_below(&state, die->face_count)];
        }
        for (unsigned k = 0; k < die->count && die->sides > 0; k++) {
            value->face += 1 + (double)tl_random_below(&state, die->sides);
        }
        if (value->face == TL_DEVIATION_FACE_ARROW) {
            value->angle = (double)tl_random_below(&state, (uint64_t)MOST_TURN);
        }
    }
}

/* --- Both --------------------------------------------------------------------------------------------------------- */

static tl_status check_asked(const tl_question *q, const tl_scatter_dice *dice, tl_error *error) {
    bool modified = false;
    for (size_t i = 0; i < dice->count; i++) {
        modified = modified || dice->die[i]->modified;
    }
    if (q->has_modifier && (!modified || q->modifier != floor(q->modifier) || !(fabs(q->modifier) <= 100))) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "modifier",
                       modified ? "give a whole number from -100 to 100" : "leave it out",
                       modified ? "the modifier isn't one" : "none of these dice is modified");
    }
    if (q->roll && q->dice != NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "roll", "leave one of the two out",
                       "`dice` are given, and `roll` asks for others");
    }
    if (q->has_seed && !q->roll) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "seed", "ask for `roll`, or leave it out",
                       "a `seed` is for rolling, and nothing is rolled");
    }
    if (q->roll && !(q->has_seed && q->seed >= 0 && q->seed <= MOST_SEED && q->seed == floor(q->seed))) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "seed", "give a whole number from 0 to 1000000000",
                       "to roll takes a `seed`, by which the same dice can be rolled again");
    }
    if (q->roll && dice->count == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "roll", "leave it out", "nothing is thrown for `%s`",
                       q->deviation);
    }
    if (q->dice == NULL && !q->roll && dice->count > 0) {
        char all[400], remedy[480];
        all_text(dice, all, sizeof(all));
        snprintf(remedy, sizeof(remedy), "give %s, or ask for `roll`", all);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice", remedy, "`dice` is missing: what was thrown");
    }
    return TL_OK;
}

tl_status tl_scatter_dice_read(const tl_inquiry *inquiry, const tl_question *question, const tl_deviation_rule *rule,
                               tl_scatter_dice *dice, tl_error *error) {
    bool reach = tl_settings_is_at(&inquiry->settings, TL_SETTING_THROW_REACH, TL_CHOICE_THROW_REACH_ROLLED);
    *dice = (tl_scatter_dice){.rolled = question->roll, .seed = question->seed};
    for (size_t i = 0; i < rule->die_count; i++) {
        if (rule->dice[i].decides != TL_DEVIATION_DECIDES_REACH || reach) {
            dice->die[dice->count++] = &rule->dice[i];
        }
    }
    tl_status status = check_asked(question, dice, error);
    if (status == TL_OK && question->roll) {
        roll(inquiry, question->has_modifier ? question->modifier : 0, dice);
    } else if (status == TL_OK) {
        status = read_given(inquiry, question, rule, dice, error);
    }
    return status;
}
