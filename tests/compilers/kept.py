#!/usr/bin/env python3
"""Asks builds of the program a large, fixed set of questions and compares all their answers byte for byte.

usage: kept.py PROJECT FOLDER PROGRAM [OTHER] [--against FOLDER2] [--quick] [--all-reports] [--only GROUP]
               [--jobs N] [--show N]

The questions are made from PROJECT: the cases of rule systems, the readings of settings, the pairs of kinds and skills, the
sample table, random tables, what is wrong or missing, maps and findings, and reports. With two programs their answers are compared; with one they are kept in FOLDER (answers.jsonl.gz, and a
hash for each in hashes.txt), or compared with those that FOLDER2 keeps (--against; the questions asked are then those of
PROJECT as it is now, so ask from the same state of it). Differences are grouped by what differs; all of them, with the
first bytes that differ and what was added and taken away, are written to FOLDER/differences.txt. --quick asks some of each
group; --only those groups whose name begins so.
"""
import argparse
import collections
import concurrent.futures
import copy
import difflib
import gzip
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import answers as compilers

LANGUAGES = ("en", "fr")
INCH = 1.016
LENGTHS = {"at", "outline", "centre", "radius", "width", "depth", "height", "size", "diameter", "from", "to", "min", "max",
           "offset", "mm", "path"}


class Run:
    """One process: its arguments after the program's name, what it reads, and the keys of what it answers.

    A batch answers one key a line (None: a line that only sets up); any other command answers its one key with all it
    prints and its exit status, and with the file `writes` where it writes one.
    """

    def __init__(self, group, argv, keys, lines=None, writes=None, cache=False):
        self.group, self.argv, self.keys, self.lines, self.writes, self.cache = group, argv, keys, lines, writes, cache


# --- scenes and meshes, written where the programs run

class Inputs:
    def __init__(self, folder):
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.scenes = {}
        self.batches = {}

    def text(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def scene(self, folder, scene):
        """The path of a scene; the same scene is written once."""
        text = json.dumps(scene)
        key = (folder, text)
        if key not in self.scenes:
            self.scenes[key] = self.text("%s/%d.scene.json" % (folder, len(self.scenes)), text)
        return self.scenes[key]

    def boxes(self, name, boxes):
        lines = []
        for number, (low, high) in enumerate(boxes):
            base = 8 * number + 1
            lines.append("g box%d" % number)
            lines += ["v %r %r %r" % tuple((high if k >> axis & 1 else low)[axis] for axis in range(3)) for k in range(8)]
            for a, b, c, d in ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)):
                lines += ["f %d %d %d" % (base + a, base + b, base + c), "f %d %d %d" % (base + a, base + c, base + d)]
        self.text(name, "\n".join(lines) + "\n")

    def sheet(self, name, sheet):
        """An upright rectangle in the plane x with a rectangular hole."""
        (y0, z0), (y3, z3) = sheet["low"], sheet["high"]
        (y1, z1), (y2, z2) = sheet["hole"]
        lines = ["v %r %r %r" % (sheet["x"], y, z) for z in (z0, z1, z2, z3) for y in (y0, y1, y2, y3)]
        for a in (4 * row + column + 1 for row in range(3) for column in range(3) if (row, column) != (1, 1)):
            lines += ["f %d %d %d" % (a, a + 1, a + 5), "f %d %d %d" % (a, a + 5, a + 4)]
        self.text(name, "\n".join(lines) + "\n")


def grown(value, is_length=False):
    """A scene, or a question, 1.016 times as large, for players in inches: game units, angles and the like stay."""
    if isinstance(value, dict):
        large = {key: grown(item, key in LENGTHS or key.endswith("_mm") and key != "tolerance_mm") for key, item in value.items()
                 if key != "scale" or "mesh" not in value}
        if "mesh" in value:
            large["scale"] = value.get("scale", 1) * INCH
        return large
    if isinstance(value, list):
        return [grown(item, is_length) for item in value]
    return value * INCH if is_length and isinstance(value, (int, float)) and not isinstance(value, bool) else value


def placed(scene, places):
    """The scene with models put elsewhere, as `place` does in a batch."""
    scene = copy.deepcopy(scene)
    for place in places:
        for member in (member for unit in scene["units"] for member in unit["members"] if member["id"] == place["member"]):
            member.pop("level", None)
            member.update({key: value for key, value in place.items() if key in ("at", "facing", "level")})
    return scene


