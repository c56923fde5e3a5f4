/* path2.c: reading and flattening SVG path data (SVG 1.1, 8.3). */
#include "geom/path2.h"

#include "math/angle.h"

#include <ctype.h>
#include <string.h>

enum { MOST_POINTS = 100000 };

typedef struct path {
    tl_context *context;
    tl_error *error;
    const char *text, *at;
    double tolerance;
    tl_vec2 *points;
    size_t count, capacity;
    tl_vec2 pen;     /* where it stands */
    tl_vec2 control; /* the last control point, for S and T; else the pen */
    char last;       /* the last command, upper case */
    bool closed;
    tl_status status;
} path;

static void refuse(path *p, const char *message) {
    if (p->status == TL_OK) {
        p->status = tl_fail(p->error, TL_ERROR_FORMAT, NULL, NULL, "write SVG path data such as M 0 0 L 1 0 L 1 1 Z",
                            "%s at character %zu of the path", message, (size_t)(p->at - p->text) + 1);
    }
}

static void add(path *p, tl_vec2 to) {
    if (p->status != TL_OK) {
        return;
    }
    if (!(fabs(to.x) <= 1e9 && fabs(to.y) <= 1e9)) {
        refuse(p, "a point is too far away");
    } else if (p->count >= MOST_POINTS) {
        p->status = tl_fail(p->error, TL_ERROR_LIMIT, NULL, NULL, "use a simpler path", "a path has too many corners");
    } else if (p->count == 0 || p->points[p->count - 1].x != to.x || p->points[p->count - 1].y != to.y) {
        if (!tl_reserve(p->context, (void **)&p->points, &p->capacity, p->count + 1, sizeof(*p->points))) {
            p->status = tl_fail_memory(p->error);
            return;
        }
        p->points[p->count++] = to;
    }
}

/* --- Numbers ------------------------------------------------------------------------------------------------------ */

static void skip(path *p) {
    while (*p->at != '\0' && strchr(" \t\r\n,", *p->at) != NULL) {
        p->at++;
    }
}

static bool number_follows(path *p) {
    skip(p);
    return *p->at == '+' || *p->at == '-' || *p->at == '.' || isdigit((unsigned char)*p->at);
}

/* A decimal number, independent of the locale: up to 18 digits count, rounded twice at most. */
static double number(path *p) {
    skip(p);
    double sign = *p->at == '-' ? -1 : 1;
    p->at += *p->at == '-' || *p->at == '+';
    uint64_t digits = 0;
    int exponent = 0, seen = 0;
    for (bool fraction = false; isdigit((unsigned char)*p->at) || (*p->at == '.' && !fraction); p->at++) {
        if (*p->at == '.') {
            fraction = true;
            continue;
        }
        seen++;
        if (digits < 100000000000000000U) {
            digits = digits * 10 + (uint64_t)(*p->at - '0');
            exponent -= fraction;
        } else {
            exponent += !fraction;
        }
    }
    if (seen == 0) {
        refuse(p, "a number is missing");
        return 0;
    }
    if ((*p->at == 'e' || *p->at == 'E') && isdigit((unsigned char)p->at[p->at[1] == '-' || p->at[1] == '+' ? 2 : 1])) {
        bool down = p->at[1] == '-';
        int power = 0;
        for (p->at += p->at[1] == '-' || p->at[1] == '+' ? 2 : 1; isdigit((unsigned char)*p->at); p->at++) {
            power = power < 1000 ? power * 10 + (*p->at - '0') : power;
        }
        exponent += down ? -power : power;
    }
    double value = (double)digits, scale = 1;
    for (int i = 0; i < 300 && i < (exponent < 0 ? -exponent : exponent); i++) {
        scale *= 10;
    }
    return sign * (exponent < 0 ? value / scale : value * scale);
}

static double flag(path *p) {
    skip(p);
    if (*p->at != '0' && *p->at != '1') {
        refuse(p, "an arc's flag must be 0 or 1");
        return 0;
    }
    return *p->at++ - '0';
}

static tl_vec2 point(path *p, bool relative) {
    double x = number(p), y = number(p);
    return relative ? (tl_vec2){p->pen.x + x, p->pen.y + y} : (tl_vec2){x, y};
}

/* --- Curves ------------------------------------------------------------------------------------------------------- */

static int steps_for(double bend, double tolerance) {
    double n = ceil(sqrt(bend / tolerance));
    return n < 1 ? 1 : n > 10000 ? 10000 : (int)n;
}

/* The chord of a piece of length h in parameter is within h^2/8 max|B''| of the curve; |B''| of a cubic is at most
 * 6 max(|a - 2b + c|, |b - 2c + d|). */
