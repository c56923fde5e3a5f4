/* xml_tree.c: an XML file as a tree of its elements. */
#include "import/xml_tree.h"
#include "import/finish.h"

#include <string.h>

#define EXPORT_AGAIN "export it again, or take another copy"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static int shown(tl_xml_span span) {
    return (int)(span.length < 40 ? span.length : 40);
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

/* The element that is open, and the last one that was ended in it. */
typedef struct xml_tree_builder {
    tl_xml_tree *tree;
    tl_xml xml;
    uint32_t open;
    uint32_t *last; /* for each element: the last of those in it */
    size_t last_capacity;
} xml_tree_builder;

static tl_status begin_element(xml_tree_builder *b, tl_xml_span tag) {
    tl_xml_tree *tree = b->tree;
    if (b->open == 0 && tree->elements[0].first != 0) {
        return tl_import_fail_line(tree->error, tree->path, b->xml.line, EXPORT_AGAIN,
                                   "it says `<%.*s>` where the file should end", shown(tl_xml_name(tag)), tag.at);
    }
    if (tag.length == 0 || is_blank(tag.at[0])) {
        return tl_import_fail_line(tree->error, tree->path, b->xml.line, EXPORT_AGAIN, "a tag has no name");
    }
    size_t number = tree->count;
    if (number >= UINT32_MAX / 2 ||
        !tl_reserve(tree->context, (void **)&tree->elements, &tree->capacity, number + 1, sizeof(*tree->elements)) ||
        !tl_reserve(tree->context, (void **)&b->last, &b->last_capacity, number + 1, sizeof(*b->last))) {
        return tl_fail_memory(tree->error);
    }
    tree->elements[number] =
        (tl_xml_element){.tag = tag, .text = b->xml.at, .stop = b->xml.at, .line = b->xml.line, .parent = b->open};
    b->last[number] = 0;
    tree->count++;
    uint32_t *link = b->last[b->open] != 0 ? &tree->elements[b->last[b->open]].next : &tree->elements[b->open].first;
    *link = (uint32_t)number;
    b->last[b->open] = (uint32_t)number;
    if (tag.at[tag.length - 1] != '/') {
        b->open = (uint32_t)number;
    }
    return TL_OK;
}

static tl_status end_element(xml_tree_builder *b, tl_xml_span tag) {
    tl_xml_tree *tree = b->tree;
    tl_xml_span name = tl_xml_name((tl_xml_span){tag.at + 1, tag.length - 1});
    tl_xml_span open = b->open != 0 ? tl_xml_name(tree->elements[b->open].tag) : (tl_xml_span){"", 0};
    if (b->open == 0 || name.length != open.length || memcmp(name.at, open.at, name.length) != 0) {
        return tl_import_fail_line(tree->error, tree->path, b->xml.line, EXPORT_AGAIN,
                                   b->open != 0 ? "it says `</%.*s>` where `<%.*s>` is to be ended"
                                                : "it says `</%.*s>` where no element is to be ended%.*s",
                                   shown(name), name.at, shown(open), open.at);
    }
    tree->elements[b->open].stop = tag.at - 1;
    b->open = tree->elements[b->open].parent;
    return TL_OK;
}

/* Nothing in a mesh file needs entities of its own; they may grow without end, or stand for other files. */
static bool declares_entities(const char *bytes, const char *root) {
    static const char word[] = "<!ENTITY";
    for (const char *at = bytes; (at = memchr(at, '<', (size_t)(root - at))) != NULL; at++) {
        if ((size_t)(root - at) >= sizeof(word) - 1 && memcmp(at, word, sizeof(word) - 1) == 0) {
            return true;
        }
    }
    return false;
}

