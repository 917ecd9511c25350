// Elements of the page.

/** The element of the page with this id. */
export const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

type Parts = (Node | string)[];

/** Makes an element; properties whose names begin with "aria-" or "data-" become attributes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag, properties: { [name: string]: unknown } = {}, ...parts: Parts
): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties))
        if (/^(aria|data)-|^(for|role|list)$/.test(name))
            element.setAttribute(name, String(value));
        else
            (element as unknown as { [name: string]: unknown })[name] = value;
    element.append(...parts);
    return element;
}

/** Calls a function when a button is used. */
export const onClick = (id: string, act: () => void) => byId(id).addEventListener("click", act);
