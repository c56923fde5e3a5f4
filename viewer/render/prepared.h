/* prepared.h: a table's content, marked, with its coarse version: made where no picture waits for it (picture.h). No
 * OpenGL here. */
#ifndef TLV_PREPARED_H
#define TLV_PREPARED_H

#include "picture.h"
#include "render/coarse.h"
#include "render/content.h"

struct tlv_prepared {
    tlv_content content;
    tlv_coarse coarse;
};

#endif
