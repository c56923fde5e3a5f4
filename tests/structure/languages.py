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
programs += [path.read_text(encoding="utf-8") for path in sorted((project / "engine/question").glob("*.c"))]
named = {name for code in programs for name in re.findall(r'"([a-z_]+(?:\.[a-z_]+)+)"', code)}
commands = re.findall(r'^ +\{"([a-z_]+\.[a-z_]+)", TLV_PART', viewer[project / "viewer" / "commands" / "commands.c"], re.M)
tools = [name for code in viewer.values() for name in re.findall(r'^ +\.id = "([a-z_]+)"|PAIR_TOOL\("([a-z_]+)"', code, re.M)]
tools = [one or other for one, other in tools]
wanted_texts = {f"do.{name}" for name in commands} | {f"do.tool.{name}" for name in tools}
# ... and those of kinds of terrain from the rule systems' words for them
kinds = [(name, kind) for rules in rulesets.values() for name, kind in rules.get("terrain", {}).items() if kind]
wanted_texts |= {f"kind.{name}" for name, kind in kinds if isinstance(kind.get("text", ""), str)}
wanted_texts |= {f"going.{kind.get('going', 'slow')}" for name, kind in kinds}
# ... and those of classes, ways to move, sizes and scores, and of arcs of which the rule system itself says nothing
for section, prefix in (("classes", "class"), ("locomotions", "locomotion"), ("sizes", "size"), ("scores", "score"), ("arcs", "arc")):
    wanted_texts |= {f"{prefix}.{name}" for rules in rulesets.values() for name, row in rules.get(section, {}).items()
                     if row is not None and (section != "arcs" or "text" not in row)}
# ... and those of questions from the table of questions
questions = re.findall(r'\.name = "([a-z-]+)"', (project / "engine/question/questions.c").read_text(encoding="utf-8"))
wanted_texts |= {f"report.query.{name.replace('-', '_')}" for name in questions if name != "place"}
if len(questions) < 10:
    failures.append("the table of questions is not found")
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
                  "kinds": {name: kind.get("text", "") for name, kind in rules.get("terrain", {}).items() if kind}}
        for section in ("templates", "sizes", "skills", "rules"):
            wanted[section] = {name: row["text"] if "text" in row else row for name, row in rules.get(section, {}).items() if row}
        # a text for each language stands in the rule file itself
        for section, entries in wanted.items():
            for key in [key for key, text in entries.items() if isinstance(text, dict)]:
                entries[key] = {tag: text for tag, text in entries[key].items() if not tag.startswith("x-")}
                if set(entries[key]) != set(languages) or len({end_of(text or "-") for text in entries[key].values()}) > 1:
                    failures.append(f"{ruleset}, {section}: {key} isn't in every language, or ends otherwise in one")
                del entries[key]
        for section, entries in wanted.items():
            for key in sorted(set(entries) ^ set(said.get(section, {}))):
                failures.append(f"{tag}: {ruleset}, {section}: {key} is not translated, or isn't there")
            for key in set(entries) & set(said.get(section, {})):
                if end_of(entries[key] or "-") != end_of(said[section][key] or "-"):
                    failures.append(f"{tag}: {ruleset}, {section}: {key} ends otherwise than the English text")
        for section in set(said) - set(wanted):
            failures.append(f"{tag}: {ruleset}: there is no section {section}")


# --- counts: what depends on a number has both forms, in every language

def calls(code, name):
    """The arguments of every call of a function or macro, as they are written."""
    for match in re.finditer(r"\b%s\(" % name, code):
        depth, at, start, arguments = 1, match.end(), match.end(), []
        while depth > 0 and at < len(code):
            if code[at] == '"':
                at += 1
                while code[at] != '"':
                    at += 2 if code[at] == "\\" else 1
            elif code[at] in "([{":
                depth += 1
            elif code[at] in ")]}":
                depth -= 1
            elif code[at] == "," and depth == 1:
                arguments.append(code[start:at].strip())
                start = at + 1
            at += 1
        yield arguments + [code[start:at - 1].strip()]


def counted_in(path, say, sentence_at, names_of):
    """(name of a sentence, number of its text) for each text that is made of a whole number."""
    code = path.read_text(encoding="utf-8")
    numbers = {call[-1].split("[")[0] for call in calls(code, "tl_tell_count_text")}
    numbers |= {call[0] for call in calls(code, "snprintf") if len(call) > 2 and re.fullmatch(r'"%(zu|d|u|lld)"', call[2])}
    for call in calls(code, say):
        texts = re.findall(r"[^,{}]+", call[sentence_at + 1]) if say == "tlv_say_filled" and len(call) > sentence_at + 1 else call[sentence_at + 1:]
        for k, text in enumerate(texts, 1):
            if any(re.search(r"\b%s\b" % re.escape(number), text) for number in numbers) or re.search(
                    r"\btl_(count_text|page_grouped)\(", text):
                for name in names_of(call[sentence_at]):
                    yield name, k


