/* look_mesh.c: units, origins and feet of meshes, and tables that their mesh doesn't fill. */
#include "scene/look_mesh.h"
#include "mesh/names.h"
#include "scan/repair/join.h"

#include <stdio.h>

/* A model whose own origin is farther from it than this, mm, wasn't meant to stand there. */
#define TOO_FAR 10.0
/* Below a base that the scene gives nothing is meant to be; its height may be off by this, mm. */
#define TOO_DEEP 1.0
/* The share of a table that its mesh may leave bare. */
#define BARE 0.03

/* The command that moves a mesh within its file, and what to do with the result; or that it is to be done elsewhere,
 * where the scene takes the mesh in a way that the command can't. */
static void write_remedy(const tl_document_mesh *source, tl_vec3 move, char *text, size_t size) {
    const tl_frame *frame = &source->frame;
    bool unit = frame->unit != TL_MESH_UNIT_UNSTATED, up = frame->up != TL_AXIS_UNSTATED;
    bool scaled = frame->scale != 0 && frame->scale != 1;
    char scale[64] = "";
    if (frame->forward != TL_AXIS_UNSTATED) {
        snprintf(text, size, "move it to its origin in the program it came from");
        return;
    }
    if (scaled) {
        snprintf(scale, sizeof(scale), " --scale %.10g", frame->scale);
    }
    snprintf(text, size,
             "`trueline import %.80s%s%s%s%s%s --move %.2f,%.2f,%.2f -o NEW.obj` mends it; then name NEW.obj%s",
             source->name, unit ? " --unit " : "", unit ? tl_mesh_unit_name(frame->unit) : "", up ? " --up " : "",
             up ? tl_axis_name(frame->up) : "", scale, move.x, move.y, move.z,
             unit || up || scaled ? ", and leave `unit`, `up` and `scale` out" : "");
}

/* One of the two is wrong, or the file was converted by hand. */
static void look_at_unit(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                         tl_problems *problems) {
    tl_mesh_unit stated = model->stated_unit, said = source->frame.unit;
    const tl_json_value *place = tl_json_find(source->json, "unit");
    if (place != NULL && stated != TL_MESH_UNIT_UNSTATED && said != TL_MESH_UNIT_UNSTATED && said != stated) {
        tl_json_problem(json, place, false, problems, true, TL_ERROR_SCENE,
                        "leave `unit` out, unless you know that the file is wrong about itself",
                        "the scene takes `%s` in %s, but the file states %s: it is %.4g times the size that the file "
                        "states",
                        source->name, tl_mesh_unit_name(said), tl_mesh_unit_name(stated),
                        tl_mesh_unit_mm(said) / tl_mesh_unit_mm(stated));
    }
}

/* How far the origin is from the box, seen from above. */
static double beside(tl_box3 box) {
    double x = tl_max(0, tl_max(box.low.x, -box.high.x)), y = tl_max(0, tl_max(box.low.y, -box.high.y));
    return sqrt(x * x + y * y);
}

static void look_at_origin(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                           tl_problems *problems) {
    tl_box3 box = tl_mesh_box(model->mesh);
    double far = beside(box);
    if (far > TOO_FAR) {
        char remedy[256];
        tl_vec3 move = {-0.5 * (box.low.x + box.high.x), -0.5 * (box.low.y + box.high.y), 0};
        write_remedy(source, move, remedy, sizeof(remedy));
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE, remedy,
                        "`%s` lies %.0f mm beside its own origin: it stands that far from its `at`, and turns about it",
                        source->name, far);
    }
}

void tl_table_look_at_mesh(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                           tl_document_mesh_use use, tl_problems *problems) {
    if (source->name == NULL || model == NULL || model->mesh->triangle_count == 0) {
        return;
    }
    look_at_unit(json, source, model, problems);
    if (use != TL_USE_TABLE) {
        look_at_origin(json, source, model, problems);
    }
}

