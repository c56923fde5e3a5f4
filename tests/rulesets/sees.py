#!/usr/bin/env python3
"""sees.py: `sees` against the questions that ask the same of one alone, on random tables; and the names that it lists.

usage: sees.py PROGRAM PROJECT
"""
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tables  # noqa: E402
from tables import System, batch, box, fail, failures, said, scene, unit, write  # noqa: E402

SEEDS = 12
WORDS = {"en": ("in range of ", ", in "), "fr": ("à portée de ", ", sans ")}


def battle(system, draw):
    """Units at random, some with a special rule that keeps them unseen, behind random pieces."""
    classes = list(system.section("classes"))
    hiding = [name for name, row in system.section("skills").items()
              if any(effect["effect"] == "unseen_beyond" for effect in row.get("effects", []))]
    kinds = [name for name, row in system.section("terrain").items() if row.get("cover", True)]
    terrain = [dict({"id": "piece-%d" % k, "kind": draw.choice(kinds)}, **box(
        system, (draw.uniform(100, 800), draw.uniform(100, 800)), (draw.uniform(60, 250), draw.uniform(60, 250)), draw.uniform(15, 60)))
        for k in range(8)]
    guns = [{"id": "near", "name": "Gun", "range": 3}, {"id": "far", "name": "Big Gun", "range": [2, 6]}]
    return scene(system, (900, 900), terrain, [
        unit(system, "u%d" % k, draw.choice(["red", "blue"]), draw.choice(classes), [(draw.uniform(80, 820), draw.uniform(80, 820))],
             facing=draw.uniform(0, 360), weapons=guns, skills=[draw.choice(hiding)] if hiding and draw.random() < 0.5 else [])
        for k in range(6)])


def check_pairs(system, seed):
    made = battle(system, random.Random(seed))
    path = write(system, "sees.scene.json", made)
    names = [each["id"] for each in made["units"]]
    all_of_them = batch(system, path, [{"query": "sees", "from": a, "whom": "all"} for a in names])
    pairs = [(a, row) for a, answer in zip(names, all_of_them) for row in answer.get("units", [])]
    if len(pairs) != len(names) * (len(names) - 1):
        fail(system.name, "sees, seed %d" % seed, "%d rows" % len(pairs))
    single = batch(system, path, [{"query": q, "from": a, "to": row["unit"]} for a, row in pairs
                                  for q in ("los", "range", "cover", "attack")]
                   + [{"query": "los", "from": row["unit"], "to": a} for a, row in pairs])
    hidden = 0
    for k, (a, row) in enumerate(pairs):
        los, far, cover, attack = single[4 * k:4 * k + 4]
        back = single[4 * len(pairs) + k]
        expected = {"sees": los["verdict"], "rule": los["rule"], "seen_by": back["verdict"], "distance_mm": far["distance_mm"]}
        if row["sees"] != "no":
            expected["cover"] = cover["verdict"]
        for key, value in expected.items():
            if row.get(key) != value:
                fail(system.name, "seed %d, %s and %s" % (seed, a, row["unit"]), "%s is %r, alone %r" % (key, row.get(key), value))
        if [w["may_fire"] for w in row["weapons"]] != [w["verdict"] for w in attack["weapons"]]:
            fail(system.name, "seed %d, %s and %s" % (seed, a, row["unit"]), "another word on who may fire")
        hidden += row["sees"] == "no" and "unseen" in los
    return len(pairs), hidden


def check_names(system):
    """A weapon whose name is part of another's is named, too; lists that are too long end between two names."""
    kind = next(iter(system.section("classes")))
    guns = [{"id": "a", "name": "Machine gun", "range": 9}, {"id": "b", "name": "gun", "range": 9}, {"id": "c", "name": "gun", "range": 9}]
    other = unit(system, "b", "blue", kind, [(200, 100)])
    path = write(system, "names.scene.json", scene(system, (900, 900), [], [unit(system, "a", "red", kind, [(100, 100)], weapons=guns), other]))
    for lang, (before, behind) in WORDS.items():
        listed = said(system, ["sees", path, "a"], lang).split(before)[1].split(behind)[0]
        if listed != "Machine gun, gun":
            fail(system.name, "names, %s" % lang, "lists %r" % listed)
    for length in (1, 2, 3, 7, 8, 30, 61):
        name = "é" * length
        guns = [{"id": "w%d" % k, "name": "%s%02d" % (name, k), "range": 9} for k in range(40)]
        others = [dict(unit(system, "b%d" % k, "blue", kind, [(100 + 60 * (k % 13), 200 + 60 * (k // 13))]), name="%s%02d" % (name, k)) for k in range(60)]
        path = write(system, "names.scene.json", scene(system, (900, 900), [], [unit(system, "a", "red", kind, [(100, 100)], weapons=guns)] + others))
        first, second = said(system, ["sees", path, "a"], "en").splitlines()[:2]
        for listed, end in ((first[len("a sees "):-1], "..."), (second.split("in range of ")[1].split(", in ")[0], "...")):
            parts = listed.split(", ")
            if parts[-1] != end or any(part[:-2] != name for part in parts[:-1]):
                fail(system.name, "names of %d letters" % length, "lists %r" % listed)


tables.begin(*sys.argv[1:3])
pairs = hidden = 0
with tempfile.TemporaryDirectory() as folder:
    here = os.path.dirname(os.path.abspath(__file__))
    built = [os.path.join(tables.project, "rulesets", name) for name in ("dust-battlefield.json", "skirmish-1991.json")]
    systems = [System(folder, path) for path in built] + [System(folder, os.path.join(here, "plain.json"))]
    for number in range(SEEDS):
        for each in systems[:1 if number % 3 else None]:
            found = check_pairs(each, number)
            pairs, hidden = pairs + found[0], hidden + found[1]
    check_names(systems[0])
if hidden < 3:
    fail("sees", "tables", "only %d units are hidden by special rules" % hidden)
for failure in failures[:40]:
    print("FAILED:", failure)
print("%d pairs, %d of them hidden by a special rule, %d failures" % (pairs, hidden, len(failures)))
sys.exit(1 if failures else 0)
