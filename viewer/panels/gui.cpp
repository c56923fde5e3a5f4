// gui.cpp: gui.h over Dear ImGui; the only C++ file. It holds no state of its own but the texts and triangles of a
// frame.
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

namespace {

// Sizes on an ordinary screen, in pixels.
const float BODY_PX = 14.5f, SMALL_PX = 12.5f, TITLE_PX = 18.0f, VERDICT_PX = 27.0f;
const ImWchar LETTERS[] = {0x0020, 0x017F, 0x02C6, 0x02DC, 0x2010, 0x2027, 0x2030, 0x203A, 0x2070,
                           0x209C, 0x20AC, 0x20AC, 0x2190, 0x21BB, 0x2200, 0x226B, 0x2300, 0x232B,
                           0x25A0, 0x25FF, 0x2600, 0x2611, 0x2713, 0x2718, 0};

const ImU32 PAPER = IM_COL32(250, 249, 247, 255), INK = IM_COL32(33, 36, 41, 255), SOFT = IM_COL32(92, 97, 105, 255);
const ImU32 ACCENT = IM_COL32(0, 96, 150, 255), LIT = IM_COL32(0, 114, 178, 255), RIM = IM_COL32(33, 36, 41, 40);
const ImU32 GOOD = IM_COL32(0, 110, 82, 255), BAD = IM_COL32(176, 58, 10, 255), OPEN = IM_COL32(120, 84, 0, 255);
const ImU32 HOVER = IM_COL32(33, 36, 41, 20), PRESS = IM_COL32(33, 36, 41, 38), FIELD = IM_COL32(255, 255, 255, 255);

ImVec4 vec(ImU32 colour) {
    return ImGui::ColorConvertU32ToFloat4(colour);
}

ImU32 packed(tl_colour c) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(c.r, c.g, c.b, c.a));
}

ImU32 ink_of(tlv_ink ink) {
    const ImU32 inks[] = {INK, SOFT, ACCENT, GOOD, BAD, OPEN};
    return inks[ink];
}

} // namespace

// --- Memory: of the whole process, as the toolkit's allocator is -----------------------------------------------------

namespace {

const size_t HELD_BACK = 8u << 20; // bytes: some dozen frames of panels

struct {
    tlv_gui_source *source;
    tlv_gui_rescue *rescue;
    void *rescue_user;
    void *held;
    bool is_short;
} memory;

void *take_once(size_t size) {
    return memory.source ? memory.source(size) : std::malloc(size);
}

// Never NULL.
void *take(size_t size) {
    void *got = take_once(size > 0 ? size : 1);
    if (!got && memory.held) {
        std::free(memory.held);
        memory.held = nullptr;
        memory.is_short = true;
        got = take_once(size > 0 ? size : 1);
    }
    if (!got) {
        if (memory.rescue) {
            memory.rescue(memory.rescue_user);
        }
        std::fputs("trueline view: out of memory; what was not saved is kept, the next window offers it\n", stderr);
        std::_Exit(4);
    }
    return got;
}

void *take_for_toolkit(size_t size, void *) {
    return take(size);
}

void give_back(void *memory_taken, void *) {
    std::free(memory_taken);
}

// The same for what this file keeps.
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

} // namespace

bool tlv_gui_is_short(void) {
    bool is_short = memory.is_short;
    memory.is_short = false;
    if (!memory.held) {
        memory.held = std::malloc(HELD_BACK); // for the next time
    }
    return is_short;
}

void tlv_gui_set_rescue(tlv_gui_rescue *rescue, void *user) {
    memory.rescue = rescue;
    memory.rescue_user = user;
}

void tlv_gui_set_source(tlv_gui_source *source) {
    memory.source = source;
}

struct tlv_gui {
    ImGuiContext *context;
    tlv_font fonts[2];
    ImFont *faces[5]; // by tlv_type
    double scale, time;
    tlv_window *window;
    tlv_flat flat;
    row<tlv_flat_vertex> vertices;
    row<uint32_t> indices;
    row<tlv_flat_run> runs;
    row<char> margins; // of open regions: whether they have pushed styles
    struct thing {
        word id;
        tlv_rect place;
        bool in_view; // its middle
    };
    row<thing> things;        // that can be touched
    word revealed;            // the thing that is to be scrolled into view; "": none
    bool sheet, sheet_before; // one was shown in this frame, in the one before
    bool in_frame, begun;
    int restless; // frames that are wanted still
};

