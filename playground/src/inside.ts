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

function unpack(): Uint8Array[] {
    const letters = atob(document.getElementById("inside")!.textContent!);
    const packed = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++)
        packed[i] = letters.charCodeAt(i);
    const all = decompress(packed);
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
