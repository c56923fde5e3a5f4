/* take.c: reading the values of options, each into its place among the arguments. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* --- Numbers, lengths, points ------------------------------------------------------------------------------------- */

bool cli_number(const char *text, double *value, const char **rest) {
    char *end;
    if (text[0] == '\0' || strchr("+-.0123456789", text[0]) == NULL) {
        return false;
    }
    *value = strtod(text, &end);
    *rest = end;
    return end != text && *value == *value && *value <= 1e9 && *value >= -1e9;
}

bool cli_length(const char *text, double *mm) {
    const char *rest;
    double value;
    if (!cli_number(text, &value, &rest) || value < 0) {
        return false;
    }
    if (rest[0] == '\0' || strcmp(rest, "mm") == 0) {
        *mm = value;
    } else if (strcmp(rest, "cm") == 0) {
        *mm = value * 10;
    } else if (strcmp(rest, "in") == 0 || strcmp(rest, "\"") == 0) {
        *mm = value * 25.4;
    } else if (strcmp(rest, "u") == 0) {
        *mm = -value;
    } else {
        return false;
    }
    return true;
}

int cli_point(const char *text, double point[3]) {
    int count = 0;
    for (const char *rest = text; count < 3; rest++) {
        if (!cli_number(rest, &point[count], &rest)) {
            return 0;
        }
        count++;
        if (*rest == '\0') {
            return count >= 2 ? count : 0;
        }
        if (*rest != ',') {
            return 0;
        }
    }
    return 0;
}

/* Numbers with commas between them, as many as there are; a colon or the end stops. */
static size_t read_numbers(const char **text, double *values, size_t most) {
    size_t count = 0;
    while (count < most && cli_number(*text, &values[count], text)) {
        count++;
        if (**text != ',') {
            return count;
        }
        (*text)++;
    }
    return 0;
}

/* "X0,Y0,X1,Y1", or "X,Y:X,Y:X,Y..." */
static bool read_zone(const char *text, cli_zone *zone) {
    double v[4];
    const char *at = text;
    size_t n = read_numbers(&at, v, 4);
    if (n == 4 && *at == '\0') {
        zone->corners[0] = (tl_vec2){v[0], v[1]};
        zone->corners[1] = (tl_vec2){v[2], v[1]};
        zone->corners[2] = (tl_vec2){v[2], v[3]};
        zone->corners[3] = (tl_vec2){v[0], v[3]};
        zone->count = 4;
        return true;
    }
    zone->count = 0;
    for (at = text; zone->count < MOST_ZONE_CORNERS; at++) {
        if (read_numbers(&at, v, 2) != 2) {
            return false;
        }
        zone->corners[(zone->count)++] = (tl_vec2){v[0], v[1]};
        if (*at == '\0') {
            return zone->count >= 3;
        }
        if (*at != ':') {
            return false;
        }
    }
    return false;
}

/* "2/4" */
static bool read_share(const char *text, unsigned *share, unsigned *shares) {
    char *end;
    unsigned long i = strtoul(text, &end, 10), n = 0;
    bool read = end != text && *end == '/' && text[0] >= '0' && text[0] <= '9' && end[1] >= '0' && end[1] <= '9';
    if (read) {
        n = strtoul(end + 1, &end, 10);
        read = *end == '\0' && i >= 1 && i <= n && n <= 10000;
    }
    *share = read ? (unsigned)i : 0;
    *shares = read ? (unsigned)n : 0;
    return read;
}

/* "X,Y X,Y", in any order of corners. */
static bool read_rectangle(const char *value, double crop[4]) {
    double corner[4];
    const char *rest = value;
    for (int i = 0; i < 4; i++) {
        if (!cli_number(rest, &corner[i], &rest) || *rest != (i == 3 ? '\0' : i == 1 ? ' ' : ',')) {
            return false;
        }
        rest++;
        while (i == 1 && *rest == ' ') {
            rest++;
        }
    }
    for (int i = 0; i < 2; i++) {
        crop[i] = corner[i] < corner[i + 2] ? corner[i] : corner[i + 2];
        crop[i + 2] = corner[i] < corner[i + 2] ? corner[i + 2] : corner[i];
    }
    return crop[0] < crop[2] && crop[1] < crop[3];
}

/* "1800x1200". */
static bool read_table(const char *value, double crop[4]) {
    const char *rest;
    crop[0] = crop[1] = 0;
    return cli_number(value, &crop[2], &rest) && *rest == 'x' && cli_number(rest + 1, &crop[3], &rest) &&
           *rest == '\0' && crop[2] > 0 && crop[3] > 0;
}

/* --- Texts -------------------------------------------------------------------------------------------------------- */

