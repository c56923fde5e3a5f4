/* app.h: the window's state, and what its parts ask of each other.
 *
 * What happens in the window goes one way: an event first to the panels (panels/), then to the keys of the commands
 * (commands/), then to the hand (hands.c), which looks round or gives it to the tool in use (tools/). What is to be
 * done is done by commands; what changed is marked here, and the loop (loop.c) draws it. */
#ifndef TLV_APP_H
#define TLV_APP_H

#include "camera/navigate.h"
#include "flat.h"
#include "panels/gui.h"
#include "picture.h"
#include "session/asker.h"
#include "session/loader.h"
#include "session/mapper.h"
#include "session/recovery.h"
#include "session/session.h"
#include "session/sketch.h"
#include "session/state.h"
#include "viewer.h"
#include "window/window.h"
#include "sign.h"

#include <trueline/rules.h>

typedef enum tlv_gesture {
    TLV_GESTURE_NONE,
    TLV_GESTURE_PRESSED, /* a button is down, nothing has moved yet */
    TLV_GESTURE_ORBIT,
    TLV_GESTURE_PAN,
    TLV_GESTURE_TOOL /* the tool in use has it */
} tlv_gesture;

/* The hand on the mouse. */
typedef struct tlv_hand {
    tlv_gesture gesture;
    int button;
    double press_x, press_y, x, y;
    tl_pick pressed;       /* what lay under the press; its id is in `member` */
    char member[TLV_NAME]; /* of a member or a piece of terrain; "": neither */
    tl_vec3 held;          /* the point that orbits and pans keep under the pointer */
    double foot_x, foot_y; /* dragging: from the pointer to where the model stands, in pixels */
    tl_vec3 drag_from;
    double dragged_x, dragged_y; /* a group, so far */
    bool band;                   /* Shift and a drag: what is in it is selected */
    double band_x, band_y;
    bool space;
    bool shift, ctrl, alt;               /* at the press */
    double click_time, click_x, click_y; /* of the last click, for double clicks */
    bool over;                           /* the pointer is over the view */
    tl_pick under;                       /* what lies under it (no id) */
} tlv_hand;

/* Something on the way of a tape, or a point of a path: a model or piece of terrain, or the bare point that was
 * clicked. */
typedef struct tlv_station {
    char id[TLV_NAME]; /* "": a bare point */
    bool member;
    tl_vec3 at;
} tlv_station;

enum { TLV_STATIONS = 64, TLV_TRY_WORDS = 64 };

/* The question on the table. */
typedef struct tlv_inquiry {
    char from[TLV_NAME], to[TLV_NAME]; /* members as clicked; "": not yet */
    unsigned asked;                    /* serial; 0: nothing */
    unsigned since;                    /* older answers speak of a table that was another one */
    double asked_at;
    double effort;         /* so many times the usual work went into it; 0: once */
    bool settled_down;     /* nothing was moving when it was asked */
    unsigned margin_asked; /* by how much: serial; 0: isn't asked */
    tlv_answer answer;     /* serial 0: none yet */
    char text[2048];       /* the answer's words, cut into lines */
    char query[16];

    /* What tools with more than two clicks have collected. */
    tlv_station stations[TLV_STATIONS];
    int station_count;
    tlv_station pointer; /* what is under the pointer, */
    bool pointing;       /* ... which counts as the next one */
    bool best;           /* the best place is asked for */
    double turn_deg;     /* of a flame, against the pointer */

    /* The card. */
    int step;                                               /* whose rule is shown; -1: none */
    char try_name[TLV_TRY_WORDS], try_value[TLV_TRY_WORDS]; /* the setting that is tried; "": none */
    unsigned tried_asked;
    tlv_answer tried; /* serial 0: none yet */
    bool choosing;    /* the list of settings is shown */
    unsigned report_asked;
    char report[4096];      /* the file that is being written */
    unsigned compare_asked; /* under all rule systems: serial; 0: isn't asked */
    tlv_answer compared;    /* serial 0: none yet */
} tlv_inquiry;

