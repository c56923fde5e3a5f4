/* part_words.c: what the names of parts say about their roles. */
#include "scan/advice/part_words.h"

#include <string.h>

/* Words by role, lower case, each between spaces. Words that mean different roles in different languages are left out.
 */
static const char *const words_of[TL_ROLE_COUNT] = {
    " hull body torso head turret chassis cabin cockpit fuselage chest pelvis trunk armor armour tower core "
    "rumpf koerper k\xC3\xB6rper kopf turm wanne oberk\xC3\xB6rper oberkoerper "
    "corps tete t\xC3\xAAte torse tourelle caisse coque buste "
    "cuerpo cabeza torreta casco corpo testa torretta scafo busto ",
    " arm arms leg legs hand hands foot feet thigh shin limb track tracks wheel wheels tyre tire tread treads "
    "bein beine fuss fu\xC3\x9F rad raeder r\xC3\xA4"
    "der kette ketten "
    "bras jambe jambes roue roues chenille chenilles brazo brazos pierna piernas rueda ruedas "
    "braccio gamba gambe ruota ruote ",
    " gun guns barrel weapon weapons rifle pistol cannon missile missiles rocket rockets antenna antennae aerial "
    "backpack bag sword shield ammo muzzle rotor banner flag flamer mg launcher gear "
    "waffe gewehr kanone rohr antenne rucksack fahne schwert "
    "fusil canon drapeau epee \xC3\xA9p\xC3\xA9"
    "e ca\xC3\xB1"
    "on antena mochila fucile cannone zaino bandiera spada ",
    " base plinth pedestal sockel socle peana basetta ", " stand rod flystand staender st\xC3\xA4nder "};

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || ((unsigned char)c & 0x80U) != 0;
}

/* The role a word stands for, or TL_ROLE_COUNT. */
static tl_role role_of_word(const char *word, size_t length) {
    char padded[40];
    if (length + 3 > sizeof(padded)) {
        return TL_ROLE_COUNT;
    }
    padded[0] = ' ';
    for (size_t i = 0; i < length; i++) {
        padded[1 + i] = lower(word[i]);
    }
    padded[1 + length] = ' ';
    padded[2 + length] = '\0';
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        if (strstr(words_of[role], padded) != NULL) {
            return (tl_role)role;
        }
    }
    return TL_ROLE_COUNT;
}

/* The last word of a name that tells a role, and where it ends. Words end at what is no letter, and before capitals
 * that follow small letters. */
static tl_role role_of_name(const char *name, size_t length, size_t *end) {
    tl_role role = TL_ROLE_COUNT;
    for (size_t at = 0; at < length;) {
        size_t stop = at;
        while (stop < length && is_letter(name[stop]) &&
               !(stop > at && name[stop] >= 'A' && name[stop] <= 'Z' && lower(name[stop - 1]) == name[stop - 1])) {
            stop++;
        }
        tl_role one = stop > at ? role_of_word(name + at, stop - at) : TL_ROLE_COUNT;
        if (one != TL_ROLE_COUNT) {
            role = one;
            *end = stop;
        }
        at = stop > at ? stop : at + 1;
    }
    return role;
}

/* What the names of a piece tell, nearest level first. */
static tl_role role_of_piece(const char *names, const char **name, size_t *length, size_t *end) {
    while (*names != '\0') {
        *length = strcspn(names, "\n\t");
        tl_role role = role_of_name(names, *length, end);
        if (role != TL_ROLE_COUNT) {
            *name = names;
            return role;
        }
        names += *length + (names[*length] != '\0');
    }
    return TL_ROLE_COUNT;
}

/* --- Patterns ----------------------------------------------------------------------------------------------------- */

typedef struct part_words_maker {
    const tl_mesh *mesh;
    tl_scan_parts *parts;
    bool whole; /* names are not shortened */
    bool rest;  /* what no name tells is core: nothing is by name, and without a core a scene is refused */
    size_t used, listed;
} part_words_maker;

