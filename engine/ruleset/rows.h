/* rows.h: the rows of a rule system's sections, as data. */
#ifndef TL_RULESET_ROWS_H
#define TL_RULESET_ROWS_H

#include "io/json.h"
#include "math/vec.h"
#include "ruleset/settings.h"

typedef struct tl_ruleset tl_ruleset;

/* One setting. A choice has `values`; a number lies in [low, high]; a setting may allow both. */
typedef struct tl_setting {
    tl_setting_id id;
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule; /* rule id */
    const char **values;
    size_t *choice_of; /* per value: its number in the engine's table */
    size_t value_count;
    bool takes_choice;
    bool number;
    bool file; /* or the path of a .json file */
    double low, high;
    bool default_is_number;
    double default_number;
    size_t default_choice;
} tl_setting;

/* How areas of a name are seen into, through and inside. Lengths are game units; INFINITY: any length will do. */
typedef struct tl_area_rule {
    const char *name;
    double into_units;    /* how near its edge one of the two must be when one stands inside; negative: never seen */
    double through_units; /* ... when none does; negative: never seen through */
    double inside_units;  /* how far sight reaches when both stand inside; negative: no limit */
    bool levels;          /* a building: its levels are struck one at a time */
    const char *drawn_height;      /* the setting that tells how high it is where no mesh does; NULL: endless */
    tl_setting_id drawn_height_id; /* the same; TL_SETTING_COUNT: none */
    const char *edge_rule;         /* rule ids; "": none */
    const char *inside_rule;
} tl_area_rule;

/* What a kind of terrain does to those who move (DB-MOV-05, -07). */
typedef enum tl_terrain_going {
    TL_GOING_SLOW,      /* limits how far whoever enters it may move */
    TL_GOING_FREE,      /* nothing */
    TL_GOING_WALLS,     /* its mesh can't be passed but through openings; inside it is slow */
    TL_GOING_TRAP,      /* can't be entered by some classes (tl_ruleset_kind_traps), is slow for the others */
    TL_GOING_IMPASSABLE /* can't be entered */
} tl_terrain_going;

/* How a kind of terrain is put on the ground. */
typedef enum tl_terrain_lies {
    TL_LIES_SOLID,  /* a body that others may stand on */
    TL_LIES_CARPET, /* only its plate bears: woods */
    TL_LIES_RELIEF, /* it is part of the ground: outlines of other terrain are laid on it */
    TL_LIES_NONE    /* it bears nothing: smoke */
} tl_terrain_lies;

#define TL_RULESET_NO_COLOUR 0xFFFFFFFFu

/* What a kind of terrain is and does. */
typedef struct tl_terrain_kind {
    const char *name;
    const tl_area_rule *area;      /* NULL: no depth rule */
    const tl_json_value *cancels;  /* names of areas that are no areas where it lies; NULL: none */
    bool blocks;                   /* its mesh stands in the way of sight */
    bool blocks_if_solid;          /* ... while the setting wood_models is solid; `blocks` is false then */
    bool cover;                    /* it gives cover */
    bool raised;                   /* an outline with a height is a solid body of that height; else it is flat */
    tl_terrain_going going;        /* "slow" when not given */
    const tl_json_value *trap_for; /* classes that TL_GOING_TRAP stops; NULL: those that don't climb */
    tl_terrain_lies lies;
    unsigned colour;                 /* 0xRRGGBB, of pictures; TL_RULESET_NO_COLOUR when not given */
    bool lights;                     /* an area: a light falls on whose middle lies in it */
    bool marker;                     /* distances may be taken from its centre */
    bool shelter;                    /* infantry that stands in it is in cover, and its own walls are open to it */
    double shelter_half_deg;         /* they see, and are seen, this far to each side of its facing; 180: all round */
    bool shelter_reach;              /* in close combat they are reached along its outline */
    const tl_json_value *never_hits; /* classes that nothing is fired at from inside it; NULL: none */
    bool road;                       /* who is on it goes at the speed of roads */
    bool clears;                     /* ... and other terrain there doesn't matter to its move */
    const tl_json_value *crossed_by; /* classes whose models cross it when they begin in contact with it; NULL: none */
    int lasts;                       /* an area: it is gone after so many turns; 0: it stays */
    bool meets;                      /* who crosses its edge is told, ... */
    const tl_json_value *meets_for;  /* ... of these classes; NULL: of all */
    bool meets_die;                  /* ... and rolls a die for it */
    size_t grade;                    /* how good its cover is: the place of a row of `grades`, from 1 on; 0: none */
    const char *rule;
    const char *text;
} tl_terrain_kind;

enum { TL_RULESET_MOST_WORDS = 32 }; /* classes, ways to move and arcs that a system may have, of each */

/* What turning on the spot costs of a move. */
typedef struct tl_turning_rule {
    double slice_deg; /* for each begun slice of so many degrees (setting turn_cost); 0: turning costs nothing */
    double share;     /* ... so much of the whole move */
    bool backwards;   /* it may drive backwards, too */
    const char *rule;
} tl_turning_rule;

