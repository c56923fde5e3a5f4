/* renderer.c: the renderer of picture.h: takes content, draws it, gives its pixels back. */
#include "picture.h"

#include "camera/space.h"
#include "camera/view.h"
#include "render/coarse.h"
#include "render/content.h"
#include "render/labels.h"
#include "render/overlay.h"
#include "render/passes.h"
#include "render/panels.h"
#include "render/pass.h"
#include "render/png.h"
#include "render/ribbon.h"
#include "render/prepared.h"
#include "render/text.h"
#include "report.h"
#include "window/offscreen.h"

#include <stdlib.h>

/* What was fed, and what of it the driver has. */
typedef struct renderer_table {
    tlv_content content;
    tlv_coarse coarse; /* of what was there at the mark, for drafts */
    bool framed;       /* the content holds the frame round the ground */
    tlv_solids solids; /* what the driver has of the content: content.same vertices, ... */
    bool tail_sent;    /* ... and, when it lacks some before the mark, those behind it */
    tlv_solids few;    /* what it has of the coarse one, ... */
    bool coarse_sent;  /* ... which is all of it */
    bool settled;      /* nothing was fed or forgotten since it was drawn last */
} renderer_table;

struct tlv_renderer {
    tlv_offscreen *offscreen; /* NULL: the context is the caller's */
    int width, height;
    renderer_table table;
    renderer_table aside; /* while pictures of something else are drawn */
    tlv_passes passes;
    tlv_text *text;
    tlv_overlay overlay;
    tlv_ribbons ribbons;
    bool composed; /* what is shown is not the picture alone */
    tlv_panels panels;
    tl_vec3 drawn_origin;
    tlv_view view; /* of the last picture or inset; width 0: none yet */
    tlv_rect rect;
    tl_box3 rest_box; /* of all that rests and stirs, with some room */
};

static const tlv_style PLAIN = {0};

static tl_status make_current(tlv_renderer *renderer, tl_error *error) {
    if (renderer->offscreen && !tlv_offscreen_make_current(renderer->offscreen)) {
        return tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, NULL, "the OpenGL context was lost");
    }
    return TL_OK;
}

/* The sink's functions: content changes, so the driver's copy is old. */
static void take_mesh(void *user, const tl_draw_mesh *mesh) {
    tlv_renderer *renderer = user;
    renderer->table.settled = renderer->table.tail_sent = false;
    tl_draw_sink sink = tlv_content_sink(&renderer->table.content);
    sink.mesh(sink.user, mesh);
}

static void take_line(void *user, const tl_draw_line *line) {
    tl_draw_sink sink = tlv_content_sink(&((tlv_renderer *)user)->table.content);
    sink.line(sink.user, line);
}

static void take_label(void *user, const tl_draw_label *label) {
    tl_draw_sink sink = tlv_content_sink(&((tlv_renderer *)user)->table.content);
    sink.label(sink.user, label);
}

static bool hidden_at(void *user, double x, double y, double depth) {
    tlv_renderer *renderer = user;
    return tlv_passes_depth_at(&renderer->passes, &renderer->view, x, y) < depth - 4 - 0.003 * fabs(depth);
}

/* A box that holds another and is kept while it does; else a new one with room for things to move. */
static tl_box3 box_around(tl_box3 kept, tl_box3 box) {
    tl_box3 both = tlv_box_union(kept, box);
    bool holds = !tlv_box_is_empty(kept) && both.low.x == kept.low.x && both.low.y == kept.low.y &&
                 both.low.z == kept.low.z && both.high.x == kept.high.x && both.high.y == kept.high.y &&
                 both.high.z == kept.high.z;
    const tl_vec3 room = {100, 100, 100};
    return holds || tlv_box_is_empty(box) ? kept : (tl_box3){tlv_sub(both.low, room), tlv_add(both.high, room)};
}

/* Content that was changed has a frame, and other shadows. */
static void settle(tlv_renderer *r, const tlv_style *style) {
    if (!r->table.framed) {
        r->table.framed = true;
        tlv_content_add_frame(&r->table.content);
    }
    bool moved = tlv_distance(r->table.content.origin, r->drawn_origin) > 0;
    bool kept = r->table.content.resting || (style->draft && style->draft_keeps_shadows);
    if (!kept || moved) {
        r->passes.shadowed = false;
    }
    r->drawn_origin = r->table.content.origin;
    r->table.settled = true;
}

