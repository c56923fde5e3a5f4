/* fbx_tree.c: the nodes of an FBX file, binary (7.0 to 7.7) or text. The format has no public standard: this is what
 * Blender's and other free programs' notes tell of it. */
#include "base/number.h"
#include "import/fbx.h"
#include "import/finish.h"

#include <string.h>
#include <zlib.h>

#define EXPORT_AGAIN "export it again, or take another copy"
#define MOST_LEVELS  128

static const char head[] = "Kaydara FBX Binary  ";

static tl_status fail(const tl_fbx_tree *tree, const char *what) {
    return tl_fail(tree->error, TL_ERROR_FORMAT, tree->path, NULL, EXPORT_AGAIN, "%s", what);
}

static tl_status add_node(tl_fbx_tree *tree, uint32_t parent, uint32_t *last, const char *name, size_t length,
                          uint32_t *number) {
    if (tree->node_count >= UINT32_MAX / 2 || !tl_reserve(tree->context, (void **)&tree->nodes, &tree->node_capacity,
                                                          tree->node_count + 1, sizeof(*tree->nodes))) {
        return tl_fail_memory(tree->error);
    }
    *number = (uint32_t)tree->node_count++;
    tree->nodes[*number] =
        (tl_fbx_node){.name = name, .name_length = length, .first_value = tree->value_count, .parent = parent};
    if (*number != 0) {
        *(*last != 0 ? &tree->nodes[*last].next : &tree->nodes[parent].first) = *number;
    }
    *last = *number;
    return tl_progress(tree->context, 0, TL_PARSING) ? TL_OK : tl_fail_cancelled(tree->error, TL_PARSING);
}

static tl_status add_value(tl_fbx_tree *tree, uint32_t node, const tl_fbx_value *value) {
    if (!tl_reserve(tree->context, (void **)&tree->values, &tree->value_capacity, tree->value_count + 1,
                    sizeof(*tree->values))) {
        return tl_fail_memory(tree->error);
    }
    tree->values[tree->value_count++] = *value;
    tree->nodes[node].value_count++;
    return TL_OK;
}

/* --- Binary ------------------------------------------------------------------------------------------------------- */

static uint64_t little_endian(const char *at, size_t size) {
    uint64_t number = 0;
    for (size_t i = size; i-- > 0;) {
        number = number << 8 | (unsigned char)at[i];
    }
    return number;
}

/* The value at `*at`, which ends before `end`. */
static bool take_value(const char **at, const char *end, tl_fbx_value *value) {
    static const char types[] = "CBYIFDLSR", arrays[] = "bcilfd";
    static const size_t sizes[] = {1, 1, 2, 4, 4, 8, 8};
    if (*at == end) {
        return false;
    }
    *value = (tl_fbx_value){.type = *(*at)++};
    const char *plain = value->type != 0 ? strchr(types, value->type) : NULL;
    size_t left = (size_t)(end - *at);
    if (plain != NULL && plain - types < 7) {
        value->length = sizes[plain - types];
    } else if (plain != NULL || (value->type != 0 && strchr(arrays, value->type) != NULL)) {
        size_t header = plain != NULL ? 4 : 12;
        if (left < header) {
            return false;
        }
        value->length = (size_t)little_endian(*at + header - 4, 4);
        value->count = plain != NULL ? 0 : (uint32_t)little_endian(*at, 4);
        value->packed = plain != NULL ? 0 : (uint32_t)little_endian(*at + 4, 4);
        *at += header;
        left -= header;
        if (plain == NULL && value->packed == 0) { /* then its length need not be true */
            uint64_t width = strchr("bc", value->type) != NULL ? 1 : strchr("if", value->type) != NULL ? 4 : 8;
            if (width * value->count > left) {
                return false;
            }
            value->length = (size_t)(width * value->count);
        }
    } else {
        return false;
    }
    if (value->length > left) {
        return false;
    }
    value->at = *at;
    *at += value->length;
    return true;
}

typedef struct scope {
    uint32_t node, last;
    const char *end;
} scope;

