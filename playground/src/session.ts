// The world that is shown, and what the worker is told of it.
import { Camera } from "./camera.js";
import { byId } from "./elements.js";
import { Ground } from "./ground.js";
import { asked, chosenOf, haveChanged, looksOf, ordersWithout } from "./kinds.js";
import { Link } from "./link.js";
import type { Numbers, Subject } from "./layers.js";
import type { FromWorker, Order } from "./messages.js";
import { Pane } from "./pane.js";
import { Squad } from "./squad.js";
import { differ, MOST_UNDO_BYTES, type Box, type Settings, World } from "./world.js";

export class Session {
    world = new World(16, 16);
    readonly camera = new Camera();
    readonly ground = new Ground();
    panes: Pane[] = [];
    readonly squad = new Squad((message) => this.link.send(message));
    link!: Link;
    serial = 0;
    /** what is shown of the library's inside */
    subjects: Subject[] = [];
    numbers: Numbers = "nothing";
    isTraced = false;
    workOfFrame = 0;
    /** colours of units tell their kinds */
    showsKinds = false;
    private drawn: { settings: Settings; showsKinds: boolean; looks: ReturnType<typeof looksOf> } | null = null;
    /** something has changed that stands still, or that moves */
    needsFrame = true;
    hasMoved = true;
    private isReady = false;
    private hasWorld = false;
    private askedAt = 0;
    /** worlds that were shown before this one */
    private readonly older: World[] = [];

    /**
     * changed  called when settings have changed, so that controls show them
     * show     called when undo has come to another world
     */
    constructor(private changed: () => void, private show: (world: World) => void) {}

    /** Takes what is of concern here; the rest of the page takes the message, too. */
    receive(message: FromWorker) {
        switch (message.kind) {
            case "ready":
                this.isReady = true;
                if (this.hasWorld)
                    this.sendAll();
                break;
            case "failed":
                this.isReady = false;
                break;
            case "traffic":
                this.squad.receive(message.states, message.time, message.milliseconds);
                this.hasMoved = true;
                break;
            case "ordered":
                this.record(message.order);
                break;
            case "unplaced":
                this.world.settings.agents = this.world.settings.agents.filter((agent) => !message.ids.includes(agent.id));
                this.changed();
                break;
        }
    }

    /** How units are drawn, by their numbers. */
    get looks() {
        const { settings } = this.world, { showsKinds } = this;
        if (this.drawn?.settings !== settings || this.drawn.showsKinds !== showsKinds)
            this.drawn = { settings, showsKinds, looks: looksOf(settings, showsKinds) };
        return this.drawn.looks;
    }

    get canUndo() {
        return this.world.canUndo || this.older.length > 0;
    }

    get canRedo() {
        return this.world.canRedo || this.world.later !== null;
    }

    /** Keeps the present world: undo comes back to it. */
    keepWorld() {
        if (!this.hasWorld)
            return;
        this.older.push(this.world);
        this.world.later = null;
        while (this.older.reduce((sum, { weight }) => sum + weight, 0) > MOST_UNDO_BYTES)
            this.older.shift();
    }

    /** Comes back to the world before this one. Returns true if there is one. */
    private stepBack(): boolean {
        const world = this.older.pop();
        if (!world)
            return false;
        world.later = this.world;
        this.show(world);
        return true;
    }

    /** Comes to the world after this one, if there is one. */
    private stepOn() {
        const { later } = this.world;
        if (!later)
            return;
        this.older.push(this.world);
        this.show(later);
    }

    use(world: World) {
        this.world = world;
        this.hasWorld = true;
        this.ground.use(world);
        this.panes.forEach((pane) => pane.use(world));
        if (this.isReady && !this.replaceIfBusy())
            this.sendAll();
        this.changed();
    }

    fit() {
        const { clientWidth, clientHeight } = this.panes[0].canvas;
        const hints = byId("hints"), below = hints.offsetWidth > 0.8 * clientWidth ? hints.offsetHeight : 0; // on a phone
        this.camera.fit(this.world.width, this.world.height, clientWidth, clientHeight, below);
        this.needsFrame = true;
    }

    /** Ends the worker if it is busy with what is not wanted any more; the next one gets everything. */
    private replaceIfBusy(): boolean {
        if (!this.link.replaceIfBusy())
            return false;
        this.isReady = false;
        return true;
    }

    /** Takes the last change back, and ends the worker that it keeps busy. Returns true if there was one. */
    cancel(): boolean {
        this.restart();
        if (!this.world.canUndo)
            return this.stepBack();
        this.world.undo();
        this.ground.use(this.world);
        this.changed();
        return true;
    }

