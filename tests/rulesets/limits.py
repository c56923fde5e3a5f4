"""limits.py: rules of several systems held against distances worked out here, on both sides of each limit.

Bodies are upright: seen from above the core of a man is a disc of radius CORE, his base one of radius BASE; the hull is a
box. On flat ground the nearest points of two bodies lie at one height, so that lengths in the plan are lengths in space.
"""
import math

from tables import batch, box, check_ids, fail, scene, strings, unit, write

CORE, BASE = 6.0, 12.5
HULL = (35.0, 22.0)  # half of its length and width
MIDDLE = (500.0, 500.0)
SIDES = ((-1.0, True), (1.0, False))  # a millimetre short of a limit, and beyond it


def table(system, terrain, *units):
    return scene(system, (1000, 1000), terrain, list(units))


def disc(kind, radius, height=90):
    return [{"id": "zone", "kind": kind, "disc": {"centre": list(MIDDLE), "radius": radius}, "height": height}]


def block(system, kind, at, size, height=90):
    return [dict({"id": "zone", "kind": kind}, **box(system, at, size, height))]


def man(system, name, at, side="red", **more):
    kind = next(c for c, row in system.section("classes").items() if row.get("measured") == "base")
    return unit(system, name, side, kind, [at], **dict({"weapons": [{"id": "gun", "range": 10000}]}, **more))


def hull(system, name, at, facing, side="red", **more):
    kind = next(c for c, row in system.section("classes").items() if row.get("measured", "core") == "core")
    return unit(system, name, side, kind, [at], facing=facing, **more)


def look(answer, path):
    for key in path.split("."):
        try:
            answer = answer[int(key)] if isinstance(answer, list) else answer[key]
        except (KeyError, IndexError, TypeError):
            return None
    return answer


def expect(system, why, made, *cases):
    """cases: (question, path in the answer, value)."""
    answers = batch(system, write(system, "limit.scene.json", made), [query for query, _, _ in cases])
    for (query, path, value), answer in zip(cases, answers):
        check_ids(system, why, strings(answer))
        got = look(answer, path)
        same = abs(got - value) < 1e-6 if isinstance(value, float) and isinstance(got, (int, float)) else got == value
        if not same:
            fail(system.name, why, "%s: %s is %r, and must be %r (%s)" % (query, path, got, value, answer.get("error", answer.get("summary"))))


def word(verdict):
    return "yes" if verdict else "no"


def sight(a, b, verdict, rule=None):
    cases = [({"query": "los", "from": x, "to": y}, "verdict", word(verdict)) for x, y in ((a, b), (b, a))]
    return cases + ([({"query": "los", "from": a, "to": b}, "rule", rule)] if rule else [])


def ask(query, verdict, **more):
    return dict({"query": query}, **more), "verdict", word(verdict)


def struck(system, shape, why, hits):
    """Who is hit by a disc at MIDDLE: (distance of a base's middle, behind a wall or not, hit)."""
    for distance, walled, hit in hits:
        wall = block(system, "wall", (MIDDLE[0] + distance / 2, MIDDLE[1]), (4, 400)) if walled else []
        gunner = man(system, "a", (MIDDLE[0] - 400, MIDDLE[1]), weapons=[{"id": "thrower", "range": 100, "template": shape}])
        expect(system, why, table(system, wall, gunner, man(system, "b", (MIDDLE[0] + distance, MIDDLE[1]), "blue")),
               ({"query": "template", "shape": shape, "at": list(MIDDLE), "from": "a"}, "verdict", word(hit)))


def share_under(radius, distance):
    """How much of a base's disc lies in a disc of that radius whose middle is so far away."""
    r, R, d = BASE, radius, distance
    if d >= r + R:
        return 0.0
    if d <= R - r:
        return 1.0
    a, b = math.acos((d * d + r * r - R * R) / (2 * d * r)), math.acos((d * d + R * R - r * r) / (2 * d * R))
    lens = r * r * (a - math.sin(2 * a) / 2) + R * R * (b - math.sin(2 * b) / 2)
    return lens / (math.pi * r * r)


