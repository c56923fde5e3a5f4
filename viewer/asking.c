/* asking.c: the question on the table, and its answer. */
#include "app.h"

#include "tools/tool.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* While a model is dragged, rulings that take longer are shown as far as they are known. */
static const double PREVIEW_MS = 40;
/* Thinking longer means so many times the work, up to what a question may take. */
static const double LONGER = 10, MOST_EFFORT = 1000;

const char *tlv_asked_name(const tlv_app *app, const char *member) {
    const char *unit = tlv_tools[app->tool]->units ? tl_scene_unit_of(app->scene, member) : NULL;
    return unit ? unit : member;
}

bool tlv_is_asking(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    return q->asked != 0 && (q->answer.serial != q->asked || q->answer.preview);
}

bool tlv_is_ruled(const tlv_app *app) {
    return app->inquiry.asked != 0 && !tlv_is_asking(app) && app->inquiry.answer.ruling;
}

/* The language that is spoken for a tag such as "fr_CA.UTF-8"; NULL: the context's. */
static const char *spoken(const char *tag) {
    size_t length = tag ? strcspn(tag, "_-.@") : 0;
    for (size_t i = 0; tag && tl_language_tag(i); i++) {
        if (strlen(tl_language_tag(i)) == length && strncmp(tl_language_tag(i), tag, length) == 0) {
            return tl_language_tag(i);
        }
    }
    return NULL;
}

bool tlv_question_of(const tlv_app *app, tl_question *question) {
    const tlv_inquiry *q = &app->inquiry;
    const tlv_tool *tool = tlv_tools[app->tool];
    *question = (tl_question){.struct_size = sizeof(tl_question), .language = spoken(app->language)};
    if (tool->question) {
        return tool->question(app, question);
    }
    question->query = tool->query;
    question->from = tlv_asked_name(app, q->from);
    question->to = tlv_asked_name(app, q->to);
    return tool->query && q->from[0] != '\0' && q->to[0] != '\0';
}

/* A request about the table as it stands. */
static tlv_request request_for(const tlv_app *app, tlv_request_kind kind, const tl_question *question) {
    return (tlv_request){.kind = kind, .question = question, .units = tl_scene_units(app->scene), .scene = app->scene};
}

static void ask(tlv_app *app, bool hurry, double effort) {
    tlv_inquiry *q = &app->inquiry;
    tl_question question;
    if (!tlv_question_of(app, &question)) {
        return;
    }
    question.effort = q->effort = effort;
    q->settled_down = hurry;
    q->margin_asked = 0;
    question.proof = hurry && strcmp(question.query, "los") == 0;
    tlv_request request = request_for(app, TLV_REQUEST_RULING, &question);
    request.hurry = hurry;
    request.preview_ms = hurry || app->script ? 0 : PREVIEW_MS;
    if (q->answer.serial == q->asked) {
        q->asked_at = tlv_window_time(app->window);
    }
    q->asked = tlv_asker_ask(app->asker, &request);
    snprintf(q->query, sizeof(q->query), "%s", question.query);
    app->chrome_changed = true;
}

void tlv_ask(tlv_app *app, bool hurry) {
    ask(app, hurry, 0);
}

bool tlv_may_think_longer(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    return tlv_is_ruled(app) && tl_ruling_sign(q->answer.ruling) == TL_SIGN_NOT_SETTLED && q->effort < MOST_EFFORT;
}

void tlv_think_longer(tlv_app *app) {
    double effort = app->inquiry.effort > 0 ? app->inquiry.effort : 1;
    ask(app, true, effort * LONGER < MOST_EFFORT ? effort * LONGER : MOST_EFFORT);
}

/* By how much what was ruled would change comes after the ruling: it takes several times as long. */
static void ask_margin(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_question question;
    bool sight = strcmp(q->query, "los") == 0 && tl_ruling_verdict(q->answer.ruling) != TL_VERDICT_MARGINAL;
    if (sight && q->settled_down && tlv_question_of(app, &question)) {
        question.proof = question.margin = true;
        question.effort = q->effort;
        const tlv_request request = request_for(app, TLV_REQUEST_MARGIN, &question);
        q->margin_asked = tlv_asker_ask(app->asker, &request);
    }
}

