/* main.c: the window's loop: listen, draw what changed, rest.
 *
 * While something moves, drafts are drawn; when it is still for a moment, the fine picture, which is given up when
 * somebody touches something. Where fine pictures are quick there are no drafts. */
#include "app.h"

#include "camera/vector.h"
#include "report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double GLIDE_SECONDS = 0.2, STILL_SECONDS = 0.12, NOTE_SECONDS = 4;
/* A fine picture that takes no longer than this needs no draft before it. */
static const double QUICK_SECONDS = 0.03;
/* Drafts slower than this leave the shadows of what is dragged where they were. */
static const double SLOW_SECONDS = 0.07;
/* An answer that comes within this time is not announced. */
static const double ASKING_SECONDS = 0.15;

static const char *const HELP[] = {"Looking",
                                   "",
                                   "Left drag",
                                   "turn about the point under the pointer",
                                   "Right drag",
                                   "shift; also Space + drag, middle drag",
                                   "Wheel",
                                   "nearer and farther, to the pointer",
                                   "Double click",
                                   "fill the window with what was clicked",
                                   "1",
                                   "seated at the table; also Home",
                                   "2",
                                   "from above",
                                   "3",
                                   "from the eyes of the selected model",
                                   "Tab",
                                   "the view alone",
                                   "Asking",
                                   "",
                                   "S",
                                   "sight: click who looks, then who is looked at",
                                   "T",
                                   "tape: how far from one to the other",
                                   "F",
                                   "attack of one unit on another",
                                   "C",
                                   "cover of one unit from another",
                                   "A",
                                   "field of fire",
                                   "Shift + click",
                                   "another target for the same shooter",
                                   "Esc",
                                   "step back: question, tool, selection",
                                   "Arranging",
                                   "",
                                   "V",
                                   "select: click a model",
                                   "Drag",
                                   "moves the selected model over the table",
                                   "Q  E",
                                   "turn it by 15 degrees, with Shift by 5",
                                   "Ctrl + Z",
                                   "take back a move; Ctrl + Y does it again",
                                   "Ctrl + S",
                                   "save the scene",
                                   "The rest",
                                   "",
                                   "U",
                                   "centimetres or inches",
                                   "P",
                                   "save a picture beside the scene",
                                   "H",
                                   "this sheet; also F1",
                                   "Ctrl + Q",
                                   "close",
                                   NULL,
                                   NULL};

/* --- What hands.c asks for ---------------------------------------------------------------------------------------- */

tlv_view tlv_app_view(const tlv_app *app) {
    return tlv_view_make(&app->camera, app->width, app->height, (tlv_rect){0, 0, app->width, app->height},
                         tl_scene_box(app->session.scene), 0);
}

double tlv_app_aspect(const tlv_app *app) {
    return (double)app->width / app->height;
}

void tlv_app_say(tlv_app *app, bool standing, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->note, sizeof(app->note), format, arguments);
    va_end(arguments);
    app->note_until = standing ? INFINITY : tlv_window_time() + NOTE_SECONDS;
    app->chrome_changed = true;
}

void tlv_app_log(const tlv_app *app, const char *format, ...) {
    if (app->log) {
        va_list arguments;
        va_start(arguments, format);
        fputs("view: ", stderr);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
        va_end(arguments);
    }
}

/* --- Drawing ------------------------------------------------------------------------------------------------------ */

static bool is_inch(const tlv_app *app) {
    return strcmp(tl_scene_units(app->session.scene), "inch") == 0;
}

static void feed(tlv_app *app) {
    tl_draw_sink sink = tlv_renderer_sink(app->renderer);
    const tlv_inquiry *q = &app->inquiry;
    const char *outlined[4] = {NULL, NULL, NULL, NULL};
    int count = 0;
    const char *const names[] = {app->session.selected, q->from, q->to};
    for (int i = 0; i < 3; i++) {
        if (names[i][0] != '\0') { /* those who are asked about: whole units, where units are */
            outlined[count++] = i == 0 ? names[i] : tlv_app_asked_name(app, names[i]);
        }
    }
    const tl_scene_drawing drawing = {.labels = true,
                                      .cores = q->from[0] != '\0',
                                      .without = app->eye_of[0] != '\0' ? app->eye_of : NULL,
                                      .outlined = outlined};
    tlv_renderer_begin(app->renderer);
    tl_scene_draw(app->session.scene, &drawing, &sink);
    if (q->answer.ruling) {
        tl_ruling_draw(q->answer.ruling, app->session.scene, &sink);
    }
    app->content_changed = false;
    app->view_changed = true;
}

