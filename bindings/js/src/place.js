import { bad } from "./error.js";
import { asList, isList } from "./memory.js";

const isPlace = (place) =>
    isList(place)
        ? place.length === 2 || place.length === 3
        : typeof place === "object" && place !== null && "x" in place && "y" in place;

/// A place as a pose: [x, y], [x, y, heading], the same as a typed array, or { x, y, heading }.
///
/// @param name   of the field or parameter
/// @param forms  that may be given
export function asPose(place, name, forms = "[x, y], [x, y, heading] or { x, y, heading }") {
    const [x, y] = isPlace(place) ? (isList(place) ? place : [place.x, place.y]) : [];
    if (x === undefined || y === undefined) throw bad(name, forms, place);
    const pose = isList(place) ? { x, y, heading: place[2] ?? 0 } : { ...place, heading: place.heading ?? 0 };
    for (const part of ["x", "y", "heading"])
        if (typeof pose[part] !== "number") throw bad(`${name}.${part}`, "a number", pose[part]);
    return pose;
}

/// A list of places as poses.
export const asPoses = (places, name) => Array.from(asList(places, name), (place, i) => asPose(place, `${name}[${i}]`));

/// True if a place says where the unit must look.
export const hasHeading = (place) => (isList(place) ? place.length > 2 : (place.heading ?? null) !== null);