/* The driver gets what it lacks of the content, in parts. `yields`: between them the picture can be given up; false
 * when it was, what was got stays. `coarse`: what is before the mark is not needed. */
static bool upload(tlv_renderer *r, bool coarse, bool yields) {
    enum { AT_ONCE = 510000 };
    renderer_table *t = &r->table;
    tlv_content *c = &t->content;
    if (coarse && c->same < c->mark.solid) {
        if (!t->tail_sent) {
            size_t kept = tlv_solids_upload(&t->solids, c->solid, c->mark.solid, c->solid_count, c->solid_count);
            c->same = kept < c->same ? kept : c->same;
        }
        return t->tail_sent = true;
    }
    while (c->same < c->solid_count && !t->solids.failed) {
        size_t left = c->solid_count - c->same, to = c->same + (left < AT_ONCE ? left : AT_ONCE);
        size_t kept = tlv_solids_upload(&t->solids, c->solid, c->same, to, c->solid_count);
        c->same = kept < c->same ? kept : to;
        if (yields && c->same < c->solid_count && tlv_pass_interrupted(&r->passes)) {
            return false;
        }
    }
    return true;
}

static bool make_coarse(tlv_renderer *r) {
    renderer_table *t = &r->table;
    if (!t->coarse.made) {
        tlv_coarse_make(&t->coarse, &t->content);
        t->coarse_sent = false;
    }
    if (!t->coarse_sent) {
        tlv_solids_upload(&t->few, t->coarse.vertices, 0, t->coarse.count, t->coarse.count);
        t->coarse_sent = true;
    }
    return t->coarse.range_count > 0;
}

/* In the context that has them. */
static void free_solids(renderer_table *t) {
    tlv_solids_free(&t->solids);
    tlv_solids_free(&t->few);
}

static void free_table(renderer_table *t) {
    tlv_content_free(&t->content);
    tlv_coarse_free(&t->coarse);
    *t = (renderer_table){.settled = false};
}

static tl_status interrupted(tl_error *error) {
    return tlv_fail(error, TL_ERROR_CANCELLED, NULL, NULL, "drawing was interrupted");
}

/* The view's own part of the picture: solids, lines, labels. */
static tl_status draw_view(tlv_renderer *r, const tlv_camera *camera, const tlv_style *style, tlv_rect rect,
                           tlv_rect safe, double scale, tl_error *error) {
    if (!r->table.settled) {
        settle(r, style);
    }
    bool coarse = style->draft && style->draft_coarse && r->table.content.marked && make_coarse(r);
    if (!upload(r, coarse, !style->draft)) {
        return interrupted(error);
    }
    tl_box3 box = tlv_box_union(tlv_box_union(tlv_box_empty(), r->table.content.box), r->table.content.clear_box);
    if (!tlv_box_is_empty(r->table.content.ground)) { /* the frame reaches that far at most */
        double reach = 0.03 * fmax(box.high.x - box.low.x, box.high.y - box.low.y);
        box = tlv_box_add(box, tlv_sub(box.low, (tl_vec3){reach, reach, reach}));
        box = tlv_box_add(box, tlv_add(box.high, (tl_vec3){reach, reach, 0}));
    }
    if (r->table.content.resting && style->draft) { /* the same depths from draft to draft, as far as it goes */
        r->rest_box = box_around(r->rest_box, box);
        box = r->rest_box;
    }
    tlv_text_refresh(r->text);
    r->view = tlv_view_make(camera, rect.width, rect.height, safe, box, style->near_mm);
    r->rect = rect;
    tlv_pass_view pass = {
        &r->table.content,     &r->view,     style, rect, scale, coarse ? &r->table.coarse : NULL, &r->table.solids,
        r->table.content.same, &r->table.few};
    tl_status status = tlv_passes_solid(&r->passes, &pass);
    if (status == TL_ERROR_CANCELLED) {
        return interrupted(error);
    }
    r->ribbons.count = r->ribbons.segment_count = 0;
    for (size_t i = 0; i < r->table.content.line_count; i++) {
        if (!style->no_lines || r->table.content.lines[i].thin) { /* thin ones are edges of areas */
            tlv_ribbons_add(&r->ribbons, &r->view, r->table.content.points, &r->table.content.lines[i], scale);
        }
    }
    tlv_passes_lines(&r->passes, &pass, &r->ribbons);
    r->overlay.count = 0;
    if (!style->no_labels) {
        tlv_labels_place(&r->overlay, &r->table.content, &r->view, &r->ribbons, scale, hidden_at, r,
                         tlv_pass_sky(style).g < 0.5f);
        tlv_passes_plates(&r->passes, rect, &r->overlay, false);
    }
    if (status != TL_OK || r->table.content.failed || r->table.solids.failed || r->table.few.failed ||
        r->ribbons.failed || r->overlay.failed) {
        return tlv_fail_memory(error);
    }
    GLenum trouble = glGetError();
    if (trouble != GL_NO_ERROR) {
        return trouble == GL_OUT_OF_MEMORY
                   ? tlv_fail_memory(error)
                   : tlv_fail(error, TL_ERROR_INTERNAL, NULL, NULL, "OpenGL reports error %#x while drawing", trouble);
    }
    return TL_OK;
}

