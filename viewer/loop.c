/* loop.c: listen, draw what changed, rest.
 *
 * While something moves, drafts are drawn; when it is still for a moment, the fine picture, which is given up when
 * somebody touches something. Where fine pictures are quick there are no drafts. */
#include "app.h"

#include "camera/space.h"
#include "commands/commands.h"
#include "headless/script.h"
#include "panels/panels.h"
#include "render/png.h"
#include "render/shrink.h"
#include "report.h"
#include "shot.h"
#include "tools/tool.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double STILL_SECONDS = 0.12;
/* A fine picture that takes no longer than this needs no draft before it. */
static const double QUICK_SECONDS = 0.03;
/* Drafts slower than this leave shadows where they were in the last fine picture. */
static const double SLOW_SECONDS = 0.07;
/* After drafts slower than this come drafts of half the sharpness, as long as those take longer than that. */
static const double SHARP_SECONDS = 0.06, BLOCKS_SECONDS = 0.018;
/* Drafts of tables with more triangles show fine meshes by fewer. */
static const size_t COARSE_TRIANGLES = 400000;
/* An answer that comes within this time is not announced. */
static const double ASKING_SECONDS = 0.15;
/* How often the way of long work is shown. */
static const double PROGRESS_SECONDS = 0.1;
/* A window that hears nothing for longer than this is told of in the log. */
static const double DEAF_SECONDS = 0.1;

/* --- Panels ------------------------------------------------------------------------------------------------------- */

static const tlv_flat *build(tlv_app *app) {
    tlv_gui_begin(app->gui, app->width, app->height, app->scale, tlv_window_time(app->window));
    app->layout = tlv_panels_layout(app);
    if (!app->scene && !app->loader && app->sheet == TLV_SHEET_NONE) {
        app->sheet = TLV_SHEET_WELCOME; /* there is nothing else */
    }
    tlv_top_bar(app);
    tlv_bottom_strip(app);
    if (app->scene) {
        tlv_systems_look(app);
        tlv_rail(app);
    }
    if (app->layout.right.width > 0) {
        tlv_right_panel(app);
    }
    if (app->scene) {
        tlv_hints(app);
    }
    tlv_welcome(app);
    tlv_palette(app);
    tlv_help(app);
    tlv_dialogs(app);
    return tlv_gui_end(app->gui);
}

