/* Infantry: a soldier in a padded jacket, helmet and breathing mask, posed by the places of its joints. */
#include "content.h"

typedef struct pose {
    vec3 waist, head;
    double lean; /* of the torso, forwards, degrees */
    /* [0] left, [1] right */
    vec3 hip[2], knee[2], ankle[2], shoulder[2], elbow[2], hand[2];
    double foot_turn[2], foot_pitch[2];
    double head_turn;
    bool crouched; /* the left thigh takes the place of a pouch */
} pose;

static void build_head(model *m, const pose *p) {
    model_part(m, "head");
    model_push(m, compose(move(p->head.x, p->head.y, p->head.z), rotate_z(p->head_turn)));
    solid_bar(m, v3(-0.5, 0, -4.4), v3(-0.2, 0, -1.4), 1.7, 1.8, 8);
    solid_blob(m, v3(0, 0, 0), v3(3.2, 3.0, 3.6), 1, 0.02, 7);
    /* Helmet with a flared brim that drops over the neck. */
    const vec2 dome[] = {{3.0, -0.2}, {4.5, -0.7}, {4.4, 0.0},  {3.9, 0.8},
                         {3.75, 2.2}, {3.1, 3.8},  {1.7, 4.75}, {0, 5.0}};
    model_push(m, compose(move(-0.35, 0, 0.4), compose(rotate_y(-7), stretch(1.02, 0.95, 1))));
    solid_lathe(m, dome, COUNT(dome), 12);
    model_pop(m);
    const vec2 ridge[] = {{-3.4, 3.2}, {-2.0, 5.2}, {0.4, 5.75}, {2.2, 4.9}, {3.0, 3.5}, {0, 2.6}};
    model_push(m, compose(move(-0.35, 0.45, 0.1), side_view()));
    solid_plate(m, ridge, COUNT(ridge), 0, 0.9, 0, 0);
    model_pop(m);
    /* Mask: goggles, cheek plate, filter. */
    for (int side = -1; side <= 1; side += 2) {
        solid_bar(m, v3(2.0, 1.25 * side, 0.1), v3(3.5, 1.45 * side, 0.0), 1.05, 0.9, 6);
    }
    solid_bevel_box(m, v3(1.2, -1.6, -2.9), v3(3.3, 1.6, -0.9), 0.5);
    solid_bar(m, v3(2.6, 0, -2.0), v3(5.0, 0, -2.7), 1.25, 1.15, 8);
    solid_bar(m, v3(4.4, 0, -2.5), v3(5.3, 0, -2.8), 0.7, 0.6, 6);
    model_pop(m);
}

static void build_pouch(model *m, double x, double y, double z, double turn_degrees) {
    model_push(m, place(x, y, z, turn_degrees));
    solid_bevel_box(m, v3(-0.6, -1.15, -2.4), v3(1.0, 1.15, 0.4), 0.35);
    solid_bevel_box(m, v3(-0.5, -1.3, -0.5), v3(1.25, 1.3, 0.6), 0.3);
    model_pop(m);
}

