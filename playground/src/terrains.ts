// The terrains of the library: letters of map files, colours and usual costs.

export interface Terrain {
    name: string;
    letter: string;
    /** cost for a unit that walks; 0: it cannot pass */
    cost: number;
}

/** By the numbers of the library. */
export const TERRAINS: Terrain[] = [
    { name: "blocked", letter: "@", cost: 0 },
    { name: "ground", letter: ".", cost: 1 },
    { name: "swamp", letter: "S", cost: 2.5 },
    { name: "water", letter: "W", cost: 0 },
    { name: "shallow", letter: "s", cost: 2 },
    { name: "tree", letter: "T", cost: 0 },
    { name: "road", letter: "R", cost: 1 },
    { name: "sand", letter: "d", cost: 1.5 },
];

export const WALL = 0, GROUND = 1, WATER = 3;
