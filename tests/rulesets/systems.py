#!/usr/bin/env python3
"""systems.py: the engine knows no game by heart: every rule system is asked everything, and answers with its own words alone.

usage: systems.py PROGRAM PROJECT

For each system (those of rulesets/, a plain one without areas, arcs, templates and our classes, one with rules of no game
that we know, and a copy of the first with other ids and another game unit) a table is made from its own data: every class,
arc, size, special rule, template and kind of terrain stands on it. Every question is asked, in English and French, as JSON and
as text:

- each is answered, or the answer says that the system has no rule for it;
- ids in answers are the system's own, sentences those of its file in the language asked for;
- game units are as long as its file says, in centimetres and in inches;
- what the copy says of a table made smaller by as much as its game unit is what the first one says of the table itself.

limits.py holds rules of several systems against distances worked out there.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import limits  # noqa: E402
import renamed  # noqa: E402
import tables  # noqa: E402
from tables import System, batch, box, check_ids, fail, failures, rules_in, said, scene, strings, unit, write  # noqa: E402

here = os.path.dirname(os.path.abspath(__file__))


def everything(system, settings=None):
    """A table with every class, arc, size, locomotion, special rule, template and kind of terrain, and what is asked of it."""
    classes, kinds = list(system.section("classes")), list(system.section("terrain"))
    people = [c for c in classes if system.section("classes")[c].get("measured", "core") == "base"] or classes
    arcs, templates = list(system.section("arcs")) or [None], list(system.section("templates"))
    weapons = [dict({"id": "gun-%d" % k, "range": [0, 20]}, **({"arc": arc} if arc else {})) for k, arc in enumerate(arcs)]
    weapons += [{"id": "thrower-%d" % k, "range": 20, "template": name} for k, name in enumerate(templates)]
    weapons += [{"id": "blade", "range": "C"}, {"id": "far", "range": [2, 30]}, {"id": "by-mm", "range": {"mm": 500 * system.scale}}]
    weapons += [{"id": "kind-" + name, "range": [1, 20], "kind": name} for name in system.section("weapons")]
    ways = list(system.section("locomotions")) or [None]
    sizes = list(system.section("sizes")) or [None]
    terrain, units, queries = [], [], []
    for k, kind in enumerate(kinds):
        x = 100 + 160 * k
        terrain.append(dict({"id": "piece-" + kind, "kind": kind}, **box(system, (x, 400), (110, 70), 60)))
        units.append(unit(system, "r-" + kind, "red", people[k % len(people)], [(x, 290), (x + 35, 280)], weapons=weapons))
        units.append(unit(system, "b-" + kind, "blue", people[-1], [(x, 520)], facing=270, weapons=weapons))
        units.append(unit(system, "i-" + kind, "blue", people[0], [(x - 20, 400)], facing=270, weapons=weapons))
        ends = [("r-" + kind, "b-" + kind), ("r-" + kind, "i-" + kind), ("i-" + kind, "b-" + kind)]
        queries += [{"query": q, "from": a, "to": b} for a, b in ends for q in ("los", "cover", "range", "attack")]
        way = [[x * system.scale, 480 * system.scale]]
        queries += [{"query": "move", "member": "r-%s-1" % kind, "path": way}]
        queries += [{"query": "within", "from": "piece-" + kind, "limit_mm": 150 * system.scale}]
        queries += [{"query": "template", "shape": name, "at": [x * system.scale, 400 * system.scale]} for name in templates
                    if kind in system.section("templates")[name].get("fills", [])]
    wide = 100 + 160 * max(len(kinds), 3 * len(classes), len(list(system.section("skills"))) // 2 + 1)
    for k, kind in enumerate(classes):
        more = {key: value for key, value in (("locomotion", ways[k % len(ways)]), ("size", sizes[k % len(sizes)])) if value}
        units.append(unit(system, "red-" + kind, "red", kind, [(100 + 320 * k, 900)], weapons=weapons, **more))
        units.append(unit(system, "blue-" + kind, "blue", kind, [(100 + 320 * k, 964), (190 + 320 * k, 990)], facing=250,
                          weapons=weapons, **more))
        for q in ("range", "los", "cover", "arc", "attack", "react", "close-combat"):
            queries += [{"query": q, "from": "red-" + kind, "to": "blue-" + other} for other in classes]
        for name, score in system.section("scores").items() or [(None, {})]:
            arms = [w for w, row in system.section("weapons").items() if score.get("base") != "weapon" or "bands" in row]
            queries.append(dict({"query": "score", "from": "red-" + kind, "to": "blue-" + kind}, **({"score": name} if name else {}),
                                **({"weapon": "kind-" + arms[k % len(arms)]} if arms else {})))
        queries += [{"query": "zone", "from": "red-" + kind}, {"query": "zone", "from": "blue-" + kind, "zone": "reds"}]
        queries += [{"query": "cohesion", "unit": "blue-" + kind}, {"query": "cohesion", "unit": "red-" + kind},
                    {"query": "react", "from": "red-" + kind, "to": "blue-" + kind, "facing": 30},
                    {"query": "sees", "from": "red-" + kind, "whom": "all"},
                    {"query": "nearest", "from": "red-" + kind, "sight": True}, {"query": "nearest", "from": "red-" + kind, "whom": "cover"},
                    {"query": "range", "from": "red-" + kind, "to": "blue-" + kind, "limit_mm": 30 * system.scale},
                    {"query": "move", "member": "red-%s-1" % kind, "march": True, "facing": 45,
                     "path": [[(160 + 320 * k) * system.scale, 830 * system.scale]]}]
        for k, name in enumerate(templates):
            if "fills" in system.section("templates")[name]:
                continue  # it bursts inside of something: asked where that lies
            flame = system.section("templates")[name].get("flame", False)
            queries.append(dict({"query": "template", "shape": name, "from": "red-" + kind, "weapon": "thrower-%d" % k},
                                **({"toward": "blue-" + kind} if flame else {"at": [c * system.scale for c in (130, 964)]})))
    queries += [{"query": "reach", "member": "red-%s-1" % kind, "march": march} for kind, march in ((classes[0], False), (classes[-1], True))]
    rolling = [row["when"].get("skill") for row in system.section("moves").values() if row.get("rolls", {}).get("gives", "behind") != "behind"]
    for k, skill in enumerate(system.section("skills")):
        units.append(unit(system, "s-" + skill, "red" if k % 2 else "blue", people[0], [(100 + 70 * k, 1120)], facing=0,
                          skills=[skill], weapons=[dict(weapons[0], skills=[skill])]))
        effects = system.section("skills")[skill].get("effects", [])
        if any(effect["effect"] == "radius" for effect in effects):
            queries += [{"query": "within", "from": "s-" + skill, "skill": skill}]
        queries += [{"query": "carry", "from": "s-" + skill}]
        queries += [{"query": "carry", "from": "s-" + skill, "to": "red-" + classes[-1]}]
        queries += [{"query": "cover", "from": "red-" + classes[0], "to": "s-" + skill},
                    {"query": "attack", "from": "s-" + skill, "to": "red-" + classes[-1]},
                    {"query": "react", "from": "s-" + skill, "to": "red-" + classes[0]},
                    dict({"query": "move", "member": "s-%s-1" % skill, "path": [[(130 + 70 * k) * system.scale, 1060 * system.scale]]},
                         **({"dice": [2]} if skill in rolling else {}))]
    queries += throws(system, "red-" + people[0], "blue-" + people[0])
    queries += [{"query": "watch", "from": "blue-" + classes[0], "to": "red-%s-1" % classes[0],
                 "path": [[105 * system.scale, 900 * system.scale]]}]
    carriers = [c for c in classes if system.section("classes")[c].get("carries", True)]
    if carriers:
        units.append(unit(system, "riders", "red", people[0], [(60, 1000)], aboard="red-%s-1" % carriers[-1], weapons=weapons))
        queries += [{"query": q, "from": a, "to": b} for q in ("range", "los", "cover", "attack", "close-combat")
                    for a, b in (("riders", "blue-" + classes[0]), ("blue-" + classes[0], "riders"))]
    queries += [{"query": "within", "at": [c * system.scale for c in (100, 900)], "limit_mm": 100 * system.scale, "sight": True}]
    markers = [kind for kind in kinds if system.section("terrain")[kind].get("marker")]
    queries += [{"query": "zone", "from": "piece-" + kind} for kind in markers]
    queries += [{"query": "zone", "from": "piece-" + kind, "zone": "blues"} for kind in kinds]
    made = scene(system, (max(wide, 140 + 70 * len(system.section("skills"))), 1200), terrain, units, settings)
    made["scenario"] = {"objectives": [{"id": "piece-" + kind, "held_by": "red"} for kind in markers], "marched": ["red-" + classes[0]],
                        "zones": [{"id": "reds", "side": "red", "shape": "half", "where": "north", "off": {"enemies": "1u"}},
                                  {"id": "blues", "side": "blue", "shape": "half", "where": "south",
                                   "off": {"centre": "2u", "shelters": "2u", "markers": "1u", "impassable": "1u"}}]}
    return made, queries


def throws(system, thrower, target):
    """Each deviation of a system, its dice rolled by three seeds; of a system without any, one that it can't know."""
    fields = {"target": {"from": thrower + "-1", "toward": target + "-1"}, "laid": {"from": thrower + "-1", "angle": 20},
              "guess": {"from": thrower + "-1", "toward": target + "-1", "guess_mm": 60 * system.scale},
              "reach": {"from": thrower + "-1", "toward": target + "-1"},
              "lying": {"from": thrower + "-1", "at": [c * system.scale for c in (150, 940)]}}
    rows = system.section("deviations") or {"nothing": {"aim": "target"}}
    return [dict({"query": "scatter", "deviation": name}, **dict({"roll": True, "seed": seed} if row.get("dice", True) else {}, **fields[row["aim"]]))
            for name, row in rows.items() for seed in (1, 2, 3)]


