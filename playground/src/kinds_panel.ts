// The list of kinds of units: one is chosen, added, renamed, deleted, or given to selected units.
import { byId, make, onClick } from "./elements.js";
import { addKind, chosenOf, colorOf, MOST_KINDS, MOST_LETTERS, removeKind, rename, unitsOf, usualKind } from "./kinds.js";
import { begun, PRESETS } from "./presets.js";
import type { Session } from "./session.js";

const units = (count: number) => (count === 1 ? "1 unit" : `${count} units`);

export class KindsPanel {
    constructor(private session: Session) {
        byId<HTMLInputElement>("kind-name").maxLength = MOST_LETTERS;
        byId("kind-name").addEventListener("change", () => {
            const { value } = byId<HTMLInputElement>("kind-name");
            session.change((settings) => rename(settings, settings.kind, value));
        });
        const list = byId<HTMLSelectElement>("add-kind");
        list.append(...["", "a copy", ...Object.keys(PRESETS)].map((name) => new Option(name || "a kind", name)));
        list.addEventListener("change", () => {
            const { value } = list;
            list.value = "";
            if (value)
                this.add(value);
        });
        byId("unit-colors").addEventListener("change", () => {
            session.showsKinds = byId<HTMLSelectElement>("unit-colors").value !== "";
            session.hasMoved = true;
            this.show();
        });
        onClick("delete-kind", () => this.delete());
        onClick("give-kind", () => session.change(({ agents, kind }) => {
            for (const agent of agents)
                if (session.squad.selected.has(agent.id))
                    agent.kind = kind;
        }));
    }

    private add(name: string) {
        const { world } = this.session;
        this.session.change((settings) => {
            addKind(settings, name in PRESETS ? usualKind() : structuredClone(chosenOf(settings)));
            if (name in PRESETS)
                begun(world, settings, name);
        });
    }

    /** Says what becomes of its units. */
    private delete() {
        const { settings } = this.session.world, { name } = chosenOf(settings), count = unitsOf(settings, settings.kind).size;
        this.session.change((after) => removeKind(after, after.kind));
        byId("about").textContent = `The kind ${name} is deleted${count > 0 ? `, and its ${units(count)} with it` : ""}; undo brings ${count > 0 ? "all" : "it"} back.`;
    }

    /** Chooses the kind of the selected units, if they are of one. */
    follow() {
        const { squad, world: { settings } } = this.session;
        const kinds = new Set(settings.agents.filter(({ id }) => squad.selected.has(id)).map(({ kind }) => kind));
        if (kinds.size === 1 && !kinds.has(settings.kind))
            this.session.change((after) => ([after.kind] = kinds));
    }

    /** Shows the kinds as they are. */
    show() {
        const { squad, world: { settings } } = this.session, { kinds, kind: chosen } = settings;
        const hadFocus = byId("kinds").contains(document.activeElement);
        byId("kinds").replaceChildren(...kinds.map(({ name }, index) => {
            const count = unitsOf(settings, index).size, input = make("input", { type: "radio", name: "kind", checked: index === chosen, "aria-label": name });
            input.addEventListener("change", () => this.session.change((after) => (after.kind = index)));
            const row = make("label", { title: units(count) }, input, name, ...(count > 0 ? [make("small", {}, String(count))] : []));
            row.style.setProperty("--color", colorOf(index));
            return row;
        }));
        if (hadFocus)
            byId("kinds").querySelector<HTMLInputElement>(":checked")!.focus();
        byId("kind-key").hidden = !this.session.showsKinds;
        byId("kind-key").replaceChildren(...kinds.flatMap(({ name }, index) => {
            const swatch = make("i");
            swatch.style.background = colorOf(index);
            return [swatch, ` ${name} `];
        }));
        const count = unitsOf(settings, chosen).size;
        byId<HTMLInputElement>("kind-name").value = kinds[chosen].name;
        byId<HTMLSelectElement>("add-kind").disabled = kinds.length >= MOST_KINDS;
        byId<HTMLButtonElement>("delete-kind").disabled = kinds.length === 1;
        byId("delete-kind").textContent = count > 0 && kinds.length > 1 ? `Delete, with ${units(count)}` : "Delete";
        const others = settings.agents.filter(({ id, kind }) => squad.selected.has(id) && kind !== chosen).length;
        byId("give-kind").hidden = others === 0;
        byId("give-kind").textContent = `Make ${units(others)} that ${others === 1 ? "is" : "are"} selected ${kinds[chosen].name}`;
    }
}
