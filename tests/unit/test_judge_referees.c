/* What a referee makes of a scene and of a question (judge/referee.c, bar.c, memo.c, measure/guess.c): settings, joined
 * worlds, places that are none, rule systems without some rule, guesses told. */
#include "api/handle.h"
#include "judge/attack/close.h"
#include "judge/bar.h"
#include "judge/check.h"
#include "judge/group/within.h"
#include "judge/measure/guess.h"
#include "judge/party.h"
#include "support/judge_facts.h"
#include "support/judge_outlines.h"
#include "support/made_edit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Settings ----------------------------------------------------------------------------------------------------- */

/* Words and numbers of a scene's settings hold for its questions; what no setting takes is refused at its place, the
 * first of several, and before what is only warned of. */
static void scene_settings(void **state) {
    (void)state;
    const struct {
        const char *settings, *words;
    } cases[] = {{"'tolerance_mm':2.5,'units':'inch'", ""},
                 {"'units':'cm','tolerance_mm':0", ""},
                 {"'range_metric':true", "`true`"},
                 {"'range_metric':false", "`false`"},
                 {"'range_metric':'sideways'", "`sideways`"},
                 {"'tolerance_mm':-1", "-1"},
                 {"'tolerance_mm':1000", "1000"},
                 {"'tolerance_m':1", "tolerance_m"},
                 {"'min_range':'far','range_metric':'sideways'", "`far`"},
                 {"'tolerance_mm':1,'range_metric':'sideways','min_range':'far'", "`sideways`"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        judge_setting(&t, "%s", cases[i].settings);
        judge_man(&t, "a", 1000, 1000);
        tl_status status = judge_try(&t, &error);
        if (cases[i].words[0] != '\0') {
            assert_int_equal(status, TL_ERROR_SCENE);
            assert_null(t.referee);
            assert_int_equal(error.status, TL_ERROR_SCENE);
            if (strstr(error.message, cases[i].words) == NULL || error.line != 1) {
                fail_msg("case %zu: %s", i, error.message);
            }
        } else {
            ok(status);
            judge_set(&t, -1, NULL);
            assert_int_equal(t.inquiry.units, i == 0);
            assert_near(t.inquiry.tolerance, i == 0 ? 2.5 : 0, 0);
            assert_near(t.inquiry.game_unit, i == 0 ? 101.6 : 100, 0);
            judge_set(&t, 1.25, "units", "inch", NULL); /* a question's own are stronger */
            assert_int_equal(t.inquiry.units, 1);
            assert_near(t.inquiry.tolerance, 1.25, 0);
            judge_set(&t, 0, "units", "cm", "tolerance_mm", "3", NULL);
            assert_int_equal(t.inquiry.units, 0);
            assert_near(t.inquiry.tolerance, 0, 0);
            judge_set(&t, -1, "tolerance_mm", "3", NULL);
            assert_near(t.inquiry.tolerance, 3, 0);
        }
        judge_end(&t);
    }
    /* an error behind warnings */
    judge_table t;
    judge_begin(&t);
    judge_terrain(&t, "{'id':'x','kind':'swapm','disc':{'centre':[500,500],'radius':50}}");
    judge_model(&t, "a", "red", "infantry", "man", 1000, 1000, 0, "'skills':['scuot'],'aboard':'nobody-at-all'");
    assert_int_equal(judge_try(&t, &error), TL_ERROR_SCENE);
    assert_non_null(strstr(error.message, "nobody-at-all"));
    judge_end(&t);
}

/* Problems are told at the value that is wrong, be it the second of a list; errors are told before warnings. */
static void places_of_problems(void **state) {
    (void)state;
    static const char men[] = "'members':[{'id':'u1','asset':'man','at':[1000,1000]}]";
    const struct {
        const char *terrain, *unit; /* with a line break before each name and each value */
        int line;
        bool warning;
        const char *words;
    } cases[] = {
        {"{'id':'x',\n'kind':\n'swapm','disc':{'centre':[500,500],'radius':50}}", "", 3, true, "`swapm`"},
        {"{'id':'x','kind':'swamp',\n'height':\n20,'disc':{'centre':[500,500],'radius':50}}", "", 3, true,
         "`x` is a swamp"},
        {"", "\n'skills':\n['scout',\n'scuot']", 4, true, "`scuot`"},
        {"", "\n'skills':\n['scuot',\n'scout']", 3, true, "`scuot`"},
        {"", "'weapons':[{'id':'w','range':4,\n'skills':\n['flame',\n'flmae']}]", 4, true, "`flmae`"},
        {"", "'weapons':[{'id':'v','range':4},{'id':'w','range':4,\n'skills':\n['flmae']}]", 3, true, "`flmae`"},
        {"", "\n'size':\n'lagre'", 3, true, "`lagre`"},
        {"", "\n'aboard':\n'nobody-at-all'", 3, false, "`nobody-at-all`"},
        {"", "\n'aboard':\n'u1'", 3, false, "itself"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        judge_table t;
        judge_begin(&t);
        if (cases[i].terrain[0] != '\0') {
            judge_terrain(&t, "%s", cases[i].terrain);
        }
        judge_unit(&t, "{'id':'u','side':'red','class':'infantry',%s%s%s}", men, cases[i].unit[0] != '\0' ? "," : "",
                   cases[i].unit);
        tl_status status = judge_try(&t, &error);
        assert_int_equal(status, cases[i].warning ? TL_OK : TL_ERROR_SCENE);
        if (cases[i].warning) {
            tl_problems problems;
            tl_problems_init(&problems, t.context);
            tl_check_scene(t.table->document, t.referee->ruleset, &problems);
            assert_int_equal(problems.count, 1);
            assert_true(problems.items[0].warning);
            error = problems.items[0].error;
            tl_problems_free(&problems);
        }
        assert_int_equal(error.status, TL_ERROR_SCENE);
        assert_non_null(strstr(error.message, cases[i].words));
        if (error.line != cases[i].line || error.column != 1 + (i == 3 || i == 5)) {
            fail_msg("case %zu: line %d, column %d", i, error.line, error.column);
        }
        judge_end(&t);
    }
    /* carried by who is carried */
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "v", "red", "vehicle", "tank", 1000, 1000, 0, "'aboard':'w'");
    judge_model(&t, "w", "red", "vehicle", "tank", 1500, 1000, 0, "");
    judge_model(&t, "m", "red", "infantry", "man", 1000, 1000, 0, "'aboard':'v'");
    assert_int_equal(judge_try(&t, &error), TL_ERROR_SCENE);
    assert_non_null(strstr(error.message, "`v` is carried itself"));
    assert_non_null(strstr(error.remedy, "name the vehicle"));
    judge_end(&t);
}

/* Of many weapons that a model carries the nearest name is told, the last as well as the first. */
static void many_names(void **state) {
    (void)state;
    static const int counts[] = {1, 63, 64};
    for (int n = 0; n < 3; n++) {
        judge_table t;
        judge_begin(&t);
        char *weapons = malloc(64 * 64);
        assert_non_null(weapons);
        size_t used = 0;
        for (int i = 0; i < counts[n]; i++) {
            used += (size_t)snprintf(weapons + used, 64 * 64 - used, "%s{'id':'%c%cweapon','range':4}",
                                     i > 0 ? "," : "", 'a' + i / 16, 'a' + i % 16);
        }
        judge_unit(&t,
                   "{'id':'u','name':'Gunner','side':'red','class':'infantry','weapons':[%s],'members':[{'id':'u1','"
                   "asset':'man','at':[1000,1000]}]}",
                   weapons);
        free(weapons);
        judge_ready(&t);
        tl_party party = judge_party(&t, "u");
        for (int i = 0; i < counts[n]; i++) {
            const tl_document_weapon *found = NULL;
            size_t count = 0;
            char name[16], remedy[40];
            snprintf(name, sizeof(name), "%c%cweapon", 'a' + i / 16, 'a' + i % 16);
            ok(tl_party_weapons(&t.inquiry, &party, name, &found, &count, &error));
            assert_int_equal(count, 1);
            assert_ptr_equal(found, &party.unit->weapons[i]);
            snprintf(remedy, sizeof(remedy), "did you mean `%s`?", name);
            snprintf(name, sizeof(name), "%c%cweaponn", 'a' + i / 16, 'a' + i % 16);
            memset(&error, 0, sizeof(error));
            assert_int_equal(tl_party_weapons(&t.inquiry, &party, name, &found, &count, &error), TL_ERROR_NOT_FOUND);
            assert_string_equal(error.remedy, remedy);
            assert_non_null(strstr(error.message, "Gunner has no weapon"));
        }
        const tl_document_weapon *all = NULL;
        size_t count = 0;
        ok(tl_party_weapons(&t.inquiry, &party, NULL, &all, &count, &error));
        assert_int_equal(count, counts[n]);
        assert_ptr_equal(all, party.unit->weapons);
        judge_end(&t);
    }
}

/* A question whose settings or tolerance are no such things is not begun. */
static void inquiries(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    const struct {
        const char *name, *value;
        double tolerance;
        const char *words;
    } cases[] = {{"units", "inch", 1, ""},      {"units", "miles", 1, "miles"},
                 {"unitz", "inch", 1, "unitz"}, {NULL, NULL, INFINITY, "no number"},
                 {NULL, NULL, 26, "26"},        {NULL, NULL, 25, ""},
                 {"units", NULL, 1, ""}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *const set[] = {cases[i].name, cases[i].value, NULL};
        tl_inquiry inquiry;
        memset(&error, 0, sizeof(error));
        tl_status status = tl_inquiry_begin(t.referee, set, cases[i].tolerance, &inquiry, &error);
        assert_int_equal(status, cases[i].words[0] == '\0' ? TL_OK : error.status);
        assert_int_equal(status == TL_OK, cases[i].words[0] == '\0');
        assert_non_null(strstr(error.message, cases[i].words));
        if (status == TL_OK) {
            assert_ptr_equal(inquiry.context, t.context);
            tl_inquiry_limit(&inquiry, 1e6);
            assert_ptr_equal(inquiry.context, &inquiry.own);
            assert_ptr_equal(inquiry.own.counter, &inquiry.counter);
            tl_inquiry_free(&inquiry);
        }
    }
    tl_inquiry none = {0}; /* one that was never begun is freed like others */
    tl_inquiry_free(&none);
    tl_party party;
    assert_int_equal(tl_referee_party(t.referee, NULL, "from", &party, &error), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`from` is missing"));
    judge_end(&t);
    const struct {
        tl_verdict verdict;
        tl_why why;
        bool unsettled;
    } whys[] = {{TL_VERDICT_MARGINAL, TL_WHY_BUDGET, true},
                {TL_VERDICT_MARGINAL, TL_WHY_TIME, true},
                {TL_VERDICT_YES, TL_WHY_BUDGET, false},
                {TL_VERDICT_NO, TL_WHY_TIME, false},
                {TL_VERDICT_MARGINAL, TL_WHY_NONE, false}};
    for (size_t i = 0; i < sizeof(whys) / sizeof(whys[0]); i++) {
        assert_int_equal(tl_inquiry_is_unsettled(whys[i].verdict, whys[i].why), whys[i].unsettled);
    }
}

/* Every class of the rule system has a bit of its own; none has what isn't there. */
static void class_bits(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_man(&t, "a", 1000, 1000);
    judge_ready(&t);
    size_t count = tl_ruleset_class_count(t.ruleset);
    assert_int_equal(count, 5);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(tl_inquiry_class_bit(&t.inquiry, tl_ruleset_class_at(t.ruleset, i)), 1u << i);
    }
    assert_int_equal(tl_inquiry_class_bit(&t.inquiry, NULL), 0);
    judge_end(&t);
}

/* --- Joined worlds ------------------------------------------------------------------------------------------------ */

/* What a thing's slots are joined as: terrain that is sure stands still and conforms; what may be off, in a firm world,
 * has its own frame, and so have models. Caps are as the mesh that they close, in a group with it; a core that is laid
 * over a mesh is by itself. */
static void expect(const tl_placed *p, bool terrain, bool firm, size_t caps, tl_conform_part *parts) {
    bool still = terrain && !(firm && tl_placed_uncertainty(p) > 0);
    parts[p->slot].conforms = still;
    if (terrain && !still) {
        parts[p->slot].own_frame = tl_bvh_vertices(p->body->solid);
    } else if (!terrain && p->model->mesh != NULL) {
        parts[p->slot].own_frame = p->model->mesh->vertices;
    }
    if (!terrain && p->core_slot != 0) {
        parts[p->core_slot].own_frame = p->model->core->vertices;
    }
    if (caps > 0 && p->body != NULL && p->body->caps != NULL) {
        tl_conform_part *cap = &parts[caps + p->slot];
        cap->conforms = still;
        cap->own_frame = still ? NULL : terrain ? tl_bvh_vertices(p->body->caps) : p->model->caps->mesh->vertices;
        cap->group = parts[p->slot].group = (uint32_t)p->slot + 1;
    }
}

static void check_joiner(const tl_table *table, const tl_world *world, bool firm, tl_joiner *joiner) {
    size_t count = tl_world_slot_count(world), caps = world == table->closed ? table->slot_count : 0;
    assert_int_equal(count, caps > 0 ? 2 * table->slot_count : table->slot_count);
    tl_conform_part *parts = calloc(count, sizeof(*parts));
    assert_non_null(parts);
    for (size_t i = 0; i < count; i++) {
        parts[i].bvh = tl_world_get(world, i);
    }
    expect(&table->ground, true, firm, caps, parts);
    for (size_t i = 0; i < table->terrain_count; i++) {
        expect(&table->terrain[i], true, firm, caps, parts);
    }
    for (size_t i = 0; i < table->member_count; i++) {
        expect(&table->members[i], false, firm, caps, parts);
    }
    tl_joiner *same = tl_joiner_share(joiner, parts, count);
    assert_ptr_equal(same, joiner);
    tl_joiner_destroy(same);
    free(parts);
}

static void joined_worlds(void **state) {
    (void)state;
    for (int k = 0; k < 32; k++) { /* what may be off: a model, a hill, a tube; where there are tubes; a ground */
        judge_table t;
        judge_begin(&t);
        judge_asset(&t, "'scan':{'mesh':'box -50 -30 0 50 30 40','uncertainty':%d}", k & 1 ? 2 : 0);
        judge_asset(
            &t, "'laid':{'mesh':'box -50 -30 0 50 30 40','core':{'shape':'box','min':[-20,-20,0],'max':[20,20,30]}}");
        judge_asset(&t, "'pipe':{'mesh':'tube -150 -20 0 150 20 40','uncertainty':%d}", k & 1 ? 1 : 0);
        if (k & 16) {
            judge_ground(&t, "'mesh':'box 0 0 -10 3000 3000 0','uncertainty':%d", k & 2 ? 1 : 0);
        }
        judge_terrain(&t, "{'id':'hill','kind':'hill','mesh':'box 1300 1300 0 1700 1700 40','uncertainty':%d}",
                      k & 2 ? 1 : 0);
        judge_area(&t, "flat", "wood", (tl_vec2){100, 100}, (tl_vec2){200, 200}, -1);
        judge_model(&t, "a", "red", "vehicle", "scan", 300, 400, 0, "");
        judge_man(&t, "b", 600, 400);
        judge_model(&t, "d", "red", "vehicle", "laid", 300, 800, 0, "");
        if (k & 4) {
            judge_terrain(&t,
                          "{'id':'tube','kind':'obstacle','mesh':'tube 1700 1480 0 2000 1520 40','at':[0,0,0],"
                          "'uncertainty':%d}",
                          k & 2 ? 1 : 0);
        }
        if (k & 8) {
            judge_model(&t, "c", "red", "vehicle", "pipe", 800, 900, 0, "");
        }
        judge_ready(&t);
        const tl_referee *r = t.referee;
        bool firm = (k & 3) != 0, closed = (k & 12) != 0;
        assert_int_equal(r->firm_joiner != NULL, firm);
        assert_int_equal(r->closed_joiner != NULL, closed);
        assert_int_equal(r->firm_closed_joiner != NULL, firm && closed);
        assert_true(t.table->members[judge_who(&t, "d1")].core_slot != 0);
        check_joiner(t.table, t.table->world, false, r->joiner);
        if (firm) {
            check_joiner(t.table, t.table->world, true, r->firm_joiner);
        }
        if (closed) {
            check_joiner(t.table, t.table->closed, false, r->closed_joiner);
        }
        if (firm && closed) {
            check_joiner(t.table, t.table->closed, true, r->firm_closed_joiner);
        }
        judge_end(&t);
    }
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

/* Terrain whose only mesh can't be read, where that is gone without, is nowhere: no area, and nothing to measure from.
 */
static void nowhere(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "judge-nowhere");
    static const char text[] =
        "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':2000},'terrain':["
        "{'id':'lost','kind':'wood','mesh':'nowhere.obj','at':[900,900,0]},{'id':'pit','kind':'trench','mesh':"
        "'nowhere.obj','at':[1300,1300,0]},{'id':'here','kind':'wood','disc':{'centre':[500,500],'radius':50}}]}";
    made_file(&m, "scene.json", text);
    char path[512];
    snprintf(path, sizeof(path), "%s/scene.json", m.folder);
    const tl_scene_options options = {.struct_size = sizeof(tl_scene_options), .go_without = true};
    ok(tl_scene_load(m.context, path, &options, &m.scene, NULL, &error));
    const tl_referee *referee = m.scene->referee;
    assert_int_equal(referee->area_count, 1);
    assert_int_equal(referee->areas[0].terrain, 2);
    assert_int_equal(referee->shelter_count, 0);
    tl_inquiry inquiry;
    ok(tl_inquiry_begin(referee, NULL, -1, &inquiry, &error));
    tl_within_centre centre;
    memset(&error, 0, sizeof(error));
    assert_int_equal(tl_within_of_terrain(&inquiry, 0, &centre, &error), TL_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "`lost` is nowhere"));
    memset(&error, 0, sizeof(error));
    ok(tl_within_of_terrain(&inquiry, 2, &centre, &error));
    tl_inquiry_free(&inquiry);
    made_end(&m);
}