def says_no_rule(answer):
    """Whether an answer says that the system has no rule for what was asked."""
    return "no_rule" in answer or answer.get("error", {}).get("code") == "no_rule"


def wants_rule(system, query):
    """What the system would have to have for a question to be one about its rules; None: it has it."""
    if query["query"] == "nearest" and query.get("whom") == "cover":
        return None if "nearest.cover" in system.section("cites") else "nearest.cover"
    if query["query"] == "score":
        return None if system.section("scores") else "scores"
    if query["query"] == "scatter":
        return None if system.section("deviations") else "deviations"
    if query["query"] == "carry":
        wanted = "lifts" if "to" in query else "lands"
        effects = system.section("skills")[query["from"][2:]].get("effects", [])
        return None if any(effect["effect"] == wanted for effect in effects) else "skill that " + wanted
    needs = needs_length(query["query"])
    if query["query"] == "zone" and "zone" not in query and query["from"].startswith("piece-"):
        needs = "objective_reach"
    return needs if needs and needs not in system.section("lengths") else None


def check_answers(system, queries, answers, lang):
    for query, answer in zip(queries, answers):
        what = "%s, %s" % (json.dumps(query), lang)
        missing = wants_rule(system, query)
        if missing and not says_no_rule(answer):
            fail(system.name, what, "there is no `%s`, and the answer doesn't say so: %s" % (missing, answer.get("summary", answer)))
        elif not missing and (says_no_rule(answer) or answer.get("verdict") not in ("yes", "no", "marginal")):
            fail(system.name, what, "isn't answered: %s" % answer.get("error", answer))
        elif not missing and answer.get("ruleset") != system.name:
            fail(system.name, what, "was answered by %s" % answer.get("ruleset"))
        check_ids(system, what, strings(answer))
        for rule in set(rules_in(answer)) - system.ids - {""}:
            fail(system.name, what, "the rule `%s` isn't in its file" % rule)


