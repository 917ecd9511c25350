import description from "./description.js";
import { FairwayError, bad } from "./error.js";
import { asFields, asList, asOptions, sizeOf, tilesOf, toParameter } from "./memory.js";
import { Owned } from "./owned.js";
import { asPose } from "./place.js";
import { capabilityOf, terrainOf } from "./terrains.js";

/// Letters of MovingAI maps.
const LETTERS = {
    ".": "ground",
    G: "ground",
    S: "swamp",
    W: "water",
    T: "tree",
    "@": "blocked",
    O: "blocked",
    "#": "blocked",
};

/// A first parameter of GridMap: the second one is the address of a map that exists.
const ADOPTED = Symbol("adopted");

export const mapClasses = (library) => {
    const { memory, views } = library;

    /// What can be asked of a map and of a snapshot.
    class ReadableMap extends Owned {
        get width() {
            return library.call("fw_map_width", this.address);
        }

        get height() {
            return library.call("fw_map_height", this.address);
        }

        /// Grows with each commit.
        get version() {
            return library.call("fw_map_version", this.address);
        }

        /// Number of the terrain of a tile, as of the last commit.
        terrain(x, y) {
            return library.call("fw_map_terrain", this.address, x, y);
        }

        /// Numbers of the terrains of all tiles, row by row.
        terrains() {
            return this.terrainsView().slice();
        }

        /// terrains() without a copy, until the next call of the library.
        terrainsView() {
            return this.#viewOf("fw_map_read_terrains", Uint8Array);
        }

        /// Name of a terrain, such as "ground"; those of a file may have names of their own.
        terrainName(terrain) {
            return memory.readText(library.call("fw_map_terrain_name", this.address, terrain));
        }

        /// True if a unit may stand with its upper left tile here.
        fits(unit, x, y) {
            return library.call("fw_map_fits", this.address, unit, x, y);
        }

        /// True if a path joins two tiles, found without a search.
        connected(unit, fromX, fromY, toX, toY) {
            return library.call("fw_map_connected", this.address, unit, fromX, fromY, toX, toY);
        }

        /// The side of the largest square of passable tiles whose upper left one is this tile.
        clearance(x, y, terrains = ["ground"]) {
            return library.call("fw_map_clearance", this.address, capabilityOf(terrains), x, y);
        }

        /// The clearances of all tiles, row by row.
        clearances(terrains = ["ground"]) {
            return this.clearancesView(terrains).slice();
        }

        /// clearances() without a copy, until the next call of the library.
        clearancesView(terrains = ["ground"]) {
            return this.#viewOf("fw_map_read_clearances", Int32Array, capabilityOf(terrains));
        }

        /// The labels of the regions in which a unit can go everywhere, row by row; 0 where it does not fit.
        regions(unit) {
            return this.regionsView(unit).slice();
        }

        /// regions() without a copy, until the next call of the library.
        regionsView(unit) {
            return this.#viewOf("fw_map_read_regions", Uint32Array, unit);
        }

        /// The place nearest to another one where a unit may stand, { x, y, heading }, whether or not it can get there; null if
        /// there is none.
        ///
        /// @param options  { taken, overlay }: circles { x, y, radius } of other bodies, and changes to the map
        nearestFree(unit, place, options = {}) {
            const { taken, overlay } = asOptions(options, { taken: [], overlay: null });
            return memory.withList("fw_tree", taken, "taken", (circles) =>
                memory.withRoom(sizeOf("fw_pose"), (found) => {
                    const over = library.addressIfAny(overlay, "overlay");
                    const given = [this.address, unit, over, asPose(place, "place"), circles, taken.length, found];
                    const result = library.call("fw_map_nearest_free", ...given);
                    if (result === "not-found") return null;
                    library.demandOk(result, "fw_map_nearest_free");
                    return memory.read("fw_pose", found);
                }),
            );
        }

        /// A number for each tile, as a function of the library writes them.
        #viewOf(name, List, ...values) {
            return views.filled(List, this.width * this.height, (address) =>
                library.must(name, this.address, ...values, address),
            );
        }

        /// Holds the newest version: a map that stays as it is. Planners, fields and so on may be created on it.
        snapshot() {
            return new Snapshot(this);
        }
    }

    /// A version of a map. The map can be edited meanwhile.
    class Snapshot extends ReadableMap {
        constructor(map) {
            const taken = library.create("fw_snapshot_take", library.addressOf(map, "map"));
            super(library.call("fw_snapshot_map", taken), () => library.must("fw_snapshot_release", taken), [
                map,
            ]);
        }
    }

    class GridMap extends ReadableMap {
        constructor(width, height, options = {}) {
            const address = width === ADOPTED ? height : create(width, height, options);
            super(address, (map) => library.call("fw_map_destroy", map));
        }

        /// A map of lines of letters: '.' ground, '#' or '@' blocked, 'T' trees, 'S' swamp, 'W' water, or letters of
        /// your own.
        static fromRows(rows, letters = LETTERS) {
            if (!Array.isArray(rows) || !rows.every((row) => typeof row === "string"))
                throw bad("rows", "a list of strings", rows);
            asFields(letters, "letters");
            const lines = rows.map((row) => [...row]);
            const width = lines[0]?.length ?? 0;
            if (width === 0) throw new FairwayError("bad-size", "rows: there must be one, with a letter in it", "rows");
            const terrains = new Uint8Array(width * rows.length);
            lines.forEach((row, y) => {
                if (row.length !== width)
                    throw new FairwayError(
                        "bad-size",
                        `row ${y} has ${row.length} letters instead of ${width}`,
                    );
                row.forEach((letter, x) => {
                    if (!Object.hasOwn(letters, letter))
                        throw new FairwayError(
                            "unknown-terrain",
                            `row ${y}, letter ${x}: '${letter}' is no terrain`,
                        );
                    terrains[y * width + x] = terrainOf(letters[letter]);
                });
            });
            const map = new GridMap(width, rows.length);
            map.setTiles(terrains);
            map.commit();
            return map;
        }

        /// Changes a rectangle with the next commit; `terrain` is a name or a number.
        set(x, y, terrain, width = 1, height = 1) {
            library.must("fw_map_set_rect", this.address, x, y, width, height, terrainOf(terrain));
        }

        /// Changes a rectangle with the next commit, by default the whole map, to the terrains of its tiles, row by
        /// row.
        setTiles(terrains, area = {}) {
            const whole = { x: 0, y: 0, width: this.width, height: this.height };
            const { x, y, width, height } = asOptions(area, whole, "area");
            if (asList(terrains, "terrains").length !== tilesOf(width, height))
                throw new FairwayError(
                    "bad-size",
                    `${terrains.length} terrains for ${width} x ${height} tiles`,
                );
            const bytes = Uint8Array.from(terrains);
            if (!bytes.every((terrain, i) => terrain === terrains[i]))
                throw new FairwayError("unknown-terrain", "terrains are whole numbers from 0 to 31");
            memory.withBytes(bytes, (address) =>
                library.must("fw_map_set_tiles", this.address, x, y, width, height, address, width),
            );
        }

        /// Makes all changes since the last commit visible to queries.
        commit() {
            library.must("fw_map_commit", this.address);
        }

        /// Takes back all changes since the last commit.
        discard() {
            library.call("fw_map_discard", this.address);
        }

        /// Registers a kind of unit.
        ///
        /// @return its id, for requests
        addUnit(unit = {}) {
            const { methods, footprint, ...fields } = asFields(unit, "unit");
            return memory.withRoom(sizeOf("fw_unit_def") + 4, (def) => {
                const id = def + sizeOf("fw_unit_def");
                library.must("fw_unit_def_init", def, sizeOf("fw_unit_def"));
                memory.write("fw_unit_def", def, fields);
                if (footprint !== undefined) memory.write("fw_unit_def", def, { footprint: bodyOf(footprint) });
                if (methods)
                    memory.write("u32", memory.field("fw_unit_def", def, "methods"), bitsOf(methods));
                const result = library.call("fw_map_add_unit", this.address, def, id);
                return result === "ok"
                    ? memory.read("u32", id)
                    : library.refuse(result, "fw_unit_refusal", def);
            });
        }

        removeUnit(id) {
            library.must("fw_map_remove_unit", this.address, id);
        }

        /// Does a part of building the tables that a method needs for a unit.
        ///
        /// @param work  15,000 take about half a millisecond; 0 = all that is left
        /// @return true while there is work left
        prepareStep(unit, method, work) {
            const result = library.call("fw_map_prepare_step", this.address, unit, method, work);
            if (result !== "pending" && result !== "ok")
                library.refuse(result, "fw_map_prepare_refusal", this.address, unit, method);
            return result === "pending";
        }

        /// Builds the tables that a method needs for a unit, as far as they are missing.
        prepare(unit, method) {
            this.prepareStep(unit, method, 0);
        }

        /// Bytes of the map, its layers, tables and so on: see MapMemory.
        get memory() {
            return library.ask("fw_map_memory_use", "fw_map_memory", this.address);
        }
    }

    /// A body: its corners are counted if it does not say how many there are. Without a kind, none of its fields would count.
    function bodyOf(footprint) {
        if (typeof footprint !== "object" || footprint === null) return footprint; // refused as such
        if (footprint.kind === undefined && Object.keys(footprint).length > 0) {
            const kinds = Object.keys(description.enums.fw_footprint_kind).join(", ");
            throw new FairwayError("bad-value", `footprint.kind: one of ${kinds} expected`, "footprint.kind");
        }
        return { cornerCount: footprint.corners?.length, ...footprint };
    }

    /// The methods to prepare, as bits.
    function bitsOf(methods) {
        return (
            [methods].flat().reduce((bits, method) => {
                const number = description.enums.fw_method[method];
                if (number === undefined)
                    throw new FairwayError("bad-value", `methods: there is no method '${method}'`, "methods");
                return bits | (1 << number);
            }, 0) >>> 0
        );
    }

    function create(width, height, given) {
        const { fill = "ground", ...options } = asFields(given, "options");
        const MOST = description.constants.FW_MAX_SIDE;
        for (const [name, side] of Object.entries({ width, height }))
            if (toParameter("i32", side, name) < 1 || side > MOST)
                throw new FairwayError("bad-size", `a map has from 1 x 1 to ${MOST} x ${MOST} tiles, not ${width} x ${height}`, name);
        return memory.withRoom(sizeOf("fw_map_def") + 4, (def) => {
            const map = def + sizeOf("fw_map_def");
            library.must("fw_map_def_init", def, sizeOf("fw_map_def"));
            memory.write("fw_map_def", def, { width, height, fill: terrainOf(fill), ...options });
            library.must("fw_map_create", def, map);
            return memory.read("pointer", map);
        });
    }

    return { ReadableMap, GridMap, Snapshot, adopt: (address) => new GridMap(ADOPTED, address) };
};