/* --- Bars --------------------------------------------------------------------------------------------------------- */

/* From inside a wood or a bunker no artillery is fired, from a trench it is; from inside a bunker nothing is fired at
 * aircraft, with whatever, and from beside it all is (DT-SPC-08, DT-FRT-05). Which of several pieces it is, is told. */
static void bars_of_places(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    static const char *const kinds[] = {"wood", "wood", "bunker", "bunker", "trench", "strongpoint"};
    for (int i = 0; i < 6; i++) { /* nobody is in the first of each */
        judge_terrain(
            &t,
            "{'id':'p%d','kind':'%s','outline':[[%d,900],[%d,900],[%d,1100],[%d,1100]],'mesh':'box %d 900 0 %d "
            "1100 50'}",
            i, kinds[i], 200 + 400 * i, 400 + 400 * i, 400 + 400 * i, 200 + 400 * i, 200 + 400 * i, 400 + 400 * i);
    }
    static const char weapons[] = "'weapons':[{'id':'how','range':9,'skills':['artillery']},{'id':'gun','range':9}]";
    static const double xs[] = {700, 1500, 1900, 2300, 1500};
    for (int i = 0; i < 5; i++) {
        judge_unit(
            &t,
            "{'id':'u%d','side':'red','class':'infantry',%s,'members':[{'id':'u%d1','asset':'man','at':[%g,%g,0]}]}", i,
            weapons, i, xs[i], i < 4 ? 1000.0 : 600.0);
    }
    judge_model(&t, "bird", "blue", "aircraft", "flyer", 1000, 2000, 0, "");
    judge_model(&t, "foe", "blue", "infantry", "man", 1000, 2200, 0, "");
    judge_ready(&t);
    for (int i = 0; i < 5; i++) {
        for (int w = 0; w < 3; w++) {
            for (int to = 0; to < 3; to++) {
                char id[16];
                snprintf(id, sizeof(id), "u%d", i);
                tl_party from = judge_party(&t, id);
                const tl_document_unit *target = to == 2 ? NULL : judge_party(&t, to ? "foe" : "bird").unit;
                const tl_document_weapon *weapon = w < 2 ? &from.unit->weapons[w] : NULL;
                tl_bar bar, shelter;
                ok(tl_bar_find(&t.inquiry, &from, from.first, weapon, target, &bar, &error));
                bool place = w == 0 && i < 2, walls = i == 1 && to == 0;
                assert_int_equal(bar.kind, place ? TL_BAR_PLACE : walls ? TL_BAR_SHELTER : TL_BAR_NONE);
                assert_int_equal(bar.terrain, place || walls ? (i == 0 ? 1 : 3) : SIZE_MAX);
                assert_null(bar.carrier);
                if (place || walls) {
                    assert_int_equal(bar.cause.clause, i == 0 ? TL_CLAUSE_SHELTER_PLACE : TL_CLAUSE_SHELTER_FIRE);
                }
                if (target != NULL) {
                    ok(tl_bar_of_shelter(&t.inquiry, from.first, target, &shelter, &error));
                    assert_int_equal(shelter.kind, walls ? TL_BAR_SHELTER : TL_BAR_NONE);
                    assert_int_equal(shelter.terrain, walls ? 3 : SIZE_MAX);
                }
            }
        }
    }
    judge_end(&t);
}

