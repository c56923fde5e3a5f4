/* What builds that validate check: a structure that is as it was made passes, and each fault planted in it is told by
 * the sentence that it breaks, and ends the program. Skipped where nothing validates (the debug preset does). */
#include "support/assert_geom.h"
#include "support/judge_table.h"
#include "support/sight_scenes.h"

#include "area/spans.h"
#include "base/thread_pool.h"
#include "board/region/swept.h"
#include "bvh/tree.h"
#include "conform/join.h"
#include "conform/links.h"
#include "scene/table.h"
#include "visibility/patch.h"

#ifdef TL_VALIDATE

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static tl_context *context;

static int setup(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int teardown(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

/* Runs something in a process of its own, which must end by SIGABRT after telling the sentence. */
static void assert_aborts(void (*broken)(void *user), void *user, const char *sentence) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        signal(SIGABRT, SIG_DFL);
        broken(user);
        _exit(0);
    }
    close(ends[1]);
    char said[4096] = "";
    size_t used = 0;
    for (ssize_t got; used + 1 < sizeof(said) && (got = read(ends[0], said + used, sizeof(said) - 1 - used)) > 0;) {
        used += (size_t)got;
    }
    said[used] = '\0';
    close(ends[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || strstr(said, sentence) == NULL) {
        fail_msg("status %d, not an end by abort with `%s`: %s", status, sentence, said);
    }
}

#define assert_broken(check, sentence)                                                                                 \
    do {                                                                                                               \
        const char *told = (check);                                                                                    \
        assert_non_null(told);                                                                                         \
        assert_string_equal(told, sentence);                                                                           \
    } while (0)

static tl_bvh *ball(int rings) {
    test_mesh mesh = {0};
    tl_bvh *bvh = NULL;
    test_mesh_ball(&mesh, (tl_vec3){40, -30, 20}, (tl_vec3){10, 12, 15}, rings);
    assert_int_equal(
        tl_bvh_build(context, mesh.vertices, mesh.vertex_count, mesh.triangles, mesh.triangle_count, NULL, &bvh, NULL),
        TL_OK);
    test_mesh_free(&mesh);
    return bvh;
}

/* --- The macros --------------------------------------------------------------------------------------------------- */

static void fails_an_assertion(void *user) {
    int *two = user;
    TL_ASSERT(*two == 3, "two is three");
}

static void fails_an_invariant(void *user) {
    TL_CHECK_INVARIANT((const char *)user);
}

static void failures_end_the_program(void **state) {
    (void)state;
    int two = 2;
    TL_ASSERT(two == 2, "two is two");
    TL_CHECK_INVARIANT(NULL);
    assert_aborts(fails_an_assertion, &two, "this must hold: two is three");
    char sentence[] = "sheep may safely graze";
    assert_aborts(fails_an_invariant, sentence, "this must hold: sheep may safely graze");
}

/* --- Hierarchies -------------------------------------------------------------------------------------------------- */

static void places_what_is_shared(void *user) {
    tl_bvh *bvh = user;
    tl_bvh_hold(bvh);
    tl_pose pose = tl_pose_identity();
    tl_bvh_place(bvh, tl_bvh_vertices(bvh), &pose);
}

static void asks_for_a_triangle_beyond(void *user) {
    tl_bvh *bvh = user;
    tl_vec3 corner[3];
    tl_bvh_corners(bvh, (uint32_t)tl_bvh_triangle_count(bvh), corner);
}

static void hierarchies(void **state) {
    (void)state;
    tl_bvh *bvh = ball(12);
    assert_null(tl_bvh_broken(bvh));
    assert_true(bvh->node_count > 2);
    tl_bvh_node *root = &bvh->nodes[0];
    uint32_t inner = 0;
    while (root->child[inner] == TL_BVH_NONE || (root->child[inner] & TL_BVH_LEAF) != 0) {
        inner++;
    }
    float high = root->high[1][inner];
    root->high[1][inner] = 0.5F * (root->low[1][inner] + high);
    assert_broken(tl_bvh_broken(bvh), "a node's box holds those of its children");
    root->high[1][inner] = high;

    uint32_t *leaf = NULL;
    tl_bvh_node *home = NULL;
    for (size_t n = 0; n < bvh->node_count && leaf == NULL; n++) {
        for (int lane = 0; lane < TL_BVH_WIDTH && leaf == NULL; lane++) {
            uint32_t child = bvh->nodes[n].child[lane];
            home = &bvh->nodes[n];
            leaf = child != TL_BVH_NONE && (child & TL_BVH_LEAF) != 0 ? &bvh->nodes[n].child[lane] : NULL;
        }
    }
    assert_non_null(leaf);
    size_t lane = (size_t)(leaf - home->child);
    float low = home->low[2][lane];
    home->low[2][lane] = home->high[2][lane];
    assert_broken(tl_bvh_broken(bvh), "a leaf's box holds the corners of its triangles");
    home->low[2][lane] = low;

    tl_bvh_block *block = &bvh->blocks[TL_BVH_LEAF_BLOCK(*leaf)];
    assert_true(TL_BVH_LEAF_COUNT(*leaf) > 1);
    uint32_t triangle = block->triangle[0];
    block->triangle[0] = block->triangle[1];
    assert_broken(tl_bvh_broken(bvh), "every triangle lies in one leaf");
    block->triangle[0] = triangle;

    uint32_t was = root->child[inner];
    root->child[inner] = 0;
    assert_broken(tl_bvh_broken(bvh), "a child has a larger number than its parent");
    root->child[inner] = was;

    double reach = bvh->box.high.x;
    bvh->box.high.x -= 1;
    assert_broken(tl_bvh_broken(bvh), "the box holds every triangle");
    bvh->box.high.x = reach;
    assert_null(tl_bvh_broken(bvh));

    assert_aborts(places_what_is_shared, bvh, "what has several holders isn't placed");
    assert_aborts(asks_for_a_triangle_beyond, bvh, "the triangle is one of the hierarchy's");
    tl_bvh_destroy(bvh);
}

/* --- Joined worlds ------------------------------------------------------------------------------------------------ */

static void joined_worlds(void **state) {
    (void)state;
    tl_bvh *bvh = ball(6);
    tl_conform_part part = {.bvh = bvh, .conforms = true};
    tl_joined *joined = NULL;
    assert_int_equal(tl_conform_join(context, context, &part, 1, &joined, NULL), TL_OK);
    assert_null(tl_joined_broken(joined));
    /* an edge of the first face, and the one that it is joined with: the ring of two is opened */
    uint32_t next = joined->next[0], other = next & TL_LINK_EDGE;
    assert_true(other != 0);
    joined->next[0] = (next & TL_LINK_ALONG) | 0;
    assert_broken(tl_joined_broken(joined), "the faces at an edge are a ring: each is the next of one");
    joined->next[0] = next;
    joined->next[1] = TL_LINK_NONE;
    assert_broken(tl_joined_broken(joined), "a face is joined at all of its edges, or at none");
    joined->next[1] = (uint32_t)(4 * joined->face_count);
    assert_broken(tl_joined_broken(joined), "a link leads to an edge that is there");
    tl_joined_destroy(joined);
    tl_bvh_destroy(bvh);
}

/* --- Cells and shafts --------------------------------------------------------------------------------------------- */

static void splits_askew(void *user) {
    tl_cell *low, *high;
    tl_cell_scratch scratch = {.context = context};
    tl_cell_split(&scratch, user, (tl_vec3){1, 1, 0}, 0, &low, &high);
}

static void cells_and_shafts(void **state) {
    (void)state;
    tl_cell_scratch scratch = {.context = context};
    const tl_vec3 square[4] = {{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}},
                  away[3] = {{0, 0, 50}, {9, 0, 50}, {0, 9, 50}};
    const uint32_t four = 4, three = 3;
    tl_cell *cell = tl_cell_from_polygons(&scratch, square, &four, 1);
    tl_cell *far = tl_cell_from_polygons(&scratch, away, &three, 1);
    assert_null(tl_cell_broken(cell));
    cell->points[2].z += 1; /* bent, and the coordinates side by side say otherwise */
    assert_broken(tl_cell_broken(cell),
                  "a cell's coordinates side by side are those of its points, then the first again");
    cell->z[2] += 1;
    assert_broken(tl_cell_broken(cell), "a cell's box holds its points");
    cell->box.high.z += 1;
    assert_broken(tl_cell_broken(cell), "no two points of a cell are farther apart than its diameter");
    cell->diameter += 1;
    assert_broken(tl_cell_broken(cell), "a cell's polygons are flat and convex");
    cell->points[2] = (tl_vec3){2, 2, 0}; /* flat again, with a corner that turns the other way */
    cell->x[2] = cell->y[2] = 2;
    cell->z[2] = 0;
    assert_broken(tl_cell_broken(cell), "a cell's polygons are flat and convex");
    cell->points[2] = square[2];
    cell->x[2] = cell->y[2] = 10;
    assert_null(tl_cell_broken(cell));
    uint32_t corner = cell->corners[1];
    cell->corners[1] = 77;
    assert_broken(tl_cell_broken(cell), "a polygon's corners are points of its cell");
    cell->corners[1] = corner;

    tl_shaft shaft;
    tl_shaft_make(&shaft, cell, far, 100, false);
    assert_null(tl_shaft_broken(&shaft, cell, far));
    double offset = shaft.offset[0];
    shaft.offset[0] -= 1; /* the first plane cuts into both cells */
    assert_broken(tl_shaft_broken(&shaft, cell, far),
                  "a shaft's planes look outward: every point of both cells is inside of each");
    shaft.offset[0] = offset;
    shaft.x[0] = 2;
    assert_broken(tl_shaft_broken(&shaft, cell, far), "a shaft's planes have unit normals");
    assert_aborts(splits_askew, cell, "a cell is cut along a unit normal");
    tl_cell_release(context, cell);
    tl_cell_release(context, far);
    tl_cell_scratch_free(&scratch);
}

/* --- Shells ------------------------------------------------------------------------------------------------------- */

/* Two edges of a face change their neighbours: rings still close, but go round two edges. */
static void crawls_with_wrong_links(void *user) {
    tl_patch *patch = user;
    uint32_t *next = patch->own->next, first = next[0];
    next[0] = next[1];
    next[1] = first;
    uint32_t face = tl_patch_take(patch, 0);
    size_t wrapped;
    patch->faces[face].twins[0] = patch->faces[face].twins[1] = UINT32_MAX;
    tl_patch_enter(patch, NULL);
    tl_patch_crawl(patch, &patch->root, 2 * face, 10000, 1000, &wrapped);
}

static void shells(void **state) {
    (void)state;
    tl_bvh *bvh = ball(6);
    tl_world *world = NULL;
    uint8_t blockers[1] = {TL_ROLES_ALL}, insides[1] = {TL_ROLES_ALL};
    assert_int_equal(tl_world_create(context, 1, &world, NULL), TL_OK);
    tl_world_set(world, 0, bvh);
    tl_obstacles obstacles = {
        .world = world, .blockers = blockers, .insides = insides, .ground_slot = TL_SIGHT_NO_GROUND};
    tl_cell_scratch scratch = {.context = context};
    tl_cell *eye = tl_cell_from_point(&scratch, (tl_vec3){-100, -30, 20}, false);
    tl_cell *end = tl_cell_from_point(&scratch, (tl_vec3){200, -30, 20}, false);
    tl_cell_of_box_room room;
    tl_cell around = tl_cell_of_box(&room, (tl_box3){{-100, -60, -10}, {200, 0, 50}});
    tl_shaft root, shaft;
    tl_shaft_make(&root, &around, &around, 300, false);
    tl_shaft_make(&shaft, &around, &around, 300, false);
    tl_patch patch;
    assert_int_equal(tl_patch_start(&patch, context, &obstacles, &root), TL_OK);
    tl_patch_enter(&patch, NULL);
    uint32_t first = tl_patch_take(&patch, 0);
    size_t wrapped;
    assert_int_equal(tl_patch_crawl(&patch, &shaft, 2 * first, 10000, 1000, &wrapped), TL_CRAWL_DONE);
    assert_int_equal(patch.queue_count, tl_bvh_triangle_count(bvh)); /* one side of all of the ball */
    assert_null(tl_shell_broken(&patch, &shaft));
    uint32_t half = patch.queue[3], seen = patch.faces[half >> 1].seen[half & 1];
    patch.faces[half >> 1].seen[half & 1] = 0; /* a hole in the shell */
    assert_non_null(tl_shell_broken(&patch, &shaft));
    patch.faces[half >> 1].seen[half & 1] = seen;
    size_t count = patch.queue_count;
    uint32_t last = patch.queue[count - 1];
    patch.faces[last >> 1].seen[last & 1] = 0;
    patch.queue_count--; /* the shell ends before its last half-face */
    assert_broken(tl_shell_broken(&patch, &shaft), "a shell is closed: over every edge in the shaft it goes on");
    patch.queue_count = count;
    patch.faces[last >> 1].seen[last & 1] = seen;
    uint32_t parent = patch.parents[5];
    patch.parents[5] = 4 * 7; /* reached from one behind it */
    assert_broken(tl_shell_broken(&patch, &shaft),
                  "every half-face of a shell but the first was reached from one before it");
    patch.parents[5] = parent;
    assert_aborts(crawls_with_wrong_links, &patch, "half-faces that are matched have the same end points");
    blockers[0] = 0;
    assert_broken(tl_shell_broken(&patch, &shaft), "every face of a shell counts for the question");
    tl_patch_free(&patch);
    tl_cell_release(context, eye);
    tl_cell_release(context, end);
    tl_cell_scratch_free(&scratch);
    tl_world_destroy(world);
    tl_bvh_destroy(bvh);
}

/* --- Spans, outlines ---------------------------------------------------------------------------------------------- */

static void spans_and_outlines(void **state) {
    (void)state;
    tl_spans spans = {.count = 2, .items = {{.low = 0.1, .high = 0.2}, {.low = 0.4, .high = 0.5}}};
    assert_null(tl_spans_broken(&spans));
    spans.items[1].low = 0.15;
    assert_broken(tl_spans_broken(&spans), "spans are sorted and disjoint");
    spans.items[1].low = 0.6;
    assert_broken(tl_spans_broken(&spans), "a span begins before it ends");
    spans.count = TL_SPAN_CAPACITY + 1;
    assert_broken(tl_spans_broken(&spans), "there are no more spans than there is room for");
    tl_span_pieces pieces = {.count = 2, .items = {{.low = 0, .high = 0.3}, {.low = 0.3, .high = 1}}};
    assert_null(tl_pieces_broken(&pieces));
    pieces.items[1].low = 0.4;
    assert_broken(tl_pieces_broken(&pieces), "a piece begins where the last one ends");
    pieces.items[1].low = 0.3;
    pieces.items[1].high = 0.9;
    assert_broken(tl_pieces_broken(&pieces), "the pieces are all of the line");
    const tl_vec2 ring[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    tl_outline outline;
    assert_int_equal(tl_outline_polygon(context, ring, 4, &outline, NULL), TL_OK);
    assert_null(tl_outline_broken(&outline));
    outline.edges[1].b.x += 1;
    assert_broken(tl_outline_broken(&outline), "a ring's edges run one into the next, and the last into the first");
    outline.edges[1].b.x -= 1;
    outline.runs[0].high.y = 5;
    assert_broken(tl_outline_broken(&outline), "boxes hold their edges");
    tl_outline_free(&outline);
}

/* --- Cases, tables ------------------------------------------------------------------------------------------------ */

static void cases(void **state) {
    (void)state;
    tl_model_options options = {
        .core = {.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = {-10, -20, 0}, .to = {10, 20, 30}}};
    tl_model *model = NULL;
    tl_board_body body;
    assert_int_equal(tl_model_create(context, NULL, &options, &model, NULL), TL_OK);
    assert_int_equal(tl_board_body_make(context, &body, model, 30, NULL), TL_OK);
    tl_model_destroy(model);
    tl_board_region place = {.body = &body, .at = {{100, 100, 0}, {140, 120, 5}}};
    tl_board_swept made;
    tl_board_swept_make(&made, &place, 0);
    assert_null(tl_board_swept_broken(&made));
    tl_vec3 first = made.corners[0];
    tl_vec3 out = tl_sub(first, tl_box3_centre(made.box));
    made.corners[0] = tl_madd(first, out, 0.2); /* one corner pulled out of its faces' planes */
    assert_broken(tl_board_swept_broken(&made),
                  "a case is convex, and its faces look outward: every corner is inside of each");
    made.corners[0] = first;
    for (uint32_t k = 0; 2 * k + 1 < made.sizes[0]; k++) { /* one face turned to look inward */
        tl_vec3 c = made.corners[k];
        made.corners[k] = made.corners[made.sizes[0] - 1 - k];
        made.corners[made.sizes[0] - 1 - k] = c;
    }
    assert_broken(tl_board_swept_broken(&made),
                  "a case is convex, and its faces look outward: every corner is inside of each");
}

static void places_nobody(void *user) {
    judge_table *t = user;
    const double at[2] = {10, 10};
    tl_table_place(t->table, t->table->member_count, at, 2, 0, 0, NULL);
}

static void tables(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_wall(&t, "north", (tl_vec2){500, 500}, (tl_vec2){700, 520}, 60);
    judge_wall(&t, "south", (tl_vec2){500, 900}, (tl_vec2){700, 920}, 60);
    judge_model(&t, "one", "red", "infantry", "man", 300, 300, 0, "");
    judge_model(&t, "two", "blue", "infantry", "man", 600, 300, 0, "");
    judge_ready(&t);
    tl_table *table = t.table;
    assert_null(tl_table_broken(table));
    size_t slot = table->members[1].slot;
    table->members[1].slot = table->members[0].slot;
    assert_broken(tl_table_broken(table), "no two things share a slot");
    table->members[1].slot = table->slot_count;
    assert_broken(tl_table_broken(table), "whatever is placed has a slot of the world");
    table->members[1].slot = slot;
    tl_model *model = table->members[0].model;
    size_t holders = atomic_load(&model->holders);
    atomic_store(&model->holders, 1);
    assert_broken(tl_table_broken(table), "a model counts everything on the table that holds it");
    atomic_store(&model->holders, holders);
    tl_bvh *solid = table->members[0].body->solid;
    table->members[0].body->solid = table->members[1].body->solid;
    assert_broken(tl_table_broken(table), "the world has in a slot what stands there");
    table->members[0].body->solid = solid;
    table->first_member[1]++;
    assert_broken(tl_table_broken(table), "units have their members one after the other");
    table->first_member[1]--;
    assert_null(tl_table_broken(table));
    assert_aborts(places_nobody, &t, "the member is one of the table's");
    judge_end(&t);
}

/* --- Threads ------------------------------------------------------------------------------------------------------ */

static tl_status count_piece(void *user, tl_context *own, size_t piece, tl_error *error) {
    (void)own;
    (void)error;
    ((uint8_t *)user)[piece]++;
    return TL_OK;
}

static void runs_backwards(void *user) {
    const tl_thread_pool crew = {.context = context,
                                 .threads = 1,
                                 .count = 3,
                                 .what = "",
                                 .first = 1,
                                 .last = 0.5,
                                 .user = user,
                                 .work = count_piece};
    tl_thread_pool_run(&crew, NULL);
}

static void thread_pools(void **state) {
    (void)state;
    uint8_t done[300] = {0};
    const tl_thread_pool crew = {
        .context = context, .threads = 4, .count = 300, .what = "", .user = done, .work = count_piece};
    assert_int_equal(tl_thread_pool_run(&crew, NULL), TL_OK);
    for (int i = 0; i < 300; i++) {
        assert_int_equal(done[i], 1);
    }
    assert_aborts(runs_backwards, done, "the work is a part of the caller's whole");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failures_end_the_program),
        cmocka_unit_test(hierarchies),
        cmocka_unit_test(joined_worlds),
        cmocka_unit_test(cells_and_shafts),
        cmocka_unit_test(shells),
        cmocka_unit_test(spans_and_outlines),
        cmocka_unit_test(thread_pools),
        cmocka_unit_test(cases),
        cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

#else

/* Conditions aren't even evaluated. */
static void nothing_is_checked(void **state) {
    (void)state;
    int asked = 0;
    TL_ASSERT(++asked > 100, "a condition that isn't looked at");
    TL_CHECK_INVARIANT(++asked > 100 ? "x" : "y");
    assert_int_equal(asked, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_checked)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
