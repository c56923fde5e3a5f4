/* From meshes and what a scene says about them to models: roles, cores, bases, placing. */
#include "body/model.h"
#include "bvh/tree.h"
#include "body/tessellate.h"
#include "mesh/edges.h"
#include "support/assert_geom.h"

#include <string.h>

static tl_context *context;

static void add_box(tl_mesh *mesh, tl_vec3 low, tl_vec3 high, const char *name) {
    const tl_shape shape = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = low, .to = high};
    assert_int_equal(tl_shape_tessellate(&shape, name, TL_ROLE_CORE, mesh, NULL), TL_OK);
}

/* A walker of boxes: base plate, leg, hull, gun. */
static tl_mesh *walker(void) {
    tl_mesh *mesh = tl_mesh_create(context);
    assert_non_null(mesh);
    add_box(mesh, (tl_vec3){-20, -20, 0}, (tl_vec3){20, 20, 3}, "Base_plate");
    add_box(mesh, (tl_vec3){-5, -5, 3}, (tl_vec3){5, 5, 40}, "leg.001");
    add_box(mesh, (tl_vec3){-15, -15, 40}, (tl_vec3){15, 15, 70}, "HULL");
    add_box(mesh, (tl_vec3){15, -2, 50}, (tl_vec3){60, 2, 54}, "gun_left");
    return mesh;
}

static size_t count_role(const tl_model *model, tl_role role) {
    size_t count = 0;
    for (size_t i = 0; i < model->mesh->triangle_count; i++) {
        count += model->roles[i] == (uint8_t)role;
    }
    return count;
}

static double volume_of(const tl_mesh *mesh) {
    return fabs(tl_mesh_volume(mesh));
}

static void parts_by_name(void **state) {
    (void)state;
    static const char *const core[] = {"hull*", NULL}, *const limb[] = {"leg*", NULL}, *const base[] = {"base*", NULL},
                             *const empty[] = {NULL};
    const char *const *patterns[TL_ROLE_COUNT];
    for (int i = 0; i < TL_ROLE_COUNT; i++) {
        patterns[i] = empty;
    }
    patterns[TL_ROLE_CORE] = core;
    patterns[TL_ROLE_LIMB] = limb;
    patterns[TL_ROLE_BASE] = base;
    tl_mesh *mesh = walker();
    assert_int_equal(tl_mesh_assign_roles(mesh, patterns), 1); /* the gun */
    tl_model *model = NULL;
    assert_int_equal(tl_model_create(context, mesh, &(tl_model_options){.has_parts = true}, &model, NULL), TL_OK);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        assert_int_equal(count_role(model, (tl_role)role), role == TL_ROLE_STAND ? 0 : 12);
    }
    assert_near(volume_of(model->core), 30 * 30 * 30, 1e-6);
    assert_true(model->core_closed && model->core_physical && !model->core_guessed && !model->base_guessed);
    assert_near(model->low, 0, 0);
    assert_near(model->high, 70, 0);
    tl_model_destroy(model);
    /* patterns that match nothing leave no core */
    static const char *const wrong[] = {"nose*", NULL};
    patterns[TL_ROLE_CORE] = wrong;
    mesh = walker();
    tl_mesh_assign_roles(mesh, patterns);
    tl_error error = {0};
    assert_int_equal(tl_model_create(context, mesh, &(tl_model_options){.has_parts = true}, &model, &error),
                     TL_ERROR_SCENE);
    assert_non_null(strstr(error.message, "nothing of the mesh is core"));
    assert_true(error.remedy[0] != '\0');
}