enum { TLV_DICE = 6, TLV_DIE_WORDS = 24 };

/* How tools ask, kept from question to question. */
typedef struct tlv_manner {
    char score[TLV_TRY_WORDS];     /* the score that is asked for; "": the first */
    char deviation[TLV_TRY_WORDS]; /* what is thrown; "": the first */
    bool whole_units;              /* scores of whole units, not of the models that were clicked */
    char dice[TLV_DICE][TLV_DIE_WORDS];
    double modifier, guess_mm;
    unsigned rolls;              /* dice were rolled so often: the seed of the last roll; */
    bool rolled;                 /* ... which is asked with, instead of what was typed */
    char zone[TLV_NAME];         /* "": those of its side */
    char score_weapon[TLV_NAME]; /* "": the only one */
    char shape[TLV_TRY_WORDS];   /* of templates; "": the first */
    bool march, sight;
    bool unfired;     /* templates are laid by nobody */
    double radius_mm; /* 0: not chosen yet */
} tlv_manner;

/* Where the panels are, in pixels; empty when they aren't shown. */
typedef struct tlv_layout {
    tlv_rect top, rail, right, bottom;
    tlv_rect view; /* what they leave */
} tlv_layout;

/* What lies over everything and takes all keys. */
typedef enum tlv_sheet {
    TLV_SHEET_NONE,
    TLV_SHEET_WELCOME,
    TLV_SHEET_PALETTE,
    TLV_SHEET_HELP,
    TLV_SHEET_OPEN,    /* which file to open */
    TLV_SHEET_UNSAVED, /* save, discard, go back */
    TLV_SHEET_TROUBLE, /* what went wrong, and what to do */
    TLV_SHEET_SAVE_AS, /* under which name to save */
    TLV_SHEET_LEFT,    /* what a window that was killed has left: recover it or not */
    TLV_SHEET_SCAN,    /* what the mesh that became the table was taken for */
    TLV_SHEET_MISSING, /* meshes that the table goes without */
    TLV_SHEET_RULES,   /* by which rule system the table goes */
    TLV_SHEET_COMPARE  /* the question on the table under all rule systems */
} tlv_sheet;

/* A rule system to choose: built in, or a file beside the scene. */
typedef struct tlv_system {
    char name[TLV_NAME]; /* as the scene names it */
    char title[256];     /* "": its file can't be read */
} tlv_system;
enum { TLV_SYSTEMS = 64, TLV_STRANGERS = 512 };
/* Choosing another rule system (systems.c). */
typedef struct tlv_systems {
    tlv_system list[TLV_SYSTEMS];
    int count;
    int chosen;                 /* of the list; -1: none */
    bool fresh;                 /* it is a table that was just made */
    tl_rules_change *change;    /* to the chosen one; NULL: it is the table's, or can't be read, ... */
    tl_error problem;           /* ... and why not */
    int answers[TLV_STRANGERS]; /* for each stranger the word that takes its place, from 1; 0: none */
    char current[TLV_NAME];     /* the table's, when it was looked at last, ... */
    char title[256];            /* ... and what players call it, */
    char said_in[16];           /* ... in this language */
} tlv_systems;

/* The settings as a form, in the place of the right panel. */
typedef struct tlv_form {
    bool open, changed_alone;
    char search[128];
    char file_of[TLV_TRY_WORDS], file[TLV_PATH]; /* what is typed, for a setting that may be a file */
} tlv_form;

/* The start page: tables to open, with pictures. */
typedef struct tlv_start {
    bool ready;
    int count;
    struct {
        char path[TLV_STATE_PATH];
        bool pictured;
    } cards[1 + TLV_RECENT]; /* the first is the sample */
} tlv_start;

/* A small picture of what one of the two sees, kept by the renderer. */
typedef struct tlv_small_eyes {
    char member[TLV_NAME], title[160];
} tlv_small_eyes;
enum { TLV_SLOT_EYES = 6, TLV_EYES_WIDTH = 4, TLV_EYES_HEIGHT = 3 };

