// Terrains by name or number.
import description from "./description.js";
import { FairwayError } from "./error.js";

export const terrainOf = (terrain) => {
    const number = typeof terrain === "string" ? description.terrains[terrain] : terrain;
    if (number === undefined)
        throw new FairwayError(
            "unknown-terrain",
            `there is no terrain '${terrain}'; there are ${Object.keys(description.terrains).join(", ")}`,
        );
    return number;
};

/// A set of terrains as bits.
export const capabilityOf = (terrains) =>
    terrains.reduce((bits, terrain) => bits | (1 << terrainOf(terrain)), 0) >>> 0;
