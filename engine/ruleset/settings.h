/* settings.h: every setting that the engine knows: its name in rule files, its choices, its limits, and what stands
 * where a rule file doesn't carry it.
 *
 * A rule file chooses among these: which of them its players may set, to which of the values, and with which default.
 * It can't add any, since nothing would read it. What a rule file leaves out stands at the table's own neutral value:
 * the plainest reading, under which nothing that only some games ask for is asked. */
#ifndef TL_RULESET_SETTINGS_H
#define TL_RULESET_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* X(constant, name in files, what values it takes, the neutral number, least and most of a number, its choices). Of
 * choices V(constant, word in files) the first is the neutral one. */
#define TL_SETTINGS(X, V)                                                                                              \
    X(UNITS, "units", CHOICE, 0, 0, 0, V(UNITS_CM, "cm") V(UNITS_INCH, "inch"))                                        \
    X(TOLERANCE_MM, "tolerance_mm", NUMBER, 0.05, 0, 25, )                                                             \
    X(RANGE_METRIC, "range_metric", CHOICE, 0, 0, 0, V(RANGE_METRIC_3D, "3d") V(RANGE_METRIC_PLAN, "plan"))            \
    X(UNIT_DISTANCE, "unit_distance", CHOICE, 0, 0, 0, V(UNIT_DISTANCE_NEAREST_PAIR, "nearest_pair"))                  \
    X(MIN_RANGE, "min_range", CHOICE, 0, 0, 0,                                                                         \
      V(MIN_RANGE_NEAREST, "nearest") V(MIN_RANGE_PER_MINIATURE, "per_miniature"))                                     \
    X(CC_METRIC, "cc_metric", CHOICE, 0, 0, 0,                                                                         \
      V(CC_METRIC_PLAN_WITH_GAP, "plan_with_gap") V(CC_METRIC_3D_CORE, "3d_core") V(CC_METRIC_3D_FULL, "3d_full"))     \
    X(CC_SIGHT, "cc_sight", CHOICE, 0, 0, 0, V(CC_SIGHT_NEEDED, "needed") V(CC_SIGHT_REACH_ONLY, "reach_only"))        \
    X(VALID_TARGET, "valid_target", CHOICE, 0, 0, 0,                                                                   \
      V(VALID_TARGET_SAME_MINIATURE, "same_miniature") V(VALID_TARGET_INDEPENDENT, "independent"))                     \
    X(FOF_APEX, "fof_apex", CHOICE, 0, 0, 0,                                                                           \
      V(FOF_APEX_CORE_CENTRE, "core_centre") V(FOF_APEX_MOUNT, "mount") V(FOF_APEX_HULL_CORNERS, "hull_corners"))      \
    X(FOF_TARGET, "fof_target", CHOICE, 0, 0, 0,                                                                       \
      V(FOF_TARGET_ANY_PART, "any_part") V(FOF_TARGET_CENTRE, "centre") V(FOF_TARGET_WHOLE, "whole"))                  \
    X(SIDE_ARC, "side_arc", CHOICE, 0, 0, 0,                                                                           \
      V(SIDE_ARC_OUTSIDE_HULL_LINE, "outside_hull_line") V(SIDE_ARC_CENTRE_LINE, "centre_line"))                       \
    X(LOS_TOUCH, "los_touch", CHOICE, 0, 0, 0, V(LOS_TOUCH_BLOCKED, "blocked") V(LOS_TOUCH_CLEAR, "clear"))            \
    X(MIN_CLEARANCE_MM, "min_clearance_mm", NUMBER, 0, 0, 100, )                                                       \
    X(MIN_VISIBLE_PATCH_MM, "min_visible_patch_mm", NUMBER, 0, 0, 100, )                                               \
    X(SCAN_HOLES, "scan_holes", CHOICE, 0, 0, 0,                                                                       \
      V(SCAN_HOLES_OPEN, "open") V(SCAN_HOLES_CLOSED, "closed") V(SCAN_HOLES_IGNORED, "ignored"))                      \
    X(BLOCKER_PARTS, "blocker_parts", CHOICE, 0, 0, 0, V(BLOCKER_PARTS_ALL, "all") V(BLOCKER_PARTS_CORE, "core"))      \
    X(WOOD_MODELS, "wood_models", CHOICE, 0, 0, 0,                                                                     \
      V(WOOD_MODELS_TRANSPARENT, "transparent") V(WOOD_MODELS_SOLID, "solid"))                                         \
    X(AREA_DISTANCE, "area_distance", CHOICE, 0, 0, 0,                                                                 \
      V(AREA_DISTANCE_ALONG_LINE, "along_line") V(AREA_DISTANCE_PERPENDICULAR, "perpendicular"))                       \
    X(AREA_THROUGH, "area_through", CHOICE, 0, 0, 0,                                                                   \
      V(AREA_THROUGH_FAR_EDGE, "far_edge") V(AREA_THROUGH_CHORD, "chord") V(AREA_THROUGH_ANY_EDGE, "any_edge"))        \
    X(AREA_NEAR, "area_near", CHOICE, 0, 0, 0, V(AREA_NEAR_EITHER, "either") V(AREA_NEAR_INSIDE_ONLY, "inside_only"))  \
    X(AREA_CAP_SCOPE, "area_cap_scope", CHOICE, 0, 0, 0,                                                               \
      V(AREA_CAP_SCOPE_IN_AREA_LENGTH, "in_area_length") V(AREA_CAP_SCOPE_BOTH_INSIDE, "both_inside"))                 \
    X(AREA_INSIDE_LENGTH, "area_inside_length", CHOICE, 0, 0, 0,                                                       \
      V(AREA_INSIDE_LENGTH_UNIT_DISTANCE, "unit_distance") V(AREA_INSIDE_LENGTH_IN_AREA_LENGTH, "in_area_length"))     \
    X(AREA_GRAIN, "area_grain", CHOICE, 0, 0, 0, V(AREA_GRAIN_MINIATURE, "miniature") V(AREA_GRAIN_UNIT, "unit"))      \
    X(AREA_STRADDLE, "area_straddle", CHOICE, 0, 0, 0,                                                                 \
      V(AREA_STRADDLE_CUT, "cut") V(AREA_STRADDLE_ANY_OVERLAP, "any_overlap"))                                         \
    X(AREA_TOP, "area_top", CHOICE, 0, 0, 0, V(AREA_TOP_OUTLINE, "outline") V(AREA_TOP_EDGE, "edge"))                  \
    X(AREA_COMBINE, "area_combine", CHOICE, 0, 0, 0,                                                                   \
      V(AREA_COMBINE_EACH, "each") V(AREA_COMBINE_SUM_DEPTH, "sum_depth"))                                             \
    X(AREA_HEIGHT, "area_height", CHOICE_OR_NUMBER, 0, 0, 100000,                                                      \
      V(AREA_HEIGHT_MODEL, "model") V(AREA_HEIGHT_INFINITE, "infinite"))                                               \
    X(SMOKE_HEIGHT_MM, "smoke_height_mm", NUMBER, 50, 1, 100000, )                                                     \
    X(COVER_BLOCKERS, "cover_blockers", CHOICE, 0, 0, 0,                                                               \
      V(COVER_BLOCKERS_TERRAIN_SMOKE, "terrain_smoke") V(COVER_BLOCKERS_PLUS_VEHICLES, "plus_vehicles"))               \
    X(COVER_VANTAGE, "cover_vantage", CHOICE, 0, 0, 0,                                                                 \
      V(COVER_VANTAGE_SINGLE, "single") V(COVER_VANTAGE_UNION, "union"))                                               \
    X(COVER_MIN_FRACTION, "cover_min_fraction", NUMBER, 0, 0, 1, )                                                     \
    X(CONTACT_SKIRT_MM, "contact_skirt_mm", NUMBER, 0.6, 0.001, 50, )                                                  \
    X(AREA_COVER_OVERLAP, "area_cover_overlap", CHOICE, 0, 0, 0,                                                       \
      V(AREA_COVER_OVERLAP_ANY, "any") V(AREA_COVER_OVERLAP_WHOLE, "whole"))                                           \
    X(COVER_NEAR_SHOOTER, "cover_near_shooter", CHOICE_OR_NUMBER, 0, 0, 1000, V(COVER_NEAR_SHOOTER_COUNTS, "counts"))  \
    X(HALF_RULE_MEMBERS, "half_rule_members", CHOICE, 0, 0, 0,                                                         \
      V(HALF_RULE_MEMBERS_FIGURES, "figures") V(HALF_RULE_MEMBERS_BASES, "bases"))                                     \
    X(FORT_COVER, "fort_cover", CHOICE, 0, 0, 0, V(FORT_COVER_ALWAYS, "always") V(FORT_COVER_TEST, "test"))            \
    X(BUNKER_APEX, "bunker_apex", CHOICE, 0, 0, 0, V(BUNKER_APEX_FRONT, "front") V(BUNKER_APEX_CENTRE, "centre"))      \
    X(ADJACENT_MM, "adjacent_mm", CHOICE_OR_NUMBER, 0, 0, 1000, V(ADJACENT_MM_CLOSE_COMBAT, "close_combat"))           \
    X(OBJECTIVE_FROM, "objective_from", CHOICE, 0, 0, 0,                                                               \
      V(OBJECTIVE_FROM_EDGE, "edge") V(OBJECTIVE_FROM_CENTRE, "centre"))                                               \
    X(COHESION, "cohesion", CHOICE, 0, 0, 0,                                                                           \
      V(COHESION_PAIRWISE, "pairwise") V(COHESION_DISC, "disc") V(COHESION_CHAIN, "chain")                             \
          V(COHESION_LEADER, "leader") V(COHESION_OFF, "off"))                                                         \
    X(COHESION_MM, "cohesion_mm", CHOICE_OR_NUMBER, 0, 0, 1000, V(COHESION_MM_RULES, "rules"))                         \
    X(COHESION_FROM, "cohesion_from", CHOICE, 0, 0, 0,                                                                 \
      V(COHESION_FROM_EDGE, "edge") V(COHESION_FROM_CENTRE, "centre"))                                                 \
    X(BLAST_DIAMETER_MM, "blast_diameter_mm", CHOICE_OR_NUMBER, 0, 1, 2000, V(BLAST_DIAMETER_MM_STANDARD, "standard")) \
    X(BLAST_TOUCH, "blast_touch", CHOICE, 0, 0, 0,                                                                     \
      V(BLAST_TOUCH_NEEDS_OVERLAP, "needs_overlap") V(BLAST_TOUCH_COUNTS, "counts"))                                   \
    X(BLAST_CENTRE_HEIGHT_MM, "blast_centre_height_mm", NUMBER, 10, 0.1, 200, )                                        \
    X(BLAST_VERTICAL, "blast_vertical", CHOICE, 0, 0, 0,                                                               \
      V(BLAST_VERTICAL_COLUMN, "column") V(BLAST_VERTICAL_SPHERE, "sphere"))                                           \
    X(BLAST_LEVELS, "blast_levels", CHOICE, 0, 0, 0,                                                                   \
      V(BLAST_LEVELS_STRUCK_LEVEL, "struck_level") V(BLAST_LEVELS_LEVEL_AND_OUTSIDE, "level_and_outside")              \
          V(BLAST_LEVELS_ALL_SEEN, "all_seen"))                                                                        \
    X(FLAME_AXIS, "flame_axis", CHOICE, 0, 0, 0,                                                                       \
      V(FLAME_AXIS_ATTACKER_CENTRE, "attacker_centre") V(FLAME_AXIS_TARGET_CENTRE, "target_centre"))                   \
    X(FLAME_ANCHOR, "flame_anchor", CHOICE, 0, 0, 0,                                                                   \
      V(FLAME_ANCHOR_BY_RANGE, "by_range") V(FLAME_ANCHOR_EDGE, "edge") V(FLAME_ANCHOR_MUZZLE, "muzzle"))              \
    X(FLAME_OUTLINE_R1, "flame_outline_r1", CHOICE_OR_FILE, 0, 0, 0, V(FLAME_OUTLINE_R1_PLACEHOLDER, "placeholder"))   \
    X(FLAME_OUTLINE_R23, "flame_outline_r23", CHOICE_OR_FILE, 0, 0, 0,                                                 \
      V(FLAME_OUTLINE_R23_PLACEHOLDER, "placeholder"))                                                                 \
    X(ROTATION, "rotation", CHOICE, 0, 0, 0,                                                                           \
      V(ROTATION_DILATION, "dilation") V(ROTATION_MAX_POINT, "max_point") V(ROTATION_CENTRE, "centre"))                \
    X(SWEEP, "sweep", CHOICE, 0, 0, 0, V(SWEEP_BASE_CORE, "base_core") V(SWEEP_BASE, "base"))                          \
    X(TERRAIN_CAP, "terrain_cap", CHOICE, 0, 0, 0,                                                                     \
      V(TERRAIN_CAP_WHOLE_ACTION, "whole_action") V(TERRAIN_CAP_INSIDE_PART, "inside_part"))                           \
    X(BOG_ROLLS, "bog_rolls", CHOICE, 0, 0, 0,                                                                         \
      V(BOG_ROLLS_PER_ACTION, "per_action") V(BOG_ROLLS_PER_CROSSING, "per_crossing"))                                 \
    X(FIT_PARTS, "fit_parts", CHOICE, 0, 0, 0, V(FIT_PARTS_CORE_LIMBS, "core_limbs") V(FIT_PARTS_ALL, "all"))          \
    X(WINDOW_SILL_MM, "window_sill_mm", NUMBER, 0, 0, 500, )                                                           \
    X(WINDOW_HEIGHT_MM, "window_height_mm", NUMBER, 15, 0.1, 500, )                                                    \
    X(WINDOW_WIDTH_MM, "window_width_mm", NUMBER, 15, 0.1, 500, )                                                      \
    X(SLOPE_DISTANCE, "slope_distance", CHOICE, 0, 0, 0,                                                               \
      V(SLOPE_DISTANCE_PLAN, "plan") V(SLOPE_DISTANCE_SURFACE, "surface"))                                             \
    X(FLAT_TOLERANCE_MM, "flat_tolerance_mm", NUMBER, 10, 0, 500, )                                                    \
    X(FLAT_TOLERANCE_DEG, "flat_tolerance_deg", NUMBER, 10, 0, 90, )                                                   \
    X(FLAME_TOUCH, "flame_touch", CHOICE, 0, 0, 0,                                                                     \
      V(FLAME_TOUCH_COUNTS, "counts") V(FLAME_TOUCH_NEEDS_OVERLAP, "needs_overlap"))                                   \
    X(HIT_ARC, "hit_arc", CHOICE, 0, 0, 0,                                                                             \
      V(HIT_ARC_QUADRANTS, "quadrants") V(HIT_ARC_CORNER_DIAGONALS, "corner_diagonals"))                               \
    X(NIGHT_ROWS, "night_rows", CHOICE, 0, 0, 0, V(NIGHT_ROWS_OWN, "own") V(NIGHT_ROWS_DAY_TOO, "day_too"))            \
    X(SHORT_BONUS, "short_bonus", CHOICE, 0, 0, 0, V(SHORT_BONUS_NAMED, "named") V(SHORT_BONUS_ANY, "any"))            \
    X(DEVIATION_ORIGIN, "deviation_origin", CHOICE, 0, 0, 0,                                                           \
      V(DEVIATION_ORIGIN_CENTRE, "centre") V(DEVIATION_ORIGIN_EDGE, "edge"))                                           \
    X(THROW_REACH, "throw_reach", CHOICE, 0, 0, 0, V(THROW_REACH_STATED, "stated") V(THROW_REACH_ROLLED, "rolled"))    \
    X(SHARED_TOTALS, "shared_totals", CHOICE, 0, 0, 0,                                                                 \
      V(SHARED_TOTALS_FIRST, "first") V(SHARED_TOTALS_LATER, "later"))                                                 \
    X(DRIFT_FRAME, "drift_frame", CHOICE, 0, 0, 0, V(DRIFT_FRAME_THROWER, "thrower") V(DRIFT_FRAME_TABLE, "table"))    \
    X(DIE_UNITS, "die_units", CHOICE, 0, 0, 0, V(DIE_UNITS_INCH, "inch") V(DIE_UNITS_CM, "cm"))                        \
    X(BALL_PATH, "ball_path", CHOICE, 0, 0, 0, V(BALL_PATH_BOUNCE, "bounce") V(BALL_PATH_FLIGHT, "flight"))            \
    X(BALL_WIDTH_MM, "ball_width_mm", NUMBER, 0, 0, 1000, )                                                            \
    X(CROUCH_HEIGHT, "crouch_height", NUMBER, 0.6, 0.05, 1, )                                                          \
    X(LYING_HEIGHT, "lying_height", NUMBER, 0.2, 0.05, 1, )                                                            \
    X(FLARE_FIRE, "flare_fire", CHOICE, 0, 0, 0, V(FLARE_FIRE_AS_SEEN, "as_seen") V(FLARE_FIRE_AS_DARK, "as_dark"))    \
    X(BLAST_COVER_OUTSIDE, "blast_cover_outside", CHOICE, 0, 0, 0,                                                     \
      V(BLAST_COVER_OUTSIDE_COUNTS, "counts") V(BLAST_COVER_OUTSIDE_NONE, "none"))                                     \
    X(AIM_REACH, "aim_reach", CHOICE, 0, 0, 0, V(AIM_REACH_EXACT, "exact") V(AIM_REACH_UP_TO, "up_to"))                \
    X(BARRED_ZONE, "barred_zone", CHOICE_OR_NUMBER, 0, 1, 180, V(BARRED_ZONE_AT_MARKER, "at_marker"))                  \
    X(NEAREST_COVER, "nearest_cover", CHOICE, 0, 0, 0,                                                                 \
      V(NEAREST_COVER_PATH, "path") V(NEAREST_COVER_STRAIGHT, "straight"))                                             \
    X(TEMPLATE_KEEPS_OUT, "template_keeps_out", CHOICE, 0, 0, 0,                                                       \
      V(TEMPLATE_KEEPS_OUT_CENTRE, "centre") V(TEMPLATE_KEEPS_OUT_OUTLINE, "outline"))                                 \
    X(SHARE_USED, "share_used", CHOICE, 0, 0, 0, V(SHARE_USED_ALL, "all") V(SHARE_USED_WAY, "way"))                    \
    X(TURN_COST, "turn_cost", CHOICE, 0, 0, 0,                                                                         \
      V(TURN_COST_SLICES_UP, "slices_up") V(TURN_COST_PROPORTIONAL, "proportional"))                                   \
    X(ROAD_MIX, "road_mix", CHOICE, 0, 0, 0, V(ROAD_MIX_FRACTIONS, "fractions") V(ROAD_MIX_SLOWEST, "slowest"))        \
    X(ENEMY_GAP, "enemy_gap", CHOICE, 0, 0, 0, V(ENEMY_GAP_PATH, "path") V(ENEMY_GAP_END, "end"))                      \
    X(ROUND_SIZES, "round_sizes", CHOICE, 0, 0, 0,                                                                     \
      V(ROUND_SIZES_DIAMETER, "diameter") V(ROUND_SIZES_RADIUS, "radius"))                                             \
    X(GRENADE_SIZES, "grenade_sizes", CHOICE, 0, 0, 0,                                                                 \
      V(GRENADE_SIZES_PROSE, "prose") V(GRENADE_SIZES_TABLE, "table"))                                                 \
    X(MINE_SIZES, "mine_sizes", CHOICE, 0, 0, 0, V(MINE_SIZES_PROSE, "prose") V(MINE_SIZES_TABLE, "table"))            \
    X(CLOUD_SIZES, "cloud_sizes", CHOICE, 0, 0, 0,                                                                     \
      V(CLOUD_SIZES_RADII, "radii") V(CLOUD_SIZES_DIAMETERS_AFTER_FIRST, "diameters_after_first"))                     \
    X(AREA_AROUND, "area_around", CHOICE, 0, 0, 0, V(AREA_AROUND_TABLE, "table") V(AREA_AROUND_COHESION, "cohesion"))  \
    X(CORRIDOR_WIDTH, "corridor_width", CHOICE, 0, 0, 0,                                                               \
      V(CORRIDOR_WIDTH_ATTACKER, "attacker") V(CORRIDOR_WIDTH_TARGET, "target"))                                       \
    X(CLIMB_COUNTS, "climb_counts", CHOICE, 0, 0, 0,                                                                   \
      V(CLIMB_COUNTS_FLOWN, "flown") V(CLIMB_COUNTS_CLIMBED, "climbed"))                                               \
    X(BOAT_TURN, "boat_turn", CHOICE, 0, 0, 0, V(BOAT_TURN_CIRCLE, "circle") V(BOAT_TURN_FREE, "free"))                \
    X(AIR_DISTANCE, "air_distance", CHOICE, 0, 0, 0, V(AIR_DISTANCE_HULL, "hull") V(AIR_DISTANCE_STAND, "stand"))      \
    X(COMMAND_UNIT, "command_unit", CHOICE, 0, 0, 0, V(COMMAND_UNIT_CM, "cm") V(COMMAND_UNIT_INCH, "inch"))            \
    X(CONE_OUTLINE_SHORT, "cone_outline_short", CHOICE_OR_FILE, 0, 0, 0,                                               \
      V(CONE_OUTLINE_SHORT_PLACEHOLDER, "placeholder"))                                                                \
    X(CONE_OUTLINE_MIDDLE, "cone_outline_middle", CHOICE_OR_FILE, 0, 0, 0,                                             \
      V(CONE_OUTLINE_MIDDLE_PLACEHOLDER, "placeholder"))                                                               \
    X(CONE_OUTLINE_LONG, "cone_outline_long", CHOICE_OR_FILE, 0, 0, 0, V(CONE_OUTLINE_LONG_PLACEHOLDER, "placeholder"))