/* What models of a class do, by the word of scenes for it. */
typedef struct tl_class_rule {
    const char *name;
    const char *text;       /* a sentence for players; "": none */
    const char *rule;       /* rule id; "": none */
    bool by_base;           /* distances are taken from its base, else from body, hull and turret */
    bool blocks_sight;      /* its models stand in the way of sight */
    bool half_cover;        /* a unit is in cover when half of its models are, else when all are */
    bool shelters;          /* it mans bunkers and trenches */
    bool climbs;            /* it changes floors and goes through windows */
    bool passes_friends;    /* friends don't stop it; two that both don't pass stop each other */
    bool together;          /* its units must keep together */
    bool flies;             /* it moves over everything and lands */
    bool reacts;            /* it reacts to those who act */
    bool close_combat;      /* it fights in close combat */
    bool carries;           /* it may carry units */
    bool fires_from_inside; /* as a passenger inside it may use weapons */
    bool objectives;        /* it takes and contests objectives */
    tl_turning_rule turning;
    const tl_json_value *only_in;   /* arcs: weapons with another don't fire at it; NULL: any may */
    const tl_json_value *runs_over; /* classes whose enemies don't stop it, and are told as in its way; NULL: none */
    bool charges;                   /* whether its moves can end in contact with an enemy is told */
} tl_class_rule;

/* How units move. */
typedef struct tl_locomotion_rule {
    const char *name;
    bool rolls; /* dice are rolled at edges of terrain */
    bool flies;
} tl_locomotion_rule;

/* Where a weapon points. */
typedef struct tl_arc_rule {
    const char *name;
    const char *text; /* what players call it; "": as the engine does */
    const char *rule; /* rule id; "": what the system cites for fields of fire */
    double axis_deg;  /* of a sector: its middle, from the facing, counter-clockwise */
    double half_deg;  /* ... and how far it goes to each side, at most 90; 180: all round */
    int side;         /* +1 all beyond the left side, -1 beyond the right side (setting side_arc); 0: a sector */
    bool corridor;    /* no sector but a strip ahead (axis_deg) as wide as a hull, which more than half must lie in */
    const char *band; /* a length: both fly in one band of altitude so high; "": not asked */
    const char *from_below; /* a length: who fires flies lower than that; "": not asked */
    const char *farther;    /* a length: the weapon reaches so much farther; "": it doesn't */
    bool not_under;         /* who stands under the target doesn't fire at it */
    bool masked;            /* the model's own body is in the way of what it fires, from the end of the weapon */
    bool to_hull;           /* distances run to the target's hull, whatever its class (setting air_distance) */
} tl_arc_rule;

/* How large a unit is, and what binds it for that. */
typedef struct tl_size_rule {
    const char *name;
    const char *text; /* a sentence for players */
    const char *rule;
    const tl_json_value *turns_no_farther; /* classes: when such a unit turns to react, it must not end farther away
                                              from whom it reacts to (DB-REA-02); NULL: none */
} tl_size_rule;

/* From where whoever lies under a template must be seen to be hit. */
typedef enum tl_sees_from {
    TL_SEES_FROM_CENTRE, /* of a disc; of a flame that nobody is named for its tip */
    TL_SEES_FROM_FIRER,
    TL_SEES_FROM_NOTHING /* who lies under it is hit, seen or not */
} tl_sees_from;

enum { TL_RULESET_MOST_VARIANT_SETTINGS = 4 };

/* How long a length of the rule file, or how wide a disc is while settings stand at some of their words. */
typedef struct tl_ruleset_variant {
    tl_setting_id settings[TL_RULESET_MOST_VARIANT_SETTINGS]; /* all of them must stand ... */
    size_t choices[TL_RULESET_MOST_VARIANT_SETTINGS];         /* ... at these: TL_CHOICE_... */
    size_t count;
    double mm[2]; /* in cm and in inches */
} tl_ruleset_variant;

/* A template: a disc that is centred on a point, or an outline that is laid against the one who fires. */
typedef struct tl_template_rule {
    const char *name;
    const char *text; /* what players call it */
    const char *rule;
    bool flame;             /* laid against the firer: its tip is at (0, 0) and it points along +X */
    tl_sees_from sees_from; /* a disc's centre and a flame's firer, when not given */
    bool half;              /* at least half of a base must lie under it, else any of it is enough */
    int partly_roll;        /* a base that lies only partly under it is hit on a die of so much or more; 0: as any */
    bool on_nearest;        /* aimed at a unit it is centred on the model nearest to who fires, which needs no such die;
                               else on the first */
    bool placeholder;       /* the rules give no measure: replace it by the true outline */
    double diameter[2];     /* of a disc, mm, in cm and in inches; 0: an outline */
    const tl_ruleset_variant *variants; /* other diameters, of which the first whose settings stand so counts */
    size_t variant_count;
    tl_vec2 *outline; /* simple, counter-clockwise, in its numbers; curves flattened */
    size_t outline_count;
    double
        outline_error; /* how far the outline may lie from the curves that were drawn, in its numbers; 0: no curves */
    const char *outline_setting;     /* the setting that may name a file with the true outline; "": none */
    tl_setting_id outline_id;        /* the same; TL_SETTING_COUNT: none */
    bool in_game_units;              /* the outline's numbers are game units, else millimetres */
    const tl_json_value *direct_hit; /* classes that a disc harms only when it is centred on them; NULL: none */
    bool zone_cover;                 /* against a disc areas give cover, but not to who shares one with its centre */
    const tl_json_value *keeps_out;  /* kinds of area terrain that a disc isn't laid in; NULL: it may lie in any */
    const tl_json_value *fills;   /* kinds of terrain: it strikes all of the piece that its centre lies in, in place of
                                     a disc; NULL: none */
    const tl_json_value *against; /* ... and who throws it stands against a piece of these kinds that holds its
                                     centre; NULL: anywhere */
    double ahead;                 /* game units: an outline may begin so far from the end of the weapon */
} tl_template_rule;

#endif
