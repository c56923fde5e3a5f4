// compare.mjs: holds what `trueline import` makes of mesh files against what readers that are not ours make of them.
//
//   node compare.mjs --trueline PROGRAM [--list FILE] [--out FOLDER] [--jobs N] FILE...
//
// FOLDER keeps what the judges said (by the file's content), results.jsonl (a line for each file) and table.txt.

import { fork, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, measure, otherwisePlaced } from './match.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const PATIENCE_MS = 180000;

function options(words) {
    const out = { files: [], out: 'judged', jobs: 1, trueline: 'trueline' };
    while (words.length > 0) {
        const word = words.shift();
        if (word === '--list')
            out.files.push(...fs.readFileSync(words.shift(), 'utf8').split('\n').filter(Boolean));
        else if (word.startsWith('--'))
            out[word.slice(2)] = words.shift();
        else
            out.files.push(word);
    }
    return out;
}

// A judge in a process of its own: it may crash or hang, and is then begun anew.
class Judge {
    ask(file, kept) {
        this.child ??= fork(path.join(HERE, 'judge.mjs'), { execArgv: ['--max-old-space-size=6000'] });
        return new Promise((resolve) => {
            const done = (answer) => {
                clearTimeout(timer);
                this.child?.removeAllListeners();
                resolve(answer);
            };
            const fail = (why) => {
                const child = this.child;
                this.child = null;
                done({ file, judges: [{ judge: 'all', error: why }], validity: null });
                child?.kill('SIGKILL');
            };
            const timer = setTimeout(() => fail('took too long'), PATIENCE_MS);
            this.child.once('message', done);
            this.child.once('exit', () => fail('the judge crashed'));
            this.child.send({ file, kept });
        });
    }

    end() {
        this.child?.kill();
    }
}

function run(program, words) {
    return new Promise((resolve) => {
        const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
        let out = '', complaints = '';
        const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
        child.stdout.on('data', (text) => { out += text; });
        child.stderr.on('data', (text) => { complaints += text; });
        child.on('close', (status, signal) => {
            clearTimeout(timer);
            resolve({ status: status ?? signal, out, complaints: complaints.trim() });
        });
    });
}

// The triangles of an OBJ that we wrote ourselves: vertices, then faces of three corners, in one order.
function trianglesOfObj(file) {
    const points = [], out = [];
    for (const line of fs.readFileSync(file, 'latin1').split('\n'))
        if (line.startsWith('v '))
            points.push(line.slice(2).split(' ').map(Number));
        else if (line.startsWith('f '))
            for (const corner of line.slice(2).trim().split(' '))
                for (const value of points[parseInt(corner, 10) - 1])
                    out.push(value);
    return Float64Array.from(out);
}

async function ours(program, file, folder) {
    const made = path.join(folder, `made-${process.pid}-${Math.random().toString(36).slice(2)}.obj`);
    const began = process.hrtime.bigint();
    const { status, out, complaints } = await run(program, ['import', file, '--json', '--no-cache', '-o', made]);
    const seconds = Number(process.hrtime.bigint() - began) / 1e9;
    let report = null;
    try {
        report = JSON.parse(out);
    } catch { /* refused: told in words */ }
    const triangles = status === 0 && fs.existsSync(made) ? trianglesOfObj(made) : null;
    fs.rmSync(made, { force: true });
    return { status, complaints: complaints || report?.message || (status === 0 ? '' : out.slice(0, 300)), report, triangles, seconds };
}

// What is up goes up; which way it faces then is the program's own convention, by format: both ways are good.
const UPRIGHT = {
    '+x': [(x, y, z) => [y, z, x], (x, y, z) => [-z, y, x], (x, y, z) => [-y, -z, x]],
    '+y': [(x, y, z) => [z, x, y], (x, y, z) => [x, -z, y]],
    '+z': [(x, y, z) => [x, y, z]],
};

// Millimetres and Z up, as the program writes meshes: one answer for each way to face.
function* upright(triangles, metres, up) {
    for (const way of UPRIGHT[up]) {
        const out = new Float64Array(triangles.length);
        for (let i = 0; i < triangles.length; i += 3)
            out.set(way(triangles[i] * metres * 1000, triangles[i + 1] * metres * 1000, triangles[i + 2] * metres * 1000), i);
        yield out;
    }
}

const MANY = 27e6; // numbers: three million triangles

// Meshes too large for sets are compared by box and area alone; those without area stand on one side only.
function compareMeasures(mine, theirs) {
    const [a, b] = [measure(mine), measure(theirs)];
    const size = Math.max(...[0, 1, 2].map((axis) => b.high[axis] - b.low[axis]));
    const near = (x, y, unit) => Math.abs(x - y) <= 1e-5 * unit;
    const same = [0, 1, 2].every((axis) => near(a.low[axis], b.low[axis], size) && near(a.high[axis], b.high[axis], size)) &&
        near(a.area, b.area, b.area) && Math.abs(a.count - b.count) <= 0.01 * b.count;
    return { same, how: 'by measures', turned: 0, ours: a, theirs: b };
}

// The comparison with the way to face that fits, else the first.
function compareUpright(mine, { kept, metres, up }) {
    let first;
    for (const theirs of upright(readKept(kept), metres, up)) {
        const way = Math.max(mine.length, theirs.length) > MANY ? compareMeasures : compare;
        const result = { ...way(mine, theirs), triangles: theirs };
        first ??= result;
        if (result.same)
            return result;
    }
    return first;
}