# --- a question as a command

def word(value):
    return value if isinstance(value, str) else json.dumps(value)


def command(scene, question):
    """The question on the command line; None where that has no words for it."""
    asked = dict(question)
    query = asked.pop("query")
    names = {"cohesion": ["unit"], "move": ["member"], "reach": ["member"], "template": []}.get(query, ["from", "to"])
    if "to" in names and "to" in asked and "from" not in asked:
        return None
    argv = [query, scene] + [asked.pop(name) for name in names if name in asked]
    options = {"limit_mm": "limit", "tolerance_mm": "tolerance", "friends_weight": "friends-weight"}
    for key, value in asked.items():
        option = "--" + options.get(key, key)
        if key == "set":
            for name, setting in value.items():
                argv += ["--set", "%s=%s" % (name, word(setting))]
        elif value is True:
            argv.append(option)
        elif key == "at":
            argv += [option, ",".join(map(word, value))]
        elif key == "path":
            argv += [option] + [",".join(map(word, point)) for point in value]
        elif value is not False:
            argv += [option, word(value) + ("mm" if key == "limit_mm" else "")]
    return argv


# --- the groups of questions

def batch_of(group, inputs, path, places):
    """Where questions about a scene go: into a batch of their own where models are placed first, else one that has room.

    Returns the run, and a list that holds it when it is new.
    """
    run = inputs.batches.get((group, path))
    if places or run is None or len(run.lines) >= 24:
        run = Run(group, ["batch", path], [], [])
        if not places:
            inputs.batches[group, path] = run
        return run, [run]
    return run, []


def told(group, key, inputs, folder, scene, places, questions, as_text=True):
    """Runs that ask the questions of one scene as JSON in each language, as text in English, and every third in French."""
    path, moved = inputs.scene(folder, scene), inputs.scene(folder, placed(scene, places))
    batch, runs = batch_of(group, inputs, path, places)
    for i, place in enumerate(places):
        batch.keys.append("%s, place %d" % (key, i))
        batch.lines.append(json.dumps(dict(place, query="place")))
    for name, question in questions:
        for language in LANGUAGES:
            batch.keys.append("%s, json %s" % (name, language))
            batch.lines.append(json.dumps(dict(question, lang=language)))
        argv = command(moved, question) if as_text else None
        third = int(hash_of(name), 16) % 3 == 0
        for language in LANGUAGES if argv and third else LANGUAGES[:1] if argv else ():
            runs.append(Run(group, argv + ["--lang", language], ["%s, text %s" % (name, language)]))
    return runs


def ask_case(file, case, inputs, folder, group, inches):
    """A case and its variations, as the runner of cases asks them; in inches as JSON alone."""
    scene = case["scene"] if isinstance(case["scene"], dict) else file["scenes"][case["scene"]]
    runs = []
    variations = [("", {})] + [(", %s %d" % (kind, i), variation) for kind in ("controls", "other_readings")
                               for i, variation in enumerate(case.get(kind, []))]
    for title, variation in variations:
        key = case["name"] + title
        question = dict(variation.get("ask", case["ask"]))
        settings = dict(question.pop("set", {}), **variation.get("set", {}))
        places = case.get("place", []) + (variation.get("place", []) if variation else [])
        if inches:
            scene_here, question, places, settings = grown(scene), grown(question), grown(places), dict(grown(settings), units="inch")
        else:
            scene_here = scene
        question.update({"set": settings} if settings else {})
        questions = [(key, question)]
        if question["query"] == "los":
            questions.append((key + ", back", dict(question, **{"from": question["to"], "to": question["from"]})))
        runs += told(group, key, inputs, folder, scene_here, places, questions, not inches)
    return runs


def cases(project, inputs):
    runs, root = [], os.path.join(project, "tests", "cases")
    for ruleset in sorted(name for name in os.listdir(root) if name.startswith("dust-")):
        for topic in sorted(name for name in os.listdir(os.path.join(root, ruleset)) if name.endswith(".json")):
            file, folder = read(root, ruleset, topic), "cases/%s/%s" % (ruleset, topic[:-5])
            for name, boxes in file.get("boxes", {}).items():
                inputs.boxes("%s/%s" % (folder, name), boxes)
            group = "cases/" + topic[:-5]
            for case in file["cases"]:
                runs += ask_case(file, case, inputs, folder, group, False)
                units = case["ask"].get("set", {}).get("units")
                if case.get("both_units", file.get("both_units", False)) and not units:
                    runs += ask_case(file, case, inputs, folder, group + " in inches", True)
    return runs


