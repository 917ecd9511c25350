import { asFields, sizeOf } from "./memory.js";
import { asPose } from "./place.js";

/// Judges a path by geometry of its own: legal or not, and the first fault.
///
/// @param rules  fields of CheckDef, and a list `trees` of circles: what else the path must keep to
export const checker = (library) => {
    const { memory } = library;

    /// Lays out what the path must keep to.
    const withRules = ({ start, trees = [], overlay, ...fields }, use) =>
        memory.withRoom(sizeOf("fw_check_def"), (def) =>
            memory.withList("fw_tree", trees, "trees", (list) => {
                library.must("fw_check_def_init", def, sizeOf("fw_check_def"));
                const begin = start ? { hasStart: true, start: asPose(start, "start") } : {};
                memory.write("fw_check_def", def, {
                    ...fields,
                    ...begin,
                    overlay: library.addressIfAny(overlay, "overlay"),
                    trees: list,
                    treeCount: trees.length,
                });
                return use(def);
            }),
        );

    return (map, unit, path, rules = {}) =>
        memory.withRoom(sizeOf("fw_check_report"), (report) =>
            withRules(asFields(rules, "rules"), (def) => {
                const [ground, judged] = [library.addressOf(map, "map"), library.addressOf(path, "path")];
                library.must("fw_path_check", ground, unit, judged, def, report);
                return memory.read("fw_check_report", report);
            }),
        );
};
