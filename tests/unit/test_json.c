/* JSON: places of values, messages, shortest numbers, the writer's bytes, memory that runs out. */
#include "io/json.h"
#include "support/assert_geom.h"
#include "support/purse.h"

#include <float.h>
#include <math.h>
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

static tl_json *parse(const char *text) {
    tl_json *json = NULL;
    tl_error error = {0};
    if (tl_json_parse(context, text, strlen(text), "t.json", &json, &error) != TL_OK) {
        char line[1600];
        tl_error_text(&error, line, sizeof(line));
        fail_msg("%s", line);
    }
    return json;
}

static void refused(const char *text, const char *expected) {
    tl_json *json = NULL;
    tl_error error = {0};
    char line[1600];
    assert_int_not_equal(tl_json_parse(context, text, strlen(text), "t.json", &json, &error), TL_OK);
    assert_null(json);
    tl_error_text(&error, line, sizeof(line));
    assert_string_equal(line, expected);
}

static void test_values(void **state) {
    (void)state;
    tl_json *json = parse("{\"n\": null, \"t\": true, \"f\": false, \"i\": -42, \"r\": 2.5e-1, \"z\": -0.0,\n"
                          " \"s\": \"\\u00e4\\n\\\"\", \"a\": [1, [2], {}], \"big\": 9007199254740993}");
    const tl_json_value *root = tl_json_root(json);
    assert_int_equal(root->kind, TL_JSON_OBJECT);
    assert_int_equal(root->count, 9);
    assert_int_equal(tl_json_find(root, "n")->kind, TL_JSON_NULL);
    assert_true(tl_json_find(root, "t")->boolean);
    assert_false(tl_json_find(root, "f")->boolean);
    assert_true(tl_json_find(root, "i")->is_integer);
    assert_near(tl_json_find(root, "i")->number, -42, 0);
    assert_false(tl_json_find(root, "r")->is_integer);
    assert_near(tl_json_find(root, "r")->number, 0.25, 0);
    assert_false(signbit(tl_json_find(root, "z")->number));
    assert_string_equal(tl_json_find(root, "s")->text, "\xc3\xa4\n\"");
    assert_int_equal(tl_json_find(root, "s")->text_length, 4);
    assert_true(tl_json_find(root, "big")->integer == INT64_C(9007199254740993));
    const tl_json_value *a = tl_json_find(root, "a");
    assert_int_equal(a->count, 3);
    assert_near(a->items[1].items[0].number, 2, 0);
    assert_int_equal(a->items[2].count, 0);
    assert_ptr_equal(a->items[1].items[0].parent->parent, a);
    assert_null(tl_json_find(root, "absent"));
    assert_null(tl_json_find(a, "n"));
    assert_null(tl_json_find(NULL, "n"));
    tl_json_destroy(json);
}

/* Every value's bytes, parsed alone, are that value again; the position is counted here in another way. */
static void check_spans(const tl_json *json, const tl_json_value *value) {
    size_t size = 0;
    const char *source = tl_json_source(json, &size);
    assert_true(value->offset + value->length <= size);
    tl_json *alone = NULL;
    tl_error error = {0};
    assert_int_equal(tl_json_parse(context, source + value->offset, value->length, "", &alone, &error), TL_OK);
    const tl_json_value *same = tl_json_root(alone);
    assert_int_equal(same->kind, value->kind);
    assert_int_equal(same->count, value->count);
    assert_int_equal(same->length, value->length);
    if (value->kind == TL_JSON_STRING) {
        assert_string_equal(same->text, value->text);
    }
    if (value->kind == TL_JSON_NUMBER) {
        assert_true(same->number == value->number);
    }
    tl_json_destroy(alone);
    int line = 1;
    int column = 1;
    size_t at = memcmp(source, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (; at < value->offset; at++) {
        if (source[at] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)source[at] & 0xc0) != 0x80) {
            column++;
        }
    }
    int got_line = 0;
    int got_column = 0;
    tl_json_position(json, value->offset, &got_line, &got_column);
    assert_int_equal(got_line, line);
    assert_int_equal(got_column, column);
    if (value->key != NULL) {
        assert_true(source[value->key_offset] == '"' && source[value->key_offset + value->key_length - 1] == '"');
    }
    for (size_t i = 0; i < value->count; i++) {
        assert_ptr_equal(value->items[i].parent, value);
        assert_int_equal(value->items[i].index, i);
        check_spans(json, &value->items[i]);
    }
}

