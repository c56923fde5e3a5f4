/* feeding.c: what is on the table goes to the renderer: terrain once, models whenever one moves; and while something is
 * dragged, once what rests, and then that alone. */
#include "app.h"

#include "tools/tool.h"

#include <stdio.h>
#include <string.h>

enum { MOST_OUTLINED = 64, MOST_STIRRING = 32 };

/* What is dragged or placed; 0: nothing, or too much to be worth it. */
static size_t list_stirring(const tlv_app *app, const char *ids[MOST_STIRRING + 1]) {
    const tlv_session *s = &app->session;
    size_t count = 0;
    ids[0] = NULL;
    if (app->bench || !s->trial) {
        return 0;
    }
    if (tlv_holds_ghost(app)) {
        ids[count++] = app->shelf.ghost;
    } else if (app->hand.gesture == TLV_GESTURE_TOOL && s->picked_count <= MOST_STIRRING) {
        for (size_t i = 0; i < s->picked_count; i++) {
            ids[count++] = s->picked[i];
        }
    }
    ids[count] = NULL;
    return count;
}

/* Those who are asked about (whole units, where units are) and what is selected. */
static void list_outlined(const tlv_app *app, const char *ids[MOST_OUTLINED + 1]) {
    const tlv_inquiry *q = &app->inquiry;
    const char *const names[] = {q->from, q->to};
    size_t count = 0;
    for (int i = 0; i < 2; i++) {
        if (names[i][0] != '\0') {
            ids[count++] = tlv_asked_name(app, names[i]);
        }
    }
    for (size_t i = 0; i < app->session.picked_count && count < MOST_OUTLINED; i++) {
        ids[count++] = app->session.picked[i];
    }
    ids[count] = NULL;
}

static uint64_t add_text(uint64_t hash, const char *text) {
    do {
        hash = (hash ^ (uint8_t)*text) * 0x100000001B3u;
    } while (*text++ != '\0');
    return hash;
}

/* Of what stirs, the terrain; 0: none. */
static uint64_t hash_lifted(const tlv_app *app, const char *const *stirring) {
    uint64_t hash = 0;
    for (; *stirring; stirring++) {
        hash = tlv_is_terrain(app, *stirring) ? add_text(hash + 1, *stirring) : hash;
    }
    return hash;
}

static uint64_t hash_resting(const tl_scene_drawing *drawing) {
    uint64_t hash = add_text(drawing->cores ? 1 : 2, drawing->without ? drawing->without : "");
    for (const char *const *id = drawing->except; *id; id++) {
        hash = add_text(hash, *id);
    }
    for (const char *const *id = drawing->outlined; *id; id++) {
        hash = add_text(hash, *id);
    }
    return hash;
}

static uint64_t add_value(uint64_t hash, const tl_scene *scene, const char *thing) {
    size_t size = 0;
    const char *text = tl_scene_value(scene, thing, NULL, &size);
    for (size_t i = 0; text && i < size; i++) {
        hash = (hash ^ (uint8_t)text[i]) * 0x100000001B3u;
    }
    return (hash ^ size) * 0x100000001B3u;
}

/* Of all that the scene says of what stays where it is: while that is the same, so is what is drawn of it. Never 0. */
static uint64_t hash_fixed(const tl_scene *scene) {
    static const char *const things[] = {"\"ruleset\"", "\"settings\"", "\"night\""};
    char thing[2 * TLV_NAME + 16], name[2 * TLV_NAME];
    const char *id;
    uint64_t hash = add_value(1, scene, "\"table\"");
    for (size_t i = 0; i < sizeof(things) / sizeof(*things); i++) {
        size_t size = 0;
        const char *text = tl_scene_value(scene, "{\"scene\":true}", things[i], &size);
        for (size_t j = 0; text && j < size; j++) {
            hash = (hash ^ (uint8_t)text[j]) * 0x100000001B3u;
        }
    }
    for (size_t i = 0; (id = tl_scene_terrain(scene, i)) != NULL; i++) {
        hash = add_value(hash, scene, tlv_quote(id, name, sizeof(name)));
    }
    for (size_t i = 0; (id = tl_scene_asset(scene, i)) != NULL; i++) { /* terrain can be one, too */
        snprintf(thing, sizeof(thing), "{\"asset\":%s}", tlv_quote(id, name, sizeof(name)));
        hash = add_value(hash, scene, thing);
    }
    return hash | 1;
}

