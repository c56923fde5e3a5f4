#!/usr/bin/env python3
"""heights.py: stances, roads, light and reaches by rules of our own, in which nothing is called as in a built-in system: who
ducks stands in the way less, a path through brush, fire by night at who stands by a lamp.

usage: heights.py PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

RULES = {
    "trueline_ruleset": 2, "name": "heights", "title": "Heights", "rules": {"H-1": "As high as that.", "H-2": "As far as that."},
    "settings": [{"name": "enemy_gap", "type": "choice", "default": "path", "values": ["path", "end"], "rule": "H-2", "text": "Where."}],
    "lengths": {"game_unit": {"cm": 10, "inch": 10},
                "keeps_off": {"cm": 20, "inch": 20, "variants": [{"when": {"enemy_gap": "end"}, "cm": 60, "inch": 60}]},
                "close_combat_reach": {"cm": 0, "inch": 0, "variants": [{"when": {"enemy_gap": "end"}, "cm": 30, "inch": 30}]}},
    "classes": {"walker": {"measured": "base", "blocks_sight": True}, "cart": {}},
    "areas": {"brush": {"into": "never", "through": "never"}, "glow": {}},
    "terrain": {
        "brush": {"area": "brush", "blocks": False, "lies": "carpet", "rule": "H-1"},
        "path": {"cancels": ["brush"], "cover": False, "going": "free", "lies": "relief", "rule": "H-1"},
        "lamp": {"area": "glow", "lights": True, "blocks": False, "cover": False, "going": "free", "lies": "none", "rule": "H-2"}},
    "stances": {"upright": {}, "ducked": {"height": 0.5, "classes": ["walker"], "rule": "H-1"},
                "down": {"height": 0.1, "lies_along": "facing", "rule": "H-1", "text": "down"}},
    "reaches": {"dim": {"when": {"night": True, "target": {"lit": False}}, "up_to": 10, "rule": "H-2", "text": "Dim."},
                "moved": {"when": {"from": {"moved": True}}, "unless": {"night": True}, "up_to": 20, "rule": "H-2", "text": "Moved."}}}
MAN = {"core": {"shape": "box", "min": [-5, -5, 3], "max": [5, 5, 40]}, "base": {"shape": "disc", "diameter": 20}}
CART = {"core": {"shape": "box", "min": [-30, -20, 0], "max": [30, 20, 50]}}
failures = []


def man(name, x, y, side="red", **more):
    return {"id": name, "side": side, "class": "walker", "weapons": [{"id": "gun", "range": 200}],
            "members": [dict({"id": name + "1", "asset": "man", "at": [x, y]}, **more)]}


def ask(units, question, terrain=(), **more):
    scene = dict({"trueline": 1, "ruleset": "heights.json", "table": {"width": 1200, "depth": 1200},
                  "assets": {"man": MAN, "cart": CART}, "terrain": list(terrain), "units": units}, **more)
    with tempfile.TemporaryDirectory() as folder:
        for name, content in (("heights.json", RULES), ("heights.scene.json", scene)):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
                json.dump(content, out)
        ran = subprocess.run([sys.argv[1], "batch", os.path.join(folder, "heights.scene.json")], input=json.dumps(question) + "\n",
                             capture_output=True, text=True, timeout=60)
    return json.loads(ran.stdout.splitlines()[0]) if ran.stdout else {"refused": ran.stderr}


def expect(what, found, wanted):
    if found != wanted:
        failures.append("%s: %r, not %r" % (what, found, wanted))


def los(units, **more):
    return ask(units, {"query": "los", "from": "a", "to": "b"}, **more)["verdict"]


def box(name, kind, x0, y0, x1, y1):
    return {"id": name, "kind": kind, "outline": [[x0, y0], [x1, y0], [x1, y1], [x0, y1]], "height": 60}


def bodies():
    """Two in one line and a third between: who ducks or lies is seen over, with the base alone in the way of who lies, too."""
    for stance, others, wanted in (("upright", {}, "no"), ("ducked", {}, "yes"), ("down", {}, "yes"),
                                   ("upright", {"stance": "ducked"}, "no"), ("ducked", {"stance": "ducked"}, "no"),
                                   ("down", {"stance": "ducked"}, "yes")):
        wide = dict(MAN, core={"shape": "box", "min": [-5, -300, 0], "max": [5, 300, 40]})
        units = [man("a", 200, 600, **others), man("b", 1000, 600, "blue", **others),
                 {"id": "c", "side": "red", "class": "walker", "members": [{"id": "c1", "asset": "wide", "at": [600, 600], "stance": stance}]}]
        scene_assets = {"assets": {"man": MAN, "cart": CART, "wide": wide}}
        expect("between: %s, %s" % (stance, others), los(units, **scene_assets), wanted)
    cart = {"id": "b", "side": "blue", "class": "cart", "members": [{"id": "b1", "asset": "cart", "at": [600, 600], "stance": "down"}]}
    answer = ask([man("a", 200, 600), cart], {"query": "range", "from": "a", "to": "b"})
    expect("a cart that lies is 50 long, from its core", round(answer["distance_mm"], 6), 600 - 25 - 200 - 10)
    cart["members"][0]["stance"] = "ducked"
    expect("a cart doesn't duck", "whose models are never `ducked`" in ask([man("a", 200, 600), cart], {"query": "los", "from": "a", "to": "b"})["refused"], True)


def paths():
    brush, path = box("brush", "brush", 400, 300, 800, 900), box("path", "path", 300, 580, 900, 620)
    del path["height"]
    for terrain, y, wanted in (([brush], 600, "no"), ([brush, path], 600, "yes"), ([brush, path], 700, "no")):
        expect("path, %d pieces, %d" % (len(terrain), y), los([man("a", 350, y), man("b", 850, y, "blue")], terrain=terrain), wanted)
        expect("path, in it", los([man("a", 600, y), man("b", 1000, y, "blue")], terrain=terrain), wanted)


def lights():
    lamp = {"id": "lamp", "kind": "lamp", "disc": {"centre": [700, 600], "radius": 100}}
    attack = {"query": "attack", "from": "a", "to": "b"}
    for night, moved, x, terrain, wanted, rule in (
            (True, False, 319, [], "yes", None), (True, False, 321, [], "no", "H-2"), (True, False, 601, [lamp], "yes", None),
            (True, False, 599, [lamp], "no", "H-2"), (True, True, 601, [lamp], "yes", None), (False, True, 419, [], "yes", None),
            (False, True, 421, [], "no", "H-2"), (False, False, 1100, [], "yes", None)):
        answer = ask([man("a", 200, 600, moved=moved), man("b", x, 600, "blue")], attack, terrain, night=night)
        expect("attack at %d, night %s, moved %s" % (x, night, moved), answer["verdict"], wanted)
        if rule is not None:
            expect("... by", answer["rule"], rule)


def gaps():
    """Lengths are those of the settings, to moves as well: 20 are kept on the way, or 60 at its end, but by who fights."""
    for where, gap, wanted in (("path", 40, "yes"), ("path", 15, "no"), ("end", 61, "yes"), ("end", 59, "no"), ("end", 40, "no"),
                               ("end", 31, "no"), ("end", 29, "yes")):
        answer = ask([dict(man("a", 200, 600), move=100), man("b", 900, 600, "blue")],
                     {"query": "move", "member": "a1", "path": [[900 - 20 - gap, 600]], "set": {"enemy_gap": where}})
        expect("gap of %d, kept on the %s" % (gap, where), answer.get("verdict", answer), wanted)


for check in (bodies, paths, lights, gaps):
    check()
print("\n".join(failures) or "heights: as the rules say")
sys.exit(bool(failures))
