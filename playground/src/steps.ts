// The steps of a search: shown one by one, played, and scrubbed back and forth.
import { byId } from "./elements.js";
import { TRACE_COLUMNS } from "./messages.js";
import type { View } from "./view.js";

const SECONDS_TO_PLAY = 5;

export class SearchSteps {
    private trace = new Float32Array();
    private played: number | null = null; // steps, while they are played
    private readonly slider = byId<HTMLInputElement>("search-step");

    /** changed: called when the picture has changed */
    constructor(private view: View, private changed: () => void) {
        this.slider.addEventListener("input", () => {
            this.played = null;
            this.show();
        });
        byId("search-play").addEventListener("click", () => {
            const { value, max } = this.slider;
            this.played = this.played !== null ? null : value === max ? 0 : Number(value);
            this.showButton();
        });
    }

    /** Shows the last step of a search; TRACE_COLUMNS numbers for each step. */
    receive(trace: Float32Array, isWanted: boolean) {
        this.trace = trace;
        byId("search").hidden = !isWanted;
        this.slider.max = this.slider.value = String(trace.length / TRACE_COLUMNS);
        this.show();
    }

    /** Plays on, for the time of a frame. */
    frame(seconds: number) {
        if (this.played === null)
            return;
        const most = Number(this.slider.max);
        this.played = Math.min(most, this.played + Math.max(1, (seconds * most) / SECONDS_TO_PLAY));
        this.slider.value = String(Math.floor(this.played));
        this.show();
        if (this.played >= most)
            this.played = null;
        this.showButton();
    }

    private showButton() {
        byId("search-play").textContent = this.played === null ? "Play" : "Pause";
    }

    private show() {
        const step = Number(this.slider.value);
        byId("search-at").textContent = `${step} of ${this.slider.max}`;
        byId("search-node").textContent = step > 0 ? this.sentence(step) : "";
        this.view.drawSearch(this.trace, step);
        this.view.canvas.dataset.step = String(step);
        this.changed();
    }

    private sentence(step: number) {
        const [kind, x, y, g, h] = this.trace.subarray((step - 1) * TRACE_COLUMNS, step * TRACE_COLUMNS);
        return `This step ${kind === 1 ? "expands" : "puts on the list"} (${x.toFixed(1)}, ${y.toFixed(1)}): ` +
            `g ${g.toFixed(2)}, h ${h.toFixed(2)}, f ${(g + h).toFixed(2)}.`;
    }
}
