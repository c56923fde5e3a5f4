#!/usr/bin/env python3
"""The command's own manners: help, completion, manual pages, and what is said of what is mistyped.

usage: manners.py WHAT PROGRAM PROJECT [MADE]

WHAT is one of the functions below that begin with `check_`. MADE is the folder of the pages and scripts of the build.
Status 77: what is needed is not here, and nothing was looked at.
"""
import os
import pty
import random
import re
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

SEED = 20261127
REDUCED = os.environ.get("TRUELINE_REDUCED")  # sanitizers learn nothing from the same code again
SAMPLE = 0.05 if REDUCED else 0.25  # of the pairs of a command and an option, where any would do
ROUNDS = 1 if REDUCED else 4        # of typos
failures = []
checks = 0

# What each command took before there was a table: it is taken for ever.
FLOOR = {
    "range": "date effort json lang limit no-cache report set time-limit tolerance",
    "los": "date effort json lang margin no-cache proof report set time-limit tolerance",
    "cover": "date effort json lang no-cache report set time-limit tolerance",
    "arc": "date effort json lang no-cache report set time-limit tolerance weapon",
    "attack": "date effort json lang no-cache report set time-limit tolerance weapon",
    "cohesion": "date effort json lang no-cache report set time-limit tolerance",
    "template": "angle at best date effort friends-weight from json lang level no-cache report set shape side time-limit tolerance toward weapon",
    "scatter": "angle at date deviation dice effort from guess json lang level modifier no-cache report roll seed set shape time-limit tolerance toward",
    "react": "date effort facing json lang no-cache report set time-limit tolerance weapon",
    "within": "at date effort json lang limit no-cache report set sight skill time-limit tolerance",
    "zone": "date effort json lang no-cache report set time-limit tolerance",
    "close-combat": "date effort json lang no-cache report set time-limit tolerance",
    "move": "date effort facing json lang march no-cache path report set time-limit tolerance",
    "reach": "date effort json lang march no-cache report set time-limit tolerance",
    "sees": "date effort json lang no-cache report set time-limit tolerance whom",
    "score": "date effort json lang no-cache report score set time-limit tolerance weapon",
    "analyze": "area cell effort facing findings firing from json lang level map march no-cache observer output pieces resume set shard size suggest target threads to tolerance weapon zone",
    "batch": "json lang no-cache set tolerance",
    "check": "json lang no-cache",
    "import": "close-holes crop crop-table crop-whole drop-specks join json lang level move no-cache output parts picture reference reorient scale simplify suggest-core turn unit up",
    "render": "date json lang no-cache output query set size tolerance view",
    "view": "frames headless lang no-cache output set shot size",
    "rules": "json lang no-cache upgrade",
    "schema": "lang no-cache",
}
# A proper value of an option, by what help calls it; or by the option, where that isn't enough.
VALUES = {"MM": "5", "N": "3", "MS": "5", "DEG": "30", "W": "2", "S": "2", "LENGTH": "60cm", "N,N...": "7,4", "NAME,NAME...": "dust-battlefield,lotow-1939", "X,Y[,Z]": "1,2", "X,Y[,Z] ...": "1,2",
          "NAME=VALUE": "units=cm", "FILE.html": "report.html", "X0,Y0,X1,Y1": "1,2,3,4", "ZONE": "1,2,3,4", "I/N": "1/2",
          "WxH": "640x480", "WxD": "9x9", '"X,Y X,Y"': "1,2 3,4", "U": "mm", "AXIS": "+x", "en|fr": "fr", '"los A B"': "los A B",
          "PATTERNS": "core=a", "TEXT": "height = 60.0 mm"}
WORDS = {"FILE", "FOLDER", "SIDE", "SCRIPT", "NAME", "ID", "A", "B", "BODY", "MEMBER", "VIEW", "A|X,Y", "enemies|friends|all", "enemies|friends|all|cover"}


def check(good, complaint, *more):
    global checks
    checks += 1
    if not good:
        failures.append(complaint % more if more else complaint)
    return good


