// The keyboard on the map: a cursor stands for the pointer.
import { byId } from "./elements.js";
import type { Session } from "./session.js";
import type { Tools } from "./tools.js";

const ARROWS: { [key: string]: [number, number] } = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const TURN = Math.PI / 12;
const USUAL_TREE = 1.5;

export class Keys {
    readonly cursor = { x: 0, y: 0 };
    /** the pointer has not been used since the last key */
    isUsed = false;

    constructor(private session: Session, private tools: Tools, private canvas: HTMLCanvasElement, private done: () => void) {
        canvas.addEventListener("keydown", (event) => this.press(event));
        canvas.addEventListener("pointerdown", () => (this.isUsed = false));
        for (const change of ["focus", "blur"])
            canvas.addEventListener(change, () => (session.needsFrame = true));
        document.addEventListener("keydown", (event) => {
            const key = event.key.toLowerCase();
            const isTyping = event.target instanceof HTMLInputElement && event.target.type === "number";
            if (!(event.ctrlKey || event.metaKey) || isTyping || (key !== "z" && key !== "y"))
                return;
            event.preventDefault();
            session.step(key === "z" && !event.shiftKey ? "undo" : "redo");
        });
    }

    private get place() {
        return { x: this.cursor.x + 0.5, y: this.cursor.y + 0.5 };
    }

    private press(event: KeyboardEvent) {
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        const arrow = ARROWS[event.key];
        const act = arrow ? () => this.move(arrow, event.shiftKey ? 10 : 1) : this.acts[event.key] ?? this.brush(event.key);
        if (!act)
            return;
        event.preventDefault();
        this.isUsed = true;
        act();
        this.session.needsFrame = true;
        this.done();
    }

    private move([dx, dy]: [number, number], tiles: number) {
        const { cursor, session: { world, camera } } = this;
        cursor.x = Math.min(Math.max(cursor.x + dx * tiles, 0), world.width - 1);
        cursor.y = Math.min(Math.max(cursor.y + dy * tiles, 0), world.height - 1);
        camera.reveal(cursor.x, cursor.y, this.canvas.clientWidth, this.canvas.clientHeight);
    }

    private brush(key: string) {
        const input = /^[1-8]$/.test(key) ? byId<HTMLInputElement>(`brush-${Number(key) - 1}`) : null;
        return input ? () => input.click() : null;
    }

    private paint() {
        const { x, y } = this.cursor;
        this.session.paint([[x, y]], this.tools.terrainFrom(x, y));
        this.session.world.endStroke();
    }

    private turn(end: "start" | "goal", angle: number) {
        this.session.change(({ start, goals }) => ((end === "start" ? start : goals[0]).heading += angle));
    }

    private readonly acts: { [key: string]: () => void } = {
        " ": () => this.paint(),
        s: () => this.session.change(({ start }) => Object.assign(start, this.place)),
        g: () => this.session.change(({ goals }) => Object.assign(goals[0], this.place)),
        h: () => this.session.change(({ goals }) => goals.push({ ...this.place, heading: 0 })),
        "[": () => this.turn("start", -TURN),
        "]": () => this.turn("start", TURN),
        "{": () => this.turn("goal", -TURN),
        "}": () => this.turn("goal", TURN),
        t: () => this.session.change(({ trees }) => trees.push({ ...this.place, radius: USUAL_TREE })),
        Delete: () => void this.tools.removeAt(this.tools.hover && !this.isUsed ? this.tools.hover : this.place),
        u: () => void this.tools.dropUnit(this.place, false),
        a: () => this.session.squad.select(0, 0, this.session.world.width, this.session.world.height),
        o: () => this.session.order(this.place.x, this.place.y, 0),
        Escape: () => this.session.squad.selected.clear(),
        "+": () => byId("zoom-in").click(),
        "-": () => byId("zoom-out").click(),
        "0": () => byId("zoom-fit").click(),
        p: () => byId("play").click(),
        n: () => byId("tick").click(),
        r: () => byId("restart").click(),
    };
}