static void build_body(model *m, const pose *p) {
    model_part(m, "body");
    vec3 w = p->waist;
    model_push(m, compose(move(w.x, w.y, w.z), rotate_y(p->lean)));
    /* Jacket, from the hem to the collar. */
    const storey jacket[] = {
        {-3.4, -4.1, 4.1, 4.3, 4.0, 1.7}, {-2.9, -4.3, 4.3, 4.6, 4.3, 1.8}, {0.2, -3.2, 3.3, 3.9, 3.6, 1.5},
        {1.4, -3.1, 3.4, 3.9, 3.7, 1.5},  {4.6, -3.7, 4.3, 5.3, 4.9, 1.8},  {7.4, -3.7, 4.0, 5.7, 5.1, 1.8},
        {9.0, -2.9, 2.9, 4.4, 4.0, 1.5},  {10.1, -1.9, 2.0, 2.3, 2.2, 0.9},
    };
    solid_storeys(m, jacket, COUNT(jacket));
    const storey belt[] = {
        {-0.5, -3.5, 3.6, 4.1, 3.8, 1.6},
        {-0.3, -3.9, 4.0, 4.5, 4.2, 1.7},
        {0.9, -3.9, 4.0, 4.5, 4.2, 1.7},
        {1.1, -3.5, 3.6, 4.1, 3.8, 1.6},
    };
    solid_storeys(m, belt, COUNT(belt));
    solid_bevel_box(m, v3(3.5, -0.8, -0.5), v3(4.4, 0.8, 1.1), 0.25);
    /* Breast plate with a raised keel. */
    const rib plate[] = {
        {2.4, 4.3, 4.6, 3.0, 8.6, 0.9},
        {4.3, 3.9, 4.3, 3.2, 8.3, 1.0},
        {5.1, 2.4, 3.0, 4.2, 7.4, 0.8},
    };
    solid_ribs(m, plate, COUNT(plate));
    const storey collar[] = {
        {8.9, -2.5, 2.7, 2.8, 2.6, 1.1},
        {9.3, -2.7, 2.9, 3.0, 2.8, 1.2},
        {10.7, -2.5, 2.5, 2.7, 2.5, 1.1},
        {10.8, -1.9, 2.0, 2.2, 2.0, 0.9},
    };
    solid_storeys(m, collar, COUNT(collar));
    if (!p->crouched) {
        build_pouch(m, 3.3, 2.7, -0.2, 20);
    }
    build_pouch(m, 3.3, -2.7, -0.2, -20);
    solid_bevel_box(m, v3(-1.2, 3.6, -2.6), v3(1.4, 5.4, 0.2), 0.4);
    solid_bar(m, v3(-0.4, -4.6, -2.6), v3(-0.4, -4.6, 0.6), 1.25, 1.25, 8);
    model_pop(m);
}

static void build_pack(model *m, const pose *p) {
    model_part(m, "pack");
    model_push(m, compose(move(p->waist.x, p->waist.y, p->waist.z), rotate_y(p->lean)));
    solid_bevel_box(m, v3(-6.6, -3.4, 1.6), v3(-2.8, 3.4, 7.6), 0.7);
    solid_bevel_box(m, v3(-7.1, -2.6, 2.2), v3(-5.8, 2.6, 5.2), 0.5);
    solid_bar(m, v3(-5.0, -4.2, 8.4), v3(-5.0, 4.2, 8.4), 1.45, 1.45, 8);
    for (int side = -1; side <= 1; side += 2) {
        solid_bar(m, v3(-5.0, 2.0 * side - 0.35, 8.4), v3(-5.0, 2.0 * side + 0.35, 8.4), 1.7, 1.7, 8);
    }
    /* Entrenching tool. */
    solid_bar(m, v3(-6.3, 3.3, -0.6), v3(-5.7, 3.9, 6.6), 0.45, 0.45, 6);
    solid_bevel_box(m, v3(-6.6, 2.5, -3.0), v3(-5.9, 4.7, 0.2), 0.3);
    model_pop(m);
}

static void build_arm(model *m, const pose *p, int side) {
    vec3 s = p->shoulder[side], e = p->elbow[side], h = p->hand[side];
    model_part(m, side == 0 ? "arm_left" : "arm_right");
    const vec3 sleeve[] = {s, mix(s, e, 0.45), mix(s, e, 0.9), mix(e, h, 0.25), mix(e, h, 0.62)};
    const double radii[] = {1.95, 1.9, 1.6, 1.65, 1.45};
    solid_tube(m, sleeve, radii, COUNT(sleeve), 8, true);
    /* Cuff and glove. */
    solid_bar(m, mix(e, h, 0.58), mix(e, h, 0.82), 1.75, 1.55, 8);
    solid_blob(m, h, v3(1.55, 1.45, 1.45), 1, 0.04, 11);
    /* Shoulder plate. */
    double out = side == 0 ? 1 : -1;
    model_push(m, compose(move(s.x, s.y + 0.35 * out, s.z + 0.35), rotate_x(-28 * out)));
    const vec2 guard[] = {{2.7, -0.9}, {2.75, -0.1}, {2.4, 1.1}, {1.4, 2.0}, {0, 2.25}};
    solid_lathe(m, guard, COUNT(guard), 10);
    model_pop(m);
}

