// The terrains of the library: letters of map files, colours and usual costs.

export interface Terrain {
    name: string;
    letters: string;
    color: string;
    /** cost for a unit that walks; 0: it cannot pass */
    cost: number;
}

/** By the numbers of the library. */
export const TERRAINS: Terrain[] = [
    { name: "blocked", letters: "@O", color: "#5a606b", cost: 0 },
    { name: "ground", letters: ".G", color: "#f3efe6", cost: 1 },
    { name: "swamp", letters: "S", color: "#c3c9a1", cost: 2.5 },
    { name: "water", letters: "W", color: "#9dbfd6", cost: 0 },
    { name: "shallow", letters: "s", color: "#c9e0e6", cost: 2 },
    { name: "tree", letters: "T", color: "#9cb894", cost: 0 },
    { name: "road", letters: "R", color: "#d8c8ae", cost: 1 },
    { name: "sand", letters: "d", color: "#eee0b8", cost: 1.5 },
];

/** The number of a terrain by its letter; -1: there is none. */
export function terrainOfLetter(letter: string): number {
    return TERRAINS.findIndex((terrain) => terrain.letters.includes(letter));
}
