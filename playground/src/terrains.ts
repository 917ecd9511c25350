// The terrains of the library: letters of map files, colours and usual costs.

export interface Terrain {
    name: string;
    letters: string;
    /** cost for a unit that walks; 0: it cannot pass */
    cost: number;
}

/** By the numbers of the library. */
export const TERRAINS: Terrain[] = [
    { name: "blocked", letters: "@O", cost: 0 },
    { name: "ground", letters: ".G", cost: 1 },
    { name: "swamp", letters: "S", cost: 2.5 },
    { name: "water", letters: "W", cost: 0 },
    { name: "shallow", letters: "s", cost: 2 },
    { name: "tree", letters: "T", cost: 0 },
    { name: "road", letters: "R", cost: 1 },
    { name: "sand", letters: "d", cost: 1.5 },
];

export const GROUND = 1;

/** The number of a terrain by its letter; -1: there is none. */
export function terrainOfLetter(letter: string): number {
    return TERRAINS.findIndex((terrain) => terrain.letters.includes(letter));
}
