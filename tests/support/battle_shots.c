/* battle_shots.c: laws of attacks, sight, cover, range and reactions. */
#include "support/battle_checks.h"

#include <stdio.h>

/* --- Attacks ------------------------------------------------------------------------------------------------------ */

/* One model's shot: what it is made of, each asked for alone. */
static void check_shot(size_t a, size_t b, const battle_weapon *weapon, const tl_json_value *shot) {
    const battle_unit *to = battle_unit_of(b);
    const char *id = battle_word_of(shot, "id");
    char verdict = battle_verdict(shot, "verdict");
    const tl_json_value *targets = tl_json_find(shot, "targets");
    char parts = battle_both(battle_both(battle_verdict(shot, "arc"), battle_verdict(shot, "range")),
                             battle_verdict(shot, "los"));
    battle_hold(battle_now, LAW_ATTACK_PARTS, verdict != 'y' || (parts == 'y' && targets->count > 0), "%s %s on u%zu",
                id, weapon->id, b);
    for (size_t m = 0; m < to->count && battle_unit_of(a)->carrier < 0 && to->carrier < 0; m++) {
        const char *target = battle_id(b, (int)m);
        bool hit = battle_lists(targets, target);
        const tl_json_value *alone =
            BATTLE_ASK("{'query': 'attack', 'from': '%s', 'to': '%s', 'weapon': '%s'}", id, target, weapon->id);
        char one = battle_verdict(alone, "verdict");
        battle_hold(battle_now, LAW_ATTACK_ALONE, hit ? one != 'n' : one != 'y', "%s %s on %s: %c, listed: %d", id,
                    weapon->id, target, one, hit);
        const tl_json_value *range = BATTLE_ASK("{'query': 'range', 'from': '%s', 'to': '%s'}", id, target);
        double distance = battle_number_of(range, "distance_mm"), most = weapon->most * BATTLE_GAME_UNIT;
        if (hit && weapon->most > 0) {
            battle_hold(battle_now, LAW_ATTACK_RANGE, distance <= most + 1e-6, "%s %s on %s at %.6f mm", id, weapon->id,
                        target, distance);
        }
        const tl_json_value *sight = BATTLE_ASK("{'query': 'los', 'from': '%s', 'to': '%s'}", id, target);
        char los = battle_verdict(sight, "verdict");
        bool special = weapon->skill != NULL && strcmp(weapon->skill, "artillery") == 0;
        if (hit && !special) {
            battle_hold(battle_now, LAW_ATTACK_SIGHT, los != 'n', "%s %s on %s: no sight", id, weapon->id, target);
        }
        const tl_json_value *arcs =
            BATTLE_ASK("{'query': 'arc', 'from': '%s', 'to': '%s', 'weapon': '%s'}", id, target, weapon->id);
        char arc = battle_verdict(arcs, "verdict");
        if (hit) {
            battle_hold(battle_now, LAW_ATTACK_ARC, arc != 'n', "%s %s on %s: out of its arc", id, weapon->id, target);
        } else if (los == 'y' && arc == 'y' && verdict == 'n' && weapon->most > 0 && !special) {
            const tl_json_value *near = BATTLE_ASK("{'query': 'range', 'from': '%s', 'to': 'u%zu'}", id, b);
            bool far = distance > most - BATTLE_TOLERANCE ||
                       battle_number_of(near, "distance_mm") < weapon->least * BATTLE_GAME_UNIT + BATTLE_TOLERANCE;
            battle_hold(battle_now, LAW_ATTACK_REFUSED, far, "%s %s on %s: seen, in its arc, %.6f mm", id, weapon->id,
                        target, distance);
        }
    }
}

