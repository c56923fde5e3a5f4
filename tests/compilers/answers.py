#!/usr/bin/env python3
"""Asks two builds of the program the same questions and compares the answers byte for byte.

usage: answers.py PROJECT FOLDER PROGRAM [OTHER]

The questions: all kinds on the sample table, and sight, cover and attacks with margins and proofs on random tables of
slits, walls, steps and rubble, turned every way, with bodies that touch them. Prints a hash for each family and one of
all; fails where the programs differ, with the first question that they answer differently. With one program it only
prints its hashes. Scenes and meshes are written into FOLDER.
"""
import concurrent.futures
import hashlib
import json
import math
import os
import random
import subprocess
import sys

SEED = 20261123
TABLES = 25


def crossroads(project):
    path = os.path.join(project, "terrain", "crossroads.scene.json")
    with open(path, encoding="utf-8") as file:
        units = json.load(file)["units"]
    members = [m["id"] for u in units for m in u["members"]]
    names = [u["id"] for u in units]
    questions = []
    for a in members:
        for b in members:
            if a != b:
                questions += [{"query": q, "from": a, "to": b} for q in ("los", "cover", "range")]
    for a in names:
        for b in names:
            if a != b:
                questions += [{"query": q, "from": a, "to": b} for q in ("attack", "arc", "react", "close-combat")]
        questions += [{"query": "cohesion", "unit": a}, {"query": "within", "from": a, "limit_mm": 400, "sight": True},
                      {"query": "template", "shape": "blast", "best": True, "from": a}]
    for a, b in list(zip(members, members[7:]))[::2]:
        questions += [{"query": "los", "from": a, "to": b, "margin": True}, {"query": "los", "from": a, "to": b, "proof": True}]
    for a in members[::3]:
        questions += [{"query": "reach", "member": a}, {"query": "move", "member": a, "path": [[900, 500], [700, 640]]}]
    return path, questions


def obj(boxes):
    lines, n = [], 0
    for low, high, turn in boxes:
        c, s = math.cos(turn), math.sin(turn)
        middle = [(low[k] + high[k]) / 2 for k in range(2)]
        for i in range(8):
            x, y, z = ((high if i >> k & 1 else low)[k] for k in range(3))
            dx, dy = x - middle[0], y - middle[1]
            lines.append("v %.6f %.6f %.6f" % (middle[0] + c * dx - s * dy, middle[1] + s * dx + c * dy, z))
        for f in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
            lines.append("f " + " ".join(str(n + i + 1) for i in f))
        n += 8
    return "\n".join(lines) + "\n"


