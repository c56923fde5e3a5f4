#!/bin/sh
# trouble.sh: what can't be done is said in one line, and ends with the right status.
# usage: trouble.sh TRUELINE PROJECT FOLDER
set -u
trueline=$1 project=$2 folder=$3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
failed=0

# expect STATUS WORDS COMMAND...
expect() {
    status=$1 words=$2
    shift 2
    said=$("$@" 2>&1)
    is=$?
    if [ $is -ne "$status" ]; then
        echo "FAILED: $* ends with $is, not $status: $said"
        failed=1
    fi
    case $said in
    *"$words"*) ;;
    *)
        echo "FAILED: $* does not say \"$words\" but: $said"
        failed=1
        ;;
    esac
}

echo 'expect tool select' >good.script
echo 'juggle three' >bad.script
echo 'expect tool sight' >wrong.script
echo 'expect weather fine' >unknown.script
echo 'click nobody-1' >nobody.script
echo 'do file.saves' >command.script
echo 'size 3x3' >size.script
echo '{"trueline": 1,' >broken.scene.json

expect 0 "" "$trueline" view --headless good.script --size 320x240
expect 3 "bad.script:1:1: there is no action \`juggle\`" "$trueline" view --headless bad.script --size 320x240
expect 3 "wrong.script:1:1: expected tool sight, but it is: select" "$trueline" view --headless wrong.script --size 320x240
expect 3 "nobody knows what \`weather\` is" "$trueline" view --headless unknown.script --size 320x240
expect 3 "nothing of \`nobody-1\` is in view" "$trueline" view --headless nobody.script --size 320x240
expect 3 "there is no command \`file.saves\`" "$trueline" view --headless command.script --size 320x240
expect 3 "a window can't be like that" "$trueline" view --headless size.script --size 320x240
expect 3 "the script can't be read" "$trueline" view --headless nothing.script --size 320x240
expect 3 "nothing.scene.json" "$trueline" view nothing.scene.json --headless good.script --size 320x240
expect 3 "broken.scene.json:" "$trueline" view broken.scene.json --headless good.script --size 320x240
expect 3 "the font for pictures is not in" env TRUELINE_FONT_FOLDER="$folder" "$trueline" view --headless good.script
expect 4 "older than 3.3" env MESA_GL_VERSION_OVERRIDE=3.0 "$trueline" view --headless good.script --size 320x240
expect 4 "no window can be opened here" env -u DISPLAY -u WAYLAND_DISPLAY "$trueline" view
exit $failed
