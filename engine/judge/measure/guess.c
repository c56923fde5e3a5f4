/* guess.c: notes what of a model was guessed where an answer rests on it. */
#include "judge/measure/guess.h"

tl_guess tl_guess_of(const tl_inquiry *inquiry, size_t member, bool measured, bool looked) {
    const tl_placed *placed = &inquiry->table->members[member];
    const tl_volume volume = tl_table_measured(inquiry->table, member);
    bool by_core = looked || volume.mesh != NULL, by_base = volume.shape == &placed->body->base;
    bool base = measured && by_base, found = base && placed->model->found.shape.kind != TL_SHAPE_NONE;
    const tl_model *model = placed->model;
    const bool bent = looked && model->posed;
    return (tl_guess){.stance = bent ? tl_table_member(inquiry->table, member)->stance : NULL,
                      .tall = bent ? tl_mesh_box(model->core).high.z - model->low : 0,
                      .uncertain =
                          (by_core ? tl_placed_core_uncertainty(placed) : tl_placed_base_uncertainty(placed)) > 0,
                      .base_guessed = base && placed->model->base_guessed,
                      .found = found ? &placed->model->found : NULL,
                      .core_guessed = (looked || (measured && !by_base)) && placed->model->core_guessed};
}
