/* test_board_change.c: what an edit of a board changes: boxes round what came, went or moved; which pairs of places are
 * worked out again, by the law that what comes takes lines away and what goes gives some back; and that the pairs are
 * then those of the edited board worked out anew. */
#include "board/map/bodies.h"
#include "board/findings/pairs.h"
#include "support/board_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Inventories -------------------------------------------------------------------------------------------------- */

static const char *terrain_text(const char *more) {
    static char text[2000];
    snprintf(text, sizeof(text), "%s,{'id':'mine','kind':'minefield','disc':{'centre':[300,200],'radius':40}},%s%s",
             board_wall("west", 100, 100, 160, 120, 50), board_wall("east", 400, 100, 420, 160, 30), more);
    return text;
}

static void check_box(tl_box3 box, tl_vec3 low, tl_vec3 high) {
    const tl_vec3 more = {0.01, 0.01, 0.01}; /* since outlines of meshes may be so much larger */
    assert_point_near(box.low, tl_sub(low, more), 1e-9);
    assert_point_near(box.high, tl_add(high, more), 1e-9);
}

static void everything_is_listed(void **state) {
    (void)state;
    board_scene b;
    char units[600];
    snprintf(units, sizeof(units), "%s,%s", board_man("m", "red", 50, 60, ""), board_man("n", "blue", 500, 300, ""));
    board_scene_begin(&b, 600, 400, "",
                      terrain_text(",{'id':'wood','kind':'wood','outline':[[10,210],[90,210],[90,290],[30,260]]}"),
                      units);
    tl_board_inventory i;
    assert_int_equal(tl_board_inventory_make(b.made.context, board_referee(&b)->table, &i), TL_OK);
    assert_int_equal(i.count, 6);
    static const char *const ids[6] = {"west", "mine", "east", "wood", "m1", "n1"};
    for (int k = 0; k < 6; k++) {
        assert_string_equal(i.items[k].id, ids[k]);
        assert_true(i.items[k].terrain == (k < 4));
    }
    check_box(i.items[3].box, (tl_vec3){10, 210, 0}, (tl_vec3){90, 290, 0});
    check_box(i.items[0].box, (tl_vec3){100, 100, 0}, (tl_vec3){160, 120, 50});
    check_box(i.items[1].box, (tl_vec3){260, 160, 0}, (tl_vec3){340, 240, 0});
    check_box(i.items[2].box, (tl_vec3){400, 100, 0}, (tl_vec3){420, 160, 30});
    assert_near(i.items[5].pose.at.x, 500, 1e-9);
    assert_near(i.items[5].pose.at.y, 300, 1e-9);
    assert_near(i.items[4].box.low.x, 50 - 12.5, 1e-6);
    assert_near(i.items[4].box.high.z, 30, 1e-6);
    tl_board_inventory_free(b.made.context, &i);
    assert_null(i.items);
    board_scene_end(&b);
}

typedef struct edited {
    tl_board_inventory before, after;
    tl_board_changes changes;
} edited;

