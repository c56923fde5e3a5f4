/* demo_table.h: a table made of boxes and turned bodies, with everything that can be drawn, for looking and testing. */
#ifndef TL_TESTS_DEMO_TABLE_H
#define TL_TESTS_DEMO_TABLE_H

#include <trueline/draw.h>

/* Keys of objects. */
enum {
    DEMO_GROUND = 1,
    DEMO_HOUSE = 10,
    DEMO_BARN = 11,
    DEMO_WOOD = 20,
    DEMO_WALKER = 30,
    DEMO_TANK = 31,
    DEMO_TROOPER = 40
};

/* A box; the ends of its four lower corners can be turned about z by `turn_deg`. */
void demo_box(const tl_draw_sink *sink, tl_vec3 low, tl_vec3 high, tl_vec3 about, double turn_deg, tl_colour colour,
              unsigned style, uint32_t key);
/* A body of revolution about the vertical through `at`: `count` pairs of radius and height, from the bottom. */
void demo_turned(const tl_draw_sink *sink, tl_vec3 at, const double (*profile)[2], int count, int sides,
                 tl_colour colour, unsigned style, uint32_t key);
/* The table, 1800 by 1200: houses, a wall, a wood, two walkers and some troopers. `outlined`: this key is outlined. */
void demo_table(const tl_draw_sink *sink, uint32_t outlined);
/* A ruling on it: a clear line with its sleeve, a blocked one, labels, a ring, a smoke prism, a hidden part. */
void demo_ruling(const tl_draw_sink *sink);

#endif
