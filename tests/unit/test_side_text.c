/* What of a scene's text a side may know, text by text: worked out by hand. Random scenes: tests/cli/hidden.py. */
#include "scene/document.h"
#include "scene/side_text.h"

#include "support/assert_geom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tl_context *context;

static int set_up(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL;
}

static int tear_down(void **state) {
    (void)state;
    tl_context_destroy(context);
    return 0;
}

/* With ' turned into ", and that back in what is told. */
static char *known(const char *text, const char *side) {
    char *json_text = strdup(text), *told = NULL;
    size_t size = 0;
    tl_json *json = NULL;
    for (char *c = json_text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    assert_int_equal(tl_json_parse(context, json_text, strlen(json_text), "", &json, NULL), TL_OK);
    assert_int_equal(tl_document_side_text(context, json, side, &told, &size, NULL), TL_OK);
    assert_int_equal(size, strlen(told));
    char *copy = strdup(told);
    for (char *c = copy; *c != '\0'; c++) {
        *c = *c == '"' ? '\'' : *c;
    }
    tl_free(context, told);
    tl_json_destroy(json);
    free(json_text);
    return copy;
}

static void assert_known(const char *text, const char *wanted) {
    char *told = known(text, "red");
    assert_string_equal(told, wanted);
    char *again = known(told, "red"); /* what is told hides nothing more */
    assert_string_equal(again, wanted);
    free(again);
    free(told);
}

#define BLUE "'side':'blue','members':"
#define RED  "'side':'red','members':"

static void members_and_units(void **state) {
    (void)state;
    assert_known("{'units':[{'id':'a'," BLUE "[{'id':'a1','hidden':true},{'id':'a2'}]}]}",
                 "{'units':[{'id':'a'," BLUE "[{'id':'a2'}]}]}");
    assert_known("{'units':[{'id':'a'," BLUE "[{'id':'a1','hidden':true}]},{'id':'b'," RED
                 "[{'id':'b1','hidden':true}]}]}",
                 "{'units':[{'id':'b'," RED "[{'id':'b1','hidden':true}]}]}");
    /* of no side, or of none that can be read; marks that are none */
    assert_known("{'units':[{'id':'a','members':[{'hidden':true}]},{'id':'b','side':5,'members':[{'hidden':1}]}]}",
                 "{'units':[]}");
    assert_known("{'units':[{'id':'a'," BLUE "[{'hidden':null},{'hidden':'no'},{'hidden':false}]}]}",
                 "{'units':[{'id':'a'," BLUE "[{'hidden':false}]}]}");
    /* layout doesn't matter, and the writing of what stays does */
    assert_known(" {  'x-note' : [ 1.50 , '\\u00e9 x' ],\n 'units' : [ ] }\n",
                 "{'x-note':[1.50,'\\u00e9 x'],'units':[]}");
}

static void what_only_they_have(void **state) {
    (void)state;
    assert_known("{'assets':{'a':{},'b':{},'c':{},'d':{},'e':{}},'terrain':[{'asset':'b'}],'units':[{'id':'a'," BLUE
                 "[{'asset':'a','hidden':true},{'asset':'b','hidden':true},{'asset':'c','hidden':true},"
                 "{'asset':'c'}]},{'id':'r'," RED "[{'asset':'d','hidden':true}]}]}",
                 "{'assets':{'b':{},'c':{},'d':{},'e':{}},'terrain':[{'asset':'b'}],'units':[{'id':'a'," BLUE
                 "[{'asset':'c'}]},{'id':'r'," RED "[{'asset':'d','hidden':true}]}]}");
    assert_known("{'scenario':{'marched':['b','a',7,'nobody'],'deploying':true},'units':[{'id':'a'," BLUE
                 "[{'id':'a1','hidden':true}]},{'id':'b'," BLUE "[{'id':'b1'}]}]}",
                 "{'scenario':{'marched':['b',7,'nobody'],'deploying':true},'units':[{'id':'b'," BLUE
                 "[{'id':'b1'}]}]}");
}

static void riders(void **state) {
    (void)state;
    assert_known("{'units':[{'id':'r','aboard':'t1'," BLUE "[{'id':'r1'}]},{'id':'t'," BLUE
                 "[{'id':'t1','hidden':true}]},{'id':'o','aboard':'t'," RED "[{'id':'o1'}]}]}",
                 "{'units':[{'id':'o'," RED "[{'id':'o1'}]}]}");
    /* who rides in a rider, from behind and from before */
    assert_known("{'units':[{'id':'c','aboard':'b'," BLUE "[{'id':'c1'}]},{'id':'b','aboard':'a'," BLUE
                 "[{'id':'b1'}]},{'id':'a'," BLUE "[{'hidden':true}]},{'id':'d','aboard':'c1'," BLUE "[{'id':'d1'}]}]}",
                 "{'units':[]}");
    /* round in a ring, aboard of nothing, and of somebody who is there */
    assert_known("{'units':[{'id':'a','aboard':'b'," BLUE "[{}]},{'id':'b','aboard':'a'," BLUE "[{}]},{'id':'c',"
                 "'aboard':'x'," BLUE "[{}]}]}",
                 "{'units':[{'id':'a','aboard':'b'," BLUE "[{}]},{'id':'b','aboard':'a'," BLUE "[{}]},{'id':'c',"
                 "'aboard':'x'," BLUE "[{}]}]}");
    /* two have the id: one stays */
    assert_known("{'units':[{'id':'a'," BLUE "[{'id':'t','hidden':true}]},{'id':'b'," BLUE
                 "[{'id':'t'}]},{'id':'c','aboard':'t'," BLUE "[{'id':'c1'}]}]}",
                 "{'units':[{'id':'b'," BLUE "[{'id':'t'}]},{'id':'c','aboard':'t'," BLUE "[{'id':'c1'}]}]}");
}

/* Who leads is named by nobody any more, by his own side neither; somebody who is there is. */
static void leaders(void **state) {
    (void)state;
    assert_known(
        "{'units':[{'id':'a','leader':'k'," RED "[{'id':'a1'}]},{'leader':'a1','id':'b'," BLUE
        "[{'id':'k','hidden':true},{'id':'b1'}]},{'id':'c','leader':'u'," BLUE "[{'id':'c1'}]},{'id':'u'," BLUE
        "[{'id':'u1','hidden':true}]},{'id':'d','leader':7," BLUE "[]},{'id':'e','leader':'nobody'," BLUE "[]}]}",
        "{'units':[{'id':'a'," RED "[{'id':'a1'}]},{'leader':'a1','id':'b'," BLUE "[{'id':'b1'}]},{'id':'c'," BLUE
        "[{'id':'c1'}]},{'id':'d','leader':7," BLUE "[]},{'id':'e','leader':'nobody'," BLUE "[]}]}");
    /* his own side knows him */
    assert_known("{'units':[{'id':'a','leader':'k'," RED "[{'id':'k','hidden':true}]}]}",
                 "{'units':[{'id':'a','leader':'k'," RED "[{'id':'k','hidden':true}]}]}");
}

/* Whatever is no scene stays as it is. */
static void no_scenes(void **state) {
    (void)state;
    static const char *const texts[] = {
        "[1,2]",
        "7",
        "{'units':{'a':1},'assets':[],'scenario':5,'terrain':7}",
        "{'units':[1,'x',null,[],{'members':5},{'members':[1,[]]},{'id':5,'members':[{'id':6,'asset':7}]}]}",
        "{'scenario':{'marched':{}}}",
        "{'units':[{'id':'a','members':[]}]}",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        assert_known(texts[i], texts[i]);
    }
}

/* Thousands who ride in one another, in the worst order: it takes no longer for that. */
static void long_rides(void **state) {
    (void)state;
    enum { UNITS = 20000 };
    char *text = malloc(UNITS * 100), *end = text;
    end += sprintf(end, "{'units':[");
    for (int i = UNITS; i > 0; i--) {
        end += sprintf(end, "{'id':'u%d','aboard':'u%d'," BLUE "[{'id':'m%d'}]},", i, i - 1, i);
    }
    sprintf(end, "{'id':'u0'," BLUE "[{'id':'m0','hidden':true}]}]}");
    assert_known(text, "{'units':[]}");
    free(text);
}

/* A text that can't be read: its lines and words are nobody's side's. */
static void told_of_no_side(void **state) {
    (void)state;
    static const char broken[] = "{\"trueline\":1,\n \"units\": [ {\"id\": \"secret\", oops } ] }";
    tl_document *document = NULL;
    tl_error error = {0};
    assert_int_equal(tl_document_parse(context, broken, strlen(broken), "f.json", NULL, &document, NULL, &error),
                     TL_ERROR_FORMAT);
    assert_int_equal(error.line, 2);
    const tl_document_options red = {.side = "red"};
    tl_problems problems;
    tl_problems_init(&problems, context);
    error = (tl_error){0};
    assert_int_equal(tl_document_parse(context, broken, strlen(broken), "f.json", &red, &document, &problems, &error),
                     TL_ERROR_FORMAT);
    assert_int_equal(error.line, 0);
    assert_int_equal(problems.count, 1);
    assert_int_equal(problems.items[0].error.line, 0);
    assert_string_equal(error.message, "the scene can't be read, and what is wrong may be hidden from this side");
    tl_problems_free(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_and_units), cmocka_unit_test(what_only_they_have), cmocka_unit_test(riders),
        cmocka_unit_test(leaders),           cmocka_unit_test(no_scenes),           cmocka_unit_test(long_rides),
        cmocka_unit_test(told_of_no_side),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