static void build_leg(model *m, const pose *p, int side) {
    vec3 h = p->hip[side], k = p->knee[side], a = p->ankle[side];
    const vec3 trouser[] = {h, mix(h, k, 0.5), k, mix(k, a, 0.35), mix(k, a, 0.75)};
    const double radii[] = {2.35, 2.4, 1.95, 2.15, 1.75};
    solid_tube(m, trouser, radii, COUNT(trouser), 8, true);
    /* Gaiter and knee guard. */
    solid_bar(m, mix(k, a, 0.5), mix(k, a, 1.12), 2.15, 1.85, 8);
    vec3 shin = unit(sub(a, k)), forward = v3(1, 0, 0);
    vec3 front = unit(sub(forward, scale(shin, dot(forward, shin))));
    vec3 guard = add(k, scale(front, 1.2));
    solid_blob(m, guard, v3(1.5, 1.75, 2.0), 0, 0.0, 3);
    /* Boot: sole, toe cap, heel. */
    model_push(m, compose(place(a.x, a.y, a.z, p->foot_turn[side]), rotate_y(p->foot_pitch[side])));
    const rib boot[] = {
        {-2.1, 1.3, 1.2, -3.1, 0.4, 0.5}, {-1.6, 1.7, 1.5, -3.3, 1.0, 0.6},  {0.9, 1.75, 1.5, -3.3, 0.6, 0.6},
        {2.2, 1.9, 1.5, -3.3, -0.9, 0.6}, {3.7, 1.75, 1.3, -3.3, -1.3, 0.6}, {4.4, 1.1, 0.8, -3.2, -1.9, 0.4},
    };
    solid_ribs(m, boot, COUNT(boot));
    model_pop(m);
}

static void build_figure(model *m, const pose *p) {
    build_head(m, p);
    build_body(m, p);
    build_arm(m, p, 0);
    build_arm(m, p, 1);
    model_part(m, "legs");
    build_leg(m, p, 0);
    build_leg(m, p, 1);
    build_pack(m, p);
}

/* A self-loading rifle with a drum; its grip at the origin, its barrel along x. */
static void build_rifle(model *m) {
    solid_bevel_box(m, v3(-2.4, -0.75, 0.6), v3(6.4, 0.75, 2.6), 0.3);
    const rib butt[] = {
        {-6.6, 0.65, 0.65, -1.1, 2.2, 0.25}, {-5.9, 0.75, 0.75, -1.3, 2.3, 0.3}, {-2.0, 0.6, 0.6, 0.7, 2.3, 0.25}};
    solid_ribs(m, butt, COUNT(butt));
    const rib guard[] = {
        {5.6, 0.8, 0.8, 0.5, 2.4, 0.3}, {9.6, 0.75, 0.75, 0.7, 2.3, 0.3}, {10.0, 0.55, 0.55, 0.9, 2.1, 0.2}};
    solid_ribs(m, guard, COUNT(guard));
    solid_bar(m, v3(9.0, 0, 1.6), v3(14.6, 0, 1.6), 0.55, 0.55, 8);
    solid_bar(m, v3(13.6, 0, 1.6), v3(16.0, 0, 1.6), 0.85, 0.85, 8);
    solid_bevel_box(m, v3(12.6, -0.25, 1.8), v3(13.2, 0.25, 3.4), 0.1);
    solid_bevel_box(m, v3(0.2, -0.3, 2.3), v3(3.4, 0.3, 3.5), 0.15);
    solid_bar(m, v3(0.6, 0, 1.2), v3(-0.4, 0, -1.4), 0.65, 0.7, 6);
    solid_bar(m, v3(3.9, -1.15, -0.6), v3(3.9, 1.15, -0.6), 1.75, 1.75, 10);
}

/* A shoulder tube with a bulbous rocket; its grip at the origin, its barrel along x. */
static void build_launcher(model *m) {
    const vec2 tube[] = {
        {1.6, -19.0}, {2.9, -19.0}, {2.9, -18.2}, {1.8, -15.0}, {1.8, 4.6},  {2.25, 5.0},
        {2.25, 6.4},  {1.8, 6.8},   {1.8, 11.0},  {2.3, 11.6},  {2.3, 12.6},
    };
    model_push(m, compose(move(0, 0, 3.4), rotate_y(90)));
    solid_lathe(m, tube, COUNT(tube), 10);
    const vec2 rocket[] = {{1.1, 12.0}, {1.2, 14.0}, {2.6, 15.6}, {2.7, 17.0}, {1.6, 20.0}, {0.6, 21.6}, {0, 22.0}};
    solid_lathe(m, rocket, COUNT(rocket), 10);
    model_pop(m);
    /* Shield, sight, grips, shoulder rest. */
    const vec2 shield[] = {{-3.2, -2.6}, {0.6, -2.6}, {3.6, -1.2}, {3.6, 2.6}, {2.4, 3.8}, {-2.2, 3.8}, {-3.2, 2.8}};
    model_push(m, compose(move(7.4, 0.4, 3.4), front_view()));
    solid_plate(m, shield, COUNT(shield), 0, 0.9, 0, 0);
    model_pop(m);
    solid_bar(m, v3(0.6, 0, 2.6), v3(-0.4, 0, -1.4), 0.7, 0.75, 6);
    solid_bar(m, v3(4.8, 0, 2.6), v3(4.4, 0, -1.2), 0.7, 0.75, 6);
    solid_box(m, v3(1.0, 1.2, 3.6), v3(3.8, 2.8, 5.6));
    solid_bevel_box(m, v3(-7.0, -1.4, 0.9), v3(-3.0, 1.4, 2.4), 0.4);
}

