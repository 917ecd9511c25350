// What the module asks of JavaScript while it reads files: values of JSON and YAML, parts of XML, and what zlib or zstd has packed.
import { parseJson } from "./json.js";

const NODE = { bytes: 32, type: 0, references: 4, count: 8, items: 12, keys: 16, text: 20, number: 24 }; // of module/json.c
const TYPES = { object: 0, array: 1, string: 2, integer: 3, real: 4, true: 5, false: 6, null: 7 }; // json_type of jansson
const PARSED = { top: 0, line: 4, kind: 8, problem: 12 }; // parsed_text of module/json.h
const PARSED_XML = { parts: 0, kind: 4, problem: 8 }; // parsed of module/xml.c
const KINDS = { wrong: 0, unknown: 1, keyTwice: 2, noMemory: 3 }; // parse_problem of module/parse_problem.h
const STREAM = { bytes: 0, length: 4 }; // internal_state of module/unpack.c
const PROBLEM_BYTES = 96;
const ELEMENT = 1, TEXT = 3, SECTION = 4; // kinds of nodes of XML

function typeOf(value) {
    if (value === null || value === undefined) return TYPES.null;
    if (Array.isArray(value)) return TYPES.array;
    if (typeof value === "number") return Number.isInteger(value) ? TYPES.integer : TYPES.real;
    if (typeof value === "boolean") return value ? TYPES.true : TYPES.false;
    return typeof value === "string" ? TYPES.string : TYPES.object;
}

/// Lays a value and all values in it out in one block of memory. Returns its address; 0: there is no memory.
function layOut(exports, top) {
    const texts = new Map(), encoder = new TextEncoder();
    const encoded = (text) => texts.get(text) ?? texts.set(text, encoder.encode(`${text}\0`)).get(text);
    let nodes = 1, others = 0; // bytes of keys and texts
    const measure = (value) => {
        const type = typeOf(value);
        if (type === TYPES.string) others += encoded(value).length;
        if (type !== TYPES.object && type !== TYPES.array) return;
        const items = Object.values(value);
        nodes += items.length;
        if (type === TYPES.object) for (const key of Object.keys(value)) others += 12 + encoded(key).length;
        items.forEach(measure);
    };
    measure(top);
    const block = exports.malloc(nodes * NODE.bytes + others);
    if (!block) return 0;
    const bytes = new Uint8Array(exports.memory.buffer), view = new DataView(exports.memory.buffer);
    let nextNode = block + NODE.bytes, next = block + nodes * NODE.bytes;
    const put = (text) => {
        const at = next;
        bytes.set(encoded(text), at);
        next += encoded(text).length;
        return at;
    };
    const lay = (value, at) => {
        const type = typeOf(value), word = (field, number) => view.setUint32(at + field, number, true);
        bytes.fill(0, at, at + NODE.bytes);
        word(NODE.type, type);
        word(NODE.references, 1);
        if (type === TYPES.string) {
            word(NODE.text, put(value));
            word(NODE.count, encoded(value).length - 1);
        } else if (type === TYPES.integer || type === TYPES.real) {
            view.setFloat64(at + NODE.number, value, true);
        } else if (type === TYPES.object || type === TYPES.array) {
            const items = Object.values(value), first = nextNode;
            nextNode += items.length * NODE.bytes;
            word(NODE.count, items.length);
            word(NODE.items, first);
            if (type === TYPES.object) word(NODE.keys, layKeys(Object.keys(value), first));
            items.forEach((item, i) => lay(item, first + i * NODE.bytes));
        }
    };
    /// A list of addresses of keys; before each key lies the address of its value.
    const layKeys = (keys, first) => {
        next = ((next + 3) & ~3) >>> 0;
        const list = next;
        next += 4 * keys.length;
        keys.forEach((key, i) => {
            next = ((next + 3) & ~3) >>> 0;
            view.setUint32(next, first + i * NODE.bytes, true);
            next += 4;
            view.setUint32(list + 4 * i, put(key), true);
        });
        return list;
    };
    lay(top, block);
    return block;
}

/// The parts of an XML document, as module/xml.c takes them.
function partsOf(document) {
    const parts = [];
    const walk = (node) => {
        if (node.nodeType === TEXT || node.nodeType === SECTION) parts.push(`T${node.data}`);
        if (node.nodeType !== ELEMENT) return;
        parts.push(`B${node.tagName}`);
        for (const { name, value } of Array.from(node.attributes)) parts.push(`=${name}`, value);
        parts.push("");
        for (let child = node.firstChild; child; child = child.nextSibling) walk(child);
        parts.push(`E${node.tagName}`);
    };
    walk(document.documentElement);
    return [...parts, ".", ""].join("\0");
}

