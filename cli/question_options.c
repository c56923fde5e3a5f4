/* question_options.c: options that set a field of a question, by the table of questions. */
#include "cli.h"

#include <string.h>

/* What `analyze` shares with questions. */
static const char *const of_analyze[] = {"template/--from", "react/--facing", "template/--level", "arc/--weapon",
                                         "reach/--march"};

static const tl_query_field *field_of(const tl_query *query, const char *option) {
    for (size_t i = 0; query != NULL && query->fields[i] != NULL; i++) {
        if (query->fields[i]->option != NULL && strcmp(query->fields[i]->option, option) == 0) {
            return query->fields[i];
        }
    }
    return NULL;
}

const tl_query_field *cli_question_field(const cli_command *command, const char *option) {
    const tl_query_field *found = field_of(tl_query_named(command->name), option);
    for (size_t i = 0; i < sizeof(of_analyze) / sizeof(of_analyze[0]) && (command->options & CLI_ANALYZE) != 0; i++) {
        const char *slash = strchr(of_analyze[i], '/');
        char query[16];
        snprintf(query, sizeof(query), "%.*s", (int)(slash - of_analyze[i]), of_analyze[i]);
        found = strcmp(slash + 1, option) == 0 ? field_of(tl_query_named(query), option) : found;
    }
    for (size_t i = 0; found == NULL && tl_query_common_field(i) != NULL; i++) {
        const tl_query_field *common = tl_query_common_field(i);
        bool timed = strcmp(common->name, "time_limit_ms") == 0 || strcmp(common->name, "effort") == 0;
        bool fits = common->kind == TL_FIELD_NUMBER && common->option != NULL && strcmp(common->option, option) == 0 &&
                    (command->options & (timed ? CLI_TIME : CLI_ASKS)) != 0;
        found = fits ? common : NULL;
    }
    return found;
}

/* A number in the bounds that the field's words tell. */
static bool read_number(const tl_query_field *field, const char *value, double *number) {
    const char *rest = "";
    bool good = value != NULL && cli_number(value, number, &rest) && rest[0] == '\0';
    if (strcmp(field->name, "friends_weight") == 0) {
        good = good && *number >= 0 && *number <= 1000;
    } else if (strcmp(field->name, "effort") == 0) {
        good = good && *number >= 0.001 && *number <= 1000;
    } else if (strcmp(field->name, "tolerance_mm") == 0) {
        good = good && *number >= 0;
    } else if (strcmp(field->name, "time_limit_ms") == 0) {
        good = good && *number > 0;
    }
    return good;
}

/* The points of a path: `value` and the words that follow it. How many words more were taken; -1: none is a point; -2:
 * there are too many. */
static int read_path(cli_arguments *arguments, const char *value, char **more, int count) {
    for (int taken = 0;; taken++) {
        double point[3];
        int coordinates = value != NULL ? cli_point(value, point) : 0;
        if (coordinates == 0) {
            return taken - 1;
        }
        if (arguments->question.path_count == MOST_PATH_POINTS) {
            return -2;
        }
        tl_path_point *made = &arguments->path[arguments->question.path_count++];
        made->count = coordinates;
        memcpy(made->at, point, sizeof(point));
        value = taken < count ? more[taken] : NULL;
    }
}

bool cli_question_set(cli_arguments *arguments, const tl_query_field *field, const char *value, char **more, int count,
                      int *taken) {
    char *at = (char *)&arguments->question + field->offset, *given = (char *)&arguments->question + field->given;
    double number = 0;
    bool good = true;
    *taken = 0;
    switch (field->kind) {
    case TL_FIELD_TEXT:
        *(const char **)(void *)at = value;
        good = value != NULL;
        break;
    case TL_FIELD_FLAG:
        *(bool *)(void *)at = true;
        break;
    case TL_FIELD_NUMBER:
        good = read_number(field, value, (double *)(void *)at);
        break;
    case TL_FIELD_LENGTH:
        good = value != NULL && cli_length(value, (double *)(void *)at);
        break;
    case TL_FIELD_WHOLE:
        good =
            read_number(field, value, &number) && number >= 0 && number <= 1000 && number == (double)(unsigned)number;
        *(size_t *)(void *)at = good ? (size_t)number : 0;
        break;
    case TL_FIELD_POINT:
        *(int *)(void *)given = value != NULL ? cli_point(value, (double *)(void *)at) : 0;
        return *(int *)(void *)given > 0;
    case TL_FIELD_PATH:
        arguments->question.path = arguments->path;
        *taken = read_path(arguments, value, more, count);
        return *taken >= 0;
    case TL_FIELD_ANY:
    case TL_FIELD_TEXTS:
        return false;
    }
    if (good && field->given != 0) {
        *(bool *)(void *)given = true;
    }
    return good;
}

void cli_question_arguments(cli_arguments *arguments) {
    const tl_query *query = tl_query_named(arguments->command);
    int next = 1;
    for (size_t i = 0; query != NULL && query->fields[i] != NULL; i++) {
        const tl_query_field *field = query->fields[i];
        if (field->option == NULL && next < arguments->positional_count) {
            *(const char **)(void *)((char *)&arguments->question + field->offset) = arguments->positional[next++];
        }
    }
}

/* --- Help --------------------------------------------------------------------------------------------------------- */

/* Which questions take a field, by its option: "arc, attack, template". */
static void takers(const char *option, char *buffer, size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    for (size_t i = 0; tl_query_at(i) != NULL && used < size; i++) {
        if (!tl_query_at(i)->changes && field_of(tl_query_at(i), option) != NULL) {
            used += (size_t)snprintf(buffer + used, size - used, "%s%s", used > 0 ? ", " : "", tl_query_at(i)->name);
        }
    }
}

static bool is_told_before(size_t query, size_t field) {
    const char *option = tl_query_at(query)->fields[field]->option;
    for (size_t i = 0; i <= query; i++) {
        for (size_t k = 0; tl_query_at(i)->fields[k] != NULL && (i < query || k < field); k++) {
            const char *other = tl_query_at(i)->fields[k]->option;
            if (other != NULL && strcmp(other, option) == 0) {
                return true;
            }
        }
    }
    return false;
}

void cli_question_help(FILE *out) {
    for (size_t i = 0; tl_query_at(i) != NULL; i++) {
        for (size_t k = 0; tl_query_at(i)->fields[k] != NULL; k++) {
            const tl_query_field *field = tl_query_at(i)->fields[k];
            if (field->option == NULL || is_told_before(i, k)) {
                continue;
            }
            char option[48], who[160];
            snprintf(option, sizeof(option), "%s%s%s", field->option, field->value[0] != '\0' ? " " : "", field->value);
            takers(field->option, who, sizeof(who));
            fprintf(out, "  %-20s %s: %s\n", option, who, field->what);
        }
    }
}
