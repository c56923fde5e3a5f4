// match_check.mjs: the comparison itself is held against meshes changed on purpose. Run: node match_check.mjs [SEED]

import assert from 'node:assert';
import { compare, otherwisePlaced, turned } from './match.mjs';

let state = Number(process.argv[2] ?? 1) * 2654435761 % 4294967296;
const random = () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
const below = (n) => Math.floor(random() * n);

// A closed, bumpy ball of quads, each cut along the diagonal that `cut` says.
function ball(n, cut) {
    const at = (i, j) => {
        const [u, v] = [Math.PI * (i + 0.5) / n, 2 * Math.PI * (j % n) / n];
        const r = 100 + 7 * Math.sin(5 * u + 3 * v) + 3 * Math.cos(11 * v);
        return [r * Math.sin(u) * Math.cos(v), r * Math.sin(u) * Math.sin(v), r * Math.cos(u)];
    };
    const out = [];
    for (let i = 0; i + 1 < n; i++)
        for (let j = 0; j < n; j++) {
            const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            out.push(...(cut(i, j) ? [a, b, c, a, c, d] : [a, b, d, b, c, d]).flat());
        }
    return Float64Array.from(out);
}

// The triangles in another order, each begun at another corner, with noise.
function shuffled(mesh, noise) {
    const list = Array.from({ length: mesh.length / 9 }, (_, i) => [i, random()]).sort((a, b) => a[1] - b[1]);
    const moves = new Map();
    const out = [];
    for (const [i] of list)
        for (let k = 0, first = below(3); k < 3; k++) {
            const corner = mesh.subarray(9 * i + 3 * ((first + k) % 3), 9 * i + 3 * ((first + k) % 3) + 3);
            const key = corner.join();
            if (!moves.has(key))
                moves.set(key, [0, 1, 2].map(() => noise * (random() - 0.5)));
            out.push(...moves.get(key).map((move, axis) => corner[axis] + move));
        }
    return Float64Array.from(out);
}

const mesh = ball(24, () => true);
const count = mesh.length / 9;
for (let round = 0; round < 20; round++) {
    const like = shuffled(mesh, 2e-4);
    assert.equal(compare(mesh, like).how, 'exact');
    assert.equal(compare(mesh, like).turned, 0);
    assert.equal(compare(mesh, shuffled(ball(24, () => random() < 0.5), 2e-4)).how, 'cut otherwise');

    const moved = like.slice();
    moved[below(moved.length)] += 0.05; // some two ten-thousandths of the size
    assert.equal(compare(mesh, moved).same, false);

    const without = below(count);
    assert.equal(compare(mesh, like.filter((_, i) => Math.floor(i / 9) !== without)).same, false);
    assert.equal(compare(like.filter((_, i) => Math.floor(i / 9) !== without), mesh).same, false);
    assert.equal(compare(mesh, Float64Array.from([...like, ...like.subarray(0, 9)])).how, 'exact');

    const over = like.slice();
    over.set(like.subarray(3, 6), 6);
    over.set(like.subarray(6, 9), 3);
    assert.equal(compare(mesh, over).turned, 1);

    const mirrored = like.map((value, i) => (i % 3 === 0 ? -value : value));
    assert.equal(compare(mesh, mirrored).same, false);
    assert.equal(compare(mesh, like.map((value) => 1.001 * value)).same, false);

    const turn = { axes: [2, 0, 1], signs: [1, 1, 1] };
    assert.equal(compare(mesh, turned(like, turn, 25.4)).same, false);
    assert.ok(Math.abs(otherwisePlaced(mesh, turned(like, turn, 25.4)).scale * 25.4 - 1) < 1e-4);
}
console.log('20 rounds: alike is told from unlike');