namespace {

float px(const tlv_gui *gui, double value) {
    return (float)std::floor(value * gui->scale + 0.5);
}

void style(tlv_gui *gui) {
    ImGuiStyle &s = ImGui::GetStyle();
    s = ImGuiStyle();
    ImGui::StyleColorsLight();
    s.WindowRounding = 0;
    s.PopupRounding = 7;
    s.FrameRounding = 5;
    s.GrabRounding = 5;
    s.ScrollbarRounding = 5;
    s.ScrollbarSize = 10;
    s.WindowBorderSize = 0;
    s.PopupBorderSize = 1;
    s.FrameBorderSize = 1;
    s.WindowPadding = ImVec2(14, 12);
    s.FramePadding = ImVec2(8, 5);
    s.ItemSpacing = ImVec2(8, 7);
    s.ItemInnerSpacing = ImVec2(6, 5);
    s.CellPadding = ImVec2(4, 3);
    s.DisabledAlpha = 0.4f;
    s.WindowMinSize = ImVec2(8, 8);
    s.ScaleAllSizes((float)gui->scale);
    s.Colors[ImGuiCol_Text] = vec(INK);
    s.Colors[ImGuiCol_TextDisabled] = vec(SOFT);
    s.Colors[ImGuiCol_WindowBg] = vec(PAPER);
    s.Colors[ImGuiCol_ChildBg] = vec(IM_COL32(0, 0, 0, 0));
    s.Colors[ImGuiCol_PopupBg] = vec(PAPER);
    s.Colors[ImGuiCol_Border] = vec(RIM);
    s.Colors[ImGuiCol_FrameBg] = vec(FIELD);
    s.Colors[ImGuiCol_FrameBgHovered] = vec(FIELD);
    s.Colors[ImGuiCol_FrameBgActive] = vec(FIELD);
    s.Colors[ImGuiCol_Button] = vec(FIELD);
    s.Colors[ImGuiCol_ButtonHovered] = vec(IM_COL32(240, 239, 236, 255));
    s.Colors[ImGuiCol_ButtonActive] = vec(IM_COL32(226, 225, 222, 255));
    s.Colors[ImGuiCol_Header] = vec(IM_COL32(0, 114, 178, 34));
    s.Colors[ImGuiCol_HeaderHovered] = vec(HOVER);
    s.Colors[ImGuiCol_HeaderActive] = vec(PRESS);
    s.Colors[ImGuiCol_Separator] = vec(RIM);
    s.Colors[ImGuiCol_CheckMark] = vec(LIT);
    s.Colors[ImGuiCol_ScrollbarBg] = vec(IM_COL32(0, 0, 0, 0));
    s.Colors[ImGuiCol_ScrollbarGrab] = vec(IM_COL32(33, 36, 41, 60));
    s.Colors[ImGuiCol_ScrollbarGrabHovered] = vec(IM_COL32(33, 36, 41, 90));
    s.Colors[ImGuiCol_ScrollbarGrabActive] = vec(IM_COL32(33, 36, 41, 120));
    s.Colors[ImGuiCol_ModalWindowDimBg] = vec(IM_COL32(28, 32, 38, 92));
    s.Colors[ImGuiCol_TextSelectedBg] = vec(IM_COL32(0, 114, 178, 70));
    s.Colors[ImGuiCol_PlotHistogram] = vec(LIT);
}

// Letters for a screen of this scale.
bool make_letters(tlv_gui *gui) {
    ImFontAtlas *atlas = ImGui::GetIO().Fonts;
    atlas->Clear();
    atlas->Flags |= ImFontAtlasFlags_NoMouseCursors;
    const float sizes[] = {BODY_PX, SMALL_PX, BODY_PX, TITLE_PX, VERDICT_PX};
    const int bold[] = {0, 0, 1, 1, 1};
    for (int i = 0; i < 5; i++) {
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;
        config.OversampleH = 2;
        config.OversampleV = 1;
        config.PixelSnapH = true;
        gui->faces[i] = atlas->AddFontFromMemoryTTF(gui->fonts[bold[i]].data, (int)gui->fonts[bold[i]].size,
                                                    px(gui, (double)sizes[i]), &config, LETTERS);
        if (!gui->faces[i]) {
            return false;
        }
    }
    unsigned char *pixels = nullptr;
    atlas->GetTexDataAsAlpha8(&pixels, &gui->flat.letters_width, &gui->flat.letters_height);
    gui->flat.letters = pixels;
    gui->flat.letters_version++;
    atlas->SetTexID((ImTextureID)(intptr_t)TLV_FLAT_LETTERS);
    return pixels != nullptr;
}

const char *get_clipboard(void *user) {
    tlv_window *window = ((tlv_gui *)user)->window;
    return window ? tlv_window_clipboard(window) : "";
}

void set_clipboard(void *user, const char *text) {
    tlv_window *window = ((tlv_gui *)user)->window;
    if (window) {
        tlv_window_copy(window, text);
    }
}

void set_keys(tlv_gui *gui) {
    ImGuiIO &io = ImGui::GetIO();
    const int map[][2] = {{ImGuiKey_Tab, TLV_KEY_TAB},
                          {ImGuiKey_LeftArrow, TLV_KEY_LEFT},
                          {ImGuiKey_RightArrow, TLV_KEY_RIGHT},
                          {ImGuiKey_UpArrow, TLV_KEY_UP},
                          {ImGuiKey_DownArrow, TLV_KEY_DOWN},
                          {ImGuiKey_PageUp, TLV_KEY_PAGE_UP},
                          {ImGuiKey_PageDown, TLV_KEY_PAGE_DOWN},
                          {ImGuiKey_Home, TLV_KEY_HOME},
                          {ImGuiKey_End, TLV_KEY_END},
                          {ImGuiKey_Delete, TLV_KEY_DELETE},
                          {ImGuiKey_Backspace, TLV_KEY_BACKSPACE},
                          {ImGuiKey_Enter, TLV_KEY_ENTER},
                          {ImGuiKey_Escape, TLV_KEY_ESCAPE},
                          {ImGuiKey_A, 'A'},
                          {ImGuiKey_C, 'C'},
                          {ImGuiKey_V, 'V'},
                          {ImGuiKey_X, 'X'},
                          {ImGuiKey_Y, 'Y'},
                          {ImGuiKey_Z, 'Z'}};
    for (const auto &pair : map) {
        io.KeyMap[pair[0]] = pair[1];
    }
    io.GetClipboardTextFn = get_clipboard;
    io.SetClipboardTextFn = set_clipboard;
    io.ClipboardUserData = gui;
}

// The window's own list of the frame, or that under all windows.
ImDrawList *list_of(const tlv_gui *gui) {
    return gui->margins.empty() ? ImGui::GetBackgroundDrawList() : ImGui::GetWindowDrawList();
}

void remember(tlv_gui *gui, const char *id) {
    ImVec2 low = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
    ImVec2 middle(low.x + 0.5f * size.x, low.y + 0.5f * size.y);
    bool in_view = ImGui::GetCurrentWindow()->InnerClipRect.Contains(middle);
    gui->things.push_back({id, {(int)low.x, (int)low.y, (int)size.x, (int)size.y}, in_view});
    if (gui->revealed == id) {
        gui->revealed.clear();
        ImGui::SetScrollHereY(0.5f);
        gui->restless = 3;
    }
}

void flatten(tlv_gui *gui) {
    const ImDrawData *data = ImGui::GetDrawData();
    gui->vertices.clear();
    gui->indices.clear();
    gui->runs.clear();
    for (int l = 0; l < data->CmdListsCount; l++) {
        const ImDrawList *list = data->CmdLists[l];
        size_t base = gui->vertices.size();
        for (const ImDrawVert &v : list->VtxBuffer) {
            tlv_flat_vertex flat = {v.pos.x, v.pos.y, v.uv.x, v.uv.y, {0, 0, 0, 0}};
            std::memcpy(flat.rgba, &v.col, 4);
            gui->vertices.push_back(flat);
        }
        for (const ImDrawCmd &c : list->CmdBuffer) {
            int x = (int)c.ClipRect.x, y = (int)c.ClipRect.y;
            tlv_flat_run run = {{x, y, (int)c.ClipRect.z - x, (int)c.ClipRect.w - y},
                                (unsigned)(intptr_t)c.GetTexID(),
                                gui->indices.size(),
                                c.ElemCount};
            for (unsigned i = 0; i < c.ElemCount; i++) {
                size_t index = list->IdxBuffer[(int)(c.IdxOffset + i)];
                gui->indices.push_back((uint32_t)(base + c.VtxOffset + index));
            }
            if (run.count > 0 && run.clip.width > 0 && run.clip.height > 0) {
                gui->runs.push_back(run);
            }
        }
    }
    tlv_flat &f = gui->flat;
    f.vertices = gui->vertices.data();
    f.vertex_count = gui->vertices.size();
    f.indices = gui->indices.data();
    f.index_count = gui->indices.size();
    f.runs = gui->runs.data();
    f.run_count = gui->runs.size();
}

} // namespace

