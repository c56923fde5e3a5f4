// read_three.mjs: the triangles of mesh files by three.js' loaders, which want a browser: what they need of one is lent.

import fs from 'node:fs';
import path from 'node:path';
import { DOMParser } from 'linkedom';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { ThreeMFLoader } from 'three/addons/loaders/3MFLoader.js';
import { AMFLoader } from 'three/addons/loaders/AMFLoader.js';
import { strFromU8, strToU8, unzipSync, zipSync } from 'three/addons/libs/fflate.module.js';
import { openGltf } from './gltf_file.mjs';

globalThis.DOMParser = DOMParser;
globalThis.self ??= globalThis;
globalThis.window ??= globalThis;
globalThis.ProgressEvent ??= class {};
THREE.TextureLoader.prototype.load = () => new THREE.Texture();
THREE.ImageLoader.prototype.load = () => ({});
THREE.FileLoader.prototype.load = () => {}; // what is read at all lies in the file, or was read before

const point = new THREE.Vector3();

function emitMesh(mesh, matrix, out) {
    const geometry = mesh.geometry;
    const positions = geometry.getAttribute('position');
    if (!positions)
        return;
    const index = geometry.getIndex();
    const count = index ? index.count : positions.count;
    const flip = !mesh.isSkinnedMesh && matrix.determinant() < 0;
    for (let i = 0; i + 2 < count; i += 3)
        for (let k = 0; k < 3; k++) {
            const corner = i + (flip ? 2 - k : k);
            mesh.getVertexPosition(index ? index.getX(corner) : corner, point).applyMatrix4(matrix);
            out.push(point.x, point.y, point.z);
        }
}

// Everything that is drawn as triangles, in the coordinates of `scene`'s parent.
function trianglesOf(scene) {
    scene.updateMatrixWorld(true);
    const out = [];
    scene.traverse((object) => {
        if (object.isInstancedMesh)
            for (let i = 0; i < object.count; i++) {
                const matrix = new THREE.Matrix4();
                object.getMatrixAt(i, matrix);
                emitMesh(object, matrix.premultiply(object.matrixWorld), out);
            }
        else if (object.isMesh)
            emitMesh(object, object.matrixWorld, out);
    });
    return Float64Array.from(out);
}

const bufferOf = (file) => {
    const bytes = fs.readFileSync(file);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

// A Draco decoder that needs no workers, in the place of three's DRACOLoader; the decoding itself is Google's.
function dracoLoader(decoder) {
    const ARRAYS = { Float32Array, Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array };
    const TYPES = {
        Float32Array: 'DT_FLOAT32', Uint8Array: 'DT_UINT8', Int8Array: 'DT_INT8', Uint16Array: 'DT_UINT16',
        Int16Array: 'DT_INT16', Uint32Array: 'DT_UINT32', Int32Array: 'DT_INT32',
    };
    const heap = (pointer, bytes) => decoder.HEAPU8.slice(pointer, pointer + bytes).buffer;
    const decode = (bytes, ids, types) => {
        const reader = new decoder.Decoder();
        const mesh = new decoder.Mesh();
        const status = reader.DecodeArrayToMesh(new Int8Array(bytes), bytes.byteLength, mesh);
        if (!status.ok())
            throw new Error(`Draco: ${status.error_msg()}`);
        const geometry = new THREE.BufferGeometry();
        const size = mesh.num_faces() * 12;
        const pointer = decoder._malloc(size);
        reader.GetTrianglesUInt32Array(mesh, size, pointer);
        geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(heap(pointer, size)), 1));
        decoder._free(pointer);
        for (const name of Object.keys(ids)) {
            const attribute = reader.GetAttributeByUniqueId(mesh, ids[name]);
            const type = types[name] ?? 'Float32Array';
            const values = mesh.num_points() * attribute.num_components();
            const length = values * ARRAYS[type].BYTES_PER_ELEMENT;
            const at = decoder._malloc(length);
            reader.GetAttributeDataArrayForAllPoints(mesh, attribute, decoder[TYPES[type]], length, at);
            geometry.setAttribute(name, new THREE.BufferAttribute(new ARRAYS[type](heap(at, length)), attribute.num_components()));
            decoder._free(at);
        }
        decoder.destroy(mesh);
        decoder.destroy(reader);
        return geometry;
    };
    return {
        preload() { return this; },
        decodeDracoFile(bytes, callback, ids, types, space, onError) {
            return Promise.resolve().then(() => callback(decode(bytes, ids, types))).catch(onError);
        },
    };
}

