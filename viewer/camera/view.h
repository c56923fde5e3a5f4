/* view.h: a camera applied to a place in the picture. Everything that is drawn and everything that is pointed at goes
 * through the same matrix, one way or the other. */
#ifndef TLV_VIEW_H
#define TLV_VIEW_H

#include "camera/space.h"
#include "picture.h"

typedef struct tlv_view {
    tl_vec3 eye;
    vec3 right, up, forward; /* orthonormal */
    bool perspective;
    double half_x, half_y; /* half extents of the safe part: at distance 1 in perspective, in mm otherwise */
    double near_mm, far_mm;
    int width, height; /* pixels of the viewport */
    tlv_rect safe;     /* the part of the viewport that the camera was made for; the view goes on beyond it */
    vec4 clip[4];      /* from ways from the eye to OpenGL's clip space, */
    vec4 unclip[4];    /* and back */
} tlv_view;

/* A point on the viewport: pixels from its top left corner, and the distance along the viewing direction in mm. */
typedef struct tlv_projected {
    double x, y, depth;
} tlv_projected;

/* `scene`: what near and far plane are fitted to; `near_mm` 0: chosen. */
tlv_view tlv_view_make(const tlv_camera *camera, int width, int height, tlv_rect safe, tl_box3 scene, double near_mm);

/* How far along the viewing direction a point is, in mm. */
double tlv_view_depth(const tlv_view *view, tl_vec3 point);

/* Also for points behind the camera, where x and y mean nothing: look at depth first. */
tlv_projected tlv_view_project(const tlv_view *view, tl_vec3 point);

/* Where one looks through a pixel: `from` on the near side of everything, `along` of length 1 but for rounding to
 * single precision: a tenth of a micrometre for each metre. */
void tlv_view_pixel_ray(const tlv_view *view, double x, double y, tl_vec3 *from, tl_vec3 *along);

/* Millimetres that a pixel covers at `depth`. */
double tlv_view_pixel_mm(const tlv_view *view, double depth);

/* From positions relative to `origin` to OpenGL's clip space. */
void tlv_view_matrix(const tlv_view *view, tl_vec3 origin, mat4 matrix);

/* A pixel (x right, y up, in fractions of the viewport) at depth z is at base + z * ray, where both are linear:
 * base[0] + x * base[1] + y * base[2], likewise ray. Relative to `origin`. */
void tlv_view_rays(const tlv_view *view, tl_vec3 origin, vec3 base[3], vec3 ray[3]);

#endif