// --- Around a frame -------------------------------------------------------------------------------------------------

tl_status tlv_gui_create(tlv_gui **gui, tl_error *error) {
    *gui = nullptr;
    tlv_gui *made = new (std::nothrow) tlv_gui();
    if (!made) {
        return tlv_fail_memory(error);
    }
    tl_status status = tlv_fonts_read(made->fonts, error);
    if (status != TL_OK) {
        delete made;
        return status;
    }
    memory.held = memory.held ? memory.held : std::malloc(HELD_BACK);
    ImGui::SetAllocatorFunctions(take_for_toolkit, give_back);
    made->context = ImGui::CreateContext();
    ImGui::SetCurrentContext(made->context);
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigInputTextCursorBlink = false; // a picture is the same whenever it is made
    io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
    set_keys(made);
    *gui = made;
    return TL_OK;
}

void tlv_gui_destroy(tlv_gui *gui) {
    if (gui) {
        ImGui::SetCurrentContext(gui->context);
        ImGui::DestroyContext(gui->context);
        tlv_fonts_free(gui->fonts);
        delete gui;
    }
}

void tlv_gui_set_window(tlv_gui *gui, tlv_window *window) {
    gui->window = window;
}

void tlv_gui_event(tlv_gui *gui, const tlv_event *event) {
    ImGui::SetCurrentContext(gui->context);
    ImGuiIO &io = ImGui::GetIO();
    const ImVec2 at((float)event->x, (float)event->y);
    switch (event->kind) {
    case TLV_EVENT_KEY:
    case TLV_EVENT_KEY_UP: {
        bool down = event->kind == TLV_EVENT_KEY;
        if (event->key > 0 && event->key < IM_ARRAYSIZE(io.KeysDown)) {
            io.KeysDown[event->key] = down;
        }
        // what is told of the key itself is how it was before
        io.KeyShift = event->key == TLV_KEY_SHIFT ? down : event->shift;
        io.KeyCtrl = event->key == TLV_KEY_CTRL ? down : event->ctrl;
        io.KeyAlt = event->key == TLV_KEY_ALT ? down : event->alt;
        break;
    }
    case TLV_EVENT_TEXT:
        if (!io.KeyCtrl) {
            io.AddInputCharacter(event->character);
        }
        break;
    case TLV_EVENT_BUTTON:
    case TLV_EVENT_BUTTON_UP:
        io.MousePos = at;
        io.MouseDown[event->button] = event->kind == TLV_EVENT_BUTTON;
        break;
    case TLV_EVENT_MOVE:
        io.MousePos = at;
        break;
    case TLV_EVENT_WHEEL:
        io.MousePos = at;
        io.MouseWheel += (float)event->wheel;
        break;
    case TLV_EVENT_SIZE:
    case TLV_EVENT_DROP:
    case TLV_EVENT_CLOSE:
        break;
    }
    gui->restless = 2;
}

