// What the browser keeps for the page: the last world, and whether hints were closed.
import { fragmentOf } from "./share.js";
import type { World } from "./world.js";

export const LAST_WORLD = "fairway-world", HINTS = "fairway-hints";

const MOST_REMEMBERED = 1 << 20; // letters
const MOST_TILES = 1 << 22; // the page must not stand still while a map is packed
let kept: { world: World; changes: number } | null = null;

/** What was kept under a name; empty if nothing was, or if the browser keeps nothing for this page. */
export function recall(name: string): string {
    try {
        return localStorage.getItem(name) ?? "";
    } catch {
        return "";
    }
}

export function keep(name: string, value: string) {
    try {
        localStorage.setItem(name, value);
    } catch {
        // the browser keeps nothing for this page
    }
}

/** Keeps a world that was changed. */
export async function remember(world: World) {
    const { changes, tiles } = world;
    if (!world.canUndo || tiles.length > MOST_TILES || (kept?.world === world && kept.changes === changes))
        return;
    kept = { world, changes };
    const fragment = await fragmentOf({ world, isTraced: false });
    if (fragment.length < MOST_REMEMBERED)
        keep(LAST_WORLD, fragment);
}