static void test_places(void **state) {
    (void)state;
    tl_json *json = parse(
        "\xef\xbb\xbf{\r\n\t\"n\xc3\xa4me\" : \"\xe2\x82\xac\\\"{}[],:\" , \"units\":[ {\"members\":[{\"at\":[1,2.5 , "
        "-3e2]}]}\t,{ } ,[ ]],\r\n\r\n  \"big gun\":{\"a.b\":true}\r\n}\r\n");
    check_spans(json, tl_json_root(json));
    const tl_json_value *root = tl_json_root(json);
    char path[64];
    tl_json_path(&tl_json_find(&tl_json_find(tl_json_find(root, "units")->items, "members")->items[0], "at")->items[2],
                 path, sizeof(path));
    assert_string_equal(path, "units[0].members[0].at[2]");
    const tl_json_value *big = tl_json_find(root, "big gun");
    tl_json_path(big->items, path, sizeof(path));
    assert_string_equal(path, "[\"big gun\"][\"a.b\"]");
    tl_json_path(root, path, sizeof(path));
    assert_string_equal(path, "");
    tl_json_path(big->items, path, 9);
    assert_string_equal(path, "[\"big gu");
    int line = 0;
    int column = 0;
    tl_json_position(json, big->key_offset, &line, &column);
    assert_int_equal(line, 4);
    assert_int_equal(column, 3);
    tl_json_position(json, tl_json_find(root, "units")->offset, &line, &column);
    assert_int_equal(line, 2);
    assert_int_equal(column, 33);
    tl_json_destroy(json);
}

/* Positions in lines that are longer than the space between landmarks. */
static void test_long_lines(void **state) {
    (void)state;
    size_t size = 0;
    char *text = tl_alloc(context, 400000);
    assert_non_null(text);
    text[size++] = '[';
    for (int i = 0; i < 3000; i++) {
        size += (size_t)sprintf(text + size, "%s\"\xc3\xa4%d\xe2\x82\xac\"", i > 0 ? "," : "", i);
        if (i == 1200 || i == 2600) {
            text[size++] = '\n';
        }
    }
    text[size++] = ']';
    text[size] = '\0';
    tl_json *json = parse(text);
    int line = 1;
    int column = 1;
    const tl_json_value *root = tl_json_root(json);
    size_t next = 0;
    for (size_t at = 0; at < size && next < root->count; at++) {
        if (at == root->items[next].offset) {
            int got_line = 0;
            int got_column = 0;
            tl_json_position(json, at, &got_line, &got_column);
            assert_int_equal(got_line, line);
            assert_int_equal(got_column, column);
            next++;
        }
        column += ((unsigned char)text[at] & 0xc0) != 0x80;
        if (text[at] == '\n') {
            line++;
            column = 1;
        }
    }
    assert_int_equal(next, 3000);
    tl_json_destroy(json);
    tl_free(context, text);
}