typedef struct binary {
    tl_fbx_tree *tree;
    const char *bytes, *at, *end;
    size_t width; /* of the numbers in a header: 4, or 8 from 7.5 on */
    scope scopes[MOST_LEVELS];
    int depth;
} binary;

/* One node with its values, or the end of a list of them. `*done`: of the outermost one. */
static tl_status read_record(binary *b, bool *done) {
    scope *s = &b->scopes[b->depth];
    size_t header = 3 * b->width + 1;
    if ((size_t)(s->end - b->at) < header) {
        return fail(b->tree, "the FBX is cut off");
    }
    uint64_t stop = little_endian(b->at, b->width), count = little_endian(b->at + b->width, b->width);
    uint64_t length = little_endian(b->at + 2 * b->width, b->width);
    size_t name_length = (unsigned char)b->at[3 * b->width];
    const char *name = b->at + header;
    if (stop == 0) {
        b->at = b->depth == 0 ? b->at : s->end;
        *done = b->depth == 0;
        b->depth -= b->depth > 0;
        return TL_OK;
    }
    uint64_t here = (uint64_t)(name - b->bytes);
    if (stop > (uint64_t)(s->end - b->bytes) || here + name_length > stop || length > stop - here - name_length) {
        return fail(b->tree, "the FBX is damaged: a node reaches beyond what holds it");
    }
    uint32_t number;
    tl_status status = add_node(b->tree, s->node, &s->last, name, name_length, &number);
    const char *at = name + name_length, *values = at + length;
    for (uint64_t i = 0; status == TL_OK && i < count; i++) {
        tl_fbx_value value;
        status = take_value(&at, values, &value) ? add_value(b->tree, number, &value)
                                                 : fail(b->tree, "the FBX is damaged: a node's values are cut off");
    }
    b->at = values;
    if (status == TL_OK && values < b->bytes + stop) {
        if (b->depth + 1 == MOST_LEVELS) {
            return fail(b->tree, "its nodes are nested deeper than 127 levels");
        }
        b->scopes[++b->depth] = (scope){.node = number, .end = b->bytes + stop};
    }
    return status;
}

static tl_status read_binary(tl_fbx_tree *tree, const char *bytes, size_t size) {
    binary *b = tl_alloc(tree->context, sizeof(*b));
    if (b == NULL) {
        return tl_fail_memory(tree->error);
    }
    uint64_t version = little_endian(bytes + 23, 4);
    *b =
        (binary){.tree = tree, .bytes = bytes, .at = bytes + 27, .end = bytes + size, .width = version >= 7500 ? 8 : 4};
    b->scopes[0] = (scope){.end = b->end};
    bool done = false;
    tl_status status = TL_OK;
    while (status == TL_OK && !done) {
        if (b->depth > 0 && b->at == b->scopes[b->depth].end) {
            b->depth--;
            continue;
        }
        status = read_record(b, &done);
    }
    tl_free(tree->context, b);
    return status;
}

/* --- Text --------------------------------------------------------------------------------------------------------- */