static void take_margin(tlv_app *app, tlv_answer answer) {
    tlv_inquiry *q = &app->inquiry;
    bool wanted = answer.serial == q->margin_asked && answer.ruling && q->answer.ruling;
    q->margin_asked = answer.serial == q->margin_asked ? 0 : q->margin_asked;
    if (!wanted) {
        tl_ruling_destroy(answer.ruling);
        return;
    }
    tl_ruling_destroy(q->answer.ruling);
    q->answer.ruling = answer.ruling;
    snprintf(q->text, sizeof(q->text), "%s", tl_ruling_text(answer.ruling));
    app->models_changed = true;
}

static void forget_tried(tlv_inquiry *q) {
    tl_ruling_destroy(q->tried.ruling);
    q->tried = (tlv_answer){0};
    q->tried_asked = 0;
    q->try_name[0] = '\0';
}

void tlv_try(tlv_app *app, const char *name, const char *value) {
    tlv_inquiry *q = &app->inquiry;
    tl_question question;
    forget_tried(q);
    app->chrome_changed = true;
    if (!name || !tlv_question_of(app, &question)) {
        return;
    }
    snprintf(q->try_name, sizeof(q->try_name), "%s", name);
    snprintf(q->try_value, sizeof(q->try_value), "%s", value);
    const char *const set[] = {q->try_name, q->try_value, NULL};
    question.set = set;
    question.effort = q->effort;
    const tlv_request request = request_for(app, TLV_REQUEST_TRIED, &question);
    q->tried_asked = tlv_asker_ask(app->asker, &request);
}

bool tlv_may_compare(const tlv_app *app) {
    tl_question question;
    return tlv_is_ruled(app) && tlv_question_of(app, &question) && tl_query_compares(question.query);
}

void tlv_forget_compared(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_comparison_destroy(q->compared.comparison);
    q->compared = (tlv_answer){0};
    q->compare_asked = 0;
    if (app->sheet == TLV_SHEET_COMPARE) {
        app->sheet = TLV_SHEET_NONE;
    }
    app->chrome_changed = true;
}

void tlv_compare_rules(tlv_app *app) {
    static char names[TLV_SYSTEMS * (TLV_NAME + 1)];
    tlv_inquiry *q = &app->inquiry;
    tl_question question;
    size_t used = 0;
    if (!tlv_question_of(app, &question)) {
        return;
    }
    tlv_forget_compared(app);
    tlv_systems_list(app);
    names[0] = '\0';
    for (int i = 0; i < app->systems.count; i++) { /* one that can't be read is told where systems are chosen */
        const tlv_system *system = &app->systems.list[i];
        if (system->title[0] != '\0') {
            used += (size_t)snprintf(names + used, sizeof(names) - used, "%s\n", system->name);
        }
    }
    question.effort = q->effort;
    tlv_request request = request_for(app, TLV_REQUEST_COMPARED, &question);
    request.hurry = true;
    request.systems = names;
    q->compare_asked = tlv_asker_ask(app->asker, &request);
    app->sheet = TLV_SHEET_COMPARE;
    app->chrome_changed = true;
}

static void take_compared(tlv_app *app, tlv_answer answer) {
    tlv_inquiry *q = &app->inquiry;
    if (answer.serial != q->compare_asked || app->sheet != TLV_SHEET_COMPARE) {
        tl_comparison_destroy(answer.comparison);
        return;
    }
    q->compared = answer;
    if (answer.comparison) {
        tlv_log(app, "compared: %s", tl_comparison_end(answer.comparison));
    } else {
        tlv_log(app, "not compared: %s", answer.error.message);
    }
}

void tlv_save_ruling(tlv_app *app, const char *ending) {
    tlv_inquiry *q = &app->inquiry;
    tl_question question;
    char date[32];
    time_t now = time(NULL);
    struct tm day;
    if (!tlv_is_ruled(app) || !tlv_question_of(app, &question)) {
        return;
    }
    if (!tlv_session_free_name(&app->session, ending, q->report, sizeof(q->report))) {
        tlv_note(app, false, "note.no_name", NULL);
        return;
    }
    question.proof = question.margin = strcmp(question.query, "los") == 0; /* as the card has it */
    question.effort = q->effort;
    tlv_request request = request_for(app, TLV_REQUEST_REPORT, &question);
    request.file = q->report;
    if (!app->script && localtime_r(&now, &day) && strftime(date, sizeof(date), "%Y-%m-%d", &day) > 0) {
        request.date = date; /* a script makes the same bytes tomorrow */
    }
    q->report_asked = tlv_asker_ask(app->asker, &request);
    tlv_note(app, true, "note.writing", q->report);
}

