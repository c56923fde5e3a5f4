// gui_places.cpp: regions, sheets, and where the next thing goes.
#include "panels/gui_inside.hpp"

using namespace tlv_inside;

void tlv_gui_region(tlv_gui *gui, const char *id, tlv_rect rect, unsigned kind) {
    ImGuiWindowFlags flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoNav |
                             ImGuiWindowFlags_NoBringToFrontOnFocus;
    if (!(kind & TLV_REGION_SCROLLS)) {
        flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
    }
    if (kind & TLV_REGION_BARE) {
        flags |= ImGuiWindowFlags_NoBackground;
    }
    ImVec2 margin = ImGui::GetStyle().WindowPadding;
    margin = kind & TLV_REGION_BARE ? ImVec2(0, 0) : kind & TLV_REGION_TIGHT ? ImVec2(px(gui, 6), px(gui, 4)) : margin;
    bool card = (kind & TLV_REGION_CARD) != 0;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, margin);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, card ? px(gui, 7) : 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, card ? 1.0f : 0.0f);
    if (card) {
        ImVec2 low((float)rect.x, (float)rect.y + px(gui, 2));
        ImGui::GetBackgroundDrawList()->AddRectFilled(
            low, ImVec2(low.x + (float)rect.width, low.y + (float)rect.height), IM_COL32(0, 0, 0, 40), px(gui, 7));
    }
    ImGui::SetNextWindowPos(ImVec2((float)rect.x, (float)rect.y));
    ImGui::SetNextWindowSize(ImVec2((float)rect.width, (float)rect.height));
    ImGui::Begin(id, nullptr, flags);
    ImGui::PopStyleVar(3);
    if (kind & (TLV_REGION_RULE_BELOW | TLV_REGION_RULE_ABOVE | TLV_REGION_RULE_LEFT | TLV_REGION_RULE_RIGHT)) {
        const float x0 = (float)rect.x, y0 = (float)rect.y, x1 = x0 + (float)rect.width, y1 = y0 + (float)rect.height;
        bool across = (kind & (TLV_REGION_RULE_BELOW | TLV_REGION_RULE_ABOVE)) != 0;
        bool first = (kind & (TLV_REGION_RULE_ABOVE | TLV_REGION_RULE_LEFT)) != 0;
        ImVec2 low(across || first ? x0 : x1 - 1, across && !first ? y1 - 1 : y0);
        ImVec2 high(across || !first ? x1 : x0 + 1, across && first ? y0 + 1 : y1);
        ImGui::PushClipRect(ImVec2(x0, y0), ImVec2(x1, y1), false);
        ImGui::GetWindowDrawList()->AddRectFilled(low, high, IM_COL32(33, 36, 41, 46));
        ImGui::PopClipRect();
    }
    gui->margins.push_back(true);
}

void tlv_gui_region_end(tlv_gui *gui) {
    ImGui::End();
    gui->margins.pop_back();
}

bool tlv_gui_sheet(tlv_gui *gui, const char *id, const char *title, double width, bool light, bool *open) {
    if (!*open) {
        return false;
    }
    if (!ImGui::IsPopupOpen(id)) {
        ImGui::OpenPopup(id);
        gui->restless = 3; // the first frame measures
    }
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    float wide = std::fmin(px(gui, width), screen.x - px(gui, 24)), high = screen.y - px(gui, 24);
    ImGui::SetNextWindowPos(ImVec2(std::floor(0.5f * screen.x), light ? px(gui, 64) : std::floor(0.47f * screen.y)),
                            ImGuiCond_Always, ImVec2(0.5f, light ? 0.0f : 0.5f));
    ImGui::SetNextWindowSizeConstraints(ImVec2(wide, 0), ImVec2(wide, light ? high - px(gui, 52) : high));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(px(gui, 18), px(gui, 15)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, px(gui, 9));
    bool shown = ImGui::BeginPopupModal(id, nullptr,
                                        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                                            ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar(3);
    if (!shown) {
        return false;
    }
    gui->margins.push_back(true);
    gui->sheet = true;
    bool beside =
        light && ImGui::IsMouseClicked(0) &&
        !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if ((ImGui::IsKeyPressed(TLV_KEY_ESCAPE, false) || beside) && !ImGui::IsWindowAppearing()) {
        *open = false;
    }
    if (title) {
        tlv_gui_text(gui, TLV_TYPE_TITLE, TLV_INK, title);
        tlv_gui_gap(gui, 4);
    }
    return true;
}

void tlv_gui_sheet_end(tlv_gui *gui) {
    ImGui::EndPopup();
    gui->margins.pop_back();
}

void tlv_gui_part(tlv_gui *gui, const char *id, double height) {
    (void)gui;
    ImGui::BeginChild(id, ImVec2(0, (float)height), false, ImGuiWindowFlags_NoNav);
    gui->margins.push_back(false);
}

void tlv_gui_part_end(tlv_gui *gui) {
    ImGui::EndChild();
    gui->margins.pop_back();
}

// --- Placing --------------------------------------------------------------------------------------------------------

double tlv_gui_width(const tlv_gui *gui) {
    (void)gui;
    return (double)ImGui::GetContentRegionAvail().x;
}

void tlv_gui_same_line(tlv_gui *gui, double gap) {
    ImGui::SameLine(0, gap < 0 ? -1.0f : px(gui, gap));
}

void tlv_gui_at(tlv_gui *gui, double x, double y) {
    (void)gui;
    ImGui::SetCursorPos(ImVec2((float)x, (float)y));
}

void tlv_gui_to(tlv_gui *gui, double x) {
    ImVec2 from = ImGui::GetCursorStartPos();
    const ImGuiTable *table = ImGui::GetCurrentTable();
    float left = table ? table->Columns[table->CurrentColumn].WorkMinX - ImGui::GetWindowPos().x : from.x;
    ImGui::SetCursorPosX(left + px(gui, x));
}

void tlv_gui_gap(tlv_gui *gui, double height) {
    ImGui::Dummy(ImVec2(0, px(gui, height)));
}

void tlv_gui_rule(tlv_gui *gui) {
    (void)gui;
    ImGui::Separator();
}

void tlv_gui_indent(tlv_gui *gui, double by) {
    by < 0 ? ImGui::Unindent(px(gui, -by)) : ImGui::Indent(px(gui, by));
}

void tlv_gui_next_width(tlv_gui *gui, double width) {
    (void)gui;
    ImGui::SetNextItemWidth((float)width);
}

tlv_rect tlv_gui_last(const tlv_gui *gui) {
    (void)gui;
    ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    return tlv_rect{(int)low.x, (int)low.y, (int)size.x, (int)size.y};
}

void tlv_gui_push_id(tlv_gui *gui, const char *id) {
    (void)gui;
    ImGui::PushID(id);
}

void tlv_gui_pop_id(tlv_gui *gui) {
    (void)gui;
    ImGui::PopID();
}

void tlv_gui_disable(tlv_gui *gui, bool disabled) {
    (void)gui;
    ImGui::BeginDisabled(disabled);
}

void tlv_gui_enable(tlv_gui *gui) {
    (void)gui;
    ImGui::EndDisabled();
}