# --- every question to every system

TEXTS = [["range", 0, 1], ["los", 0, 1], ["cover", 0, 1], ["arc", 0, 1], ["attack", 0, 1], ["react", 0, 1], ["close-combat", 0, 1],
         ["within", 0, "--limit", "20cm"], ["cohesion", 1], ["reach", 2], ["move", 2, "--path", 3]]


def needs_length(command):
    """The length without which a system has no rule for a question."""
    return {"cohesion": "cohesion", "react": "reaction_range", "close-combat": "close_combat_reach"}.get(command)


def check_texts(system, everything_path):
    """What people read: ids of the system, each with its own sentence in the language asked for."""
    kind, solid = list(system.section("classes"))[0], list(system.section("terrain"))[0]
    guns = [{"id": "gun", "range": 20}, {"id": "blade", "range": "C"}]
    templates = list(system.section("templates"))[:1]
    guns += [{"id": "thrower", "range": 20, "template": name} for name in templates]
    units = [unit(system, "red", "red", kind, [(100, 100)], weapons=guns),
             unit(system, "blue", "blue", kind, [(100, 140), (140, 140)], facing=270, weapons=guns)]
    piece = dict({"id": "piece", "kind": solid}, **box(system, (200, 100), (60, 60), 60))
    path = write(system, "texts-%s.scene.json" % system.name, scene(system, (400, 300), [piece], units))
    names = ["red", "blue", "red-1", "%g,%g" % (60 * system.scale, 200 * system.scale)]
    for lang in ("en", "fr"):
        best = [{"query": "template", "shape": name, "best": True, "from": "red", "weapon": "thrower", "lang": lang} for name in templates]
        check_answers(system, best, batch(system, path, best), lang)
        for command in TEXTS:
            arguments = [command[0], path] + [names[part] if isinstance(part, int) else part for part in command[1:]]
            needs = needs_length(command[0])
            unknown = needs is not None and needs not in system.section("lengths")
            text = said(system, arguments, lang, (2,) if unknown else (0,))
            if unknown and "%s has no rule for " % system.name not in text:
                fail(system.name, " ".join(arguments), "doesn't say that it has no rule: %s" % text)
            what = "%s as text, %s" % (" ".join(arguments[2:]), lang)
            for rule in check_ids(system, what, [text]):
                if system.sentence(rule, lang) not in " ".join(text.split()):
                    fail(system.name, what, "%s stands without its sentence: %s" % (rule, text))
            if not text.strip():
                fail(system.name, what, "says nothing")
        file = os.path.join(system.folder, system.file)
        for arguments in (["rules", file], ["rules", file, "--json"], ["check", everything_path]):
            check_ids(system, "%s, %s" % (arguments[0], lang), [said(system, arguments, lang)])
    checked = said(system, ["check", file], "en")
    check_ids(system, "check of its file", [checked])
    for rule in system.section("pending"):
        if rule not in checked:
            fail(system.name, "check of its file", "doesn't tell that %s can't be judged yet" % rule)


