#!/usr/bin/env python3
"""Makes the moves that margins of sight speak of, and asks anew.

usage: margins.py PROJECT PROGRAM FOLDER

docs/answers.md promises: no move shorter than the lower end changes the answer, and the one told at the upper end does.
On random tables the target, and then what is in the way, is moved by nearly the lower end into a random direction, and
by exactly the upper end into the direction told. The first must leave the verdict, the second turn it round: not once
may it be too close to call.
"""
import json
import math
import os
import random
import subprocess
import sys

SEED = 1605
TABLES = 8


def ask(program, path, pair, margin):
    question = json.dumps({"query": "los", "from": pair[0], "to": pair[1], "margin": margin})
    run = subprocess.run([program, "batch", path], input=question.encode() + b"\n", stdout=subprocess.PIPE, check=True,
                         env=dict(os.environ, TRUELINE_CACHE="off"))
    return json.loads(run.stdout)


def write(scene, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)


def moved(scene, what, name, by):
    scene = json.loads(json.dumps(scene))
    places = [m for u in scene["units"] for m in u["members"] if m["id"] == name] if what == "target" else scene["terrain"]
    for place in places:
        place["at"] = [place["at"][0] + by[0], place["at"][1] + by[1], place["at"][2]]
    return scene


def ends(draw, low, high, direction):
    angle = draw.uniform(0, 2 * math.pi)
    if low:
        yield "same", [0.999 * low * math.cos(angle), 0.999 * low * math.sin(angle)]
    if high is not None and direction:
        yield "other", [high * direction[0], high * direction[1]]


def main():
    project, program, folder = sys.argv[1:4]
    sys.path.insert(0, os.path.join(project, "tests", "compilers"))
    import answers
    os.makedirs(folder, exist_ok=True)
    draw = random.Random(SEED)
    asked = {"same": 0, "other": 0}
    wrong = 0
    for number in range(TABLES):
        path, _ = answers.table(draw, folder, number)
        with open(path, encoding="utf-8") as file:
            scene = json.load(file)
        scene["table"] = {"width": 5000, "depth": 5000}  # room to move
        for place in [m for u in scene["units"] for m in u["members"]] + scene["terrain"]:
            place["at"] = [place["at"][0] + 2000, place["at"][1] + 2000, 0]
        write(scene, path)
        for pair in (("a0", "b0"), ("a1", "b1"), ("a2", "b2")):
            answer = ask(program, path, pair, True)
            margin = answer.get("margin", {})
            blocker = margin.get("blocker", {})
            for what, bounds, direction in (("target", margin.get("target_mm"), margin.get("direction")),
                                            ("blocker", blocker.get("mm"), blocker.get("direction"))):
                for kind, by in ends(draw, *bounds, direction) if bounds else ():
                    again = os.path.join(folder, "moved.json")
                    write(moved(scene, what, pair[1], by), again)
                    verdict = ask(program, again, pair, False)["verdict"]
                    asked[kind] += 1
                    right = {answer["verdict"]} if kind == "same" else {"yes", "no"} - {answer["verdict"]}
                    if verdict not in right:
                        wrong += 1
                        print("seed %d, table %d, %s to %s: %s; the %s moved by %s: %s" %
                              (SEED, number, pair[0], pair[1], answer["verdict"], what, by, verdict))
    print("%(same)d moves within the lower end, %(other)d of the upper one" % asked + ", %d wrong" % wrong)
    sys.exit(1 if wrong or asked["same"] < TABLES or asked["other"] < TABLES else 0)


if __name__ == "__main__":
    main()
