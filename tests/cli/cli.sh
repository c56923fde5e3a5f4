#!/bin/sh
# cli.sh: command line -> exit status, what standard output carries, what standard error says.
# Usage: cli.sh PROGRAM PROJECT WORK [PYTHON]
# With TRUELINE_REDUCED the sample table is asked less often: sanitizers learn nothing from the same answer again.
unset LC_ALL LC_MESSAGES LANG
program=$1
project=$2
work=$3
python=$4
scene=$project/terrain/crossroads.scene.json
bad=$project/tests/bad/cli
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
# Meshes are read once, and then from a cache of this run's own; that it changes no answer is looked at below.
TRUELINE_CACHE=$work/kept
export TRUELINE_CACHE
failures=0
checks=0

complain() {
    printf 'FAILED: %s\n        %s\n' "$what" "$1"
    sed 's/^/        | /' err | head -5
    failures=$((failures + 1))
}

# run STATUS ARGUMENT...: runs the program; out and err keep what it said. Input from the file `in` when there is one.
run() {
    wanted=$1
    shift
    what="trueline $*"
    checks=$((checks + 1))
    if [ -f in ]; then
        "$program" "$@" <in >out 2>err
    else
        "$program" "$@" </dev/null >out 2>err
    fi
    status=$?
    [ "$status" -eq "$wanted" ] || complain "exit status $status instead of $wanted"
    # standard output carries the answer alone, standard error messages alone
    if [ "$wanted" -eq 0 ]; then
        [ -s err ] && complain "an answer with messages on standard error"
    elif [ "$1" != check ] && [ "$1" != batch ]; then
        [ -s out ] && complain "standard output although there is no answer"
        [ -s err ] || complain "no message"
    fi
    grep -qi 'sanitizer\|runtime error' err && complain "a sanitizer spoke"
}

# says TEXT...: each stands in what the last run wrote to standard error (out for check).
says() {
    for text in "$@"; do
        cat out err | grep -qiF -- "$text" || complain "nobody says: $text"
    done
}


parse() {
    [ -n "$python" ] || return 0
    "$python" -c '
import json, sys
for line in open("out"):
    answer = json.loads(line, parse_constant=lambda c: sys.exit("no JSON number: " + c))
    for field in sys.argv[1:]:
        at = answer
        for part in field.split("."):
            at = at[int(part)] if isinstance(at, list) else at[part]
' "$@" 2>>err || complain "not JSON with the fields $*"
}

# a table without meshes, for everything that is not about the sample table
cat >small.json <<'END'
{ "trueline": 1, "name": "small", "ruleset": "dust-battlefield", "table": { "width": 1800, "depth": 1200 },
  "assets": { "man": { "core": { "shape": "capsule", "from": [0, 0, 8], "to": [0, 0, 28], "radius": 6 } },
              "tank": { "core": { "shape": "box", "min": [-50, -30, 0], "max": [50, 30, 60] } } },
  "terrain": [{ "id": "farmhouse", "kind": "building", "outline": [[700, 500], [800, 500], [800, 600]], "height": 90 }],
  "units": [
    { "id": "foxes", "side": "a", "class": "infantry", "members": [
      { "id": "foxes-1", "asset": "man", "at": [100, 200] }, { "id": "foxes-2", "asset": "man", "at": [140, 200] }] },
    { "id": "herons", "side": "b", "class": "infantry", "members": [{ "id": "herons-1", "asset": "man", "at": [500, 300] }] },
    { "id": "anvil", "side": "b", "class": "vehicle", "weapons": [{ "id": "cannons", "range": 14, "arc": "front" }],
      "members": [{ "id": "anvil-1", "asset": "tank", "at": [900, 900] }] } ] }
END
small=$work/small.json
# two models on a table with nothing else
man='{"core":{"shape":"capsule","from":[0,0,8],"to":[0,0,28],"radius":6},"base":{"shape":"disc","diameter":25}}'
printf '{"trueline":1,"ruleset":"dust-battlefield","table":{"width":600,"depth":400},"assets":{"man":%s},"units":[' "$man" >duel.json
printf '{"id":"red","side":"r","class":"infantry","move":0.3,"weapons":[{"id":"gun","range":4},{"id":"knife","range":"C"}],' >>duel.json
printf '"members":[{"id":"red-1","asset":"man","at":[200,200]}]},{"id":"blue","side":"b","class":"infantry",' >>duel.json
printf '"members":[{"id":"blue-1","asset":"man","at":[450,200]}]}]}' >>duel.json

