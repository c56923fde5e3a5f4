// match.mjs: two meshes compared as sets of triangles, whatever their order, up to a tolerance.

// A grid over points: finds those within `tolerance`, and tells the nearest.
class Grid {
    constructor(tolerance) {
        this.tolerance = tolerance;
        this.cells = new Map();
        this.points = [];
        this.size = tolerance > 0 ? 2 * tolerance : 1;
    }

    key(i, j, k) {
        return ((i * 73856093) ^ (j * 19349663) ^ (k * 83492791)) | 0;
    }

    add(x, y, z) {
        const key = this.key(Math.floor(x / this.size) | 0, Math.floor(y / this.size) | 0, Math.floor(z / this.size) | 0);
        const index = this.points.length / 3;
        this.points.push(x, y, z);
        const cell = this.cells.get(key);
        if (cell)
            cell.push(index);
        else
            this.cells.set(key, [index]);
        return index;
    }

    // The index of the nearest point within `reach`, at most the tolerance, or -1.
    nearest(x, y, z, reach) {
        let found = -1;
        let least = reach * reach;
        const range = (v) => [Math.floor((v - this.tolerance) / this.size), Math.floor((v + this.tolerance) / this.size)];
        const [i0, i1] = range(x), [j0, j1] = range(y), [k0, k1] = range(z);
        for (let i = i0; i <= i1; i++)
            for (let j = j0; j <= j1; j++)
                for (let k = k0; k <= k1; k++)
                    for (const index of this.cells.get(this.key(i | 0, j | 0, k | 0)) ?? []) {
                        const dx = this.points[3 * index] - x, dy = this.points[3 * index + 1] - y;
                        const dz = this.points[3 * index + 2] - z;
                        const square = dx * dx + dy * dy + dz * dz;
                        if (square < least || (square === least && found < 0)) {
                            least = square;
                            found = index;
                        }
                    }
        return found;
    }
}

/** Box, area and signed volume of triangles (nine numbers each). */
export function measure(triangles) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    let area = 0, volume = 0;
    for (let i = 0; i < triangles.length; i += 9) {
        const t = triangles.subarray(i, i + 9);
        for (let k = 0; k < 9; k++) {
            low[k % 3] = Math.min(low[k % 3], t[k]);
            high[k % 3] = Math.max(high[k % 3], t[k]);
        }
        area += areaOf(t);
        volume += (t[0] * (t[4] * t[8] - t[5] * t[7]) - t[1] * (t[3] * t[8] - t[5] * t[6]) + t[2] * (t[3] * t[7] - t[4] * t[6])) / 6;
    }
    return { count: triangles.length / 9, low, high, area, volume };
}

function areaOf(t) {
    const a = t[3] - t[0], b = t[4] - t[1], c = t[5] - t[2], d = t[6] - t[0], e = t[7] - t[1], f = t[8] - t[2];
    return Math.hypot(b * f - c * e, c * d - a * f, a * e - b * d) / 2;
}

function thin(t, tolerance) {
    const longest = Math.max(Math.hypot(t[3] - t[0], t[4] - t[1], t[5] - t[2]), Math.hypot(t[6] - t[3], t[7] - t[4], t[8] - t[5]),
        Math.hypot(t[0] - t[6], t[1] - t[7], t[2] - t[8]));
    return areaOf(t) <= longest * tolerance;
}

const finite = (triangles) => {
    for (let i = 0; i < triangles.length; i++)
        if (!Number.isFinite(triangles[i])) {
            const out = [];
            for (let k = 0; k < triangles.length; k += 9)
                if (triangles.subarray(k, k + 9).every(Number.isFinite))
                    for (let n = 0; n < 9; n++)
                        out.push(triangles[k + n]);
            return Float64Array.from(out);
        }
    return triangles;
};

// The corners of each triangle as numbers of points: those of `first` by their exact place (or, with `merge`, what lies
// within that share of the tolerance as one), others by the nearest of them.
function number(first, second, tolerance, merge) {
    const grid = new Grid(tolerance);
    const exact = new Map();
    const ids = new Int32Array(first.length / 3), other = new Int32Array(second.length / 3);
    for (const [triangles, out, near] of [[first, ids, merge * tolerance], [second, other, tolerance]])
        for (let i = 0; i < out.length; i++) {
            const x = triangles[3 * i], y = triangles[3 * i + 1], z = triangles[3 * i + 2];
            const key = `${x},${y},${z}`;
            let id = exact.get(key);
            if (id === undefined) {
                id = near > 0 ? grid.nearest(x, y, z, near) : -1;
                if (id < 0)
                    id = grid.add(x, y, z);
                exact.set(key, id);
            }
            out[i] = id;
        }
    return [ids, other];
}

