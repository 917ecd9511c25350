// Areas that the user names, for the method "areas": drawn with the tool Overlay, and written into programs.

/** A rectangle of tiles and the area's name. Rectangles of one area stand together; where areas overlap, the later one counts. */
export type NamedRect = [x: number, y: number, width: number, height: number, name: string];

const COLOR = "#2c9e62";
const SIZE = 14; // pixels of a name

const namesIn = (named: NamedRect[]) => [...new Set(named.map(([, , , , name]) => name))];

/** The rectangles with one more: its area comes last. */
export const withArea = (named: NamedRect[], rect: NamedRect): NamedRect[] =>
    [...named.filter(([, , , , name]) => name !== rect[4]), ...named.filter(([, , , , name]) => name === rect[4]), rect];

/** The number of an area is its label: 1 for the first. */
function labelled(named: NamedRect[]) {
    const names = namesIn(named);
    return named.map(([x, y, width, height, name]) => ({ x, y, width, height, label: names.indexOf(name) + 1 }));
}

/** A label for each tile of a map, 0 for none; undefined: no area is named. */
export function labelsOf(named: NamedRect[], mapWidth: number, mapHeight: number): Uint16Array | undefined {
    if (named.length === 0)
        return undefined;
    const labels = new Uint16Array(mapWidth * mapHeight);
    for (const { x, y, width, height, label } of labelled(named))
        for (let row = Math.max(0, y); row < Math.min(mapHeight, y + height); row++)
            labels.fill(label, row * mapWidth + Math.max(0, x), row * mapWidth + Math.min(mapWidth, x + width));
    return labels;
}

/** As the file that `fairway route --area-map` reads. */
export const areasText = (named: NamedRect[]) =>
    JSON.stringify({ areas: namesIn(named).map((name) => ({ name, rects: named.filter((each) => each[4] === name).map((each) => each.slice(0, 4)) })) });

/** The lines of C that give tiles their labels, in the def `cut`. */
export const areasInC = (named: NamedRect[], mapWidth: number, mapHeight: number) => (named.length === 0 ? [] : [
    `    static uint16_t labels[${mapWidth} * ${mapHeight}];`,
    ...labelled(named).flatMap(({ x, y, width, height, label }) => [
        `    for (int y = ${y}; y < ${y + height}; y++)`, `        for (int x = ${x}; x < ${x + width}; x++)`, `            labels[y * ${mapWidth} + x] = ${label};`]),
    "    cut.labels = labels;",
]);

/** The same in JavaScript. */
export const areasInJavaScript = (named: NamedRect[]) => (named.length === 0 ? [] : [
    "const labels = new Uint16Array(map.width * map.height);",
    ...labelled(named).map(({ x, y, width, height, label }) =>
        `for (let y = ${y}; y < ${y + height}; y++) labels.fill(${label}, y * map.width + ${x}, y * map.width + ${x + width});`),
]);

export function drawAreas(context: CanvasRenderingContext2D, scale: number, named: NamedRect[]) {
    context.strokeStyle = COLOR;
    context.lineWidth = 2 / scale;
    context.font = `600 ${SIZE / scale}px system-ui, "DejaVu Sans", sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const [x, y, width, height, name] of named) {
        context.fillStyle = `${COLOR}33`;
        context.fillRect(x, y, width, height);
        context.strokeRect(x, y, width, height);
        context.fillStyle = "#10301e";
        context.fillText(name, x + width / 2, y + Math.min(height / 2, SIZE / scale));
    }
}