/* What values a setting takes. */
typedef enum tl_setting_takes {
    TL_TAKES_CHOICE,
    TL_TAKES_NUMBER,
    TL_TAKES_CHOICE_OR_NUMBER,
    TL_TAKES_CHOICE_OR_FILE /* or the path of a .json file */
} tl_setting_takes;

typedef enum tl_setting_id {
#define TL_SETTING_CONSTANT(constant, ...) TL_SETTING_##constant,
#define TL_SETTING_NO_CHOICE(constant, word)
    TL_SETTINGS(TL_SETTING_CONSTANT, TL_SETTING_NO_CHOICE) TL_SETTING_COUNT
#undef TL_SETTING_CONSTANT
#undef TL_SETTING_NO_CHOICE
} tl_setting_id;

/* TL_CHOICE_LOS_TOUCH_CLEAR, ...: numbered from 0 for each setting */
#define TL_CHOICE_CONSTANT(constant, word) TL_CHOICE_##constant,
#define TL_CHOICE_CONSTANTS(setting, name, takes, number, low, high, ...)                                              \
    enum { __VA_ARGS__ TL_CHOICE_COUNT_##setting };
TL_SETTINGS(TL_CHOICE_CONSTANTS, TL_CHOICE_CONSTANT)
#undef TL_CHOICE_CONSTANTS
#undef TL_CHOICE_CONSTANT

/* A row of the table. */
typedef struct tl_setting_known {
    const char *name;
    tl_setting_takes takes;
    double number; /* neutral where there are no choices; else the first choice is */
    double low, high;
    const char *const *choices; /* in the order of their numbers */
    size_t choice_count;
} tl_setting_known;

/* TL_SETTING_COUNT when the engine knows no setting of that name. */
tl_setting_id tl_settings_named(const char *name);
const tl_setting_known *tl_settings_row(tl_setting_id id);

/* Whether it decides what stands on the table, and so is a scene's: what is placed is made with it, and a single
 * question can't have it otherwise. */
static inline bool tl_settings_shapes_table(tl_setting_id id) {
    return id == TL_SETTING_CROUCH_HEIGHT || id == TL_SETTING_LYING_HEIGHT;
}

/* What a setting is at. */
typedef struct tl_setting_reading {
    bool is_number;
    double number;    /* of a number */
    size_t choice;    /* else: TL_CHOICE_..., in the order of the table */
    const char *file; /* of a file; NULL: none */
} tl_setting_reading;

#endif
