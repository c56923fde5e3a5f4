#!/usr/bin/env python3
"""Families of rulings: random scenes against judges of their own and laws between answers; nothing here shares code with
the engine.

usage: families.py PROGRAM WORK [FAMILY [COUNT [SEED]]]

Each family prints how many answers it held against its judge. A failing scene is left in WORK, so that the window can
open it.
"""
import json
import math
import os
import random
import re
import subprocess
import sys

program, work = sys.argv[1:3]
os.makedirs(work, exist_ok=True)
failures = []
judged = 0
UNIT = {"cm": 100.0, "inch": 101.6}


def ask(scene, questions, name="scene"):
    """The answers to some questions about a scene; what the program can't answer ends the test."""
    path = os.path.join(work, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    lines = "".join(json.dumps(question) + "\n" for question in questions)
    run = subprocess.run([program, "batch", path, "--no-cache"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(questions), (path, run.stdout)
    for question, answer in zip(questions, answers):
        assert "error" not in answer, (path, question, answer)
    return answers


def hold(good, scene, question, answer, wanted):
    """Counts one answer that was judged; a wrong one is kept."""
    global judged
    judged += 1
    if good:
        return
    path = os.path.join(work, "failure-%d.json" % len(failures))
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file, indent=1)
    failures.append("%s: %s should be %s: %s" % (path, json.dumps(question), wanted, json.dumps(answer)[:600]))


def bare(units, terrain=(), assets=None, measure="cm", **more):
    return dict({"trueline": 1, "ruleset": "dust-battlefield", "settings": {"units": measure},
                 "table": {"width": 1800, "depth": 1200}, "assets": assets or {}, "terrain": list(terrain),
                 "units": units}, **more)


def write_boxes(name, boxes):
    """A mesh of closed boxes beside the scene."""
    lines, base = [], 1
    for low, high in boxes:
        lines += ["v %r %r %r" % tuple((high if k >> axis & 1 else low)[axis] for axis in range(3)) for k in range(8)]
        for face in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
            a, b, c, d = (base + corner for corner in face)
            lines += ["f %d %d %d" % (a, b, c), "f %d %d %d" % (a, c, d)]
        base += 8
    with open(os.path.join(work, name), "w") as file:
        file.write("\n".join(lines) + "\n")


# --- plane geometry of the judges

def rectangle(at, facing, half):
    """Corners of a rectangle, counter-clockwise."""
    s, c = math.sin(math.radians(facing)), math.cos(math.radians(facing))
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c)
            for x, y in ((-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1]))]


def to_segment(p, a, b):
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def meet(one, other):
    """Whether two convex rings have a point in common: no edge has all of the other beyond it."""
    return not any(all((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) < 0 for p in ring)
                   for edges, ring in ((one, other), (other, one)) for a, b in zip(edges, edges[1:] + edges[:1]))


def apart(one, other):
    """The distance of two convex rings."""
    if meet(one, other):
        return 0.0
    return min(min(to_segment(p, a, b) for p in ring for a, b in zip(edges, edges[1:] + edges[:1]))
               for ring, edges in ((one, other), (other, one)))


# --- DB-REA-02: who may not end farther away when it turns to react

