/* pair.c: questions of two: click one, then the other. */
#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

const char *tlv_pair_hint(const tlv_app *app, const char *first, const char *second) {
    const tlv_inquiry *q = &app->inquiry;
    return q->from[0] == '\0' ? first : q->to[0] == '\0' ? second : "hint.asked";
}

void tlv_pair_click(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    const char *member = app->hand.member;
    if (app->hand.pressed.kind != TL_PICK_MEMBER) {
        return;
    }
    tlv_select(app, member);
    if (q->from[0] == '\0' || (q->to[0] != '\0' && !app->hand.shift)) {
        tlv_forget_question(app);
        snprintf(q->from, sizeof(q->from), "%s", member);
    } else if (strcmp(q->from, member) != 0) {
        tlv_forget_answer(app);
        snprintf(q->to, sizeof(q->to), "%s", member);
        tlv_ask(app, true);
    }
}

bool tlv_pair_back(tlv_app *app) {
    if (app->inquiry.from[0] == '\0') {
        return false;
    }
    tlv_forget_question(app);
    return true;
}
