/* The sample miniatures and terrain, one function a mesh. */
#pragma once

#include "solid.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

void build_walker(model *m);
void build_tank(model *m);
void build_wreck(model *m);
void build_trooper(model *m);
void build_trooper_kneeling(model *m);
void build_trooper_heavy(model *m);
void build_aircraft(model *m);

void build_farmhouse(model *m);
void build_ruin(model *m);
void build_wood(model *m);
void build_wood_base(model *m);
void build_tree_oak(model *m);
void build_tree_poplar(model *m);
void build_tree_pine(model *m);
void build_wall_straight(model *m);
void build_wall_corner(model *m);
void build_hedge(model *m);
void build_hill(model *m);
void build_crates(model *m);
void build_tank_traps(model *m);
void build_board(model *m);
