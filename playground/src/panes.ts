// The views side by side: one for each method.
import { LANES } from "./colors.js";
import { byId, make } from "./elements.js";
import { showTable } from "./figures.js";
import { Pane } from "./pane.js";
import type { Session } from "./session.js";
import type { Tools } from "./tools.js";

/** As many views as there are methods. */
export function showPanes(session: Session, tools: Tools) {
    const methods = session.world.settings.trees.length > 0 ? [] : session.world.settings.others;
    const views = byId("views");
    while (session.panes.length > methods.length + 1)
        session.panes.pop()!.canvas.parentElement!.remove();
    while (session.panes.length < methods.length + 1)
        addPane(session, tools);
    views.dataset.count = String(session.panes.length);
    session.panes.forEach(({ canvas: view }, lane) => {
        const name = view.nextElementSibling as HTMLElement;
        name.hidden = methods.length === 0;
        name.querySelector("b")!.textContent = [session.world.settings.request.method, ...methods][lane];
        name.style.setProperty("--lane", LANES[lane]);
    });
    showTable(session.panes);
    byId("others").replaceChildren(...methods.map((method, i) => {
        const button = make("button", { className: "chip", "aria-label": `Remove ${method}` }, `${method} ×`);
        button.addEventListener("click", () => session.change(({ others }) => others.splice(i, 1)));
        return button;
    }));
    byId<HTMLSelectElement>("add-other").disabled = methods.length >= LANES.length - 1;
}

function addPane(session: Session, tools: Tools) {
    const lane = session.panes.length;
    const view = make("canvas", { "aria-label": "The world with another method's path" });
    const name = make("span", {}, make("b"), make("i"));
    byId("views").append(make("div", { className: "view" }, view, name));
    const pane = new Pane(view, session.camera, session.ground, lane);
    pane.use(session.world);
    session.panes.push(pane);
    tools.listen(pane);
}
