/* shot.c: cameras and content for pictures of a ruling. */
#include "shot.h"

#include "camera/space.h"
#include "report.h"
#include "sign.h"

#include <trueline/explain.h>

#include <stdio.h>
#include <string.h>

/* Rings larger than this share of half a picture are in small ones. */
static const double SMALL = 0.08;

/* --- Night -------------------------------------------------------------------------------------------------------- */

bool tlv_is_night(const tl_scene *scene) {
    size_t size = 0;
    const char *value = scene != NULL ? tl_scene_value(scene, "{\"scene\":true}", "\"night\"", &size) : NULL;
    return value != NULL && size == 4 && strncmp(value, "true", 4) == 0;
}

void tlv_style_night(const tl_scene *scene, tlv_style *style) {
    if (tlv_is_night(scene)) {
        style->sky = (tl_colour){0.17f, 0.19f, 0.25f, 1};
        style->floor = (tl_colour){0.09f, 0.10f, 0.14f, 1};
    }
}

/* --- Eyes --------------------------------------------------------------------------------------------------------- */

/* Between two models, not within a unit: there are eyes to look through. */
static bool between_two(const tlv_subject *s) {
    return s->ruling != NULL && s->question->from != NULL && s->question->to != NULL && s->question->unit == NULL;
}

/* The deciding line and whose its ends are. */
typedef struct shot_line {
    tl_vec3 end[2];
    const char *member[2];
    tl_vec3 stop;
    bool stopped;
} shot_line;

static bool find_line(const tlv_subject *s, shot_line *found) {
    tl_mark mark;
    for (size_t i = 0; between_two(s) && tl_ruling_mark(s->ruling, i, &mark); i++) {
        if (mark.kind == TL_MARK_SIGHT || mark.kind == TL_MARK_TAPE || mark.kind == TL_MARK_ATTEMPT) {
            found->end[0] = mark.from;
            found->end[1] = mark.aim;
            found->stop = mark.to;
            found->stopped = mark.kind == TL_MARK_ATTEMPT;
            found->member[0] = tl_scene_id_of_key(s->scene, mark.from_key);
            found->member[1] = tl_scene_id_of_key(s->scene, mark.to_key);
            return found->member[0] != NULL && found->member[1] != NULL && tlv_distance(mark.from, mark.aim) > 0;
        }
    }
    return false;
}

/* Wide enough for the other model to be a quarter of the picture, in what is usual for eyes. */
static double field_of_view(const tl_scene *scene, const char *member, tl_vec3 eye) {
    tl_box3 box;
    if (tl_scene_box_of(scene, member, &box, NULL) != TL_OK) {
        return 40;
    }
    double size = tlv_box_size(box), away = tlv_distance(tlv_box_middle(box), eye);
    return fmax(8, fmin(50, 4 * 2 * atan2(0.5 * size, away) * 180 / GLM_PI));
}

bool tlv_shot_eyes(const tlv_subject *s, tlv_shot_view view, tlv_eyes *eyes) {
    shot_line found;
    int who = view == TLV_SHOT_TO ? 1 : 0;
    if ((view != TLV_SHOT_FROM && view != TLV_SHOT_TO) || !find_line(s, &found)) {
        return false;
    }
    tl_vec3 eye = found.end[who], forward;
    /* An attempt that is stopped ends wherever it was aimed: often within the wall that hides the target. */
    if (who == 1 && found.stopped && tl_scene_eye(s->scene, found.member[1], &eye, &forward, NULL) != TL_OK) {
        return false;
    }
    *eyes = (tlv_eyes){.camera =
                           tlv_camera_eye(eye, found.end[1 - who], field_of_view(s->scene, found.member[1 - who], eye)),
                       .member = found.member[who],
                       .mark = found.stopped && who == 0 ? found.stop : found.end[1 - who],
                       .stopped = found.stopped};
    return true;
}

/* A ring round the mark, `share` of half the picture's height. */
static void shot_mark(const tlv_eyes *eyes, double share, const tl_draw_sink *sink) {
    enum { STEPS = 40 };
    static const tl_colour free_colour = {0, 0.62f, 0.45f, 1}, stopped_colour = {0.835f, 0.369f, 0, 1};
    vec3 forward, right, up;
    tlv_way(eyes->camera.eye, eyes->mark, forward);
    double radius = (double)glm_vec3_norm(forward) * tan(eyes->camera.fov_deg * GLM_PI / 360) * share;
    glm_vec3_normalize(forward);
    tlv_across(forward, right);
    glm_vec3_cross(right, forward, up);
    tl_vec3 ring[STEPS + 1], dot[2] = {eyes->mark, tlv_along(eyes->mark, up, 0.001 * radius)};
    for (int i = 0; i <= STEPS; i++) {
        ring[i] = tlv_on_circle(eyes->mark, right, up, radius, 2 * GLM_PI * i / STEPS);
    }
    tl_draw_line drawn = {.points = ring,
                          .count = STEPS + 1,
                          .colour = eyes->stopped ? stopped_colour : free_colour,
                          .width_px = 2.5f,
                          .style = TL_DRAW_ON_TOP | (eyes->stopped ? TL_DRAW_DASHED : 0)};
    sink->line(sink->user, &drawn);
    if (share > SMALL) { /* the ring alone can be seen there */
        return;
    }
    drawn.points = dot;
    drawn.count = 2;
    drawn.end_dots = true;
    drawn.style = TL_DRAW_ON_TOP;
    sink->line(sink->user, &drawn);
}

