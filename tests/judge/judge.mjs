// judge.mjs: reads mesh files with readers that are not ours and tells their triangles.
//
//   node judge.mjs FILE            prints three corners a line, in the file's own frame
//   started by compare.mjs it answers messages { file, kept } with what each judge says, and keeps triangles in files

import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import validator from 'gltf-validator';

const READERS = [
    ['three', './read_three.mjs', 'readThree'],
    ['transform', './read_transform.mjs', 'readTransform'],
    ['viewer', './read_viewer.mjs', 'readViewer'],
];

const isGltf = (file) => /\.(gltf|glb|vrm)$/i.test(file);

/** What each judge reads: [{ judge, triangles, metres, up } or { judge, error }]. */
export async function judgements(file) {
    const out = [];
    for (const [judge, module, name] of READERS) {
        if (judge === 'transform' && !isGltf(file))
            continue;
        try {
            const answer = await (await import(module))[name](file);
            if (answer)
                out.push({ judge, ...answer });
        } catch (error) {
            out.push({ judge, error: String(error?.message ?? error).slice(0, 300) });
        }
    }
    return out;
}

/** What Khronos' validator says of a glTF: { errors, codes }, or null for other files. */
export async function validity(file) {
    if (!isGltf(file))
        return null;
    try {
        const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
            uri: path.basename(file), maxIssues: 20,
            externalResourceFunction: async (uri) => new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))),
        });
        const errors = report.issues.messages.filter((issue) => issue.severity === 0);
        return { errors: report.issues.numErrors, codes: [...new Set(errors.map((issue) => issue.code))] };
    } catch (error) {
        return { errors: 1, codes: [String(error?.message ?? error).slice(0, 200)] };
    }
}

async function answer({ file, kept }) {
    const judges = await judgements(file);
    for (const judgement of judges)
        if (judgement.triangles) {
            judgement.kept = `${kept}.${judgement.judge}`;
            fs.writeFileSync(judgement.kept, new Uint8Array(judgement.triangles.buffer));
            judgement.count = judgement.triangles.length / 9;
            delete judgement.triangles;
        }
    process.send({ file, judges, validity: await validity(file) });
}

// What loaders say in passing is not what they read.
const print = console.log;
for (const name of ['log', 'warn', 'error', 'info', 'debug'])
    console[name] = () => {};

if (process.send) {
    process.on('message', answer);
    process.on('uncaughtException', () => process.exit(3));
} else if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    for (const judgement of await judgements(process.argv[2])) {
        const { judge, error, triangles, metres, up } = judgement;
        print(error ? `# ${judge}: ${error}` : `# ${judge}: ${triangles.length / 9} triangles, ${metres} m a unit, up ${up}`);
        for (let i = 0; triangles && i < triangles.length; i += 9)
            print(Array.from(triangles.subarray(i, i + 9)).join(' '));
    }
}
