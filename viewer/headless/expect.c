/* expect.c: looks up what a script expects of the window, thing by thing. */
#include "headless/expect.h"

#include "tools/bench.h"
#include "shot.h"
#include "tools/tool.h"

#include <trueline/explain.h>

#include <stdio.h>
#include <string.h>

static const char *const SHEETS[] = {"none",    "welcome", "palette", "help",    "open",  "unsaved", "trouble",
                                     "save-as", "left",    "scan",    "missing", "rules", "compare"};

static void tool(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", tlv_tools[app->tool]->id);
}

static void selected(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->session.selected[0] != '\0' ? app->session.selected : "nothing");
}

static void verdict(const tlv_app *app, char *is, size_t size) {
    static const char *const verdicts[] = {"no", "yes", "marginal"};
    const tlv_answer *a = &app->inquiry.answer;
    snprintf(is, size, "%s",
             app->inquiry.asked == 0 ? "none"
             : tlv_is_asking(app)    ? "asking"
             : !a->ruling            ? "refused"
                                     : verdicts[tl_ruling_verdict(a->ruling)]);
}

/* The word and the sign over the ruling, as the card shows them. */
static void badge(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", tlv_is_ruled(app) ? tl_ruling_badge(app->inquiry.answer.ruling) : "");
}

static void sign(const tlv_app *app, char *is, size_t size) {
    static const char *const signs[TLV_SIGNS] = {
        [TLV_SIGN_NONE] = "none",          [TLV_SIGN_YES] = "yes",       [TLV_SIGN_NO] = "no",
        [TLV_SIGN_MARGINAL] = "too-close", [TLV_SIGN_ASKING] = "asking", [TLV_SIGN_OPEN] = "not-settled",
        [TLV_SIGN_UNKNOWN] = "unknown"};
    snprintf(is, size, "%s", signs[tlv_is_ruled(app) ? tlv_ruling_sign(app->inquiry.answer.ruling) : TLV_SIGN_NONE]);
}

static void ruling(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->inquiry.answer.serial != 0 ? app->inquiry.text : ""); /* as the card has it */
}

static void note(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->note);
}

static void hint(const tlv_app *app, char *is, size_t size) {
    const tlv_tool *t = tlv_tools[app->tool];
    const char *name = app->scene && t->hint ? t->hint(app) : NULL;
    snprintf(is, size, "%s", name ? tlv_say(app, name) : "");
}

static void sheet(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", SHEETS[app->sheet]);
}

static void saved(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->scene && tlv_session_is_changed(&app->session) ? "no" : "yes");
}

static void table(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->scene ? tl_scene_name(app->scene) : "none");
}

static void units(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->scene ? tl_scene_units(app->scene) : "none");
}

static void eyes(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->eye_of[0] != '\0' ? app->eye_of : "none");
}

static void panels(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", app->no_panels ? "away" : "there");
}

static void trouble(const tlv_app *app, char *is, size_t size) {
    tl_report_text(&app->trouble, is, size);
}

static void hint_step(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%d", app->hint_step);
}

static void marks(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%d", app->bench ? tlv_parts_count(app) : 0);
}

/* The last line of the comparison that is shown: whether the rule systems differ. */
static void compared(const tlv_app *app, char *is, size_t size) {
    const tlv_answer *a = &app->inquiry.compared;
    snprintf(is, size, "%s",
             a->comparison    ? tl_comparison_end(a->comparison)
             : a->serial != 0 ? a->error.message
                              : "nothing");
}

/* What is tried, and what comes of it: "los_target=core no Mastiff ..." */
static void tried(const tlv_app *app, char *is, size_t size) {
    static const char *const verdicts[] = {"no", "yes", "marginal"};
    const tlv_inquiry *q = &app->inquiry;
    if (q->try_name[0] == '\0') {
        snprintf(is, size, "nothing");
    } else {
        const tl_ruling *r = q->tried.ruling;
        snprintf(is, size, "%s=%s %s %s", q->try_name, q->try_value, r ? verdicts[tl_ruling_verdict(r)] : "",
                 r ? tl_ruling_summary(r) : q->tried.error.message);
    }
}

/* What is shown: "none", or a map or firing positions, that are old or not; and whether another is being made. */
static void map(const tlv_app *app, char *is, size_t size) {
    const tlv_mapping *m = &app->mapping;
    snprintf(is, size, "%s%s%s%s",
             m->problem[0] != '\0' ? m->problem
             : m->map              ? "map"
             : m->firing           ? "firing"
                                   : "none",
             m->old ? " old" : "", m->done ? " done" : "", m->asked != 0 ? " working" : "");
}

/* What is said of all of it, and of the cell under the pointer. */
static void map_says(const tlv_app *app, char *is, size_t size) {
    char here[400];
    tlv_map_summary(app, is, size);
    if (tlv_map_here(app, here, sizeof(here))) {
        snprintf(is + strlen(is), size - strlen(is), " %s", here);
    }
}

static void firing(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%zu", app->mapping.firing ? tl_firing_figures(app->mapping.firing).places : 0);
}