static void test_messages(void **state) {
    (void)state;
    refused("", "t.json:1:1: the text ends before a value begins. Add what is missing; the file may have been cut "
                "short.");
    refused("{\n \"a\": [1,\n 2\n",
            "t.json:4:1: the text ends inside the `[` opened in line 2, column 7. Add what is missing; the file may "
            "have been cut short.");
    refused("{\"a\" 1}", "t.json:1:6: a colon should stand here, between a field's name and value, instead of `1`. "
                         "Write \"name\": value.");
    refused("{\"a\": 1,\n}",
            "t.json:2:1: a comma stands before the closing `}`. Remove the comma after the last item.");
    refused("[1, ]", "t.json:1:5: a comma stands before the closing `]`. Remove the comma after the last item.");
    refused("{\"a\":1\n \"b\":2}",
            "t.json:2:2: a comma or the closing `}` should stand before `\"b\"`. Add the comma that is missing.");
    refused("[1 2]", "t.json:1:4: a comma or the closing `]` should stand before `2`. Add the comma that is missing.");
    refused("{a:1}",
            "t.json:1:2: the name of a field, in double quotes, should stand here instead of `a`. Put names in "
            "double quotes.");
    refused("{\"abc\":\"\xc3\xa4\ty\"}",
            "t.json:1:10: a control character stands inside a text. Write a tab as \\t and "
            "others as \\u00XX.");
    refused("{\"abc\":\"x\ny\"}",
            "t.json:1:8: a text is not closed before the end of its line. Add the closing quote; a "
            "line break inside a text is written \\n.");
    refused("[\"C:\\models\"]",
            "t.json:1:6: after a backslash stands something that JSON does not know. Write \\\\ for a "
            "backslash; in file paths / does as well.");
    refused("[\"\\u0000\"]", "t.json:1:2: a text may not hold the character U+0000. Remove the \\u0000.");
    refused("{\"a\":1,\n\"a\":2}", "t.json:2:1: the field `a` stands twice in one object. Remove one of the two.");
    refused("[1e999]", "t.json:1:2: the number `1e999` is too large. Write a smaller number.");
    refused("[1, 123456789012345678901234567890]",
            "t.json:1:5: the number `123456789012345678901234567890` is too large. Write a smaller number.");
    refused("{} x", "t.json:1:4: `x` stands after the end of the document. Remove what follows the last bracket.");
    refused("// hi\n{}",
            "t.json:1:1: comments are not part of JSON: `//`. Keep notes in a field whose name begins with "
            "x-.");
    refused("[NaN]",
            "t.json:1:2: `NaN` is not a value. Write a number (0.5, not .5 or 01), a text in double quotes, true, "
            "false, null, [...] or {...}.");
    refused("[\xff]", "t.json:1:2: this byte is not UTF-8 text. Save the file as UTF-8 without zero bytes.");
    refused("{\"ab", "t.json:1:2: the document ends inside a text. Add the closing quote.");
    refused("nul",
            "t.json:1:1: `nul` is not a value. Write a number (0.5, not .5 or 01), a text in double quotes, true, "
            "false, null, [...] or {...}.");
}

static void test_limits(void **state) {
    (void)state;
    char deep[2 * 3000 + 1];
    for (size_t depth = TL_JSON_DEPTH_LIMIT - 1; depth < 3000; depth += 600) {
        memset(deep, '[', depth);
        memset(deep + depth, ']', depth);
        tl_json *json = NULL;
        tl_error error = {0};
        tl_status status = tl_json_parse(context, deep, 2 * depth, NULL, &json, &error);
        assert_int_equal(status, depth < TL_JSON_DEPTH_LIMIT ? TL_OK : TL_ERROR_LIMIT);
        tl_json_destroy(json);
    }
    tl_json *json = NULL;
    tl_error error = {0};
    assert_int_equal(tl_json_parse(context, "", TL_JSON_SIZE_LIMIT + 1, NULL, &json, &error), TL_ERROR_LIMIT);
    assert_int_equal(tl_json_parse(context, "1\0", 2, NULL, &json, NULL), TL_ERROR_FORMAT);
}

