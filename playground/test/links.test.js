// Links that were damaged, or written by somebody else: the page opens with what can be used, or says in a sentence that nothing can.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests("#formation");

const stateOf = (fragment) => JSON.parse(gunzipSync(Buffer.from(fragment.slice(2), "base64url")));
const fragmentOf = (state) => `w=${gzipSync(JSON.stringify(state)).toString("base64url")}`;

/// Opens a fragment. Returns what the page says after its next answer, or after a sentence.
async function open(fragment) {
    await page.evaluate((to) => {
        document.getElementById("status").textContent = "";
        location.hash = "";
        location.hash = to;
    }, fragment);
    await page.waitForFunction(() => document.getElementById("status").textContent !== "", null, { timeout: 20000 });
    return page.textContent("#status");
}

/// A generator of numbers from 0 to 1: Marsaglia 2003, "xorshift".
function randomOf(seed) {
    let state = seed;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) / 2 ** 32;
    };
}

const ODD = [-1, 0, 1e9, -1e9, 1e-9, 65536, 2 ** 31, null, true, "", "no such name", "NaN", [], {}, [[]], { x: 1 }, [null], [1, 2, 3]];

/// All places of values in a state, as lists of keys.
const placesIn = (value, path = []) => (typeof value === "object" && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...path, key]))] : [path]);

function put(state, [key, ...rest], value) {
    if (rest.length > 0)
        put(state[key], rest, value);
    else if (value === undefined)
        delete state[key];
    else
        state[key] = value;
}

const isSentence = (said) => /^[A-Z][^]*\.$/.test(said) || /legal|NOT LEGAL/.test(said);

test("a link that was cut, of which letters were changed, or which holds something else, is damaged, and nothing is lost", async () => {
    await user.answerAfter(() => user.drag(24.5, 0.5, 24.5, 20.5));
    await user.copied("share");
    const fragment = new URL(page.url()).hash.slice(1), { segments } = await user.data();
    for (const bad of [
        fragment.slice(0, -1), fragment.slice(0, fragment.length >> 1), "w=", "w=%%%", "w=AAAA", `w=${Buffer.from("no gzip").toString("base64url")}`,
        `${fragment.slice(0, 40)}${fragment[40] === "A" ? "B" : "A"}${fragment.slice(41)}`, fragmentOf("text"), fragmentOf(null), fragmentOf([]),
        fragmentOf({}), fragmentOf({ map: 7 }), fragmentOf({ map: "type octile\nheight 5000\nwidth 5000\nmap\n" }), fragmentOf({ map: "" }),
    ]) {
        const said = await open(bad);
        assert.match(said, /^[A-Z][^]*\.$/, bad.slice(0, 60));
        assert.equal((await user.data()).segments, segments, bad.slice(0, 60));
    }
    assert.match(await open(fragment), /legal/);
});

test("of a link whose settings are odd, the odd ones are as usual, or the library's sentence is shown", async () => {
    await user.open("doors");
    await user.copied("share");
    const text = JSON.stringify(stateOf(new URL(page.url()).hash.slice(1))), random = randomOf(7);
    for (let round = 0; round < 60; round++) {
        const state = JSON.parse(text), places = placesIn(state.settings, ["settings"]).filter((place) => place.length > 1);
        const changed = [0, 1].map(() => [places[Math.floor(random() * places.length)], ODD[Math.floor(random() * ODD.length)]]);
        for (const [place, value] of changed)
            try {
                put(state, place, value);
            } catch {
                // it was in a part that the first change has taken away
            }
        const said = await open(fragmentOf(state));
        assert.ok(isSentence(said), `${JSON.stringify(changed)}: ${said}`);
    }
    await page.evaluate(() => (location.hash = "#castle"));
    await user.waitFor({ result: "ok" });
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