# --- usage
run 2
run 0 --help
run 0 --version
run 2 frobnicate "$small"
says "there is no command \`frobnicate\`"
run 2 los "$small" foxes
run 2 los "$small" foxes herons anvil
run 2 los "$small" foxes herons --fast
says "unknown option" "--fast"
run 2 range "$small" foxes herons --limit
run 2 range "$small" foxes herons --limit far
run 2 range "$small" foxes herons --limit -5
run 2 los "$small" foxes herons --limit 600
run 2 los "$small" foxes herons --tolerance -1
run 2 los "$small" foxes herons --tolerance 1mm
run 2 los "$small" foxes herons --tolerance nan
run 2 los "$small" foxes herons --set units
run 2 los "$small" foxes herons --set =cm
run 2 los "$small" foxes herons --set unit=cm
says "did you mean \`units\`?"
run 2 los "$small" foxes herons --set units=feet
says "cm or inch"
run 2 los "$small" foxs herons
says "foxs" "did you mean \`foxes\`?"
run 2 los "$small" foxes farmhouse
says "\`farmhouse\` is terrain"
run 2 los "$small" foxes foxes-1
run 2 los "$small" "" foxes
run 2 arc "$small" anvil foxes --weapon canon
says "has no weapon \`canon\`" "did you mean \`cannons\`?"
run 2 move "$small" foxes-1
says "needs a path"
run 2 move "$small" foxes-1 --path
run 2 move "$small" foxes-1 --path here
run 2 move "$small" foxes-1 --path nan,5
run 2 move "$small" foxes-1 --path 1,2,3,4
run 2 move "$small" foxes-1 --path 100,200 300
says "too many arguments"
run 2 move "$small" foxes-1 --path 100,200 --facing north
run 2 move "$small" foxes-9 --path 100,200
run 2 los "$small" foxes herons --march
run 2 reach "$small" foxes-1 --path 1,2
run 2 reach "$small" foxes
says "one by one"
run 2 rules dust-battlefeld
says "did you mean \`dust-battlefield\`?"

# --- answers
run 0 move "$scene" foxes-1 --path 1154,759 1166,660,0 --json
parse query verdict rule member length_mm allowance_mm path.2 windows.0.sill_mm
run 0 reach duel.json red-1 --json
parse query verdict certain.area_mm2 certain.rings.0 undecided.area_mm2 square_mm farthest_mm
run 0 move "$scene" boar --path=700,620 840,700 --march --facing -20 --json
parse verdict allowance_mm rotation.verdict crossings.0.roll
for question in "range foxes herons" "los foxes herons" "cover foxes herons" "arc anvil foxes" "attack anvil foxes"; do
    set -- $question
    run 0 "$1" "$scene" "$2" "$3"
    lines=$(wc -l <out)
    { [ "$lines" -ge 2 ] && [ "$lines" -le 10 ]; } || complain "$lines lines instead of two to ten"
    run 0 "$1" "$scene" "$2" "$3" --json
    [ "$(wc -l <out)" -eq 1 ] || complain "the JSON answer is not one line"
    parse query verdict rule reasons.0.rule reasons.0.verdict reasons.0.text settings tolerance_mm scene ruleset from to
    [ -z "${TRUELINE_REDUCED:-}" ] || continue
    mv out first
    run 0 "$1" "$scene" "$2" "$3" --json
    cmp -s out first || complain "not the same bytes twice"
    # by another path: the same answer
    ( cd "$project/terrain" && "$program" "$1" crossroads.scene.json "$2" "$3" --json ) >out 2>err
    cmp -s out first || complain "not the same bytes from a relative path"
done
run 0 range "$scene" foxes herons --json --limit 6u --tolerance 0 --set units=inch
parse distance_mm game_units from_point.2 to_point.2 metric plan_mm height_mm limit_mm margin_mm settings.units settings.tolerance_mm
run 0 los "$scene" foxes herons --json
parse pairs.0.verdict pairs.0.from pairs.14.to
run 0 cover "$scene" anvil foxes --json
parse in_cover of members.0.id members.0.verdict members.4.visible_fraction.1 attackers.0.verdict
run 0 cover "$scene" foxes anvil --json
parse attackers.4.id attackers.0.verdict attackers.0.members.0.id
run 0 arc "$scene" anvil foxes --json
parse weapons.1.id weapons.0.verdict weapons.0.members.0.angle_deg weapons.0.members.0.margin_deg
run 0 attack "$scene" foxes anvil --json
parse weapons.2.id weapons.0.verdict weapons.0.members.4.arc weapons.0.members.0.range weapons.0.members.0.los \
    weapons.0.members.0.targets weapons.0.members.0.cover dice_groups