static tl_status read_elements(xml_tree_builder *b, const char *bytes) {
    tl_xml_tree *tree = b->tree;
    tl_status status = TL_OK;
    tl_xml_span tag = {NULL, 0};
    for (size_t i = 0; status == TL_OK && tl_xml_scan(&b->xml, &tag); i++) {
        if ((i & 0xfff) == 0 &&
            !tl_progress(tree->context, (double)(tag.at - bytes) / (double)(b->xml.end - bytes), TL_PARSING)) {
            return tl_fail_cancelled(tree->error, TL_PARSING);
        }
        if (i == 0 && declares_entities(bytes, tag.at)) {
            return tl_import_fail_line(tree->error, tree->path, b->xml.line, EXPORT_AGAIN,
                                       "it declares entities of its own");
        }
        if (tag.at + tag.length == b->xml.at) {
            break; /* without its bracket */
        }
        status = tag.length > 0 && tag.at[0] == '/' ? end_element(b, tag) : begin_element(b, tag);
    }
    bool ended = tree->elements[0].first != 0 && b->open == 0;
    if (status == TL_OK && (!ended || tag.at + tag.length == b->xml.at)) {
        tl_xml_span open = b->open != 0 ? tl_xml_name(tree->elements[b->open].tag) : (tl_xml_span){"", 0};
        status = tl_import_fail_line(tree->error, tree->path, b->xml.line, EXPORT_AGAIN,
                                     open.length > 0 ? "the file ends within `<%.*s>`: it is cut off"
                                                     : "the file ends where a tag should%.*s: it is cut off",
                                     shown(open), open.at);
    }
    return status;
}

/* --- Ids ---------------------------------------------------------------------------------------------------------- */

static size_t bucket_of(const tl_xml_tree *tree, tl_xml_span id) {
    uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */
    for (size_t i = 0; i < id.length; i++) {
        hash = (hash ^ (unsigned char)id.at[i]) * UINT64_C(1099511628211);
    }
    return (size_t)(hash ^ hash >> 32) & (tree->bucket_count - 1);
}

static tl_status note_ids(tl_xml_tree *tree) {
    tree->bucket_count = 64;
    while (tree->bucket_count < tree->count) {
        tree->bucket_count *= 2;
    }
    tree->buckets = tl_alloc_array(tree->context, tree->bucket_count, sizeof(*tree->buckets));
    tree->chains = tl_alloc_array(tree->context, tree->count, sizeof(*tree->chains));
    if (tree->buckets == NULL || tree->chains == NULL) {
        return tl_fail_memory(tree->error);
    }
    for (size_t i = 1; i < tree->count; i++) {
        tl_xml_span id = tl_xml_attribute(tree->elements[i].tag, "id");
        if (id.length > 0) {
            uint32_t *bucket = &tree->buckets[bucket_of(tree, id)];
            tree->chains[i] = *bucket;
            *bucket = (uint32_t)i;
        }
    }
    return TL_OK;
}

uint32_t tl_xml_with_id(const tl_xml_tree *tree, tl_xml_span id, uint32_t before) {
    if (id.length == 0) {
        return 0;
    }
    uint32_t element = before != 0 ? tree->chains[before] : tree->buckets[bucket_of(tree, id)];
    for (; element != 0; element = tree->chains[element]) {
        tl_xml_span own = tl_xml_attribute(tree->elements[element].tag, "id");
        if (own.length == id.length && memcmp(own.at, id.at, id.length) == 0) {
            return element;
        }
    }
    return 0;
}

