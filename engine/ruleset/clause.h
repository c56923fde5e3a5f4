/* clause.h: clauses: what a judge can find, named by what is found and never by a game's rule id.
 *
 * A judge gives each finding its clause; the rule file's `cites` says which of its rules a clause stands for. A system
 * that doesn't cite a clause has no such id: the finding is told without a rule line. Rows stand in the order in which
 * findings of equal standing are told. */
#ifndef TL_RULESET_CLAUSE_H
#define TL_RULESET_CLAUSE_H

#include <stddef.h>

/* X(constant, name in rule files, what is found: for `trueline check RULESET`) */
#define TL_CLAUSES(X)                                                                                                  \
    X(NONE, "", "nothing")                                                                                             \
    X(MEASURE_BASE, "measure.base", "models that are measured from the edge of their bases")                           \
    X(MEASURE_CORE, "measure.core", "models that are measured from their bodies")                                      \
    X(MEASURE_LIMIT, "measure.limit", "a distance held against a limit")                                               \
    X(ARC_FIELD, "arc.field", "whether a target lies in a weapon's arc")                                               \
    X(ARC_BARRED, "arc.barred", "whether a target lies where a direction is barred")                                   \
    X(RANGE_WEAPON, "range.weapon", "a target held against a weapon's range")                                          \
    X(RANGE_MINIMUM, "range.minimum", "a target that is too near for a weapon")                                        \
    X(RANGE_CLOSE, "range.close", "weapons that reach in close combat alone")                                          \
    X(ATTACK_TARGET, "attack.target", "arc, range and sight holding for one target")                                   \
    X(SIGHT_FREE, "sight.free", "a free line of sight")                                                                \
    X(SIGHT_BLOCKED, "sight.blocked", "something solid in the way of every line")                                      \
    X(SIGHT_PATCH, "sight.patch", "a patch of a size that must be in view")                                            \
    X(SIGHT_UNSEEN, "sight.unseen", "a unit that isn't seen although there are lines")                                 \
    X(SIGHT_OBSERVER, "sight.observer", "a friend who sees for a weapon")                                              \
    X(AREA_EDGE, "area.edge", "how near the edge of an area one must be on a line into or through it")                 \
    X(AREA_INSIDE, "area.inside", "how far sight reaches inside an area")                                              \
    X(COVER_VIEW, "cover.view", "whether all of a body is in view")                                                    \
    X(COVER_UNSEEN, "cover.unseen", "cover of what something that gives none hides wholly")                            \
    X(COVER_AREA, "cover.area", "cover of who stands in an area or behind one")                                        \
    X(COVER_LEANING, "cover.leaning", "terrain that the attacker leans on")                                            \
    X(COVER_SHELTER, "cover.shelter", "cover of who is in a shelter")                                                  \
    X(COVER_SKILL, "cover.skill", "cover that a special rule decides")                                                 \
    X(COVER_UNIT, "cover.unit", "how much of a unit must be in cover")                                                 \
    X(COVER_TEMPLATE, "cover.template", "from where cover against a template counts")                                  \
    X(TEMPLATE_AIM, "template.aim", "whether a disc may be centred somewhere")                                         \
    X(TEMPLATE_UNDER, "template.under", "who lies under a disc")                                                       \
    X(TEMPLATE_SIGHT, "template.sight", "what the centre of a disc sees")                                              \
    X(TEMPLATE_LEVEL, "template.level", "which level of a building is struck")                                         \
    X(TEMPLATE_SPARED, "template.spared", "classes that a weapon's template doesn't harm")                             \
    X(TEMPLATE_DIRECT, "template.direct", "classes that a disc harms only when it is centred on them")                 \
    X(TEMPLATE_COVER, "template.cover", "cover against a disc, by the areas that its centre and its victims lie in")   \
    X(FLAME_LAID, "flame.laid", "whether an outline may be laid against its firer so")                                 \
    X(FLAME_UNDER, "flame.under", "who lies under an outline and is seen")                                             \
    X(TEMPLATE_FILLS, "template.fills", "what bursts in a room or house and strikes all of it")                        \
    X(SCATTER_AIM, "scatter.aim", "how far something may be thrown")                                                   \
    X(SCATTER_DICE, "scatter.dice", "what dice say of where something comes down")                                     \
    X(SCATTER_CROSSED, "scatter.crossed", "who stands in the way of what goes on in a straight line")                  \
    X(CLOSE_REACH, "close.reach", "how far close combat reaches")                                                      \
    X(CLOSE_COVER, "close.cover", "cover in close combat")                                                             \
    X(CLOSE_CLASS, "close.class", "classes without close combat")                                                      \
    X(CLOSE_SIGHT, "close.sight", "sight in close combat")                                                             \
    X(REACT_RANGE, "react.range", "how near a unit reacts, and to whom")                                               \
    X(REACT_TURN, "react.turn", "turning to react")                                                                    \
    X(REACT_CLASS, "react.class", "classes that don't react")                                                          \
    X(REACT_WEAPON, "react.weapon", "weapons that can't be used to react")                                             \
    X(MOVE_LENGTH, "move.length", "how far a model moves")                                                             \
    X(MOVE_TURN, "move.turn", "what turning on the way may gain")                                                      \
    X(MOVE_END, "move.end", "on what a move must not end")                                                             \
    X(MOVE_MODELS, "move.models", "models that can't be passed")                                                       \
    X(MOVE_TERRAIN, "move.terrain", "terrain that slows")                                                              \
    X(MOVE_ROLL, "move.roll", "edges of terrain at which dice are rolled")                                             \
    X(MOVE_WALLS, "move.walls", "terrain that stops")                                                                  \
    X(MOVE_OPENINGS, "move.openings", "openings that are gone through")                                                \
    X(MOVE_FLOORS, "move.floors", "changing floors")                                                                   \
    X(MOVE_LANDING, "move.landing", "flying, and where it comes down")                                                 \
    X(MOVE_TABLE, "move.table", "the edge of the table")                                                               \
    X(MOVE_SHORE, "move.shore", "terrain that a unit keeps to")                                                        \
    X(MOVE_OVER, "move.over", "flying over terrain")                                                                   \
    X(MOVE_SHARE, "move.share", "what shortens a move, and what is spent of it")                                       \
    X(MOVE_SLICES, "move.slices", "what turning costs of a move")                                                      \
    X(MOVE_ROAD, "move.road", "how far a model goes on roads and beside them")                                         \
    X(MOVE_GAP, "move.gap", "how near to enemies a model comes without engaging them")                                 \
    X(MOVE_MEETS, "move.meets", "terrain, and models, that are told when they are crossed")                            \
    X(MOVE_FORBIDDEN, "move.forbidden", "terrain that isn't gone through so")                                          \
    X(MOVE_ROLLED, "move.rolled", "how far a die lets a model go")                                                     \
    X(MOVE_CROSSED, "move.crossed", "terrain that is crossed from contact")                                            \
    X(MOVE_OVERRUN, "move.overrun", "enemies in the way of who runs them over")                                        \
    X(MOVE_CONTACT, "move.contact", "a move that ends in contact with an enemy")                                       \
    X(MOVE_ROUND, "move.round", "room to turn round")                                                                  \
    X(MOVE_PLAN, "move.plan", "what a flight is held against")                                                         \
    X(MOVE_ENTERS, "move.enters", "a flight that comes onto the table")                                                \
    X(MOVE_LEAVES, "move.leaves", "a flight that leaves the table")                                                    \
    X(COHESION, "cohesion", "a unit that keeps together")                                                              \
    X(SHELTER_VIEW, "shelter.view", "what is seen from a shelter")                                                     \
    X(SHELTER_WALLS, "shelter.walls", "what ends at the walls of a shelter")                                           \
    X(SHELTER_FIRE, "shelter.fire", "what isn't fired from a shelter, or at whom")                                     \
    X(SHELTER_PLACE, "shelter.place", "terrain that a weapon isn't fired from")                                        \
    X(ABOARD_INSIDE, "aboard.inside", "passengers inside what carries them")                                           \
    X(ABOARD_RIDER, "aboard.rider", "riders, who measure as what carries them")                                        \
    X(WITHIN_SKILL, "within.skill", "a special rule that acts within a radius")                                        \
    X(NEAREST_MODEL, "nearest.model", "which model is nearest")                                                        \
    X(NEAREST_COVER, "nearest.cover", "which cover is nearest")                                                        \
    X(ZONE_INSIDE, "zone.inside", "models held against a zone of the scenario")                                        \
    X(ZONE_OFF, "zone.off", "how far from other things one is placed in a zone")                                       \
    X(OBJECTIVE_HELD, "objective.held", "who holds an objective")                                                      \
    X(SKILL, "skill", "a special rule")                                                                                \
    X(WATCH_SEEN, "watch.seen", "from where on its way a model is in sight")                                           \
    X(CARRY_LIFTS, "carry.lifts", "what is lifted, and put down, from straight above")                                 \
    X(CARRY_LANDS, "carry.lands", "a bow that touches land")                                                           \
    X(SCORE, "score", "a score, and what changes it")

typedef enum tl_clause {
#define TL_CLAUSE_CONSTANT(constant, name, meaning) TL_CLAUSE_##constant,
    TL_CLAUSES(TL_CLAUSE_CONSTANT)
#undef TL_CLAUSE_CONSTANT
        TL_CLAUSE_COUNT
} tl_clause;

/* The name in rule files; "" for TL_CLAUSE_NONE. */
const char *tl_clause_name(tl_clause clause);
/* What is found, in a few words. */
const char *tl_clause_meaning(tl_clause clause);
/* TL_CLAUSE_NONE when no clause has that name. */
tl_clause tl_clause_named(const char *name);

/* What a finding rests on. */
typedef struct tl_cause {
    tl_clause clause;
    const char *of_row; /* the rule id of the row of the rule file that decides (a special rule, a kind of terrain, a
                           template); NULL: what the clause cites */
} tl_cause;

/* By a clause; by a row of the rule file. */
static inline tl_cause tl_by(tl_clause clause) {
    return (tl_cause){clause, NULL};
}
static inline tl_cause tl_by_row(tl_clause clause, const char *of_row) {
    return (tl_cause){clause, of_row};
}

#endif
