/* rule_scenes.h: random small battles with everything the rules look at: woods, a house with rooms, smoke, walls,
 * tanks, walkers and squads; the same battle can be written with its lists shuffled, its ids changed, or in inches.
 *
 * Answers about two writings of one battle are held against each other by ids, not by places in lists. */
#ifndef TL_TESTS_RULE_SCENES_H
#define TL_TESTS_RULE_SCENES_H

#include "support/made_scene.h"

enum { RULE_UNITS = 5, RULE_MEMBERS = 3, RULE_TERRAIN = 8 };

typedef struct rule_unit {
    int kind; /* 0 squad, 1 tank, 2 walker */
    size_t count;
    double at[RULE_MEMBERS][2], facing;
} rule_unit;

typedef struct rule_battle {
    rule_unit units[RULE_UNITS];
    struct {
        int kind; /* 0 wood, 1 concave wood, 2 smoke, 3 house, 4 wall, 5 low wall */
        double at[2], turn, size;
    } terrain[RULE_TERRAIN];
    size_t terrain_count;
} rule_battle;

/* How a battle is written. Zero: as it is. */
typedef struct rule_writing {
    bool inches;    /* 1.016 times as large, and in the inch system */
    bool renamed;   /* other ids, in the opposite order of the alphabet */
    uint64_t order; /* not 0: lists are shuffled by this seed */
    bool terrain;   /* ... that of terrain alone */
} rule_writing;

void rule_battle_make(rule_battle *battle, test_random *random);
/* Writes the meshes and the scene and loads it. */
void rule_battle_load(made_scene *made, const rule_battle *battle, const rule_writing *writing);
/* The id of a unit, or with `member` >= 0 of one of its models; static buffer, four at a time. */
const char *rule_id(size_t unit, int member, bool renamed);
/* The id in the other naming. */
void rule_rename(const char *id, char other[16]);

/* How the second of two answers may differ. */
typedef struct rule_difference {
    double scale; /* its lengths are so many times as long */
    bool renamed; /* its ids are of the other naming */
    bool search;  /* lines were looked for among other ones: what a search came across doesn't count, verdicts do */
    bool order; /* its lists were shuffled: what is told as an example (points, who hides a part) may be another one */
} rule_difference;

/* Whether two answers say the same. Objects in lists are found by `id`, or by `from` and `to`; lists of ids are sets;
 * words for people are left out, and how exact a number is. Numbers agree within a billionth of their size, lengths
 * also within a millionth of a millimetre. On the first difference false, and `where` says what it is. */
bool rule_same(const tl_json_value *one, const tl_json_value *other, const rule_difference *may, char where[256]);

#endif