bool tlv_gui_has_pointer(const tlv_gui *gui) {
    ImGui::SetCurrentContext(gui->context);
    return gui->begun && ImGui::GetIO().WantCaptureMouse;
}

bool tlv_gui_has_keys(const tlv_gui *gui) {
    ImGui::SetCurrentContext(gui->context);
    return gui->begun && ImGui::GetIO().WantTextInput;
}

bool tlv_gui_is_restless(const tlv_gui *gui) {
    return gui->restless > 0;
}

bool tlv_gui_find(const tlv_gui *gui, const char *id, tlv_rect *place) {
    for (const auto &thing : gui->things) {
        if (thing.id == id) {
            *place = thing.place;
            return true;
        }
    }
    return false;
}

bool tlv_gui_reveal(tlv_gui *gui, const char *id) {
    for (const auto &thing : gui->things) {
        if (thing.id == id) {
            gui->revealed = thing.in_view ? "" : id;
            return !thing.in_view;
        }
    }
    return false;
}

void tlv_gui_drop_keys(tlv_gui *gui) {
    ImGui::SetCurrentContext(gui->context);
    ImGui::ClearActiveID();
}

void tlv_gui_begin(tlv_gui *gui, int width, int height, double scale, double time) {
    ImGui::SetCurrentContext(gui->context);
    ImGuiIO &io = ImGui::GetIO();
    if (scale != gui->scale) {
        gui->scale = scale;
        style(gui);
        make_letters(gui);
    }
    io.DisplaySize = ImVec2((float)width, (float)height);
    io.DeltaTime = (float)std::fmax(1e-4, std::fmin(0.1, time - gui->time));
    gui->time = time;
    gui->restless -= gui->restless > 0;
    gui->things.clear();
    gui->sheet_before = gui->sheet;
    gui->sheet = false;
    ImGui::NewFrame();
    gui->begun = gui->in_frame = true;
}

