#!/usr/bin/env python3
"""told.py: what the window says against what the command line answers: random battles on the sample table, random
questions, asked by clicks and as a batch. Every word of the verdict, and every number on the table, is the answer's.

usage: told.py TRUELINE PROJECT FOLDER [SEED [QUESTIONS]]
"""
import json, os, pathlib, random, re, shutil, subprocess, sys

TRUELINE, PROJECT, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
SEED = int(os.environ.get("TRUELINE_SEED") or (sys.argv[4] if len(sys.argv) > 4 else 18002))
QUESTIONS = int(sys.argv[5]) if len(sys.argv) > 5 else 8
BATTLES = 3
TOOLS = {"sight": ("los", False), "cover": ("cover", True), "arc": ("arc", False), "attack": ("attack", True),
         "tape": ("range", False), "react": ("react", True)}
# In the open, and far enough from one another to be clicked.
OPEN = ["mastiff-1", "boar-1", "anvil-1", "herons-1", "herons-3", "jackals-1", "badgers-4", "foxes-1"]
LENGTH = re.compile(r"(\d+(?:\.\d+)?) (mm|cm)\b")


def lengths(text):
    """Each length in a text, in mm, with half of its last digit."""
    found = []
    for number, unit in LENGTH.findall(text):
        scale = 10 if unit == "cm" else 1
        digits = len(number.split(".")[1]) if "." in number else 0
        found.append((float(number) * scale, 0.5001 * scale * 10 ** -digits))
    return found


def numbers(value, name=""):
    """Each number of a JSON answer that is a length."""
    if isinstance(value, dict):
        return [n for key, item in value.items() for n in numbers(item, key if not isinstance(item, list) else key)]
    if isinstance(value, list):
        return [n for item in value for n in numbers(item, name)]
    return [abs(value)] if isinstance(value, (int, float)) and not isinstance(value, bool) and name.endswith("mm") else []


def sign_of(answer):
    verdict = answer["verdict"]
    if "placement" in answer and "from" in answer["placement"]:
        pair = {verdict, answer["placement"]["verdict"]}
        verdict = "no" if "no" in pair else "yes" if pair == {"yes"} else "marginal"
    return verdict if verdict != "marginal" else "not-settled" if answer.get("unsettled") else "too-close"


def scatter(scene, dice):
    """The models of the open, elsewhere."""
    taken = []
    for unit in scene["units"]:
        for member in unit["members"]:
            if member["id"] not in OPEN:
                member["at"] = [1740 - 40 * len(taken), 1170] if unit["class"] == "infantry" else member["at"]
                member.pop("level", None)
                taken.append(member["at"])
    for unit in scene["units"]:
        for member in unit["members"]:
            while member["id"] in OPEN:
                at = [dice.randrange(120, 1680), dice.randrange(80, 1000)]
                if all(abs(at[0] - t[0]) + abs(at[1] - t[1]) > 170 for t in taken):
                    member["at"] = at
                    member["facing"] = dice.randrange(360)
                    taken.append(at)
                    break
    return scene


def hide_nothing(scene):
    """Bodies without meshes: whoever stands in a wood can be clicked all the same."""
    scene["terrain"] = [t for t in scene["terrain"] if t["kind"] not in ("building", "rubble")]
    return scene


def members_seen(scene_path):
    """Those whose middle a click meets, as the window's log says."""
    script = FOLDER / "look.script"
    script.write_text("wait 1\nquit\n")
    told = subprocess.run([TRUELINE, "view", str(scene_path), "--size", "640x400", "--headless", str(script)],
                          env={**os.environ, "TRUELINE_VIEW_LOG": "1"}, capture_output=True, text=True, check=True)
    return [m for m in re.findall(r"member (\S+) at", told.stderr) if m in OPEN]


def main():
    dice = random.Random(SEED)
    print(f"told: seed {SEED}")
    shutil.rmtree(FOLDER, ignore_errors=True)
    (FOLDER / "terrain").mkdir(parents=True)
    for mesh in (PROJECT / "terrain").glob("*.obj"):
        shutil.copy(mesh, FOLDER / "terrain")
    os.symlink(PROJECT / "models", FOLDER / "models")
    os.environ.update(XDG_STATE_HOME=str(FOLDER / "state"), LC_ALL="C")
    counts, labels_checked, faults = {}, 0, []
    for battle in range(BATTLES):
        scene = json.loads((PROJECT / "terrain/crossroads.scene.json").read_text())
        path = FOLDER / "terrain" / f"battle-{battle}.scene.json"
        path.write_text(json.dumps(hide_nothing(scatter(scene, dice))))
        unit_of = {m["id"]: u["id"] for u in scene["units"] for m in u["members"]}
        seen = members_seen(path)
        asked, lines, script = [], [], []
        for number in range(QUESTIONS):
            tool = dice.choice(list(TOOLS))
            query, units = TOOLS[tool]
            a, b = dice.sample(seen, 2)
            if unit_of[a] == unit_of[b]:
                continue
            question = {"query": query, "from": unit_of[a] if units else a, "to": unit_of[b] if units else b}
            if query == "los":
                question["margin"] = True
            asked.append((tool, question))
            lines.append(json.dumps(question))
            name = f"{battle}-{len(asked)}.txt"
            script += ["key escape escape escape", f"tool {tool}", f"click {a}", f"click {b}", "wait-answer", f"tell {name}"]
        (FOLDER / "ask.script").write_text("\n".join(script) + "\n")
        subprocess.run([TRUELINE, "view", str(path), "--size", "640x400", "--headless", str(FOLDER / "ask.script"), "-o",
                        str(FOLDER)], check=True)
        answers = subprocess.run([TRUELINE, "batch", str(path)], input="\n".join(lines) + "\n", capture_output=True,
                                 text=True, check=True).stdout.splitlines()
        for number, ((tool, question), answer) in enumerate(zip(asked, map(json.loads, answers)), 1):
            said = (FOLDER / f"{battle}-{number}.txt").read_text().splitlines()
            field = lambda name: [line[len(name) + 1:] for line in said if line.startswith(name + " ")]
            where = f"battle {battle}, {tool} {question}"
            text = "\n".join(field("text"))
            if field("text")[0] != answer["summary"]:
                faults.append(f"{where}: the card says `{field('text')[0]}`, the answer `{answer['summary']}`")
            if field("sign")[0] != sign_of(answer):
                faults.append(f"{where}: the sign is {field('sign')[0]}, the answer's {sign_of(answer)}")
            known = numbers(answer) + [v for v, _ in lengths(text + json.dumps(answer))]
            # what a weapon reaches, and the bands of areas, are the scene's and the rules' own
            known += [100.0 * n for n in range(1, 25)] + [200, 300]
            for label in field("label"):
                for value, half in lengths(label):
                    labels_checked += 1
                    if not any(abs(value - other) <= half for other in known):
                        faults.append(f"{where}: `{label}` stands on the table, and nothing of it in the answer")
            if question["query"] == "los" and answer["verdict"] != "marginal" and "margin" in answer:
                if not re.search(r"^(Seen|Hidden): ", text, re.M):
                    faults.append(f"{where}: the card doesn't say by how much")
            counts[sign_of(answer)] = counts.get(sign_of(answer), 0) + 1
    for fault in faults:
        print(fault)
    print(f"{sum(counts.values())} questions {counts}, {labels_checked} lengths on the table, {len(faults)} faults")
    return 1 if faults or sum(counts.values()) < BATTLES * QUESTIONS // 2 or labels_checked == 0 else 0


sys.exit(main())
