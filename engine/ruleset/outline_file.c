/* outline_file.c: outlines of templates from files of their own. */
#include "geom/path2.h"
#include "geom/polygon2.h"
#include "io/file.h"
#include "io/json.h"
#include "ruleset/ruleset.h"

#include <string.h>

/* Files of outlines are small: an absurd one is refused before it is read. */
#define MOST_BYTES 2000000

/* How far a flattened curve may lie from the true one, mm; in game units a hundredth of it. */
#define OUTLINE_TOLERANCE 0.005

static const char *const known[] = {"trueline_outline", "measure", "outline", "path"};
enum { KNOWN = sizeof(known) / sizeof(known[0]) };

static tl_status check_fields(const tl_json *json, const tl_json_value *root, tl_error *error) {
    const tl_json_value *version = tl_json_find(root, "trueline_outline");
    if (version == NULL || version->kind != TL_JSON_NUMBER || version->number != 1) {
        return tl_json_fail(json, version != NULL ? version : root, error, TL_ERROR_FORMAT,
                            "begin the file with \"trueline_outline\": 1", "this is no outline of a template");
    }
    for (size_t i = 0; i < root->count; i++) {
        bool found = strncmp(root->items[i].key, "x-", 2) == 0;
        for (size_t k = 0; k < KNOWN; k++) {
            found = found || strcmp(root->items[i].key, known[k]) == 0;
        }
        if (!found) {
            const char *nearest = tl_nearest_name(root->items[i].key, known, KNOWN);
            return tl_json_fail(json, &root->items[i], error, TL_ERROR_FORMAT, nearest, "an outline has no field `%s`",
                                root->items[i].key);
        }
    }
    const tl_json_value *measure = tl_json_find(root, "measure");
    if (measure != NULL && (measure->kind != TL_JSON_STRING ||
                            (strcmp(measure->text, "mm") != 0 && strcmp(measure->text, "game_unit") != 0))) {
        return tl_json_fail(json, measure, error, TL_ERROR_FORMAT, "write \"mm\" or \"game_unit\"",
                            "an outline is measured in mm or in game units");
    }
    return TL_OK;
}

static tl_status read_points(tl_context *context, const tl_json *json, const tl_json_value *list,
                             tl_template_rule *made, tl_error *error) {
    made->outline = tl_alloc_array(context, list->count, sizeof(*made->outline));
    if (made->outline == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < list->count; i++) {
        const tl_json_value *v = &list->items[i];
        if (v->kind != TL_JSON_ARRAY || v->count != 2 || v->items[0].kind != TL_JSON_NUMBER ||
            v->items[1].kind != TL_JSON_NUMBER) {
            return tl_json_fail(json, v, error, TL_ERROR_FORMAT, "write [x, y]",
                                "a corner of an outline is two numbers");
        }
        made->outline[made->outline_count++] = (tl_vec2){v->items[0].number, v->items[1].number};
    }
    return TL_OK;
}

/* Points or a path, simple, counter-clockwise, of a size that fits on a table, with the tip at (0, 0). */
static tl_status read_shape(tl_context *context, const tl_json *json, const tl_json_value *root, tl_template_rule *made,
                            tl_error *error) {
    const tl_json_value *path = tl_json_find(root, "path"), *list = tl_json_find(root, "outline");
    const tl_json_value *drawn = path != NULL ? path : list;
    if ((path == NULL) == (list == NULL) || (path != NULL && path->kind != TL_JSON_STRING) ||
        (list != NULL && list->kind != TL_JSON_ARRAY)) {
        return tl_json_fail(json, drawn != NULL ? drawn : root, error, TL_ERROR_FORMAT,
                            "give `outline`, a list of [x, y], or `path`, SVG path data",
                            "a template needs one outline");
    }
    tl_status status = TL_OK;
    if (path != NULL) {
        tl_error cause = {0};
        made->outline_error = OUTLINE_TOLERANCE * (made->in_game_units ? 0.01 : 1);
        status =
            tl_path2_flatten(context, path->text, made->outline_error, &made->outline, &made->outline_count, &cause);
        if (status != TL_OK) {
            return tl_json_fail(json, path, error, status, cause.remedy, "%s", cause.message);
        }
    } else {
        status = read_points(context, json, list, made, error);
    }
    double reach = made->in_game_units ? 50 : 5000, tip = INFINITY;
    for (size_t i = 0; status == TL_OK && i < made->outline_count; i++) {
        tl_vec2 p = made->outline[i];
        tip = tl_min(tip, tl_length2(p));
        if (!(fabs(p.x) <= reach && fabs(p.y) <= reach)) {
            return tl_json_fail(json, drawn, error, TL_ERROR_FORMAT, "check `measure`: mm, or game units",
                                "the outline is larger than any table");
        }
    }
    if (status == TL_OK && (made->outline_count < 3 || !tl_polygon2_is_simple(made->outline, made->outline_count) ||
                            tl_polygon2_orientation(made->outline, made->outline_count) == 0)) {
        return tl_json_fail(json, drawn, error, TL_ERROR_FORMAT, "draw one closed line that doesn't meet itself",
                            "the outline crosses or touches itself, or encloses nothing");
    }
    if (status == TL_OK && !(tip <= 0)) {
        return tl_json_fail(json, drawn, error, TL_ERROR_FORMAT, "draw it with its tip at [0, 0], pointing along +x",
                            "no corner of the outline is its tip");
    }
    if (status == TL_OK && tl_polygon2_orientation(made->outline, made->outline_count) < 0) {
        for (size_t i = 0, j = made->outline_count - 1; i < j; i++, j--) {
            tl_vec2 corner = made->outline[i];
            made->outline[i] = made->outline[j];
            made->outline[j] = corner;
        }
    }
    return status;
}

tl_status tl_ruleset_outline_load(tl_context *context, const char *path, const tl_template_rule *of,
                                  tl_template_rule *made, tl_error *error) {
    char *data = NULL;
    size_t size = 0;
    tl_json *json = NULL;
    *made = *of;
    made->outline = NULL;
    made->outline_count = 0;
    made->outline_error = 0;
    made->placeholder = false;
    tl_status status = tl_file_read(context, path, MOST_BYTES, &data, &size, error);
    if (status == TL_OK) {
        status = tl_json_parse(context, data, size, path, &json, error);
    }
    if (status == TL_OK) {
        const tl_json_value *root = tl_json_root(json), *measure;
        status = check_fields(json, root, error);
        measure = status == TL_OK ? tl_json_find(root, "measure") : NULL;
        made->in_game_units = measure != NULL && strcmp(measure->text, "game_unit") == 0;
        status = status == TL_OK ? read_shape(context, json, root, made, error) : status;
    }
    tl_json_destroy(json);
    tl_free(context, data);
    if (status != TL_OK) {
        tl_free(context, made->outline);
        made->outline = NULL;
        made->outline_count = 0;
    }
    return status;
}