def half_under(radius):
    """The distance at which half of a base lies in the disc."""
    low, high = radius - BASE, radius + BASE
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if share_under(radius, middle) > 0.5 else (low, middle)
    return low


# --- what several systems share

def into_any(system, kind, radius, rule):
    """Seen into at any depth, and out of."""
    for depth in (1.0, 40.0, radius, 2 * radius - 30):
        expect(system, rule, table(system, disc(kind, radius), man(system, "out", (MIDDLE[0] - radius - 150, MIDDLE[1])),
                                   man(system, "in", (MIDDLE[0] - radius + CORE + depth, MIDDLE[1]), "blue")), *sight("out", "in", True))


def never_through(system, kind, radius, rule):
    """Of all lines between two bodies at one height beside its middle the outer tangent passes farthest from it, at offset +
    CORE: it is free when that is more than the radius."""
    for beyond, hidden in SIDES:
        y = MIDDLE[1] + radius - CORE + beyond
        expect(system, rule, table(system, disc(kind, radius), man(system, "left", (MIDDLE[0] - radius - 100, y)),
                                   man(system, "right", (MIDDLE[0] + radius + 100, y), "blue")),
               *sight("left", "right", not hidden, rule if hidden else None))


def half_in_front(system, arc, rule):
    """An arc of 90 degrees to either side: some of the target lies before the line across the middle of the hull. Measured of a
    man is the base or the body, whichever the rules say: here both lie in it, or neither."""
    for turned in (0, 45, 160):
        for ahead, inside in ((-BASE - 1, False), (-CORE + 1, True)):
            angle, aside = math.radians(turned), 180.0
            at = (200.0, 300.0) if turned < 90 else (800.0, 300.0)
            to = (at[0] + ahead * math.cos(angle) - aside * math.sin(angle), at[1] + ahead * math.sin(angle) + aside * math.cos(angle))
            expect(system, rule, table(system, [], man(system, "man", to, "blue"),
                                       hull(system, "hull", at, turned, weapons=[{"id": "ahead", "range": 10000, "arc": arc}])),
                   ask("arc", inside, **{"from": "hull", "to": "man"}))


def radius_of(system, skill, limit, rule, whom, night=False):
    """A skill's radius, from base to base; whom: the side that it is about."""
    for beyond, within in SIDES:
        expect(system, rule, dict(table(system, [], man(system, "one", (60.0, 300.0), skills=[skill]),
                                        man(system, "other", (60.0 + limit + 2 * BASE + beyond, 300.0), whom)), night=night),
               ask("within", within, **{"from": "one", "skill": skill}))


# --- rules of no game that we know (foreign-rule.json)

def check_foreign(system):
    into_any(system, "thicket", 120.0, "TH-SEE-01")
    never_through(system, "thicket", 120.0, "TH-SEE-01")
    expect(system, "TH-SEE-01, inside", table(system, disc("thicket", 120.0), man(system, "a", (400.0, 500.0)),
                                              man(system, "b", (600.0, 500.0), "blue")), *sight("a", "b", True))
    half_in_front(system, "ahead", "TH-ARC-01")
    # who is nearer to the middle of a disc of 10 cm than 50 mm and the radius of the base
    for beyond, under in SIDES:
        query = {"query": "template", "shape": "bomb", "at": [200.0 + 50.0 + BASE + beyond, 200.0]}
        expect(system, "TH-BOM-01", table(system, [], man(system, "man", (200.0, 200.0))),
               (query, "count", 1 if under else 0), (query, "diameter_mm", 100.0))
    # cover inside alone: some of the base in it; seen from where no line to the body crosses it
    for beyond, inside in SIDES:
        expect(system, "TH-COV-01", table(system, disc("thicket", 120.0), man(system, "shooter", (150.0, 500.0)),
                                          man(system, "man", (MIDDLE[0] - 120.0 - BASE - beyond, 500.0), "blue")),
               ask("cover", inside, **{"from": "shooter", "to": "man"}))
    # who sees past thickets attacks through one; others don't, and a wall stops him, too
    for skills, wall, verdict in (([], [], False), (["scout"], [], True), (["scout"], block(system, "block", (700, 500), (10, 400)), False)):
        shooter = man(system, "shooter", (300.0, 500.0), skills=skills)
        wall = [dict(piece, id="wall") for piece in wall]
        expect(system, "TH-EYE-01", table(system, disc("thicket", 120.0) + wall, shooter, man(system, "man", (800.0, 500.0), "blue")),
               ask("attack", verdict, **{"from": "shooter", "to": "man"}))
    # ... and who fires out of it gives no cover to others
    expect(system, "TH-COV-01, out of it", table(system, disc("thicket", 120.0), man(system, "in", (400.0, 500.0)),
                                                 man(system, "out", (200.0, 500.0), "blue")),
           ask("cover", False, **{"from": "in", "to": "out"}), ask("cover", True, **{"from": "out", "to": "in"}),
           ({"query": "cover", "from": "out", "to": "in"}, "rule", "TH-COV-01"))