// Three numbers as one text, in rising order; odd: whether ordering turned the triangle over.
function keyOf(a, b, c) {
    let odd = false;
    if (a > b) { [a, b] = [b, a]; odd = !odd; }
    if (b > c) { [b, c] = [c, b]; odd = !odd; }
    if (a > b) { [a, b] = [b, a]; odd = !odd; }
    return { key: `${a},${b},${c}`, odd };
}

// The set of triangles by key: { index of the first, first: its winding (1 even, 2 odd), windings that occur, net: how many
// more are even than odd }.
function setOf(ids) {
    const set = new Map();
    for (let i = 0; i < ids.length; i += 3) {
        const a = ids[i], b = ids[i + 1], c = ids[i + 2];
        if (a === b || b === c || c === a)
            continue;
        const { key, odd } = keyOf(a, b, c);
        const was = set.get(key);
        if (was) {
            was.windings |= odd ? 2 : 1;
            was.net += odd ? -1 : 1;
        } else
            set.set(key, { index: i / 3, first: odd ? 2 : 1, windings: odd ? 2 : 1, net: odd ? -1 : 1 });
    }
    return set;
}

// A triangle as often as it stands on one side, what is wound the other way taken off: [index, how often].
const weighed = ({ index, first, net }) => [index, first === 1 ? net : -net];

const edgeOf = (a, b) => (a < b ? `${a},${b}` : `${b},${a}`);
const signOf = (a, b) => (a < b ? 1 : -1);

// Whether what is left on both sides has the same rim: then polygons were cut along other diagonals, and nothing else.
// `lists` holds [triangles, their corners' numbers, sign]. Slivers count as nothing: the edge along one is as good as the
// two on its other side. `folds` ([corners, how often]) are taken in where that brings the rims nearer: reading drops some of
// what lies twice. Without `oriented` the way that triangles are wound makes no difference.
function sameRim(lists, slivers, folds, oriented) {
    const edges = new Map();
    const add = (a, b, much) => {
        const edge = edgeOf(a, b);
        const sum = (edges.get(edge) ?? 0) + signOf(a, b) * much;
        if (oriented ? sum === 0 : sum % 2 === 0)
            edges.delete(edge);
        else
            edges.set(edge, sum);
    };
    for (const [list, ids, sign] of lists)
        for (const [t, much] of list)
            for (let k = 0; k < 3 && much !== 0; k++)
                add(ids[3 * t + k], ids[3 * t + (k + 1) % 3], sign * much);
    for (let round = 0, changed = true; changed && edges.size > 0 && round < 20; round++) {
        changed = false;
        for (const [a, b, c] of slivers) { // the long edge from a to c
            const much = (edges.get(edgeOf(a, c)) ?? 0) * signOf(a, c);
            if (much === 0)
                continue;
            add(a, c, -much);
            add(a, b, much);
            add(b, c, much);
            changed = true;
        }
    }
    for (let changed = true; changed && edges.size > 0;) {
        changed = false;
        for (const [[a, b, c], much] of folds) {
            const sides = [[a, b], [b, c], [c, a]];
            const open = () => sides.reduce((sum, [p, q]) => sum + Math.abs(edges.get(edgeOf(p, q)) ?? 0), 0);
            const before = open();
            if (before === 0)
                continue;
            sides.forEach(([p, q]) => add(p, q, much));
            if (open() < before)
                changed = true;
            else
                sides.forEach(([p, q]) => add(p, q, -much));
        }
    }
    return edges.size === 0;
}

// The corners of a sliver's numbers, its long edge from the first to the third; longest slivers first.
function sliversOf(lists) {
    const out = [];
    for (const [triangles, list, ids] of lists)
        for (const t of list) {
            const at = (k) => triangles.subarray(9 * t + 3 * k, 9 * t + 3 * k + 3);
            const long = (j, k) => Math.hypot(...[0, 1, 2].map((axis) => at(j)[axis] - at(k)[axis]));
            const [a, b, c, length] = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map(([i, j, k]) => [i, j, k, long(i, k)])
                .sort((x, y) => y[3] - x[3])[0];
            const three = [ids[3 * t + a], ids[3 * t + b], ids[3 * t + c]];
            if (three[0] !== three[1] && three[1] !== three[2] && three[0] !== three[2])
                out.push([three, length]);
        }
    return out.sort((x, y) => y[1] - x[1]).map(([three]) => three);
}

