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

/** Bytes of letters that build.js has written: two digits of 91 are 13 bits. */
function bytesOf(script: HTMLElement): Uint8Array {
    const letters = script.textContent!, bytes = new Uint8Array(Number(script.dataset.bytes));
    const digit = (i: number) => {
        const code = letters.charCodeAt(i);
        return code - 35 - (code > 60 ? 1 : 0);
    };
    let bits = 0, count = 0, at = 0;
    for (let i = 0; i + 1 < letters.length; i += 2) {
        bits |= (digit(i) + 91 * digit(i + 1)) << count;
        for (count += 13; count >= 8; count -= 8, bits >>>= 8)
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
