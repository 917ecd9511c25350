// JSON, with the line of a mistake: engines tell a place in different ways, or not at all.

const TOKEN =
    /[ \t\n\r]*(?:([[\]{}:,])|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|$)/y;

/// What may come, by what was read: tokens, `s` for a string, `v` for a number or a name, "" for the end.
const NEXT = {
    value: ["{", "[", "s", "v"],
    "{": ["s", "}"],
    "[": ["{", "[", "s", "v", "]"],
    name: ["s"],
    key: [":"],
    "}": [",", "}"],
    "]": [",", "]"],
    top: [""],
};

/// The place at which a text stops being JSON; its length if it ends too early.
function placeOfMistake(text) {
    const closers = []; // of the lists and objects that are open
    let state = "value";
    for (let at = 0; ; at = TOKEN.lastIndex) {
        TOKEN.lastIndex = at;
        const [, sign, string, word] = TOKEN.exec(text) ?? [];
        const token = sign ?? (string !== undefined ? "s" : word !== undefined ? "v" : "");
        const isKey = token === "s" && (state === "{" || state === "name");
        if (!NEXT[state].includes(token) || (token === "" && TOKEN.lastIndex < text.length))
            return at + /^[ \t\n\r]*/.exec(text.slice(at))[0].length;
        if (token === "{" || token === "[") closers.push(token === "{" ? "}" : "]");
        if (token === "}" || token === "]") closers.pop();
        const inside = closers.at(-1);
        if (token === "{" || token === "[") state = token;
        else if (isKey) state = "key";
        else if (token === ":") state = "value";
        else if (token === ",") state = inside === "}" ? "name" : "value";
        else state = inside ?? "top";
        if (token === "") return text.length;
    }
}

/// As JSON.parse(); an error has the number of its `line`.
export function parseJson(text) {
    try {
        return JSON.parse(text);
    } catch {
        const place = placeOfMistake(text), found = /^[\w.+-]+|^./.exec(text.slice(place, place + 20));
        const said = found?.[0] === '"' ? "a text is not expected here, or it does not end, or a letter in it must be escaped" : `'${found?.[0]}' is not expected here`;
        const error = new Error(found ? said : "it ends too early");
        error.line = text.slice(0, place).split("\n").length;
        throw error;
    }
}
