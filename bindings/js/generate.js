#!/usr/bin/env node
// usage: node bindings/js/generate.js [--check]
// Writes src/description.js, src/types.d.ts and exports.txt from bindings/api.json: layouts of structs in
// WebAssembly, numbers of enumerators, types of functions, names for the linker. --check fails if the files differ
// from what would be written.
import { readFileSync, writeFileSync } from "node:fs";

const api = JSON.parse(readFileSync(new URL("../api.json", import.meta.url), "utf8"));
const PLATFORM = "wasm32";
const NUMBERS = {
    bool: "bool",
    float: "f32",
    double: "f64",
    int: "i32",
    int8_t: "i8",
    uint8_t: "u8",
    int16_t: "i16",
    uint16_t: "u16",
    int32_t: "i32",
    uint32_t: "u32",
    size_t: "u32",
    int64_t: "i64",
    uint64_t: "u64",
};
const JS_TYPES = {
    bool: "boolean",
    f32: "number",
    f64: "number",
    i64: "number | bigint",
    u64: "number | bigint",
    pointer: "unknown",
};

const structs = new Map(api.structs.map((struct) => [struct.name, struct]));
const enums = new Map(api.enums.filter((list) => list.name).map((list) => [list.name, list]));
const numbers = new Map(api.numbers.map((number) => [number.name, number.type]));

const camel = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/// Enumerators that only count the others are left out.
const named = (list) =>
    list.values.filter((value) => !/^(the )?number of/i.test(value.doc ?? "") && !/_COUNT$/.test(value.name));

/// The part that the names of all enumerators begin with, up to an underscore.
function commonPrefix(names) {
    let prefix = names[0];
    for (const name of names) while (!name.startsWith(prefix)) prefix = prefix.slice(0, -1);
    return prefix.slice(0, prefix.lastIndexOf("_") + 1);
}

function enumeratorsOf(list) {
    const values = named(list);
    const prefix = values.length > 1 ? commonPrefix(values.map((value) => value.name)) : "FW_";
    return values.map((value) => [value.name.slice(prefix.length).toLowerCase().replaceAll("_", "-"), value]);
}

/// The kind of a C type: a number, the name of a struct or of an enumeration, `pointer`, or a kind with a count.
function kindOf(type) {
    const array = /^(.*)\[(\d+)\]$/.exec(type);
    if (array) return `${kindOf(array[1])}*${array[2]}`;
    if (type === "char") return "u8";
    if (structs.has(type) || enums.has(type)) return type;
    if (numbers.has(type)) return kindOf(numbers.get(type));
    return NUMBERS[type] ?? "pointer";
}

function describeStruct(struct) {
    const layout = struct.layout[PLATFORM];
    const fields = struct.fields.map((field, i) => [
        camel(field.name),
        [layout.offsets[i], kindOf(field.type)],
    ]);
    return { size: layout.size, fields: Object.fromEntries(fields) };
}

function describeFunction(call) {
    const result = call.result && call.result.type !== "void" ? kindOf(call.result.type) : "";
    return [result, ...call.parameters.map(({ name, type }) => `${camel(name)}:${kindOf(type)}`)].join(" ");
}

const byName = (list, describe) => Object.fromEntries(list.map((item) => [item.name, describe(item)]));

const description = {
    version: api.version,
    constants: Object.fromEntries(
        api.constants
            .filter((constant) => Number.isSafeInteger(constant.value) || constant.type === "double")
            .map((constant) => [constant.name, constant.value]),
    ),
    terrains: Object.fromEntries(
        api.enums
            .filter((list) => !list.name && list.values[0].name === "FW_BLOCKED")
            .flatMap((list) => named(list))
            .map((value) => [value.name.slice(3).toLowerCase(), value.value]),
    ),
    enums: byName([...enums.values()], (list) =>
        Object.fromEntries(enumeratorsOf(list).map(([name, value]) => [name, value.value])),
    ),
    structs: byName(api.structs, describeStruct),
    functions: byName(api.functions, describeFunction),
};

/// The type that has a name of its own, of a struct or of an enumeration.
const nameOfKind = (kind) => (structs.has(kind) || enums.has(kind) ? typeName(kind) : null);

function typeOf(type) {
    const kind = kindOf(type);
    const array = /^(.*)\*(\d+)$/.exec(kind);
    if (array) return array[1] === "u8" ? "string" : `${JS_TYPES[array[1]] ?? nameOfKind(array[1]) ?? "number"}[]`;
    return nameOfKind(kind) ?? JS_TYPES[kind] ?? "number";
}

const typeName = (name) => camel("_" + name.slice(3));
const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll("*/", "* /")} */\n` : "");

function typesOf() {
    let text = "// Made from bindings/api.json by generate.js. Do not edit.\n";
    for (const list of enums.values())
        text +=
            `\n${comment(list.doc, "")}export type ${typeName(list.name)} =\n` +
            enumeratorsOf(list)
                .map(([name]) => `    | "${name}"`)
                .join("\n") +
            ";\n";
    for (const struct of api.structs) {
        const fields = struct.fields.filter((field) => field.name !== "bytes" && field.name !== "cookie");
        text +=
            `\n${comment(struct.doc, "")}export interface ${typeName(struct.name)} {\n` +
            fields
                .map(
                    (field) =>
                        comment(field.doc, "    ") + `    ${camel(field.name)}: ${typeOf(field.type)};`,
                )
                .join("\n") +
            "\n}\n";
    }
    return text;
}

const outputs = {
    "src/description.js":
        "// Made from bindings/api.json by generate.js. Do not edit.\nexport default " +
        JSON.stringify(description, null, 1) +
        ";\n",
    "src/types.d.ts": typesOf(),
    "exports.txt": ["malloc", "free", ...Object.keys(description.functions)]
        .map((name) => `-Wl,--export=${name}\n`)
        .join(""),
};
for (const [name, text] of Object.entries(outputs)) {
    const path = new URL(name, import.meta.url);
    if (!process.argv.includes("--check")) writeFileSync(path, text);
    else if (readFileSync(path, "utf8") !== text) {
        console.error(`bindings/js/${name} is out of date: run node bindings/js/generate.js`);
        process.exitCode = 1;
    }
}
