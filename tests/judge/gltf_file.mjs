// gltf_file.mjs: a glTF or GLB opened for the judges: its JSON without everything that only changes looks, and its buffers.

import fs from 'node:fs';
import path from 'node:path';

const onlyLooks = (name) => /_(texture|materials?|lights?|techniques|animation|interactivity|image)/.test(name);

// The two chunks of a GLB (glTF 2.0, section 4.4), or a text alone.
function chunksOf(bytes) {
    if (bytes.length < 4 || bytes.toString('latin1', 0, 4) !== 'glTF')
        return { json: bytes.toString('utf8').replace(/^\uFEFF/, '') };
    if (bytes.readUInt32LE(4) !== 2)
        return { json: '{"asset":{"version":"1.0"}}' };
    const jsonLength = bytes.readUInt32LE(12);
    const json = bytes.toString('utf8', 20, 20 + jsonLength);
    const next = 20 + jsonLength;
    if (next + 8 > bytes.length)
        return { json };
    return { json, binary: bytes.subarray(next + 8, next + 8 + bytes.readUInt32LE(next)) };
}

function bytesOf(uri, folder) {
    const data = /^data:[^,]*?(;base64)?,/.exec(uri);
    if (data)
        return data[1] ? Buffer.from(uri.slice(data[0].length), 'base64') : Buffer.from(decodeURIComponent(uri.slice(data[0].length)));
    return fs.readFileSync(path.join(folder, decodeURIComponent(uri)));
}

// Takes textures and materials out: a judge without a screen can't load them, and shapes don't need them.
function strip(json) {
    delete json.images;
    delete json.textures;
    delete json.samplers;
    delete json.animations;
    delete json.cameras;
    for (const node of json.nodes ?? [])
        delete node.camera;
    json.materials = (json.materials ?? []).map(() => ({}));
    for (const list of ['extensionsUsed', 'extensionsRequired'])
        if (json[list])
            json[list] = json[list].filter((name) => !onlyLooks(name));
    for (const name of Object.keys(json.extensions ?? {}))
        if (onlyLooks(name) || name === 'KHR_materials_variants')
            delete json.extensions[name];
    for (const node of json.nodes ?? [])
        for (const name of Object.keys(node.extensions ?? {}))
            if (onlyLooks(name))
                delete node.extensions[name];
    for (const mesh of json.meshes ?? [])
        for (const primitive of mesh.primitives ?? [])
            delete primitive.extensions?.KHR_materials_variants;
}

/** Opens a file: { json, buffers: [Uint8Array], scene: index or null, roots: node indices of what is shown }. */
export function openGltf(file) {
    const { json: text, binary } = chunksOf(fs.readFileSync(file));
    const json = JSON.parse(text);
    if (!String(json.asset?.version ?? '').startsWith('2.'))
        throw new Error(`glTF version ${json.asset?.version}`);
    strip(json);
    const folder = path.dirname(file);
    const compressed = (json.extensionsUsed ?? []).some((name) => /_meshopt_compression$/.test(name));
    const fallback = (buffer) => Object.values(buffer.extensions ?? {}).some((extension) => extension.fallback);
    const buffers = (json.buffers ?? []).map((buffer, index) => {
        const absent = buffer.uri === undefined && (index > 0 || !binary);
        if (fallback(buffer) || (absent && compressed))
            return new Uint8Array(buffer.byteLength); // a place for what readers decompress
        if (absent)
            throw new Error(`buffer ${index} has no bytes`);
        const all = buffer.uri === undefined ? binary : bytesOf(buffer.uri, folder);
        if (all.length < buffer.byteLength)
            throw new Error(`buffer ${index} has ${all.length} of ${buffer.byteLength} bytes`);
        return new Uint8Array(all.subarray(0, buffer.byteLength)); // a copy that begins at an address of its own
    });
    return { json, buffers, roots: rootsOf(json) };
}

// What is shown: the default scene, else the first one, else every node that is nobody's child.
function rootsOf(json) {
    const scene = json.scenes?.[json.scene ?? 0];
    if (scene)
        return scene.nodes ?? [];
    const children = new Set((json.nodes ?? []).flatMap((node) => node.children ?? []));
    return (json.nodes ?? []).map((_, index) => index).filter((index) => !children.has(index));
}
