#!/usr/bin/env node
// usage: node playground/build.js
// Writes build/playground/index.html: the playground as one file, with the library, the worker and the worlds inside.
import { readFile, mkdir, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const at = (name) => new URL(name, import.meta.url);

async function bundle(name, define = {}) {
    const { outputFiles } = await build({
        entryPoints: [at(`src/${name}.ts`).pathname], bundle: true, write: false, format: "iife", target: "es2022", minify: true,
        external: ["node:fs/promises"], define: { "import.meta.url": '"file:///"', ...define },
    });
    return outputFiles[0].text;
}

const WORLDS = {
    castle: { about: "A castle with a moat: make the unit larger, and fewer doors let it in.", settings: { start: [20.5, 60.5], goal: [100.5, 20.5] } },
    archipelago: { about: "Islands, shallows and fords: each terrain has a cost.", settings: { start: [30.5, 60.5], goal: [120.5, 40.5] } },
    yard: { about: "A yard for vehicles: give the unit a turning radius and a reverse gear.", settings: { start: [3.5, 4.5], goal: [28.5, 13.5] } },
};

async function readWorlds() {
    const pose = ([x, y]) => ({ x, y, heading: 0 });
    const worlds = {};
    for (const [title, { about, settings }] of Object.entries(WORLDS))
        worlds[title] = {
            about, text: await readFile(at(`../demo/${title}.map`), "utf8"),
            settings: { start: pose(settings.start), goal: pose(settings.goal) },
        };
    return worlds;
}

/// Text in a script of a page: the page must not end there.
const inScript = (text) => text.replaceAll("</script", "<\\/script");

const module = gzipSync(await readFile(at("../bindings/js/fairway.wasm")), { level: 9 }).toString("base64");
const page = await bundle("page", { ENGINE: JSON.stringify(await bundle("engine")), WORLDS: JSON.stringify(await readWorlds()) });
const template = await readFile(at("src/index.html"), "utf8");
const html = template.replace("@MODULE@", () => module).replace("@PAGE@", () => inScript(page));
await mkdir(at("../build/playground/"), { recursive: true });
await writeFile(at("../build/playground/index.html"), html);
console.log(`build/playground/index.html: ${Math.round(html.length / 1000)} kB`);
