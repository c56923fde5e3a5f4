/* panel.c: what a window shows beside the view: the tools, a hint, a note, the sheet of help. */
#include "render/overlay.h"

#include <math.h>
#include <string.h>

static const tl_colour INK = {0.13f, 0.14f, 0.16f, 1};
static const tl_colour SOFT_INK = {0.13f, 0.14f, 0.16f, 0.78f};
static const tl_colour PAPER = {0.985f, 0.98f, 0.97f, 0.94f};
static const tl_colour RIM = {0.13f, 0.14f, 0.16f, 0.20f};
static const tl_colour SHADE = {0, 0, 0, 0.16f};
static const tl_colour LIT = {0.0f, 0.447f, 0.698f, 1};
static const tl_colour KEY = {0.13f, 0.14f, 0.16f, 0.09f};
static const tl_colour WHITE = {1, 1, 1, 1};
static const tl_colour NOTHING = {0, 0, 0, 0};

static double width_of(tlv_text *text, bool bold, int px, const char *utf8) {
    return tlv_text_lay(text, bold, px, utf8, strlen(utf8), 0, 0, NULL, NULL);
}

static void write(tlv_overlay *o, bool bold, int px, const char *utf8, double x, double y, tl_colour colour) {
    tlv_overlay_text(o, bold, px, utf8, strlen(utf8), x, y, colour);
}

static void sheet_of_paper(tlv_overlay *o, tlv_rect r, double radius, double drop) {
    tlv_overlay_plate(o, r.x, r.y + drop, r.width, r.height, radius, SHADE, 0, NOTHING);
    tlv_overlay_plate(o, r.x, r.y, r.width, r.height, radius, PAPER, 1, RIM);
}

/* A key's letter on a key's cap, in a column as wide as the widest. */
static void draw_key(tlv_overlay *o, int px, const char *key, double x, double baseline, double width, bool lit) {
    double cap = width_of(o->text, true, px, key) + 0.9 * px;
    cap = fmax(cap, 1.55 * px);
    double left = x + fmax(0, 0.5 * (width - cap));
    tl_colour ground = {1, 1, 1, 0.22f};
    tlv_overlay_plate(o, left, baseline - 1.17 * px, cap, 1.6 * px, 0.35 * px, lit ? ground : KEY, 0, NOTHING);
    write(o, true, px, key, left + 0.5 * (cap - width_of(o->text, true, px, key)), baseline, lit ? WHITE : INK);
}

static void draw_tools(tlv_overlay *o, double scale, double top, const tlv_panel *panel, tlv_panel_place *place) {
    int px = (int)lrint(12.5 * scale), row = (int)lrint(28 * scale), pad = (int)lrint(5 * scale);
    double keys = 0, names = 0;
    int count = 0;
    for (; panel->tools && panel->tools[2 * count]; count++) {
        keys = fmax(keys, fmax(1.55 * px, width_of(o->text, true, px, panel->tools[2 * count]) + 0.9 * px));
        names = fmax(names, width_of(o->text, false, px, panel->tools[2 * count + 1]));
    }
    if (count == 0) {
        return;
    }
    tlv_rect all = {(int)lrint(12 * scale), (int)lrint(top), (int)ceil(keys + names + 3.4 * px) + 2 * pad,
                    count * row + 2 * pad};
    sheet_of_paper(o, all, 8 * scale, 1.5 * scale);
    place->tools = (tlv_rect){all.x, all.y + pad, all.width, count * row};
    place->tool_count = count;
    for (int i = 0; i < count; i++) {
        bool lit = i == panel->tool;
        double y = place->tools.y + i * row, baseline = y + 0.5 * row + 0.37 * px;
        if (lit) {
            tlv_overlay_plate(o, all.x + pad, y + 1, all.width - 2 * pad, row - 2, 5 * scale, LIT, 0, NOTHING);
        }
        draw_key(o, px, panel->tools[2 * i], all.x + pad + 0.6 * px, baseline, keys, lit);
        write(o, lit, px, panel->tools[2 * i + 1], all.x + pad + 1.5 * px + keys, baseline, lit ? WHITE : SOFT_INK);
    }
}

/* One line on a strip; `right` edge or, when negative, the middle of the picture. */
static void draw_strip(tlv_overlay *o, double scale, int width, double y, double right, bool bold, const char *text) {
    int px = (int)lrint(13.5 * scale);
    double w = width_of(o->text, bold, px, text), high = 1.9 * px;
    double left = right < 0 ? 0.5 * (width - w) : right - w - px;
    tlv_rect rect = {(int)floor(left - px), (int)floor(y), (int)ceil(w + 2 * px), (int)ceil(high)};
    sheet_of_paper(o, rect, 0.5 * high, 1.5 * scale);
    write(o, bold, px, text, left, y + 0.5 * high + 0.37 * px, bold ? INK : SOFT_INK);
}

static bool is_heading(const char *const *pair) {
    return pair[1][0] == '\0';
}

