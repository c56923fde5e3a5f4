"""languages.py: the languages hold together: the same sentences with the same texts in them, a translation of everything
that the rule systems say, and nothing that is said nowhere. Usage: languages.py PROJECT"""
import json
import pathlib
import re
import sys

project = pathlib.Path(sys.argv[1])
failures = []


def once(pairs):
    keys = [key for key, _ in pairs]
    for key in set(keys):
        if keys.count(key) > 1:
            failures.append(f"{key} is said twice")
    return dict(pairs)


def read(path):
    return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once)


def texts_in(sentence):
    return sorted(set(re.findall(r"%(\d)\$s", sentence)))


def end_of(sentence):
    return sentence[-1] if sentence[-1] in ".;:?!" else ""


languages = {path.stem: read(path) for path in sorted((project / "languages").glob("*.json"))}
rulesets = {path.stem: read(path) for path in sorted((project / "rulesets").glob("*.json")) if "trueline_ruleset" in read(path)}
english = languages["en"]["sentences"]
# words put together by the preprocessor or by arithmetic would be missed here: there are none
said_in_code = {name for path in (project / "engine").rglob("*.[ch]")
                for name in re.findall(r"\bTL_SAY_(\w+)", path.read_text(encoding="utf-8"))}

for name in sorted(set(english) - said_in_code):
    failures.append(f"the sentence {name} is never said")

# Texts that programs find by name: those of commands and tools are put together from their ids.
texts = languages["en"]["texts"]
viewer = {path: path.read_text(encoding="utf-8") for path in sorted((project / "viewer").rglob("*.c"))}
programs = list(viewer.values()) + [path.read_text(encoding="utf-8") for path in sorted((project / "cli").glob("*.c"))]
named = {name for code in programs for name in re.findall(r'"([a-z_]+(?:\.[a-z_]+)+)"', code)}
commands = re.findall(r'^ +\{"([a-z_]+\.[a-z_]+)", TLV_PART', viewer[project / "viewer" / "commands" / "commands.c"], re.M)
tools = [name for code in viewer.values() for name in re.findall(r'^ +\.id = "([a-z_]+)"|PAIR_TOOL\("([a-z_]+)"', code, re.M)]
tools = [one or other for one, other in tools]
wanted_texts = {f"do.{name}" for name in commands} | {f"do.tool.{name}" for name in tools}
# ... and those of kinds of terrain from the rule systems' words for them
kinds = [kind for rules in rulesets.values() for kind in rules.get("kinds", [])]
wanted_texts |= {f"kind.{kind['name']}" for kind in kinds}
wanted_texts |= {f"going.{kind.get('going', 'slow')}" for kind in kinds}
if len(commands) < 10 or len(tools) < 5:
    failures.append("the commands and tools of the viewer are not found")
for name in sorted(wanted_texts - set(texts)):
    failures.append(f"the text {name} is missing")
for name in sorted(set(texts) - wanted_texts - named):
    failures.append(f"the text {name} is never said")
for tag, language in languages.items():
    for name in sorted(set(texts) ^ set(language["texts"])):
        failures.append(f"{tag}: {name} is missing, or in no other language")
    for name in set(texts) & set(language["texts"]):
        if texts_in(texts[name]) != texts_in(language["texts"][name]):
            failures.append(f"{tag}: {name} takes other texts than the English one")
        if end_of(texts[name]) != end_of(language["texts"][name]):
            failures.append(f"{tag}: {name} ends otherwise than the English text")

for tag, language in languages.items():
    sentences = language["sentences"]
    for name in sorted(set(english) ^ set(sentences)):
        failures.append(f"{tag}: {name} is missing, or in no other language")
    for name in set(english) & set(sentences):
        if texts_in(english[name]) != texts_in(sentences[name]):
            failures.append(f"{tag}: {name} takes other texts than the English sentence")
        if end_of(english[name]) != end_of(sentences[name]):
            failures.append(f"{tag}: {name} ends otherwise than the English sentence")
    if tag == "en":
        continue
    for ruleset, rules in rulesets.items():
        said = language.get("rulesets", {}).get(ruleset, {})
        wanted = {"about": {"title": rules["title"]},
                  "settings": {s["name"]: s["text"] for s in rules.get("settings", [])},
                  "kinds": {k["name"]: k.get("text", "") for k in rules.get("kinds", [])},
                  "templates": {t["name"]: t["text"] for t in rules.get("templates", [])},
                  "sizes": {s["name"]: s["text"] for s in rules.get("sizes", [])},
                  "skills": {s["name"]: s["text"] for s in rules.get("skills", [])},
                  "rules": {r["id"]: r["text"] for r in rules.get("rules", [])}}
        for section, entries in wanted.items():
            for key in sorted(set(entries) ^ set(said.get(section, {}))):
                failures.append(f"{tag}: {ruleset}, {section}: {key} is not translated, or isn't there")
            for key in set(entries) & set(said.get(section, {})):
                if end_of(entries[key] or "-") != end_of(said[section][key] or "-"):
                    failures.append(f"{tag}: {ruleset}, {section}: {key} ends otherwise than the English text")
        for section in set(said) - set(wanted):
            failures.append(f"{tag}: {ruleset}: there is no section {section}")


def every_text(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from every_text(item)


# French sets a space before these signs
for text in every_text(languages["fr"]):
    if re.search(r'[^ "][:;?!](\s|$)', text):
        failures.append(f"fr: a space is missing: {text}")

for failure in failures:
    print("FAILED:", failure)
print(f"{len(languages)} languages, {len(english)} sentences, {len(texts)} texts, {len(rulesets)} rule systems")
sys.exit(1 if failures or len(languages) < 2 or not rulesets else 0)
