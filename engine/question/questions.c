/* questions.c: the table of all questions that can be asked, a row each. */
#include "question/question.h"

#include "question/ask.h"

#include <trueline/compare.h>

#include <string.h>

#define F(id) &tl_query_fields[TL_QUERY_FIELD_##id]
#define FIELDS(...)                                                                                                    \
    (const tl_query_field *const[]) {                                                                                  \
        __VA_ARGS__, NULL                                                                                              \
    }

/* --- Who judges and tells ----------------------------------------------------------------------------------------- */

static tl_status ask_range(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_range(a->inquiry, &a->from, &a->to, a->question->has_limit, a->question->limit_mm, answer, error);
}

static tl_status ask_los(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_los(a->inquiry, &a->from, &a->to, a->question->proof, answer, error);
}

static tl_status ask_cover(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_cover(a->inquiry, &a->from, &a->to, answer, error);
}

static tl_status ask_arc(const tl_asked *a, tl_answer *answer, tl_error *error) {
    tl_vec2 marker;
    tl_inquiry barred;
    tl_status status = tl_ask_barred(a->inquiry, a->question, &marker, &barred, error);
    return status == TL_OK ? tl_ask_arc(&barred, &a->from, &a->to, a->question->weapon, answer, error) : status;
}

static tl_status ask_attack(const tl_asked *a, tl_answer *answer, tl_error *error) {
    tl_vec2 marker;
    tl_inquiry barred;
    tl_status status = tl_ask_barred(a->inquiry, a->question, &marker, &barred, error);
    return status == TL_OK ? tl_ask_attack(&barred, &a->from, &a->to, a->question->weapon, answer, error) : status;
}

static tl_status ask_cohesion(const tl_asked *a, tl_answer *answer, tl_error *error) {
    tl_party unit;
    tl_status status = tl_referee_party(a->inquiry->referee, a->question->unit, "unit", &unit, error);
    return status == TL_OK ? tl_ask_cohesion(a->inquiry, &unit, answer, error) : status;
}

static tl_status ask_template(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_template(a->inquiry, a->question, answer, error);
}

static tl_status ask_scatter(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_scatter(a->inquiry, a->question, answer, error);
}

static tl_status ask_react(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_react(a->inquiry, &a->from, &a->to, a->question, answer, error);
}

static tl_status ask_within(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_within(a->inquiry, a->question, answer, error);
}

static tl_status ask_close_combat(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_close_combat(a->inquiry, &a->from, &a->to, answer, error);
}

static tl_status ask_move(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_move(a->inquiry, a->question, answer, error);
}

static tl_status ask_reach(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_reach(a->inquiry, a->question, answer, error);
}

static tl_status ask_sees(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_sees(a->inquiry, a->question, answer, error);
}

static tl_status ask_nearest(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_nearest(a->inquiry, a->question, answer, error);
}

static tl_status ask_score(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_score(a->inquiry, &a->from, &a->to, a->question->score, a->question->weapon, a->question, answer,
                        error);
}

static tl_status ask_watch(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_watch(a->inquiry, &a->from, &a->to, a->question, answer, error);
}

static tl_status ask_carry(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_carry(a->inquiry, a->question, answer, error);
}

static tl_status ask_zone(const tl_asked *a, tl_answer *answer, tl_error *error) {
    return tl_ask_zone(a->inquiry, a->question, answer, error);
}

/* Of an objective: does somebody hold it. */
static tl_sentence badge_of_zone(const tl_answer *answer, tl_sign sign) {
    bool objective = answer->cause.clause == TL_CLAUSE_OBJECTIVE_HELD;
    return sign == TL_SIGN_YES ? objective ? TL_SAY_BADGE_HELD : TL_SAY_BADGE_IN_ZONE
           : objective         ? TL_SAY_BADGE_NOT_HELD
                               : TL_SAY_BADGE_NOT_IN_ZONE;
}

