/* scenario.h: the zones and objectives of a scene's `scenario`, and what of the plan a zone takes in.
 *
 * South is the table's edge y = 0, west x = 0, as in pictures from above. */
#ifndef TL_SCENE_SCENARIO_H
#define TL_SCENE_SCENARIO_H

#include "io/json.h"
#include "math/vec.h"

/* A length as a scene writes it: "30cm", "12in", "300mm", "2u". */
typedef struct tl_zone_length {
    double amount; /* mm, or game units */
    bool units;    /* game units */
} tl_zone_length;

/* Edges of the table, and by two of them its corners and quarters: bits. */
enum { TL_ZONE_SOUTH = 1, TL_ZONE_NORTH = 2, TL_ZONE_WEST = 4, TL_ZONE_EAST = 8 };

typedef enum tl_zone_shape {
    TL_ZONE_TABLE,       /* all of it */
    TL_ZONE_EDGE,        /* within a distance of an edge */
    TL_ZONE_CORNER,      /* ... of a corner */
    TL_ZONE_HALF,        /* the half along an edge */
    TL_ZONE_QUARTER,     /* the quarter at a corner */
    TL_ZONE_CENTRE_LINE, /* within a distance of the line through the centre, along x (west and east) or y */
    TL_ZONE_CENTRE,      /* within a distance of the centre */
    TL_ZONE_OUTLINE,     /* a simple polygon */
    TL_ZONE_SHAPES
} tl_zone_shape;

/* From what one keeps away in a zone: the first take a part away from it, the others are distances to things. */
typedef enum tl_zone_off {
    TL_ZONE_OFF_EDGES,        /* all edges of the table */
    TL_ZONE_OFF_SIDES,        /* the two edges beside a zone along an edge */
    TL_ZONE_OFF_CENTRE,       /* the centre of the table */
    TL_ZONE_OFF_CENTRE_LINES, /* the centre lines that bound a half or quarter */
    TL_ZONE_OFF_ENEMIES,      /* models of other sides */
    TL_ZONE_OFF_MARKERS,      /* terrain of a kind that is a marker */
    TL_ZONE_OFF_SHELTERS,     /* other terrain of a kind that shelters */
    TL_ZONE_OFF_IMPASSABLE,   /* terrain of a kind that nobody enters */
    TL_ZONE_OFFS
} tl_zone_off;
#define TL_ZONE_OFF_THINGS TL_ZONE_OFF_ENEMIES /* the first that is a distance to things */

/* In the order of the enums, as scenes write them. */
extern const char *const tl_zone_shape_words[TL_ZONE_SHAPES];
extern const char *const tl_zone_off_words[TL_ZONE_OFFS];

typedef struct tl_document_zone {
    const char *id;
    const char *name; /* the id when not given */
    const char *side; /* who is placed there; "": anybody */
    const char *rule; /* the rule it rests on; "": none is named */
    tl_zone_shape shape;
    unsigned where;         /* bits of edges; 0: the shape has no place */
    tl_zone_length within;  /* of edge, corner, centre line, centre */
    const tl_vec2 *outline; /* counter-clockwise; of TL_ZONE_OUTLINE */
    size_t outline_count;
    tl_zone_length off[TL_ZONE_OFFS]; /* amount 0: not kept away from */
    const tl_json_value *json;
} tl_document_zone;

typedef struct tl_document_objective {
    size_t terrain;      /* index: the marker */
    const char *held_by; /* a side, so far; "": nobody */
    const tl_json_value *json;
} tl_document_objective;

typedef struct tl_document_scenario {
    bool deploying; /* models are being placed: whoever stands outside of the zones of its side is reported */
    const tl_document_zone *zones;
    size_t zone_count;
    const tl_document_objective *objectives;
    size_t objective_count;
    const size_t *marched; /* units (index) whose last action was a march */
    size_t marched_count;
    const tl_json_value *json; /* NULL: the scene has none */
} tl_document_scenario;

/* What of the plan a zone takes in: a rectangle along the axes, and of it what lies in a disc or an outline, where
 * there is one, and outside of a hole, where there is one. */
typedef struct tl_zone_region {
    tl_vec2 low, high; /* the rectangle; empty when low isn't below high */
    unsigned open;     /* edges of the table (bits) that it reaches: these are no borders of it */
    bool disc;
    tl_vec2 centre;
    double radius;
    const tl_vec2 *outline; /* the zone's; NULL: none */
    size_t outline_count;
    bool hole;
    tl_vec2 hole_centre;
    double hole_radius;
} tl_zone_region;

double tl_zone_length_mm(tl_zone_length length, double game_unit);
/* The region of a zone on a table of this width and depth (mm). It points into the zone. */
void tl_zone_region_of(const tl_document_zone *zone, double width, double depth, double game_unit,
                       tl_zone_region *region);
/* Whether nothing is left of it. */
bool tl_zone_region_is_empty(const tl_zone_region *region);
/* How deep a point lies inside the region, mm: at most so far from every border; negative: outside, at least so far. */
double tl_zone_region_depth(const tl_zone_region *region, tl_vec2 p);

#endif
