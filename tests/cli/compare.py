#!/usr/bin/env python3
"""Columns of `compare` against scenes that this test puts into the words of each rule system by itself.

usage: compare.py PROGRAM PROJECT WORK [COUNT [SEED]]

Random tables of plain shapes, in the words of a random built-in system: classes, stances, weapons (rows of theirs or ranges of
their own), arcs, kinds of terrain of any system and of none, settings; with random `as`. For each question and each system:

- what the column says that isn't known is what this test finds by docs/scene-format.md, no more and no less;
- where nothing is unknown, the column has to the byte the answer of the scene file that this test makes (`put`);
- `differs` and `differences` are what the answers say.

Wrong ideas (`WRONG`) of what a system may be asked are held against the program in the same way, and must be noticed. Then
messages for what is wrong. It prints what was held against what.
"""
import copy
import json
import os
import random
import subprocess
import sys

program, project, work = (os.path.abspath(path) for path in sys.argv[1:4])
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 24
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
os.makedirs(work, exist_ok=True)
failures, counts = [], {}
SECTIONS = {"kinds": "terrain", "classes": "classes", "arcs": "arcs", "weapons": "weapons", "templates": "templates",
            "stances": "stances", "sizes": "sizes", "skills": "skills"}
WRONG = ["kinds are guessed", "classes are guessed", "stances are guessed", "any range is a row", "kinds count for a tape",
         "what is said of weapons is missed"]
noticed = {wrong: 0 for wrong in WRONG}


def count(what, more=1):
    counts[what] = counts.get(what, 0) + more


# --- Rule systems, as their files say

def layers(name):
    with open(os.path.join(project, "rulesets", name + ".json"), encoding="utf-8") as file:
        own = json.load(file)
    return [own] + (layers(own["extends"]) if "extends" in own else [])


SYSTEMS = [line.split()[0] for line in subprocess.run([program, "rules"], capture_output=True, text=True, check=True).stdout.splitlines()
           if line and not line.startswith(" ")]
SYSTEMS = [name for name in SYSTEMS if os.path.exists(os.path.join(project, "rulesets", name + ".json"))]
LAYERS = {name: layers(name) for name in SYSTEMS}
WORDS = {name: {section: {word for layer in LAYERS[name] for word in layer.get(key, {})} for section, key in SECTIONS.items()}
         for name in SYSTEMS}
SETTINGS = {name: {row["name"]: row for layer in reversed(LAYERS[name]) for row in layer.get("settings", [])} for name in SYSTEMS}
# weapons that systems which share no file both have; and how models of a class may stand
SHARED = {name: sorted(word for word in WORDS[name]["weapons"] for other in SYSTEMS
                       if word in WORDS[other]["weapons"] and not {layer["name"] for layer in LAYERS[name]} &
                       {layer["name"] for layer in LAYERS[other]}) for name in SYSTEMS}
STANCES = {name: {kind: [word for layer in LAYERS[name] for word, row in layer.get("stances", {}).items()
                         if kind in row.get("classes", [kind])] for kind in WORDS[name]["classes"]} for name in SYSTEMS}


def kin(a, b):
    return bool({layer["name"] for layer in LAYERS[a]} & {layer["name"] for layer in LAYERS[b]})


# --- Random tables

