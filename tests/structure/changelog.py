"""Fails where CHANGELOG.md loses its form: a section for each version, in it Added, Changed and Fixed, in them subjects, and
under those entries of one line.

    changelog.py PROJECT

The newest version comes first, and is the one that is built; it alone may be unreleased, the others have their dates.
"""
import pathlib
import re
import sys

VERSION = re.compile(r"## (\d+\.\d+\.\d+) \((unreleased|\d{4}-\d{2}-\d{2})\)")
KINDS = ["Added", "Changed", "Fixed"]
LONGEST = 400


def number(version):
    return [int(part) for part in version.split(".")]


class Reader:
    """Reads line by line, and notes what is wrong."""

    def __init__(self):
        self.versions, self.kinds, self.subjects, self.entries = [], [], [], {}
        self.level, self.found = 0, []

    def wrong(self, line, what):
        self.found.append((line, what))

    def version(self, line, text):
        match = VERSION.fullmatch(text)
        if not match:
            self.wrong(line, "a version is written `## 1.2.3 (2030-01-31)` or `## 1.2.3 (unreleased)`")
            return
        if self.versions and number(match.group(1)) >= number(self.versions[-1]):
            self.wrong(line, "the newest version comes first")
        if self.versions and match.group(2) == "unreleased":
            self.wrong(line, "only the newest version may be unreleased")
        self.versions.append(match.group(1))
        self.kinds, self.subjects = [], []

    def heading(self, line, text):
        level = len(text) - len(text.lstrip("#"))
        if level > self.level + 1:
            self.wrong(line, "a heading is left out above")
        self.level = level
        if level == 2:
            self.version(line, text)
        elif level == 3:
            kind = text[4:]
            if kind not in KINDS or any(KINDS.index(kind) <= KINDS.index(other) for other in self.kinds):
                self.wrong(line, "a version has Added, Changed, Fixed, in this order")
            else:
                self.kinds.append(kind)
            self.subjects = []
        elif level == 4:
            if text in self.subjects:
                self.wrong(line, "the subject stands twice")
            self.subjects.append(text)
        elif level > 4:
            self.wrong(line, "there is nothing below a subject")

    def entry(self, line, text):
        if self.level != 4:
            self.wrong(line, "an entry stands under a subject: #### The window")
        if not re.search(r"[.)]$", text):
            self.wrong(line, "an entry is a sentence, in one line")
        if len(text) > LONGEST:
            self.wrong(line, f"an entry is short: this one has {len(text)} letters")
        if text in self.entries:
            self.wrong(line, f"stands in line {self.entries[text]}, too")
        self.entries[text] = line


def read(text):
    reader = Reader()
    for line, row in enumerate(text.split("\n"), 1):
        if row.startswith("#"):
            reader.heading(line, row)
        elif row.startswith("- "):
            reader.entry(line, row)
        elif row.strip() and reader.level > 1:
            reader.wrong(line, "entries begin with `- ` and have one line")
    return reader


GOOD = ("# Changelog\n\nWords.\n\n## 1.1.0 (unreleased)\n\n### Added\n\n#### Moves\n\n- One.\n\n### Fixed\n\n#### Moves\n\n- Two.\n\n"
        "## 1.0.0 (2030-01-31)\n\n### Added\n\n#### Moves\n\n- Three.\n")


def self_test():
    assert not read(GOOD).found, read(GOOD).found
    for old, new in (("## 1.0.0", "## 1.2.0"), ("2030-01-31", "unreleased"), ("### Fixed", "### Mended"), ("### Added\n\n#### Moves\n\n- One", "- One"),
                     ("- Two.", "- Two"), ("- Two.", "- One."), ("- Two.", "Two."), ("### Fixed", "### Added"), ("- Three.", "- " + "so " * 200 + ".")):
        assert old in GOOD and read(GOOD.replace(old, new, 1)).found, (old, new)


def main():
    self_test()
    project = pathlib.Path(sys.argv[1])
    reader = read((project / "CHANGELOG.md").read_text(encoding="utf-8"))
    built = re.search(r"project\(trueline VERSION ([\d.]+)", (project / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
    if reader.versions[:1] != [built]:
        reader.wrong(1, f"the first section is of the version that is built, {built}")
    for line, what in reader.found:
        print(f"CHANGELOG.md:{line}: {what}")
    print(f"{len(reader.versions)} versions, {len(reader.entries)} entries, {len(reader.found)} faults")
    return 1 if reader.found or not reader.entries else 0


if __name__ == "__main__":
    sys.exit(main())
