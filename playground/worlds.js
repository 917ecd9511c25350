// The worlds that come with the page: maps and scenes of the documentation, and maps that are drawn here. Angles are in
// degrees.
import { readFile } from "node:fs/promises";

const at = (name) => new URL(`../${name}`, import.meta.url);
const CAR = { turnRadius: 2.5 };
const ONE_COST = { 2: 0, 4: 0, 6: 0, 7: 0 };
const STRICT = { unit: { turnRadius: 1 }, costs: ONE_COST, request: { method: "hybrid-strict", hasHeading: true } };
const TREES = "T", WALL = "@", GROUND = ".";

/// name, title, what to look at, map, start, goal, and what else differs from the usual.
const FIGURES = [
    ["figure-1a", "1a: from the grid", "A grid path by A* has eight directions only.", "strait", [1.5, 16.5], [1.5, 3.5], { request: { method: "astar", smoothing: "none" } }],
    ["figure-1b", "1b: simple smoothing", "Smoothing drops waypoints: fewer bends, and a shorter way.", "strait", [1.5, 16.5], [1.5, 3.5], { request: { method: "astar", smoothing: "simple" } }],
    ["figure-1c", "1c: turns that ignore walls", "Both turns overlap walls: the checker says so, and the path is drawn as illegal.", "strait", [1.5, 16.5, 0], [1.5, 3.5], { unit: CAR, request: { method: "astar", smoothing: "none", turns: "ignore", allowViolations: true } }],
    ["figure-1d", "1d: directional search", "With this turning radius the only legal way is another one, and longer.", "strait", [1.5, 16.5, 0], [1.5, 3.5], { unit: CAR, request: { method: "directional-48" } }],
    ["figure-2", "2: zigzag", "Under More, tick \"Fewest bends\", or let a bend cost something: the same way, with fewer turns.", "rocks", [20.5, 10.5], [1.5, 1.5], { request: { method: "astar", smoothing: "none" } }],
    ["figure-3", "3: Walkable()", "Each waypoint that the unit can pass in a straight line is dropped.", "hedge", [1.5, 6.5], [14.5, 4.5], { request: { method: "astar", smoothing: "simple-sampled" } }],
    ["figure-4", "4: an impossible diagonal", "If A* may cut corners, it passes between two blocks that touch.", "rift", [3.5, 2.5], [18.5, 9.5], { unit: { corners: "always" }, request: { method: "astar", smoothing: "simple-sampled" } }],
    ["figure-5", "5: turn, then go straight", "Turn the start by its handle: the path begins with the shorter of two turns.", "meadow", [8, 6, -60], [16, 9], { unit: { turnRadius: 2 } }],
    ["figure-7", "7: a turn that does not fit", "The unit backs up once: a three-point turn. Without the reverse gear there is another way, or none.", "driveway", [1.5, 4.5, 0], [5.5, 0.5], { unit: { turnRadius: 2.5, reverse: true, reversePenalty: 1 } }],
    ["figure-8", "8: left by turning right", "Three quarters of a turn to the right lead left.", "junction", [3.5, 13.5, -90], [11.5, 3.5], { unit: { turnRadius: 2 }, request: { method: "directional-48" } }],
    ["figure-9", "9: arriving with a heading", "Turn the goal by its handle: four curves of turn, line and turn, and the shortest is taken.", "meadow", [5.5, 7.5, -90], [14, 6, 90], { unit: { turnRadius: 2 }, request: { hasHeading: true } }],
    ["figure-10", "10: both turns to one side", "The line is as long as the line between both centres.", "meadow", [4.5, 8, -72], [15, 7, 60], { unit: { turnRadius: 2 }, request: { hasHeading: true } }],
    ["figure-11", "11: turns to different sides", "The line is parallel to the one that leads to a third circle.", "meadow", [4, 8, -60], [15.5, 5.5, -60], { unit: { turnRadius: 2 }, request: { hasHeading: true } }],
    ["figure-12", "12: around a bend", "Directional-24 finds a way, Directional-8 finds none.", "bend", [0.5, 5.5, 0], [6.5, 1.5], { unit: { turnRadius: 1.5, body: "circle", width: 0.6 }, request: { method: "directional-24" } }],
    ["figure-13", "13: what a motion touches", "Under Inside, switch motions on, and point at one: it is tested against the tiles that it touches.", "window", [5.5, 5.5, 0], [8.5, 6.5, 45], { unit: { turnRadius: 1.5, body: "circle", width: 0.66 }, request: { method: "directional", hasHeading: true } }],
    ["figure-14", "14: fixed angles", "For sprites of 16 directions: the path bends to them. Choose 8, or none and rounded art, which slides.", "meadow", [1.5, 10.75, 0], [17, 3], { unit: { turnRadius: 3 }, request: { fixedAngles: "16" } }],
    ["figure-16", "16: roads", "Choose how the path uses roads: follow, lanes, wide turns, cones.", "roads", [0.5, 3.5, 0], [30.5, 22.5], { unit: { turnRadius: 3 }, costs: { 1: 1.25 }, request: { roads: "cones" } }],
    ["figure-17", "17: pulled taut", "Compare: simple smoothing is longer than a path that is pulled taut.", "walls", [1.5, 9.5], [24.5, 7.5], { request: { smoothing: "taut" } }],
    ["figure-18", "18: a ship in harbour", "The same way is legal from the side.", "harbour", [10.5, 12.5, -90], [22.5, 9.5], { unit: { turnRadius: 2 } }],
    ["figure-19", "19: another way", "No legal way is near the grid's: the hybrid goes far around.", "strait", [3.5, 16.5, -90], [3.5, 1.5], { unit: { turnRadius: 2.5 } }],
    ["figure-20", "20: repair in the canal", "The grid leads through the jog; under Inside, look at the steps of the strict hybrid: it repairs the gap from a to b.", "canal", [8.5, 15.5, -90], [8.5, 1.5, -90], STRICT],
    ["figure-21", "21: one tile changes everything", "Draw a tile into the narrows, and take it away again.", "narrows", [8.5, 15.5, -90], [8.5, 1.5, -90], STRICT],
    ["figure-21b", "21b: a tile more", "With a tile in the narrows, the way leads around.", "narrows-closed", [8.5, 15.5, -90], [8.5, 1.5, -90], STRICT],
    ["figure-22", "22: shortest or fastest", "Tick \"Least time\" under More: the longer way is faster for a unit that must slow down in turns.", "chicane", [1.5, 6.5, 0], [34.5, 6.5], { unit: { turnRadius: 1 }, request: { method: "directional" }, agent: { top: 5, acceleration: 3, braking: 3, lateral: 0.5 } }],
    ["gates", "Through a gate", "Four ways to treat the turns of a grid path: under Path, choose Legal turns, and see which of them the checker accepts.", "gates", [2.5, 8.5, 0], [10.5, 2.5], { unit: { turnRadius: 2.5, width: 0.9, reverse: true }, request: { method: "grid", smoothing: "none", turns: "back-up" } }],
    ["blocks", "Two angles for sprites", "Compare fixed angles of 8, of 16 and none under More: the smooth way is shorter.", "blocks", [4.5, 7.5, 90], [28.5, 11.5], { unit: { turnRadius: 2, width: 1.6 }, request: { fixedAngles: "16" } }],
    ["pond", "A pond (Harabor & Botea)", "Their figures 11 to 16: under Inside, look at clusters and abstract edges. Enlarge the unit, let it enter water, or choose another dominance under More.", "pond", [0.5, 0.5], [9.5, 8.5], { unit: { body: "usual", cluster: 5 }, costs: { ...ONE_COST, 3: 0, 5: 0 }, request: { method: "hierarchy" } }],
    ["clusters", "Clusters and clearance", "Under Inside, look at clearance: the numbers say how large a unit fits. Then look at clusters and the edges between them, and enlarge the unit.", "ford", [1.5, 1.5], [13.5, 8.5], { unit: { body: "usual", cluster: 5 }, request: { method: "hierarchy" } }],
    ["areas", "A court with gates", "Under Inside, look at areas, their midpoints and the steps between them; then at the flow field: the cost of every tile to the goal.", "court", [5.5, 5.5], [21.5, 10.5], {}],
];