static tl_status check_camera(const tlv_camera *c, tl_error *error) {
    bool good = tlv_is_finite(c->eye) && tlv_is_finite(c->target) && tlv_is_finite(c->up) && isfinite(c->fov_deg) &&
                (c->fov_deg > 0 ? c->fov_deg < 170 : isfinite(c->height_mm) && c->height_mm > 0);
    return good ? TL_OK
                : tlv_fail(error, TL_ERROR_ARGUMENT, NULL, NULL,
                           "a camera needs finite places, and a field below 170 degrees or a height above 0");
}

static tl_status check_size(int width, int height, tl_error *error) {
    if (width < 16 || height < 16 || width > 8192 || height > 8192) {
        return tlv_fail(error, TL_ERROR_ARGUMENT, NULL, "ask for 16 to 8192 pixels each way",
                        "a picture of %d by %d pixels can't be drawn", width, height);
    }
    return TL_OK;
}

/* With `load` in the context that is current, without it in one of its own. */
static tl_status create(tlv_gl_load *load, int width, int height, int samples, tlv_renderer **renderer,
                        tl_error *error) {
    *renderer = NULL;
    if (check_size(width, height, error) != TL_OK) {
        return TL_ERROR_ARGUMENT;
    }
    if (samples != 1 && samples != 4 && samples != 9) {
        return tlv_fail(error, TL_ERROR_ARGUMENT, NULL, "ask for 1, 4 or 9", "%d samples a pixel are not offered",
                        samples);
    }
    tlv_renderer *made = calloc(1, sizeof(*made));
    if (!made) {
        return tlv_fail_memory(error);
    }
    made->width = width;
    made->height = height;
    tlv_content_clear(&made->table.content);
    tl_status status = tlv_text_create(&made->text, error);
    if (status == TL_OK && !load) {
        status = tlv_offscreen_create(&made->offscreen, error);
    }
    /* The functions are the process's: another thread may be drawing with them. */
    bool loaded = !load && GLAD_GL_VERSION_3_3;
    if (status == TL_OK && !loaded && !gladLoadGL((GLADloadfunc)(load ? load : tlv_offscreen_function))) {
        status = tlv_fail(error, TL_ERROR_UNSUPPORTED, NULL, "install libegl1 and libgl1-mesa-dri",
                          "the OpenGL driver is older than 3.3");
    }
    if (status == TL_OK) {
        status = tlv_passes_create(&made->passes, width, height, samples == 1 ? 1 : samples == 4 ? 2 : 3, error);
    }
    if (status == TL_OK) {
        status = tlv_panels_create(&made->panels, error);
    }
    made->overlay.text = made->text;
    if (status != TL_OK) {
        tlv_renderer_destroy(made);
        return status;
    }
    *renderer = made;
    return TL_OK;
}

tl_status tlv_renderer_create_offscreen(int width, int height, int samples, tlv_renderer **renderer, tl_error *error) {
    return create(NULL, width, height, samples, renderer, error);
}

tl_status tlv_renderer_create_current(tlv_gl_load *load, int width, int height, int samples, tlv_renderer **renderer,
                                      tl_error *error) {
    *renderer = NULL;
    return load ? create(load, width, height, samples, renderer, error)
                : tlv_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "a function that finds OpenGL's functions is missing");
}

