// Several kinds of units in one world: chosen, added, renamed, deleted, driven, kept in links and files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests("#harbour");
await page.click("#close-hints");

/// The kinds that the page shows, with how many units each has, and the chosen one.
const kinds = () => page.$$eval("#kinds label", (rows) => rows.map((row) =>
    `${row.querySelector("input").checked ? "*" : ""}${row.querySelector("input").ariaLabel} ${row.querySelector("small")?.textContent ?? 0}`));
const showsKinds = async (wanted) => {
    await page.waitForFunction((count) => document.querySelectorAll("#kinds label").length === count, wanted.length);
    await page.waitForFunction((text) => [...document.querySelectorAll("#kinds label")].some((row) => row.querySelector(":checked") && text.startsWith(row.querySelector("input").ariaLabel)),
        wanted.find((text) => text.startsWith("*")).slice(1));
    assert.deepEqual(await kinds(), wanted);
};
async function chooseKind(name) {
    await user.tab("unit");
    return user.answerAfter(() => page.check(`#kinds input[aria-label="${name}"]`));
}

const stateOf = (fragment) => JSON.parse(gunzipSync(Buffer.from(fragment.replace(/^#?w=/, ""), "base64url")));
const fragmentOf = (state) => `#w=${gzipSync(JSON.stringify(state)).toString("base64url")}`;
const opened = (fragment) => user.answerAfter(() => page.evaluate((hash) => {
    location.hash = "";
    location.hash = hash;
}, fragment));

/// The link's state.
async function shared() {
    await user.copied("share");
    return stateOf(new URL(page.url()).hash);
}

test("the path is that of the chosen kind, and its dials are shown", async () => {
    await showsKinds(["*Scout 12", "Lorry 6", "Ship 6"]);
    const scout = await user.data();
    const lorry = await chooseKind("Lorry");
    assert.ok(lorry.length > Number(scout.length) && lorry.legal);
    assert.equal(await page.inputValue("[id='unit.turnRadius']"), "2.5");
    assert.equal(await page.inputValue("[id='agent.top']"), "3");
    assert.equal((await chooseKind("Ship")).result, "start-blocked");
    assert.equal((await chooseKind("Scout")).length, Number(scout.length));
    await user.answerAfter(() => page.click("#undo"));
    await showsKinds(["Scout 12", "Lorry 6", "*Ship 6"]);
    await chooseKind("Scout");
});

test("a kind is added, renamed, dropped and deleted; what becomes of its units is said, and undo brings all back", async () => {
    await user.answerAfter(() => user.choose("add-kind", "Giant"));
    await showsKinds(["Scout 12", "Lorry 6", "Ship 6", "*Giant 0"]);
    await page.fill("#kind-name", "Lorry");
    await page.press("#kind-name", "Enter");
    await showsKinds(["Scout 12", "Lorry 6", "Ship 6", "*Lorry 2 0"]);
    await page.fill("#kind-name", "Ogre");
    await page.press("#kind-name", "Enter");
    await user.tool("drop");
    await user.click(30.5, 20.5);
    await user.waitFor({ agents: 24 }); // four tiles are no room for it here: it stands on water
    await user.click(14.5, 19.5);
    await user.waitFor({ agents: 25 });
    await showsKinds(["Scout 12", "Lorry 6", "Ship 6", "*Ogre 1"]);
    await chooseKind("Lorry");
    assert.equal(await page.textContent("#delete-kind"), "Delete, with 6 units");
    await page.click("#delete-kind");
    await showsKinds(["Scout 12", "*Ship 6", "Ogre 1"]);
    await page.waitForFunction(() => /Lorry is deleted, and its 6 units/.test(document.getElementById("about").textContent));
    await user.waitFor({ agents: 19 });
    const { settings } = await shared();
    assert.ok(settings.agents.every(({ kind, id }) => kind === (id <= 12 ? 0 : id > 24 ? 2 : 1)));
    assert.deepEqual(settings.orders[0].places.map(({ id }) => id), [...Array(12).keys(), ...[18, 19, 20, 21, 22, 23]].map((id) => id + 1));
    await page.click("#undo");
    await showsKinds(["Scout 12", "*Lorry 6", "Ship 6", "Ogre 1"]);
    await user.waitFor({ agents: 25 });
    await page.click("#redo");
    await showsKinds(["Scout 12", "*Ship 6", "Ogre 1"]);
});

test("a preset changes the chosen kind and its name; a crowd replaces the units of its kind alone", async () => {
    await user.open("harbour");
    await chooseKind("Ship");
    await user.answerAfter(() => page.click('#presets button:text-is("Tank")'));
    await page.waitForFunction(() => /^6 units are removed: The unit cannot stand at its start/.test(document.getElementById("about").textContent) &&
        document.querySelectorAll("#kinds small").length === 2);
    await showsKinds(["Scout 12", "Lorry 6", "*Tank 0"]);
    await user.answerAfter(() => page.click("#undo"));
    await showsKinds(["Scout 12", "Lorry 6", "*Ship 6"]);
    await chooseKind("Lorry");
    await user.answerAfter(() => page.click('#presets button:text-is("Car")'));
    await showsKinds(["Scout 12", "*Car 6", "Ship 6"]);
    await page.fill("#kind-name", "Colossus");
    await page.press("#kind-name", "Enter");
    await user.answerAfter(() => page.click('#presets button:text-is("Lorry")'));
    await showsKinds(["Scout 12", "*Colossus 6", "Ship 6"]);
    await chooseKind("Scout");
    await user.answerAfter(() => page.click('#presets button:text-is("Crowd")'));
    await page.waitForFunction(() => document.querySelector("#kinds small").textContent === "24");
    assert.deepEqual((await kinds()).slice(0, 2), ["*Crowd 24", "Colossus 6"]);
});

test("units go on driving if another kind is chosen, or the dials of a kind that has none are turned", async () => {
    await user.open("harbour");
    await user.waitFor({ agents: 24 });
    await page.click("#play");
    await page.waitForFunction(() => Number(document.getElementById("world").dataset.time) > 0.5);
    await page.click("#play");
    const { time } = await user.data();
    await chooseKind("Lorry");
    await user.answerAfter(() => user.choose("add-kind", "Tank"));
    await user.answerAfter(() => user.choose("unit.size", 3));
    await page.click("#tick");
    await page.waitForFunction((before) => Number(document.getElementById("world").dataset.time) > Number(before), time);
    await chooseKind("Lorry");
    await user.choose("agent.top", 2); // they begin anew
    await page.waitForFunction(() => Number(document.getElementById("world").dataset.time) < 0.1);
});

test("a click on a unit selects it and chooses its kind; selected units become another kind", async () => {
    await user.open("harbour");
    await user.waitFor({ agents: 24 });
    await user.tool("select");
    await user.click(4.6, 27.6);
    await user.waitFor({ selected: 1 });
    await showsKinds(["Scout 12", "Lorry 6", "*Ship 6"]);
    await user.drag(4, 4, 11, 8);
    await user.waitFor({ selected: 6 });
    await showsKinds(["Scout 12", "*Lorry 6", "Ship 6"]);
    await chooseKind("Scout");
    await user.tab("unit");
    await page.waitForFunction(() => /6 units/.test(document.getElementById("give-kind").textContent));
    await page.click("#give-kind");
    await showsKinds(["*Scout 18", "Lorry 0", "Ship 6"]);
    await user.waitFor({ agents: 24 });
});

/// A pixel of the map beside the middle of a unit.
async function colorOfUnit(id) {
    return page.evaluate((unit) => {
        const canvas = document.getElementById("world"), { left, top, scale } = JSON.parse(canvas.dataset.camera);
        const [x, y] = JSON.parse(canvas.dataset.states)[unit], ratio = canvas.width / canvas.clientWidth;
        const [r, g, b] = canvas.getContext("2d").getImageData((x - 0.32 - left) * scale * ratio, (y - top) * scale * ratio, 1, 1).data;
        return `#${[r, g, b].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    }, id);
}

test("colours tell what units do, or their kinds", async () => {
    await user.open("harbour");
    await user.waitFor({ agents: 24 });
    await user.tab("traffic");
    const swatches = async () => page.$$eval("#kind-key i", (all) => all.map(({ style }) => style.backgroundColor));
    await page.selectOption("#unit-colors", "kinds");
    await page.waitForTimeout(100);
    const hex = (await swatches()).map((rgb) => `#${rgb.match(/\d+/g).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`);
    assert.equal(new Set(hex).size, 3);
    assert.deepEqual([await colorOfUnit(1), await colorOfUnit(13), await colorOfUnit(19)], hex);
    await page.selectOption("#unit-colors", "");
    await page.waitForTimeout(100);
    assert.notEqual(await colorOfUnit(19), hex[2]);
});

test("a link keeps all kinds; links of older pages open with one kind, those of newer ones are refused", async () => {
    await user.open("harbour");
    await chooseKind("Lorry");
    const state = await shared();
    assert.equal(state.version, 2);
    assert.deepEqual(state.settings.kinds.map(({ name }) => name), ["Scout", "Lorry", "Ship"]);
    await user.open("maze");
    await opened(fragmentOf(state));
    await showsKinds(["Scout 12", "*Lorry 6", "Ship 6"]);
    const { kinds: [, { unit, costs, agent }], kind: _, agents, ...rest } = state.settings;
    const old = { map: state.map, settings: { ...rest, unit, costs, agent, agents: agents.slice(12, 18).map(({ kind: __, ...each }) => each) } };
    await opened(fragmentOf(old));
    await showsKinds(["*Lorry 6"]);
    await user.waitFor({ agents: 6 });
    assert.deepEqual((await shared()).settings.kinds, [{ name: "Lorry", unit, costs, agent }]);
    await page.evaluate((hash) => (location.hash = hash), fragmentOf({ ...state, version: 3 }));
    await page.waitForFunction(() => /newer playground/.test(document.getElementById("status").textContent));
    const odd = structuredClone(state);
    Object.assign(odd.settings, { kind: 7 });
    odd.settings.kinds[1].name = "Scout";
    odd.settings.agents[0].kind = 9;
    await opened(fragmentOf(odd));
    await showsKinds(["*Scout 11", "Scout 2 6", "Ship 6"]);
});

test("a scenario of three kinds is opened with their names, and saved as it was", async () => {
    await user.open("harbour");
    const text = await user.copied("copy-scenario");
    const scenario = text.slice(text.indexOf('{\n "fairway_scenario"'), text.lastIndexOf("\nEND\n"));
    await page.setInputFiles("#open", { name: "three.json", mimeType: "application/json", buffer: Buffer.from(scenario) });
    await page.waitForFunction(() => /three\.json/.test(document.getElementById("about").textContent));
    await showsKinds(["*Scout 12", "Lorry 6", "Ship 6"]);
    assert.ok((await user.copied("copy-scenario")).includes(scenario));
    const nameless = JSON.parse(scenario);
    nameless.units.forEach((unit) => delete unit.kind);
    await page.setInputFiles("#open", { name: "nameless.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(nameless)) });
    await page.waitForFunction(() => /nameless\.json/.test(document.getElementById("about").textContent));
    await showsKinds(["*Scout 12", "Car 6", "Ship 6"]); // all are circles
});

test("orders of a scenario keep how groups go; what the page leaves out is said", async () => {
    const unit = (id, kind, at) => ({ id, kind, unit: { footprint: { circle: 0.25 }, enter: { ground: 1 } }, speed: { top: 2, accelerate: 4, brake: 4, lateral: 4 }, at });
    const scenario = {
        fairway_scenario: 1, map: "world.map", dt: 1 / 60, time: 600, units: [unit(1, "Elf", [2, 19.5, 0]), { ...unit(2, "Dwarf", [4, 19.5, 0]), start_time: 3 }],
        groups: [{ units: [1, 2], to: [14.5, 20.5, 90], formation: "line", spacing: 2, together: true, own_steps: 4, keeps_abreast: true }, { units: [2], to: [3, 21.5] }],
    };
    await page.setInputFiles("#open", { name: "band.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(scenario)) });
    await page.waitForFunction(() => /^band\.json\. Start times, priorities and edits are left out/.test(document.getElementById("about").textContent));
    await showsKinds(["*Elf 1", "Dwarf 1"]);
    const text = await user.copied("copy-scenario");
    const { groups } = JSON.parse(text.slice(text.indexOf('{\n "fairway_scenario"'), text.lastIndexOf("\nEND\n")));
    assert.deepEqual(groups, [scenario.groups[0], { units: [2], to: [3, 21.5, 0], formation: "box", spacing: 0.75, together: false }].map(({ together, ...group }) =>
        ({ ...group, ...(together ? { together } : {}) })));
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
