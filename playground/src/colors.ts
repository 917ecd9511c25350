// Colours of the map and of what is drawn on it. All of them differ by 20 or more (CIEDE2000), also for people who see no
// red or no green: tests/colors.test.js measures it.

/** By the numbers of the library: blocked, ground, swamp, water, shallow, tree, road, sand. */
export const TERRAIN_COLORS = ["#5b6a8b", "#fdf8e8", "#bbb377", "#509eff", "#afe5ff", "#616d60", "#a09ea0", "#fffb60"];

/** Paths and units: on the way, backward or waiting, in the way of a rule, there, and standing. */
export const MARKS = { path: "#0029fc", reverse: "#b46600", bad: "#8b005c", good: "#154014", still: "#000005" };

/** Paths of other methods, beside that of the request. */
export const LANES = [MARKS.path, MARKS.reverse, MARKS.bad, MARKS.good];