/* What the tools that place models and terrain are about. */
typedef struct tlv_shelf {
    bool terrain;          /* what is placed is terrain, ... */
    char ground[TLV_NAME]; /* ... of this kind; also what is drawn */
    char asset[TLV_NAME];  /* in the hand; "": nothing */
    bool like;             /* it is a piece of terrain: another like that */
    char ghost[TLV_NAME];  /* what follows the pointer, while the session has a trial */
    char unit[TLV_NAME];   /* that the next one joins; "": one of its own */
    char side[TLV_NAME];
    char file[TLV_PATH]; /* typed: a mesh to be added */
    int kind;            /* of models: infantry, vehicle, ... */
    double facing;
    size_t lift; /* floors above the one that is pointed at */
} tlv_shelf;

typedef struct tlv_bench tlv_bench; /* tools/parts.h */
/* What the tool that draws outlines is about. */
typedef enum tlv_shape { TLV_SHAPE_AREA, TLV_SHAPE_DISC, TLV_SHAPE_WALL, TLV_SHAPES } tlv_shape;
typedef struct tlv_sketch {
    tlv_shape shape;
    double height_mm;             /* 0: none is written */
    double thickness_mm;          /* of walls */
    tl_vec2 corners[TLV_CORNERS]; /* drawn so far */
    int count;
    tl_vec2 pointer;  /* the next one, */
    bool pointing;    /* ... when there is one */
    int chosen, held; /* corners of the selected outline: to be taken out; dragged; -1: none */
    bool inserting;   /* what is dragged is not there yet */
    bool rim;         /* the selected disc's rim is dragged */
    bool refused;     /* the outline would cross itself there */
} tlv_sketch;

/* A run of arrow keys, which is taken back as one. */
typedef struct tlv_nudges {
    char who[TLV_NAME];
    unsigned changes; /* session.changes after the last */
    double at;        /* when that was */
    double x, y;      /* so far */
} tlv_nudges;

/* What a folder is looked through for. */
typedef enum tlv_purpose {
    TLV_FOR_OPENING,
    TLV_FOR_A_TABLE,   /* a mesh that becomes one */
    TLV_FOR_THE_SHELF, /* a mesh to place */
    TLV_FOR_SAVING
} tlv_purpose;

/* The folder that is looked through. */
typedef struct tlv_file {
    char name[256];
    bool folder;
} tlv_file;
typedef struct tlv_browse {
    char folder[TLV_PATH]; /* "": none yet */
    tlv_purpose purpose;
    tlv_file *files;
    size_t count, capacity;
    bool follow; /* the chosen row is to be in view */
} tlv_browse;

/* What lies over the table: a map, or firing positions (mapping.c). */
typedef enum tlv_map_kind {
    TLV_MAP_VIEW,
    TLV_MAP_DEAD,
    TLV_MAP_COVER,
    TLV_MAP_NEAREST,
    TLV_MAP_MUTUAL,    /* of strips along both long sides */
    TLV_MAP_NEAR_ZONE, /* who is seen from the near one */
    TLV_MAP_FAR_ZONE,
    TLV_MAP_LENGTH,
    TLV_MAPS
} tlv_map_kind;

typedef struct tlv_mapping {
    tlv_mapper *mapper;    /* from when it is wanted first */
    tlv_map_kind kind;     /* of the tool's map */
    char target[TLV_NAME]; /* of firing positions; "": none are wanted */
    bool fires;            /* firing positions were asked for, else a map */
    unsigned asked;        /* serial of what is being worked out; 0: nothing */
    double since;      /* the window's time when it was begun, or the one before it in its row of finer ones ended */
    tl_board_map *map; /* what is shown */
    tl_firing *firing;
    bool old;          /* ... is of the table before it changed */
    bool done;         /* ... is the finest */
    char problem[800]; /* why there is none; "" */
} tlv_mapping;

