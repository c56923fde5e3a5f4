/* pass.h: what the passes share: passes.c puts them in order, shadows.c has the lamp, drafts.c what is quick. */
#ifndef TLV_PASS_H
#define TLV_PASS_H

#include "render/pass_data.h"

/* --- Programs (pass.c) -------------------------------------------------------------------------------------------- */

GLint tlv_pass_at(GLuint program, const char *name);
void tlv_pass_vector(GLuint program, const char *name, const float v[3]);
/* Four columns, one after the other. */
void tlv_pass_matrix(GLuint program, const char *name, const float *columns);
void tlv_pass_colour(GLuint program, const char *name, tl_colour c);
void tlv_pass_texture(GLuint program, const char *name, int unit, GLuint texture);
/* How many samples cover so many pixels of the view being drawn. */
int tlv_pass_samples(const tlv_passes *p, int pixels);
/* Chooses a program and gives it what shaders/common.glsl declares. */
GLuint tlv_pass_use(const tlv_passes *p, enum tlv_program which, const tlv_pass_view *v);
/* What the vertex shader of solids needs, and the camera as clear_frag and geometry_frag take it; and the grid. */
void tlv_pass_solid_uniforms(GLuint program, const tlv_pass_view *v);
void tlv_pass_geometry_uniforms(GLuint program, const tlv_pass_view *v);
/* One triangle over the whole viewport. */
void tlv_pass_fill(const tlv_passes *p);
/* Whether someone wants to go on with something else. Waits for what was asked of the driver so far: else a picture
 * would be given up only after it was drawn. */
bool tlv_pass_interrupted(const tlv_passes *p);

/* --- Solids (pass.c) ---------------------------------------------------------------------------------------------- */

/* Which of the content's ranges: all of them, or those that rest or stir (content.h). */
typedef enum tlv_pass_part { TLV_PASS_ALL, TLV_PASS_RESTING, TLV_PASS_STIRRING } tlv_pass_part;

/* Draws a part without what has a style of `without`, without `hidden_key` (0: nobody's), with or without the ground's
 * frame; what was fed before the mark by fewer triangles, when the view has such. `yields`: it may be interrupted;
 * false when it was. */
bool tlv_pass_solids(const tlv_passes *p, const tlv_pass_view *v, tlv_pass_part part, unsigned without,
                     uint32_t hidden_key, bool frame, bool yields);

/* --- Shadows (shadows.c) ------------------------------------------------------------------------------------------ */

/* Across, across, towards the lamp. */
void tlv_lamp_axes(vec3 axes[3]);
/* The lamp's view, as narrow as what is seen allows, deep enough for everything that can throw a shadow into it; and
 * what it sees. For drafts of the whole content, of what rests where something stirs. False when it was interrupted, as
 * it may be in a view that is no draft. */
bool tlv_shadow_draw(const tlv_passes *p, tlv_shadow *shadow, const tlv_pass_view *v, bool draft);
/* The same of what stirs alone. False: it throws none. `thrower`: the box of what does. */
bool tlv_shadow_draw_stirring(const tlv_passes *p, tlv_shadow *shadow, const tlv_pass_view *v, tl_box3 *thrower);
/* The box of everything that a box's shadow can fall on, down to a level. */
tl_box3 tlv_shadow_reach(tl_box3 box, double level);

/* --- Drafts (drafts.c) -------------------------------------------------------------------------------------------- */

/* The draft's solids; where something stirs, only that over what was kept of the rest. */
void tlv_draft_draw(tlv_passes *p, const tlv_pass_view *v);
/* Copies it to its place in the picture: drafts are drawn where what is shown is put together later. */
void tlv_draft_place(const tlv_passes *p, tlv_rect rect);
void tlv_draft_free(tlv_passes *p);

/* The backdrop's upper and lower end. */
tl_colour tlv_pass_sky(const tlv_style *style);
tl_colour tlv_pass_floor(const tlv_style *style);

#endif
