// read_transform.mjs: the triangles of a glTF by glTF-Transform: accessors through the library, scenes laid out by the
// words of the standard (skins by joints, morph targets by weight, instances).

import { Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import { openGltf } from './gltf_file.mjs';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

// a * b, columns first.
function times(a, b) {
    const out = new Array(16);
    for (let column = 0; column < 4; column++)
        for (let row = 0; row < 4; row++) {
            let sum = 0;
            for (let k = 0; k < 4; k++)
                sum += a[4 * k + row] * b[4 * column + k];
            out[4 * column + row] = sum;
        }
    return out;
}

function moved(m, [x, y, z]) {
    return [
        m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13],
        m[2] * x + m[6] * y + m[10] * z + m[14],
    ];
}

const determinant = (m) => m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) +
    m[8] * (m[1] * m[6] - m[2] * m[5]);

function composed([tx, ty, tz], [x, y, z, w], [sx, sy, sz]) {
    return [
        (1 - 2 * (y * y + z * z)) * sx, 2 * (x * y + z * w) * sx, 2 * (x * z - y * w) * sx, 0,
        2 * (x * y - z * w) * sy, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z + x * w) * sy, 0,
        2 * (x * z + y * w) * sz, 2 * (y * z - x * w) * sz, (1 - 2 * (x * x + y * y)) * sz, 0,
        tx, ty, tz, 1,
    ];
}

const localMatrix = (node) => node.matrix ??
    composed(node.translation ?? [0, 0, 0], node.rotation ?? [0, 0, 0, 1], node.scale ?? [1, 1, 1]);

function worldMatrices(json) {
    const parent = new Array(json.nodes?.length ?? 0).fill(-1);
    (json.nodes ?? []).forEach((node, index) => (node.children ?? []).forEach((child) => { parent[child] = index; }));
    const made = [];
    const of = (index) => made[index] ??=
        parent[index] < 0 ? localMatrix(json.nodes[index]) : times(of(parent[index]), localMatrix(json.nodes[index]));
    return parent.map((_, index) => of(index));
}

// The corners of a primitive's triangles, three by three (glTF 2.0, section 3.7.2.1).
function corners(primitive) {
    const indices = primitive.getIndices();
    const count = indices ? indices.getCount() : primitive.getAttribute('POSITION').getCount();
    const at = (i) => (indices ? indices.getScalar(i) : i);
    const out = [];
    const mode = primitive.getMode();
    if (mode === 4)
        for (let i = 0; i + 2 < count; i += 3)
            out.push(at(i), at(i + 1), at(i + 2));
    else if (mode === 5)
        for (let i = 0; i + 2 < count; i++)
            out.push(at(i), at(i + 1 + (i % 2)), at(i + 2 - (i % 2)));
    else if (mode === 6)
        for (let i = 0; i + 2 < count; i++)
            out.push(at(i + 1), at(i + 2), at(0));
    return out;
}

function morphed(primitive, weights) {
    const positions = primitive.getAttribute('POSITION');
    const targets = primitive.listTargets().map((target) => target.getAttribute('POSITION'));
    const out = [];
    for (let i = 0; i < positions.getCount(); i++) {
        const point = positions.getElement(i, []).slice(0, 3);
        targets.forEach((target, k) => {
            if (target && weights[k]) {
                const offset = target.getElement(i, []);
                for (let axis = 0; axis < 3; axis++)
                    point[axis] += weights[k] * offset[axis];
            }
        });
        out.push(point);
    }
    return out;
}

// Each vertex's matrix of joints, or null where the primitive has no skin.
function skinned(primitive, joints) {
    if (!joints || !primitive.getAttribute('JOINTS_0') || !primitive.getAttribute('WEIGHTS_0'))
        return null;
    const sets = [];
    for (let k = 0; primitive.getAttribute(`JOINTS_${k}`) && primitive.getAttribute(`WEIGHTS_${k}`); k++)
        sets.push([primitive.getAttribute(`JOINTS_${k}`), primitive.getAttribute(`WEIGHTS_${k}`)]);
    return (vertex) => {
        const sum = new Array(16).fill(0);
        let total = 0;
        for (const [which, much] of sets) {
            const index = which.getElement(vertex, []);
            const weight = much.getElement(vertex, []);
            for (let k = 0; k < 4; k++) {
                total += weight[k];
                for (let i = 0; weight[k] !== 0 && i < 16; i++)
                    sum[i] += weight[k] * joints[index[k]][i];
            }
        }
        return total === 0 ? joints[0] : sum.map((value) => value / total);
    };
}

function instances(node) {
    const extension = node.getExtension('EXT_mesh_gpu_instancing');
    if (!extension)
        return [IDENTITY];
    const attribute = (name) => extension.getAttribute(name);
    const count = Math.max(0, ...extension.listAttributes().map((accessor) => accessor.getCount()));
    return Array.from({ length: count }, (_, i) => composed(
        attribute('TRANSLATION')?.getElement(i, []) ?? [0, 0, 0], attribute('ROTATION')?.getElement(i, []) ?? [0, 0, 0, 1],
        attribute('SCALE')?.getElement(i, []) ?? [1, 1, 1]));
}

function emit(out, points, triangles, matrixOf, mirrored) {
    for (let i = 0; i < triangles.length; i += 3) {
        const three = [triangles[i], triangles[i + 1], triangles[i + 2]];
        if (mirrored)
            three.reverse();
        for (const corner of three)
            out.push(...moved(matrixOf(corner), points[corner]));
    }
}

/** The triangles of a file's scene at rest, in metres and Y up. */
export async function readTransform(file) {
    const { json, buffers, roots } = openGltf(file);
    const resources = {};
    (json.buffers ?? []).forEach((buffer, index) => {
        buffer.uri = `buffer-${index}`;
        resources[buffer.uri] = buffers[index];
    });
    const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS)
        .registerDependencies({ 'draco3d.decoder': await draco3d.createDecoderModule(), 'meshopt.decoder': MeshoptDecoder });
    const plain = structuredClone(json);
    const document = await io.readJSON({ json, resources });
    const root = document.getRoot();
    const nodes = root.listNodes();
    const skins = root.listSkins();
    const world = worldMatrices(plain);
    const out = [];
    const show = (index) => {
        const node = nodes[index];
        const mesh = node.getMesh();
        const weights = plain.nodes[index].weights ?? mesh?.getWeights() ?? [];
        const skin = plain.nodes[index].skin ?? null;
        const inverse = skin === null ? null : skins[skin].getInverseBindMatrices();
        const joints = skin === null ? null : plain.skins[skin].joints.map((joint, i) =>
            inverse ? times(world[joint], inverse.getElement(i, [])) : world[joint]);
        for (const primitive of mesh?.listPrimitives() ?? []) {
            if (primitive.getMode() < 4 || !primitive.getAttribute('POSITION'))
                continue;
            const points = morphed(primitive, weights);
            const triangles = corners(primitive);
            const bones = skinned(primitive, joints);
            if (bones)
                emit(out, points, triangles, bones, false);
            else
                for (const instance of instances(node)) {
                    const matrix = times(world[index], instance);
                    emit(out, points, triangles, () => matrix, determinant(matrix) < 0);
                }
        }
        for (const child of plain.nodes[index].children ?? [])
            show(child);
    };
    roots.forEach(show);
    return { triangles: Float64Array.from(out), metres: 1, up: '+y' };
}