/* Two columns of keys and what they do, under a title; parts are not broken between the columns. */
static void draw_sheet(tlv_overlay *o, double scale, int width, int height, const tlv_panel *panel,
                       tlv_panel_place *place) {
    int count = 0, parts = 0;
    for (; panel->sheet[2 * count]; count++) {
        parts += is_heading(panel->sheet + 2 * count) ? 1 : 0;
    }
    for (int attempt = 0; attempt < 8; attempt++, scale *= 0.9) { /* smaller letters where the window is small */
        int px = (int)lrint(13 * scale), big = (int)lrint(19 * scale);
        double row = 1.85 * px, gap = 0.55 * px, keys = 0, words = 0;
        for (int i = 0; i < count; i++) {
            const char *const *pair = panel->sheet + 2 * i;
            if (!is_heading(pair)) {
                keys = fmax(keys, width_of(o->text, true, px, pair[0]) + 0.9 * px);
                words = fmax(words, width_of(o->text, false, px, pair[1]));
            }
        }
        double column = keys + words + 0.8 * px, between = 2.6 * px, pad = 1.7 * px;
        double total = count * row + parts * gap;
        /* the part that begins nearest to the middle starts the second column */
        int second = count;
        double y = 0, best = INFINITY, first_height = total, second_height = 0;
        for (int i = 0; i < count; i++) {
            bool heading = is_heading(panel->sheet + 2 * i);
            if (heading && i > 0 && fmax(y, total - y) < best) {
                best = fmax(y, total - y);
                second = i;
                first_height = y;
                second_height = total - y;
            }
            y += row + (heading ? gap : 0);
        }
        double head = panel->sheet_title ? 2.4 * big : 0;
        double wide = (second < count ? 2 * column + between : column) + 2 * pad;
        double high = head + fmax(first_height, second_height) + 2 * pad - gap;
        if ((wide > width - 8 || high > height - 8) && attempt < 7) {
            continue;
        }
        tlv_rect rect = {(int)floor(0.5 * (width - wide)), (int)floor(0.5 * (height - high)), (int)ceil(wide),
                         (int)ceil(high)};
        place->sheet = rect;
        tlv_overlay_plate(o, 0, 0, width, height, 0, (tl_colour){0.1f, 0.11f, 0.13f, 0.22f}, 0, NOTHING);
        tl_colour solid = PAPER;
        solid.a = 0.985f;
        tlv_overlay_plate(o, rect.x, rect.y + 3 * scale, rect.width, rect.height, 12 * scale, SHADE, 0, NOTHING);
        tlv_overlay_plate(o, rect.x, rect.y, rect.width, rect.height, 12 * scale, solid, 1, RIM);
        if (panel->sheet_title) {
            write(o, true, big, panel->sheet_title, rect.x + pad, rect.y + pad + big, INK);
        }
        double x = rect.x + pad, top = rect.y + pad + head;
        y = top;
        for (int i = 0; i < count; i++) {
            const char *const *pair = panel->sheet + 2 * i;
            if (i == second) {
                x += column + between;
                y = top;
            }
            if (is_heading(pair)) {
                y += y > top ? gap : 0;
                write(o, true, px, pair[0], x, y + 0.5 * row + 0.37 * px, LIT);
            } else {
                draw_key(o, px, pair[0], x, y + 0.5 * row + 0.37 * px, 0, false);
                write(o, false, px, pair[1], x + keys + 0.8 * px, y + 0.5 * row + 0.37 * px, INK);
            }
            y += row;
        }
        return;
    }
}

void tlv_panel_draw(tlv_overlay *overlay, int width, int height, const tlv_style *style, const tlv_panel *panel,
                    tlv_panel_place *place) {
    *place = (tlv_panel_place){{0, 0, 0, 0}, 0, {0, 0, 0, 0}};
    double scale = tlv_chrome_scale(width, height, style);
    tlv_rect safe = tlv_chrome_safe(overlay->text, width, height, style);
    draw_tools(overlay, scale, fmax(safe.y, 12 * scale), panel, place);
    if (panel->hint && *panel->hint) {
        double y = safe.y + safe.height - 1.9 * rint(13.5 * scale) - 12 * scale;
        draw_strip(overlay, scale, width, y, -1, false, panel->hint);
    }
    if (panel->note && *panel->note) {
        draw_strip(overlay, scale, width, 12 * scale, width - 12 * scale, true, panel->note);
    }
    if (panel->sheet) {
        draw_sheet(overlay, scale, width, height, panel, place);
    }
}

static bool inside(tlv_rect r, double x, double y) {
    return x >= r.x && y >= r.y && x < r.x + r.width && y < r.y + r.height;
}

int tlv_panel_at(const tlv_panel_place *place, double x, double y) {
    if (inside(place->sheet, x, y)) {
        return -2;
    }
    return inside(place->tools, x, y) ? (int)((y - place->tools.y) * place->tool_count / place->tools.height) : -1;
}
