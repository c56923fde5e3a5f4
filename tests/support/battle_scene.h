/* battle_scene.h: random battles with everything a rule system tells apart: terrain of every kind, units of every
 * class, weapons of every sort, passengers, crews of fortifications, skills and special rules. A battle is made from
 * one seed, and the same battle can be written turned, shifted, with its lists shuffled, with a stranger far away, with
 * longer ranges, or in inches.
 *
 * Ids tell what is what: unit 3 is `u3`, its second model `u3m1`, the fifth piece of terrain `t4`; the lone scout
 * `probe` stands in a corner and belongs to a third side, so that it can be put wherever a map makes a promise. */
#ifndef TL_TESTS_BATTLE_SCENE_H
#define TL_TESTS_BATTLE_SCENE_H

#include "support/made_scene.h"

enum { BATTLE_UNITS = 7, BATTLE_MEMBERS = 4, BATTLE_TERRAIN = 9, BATTLE_WEAPONS = 3 };

typedef struct battle_weapon {
    const char *id;
    double least, most;   /* game units; most 0: for close combat */
    const char *arc;      /* NULL: all round */
    const char *template; /* NULL: none */
    const char *against;  /* the one class that its template harms; NULL: everybody */
    const char *skill;    /* NULL: none */
} battle_weapon;

typedef struct battle_unit {
    const struct battle_kind *kind;
    char side;
    size_t count;
    double at[BATTLE_MEMBERS][2], facing[BATTLE_MEMBERS];
    int level;         /* the floor that it stands on */
    int carrier;       /* the unit that carries it, or -1 */
    const char *skill; /* besides those of its kind; NULL: none */
} battle_unit;

/* What units there are. */
typedef struct battle_kind {
    const char *name, *class, *asset, *locomotion;
    double move, march;
    size_t least, most; /* models */
    double radius;      /* of a disc round a model, mm */
    const char *skill;  /* of the unit; NULL: none */
    battle_weapon weapons[BATTLE_WEAPONS];
} battle_kind;

typedef struct battle_piece {
    const struct battle_ground *ground;
    double at[2], turn, size;
} battle_piece;

/* What terrain there is: a mesh, or an outline with a height. */
typedef struct battle_ground {
    const char *kind, *mesh, *more; /* more: other fields, as JSON */
    double height;                  /* of an outline; 0: flat */
    double length, width;           /* of an outline, times the piece's size; of a mesh as it is, mm */
    bool inside;                    /* units may begin in it */
    int floors;
} battle_ground;

typedef struct battle_plan {
    battle_unit units[BATTLE_UNITS];
    size_t unit_count;
    battle_piece terrain[BATTLE_TERRAIN];
    size_t terrain_count;
} battle_plan;

/* How a battle is written. Zero: as it is. */
typedef struct battle_writing {
    bool quarter;    /* turned a quarter to the left; so are places in questions: battle_point */
    double shift[2]; /* the whole battle stands so far from the corner, on a table so much larger */
    uint64_t order;  /* not 0: lists are shuffled by this seed */
    bool stranger;   /* a model of a third side stands far away, in an appended strip of table */
    double longer;   /* so many game units are added to the most of every range */
    bool inches;     /* 1.016 times as large, in the inch system */
    bool mines;      /* a minefield and a marker lie under everything: they hide nobody and stop nobody */
    uint64_t crowd;  /* not 0: infantry of a third side stands about everywhere: it is in nobody's way (DB-LOS-02) */
    uint64_t wall;   /* not 0: one more wall stands somewhere */
} battle_writing;

enum { BATTLE_WIDTH = 1000, BATTLE_DEPTH = 800 };

void battle_make(battle_plan *battle, test_random *random);
/* Writes the meshes and the scene into the folder of `made` and loads it. */
void battle_load(made_scene *made, const battle_plan *battle, const battle_writing *writing);
/* A place of the battle as a writing has it, in millimetres of that writing's table. */
void battle_point(const battle_writing *writing, double x, double y, double out[2]);
/* `u3`, or with `member` >= 0 `u3m1`; static buffers, eight at a time. */
const char *battle_id(size_t unit, int member);
/* Whether a unit goes on foot as the rules say: infantry, heroes and support weapons. */
bool battle_is_foot(const battle_unit *unit);
/* The weapon of a kind by its id; NULL: none. */
const battle_weapon *battle_weapon_of(const battle_unit *unit, const char *id);

#endif
