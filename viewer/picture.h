/* picture.h: pictures of a table and of what was ruled on it, drawn without a display.
 *
 * Make a renderer, feed its sink (draw.h) with meshes, lines and labels, draw them with one or several cameras, save.
 * The same calls on the same machine give the same bytes. A renderer belongs to one thread at a time. Functions that
 * take an error report may be given NULL. Memory comes from the C library: the library's contexts are not needed here.
 */
#ifndef TLV_PICTURE_H
#define TLV_PICTURE_H

#include <trueline/base.h>
#include <trueline/draw.h>
#include <trueline/math.h>

/* Pixels of the picture from its top left corner. */
typedef struct tlv_rect {
    int x, y, width, height;
} tlv_rect;

typedef struct tlv_camera {
    tl_vec3 eye, target, up;
    double fov_deg;   /* vertical; 0: orthographic, with height_mm */
    double height_mm; /* how much of the plane through the target an orthographic picture shows, from edge to edge */
} tlv_camera;

/* All of these look at what lies in a box; `aspect` is width / height of the place to fill (tlv_renderer_aspect). An
 * empty box is taken as a table of 1800 by 1200. */

/* From above, north (+Y) up, orthographic; everything fits. */
tlv_camera tlv_camera_top(tl_box3 scene, double aspect);
/* What a player sees who sits at the near (-Y) edge and leans back until everything fits. */
tlv_camera tlv_camera_table(tl_box3 scene, double aspect);
/* A close-up: `what` fills the picture, seen from the direction that points from it towards the camera (all zero: from
 * a seated player's side). */
tlv_camera tlv_camera_frame(tl_box3 what, tl_vec3 from_direction, double aspect);
/* The same for several boxes, `count` > 0: two models and what is between them. With no direction, from the side of the
 * line between the first two, so that it lies across the picture. */
tlv_camera tlv_camera_frame_all(const tl_box3 *what, size_t count, tl_vec3 from_direction, double aspect);
/* From one point to another, as a model sees. */
tlv_camera tlv_camera_eye(tl_vec3 eye, tl_vec3 target, double fov_deg);

/* The sign of a verdict. Each has a shape of its own, so that it does not depend on colour. */
typedef enum tlv_sign {
    TLV_SIGN_NONE = 0,
    TLV_SIGN_YES = 1,      /* a tick */
    TLV_SIGN_NO = 2,       /* a cross */
    TLV_SIGN_MARGINAL = 3, /* about equal: too close to call */
    TLV_SIGN_ASKING = 4,   /* three dots: no verdict yet */
    TLV_SIGN_OPEN = 5,     /* a clock: not settled, the work for it ran out */
    TLV_SIGN_UNKNOWN = 6,  /* a question mark: the scene doesn't say */
    TLV_SIGNS
} tlv_sign;

#define TLV_CAPTIONS 8

/* Zero-initialised options mean defaults. Texts are UTF-8, borrowed for the call; a text that does not fit is wrapped
 * (captions) or cut with an ellipsis (title). */
