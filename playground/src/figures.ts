// What the page says of paths: in the line below the map, and in the table of methods side by side.
import { LANES } from "./colors.js";
import { byId, make } from "./elements.js";
import type { Answer } from "./messages.js";
import type { Pane } from "./pane.js";
import { fullSentence } from "./sentence.js";

const RESULTS: { [result: string]: string } = {
    unreachable: "No path: walls close the goal off.", "not-found": "No path was found.",
    "start-blocked": "The unit cannot stand at its start.", "goal-blocked": "The unit cannot stand at its goal.",
    illegal: "Only a path that breaks rules of the unit was found.", "gave-up": "The method gave up.",
    limit: "A limit ended the search.",
};

/** A sentence below the map. */
export function tell(text: string, isBad = false) {
    const status = byId("status");
    status.textContent = text;
    status.classList.toggle("bad", isBad);
}

const ENGINE_TOLD_MS = 10000;
let told = 0;

/** A sentence about the engine, which stays beside the answers for a while. */
export function tellOfEngine(text: string) {
    byId("engine-note").textContent = text;
    clearTimeout(told);
    told = window.setTimeout(() => (byId("engine-note").textContent = ""), ENGINE_TOLD_MS);
}

const figure = (value: string, unit: string) => make("span", {}, make("b", {}, value), ` ${unit}`);

export const isFound = ({ result, segments }: Answer) => result === "ok" || (result === "illegal" && segments.length > 0);

/** Why there is no path: the library's words if it has any. */
export function reasonOf({ result, text }: Answer): string {
    const said = fullSentence(text);
    return [result.endsWith("blocked") && said ? "" : RESULTS[result] ?? "", said].filter(Boolean).join(" ") || result;
}

export function showFigures(answer: Answer, isTraced: boolean) {
    if (!isFound(answer)) {
        tell(reasonOf(answer), true);
        return;
    }
    const status = byId("status");
    status.classList.remove("bad");
    const legality = answer.legal ? make("span", { className: "legal" }, "✓ legal") : make("span", { className: "bad" }, `✗ NOT LEGAL: ${answer.fault}`);
    status.replaceChildren(
        figure(answer.length.toFixed(2), "tiles"), figure(answer.cost.toFixed(2), "cost"),
        ...(answer.duration > 0 ? [figure(answer.duration.toFixed(1), "s drive")] : []),
        figure(answer.turns.toFixed(0) + "°", "turns"), figure(answer.method, "method"),
        figure(String(answer.expanded), "expansions"),
        figure(answer.milliseconds.toFixed(2), isTraced ? "ms with its steps told" : "ms"), legality,
    );
}

const ROWS: [string, (answer: Answer) => number, number][] = [
    ["Length", ({ length }) => length, 2], ["Cost", ({ cost }) => cost, 2], ["Turns, °", ({ turns }) => turns, 0],
    ["Drive, s", ({ duration }) => duration, 1], ["Expansions", ({ expanded }) => expanded, 0], ["Work", ({ work }) => work, 0],
    ["Time, ms", ({ milliseconds }) => milliseconds, 2],
];

/** The table of the methods; the best of each row is set off if they differ. */
export function showTable(panes: Pane[]) {
    const table = byId<HTMLTableElement>("compared");
    const answers = panes.map((pane) => pane.answer);
    table.hidden = panes.length < 2 || answers.some((answer) => answer === null);
    if (table.hidden)
        return;
    const known = answers as Answer[];
    const heads = known.map(({ method }, lane) => {
        const head = make("th", { scope: "col" }, method);
        head.style.setProperty("--lane", LANES[lane]);
        return head;
    });
    table.tHead!.replaceChildren(make("tr", {}, make("td"), ...heads));
    const rows = ROWS.map(([name, read, digits]) => {
        const values = known.map((answer) => (isFound(answer) && answer.segments.length > 0 ? read(answer).toFixed(digits) : "–"));
        const numbers = values.filter((value) => value !== "–").map(Number);
        const least = Math.min(...numbers), doDiffer = numbers.some((value) => value !== least);
        const cells = values.map((value) => make("td", { className: doDiffer && Number(value) === least ? "best" : "" }, value));
        return make("tr", {}, make("th", { scope: "row" }, name), ...cells);
    });
    const legality = known.map((answer) =>
        make("td", { title: isFound(answer) ? answer.fault : reasonOf(answer) }, !isFound(answer) ? "no path" : answer.legal ? "✓" : "✗"));
    table.tBodies[0].replaceChildren(...rows, make("tr", {}, make("th", { scope: "row" }, "Legal"), ...legality));
}
