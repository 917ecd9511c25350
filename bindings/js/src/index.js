// Fairway: paths that units can really follow.
import { areaMapClass } from "./areas.js";
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
/// @param options  { decodePng, parseYaml, parseXml, inflate, unzstd, development }: `development` makes views throw that are used
///     too late. The others are what readMap() asks of libraries of yours: `decodePng` turns the bytes of a PNG file into
///     { width, height, hasOpacity, pixels }, with four bytes for each pixel; see LoadOptions of src/index.d.ts. Without them,
///     files that need them are refused
export async function load(source, options) {
    const library = await Library.load(source, options);
    const Path = pathClass(library);
    const { adopt, ReadableMap, ...maps } = mapClasses(library);
    const fairway = {
        version: description.version,
        terrains: description.terrains,
        ...maps,
        readMap: mapReader(library, adopt),
        AreaMap: areaMapClass(library),
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
    const { AreaMap, Forest, ForestPlanner, Overlay, Search, Traffic } = fairway;
    Object.assign(library.classes, { map: ReadableMap, path: Path, areas: AreaMap, overlay: Overlay, search: Search });
    Object.assign(library.classes, { traffic: Traffic, forest: Forest, planner: ForestPlanner });
    return fairway;
}
