/* chrome.c: what stands at the picture's edges: title, the ruling in words with its sign, scale bar, inset frames. */
#include "render/overlay.h"

#include <math.h>
#include <string.h>

static const tl_colour INK = {0.13f, 0.14f, 0.16f, 1};
static const tl_colour SOFT_INK = {0.13f, 0.14f, 0.16f, 0.78f};
static const tl_colour PAPER = {0.985f, 0.98f, 0.97f, 0.94f};
static const tl_colour RIM = {0.13f, 0.14f, 0.16f, 0.20f};
static const tl_colour NOTHING = {0, 0, 0, 0};

#define MAX_ROWS 12

typedef struct chrome_row {
    const char *text;
    size_t bytes;
    bool bold;
    int px;
} chrome_row;

/* The captions broken into lines, and where everything goes. */
typedef struct layout {
    double scale, pad;
    double width; /* of the picture without the column of insets */
    int title_px;
    double title_height;
    chrome_row rows[MAX_ROWS];
    int row_count;
    double badge;                                       /* its width, with the gap beside it; 0: none */
    double plate_x, plate_y, plate_width, plate_height; /* of the captions; height 0: none */
} layout;

double tlv_chrome_scale(int width, int height, const tlv_style *style) {
    double pixel = style && style->pixel_scale > 0 ? style->pixel_scale : 1;
    double by_size = fmin(width / 1280.0, height / 800.0) / pixel;
    double scale = pixel * fmax(0.6, fmin(4, 0.35 + 0.65 * by_size));
    return scale * (style && style->text_scale > 0 ? style->text_scale : 1);
}

static double row_height(const chrome_row *r) {
    return 1.42 * r->px;
}

/* The longest beginning of `text` that ends at a space and fits; at least one letter. */
static size_t fitting(tlv_text *text, bool bold, int px, const char *utf8, double width) {
    size_t all = strlen(utf8), best = 0;
    if (tlv_text_lay(text, bold, px, utf8, all, 0, 0, NULL, NULL) <= width) {
        return all;
    }
    for (size_t i = 1; i <= all; i++) {
        bool boundary = ((unsigned char)utf8[i] & 0xc0) != 0x80;
        bool space = utf8[i] == ' ';
        if ((space || (boundary && best == 0)) && i < all) {
            if (tlv_text_lay(text, bold, px, utf8, i, 0, 0, NULL, NULL) > width) {
                if (best == 0) {
                    best = i;
                }
                break;
            }
            if (space) {
                best = i;
            }
        }
    }
    return best ? best : all;
}

static void wrap(layout *l, tlv_text *text, const char *utf8, bool bold, int px, double width) {
    while (*utf8 && l->row_count < MAX_ROWS) {
        size_t bytes = fitting(text, bold, px, utf8, width);
        l->rows[l->row_count++] = (chrome_row){utf8, bytes, bold, px};
        utf8 += bytes;
        while (*utf8 == ' ') {
            utf8++;
        }
    }
}

/* A scene without a name has none. */
static bool has_title(const tlv_style *style) {
    return style->title && style->title[0] != '\0';
}

static layout lay_out(tlv_text *text, int width, int height, const tlv_style *style) {
    layout l = {.scale = tlv_chrome_scale(width, height, style)};
    l.pad = 14 * l.scale;
    l.width = floor(style->insets > 0 && !style->insets_below ? width * (1 - fmin(0.8, style->insets)) : width);
    l.title_px = (int)lrint(17 * l.scale);
    l.title_height = has_title(style) ? 1.55 * l.title_px + 0.9 * l.pad : 0;
    l.badge = style->sign != TLV_SIGN_NONE ? 62 * l.scale : 0;
    double word = 0;
    if (l.badge > 0 && style->sign_text) {
        word = tlv_text_lay(text, true, (int)lrint(11 * l.scale), style->sign_text, strlen(style->sign_text), 0, 0,
                            NULL, NULL);
        l.badge = fmax(l.badge, word + 14 * l.scale);
    }
    double room = l.width - 4 * l.pad - l.badge;
    for (int i = 0; i < TLV_CAPTIONS && style->captions[i]; i++) {
        int px = (int)lrint((i == 0 ? 16.5 : 13.5) * l.scale);
        wrap(&l, text, style->captions[i], i == 0, px, room);
    }
    double rows = 0, widest = 0;
    for (int i = 0; i < l.row_count; i++) {
        const chrome_row *r = &l.rows[i];
        rows += row_height(r);
        widest = fmax(widest, tlv_text_lay(text, r->bold, r->px, r->text, r->bytes, 0, 0, NULL, NULL));
    }
    if (l.row_count || l.badge > 0) {
        double inner = fmax(rows, l.badge > 0 ? (word > 0 ? 62 : 44) * l.scale : 0);
        l.plate_height = ceil(inner + 1.3 * l.pad);
        l.plate_width = ceil(fmin(l.width - 2 * l.pad, widest + l.badge + 2 * l.pad));
        l.plate_x = floor(0.5 * (l.width - l.plate_width));
        l.plate_y = floor(height - l.plate_height - 0.8 * l.pad);
    }
    return l;
}

