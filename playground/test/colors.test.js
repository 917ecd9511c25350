// Colours of the map, and whether every dial of the library is on the page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { converter, differenceCiede2000, filterDeficiencyDeuter, filterDeficiencyProt } from "culori";
import { build } from "esbuild";

const at = (name) => new URL(`../../${name}`, import.meta.url);

async function load(name) {
    const { outputFiles } = await build({ entryPoints: [at(`playground/src/${name}.ts`).pathname], bundle: true, write: false, format: "esm" });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

test("terrains, paths and states differ, also without red or without green", async () => {
    const { MARKS, TERRAIN_COLORS } = await load("colors");
    const colors = [...TERRAIN_COLORS, ...Object.values(MARKS)];
    assert.equal(new Set(colors).size, 13);
    const toLab = converter("lab65"), difference = differenceCiede2000();
    const eyes = { all: (color) => color, "no green": filterDeficiencyDeuter(1), "no red": filterDeficiencyProt(1) };
    for (const [name, see] of Object.entries(eyes))
        for (const [i, one] of colors.entries())
            for (const other of colors.slice(0, i)) {
                const far = difference(toLab(see(one)), toLab(see(other)));
                assert.ok(far >= 20, `${one} and ${other} differ by ${far.toFixed(1)} for people who see ${name}`);
            }
});

test("every field of the library's structs has a dial, or a reason why there is none", async () => {
    const { DIALS } = await load("dials");
    const structs = { unit: "fw_unit_def", request: "fw_request", agent: "fw_agent_def", group: "fw_group_def" };
    const dials = new Set(DIALS.filter(({ field }) => field).map(({ group, field }) => `${structs[group]}.${field}`));
    const lines = (await readFile(at("playground/left_out.txt"), "utf8")).split("\n").filter((line) => line && !line.startsWith("#"));
    const reasons = new Map(lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
    const { structs: described } = JSON.parse(await readFile(at("bindings/api.json"), "utf8"));
    const fields = described.filter(({ name }) => Object.values(structs).includes(name))
        .flatMap(({ name, fields: all }) => all.map((field) => `${name}.${field.name}`));
    assert.ok(fields.length > 60);
    for (const field of fields)
        assert.ok(dials.has(field) !== reasons.has(field), `${field} needs a dial or a line in playground/left_out.txt, and not both`);
    for (const [field, reason] of reasons) {
        assert.ok(fields.includes(field), `playground/left_out.txt: there is no field ${field}`);
        assert.ok(reason.length > 10, `playground/left_out.txt: ${field} has no reason`);
    }
});