def table(draw, folder, number):
    """A random table: walls with slits, steps, rubble; two squads, some of whose models touch what stands there."""
    boxes, x = [], 500
    kind = number % 5
    width = draw.choice([0, 0.01, 0.1, 0.5, 2, 8])
    if kind == 0:
        y = draw.uniform(380, 420)
        boxes = [((x, 100, 0), (x + 8, y, 90), 0), ((x, y + width, 0), (x + 8, 700, 90), 0)]
    elif kind == 1:
        boxes = [((x, 100, 0), (x + 8, 700, draw.uniform(20, 36)), draw.uniform(-0.3, 0.3)) for x in (420, 520, 600)]
    elif kind == 2:
        boxes = [((draw.uniform(350, 650), draw.uniform(200, 600), 0), (0, 0, 0), 0) for _ in range(40)]
        boxes = [(low, (low[0] + draw.uniform(5, 60), low[1] + draw.uniform(5, 60), draw.uniform(5, 60)), draw.uniform(0, 6))
                 for low, _, _ in boxes]
    elif kind == 3:
        boxes = [((400 + 12 * i, 100, 0), (404 + 12 * i, 700, 26 + draw.uniform(0, 12)), 0) for i in range(12)]
    else:
        boxes = [((318.5, 100, 0), (330, 410, 60), 0), ((330, 250, 0), (690, 262, 40), 0), ((669, 380, 0), (681, 700, 33), 0)]
    with open(os.path.join(folder, "walls-%d.obj" % number), "w", encoding="ascii") as file:
        file.write(obj(boxes))
    units = []
    for name, at in (("a", 300), ("b", 700)):
        members = [{"id": "%s%d" % (name, i), "asset": draw.choice(["man", "box"]), "facing": draw.choice([0, 90, 33]),
                    "at": [at + draw.choice([0, 0, 6.25, draw.uniform(-30, 30)]), 400 + 40 * i + draw.choice([0, draw.uniform(-9, 9)])]}
                   for i in range(3)]
        units.append({"id": name, "side": name, "class": "infantry", "members": members,
                      "weapons": [{"id": "gun", "range": 60, "arc": "any"}]})
    scene = {"trueline": 1, "name": "Table %d" % number, "ruleset": "dust-battlefield", "table": {"width": 1000, "depth": 800},
             "assets": {"man": {"base": {"shape": "disc", "diameter": 25},
                                "core": {"shape": "capsule", "from": [0, 0, 8], "to": [0, 0, 28], "radius": 6}},
                        "box": {"core": {"shape": "box", "min": [-9, -9, 0], "max": [9, 9, 32]}}},
             "terrain": [{"id": "walls", "mesh": "walls-%d.obj" % number, "at": [0, 0, 0], "kind": "wall",
                          "turn": 0 if kind != 2 else draw.uniform(0, 3)}], "units": units}
    path = os.path.join(folder, "table-%d.json" % number)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    questions = [{"query": "attack", "from": "a", "to": "b"}, {"query": "cover", "from": "b", "to": "a"},
                 {"query": "within", "from": "a0", "limit_mm": 380}, {"query": "template", "shape": "blast", "at": [690, 440]}]
    for i in range(3):
        for k in range(3):
            pair = {"from": "a%d" % i, "to": "b%d" % k}
            questions += [dict(pair, query="los"), dict(pair, query="cover"), dict(pair, query="los", proof=True)]
        if i == number % 3:
            questions.append({"query": "los", "from": "a%d" % i, "to": "b%d" % i, "margin": True})
        questions.append({"query": "los", "from": "a%d" % i, "to": "b%d" % i, "set": {"min_clearance_mm": 0.5}})
    return path, questions


def answers(program, path, questions):
    text = "".join(json.dumps(q) + "\n" for q in questions)
    environment = dict(os.environ, TRUELINE_CACHE="off", LANG="C")
    run = subprocess.run([program, "batch", path], input=text.encode(), stdout=subprocess.PIPE, env=environment, check=False)
    lines = run.stdout.decode().split("\n")[:-1]
    if run.returncode not in (0, 3, 4) or len(lines) != len(questions):
        sys.exit("%s: %d answers to %d questions on %s, exit %d" % (program, len(lines), len(questions), path, run.returncode))
    return lines


def main():
    project, folder, programs = sys.argv[1], sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    draw = random.Random(SEED)
    families = {"crossroads": [crossroads(project)]}
    for number in range(TABLES):
        families.setdefault("tables %d" % (number % 5), []).append(table(draw, folder, number))
    pool = concurrent.futures.ThreadPoolExecutor(len(programs))
    everything, asked, differing, refused = [hashlib.sha256() for _ in programs], 0, 0, 0
    for name, scenes in families.items():
        hashes = [hashlib.sha256() for _ in programs]
        for path, questions in scenes:
            told = list(pool.map(lambda program: answers(program, path, questions), programs))
            asked += len(questions)
            refused += sum('"error":' in line for line in told[0])
            for i, question in enumerate(questions):
                if any(lines[i] != told[0][i] for lines in told):
                    differing += 1
                    if differing == 1:
                        print("differs: %s on %s" % (json.dumps(question), path))
                        for program, lines in zip(programs, told):
                            print("  %s: %s" % (program, lines[i]))
            for k, lines in enumerate(told):
                hashes[k].update("\n".join(lines).encode())
                everything[k].update("\n".join(lines).encode())
        print("%-12s %s" % (name, "  ".join(h.hexdigest()[:16] for h in hashes)))
    print("%-12s %s" % ("all", "  ".join(h.hexdigest()[:16] for h in everything)))
    print("%d questions, %d refused, %d answered differently" % (asked, refused, differing))
    if refused * 20 > asked:
        sys.exit("too many questions are refused: this compares nothing")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
