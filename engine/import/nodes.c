/* nodes.c: how deep the nodes of a glTF are nested, and how many they are once everything that is named twice is there
 * twice. */
#include "import/nodes.h"
#include "import/finish.h"
#include "mesh/names.h"

typedef struct node {
    const json_t *children;
    size_t next;   /* the first child that was not looked at */
    size_t parent; /* on the way down */
    double all;    /* it and all below it, each as often as it is named; a double can't overflow here */
    unsigned levels;
    enum { NEW, OPEN, DONE } state;
} node;

static tl_status fail_nodes(const char *path, bool deep, tl_error *error) {
    char levels[32], most[32];
    return tl_fail(error, TL_ERROR_LIMIT, path, NULL, "export it again, best as OBJ, STL or GLB",
                   deep ? "its nodes are nested deeper than %s levels"
                        : "its nodes name the same children over and over: "
                          "in all there would be more than %s of them",
                   deep ? tl_grouped_text(TL_MOST_NODE_LEVELS, levels) : tl_grouped_text(TL_MOST_PIECES, most));
}

/* Adds up a node whose children are all done, and gives the sums to its parent. */
static void close_node(node *nodes, size_t number) {
    node *n = &nodes[number];
    n->state = DONE;
    if (n->parent != number) {
        node *parent = &nodes[n->parent];
        parent->all += n->all;
        parent->levels = n->levels + 1 > parent->levels ? n->levels + 1 : parent->levels;
    }
}

/* The next child, in range and in no circle, that is worth going down to; SIZE_MAX when there is none left. */
static size_t next_child(node *nodes, size_t count, size_t number) {
    node *n = &nodes[number];
    while (n->next < json_array_size(n->children)) {
        const json_t *child = json_array_get(n->children, n->next++);
        json_int_t at = json_is_integer(child) ? json_integer_value(child) : -1;
        if (at < 0 || (uint64_t)at >= count) {
            continue;
        }
        node *c = &nodes[at];
        if (c->state == NEW) {
            return (size_t)at;
        }
        if (c->state == DONE) {
            n->all += c->all;
            n->levels = c->levels + 1 > n->levels ? c->levels + 1 : n->levels;
        }
    }
    return SIZE_MAX;
}

static tl_status look_below(node *nodes, size_t count, size_t top, const char *path, tl_error *error) {
    nodes[top].state = OPEN;
    nodes[top].parent = top;
    for (size_t at = top;;) {
        size_t child = next_child(nodes, count, at);
        if (child != SIZE_MAX) {
            nodes[child].state = OPEN;
            nodes[child].parent = at;
            at = child;
            continue;
        }
        if (nodes[at].levels > TL_MOST_NODE_LEVELS || nodes[at].all > (double)TL_MOST_PIECES) {
            return fail_nodes(path, nodes[at].levels > TL_MOST_NODE_LEVELS, error);
        }
        close_node(nodes, at);
        if (at == top) {
            return TL_OK;
        }
        at = nodes[at].parent;
    }
}

tl_status tl_check_nodes(tl_context *context, const char *path, const json_t *root, tl_error *error) {
    const json_t *list = json_object_get(root, "nodes");
    size_t count = json_array_size(list);
    node *nodes = tl_alloc_array(context, count, sizeof(*nodes));
    if (nodes == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        nodes[i] = (node){.children = json_object_get(json_array_get(list, i), "children"), .all = 1, .levels = 1};
    }
    tl_status status = TL_OK;
    for (size_t i = 0; status == TL_OK && i < count; i++) {
        status = nodes[i].state == NEW ? look_below(nodes, count, i, path, error) : TL_OK;
    }
    tl_free(context, nodes);
    return status;
}