def check_units(system, path, queries, answers, inch):
    """Lengths in game units are those of the file."""
    seen = 0
    for query, answer in zip(queries, answers):
        if query["query"] == "range" and "distance_mm" in answer:
            seen += 1
            if abs(answer["game_units"] * system.unit_mm(inch) - answer["distance_mm"]) > 1e-9 * (1 + answer["distance_mm"]):
                fail(system.name, json.dumps(query), "%r mm are not %r game units" % (answer["distance_mm"], answer["game_units"]))
        if query["query"] == "move" and "rating_mm" in answer:
            seen += 1
            rating = (9 if query.get("march") else 6) * system.unit_mm(inch)
            if abs(answer["rating_mm"] - rating) > 1e-9 * rating:
                fail(system.name, json.dumps(query), "moves %r mm, not %r" % (answer["rating_mm"], rating))
    if seen < 5:
        fail(system.name, "game units", "nothing was measured")


def questions():
    """The names of all questions, as the program itself lists them; `place` asks nothing."""
    listed = json.loads(subprocess.run([tables.program, "schema", "question"], capture_output=True, text=True, check=True).stdout)
    return {row["title"] for row in listed["oneOf"]} - {"place"}


def check_system(system):
    made, queries = everything(system)
    for name in sorted(questions() - {query["query"] for query in queries}):
        by_rows = {"template": "templates", "carry": "skills"}  # of these a system needs rows
        if name not in by_rows or system.section(by_rows[name]):
            fail(system.name, name, "isn't asked by this test")
    path = write(system, "everything-%s.scene.json" % system.name, made)
    answers = batch(system, path, queries)
    check_answers(system, queries, answers, "en")
    some = slice(0, None, 3)  # words are all that is another in French
    french = batch(system, path, [dict(query, lang="fr") for query in queries[some]])
    check_answers(system, queries[some], french, "fr")
    for query, english, other in zip(queries[some], answers[some], french):
        if english.get("verdict") != other.get("verdict"):
            fail(system.name, json.dumps(query), "another verdict in French")
    check_units(system, path, queries, answers, False)
    units = [s for s in system.rules.get("settings", []) if s["name"] == "units"]
    if units and "inch" in units[0]["values"]:
        some = [dict(query, set={"units": "inch"}) for query in queries if query["query"] in ("range", "move")]
        check_units(system, path, some, batch(system, path, some), True)
    check_texts(system, path)
    return made, queries, answers