/// Why a text is not parsed, if it is not simply wrong.
class Problem extends Error {
    constructor(kind, text, line = 0) {
        super(text);
        this.kind = kind;
        this.line = line;
    }
}

const noMemory = () => new Problem(KINDS.noMemory, "there is not enough memory to read it");

/// Parses JSON in which no object has a key twice: JSON.parse() would take the last one.
function parseUnique(text) {
    const value = parseJson(text);
    const open = []; // keys of the objects around a place; null for a list
    for (const { 0: token, index } of text.matchAll(/[{}[\]]|"(?:[^"\\]|\\.)*"(?:\s*:)?/g))
        if (token === "{") open.push(new Set());
        else if (token === "[") open.push(null);
        else if (token === "}" || token === "]") open.pop();
        else if (token.endsWith(":")) {
            const key = JSON.parse(token.slice(0, -1)), keys = open[open.length - 1];
            if (keys.has(key)) throw new Problem(KINDS.keyTwice, "a key is given twice", text.slice(0, index).split("\n").length); // prettier-ignore
            keys.add(key);
        }
    return value;
}

/// The functions that the module imports.
///
/// @param getExports  the module's exports
/// @param options     of load(): parseYaml, parseXml, inflate, unzstd
/// @param wanted      its `unpacker` is set to the name of an unpacker that is missing
export function parsers(getExports, { parseYaml, parseXml, inflate, unzstd }, wanted) {
    const bytesAt = (address, size) => new Uint8Array(getExports().memory.buffer, address, size);
    const textAt = (address, size) => new TextDecoder("utf-8", { fatal: true }).decode(bytesAt(address, size));
    const setWord = (address, value) => new DataView(getExports().memory.buffer).setUint32(address, value, true);

    /// Tells what is wrong, as the structs of the module have it.
    function tell(error, result, { kind, problem }) {
        const text = new TextEncoder().encode(error.message.split("\n")[0]).subarray(0, PROBLEM_BYTES - 1);
        bytesAt(result + problem, PROBLEM_BYTES).set([...text, 0]);
        setWord(result + kind, error instanceof Problem ? error.kind : KINDS.wrong);
    }

    const valueParser = (parse, lineOf) => (bytes, size, result) => {
        let text = "";
        try {
            text = textAt(bytes, size);
            const top = layOut(getExports(), parse(text));
            if (!top) throw noMemory();
            setWord(result + PARSED.top, top);
        } catch (error) {
            tell(error, result, PARSED);
            setWord(result + PARSED.line, lineOf(error, text));
        }
    };
    const needed = (parse, name) => {
        if (!parse) throw new Problem(KINDS.unknown, `this file is not read here: load() was given no ${name}`);
        return parse;
    };

    function readXml(bytes, size, result) {
        try {
            const text = textAt(bytes, size);
            if (/<!DOCTYPE[^>]*\[/.test(text)) throw new Problem(KINDS.unknown, "the file defines entities of its own, which are not read");
            const parts = new TextEncoder().encode(partsOf(needed(parseXml, "parseXml")(text)));
            const address = getExports().malloc(parts.length);
            if (!address) throw noMemory();
            bytesAt(address, parts.length).set(parts);
            setWord(result + PARSED_XML.parts, address);
        } catch (error) {
            tell(error, result, PARSED_XML);
        }
    }

    const streams = new Map();
    let lastStream = 0;
    return {
        parse_json: valueParser(parseUnique, (error) => error.line ?? 1),
        parse_yaml: valueParser(
            (text) => needed(parseYaml, "parseYaml")(text),
            (error) => (error.mark?.line ?? 0) + 1,
        ),
        parse_xml: readXml,
        unpack_begin(kind) {
            const [name, unpacker] = [["inflate", inflate], ["unzstd", unzstd]][kind];
            if (!unpacker) wanted.unpacker = name;
            streams.set(++lastStream, unpacker?.());
            return lastStream;
        },
        unpack_piece(piece, size, state) {
            const number = new DataView(getExports().memory.buffer).getInt32(state + 12, true);
            try {
                const out = streams.get(number)(bytesAt(piece, size).slice());
                const address = getExports().malloc(Math.max(1, out.length));
                if (!address) return 0;
                bytesAt(address, out.length).set(out);
                setWord(state + STREAM.bytes, address);
                setWord(state + STREAM.length, out.length);
                return 1;
            } catch {
                return 0; // damaged, or there is no unpacker
            }
        },
        unpack_end: (number) => void streams.delete(number),
    };
}