typedef struct tlv_app {
    const tlv_viewer_options *options;
    const char *language; /* a tag, or NULL: English */
    tlv_window *window;
    tlv_renderer *renderer;
    tlv_gui *gui;
    struct tlv_script *script; /* without a display: whose hands these are */

    /* Keeping what is not saved (keeping.c). */
    tlv_recovery *keeper;
    tlv_left left; /* offered; its text is NULL when there is none */
    unsigned kept; /* session.changes when it was kept last */
    double kept_at;
    bool keeps;                                 /* there is a file of ours */
    bool next_recovers, next_is_new, next_mesh; /* how the table that is being read comes to be */
    char next_unit[16];                         /* of that mesh; "": as its file says, else a guess */
    char scan[4096];                            /* the mesh that became the open table; "": none did */
    int missing;                                /* the row of what is missing that is chosen */

    /* The open table; NULL: none. */
    tl_context *context;
    tl_scene *scene;
    size_t triangles;       /* on it */
    tlv_prepared *prepared; /* what of it stays where it is, drawn while it was read; until it is fed. NULL: draw it */
    char path[4096];
    tlv_session session;
    tlv_asker *asker;
    tlv_loader *reader; /* that has read it: the context's progress is its */
    tlv_loader *loader; /* reading the next one; NULL: not */

    tlv_hand hand;
    tlv_inquiry inquiry;
    tlv_manner manner;
    tlv_systems systems;
    tlv_form form;
    tlv_mapping mapping;
    int tool;
    tlv_shelf shelf;
    tlv_nudges nudges;
    bool with_shift, with_alt; /* the key of the command that runs */
    tlv_bench *bench;          /* where parts are marked; NULL: the table is shown */
    tlv_sketch sketch;
    int width, height;
    double scale;    /* pixels to one of an ordinary screen */
    bool log, still; /* TRUELINE_VIEW_LOG, TRUELINE_REDUCED_MOTION */

    tlv_camera camera, glide_from, glide_to;
    double glide_start;    /* negative: not gliding */
    char eye_of[TLV_NAME]; /* whose eyes these are; "": nobody's */
    tlv_camera before_eye;

    /* What both see, of the ruling with this serial number; 0: none. */
    unsigned eyes_serial;
    int eyes_count;
    tlv_small_eyes eyes[2];

    /* Panels. */
    tlv_layout layout;
    bool no_panels; /* the right panel is put away */
    tlv_sheet sheet;
    char search[128];      /* of the palette */
    int chosen;            /* its row */
    char typed_path[4096]; /* of the sheet that opens a file */
    tlv_browse browse;
    tl_error trouble;
    bool trouble_saving;  /* ... came of saving the table: another place is offered */
    int wanted;           /* command that a panel asked for, done behind the frame; -1: none */
    int after_unsaved;    /* what to go on with when the question about unsaved changes is answered; -1: nothing */
    char next_path[4096]; /* to open then */
    char note[512];
    double note_until;
    tlv_start start;
    int hint_step;  /* of the first run, from 1; 0: none */
    bool remembers; /* what is kept from one time to the next (session/state.h) */
    bool pictured;  /* the open table has its small picture for the start page */
    bool first;     /* the table that was named at the start is not open yet: what goes wrong ends the program */
    bool quit;

    /* What is not on the window yet: */
    bool content_changed; /* anything on the table */
    bool models_changed;  /* models, the question and what lies over the table, but neither terrain nor areas */
    bool view_changed, chrome_changed;
    uint64_t fixed;           /* what the renderer has: of all that stays where it is; 0: nothing that is known of */
    uint64_t resting, lifted; /* who rests while others are dragged; terrain that is dragged */
    bool fine;                /* the picture is no draft */
    double moved_at;          /* when a draft was last needed */
    double fine_seconds;      /* a fine picture took; 0: not known yet */
    double draft_seconds;
    bool draft_blocks; /* the next draft is half as sharp */
    bool slow_drafts;  /* one was slow since the window has its size */
    int drafts;        /* since things began to move */
    double drafts_seconds;
    int frames;
    bool told;           /* the log knows where members are */
    double heard_at;     /* tlv_seconds() when the window was listened to last; 0: not yet */
    double longest_deaf; /* seconds between two times */
} tlv_app;