void build_trooper(model *m) {
    static const pose p = {
        .waist = {-0.3, 0, 17.3},
        .lean = 4,
        .head = {1.3, 0.2, 30.3},
        .head_turn = 0,
        .hip = {{0.2, 2.3, 15.6}, {-0.6, -2.3, 15.6}},
        .knee = {{3.3, 3.4, 11.0}, {-1.0, -3.7, 10.6}},
        .ankle = {{2.6, 4.0, 5.9}, {-4.6, -4.4, 5.9}},
        .foot_turn = {12, -28},
        .shoulder = {{0.6, 5.5, 24.6}, {-0.3, -5.5, 24.6}},
        .elbow = {{5.0, 5.0, 20.2}, {0.4, -7.6, 19.6}},
        .hand = {{9.4, 0.2, 22.6}, {4.4, -3.6, 21.4}},
    };
    build_figure(m, &p);
    model_part(m, "weapon");
    model_push(m, compose(place(4.6, -3.3, 21.2, 18), rotate_y(-2)));
    build_rifle(m);
    model_pop(m);
    model_part(m, "base");
    solid_base(m, 25);
}

void build_trooper_kneeling(model *m) {
    static const pose p = {
        .waist = {-1.2, 0, 12.0},
        .lean = 8,
        .head = {1.3, -0.5, 24.9},
        .head_turn = 4,
        .crouched = true,
        .hip = {{0, 2.4, 10.6}, {-1.4, -2.4, 10.4}},
        .knee = {{5.6, 3.6, 11.2}, {-0.2, -4.0, 5.0}},
        .ankle = {{4.8, 3.9, 5.9}, {-6.0, -4.2, 5.6}},
        .foot_turn = {6, -6},
        .foot_pitch = {0, 62},
        .shoulder = {{0.6, 5.4, 19.4}, {-0.6, -5.5, 19.2}},
        .elbow = {{5.2, 4.6, 14.4}, {0.6, -8.2, 15.4}},
        .hand = {{9.8, -1.4, 19.0}, {5.4, -3.9, 18.4}},
    };
    build_figure(m, &p);
    model_part(m, "weapon");
    model_push(m, place(5.4, -3.6, 18.2, 8));
    build_rifle(m);
    model_pop(m);
    model_part(m, "base");
    solid_base(m, 25);
}

void build_trooper_heavy(model *m) {
    static const pose p = {
        .waist = {-0.6, 0.3, 17.0},
        .lean = 2,
        .head = {1.2, 1.0, 30.3},
        .head_turn = -3,
        .hip = {{0.2, 2.7, 15.4}, {-1.0, -2.1, 15.4}},
        .knee = {{3.6, 4.4, 10.9}, {-2.6, -4.2, 10.6}},
        .ankle = {{3.4, 5.2, 5.9}, {-5.6, -5.2, 5.9}},
        .foot_turn = {16, -38},
        .shoulder = {{0.2, 5.8, 24.2}, {-0.8, -5.3, 24.2}},
        .elbow = {{5.4, 4.4, 20.8}, {2.0, -7.8, 20.2}},
        .hand = {{9.0, -3.4, 25.0}, {4.6, -5.4, 24.6}},
    };
    build_figure(m, &p);
    model_part(m, "weapon");
    model_push(m, compose(place(4.6, -5.2, 25.0, 3), rotate_y(-3)));
    build_launcher(m);
    model_pop(m);
    model_part(m, "base");
    solid_base(m, 25);
}
