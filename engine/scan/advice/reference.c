/* reference.c: reads one reference ("0,0,0 10,0,0 = 152.4 +- 0.5 mm"), and what it may mean on a mesh. */
#include "scan/advice/reference.h"

#include "mesh/frame.h"
#include "scan/health/health.h"

#include <string.h>
#include <strings.h>

static const char option[] = "--reference";
static const char how[] = "write \"X,Y,Z X,Y,Z = 152.4 mm\", \"height = 60 mm\" or \"PART to PART = 40 +- 0.5 mm\"";

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* A number as it is written, and half of its last digit. */
typedef struct written {
    double value, half;
} written;

static double power_of_ten(int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; i++) {
        power *= 10; /* exact to 1e22 */
    }
    return power;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Up to 15 digits, so that mantissa and power are exact and the value is rounded once, whatever the locale. */
static bool read_number(const char **at, written *number) {
    const char *p = *at;
    bool negative = *p == '-';
    double digits = 0;
    int count = 0, exponent = 0, significant = 0;
    bool fraction = false;
    p += *p == '-' || *p == '+';
    for (; is_digit(*p) || (*p == '.' && !fraction); p++) {
        if (*p == '.') {
            fraction = true;
            continue;
        }
        digits = 10 * digits + (*p - '0');
        count++;
        significant += digits > 0;
        exponent -= fraction;
    }
    if (count == 0 || significant > 15 || count > 22) {
        return false;
    }
    if ((*p == 'e' || *p == 'E') && (is_digit(p[1]) || ((p[1] == '-' || p[1] == '+') && is_digit(p[2])))) {
        bool down = *++p == '-';
        int more = 0;
        for (p += !is_digit(*p); is_digit(*p) && more < 1000; p++) {
            more = 10 * more + (*p - '0');
        }
        exponent += down ? -more : more;
    }
    if (exponent < -22 || exponent > 22) {
        return false;
    }
    double power = power_of_ten(exponent < 0 ? -exponent : exponent);
    number->value = (negative ? -1 : 1) * (exponent < 0 ? digits / power : digits * power) + 0.0;
    number->half = exponent < 0 ? 0.5 / power : 0.5 * power;
    *at = p;
    return true;
}

static void skip_spaces(const char **at) {
    while (**at == ' ' || **at == '\t') {
        (*at)++;
    }
}

static bool read_plus_minus(const char **at) {
    static const char *const signs[] = {"+-", "+/-", "\xC2\xB1"};
    const char *p = *at;
    skip_spaces(&p);
    for (size_t i = 0; i < 3; i++) {
        size_t length = strlen(signs[i]);
        if (strncmp(p, signs[i], length) == 0) {
            p += length;
            skip_spaces(&p);
            *at = p;
            return true;
        }
    }
    return false;
}

/* Millimetres of the unit that stands here; 0: none does. */
static double read_unit(const char **at) {
    static const struct {
        const char *word;
        double mm;
    } units[] = {{"mm", 1},    {"cm", 10},      {"m", 1000},     {"inches", 25.4}, {"inch", 25.4}, {"in", 25.4},
                 {"\"", 25.4}, {"feet", 304.8}, {"foot", 304.8}, {"ft", 304.8},    {"'", 304.8}};
    const char *p = *at;
    skip_spaces(&p);
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        size_t length = strlen(units[i].word);
        char next = strncasecmp(p, units[i].word, length) == 0 ? p[length] : 'x';
        if (next == '\0' || next == ' ' || next == '+' || next == '\xC2') {
            *at = p + length;
            return units[i].mm;
        }
    }
    return 0;
}

