/* tool.h: what a tool is. One file a tool (those that only ask about two share pair.c), and a row in tools.c.
 *
 * The hand (hands.c) looks round by itself; it gives a tool what is done on the table. Every function may be NULL: then
 * the tool does nothing there. */
#ifndef TLV_TOOL_H
#define TLV_TOOL_H

#include "app.h"

typedef struct tlv_tool {
    const char *id;                      /* its texts are "tool.ID" and, by `hint`, others; its command is "tool.ID" */
    const char *icon;                    /* icons.c */
    int letter;                          /* the key that takes it up; 0: none */
    bool quiet;                          /* not in the rail, but while it is in use, ... */
    bool (*offered)(const tlv_app *app); /* ... or while the table has something to ask so; NULL: never */
    const char *query;                   /* asks a question of two: as tl_question wants it; NULL: asks nothing so */
    bool units;                          /* ... of whole units */
    const char *first, *second;          /* ... names of the hints before the first click and before the second */

    /* What it asks, with `question` empty but for the language: texts are borrowed. False: nothing yet. NULL: `query`
     * of the two that were clicked. */
    bool (*question)(const tlv_app *app, tl_question *question);
    /* It is taken up, and put down. The question on the table is forgotten before either. */
    void (*enter)(tlv_app *app);
    void (*leave)(tlv_app *app);
    /* The name of a text: what to do now, in one sentence; NULL: nothing to say. */
    const char *(*hint)(const tlv_app *app);
    /* A click with the left button: what lay under it is in app->hand (pressed, member, held, shift, ...). */
    void (*click)(tlv_app *app);
    /* The second click of a double one: true when the tool has used it, else the view is filled with what was clicked.
     */
    bool (*twice)(tlv_app *app);
    /* The pointer moves with the left button down, from where it was pressed: true takes the drag, and the tool gets
     * `drag` for each move and `drop` at the end; false: the hand turns the table. */
    bool (*grab)(tlv_app *app);
    void (*drag)(tlv_app *app, const tlv_event *event);
    void (*drop)(tlv_app *app, const tlv_event *event);
    /* The pointer moves over the view, no button down; what lies under it is in app->hand.under, also its id. */
    void (*hover)(tlv_app *app, const tlv_event *event);
    /* ... and leaves it. */
    void (*left)(tlv_app *app);
    /* Keys that are no command's, and the wheel: true when the tool has used it. */
    bool (*key)(tlv_app *app, const tlv_event *event);
    bool (*wheel)(tlv_app *app, const tlv_event *event);
    /* Esc: one step back; false: there is none, the tool is put down. */
    bool (*back)(tlv_app *app);
    /* Describes what lies over the table while the tool is in use; called when app->content_changed. */
    void (*draw)(const tlv_app *app, const tl_draw_sink *sink);
    /* Its part of the right panel: over the ruling; what is selected stands over it, or under it when the tool asks,
     * or, `alone`, nowhere. */
    void (*panel)(tlv_app *app);
    bool alone;
    void (*under)(tlv_app *app); /* ... and what comes after the ruling */
} tlv_tool;

enum { TLV_TOOL_SELECT = 0 };
/* In the order of the rail; NULL behind the last. */
extern const tlv_tool *const tlv_tools[];

/* The number of a tool by its id; -1: none. */
int tlv_tool_find(const char *id);

/* What several tools share (pair.c, drag.c). */

/* A question of two: click one, then the other. With Shift the first stays. */
const char *tlv_pair_hint(const tlv_app *app);
void tlv_pair_click(tlv_app *app);
bool tlv_pair_back(tlv_app *app);
/* The selected model is the one that is asked about; terrain isn't. */
void tlv_take_selected(tlv_app *app);
/* A question about one model, or its unit: click it. What is selected when the tool is taken up is asked about. */
void tlv_single_enter(tlv_app *app);
void tlv_single_click(tlv_app *app);
/* What lies under the pointer, or lay under the click, as a station. */
tlv_station tlv_station_of(const tl_pick *pick, const char *id, tl_vec3 at);
/* Whether it marches: a part of the panel. */
void tlv_march_panel(tlv_app *app);
/* What stands at the end of the way that was asked about, when the rules allow it (move.c). */
bool tlv_move_may_go(const tlv_app *app);
void tlv_move_go(tlv_app *app);
/* Whether there are templates, and the tool lays them; its best place is asked for; the next shape (template.c). */
bool tlv_template_can(const tlv_app *app);
void tlv_template_best(tlv_app *app);
void tlv_template_next(tlv_app *app);
/* For questions that follow the pointer: takes what is under it and asks, without hurry; then lets go of it and asks
 * again what was clicked alone. */
void tlv_follow_pointer(tlv_app *app);
void tlv_lose_pointer(tlv_app *app);
/* Dragging what is selected, or asked about, over the table. */
bool tlv_drag_grab(tlv_app *app);
void tlv_drag_drag(tlv_app *app, const tlv_event *event);
void tlv_drag_drop(tlv_app *app, const tlv_event *event);
/* Rings round what is dragged, and round a selected model that may not stand where it stands. */
void tlv_drag_draw(const tlv_app *app, const tl_draw_sink *sink);

#endif
