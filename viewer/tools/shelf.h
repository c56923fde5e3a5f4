/* shelf.h: what is taken from the shelf follows the pointer as a part of the scene that is only tried
 * (tlv_session_begin_trial), until a click puts it down. Models and terrain alike: shelf.terrain says which. */
#ifndef TLV_SHELF_H
#define TLV_SHELF_H

#include "app.h"

/* Takes an asset into the hand; or, with `like`, another piece like the terrain of that id. */
void tlv_shelf_take(tlv_app *app, const char *asset, bool like);
/* What follows the pointer goes; what is in the hand stays there. */
void tlv_shelf_put_back(tlv_app *app);

/* A tool's own functions (tool.h). */
void tlv_shelf_leave(tlv_app *app);
bool tlv_shelf_back(tlv_app *app);
void tlv_shelf_hover(tlv_app *app, const tlv_event *event);
void tlv_shelf_left(tlv_app *app);
/* Puts down what is in the hand; false when there is nothing in it. */
bool tlv_shelf_click(tlv_app *app);
/* What follows the pointer, turned or a floor higher. */
void tlv_shelf_turn(tlv_app *app, double degrees);
void tlv_shelf_lift(tlv_app *app);
bool tlv_shelf_key(tlv_app *app, const tlv_event *event);
bool tlv_shelf_wheel(tlv_app *app, const tlv_event *event);
void tlv_shelf_draw(const tlv_app *app, const tl_draw_sink *sink);

/* Parts of the panel: the assets on the shelf (all, or those that models use, or those that none does), meshes of
 * terrain that there are already, and a mesh file to be added. */
typedef enum tlv_shelf_which { TLV_SHELF_ALL, TLV_SHELF_OF_MODELS, TLV_SHELF_OF_NONE } tlv_shelf_which;
/* False when there is none of them. */
bool tlv_shelf_list(tlv_app *app, tlv_shelf_which which);
bool tlv_shelf_like(tlv_app *app);
void tlv_shelf_file(tlv_app *app);

#endif
