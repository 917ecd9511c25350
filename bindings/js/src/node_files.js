// Files, for Node; elsewhere no_files.js takes its place.
export { readFile } from "node:fs/promises";