/// Scenes of docs/traffic.md: file, title, what to look at.
const SCENES = [
    ["swap", "Swap places", "Sixteen units on a circle change places: nobody touches anybody."],
    ["cars", "Cars swap places", "Eight cars with a turning radius change places: they wait, back up and go on."],
    ["corridor", "A corridor", "Two rows meet where two units can pass each other: each keeps to its right."],
    ["bay", "A passing bay", "Two cars meet in a lane: one backs into the bay, and lets the other one pass."],
    ["dead_end", "Out of a dead end", "Three units stand in the way of a fourth, and make room. Look at reservations under Inside."],
    ["detour", "A detour", "Somebody stands in the way, and does not move: the other one goes around."],
    ["parked", "Past a parked unit", "A column passes a unit that is parked at the edge of its way."],
    ["door", "A door", "Twelve units want through one door, from both sides."],
    ["group", "A group through a gap", "Twelve units share the middle of their way through a gap, and form a box behind it."],
    ["rally", "All to one place", "Twenty-two units want to the same place: they come to rest as near to it as there is room."],
    ["building", "A wall is built", "Draw a wall across the way while they drive, and look at what the edit costs: paths repair themselves."],
];

const FORESTS = [
    ["two-trees", "Two trees", "Drag a tree, or its border: the shortest path hugs it."],
    ["three-trees", "Three trees", "Look at forest edges: lines that touch two circles, and arcs that join them."],
    ["thicket", "A thicket", "Make the body larger: circles grow by its radius, and gaps close."],
    ["grove", "A grove", "The planner looks only at the edges near its way: look at forest edges."],
];