run 0 rules
run 0 rules dust-battlefield --json
parse name settings.0.name settings.0.default settings.0.rule kinds.0.name
# rule files: checked whole, and put into the newest form
run 0 rules --upgrade "$project/tests/cases/ruleset-good/version-1.json"
cp out upgraded.json
run 0 check upgraded.json
says "upgraded.json is a rule system that can be used: 0 warnings"
run 0 rules --upgrade upgraded.json
cmp -s out upgraded.json || complain "what is upgraded doesn't stay as it is"
run 0 check "$project/tests/cases/ruleset-good/everything.json" --json
parse
says "not judged yet, how high a leap is" "\"about\":\"clause\",\"name\":\"cohesion\""
run 3 check "$project/tests/bad/ruleset/rows.json"
says "the length of \`cohesion\` must be positive" "rows.json can't be used: 66 errors"
run 3 check "$project/tests/bad/ruleset/rows.json" --json
parse
run 3 rules --upgrade "$project/tests/bad/ruleset/rows.json"
run 2 rules --upgrade
run 0 check "$scene"
run 0 check "$scene" --json
parse verdict errors warnings problems
# a board with an underside: 40 mm thick, so that a model finds room in it; 20 mm are too little
for low in -40 -20; do
    {
        for corner in "0 0" "100 0" "100 100" "0 100"; do
            printf 'v %s %s\nv %s 0\n' "$corner" "$low" "$corner"
        done
        echo 'f 1 5 3
f 1 7 5
f 2 4 6
f 2 6 8
f 1 3 4
f 1 4 2
f 3 5 6
f 3 6 4
f 5 7 8
f 5 8 6
f 7 1 2
f 7 2 8'
    } >board.obj
    echo '{"trueline":1,"ruleset":"dust-battlefield","table":{"width":100,"depth":100,"mesh":"board.obj"},"assets":{"man":{"core":{"shape":"box","min":[-5,-5,0],"max":[5,5,30]},"base":{"shape":"disc","diameter":20}}},"units":[{"id":"a","class":"infantry","members":[{"id":"a-1","asset":"man","at":[50,50]}]}]}' >board.json
    run 0 check board.json
    if [ "$low" -eq -40 ]; then
        says '`a-1` stands inside the table'"'"'s mesh'
    else
        says '0 warnings'
    fi
done

# --- bad scenes and meshes
run 3 los nowhere.json a b
says "nowhere.json"
run 3 los . a b
run 3 check nowhere.json
says "nowhere.json"
printf 'nothing of the sort' >garbage.json
run 3 los garbage.json a b
says "garbage.json:1:"
head -c 4000 /dev/urandom >random.json
run 3 los random.json a b
: >empty.json
run 3 los empty.json a b
run 3 los "$program" a b