def turning(count, rng):
    for _ in range(count):
        measure = rng.choice(["cm", "inch"])
        half = {name: (rng.uniform(20, 110), rng.uniform(15, 40)) for name in ("a", "b", "c")}
        assets = {name: {"core": {"shape": "box", "min": [-x, -y, 5], "max": [x, y, 40]}} for name, (x, y) in half.items()}
        acting = [([rng.uniform(700, 1100), rng.uniform(400, 800)], rng.uniform(0, 360)) for _ in range(rng.choice([1, 2]))]
        units = [{"id": "acts", "side": "red", "class": "vehicle", "members": [
            {"id": "acts-%d" % i, "asset": "a", "at": at, "facing": facing} for i, (at, facing) in enumerate(acting)]}]
        reactors = []
        for i, (kind, size) in enumerate([("vehicle", None), ("vehicle", "normal"), ("vehicle", "large"), ("vehicle", "huge"),
                                          ("aircraft", "large")]):
            at, facing, asset = [rng.uniform(150, 1650), rng.uniform(150, 1050)], rng.uniform(0, 360), rng.choice("bc")
            unit = {"id": "r%d" % i, "side": "blue", "class": kind, "weapons": [{"id": "gun", "range": 8, "arc": "turret"}],
                    "members": [{"id": "r%d-1" % i, "asset": asset, "at": at, "facing": facing}]}
            unit.update({"size": size} if size else {})
            units.append(unit)
            reactors.append((unit, at, facing, asset, rng.uniform(0, 360)))
        scene = bare(units, assets=assets, measure=measure)
        questions = [{"query": "react", "from": unit["id"], "to": rng.choice(["acts", "acts-0"]), "facing": turned}
                     for unit, _, _, _, turned in reactors]
        foes = [rectangle(at, facing, half["a"]) for at, facing in acting]
        for (unit, at, facing, asset, turned), question, answer in zip(reactors, questions, ask(scene, questions)):
            before, after = (min(apart(rectangle(at, f, half[asset]), foe) for foe in foes) for f in (facing, turned))
            if min(before, after) < 1 or abs(before - after) < 0.2:
                continue
            bound = unit["class"] == "vehicle" and unit.get("size") == "large"
            fine = not bound or after < before
            hold(answer["turn"] == ("yes" if fine else "no") and abs(answer["turn_margin_mm"] - (before - after)) < 1e-6,
                 scene, question, answer, "turn %s, nearer by %g" % (fine, before - after))
            unturned = dict(question)
            del unturned["facing"]
            stands = ask(scene, [{"query": "place", "member": unit["id"] + "-1", "at": at, "facing": turned}, unturned])[1]
            hold(answer["verdict"] == ("no" if not fine else stands["verdict"]), scene, question, answer,
                 "as when it stands so: " + stands["verdict"])


# --- DB-CC-03: reach and sight in close combat

MAN = {"core": {"shape": "capsule", "from": [0, 0, 8], "to": [0, 0, 28], "radius": 6}, "base": {"shape": "disc", "diameter": 25}}


def hides(wall, p, q, radius):
    """Whether a convex wall stops every line in plan between two discs, and how clearly: None when it only just does or
    doesn't. All lines are stopped when both outer tangents are: a convex thing that meets both parts one disc from the other."""
    length = math.dist(p, q)
    x, y = (q[1] - p[1]) / length, (p[0] - q[0]) / length
    found = []
    for near in (-0.3, 0.3):
        r = radius + near
        tangents = [[(p[0] + s * r * x, p[1] + s * r * y), (q[0] + s * r * x, q[1] + s * r * y)] for s in (-1, 1)]
        found.append(all(meet(wall, tangent) for tangent in tangents))
    return found[0] if found[0] == found[1] else None