function grid(width, height, letterAt) {
    const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => letterAt(x, y)).join(""));
    return `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join("\n")}\n`;
}

/// A generator of numbers from 0 to 1 that are the same on each machine: Marsaglia 2003, "xorshift".
function randomOf(seed) {
    let state = seed;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 2 ** 32;
    };
}

/// Corridors as wide as walls are, by a walk that goes back where it is stuck.
function maze(columns, rows, wide) {
    const pitch = wide + 1, random = randomOf(5);
    const cells = new Set(["0,0"]), doors = new Set(), way = [[0, 0]];
    while (way.length > 0) {
        const [x, y] = way[way.length - 1];
        const next = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => [x + dx, y + dy])
            .filter(([a, b]) => a >= 0 && b >= 0 && a < columns && b < rows && !cells.has(`${a},${b}`));
        if (next.length === 0) {
            way.pop();
            continue;
        }
        const [a, b] = next[Math.floor(random() * next.length)];
        cells.add(`${a},${b}`);
        doors.add(`${x + a},${y + b}`);
        way.push([a, b]);
    }
    return grid(columns * pitch + 1, rows * pitch + 1, (x, y) => {
        const onX = x % pitch === 0, onY = y % pitch === 0;
        const a = Math.floor((x - 1) / pitch), b = Math.floor((y - 1) / pitch);
        if (x === 0 || y === 0 || x === columns * pitch || y === rows * pitch || (onX && onY))
            return WALL;
        const isDoor = onX ? doors.has(`${2 * a + 1},${2 * b}`) : !onY || doors.has(`${2 * a},${2 * b + 1}`);
        return isDoor ? GROUND : WALL;
    });
}

