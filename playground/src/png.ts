// PNG files as plain pixels: four bytes each, for the library's readers of pictures.
import { decode, type DecodedPng } from "fast-png";
import type { DecodedPicture } from "../../bindings/js/src/index.js";

const SIXTEEN = 0xffff;

/** A sample of a row, by its number: rows of less than eight bits a sample begin at a byte. */
function sampleAt({ data, depth, channels, width }: DecodedPng, y: number, i: number): number {
    if (depth >= 8)
        return data[y * width * channels + i];
    const row = Math.ceil((width * channels * depth) / 8), bit = i * depth;
    return (data[y * row + (bit >> 3)] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** A sample as eight bits. */
function scaled(sample: number, depth: number): number {
    return depth === 16 ? Math.floor((sample * 255 + 32895) / (SIXTEEN + 1)) : (sample * 255) / ((1 << depth) - 1);
}

/** @param put  receives red, green, blue and opacity */
function paint(image: DecodedPng, y: number, x: number, put: (...color: number[]) => void) {
    const { channels, depth, palette, transparency } = image;
    const samples = Array.from({ length: channels }, (_, i) => sampleAt(image, y, x * channels + i));
    if (palette) {
        const [red, green, blue, opacity = 255] = palette[samples[0]] ?? [];
        if (blue === undefined)
            throw new Error("a pixel has a colour that the palette lacks");
        put(red, green, blue, opacity);
        return;
    }
    const isGray = channels < 3;
    const isKey = transparency && samples.length === transparency.length && samples.every((sample, i) => sample === transparency[i]);
    const [red, green, blue] = (isGray ? [samples[0], samples[0], samples[0]] : samples).map((sample) => scaled(sample, depth));
    const opacity = channels === 2 || channels === 4 ? scaled(samples[channels - 1], depth) : isKey ? 0 : 255;
    put(red, green, blue, opacity);
}

/** The pixels that a file holds; throws if it is damaged. */
export function decodePng(bytes: Uint8Array): DecodedPicture {
    const image = decode(bytes, { checkCrc: true });
    const { width, height, channels, palette, transparency } = image;
    const pixels = new Uint8Array(4 * width * height);
    let at = 0;
    for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
            paint(image, y, x, (...color) => {
                pixels.set(color, at);
                at += 4;
            });
    const hasOpacity = channels === 2 || channels === 4 || transparency !== undefined || (palette?.some((color) => color.length === 4) ?? false);
    return { width, height, hasOpacity, pixels };
}
