#!/usr/bin/env python3
"""Mesh files made to harm, and what the program says of each: bombs, recursion, circles, pipes, links, paths that lead out
of the folder, counts that lie. Each is read by the real program in a folder of its own kind; every message is one clean line.

usage: hostile.py PROGRAM PROJECT [--list]      --list prints the table of docs/hostile-files.md instead of complaints
"""
import base64, concurrent.futures, io, json, os, re, shutil, socket, struct, subprocess, sys, tempfile, time, zipfile, zlib

program, project = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, project + '/tests/fuzz')
from seeds import AMF, DAE, DXF, FBX, MTL, OBJ, X3D, glb, gltf, gltf_parts, package, ply, binary_stl, text_stl

ANOTHER = 'Export it again, or take another copy.'
BEST = 'Export it again, best as OBJ, STL or GLB.'
cases = []  # group, what it is, name, files, expected: a message, or what is read and warned of
folder = tempfile.mkdtemp(prefix='trueline-hostile-')

def case(group, what, files, refused=None, warned=None):
    """`files` are contents by name, or functions that make the file at a path; the first is the one to read. `refused` is
    the message behind its name, `...` in it standing for anything; without it the file reads, with the warning `warned`."""
    cases.append((group, what, files, refused, warned))

# --- Helpers --------------------------------------------------------------------------------------------------------------

def hole(size, begin=b''):
    def make(path):
        with open(path, 'wb') as file:
            file.write(begin)
            file.truncate(size)
    return make

def link(to):
    return lambda path: os.symlink(to, path)

def unix_socket(path):
    socket.socket(socket.AF_UNIX).bind(path)

MODEL = zipfile.ZipFile(io.BytesIO(package(True))).read('3D/3dmodel.model').decode()
PARTS = {name: zipfile.ZipFile(io.BytesIO(package(True))).read(name) for name in ('[Content_Types].xml', '_rels/.rels')}