/* Inside a transport nobody is hit, and its passengers use no flames, nothing for close combat and no support weapons;
 * on a tank all is as if they were it (DT-SPC-18, -19). */
static void bars_of_carriers(void **state) {
    (void)state;
    judge_table t;
    judge_begin(&t);
    judge_model(&t, "first", "red", "vehicle", "tank", 300, 300, 0, "'skills':['transport']");
    judge_model(&t, "truck", "red", "vehicle", "tank", 1000, 1000, 0, "'skills':['scout','transport']");
    judge_model(&t, "tank", "red", "vehicle", "tank", 1500, 1000, 0, "'skills':['tank-riders']");
    static const char weapons[] =
        ",'weapons':[{'id':'gun','range':9},{'id':'blast','range':9,'template':'blast'},{'id':"
        "'flame','range':2,'template':'flame-1'},{'id':'knife','range':'C'}]";
    static const char *const classes[] = {"infantry", "support-weapon", "hero"};
    for (int i = 0; i < 9; i++) {
        judge_unit(
            &t, "{'id':'u%d','side':'red','class':'%s'%s%s%s,'members':[{'id':'u%d1','asset':'man','at':[%d,2000]}]}",
            i, classes[i % 3], i < 6 ? ",'aboard':'" : "",
            i < 3   ? "truck'"
            : i < 6 ? "tank'"
                    : "",
            weapons, i, 200 + 100 * i);
    }
    judge_model(&t, "foe", "blue", "infantry", "man", 1000, 1500, 0, "'weapons':[{'id':'gun','range':9}]");
    judge_ready(&t);
    tl_party foe = judge_party(&t, "foe");
    const tl_document_unit *truck = judge_party(&t, "truck").unit;
    for (int i = 0; i < 9; i++) {
        char id[16];
        snprintf(id, sizeof(id), "u%d", i);
        tl_party party = judge_party(&t, id);
        assert_int_equal(tl_bar_unit_is_inside(&t.inquiry, party.unit), i < 3);
        for (int w = 0; w < 5; w++) {
            tl_bar bar;
            ok(tl_bar_find(&t.inquiry, &party, party.first, w < 4 ? &party.unit->weapons[w] : NULL, foe.unit, &bar,
                           &error));
            bool carried = i < 3 && (i == 1 || w == 2 || w == 3);
            assert_int_equal(bar.kind, carried ? TL_BAR_CARRIED : TL_BAR_NONE);
            assert_ptr_equal(bar.carrier, carried ? truck : NULL);
            assert_int_equal(bar.terrain, SIZE_MAX);
            if (carried) {
                assert_int_equal(bar.cause.clause, TL_CLAUSE_ABOARD_INSIDE);
            }
        }
        for (int w = 0; w < 2; w++) { /* they as targets */
            tl_bar bar;
            ok(tl_bar_find(&t.inquiry, &foe, foe.first, w ? foe.unit->weapons : NULL, party.unit, &bar, &error));
            assert_int_equal(bar.kind, i < 3 ? TL_BAR_PASSENGER : TL_BAR_NONE);
            assert_ptr_equal(bar.carrier, i < 3 ? truck : NULL);
            assert_int_equal(bar.terrain, SIZE_MAX);
        }
    }
    judge_end(&t);
}

