/* app.h: the window's state, shared by its loop (main.c) and what hands do (hands.c). */
#ifndef TLV_APP_H
#define TLV_APP_H

#include "camera/navigate.h"
#include "picture.h"
#include "session/asker.h"
#include "session/session.h"
#include "tools/tools.h"
#include "viewer.h"
#include "window/window.h"
#include "sign.h"

typedef enum tlv_gesture {
    TLV_GESTURE_NONE,
    TLV_GESTURE_PRESSED, /* a button is down, nothing has moved yet */
    TLV_GESTURE_ORBIT,
    TLV_GESTURE_PAN,
    TLV_GESTURE_DRAG /* a model over the table */
} tlv_gesture;

/* The hand on the mouse. */
typedef struct tlv_hand {
    tlv_gesture gesture;
    int button;
    double press_x, press_y, x, y;
    tl_pick pressed;      /* what lay under the press; its id is in `member` */
    char member[TLV_NAME];
    tl_vec3 held;         /* the point that orbits and pans keep under the pointer */
    double foot_x, foot_y; /* dragging: from the pointer to where the model stands, in pixels */
    tl_vec3 drag_from;
    bool space;
    bool shift;
    double click_time, click_x, click_y; /* of the last click, for double clicks */
} tlv_hand;

/* The question on the table. */
typedef struct tlv_inquiry {
    char from[TLV_NAME], to[TLV_NAME]; /* members as clicked; "": not yet */
    unsigned asked;                    /* serial; 0: nothing */
    double asked_at;
    tlv_answer answer; /* serial 0: none yet */
    char text[2048];   /* the answer's words, cut into lines */
    char query[16];
} tlv_inquiry;

typedef struct tlv_app {
    const tlv_viewer_options *options;
    tlv_window *window;
    tlv_renderer *renderer;
    tlv_asker *asker;
    tlv_session session;
    tlv_hand hand;
    tlv_inquiry inquiry;
    int tool;
    int width, height;
    bool log, still; /* TRUELINE_VIEW_LOG, TRUELINE_REDUCED_MOTION */

    tlv_camera camera, glide_from, glide_to;
    double glide_start; /* negative: not gliding */
    char eye_of[TLV_NAME]; /* whose eyes these are; "": nobody's */
    tlv_camera before_eye;

    bool bare, help, close_asked, quit;
    char note[256];
    double note_until;

    /* What is not on the window yet: */
    bool content_changed, view_changed, chrome_changed;
    bool fine;           /* the picture is no draft */
    double moved_at;     /* when a draft was last needed */
    double fine_seconds; /* a fine picture took; 0: not known yet */
    double draft_seconds;
    int drafts;          /* since things began to move */
    double drafts_seconds;
    int frames;
} tlv_app;

/* hands.c */
void tlv_app_take(tlv_app *app, const tlv_event *event);
void tlv_app_look(tlv_app *app, tlv_camera camera);    /* glides there */
void tlv_app_look_home(tlv_app *app);                  /* at all of the table */
/* Whom a click on a member asks about: with some tools, its unit. */
const char *tlv_app_asked_name(const tlv_app *app, const char *member);
/* Asks again, when there is a question; `hurry` as in tlv_request. Without hurry, as while a model is dragged, what is known
 * soon is shown as a preview. */
void tlv_app_ask(tlv_app *app, bool hurry);

/* main.c */
tlv_view tlv_app_view(const tlv_app *app);
double tlv_app_aspect(const tlv_app *app);
/* Shows a line for a while; standing: until something else is to say. */
void tlv_app_say(tlv_app *app, bool standing, const char *format, ...) __attribute__((format(printf, 3, 4)));
void tlv_app_log(const tlv_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Saves what is shown, drawn finely. */
tl_status tlv_app_save_picture(tlv_app *app, const char *path, tl_error *error);

#endif
