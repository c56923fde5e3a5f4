/* words.h: what players read. One table of sentences per language, and lengths in the players' unit.
 *
 * A sentence takes numbered arguments (%1$s, %2$s, ...), all of them texts, so that a translation may reorder them. */
#ifndef TL_RULING_WORDS_H
#define TL_RULING_WORDS_H

#include <stddef.h>

#define TL_SENTENCES(X)                                                                                                \
    X(YES, "yes")                                                                                                      \
    X(NO, "no")                                                                                                        \
    X(MARGINAL, "too close to call")                                                                                   \
    X(RANGE, "%1$s is %2$s from %3$s (%4$s game units).")                                                              \
    X(RANGE_TOUCH, "%1$s touches %2$s.")                                                                               \
    X(RANGE_METHOD, "Measured from %1$s to %2$s%3$s.")                                                                 \
    X(RANGE_PLAN_NOTE, ", on the plan")                                                                                \
    X(RANGE_HEIGHT_NOTE, "; %1$s along the table and %2$s in height")                                                  \
    X(OF_BASE, "the base edge of %1$s")                                                                                \
    X(OF_CORE, "the body of %1$s")                                                                                     \
    X(WITHIN, "Within %1$s, with %2$s to spare.")                                                                      \
    X(BEYOND, "Beyond %1$s by %2$s.")                                                                                  \
    X(AT_LIMIT, "Too close to the limit of %1$s to call: %2$s %3$s.")                                                  \
    X(TO_SPARE, "to spare")                                                                                            \
    X(SHORT_BY, "too far")                                                                                             \
    X(GUESSED_BASE, "%1$s has no base in the scene: the smallest disc round its footprint is measured.")               \
    X(GUESSED_CORE, "The mesh of %1$s has no parts: the whole of it above the base counts as its body.")               \
    X(SIGHT_YES, "%1$s sees %2$s, clear by %3$s.")                                                                     \
    X(SIGHT_CLOSE, "%1$s sees %2$s, but only just: the line is clear by %3$s.")                                        \
    X(SIGHT_PAST, "%1$s sees %2$s past %4$s, clear by %3$s.")                                                          \
    X(SIGHT_CLOSE_PAST, "%1$s sees %2$s, but only just: the line passes %4$s by %3$s.")                                \
    X(THE_GROUND, "the ground")                                                                                        \
    X(SIGHT_NO, "%1$s does not see %2$s: %3$s in the way.")                                                            \
    X(SIGHT_NO_EITHER, "%1$s does not see %2$s: %3$s are in the way, and either alone would do.")                      \
    X(SIGHT_NO_ANY, "%1$s does not see %2$s: %3$s are in the way, and any one of them alone would do.")                \
    X(SIGHT_NO_TOGETHER, "%1$s does not see %2$s: %3$s together are in the way.")                                      \
    X(SIGHT_NO_GROUND, "%1$s does not see %2$s: the ground is in the way.")                                            \
    X(SIGHT_OPENS, "There would be a free line without %1$s.")                                                         \
    X(OR_WITHOUT, ", or without ")                                                                                     \
    X(SIGHT_NO_AREA, "%1$s does not see %2$s: too deep in %3$s.")                                                      \
    X(SIGHT_INSIDE, "%1$s does not see %2$s: %3$s stands wholly inside something solid.")                              \
    X(SIGHT_INSIDE_REMEDY, "Move it, or say \"solid\": false or \"interior\": \"abstract\" for the building.")         \
    X(SIGHT_MARGINAL, "No free line from %1$s to %2$s was found, and none was ruled out.")                             \
    X(SIGHT_MARGINAL_IN_WAY, "No free line from %1$s to %2$s was found, and none was ruled out; %3$s in the way.")     \
    X(SIGHT_MARGINAL_BEST, "Too close to call whether %1$s sees %2$s: no line is clearer than %3$s.")                  \
    X(SIGHT_MARGINAL_NARROW,                                                                                           \
      "Too close to call whether %1$s sees %2$s: the best line found is clear by %3$s, and %4$s are asked for.")       \
    X(PATCH_NO, "%1$s does not see %2$s: no patch of it %3$s wide is in view.")                                        \
    X(PATCH_MARGINAL, "Too close to call whether %1$s sees %2$s: no patch %3$s wide was found in view, none ruled out.") \
    X(SIGHT_UNIT_YES, "%1$s sees %2$s: %3$s of %4$s pairs of models have a free line.")                                \
    X(SIGHT_UNIT_NO, "%1$s does not see %2$s: no model of the one sees any of the other.")                             \
    X(SIGHT_UNIT_MARGINAL, "Whether %1$s sees %2$s was not decided: %3$s of %4$s pairs are open.")                     \
    X(AREA_DEPTH, "The line is within the limit of %2$s: %1$s of %4$s, %3$s to spare.")                                \
    X(AREA_TOO_DEEP, "Straight across, %2$s takes %1$s, where %4$s is the limit: %3$s too much.")                      \
    X(IS, "%1$s is")                                                                                                   \
    X(ARE, "%1$s are")                                                                                                 \
    X(AND, " and ")                                                                                                    \
    X(COMMA, ", ")                                                                                                     \
    X(SOMETHING, "something")                                                                                          \
    X(THE_TABLE, "the table")                                                                                          \
    X(COVER_YES, "%1$s is in cover from %2$s: %3$s hides part of it.")                                                 \
    X(COVER_AREA, "%1$s is in cover from %2$s: it stands in %3$s.")                                                    \
    X(COVER_NO, "%1$s is not in cover from %2$s: from one point all of it is in view.")                                \
    X(COVER_MARGINAL, "Cover of %1$s from %2$s was not decided: between %3$s and %4$s of it is in view%5$s.")          \
    X(COVER_IN_WAY, "; %1$s in the way")                                                                               \
    X(COVER_UNIT_YES, "%1$s is in cover from %2$s: %3$s of %4$s models are, and half is enough.")                      \
    X(COVER_UNIT_NO, "%1$s is not in cover from %2$s: %3$s of %4$s models are, fewer than half.")                      \
    X(COVER_UNIT_MARGINAL, "Cover of %1$s from %2$s was not decided: at least %3$s, at most %4$s of its models.")      \
    X(COVER_ONE_YES, "%1$s is in cover from %2$s.")                                                                    \
    X(COVER_ONE_NO, "%1$s is not in cover from %2$s.")                                                                 \
    X(COVER_ONE_MARGINAL, "Cover of %1$s from %2$s was not decided.")                                                  \
    X(COVER_ALL_YES, "%1$s is in cover from every model of %2$s that sees it.")                                        \
    X(COVER_ALL_NO, "%1$s is not in cover from all of %2$s.")                                                          \
    X(COVER_ALL_MARGINAL, "Whether %1$s is in cover from every model of %2$s that sees it was not decided.")           \
    X(ARC_YES, "%1$s: %2$s lies in the %3$s arc of %4$s, %5$s to spare.")                                              \
    X(ARC_ALWAYS, "%1$s: %4$s may fire all round.")                                                                    \
    X(ARC_NO, "%1$s: %2$s lies outside the %3$s arc of %4$s by %5$s.")                                                 \
    X(ARC_MARGINAL, "%1$s: %2$s lies on the edge of the %3$s arc of %4$s: too close to call (%5$s).")                  \
    X(ARC_NONE, "%1$s has no weapons in the scene.")                                                                   \
    X(ARC_TURRET, "turret")                                                                                            \
    X(ARC_FRONT, "front")                                                                                              \
    X(ARC_REAR, "rear")                                                                                                \
    X(ARC_LEFT, "left")                                                                                                \
    X(ARC_RIGHT, "right")                                                                                              \
    X(ATTACK_YES, "%1$s can attack %2$s.")                                                                             \
    X(ATTACK_NO, "%1$s can't attack %2$s.")                                                                            \
    X(ATTACK_MARGINAL, "Whether %1$s can attack %2$s was not decided.")                                                \
    X(WEAPON_YES, "%1$s: %2$s of %3$s may fire, at %4$s of %5$s targets%6$s.")                                         \
    X(WEAPON_NO, "%1$s: may not fire: %2$s.")                                                                          \
    X(WEAPON_MARGINAL, "%1$s: not decided: %2$s.")                                                                     \
    X(FAIL_ARC, "no target in its field of fire")                                                                      \
    X(FAIL_RANGE, "out of range (%1$s, reaches %2$s)")                                                                 \
    X(FAIL_TOO_NEAR, "too near (%1$s, no nearer than %2$s)")                                                           \
    X(FAIL_SIGHT, "no line of sight")                                                                                  \
    X(FAIL_VALID, "no target passes all tests")                                                                        \
    X(OPEN_ARC, "field of fire is too close to call")                                                                  \
    X(OPEN_RANGE, "range is too close to call (%1$s to the limit)")                                                    \
    X(OPEN_SIGHT, "line of sight is not decided")                                                                      \
    X(RANGE_TAIL, ", nearest at %1$s (%2$s to spare)%3$s")                                                             \
    X(COVER_TAIL_YES, "; the target is in cover")                                                                      \
    X(COVER_TAIL_NO, "; the target is not in cover")                                                                   \
    X(COVER_TAIL_SPLIT, "; in cover from some of them: roll those dice apart")                                         \
    X(COVER_TAIL_OPEN, "; cover is not decided")                                                                       \
    X(RANGE_REASON, "%1$s from the nearest target, reaches %2$s.")                                                     \
    X(SETTINGS_NOTE, "Settings not at their default: %1$s.")                                                           \
    X(RULE_NOTE, "Rule %1$s: %2$s")                                                                                    \
    X(MORE_LINES, "... and %1$s more lines; --json tells them all.")                                                   \
    X(MOVED, "%1$s now stands at (%2$s, %3$s, %4$s) mm.")                                                              \
    X(COHESION_YES, "Cohesion holds for %1$s.")                                                                        \
    X(COHESION_NO, "Cohesion is broken for %1$s.")                                                                     \
    X(COHESION_MARGINAL, "Cohesion of %1$s is too close to call.")                                                     \
    X(COHESION_ALONE, "Cohesion: %1$s is a single model.")                                                             \
    X(COHESION_FREE, "Cohesion: %1$s is no infantry, and no rule keeps its models together.")                          \
    X(COHESION_PAIR_YES, "The farthest two, %1$s and %2$s, are %3$s apart: %5$s less than the %4$s allowed.")          \
    X(COHESION_PAIR_NO, "%1$s and %2$s are %3$s apart: %5$s more than the %4$s allowed.")                              \
    X(COHESION_PAIR_MARGINAL, "%1$s and %2$s are %3$s apart: too close to the limit of %4$s to call (%5$s).")          \
    X(COHESION_DISC_YES, "A disc of %1$s can touch every base; one of %2$s would do, %3$s less.")                      \
    X(COHESION_DISC_NO, "No disc of %1$s touches every base; it would take %2$s, %3$s more.")                          \
    X(COHESION_DISC_MARGINAL, "Too close to call whether a disc of %1$s touches every base: it takes %2$s (%3$s).")    \
    X(COHESION_OTHER, "By the other reading: %1$s")                                                                    \
    X(COHESION_CHAIN, "From model to model the longest step is %1$s, from %2$s to %3$s.")                              \
    X(THE_CENTRE, "the centre")                                                                                        \
    X(THE_TEMPLATE, "the template")                                                                                    \
    X(TEMPLATE_HITS, "%1$s at (%2$s, %3$s) mm: %4$s hit.")                                                             \
    X(TEMPLATE_NOBODY, "%1$s at (%2$s, %3$s) mm: nobody is hit.")                                                      \
    X(TEMPLATE_OPEN, "%1$s at (%2$s, %3$s) mm: not decided whether anybody is hit.")                                   \
    X(TEMPLATE_ONE, "1 model")                                                                                         \
    X(TEMPLATE_MANY, "%1$s models")                                                                                    \
    X(TEMPLATE_UNIT, "%1$s%2$s: %3$s hit: %4$s.")                                                                      \
    X(TEMPLATE_UNIT_NONE, "%1$s%2$s: nobody hit.")                                                                     \
    X(TEMPLATE_FRIEND, " (friends)")                                                                                   \
    X(TEMPLATE_UNSEEN, "%1$s lies under it but is not hit: %2$s")                                                      \
    X(TEMPLATE_LEVEL, "%1$s lies under it but stands on level %2$s, and level %3$s is struck.")                        \
    X(TEMPLATE_EDGE, "%1$s: too close to call whether it lies under the edge (%2$s).")                                 \
    X(TEMPLATE_SIGHT_OPEN, "%1$s lies under it; whether it is seen was not decided.")                                  \
    X(TEMPLATE_LEGAL, "%1$s may place it there.")                                                                      \
    X(TEMPLATE_ILLEGAL, "%1$s may not place it there: %2$s")                                                           \
    X(TEMPLATE_PLACE_OPEN, "Whether %1$s may place it there was not decided: %2$s")                                    \
    X(TEMPLATE_PLACEHOLDER, "The outline of %1$s is a placeholder: the rules print no measure.")                       \
    X(PLACE_SOLID, "The centre lies inside something solid.")                                                          \
    X(PLACE_CLOSE, "%1$s reaches close combat only.")                                                                  \
    X(PLACE_RANGE, "%1$s to the centre, reaches %2$s.")                                                                \
    X(PLACE_TOO_NEAR, "%1$s to the centre, no nearer than %2$s.")                                                      \
    X(PLACE_NO_WEAPON, "%1$s has no weapon in the scene with the template %2$s: arc and range were not judged.")       \
    X(PLACE_NOBODY, "Nobody was named who fires: arc, range and sight to it were not judged.")                         \
    X(PLACE_TOUCHES, "It touches %1$s.")                                                                               \
    X(PLACE_APART, "It lies %2$s away from %1$s, and must touch it.")                                                  \
    X(PLACE_STRAIGHT, "It points away from the middle of %1$s.")                                                       \
    X(PLACE_ASKEW, "Its axis passes the middle of %1$s by %2$s.")                                                      \
    X(MARGIN_SHOWN, "Hidden: %1$s would be seen %2$s %3$s%4$s.")                                                       \
    X(MARGIN_NOT_SHOWN, "Hidden: no move of %1$s up to %2$s was found that shows it%4$s.")                             \
    X(MARGIN_HIDDEN, "Seen: %1$s would be hidden %2$s %3$s%4$s.")                                                      \
    X(MARGIN_NOT_HIDDEN, "Seen: no move of %1$s up to %2$s was found that hides it%4$s.")                              \
    X(MARGIN_OPENS, "If %1$s stood %2$s %3$s, a line would open%4$s.")                                                 \
    X(MARGIN_NOT_OPENS, "No move of %1$s alone, up to %2$s, was found that opens a line%4$s.")                         \
    X(MARGIN_CLOSES, "If %1$s stood %2$s %3$s, the line would be closed%4$s.")                                         \
    X(MARGIN_NOT_CLOSES, "No move of %1$s, up to %2$s, was found that closes the line%4$s.")                           \
    X(MARGIN_NOWHERE, ", and nowhere within %1$s of where it stands")                                                  \
    X(MARGIN_NONE, "; within %1$s none does")                                                                          \
    X(MARGIN_NEVER, "; within %1$s it never is")                                                                       \
    X(WAY_AWAY, "farther away")                                                                                        \
    X(WAY_AWAY_LEFT, "farther away and to the left")                                                                   \
    X(WAY_LEFT, "farther to the left")                                                                                 \
    X(WAY_NEAR_LEFT, "nearer and to the left")                                                                         \
    X(WAY_NEARER, "nearer")                                                                                            \
    X(WAY_NEAR_RIGHT, "nearer and to the right")                                                                       \
    X(WAY_RIGHT, "farther to the right")                                                                               \
    X(WAY_AWAY_RIGHT, "farther away and to the right")                                                                 \
    X(CUT_SHORT, "Cut short by the time limit: a preview, not a ruling.")                                              \
    X(TABLE_CANCELLED, "The question was cancelled.")

typedef enum tl_sentence {
#define TL_SENTENCE_ENUM(name, english) TL_SAY_##name,
    TL_SENTENCES(TL_SENTENCE_ENUM)
#undef TL_SENTENCE_ENUM
        TL_SENTENCE_COUNT
} tl_sentence;

/* Fills a sentence into a buffer (cut when too small). Up to six texts. */
void tl_say(char *buffer, size_t size, tl_sentence sentence, const char *a, const char *b, const char *c, const char *d,
            const char *e, const char *f);

/* A sentence without arguments, such as a single word. */
const char *tl_phrase(tl_sentence sentence);

/* A length for players: "43.2 cm" or "17.05\"" (to 0.05\"); below a centimetre "3.1 mm" or "0.12\"". `units`: 0 cm,
 * 1 inch. Independent of the locale. */
enum { TL_LENGTH_SIZE = 32 };
const char *tl_length_text(double mm, int units, char buffer[TL_LENGTH_SIZE]);
/* A number with `decimals` digits (0 to 3), independent of the locale. */
const char *tl_decimal_text(double value, int decimals, char buffer[TL_LENGTH_SIZE]);

#endif
