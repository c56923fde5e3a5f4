// gui_texts.cpp: words in panels, and what is drawn freely between them.
#include "panels/gui_inside.hpp"

using namespace tlv_inside;

/* Whether what stands round this space belongs together: a number and its unit, French signs and their word. */
static bool holds(const char *line, const char *space) {
    if (std::strchr(":;?!%\xc2", space[1]) && space[1] != '\0') { /* c2: » and the like */
        return true;
    }
    bool number = space > line && space[-1] >= '0' && space[-1] <= '9';
    return number && (std::strncmp(space + 1, "mm", 2) == 0 || std::strncmp(space + 1, "cm", 2) == 0);
}

/* Where the next line ends: at a space or a line's end, never within a number such as 2.1, which the toolkit would
 * part, nor before its unit. A word that is wider than the room has a line of its own. */
static const char *line_end(const char *line, float room) {
    const char *best = nullptr;
    for (const char *at = line;; at++) {
        if ((*at != ' ' && *at != '\n' && *at != '\0') || (*at == ' ' && holds(line, at))) {
            continue;
        }
        if (best && ImGui::CalcTextSize(line, at).x > room) {
            return best;
        }
        best = at;
        if (*at != ' ') {
            return at;
        }
    }
}

void tlv_gui_text(tlv_gui *gui, tlv_type type, tlv_ink ink, const char *text) {
    ImGui::PushFont(gui->faces[type]);
    ImGui::PushStyleColor(ImGuiCol_Text, ink_of(ink));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, 0));
    const char *line = text;
    float room = ImGui::GetContentRegionAvail().x;
    const char *end = line_end(line, room);
    for (; *end != '\0'; end = line_end(line, room)) {
        ImGui::TextUnformatted(line, end);
        line = end + 1;
    }
    ImGui::PopStyleVar(); /* the usual gap stands below the last line */
    ImGui::TextUnformatted(line, end);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void tlv_gui_line(tlv_gui *gui, tlv_type type, tlv_ink ink, const char *text, double width) {
    ImGui::PushFont(gui->faces[type]);
    ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(text);
    float room = width > 0 ? (float)width : ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleColor(ImGuiCol_Text, ink_of(ink));
    ImGui::Dummy(ImVec2(std::fmin(size.x, room), size.y));
    ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), at, ImVec2(at.x + room, at.y + size.y), at.x + room,
                              at.x + room, text, nullptr, &size);
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

double tlv_gui_text_width(tlv_gui *gui, tlv_type type, const char *text) {
    return (double)gui->faces[type]->CalcTextSizeA(gui->faces[type]->FontSize, FLT_MAX, 0, text).x;
}

double tlv_gui_text_height(tlv_gui *gui, tlv_type type) {
    return (double)gui->faces[type]->FontSize;
}

void tlv_gui_key(tlv_gui *gui, const char *key) {
    ImGui::PushFont(gui->faces[TLV_TYPE_SMALL]);
    ImVec2 size = ImGui::CalcTextSize(key), at = ImGui::GetCursorScreenPos();
    float pad = px(gui, 5), wide = std::fmax(size.x + 2 * pad, size.y + pad), high = size.y + px(gui, 4);
    ImGui::Dummy(ImVec2(wide, high));
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, ImVec2(at.x + wide, at.y + high), IM_COL32(33, 36, 41, 18), px(gui, 4));
    list->AddText(ImVec2(std::floor(at.x + 0.5f * (wide - size.x)), at.y + px(gui, 2)), SOFT, key);
    ImGui::PopFont();
}

// --- Drawing --------------------------------------------------------------------------------------------------------

void tlv_gui_draw_line(tlv_gui *gui, const float *xy, size_t count, bool closed, double width, tl_colour colour) {
    list_of(gui)->AddPolyline((const ImVec2 *)xy, (int)count, packed(colour), closed ? ImDrawFlags_Closed : 0,
                              (float)std::fmax(1.0, width));
}

void tlv_gui_draw_area(tlv_gui *gui, const float *xy, size_t count, tl_colour colour) {
    list_of(gui)->AddConvexPolyFilled((const ImVec2 *)xy, (int)count, packed(colour));
}

void tlv_gui_draw_ring(tlv_gui *gui, double x, double y, double radius, double width, tl_colour colour) {
    list_of(gui)->AddCircle(ImVec2((float)x, (float)y), (float)radius, packed(colour), 0, (float)std::fmax(1.0, width));
}

void tlv_gui_draw_disc(tlv_gui *gui, double x, double y, double radius, tl_colour colour) {
    list_of(gui)->AddCircleFilled(ImVec2((float)x, (float)y), (float)radius, packed(colour));
}

void tlv_gui_draw_plate(tlv_gui *gui, tlv_rect rect, double radius, tl_colour colour) {
    list_of(gui)->AddRectFilled(ImVec2((float)rect.x, (float)rect.y),
                                ImVec2((float)(rect.x + rect.width), (float)(rect.y + rect.height)), packed(colour),
                                (float)radius);
}

void tlv_gui_draw_text(tlv_gui *gui, tlv_type type, double x, double y, tl_colour colour, const char *text) {
    list_of(gui)->AddText(gui->faces[type], gui->faces[type]->FontSize, ImVec2((float)x, (float)y), packed(colour),
                          text);
}

tl_colour tlv_gui_colour(tlv_ink ink) {
    ImVec4 c = vec(ink_of(ink));
    return tl_colour{c.x, c.y, c.z, c.w};
}
