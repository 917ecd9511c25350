// What the page writes is what it shows: programs, commands and scenarios are run, and give the same path.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { assertSamePath, complaints, openPage } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const at = (name) => new URL(`../../${name}`, import.meta.url).pathname;
const LIBRARY = at("build/gcc/libfairway.a"), COMMAND = at("build/gcc/fairway");
const skip = existsSync(LIBRARY) && existsSync(COMMAND) ? false : "the preset gcc is not built";

const { browser, user } = await openForTests("#figure-17");
const folder = mkdtempSync(join(tmpdir(), "fairway-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const asLine = ([x, y, heading, curvature, length, gear]) => ({
    x: Number(x), y: Number(y), heading: Number(heading), curvature: Number(curvature), length: Number(length), gear,
});

/// What the program in C prints.
async function printedByC() {
    writeFileSync(join(folder, "path.c"), await user.copied("copy-c"));
    execFileSync("cc", ["-std=c17", "-Wall", "-Wextra", "-Werror", "-pedantic", `-I${at("include")}`, "path.c", LIBRARY, "-lm", "-o", "path"],
        { cwd: folder, stdio: "pipe" });
    return execFileSync("./path", { cwd: folder, encoding: "utf8" }).trim().split("\n");
}

const isUnit = (line) => line.startsWith("unit ");

async function pathInC() {
    const [, ...lines] = await printedByC();
    return lines.filter((line) => !isUnit(line)).map((line) => asLine(line.split(" ")));
}

/// Runs a text in a shell where `fairway` is the command of this build.
function run(text) {
    writeFileSync(join(folder, "run.sh"), `fairway() { ${COMMAND} "$@"; }\n${text}`);
    execFileSync("sh", ["-e", "run.sh"], { cwd: folder, stdio: "pipe" });
}

async function pathByCommand(options = "--html path.html") {
    const command = (await user.copied("copy-command")).trimEnd();
    run(`${command} --json path.json ${options} -q\n`);
    return JSON.parse(readFileSync(join(folder, "path.json"), "utf8")).segments;
}

let reader; // of the pages that the command writes

/// The page that the command has written last.
async function writtenPage() {
    const written = pathToFileURL(join(folder, "path.html")).href;
    if (reader)
        await reader.visit("", written);
    else
        reader = await openPage(browser, "", {}, written);
    return reader;
}

/// The path of the page that the command has written beside, which opens with the steps of its search.
async function pathOfPage(isSearched, hasTrees) {
    const page = await writtenPage();
    const lines = (await page.segments()).map(({ start, ...rest }) => ({ ...start, ...rest }));
    if (isSearched) {
        const [last, isShown] = await page.page.$eval("#search-step", (slider) => [Number(slider.max), slider.checkVisibility()]);
        assert.ok(last > 1 && isShown);
        if (hasTrees)
            await page.page.waitForFunction(() => /"surfing-edge"/.test(document.getElementById("world").dataset.marks));
    }
    return lines;
}

/// What the program in JavaScript prints: the segments of its path, then units.
async function printedByJavaScript() {
    const program = (await user.copied("copy-javascript")).replace('from "fairway"', `from "${at("bindings/js/src/index.js")}"`)
        .replace(/console\.log.*/, "console.log(JSON.stringify(path?.segments));");
    writeFileSync(join(folder, "path.mjs"), program);
    return execFileSync("node", ["path.mjs"], { cwd: folder, encoding: "utf8" }).trim().split("\n");
}

const pathInJavaScript = async () => JSON.parse((await printedByJavaScript())[0]);

/// Where units are, by the lines that programs print.
const placesIn = (lines) => Object.fromEntries(lines.filter(isUnit).map((line) => line.split(" ")).map(([, unit, x, y]) => [unit, [Number(x), Number(y)]]));

/// For the first of them.
const OVERLAY = Buffer.from(JSON.stringify({
    blocked: [[13, 0, 1, 7], [14, 9, 1, 30]], forbidden: [[9, 8, "E NE"]], costs: [[16, 6, 3, 3, 2.5]], corridor: [0, 0, 27, 40],
}));

