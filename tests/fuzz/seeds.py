"""Small meshes in every format, for campaigns and tests: a tetrahedron, told in each in its own way."""
import base64, io, json, struct, zipfile

POINTS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]

# --- Seeds: a tetrahedron in every format that Trueline promises, and in some more that Assimp reads --------------------

def text_of(rows, join=' '):
    return ''.join(join.join(str(x) for x in row) + '\n' for row in rows)

def binary_stl():
    out = b'\0' * 80 + struct.pack('<I', 4)
    for t in FACES:
        out += struct.pack('<3f', 0, 0, 0) + b''.join(struct.pack('<3f', *POINTS[i]) for i in t) + b'\0\0'
    return out

def text_stl():
    out = 'solid a\n'
    for t in FACES:
        out += 'facet normal 0 0 1\nouter loop\n' + ''.join('vertex %d %d %d\n' % POINTS[i] for i in t) + 'endloop\nendfacet\n'
    return (out + 'endsolid a\n').encode()

def ply(kind):
    head = ('ply\nformat %s 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\n'
            'property list uchar int vertex_indices\nend_header\n' % kind).encode()
    if kind == 'ascii':
        return head + text_of(POINTS).encode() + text_of((3,) + t for t in FACES).encode()
    end = '<' if 'little' in kind else '>'
    return (head + b''.join(struct.pack(end + '3f', *p) for p in POINTS)
            + b''.join(struct.pack(end + 'B3i', 3, *t) for t in FACES))

def gltf_parts():
    indices = b''.join(struct.pack('<3H', *t) for t in FACES)
    points = b''.join(struct.pack('<3f', *p) for p in POINTS)
    root = {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
            'nodes': [{'name': 'A', 'children': [1]}, {'mesh': 0, 'translation': [1, 2, 3]}],
            'meshes': [{'name': 'hull', 'primitives': [{'attributes': {'POSITION': 0}, 'indices': 1, 'material': 0}]}],
            'materials': [{'name': 'steel'}],
            'accessors': [{'bufferView': 0, 'componentType': 5126, 'count': 4, 'type': 'VEC3', 'min': [0, 0, 0],
                           'max': [1, 1, 1]}, {'bufferView': 1, 'componentType': 5123, 'count': 12, 'type': 'SCALAR'}],
            'bufferViews': [{'buffer': 0, 'byteLength': 48}, {'buffer': 0, 'byteOffset': 48, 'byteLength': 24}],
            'buffers': [{'byteLength': 72}]}
    return root, points + indices

def compact(root):
    return json.dumps(root, separators=(',', ':')).encode()

def gltf(uri):
    root, data = gltf_parts()
    root['buffers'][0]['uri'] = uri or 'data:application/octet-stream;base64,' + base64.b64encode(data).decode()
    return compact(root)

def glb():
    root, data = gltf_parts()
    text = compact(root)
    text += b' ' * (-len(text) % 4)
    return (struct.pack('<4sII', b'glTF', 2, 28 + len(text) + len(data)) + struct.pack('<I4s', len(text), b'JSON') + text
            + struct.pack('<I4s', len(data), b'BIN\0') + data)

def package(stored):
    model = ('<?xml version="1.0" encoding="UTF-8"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing'
             '/core/2015/02"><resources><object id="1" type="model" name="hull"><mesh><vertices>'
             + ''.join('<vertex x="%d" y="%d" z="%d"/>' % p for p in POINTS) + '</vertices><triangles>'
             + ''.join('<triangle v1="%d" v2="%d" v3="%d"/>' % t for t in FACES) + '</triangles></mesh></object>'
             '<object id="2" type="model"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components>'
             '</object></resources><build><item objectid="1"/><item objectid="2"/></build></model>')
    types = ('<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default '
             'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" '
             'ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>')
    links = ('<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
             '<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/'
             '3dmodel"/></Relationships>')
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, text in (('[Content_Types].xml', types), ('_rels/.rels', links), ('3D/3dmodel.model', model)):
            archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), text,
                             zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    return out.getvalue()

DAE = ('<?xml version="1.0"?>\n<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">'
       '<asset><unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g" name="hull"><mesh>'
       '<source id="p"><float_array id="pa" count="12">' + ' '.join('%d %d %d' % p for p in POINTS) + '</float_array>'
       '<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>'
       '<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" '
       'source="#p"/></vertices><triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>'
       + ' '.join('%d %d %d' % t for t in FACES) + '</p></triangles></mesh></geometry></library_geometries><library_visual_scenes>'
       '<visual_scene id="s"><node id="n" name="A"><translate>1 2 3</translate><instance_geometry url="#g"/></node></visual_scene>'
       '</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>\n').encode()

