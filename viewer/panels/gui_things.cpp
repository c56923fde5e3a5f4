// gui_things.cpp: buttons and fields: what can be touched, and what stands beside it.
#include "panels/gui_inside.hpp"

using namespace tlv_inside;

bool tlv_gui_button(tlv_gui *gui, const char *id, const char *text, const char *icon, double width, unsigned kind) {
    bool main = (kind & TLV_BUTTON_MAIN) != 0, lit = (kind & TLV_BUTTON_LIT) != 0,
         quiet = (kind & TLV_BUTTON_QUIET) != 0;
    float pad = px(gui, 8), side = px(gui, 17), high = px(gui, 29);
    ImVec2 text_size = text ? ImGui::CalcTextSize(text) : ImVec2(0, 0);
    float inner = text_size.x + (icon ? side : 0) + (icon && text ? px(gui, 6) : 0);
    float wide = width > 0 ? (float)width : text ? inner + 2 * pad : high;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(id);
    bool pressed = ImGui::InvisibleButton("button", ImVec2(wide, high));
    remember(gui, id);
    bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
    ImGui::PopID();
    ImDrawList *list = ImGui::GetWindowDrawList();
    ImVec2 end(at.x + wide, at.y + high);
    float round = px(gui, 5);
    if (main || lit) {
        ImU32 ground = held ? IM_COL32(0, 82, 130, 255) : hovered ? IM_COL32(0, 98, 155, 255) : LIT;
        list->AddRectFilled(at, end, ImGui::GetColorU32(ground), round);
    } else if (!quiet) {
        list->AddRectFilled(at, end,
                            ImGui::GetColorU32(held      ? ImGuiCol_ButtonActive
                                               : hovered ? ImGuiCol_ButtonHovered
                                                         : ImGuiCol_Button),
                            round);
        list->AddRect(at, end, ImGui::GetColorU32(RIM), round);
    } else if (hovered || held) {
        list->AddRectFilled(at, end, ImGui::GetColorU32(held ? PRESS : HOVER), round);
    }
    ImU32 ink = ImGui::GetColorU32(main || lit ? IM_COL32(255, 255, 255, 255) : INK);
    float x = std::floor(at.x + 0.5f * (wide - inner));
    x = text && inner > wide - 2 * pad ? at.x + pad : x;
    if (icon) {
        ImVec4 c = ImGui::ColorConvertU32ToFloat4(ink);
        tlv_icon_draw(gui, icon, (double)x, (double)(at.y + 0.5f * (high - side)), (double)side,
                      tl_colour{c.x, c.y, c.z, c.w});
        x += side + px(gui, 6);
    }
    if (text) {
        float top = std::floor(at.y + 0.5f * (high - text_size.y));
        ImGui::PushStyleColor(ImGuiCol_Text,
                              ImGui::ColorConvertU32ToFloat4(main || lit ? IM_COL32(255, 255, 255, 255) : INK));
        ImGui::RenderTextEllipsis(list, ImVec2(x, top), ImVec2(end.x - px(gui, 4), end.y), end.x - px(gui, 4),
                                  end.x - px(gui, 4), text, nullptr, nullptr);
        ImGui::PopStyleColor();
    }
    return pressed;
}

bool tlv_gui_row(tlv_gui *gui, const char *id, bool selected, double height) {
    ImGui::PushID(id);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    bool pressed = ImGui::Selectable("##row", selected, 0, ImVec2(0, px(gui, height)));
    ImGui::PopStyleVar();
    ImGui::PopID();
    remember(gui, id);
    return pressed;
}

bool tlv_gui_check(tlv_gui *gui, const char *id, const char *text, bool *value) {
    (void)gui;
    ImGui::PushID(id);
    bool changed = ImGui::Checkbox(text, value);
    remember(gui, id);
    ImGui::PopID();
    return changed;
}

/* The next thing, a field, gets the keys when somebody waits for one. */
static void enter_field(tlv_gui *gui) {
    if (gui->enters) {
        gui->enters = false;
        ImGui::SetKeyboardFocusHere();
        gui->restless = 3;
    }
}

/* Tab in the thing before, a field: the next one gets the keys. (The toolkit's own way needs its navigation, which
 * takes keys that are commands here.) */
static void leave_field(tlv_gui *gui) {
    if (ImGui::IsItemActive() && ImGui::IsKeyPressed(TLV_KEY_TAB, true) && !ImGui::GetIO().KeyCtrl) {
        gui->enters = true;
    }
}

bool tlv_gui_field(tlv_gui *gui, const char *id, const char *hint, char *text, size_t size) {
    enter_field(gui);
    ImGui::PushID(id);
    bool changed = ImGui::InputTextWithHint("##field", hint ? hint : "", text, size);
    leave_field(gui);
    remember(gui, id);
    ImGui::PopID();
    return changed;
}

