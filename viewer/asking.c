/* asking.c: the question on the table, and its answer. */
#include "app.h"

#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

/* While a model is dragged, rulings that take longer are shown as far as they are known. */
static const double PREVIEW_MS = 40;

const char *tlv_asked_name(const tlv_app *app, const char *member) {
    const char *unit = tlv_tools[app->tool]->units ? tl_scene_unit_of(app->scene, member) : NULL;
    return unit ? unit : member;
}

bool tlv_is_asking(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    return q->asked != 0 && (q->answer.serial != q->asked || q->answer.preview);
}

void tlv_ask(tlv_app *app, bool hurry) {
    tlv_inquiry *q = &app->inquiry;
    const tlv_tool *tool = tlv_tools[app->tool];
    if (!tool->query || q->from[0] == '\0' || q->to[0] == '\0') {
        return;
    }
    const tlv_request request = {.query = tool->query,
                                 .from = tlv_asked_name(app, q->from),
                                 .to = tlv_asked_name(app, q->to),
                                 .units = tl_scene_units(app->scene),
                                 .places = app->session.places,
                                 .place_count = app->session.place_count,
                                 .hurry = hurry,
                                 .preview_ms = hurry || app->script ? 0 : PREVIEW_MS};
    if (q->answer.serial == q->asked) {
        q->asked_at = tlv_window_time(app->window);
    }
    q->asked = tlv_asker_ask(app->asker, &request);
    snprintf(q->query, sizeof(q->query), "%s", tool->query);
    app->chrome_changed = true;
}

void tlv_forget_answer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_ruling_destroy(q->answer.ruling);
    q->answer = (tlv_answer){0};
    q->asked = 0;
    if (app->asker) {
        tlv_asker_drop(app->asker);
    }
    app->models_changed = app->chrome_changed = true;
}

void tlv_forget_question(tlv_app *app) {
    tlv_forget_answer(app);
    app->inquiry.from[0] = app->inquiry.to[0] = '\0';
}

void tlv_take_answer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tlv_answer answer;
    if (!app->asker || !tlv_asker_take(app->asker, &answer)) {
        return;
    }
    if (q->asked == 0 || answer.serial < q->answer.serial) { /* nobody wants it any more */
        tl_ruling_destroy(answer.ruling);
        return;
    }
    tl_ruling_destroy(q->answer.ruling);
    q->answer = answer;
    if (answer.ruling) {
        snprintf(q->text, sizeof(q->text), "%s", tl_ruling_text(answer.ruling));
        static const char *const verdicts[] = {"no", "yes", "marginal"};
        tlv_log(app, "ruling %s %s %s %s (%.0f ms): %s", q->query, q->from, q->to,
                verdicts[tl_ruling_verdict(answer.ruling)], 1000 * answer.seconds, tl_ruling_summary(answer.ruling));
    } else {
        snprintf(q->text, sizeof(q->text), "%s\n%s", answer.error.message, answer.error.remedy);
        tlv_log(app, "no ruling: %s", answer.error.message);
    }
    app->models_changed = app->chrome_changed = true;
}
