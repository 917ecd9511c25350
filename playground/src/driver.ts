// A unit that drives along the path at its speeds, again and again, and the graph of these speeds.
import { MARKS } from "./colors.js";
import { drawBody, poseAlong } from "./draw.js";
import { byId } from "./elements.js";
import { chosenOf } from "./kinds.js";
import type { Answer, Pose } from "./messages.js";
import type { Pane } from "./pane.js";
import { footprintOf, radiusOf } from "./unit.js";
import type { World } from "./world.js";

const SPEED = 4; // tiles a second along a path without a speed profile
const PAUSE = 0.8; // seconds at the goal
const KEY_STEP = 0.02; // of the path
const COLUMNS = 3; // at, speed, time
const WIDTH = 260, HEIGHT = 74, TOP = 12; // of the graph

export class Driver {
    isOn = true;
    private time = 0;
    private hasMoved = false; // since the last frame, and not because time has passed
    private shown: Answer | null = null;

    restart() {
        this.time = 0;
        this.hasMoved = true;
    }

    constructor() {
        const graph = byId("profile");
        const go = (event: PointerEvent) => {
            const { left, width } = graph.getBoundingClientRect();
            if (this.shown && event.buttons === 1)
                this.goTo((Math.min(1, Math.max(0, (event.clientX - left) / width))) * this.shown.length, this.shown);
        };
        graph.addEventListener("pointerdown", go);
        graph.addEventListener("pointermove", go);
        graph.addEventListener("keydown", (event) => {
            const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
            if (!step || !this.shown)
                return;
            event.preventDefault();
            const { length } = this.shown;
            this.goTo(Math.min(1, Math.max(0, distanceAt(this.shown, this.time) / length + step)) * length, this.shown);
        });
    }

    /** Puts the unit where it has driven so far. */
    private goTo(distance: number, answer: Answer) {
        let [least, most] = [0, secondsOf(answer)];
        for (let i = 0; i < 40; i++) {
            const middle = 0.5 * (least + most);
            [least, most] = distanceAt(answer, middle) < distance ? [middle, most] : [least, middle];
        }
        this.time = most;
        this.hasMoved = true;
    }

    /** Lets time pass. Returns true if the unit moves. */
    frame(seconds: number, answer: Answer | null): boolean {
        const { hasMoved } = this;
        this.hasMoved = false;
        if (!this.isOn || !answer || answer.segments.length === 0)
            return false;
        this.time += seconds;
        if (this.time > secondsOf(answer) + PAUSE)
            this.time = 0;
        return hasMoved || seconds > 0;
    }

    /** @param angles  directions in which the picture is drawn; 0: all */
    draw(context: CanvasRenderingContext2D, { answer }: Pane, world: World, scale: number, angles: number) {
        if (!this.isOn || !answer || answer.segments.length === 0)
            return;
        const { unit } = chosenOf(world.settings);
        const at = distanceAt(answer, this.time);
        const pose = poseAlong(answer.segments, at);
        const radius = Math.max(radiusOf(unit), 5 / scale);
        drawBody(context, scale, { ...pose, heading: rounded(pose.heading, angles) }, footprintOf(unit), radius, MARKS.path);
        this.mark(at, answer);
    }


    private mark(at: number, answer: Answer) {
        if (this.shown !== answer)
            this.drawGraph(answer);
        const x = answer.length > 0 ? (at / answer.length) * WIDTH : 0;
        byId("profile").querySelector("#profile-at")?.setAttribute("x1", String(x));
        byId("profile").querySelector("#profile-at")?.setAttribute("x2", String(x));
        byId("profile").setAttribute("aria-valuenow", at.toFixed(1));
    }

    private drawGraph(answer: Answer) {
        this.shown = answer;
        const { speeds, length } = answer;
        if (speeds.length === 0 || length === 0) {
            byId("profile").replaceChildren();
            return;
        }
        let most = 0.1;
        for (let i = 1; i < speeds.length; i += COLUMNS)
            most = Math.max(most, speeds[i]);
        let points = "";
        for (let i = 0; i < speeds.length; i += COLUMNS)
            points += `${((speeds[i] / length) * WIDTH).toFixed(1)},${(TOP + HEIGHT - (speeds[i + 1] / most) * HEIGHT).toFixed(1)} `;
        byId("profile").innerHTML =
            `<text x="0" y="9">${most.toFixed(1)} tiles/s</text><text x="${WIDTH}" y="9" text-anchor="end">${length.toFixed(1)} tiles</text>` +
            `<polyline points="0,${TOP + HEIGHT} ${points} ${WIDTH},${TOP + HEIGHT}" fill="#0b57d033" stroke="currentColor"/>` +
            `<line id="profile-at" y1="${TOP}" y2="${TOP + HEIGHT}" stroke="${MARKS.reverse}" stroke-width="2"/>`;
    }
}

const rounded = (heading: number, angles: number) =>
    (angles > 0 ? (Math.round((heading * angles) / (2 * Math.PI)) * 2 * Math.PI) / angles : heading);

const secondsOf = ({ speeds, length }: Answer) => (speeds.length > 0 ? speeds[speeds.length - 1] : length / SPEED);

/** How far a unit has driven after a time: between two samples, its speed changes evenly. */
function distanceAt({ speeds, length }: Answer, time: number): number {
    if (speeds.length === 0)
        return Math.min(length, time * SPEED);
    let i = 0;
    while (i + COLUMNS < speeds.length && speeds[i + COLUMNS + 2] <= time)
        i += COLUMNS;
    if (i + COLUMNS >= speeds.length)
        return length;
    const [at, speed, began, nextAt, nextSpeed, ended] = speeds.subarray(i, i + 2 * COLUMNS);
    const spent = time - began, seconds = ended - began;
    if (seconds <= 0)
        return nextAt;
    return Math.min(nextAt, at + speed * spent + (0.5 * (nextSpeed - speed) * spent * spent) / seconds);
}
