/* layout.c: where each field of the public structs lies in this version, so that nobody moves one without noticing.
 *
 * A field that is added to a struct of callers comes behind all others, and past the size that the struct has here
 * (never into what pads its end): then its size, and one row, change. Nothing else may, within one major version:
 * programs that were compiled with older headers rely on it (trueline.h). The rows hold where pointers have 64 bits. */
#include <trueline/trueline.h>

#if UINTPTR_MAX == UINT64_MAX
#define SIZE(type, size)       _Static_assert(sizeof(type) == (size), #type " has another size")
#define FIELD(type, field, at) _Static_assert(offsetof(type, field) == (at), #type "." #field " has moved")

/* math.h */

SIZE(tl_vec2, 16);
FIELD(tl_vec2, x, 0);
FIELD(tl_vec2, y, 8);

SIZE(tl_vec3, 24);
FIELD(tl_vec3, x, 0);
FIELD(tl_vec3, y, 8);
FIELD(tl_vec3, z, 16);

SIZE(tl_box3, 48);
FIELD(tl_box3, low, 0);
FIELD(tl_box3, high, 24);

SIZE(tl_pose, 96);
FIELD(tl_pose, x, 0);
FIELD(tl_pose, y, 24);
FIELD(tl_pose, z, 48);
FIELD(tl_pose, at, 72);

/* base.h */

SIZE(tl_error, 1548);
FIELD(tl_error, status, 0);
FIELD(tl_error, file, 4);
FIELD(tl_error, line, 516);
FIELD(tl_error, column, 520);
FIELD(tl_error, place, 524);
FIELD(tl_error, message, 780);
FIELD(tl_error, remedy, 1292);

SIZE(tl_context_options, 48);
FIELD(tl_context_options, struct_size, 0);
FIELD(tl_context_options, user, 8);
FIELD(tl_context_options, allocate, 16);
FIELD(tl_context_options, log, 24);
FIELD(tl_context_options, progress, 32);
FIELD(tl_context_options, language, 40);

/* draw.h */

SIZE(tl_colour, 16);
FIELD(tl_colour, r, 0);
FIELD(tl_colour, g, 4);
FIELD(tl_colour, b, 8);
FIELD(tl_colour, a, 12);

SIZE(tl_draw_mesh, 72);
FIELD(tl_draw_mesh, vertices, 0);
FIELD(tl_draw_mesh, vertex_count, 8);
FIELD(tl_draw_mesh, triangles, 16);
FIELD(tl_draw_mesh, triangle_count, 24);
FIELD(tl_draw_mesh, chosen, 32);
FIELD(tl_draw_mesh, chosen_count, 40);
FIELD(tl_draw_mesh, colour, 48);
FIELD(tl_draw_mesh, style, 64);
FIELD(tl_draw_mesh, key, 68);

SIZE(tl_draw_line, 48);
FIELD(tl_draw_line, points, 0);
FIELD(tl_draw_line, count, 8);
FIELD(tl_draw_line, colour, 16);
FIELD(tl_draw_line, width_px, 32);
FIELD(tl_draw_line, sleeve_mm, 36);
FIELD(tl_draw_line, end_dots, 40);
FIELD(tl_draw_line, style, 44);

SIZE(tl_draw_label, 56);
FIELD(tl_draw_label, at, 0);
FIELD(tl_draw_label, text, 24);
FIELD(tl_draw_label, colour, 32);
FIELD(tl_draw_label, size, 48);
FIELD(tl_draw_label, style, 52);

SIZE(tl_draw_sink, 40);
FIELD(tl_draw_sink, struct_size, 0);
FIELD(tl_draw_sink, user, 8);
FIELD(tl_draw_sink, mesh, 16);
FIELD(tl_draw_sink, line, 24);
FIELD(tl_draw_sink, label, 32);

/* scene.h */

SIZE(tl_scene_options, 40);
FIELD(tl_scene_options, struct_size, 0);
FIELD(tl_scene_options, import_helper, 8);
FIELD(tl_scene_options, mesh_cache, 16);
FIELD(tl_scene_options, look_closer, 24);
FIELD(tl_scene_options, go_without, 25);
FIELD(tl_scene_options, for_side, 32);

SIZE(tl_scene_outset, 72);
FIELD(tl_scene_outset, struct_size, 0);
FIELD(tl_scene_outset, name, 8);
FIELD(tl_scene_outset, ruleset, 16);
FIELD(tl_scene_outset, width, 24);
FIELD(tl_scene_outset, depth, 32);
FIELD(tl_scene_outset, mesh, 40);
FIELD(tl_scene_outset, unit, 48);
FIELD(tl_scene_outset, up, 56);
FIELD(tl_scene_outset, guess, 64);

