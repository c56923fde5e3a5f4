#!/usr/bin/env python3
"""The published schema and the loader judge scenes alike.

usage: scene_schema.py PROJECT JUDGE [SEED]

Judged are the good and bad scenes of the tests, and a thousand scenes made from the good ones by one change each: a
field taken away, renamed, doubled elsewhere, or given another value. JUDGE is the program of tests/fuzz/fuzz_scene.c.
Whatever the schema refuses the loader must refuse. What the loader alone refuses must be among the things that a schema
can't say, which are listed here by the loader's words.
"""
import copy
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("*** SKIPPED: python3-jsonschema is not installed; schema and loader are not compared ***")
    sys.exit(77)

BEYOND = [
    "is used already in line",
    "is there already in line",
    "there is no asset",
    "the unit has no weapon",
    "`forward` lies along `up`",
    "the box is empty",
    "the cylinder has no length",
    "the minimum range is larger",
    "the outline crosses or touches itself",
    "the outline has no area",
    "the outline has the same point twice",
    "there is no piece of terrain",
    "there is no unit",
    "` is no unit",
    "` is no piece of terrain",
    "which is no marker",
    "stands here twice",
    "should be above 0, and no kilometre",
]


def problems_of(judge, files):
    """What the loader says: file -> list of errors, empty when it is good."""
    said = {name: [] for name in files}
    for start in range(0, len(files), 500):
        output = subprocess.run([judge, "--judge"] + files[start:start + 500], check=True, stdout=subprocess.PIPE)
        for line in output.stdout.decode("utf-8").splitlines():
            match = re.match(r"(\S+?\.json)(?::\d+:\d+: (.*)| good)$", line)
            if match and match.group(2) is not None:
                said[match.group(1)].append(match.group(2))
            elif not match and not line.startswith("warning: "):
                sys.exit("what does this mean: " + line)
    return said


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, path + (key,))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, path + (index,))


VALUES = [None, True, False, 0, 1, -1, 2, 3.5, -0.5, 1e6, 1000001, -1e6, -1000001, 1e-9, 1e13, "", "a", "table", "disc", "box",
          "capsule", "hull-above", "cuts", "auto", "C", "front", "hero", "mm", "y", "+z", [], [1], [1, 2], [0, 0], [1, 2, 3],
          [0, 0, 0], [2, 1], [-1, 1], [1, 2, 3, 4], ["a"], [""], [[0, 0], [9, 0], [0, 9]], [[0, 0], [9, 0]], {}, {"x-note": 1},
          {"mm": 5}, {"shape": "disc"}, {"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}, {"id": "new"},
          {"plane": {"normal": [0, 0, 1], "offset": 0}}, {"core": ["a"]}, {"mesh": "m.stl"}]


def change(scene, rng, names, values):
    """One change somewhere below the root; says which in words."""
    paths = [path for path in places(scene) if path]
    path = rng.choice(paths)
    parent = scene
    for step in path[:-1]:
        parent = parent[step]
    key = path[-1]
    kind = rng.randrange(5)
    if kind == 0:
        del parent[key]
    elif kind == 1 and isinstance(parent, dict):
        name = rng.choice(names)
        parent[name] = parent.pop(key)
    elif kind == 2 and isinstance(parent, dict):
        parent[rng.choice(names)] = copy.deepcopy(rng.choice(values))
    elif kind == 3 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(rng.choice(values)))
    else:
        parent[key] = copy.deepcopy(rng.choice(values))


def main():
    project, judge = sys.argv[1:3]
    seed = int(os.environ.get("TRUELINE_SEED", sys.argv[3] if len(sys.argv) > 3 else "1"))
    print("scene_schema: seed", seed)
    rng = random.Random(seed)
    with open(os.path.join(project, "docs/schema/scene.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    good = sorted(glob.glob(os.path.join(project, "tests/cases/scene-good/*.json")))
    bad = sorted(glob.glob(os.path.join(project, "tests/bad/scene/*.json")))
    failures = []
    counts = {"both good": 0, "both bad": 0, "beyond the schema": 0}

    def compare(name, scene, said, text):
        valid = validator.is_valid(scene)
        if valid and not said:
            counts["both good"] += 1
        elif not valid and said:
            counts["both bad"] += 1
        elif valid and all(any(words in problem for words in BEYOND) for problem in said):
            counts["beyond the schema"] += 1
        else:
            why = said if valid else [next(validator.iter_errors(scene)).message[:300]]
            failures.append("%s: the schema says %s, the loader %s: %s\n%s" %
                            (name, "good" if valid else "bad", "bad" if said else "good", why, text))

    said = problems_of(judge, good + bad)
    scenes = []
    for name in good + bad:
        try:
            with open(name, encoding="utf-8-sig") as file:
                scene = json.load(file, object_pairs_hook=lambda pairs: dict(pairs) if len(dict(pairs)) == len(pairs) else 1 / 0)
        except (ValueError, ZeroDivisionError):
            if not said[name]:
                failures.append(name + ": no JSON, but the loader takes it")
            continue
        compare(name, scene, said[name], "")
        if name in good:
            scenes.append(scene)
            if said[name]:
                failures.append(name + ": should be good")
        elif not said[name]:
            failures.append(name + ": should be bad")

    names = sorted({step for scene in scenes for path in places(scene) for step in path if isinstance(step, str)} |
                   {"x-new", "shap", "cuts", "normal", "offset"})
    values = VALUES + [copy.deepcopy(value) for scene in scenes for value in pick(scene, rng, 60)]
    with tempfile.TemporaryDirectory() as folder:
        files = []
        made = []
        for number in range(1200):
            scene = copy.deepcopy(rng.choice(scenes))
            for _ in range(rng.choice([1, 1, 1, 2])):
                change(scene, rng, names, values)
            name = os.path.join(folder, "%d.json" % number)
            with open(name, "w", encoding="utf-8") as file:
                json.dump(scene, file)
            files.append(name)
            made.append(scene)
        said = problems_of(judge, files)
        for name, scene in zip(files, made):
            compare(os.path.basename(name), scene, said[name], json.dumps(scene)[:6000])
    print(counts)
    for failure in failures[:5]:
        print(failure, file=sys.stderr)
    if failures:
        sys.exit("%d scenes are judged differently" % len(failures))
    if min(counts.values()) < 5:
        sys.exit("the changes don't reach all kinds of scenes any more")


def pick(scene, rng, count):
    paths = list(places(scene))
    for _ in range(count):
        value = scene
        for step in rng.choice(paths):
            value = value[step]
        yield value


main()
