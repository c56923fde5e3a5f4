/* icons.c: the icons. A path is written in letters: M x y starts a stroke, L x y goes straight on, Q x y x y bends over
 * a point, Z closes it, F fills what was drawn instead (convex); O x y r is a ring, D x y r a disc. */
#include "panels/icons.h"

#include <stdlib.h>
#include <string.h>

static const char *const ICONS[][2] = {
    {"select", "M6 3 L6 19 L10.2 15.2 L13 21 L15.6 19.8 L12.8 14.2 L18.4 13.8 Z"},
    {"place", "M12 3 Q18 3 18 9 Q18 13 12 20 Q6 13 6 9 Q6 3 12 3 Z D12 9 2.4"},
    {"tape", "M2.5 15.5 L15.5 2.5 L21.5 8.5 L8.5 21.5 Z M6.5 11.5 L9 14 M9.5 8.5 L11.2 10.2 M12.5 5.5 L15 8"},
    {"sight", "M2 12 Q6.5 5 12 5 Q17.5 5 22 12 Q17.5 19 12 19 Q6.5 19 2 12 Z O12 12 3.4 D12 12 1.4"},
    {"cover", "M12 2.5 Q16 5 20 5 Q21 16 12 21.5 Q3 16 4 5 Q8 5 12 2.5 Z"},
    {"arc", "M12 20.5 L3 8 Q12 0.5 21 8 Z D12 20.5 1.7"},
    {"attack", "O12 12 7 M12 1.5 L12 7.5 M12 16.5 L12 22.5 M1.5 12 L7.5 12 M16.5 12 L22.5 12 D12 12 1.3"},
    {"template", "O12 12 9 M12 6 L12 18 M6 12 L18 12 O12 12 3.6"},
    {"move", "M12 2 L12 22 M2 12 L22 12 M9 5 L12 2 L15 5 M9 19 L12 22 L15 19 M5 9 L2 12 L5 15 M19 9 L22 12 L19 15"},
    {"reach", "D12 12 2 M12 3 Q19 4 20.5 11 Q21.5 18 14 20.5 Q6 22 3.5 15 Q1.5 7 8 4 Q10 3 12 3 Z"},
    {"map", "M2 12 Q6.5 5 12 5 Q17.5 5 22 12 M2 12 Q6.5 9.5 12 9.5 Q17.5 9.5 22 12 M4 16 L20 16 M4 20 L20 20 M9 16 L9 "
            "20 M15 16 L15 20 D12 7.4 1.6"},
    {"within", "D12 12 2 O12 12 9.5 M12 12 L19 5.5"},
    {"react", "M13 2 L5 13.5 L11 13.5 L10 22 L19 9.5 L12.5 9.5 Z"},
    {"close", "M4 4 L20 20 M20 4 L4 20 M3 15 L9 21 M21 15 L15 21"},
    {"score", "M3 20.5 L21 20.5 M6 20 L6 12 M12 20 L12 4 M18 20 L18 8.5"},
    {"scatter", "O7 17 4 M10 14 L18 6 M12.5 5.5 L18.5 5.5 L18.5 11.5"},
    {"zone", "M4 4 L20 4 L20 20 L4 20 Z M4 12 L12 4 M4 20 L20 4 M12 20 L20 12"},
    {"cohesion", "O6 7 3 O18 7 3 O12 18 3 M9 7 L15 7 M7.4 9.7 L10.5 15.4 M16.6 9.7 L13.5 15.4"},
    {"outline", "M5 6 L18 4 L21 15 L12 20 L4 16 Z D5 6 2 D18 4 2 D21 15 2 D12 20 2 D4 16 2"},
    {"terrain", "M2 20 L9 7 L13 14 L16 9 L22 20 Z"},
    {"top", "M4 4 L20 4 L20 20 L4 20 Z M4 12 L20 12 M12 4 L12 20"},
    {"edge", "M2 18 L6.5 9 L17.5 9 L22 18 Z M4.4 13.2 L19.6 13.2 M12 9 L12 18"},
    {"eye", "M2 12 Q6.5 5 12 5 Q17.5 5 22 12 Q17.5 19 12 19 Q6.5 19 2 12 Z D12 12 3.2"},
    {"undo", "M9 4 L4 9 L9 14 M4 9 L14 9 Q20 9 20 14.5 Q20 20 14 20 L10 20"},
    {"redo", "M15 4 L20 9 L15 14 M20 9 L10 9 Q4 9 4 14.5 Q4 20 10 20 L14 20"},
    {"search", "O10 10 6.5 M15 15 L21 21"},
    {"help", "O12 12 9.5 M9 9.5 Q9 6.5 12 6.5 Q15 6.5 15 9.3 Q15 11.2 12 12.6 L12 14.2 D12 17.3 1.2"},
    {"panel", "M3 4 L21 4 L21 20 L3 20 Z M15 4 L15 20"},
    {"open", "M3 19 L3 5 L9 5 L11 7.5 L20 7.5 L20 10 M3 19 L6.5 10 L22.5 10 L19 19 Z"},
    {"save", "M4 4 L17 4 L20 7 L20 20 L4 20 Z M8 4 L8 9 L15 9 L15 4 M7 20 L7 13 L17 13 L17 20"},
    {"picture", "M3 5 L21 5 L21 19 L3 19 Z O8 10 1.8 M3 17 L9 12.5 L12.5 15.5 L16.5 11 L21 15.5"},
    {"copy", "M8 8 L20 8 L20 21 L8 21 Z M16 8 L16 4 L4 4 L4 17 L8 17"},
    {"report",
     "M5 2.5 L15 2.5 L19.5 7 L19.5 21.5 L5 21.5 Z M15 2.5 L15 7 L19.5 7 M8.5 11 L16 11 M8.5 14 L16 14 M8.5 17 L13 17"},
    {"table", "M2.5 8 L21.5 8 L21.5 11 L2.5 11 Z M5 11 L5 20 M19 11 L19 20"},
    {"mesh", "M12 2.5 L21 8 L21 16.5 L12 21.5 L3 16.5 L3 8 Z M3 8 L12 13 L21 8 M12 13 L12 21.5"},
    {"cross", "M5 5 L19 19 M19 5 L5 19"},
    {"plus", "M12 4 L12 20 M4 12 L20 12"},
    {"minus", "M4 12 L20 12"},
    {"trash", "M4 6.5 L20 6.5 M6 6.5 L7 21 L17 21 L18 6.5 M9.5 6.5 L9.5 3.5 L14.5 3.5 L14.5 6.5"},
    {"turn", "M19.5 12 Q19.5 19.5 12 19.5 Q4.5 19.5 4.5 12 Q4.5 4.5 12 4.5 Q16 4.5 18.5 8 M19 3 L18.7 8.3 L13.5 8"},
    {"settings", "M3 7 L21 7 M3 17 L21 17 O15 7 2.6 O8 17 2.6"},
    {"yes", "M4 12.5 L9.5 18 L20 6"},
    {"no", "M5 5 L19 19 M19 5 L5 19"},
    {"marginal", "M4 9.5 Q8 5.5 12 9 Q16 12.5 20 8.5 M4 16.5 Q8 12.5 12 16 Q16 19.5 20 15.5"},
    {"clock", "O12 12 9 M12 6.5 L12 12 L16.5 14"},
    {"unknown", "M7.5 8.5 Q7.5 4 12 4 Q16.5 4 16.5 8 Q16.5 11 12 13 L12 15.5 D12 20 1.6"},
    {"warning", "M12 3 L22.5 21 L1.5 21 Z M12 9 L12 14.5 D12 17.8 1.2"},
};