/* Puts a pattern behind the others of its role, unless one of them says as much; those that it covers go. */
static void add_pattern(part_words_maker *m, size_t first, const char *name, size_t length, size_t end) {
    char *text = m->parts->text + m->used;
    size_t kept = m->whole ? length : end;
    memcpy(text, name, kept);
    if (kept < length) {
        text[kept++] = '*';
    }
    text[kept] = '\0';
    size_t left = first;
    for (size_t i = first; i < m->listed; i++) {
        if (strcmp(m->parts->list[i], text) == 0 || tl_role_wildcard_match(m->parts->list[i], text)) {
            return;
        }
        if (!tl_role_wildcard_match(text, m->parts->list[i])) {
            m->parts->list[left++] = m->parts->list[i];
        }
    }
    m->parts->list[left++] = text;
    m->listed = left;
    m->used += kept + 1;
}

/* What a piece is suggested as, and by which name; TL_ROLE_COUNT: nothing tells. */
static tl_role role_for(const part_words_maker *m, const char *names, const char **name, size_t *length, size_t *end) {
    tl_role role = role_of_piece(names, name, length, end);
    if (role == TL_ROLE_COUNT && m->rest && strcspn(names, "\n\t") > 0) {
        *name = names;
        *length = *end = strcspn(names, "\n\t");
        role = TL_ROLE_CORE;
    }
    return role;
}

static void make_lists(part_words_maker *m) {
    m->used = 0;
    m->listed = 0;
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        size_t first = m->listed;
        for (size_t i = 0; i < m->mesh->piece_count; i++) {
            const char *name;
            size_t length, end;
            if (role_for(m, m->mesh->pieces[i].names, &name, &length, &end) == (tl_role)role) {
                add_pattern(m, first, name, length, end);
            }
        }
        m->parts->patterns[role] = m->listed > first ? m->parts->list + first : NULL;
        if (m->listed > first) {
            m->parts->list[m->listed++] = NULL;
        }
    }
}

/* Whether the lists give every piece the role that its names tell; `core`: whether any is core. */
static bool lists_agree(const part_words_maker *m, tl_mesh *copy, bool *core) {
    bool agree = true;
    *core = false;
    (void)tl_mesh_assign_roles(copy, m->parts->patterns);
    for (size_t i = 0; i < copy->piece_count; i++) {
        const char *name;
        size_t length, end;
        tl_role role = role_for(m, copy->pieces[i].names, &name, &length, &end);
        agree = agree && (role == TL_ROLE_COUNT || copy->pieces[i].role == role);
        *core = *core || (copy->pieces[i].matched && copy->pieces[i].role == TL_ROLE_CORE);
    }
    return agree;
}

/* Lists that agree with the names and leave a core: shortened, else whole; else none. */
static void make_best_lists(part_words_maker *m, tl_mesh *copy) {
    for (int attempt = 0; attempt < 4; attempt++) {
        bool core;
        m->rest = attempt >= 2;
        m->whole = attempt % 2 == 1;
        make_lists(m);
        if (lists_agree(m, copy, &core) && core) {
            return;
        }
    }
    for (int role = 0; role < TL_ROLE_COUNT; role++) {
        m->parts->patterns[role] = NULL;
    }
}

tl_status tl_scan_parts_suggest(const tl_mesh *mesh, tl_scan_parts *parts, tl_error *error) {
    enum { MOST_PIECES = 2000 }; /* nobody writes patterns for more; each is held against all others */
    tl_scan_parts made = {.context = mesh->context};
    size_t room = 1;
    if (mesh->piece_count > MOST_PIECES) {
        *parts = made;
        return TL_OK;
    }
    for (size_t i = 0; i < mesh->piece_count; i++) {
        room += strlen(mesh->pieces[i].names) + 2;
    }
    made.text = tl_alloc(mesh->context, room);
    made.list = tl_alloc_array(mesh->context, mesh->piece_count + TL_ROLE_COUNT, sizeof(*made.list));
    tl_mesh names = {.context = mesh->context, .piece_count = mesh->piece_count};
    names.pieces = tl_alloc_array(mesh->context, mesh->piece_count, sizeof(*names.pieces));
    if (made.text == NULL || made.list == NULL || names.pieces == NULL) {
        tl_free(mesh->context, names.pieces);
        tl_scan_parts_free(&made);
        return tl_fail_memory(error);
    }
    if (mesh->piece_count > 0) {
        memcpy(names.pieces, mesh->pieces, mesh->piece_count * sizeof(*names.pieces));
    }
    part_words_maker m = {.mesh = mesh, .parts = &made};
    make_lists(&m);
    if (tl_scan_parts_any(&made)) {
        make_best_lists(&m, &names);
    }
    tl_free(mesh->context, names.pieces);
    *parts = made;
    return TL_OK;
}
