/* fields.c: the fields of questions: how each is called in JSON and on the command line, and where it is kept. */
#include "question/question.h"

#include <stddef.h>

#define AT(member) offsetof(tl_question, member)

const tl_query_field tl_query_fields[TL_QUERY_FIELDS] = {
    [TL_QUERY_FIELD_FROM] = {"from", NULL, TL_FIELD_TEXT, "", "", "a unit or a member of the scene", AT(from), 0},
    [TL_QUERY_FIELD_TO] = {"to", NULL, TL_FIELD_TEXT, "", "", "a unit or a member of the scene", AT(to), 0},
    [TL_QUERY_FIELD_UNIT] = {"unit", NULL, TL_FIELD_TEXT, "", "", "a unit of the scene", AT(unit), 0},
    [TL_QUERY_FIELD_MEMBER] = {"member", NULL, TL_FIELD_TEXT, "", "", "a model, or a unit that has just one",
                               AT(member), 0},
    [TL_QUERY_FIELD_WEAPON] = {"weapon", "--weapon", TL_FIELD_TEXT, "ID", "", "one weapon only", AT(weapon), 0},
    [TL_QUERY_FIELD_SHAPE] = {"shape", "--shape", TL_FIELD_TEXT, "NAME", "", "which, such as a blast or a flame",
                              AT(shape), 0},
    [TL_QUERY_FIELD_AT] = {"at", "--at", TL_FIELD_POINT, "X,Y[,Z]", "X,Y or X,Y,Z in millimetres",
                           "the place: of a template its centre (a flame: its tip)", AT(at), AT(at_count)},
    [TL_QUERY_FIELD_LEVEL] = {"level", "--level", TL_FIELD_WHOLE, "N", "a whole number from 0",
                              "which floor, 0 the lowest", AT(level), AT(has_level)},
    [TL_QUERY_FIELD_TOWARD] = {"toward", "--toward", TL_FIELD_TEXT, "B", "",
                               "laid on this unit or model, or pointing at it", AT(toward), 0},
    [TL_QUERY_FIELD_ANGLE] = {"angle", "--angle", TL_FIELD_NUMBER, "DEG", "degrees", "the way a flame points",
                              AT(angle_deg), AT(has_angle)},
    [TL_QUERY_FIELD_BEST] = {"best", "--best", TL_FIELD_FLAG, "", "",
                             "where it catches most enemies and fewest friends", AT(best), 0},
    [TL_QUERY_FIELD_SIDE] = {"side", "--side", TL_FIELD_TEXT, "S", "", "whose it is", AT(side), 0},
    [TL_QUERY_FIELD_FRIENDS_WEIGHT] = {"friends_weight", "--friends-weight", TL_FIELD_NUMBER, "W",
                                       "a number from 0 to 1000", "what a friend hit costs, in enemies (1)",
                                       AT(friends_weight), AT(has_friends_weight)},
    [TL_QUERY_FIELD_FIRER] = {"from", "--from", TL_FIELD_TEXT, "A", "", "who fires", AT(from), 0},
    [TL_QUERY_FIELD_LIMIT] = {"limit_mm", "--limit", TL_FIELD_LENGTH, "LENGTH",
                              "a length such as 600, 60cm, 24in or 6u",
                              "how far: 600 (mm), 60cm, 24in or 6u (game units)", AT(limit_mm), AT(has_limit)},
    [TL_QUERY_FIELD_SKILL] = {"skill", "--skill", TL_FIELD_TEXT, "NAME", "", "the radius of a special rule", AT(skill),
                              0},
    [TL_QUERY_FIELD_SIGHT] = {"sight", "--sight", TL_FIELD_FLAG, "", "", "who is to count must be in sight, too",
                              AT(sight), 0},
    [TL_QUERY_FIELD_MARGIN] = {"margin", "--margin", TL_FIELD_FLAG, "", "",
                               "also how far things must move before the answer changes", AT(margin), 0},
    [TL_QUERY_FIELD_PROOF] = {"proof", "--proof", TL_FIELD_FLAG, "", "",
                              "of a no, which part of the target is hidden by what", AT(proof), 0},
    [TL_QUERY_FIELD_PATH] = {"path", "--path", TL_FIELD_PATH, "X,Y[,Z] ...", "points X,Y or X,Y,Z in millimetres",
                             "the points it goes to, mm; Z: the floor nearest to that height", AT(path),
                             AT(path_count)},
    [TL_QUERY_FIELD_MARCH] = {"march", "--march", TL_FIELD_FLAG, "", "", "in a march", AT(march), 0},
    [TL_QUERY_FIELD_FACING] = {"facing", "--facing", TL_FIELD_NUMBER, "DEG", "degrees",
                               "how the model faces: who reacts turns on the spot first, who moves at the end",
                               AT(facing_deg), AT(has_facing)},
    [TL_QUERY_FIELD_WHOM] = {"whom", "--whom", TL_FIELD_TEXT, "enemies|friends|all", "", "whom to look for (enemies)",
                             AT(whom), 0},
    [TL_QUERY_FIELD_ZONE] = {"zone", NULL, TL_FIELD_TEXT, "", "", "a zone of the scene's scenario", AT(zone), 0}};

static const tl_query_field common[] = {
    {"id", NULL, TL_FIELD_ANY, "", "", "echoed in the answer", AT(id), 0},
    {"query", NULL, TL_FIELD_TEXT, "", "", "the question", AT(query), 0},
    {"lang", "--lang", TL_FIELD_TEXT, "en|fr", "", "the language of the answer", AT(language), 0},
    {"set", "--set", TL_FIELD_TEXTS, "NAME=VALUE", "NAME=VALUE", "settings of the rule system, for this question",
     AT(set), 0},
    {"tolerance_mm", "--tolerance", TL_FIELD_NUMBER, "MM", "millimetres, 0 or more",
     "closer to a limit than this is too close to call (0.05)", AT(tolerance_mm), AT(has_tolerance)},
    {"time_limit_ms", "--time-limit", TL_FIELD_NUMBER, "MS", "milliseconds, more than 0",
     "no longer than this: an answer that is cut short says so", AT(time_limit_ms), 0},
    {"effort", "--effort", TL_FIELD_NUMBER, "N", "a number from 0.001 to 1000",
     "N times the usual work: what is not settled may be", AT(effort), 0}};

const tl_query_field *tl_query_common_field(size_t index) {
    return index < sizeof(common) / sizeof(common[0]) ? &common[index] : NULL;
}