/* What lies between title and captions. */
static tlv_rect middle(const layout *l, int width, int height) {
    int top = (int)ceil(l->title_height);
    int bottom = l->plate_height > 0 ? (int)ceil(height - l->plate_y + 0.3 * l->pad) : 0;
    if (height - top - bottom < height / 3) { /* a tiny picture: then the texts lie over it */
        top = bottom = 0;
    }
    return (tlv_rect){0, top, width, height - top - bottom};
}

static double inset_share(const tlv_style *style) {
    return fmax(0, fmin(0.8, style->insets));
}

tlv_rect tlv_chrome_safe(tlv_text *text, int width, int height, const tlv_style *style) {
    layout l = lay_out(text, width, height, style);
    tlv_rect rect = middle(&l, width, height);
    if (style->insets_below) {
        rect.height -= (int)(inset_share(style) * rect.height);
    } else {
        rect.width = (int)l.width;
    }
    return rect;
}

tlv_rect tlv_chrome_insets(tlv_text *text, int width, int height, const tlv_style *style) {
    layout l = lay_out(text, width, height, style);
    tlv_rect rect = middle(&l, width, height);
    int pad = (int)lrint(0.8 * l.pad);
    if (!(style->insets > 0)) {
        return (tlv_rect){0, 0, 0, 0};
    }
    if (style->insets_below) {
        int high = (int)(inset_share(style) * rect.height);
        return (tlv_rect){pad, rect.y + rect.height - high, width - 2 * pad, high - pad};
    }
    return (tlv_rect){(int)l.width + pad / 2, pad, width - (int)l.width - pad - pad / 2, height - 2 * pad};
}

/* Signs are drawn from the font's own tick, cross, almost-equal and quartered circle, white on a disc. */
static void draw_badge(tlv_overlay *o, const layout *l, const tlv_style *style) {
    static const char *const signs[TLV_SIGNS] = {"", "\u2713", "\u2715", "\u2248", "\u22ef", "\u25f7", "?"};
    static const tl_colour grounds[TLV_SIGNS] = {{0, 0, 0, 0},
                                                 {0.00f, 0.53f, 0.40f, 1},
                                                 {0.77f, 0.31f, 0.0f, 1},
                                                 {0.36f, 0.38f, 0.42f, 1},
                                                 {0.62f, 0.64f, 0.67f, 1},
                                                 {0.36f, 0.38f, 0.42f, 1},
                                                 {0.36f, 0.38f, 0.42f, 1}};
    bool word = style->sign_text && *style->sign_text;
    double size = 40 * l->scale, block = size + (word ? 18 * l->scale : 0);
    double x = l->plate_x + 0.5 * l->pad + 0.5 * (l->badge - size);
    double y = l->plate_y + 0.5 * (l->plate_height - block);
    tlv_overlay_plate(o, x, y, size, size, 0.5 * size, grounds[style->sign], 0, NOTHING);
    const char *sign = signs[style->sign];
    int px = (int)lrint(27 * l->scale);
    double width = tlv_text_lay(o->text, true, px, sign, strlen(sign), 0, 0, NULL, NULL);
    tl_colour white = {1, 1, 1, 1};
    tlv_overlay_text(o, true, px, sign, strlen(sign), x + 0.5 * (size - width), y + 0.5 * size + 0.365 * px, white);
    if (word) {
        int small = (int)lrint(11 * l->scale);
        double w = tlv_text_lay(o->text, true, small, style->sign_text, strlen(style->sign_text), 0, 0, NULL, NULL);
        tlv_overlay_text(o, true, small, style->sign_text, strlen(style->sign_text), x + 0.5 * (size - w),
                         y + block - 2 * l->scale, INK);
    }
}

static void draw_title(tlv_overlay *o, const layout *l, const char *title) {
    size_t bytes = strlen(title);
    double room = l->width - 4 * l->pad;
    const char *tail = "";
    if (tlv_text_lay(o->text, true, l->title_px, title, bytes, 0, 0, NULL, NULL) > room) {
        tail = "\u2026";
        double rest = room - tlv_text_lay(o->text, true, l->title_px, tail, strlen(tail), 0, 0, NULL, NULL);
        while (bytes > 0 && (((unsigned char)title[bytes] & 0xc0) == 0x80 ||
                             tlv_text_lay(o->text, true, l->title_px, title, bytes, 0, 0, NULL, NULL) > rest)) {
            bytes--;
        }
    }
    double y = 0.55 * l->pad, high = 1.75 * l->title_px;
    double wide = tlv_text_lay(o->text, true, l->title_px, title, bytes, 0, 0, NULL, NULL);
    wide += tlv_text_lay(o->text, true, l->title_px, tail, strlen(tail), 0, 0, NULL, NULL);
    tlv_overlay_plate(o, 0.55 * l->pad, y, wide + 1.3 * l->pad, high, 6 * l->scale,
                      (tl_colour){0.985f, 0.98f, 0.97f, 0.75f}, 0, NOTHING);
    y += 0.5 * high + 0.36 * l->title_px;
    double end = tlv_overlay_text(o, true, l->title_px, title, bytes, 1.2 * l->pad, y, INK);
    tlv_overlay_text(o, true, l->title_px, tail, strlen(tail), 1.2 * l->pad + end, y, INK);
}

