// Kinds of units to begin with.
import type { UnitDials } from "./messages.js";

const ROUND = { body: "usual", turnRadius: 0, reverse: false, reversePenalty: 1, gearChangeCost: 0 };
const ON_LAND = { 1: 1, 2: 2.5, 3: 0, 4: 2, 5: 0, 6: 1, 7: 1.5 };

export const PRESETS: { [name: string]: { about: string; unit: Partial<UnitDials>; costs: { [terrain: number]: number }; count?: number } } = {
    Scout: { about: "One tile, turns on the spot", unit: { ...ROUND, size: 1 }, costs: ON_LAND },
    Tank: { about: "Two tiles wide, turns on the spot, no swamps", unit: { ...ROUND, size: 2 }, costs: { ...ON_LAND, 2: 0 } },
    Car: {
        about: "Turning radius 1.5, with a reverse gear",
        unit: { ...ROUND, body: "rectangle", length: 1.4, width: 0.8, turnRadius: 1.5, reverse: true, reversePenalty: 2, gearChangeCost: 1 },
        costs: { ...ON_LAND, 2: 0, 4: 0 },
    },
    Lorry: {
        about: "Long, turning radius 2.5, seeks roads",
        unit: { ...ROUND, body: "rectangle", length: 2.4, width: 0.9, turnRadius: 2.5, reverse: true, reversePenalty: 2, gearChangeCost: 1 },
        costs: { ...ON_LAND, 1: 3, 2: 0, 4: 0, 7: 4 },
    },
    Ship: {
        about: "On water only, turning radius 3, no reverse gear",
        unit: { ...ROUND, body: "rectangle", length: 2.2, width: 0.9, turnRadius: 3 },
        costs: { 1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0 },
    },
    Crowd: { about: "Two dozen small units around the start, which avoid each other", unit: { ...ROUND, body: "circle", width: 0.7, size: 1 }, costs: ON_LAND, count: 24 },
    Giant: { about: "Four tiles wide", unit: { ...ROUND, size: 4 }, costs: ON_LAND },
};
