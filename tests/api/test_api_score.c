/* Scores through the public header: the question's field, two answers, and memory that runs out anywhere on the way. */
#include "support/assert_geom.h"
#include "support/made_scene.h"
#include "support/scarce.h"

#include <stdio.h>
#include <string.h>

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'skirmish-1991','table':{'width':1500,'depth':1500},"                       \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}},'tank':{'core':{'shape':'box','min':[-50,-30,0],'max':[50,30,40]}}},"      \
    "'terrain':[{'id':'scrub','kind':'sparse','outline':[[560,400],[700,400],[700,800],[560,800]],'height':40},"       \
    "{'id':'smoke','kind':'smoke','disc':{'centre':[400,600],'radius':80}}],"                                          \
    "'units':[{'id':'a','side':'red','class':'infantry','weapons':[{'id':'w','kind':'assault-rifle','range':120}],"    \
    "'members':[{'id':'a1','asset':'man','at':[200,600]},{'id':'a2','asset':'man','at':[200,660]}]},"                  \
    "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[620,600],'stance':'prone'}]" \
    "},"                                                                                                               \
    "{'id':'v','side':'blue','class':'vehicle','members':[{'id':'v1','asset':'tank','at':[800,1000],'facing':30}]}]}"

static void answers(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "score");
    made_load(&m, SCENE);
    made_ask(&m, "{'query':'score','from':'a','to':'b','score':'spotting'}");
    assert_verdict(&m, "yes");
    assert_near(made_number(&m, "scores[0].total[0]"), 4 + 2 - 1, 0);
    made_ask(&m, "{'query':'score','from':'a1','to':'b','score':'to-hit'}");
    assert_near(made_number(&m, "scores[0].total[0]"), 10 + 2, 0); /* 395 mm, read two bands farther for smoke */
    made_end(&m);
}

static void scarce_memory(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "score");
    made_load(&m, SCENE);
    tl_question questions[] = {
        {.struct_size = sizeof(tl_question), .query = "score", .from = "a", .to = "b", .score = "spotting"},
        {.struct_size = sizeof(tl_question),
         .query = "score",
         .from = "a",
         .to = "b",
         .score = "to-hit",
         .weapon = "w"},
        {.struct_size = sizeof(tl_question), .query = "score", .from = "a1", .to = "b", .score = "save"},
        {.struct_size = sizeof(tl_question), .query = "score", .from = "b", .to = "v", .score = "armour"}};
    scarce_ask_all(&m, questions, sizeof(questions) / sizeof(questions[0]), 24);
    made_end(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers), cmocka_unit_test(scarce_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
