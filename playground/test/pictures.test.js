// Pictures and clips that the page saves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests("#yard");

/// The file that a button of the share menu saves.
async function saved(id) {
    await page.$eval("#share-menu", (menu) => (menu.open = true));
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#${id}`)]);
    return readFileSync(await download.path());
}

/// How two pictures differ: the mean of all samples, and the share of pixels of which one differs by more than a quarter.
const difference = (one, other) => page.evaluate(async (sources) => {
    const [a, b] = await Promise.all(sources.map(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight), context = canvas.getContext("2d");
        context.fillStyle = "#fff";
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.drawImage(image, 0, 0);
        return { width: canvas.width, height: canvas.height, data: context.getImageData(0, 0, canvas.width, canvas.height).data };
    }));
    let sum = 0, far = 0;
    for (let i = 0; i < a.data.length; i += 4) {
        const most = Math.max(...[0, 1, 2].map((sample) => Math.abs(a.data[i + sample] - b.data[i + sample])));
        sum += most;
        far += most > 64 ? 1 : 0;
    }
    return { sizes: [a.width, a.height, b.width, b.height], mean: (4 * sum) / a.data.length, far: (4 * far) / a.data.length };
}, [one, other]);

const asUrl = (bytes, type) => `data:${type};base64,${bytes.toString("base64")}`;

/// @param most  share of pixels that may differ much: browsers lay words out differently in the two
async function assertSamePicture(what, most) {
    const png = await saved("save-picture"), svg = await saved("save-svg");
    const { sizes: [width, height, svgWidth, svgHeight], mean, far } = await difference(asUrl(png, "image/png"), asUrl(svg, "image/svg+xml"));
    assert.deepEqual([svgWidth, svgHeight], [width, height], what);
    assert.ok(mean < 2 && far < most, `${what}: the mean difference is ${mean}, ${100 * far} % differ much`);
    return svg.toString();
}

test("a vehicle, its path and its motions are the same as PNG and as SVG", async () => {
    await user.tab("inside");
    await page.check("#layer-motions");
    await page.waitForFunction(() => /"motion"/.test(document.getElementById("world").dataset.marks));
    const svg = await assertSamePicture("the yard", 0.0005);
    assert.match(svg, /^<svg xmlns=/);
    assert.match(svg, /<path d="M[^"]*A/);
});

test("trees, edges and words are the same as PNG and as SVG", async () => {
    await user.open("thicket");
    await page.check("#layer-line-of-sight");
    await page.check("#layer-forest-edges");
    await page.waitForFunction(() => /"sight".*"surfing-edge"|"surfing-edge".*"sight"/.test(document.getElementById("world").dataset.marks));
    const svg = await assertSamePicture("the thicket", 0.01);
    assert.match(svg, /<text [^>]*>d [\d.]+ (≥|&lt;|<) r/);
    assert.match(svg, /<radialGradient/);
});

test("clearance, its numbers and a crowd are the same as PNG and as SVG", async () => {
    await user.open("formation");
    await user.choose("numbers", "clearance");
    await user.waitFor({ agents: 20 });
    await page.waitForTimeout(300);
    await assertSamePicture("the formation", 0.01);
    await user.choose("numbers", "nothing");
});

test("a clip is recorded", async () => {
    await user.open("doors");
    await page.$eval("#share-menu", (menu) => (menu.open = true));
    await page.click("#record");
    await page.click("#play");
    await page.waitForFunction(() => Number(document.getElementById("world").dataset.time) > 0.5);
    await page.click("#play");
    const clip = await saved("record");
    assert.ok(clip.length > 5000);
    assert.equal(clip.readUInt32BE(0), 0x1a45dfa3); // WebM is a kind of Matroska
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