/* --- Cameras ------------------------------------------------------------------------------------------------------ */

/* What a question is about, as boxes: at most three. */
static size_t boxes_of(const tlv_subject *s, tl_box3 boxes[3]) {
    size_t count = 0;
    tl_vec3 low, high;
    const tl_question *q = s->question;
    bool shaped = tl_ruling_shape_box(s->ruling, &low, &high);
    if (shaped) {
        double room = q->member != NULL ? 150 : 0; /* what lies round a way says more than its end */
        boxes[count++] = (tl_box3){{low.x - room, low.y - room, low.z}, {high.x + room, high.y + room, high.z + 40}};
    }
    const char *const names[2] = {q->member != NULL ? q->member : q->unit != NULL ? q->unit : q->from, q->to};
    for (int i = 0; i < 2; i++) {
        tl_error none = {0}; /* terrain that is only an area has no box */
        if (names[i] != NULL && count < 3 && tl_scene_box_of(s->scene, names[i], &boxes[count], &none) == TL_OK) {
            count++;
        }
    }
    if (count == 1 && !shaped && q->member == NULL && q->to == NULL) { /* one against all: as far as its lines go */
        tl_mark mark;
        tl_box3 lines = tlv_box_empty();
        for (size_t i = 0; tl_ruling_mark(s->ruling, i, &mark); i++) {
            lines = tlv_box_add(tlv_box_add(lines, mark.from), mark.to);
        }
        if (!tlv_box_is_empty(lines)) {
            boxes[count++] = lines;
        }
    }
    if (q->member != NULL) { /* the way, when no ground was measured */
        tl_mark mark;
        tl_box3 way = tlv_box_empty();
        for (size_t i = 0; tl_ruling_mark(s->ruling, i, &mark); i++) {
            if (mark.kind == TL_MARK_WAY || mark.kind == TL_MARK_BEYOND) {
                way = tlv_box_add(tlv_box_add(way, mark.from), mark.to);
            }
        }
        if (!tlv_box_is_empty(way) && count < 3) {
            const tl_vec3 room = {150, 150, 0};
            boxes[count++] = (tl_box3){tlv_sub(way.low, room), tlv_add(way.high, room)};
        }
    }
    return count;
}

static tlv_camera framed_camera(const tlv_subject *s, double aspect) {
    tl_box3 boxes[3];
    size_t count = s->ruling != NULL ? boxes_of(s, boxes) : 0;
    return count > 0 ? tlv_camera_frame_all(boxes, count, (tl_vec3){0, 0, 0}, aspect)
                     : tlv_camera_table(tl_scene_box(s->scene), aspect);
}

/* From above, with a hand's breadth round what it is about. */
static tlv_camera top_camera(const tlv_subject *s, double aspect) {
    tl_box3 boxes[3], all = tlv_box_empty();
    size_t count = s->ruling != NULL ? boxes_of(s, boxes) : 0;
    for (size_t i = 0; i < count; i++) {
        all = tlv_box_union(all, boxes[i]);
    }
    if (tlv_box_is_empty(all)) {
        return tlv_camera_top(tl_scene_box(s->scene), aspect);
    }
    const tl_vec3 room = {80, 80, 0};
    all = (tl_box3){tlv_sub(all.low, room), tlv_add(all.high, room)};
    all.high.z = tl_scene_box(s->scene).high.z;
    return tlv_camera_top(all, aspect);
}

/* What the asker would see if what is in the way were glass. */
static bool proof_camera(const tlv_subject *s, tlv_camera *camera) {
    tl_vec3 eye;
    tl_box3 target;
    if (s->ruling == NULL || !tl_ruling_proof_view(s->ruling, s->scene, &eye, &target.low, &target.high)) {
        return false;
    }
    tl_vec3 middle = tlv_box_middle(target);
    double size = tlv_box_size(target), away = tlv_distance(middle, eye);
    *camera = tlv_camera_eye(eye, middle, fmax(2, fmin(60, 2 * atan2(0.62 * size, away) * 180 / GLM_PI)));
    return true;
}

/* --- Views -------------------------------------------------------------------------------------------------------- */

