// The C functions, as JavaScript calls them: structs by value are objects, enumerators are names.
import { Callbacks } from "./callbacks.js";
import description from "./description.js";
import { FairwayError, bad } from "./error.js";
import { pngDecoder } from "./files.js";
import { parsers } from "./parsers.js";
import { Memory, asOptions, fromResult, sizeOf, toParameter } from "./memory.js";
import { MEANINGS } from "./meanings.js";
import { Views } from "./views.js";

const NO_SUCH_FILE = 8; // EBADF of WASI: nothing is opened, and nothing is printed

/// What the library asks of its surroundings: the clock. It opens and prints nothing.
function surroundings(getMemory) {
    return {
        clock_time_get: (_clock, _precision, address) => {
            getMemory().setBigUint64(address, BigInt(Math.round(performance.now() * 1e6)), true);
            return 0;
        },
    };
}

/// Of load(), with their defaults.
const OPTIONS = {
    decodePng: undefined,
    parseYaml: undefined,
    parseXml: undefined,
    inflate: undefined,
    unzstd: undefined,
    development: false,
};

/// Numbers of 32 bits come from the module with a sign, and all that are passed here are addresses, sizes and small numbers.
const unsigned = (value) => (typeof value === "number" ? value >>> 0 : value);

/// Functions of JavaScript as the module imports them.
const imported = (functions) =>
    Object.fromEntries(Object.entries(functions).map(([name, f]) => [name, (...values) => f(...values.map(unsigned))]));

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

const isStruct = (kind) => kind in description.structs;

/// What functions of JavaScript call the parameters that have other names in C.
const UNIT = { id: "unit" };
const NAMES = {
    fw_inspect_clusters: UNIT,
    fw_inspect_jump_points: UNIT,
    fw_inspect_layer: UNIT,
    fw_inspect_motions: UNIT,
    fw_inspect_regions: UNIT,
    fw_inspect_walkable: UNIT,
    fw_map_connected: UNIT,
    fw_map_fits: UNIT,
    fw_map_prepare_step: UNIT,
    fw_map_read_regions: UNIT,
    fw_traffic_nearest: { except: "besides" },
};

/// The kinds of a function's result and parameters, the names of these, and the bytes of all structs by value.
function signatureOf(name, text) {
    const [result, ...parameters] = text.split(" ");
    const pairs = parameters.map((parameter) => parameter.split(":"));
    const kinds = pairs.map(([, kind]) => kind);
    const room = [result, ...kinds].filter(isStruct).reduce((bytes, kind) => bytes + sizeOf(kind), 0);
    return { result, names: pairs.map(([inC]) => NAMES[name]?.[inC] ?? inC), kinds, room };
}

const signatures = new Map(
    Object.entries(description.functions).map(([name, text]) => [name, signatureOf(name, text)]),
);