void tlv_build_panels(tlv_app *app) {
    build(app);
    if (app->wanted >= 0) {
        int wanted = app->wanted;
        app->wanted = -1;
        tlv_command_run(app, wanted);
    }
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

/* The small pictures of what both see, once for each ruling. They are drawn where the picture is drawn, with models of
 * their own; what hides a target wants a content of its own, so it comes last. True: all is to be fed anew. */
static bool keep_eyes(tlv_app *app, tl_error *error) {
    const tlv_inquiry *q = &app->inquiry;
    tl_question question;
    if (app->layout.right.width <= 0 || !tlv_is_ruled(app) || app->eyes_serial == q->answer.serial ||
        app->lifted != 0 || !tlv_question_of(app, &question)) { /* (the renderer lacks the terrain that is dragged) */
        return false;
    }
    const tlv_subject subject = {app->scene, q->answer.ruling, &question};
    int width = (int)(0.5 * app->layout.right.width), drawn = 0;
    app->eyes_serial = q->answer.serial;
    for (int i = 1; i >= 0; i--) {
        tlv_shot_view view = i == 1 ? TLV_SHOT_TO : TLV_SHOT_FROM;
        tlv_small_eyes *small = &app->eyes[i];
        tlv_eyes eyes;
        if (!tlv_shot_eyes(&subject, view, &eyes)) {
            continue;
        }
        view = i == 0 && tlv_shot_has(&subject, TLV_SHOT_PROOF) ? TLV_SHOT_PROOF : view;
        snprintf(small->member, sizeof(small->member), "%s", eyes.member);
        tlv_shot_title(&subject, view, small->title, sizeof(small->title));
        tl_status status = tlv_shot_keep(app->renderer, &subject, view, TLV_SLOT_EYES + i, width,
                                         width * TLV_EYES_HEIGHT / TLV_EYES_WIDTH, error);
        drawn += status == TL_OK;
        app->models_changed = true;
        if (status == TL_ERROR_CANCELLED) { /* the next fine picture tries again */
            app->eyes_serial = 0;
            break;
        }
    }
    app->eyes_count = drawn == 2 ? 2 : 0;
    app->chrome_changed = true;
    return app->models_changed;
}

static void style_view(const tlv_app *app, tlv_style *style, bool draft) {
    style->grid_mm = app->scene ? tl_scene_game_unit(app->scene) : 100;
    tlv_style_night(app->scene, style);
    style->pixel_scale = tlv_window_scale(app->window);
    style->draft = draft;
    style->draft_blocks = app->draft_blocks;
    style->draft_coarse = app->triangles > COARSE_TRIANGLES;
    style->draft_keeps_shadows = app->slow_drafts;
    style->drafts_follow = app->slow_drafts;
    style->part = app->layout.view;
    if (app->eye_of[0] != '\0') { /* lines end in this eye, and their sleeves would fill it */
        style->near_mm = 0.5;
        style->no_lines = true;
    }
}

/* Listens to the window; what was done since the last time had it wait. */
static void hear(tlv_app *app, double seconds) {
    double deaf = app->heard_at > 0 ? tlv_seconds() - app->heard_at : 0;
    app->longest_deaf = fmax(app->longest_deaf, deaf);
    if (deaf > DEAF_SECONDS) {
        tlv_log(app, "heard nothing for %.0f ms", 1000 * deaf);
    }
    tlv_window_listen(app->window, seconds);
    app->heard_at = tlv_seconds();
}

static bool want_attention(void *user) {
    tlv_app *app = user;
    hear(app, 0);
    return tlv_window_is_urgent(app->window) || (app->asker && tlv_asker_is_ready(app->asker));
}

static tl_status draw_draft(tlv_app *app, tl_error *error) {
    tlv_style style = {0};
    style_view(app, &style, true);
    double start = tlv_seconds();
    tl_status status = tlv_renderer_draw(app->renderer, &app->camera, &style, error);
    app->draft_seconds = tlv_seconds() - start;
    app->slow_drafts = app->slow_drafts || app->draft_seconds > SLOW_SECONDS;
    app->draft_blocks = app->draft_seconds > (app->draft_blocks ? BLOCKS_SECONDS : SHARP_SECONDS);
    app->view_changed = app->fine = false;
    app->drafts++;
    app->drafts_seconds += app->draft_seconds;
    return status;
}

/* A small picture of the table for the start page, once it is drawn. */
static void keep_small_picture(tlv_app *app) {
    enum { SMALL_W = 352, SMALL_H = 220 };
    char path[TLV_STATE_PATH];
    tlv_rect view = app->layout.view;
    uint8_t *rgba = malloc(4 * (size_t)app->width * (size_t)app->height), *small = malloc(4 * SMALL_W * SMALL_H);
    app->pictured = true;
    if (rgba && small && tlv_recent_picture(app->path, path, sizeof(path)) &&
        tlv_renderer_read(app->renderer, rgba, NULL) == TL_OK) {
        tlv_shrink(rgba, app->width, view, small, SMALL_W, SMALL_H);
        tlv_png_save(path, small, SMALL_W, SMALL_H, NULL);
    }
    free(rgba);
    free(small);
}

/* When it is given up it is simply not there yet. */
static tl_status draw_fine(tlv_app *app, bool whatever_happens, tl_error *error) {
    tlv_style style = {0};
    tl_error cause = {0};
    bool through = whatever_happens || app->script;
    tlv_renderer_set_interrupt(app->renderer, through ? NULL : want_attention, app);
    if (keep_eyes(app, &cause)) { /* without them the ruling still stands */
        tlv_feed(app);
        if (cause.status == TL_ERROR_CANCELLED) { /* they were drawn over the picture */
            app->moved_at = tlv_window_time(app->window);
            return draw_draft(app, error);
        }
        cause = (tl_error){0};
    }
    style_view(app, &style, false);
    double start = tlv_seconds();
    tl_status status = tlv_renderer_draw(app->renderer, &app->camera, &style, &cause);
    if (status == TL_ERROR_CANCELLED) {
        return TL_OK;
    }
    if (status != TL_OK && error) {
        *error = cause;
    }
    app->fine_seconds = tlv_seconds() - start;
    app->view_changed = false;
    app->fine = true;
    if (app->drafts > 1) {
        tlv_log(app, "%d drafts of %.0f ms, then a picture of %.0f ms", app->drafts,
                1000 * app->drafts_seconds / app->drafts, 1000 * app->fine_seconds);
    }
    app->drafts = 0;
    app->drafts_seconds = 0;
    if (status == TL_OK && app->remembers && !app->pictured) {
        keep_small_picture(app);
    }
    return status;
}

/* Puts the panels over the picture and shows both. */
static tl_status show(tlv_app *app, tl_error *error) {
    tlv_rect view = app->layout.view;
    app->chrome_changed = false; /* what is wanted while it is built is drawn the next time */
    const tlv_flat *panels = build(app);
    if (memcmp(&view, &app->layout.view, sizeof(view)) != 0) {
        app->view_changed = true;
    }
    tl_status status = tlv_renderer_compose(app->renderer, NULL, panels, error);
    if (status == TL_OK && !tlv_window_is_headless(app->window)) { /* which has nothing to copy it to */
        tlv_renderer_present(app->renderer);
        tlv_window_swap(app->window);
    }
    app->frames += app->scene != NULL;
    app->chrome_changed = app->chrome_changed || tlv_gui_is_restless(app->gui);
    return status;
}

static tl_status draw_backdrop(tlv_app *app, tl_error *error) {
    static const tlv_camera any = {{0, -1000, 500}, {0, 0, 0}, {0, 0, 1}, 40, 0};
    const tlv_style style = {.draft = true};
    /* Out of sight, behind the camera: drivers make a program ready when something is drawn with it first, which the
     * first picture of a table would wait for. */
    static const tl_vec3 corners[3] = {{0, -2000, 1000}, {1, -2000, 1000}, {0, -2000, 1001}};
    static const uint32_t triangle[3] = {0, 1, 2};
    const tl_draw_mesh unseen = {.vertices = corners, .vertex_count = 3, .triangles = triangle, .triangle_count = 1};
    tlv_renderer_begin(app->renderer);
    const tl_draw_sink sink = tlv_renderer_sink(app->renderer);
    sink.mesh(sink.user, &unseen);
    app->fixed = 0;
    app->view_changed = app->content_changed = app->models_changed = false;
    return tlv_renderer_draw(app->renderer, &any, &style, error);
}

tl_status tlv_shoot(tlv_app *app, const char *path, bool draft, tl_error *error) {
    tl_status status = TL_OK;
    if (app->scene && (app->content_changed || app->models_changed)) {
        tlv_feed(app);
    }
    for (int i = 0; i < 3 && status == TL_OK; i++) { /* until panels know their sizes */
        if (app->scene && (draft || !app->fine || app->view_changed)) {
            status = draft ? draw_draft(app, error) : draw_fine(app, true, error);
        }
        if (status == TL_OK) {
            status = show(app, error);
        }
    }
    return status == TL_OK ? tlv_renderer_save_png(app->renderer, path, error) : status;
}

/* --- The loop ----------------------------------------------------------------------------------------------------- */

/* For those who drive the window from outside: where members can be clicked. */
static void log_members(const tlv_app *app) {
    for (size_t i = 0; app->log && tl_scene_member(app->scene, i); i++) {
        const char *id = tl_scene_member(app->scene, i);
        double x, y;
        if (tlv_pixel_of(app, id, &x, &y)) {
            tlv_log(app, "member %s at %.0f %.0f", id, x, y);
        }
    }
    tlv_log(app, "ready");
}

/* How long nothing need be done unless something happens; negative: for ever. */
static double rest(const tlv_app *app) {
    double now = tlv_window_time(app->window), until = INFINITY;
    bool shown = app->scene != NULL;
    if ((shown && app->options->frames > 0) || app->content_changed || app->models_changed || app->view_changed ||
        app->chrome_changed || app->glide_start >= 0) {
        return 0;
    }
    if (shown && !app->fine) {
        until = fmin(until, app->moved_at + STILL_SECONDS);
    }
    if (now < app->note_until) {
        until = fmin(until, app->note_until);
    }
    if (app->loader || tlv_is_mapping(app)) {
        until = fmin(until, now + PROGRESS_SECONDS);
    }
    until = fmin(until, now + tlv_keep_in(app));
    if (app->script && tlv_script_until(app->script) > now) {
        until = fmin(until, tlv_script_until(app->script));
    }
    if (app->inquiry.asked != app->inquiry.answer.serial) {
        double announced = app->inquiry.asked_at + ASKING_SECONDS;
        until = announced > now ? fmin(until, announced) : until;
    }
    return isinf(until) ? -1 : fmax(until - now, 1e-4);
}

/* A script goes on without the fine picture, which is drawn when it is shot or waits. */
bool tlv_is_idle(const tlv_app *app) {
    return !app->content_changed && !app->models_changed && !app->view_changed && !app->chrome_changed &&
           app->glide_start < 0 && !app->loader && (!app->scene || app->fine || app->script);
}

/* Panels grow a little with a tall window: what is read at arm's length on a laptop is read from farther on a screen.
 */
double tlv_panel_scale(const tlv_app *app, int height) {
    double scale = tlv_window_scale(app->window), more = (height / scale - 800) / 280;
    return scale * (1 + 0.2 * fmax(0, fmin(1, more)));
}

static tl_status fit_size(tlv_app *app, tl_error *error) {
    int width, height;
    tlv_window_size(app->window, &width, &height);
    double scale = tlv_panel_scale(app, height);
    if (width < 16 || height < 16 || (width == app->width && height == app->height && scale == app->scale)) {
        return TL_OK;
    }
    app->width = width;
    app->height = height;
    app->scale = scale;
    app->layout = tlv_panels_layout(app);
    app->view_changed = app->chrome_changed = true;
    app->fine_seconds = 0;
    app->slow_drafts = false;
    return tlv_renderer_resize(app->renderer, width, height, error);
}

static tl_status draw_table(tlv_app *app, bool *shows, tl_error *error) {
    double now = tlv_window_time(app->window);
    tl_status status = TL_OK;
    if (app->content_changed || app->models_changed) {
        tlv_feed(app);
    }
    bool counted = app->options->frames > 0;
    if (app->view_changed || counted) {
        bool quick = app->fine_seconds > 0 && app->fine_seconds < QUICK_SECONDS;
        bool last = counted && app->frames + 1 >= app->options->frames;
        app->moved_at = now;
        status = quick || last ? draw_fine(app, true, error) : draw_draft(app, error);
        *shows = true;
    } else if (!app->fine && now - app->moved_at >= STILL_SECONDS &&
               (!app->script || now < tlv_script_until(app->script))) {
        status = draw_fine(app, false, error);
        *shows = *shows || app->fine;
    }
    return status;
}

static tl_status draw(tlv_app *app, tl_error *error) {
    tl_status status = fit_size(app, error);
    if (app->script && tlv_script_goes_on(app->script)) {
        return status;
    }
    bool note_ends = app->note[0] != '\0' && tlv_window_time(app->window) >= app->note_until;
    if (note_ends) {
        app->note[0] = '\0';
    }
    bool shows = app->chrome_changed || note_ends;
    if (status == TL_OK && app->scene) {
        status = draw_table(app, &shows, error);
    } else if (status == TL_OK && (app->view_changed || shows)) {
        status = draw_backdrop(app, error);
        shows = true;
    }
    return status == TL_OK && shows ? show(app, error) : status;
}

static void name_window(tlv_app *app, bool changed) {
    char title[300];
    snprintf(title, sizeof(title), "%s%s", changed ? "*" : "", tl_scene_name(app->scene));
    tlv_window_title(app->window, title);
}

/* What happened outside: events, answers, tables that were read. */
static void listen(tlv_app *app) {
    tlv_event event;
    hear(app, rest(app));
    while (tlv_window_next(app->window, &event)) {
        tlv_take(app, &event);
    }
    if (!app->script) { /* a script says when */
        tlv_take_answer(app);
        tlv_take_map(app);
    }
    tlv_take_loaded(app);
    tlv_glide_on(app);
}

tl_status tlv_loop(tlv_app *app, tl_error *error) {
    tl_status status = TL_OK;
    bool changed = false;
    while (status == TL_OK && !app->quit) {
        if (app->script) {
            status = tlv_script_step(app->script, app, error);
            if (status != TL_OK || app->quit) {
                break;
            }
        }
        listen(app);
        if (app->first && app->trouble.status != TL_OK) {
            *error = app->trouble;
            return error->status;
        }
        if (tlv_gui_is_short()) {
            tlv_keep_now(app);
            tlv_note(app, true, "note.memory", NULL);
            tlv_log(app, "short of memory");
        }
        tlv_keep(app);
        status = draw(app, error);
        bool is_changed = app->scene && tlv_session_is_changed(&app->session);
        if (app->scene && changed != is_changed) {
            changed = is_changed;
            name_window(app, changed);
        }
        if (app->scene && !app->told && app->fine && status == TL_OK) {
            app->told = true;
            log_members(app);
        }
        app->quit = app->quit || (app->options->frames > 0 && app->frames >= app->options->frames);
    }
    if (status == TL_OK && app->options->frames > 0) {
        tlv_log(app, "%d pictures, drafts of %.0f ms, the last in %.0f ms", app->frames, 1000 * app->draft_seconds,
                1000 * app->fine_seconds);
    }
    return status;
}
