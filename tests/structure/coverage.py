#!/usr/bin/env python3
"""docs/rules-coverage*.md are true: what they say is decided and tested is, and nothing is decided that they don't name.

usage: coverage.py PROJECT

- Every rule stands there once, on one of the pages. The files it names exist, and those that test a rule cite its id.
- A rule is decided and tested, or the page says why not.
- Every id that the engine, the rule systems, the cases and the tests cite stands on the page, and what the engine cites is
  decided there.
- The settings of a rule are those that the rule system gives it.
- What a page counts, under "Counted", is so: rules that are decided and tested; those that are outside, for which the last
  column says "outside:" and why; and those that are open, of the decided ones in part ("open:"). Open are those that its rule
  systems have under `pending`, and no others.
"""
import glob
import json
import os
import re
import sys

project = sys.argv[1]
ID = re.compile(r"\b(?:DB|DT|SK|LW|SI|RU|ML)-[A-Z]{2,3}-\d\d\b")
OUTSIDE = re.compile(r"DT-(?:GRD|DST|MOV|FOF|LOS|COV|BLA|FLM|EX|DAT)-")  # the game on squares
failures = []


def read(path):
    with open(os.path.join(project, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def files(*patterns):
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(project, pattern), recursive=True)):
            yield os.path.relpath(path, project)


rows, examples = {}, {}
for line in "\n".join(read(page) for page in files("docs/rules-coverage*.md")).splitlines():
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if not ID.fullmatch(cells[0]):
        continue
    table = rows if len(cells) == 5 else examples if len(cells) == 2 else None
    if table is None or cells[0] in rows or cells[0] in examples:
        failures.append("%s: its row has the wrong number of columns, or stands there twice" % cells[0])
    else:
        table[cells[0]] = cells[1:]


def check_files(rule, cell, folder):
    named = re.findall(r"`([^`]+)`", cell)
    for name in named:
        path = name if name.startswith("rulesets/") and folder == "engine/" else folder + name
        if not os.path.exists(os.path.join(project, path)):
            failures.append("%s: there is no file %s" % (rule, path))
        elif folder == "tests/" and rule not in ID.findall(read(path)):
            failures.append("%s: %s doesn't cite it" % (rule, path))
    return named


settings = {}
for path in files("rulesets/*.json"):
    for setting in json.loads(read(path)).get("settings", []):
        settings.setdefault(setting["rule"], set()).add(setting["name"])
for rule, (about, decided, tested, note) in rows.items():
    code, tests = check_files(rule, decided, "engine/"), check_files(rule, tested, "tests/")
    words = set(re.findall(r"`(\w+)`", note))
    reason = re.sub(r"`\w+`,? ?", "", note).strip("; ")
    if code and not tests:
        failures.append("%s: decided in %s, but no test shows it" % (rule, ", ".join(code)))
    if not code and not reason:
        failures.append("%s: neither decided nor explained" % rule)
    for name in sorted(settings.get(rule, set()) - words):
        failures.append("%s: its setting `%s` isn't named" % (rule, name))
    if not about:
        failures.append("%s: says nothing about it" % rule)
for rule in sorted(set(settings) - set(rows)):
    failures.append("%s: has settings, but no row" % rule)
for example, (tested,) in examples.items():
    check_files(example, tested, "tests/")

cited = {}
for path in files("engine/**/*.[ch]", "rulesets/*.json", "tests/**/*.c", "tests/**/*.json"):
    for rule in set(ID.findall(read(path))):
        if not OUTSIDE.match(rule) and "-XXX-" not in rule:
            cited.setdefault(rule, []).append(path)
for rule, paths in sorted(cited.items()):
    if rule not in rows and rule not in examples:
        failures.append("%s is cited in %s and doesn't stand in docs/rules-coverage.md" % (rule, paths[0]))
    elif rule in rows and not rows[rule][1] and paths[0].startswith("engine/"):
        failures.append("%s is cited in %s, and docs/rules-coverage.md says that nobody decides it" % (rule, paths[0]))
    elif rule in examples and not examples[rule][0] and any(path.startswith("tests/cases") for path in paths):
        failures.append("%s has a case in %s that docs/rules-coverage.md doesn't name" % (rule, paths[0]))

COUNTED = re.compile(r"## Counted\n\n\| decided and tested \| outside, with the reason \| open \|\n\|---\|---\|---\|\n\| (\d+) \| (\d+) \| (\d+) \|\n")
for page in files("docs/rules-coverage*.md"):
    text = read(page)
    if "## Counted" not in text:
        continue
    stated = COUNTED.search(text)
    own = [rule for rule in rows if re.search(r"^\| %s \|" % rule, text, re.M)]
    decided = [rule for rule in own if rows[rule][1]]
    outside = [rule for rule in own if not rows[rule][1] and re.match(r"outside: \w", rows[rule][3])]
    part = [rule for rule in decided if re.search(r"(^|; )open: ", rows[rule][3])]
    left = [rule for rule in own if rule not in decided and rule not in outside]
    counts = [len(decided), len(outside), len(part) + len(left)]
    if not stated or [int(number) for number in stated.groups()] != counts:
        failures.append("%s: %d rules are decided, %d outside and %d open, and it says otherwise" % ((page,) + tuple(counts)))
    pending = {rule for system in set(re.findall(r"rulesets/[\w-]+\.json", text)) if os.path.exists(os.path.join(project, system))
               for rule in json.loads(read(system)).get("pending", {})}
    if pending != set(part + left):
        failures.append("%s: open are %s, and pending %s" % (page, ", ".join(sorted(part + left)), ", ".join(sorted(pending))))

for failure in failures:
    print("FAILED:", failure)
print("%d rules, %d examples, %d failures" % (len(rows), len(examples), len(failures)))
sys.exit(1 if failures or len(rows) < 50 else 0)