/* A ruler in the lower right, in four steps of light and dark. */
static void draw_scale_bar(tlv_overlay *o, const layout *l, const tlv_style *style, double length, double bottom) {
    double right = l->width - 1.3 * l->pad, x = right - length, height = 5 * l->scale, y = bottom - l->pad - height;
    int px = (int)lrint(12 * l->scale);
    const char *text = style->scale_text ? style->scale_text : "";
    double w = tlv_text_lay(o->text, false, px, text, strlen(text), 0, 0, NULL, NULL);
    double left = fmin(x, right - w);
    tlv_overlay_plate(o, left - 0.6 * l->pad, y - 1.75 * px, right - left + 1.2 * l->pad,
                      1.75 * px + height + 8 * l->scale, 6 * l->scale, (tl_colour){0.985f, 0.98f, 0.97f, 0.82f}, 0,
                      NOTHING);
    for (int i = 0; i < 4; i++) {
        tl_colour dark = INK, light = {1, 1, 1, 1};
        tlv_overlay_plate(o, x + 0.25 * i * length, y, 0.25 * length, height, 0, i % 2 ? light : dark, 1, dark);
    }
    tlv_overlay_text(o, false, px, text, strlen(text), x + 0.5 * (length - w), y - 0.45 * px, INK);
}

void tlv_chrome_draw(tlv_overlay *overlay, int width, int height, const tlv_style *style, double pixels_per_mm) {
    layout l = lay_out(overlay->text, width, height, style);
    if (has_title(style)) {
        draw_title(overlay, &l, style->title);
    }
    double bottom = height;
    if (l.plate_height > 0) {
        tlv_overlay_plate(overlay, l.plate_x, l.plate_y + 2 * l.scale, l.plate_width, l.plate_height, 10 * l.scale,
                          (tl_colour){0, 0, 0, 0.16f}, 0, NOTHING);
        tlv_overlay_plate(overlay, l.plate_x, l.plate_y, l.plate_width, l.plate_height, 10 * l.scale, PAPER, 1, RIM);
        if (l.badge > 0) {
            draw_badge(overlay, &l, style);
        }
        double rows = 0;
        for (int i = 0; i < l.row_count; i++) {
            rows += row_height(&l.rows[i]);
        }
        double y = l.plate_y + 0.5 * (l.plate_height - rows);
        for (int i = 0; i < l.row_count; i++) {
            const chrome_row *r = &l.rows[i];
            y += row_height(r);
            tlv_overlay_text(overlay, r->bold, r->px, r->text, r->bytes,
                             l.plate_x + (l.badge > 0 ? l.badge + 0.9 * l.pad : l.pad), y - 0.40 * r->px,
                             r->bold ? INK : SOFT_INK);
        }
        bottom =
            l.plate_x + l.plate_width > l.width - 2 * l.pad - style->scale_bar_mm * pixels_per_mm ? l.plate_y : height;
    }
    if (pixels_per_mm > 0 && style->scale_bar_mm > 0) {
        double length = style->scale_bar_mm * pixels_per_mm;
        if (length > 8 && length < 0.9 * l.width) {
            draw_scale_bar(overlay, &l, style, length, bottom);
        }
    }
}

void tlv_chrome_inset(tlv_overlay *overlay, tlv_rect rect, int picture_height, const tlv_style *style) {
    double scale = fmax(0.6, 0.35 + 0.65 * picture_height / 800.0) * (style->text_scale > 0 ? style->text_scale : 1);
    tlv_overlay_plate(overlay, rect.x - 2, rect.y - 2, rect.width + 4, rect.height + 4, 3, NOTHING, 2.5,
                      (tl_colour){0.985f, 0.98f, 0.97f, 1});
    tlv_overlay_plate(overlay, rect.x - 3, rect.y - 3, rect.width + 6, rect.height + 6, 4, NOTHING, 1,
                      (tl_colour){0.13f, 0.14f, 0.16f, 0.55f});
    if (has_title(style)) {
        int px = (int)lrint(12.5 * scale);
        size_t bytes = strlen(style->title);
        double w = tlv_text_lay(overlay->text, true, px, style->title, bytes, 0, 0, NULL, NULL);
        tlv_overlay_plate(overlay, rect.x + 6 * scale, rect.y + 6 * scale, w + 14 * scale, 1.75 * px, 5 * scale, PAPER,
                          0, NOTHING);
        tlv_overlay_text(overlay, true, px, style->title, bytes, rect.x + 13 * scale, rect.y + 6 * scale + 1.23 * px,
                         INK);
    }
}
