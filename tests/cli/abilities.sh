#!/bin/sh
# abilities.sh: what a program that was built without pictures, windows and GeoTIFF can't do is said before any work, with
# status 4 (docs/command-line.md); everything else is as with them, and what is wrong with the input still has status 3.
# Usage: abilities.sh PROGRAM PROJECT WORK
program=$1
scene=$2/terrain/crossroads.scene.json
work=$3
rm -rf "$work"
mkdir -p "$work/here"
cd "$work/here" || exit 1
printf '{"trueline":1,"ruleset":"dust-battlefield","table":{"width":600,"depth":400},"assets":{"man":{"core":{"shape":"capsule",
"from":[0,0,8],"to":[0,0,28],"radius":6}}},"units":[{"id":"red","side":"r","class":"infantry","move":0.3,"members":[{"id":
"red-1","asset":"man","at":[200,200],"tilt":[20,0]}]},{"id":"blue","side":"b","class":"infantry","members":[{"id":"blue-1",
"asset":"man","at":[450,200]}]}]}' >../tilted.json
TRUELINE_CACHE=off
export TRUELINE_CACHE
failures=0

# run STATUS WORDS ARGUMENT...: standard output and standard error together say WORDS; nothing is written.
run() {
    wanted=$1 words=$2
    shift 2
    said=$("$program" "$@" 2>&1 </dev/null)
    status=$?
    case $said in
    *"$words"*) ;;
    *) status="$status, and nobody says: $words" ;;
    esac
    written=$(ls)
    if [ "$status" != "$wanted" ] || [ -n "$written" ]; then
        printf 'FAILED: trueline %s ends with %s instead of %s\n%s\n%s\n' "$*" "$status" "$wanted" "$said" "$written"
        failures=$((failures + 1))
    fi
}

pictures="this program was built without pictures"
run 4 "$pictures" analyze "$scene" --map fov --from anvil --cell 200 -o map.png
run 4 "this program was built without GeoTIFF" analyze "$scene" --map fov --from anvil --cell 200 -o map.tif
run 4 "$pictures" analyze "$scene" --findings -o findings.png
run 4 "$pictures" analyze "$scene" --suggest -o findings.png
run 4 "$pictures" analyze "$scene" "$scene" -o boards.html
run 4 "$pictures" analyze "$scene" --firing jackals-1 --target anvil -o firing.png
run 4 "$pictures" range "$scene" jackals-1 anvil --report report.html
run 4 "$pictures" render "$scene" -o table.png
run 4 "$pictures" render "$scene" -o report.html --query "los jackals-1 anvil"
run 4 "$pictures" analyze merge "$scene" nowhere.map -o map.png
run 4 "$pictures" import "$2/models/walker.obj" --picture mesh.png
run 4 "this program was built without a window" view "$scene"
run 4 "this program was built without a window" view "$2/models/walker.obj"
run 4 "this program was built without a window" view "$scene" --headless nowhere.txt -o pictures
run 4 "this program was built without a window" view "$scene" --shot table.png --frames 1
# that is no excuse for what is wrong otherwise
run 2 "one at a time" analyze "$scene" --map fov --findings -o map.png
run 3 "no such file" analyze nowhere.scene.json --map fov --from anvil
run 3 "is tilted" analyze ../tilted.json --firing red --target blue
run 0 "95.0 cm" range "$scene" jackals-1 anvil
exit "$((failures > 0))"