def readings(project, inputs):
    runs, root = [], os.path.join(project, "tests", "cases", "readings")
    for name in sorted(os.listdir(root)):
        file, folder = read(root, name), "readings/" + name[:-5]
        for mesh, boxes in file.get("boxes", {}).items():
            inputs.boxes("%s/%s" % (folder, mesh), boxes)
        for mesh, sheet in file.get("sheets", {}).items():
            inputs.sheet("%s/%s" % (folder, mesh), sheet)
        for path, outline in file.get("outlines", {}).items():
            inputs.text("%s/%s" % (folder, path), json.dumps(outline))
        for case in file["cases"]:
            key = "%s=%s" % (case["setting"], case["value"])
            scene = {"trueline": 1, "name": key, "ruleset": name[:-5], "table": {"width": 1800, "depth": 1200},
                     "assets": file["assets"], "terrain": case.get("terrain", []), "units": case["units"]}
            other = dict(case["ask"], set=dict(case["ask"].get("set", {}), **{case["setting"]: case["value"]}))
            runs += told("readings", key, inputs, folder, scene, [], [(key + ", default", case["ask"]), (key, other)])
    return runs


def without(scene, of, instead):
    """The scene without the thing that a pair is about, or with another word in its place."""
    what, thing = of.split(" ")
    scene = copy.deepcopy(scene)
    if what == "kind":
        scene["terrain"] = [dict(piece, kind=instead if piece["kind"] == thing else piece["kind"]) for piece in scene["terrain"]
                            if piece["kind"] != thing or instead]
    for unit in scene["units"]:
        for field in ("class", "size"):
            if what == field and unit.get(field) == thing:
                unit.update({field: instead})
                if not instead:
                    del unit[field]
        for owner in [unit] + unit.get("weapons", []):
            if what == "skill" and thing in owner.get("skills", []):
                owner["skills"] = [skill for skill in owner["skills"] if skill != thing]
    return scene


def pairs(project, inputs):
    runs, root = [], os.path.join(project, "tests", "cases", "pairs")
    for name in sorted(os.listdir(root)):
        file = read(root, name)
        for unit, scale in (("cm", 1), ("inch", INCH)):
            folder, group = "pairs/%s/%s" % (name[:-5], unit), "pairs" if unit == "cm" else "pairs in inches"
            for mesh, boxes in file["boxes"].items():
                inputs.boxes("%s/%s" % (folder, mesh), [[[scale * x for x in corner] for corner in box] for box in boxes])
            for pair in file["pairs"]:
                scene = {"trueline": 1, "ruleset": file["ruleset"], "settings": {"units": unit},
                         "table": {"width": 1800, "depth": 1200}, "assets": file["assets"], "terrain": pair.get("terrain", []),
                         "units": pair["units"]}
                asked = [(part, pair[part]["ask"]) for part in ("shows", "idle") if pair[part]]
                for title, table in (("", scene), (" taken away", without(scene, pair["of"], pair.get("instead")))):
                    questions = [("%s%s, %s" % (pair["of"], title, part), question) for part, question in asked]
                    if unit == "inch":
                        table, questions = dict(grown(table), assets=grown(table["assets"])), [(k, grown(q)) for k, q in questions]
                        table["terrain"] = [{k: v for k, v in piece.items() if k != "scale"} for piece in table["terrain"]]
                    runs += told(group, pair["of"] + title, inputs, folder, table, [], questions, unit == "cm")
    return runs


def batches(group, path, questions, draw, size=40):
    """Questions about one scene as batches; each holds some of every kind, so that a few batches are a fair sample."""
    questions = list(questions)
    draw.shuffle(questions)
    runs = []
    for start in range(0, len(questions), size):
        part = questions[start:start + size]
        runs.append(Run(group, ["batch", path], [json.dumps(question) for question in part], [json.dumps(q) for q in part]))
    return runs


