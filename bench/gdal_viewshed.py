#!/usr/bin/env python3
"""A field of view on a height field beside GDAL's viewshed, differences explained cell by cell.

usage: gdal_viewshed.py TRUELINE [FOLDER]

GDAL answers for the middle of each pixel: a point so high above it, seen from a point, over heights that it interpolates
between neighbouring pixels' middles as it goes outwards ring by ring. The map answers for every place of a cell, over
triangles. So the table's triangles are spanned between the pixels' middles, body and observer are thin posts, and where the
two differ the line from middle to middle is followed over the triangles exactly: it says who is right about that point,
and how near the line passes the ground. Needs gdal-bin and python3-gdal.
"""
import json
import os
import subprocess
import sys
import tempfile

from osgeo import gdal, osr

gdal.UseExceptions()
program = os.path.abspath(sys.argv[1])
folder = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else tempfile.mkdtemp()
os.makedirs(folder, exist_ok=True)

N, STEP = 48, 10.0  # pixels along a side, mm
EYE, SPOT = 20.0, 10.0  # heights above the ground
OBSERVER = (9, 11)  # pixel


def height(i, j):
    """Hills of whole numbers, so that every program has the same."""
    h = 0
    for ci, cj, r, top in ((18, 17, 8, 40), (34, 12, 7, 26), (14, 36, 9, 34), (36, 34, 11, 48), (25, 26, 4, 18)):
        d = max(0.0, 1 - ((i - ci) ** 2 + (j - cj) ** 2) / (r * r))
        h += top * d * d
    return round(h, 3)


heights = [[height(i, j) for i in range(N)] for j in range(N)]


def middle(i):
    return STEP * (i + 0.5)


def write_scene():
    """Triangles between the pixels' middles, and a flat rim to the table's edge."""
    index, lines = {}, []
    places = [0.0] + [middle(i) for i in range(N)] + [N * STEP]
    for b, y in enumerate(places):
        for a, x in enumerate(places):
            i, j = min(max(a - 1, 0), N - 1), min(max(b - 1, 0), N - 1)
            lines.append("v %.17g %.17g %.17g" % (x, y, heights[j][i]))
            index[a, b] = len(lines)
    for b in range(len(places) - 1):
        for a in range(len(places) - 1):
            p, q, r, s = index[a, b], index[a + 1, b], index[a + 1, b + 1], index[a, b + 1]
            lines += ["f %d %d %d" % (p, q, r), "f %d %d %d" % (p, r, s)]
    with open(os.path.join(folder, "field.obj"), "w") as file:
        file.write("\n".join(lines) + "\n")

    def post(z):
        return {"core": {"shape": "box", "min": [-0.01, -0.01, z - 0.01], "max": [0.01, 0.01, z + 0.01]},
                "base": {"shape": "disc", "diameter": 0.02, "height": 0.01}}
    scene = {"trueline": 1, "table": {"width": N * STEP, "depth": N * STEP, "mesh": "field.obj"},
             "assets": {"eye": post(EYE), "spot": post(SPOT)},
             "units": [{"id": "a", "class": "infantry", "members": [{"id": "a-1", "asset": "eye",
                        "at": [middle(OBSERVER[0]), middle(OBSERVER[1])]}]},
                       {"id": "b", "class": "infantry", "members": [{"id": "b-1", "asset": "spot", "at": [5, 5]}]}]}
    path = os.path.join(folder, "field.scene.json")
    with open(path, "w") as file:
        json.dump(scene, file)
    return path