/* "152.4 mm", "152.4 +- 0.5 mm", "6 inch +- 0.5 mm". */
static tl_status read_length(const char *text, tl_scan_reference *reference, tl_error *error) {
    const char *at = text;
    written length = {0, 0}, off = {0, 0};
    skip_spaces(&at);
    if (!read_number(&at, &length)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, how, "`%s`: what stands behind `=` is no length",
                       reference->text);
    }
    double unit = read_unit(&at);
    reference->off_stated = read_plus_minus(&at);
    double off_unit = unit;
    if (reference->off_stated) {
        if (!read_number(&at, &off) || off.value < 0) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, how, "`%s`: what stands behind `+-` is no length",
                           reference->text);
        }
        double stated = read_unit(&at);
        off_unit = stated > 0 ? stated : unit;
        unit = unit > 0 ? unit : stated;
    }
    skip_spaces(&at);
    if (unit == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, "add mm, cm, m, inch or foot",
                       "`%s`: the length has no unit", reference->text);
    }
    if (*at != '\0') {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, how, "`%s`: `%s` at the end means nothing here",
                       reference->text, at);
    }
    reference->length_mm = length.value * unit;
    reference->off_mm = reference->off_stated ? off.value * off_unit : length.half * unit;
    if (!(reference->length_mm > reference->off_mm) || reference->length_mm > 1e9) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, "measure a longer distance, or more closely",
                       "`%s`: %g mm that may be off by %g mm tell no scale", reference->text, reference->length_mm,
                       reference->off_mm);
    }
    return TL_OK;
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

typedef struct reference_place {
    tl_vec3 at, half; /* half of the last digits */
} reference_place;

static bool read_point(const char **at, reference_place *point) {
    const char *p = *at;
    written c[3];
    for (int i = 0; i < 3; i++) {
        skip_spaces(&p);
        if (!read_number(&p, &c[i])) {
            return false;
        }
        const char *comma = p;
        skip_spaces(&comma);
        if (i < 2) {
            if (*comma != ',') {
                return false;
            }
            p = comma + 1;
        }
    }
    *point = (reference_place){{c[0].value, c[1].value, c[2].value}, {c[0].half, c[1].half, c[2].half}};
    *at = p;
    return true;
}

static bool has_name(const char *names, const char *pattern, const char **nearest) {
    char name[256];
    while (*names != '\0') {
        size_t length = strcspn(names, "\n\t");
        size_t kept = length < sizeof(name) - 1 ? length : sizeof(name) - 1;
        memcpy(name, names, kept);
        name[kept] = '\0';
        if (tl_role_wildcard_match(pattern, name)) {
            return true;
        }
        const char *one = name;
        if (*nearest == NULL && tl_nearest_name(pattern, &one, 1) != NULL) {
            *nearest = names;
        }
        names += length + (names[length] != '\0');
    }
    return false;
}

/* The middle of the box of all parts that have a name of this pattern, at any level. */
static tl_status find_part(const tl_mesh *mesh, const char *pattern, const char *text, tl_vec3 *middle,
                           tl_error *error) {
    tl_box3 box = tl_box3_empty();
    const char *nearest = NULL;
    for (size_t i = 0; i < mesh->piece_count; i++) {
        const tl_piece *piece = &mesh->pieces[i];
        if (!has_name(piece->names, pattern, &nearest)) {
            continue;
        }
        for (size_t t = 0; t < piece->triangle_count; t++) {
            tl_vec3 c[3];
            tl_mesh_corners(mesh, piece->first_triangle + t, c);
            box = tl_box3_add(tl_box3_add(tl_box3_add(box, c[0]), c[1]), c[2]);
        }
    }
    if (!tl_box3_is_empty(box)) {
        *middle = tl_box3_centre(box);
        return TL_OK;
    }
    if (nearest != NULL) {
        return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, option, "`trueline import` lists the parts",
                       "`%s`: the mesh has no part `%s`: did you mean `%.*s`?", text, pattern,
                       (int)strcspn(nearest, "\n\t"), nearest);
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, option, "`trueline import` lists the parts",
                   "`%s`: the mesh has no part `%s`", text, pattern);
}

/* --- Distances ---------------------------------------------------------------------------------------------------- */

/* Rounding to either side: a root of sums of products is off by a few units in the last place. */
static void set_distance(tl_scan_reference *reference, double low, double distance, double high) {
    reference->distance = distance;
    reference->distance_low = tl_max(0, low * (1 - 0x1p-50));
    reference->distance_high = high * (1 + 0x1p-50);
}

