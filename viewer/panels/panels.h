/* panels.h: the parts of the window round the view. Each is made anew for every picture from the window's state. */
#ifndef TLV_PANELS_H
#define TLV_PANELS_H

#include "app.h"

/* Where they are, for a window of app->width by app->height. */
tlv_layout tlv_panels_layout(const tlv_app *app);

void tlv_rail(tlv_app *app);
void tlv_top_bar(tlv_app *app);
void tlv_bottom_strip(tlv_app *app);
void tlv_right_panel(tlv_app *app);
/* Parts of the right panel. */
void tlv_selection_panel(tlv_app *app);
void tlv_edit_panel(tlv_app *app);                        /* the fields of what is selected */
void tlv_terrain_fields(tlv_app *app, const char *thing); /* ... of a piece of terrain; `thing` is JSON */
/* All terrain, to be selected. */
void tlv_terrain_list(tlv_app *app);
/* A kind of terrain to choose, with a few words on what it does; true when it was changed. */
bool tlv_kind_choice(tlv_app *app, const char *label, char kind[TLV_NAME]);
/* What players call a kind. */
const char *tlv_kind_name(const tlv_app *app, const char *kind);
/* What the tools show of maps and of firing positions. */
void tlv_map_panel(tlv_app *app);
void tlv_firing_panel(tlv_app *app);
/* The workbench's marks (tools/bench.h). */
void tlv_parts_panel(tlv_app *app);
/* Firing positions against the next of the other side's units; behind the last against none. */
void tlv_firing_next(tlv_app *app);
void tlv_ruling_card(tlv_app *app);
/* The settings of the rule system as a form, under the verdict of the question on the table. */
void tlv_settings_panel(tlv_app *app);
/* Three steps for those who see the sample table for the first time; begun when a table was opened. */
void tlv_hints_begin(tlv_app *app);
void tlv_hints(tlv_app *app);
/* ... the answer under the setting that is tried, and the settings to choose from. */
void tlv_tried_part(tlv_app *app);
void tlv_try_list(tlv_app *app);
/* A verdict's sign on its disc. */
void tlv_sign_disc(tlv_gui *gui, tlv_sign sign, double x, double y, double size);
/* Sheets. */
void tlv_palette(tlv_app *app);
/* The commands that app->search finds, what can be done now first; how many. */
enum { TLV_PALETTE_ROWS = 256 };
int tlv_palette_find(const tlv_app *app, int rows[TLV_PALETTE_ROWS]);
/* Lower case, with accents taken off the letters of Latin-1 and the ligature oe split: for searching. */
void tlv_fold_text(const char *from, char *to, size_t size);
void tlv_help(tlv_app *app);
void tlv_welcome(tlv_app *app);
void tlv_dialogs(tlv_app *app);
void tlv_scan_sheet(tlv_app *app);
void tlv_missing_sheet(tlv_app *app);
void tlv_systems_sheet(tlv_app *app);
void tlv_compare_sheet(tlv_app *app);
/* Looks through the folder of the open table, or the one looked through last (browse.c); for saving through that of
 * app->typed_path, which becomes a whole path. */
void tlv_browse_begin(tlv_app *app, tlv_purpose purpose);
void tlv_browse_end(tlv_app *app);
/* Its files that will do: a click or the arrow keys write one's path, a double click takes it: then true. For saving
 * nothing is taken so, and another folder keeps the name. */
bool tlv_browse_list(tlv_app *app, char *path, size_t size);
/* When `path` is a folder, looks through that; false when it is none. */
bool tlv_browse_enter(tlv_app *app, char *path, size_t size);

/* A button for a command: its icon (and its name when `named`), with its tooltip; pressed, the command is wanted. */
void tlv_command_button(tlv_app *app, const char *id, bool named, unsigned style);
/* ... with a text of its own (NULL: its icon alone), `width` pixels wide (0: as it needs). */
void tlv_command_button_as(tlv_app *app, const char *id, const char *text, double width, unsigned style);
/* Has a command done behind the frame. */
void tlv_want(tlv_app *app, const char *id);

#endif