static void cores_cut_from_meshes(void **state) {
    (void)state;
    tl_model *model = NULL;
    /* above a height: the hull's upper part and the gun, open below */
    tl_model_options options = {.has_hull_above = true, .hull_above = 60};
    assert_int_equal(tl_model_create(context, walker(), &options, &model, NULL), TL_OK);
    tl_box3 box = tl_mesh_box(model->core);
    assert_near(box.low.z, 60, 1e-12);
    assert_near(box.high.x, 15, 1e-12);
    assert_false(model->core_closed);
    tl_model_destroy(model);
    /* above everything: nothing */
    options.hull_above = 71;
    assert_int_equal(tl_model_create(context, walker(), &options, &model, NULL), TL_ERROR_SCENE);
    /* keep a box, drop a half-space: the areas are known */
    const tl_body_cut cuts[2] = {{.keep = true, .role = TL_ROLE_GEAR, .low = {-15, -15, 40}, .high = {15, 15, 70}},
                                 {.is_plane = true, .role = TL_ROLE_GEAR, .normal = {0, 1, 0}, .offset = 5}};
    options = (tl_model_options){.cuts = cuts, .cut_count = 2};
    assert_int_equal(tl_model_create(context, walker(), &options, &model, NULL), TL_OK);
    box = tl_mesh_box(model->core);
    assert_near(box.high.y, 5, 1e-9);
    assert_near(box.low.y, -15, 1e-9);
    double area = 0;
    for (size_t i = 0; i < model->core->triangle_count; i++) {
        tl_vec3 c[3];
        tl_mesh_corners(model->core, i, c);
        area += 0.5 * tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])));
    }
    /* top and bottom 30 x 20, front and back 20 x 30, one side 30 x 30; what of the leg's lid (10 x 10) and the gun's
     * end (4 x 4) lies in the kept box's faces counts, too */
    assert_near(area, 2 * 600 + 2 * 600 + 900 + 100 + 16, 1e-6);
    tl_model_destroy(model);
    /* with neither, everything above the base is core, and that is said */
    options = (tl_model_options){
        .base = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = 20, .low = 0, .high = 3}};
    assert_int_equal(tl_model_create(context, walker(), &options, &model, NULL), TL_OK);
    assert_true(model->core_guessed && !model->base_guessed);
    assert_near(tl_mesh_box(model->core).low.z, 3, 1e-12);
    assert_int_equal(count_role(model, TL_ROLE_BASE), 12 + 2); /* the leg's lower lid lies on the base */
    tl_model_destroy(model);
}

static double area_of(const tl_mesh *mesh) {
    double area = 0;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        tl_vec3 c[3];
        tl_mesh_corners(mesh, i, c);
        area += 0.5 * tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0])));
    }
    return area;
}

/* Cuts give every piece of a surface one role, the one that its middle has, and lose nothing of it. */
static void marks_give_roles(void **state) {
    (void)state;
    const tl_body_cut cuts[] = {
        {.role = TL_ROLE_LIMB, .is_plane = true, .normal = {0, 0, -1}, .offset = -35},
        {.role = TL_ROLE_BASE, .low = {-40, -40, -1}, .high = {40, 40, 12}},
        {.role = TL_ROLE_GEAR, .is_plane = true, .normal = {1, 0.3, 0.1}, .offset = 19},
        {.role = TL_ROLE_CORE, .low = {-3, -30, 33}, .high = {4, 30, 50}},
        {.role = TL_ROLE_STAND, .keep = true, .low = {-14, -100, -100}, .high = {100, 100, 100}},
    };
    enum { CUTS = sizeof(cuts) / sizeof(*cuts) };
    tl_mesh *mesh = walker(), *into[TL_ROLE_COUNT];
    double all = 0;
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        into[role] = tl_mesh_create(context);
    }
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        assert_true(tl_cuts_split(mesh, i, TL_ROLE_CORE, cuts, CUTS, into));
    }
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        assert_true(into[role]->triangle_count > 0);
        all += area_of(into[role]);
        for (size_t i = 0; i < into[role]->triangle_count; i++) {
            tl_vec3 c[3];
            tl_mesh_corners(into[role], i, c);
            if (tl_length(tl_cross(tl_sub(c[1], c[0]), tl_sub(c[2], c[0]))) < 1e-6) {
                continue; /* a sliver's middle lies on a cut */
            }
            tl_vec3 middle = tl_scale(tl_add(tl_add(c[0], c[1]), c[2]), 1.0 / 3);
            assert_int_equal(tl_cuts_role(cuts, CUTS, TL_ROLE_CORE, middle), role);
        }
    }
    assert_near(all, area_of(mesh), 1e-6);
    /* the core alone is the same, and so is a model's */
    tl_mesh *core = tl_mesh_create(context), *const only[TL_ROLE_COUNT] = {core};
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        assert_true(tl_cuts_split(mesh, i, TL_ROLE_CORE, cuts, CUTS, only));
    }
    assert_near(area_of(core), area_of(into[TL_ROLE_CORE]), 1e-9);
    tl_model *model = NULL;
    tl_model_options options = {.cuts = cuts, .cut_count = CUTS};
    assert_int_equal(tl_model_create(context, mesh, &options, &model, NULL), TL_OK);
    assert_near(area_of(model->core), area_of(core), 1e-9);
    tl_model_destroy(model);
    /* the leg as a whole */
    const tl_body_cut leg = {.role = TL_ROLE_LIMB, .is_plane = true, .normal = {0, 0, -1}, .offset = -40.5};
    options = (tl_model_options){.cuts = &leg, .cut_count = 1};
    assert_int_equal(tl_model_create(context, walker(), &options, &model, NULL), TL_OK);
    assert_int_equal(count_role(model, TL_ROLE_LIMB),
                     12 + 12 + 2); /* and the base below it; the hull's underside lies as low */
    tl_model_destroy(model);
    tl_mesh_destroy(core);
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        tl_mesh_destroy(into[role]);
    }
}