static void measure_points(tl_scan_reference *reference, const reference_place *a, const reference_place *b,
                           double pick_off) {
    tl_vec3 d = tl_sub(b->at, a->at);
    double distance = tl_length(d);
    reference->picked = true;
    if (reference->pick_stated) {
        set_distance(reference, distance - 2 * pick_off, distance, distance + 2 * pick_off);
        return;
    }
    tl_vec3 h = tl_add(a->half, b->half);
    tl_vec3 least = {tl_max(0, fabs(d.x) - h.x), tl_max(0, fabs(d.y) - h.y), tl_max(0, fabs(d.z) - h.z)};
    tl_vec3 most = {fabs(d.x) + h.x, fabs(d.y) + h.y, fabs(d.z) + h.z};
    set_distance(reference, tl_length(least), distance, tl_length(most));
}

/* "width" and so on; false: none of these words. */
static bool measure_extent(const tl_mesh *mesh, tl_axis up, const char *word, tl_scan_reference *reference) {
    static const char *const words[] = {"width", "depth", "height", "length"};
    tl_vec3 size = tl_box3_size(tl_mesh_box(mesh));
    const double own[3] = {size.x, size.y, size.z};
    tl_frame_map map;
    if (tl_frame_map_make(&(tl_frame){.up = up}, &map, NULL) != TL_OK) {
        return false;
    }
    for (size_t i = 0; i < 4; i++) {
        if (strcasecmp(word, words[i]) == 0) {
            double extent = i == 3 ? tl_box3_longest(tl_mesh_box(mesh)) : own[map.from[i]];
            set_distance(reference, extent, extent, extent);
            reference->upright = i < 3;
            return true;
        }
    }
    return false;
}

static void trim(char *text) {
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) {
        text[--length] = '\0';
    }
}

static tl_status measure_parts(const tl_mesh *mesh, char *left, tl_scan_reference *reference, tl_error *error) {
    char *to = strstr(left, " to ");
    if (to == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, how, "`%s`: `%s` is no distance on a mesh",
                       reference->text, left);
    }
    *to = '\0';
    const char *names[2] = {left, to + 4};
    skip_spaces(&names[1]);
    trim(left);
    tl_vec3 middle[2];
    for (int i = 0; i < 2; i++) {
        tl_status status = find_part(mesh, names[i], reference->text, &middle[i], error);
        if (status != TL_OK) {
            return status;
        }
    }
    double distance = tl_distance(middle[0], middle[1]);
    set_distance(reference, distance, distance, distance);
    return TL_OK;
}

static tl_status measure(const tl_mesh *mesh, tl_axis up, char *left, tl_scan_reference *reference, tl_error *error) {
    const char *at = left;
    reference_place a, b;
    if (measure_extent(mesh, up, left, reference)) {
        return TL_OK;
    }
    if (!read_point(&at, &a)) {
        return measure_parts(mesh, left, reference, error);
    }
    skip_spaces(&at);
    at += strncmp(at, "to ", 3) == 0 ? 3 : 0;
    written off = {0, 0};
    bool good = read_point(&at, &b);
    if (good && read_plus_minus(&at)) {
        reference->pick_stated = true;
        good = read_number(&at, &off) && off.value >= 0;
    }
    if (!good || *at != '\0') {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, how, "`%s`: `%s` is no pair of points", reference->text,
                       left);
    }
    measure_points(reference, &a, &b, off.value);
    return TL_OK;
}

tl_status tl_scan_reference_read(const tl_mesh *mesh, tl_axis up, const char *text, tl_scan_reference *reference,
                                 tl_error *error) {
    char left[1024];
    const char *equals = strchr(text, '=');
    *reference = (tl_scan_reference){.text = text};
    if (equals == NULL || (size_t)(equals - text) >= sizeof(left)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, how, "`%.200s`: there is no `=` with a length behind it",
                       text);
    }
    skip_spaces(&text);
    size_t length = (size_t)(equals - text);
    memcpy(left, text, length);
    left[length] = '\0';
    trim(left);
    tl_status status = read_length(equals + 1, reference, error);
    if (status == TL_OK) {
        status = measure(mesh, up, left, reference, error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (reference->distance == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option, "name two places that lie apart",
                       "`%s`: the two places are one, so they tell no scale", reference->text);
    }
    if (!(reference->distance_low > 0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, option,
                       "write more digits, or how far the points may be off: `X,Y,Z X,Y,Z +- 0.01 = 152.4 mm`",
                       "`%s`: the points are as near to each other as they may be off", reference->text);
    }
    return TL_OK;
}