def packed(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()

def model(text, *more):
    return packed([*PARTS.items(), ('3D/3dmodel.model', text), *more])

def promised(data, size):
    """The same archive, whose directory promises that the model unpacks to `size` bytes."""
    at = data.rfind(b'PK\1\2')
    return data[:at + 24] + struct.pack('<I', size) + data[at + 28:]

def components(*objects):
    """A 3MF whose objects from 2 on have these components; the last is built."""
    more = ''.join('<object id="%d" type="model"><components>%s</components></object>' % (
        i + 2, ''.join('<component objectid="%d"/>' % c for c in of)) for i, of in enumerate(objects))
    return model(MODEL.split('<object id="2"')[0] + more + '</resources><build><item objectid="%d"/></build></model>'
                 % (len(objects) + 1))

def edited(change):
    root = json.loads(gltf(None))
    change(root)
    return json.dumps(root)

def with_nodes(children):
    return edited(lambda root: root.update(nodes=[{'children': c} if c else {'mesh': 0} for c in children]))

def with_uri(uri):
    return edited(lambda root: root['buffers'][0].update(uri=uri))

def accessor(number, **fields):
    return edited(lambda root: root['accessors'][number].update(fields))

def view(number, **fields):
    return edited(lambda root: root['bufferViews'][number].update(fields))

def materials(name):
    return OBJ.replace(b'a.mtl', name)

LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">%s]>' % ''.join('<!ENTITY %s "%s">' % (chr(98 + i), ('&%s;' % chr(97 + i)) * 10) for i in range(20))
OUTSIDE = '<!DOCTYPE x [<!ENTITY m SYSTEM "file:///etc/passwd">]>'

def dae(*changes):
    text = DAE.decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text

# --- Not a file, or not that file -------------------------------------------------------------------------------------------

G = 'not a file'
case(G, 'a folder', {'a.obj': os.mkdir}, 'it is a folder, not a mesh file. Name a mesh file.')
case(G, 'a pipe', {'a.stl': os.mkfifo}, 'it is not a file. Name a mesh file.')
case(G, 'a socket', {'a.ply': unix_socket}, 'it is not a file. Name a mesh file.')
case(G, 'a link to a device', {'a.stl': link('/dev/zero')}, 'it is not a file. Name a mesh file.')
case(G, 'links in a circle', {'a.obj': link('b.obj'), 'b.obj': link('a.obj')},
     "can't read it: its symbolic links go round in a circle. Name the real file.")
case(G, 'a link to nothing', {'a.obj': link('b.obj')}, "can't read it: there is no such file or folder. ...")
case(G, 'a name of 300 letters', {'x' * 300 + '.obj': None}, "can't read it: the name is too long. Use a shorter path.")
if os.geteuid() != 0:
    case(G, 'no permission', {'a.obj': lambda path: os.close(os.open(path, os.O_CREAT, 0))},
         "can't read it: permission denied. Change the permissions of the file or its folder.")
case(G, 'empty', {'a.fbx': b''}, 'the file is empty. ' + ANOTHER)
case(G, 'a sparse file of 5 GB', {'a.stl': hole(5 << 30)},
     'the file is larger than the 1073741824 bytes allowed. Use a smaller file.')
PNG = b'\x89PNG\r\n\x1a\n\0\0\0\rIHDR' + b'\0' * 200
for kind, message in (('stl', 'the binary STL promises 0 triangles, but 132 bytes follow them. ' + ANOTHER),
                      ('obj', 'there is a zero byte: it is no text, or damaged. ' + BEST),
                      ('ply', 'it is no PLY: its first line is not `ply`. Check that the file is what its name says.'),
                      ('off', "it is no OFF: it doesn't begin with `OFF`. Check that the file is what its name says."),
                      ('gltf', 'the glTF is no JSON: unable to decode byte 0x89. ' + ANOTHER),
                      ('glb', "it is no GLB: it doesn't begin with `glTF` and a header. Check that the file is what its name says."),
                      ('dae', 'there is a zero byte in it, which no XML has. ' + ANOTHER),
                      ('fbx', 'it is no FBX: it neither begins with `Kaydara FBX Binary` nor is text. Check that the file is what its name says.'),
                      ('3mf', 'it is no 3MF, or is cut off: the directory at its end is missing. ' + ANOTHER)):
    case(G, 'a PNG named .' + kind, {'a.' + kind: PNG}, message)
for kind in ('bvh', 'zae', 'assbin', 'exe'):
    case(G, 'a kind that is not read: .' + kind, {'a.' + kind: DAE}, "files of kind `.%s` can't be read. Export the mesh as ..." % kind)

# --- Other files that it names ------------------------------------------------------------------------------------------------

G = 'names other files'
case(G, 'MTL: /etc/passwd', {'a.obj': materials(b'/etc/passwd')})
case(G, 'MTL: /dev/zero', {'a.obj': materials(b'/dev/zero')})
case(G, 'MTL: a pipe', {'a.obj': OBJ, 'a.mtl': os.mkfifo})
case(G, 'MTL: a sparse file of 2 GB', {'a.obj': OBJ, 'a.mtl': hole(2 << 30)})
case(G, 'MTL: control codes in its name', {'a.obj': materials(b'\x1b[31m\xff')})
case(G, 'MTL: 2000 of them', {'a.obj': b''.join(b'mtllib %d.mtl\n' % i for i in range(2000)) + OBJ})
for uri, reason in (('../../../../../../etc/passwd', 'lies outside the folder of the mesh'), ('/etc/passwd', 'lies outside the folder of the mesh'),
                    ('%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd', None), ('file:///etc/passwd', 'is not there'),
                    ('http://localhost/a.bin', 'is not there'), ('/dev/zero', 'lies outside the folder of the mesh'),
                    ('.', 'lies outside the folder of the mesh'), ('x\n\x1b[31m', 'is not there')):
    shown = re.sub('[\n\x1b]', '?', uri.replace('%2e', '.'))
    case(G, 'glTF: ' + shown, {'a.gltf': with_uri(uri)},
         'the glTF needs the file `%s`, which %s. Put it beside the file, or export as GLB.' % (shown, reason or 'lies outside the folder of the mesh'))
case(G, 'glTF: a pipe', {'a.gltf': with_uri('a.bin'), 'a.bin': os.mkfifo},
     'the glTF needs the file `a.bin`, which is not a file. Put it beside the file, or export as GLB.')
case(G, 'glTF: a link out of the folder', {'a.gltf': with_uri('a.bin'), 'a.bin': link('/etc/passwd')},
     'the glTF needs the file `a.bin`, which lies outside the folder of the mesh. Put it beside the file, or export as GLB.')
case(G, 'glTF: a buffer that is too short', {'a.gltf': with_uri('a.bin'), 'a.bin': b'short'},
     'buffers[0]: it holds 5 of the 72 bytes it promises: it is cut off. ' + ANOTHER)
case(G, 'glTF: broken base64', {'a.gltf': with_uri('data:application/octet-stream;base64,AAAA*')},
     'buffers[0]: its `data:` is broken: it is no base64. ' + ANOTHER)
case(G, 'DAE: an entity outside (XXE)', {'a.dae': dae(('<COLLADA', OUTSIDE + '<COLLADA'), ('name="A"', 'name="&m;"'))},
     'it declares entities of its own. ' + ANOTHER)

# --- Textures and data: URIs ------------------------------------------------------------------------------------------------

def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

# 100,000 x 100,000 points of four bytes: 40 GB once unpacked. A reader that believes the first lines asks for all of it.
PNG_BOMB = (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 100000, 100000, 8, 6, 0, 0, 0))
            + chunk(b'IDAT', zlib.compress(bytes(1 << 20))) + chunk(b'IEND', b''))