def make_scene(r):
    own = r.choice(SYSTEMS)
    words = {section: sorted(some) for section, some in WORDS[own].items()}
    kinds = sorted(set().union(*(WORDS[name]["kinds"] for name in SYSTEMS))) + ["jelly"]
    scene = {"trueline": 1, "name": "made", "ruleset": own, "table": {"width": 1200, "depth": 900},
             "assets": {"figure": {"base": {"shape": "disc", "diameter": 25},
                                   "core": {"shape": "capsule", "from": [0, 0, 8], "to": [0, 0, 28], "radius": 6}},
                        "box": {"base": {"shape": "rectangle", "size": [80, 50]},
                                "core": {"shape": "box", "min": [-38, -23, 6], "max": [38, 23, 40]}}},
             "terrain": [], "units": []}
    for i in range(r.randint(0, 4)):
        x, y, w, d = r.uniform(100, 900), r.uniform(100, 700), r.uniform(30, 200), r.uniform(30, 150)
        scene["terrain"].append({"id": "t%d" % i, "kind": r.choice(kinds), "height": round(r.uniform(10, 120)),
                                 "outline": [[round(p), round(q)] for p, q in
                                             ((x, y), (x + w, y), (x + w, y + d), (x, y + d))]})
    for u in range(r.randint(2, 3)):
        unit = {"id": "u%d" % u, "side": "ab"[u % 2], "class": r.choice(words["classes"]), "weapons": [], "members": []}
        for w in range(r.randint(0, 2)):
            weapon = {"id": "w%d" % w}
            if words["weapons"] and r.random() < 0.7:
                weapon["kind"] = r.choice(SHARED[own] or words["weapons"] if r.random() < 0.5 else words["weapons"])
            if "kind" not in weapon or r.random() < 0.4:
                weapon["range"] = r.choice([4, [1, 60], {"mm": 700}, "C"])
            if words["arcs"] and r.random() < 0.6:
                weapon["arc"] = r.choice(words["arcs"])
            unit["weapons"].append(weapon)
        for m in range(r.randint(1, 2)):
            member = {"id": "u%d-%d" % (u, m), "asset": r.choice(["figure", "box"]),
                      "at": [round(r.uniform(50, 1150)), round(r.uniform(50, 850))], "facing": r.randint(0, 359)}
            if STANCES[own].get(unit["class"]) and r.random() < 0.4:
                member["stance"] = r.choice(STANCES[own][unit["class"]])
            unit["members"].append(member)
        scene["units"].append(unit)
    for row in r.sample(sorted(SETTINGS[own]), 2):
        values = SETTINGS[own][row].get("values")
        if values:
            scene.setdefault("settings", {})[row] = r.choice(values)
    scene["as"] = make_as(r, scene)
    return scene


def make_as(r, scene):
    made = {}
    for system in SYSTEMS:
        words = {section: sorted(some) for section, some in WORDS[system].items()}
        said = {}
        there = {"kinds": [t["kind"] for t in scene["terrain"]], "classes": [u["class"] for u in scene["units"]],
                 "stances": [m["stance"] for u in scene["units"] for m in u["members"] if "stance" in m],
                 "arcs": [w["arc"] for u in scene["units"] for w in u["weapons"] if "arc" in w],
                 "weapons": [w["kind"] for u in scene["units"] for w in u["weapons"] if "kind" in w]}
        for section, some in there.items():
            for word in sorted(set(some)):
                if r.random() < (0.75 if word not in WORDS[system][section] else 0.15):
                    nothing = section != "classes" and (r.random() < 0.15 or not words[section])
                    if nothing or words[section]:
                        usual = section == "stances" and words[section]  # that of everybody: the first of the file
                        said.setdefault(section, {})[word] = None if nothing else \
                            next(iter(LAYERS[system][0]["stances"])) if usual else r.choice(words[section])
        if r.random() < 0.3:
            row = r.choice([name for name in sorted(SETTINGS[system]) if SETTINGS[system][name].get("values")])
            said["settings"] = {row: r.choice(SETTINGS[system][row]["values"])}
        if said:
            made[system] = said
        for unit in scene["units"]:
            for weapon in unit["weapons"]:
                if r.random() < 0.5:
                    fields = {"range": r.choice([30, {"mm": 450}])}
                    if words["weapons"]:
                        fields["kind"] = r.choice(words["weapons"])
                    if words["arcs"] and r.random() < 0.5:
                        fields["arc"] = r.choice(words["arcs"])
                    plain = "kind" in fields and r.random() < 0.5
                    weapon.setdefault("as", {})[system] = fields["kind"] if plain else fields
    return made


# --- What another system makes of it, by the page of the format

def said_of(scene, system, section, word):
    """(whether the scene says it, what)"""
    said = scene.get("as", {}).get(system, {}).get(section, {})
    return word in said, said.get(word)