/* --- Rule systems without a rule ---------------------------------------------------------------------------------- */

static const char bare[] =
    "{'trueline_ruleset':2,'name':'bare','title':'Bare rules','settings':["
    "{'name':'units','type':'choice','default':'cm','values':['cm','inch'],'rule':'B-1','text':'t'},"
    "{'name':'tolerance_mm','type':'number','default':0.05,'low':0,'high':25,'rule':'B-1','text':'t'}],"
    "'rules':{'B-1':'A rule.'},'lengths':{%s},"
    "'classes':{'infantry':{'measured':'base','rule':'B-1'}},'terrain':{'wall':{'blocks':true,'raised':true,'rule':'B-"
    "1'}}}";

/* Without a length of its own a game unit is 10 cm or 4 inches; what a rule is missing for isn't answered, and weapons
 * for close combat aren't used where it has no reach. */
static void missing_rules(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        char rules[1200];
        snprintf(
            rules, sizeof(rules), bare,
            k ? "'game_unit':{'cm':20,'inch':25.4,'rule':'B-1'},'close_combat_reach':{'cm':30,'inch':30,'rule':'B-1'}"
              : "");
        made_scene m;
        made_begin(&m, "judge-bare");
        made_file(&m, "bare.json", rules);
        made_load(
            &m, "{'trueline':1,'name':'Made','ruleset':'bare.json','table':{'width':2000,'depth':2000},'assets':{"
                "'man':{'core':{'shape':'box','min':[-5,-5,3],'max':[5,5,40]},'base':{'shape':'disc','diameter':25}}},"
                "'units':[{'id':'a','side':'red','class':'infantry','weapons':[{'id':'knife','range':'C'},{'id':'gun',"
                "'range':9}],'members':[{'id':'a1','asset':'man','at':[500,500]}]},{'id':'b','side':'blue','class':"
                "'infantry','members':[{'id':'b1','asset':'man','at':[545,500]}]}]}");
        const tl_referee *referee = m.scene->referee;
        assert_near(tl_referee_game_unit(referee, 0), k ? 20 : 100, 1e-12);
        assert_near(tl_referee_game_unit(referee, 1), k ? 25.4 : 101.6, 1e-12);
        tl_inquiry inquiry;
        tl_party from, to;
        ok(tl_inquiry_begin(referee, NULL, -1, &inquiry, &error));
        ok(tl_referee_party(referee, "a", "from", &from, &error));
        ok(tl_referee_party(referee, "b", "to", &to, &error));
        for (size_t w = 0; w < 3; w++) {
            tl_bar bar;
            ok(tl_bar_find(&inquiry, &from, from.first, w < 2 ? &from.unit->weapons[w] : NULL, to.unit, &bar, &error));
            assert_int_equal(bar.kind, w == 0 && k == 0 ? TL_BAR_NO_RULE : TL_BAR_NONE);
        }
        double length = 0;
        memset(&error, 0, sizeof(error));
        assert_int_equal(tl_inquiry_length(&inquiry, "close_combat_reach", "close combat", &length, &error),
                         k ? TL_OK : TL_ERROR_NO_RULE);
        if (k == 0) {
            assert_non_null(strstr(error.message, "bare has no rule for close combat"));
            assert_non_null(strstr(error.remedy, "`close_combat_reach`"));
        } else {
            assert_near(length, 30, 0);
        }
        tl_close_combat close;
        assert_int_equal(tl_close_combat_judge(&inquiry, &from, &to, &close, &error), k ? TL_OK : TL_ERROR_NO_RULE);
        tl_close_combat_free(&inquiry, &close);
        tl_inquiry_free(&inquiry);
        made_end(&m);
    }
}