/// Caves: noise, in which each tile becomes what most of its neighbours are.
function caves(width, height) {
    const random = randomOf(11);
    let walls = Array.from({ length: width * height }, () => random() < 0.44);
    const isWall = (x, y) => x < 1 || y < 1 || x >= width - 1 || y >= height - 1 || walls[y * width + x];
    for (let round = 0; round < 5; round++)
        walls = walls.map((_, i) => {
            let count = 0;
            for (let dy = -1; dy <= 1; dy++)
                for (let dx = -1; dx <= 1; dx++)
                    count += isWall((i % width) + dx, Math.floor(i / width) + dy) ? 1 : 0;
            return count >= 5;
        });
    return grid(width, height, (x, y) => (isWall(x, y) ? WALL : GROUND));
}

const city = () => grid(72, 48, (x, y) => {
    const inX = x % 12, inY = y % 12;
    if (inX < 2 || inY < 2)
        return "R";
    const isPark = (Math.floor(x / 12) * 5 + Math.floor(y / 12) * 3) % 7 === 0;
    return inX < 3 || inY < 3 || inX > 10 || inY > 10 ? GROUND : isPark ? ((x + y) % 5 === 0 ? TREES : "S") : WALL;
});

const warehouse = () => grid(60, 40, (x, y) => {
    const isEdge = x === 0 || y === 0 || x === 59 || y === 39;
    const isShelf = x > 7 && x < 52 && y > 4 && y < 35 && y % 4 < 2 && x % 11 > 1;
    return isEdge || isShelf ? WALL : GROUND;
});

const doors = () => grid(48, 28, (x, y) => ((x === 23 || x === 24) && !(y >= 12 && y < 16) ? WALL : GROUND));
const gate = () => grid(40, 20, (x, y) => (x >= 19 && x < 21 && y !== 9 ? WALL : GROUND));
const crossing = () => grid(40, 40, (x, y) => (Math.abs(x - 19.5) < 4 || Math.abs(y - 19.5) < 4 ? (Math.abs(x - 19.5) < 4 && Math.abs(y - 19.5) < 4 ? GROUND : "R") : WALL));
const field = () => grid(48, 32, () => GROUND);
/// A bay in the south, a swamp, and a road around the houses between them.
const harbour = () => grid(56, 36, (x, y) => {
    const isWater = y > 23 || (x > 23 && x < 33 && y > 18), isQuay = (y === 22 || y === 23) && !isWater;
    const isHouse = x > 7 && x < 48 && x % 10 > 2 && x % 10 < 8 && y > 7 && y < 13;
    const isRoad = ((y === 4 || y === 5 || y === 15 || y === 16) && x > 2 && x < 53) || ((x % 10 < 2 && x > 2 && x < 53) && y > 3 && y < 17);
    return isWater ? "W" : isHouse ? WALL : isQuay || isRoad ? "R" : x > 42 && y < 4 ? "S" : GROUND;
});

/// Units in rows, and where each of them goes.
function march(count, [x, y], [toX, toY], columns, first) {
    const place = (i, left, top) => ({ x: left + 1.5 * (i % columns), y: top + 1.5 * Math.floor(i / columns) });
    return {
        agents: Array.from({ length: count }, (_, i) => ({ id: first + i, ...place(i, x, y), heading: 0 })),
        places: Array.from({ length: count }, (_, i) => ({ id: first + i, ...place(i, toX, toY) })),
    };
}

function armies(...groups) {
    let first = 1;
    const all = groups.map(([count, from, to, columns]) => {
        const group = march(count, from, to, columns, first);
        first += count;
        return group;
    });
    return { agents: all.flatMap((group) => group.agents), orders: [{ kind: "places", places: all.flatMap((group) => group.places) }] };
}

const SCOUT = { name: "Scout" };
const LORRY = {
    name: "Lorry", agent: { top: 3 }, costs: { 1: 3, 2: 0, 4: 0, 7: 4 },
    unit: { body: "rectangle", length: 2.4, width: 0.9, turnRadius: 2.5, reverse: true, reversePenalty: 2, gearChangeCost: 1 },
};
const SHIP = {
    name: "Ship", agent: { top: 2 }, costs: { 1: 0, 2: 0, 3: 1, 4: 0, 6: 0, 7: 0 },
    unit: { body: "rectangle", length: 2.2, width: 0.9, turnRadius: 3 },
};