def melee(count, rng):
    for _ in range(count):
        measure = rng.choice(["cm", "inch"])
        reach = {"cm": 50.0, "inch": 50.8}[measure]
        spots = [[rng.uniform(500, 640), rng.uniform(500, 640)] for _ in range(12)]
        at, facing, half = [rng.uniform(520, 620), rng.uniform(520, 620)], rng.uniform(0, 360), (rng.uniform(20, 120), rng.uniform(1, 4))
        wall, height = rectangle(at, facing, half), rng.choice([15, 60])
        kind = rng.choice(["wall", "obstacle", "hedge", "floor"])
        terrain, lift = [{"id": "wall", "kind": "wall" if kind == "floor" else kind, "outline": wall, "height": height}], 0
        if kind == "floor":  # the second unit stands on a floor over the first one's heads
            lift = 38 + rng.uniform(0.5, 9)
            terrain = [{"id": "floor", "kind": "building", "mesh": "floor.obj", "at": [570, 570, lift - 4]}]
            write_boxes("floor.obj", [((-300, -300, 0), (300, 300, 4))])
        units = [{"id": name, "side": name, "class": "infantry", "weapons": [{"id": "knife", "range": "C"}], "members": [
            {"id": "%s%d" % (name, i), "asset": "man", "at": spot + ([z] if z else [])} for i, spot in enumerate(mine)]}
            for name, mine, z in (("a", spots[:6], 0), ("b", spots[6:], lift))]
        scene = bare(units, terrain, {"man": MAN}, measure)
        questions = [{"query": "close-combat", "from": "a", "to": "b"}, {"query": "attack", "from": "a", "to": "b"},
                     {"query": "close-combat", "from": "b", "to": "a"}]
        close, attack, back = ask(scene, questions)
        fights = [{(m["id"], t) for m in members for t in m["targets"]}
                  for members in (close["members"], attack["weapons"][0]["members"])]
        fights.append({(t, m["id"]) for m in back["members"] for t in m["targets"]})
        for i, p in enumerate(spots[:6]):
            for j, q in enumerate(spots[6:]):
                apart_by = max(0.0, math.dist(p, q) - 25)
                clear = kind == "floor" or min(min(to_segment(s, a, b) for a, b in zip(wall, wall[1:] + wall[:1])) for s in (p, q)) > 13
                unseen = True if kind == "floor" else False if height < 20 else hides(wall, p, q, 6) if math.dist(p, q) > 12.7 else None
                if abs(apart_by - reach) < 0.2 or not clear or unseen is None or any(meet(wall, [s, s]) for s in (p, q)):
                    continue
                wanted = apart_by < reach and not unseen
                for fight, question, answer in zip(fights, questions, (close, attack, back)):
                    hold((("a%d" % i, "b%d" % j) in fight) == wanted, scene, question, answer,
                         "a%d and b%d %s" % (i, j, "fight" if wanted else "don't fight"))


# --- DT-SPC-14: infantry that flies over terrain

def to_ring(p, ring):
    """The distance of a point to an area, 0 inside."""
    return 0.0 if meet(ring, [p, p]) else min(to_segment(p, a, b) for a, b in zip(ring, ring[1:] + ring[:1]))


def flying(count, rng):
    for _ in range(count):
        measure = rng.choice(["cm", "inch"])
        kinds = ["wood", "swamp", "deep-water", "cliff", "trap", "smoke", "crops", "water", "road"]
        areas = [(rng.choice(kinds), rectangle([rng.uniform(300, 900), rng.uniform(300, 900)], rng.uniform(0, 360),
                                               (rng.uniform(20, 120), rng.uniform(20, 120)))) for _ in range(4)]
        foes = [([rng.uniform(250, 950), rng.uniform(250, 950)], rng.choice(["red", "blue"])) for _ in range(3)]
        start = [rng.uniform(400, 800), rng.uniform(400, 800)]
        skills = rng.choice([["flying-infantry"], ["flying-infantry", "scout"]])
        units = [{"id": "jets", "side": "red", "class": rng.choice(["infantry", "hero"]), "move": 4, "march": 6, "skills": skills,
                  "members": [{"id": "jet", "asset": "man", "at": start}]}]
        units += [{"id": "u%d" % i, "side": side, "class": "infantry", "members": [{"id": "m%d" % i, "asset": "man", "at": at}]}
                  for i, (at, side) in enumerate(foes)]
        terrain = [dict({"id": "t%d" % i, "kind": kind, "outline": ring}) for i, (kind, ring) in enumerate(areas)]
        scene = bare(units, terrain, {"man": MAN}, measure)
        ends = [[rng.uniform(250, 950), rng.uniform(250, 950)] for _ in range(12)]
        questions = [{"query": "move", "member": "jet", "path": [end], "march": True} for end in ends]
        for end, question, answer in zip(ends, questions, ask(scene, questions)):
            length, limit = math.dist(start, end), 6 * UNIT[measure]
            passed = [to_segment(at, start, end) - 25 for at, side in foes if side == "blue"]
            ended = [math.dist(at, end) - 25 for at, _ in foes]
            closed = [to_ring(end, ring) - 12.5 for kind, ring in areas if kind in ("deep-water", "cliff")]
            begun = [math.dist(at, start) - 25 for at, side in foes if side == "blue"]
            if min([abs(x) for x in passed + ended + closed] + [abs(length - limit)]) < 0.3 or min(begun + [99]) < 0.3:
                continue
            good = length < limit and min(passed + ended + closed + [99]) > 0
            hold(answer["verdict"] == ("yes" if good else "no"), scene, question, answer, "yes" if good else "no")
            if good:
                hold(abs(answer["length_mm"] - length) < 1e-6 and "DT-SPC-14" in [r["rule"] for r in answer["reasons"]],
                     scene, question, answer, "as long as seen from above, and told why")
        # what is reached for certain, `move` allows
        spots = reached_spots(ask(scene, [{"query": "reach", "member": "jet", "march": True}])[0], 8, rng)
        moves = [{"query": "move", "member": "jet", "path": [p], "march": True} for p in spots]
        for question, answer in zip(moves, ask(scene, moves) if moves else []):
            straight = not any(to_segment(at, start, question["path"][0]) < 25.3 for at, side in foes if side == "blue")
            hold(not straight or answer["verdict"] == "yes", scene, question, answer, "yes: it is reached for certain")


