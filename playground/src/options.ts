// The options of the dials that are lists, as the library calls them.

export const OPTIONS = {
    method: ["auto", "grid", "astar", "jump-points", "on-demand", "hierarchy", "midpoint", "compass", "sight", "directional",
        "directional-8", "directional-24", "directional-48", "hybrid", "hybrid-strict"],
    smoothing: ["auto", "none", "simple", "simple-sampled", "taut", "curved", "taut-lines"],
    turns: ["none", "ignore", "recalculate", "tighten", "back-up"],
    heuristic: ["auto", "straight", "curve", "table", "grid", "turn", "turn-table"],
};
