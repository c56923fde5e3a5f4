/* angle.c: reproducible sine, cosine and arctangent in degrees. */
#include "math/angle.h"

/* Taylor polynomials on [-pi/4, pi/4]: the first dropped terms are below 2e-19 (x^19/19!, x^18/18!). */
static double sine_small(double x) {
    double s = x * x;
    double p = 1.0 / 355687428096000.0;
    p = p * s - 1.0 / 1307674368000.0;
    p = p * s + 1.0 / 6227020800.0;
    p = p * s - 1.0 / 39916800.0;
    p = p * s + 1.0 / 362880.0;
    p = p * s - 1.0 / 5040.0;
    p = p * s + 1.0 / 120.0;
    p = p * s - 1.0 / 6.0;
    return x + x * s * p;
}

static double cosine_small(double x) {
    double s = x * x;
    double p = 1.0 / 20922789888000.0;
    p = p * s - 1.0 / 87178291200.0;
    p = p * s + 1.0 / 479001600.0;
    p = p * s - 1.0 / 3628800.0;
    p = p * s + 1.0 / 40320.0;
    p = p * s - 1.0 / 720.0;
    p = p * s + 1.0 / 24.0;
    return 1.0 - (0.5 * s - s * s * p);
}

void tl_sincos_deg(double degrees, double *sine, double *cosine) {
    double turn = fmod(degrees, 360.0);  /* exact */
    double quarter = rint(turn / 90.0);  /* -4 .. 4 */
    double rest = turn - quarter * 90.0; /* exact: in [-45, 45] */
    double x = rest * (TL_PI / 180.0);
    double s = sine_small(x);
    double c = cosine_small(x);
    switch (((int)quarter % 4 + 4) % 4) {
    case 0:
        *sine = s;
        *cosine = c;
        break;
    case 1:
        *sine = c;
        *cosine = -s;
        break;
    case 2:
        *sine = -s;
        *cosine = -c;
        break;
    default:
        *sine = -c;
        *cosine = s;
        break;
    }
    /* no negative zeros: they would print as "-0" */
    *sine += 0.0;
    *cosine += 0.0;
}

/* atan on [0, 1] in degrees, by three halvings (atan t = 2 atan(t / (1 + sqrt(1 + t^2)))) and a series on
 * [0, 0.0985]: the first dropped term is below t^25/25 < 3e-27. */
static double atan_unit_deg(double t) {
    double scale = 1.0;
    for (int i = 0; i < 3; i++) {
        t = t / (1.0 + sqrt(1.0 + t * t));
        scale *= 2.0;
    }
    double s = t * t;
    double p = 1.0 / 23.0;
    for (int k = 21; k >= 1; k -= 2) {
        p = 1.0 / k - s * p;
    }
    return scale * t * p * (180.0 / TL_PI);
}

double tl_atan2_deg(double y, double x) {
    double ax = fabs(x);
    double ay = fabs(y);
    if (ax == 0 && ay == 0) {
        return 0;
    }
    double angle;
    if (ax == ay) {
        angle = 45.0;
    } else if (ay < ax) {
        angle = atan_unit_deg(ay / ax);
    } else {
        angle = 90.0 - atan_unit_deg(ax / ay);
    }
    if (x < 0) {
        angle = 180.0 - angle;
    }
    return y < 0 ? -angle : angle;
}

double tl_wrap_deg(double degrees) {
    double d = fmod(degrees, 360.0);
    if (d <= -180.0) {
        d += 360.0;
    } else if (d > 180.0) {
        d -= 360.0;
    }
    return d + 0.0;
}

tl_pose tl_pose_turned(tl_vec3 at, double turn_deg) {
    double s, c;
    tl_sincos_deg(turn_deg, &s, &c);
    return (tl_pose){{c, s, 0}, {-s + 0.0, c, 0}, {0, 0, 1}, at};
}

tl_pose tl_pose_turned_tilted(tl_vec3 at, double turn_deg, double roll_deg, double pitch_deg) {
    double sr, cr, sp, cp;
    tl_sincos_deg(roll_deg, &sr, &cr);
    tl_sincos_deg(pitch_deg, &sp, &cp);
    /* roll about x, then pitch about y */
    tl_pose roll = {{1, 0, 0}, {0, cr, sr}, {0, -sr, cr}, {0, 0, 0}};
    tl_pose pitch = {{cp, 0, -sp}, {0, 1, 0}, {sp, 0, cp}, {0, 0, 0}};
    tl_pose turn = tl_pose_turned(at, turn_deg);
    tl_pose tilted = tl_pose_compose(&pitch, &roll);
    return tl_pose_compose(&turn, &tilted);
}
