#!/usr/bin/env python3
"""The documents say what the program does.

usage: docs.py PROJECT BUILD CC SANITIZE PICTURES

- In docs/*.md a block after `<!-- file: NAME -->` is written to that file, and blocks marked `console` are run: lines that
  begin with `$ ` are commands (each must end with status 0, or with N after `# status N`), the lines below them what they
  print. `...` stands for anything: for some lines when it is the whole line, else for some text. Each document has a
  folder of its own, with the project's folders beside it, and the program and the library as installed.
- Blocks marked `json` are JSON.
- Links lead somewhere, and files and folders of the project that they name are there.
- The table of layers is that of the engine, for the modules that exist, and each has its duty told.
- Every field of the schemas, every command and option, and every field of a good many answers is explained.
- The schema of questions is the one that the program makes.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

project, build = sys.argv[1:3]
cc = shutil.which(sys.argv[3])
sanitize = sys.argv[4]
pictures = sys.argv[5] == "ON"
docs = os.path.join(project, "docs")
failures = []


def blocks(text):
    """(line, name of the file or None, language, lines) of every fenced block."""
    name, inside, start, language, lines = None, False, 0, "", []
    for number, line in enumerate(text.split("\n"), 1):
        if not inside and line.startswith("```"):
            inside, start, language, lines = True, number, line[3:].strip(), []
        elif inside and line.startswith("```"):
            yield start, name, language, lines
            inside, name = False, None
        elif inside:
            lines.append(line)
        else:
            mark = re.match(r"<!-- file: (\S+) -->$", line)
            name = mark.group(1) if mark else name if not line.strip() else None


def pattern_of(lines):
    parts = []
    for line in lines:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(re.escape(part) for part in line.split("...")) + r"\n")
    return "".join(parts)


def run_console(where, lines, folder, environment):
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif commands:
            commands[-1][1].append(line)
        else:
            failures.append(where + ": output without a command")
            return
    for command, expected in commands:
        status = re.search(r"# status (\d+)$", command)
        if "trueline render" in command and not pictures:
            continue
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=120)
        output = done.stdout.decode("utf-8")
        wanted = int(status.group(1)) if status else 0
        if done.returncode != wanted or not re.fullmatch(pattern_of(expected), output):
            failures.append("%s: `%s` ends with status %d (should: %d) and says\n%s\nThe document says\n%s" %
                            (where, command, done.returncode, wanted, output, "\n".join(expected)))


def check_document(path, work, environment):
    name = os.path.relpath(path, project)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    folder = os.path.join(work, re.sub(r"\W", "_", name))
    os.mkdir(folder)
    for sub in ("docs", "models", "terrain", "rulesets", "engine"):
        os.symlink(os.path.join(project, sub), os.path.join(folder, sub))
    for start, file_name, language, lines in blocks(text):
        where = "%s:%d" % (name, start)
        if file_name:
            with open(os.path.join(folder, file_name), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        if language == "json":
            try:
                json.loads("\n".join(lines))
            except ValueError as error:
                failures.append("%s: no JSON: %s" % (where, error))
        elif language == "console":
            run_console(where, lines, folder, environment)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose):
        if "://" not in link and not os.path.exists(os.path.join(os.path.dirname(path), link)):
            failures.append("%s: the link to %s leads nowhere" % (name, link))
    check_paths(name, prose)
    return text


def check_paths(name, prose):
    """Names in backticks that begin with a folder of the project, the engine or the tests; capitals stand for other names."""
    roots = (project, os.path.join(project, "engine"), os.path.join(project, "tests"))
    for named in sorted(set(re.findall(r"`(\w[\w.-]*/[\w*./-]*)`", prose))):
        tops = [root for root in roots if os.path.isdir(os.path.join(root, named.split("/")[0]))]
        there = [path for root in tops for end in ("", ".[ch]") for path in glob.glob(os.path.join(root, named) + end)]
        if tops and not there and not re.search("[A-Z]", named):
            failures.append("%s: there is no %s" % (name, named))


def code_words(text):
    """Words in backticks and in code blocks."""
    found = set()
    for code in re.findall(r"^```.*?^```", text, flags=re.S | re.M) + re.findall(r"`([^`\n]+)`", text):
        found |= set(re.findall(r"[\w$+-]+", code))
    return found


def schema_words(value, found):
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "properties":
                found |= set(item)
            if key in ("enum", "const"):
                found |= {one for one in (item if isinstance(item, list) else [item]) if isinstance(one, str)}
            schema_words(item, found)
    elif isinstance(value, list):
        for item in value:
            schema_words(item, found)
    return found


def keys_of(value, found):
    if isinstance(value, dict):
        for key, item in value.items():
            found.add(key)
            if key != "settings":
                keys_of(item, found)
    elif isinstance(value, list):
        for item in value:
            keys_of(item, found)
    return found


QUESTIONS = [
    {"query": "range", "from": "jackals-1", "to": "anvil", "limit_mm": 600}, {"query": "los", "from": "mastiff", "to": "foxes"},
    {"query": "los", "from": "jackals", "to": "anvil"}, {"query": "cover", "from": "mastiff", "to": "anvil"},
    {"query": "cover", "from": "foxes", "to": "mastiff"}, {"query": "cover", "from": "boar", "to": "kestrel"},
    {"query": "arc", "from": "mastiff", "to": "anvil"}, {"query": "attack", "from": "foxes", "to": "mastiff"},
    {"query": "attack", "from": "boar", "to": "jackals"}, {"query": "los", "from": "nobody", "to": "anvil", "id": 1},
    {"query": "cohesion", "unit": "foxes"}, {"query": "place", "member": "foxes-5", "at": [1032, 717], "level": 1}, {"query": "los", "form": "a"},
    {"query": "move", "member": "foxes-1", "path": [[1154, 759], [1166, 660]]}, {"query": "move", "member": "boar", "path": [[700, 620], [840, 700]]},
    {"query": "move", "member": "boar", "path": [[640, 620]], "facing": 40}, {"query": "move", "member": "kestrel", "path": [[1000, 1000]]}, {"query": "reach", "member": "herons-1"},
    {"query": "sees", "from": "mastiff"}, {"query": "nearest", "from": "mastiff", "sight": True}, {"query": "nearest", "from": "foxes-1", "whom": "cover"}, {"query": "sees", "from": "herons-1", "whom": "all"},
    {"query": "los", "from": "mastiff", "to": "foxes", "time_limit_ms": 1e-6},
    {"query": "los", "from": "foxes-1", "to": "herons-2", "margin": True, "time_limit_ms": 500},
    {"query": "react", "from": "foxes", "to": "mastiff"}, {"query": "close-combat", "from": "foxes", "to": "herons"},
    {"query": "within", "from": "foxes", "limit_mm": 300}, {"query": "zone", "from": "badgers"}, {"query": "zone", "from": "mastiff", "zone": "azure-half"},
    {"query": "template", "shape": "blast", "at": [1200, 700]}, {"query": "template", "shape": "flame-1", "from": "boar", "best": True},
    {"query": "score", "from": "mastiff", "to": "anvil"},
    {"query": "watch", "from": "mastiff", "to": "foxes-1", "path": [[1154, 759], [1166, 660]]},
]
LANDINGS = [{"query": "carry", "from": "lifter", "to": "walker"}, {"query": "carry", "from": "barge"}]
SCORES = [{"query": "score", "from": "patrol", "to": "squad", "score": "spotting"}, {"query": "score", "from": "patrol-3", "to": "squad-2", "score": "to-hit"}]


# Of the street, whose rules have dice.
THROWS = [
    {"query": "scatter", "deviation": "grenade", "from": "swifts", "toward": "rooks", "dice": [7, 4], "modifier": 1},
    {"query": "scatter", "deviation": "smoke-drift", "from": "swifts-1", "at": [500, 310], "roll": True, "seed": 3},
]


def check_words(texts, environment):
    def missing(what, words, document):
        for word in sorted(words - code_words(texts[document])):
            failures.append("docs/%s does not explain %s `%s`" % (document, what, word))

    def said(*command):
        return subprocess.run(command, cwd=project, env=environment, check=True, stdout=subprocess.PIPE).stdout.decode("utf-8")

    with open(os.path.join(docs, "schema/scene.schema.json"), encoding="utf-8") as file:
        missing("the field or value", schema_words(json.load(file), set()), "scene-format.md")
    with open(os.path.join(docs, "schema/ruleset.schema.json"), encoding="utf-8") as file:
        words = {part for word in schema_words(json.load(file), set()) for part in word.split(".") if part}
        missing("the field or value", words, "rule-files.md")
    names = set(re.findall(r"^  ([a-z][a-z-]*) {2,}\S", said("trueline", "--help"), re.M))
    options = {option for name in names for option in re.findall(r"--[a-z][a-z-]*", said("trueline", name, "--help"))}
    if len(names) < 20 or len(options) < 50:
        failures.append("help names %d commands and %d options" % (len(names), len(options)))
    missing("the command or option", names | options, "command-line.md")
    scene = "terrain/crossroads.scene.json"
    answers = []
    for table, questions in ((scene, QUESTIONS), ("terrain/street.scene.json", SCORES), ("terrain/yard.scene.json", THROWS),
                             ("terrain/landing.scene.json", LANDINGS)):
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        answers += subprocess.run(["trueline", "batch", table], cwd=project, env=environment, input=lines.encode(), check=True,
                                  stdout=subprocess.PIPE).stdout.decode("utf-8").splitlines()
    answers += [said("trueline", "check", scene, "--json"), said("trueline", "import", "models/walker.obj", "--json"),
                said("trueline", "rules", "--json"), said("trueline", "check", "rulesets/lotow-1939.json", "--json")]
    found = set()
    for answer in answers:
        keys_of(json.loads(answer), found)
    missing("the field", found, "answers.md")
    titles = {branch["title"] for branch in json.loads(said("trueline", "schema", "question"))["oneOf"]}
    with open(os.path.join(project, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    for command, answer in re.findall(r"^\$ build/release/bin/(trueline (?:los|attack) .*)\n((?:(?!\$|```).+\n)+)", readme, re.M):
        if said(*command.split()) != answer:
            failures.append("README.md: `%s` doesn't say\n%s" % (command, answer))
    for title in sorted(titles):
        if title not in {question["query"] for question in QUESTIONS + THROWS + LANDINGS}:
            failures.append("tests/structure/docs.py doesn't ask `%s`" % title)
        if title in names and not re.search(r"`(trueline )?%s\b" % title, readme):
            failures.append("README.md doesn't name `%s`" % title)
    with open(os.path.join(docs, "schema/question.schema.json"), encoding="utf-8") as file:
        if file.read() != said("trueline", "schema", "question"):
            failures.append("docs/schema/question.schema.json isn't what `trueline schema question` prints")


def check_layers(text):
    modules = {name for name in os.listdir(os.path.join(project, "engine"))
               if os.path.isdir(os.path.join(project, "engine", name)) and name != "include"}

    def rows(lines):
        found = {}
        for line in lines:
            row = re.match(r"(\w+) *:(.*)$", line)
            if row and row.group(1) in modules:
                found[row.group(1)] = set(row.group(2).split()) & modules
        return found

    with open(os.path.join(project, "engine/layers.txt")) as file:
        true = rows(file.read().splitlines())
    said = rows(text.splitlines())
    duties = set(re.findall(r"^\| `(\w+)` \|", text, re.M))
    if said != true:
        failures.append("docs/architecture.md: its layers differ from engine/layers.txt for %s" %
                        sorted(name for name in modules if said.get(name) != true.get(name)))
    if modules - duties:
        failures.append("docs/architecture.md: no duty is told for %s" % sorted(modules - duties))


def main():
    with tempfile.TemporaryDirectory() as work:
        prefix = os.path.join(work, "prefix")
        subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        package = glob.glob(os.path.join(prefix, "**/trueline.pc"), recursive=True)[0]
        library = os.path.dirname(os.path.dirname(package))
        with open(os.path.join(prefix, "bin/cc"), "w") as file:
            flags = "-fsanitize=%s -fno-sanitize-recover=all" % sanitize if sanitize else ""
            file.write('#!/bin/sh\nexec "%s" %s "$@"\n' % (cc, flags))
        os.chmod(os.path.join(prefix, "bin/cc"), 0o755)
        environment = dict(os.environ, PATH=os.path.join(prefix, "bin") + os.pathsep + os.environ["PATH"],
                           PKG_CONFIG_PATH=os.path.dirname(package), LD_LIBRARY_PATH=library,
                           TRUELINE_CACHE=os.path.join(work, "kept"))
        texts = {os.path.relpath(path, docs): check_document(path, work, environment)
                 for path in sorted(glob.glob(os.path.join(docs, "**/*.md"), recursive=True))}
        for path in glob.glob(os.path.join(project, "*.md")) + glob.glob(os.path.join(project, "*/**/README.md"), recursive=True):
            with open(path, encoding="utf-8") as file:
                check_paths(os.path.relpath(path, project), re.sub(r"^```.*?^```", "", file.read(), flags=re.S | re.M))
        check_words(texts, environment)
        check_layers(texts["architecture.md"])
    for failure in failures:
        print(failure, file=sys.stderr)
    if failures:
        sys.exit("%d things in the documents are not so" % len(failures))
    print("%d documents are true to the program" % len(texts))


main()
