/* rings.c: round the foot of what is placed or moved: green where it may stand, red where it may not, with the word
 * why.
 */
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const tl_colour GOOD = {0.0f, 0.62f, 0.45f, 1}, BAD = {0.84f, 0.24f, 0.0f, 1}, DOUBTFUL = {0.76f, 0.5f, 0.0f, 1};

/* Terrain may reach over the edge by this much before a word is said. */
static const double CARELESS_MM = 1;

static void send(const tl_draw_sink *sink, const tl_vec3 *points, size_t count, tl_box3 box, tlv_footing f,
                 const char *words) {
    const tl_colour ink = f == TLV_FOOTING_BAD ? BAD : f == TLV_FOOTING_GOOD ? GOOD : DOUBTFUL;
    const tl_draw_line line = {.points = points,
                               .count = count,
                               .colour = ink,
                               .width_px = f == TLV_FOOTING_BAD ? 4 : 3,
                               .style = TL_DRAW_ON_TOP | (f == TLV_FOOTING_BAD ? TL_DRAW_DASHED : 0U)};
    sink->line(sink->user, &line);
    if (words[0] != '\0') {
        const tl_draw_label label = {
            .at = {0.5 * (box.low.x + box.high.x), 0.5 * (box.low.y + box.high.y), box.high.z + 4},
            .text = words,
            .colour = ink,
            .size = 1,
            .style = TL_DRAW_ON_TOP};
        sink->label(sink->user, &label);
    }
}

/* --- Terrain ------------------------------------------------------------------------------------------------------ */

static double over_edge(const tlv_app *app, tl_box3 box) {
    double width = 0, depth = 0;
    tl_scene_number(app->scene, "\"table\"", "\"width\"", &width);
    tl_scene_number(app->scene, "\"table\"", "\"depth\"", &depth);
    return fmax(fmax(-box.low.x, box.high.x - width), fmax(-box.low.y, box.high.y - depth));
}

static bool rests_on(const tlv_app *app, const char *member, tl_box3 box, const char *id) {
    tl_pick pick;
    const tl_vec3 foot = {0.5 * (box.low.x + box.high.x), 0.5 * (box.low.y + box.high.y), box.low.z + 0.5};
    return tl_scene_pick(app->scene, foot, (tl_vec3){0, 0, -1}, true, member, &pick, NULL) == TL_OK && pick.id &&
           strcmp(pick.id, id) == 0 && foot.z - pick.point.z < 3;
}

/* What stands on a piece of terrain is told, what stands in its walls speaks against it. */
static tlv_footing terrain_footing(const tlv_app *app, const char *id, char *words, size_t size) {
    tl_box3 box, its;
    const char *member, *on_it = NULL;
    char length[32];
    words[0] = '\0';
    if (tl_scene_box_of(app->scene, id, &box, NULL) != TL_OK) {
        return TLV_FOOTING_GOOD;
    }
    double over = over_edge(app, box);
    if (over > CARELESS_MM) {
        tlv_say_with(app, words, size, "footing.over_edge", tlv_say_length(app, over, length));
        return TLV_FOOTING_BAD;
    }
    bool solid = !tlv_is_area(app, id);
    for (size_t i = 0; solid && (member = tl_scene_member(app->scene, i)) != NULL; i++) {
        tl_fit fit;
        if (tl_scene_box_of(app->scene, member, &its, NULL) != TL_OK || its.low.x > box.high.x ||
            its.high.x < box.low.x || its.low.y > box.high.y || its.high.y < box.low.y) {
            continue;
        }
        if (tl_scene_fit(app->scene, member, NULL, &fit, NULL) == TL_OK && !fit.stands && fit.with &&
            strcmp(fit.with, id) == 0) {
            tlv_say_with(app, words, size, "footing.overlaps", tlv_name_of(app, member));
            return TLV_FOOTING_BAD;
        }
        on_it = !on_it && rests_on(app, member, its, id) ? member : on_it;
    }
    if (on_it) {
        tlv_say_with(app, words, size, "footing.bears", tlv_name_of(app, on_it));
    }
    return on_it ? TLV_FOOTING_UNCERTAIN : TLV_FOOTING_GOOD;
}

static void ring_terrain(const tlv_app *app, const char *id, tl_box3 box, const tl_draw_sink *sink) {
    char words[256];
    tlv_footing footing = terrain_footing(app, id, words, sizeof(words));
    const double rim = 3, z = box.low.z + 1;
    const tl_vec3 frame[5] = {{box.low.x - rim, box.low.y - rim, z},
                              {box.high.x + rim, box.low.y - rim, z},
                              {box.high.x + rim, box.high.y + rim, z},
                              {box.low.x - rim, box.high.y + rim, z},
                              {box.low.x - rim, box.low.y - rim, z}};
    send(sink, frame, 5, box, footing, words);
}

/* --- Models ------------------------------------------------------------------------------------------------------- */

/* What `check` would find, and what a move that ends there would be told: both must let it stand. */
tlv_footing tlv_model_footing(const tlv_app *app, const char *id, char *words, size_t size) {
    tl_fit fit;
    tl_stays stays = {.verdict = TL_VERDICT_YES};
    words[0] = '\0';
    if (tl_scene_fit(app->scene, id, NULL, &fit, NULL) != TL_OK) {
        return TLV_FOOTING_GOOD;
    }
    if (!fit.stands) {
        tl_scene_fit_words(app->scene, &fit, app->language, words, size);
        return TLV_FOOTING_BAD;
    }
    if (tl_scene_stays(app->scene, id, app->language, &stays, NULL) == TL_OK && stays.verdict != TL_VERDICT_YES) {
        snprintf(words, size, "%s", stays.words);
        return stays.verdict == TL_VERDICT_NO ? TLV_FOOTING_BAD : TLV_FOOTING_UNCERTAIN;
    }
    tl_scene_fit_words(app->scene, &fit, app->language, words, size);
    return fit.reason == TL_FIT_GOOD && fit.off_mm <= 0 ? TLV_FOOTING_GOOD : TLV_FOOTING_UNCERTAIN;
}

tlv_footing tlv_footing_of(const tlv_app *app, const char *id, char *words, size_t size) {
    return tlv_is_terrain(app, id) ? terrain_footing(app, id, words, size) : tlv_model_footing(app, id, words, size);
}

void tlv_draw_ring(const tlv_app *app, const char *id, const tl_draw_sink *sink) {
    enum { RIM = 48 };
    tl_vec3 rim[RIM + 1];
    tl_box3 box;
    char words[256];
    if (tl_scene_box_of(app->scene, id, &box, NULL) != TL_OK) {
        return;
    }
    if (tlv_is_terrain(app, id)) {
        ring_terrain(app, id, box, sink);
        return;
    }
    tlv_footing footing = tlv_model_footing(app, id, words, sizeof(words));
    double radius = 0.5 * fmax(box.high.x - box.low.x, box.high.y - box.low.y) + 2;
    double x = 0.5 * (box.low.x + box.high.x), y = 0.5 * (box.low.y + box.high.y);
    for (int i = 0; i <= RIM; i++) {
        double a = 2 * GLM_PI * i / RIM;
        rim[i] = (tl_vec3){x + radius * cos(a), y + radius * sin(a), box.low.z + 1};
    }
    send(sink, rim, RIM + 1, box, footing, words);
}