async function readGltf(file) {
    const { json, buffers, roots } = openGltf(file);
    json.scenes = [{ nodes: roots }];
    json.scene = 0;
    const loader = new GLTFLoader();
    loader.setMeshoptDecoder(MeshoptDecoder);
    loader.setDRACOLoader(dracoLoader(await draco3d.createDecoderModule()));
    loader.register((parser) => {
        parser.loadBuffer = (index) => Promise.resolve(buffers[index].buffer);
        return { name: 'buffers that are read already' };
    });
    const { scene } = await loader.parseAsync(JSON.stringify(json), '');
    return { triangles: trianglesOf(scene), metres: 1, up: '+y' };
}

// A text by its byte-order mark.
function textOf(file) {
    const bytes = fs.readFileSync(file);
    const mark = bytes.subarray(0, 2).toString('hex');
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8').decode(bytes);
}

function readCollada(file) {
    let text = textOf(file);
    if (!/<asset[\s/>]/.test(text)) // three can't do without
        text = text.replace(/<COLLADA[^>]*>/, '$&<asset/>');
    const { scene } = new ColladaLoader().parse(text, '');
    const up = scene.rotation.x !== 0 ? '+z' : /<up_axis>\s*X_UP/.test(text) ? '+x' : '+y';
    const metres = scene.scale.x;
    scene.rotation.set(0, 0, 0);
    scene.scale.set(1, 1, 1);
    return { triangles: trianglesOf(scene), metres, up };
}

function readFbx(file) {
    const scene = new FBXLoader().parse(bufferOf(file), '');
    const turned = Math.abs(scene.rotation.x + Math.PI / 2) < 1e-9;
    if (turned)
        scene.rotation.set(0, 0, 0);
    return { triangles: trianglesOf(scene), metres: (scene.userData.unitScaleFactor ?? 1) / 100, up: turned ? '+z' : '+y' };
}

const UNITS_3MF = { micron: 1e-6, millimeter: 1e-3, centimeter: 1e-2, inch: 0.0254, foot: 0.3048, meter: 1 };

// Three drops triangles whose material it does not know: without materials it reads them all.
function read3mf(file) {
    const parts = unzipSync(new Uint8Array(bufferOf(file)));
    let unit = null;
    for (const name of Object.keys(parts).filter((part) => /\.model$/i.test(part))) {
        const text = strFromU8(parts[name]);
        if (/^\/?3D\/[^/]*$/i.test(name))
            unit ??= /<model[^>]*\bunit\s*=\s*["'](\w+)/.exec(text)?.[1];
        parts[name] = strToU8(text.replace(/\s(pid|pindex|p1|p2|p3)\s*=\s*("[^"]*"|'[^']*')/g, ''));
    }
    const scene = new ThreeMFLoader().parse(zipSync(parts, { level: 0 }).buffer);
    return { triangles: trianglesOf(scene), metres: UNITS_3MF[unit ?? 'millimeter'], up: '+z' };
}

const inMillimetres = (scene) => ({ triangles: trianglesOf(scene), metres: 1e-3, up: '+z' });
const asMesh = (geometry) => new THREE.Mesh(geometry, new THREE.Material());

// A PLY without faces is a cloud of points: three makes no difference.
function readPly(file) {
    const geometry = new PLYLoader().parse(bufferOf(file));
    return inMillimetres(geometry.getIndex() ? asMesh(geometry) : new THREE.Group());
}

const READERS = {
    '.gltf': readGltf, '.glb': readGltf, '.vrm': readGltf, '.dae': readCollada, '.fbx': readFbx, '.3mf': read3mf,
    '.ply': readPly,
    '.obj': (file) => inMillimetres(new OBJLoader().parse(fs.readFileSync(file, 'utf8'))),
    '.stl': (file) => inMillimetres(asMesh(new STLLoader().parse(bufferOf(file)))),
    '.amf': (file) => inMillimetres(new AMFLoader().parse(bufferOf(file))), // which scales by the file's unit itself
};

/** The triangles of a file, in the frame of the file: { triangles, metres: the unit's length, up }, or null. */
export async function readThree(file) {
    const reader = READERS[path.extname(file).toLowerCase()];
    return reader ? reader(file) : null;
}
