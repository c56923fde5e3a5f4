/* gui.h: panels, made anew for every picture ("immediate"): a small C header over Dear ImGui, which only gui*.cpp know.
 *
 * Between tlv_gui_begin and tlv_gui_end open regions at rectangles of the window, and put things into them from top to
 * bottom. A function that makes something to touch tells whether it was touched just now. Lengths are in pixels of the
 * window; tlv_gui_px turns those of an ordinary screen into them. Texts are UTF-8, for players, in their language;
 * `id`s are for the program and must differ within a region. */
#ifndef TLV_GUI_H
#define TLV_GUI_H

#include "flat.h"
#include "window/window.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tlv_gui tlv_gui;

/* TL_ERROR_FILE without the font, TL_ERROR_MEMORY. */
tl_status tlv_gui_create(tlv_gui **gui, tl_error *error);
/* NULL-safe. */
void tlv_gui_destroy(tlv_gui *gui);
/* Where texts are cut and pasted; borrowed. */
void tlv_gui_set_window(tlv_gui *gui, tlv_window *window);

/* --- Memory ------------------------------------------------------------------------------------------------------- */

/* Panels can't go on without memory. So some is held back: when none is left otherwise, that is used, and
 * tlv_gui_is_short is true until it was asked: what isn't saved should be kept now. When that is used up, too, `rescue`
 * (may be NULL) is called, and the program ends with a message and status 4. */
bool tlv_gui_is_short(void);
typedef void tlv_gui_rescue(void *user);
void tlv_gui_set_rescue(tlv_gui_rescue *rescue, void *user);
/* Where memory comes from; NULL: malloc. For tests, before the first tlv_gui_create. */
typedef void *tlv_gui_source(size_t size);
void tlv_gui_set_source(tlv_gui_source *source);

/* --- Around a frame ----------------------------------------------------------------------------------------------- */

/* Takes what happened; the next frame acts on it. */
void tlv_gui_event(tlv_gui *gui, const tlv_event *event);
/* After a frame: the pointer is over a panel or holds something of one; keys go into a field. */
bool tlv_gui_has_pointer(const tlv_gui *gui);
bool tlv_gui_has_keys(const tlv_gui *gui);
/* Something is still on its way (a field that wants another frame). */
bool tlv_gui_is_restless(const tlv_gui *gui);
/* Where the button, row or field of an id is in the last frame; false when there is none. */
bool tlv_gui_find(const tlv_gui *gui, const char *id, tlv_rect *place);
/* Has what it is in scroll, when that is made the next time, so that its middle is in view; false when it is already,
 * or when there is no such id. */
bool tlv_gui_reveal(tlv_gui *gui, const char *id);
/* The first field that is made from now on gets the keys; Tab goes on from there. */
void tlv_gui_enter_fields(tlv_gui *gui);
/* No field was made: nobody waits any longer. */
void tlv_gui_leave_fields(tlv_gui *gui);
/* The text of the field that has the keys was changed by others: it takes it over, and has the keys on at the next
 * tlv_gui_focus. */
void tlv_gui_refresh_field(tlv_gui *gui);

void tlv_gui_begin(tlv_gui *gui, int width, int height, double scale, double time);
/* What to draw; valid until the next begin. */
const tlv_flat *tlv_gui_end(tlv_gui *gui);
double tlv_gui_px(const tlv_gui *gui, double px);

/* --- Regions ------------------------------------------------------------------------------------------------------ */

enum {
    TLV_REGION_PANEL = 0,
    TLV_REGION_BARE = 1,        /* no ground, no margin */
    TLV_REGION_SCROLLS = 2,     /* longer than its place */
    TLV_REGION_CARD = 4,        /* a sheet of paper with a shadow */
    TLV_REGION_TIGHT = 8,       /* small margins */
    TLV_REGION_RULE_BELOW = 16, /* a thin line along an edge */
    TLV_REGION_RULE_ABOVE = 32,
    TLV_REGION_RULE_LEFT = 64,
    TLV_REGION_RULE_RIGHT = 128
};
void tlv_gui_region(tlv_gui *gui, const char *id, tlv_rect rect, unsigned style);
void tlv_gui_region_end(tlv_gui *gui);

/* A sheet over everything, which takes all keys and clicks, `width` wide, in the middle, as high as what is in it (of
 * the last frame) but no higher than the window. `*open` becomes false when it is left with Esc, or, when `light`, with
 * a click beside it. Put things in and end it only when this returns true. */
bool tlv_gui_sheet(tlv_gui *gui, const char *id, const char *title, double width, bool light, bool *open);
void tlv_gui_sheet_end(tlv_gui *gui);

/* A part of a region with a height of its own (0: the rest) that scrolls. */
void tlv_gui_part(tlv_gui *gui, const char *id, double height);
void tlv_gui_part_end(tlv_gui *gui);

/* --- Placing ------------------------------------------------------------------------------------------------------ */

