#!/usr/bin/env python3
"""sees.py: `sees` against the questions that ask the same of one alone, on random tables.

usage: sees.py PROGRAM PROJECT
"""
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tables  # noqa: E402
from tables import System, batch, box, fail, failures, scene, unit, write  # noqa: E402

SEEDS = 12


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
if hidden < 3:
    fail("sees", "tables", "only %d units are hidden by special rules" % hidden)
for failure in failures[:40]:
    print("FAILED:", failure)
print("%d pairs, %d of them hidden by a special rule, %d failures" % (pairs, hidden, len(failures)))
sys.exit(1 if failures else 0)
