// What happens if memory runs out: the module of these pages may grow to a few MB only, so that the library's own allocations fail
// in the midst of its work, in the page and in its worker.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { complaints, launch, openPage } from "../test_browser.js";

const browser = await launch();
after(() => browser.close());
const MOST_PAGES = 120; // of 64 kB

/// In the page: lets a module's memory grow to so many pages and no further. Its section of memories gets a limit.
function limitMemory(most) {
    const { compile } = WebAssembly;
    const number = (bytes, at) => {
        let value = 0, shift = 0;
        for (;; shift += 7) {
            value |= (bytes[at] & 127) << shift;
            if (bytes[at++] < 128)
                return { value, at };
        }
    };
    const asBytes = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...asBytes(value >> 7)]);
    WebAssembly.compile = (source) => {
        const bytes = new Uint8Array(source.buffer ?? source, source.byteOffset ?? 0, source.byteLength);
        for (let at = 8; at < bytes.length;) {
            const { value: size, at: content } = number(bytes, at + 1);
            if (bytes[at] === 5) {
                const least = number(bytes, content + 2).value, section = [1, 1, ...asBytes(least), ...asBytes(most)];
                return compile(new Uint8Array([...bytes.subarray(0, at), 5, section.length, ...section, ...bytes.subarray(content + size)]));
            }
            at = content + size;
        }
        throw new Error("the module has no memory of its own");
    };
}

const user = await openPage(browser, "#formation", {}, undefined, `(${limitMemory})(${MOST_PAGES})`);
const { page } = user;
const says = (id, pattern) => page.waitForFunction(([where, source]) => new RegExp(source).test(document.getElementById(where).textContent),
    [id, pattern.source], { timeout: 20000 });

async function resize(side) {
    await user.tab("help");
    await page.fill("#map-width", String(side));
    await page.fill("#map-height", String(side));
    await page.click("#resize");
}

test("a worker that has no memory is started anew, then the page says so; drawing goes on, and undo comes back to all that was drawn", async () => {
    const drawn = await user.answerAfter(() => user.drag(24.5, 0.5, 24.5, 20.5));
    await resize(4096);
    await says("engine-note", /^The engine was started anew, because it failed: there is not enough memory\.$/);
    await says("status", /^The engine fails at this world \(there is not enough memory\)\. Undo the last change, or open another world\.$/);
    await user.choose("request.weight", 3); // starts the engine once more
    await user.drag(2000, 2000, 2100, 2000);
    await says("status", /^The engine fails at this world/);
    for (const undone of ["the line", "the weight"]) {
        await page.click("#undo");
        assert.equal(await page.inputValue("#map-width"), "4096", undone);
    }
    assert.equal((await user.answerAfter(() => page.click("#undo"))).length, drawn.length);
    assert.equal(await page.inputValue("#map-width"), "48");
});

test("what a layer has no memory for is said beside it; the path stays, and so does the engine", async () => {
    await resize(500);
    await page.focus("#world");
    const { length } = await user.answerAfter(() => page.keyboard.press("g"));
    await user.tab("inside");
    await user.choose("numbers", "flow field");
    await says("layer-note", /^flow field: there is not enough memory\.$/);
    await user.choose("numbers", "nothing");
    assert.equal(await page.textContent("#layer-note"), "");
    assert.equal(Number((await user.data()).length), length);
    await page.click("#undo");
    await user.answerAfter(() => page.click("#undo"));
});

test("a layer at which the engine fails is switched off", async () => {
    await user.tab("inside");
    await page.workers()[0].evaluate(() => {
        const send = postMessage;
        globalThis.postMessage = (message, ...rest) => {
            send(message, ...rest);
            if (message.kind === "begins")
                throw new WebAssembly.RuntimeError("unreachable");
        };
    });
    const before = await user.data(), after = await user.answerAfter(() => page.click("#layer-regions"));
    await says("engine-note", /^The engine was started anew, because it failed: unreachable\. "regions" is switched off\.$/);
    assert.equal(await page.isChecked("#layer-regions"), false);
    assert.equal(after.length, Number(before.length));
});

test("a file that is too large for the memory is refused by its name, and nothing is lost", async () => {
    const { segments } = await user.data(), side = 2000;
    for (const [name, rows] of [["large.map", 2000], ["larger.map", 4000]]) {
        const text = `type octile\nheight ${rows}\nwidth ${side}\nmap\n${`${".".repeat(side)}\n`.repeat(rows)}`;
        await page.setInputFiles("#open", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
        await says("status", new RegExp(`^There is not enough memory to open ${name}\\.$`));
    }
    assert.equal((await user.data()).segments, segments);
    assert.equal(await page.inputValue("#worlds"), "formation");
    assert.equal((await user.answerAfter(() => user.drag(44.5, 28.5, 40.5, 20.5))).result, "ok");
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