static void cubic(path *p, tl_vec2 a, tl_vec2 b, tl_vec2 c, tl_vec2 d) {
    tl_vec2 first = tl_add2(tl_sub2(a, tl_scale2(b, 2)), c), second = tl_add2(tl_sub2(b, tl_scale2(c, 2)), d);
    int n = steps_for(0.75 * tl_max(tl_length2(first), tl_length2(second)), p->tolerance);
    for (int i = 1; i < n; i++) {
        double t = (double)i / n, s = 1 - t;
        double w[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        add(p, (tl_vec2){w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * d.x,
                         w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * d.y});
    }
    add(p, d);
}

/* Endpoint to centre form (SVG 1.1, F.6.5), then equal steps of the angle, whose sagitta is r (1 - cos(step / 2)). */
static void arc(path *p, double rx, double ry, double turn, bool large, bool sweep, tl_vec2 to) {
    tl_vec2 from = p->pen;
    rx = fabs(rx);
    ry = fabs(ry);
    if (rx == 0 || ry == 0 || (from.x == to.x && from.y == to.y)) {
        add(p, to);
        return;
    }
    double s, c;
    tl_sincos_deg(turn, &s, &c);
    tl_vec2 half = tl_scale2(tl_sub2(from, to), 0.5), middle = tl_lerp2(from, to, 0.5);
    tl_vec2 h = {(half.x * c + half.y * s) / rx, (half.y * c - half.x * s) / ry}; /* on the unit circle's scale */
    double size = tl_dot2(h, h);
    if (size > 1) { /* radii too small: the smallest that reach */
        rx *= sqrt(size);
        ry *= sqrt(size);
        h = tl_scale2(h, 1 / sqrt(size));
        size = 1;
    }
    double off = sqrt(tl_max(1 / size - 1, 0)) * (large == sweep ? -1 : 1);
    tl_vec2 centre = {off * h.y, -off * h.x};
    double start = tl_atan2_deg(h.y - centre.y, h.x - centre.x), end = tl_atan2_deg(-h.y - centre.y, -h.x - centre.x);
    double sweep_deg = end - start;
    if (sweep && sweep_deg < 0) {
        sweep_deg += 360;
    } else if (!sweep && sweep_deg > 0) {
        sweep_deg -= 360;
    }
    /* 1 - cos(x / 2) <= x^2 / 8 */
    double angle = fabs(sweep_deg) * TL_PI / 180;
    int n = steps_for(tl_max(rx, ry) * angle * angle / 8, p->tolerance);
    for (int i = 1; i < n; i++) {
        double sine, cosine;
        tl_sincos_deg(start + sweep_deg * i / n, &sine, &cosine);
        double x = rx * (centre.x + cosine), y = ry * (centre.y + sine);
        add(p, (tl_vec2){middle.x + c * x - s * y, middle.y + s * x + c * y});
    }
    add(p, to);
}

/* --- Commands ----------------------------------------------------------------------------------------------------- */

static tl_vec2 mirrored(const path *p, const char *after) {
    return strchr(after, p->last) != NULL ? tl_sub2(tl_scale2(p->pen, 2), p->control) : p->pen;
}

static void step(path *p, char command) {
    char kind = (char)toupper((unsigned char)command);
    bool relative = command != kind;
    tl_vec2 to = p->pen, b, c;
    tl_vec2 control = to;
    bool bent = false;
    switch (kind) {
    case 'M':
    case 'L':
        to = point(p, relative);
        add(p, to);
        break;
    case 'H':
        to.x = number(p) + (relative ? p->pen.x : 0);
        add(p, to);
        break;
    case 'V':
        to.y = number(p) + (relative ? p->pen.y : 0);
        add(p, to);
        break;
    case 'C':
    case 'S':
        b = kind == 'C' ? point(p, relative) : mirrored(p, "CS");
        control = point(p, relative);
        to = point(p, relative);
        cubic(p, p->pen, b, control, to);
        bent = true;
        break;
    case 'Q':
    case 'T':
        control = kind == 'Q' ? point(p, relative) : mirrored(p, "QT");
        to = point(p, relative);
        b = tl_lerp2(p->pen, control, 2.0 / 3);
        c = tl_lerp2(to, control, 2.0 / 3);
        cubic(p, p->pen, b, c, to);
        bent = true;
        break;
    case 'A': {
        double rx = number(p), ry = number(p), turn = number(p);
        bool large = flag(p) != 0, sweep = flag(p) != 0;
        to = point(p, relative);
        arc(p, rx, ry, turn, large, sweep, to);
        break;
    }
    default:
        refuse(p, "this is no command of a path");
        break;
    }
    p->pen = to;
    p->control = bent ? control : to;
    p->last = kind;
}

tl_status tl_path2_flatten(tl_context *context, const char *text, double tolerance, tl_vec2 **points, size_t *count,
                           tl_error *error) {
    path p = {.context = context, .error = error, .text = text, .at = text, .tolerance = tolerance, .last = ' '};
    char command = '\0';
    for (skip(&p); *p.at != '\0' && p.status == TL_OK; skip(&p)) {
        if (isalpha((unsigned char)*p.at)) {
            command = *p.at;
            if (p.closed || ((command == 'M' || command == 'm') != (p.count == 0))) {
                refuse(&p, "a path is one outline: M once, at the beginning, and nothing behind Z");
                break;
            }
            p.at++;
            if (command == 'Z' || command == 'z') {
                p.closed = true;
                continue;
            }
        } else if (command == '\0' || p.closed || !number_follows(&p)) {
            refuse(&p, "a command is missing");
            break;
        }
        step(&p, command);
        command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
    }
    while (p.count > 1 && p.points[0].x == p.points[p.count - 1].x && p.points[0].y == p.points[p.count - 1].y) {
        p.count--; /* the closing point is the first again */
    }
    if (p.status == TL_OK && p.count < 3) {
        refuse(&p, "a path must enclose something; it ends");
    }
    if (p.status != TL_OK) {
        tl_free(context, p.points);
        return p.status;
    }
    *points = p.points;
    *count = p.count;
    return TL_OK;
}