/* Of what is held, else of what is selected: whether it may stand there, and a word about it. */
static void ring(const tlv_app *app, char *is, size_t size) {
    static const char *const footings[] = {
        [TLV_FOOTING_GOOD] = "good", [TLV_FOOTING_UNCERTAIN] = "doubtful", [TLV_FOOTING_BAD] = "bad"};
    char words[256] = "";
    const char *id = tlv_holds_ghost(app) ? app->shelf.ghost : app->session.selected;
    if (!app->scene || id[0] == '\0') {
        snprintf(is, size, "none");
        return;
    }
    const char *footing = footings[tlv_footing_of(app, id, words, sizeof(words))];
    snprintf(is, size, "%s%s%s", footing, words[0] != '\0' ? " " : "", words);
}

/* The rule system by its name, and what stands in the way of another one that was chosen. */
static void rules(const tlv_app *app, char *is, size_t size) {
    const tlv_systems *s = &app->systems;
    tl_rules_stranger stranger;
    size_t count = 0;
    while (s->change && tl_rules_change_stranger(s->change, count, &stranger)) {
        count++;
    }
    if (!app->scene) {
        snprintf(is, size, "none");
    } else if (s->problem.status != TL_OK) {
        snprintf(is, size, "%s, broken: %s", tlv_system_of(app), s->problem.message);
    } else if (s->change) {
        snprintf(is, size, "%s, to %s: %zu unknown, %s", tlv_system_of(app), tl_rules_change_title(s->change), count,
                 tlv_systems_may_take(app) ? "may be taken" : "wants words");
    } else {
        snprintf(is, size, "%s", tlv_system_of(app));
    }
}

/* The settings that aren't at their default: "a=b c=d". */
static void settings(const tlv_app *app, char *is, size_t size) {
    char value[TL_SETTING_VALUE];
    tl_setting_info setting;
    size_t used = 0;
    is[0] = '\0';
    for (size_t i = 0; app->scene && tl_scene_setting(app->scene, i, app->language, value, &setting); i++) {
        if (!setting.is_default && used < size) {
            used += (size_t)snprintf(is + used, size - used, "%s%s=%s", used > 0 ? " " : "", setting.name, value);
        }
    }
}

static void light(const tlv_app *app, char *is, size_t size) {
    snprintf(is, size, "%s", tlv_is_night(app->scene) ? "night" : "day");
}

static const struct {
    const char *name;
    void (*tell)(const tlv_app *app, char *is, size_t size);
    bool holds; /* it is enough that it holds the wanted words */
} THINGS[] = {{"tool", tool, false},         {"selected", selected, false},
              {"verdict", verdict, false},   {"ruling", ruling, true},
              {"note", note, true},          {"hint", hint, true},
              {"sheet", sheet, false},       {"saved", saved, false},
              {"table", table, false},       {"units", units, false},
              {"eyes", eyes, false},         {"panels", panels, false},
              {"trouble", trouble, true},    {"hint-step", hint_step, false},
              {"marks", marks, false},       {"map", map, false},
              {"map-says", map_says, true},  {"firing", firing, false},
              {"tried", tried, true},        {"compared", compared, true},
              {"badge", badge, false},       {"sign", sign, false},
              {"ring", ring, true},          {"rules", rules, true},
              {"settings", settings, false}, {"light", light, false}};

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static void tell_label(void *user, const tl_draw_label *label) {
    fprintf(user, "label %s\n", label->text);
}

static void leave_line(void *user, const tl_draw_line *line) {
    (void)user;
    (void)line;
}

static void leave_mesh(void *user, const tl_draw_mesh *mesh) {
    (void)user;
    (void)mesh;
}

void tlv_tell(const tlv_app *app, FILE *file) {
    char is[2048];
    const tl_draw_sink sink = {
        .struct_size = sizeof(tl_draw_sink), .user = file, .label = tell_label, .line = leave_line, .mesh = leave_mesh};
    sign(app, is, sizeof(is));
    fprintf(file, "sign %s\n", is);
    badge(app, is, sizeof(is));
    fprintf(file, "badge %s\n", is);
    ruling(app, is, sizeof(is));
    for (char *line = strtok(is, "\n"); line; line = strtok(NULL, "\n")) {
        fprintf(file, "text %s\n", line);
    }
    if (app->scene && app->inquiry.answer.ruling) {
        tl_ruling_draw(app->inquiry.answer.ruling, app->scene, &sink, NULL);
    }
    if (app->scene && tlv_tools[app->tool]->draw) {
        tlv_tools[app->tool]->draw(app, &sink);
    }
    ring(app, is, sizeof(is));
    fprintf(file, "ring %s\nnote %s\n", is, app->note);
}

tlv_expectation tlv_expect(const tlv_app *app, const char *what, const char *wanted, char *is, size_t size) {
    for (size_t i = 0; i < sizeof(THINGS) / sizeof(*THINGS); i++) {
        if (strcmp(THINGS[i].name, what) == 0) {
            THINGS[i].tell(app, is, size);
            bool met = THINGS[i].holds ? strstr(is, wanted) != NULL : strcmp(is, wanted) == 0;
            return met ? TLV_EXPECT_MET : TLV_EXPECT_FAILED;
        }
    }
    return TLV_EXPECT_UNKNOWN;
}