def sentences_of(expression):
    return re.findall(r"TL_SAY_(\w+)", expression)


def texts_of(expression):
    return [name for name in re.findall(r'"([a-z_.]+)"', expression) if name in texts]


# Nothing in these depends on the number: it stands alone, is no count, or what it is of is many whatever it is.
WITHOUT_FORMS = {
    "BEST_PLACE": {4, 5}, "CLOSE_YES": {3, 4}, "COVER_UNIT_MARGINAL": {3, 4}, "COVER_UNIT_NO": {3}, "COVER_UNIT_YES": {3},
    "FIRING_COVER_SOME": {1}, "FIRING_PLACE": {1}, "FIRING_PLACE_SHORT": {1}, "FIRING_SEES": {1, 2},
    "MAP_CELLS": {1, 2, 3, 4}, "MAP_CELLS_MM": {1, 2, 3, 4}, "MORE_HOLES": {1}, "TEMPLATE_HITS": {2, 3, 4}, "TEMPLATE_LEVEL": {2, 3},
    "TEMPLATE_LEVEL_OPEN": {2}, "TEMPLATE_NOBODY": {2, 3}, "TEMPLATE_OPEN": {2, 3}, "TEMPLATE_UNIT": {3}, "TEMPLATE_UNIT_WOULD": {3},
    "TEMPLATE_WOULD_HIT": {2, 3, 4}, "WEAPON_YES": {2, 3, 4},
    "WEAPON_YES_AT_ONE": {2, 3}, "WEAPON_YES_BY_ONE": {2, 4}, "WITHIN_UNIT": {2, 3}, "ZONE_MODELS": {1, 2}, "WEAPON_YES_ALONE": {2},
    "IMPORT_PARTS": {1}, "LOOSE_PARTS": {1}, "RIMS": {1}, "SIMPLIFIED": {1}, "TEMPLATE_EDGE": {2},
    "RANGE_REASON": {1, 2}, "RANGE_REASON_ANY": {1}, "RANGE_REASON_NEAR": {1, 2}, "RANGE_REASON_SHORT": {1, 2},
    "mark.some": {2, 3}, "settings.changed": {1}, "firing.here": {3}, "firing.here.open": {3, 4}, "firing.place": {1}, "firing.tells": {1, 2}, "firing.tells.alone": {1, 2},
}
counted = {}
for path in sorted((project / "engine").rglob("*.c")):
    for say, at in (("tl_say", 3), ("tl_scan_page_say", 1), ("tl_scan_page_count", 2), ("tl_scan_page_list", 3)):
        for name, k in counted_in(path, say, at, sentences_of):
            counted.setdefault(name, set()).add(k)
        for call in calls(path.read_text(encoding="utf-8"), say) if say in ("tl_scan_page_count", "tl_scan_page_list") else ():
            for name in sentences_of(call[at]) if len(call) > at else ():
                counted.setdefault(name, set()).add(1)
for path in sorted((project / "viewer").rglob("*.c")):
    for say, at in (("tlv_say_with", 3), ("tlv_say_filled", 3)):
        for name, k in counted_in(path, say, at, texts_of):
            counted.setdefault(name, set()).add(k)
FORM = re.compile(r"\{(\d):([^|{}]+)\|([^|{}]+)\}")
with_forms = 0
for name, places in sorted(counted.items()):
    for k in sorted(places):
        said = {tag: language["sentences"].get(name, language["texts"].get(name)) for tag, language in languages.items()}
        if any("%%%d$s" % k not in text for text in said.values()):
            continue
        formed = {tag for tag, text in said.items() if any(int(form[0]) == k for form in FORM.findall(text))}
        with_forms += len(formed)
        # one language may be without what another needs, but a count that no language minds is looked at by people
        if not formed and k not in WITHOUT_FORMS.get(name, set()):
            failures.append(f"{name} counts with its text {k} and has no forms: {said['en']}")
for tag, language in languages.items():
    if not re.fullmatch(r"\d|<\d", language.get("singular", "")):
        failures.append(f"{tag}: which numbers are singular isn't said")
    for section in ("sentences", "texts"):
        for name, text in language[section].items():
            plain = FORM.sub("", text)
            if "{" in plain or "}" in plain or "|" in plain:
                failures.append(f"{tag}: {name} has forms that can't be read: {text}")
            # a noun right behind a number in the plural alone
            for number, noun in re.findall(r"%(\d)\$s (\w+s)\b", text):
                if int(number) in counted.get(name, set()) and int(number) not in WITHOUT_FORMS.get(name, set()):
                    failures.append(f"{tag}: {name}: `{noun}` has one form only")
if with_forms < 60:
    failures.append(f"only {with_forms} counts with forms were found")


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
