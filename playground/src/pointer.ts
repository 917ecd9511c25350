// What the pointer and the keyboard are about to do, and what lies under the pointer.
import { MARKS, TERRAIN_COLORS } from "./colors.js";
import { disc, drawBox } from "./draw.js";
import { byId } from "./elements.js";
import type { InsidePanel } from "./inside_panel.js";
import type { Keys } from "./keys.js";
import { drawOverlay } from "./overlay.js";
import { previewOf } from "./overlay_brush.js";
import type { Session } from "./session.js";
import { TERRAINS } from "./terrains.js";
import type { Tools } from "./tools.js";

export class Pointer {
    constructor(private session: Session, private tools: Tools, private keys: Keys, private insidePanel: InsidePanel) {}

    private get hasCursor() {
        return document.activeElement === this.session.panes[0].canvas && this.keys.isUsed;
    }

    /** What is pointed at, by the pointer or by the keyboard's cursor; null: nothing. */
    get place() {
        return this.hasCursor ? this.keys.cursor : this.tools.hover;
    }

    draw(context: CanvasRenderingContext2D, scale: number) {
        const { tools, keys } = this, { drag } = tools;
        if (this.hasCursor)
            drawCursor(context, scale, keys.cursor);
        if (drag?.kind === "select")
            drawBox(context, scale, drag.ax, drag.ay, drag.bx - drag.ax, drag.by - drag.ay);
        if (drag?.kind === "order")
            drawOrder(context, scale, drag);
        if (drag?.kind === "overlay") {
            const { width, height } = this.session.world;
            drawOverlay(context, scale, previewOf(drag, width, height));
            if (drag.brush === "erase")
                drawBox(context, scale, Math.min(drag.x, drag.toX), Math.min(drag.y, drag.toY), Math.abs(drag.toX - drag.x) + 1, Math.abs(drag.toY - drag.y) + 1);
        }
        if (drag?.kind === "shape") {
            context.fillStyle = TERRAIN_COLORS[drag.terrain];
            for (const [x, y] of tools.shapeTiles(drag))
                context.fillRect(x, y, 1, 1);
        }
    }

    /** Tells the tile under the pointer, its number, the mark there, and what the search knows of it. */
    showTip() {
        const tip = byId("tip"), hover = this.place, { session: { world, ground, numbers, panes: [main] } } = this;
        const x = Math.floor(hover?.x ?? -1), y = Math.floor(hover?.y ?? -1);
        tip.hidden = !hover || !world.contains(x, y);
        if (tip.hidden)
            return;
        const terrain = world.terrainAt(x, y);
        const parts = [`${x}, ${y}`, terrain === 0 ? "wall" : TERRAINS[terrain].name];
        const value = ground.values?.[y * world.width + x];
        if (value !== undefined)
            parts.push(`${numbers} ${value === Infinity ? "none" : Number(value.toFixed(2))}`);
        parts.push(this.insidePanel.textAt(hover!));
        const node = main.nodeAt(x, y);
        if (node)
            parts.push(`${node.isExpanded ? "expanded" : "open"}: g ${node.g.toFixed(2)} h ${node.h.toFixed(2)} f ${node.f.toFixed(2)}`);
        tip.textContent = parts.filter(Boolean).join(" · ");
    }
}

/** The tile of the keyboard's cursor, and its place if that is not the middle. */
function drawCursor(context: CanvasRenderingContext2D, scale: number, { x, y }: { x: number; y: number }) {
    drawBox(context, scale, Math.floor(x), Math.floor(y), 1, 1);
    context.fillStyle = MARKS.still;
    disc(context, x, y, 2.5 / scale);
    context.fill();
}

function drawOrder(context: CanvasRenderingContext2D, scale: number, { x, y, toX, toY }: { x: number; y: number; toX: number; toY: number }) {
    context.strokeStyle = MARKS.path;
    context.lineWidth = 3 / scale;
    context.beginPath();
    context.arc(x, y, 6 / scale, 0, 2 * Math.PI);
    context.moveTo(x, y);
    context.lineTo(toX, toY);
    context.stroke();
}
