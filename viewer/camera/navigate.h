/* navigate.h: moving a camera by hand, and gliding from one to another. Pure functions; places stay in doubles. */
#ifndef TLV_NAVIGATE_H
#define TLV_NAVIGATE_H

#include "camera/view.h"

/* A camera by what a hand changes. Directions in radians; `turn` counter-clockwise from above, 0 looks along +Y; `dip`
 * is how far down it looks, 0 level, pi/2 straight down (north up when `turn` is 0). */
typedef struct tlv_pose {
    tl_vec3 target;
    double turn, dip;
    double height_mm; /* how much of the plane through the target is shown from edge to edge */
    double fov_deg;   /* 0: orthographic */
} tlv_pose;

tlv_pose tlv_pose_of(const tlv_camera *camera);
tlv_camera tlv_pose_camera(const tlv_pose *pose);

/* Turns the camera about a point, which keeps its pixel; the horizon stays level and the camera looks `least_dip` to
 * straight down. */
tlv_camera tlv_camera_orbit(const tlv_camera *camera, tl_vec3 about, double turn, double dip, double least_dip);

/* Shifts the camera, without turning it, until `grabbed` is at a pixel of `view`, which must be this camera's. Points
 * behind it change nothing. */
tlv_camera tlv_camera_pan(const tlv_camera *camera, const tlv_view *view, tl_vec3 grabbed, double x, double y);

/* Comes nearer (factor below 1) or steps back; `towards` keeps its pixel. It never shows less than 8 mm nor more than
 * 20 m. */
tlv_camera tlv_camera_zoom(const tlv_camera *camera, tl_vec3 towards, double factor);

/* The way from one camera (t = 0) to another (t = 1), the short way round; between an orthographic and a perspective
 * one the field of view widens on the way. At the ends it is the camera that was given. */
tlv_camera tlv_camera_glide(const tlv_camera *from, const tlv_camera *to, double t);

#endif
