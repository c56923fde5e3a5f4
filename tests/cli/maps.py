"""Maps from outside: the GeoTIFF holds what the JSON says, disks without room leave nothing half-written, and several
processes make the bytes of one. Usage: maps.py PROGRAM FOLDER."""
import json
import os
import resource
import shutil
import struct
import subprocess
import sys

program, folder = sys.argv[1:3]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
os.environ["TRUELINE_CACHE"] = os.path.join(os.getcwd(), "..", os.path.basename(os.getcwd()) + "-cache")

BOX = """v {0} {1} 0\nv {2} {1} 0\nv {2} {3} 0\nv {0} {3} 0\nv {0} {1} 50\nv {2} {1} 50\nv {2} {3} 50\nv {0} {3} 50
f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"""
for name, box in (("hut", (0, 0, 60, 40)), ("bar", (0, 0, 20, 120))):
    with open(name + ".obj", "w") as file:
        file.write(BOX.format(*box))
SCENE = {"trueline": 1, "name": "Huts", "ruleset": "dust-battlefield", "table": {"width": 410, "depth": 300},
         "terrain": [{"id": "hut", "kind": "building", "mesh": "hut.obj", "at": [150, 120]},
                     {"id": "bar", "kind": "wall", "mesh": "bar.obj", "at": [270, 90], "turn": 20}]}
with open("huts.json", "w") as file:
    json.dump(SCENE, file)
MAP = ["analyze", "huts.json", "--map", "fov", "--from", "60,60", "--cell", "40"]


def run(*arguments, status=0, limit=None):
    """Runs the program; with a limit no file may grow beyond so many bytes."""
    def fence():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    done = subprocess.run([program, *arguments], capture_output=True, text=True, preexec_fn=fence)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def read_tiff(path):
    """Bands of 32-bit floats as they lie in the file: no library."""
    data = open(path, "rb").read()
    assert data[:4] == b"II*\0"
    at, tags = struct.unpack_from("<I", data, 4)[0], {}
    for i in range(struct.unpack_from("<H", data, at)[0]):
        tag, kind, count, value = struct.unpack_from("<HHI4s", data, at + 2 + 12 * i)
        size, code = {1: (1, "B"), 2: (1, "c"), 3: (2, "H"), 4: (4, "I"), 12: (8, "d")}[kind]
        where = value if size * count <= 4 else data[struct.unpack("<I", value)[0]:]
        tags[tag] = struct.unpack_from("<%d%s" % (count, code), where)
    width, rows, bands = tags[256][0], tags[257][0], tags[277][0]
    strips = b"".join(data[o:o + n] for o, n in zip(tags[273], tags[279]))
    return width, rows, struct.unpack("<%df" % (width * rows * bands), strips), tags