tl_status tlv_renderer_resize(tlv_renderer *renderer, int width, int height, tl_error *error) {
    if (width == renderer->width && height == renderer->height) {
        return TL_OK;
    }
    tl_status status = check_size(width, height, error);
    if (status == TL_OK) {
        status = make_current(renderer, error);
    }
    if (status != TL_OK) {
        return status;
    }
    tlv_passes old = renderer->passes;
    tlv_passes_destroy(&renderer->passes);
    tlv_text_forget(renderer->text);
    renderer->width = width;
    renderer->height = height;
    renderer->view.width = 0;
    renderer->table.settled = renderer->composed = false;
    status = tlv_passes_create(&renderer->passes, width, height, old.most_step, error);
    renderer->passes.interrupt = old.interrupt;
    renderer->passes.interrupt_user = old.interrupt_user;
    return status;
}

void tlv_renderer_set_interrupt(tlv_renderer *renderer, tlv_interrupt *interrupt, void *user) {
    renderer->passes.interrupt = interrupt;
    renderer->passes.interrupt_user = user;
}

void tlv_renderer_destroy(tlv_renderer *renderer) {
    if (!renderer) {
        return;
    }
    if (renderer->passes.width && make_current(renderer, NULL) == TL_OK) {
        tlv_passes_destroy(&renderer->passes);
        tlv_panels_destroy(&renderer->panels);
        free_solids(&renderer->table);
        free_solids(&renderer->aside);
    }
    tlv_offscreen_destroy(renderer->offscreen);
    free_table(&renderer->table);
    free_table(&renderer->aside);
    tlv_text_destroy(renderer->text);
    tlv_ribbons_free(&renderer->ribbons);
    free(renderer->overlay.vertices);
    free(renderer);
}

/* What drafts keep is no longer of what is there. */
static void forget_drafts(tlv_renderer *renderer) {
    renderer->passes.shadowed = renderer->passes.kept.good = false;
    renderer->rest_box = tlv_box_empty();
}

void tlv_renderer_begin(tlv_renderer *renderer) {
    tlv_content_clear(&renderer->table.content);
    renderer->ribbons.failed = renderer->overlay.failed = false;
    renderer->table.settled = renderer->table.tail_sent = renderer->table.framed = false;
    renderer->table.solids.failed = renderer->table.few.failed = false;
    forget_drafts(renderer);
    tlv_coarse_free(&renderer->table.coarse);
}

void tlv_renderer_mark(tlv_renderer *renderer) {
    if (!renderer->table.framed) {
        renderer->table.framed = true;
        tlv_content_add_frame(&renderer->table.content);
    }
    tlv_content_mark(&renderer->table.content);
    forget_drafts(renderer);
    tlv_coarse_free(&renderer->table.coarse);
}

void tlv_renderer_rest(tlv_renderer *renderer) {
    if (renderer->table.content.marked) {
        tlv_content_rest(&renderer->table.content);
        forget_drafts(renderer);
    }
}

bool tlv_renderer_rests(const tlv_renderer *renderer) {
    return renderer->table.content.resting;
}

void tlv_renderer_stir(tlv_renderer *renderer) {
    if (renderer->table.content.resting) {
        tlv_content_stir(&renderer->table.content);
        forget_drafts(renderer);
    }
}

void tlv_renderer_rewind(tlv_renderer *renderer) {
    if (!renderer->table.content.marked) {
        tlv_renderer_begin(renderer);
        return;
    }
    tlv_content_rewind(&renderer->table.content);
    renderer->ribbons.failed = renderer->overlay.failed = false;
    renderer->table.settled = false;
}

void tlv_renderer_take(tlv_renderer *renderer, tlv_prepared *prepared) {
    tlv_renderer_begin(renderer);
    tlv_content_free(&renderer->table.content);
    renderer->table.content = prepared->content;
    renderer->table.coarse = prepared->coarse;
    renderer->table.framed = true;
    renderer->table.coarse_sent = false;
    free(prepared);
}

void tlv_renderer_set_aside(tlv_renderer *renderer) {
    if (make_current(renderer, NULL) == TL_OK) {
        renderer->aside = renderer->table;
        renderer->table = (renderer_table){.settled = false};
        tlv_content_clear(&renderer->table.content);
        forget_drafts(renderer);
    }
}

void tlv_renderer_restore(tlv_renderer *renderer) {
    if (make_current(renderer, NULL) == TL_OK) {
        free_solids(&renderer->table);
        free_table(&renderer->table);
        renderer->table = renderer->aside;
        renderer->aside = (renderer_table){.settled = false};
        renderer->table.settled = false;
        forget_drafts(renderer);
    }
}

