"""Reports of rulings, read by parsers that share nothing with the program.

usage: report.py TRUELINE FOLDER
Writes a scene whose names try to break out of the markup, and looks at the reports made of it: well-formed as XML and as
HTML, names unharmed, pictures real PNGs, hashes those that hashlib finds, the same bytes twice, nothing from outside, and
a clear message where a report can't be written.
"""
import base64
import hashlib
import html.parser
import json
import os
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as xml
import zlib

program, folder = sys.argv[1], sys.argv[2]
os.makedirs(folder, exist_ok=True)
NAMES = {"scene": "A <b>bold</b> & \"quoted\" 'table' ]]> <!-- x", "a": "<script>alert(1)</script>",
         "a1": "O'Neil & <Sons>", "b": "B\u00f6 \u2039\u00e9\u203a \U0001f600", "gun": "\"><img src=x onerror=y>"}
SCENE = {
    "trueline": 1, "name": NAMES["scene"], "ruleset": "dust-battlefield", "settings": {"area_through": "any_edge"},
    "table": {"width": 600, "depth": 400},
    "assets": {"man": {"core": {"shape": "capsule", "from": [0, 0, 8], "to": [0, 0, 28], "radius": 6},
                       "base": {"shape": "disc", "diameter": 25}}},
    "units": [{"id": "a", "name": NAMES["a"], "side": "red", "class": "infantry",
               "weapons": [{"id": "gun", "name": NAMES["gun"], "range": 16, "arc": "any"}],
               "members": [{"id": "a1", "name": NAMES["a1"], "asset": "man", "at": [100, 100], "facing": 0}]},
              {"id": "b", "name": NAMES["b"], "side": "blue", "class": "infantry",
               "members": [{"id": "b1", "name": "B", "asset": "man", "at": [457.25, 100]}]}]}
scene = os.path.join(folder, "break.scene.json")
with open(scene, "w", encoding="utf-8") as out:
    json.dump(SCENE, out, ensure_ascii=False)


def run(*words, status=0):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode == 4 and "OpenGL" in done.stderr:
        print("skipped: no OpenGL here: " + done.stderr)
        sys.exit(77)
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done


def read(path):
    with open(path, "rb") as source:
        return source.read()