def crossroads(project, inputs):
    for folder in ("terrain", "models"):
        shutil.copytree(os.path.join(project, folder), os.path.join(inputs.folder, folder))
    path, questions = "terrain/crossroads.scene.json", compilers.crossroads(project)[1]
    draw = random.Random(1)
    french = [dict(question, lang="fr") for question in questions[::4] if not question.get("margin")]
    runs = batches("crossroads", path, questions, draw) + batches("crossroads in French", path, french, draw)
    spoken = [question for question in questions if not question.get("margin")]
    draw.shuffle(spoken)
    for i, question in enumerate(spoken[:120]):
        language = LANGUAGES[i % 2]
        runs.append(Run("crossroads as text", command(path, question) + ["--lang", language],
                        ["%s, text %s" % (json.dumps(question), language)], cache=True))
    return runs


def tables(_, inputs):
    """Random tables of slits, walls, steps and rubble: those that compilers are compared on."""
    draw, runs = random.Random(compilers.SEED), []
    os.makedirs(os.path.join(inputs.folder, "tables"))
    for number in range(compilers.TABLES):
        path, questions = compilers.table(draw, os.path.join(inputs.folder, "tables"), number)
        runs.append(Run("tables", ["batch", "tables/" + os.path.basename(path)],
                        ["%s, %s" % (os.path.basename(path), json.dumps(question)) for question in questions],
                        [json.dumps(question) for question in questions]))
    return runs


def commands(group, argvs, **more):
    return [Run(group, argv, [" ".join(argv)], **more) for argv in argvs]


def rules(project, _):
    argvs = [["rules"], ["rules", "--json"], ["--version"], ["--help"], ["rules", "no-such-rules"]]
    for name in sorted(os.listdir(os.path.join(project, "rulesets"))):
        if name.endswith(".json"):
            argvs += [["rules", name[:-5], "--lang", language] + json_too for language in LANGUAGES for json_too in ([], ["--json"])]
    return commands("rules", argvs)


def checks(project, inputs):
    """`check` of every scene, good and bad; those of cases are written by then."""
    argvs = []
    for folder in ("tests/cases/scene-good", "tests/bad/scene", "tests/bad/cli"):
        if os.path.isdir(os.path.join(project, folder)):
            shutil.copytree(os.path.join(project, folder), os.path.join(inputs.folder, folder))
            argvs += [["check", "%s/%s" % (folder, name)] for name in sorted(os.listdir(os.path.join(project, folder)))
                      if name.endswith(".json")]
    argvs += [["check", path] for path in list(inputs.scenes.values())[::6]] + [["check", "terrain/crossroads.scene.json"]]
    return commands("checks", argvs) + commands("checks", [argv + ["--json"] for argv in argvs[::3]])


def imports(project, inputs):
    folder, argvs = "tests/bad/mesh", []
    if os.path.isdir(os.path.join(project, folder)):
        shutil.copytree(os.path.join(project, folder), os.path.join(inputs.folder, folder))
        argvs += [["import", "%s/%s" % (folder, name)] for name in sorted(os.listdir(os.path.join(project, folder)))
                  if not name.endswith(".message")]
    for folder in ("terrain", "models"):
        argvs += [["import", "%s/%s" % (folder, name)] + more for name in sorted(os.listdir(os.path.join(project, folder)))
                  if name.endswith(".obj") for more in ([], ["--json"])]
    return commands("imports", argvs)


