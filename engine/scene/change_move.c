/* change_move.c: things moved and turned, alone or together. */
#include "scene/changer.h"

#include "math/angle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Places and angles that a move computes are rounded to this, so that no digits without meaning are written. */
#define ROUNDING 1e6

static double rounded(double number) {
    double r = floor(number * ROUNDING + 0.5) / ROUNDING;
    return fabs(r - number) > 1e-5 ? number : r; /* far out there is nothing to round */
}

static tl_vec2 moved(const tl_change_motion *m, tl_vec2 p) {
    tl_vec2 d = {p.x - m->about.x, p.y - m->about.y};
    if (m->turn == 0) {
        return (tl_vec2){rounded(p.x + m->by[0]), rounded(p.y + m->by[1])};
    }
    return (tl_vec2){rounded(m->about.x + m->cosine * d.x - m->sine * d.y + m->by[0]),
                     rounded(m->about.y + m->sine * d.x + m->cosine * d.y + m->by[1])};
}

static bool is_point(const tl_json_value *value) {
    return value != NULL && value->kind == TL_JSON_ARRAY && value->count >= 2 && value->count <= 3 &&
           value->items[0].kind == TL_JSON_NUMBER && value->items[1].kind == TL_JSON_NUMBER &&
           (value->count == 2 || value->items[2].kind == TL_JSON_NUMBER);
}

static void move_point(tl_splices *patches, const tl_change_motion *m, const tl_json_value *value) {
    if (is_point(value)) {
        tl_vec2 p = moved(m, (tl_vec2){value->items[0].number, value->items[1].number});
        tl_splice_number(patches, &value->items[0], p.x);
        tl_splice_number(patches, &value->items[1], p.y);
        if (value->count == 3) {
            tl_splice_number(patches, &value->items[2], rounded(value->items[2].number + m->by[2]));
        }
    }
}

static void move_object(tl_splices *patches, const tl_change_motion *m, const tl_json_value *object, bool terrain) {
    const char *key = terrain ? "turn" : "facing";
    const tl_json_value *at = tl_json_find(object, "at"), *turn = tl_json_find(object, key);
    const tl_json_value *outline = terrain ? tl_json_find(object, "outline") : NULL;
    bool has_mesh = !terrain || tl_json_find(object, "mesh") != NULL || tl_json_find(object, "asset") != NULL;
    tl_thing_kind kind = terrain ? TL_THING_TERRAIN : TL_THING_MEMBER;
    move_point(patches, m, at);
    if (has_mesh && at == NULL) { /* it stood where its own coordinates put it */
        char x[TL_JSON_NUMBER_SIZE], y[TL_JSON_NUMBER_SIZE], z[TL_JSON_NUMBER_SIZE], text[4 * TL_JSON_NUMBER_SIZE];
        tl_vec2 p = moved(m, (tl_vec2){0, 0});
        tl_json_format_double(p.x, x);
        tl_json_format_double(p.y, y);
        tl_json_format_double(m->by[2], z);
        snprintf(text, sizeof(text), "[%s, %s, %s]", x, y, z);
        tl_splice_insert(patches, object, tl_thing_before(kind, object, "at"), "at", text);
    }
    if (has_mesh && m->turn != 0) {
        double old = turn != NULL && turn->kind == TL_JSON_NUMBER ? turn->number : 0, now = rounded(old + m->turn);
        char text[TL_JSON_NUMBER_SIZE];
        now -= 360 * floor(now / 360);
        tl_json_format_double(now, text);
        if (turn != NULL) {
            tl_splice_number(patches, turn, now);
        } else if (now != 0) {
            tl_splice_insert(patches, object, tl_thing_before(kind, object, key), key, text);
        }
    }
    for (size_t i = 0; outline != NULL && outline->kind == TL_JSON_ARRAY && i < outline->count; i++) {
        move_point(patches, m, &outline->items[i]);
    }
    if (terrain) {
        move_point(patches, m, tl_json_find(tl_json_find(object, "disc"), "centre"));
    }
}

