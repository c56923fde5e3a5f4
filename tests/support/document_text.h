/* document_text.h: scenes as text, for tests of the scene document. */
#ifndef TL_TESTS_DOCUMENT_TEXT_H
#define TL_TESTS_DOCUMENT_TEXT_H

#include "scene/document.h"
#include "support/assert_geom.h"

/* Of the program; with the rule system whose classes, ways to move and arcs the scenes use. */
extern tl_context *document_context;
extern const tl_document_options document_with_dust;
int document_set_up(void **state);
int document_tear_down(void **state);

/* Fails with the whole message; the second unless all is well. */
void document_fail(const tl_error *error);
void document_done(tl_status status, const tl_error *error);
/* A scene that must be good; without options with the words of that rule system. */
tl_document *document_parse_with(const char *text, const tl_document_options *options);
tl_document *document_parse(const char *text);
tl_document *document_load(const char *path);
/* A whole file; freed with tl_free. */
char *document_text_of(const char *path);
/* `text` with its first `what` replaced; the last few results live. */
const char *document_with(const char *text, const char *what, const char *by);

#endif