def reached_spots(reach, most, rng):
    """Places just inside the rim of what is reached for certain."""
    rings = reach["certain"]["rings"]
    spots = [[(a[0] + b[0]) / 2 + 0.3 * (c[0] - b[0]) / max(1, math.dist(b, c)), (a[1] + b[1]) / 2 + 0.3 * (c[1] - b[1]) / max(1, math.dist(b, c))]
             for ring in rings for a, b, c in zip(ring, ring[1:], ring[2:])]
    return [p for p in rng.sample(spots, min(most, len(spots))) if sum(winding(p, ring) for ring in rings) > 0]


def winding(p, ring):
    """How often a ring goes round a point."""
    turns = 0
    for a, b in zip(ring, ring[1:] + ring[:1]):
        side = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        turns += 1 if a[1] <= p[1] < b[1] and side > 0 else -1 if b[1] <= p[1] < a[1] and side < 0 else 0
    return turns


# --- where a move may end, and what `check` says of who stands there

def check(scene):
    path = os.path.join(work, "check.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    return subprocess.run([program, "check", path, "--no-cache"], stdout=subprocess.PIPE, check=True).stdout.decode()


def ending(count, rng):
    for _ in range(count):
        measure = rng.choice(["cm", "inch"])
        assets = {"man": MAN, "tank": {"core": {"shape": "box", "min": [-50, -30, 0], "max": [50, 30, 40]}},
                  "gun": {"core": MAN["core"], "base": {"shape": "rectangle", "size": [60, 40]}}}
        terrain = [{"id": "t%d" % i, "kind": rng.choice(["wall", "obstacle", "hedge", "rubble", "wreck", "crops", "hill"]), "height": rng.choice([3, 15, 60]),
                    "outline": rectangle([rng.uniform(450, 750), rng.uniform(450, 750)], rng.uniform(0, 360), (rng.uniform(20, 80), rng.uniform(3, 40)))}
                   for i in range(3)]
        mover = rng.choice(["man", "gun", "tank"])
        units = [{"id": "mover", "side": "red", "class": "vehicle" if mover == "tank" else "infantry", "move": 8, "march": 12, "locomotion": "walker",
                  "members": [{"id": "goes", "asset": mover, "at": [200, 200]}]}]
        units += [{"id": "u%d" % i, "side": "red", "class": "vehicle" if asset == "tank" else "infantry",
                   "members": [{"id": "m%d" % i, "asset": asset, "at": [rng.uniform(450, 750), rng.uniform(450, 750)], "facing": rng.uniform(0, 360)}]}
                  for i, asset in enumerate(("man", "gun", "man", "gun"))]
        scene = bare(units, terrain, assets, measure)
        for _ in range(6):
            end, facing = [rng.uniform(450, 750), rng.uniform(450, 750)], rng.uniform(0, 360)
            question = {"query": "move", "member": "goes", "path": [end], "facing": facing, "march": True,
                        "set": {"terrain_cap": "inside_part", "rotation": "centre"}}
            answer = ask(scene, [question])[0]
            there = json.loads(json.dumps(scene))
            there["units"][0]["members"][0].update({"at": end, "facing": facing})
            said = [line for line in check(there).splitlines() if "`goes`" in line and "overlap" in line]
            hold(not said or answer["verdict"] != "yes", scene, question, answer, "not yes: " + "".join(said))
            ends = [r for r in answer["reasons"] if r["rule"] == "DB-MOV-03" and r["verdict"] == "no"]
            if ends:
                hold(bool(said), scene, question, answer, "`check` sees nothing there")


# --- which model carries which weapon: a unit's answers are made of those of its models with the weapons that they have

def hands(count, rng):
    for _ in range(count):
        measure = rng.choice(["cm", "inch"])
        weapons = [{"id": "rifle", "range": 4}, {"id": "gun", "range": [1, 6], "arc": "front"}, {"id": "knife", "range": "C"},
                   {"id": "mortar", "range": [2, 9], "template": "blast"}, {"id": "spray", "range": 2, "template": "flame-2"}]
        rng.shuffle(weapons)
        ids = [weapon["id"] for weapon in weapons]
        carried = [None if rng.random() < 0.2 else [w for w in ids if rng.random() < 0.5] for _ in range(4)]
        units = [{"id": name, "side": name, "class": "infantry", "members": [
            {"id": "%s%d" % (name, i), "asset": "man", "at": [rng.uniform(*span), rng.uniform(400, 700)], "facing": rng.uniform(-90, 90)} for i in range(4)]}
            for name, span in (("a", (400, 600)), ("b", (550, 900)))]
        units[0]["weapons"] = weapons
        walls = [{"id": "w%d" % i, "kind": "wall", "outline": rectangle([rng.uniform(500, 700), rng.uniform(400, 700)], rng.uniform(0, 360), (60, 3)), "height": 60} for i in range(2)]
        all_have = bare(units, walls, {"man": MAN}, measure)
        own = json.loads(json.dumps(all_have))
        for member, mine in zip(own["units"][0]["members"], carried):
            member.update({"weapons": mine} if mine is not None else {})
        has = {(m["id"], w) for m, mine in zip(units[0]["members"], carried) for w in (ids if mine is None else mine)}
        # of each model with each weapon, where everybody has all
        single = {}
        for query in ("attack", "arc"):
            asked = [{"query": query, "from": m["id"], "to": "b"} for m in units[0]["members"]]
            for question, answer in zip(asked, ask(all_have, asked)):
                for weapon in answer["weapons"]:
                    single[query, question["from"], weapon["id"]] = weapon["members"][0]
        for query in ("attack", "arc", "react"):
            names = ["a"] + [m["id"] for m in units[0]["members"]]
            asked = [{"query": query, "from": name, "to": "b"} for name in names]
            for question, answer in zip(asked, ask(own, asked)):
                mine = sorted(pair for pair in has if question["from"] in ("a", pair[0]))
                told = sorted((m["id"], w["id"]) for w in answer["weapons"] for m in w["members"])
                hold(told == mine, own, question, answer, "of %s alone" % mine)
                kind = "attack" if query == "react" else query
                same = all(m == single[kind, m["id"], w["id"]] for w in answer["weapons"] for m in w["members"])
                hold(same, own, question, answer, "as of each model alone")
                if query != "react":
                    verdicts = {single[query, m, w]["verdict"] for m, w in mine}
                    wanted = "yes" if "yes" in verdicts else "marginal" if "marginal" in verdicts else "no"
                    hold(answer["verdict"] == wanted, own, question, answer, wanted)
        # a template is laid by who has it
        for shape, weapon, more in (("blast", "mortar", {"at": [750, 550]}), ("flame-2", "spray", {"toward": "b0"})):
            bearers = [m for m, w in has if w == weapon]
            question = dict({"query": "template", "shape": shape, "from": "a"}, **more)
            answer = ask(own, [question])[0]
            placed = answer["placement"]
            hold(placed.get("weapon") == (weapon if bearers else None) and (not bearers or placed["from"] in bearers), own, question,
                 answer, "laid by one of %s" % bearers)


# --- numbers and what depends on them, in every language

def grammar(count, rng):
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../languages")
    forms, singular = {}, {"en": lambda n: n == 1, "fr": lambda n: n < 2}
    for tag in singular:
        with open(os.path.join(folder, tag + ".json"), encoding="utf-8") as file:
            said = json.load(file)
        # nouns that stand right behind their own number
        forms[tag] = {pair for text in said["sentences"].values() for k, *pair in re.findall(r"%(\d)\$s \{\1:(\w+)\|(\w+)\}", text) for pair in [tuple(pair)]}
        assert len(forms[tag]) > 10, tag
    for _ in range(count):
        units = [{"id": name, "side": name, "class": "infantry", "weapons": [{"id": "gun", "range": 8}, {"id": "knife", "range": "C"}], "members": [
            {"id": "%s%d" % (name, i), "asset": "man", "at": [rng.uniform(*span), rng.uniform(400, 700)]} for i in range(rng.randint(1, 3))]}
            for name, span in (("a", (400, 600)), ("b", (650, 900)))]
        walls = [{"id": "w", "kind": "wall", "outline": rectangle([625, rng.uniform(400, 700)], 90, (rng.uniform(5, 160), 3)), "height": 60}]
        scene = bare(units, walls, {"man": MAN}, rng.choice(["cm", "inch"]))
        pairs = [{"query": query, "from": "a", "to": "b"} for query in ("los", "cover", "attack", "close-combat", "react", "range")]
        asked = [dict(question, lang=tag) for question in pairs + [{"query": "template", "shape": "blast", "at": [700, 550]}] for tag in singular]
        for question, answer in zip(asked, ask(scene, asked)):
            told = " ".join([answer["summary"]] + [reason["text"] for reason in answer["reasons"]])
            wrong = [(number, one, many) for one, many in forms[question["lang"]] for number, word in
                     re.findall(r"(?<![\d.,])(\d+(?:[.,]\d+)?) (%s|%s)\b" % (one, many), told)
                     if one != many and (word == one) != singular[question["lang"]](float(number.replace(",", ".")))]
            hold(not wrong, scene, question, answer, "right in number: %s" % wrong)
            # the verb of a sentence that counts pairs
            pairs_have = re.findall(r"(\d+) of \d+ pairs? of models (has|have)\b", told) + re.findall(r"(\d+) paires? de figurines sur \d+ (a|ont)\b", told)
            hold(all((verb in ("has", "a")) == singular[question["lang"]](int(n)) for n, verb in pairs_have), scene, question, answer, "has, or have")


# --- kinds of terrain, as the manual's table has them

def kinds_of_manual():
    page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/scene-format.md")
    with open(page, encoding="utf-8") as file:
        table = file.read().split("<!-- kinds -->")[1].split("<!-- end of kinds -->")[0]
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.strip().splitlines()[2:]]
    return {row[0].strip("`"): {"sight": set(row[1].split(", ")) - {""}, "outline": row[2], "moves": row[3]} for row in rows}


