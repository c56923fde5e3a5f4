/* xml_tree.h: an XML file as a tree of its elements, for formats whose parts name one another in any order. Internal to
 * engine/import.
 *
 * Elements are numbered as the file has them; 0 is the file itself, the parent of its one root, and means "none"
 * elsewhere. Text is looked at where it stands, so a long array of numbers costs nothing until somebody reads it. */
#ifndef TL_IMPORT_XML_TREE_H
#define TL_IMPORT_XML_TREE_H

#include "import/xml.h"

typedef struct tl_xml_element {
    tl_xml_span tag;         /* without its brackets */
    const char *text, *stop; /* what stands between its tags */
    size_t line;
    uint32_t parent, first, next; /* the first of those in it; the next beside it */
} tl_xml_element;

typedef struct tl_xml_tree {
    tl_context *context;
    const char *path;
    tl_xml_element *elements;
    size_t count, capacity;
    uint32_t *buckets; /* by id: the last element in each chain */
    uint32_t *chains;  /* for each element: the one before in its bucket */
    size_t bucket_count;
    tl_error *error;
} tl_xml_tree;

/* Fails on what is no XML: TL_ERROR_FORMAT with the line for tags that don't nest, an end that is missing, zero bytes,
 * UTF-16 and entities of its own; TL_ERROR_CANCELLED, _MEMORY. To be freed in any case. `bytes` must outlive it. */
tl_status tl_xml_tree_read(tl_xml_tree *tree, tl_context *context, const char *path, const char *bytes, size_t size,
                           tl_error *error);
void tl_xml_tree_free(tl_xml_tree *tree);

static inline bool tl_xml_element_is(const tl_xml_tree *tree, uint32_t element, const char *name) {
    return tl_xml_is(tree->elements[element].tag, name);
}

/* The first element of that name in `parent`, or the next one beside `element`; 0: none. */
uint32_t tl_xml_first(const tl_xml_tree *tree, uint32_t parent, const char *name);
uint32_t tl_xml_next_like(const tl_xml_tree *tree, uint32_t element, const char *name);

/* The next element with that `id` before the element `before` (0: from the last one on); 0: none. */
uint32_t tl_xml_with_id(const tl_xml_tree *tree, tl_xml_span id, uint32_t before);

/* The words of an element's text one after the other. */
typedef struct tl_xml_words {
    const tl_xml_tree *tree;
    uint32_t element;
    const char *at, *stop;
} tl_xml_words;

tl_xml_words tl_xml_words_of(const tl_xml_tree *tree, uint32_t element);
/* Comments are passed over. A tag counts as a word, for readers to refuse. False at the end. */
bool tl_xml_next_word(tl_xml_words *words, tl_xml_span *word);
/* How many are left. */
uint64_t tl_xml_count_words(tl_xml_words words);
/* Refuses a word, with its line: "it says `x` where there should be `wanted`". */
tl_status tl_xml_fail_word(const tl_xml_words *words, tl_xml_span word, const char *wanted);

#endif
