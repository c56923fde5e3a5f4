#!/usr/bin/env python3
"""Every kind of terrain, class, size and special rule of a rule system does something, and does nothing where it shouldn't.

usage: pairs.py PROJECT PROGRAM FOLDER

tests/cases/pairs/RULESET.json, of a game or of what it extends, has a pair for each: a small scene and two questions. `shows` must be answered as it says,
and otherwise once the thing is taken away (or is another word: `instead`); `idle` must be answered the same with it and
without (unless `same` is false: then its answer must differ from that of `shows`). With `swap` it is the other way round:
`shows` is what the other word does. A special rule that changes nothing that is measured has no `shows`. Asked in centimetres
and, of systems that have them, everything 1.016 times as large, in inches. Rules of other books (their ids begin with DT) that the rule system's texts
name must be cited by cases, one of which is answered yes and one no.
"""
import copy
import glob
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.argv[1], "tests", "rulesets"))
import tables  # noqa: E402

project, program, folder = sys.argv[1:4]
tables.begin(program, project)
INCH = 1.016
failures = []


def read(*path):
    with open(os.path.join(project, *path), encoding="utf-8") as file:
        return json.load(file)


def grown(value, key=""):
    """A scene, or a question, 1.016 times as large; game units, angles and the like stay."""
    if isinstance(value, dict):
        return {name: grown(item, name) for name, item in value.items()}
    if isinstance(value, list):
        return [grown(item, key) for item in value]
    scaled = key in ("at", "outline", "height", "centre", "radius", "path", "limit_mm", "from", "to", "diameter", "size", "min",
                     "max", "width", "depth", "distance_mm")
    return value * INCH if scaled and isinstance(value, (int, float)) and not isinstance(value, bool) else value


def write_boxes(name, boxes, scale):
    lines, base = [], 1
    for low, high in boxes:
        lines += ["v %r %r %r" % tuple(scale * (high if k >> axis & 1 else low)[axis] for axis in range(3)) for k in range(8)]
        for a, b, c, d in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
            lines += ["f %d %d %d" % (base + a, base + b, base + c), "f %d %d %d" % (base + a, base + c, base + d)]
        base += 8
    with open(os.path.join(folder, name), "w") as file:
        file.write("\n".join(lines) + "\n")


def without(scene, of, instead, who):
    """The scene without the thing, or with another in its place; of a class, for the unit `who` alone where it is named."""
    what, word = of.split(" ")
    other = copy.deepcopy(scene)
    if what == "kind":
        other["terrain"] = [dict(piece, kind=instead if piece["kind"] == word else piece["kind"]) for piece in other["terrain"]
                            if piece["kind"] != word or instead]
    for unit in other["units"]:
        if what == "class" and unit["class"] == word and who in (None, unit["id"]):
            unit["class"] = instead
        if what == "size" and unit.get("size") == word:
            unit.update({"size": instead} if instead else {})
            if not instead:
                del unit["size"]
        for owner in [unit] + unit.get("weapons", []) if what == "skill" else []:
            owner["skills"] = [skill for skill in owner.get("skills", []) if skill != word]
    return other


def at(answer, path):
    for key, index in re.findall(r"(\w+)|\[(\d+)\]", path):
        try:
            answer = answer[key] if key else answer[int(index)]
        except (KeyError, IndexError, TypeError):
            return None
    return answer


