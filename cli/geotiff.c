/* geotiff.c: a map as raster bands, in a coordinate system of its own: metres from the table's corner. */
#include "geotiff.h"

#include "endings.h"

#include <string.h>

#ifdef TRUELINE_GEOTIFF

#include <geotiff/geotiff.h>
#include <geotiff/geotiffio.h>
#include <geotiff/geovalues.h>
#include <geotiff/xtiffio.h>

#include <stdlib.h>

enum { BANDS = 3, GDAL_METADATA = 42112, GDAL_NODATA = 42113 };

#define NO_DATA (-9999.0F)

/* --- A file in memory --------------------------------------------------------------------------------------------- */

typedef struct memory {
    char *bytes;
    size_t size, capacity, at;
} memory;

static tmsize_t read_memory(thandle_t handle, void *data, tmsize_t size) {
    memory *m = handle;
    size_t count = m->at < m->size ? m->size - m->at : 0;
    count = count < (size_t)size ? count : (size_t)size;
    if (count > 0) {
        memcpy(data, m->bytes + m->at, count);
        m->at += count;
    }
    return (tmsize_t)count;
}

static tmsize_t write_memory(thandle_t handle, void *data, tmsize_t size) {
    memory *m = handle;
    size_t end = m->at + (size_t)size;
    if (end > m->capacity) {
        size_t capacity = end + end / 2 + 4096;
        char *bytes = realloc(m->bytes, capacity);
        if (bytes == NULL) {
            return -1;
        }
        memset(bytes + m->capacity, 0, capacity - m->capacity);
        m->bytes = bytes;
        m->capacity = capacity;
    }
    memcpy(m->bytes + m->at, data, (size_t)size);
    m->at = end;
    m->size = end > m->size ? end : m->size;
    return size;
}

static toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
    memory *m = handle;
    m->at = (whence == SEEK_SET ? 0 : whence == SEEK_CUR ? m->at : m->size) + (size_t)offset;
    return m->at;
}

static int close_memory(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size_of_memory(thandle_t handle) {
    return ((memory *)handle)->size;
}

/* --- Tags --------------------------------------------------------------------------------------------------------- */

/* What GDAL, and all that reads with it, calls the bands, and which value stands for nothing. */
static bool put_names(TIFF *tiff, const tl_scene *scene, bool in_mm) {
    static const TIFFFieldInfo fields[2] = {
        {GDAL_METADATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALMetadata"},
        {GDAL_NODATA, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, (char *)"GDALNoDataValue"}};
    static const char *const names[BANDS] = {"lower bound", "upper bound", "estimate"};
    char text[1024] = "<GDALMetadata>";
    for (int i = 0; i < BANDS; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof(text) - used,
                 "<Item name=\"DESCRIPTION\" sample=\"%d\" role=\"description\">%s</Item>", i, names[i]);
        used = strlen(text);
        if (in_mm) {
            snprintf(text + used, sizeof(text) - used,
                     "<Item name=\"UNITTYPE\" sample=\"%d\" role=\"unittype\">mm</Item>", i);
        }
    }
    size_t used = strlen(text);
    snprintf(text + used, sizeof(text) - used, "</GDALMetadata>");
    const char *title = tl_scene_name(scene);
    return TIFFMergeFieldInfo(tiff, fields, 2) == 0 && TIFFSetField(tiff, GDAL_METADATA, text) == 1 &&
           TIFFSetField(tiff, GDAL_NODATA, "-9999") == 1 && TIFFSetField(tiff, TIFFTAG_SOFTWARE, "Trueline") == 1 &&
           (title == NULL || TIFFSetField(tiff, TIFFTAG_DOCUMENTNAME, title) == 1);
}

/* Metres, from the table's corner, X to the right and Y up; no place on Earth. */
static bool put_places(TIFF *tiff, const tl_board_summary *s) {
    double cell = s->cell_mm / 1000;
    double scale[3] = {cell, cell, 0};
    double tie[6] = {0, 0, 0, s->x0 / 1000, s->y0 / 1000 + cell * (double)s->rows, 0};
    GTIF *keys = GTIFNew(tiff);
    if (keys == NULL) {
        return false;
    }
    GTIFKeySet(keys, GTModelTypeGeoKey, TYPE_SHORT, 1, KvUserDefined);
    GTIFKeySet(keys, GTRasterTypeGeoKey, TYPE_SHORT, 1, RasterPixelIsArea);
    GTIFKeySet(keys, GTCitationGeoKey, TYPE_ASCII, 0, "Tabletop, metres from the corner");
    GTIFKeySet(keys, ProjLinearUnitsGeoKey, TYPE_SHORT, 1, Linear_Meter);
    bool good = TIFFSetField(tiff, TIFFTAG_GEOPIXELSCALE, 3, scale) == 1 &&
                TIFFSetField(tiff, TIFFTAG_GEOTIEPOINTS, 6, tie) == 1 && GTIFWriteKeys(keys) == 1;
    GTIFFree(keys);
    return good;
}

static bool put_shape(TIFF *tiff, const tl_board_summary *s) {
    uint16_t extra[2] = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNSPECIFIED};
    return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, (uint32_t)s->columns) == 1 &&
           TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, (uint32_t)s->rows) == 1 &&
           TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 32) == 1 &&
           TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, BANDS) == 1 &&
           TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP) == 1 &&
           TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 2, extra) == 1 &&
           TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) == 1 &&
           TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == 1 &&
           TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE) == 1 &&
           TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, (uint32_t)16) == 1;
}