static void style_view(const tlv_app *app, tlv_style *style, bool draft) {
    style->grid_mm = is_inch(app) ? 101.6 : 100;
    style->draft = draft;
    style->draft_keeps_shadows = app->hand.gesture == TLV_GESTURE_DRAG && app->draft_seconds > SLOW_SECONDS;
    if (app->eye_of[0] != '\0') { /* lines end in this eye, and their sleeves would fill it */
        style->near_mm = 0.5;
        style->no_lines = true;
    }
}

static bool want_attention(void *user) {
    tlv_app *app = user;
    tlv_window_listen(app->window, 0);
    return tlv_window_is_urgent(app->window) || tlv_asker_is_ready(app->asker);
}

static tl_status draw_draft(tlv_app *app, tl_error *error) {
    tlv_style style = {0};
    style_view(app, &style, true);
    double start = tlv_window_time();
    tl_status status = tlv_renderer_draw(app->renderer, &app->camera, &style, error);
    app->draft_seconds = tlv_window_time() - start;
    app->view_changed = app->fine = false;
    app->drafts++;
    app->drafts_seconds += app->draft_seconds;
    return status;
}

/* When it is given up it is simply not there yet. */
static tl_status draw_fine(tlv_app *app, bool whatever_happens, tl_error *error) {
    tlv_style style = {0};
    tl_error cause = {0};
    style_view(app, &style, false);
    double start = tlv_window_time();
    tlv_renderer_set_interrupt(app->renderer, whatever_happens ? NULL : want_attention, app);
    tl_status status = tlv_renderer_draw(app->renderer, &app->camera, &style, &cause);
    if (status == TL_ERROR_CANCELLED) {
        return TL_OK;
    }
    if (status != TL_OK && error) {
        *error = cause;
    }
    app->fine_seconds = tlv_window_time() - start;
    app->view_changed = false;
    app->fine = true;
    if (app->drafts > 1) {
        tlv_app_log(app, "%d drafts of %.0f ms, then a picture of %.0f ms", app->drafts,
                    1000 * app->drafts_seconds / app->drafts, 1000 * app->fine_seconds);
    }
    app->drafts = 0;
    app->drafts_seconds = 0;
    return status;
}

/* The ruling as captions; `words` holds them. While the answer is not that of the last question it is a preview. */
static void style_ruling(const tlv_app *app, tlv_style *style, char words[2300]) {
    const tlv_inquiry *q = &app->inquiry;
    if (q->asked == 0) {
        return;
    }
    bool current = q->answer.serial == q->asked && !q->answer.preview;
    if (q->answer.serial == 0) {
        snprintf(words, 2300, "%s and %s", tl_scene_name_of(app->session.scene, q->from),
                 tl_scene_name_of(app->session.scene, q->to));
        style->captions[0] = words;
        style->sign = TLV_SIGN_ASKING;
        style->sign_text = "ASKING";
        return;
    }
    snprintf(words, 2300, "%s%s", current ? "" : "Preview: ", q->text);
    int count = 0;
    for (char *line = strtok(words, "\n"); line && count < 5; line = strtok(NULL, "\n")) {
        style->captions[count++] = line;
    }
    bool tape = strcmp(q->query, "range") == 0; /* no verdict: a length */
    if (!current) {
        style->sign = tape ? TLV_SIGN_NONE : TLV_SIGN_ASKING;
        style->sign_text = "ASKING";
    } else if (q->answer.ruling && !tape) {
        tl_verdict verdict = tl_ruling_verdict(q->answer.ruling);
        style->sign = tlv_verdict_sign(verdict);
        style->sign_text = tl_ruling_badge(q->answer.ruling);
    }
}

static const char *hint_of(const tlv_app *app) {
    const tlv_inquiry *q = &app->inquiry;
    const tlv_tool *tool = &tlv_tools[app->tool];
    if (app->frames < 1 || q->asked != 0) {
        return NULL;
    }
    if (!tool->query) {
        return app->session.selected[0] == '\0' ? tool->first : NULL;
    }
    return q->from[0] == '\0' ? tool->first : tool->second;
}

