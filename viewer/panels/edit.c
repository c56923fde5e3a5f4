/* edit.c: the fields of what is selected: of models names, side, class, base, weapons; of terrain see terrain.c. */
#include "panels/fields.h"

#include <stdio.h>
#include <string.h>

void tlv_shared_part(tlv_app *app, const char *asset) {
    char count[24], text[300];
    size_t others = tlv_others_of_asset(app, asset);
    if (others == 0) {
        return;
    }
    snprintf(count, sizeof(count), "%zu", others);
    tlv_gui_text(app->gui, TLV_TYPE_SMALL, TLV_INK_SOFT,
                 tlv_say_with(app, text, sizeof(text), "shared.others", count, asset));
    tlv_command_button(app, "edit.own_asset", true, TLV_BUTTON_PLAIN);
}

static void member_fields(tlv_app *app, const char *thing, const char *unit_id) {
    char unit[2 * TLV_NAME], asset[3 * TLV_NAME], name[2 * TLV_NAME];
    tlv_quote(unit_id, unit, sizeof(unit));
    tlv_marks_part(app, thing, unit_id); /* what changes in a game comes first */
    tlv_word_field(app, "field.name", thing, "\"name\"");
    tlv_word_field(app, "field.unit_name", unit, "\"name\"");
    tlv_word_field(app, "field.side", unit, "\"side\"");
    tlv_rules_field(app, "field.class", unit, "\"class\"", TL_RULES_CLASS, NULL);
    tlv_number_field(app, "field.facing", thing, "\"facing\"", "°", 0, true);
    const char *its = tl_scene_word(app->scene, thing, "\"asset\"");
    if (its) {
        double scale;
        char its_name[TLV_NAME]; /* it lives until the scene is edited */
        snprintf(its_name, sizeof(its_name), "%s", its);
        snprintf(asset, sizeof(asset), "{\"asset\":%s}", tlv_quote(its, name, sizeof(name)));
        tlv_base_part(app, asset, app->session.selected);
        tlv_gui_gap(app->gui, 4);
        tlv_command_button(app, "tool.parts", true, TLV_BUTTON_PLAIN);
        if (tl_scene_number(app->scene, asset, "\"scale\"", &scale)) {
            tlv_number_field(app, "field.scale", asset, "\"scale\"", "", 1, true);
        }
        tlv_shared_part(app, its_name);
    }
    tlv_skills_part(app, unit);
    tlv_weapons_part(app, unit);
}

void tlv_edit_panel(tlv_app *app) {
    char thing[2 * TLV_NAME], unit[TLV_NAME];
    const char *id = tl_scene_unit_of(app->scene, app->session.selected);
    snprintf(unit, sizeof(unit), "%s", id ? id : "");
    tlv_quote(app->session.selected, thing, sizeof(thing));
    if (app->session.picked_count != 1) {
        return;
    }
    tlv_gui_gap(app->gui, 6);
    tlv_gui_push_id(app->gui, app->session.selected);
    if (unit[0] != '\0') {
        member_fields(app, thing, unit);
    } else {
        tlv_terrain_fields(app, thing);
    }
    tlv_gui_pop_id(app->gui);
    tlv_gui_gap(app->gui, 6);
    tlv_command_button(app, "edit.duplicate", true, TLV_BUTTON_PLAIN);
    tlv_gui_same_line(app->gui, -1);
    tlv_command_button(app, "edit.delete", true, TLV_BUTTON_PLAIN);
}