/// Worlds whose units and requests differ in all that programs must say.
for (const world of ["figure-17", "figure-9", "yard", "figure-16", "thicket", "figure-22", "areas", "harbour"])
    test(`the programs and the command of #${world} find the page's path`, { skip }, async () => {
        if (world !== "figure-17")
            await user.open(world);
        if (world === "figure-22")
            await user.answerAfter(() => user.page.$eval('[id="request.fastest"]', (box) => box.click()));
        if (world === "figure-17") {
            const before = await user.segments();
            await user.answerAfter(() => user.page.setInputFiles("#open", { name: "cones.json", mimeType: "application/json", buffer: OVERLAY }));
            assert.notDeepEqual(await user.segments(), before);
        }
        if (world === "areas") {
            await user.answerAfter(() => user.choose("request.method", "areas"));
            await user.answerAfter(() => user.choose("request.partition", "quadtree"));
        }
        if (world === "harbour") {
            await user.tab("unit");
            await user.answerAfter(() => user.page.check('#kinds input[aria-label="Lorry"]'));
        }
        const shown = await user.segments();
        assert.ok(shown.length > 0);
        assertSamePath(await pathInC(), shown);
        assertSamePath(await pathByCommand(), shown);
        const isSearched = world !== "figure-9"; // a single curve
        assertSamePath(await pathOfPage(isSearched, world === "thicket"), shown);
        assertSamePath(await pathInJavaScript().then((segments) => segments.map(({ start, ...rest }) => ({ ...start, ...rest }))), shown);
    });

test("the programs and the command know areas that are named", { skip }, async () => {
    await user.open("areas");
    const before = await user.answerAfter(() => user.choose("request.method", "areas"));
    await user.tool("overlay");
    await user.page.check("#overlay-area");
    for (const [name, ...drag] of [["court's \"yard\"", 3.5, 3.5, 12.5, 7.5], ["hall", 10.5, 5.5, 20.5, 11.5], ["court's \"yard\"", 0.5, 8.5, 5.5, 11.5]])
        await user.answerAfter(async () => {
            await user.page.fill("#area-name", name);
            await user.drag(...drag);
        });
    const shown = await user.segments();
    assert.notEqual(Number((await user.data()).length), before.length);
    assertSamePath(await pathInC(), shown);
    assertSamePath(await pathByCommand(""), shown);
    assert.deepEqual(JSON.parse(readFileSync(join(folder, "path.json"), "utf8")).areas.filter(Boolean), ["court's \"yard\"", "hall"]);
    assertSamePath(await pathInJavaScript().then((segments) => segments.map(({ start, ...rest }) => ({ ...start, ...rest }))), shown);
    await user.tool("paint");
});

test("fairway compare --html shows up to four methods side by side", { skip }, async () => {
    await user.open("yard");
    const [map, command] = (await user.copied("copy-command")).split("fairway route ");
    run(`${map}fairway compare ${command.trimEnd()} --method auto,hybrid,directional --html path.html\n`);
    const page = await writtenPage();
    assert.deepEqual(await page.page.$$eval("#views b", (names) => names.map((name) => name.textContent)), ["auto", "hybrid", "directional"]);
});

/// world, how many units, in which formation they are ordered, and where to: in the harbour, to water, beside which others wait ashore.
for (const [world, agents, formation, x, y] of [["formation", 20, "wedge", 30.5, 14.5], ["harbour", 24, "spread", 30.5, 26.2]])
    test(`fairway simulate and the programs let the units of #${world} drive as the page does`, { skip }, async () => {
        await user.open(world);
        await user.page.selectOption("#speed", "4");
        await user.page.click("#tab-traffic");
        await user.waitFor({ agents });
        await user.choose("group.formation", formation);
        if (formation === "wedge")
            for (const dial of ["together", "keepsAbreast"])
                await user.page.$eval(`[id="group.${dial}"]`, (box) => box.click());
        const before = await user.copied("copy-scenario");
        await user.click(x, y, "right");
        while (await user.copied("copy-scenario") === before)
            await user.page.waitForTimeout(100);
        await user.page.click("#restart");
        await user.page.click("#play");
        await user.page.waitForSelector(`#world[data-arrived="${agents}"]`, { timeout: 90000 });
        await user.page.click("#play");
        const shown = await user.page.$eval("#world", ({ dataset }) => JSON.parse(dataset.states));
        run(await user.copied("copy-scenario"));
        const simulated = {};
        for (const line of readFileSync(join(folder, "world.csv"), "utf8").trim().split("\n").slice(1)) {
            const [, unit, toX, toY] = line.split(",").map(Number);
            simulated[unit] = [toX, toY];
        }
        const inC = placesIn(await printedByC());
        assert.deepEqual(placesIn(await printedByJavaScript()), inC);
        for (const places of [simulated, inC]) {
            assert.equal(Object.keys(places).length, agents);
            for (const [unit, [toX, toY]] of Object.entries(shown)) // who has arrived may rest a little beside its goal
                assert.ok(Math.hypot(toX - places[unit][0], toY - places[unit][1]) < 0.01, `unit ${unit}`);
        }
        if (world === "harbour")
            for (const [id, [, toY]] of Object.entries(shown))
                assert.ok(Number(id) > 18 ? toY > 18 : toY < 24, `unit ${id}`);
    });

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