def unknown_to(scene, system, question, wrong=None):
    """What keeps a system from being asked: (sort, word)s."""
    found = set()

    def look(section, sort, word):
        if word is not None and word not in WORDS[system][section] and not said_of(scene, system, section, word)[0]:
            found.add((sort, word))

    query, names = question[0], question[1:]
    alone = query in ("range", "arc", "cohesion")
    named = [u for u in scene["units"] if u["id"] in names or any(m["id"] in names for m in u["members"])]
    if wrong != "kinds are guessed" and (not alone or wrong == "kinds count for a tape"):
        for terrain in scene["terrain"]:
            look("kinds", "kind", terrain["kind"])
    for unit in named if alone else scene["units"]:
        if wrong != "classes are guessed":
            look("classes", "class", unit["class"])
        for member in unit["members"]:
            if wrong != "stances are guessed":
                look("stances", "stance", member.get("stance"))
    if query in ("attack", "arc", "sees", "close-combat", "react"):
        for unit in named:
            asks = unit["id"] == names[0] or any(m["id"] == names[0] for m in unit["members"])
            for weapon in unit["weapons"] if asks else []:
                if system in weapon.get("as", {}) and wrong != "what is said of weapons is missed":
                    continue
                kind = weapon.get("kind")
                said, there = said_of(scene, system, "weapons", kind)
                row = kind is not None and (there is not None if said else kind in WORDS[system]["weapons"])
                own_range = isinstance(weapon.get("range"), (int, float, list)) and wrong != "any range is a row"
                if not kin(scene["ruleset"], system) and not (row and not own_range):
                    found.add(("row", weapon["id"]))
                    continue
                look("weapons", "weapon", kind)
                look("arcs", "arc", weapon.get("arc"))
    return found


def put(scene, system):
    """The scene in the words of a system; where the question isn't about somebody, any class will do."""
    made = copy.deepcopy(scene)
    made["ruleset"] = system
    first = next(iter(LAYERS[system][-1]["classes"]))

    def word(thing, field, section, strict):
        own = thing.get(field)
        said, there = said_of(scene, system, section, own)
        if own is None or (not said and own in WORDS[system][section]):
            return
        if said and there is not None:
            thing[field] = there
        elif section == "classes":
            thing[field] = first
        elif strict and WORDS[system][section]:
            del thing[field]

    for name in list(made.get("settings", {})):
        value, row = made["settings"][name], SETTINGS[system].get(name)
        if row is None or (row.get("values") and value not in row["values"]):
            del made["settings"][name]
    made.setdefault("settings", {}).update(scene.get("as", {}).get(system, {}).get("settings", {}))
    for terrain in made["terrain"]:
        word(terrain, "kind", "kinds", False)
    for unit in made["units"]:
        word(unit, "class", "classes", True)
        for member in unit["members"]:
            word(member, "stance", "stances", True)
        for weapon in unit["weapons"]:
            there = weapon.pop("as", {}).get(system)
            if there is None:
                word(weapon, "arc", "arcs", True)
                word(weapon, "kind", "weapons", True)
            else:
                for field in ("kind", "range", "arc"):
                    weapon.pop(field, None)
                weapon.update({"kind": there} if isinstance(there, str) else there)
    made.pop("as", None)
    return made


# --- Asking

def run(*words):
    return subprocess.run([program, *words], capture_output=True, text=True)