static void draw_fixed(const tl_scene *scene, const char *const *stirring, const tl_draw_sink *sink) {
    const tl_scene_drawing fixed = {.struct_size = sizeof(tl_scene_drawing), .no_members = true, .except = stirring};
    tl_scene_draw(scene, &fixed, sink, NULL);
}

void tlv_draw_fixed(const tl_scene *scene, const tl_draw_sink *sink) {
    draw_fixed(scene, NULL, sink);
}

/* What stays where it is for long goes to the renderer once, when the renderer has not just that. What was drawn while
 * the table was read is of the table as it was then: it goes first, or never. */
static void feed_fixed(tlv_app *app, const char *const *stirring, uint64_t lifted, const tl_draw_sink *sink) {
    uint64_t fixed = app->bench ? 0 : hash_fixed(app->scene) ^ (lifted << 1);
    tlv_prepared *prepared = app->prepared;
    app->prepared = NULL;
    if (fixed != 0 && fixed == app->fixed) {
        tlv_prepared_destroy(prepared);
        return;
    }
    app->fixed = fixed;
    if (prepared && fixed != 0 && lifted == 0) {
        tlv_renderer_take(app->renderer, prepared);
        return;
    }
    tlv_prepared_destroy(prepared);
    tlv_renderer_begin(app->renderer);
    if (app->bench) { /* one model alone, in its own frame */
        tl_scene_asset_draw(app->scene, tlv_bench_asset(app), sink, NULL);
    } else {
        draw_fixed(app->scene, stirring, sink);
    }
    tlv_renderer_mark(app->renderer);
}

/* Models that stay where they are while others are dragged. */
static void feed_resting(tlv_app *app, const tl_scene_drawing *drawing, const char *const *stirring,
                         const tl_draw_sink *sink) {
    tl_scene_drawing resting = *drawing;
    const char *outlined[MOST_OUTLINED + 1];
    size_t count = 0;
    for (const char *const *id = drawing->outlined; *id; id++) { /* outlines of terrain are drawn with what stirs */
        if (!tlv_is_terrain(app, *id)) {
            outlined[count++] = *id;
        }
    }
    outlined[count] = NULL;
    resting.labels = resting.zones = false;
    resting.no_terrain = true;
    resting.outlined = outlined;
    resting.except = stirring;
    uint64_t hash = hash_resting(&resting);
    if (!tlv_renderer_rests(app->renderer) || hash != app->resting) {
        tlv_renderer_stir(app->renderer);
        tlv_renderer_rewind(app->renderer);
        tl_scene_draw(app->scene, &resting, sink, NULL);
        tlv_renderer_rest(app->renderer);
        app->resting = hash;
    } else {
        tlv_renderer_rewind(app->renderer);
    }
}

void tlv_feed(tlv_app *app) {
    if (app->bench && app->content_changed && !tlv_bench_refresh(app)) {
        tlv_use_tool(app, TLV_TOOL_SELECT); /* what lay there is gone */
    }
    tl_draw_sink sink = tlv_renderer_sink(app->renderer);
    const tlv_inquiry *q = &app->inquiry;
    const char *outlined[MOST_OUTLINED + 3], *stirring[MOST_STIRRING + 1];
    list_outlined(app, outlined);
    size_t stirs = list_stirring(app, stirring);
    uint64_t lifted = hash_lifted(app, stirring);
    tl_scene_drawing drawing = {.struct_size = sizeof(tl_scene_drawing),
                                .labels = true,
                                .cores = q->from[0] != '\0',
                                .without = app->eye_of[0] != '\0' ? app->eye_of : NULL,
                                .zones = strcmp(tlv_tools[app->tool]->id, "zone") == 0,
                                .outlined = outlined};
    if (app->content_changed || lifted != app->lifted) {
        feed_fixed(app, stirring, lifted, &sink);
        app->lifted = lifted;
    }
    if (stirs > 0) {
        feed_resting(app, &drawing, stirring, &sink);
        drawing.only = stirring;
    } else {
        tlv_renderer_stir(app->renderer);
        tlv_renderer_rewind(app->renderer);
        drawing.no_terrain = true;
    }
    if (!app->bench) {
        tl_scene_draw(app->scene, &drawing, &sink, NULL);
    }
    if (q->answer.ruling) {
        tl_ruling_draw(q->answer.ruling, app->scene, &sink, NULL);
    }
    if (tlv_tools[app->tool]->draw) {
        tlv_tools[app->tool]->draw(app, &sink);
    }
    app->content_changed = app->models_changed = false;
    app->view_changed = true;
}
