/* ask_sees.c: whom does one see, and who sees it? */
#include "question/ask.h"
#include "tell/tell_sees.h"

#include <string.h>

tl_status tl_ask_sees(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    static const char *const words[] = {"enemies", "friends", "all"};
    tl_sees_whom whom = TL_SEES_ENEMIES;
    bool known = question->whom == NULL;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && !known; i++) {
        known = strcmp(words[i], question->whom) == 0;
        whom = (tl_sees_whom)i;
    }
    if (!known) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "whom", "look for enemies, friends or all",
                       "nobody is called `%s`", question->whom);
    }
    tl_party from;
    tl_sees sees;
    tl_status status = tl_referee_party(inquiry->referee, question->from, "from", &from, error);
    if (status != TL_OK) {
        return status;
    }
    status = tl_sees_judge(inquiry, &from, whom, &sees, error);
    if (status == TL_OK) {
        tl_tell_sees(&sees, answer);
    }
    tl_sees_free(&sees);
    return status;
}
