/* variant.c: a shallow copy of a table whose members are its own, one of them with a body of its own; and who is left
 * out. */
#include "judge/variant.h"

#include "judge/memo.h"

#include <string.h>

tl_status tl_variant_begin(tl_variant *v, const tl_inquiry *inquiry, tl_context *context, size_t member,
                           tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    const tl_table *table = inquiry->table;
    *v = (tl_variant){.inquiry = *inquiry, .table = *table, .member = member};
    v->inquiry.context = context;
    v->inquiry.table = &v->table;
    v->inquiry.placed = NULL;
    v->members = tl_alloc_array(context, table->member_count, sizeof(*v->members));
    if (v->members == NULL) {
        return tl_fail_memory(error);
    }
    memcpy(v->members, table->members, table->member_count * sizeof(*v->members));
    v->table.members = v->members;
    return TL_OK;
}

void tl_variant_end(tl_variant *v) {
    tl_context *context = v->inquiry.context;
    if (context != NULL) { /* it was begun */
        tl_memo_destroy(context, v->inquiry.placed);
        tl_body_destroy(context, v->body);
        tl_free(context, v->members);
    }
    *v = (tl_variant){.member = 0};
}

tl_status tl_variant_move(tl_variant *v, const tl_pose *pose, tl_error *error) {
    TL_ASSERT(v->members != NULL, "a variant that is changed has begun");
    tl_context *context = v->inquiry.context;
    tl_placed *placed = &v->members[v->member];
    tl_status status = v->body == NULL ? tl_body_share(context, placed->body, &v->body, error) : TL_OK;
    if (status == TL_OK) {
        placed->body = v->body;
        status = tl_body_move(context, v->body, placed->model, pose, error);
    }
    return status;
}

void tl_variant_give_body(tl_variant *v, tl_body *body) {
    TL_ASSERT(v->members != NULL, "a variant that is changed has begun");
    v->members[v->member].body = body;
}

void tl_variant_face(tl_variant *v, double facing_deg) {
    v->inquiry.view.turned = true;
    v->inquiry.view.turned_member = v->member;
    v->inquiry.view.turned_facing = facing_deg;
}

tl_inquiry tl_inquiry_without(const tl_inquiry *inquiry, const uint8_t *removed) {
    tl_inquiry without = *inquiry;
    without.view.removed = removed;
    return without;
}
