/* suggestion.c: a base and a core as a scene writes them. */
#include "scan/advice/suggestion.h"

static double tenth(double x) {
    return floor(x * 10 + 0.5) / 10;
}

void tl_scan_scene_base_put(tl_json_writer *json, const tl_found_base *base) {
    const double size[2] = {tenth(base->size.x), tenth(base->size.y)};
    tl_json_begin_object(json);
    tl_json_put_string(json, "shape", base->shape.kind == TL_SHAPE_DISC ? "disc" : "oval");
    if (base->shape.kind == TL_SHAPE_DISC) {
        tl_json_put_double(json, "diameter", size[0]);
    } else {
        tl_json_put_numbers(json, "size", size, 2);
        if (base->turn_deg != 0) {
            tl_json_put_double(json, "turn", tenth(base->turn_deg));
        }
    }
    tl_json_put_double(json, "height", tenth(base->shape.high - base->shape.low));
    tl_json_end_object(json);
}

void tl_scan_scene_core_put(tl_json_writer *json, const tl_scan_core_fit *fit) {
    tl_json_begin_object(json);
    tl_json_put_string(json, "shape", tl_scan_core_kind_name(fit->kind));
    switch (fit->kind) {
    case TL_SCAN_CORE_CAPSULE:
    case TL_SCAN_CORE_CYLINDER:
        tl_json_put_point(json, "from", fit->from);
        tl_json_put_point(json, "to", fit->to);
        tl_json_put_double(json, "radius", fit->radius);
        break;
    case TL_SCAN_CORE_BOX:
        tl_json_put_point(json, "min", fit->from);
        tl_json_put_point(json, "max", fit->to);
        break;
    case TL_SCAN_CORE_HULL_ABOVE:
        tl_json_put_double(json, "height", fit->from.z);
        break;
    }
    tl_json_end_object(json);
}
