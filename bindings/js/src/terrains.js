// Terrains by name or number.
import description from "./description.js";
import { FairwayError } from "./error.js";

export const terrainOf = (terrain) => {
    const number = typeof terrain === "string" ? description.terrains[terrain] : terrain;
    if (Number.isInteger(terrain) && (terrain < 0 || terrain > 31))
        throw new FairwayError("unknown-terrain", `terrains have numbers from 0 to 31, not ${terrain}`);
    if (!Number.isInteger(number))
        throw new FairwayError(
            "unknown-terrain",
            `there is no terrain '${terrain}'; there are ${Object.keys(description.terrains).join(", ")}`,
        );
    return number;
};

/// A set of terrains, or one, as bits.
export const capabilityOf = (terrains) =>
    [terrains].flat().reduce((bits, terrain) => bits | (1 << terrainOf(terrain)), 0) >>> 0;
