// The panel that switches layers of the library's inside on, and what they show.
import type { Mark } from "../../bindings/js/src/index.js";
import { describe, drawLineMarks, drawTileMarks, markAt } from "./draw_marks.js";
import { byId, make, onClick } from "./elements.js";
import { LAYERS, NUMBERS, SUBJECTS, type LayerDef, type Numbers, type Subject } from "./layers.js";
import { MOST_MARKS, type FromWorker } from "./messages.js";
import type { Session } from "./session.js";

const SECONDS_OF_WAVE = 4;
const REACH = 6; // pixels from the pointer to a mark that it means

const switchOf = ({ name }: LayerDef) => byId<HTMLInputElement>(`layer-${name.replaceAll(" ", "-")}`);
const moves = (subject: Subject) => SUBJECTS[subject] === "ticks";

/** A mark of a search as it was at a step: none if it came later. */
function atStep(mark: Mark, step: number): Mark[] {
    const { seen, used } = mark.numbers;
    if (seen === undefined)
        return [mark];
    return seen > step ? [] : [{ ...mark, numbers: { ...mark.numbers, reached: used > 0 && used <= step ? 1 : 0 } }];
}

export class InsidePanel {
    private step = Infinity;
    private readonly marks = new Map<Subject, Mark[]>();
    private numbersWhy = "";
    private readonly reasons = new Map<Subject, string>();
    /** those of the layers that are on */
    private shown: Mark[] = [];

    constructor(private session: Session) {
        byId("numbers").append(...Object.keys(NUMBERS).map((name) => new Option(name)));
        byId("numbers").addEventListener("change", () => this.change());
        byId("wave").addEventListener("input", () => this.showWave());
        onClick("wave-play", () => {
            byId<HTMLInputElement>("wave").value = "0";
            this.isWaving = true;
        });
        byId("layers").append(...LAYERS.map(({ name, color, about }) => {
            const input = make("input", { type: "checkbox", id: `layer-${name.replaceAll(" ", "-")}` });
            input.addEventListener("change", () => this.change());
            const label = make("label", { className: "swatched", htmlFor: input.id }, name);
            label.style.setProperty("--color", color);
            return make("div", { className: "dial check", title: about }, input, label);
        }));
    }

    private isWaving = false;

    /** Another world is shown: what was shown of the last one is gone. */
    begin() {
        this.marks.clear();
        this.reasons.clear();
        this.numbersWhy = "";
        this.isWaving = false;
        byId<HTMLInputElement>("wave").value = "100";
        this.session.ground.reach = 1;
        this.show();
    }

    /** Shows numbers only as far as the wave has come. */
    private showWave() {
        const { session } = this, share = Number(byId<HTMLInputElement>("wave").value) / 100;
        session.ground.reach = share;
        session.ground.showNumbers(session.world, session.numbers, session.ground.values, session.ground.greatest);
        session.needsFrame = true;
    }

    /** Lets the wave run, for the time of a frame. */
    frame(seconds: number) {
        const slider = byId<HTMLInputElement>("wave");
        if (!this.isWaving)
            return;
        slider.value = String(Number(slider.value) + Math.max(0.5, (100 * seconds) / SECONDS_OF_WAVE));
        this.isWaving = Number(slider.value) < 100;
        this.showWave();
    }

    private get layers() {
        return LAYERS.filter((layer) => switchOf(layer).checked && !switchOf(layer).disabled);
    }

    /** Tells the worker what to show. */
    private change() {
        const { session } = this;
        session.subjects = [...new Set(this.layers.map(({ subject }) => subject))];
        const numbers = byId<HTMLSelectElement>("numbers").value as Numbers;
        if (numbers !== session.numbers) {
            session.numbers = numbers;
            session.ground.showNumbers(session.world, numbers, null);
            this.numbersWhy = "";
        }
        for (const subject of this.marks.keys())
            if (!session.subjects.includes(subject))
                this.forget(subject);
        byId("wave-row").hidden = !["flow field", "guide"].includes(session.numbers);
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
            session.ground.showNumbers(session.world, message.numbers, message.values, message.greatest);
            this.numbersWhy = message.why;
            this.show();
        } else if (message.kind === "marks" && session.subjects.includes(message.subject)) {
            this.marks.set(message.subject, message.marks);
            this.reasons.set(message.subject, message.why);
            this.show();
        }
    }

    /** Shows of a search among trees what it has done up to a step. */
    showStep(step: number) {
        this.step = step;
        if (this.marks.has("forest"))
            this.show();
    }

    /** Switches off what shows a subject, or the numbers on tiles. Returns its name on the page. */
    turnOff(what: string): string {
        const layers = LAYERS.filter(({ subject }) => subject === what), { numbers } = this.session;
        layers.forEach((layer) => (switchOf(layer).checked = false));
        if (what === "numbers")
            byId<HTMLSelectElement>("numbers").value = "nothing";
        this.change();
        return what === "numbers" ? numbers : layers.map(({ name }) => name).join(", ");
    }

    /** Switches layers on. */
    turnOn(...names: string[]) {
        LAYERS.filter(({ name }) => names.includes(name)).forEach((layer) => (switchOf(layer).checked = true));
        this.change();
    }

    private show() {
        const { session } = this, [main] = session.panes;
        const shownOf = ({ subject, kinds }: LayerDef) =>
            (this.marks.get(subject) ?? []).filter(({ kind }) => kinds.includes(kind)).flatMap((mark) => atStep(mark, this.step));
        this.shown = this.layers.filter(({ subject }) => moves(subject)).flatMap(shownOf);
        const still = this.layers.filter(({ subject }) => !moves(subject)).flatMap(shownOf);
        this.masks = still.filter(({ kind }) => kind === "hit-mask");
        main.marks = still.filter(({ kind }) => kind !== "hit-mask");
        const counts: { [kind: string]: number } = {};
        for (const { kind } of [...this.shown, ...still])
            counts[kind] = (counts[kind] ?? 0) + 1;
        main.canvas.dataset.marks = JSON.stringify(counts);
        const isFull = [...this.marks.values()].some((marks) => marks.length === MOST_MARKS);
        const reasons = [...this.reasons.values(), this.numbersWhy, isFull ? `The first ${MOST_MARKS.toLocaleString("en")} marks are shown.` : ""];
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