enum { POINTS = 96, BEND = 10 };

typedef struct icons_pen {
    tlv_gui *gui;
    double x, y, scale;
    tl_colour colour;
    float xy[2 * POINTS];
    size_t count;
} icons_pen;

static void stroke(icons_pen *p, bool closed) {
    if (p->count > 1) {
        tlv_gui_draw_line(p->gui, p->xy, p->count, closed, 1.6 * p->scale, p->colour);
    }
    p->count = 0;
}

static void add(icons_pen *p, double x, double y) {
    if (p->count < POINTS) {
        p->xy[2 * p->count] = (float)(p->x + x * p->scale);
        p->xy[2 * p->count + 1] = (float)(p->y + y * p->scale);
        p->count++;
    }
}

static void bend(icons_pen *p, double cx, double cy, double x, double y) {
    if (p->count == 0) {
        return;
    }
    double x0 = ((double)p->xy[2 * p->count - 2] - p->x) / p->scale;
    double y0 = ((double)p->xy[2 * p->count - 1] - p->y) / p->scale;
    for (int i = 1; i <= BEND; i++) {
        double t = (double)i / BEND, s = 1 - t;
        add(p, s * s * x0 + 2 * s * t * cx + t * t * x, s * s * y0 + 2 * s * t * cy + t * t * y);
    }
}

static void step(icons_pen *p, char what, const double *n) {
    switch (what) {
    case 'M':
        stroke(p, false);
        add(p, n[0], n[1]);
        break;
    case 'L':
        add(p, n[0], n[1]);
        break;
    case 'Q':
        bend(p, n[0], n[1], n[2], n[3]);
        break;
    case 'Z':
        stroke(p, true);
        break;
    case 'F':
        tlv_gui_draw_area(p->gui, p->xy, p->count, p->colour);
        p->count = 0;
        break;
    case 'O':
        stroke(p, false);
        tlv_gui_draw_ring(p->gui, p->x + n[0] * p->scale, p->y + n[1] * p->scale, n[2] * p->scale, 1.6 * p->scale,
                          p->colour);
        break;
    case 'D':
        stroke(p, false);
        tlv_gui_draw_disc(p->gui, p->x + n[0] * p->scale, p->y + n[1] * p->scale, n[2] * p->scale, p->colour);
        break;
    default:
        break;
    }
}

bool tlv_icon_draw(tlv_gui *gui, const char *name, double x, double y, double size, tl_colour colour) {
    const char *path = NULL;
    for (size_t i = 0; i < sizeof(ICONS) / sizeof(*ICONS) && !path; i++) {
        path = strcmp(ICONS[i][0], name) == 0 ? ICONS[i][1] : NULL;
    }
    if (!path) {
        return false;
    }
    icons_pen p = {.gui = gui, .x = x, .y = y, .scale = size / 24, .colour = colour};
    while (*path) {
        char what = *path++;
        double n[4] = {0};
        int count = what == 'Q' ? 4 : what == 'O' || what == 'D' ? 3 : what == 'M' || what == 'L' ? 2 : 0;
        for (int i = 0; i < count; i++) {
            char *end;
            n[i] = strtod(path, &end);
            path = end;
        }
        step(&p, what, n);
    }
    stroke(&p, false);
    return true;
}