def textured(image):
    """A glTF that paints its mesh with this image."""
    def paint(root):
        root.update(images=[image], textures=[{'source': 0}])
        root['materials'][0]['pbrMetallicRoughness'] = {'baseColorTexture': {'index': 0}}
    return paint

def glb_with_image(data):
    """A GLB with an image in its own bytes."""
    root, bytes_ = gltf_parts()
    bytes_ += b'\0' * (-len(bytes_) % 4)
    root['bufferViews'].append({'buffer': 0, 'byteOffset': len(bytes_), 'byteLength': len(data)})
    textured({'bufferView': len(root['bufferViews']) - 1, 'mimeType': 'image/png'})(root)
    bytes_ += data + b'\0' * (-len(data) % 4)
    root['buffers'][0]['byteLength'] = len(bytes_)
    text = json.dumps(root).encode()
    text += b' ' * (-len(text) % 4)
    return (struct.pack('<4sII', b'glTF', 2, 28 + len(text) + len(bytes_)) + struct.pack('<I4s', len(text), b'JSON') + text
            + struct.pack('<I4s', len(bytes_), b'BIN\0') + bytes_)

G = 'textures'
# a pipe that nobody writes to: whoever opened it would be told of, or wait for ever
for what, texture in (('a pipe', os.mkfifo), ('a PNG of 100,000 x 100,000', PNG_BOMB), ('/dev/zero', link('/dev/zero')),
                      ('a sparse file of 5 GB', hole(5 << 30))):
    case(G, 'OBJ: the texture is ' + what, {'a.obj': OBJ, 'a.mtl': MTL, 'a.png': texture})
    case(G, 'glTF: the texture is ' + what, {'a.gltf': edited(textured({'uri': 'a.png'})), 'a.png': texture})
case(G, 'GLB: a PNG of 100,000 x 100,000 in it', {'a.glb': glb_with_image(PNG_BOMB)})
case(G, 'glTF: a PNG of 100,000 x 100,000 as data:', {'a.gltf': edited(textured(
    {'uri': 'data:image/png;base64,' + base64.b64encode(PNG_BOMB).decode()}))})

def data_uri(size, media='application/octet-stream'):
    return 'data:%s;base64,' % media + base64.b64encode(bytes(size)).decode()

G = 'data: URIs'
POINTS_AND_MORE = gltf_parts()[1] + bytes(4 << 20)
case(G, 'a buffer of 4 MB, of which little is used', {'a.gltf': edited(lambda root: root['buffers'][0].update(
    byteLength=len(POINTS_AND_MORE), uri='data:application/octet-stream;base64,' + base64.b64encode(POINTS_AND_MORE).decode()))})
