// Mistakes in JSON, with their lines: JSON.parse() says what is right.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJson } from "../src/json.js";

test("what JSON.parse() takes is taken, and nothing else, whatever a letter is replaced by", () => {
    const whole = '{"a": [1, -2.5e+3, "b\\n\\u00e9", true, null, {}], "c": {"d": []}}';
    for (let at = 0; at <= whole.length; at++)
        for (const letter of ["", '"', "\\", "{", "}", "[", "]", ",", ":", "0", "e", ".", "-", "x", " ", "\n", "\u0001"]) {
            const text = whole.slice(0, at) + letter + whole.slice(at + 1);
            let right;
            try {
                right = JSON.parse(text);
            } catch {
                assert.throws(() => parseJson(text), ({ line }) => line >= 1 && line <= text.split("\n").length, text);
                continue;
            }
            assert.deepEqual(parseJson(text), right);
        }
});

test("the line is that of the mistake", () => {
    for (const [text, line, what] of [
        ["", 1, /ends too early/], ["[1,\n2,\n", 3, /ends too early/], ['{"a": 1,\n\n "b": x}', 3, /'x'/], ['{"a"\n:1}}', 2, /'}'/],
        ["[1,\n 2 3]", 2, /'3'/], ["[1,]", 1, /']'/], ['{\n"a":\n"b\\q"}', 3, /escaped/], ["[\n\n1\n,\n{\"a\":[}]", 5, /'}'/],
        ["1\n1", 2, /'1'/], ["[\n01]", 2, /'1'/], ["{\na: 1}", 2, /'a'/],
    ])
        assert.throws(() => parseJson(text), (error) => error.line === line && what.test(error.message), text);
});
