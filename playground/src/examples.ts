// Worlds that come with the page, which tell what differs from the usual.
import type { Kind } from "./kinds.js";
import { likeness } from "./presets.js";
import type { Named } from "./toolbars.js";
import type { Settings, World } from "./world.js";

export interface Example extends Named {
    about: string;
    text: string;
    /** one kind, or a list of them */
    settings: Partial<Omit<Settings, "kinds"> & Kind & { kinds: Partial<Kind>[] }>;
}

/** Gives a world the settings of an example. */
export function settle({ settings: base }: World, settings: Example["settings"]) {
    const { unit, costs, agent, kinds = [{ unit, costs, agent }], request, group, ...rest } = settings;
    const [usual] = base.kinds;
    base.kinds = kinds.map((given) => {
        const kind = structuredClone(usual);
        for (const part of ["unit", "costs", "agent"] as const)
            Object.assign(kind[part], given[part]);
        return { ...kind, name: given.name ?? likeness(kind) };
    });
    Object.assign(base.request, request);
    Object.assign(base.group, group);
    Object.assign(base, rest);
    base.agents = base.agents.map((agent) => ({ ...agent, kind: agent.kind ?? 0 }));
}
