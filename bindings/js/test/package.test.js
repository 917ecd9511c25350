// The package as others use it: installed from its archive, and by TypeScript.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const TSC = at("../../../playground/node_modules/typescript/bin/tsc");

test("what npm pack writes can be installed and used", (context) => {
    const folder = mkdtempSync(join(tmpdir(), "fairway-"));
    context.after(() => rmSync(folder, { recursive: true }));
    const npm = (...words) => execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: "pipe" });
    const [{ filename }] = JSON.parse(npm("pack", at(".."), "--json", "--ignore-scripts"));
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    npm("install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
    writeFileSync(
        join(folder, "use.js"),
        `import { load } from "fairway";
        const { GridMap, Planner } = await load();
        const map = new GridMap(4, 1);
        const unit = map.addUnit();
        console.log(new Planner(map).findPath({ unit, start: [0.5, 0.5], goal: [3.5, 0.5] }).length);`,
    );
    assert.equal(execFileSync("node", [join(folder, "use.js")], { encoding: "utf8" }), "3\n");
});

test("a user's TypeScript compiles, and mistakes in it do not", (context) => {
    if (!existsSync(TSC)) return context.skip("playground/node_modules has no TypeScript: run scripts/playground");
    execFileSync(
        "node",
        [TSC, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
            "--lib", "es2022,dom,esnext.disposable", at("user.ts")], // prettier-ignore
        { stdio: "pipe" },
    );
});