/* What stands at an option's place. */
#define PLACE(type) ((type *)(void *)((char *)arguments + at))

static const char *told(bool good) {
    return good ? NULL : "";
}

const char *cli_take_flag(cli_arguments *arguments, size_t at, char *value) {
    (void)value;
    *PLACE(bool) = true;
    return NULL;
}

const char *cli_take_text(cli_arguments *arguments, size_t at, char *value) {
    *PLACE(const char *) = value;
    return NULL;
}

const char *cli_take_name(cli_arguments *arguments, size_t at, char *value) {
    *PLACE(const char *) = value;
    return told(value[0] != '\0');
}

const char *cli_take_report(cli_arguments *arguments, size_t at, char *value) {
    *PLACE(const char *) = value;
    return told(cli_is_report(value));
}

const char *cli_take_language(cli_arguments *arguments, size_t at, char *value) {
    bool found = false;
    for (size_t i = 0; tl_language_tag(i) != NULL; i++) {
        found = found || strcmp(tl_language_tag(i), value) == 0;
    }
    *PLACE(const char *) = value;
    return told(found);
}

const char *cli_take_setting(cli_arguments *arguments, size_t at, char *value) {
    const char **set = PLACE(const char *);
    char *equals = strchr(value, '=');
    if (equals == NULL || equals == value) {
        return "";
    }
    if (arguments->set_count >= MOST_SETTINGS) {
        return ": there are too many";
    }
    *equals = '\0';
    set[2 * arguments->set_count] = value;
    set[2 * arguments->set_count + 1] = equals + 1;
    arguments->set_count++;
    return NULL;
}

const char *cli_take_reference(cli_arguments *arguments, size_t at, char *value) {
    if (arguments->mesh.reference_count >= MOST_REFERENCES) {
        return ": there are too many";
    }
    PLACE(const char *)[arguments->mesh.reference_count++] = value;
    return NULL;
}

/* --- Numbers ------------------------------------------------------------------------------------------------------ */

/* A number and nothing behind it. */
static bool read_number(const char *value, double *number) {
    const char *rest;
    return cli_number(value, number, &rest) && rest[0] == '\0';
}

const char *cli_take_mm(cli_arguments *arguments, size_t at, char *value) {
    double *mm = PLACE(double);
    return told(read_number(value, mm) && *mm > 0);
}

const char *cli_take_degrees(cli_arguments *arguments, size_t at, char *value) {
    return told(read_number(value, PLACE(double)));
}

const char *cli_take_effort(cli_arguments *arguments, size_t at, char *value) {
    double *effort = PLACE(double);
    return told(read_number(value, effort) && *effort >= 1 && *effort <= 1000);
}

const char *cli_take_cell(cli_arguments *arguments, size_t at, char *value) {
    double *cell = PLACE(double);
    return told(cli_length(value, cell) && *cell > 0);
}

const char *cli_take_frames(cli_arguments *arguments, size_t at, char *value) {
    double frames = 0;
    bool good = read_number(value, &frames) && frames >= 1 && frames <= 1e6;
    *PLACE(int) = good ? (int)frames : 0;
    return told(good);
}

const char *cli_take_threads(cli_arguments *arguments, size_t at, char *value) {
    double count = 0;
    bool good = read_number(value, &count) && count >= 1 && count <= 256 && count == (double)(unsigned)count;
    *PLACE(unsigned) = good ? (unsigned)count : 0;
    return told(good);
}

const char *cli_take_share(cli_arguments *arguments, size_t at, char *value) {
    return told(read_share(value, PLACE(unsigned), &arguments->analysis.shares));
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

const char *cli_take_place(cli_arguments *arguments, size_t at, char *value) {
    return told(cli_point(value, PLACE(double)) > 0);
}

const char *cli_take_rectangle(cli_arguments *arguments, size_t at, char *value) {
    arguments->mesh.crops = read_rectangle(value, PLACE(double));
    return told(arguments->mesh.crops);
}

const char *cli_take_table(cli_arguments *arguments, size_t at, char *value) {
    arguments->mesh.crops = read_table(value, PLACE(double));
    return told(arguments->mesh.crops);
}

const char *cli_take_zone(cli_arguments *arguments, size_t at, char *value) {
    return told(read_zone(value, PLACE(cli_zone)));
}

const char *cli_take_area(cli_arguments *arguments, size_t at, char *value) {
    cli_area *area = PLACE(cli_area);
    const char *rest = value;
    double v[4] = {0};
    area->given = read_numbers(&rest, v, 4) == 4 && *rest == '\0';
    area->corners[0] = (tl_vec2){v[0], v[1]};
    area->corners[1] = (tl_vec2){v[2], v[3]};
    return told(area->given);
}