# --- what both games share

def reach_of_weapons(system, rule):
    """A weapon's range, from base to base, in the system's game units."""
    for beyond, near in SIDES:
        gun = man(system, "a", (200.0, 300.0), weapons=[{"id": "rifle", "range": 30}])
        expect(system, rule, table(system, [], gun, man(system, "b", (200.0 + 300 + 2 * BASE + beyond, 300.0), "blue")),
               ask("attack", near, **{"from": "a", "to": "b"}))


def distances(system, rule):
    """From base to base, and to the hull."""
    expect(system, rule, table(system, [], man(system, "a", (200.0, 300.0)), man(system, "b", (400.0, 300.0), "blue"),
                               hull(system, "tank", (200.0, 600.0), 0, "blue")),
           ({"query": "range", "from": "a", "to": "b"}, "distance_mm", 200.0 - 2 * BASE),
           ({"query": "range", "from": "a", "to": "b"}, "game_units", 20.0 - 0.2 * BASE),
           ({"query": "range", "from": "a", "to": "tank"}, "distance_mm", 300.0 - BASE - HULL[1]))


def infantry_is_seen_past(system, rule):
    """Infantry never stands in the way, a vehicle does."""
    expect(system, rule, table(system, [], man(system, "a", (200.0, 300.0)), man(system, "b", (400.0, 300.0), "blue"),
                               man(system, "c", (300.0, 300.0)), man(system, "d", (200.0, 600.0)), man(system, "e", (400.0, 600.0), "blue"),
                               hull(system, "tank", (300.0, 600.0), 90)),
           *(sight("a", "b", True, rule) + sight("d", "e", False, rule)))


def moves(system, rule, terrain, allowed, path, *units, by=None, **more):
    """A move of the first unit."""
    query = dict({"query": "move", "member": units[0]["id"] + "-1", "path": [list(path)]}, **more)
    cases = [(query, "verdict", word(allowed))] + ([(query, "stop.by", by)] if by else [])
    expect(system, rule, table(system, terrain, *units), *cases)


