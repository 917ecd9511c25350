// Tiles ring by ring around one.

/** The tiles at this distance from the middle one, by rows and columns. */
export function tilesOfRing(ring: number): [number, number][] {
    const tiles: [number, number][] = [];
    for (let dy = -ring; dy <= ring; dy++)
        for (let dx = -ring; dx <= ring; dx += Math.abs(dy) === ring ? 1 : Math.max(1, 2 * ring))
            tiles.push([dx, dy]);
    return tiles;
}
