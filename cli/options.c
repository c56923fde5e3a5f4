/* options.c: which options and arguments a command has, and setting those of questions, by the two tables. */
#include "table.h"

#include <string.h>

/* The field of a question that an option of the command line sets. */
static const tl_query_field *field_of(const tl_query *query, const char *option) {
    for (size_t i = 0; query != NULL && query->fields[i] != NULL; i++) {
        if (query->fields[i]->option != NULL && strcmp(query->fields[i]->option, option) == 0) {
            return query->fields[i];
        }
    }
    return NULL;
}

/* Those that every question takes: with a value that a question's field can be set to here. */
static const tl_query_field *common_at(size_t index) {
    size_t found = 0;
    for (size_t i = 0; tl_query_common_field(i) != NULL; i++) {
        const tl_query_field *field = tl_query_common_field(i);
        bool by_table = field->kind == TL_FIELD_TEXT || field->kind == TL_FIELD_ANY || field->kind == TL_FIELD_TEXTS;
        if (field->option != NULL && !by_table && found++ == index) {
            return field;
        }
    }
    return NULL;
}

static const tl_query_field *common_of(const char *option) {
    for (size_t i = 0; common_at(i) != NULL; i++) {
        if (strcmp(common_at(i)->option, option) == 0) {
            return common_at(i);
        }
    }
    return NULL;
}

/* --- The options of a command ------------------------------------------------------------------------------------- */

static cli_option of_field(const tl_query_field *field) {
    return (cli_option){.name = field->option,
                        .value = field->value,
                        .what = field->what,
                        .wants = field->wants[0] != '\0' ? field->wants : NULL,
                        .repeats = field->kind == TL_FIELD_PATH,
                        .field = field};
}

/* A row of the table, with what it takes from a question's. */
static cli_option of_row(const cli_option *row) {
    cli_option option = *row;
    if (row->query != NULL) {
        bool common = row->query[0] == '\0';
        const tl_query_field *field = common ? common_of(row->name) : field_of(tl_query_named(row->query), row->name);
        cli_option asked = of_field(field);
        option.value = row->value != NULL ? row->value : asked.value;
        option.what = row->what != NULL ? row->what : asked.what;
        option.wants = row->wants != NULL ? row->wants : asked.wants;
        option.field = field;
    }
    return option;
}

/* The field of a question's option, by number: its own ones, then those of every question. */
static const tl_query_field *question_option(const tl_query *query, size_t index) {
    size_t found = 0;
    for (size_t i = 0; query->fields[i] != NULL; i++) {
        if (query->fields[i]->option != NULL && found++ == index) {
            return query->fields[i];
        }
    }
    return common_at(index - found);
}

bool cli_option_at(const cli_command *command, size_t index, cli_option *option) {
    size_t before = 0;
    if (command->query != NULL) {
        const tl_query_field *field = question_option(command->query, index);
        if (field != NULL) {
            *option = of_field(field);
            return true;
        }
        while (question_option(command->query, before) != NULL) {
            before++;
        }
    }
    for (size_t list = 0; list < CLI_LISTS && command->lists[list] != NULL; list++) {
        for (const cli_option *row = command->lists[list]; row->name != NULL; row++) {
            if (before++ == index) {
                *option = of_row(row);
                return true;
            }
        }
    }
    return false;
}

bool cli_option_named(const cli_command *command, const char *name, cli_option *option) {
    for (size_t i = 0; cli_option_at(command, i, option); i++) {
        if (strcmp(option->name, name) == 0 || (option->brief != NULL && strcmp(option->brief, name) == 0)) {
            return true;
        }
    }
    return false;
}

size_t cli_option_takers(const char *name, char *buffer, size_t size) {
    enum { TOLD = 3 };
    cli_command command;
    cli_option option;
    const char *names[TOLD] = {""};
    size_t count = 0;
    for (size_t i = 0; cli_command_at(i, &command); i++) {
        if (cli_option_named(&command, name, &option)) {
            names[count < TOLD ? count : TOLD - 1] = command.name;
            count++;
        }
    }
    if (count > TOLD) {
        snprintf(buffer, size, "%s, %s and others", names[0], names[1]);
    } else {
        snprintf(buffer, size,
                 count == 3   ? "%s, %s and %s"
                 : count == 2 ? "%s and %s"
                              : "%s",
                 names[0], names[1], names[2]);
    }
    return count;
}

/* --- Arguments ---------------------------------------------------------------------------------------------------- */

bool cli_argument_at(const cli_command *command, size_t index, char word[CLI_USAGE]) {
    const char *at = command->arguments + strspn(command->arguments, "[ ");
    for (size_t i = 0; *at != '\0' && *at != '-'; i++) {
        size_t length = strcspn(at, " []");
        while (strncmp(at + length, " | ", 3) == 0) { /* one or the other */
            length += 3 + strcspn(at + length + 3, " []");
        }
        if (i == index) {
            snprintf(word, CLI_USAGE, "%.*s", (int)length, at);
            return true;
        }
        at += length;
        at += strspn(at, "[] ");
    }
    return false;
}

const char *cli_argument_what(const cli_command *command, size_t index) {
    static const struct {
        const char *word, *what;
    } words[] = {{"SCENE", "a scene file (.scene.json)"},
                 {"FILE", "a file of questions; `-` or none: standard input"},
                 {"SCENE | RULES.json", "a scene file, or a rule file"},
                 {"QUESTION", "a question such as \"los A B\""},
                 {"MESH", "a mesh file, such as an OBJ, STL, PLY, GLB or 3MF"},
                 {"SCENE | MESH", "a scene file, or a mesh for the ground of a new table; none: the start page"},
                 {"RULESET", "the name of a rule system, or a rule file; none: their names"},
                 {"COMMAND", "the name of a command"}};
    char word[CLI_USAGE];
    size_t next = 1;
    for (size_t i = 0; command->query != NULL && command->query->fields[i] != NULL && index > 0; i++) {
        const tl_query_field *field = command->query->fields[i];
        if (field->option == NULL && next++ == index) {
            return field->what;
        }
    }
    for (size_t i = 0; cli_argument_at(command, index, word) && i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(words[i].word, word) == 0) {
            return words[i].what;
        }
    }
    return "";
}

/* --- Setting a question's fields ---------------------------------------------------------------------------------- */

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
    case TL_FIELD_DICE:
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
