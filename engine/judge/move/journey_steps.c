/* journey_steps.c: halts, and what a path has cost so far. */
#include "judge/move/journey_steps.h"

tl_halt *tl_journey_halt(tl_journey *j, tl_cause cause, tl_verdict verdict, tl_halt_kind kind, double plan,
                         double cost) {
    static tl_halt none; /* never read */
    if (j->halt_count == TL_JOURNEY_HALTS) {
        return &none;
    }
    tl_halt *halt = &j->halts[j->halt_count++];
    *halt = (tl_halt){.cause = cause, .verdict = verdict, .kind = kind, .plan = plan, .cost = cost, .latest = INFINITY};
    return halt;
}

double tl_journey_cost_at(const tl_journey *j, double plan) {
    double cost;
    tl_path_at_plan(&j->path, plan, &cost);
    return cost;
}

double tl_journey_plan_at(const tl_journey *j, double cost) {
    const tl_path *path = &j->path;
    for (size_t i = 1; i < path->count; i++) {
        const tl_path_node *a = &path->nodes[i - 1], *b = &path->nodes[i];
        if (cost <= b->cost && b->cost > a->cost) {
            return a->plan + tl_max(0, cost - a->cost) / (b->cost - a->cost) * (b->plan - a->plan);
        }
    }
    return path->nodes[path->count - 1].plan;
}