case(G, 'an image of 4 MB', {'a.gltf': edited(textured({'uri': data_uri(4 << 20, 'image/png')}))})
case(G, 'a buffer of 4 MB of letters that are no base64', {'a.gltf': with_uri('data:application/octet-stream;base64,' + '*' * (4 << 20))},
     'buffers[0]: its `data:` is broken: it is no base64. ' + ANOTHER)
case(G, 'a buffer that promises 4 GB', {'a.gltf': edited(lambda root: root['buffers'][0].update(byteLength=(1 << 32) - 1))},
     'buffers[0]: it holds 72 of the 4294967295 bytes it promises: it is cut off. ' + ANOTHER)
case(G, 'a media type of 1 MB', {'a.gltf': with_uri(data_uri(8, 'x' * (1 << 20)))}, 'buffers[0]: it holds 8 of the 72 bytes it promises: it is cut off. ' + ANOTHER)

# --- Bombs, recursion, circles ------------------------------------------------------------------------------------------------

G = 'bombs'
BOMB = model(MODEL.split('<vertices>')[0] + ' ' * (64 << 20))
case(G, '3MF: promises 4 GB', {'a.3mf': promised(BOMB, 0xffffffff)},
     'the 3MF would unpack to 4,096 MiB; 1024 are allowed. Use a simplified mesh.')
case(G, '3MF: unpacks to 64 MB of blanks, promises 5 kB', {'a.3mf': promised(BOMB, 5000)},
     'its part `3D/3dmodel.model` unpacks to more than it says. ' + ANOTHER)
case(G, 'AMF: entities (a billion laughs)', {'a.amf': AMF.decode().replace('<amf', LAUGHS + '<amf').replace('<x>', '<x>&t;', 1)},
     'it declares entities of its own. ' + ANOTHER)
case(G, '3MF: a bomb in the 3MF beside its model', {'a.3mf': model(MODEL, ('more.zip', BOMB))})
case(G, '3MF: a bomb in place of its model', {'a.3mf': packed([*PARTS.items(), ('3D/3dmodel.model', BOMB)])}, "the 3MF can't be read: ... " + BEST)
case(G, '3MF: entities (a billion laughs)', {'a.3mf': model(MODEL.replace('<model', LAUGHS + '<model').replace('hull', '&t;'))},
     "the 3MF can't be read: ... " + BEST)
case(G, 'DAE: entities (a billion laughs)', {'a.dae': dae(('<COLLADA', LAUGHS + '<COLLADA'), ('<translate>1', '<translate>&t;'))},
     'it declares entities of its own. ' + ANOTHER)
case(G, 'X3D: entities (a billion laughs)', {'a.x3d': X3D.decode().replace('<X3D', LAUGHS + '<X3D').replace('<Scene>', '<Scene>&t;')},
     warned='files of kind `.x3d` are read by Assimp, and nothing of it is checked: see whether size and number of triangles are right')
case(G, 'glTF: JSON 100000 deep', {'a.gltf': '[' * 100000}, 'the glTF is no JSON: maximum parsing depth reached near ... ' + ANOTHER)
case(G, 'glTF: nodes 2000 deep', {'a.gltf': with_nodes([[i + 1] for i in range(2000)] + [[]])})
case(G, 'glTF: each node twice the next, 30 deep', {'a.gltf': with_nodes([[i + 1, i + 1] for i in range(30)] + [[]])},
     'nodes[0].children: nodes[1] has two parents, or stands twice below one: its place can\'t be told. ' + BEST)
case(G, 'glTF: a node in itself', {'a.gltf': with_nodes([[1], [0]])},
     'nodes: some of the nodes stand below themselves. ' + BEST)