def check_geotiff():
    for name in ("fov", "length"):
        done = subprocess.run([program, *MAP, "--map", name, "--to", "0,0,300,300", "-o", "map.tif",
                               "--json"], capture_output=True, text=True)
        if "without GeoTIFF" in done.stderr:
            assert done.returncode == 4 and not os.path.exists("map.tif"), done
            print("built without GeoTIFF: skipped")
            return
        assert done.returncode == 0, done.stderr
        answer = json.loads(done.stdout)
        width, rows, values, tags = read_tiff("map.tif")
        assert (width, rows) == (answer["columns"], answer["rows_count"])
        cells = [[cell for run in row for cell in [run[1:]] * run[0]] for row in answer["rows"]]
        for j in range(rows):
            for i in range(width):
                pixel = values[3 * (j * width + i):3 * (j * width + i) + 3]
                cell = cells[rows - 1 - j][i]  # pictures run from the far edge
                wanted = [-9999.0] * 3 if cell[0] is None else cell
                assert all(abs(a - b) <= 1e-6 * max(1, abs(b)) for a, b in zip(pixel, wanted)), (i, j, pixel, cell)
        assert tags[33550] == (0.04, 0.04, 0) and tags[33922] == (0, 0, 0, 0, 0.32, 0)
        assert any(c[0] is None for row in cells for c in row) and any(c[0] is not None for row in cells for c in row)
        if not shutil.which("gdal_translate"):
            print("no gdal-bin: what map tools make of it is not looked at")
            continue
        info = json.loads(subprocess.run(["gdalinfo", "-json", "map.tif"], capture_output=True, check=True).stdout)
        corners = info["cornerCoordinates"]
        assert [round(v, 9) for v in corners["upperLeft"]] == [0, 0.32]
        assert [round(v, 9) for v in corners["lowerRight"]] == [0.44, 0]  # the last column reaches over the table
        assert [b["description"] for b in info["bands"]] == ["lower bound", "upper bound", "estimate"]
        assert [b["noDataValue"] for b in info["bands"]] == [-9999] * 3 and "ENGCRS" in info["coordinateSystem"]["wkt"]
        for band in (1, 2, 3):
            text = subprocess.run(["gdal_translate", "-q", "-b", str(band), "-of", "XYZ", "map.tif", "/vsistdout/"],
                                  capture_output=True, check=True, text=True).stdout
            for line in text.splitlines():
                x, y, value = map(float, line.split())
                cell = cells[int(y / 0.04)][int(x / 0.04)]
                wanted = -9999 if cell[0] is None else cell[band - 1]
                assert abs(value - wanted) <= 1e-4 * max(1, abs(wanted)), (x, y, value, cell)


def check_full_disk():
    """Whatever is to be written: one message, what was there stays, and nothing lies beside it."""
    run("analyze", "huts.json", "--map", "fov", "--from", "60,60", "--cell", "100")  # meshes are read and kept
    boards = ["analyze", "huts.json", "huts.json", "--cell", "100"]
    coarse = MAP[:-1] + ["60"]
    asked = [(coarse + ["--size", "128x96"], "map.png"), (coarse, "map.tif"), (boards, "all.csv"), (boards, "all.json"),
             (["analyze", "huts.json", "--findings", "--cell", "100", "--size", "128x96"], "found.png"), (MAP + ["--shard", "1/2"], "one.map")]
    for arguments, name in asked:
        for old in (None, b"old") if name not in ("map.png", "found.png") else (b"old",):
            if old is not None:
                open(name, "wb").write(old)
            elif os.path.exists(name):
                os.remove(name)
            before = sorted(os.listdir("."))
            done = subprocess.run([program, *arguments, "-o", name], capture_output=True, text=True,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400)))
            if "built without" in done.stderr:
                continue
            assert done.returncode in (3, 4), (name, done)
            assert done.stderr.count("\n") == 1 and name in done.stderr and "written" in done.stderr or \
                "save it" in done.stderr, done.stderr
            assert done.stdout == "", done.stdout
            assert sorted(os.listdir(".")) == before, (name, os.listdir("."))
            assert old is None or open(name, "rb").read() == old
        if os.path.exists(name):
            os.remove(name)
    # what is kept on the way is a help, not the answer
    done = run(*MAP, "--resume", "kept.map", "--json", limit=400)
    assert not os.path.exists("kept.map") and json.loads(done.stdout)["map"] == "fov"
    # told before the work
    for name in ("no/map.png", "/dev/full", "."):
        done = subprocess.run([program, *MAP, "-o", name], capture_output=True, text=True)
        assert done.returncode in (3, 4) and done.stderr.count("\n") == 1 and name in done.stderr, done
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, *MAP, "--json"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 4 and "standard output" in done.stderr, done


def check_bad_zones():
    for arguments, words in ((["--zone", "0,0,500,100"], "off the table"), (["--cell", "0"], "more than 0"),
                             (["--from", "180,140", "--level", "3"], "can't stand"),
                             (["--zone", "170,130,200,150", "--level", "3"], "nowhere")):
        chosen = [a for a in MAP if a not in ("--from", "60,60")] if "--from" in arguments or "--zone" in arguments else MAP
        done = subprocess.run([program, *chosen, *arguments, "-o", "bad.png"], capture_output=True,
                              text=True)
        assert done.returncode in (2, 3, 4) and words in done.stderr and not os.path.exists("bad.png"), (arguments, done)


