// The names of worlds on pages of the site: each link opens what it names in the playground beside them.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { Driver, launch } from "../test_browser.js";

const SITE = new URL("../../build/docs/html/", import.meta.url);
const skip = existsSync(new URL("playground.html", SITE)) ? false : "the site was written without the playground";

/// Names by the pages that link to them.
const links = readdirSync(SITE).filter((name) => name.startsWith("page_") && name.endsWith(".html")).flatMap((page) =>
    [...readFileSync(new URL(page, SITE), "utf8").matchAll(/href="playground\.html#([\w-]+)"/g)].map(([, name]) => ({ page, name })));

let browser, page;

before(async () => {
    browser = await launch();
    page = await browser.newPage({ reducedMotion: "reduce" });
});

after(() => browser?.close());

test("a link of a page opens its world", { skip }, async () => {
    const [{ page: file, name }] = links.filter((link) => link.name === "clusters");
    await page.goto(new URL(file, SITE).href);
    await page.click(`a[href='playground.html#${name}']`);
    await page.waitForSelector("#world[data-result=ok]", { timeout: 20000 });
    assert.equal(await page.inputValue("#worlds"), name);
});

test("each name opens the world or the diagram that it names", { skip }, async () => {
    const names = [...new Set(links.map(({ name }) => name))], user = new Driver(page);
    assert.ok(names.length >= 40);
    for (const name of names) {
        await page.evaluate((to) => (location.hash = to), name);
        await page.waitForFunction((wanted) => document.getElementById("worlds").value === wanted, name, { timeout: 20000 })
            .catch(() => assert.fail(`#${name} opens nothing`));
        if (await page.isVisible("#diagram"))
            await page.waitForFunction(() => document.querySelectorAll("#formulas p").length > 0);
        else
            assert.ok((await user.data()).result, name);
    }
});
