# common.sh: what scripts/demo and scripts/test share: packages by name, and the build. Sourced, not run.

set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$root"

build_packages="gcc g++ cmake ninja-build pkg-config python3-glad libglfw3-dev libegl-dev libgl-dev libopengl-dev libgl1-mesa-dri
 libegl-mesa0 libglx-mesa0 libassimp-dev libcglm-dev libjansson-dev lib3mf-dev libdraco-dev libmeshoptimizer-dev zlib1g-dev libtiff-dev libgeotiff-dev libpng-dev libstb-dev libimgui-dev libcmocka-dev
 fonts-dejavu-core"
test_packages="clang clang-format git python3 python3-jsonschema libgeos-dev xvfb xauth xdotool zsh fish mandoc man-db groff-base"

say() {
    printf '%s\n' "== $*"
}

# install_packages NAME...: installs what is missing, on Debian and Ubuntu; elsewhere says what is needed and stops.
install_packages() {
    if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg-query >/dev/null 2>&1; then
        missing=""
        for tool in cc cmake ninja pkg-config; do
            command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
        done
        say "This is not Debian or Ubuntu, so nothing is installed. Trueline needs, by their Debian names:"
        printf '   %s\n' $*
        if [ -n "$missing" ]; then
            say "Not found here:$missing. Install the packages above with your system's tools and run this again."
            exit 1
        fi
        say "Going on with what is here; the build tells what is missing."
        return
    fi
    missing=""
    for package in "$@"; do
        state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
    if [ -z "$missing" ]; then
        say "All packages are here."
        return
    fi
    sudo=""
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            say "These packages are missing, and there is no sudo to install them with. As root, run:"
            printf '   apt-get install%s\n' "$missing"
            exit 1
        fi
        sudo="sudo"
    fi
    say "Installing:$missing"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get update -q >/dev/null
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >/dev/null
}

# build PRESET [TARGET]: configures and builds into build/PRESET, everything or one target.
build() {
    say "Building ($1)"
    log=$(mktemp)
    if ! cmake --preset "$1" >"$log" 2>&1; then
        cat "$log"
        rm -f "$log"
        exit 1
    fi
    rm -f "$log"
    cmake --build "build/$1" --target "${2:-all}"
}