def check_png(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, rows, size = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
        assert kind not in (b"tIME", b"tEXt"), "pictures hold no dates"
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        rows += body if kind == b"IDAT" else b""
        at += 12 + length
    pixels = zlib.decompress(rows)
    assert len(pixels) == size[1] * (1 + 3 * size[0])
    assert len(set(pixels)) > 20, "an empty picture"
    return size


class Reader(html.parser.HTMLParser):
    """Holds elements against their ends; what it is given is HTML, not XML."""
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.seen, self.text = [], [], []

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text.append(data)


def check(path, language):
    text = read(path).decode("utf-8")
    assert text.startswith("<!DOCTYPE html>\n")
    tree = xml.fromstring(text.split("\n", 1)[1])
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert not reader.open, reader.open
    assert tree.get("lang") == language
    tags = {tag for tag, _ in reader.seen}
    assert not tags & {"script", "iframe", "link", "object", "form", "b"}, tags
    for tag, attributes in reader.seen:
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert all(name != "href" for name in attributes)
    assert "http" not in re.sub(r'xmlns="http://www.w3.org/1999/xhtml"', "", text).replace("http-equiv", "")
    pictures = [attributes for tag, attributes in reader.seen if tag == "img"]
    for picture in pictures:
        head, data = picture["src"].split(",", 1)
        assert head == "data:image/png;base64"
        assert check_png(base64.b64decode(data, validate=True)) == (int(picture["width"]), int(picture["height"]))
        assert picture["alt"]
    words = "".join(reader.text)
    assert "".join(tree.itertext()).strip() == words.strip(), "the two parsers read different words"
    return words, len(pictures), tree


one, two = (os.path.join(folder, name) for name in ("one.html", "two.html"))
for path in (one, two):
    answer = run("attack", scene, "a", "b", "--report", path, "--date", "2001-02-03", "--json", "--lang", "en")
assert read(one) == read(two), "the same ruling gave other bytes"
words, count, tree = check(one, "en")
assert count == 4, count
for name in NAMES.values():
    assert name in words, name
ruling = json.loads(answer.stdout)
assert ruling["verdict"] == "yes"
for reason in ruling["reasons"]:
    assert reason["text"] in words and reason["rule"] in words
assert hashlib.sha256(read(scene)).hexdigest() in words
assert "2001-02-03" in words and "area_through = any_edge" in words
assert json.loads(tree.find(".//{http://www.w3.org/1999/xhtml}pre").text) == ruling
version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.split()[1]
assert version in words

sight = json.loads(run("los", scene, "a", "b", "--json").stdout)["witness"]
run("render", scene, "--query", "los a b", "-o", two, "--lang", "fr")
words, count, _ = check(two, "fr")
assert "EN VUE" in words and "Étape par étape" in words and "Step by step" not in words
points = re.findall(r"<code>([^<]*, [^<]*, [^<]*)</code>", read(two).decode("utf-8"))
for end in ("from", "to"):  # the exact numbers, so that anybody can check
    assert any([float(number) for number in point.split(", ")] == sight[end] for point in points), (end, points)
assert "2001" not in words, "a date that nobody gave"

for path, part in ((os.path.join(folder, "nowhere", "x.html"), "folder"), (folder, None)):
    if part:
        done = run("range", scene, "a", "b", "--report", path, status=3)
        assert path in done.stderr and part in done.stderr and "can't be written" in done.stderr, done.stderr
assert "html" in run("range", scene, "a", "b", "--report", os.path.join(folder, "x.txt"), status=2).stderr
assert "--query" in run("render", scene, "-o", os.path.join(folder, "x.html"), status=2).stderr
if os.geteuid() != 0:
    locked = os.path.join(folder, "locked")
    os.makedirs(locked, exist_ok=True)
    os.chmod(locked, 0o500)
    done = run("range", scene, "a", "b", "--report", os.path.join(locked, "x.html"), status=3)
    os.chmod(locked, 0o700)
    assert "may be written" in done.stderr, done.stderr
# scores, scatter and zones, by the options of their commands: the report says what the command says, by night as by day
terrain = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "terrain")
for name, words_of in (("street", ["score", "patrol-3", "squad-2", "--score", "to-hit"]),
                       ("yard", ["scatter", "--deviation", "grenade", "--from", "swifts", "--toward", "rooks", "--dice", "7,4"]),
                       ("yard", ["scatter", "--deviation", "smoke", "--from", "swifts", "--toward", "rooks", "--roll", "--seed", "7"]),
                       ("crossroads", ["zone", "mastiff"]), ("crossroads", ["zone", "mastiff", "azure-half"])):
    path = os.path.join(terrain, name + ".scene.json")
    said = run(words_of[0], path, *words_of[1:]).stdout.splitlines()
    told = run("render", path, "--query", " ".join(words_of), "-o", two).stdout.splitlines()
    assert told[:len(said)] == said, (words_of, said, told)
    assert said[0].rstrip(".") in check(two, "en")[0].replace("\xa0", " "), (words_of, said[0])
with open(os.path.join(terrain, "street.scene.json"), encoding="utf-8") as file:
    by_day = json.load(file)
pictures = []
for night in (False, True):
    by_day["night"] = night
    dusk = os.path.join(folder, "dusk.scene.json")
    with open(dusk, "w", encoding="utf-8") as out:
        json.dump(by_day, out)
    run("render", dusk, "--query", "los patrol-1 squad-1", "-o", two)
    pictures.append(read(two))
assert pictures[0] != pictures[1], "the report of a night looks like that of a day"
street = os.path.join(terrain, "street.scene.json")
for bad in ("score patrol-3", "score a b c", "score a b --nothing x", "score a b --score", "zone", "zone a b c", "scatter --dice",
            "scatter --roll --seed x"):
    done = run("render", street, "--query", bad, "-o", os.path.join(folder, "x.html"), status=2)
    assert "--query" in done.stderr, (bad, done.stderr)
assert not os.path.exists(os.path.join(folder, "x.html"))
assert not [name for name in os.listdir(folder) if name.endswith(".part")]
print("reports hold what rulings say, and nothing else")
