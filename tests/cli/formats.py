#!/usr/bin/env python3
"""What docs/mesh-files.md says of formats, with the real program: a model of known size in every unit that each format
knows comes in at its true size, and says so; simple formats that Assimp reads give the very triangles that were written,
and the warning that nothing of them is checked; and of the rows of the table each claim that is listed here.

usage: formats.py PROGRAM PROJECT
"""
import io, json, os, random, shutil, struct, subprocess, sys, tempfile, zipfile

program, project = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, project + '/tests/fuzz')
from seeds import AMF, DAE, FBX, POINTS, X3D, gltf, package

folder = tempfile.mkdtemp(prefix='trueline-formats-')
failures = []
done = 0


def check(good, what):
    global done
    done += 1
    if not good:
        failures.append(what)


def write(name, data):
    path = folder + '/' + name
    with open(path, 'wb') as file:
        file.write(data.encode() if isinstance(data, str) else data)
    return path


def run(path, *more):
    """The report, or the error's text."""
    told = subprocess.run([program, 'import', path, '--json', '--no-cache', *more], capture_output=True, text=True)
    return json.loads(told.stdout) if told.returncode == 0 else told.stderr.strip()


# --- Units ------------------------------------------------------------------------------------------------------------------

SIZE = max(p[0] for p in POINTS)  # of the tetrahedron, in units


def packed(model):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package(False))) as old, zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, data.decode().replace('unit="millimeter"', model) if name.endswith('.model') else data)
    return out.getvalue()


def with_unit(kind, unit, metres):
    """The bytes of a model in that unit, and how the report should call it: None where the format has no such unit."""
    name = {'mm': 'mm', 'cm': 'cm', 'm': 'm', 'inch': 'inch', 'foot': 'foot'}.get(unit, 'cm')
    if kind == 'dae':
        return DAE.decode().replace('meter="1"', 'meter="%s"' % metres).replace('name="meter"', ''), name
    if kind == 'fbx':
        return FBX.decode().replace('"",0.1', '"",%.17g' % (100 * metres)), name
    if kind == 'x3d':
        return X3D.decode().replace('<Scene>', '<head><unit category="length" conversionFactor="%s" name="u"/></head><Scene>' % metres), name
    words = {'3mf': {'micron': 'micron', 'mm': 'millimeter', 'cm': 'centimeter', 'inch': 'inch', 'foot': 'foot', 'm': 'meter'},
             'amf': {'micron': 'micron', 'mm': 'millimeter', 'inch': 'inch', 'foot': 'feet', 'm': 'meter'},
             'gltf': {'m': 'm'}}[kind]
    if unit not in words:
        return None, None
    if kind == '3mf':
        return packed('unit="%s"' % words[unit]), name
    if kind == 'amf':
        return AMF.decode().replace('unit="millimeter"', 'unit="%s"' % words[unit]), name
    return gltf(None), name


UNITS = {'micron': 1e-6, 'mm': 0.001, 'cm': 0.01, 'inch': 0.0254, 'foot': 0.3048, 'yard': 0.9144, 'm': 1.0}


def units():
    for kind in ('dae', 'fbx', '3mf', 'amf', 'x3d', 'gltf'):
        for unit, metres in UNITS.items():
            data, name = with_unit(kind, unit, metres)
            if data is None:
                continue
            path = write('%s.%s' % (unit, kind), data)
            plain = run(path)
            what = '%s in %s' % (kind, unit)
            if isinstance(plain, str):
                if 'built without lib3mf' in plain:
                    continue
                check(False, what + ': ' + plain)
                continue
            extent = min(plain['size_mm'])  # a 3MF places it twice along x
            check(plain['unit']['stated'] == name and plain['unit']['taken'] == name, what + ': told as ' + str(plain['unit']['stated']))
            check(abs(extent - SIZE * metres * 1000) <= 2e-6 * extent, what + ': %.9g mm, not %.9g' % (extent, SIZE * metres * 1000))
            if unit in ('micron', 'yard'):
                continue  # no name to say
            same = run(path, '--unit', name)
            check(same == plain, what + ': saying the same unit changes something')
            other = 'inch' if name != 'inch' else 'mm'
            told = json.dumps(run(path, '--unit', other))
            check('the file states %s, but was taken in %s' % (name, other) in told, what + ': another unit is not told')


