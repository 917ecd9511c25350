// What the page knows of the units that drive: their last states, which are selected, and whether time passes.
import type { Agent, ToWorker } from "./messages.js";
import { STRIDE } from "./view.js";

const ARRIVED = 5;
const STANDS = 0;

export class Squad {
    states = new Float64Array();
    readonly selected = new Set<number>();
    isPaused = false;
    private isAsked = false; // a tick is on its way: the next one waits for its answer
    private isAwake = false; // somebody may move
    private isChanged = false; // units or orders have changed since the last tick was asked for

    constructor(private send: (message: ToWorker) => void) {}

    get count() {
        return this.states.length / STRIDE;
    }

    clear() {
        this.states = new Float64Array();
        this.selected.clear();
    }

    wakes() {
        this.isAwake = true;
        this.isChanged = true;
        if (this.isPaused)
            this.tick(0);
    }

    /** Lets so much time pass as a frame took. */
    frame(seconds: number) {
        if (this.isAwake && !this.isPaused && !this.isAsked)
            this.tick(seconds);
    }

    tick(seconds: number) {
        this.isAsked = true;
        this.isChanged = false;
        this.send({ kind: "tick", seconds });
    }

    receive(states: Float64Array) {
        this.isAsked = false;
        this.states = states;
        const known = new Set<number>();
        let canSleep = true;
        for (let i = 0; i < states.length; i += STRIDE) {
            known.add(states[i]);
            canSleep &&= states[i + 1] === ARRIVED || states[i + 1] === STANDS;
        }
        this.isAwake = !canSleep || this.isChanged;
        for (const id of this.selected)
            if (!known.has(id))
                this.selected.delete(id);
    }

    /** If the kind of unit changes, units begin anew where they are. */
    places(agents: Agent[]) {
        for (let i = 0; i < this.states.length; i += STRIDE) {
            const agent = agents.find(({ id }) => id === this.states[i]);
            if (agent)
                Object.assign(agent, { x: this.states[i + 3], y: this.states[i + 4] });
        }
    }

    select(ax: number, ay: number, bx: number, by: number) {
        this.selected.clear();
        for (let i = 0; i < this.states.length; i += STRIDE) {
            const [id, , , x, y] = this.states.subarray(i, i + STRIDE);
            if (x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by))
                this.selected.add(id);
        }
    }

    countByActivity(): number[] {
        const counts: number[] = [];
        for (let i = 0; i < this.states.length; i += STRIDE)
            counts[this.states[i + 1]] = (counts[this.states[i + 1]] ?? 0) + 1;
        return counts;
    }
}
