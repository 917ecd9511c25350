// Values of JavaScript as the C library has them in its memory, by the layouts of description.js.
import description from "./description.js";
import { FairwayError, bad } from "./error.js";

const SIZES = {
    bool: 1,
    i8: 1,
    u8: 1,
    i16: 2,
    u16: 2,
    i32: 4,
    u32: 4,
    pointer: 4,
    f32: 4,
    f64: 8,
    i64: 8,
    u64: 8,
};
const READERS = {
    i8: "getInt8",
    u8: "getUint8",
    i16: "getInt16",
    u16: "getUint16",
    i32: "getInt32",
    u32: "getUint32",
    pointer: "getUint32",
    f32: "getFloat32",
    f64: "getFloat64",
    i64: "getBigInt64",
    u64: "getBigUint64",
};
const LIMITS = {
    i8: [-(2 ** 7), 2 ** 7 - 1],
    u8: [0, 2 ** 8 - 1],
    i16: [-(2 ** 15), 2 ** 15 - 1],
    u16: [0, 2 ** 16 - 1],
    i32: [-(2 ** 31), 2 ** 31 - 1],
    u32: [0, 2 ** 32 - 1],
    pointer: [0, 2 ** 32 - 1],
    i64: [-(2n ** 63n), 2n ** 63n - 1n],
    u64: [0n, 2n ** 64n - 1n],
};
const NAMES = new Map(
    Object.entries(description.enums).map(([name, values]) => [
        name,
        new Map(Object.entries(values).map(([text, value]) => [value, text])),
    ]),
);
const OWN_FIELDS = new Set(["bytes", "cookie"]); // the library's own

/// The bytes of a file or a save: an ArrayBuffer, as fetch() gives it, a typed array or DataView, or a list of numbers.
export function asBytes(value, name) {
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    if (Array.isArray(value)) return Uint8Array.from(value);
    throw bad(name, "an ArrayBuffer or a Uint8Array", value);
}

/// What holds fields: a number, for example, would have none.
export function asFields(value, name) {
    if (typeof value !== "object" || value === null) throw bad(name, "an object with its fields", value);
    return value;
}

/// Options and their defaults. A name that has no default is a mistake.
///
/// @param parameter  what the function calls them
export function asOptions(given, defaults, parameter = "options") {
    const options = { ...defaults };
    for (const [name, value] of Object.entries(asFields(given, parameter))) {
        if (!Object.hasOwn(defaults, name))
            throw new FairwayError(
                "bad-value",
                `${name}: there is no such option; there are ${Object.keys(defaults).join(", ")}`,
                name,
            );
        if (value !== undefined) options[name] = value;
    }
    return options;
}

/// An array or a typed array.
export const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

export function asList(value, name) {
    if (!isList(value)) throw bad(name, "a list", value);
    return value;
}

/// The name of an enumerator.
export function nameOf(kind, value) {
    return NAMES.get(kind).get(value) ?? String(value);
}

/// The number of an enumerator.
export function numberOf(kind, name, path = kind) {
    const value = description.enums[kind][name];
    if (value === undefined)
        throw bad(path, `one of ${Object.keys(description.enums[kind]).join(", ")}`, name);
    return value;
}

function wholeNumber(kind, value, path) {
    const [least, most] = LIMITS[kind];
    const isBig = typeof least === "bigint";
    if (typeof value === "number" ? !Number.isInteger(value) : !(isBig && typeof value === "bigint"))
        throw bad(path, "a whole number", value);
    const number = isBig ? BigInt(value) : value;
    if (number < least || number > most) throw bad(path, `a number from ${least} to ${most}`, value);
    return number;
}

/// A value as a parameter of a function in WebAssembly.
export function toParameter(kind, value, path) {
    if (kind in description.enums) return numberOf(kind, value, path);
    if (kind === "bool") {
        if (![false, true, 0, 1].includes(value)) throw bad(path, "true or false", value);
        return Number(value);
    }
    if (kind === "f32" || kind === "f64") {
        if (typeof value !== "number") throw bad(path, "a number", value);
        return value;
    }
    return wholeNumber(kind, value, path);
}

/// A result of a function in WebAssembly. Numbers of 64 bits are bigints only if they must.
export function fromResult(kind, value) {
    if (kind in description.enums) return nameOf(kind, value);
    if (kind === "bool") return value !== 0;
    if (kind === "u64" || kind === "i64") {
        const whole = kind === "u64" ? BigInt.asUintN(64, value) : value;
        return whole >= -(2n ** 53n) && whole <= 2n ** 53n ? Number(whole) : whole;
    }
    return kind === "u32" || kind === "pointer" ? value >>> 0 : value;
}

/// The tiles of a rectangle.
export const tilesOf = (width, height) => toParameter("i32", width, "width") * toParameter("i32", height, "height");

const layouts = new Map();

