import { sizeOf } from "./memory.js";
import { Owned } from "./owned.js";
import { asPose } from "./place.js";

export const pathClass = (library) => {
    const { memory, views } = library;

    return class Path extends Owned {
        constructor() {
            super(library.create("fw_path_create", 0), (address) => library.call("fw_path_destroy", address));
        }

        /// In tiles.
        get length() {
            return library.call("fw_path_length", this.address);
        }

        /// Outcome, method, cost, violations and so on: see PathSummary.
        get summary() {
            return library.ask("fw_path_summarise", "fw_path_summary", this.address);
        }

        /// In tiles, weighed by the costs of terrains.
        get cost() {
            return this.summary.cost;
        }

        /// Lines and arcs: each has a start, a curvature (1 / radius, positive to the right), a length and a gear.
        get segments() {
            return memory.withRoom(4, (count) => {
                const first = library.call("fw_path_segments", this.address, count);
                return Array.from({ length: memory.read("i32", count) }, (_, i) =>
                    memory.read("fw_segment", first + i * sizeOf("fw_segment")),
                );
            });
        }

        /// The pose after a distance, in tiles.
        poseAt(distance) {
            return library.ask("fw_path_pose_at", "fw_pose", this.address, distance);
        }

        /// The place on the path that is nearest to a point, { distance, away }: along the path, and from the point.
        nearest(place) {
            const { x, y } = asPose(place, "place");
            return memory.withRoom(16, (found) => {
                library.must("fw_path_nearest", this.address, x, y, found, found + 8);
                return { distance: memory.read("f64", found), away: memory.read("f64", found + 8) };
            });
        }

        /// Poses along the path as x, y, heading, x, y, heading, ...: the line through them strays from the path by
        /// at most `deviation` tiles.
        poses(deviation = 0.05) {
            return this.posesView(deviation).slice();
        }

        /// poses() without a copy, until the next call of the library.
        posesView(deviation = 0.05) {
            return memory.withRoom(4, (count) => {
                let result = "buffer-too-small",
                    view;
                for (let capacity = 256; result === "buffer-too-small"; capacity *= 4)
                    view = views.filled(Float64Array, 3 * capacity, (address) => {
                        result = library.call("fw_path_resample", this.address, deviation, address, capacity, count);
                        return result === "ok" ? 3 * memory.read("i32", count) : 0;
                    });
                library.demandOk(result, "fw_path_resample");
                return view;
            });
        }

        /// Gives the path a speed profile.
        ///
        /// @param map     of the path; null for a path among trees, whose speeds depend on no terrain
        /// @param speeds  fields of SpeedDef
        profile(map, speeds) {
            memory.withRoom(sizeOf("fw_speed_def"), (def) => {
                library.must("fw_speed_def_init", def, sizeOf("fw_speed_def"));
                memory.write("fw_speed_def", def, speeds, "speeds");
                const result = library.call("fw_path_profile", library.addressIfAny(map, "map"), def, this.address, 0);
                if (result !== "ok") library.refuse(result, "fw_speed_refusal", def);
            });
        }

        /// The speed profile: at, speed, time, at, speed, time, ...; empty if the path has none.
        get speeds() {
            return this.speedsView().slice();
        }

        /// speeds without a copy, until the next call of the library.
        speedsView() {
            return memory.withRoom(4, (count) => {
                const first = library.call("fw_path_speeds", this.address, count);
                return views.of(Float64Array, first, 3 * memory.read("i32", count));
            });
        }

        /// In seconds; needs a speed profile.
        get duration() {
            return library.call("fw_path_duration", this.address);
        }
    };
};