SIZE(tl_place, 56);
FIELD(tl_place, struct_size, 0);
FIELD(tl_place, at, 8);
FIELD(tl_place, coordinates, 32);
FIELD(tl_place, facing, 40);
FIELD(tl_place, level, 48);

SIZE(tl_fit, 320);
FIELD(tl_fit, stands, 0);
FIELD(tl_fit, reason, 4);
FIELD(tl_fit, with, 8);
FIELD(tl_fit, amount, 16);
FIELD(tl_fit, at, 24);
FIELD(tl_fit, levels, 48);
FIELD(tl_fit, off_mm, 56);
FIELD(tl_fit, words, 64);

SIZE(tl_stays, 272);
FIELD(tl_stays, verdict, 0);
FIELD(tl_stays, rule, 8);
FIELD(tl_stays, words, 16);

SIZE(tl_pick, 40);
FIELD(tl_pick, kind, 0);
FIELD(tl_pick, id, 8);
FIELD(tl_pick, point, 16);

SIZE(tl_missing, 32);
FIELD(tl_missing, terrain, 0);
FIELD(tl_missing, asset, 8);
FIELD(tl_missing, mesh, 16);
FIELD(tl_missing, error, 24);

SIZE(tl_kind, 40);
FIELD(tl_kind, name, 0);
FIELD(tl_kind, text, 8);
FIELD(tl_kind, rule, 16);
FIELD(tl_kind, going, 24);
FIELD(tl_kind, depth, 32);
FIELD(tl_kind, blocks, 33);
FIELD(tl_kind, cover, 34);
FIELD(tl_kind, shelter, 35);

SIZE(tl_skill_info, 24);
FIELD(tl_skill_info, name, 0);
FIELD(tl_skill_info, text, 8);
FIELD(tl_skill_info, rule, 16);

SIZE(tl_scene_drawing, 64);
FIELD(tl_scene_drawing, struct_size, 0);
FIELD(tl_scene_drawing, labels, 8);
FIELD(tl_scene_drawing, cores, 9);
FIELD(tl_scene_drawing, without, 16);
FIELD(tl_scene_drawing, outlined, 24);
FIELD(tl_scene_drawing, no_terrain, 32);
FIELD(tl_scene_drawing, no_members, 33);
FIELD(tl_scene_drawing, except, 40);
FIELD(tl_scene_drawing, only, 48);
FIELD(tl_scene_drawing, zones, 56);

SIZE(tl_asset_suggestion, 424);
FIELD(tl_asset_suggestion, core, 0);
FIELD(tl_asset_suggestion, shape, 256);
FIELD(tl_asset_suggestion, holds, 272);
FIELD(tl_asset_suggestion, base, 280);
FIELD(tl_asset_suggestion, base_mm, 408);

/* ruling.h */

SIZE(tl_path_point, 32);
FIELD(tl_path_point, at, 0);
FIELD(tl_path_point, count, 24);

SIZE(tl_question, 368);
FIELD(tl_question, struct_size, 0);
FIELD(tl_question, query, 8);
FIELD(tl_question, from, 16);
FIELD(tl_question, to, 24);
FIELD(tl_question, unit, 32);
FIELD(tl_question, weapon, 40);
FIELD(tl_question, shape, 48);
FIELD(tl_question, at_count, 56);
FIELD(tl_question, at, 64);
FIELD(tl_question, level, 88);
FIELD(tl_question, has_level, 96);
FIELD(tl_question, toward, 104);
FIELD(tl_question, has_angle, 112);
FIELD(tl_question, angle_deg, 120);
FIELD(tl_question, best, 128);
FIELD(tl_question, side, 136);
FIELD(tl_question, has_friends_weight, 144);
FIELD(tl_question, friends_weight, 152);
FIELD(tl_question, margin, 160);
FIELD(tl_question, member, 168);
FIELD(tl_question, path, 176);
FIELD(tl_question, path_count, 184);
FIELD(tl_question, march, 192);
FIELD(tl_question, has_facing, 193);
FIELD(tl_question, facing_deg, 200);
FIELD(tl_question, skill, 208);
FIELD(tl_question, whom, 216);
FIELD(tl_question, sight, 224);
FIELD(tl_question, has_limit, 225);
FIELD(tl_question, limit_mm, 232);
FIELD(tl_question, proof, 240);
FIELD(tl_question, has_tolerance, 241);
FIELD(tl_question, tolerance_mm, 248);
FIELD(tl_question, time_limit_ms, 256);
FIELD(tl_question, set, 264);
FIELD(tl_question, language, 272);
FIELD(tl_question, id, 280);
FIELD(tl_question, effort, 288);
FIELD(tl_question, score, 296);
FIELD(tl_question, deviation, 304);
FIELD(tl_question, dice, 312);
FIELD(tl_question, roll, 320);
FIELD(tl_question, has_seed, 321);
FIELD(tl_question, has_guess, 322);
FIELD(tl_question, has_modifier, 323);
FIELD(tl_question, seed, 328);
FIELD(tl_question, guess_mm, 336);
FIELD(tl_question, modifier, 344);
FIELD(tl_question, zone, 352);
FIELD(tl_question, for_side, 360);

