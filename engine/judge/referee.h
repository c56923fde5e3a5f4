/* referee.h: a table under a rule system: what the questions' code shares.
 *
 * Holds what doesn't change from question to question: the rule system, the scene's settings, the areas of the table.
 * A question works on a `tl_inquiry`: settings with the question's own on top, and the tolerance. */
#ifndef TL_JUDGE_REFEREE_H
#define TL_JUDGE_REFEREE_H

#include "area/area.h"
#include "range/range.h"
#include "ruleset/ruleset.h"
#include "scene/table.h"
#include "visibility/visibility.h"
#include "judge/memo.h"

/* By how much an area's limit is passed on larger than the rules say; lengths on a table are exact to far less. */
#define TL_BETWEEN_AREA_ROUNDING 1e-9

/* A piece of area terrain. */
typedef struct tl_referee_area {
    size_t terrain; /* index */
    const tl_terrain_kind *kind;
    tl_outline outline;
    double bottom, top;  /* as high as its models */
    bool has_own_height; /* the scene gave a height */
    bool is_cut;         /* some of it was taken away by terrain that cancels it */
    double off;          /* ... which may be off by so much, mm */
    tl_setting_id
        drawn_height; /* nothing tells its height but this setting, from `ground` up; TL_SETTING_COUNT: not so */
    double ground;
} tl_referee_area;

typedef struct tl_referee {
    tl_context *context;
    tl_table *table;
    const tl_ruleset *ruleset;
    tl_settings settings;
    tl_referee_area *areas;
    size_t area_count;
    tl_referee_area *shelters; /* bunkers, trenches: terrain whose kind shelters infantry */
    size_t shelter_count;
    tl_joiner *joiner;        /* of the table's world */
    tl_joiner *closed_joiner; /* of the table's world with its holes closed; NULL when there is none */
    /* The same with each uncertain mesh joined to nothing but itself; NULL when none is. */
    tl_joiner *firm_joiner, *firm_closed_joiner;
} tl_referee;

/* Makes a referee of a table and a ruleset, which both must outlive it. The scene's settings are applied; problems with
 * them go to `problems`. `from` (may be NULL) is the referee of the table that lends to this one (tl_table_options):
 * what it found out about what stays is not found out again. */
tl_status tl_referee_create(tl_context *context, tl_table *table, const tl_ruleset *ruleset, const tl_referee *from,
                            tl_referee **referee, tl_problems *problems, tl_error *error);
/* NULL-safe. */
void tl_referee_destroy(tl_referee *referee);

/* One game unit, mm, in cm (0) or inches (1): the rule system's, or where it has none 10 cm or 4 inches (DB-UNI-01). */
double tl_referee_game_unit(const tl_referee *referee, int units);

/* What a unit or member name stands for. */
typedef struct tl_party {
    const tl_document_unit *unit;
    size_t first, count;             /* members, indices into the table's */
    bool whole;                      /* a unit was named */
    const char *name;                /* for players */
    const tl_document_unit *rider;   /* the unit that was named is carried by the model of `first` (DT-SPC-18, -19): it
                                        measures, sees and is covered as that model; else NULL */
    const tl_document_member *hands; /* the models that were named, whose weapons these are; NULL: they have all */
    size_t hand_count;
} tl_party;

tl_status tl_referee_party(const tl_referee *referee, const char *name, const char *place, tl_party *party,
                           tl_error *error);

/* What was left open because the work for it, or the time, was spent: more of it may settle that. */
typedef struct tl_unsettled {
    bool sight, cover, search;
} tl_unsettled;

/* What of a table is asked as if it were otherwise, beside where members stand; all 0: nothing. */
typedef struct tl_view {
    const uint8_t *removed; /* per slot: not 0 when sight is asked as if its owner weren't there; NULL: all are */
    bool turned;            /* a member looks another way than the scene says ... */
    size_t turned_member;
    double turned_facing; /* ... degrees */
} tl_view;

