/* split.c: a question written as one text, such as "los A B" or "template blast A B". */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = 64 };

/* "template blast 700,400", "template blast A B", "template flame-1 A B" (from A toward B), or "... A 30" (degrees). */
static bool split_template(char **words, int count, tl_question *question) {
    *question = (tl_question){.struct_size = sizeof(tl_question), .query = words[0], .shape = words[1]};
    if (count == 3) {
        question->at_count = cli_point(words[2], question->at);
        return question->at_count > 0;
    }
    char *end;
    question->from = words[2];
    question->angle_deg = strtod(words[3], &end);
    question->has_angle = *end == '\0';
    question->toward = question->has_angle ? NULL : words[3];
    question->at_count = question->has_angle ? 0 : cli_point(words[3], question->at);
    if (question->at_count > 0) {
        question->toward = NULL;
    }
    return count == 4;
}

/* "within A officer", "within A 20cm", with a second name behind it, if you like. */
static bool split_within(char **words, int count, tl_question *question) {
    *question = (tl_question){
        .struct_size = sizeof(tl_question), .query = words[0], .from = words[1], .to = count > 3 ? words[3] : NULL};
    question->has_limit = cli_length(words[2], &question->limit_mm); /* negative: game units */
    question->skill = question->has_limit ? NULL : words[2];
    return count <= 4;
}

/* "move A 400,300 500,320 march 90": points, whether it marches, and the facing at the end. */
static bool split_move(char **words, int count, tl_question *question) {
    static tl_path_point points[WORDS];
    *question =
        (tl_question){.struct_size = sizeof(tl_question), .query = words[0], .member = words[1], .path = points};
    for (int i = 2; i < count; i++) {
        tl_path_point *point = &points[question->path_count];
        char *end;
        point->count = cli_point(words[i], point->at);
        if (point->count > 0) {
            question->path_count++;
        } else if (strcmp(words[i], "march") == 0) {
            question->march = true;
        } else {
            question->facing_deg = strtod(words[i], &end);
            question->has_facing = true;
            if (*end != '\0' || i + 1 < count) {
                return false;
            }
        }
    }
    return question->path_count > 0;
}

/* "template blast best", with "--from A", "--side S" and "--friends-weight W" behind it in any order. */
static bool split_best(char **words, int count, tl_question *question) {
    *question = (tl_question){.struct_size = sizeof(tl_question), .query = words[0], .shape = words[1], .best = true};
    for (int i = 3; i + 1 < count; i += 2) {
        char *end = words[i + 1] + strlen(words[i + 1]);
        if (strcmp(words[i], "--from") == 0) {
            question->from = words[i + 1];
        } else if (strcmp(words[i], "--side") == 0) {
            question->side = words[i + 1];
        } else if (strcmp(words[i], "--friends-weight") == 0) {
            question->has_friends_weight = true;
            question->friends_weight = strtod(words[i + 1], &end);
        } else {
            return false;
        }
        if (*end != '\0') {
            return false;
        }
    }
    return count % 2 == 1;
}

/* Whether a question is asked of one unit or model alone. */
static bool asks_of_one(const char *query) {
    const tl_query *row = tl_query_named(query);
    bool names_one = false, names_two = false;
    for (size_t i = 0; row != NULL && row->fields[i] != NULL; i++) {
        names_one = names_one || strcmp(row->fields[i]->name, "from") == 0 || strcmp(row->fields[i]->name, "unit") == 0;
        names_two = names_two || strcmp(row->fields[i]->name, "to") == 0;
    }
    return names_one && !names_two;
}

/* A question with options as on the command line: "score A B --score to-hit", "scatter --deviation grenade ...". */
static bool split_options(char **words, int count, tl_question *question) {
    static cli_arguments own; /* the question's texts and points live as long as the program */
    const tl_query *row = tl_query_named(words[0]);
    own = (cli_arguments){.command = words[0], .question = TL_QUESTION_INIT, .positional_count = 1};
    for (int i = 1; row != NULL && i < count; i++) {
        const tl_query_field *field = NULL;
        int taken = 0;
        for (size_t k = 0; row->fields[k] != NULL; k++) {
            const char *option = row->fields[k]->option;
            field = option != NULL && strcmp(option, words[i]) == 0 ? row->fields[k] : field;
        }
        if (field == NULL && (words[i][0] == '-' || (size_t)own.positional_count > row->most)) {
            return false;
        }
        if (field == NULL) {
            own.positional[own.positional_count++] = words[i];
            continue;
        }
        bool flag = field->kind == TL_FIELD_FLAG;
        char *value = flag || i + 1 >= count ? NULL : words[i + 1];
        if (!cli_question_set(&own, field, value, &words[i + 2 < count ? i + 2 : count],
                              i + 2 < count ? count - i - 2 : 0, &taken)) {
            return false;
        }
        i += taken + (flag ? 0 : 1);
    }
    if (row == NULL || row->changes || (size_t)own.positional_count <= row->least) {
        return false;
    }
    cli_question_arguments(&own);
    *question = own.question;
    question->query = words[0];
    return true;
}

static bool has_option(char **words, int count) {
    for (int i = 1; i < count; i++) {
        if (words[i][0] == '-' && words[i][1] == '-') {
            return true;
        }
    }
    return false;
}

/* A question in the words of the command line: "los A B", "attack A B main". */
bool cli_split_query(char *text, tl_question *question) {
    char *words[WORDS];
    int count = 0;
    for (char *word = strtok(text, " \t"); word != NULL && count < WORDS; word = strtok(NULL, " \t")) {
        words[count++] = word;
    }
    if (count >= 3 && strcmp(words[0], "template") == 0 && strcmp(words[2], "best") == 0) {
        return split_best(words, count, question);
    }
    if (count >= 3 && strcmp(words[0], "template") == 0) {
        return split_template(words, count, question);
    }
    if (count >= 3 && strcmp(words[0], "within") == 0) {
        return split_within(words, count, question);
    }
    if ((count == 2 || count == 3) && strcmp(words[0], "reach") == 0) { /* "reach A", "reach A march" */
        *question = (tl_question){
            .struct_size = sizeof(tl_question), .query = words[0], .member = words[1], .march = count == 3};
        return count == 2 || strcmp(words[2], "march") == 0;
    }
    if (count > 0 && (has_option(words, count) || strcmp(words[0], "score") == 0 || strcmp(words[0], "scatter") == 0 ||
                      strcmp(words[0], "zone") == 0 || strcmp(words[0], "nearest") == 0)) {
        return split_options(words, count, question);
    }
    if (count >= 3 && strcmp(words[0], "move") == 0) {
        return split_move(words, count, question);
    }
    if (count == 2) { /* "cohesion UNIT", "sees A" */
        *question =
            (tl_question){.struct_size = sizeof(tl_question), .query = words[0], .unit = words[1], .from = words[1]};
        return asks_of_one(words[0]);
    }
    if (count < 3 || count > 4) {
        return false;
    }
    *question = (tl_question){.struct_size = sizeof(tl_question), .query = words[0], .from = words[1], .to = words[2]};
    if (count == 4) {
        question->weapon = words[3];
    }
    return true;
}
