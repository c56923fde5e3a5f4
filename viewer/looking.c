/* looking.c: moves the camera: home, above, to what is selected, into a model's eyes. */
#include "app.h"

#include "camera/space.h"
#include "tools/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double GLIDE_SECONDS = 0.2;

tlv_view tlv_app_view(const tlv_app *app) {
    return tlv_view_make(&app->camera, app->width, app->height, app->layout.view, tlv_shown_box(app), 0);
}

double tlv_app_aspect(const tlv_app *app) {
    return (double)app->layout.view.width / app->layout.view.height;
}

void tlv_set_camera(tlv_app *app, tlv_camera camera) {
    app->camera = camera;
    app->glide_start = -1;
    app->view_changed = true;
}

void tlv_look(tlv_app *app, tlv_camera camera) {
    if (app->still) {
        tlv_set_camera(app, camera);
        return;
    }
    app->glide_from = app->camera;
    app->glide_to = camera;
    app->glide_start = tlv_window_time(app->window);
}

void tlv_glide_on(tlv_app *app) {
    if (app->glide_start < 0) {
        return;
    }
    double t = (tlv_window_time(app->window) - app->glide_start) / GLIDE_SECONDS;
    if (t >= 1) {
        app->camera = app->glide_to;
        app->glide_start = -1;
    } else {
        app->camera = tlv_camera_glide(&app->glide_from, &app->glide_to, (double)glm_smooth((float)t));
    }
    app->view_changed = true;
}

void tlv_look_home(tlv_app *app) {
    tlv_leave_eyes(app, false);
    tlv_look(app, tlv_camera_table(tlv_shown_box(app), tlv_app_aspect(app)));
}

void tlv_look_top(tlv_app *app) {
    tlv_leave_eyes(app, false);
    tlv_look(app, tlv_camera_top(tlv_shown_box(app), tlv_app_aspect(app)));
}

void tlv_leave_eyes(tlv_app *app, bool back) {
    if (app->eye_of[0] != '\0') {
        app->eye_of[0] = '\0';
        app->models_changed = true;
        if (back) {
            tlv_look(app, app->before_eye);
        }
    }
}

static const char *other_of(const tlv_app *app, const char *member) {
    const tlv_inquiry *q = &app->inquiry;
    return strcmp(member, q->from) == 0 ? q->to : strcmp(member, q->to) == 0 ? q->from : "";
}

const char *tlv_other_eyes(const tlv_app *app) {
    return app->eye_of[0] != '\0' ? other_of(app, app->eye_of) : "";
}

void tlv_look_from(tlv_app *app, const char *member) {
    tl_vec3 eye, forward, there;
    if (app->bench || tl_scene_eye(app->scene, member, &eye, &forward, NULL) != TL_OK) {
        return;
    }
    if (app->eye_of[0] == '\0') {
        app->before_eye = app->camera;
    }
    tl_vec3 target = tlv_madd(eye, forward, 300);
    target.z -= 20;
    const char *other = other_of(app, member);
    if (other[0] != '\0' && tl_scene_eye(app->scene, other, &there, &forward, NULL) == TL_OK) {
        target = there;
    }
    char name[TLV_NAME]; /* `member` may be what is written to */
    snprintf(name, sizeof(name), "%s", member);
    memcpy(app->eye_of, name, sizeof(name));
    app->models_changed = true;
    tlv_look(app, tlv_camera_eye(eye, target, 50));
    tlv_note(app, false, other[0] != '\0' ? "note.eyes.other" : "note.eyes", tlv_name_of(app, app->eye_of));
    tlv_log(app, "eyes %s", app->eye_of);
}

tl_vec3 tlv_point_at(const tlv_app *app, double x, double y, tl_pick *pick) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along;
    tlv_view_pixel_ray(&view, x, y, &from, &along);
    const char *without = app->eye_of[0] != '\0' ? app->eye_of : NULL;
    if (app->bench) {
        tl_vec3 point;
        *pick = (tl_pick){TL_PICK_NOTHING, NULL, {0, 0, 0}};
        return tlv_bench_hit(app, from, along, &point) ? point : app->camera.target;
    }
    if (tl_scene_pick(app->scene, from, along, true, without, pick, NULL) == TL_OK && pick->kind != TL_PICK_NOTHING) {
        return pick->point;
    }
    tl_box3 box = tlv_shown_box(app);
    double reach = tlv_box_size(box);
    double t = along.z < 0 ? -from.z / along.z : -1;
    return t > 0 && t < 2 * reach + from.z ? tlv_madd(from, along, t) : app->camera.target;
}

