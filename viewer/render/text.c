/* text.c: rasterises letters into an atlas when they are first wanted, and lays out words. */
#include "render/text.h"

#include "font.h"
#include "report.h"

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ATLAS 1024
#define SLOTS 2048 /* glyphs by hash; a power of two */

typedef struct slot {
    uint32_t code; /* 0: free */
    uint16_t px;
    bool bold;
    int16_t left, top; /* of the ink, from the pen on the baseline, y down */
    int16_t width, height;
    int16_t x, y; /* in the atlas */
    float advance;
} slot;

struct tlv_text {
    tlv_font fonts[2]; /* regular, bold */
    stbtt_fontinfo faces[2];
    uint8_t *atlas;
    slot *slots;
    size_t used;
    int shelf_x, shelf_y, shelf_height;
    bool changed;
};

tl_status tlv_text_create(tlv_text **text, tl_error *error) {
    *text = NULL;
    tlv_text *made = calloc(1, sizeof(*made));
    if (!made) {
        return tlv_fail_memory(error);
    }
    made->atlas = calloc(ATLAS, ATLAS);
    made->slots = calloc(SLOTS, sizeof(*made->slots));
    if (!made->atlas || !made->slots) {
        tlv_text_destroy(made);
        return tlv_fail_memory(error);
    }
    tl_status status = tlv_fonts_read(made->fonts, error);
    for (int i = 0; i < 2 && status == TL_OK; i++) {
        if (!stbtt_InitFont(&made->faces[i], made->fonts[i].data, 0)) {
            status = tlv_fail(error, TL_ERROR_FILE, "DejaVuSans.ttf", "install fonts-dejavu-core again",
                              "the font for pictures is damaged");
        }
    }
    if (status != TL_OK) {
        tlv_text_destroy(made);
        return status;
    }
    made->shelf_x = made->shelf_y = 1;
    made->changed = true;
    *text = made;
    return TL_OK;
}

void tlv_text_destroy(tlv_text *text) {
    if (text) {
        tlv_fonts_free(text->fonts);
        free(text->atlas);
        free(text->slots);
        free(text);
    }
}

/* Room for a glyph. A picture uses some hundred letters of the thousand that fit; when the atlas is full, further ones
 * have no ink. */
static bool make_room(tlv_text *text, int width, int height) {
    if (text->shelf_x + width + 1 > ATLAS) {
        text->shelf_x = 1;
        text->shelf_y += text->shelf_height + 1;
        text->shelf_height = 0;
    }
    return text->shelf_y + height + 1 <= ATLAS && width + 2 <= ATLAS;
}

static slot *find(tlv_text *text, bool bold, int px, uint32_t code) {
    size_t at = (code * 2654435761u + (uint32_t)px * 40503u + (bold ? 7919u : 0u)) & (SLOTS - 1);
    while (text->slots[at].code &&
           !(text->slots[at].code == code && text->slots[at].px == px && text->slots[at].bold == bold)) {
        at = (at + 1) & (SLOTS - 1);
    }
    return &text->slots[at];
}

static const slot *glyph_of(tlv_text *text, bool bold, int px, uint32_t code) {
    slot *s = find(text, bold, px, code);
    if (s->code) {
        return s;
    }
    const stbtt_fontinfo *info = &text->faces[bold];
    float scale = stbtt_ScaleForMappingEmToPixels(info, (float)px);
    int advance, bearing, x0, y0, x1, y1;
    stbtt_GetCodepointHMetrics(info, (int)code, &advance, &bearing);
    stbtt_GetCodepointBitmapBox(info, (int)code, scale, scale, &x0, &y0, &x1, &y1);
    slot made = {.code = code,
                 .px = (uint16_t)px,
                 .bold = bold,
                 .advance = (float)advance * scale,
                 .left = (int16_t)x0,
                 .top = (int16_t)y0,
                 .width = (int16_t)(x1 - x0),
                 .height = (int16_t)(y1 - y0)};
    bool fits = make_room(text, made.width, made.height) && text->used < SLOTS * 3 / 4;
    if (!fits) {
        made.width = made.height = 0; /* no ink: better than a wrong letter */
    }
    if (made.width > 0 && made.height > 0) {
        made.x = (int16_t)text->shelf_x;
        made.y = (int16_t)text->shelf_y;
        stbtt_MakeCodepointBitmap(info, text->atlas + made.y * ATLAS + made.x, made.width, made.height, ATLAS, scale,
                                  scale, (int)code);
        text->shelf_x += made.width + 1;
        if (made.height > text->shelf_height) {
            text->shelf_height = made.height;
        }
        text->changed = true;
    }
    if (text->used < SLOTS - 1) {
        text->used++;
        *s = made;
    }
    return s;
}

/* The next code point; a byte that is no UTF-8 stands for itself, as Latin-1. */
static uint32_t next_code(const char **at, const char *end) {
    const unsigned char *s = (const unsigned char *)*at;
    size_t left = (size_t)(end - *at), length = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    bool good = s[0] < 0x80 || (s[0] >= 0xc2 && s[0] < 0xf5 && length <= left);
    uint32_t code = length == 1 ? s[0] : s[0] & (0x7fu >> length);
    for (size_t i = 1; good && i < length; i++) {
        good = (s[i] & 0xc0) == 0x80;
        code = (code << 6) | (s[i] & 0x3fu);
    }
    *at += good ? length : 1;
    return good ? code : s[0];
}

double tlv_text_lay(tlv_text *text, bool bold, int px, const char *utf8, size_t bytes, double x, double y,
                    tlv_draw_glyph *draw, void *user) {
    const stbtt_fontinfo *info = &text->faces[bold];
    float scale = stbtt_ScaleForMappingEmToPixels(info, (float)px);
    double pen = x;
    uint32_t before = 0;
    const char *at = utf8, *end = utf8 + bytes;
    while (at < end && *at) {
        uint32_t code = next_code(&at, end);
        if (code < 32) {
            code = ' ';
        }
        const slot *s = glyph_of(text, bold, px, code);
        if (before) {
            pen += (double)((float)stbtt_GetCodepointKernAdvance(info, (int)before, (int)code) * scale);
        }
        if (draw && s->width > 0) {
            tlv_glyph glyph = {(int)lrint(pen) + s->left, (int)lrint(y) + s->top, s->width, s->height, s->x, s->y};
            draw(user, &glyph);
        }
        pen += (double)s->advance;
        before = code;
    }
    return pen - x;
}

void tlv_text_refresh(tlv_text *text) {
    if (text->used > SLOTS / 2 || text->shelf_y > ATLAS / 2) {
        memset(text->slots, 0, SLOTS * sizeof(*text->slots));
        memset(text->atlas, 0, (size_t)ATLAS * ATLAS);
        text->used = 0;
        text->shelf_x = text->shelf_y = 1;
        text->shelf_height = 0;
        text->changed = true;
    }
}

void tlv_text_forget(tlv_text *text) {
    text->changed = true;
}

const uint8_t *tlv_text_atlas(tlv_text *text, int *size, bool *changed) {
    *size = ATLAS;
    *changed = text->changed;
    text->changed = false;
    return text->atlas;
}
