/* font.h: where the letters come from: DejaVu Sans, regular and bold. */
#ifndef TLV_FONT_H
#define TLV_FONT_H

#include <trueline/base.h>

typedef struct tlv_font {
    unsigned char *data; /* a TrueType file */
    size_t size;
} tlv_font;

/* Reads regular (0) and bold (1); bold may be the same face where there is no other. TL_ERROR_FILE without the font:
 * looked for in TRUELINE_FONT_FOLDER of the environment, then where it was when this was built, then where other
 * systems keep it. */
tl_status tlv_fonts_read(tlv_font fonts[2], tl_error *error);
void tlv_fonts_free(tlv_font fonts[2]);

#endif