def kinds(count, rng):
    manual = kinds_of_manual()
    known = json.loads(subprocess.run([program, "rules", "dust-battlefield", "--json"], stdout=subprocess.PIPE, check=True).stdout)
    assert [kind["name"] for kind in known["kinds"]] == list(manual), "the manual's table of kinds"
    for kind, says in manual.items():
        for form in ("mesh", "outline", "flat"):
            for _ in range(count):
                measure = rng.choice(["cm", "inch"])
                unit, x, y, turn = UNIT[measure], rng.uniform(600, 1000), rng.uniform(500, 700), rng.uniform(0, 360)
                thick, high = rng.choice([30, 2.6 * unit]), rng.choice([15, 60])
                c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))

                def spot(along, aside=0.0):
                    return [x + along * c - aside * s, y + along * s + aside * c]
                piece = {"id": "piece", "kind": kind}
                if form == "mesh":
                    write_boxes("piece.obj", [((-thick / 2, -200, 0), (thick / 2, 200, high))])
                    piece.update({"mesh": "piece.obj", "at": [x, y, 0], "turn": turn})
                else:
                    piece["outline"] = [spot(a, b) for a, b in ((-thick / 2, -200), (thick / 2, -200), (thick / 2, 200), (-thick / 2, 200))]
                    piece.update({"height": high} if form == "outline" else {})
                away = rng.choice([0.3, 1.2]) * unit  # from the nearer edge
                far = thick / 2 + away
                units = [{"id": name, "side": name, "class": "vehicle" if name == "cart" else "infantry", "move": 9, "locomotion": "walker",
                          "members": [{"id": name + "-1", "asset": "cart" if name == "cart" else "man", "at": at}]}
                         for name, at in (("a", spot(-far)), ("b", spot(far)), ("cart", spot(-far, 60)))]
                scene = bare(units, [piece], {"man": MAN, "cart": {"core": {"shape": "box", "min": [-20, -20, 2], "max": [20, 20, 30]}}}, measure)
                walk, drive = ({"query": "move", "member": who, "path": [spot(far, aside)], "set": {"tolerance_mm": 0.05}}
                               for who, aside in (("a-1", -60), ("cart-1", 60)))
                questions = [{"query": "los", "from": "a", "to": "b"}, {"query": "cover", "from": "a", "to": "b"}, walk, drive]
                los, cover, foot, wheels = ask(scene, questions)
                body = form == "mesh" and "blocks" in says["sight"] or form == "outline" and says["outline"] == "a solid body"
                area = "depth" in says["sight"]
                tall = high == 60 or form == "flat"
                deep = area and tall and away + thick - 12.5 > unit  # from the edge beyond
                hidden = body and high == 60 or deep
                hold(los["verdict"] == ("no" if hidden else "yes"), scene, questions[0], los, "hidden" if hidden else "seen")
                # heads end at 34, feet begin at 2: is what is 15 high in the way of the line from the one to the other?
                passes = 34 - 32 * (far + thick / 2) / (2 * far) > 15
                covered = hidden or (body or area) and "cover" in says["sight"] and (tall or not passes)
                hold(cover["verdict"] == ("yes" if covered else "no"), scene, questions[1], cover, "covered" if covered else "bare")
                for question, answer, vehicle in ((walk, foot, False), (drive, wheels, True)):
                    # walls no higher than a sill are climbed over by infantry
                    walls = says["moves"] == "walls" and form == "mesh" and (vehicle or high == 60)
                    closed = says["moves"] == "closed" or (vehicle and says["moves"] == "vehicles") or walls
                    slow = says["moves"] != "free" and math.dist(spot(-far, 60 if vehicle else 0), question["path"][0]) > 2 * unit
                    met = "DB-MOV-07" if closed else "DB-MOV-05" if slow else None
                    rules = {r["rule"] for r in answer["reasons"] if r["verdict"] == "no"}
                    hold((met in rules) if met else answer["verdict"] == "yes", scene, question, answer, met or "free")
                said = "piece" in "".join(line for line in check(scene).splitlines() if "sight passes it" in line)
                silent = "blocks" in says["sight"] and "depth" not in says["sight"] and not body and form != "mesh" and (
                    form == "outline" or says["outline"] == "a solid body")
                hold(said == silent, scene, {"check": kind}, {"form": form}, "told of" if silent else "not told of")


FAMILIES = {"kinds": (kinds, 1), "hands": (hands, 6), "grammar": (grammar, 12), "turning": (turning, 12), "melee": (melee, 15), "flying": (flying, 12), "ending": (ending, 6)}

chosen = sys.argv[3:4] or list(FAMILIES)
seed = int(sys.argv[5]) if len(sys.argv) > 5 else 20260
for name in chosen:
    family, count = FAMILIES[name]
    judged, before = 0, len(failures)
    family(int(sys.argv[4]) if len(sys.argv) > 4 else count, random.Random("%s-%d" % (name, seed)))
    print("%s: %d answers judged, %d wrong (seed %d)" % (name, judged, len(failures) - before, seed))
    if judged == 0:
        failures.append(name + " judged nothing")
for failure in failures[:20]:
    print("FAILED:", failure)
sys.exit(1 if failures else 0)