typedef struct tl_inquiry {
    const tl_referee *referee;
    tl_context *context; /* the referee's; once it has begun in earnest, `own` */
    tl_context own;      /* counts the question's work, and has its time limit */
    tl_work_counter counter;
    const tl_table *table; /* as it is, or with somebody elsewhere (variant.h) */
    tl_view view; /* what else is asked as if it were otherwise; variant.h makes it, the functions below read it */
    tl_settings settings;
    bool margin;             /* of sight: also how far things must move before the answer changes */
    bool quick;              /* sight is asked by the thousand: the first line found will do, with less work at most */
    double tolerance;        /* mm */
    double effort;           /* so many times the usual work goes into proofs; 0: once */
    tl_unsettled *unsettled; /* whoever answers wants to know; copies share it. NULL: nobody does */
    int units;               /* 0 cm, 1 inch */
    const struct tl_words *words; /* the teller's, in what language and unit to tell the answer; judges don't look */
    double game_unit;             /* mm */
    tl_template_rule
        *drawn; /* per template of the rule system: its outline from a file; outline NULL: the rule's own */
    const tl_skill_effect *past; /* classes that don't stand in the way of sight, for this weapon; NULL: none */
    const tl_vec2 *barred; /* a marker in the plan: only its zone is fired into (setting barred_zone); NULL: none */
    size_t least_grade;    /* cover of a lesser grade doesn't count; 0: any does */
    bool walls_stand;      /* the walls of a shelter stand in the way of who is in it, too */
    tl_memo *placed;       /* of members in areas, then in shelters; copies share it */
} tl_inquiry;

/* A length of the rule system in the players' unit, mm. `what` completes "has no rule for ...". Errors:
 * TL_ERROR_NO_RULE: the rule system doesn't have it, and so no such rule. */
tl_status tl_inquiry_length(const tl_inquiry *inquiry, const char *name, const char *what, double *length,
                            tl_error *error);

/* `set`: name, value, ..., NULL; or NULL. `tolerance` negative: the setting's. Free with tl_inquiry_free. Its context
 * stays its own when it is copied. */
tl_status tl_inquiry_begin(const tl_referee *referee, const char *const *set, double tolerance, tl_inquiry *inquiry,
                           tl_error *error);
/* What remembers where members stand, for an inquiry about this table or about a copy of it in which some stand or face
 * otherwise and which therefore can't share the original's. NULL without memory: then nothing is remembered. Destroy
 * with tl_memo_destroy. */
tl_memo *tl_inquiry_memo(const tl_referee *referee);
/* From now on its work is counted, and may take so many wall-clock milliseconds; 0: any. */
void tl_inquiry_limit(tl_inquiry *inquiry, double milliseconds);
void tl_inquiry_free(tl_inquiry *inquiry);
/* Whether a part of an answer is open because work or time ran out. */
bool tl_inquiry_is_unsettled(tl_verdict verdict, tl_why why);

/* The outline of the mesh of a piece of terrain, seen from above (tl_area_outline_of_mesh). Free with tl_outline_free.
 * Errors: as there; they name the piece. */
tl_status tl_referee_terrain_outline(tl_context *context, const tl_table *table, size_t terrain, tl_outline *outline,
                                     tl_error *error);

/* The bit of a class in the field `template_against` of weapons; 0 where the rule system has no classes. */
uint32_t tl_inquiry_class_bit(const tl_inquiry *inquiry, const tl_class_rule *kind);
/* Which way a member looks, degrees. */
double tl_inquiry_facing(const tl_inquiry *inquiry, size_t member);
/* Whether sight is asked as if the owner of a slot weren't there; and whether it is asked so of anybody, who need not
 * stand in the way. */
bool tl_inquiry_is_without(const tl_inquiry *inquiry, size_t slot);
bool tl_inquiry_leaves_out(const tl_inquiry *inquiry);

#endif