/* --- Words (words.c) ---------------------------------------------------------------------------------------------- */

/* A text of languages/ by its name, in the window's language. */
const char *tlv_say(const tlv_app *app, const char *name);
/* The same with texts put in: tlv_say_with(app, buffer, size, name, a, b, ...), up to six. */
#define tlv_say_with(app, buffer, size, name, ...)                                                                     \
    tlv_say_filled(app, buffer, size, name, (const char *const[TLV_SAY_TEXTS]){__VA_ARGS__})
enum { TLV_SAY_TEXTS = 6 };
const char *tlv_say_filled(const tlv_app *app, char *buffer, size_t size, const char *name,
                           const char *const texts[TLV_SAY_TEXTS]);
/* A length in the players' unit. */
const char *tlv_say_length(const tlv_app *app, double mm, char buffer[32]);
/* An area in the players' unit: "1114 cm²". */
const char *tlv_say_area(const tlv_app *app, double mm2, char buffer[40]);
bool tlv_is_inch(const tlv_app *app);
/* What players call a unit or member. */
const char *tlv_name_of(const tlv_app *app, const char *id);
/* Shows a line at the bottom for a while; standing: until something else is to say. */
#define tlv_note(app, standing, name, ...)                                                                             \
    tlv_note_filled(app, standing, name, (const char *const[TLV_SAY_TEXTS]){__VA_ARGS__})
