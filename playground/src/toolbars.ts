// The tools of the pointer, what they draw, and the lists of worlds and methods.
import { TERRAIN_COLORS } from "./colors.js";
import { DIAGRAMS } from "./diagram_view.js";
import { dialsOf } from "./dials.js";
import { byId, make } from "./elements.js";
import { ICONS } from "./icons.js";
import { OVERLAY_BRUSHES, type OverlayBrush } from "./overlay_brush.js";
import { TERRAINS } from "./terrains.js";
import type { Tool, Tools } from "./tools.js";

/** Takes the terrain of a brush, and paints with it. */
export function chooseBrush(tools: Tools, terrain: number) {
    tools.brush = terrain;
    byId<HTMLInputElement>(`brush-${terrain}`).checked = true;
    tools.use("paint");
}

function makeBrush(name: string, id: string, label: string, color: string, help: string, isChosen: boolean, choose: () => void) {
    const input = make("input", { type: "radio", name, id, checked: isChosen });
    input.addEventListener("change", choose);
    const row = make("label", { title: help }, input, label);
    row.style.setProperty("--color", color);
    return row;
}

function makeOverlayBrushes(tools: Tools) {
    const cost = make("input", { type: "number", id: "added-cost", min: 0.1, max: 255, step: "any", value: tools.overlayCost, "aria-label": "How much more each tile costs" });
    cost.addEventListener("input", () => (tools.overlayCost = Math.min(255, Math.max(0.1, Number(cost.value) || tools.overlayCost))));
    cost.addEventListener("change", () => (cost.value = String(tools.overlayCost)));
    const area = make("input", { type: "text", id: "area-name", maxLength: 40, value: tools.areaName, "aria-label": "Name of the area" });
    area.addEventListener("input", () => (tools.areaName = area.value.trim() || tools.areaName));
    area.addEventListener("change", () => (area.value = tools.areaName));
    for (const [brush, { label, help, color }] of Object.entries(OVERLAY_BRUSHES)) {
        const choose = () => (tools.overlayBrush = brush as OverlayBrush);
        byId("overlay-brushes").append(makeBrush("overlay-brush", `overlay-${brush}`, label, color, help, brush === tools.overlayBrush, choose));
        if (brush === "cost")
            byId("overlay-brushes").append(cost);
        if (brush === "area")
            byId("overlay-brushes").append(area);
    }
}

export function makeToolbars(tools: Tools) {
    for (const [tool, { label, help, icon }] of Object.entries(ICONS)) {
        const input = make("input", { type: "radio", name: "tool", value: tool, id: `tool-${tool}`, checked: tool === tools.tool });
        const row = make("label", { title: help }, input);
        row.insertAdjacentHTML("beforeend", `<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>${label}`);
        byId("tools").append(row);
    }
    byId("tools").addEventListener("change", (event) => tools.use((event.target as HTMLInputElement).value as Tool));
    TERRAINS.forEach(({ name }, terrain) => {
        const label = terrain === 0 ? "wall" : name;
        byId("brushes").append(makeBrush("brush", `brush-${terrain}`, label, TERRAIN_COLORS[terrain], "", terrain === tools.brush, () => {
            tools.brush = terrain;
            if (!["paint", "line", "box", "fill"].includes(tools.tool))
                tools.use("paint");
        }));
    });
    makeOverlayBrushes(tools);
}

/** A world that comes with the page. */
export interface Named {
    name: string;
    title: string;
    group: string;
}

export function makeLists(worlds: Named[]) {
    byId("worlds").append(make("option", { value: "", hidden: true }, "your own"));
    const methods = dialsOf("request").find(({ name }) => name === "method")!.options!;
    byId("add-other").append(new Option("a method", ""), ...methods.map((method) => new Option(method)));
    const groups = [...new Set(worlds.map(({ group }) => group))].map((label) => ({ group: label, entries: worlds.filter(({ group }) => group === label) }));
    for (const { group, entries } of [...groups, ...DIAGRAMS.map(({ group: label, diagrams }) => ({ group: label, entries: diagrams }))])
        byId("worlds").append(make("optgroup", { label: group }, ...entries.map(({ title, name }) => new Option(title, name))));
}