def check_zones(system):
    for kind in ("sparse", "wreck", "rough"):
        never_through(system, kind, 120.0, "SK-LOS-02")
    into_any(system, "sparse", 200.0, "SK-LOS-02")
    # in difficult ground sight ends after 25 cm; lengths along a line begin where it leaves the base, so the line through its
    # middle is shortest: from outside, as deep as the nearest point of the base lies
    for beyond, seen in SIDES:
        deep = 250.0 + BASE + beyond
        expect(system, "SK-TER-03", table(system, block(system, "rough", (500, 500), (600, 300)), man(system, "out", (100.0, 500.0)),
                                          man(system, "in", (200.0 + deep, 500.0), "blue")), *sight("out", "in", seen))
    # ... and between two inside, as far as their bases are apart
    for kind in ("rough", "dense", "building"):
        for beyond, seen in SIDES:
            apart = 250.0 + 2 * BASE + beyond
            expect(system, "SK-TER-03, " + kind, table(
                system, block(system, kind, (500, 500), (600, 300)), man(system, "a", (300.0, 500.0)),
                man(system, "b", (300.0 + apart, 500.0), "blue")), *sight("a", "b", seen, None if seen else "SK-TER-03"))
    # dense cover is seen out of within 2.5 cm of its edge, by the nearest point of the base; who is near it outside does nothing
    for kind in ("dense", "building"):
        for beyond, seen in SIDES:
            deep = 25.0 + BASE + beyond
            expect(system, "SK-LOS-04", table(system, block(system, kind, (500, 500), (600, 300)), man(system, "out", (100.0, 500.0)),
                                              man(system, "near", (200.0 - BASE - 1, 400.0)),
                                              man(system, "in", (200.0 + deep, 500.0), "blue"),
                                              man(system, "deep", (300.0, 400.0), "blue")),
                   *(sight("out", "in", seen, None if seen else "SK-LOS-04") + sight("near", "deep", False, "SK-LOS-04")))
        never_through(system, kind, 120.0, "SK-LOS-04")
    # smoke cuts nothing; a hill does
    for kind, seen in (("smoke", True), ("hill", False)):
        expect(system, "SK-GRE-03, SK-LOS-06", table(system, disc(kind, 100.0), man(system, "a", (300.0, 500.0)),
                                                     man(system, "b", (700.0, 500.0), "blue")), *sight("a", "b", seen))
    # cover by a zone that the base stands in at least in part, or that lies between; obstacles give none
    for beyond, inside in SIDES:
        expect(system, "SK-COV-01", table(system, disc("sparse", 120.0), man(system, "shooter", (150.0, 500.0)),
                                          man(system, "man", (MIDDLE[0] - 120.0 - BASE - beyond, 500.0), "blue")),
               ask("cover", inside, **{"from": "shooter", "to": "man"}))
    expect(system, "SK-COV-02", table(system, disc("rough", 120.0), man(system, "in", (400.0, 500.0)), man(system, "out", (200.0, 500.0), "blue")),
           ask("cover", True, **{"from": "in", "to": "out"}), ({"query": "cover", "from": "in", "to": "out"}, "rule", "SK-COV-02"))
    expect(system, "SK-COV-02, a wall", table(system, block(system, "wall", (500, 500), (10, 200), 15), man(system, "a", (300.0, 500.0)),
                                              man(system, "b", (530.0, 500.0), "blue")), ask("cover", False, **{"from": "a", "to": "b"}))


