/* terrain.c: what terrain is and where areas lie, behind the public wall. */
#include "api/handle.h"

#include "words/words.h"

#include <string.h>

bool tl_scene_kind(const tl_scene *scene, size_t index, const char *language, tl_kind *kind) {
    if (index >= tl_ruleset_kind_count(scene->ruleset)) {
        return false;
    }
    const tl_terrain_kind *its = tl_ruleset_kind_at(scene->ruleset, index);
    const tl_language *spoken = tl_language_find(language != NULL ? language : "en");
    *kind = (tl_kind){.name = its->name,
                      .text = spoken != NULL ? tl_ruleset_said(scene->ruleset, spoken, "kinds", its->name, its->text)
                                             : its->text,
                      .rule = its->rule,
                      .going = tl_ruleset_going_word(its->going),
                      .depth = its->area != NULL,
                      .blocks = its->blocks,
                      .cover = its->cover,
                      .shelter = its->shelter};
    return true;
}

bool tl_scene_skill(const tl_scene *scene, size_t index, const char *language, tl_skill_info *skill) {
    const tl_skills *all = tl_ruleset_skills(scene->ruleset);
    if (index >= all->count) {
        return false;
    }
    const tl_skill *its = &all->items[index];
    const tl_language *spoken = tl_language_find(language != NULL ? language : "en");
    *skill = (tl_skill_info){
        .name = its->name,
        .text = spoken != NULL ? tl_ruleset_said(scene->ruleset, spoken, "skills", its->name, its->text) : its->text,
        .rule = its->rule};
    return true;
}

static const tl_document_terrain *terrain_of(const tl_scene *scene, const char *id) {
    tl_document_found found = tl_document_find(scene->table->document, id);
    return found.kind == TL_DOCUMENT_TERRAIN ? found.terrain : NULL;
}

size_t tl_scene_outline(const tl_scene *scene, const char *terrain, tl_vec2 *corners, size_t most) {
    const tl_document_terrain *its = terrain_of(scene, terrain);
    if (its == NULL || its->outline == NULL) {
        return 0;
    }
    for (size_t i = 0; i < its->outline_count && i < most; i++) {
        corners[i] = its->outline[i];
    }
    return its->outline_count;
}

bool tl_scene_disc(const tl_scene *scene, const char *terrain, tl_vec2 *centre, double *radius) {
    const tl_document_terrain *its = terrain_of(scene, terrain);
    if (its == NULL || !its->has_disc) {
        return false;
    }
    *centre = its->disc_centre;
    *radius = its->disc_radius;
    return true;
}

/* --- Pointing ----------------------------------------------------------------------------------------------------- */

/* How large an area is that holds the point; negative: it doesn't. For pointing, so rounding is no matter. */
static double area_with(const tl_document_terrain *its, tl_vec2 p) {
    if (its->has_disc) {
        tl_vec2 d = tl_sub2(p, its->disc_centre);
        double r = its->disc_radius;
        return tl_dot2(d, d) <= r * r ? 3.141592653589793 * r * r : -1;
    }
    bool inside = false;
    double twice = 0;
    for (size_t i = 0; i < its->outline_count; i++) {
        tl_vec2 a = its->outline[i], b = its->outline[i + 1 < its->outline_count ? i + 1 : 0];
        twice += tl_cross2(tl_sub2(a, p), tl_sub2(b, p));
        if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) {
            inside = !inside;
        }
    }
    return inside ? 0.5 * twice : -1;
}

const char *tl_scene_area_at(const tl_scene *scene, double x, double y) {
    const tl_document *document = scene->table->document;
    const char *found = NULL;
    double least = INFINITY;
    for (size_t i = 0; i < document->terrain_count; i++) {
        double size = area_with(&document->terrain[i], (tl_vec2){x, y});
        if (size >= 0 && size < least) {
            least = size;
            found = document->terrain[i].id;
        }
    }
    return found;
}