void tlv_note_filled(tlv_app *app, bool standing, const char *name, const char *const texts[TLV_SAY_TEXTS]);
/* The same with a text as it is: what the library says. */
void tlv_note_error(tlv_app *app, const tl_error *error);
/* Shows what went wrong in the middle of the window, until it was read. */
void tlv_show_trouble(tlv_app *app, const tl_error *error);
void tlv_log(const tlv_app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- Looking (looking.c) ------------------------------------------------------------------------------------------ */

tlv_view tlv_app_view(const tlv_app *app);
double tlv_app_aspect(const tlv_app *app);
void tlv_set_camera(tlv_app *app, tlv_camera camera); /* at once */
void tlv_look(tlv_app *app, tlv_camera camera);       /* glides there */
void tlv_look_home(tlv_app *app);                     /* at all of the table, from its edge */
void tlv_look_top(tlv_app *app);
/* From a member's eyes, at the other of a question on the table. */
void tlv_look_from(tlv_app *app, const char *member);
/* The other of the two that are asked about; "": nobody. */
const char *tlv_other_eyes(const tlv_app *app);
void tlv_leave_eyes(tlv_app *app, bool back);
void tlv_frame(tlv_app *app, const char *id); /* a unit, member or piece of terrain; "": everything */
void tlv_frame_things(tlv_app *app, const char *const *ids, size_t count); /* together; nothing when none has a body */
void tlv_zoom(tlv_app *app, double x, double y, double notches);
/* What a pixel shows, and where; without anything there, a point on the table's plane, or one far enough away. */
tl_vec3 tlv_point_at(const tlv_app *app, double x, double y, tl_pick *pick);
/* The terrain under a pixel, through all models: a piece, else the area whose ground it is; false when there is none.
 */
bool tlv_terrain_at(const tlv_app *app, double x, double y, char id[TLV_NAME]);
void tlv_glide_on(tlv_app *app);
/* A pixel of the view that shows a member or a piece of terrain; false when none does. */
bool tlv_pixel_of(const tlv_app *app, const char *id, double *x, double *y);

/* The workbench (tools/bench.c): the box of what the window shows, and what lies there as the scene has it now; false
 * when that is gone. */
tl_box3 tlv_shown_box(const tlv_app *app);
bool tlv_bench_refresh(tlv_app *app);
const char *tlv_bench_asset(const tlv_app *app);

/* --- The hand (hands.c) ------------------------------------------------------------------------------------------- */

/* Takes what happened in the window. */
void tlv_take(tlv_app *app, const tlv_event *event);
void tlv_select(tlv_app *app, const char *member); /* NULL: nothing */
void tlv_use_tool(tlv_app *app, int tool);
/* After something on the table moved; whoever stood there still does. */
void tlv_after_move(tlv_app *app, bool hurry);
/* After things on the table became others: what was known of it is gone. */
void tlv_after_edit(tlv_app *app);

/* --- Editing (editing.c) ------------------------------------------------------------------------------------------ */

/* Whether an id is a piece of terrain's; and one that has no body, but an outline or a disc. */
bool tlv_is_terrain(const tlv_app *app, const char *id);
bool tlv_is_area(const tlv_app *app, const char *id);
/* Edits the scene as tl_scene_edit does, so that it can be undone; shows what is wrong. False when nothing changed. */
bool tlv_edit(tlv_app *app, const char *edits, const char *what, const char *who);
/* All that is selected. */
void tlv_turn(tlv_app *app, double degrees);
/* By a step along the table, seen from where one looks: to the right, away. With Shift (app->with_shift) farther, with
 * Alt by a millimetre. */
void tlv_nudge(tlv_app *app, int right, int away);
void tlv_delete(tlv_app *app);
void tlv_duplicate(tlv_app *app);
/* What was selected last. */
void tlv_lift(tlv_app *app);
void tlv_rest(tlv_app *app);                                /* onto what is below */
void tlv_tilt(tlv_app *app, double degrees, bool sideways); /* the nose down, or the left side up */
void tlv_scale_picked(tlv_app *app, double by);
/* How many models and pieces of terrain that aren't selected are made of an asset. */
size_t tlv_others_of_asset(const tlv_app *app, const char *asset);
/* What is selected gets an asset of its own, like the one that it shares; false when it couldn't. */
bool tlv_own_asset(tlv_app *app);
/* Something from the shelf follows the pointer: then keys are about that. */
bool tlv_holds_ghost(const tlv_app *app);
/* The thing, as JSON, that holds a piece's `scale`: itself or its asset; false when there is none. */
bool tlv_scaled_thing(const tlv_app *app, const char *id, char *thing, size_t size);
/* The tool that draws outlines: areas, discs, walls. */
void tlv_next_shape(tlv_app *app);
/* The kind of the selected terrain, else of what is built next, becomes the next one of the rules (or before: -1). */
void tlv_next_kind(tlv_app *app, int step);
void tlv_select_units(tlv_app *app);
void tlv_select_all(tlv_app *app);
/* Adds a mesh file to the assets; its name goes to `asset`. */
bool tlv_add_mesh(tlv_app *app, const char *file, char asset[TLV_NAME]);

/* --- Rule systems (systems.c) ------------------------------------------------------------------------------------- */

/* Makes the list of rule systems: those that are built in, those that lie beside the scene, the table's own. */
void tlv_systems_list(tlv_app *app);
/* Opens the sheet where the rule system is chosen; `fresh`: of a table that was just made. */
void tlv_systems_open(tlv_app *app, bool fresh);
/* Compares the table with another one of the list. */
void tlv_systems_choose(tlv_app *app, int number);
/* It can be taken: there is one, and everything that must be said is. */
bool tlv_systems_may_take(const tlv_app *app);
void tlv_systems_take(tlv_app *app);
void tlv_systems_end(tlv_app *app);
/* The table's rule system, as its file names it. */
const char *tlv_system_of(const tlv_app *app);
/* When the table was opened, after an edit, in another language: the rule system's title is looked up; what was chosen
 * in words of another one is forgotten. */
void tlv_systems_look(tlv_app *app);
/* What players call a word of the rule system: as the window does, else as the rule system does, else the word. */
const char *tlv_rules_label(const tlv_app *app, tl_rules_sort sort, const tl_rules_word *word);
/* Whether the table's rule system has a word. */
bool tlv_rules_has(const tlv_app *app, tl_rules_sort sort, const char *word);
/* Sets a setting in the scene; NULL: back to the rule system's own value. */
void tlv_set_setting(tlv_app *app, const char *name, const char *value);
/* Makes it night, or day (shot.h). */
void tlv_change_night(tlv_app *app);

/* --- Rings (rings.c) -----------------------------------------------------------------------------------------------
 */

typedef enum tlv_footing { TLV_FOOTING_GOOD, TLV_FOOTING_UNCERTAIN, TLV_FOOTING_BAD } tlv_footing;
/* The same of a model: as `check` and `move` would say; and of either. */
tlv_footing tlv_model_footing(const tlv_app *app, const char *id, char *words, size_t size);
tlv_footing tlv_footing_of(const tlv_app *app, const char *id, char *words, size_t size);
/* Round the foot of a model or a piece of terrain: whether it may stand there, and why not. */
void tlv_draw_ring(const tlv_app *app, const char *id, const tl_draw_sink *sink);

/* --- Asking (asking.c) -------------------------------------------------------------------------------------------- */

/* Whom a click on a member asks about: with some tools, its unit. */
const char *tlv_asked_name(const tlv_app *app, const char *member);
/* Asks again, when there is a question; `hurry` as in tlv_request. Without hurry, as while a model is dragged, what is
 * known soon is shown as a preview. */
void tlv_ask(tlv_app *app, bool hurry);
bool tlv_is_asking(const tlv_app *app);
void tlv_forget_answer(tlv_app *app);
void tlv_forget_question(tlv_app *app);
/* Takes an answer that has come. */
void tlv_take_answer(tlv_app *app);
/* The answer on the table is that of the last question, complete. */
bool tlv_is_ruled(const tlv_app *app);
/* The answer isn't settled, and may be with more work: asks again with more than the last time. */
bool tlv_may_think_longer(const tlv_app *app);
void tlv_think_longer(tlv_app *app);
/* What the tool in use asks now; texts are borrowed. False: nothing. */
bool tlv_question_of(const tlv_app *app, tl_question *question);
/* Asks the same again with one setting changed; the answer goes beside the other. A NULL name: ends it. */
void tlv_try(tlv_app *app, const char *name, const char *value);
/* Has the ruling written beside the table: `ending` ".html", a report, or ".png", a picture. */
void tlv_save_ruling(tlv_app *app, const char *ending);
/* Whether the question on the table can be asked under other rule systems, too. */
bool tlv_may_compare(const tlv_app *app);
/* Asks it under all rule systems that are built in or lie beside the scene, and opens the sheet that shows them. */
void tlv_compare_rules(tlv_app *app);
/* Closes it. */
void tlv_forget_compared(tlv_app *app);
/* What is asked about, for the card: "Ludwig > Ghosts". */
const char *tlv_asked_about(const tlv_app *app, char *buffer, size_t size);

/* --- Mapping (mapping.c) ------------------------------------------------------------------------------------------ */

/* Has the map of the tool worked out anew, of who was clicked or of a zone; nothing when nobody was. */
void tlv_ask_map(tlv_app *app);
/* The same with firing positions of who moves, against mapping.target. */
void tlv_ask_firing(tlv_app *app);
bool tlv_map_is_of_zone(tlv_map_kind kind);
bool tlv_is_mapping(const tlv_app *app);
/* How long what is being worked out will take, in words, as far as it went till now; false when nobody can say yet. */
bool tlv_map_time_left(const tlv_app *app, char *text, size_t size);
/* What runs is given up; false when nothing did. What is shown stays. */
bool tlv_stop_mapping(tlv_app *app);
/* Nothing is shown any more. */
void tlv_forget_map(tlv_app *app);
/* With the table. */
void tlv_end_mapping(tlv_app *app);
/* The table changed: what is shown is marked; `hurry`: and worked out anew. */
void tlv_map_is_old(tlv_app *app, bool hurry);
/* Takes what has been worked out. */
void tlv_take_map(tlv_app *app);
void tlv_draw_map(const tlv_app *app, const tl_draw_sink *sink);
/* What is proved of the cell under the pointer, in words; false when there is none. And of all of it; "" when there is
 * nothing. */
bool tlv_map_here(const tlv_app *app, char *text, size_t size);
void tlv_map_summary(const tlv_app *app, char *text, size_t size);

/* --- Tables (tables.c) -------------------------------------------------------------------------------------------- */

/* Begins to read a scene; it replaces the open one when it was read. Asks about unsaved changes first. */
void tlv_open(tlv_app *app, const char *path);
/* Takes what the loader has read. */
void tlv_take_loaded(tlv_app *app);
void tlv_cancel_loading(tlv_app *app);
void tlv_close_table(tlv_app *app);
void tlv_save(tlv_app *app);
void tlv_save_picture(tlv_app *app);
/* Another table: a bare one, or (`mesh`, a file) with a mesh as its ground. Asks about unsaved changes first. */
void tlv_new_table(tlv_app *app, const char *mesh, const char *unit); /* `unit` NULL: guessed */
/* Saves under another name. */
void tlv_save_as(tlv_app *app, const char *path);
/* Asks under which name to save. */
void tlv_ask_where(tlv_app *app);
/* Takes a file that was dropped or named: a scene is opened, anything else becomes an asset, or a table when there is
 * none. */
void tlv_take_file(tlv_app *app, const char *path);

/* --- Mending (mending.c) ------------------------------------------------------------------------------------------ */

/* How many meshes the table goes without. */
size_t tlv_missing_count(const tlv_app *app);
/* The missing mesh of this number is in this file; others are looked for beside it. */
void tlv_locate(tlv_app *app, size_t number, const char *file);
/* What has that mesh goes off the table. */
void tlv_do_without(tlv_app *app, size_t number);

/* --- Keeping (keeping.c) ------------------------------------------------------------------------------------------ */

/* Looks for what a window that was killed has left, and asks what to do with it. */
void tlv_begin_keeping(tlv_app *app);
void tlv_end_keeping(tlv_app *app);
/* Keeps what is not saved, now and then; or at once. */
void tlv_keep(tlv_app *app);
void tlv_keep_now(tlv_app *app);
/* Seconds until there is something to keep; infinite: there is nothing. */
double tlv_keep_in(const tlv_app *app);
/* Opens what was left, or forgets it. */
void tlv_decide_left(tlv_app *app, bool recover);
void tlv_open_left(tlv_app *app); /* tables.c */

/* Ends the window, or asks about unsaved changes first. */
void tlv_close_window(tlv_app *app);
/* Answers the question about unsaved changes, and goes on with what raised it. */
void tlv_decide_unsaved(tlv_app *app, bool save);
/* The path of the sample table; false when it isn't installed. */
bool tlv_same_file(const char *a, const char *b);
bool tlv_sample_path(const tlv_app *app, char *path, size_t size);

/* --- Feeding (feeding.c) ------------------------------------------------------------------------------------------ */

/* Hands the renderer what changed. */
void tlv_feed(tlv_app *app);
/* What stays where it is while models move: ground, terrain, areas. Asks nothing of the window. */
void tlv_draw_fixed(const tl_scene *scene, const tl_draw_sink *sink);

/* --- The loop (loop.c) -------------------------------------------------------------------------------------------- */

tl_status tlv_loop(tlv_app *app, tl_error *error);
/* Builds the panels once and does what was touched in them. */
void tlv_build_panels(tlv_app *app);
/* app->scale for a window of this height. */
double tlv_panel_scale(const tlv_app *app, int height);
/* Nothing moves, and everything is drawn. */
bool tlv_is_idle(const tlv_app *app);
/* Saves what is shown, drawn finely; or as it is shown while something moves. */
tl_status tlv_shoot(tlv_app *app, const char *path, bool draft, tl_error *error);

#endif
