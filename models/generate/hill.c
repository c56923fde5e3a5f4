/* A hill in two tiers: slopes to climb, a terrace and a flat top to stand on. */
#include "content.h"

#include "random.h"

enum { RIM = 56 };

/* A contour: the outline shrunk by `share` about a centre, at height z. */
typedef struct contour {
    double share, x, y, z;
} contour;

static const contour contours[] = {
    {1.0, 0, 0, 0},      {0.985, 0, 0, 2.5},   {0.93, 1, 0, 10},     {0.87, 2, 1, 17.5},
    {0.835, 3, 1, 20.6}, {0.80, 4, 2, 21.5},   {0.64, 16, 10, 21.5}, {0.615, 17, 10, 23.4},
    {0.56, 18, 11, 32},  {0.51, 19, 12, 40.4}, {0.475, 20, 12, 44},  {0.44, 20, 12, 45},
};

/* `tier` runs from 0 at the foot to 1 at the top: the upper tier has bays of its own. */
static double outline_radius(double angle, double tier) {
    double c = cos(angle) / 200, s = sin(angle) / 150;
    double wave = 0.95 + 0.035 * sin(2 * angle + 0.4) + 0.025 * sin(3 * angle + 1.9) + 0.012 * sin(7 * angle) +
                  tier * (0.07 * sin(2 * angle + 2.6) + 0.05 * sin(3 * angle + 0.2));
    return wave / sqrt(c * c + s * s);
}

void build_hill(model *m) {
    vec3 points[COUNT(contours) * RIM];
    dice d = {3};
    for (int k = 0; k < COUNT(contours); ++k) {
        contour c = contours[k];
        bool flat = c.z == 0 || c.z == 21.5 || c.z == 45;
        for (int i = 0; i < RIM; ++i) {
            double angle = radians(360.0 * (i + 0.5 * (k % 2)) / RIM),
                   radius = c.share * outline_radius(angle, clamp((0.8 - c.share) / 0.16, 0, 1));
            double rough = dice_between(&d, -1, 1);
            points[k * RIM + i] =
                v3(c.x + radius * cos(angle), c.y + radius * sin(angle), c.z + (flat ? 0 : 0.8 * rough));
        }
    }

    model_part(m, "hill");
    solid_loft(m, points, COUNT(contours), RIM, NULL, NULL);

    /* Rocks that break through the slopes. */
    model_part(m, "rocks");
    static const double rocks[8][4] = {
        {300, 0.9, 12, 10}, {306, 0.91, 8, 8},  {95, 0.92, 10, 9}, {170, 0.9, 12, 11},
        {176, 0.93, 7, 7},  {230, 0.56, 28, 8}, {15, 0.55, 30, 9}, {330, 0.54, 30, 7},
    };
    for (int i = 0; i < COUNT(rocks); ++i) {
        const double *r = rocks[i];
        double angle = radians(r[0]), radius = r[1] * outline_radius(angle, r[1] < 0.7), upper = r[1] < 0.7 ? 1 : 0;
        solid_rock(m, v3(18 * upper + radius * cos(angle), 11 * upper + radius * sin(angle), r[2]),
                   v3(1.4 * r[3], 1.1 * r[3], r[3]), 1, 0.25, (uint32_t)i + 40);
    }
}