SIZE(tl_query_field, 64);
FIELD(tl_query_field, name, 0);
FIELD(tl_query_field, option, 8);
FIELD(tl_query_field, kind, 16);
FIELD(tl_query_field, value, 24);
FIELD(tl_query_field, wants, 32);
FIELD(tl_query_field, what, 40);
FIELD(tl_query_field, offset, 48);
FIELD(tl_query_field, given, 56);

SIZE(tl_query, 72);
FIELD(tl_query, name, 0);
FIELD(tl_query, arguments, 8);
FIELD(tl_query, what, 16);
FIELD(tl_query, fields, 24);
FIELD(tl_query, least, 32);
FIELD(tl_query, most, 40);
FIELD(tl_query, changes, 48);
FIELD(tl_query, examples, 56);

/* explain.h */

SIZE(tl_step_number, 16);
FIELD(tl_step_number, name, 0);
FIELD(tl_step_number, value, 8);

SIZE(tl_step, 48);
FIELD(tl_step, rule, 0);
FIELD(tl_step, rule_text, 8);
FIELD(tl_step, verdict, 16);
FIELD(tl_step, moot, 20);
FIELD(tl_step, text, 24);
FIELD(tl_step, numbers, 32);
FIELD(tl_step, number_count, 40);

SIZE(tl_setting_info, 80);
FIELD(tl_setting_info, name, 0);
FIELD(tl_setting_info, value, 8);
FIELD(tl_setting_info, text, 16);
FIELD(tl_setting_info, rule, 24);
FIELD(tl_setting_info, is_default, 32);
FIELD(tl_setting_info, values, 40);
FIELD(tl_setting_info, value_count, 48);
FIELD(tl_setting_info, number, 56);
FIELD(tl_setting_info, low, 64);
FIELD(tl_setting_info, high, 72);

SIZE(tl_template_info, 40);
FIELD(tl_template_info, name, 0);
FIELD(tl_template_info, text, 8);
FIELD(tl_template_info, rule, 16);
FIELD(tl_template_info, flame, 24);
FIELD(tl_template_info, diameter_mm, 32);

SIZE(tl_mark, 112);
FIELD(tl_mark, kind, 0);
FIELD(tl_mark, from, 8);
FIELD(tl_mark, to, 32);
FIELD(tl_mark, aim, 56);
FIELD(tl_mark, clearance_mm, 80);
FIELD(tl_mark, key, 88);
FIELD(tl_mark, from_key, 92);
FIELD(tl_mark, to_key, 96);
FIELD(tl_mark, text, 104);

/* tape.h */

SIZE(tl_tape_end, 40);
FIELD(tl_tape_end, struct_size, 0);
FIELD(tl_tape_end, id, 8);
FIELD(tl_tape_end, at, 16);

SIZE(tl_tape, 80);
FIELD(tl_tape, distance_mm, 0);
FIELD(tl_tape, error_mm, 8);
FIELD(tl_tape, plan_mm, 16);
FIELD(tl_tape, height_mm, 24);
FIELD(tl_tape, from, 32);
FIELD(tl_tape, to, 56);

/* import.h */

SIZE(tl_mesh_options, 224);
FIELD(tl_mesh_options, struct_size, 0);
FIELD(tl_mesh_options, helper, 8);
FIELD(tl_mesh_options, mesh_cache, 16);
FIELD(tl_mesh_options, output, 24);
FIELD(tl_mesh_options, join_mm, 32);
FIELD(tl_mesh_options, drop_specks_mm, 40);
FIELD(tl_mesh_options, reorient, 48);
FIELD(tl_mesh_options, close_holes_mm, 56);
FIELD(tl_mesh_options, simplify_mm, 64);
FIELD(tl_mesh_options, unit, 72);
FIELD(tl_mesh_options, up, 80);
FIELD(tl_mesh_options, scale, 88);
FIELD(tl_mesh_options, references, 96);
FIELD(tl_mesh_options, reference_count, 104);
FIELD(tl_mesh_options, level, 112);
FIELD(tl_mesh_options, turn_deg, 120);
FIELD(tl_mesh_options, move_mm, 128);
FIELD(tl_mesh_options, crops, 152);
FIELD(tl_mesh_options, crop_mm, 160);
FIELD(tl_mesh_options, crop_whole, 192);
FIELD(tl_mesh_options, parts, 200);
FIELD(tl_mesh_options, suggest_core, 208);
FIELD(tl_mesh_options, sink, 216);