tl_draw_sink tlv_renderer_sink(tlv_renderer *renderer) {
    return (tl_draw_sink){.struct_size = sizeof(tl_draw_sink),
                          .user = renderer,
                          .mesh = take_mesh,
                          .line = take_line,
                          .label = take_label};
}

tl_box3 tlv_renderer_box(const tlv_renderer *renderer) {
    return renderer->table.content.box;
}

static tlv_rect safe_part(tlv_renderer *renderer, const tlv_style *style) {
    bool given = style->part.width > 0 && style->part.height > 0;
    return given ? style->part : tlv_chrome_safe(renderer->text, renderer->width, renderer->height, style);
}

double tlv_renderer_aspect(tlv_renderer *renderer, const tlv_style *style) {
    tlv_rect safe = safe_part(renderer, style ? style : &PLAIN);
    return (double)safe.width / safe.height;
}

tlv_rect tlv_renderer_inset_place(tlv_renderer *renderer, const tlv_style *style, int index, int count) {
    tlv_rect all = tlv_chrome_insets(renderer->text, renderer->width, renderer->height, style ? style : &PLAIN);
    int gap = (int)lrint(10 * tlv_chrome_scale(renderer->width, renderer->height, style));
    int along = style && style->insets_below ? all.width : all.height;
    int each = count > 0 ? (along - gap * (count - 1)) / count : 0;
    if (index < 0 || index >= count || each < 16 || all.width < 16 || all.height < 16) {
        return (tlv_rect){0, 0, 0, 0};
    }
    return style->insets_below ? (tlv_rect){all.x + index * (each + gap), all.y, each, all.height}
                               : (tlv_rect){all.x, all.y + index * (each + gap), all.width, each};
}

tl_status tlv_renderer_draw(tlv_renderer *renderer, const tlv_camera *camera, const tlv_style *style, tl_error *error) {
    style = style ? style : &PLAIN;
    tl_status status = check_camera(camera, error);
    if (status == TL_OK) {
        status = make_current(renderer, error);
    }
    if (status != TL_OK) {
        return status;
    }
    renderer->composed = false;
    tlv_rect whole = {0, 0, renderer->width, renderer->height};
    bool parted = style->part.width > 0 && style->part.height > 0;
    tlv_rect rect = parted ? style->part : whole, safe = safe_part(renderer, style);
    if (parted) {
        safe.x = safe.y = 0;
    }
    double scale = tlv_chrome_scale(whole.width, whole.height, style);
    status = draw_view(renderer, camera, style, rect, safe, scale, error);
    if (status != TL_OK) {
        return status;
    }
    renderer->overlay.count = 0;
    double pixels_per_mm = renderer->view.perspective ? 0 : 1 / tlv_view_pixel_mm(&renderer->view, 1);
    tlv_chrome_draw(&renderer->overlay, whole.width, whole.height, style, pixels_per_mm);
    tlv_passes_plates(&renderer->passes, whole, &renderer->overlay, false);
    return renderer->overlay.failed ? tlv_fail_memory(error) : TL_OK;
}

tl_status tlv_renderer_draw_inset(tlv_renderer *renderer, const tlv_camera *camera, const tlv_style *style,
                                  tlv_rect rect, tl_error *error) {
    style = style ? style : &PLAIN;
    if (rect.x < 0 || rect.y < 0 || rect.width < 16 || rect.height < 16 || rect.x > renderer->width - rect.width ||
        rect.y > renderer->height - rect.height) {
        return tlv_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "an inset of %d by %d at %d, %d is not in the picture",
                        rect.width, rect.height, rect.x, rect.y);
    }
    tl_status status = check_camera(camera, error);
    if (status == TL_OK) {
        status = make_current(renderer, error);
    }
    if (status != TL_OK) {
        return status;
    }
    double scale = tlv_chrome_scale(renderer->width, renderer->height, style);
    tlv_style fine = *style;
    fine.draft = fine.drafts_follow = false;
    status = draw_view(renderer, camera, &fine, rect, (tlv_rect){0, 0, rect.width, rect.height}, 0.88 * scale, error);
    if (status != TL_OK) {
        return status;
    }
    renderer->overlay.count = 0;
    tlv_chrome_inset(&renderer->overlay, rect, renderer->height, style);
    tlv_passes_plates(&renderer->passes, (tlv_rect){0, 0, renderer->width, renderer->height}, &renderer->overlay,
                      false);
    return renderer->overlay.failed ? tlv_fail_memory(error) : TL_OK;
}

