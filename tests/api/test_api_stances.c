/* Stances through the public header: the setting of a height makes the table again, clones have it, edits change who
 * crouches, and memory that runs out while models are made leaves nothing behind. */
#include "support/assert_geom.h"
#include "support/made_scene.h"
#include "support/purse.h"

#include <stdio.h>
#include <string.h>

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'skirmish-1991','table':{'width':1500,'depth':1500},"                       \
    "'assets':{'man':{'core':{'shape':'cylinder','from':[0,0,3],'to':[0,0,30],'radius':6},"                            \
    "'base':{'shape':'disc','diameter':25}}},"                                                                         \
    "'terrain':[{'id':'w','kind':'wall','outline':[[500,100],[504,100],[504,1400],[500,1400]],'height':15}],"          \
    "'units':[{'id':'a','side':'red','class':'infantry','members':["                                                   \
    "{'id':'a1','asset':'man','at':[300,600],'stance':'kneeling'}]},"                                                  \
    "{'id':'b','side':'blue','class':'infantry','members':["                                                           \
    "{'id':'b1','asset':'man','at':[700,600],'stance':'kneeling'}]}]}"

static void sees(made_scene *m, const char *expected) {
    made_ask(m, "{'query':'los','from':'a','to':'b'}");
    assert_verdict(m, expected);
}

static void heights_are_set(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "stances");
    made_load(&m, SCENE);
    sees(&m, "yes"); /* 18 over 15 */
    assert_int_equal(tl_scene_set(m.scene, "crouch_height", "0.45", &m.error), TL_OK);
    sees(&m, "no");
    tl_scene *clone = NULL, *first = m.scene;
    assert_int_equal(tl_scene_clone(m.scene, NULL, &clone, &m.error), TL_OK);
    m.scene = clone;
    sees(&m, "no");
    assert_int_equal(tl_scene_set(m.scene, "crouch_height", "0.6", &m.error), TL_OK);
    sees(&m, "yes");
    m.scene = first;
    sees(&m, "no");
    assert_int_equal(tl_scene_set(m.scene, "crouch_height", "0.01", &m.error), TL_ERROR_ARGUMENT);
    sees(&m, "no");
    tl_scene_destroy(clone);
    for (int up = 0; up < 2; up++) { /* who stands up is seen, and hidden again when it kneels */
        const char *edit = up == 0 ? "[{\"set\":\"b1\",\"field\":\"stance\",\"value\":\"standing\"},"
                                     "{\"set\":\"a1\",\"field\":\"stance\"}]"
                                   : "[{\"set\":\"b1\",\"field\":\"stance\",\"value\":\"prone\"},"
                                     "{\"set\":\"a1\",\"field\":\"stance\",\"value\":\"kneeling\"}]";
        assert_int_equal(tl_scene_edit(m.scene, edit, strlen(edit), NULL, &m.error), TL_OK);
        sees(&m, up == 0 ? "yes" : "no");
    }
    made_end(&m);
}

/* The n-th allocation fails while the scene is made, and while a height is set: nothing is left over, and the scene is
 * as it was. */
static void scarce_memory(void **state) {
    (void)state;
    char text[4096];
    snprintf(text, sizeof(text), "%s", SCENE);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    test_purse purse = {-1, 0};
    const tl_context_options options = {
        .struct_size = sizeof(options), .allocate = test_purse_allocate, .user = &purse};
    tl_context *context = tl_context_create(&options);
    assert_non_null(context);
    const tl_scene_options how = TL_SCENE_OPTIONS_INIT;
    tl_status status = TL_ERROR_MEMORY;
    for (long n = 0; status != TL_OK; n += 1 + n / 16) {
        const long before = purse.held;
        tl_scene *scene = NULL;
        tl_error error = {0};
        purse.left = n;
        status = tl_scene_read(context, text, strlen(text), "made.scene.json", &how, &scene, NULL, &error);
        purse.left = -1;
        assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
        tl_scene_destroy(scene);
        assert_int_equal(purse.held, before);
    }
    tl_scene *scene = NULL;
    tl_error error = {0};
    assert_int_equal(tl_scene_read(context, text, strlen(text), "made.scene.json", &how, &scene, NULL, &error), TL_OK);
    status = TL_ERROR_MEMORY;
    for (long n = 0; status != TL_OK; n += 1 + n / 16) {
        purse.left = n;
        status = tl_scene_set(scene, "crouch_height", "0.3", &error);
        purse.left = -1;
        assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
        tl_box3 box;
        assert_int_equal(tl_scene_box_of(scene, "b1", &box, &error), TL_OK);
        assert_near(box.high.z, status == TL_OK ? 9 : 18, 1e-9);
    }
    tl_scene_destroy(scene);
    tl_context_destroy(context);
    assert_int_equal(purse.held, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(heights_are_set), cmocka_unit_test(scarce_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
