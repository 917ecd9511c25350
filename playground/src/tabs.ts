// The tabs of the panel beside the map.
import { byId } from "./elements.js";

function showTab(name: string) {
    for (const tab of document.querySelectorAll<HTMLElement>("#tabs button")) {
        const isChosen = tab.id === `tab-${name}`;
        tab.setAttribute("aria-selected", String(isChosen));
        tab.tabIndex = isChosen ? 0 : -1;
        byId(tab.getAttribute("aria-controls")!).hidden = !isChosen;
    }
}

export function listenToTabs() {
    const tabs = [...document.querySelectorAll<HTMLElement>("#tabs button")];
    tabs.forEach((tab, i) => {
        tab.addEventListener("click", () => showTab(tab.id.slice("tab-".length)));
        tab.addEventListener("keydown", ({ key }) => {
            const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
            if (by === 0)
                return;
            const next = tabs[(i + by + tabs.length) % tabs.length];
            next.click();
            next.focus();
        });
    });
}
