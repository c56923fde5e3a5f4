#!/usr/bin/env python3
"""throws.py: deviations that no built-in system has, by rules of our own: lengths that modifiers make less than nothing,
places told from the thrower, and deviations whose dice a setting leaves out.

usage: throws.py PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

RULES = {
    "trueline_ruleset": 2, "name": "throws", "title": "Throws", "extends": "skirmish-1991",
    "rules": {"T-1": "Things fall."},
    "deviations": {
        "short": {"rule": "T-1", "text": "short", "aim": "target", "template": "grenade",
                  "dice": [{"text": "far", "sides": 6, "modified": True, "unit": "cm", "decides": "distance"}]},
        "home": {"rule": "T-1", "text": "home", "aim": "target", "template": "grenade",
                 "dice": [{"text": "way", "sides": 6, "decides": "sector", "sectors": [
                     {"from": 1, "to": 3, "way": "ahead", "of": "thrower"}, {"from": 4, "to": 6, "way": "ahead", "of": "target"}]},
                     {"text": "far", "sides": 6, "modified": True, "unit": "cm", "decides": "distance"}]},
        "bare": {"rule": "T-1", "text": "bare", "aim": "target", "reach": "throw",
                 "dice": [{"text": "reach", "sides": 6, "unit": "cm", "decides": "reach"}]}}}
MAN = {"core": {"shape": "cylinder", "from": [0, 0, 3], "to": [0, 0, 30], "radius": 8}, "base": {"shape": "disc", "diameter": 25}}
SCENE = {"trueline": 1, "ruleset": "throws.json", "table": {"width": 900, "depth": 900}, "assets": {"man": MAN}, "units": [
    {"id": "a", "side": "red", "class": "infantry", "members": [{"id": "a1", "asset": "man", "at": [300, 300]}]},
    {"id": "b", "side": "blue", "class": "infantry", "members": [{"id": "b1", "asset": "man", "at": [500, 300, 200]}]}]}
failures = []


def ask(folder, fields):
    question = dict({"query": "scatter", "from": "a", "toward": "b"}, **fields)
    ran = subprocess.run([sys.argv[1], "batch", os.path.join(folder, "throws.scene.json")], input=json.dumps(question) + "\n",
                         capture_output=True, text=True, timeout=60)
    if ran.returncode != 0 and not ran.stdout:
        raise SystemExit(ran.stderr)
    return json.loads(ran.stdout.splitlines()[0])


def expect(what, found, wanted):
    if found != wanted:
        failures.append("%s: %r, not %r" % (what, found, wanted))


def lengths(folder):
    """A die and its modifier in cm, no less than nothing: never back, never to the other side."""
    for name, start in (("short", 500), ("home", 500)):
        for die in (1, 6):
            for modifier in (-100, -7, -6, -1, 0, 3):
                dice = [die] if name == "short" else [5, die]
                landing = ask(folder, {"deviation": name, "dice": dice, "modifier": modifier})["landing"]
                moved = 10.0 * max(0, die + modifier)
                expect("%s %d%+d" % (name, die, modifier), [round(c, 6) for c in landing["at"][:2]], [start + moved, 300])
                expect("%s %d%+d, moved" % (name, die, modifier), round(landing["moved_mm"], 6), moved)


def heights(folder):
    """What comes down where the thrower stands lies on his ground, not as high as the target is."""
    for die, modifier in ((3, -3), (1, -100), (3, 0)):
        answer = ask(folder, {"deviation": "home", "dice": [1, die], "modifier": modifier})
        expect("home %d%+d" % (die, modifier), [round(c, 6) for c in answer["landing"]["at"]], [300 + 10 * max(0, die + modifier), 300, 0])
        expect("home %d%+d, hit" % (die, modifier), answer["verdict"], "yes")


def bare(folder):
    """No die is left to throw: none is asked for, none is taken."""
    expect("bare", [round(c, 6) for c in ask(folder, {"deviation": "bare"})["landing"]["at"][:2]], [500, 300])
    for fields in ({"dice": [3]}, {"roll": True, "seed": 1}):
        error = ask(folder, dict({"deviation": "bare"}, **fields)).get("error", {})
        expect("bare, %s" % fields, error.get("remedy"), "leave it out")
    expect("bare, rolled reach", ask(folder, {"deviation": "bare", "set": {"throw_reach": "rolled"}})["error"]["remedy"],
           "give reach (D6: 1 to 6), or ask for `roll`")


with tempfile.TemporaryDirectory() as made:
    for file, content in (("throws.json", RULES), ("throws.scene.json", SCENE)):
        with open(os.path.join(made, file), "w", encoding="utf-8") as out:
            json.dump(content, out)
    for check in (lengths, heights, bare):
        check(made)
print("\n".join(failures) or "throws: as the rules say")
sys.exit(bool(failures))