/* Of a template that may not lie where it lies, or perhaps not; or that nobody lays. */
static tl_sentence badge_of_template(const tl_answer *answer, tl_sign sign) {
    bool lies = !answer->placed && sign == TL_SIGN_YES;
    return lies                                                   ? TL_SAY_BADGE_UNDER
           : answer->placed && answer->placement == TL_VERDICT_NO ? TL_SAY_BADGE_NOT_ALLOWED
           : sign == TL_SIGN_YES                                  ? TL_SAY_BADGE_HIT
                                                                  : TL_SAY_BADGE_NO_HIT;
}

/* --- The table ---------------------------------------------------------------------------------------------------- */

static const tl_question_row rows[] = {
    {.query = {.name = "range",
               .arguments = "A B",
               .what = "how far: base edge or hull, the two nearest points, in game units too",
               .fields = FIELDS(F(FROM), F(TO), F(LIMIT)),
               .least = 2,
               .most = 2,
               .examples = {"jackals-1 anvil", "foxes herons --limit 60cm"}},
     .parties = true,
     .compares = true,
     .alone = true,
     .ask = ask_range,
     .yes = TL_SAY_BADGE_YES,
     .no = TL_SAY_BADGE_NO},
    {.query = {.name = "los",
               .arguments = "A B",
               .what = "line of sight: a free line anyone can check, or what is in the way",
               .fields = FIELDS(F(FROM), F(TO), F(MARGIN), F(PROOF)),
               .least = 2,
               .most = 2,
               .examples = {"mastiff anvil", "jackals-1 anvil-1 --proof --json"}},
     .parties = true,
     .looks = true,
     .compares = true,
     .ask = ask_los,
     .yes = TL_SAY_BADGE_SEEN,
     .no = TL_SAY_BADGE_HIDDEN},
    {.query = {.name = "cover",
               .arguments = "A B",
               .what = "cover of B from A, model by model and for the unit",
               .fields = FIELDS(F(FROM), F(TO)),
               .least = 2,
               .most = 2,
               .examples = {"mastiff anvil", "boar foxes --lang fr"}},
     .parties = true,
     .looks = true,
     .covers = true,
     .compares = true,
     .ask = ask_cover,
     .yes = TL_SAY_BADGE_IN_COVER,
     .no = TL_SAY_BADGE_NO_COVER},
    {.query = {.name = "arc",
               .arguments = "A B",
               .what = "field of fire of A's weapons on B",
               .fields = FIELDS(F(FROM), F(TO), F(WEAPON), F(AT)),
               .least = 2,
               .most = 2,
               .examples = {"mastiff anvil", "boar foxes --weapon mg"}},
     .parties = true,
     .compares = true,
     .by_weapons = true,
     .alone = true,
     .ask = ask_arc,
     .yes = TL_SAY_BADGE_IN_ARC,
     .no = TL_SAY_BADGE_OUT_OF_ARC},
    {.query = {.name = "attack",
               .arguments = "A B",
               .what = "the whole ruling, in the rules' order, weapon by weapon",
               .fields = FIELDS(F(FROM), F(TO), F(WEAPON), F(AT)),
               .least = 2,
               .most = 2,
               .examples = {"mastiff foxes", "foxes boar --weapon rifle --json"}},
     .parties = true,
     .looks = true,
     .compares = true,
     .by_weapons = true,
     .ask = ask_attack,
     .yes = TL_SAY_BADGE_MAY_FIRE,
     .no = TL_SAY_BADGE_NO_ATTACK},
    {.query = {.name = "cohesion",
               .arguments = "UNIT",
               .what = "does the unit keep together: farthest pair, smallest disc, best chain",
               .fields = FIELDS(F(UNIT)),
               .least = 1,
               .most = 1,
               .examples = {"foxes", "badgers --tolerance 0"}},
     .compares = true,
     .alone = true,
     .ask = ask_cohesion,
     .yes = TL_SAY_BADGE_TOGETHER,
     .no = TL_SAY_BADGE_APART},
    {.query = {.name = "template",
               .arguments = "--shape NAME",
               .what = "who lies under a blast or flame template, is seen and hit, per unit",
               .fields = FIELDS(F(SHAPE), F(AT), F(LEVEL), F(FIRER), F(TOWARD), F(ANGLE), F(WEAPON), F(BEST), F(SIDE),
                                F(FRIENDS_WEIGHT)),
               .examples = {"--shape blast --at 1110,740", "--shape flame-1 --from badgers-5 --toward foxes"}},
     .compares = true,
     .ask = ask_template,
     .badge = badge_of_template},
    {.query = {.name = "scatter",
               .arguments = "--deviation NAME --dice N,N...",
               .what = "where something comes down by the dice that were thrown, and who is hit there",
               .fields = FIELDS(F(DEVIATION), F(DICE), F(ROLL), F(SEED), F(MODIFIER), F(FIRER), F(TOWARD), F(AT),
                                F(LEVEL), F(ANGLE), F(GUESS), F(SHAPE)),
               .examples = {"terrain/yard.scene.json --deviation grenade --from swifts --toward rooks --dice 7,4",
                            "terrain/yard.scene.json --deviation smoke --from swifts --toward rooks --roll --seed 7"}},
     .ask = ask_scatter,
     .badge = badge_of_template},
    {.query = {.name = "react",
               .arguments = "A B",
               .what = "may A react to what B just did: range, and which weapon can fire at it",
               .fields = FIELDS(F(FROM), F(TO), F(WEAPON), F(FACING)),
               .least = 2,
               .most = 2,
               .examples = {"mastiff anvil", "boar-1 foxes --facing 30"}},
     .parties = true,
     .looks = true,
     .compares = true,
     .by_weapons = true,
     .ask = ask_react,
     .yes = TL_SAY_BADGE_MAY_REACT,
     .no = TL_SAY_BADGE_NO_REACTION},
    {.query = {.name = "within",
               .arguments = "[A [B]]",
               .what = "who is within a radius of A, or of --at: orders, auras, markers",
               .fields = FIELDS(F(FROM), F(AT), F(TO), F(LIMIT), F(SKILL), F(SIGHT)),
               .most = 2,
               .examples = {"mastiff --limit 6u", "mastiff foxes --limit 60cm --sight"}},
     .compares = true,
     .ask = ask_within,
     .yes = TL_SAY_BADGE_WITHIN,
     .no = TL_SAY_BADGE_NOT_WITHIN},
    {.query = {.name = "close-combat",
               .arguments = "A B",
               .what = "who of A reaches whom of B in close combat",
               .fields = FIELDS(F(FROM), F(TO)),
               .least = 2,
               .most = 2,
               .examples = {"foxes herons", "foxes-1 mastiff"}},
     .parties = true,
     .looks = true,
     .compares = true,
     .by_weapons = true,
     .ask = ask_close_combat,
     .yes = TL_SAY_BADGE_IN_REACH,
     .no = TL_SAY_BADGE_OUT_OF_REACH},
    {.query = {.name = "nearest",
               .arguments = "A [B]",
               .what = "which enemy, friend or cover is nearest to A, in the order of their distances",
               .fields = FIELDS(F(FROM), F(TO), F(WHAT), F(SIGHT)),
               .least = 1,
               .most = 2,
               .examples = {"mastiff", "terrain/street.scene.json patrol --whom cover"}},
     .ask = ask_nearest,
     .yes = TL_SAY_BADGE_NEAREST,
     .no = TL_SAY_BADGE_NOBODY},
    {.query = {.name = "move",
               .arguments = "MEMBER --path X,Y ...",
               .what = "may it go this way, how far is it, where must it stop",
               .fields = FIELDS(F(MEMBER), F(PATH), F(MARCH), F(FACING), F(DICE)),
               .least = 1,
               .most = 1,
               .examples = {"foxes-1 --path 1154,759 1166,660", "boar --path 700,620 840,700 --march"}},
     .ask = ask_move,
     .yes = TL_SAY_BADGE_MAY_MOVE,
     .no = TL_SAY_BADGE_NO_MOVE},
    {.query = {.name = "reach",
               .arguments = "MEMBER",
               .what = "the ground it can reach with a move, or with --march",
               .fields = FIELDS(F(MEMBER), F(MARCH)),
               .least = 1,
               .most = 1,
               .examples = {"herons-1", "boar --march"}},
     .ask = ask_reach,
     .yes = TL_SAY_BADGE_MAY_MOVE,
     .no = TL_SAY_BADGE_NO_MOVE},
    {.query = {.name = "place",
               .arguments = "",
               .what = "puts a model somewhere else, for the lines that follow",
               .fields = FIELDS(F(MEMBER), F(AT), F(FACING), F(LEVEL)),
               .changes = true},
     .yes = TL_SAY_BADGE_YES,
     .no = TL_SAY_BADGE_NO},
    {.query = {.name = "sees",
               .arguments = "A",
               .what = "whom A sees and is seen by, who is in range of its weapons, who is in cover from it",
               .fields = FIELDS(F(FROM), F(WHOM)),
               .least = 1,
               .most = 1,
               .examples = {"mastiff", "mastiff-1 --whom friends"}},
     .compares = true,
     .by_weapons = true,
     .ask = ask_sees,
     .yes = TL_SAY_BADGE_SEES,
     .no = TL_SAY_BADGE_SEES_NOBODY},
    {.query = {.name = "score",
               .arguments = "A B",
               .what = "a score of the rule system for B as A sees it: each row that counts, and the total",
               .fields = FIELDS(F(FROM), F(TO), F(SCORE), F(WEAPON), F(SHAPE), F(AT), F(ANGLE)),
               .least = 2,
               .most = 2,
               .examples = {"terrain/street.scene.json patrol squad --score spotting",
                            "terrain/street.scene.json patrol-3 squad-2 --score to-hit --lang fr"}},
     .parties = true,
     .looks = true,
     .compares = true,
     .by_weapons = true,
     .ask = ask_score,
     .yes = TL_SAY_BADGE_SCORE,
     .no = TL_SAY_BADGE_NO_SCORE},
    {.query = {.name = "watch",
               .arguments = "A B --path X,Y ...",
               .what = "from where on its way the model B is in A's sight, and in the range and arc of its weapons",
               .fields = FIELDS(F(FROM), F(TO), F(PATH), F(MARCH), F(FACING), F(WEAPON)),
               .least = 2,
               .most = 2,
               .examples = {"mastiff foxes-1 --path 1154,759 1166,660",
                            "jackals boar --path 700,620 840,700 --march --json"}},
     .parties = true,
     .looks = true,
     .ask = ask_watch,
     .yes = TL_SAY_BADGE_COMES_IN_SIGHT,
     .no = TL_SAY_BADGE_STAYS_HIDDEN},
    {.query = {.name = "carry",
               .arguments = "A [B]",
               .what = "is A above B, which it lifts, with room to put it down; or does A's bow touch land",
               .fields = FIELDS(F(FROM), F(TO)),
               .least = 1,
               .most = 2,
               .examples = {"terrain/landing.scene.json lifter walker", "terrain/landing.scene.json barge --json"}},
     .ask = ask_carry,
     .yes = TL_SAY_BADGE_CARRIES,
     .no = TL_SAY_BADGE_CARRIES_NOT},
    {.query = {.name = "zone",
               .arguments = "A [ZONE]",
               .what = "is A in a zone of the scenario, or who holds the objective A",
               .fields = FIELDS(F(FROM), F(ZONE)),
               .least = 1,
               .most = 2,
               .examples = {"badgers", "mastiff amber-half --json"}},
     .ask = ask_zone,
     .badge = badge_of_zone}};

const tl_query *tl_query_at(size_t index) {
    return index < sizeof(rows) / sizeof(rows[0]) ? &rows[index].query : NULL;
}

const tl_question_row *tl_question_row_named(const char *name) {
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && name != NULL; i++) {
        if (strcmp(rows[i].query.name, name) == 0) {
            return &rows[i];
        }
    }
    return NULL;
}

bool tl_query_compares(const char *query) {
    const tl_question_row *row = tl_question_row_named(query);
    return row != NULL && row->compares;
}

const tl_query *tl_query_named(const char *name) {
    const tl_question_row *row = tl_question_row_named(name);
    return row != NULL ? &row->query : NULL;
}
