#!/usr/bin/env node
// usage: node playground/pictures.js [FOLDER]
// Takes pictures of sixteen states of the page, light and dark, wide and on a phone, into a folder (build/playground); castle
// and compared-dark are those of docs/playground.md.
import { launch, openPage } from "./test_browser.js";

const folder = process.argv[2] ?? new URL("../build/playground", import.meta.url).pathname;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const DARK = { colorScheme: "dark" };

const layers = (...names) => async (user) => {
    await user.tab("inside");
    for (const name of names)
        await user.page.check(`#layer-${name.replaceAll(" ", "-")}`);
    await user.page.waitForTimeout(500);
};
const clearance = async (user) => {
    await user.tab("inside");
    await user.choose("numbers", "clearance");
};
const hybrid = async (user) => {
    await user.tab("inside");
    await user.page.check("#shows-hybrid");
};
const drive = (seconds) => async (user) => {
    await user.tab("traffic");
    await user.page.click("#play");
    await user.page.waitForFunction((time) => Number(document.getElementById("world").dataset.time) > time, seconds);
    await user.page.click("#play");
};
const reservations = async (user) => {
    await layers("reservations", "who waits for whom")(user);
    await drive(5)(user);
};
const overlay = async (user) => {
    await user.tool("overlay");
    await user.answerAfter(() => user.drag(24.5, 0.5, 25.5, 25.5));
    await user.page.check("#overlay-cost");
    await user.drag(30.5, 20.5, 40.5, 31.5);
    await user.page.check("#overlay-corridor");
    await user.drag(0.5, 0.5, 46.5, 30.5);
};
const compare = async (user) => {
    await user.tab("request");
    await user.answerAfter(() => user.page.$eval("#traced", (box) => box.click()));
};

/// name, world, options of the browser, what is done first
const STATES = [
    ["castle", "#castle", {}, drive(3)], ["castle-dark", "#castle", DARK, drive(3)], ["castle-phone", "#castle", PHONE],
    ["yard", "#yard", {}, layers("motions", "constructions")], ["clusters", "#clusters", {}, layers("clusters", "abstract edges")],
    ["layers-phone", "#three-trees", PHONE, layers("bitangents", "line of sight")], ["compared", "#maze", {}, compare], ["compared-dark", "#maze", DARK, compare], ["clearance", "#clusters", {}, clearance],
    ["areas-dark", "#areas", DARK, layers("areas")], ["overlay", "#formation", {}, overlay], ["doors", "#doors", {}, reservations], ["edges", "#thicket", DARK, layers("forest edges", "blocked arcs")], ["hybrid", "#figure-20", {}, hybrid],
];
const DIAGRAMS = [["diagram", "whole-graph", {}], ["diagram-phone", "line-of-sight", { ...PHONE, ...DARK }]];

const browser = await launch();
for (const [name, hash, options, act] of STATES) {
    const user = await openPage(browser, hash, options);
    if (name !== "castle" && !name.endsWith("phone"))
        await user.page.click("#close-hints");
    await act?.(user);
    await user.page.waitForTimeout(300);
    await user.page.evaluate(() => scrollTo(0, 0));
    await user.page.screenshot({ path: `${folder}/${name}.png` });
    await user.close();
}
for (const [name, diagram, options] of DIAGRAMS) {
    const user = await openPage(browser, "#castle", options);
    await user.page.selectOption("#worlds", diagram);
    await user.page.waitForTimeout(300);
    await user.page.screenshot({ path: `${folder}/${name}.png` });
    await user.close();
}
await browser.close();
