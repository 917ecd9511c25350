// The dials of the page, made from their table; and what the library says of them.
import { TERRAIN_COLORS } from "./colors.js";
import { dialsOf, LISTS, pathOf, type Dial, type Group, type Value } from "./dials.js";
import { byId, make } from "./elements.js";
import { asked, chosenOf, dialsIn } from "./kinds.js";
import type { Refusals } from "./messages.js";
import { begun, PRESETS } from "./presets.js";
import type { Session } from "./session.js";
import { TERRAINS } from "./terrains.js";
import type { Settings } from "./world.js";

const idOf = pathOf;
const isSlider = (dial: Dial) => dial.most !== undefined && !dial.isTyped;

function makeDial(dial: Dial): HTMLElement {
    const id = idOf(dial), title = dial.help ?? "";
    const label = make("label", { htmlFor: id, textContent: dial.label });
    if (typeof dial.initial === "boolean")
        return make("div", { className: "dial check", title }, make("input", { type: "checkbox", id }), label);
    if (dial.options) {
        const select = make("select", { id });
        select.append(...dial.options.map((option) => new Option(option)));
        return make("div", { className: "dial", title }, label, select);
    }
    const { least: min, most: max, step } = dial;
    if (dial.isTyped)
        return make("div", { className: "dial", title }, label, make("input", { type: "number", id, min, max, step: "any" }));
    const typed = make("input", { type: "number", min, max: dial.limit ?? max, step: "any", "aria-label": `${dial.label}, typed` });
    typed.dataset.dial = id;
    return make("div", { className: "dial slides", title }, label, typed, make("input", { type: "range", id, min, max, step }));
}

/** A value as the settings hold it; null: it is no number, or out of its limits. */
function valueOf(dial: Dial, input: HTMLInputElement): Value | null {
    if (typeof dial.initial === "boolean")
        return input.checked;
    if (dial.options)
        return input.value;
    const value = Number(input.value);
    const isGood = input.value !== "" && value >= dial.least! && value <= Math.max(dial.most!, dial.limit ?? 0);
    return isGood ? value : null;
}

export class Controls {
    private readonly inputs = new Map<Dial, HTMLInputElement>();
    private lastPath = "";

    constructor(private session: Session) {
        for (const group of ["unit", "request", "agent", "group"] as const)
            this.makeGroup(group);
        this.makeCosts();
        byId("presets").append(...Object.entries(PRESETS).map(([name, { about }]) => {
            const button = make("button", { textContent: name, title: about, className: "chip" });
            button.addEventListener("click", () => this.session.change((settings) => begun(this.session.world, settings, name)));
            return button;
        }));
    }

    private makeGroup(group: Group) {
        const usual = byId(`${group}-dials`), rare = byId(`${group}-more`);
        for (const dial of dialsOf(group)) {
            const element = makeDial(dial);
            (dial.isRare ? rare : usual).append(element);
            const input = element.querySelector<HTMLInputElement>(`[id="${idOf(dial)}"]`)!;
            this.inputs.set(dial, input);
            for (const each of element.querySelectorAll<HTMLInputElement>("input, select"))
                each.addEventListener(each.type === "number" ? "change" : "input", () => this.set(dial, each));
        }
    }

    private set(dial: Dial, input: HTMLInputElement) {
        const value = valueOf(dial, input);
        if (value === null) {
            this.show();
            return;
        }
        const path = pathOf(dial);
        this.session.change((settings) => {
            dialsIn(settings, dial.group)[dial.name] = value;
        }, input.type === "range" && path === this.lastPath);
        this.lastPath = path;
    }

    /** The next change of a dial is a step of its own in the undo list. */
    endStep() {
        this.lastPath = "";
    }

    private makeCosts() {
        TERRAINS.forEach(({ name }, terrain) => {
            if (terrain === 0)
                return;
            const input = make("input", { type: "number", min: 0, max: 255, step: "any", id: `cost-${name}` });
            input.addEventListener("change", () => {
                const cost = Number(input.value);
                if (cost === 0 || (cost >= 1 / 16 && cost <= 255))
                    this.session.change((settings) => (chosenOf(settings).costs[terrain] = cost));
                else
                    this.show();
            });
            const label = make("label", { htmlFor: input.id, className: "swatched" }, name);
            label.style.setProperty("--color", TERRAIN_COLORS[terrain]);
            byId("costs").append(make("div", { className: "dial" }, label, input));
        });
    }

    /** Shows the settings as they are. */
    show() {
        const { settings } = this.session.world;
        for (const [dial, input] of this.inputs) {
            const value = dialsIn(settings, dial.group)[dial.name];
            if (typeof value === "boolean")
                input.checked = value;
            else
                input.value = String(value);
            if (isSlider(dial)) {
                const typed = document.querySelector<HTMLInputElement>(`[data-dial="${idOf(dial)}"]`)!;
                typed.value = String(value);
            }
        }
        TERRAINS.forEach(({ name }, terrain) => {
            if (terrain > 0)
                byId<HTMLInputElement>(`cost-${name}`).value = String(chosenOf(settings).costs[terrain]);
        });
        this.showUnused(settings);
    }

    /** Dials that have no effect as things are: of those of the body, those that it has are there. */
    private showUnused(settings: Settings) {
        const { unit, request, trees } = asked(settings);
        const row = (path: string) => byId(path).closest<HTMLElement>(".dial")!;
        row("unit.size").hidden = unit.body !== "usual";
        row("unit.length").hidden = unit.body !== "rectangle";
        row("unit.width").hidden = unit.body === "usual";
        row("request.partition").classList.toggle("idle", request.method !== "areas");
        byId("request-panel").classList.toggle("forest", trees.length > 0);
    }

    /** Options that the library would refuse are greyed out, and its sentence says why; dials without effect are pale. */
    showRefusals(refusals: Refusals, ignored: string[]) {
        const list = byId("reasons");
        list.replaceChildren();
        for (const dial of LISTS) {
            const select = byId<HTMLSelectElement>(idOf(dial));
            const names: { [sentence: string]: string[] } = {};
            for (const option of select.options) {
                const reason = refusals[dial.name]?.[option.value];
                option.disabled = reason !== undefined;
                option.title = reason ?? "";
                if (reason)
                    (names[reason] ??= []).push(option.value);
            }
            for (const [sentence, refused] of Object.entries(names))
                list.append(make("li", {}, make("b", {}, `${dial.label}: ${refused.join(", ")}`), ` – ${sentence}`));
        }
        for (const dial of [...dialsOf("request"), ...dialsOf("unit")]) {
            const name = dial.group === "unit" ? `unit.${dial.name}` : dial.name;
            const isIdle = ignored.includes(name);
            const row = byId(idOf(dial)).closest<HTMLElement>(".dial")!;
            row.classList.toggle("idle", isIdle);
            row.title = isIdle ? "This has no effect on the request." : (dial.help ?? "");
        }
        this.showUnused(this.session.world.settings);
        byId("refused").hidden = list.children.length === 0;
    }
}