/* Units move with all their members. */
void tl_change_motion_apply(tl_splices *patches, const tl_change_motion *m, tl_thing_kind kind,
                            const tl_json_value *object) {
    const tl_json_value *members = kind == TL_THING_UNIT ? tl_json_find(object, "members") : NULL;
    if (kind == TL_THING_MEMBER || kind == TL_THING_TERRAIN) {
        move_object(patches, m, object, kind == TL_THING_TERRAIN);
    }
    for (size_t i = 0; members != NULL && members->kind == TL_JSON_ARRAY && i < members->count; i++) {
        if (members->items[i].kind == TL_JSON_OBJECT) {
            move_object(patches, m, &members->items[i], false);
        }
    }
}

/* Sums up where things stand, for their middle. */
static void add_middle(const tl_json_value *value, tl_vec2 *sum, double *count) {
    if (is_point(value)) {
        *sum = tl_add2(*sum, (tl_vec2){value->items[0].number, value->items[1].number});
        *count += 1;
    }
}

static void add_middles(tl_thing_kind kind, const tl_json_value *object, tl_vec2 *sum, double *count) {
    const tl_json_value *members = kind == TL_THING_UNIT ? tl_json_find(object, "members") : NULL;
    const tl_json_value *outline = tl_json_find(object, "outline"), *at = tl_json_find(object, "at");
    add_middle(at, sum, count);
    for (size_t i = 0; members != NULL && members->kind == TL_JSON_ARRAY && i < members->count; i++) {
        add_middle(tl_json_find(&members->items[i], "at"), sum, count);
    }
    if (kind == TL_THING_TERRAIN && at == NULL) {
        add_middle(tl_json_find(tl_json_find(object, "disc"), "centre"), sum, count);
        for (size_t i = 0; outline != NULL && outline->kind == TL_JSON_ARRAY && i < outline->count; i++) {
            add_middle(&outline->items[i], sum, count);
        }
    }
}

static tl_status read_motion(const tl_changer *c, tl_change_motion *m) {
    const tl_json_value *turn = tl_changer_part(c, "turn");
    double about[3];
    *m = (tl_change_motion){.turn = 0};
    tl_status status = tl_changer_numbers(c, "by", 3, m->by);
    status = status == TL_OK ? tl_changer_numbers(c, "about", 2, about) : status;
    status = status == TL_OK && turn != NULL ? tl_changer_number(c, turn, &m->turn) : status;
    if (status == TL_OK) {
        m->about = (tl_vec2){about[0], about[1]};
        tl_sincos_deg(m->turn, &m->sine, &m->cosine);
    }
    return status;
}

tl_status tl_change_move(tl_changer *c) {
    const tl_json_value *named = tl_changer_part(c, "move");
    size_t count = named->kind == TL_JSON_ARRAY ? named->count : 1;
    tl_vec2 sum = {0, 0};
    double points = 0;
    tl_change_motion m;
    tl_status status = read_motion(c, &m);
    for (int pass = tl_changer_part(c, "about") != NULL || m.turn == 0 ? 1 : 0; pass < 2 && status == TL_OK; pass++) {
        tl_splices patches;
        tl_splices_init(&patches, c->context, c->scene);
        for (size_t i = 0; i < count && status == TL_OK; i++) {
            const tl_json_value *name = named->kind == TL_JSON_ARRAY ? &named->items[i] : named;
            tl_thing thing;
            status = tl_thing_find(c->context, c->scene, c->edits, name, &thing, c->error);
            if (status == TL_OK && thing.kind != TL_THING_UNIT && thing.kind != TL_THING_MEMBER &&
                thing.kind != TL_THING_TERRAIN) {
                status = tl_changer_refuse(c, name, "name units, members or terrain", "this stands nowhere");
            }
            if (status == TL_OK && pass == 0) {
                add_middles(thing.kind, thing.object, &sum, &points);
            } else if (status == TL_OK) {
                tl_change_motion_apply(&patches, &m, thing.kind, thing.object);
            }
        }
        if (status == TL_OK && pass == 0) {
            m.about = points > 0 ? tl_scale2(sum, 1 / points) : sum;
        }
        status = status == TL_OK && pass == 1 ? tl_changer_finish(c, &patches) : tl_changer_give_up(&patches, status);
    }
    return status;
}