/* --- Guesses ------------------------------------------------------------------------------------------------------ */

/* What is guessed counts where it is used: the base where distances to bases are measured, the core where it is
 * measured or looked from; what a mesh may be off always. */
static void guesses(void **state) {
    (void)state;
    static const char *const assets[] = {"{'mesh':'box -12 -12 0 12 12 40'}",
                                         "{'mesh':'box -12 -12 0 12 12 40','uncertainty':1}",
                                         "{'mesh':'box -12 -12 0 12 12 40','base':{'shape':'disc','diameter':25}}",
                                         "{'mesh':'box -12 -12 0 12 12 4, box -5 -5 4 5 5 40','parts':{'core':['box1'],"
                                         "'base':['box0']},'base':{'shape':'disc','diameter':25}}",
                                         "{'mesh':'box -12 -12 0 12 12 40','uncertainty':1,'base':{'shape':'disc',"
                                         "'diameter':25}}"};
    for (size_t i = 0; i < 5; i++) {
        for (int class = 0; class < 2; class ++) {
            judge_table t;
            judge_begin(&t);
            judge_asset(&t, "'it':%s", assets[i]);
            judge_model(&t, "a", "red", class ? "vehicle" : "infantry", "it", 1000, 1000, 0, "");
            judge_model(&t, "b", "blue", "infantry", "man", 1200, 1000, 0, "");
            judge_ready(&t);
            const tl_model *model = t.table->members[0].model;
            bool by_base = class == 0;
            assert_int_equal(model->core_guessed, i != 3);
            assert_int_equal(model->base_guessed, i < 2 && by_base);
            for (int k = 0; k < 4; k++) {
                bool measured = k & 1, looked = k & 2;
                tl_guess guess = tl_guess_of(&t.inquiry, 0, measured, looked);
                assert_int_equal(guess.base_guessed, measured && by_base && i < 2);
                assert_int_equal(guess.core_guessed, i != 3 && (looked || (measured && !by_base)));
                assert_null(guess.found);
                /* a base that is stated isn't off with its mesh */
                assert_int_equal(guess.uncertain, i == 1 || (i == 4 && (looked || !by_base)));
            }
            tl_guess sure = tl_guess_of(&t.inquiry, 1, true, true);
            assert_false(sure.uncertain || sure.base_guessed || sure.core_guessed);
            judge_end(&t);
        }
    }
}