ERRORS = [
    "", "{", "[]", "null", "{}", '{"query": 1}', '{"query": "see"}', '{"query": "los"}', '{"query": "los", "from": "foxes"}',
    '{"query": "los", "from": "foxes", "to": "nobody"}', '{"query": "los", "form": "foxes", "to": "anvil"}',
    '{"query": "los", "from": 7, "to": "anvil"}', '{"query": "los", "from": "foxes", "to": "foxes"}',
    '{"query": "los", "from": "foxes", "to": "anvil", "set": {"no_such": 1}}',
    '{"query": "los", "from": "foxes", "to": "anvil", "set": {"units": "ell"}}',
    '{"query": "los", "from": "foxes", "to": "anvil", "tolerance_mm": -1}',
    '{"query": "los", "from": "foxes", "to": "anvil", "lang": "xx"}', '{"query": "los", "from": "foxes", "to": "anvil", "effort": 0}',
    '{"query": "attack", "from": "foxes", "to": "anvil", "weapon": "rifel"}', '{"query": "range", "from": "foxes", "to": "anvil", "limit_mm": -3}',
    '{"query": "cover", "to": "anvil"}', '{"query": "arc", "from": "foxes-9", "to": "anvil"}', '{"query": "react", "from": "foxes"}',
    '{"query": "close-combat", "from": "anvil", "to": "anvil-1"}', '{"query": "within", "from": "foxes"}',
    '{"query": "within", "from": "foxes", "skill": "ofice"}', '{"query": "within", "at": [1], "limit_mm": 20}', '{"query": "cohesion"}',
    '{"query": "cohesion", "unit": "foxes-1"}', '{"query": "template", "shape": "cone", "at": [1, 2]}', '{"query": "template", "shape": "blast"}',
    '{"query": "template", "shape": "flame-1", "at": [700, 400]}', '{"query": "template", "shape": "blast", "best": true, "side": "green"}',
    '{"query": "move", "member": "foxes"}', '{"query": "move", "member": "foxes-1", "path": []}',
    '{"query": "move", "member": "foxes-1", "path": [[9000, 0]]}', '{"query": "reach", "member": "fox"}',
    '{"query": "place", "member": "foxes-1"}', '{"query": "place", "member": "foxes-1", "at": [-50, 40]}',
    '{"query": "los", "from": "foxes", "to": "anvil", "from": "anvil"}', '{"id": {"a": [1]}, "query": "los", "from": "x", "to": "anvil"}',
]


def errors(_, __):
    scene = "terrain/crossroads.scene.json"
    asked = [line for line in ERRORS if line]
    argvs = [[], ["se", scene], ["los"], ["los", scene], ["los", scene, "foxes"], ["los", scene, "mastif", "anvil"],
             ["los", "nowhere.json", "a", "b"], ["los", scene, "foxes", "anvil", "--tolerance", "much"],
             ["los", scene, "foxes", "anvil", "--set", "units"], ["los", scene, "foxes", "anvil", "--set", "sight=no"],
             ["range", scene, "foxes", "anvil", "--limit", "6ells"], ["template", scene], ["template", scene, "--shape", "cone"],
             ["move", scene, "foxes-1"], ["move", scene, "foxes-1", "--path", "1;2"], ["analyze", scene],
             ["analyze", scene, "--map", "fog"], ["analyze", scene, "--map", "fov", "--from", "nobody"],
             ["los", scene, "foxes", "anvil", "--lang", "xx"], ["los", scene, "foxes", "anvil", "--weapon", "x"]]
    return [Run("errors", ["batch", scene], [line for line in asked], asked)] + commands("errors", argvs)


def maps(_, __):
    scene, west, east = "terrain/crossroads.scene.json", "100,100,400,500", "1300,100,1700,500"
    asked = [["--map", "fov", "--from", "foxes", "--cell", "50"], ["--map", "fov", "--from", "mastiff", "--cell", "40"],
             ["--map", "mutual", "--zone", west, "--to", east, "--cell", "60"],
             ["--map", "exposure", "--zone", west, "--cell", "60"], ["--map", "nearest", "--zone", west, "--cell", "60"],
             ["--map", "length", "--zone", west, "--cell", "60"], ["--map", "dead", "--from", "anvil", "--cell", "50"],
             ["--map", "height", "--from", "foxes-1", "--cell", "60"], ["--map", "cover", "--from", "anvil", "--cell", "60"],
             ["--firing", "herons-1", "--target", "mastiff", "--cell", "40"], ["--findings", "--cell", "150"],
             ["--findings", "--pieces", "--cell", "200"]]
    argvs = [["analyze", scene] + more + ["--threads", "1", "--json"] for more in asked]
    argvs += [["analyze", scene] + more + ["--threads", "1", "--lang", "fr"] for more in asked[:3]]
    argvs += [["analyze", "tables/table-%d.json" % number, "--threads", "1", "--json"] + more for number in (0, 2, 3)
              for more in (["--map", "fov", "--from", "a", "--cell", "40"], ["--findings", "--cell", "100"])]
    return commands("maps", argvs, cache=True)


def reports(runs, count):
    """Reports of rulings with their pictures, of cases and of the sample table: the slowest answers of all."""
    asked = [run for run in runs if ", text " in run.keys[0]]
    random.Random(2).shuffle(asked)
    return [Run("reports", run.argv + ["--report", "report-%d.html" % i, "--date", "2001-02-03"],
                ["report of %s: %s" % (run.group, run.keys[0])], writes="report-%d.html" % i, cache=True)
            for i, run in enumerate(asked[:count])]


