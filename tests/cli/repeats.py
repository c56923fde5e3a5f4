#!/usr/bin/env python3
"""The same file gives the same bytes in every run: files of every format are imported five times, each time with fresh
memory filled otherwise (MALLOC_PERTURB_ of the C library), and the welded meshes with their names and warnings, as the
cache keeps them, are compared byte for byte.

usage: repeats.py PROGRAM PROJECT [FILE ...]      with files: those instead of the ones made here
"""
import concurrent.futures, os, shutil, subprocess, sys, tempfile

program, project = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, project + '/tests/fuzz')
from seeds import DAE, MADE

FILLS = [None, 1, 85, 170, 255]  # None: as it comes
folder = tempfile.mkdtemp(prefix='trueline-repeats-')


def bent():
    """The tetrahedron hung on two joints, one of its points on none, in a mesh that a morph has changed."""
    text = DAE.decode()
    source = ('<source id="%s"><%s id="%sa" count="%d">%s</%s><technique_common><accessor source="#%sa" count="%d" stride="%d">'
              '<param name="%s" type="%s"/></accessor></technique_common></source>')

    def made(name, array, words, width, meaning, kind):
        return source % (name, array, name, len(words.split()), words, array, name, len(words.split()) // width, width, meaning, kind)
    same = '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1'
    skin = ('<library_controllers><controller id="k"><skin source="#m">'
            + made('j', 'Name_array', 'a b', 1, 'JOINT', 'name') + made('i', 'float_array', same + ' ' + same, 16, 'TRANSFORM', 'float4x4')
            + made('w', 'float_array', '1 0.5', 1, 'WEIGHT', 'float') + '<joints><input semantic="JOINT" source="#j"/><input '
            'semantic="INV_BIND_MATRIX" source="#i"/></joints><vertex_weights count="4"><input semantic="JOINT" source="#j" offset="0"/>'
            '<input semantic="WEIGHT" source="#w" offset="1"/><vcount>1 2 0 1</vcount><v>0 0 0 1 1 1 1 0</v></vertex_weights></skin>'
            '</controller><controller id="m"><morph source="#g">' + made('t', 'IDREF_array', 'g', 1, 'MORPH_TARGET', 'IDREF')
            + made('x', 'float_array', '0.25', 1, 'MORPH_WEIGHT', 'float') + '<targets><input semantic="MORPH_TARGET" source="#t"/>'
            '<input semantic="MORPH_WEIGHT" source="#x"/></targets></morph></controller></library_controllers>')
    text = text.replace('<library_visual', skin + '<library_visual', 1)
    return text.replace('<instance_geometry url="#g"/>', '<node sid="a"><translate>0 0 1</translate></node><node sid="b"><scale>2 2 2'
                        '</scale></node><instance_controller url="#k"/>', 1).encode()


def files():
    if len(sys.argv) > 3:
        return [os.path.abspath(path) for path in sys.argv[3:]]
    paths = []
    for number, (key, made) in enumerate([*MADE.items(), ('bent.dae', {'bent.dae': bent()})]):
        place = '%s/%d' % (folder, number)
        os.mkdir(place)
        for name, data in made.items():
            with open(place + '/' + name, 'wb') as file:
                file.write(data)
        # the key ends with the file that campaigns of damage change; the mesh is the first that is no companion
        paths.append(place + '/' + key.split()[0])
    return paths


def run(path, number, fill):
    """What the cache keeps of the mesh, or what was said."""
    cache = tempfile.mkdtemp(dir=folder)
    environment = dict(os.environ, TRUELINE_CACHE=cache)
    environment.pop('MALLOC_PERTURB_', None)
    if fill is not None:
        environment['MALLOC_PERTURB_'] = str(fill)
    done = subprocess.run([program, 'import', path, '--json'], env=environment, capture_output=True)
    kept = sorted(os.listdir(cache))
    content = b''.join(open(cache + '/' + name, 'rb').read() for name in kept)
    shutil.rmtree(cache)
    return done.returncode, done.stdout, done.stderr, content


def check(path):
    results = [run(path, number, fill) for number, fill in enumerate(FILLS)]
    name = os.path.basename(path)
    if any(result != results[0] for result in results):
        return 'FAILED: %s comes in otherwise when memory is filled otherwise' % name, False
    if len(sys.argv) > 3:
        return '', True
    code, out, err, content = results[0]
    without = name.endswith('.3mf') and b'built without lib3mf' in err
    if not without and (code != 0 or not content):
        return 'FAILED: %s: %s' % (name, err.decode(errors='replace').strip()), False
    return '', True


try:
    paths = files()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        said = list(pool.map(check, paths))
    for text, good in said:
        if not good:
            print(text)
    print('%d files, each imported %d times, %d failures' % (len(paths), len(FILLS), sum(not good for _, good in said)))
    sys.exit(any(not good for _, good in said))
finally:
    shutil.rmtree(folder, ignore_errors=True)