def viewshed():
    driver = gdal.GetDriverByName("GTiff")
    dem = driver.Create(os.path.join(folder, "field.tif"), N, N, 1, gdal.GDT_Float64)
    dem.SetGeoTransform((0, STEP, 0, N * STEP, 0, -STEP))
    reference = osr.SpatialReference()
    reference.SetLocalCS("table")
    dem.SetProjection(reference.ExportToWkt())
    for j in range(N):
        dem.GetRasterBand(1).WriteRaster(0, N - 1 - j, N, 1, __import__("array").array("d", heights[j]).tobytes())
    dem.FlushCache()
    dem = None
    subprocess.run(["gdal_viewshed", "-q", "-ox", "%g" % middle(OBSERVER[0]), "-oy", "%g" % middle(OBSERVER[1]), "-oz",
                    "%g" % EYE, "-tz", "%g" % SPOT, "-md", "0", "-cc", "0", "-vv", "255", "-iv", "0",
                    os.path.join(folder, "field.tif"), os.path.join(folder, "viewshed.tif")], check=True)
    out = gdal.Open(os.path.join(folder, "viewshed.tif"))
    data = out.GetRasterBand(1).ReadRaster(0, 0, N, N, buf_type=gdal.GDT_Byte)
    return [[data[(N - 1 - j) * N + i] == 255 for i in range(N)] for j in range(N)]


def clearance(i, j):
    """The least height of the line from middle to middle above the triangles; below 0: blocked. Along the line heights are
    linear between crossings with the grid's lines and diagonals."""
    oi, oj = OBSERVER
    za, zb = heights[oj][oi] + EYE, heights[j][i] + SPOT
    cuts = {0.0, 1.0}
    di, dj = i - oi, j - oj
    for k in range(min(oi, i), max(oi, i) + 1):
        if di:
            cuts.add((k - oi) / di)
    for k in range(min(oj, j), max(oj, j) + 1):
        if dj:
            cuts.add((k - oj) / dj)
    if di != dj:
        for k in range(-N, N + 1):  # diagonals x - y = k
            t = (k - (oi - oj)) / (di - dj)
            if 0 <= t <= 1:
                cuts.add(t)

    def ground(t):
        x, y = oi + di * t, oj + dj * t
        a, b = min(int(x), N - 2), min(int(y), N - 2)
        u, v = x - a, y - b
        p, q, r, s = heights[b][a], heights[b][a + 1], heights[b + 1][a + 1], heights[b + 1][a]
        return p + u * (q - p) + v * (r - q) if u >= v else p + v * (s - p) + u * (r - s)
    return min(za + (zb - za) * t - ground(t) for t in cuts)


scene = write_scene()
answer = json.loads(subprocess.run([program, "analyze", scene, "--map", "fov", "--from", "a", "--target", "spot", "--cell",
                                    "%g" % STEP, "--json"], check=True, stdout=subprocess.PIPE).stdout)
cells = [[c for n, low, high, *rest in row for c in [(low, high)] * n] for row in answer["rows"]]
theirs = viewshed()
counts = {"all": 0, "none": 0, "mixed": 0}
agree, near, wrong = 0, 0, 0
for j in range(N):
    for i in range(N):
        low, high = cells[j][i]
        mine = "all" if low == 1 else "none" if high == 0 else "mixed"
        counts[mine] += 1
        c = clearance(i, j)
        if mine != "mixed" and (mine == "all") != (c > 0) and abs(c) > 0.05:
            wrong += 1
            print("WRONG: cell (%d, %d) is %s, the line to its middle clears the ground by %.4f mm" % (i, j, mine, c))
        if mine == "mixed":
            continue
        if (mine == "all") == theirs[j][i]:
            agree += 1
        else:
            near += 1
            print("cell (%d, %d): %s; GDAL says %s; the line to its middle passes the triangles at %+.4f mm: %s" %
                  (i, j, mine, "seen" if theirs[j][i] else "hidden", c,
                   "GDAL's interpolation" if (c > 0) == (mine == "all") else "no difference of the models explains it"))
print("%d cells all, %d none, %d mixed; of the settled ones %d agree with GDAL, %d differ by its interpolation, %d are wrong" %
      (counts["all"], counts["none"], counts["mixed"], agree, near, wrong))
sys.exit(1 if wrong else 0)
