/// What went wrong: `result` is the library's name for it, such as "bad-value"; `field` is the part of a request or
/// definition that is wrong, if there is one.
export class FairwayError extends Error {
    constructor(result, message, field = "") {
        super(message);
        this.name = "FairwayError";
        this.result = result;
        this.field = field;
    }
}

/// A value in a sentence: texts are in quotes, so that "2" is not taken for 2, and long values end early.
function shown(value) {
    if (typeof value !== "object" && typeof value !== "string") return String(value);
    try {
        const plain = (_, part) =>
            typeof part === "bigint" ? String(part) : ArrayBuffer.isView(part) ? Array.from(part) : part;
        const text = JSON.stringify(value, plain);
        return text.length > 80 ? `${text.slice(0, 80)}...` : text;
    } catch {
        return Object.prototype.toString.call(value); // it contains itself
    }
}

/// @param path  of the field or parameter
export const bad = (path, expected, value) =>
    new FairwayError("bad-value", `${path}: ${expected} expected, not ${shown(value)}`, path);
