/* passes.h: the passes that make a picture of content, in order, and what they draw on.
 *
 *   shadow     depth from the lamp
 *   geometry   per sample: distance, normal, key, colour (one integer texture: every later pass reads it)
 *   light      per pixel: ambient openness and soft shadow; blurred
 *   shade      per sample: linear colour, hatching, dark edges, background
 *   draft      instead of geometry, light, shade and resolve, when speed matters more
 *   cast       shadows of what stirs, on drafts
 *   clear      translucent things, far to near
 *   outline    rings round outlined objects, also where something hides them
 *   resolve    samples to pixels, linear to sRGB
 *   lines, plates   on the finished pixels */
#ifndef TLV_PASSES_H
#define TLV_PASSES_H

#include "render/pass_data.h"

tl_status tlv_passes_create(tlv_passes *passes, int width, int height, int step, tl_error *error);
void tlv_passes_destroy(tlv_passes *passes);
/* Everything but lines and plates. TL_ERROR_MEMORY; TL_ERROR_CANCELLED when interrupted: the picture is as it was. */
tl_status tlv_passes_solid(tlv_passes *passes, const tlv_pass_view *view);
void tlv_passes_lines(tlv_passes *passes, const tlv_pass_view *view, const tlv_ribbons *ribbons);
/* Over the whole of `rect`; vertices are relative to its top left corner. `shown`: not on the picture, but on what is
 * shown of it. */
void tlv_passes_plates(tlv_passes *passes, tlv_rect rect, const tlv_overlay *overlay, bool shown);
/* Copies the picture to what is shown. */
void tlv_passes_show(tlv_passes *passes);
/* The distance of what is seen at a pixel of the last view drawn, INFINITY for nothing. */
double tlv_passes_depth_at(tlv_passes *passes, const tlv_view *view, double x, double y);

#endif