// Triangles of matched places of which the sides have unlike numbers: [corners, 1 or -1], as many as it takes.
function foldsOf(theirSet, mySet, other) {
    const out = [];
    for (const [key, { index, first, net }] of theirSet) {
        const mine = mySet.get(key);
        const corners = [other[3 * index], other[3 * index + 1], other[3 * index + 2]];
        for (let much = mine ? (mine.net - net) * (first === 1 ? 1 : -1) : 0; much !== 0; much -= Math.sign(much))
            out.push([corners, Math.sign(much)]);
    }
    return out;
}

const areaOfAll = (triangles, list) => list.reduce((sum, [t]) => sum + areaOf(triangles.subarray(9 * t, 9 * t + 9)), 0);

// The square of a point's distance from the triangle at `at`: to its plane where the foot lies inside, else to an edge.
function squareFrom(point, triangles, at) {
    const corner = (k) => [0, 1, 2].map((axis) => triangles[at + 3 * k + axis]);
    const minus = (p, q) => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const cross = (p, q) => [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    const three = [corner(0), corner(1), corner(2)];
    const normal = cross(minus(three[1], three[0]), minus(three[2], three[0]));
    const length = dot(normal, normal);
    let inside = length > 0, least = Infinity;
    for (let k = 0; k < 3; k++) {
        const from = three[k], side = minus(three[(k + 1) % 3], from), to = minus(point, from);
        inside &&= dot(cross(side, to), normal) >= 0;
        const share = Math.min(1, Math.max(0, dot(to, side) / (dot(side, side) || 1)));
        const rest = minus(to, side.map((value) => share * value));
        least = Math.min(least, dot(rest, rest));
    }
    return inside ? dot(minus(point, three[0]), normal) ** 2 / length : least;
}

// Whether points spread over the triangles of `list` all lie within `tolerance` of the surface `others`.
function liesOn(triangles, list, others, tolerance) {
    const shares = [[1 / 3, 1 / 3], [0.8, 0.1], [0.1, 0.8], [0.1, 0.1], [0.45, 0.45], [0.45, 0.1], [0.1, 0.45]];
    return list.every(([t]) => shares.every(([u, v]) => {
        const point = [0, 1, 2].map((axis) => u * triangles[9 * t + axis] + v * triangles[9 * t + 3 + axis] +
            (1 - u - v) * triangles[9 * t + 6 + axis]);
        for (let at = 0; at < others.length; at += 9) {
            let near = true;
            for (let axis = 0; near && axis < 3; axis++) {
                const a = others[at + axis], b = others[at + 3 + axis], c = others[at + 6 + axis];
                near = Math.min(a, b, c) - tolerance <= point[axis] && point[axis] <= Math.max(a, b, c) + tolerance;
            }
            if (near && squareFrom(point, others, at) <= tolerance * tolerance)
                return true;
        }
        return false;
    }));
}

const FEW = 4000; // triangles that liesOn is asked about

/**
 * Compares `ours` with `theirs`. Answer: { same, how: 'exact' | 'cut otherwise' (along other
 * diagonals; `smaller`: they fold concave polygons over) | 'larger' (the other way round) | 'same surface' (cut
 * otherwise by triangles without area that lie in folds; every point lies on the other side's surface) | undefined, turned: triangles wound the
 * other way, only_ours, only_theirs, ours, theirs: measures }.
 */
export function compare(ours, theirs, relative = 1e-5) {
    theirs = finite(theirs);
    const result = compareOnce(ours, theirs, relative, 0);
    if (result.same)
        return result;
    const again = compareOnce(ours, theirs, relative, 0.5);
    return again.same ? again : result;
}

function compareOnce(ours, theirs, relative, merge) {
    const mine = measure(ours), their = measure(theirs);
    const result = { same: false, turned: 0, only_ours: 0, only_theirs: 0, ours: mine, theirs: their };
    const largest = Math.max(0, ...[...mine.low, ...mine.high, ...their.low, ...their.high].map(Math.abs).filter(Number.isFinite));
    const size = Math.max(0, ...[0, 1, 2].map((axis) => their.high[axis] - their.low[axis]).filter(Number.isFinite));
    const tolerance = Math.max(relative * size, 5e-7 * largest);
    result.tolerance = tolerance;
    const [ids, other] = number(ours, theirs, tolerance, merge);
    const left = [], right = [];
    const mySet = setOf(ids), theirSet = setOf(other);
    for (const [key, one] of mySet) {
        const match = theirSet.get(key);
        if (!match)
            left.push(weighed(one));
        else if (!(match.windings & one.windings))
            result.turned++;
    }
    for (const [key, one] of theirSet)
        if (!mySet.has(key))
            right.push(weighed(one));
    result.unlike = [left.length, right.length];
    const solidLeft = left.filter(([t]) => !thin(ours.subarray(9 * t, 9 * t + 9), 2 * tolerance));
    const solidRight = right.filter(([t]) => !thin(theirs.subarray(9 * t, 9 * t + 9), 2 * tolerance));
    result.only_ours = solidLeft.length;
    result.only_theirs = solidRight.length;
    if (solidLeft.length === 0 && solidRight.length === 0)
        return { ...result, same: true, how: 'exact' };
    const a = areaOfAll(ours, solidLeft), b = areaOfAll(theirs, solidRight);
    result.cut_area = [a, b];
    const isThin = (list, solid) => { const all = new Set(solid); return list.filter((one) => !all.has(one)).map(([t]) => t); };
    const slivers = sliversOf([[ours, isThin(left, solidLeft), ids], [theirs, isThin(right, solidRight), other]]);
    const allMine = new Set(ids), allTheirs = new Set(other);
    const known = (list, numbers, all) => list.every(([t]) => [0, 1, 2].every((k) => all.has(numbers[3 * t + k])));
    if (!known(solidLeft, ids, allTheirs) || !known(solidRight, other, allMine))
        return result;
    const folds = foldsOf(theirSet, mySet, other);
    for (const oriented of [true, false])
        if (sameRim([[solidLeft, ids, 1], [solidRight, other, -1]], slivers, folds, oriented)) {
            // of all surfaces with one plane rim the plane one is smallest: who cuts a concave polygon badly has more
            const how = a > 1.1 * b + 1e-5 * their.area ? 'larger' : a < 0.9 * b ? 'cut otherwise, smaller' : 'cut otherwise';
            return { ...result, turned: oriented ? 0 : result.turned, same: how !== 'larger', how };
        }
    if (solidLeft.length + solidRight.length <= FEW && liesOn(ours, solidLeft, theirs, 2 * tolerance) &&
        liesOn(theirs, solidRight, ours, 2 * tolerance))
        return { ...result, same: true, how: 'same surface' };
    return result;
}

const TURNS = (() => {
    const out = [];
    for (const [a, b, c, parity] of [[0, 1, 2, 1], [1, 2, 0, 1], [2, 0, 1, 1], [0, 2, 1, -1], [2, 1, 0, -1], [1, 0, 2, -1]])
        for (const signs of [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1], [-1, -1, -1], [-1, 1, 1], [1, -1, 1], [1, 1, -1]])
            if (signs[0] * signs[1] * signs[2] * parity === 1)
                out.push({ axes: [a, b, c], signs });
    return out;
})();