/// Armies of several kinds: the kind of each, then as for armies().
function fleet(...groups) {
    const { agents, orders } = armies(...groups.map(([, ...group]) => group));
    const kindOf = groups.flatMap(([, count], kind) => Array(count).fill(kind));
    return { kinds: groups.map(([kind]) => kind), agents: agents.map((agent, i) => ({ ...agent, kind: kindOf[i] })), orders };
}

const pose = ([x, y, degrees = 0]) => ({ x, y, heading: (degrees * Math.PI) / 180 });

const settingsOf = (start, goal, rest) => ({ start: pose(start), goals: [pose(goal)], ...rest });

async function mapOf(name) {
    return readFile(at(name), "utf8");
}

async function forest([name, title, about]) {
    const [first, ...lines] = (await mapOf(`docs/figures/${name}.txt`)).trim().split("\n").map((line) => line.split(/\s+/).map(Number));
    const [startX, startY, goalX, goalY] = first.slice(-4);
    const radius = first.length > 4 ? first[first.length - 5] : 0;
    const trees = lines.map(([x, y, r]) => ({ x, y, radius: r }));
    const points = [...trees, { x: startX, y: startY, radius: 1 }, { x: goalX, y: goalY, radius: 1 }];
    const least = (side) => Math.floor(Math.min(...points.map((point) => point[side] - point.radius))) - 1;
    const most = (side) => Math.ceil(Math.max(...points.map((point) => point[side] + point.radius))) + 1;
    const left = Math.min(0, least("x")), top = Math.min(0, least("y"));
    const moved = ({ x, y, ...rest }) => ({ x: x - left, y: y - top, ...rest });
    return {
        name, title, about, group: "Forests", text: grid(most("x") - left, most("y") - top, () => GROUND),
        settings: {
            start: moved({ x: startX, y: startY, heading: 0 }), goals: [moved({ x: goalX, y: goalY, heading: 0 })],
            trees: trees.map(moved), unit: { body: "circle", width: Math.max(0.2, 2 * radius) },
        },
    };
}

/// A scenario, whose units are round and of one kind.
async function scene([name, title, about]) {
    const { units, groups = [] } = JSON.parse(await mapOf(`docs/traffic/${name}.json`));
    const [{ unit, speed, at: start, to = groups[0]?.to ?? units.find((each) => each.to).to }] = units.filter((each) => each.to || groups.length > 0);
    const { turn_radius: turnRadius = 0, reverse = false } = unit, costs = { ...ONE_COST, 3: 0, 5: 0 };
    const places = units.filter((each) => each.to).map(({ id, to: [x, y] }) => ({ id, x, y }));
    const formations = groups.map(({ units: ids, to: place, formation, spacing, together }) =>
        ({ kind: "formation", ids, to: pose(place), group: { formation, spacing, together, ownSteps: 10, keepsAbreast: false } }));
    return {
        name: name.replace("_", "-"), title, about, group: "Scenes of traffic", text: await mapOf(`docs/traffic/${name}.map`),
        settings: settingsOf(start, to, {
            unit: { body: "circle", width: 2 * unit.footprint.circle, turnRadius, reverse }, costs,
            agent: { top: speed.top, acceleration: speed.accelerate, braking: speed.brake, lateral: speed.lateral },
            agents: units.map(({ id, at: place }) => ({ id, ...pose(place) })),
            orders: [...(places.length > 0 ? [{ kind: "places", places }] : []), ...formations],
        }),
    };
}

