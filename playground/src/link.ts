// The worker: it can be ended at any moment, and a new one be made from the page's world.
import type { Subject } from "./layers.js";
import type { FromWorker, ToWorker } from "./messages.js";

/** After so long without a sign of the worker, a newer world does not wait for it. */
const PATIENCE_MS = 60;
const MOST_FAILURES = 3; // in a row
/** So often the worker is asked for a sign. */
const PING_MS = 400;
/** A frame counts as no more: if the whole computer is slow, the worker has as much time as the page. */
const MOST_OF_FRAME_S = 0.1;
export const MOST_SILENT_S = 2;

export class Link {
    /** how often a worker was ended before it was done */
    replaced = 0;
    private worker!: Worker;
    private asked = 0; // number of the last ping
    private answered = 0;
    private askedAt = 0;
    private failures = 0;
    /** the worker has failed too often in a row: it is ended, and a change starts the next one */
    hasGivenUp = false;
    private silentFor = 0; // seconds
    private patience = MOST_SILENT_S;
    /** what of the library's inside the worker computes; empty: a path */
    private doing: Subject | "numbers" | "" = "";
    /** what the last worker was ended for; null: it was not, or its successor has done it */
    private lost: string | null = null;

    /**
     * program   of the worker
     * module    the library
     * receive   what the worker says
     */
    constructor(private program: string, private module: WebAssembly.Module, private receive: (message: FromWorker) => void) {
        this.start();
    }

    private start() {
        const url = URL.createObjectURL(new Blob([this.program], { type: "text/javascript" }));
        this.worker = new Worker(url);
        URL.revokeObjectURL(url);
        this.answered = this.asked;
        this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
            if (data.kind === "marks" || data.kind === "numbers")
                this.doneWith(data.kind === "marks" ? data.subject : data.kind);
            if (data.kind === "pong")
                this.answered = data.number;
            else if (data.kind === "begins")
                this.doing = data.what;
            else if (data.kind === "failed")
                this.fail(data.text);
            else
                this.receive(data);
            if (data.kind === "answer") {
                this.failures = 0;
                this.doneWith("");
            }
        };
        this.worker.onerror = (event) => {
            event.preventDefault();
            this.fail(event.message);
        };
        this.worker.postMessage({ kind: "module", module: this.module } satisfies ToWorker);
    }

    send(message: ToWorker, transfer: Transferable[] = []) {
        if (!this.hasGivenUp)
            this.worker.postMessage(message, transfer);
    }

    /** Asks the worker for a sign that it has done all that was sent. */
    ping() {
        if (this.hasGivenUp)
            return;
        if (this.answered === this.asked)
            this.askedAt = performance.now();
        this.send({ kind: "ping", number: ++this.asked });
    }

    private doneWith(what: string) {
        this.doing = "";
        if (this.lost !== what)
            return;
        this.lost = null;
        this.patience = MOST_SILENT_S;
    }

    /**
     * Lets the time of a frame pass. Returns null, or what the worker is busy with that has given no sign for too long: it must be
     * ended. The next one gets twice the time; `isAgain` if the last one was ended for the same.
     */
    lostIn(seconds: number): { what: string; isAgain: boolean } | null {
        if (this.silence === 0) {
            this.silentFor = 0;
            if (performance.now() - this.askedAt > PING_MS)
                this.ping();
            return null;
        }
        this.silentFor += Math.min(seconds, MOST_OF_FRAME_S);
        if (this.silentFor < this.patience)
            return null;
        const { doing: what } = this, isAgain = this.lost === what;
        this.lost = what;
        this.patience *= 2;
        return { what, isAgain };
    }

    /** Milliseconds for which the worker has owed a sign. */
    get silence() {
        return this.answered === this.asked ? 0 : performance.now() - this.askedAt;
    }

    /** Ends the worker if it is busy with what is not wanted any more, or has failed. Its successor says "ready". Returns true if it did. */
    replaceIfBusy(): boolean {
        if (this.silence < PATIENCE_MS && !this.hasGivenUp)
            return false;
        this.replace();
        return true;
    }

    replace() {
        this.worker.onmessage = null;
        this.worker.terminate();
        this.hasGivenUp = false;
        this.replaced++;
        this.silentFor = 0;
        this.doing = "";
        this.start();
    }

    /** After a trap, or without memory. */
    private fail(text: string) {
        if (++this.failures > MOST_FAILURES) {
            this.hasGivenUp = true;
            this.answered = this.asked; // it owes no sign
            this.worker.terminate();
            this.receive({ kind: "refused", text: `The engine fails at this world (${text}). Undo the last change, or open another world.` });
            return;
        }
        const what = this.doing;
        this.replace();
        this.receive({ kind: "failed", text, what });
    }
}
