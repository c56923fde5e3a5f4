/* judge_table.h: a table, its rule system and an inquiry made in memory, for the tests of single judges.
 *
 * Texts are JSON with ' for ". No file is read: a `mesh` of terrain or of an asset is a list of boxes, written as
 * 'box X Y Z X Y Z, box ...' (lowest corner, highest corner, millimetres); a `tube` is a box without its ends along x:
 * two holes; a `bank` (a seventh number) is one whose top is so much smaller on every side; a `tile`
 * is a sheet that rises evenly along x from the first corner to the second. The table is bare, 3000 x 3000. Ready made
 * assets, all symmetric about the model's own origin:
 *
 *     man   infantry: base a disc of 25 across and 3 high, core a cylinder of radius 8 from z = 3 to 30
 *     post  infantry: the same base, core a box 10 x 10 from z = 3 to 40
 *     tank  vehicle: core a box 100 x 60 from the ground to z = 40, no base
 *     flyer aircraft: core a box 80 x 40, from z = -10 to 10 about where it is */
#ifndef TL_TESTS_JUDGE_TABLE_H
#define TL_TESTS_JUDGE_TABLE_H

#include "judge/referee.h"
#include "support/made_scene.h"
#include "support/purse.h"
#include "tell/answer.h"

/* Half the width of a man's base, and of the parts of a tank, mm. */
#define JUDGE_RIM    12.5
#define JUDGE_AHEAD  50.0
#define JUDGE_BESIDE 30.0

typedef struct judge_table {
    test_purse purse;
    tl_context *context;
    char *settings, *assets, *terrain, *units; /* JSON, as it grows */
    char *ground;                              /* ... more fields of the table */
    char *scenario;                            /* the scene's, once */
    const char *rules;                         /* the rule system; NULL: dust-battlefield */
    bool night;                                /* it is night on it */
    double width, depth;                       /* of the table, mm; 0: 3000, as it is bare */
    tl_ruleset *ruleset;
    tl_settings shaping; /* while the table is made */
    tl_table *table;
    tl_referee *referee;
    tl_words words;     /* what the inquiry is told in */
    tl_inquiry inquiry; /* the last one begun */
    bool begun;
    made_scene told; /* the last answer, to be read with made_number and so on */
} judge_table;

/* An empty table. */
void judge_begin(judge_table *t);
/* Frees all of it; the test fails when memory is left over. */
void judge_end(judge_table *t);

/* Settings of the scene ('name':value), and more assets ('name':{...}), before judge_ready. */
void judge_setting(judge_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void judge_asset(judge_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Fields of the table itself, such as a mesh of its own ('mesh':'box ...'). */
void judge_ground(judge_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The scene's `scenario`, an object. */
void judge_scenario(judge_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A piece of terrain, or a unit, as an object of the scene file. */
void judge_terrain(judge_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void judge_unit(judge_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A solid upright box of kind `wall`, from the ground up. */
void judge_wall(judge_table *t, const char *id, tl_vec2 low, tl_vec2 high, double height);
/* A flat area of some kind; a negative height: none is stated. */
void judge_area(judge_table *t, const char *id, const char *kind, tl_vec2 low, tl_vec2 high, double height);
/* A unit of one model whose id is the unit's with a 1 behind it. `more`: further fields of the unit, or "". */
void judge_model(judge_table *t, const char *id, const char *side, const char *class, const char *asset, double x,
                 double y, double facing, const char *more);
/* A unit of infantry of one man, of the side `red`; a tank, too. */
void judge_man(judge_table *t, const char *id, double x, double y);
void judge_tank(judge_table *t, const char *id, double x, double y, double facing);
/* Makes the table; the test fails where it can't be made. */
void judge_ready(judge_table *t);
/* The same without the wish to succeed: the status. */
tl_status judge_try(judge_table *t, tl_error *error);

/* A new inquiry, which lives until the next one: the tolerance (negative: the setting's), then names and values of
 * settings up to NULL. */
const tl_inquiry *judge_set(judge_table *t, double tolerance, ...) __attribute__((sentinel));
/* The index of a member. */
size_t judge_who(const judge_table *t, const char *id);
/* A party by the name of a unit or member. */
tl_party judge_party(const judge_table *t, const char *id);
/* A weapon of a unit. */
const tl_document_weapon *judge_weapon(const judge_table *t, const char *unit, const char *weapon);

/* Asks a whole question, as JSON; the answer goes to `told`. The test fails when it can't be answered. */
void judge_ask(judge_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a question that must be refused. */
void judge_refused(judge_table *t, const char *remedy_or_message, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
