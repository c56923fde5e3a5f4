/* The language of answers: of the context, of one question, and none that isn't there. */
#include "support/made_scene.h"

#include <trueline/rules.h>

#include <string.h>

#define SCENE                                                                                                          \
    "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','table':{'width':2000,'depth':1500},"                    \
    "'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"                             \
    "'base':{'shape':'disc','diameter':25}}},"                                                                         \
    "'units':[{'id':'a','side':'red','class':'infantry','members':[{'id':'a1','asset':'man','at':[100,100]}]},"        \
    "{'id':'b','side':'blue','class':'infantry','members':[{'id':'b1','asset':'man','at':[557.2,100]}]}]}"

static void one_question(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "language-question");
    made_load(&m, SCENE);
    made_ask(&m, "{'query':'range','from':'a1','to':'b1'}");
    assert_string_equal(made_word(&m, "summary"), "b1 is 43.2 cm from a1 (4.32 game units).");
    made_ask(&m, "{'query':'range','from':'a1','to':'b1','lang':'fr'}");
    assert_string_equal(made_word(&m, "summary"), "b1 est \xc3\xa0 43,2 cm de a1 (4,32 unit\xc3\xa9s de jeu).");
    assert_non_null(strstr(m.text, "L'infanterie se mesure")); /* the rule, too */
    /* who is hit is said in both, not who merely lies under it */
    made_ask(&m, "{'query':'template','shape':'blast','at':[100,100]}");
    assert_non_null(strstr(made_word(&m, "summary"), "1 model hit"));
    made_ask(&m, "{'query':'template','shape':'blast','at':[100,100],'lang':'fr'}");
    assert_non_null(strstr(made_word(&m, "summary"), "le gabarit touche 1 figurine"));
    made_ask(&m, "{'query':'range','from':'a1','to':'b1','lang':'fr'}");
    /* numbers for programs stay as they are, and the next question is English again */
    assert_near(made_number(&m, "distance_mm"), 432.2, 1e-9);
    made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
    assert_non_null(strstr(made_word(&m, "summary"), "a1 sees b1"));
    assert_int_equal(made_ask_refused(&m, "{'query':'los','from':'a1','to':'b1','lang':'tlh'}"), TL_ERROR_NOT_FOUND);
    assert_non_null(strstr(m.error.message, "tlh"));
    assert_non_null(strstr(m.error.remedy, "fran\xc3\xa7"
                                           "ais"));
    assert_int_equal(made_ask_refused(&m, "{'query':'los','from':'a1','to':'b1','lang':1}"), TL_ERROR_FORMAT);
    made_end(&m);
}

/* The word under the sign, and the titles of small pictures. */
static void in_pictures(void **state) {
    (void)state;
    made_scene m;
    made_begin(&m, "language-pictures");
    made_load(&m, SCENE);
    static const struct {
        const char *language, *badge, *sees, *hides;
    } expected[] = {{NULL, "SEEN", "what b1 sees", "what hides a1 from b1"},
                    {"fr", "EN VUE", "ce que voit b1", "ce qui cache a1 \xc3\xa0 b1"}};
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++) {
        const tl_question question = {.struct_size = sizeof(tl_question),
                                      .query = "los",
                                      .from = "a1",
                                      .to = "b1",
                                      .language = expected[i].language};
        tl_ruling *ruling = NULL;
        tl_error error = {0};
        char text[64], small[5];
        assert_int_equal(tl_scene_ask(m.scene, &question, &ruling, &error), TL_OK);
        assert_string_equal(tl_ruling_badge(ruling), expected[i].badge);
        tl_ruling_caption(ruling, TL_CAPTION_SEES, "b1", NULL, text, sizeof(text));
        assert_string_equal(text, expected[i].sees);
        tl_ruling_caption(ruling, TL_CAPTION_HIDES, "a1", "b1", text, sizeof(text));
        assert_string_equal(text, expected[i].hides);
        tl_ruling_caption(ruling, TL_CAPTION_SEES, "b1", NULL, small, sizeof(small));
        assert_int_equal(strlen(small), 4);
        tl_ruling_destroy(ruling);
    }
    made_end(&m);
}

static char *rules_in(const char *language, bool json) {
    tl_context_options options = {.struct_size = sizeof(tl_context_options), .language = language};
    tl_context *context = tl_context_create(&options);
    assert_non_null(context);
    char *text = NULL;
    tl_error error = {0};
    assert_int_equal(tl_rules_describe(context, "dust-battlefield", json, &text, &error), TL_OK);
    char *copy = test_malloc(strlen(text) + 1);
    strcpy(copy, text);
    tl_text_free(context, text);
    tl_context_destroy(context);
    return copy;
}

static void of_the_context(void **state) {
    (void)state;
    static const char *const english[] = {NULL, "", "en", "en_GB.UTF-8", "C", "a language that nobody speaks"};
    static const char *const french[] = {"fr", "fr_FR", "fr_CA.UTF-8"};
    char *words = rules_in(NULL, false);
    assert_non_null(strstr(words, "The players' unit"));
    for (size_t i = 0; i < sizeof(english) / sizeof(english[0]); i++) {
        char *same = rules_in(english[i], false);
        assert_string_equal(same, words);
        test_free(same);
    }
    for (size_t i = 0; i < sizeof(french) / sizeof(french[0]); i++) {
        char *other = rules_in(french[i], i % 2 == 1);
        assert_non_null(strstr(other, "des joueurs"));
        assert_null(strstr(other, "The players' unit"));
        test_free(other);
    }
    test_free(words);
}

static void what_there_is(void **state) {
    (void)state;
    assert_string_equal(tl_language_tag(0), "en");
    assert_string_equal(tl_language_tag(1), "fr");
    assert_null(tl_language_tag(2));
    assert_null(tl_language_tag(1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_question), cmocka_unit_test(in_pictures),
                                       cmocka_unit_test(of_the_context), cmocka_unit_test(what_there_is)};
    return cmocka_run_group_tests_name("language", tests, NULL, NULL);
}
