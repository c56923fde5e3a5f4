/* document_text.c: scenes as text, read with the words of a rule system. */
#include "support/document_text.h"

#include "io/file.h"

#include <string.h>

tl_context *document_context;
static tl_ruleset *dust; /* whose classes, ways to move and arcs the scenes use */

int document_set_up(void **state) {
    (void)state;
    document_context = tl_context_create(NULL);
    return document_context == NULL || tl_ruleset_load(document_context, "dust-battlefield", &dust, NULL) != TL_OK;
}

static const tl_ruleset *dust_rules(void *user, const tl_document *document, tl_problems *problems,
                                    const tl_document_field **fields, size_t *count) {
    (void)user;
    (void)document;
    (void)problems;
    (void)fields;
    (void)count;
    return dust;
}

const tl_document_options document_with_dust = {dust_rules, NULL};

int document_tear_down(void **state) {
    (void)state;
    tl_ruleset_destroy(dust);
    tl_context_destroy(document_context);
    return 0;
}

void document_fail(const tl_error *error) {
    char line[1600];
    tl_error_text(error, line, sizeof(line));
    fail_msg("%s", line);
}

tl_document *document_parse_with(const char *text, const tl_document_options *options) {
    tl_document *document = NULL;
    tl_error error = {0};
    if (tl_document_parse(document_context, text, strlen(text), "folder/s.json", options, &document, NULL, &error) !=
        TL_OK) {
        document_fail(&error);
    }
    return document;
}

tl_document *document_parse(const char *text) {
    return document_parse_with(text, &document_with_dust);
}

tl_document *document_load(const char *path) {
    tl_document *document = NULL;
    tl_error error = {0};
    if (tl_document_load(document_context, path, &document_with_dust, &document, NULL, &error) != TL_OK) {
        document_fail(&error);
    }
    return document;
}

char *document_text_of(const char *path) {
    char *text = NULL;
    size_t size = 0;
    tl_error error = {0};
    if (tl_file_read(document_context, path, TL_JSON_SIZE_LIMIT, &text, &size, &error) != TL_OK) {
        document_fail(&error);
    }
    return text;
}

void document_done(tl_status status, const tl_error *error) {
    if (status != TL_OK) {
        document_fail(error);
    }
}

/* `text` with its first `what` replaced; the last few results live. */
const char *document_with(const char *text, const char *what, const char *by) {
    static char buffers[4][20000];
    static int next;
    char *buffer = buffers[next++ % 4];
    const char *at = strstr(text, what);
    assert_non_null(at);
    size_t before = (size_t)(at - text);
    size_t added = strlen(by);
    const char *rest = at + strlen(what);
    assert_true(before + added + strlen(rest) < sizeof(buffers[0]));
    memmove(buffer, text, before);
    memmove(buffer + before, by, added);
    memmove(buffer + before + added, rest, strlen(rest) + 1);
    return buffer;
}
