/* png.c: writes pictures as PNG, and reads them, by libpng. */
#include "render/png.h"

#include "report.h"

#include <png.h>

#include <stdlib.h>
#include <string.h>

tl_status tlv_png_encode(const uint8_t *rgba, int width, int height, bool small, uint8_t **png, size_t *size,
                         tl_error *error) {
    size_t pixels = (size_t)width * (size_t)height;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGB,
                       .flags = small ? 0 : PNG_IMAGE_FLAG_FAST};
    png_alloc_size_t room = PNG_IMAGE_PNG_SIZE_MAX(image);
    uint8_t *rgb = malloc(3 * pixels), *made = malloc(room);
    tl_status status = TL_OK;
    if (!rgb || !made) {
        status = tlv_fail_memory(error);
    } else {
        for (size_t i = 0; i < pixels; i++) {
            memcpy(rgb + 3 * i, rgba + 4 * i, 3);
        }
        if (!png_image_write_to_memory(&image, made, &room, 0, rgb, 0, NULL)) {
            status = tlv_fail(error, TL_ERROR_INTERNAL, NULL, NULL, "the picture can't be packed: %s", image.message);
        }
    }
    free(rgb);
    if (status != TL_OK) {
        free(made);
        return status;
    }
    *png = made;
    *size = room;
    return TL_OK;
}

tl_status tlv_png_save(const char *path, const uint8_t *rgba, int width, int height, tl_error *error) {
    uint8_t *png;
    size_t size;
    tl_status status = tlv_png_encode(rgba, width, height, false, &png, &size, error);
    if (status == TL_OK) {
        status = tl_output_save(path, "the picture", png, size, error);
        free(png);
    }
    return status;
}

uint8_t *tlv_png_load(const char *path, int most, int *width, int *height) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint8_t *rgba = NULL;
    if (png_image_begin_read_from_file(&image, path)) {
        image.format = PNG_FORMAT_RGBA;
        if (image.width <= (png_uint_32)most && image.height <= (png_uint_32)most) {
            rgba = malloc(PNG_IMAGE_SIZE(image));
        }
        if (rgba && !png_image_finish_read(&image, NULL, rgba, 0, NULL)) {
            free(rgba);
            rgba = NULL;
        }
        *width = (int)image.width;
        *height = (int)image.height;
        png_image_free(&image);
    }
    return rgba;
}
