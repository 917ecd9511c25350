// The parts of a canvas's context that the page draws with, as SVG: what is drawn on it can be written to a file. Shadows are left
// out.

type Matrix = [number, number, number, number, number, number];

interface Style {
    fillStyle: string | Gradient;
    strokeStyle: string;
    lineWidth: number;
    lineCap: string;
    lineJoin: string;
    globalAlpha: number;
    font: string;
    textAlign: string;
    textBaseline: string;
    dash: number[];
    matrix: Matrix;
}

/** A radial gradient, in the units of the shape that it fills. */
class Gradient {
    private stops = "";

    constructor(readonly id: string, private place: string) {}

    addColorStop(share: number, color: string) {
        this.stops += `<stop offset="${share}" stop-color="${color}"/>`;
    }

    get definition() {
        return `<radialGradient id="${this.id}" gradientUnits="userSpaceOnUse" ${this.place}>${this.stops}</radialGradient>`;
    }
}

const at = (value: number) => String(Number(value.toFixed(4)));
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const ANCHORS: { [align: string]: string } = { left: "start", center: "middle", right: "end" };

/** A colour as a property; SVG has opacity apart. */
function ink(property: "fill" | "stroke", color: string | Gradient): string {
    if (typeof color !== "string")
        return `${property}="url(#${color.id})"`;
    const opacity = /^#[0-9a-f]{8}$/i.test(color) ? parseInt(color.slice(7), 16) / 255 : 1;
    return opacity < 1 ? `${property}="${color.slice(0, 7)}" ${property}-opacity="${at(opacity)}"` : `${property}="${color}"`;
}

export class SvgContext {
    fillStyle: string | Gradient = "#000000";
    strokeStyle = "#000000";
    lineWidth = 1;
    lineCap = "butt";
    lineJoin = "miter";
    globalAlpha = 1;
    font = "10px sans-serif";
    textAlign = "left";
    textBaseline = "alphabetic";
    shadowColor = "";
    shadowBlur = 0;
    imageSmoothingEnabled = true;
    private dash: number[] = [];
    private matrix: Matrix = [1, 0, 0, 1, 0, 0];
    private readonly saved: Style[] = [];
    private readonly parts: string[] = [];
    private readonly gradients: Gradient[] = [];
    private path = "";
    private isBegun = false; // the path has a point already

    constructor(private width: number, private height: number) {}

