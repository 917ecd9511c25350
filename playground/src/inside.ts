// Unpacks what the page carries inside, and starts its program.
import { decompress } from "fzstd";

/** Parts of the page, and the page as it came. */
export interface Inside {
    library: Uint8Array;
    engine: string;
    examples: string;
    page: string;
}

const PARTS = 4; // library, worker's program, worlds, page's program

/** The bits that a letter of build.js stands for, and how many they are. */
function bitsOf(code: number): [number, number] {
    if (code < 128)
        return [code === 9 ? 28 : code === 10 ? 95 : code - 32, 7];
    return code < 0x800 ? [((code >> 6) + 93) | ((code & 63) << 7), 13] : [((code >> 12) + 121) | ((code & 4095) << 7), 19];
}

function bytesOf(script: HTMLElement): Uint8Array {
    const letters = script.textContent!, bytes = new Uint8Array(Number(script.dataset.bytes));
    let bits = 0, count = 0, at = 0;
    for (let i = 0; i < letters.length; i++) {
        const [more, moreCount] = bitsOf(letters.charCodeAt(i));
        bits |= more << count;
        for (count += moreCount; count >= 8; count -= 8, bits >>>= 8)
            bytes[at++] = bits;
    }
    return bytes;
}

function unpack(): Uint8Array[] {
    const all = decompress(bytesOf(document.getElementById("inside")!));
    let at = 4 * PARTS;
    return Array.from(new Uint32Array(all.slice(0, at).buffer), (length) => all.subarray(at, (at += length)));
}

const page = `<!doctype html>\n${document.documentElement.outerHTML}`;
const [library, ...texts] = unpack();
const [engine, examples, program] = texts.map((bytes) => new TextDecoder().decode(bytes));
Object.assign(globalThis, { fairwayInside: { library, engine, examples, page } satisfies Inside });
const script = document.createElement("script");
script.textContent = program;
document.body.append(script);
