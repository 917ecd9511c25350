// Maps in files: the library's readers, and what they ask of JavaScript.
import { FairwayError, bad } from "./error.js";
import { asBytes, asFields, asOptions, nameOf } from "./memory.js";

const FAULT_BYTES = 512; // fw_io_fault: a text, then the result
const RESULT = {
    ...{ map: 4, format: 8, costs: 12, warnings: 16, warningCount: 20, frame: 24, places: 28, placeCount: 32 },
    ...{ units: 36, unitCount: 40, left: 44, top: 48, bytes: 52 },
}; // map_read of module/read_map.c
const PLACE = { name: 0, kind: 4, x: 8, y: 16, width: 24, height: 32, bytes: 40 }; // fw_io_place
const UNIT = { name: 0, kind: 4, unit: 8, at: 16, bytes: 40 }; // fw_io_unit
const IMAGE = { width: 0, height: 4, hasOpacity: 8, pixels: 12, problem: 16, problemBytes: 96 }; // decoded of png_image.c
const CHOICE = { texts: 5, unknown: 20, covered: 24, bytes: 32 }; // map_choice of read_map.c: name, letters, level, layer, world
const UNKNOWN = ["apart", "free", "blocked"]; // fw_io_unknown
/// Of readMap(), with their defaults.
const OPTIONS = {
    name: "map",
    letters: undefined,
    level: undefined,
    layer: undefined,
    world: undefined,
    unknown: UNKNOWN[0],
    covered: NaN,
    neighbours: {},
};
const TERRAINS = 32; // FW_TERRAIN_COUNT

const NO_DECODER = "load() was given no decodePng";

/// What the module calls to decode PNG files.
///
/// @param getExports  the module's exports
/// @param decodePng   see load(); null: PNG files are refused
export const pngDecoder = (getExports, decodePng) => (bytes, size, image) => {
    const exports = getExports();
    try {
        if (!decodePng) throw new Error(NO_DECODER);
        const { width, height, pixels, hasOpacity } = decodePng(new Uint8Array(exports.memory.buffer, bytes, size).slice());
        const address = exports.malloc(Math.max(1, pixels.length));
        if (!address) throw new Error("there is not enough memory for its pixels");
        new Uint8Array(exports.memory.buffer).set(pixels, address);
        const view = new DataView(exports.memory.buffer, image);
        view.setInt32(IMAGE.width, width, true);
        view.setInt32(IMAGE.height, height, true);
        view.setUint32(IMAGE.hasOpacity, hasOpacity ? 1 : 0, true);
        view.setUint32(IMAGE.pixels, address, true);
        return 1;
    } catch (error) {
        const text = new TextEncoder().encode(error.message).subarray(0, IMAGE.problemBytes - 1);
        new Uint8Array(exports.memory.buffer).set([...text, 0], image + IMAGE.problem);
        return 0;
    }
};

/// @param adopt  makes a GridMap of the address of a map
export const mapReader = (library, adopt) => {
    const { exports, memory } = library;

    /// Lays files out as the module has them: name, bytes, length.
    function withFiles(files, use, laid = []) {
        const [first, ...others] = files;
        if (!first) return memory.withList("u32", laid, "neighbours", use);
        const [name, bytes] = first;
        return memory.withText(name, (text) =>
            memory.withBytes(bytes, (address) => withFiles(others, use, [...laid, text, address, bytes.length])),
        );
    }

    function take(address) {
        const word = (at) => memory.read("u32", address + at);
        const list = (first, count, read, bytes = 4) => Array.from({ length: count }, (_, i) => read(first + bytes * i));
        const textAt = (at) => memory.readText(memory.read("u32", at));
        const placeAt = (at) => {
            const number = (field) => memory.read("f64", at + PLACE[field]);
            const [name, kind] = [textAt(at + PLACE.name), textAt(at + PLACE.kind)];
            return { name, kind, x: number("x"), y: number("y"), width: number("width"), height: number("height") };
        };
        const unitAt = (at) => {
            const { methods, ...unit } = memory.read("fw_unit_def", memory.read("u32", at + UNIT.unit));
            const [name, kind] = [textAt(at + UNIT.name), textAt(at + UNIT.kind)];
            return { name, kind, unit, at: memory.read("fw_pose", at + UNIT.at) };
        };
        const frame = memory.read("fw_frame", word(RESULT.frame));
        const result = {
            map: adopt(word(RESULT.map)),
            format: memory.readText(word(RESULT.format)),
            costs: list(word(RESULT.costs), TERRAINS, (at) => memory.read("f32", at)),
            warnings: list(word(RESULT.warnings), word(RESULT.warningCount), textAt),
            frame: frame.resolution > 0 ? frame : null,
            left: memory.read("i32", address + RESULT.left),
            top: memory.read("i32", address + RESULT.top),
            places: list(word(RESULT.places), word(RESULT.placeCount), placeAt, PLACE.bytes),
            units: list(word(RESULT.units), word(RESULT.unitCount), unitAt, UNIT.bytes),
        };
        exports.fw_io_map_free(word(0));
        return result;
    }

    /// Lays texts out, then a map_choice that names them, 0 for those that are missing.
    const withChoice = ({ texts, unknown, covered }, use, laid = []) => {
        const [first, ...others] = texts;
        const goOn = (address) => withChoice({ texts: others, unknown, covered }, use, [...laid, address]);
        if (laid.length < CHOICE.texts) return first === undefined ? goOn(0) : memory.withText(first, goOn);
        return memory.withRoom(CHOICE.bytes, (choice) => {
            laid.forEach((text, i) => memory.write("u32", choice + 4 * i, text));
            memory.write("u32", choice + CHOICE.unknown, unknown);
            memory.write("f64", choice + CHOICE.covered, covered, "covered");
            return use(choice);
        });
    };

    /// The options of readMap() that go into a map_choice.
    function choiceOf({ name, letters, level, layer, world, unknown, covered }) {
        const texts = { name, letters, level, layer, world };
        for (const [option, text] of Object.entries(texts))
            if (text !== undefined && typeof text !== "string") throw bad(option, "a string", text);
        const number = UNKNOWN.indexOf(unknown);
        if (number < 0) throw bad("unknown", `one of ${UNKNOWN.join(", ")}`, unknown);
        return { texts: Object.values(texts), unknown: number, covered };
    }

    /// Reads a map from the bytes of a file.
    return function readMap(file, given = {}) {
        const options = asOptions(given, OPTIONS);
        const chosen = choiceOf(options);
        const { name, neighbours } = options;
        const bytes = asBytes(file, "bytes");
        const others = Object.entries(asFields(neighbours, "neighbours")).map(([beside, its]) => [
            beside,
            asBytes(its, `neighbours.${beside}`),
        ]);
        delete library.wanted.unpacker;
        const fault = RESULT.bytes;
        return withFiles(others, (files) =>
            withChoice(chosen, (choice) =>
                memory.withBytes(bytes, (content) =>
                    memory.withRoom(RESULT.bytes + FAULT_BYTES + 4, (read) => {
                        const how = exports.fairway_read_map(content, bytes.length, choice, files, others.length, read, read + fault); // prettier-ignore
                        const result = nameOf("fw_result", how);
                        if (result === "ok") return take(read);
                        const { unpacker } = library.wanted;
                        if (unpacker)
                            throw new FairwayError("not-supported", `${name}: a layer is packed: load() was given no ${unpacker}`);
                        const text = memory.readText(read + fault) || library.textOf(result);
                        throw new FairwayError(text.endsWith(NO_DECODER) ? "not-supported" : result, text);
                    }),
                ),
            ),
        );
    };
};