DEEP = 'nodes are nested deeper than 1024 levels, or hold themselves. ' + BEST
case(G, 'DAE: nodes 100000 deep', {'a.dae': dae(('<instance_geometry url="#g"/>', '<node>' * 100000 + '</node>' * 100000))}, DEEP)
case(G, 'DAE: a node in itself', {'a.dae': dae(('<instance_geometry', '<instance_node url="#n"/><instance_geometry'))}, DEEP)
case(G, 'FBX: 100000 scopes deep', {'a.fbx': '; FBX 7.3.0 project file\n' + 'A: {' * 100000 + '}' * 100000},
     'its nodes are nested deeper than 127 levels. ' + ANOTHER)
case(G, '3MF: elements 100000 deep', {'a.3mf': model(MODEL.replace('<mesh>', '<x>' * 100000 + '</x>' * 100000 + '<mesh>', 1))})
case(G, '3MF: an object in itself', {'a.3mf': components([2])}, "the 3MF can't be read: Could not find Object ... " + BEST)
case(G, '3MF: objects in a circle', {'a.3mf': components([3], [2])}, "the 3MF can't be read: Could not find Object ... " + BEST)
case(G, '3MF: components 70 deep', {'a.3mf': components(*[[i + 1] for i in range(70)])},
     'its components are nested deeper than 64 levels. ' + BEST)

# --- Counts that lie ------------------------------------------------------------------------------------------------------------

G = 'counts that lie'
STL = binary_stl()
case(G, 'STL: 4294967295 triangles', {'a.stl': STL[:80] + b'\xff' * 4 + STL[84:]},
     'the binary STL holds 4 of the 4,294,967,295 triangles it promises: it is cut off. ' + ANOTHER)
case(G, 'PLY: element vertex 4000000000', {'a.ply': ply('ascii').replace(b'vertex 4', b'vertex 4000000000')},
     'the PLY promises 4000000000 vertex, 4 face, which need ... ' + ANOTHER)
case(G, 'PLY: 1e308 faces', {'a.ply': ply('ascii').replace(b'face 4', b'face 1e308')},
     'the PLY header counts an element by what is no whole number: `1e308`. ' + ANOTHER)
case(G, 'PLY: a face with 255 corners', {'a.ply': ply('binary_little_endian').replace(b'\3\0\0\0\0', b'\xff\0\0\0\0', 1)},
     '`face` 1 of the PLY has a list that is longer than the rest of the file. ' + ANOTHER)
case(G, 'OFF: 99999999999 vertices', {'a.off': 'OFF\n99999999999 4 0\n0 0 0\n'},
     'the OFF holds 1 of the 99999999999 vertices it promises: it is cut off. ' + ANOTHER)
case(G, 'DXF: cut off between two lines', {'a.dxf': DXF[:DXF.index(b'0\n3DFACE', 200)]},
     'the DXF is cut off: its end, `EOF`, is missing. ' + ANOTHER)
case(G, 'OBJ: corner 0', {'a.obj': OBJ.replace(b'f 1 3 2', b'f 0 3 2')}, "a face names the vertex 0, which is not there (there are 4). Export it again, or mend the line.")
case(G, 'OBJ: corner -9', {'a.obj': OBJ.replace(b'f 1 3 2', b'f -9 3 2')},
     'a face names the vertex -9, which is not there (there are 4). Export it again, or mend the line.')
case(G, 'OBJ: corner 2147483648', {'a.obj': OBJ.replace(b'f 1 3 2', b'f 2147483648 3 2')},
     'a face names the vertex 2147483648, which is not there (there are 4). Export it again, or mend the line.')