/* A round foot of a mesh is a base that is found: told where distances to bases count, and nowhere else. */
static void found_bases(void **state) {
    (void)state;
    enum { SIDES = 32 };
    tl_vec3 triangles[4 * SIDES][3];
    for (size_t i = 0; i < SIDES; i++) {
        double a = 2 * M_PI * (double)i / SIDES, b = 2 * M_PI * (double)(i + 1) / SIDES;
        tl_vec3 p = {12.5 * cos(a), 12.5 * sin(a), 0}, q = {12.5 * cos(b), 12.5 * sin(b), 0}, up = {0, 0, 3};
        tl_vec3 tip = {0, 0, 40}, middle = {0, 0, 0}, high = tl_add(p, up), next = tl_add(q, up);
        const tl_vec3 made[4][3] = {{middle, q, p}, {p, q, next}, {p, next, high}, {high, next, tip}};
        memcpy(triangles[4 * i], made, sizeof(made));
    }
    made_scene m;
    made_begin(&m, "judge-found");
    made_triangles(&m, "round.obj", (const tl_vec3(*)[3])triangles, sizeof(triangles) / sizeof(triangles[0]));
    made_load(&m,
              "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':2000},'assets':{"
              "'x':{'mesh':'round.obj','base':'auto'},'y':{'mesh':'round.obj'}},'units':[{'id':'a','class':'infantry',"
              "'members':[{'id':'a1','asset':'x','at':[500,500]}]},{'id':'b','class':'vehicle','members':[{'id':'b1',"
              "'asset':'x','at':[700,500]}]},{'id':'c','class':'infantry','members':[{'id':'c1','asset':'y','at':[900,"
              "500]}]}]}");
    tl_inquiry inquiry;
    ok(tl_inquiry_begin(m.scene->referee, NULL, -1, &inquiry, &error));
    for (size_t i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            bool measured = k & 1, looked = k & 2;
            tl_guess guess = tl_guess_of(&inquiry, i, measured, looked);
            const tl_found_base *found = &m.scene->table->members[i].model->found;
            assert_ptr_equal(guess.found, measured && i == 0 ? found : NULL);
            assert_int_equal(guess.base_guessed, measured && i == 2);
        }
    }
    tl_inquiry_free(&inquiry);
    made_end(&m);
}

