import { sizeOf } from "./memory.js";

/// Judges a path by geometry of its own: legal or not, and the first fault.
export const checker = (library) => (map, unit, path) => {
    const { memory } = library;
    return memory.withRoom(sizeOf("fw_check_report"), (report) => {
        library.must("fw_path_check", map.address, unit, path.address, 0, report);
        return memory.read("fw_check_report", report);
    });
};