def check_skirmish(system):
    check_zones(system)
    half_in_front(system, "front", "SK-VEH-01")
    for skill, limit, whom, rule in (("squad-leader", 150, "red", "SK-RAD-01"), ("aims", 150, "blue", "SK-RAD-03"), ("saboteur", 50, "blue", "SK-RAD-04"),
                                     ("grenadier", 250, "blue", "SK-GRE-01"), ("patrol", 600, "blue", "SK-DET-04"),
                                     ("night-patrol", 250, "blue", "SK-DET-04"), ("night-orders", 250, "red", "SK-DET-10"),
                                     ("mined", 100, "red", "SK-RAD-05"), ("shot", 500, "blue", "SK-DET-09"), ("explosion", 800, "red", "SK-DET-09"),
                                     ("lone", 200, "red", "SK-RAD-02"), ("grenade-at-feet", 20, "blue", "SK-GRE-02")):
        radius_of(system, skill, limit, rule, whom, rule in ("SK-DET-09", "SK-DET-10"))
    distances(system, "SK-GEN-06")
    reach_of_weapons(system, "SK-RNG-01")
    infantry_is_seen_past(system, "SK-LOS-01")
    # one and the same enemy in the arc and in sight: the one in front is hidden, the one beside isn't in front
    query = ask("attack", False, **{"from": "tank", "to": "b"})
    pair = unit(system, "b", "blue", "infantry", [(400.0, 300.0), (150.0, 300.0)])
    expect(system, "SK-LOS-08", table(system, block(system, "wall", (300, 300), (10, 200)), pair, hull(
        system, "tank", (200.0, 300.0), 0, weapons=[{"id": "gun", "range": 100, "arc": "front"}])), query)
    # distances between markers, 60 cm, from edge to edge
    for beyond, near in SIDES:
        markers = [dict({"id": name, "kind": "objective"}, **box(system, (x, 300), (20, 20), 1))
                   for name, x in (("one", 200), ("two", 200 + 600 + 20 + beyond))]
        expect(system, "SK-GEN-05", table(system, markers, man(system, "a", (900.0, 900.0))),
               ask("within", near, **{"from": "one", "to": "two", "limit_mm": 600}))
    # vehicles: 24 cm an action
    for beyond, allowed in SIDES:
        moves(system, "SK-MOV-11", [], allowed, (200.0, 440.0 + beyond), hull(system, "a", (200.0, 200.0), 90, move=24))
    # 15 cm; rough ground is told and doesn't cap; friends are passed, enemies, walls and wire are not
    for beyond, allowed in SIDES:
        moves(system, "SK-MOV-01", [], allowed, (200.0, 350.0 + beyond), man(system, "a", (200.0, 200.0), move=15))
        moves(system, "SK-MOV-01, rough", block(system, "rough", (200, 300), (200, 60)), allowed, (200.0, 350.0 + beyond),
              man(system, "a", (200.0, 200.0), move=15))
    query = {"query": "move", "member": "a-1", "path": [[200.0, 340.0]]}
    expect(system, "SK-MOV-01, crossings", table(system, block(system, "rough", (200, 300), (200, 60)), man(system, "a", (200.0, 200.0), move=15)),
           (query, "crossings.0.terrain", "zone"), (query, "crossings.0.event", "enters"), (query, "crossings.0.after_mm", 70.0 - BASE))
    for side, allowed in (("red", True), ("blue", False)):
        moves(system, "SK-MOV-02", [], allowed, (200.0, 345.0), man(system, "a", (200.0, 200.0), move=15), man(system, "b", (200.0, 270.0), side))
    for kind, skills, allowed in (("wall", [], False), ("obstacle", [], False), ("wire", [], False), ("wire", ["crawling"], True), ("rough", [], True)):
        moves(system, "SK-MOV-06", block(system, kind, (200, 270), (200, 10), 20), allowed, (200.0, 345.0),
              man(system, "a", (200.0, 200.0), move=30 if skills else 15, skills=skills))
    # who is within the radius is hit, seen or not; a burst hits whom its shooter sees
    for shape, radius, why in (("grenade", 100.0, "SK-GRE-02"), ("rocket", 150.0, "SK-RNG-03")):
        struck(system, shape, why, [(radius + BASE + beyond, walled, hit) for beyond, hit in SIDES for walled in (False, True)])
    struck(system, "burst", "SK-RNG-02", [(80.0, False, True), (80.0, True, False), (100.0 + BASE + 1, False, False)])
    # melee is fought in contact
    for apart, verdict in ((0.0, True), (0.03, True), (0.2, False), (20.0, False)):
        expect(system, "SK-VEH-04", table(system, [], man(system, "a", (300.0, 300.0)), man(system, "b", (300.0 + 2 * BASE + apart, 300.0), "blue")),
               ask("close-combat", verdict, **{"from": "a", "to": "b"}))


# --- Legends of the Old West, in three periods

