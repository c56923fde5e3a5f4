#!/bin/sh
# recovery.sh: a window is killed in the middle of something; the next one offers what was not saved, and has all of it.
# usage: recovery.sh TRUELINE PROJECT FOLDER
set -eu
trueline=$1 project=$2 folder=$3

fail() {
    echo "recovery: $*" >&2
    exit 1
}

rm -rf "$folder"
mkdir -p "$folder/terrain"
cp "$project"/terrain/*.obj "$project"/terrain/*.scene.json "$folder/terrain"
ln -s "$project/models" "$folder/models"
cd "$folder"
export XDG_STATE_HOME="$folder/state" TRUELINE_CACHE="$folder/kept" LC_ALL=C
scene=terrain/crossroads.scene.json

{
    printf 'click boar-1\nkey q\ndo edit.duplicate\nwait 4\n'
    i=0
    while [ $i -lt 2000 ]; do
        echo "shoot still.png"
        i=$((i + 1))
    done
} > busy.script
"$trueline" view $scene --size 320x240 --headless busy.script -o . > /dev/null 2>&1 &
window=$!
waited=0
until grep -qs boar-2 state/trueline/*.scene; do
    kill -0 $window 2> /dev/null || fail "the window ended by itself"
    [ $waited -lt 2400 ] || fail "nothing was kept"
    sleep 0.1
    waited=$((waited + 1))
done

kill -9 $window
wait $window 2> /dev/null || true
cmp -s $scene "$project/$scene" || fail "the scene's own file was changed"

printf 'expect sheet left\nkey enter\nexpect sheet none\nexpect saved no\nexpect table Farmhouse crossroads\ndo file.save\nexpect saved yes\n' > again.script
"$trueline" view $scene --size 320x240 --headless again.script -o . || fail "what was left was not recovered"
grep -q '"boar-2"' $scene || fail "the duplicate is not in what was saved"
ls state/trueline/*.scene > /dev/null 2>&1 && fail "what was recovered is offered again"
printf 'expect sheet none\n' > third.script
"$trueline" view $scene --size 320x240 --headless third.script -o . || fail "it is offered again"
