// The keyboard on the map: a cursor stands for the pointer.
import { byId } from "./elements.js";
import type { Session } from "./session.js";
import { USUAL_TREE, type Tools } from "./tools.js";

const ARROWS: { [key: string]: [number, number] } = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const TURN = Math.PI / 12;
const FINE = 0.1; // tiles
const GROWTH = 0.25; // of a tree

export class Keys {
    /** a place, in tiles */
    readonly cursor = { x: 0.5, y: 0.5 };
    /** the pointer has not been used since the last key */
    isUsed = false;

    constructor(private session: Session, private tools: Tools, private canvas: HTMLCanvasElement, private done: () => void) {
        canvas.addEventListener("keydown", (event) => this.press(event));
        canvas.addEventListener("pointerdown", () => (this.isUsed = false));
        canvas.addEventListener("pointermove", ({ movementX, movementY }) => (this.isUsed &&= movementX === 0 && movementY === 0));
        for (const change of ["focus", "blur"])
            canvas.addEventListener(change, () => (session.needsFrame = true));
        document.addEventListener("keydown", (event) => {
            const key = event.key.toLowerCase();
            const isTyping = event.target instanceof HTMLInputElement && ["number", "text"].includes(event.target.type);
            if (!(event.ctrlKey || event.metaKey) || isTyping || (key !== "z" && key !== "y"))
                return;
            event.preventDefault();
            tools.step(key === "z" && !event.shiftKey ? "undo" : "redo");
        });
    }

    private get place() {
        return { ...this.cursor };
    }

    private press(event: KeyboardEvent) {
        const arrow = ARROWS[event.key];
        if (event.ctrlKey || event.metaKey || (event.altKey && !arrow))
            return;
        const act = arrow ? () => this.move(arrow, event.altKey ? FINE : event.shiftKey ? 10 : 1) : this.acts[event.key] ?? this.brush(event.key);
        if (!act)
            return;
        event.preventDefault();
        this.isUsed ||= event.key !== "Delete";
        act();
        this.session.needsFrame = true;
        this.done();
    }

    private move([dx, dy]: [number, number], tiles: number) {
        const { cursor, session: { world, camera } } = this;
        const placed = (value: number, most: number) => {
            const inside = Math.min(Math.max(value, 0.01), most - 0.01);
            return tiles < 1 ? inside : Math.floor(inside) + 0.5;
        };
        cursor.x = placed(cursor.x + dx * tiles, world.width);
        cursor.y = placed(cursor.y + dy * tiles, world.height);
        camera.reveal(Math.floor(cursor.x), Math.floor(cursor.y), this.canvas.clientWidth, this.canvas.clientHeight);
        this.tools.carry(this.place);
    }

    private brush(key: string) {
        const row = byId(this.tools.tool === "overlay" ? "overlay-brushes" : "brushes");
        const input = /^[1-8]$/.test(key) ? row.querySelectorAll<HTMLInputElement>("input[type=radio]")[Number(key) - 1] : null;
        return input ? () => input.click() : null;
    }

    private paint() {
        const x = Math.floor(this.cursor.x), y = Math.floor(this.cursor.y);
        this.session.paint([[x, y]], this.tools.terrainFrom(x, y));
        this.session.world.endStroke();
    }

    /** Takes back what Enter has begun; else nobody is selected any more. */
    private cancel() {
        if (this.tools.drag)
            this.tools.cancel();
        else
            this.session.squad.selected.clear();
    }

    private turn(end: "start" | "goal", angle: number) {
        this.session.change(({ start, goals }) => ((end === "start" ? start : goals[0]).heading += angle));
    }

    private readonly acts: { [key: string]: () => void } = {
        " ": () => this.paint(),
        Enter: () => (this.tools.drag ? this.tools.end() : this.tools.press(this.place)),
        s: () => this.session.change(({ start }) => Object.assign(start, this.place)),
        g: () => this.session.change(({ goals }) => Object.assign(goals[0], this.place)),
        h: () => this.session.change(({ goals }) => goals.push({ ...this.place, heading: 0 })),
        "[": () => this.turn("start", -TURN),
        "]": () => this.turn("start", TURN),
        "{": () => this.turn("goal", -TURN),
        "}": () => this.turn("goal", TURN),
        t: () => this.session.change(({ trees }) => trees.push({ ...this.place, radius: USUAL_TREE })),
        Delete: () => void this.tools.removeAt(this.tools.hover && !this.isUsed ? this.tools.hover : this.place),
        "<": () => this.tools.resizeAt(this.place, -GROWTH),
        ">": () => this.tools.resizeAt(this.place, GROWTH),
        u: () => void this.tools.dropUnit(this.place, false),
        a: () => this.session.squad.select(0, 0, this.session.world.width, this.session.world.height),
        o: () => this.session.order(this.place.x, this.place.y, 0),
        Escape: () => this.cancel(),
        "+": () => byId("zoom-in").click(),
        "-": () => byId("zoom-out").click(),
        "0": () => byId("zoom-fit").click(),
        p: () => byId("play").click(),
        n: () => byId("tick").click(),
        r: () => byId("restart").click(),
    };
}
