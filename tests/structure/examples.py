"""examples.py: the page of worked examples tells what the cases hold, every example has a case or a reason, and the
command answers them as the library does.

Usage: examples.py PROJECT TRUELINE [--write]; with --write the table is put into the page."""
import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile

project, trueline = sys.argv[1:3]
page = os.path.join(project, "docs/examples-of-rules.md")
BEGIN, END = "<!-- cases -->", "<!-- end of cases -->"
EVERY = ["DB-EX-%02d" % n for n in range(1, 34)] + ["DT-BX-%02d" % n for n in range(1, 17)]
# these hold both answers in one (one of three is not hit, one of two units is in cover), or their counterpart is the
# example beside them (friends may be passed, foes not), or there is no verdict to turn (where a roll is due)
WITHOUT_CONTROL = {"DB-EX-04", "DB-EX-19", "DB-EX-26", "DT-BX-06"}
failures = []

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("example", os.path.join(project, "scripts/example"))
example = importlib.util.module_from_spec(importlib.util.spec_from_loader("example", loader))
loader.exec_module(example)


def verdict_of(case):
    verdict = case.get("expect", {}).get("verdict", case.get("verdict", "-"))
    return verdict if isinstance(verdict, str) else " or ".join(verdict)


def asked(question):
    """A question as a player would say it: the query and the names in it."""
    words = [question["query"]] + [question[name] for name in ("from", "toward", "to", "unit", "member") if name in question]
    return " ".join(words) + (" (%s)" % question["weapon"] if "weapon" in question else "")


def row(name, file, case):
    others = ["`%s = %s`" % item for other in case.get("other_readings", []) for item in other["set"].items()]
    topic = os.path.splitext(os.path.basename(file))[0]
    return "| %s | %s. %s | `%s` | %s | %s | %s |" % (name, case["name"][0].upper() + case["name"][1:], case["why"],
                                                      asked(case["ask"]), verdict_of(case), ", ".join(others), topic)


def table(cases):
    head = ["| example | what it shows | asked | verdict | otherwise with | cases |", "|---|---|---|---|---|---|"]
    return "\n".join(head + [row(name, file, case) for name, _, file, case in cases])


def check_page(cases):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    told, after = rest.split(END)
    if "--write" in sys.argv:
        with open(page, "w", encoding="utf-8") as file:
            file.write("%s%s\n%s\n%s%s" % (before, BEGIN, table(cases), END, after))
    elif told.strip() != table(cases):
        failures.append("docs/examples-of-rules.md doesn't tell what the cases hold. Write the table anew:\n"
                        "    python3 tests/structure/examples.py . build/release/bin/trueline --write")
    with_case = {name for name, *_ in cases}
    with_reason = set(re.findall(r"^\| ((?:DB-EX|DT-BX)-\d+) \|", after, re.M))
    for name in EVERY:
        if (name in with_case) == (name in with_reason):
            failures.append("%s has %s" % (name, "both cases and a reason why it has none" if name in with_case else
                                           "neither a case nor a reason why it has none"))
    for name in sorted((with_case | with_reason) - set(EVERY)):
        failures.append("there is no example %s" % name)


def is_controlled(content, case):
    """Something is changed and answered otherwise: in the case itself, or in a control that follows it."""
    follows = content["cases"][content["cases"].index(case) + 1:]
    while follows and "example" in follows[0] and not follows[0]["name"].startswith("control"):
        follows = follows[1:]
    return case.get("controls") or case.get("other_readings") or (follows and "control" in follows[0]["name"])


def check_controls(cases):
    for name in sorted({one[0] for one in cases} - WITHOUT_CONTROL):
        mine = [one for one in cases if one[0] == name]
        verdicts = {verdict_of(case) for *_, case in mine}
        if len(verdicts) < 2 and not any(is_controlled(content, case) for _, content, _, case in mine):
            failures.append("%s has no control that is answered otherwise" % name)


def check_command(cases):
    """Written to files and asked by the command, every example has the verdict of its case."""
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRUELINE_CACHE"] = os.path.join(folder, "kept")
        for number, (name, content, _, case) in enumerate(cases):
            scene = example.write_case(folder, number, content, case)
            arguments = example.command_of(case["ask"], scene)
            if arguments is None or verdict_of(case) == "-":
                continue
            done = subprocess.run([trueline] + arguments + ["--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            said = json.loads(done.stdout)["verdict"] if done.returncode == 0 else done.stderr.decode()
            if said not in verdict_of(case).split(" or "):
                failures.append("%s, %s: `%s` says %s, the case %s" % (name, case["name"], " ".join(arguments), said,
                                                                       verdict_of(case)))
            count += 1
    return count


cases = example.read_cases()
check_page(cases)
check_controls(cases)
asked_count = check_command(cases)
for failure in failures:
    print("FAILED:", failure)
print("%d cases of %d examples, %d asked by the command" % (len(cases), len({one[0] for one in cases}), asked_count))
sys.exit(1 if failures or asked_count < 40 else 0)