static void shortest_is(double value, const char *expected) {
    char text[TL_JSON_NUMBER_SIZE];
    size_t length = tl_json_format_double(value, text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void test_number_texts(void **state) {
    (void)state;
    shortest_is(0.1, "0.1");
    shortest_is(300, "300");
    shortest_is(1e-7, "1e-7");
    shortest_is(0.000001, "0.000001");
    shortest_is(-0.0, "0");
    shortest_is(-12.75, "-12.75");
    shortest_is(0.1 + 0.2, "0.30000000000000004");
    shortest_is(1e15, "1000000000000000");
    shortest_is(9007199254740993.0, "9007199254740992");
    shortest_is(1e16, "1e16");
    shortest_is(1.5e300, "1.5e300");
    shortest_is(-1.25e-10, "-1.25e-10");
    shortest_is(DBL_MAX, "1.7976931348623157e308");
    shortest_is(DBL_MIN, "2.2250738585072014e-308");
    shortest_is(5e-324, "5e-324");
    shortest_is(0x1p-44, "5.684341886080802e-14"); /* the nearest 16 digits end in 1 and don't read back */
    shortest_is(1.0 / 3, "0.3333333333333333");
    shortest_is(100, "100");
    shortest_is(123456.789, "123456.789");
    shortest_is(INFINITY, "");
    shortest_is(NAN, "");
}

static int significant(const char *text) {
    int count = 0;
    int zeros = 0;
    bool begun = false;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text >= '0' && *text <= '9') {
            begun = begun || *text != '0';
            count += begun ? 1 : 0;
            zeros = *text == '0' ? zeros + 1 : 0;
        }
    }
    return count - zeros;
}

/* No decimal with one digit less, above or below, reads back; the text itself does. */
static void check_shortest(double value) {
    char text[TL_JSON_NUMBER_SIZE];
    tl_json_format_double(value, text);
    if (strtod(text, NULL) != value) {
        fail_msg("%s is not %.17g", text, value);
    }
    int digits = significant(text);
    if (digits > 1) {
        char fewer[64];
        snprintf(fewer, sizeof(fewer), "%.*e", digits - 2, value);
        double step = pow(10, atoi(strchr(fewer, 'e') + 1) - (digits - 2));
        for (int k = -1; k <= 1; k++) {
            char other[64];
            snprintf(other, sizeof(other), "%.*e", digits - 2, strtod(fewer, NULL) + k * step);
            if (strtod(other, NULL) == value) {
                fail_msg("%s is shorter than %s", other, text);
            }
        }
    }
}

static void test_shortest_numbers(void **state) {
    (void)state;
    test_random random = test_random_start("shortest numbers", 20240);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = test_random_bits(&random);
        double value;
        memcpy(&value, &bits, sizeof(value));
        if (isfinite(value) && value != 0) {
            check_shortest(value);
        }
        check_shortest(test_random_between(&random, -2000, 2000));
        check_shortest(test_random_below(&random, 100000) / 100.0 + 0.01);
    }
    for (int e = -1074; e <= 1023; e++) {
        check_shortest(ldexp(1, e));
    }
}

static void write_sample(tl_json_writer *w) {
    tl_json_begin_object(w);
    tl_json_put_string(w, "query", "los \"A\"\n\t\\\x01 \xc3\xa4 \xff");
    tl_json_put_bool(w, "close", true);
    tl_json_key(w, "empty");
    tl_json_begin_array(w);
    tl_json_end_array(w);
    tl_json_key(w, "none");
    tl_json_begin_object(w);
    tl_json_end_object(w);
    tl_json_key(w, "pairs");
    tl_json_begin_array(w);
    tl_json_begin_object(w);
    tl_json_put_numbers(w, "at", (double[]){1, 2.5, -0.0}, 3);
    tl_json_put_int(w, "count", -3);
    tl_json_end_object(w);
    tl_json_inline_next(w);
    tl_json_begin_object(w);
    tl_json_put_double(w, "d", 1e-7);
    tl_json_key(w, "l");
    tl_json_begin_array(w);
    tl_json_null(w);
    tl_json_string(w, NULL);
    tl_json_end_array(w);
    tl_json_end_object(w);
    tl_json_int(w, 7);
    tl_json_end_array(w);
    tl_json_end_object(w);
}

