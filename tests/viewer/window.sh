#!/bin/sh
# window.sh: drives the real window with keys and clicks, under a virtual display.
# usage: window.sh TRUELINE PROJECT FOLDER
set -eu
trueline=$1 project=$2 folder=$3

skip() {
    echo "*** SKIPPED: $1; the window is not tested ***"
    exit 77
}
for tool in xvfb-run xdotool xauth; do
    command -v $tool >/dev/null 2>&1 || skip "$tool is not installed"
done
if [ -z "${TRUELINE_INNER:-}" ]; then
    TRUELINE_INNER=1 exec xvfb-run -a -s "-screen 0 1280x800x24 -noreset" sh "$0" "$@"
fi

rm -rf "$folder"
mkdir -p "$folder/terrain"
cp "$project"/terrain/*.obj "$project"/terrain/*.scene.json "$folder/terrain"
ln -s "$project/models" "$folder/models"
scene=$folder/terrain/crossroads.scene.json
log=$folder/log
export TRUELINE_VIEW_LOG=1 TRUELINE_REDUCED_MOTION=1 TRUELINE_CACHE="$folder/kept"
# drivers of X leave memory behind
export ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 LSAN_OPTIONS=

fail() {
    echo "FAILED: $1"
    cat "$log"
    exit 1
}
# expect WHAT PATTERN: waits until a line of the log matches, however busy the machine.
expect() {
    for i in $(seq 1200); do
        grep -q "$2" "$log" && return
        kill -0 $viewer 2>/dev/null || fail "the window is gone before $1"
        sleep 0.1
    done
    fail "$1 is not in the log"
}
# expect_twice WHAT PATTERN: the same for a second line.
expect_twice() {
    for i in $(seq 1200); do
        [ "$(grep -c "$2" "$log")" -ge 2 ] && return
        kill -0 $viewer 2>/dev/null || fail "the window is gone before $1"
        sleep 0.1
    done
    fail "$1 is not in the log twice"
}
# expect_window NAME: waits until a window of this name is on the display, so that keys reach it; the display hears of
# the name some time after it was given.
expect_window() {
    for i in $(seq 1200); do
        [ -z "$(xdotool search --onlyvisible --name "$1" 2>/dev/null)" ] || return 0
        kill -0 $viewer 2>/dev/null || fail "the window is gone before it has its name"
        sleep 0.1
    done
    fail "no window is named $1"
}
# where MEMBER: the pixel where it can be clicked.
where() {
    sed -n "s/^view: member $1 at //p" "$log" | head -1
}

# a number of pictures, then the end
"$trueline" view "$scene" --size 720x450 --frames 3 --shot "$folder/three.png" 2>"$log" || fail "three pictures end with an error"
grep -q "view: 3 pictures" "$log" || fail "three pictures are not three"
[ -s "$folder/three.png" ] || fail "--shot saved nothing"
if "$trueline" view "$scene" --frames 0 2>/dev/null; then fail "--frames 0 is accepted"; fi

"$trueline" view "$scene" --size 720x450 --shot "$folder/shot.png" 2>"$log" &
viewer=$!
trap 'kill $viewer 2>/dev/null || true' EXIT
expect "that it is ready" "^view: ready"
expect_window 'Farmhouse crossroads'

# asking: S, shooter, target
xdotool mousemove 360 400 key s
expect "the tool" "^view: tool sight"
xdotool mousemove $(where mastiff-1) click 1
expect "the shooter" "^view: selected mastiff-1"
xdotool mousemove $(where herons-2) click 1
expect "the ruling" "^view: ruling los mastiff-1 herons-2 "
said=$(sed -n 's/^view: ruling los mastiff-1 herons-2 [a-z]* ([0-9]* ms): //p' "$log" | head -1)
"$trueline" los "$scene" mastiff-1 herons-2 | head -1 | grep -qxF "$said" || fail "window and command rule differently"

# arranging: drag the shooter, turn it, take both back
set -- $(where mastiff-1)
xdotool mousemove "$1" "$2" mousedown 1 mousemove $(($1 + 20)) "$2" sleep 0.2 mousemove $(($1 + 60)) $(($2 + 15)) sleep 0.2 mouseup 1
expect "the drag" "^view: moved mastiff-1 to"
xdotool key q
xdotool key ctrl+q
expect "the question about unsaved moves" "^view: unsaved"
xdotool key Escape
cmp -s "$project/terrain/crossroads.scene.json" "$scene" || fail "the scene was written without being asked for"
xdotool key ctrl+s
expect "saving" "^view: saved"
cmp -s "$project/terrain/crossroads.scene.json" "$scene" && fail "nothing was saved"
xdotool key ctrl+z key ctrl+z
expect "taking back" "^view: undo mastiff-1"
xdotool key ctrl+p
expect "the picture" "^view: picture .*crossroads-1.png"
[ -s "$folder/terrain/crossroads-1.png" ] || fail "the picture is not there"
xdotool key ctrl+s
expect_twice "saving again" "^view: saved"
xdotool key ctrl+q
wait $viewer || fail "the window ends with an error"
trap - EXIT
"$trueline" check "$scene" >/dev/null || fail "the saved scene is no good"
"$trueline" los "$scene" mastiff-1 herons-2 | head -1 | grep -qxF "$said" || fail "undo did not bring it back"
[ -s "$folder/shot.png" ] || fail "--shot saved nothing at the end"

# from nothing, by hand alone, to a report of a ruling
export XDG_STATE_HOME=$folder/state
: >"$log"
"$trueline" view --size 720x450 2>"$log" &
viewer=$!
trap 'kill $viewer 2>/dev/null || true' EXIT
expect_window Trueline
# open FILE: names a file in the sheet that asks for one
open() {
    xdotool mousemove 360 420 key ctrl+o
    expect "the sheet that opens files" "^view: do file.open"
    sleep 0.5
    xdotool type --delay 30 "$1"
    sleep 0.5
    xdotool key Return
}
xdotool mousemove 360 420 key ctrl+n
expect "the new table" "^view: ready"
sleep 0.5
xdotool key Escape # it asks for its rules, and goes by the first ones
open "$folder/models/trooper.obj"
expect "the tool that places" "^view: tool place"
xdotool mousemove 300 220 sleep 0.3 click 1
expect "the first model" "^view: placed trooper-1"
xdotool mousemove 430 280 sleep 0.3 click 1
expect "the second model" "^view: placed trooper-2"
xdotool key Escape key s
expect "the tool" "^view: tool sight"
xdotool mousemove 300 220 sleep 0.3 click 1
expect "the shooter" "^view: selected trooper-1"
xdotool mousemove 430 280 sleep 0.3 click 1
expect "the ruling" "^view: ruling los trooper-1 trooper-2 "
xdotool key ctrl+s
sleep 0.5
xdotool key ctrl+a
xdotool type --delay 30 "$folder/terrain/made.scene.json"
sleep 0.5
xdotool key Return
expect "saving" "^view: saved .*made.scene.json"
xdotool key ctrl+r
expect "the report" "^view: wrote .*made-1.html"
grep -q "trooper-1" "$folder/terrain/made-1.html" || fail "the report does not tell of the ruling"
xdotool key ctrl+q
wait $viewer || fail "the window ends with an error"
trap - EXIT
"$trueline" los "$folder/terrain/made.scene.json" trooper-1 trooper-2 | head -1 | grep -q "sees trooper-2" ||
    fail "what was made is not what was saved"

# and the way a table that is there is opened
rm -f "$folder"/terrain/*.png
: >"$log"
"$trueline" view --size 720x450 2>"$log" &
viewer=$!
trap 'kill $viewer 2>/dev/null || true' EXIT
expect_window Trueline
open "$scene"
expect "that it is open" "^view: ready"
xdotool key ctrl+q
wait $viewer || fail "the window ends with an error"
trap - EXIT
grep -q crossroads "$folder/state/trueline/recent" || fail "the table is not among the recent ones"
echo "the window does what it should"
