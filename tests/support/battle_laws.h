/* battle_laws.h: what a property test over battles needs: questions whose answers stay at hand, a ledger of laws that
 * counts how often each was looked at and broken, and answers of two writings of one battle held against each other.
 *
 * A law that is broken is told with the battle's number, the questions and both answers, and the scene is saved beside
 * the test so that the viewer can open it. */
#ifndef TL_TESTS_BATTLE_LAWS_H
#define TL_TESTS_BATTLE_LAWS_H

#include "support/battle_scene.h"

/* A law between answers: which rule it comes from, and what it says. `known` names what still breaks it (NULL: nothing
 * may): such breaks are counted, and fail no test. */
typedef struct battle_law {
    const char *name, *rule, *known;
} battle_law;

enum { BATTLE_LAWS = 64, BATTLE_WHYS = 16, BATTLE_ANSWERS = 4096 };

typedef struct battle_ledger {
    const battle_law *laws;
    size_t law_count;
    size_t held[BATTLE_LAWS], broken[BATTLE_LAWS], open[BATTLE_LAWS];
    struct {
        char name[24]; /* `attack: budget` */
        size_t count;
    } whys[BATTLE_WHYS * 4];
    size_t why_count;
    size_t asked, marginal;
    size_t tell; /* so many breaks of each law are told */
} battle_ledger;

/* One battle, loaded, and all that was asked of it. */
typedef struct battle_bout {
    battle_ledger *ledger;
    size_t number;
    battle_plan battle;
    test_random random;
    made_scene made;
    tl_json *answers[BATTLE_ANSWERS];
    size_t answer_count;
    char last[512]; /* the last question */
} battle_bout;

/* Asks one question, ' for ", of any writing of the battle; the answer lives until the bout ends. NULL when it can't be
 * asked (`made->error` says why). */
const tl_json_value *battle_ask(battle_bout *bout, made_scene *made, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void battle_bout_end(battle_bout *bout);

/* Notes that a law was looked at. `ok` false: it is broken, and the words say by what. */
void battle_hold(battle_bout *bout, size_t law, bool ok, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* ... that what it is about is too close to call. */
void battle_open(battle_bout *bout, size_t law);
/* Prints the ledger; returns how many breaks are no known ones. */
size_t battle_ledger_tell(const battle_ledger *ledger);

/* A verdict at a path of an answer: 'y', 'n', 'm', or 0 when there is none. */
char battle_verdict(const tl_json_value *answer, const char *path);
/* The item of the list at `path` whose `id` (or `key`) is this; NULL. */
const tl_json_value *battle_item(const tl_json_value *answer, const char *path, const char *key, const char *id);
/* Whether a list of texts holds a text. */
bool battle_lists(const tl_json_value *list, const char *text);
/* Whether no verdict that is yes in the one is no in the other, things found by their ids; `where` (256 bytes) says
 * which. With `grows` the other may say yes where the one says no. */
bool battle_agrees(const tl_json_value *one, const tl_json_value *other, bool grows, char where[256]);

#endif
