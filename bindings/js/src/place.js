import { FairwayError } from "./error.js";

const isPlace = (place) =>
    Array.isArray(place)
        ? place.length === 2 || place.length === 3
        : typeof place === "object" && place !== null && "x" in place && "y" in place;

/// A place as a pose: [x, y], [x, y, heading] or { x, y, heading }.
export function asPose(place) {
    if (!isPlace(place))
        throw new FairwayError(
            "bad-value",
            `a place is [x, y], [x, y, heading] or { x, y, heading }, not ${JSON.stringify(place)}`,
        );
    return Array.isArray(place)
        ? { x: place[0], y: place[1], heading: place[2] ?? 0 }
        : { heading: 0, ...place };
}