GROUPS = [cases, readings, pairs, crossroads, tables, rules, checks, imports, errors, maps]


# --- asking

def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def spoken(data):
    return data.decode("utf-8", "surrogateescape")


def without_pictures(text):
    """A report whose pictures are told by their hashes."""
    return re.sub(r"base64,([A-Za-z0-9+/=]+)", lambda m: "sha256," + hashlib.sha256(m[1].encode()).hexdigest(), text)


def answer(program, run, folder, cache):
    """What a program answers: a list of (key, answer)."""
    environment = {"PATH": os.environ.get("PATH", ""), "LANG": "C", "LC_ALL": "C", "HOME": cache,
                   "TRUELINE_CACHE": cache if run.cache else "off"}
    done = subprocess.run([program] + run.argv, cwd=folder, env=environment, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, input="".join(line + "\n" for line in run.lines or []).encode())
    out, rest = spoken(done.stdout), spoken(done.stderr)
    end = ("--- messages\n" + rest if rest else "") + ("--- exit status %d\n" % done.returncode if done.returncode else "")
    if run.lines is None:
        if run.writes:
            path = os.path.join(folder, run.writes)
            if os.path.exists(path):
                with open(path, "rb") as file:
                    out += "--- %s\n" % run.writes + without_pictures(spoken(file.read()))
                os.remove(path)
            else:
                end += "--- %s was not written\n" % run.writes
        return [(run.keys[0], out + end)]
    lines = out.split("\n")[:-1]
    told_lines = [(key, lines[i] if i < len(lines) else "--- no answer\n" + end) for i, key in enumerate(run.keys)]
    if end or len(lines) != len(run.keys):
        told_lines.append((run.keys[0] + ", the end of its batch", "%d answers\n" % len(lines) + end))
    return told_lines


def ask_all(program, runs, folder, jobs):
    """All answers of a program: {(group, key): answer}; a key that comes twice is numbered."""
    cache = os.path.join(folder, "cache")
    shutil.rmtree(cache, ignore_errors=True)
    os.makedirs(cache)
    found = collections.OrderedDict()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for run, pairs_of_run in zip(runs, pool.map(lambda run: answer(program, run, os.path.join(folder, "inputs"), cache), runs)):
            for key, text in pairs_of_run:
                found[(run.group, key)] = (text, " ".join(run.argv))
    return found


def name_uniquely(runs):
    seen = collections.Counter()
    for run in runs:
        for i, key in enumerate(run.keys):
            seen[run.group, key] += 1
            if seen[run.group, key] > 1:
                run.keys[i] = "%s (%d)" % (key, seen[run.group, key])


# --- comparing

def flat(value, path=""):
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from flat(item, path + "." + key if path else key)
    elif isinstance(value, list) and value:
        for i, item in enumerate(value):
            yield from flat(item, "%s[%d]" % (path, i))
    else:
        yield path, json.dumps(value, ensure_ascii=False)


def as_json(text):
    try:
        value = json.loads(text)
        return value if isinstance(value, (dict, list)) else None
    except ValueError:
        return None


def difference(old, new):
    """Which keys differ (a tuple that groups alike differences), and the lines that tell how."""
    values = [as_json(old), as_json(new)]
    if None in values:
        lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), "kept", "now", lineterm="", n=0))[2:]
        changed = [re.sub(r"-?\d+([.,]\d+)?", "N", line) for line in lines if not line.startswith("@@")]
        return ("text",) + tuple(changed[:4]), lines
    parts = [["%s: %s" % pair for pair in flat(value)] for value in values]
    lines = list(difflib.unified_diff(parts[0], parts[1], "kept", "now", lineterm="", n=0))[2:]
    changed = collections.OrderedDict()
    for line in lines:
        if not line.startswith("@@"):
            changed[re.sub(r"\[\d+\]", "[]", line.split(": ")[0])] = True
    return ("json",) + tuple(changed or ["the same values in other bytes"]), lines


def first_bytes(old, new):
    a, b = (text.encode("utf-8", "surrogateescape") for text in (old, new))
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return "byte %d: %r, now %r" % (at, spoken(a[max(0, at - 20):at + 40]), spoken(b[max(0, at - 20):at + 40]))


