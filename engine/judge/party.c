/* party.c: finds the parties of a question, what weapons they have, and who may move. */
#include "judge/party.h"

#include <stdio.h>
#include <string.h>

tl_status tl_party_differs(const tl_party *from, const tl_party *to, tl_error *error) {
    bool overlap = from->first < to->first + to->count && to->first < from->first + from->count;
    if (overlap) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "name two different units or members",
                       "%s and %s are the same models", from->name, to->name);
    }
    return TL_OK;
}

bool tl_party_carries(const tl_party *party, size_t i, const tl_document_weapon *weapon) {
    bool all = i == SIZE_MAX || party->rider != NULL, carries = party->hands == NULL;
    for (size_t k = all ? 0 : i; k < (all ? party->hand_count : i + 1) && !carries; k++) {
        carries = tl_document_carries(party->unit, &party->hands[k], weapon);
    }
    return carries;
}

tl_status tl_party_weapons(const tl_inquiry *inquiry, const tl_party *party, const char *weapon,
                           const tl_document_weapon **weapons, size_t *count, tl_error *error) {
    *weapons = party->unit->weapons;
    *count = party->unit->weapon_count;
    if (weapon == NULL) {
        return TL_OK;
    }
    const char *names[64] = {NULL};
    size_t known = 0;
    for (size_t i = 0; i < party->unit->weapon_count; i++) {
        if (!tl_party_carries(party, SIZE_MAX, &party->unit->weapons[i])) {
            continue;
        }
        if (strcmp(party->unit->weapons[i].id, weapon) == 0) {
            *weapons = &party->unit->weapons[i];
            *count = 1;
            return TL_OK;
        }
        if (known < 64) {
            names[known++] = party->unit->weapons[i].id;
        }
    }
    const char *nearest = tl_nearest_name(weapon, names, known);
    nearest = nearest == NULL ? names[0] : nearest; /* NULL when there are none */
    char remedy[160];
    snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "give the unit `weapons`", nearest);
    return tl_fail(error, TL_ERROR_NOT_FOUND, inquiry->table->document->file, "weapon", remedy, "%s has no weapon `%s`",
                   party->name, weapon);
}

tl_status tl_party_who_moves(const tl_inquiry *inquiry, const char *name, size_t *member, tl_error *error) {
    tl_party party;
    tl_status status = tl_referee_party(inquiry->referee, name, "member", &party, error);
    if (status != TL_OK) {
        return status;
    }
    if (party.count != 1) {
        char remedy[160];
        snprintf(remedy, sizeof(remedy), "name one of its models, such as `%.60s`",
                 inquiry->table->members[party.first].id);
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", remedy, "models move one by one, and `%s` has %zu",
                       name, party.count);
    }
    if (party.unit->aboard != NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "move its carrier",
                       "%s is aboard `%s` and moves with it", party.name, party.unit->aboard);
    }
    *member = party.first;
    return TL_OK;
}
