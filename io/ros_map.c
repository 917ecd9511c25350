#include "io/ros_map.h"

#include <stdio.h>

#include "io/ros_cells.h"
#include "io/terrain_names.h"

/// The terrain of an occupancy: ground, blocked, "unknown", or "occupied-10" for 1 to 10 percent, and so on.
static uint8_t terrain_of(io_reading *reading, uint8_t occupancy)
{
    char name[IO_NAME_BYTES] = "unknown";
    uint8_t terrain = FW_BLOCKED;
    const fw_io_unknown unknown = reading->def->unknown;
    const bool is_unknown = occupancy == IO_ROS_UNKNOWN_CELL;
    if (occupancy == IO_ROS_FREE_CELL || (is_unknown && unknown == FW_IO_UNKNOWN_FREE))
        return FW_GROUND;
    if (occupancy == IO_ROS_OCCUPIED_CELL || (is_unknown && unknown == FW_IO_UNKNOWN_BLOCKED))
        return FW_BLOCKED;
    if (!is_unknown)
        snprintf(name, sizeof name, "occupied-%d", (occupancy + 9) / 10 * 10);
    io_terrain_name_find(io_span_of(name), reading->tiles.names, &terrain); // at most 11 names
    return terrain;
}

/// Turns the occupancies of all cells into terrains. Returns true if some cells are neither free nor occupied, but
/// known.
static bool make_terrains(io_reading *reading)
{
    enum { NOT_YET = 255 };
    uint8_t terrains[256];
    bool has_partly = false;
    uint8_t *cells = reading->tiles.terrain;
    for (int i = 0; i < 256; i++)
        terrains[i] = NOT_YET;
    for (size_t i = 0; i < (size_t)reading->tiles.width * (size_t)reading->tiles.height; i++) {
        const uint8_t occupancy = cells[i];
        if (terrains[occupancy] == NOT_YET) {
            terrains[occupancy] = terrain_of(reading, occupancy);
            has_partly |= occupancy > IO_ROS_FREE_CELL && occupancy < IO_ROS_OCCUPIED_CELL;
        }
        cells[i] = terrains[occupancy];
    }
    return has_partly;
}

static void warn(io_reading *reading, const io_ros_yaml *yaml, bool has_partly)
{
    if (yaml->missing & 1u << IO_ROS_OCCUPIED || yaml->missing & 1u << IO_ROS_FREE)
        io_warn(reading, "%s: a threshold is missing; cells are occupied from %g on, free up to %g",
                reading->name, yaml->occupied, yaml->free);
    if (yaml->missing & 1u << IO_ROS_NEGATE)
        io_warn(reading, "%s: the key negate is missing; dark pixels are occupied", reading->name);
    if (has_partly)
        io_warn(reading,
                "%s: some cells are partly occupied: the terrains occupied-10 to occupied-100, one for "
                "each ten percent",
                reading->name);
}

bool io_ros_read(io_reading *reading, io_fault *fault)
{
    io_ros_yaml yaml;
    if (!io_ros_cells_read(reading, &yaml, fault))
        return false;
    warn(reading, &yaml, make_terrains(reading));
    return true;
}
