/* draw_night.c: what a table looks like by night: darker, but for whom a light falls on. */
#include "draw/colours.h"
#include "draw/draw.h"

/* Of each colour so much is left: the ground recedes, models keep the colour of their side. */
static const float GROUND = 0.34f, MODELS = 0.85f;

static tl_colour darken(const tl_draw_dark *dark, tl_colour c) {
    const float by = dark->by; /* what is left of it is a little blue, as nights are */
    return (tl_colour){0.92f * by * c.r, 0.97f * by * c.g, by * c.b + 0.06f * (1 - by), c.a};
}

static void dark_mesh(void *user, const tl_draw_mesh *mesh) {
    const tl_draw_dark *dark = user;
    tl_draw_mesh darker = *mesh;
    darker.colour = darken(dark, mesh->colour);
    dark->sink->mesh(dark->sink->user, &darker);
}

static void dark_line(void *user, const tl_draw_line *line) {
    const tl_draw_dark *dark = user;
    tl_draw_line darker = *line;
    darker.colour = darken(dark, line->colour);
    dark->sink->line(dark->sink->user, &darker);
}

static void same_label(void *user, const tl_draw_label *label) {
    const tl_draw_dark *dark = user;
    dark->sink->label(dark->sink->user, label);
}

const tl_draw_sink *tl_draw_in_the_dark(const tl_table *table, const tl_draw_sink *sink, bool models,
                                        tl_draw_dark *dark, tl_draw_sink *made) {
    if (!table->document->night) {
        return sink;
    }
    *dark = (tl_draw_dark){sink, models ? MODELS : GROUND};
    *made = (tl_draw_sink){.struct_size = sizeof(*made),
                           .user = dark,
                           .mesh = sink->mesh != NULL ? dark_mesh : NULL,
                           .line = sink->line != NULL ? dark_line : NULL,
                           .label = sink->label != NULL ? same_label : NULL};
    return made;
}

void tl_draw_light(const tl_referee *referee, size_t member, const tl_draw_sink *sink) {
    enum { RIM = 48, RINGS = 3 };
    static const double REACH = 45, ABOVE = 0.6; /* mm beyond the model; above the surface that it stands on */
    const tl_placed *placed = &referee->table->members[member];
    tl_box3 box = placed->body->box;
    tl_vec2 middle = tl_plan(tl_box3_centre(box));
    double half = 0.5 * tl_max(box.high.x - box.low.x, box.high.y - box.low.y);
    if (!referee->table->document->night || sink->mesh == NULL) {
        return;
    }
    for (int ring = 0; ring < RINGS; ring++) { /* they lie upon one another: brightest in the middle */
        tl_vec3 corners[RIM + 1];
        uint32_t triangles[3 * RIM];
        double radius = half + REACH * (ring + 1) / RINGS, s, c;
        corners[RIM] = (tl_vec3){middle.x, middle.y, box.low.z + ABOVE + 0.05 * (RINGS - ring)};
        for (uint32_t i = 0; i < RIM; i++) {
            tl_sincos_deg(360.0 * i / RIM, &s, &c);
            corners[i] = (tl_vec3){middle.x + radius * c, middle.y + radius * s, corners[RIM].z};
            triangles[3 * i] = i;
            triangles[3 * i + 1] = (i + 1) % RIM;
            triangles[3 * i + 2] = RIM;
        }
        const tl_draw_mesh pool = {.vertices = corners,
                                   .vertex_count = RIM + 1,
                                   .triangles = triangles,
                                   .triangle_count = RIM,
                                   .colour = tl_rgb(0xFFE9A8, 0.22f),
                                   .style = TL_DRAW_TRANSLUCENT};
        sink->mesh(sink->user, &pool);
    }
}