# --- a system and its copy

# What a search finds, of which another would do as well: it may take another way on another table. Which models hide a unit
# is such a thing, whether it is hidden isn't.
FOUND = {"witness", "witness_viewpoint", "best_viewpoint", "clearance_mm", "max_clearance_mm", "visible_fraction", "nearest", "close",
         "closed_gap_mm", "blockers", "hidden_by", "opens_without", "cells", "rings", "square_mm", "places", "text", "summary",
         "depth", "point", "from_point", "to_point"}
POINTS = {"until", "at", "aside", "under", "bow", "path", "outline", "centre", "eye"}
SLACK = 0.01  # mm: what searches may leave of a length


def measure(key, scale):
    """By how much a number of this name is multiplied, and what may be left."""
    if key.endswith("_mm2"):
        return scale * scale, 1.0
    if key.endswith("_mm") or key in POINTS:
        return scale, SLACK
    return 1, 1e-6


def compare(one, other, scale, key, place, differences):
    """What differs between an answer and that of the copy."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted((set(one) ^ set(other)) - FOUND):
            differences.append("%s.%s stands in one alone" % (place, name))
        for name in sorted((set(one) & set(other)) - FOUND):
            compare(one[name], other[name], scale, name, "%s.%s" % (place, name), differences)
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            differences.append("%s: %d and %d" % (place, len(one), len(other)))
        for k, (left, right) in enumerate(zip(one, other)):
            compare(left, right, scale, key, "%s[%d]" % (place, k), differences)
    elif isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
        if one is not other:
            differences.append("%s: %r and %r" % (place, one, other))
    elif isinstance(one, (int, float)) and isinstance(other, (int, float)):
        by, left = measure(key, scale)
        if key == "angle_deg":  # straight behind is 180 degrees to either side
            one, other = abs(one), abs(other)
        if abs(one * by - other) > left + 1e-6 * abs(other) + (1e-3 * abs(other) if key.endswith("_mm2") else 0):
            differences.append("%s: %r becomes %r" % (place, one, other))
    elif isinstance(one, str) and isinstance(other, str):
        mapped = renamed.other_ids(one).replace(original.name, renamed.NAME)
        if mapped != other:
            differences.append("%s: `%s` and `%s`" % (place, one, other))
    else:
        differences.append("%s: %r and %r" % (place, one, other))


def held_together(name, queries, answers, copied, scale):
    verdicts = {}
    for query, one, other in zip(queries, answers, copied):
        differences = []
        if query["query"] == "los":  # which of several pairs that see each other is told
            one, other = ({key: item for key, item in answer.items() if key not in ("from", "to")} for answer in (one, other))
        compare(one, other, scale, "", "", differences)
        if differences:
            fail("the copy", "%s, %s" % (name, json.dumps(query)), "; ".join(differences[:4]))
        verdicts[one.get("verdict")] = verdicts.get(one.get("verdict"), 0) + 1
    return verdicts


def battle(system, seed):
    """A table of random pieces and units, the same for every scale."""
    draw = random.Random(seed)
    kinds, classes = list(system.section("terrain")), list(system.section("classes"))
    arcs, templates = list(system.section("arcs")), list(system.section("templates"))
    terrain, units, queries = [], [], []
    for k in range(7):
        at = (draw.uniform(150, 850), draw.uniform(150, 850))
        terrain.append(dict({"id": "piece-%d" % k, "kind": draw.choice(kinds)},
                            **box(system, at, (draw.uniform(60, 220), draw.uniform(60, 220)), draw.uniform(20, 90))))
    for k in range(6):
        kind = draw.choice(classes)
        x, y = draw.uniform(120, 880), draw.uniform(120, 880)
        places = [(x + 45 * m, y + draw.uniform(-15, 15)) for m in range(1 if draw.random() < 0.5 else 3)]
        weapons = [{"id": "gun", "range": draw.uniform(1, 9), "arc": draw.choice(arcs)}, {"id": "blade", "range": "C"},
                   {"id": "thrower", "range": 6, "template": draw.choice(templates)}]
        units.append(unit(system, "u%d" % k, "red" if k % 2 else "blue", kind, places, facing=draw.uniform(0, 360), weapons=weapons))
    for k in range(6):
        a, b = draw.sample(range(6), 2)
        for q in ("range", "los", "cover", "arc", "attack", "react", "close-combat"):
            queries.append({"query": q, "from": "u%d" % a, "to": "u%d" % b})
        to = [draw.uniform(100, 900) * system.scale, draw.uniform(100, 900) * system.scale]
        queries += [{"query": "move", "member": "u%d-1" % a, "path": [to]}, {"query": "cohesion", "unit": "u%d" % b},
                    {"query": "template", "shape": templates[0], "from": "u%d" % a, "at": to, "weapon": "thrower"}]
    return scene(system, (1000, 1000), terrain, units), queries


def check_copy(original, copy, made):
    """made: of each, the table with everything, its questions and the answers."""
    verdicts = held_together("everything", made[0][1], made[0][2], made[1][2], copy.scale / original.scale)
    for seed in range(10):
        answers = []
        for system in (original, copy):
            table, queries = battle(system, seed)
            answers.append(batch(system, write(system, "battle-%s.scene.json" % system.name, table), queries))
        for verdict, count in held_together("battle %d" % seed, queries, answers[0], answers[1], copy.scale / original.scale).items():
            verdicts[verdict] = verdicts.get(verdict, 0) + count
    if verdicts.get("yes", 0) < 100 or verdicts.get("no", 0) < 100:
        fail("the copy", "verdicts", "too few of a kind: %s" % verdicts)
    return verdicts


# --- all of it

tables.begin(*sys.argv[1:3])
project = tables.project
with tempfile.TemporaryDirectory() as folder:
    first = os.path.join(project, "rulesets", "dust-battlefield.json")
    with open(first, encoding="utf-8") as file:
        copied = renamed.renamed(json.load(file))
    with open(os.path.join(folder, renamed.NAME + ".json"), "w", encoding="utf-8") as file:
        json.dump(copied, file, ensure_ascii=False, indent=1)
    original = System(folder, first)
    copy = System(folder, os.path.join(folder, renamed.NAME + ".json"), scale=renamed.SCALE)
    made = [check_system(original), check_system(copy)]
    verdicts = check_copy(original, copy, made)
    plain = System(folder, os.path.join(here, "plain.json"))
    foreign = System(folder, os.path.join(here, "foreign-rule.json"), beside=[os.path.join(here, "plain.json")])
    systems = [original, copy, plain, foreign]
    systems += [System(folder, os.path.join(project, "rulesets", name)) for name, _, _ in tables.games() if name != os.path.basename(first)]
    for system in systems[2:]:
        check_system(system)
    for system in systems:
        limits.CHECKS.get(system.name, lambda _: None)(system)
    if copy.ids & original.ids or not copy.ids:
        fail("the copy", "ids", "share names with the first")

for failure in failures[:60]:
    print("FAILED:", failure)
print("%d systems, %d questions, the copy held together with %s, %d failures" % (len(systems), tables.asked, verdicts, len(failures)))
sys.exit(1 if failures else 0)