static void edit(board_scene *b, const char *text, edited *e) {
    char json[300];
    const tl_referee *referee;
    snprintf(json, sizeof(json), "%s", text);
    for (char *c = json; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    tl_board_editor editor = board_editor(b);
    assert_int_equal(tl_board_inventory_make(b->made.context, board_referee(b)->table, &e->before), TL_OK);
    if (editor.edit(editor.user, json, &referee, &b->made.error) != TL_OK) {
        fail_msg("%s: %s", json, b->made.error.message);
    }
    assert_int_equal(tl_board_inventory_make(b->made.context, referee->table, &e->after), TL_OK);
    assert_int_equal(tl_board_inventory_changes(b->made.context, &e->before, &e->after, &e->changes), TL_OK);
}

static void drop(board_scene *b, edited *e) {
    tl_board_inventory_free(b->made.context, &e->before);
    tl_board_inventory_free(b->made.context, &e->after);
    tl_free(b->made.context, e->changes.boxes);
}

static void changes_are_boxes(void **state) {
    (void)state;
    board_scene b;
    char units[600];
    snprintf(units, sizeof(units), "%s,%s", board_man("m", "red", 50, 60, ""), board_man("n", "blue", 500, 300, ""));
    board_scene_begin(&b, 600, 400, "", terrain_text(""), units);
    edited e;
    /* nothing at all */
    edit(&b, "[]", &e);
    assert_int_equal(e.changes.count, 0);
    assert_int_equal(e.changes.gone, 0);
    drop(&b, &e);
    /* taken away: where it was; what comes behind it in the list is found all the same */
    edit(&b, "{'remove':'west'}", &e);
    assert_int_equal(e.changes.count, 1);
    assert_int_equal(e.changes.gone, 1);
    check_box(e.changes.boxes[0], (tl_vec3){100, 100, 0}, (tl_vec3){160, 120, 50});
    drop(&b, &e);
    /* moved: where it was, and where it is */
    edit(&b, "{'move':['east'],'by':[20,-10]}", &e);
    assert_int_equal(e.changes.count, 2);
    assert_int_equal(e.changes.gone, 1);
    check_box(e.changes.boxes[0], (tl_vec3){400, 100, 0}, (tl_vec3){420, 160, 30});
    check_box(e.changes.boxes[1], (tl_vec3){420, 90, 0}, (tl_vec3){440, 150, 30});
    drop(&b, &e);
    /* the disc, too */
    edit(&b, "{'move':['mine'],'by':[0,5]}", &e);
    assert_int_equal(e.changes.count, 2);
    check_box(e.changes.boxes[1], (tl_vec3){260, 165, 0}, (tl_vec3){340, 245, 0});
    drop(&b, &e);
    /* new: where it is */
    edit(&b, "{'add':'terrain','value':{'id':'new','kind':'wall','outline':[[10,300],[20,300],[20,310]],'height':7}}",
         &e);
    assert_int_equal(e.changes.count, 1);
    assert_int_equal(e.changes.gone, 0);
    check_box(e.changes.boxes[0], (tl_vec3){10, 300, 0}, (tl_vec3){20, 310, 7});
    drop(&b, &e);
    /* a model moved, and one that only turns: round as it is, its box stays and its pose doesn't */
    edit(&b, "{'move':['m1'],'by':[0,30]}", &e);
    assert_int_equal(e.changes.count, 2);
    assert_near(e.changes.boxes[1].low.y - e.changes.boxes[0].low.y, 30, 1e-9);
    drop(&b, &e);
    edit(&b, "{'move':['m1'],'turn':90}", &e);
    assert_int_equal(e.changes.count, 2);
    drop(&b, &e);
    board_scene_end(&b);
}

/* Poses and boxes are compared all through. */
static void any_difference_is_one(void **state) {
    (void)state;
    board_scene b;
    board_scene_begin(&b, 600, 400, "", terrain_text(""), "");
    tl_board_inventory from, to;
    assert_int_equal(tl_board_inventory_make(b.made.context, board_referee(&b)->table, &from), TL_OK);
    assert_int_equal(tl_board_inventory_make(b.made.context, board_referee(&b)->table, &to), TL_OK);
    for (int k = 0; k < 18; k++) {
        struct tl_board_item kept = to.items[1], *item = &to.items[1];
        tl_vec3 *const parts[6] = {&item->box.low, &item->box.high, &item->pose.x,
                                   &item->pose.y,  &item->pose.z,   &item->pose.at};
        double *const axes[3] = {&parts[k / 3]->x, &parts[k / 3]->y, &parts[k / 3]->z};
        *axes[k % 3] += 0.25;
        tl_board_changes changes;
        assert_int_equal(tl_board_inventory_changes(b.made.context, &from, &to, &changes), TL_OK);
        assert_int_equal(changes.count, 2);
        assert_int_equal(changes.gone, 1);
        assert_point_near(changes.boxes[0].high, from.items[1].box.high, 0);
        assert_point_near(changes.boxes[1].high, item->box.high, 0);
        assert_point_near(changes.boxes[1].low, item->box.low, 0);
        tl_free(b.made.context, changes.boxes);
        *item = kept;
    }
    tl_board_inventory_free(b.made.context, &from);
    tl_board_inventory_free(b.made.context, &to);
    board_scene_end(&b);
}

/* --- Variants ----------------------------------------------------------------------------------------------------- */

/* 600 x 400: places at 50, 150, ... each way. */
typedef struct board {
    board_scene b;
    tl_board_stage stage;
    tl_board_body body;
    tl_board_grid grid;
    tl_board_pairs pairs;
    tl_board_zones zones;
    tl_board_inventory inventory;
} board;

static void open_board(board *o, const char *terrain) {
    memset(o, 0, sizeof(*o));
    board_scene_begin(&o->b, 600, 400, "", terrain, board_man("m", "red", 50, 250, ""));
    const tl_referee *referee = board_referee(&o->b);
    tl_error *error = &o->b.made.error;
    o->grid = (tl_board_grid){0, 0, 600, 400, 100, 6, 4};
    assert_int_equal(tl_board_stage_make(referee, NULL, &o->stage, error), TL_OK);
    assert_int_equal(tl_board_body_named(referee->table, NULL, "target", 0, &o->body, error), TL_OK);
    assert_int_equal(tl_board_pairs_make(&o->stage, &o->body, &o->grid, 0, 1, &o->pairs, error), TL_OK);
    const tl_vec2 *const zone[2] = {NULL, NULL};
    const size_t count[2] = {0, 0};
    assert_int_equal(tl_board_zones_make(&o->pairs, o->stage.terrain.rect, zone, count, &o->zones, error), TL_OK);
    assert_int_equal(tl_board_inventory_make(o->b.made.context, referee->table, &o->inventory), TL_OK);
}

static void work(board *o, const tl_board_effort *effort) {
    assert_int_equal(tl_board_pairs_work(&o->stage, effort, &o->pairs, &o->b.made.error), TL_OK);
}

static void close_board(board *o) {
    tl_board_inventory_free(o->b.made.context, &o->inventory);
    tl_board_zones_free(o->b.made.context, &o->zones);
    tl_board_pairs_free(&o->pairs);
    tl_board_stage_free(&o->stage);
    board_scene_end(&o->b);
}

static const tl_referee *edit_board(board *o, const char *text) {
    char json[300];
    const tl_referee *referee;
    snprintf(json, sizeof(json), "%s", text);
    for (char *c = json; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    tl_board_editor editor = board_editor(&o->b);
    assert_int_equal(editor.edit(editor.user, json, &referee, &o->b.made.error), TL_OK);
    return referee;
}

/* Whether bodies stand alike at a place before and after. */
static bool alike(const tl_board_square *a, const tl_board_square *b) {
    return a->area == b->area && a->partly == b->partly && tl_same_point(a->end.places.at.low, b->end.places.at.low) &&
           tl_same_point(a->end.places.at.high, b->end.places.at.high);
}

static bool between_zones_or_out_of_one(const board *o, size_t i, size_t j) {
    int a = o->zones.classes[i] & 3, b = o->zones.classes[j] & 3;
    return a != b; /* one of them is in a zone, the other in none or in the other one */
}

/* After an edit of which `gone` and `came` are the boxes (NULL: none): who is asked again, and what comes of it. */
static void check_variant(board *o, const char *text, const tl_box3 *gone, const tl_box3 *came, bool rough,
                          bool zones_only) {
    const tl_referee *referee = edit_board(o, text);
    const tl_board_effort effort = {.threads = 1, .rough = rough};
    tl_board_variant v;
    tl_error *error = &o->b.made.error;
    assert_int_equal(
        tl_board_variant_make(referee, NULL, &o->inventory, &o->pairs, &o->zones, zones_only, &effort, &v, error),
        TL_OK);
    tl_board_stage stage;
    tl_board_pairs fresh;
    assert_int_equal(tl_board_stage_make(referee, NULL, &stage, error), TL_OK);
    assert_int_equal(tl_board_pairs_make(&stage, &o->body, &o->grid, 0, 1, &fresh, error), TL_OK);
    assert_int_equal(tl_board_pairs_work(&stage, &effort, &fresh, error), TL_OK);
    size_t again = 0, changed = 0;
    for (size_t j = 0; j < fresh.count; j++) {
        assert_true(alike(&v.pairs.squares[j], &fresh.squares[j]));
        for (size_t i = 0; i < j; i++) {
            size_t k = tl_board_pair_index(i, j);
            uint8_t pair = o->pairs.pairs[k];
            bool free = pair == TL_BOARD_PAIR_SEEN || (rough && pair == TL_BOARD_PAIR_LIKELY);
            bool blocked = pair == TL_BOARD_PAIR_HIDDEN || (rough && pair == TL_BOARD_PAIR_OPEN);
            bool stand =
                alike(&o->pairs.squares[i], &fresh.squares[i]) && alike(&o->pairs.squares[j], &fresh.squares[j]);
            bool may = (came != NULL && !blocked && tl_board_pair_meets(&o->pairs, i, j, came, 1)) ||
                       (gone != NULL && !free && tl_board_pair_meets(&o->pairs, i, j, gone, 1));
            bool wanted = !stand || (may && pair != TL_BOARD_PAIR_NOWHERE);
            wanted = wanted && (!zones_only || between_zones_or_out_of_one(o, i, j));
            assert_true(v.wanted[k] == wanted);
            again += wanted;
            if (wanted || !zones_only) {
                assert_int_equal(v.pairs.pairs[k], fresh.pairs[k]);
            } else if (!between_zones_or_out_of_one(o, i, j)) {
                assert_int_equal(v.pairs.pairs[k], pair);
            }
            changed += v.pairs.pairs[k] != pair;
        }
    }
    assert_int_equal(v.again, again);
    assert_true(again > 0 && changed > 0);
    tl_board_pairs_free(&fresh);
    tl_board_stage_free(&stage);
    tl_board_variant_free(&v);
    assert_null(v.wanted);
}

static void pairs_after_an_edit_are_those_of_the_board(void **state) {
    (void)state;
    /* one wall over a place, so that nobody can stand there; one between places */
    char terrain[800];
    snprintf(terrain, sizeof(terrain), "%s,%s", board_wall("on", 235, 235, 265, 265, 60),
             board_wall("off", 190, 70, 210, 200, 60));
    const tl_box3 on = {{234.99, 234.99, 0}, {265.01, 265.01, 60}}, off = {{189.99, 69.99, 0}, {210.01, 200.01, 60}};
    const tl_box3 moved = {{389.99, 69.99, 0}, {410.01, 200.01, 60}};
    for (int rough = 0; rough < 2; rough++) {
        board o;
        open_board(&o, terrain);
        work(&o, &(tl_board_effort){.threads = 2, .rough = rough});
        for (int zones_only = 0; zones_only < 2; zones_only++) {
            check_variant(&o, "{'remove':'on'}", &on, NULL, rough, zones_only);
            check_variant(&o, "{'remove':'off'}", &off, NULL, rough, zones_only);
            check_variant(&o, "{'move':['off'],'by':[200,0]}", &off, &moved, rough, zones_only);
            const tl_box3 new = {{439.99, 239.99, 0}, {560.01, 260.01, 60}};
            check_variant(&o,
                          "{'add':'terrain','value':{'id':'new','kind':'wall','outline':"
                          "[[440,240],[560,240],[560,260],[440,260]],'height':60}}",
                          NULL, &new, rough, zones_only);
        }
        close_board(&o);
    }
}

/* A low block that somebody can stand on: the same place, higher, is another one. */
static void who_is_lifted_is_asked_again(void **state) {
    (void)state;
    board o;
    open_board(&o, board_wall("block", 110, 110, 190, 190, 20));
    work(&o, &(tl_board_effort){.threads = 1});
    const tl_board_square *s = &o.pairs.squares[1 * 6 + 1];
    assert_true(s->area == 1e4 && s->end.places.at.low.z > 19);
    const tl_box3 box = {{109.99, 109.99, 0}, {190.01, 190.01, 20}};
    const tl_referee *referee = edit_board(&o, "{'remove':'block'}");
    tl_board_variant v;
    assert_int_equal(tl_board_variant_make(referee, NULL, &o.inventory, &o.pairs, &o.zones, false,
                                           &(tl_board_effort){.threads = 1}, &v, &o.b.made.error),
                     TL_OK);
    assert_true(v.pairs.squares[7].end.places.at.low.z < 1);
    for (size_t i = 0; i < 24; i++) {
        for (size_t j = 0; j < i; j++) {
            bool lifted = i == 7 || j == 7;
            size_t k = tl_board_pair_index(i, j);
            bool hidden = o.pairs.pairs[k] != TL_BOARD_PAIR_SEEN && o.pairs.pairs[k] != TL_BOARD_PAIR_NOWHERE;
            assert_true(v.wanted[k] == (lifted || (hidden && tl_board_pair_meets(&o.pairs, i, j, &box, 1))));
        }
    }
    tl_board_variant_free(&v);
    close_board(&o);
}

/* Everybody stands on the table: to the side of everything nobody is asked again. */
static void what_stands_aside_changes_nothing(void **state) {
    (void)state;
    board o;
    open_board(&o, board_wall("aside", 2, 2, 8, 8, 60));
    work(&o, &(tl_board_effort){.threads = 1});
    const tl_referee *referee = edit_board(&o, "{'remove':'aside'}");
    tl_board_variant v;
    assert_int_equal(tl_board_variant_make(referee, NULL, &o.inventory, &o.pairs, &o.zones, false,
                                           &(tl_board_effort){.threads = 1}, &v, &o.b.made.error),
                     TL_OK);
    assert_int_equal(v.again, 0);
    assert_memory_equal(v.pairs.pairs, o.pairs.pairs, 24 * 23 / 2);
    tl_board_variant_free(&v);
    close_board(&o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_listed),         cmocka_unit_test(changes_are_boxes),
        cmocka_unit_test(any_difference_is_one),        cmocka_unit_test(pairs_after_an_edit_are_those_of_the_board),
        cmocka_unit_test(who_is_lifted_is_asked_again), cmocka_unit_test(what_stands_aside_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