    /** Ends the worker; the next one gets everything. */
    restart() {
        this.link.replace();
        this.isReady = false;
    }

    private sendAll() {
        const { width, height, tiles } = this.world;
        const terrains = tiles.slice();
        this.link.send({ kind: "map", width, height, terrains }, [terrains.buffer]);
        this.sendTrees();
        this.sendUnit();
        this.sendFleet(true);
        this.sendInside();
    }

    /** Tells of the chosen kind, whose path is found. */
    private sendUnit() {
        const { unit, costs } = chosenOf(this.world.settings);
        this.link.send({ kind: "unit", unit, costs });
        this.link.ping();
        this.ask();
    }

    private sendTrees() {
        this.link.send({ kind: "trees", trees: this.world.settings.trees });
    }

    /** isNew: all units begin where they were dropped, and get their orders again. */
    sendFleet(isNew: boolean) {
        const { kinds, agents, orders } = this.world.settings;
        if (isNew)
            this.squad.clear();
        this.link.send({ kind: "fleet", fleet: { kinds, agents, orders }, isNew });
        this.squad.wakes();
        this.needsFrame = true;
    }

    sendInside() {
        this.link.send({ kind: "inside", subjects: this.subjects, numbers: this.numbers });
    }

    ask() {
        const { start, goals, request, agent, others, trees, overlay } = asked(this.world.settings);
        this.serial++;
        this.askedAt = performance.now();
        const methods = trees.length > 0 ? ["forest"] : [request.method, ...others];
        this.link.send({
            kind: "query",
            query: { serial: this.serial, start, goals, overlay, request, speeds: agent, methods, isTraced: this.isTraced, workOfFrame: this.workOfFrame },
        });
        this.needsFrame = true;
    }

    /** True while the path that is shown belongs to a question that was changed since, and longer ago than a frame or three. */
    isOld(pane: Pane) {
        return pane.answer?.serial !== this.serial && performance.now() - this.askedAt > 50;
    }

    /** Tells the worker what has changed since some settings. */
    apply(before: Settings) {
        const { settings } = this.world;
        if (differ(before, settings, "trees"))
            this.sendTrees();
        const [older, newer] = [before, settings].map(asked);
        const isOther = differ(older, newer, "unit", "costs") || this.link.hasGivenUp;
        const areNew = haveChanged(before, settings);
        if (!isOther || !this.replaceIfBusy()) { // the next worker gets everything
            if (isOther)
                this.sendUnit();
            else if (differ(older, newer, "start", "goals", "request", "others", "trees", "agent", "overlay"))
                this.ask();
            if (areNew || differ(before, settings, "agents"))
                this.sendFleet(areNew);
        }
        this.needsFrame = true;
        this.changed();
    }

    /** Changes settings as one step that can be undone. */
    change(change: (settings: Settings) => void, isSameStep = false) {
        const before = this.world.settings;
        this.world.change(change, isSameStep);
        this.apply(before);
    }

    /** Paints tiles as part of a stroke. */
    paint(tiles: Iterable<[number, number]>, terrain: number) {
        this.sendEdit(this.world.paint(tiles, terrain));
    }

    sendEdit(box: Box | null) {
        if (!box)
            return;
        this.ground.draw(this.world, box);
        if (this.link.hasGivenUp) {
            this.replaceIfBusy();
            return;
        }
        const terrains = this.world.tilesIn(box);
        this.link.send({ kind: "edit", ...box, terrains }, [terrains.buffer]);
        this.squad.wakes();
        this.ask();
    }

    step(direction: "undo" | "redo") {
        if (direction === "undo" && !this.world.canUndo)
            return void this.stepBack();
        if (direction === "redo" && !this.world.canRedo)
            return this.stepOn();
        const before = this.world.settings;
        const box = this.world[direction]();
        this.sendEdit(box);
        this.apply(before);
    }

    /** Orders the selected units to a place; if none is selected, all. */
    order(x: number, y: number, heading: number) {
        const { agents, group } = this.world.settings;
        const ids = this.squad.selected.size > 0 ? [...this.squad.selected] : agents.map((agent) => agent.id);
        if (ids.length > 0)
            this.link.send({ kind: "order", ids, x, y, heading, group });
        this.squad.wakes();
    }

    /** Keeps an order with the world: units that start anew get it again. */
    private record(order: Order) {
        const ordered = new Set(order.kind === "places" ? order.places.map(({ id }) => id) : order.ids);
        this.world.change((settings) => {
            settings.orders = [...ordersWithout(settings.orders, ordered), order];
        });
        this.squad.wakes();
        this.changed();
    }
}
