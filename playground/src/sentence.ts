// Sentences of what the library says.

/** With a capital at its beginning, and a full stop; of nothing, nothing. */
export const fullSentence = (said: string) => (said ? `${said[0].toUpperCase()}${said.slice(1)}${said.endsWith(".") ? "" : "."}` : "");
