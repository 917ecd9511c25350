// Sentences of what the library says.

/** With a capital at its beginning, and a full stop; of nothing, nothing. A field of the C struct is left out where the words after
 * it say what is wrong: not of "top: the value must be ...". */
export function fullSentence(said: string): string {
    const text = said.replace(/^[\w.[\]]+: (?=the (?!value))/, "");
    return text && `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
