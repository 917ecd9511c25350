/** The element of the page with this id. */
export const byId = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