typedef struct tlv_style {
    tl_colour sky, floor;   /* the background's upper and lower end; alpha 0: the default */
    double grid_mm;         /* distance of the lines on the ground, from the table's corner; 0: no grid */
    double scale_bar_mm;    /* length of the scale bar; 0: none. Only orthographic views have one: in perspective no
                               length on the picture means anything */
    const char *scale_text; /* what is written at it, such as "20 cm" */
    const char *title;      /* one line at the top left */
    const char *captions[TLV_CAPTIONS]; /* lines at the bottom, up to the first NULL; the first is the ruling itself */
    tlv_sign sign;                      /* in a badge beside the captions */
    const char *sign_text;              /* a word under the sign, such as "SEEN" */
    double insets;       /* share of the picture that is left to insets: a column at the right; 0: none */
    bool insets_below;   /* a row under the view instead */
    uint32_t hidden_key; /* the object with this key is not drawn (the model whose eyes these are); 0: none */
    double near_mm;      /* nothing nearer than this is drawn; 0: chosen */
    double text_scale;   /* 1 when 0: as large as the picture asks for */
    double
        pixel_scale; /* pixels to one of an ordinary screen, 1 when 0: texts and lines keep their size on fine ones */
    bool no_labels;
    bool no_lines; /* nor their sleeves; edges of areas stay */
    bool no_frame; /* no wooden frame round the ground */
    tlv_rect
        part;   /* of the picture, that the camera is made for and texts keep to: what panels leave; empty: all of it */
    bool draft; /* for a picture that is replaced at once: one sample a pixel, hard shadows, corners not darkened */
    bool draft_blocks;        /* a draft is drawn with one sample for four pixels */
    bool draft_coarse;        /* a draft shows fine meshes (those before the mark) by fewer triangles */
    bool draft_keeps_shadows; /* a draft's shadows stay where the last picture had them, when there was one */
    bool drafts_follow;       /* a picture that is no draft also makes the shadows that such drafts keep */
} tlv_style;

typedef struct tlv_renderer tlv_renderer;

/* A renderer with a picture of its own, no window and no display. `samples` per pixel: 1, 4 (usual) or 9. Errors:
 * TL_ERROR_UNSUPPORTED without OpenGL 3.3, TL_ERROR_FILE without its font (TRUELINE_FONT_FOLDER in the environment says
 * where DejaVuSans.ttf is), TL_ERROR_ARGUMENT for a size outside 16 to 8192, TL_ERROR_MEMORY. */
tl_status tlv_renderer_create_offscreen(int width, int height, int samples, tlv_renderer **renderer, tl_error *error);

/* The same for the OpenGL 3.3 core context that is current in this thread, a window's, whose functions `load` finds. It
 * must be current again for every other call, until the renderer is destroyed. Same errors. */
typedef void tlv_gl_function(void);
typedef tlv_gl_function *tlv_gl_load(const char *name);
tl_status tlv_renderer_create_current(tlv_gl_load *load, int width, int height, int samples, tlv_renderer **renderer,
                                      tl_error *error);
/* Another size, when the window has one; content stays. On failure the renderer can only be destroyed. */
tl_status tlv_renderer_resize(tlv_renderer *renderer, int width, int height, tl_error *error);
/* Asked now and then while a picture that is no draft is drawn: true gives up, tlv_renderer_draw then returns
 * TL_ERROR_CANCELLED and the picture stays as it was. NULL: never. */
typedef bool tlv_interrupt(void *user);
void tlv_renderer_set_interrupt(tlv_renderer *renderer, tlv_interrupt *interrupt, void *user);
/* NULL-safe. */
void tlv_renderer_destroy(tlv_renderer *renderer);

/* Forgets the content. */
void tlv_renderer_begin(tlv_renderer *renderer);
/* What was fed so far stays: tlv_renderer_rewind forgets only what is fed after this. For tables of millions of
 * triangles on which models move. */
void tlv_renderer_mark(tlv_renderer *renderer);
/* Forgets content as tlv_renderer_begin does, but keeps what was there at the mark; without a mark, forgets everything.
 */
void tlv_renderer_rewind(tlv_renderer *renderer);
/* While something is dragged: what was fed so far rests, and tlv_renderer_rewind keeps it too, until
 * tlv_renderer_stir. Drafts then draw only what stirs, fed from now on, over what they kept of the rest. Wants a mark.
 */
void tlv_renderer_rest(tlv_renderer *renderer);
bool tlv_renderer_rests(const tlv_renderer *renderer);
/* Nothing rests any more; what was fed is there until it is rewound, to the mark. */
void tlv_renderer_stir(tlv_renderer *renderer);
/* Content that is made where no renderer is, such as in a thread that reads a table, so that no picture waits for it:
 * feed its sink, mark it, let a renderer take it. NULL without memory; destroying is NULL-safe. */