const readKept = (file) => {
    const bytes = fs.readFileSync(file);
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};

// Whether any triangle has an area and finite corners: a mesh without is nothing to measure on.
function holdsArea(triangles) {
    for (let i = 0; i < triangles.length; i += 9) {
        const { area } = measure(triangles.subarray(i, i + 9));
        if (area > 0 && Number.isFinite(area))
            return true;
    }
    return false;
}

// Keeps judges from being asked twice about one content.
async function judged(judge, file, folder) {
    const bytes = fs.readFileSync(file);
    const kept = path.join(folder, 'judges', createHash('sha1').update(file).update(bytes).digest('hex').slice(0, 20));
    if (fs.existsSync(`${kept}.json`))
        return JSON.parse(fs.readFileSync(`${kept}.json`, 'utf8'));
    const answer = await judge.ask(file, kept);
    fs.writeFileSync(`${kept}.json`, JSON.stringify(answer));
    return answer;
}

const short = (m) => ({ count: m.count, size: m.high.map((v, k) => +(v - m.low[k]).toPrecision(6)), low: m.low.map((v) => +v.toPrecision(6)), area: +m.area.toPrecision(6), volume: +m.volume.toPrecision(6) });

// What is to be said of one file.
async function verdict(judge, program, file, folder) {
    const size = fs.statSync(file).size;
    const mine = await ours(program, file, folder);
    const { judges, validity } = await judged(judge, file, folder);
    const line = { file, bytes: size, seconds: +mine.seconds.toFixed(3), validity };
    const readable = judges.filter((j) => j.count > 0 && holdsArea(readKept(j.kept)));
    line.judges = judges.map((j) => (j.error ? `${j.judge}: ${j.error}` : `${j.judge}: ${j.count}`));
    if (mine.status !== 0) {
        line.reason = mine.complaints.slice(0, 400);
        const valid = !validity || validity.errors === 0;
        line.result = typeof mine.status !== 'number' || (mine.status !== 3 && mine.status !== 2 && mine.status !== 4) ? 'CRASHED' :
            readable.length === 0 ? 'refused' : valid ? 'refused though readable' : 'refused, invalid';
        return line;
    }
    line.warnings = [...(mine.report?.warnings ?? [])];
    line.unit = mine.report?.unit?.stated;
    line.count = mine.triangles.length / 9;
    if (readable.length === 0) {
        line.result = 'unjudged';
        return line;
    }
    line.against = [];
    for (const j of readable) {
        const c = compareUpright(mine.triangles, j);
        const said = { judge: j.judge, same: c.same, how: c.how, turned: c.turned, only_ours: c.only_ours, only_theirs: c.only_theirs, cut_area: c.cut_area };
        if (!c.same) {
            Object.assign(said, { ours: short(c.ours), theirs: short(c.theirs) });
            if (Math.max(c.ours.count, c.theirs.count) < 400000)
                said.placed = otherwisePlaced(mine.triangles, c.triangles);
        }
        line.against.push(said);
    }
    const best = line.against.find((a) => a.same && a.turned === 0) ?? line.against.find((a) => a.same);
    const apart = line.against.some((a) => !a.same);
    if (best)
        line.result = best.turned > 0 ? 'right but turned over' : apart ? 'right, judges differ' : 'right';
    else
        line.result = line.warnings.length > 0 ? 'warned' : 'wrong';
    return line;
}

const RESULTS = ['right', 'right, judges differ', 'right but turned over', 'warned', 'wrong', 'refused', 'refused, invalid',
    'refused though readable', 'unjudged', 'CRASHED'];

// A row for each format, and one for all.
function table(lines) {
    const kinds = [...new Set(lines.map((line) => path.extname(line.file).toLowerCase()))].sort();
    const head = ['format', 'files', ...RESULTS];
    const rows = [...kinds, 'all'].map((kind) => {
        const of = lines.filter((line) => kind === 'all' || path.extname(line.file).toLowerCase() === kind);
        return [kind, of.length, ...RESULTS.map((result) => of.filter((line) => line.result === result).length)];
    });
    return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n') + '\n';
}

async function main() {
    const { files, out, jobs, trueline } = options(process.argv.slice(2));
    fs.mkdirSync(path.join(out, 'judges'), { recursive: true });
    const results = fs.createWriteStream(path.join(out, 'results.jsonl'));
    const lines = [];
    const waiting = [...files];
    const work = async () => {
        const judge = new Judge();
        while (waiting.length > 0) {
            const file = waiting.shift();
            let line;
            try {
                line = await verdict(judge, trueline, file, out);
            } catch (error) {
                line = { file, result: 'unjudged', failure: String(error?.stack ?? error) };
            }
            lines.push(line);
            results.write(JSON.stringify(line) + '\n');
        }
        judge.end();
    };
    await Promise.all(Array.from({ length: Number(jobs) }, work));
    results.end();
    lines.sort((a, b) => (a.file < b.file ? -1 : 1));
    fs.writeFileSync(path.join(out, 'table.txt'), table(lines));
    process.stdout.write(table(lines));
}

await main();