# from bad/cli: a scene each, and what has to be said about it
cp "$bad"/* "$project/models/tank.obj" .
printf '\060\000\000\000' >short.stl
{ head -c 80 /dev/zero; printf '\002\000\000\000'; head -c 60 /dev/zero; } >truncated.stl
{ head -c 80 /dev/zero; printf '\000\000\000\000'; } >none.stl
printf 'solid nan\nfacet normal 0 0 1\nouter loop\nvertex nan 0 0\nvertex 10 0 0\nvertex 0 10 0\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex nan nan nan\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n' >nan.stl
head -c 3000 /dev/urandom >noise.glb
for list in *.expect; do
    name=${list%.expect}
    run 3 los "$name.json" a b
    while IFS= read -r line; do
        says "$line"
    done <"$list"
    run 3 check "$name.json" --json
    parse verdict errors warnings problems.0.message problems.0.remedy problems.0.place problems.0.line
done

run 3 check several.json
says "\`classs\`" "\`atx\`" "errors"

# --- batches
printf '' >in
run 0 batch "$small"
[ -s out ] && complain "an empty batch has answers"
printf '\n  \n\r\n' >in
run 0 batch "$small"
[ -s out ] && complain "empty lines have answers"
cat >in <<'END'
{"id": 1, "query": "range", "from": "foxes", "to": "herons"}
{"id": 2, "query": "range", "from": "foxes", "to": "hero
{"id": 3, "query": "los", "from": "foxes", "to": "nobody"}
not JSON at all
[1, 2]
"range"
{"id": 7, "query": "shoot", "from": "foxes", "to": "herons"}
{"id": 8, "query": "range", "from": "foxes", "to": "herons", "limt_mm": 5}
{"id": 9, "query": "range", "from": "foxes", "to": "herons", "limit_mm": "x"}
{"id": 10, "query": "range", "from": "foxes", "to": "herons", "set": {"unit": "cm"}}
{"id": {"a": [1, "\u00e4"]}, "query": "range", "from": "foxes", "to": "herons", "set": {"units": "inch"}}
{"id": 12, "query": "place", "member": "anvil-1", "at": [1000, 900], "facing": 90}
{"id": 12, "query": "place", "member": "anvil-1", "at": [-5, 900]}
{"id": 13, "query": "arc", "from": "anvil", "to": "foxes", "weapon": "canon"}
{"id": 14, "query": "range", "from": "foxes", "to": "herons", "tolerance_mm": -1}
{"id": 15, "query": "range", "from": "foxes", "to": "herons", "id": 16}
END
printf '{"id": 17, "query": "range", "from": "foxes", "to": "herons"}' >>in
run 0 batch "$small"
[ "$(wc -l <out)" -eq 17 ] || complain "$(wc -l <out) answers instead of 17"
if [ -n "$python" ]; then
    "$python" - <<'END' 2>>err || complain "answers of the batch"
import json
answers = [json.loads(line) for line in open("out")]
bad = [i for i, a in enumerate(answers) if "error" in a]
assert bad == [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15], bad
for i in bad:
    error = answers[i]["error"]
    for field in ("code", "file", "place", "message", "remedy"):
        assert field in error, (i, field)
    assert error["message"], i
assert answers[0]["id"] == 1 and answers[2]["id"] == 3 and answers[10]["id"] == {"a": [1, "\u00e4"]}
assert answers[0]["distance_mm"] == answers[16]["distance_mm"] == answers[10]["distance_mm"]
assert answers[0]["game_units"] > answers[10]["game_units"]
assert answers[7]["error"]["remedy"] == "did you mean `limit_mm`?", answers[7]
assert answers[11]["verdict"] == "yes" and answers[11]["at"][0] == 1000
END
fi
# a huge line, binary garbage, NUL bytes, invalid UTF-8: an answer each, and the rest goes on
{
    printf '{"query": "range", "from": "'
    head -c 3000000 /dev/zero | tr '\0' 'x'
    printf '", "to": "herons"}\n'
    head -c 2000 /dev/urandom | tr '\n' ' '
    printf '\n{"query": "range", "from": "\377\376", "to": "herons"}\n\000\000\n'
    printf '{"id": "last", "query": "range", "from": "foxes", "to": "herons"}\n'
} >in
run 0 batch "$small"
[ "$(wc -l <out)" -eq 5 ] || complain "$(wc -l <out) answers instead of 5"
tail -1 out | grep -q '"id":"last","query":"range","verdict":"yes"' || complain "the last line went unanswered"
parse
if [ -n "$python" ]; then
    "$python" - "$program" "$small" "$project/docs/command-line.md" <<'END' 2>>err || complain "long lines and unknown queries"
import json, re, resource, subprocess, sys
program, scene, page = sys.argv[1:]
def ask(*pieces):
    """The answers to a batch, and the most memory that any batch so far has taken, KiB."""
    run = subprocess.Popen([program, "batch", scene], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for piece in pieces:
        run.stdin.write(piece)
    out = run.communicate()[0]
    assert run.returncode == 0, run.returncode
    return [json.loads(line) for line in out.splitlines()], resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
good = b'{"id": "good", "query": "range", "from": "foxes", "to": "herons"}'
# just as long as a question may be, and a byte longer, each way of ending a line; the next line is answered
most = 1 << 20
for end in (b"\n", b"\r\n"):
    answers, before = ask(good + b" " * (most - len(good)) + end, good + b" " * (most + 1 - len(good)) + end, good)
    assert [a.get("error", {}).get("code") for a in answers] == [None, "limit", None], answers
    assert answers[2]["id"] == "good" and str(most) in answers[1]["error"]["message"] and answers[1]["error"]["remedy"]
# a line without an end grows nothing
answers, after = ask(*[b"x" * most] * 64, b"\n", good)
assert answers[0]["error"]["code"] == "limit" and str(64 * most) in answers[0]["error"]["message"], answers[0]
assert answers[1]["verdict"] == "yes" and after - before < 8192, (before, after)
# the remedy for an unknown query names all that there are
known = set(re.findall(r'^\| `\{"query": "([a-z-]+)"', open(page, encoding="utf-8").read(), re.M))
remedy = ask(b'{"query": "qqqqqqqqqq"}')[0][0]["error"]["remedy"]
assert len(known) >= 17 and set(re.findall(r"[a-z-]+", remedy)) - {"ask", "or"} == known, (remedy, known)
END
fi
# game units are those of the rule file, in both unit systems, wherever one may give a length in them
sed 's/"game_unit": { "cm": 100, "inch": 101.6/"game_unit": { "cm": 70, "inch": 80/' \
    "$project/rulesets/dust-battlefield.json" >own-rules.json
sed 's/"ruleset": *"dust-battlefield"/"ruleset": "own-rules.json"/' "$small" >own-units.json
for asked in "cm 280" "inch 320"; do
    rm -f in
    run 0 range own-units.json foxes herons --limit 4u --set "units=${asked% *}" --json
    grep -q "\"limit_mm\":${asked#* }," out || complain "4 game units aren't ${asked#* } mm"
    run 0 within own-units.json foxes --limit 4u --set "units=${asked% *}" --json
    grep -q "\"limit_mm\":${asked#* }," out || complain "within 4 game units isn't ${asked#* } mm"
done
# ... and nobody else knows how long one is
what="game units in the code"
grep -rnE '(^|[^0-9.])(101\.6|203\.2|4 \* 25\.4)' "$project/cli" "$project/viewer" "$project/engine" --include='*.c' \
    --include='*.cpp' | grep -v 'engine/judge/referee.c' >err && complain "a game unit of its own"
rm -f in
run 3 batch "$small" nowhere.jsonl
says "nowhere.jsonl"
run 3 batch nowhere.json
run 2 batch

# --- meshes
run 0 import "$project/models/tank.obj"
run 0 import "$project/models/tank.obj" --json
parse
run 3 import nowhere.stl
says "nowhere.stl"
run 3 import truncated.stl
run 3 import "$scene"
run 2 import
cp "$project/models/tank.obj" tank.xyz
run 3 import tank.xyz
says "tank.xyz"

# --- languages: that of the environment for people, English for programs, and what is asked for always
run 0 range "$small" foxes-1 herons-1 --lang fr
says "unités de jeu" "L'infanterie se mesure"
run 0 range "$small" foxes-1 herons-1 --lang=en
says "game units"
run 2 range "$small" foxes-1 herons-1 --lang tlh
says "English (en) and French (fr)"
run 2 range "$small" foxes-1 herons-1 --lang
export LANG=fr_CA.UTF-8
run 0 range "$small" foxes-1 herons-1
says "unités de jeu"
run 0 range "$small" foxes-1 herons-1 --json
says "game units"
run 0 range "$small" foxes-1 herons-1 --json --lang fr
says "unités de jeu"
run 0 rules dust-battlefield
says "L'unité des joueurs"
LC_ALL=C
export LC_ALL
run 0 range "$small" foxes-1 herons-1
says "game units"
unset LANG LC_ALL
printf '%s\n' '{"query":"range","from":"foxes-1","to":"herons-1","lang":"fr"}' '{"query":"range","from":"foxes-1","to":"herons-1"}' >in
run 0 batch "$small" --lang fr
says "unités de jeu"
grep -q "game units" out && complain "--lang does not count for every line"
run 0 batch "$small"
says "unités de jeu" "game units"
rm -f in

# health and repairs: a box without its lid, a speck beside it, one triangle turned round
cat >open.obj <<'END'
v 0 0 0
v 40 0 0
v 40 40 0
v 0 40 0
v 0 0 40
v 40 0 40
v 40 40 40
v 0 40 40
v 90 0 0
v 90.1 0 0
v 90 0.1 0
f 1 4 3
f 1 3 2
f 1 2 6
f 1 6 5
f 2 3 7
f 2 7 6
f 3 4 8
f 3 8 7
f 4 1 5
f 4 8 5
f 9 10 11
END
run 0 import open.obj --json
parse health repairs
says '"hole_count":2' '"specks":1' '"crossings":0'
run 0 import open.obj --drop-specks 1 --reorient --close-holes 50 -o closed.obj
says "1 speck dropped, 1 triangle turned round, 1 hole closed, 2 triangles added" "closed, so its inside blocks; 64 cm3"
run 0 import closed.obj
says "closed, so its inside blocks; 64 cm3"
run 2 import open.obj --close-holes
says "wants millimetres"
run 2 import open.obj --drop-specks -1
says "wants millimetres"
run 2 import open.obj --simplify 0
says "wants millimetres"
run 0 import open.obj --simplify 5
says "simplified: from " "mm at most"
run 0 import open.obj --simplify 5 --json
says '"simplified":{"triangles_before":' '"bound_mm":'
run 2 los "$scene" foxes herons --reorient
run 2 reach "$scene" mastiff --picture nowhere.png

# known distances, ground, crop, parts: the box of 40 mm, hollow as it is, was 80 mm wide
run 0 import closed.obj --reference "width = 80 +- 0.4 mm" --reference "0.0,0,0 40.0,0,0 +- 0.1 = 80.0 mm" --json
parse calibration
says '"scene":{"scale":2,"scale_error":0.00501' '"mm_per_unit":2'
run 0 import closed.obj --reference "height = 80.0 mm" --crop "20,20 100,100" --move 0,0,-5 -o part.obj
says "off by 0.0626" "cropped: to 20, 20 and 100, 100"
run 0 import part.obj
says "size: 60 x 60 x 80 mm"
run 0 import closed.obj --unit inch --up -y --level --crop-table 500x700 --crop-whole --turn 90
says "unit: inch, as asked" "up: -y, as asked" "levelled to z = 0" "kept whole"
run 0 import "$project/models/tank.obj" --parts "core=hull*,turret*;gear=x*" --json
parse roles parts
run 0 import "$project/models/trooper.obj" --suggest-core
says "ground: a plane at 0 mm" "base: a disc of" '"shape":"capsule"'
run 0 import "$project/models/trooper.obj" --suggest-core --lang fr
says "sol : un plan" "socle : un disque de 25 mm" "contient" '"shape":"capsule"' "avant : pas dit"
run 0 import "$project/models/trooper.obj" --lang fr --json
says '"reason":"la taille d'
run 2 import closed.obj --reference "width = 80"
says "the length has no unit"
run 2 import closed.obj --reference "width = 80.0 mm" --reference "height = 70.0 mm"
says "contradict each other"
run 2 import closed.obj --reference "wheel to hull = 80.0 mm"
says "no part"
run 2 import closed.obj --reference
says "wants a known distance"
run 2 import closed.obj --crop "200,200 300,300"
says "nothing of the mesh lies over"
for wrong in "--crop=1,2" "--crop=1,2 1,3" "--crop-table=12" "--unit=yard" "--up=left" "--parts=hull" "--turn=x" "--move=1" "--level=yes"; do
    run 2 import closed.obj "$wrong"
done

# the cache: the same bytes without it, while it fills, from it, and when it is spoiled
TRUELINE_CACHE=$work/cache
for question in "los $scene foxes herons" "cover $scene mastiff foxes" "attack $scene mastiff foxes" "range $scene foxes herons"; do
    [ -z "${TRUELINE_REDUCED:-}" ] || [ "${question%% *}" = los ] || continue
    run 0 $question --json --no-cache
    cp out plain
    [ "$question" != "los $scene foxes herons" ] || [ ! -e cache ] || complain "--no-cache writes a cache"
    for way in fills reads spoiled; do
        if [ "$way" = spoiled ]; then
            for entry in cache/*.tlmesh; do
                printf 'spoiled' | dd of="$entry" bs=1 seek=300 conv=notrunc 2>/dev/null
            done
        fi
        run 0 $question --json
        cmp -s out plain || complain "other bytes with a cache that $way"
    done
done
[ "$(ls cache/*.tlmesh | wc -l)" -gt 3 ] || complain "nothing was kept"
run 0 import "$project/models/walker.obj" --json
cp out plain
run 0 import "$project/models/walker.obj" --json
cmp -s out plain || complain "another report from the cache"
TRUELINE_CACHE=$work/kept

# many boards: one that is bad doesn't stop the others, and is told at the end
printf '{"trueline":1,"name":"One, \\"bare\\"","ruleset":"dust-battlefield","table":{"width":600,"depth":400}}' >one.json
printf '{"trueline":1,"name":"Two <b>","ruleset":"dust-battlefield","table":{"width":400,"depth":600}}' >two.json
printf '{"trueline":' >worse.json
run 0 analyze one.json two.json --cell 100
run 0 analyze one.json --findings --pieces --suggest --cell 100 -o made.json
[ -f made.json ] && complain "a scene was written although nothing makes the board fairer"
run 2 analyze one.json two.json --cell 100 -o boards.txt
run 2 analyze one.json two.json --map fov
run 2 analyze one.json --map fov --from 100,100 -o map.json
[ -f map.json ] && complain "a picture was written under the name of numbers"
run 2 analyze one.json --map fov --from 100,100 -o map.pdf
run 2 analyze one.json --map --from 100,100
grep -q -e "--map wants" err || complain "a map's name that was forgotten isn't told"
run 2 analyze one.json --findings --from 10,10
run 2 analyze one.json --findings -o boards.txt
# firing positions of a model, on a table with nothing else
run 0 analyze duel.json --firing red --target blue --cell 20
grep -q '1 of 1, fires gun' out || complain "the place isn't told"
run 0 analyze duel.json --firing red --target blue --cell 20 --weapon gun --json
grep -q '"query":"firing"' out || complain "no JSON of firing positions"
run 2 analyze duel.json --firing red
run 2 analyze duel.json --firing red --target blue --map fov
run 2 analyze duel.json --firing red --target blue --from 10,10
run 2 analyze duel.json --firing green --target blue
run 2 analyze duel.json --firing red --target blue --weapon knife
pictures=3
"$program" render duel.json -o nowhere/picture.png 2>&1 | grep -q 'without pictures' && pictures=4
run $pictures analyze duel.json --firing red --target blue -o nowhere/picture.png
what="many boards, one of them bad"
for to in boards.csv boards.json boards.html; do
    checks=$((checks + 1))
    "$program" analyze one.json worse.json two.json --cell 100 -o $to >out 2>err
    status=$?
    if [ "$status" -eq 4 ] && [ $to = boards.html ] && grep -q 'without pictures' err; then
        continue
    fi
    [ "$status" -eq 3 ] || complain "exit status $status instead of 3"
    says 'worse.json:1:'
    says '1 of 3 boards'
done
if [ -n "$python" ]; then
    "$python" - <<'END' 2>>err || complain "comparisons of boards"
import csv, json, os, xml.dom.minidom
rows = list(csv.DictReader(open('boards.csv', newline='')))
assert [r['file'] for r in rows] == ['one.json', 'worse.json', 'two.json']
assert rows[0]['name'] == 'One, "bare"' and rows[0]['fairness_zones_low'] == '1' and rows[0]['leaks'] == '0'
assert rows[1]['problem'] and not rows[1]['anywhere'] and None not in rows[1]
assert rows[2]['anywhere_low'] == '1' and rows[2]['covered'] == '0' and rows[2]['passage_mm'] == '600'
lines = [json.loads(line) for line in open('boards.json')]
assert [('findings' in l, 'problem' in l) for l in lines] == [(True, False), (False, True), (True, False)]
if os.path.exists('boards.html'):
    text = open('boards.html', encoding='utf-8').read()
    start = text.index('<script>')
    page = xml.dom.minidom.parseString((text[:start] + text[text.index('</script>') + 9:]).replace('<!DOCTYPE html>', ''))
    cells = page.getElementsByTagName('tbody')[0].getElementsByTagName('tr')
    assert len(cells) == 3 and cells[2].getElementsByTagName('td')[0].getAttribute('data-key') == 'Two <b>'
    pictures = [i.getAttribute('src') for i in page.getElementsByTagName('img')]
    assert len(pictures) == 2 and all(p.startswith('data:image/png;base64,iVBOR') for p in pictures)
    assert '://' not in text
END
fi

# a full disk
if [ -w /dev/full ]; then
    "$program" los "$scene" foxes herons >/dev/full 2>err
    status=$?
    what="standard output that can't be written"
    [ "$status" -eq 4 ] || complain "exit status $status instead of 4"
fi

printf '%d command lines, %d failures\n' "$checks" "$failures"
[ "$failures" -eq 0 ]