case(G, 'glTF: accessor of 4294967295', {'a.gltf': accessor(0, count=4294967295)}, 'accessors[0]: its `count` is 0, or more than a mesh can have. ' + ANOTHER)
case(G, 'glTF: accessor of -1', {'a.gltf': accessor(1, count=-1)}, "...")
case(G, 'glTF: accessor at 2^63', {'a.gltf': accessor(0, byteOffset=2**63 - 1)}, 'accessors[0]: its 4 elements reach beyond the 48 bytes of bufferViews[0]. ' + ANOTHER)
case(G, 'glTF: stride 0', {'a.gltf': view(0, byteStride=0)})
case(G, 'glTF: stride 255', {'a.gltf': view(0, byteStride=255)}, 'accessors[0]: its 4 elements reach beyond the 48 bytes of bufferViews[0]. ' + ANOTHER)
case(G, 'glTF: a view of 2^31', {'a.gltf': view(1, byteLength=2**31)}, 'bufferViews[1]: it reaches beyond the 72 bytes of buffers[0]. ' + ANOTHER)
case(G, 'glTF: a buffer of 2^40', {'a.gltf': edited(lambda r: r['buffers'][0].update(byteLength=1 << 40))}, 'buffers[0]: it holds 72 of the 1099511627776 bytes it promises: it is cut off. ' + ANOTHER)
case(G, '3MF: corner 4294967295', {'a.3mf': model(MODEL.replace('v1="0"', 'v1="4294967295"', 1))}, "the 3MF can't be read: ... " + BEST)
case(G, '3MF: a place of nan', {'a.3mf': model(MODEL.replace('x="1"', 'x="nan"', 1))}, '...')
case(G, '3MF: without a model', {'a.3mf': packed(PARTS.items())}, 'there is no model in the 3MF. ' + ANOTHER)
case(G, '3MF: with two models', {'a.3mf': model(MODEL, ('3D/other.model', MODEL))})
case(G, '3MF: without a unit', {'a.3mf': model(MODEL.replace(' unit="millimeter"', ''))})
case(G, '3MF: unit parsec', {'a.3mf': model(MODEL.replace('millimeter', 'parsec'))},
     "the 3MF's unit is none of micron, millimeter, centimeter, inch, foot, meter. " + ANOTHER)

# --- Names ------------------------------------------------------------------------------------------------------------------------

G = 'names'
case(G, 'control codes in the name of the file', {'a\x1b[31m\nb.stl': b'x'}, 'it is no STL: ... Check that the file is what its name says.')
case(G, 'no UTF-8 in the name of the file', {b'a\xff\xfe.stl': b'x'}, 'it is no STL: ... Check that the file is what its name says.')
case(G, 'control codes in the name of a part', {'a.obj': OBJ.replace(b'o A', b'o A\x1b[31m\x07\xff\xc2\x9b\xe2\x80\xae')})
case(G, 'a part with a name of 100000 letters', {'a.obj': OBJ.replace(b'o A', b'o ' + b'A' * 100000)})
case(G, 'control codes in a text STL', {'a.stl': text_stl().replace(b'solid a', b'solid \x1b[31m', 1)})

# --- Running them -----------------------------------------------------------------------------------------------------------------

def make(number, files):
    place = os.path.join(folder, str(number))
    os.mkdir(place)
    for name, content in files.items():
        path = os.path.join(os.fsencode(place), os.fsencode(name))
        if callable(content):
            content(os.fsdecode(path))
        elif content is not None:
            with open(path, 'wb') as file:
                file.write(content.encode() if isinstance(content, str) else content)
    return place, next(iter(files))

def wrong_words(text):
    return any(ord(c) < 32 and c != '\n' or 0x7f <= ord(c) < 0xa0 or c in '\ufffd\u202e' for c in text)

def complaints(status, out, err, refused, warned):
    if refused is None:
        if status != 0 or err:
            yield 'status %d where it should read' % status
        elif warned is not None and 'warning: ' + warned + '\n' not in out:
            yield 'no warning: ' + warned
        elif warned is None and 'warning:' in out and 'the 3MF' not in out:
            yield 'a warning'
        return
    pattern = r':(?:[0-9]+(?::[0-9]+)?:)? ' + '.*'.join(re.escape(part) for part in refused.split('...')) + '\n'
    if status != 3 or out:
        yield 'status %d instead of 3, %d bytes of output' % (status, len(out))
    if err.count('\n') != 1 or not err.startswith('trueline: '):
        yield 'not one line'
    if not re.search(pattern + r'\Z', err):
        yield 'not as expected: ' + refused

