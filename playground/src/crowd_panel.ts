// What the page says of the units that drive by traffic.
import { ACTIVITIES, STRIDE } from "./draw.js";
import { byId } from "./elements.js";
import type { Session } from "./session.js";

const HEIGHT = 70;
const MOST_SAMPLES = 260;
/** Activities by what the graph shows: under way, waiting, arrived. */
const LINES: { color: string; name: string; of: number[] }[] = [
    { color: "#0b57d0", name: "under way", of: [2] }, { color: "#b46600", name: "waiting", of: [1, 3, 4, 6, 7] }, { color: "#2f8f4e", name: "arrived", of: [5] },
];

export class CrowdPanel {
    private samples: number[][] = [];
    private lastTime = -1;

    constructor(private session: Session) {}

    show() {
        const { squad, panes: [{ canvas }] } = this.session;
        const counts = squad.countByActivity();
        const text = ACTIVITIES.map((name, i) => (counts[i] ? `${counts[i]} ${name}` : "")).filter(Boolean).join(", ");
        byId("crowd-state").textContent = squad.count > 0 ? `${text}. ${squad.milliseconds.toFixed(1)} ms a frame.` : "No units yet.";
        Object.assign(canvas.dataset, {
            arrived: String(counts[5] ?? 0), agents: String(squad.count), selected: String(squad.selected.size), time: squad.time.toFixed(4),
        });
        const places: { [id: number]: [number, number] } = {};
        for (let i = 0; i < squad.states.length; i += STRIDE)
            places[squad.states[i]] = [squad.states[i + 3], squad.states[i + 4]];
        canvas.dataset.states = squad.count <= 50 ? JSON.stringify(places) : "";
        this.sample(LINES.map(({ of }) => of.reduce((sum, activity) => sum + (counts[activity] ?? 0), 0)));
    }

    private sample(values: number[]) {
        const { time, count } = this.session.squad;
        if (time < this.lastTime)
            this.samples = [];
        if (time < this.lastTime + 0.1 && time >= this.lastTime)
            return;
        this.lastTime = time;
        this.samples.push(values);
        if (this.samples.length > MOST_SAMPLES)
            this.samples.shift();
        const most = Math.max(1, count);
        byId("crowd-graph").innerHTML = LINES.map(({ color, name }, line) => {
            const points = this.samples.map((each, i) => `${i},${(HEIGHT - 3 - (each[line] / most) * (HEIGHT - 18)).toFixed(1)}`).join(" ");
            return `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="1.8"/><rect x="${line * 85}" y="1" width="8" height="8" fill="${color}"/>` +
                `<text x="${line * 85 + 12}" y="9">${name} ${values[line]}</text>`;
        }).join("");
    }
}
