/* deviation.h: deviations as data: which dice say where something that is thrown or fired comes down, and how far it
 * bounces, slides or drifts.
 *
 * A rule system lists its deviations, each with its dice in the order in which they are thrown and what each of them
 * decides, from the closed sets below. Nothing in the engine knows one by its name. */
#ifndef TL_RULESET_DEVIATION_H
#define TL_RULESET_DEVIATION_H

#include "io/json.h"

/* From where it deviates. */
typedef enum tl_deviation_aim {
    TL_DEVIATION_AT_TARGET, /* the middle of a target, or a place that was named in its stead */
    TL_DEVIATION_GUESSED,   /* so far from the edge of who throws as was guessed, along the way that was aimed */
    TL_DEVIATION_LAID,      /* an outline laid against who fires */
    TL_DEVIATION_LYING,     /* the place where it lies */
    TL_DEVIATION_AT_REACH   /* as far from who throws as `reach` says, along the way that was aimed; or the place that
                               was named, no farther (setting aim_reach) */
} tl_deviation_aim;

/* What ahead, right and left mean, and where an arrow's 0 degrees are. */
typedef enum tl_deviation_frame {
    TL_DEVIATION_BY_AIM,   /* ahead is from who throws to the aim */
    TL_DEVIATION_BY_TABLE, /* ahead is along +X */
    TL_DEVIATION_BY_DRIFT  /* as the setting drift_frame says: the thrower's, or the table's */
} tl_deviation_frame;

/* What a die decides. */
typedef enum tl_deviation_decides {
    TL_DEVIATION_DECIDES_SECTOR,   /* to which side it goes, and of whom: `sectors` */
    TL_DEVIATION_DECIDES_ARROW,    /* the direction that an arrow points in, or that it stays */
    TL_DEVIATION_DECIDES_DISTANCE, /* how far it goes */
    TL_DEVIATION_DECIDES_BOUNCE,   /* how far it goes on in a straight line, hitting whom it crosses */
    TL_DEVIATION_DECIDES_REACH     /* how far one throws at most, while the setting throw_reach is `rolled` */
} tl_deviation_decides;

/* What a number of a die is worth. */
typedef enum tl_deviation_unit {
    TL_DEVIATION_CM,
    TL_DEVIATION_INCH,
    TL_DEVIATION_GAME_UNIT,
    TL_DEVIATION_DIE_UNITS /* as the setting die_units says */
} tl_deviation_unit;

typedef enum tl_deviation_way {
    TL_DEVIATION_AHEAD, /* away from who throws: beyond the target */
    TL_DEVIATION_BACK,
    TL_DEVIATION_LEFT,
    TL_DEVIATION_RIGHT,
    TL_DEVIATION_STAYS
} tl_deviation_way;

/* What a misfire of a die does. */
typedef enum tl_deviation_misfire {
    TL_DEVIATION_MISFIRE_NEVER, /* the die has none */
    TL_DEVIATION_MISFIRE_FAILS, /* nothing comes down anywhere */
    TL_DEVIATION_MISFIRE_STOPS  /* it goes no farther */
} tl_deviation_misfire;

/* What some totals of a die mean. */
typedef struct tl_deviation_sector {
    double from, to; /* these totals, inclusive */
    bool of_thrower; /* from who throws; else from the aim */
    tl_deviation_way way;
} tl_deviation_sector;

/* Faces of a die that are no numbers. */
#define TL_DEVIATION_FACE_HIT     (-1.0)
#define TL_DEVIATION_FACE_ARROW   (-2.0)
#define TL_DEVIATION_FACE_MISFIRE (-3.0)

enum { TL_DEVIATION_MOST_DICE = 6, TL_DEVIATION_MOST_FACES = 100, TL_DEVIATION_MOST_SECTORS = 32 };

/* One throw of dice: so many of one kind, whose numbers are added up. */
typedef struct tl_deviation_die {
    const char *text; /* what players call it */
    const char *rule; /* rule id */
    tl_deviation_decides decides;
    unsigned sides, count; /* numbers from 1; 0 sides: it has `faces` */
    double *faces;         /* numbers from 0, or TL_DEVIATION_FACE_..., one a side */
    size_t face_count;
    bool modified; /* the question's modifier is added to the total */
    bool has_failing;
    double failing; /* this total fails, before anything is added */
    tl_deviation_misfire misfire;
    tl_deviation_unit unit; /* of distances: a number is worth so many units ... */
    double each;            /* ... times this, ... */
    double plus;            /* ... and so many are added */
    tl_deviation_sector *sectors;
    size_t sector_count;
} tl_deviation_die;

typedef struct tl_deviation_rule {
    const char *name;
    const char *text;          /* what players call it */
    const char *rule;          /* rule id */
    const char *template_name; /* what comes down; NULL: a point */
    tl_deviation_aim aim;
    tl_deviation_frame frame;
    const char *reach; /* a length: no target farther from the thrower; NULL: any */
    tl_deviation_die *dice;
    size_t die_count;
} tl_deviation_rule;

#endif