/* --- What is remembered ------------------------------------------------------------------------------------------- */

/* The first that is put stays, each area and member by itself; nothing is known before. */
static void memos(void **state) {
    (void)state;
    tl_context *context = tl_context_create(NULL);
    static const size_t sizes[][2] = {{3, 4}, {1, 1}, {4, 1}, {1, 5}};
    for (size_t n = 0; n < 4; n++) {
        size_t areas = sizes[n][0], members = sizes[n][1];
        tl_memo *memo = tl_memo_create(context, areas, members);
        assert_non_null(memo);
        tl_area_placement placement;
        memset(&placement, 0, sizeof(placement));
        for (size_t i = 0; i < areas * members; i++) {
            assert_false(tl_memo_get(memo, i / members, i % members, &placement));
        }
        for (int again = 0; again < 2; again++) {
            for (size_t i = 0; i < areas * members; i++) {
                memset(&placement, 0, sizeof(placement));
                placement.place = (tl_area_place)((i + (size_t)again) % 3);
                tl_memo_put(memo, i / members, i % members, &placement);
            }
        }
        for (size_t i = 0; i < areas * members; i++) {
            assert_true(tl_memo_get(memo, i / members, i % members, &placement));
            assert_int_equal(placement.place, i % 3);
        }
        tl_memo_destroy(context, memo);
    }
    assert_null(tl_memo_create(context, SIZE_MAX / 2 + 2, 2)); /* more than can be counted */
    static const size_t none[][2] = {{0, 0}, {0, 4}, {4, 0}};
    for (size_t n = 0; n < 3; n++) {
        tl_memo *memo = tl_memo_create(context, none[n][0], none[n][1]);
        assert_non_null(memo);
        tl_memo_destroy(context, memo);
    }
    tl_area_placement placement;
    memset(&placement, 0, sizeof(placement));
    tl_memo_put(NULL, 0, 0, &placement);
    assert_false(tl_memo_get(NULL, 0, 0, &placement));
    tl_memo_destroy(context, NULL);
    tl_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scene_settings), cmocka_unit_test(inquiries),      cmocka_unit_test(places_of_problems),
        cmocka_unit_test(many_names),     cmocka_unit_test(class_bits),     cmocka_unit_test(nowhere),
        cmocka_unit_test(joined_worlds),  cmocka_unit_test(bars_of_places), cmocka_unit_test(bars_of_carriers),
        cmocka_unit_test(missing_rules),  cmocka_unit_test(guesses),        cmocka_unit_test(found_bases),
        cmocka_unit_test(memos),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
