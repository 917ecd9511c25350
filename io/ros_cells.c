// The rules are those of nav2_map_server, map_io.cpp.
#include "io/ros_cells.h"

#include <math.h>

#include "io/image.h"
#include "io/neighbour.h"

#define IMAGE_MOST_BYTES ((size_t)1 << 30)

/// Most bytes of a map.yaml, which has a few hundred. libyaml takes up to two hundred times as much for some texts, and
/// has no allocator that could be replaced.
#define YAML_MOST_BYTES ((size_t)1 << 18)

typedef struct ros_cells {
    io_tiles *cells;
    const io_ros_yaml *yaml;
    uint32_t color; ///< of the last pixel, and its occupancy
    uint8_t occupancy;
    bool has_last;
} ros_cells;

/// Occupancy of a pixel. Thresholds compare in double, "occupied" first: the grey 205 of most maps has the occupancy
/// .19608, which is unknown at the threshold .196, and free at .25.
static uint8_t occupancy_of(const io_ros_yaml *yaml, const uint8_t *pixel, bool has_opacity)
{
    // With three levels, opacity counts as a fourth colour.
    const bool has_fourth = has_opacity && yaml->mode == IO_ROS_TRINARY;
    const int sum = pixel[0] + pixel[1] + pixel[2] + (has_fourth ? pixel[3] : 0);
    const double shade = sum / (has_fourth ? 4 * 255.0 : 3 * 255.0);
    const double occupancy = yaml->negate ? shade : 1.0 - shade;
    if (yaml->mode == IO_ROS_RAW) {
        const double percent = round(shade * 255.0);
        return percent <= IO_ROS_OCCUPIED_CELL ? (uint8_t)percent : IO_ROS_UNKNOWN_CELL;
    }
    if (yaml->mode == IO_ROS_SCALE && pixel[3] != UINT8_MAX)
        return IO_ROS_UNKNOWN_CELL;
    if (occupancy >= yaml->occupied)
        return IO_ROS_OCCUPIED_CELL;
    if (occupancy <= yaml->free)
        return IO_ROS_FREE_CELL;
    return yaml->mode == IO_ROS_TRINARY
               ? IO_ROS_UNKNOWN_CELL
               : (uint8_t)rint((occupancy - yaml->free) / (yaml->occupied - yaml->free) * 100.0);
}

static bool begin(void *user, int32_t width, int32_t height, io_fault *fault)
{
    const ros_cells *reader = user;
    return io_tiles_create(width, height, reader->cells, fault);
}

static bool take(void *user, const io_pixel_row *row, io_fault *fault)
{
    ros_cells *reader = user;
    (void)fault;
    for (int32_t i = 0; i < row->count; i++) {
        const uint8_t *pixel = row->pixels + 4 * (size_t)i;
        const uint32_t color =
            (uint32_t)pixel[0] << 24 | (uint32_t)pixel[1] << 16 | (uint32_t)pixel[2] << 8 | pixel[3];
        if (!reader->has_last || color != reader->color) {
            reader->color = color;
            reader->occupancy = occupancy_of(reader->yaml, pixel, row->has_opacity);
            reader->has_last = true;
        }
        *io_tile(reader->cells, row->x + i * row->step, row->y) = reader->occupancy;
    }
    return true;
}

bool io_ros_cells_read(io_reading *reading, io_ros_yaml *yaml, io_fault *fault)
{
    io_neighbour image;
    if (reading->size > YAML_MOST_BYTES)
        return io_fail_as(fault, FW_BAD_SIZE, "%s: is longer than %zu bytes, too long for a map.yaml of ROS",
                          reading->name, YAML_MOST_BYTES);
    if (!io_ros_yaml_read(reading->name, reading->bytes, reading->size, yaml, fault) ||
        !io_neighbour_open(reading, "the picture", yaml->image, IMAGE_MOST_BYTES, &image, fault))
        return false;
    ros_cells reader = { .cells = &reading->tiles, .yaml = yaml };
    const io_pixel_taker taker = { begin, take, &reader };
    const bool read = io_image_read_rows(image.path, image.bytes, image.size, FW_MAX_SIDE, &taker, fault);
    io_neighbour_close(reading, &image);
    reading->frame = (fw_frame){ .resolution = yaml->resolution,
                                 .origin_x = yaml->origin[0],
                                 .origin_y = yaml->origin[1],
                                 .yaw = yaml->origin[2],
                                 .height = reading->tiles.height };
    return read;
}