const tlv_flat *tlv_gui_end(tlv_gui *gui) {
    if (gui->sheet_before && !gui->sheet && !ImGui::GetCurrentContext()->OpenPopupStack.empty()) {
        ImGui::ClosePopupToLevel(0, false); // a sheet that is simply not made again would keep the pointer to itself
    }
    ImGui::Render();
    gui->in_frame = false;
    flatten(gui);
    return &gui->flat;
}

double tlv_gui_px(const tlv_gui *gui, double value) {
    return (double)px(gui, value);
}

// --- Regions --------------------------------------------------------------------------------------------------------

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

void tlv_gui_right(tlv_gui *gui, double width) {
    (void)gui;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::fmax(0.0f, ImGui::GetContentRegionAvail().x - (float)width));
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

// --- Things ---------------------------------------------------------------------------------------------------------

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

void tlv_gui_swatch(tlv_gui *gui, tl_colour colour) {
    float high = ImGui::GetFontSize(), wide = px(gui, 5);
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(ImVec2(wide, high));
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + 0.08f * high),
                                              ImVec2(at.x + wide, at.y + 0.98f * high), packed(colour), px(gui, 2));
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

bool tlv_gui_choose(tlv_gui *gui, const char *id, const char *const *words, int count, int *value) {
    bool changed = false;
    ImGui::PushID(id);
    bool open = ImGui::BeginCombo("##combo", *value >= 0 && *value < count ? words[*value] : "");
    remember(gui, id);
    if (open) {
        for (int i = 0; i < count; i++) {
            char word[96];
            if (ImGui::Selectable(words[i], i == *value)) {
                changed = *value != i;
                *value = i;
            }
            std::snprintf(word, sizeof(word), "%s.%d", id, i);
            remember(gui, word);
        }
        ImGui::EndCombo();
    }
    ImGui::PopID();
    return changed;
}

bool tlv_gui_field(tlv_gui *gui, const char *id, const char *hint, char *text, size_t size) {
    (void)gui;
    ImGui::PushID(id);
    bool changed = ImGui::InputTextWithHint("##field", hint ? hint : "", text, size);
    remember(gui, id);
    ImGui::PopID();
    return changed;
}

bool tlv_gui_number(tlv_gui *gui, const char *id, double *value, int decimals, const char *unit) {
    (void)gui;
    char format[64];
    std::snprintf(format, sizeof(format), "%%.%df%s%.40s", decimals, unit ? " " : "", unit ? unit : "");
    ImGui::PushID(id);
    double before = *value;
    ImGui::InputDouble("##number", value, 0, 0, format, ImGuiInputTextFlags_AutoSelectAll);
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
    if (ImGui::IsWindowAppearing()) {
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
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
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

bool tlv_gui_is_hovered(const tlv_gui *gui) {
    (void)gui;
    return ImGui::IsItemHovered();
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