typedef struct tlv_prepared tlv_prepared;
tlv_prepared *tlv_prepared_create(void);
tl_draw_sink tlv_prepared_sink(tlv_prepared *prepared);
void tlv_prepared_mark(tlv_prepared *prepared);
void tlv_prepared_destroy(tlv_prepared *prepared);
/* Has this content instead of its own, as if it had been fed and marked, and destroys it. */
void tlv_renderer_take(tlv_renderer *renderer, tlv_prepared *prepared);
/* Sets the content aside, as it is, for pictures of something else; tlv_renderer_restore forgets what was fed since,
 * and has it again. Not twice. */
void tlv_renderer_set_aside(tlv_renderer *renderer);
void tlv_renderer_restore(tlv_renderer *renderer);
/* Takes content, any time between begin and draw; valid as long as the renderer. Triangles with a vertex that does not
 * exist or is not finite are left out. */
tl_draw_sink tlv_renderer_sink(tlv_renderer *renderer);
/* Everything solid that was fed so far; empty (low > high) when nothing was. */
tl_box3 tlv_renderer_box(const tlv_renderer *renderer);

/* Width / height of the place that is left for the view between title, captions and insets. `style` may be NULL. */
double tlv_renderer_aspect(tlv_renderer *renderer, const tlv_style *style);
/* Where inset `index` of `count` goes in what style->insets leaves: below one another in a column, side by side in a
 * row. Empty when nothing is left. */
tlv_rect tlv_renderer_inset_place(tlv_renderer *renderer, const tlv_style *style, int index, int count);

/* Draws the content over the whole picture. Any number of times: content stays. `style` may be NULL. */
tl_status tlv_renderer_draw(tlv_renderer *renderer, const tlv_camera *camera, const tlv_style *style, tl_error *error);
/* Draws the content again into a framed part of the picture, over what is there. Of the style's texts the title alone
 * is used. */
tl_status tlv_renderer_draw_inset(tlv_renderer *renderer, const tlv_camera *camera, const tlv_style *style,
                                  tlv_rect rect, tl_error *error);

/* Draws the content once more, `width` by `height` pixels, and keeps that picture in a slot (0 to 7), for panels to
 * show (flat.h). It uses the place of the last picture drawn, which must be drawn anew before it is composed. */
tl_status tlv_renderer_keep(tlv_renderer *renderer, int slot, int width, int height, const tlv_camera *camera,
                            const tlv_style *style, tl_error *error);

/* Keeps a picture that was drawn elsewhere: rows from the top, 4 bytes a pixel. */
void tlv_renderer_put(tlv_renderer *renderer, int slot, const uint8_t *rgba, int width, int height);

/* Shows the last picture drawn with `style`'s texts, sign and scale bar and the panels over it, without drawing the
 * view again: for a window. tlv_renderer_read and tlv_renderer_save_png then give what is shown. Both may be NULL. */
struct tlv_flat;
tl_status tlv_renderer_compose(tlv_renderer *renderer, const tlv_style *style, const struct tlv_flat *panels,
                               tl_error *error);
/* Copies what was composed to the window's own framebuffer. */
void tlv_renderer_present(tlv_renderer *renderer);
/* Where a point of the world is in the last view drawn, in pixels from the picture's top left corner. False when it is
 * behind the camera. */
bool tlv_renderer_project(const tlv_renderer *renderer, tl_vec3 point, tl_vec2 *pixel);

/* The picture as it was last drawn, or what was composed since: rows from the top, 4 bytes a pixel, opaque: width *
 * height * 4 bytes. */
tl_status tlv_renderer_read(tlv_renderer *renderer, uint8_t *rgba, tl_error *error);
/* The picture as a PNG file, written whole or not at all. */
tl_status tlv_renderer_save_png(tlv_renderer *renderer, const char *path, tl_error *error);
/* The same of any pixels, such as those of tlv_renderer_read that were painted over. */
tl_status tlv_picture_save_png(const char *path, const uint8_t *rgba, int width, int height, tl_error *error);

#endif