bool tlv_gui_number(tlv_gui *gui, const char *id, double *value, int decimals, const char *unit) {
    enter_field(gui);
    char format[64];
    std::snprintf(format, sizeof(format), "%%.%df%s%.40s", decimals, unit ? " " : "", unit ? unit : "");
    ImGui::PushID(id);
    double before = *value;
    ImGui::InputDouble("##number", value, 0, 0, format, ImGuiInputTextFlags_AutoSelectAll);
    leave_field(gui);
    remember(gui, id);
    bool done = ImGui::IsItemDeactivatedAfterEdit();
    if (!done) {
        *value = before;
    }
    ImGui::PopID();
    return done;
}

bool tlv_gui_pressed(const tlv_gui *gui, int key) {
    (void)gui;
    return ImGui::IsKeyPressed(key, true) && !ImGui::IsWindowAppearing();
}

void tlv_gui_focus(tlv_gui *gui) {
    if (ImGui::IsWindowAppearing() || gui->refocus) {
        gui->refocus = false;
        ImGui::SetKeyboardFocusHere();
        gui->restless = 3;
    }
}

void tlv_gui_show_last(tlv_gui *gui) {
    (void)gui;
    if (!ImGui::IsItemVisible()) {
        ImGui::SetScrollHereY(0.5f);
    }
}

bool tlv_gui_fold(tlv_gui *gui, const char *id, const char *text, bool open_at_first) {
    ImGui::PushID(id);
    ImGui::PushFont(gui->faces[TLV_TYPE_BOLD]);
    ImGui::PushStyleColor(ImGuiCol_Header, IM_COL32(0, 0, 0, 0));
    char label[400]; // the text may change while it is open
    std::snprintf(label, sizeof(label), "%.380s###fold", text);
    bool open = ImGui::CollapsingHeader(label, open_at_first ? ImGuiTreeNodeFlags_DefaultOpen : 0);
    remember(gui, id);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    ImGui::PopID();
    return open;
}

void tlv_gui_progress(tlv_gui *gui, double done, double width, double height) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float wide = (float)width, high = (float)height;
    ImGui::Dummy(ImVec2(wide, high));
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, ImVec2(at.x + wide, at.y + high), IM_COL32(33, 36, 41, 28), 0.5f * high);
    float from = 0, to = (float)std::fmin(1, std::fmax(0, done));
    if (done < 0) { // to and fro
        double t = std::fmod(gui->time, 2.0);
        from = (float)(0.75 * (t < 1 ? t : 2 - t));
        to = from + 0.25f;
    }
    if (to > from) {
        list->AddRectFilled(ImVec2(at.x + from * wide, at.y), ImVec2(at.x + to * wide, at.y + high), LIT, 0.5f * high);
    }
}

bool tlv_gui_picture(tlv_gui *gui, const char *id, int slot, double width, double height) {
    (void)gui;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(id);
    bool pressed = ImGui::InvisibleButton("picture", ImVec2((float)width, (float)height));
    remember(gui, id);
    ImGui::PopID();
    ImVec2 end(at.x + (float)width, at.y + (float)height);
    // kept pictures lie as OpenGL has them: their first row is the lowest
    ImGui::GetWindowDrawList()->AddImageRounded((ImTextureID)(intptr_t)(TLV_FLAT_KEPT + slot), at, end, ImVec2(0, 1),
                                                ImVec2(1, 0), IM_COL32_WHITE, px(gui, 4));
    ImGui::GetWindowDrawList()->AddRect(at, end, ImGui::IsItemHovered() ? LIT : RIM, px(gui, 4));
    return pressed;
}

void tlv_gui_tip(tlv_gui *gui, const char *text, const char *key) {
    ImGuiID thing = ImGui::GetItemID();
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        gui->silent = gui->silent == thing ? 0 : gui->silent;
        return;
    }
    if (thing != 0 && ImGui::IsMouseClicked(0)) { // what a click brings shouldn't be hidden by words about it
        gui->silent = thing;
    }
    if (thing != 0 && gui->silent == thing) {
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(gui, 9), px(gui, 6)));
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(px(gui, 320));
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    if (key && key[0] != '\0') {
        ImGui::SameLine();
        tlv_gui_key(gui, key);
    }
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

bool tlv_gui_was_double_clicked(const tlv_gui *gui) {
    (void)gui;
    return ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0);
}

void tlv_gui_table(tlv_gui *gui, const char *id, int columns, const float *widths) {
    (void)gui;
    ImGui::BeginTable(id, columns, ImGuiTableFlags_SizingStretchProp);
    for (int i = 0; i < columns; i++) {
        ImGui::TableSetupColumn(nullptr, ImGuiTableColumnFlags_WidthStretch, widths[i]);
    }
}

void tlv_gui_cell(tlv_gui *gui) {
    (void)gui;
    ImGui::TableNextColumn();
}

void tlv_gui_table_end(tlv_gui *gui) {
    (void)gui;
    ImGui::EndTable();
}