def check_lotow(system):
    """What the three periods share."""
    for skill, limit, whom, rule in (("commander", 300, "red", "LW-CMD-01"), ("fleeing", 50, "red", "LW-CMD-02")):
        radius_of(system, skill, limit, rule, whom)
    # a gun's least range, reached by exactly its length
    for beyond, near in SIDES:
        gun = man(system, "gun", (200.0, 300.0), weapons=[{"id": "howitzer", "range": [10, 10000]}])
        expect(system, "LW-RNG-03", table(system, [], gun, man(system, "b", (200.0 + 100 + 2 * BASE + beyond, 300.0), "blue")),
               ask("attack", not near, **{"from": "gun", "to": "b"}))
    distances(system, "LW-RNG-05")
    reach_of_weapons(system, "LW-RNG-01")
    infantry_is_seen_past(system, "LW-LOS-01")
    # a low wall before the target hides its feet; seen from behind it nothing does
    expect(system, "LW-LOS-01, cover", table(system, block(system, "wall", (480, 500), (10, 300), 20), man(system, "a", (300.0, 500.0)),
                                             man(system, "b", (500.0, 500.0), "blue"), man(system, "c", (700.0, 500.0))),
           ask("cover", True, **{"from": "a", "to": "b"}), ask("cover", False, **{"from": "c", "to": "b"}))
    for beyond, allowed in SIDES:
        moves(system, "LW-MOV-01", [], allowed, (200.0, 350.0 + beyond), man(system, "a", (200.0, 200.0), move=15))
    # walls are crossed on a die, houses by tanks; water stops all but the amphibious, and boats stay on it
    moves(system, "LW-MOV-02", block(system, "road", (200, 300), (100, 300), 0.1), True, (200.0, 500.0), hull(system, "a", (200.0, 200.0), 90, move=40))
    tank = hull(system, "tank", (200.0, 200.0), 90, move=40, locomotion="tracked")
    moves(system, "LW-MOV-09", block(system, "wall", (200, 300), (300, 10), 20), True, (200.0, 400.0), tank)
    house = block(system, "building", (200, 300), (300, 10), 20)
    moves(system, "LW-MOV-08", house, True, (200.0, 400.0),
          hull(system, "tank", (200.0, 200.0), 90, move=40, locomotion="tracked", skills=["tank"]))
    moves(system, "LW-MOV-09, figures", block(system, "wall", (200, 300), (300, 10), 20), True, (200.0, 400.0), man(system, "a", (200.0, 200.0), move=40))
    river = block(system, "water", (200, 300), (300, 60), 1)
    moves(system, "LW-MOV-10", river, False, (200.0, 400.0), man(system, "a", (200.0, 200.0), move=40), by="zone")
    moves(system, "LW-MOV-10, amphibious", river, True, (200.0, 400.0), hull(system, "a", (200.0, 200.0), 90, move=40, skills=["amphibious"]))
    moves(system, "LW-MOV-10, a boat ashore", river, False, (200.0, 400.0), hull(system, "a", (200.0, 300.0), 0, move=40, skills=["boat"]))
    moves(system, "LW-MOV-10, a boat afloat", river, True, (260.0, 300.0), hull(system, "a", (200.0, 300.0), 0, move=40, skills=["boat"]))
    # tracked and armoured vehicles roll where they enter difficult ground, others don't
    for way, rolls in (("tracked", True), ("armoured", True), ("wheeled", False)):
        query = {"query": "move", "member": "a-1", "path": [[200.0, 400.0]]}
        expect(system, "LW-MOV-07", table(system, block(system, "difficult", (200, 400), (300, 200), 0.5),
                                          hull(system, "a", (200.0, 200.0), 90, move=40, locomotion=way)),
               (query, "verdict", "yes"), (query, "crossings.0.event", "enters"), (query, "crossings.0.roll", rolls))
    # who lies under a disc is hit, seen or not
    for shape, radius in (("small", 25.0), ("medium", 37.5), ("large", 62.5), ("grenade", 25.0), ("explosives", 62.5)):
        struck(system, shape, "LW-TPL-01, LW-RNG-06, LW-TPL-04", [(radius + BASE + beyond, walled, hit) for beyond, hit in SIDES for walled in (False, True)])


def ranges(system, table):
    """Weapons of a kind reach as far as the table says, where the scene says nothing."""
    for kind, least, most in table:
        for limit, inside in ((least, 1.0), (most, -1.0)):
            for beyond in (inside, -inside) if 0 < limit < 900 else ():
                apart = 10.0 * limit + beyond
                gun = man(system, "gun", (100.0, 300.0), weapons=[{"id": "w", "kind": kind}])
                made = scene(system, (2000, 600), [], [gun, man(system, "b", (100.0 + apart + 2 * BASE, 300.0), "blue")])
                expect(system, "LW-RNG-01, %s" % kind, made, ask("attack", beyond == inside, **{"from": "gun", "to": "b"}))


def keeps(system, limit, places, verdict, rule):
    """A unit that stands so."""
    squad = unit(system, "squad", "red", "infantry", places)
    query = {"query": "cohesion", "unit": "squad"}
    expect(system, rule, table(system, [], squad), (query, "verdict", word(verdict)), (query, "limit_mm", limit), (query, "rule", rule))