bool tlv_shot_has(const tlv_subject *s, tlv_shot_view view) {
    tlv_eyes eyes;
    tlv_camera camera;
    return view == TLV_SHOT_FRAMED || view == TLV_SHOT_TOP ||
           (view == TLV_SHOT_PROOF ? proof_camera(s, &camera) : tlv_shot_eyes(s, view, &eyes));
}

void tlv_shot_title(const tlv_subject *s, tlv_shot_view view, char *buffer, size_t size) {
    tlv_eyes eyes;
    buffer[0] = '\0';
    if (view == TLV_SHOT_PROOF && s->ruling != NULL) {
        tl_ruling_caption(s->ruling, TL_CAPTION_HIDES, tl_scene_name_of(s->scene, s->question->to),
                          tl_scene_name_of(s->scene, s->question->from), buffer, size);
    } else if (tlv_shot_eyes(s, view, &eyes)) {
        tl_ruling_caption(s->ruling, TL_CAPTION_SEES, tl_scene_name_of(s->scene, eyes.member), NULL, buffer, size);
    }
}

/* `marked`: the renderer has the terrain up to its mark, so models are enough. */
static void feed_table(tlv_renderer *renderer, const tlv_subject *s, const char *without, bool labels, bool ruling,
                       bool marked) {
    if (marked) {
        tlv_renderer_stir(renderer);
        tlv_renderer_rewind(renderer);
    } else {
        tlv_renderer_begin(renderer);
    }
    tl_draw_sink sink = tlv_renderer_sink(renderer);
    const tl_scene_drawing drawing = {.struct_size = sizeof(tl_scene_drawing),
                                      .labels = labels,
                                      .cores = s->ruling != NULL,
                                      .without = without,
                                      .no_terrain = marked,
                                      .zones = labels && s->ruling != NULL &&
                                               strcmp(tl_ruling_query(s->ruling), "zone") == 0};
    tl_scene_draw(s->scene, &drawing, &sink, NULL);
    if (ruling && s->ruling != NULL) {
        tl_ruling_draw(s->ruling, s->scene, &sink, NULL);
    }
}

/* Feeds what a view shows and says where from. `look` gets what its picture needs. */
static bool prepare(tlv_renderer *renderer, const tlv_subject *s, tlv_shot_view view, double aspect, double share,
                    tlv_camera *camera, tlv_style *look) {
    tlv_eyes eyes;
    look->grid_mm = tl_scene_game_unit(s->scene);
    if (view != TLV_SHOT_PROOF) { /* that is drawn as by day */
        tlv_style_night(s->scene, look);
    }
    tl_draw_sink sink = tlv_renderer_sink(renderer);
    switch (view) {
    case TLV_SHOT_FRAMED:
    case TLV_SHOT_TOP:
        *camera = view == TLV_SHOT_TOP ? top_camera(s, aspect) : framed_camera(s, aspect);
        feed_table(renderer, s, NULL, true, true, false);
        return true;
    case TLV_SHOT_FROM:
    case TLV_SHOT_TO:
        if (!tlv_shot_eyes(s, view, &eyes)) {
            return false;
        }
        feed_table(renderer, s, eyes.member, false, false, share > SMALL);
        shot_mark(&eyes, share, &sink);
        *camera = eyes.camera;
        look->near_mm = 0.5;
        look->no_labels = true;
        return true;
    case TLV_SHOT_PROOF:
        if (!proof_camera(s, camera)) {
            return false;
        }
        tlv_renderer_begin(renderer);
        tl_ruling_draw_proof(s->ruling, s->scene, &sink, NULL);
        look->near_mm = 0.5;
        look->no_frame = true;
        return true;
    case TLV_SHOT_VIEWS:
        break;
    }
    return false;
}

/* A bar in the players' unit. */
static void scale_of(const tl_scene *scene, tlv_style *style) {
    bool inch = strcmp(tl_scene_units(scene), "inch") == 0;
    style->scale_bar_mm = inch ? 8 * 25.4 : 200;
    style->scale_text = inch ? "8\"" : "20 cm";
}

static tl_status no_such_view(tl_error *error) {
    return tlv_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, "this ruling has no such view");
}

tl_status tlv_shot(tlv_renderer *renderer, const tlv_subject *s, tlv_shot_view view, tl_error *error) {
    tlv_camera camera;
    tlv_style look = {.grid_mm = 0};
    if (view == TLV_SHOT_TOP) {
        scale_of(s->scene, &look);
    }
    double aspect = tlv_renderer_aspect(renderer, &look);
    return prepare(renderer, s, view, aspect, 0.06, &camera, &look) ? tlv_renderer_draw(renderer, &camera, &look, error)
                                                                    : no_such_view(error);
}

