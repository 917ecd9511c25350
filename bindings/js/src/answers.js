/// Results that are answers: there is no path, and the map and the request are as they should be.
export const ANSWERS = new Set([
    "unreachable",
    "not-found",
    "start-blocked",
    "goal-blocked",
    "stale",
    "limit",
    "gave-up",
    "illegal",
]);