export class Library {
    static async load(source, options = {}) {
        const { decodePng, development, ...parts } = asOptions(options, OPTIONS);
        for (const [name, part] of Object.entries({ decodePng, ...parts }))
            if (part && typeof part !== "function") throw bad(name, "a function", part);
        const module =
            source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesOf(source));
        let exports;
        const wanted = {};
        const system = surroundings(() => new DataView(exports.memory.buffer));
        for (const { name } of WebAssembly.Module.imports(module)) system[name] ??= () => NO_SUCH_FILE;
        const fairway = { decode_png: pngDecoder(() => exports, decodePng), ...parsers(() => exports, parts, wanted) };
        const imports = { wasi_snapshot_preview1: imported(system), fairway: imported(fairway) };
        const instance = await WebAssembly.instantiate(module, imports);
        const { malloc } = instance.exports;
        exports = { ...instance.exports, malloc: (bytes) => malloc(bytes) >>> 0 };
        exports._initialize();
        return Object.assign(new Library(exports, development), { wanted });
    }

    constructor(exports, isDevelopment) {
        this.exports = exports;
        this.memory = new Memory(exports);
        this.views = new Views(this.memory, isDevelopment);
        this.callbacks = new Callbacks(exports.__indirect_function_table);
        this.classes = {};
    }

    /// Calls a function of the library. Structs by value take room for as long as the call.
    call(name, ...values) {
        const { result, names, kinds, room } = signatures.get(name);
        if (!room) return this.#invoke(name, { result, names, kinds }, values);
        return this.memory.withRoom(room, (address) => {
            let next = address + (isStruct(result) ? sizeOf(result) : 0);
            const plain = kinds.map((kind, i) => {
                if (!isStruct(kind)) return values[i];
                const at = next;
                next += sizeOf(kind);
                this.memory.writeWhole(kind, at, values[i], names[i]);
                return at;
            });
            const called = kinds.map((kind) => (isStruct(kind) ? "pointer" : kind));
            if (!isStruct(result)) return this.#invoke(name, { result, names, kinds: called }, plain);
            const written = { result: "", names: ["result", ...names], kinds: ["pointer", ...called] };
            this.#invoke(name, written, [address, ...plain]);
            return this.memory.read(result, address);
        });
    }

    #invoke(name, { result, names, kinds }, values) {
        this.memory.calls++;
        const returned = this.exports[name](...kinds.map((kind, i) => toParameter(kind, values[i], names[i])));
        this.callbacks.rethrow();
        return result ? fromResult(result, returned) : undefined;
    }

    /// Calls a function whose result must be FW_OK.
    must(name, ...values) {
        this.demandOk(this.call(name, ...values), name);
    }

    /// @param name  of the function that has returned a result
    demandOk(result, name) {
        if (result === "ok") return;
        const text = MEANINGS[name]?.[result] ?? this.textOf(result);
        throw new FairwayError(result, text, /^\w+(?=:)/.exec(text)?.[0]);
    }

    /// Calls a function that creates an object through its last pointer.
    ///
    /// @return the object's address
    create(name, ...values) {
        return this.ask(name, "pointer", ...values);
    }

    /// Calls a function that fills in a value through its last pointer.
    ask(name, kind, ...values) {
        return this.memory.withRoom(sizeOf(kind), (address) => {
            this.must(name, ...values, address);
            return this.memory.read(kind, address);
        });
    }

    /// Where an object lies that a caller hands over. It must be of a class of this load(): what another one has made lies
    /// in another memory.
    ///
    /// @param kind  "map", "path", ...: a key of `classes`, which load() fills
    /// @param name  of the field or parameter
    addressOf(object, kind, name = kind) {
        const { [kind]: Class } = this.classes;
        if (object instanceof Class) return object.address;
        const wanted = kind === "map" ? "GridMap or Snapshot" : Class.name;
        const found = object?.constructor?.name ?? String(object);
        throw new FairwayError("bad-value", `${name}: ${wanted} of this load() expected, not ${found}`, name);
    }

    /// The same for one that may be missing: 0.
    addressIfAny(object, kind, name) {
        return object === undefined || object === null ? 0 : this.addressOf(object, kind, name);
    }

    /// Throws what a function of the library says about a definition or a request that was refused.
    ///
    /// @param result  of the call that was refused
    refuse(result, name, ...values) {
        const why = this.call(name, ...values);
        if (why.result === "ok") throw new FairwayError(result, this.textOf(result));
        const field = camel(why.field),
            other = camel(why.other);
        const place = other ? `${field} with ${other}` : field;
        throw new FairwayError(why.result, `${place}: ${this.memory.readText(why.reason)}`, field);
    }

    textOf(result) {
        return this.memory.readText(this.call("fw_result_text", result));
    }
}

async function bytesOf(source) {
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
    const url = source ?? new URL("../fairway.wasm", import.meta.url);
    if (typeof url !== "string" && !(url instanceof URL))
        throw bad("source", "bytes, a WebAssembly.Module or the URL of fairway.wasm", source);
    if (String(url).startsWith("file:")) {
        const { readFile } = await import("#files");
        return readFile(new URL(url));
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}