    toString(): string {
        const definitions = this.gradients.map(({ definition }) => definition).join("");
        return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}">\n` +
            `${definitions ? `<defs>${definitions}</defs>\n` : ""}${this.parts.join("\n")}\n</svg>\n`;
    }

    save() {
        const { fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, font, textAlign, textBaseline, dash, matrix } = this;
        this.saved.push({ fillStyle, strokeStyle, lineWidth, lineCap, lineJoin, globalAlpha, font, textAlign, textBaseline, dash, matrix });
    }

    restore() {
        Object.assign(this, this.saved.pop());
    }

    setTransform(...matrix: Matrix) {
        this.matrix = matrix;
    }

    translate(x: number, y: number) {
        const [a, b, c, d, e, f] = this.matrix;
        this.matrix = [a, b, c, d, e + a * x + c * y, f + b * x + d * y];
    }

    rotate(angle: number) {
        const [a, b, c, d, e, f] = this.matrix, cos = Math.cos(angle), sin = Math.sin(angle);
        this.matrix = [a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin, e, f];
    }

    setLineDash(dash: number[]) {
        this.dash = dash;
    }

    createRadialGradient(fx: number, fy: number, fr: number, cx: number, cy: number, r: number): Gradient {
        const place = `fx="${at(fx)}" fy="${at(fy)}" fr="${at(fr)}" cx="${at(cx)}" cy="${at(cy)}" r="${at(r)}"`;
        const gradient = new Gradient(`gradient-${this.gradients.length}`, place);
        this.gradients.push(gradient);
        return gradient;
    }

    beginPath() {
        this.path = "";
        this.isBegun = false;
    }

    moveTo(x: number, y: number) {
        this.path += `M${at(x)} ${at(y)}`;
        this.isBegun = true;
    }

    lineTo(x: number, y: number) {
        this.path += `${this.isBegun ? "L" : "M"}${at(x)} ${at(y)}`;
        this.isBegun = true;
    }

    arc(x: number, y: number, radius: number, from: number, to: number, isCounterclockwise = false) {
        const place = (angle: number) => `${at(x + radius * Math.cos(angle))} ${at(y + radius * Math.sin(angle))}`;
        const turn = Math.max(-2 * Math.PI, Math.min(2 * Math.PI, to - from));
        this.lineTo(x + radius * Math.cos(from), y + radius * Math.sin(from));
        for (const share of [0.5, 1]) // no part is longer than half a circle
            this.path += `A${at(radius)} ${at(radius)} 0 0 ${isCounterclockwise ? 0 : 1} ${place(from + share * turn)}`;
    }

    roundRect(x: number, y: number, width: number, height: number, radius: number) {
        const right = x + width, bottom = y + height, corner = (toX: number, toY: number) => `A${at(radius)} ${at(radius)} 0 0 1 ${at(toX)} ${at(toY)}`;
        this.path += `M${at(x + radius)} ${at(y)}L${at(right - radius)} ${at(y)}${corner(right, y + radius)}L${at(right)} ${at(bottom - radius)}` +
            `${corner(right - radius, bottom)}L${at(x + radius)} ${at(bottom)}${corner(x, bottom - radius)}L${at(x)} ${at(y + radius)}${corner(x + radius, y)}Z`;
        this.isBegun = true;
    }

    fill() {
        this.add(`<path d="${this.path}" ${ink("fill", this.fillStyle)}`);
    }

    stroke() {
        this.add(`<path d="${this.path}" fill="none" ${this.pen}`);
    }

    fillRect(x: number, y: number, width: number, height: number) {
        this.add(`<rect ${this.box(x, y, width, height)} ${ink("fill", this.fillStyle)}`);
    }

    strokeRect(x: number, y: number, width: number, height: number) {
        this.add(`<rect ${this.box(x, y, width, height)} fill="none" ${this.pen}`);
    }

    /** All has been drawn on nothing so far. */
    clearRect() {}

    fillText(text: string, x: number, y: number) {
        this.write(text, x, y, ink("fill", this.fillStyle));
    }

    strokeText(text: string, x: number, y: number) {
        this.write(text, x, y, `fill="none" ${this.pen}`);
    }

    /** The picture stands inside the file. */
    drawImage(image: HTMLCanvasElement, x: number, y: number, width = image.width, height = image.height) {
        if (image.width === 0 || image.height === 0)
            return;
        const rendering = this.imageSmoothingEnabled ? "auto" : "pixelated";
        this.add(`<image ${this.box(x, y, width, height)} preserveAspectRatio="none" style="image-rendering:${rendering}" href="${image.toDataURL()}"`);
    }

    private box = (x: number, y: number, width: number, height: number) => `x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}"`;

    private get pen(): string {
        const dash = this.dash.length > 0 ? ` stroke-dasharray="${this.dash.map(at).join(" ")}"` : "";
        return `${ink("stroke", this.strokeStyle)} stroke-width="${at(this.lineWidth)}" stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"${dash}`;
    }

    private write(text: string, x: number, y: number, how: string) {
        const baseline = this.textBaseline === "middle" ? ` dominant-baseline="central"` : "";
        this.add(`<text x="${at(x)}" y="${at(y)}" text-anchor="${ANCHORS[this.textAlign]}"${baseline} style="font:${escaped(this.font)}" ${how}`, escaped(text));
    }

    /** Adds an element whose first tag is open. */
    private add(tag: string, content = "") {
        if (tag.includes(' d=""'))
            return;
        const alpha = this.globalAlpha < 1 ? ` opacity="${at(this.globalAlpha)}"` : "";
        const name = /^<(\w+)/.exec(tag)![1];
        this.parts.push(`${tag} transform="matrix(${this.matrix.map(at).join(" ")})"${alpha}${content ? `>${content}</${name}>` : "/>"}`);
    }
}