def query_of(where, text):
    """The kind of question, to group differences by."""
    match = re.search(r'"query":"([a-z-]+)"', text)
    return match[1] if match else where.split(" ")[0]


def compare(kept, now, folder, show):
    """Prints the differences by group; how many there are."""
    alike = collections.OrderedDict()
    with open(os.path.join(folder, "differences.txt"), "w", encoding="utf-8", errors="surrogateescape") as file:
        for place, (text, where) in now.items():
            old = kept[place][0] if place in kept else None
            if old == text:
                continue
            kind, lines = ("not kept",), []
            if old is not None:
                kind, lines = difference(old, text)
            report = ["%s: %s" % place, "  asked by: " + where]
            if old is not None:
                report.append("  " + first_bytes(old, text))
            report += ["  " + line for line in lines]
            file.write("\n".join(report) + "\n\n")
            alike.setdefault((place[0], query_of(where, text)) + kind, []).append(report)
    for signature, reports in sorted(alike.items(), key=lambda item: -len(item[1]))[:40]:
        print("%d in %s, %s: %s" % (len(reports), signature[0], signature[1], " | ".join(signature[2:])[:300]))
        for report in reports[:show]:
            print("\n".join("    " + line[:240] for line in report[:12]))
    if len(alike) > 40:
        print("... and %d kinds of differences more" % (len(alike) - 40))
    return sum(len(reports) for reports in alike.values())


def hash_of(text):
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def keep(found, folder):
    with open(os.path.join(folder, "hashes.txt"), "w", encoding="utf-8") as file:
        for (group, key), (text, _) in found.items():
            file.write("%s  %s: %s\n" % (hash_of(text), group, key))
    with open(os.path.join(folder, "answers.jsonl.gz"), "wb") as raw, gzip.GzipFile("", "wb", 6, raw, 0) as file:
        for (group, key), (text, where) in found.items():
            file.write((json.dumps([group, key, text, where]) + "\n").encode())


def kept_in(folder):
    with gzip.open(os.path.join(folder, "answers.jsonl.gz"), "rt", encoding="utf-8") as file:
        return {(group, key): (text, where) for group, key, text, where in map(json.loads, file)}


def tell_groups(found):
    groups = collections.OrderedDict()
    for (group, _), (text, _) in found.items():
        groups.setdefault(group, []).append(text)
    for group, texts in groups.items():
        refused = sum('"error":' in text or "--- exit status" in text for text in texts)
        print("%-32s %6d answers, %4d refused  %s" % (group, len(texts), refused, hash_of("\n".join(texts))[:16]))


def main():
    parser = argparse.ArgumentParser(usage="\n".join(__doc__.split("\n")[2:4])[7:])
    for name in ("project", "folder", "program"):
        parser.add_argument(name)
    parser.add_argument("other", nargs="?")
    parser.add_argument("--against")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--all-reports", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=2)
    asked = parser.parse_args()
    folder = os.path.abspath(asked.folder)
    inputs = Inputs(os.path.join(folder, "inputs"))
    runs = [run for group in GROUPS for run in group(asked.project, inputs)]
    runs += reports(runs, 100 if asked.all_reports else 20)
    name_uniquely(runs)
    runs = [run for run in runs if run.group.startswith(asked.only)]
    if asked.quick:
        by_group = collections.Counter()
        stride = {"cases": 7, "readings": 5, "pairs": 9, "crossroads": 9, "tables": 6, "checks": 9, "imports": 9,
                  "errors": 4, "maps": 7, "reports": 20, "rules": 3}
        chosen = []
        for run in runs:
            if by_group[run.group] % stride.get(re.split("[/ ]", run.group)[0], 5) == 0:
                chosen.append(run)
            by_group[run.group] += 1
        runs = chosen
    now = ask_all(os.path.abspath(asked.program), runs, folder, asked.jobs)
    if asked.other:
        kept, now = now, ask_all(os.path.abspath(asked.other), runs, folder, asked.jobs)
    elif asked.against:
        kept = kept_in(asked.against)
    else:
        keep(now, folder)
        tell_groups(now)
        print("%d answers kept, all of them %s" % (len(now), hash_of("\n".join(text for text, _ in now.values()))[:16]))
        return
    differ = compare(kept, now, folder, asked.show)
    print("%d answers, %d differ" % (len(now), differ))
    sys.exit(1 if differ else 0)


if __name__ == "__main__":
    main()
