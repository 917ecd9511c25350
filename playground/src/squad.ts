// What the page knows of the units that drive: their last states, which are selected, and how their time passes.
import { STRIDE } from "./draw.js";
import { TICK, type ToWorker } from "./messages.js";

const ARRIVED = 5;
const STANDS = 0;
const MOST_TICKS = 12; // of a frame: if the engine is slower, time passes more slowly

export class Squad {
    states = new Float64Array();
    readonly selected = new Set<number>();
    /** seconds since the traffic began, and milliseconds that the last frame's ticks took */
    time = 0;
    milliseconds = 0;
    private owed = 0; // seconds
    private isAsked = false; // ticks are on their way: the next ones wait for the answer
    private hasPassed = false; // time passes with them: who stands after them stays so
    private isAwake = false; // somebody may move
    private isChanged = false; // units or orders have changed since the last ticks were asked for

    constructor(private send: (message: ToWorker) => void) {}

    get count() {
        return this.states.length / STRIDE;
    }

    clear() {
        this.states = new Float64Array();
        this.selected.clear();
        this.isAsked = this.isAwake = false;
        this.time = 0;
    }

    /** Units or orders have changed. */
    wakes() {
        this.isAwake = this.isChanged = true;
    }

    /** Lets so much time pass as a frame took; 0: shows where units are. */
    frame(seconds: number) {
        if (!this.isAwake || this.isAsked)
            return;
        this.owed = Math.min(this.owed + seconds, MOST_TICKS * TICK);
        const ticks = Math.floor(this.owed / TICK + 1e-9);
        if (ticks === 0 && !this.isChanged)
            return;
        this.owed -= ticks * TICK;
        this.run(ticks);
    }

    run(ticks: number) {
        this.isAsked = true;
        this.isChanged = false;
        this.hasPassed = ticks > 0;
        this.send({ kind: "ticks", count: ticks });
    }

    receive(states: Float64Array, time: number, milliseconds: number) {
        this.isAsked = false;
        this.states = states;
        this.time = time;
        this.milliseconds = milliseconds;
        const known = new Set<number>();
        let canSleep = true;
        for (let i = 0; i < states.length; i += STRIDE) {
            known.add(states[i]);
            canSleep &&= states[i + 1] === ARRIVED || states[i + 1] === STANDS;
        }
        this.isAwake = !canSleep || this.isChanged || !this.hasPassed;
        for (const id of this.selected)
            if (!known.has(id))
                this.selected.delete(id);
    }

    /** Selects the units in a box, or those that a point is on: in a box of no size. */
    select(ax: number, ay: number, bx: number, by: number, reach = 0) {
        this.selected.clear();
        const around = Math.hypot(bx - ax, by - ay) < reach ? reach : 0;
        for (let i = 0; i < this.states.length; i += STRIDE) {
            const [id, , , x, y] = this.states.subarray(i, i + STRIDE);
            if (x >= Math.min(ax, bx) - around && x <= Math.max(ax, bx) + around && y >= Math.min(ay, by) - around && y <= Math.max(ay, by) + around)
                this.selected.add(id);
        }
    }

    /** Numbers of units by the library's numbers of activities. */
    countByActivity(): number[] {
        const counts: number[] = [];
        for (let i = 0; i < this.states.length; i += STRIDE)
            counts[this.states[i + 1]] = (counts[this.states[i + 1]] ?? 0) + 1;
        return counts;
    }
}
