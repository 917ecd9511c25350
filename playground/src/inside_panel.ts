// The panel that switches layers of the library's inside on, and what they show.
import type { Mark } from "../../bindings/js/src/index.js";
import { describe, drawLineMarks, drawTileMarks, markAt } from "./draw_marks.js";
import { byId, make } from "./elements.js";
import { LAYERS, NUMBERS, SUBJECTS, type LayerDef, type Numbers, type Subject } from "./layers.js";
import { MOST_MARKS, type FromWorker } from "./messages.js";
import type { Session } from "./session.js";

const REACH = 6; // pixels from the pointer to a mark that it means

const switchOf = ({ name }: LayerDef) => byId<HTMLInputElement>(`layer-${name.replaceAll(" ", "-")}`);
const moves = (subject: Subject) => SUBJECTS[subject] === "ticks";

export class InsidePanel {
    private readonly marks = new Map<Subject, Mark[]>();
    private readonly reasons = new Map<Subject, string>();
    /** those of the layers that are on */
    private shown: Mark[] = [];

    constructor(private session: Session) {
        byId("numbers").append(...Object.keys(NUMBERS).map((name) => new Option(name)));
        byId("numbers").addEventListener("change", () => this.change());
        byId("layers").append(...LAYERS.map(({ name, color, about }) => {
            const input = make("input", { type: "checkbox", id: `layer-${name.replaceAll(" ", "-")}` });
            input.addEventListener("change", () => this.change());
            const label = make("label", { className: "swatched", htmlFor: input.id }, name);
            label.style.setProperty("--color", color);
            return make("div", { className: "dial check", title: about }, input, label);
        }));
    }

    private get layers() {
        return LAYERS.filter((layer) => switchOf(layer).checked && !switchOf(layer).disabled);
    }

    /** Tells the worker what to show. */
    private change() {
        const { session } = this;
        session.subjects = [...new Set(this.layers.map(({ subject }) => subject))];
        session.numbers = byId<HTMLSelectElement>("numbers").value as Numbers;
        for (const subject of this.marks.keys())
            if (!session.subjects.includes(subject))
                this.forget(subject);
        session.ground.showNumbers(session.world, session.numbers, null);
        session.sendInside();
        this.show();
    }

    private forget(subject: Subject) {
        this.marks.delete(subject);
        this.reasons.delete(subject);
    }

    /** Greys out what this world cannot show. */
    showNeeds() {
        const { trees, agents } = this.session.world.settings;
        let hasChanged = false;
        for (const layer of LAYERS) {
            const isMissing = (layer.needs === "trees" && trees.length === 0) || (layer.needs === "units" && agents.length === 0);
            const input = switchOf(layer);
            hasChanged ||= input.checked && input.disabled !== isMissing;
            input.disabled = isMissing;
            input.parentElement!.title = isMissing ? `${layer.about}: this world has no ${layer.needs}` : layer.about;
            input.parentElement!.classList.toggle("idle", isMissing);
        }
        if (hasChanged)
            this.change();
    }

    receive(message: FromWorker) {
        const { session } = this;
        if (message.kind === "numbers" && message.numbers === session.numbers) {
            session.ground.showNumbers(session.world, message.numbers, message.values);
            session.needsFrame = true;
        } else if (message.kind === "marks" && session.subjects.includes(message.subject)) {
            this.marks.set(message.subject, message.marks);
            this.reasons.set(message.subject, message.why);
            this.show();
        }
    }

    private show() {
        const { session } = this, [main] = session.panes;
        const shownOf = ({ subject, kinds }: LayerDef) => (this.marks.get(subject) ?? []).filter(({ kind }) => kinds.includes(kind));
        this.shown = this.layers.filter(({ subject }) => moves(subject)).flatMap(shownOf);
        const still = this.layers.filter(({ subject }) => !moves(subject)).flatMap(shownOf);
        this.masks = still.filter(({ kind }) => kind === "hit-mask");
        main.marks = still.filter(({ kind }) => kind !== "hit-mask");
        const counts: { [kind: string]: number } = {};
        for (const { kind } of [...this.shown, ...still])
            counts[kind] = (counts[kind] ?? 0) + 1;
        main.canvas.dataset.marks = JSON.stringify(counts);
        const isFull = [...this.marks.values()].some((marks) => marks.length === MOST_MARKS);
        const reasons = [...this.reasons.values(), isFull ? `The first ${MOST_MARKS.toLocaleString("en")} marks are shown.` : ""];
        byId("layer-note").textContent = reasons.filter(Boolean).join(" ");
        session.needsFrame = true;
    }

    /** tiles of motions: those of the motion under the pointer are shown */
    private masks: Mark[] = [];

    /** The mark under the pointer. */
    private markUnder({ x, y }: { x: number; y: number }) {
        const [main] = this.session.panes;
        return markAt([...this.shown, ...main.marks], x, y, REACH / this.session.camera.scale);
    }

    /** Draws what moves, and the tiles of the motion under the pointer. */
    draw(context: CanvasRenderingContext2D, scale: number, pointer: { x: number; y: number } | null) {
        drawTileMarks(context, scale, this.shown);
        drawLineMarks(context, scale, this.shown);
        const motion = pointer && this.masks.length > 0 ? this.markUnder(pointer) : null;
        if (motion?.kind === "motion")
            drawTileMarks(context, scale, this.masks.filter(({ group }) => group === motion.group));
    }

    /** What stands at a place, in words; empty: nothing. */
    textAt(place: { x: number; y: number }): string {
        const mark = this.markUnder(place);
        return mark ? describe(mark) : "";
    }
}
