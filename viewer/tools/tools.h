/* tools.h: the tools of the window. */
#ifndef TLV_TOOLS_H
#define TLV_TOOLS_H

#include <stdbool.h>

typedef struct tlv_tool {
    int key;
    const char *cap; /* what stands on the key */
    const char *name;
    const char *query;  /* as tl_question wants it; NULL: asks nothing */
    bool units;         /* asked of whole units */
    const char *first;  /* what to do, before the first click */
    const char *second; /* and then */
} tlv_tool;

enum { TLV_TOOLS = 6, TLV_TOOL_SELECT = 0 };
extern const tlv_tool tlv_tools[TLV_TOOLS];

/* The tool of a key; -1: none. */
int tlv_tool_of(int key);

#endif
