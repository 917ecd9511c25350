// What the library would refuse, as the page shows it.
import type { Refusals } from "./messages.js";
import { OPTIONS } from "./options.js";
import { byId } from "./elements.js";

/** Options that the library would refuse are greyed out, and its sentence says why. */
export function showRefusals(refusals: Refusals, ignored: string[]) {
    const reasons = byId("refused");
    const list = reasons.querySelector("ul")!;
    list.replaceChildren();
    for (const dial of Object.keys(OPTIONS)) {
        const select = byId<HTMLSelectElement>(`request.${dial}`);
        const names: { [sentence: string]: string[] } = {};
        for (const option of select.options) {
            const reason = refusals[dial][option.value];
            option.disabled = reason !== undefined;
            option.title = reason ?? "";
            if (reason)
                (names[reason] ??= []).push(option.value);
        }
        for (const [sentence, refused] of Object.entries(names)) {
            const item = document.createElement("li");
            item.textContent = `${dial} ${refused.join(", ")}: ${sentence}`;
            list.append(item);
        }
    }
    for (const name of [...Object.keys(OPTIONS), "weight"]) {
        const label = byId(`request.${name}`).parentElement!;
        label.classList.toggle("idle", ignored.includes(name));
        label.title = ignored.includes(name) ? "This has no effect on the request." : "";
    }
    reasons.hidden = list.children.length === 0;
    reasons.querySelector("summary")!.textContent = "Why some options are greyed out";
}