MORTARS = (("medium-mortar", 20, 120), ("heavy-mortar", 25, 160), ("pistol", 0, 30))


def check_colonial(system):
    check_lotow(system)
    ranges(system, MORTARS + (("rifle", 0, 120), ("musket", 0, 80), ("machine-gun", 0, 120), ("grenade", 0, 20), ("light-mortar", 15, 80), ("bow", 0, 60),
                              ("short-bow", 0, 40), ("javelin", 0, 20), ("dart", 0, 30), ("light-gun", 10, 1000), ("medium-gun", 20, 1000), ("heavy-gun", 25, 1000)))
    for shape, radius in (("light-shell", 25.0), ("medium-shell", 37.5), ("heavy-shell", 62.5)):
        struck(system, shape, "LW-TPL-05", [(radius + BASE + beyond, False, hit) for beyond, hit in SIDES])
    # close order: from each to the next, not from each to each
    for beyond, near in SIDES:
        keeps(system, 10.0, [(300.0, 300.0), (335.0 + beyond, 300.0), (300.0, 335.0 + beyond), (300.0, 370.0 + 2 * beyond)], near, "LW-COH-01")


def check_modern(system):
    """What the two later periods share."""
    check_lotow(system)
    into_any(system, "smoke", 120.0, "LW-TPL-09")
    never_through(system, "smoke", 120.0, "LW-TPL-09")
    for skill, limit, whom, rule in (("leader", 100, "red", "LW-COH-02"), ("searching", 250, "blue", "LW-RNG-07")):
        radius_of(system, skill, limit, rule, whom)
    # every figure of the leader's unit: the farther one decides
    for beyond, within in SIDES:
        squad = unit(system, "squad", "red", "infantry", [(350.0, 300.0), (300.0 + 100 + 2 * BASE + beyond, 300.0)])
        expect(system, "LW-COH-02", table(system, [], man(system, "chief", (300.0, 300.0), skills=["leader"]), squad),
               ask("within", within, **{"from": "chief", "skill": "leader"}))
        # a star round somebody, not a chain: the second of four in a row is too far from the last
        star = [(300.0, 300.0), (425.0 + beyond, 300.0), (300.0, 425.0 + beyond), (300.0, 200.0)]
        keeps(system, 100.0, star, within, "LW-COH-02")
        keeps(system, 100.0, [(300.0, 300.0), (400.0, 300.0), (500.0, 300.0), (600.0, 300.0)], False, "LW-COH-02")
    ranges(system, MORTARS + (("rifle", 0, 60), ("hunting-gun", 0, 21), ("sniper-rifle", 0, 100), ("rifle-grenade", 0, 40), ("light-machine-gun", 0, 60),
                              ("machine-gun", 0, 60), ("machine-gun-tripod", 0, 80), ("grenade", 0, 20), ("light-mortar", 15, 80), ("panzerfaust", 0, 20),
                              ("bazooka", 0, 40), ("light-gun", 10, 1000), ("medium-gun", 20, 1000), ("heavy-gun", 25, 1000)))
    for shape, radius in (("fuel-tank", 50.0), ("mine", 25.0), ("tank-mine", 37.5), ("machine-gun", 62.5), ("light-machine-gun", 37.5)):
        struck(system, shape, "LW-TPL-06, LW-TPL-07, LW-TPL-08", [(radius + BASE + beyond, walled, hit) for beyond, hit in SIDES for walled in (False, True)])
    for shape, radius in (("gas-1", 62.5), ("gas-2", 50.0), ("gas-3", 37.5), ("gas-4", 25.0)):  # half of a base
        struck(system, shape, "LW-TPL-09", [(half_under(radius) + beyond, False, hit) for beyond, hit in SIDES] + [(radius + BASE, False, False), (0.0, False, True)])


def check_1939(system):
    check_modern(system)
    radius_of(system, "officer", 150, "LW-CMD-01", "red")


CHECKS = {"thickets": check_foreign, "skirmish-1991": check_skirmish, "lotow-colonial": check_colonial, "lotow-1914": check_modern,
          "lotow-1939": check_1939}