class Ran:
    def __init__(self, arguments, **more):
        more.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **more)
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr


def run(*arguments, **more):
    done = Ran([program] + list(arguments), **more)
    check(not re.search("Sanitizer|runtime error", done.err) and done.status in (0, 2, 3, 4), "trueline %s: status %d: %s",
          " ".join(arguments), done.status, done.err)
    return done


def commands():
    """The names in `trueline --help`."""
    return re.findall(r"^  ([a-z][a-z-]*) {2,}\S", run("--help").out, re.M)


class Help:
    """What `trueline COMMAND --help` names."""

    def __init__(self, name):
        self.name = name
        self.text = run(name, "--help").out
        self.options = {}  # name: value
        self.briefs = {}   # brief name: name
        section = self.text.split("\nOptions:\n")[1].split("\nExamples")[0]
        for line in section.splitlines():
            found = re.match(r"  (?:(-\w), )?(--[a-z-]+)(?: (.*?))?(?: {2,}|$)", line)
            if found:
                brief, option, value = found.groups()
                self.options[option] = value or ""
                if brief:
                    self.briefs[brief] = option
        usage = re.search(r"^Usage: trueline \S+ ?(.*?) ?\[options\]$", self.text, re.M).group(1)
        self.arguments = re.findall(r"[A-Za-z.|]+(?: \| [A-Za-z.]+)*", re.split(r" ?-", usage)[0])
        self.needed = len(re.findall(r"[A-Za-z.|]+(?: \| [A-Za-z.]+)*", re.split(r" ?-| ?\[", usage)[0]))
        self.examples = re.findall(r"^  ((?:trueline|echo) .*)$", self.text.split("\nExamples")[1], re.M)


def value_of(option, value):
    return VALUES.get(value) or ("word" if value in WORDS else None)


def distance(a, b):
    """Letters put in, taken out, changed or swapped: by the textbook."""
    table = {(i, 0): i for i in range(len(a) + 1)}
    table.update({(0, j): j for j in range(len(b) + 1)})
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(a), len(b)]