double tlv_gui_width(const tlv_gui *gui);          /* what is left in this line */
void tlv_gui_same_line(tlv_gui *gui, double gap);  /* negative: the usual */
void tlv_gui_at(tlv_gui *gui, double x, double y); /* the next thing goes there, pixels from the region's corner */
void tlv_gui_to(tlv_gui *gui, double x);           /* so far from the left edge */
void tlv_gui_gap(tlv_gui *gui, double height);
void tlv_gui_rule(tlv_gui *gui);                     /* a thin line */
void tlv_gui_indent(tlv_gui *gui, double by);        /* negative: back */
void tlv_gui_next_width(tlv_gui *gui, double width); /* of the next field */
tlv_rect tlv_gui_last(const tlv_gui *gui);           /* where the thing before is */
void tlv_gui_push_id(tlv_gui *gui, const char *id);
void tlv_gui_pop_id(tlv_gui *gui);
void tlv_gui_disable(tlv_gui *gui, bool disabled); /* until tlv_gui_enable: shown, but not to be touched */
void tlv_gui_enable(tlv_gui *gui);

/* --- Things ------------------------------------------------------------------------------------------------------- */

typedef enum tlv_type { TLV_TYPE_BODY, TLV_TYPE_SMALL, TLV_TYPE_BOLD, TLV_TYPE_TITLE, TLV_TYPE_VERDICT } tlv_type;
typedef enum tlv_ink { TLV_INK, TLV_INK_SOFT, TLV_INK_ACCENT, TLV_INK_GOOD, TLV_INK_BAD, TLV_INK_OPEN } tlv_ink;

/* Wrapped at the region's edge. */
void tlv_gui_text(tlv_gui *gui, tlv_type type, tlv_ink ink, const char *text);
/* In one line, cut with an ellipsis after `width` (0: what is left). */
void tlv_gui_line(tlv_gui *gui, tlv_type type, tlv_ink ink, const char *text, double width);
double tlv_gui_text_width(tlv_gui *gui, tlv_type type, const char *text);
double tlv_gui_text_height(tlv_gui *gui, tlv_type type);
/* A key as it stands on its cap. */
void tlv_gui_key(tlv_gui *gui, const char *key);

/* A button with a text, an icon (see icons.h; NULL: none), or both; `width` 0: as wide as it needs. */
enum { TLV_BUTTON_PLAIN = 0, TLV_BUTTON_MAIN = 1, TLV_BUTTON_QUIET = 2, TLV_BUTTON_LIT = 4 };
bool tlv_gui_button(tlv_gui *gui, const char *id, const char *text, const char *icon, double width, unsigned style);
/* A whole line to click; `selected` is marked. */
bool tlv_gui_row(tlv_gui *gui, const char *id, bool selected, double height);
bool tlv_gui_check(tlv_gui *gui, const char *id, const char *text, bool *value);
/* `count` words to choose from; opened, they are found as "ID.0", "ID.1", ... By keys it is among the fields: Up, Down,
 * Home, End and letters mark a word, Enter and Tab take it, Esc doesn't. */
bool tlv_gui_choose(tlv_gui *gui, const char *id, const char *const *words, int count, int *value);
/* Fields; true when the text has changed. `hint` stands in an empty one. */
bool tlv_gui_field(tlv_gui *gui, const char *id, const char *hint, char *text, size_t size);
/* True when it was changed and left, or confirmed with Enter. */
bool tlv_gui_number(tlv_gui *gui, const char *id, double *value, int decimals, const char *unit);
/* Whether a key (as tlv_event has it) went down just now, with Tab and the like also in a field. */
bool tlv_gui_pressed(const tlv_gui *gui, int key);
/* When its sheet or region has just appeared, the next field gets the keys. */
void tlv_gui_focus(tlv_gui *gui);
/* Brings the thing before into view. */
void tlv_gui_show_last(tlv_gui *gui);
/* A part that opens and shuts. */
bool tlv_gui_fold(tlv_gui *gui, const char *id, const char *text, bool open_at_first);
/* `done` 0 to 1; negative: nobody knows. */
void tlv_gui_progress(tlv_gui *gui, double done, double width, double height);
/* A picture that the renderer keeps in `slot`; true when it was clicked. */
bool tlv_gui_picture(tlv_gui *gui, const char *id, int slot, double width, double height);
/* Words that appear while the pointer rests on the thing before. `key` may be NULL. */
void tlv_gui_tip(tlv_gui *gui, const char *text, const char *key);
bool tlv_gui_was_double_clicked(const tlv_gui *gui);

/* Tables: cells from left to right; `widths`: shares of the width. */
void tlv_gui_table(tlv_gui *gui, const char *id, int columns, const float *widths);
void tlv_gui_cell(tlv_gui *gui);
void tlv_gui_table_end(tlv_gui *gui);

/* --- Drawing ------------------------------------------------------------------------------------------------------ */

/* In the open region, over what is there; outside of one, over the view and under all panels. */
void tlv_gui_draw_line(tlv_gui *gui, const float *xy, size_t count, bool closed, double width, tl_colour colour);
void tlv_gui_draw_area(tlv_gui *gui, const float *xy, size_t count, tl_colour colour); /* convex */
void tlv_gui_draw_ring(tlv_gui *gui, double x, double y, double radius, double width, tl_colour colour);
void tlv_gui_draw_disc(tlv_gui *gui, double x, double y, double radius, tl_colour colour);
void tlv_gui_draw_plate(tlv_gui *gui, tlv_rect rect, double radius, tl_colour colour);
void tlv_gui_draw_text(tlv_gui *gui, tlv_type type, double x, double y, tl_colour colour, const char *text);
tl_colour tlv_gui_colour(tlv_ink ink);

#ifdef __cplusplus
}
#endif
#endif