tl_status tlv_shot_keep(tlv_renderer *renderer, const tlv_subject *s, tlv_shot_view view, int slot, int width,
                        int height, tl_error *error) {
    tlv_camera camera;
    tlv_style look = {.grid_mm = 0};
    bool own = view == TLV_SHOT_PROOF;
    if (own) {
        tlv_renderer_set_aside(renderer);
    }
    tl_status status = prepare(renderer, s, view, (double)width / height, 2 * SMALL, &camera, &look)
                           ? tlv_renderer_keep(renderer, slot, width, height, &camera, &look, error)
                           : no_such_view(error);
    if (own) {
        tlv_renderer_restore(renderer);
    }
    return status;
}

/* --- Sheets ------------------------------------------------------------------------------------------------------- */

static tl_status named_camera(const tlv_subject *s, const char *view, double aspect, tlv_camera *camera,
                              tl_error *error) {
    tl_box3 box = tl_scene_box(s->scene);
    if (strcmp(view, "top") == 0) {
        *camera = tlv_camera_top(box, aspect);
    } else if (strcmp(view, "table") == 0) {
        *camera = tlv_camera_table(box, aspect);
    } else if (strncmp(view, "eye:", 4) == 0) {
        tl_vec3 eye, forward;
        shot_line found;
        if (tl_scene_eye(s->scene, view + 4, &eye, &forward, error) != TL_OK) {
            return error->status;
        }
        tl_vec3 target = {eye.x + forward.x * 300, eye.y + forward.y * 300, eye.z + forward.z * 300 - 20};
        if (find_line(s, &found)) {
            int who = strcmp(view + 4, s->question->to) != 0 ? 0 : 1;
            eye = found.end[who];
            target = found.end[1 - who];
        }
        *camera = tlv_camera_eye(eye, target, 60);
    } else {
        return tlv_fail(error, TL_ERROR_ARGUMENT, NULL, "use top, table or eye:NAME", "there is no view `%s`", view);
    }
    return TL_OK;
}

static tl_status draw_inset(tlv_renderer *renderer, const tlv_subject *s, const tlv_style *style, tlv_shot_view view,
                            int place, tl_error *error) {
    tlv_camera camera;
    tlv_style look = {.grid_mm = 0};
    char title[160];
    tlv_rect rect = tlv_renderer_inset_place(renderer, style, place, 2);
    double aspect = rect.height > 0 ? (double)rect.width / rect.height : 1;
    if (!prepare(renderer, s, view, aspect, 0.06, &camera, &look)) {
        return no_such_view(error);
    }
    tlv_shot_title(s, view, title, sizeof(title));
    look.title = title;
    return tlv_renderer_draw_inset(renderer, &camera, &look, rect, error);
}

/* Lines of the ruling's text as captions. */
static void caption(tlv_style *style, char *text) {
    int count = 0;
    for (char *next = text; next != NULL && *next != '\0' && count < TLV_CAPTIONS;) {
        char *end = strchr(next, '\n');
        style->captions[count++] = next;
        if (end != NULL) {
            *end++ = '\0';
        }
        next = end;
    }
}

tl_status tlv_shot_sheet(tlv_renderer *renderer, const tlv_subject *s, const char *view, tl_error *error) {
    char words[2048];
    bool eye = view != NULL && strncmp(view, "eye:", 4) == 0;
    bool insets = view == NULL && tlv_shot_has(s, TLV_SHOT_FROM);
    tlv_style style = {
        .grid_mm = tl_scene_game_unit(s->scene), .title = tl_scene_name(s->scene), .insets = insets ? 0.27 : 0};
    scale_of(s->scene, &style);
    tlv_style_night(s->scene, &style);
    if (s->ruling != NULL) {
        snprintf(words, sizeof(words), "%s", tl_ruling_text(s->ruling));
        caption(&style, words);
        bool length = tlv_is_length(s->ruling, s->question);
        style.sign = length ? TLV_SIGN_NONE : tlv_ruling_sign(s->ruling);
        style.sign_text = length ? NULL : tl_ruling_badge(s->ruling);
    }
    double aspect = tlv_renderer_aspect(renderer, &style);
    tlv_camera camera = framed_camera(s, aspect);
    if (view != NULL && named_camera(s, view, aspect, &camera, error) != TL_OK) {
        return error->status;
    }
    feed_table(renderer, s, eye ? view + 4 : NULL, !eye, true, false);
    tl_status status = tlv_renderer_draw(renderer, &camera, &style, error);
    bool proof = tlv_shot_has(s, TLV_SHOT_PROOF);
    if (status == TL_OK && insets) { /* each has a content of its own */
        status = draw_inset(renderer, s, &style, proof ? TLV_SHOT_PROOF : TLV_SHOT_FROM, 0, error);
    }
    if (status == TL_OK && insets) {
        status = draw_inset(renderer, s, &style, TLV_SHOT_TO, 1, error);
    }
    return status;
}
