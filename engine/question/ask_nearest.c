/* ask_nearest.c: who, or which cover, is nearest? */
#include "question/ask.h"
#include "tell/tell_nearest.h"

#include <string.h>

tl_status tl_ask_nearest(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    static const char *const words[] = {"enemies", "friends", "all", "cover"}; /* as tl_closest_whom */
    tl_closest_whom whom = TL_CLOSEST_ENEMIES;
    bool known = question->whom == NULL;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && !known; i++) {
        known = strcmp(words[i], question->whom) == 0;
        whom = (tl_closest_whom)i;
    }
    if (!known) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "whom", "look for enemies, friends, all or cover",
                       "nobody is called `%s`", question->whom);
    }
    if (whom == TL_CLOSEST_COVER && question->to != NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "leave it out", "cover isn't looked for among models");
    }
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    if (whom == TL_CLOSEST_COVER && tl_ruleset_cited(ruleset, tl_by(TL_CLAUSE_NEAREST_COVER))[0] == '\0') {
        return tl_fail(error, TL_ERROR_NO_RULE, NULL, "whom", "look for enemies, friends or all",
                       "the rule system %s has no rule for the nearest cover", tl_ruleset_name(ruleset));
    }
    tl_party from;
    tl_closest nearest = {.inquiry = inquiry};
    tl_status status = tl_referee_party(inquiry->referee, question->from, "from", &from, error);
    if (status == TL_OK) {
        status = tl_closest_judge(inquiry, &from, whom, question->sight, question->to, &nearest, error);
    }
    if (status == TL_OK) {
        tl_tell_nearest(&nearest, answer);
    }
    tl_closest_free(&nearest);
    return status;
}