def check_shares():
    """Four processes at a time, through xargs: the bytes of one; less than all of them, or damaged ones, are refused."""
    asked = {"map": MAP + ["--map", "cover"], "mutual": ["analyze", "huts.json", "--map", "mutual", "--zone", "0,0,400,75",
                                                        "--to", "0,220,400,300", "--cell", "20"],
             "findings": ["analyze", "huts.json", "--findings", "--pieces", "--suggest", "--cell", "75"]}
    for name, arguments in asked.items():
        whole = run(*arguments, "--json").stdout
        subprocess.run(["xargs", "-P4", "-I{}", program, *arguments, "--threads", "1", "--shard", "{}/4", "-o",
                        name + "-{}.part"], input="1\n2\n3\n4\n", text=True, check=True, stdout=subprocess.DEVNULL)
        parts = ["%s-%d.part" % (name, i) for i in (1, 4, 3, 2)]
        assert run("analyze", "merge", "huts.json", *parts, "--json").stdout == whole, name
        assert "none of the files" in run("analyze", "merge", "huts.json", *parts[1:], status=2).stderr
        for _ in range(2):  # worked out, and then taken from the file
            assert run(*arguments, "--resume", name + ".kept", "--json").stdout == whole, name
        data = bytearray(open(parts[0], "rb").read())
        for at in range(0, len(data), 1 + len(data) // 12):
            data[at] ^= 4
            open("damaged.part", "wb").write(data)
            assert run("analyze", "merge", "huts.json", "damaged.part", *parts[1:], status=3).stderr.count("\n") == 1
            data[at] ^= 4
    run("analyze", "merge", "huts.json", "findings-1.part", "map-2.part", status=3)
    run("analyze", "merge", "huts.json", "map-1.part", "findings-2.part", status=3)


def check_effort():
    """More work for proofs settles more cells, and none otherwise; shares carry it along."""
    posts = [{"id": "post-%d" % i, "kind": "wall", "mesh": "bar.obj", "at": [90 + 26 * (i // 3) + 9 * (i % 3),
              20 + 130 * (i % 3) - 17 * (i // 3 % 4)], "turn": 11 * i} for i in range(24)]
    with open("posts.json", "w") as file:
        json.dump({**SCENE, "name": "Posts", "terrain": posts}, file)
    asked = ["analyze", "posts.json", "--map", "fov", "--from", "40,150", "--cell", "20"]
    answers = [json.loads(run(*asked, *more, "--json").stdout) for more in ([], ["--effort", "1"], ["--effort", "30"])]
    cells = [[run[1:3] for row in a["rows"] for run in row for _ in range(run[0])] for a in answers]
    assert "effort" not in answers[0] and answers[0] == answers[1] and answers[2]["effort"] == 30
    assert answers[2]["mixed"] < answers[0]["mixed"], (answers[0]["mixed"], answers[2]["mixed"])
    for usual, more in zip(cells[0], cells[2]):
        assert usual[0] is None or usual not in ([0, 0], [1, 1]) or more not in ([0, 0], [1, 1]) or usual == more
    parts = ["effort-%d.part" % i for i in (1, 2)]
    for i, part in enumerate(parts):
        run(*asked, "--effort", "30", "--shard", "%d/2" % (i + 1), "-o", part)
    assert json.loads(run("analyze", "merge", "posts.json", *parts, "--json").stdout) == answers[2]
    run(*asked, "--shard", "1/2", "-o", parts[0])  # of the usual effort
    run("analyze", "merge", "posts.json", *parts, status=3)
    for bad in ("0", "0.5", "1001", "nan", "much", ""):
        assert "1 to 1000" in run(*asked, "--effort", bad, status=2).stderr
    assert "--effort" in run("analyze", "posts.json", "--findings", "--effort", "2", status=2).stderr


check_shares()
check_effort()
check_geotiff()
check_full_disk()
check_bad_zones()
print("maps: all well")