static void bases(void **state) {
    (void)state;
    tl_model *model = NULL;
    tl_mesh *mesh = tl_mesh_create(context);
    add_box(mesh, (tl_vec3){10, 20, 5}, (tl_vec3){34, 52, 40}, "block");
    assert_int_equal(tl_model_create(context, mesh, &(tl_model_options){.needs_base = true}, &model, NULL), TL_OK);
    assert_true(model->base_guessed);
    assert_int_equal(model->base.kind, TL_SHAPE_DISC);
    assert_near(model->base.radius, 20, 1e-9); /* half the diagonal of 24 x 32 */
    assert_point_near(model->base.pose.at, ((tl_vec3){22, 36, 0}), 1e-9);
    assert_near(model->base.low, 5, 1e-12);
    tl_model_destroy(model);
    /* a rectangle becomes a prism over its outline */
    const tl_shape core = {
        .kind = TL_SHAPE_CAPSULE, .pose = tl_pose_identity(), .radius = 5, .from = {0, 0, 10}, .to = {0, 0, 30}};
    const tl_shape rectangle = {
        .kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {-25, -15, 0}, .to = {25, 15, 3}};
    assert_int_equal(tl_model_create(context, NULL, &(tl_model_options){.core = core, .base = rectangle}, &model, NULL),
                     TL_OK);
    assert_int_equal(model->base.kind, TL_SHAPE_POLYGON);
    assert_int_equal(model->base.outline_count, 4);
    assert_near(model->base.high, 3, 0);
    assert_near(model->high, 35, 1e-12);
    assert_true(model->core_closed);
    tl_model_destroy(model);
    tl_error error = {0};
    assert_int_equal(tl_model_create(context, NULL, &(tl_model_options){0}, &model, &error), TL_ERROR_SCENE);
}

/* Inscribed: every vertex on the shape, the volume a little below the shape's, closed. */
static void tessellations(void **state) {
    (void)state;
    test_random random = test_random_start("tessellate", 5);
    for (int i = 0; i < 40; i++) {
        double r = test_random_between(&random, 1, 60), h = test_random_between(&random, 1, 60);
        double a = test_random_between(&random, 2, 40), b = test_random_between(&random, 2, 40);
        tl_vec3 from = {test_random_between(&random, -9, 9), 4, 2},
                to = tl_madd(from, test_random_direction(&random), h);
        tl_vec2 ring[6] = {{0, 0}, {30, 0}, {30, 10}, {12, 12}, {10, 30}, {0, 30}}; /* an L */
        const tl_shape shapes[6] = {
            {.kind = TL_SHAPE_DISC, .radius = r, .low = 1, .high = 1 + h},
            {.kind = TL_SHAPE_OVAL, .size = {a, b}, .low = 1, .high = 1 + h},
            {.kind = TL_SHAPE_POLYGON, .outline = ring, .outline_count = 6, .low = 1, .high = 1 + h},
            {.kind = TL_SHAPE_CAPSULE, .radius = r, .from = from, .to = to},
            {.kind = TL_SHAPE_CYLINDER, .radius = r, .from = from, .to = to},
            {.kind = TL_SHAPE_BOX, .from = {0, 0, 0}, .to = {a, b, h}}};
        const double volumes[6] = {TL_PI * r * r * h,
                                   TL_PI * a * b * h,
                                   540 * h, /* by the shoelace formula */
                                   TL_PI * r * r * h + 4.0 / 3 * TL_PI * r * r * r,
                                   TL_PI * r * r * h,
                                   a * b * h};
        for (int k = 0; k < 6; k++) {
            tl_shape shape = shapes[k];
            shape.pose = test_random_pose(&random, 100);
            tl_mesh *mesh = tl_mesh_create(context);
            assert_int_equal(tl_shape_tessellate(&shape, "x", TL_ROLE_CORE, mesh, NULL), TL_OK);
            tl_mesh_edges edges;
            assert_int_equal(tl_mesh_count_edges(mesh, &edges, NULL), TL_OK);
            assert_int_equal(edges.odd, 0);
            double volume = tl_mesh_volume(mesh), largest = fmax(fmax(a, b), r);
            assert_true(volume <= volumes[k] * (1 + 1e-9));
            /* a layer of the sagitta's thickness at most is missing */
            assert_true(volume >=
                        volumes[k] * (1 - 6 * TL_TESSELLATION_SAGITTA / fmin(fmin(a, b), r)) - 1e-6 * largest);
            tl_mesh_destroy(mesh);
        }
    }
}