# --- The table ------------------------------------------------------------------------------------------------------------------

def rows():
    """The rows of the table by the first word of their first column: what is read, left out, refused."""
    table = {}
    for line in open(project + '/docs/mesh-files.md', encoding='utf-8'):
        cells = [cell.strip() for cell in line.strip().strip('|').split(' | ')]
        if line.startswith('| ') and len(cells) == 4:
            table[cells[0].split()[0].rstrip(',')] = cells[1:]
    return table


READ, LEFT_OUT, REFUSED = range(3)


def edited(data, *changes):
    text = data.decode() if isinstance(data, bytes) else data
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def model(*changes):
    """A 3MF whose model is changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(package(False))) as old, zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, edited(data, *changes) if name.endswith('.model') else data)
    return out.getvalue()


TRIANGLES = '<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>'
FAN = '<trifans count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>3 0 1 2</p></trifans>'
SCENE = '<visual_scene id="s">'
# row, column, words of the cell, file, number of triangles, or what is said where it is refused, a warning or none
CLAIMS = [
    ('COLLADA', READ, 'nodes within one another and instances of nodes', 'dae',
     lambda: edited(DAE, (SCENE, SCENE + '<node><scale>-1 1 1</scale><instance_node url="#n"/></node>')), 8, None),
    ('COLLADA', READ, 'where there is none each mesh by itself, with a warning', 'dae',
     lambda: DAE.decode().split('<library_visual')[0] + '</COLLADA>', 4, 'no scene places its meshes'),
    ('COLLADA', READ, 'strips and fans', 'dae', lambda: edited(DAE, ('<triangles', FAN + '<triangles')), 6, None),
    ('COLLADA', LEFT_OUT, 'cameras, lights', 'dae',
     lambda: edited(DAE, (SCENE, SCENE + '<node><instance_camera url="#c"/><instance_light url="#l"/></node>')), 4, None),
    ('COLLADA', LEFT_OUT, 'other scenes', 'dae', lambda: edited(DAE, (SCENE, '<visual_scene id="t"/>' + SCENE)), 4, 'it holds 2 scenes'),
    ('COLLADA', LEFT_OUT, "a unit whose name isn't its number", 'dae', lambda: edited(DAE, ('name="meter"', 'name="inch"')), 4,
     'its unit is called `inch`'),
    ('COLLADA', REFUSED, 'other versions', 'dae', lambda: edited(DAE, ('1.4.1', '1.3.1')), 'COLLADA of version `1.3.1` is not read', None),
    ('COLLADA', REFUSED, 'counts that lie', 'dae', lambda: edited(DAE, ('count="12"', 'count="99"')), 'promises 99 numbers', None),
    ('COLLADA', REFUSED, 'other files', 'dae', lambda: edited(DAE, ('url="#g"', 'url="b.dae#g"')), 'which is not in the file', None),
    ('COLLADA', REFUSED, 'entities', 'dae', lambda: edited(DAE, ('<COLLADA', '<!DOCTYPE c [<!ENTITY e "1">]><COLLADA')),
     'it declares entities of its own', None),
    ('COLLADA', REFUSED, 'cut off', 'dae', lambda: DAE[:-20].decode(), 'it is cut off', None),
    ('FBX', READ, 'meshes wherever models show them', 'fbx', lambda: edited(FBX, ('Connections:  {', 'Connections:  {\n\tC: "OO",10,21\n'
     '\tC: "OO",21,0'), ('\tModel: 20', '\tModel: 21, "Model::B", "Mesh" {\n\t\tVersion: 232\n\t}\n\tModel: 20')), 8, None),
    ('FBX', REFUSED, 'a unit that is no length', 'fbx', lambda: edited(FBX, ('"",0.1', '"",0')), 'which is no length', None),
    ('FBX', REFUSED, 'counts that lie', 'fbx', lambda: edited(FBX, ('*12', '*15')), 'promises 15 numbers but holds 12', None),
    ('FBX', REFUSED, 'cut off', 'fbx', lambda: FBX[:-4].decode(), 'the FBX is cut off', None),
    ('3MF', READ, 'build items, components, transforms', '3mf', lambda: model(), 8, None),
    ('3MF', LEFT_OUT, 'meshes that no build item places', '3mf', lambda: model(('<item objectid="2"/>', ''), ('<object id="2" type="model">'
     '<components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components>', '<object id="2" type="model"><mesh><vertices>'
     '<vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices><triangles><triangle v1="0" v2="1" v3="2"/>'
     '</triangles></mesh>')), 4, '1 mesh that no build item places was left out'),
    ('3MF', REFUSED, 'other units', '3mf', lambda: model(('millimeter', 'cubit')), "the 3MF's unit is none of", None),
    ('X3D', READ, 'a warning that nothing of it is checked', 'x3d', lambda: X3D.decode(), 4, 'nothing of it is checked'),
    ('X3D', REFUSED, 'an X3D whose unit is no length', 'x3d',
     lambda: edited(X3D, ('<Scene>', '<head><unit category="length" conversionFactor="0" name="u"/></head><Scene>')), 'which is no length', None),
]


def table():
    known = rows()
    for row, column, words, kind, make, expected, warning in CLAIMS:
        what = '%s: %s' % (row, words)
        check(row in known and words in known[row][column], what + ': the table does not say so')
        told = run(write('t.' + kind, make()))
        if isinstance(told, str) and 'built without lib3mf' in told:
            continue
        if isinstance(expected, str):
            check(isinstance(told, str) and expected in told, what + ': ' + (told if isinstance(told, str) else 'it reads'))
            continue
        check(not isinstance(told, str) and told['triangles'] == expected, what + ': ' + (told if isinstance(told, str) else str(told['triangles'])))
        warnings = [] if isinstance(told, str) else told.get('warnings', [])
        check(any(warning in w for w in warnings) if warning else not warnings, what + ': warnings ' + str(warnings))


# --- Formats that Assimp reads alone --------------------------------------------------------------------------------------------

def three_ds(corners, count):
    def chunk(kind, data):
        return struct.pack('<HI', kind, 6 + len(data)) + data
    points = chunk(0x4110, struct.pack('<H', len(corners)) + b''.join(struct.pack('<3f', *p) for p in corners))
    faces = chunk(0x4120, struct.pack('<H', count) + b''.join(struct.pack('<4H', 3 * t, 3 * t + 1, 3 * t + 2, 7) for t in range(count)))
    return chunk(0x4d4d, chunk(0x3d3d, chunk(0x4000, b'hull\0' + chunk(0x4100, points + faces))))


def dxf(corners, count):
    def face(t):
        three = [corners[3 * t], corners[3 * t + 1], corners[3 * t + 2], corners[3 * t + 2]]
        return '0\n3DFACE\n8\nhull\n' + ''.join('%d\n%.9g\n%d\n%.9g\n%d\n%.9g\n' % (10 + k, p[0], 20 + k, p[1], 30 + k, p[2]) for k, p in enumerate(three))
    return '0\nSECTION\n2\nENTITIES\n' + ''.join(face(t) for t in range(count)) + '0\nENDSEC\n0\nEOF\n'


def ac(corners, count):
    return ('AC3Db\nMATERIAL "m" rgb 1 1 1 amb 1 1 1 emis 0 0 0 spec 0 0 0 shi 0 trans 0\nOBJECT world\nkids 1\nOBJECT poly\nname "hull"\n'
            'numvert %d\n' % len(corners) + ''.join('%.9g %.9g %.9g\n' % p for p in corners) + 'numsurf %d\n' % count
            + ''.join('SURF 0x0\nmat 0\nrefs 3\n%d 0 0\n%d 0 0\n%d 0 0\n' % (3 * t, 3 * t + 1, 3 * t + 2) for t in range(count)) + 'kids 0\n')


def x3d(corners, count):
    return ('<?xml version="1.0"?><X3D version="3.0" profile="Immersive"><Scene><Shape><IndexedFaceSet coordIndex="'
            + ' '.join('%d %d %d -1' % (3 * t, 3 * t + 1, 3 * t + 2) for t in range(count)) + '"><Coordinate point="'
            + ', '.join('%.9g %.9g %.9g' % p for p in corners) + '"/></IndexedFaceSet></Shape></Scene></X3D>\n')


def ase(corners, count):
    return ('*3DSMAX_ASCIIEXPORT 200\n*SCENE {\n}\n*GEOMOBJECT {\n*NODE_NAME "hull"\n*NODE_TM {\n*NODE_NAME "hull"\n*TM_ROW0 1 0 0\n'
            '*TM_ROW1 0 1 0\n*TM_ROW2 0 0 1\n*TM_ROW3 0 0 0\n}\n*MESH {\n*TIMEVALUE 0\n*MESH_NUMVERTEX %d\n*MESH_NUMFACES %d\n'
            '*MESH_VERTEX_LIST {\n' % (len(corners), count) + ''.join('*MESH_VERTEX %d %.9g %.9g %.9g\n' % ((i,) + p) for i, p in enumerate(corners))
            + '}\n*MESH_FACE_LIST {\n' + ''.join('*MESH_FACE %d: A: %d B: %d C: %d AB: 1 BC: 1 CA: 1 *MESH_SMOOTHING 1 *MESH_MTLID 0\n'
                                                 % (t, 3 * t, 3 * t + 1, 3 * t + 2) for t in range(count)) + '}\n}\n}\n')


def triangles_of(path):
    """Of an OBJ that the program wrote."""
    points, triangles = [], []
    for line in open(path):
        words = line.split()
        if words[:1] == ['v']:
            points.append(tuple(float(w) for w in words[1:4]))
        elif words[:1] == ['f']:
            triangles.append(tuple(points[int(w.split('/')[0]) - 1] for w in words[1:4]))
    return triangles


def same(found, corner):
    near = [all(abs(a - b) <= 1e-5 * max(1, abs(b)) for f, c in zip(found[k:] + found[:k], corner) for a, b in zip(f, c)) for k in range(3)]
    return any(near)


def foreign():
    draw = random.Random(7)
    print('formats that Assimp reads alone: seed 7')
    for kind, write_it in (('3ds', three_ds), ('dxf', dxf), ('ac', ac), ('x3d', x3d), ('ase', ase)):
        for number in range(6):
            count = draw.randint(1, 12)
            corners = [tuple(struct.unpack('<f', struct.pack('<f', draw.uniform(-50, 50)))[0] for _ in range(3)) for _ in range(3 * count)]
            path = write('f%d.%s' % (number, kind), write_it(corners, count))
            out = folder + '/out.obj'
            told = run(path, '--unit', 'mm', '--up', 'z', '-o', out)
            if isinstance(told, str):
                check(False, '%s %d: %s' % (kind, number, told))
                continue
            found = triangles_of(out)
            wanted = [tuple(corners[3 * t:3 * t + 3]) for t in range(count)]
            good = len(found) == count and all(any(same(f, w) for f in found) for w in wanted)
            check(good, '%s %d: other triangles than were written' % (kind, number))
            check('files of kind `.%s` are read by Assimp, and nothing of it is checked' % kind in json.dumps(told),
                  '%s %d: it is not told that nothing is checked' % (kind, number))


try:
    units()
    table()
    foreign()
    for text in failures:
        print('FAILED: ' + text)
    print('%d checks, %d failures' % (done, len(failures)))
    sys.exit(bool(failures))
finally:
    shutil.rmtree(folder, ignore_errors=True)
