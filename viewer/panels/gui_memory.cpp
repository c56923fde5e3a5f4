// gui_memory.cpp: memory for panels, which can't go on without: of the whole process, as the toolkit's allocator is.
#include "panels/gui_inside.hpp"

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

} // namespace

void *tlv_inside::take(size_t size) {
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

void tlv_inside::hold_back() {
    memory.held = memory.held ? memory.held : std::malloc(HELD_BACK);
}

bool tlv_gui_is_short(void) {
    bool is_short = memory.is_short;
    memory.is_short = false;
    tlv_inside::hold_back(); // for the next time
    return is_short;
}

void tlv_gui_set_rescue(tlv_gui_rescue *rescue, void *user) {
    memory.rescue = rescue;
    memory.rescue_user = user;
}

void tlv_gui_set_source(tlv_gui_source *source) {
    memory.source = source;
}
