// The site of scripts/docs, opened from disk: its search finds what a reader looks for; pages fit a phone, light and dark.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { launch } from "../test_browser.js";

const at = (name) => new URL(`../../build/docs/html/${name}`, import.meta.url).href;

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser?.close());

test("the search finds a function, a page and a concept", async () => {
    const page = await browser.newPage();
    await page.goto(at("index.html"));
    for (const [word, found] of [
        ["fw_find_p", "fw_find_path"],
        ["robot", "Robot"],
        ["maps that", "Maps that change"],
    ]) {
        await page.fill("#MSearchField", "");
        await page.locator("#MSearchField").pressSequentially(word);
        const frame = page.frameLocator("#MSearchResults");
        const result = frame.locator(".SRResult:visible", { hasText: found }).first();
        await result.waitFor({ timeout: 20000 });
    }
    await page.close();
});

test("pages fit a phone, light and dark", async () => {
    const grounds = [];
    for (const colorScheme of ["light", "dark"]) {
        const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme });
        await page.goto(at("page_guide_rts.html"));
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 390, `the page is ${width} pixels wide`);
        grounds.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
        await page.close();
    }
    assert.notEqual(grounds[0], grounds[1]);
});