tl_status tl_xml_tree_read(tl_xml_tree *tree, tl_context *context, const char *path, const char *bytes, size_t size,
                           tl_error *error) {
    *tree = (tl_xml_tree){.context = context, .path = path, .error = error};
    if (size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0)) {
        return tl_import_fail_utf16(path, error);
    }
    xml_tree_builder b = {.tree = tree};
    tl_xml_begin(&b.xml, path, bytes, size, error);
    const char *zero = memchr(bytes, 0, size);
    if (zero != NULL) {
        size_t line = 1;
        for (const char *at = bytes; at < zero; at++) {
            line += *at == '\n';
        }
        return tl_import_fail_line(error, path, line, EXPORT_AGAIN, "there is a zero byte in it, which no XML has");
    }
    tl_status status = TL_OK;
    if (!tl_reserve(context, (void **)&tree->elements, &tree->capacity, 64, sizeof(*tree->elements)) ||
        !tl_reserve(context, (void **)&b.last, &b.last_capacity, 64, sizeof(*b.last))) {
        status = tl_fail_memory(error);
    } else {
        tree->elements[0] = (tl_xml_element){.tag = {"", 0}, .text = bytes, .stop = bytes + size, .line = 1};
        tree->count = 1;
        b.last[0] = 0;
        status = read_elements(&b, bytes);
    }
    tl_free(context, b.last);
    return status == TL_OK ? note_ids(tree) : status;
}

void tl_xml_tree_free(tl_xml_tree *tree) {
    tl_free(tree->context, tree->elements);
    tl_free(tree->context, tree->buckets);
    tl_free(tree->context, tree->chains);
    tree->elements = NULL;
    tree->buckets = tree->chains = NULL;
}

/* --- Looking ------------------------------------------------------------------------------------------------------ */

static uint32_t from_here(const tl_xml_tree *tree, uint32_t element, const char *name) {
    while (element != 0 && !tl_xml_element_is(tree, element, name)) {
        element = tree->elements[element].next;
    }
    return element;
}

uint32_t tl_xml_first(const tl_xml_tree *tree, uint32_t parent, const char *name) {
    return from_here(tree, tree->elements[parent].first, name);
}

uint32_t tl_xml_next_like(const tl_xml_tree *tree, uint32_t element, const char *name) {
    return from_here(tree, tree->elements[element].next, name);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

tl_xml_words tl_xml_words_of(const tl_xml_tree *tree, uint32_t element) {
    return (tl_xml_words){tree, element, tree->elements[element].text, tree->elements[element].stop};
}

/* Behind the comment that begins here. */
static bool pass_comment(tl_xml_words *words) {
    static const char open[] = "<!--", close[] = "-->";
    if ((size_t)(words->stop - words->at) < sizeof(open) - 1 || memcmp(words->at, open, sizeof(open) - 1) != 0) {
        return false;
    }
    const char *at = words->at + sizeof(open) - 1;
    while ((at = memchr(at, '-', (size_t)(words->stop - at))) != NULL && words->stop - at >= 3 &&
           memcmp(at, close, sizeof(close) - 1) != 0) {
        at++;
    }
    words->at = at != NULL && words->stop - at >= 3 ? at + sizeof(close) - 1 : words->stop;
    return true;
}

bool tl_xml_next_word(tl_xml_words *words, tl_xml_span *word) {
    do {
        while (words->at < words->stop && is_blank(*words->at)) {
            words->at++;
        }
    } while (words->at < words->stop && *words->at == '<' && pass_comment(words));
    if (words->at == words->stop) {
        return false;
    }
    word->at = words->at++;
    while (words->at < words->stop && !is_blank(*words->at) && *words->at != '<') {
        words->at++;
    }
    word->length = (size_t)(words->at - word->at);
    return true;
}

uint64_t tl_xml_count_words(tl_xml_words words) {
    uint64_t count = 0;
    for (tl_xml_span word; tl_xml_next_word(&words, &word);) {
        count++;
    }
    return count;
}

tl_status tl_xml_fail_word(const tl_xml_words *words, tl_xml_span word, const char *wanted) {
    const tl_xml_tree *tree = words->tree;
    size_t line = tree->elements[words->element].line;
    for (const char *at = tree->elements[words->element].text; at < word.at; at++) {
        line += *at == '\n';
    }
    return tl_import_fail_line(tree->error, tree->path, line, EXPORT_AGAIN, "it says `%.*s` where there should be %s",
                               shown(word), word.at, wanted);
}
