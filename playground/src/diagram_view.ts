// A diagram on the page: a picture whose handles are dragged by pointer or keyboard, and formulas with their numbers.
import type { Fairway } from "../../bindings/js/src/index.js";
import { CIRCLES } from "./diagrams/circles.js";
import { HEIGHT, moveHandle, secondHandle, State, WIDTH, type Diagram, type Thing } from "./diagrams/diagram.js";
import { VEHICLES } from "./diagrams/vehicles.js";
import { byId, make } from "./elements.js";

export const DIAGRAMS = [
    { group: "Diagrams: circles", diagrams: CIRCLES }, { group: "Diagrams: vehicles", diagrams: VEHICLES },
];

const SVG = "http://www.w3.org/2000/svg";
const STEP = 0.25; // tiles that an arrow key moves a handle
const ARROWS: { [key: string]: [number, number] } = {
    ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP],
};

export const diagramOf = (name: string) => DIAGRAMS.flatMap(({ diagrams }) => diagrams).find((diagram) => diagram.name === name);

export class DiagramView {
    private diagram: Diagram | null = null;
    private state!: State;
    private readonly plane = byId<HTMLElement & SVGSVGElement>("plane");
    private handles: { element: SVGCircleElement; thing: Thing; isSecond: boolean }[] = [];

    /** The library in the page itself, so that the picture follows the pointer. */
    fairway!: Fairway;

    constructor() {
        this.plane.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
        this.plane.addEventListener("pointermove", (event) => {
            if (event.buttons !== 0 || !this.diagram?.point?.(this.state, this.fairway, this.placeOf(event)))
                return;
            this.makeDials(this.diagram);
            this.draw();
        });
    }

    get isOpen() {
        return this.diagram !== null;
    }

    open(diagram: Diagram) {
        this.diagram = diagram;
        this.state = new State(diagram);
        document.body.classList.add("shows-diagram");
        byId("diagram").hidden = false;
        this.makeHandles();
        this.makeDials(diagram);
        this.draw();
    }

    close() {
        this.diagram = null;
        document.body.classList.remove("shows-diagram");
        byId("diagram").hidden = true;
    }

    private draw() {
        const { picture, lines } = this.diagram!.draw(this.state, this.fairway);
        byId("drawn").innerHTML = picture;
        byId("formulas").innerHTML = lines.filter(Boolean).map((line) => `<p>${line}</p>`).join("");
        for (const { element, thing, isSecond } of this.handles) {
            const place = isSecond ? secondHandle(thing)! : thing;
            element.setAttribute("cx", String(place.x));
            element.setAttribute("cy", String(place.y));
            element.setAttribute("aria-valuetext", `${place.x.toFixed(2)}, ${place.y.toFixed(2)}`);
        }
    }

    private placeOf({ clientX, clientY }: PointerEvent) {
        return new DOMPoint(clientX, clientY).matrixTransform(this.plane.getScreenCTM()!.inverse());
    }

    private makeHandles() {
        this.handles = [...this.state.things.values()].flatMap((thing) =>
            (thing.kind === "point" ? [false] : [false, true]).map((isSecond) => ({ element: this.makeHandle(thing, isSecond), thing, isSecond })));
        byId("handles").replaceChildren(...this.handles.map(({ element }) => element));
    }

    private makeHandle(thing: Thing, isSecond: boolean): SVGCircleElement {
        const element = document.createElementNS(SVG, "circle");
        const what = !isSecond ? thing.name : thing.kind === "circle" ? `radius of ${thing.name}` : `heading of ${thing.name}`;
        for (const [name, value] of Object.entries({ r: isSecond ? 0.2 : 0.28, tabindex: 0, role: "slider", "aria-label": what, "aria-valuenow": 0 }))
            element.setAttribute(name, String(value));
        element.dataset.handle = what;
        element.classList.toggle("second", isSecond);
        const move = (x: number, y: number) => {
            moveHandle(thing, isSecond, { x, y });
            this.draw();
        };
        element.addEventListener("pointerdown", (event) => element.setPointerCapture(event.pointerId));
        element.addEventListener("pointermove", (event) => {
            if (!element.hasPointerCapture(event.pointerId))
                return;
            const place = this.placeOf(event);
            move(place.x, place.y);
        });
        element.addEventListener("keydown", (event) => {
            const arrow = ARROWS[event.key];
            if (!arrow)
                return;
            event.preventDefault();
            const from = isSecond ? secondHandle(thing)! : thing;
            move(from.x + arrow[0], from.y + arrow[1]);
        });
        return element;
    }

    private makeDials({ switches = {}, sliders = {}, title, about }: Diagram) {
        const rows = Object.keys(switches).map((name) => {
            const input = make("input", { type: "checkbox", id: `switch-${name}`, checked: this.state.switches[name] });
            input.addEventListener("input", () => {
                this.state.switches[name] = input.checked;
                this.draw();
            });
            return make("div", { className: "dial check" }, input, make("label", { htmlFor: input.id }, name));
        });
        const slides = Object.entries(sliders).map(([name, [min, max, step]]) => {
            const value = this.state.sliders[name];
            const input = make("input", { type: "range", id: `slider-${name}`, min, max, step, value });
            const shown = make("output", {}, String(value));
            input.addEventListener("input", () => {
                this.state.sliders[name] = Number(input.value);
                shown.textContent = input.value;
                this.draw();
            });
            return make("div", { className: "dial slides" }, make("label", { htmlFor: input.id }, name), shown, input);
        });
        byId("diagram-dials").replaceChildren(...rows, ...slides);
        byId("diagram-title").textContent = title;
        byId("diagram-about").textContent = about;
    }
}