/* The very same tree, so that every walk goes the same way. */
static void assert_same_tree(const tl_bvh *a, const tl_bvh *b) {
    assert_true(a->node_count == b->node_count && a->block_count == b->block_count && a->node_count > 0);
    assert_memory_equal(a->nodes, b->nodes, a->node_count * sizeof(*a->nodes));
    assert_memory_equal(a->blocks, b->blocks, a->block_count * sizeof(*a->blocks));
}

static void moving_is_placing_again(void **state) {
    (void)state;
    test_random random = test_random_start("model-move", 3);
    tl_model *model = NULL;
    const tl_shape base = {.kind = TL_SHAPE_DISC, .pose = tl_pose_identity(), .radius = 20, .low = 0, .high = 3};
    assert_int_equal(tl_model_create(context, walker(), &(tl_model_options){.base = base}, &model, NULL), TL_OK);
    tl_pose pose = test_random_pose(&random, 500);
    tl_body *moved = NULL, *fresh = NULL;
    assert_int_equal(tl_body_create(context, model, &pose, &moved, NULL), TL_OK);
    for (int i = 0; i < 20; i++) {
        pose = test_random_pose(&random, 500);
        assert_int_equal(tl_body_move(context, moved, model, &pose, NULL), TL_OK);
        assert_int_equal(tl_body_create(context, model, &pose, &fresh, NULL), TL_OK);
        assert_memory_equal(&moved->box, &fresh->box, sizeof(fresh->box));
        assert_memory_equal(tl_bvh_vertices(moved->core), tl_bvh_vertices(fresh->core),
                            tl_bvh_vertex_count(fresh->core) * sizeof(tl_vec3));
        assert_point_near(moved->base.pose.at, fresh->base.pose.at, 0);
        assert_same_tree(moved->solid, fresh->solid);
        assert_same_tree(moved->core, fresh->core);
        tl_body_destroy(context, fresh);
    }
    /* Out of reach: told, and nothing has moved. */
    tl_box3 box = moved->box;
    pose.at.y = -0.3 * TL_BVH_LIMIT;
    assert_int_equal(tl_body_move(context, moved, model, &pose, NULL), TL_ERROR_ARGUMENT);
    assert_memory_equal(&moved->box, &box, sizeof(box));
    fresh = NULL;
    assert_int_equal(tl_body_create(context, model, &pose, &fresh, NULL), TL_ERROR_ARGUMENT);
    assert_null(fresh);
    tl_body_destroy(context, moved);
    tl_model_destroy(model);
}

static int start(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context != NULL ? 0 : 1;
}

static int stop(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_by_name),    cmocka_unit_test(cores_cut_from_meshes),
        cmocka_unit_test(marks_give_roles), cmocka_unit_test(bases),
        cmocka_unit_test(tessellations),    cmocka_unit_test(moving_is_placing_again),
    };
    return cmocka_run_group_tests_name("model", tests, start, stop);
}
