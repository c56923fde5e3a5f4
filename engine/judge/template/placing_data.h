/* placing_data.h: where a template lies, and what is found of that (placing.h). */
#ifndef TL_JUDGE_TEMPLATE_PLACING_DATA_H
#define TL_JUDGE_TEMPLATE_PLACING_DATA_H

#include "judge/bar.h"
#include "judge/measure/arc.h"
#include "judge/measure/range.h"
#include "judge/sight/pair_sight.h"
#include "template/template.h"

#include <trueline/ruling.h>

/* What is found of a placing. Lengths and members are the finding's, all else is the placing's. */
typedef enum tl_placing_fact {
    TL_PLACING_NOBODY,      /* nobody was named who lays it: arc, range and sight were not judged */
    TL_PLACING_NO_WEAPON,   /* none of the firer's weapons has this template: arc and range were not judged */
    TL_PLACING_ALL_ROUND,   /* `weapon` fires all round */
    TL_PLACING_CENTRE_ARC,  /* `arc`: a blast's centre in the arc of `weapon` */
    TL_PLACING_WHOLE_ARC,   /* `arc`: all of a flame in the arc of `weapon` */
    TL_PLACING_CLOSE_RANGE, /* `weapon` reaches close combat only */
    TL_PLACING_RANGE,       /* `range`: to the centre, held against the farthest that `weapon` reaches */
    TL_PLACING_TOO_NEAR,    /* `range`: held against the least */
    TL_PLACING_SIGHT,       /* `sight` of the centre, the firer's own or that of who may observe for it */
    TL_PLACING_OBSERVED,    /* `observer` sees the centre for `weapon` */
    TL_PLACING_BARRED,      /* `bar`: the weapon isn't used from where it is */
    TL_PLACING_SOLID,       /* the centre lies inside something solid */
    TL_PLACING_KEPT_OUT,    /* a disc that keeps out of terrain: the nearest such is `terrain`, `off_mm` to spare */
    TL_PLACING_TOUCHES,     /* a flame at the outline of `member`, off it by `off_mm` */
    TL_PLACING_MUZZLE,      /* a flame at the end of the weapon of `member`, off it by `off_mm` */
    TL_PLACING_BACKWARD,    /* a flame's axis runs back through the middle of `member` */
    TL_PLACING_AIMED,       /* ... or on to it */
    TL_PLACING_ASKEW,       /* ... or passes it by `off_mm` */
    TL_PLACING_AIMLESS,     /* ... or should run to somebody's, and runs to nobody's */
    TL_PLACING_AHEAD,       /* a flame that begins `off_mm` ahead of the end of the weapon of `member` */
    TL_PLACING_AGAINST,     /* who throws is `off_mm` from the `terrain` that it bursts in */
    TL_PLACING_NO_WALL,     /* ... which isn't in what he would have to stand against: `terrain` */
    TL_PLACING_FACTS
} tl_placing_fact;

typedef struct tl_placing_finding {
    tl_placing_fact fact;
    tl_cause cause;
    tl_verdict verdict;
    size_t member;
    double off_mm;
    size_t terrain; /* index */
} tl_placing_finding;

enum { TL_PLACING_FINDINGS = 8 };

typedef struct tl_placing {
    const tl_template_rule *rule;
    tl_template shape; /* freed with tl_placing_free */
    tl_vec3 at;        /* the blast's centre, or the flame's tip, on what it lies on */
    tl_vec3 eye;       /* what the blast's centre sees from */
    double at_off;     /* the height of `at` may be off by so much, mm: it lies on an uncertain surface */
    double angle_deg;  /* the flame's axis */
    size_t filled;     /* the piece of terrain (index) that is struck as a whole, in place of a disc; where the rule
                          fills any */
    bool has_firer;
    tl_party firers;                  /* who was named */
    size_t firer;                     /* the one of them that the placing is judged for */
    const tl_document_weapon *weapon; /* ... and its weapon; NULL: none has this template */
    bool from_muzzle;                 /* a flame laid at the weapon's end, not at the outline (range 3) */
    bool muzzle_guessed;
    tl_verdict verdict;                               /* legal? without a firer: whether it can lie there at all */
    tl_placing_finding findings[TL_PLACING_FINDINGS]; /* in the order of the rules */
    size_t finding_count;
    /* What they rest on, each set where a finding says so. */
    tl_pair_arc_result arc;
    bool has_arc; /* `arc` is no full circle: for pictures */
    tl_limit range;
    const tl_reach_rule *shortened; /* ... by this rule, whatever the weapon; NULL: by none */
    tl_pair_sight_result sight;
    size_t observer; /* a friend that sees the centre for the weapon; SIZE_MAX: none has to, or none does */
    tl_bar bar;      /* TL_BAR_NONE when there is none */
    /* The one level of buildings that a flame strikes (DB-BLA-09): */
    size_t aimed; /* that of the model it is pointed at, or that a disc is centred on as the nearest; SIZE_MAX: none;
                     ... */
    bool has_level;
    size_t level;          /* ... or one that was named; ... */
    const char *side;      /* ... else the one where it is worth most to this side; NULL: the firer's; ... */
    double friends_weight; /* ... friends costing so much */
} tl_placing;

#endif