def ask(scene, questions):
    path = os.path.join(folder, "pair.scene.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    lines = "".join(json.dumps(question["ask"]) + "\n" for question in questions)
    run = subprocess.run([program, "batch", path, "--no-cache"], input=lines.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(questions):
        return [run.stderr.decode()] * len(questions)
    return [at(answer, question["path"]) for answer, question in zip(answers, questions)]


def same(found, wanted):
    number = isinstance(wanted, (int, float)) and not isinstance(wanted, bool)
    return isinstance(found, (int, float)) and abs(found - wanted) <= 1e-6 if number else found == wanted


def judge(pair, data, inch):
    scale = INCH if inch else 1
    for name, boxes in data["boxes"].items():
        write_boxes(name, boxes, scale)
    scene = {"trueline": 1, "night": pair.get("night", False), "ruleset": data["ruleset"], "settings": {"units": "inch" if inch else "cm"},
             "table": {"width": 1800, "depth": 1200}, "assets": data["assets"], "terrain": pair.get("terrain", []), "units": pair["units"]}
    shows, idle = pair["shows"], pair["idle"]
    if inch:
        scene, shows, idle = (grown(value) for value in (scene, shows, idle))
        idle = dict(idle, value=idle["value"] * INCH) if idle["path"].endswith("_mm") else idle
    questions = [question for question in (shows, idle) if question]
    found = ask(scene, questions)
    taken = ask(without(scene, pair["of"], pair.get("instead"), pair.get("who")), questions)
    name = "%s, %s" % (data["ruleset"], pair["of"]) + (" (in inches)" if inch else "")
    if shows:
        has, has_not = (taken[0], found[0]) if pair.get("swap") else (found[0], taken[0])
        if not same(has, shows["value"]) or same(has_not, shows["value"]):
            failures.append("%s: what it shows is %r, and %r without it; wanted %r" % (name, has, has_not, shows["value"]))
    if not same(found[-1], idle["value"]):
        failures.append("%s: where it does nothing it is %r; wanted %r" % (name, found[-1], idle["value"]))
    if pair.get("same", True) and not same(taken[-1], idle["value"]):
        failures.append("%s: where it does nothing it is %r without it; wanted %r" % (name, taken[-1], idle["value"]))
    if not pair.get("same", True) and shows["path"] == idle["path"] and shows["value"] == idle["value"]:
        failures.append("%s: nothing differs between what it shows and what it doesn't" % name)


def wanted_of(rules):
    """What of a rule system needs a pair."""
    wanted = ["kind " + name for name in rules["terrain"]] + ["class " + name for name in rules["classes"]]
    wanted += ["skill " + name for name in rules.get("skills", {})]
    return wanted + ["size " + name for name in rules.get("sizes", {})]


def gather(rules, names):
    """The pairs of a game and of what it extends; those of rows that it took out, or has of its own, are left out."""
    made, pairs, wanted = {"ruleset": rules["name"], "assets": {}, "boxes": {}}, {}, wanted_of(rules)
    for name in names:
        if not os.path.exists(os.path.join(project, "tests/cases/pairs", name + ".json")):  # it has no rows of its own
            continue
        data = read("tests/cases/pairs", name + ".json")
        for part in ("assets", "boxes"):
            made[part].update(data[part])
        own = [pair for pair in data["pairs"] if name == names[-1] or pair["of"] in wanted]
        made["twice"] = [pair["of"] for pair in own if [other["of"] for other in own].count(pair["of"]) > 1]
        pairs.update((pair["of"], pair) for pair in own)
        if made["twice"]:
            failures.append("%s: %s stands there twice" % (name, ", ".join(sorted(set(made["twice"])))))
    made["pairs"] = list(pairs.values())
    return made


def cited_answers(ruleset):
    """Which verdicts the cases have that cite a rule."""
    verdicts = {}
    for path in glob.glob(os.path.join(project, "tests/cases", ruleset, "*.json")):
        with open(path, encoding="utf-8") as file:
            cases = json.load(file)["cases"]
        for case in cases:
            ids = set(re.findall(r"\bD[BT]-[A-Z]{2,3}-\d\d\b", json.dumps(case)))
            told = {json.dumps(part.get("expect", {}).get("verdict", part.get("verdict")))
                    for part in [case] + case.get("controls", []) + case.get("other_readings", [])}
            for rule in ids:
                verdicts.setdefault(rule, set()).update(told)
    return verdicts


def main():
    count = 0
    for _, rules, names in tables.games():
        ruleset = rules["name"]
        data = gather(rules, names)
        units = next(setting for setting in rules["settings"] if setting["name"] == "units")
        for pair in data["pairs"]:
            for inch in (False, True) if "inch" in units["values"] else (False,):
                judge(pair, data, inch)
            count += 1
        there = [pair["of"] for pair in data["pairs"]]
        wanted = wanted_of(rules)
        for name in sorted(set(wanted) - set(there)):
            failures.append("%s has no pair of cases: add it to tests/cases/pairs/%s.json" % (name, ruleset))
        for name in sorted(name for name in there if name not in wanted):
            failures.append("%s is nothing that the rule system %s knows" % (name, ruleset))
        effects = {"skill " + name: skill.get("effects", []) for name, skill in rules.get("skills", {}).items()}
        for pair in data["pairs"]:
            if pair["shows"] is None and effects.get(pair["of"]) != []:
                failures.append("%s has an effect, and no case shows it" % pair["of"])
        verdicts = cited_answers(ruleset)
        for rule in (rule for rule in rules["rules"] if rule.startswith("DT-")):
            if not {'"yes"', '"no"'} <= verdicts.get(rule, set()):
                failures.append("%s: the cases that cite it show only %s" % (rule, sorted(verdicts.get(rule, set()))))
    for failure in failures:
        print("FAILED:", failure)
    print("%d pairs, %d failures" % (count, len(failures)))
    sys.exit(1 if failures or count == 0 else 0)


main()
