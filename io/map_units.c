#include "io/map_units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/account.h"
#include "io/neighbour.h"
#include "io/unit_json.h"

fw_unit_def io_usual_unit(const io_reading *reading)
{
    fw_unit_def def = fw_default_unit_def();
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (reading->terrain_cost[terrain] > 0.0F)
            def.terrain_cost[terrain] = reading->terrain_cost[terrain];
    return def;
}

/// Finds the file of a unit among those that are known, or adds it.
static bool find_file(io_reading *reading, const char *name, int32_t *index, io_fault *fault)
{
    const int32_t count = reading->unit_file_count;
    for (*index = 0; *index < count; ++*index)
        if (strcmp(reading->unit_files[*index].name, name) == 0)
            return true;
    if (count == IO_MOST_UNIT_FILES)
        return io_fail(fault, "%s: its units name more than %d files", reading->name, IO_MOST_UNIT_FILES);
    if (!reading->unit_files)
        reading->unit_files = io_take_zeros(IO_MOST_UNIT_FILES, sizeof *reading->unit_files);
    if (!reading->unit_files)
        return io_fail_without_memory(fault, reading->name);
    snprintf(reading->unit_files[reading->unit_file_count++].name, IO_UNIT_FILE_BYTES, "%s", name);
    return true;
}

bool io_add_unit(io_reading *reading, const char *file, const char *name, const char *kind, fw_pose at,
                 io_fault *fault)
{
    int32_t index = 0;
    if (strlen(file) >= IO_UNIT_FILE_BYTES)
        return io_fail(fault, "%s: the name of the file of the unit '%.32s' has more than %d bytes",
                       reading->name, name, IO_UNIT_FILE_BYTES - 1);
    if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(at.heading))
        return io_fail(fault, "%s: the place or heading of the unit '%.32s' is no finite number",
                       reading->name, name);
    if (!find_file(reading, file, &index, fault))
        return false;
    io_named_unit *units = io_grow_list(reading->units, (size_t)reading->unit_count, sizeof *units);
    if (!units)
        return io_fail_without_memory(fault, reading->name);
    reading->units = units;
    io_named_unit *added = &units[reading->unit_count++];
    *added = (io_named_unit){ .file = index, .at = at };
    io_place_name(added->name, name);
    io_place_name(added->kind, kind);
    return true;
}

/// Reads a file of a unit, which the library must accept.
static bool read_file(const io_reading *reading, io_unit_file *unit, io_fault *fault)
{
    io_neighbour file;
    if (!io_neighbour_open(reading, "the unit", unit->name, IO_UNIT_MOST_BYTES, &file, fault))
        return false;
    const io_terrains terrains = io_terrains_of_tiles(&reading->tiles);
    unit->def = io_usual_unit(reading);
    unit->def.size = 0; // that of its body
    bool is_read = io_unit_read_on(file.path, file.bytes, file.size, &terrains, &unit->def, fault);
    io_neighbour_close(reading, &file);
    const fw_refusal why = is_read ? fw_unit_refusal(&unit->def) : (fw_refusal){ .result = FW_OK };
    if (why.result != FW_OK)
        is_read = io_fail(fault, "%s: %s: %s", file.path, why.field, why.reason);
    return is_read;
}

bool io_units_read(io_reading *reading, io_fault *fault)
{
    for (int32_t i = 0; i < reading->unit_file_count; i++)
        if (!read_file(reading, &reading->unit_files[i], fault))
            return false;
    return true;
}