static void test_writer(void **state) {
    (void)state;
    tl_json_writer w;
    char *text = NULL;
    size_t size = 0;
    tl_json_writer_init(&w, context, false);
    write_sample(&w);
    assert_int_equal(tl_json_writer_finish(&w, &text, &size, NULL), TL_OK);
    assert_string_equal(
        text, "{\"query\":\"los \\\"A\\\"\\n\\t\\\\\\u0001 \xc3\xa4 \xef\xbf\xbd\",\"close\":true,\"empty\":[],"
              "\"none\":{},\"pairs\":[{\"at\":[1,2.5,0],\"count\":-3},{\"d\":1e-7,\"l\":[null,null]},7]}");
    assert_int_equal(size, strlen(text));
    tl_json *json = parse(text);
    check_spans(json, tl_json_root(json));
    tl_free(context, text);
    tl_json_writer_init(&w, context, true);
    write_sample(&w);
    assert_int_equal(tl_json_writer_finish(&w, &text, NULL, NULL), TL_OK);
    assert_string_equal(
        text, "{\n  \"query\": \"los \\\"A\\\"\\n\\t\\\\\\u0001 \xc3\xa4 \xef\xbf\xbd\",\n  \"close\": true,\n"
              "  \"empty\": [],\n  \"none\": {},\n  \"pairs\": [\n    {\n      \"at\": [1, 2.5, 0],\n"
              "      \"count\": -3\n    },\n    { \"d\": 1e-7, \"l\": [null, null] },\n    7\n  ]\n}");
    /* The pretty text echoed is the compact one. */
    tl_json *pretty = parse(text);
    tl_free(context, text);
    tl_json_writer_init(&w, context, false);
    tl_json_echo(&w, pretty, tl_json_root(pretty));
    assert_int_equal(tl_json_writer_finish(&w, &text, NULL, NULL), TL_OK);
    assert_string_equal(text, tl_json_source(json, NULL));
    tl_free(context, text);
    tl_json_destroy(pretty);
    tl_json_destroy(json);
}

static void test_writer_misuse(void **state) {
    (void)state;
    for (int kind = 0; kind < 7; kind++) {
        tl_json_writer w;
        tl_json_writer_init(&w, context, false);
        if (kind == 0) {
            tl_json_double(&w, INFINITY);
        } else if (kind == 1) {
            tl_json_begin_array(&w);
        } else if (kind == 2) {
            tl_json_begin_object(&w);
            tl_json_int(&w, 1);
            tl_json_end_object(&w);
        } else if (kind == 3) {
            tl_json_begin_array(&w);
            tl_json_end_object(&w);
        } else if (kind == 4) {
            tl_json_int(&w, 1);
            tl_json_int(&w, 1);
        } else if (kind == 5) {
            tl_json_begin_object(&w);
            tl_json_key(&w, "a");
            tl_json_end_object(&w);
        }
        char *text = NULL;
        tl_error error = {0};
        assert_int_equal(tl_json_writer_finish(&w, &text, NULL, &error), TL_ERROR_INTERNAL);
        assert_null(text);
        assert_int_equal(error.status, TL_ERROR_INTERNAL);
    }
}

