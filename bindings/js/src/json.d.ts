/** As JSON.parse(); an error has the number of its `line`. */
export function parseJson(text: string): unknown;