tl_status tlv_renderer_keep(tlv_renderer *renderer, int slot, int width, int height, const tlv_camera *camera,
                            const tlv_style *style, tl_error *error) {
    if (slot < 0 || slot >= TLV_KEPT) {
        return tlv_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "there is no slot %d for a picture", slot);
    }
    tlv_rect rect = {0, 0, width < renderer->width ? width : renderer->width,
                     height < renderer->height ? height : renderer->height};
    tl_status status = tlv_renderer_draw_inset(renderer, camera, style, rect, error);
    if (status == TL_OK) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, renderer->passes.to_picture);
        tlv_panels_keep(&renderer->panels, slot, 0, renderer->height - rect.height, rect.width, rect.height);
    }
    return status;
}

void tlv_renderer_put(tlv_renderer *renderer, int slot, const uint8_t *rgba, int width, int height) {
    if (slot >= 0 && slot < TLV_KEPT && make_current(renderer, NULL) == TL_OK) {
        tlv_panels_put(&renderer->panels, slot, rgba, width, height);
    }
}

tl_status tlv_renderer_compose(tlv_renderer *renderer, const tlv_style *style, const tlv_flat *panels,
                               tl_error *error) {
    style = style ? style : &PLAIN;
    tl_status status = make_current(renderer, error);
    if (status != TL_OK) {
        return status;
    }
    tlv_passes_show(&renderer->passes);
    tlv_text_refresh(renderer->text);
    bool scaled = renderer->view.width && !renderer->view.perspective;
    renderer->overlay.count = 0;
    tlv_chrome_draw(&renderer->overlay, renderer->width, renderer->height, style,
                    scaled ? 1 / tlv_view_pixel_mm(&renderer->view, 1) : 0);
    tlv_passes_plates(&renderer->passes, (tlv_rect){0, 0, renderer->width, renderer->height}, &renderer->overlay, true);
    if (panels) {
        glBindFramebuffer(GL_FRAMEBUFFER, renderer->passes.to_shown);
        tlv_panels_draw(&renderer->panels, panels, renderer->width, renderer->height);
    }
    renderer->composed = true;
    return renderer->overlay.failed ? tlv_fail_memory(error) : TL_OK;
}

void tlv_renderer_present(tlv_renderer *renderer) {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, renderer->passes.to_shown);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, renderer->width, renderer->height, 0, 0, renderer->width, renderer->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

bool tlv_renderer_project(const tlv_renderer *renderer, tl_vec3 point, tl_vec2 *pixel) {
    if (renderer->view.width == 0) {
        return false;
    }
    tlv_projected p = tlv_view_project(&renderer->view, point);
    *pixel = (tl_vec2){p.x + renderer->rect.x, p.y + renderer->rect.y};
    return !renderer->view.perspective || p.depth > 0;
}

tl_status tlv_renderer_read(tlv_renderer *renderer, uint8_t *rgba, tl_error *error) {
    tl_status status = make_current(renderer, error);
    if (status != TL_OK) {
        return status;
    }
    size_t row = 4 * (size_t)renderer->width;
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->composed ? renderer->passes.to_shown : renderer->passes.to_picture);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; y < renderer->height; y++) { /* OpenGL counts rows from below */
        glReadPixels(0, renderer->height - 1 - y, renderer->width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     rgba + (size_t)y * row);
    }
    for (size_t i = 3; i < row * (size_t)renderer->height; i += 4) {
        rgba[i] = 255;
    }
    return TL_OK;
}

tl_status tlv_renderer_save_png(tlv_renderer *renderer, const char *path, tl_error *error) {
    uint8_t *pixels = malloc(4 * (size_t)renderer->width * (size_t)renderer->height);
    if (!pixels) {
        return tlv_fail_memory(error);
    }
    tl_status status = tlv_renderer_read(renderer, pixels, error);
    if (status == TL_OK) {
        status = tlv_png_save(path, pixels, renderer->width, renderer->height, error);
    }
    free(pixels);
    return status;
}

tl_status tlv_picture_save_png(const char *path, const uint8_t *rgba, int width, int height, tl_error *error) {
    return tlv_png_save(path, rgba, width, height, error);
}
