"""renamed.py: the same game under other names: a copy of a rule file with other ids, another name and another game unit.

usage: renamed.py FROM.json TO.json

Every id DB-... is ZZ-..., every DT-... is ZT-...; every length in millimetres is SCALE times as long, so that a table SCALE
times as large must be ruled as the first one is. What is written in game units stays.
"""
import json
import re
import sys

SCALE = 0.7
NAME = "renamed-battlefield"
IDS = {"DB-": "ZZ-", "DT-": "ZT-"}


def other_ids(text):
    return re.sub(r"\b(DB|DT)-(?=[A-Z])", lambda found: IDS[found.group(0)], text)


def scaled(value):
    return value * SCALE if isinstance(value, (int, float)) and not isinstance(value, bool) else value


def rescale(rules):
    for row in list(rules.get("lengths", {}).values()) + list(rules.get("templates", {}).values()):
        for key in ("cm", "inch"):
            if key in row:
                row[key] = scaled(row[key])
        if row.get("measure") == "mm":
            raise SystemExit("an outline in millimetres isn't scaled")
    for setting in rules.get("settings", []):
        # `adjacent_mm` and the like; heights and lengths that aren't called so. What the engine allows stays
        if setting["name"].endswith("_mm") or setting["name"] in ("area_height", "cover_near_shooter"):
            setting["default"] = scaled(setting["default"])
    return rules


def renamed(rules):
    """A rule file's JSON as an object, renamed and scaled."""
    made = rescale(json.loads(other_ids(json.dumps(rules))))
    made["name"] = NAME
    made["title"] = {"en": "Renamed", "fr": "Renommé"}
    return made


if __name__ == "__main__":
    source, target = sys.argv[1:3]
    with open(source, encoding="utf-8") as file:
        made = renamed(json.load(file))
    with open(target, "w", encoding="utf-8") as file:
        json.dump(made, file, ensure_ascii=False, indent=1)