/* board.h */

SIZE(tl_board_question, 168);
FIELD(tl_board_question, struct_size, 0);
FIELD(tl_board_question, map, 8);
FIELD(tl_board_question, from, 16);
FIELD(tl_board_question, has_place, 24);
FIELD(tl_board_question, place, 32);
FIELD(tl_board_question, zone, 48);
FIELD(tl_board_question, zone_count, 56);
FIELD(tl_board_question, to, 64);
FIELD(tl_board_question, to_count, 72);
FIELD(tl_board_question, observer, 80);
FIELD(tl_board_question, target, 88);
FIELD(tl_board_question, facing_deg, 96);
FIELD(tl_board_question, area, 104);
FIELD(tl_board_question, cell_mm, 112);
FIELD(tl_board_question, level, 120);
FIELD(tl_board_question, effort, 128);
FIELD(tl_board_question, threads, 136);
FIELD(tl_board_question, keep, 144);
FIELD(tl_board_question, share, 152);
FIELD(tl_board_question, shares, 156);
FIELD(tl_board_question, set, 160);

SIZE(tl_board_cell, 32);
FIELD(tl_board_cell, low, 0);
FIELD(tl_board_cell, high, 8);
FIELD(tl_board_cell, estimate, 16);
FIELD(tl_board_cell, standing, 24);
FIELD(tl_board_cell, partly, 25);

SIZE(tl_board_bounds, 24);
FIELD(tl_board_bounds, low, 0);
FIELD(tl_board_bounds, high, 8);
FIELD(tl_board_bounds, estimate, 16);

SIZE(tl_board_summary, 200);
FIELD(tl_board_summary, in_mm, 0);
FIELD(tl_board_summary, columns, 8);
FIELD(tl_board_summary, rows, 16);
FIELD(tl_board_summary, x0, 24);
FIELD(tl_board_summary, y0, 32);
FIELD(tl_board_summary, cell_mm, 40);
FIELD(tl_board_summary, none, 48);
FIELD(tl_board_summary, all, 56);
FIELD(tl_board_summary, between, 64);
FIELD(tl_board_summary, nowhere, 72);
FIELD(tl_board_summary, low, 80);
FIELD(tl_board_summary, high, 88);
FIELD(tl_board_summary, estimate, 96);
FIELD(tl_board_summary, mutual, 104);
FIELD(tl_board_summary, from_zone, 112);
FIELD(tl_board_summary, from_to, 136);
FIELD(tl_board_summary, pairs, 160);
FIELD(tl_board_summary, rulings, 184);
FIELD(tl_board_summary, proofs, 192);

SIZE(tl_board_study, 104);
FIELD(tl_board_study, struct_size, 0);
FIELD(tl_board_study, zone, 8);
FIELD(tl_board_study, zone_count, 24);
FIELD(tl_board_study, body, 40);
FIELD(tl_board_study, facing_deg, 48);
FIELD(tl_board_study, cell_mm, 56);
FIELD(tl_board_study, level, 64);
FIELD(tl_board_study, threads, 72);
FIELD(tl_board_study, details, 76);
FIELD(tl_board_study, pieces, 77);
FIELD(tl_board_study, suggest, 78);
FIELD(tl_board_study, set, 80);
FIELD(tl_board_study, keep, 88);
FIELD(tl_board_study, share, 96);
FIELD(tl_board_study, shares, 100);

SIZE(tl_board_figures, 248);
FIELD(tl_board_figures, view_a, 0);
FIELD(tl_board_figures, view_b, 24);
FIELD(tl_board_figures, between, 48);
FIELD(tl_board_figures, view_left, 72);
FIELD(tl_board_figures, view_right, 96);
FIELD(tl_board_figures, anywhere, 120);
FIELD(tl_board_figures, fairness_zones, 144);
FIELD(tl_board_figures, fairness_sides, 168);
FIELD(tl_board_figures, detailed, 192);
FIELD(tl_board_figures, covered, 200);
FIELD(tl_board_figures, covered_tall, 208);
FIELD(tl_board_figures, passage_mm, 216);
FIELD(tl_board_figures, longest_lane_mm, 224);
FIELD(tl_board_figures, widest_lane_mm, 232);
FIELD(tl_board_figures, leaks, 240);

