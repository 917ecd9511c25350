// Fairway: paths that units can really follow.
import { checker } from "./checker.js";
import { circles } from "./circles.js";
import { curves } from "./curves.js";
import description from "./description.js";
import { FairwayError } from "./error.js";
import { fieldClass } from "./field.js";
import { mapReader } from "./files.js";
import { forestClasses } from "./forest.js";
import { inspector } from "./inspect.js";
import { Library } from "./library.js";
import { mapClasses } from "./map.js";
import { overlayClass } from "./overlay.js";
import { pathClass } from "./path.js";
import { plannerClasses } from "./planner.js";
import { trafficClass } from "./traffic.js";

export { FairwayError };

/// Loads the library.
///
/// @param source  bytes, a WebAssembly.Module or the URL of fairway.wasm; by default the one that comes with this
///     package
/// @param options  { decodePng, development }: `development` makes views throw that are used too late; `decodePng` turns the bytes of a PNG file into { width, height, hasOpacity, pixels }, with four bytes for
///     each pixel, or throws; without it, readMap() refuses PNG files
export async function load(source, options) {
    const library = await Library.load(source, options);
    const Path = pathClass(library);
    const { adopt, ...maps } = mapClasses(library);
    return {
        version: description.version,
        terrains: description.terrains,
        ...maps,
        readMap: mapReader(library, adopt),
        Overlay: overlayClass(library),
        Path,
        ...plannerClasses(library, Path),
        Field: fieldClass(library),
        ...forestClasses(library, Path),
        Traffic: trafficClass(library),
        checkPath: checker(library),
        ...curves(library),
        ...circles(library),
        inspect: inspector(library),
    };
}
