#include "render/png.h"

#include "report.h"

#include <png.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

tl_status tlv_png_save(const char *path, const uint8_t *rgba, int width, int height, tl_error *error) {
    size_t pixels = (size_t)width * (size_t)height, length = strlen(path) + 32;
    uint8_t *rgb = malloc(3 * pixels);
    char *part = malloc(length);
    tl_status status = TL_OK;
    if (!rgb || !part) {
        status = tlv_fail_memory(error);
    } else {
        for (size_t i = 0; i < pixels; i++) {
            memcpy(rgb + 3 * i, rgba + 4 * i, 3);
        }
        snprintf(part, length, "%s.%ld.part", path, (long)getpid());
        png_image image = {.version = PNG_IMAGE_VERSION,
                           .width = (png_uint_32)width,
                           .height = (png_uint_32)height,
                           .format = PNG_FORMAT_RGB,
                           .flags = PNG_IMAGE_FLAG_FAST};
        if (!png_image_write_to_file(&image, part, 0, rgb, 0, NULL)) {
            status = tlv_fail(error, TL_ERROR_FILE, path, "is the folder there, and may it be written to?",
                              "the picture can't be written: %s", image.message);
            remove(part);
        } else if (rename(part, path) != 0) {
            status =
                tlv_fail(error, TL_ERROR_FILE, path, NULL, "the picture can't be put in place: %s", strerror(errno));
            remove(part);
        }
    }
    free(rgb);
    free(part);
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
