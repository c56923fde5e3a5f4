#!/usr/bin/env python3
"""The published schema and the loader judge rule files alike.

usage: ruleset_schema.py PROJECT JUDGE [SEED]

Judged are the good and bad rule files of the tests, the built-in ones, and a thousand made from the good ones by one or
two changes each: a field taken away, renamed, doubled elsewhere, or given another value. JUDGE is the program of
tests/fuzz/fuzz_ruleset.c. Whatever the schema refuses the loader must refuse. What the loader alone refuses must be among
the things that a schema can't say, which are listed here by the loader's words. Files of version 1 aren't the schema's.
"""
import copy
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("*** SKIPPED: python3-jsonschema is not installed; schema and loader are not compared ***")
    sys.exit(77)

BEYOND = [
    "rows: more than",
    "below: ",
    "stands twice in one object",
    "is there twice",
    "there is no rule `",
    "there is no class `", "there is no arc `",
    "there is no skill `",
    "there is no length `",
    "there is no kind of terrain `",
    "there is no area rule `",
    "there is no grade `",
    "there is no stance `",
    "there is no weapon `",
    "there is no setting `",
    "is ground without a grade",
    "nothing lies within the limits",
    " must rise: ",
    " `bands` and ",
    "` is no area",
    "` lights, and is no area",
    "there is no template `",
    "` is laid against who fires",
    "` is a disc, and isn't laid",
    "the sectors of a die follow one another without a gap",
    ", and nothing lies in it",
    "a modifier is added to numbers, and this die has none",
    "no dice of these show ",
    "who looks is counted, and none is a part",
    "`game_unit` is one length, whatever the settings",
    " comes too late, or again",
    "is none of its values",
    "below that could be removed",
    "extends itself",
    "leaves the folder of the rule file",
    "can't be extended: ",
    "there is no built-in rule system `",
    "rule files extend one another more than",
    "crosses or touches itself",
    " of the path",
    "this is no range",  # the least above the most
    "`title` is missing",  # nor has what it extends
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


VALUES = [None, True, False, 0, 1, -1, 2, 3.5, -0.5, 90, 90.5, 180, 360, 361, 1e6, 1000001, 1e-9, 1e10, -1e10, 10000, 10001, "", "a",
          "any", "never", "if_solid", "base", "half", "left", "right", "slow", "walls", "trap", "solid", "none", "mm", "game_unit", "#123456",
          "#12345", "choice", "number", "choice_or_number", "choice_or_file", "blocked", "cover", "radius", "keeps_to", "E-1", "units",
          "adjacent", [], [1], ["a"], [""], ["machine"], [[0, 0], [9, 0], [0, 9]], [[0, 0], [9, 0]], [[0, 0], [9, 0], [0, 9], [9, 9]],
          {}, {"x-note": 1}, {"en": "A."}, {"en": 1}, {"text": "A."}, {"text": {"de": "A."}}, {"cm": 1, "inch": 1}, {"cm": 1}, {"side": "left"},
          {"half_deg": 30}, {"into": "any"}, {"rule": "E-1"}, {"rule": "E-1", "text": "A."}, {"effect": "none"}, {"effect": "cover", "cover": "never"}]


def change(rules, rng, names, values):
    """One change somewhere below the root."""
    path = rng.choice([path for path in places(rules) if path])
    parent = rules
    for step in path[:-1]:
        parent = parent[step]
    key = path[-1]
    kind = rng.randrange(5)
    if kind == 0:
        del parent[key]
    elif kind == 1 and isinstance(parent, dict):
        parent[rng.choice(names)] = parent.pop(key)
    elif kind == 2 and isinstance(parent, dict):
        parent[rng.choice(names)] = copy.deepcopy(rng.choice(values))
    elif kind == 3 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(rng.choice(values)))
    else:
        parent[key] = copy.deepcopy(rng.choice(values))


def pick(rules, rng, count):
    paths = list(places(rules))
    for _ in range(count):
        value = rules
        for step in rng.choice(paths):
            value = value[step]
        yield value


def once(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def main():
    project, judge = sys.argv[1:3]
    seed = int(os.environ.get("TRUELINE_SEED", sys.argv[3] if len(sys.argv) > 3 else "1"))
    print("ruleset_schema: seed", seed)
    rng = random.Random(seed)
    with open(os.path.join(project, "docs/schema/ruleset.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    folder = os.path.join(project, "tests/cases/ruleset-good")
    good = sorted(glob.glob(os.path.join(folder, "*.json")) + glob.glob(os.path.join(project, "rulesets/*.json")))
    bad = sorted(glob.glob(os.path.join(project, "tests/bad/ruleset/*.json")))
    failures = []
    counts = {"both good": 0, "both bad": 0, "beyond the schema": 0}

    def compare(name, rules, said, text):
        valid = validator.is_valid(rules)
        if valid and not said:
            counts["both good"] += 1
        elif not valid and said:
            counts["both bad"] += 1
        elif valid and all(any(words in problem for words in BEYOND) for problem in said):
            counts["beyond the schema"] += 1
        else:
            why = said if valid else [error.message[:300] for error in validator.iter_errors(rules)][:3]
            failures.append("%s: the schema says %s, the loader %s: %s\n%s" %
                            (name, "good" if valid else "bad", "bad" if said else "good", why, text))

    said = problems_of(judge, good + bad)
    seeds = []
    for name in good + bad:
        if bool(said[name]) != (name in bad):
            failures.append("%s: should be %s: %s" % (name, "bad" if name in bad else "good", said[name]))
        try:
            with open(name, encoding="utf-8-sig") as file:
                rules = json.load(file, object_pairs_hook=once)
        except ValueError:
            continue
        if isinstance(rules, dict) and rules.get("trueline_ruleset") == 1:
            continue
        compare(name, rules, said[name], "")
        # small ones serve as well as large ones, and are changed in more places
        if name in good and os.path.getsize(name) < 20000:
            seeds.append(rules)

    names = sorted({step for rules in seeds for path in places(rules) for step in path if isinstance(step, str)} | {"x-new", "fr", "feet", "axis"})
    values = VALUES + [copy.deepcopy(value) for rules in seeds for value in pick(rules, rng, 60)]
    with tempfile.TemporaryDirectory() as made_in:
        shutil.copytree(os.path.join(folder, "parts"), os.path.join(made_in, "parts"))
        shutil.copy(os.path.join(folder, "version-1.json"), made_in)
        made = {}
        for number in range(1200):
            rules = copy.deepcopy(rng.choice(seeds))
            for _ in range(rng.choice([1, 1, 1, 2])):
                change(rules, rng, names, values)
            name = os.path.join(made_in, "%d.json" % number)
            with open(name, "w", encoding="utf-8") as file:
                json.dump(rules, file)
            made[name] = rules
        said = problems_of(judge, list(made))
        for name, rules in made.items():
            compare(os.path.basename(name), rules, said[name], json.dumps(rules)[:8000])
    print(counts)
    for failure in failures[:5]:
        print(failure, file=sys.stderr)
    if failures:
        sys.exit("%d rule files are judged differently" % len(failures))
    if min(counts.values()) < 20:
        sys.exit("the changes don't reach all kinds of rule files any more")


main()
