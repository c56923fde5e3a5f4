/* clause.c: the clauses that judges can find, by number and by name. */
#include "ruleset/clause.h"

#include <string.h>

static const struct {
    const char *name, *meaning;
} clauses[TL_CLAUSE_COUNT] = {
#define TL_CLAUSE_ROW(constant, name, meaning) {name, meaning},
    TL_CLAUSES(TL_CLAUSE_ROW)
#undef TL_CLAUSE_ROW
};

const char *tl_clause_name(tl_clause clause) {
    return clauses[clause].name;
}

const char *tl_clause_meaning(tl_clause clause) {
    return clauses[clause].meaning;
}

tl_clause tl_clause_named(const char *name) {
    tl_clause found = TL_CLAUSE_NONE;
    for (int i = 1; i < TL_CLAUSE_COUNT; i++) {
        found = strcmp(clauses[i].name, name) == 0 ? (tl_clause)i : found;
    }
    return found;
}
