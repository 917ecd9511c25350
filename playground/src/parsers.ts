// What the library's readers of maps leave to JavaScript, beside JSON: YAML, XML, and what zlib or zstd has packed.
import { Decompress as Inflater } from "fflate";
import { Decompress as Unzstd } from "fzstd";
import { load } from "js-yaml";
import type { LoadOptions } from "../../bindings/js/src/index.js";

function parseXml(text: string): Document {
    const document = new DOMParser().parseFromString(text, "application/xml");
    const problem = document.querySelector("parsererror div")?.textContent;
    if (problem)
        throw new Error(`this is not XML, or it is cut off: ${problem}`);
    return document;
}

type Unpacker = new (take: (piece: Uint8Array) => void) => { push(piece: Uint8Array): void };

/** Unpacks piece by piece: zlib and gzip, or zstd. */
const unpackerOf = (Stream: Unpacker) => () => {
    const pieces: Uint8Array[] = [];
    const stream = new Stream((piece) => pieces.push(piece));
    return (piece: Uint8Array) => {
        stream.push(piece);
        const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
        let at = 0;
        for (const each of pieces.splice(0)) {
            all.set(each, at);
            at += each.length;
        }
        return all;
    };
};

export const PARSERS: LoadOptions = { parseYaml: (text) => load(text), parseXml, inflate: unpackerOf(Inflater), unzstd: unpackerOf(Unzstd) };