/// All worlds: name, title, about, group, text of the map, settings.
export async function readWorlds() {
    const worlds = [
        ["castle", "Castle", "A castle with a moat. Make the unit larger, and fewer doors let it in.", await mapOf("demo/castle.map"), [20.5, 60.5], [100.5, 20.5], armies([16, [63, 82], [60.5, 57], 2])],
        ["archipelago", "Archipelago", "Islands, shallows and fords: each terrain has a cost.", await mapOf("demo/archipelago.map"), [20.5, 48.5], [142.5, 91.5], { costs: { 5: 1.5, 6: 0.9, 7: 1.25 } }],
        ["yard", "Yard", "Park the lorry: turn the goal by its handle, and look for three-point turns.", await mapOf("demo/yard.map"), [3.5, 4.5, 0], [28.5, 13.5, 0], { unit: { body: "rectangle", length: 2, width: 0.9, turnRadius: 2, reverse: true, reversePenalty: 2, gearChangeCost: 1 }, request: { hasHeading: true } }],
        ["city", "City", "Roads cost less than grass: the way follows streets, and crosses parks if that pays.", city(), [5.5, 2.5], [61.5, 37.5], { costs: { 1: 2 } }],
        ["caves", "Caves", "Look at clearance, and at regions: where can the unit go at all?", caves(96, 64), [4.5, 49.5], [88.5, 9.5], {}],
        ["warehouse", "Warehouse", "Shelves and aisles: 32 robots cross them, and nobody touches anybody.", warehouse(), [3.5, 3.5], [56.5, 36.5], armies([16, [2, 8], [55, 8], 2], [16, [55, 22], [2, 22], 2])],
        ["maze", "Maze", "Show the steps of the search, and compare A* with jump points.", maze(20, 13, 2), [1.5, 1.5], [58.5, 37.5], { request: { method: "astar" }, others: ["jump-points"], costs: ONE_COST }],
        ["doors", "Two crowds, one door", "Each crowd goes to the other's side. Draw a wall into the door while they drive.", doors(), [3.5, 3.5], [44.5, 24.5], armies([24, [3, 7], [41, 7], 4], [24, [40, 14], [2, 14], 4])],
        ["gate", "One at a time", "Under Inside, look at gates: an arrow is the way of the unit that passes first; point at a gate to see what the others do.", gate(), [3.5, 3.5], [36.5, 16.5], armies([8, [6, 8], [28, 8], 2], [8, [31, 8], [9, 8], 2])],
        ["crossing", "A crossing", "Four streams meet: everybody gives way to the right.", crossing(), [18.5, 2.5], [21.5, 37.5], armies([12, [1, 20.5], [33, 20.5], 4], [12, [34, 17], [2, 17], 4], [12, [16.5, 1], [16.5, 33], 3], [12, [20.5, 34], [20.5, 2], 3])],
        ["harbour", "Scouts, lorries and ships", "Three kinds of units in one world: choose one under Unit, and its path is shown. Under Traffic, colours tell kinds.", harbour(), [3.5, 2.5], [50.5, 20.5], fleet(
            [SCOUT, 12, [3, 18.5], [44, 18.5], 4], [LORRY, 6, [5, 5], [40, 15.5], 3], [SHIP, 6, [4, 26.5], [44, 26.5], 2])],
        ["formation", "A formation", "Select all (A), choose wedge or line under Traffic, and drag with the right button: units face that way.", field(), [2.5, 2.5], [44.5, 28.5], armies([20, [4, 12], [4, 12], 4])],
    ].map(([name, title, about, text, start, goal, rest]) => ({ name, title, about, text, group: "Worlds", settings: settingsOf(start, goal, rest) }));
    for (const [name, title, about, map, start, goal, rest] of FIGURES)
        worlds.push({
            name, title, about, group: "Figures", text: await mapOf(`docs/figures/${map}.map`),
            settings: settingsOf(start, goal, { ...rest, unit: { body: "circle", width: 0.8, ...rest.unit } }),
        });
    for (const each of SCENES)
        worlds.push(await scene(each));
    for (const each of FORESTS)
        worlds.push(await forest(each));
    return worlds;
}
