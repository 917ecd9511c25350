// The package as others use it: installed from its archive, and by TypeScript.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const PROGRAMS = at("../../../playground/node_modules/");
const TSC = `${PROGRAMS}typescript/bin/tsc`;

test("the lines of the README run as they are, with the package that npm pack writes; its sizes are those that the README states", (context) => {
    const folder = mkdtempSync(join(tmpdir(), "fairway-"));
    context.after(() => rmSync(folder, { recursive: true }));
    const npm = (...words) => execFileSync("npm", words, { cwd: folder, encoding: "utf8", stdio: "pipe" });
    const [{ filename }] = JSON.parse(npm("pack", at(".."), "--json", "--ignore-scripts"));
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    npm("install", "--offline", "--no-audit", "--no-fund", `./${filename}`);
    const readme = readFileSync(at("../README.md"), "utf8");
    const [lines, more] = [...readme.matchAll(/^```js\n([^]*?)^```/gm)].map(([, code]) => code);
    const run = (code) => {
        writeFileSync(join(folder, "use.js"), code);
        return execFileSync("node", [join(folder, "use.js")], { encoding: "utf8" });
    };
    assert.match(run(lines), /^7 \[/); // five tiles along the wall, two beside it: its corners are not cut
    assert.match(run(lines.replace(".####.", "######")), /^unreachable\n$/);
    run(`${lines}\n${more}`);
    if (existsSync(`${PROGRAMS}esbuild`)) {
        const { buildSync } = createRequire(PROGRAMS)("esbuild");
        buildSync({ entryPoints: [join(folder, "use.js")], bundle: true, format: "esm", outfile: join(folder, "page.js") });
        assert.doesNotMatch(readFileSync(join(folder, "page.js"), "utf8"), /node:/, "browsers have no modules of Node");
    }
    const [, archive, module] = /archive of ([\d.]+) MB [^]*? the module is ([\d.]+) MB/.exec(readme);
    const isStated = (bytes, megabytes) => assert.ok(Math.abs(bytes / 1e6 - megabytes) < 0.02, `${bytes} bytes, stated as ${megabytes} MB`);
    isStated(statSync(join(folder, filename)).size, archive);
    isStated(gzipSync(readFileSync(at("../fairway.wasm")), { level: 9 }).length, module);
});

test("a user's TypeScript compiles, and mistakes in it do not", (context) => {
    if (!existsSync(TSC)) return context.skip("playground/node_modules has no TypeScript: run scripts/playground");
    for (const settings of ["", "--lib es2022,dom,esnext.disposable", "--target es2018 --lib es2018,dom"]) {
        const words = `--noEmit --strict --target es2022 --module esnext --moduleResolution bundler ${settings}`.trim().split(" ");
        execFileSync("node", [TSC, ...words, at("user.ts")], { stdio: "pipe" });
    }
});
