import { FairwayError } from "./error.js";

/// True for [x, y], also as a typed array such as Float32Array.
const isList = (place) => Array.isArray(place) || (ArrayBuffer.isView(place) && !(place instanceof DataView));

const isPlace = (place) =>
    isList(place)
        ? place.length === 2 || place.length === 3
        : typeof place === "object" && place !== null && "x" in place && "y" in place;

/// A place as a pose: [x, y], [x, y, heading], the same as a typed array, or { x, y, heading }.
export function asPose(place) {
    const [x, y] = isPlace(place) ? (isList(place) ? place : [place.x, place.y]) : [];
    if (x === undefined || y === undefined)
        throw new FairwayError(
            "bad-value",
            `a place is [x, y], [x, y, heading] or { x, y, heading }, not ${JSON.stringify(place) ?? String(place)}`,
        );
    return isList(place)
        ? { x: place[0], y: place[1], heading: place[2] ?? 0 }
        : { heading: 0, ...place };
}

/// True if a place says where the unit must look.
export const hasHeading = (place) => (isList(place) ? place.length > 2 : place.heading !== undefined);

/// The same without headings, for tiles.
export function asTile(place) {
    const { x, y } = asPose(place);
    return { x, y };
}