/* Puts texts over the picture and shows both. */
static tl_status show(tlv_app *app, tl_error *error) {
    char words[2300], title[300], scale[16];
    const char *tools[2 * TLV_TOOLS + 1] = {NULL};
    tlv_style style = {0};
    tlv_panel panel = {.tool = -1};
    if (!app->bare) {
        snprintf(title, sizeof(title), "%s%s", tl_scene_name(app->session.scene),
                 tlv_session_is_changed(&app->session) ? " \u2022" : "");
        snprintf(scale, sizeof(scale), is_inch(app) ? "8\"" : "20 cm");
        style.title = title;
        style.scale_bar_mm = is_inch(app) ? 203.2 : 200;
        style.scale_text = scale;
        style_ruling(app, &style, words);
        for (int i = 0; i < TLV_TOOLS; i++) {
            tools[2 * i] = tlv_tools[i].cap;
            tools[2 * i + 1] = tlv_tools[i].name;
        }
        panel.tools = tools;
        panel.tool = app->tool;
        panel.hint = hint_of(app);
    }
    bool slow =
        app->inquiry.asked != app->inquiry.answer.serial && tlv_window_time() - app->inquiry.asked_at > ASKING_SECONDS;
    panel.note = tlv_window_time() < app->note_until ? app->note : slow && !app->bare ? "asking\u2026" : NULL;
    if (app->help) {
        panel.sheet_title = "Keys";
        panel.sheet = HELP;
    }
    tl_status status = tlv_renderer_compose(app->renderer, &style, &panel, error);
    if (status == TL_OK) {
        tlv_renderer_present(app->renderer);
        tlv_window_swap(app->window);
    }
    app->chrome_changed = false;
    app->frames++;
    return status;
}

static void name_window(tlv_app *app) {
    char title[300];
    snprintf(title, sizeof(title), "%s%s", tlv_session_is_changed(&app->session) ? "*" : "",
             tl_scene_name(app->session.scene));
    tlv_window_title(app->window, title);
}

tl_status tlv_app_save_picture(tlv_app *app, const char *path, tl_error *error) {
    tl_status status = TL_OK;
    app->note_until = 0;
    if (app->content_changed) {
        feed(app);
    }
    if (!app->fine || app->view_changed) {
        status = draw_fine(app, true, error);
    }
    if (status == TL_OK) {
        status = show(app, error);
    }
    return status == TL_OK ? tlv_renderer_save_png(app->renderer, path, error) : status;
}

/* --- The loop ----------------------------------------------------------------------------------------------------- */

static void take_answer(tlv_app *app) {
    tlv_inquiry *q = &app->inquiry;
    tlv_answer answer;
    if (!tlv_asker_take(app->asker, &answer)) {
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
        tlv_app_log(app, "ruling %s %s %s %s (%.0f ms): %s", q->query, q->from, q->to,
                    verdicts[tl_ruling_verdict(answer.ruling)], 1000 * answer.seconds,
                    tl_ruling_summary(answer.ruling));
    } else {
        snprintf(q->text, sizeof(q->text), "%s\n%s", answer.error.message, answer.error.remedy);
        tlv_app_log(app, "no ruling: %s", answer.error.message);
    }
    app->content_changed = app->chrome_changed = true;
}

static void glide(tlv_app *app) {
    double t = (tlv_window_time() - app->glide_start) / GLIDE_SECONDS;
    if (app->glide_start < 0) {
        return;
    }
    if (t >= 1) {
        app->camera = app->glide_to;
        app->glide_start = -1;
    } else {
        app->camera = tlv_camera_glide(&app->glide_from, &app->glide_to, t * t * (3 - 2 * t));
    }
    app->view_changed = true;
}

/* For those who drive the window from outside: where members can be clicked. */
static void log_members(const tlv_app *app) {
    tlv_view view = tlv_app_view(app);
    for (size_t i = 0; app->log && i < app->session.place_count; i++) {
        const char *id = tl_scene_member(app->session.scene, i);
        tl_vec3 eye, forward, from, along;
        tl_pick pick;
        if (tl_scene_eye(app->session.scene, id, &eye, &forward, NULL) != TL_OK) {
            continue;
        }
        tlv_projected p = tlv_view_project(&view, eye);
        tlv_view_pixel_ray(&view, rint(p.x), rint(p.y), &from, &along);
        if (tl_scene_pick(app->session.scene, from, along, true, NULL, &pick, NULL) == TL_OK &&
            pick.kind == TL_PICK_MEMBER && strcmp(pick.id, id) == 0) {
            tlv_app_log(app, "member %s at %.0f %.0f", id, p.x, p.y);
        }
    }
    tlv_app_log(app, "ready");
}

/* How long nothing need be done unless something happens; negative: for ever. */
static double rest(const tlv_app *app) {
    double now = tlv_window_time(), until = INFINITY;
    if (app->options->frames > 0 || app->content_changed || app->view_changed || app->chrome_changed ||
        app->glide_start >= 0) {
        return 0;
    }
    if (!app->fine) {
        until = fmin(until, app->moved_at + STILL_SECONDS);
    }
    if (now < app->note_until) {
        until = fmin(until, app->note_until);
    }
    if (app->inquiry.asked != app->inquiry.answer.serial) {
        double announced = app->inquiry.asked_at + ASKING_SECONDS;
        until = announced > now ? fmin(until, announced) : until;
    }
    return isinf(until) ? -1 : fmax(until - now, 1e-4);
}