def run(task):
    number, (group, what, files, refused, warned) = task
    place, name = make(number, files)
    begin = time.monotonic()
    try:
        done = subprocess.run([program, 'import', '--no-cache', name], cwd=place, capture_output=True, timeout=120)
        status, out, err = done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace')
        found = list(complaints(status, out, err, refused, warned))
        found += ['words that steer terminals'] if wrong_words(out + err) else []
    except subprocess.TimeoutExpired:
        status, out, err, found = None, '', '', ['it hung']
    return group, what, status, out, err, found, time.monotonic() - begin

def scene_names_asset_and_file():
    """The same through a scene: who asked for the mesh, and where."""
    place, _ = make('scene', {'a.stl': os.mkfifo, 'table.scene.json': json.dumps({
        'trueline': 1, 'ruleset': 'dust-battlefield', 'table': {'width': 900, 'depth': 900}, 'assets': {'man': {'mesh': 'a.stl'}},
        'units': [{'id': unit, 'side': unit, 'class': 'infantry', 'members': [{'id': unit + '-1', 'asset': 'man', 'at': at}]}
                  for unit, at in (('foxes', [100, 100]), ('herons', [500, 500]))]})})
    for command in (['check', 'table.scene.json'], ['los', 'table.scene.json', 'foxes', 'herons']):
        done = subprocess.run([program, *command, '--no-cache'], cwd=place, capture_output=True, timeout=120)
        said = (done.stdout + done.stderr).decode()
        if done.returncode != 3 or 'a.stl: it is not a file (asked for by table.scene.json:1, assets.man). Name a mesh file.' not in said:
            yield '%s: %d, %s' % (command[0], done.returncode, said)

def shrinks_while_it_is_read():
    """A file that loses its end, and comes back longer, while the program reads it: a mesh or one line, whenever it is."""
    place, name = make('shrinks', {'a.stl': b'\0' * 80 + struct.pack('<I', 100000) + binary_stl()[84:134] * 100000})
    path = os.path.join(place, name)
    with open(path, 'rb') as file:
        whole = file.read()
    for wait, left in ((0, 0), (0.001, 84), (0.003, len(whole) // 2), (0.006, 4096), (0.012, 0), (0.025, len(whole) - 1), (0.05, 1000)):
        with open(path, 'wb') as file:
            file.write(whole)
        running = subprocess.Popen([program, 'import', '--no-cache', name], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(wait)
        os.truncate(path, left)
        os.truncate(path, 2 * len(whole))
        out, err = running.communicate(timeout=120)
        said = err.decode('utf-8', 'replace')
        if running.returncode == 0 and not said or running.returncode == 3 and said.startswith('trueline: a.stl') and said.count('\n') == 1:
            continue
        yield 'after %.3f s to %d bytes: status %d, %s' % (wait, left, running.returncode, said)

def reads_3mf():
    """A program built without lib3mf refuses 3MF before it looks at any."""
    place, name = make('whole', {'a.3mf': package(True)})
    done = subprocess.run([program, 'import', '--no-cache', name], cwd=place, capture_output=True, timeout=120)
    return b'was built without lib3mf' not in done.stderr

def main():
    failures = 0
    if not reads_3mf():
        left = [one for one in cases if not os.fsdecode(next(iter(one[2]))).endswith('.3mf')]
        print('SKIPPED: %d files of 3MF: this program was built without lib3mf' % (len(cases) - len(left)))
        cases[:] = left
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for group, what, status, out, err, found, took in pool.map(run, enumerate(cases)):
            failures += bool(found)
            if '--list' in sys.argv:
                said = err.strip() if status else ', '.join(line for line in out.split('\n') if line.startswith('warning: ')) or 'reads'
                print('| %s | %s | %s | %.2f' % (group, what, said, took))
            if found:
                print('FAILED: %s, %s: %s\n    status %s in %.1f s: %s' % (group, what, '; '.join(found), status, took, (err or out)[:400]))
    for problem in scene_names_asset_and_file():
        failures += 1
        print('FAILED: a scene that names a pipe: ' + problem)
    for problem in shrinks_while_it_is_read():
        failures += 1
        print('FAILED: a file that shrinks while it is read: ' + problem)
    shutil.rmtree(folder)
    print('%d hostile files, %d failures' % (len(cases), failures))
    return 1 if failures else 0

sys.exit(main())