/* From the far edge of the table to the near one, as pictures run. */
static bool put_cells(TIFF *tiff, const tl_board_map *map, const tl_board_summary *s) {
    float *row = malloc(BANDS * s->columns * sizeof(*row));
    bool good = row != NULL;
    for (size_t j = 0; j < s->rows && good; j++) {
        for (size_t i = 0; i < s->columns; i++) {
            tl_board_cell cell = tl_board_map_cell(map, i, s->rows - 1 - j);
            row[BANDS * i] = cell.standing ? (float)cell.low : NO_DATA;
            row[BANDS * i + 1] = cell.standing ? (float)cell.high : NO_DATA;
            row[BANDS * i + 2] = cell.standing ? (float)cell.estimate : NO_DATA;
        }
        good = TIFFWriteScanline(tiff, row, (uint32_t)j, 0) == 1;
    }
    free(row);
    return good;
}

static tl_status fail_memory(tl_error *error) {
    error->status = TL_ERROR_MEMORY;
    snprintf(error->message, sizeof(error->message), "there is not enough memory for the GeoTIFF");
    return error->status;
}

tl_status cli_geotiff_check(tl_error *error) {
    (void)error;
    return TL_OK;
}

tl_status cli_geotiff_save(const tl_scene *scene, const tl_board_map *map, const char *path, tl_error *error) {
    tl_board_summary s = tl_board_map_summary(map);
    memory file = {NULL, 0, 0, 0};
    TIFFSetWarningHandler(NULL);
    TIFFSetErrorHandler(NULL);
    /* little-endian on every machine */
    TIFF *tiff = XTIFFClientOpen(path, "wl", &file, read_memory, write_memory, seek_memory, close_memory,
                                 size_of_memory, NULL, NULL);
    bool good = tiff != NULL && put_shape(tiff, &s) && put_names(tiff, scene, s.in_mm) && put_places(tiff, &s) &&
                put_cells(tiff, map, &s) && TIFFFlush(tiff) == 1;
    if (tiff != NULL) {
        XTIFFClose(tiff);
    }
    tl_status status = good ? tl_output_save(path, "the GeoTIFF", file.bytes, file.size, error) : fail_memory(error);
    free(file.bytes);
    return status;
}

#else

tl_status cli_geotiff_check(tl_error *error) {
    return cli_lacks(error, "GeoTIFF",
                     "build it with libgeotiff (Debian: libtiff-dev, libgeotiff-dev), or take -o FILE.png or --json");
}

tl_status cli_geotiff_save(const tl_scene *scene, const tl_board_map *map, const char *path, tl_error *error) {
    (void)scene;
    (void)map;
    (void)path;
    return cli_geotiff_check(error);
}

#endif
