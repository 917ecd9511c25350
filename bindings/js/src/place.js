/// A place as a pose: [x, y], [x, y, heading] or { x, y, heading }.
export const asPose = (place) =>
    Array.isArray(place) ? { x: place[0], y: place[1], heading: place[2] ?? 0 } : { heading: 0, ...place };
