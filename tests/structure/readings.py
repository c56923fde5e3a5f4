#!/usr/bin/env python3
"""Every reading of every rule changes an answer somewhere.

usage: readings.py PROJECT PROGRAM FOLDER

tests/cases/readings/RULESET.json, of each game and of all that it extends, has `assets`, `boxes` (meshes), `sheets` (upright ones with a hole), `outlines` (of templates) and `cases`: a `setting`, a `value` for it,
the `rule` it reads, `terrain`, `units` and `night` of a scene, the question (`ask`), a `path` into its answer, and what stands there with everything at its default
(`default`) and with this value (`then`); a list: one of these. `in_scene`: the setting shapes the table, and is set in the scene
instead of in the question. A setting of the rule system needs a case for each of its
words but the default, and for some number or file where it takes those; `excused` says why one has none. Answers name the
setting when it isn't at its default, and only then.
"""
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "tests", "rulesets"))
import tables  # noqa: E402

project, program, folder = sys.argv[1:4]
tables.begin(program, project)
failures = []


def write_obj(path, boxes):
    lines, base = [], 1
    for number, (low, high) in enumerate(boxes):
        lines.append("g box%d" % number)
        for k in range(8):
            lines.append("v %r %r %r" % tuple((high if k >> axis & 1 else low)[axis] for axis in range(3)))
        for face in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
            a, b, c, d = (base + corner for corner in face)
            lines += ["f %d %d %d" % (a, b, c), "f %d %d %d" % (a, c, d)]
        base += 8
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def write_sheet(path, sheet):
    """An upright rectangle in the plane x, [low, high] in y and z, with a rectangular hole."""
    (y0, z0), (y3, z3) = sheet["low"], sheet["high"]
    (y1, z1), (y2, z2) = sheet["hole"]
    lines = ["v %r %r %r" % (sheet["x"], y, z) for z in (z0, z1, z2, z3) for y in (y0, y1, y2, y3)]
    for row in range(3):
        for column in range(3):
            if (row, column) != (1, 1):
                a = 4 * row + column + 1
                lines += ["f %d %d %d" % (a, a + 1, a + 5), "f %d %d %d" % (a, a + 5, a + 4)]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def at(answer, path):
    for key, index in re.findall(r"(\w+)|\[(\d+)\]", path):
        try:
            answer = answer[key] if key else answer[int(index)]
        except (KeyError, IndexError, TypeError):
            return None
    return answer


def stands(found, wanted):
    if isinstance(wanted, list):
        return any(stands(found, one) for one in wanted)
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        return isinstance(found, (int, float)) and abs(found - wanted) <= 1e-6
    return found == wanted


def judge(number, case, data, ruleset):
    name = "%s=%s" % (case["setting"], case["value"])
    scene = {"trueline": 1, "name": name, "ruleset": ruleset, "table": {"width": 1800, "depth": 1200},
             "assets": data["assets"], "terrain": case.get("terrain", []), "units": case["units"], "night": case.get("night", False)}
    value = {case["setting"]: case["value"]}
    asked = [(scene, case["ask"])]
    if case.get("in_scene"):
        asked.append((dict(scene, settings=value), case["ask"]))
    else:
        asked.append((scene, dict(case["ask"], set=dict(case["ask"].get("set", {}), **value))))
    answers = []
    for which, (of_scene, question) in enumerate(asked):
        path = os.path.join(folder, "%d-%d.scene.json" % (number, which))
        with open(path, "w") as file:
            json.dump(of_scene, file)
        done = subprocess.run([program, "batch", path], input=json.dumps(question).encode() + b"\n", stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        answers += [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
    if len(answers) != 2 or any("error" in answer for answer in answers):
        failures.append("%s: %s %s" % (name, done.stderr.decode("utf-8"), done.stdout.decode("utf-8")))
        return
    found = [at(answer, case["path"]) for answer in answers]
    if not stands(found[0], case["default"]) or not stands(found[1], case["then"]) or found[0] == found[1]:
        failures.append("%s: %s is %r, then %r, and should be %r, then %r" %
                        (name, case["path"], found[0], found[1], case["default"], case["then"]))
    if case["setting"] in answers[0]["settings"] or answers[1]["settings"].get(case["setting"]) != case["value"]:
        failures.append("%s: the answers don't name the settings they rest on" % name)


def gather(rules, names):
    """The cases of a game and of what it extends. What a game has not, or reads otherwise, cases below it can't show."""
    made = {"assets": {}, "boxes": {}, "sheets": {}, "outlines": {}, "excused": [], "cases": []}
    settings = {setting["name"]: setting for setting in rules["settings"]}
    for name in names:
        path = os.path.join(project, "tests/cases/readings", "%s.json" % name)
        if not os.path.exists(path):  # it has no settings of its own
            continue
        with open(path, encoding="utf-8") as text:
            data = json.load(text)
        for part in ("assets", "boxes", "sheets", "outlines"):
            made[part].update(data[part])
        for case in data["cases"]:
            row = settings.get(case["setting"])
            if name == names[-1] or (row is not None and row["rule"] == case["rule"]):
                made["cases"].append(case)
        made["excused"] += [entry for entry in data["excused"] if name == names[-1] or entry["reading"][0] in settings]
    return made


def kind_of(value):
    return "a number" if not isinstance(value, str) else "a file" if value.endswith(".json") else value


def main():
    count = 0
    for file, rules, names in tables.games():
        ruleset = rules["name"]
        path = os.path.join(project, "tests/cases/readings", "%s.json" % ruleset)
        data = gather(rules, names)
        for name, boxes in data["boxes"].items():
            write_obj(os.path.join(folder, name), boxes)
        for name, sheet in data["sheets"].items():
            write_sheet(os.path.join(folder, name), sheet)
        for name, outline in data["outlines"].items():
            with open(os.path.join(folder, name), "w") as text:
                json.dump(outline, text)
        for case in data["cases"]:
            judge(count, case, data, ruleset)
            count += 1
        shown = {(case["setting"], kind_of(case["value"])) for case in data["cases"]}
        wanted = set()
        rule_of = {setting["name"]: setting["rule"] for setting in rules["settings"]}
        for case in data["cases"]:
            if case["rule"] != rule_of.get(case["setting"]):
                failures.append("%s: the rule of %s is %s" % (path, case["setting"], rule_of.get(case["setting"])))
        for setting in rules["settings"]:
            wanted |= {(setting["name"], value) for value in setting.get("values", []) if value != setting["default"]}
            if setting["type"] != "choice":
                wanted.add((setting["name"], "a file" if setting["type"] == "choice_or_file" else "a number"))
        excused = {tuple(entry["reading"]) for entry in data["excused"] if entry["why"]}
        for reading in sorted(wanted - shown - excused):
            failures.append("%s: no case shows that %s = %s makes a difference: add one" % ((path,) + reading))
        for reading in sorted((shown | excused) - wanted):
            failures.append("%s: %s = %s is the default, or nothing that the rule system knows" % ((path,) + reading))
    for failure in failures:
        print("FAILED:", failure)
    print("%d readings, %d failures" % (count, len(failures)))
    sys.exit(1 if failures or count == 0 else 0)


main()