bool tlv_terrain_at(const tlv_app *app, double x, double y, char id[TLV_NAME]) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 from, along;
    tl_pick pick;
    id[0] = '\0';
    tlv_view_pixel_ray(&view, x, y, &from, &along);
    if (tl_scene_pick(app->scene, from, along, false, NULL, &pick, NULL) != TL_OK || pick.kind == TL_PICK_NOTHING) {
        return false;
    }
    const char *area =
        pick.kind == TL_PICK_TERRAIN ? pick.id : tl_scene_area_at(app->scene, pick.point.x, pick.point.y);
    snprintf(id, TLV_NAME, "%s", area ? area : "");
    return area != NULL;
}

void tlv_frame(tlv_app *app, const char *id) {
    tl_box3 box;
    tlv_view view = tlv_app_view(app);
    if (app->bench) {
        tlv_look(app, tlv_camera_frame(tlv_shown_box(app), tlv_along((tl_vec3){0, 0, 0}, view.forward, -1),
                                       tlv_app_aspect(app)));
        return;
    }
    if (id[0] == '\0' || tl_scene_box_of(app->scene, id, &box, NULL) != TL_OK) {
        tlv_look_home(app);
        return;
    }
    tlv_leave_eyes(app, false);
    tl_vec3 from = tlv_along((tl_vec3){0, 0, 0}, view.forward, -1);
    from.z = fmax(from.z, 0.25); /* from where one stands, but never from below */
    tlv_look(app, tlv_camera_frame(box, from, tlv_app_aspect(app)));
}

void tlv_frame_things(tlv_app *app, const char *const *ids, size_t count) {
    tl_box3 boxes[8];
    tlv_view view = tlv_app_view(app);
    size_t found = 0;
    for (size_t i = 0; i < count && found < 8; i++) {
        found += tl_scene_box_of(app->scene, ids[i], &boxes[found], NULL) == TL_OK;
    }
    if (found > 0) {
        tlv_leave_eyes(app, false);
        tl_vec3 from = tlv_along((tl_vec3){0, 0, 0}, view.forward, -1);
        from.z = fmax(from.z, 0.25);
        tlv_look(app, tlv_camera_frame_all(boxes, found, from, tlv_app_aspect(app)));
    }
}

void tlv_zoom(tlv_app *app, double x, double y, double notches) {
    double factor = pow(0.86, notches);
    if (app->eye_of[0] != '\0') { /* a narrower field, not a nearer eye */
        tlv_camera camera = app->camera;
        camera.fov_deg = fmax(6, fmin(90, camera.fov_deg * factor));
        tlv_set_camera(app, camera);
        return;
    }
    tl_pick pick;
    if (app->glide_start >= 0) {
        app->camera = app->glide_to;
    }
    tl_vec3 towards = tlv_point_at(app, x, y, &pick);
    tlv_set_camera(app, tlv_camera_zoom(&app->camera, towards, factor));
}

static bool shows(const tlv_app *app, const tlv_view *view, const char *id, double x, double y) {
    tl_vec3 from, along;
    tl_pick pick;
    tlv_rect r = app->layout.view;
    const char *without = app->eye_of[0] != '\0' ? app->eye_of : NULL;
    if (x < r.x || y < r.y || x >= r.x + r.width || y >= r.y + r.height) {
        return false;
    }
    tlv_view_pixel_ray(view, x, y, &from, &along);
    if (tl_scene_pick(app->scene, from, along, true, without, &pick, NULL) != TL_OK) {
        return false;
    }
    const char *there = pick.kind == TL_PICK_TABLE ? tl_scene_area_at(app->scene, pick.point.x, pick.point.y) : pick.id;
    return there && strcmp(there, id) == 0;
}

bool tlv_pixel_of(const tlv_app *app, const char *id, double *x, double *y) {
    tlv_view view = tlv_app_view(app);
    tl_vec3 eye, forward;
    tl_box3 box;
    if (tl_scene_eye(app->scene, id, &eye, &forward, NULL) == TL_OK) { /* the head is the best place to click */
        tlv_projected p = tlv_view_project(&view, eye);
        *x = rint(p.x);
        *y = rint(p.y);
        if (p.depth > 0 && shows(app, &view, id, *x, *y)) {
            return true;
        }
    }
    if (tl_scene_box_of(app->scene, id, &box, NULL) != TL_OK) {
        return false;
    }
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < 8; i++) {
        tlv_projected p = tlv_view_project(&view, tlv_box_corner(box, i));
        low[0] = fmin(low[0], p.x), high[0] = fmax(high[0], p.x);
        low[1] = fmin(low[1], p.y), high[1] = fmax(high[1], p.y);
    }
    enum { TRIES = 24 };
    for (int i = 0; i < TRIES * TRIES; i++) {
        *x = rint(low[0] + (high[0] - low[0]) * (i % TRIES + 0.5) / TRIES);
        *y = rint(low[1] + (high[1] - low[1]) * ((double)(i / TRIES) + 0.5) / TRIES);
        if (shows(app, &view, id, *x, *y)) {
            return true;
        }
    }
    return false;
}
