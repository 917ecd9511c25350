// The tools of the pointer: names, help and pictures.
import type { Tool } from "./tools.js";

export const ICONS: { [tool in Tool]: { label: string; help: string; icon: string } } = {
    pan: { label: "Move", help: "Move the view; the wheel zooms", icon: '<path d="M12 3v18M3 12h18M12 3l-3 3M12 3l3 3M12 21l-3-3M12 21l3-3M3 12l3-3M3 12l3 3M21 12l-3-3M21 12l-3 3"/>' },
    paint: { label: "Draw", help: "Draw tiles; from a wall, the wall brush erases", icon: '<path d="M4 20l1-5L16 4l4 4L9 19z"/><path d="M13 7l4 4"/>' },
    line: { label: "Line", help: "Draw a line of tiles", icon: '<path d="M5 19L19 5"/><circle cx="5" cy="19" r="1.6"/><circle cx="19" cy="5" r="1.6"/>' },
    box: { label: "Box", help: "Fill a rectangle", icon: '<rect x="4" y="6" width="16" height="12" rx="1"/>' },
    fill: { label: "Fill", help: "Fill all tiles of one terrain that hang together", icon: '<path d="M11 3l8 8-8 8-7-7z"/><path d="M4 12h15M20 15c1.4 2 1.4 4-.2 4s-1.6-2 .2-4z"/>' },
    pick: { label: "Pick", help: "Take the terrain of a tile", icon: '<path d="M14 6l4 4M4 20l2-6 7-7 4 4-7 7z"/><path d="M15 5l2-2 4 4-2 2"/>' },
    tree: { label: "Tree", help: "Plant a tree; drag trees, or their borders", icon: '<circle cx="12" cy="9" r="6"/><path d="M12 9v12"/>' },
    goal: { label: "Goal", help: "Add a goal: the cheapest to reach is taken", icon: '<path d="M6 21V4h11l-3 4 3 4H6"/>' },
    overlay: { label: "Overlay", help: "Draw what this path alone sees differently: blocked tiles, costs, one way, a corridor", icon: '<rect x="4" y="5" width="16" height="14" rx="1"/><path d="M4 12l7-7M4 19L18 5M9 19l11-11M16 19l4-4"/>' },
    drop: { label: "Unit", help: "Drop units that drive", icon: '<circle cx="12" cy="12" r="7"/><path d="M12 12h5"/>' },
    select: { label: "Select", help: "Select units by a box", icon: '<rect x="4" y="5" width="16" height="14" stroke-dasharray="3 3"/>' },
    order: { label: "Order", help: "Order units here; drag to turn the formation (right button, with any tool)", icon: '<path d="M4 12h14M13 6l6 6-6 6"/>' },
};