/* The cover of the target as each attacker who may fire has it, and who rolls together. */
static void check_cover(size_t a, size_t b, const tl_json_value *attack, const tl_json_value *cover) {
    BATTLE_EACH(weapon, tl_json_find(attack, "weapons")) {
        const char *name = battle_word_of(weapon, "id");
        BATTLE_EACH(shot, tl_json_find(weapon, "members")) {
            const tl_json_value *own = battle_item(cover, "attackers", "id", battle_word_of(shot, "id"));
            char told = battle_verdict(shot, "cover"), asked = own != NULL ? battle_verdict(own, "verdict") : 0;
            asked = asked == 0 ? battle_verdict(cover, "verdict") : asked;
            if (told == 0) {
                continue;
            }
            const battle_weapon *w = battle_weapon_of(battle_unit_of(a), name);
            bool ignores = tl_json_find(weapon, "ignores_cover") != NULL || tl_json_find(shot, "ignores_cover") != NULL;
            bool special = w != NULL && w->skill != NULL && strcmp(w->skill, "artillery") == 0;
            battle_hold(battle_now, LAW_ATTACK_COVER, ignores ? told == 'n' : special || !battle_opposed(told, asked),
                        "%s of %s on u%zu: %c, asked alone %c", name, battle_word_of(shot, "id"), b, told, asked);
            size_t groups = 0;
            BATTLE_EACH(group, tl_json_find(attack, "dice_groups")) {
                groups += strcmp(battle_word_of(group, "weapon"), name) == 0 &&
                          battle_verdict(group, "cover") == told &&
                          battle_lists(tl_json_find(group, "members"), battle_word_of(shot, "id"));
            }
            battle_hold(battle_now, LAW_DICE_GROUPS, battle_verdict(shot, "verdict") != 'y' || groups == 1, "%s of %s",
                        name, battle_word_of(shot, "id"));
        }
    }
}