static tl_status fit_size(tlv_app *app, tl_error *error) {
    int width, height;
    tlv_window_size(app->window, &width, &height);
    if (width < 16 || height < 16 || (width == app->width && height == app->height)) {
        return TL_OK;
    }
    app->width = width;
    app->height = height;
    app->view_changed = true;
    app->fine_seconds = 0;
    return tlv_renderer_resize(app->renderer, width, height, error);
}

static tl_status draw(tlv_app *app, tl_error *error) {
    tl_status status = fit_size(app, error);
    double now = tlv_window_time();
    bool note_ends = app->note[0] != '\0' && now >= app->note_until;
    if (note_ends) {
        app->note[0] = '\0';
    }
    bool shows = app->chrome_changed || note_ends;
    if (status == TL_OK && app->content_changed) {
        feed(app);
    }
    bool counted = app->options->frames > 0;
    if (status == TL_OK && (app->view_changed || counted)) {
        bool quick = app->fine_seconds > 0 && app->fine_seconds < QUICK_SECONDS;
        bool last = counted && app->frames + 1 >= app->options->frames;
        app->moved_at = now;
        status = quick || last ? draw_fine(app, true, error) : draw_draft(app, error);
        shows = true;
    } else if (status == TL_OK && !app->fine && now - app->moved_at >= STILL_SECONDS) {
        status = draw_fine(app, false, error);
        shows = shows || app->fine;
    }
    if (app->inquiry.asked != app->inquiry.answer.serial && now - app->inquiry.asked_at > ASKING_SECONDS) {
        shows = true;
    }
    return status == TL_OK && shows ? show(app, error) : status;
}

static tl_status loop(tlv_app *app, tl_error *error) {
    tl_status status = TL_OK;
    bool changed = false, told = false;
    while (status == TL_OK && !app->quit) {
        tlv_event event;
        tlv_window_listen(app->window, rest(app));
        while (tlv_window_next(app->window, &event)) {
            tlv_app_take(app, &event);
        }
        take_answer(app);
        glide(app);
        status = draw(app, error);
        if (changed != tlv_session_is_changed(&app->session)) {
            changed = !changed;
            name_window(app);
        }
        if (!told && app->fine && status == TL_OK) {
            told = true;
            log_members(app);
        }
        app->quit = app->quit || (app->options->frames > 0 && app->frames >= app->options->frames);
    }
    if (status == TL_OK && app->options->frames > 0) {
        tlv_app_log(app, "%d pictures, drafts of %.0f ms, the last in %.0f ms", app->frames, 1000 * app->draft_seconds,
                    1000 * app->fine_seconds);
    }
    return status;
}

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && value[0] != '\0' && strcmp(value, "0") != 0;
}

static tl_status open_app(tlv_app *app, tl_scene *scene, const char *path, tl_error *error) {
    const tlv_viewer_options *o = app->options;
    tl_status status = tlv_session_open(&app->session, scene, path, error);
    if (status == TL_OK) {
        status = tlv_window_create(o->width > 0 ? o->width : 1280, o->height > 0 ? o->height : 800,
                                   tl_scene_name(scene), &app->window, error);
    }
    if (status == TL_OK) {
        const tlv_asker_options how = {
            .import_helper = o->import_helper, .mesh_cache = o->mesh_cache, .set = o->set, .wake = tlv_window_wake};
        status = tlv_asker_create(path, &how, &app->asker, error);
    }
    if (status == TL_OK) {
        tlv_window_size(app->window, &app->width, &app->height);
        status = tlv_renderer_create_current(tlv_window_function, app->width, app->height, 4, &app->renderer, error);
    }
    if (status == TL_OK) {
        app->camera = tlv_camera_table(tl_scene_box(scene), tlv_app_aspect(app));
        app->content_changed = app->chrome_changed = true;
    }
    return status;
}

tl_status tlv_view_window(tl_scene *scene, const char *path, const tlv_viewer_options *options, tl_error *error) {
    static const tlv_viewer_options standard = {0};
    tlv_app *app = calloc(1, sizeof(*app));
    if (!app) {
        return tlv_fail_memory(error);
    }
    app->options = options ? options : &standard;
    app->log = is_set("TRUELINE_VIEW_LOG");
    app->still = is_set("TRUELINE_REDUCED_MOTION");
    app->glide_start = -1;
    tl_status status = open_app(app, scene, path, error);
    if (status == TL_OK) {
        status = loop(app, error);
    }
    if (status == TL_OK && app->options->shot) {
        status = tlv_app_save_picture(app, app->options->shot, error);
    }
    tl_ruling_destroy(app->inquiry.answer.ruling);
    tlv_asker_destroy(app->asker);
    tlv_renderer_destroy(app->renderer);
    tlv_window_destroy(app->window);
    tlv_session_close(&app->session);
    free(app);
    return status;
}