static void test_memory(void **state) {
    (void)state;
    bool done = false;
    for (int n = 1; !done; n++) {
        test_purse c = {n, 0};
        tl_context *poor = tl_context_create(&(tl_context_options){
            .struct_size = sizeof(tl_context_options), .user = &c, .allocate = test_purse_allocate});
        assert_non_null(poor);
        const char *text = "{\"a\": [1, 2, {\"b\": \"c\"}],\n\n\n\n\n\n\n\n\n\n \"d\": null}";
        tl_json *json = NULL;
        tl_error error = {0};
        tl_status status = tl_json_parse(poor, text, strlen(text), "f", &json, &error);
        assert_true(status == TL_OK || (status == TL_ERROR_MEMORY && error.status == status && json == NULL));
        tl_json_writer w;
        tl_json_writer_init(&w, poor, true);
        write_sample(&w);
        char *out = NULL;
        tl_status written = tl_json_writer_finish(&w, &out, NULL, NULL);
        assert_true(written == TL_OK || (written == TL_ERROR_MEMORY && out == NULL));
        done = status == TL_OK && written == TL_OK;
        tl_free(poor, out);
        tl_json_destroy(json);
        tl_context_destroy(poor);
        assert_int_equal(c.held, 0);
        assert_true(n < 1000);
    }
}

static void test_reports(void **state) {
    (void)state;
    tl_json *json = parse("{\n  \"b\": 1,\n  \"a\": [true]\n}");
    const tl_json_value *a = tl_json_find(tl_json_root(json), "a");
    tl_problems problems;
    tl_problems_init(&problems, context);
    tl_json_problem(json, a->items, false, &problems, false, TL_ERROR_SCENE, "write 1", "%s is no number", "true");
    tl_json_problem(json, a, true, &problems, true, TL_ERROR_SCENE, NULL, "odd");
    tl_json_problem(json, NULL, false, &problems, false, TL_ERROR_SCENE, NULL, "bad.");
    tl_problems_sort(&problems);
    const char *expected[] = {"t.json:1:1: bad.", "t.json:3:3: a: odd.",
                              "t.json:3:9: a[0]: true is no number. Write 1."};
    assert_int_equal(problems.count, 3);
    assert_int_equal(problems.errors, 2);
    for (size_t i = 0; i < 3; i++) {
        char line[1600];
        tl_error_text(&problems.items[i].error, line, sizeof(line));
        assert_string_equal(line, expected[i]);
    }
    tl_problems_free(&problems);
    tl_error error = {0};
    assert_int_equal(tl_json_fail(json, a, &error, TL_ERROR_SCENE, NULL, "no"), TL_ERROR_SCENE);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 8);
    tl_json_fail(json, NULL, &error, TL_ERROR_FORMAT, NULL, "later");
    assert_string_equal(error.message, "no");
    tl_json_destroy(json);
    /* A report that is cut ends with a whole character. */
    char file[600];
    for (int shift = 0; shift < 3; shift++) {
        memset(file, 'x', sizeof(file));
        for (int i = shift; i + 3 < 599; i += 3) {
            memcpy(file + i, "\xe2\x82\xac", 3);
        }
        file[599] = '\0';
        tl_error cut = {0};
        tl_fail(&cut, TL_ERROR_FILE, file, file, NULL, "%s", file);
        assert_int_equal(strlen(cut.file), 511 - (511 - shift) % 3);
        assert_int_equal(strlen(cut.place), 255 - (255 - shift) % 3);
        assert_int_equal(strlen(cut.message), 511 - (511 - shift) % 3);
    }
    tl_error plain = {.status = TL_ERROR_NOT_FOUND};
    char small[12];
    assert_int_equal(tl_error_text(&plain, small, sizeof(small)), strlen("there is nothing of that name."));
    assert_string_equal(small, "there is no");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),           cmocka_unit_test(test_places),  cmocka_unit_test(test_messages),
        cmocka_unit_test(test_long_lines),       cmocka_unit_test(test_limits),  cmocka_unit_test(test_number_texts),
        cmocka_unit_test(test_shortest_numbers), cmocka_unit_test(test_writer),  cmocka_unit_test(test_writer_misuse),
        cmocka_unit_test(test_memory),           cmocka_unit_test(test_reports),
    };
    return cmocka_run_group_tests_name("json", tests, set_up, tear_down);
}
