/* draw_preview.c: what can be shown of a question before it is answered: fields of fire, where a flame would lie. */
#include "draw/colours.h"
#include "draw/draw.h"
#include "judge/party.h"
#include "judge/measure/arc.h"
#include "judge/template/placing.h"
#include "judge/measure/flight.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FIELDS_SHOWN = 16 };    /* members whose fields of fire are shown */
static const double UNSTATED = 600; /* mm that weapons of any reach are shown with */
/* A weapon's name stands at this share of the way to the rim, but no farther than this. */
static const double NAME_SHARE = 0.6, NAME_MM = 300;

static double reach_of(const tl_inquiry *inquiry, const tl_document_weapon *weapon) {
    switch (weapon->range) {
    case TL_WEAPON_RANGE_UNITS:
    case TL_WEAPON_RANGE_MM:
        return tl_flight_reach(inquiry, weapon);
    case TL_WEAPON_RANGE_CLOSE:
    case TL_WEAPON_RANGE_UNSTATED:
        break;
    }
    return weapon->range == TL_WEAPON_RANGE_CLOSE ? 0 : UNSTATED;
}

/* One that fires all round is a ring, laid over the relief. */
static void draw_all_round(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon, double reach,
                           const tl_draw_sink *sink) {
    tl_witness ring = {.kind = TL_WITNESS_RING, .item = member, .width = reach};
    snprintf(ring.label, sizeof(ring.label), "%.80s", weapon->name);
    tl_draw_rings(inquiry->referee, &ring, 1, sink);
}

static tl_status draw_weapon(const tl_inquiry *inquiry, size_t member, const tl_document_weapon *weapon, bool named,
                             const tl_draw_sink *sink, tl_error *error) {
    tl_pair_arc_result arc = {0};
    tl_volume own = tl_table_measured(inquiry->table, member);
    double reach = reach_of(inquiry, weapon);
    tl_status status = tl_judge_volume_arc(inquiry, member, weapon, &own, false, &arc, error);
    if (status != TL_OK || reach <= 0) {
        return status;
    }
    if (arc.always) {
        draw_all_round(inquiry, member, weapon, reach, sink);
        return TL_OK;
    }
    tl_draw_fan(inquiry->table, arc.apex, arc.axis_deg, arc.half_deg, reach, sink);
    if (named && sink->label != NULL) {
        double s, c;
        tl_sincos_deg(arc.axis_deg, &s, &c);
        double off = tl_min(NAME_SHARE * reach, NAME_MM);
        const tl_draw_label label = {.at = {arc.apex.x + off * c, arc.apex.y + off * s, arc.apex.z + 2},
                                     .text = weapon->name,
                                     .colour = TL_COLOUR_SKY,
                                     .size = 1};
        sink->label(sink->user, &label);
    }
    return TL_OK;
}

static tl_status draw_arcs(const tl_inquiry *inquiry, const tl_question *question, const tl_draw_sink *sink,
                           tl_error *error) {
    tl_party from;
    const tl_document_weapon *weapons;
    size_t count = 0;
    tl_status status = tl_referee_party(inquiry->referee, question->from, "from", &from, error);
    if (status == TL_OK) {
        status = tl_party_weapons(inquiry, &from, question->weapon, &weapons, &count, error);
    }
    for (size_t i = 0; status == TL_OK && i < from.count && i < MOST_FIELDS_SHOWN; i++) {
        for (size_t w = 0; w < count && status == TL_OK; w++) {
            if (!tl_party_carries(&from, i, &weapons[w])) {
                continue;
            }
            status = draw_weapon(inquiry, from.first + i, &weapons[w], i == 0, sink, error);
        }
    }
    return status;
}

static tl_status draw_flame(const tl_inquiry *inquiry, const tl_question *question, const tl_draw_sink *sink,
                            tl_error *error) {
    static const tl_colour grey = {0.45f, 0.47f, 0.50f, 1};
    tl_placing placing;
    tl_status status = tl_placing_make(inquiry, question, &placing, error);
    size_t count = status == TL_OK ? placing.shape.count : 0;
    tl_vec3 *rim = count > 0 ? tl_alloc_array(inquiry->context, count + 1, sizeof(*rim)) : NULL;
    for (size_t i = 0; rim != NULL && i <= count; i++) {
        tl_vec2 p = placing.shape.corner[i % count];
        rim[i] = (tl_vec3){p.x, p.y, placing.at.z + 4};
    }
    if (rim != NULL && sink->line != NULL) {
        const tl_draw_line line = {
            .points = rim, .count = count + 1, .colour = grey, .width_px = 2, .style = TL_DRAW_DASHED};
        sink->line(sink->user, &line);
    }
    tl_free(inquiry->context, rim);
    if (status == TL_OK) {
        tl_placing_free(&placing);
    }
    return status;
}

tl_status tl_draw_preview(const tl_referee *referee, const tl_question *question, const tl_draw_sink *sink,
                          tl_error *error) {
    tl_inquiry inquiry;
    const char *query = question->query != NULL ? question->query : "";
    bool arcs = strcmp(query, "arc") == 0 && question->from != NULL;
    bool flame = strcmp(query, "template") == 0 && question->has_angle && question->from != NULL && !question->best;
    if (!arcs && !flame) {
        return TL_OK;
    }
    tl_status status = tl_inquiry_begin(referee, question->set, question->has_tolerance ? question->tolerance_mm : -1,
                                        &inquiry, error);
    if (status == TL_OK) {
        status = arcs ? draw_arcs(&inquiry, question, sink, error) : draw_flame(&inquiry, question, sink, error);
        tl_inquiry_free(&inquiry);
    }
    return status;
}
