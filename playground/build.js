#!/usr/bin/env node
// usage: node playground/build.js
// Writes build/playground/index.html: the playground as one file, with the library, the worker and the worlds inside.
// All but the frame of the page is packed by zstd, and unpacked by src/inside.ts.
import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { readWorlds } from "./worlds.js";

const at = (name) => new URL(name, import.meta.url);
const MOST_BYTES = 900000;

async function styleOf(name) {
    const { outputFiles } = await build({ entryPoints: [at(`src/${name}.css`).pathname], write: false, minify: true, target: "es2022" });
    return outputFiles[0].text;
}

async function bundle(name) {
    const { outputFiles } = await build({
        entryPoints: [at(`src/${name}.ts`).pathname], bundle: true, write: false, format: "iife", target: "es2022", minify: true,
        define: { "import.meta.url": '"file:///"' },
    });
    return outputFiles[0].text;
}

/// Parts, packed: their lengths as four bytes each, then their bytes.
function packed(...parts) {
    const lengths = Buffer.alloc(4 * parts.length);
    parts.forEach((part, i) => lengths.writeUInt32LE(part.length, 4 * i));
    const all = Buffer.concat([lengths, ...parts]);
    // With the size in the head, the page unpacks it thirty times as fast.
    const options = ["--ultra", "-22", `--stream-size=${all.length}`, "--quiet", "--stdout"];
    return execFileSync("zstd", options, { input: all, maxBuffer: 1 << 28 });
}

/// Bytes as letters of UTF-8, which take 18 % more. Seven bits are a letter of one byte: from the space on, with tab and line feed in
/// place of '<' and the letter behind '~'; of the values beyond these, with more bits, 29 make a letter of two bytes, from U+00C0 on,
/// and three one of three bytes, from U+4000 on. src/inside.ts reads them.
function lettersOf(bytes) {
    let letters = "", at = 0; // in bits
    const take = (count) => {
        const [a, b, c] = bytes.subarray(at >> 3), value = (a | (b << 8) | (c << 16)) >> (at & 7);
        at += count;
        return value & ((1 << count) - 1);
    };
    while (at < 8 * bytes.length) {
        const value = take(7);
        letters += String.fromCharCode(
            value === 28 ? 9 : value === 95 ? 10 : value < 96 ? value + 32 : value < 125 ? (value - 93) * 64 + take(6) : (value - 121) * 4096 + take(12),
        );
    }
    return letters;
}

/// Text in a script of a page: the page must not end there.
const inScript = (text) => text.replaceAll("</script", "<\\/script");

const [library, engine, page, loader, worlds, template, style] = await Promise.all([
    readFile(at("../bindings/js/fairway.wasm")), bundle("engine"), bundle("page"), bundle("inside"), readWorlds(),
    readFile(at("src/index.html"), "utf8"), styleOf("style"),
]);
const inside = packed(library, Buffer.from(engine), Buffer.from(JSON.stringify(worlds)), Buffer.from(page));
const html = template.replace(/\n +/g, "\n").replace("@STYLE@", () => style).replace("@BYTES@", inside.length).replace("@INSIDE@", () => lettersOf(inside)).replace("@LOADER@", () => inScript(loader));
await mkdir(at("../build/playground/"), { recursive: true });
await writeFile(at("../build/playground/index.html"), html);
const bytes = Buffer.byteLength(html);
console.log(`build/playground/index.html: ${Math.round(bytes / 1000)} kB`);
if (bytes > MOST_BYTES) {
    console.error(`The page must be smaller than ${MOST_BYTES / 1000} kB.`);
    process.exit(1);
}
