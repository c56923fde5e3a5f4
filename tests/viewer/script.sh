#!/bin/sh
# script.sh: lets a script of actions happen on a copy of the sample table, in a small window without a display.
# usage: script.sh TRUELINE PROJECT FOLDER SCRIPT
set -eu
trueline=$1 project=$2 folder=$3 script=$4

rm -rf "$folder"
mkdir -p "$folder/terrain"
cp "$project"/terrain/*.obj "$project"/terrain/*.scene.json "$folder/terrain"
ln -s "$project/models" "$folder/models"
cp "$project"/tests/viewer/scripts/*.scene.json "$folder"
cp "$project"/tests/viewer/scripts/*.rules.json "$folder/terrain"
cp "$folder/terrain/crossroads.scene.json" "$folder/terrain/before.json"
cd "$folder"
export XDG_STATE_HOME="$folder/state" TRUELINE_CACHE="$folder/kept"
export LC_ALL=C
scene=terrain/crossroads.scene.json
case $(head -1 "$script") in
*"without a table"*) scene= ;;
*"without the mesh "*) rm "$folder/terrain/$(head -1 "$script" | sed 's/.*without the mesh //')" ;;
esac
exec "$trueline" view $scene --size 480x320 --headless "$script" -o "$folder"
