// The rules are those of nav2_map_server, map_io.cpp.
#include "io/ros_map.h"

#include <math.h>
#include <stdio.h>

#include "io/image.h"
#include "io/neighbour.h"
#include "io/ros_yaml.h"
#include "io/terrain_names.h"

#define IMAGE_MOST_BYTES ((size_t)1 << 30)

typedef struct ros_map {
    io_reading *reading;
    const io_ros_yaml *yaml;
    uint32_t color; ///< of the last pixel, and its terrain
    uint8_t terrain;
    bool has_last;
    bool has_partly; ///< some cells are neither free nor occupied, but known
} ros_map;

enum { UNKNOWN = -1, FREE = 0, OCCUPIED = 100 };

/// Occupancy of a pixel in percent, or UNKNOWN. Thresholds compare in double, "occupied" first: the grey 205 of
/// most maps has the occupancy .19608, which is unknown at the threshold .196, and free at .25.
static int occupancy_of(const io_ros_yaml *yaml, const uint8_t *pixel, bool has_opacity)
{
    // With three levels, opacity counts as a fourth colour.
    const bool has_fourth = has_opacity && yaml->mode == IO_ROS_TRINARY;
    const int sum = pixel[0] + pixel[1] + pixel[2] + (has_fourth ? pixel[3] : 0);
    const double shade = sum / (has_fourth ? 4 * 255.0 : 3 * 255.0);
    const double occupancy = yaml->negate ? shade : 1.0 - shade;
    if (yaml->mode == IO_ROS_RAW) {
        const double percent = round(shade * 255.0);
        return percent <= OCCUPIED ? (int)percent : UNKNOWN;
    }
    if (yaml->mode == IO_ROS_SCALE && pixel[3] != UINT8_MAX)
        return UNKNOWN;
    if (occupancy >= yaml->occupied)
        return OCCUPIED;
    if (occupancy <= yaml->free)
        return FREE;
    return yaml->mode == IO_ROS_TRINARY
               ? UNKNOWN
               : (int)rint((occupancy - yaml->free) / (yaml->occupied - yaml->free) * 100.0);
}

/// The terrain of an occupancy: ground, blocked, "unknown", or "occupied-10" for 1 to 10 percent, and so on.
static uint8_t terrain_of(ros_map *map, int occupancy)
{
    char name[IO_NAME_BYTES] = "unknown";
    uint8_t terrain = FW_BLOCKED;
    const fw_io_unknown unknown = map->reading->def->unknown;
    if (occupancy == FREE || (occupancy == UNKNOWN && unknown == FW_IO_UNKNOWN_FREE))
        return FW_GROUND;
    if (occupancy == OCCUPIED || (occupancy == UNKNOWN && unknown == FW_IO_UNKNOWN_BLOCKED))
        return FW_BLOCKED;
    if (occupancy != UNKNOWN)
        snprintf(name, sizeof name, "occupied-%d", (occupancy + 9) / 10 * 10);
    io_terrain_name_find(io_span_of(name), map->reading->tiles.names, &terrain); // at most 11 names
    return terrain;
}

static bool begin(void *user, int32_t width, int32_t height, io_fault *fault)
{
    const ros_map *map = user;
    return io_tiles_create(width, height, &map->reading->tiles, fault);
}

static bool take(void *user, const io_pixel_row *row, io_fault *fault)
{
    ros_map *map = user;
    (void)fault;
    for (int32_t i = 0; i < row->count; i++) {
        const uint8_t *pixel = row->pixels + 4 * (size_t)i;
        const uint32_t color =
            (uint32_t)pixel[0] << 24 | (uint32_t)pixel[1] << 16 | (uint32_t)pixel[2] << 8 | pixel[3];
        if (!map->has_last || color != map->color) {
            const int occupancy = occupancy_of(map->yaml, pixel, row->has_opacity);
            map->color = color;
            map->terrain = terrain_of(map, occupancy);
            map->has_last = true;
            map->has_partly |= occupancy > FREE && occupancy < OCCUPIED;
        }
        *io_tile(&map->reading->tiles, row->x + i * row->step, row->y) = map->terrain;
    }
    return true;
}

static void warn(io_reading *reading, const ros_map *map)
{
    const unsigned missing = map->yaml->missing;
    if (missing & 1u << IO_ROS_OCCUPIED || missing & 1u << IO_ROS_FREE)
        io_warn(reading, "%s: a threshold is missing; cells are occupied from %g on, free up to %g",
                reading->name, map->yaml->occupied, map->yaml->free);
    if (missing & 1u << IO_ROS_NEGATE)
        io_warn(reading, "%s: the key negate is missing; dark pixels are occupied", reading->name);
    if (map->has_partly)
        io_warn(reading,
                "%s: some cells are partly occupied: the terrains occupied-10 to occupied-100, one for "
                "each ten percent",
                reading->name);
}

bool io_ros_read(io_reading *reading, io_fault *fault)
{
    io_ros_yaml yaml;
    io_neighbour image;
    if (!io_ros_yaml_read(reading->name, reading->bytes, reading->size, &yaml, fault) ||
        !io_neighbour_open(reading, "the picture", yaml.image, IMAGE_MOST_BYTES, &image, fault))
        return false;
    ros_map map = { .reading = reading, .yaml = &yaml };
    const io_pixel_taker taker = { begin, take, &map };
    const bool read = io_image_read_rows(image.path, image.bytes, image.size, FW_MAX_SIDE, &taker, fault);
    io_neighbour_close(reading, &image);
    reading->frame = (fw_frame){ .resolution = yaml.resolution,
                                 .origin_x = yaml.origin[0],
                                 .origin_y = yaml.origin[1],
                                 .yaw = yaml.origin[2],
                                 .height = reading->tiles.height };
    if (read)
        warn(reading, &map);
    return read;
}