void battle_check_attack(size_t a, size_t b) {
    const tl_json_value *attack = BATTLE_ASK("{'query': 'attack', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *arc = BATTLE_ASK("{'query': 'arc', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *cover = BATTLE_ASK("{'query': 'cover', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *close = BATTLE_ASK("{'query': 'close-combat', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    char all = 'n';
    BATTLE_EACH(weapon, tl_json_find(attack, "weapons")) {
        const battle_weapon *w = battle_weapon_of(battle_unit_of(a), battle_word_of(weapon, "id"));
        const tl_json_value *own = battle_item(arc, "weapons", "id", w->id);
        char sum = 'n';
        BATTLE_EACH(shot, tl_json_find(weapon, "members")) {
            const tl_json_value *lies = battle_item(own, "members", "id", battle_word_of(shot, "id"));
            battle_hold(battle_now, LAW_ATTACK_ARC,
                        !battle_opposed(battle_verdict(shot, "arc"), battle_verdict(lies, "verdict")),
                        "%s of %s on u%zu", w->id, battle_word_of(shot, "id"), b);
            check_shot(a, b, w, shot);
            sum = battle_either(sum, battle_verdict(shot, "verdict"));
            const tl_json_value *grip = battle_item(close, "members", "id", battle_word_of(shot, "id"));
            if (w->most == 0 && battle_unit_of(a)->carrier < 0 && battle_unit_of(b)->carrier < 0) {
                char reach = battle_verdict(grip, "verdict"), may = battle_verdict(shot, "verdict");
                battle_hold(battle_now, LAW_CLOSE_ATTACK, !battle_opposed(reach, may),
                            "%s of %s on u%zu: attack %c, close-combat %c", w->id, battle_word_of(shot, "id"), b, may,
                            reach);
            }
        }
        battle_hold(battle_now, LAW_ATTACK_SUMS, sum == battle_verdict(weapon, "verdict"), "%s on u%zu", w->id, b);
        all = battle_either(all, sum);
    }
    battle_hold(battle_now, LAW_ATTACK_SUMS, all == battle_verdict(attack, "verdict"), "u%zu on u%zu", a, b);
    check_cover(a, b, attack, cover);
}

/* Close combat by plain geometry: discs of men on one floor. */
void battle_check_reach_of_men(size_t a, size_t b) {
    const battle_unit *from = battle_unit_of(a), *to = battle_unit_of(b);
    bool men = strcmp(from->kind->asset, "man") == 0 && strcmp(to->kind->asset, "man") == 0;
    if (!men || from->carrier >= 0 || to->carrier >= 0) {
        return;
    }
    const tl_json_value *close = BATTLE_ASK("{'query': 'close-combat', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    double best = INFINITY;
    for (size_t i = 0; i < from->count; i++) {
        for (size_t j = 0; j < to->count; j++) {
            best = fmin(best, hypot(from->at[i][0] - to->at[j][0], from->at[i][1] - to->at[j][1]) - 25);
        }
    }
    battle_hold(battle_now, LAW_CLOSE_REACH, best < 50 || battle_verdict(close, "verdict") != 'y',
                "u%zu, u%zu are %.3f mm apart", a, b, best);
}

/* --- Sight, cover, range between two units ------------------------------------------------------------------------ */

/* At least half of the figures of infantry are in cover, or it isn't; from one who looks. */
static void check_half(size_t a, size_t b) {
    const tl_json_value *cover = BATTLE_ASK("{'query': 'cover', 'from': '%s', 'to': 'u%zu'}", battle_id(a, 0), b);
    double sure = 0, open = 0, all = 0, each = strcmp(battle_unit_of(b)->kind->asset, "gun") == 0 ? 3 : 1;
    BATTLE_EACH(member, tl_json_find(cover, "members")) {
        char verdict = battle_verdict(member, "verdict");
        sure += verdict == 'y' ? each : 0;
        open += verdict == 'm' ? each : 0;
        all += each;
    }
    if (cover != NULL && all > 0 && tl_json_find(cover, "skill") == NULL) {
        char wanted = 2 * sure >= all ? 'y' : 2 * (sure + open) < all ? 'n' : 'm';
        battle_hold(battle_now, LAW_HALF_COVERED,
                    battle_verdict(cover, "verdict") == wanted && battle_number_of(cover, "of") == all,
                    "%s looks at u%zu: %g and perhaps %g of %g in cover, told %c", battle_id(a, 0), b, sure, open, all,
                    battle_verdict(cover, "verdict"));
    }
}

void battle_check_pair(size_t a, size_t b) {
    const tl_json_value *there = BATTLE_ASK("{'query': 'los', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *back = BATTLE_ASK("{'query': 'los', 'from': 'u%zu', 'to': 'u%zu'}", b, a);
    bool camouflaged = tl_json_find(there, "unseen") != NULL || tl_json_find(back, "unseen") != NULL;
    battle_hold(battle_now, LAW_SIGHT_MUTUAL,
                camouflaged || battle_verdict(there, "verdict") == battle_verdict(back, "verdict"), "u%zu, u%zu", a, b);
    const tl_json_value *near = BATTLE_ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *far = BATTLE_ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu'}", b, a);
    double distance = battle_number_of(near, "distance_mm");
    battle_hold(battle_now, LAW_RANGE_MUTUAL, fabs(distance - battle_number_of(far, "distance_mm")) < 1e-6,
                "u%zu, u%zu", a, b);
    for (int k = 0; k < 2; k++) {
        double limit = k == 0 ? distance + 1 : fmax(distance - 1, 0);
        const tl_json_value *within =
            BATTLE_ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu', 'limit_mm': %.17g}", a, b, limit);
        battle_hold(battle_now, LAW_RANGE_LIMIT,
                    battle_verdict(within, "verdict") == (distance < limit ? 'y' : 'n') || distance == 0,
                    "u%zu, u%zu: %.6f of %.6f mm", a, b, distance, limit);
    }
    const tl_json_value *cover = BATTLE_ASK("{'query': 'cover', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    bool as_seen = !battle_has_skill(battle_unit_of(b), "zombie");
    check_half(a, b);
    double radius = floor(test_random_between(&battle_now->random, 50, 500));
    const tl_json_value *around =
        BATTLE_ASK("{'query': 'within', 'from': 'u%zu', 'to': 'u%zu', 'limit_mm': %g}", a, b, radius);
    battle_hold(battle_now, LAW_WITHIN_RANGE,
                fabs(distance - radius) < 2 * BATTLE_TOLERANCE || around == NULL ||
                    battle_verdict(around, "verdict") == (distance < radius ? 'y' : 'n'),
                "u%zu, u%zu: %.6f mm, within %g: %c", a, b, distance, radius, battle_verdict(around, "verdict"));
    if (battle_verdict(there, "verdict") == 'n' && !camouflaged && as_seen) {
        battle_hold(battle_now, LAW_HIDDEN_COVERED, battle_verdict(cover, "verdict") != 'n',
                    "u%zu sees nothing of u%zu", a, b);
    }
}

void battle_check_passengers(size_t a, size_t b) {
    if (!battle_is_passenger(battle_unit_of(b)) || battle_unit_of(a)->side == battle_unit_of(b)->side) {
        return;
    }
    const tl_json_value *attack = BATTLE_ASK("{'query': 'attack', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    battle_hold(battle_now, LAW_PASSENGERS, battle_verdict(attack, "verdict") != 'y', "u%zu attacks u%zu inside u%d", a,
                b, battle_unit_of(b)->carrier);
    const tl_json_value *close = BATTLE_ASK("{'query': 'close-combat', 'from': 'u%zu', 'to': 'u%zu'}", b, a);
    battle_hold(battle_now, LAW_PASSENGERS, battle_verdict(close, "verdict") != 'y', "u%zu fights u%zu from inside u%d",
                b, a, battle_unit_of(b)->carrier);
}

/* --- Reactions ---------------------------------------------------------------------------------------------------- */

bool battle_fires(const tl_json_value *attack, size_t a) {
    BATTLE_EACH(weapon, tl_json_find(attack, "weapons")) {
        const battle_weapon *w = battle_weapon_of(battle_unit_of(a), battle_word_of(weapon, "id"));
        if (w->most > 0 && battle_verdict(weapon, "verdict") == 'y') {
            return true;
        }
    }
    return false;
}

/* A reaction after a turn is the reaction of the model put there turned. */
static void check_turn(size_t a, size_t b, double facing, const tl_place *place, bool proposed) {
    const char *id = battle_id(a, 0);
    char where[256] = "";
    const tl_json_value *turned =
        BATTLE_ASK("{'query': 'react', 'from': '%s', 'to': 'u%zu', 'facing': %.17g}", id, b, facing);
    battle_hold(battle_now, proposed ? LAW_REACT_TURN : LAW_REACT_NO_TURN,
                battle_verdict(turned, "verdict") == 'y' ? proposed && battle_verdict(turned, "turn") == 'y'
                                                         : !proposed,
                "%s turned to %g, reacting to u%zu: %c", id, facing, b, battle_verdict(turned, "verdict"));
    tl_scene *scene = battle_now->made.scene;
    assert_int_equal(tl_scene_place(scene, id, place->at, place->coordinates, facing, place->level, NULL), TL_OK);
    const tl_json_value *attack = BATTLE_ASK("{'query': 'attack', 'from': '%s', 'to': 'u%zu'}", id, b);
    assert_int_equal(tl_scene_place(scene, id, place->at, place->coordinates, place->facing, place->level, NULL),
                     TL_OK);
    battle_hold(battle_now, LAW_REACT_TURN, !proposed || battle_fires(attack, a),
                "%s, put there turned to %g, can't fire at u%zu", id, facing, b);
    BATTLE_EACH(weapon, tl_json_find(turned, "weapons")) {
        const battle_weapon *w = battle_weapon_of(battle_unit_of(a), battle_word_of(weapon, "id"));
        battle_hold(battle_now, LAW_REACT_PUT,
                    w->most == 0 || battle_agrees(weapon, battle_item(attack, "weapons", "id", w->id), false, where),
                    "%s turned to %g, u%zu: %s", id, facing, b, where);
    }
}

void battle_check_react(size_t a, size_t b) {
    const battle_unit *from = battle_unit_of(a);
    const tl_json_value *react = BATTLE_ASK("{'query': 'react', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *attack = BATTLE_ASK("{'query': 'attack', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    const tl_json_value *range = BATTLE_ASK("{'query': 'range', 'from': 'u%zu', 'to': 'u%zu'}", a, b);
    char verdict = battle_verdict(react, "verdict");
    bool aircraft = strcmp(from->kind->class, "aircraft") == 0,
         advanced = battle_has_skill(from, "advanced-reactive-fire");
    double limit = (advanced ? 6 : 4) * BATTLE_GAME_UNIT;
    if (verdict == 'y') {
        battle_hold(battle_now, LAW_REACT_PARTS,
                    battle_number_of(range, "distance_mm") <= limit && !aircraft && battle_fires(attack, a),
                    "u%zu to u%zu", a, b);
    } else if (verdict == 'n' && !aircraft && from->side != battle_unit_of(b)->side) {
        battle_hold(battle_now, LAW_REACT_PARTS,
                    battle_number_of(range, "distance_mm") > limit - BATTLE_TOLERANCE || !battle_fires(attack, a),
                    "u%zu to u%zu is refused", a, b);
    }
    BATTLE_EACH(weapon, tl_json_find(react, "weapons")) {
        const battle_weapon *w = battle_weapon_of(from, battle_word_of(weapon, "id"));
        const tl_json_value *same = battle_item(attack, "weapons", "id", w->id);
        char where[256];
        if (w->most > 0) {
            battle_hold(battle_now, LAW_REACT_ATTACK, battle_agrees(weapon, same, false, where), "u%zu to u%zu, %s: %s",
                        a, b, w->id, where);
        }
    }
    tl_place place = TL_PLACE_INIT;
    double advice = battle_number_of(react, "turn_to_deg");
    if (from->count != 1 || from->carrier >= 0 || verdict != 'n' || from->side == battle_unit_of(b)->side) {
        return;
    }
    assert_int_equal(tl_scene_place_of(battle_now->made.scene, battle_id(a, 0), &place, NULL), TL_OK);
    for (int k = 0; isnan(advice) && k < 6; k++) {
        check_turn(a, b, test_random_between(&battle_now->random, 0, 360), &place, false);
    }
    if (!isnan(advice)) {
        check_turn(a, b, advice, &place, true);
    }
}