typedef struct fbx_tree_text {
    tl_fbx_tree *tree;
    const char *at, *end;
    scope scopes[MOST_LEVELS];
    int depth;
} fbx_tree_text;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void pass_blanks(fbx_tree_text *t, bool lines) {
    while (t->at < t->end) {
        if (*t->at == ';') {
            while (t->at < t->end && *t->at != '\n') {
                t->at++;
            }
        } else if (!is_blank(*t->at) || (!lines && *t->at == '\n')) {
            return;
        } else {
            t->at++;
        }
    }
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Assimp loses count of the digits of longer ones. A double has no more than seventeen. */
enum { LONGEST_NUMBER = 24 };

/* A number, a text in quotes, or a bare word. */
static bool take_word(fbx_tree_text *t, tl_fbx_value *value) {
    *value = (tl_fbx_value){.type = 'N', .at = t->at};
    if (t->at < t->end && *t->at == '"') {
        const char *stop = memchr(t->at + 1, '"', (size_t)(t->end - t->at - 1));
        if (stop == NULL) {
            return false;
        }
        *value = (tl_fbx_value){.type = 'S', .at = t->at + 1, .length = (size_t)(stop - t->at - 1)};
        t->at = stop + 1;
        return true;
    }
    if (t->at < t->end && *t->at == '*') {
        value->type = '*';
        t->at++;
    }
    while (t->at < t->end && !is_blank(*t->at) && strchr(",{};:\"", *t->at) == NULL) {
        t->at++;
    }
    value->length = (size_t)(t->at - value->at);
    t->tree->long_numbers +=
        value->length > LONGEST_NUMBER && (is_digit(*value->at) || strchr("+-.", *value->at) != NULL);
    return value->length > 0;
}

/* The values behind a name: words with commas between them; a comma may end a line. */
static tl_status read_values(fbx_tree_text *t, uint32_t node) {
    pass_blanks(t, false);
    while (t->at < t->end && *t->at != '\n' && *t->at != '{' && *t->at != '}') {
        tl_fbx_value value;
        if (*t->at == ',') { /* one that is missing */
            t->at++;
            pass_blanks(t, true);
            continue;
        }
        if (!take_word(t, &value)) {
            return fail(t->tree, "the FBX is damaged: it says something else where there should be a value");
        }
        tl_status status = add_value(t->tree, node, &value);
        if (status != TL_OK) {
            return status;
        }
        pass_blanks(t, false);
        if (t->at < t->end && *t->at == ',') {
            t->at++;
            pass_blanks(t, true);
        } else if (t->at < t->end && *t->at != '\n' && *t->at != '{' && *t->at != '}') {
            return fail(t->tree, "the FBX is damaged: there is no comma between two values");
        }
    }
    return TL_OK;
}

static tl_status read_line(fbx_tree_text *t) {
    scope *s = &t->scopes[t->depth];
    if (*t->at == '}') {
        t->at++;
        return t->depth-- > 0 ? TL_OK : fail(t->tree, "the FBX is damaged: a bracket is closed that was never opened");
    }
    tl_fbx_value name;
    uint32_t number;
    if (!take_word(t, &name) || t->at == t->end || *t->at != ':') {
        return fail(t->tree, t->at == t->end ? "the FBX is cut off" : "the FBX is damaged: a node has no name");
    }
    t->at++;
    tl_status status = add_node(t->tree, s->node, &s->last, name.at, name.length, &number);
    status = status == TL_OK ? read_values(t, number) : status;
    if (status == TL_OK && t->at < t->end && *t->at == '{') {
        t->at++;
        if (t->depth + 1 == MOST_LEVELS) {
            return fail(t->tree, "its nodes are nested deeper than 127 levels");
        }
        t->scopes[++t->depth] = (scope){.node = number};
    }
    return status;
}

/* The version that the head of a text file states; 0: none. */
static double version_of(const char *bytes, size_t size) {
    static const char word[] = "FBXVersion:";
    size_t head_size = size < 4096 ? size : 4096;
    double version = 0;
    for (size_t i = 0; i + sizeof(word) < head_size; i++) {
        if (memcmp(bytes + i, word, sizeof(word) - 1) == 0) {
            const char *at = bytes + i + sizeof(word) - 1, *end = bytes + size;
            while (at < end && is_blank(*at)) {
                at++;
            }
            (void)tl_number_scan(at, end, &version);
            break;
        }
    }
    return version;
}

static tl_status read_text(tl_fbx_tree *tree, const char *bytes, size_t size) {
    double version = version_of(bytes, size);
    if (version > 0 && version < 7000) {
        return tl_fail(tree->error, TL_ERROR_UNSUPPORTED, tree->path, NULL,
                       "export it again as FBX 7.4, best as OBJ, STL or GLB",
                       "FBX of version %.4g is not read: only 7.1 to 7.7 are", version / 1000);
    }
    fbx_tree_text *t = tl_alloc(tree->context, sizeof(*t));
    if (t == NULL) {
        return tl_fail_memory(tree->error);
    }
    *t = (fbx_tree_text){.tree = tree, .at = bytes, .end = bytes + size};
    t->at += size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    tl_status status = TL_OK;
    for (pass_blanks(t, true); status == TL_OK && t->at < t->end; pass_blanks(t, true)) {
        status = read_line(t);
    }
    if (status == TL_OK && t->depth > 0) {
        status = fail(tree, "the FBX is cut off");
    }
    tl_free(tree->context, t);
    return status;
}

tl_status tl_fbx_tree_read(tl_fbx_tree *tree, tl_context *context, const char *path, const char *bytes, size_t size,
                           tl_error *error) {
    *tree = (tl_fbx_tree){.context = context, .path = path, .error = error};
    uint32_t last = 0, root;
    tl_status status = add_node(tree, 0, &last, "", 0, &root);
    if (status != TL_OK) {
        return status;
    }
    if (size >= sizeof(head) - 1 && memcmp(bytes, head, sizeof(head) - 1) == 0) {
        return size >= 40 ? read_binary(tree, bytes, size) : fail(tree, "the FBX is cut off");
    }
    if (memchr(bytes, 0, size) != NULL) {
        return tl_fail(error, TL_ERROR_FORMAT, path, NULL, "check that the file is what its name says",
                       "it is no FBX: it neither begins with `Kaydara FBX Binary` nor is text");
    }
    return read_text(tree, bytes, size);
}

void tl_fbx_tree_free(tl_fbx_tree *tree) {
    tl_free(tree->context, tree->nodes);
    tl_free(tree->context, tree->values);
    tree->nodes = NULL;
    tree->values = NULL;
}

/* --- Looking ------------------------------------------------------------------------------------------------------ */

bool tl_fbx_is(const tl_fbx_tree *tree, uint32_t node, const char *name) {
    const tl_fbx_node *n = &tree->nodes[node];
    return n->name_length == strlen(name) && memcmp(n->name, name, n->name_length) == 0;
}

static uint32_t from_here(const tl_fbx_tree *tree, uint32_t node, const char *name) {
    while (node != 0 && !tl_fbx_is(tree, node, name)) {
        node = tree->nodes[node].next;
    }
    return node;
}

uint32_t tl_fbx_first(const tl_fbx_tree *tree, uint32_t parent, const char *name) {
    return from_here(tree, tree->nodes[parent].first, name);
}

uint32_t tl_fbx_next_like(const tl_fbx_tree *tree, uint32_t node, const char *name) {
    return from_here(tree, tree->nodes[node].next, name);
}

static double number_at(char type, const char *at) {
    uint64_t bits;
    uint32_t half;
    double real;
    float single;
    switch (type) {
    case 'D':
    case 'd':
        bits = little_endian(at, 8);
        memcpy(&real, &bits, 8);
        return real;
    case 'F':
    case 'f':
        half = (uint32_t)little_endian(at, 4);
        memcpy(&single, &half, 4);
        return (double)single;
    case 'L':
    case 'l':
        return (double)(int64_t)little_endian(at, 8);
    case 'I':
    case 'i':
        return (double)(int32_t)little_endian(at, 4);
    case 'Y':
        return (double)(int16_t)little_endian(at, 2);
    default:
        return (double)(signed char)*at;
    }
}

static bool to_number(const tl_fbx_value *value, double *number) {
    if (value->type == 'N') {
        return tl_number_scan(value->at, value->at + value->length, number) == value->at + value->length;
    }
    if (strchr("CBYIFDL", value->type) == NULL) {
        return false;
    }
    *number = number_at(value->type, value->at);
    return true;
}

bool tl_fbx_number(const tl_fbx_tree *tree, uint32_t node, size_t i, double *number) {
    const tl_fbx_node *n = &tree->nodes[node];
    return i < n->value_count && to_number(&tree->values[n->first_value + i], number);
}

tl_fbx_value tl_fbx_text(const tl_fbx_tree *tree, uint32_t node, size_t i) {
    const tl_fbx_node *n = &tree->nodes[node];
    tl_fbx_value none = {.type = 'S', .at = ""};
    return i < n->value_count && tree->values[n->first_value + i].type == 'S' ? tree->values[n->first_value + i] : none;
}

/* --- Arrays ------------------------------------------------------------------------------------------------------- */

static tl_status unpack(const tl_fbx_tree *tree, const tl_fbx_value *value, size_t width, double **numbers,
                        size_t *count) {
    char *room = NULL;
    const char *at = value->at;
    size_t size = width * value->count;
    /* Nothing unpacks to more than some thousand times its size. */
    if (value->packed != 0 && size / 1100 > value->length) {
        return fail(tree, "the FBX is damaged: an array unpacks to less than it promises");
    }
    *numbers = tl_alloc_array(tree->context, (size_t)value->count + 1, sizeof(**numbers));
    room = value->packed != 0 ? tl_alloc(tree->context, size + 1) : NULL;
    if (*numbers == NULL || (value->packed != 0 && room == NULL)) {
        tl_free(tree->context, room);
        return tl_fail_memory(tree->error);
    }
    uLongf unpacked = (uLongf)size;
    bool whole = value->packed == 0 ||
                 (value->packed == 1 &&
                  uncompress((Bytef *)room, &unpacked, (const Bytef *)value->at, (uLong)value->length) == Z_OK &&
                  unpacked == size);
    at = value->packed != 0 ? room : at;
    for (size_t i = 0; whole && i < value->count; i++) {
        (*numbers)[i] = number_at(value->type, at + i * width);
    }
    *count = value->count;
    tl_free(tree->context, room);
    return whole ? TL_OK : fail(tree, "the FBX is damaged: an array can't be unpacked");
}

/* As text: `*N` and the numbers in a node of their own, or, in older files, the numbers themselves. */
static tl_status read_list(const tl_fbx_tree *tree, uint32_t node, double **numbers, size_t *count) {
    const tl_fbx_node *n = &tree->nodes[node];
    const tl_fbx_value *first = n->value_count > 0 ? &tree->values[n->first_value] : NULL;
    double promised = -1;
    if (first != NULL && first->type == '*') {
        (void)tl_number_scan(first->at + 1, first->at + first->length, &promised);
        node = tl_fbx_first(tree, node, "a");
        n = &tree->nodes[node];
    }
    *count = node != 0 ? n->value_count : 0;
    *numbers = tl_alloc_array(tree->context, *count + 1, sizeof(**numbers));
    if (*numbers == NULL) {
        return tl_fail_memory(tree->error);
    }
    if (promised >= 0 && promised != (double)*count) {
        return tl_fail(tree->error, TL_ERROR_FORMAT, tree->path, NULL, EXPORT_AGAIN,
                       "an array of the FBX promises %.15g numbers but holds %zu", promised, *count);
    }
    for (size_t i = 0; i < *count; i++) {
        const tl_fbx_value *value = &tree->values[n->first_value + i];
        if (!to_number(value, &(*numbers)[i])) {
            return tl_fail(tree->error, TL_ERROR_FORMAT, tree->path, NULL, EXPORT_AGAIN,
                           "it says `%.*s` where there should be a number",
                           (int)(value->length < 40 ? value->length : 40), value->at);
        }
    }
    return TL_OK;
}

tl_status tl_fbx_array(const tl_fbx_tree *tree, uint32_t node, double **numbers, size_t *count) {
    const tl_fbx_node *n = &tree->nodes[node];
    *numbers = NULL;
    *count = 0;
    if (n->value_count == 1 && strchr("ilfdbc", tree->values[n->first_value].type) != NULL) {
        const tl_fbx_value *value = &tree->values[n->first_value];
        return unpack(tree, value,
                      strchr("bc", value->type) != NULL   ? 1
                      : strchr("if", value->type) != NULL ? 4
                                                          : 8,
                      numbers, count);
    }
    return read_list(tree, node, numbers, count);
}