/** The same triangles after `turn` and times `scale`. */
export function turned(triangles, { axes, signs }, scale) {
    const out = new Float64Array(triangles.length);
    for (let i = 0; i < triangles.length; i += 3)
        for (let k = 0; k < 3; k++)
            out[i + k] = scale * signs[k] * triangles[i + axes[k]];
    return out;
}

/** Whether `ours` is `theirs` at another size or turned by right angles: { scale, turn } or null. */
export function otherwisePlaced(ours, theirs) {
    const mine = measure(ours), their = measure(finite(theirs));
    const span = (m) => Math.hypot(...[0, 1, 2].map((k) => m.high[k] - m.low[k]));
    const scale = span(mine) / span(their);
    if (!(scale > 0) || !Number.isFinite(scale))
        return null;
    for (const turn of TURNS) {
        const ends = [0, 1, 2].map((k) => [their.low[turn.axes[k]], their.high[turn.axes[k]]].map((v) => v * scale * turn.signs[k]).sort((x, y) => x - y));
        if (ends.every(([low, high], k) => Math.abs(low - mine.low[k]) + Math.abs(high - mine.high[k]) < 1e-3 * span(mine)) &&
            compare(ours, turned(finite(theirs), turn, scale)).same)
            return { scale, turn: turn.axes.map((axis, k) => `${turn.signs[k] < 0 ? '-' : '+'}${'xyz'[axis]}`).join(' ') };
    }
    return null;
}
