/* font.c: reads the two faces of DejaVu Sans from where systems keep their fonts. */
#include "font.h"

#include "report.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    unsigned char *data = NULL;
    size_t used = 0, capacity = 0;
    for (;;) {
        if (!tlv_reserve((void **)&data, &capacity, used + 65536, 1)) {
            break;
        }
        size_t got = fread(data + used, 1, capacity - used, file);
        used += got;
        if (got == 0) {
            bool good = !ferror(file) && used > 1024;
            fclose(file);
            if (!good) {
                free(data);
                data = NULL;
            }
            *size = used;
            return data;
        }
    }
    fclose(file);
    free(data);
    return NULL;
}

static bool read_face(tlv_font *font, const char *folder, const char *name) {
    char path[600];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    font->data = read_file(path, &font->size);
    return font->data != NULL;
}

tl_status tlv_fonts_read(tlv_font fonts[2], tl_error *error) {
    const char *chosen = getenv("TRUELINE_FONT_FOLDER");
    const char *folders[] = {
        chosen ? chosen : TLV_FONT_FOLDER, TLV_FONT_FOLDER,        "/usr/share/fonts/truetype/dejavu",
        "/usr/share/fonts/dejavu",         "/usr/share/fonts/TTF", "/usr/share/fonts/dejavu-sans-fonts"};
    size_t count = chosen ? 1 : sizeof(folders) / sizeof(*folders);
    fonts[0] = fonts[1] = (tlv_font){NULL, 0};
    for (size_t i = 0; i < count && !fonts[0].data; i++) {
        read_face(&fonts[0], folders[i], "DejaVuSans.ttf");
        if (fonts[0].data && !read_face(&fonts[1], folders[i], "DejaVuSans-Bold.ttf")) {
            read_face(&fonts[1], folders[i], "DejaVuSans.ttf");
        }
    }
    if (!fonts[0].data || !fonts[1].data) {
        tlv_fonts_free(fonts);
        return tlv_fail(error, TL_ERROR_FILE, "DejaVuSans.ttf",
                        "install fonts-dejavu-core, or set TRUELINE_FONT_FOLDER to the folder that holds it",
                        "the font for pictures is not %s%s", chosen ? "in " : "installed", chosen ? chosen : "");
    }
    return TL_OK;
}

void tlv_fonts_free(tlv_font fonts[2]) {
    for (int i = 0; i < 2; i++) {
        free(fonts[i].data);
        fonts[i] = (tlv_font){NULL, 0};
    }
}