SIZE(tl_board_mark, 64);
FIELD(tl_board_mark, kind, 0);
FIELD(tl_board_mark, from, 8);
FIELD(tl_board_mark, to, 32);
FIELD(tl_board_mark, width, 56);

SIZE(tl_board_suggestion, 64);
FIELD(tl_board_suggestion, piece, 0);
FIELD(tl_board_suggestion, text, 8);
FIELD(tl_board_suggestion, before, 16);
FIELD(tl_board_suggestion, after, 40);

SIZE(tl_firing_question, 88);
FIELD(tl_firing_question, struct_size, 0);
FIELD(tl_firing_question, member, 8);
FIELD(tl_firing_question, target, 16);
FIELD(tl_firing_question, march, 24);
FIELD(tl_firing_question, weapon, 32);
FIELD(tl_firing_question, has_facing, 40);
FIELD(tl_firing_question, facing_deg, 48);
FIELD(tl_firing_question, cell_mm, 56);
FIELD(tl_firing_question, places, 64);
FIELD(tl_firing_question, threads, 72);
FIELD(tl_firing_question, set, 80);

SIZE(tl_firing_cell, 96);
FIELD(tl_firing_cell, standing, 0);
FIELD(tl_firing_cell, certain, 1);
FIELD(tl_firing_cell, low, 8);
FIELD(tl_firing_cell, high, 16);
FIELD(tl_firing_cell, estimate, 24);
FIELD(tl_firing_cell, seen, 32);
FIELD(tl_firing_cell, perhaps, 40);
FIELD(tl_firing_cell, range_low, 48);
FIELD(tl_firing_cell, range_high, 56);
FIELD(tl_firing_cell, path_mm, 64);
FIELD(tl_firing_cell, shot, 72);
FIELD(tl_firing_cell, covered, 80);
FIELD(tl_firing_cell, bare, 88);

SIZE(tl_firing_place, 120);
FIELD(tl_firing_place, at, 0);
FIELD(tl_firing_place, column, 24);
FIELD(tl_firing_place, row, 32);
FIELD(tl_firing_place, level, 40);
FIELD(tl_firing_place, path_mm, 48);
FIELD(tl_firing_place, range_mm, 56);
FIELD(tl_firing_place, los, 64);
FIELD(tl_firing_place, attack, 68);
FIELD(tl_firing_place, seen, 72);
FIELD(tl_firing_place, of, 80);
FIELD(tl_firing_place, covered, 88);
FIELD(tl_firing_place, uncovered, 96);
FIELD(tl_firing_place, foes, 104);
FIELD(tl_firing_place, area_mm2, 112);

SIZE(tl_firing_summary, 112);
FIELD(tl_firing_summary, columns, 0);
FIELD(tl_firing_summary, rows, 8);
FIELD(tl_firing_summary, x0, 16);
FIELD(tl_firing_summary, y0, 24);
FIELD(tl_firing_summary, cell_mm, 32);
FIELD(tl_firing_summary, allowance_mm, 40);
FIELD(tl_firing_summary, seen_mm2, 48);
FIELD(tl_firing_summary, open_mm2, 56);
FIELD(tl_firing_summary, reached_mm2, 64);
FIELD(tl_firing_summary, targets, 72);
FIELD(tl_firing_summary, foes, 80);
FIELD(tl_firing_summary, places, 88);
FIELD(tl_firing_summary, rulings, 96);
FIELD(tl_firing_summary, proofs, 104);

/* rules.h */

SIZE(tl_rules_word, 24);
FIELD(tl_rules_word, name, 0);
FIELD(tl_rules_word, text, 8);
FIELD(tl_rules_word, rule, 16);

SIZE(tl_rules_throw, 40);
FIELD(tl_rules_throw, text, 0);
FIELD(tl_rules_throw, count, 8);
FIELD(tl_rules_throw, low, 16);
FIELD(tl_rules_throw, high, 24);
FIELD(tl_rules_throw, numbers, 32);
FIELD(tl_rules_throw, hit, 33);
FIELD(tl_rules_throw, misfire, 34);
FIELD(tl_rules_throw, arrow, 35);

SIZE(tl_rules_stranger, 48);
FIELD(tl_rules_stranger, sort, 0);
FIELD(tl_rules_stranger, word, 8);
FIELD(tl_rules_stranger, value, 16);
FIELD(tl_rules_stranger, thing, 24);
FIELD(tl_rules_stranger, count, 32);
FIELD(tl_rules_stranger, refused, 40);
FIELD(tl_rules_stranger, needed, 41);

#endif
