"""tables.py: rule systems, tables made for them, and asking the program: what the scripts beside it share."""
import json
import os
import re
import shutil
import subprocess

ID = re.compile(r"\b[A-Z]{2}-[A-Z]{2,4}-\d\d\b")
failures = []
program = project = ""
asked = 0


def begin(the_program, the_project):
    global program, project
    program, project = the_program, the_project


def fail(system, what, text):
    failures.append("%s: %s: %s" % (system, what, text))


# --- rule systems: their files, read as the loader reads them

def merged(rules, folder):
    """A file with the rows of what it extends."""
    if "extends" not in rules:
        return rules
    name = rules["extends"]
    path = os.path.join(folder, name) if name.endswith(".json") else os.path.join(project, "rulesets", name + ".json")
    with open(path, encoding="utf-8") as file:
        base = merged(json.load(file), os.path.dirname(path))
    made = dict(base, **{key: value for key, value in rules.items() if not isinstance(value, (dict, list)) or key == "title"})
    for key, value in rules.items():
        if isinstance(value, dict) and key != "title":
            made[key] = {name: row for name, row in dict(base.get(key, {}), **value).items() if row is not None}
    own = {setting["name"] for setting in rules.get("settings", [])}
    if not rules.get("abstract"):
        made.pop("abstract", None)
    made["settings"] = [s for s in base.get("settings", []) if s["name"] not in own] + rules.get("settings", [])
    return made


def games():
    """The built-in systems that are games: (file name, rules with those of what they extend, names from the lowest on)."""
    for file in sorted(os.listdir(os.path.join(project, "rulesets"))):
        if file.endswith(".json"):
            path = os.path.join(project, "rulesets", file)
            with open(path, encoding="utf-8") as text:
                rules = json.load(text)
            if "trueline_ruleset" in rules and not rules.get("abstract"):
                yield file, merged(rules, os.path.dirname(path)), lineage(rules)


def lineage(rules):
    """The names of a built-in system and all that it extends, from the lowest on."""
    if "extends" not in rules:
        return [rules["name"]]
    with open(os.path.join(project, "rulesets", rules["extends"] + ".json"), encoding="utf-8") as file:
        return lineage(json.load(file)) + [rules["name"]]


def translated(lang):
    with open(os.path.join(project, "languages", lang + ".json"), encoding="utf-8") as file:
        return json.load(file).get("rulesets", {})


class System:
    """A rule system, its scene's folder, and how large its table is."""

    def __init__(self, folder, file, beside=(), scale=1.0):
        self.file, self.folder, self.scale = os.path.basename(file), folder, scale
        for path in (file,) + tuple(beside):
            if os.path.dirname(os.path.abspath(path)) != folder:
                shutil.copy(path, folder)
        with open(os.path.join(folder, self.file), encoding="utf-8") as text:
            self.rules = merged(json.load(text), folder)
        self.name = self.rules["name"]
        self.ids = set(self.section("rules")) | set(rules_in(self.rules)) | set(self.section("cites").values())

    def section(self, name):
        return self.rules.get(name, {})

    def unit_mm(self, inch=False):
        row = self.section("lengths").get("game_unit", {"cm": 100, "inch": 101.6})
        return row["inch" if inch else "cm"]

    def sentence(self, rule, lang):
        """The rule's sentence, or "" when the file only names it. That of another language may stand in languages/."""
        said = self.section("rules").get(rule, "")
        said = said.get("text", said) if isinstance(said, dict) else said
        if isinstance(said, dict):
            return said.get(lang, said["en"])
        return translated(lang).get(self.name, {}).get("rules", {}).get(rule, said)


# --- tables

def box(system, at, size, height):
    x, y = (system.scale * c for c in at)
    w, d = (0.5 * system.scale * c for c in size)
    return {"outline": [[x - w, y - d], [x + w, y - d], [x + w, y + d], [x - w, y + d]], "height": height * system.scale}


def assets(system):
    s = system.scale
    return {
        "man": {"base": {"shape": "disc", "diameter": 25 * s, "height": 3 * s},
                "core": {"shape": "capsule", "from": [0, 0, 9 * s], "to": [0, 0, 26 * s], "radius": 6 * s}},
        "hull": {"core": {"shape": "box", "min": [-35 * s, -22 * s, 0], "max": [35 * s, 22 * s, 40 * s]},
                 "base": {"shape": "rectangle", "size": [70 * s, 44 * s], "height": 3 * s}}}


def scene(system, size, terrain, units, settings=None):
    return {"trueline": 1, "name": "made", "ruleset": system.file, "settings": settings or {},
            "table": {"width": size[0] * system.scale, "depth": size[1] * system.scale},
            "assets": assets(system), "terrain": terrain, "units": units}


def unit(system, name, side, kind, places, facing=90, **more):
    """Models of a unit; who is measured from the body drives."""
    drives = system.section("classes").get(kind, {}).get("measured", "core") == "core"
    members = [{"id": "%s-%d" % (name, k + 1), "asset": "hull" if drives else "man", "facing": facing,
                "at": [c * system.scale for c in at]} for k, at in enumerate(places)]
    return dict({"id": name, "side": side, "class": kind, "members": members, "move": 6, "march": 9}, **more)


# --- asking

def write(system, name, made):
    path = os.path.join(system.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(made, file)
    return path


def batch(system, path, queries):
    """The answers to JSON questions."""
    global asked
    asked += len(queries)
    ran = subprocess.run([program, "batch", path], input="\n".join(json.dumps(q) for q in queries) + "\n", capture_output=True,
                         text=True, timeout=300)
    answers = [json.loads(line) for line in ran.stdout.splitlines() if line]
    if ran.returncode != 0 or len(answers) != len(queries):
        fail(system.name, "batch", "status %d, %d answers to %d questions: %s" % (
            ran.returncode, len(answers), len(queries), ran.stderr[:2000]))
        return []
    return answers


def said(system, arguments, lang, status=(0,)):
    """What a command prints for people."""
    global asked
    asked += 1
    ran = subprocess.run([program] + arguments + ["--lang", lang], capture_output=True, text=True, timeout=120)
    if ran.returncode not in status:
        fail(system.name, " ".join(arguments[:1] + arguments[2:]), "status %d: %s" % (ran.returncode, ran.stderr[:500]))
    return ran.stdout + ran.stderr


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def rules_in(value):
    """Every `rule` of an answer, or of a rule file's rows."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "rule" and isinstance(item, str):
                yield item
            else:
                yield from rules_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from rules_in(item)


def check_ids(system, what, texts):
    """No id of another system; returns those of its own."""
    found = set()
    for text in texts:
        found |= set(ID.findall(text))
    for foreign in sorted(found - system.ids):
        fail(system.name, what, "%s is no rule of this system" % foreign)
    return found
