// In place of node_files.js where there is no Node: bundlers for browsers refuse modules of Node.
export function readFile(url) {
    throw new Error(`${url}: files can be read in Node alone`);
}
