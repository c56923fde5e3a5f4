// gui.cpp: gui.h over Dear ImGui: what happens round a frame. Like its neighbours it holds no state of its own but the
// texts and triangles of a frame.
#include "panels/gui_inside.hpp"

using namespace tlv_inside;

namespace {

// Sizes on an ordinary screen, in pixels.
const float BODY_PX = 14.5f, SMALL_PX = 12.5f, TITLE_PX = 18.0f, VERDICT_PX = 27.0f;
const ImWchar LETTERS[] = {0x0020, 0x017F, 0x02C6, 0x02DC, 0x2010, 0x2027, 0x2030, 0x203A, 0x2070,
                           0x209C, 0x20AC, 0x20AC, 0x2190, 0x21BB, 0x2200, 0x226B, 0x2300, 0x232B,
                           0x25A0, 0x25FF, 0x2600, 0x2611, 0x2713, 0x2718, 0};

void *take_for_toolkit(size_t size, void *) {
    return take(size);
}

void give_back(void *memory_taken, void *) {
    std::free(memory_taken);
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

void tlv_inside::remember(tlv_gui *gui, const char *id) {
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
    hold_back();
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
    return gui->begun && (ImGui::GetIO().WantTextInput || gui->list_before || gui->list != 0);
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

/* Lets go of a field. */
static void drop_keys(tlv_gui *gui) {
    ImGui::SetCurrentContext(gui->context);
    ImGui::ClearActiveID();
    gui->list = 0;
}

void tlv_gui_enter_fields(tlv_gui *gui) {
    gui->enters = true;
    gui->restless = 3;
}

void tlv_gui_leave_fields(tlv_gui *gui) {
    gui->enters = false;
}

void tlv_gui_refresh_field(tlv_gui *gui) {
    drop_keys(gui);
    gui->refocus = true;
    gui->restless = 3;
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
    gui->list_before = gui->list != 0;
    gui->list_new = gui->list_shown = false;
    ImGui::NewFrame();
    gui->begun = gui->in_frame = true;
}

const tlv_flat *tlv_gui_end(tlv_gui *gui) {
    if (gui->sheet_before && !gui->sheet && !ImGui::GetCurrentContext()->OpenPopupStack.empty()) {
        ImGui::ClosePopupToLevel(0, false); // a sheet that is simply not made again would keep the pointer to itself
    }
    if (!gui->list_shown) {
        gui->list = 0; // it isn't there any more
    }
    ImGui::Render();
    gui->in_frame = false;
    flatten(gui);
    return &gui->flat;
}

double tlv_gui_px(const tlv_gui *gui, double value) {
    return (double)px(gui, value);
}