void tlv_forget_answer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tl_ruling_destroy(q->answer.ruling);
    q->answer = (tlv_answer){0};
    q->asked = q->margin_asked = 0;
    q->step = -1;
    q->choosing = false;
    forget_tried(q);
    tlv_forget_compared(app);
    if (app->asker) {
        tlv_asker_drop(app->asker);
    }
    app->models_changed = app->chrome_changed = true;
}

void tlv_forget_question(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tlv_forget_answer(app);
    q->from[0] = q->to[0] = '\0';
    q->station_count = 0;
    q->pointing = q->best = false;
    q->turn_deg = 0;
}

/* What to do about a refusal, by the place it names: the engine's remedies are for those who write questions. */
static const char *remedy_for(const tlv_app *app, const tl_error *error) {
    static const struct {
        const char *query, *place, *text;
    } remedies[] = {{"template", "from", "refused.firer"},
                    {"template", "flame_axis", "refused.flame_axis"},
                    {"reach", "slope_distance", "refused.slope"},
                    {"scatter", "from", "refused.thrower"},
                    {NULL, "to", "refused.same"}};
    for (size_t i = 0; i < sizeof(remedies) / sizeof(*remedies); i++) {
        bool fits = !remedies[i].query || strcmp(remedies[i].query, app->inquiry.query) == 0;
        if (fits && strcmp(remedies[i].place, error->place) == 0) {
            return tlv_say(app, remedies[i].text);
        }
    }
    return error->remedy;
}

static void take_ruling(tlv_app *app, tlv_answer answer) {
    tlv_inquiry *q = &app->inquiry;
    if (q->asked == 0 || answer.serial < q->answer.serial || answer.serial < q->since) { /* nobody wants it any more */
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
        snprintf(q->text, sizeof(q->text), "%s\n%s", answer.error.message, remedy_for(app, &answer.error));
        tlv_log(app, "no ruling: %s", answer.error.message);
    }
    app->models_changed = true;
    if (!answer.preview && answer.ruling) {
        ask_margin(app);
    }
    if (!answer.preview && q->try_name[0] != '\0') { /* beside it stands the answer to the same question */
        char name[TLV_TRY_WORDS], value[TLV_TRY_WORDS];
        memcpy(name, q->try_name, sizeof(name));
        memcpy(value, q->try_value, sizeof(value));
        tlv_try(app, name, value);
    }
}

static void take_report(tlv_app *app, tlv_answer answer) {
    tlv_inquiry *q = &app->inquiry;
    tl_ruling_destroy(answer.ruling);
    if (answer.serial == q->report_asked) {
        q->report_asked = 0;
        if (answer.status == TL_OK) {
            tlv_note(app, false, "note.saved", q->report);
            tlv_log(app, "wrote %s", q->report);
        } else {
            app->note_until = 0;
            tlv_show_trouble(app, &answer.error);
        }
    }
}

void tlv_take_answer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tlv_answer answer;
    while (app->asker && tlv_asker_take(app->asker, &answer)) {
        if (answer.kind == TLV_REQUEST_RULING) {
            take_ruling(app, answer);
        } else if (answer.kind == TLV_REQUEST_MARGIN) {
            take_margin(app, answer);
        } else if (answer.kind == TLV_REQUEST_REPORT) {
            take_report(app, answer);
        } else if (answer.kind == TLV_REQUEST_COMPARED) {
            take_compared(app, answer);
        } else if (answer.serial == q->tried_asked) {
            tl_ruling_destroy(q->tried.ruling);
            q->tried = answer;
        } else {
            tl_ruling_destroy(answer.ruling);
        }
        app->chrome_changed = true;
    }
}

const char *tlv_asked_about(const tlv_app *app, char *buffer, size_t size) {
    const tlv_inquiry *q = &app->inquiry;
    if (q->from[0] != '\0' && q->to[0] != '\0') {
        return tlv_say_with(app, buffer, size, "card.of_two", tlv_name_of(app, tlv_asked_name(app, q->from)),
                            tlv_name_of(app, tlv_asked_name(app, q->to)));
    }
    snprintf(buffer, size, "%s", q->from[0] != '\0' ? tlv_name_of(app, tlv_asked_name(app, q->from)) : "");
    return buffer;
}