/// How a kind lies in memory, such as "f64*32", a list: its element, how many there are (null: it is no list), the bytes of
/// each, the methods of a DataView for a number, and for a struct where its fields are, by name.
function layoutOf(kind) {
    if (!layouts.has(kind)) {
        const [one, count = null] = kind.split("*");
        const struct = description.structs[one];
        const plain = one in description.enums ? "u32" : one === "bool" ? "u8" : one;
        const fields = Object.entries(struct?.fields ?? {}).filter(([name]) => !OWN_FIELDS.has(name));
        layouts.set(kind, {
            one,
            count: count === null ? null : Number(count),
            size: struct?.size ?? SIZES[plain],
            getter: READERS[plain],
            setter: READERS[plain]?.replace("get", "set"),
            fields: struct && new Map(fields),
        });
    }
    return layouts.get(kind);
}

export function sizeOf(kind) {
    const { count, size } = layoutOf(kind);
    return size * (count ?? 1);
}

export class Memory {
    #exports;
    #view;
    #bytes;
    /// Number of calls of the library so far: each may move the memory.
    calls = 0;

    constructor(exports) {
        this.#exports = exports;
        this.#look();
    }

    #look() {
        this.#view = new DataView(this.#exports.memory.buffer);
        this.#bytes = new Uint8Array(this.#view.buffer);
    }

    /// All of the memory; it may move when the library allocates: arrays of its old buffer are then empty.
    get view() {
        if (this.#bytes.length === 0) this.#look();
        return this.#view;
    }

    /// Memory that is given back by free().
    allocate(bytes) {
        this.calls++;
        if (!(bytes >= 0)) throw new FairwayError("bad-size", `a list has a length from 0 on, not one of ${bytes} bytes`);
        const address = this.#exports.malloc(Math.max(bytes, 1));
        if (!address) throw new FairwayError("no-memory", `there is no memory for ${bytes} bytes`);
        return address;
    }

    free(address) {
        this.#exports.free(address);
    }

    /// Memory that is given back when `use` returns.
    withRoom(bytes, use) {
        const address = this.allocate(bytes);
        try {
            return use(address);
        } finally {
            this.free(address);
        }
    }

    readText(address) {
        const bytes = new Uint8Array(this.view.buffer, address);
        return address ? new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0))) : "";
    }

    withText(text, use) {
        return this.withBytes(new TextEncoder().encode(`${text}\0`), use);
    }

    /// Lays bytes out for the time of a call.
    withBytes(bytes, use) {
        return this.withRoom(bytes.length, (address) => {
            new Uint8Array(this.view.buffer).set(bytes, address);
            return use(address);
        });
    }

    /// Lays a list out for the time of a call.
    withList(kind, values, path, use) {
        return this.withRoom(asList(values, path).length * sizeOf(kind), (address) => {
            values.forEach((value, i) =>
                this.writeWhole(kind, address + i * sizeOf(kind), value, `${path}[${i}]`),
            );
            return use(address);
        });
    }

    read(kind, address) {
        const { one, count, size, getter, fields } = layoutOf(kind);
        if (count !== null && one === "u8") return this.readText(address);
        if (count !== null) return Array.from({ length: count }, (_, i) => this.read(one, address + i * size));
        if (!fields) return fromResult(one, this.view[getter](address, true));
        const value = {};
        for (const [name, [offset, field]] of fields) value[name] = this.read(field, address + offset);
        return value;
    }

    /// Writes a value. Of a struct, fields that are not given stay as they are.
    write(kind, address, value, path = "") {
        const { one, count, size, setter, fields } = layoutOf(kind);
        if (count !== null) this.#writeList(one, count, size, address, value, path);
        else if (fields) this.#writeStruct(one, fields, address, value, path);
        else this.view[setter](address, toParameter(one, value, path), true);
    }

    /// Writes a value where there is nothing yet: of a struct, all fields must be given.
    writeWhole(kind, address, value, path) {
        this.write(kind, address, value, path);
        for (const [name, [offset, field]] of layoutOf(kind).fields ?? [])
            this.writeWhole(field, address + offset, value[name], `${path}.${name}`);
    }

    /// A list, or an object whose keys are indices or names of terrains.
    #writeList(kind, count, size, address, values, path) {
        if (typeof values !== "object" || values === null) throw bad(path, "a list, or an object", values);
        if (values.length > count)
            throw new FairwayError("bad-value", `${path}: there are ${values.length}, and ${count} at most`, path);
        for (const [key, value] of Object.entries(values)) {
            const index = description.terrains[key] ?? Number(key);
            if (!Number.isInteger(index) || index < 0 || index >= count)
                throw bad(`${path}.${key}`, `an index below ${count} or a terrain's name`, key);
            this.write(kind, address + index * size, value, isList(values) ? `${path}[${key}]` : `${path}.${key}`);
        }
    }

    #writeStruct(kind, fields, address, value, path) {
        for (const [name, part] of Object.entries(asFields(value, path || kind))) {
            const inside = path ? `${path}.${name}` : name;
            if (!fields.has(name))
                throw new FairwayError(
                    "bad-value",
                    `${inside}: there is no such field; there are ${[...fields.keys()].join(", ")}`,
                    inside,
                );
            const [offset, field] = fields.get(name);
            if (part !== undefined) this.write(field, address + offset, part, inside);
        }
    }

    /// The address of a field.
    field(kind, address, name) {
        return address + layoutOf(kind).fields.get(name)[0];
    }
}