def typos(word, draw):
    """A letter taken out, swapped with its neighbour, put in and changed, once each."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    at = draw.randrange(len(word))
    made = [word[:at] + word[at + 1:]]
    at = draw.randrange(len(word) - 1)
    made.append(word[:at] + word[at + 1] + word[at] + word[at + 2:])
    at = draw.randrange(len(word) + 1)
    made.append(word[:at] + draw.choice(letters) + word[at:])
    at = draw.randrange(len(word))
    made.append(word[:at] + draw.choice(letters) + word[at + 1:])
    return [one for one in made if one != word]


# --- Help ------------------------------------------------------------------------------------------------------------

def refused(done):
    """Whether the parser refused a line; what is wrong later has no usage behind it."""
    return bool(re.search(r"^Usage: ", done.err, re.M))


def check_help(work):
    """Every option that help names is taken, with a proper value, and no other; the floor is there."""
    names = commands()
    check(len(names) >= 20 and len(set(names)) == len(names), "commands: %s", names)
    helps = {name: Help(name) for name in names}
    every = sorted({option for one in helps.values() for option in one.options} | {
        option for source in ("cli/table.c", "engine/question/fields.c")
        for option in re.findall(r'"(--[a-z-]+)"', open(os.path.join(project, source), encoding="utf-8").read())})
    check(set(FLOOR) <= set(names), "commands that are gone: %s", sorted(set(FLOOR) - set(names)))
    draw = random.Random(SEED)
    for name, one in helps.items():
        other = run("help", name)
        before = run("--help", name)
        check(other.out == one.text and before.out == one.text and other.status == 0, "%s: `help %s` is another", name, name)
        check(all(len(line) <= 120 for line in one.text.splitlines()), "%s: a line of help is too long", name)
        check(len(one.examples) == 2, "%s: %d examples", name, len(one.examples))
        check("Exit status: 0 " in one.text, "%s: no exit statuses", name)
        check(not re.search(r"  --?[a-z-]+ *$", one.text, re.M), "%s: an option without a word", name)
        missing = {"--" + option for option in FLOOR.get(name, "").split()} - set(one.options)
        check(not missing, "%s: no longer takes %s", name, sorted(missing))
        line = [name] + ["nowhere.json"] * max(one.needed, 1)
        for option in every:
            if option == "--help":
                continue
            if option in one.options:
                value = one.options[option]
                given = [] if value == "" else [value_of(option, value)]
                if not check(None not in given, "%s: no value is known for %s %s: add it to this test", name, option, value):
                    continue
                done = run(*line, option, *given, cwd=work)
                check(not refused(done), "%s %s %s is refused: %s", name, option, given, done.err)
                if draw.random() > SAMPLE:
                    continue
                if value != "" and option != "--path":
                    done = run(*line, "%s=%s" % (option, given[0]), cwd=work)
                    check(not refused(done), "%s %s=%s is refused: %s", name, option, given, done.err)
                    done = run(*line, option, cwd=work)
                    check(done.status == 2 and "%s wants " % option in done.err, "%s %s without a value: %s", name, option, done.err)
                else:
                    done = run(*line, option + "=x", cwd=work)
                    check(done.status == 2 and refused(done), "%s %s=x: %s", name, option, done.err)
                if option not in ("--set", "--reference", "--path"):
                    done = run(*line, option, *given, option, *given, cwd=work)
                    check("%s stands twice: the last one counts" % option in done.err and not refused(done), "%s %s twice: %s", name, option, done.err)
            elif draw.random() < SAMPLE:
                done = run(*line, option, "5", cwd=work)
                check(done.status == 2 and "unknown option `%s`" % option in done.err and done.out == "",
                      "%s takes %s, which its help doesn't name: %s", name, option, done.err)
        for brief, option in one.briefs.items():
            done = run(*line, brief, *([] if option == "--help" else ["word"]), cwd=work)
            check(not refused(done), "%s %s is refused: %s", name, brief, done.err)
        done = run(*line, "--nothing-like-it", cwd=work)
        check(done.status == 2 and "unknown option `--nothing-like-it`" in done.err and name in done.err, "%s: %s", name, done.err)
    began = time.monotonic()
    for _ in range(20):
        run("los", "--help")
    print("%d commands, %d options; help takes %.1f ms" % (len(names), len(every), 50 * (time.monotonic() - began)))


def check_examples(work):
    """Both examples of each command run, in a copy of the folder."""
    for folder in ("terrain", "models", "rulesets"):
        shutil.copytree(os.path.join(project, folder), os.path.join(work, folder))
    tools = os.path.join(work, "bin")
    os.mkdir(tools)
    os.symlink(program, os.path.join(tools, "trueline"))
    environment = dict(os.environ, PATH=tools + os.pathsep + os.environ["PATH"], TRUELINE_CACHE=os.path.join(work, "kept"))
    display = shutil.which("xvfb-run")
    pictures = "without pictures" not in run("render", "x.json", "-o", "x.png").err
    skipped = 0
    for name in commands():
        for line in Help(name).examples:
            wrapped = ["sh", "-c", line]
            if name == "view":
                wrapped = ["xvfb-run", "-a", "sh", "-c", line + " --frames 2"]  # else it stays open
            if (name == "view" and not display) or (not pictures and (name == "view" or ".png" in line or ".html" in line)):
                print("*** SKIPPED: no display or no pictures here: %s ***" % line)
                skipped += 1
                continue
            before = set(os.listdir(work))
            done = Ran(wrapped, cwd=work, env=environment)
            check(done.status == 0, "%s\nends with status %d: %s", line, done.status, done.err)
            wanted = re.findall(r"(?:-o|>) ?(\S+)", line)
            check(bool(done.out) or bool(wanted) or name == "view", "%s\nsays nothing", line)
            check(set(wanted) <= set(os.listdir(work)) - before, "%s\ndoesn't write %s", line, wanted)
    print("%d examples were skipped" % skipped)


# --- Bad use ---------------------------------------------------------------------------------------------------------

def check_misuse(work):
    """One clear message, status 2, nothing on standard output."""
    scene = os.path.join(project, "terrain/crossroads.scene.json")
    for line, words in [
            ("--hlep", "unknown option `--hlep`. Did you mean `--help`?"), ("--versoin", "Did you mean `--version`?"),
            ("--json los", "`--json` stands behind a command"), ("--nix", "unknown option `--nix`; a command stands first"),
            ("''", "empty word"), ("lso", "there is no command `lso`. Did you mean `los`?"),
            ("frobnicate", "there is no command `frobnicate`; `trueline --help` lists them"),
            ("los --frm A", "unknown option `--frm`; `--from` is an option of template, scatter and analyze"),
            ("los SCENE a b --march", "`--march` is an option of move, reach and others"),
            ("range SCENE a b --limt=5", "unknown option `--limt=5`. Did you mean `--limit`?"),
            ("los", "SCENE, A and B are missing"), ("los SCENE mastiff", "B is missing"), ("check", "SCENE or RULES.json is missing"),
            ("los '' a b", "an empty word stands for SCENE"), ("los SCENE a b c", "too many arguments: `c`"),
            ("los SCENE mastiff ''", "an empty word stands for B"), ("within SCENE mastiff '' --limit 5", "an empty word stands for B"),
            ("los SCENE a b --lang", "--lang wants en or fr"), ("los SCENE a b --report --json", "--report wants"),
            ("los SCENE a b --json=yes", "--json takes no value"), ("move SCENE boar --path --march", "--path wants points"),
            ("analyze SCENE --cell 0 --map fov", "--cell wants a length more than 0"),
            ("completion", "bash or zsh or fish is missing"), ("completion bsh", "Did you mean `bash`?"),
            ("completion powershell", "say bash, zsh or fish"), ("man lso", "Did you mean `los`?"), ("help --lang fr", "unknown option `--lang`"),
            ("schema", "question is missing")]:
        done = run(*shlex.split(line.replace("SCENE", scene)), cwd=work)
        check(done.status == 2 and done.out == "" and words in done.err, "trueline %s: status %d: %s", line, done.status, done.err)
        check(len(done.err.splitlines()) <= 2, "trueline %s says much: %s", line, done.err)
    done = run()
    check(done.status == 2 and done.err.startswith("trueline: a command is missing\n") and done.out == "", "no arguments: %s", done.err)
    if os.path.exists("/dev/full"):
        for line in (["--help"], ["los", "--help"], ["completion", "fish"], ["man"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([program] + line, stdout=full, stderr=subprocess.PIPE)
            check(done.returncode == 4 and b"can't be written" in done.stderr, "trueline %s >/dev/full: status %d", line, done.returncode)
    # the last one counts, and that is said
    question = ["los", scene, "mastiff", "anvil", "--lang"]
    done = run(*question, "en", "--lang", "fr")
    check(done.status == 0 and done.out == run(*question, "fr").out != run(*question, "en").out, "--lang twice: %s", done.out)
    check(done.err == "trueline los: --lang stands twice: the last one counts\n", "--lang twice: %s", done.err)
    done = run("rules", "--json", "--json")
    check(done.status == 0 and done.err == "trueline rules: --json stands twice: the last one counts\n", "--json twice: %s", done.err)
    # what may stand several times
    done = run("within", scene, "mastiff", "--limit", "6u", "--set", "units=inch", "--set", "tolerance_mm=1")
    check(done.status == 0 and done.err == "", "--set twice: %s", done.err)
    done = run("move", scene, "foxes-1", "--path", "1154,759", "--path", "1166,660")
    check(done.status == 0 and done.err == "" and done.out == run("move", scene, "foxes-1", "--path", "1154,759", "1166,660").out, "--path twice: %s", done.err)
    # standard input, named
    question = '{"query":"los","from":"mastiff","to":"foxes"}\n'
    answers = [Ran([program, "batch", scene] + more, stdin=None, input=question) for more in ([], ["-"])]
    check(answers[0].out == answers[1].out and '"verdict":"yes"' in answers[1].out and answers[1].status == 0, "batch SCENE -: %s", answers[1].err)
    check(run("batch", scene, "nowhere").status == 3, "batch SCENE nowhere")


def check_typos(_):
    """Random typos of every command and option of four letters or more are understood, but where another is as near."""
    draw = random.Random(SEED)
    helps = {name: Help(name) for name in commands()}
    tally = {"commands": [0, 0], "options": [0, 0]}
    told = []

    def judge(kind, typo, meant, rivals, said):
        """Right; or there is another as near, which is told and counted."""
        suggested = re.search(r"Did you mean `-*([a-z-]+)`|`-*([a-z-]+)` is an option of", said)
        suggested = suggested and (suggested.group(1) or suggested.group(2))
        tally[kind][0] += 1
        tally[kind][1] += suggested == meant
        if suggested != meant:
            nearest = min(distance(typo, rival) for rival in rivals if rival != meant)
            told.append("%s for %s: %s" % (typo, meant, suggested))
            check(nearest <= distance(typo, meant), "`%s` for `%s` is told as: %s", typo, meant, said)

    for name in [name for name in helps if len(name) >= 4]:
        for typo in [typo for _ in range(ROUNDS) for typo in typos(name, draw)]:
            if typo not in helps and not typo.startswith("-"):
                judge("commands", typo, name, helps, run(typo).err)
    every = {option[2:] for one in helps.values() for option in one.options}
    takers = {option: [name for name in helps if "--" + option in helps[name].options] for option in every}
    for option in sorted(option for option in every if len(option) >= 4):
        for typo in [typo for _ in range(ROUNDS) for typo in typos(option, draw)]:
            name = draw.choice(takers[option])
            if typo not in every and not typo.startswith("-"):
                judge("options", typo, option, every, run(name, "--" + typo).err)
    for kind, (count, right) in tally.items():
        print("%s: %d of %d typos understood" % (kind, right, count))
        check(right >= 0.97 * count and count > 50 * ROUNDS, "%s: too few", kind)
    print("others are as near: %s" % "; ".join(sorted(set(told))))


# --- The table -------------------------------------------------------------------------------------------------------

def check_table(_):
    """Nothing is read from the command line but by the table; every place that a row fills is looked at by a command."""
    sources = {name: open(os.path.join(project, "cli", name), encoding="utf-8").read()
               for name in os.listdir(os.path.join(project, "cli")) if name.endswith((".c", ".h"))}
    table = sources["table.c"]
    code = "\n".join(text for name, text in sources.items() if name not in ("table.c", "take.c", "parse.c", "cli.h", "table.h"))
    places = re.findall(r"\bAT\(([\w.]+)\)", table.split("#define SAMPLE")[1])
    check(len(places) > 40, "%d places in the table", len(places))
    for place in places:
        field = place.split(".")[-1]
        # the options of `import` go to the library as a whole
        used = re.search(r"->((analysis|question)\.)?%s\b" % field, code) if not place.startswith("mesh.") else "arguments->mesh" in code
        check(bool(used), "no command looks at `%s`, which an option sets", place)
    rows = re.findall(r"\{\s*\"(--[a-z-]+)\"(.*?)(?=\{\s*\"--|\Z)", table, re.S)
    for option, row in rows:
        check(".take = " in row or ".query = " in row or option == "--help", "nobody reads the value of %s", option)
    compared = sorted({(name, word) for name, text in sources.items() if name not in ("table.c",)
                       for word in re.findall(r"strcmp\([^;]*?\"(--?[a-z][a-z-]*)\"", text)})
    known = {("main.c", "--import-child"), ("main.c", "--help"), ("main.c", "-h"), ("main.c", "--version"), ("parse.c", "--help"),
             ("split.c", "--from"), ("split.c", "--side"), ("split.c", "--friends-weight")}  # the words of --query
    check(set(compared) == known, "options beside the table: %s", sorted(set(compared) ^ known))
    takers = set(re.findall(r"^const char \*(cli_take_\w+)\(", sources["take.c"], re.M))
    used = set(re.findall(r"cli_take_\w+", table))
    check(takers == used, "readers that no row has, or the other way round: %s", sorted(takers ^ used))


# --- Completion ------------------------------------------------------------------------------------------------------

ENDINGS = {"SCENE": ".json", "RULES.json": ".json", "RULESET": ".json"}


def cases(helps, work):
    """(line so far, what completes its last word), by what help says: the folder has a.json, b.obj and sub."""
    for name in ("a.json", "b.obj"):
        open(os.path.join(work, name), "w").close()
    os.mkdir(os.path.join(work, "sub"))
    files = {"": {"a.json", "b.obj", "sub"}, ".json": {"a.json", "sub"}}
    names = set(helps)
    made = [("", names), ("--", {"--help", "--version"}), ("lo", {"los"})]
    for name, one in helps.items():
        made.append((name + " --", set(one.options)))
        for option, value in one.options.items():
            words = None
            if re.fullmatch(r"[a-z]+(\|[a-z]+)+", value):
                words = set(value.split("|"))
            elif value.startswith("FILE") or value == "SCRIPT":
                words = files[""]
            elif value == "FOLDER":
                words = {"sub"}
            if words:
                made.append(("%s %s " % (name, option), words))
        for number, argument in enumerate(one.arguments):
            before = " ".join([name] + ["x"] * number)
            words = {"SCENE": files[".json"], "SCENE | RULES.json": files[".json"], "MESH": files[""], "SCENE | MESH": files[""],
                     "FILE": files[""], "COMMAND": names}.get(argument)
            if argument == "RULESET":
                words = set(run("rules").out.split()) | files[".json"]
            if argument.lower() == argument:
                words = set(argument.split("|"))
            if words:
                made.append((before + " ", words))
                made.append(("%s --help%s " % (before, " x" * 0), words))
    made.append(("los --lang fr ", files[".json"]))
    made.append(("los a", {"a.json"}))
    made.append(("los a.json x y --lang=f", {"fr"}))
    made.append(("analyze --map m", {"mutual"}))
    made.append(("import b.obj --up -", {"-x", "-y", "-z"}))
    made.append(("sees --whom fr", {"friends"}))
    return made


def compare(made, answers, loose=False):
    """`loose`: a shell that offers the other files behind those with the right ending."""
    check(len(answers) == len(made), "%d answers to %d questions", len(answers), len(made))
    for (line, wanted), found in zip(made, answers):
        plain = {word.rstrip("/") for word in found}
        plain = {word.split("=")[-1] for word in plain}
        if loose and "a.json" in wanted and "b.obj" in plain and found.index("b.obj") > found.index("a.json"):
            plain.discard("b.obj") if "b.obj" not in wanted else None
        check(plain == wanted, "`trueline %s`: too many %s, missing %s", line, sorted(plain - wanted), sorted(wanted - plain))
    print("%d completions compared" % len(made))


BASH = r"""
set -u
source "$1"
while IFS= read -r line; do
    read -ra COMP_WORDS <<<"${line//=/ = }"
    [[ $line == *" " ]] && COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _trueline
    ((${#COMPREPLY[@]})) && printf '%s\n' "${COMPREPLY[@]}"
    echo END
done
"""


def blocks(text):
    found, one = [], []
    for line in text.splitlines():
        if line == "END":
            found.append(one)
            one = []
        else:
            one.append(line)
    return found


def script(shell, work):
    path = os.path.join(work, "_trueline." + shell)
    done = run("completion", shell)
    check(done.status == 0 and done.err == "", "completion %s: %s", shell, done.err)
    with open(path, "w") as file:
        file.write(done.out)
    with open(os.path.join(made, {"bash": "bash/trueline", "zsh": "zsh/_trueline", "fish": "fish/trueline.fish"}[shell])) as file:
        check(file.read() == done.out, "the build's completion for %s is another", shell)
    return path


def needs(*tools):
    missing = [tool for tool in tools if not shutil.which(tool)]
    if missing:
        print("*** SKIPPED: %s is not here (Debian: apt-get install %s) ***" % (", ".join(missing), " ".join(missing)))
        sys.exit(77)


def check_bash(work):
    needs("bash")
    path = script("bash", work)
    helps = {name: Help(name) for name in commands()}
    folder = os.path.join(work, "here")
    os.mkdir(folder)
    lines = cases(helps, folder)
    done = Ran(["bash", "-n", path])
    check(done.status == 0 and done.err == "", "bash -n: %s", done.err)
    done = Ran(["bash", "--norc", "-c", BASH, "bash", path], stdin=None, cwd=folder,
               input="".join("trueline %s\n" % line for line, _ in lines))
    check(done.err == "", "bash says: %s", done.err[:500])
    lines[0] = (lines[0][0], lines[0][1] | {"--help", "--version"})
    compare(lines, blocks(done.out))


def check_fish(work):
    needs("fish")
    path = script("fish", work)
    helps = {name: Help(name) for name in commands()}
    folder = os.path.join(work, "here")
    os.mkdir(folder)
    lines = [one for one in cases(helps, folder) if not one[0].endswith(" -")]  # fish takes every dash for an option's
    done = Ran(["fish", "-n", path])
    check(done.status == 0 and done.err == "", "fish -n: %s", done.err)
    asks = 'source %s; while read -l line; complete -C "$line"; echo END; end' % shlex.quote(path)
    environment = dict(os.environ, HOME=work, XDG_CONFIG_HOME=work, XDG_DATA_HOME=work)
    done = Ran(["fish", "-N", "-c", asks], stdin=None, cwd=folder, env=environment,
               input="".join("trueline %s\n" % line for line, _ in lines))
    check(done.err == "", "fish says: %s", done.err[:500])
    compare(lines, [[line.split("\t")[0] for line in one] for one in blocks(done.out)], loose=True)


ZSH = r"""
PROMPT= RPROMPT= LISTMAX=100000
unsetopt beep automenu autolist zle_bracketed_paste prompt_cr prompt_sp
fpath=($FOLDER $fpath)
autoload -Uz compinit
compinit -u -D
# what is offered goes to a file; calls that only sort or filter do their work
compadd() {
    local one
    for one in "$@"; do
        case $one in
        (-|--) break ;;
        (-[OAD]|-[OAD]?*) builtin compadd "$@"; return ;;
        esac
    done
    local -a offered
    builtin compadd -A offered "$@"
    (( $#offered )) && print -rl -- "${offered[@]}" >>$FOUND
    builtin compadd "$@"
}
finish() { BUFFER=; print END >>$FOUND; }
zle -N finish
bindkey '^X^E' finish
bindkey '^I' complete-word
print READY >>$FOUND
"""


def check_zsh(work):
    needs("zsh")
    path = script("zsh", work)
    functions = os.path.join(work, "functions")
    os.mkdir(functions)
    shutil.copy(path, os.path.join(functions, "_trueline"))
    helps = {name: Help(name) for name in commands()}
    folder = os.path.join(work, "here")
    os.mkdir(folder)
    lines = cases(helps, folder)
    done = Ran(["zsh", "-n", path])
    check(done.status == 0 and done.err == "", "zsh -n: %s", done.err)
    found = os.path.join(work, "found")
    open(found, "w").close()
    with open(os.path.join(work, ".zshrc"), "w") as file:
        file.write(ZSH)
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-d", "-i"], dict(os.environ, ZDOTDIR=work, FOLDER=functions, FOUND=found, TERM="xterm"))

    def wait_for(enough):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if select.select([terminal], [], [], 0.005)[0]:
                os.read(terminal, 65536)
            with open(found, encoding="utf-8") as file:
                if enough(file.read()):
                    return True
        return False

    answers = []
    if check(wait_for(lambda text: "READY" in text), "zsh doesn't start"):
        for line, _ in lines:
            with open(found, "w"):
                pass
            os.write(terminal, ("trueline %s\t\x18\x05" % line).encode())
            if not check(wait_for(lambda text: text.endswith("END\n")), "zsh doesn't answer `trueline %s`", line):
                break
            with open(found, encoding="utf-8") as file:
                answers.append(file.read().splitlines()[:-1])
    os.close(terminal)
    os.waitpid(child, 0)
    compare(lines, answers)


# --- Manual pages ----------------------------------------------------------------------------------------------------

def plain(text):
    """Letters of a page alone: spaces, hyphenation and quotes are the formatter's."""
    return re.sub(r"[\s\u2010\u2018\u2019'`\"-]+", "", text)


def check_man(work):
    """A page for the program and for each command, as the build has it; without a warning; with every option."""
    names = commands()
    pages = {"trueline.1": run("man").out}
    pages.update({"trueline-%s.1" % name: run("man", name).out for name in names})
    built = {name: open(os.path.join(made, "man", name)).read() for name in os.listdir(os.path.join(made, "man"))}
    check(built == pages, "the build's pages differ: %s", sorted(set(built) ^ set(pages)))
    done = run("man", "-o", "pages", cwd=work)
    check(done.status == 0 and sorted(os.listdir(os.path.join(work, "pages"))) == sorted(pages), "man -o: %s", done.err)
    done = run("man", "los", "-o", "nowhere/pages", cwd=work)
    check(done.status == 3 and "nowhere/pages" in done.err, "man -o nowhere/pages: %s", done.err)
    judges = [[tool] + more for tool, more in (("mandoc", ["-T", "lint"]), ("man", ["--warnings", "-E", "UTF-8", "-l"]),
                                               ("groff", ["-ww", "-z", "-man"])) if shutil.which(tool)]
    for tool in ("mandoc", "man", "groff"):
        if not shutil.which(tool):
            print("*** SKIPPED: pages are not looked at by %s, which is not here ***" % tool)
    for name in sorted(pages):
        path = os.path.join(work, "pages", name)
        for judge in judges:
            done = Ran(judge + [path], env=dict(os.environ, MANROFFSEQ="", MANWIDTH="100", LC_ALL="C.UTF-8"))
            said = done.out + done.err if judge[0] == "mandoc" else done.err
            check(done.status == 0 and said.strip() == "", "%s: %s: %s", judge[0], name, said)
    for name in names:
        one = Help(name)
        text = plain(re.sub(r"\\(?:f.|&|\(aq|\(ga|\(dq)|\\\n", "", pages["trueline-%s.1" % name].replace("\\-", "-").replace("\\e", "\\")))
        for option, value in one.options.items():
            check(plain(option + value) in text, "the page of %s lacks %s %s", name, option, value)
        for example in one.examples:
            check(plain(example) in text, "the page of %s lacks the example: %s", name, example)
        check(plain("trueline-" + name) in plain(pages["trueline.1"].replace("\\-", "-")), "trueline(1) doesn't name %s", name)
    print("%d pages, looked at by %s" % (len(pages), ", ".join(judge[0] for judge in judges)))
    if not judges:
        sys.exit(77)


if __name__ == "__main__":
    what, program, project = sys.argv[1:4]
    made = sys.argv[4] if len(sys.argv) > 4 else ""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        os.environ.pop(variable, None)
    with tempfile.TemporaryDirectory() as folder:
        globals()["check_" + what](folder)
    for failure in failures[:40]:
        print("FAILED: " + failure, file=sys.stderr)
    print("%s: %d checks, %d failures" % (what, checks, len(failures)))
    sys.exit(1 if failures or checks == 0 else 0)