def save(scene, name):
    path = os.path.join(work, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    return path


def check_column(seed, scene, question, column):
    system = column["ruleset"]
    where = "seed %d, %s, `%s` under %s" % (seed, scene["ruleset"], " ".join(question), system)
    own = system == scene["ruleset"]
    unknown = set() if own else unknown_to(scene, system, question)
    told = {(row["sort"], row["word"]) for row in column.get("unknown", [])}
    if told != unknown:
        failures.append("%s: unknown %s, should be %s" % (where, sorted(told), sorted(unknown)))
        return
    for wrong in WRONG:
        noticed[wrong] += not own and unknown_to(scene, system, question, wrong) != told
    count("columns that don't know something" if unknown else "own columns" if own else "columns put into other words")
    if unknown:
        return
    path = save(scene if own else put(scene, system), "other.scene.json")
    answer = run(question[0], path, *question[1:], "--json")
    if answer.returncode == 0:
        text = json.dumps(column.get("answer"))
        if text != json.dumps(json.loads(answer.stdout)):
            failures.append("%s:\n  %s\n  %s" % (where, text[:1500], answer.stdout[:1500]))
        count("answers: " + json.loads(answer.stdout)["verdict"])
    else:
        message = column.get("error", {}).get("message", "?")
        if message not in answer.stderr:
            failures.append("%s: error %r, should be %r" % (where, message, answer.stderr))
        count("columns without a rule")


def check_whole(seed, question, told):
    answers = [column["answer"] for column in told["columns"] if "answer" in column]
    verdicts = {answer["verdict"] for answer in answers}
    if told["differs"] != (len(verdicts) > 1) and verdicts != {"marginal"}:  # one may be unsettled, the other too close
        failures.append("seed %d, %s: differs %s of %s" % (seed, question, told["differs"], verdicts))
    for row in told["differences"]:
        values = [answer.get(row["field"]) for answer in answers]
        if len({json.dumps(value) for value in values}) < 2 or list(row["values"].values()) != values:
            failures.append("seed %d, %s: %s" % (seed, question, row))
    for field in set().union(*answers) - {"ruleset", "rule", "settings", "game_units", "tolerance_mm"} if answers else ():
        values = [answer.get(field) for answer in answers]
        plain = any(isinstance(value, (str, int, float)) for value in values)
        told_of = any(row["field"] == field for row in told["differences"])
        if plain and all(value is None or isinstance(value, (str, int, float)) for value in values) and \
                told_of != (len({json.dumps(value) for value in values}) > 1):
            failures.append("seed %d, %s: `%s` differs, told: %s" % (seed, question, field, told_of))


def one(seed):
    r = random.Random(seed)
    scene = make_scene(r)
    path = save(scene, "table.scene.json")
    names = [u["id"] for u in scene["units"]] + [m["id"] for u in scene["units"] for m in u["members"]]
    for query in r.sample(["range", "los", "cover", "attack", "arc", "sees", "cohesion", "close-combat", "react"], 3):
        a, b = r.choice(names), r.choice(names)
        one_name = query in ("sees", "cohesion")
        question = [query, r.choice(scene["units"])["id"] if query == "cohesion" else a] + ([] if one_name else [b])
        compared = run("compare", path, " ".join(question), "--json")
        if compared.returncode != 0:
            own = run(query, path, *question[1:], "--json")
            if own.returncode == 0 or compared.stderr.split("\n")[0] != own.stderr.split("\n")[0]:
                failures.append("seed %d, %s: %s" % (seed, question, compared.stderr))
            count("questions that nobody can be asked")
            continue
        told = json.loads(compared.stdout)
        for column in told["columns"]:
            check_column(seed, scene, question, column)
        check_whole(seed, question, told)
        count("comparisons")


def expect(message, scene, *words):
    done = run("compare", save(scene, "wrong.scene.json"), *words)
    if done.returncode == 0 or message not in done.stderr or done.stdout or done.stderr.count("\n") != 1:
        failures.append("%s: status %d, %r" % (message, done.returncode, done.stderr))
    count("messages")


def check_messages():
    scene = make_scene(random.Random(6))
    scene.pop("as")
    for unit in scene["units"]:
        for weapon in unit["weapons"]:
            weapon.pop("as", None)
    other = next(name for name in SYSTEMS if name != scene["ruleset"])
    ask = "range u0 u1"
    expect("among its classes", dict(scene, **{"as": {other: {"classes": {"x": "infantri"}}}}), ask)
    expect("as", dict(scene, **{"as": {other: {"settings": {"tolerance_mm": "wide"}}}}), ask)
    expect("can't mean nothing", dict(scene, **{"as": {other: {"classes": {"x": None}}}}), ask)
    expect("should be an object", dict(scene, **{"as": ["x"]}), ask)
    expect("should be an object", dict(scene, **{"as": {other: 3}}), ask)
    expect("did you mean `kinds`", dict(scene, **{"as": {other: {"kind": {}}}}), ask)
    expect("should be an object", dict(scene, **{"as": {other: {"kinds": []}}}), ask)
    expect("is named twice", scene, ask, "--rules", other + "," + other)
    expect("Did you mean", scene, ask, "--rules", other + "x")
    expect("can't be compared", scene, "move u0-0 100,100")
    expect("nobody", scene, "range u0 nobody")
    expect("a question such as", scene, "range")
    expect("commas between", scene, ask, "--rules", ",")


for seed in range(SEED, SEED + COUNT):
    one(seed)
check_messages()
for what in sorted(counts):
    print("%6d %s" % (counts[what], what))
for wrong in WRONG:
    print("%6d notice: %s" % (noticed[wrong], wrong))
    if noticed[wrong] == 0 and COUNT >= 24:
        failures.append("nothing notices the wrong idea that " + wrong)
print("\n".join(failures[:12]))
sys.exit(1 if failures else 0)
