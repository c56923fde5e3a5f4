// gui_inside.hpp: what the files behind gui.h share: the state, colours, memory. Nobody else includes it.
#ifndef TLV_GUI_INSIDE_HPP
#define TLV_GUI_INSIDE_HPP

#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>

extern "C" { // the project's own headers speak C
#include "font.h"
#include "panels/gui.h"
#include "panels/icons.h"
#include "report.h"
}

namespace tlv_inside {

const ImU32 PAPER = IM_COL32(250, 249, 247, 255), INK = IM_COL32(33, 36, 41, 255), SOFT = IM_COL32(92, 97, 105, 255);
const ImU32 ACCENT = IM_COL32(0, 96, 150, 255), LIT = IM_COL32(0, 114, 178, 255), RIM = IM_COL32(33, 36, 41, 40);
const ImU32 GOOD = IM_COL32(0, 110, 82, 255), BAD = IM_COL32(176, 58, 10, 255), OPEN = IM_COL32(120, 84, 0, 255);
const ImU32 HOVER = IM_COL32(33, 36, 41, 20), PRESS = IM_COL32(33, 36, 41, 38), FIELD = IM_COL32(255, 255, 255, 255);

inline ImVec4 vec(ImU32 colour) {
    return ImGui::ColorConvertU32ToFloat4(colour);
}

inline ImU32 packed(tl_colour c) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(c.r, c.g, c.b, c.a));
}

inline ImU32 ink_of(tlv_ink ink) {
    const ImU32 inks[] = {INK, SOFT, ACCENT, GOOD, BAD, OPEN};
    return inks[ink];
}

// Memory (gui_memory.cpp). Never NULL: what is held back is used, then the program ends.
void *take(size_t size);
void hold_back();

// The same for what these files keep.
template <class T> struct sure {
    typedef T value_type;
    sure() = default;
    template <class U> sure(const sure<U> &) {
    }
    T *allocate(size_t count) {
        return (T *)take(count * sizeof(T));
    }
    void deallocate(T *items, size_t) {
        std::free(items);
    }
    template <class U> bool operator==(const sure<U> &) const {
        return true;
    }
    template <class U> bool operator!=(const sure<U> &) const {
        return false;
    }
};

template <class T> using row = std::vector<T, sure<T>>;
typedef std::basic_string<char, std::char_traits<char>, sure<char>> word;

} // namespace tlv_inside

struct tlv_gui {
    ImGuiContext *context;
    tlv_font fonts[2];
    ImFont *faces[5]; // by tlv_type
    double scale, time;
    tlv_window *window;
    tlv_flat flat;
    tlv_inside::row<tlv_flat_vertex> vertices;
    tlv_inside::row<uint32_t> indices;
    tlv_inside::row<tlv_flat_run> runs;
    tlv_inside::row<char> margins; // of open regions: whether they have pushed styles
    struct thing {
        tlv_inside::word id;
        tlv_rect place;
        bool in_view; // its middle
    };
    tlv_inside::row<thing> things; // that can be touched
    tlv_inside::word revealed;     // the thing that is to be scrolled into view; "": none
    bool sheet, sheet_before;      // one was shown in this frame, in the one before
    bool in_frame, begun;
    bool refocus;                           // the next field that may gets the keys
    bool enters;                            // ... the next of any kind
    ImGuiID list;                           // the list that has the keys; 0: none
    int marked;                             // ... its word that Enter would take
    bool list_before, list_new, list_shown; // some list had the keys when the frame began, got them since; is shown
    ImGuiID silent;                         // the thing under the pointer that was clicked: its tip has been read
    int restless;                           // frames that are wanted still
};

namespace tlv_inside {

inline float px(const tlv_gui *gui, double value) {
    return (float)std::floor(value * gui->scale + 0.5);
}

// The window's own list of the frame, or that under all windows.
inline ImDrawList *list_of(const tlv_gui *gui) {
    return gui->margins.empty() ? ImGui::GetBackgroundDrawList() : ImGui::GetWindowDrawList();
}

// Where the thing before is, so that it can be found by its id.
void remember(tlv_gui *gui, const char *id);

} // namespace tlv_inside

#endif