void tl_table_look_at_base(const tl_json *json, const tl_document_asset *asset, const tl_model *model,
                           tl_problems *problems) {
    const tl_shape *base = &model->base;
    if (asset->mesh.name == NULL || base->kind == TL_SHAPE_NONE || model->base_guessed || !model->core_guessed ||
        model->found.shape.kind != TL_SHAPE_NONE) {
        return;
    }
    tl_box3 box = tl_mesh_box(model->mesh);
    if (box.low.z < base->low - TOO_DEEP) {
        char remedy[256];
        write_remedy(&asset->mesh, (tl_vec3){0, 0, base->low - box.low.z}, remedy, sizeof(remedy));
        tl_json_problem(json, asset->json, false, problems, true, TL_ERROR_SCENE, remedy,
                        "the mesh of `%s` reaches %.1f mm below its base: %.0f %% of its height counts as base, and is "
                        "neither seen nor measured as its body",
                        asset->name, base->low - box.low.z, 100 * (base->high - box.low.z) / (box.high.z - box.low.z));
    }
}

/* What reading the file left out or found wrong: sentences of the mesh's own. */
static void look_at_warnings(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                             tl_problems *problems) {
    for (size_t i = 0; i < model->mesh->warning_count; i++) {
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE,
                        "look at it with `trueline import`, and mend the file where that matters", "`%s`: %s",
                        source->name, model->mesh->warnings[i]);
    }
}

/* Open edges that are none but for rounding: the mesh as it is has no inside, and light passes. */
static tl_status look_at_cracks(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                                tl_problems *problems, tl_error *error) {
    tl_scan_cracks cracks = {0};
    tl_status status = model->closed ? TL_OK : tl_scan_cracks_find(model->mesh, 1, &cracks, error);
    if (status == TL_OK && cracks.edges > 0) {
        char remedy[200], within[TL_JSON_NUMBER_SIZE], left[48];
        tl_json_format_double(tl_scan_cracks_within(&cracks, 1), within);
        snprintf(left, sizeof(left), "%zu open edges would remain", cracks.left);
        snprintf(remedy, sizeof(remedy), "say `\"repair\": { \"join\": %s }` where it is named: %s", within,
                 cracks.solid_after ? "then it is closed, and its inside blocks"
                 : cracks.left > 0  ? left
                                    : "no edge would stay open");
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE, remedy,
                        "`%s` has cracks: %zu open edges lie within %.2g mm of others, as rounding leaves them",
                        source->name, cracks.edges, cracks.width);
    }
    return status;
}

tl_status tl_table_look_at_flaws(const tl_json *json, const tl_document_mesh *source, const tl_model *model,
                                 tl_problems *problems, tl_error *error) {
    if (source->name == NULL) {
        return TL_OK;
    }
    look_at_warnings(json, source, model, problems);
    return look_at_cracks(json, source, model, problems, error);
}

void tl_table_look_at_ground(const tl_table *table, tl_problems *problems) {
    enum { ACROSS = 100 };
    const tl_document *document = table->document;
    size_t bare = 0;
    if (table->ground.body == NULL) {
        return;
    }
    for (int i = 0; i < ACROSS * ACROSS; i++) {
        double x = (i % ACROSS + 0.5) / ACROSS * document->width, y = (i / ACROSS + 0.5) / ACROSS * document->depth;
        double height;
        bare += tl_world_slot_heights(table->world, table->ground.slot, TL_ROLES_ALL, x, y, &height, 1) == 0;
    }
    if ((double)bare > BARE * ACROSS * ACROSS) {
        tl_vec3 low = table->ground.body->box.low, high = table->ground.body->box.high;
        tl_json_problem(
            document->json, document->table_mesh.json, false, problems, true, TL_ERROR_SCENE,
            "give the table the size of its mesh, or move the mesh by the table's `at`",
            "the table's mesh leaves %.0f %% of the table bare: it reaches from %.0f, %.0f to %.0f, %.0f of "
            "%.0f x %.0f mm",
            100.0 * (double)bare / (ACROSS * ACROSS), low.x, low.y, high.x, high.y, document->width, document->depth);
    }
}
