// read_viewer.mjs: the triangles of OBJ, STL, PLY and OFF files by the engine of Online3DViewer.

import fs from 'node:fs';
import path from 'node:path';
import * as OV from 'online-3d-viewer/source/engine/main.js';

const IMPORTERS = { '.obj': 'ImporterObj', '.stl': 'ImporterStl', '.ply': 'ImporterPly', '.off': 'ImporterOff' };

/** The triangles of a file as it stands (millimetres and Z up are ours to say), or null. */
export async function readViewer(file) {
    const kind = path.extname(file).toLowerCase();
    if (!IMPORTERS[kind])
        return null;
    const importer = new OV[IMPORTERS[kind]]();
    const bytes = fs.readFileSync(file);
    const content = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const colour = new OV.RGBColor(0, 0, 0);
    await new Promise((resolve, reject) => importer.Import(path.basename(file), kind.slice(1), content, {
        getDefaultLineMaterialColor: () => colour, getDefaultMaterialColor: () => colour, getFileBuffer: () => null,
        onSuccess: resolve, onError: () => reject(new Error(importer.GetErrorMessage() ?? 'not read')), onComplete: () => {},
    }));
    const out = [];
    importer.GetModel().EnumerateTriangleVertices((...corners) => corners.forEach((at) => out.push(at.x, at.y, at.z)));
    return { triangles: Float64Array.from(out), metres: 1e-3, up: '+z' };
}