FBX = ('; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7300\n}\nGlobalSettings:  {\n'
       '\tVersion: 1000\n\tProperties70:  {\n\t\tP: "UpAxis", "int", "Integer", "",2\n\t\tP: "UpAxisSign", "int", "Integer", "",1\n'
       '\t\tP: "UnitScaleFactor", "double", "Number", "",0.1\n\t}\n}\nObjects:  {\n\tGeometry: 10, "Geometry::hull", "Mesh" {\n'
       '\t\tVertices: *12 {\n\t\t\ta: ' + ','.join('%d,%d,%d' % p for p in POINTS) + '\n\t\t}\n\t\tPolygonVertexIndex: *12 {\n'
       '\t\t\ta: ' + ','.join('%d,%d,%d' % (a, b, -1 - c) for a, b, c in FACES) + '\n\t\t}\n\t\tGeometryVersion: 124\n\t}\n'
       '\tModel: 20, "Model::A", "Mesh" {\n\t\tVersion: 232\n\t\tProperties70:  {\n\t\t\tP: "Lcl Translation", "Lcl Translation", '
       '"", "A",1,2,3\n\t\t}\n\t}\n}\nConnections:  {\n\tC: "OO",10,20\n\tC: "OO",20,0\n}\n').encode()

def three_ds():
    def chunk(kind, data):
        return struct.pack('<HI', kind, 6 + len(data)) + data
    points = chunk(0x4110, struct.pack('<H', 4) + b''.join(struct.pack('<3f', *p) for p in POINTS))
    faces = chunk(0x4120, struct.pack('<H', 4) + b''.join(struct.pack('<4H', *t, 7) for t in FACES))
    return chunk(0x4d4d, chunk(0x3d3d, chunk(0x4000, b'hull\0' + chunk(0x4100, points + faces))))

X = ('xof 0303txt 0032\nMesh hull {\n4;\n' + ',\n'.join('%d;%d;%d;' % p for p in POINTS) + ';\n4;\n'
     + ',\n'.join('3;%d,%d,%d;' % t for t in FACES) + ';\n}\n').encode()
AC = ('AC3Db\nMATERIAL "m" rgb 1 1 1 amb 1 1 1 emis 0 0 0 spec 0 0 0 shi 0 trans 0\nOBJECT world\nkids 1\nOBJECT poly\nname "hull"\n'
      'loc 1 2 3\nnumvert 4\n' + text_of(POINTS) + 'numsurf 4\n'
      + ''.join('SURF 0x0\nmat 0\nrefs 3\n' + ''.join('%d 0 0\n' % i for i in t) for t in FACES) + 'kids 0\n').encode()
AMF = ('<?xml version="1.0"?><amf unit="millimeter"><object id="1"><mesh><vertices>'
       + ''.join('<vertex><coordinates><x>%d</x><y>%d</y><z>%d</z></coordinates></vertex>' % p for p in POINTS)
       + '</vertices><volume>' + ''.join('<triangle><v1>%d</v1><v2>%d</v2><v3>%d</v3></triangle>' % t for t in FACES)
       + '</volume></mesh></object></amf>\n').encode()
X3D = ('<?xml version="1.0"?><X3D version="3.0" profile="Immersive"><Scene><Transform translation="1 2 3"><Shape><IndexedFaceSet '
       'coordIndex="' + ' '.join('%d %d %d -1' % t for t in FACES) + '"><Coordinate point="'
       + ', '.join('%d %d %d' % p for p in POINTS) + '"/></IndexedFaceSet></Shape></Transform></Scene></X3D>\n').encode()
DXF = ('0\nSECTION\n2\nENTITIES\n' + ''.join('0\n3DFACE\n8\nhull\n' + ''.join(
       '%d\n%d\n%d\n%d\n%d\n%d\n' % (10 + k, POINTS[i][0], 20 + k, POINTS[i][1], 30 + k, POINTS[i][2])
       for k, i in enumerate(t + t[2:])) for t in FACES) + '0\nENDSEC\n0\nEOF\n').encode()

# name: the files, of which the first is read and the one named last is damaged
OBJ = b'mtllib a.mtl\no A\nusemtl b\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
MTL = b'newmtl b\nKa 0 0 0\nKd 0.5 0.5 0.5\nd 1\nillum 2\nmap_Kd a.png\n'
MADE = {
    'a.stl': {'a.stl': binary_stl()}, 't.stl': {'t.stl': text_stl()},
    'a.obj': {'a.mtl': MTL, 'a.obj': OBJ}, 'a.obj a.mtl': {'a.obj': OBJ, 'a.mtl': MTL},
    'a.ply': {'a.ply': ply('ascii')}, 'l.ply': {'l.ply': ply('binary_little_endian')},
    'b.ply': {'b.ply': ply('binary_big_endian')},
    'a.off': {'a.off': b'OFF\n4 4 0\n' + text_of(POINTS).encode() + text_of((3,) + t for t in FACES).encode()},
    'a.gltf': {'a.gltf': gltf(None)}, 'b.gltf': {'b.bin': gltf_parts()[1], 'b.gltf': gltf('b.bin')},
    'b.gltf b.bin': {'b.gltf': gltf('b.bin'), 'b.bin': gltf_parts()[1]},
    'a.glb': {'a.glb': glb()}, 'a.dae': {'a.dae': DAE}, 'a.fbx': {'a.fbx': FBX},
    's.3mf': {'s.3mf': package(True)}, 'd.3mf': {'d.3mf': package(False)},
    'a.3ds': {'a.3ds': three_ds()}, 'a.x': {'a.x': X}, 'a.ac': {'a.ac': AC}, 'a.amf': {'a.amf': AMF}, 'a.x3d': {'a.x3d': X3D},
    'a.dxf': {'a.dxf': DXF},
}
