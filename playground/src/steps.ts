// The steps of a search: shown one by one, played, and scrubbed back and forth.
import { byId, onClick } from "./elements.js";
import { TRACE_COLUMNS } from "./messages.js";
import type { Session } from "./session.js";

const SECONDS_TO_PLAY = 4;
const QUEUE_SHOWN = 6; // nodes of the open list

export class SearchSteps {
    private played: number | null = null; // steps, while they are played
    private readonly slider = byId<HTMLInputElement>("search-step");

    /** shown: called with the step that is shown */
    constructor(private session: Session, private shown: (step: number) => void) {
        this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
        onClick("search-back", () => this.go(Number(this.slider.value) - 1));
        onClick("search-on", () => this.go(Number(this.slider.value) + 1));
        onClick("search-clear", () => this.go(0));
        onClick("search-play", () => {
            const { value, max } = this.slider;
            this.played = this.played !== null ? null : value === max ? 0 : Number(value);
            this.showButton();
        });
        byId("traced").addEventListener("change", () => {
            session.isTraced = byId<HTMLInputElement>("traced").checked;
            session.ask();
        });
    }

    /** Shows the steps of searches from now on. */
    switchOn() {
        byId<HTMLInputElement>("traced").checked = true;
        this.session.isTraced = true;
    }

    /** Shows the last step of the searches that have just ended. */
    receive() {
        byId("search").hidden = !this.session.isTraced;
        const { panes } = this.session, { value, max } = this.slider;
        const most = Math.max(...panes.map(({ answer }) => Math.max(answer?.steps ?? 0, (answer?.trace.length ?? 0) / TRACE_COLUMNS)));
        const stays = (panes[0].answer?.steps ?? 0) > 0 && Number(value) < Number(max); // a tree is dragged at this step
        this.slider.max = String(most);
        this.slider.value = String(stays ? value : most);
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

    private go(step: number) {
        this.played = null;
        this.slider.value = String(step);
        this.show();
        this.showButton();
    }

    private showButton() {
        byId("search-play").textContent = this.played === null ? "Play" : "Pause";
    }

    /** The open list at the shown step. */
    private showQueue() {
        const [pane] = this.session.panes, { count, first } = pane.queue(QUEUE_SHOWN);
        byId("queue").textContent = count > 0
            ? `On the open list: ${count}. The least f: ${first.map(({ x, y, f }) => `${f.toFixed(2)} at (${x.toFixed(1)}, ${y.toFixed(1)})`).join(", ")}${count > first.length ? ", …" : "."}`
            : "";
    }

    /** What the shown step of a search among trees has done. */
    private ofForest(steps: number, step: number): string {
        return steps > 0 ? `${step} of ${steps} nodes are expanded: grey edges were considered, orange ones lead to nodes of the open list.` : "";
    }

    private show() {
        const step = Number(this.slider.value), [first] = this.session.panes;
        this.session.panes.forEach((pane) => pane.showSteps(step));
        this.shown(step);
        byId("search-at").textContent = `${step} of ${this.slider.max}`;
        const node = first.nodeOf(Math.min(step, first.steps));
        byId("search-node").textContent = node
            ? `This step ${node.isExpanded ? "expands" : "puts on the list"} (${node.x.toFixed(1)}, ${node.y.toFixed(1)}): ` +
              `g ${node.g.toFixed(2)}, h ${node.h.toFixed(2)}, f ${node.f.toFixed(2)}.`
            : this.ofForest(first.answer?.steps ?? 0, step);
        this.showQueue();
        first.canvas.dataset.step = String(step);
        this.session.needsFrame = true;
    }
}
