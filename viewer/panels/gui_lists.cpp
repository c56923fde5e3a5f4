// gui_lists.cpp: words to choose from, by the mouse or by keys. (The toolkit's own way with keys needs its navigation,
// which takes keys that are commands here.)
#include "panels/gui_inside.hpp"

using namespace tlv_inside;

namespace {

enum act { STAY, MARK, TAKE, TAKE_AND_GO_ON, LEAVE };

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// The next word behind the marked one that begins with a letter, round the end; -1: none does.
int next_with(const char *const *words, int count, int marked, ImWchar letter) {
    for (int k = 1; k <= count; k++) {
        int i = (marked + k) % count;
        if (letter < 128 && lower(words[i][0]) == lower((char)letter)) {
            return i;
        }
    }
    return -1;
}

// What the keys of this frame do with the marked word.
act listen(tlv_gui *gui, const char *const *words, int count) {
    int was = gui->marked;
    if (tlv_gui_pressed(gui, TLV_KEY_ESCAPE)) {
        return LEAVE;
    }
    if (tlv_gui_pressed(gui, TLV_KEY_ENTER)) {
        return TAKE;
    }
    if (tlv_gui_pressed(gui, TLV_KEY_TAB) && !ImGui::GetIO().KeyCtrl) {
        return TAKE_AND_GO_ON;
    }
    gui->marked += tlv_gui_pressed(gui, TLV_KEY_DOWN) - tlv_gui_pressed(gui, TLV_KEY_UP);
    gui->marked = tlv_gui_pressed(gui, TLV_KEY_HOME) ? 0 : tlv_gui_pressed(gui, TLV_KEY_END) ? count - 1 : gui->marked;
    gui->marked = gui->marked < 0 ? 0 : gui->marked >= count ? count - 1 : gui->marked;
    for (ImWchar letter : ImGui::GetIO().InputQueueCharacters) {
        int found = next_with(words, count, gui->marked, letter);
        gui->marked = found >= 0 ? found : gui->marked;
    }
    return gui->marked != was ? MARK : STAY;
}

void take_keys(tlv_gui *gui, ImGuiID list, int value) {
    gui->list = list;
    gui->marked = value;
    gui->list_new = true;
    gui->restless = 3;
}

// The words; true when one was clicked.
bool show_words(tlv_gui *gui, const char *id, const char *const *words, int count, int shown, bool follow,
                int *clicked) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        char word[96];
        if (ImGui::Selectable(words[i], i == shown)) {
            any = true;
            *clicked = i;
        }
        if (i == shown && follow && !ImGui::IsItemVisible()) {
            ImGui::SetScrollHereY(0.5f);
        }
        std::snprintf(word, sizeof(word), "%s.%d", id, i);
        remember(gui, word);
    }
    return any;
}

} // namespace

bool tlv_gui_choose(tlv_gui *gui, const char *id, const char *const *words, int count, int *value) {
    ImGui::PushID(id);
    const ImGuiID own = ImGui::GetID("##combo"), popup = ImHashStr("##ComboPopup", 0, own); /* the toolkit's name */
    const int before = *value;
    if (gui->enters) { /* somebody waits for the next thing that takes keys */
        gui->enters = false;
        ImGui::ClearActiveID();
        take_keys(gui, own, *value);
        ImGui::SetScrollHereY(0.5f);
    }
    bool ours = gui->list == own, was_open = ImGui::IsPopupOpen(popup, ImGuiPopupFlags_None);
    act does = ours && !gui->list_new ? listen(gui, words, count) : STAY;
    if (does == MARK && !was_open) {
        ImGui::OpenPopupEx(popup);
    }
    int shown = ours ? gui->marked : *value;
    bool open = ImGui::BeginCombo("##combo", shown >= 0 && shown < count ? words[shown] : "");
    remember(gui, id);
    if (ours && !open) {
        ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), LIT,
                                            ImGui::GetStyle().FrameRounding, 0, px(gui, 2));
    }
    if (open) {
        if (!ours) { /* by the mouse */
            take_keys(gui, own, *value);
            ours = true;
        }
        bool picked = show_words(gui, id, words, count, shown, does == MARK, value);
        does = picked ? LEAVE : does;
        if (does == TAKE || does == TAKE_AND_GO_ON || does == LEAVE) {
            ImGui::CloseCurrentPopup();
        }
        ImGui::EndCombo();
    } else if (ours && (was_open || ImGui::IsMouseClicked(0))) { /* by a click elsewhere */
        does = does == STAY ? LEAVE : does;
    }
    if (does == TAKE || does == TAKE_AND_GO_ON) {
        *value = gui->marked;
    }
    if (does == TAKE || does == TAKE_AND_GO_ON || does == LEAVE) {
        gui->list = 0;
        gui->enters = does == TAKE_AND_GO_ON;
        gui->restless = 3;
    }
    gui->list_shown = gui->list_shown || gui->list == own;
    ImGui::PopID();
    return *value != before;
}
