"""Fails where the engine's C knows a game by heart: the id of a rule, or the name that a rule file gives to a class, a kind
of terrain, an arc, a template, an area, a way to move, a size or a special rule, stands in it as a text.

    games.py PROJECT

Everything in engine/ is read, without comments. What games call their things comes from the files in rulesets/ and
tests/rulesets/. A word that means something else where it stands is named below, with what it means there.
"""
import glob
import json
import os
import re
import sys

SECTIONS = ("classes", "terrain", "arcs", "templates", "areas", "locomotions", "sizes", "skills", "deviations")
TEXT = re.compile(r'"((?:\\.|[^"\\\n])*)"')

HOMONYMS = {  # word: {file or folder: what it is there}
    "any": {"engine/ruleset": "of areas, shares and settings: no limit, any part"},
    "flame": {"engine/ruleset": "a member of templates: laid against the firer"},
    "foot": {"engine/mesh": "a unit of length", "engine/scene/read_assets.c": "a unit of length",
             "engine/scan": "a unit of length", "engine/import": "a unit of length"},
    "front": {"engine/ruleset/settings.h": "a value of bunker_apex", "engine/ruleset/score.c": "a side of a model"},
    "ground": {"engine/scan": "a key of reports on meshes"},
    "leader": {"engine/judge/check.c": "scene files: a field of units", "engine/scene": "scene files: a field of units",
               "engine/ruleset/settings.h": "a value of cohesion", "engine/tell/tell_cohesion.c": "a key of answers"},
    "join": {"engine/scene/read_assets.c": "a repair of meshes"},
    "ahead": {"engine/ruleset/read_deviations.c": "a way that dice say", "engine/tell/tell_scatter.c": "a way that dice say"},
    "left": {"engine/ruleset/read_rows.c": "a side that an arc's limit counts from", "engine/ruleset/score.c": "a side of a model",
             "engine/ruleset/read_deviations.c": "a way that dice say", "engine/tell/tell_scatter.c": "a way that dice say"},
    "rear": {"engine/ruleset/score.c": "a side of a model"},
    "right": {"engine/ruleset/read_rows.c": "a side that an arc's limit counts from", "engine/ruleset/score.c": "a side of a model",
              "engine/ruleset/read_deviations.c": "a way that dice say", "engine/tell/tell_scatter.c": "a way that dice say"},
    "normal": {"engine/scene/read_assets.c": "of a plane", "engine/scan": "of a plane", "engine/import": "of a triangle"},
    "observer": {"engine/board": "a key of questions about boards", "engine/tell": "a key of answers: who sees for another"},
    "obstacle": {"engine/scene/read_scene.c": "scene files: what a piece is that says nothing"},
    "road": {"engine/ruleset/read_rows.c": "a member of kinds of terrain: the speed of roads"},
    "sparse": {"engine/import": "of glTF's accessors"},
    "trap": {"engine/ruleset/read_rows.c": "a word of `going`"},
}


def without_comments(text):
    return re.sub(r'"(?:\\.|[^"\\\n])*"|/\*.*?\*/|//[^\n]*', lambda m: m.group() if m.group()[0] == '"' else " ", text, flags=re.S)


def texts(code):
    for line in without_comments(code).split("\n"):
        if not line.lstrip().startswith("#include"):
            yield from TEXT.findall(line)


def vocabulary(project):
    """Names of rows by word, and the ids of all rules."""
    names, ids = {}, set()
    for file in sorted(glob.glob(os.path.join(project, "rulesets", "*.json")) + glob.glob(os.path.join(project, "tests/rulesets", "*.json"))):
        with open(file, encoding="utf-8") as f:
            system = json.load(f)
        for section in SECTIONS:
            for name in system.get(section) or {}:
                names.setdefault(name, "%s of %s" % (section, os.path.basename(file)))
        for section in ("rules", "pending"):
            ids.update(system.get(section) or {})
    return names, ids


def faults(file, code, names, ids, used):
    for text in texts(code):
        if text in names:
            place = next((place for place in HOMONYMS.get(text, {}) if file == place or file.startswith(place + "/")), None)
            if place is None:
                yield "%s: `%s` is one of the %s" % (file, text, names[text])
            used.add((text, place))
        for word in re.findall(r"[A-Z]{2,}-[A-Z]{2,}-\d+", text):
            if word in ids:
                yield "%s: the rule %s" % (file, word)


def main():
    project = sys.argv[1]
    names, ids = vocabulary(project)
    used, found, files = set(), [], 0
    for file in sorted(glob.glob(os.path.join(project, "engine", "**", "*.[ch]"), recursive=True)):
        with open(file, encoding="utf-8") as f:
            found += faults(os.path.relpath(file, project), f.read(), names, ids, used)
        files += 1
    found += ["`%s` doesn't stand in %s any more: take it off the list" % (word, place)
              for word, places in HOMONYMS.items() for place in places if (word, place) not in used]
    # what it must find
    rule, kind = sorted(ids)[0], sorted(n for n in names if n not in HOMONYMS)[0]
    for code, count in (('f("%s");' % kind, 1), ('/* "%s" */ f("x %s y");' % (kind, rule), 1), ('f("no %s here", "%sx");' % (kind, kind), 0)):
        if len(list(faults("engine/made.c", code, names, ids, set()))) != count:
            found.append("the test doesn't see what it should in: " + code)
    for line in found:
        print("FAILED:", line)
    print("%d names and %d ids of games, %d files, %d failures" % (len(names), len(ids), files, len(found)))
    return 1 if found or len(names) < 60 or len(ids) < 150 or files < 400 else 0


if __name__ == "__main__":
    sys.exit(main())
