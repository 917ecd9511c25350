// What the values mean is said by nav2's costmap filters: https://docs.nav2.org, "Costmap Filter Info Server".
#include "io/mask.h"

#include <math.h>
#include <stdlib.h>

#include "io/formats.h"
#include "io/kind.h"
#include "io/ros_cells.h"

/// Most that is added to the cost of a tile.
#define MOST_COST 255.0

struct fw_io_mask {
    io_tiles cells; ///< occupancies
    fw_frame frame;
};

static bool read_mask(io_reading *reading, io_fault *fault)
{
    io_ros_yaml yaml;
    if (io_kind_of(reading->bytes, reading->size).format != FW_IO_ROS)
        return io_fail_as(fault, FW_NOT_SUPPORTED, "%s: this is no map.yaml of ROS, as a mask is",
                          reading->name);
    return io_ros_cells_read(reading, &yaml, fault);
}

static fw_result finish(io_reading *reading, fw_io_mask **made, io_fault *fault)
{
    *made = calloc(1, sizeof **made);
    if (*made) {
        **made = (fw_io_mask){ reading->tiles, reading->frame };
        reading->tiles = (io_tiles){ 0 };
    } else {
        io_fail_without_memory(fault, reading->name);
    }
    io_reading_free(reading);
    return *made ? FW_OK : fault->result;
}

/// Reads from memory, or from a file if `file` is not null.
static fw_result read_any(const char *file, const void *bytes, size_t length, const fw_io_map_def *given,
                          fw_io_mask **mask, fw_io_fault *fault)
{
    io_fault own;
    fw_io_map_def def;
    io_reading reading;
    if (mask)
        *mask = NULL;
    const io_source source = { .file = file, .bytes = bytes, .size = length };
    fw_result result = io_reading_open(read_mask, mask ? &source : NULL, given, &def, &reading, &own);
    if (mask && result == FW_OK)
        result = finish(&reading, mask, &own);
    if (fault && result != FW_OK)
        *fault = own;
    return result;
}

fw_result fw_io_mask_read(const void *bytes, size_t length, const fw_io_map_def *def, fw_io_mask **mask,
                          fw_io_fault *fault)
{
    return read_any(NULL, bytes, length, def, mask, fault);
}

fw_result fw_io_mask_load(const char *file, const fw_io_map_def *def, fw_io_mask **mask, fw_io_fault *fault)
{
    return read_any(file, NULL, 0, def, mask, fault);
}

void fw_io_mask_free(fw_io_mask *mask)
{
    if (mask)
        io_tiles_free(&mask->cells);
    free(mask);
}

/// The value of the cell at a place of the mask, in cells.
static int32_t value_at(const fw_io_mask *mask, double x, double y)
{
    if (!(x >= 0.0 && y >= 0.0 && x < mask->cells.width && y < mask->cells.height))
        return -1;
    const uint8_t value = *io_tile(&mask->cells, (int32_t)x, (int32_t)y);
    return value == IO_ROS_UNKNOWN_CELL ? -1 : value;
}

int32_t fw_io_mask_at(const fw_io_mask *mask, double x, double y)
{
    fw_pose place = { x, y, 0.0 };
    if (!mask || fw_frame_pose_to_tiles(&mask->frame, &place, &place) != FW_OK)
        return -1;
    return value_at(mask, place.x, place.y);
}

/// Cost that a limit on speed adds; 0 where nothing is limited.
static double cost_of_speed(const fw_io_speed_filter *speeds, int32_t value)
{
    const double limit = speeds->base + speeds->multiplier * value;
    const double top = speeds->kind == FW_IO_SPEED_PERCENT ? 100.0 : speeds->top_speed;
    return limit > 0.0 && limit < top ? fmin(top / limit - 1.0, MOST_COST) : 0.0;
}

/// What cells of a value do to a tile; its width is 0 if they do nothing.
static io_overlay_part part_of(const io_mask_use *use, int32_t value)
{
    io_overlay_part part = { .kind = IO_OVERLAY_COST };
    if (value <= 0)
        return part;
    if (use->speeds)
        part.cost = (float)cost_of_speed(use->speeds, value);
    else if (value == IO_ROS_OCCUPIED_CELL)
        part.kind = IO_OVERLAY_BLOCKED;
    else
        part.cost = use->highest * (float)value / (IO_ROS_OCCUPIED_CELL - 1);
    part.width = part.kind == IO_OVERLAY_BLOCKED || part.cost > 0.0F;
    part.height = part.width;
    return part;
}

static fw_result judge(const fw_io_mask *mask, int32_t width, int32_t height, const io_mask_use *use)
{
    const fw_io_speed_filter *speeds = use->speeds;
    if (!use->frame && (mask->cells.width != width || mask->cells.height != height))
        return FW_WRONG_MAP;
    if (!isfinite(use->highest) || (speeds && !(isfinite(speeds->base) && isfinite(speeds->multiplier))))
        return FW_NOT_FINITE;
    if (speeds && speeds->kind == FW_IO_SPEED_ABSOLUTE)
        return speeds->top_speed > 0.0 && isfinite(speeds->top_speed) ? FW_OK : FW_BAD_VALUE;
    const bool is_known = speeds ? speeds->kind == FW_IO_SPEED_PERCENT
                                 : use->highest >= 0.0F && (double)use->highest <= MOST_COST;
    return is_known ? FW_OK : FW_BAD_VALUE;
}

/// Where the middle of a tile lies in the mask, in cells.
static fw_result cell_of_tile(const fw_io_mask *mask, const io_mask_use *use, int32_t x, int32_t y,
                              fw_pose *cell)
{
    fw_result result = FW_OK;
    *cell = (fw_pose){ x + 0.5, y + 0.5, 0.0 };
    if (use->frame)
        result = fw_frame_pose_to_metres(use->frame, cell, cell);
    if (use->frame && result == FW_OK)
        result = fw_frame_pose_to_tiles(&mask->frame, cell, cell);
    return result;
}

/// The tiles of a row in the mask: the middle of tile x lies at `first` + x * (dx, dy), in cells. Where that is so near
/// to the border of a cell that rounding could decide, the place is converted by itself.
typedef struct mask_row {
    fw_pose first;
    double dx, dy;
    double near; ///< cells
    int32_t y;
} mask_row;

static fw_result row_of(const fw_io_mask *mask, const io_mask_use *use, int32_t width, int32_t y,
                        mask_row *row)
{
    fw_pose last;
    *row = (mask_row){ .y = y };
    fw_result result = cell_of_tile(mask, use, 0, y, &row->first);
    if (result == FW_OK)
        result = cell_of_tile(mask, use, width - 1, y, &last);
    if (result != FW_OK)
        return result;
    const double steps = width > 1 ? width - 1 : 1;
    row->dx = (last.x - row->first.x) / steps;
    row->dy = (last.y - row->first.y) / steps;
    if (!use->frame)
        return FW_OK; // middles of tiles are middles of cells
    const fw_frame *frames[] = { use->frame, &mask->frame };
    double farthest = fabs(row->first.x) + fabs(row->first.y) + fabs(last.x) + fabs(last.y);
    for (int i = 0; i < 2; i++)
        farthest += (fabs(frames[i]->origin_x) + fabs(frames[i]->origin_y)) / mask->frame.resolution;
    row->near = 1e-9 + 1e-14 * farthest; // a hundred times what rounding can do
    return FW_OK;
}

static bool is_near_border(double place, double near)
{
    const double part = fabs(place - (double)(int64_t)place);
    return !(part > near && part < 1.0 - near);
}

/// The mask's value at the middle of a tile of a row.
static fw_result value_of_tile(const fw_io_mask *mask, const io_mask_use *use, const mask_row *row, int32_t x,
                               int32_t *value)
{
    fw_pose cell = { row->first.x + x * row->dx, row->first.y + x * row->dy, 0.0 };
    fw_result result = FW_OK;
    if (is_near_border(cell.x, row->near) || is_near_border(cell.y, row->near))
        result = cell_of_tile(mask, use, x, row->y, &cell);
    *value = value_at(mask, cell.x, cell.y);
    return result;
}

static fw_result visit_row(const fw_io_mask *mask, int32_t y, int32_t width, const io_mask_use *use,
                           io_mask_taker *take, void *user)
{
    mask_row row;
    int32_t value = 0, next = 0;
    fw_result result = row_of(mask, use, width, y, &row);
    if (result == FW_OK)
        result = value_of_tile(mask, use, &row, 0, &next);
    for (int32_t x = 0, end = 0; x < width && result == FW_OK; x = end) {
        value = next;
        while (end < width && next == value && result == FW_OK)
            if (++end < width)
                result = value_of_tile(mask, use, &row, end, &next);
        io_overlay_part part = part_of(use, value);
        if (part.width == 0 || result != FW_OK)
            continue;
        part.x = x;
        part.y = y;
        part.width = end - x;
        result = take(user, &part);
    }
    return result;
}

fw_result io_mask_visit(const fw_io_mask *mask, int32_t width, int32_t height, const io_mask_use *use,
                        io_mask_taker *take, void *user)
{
    fw_result result = judge(mask, width, height, use);
    for (int32_t y = 0; y < height && result == FW_OK; y++)
        result = visit_row(mask, y, width, use, take, user);
    return result;
}

static fw_result add_to_overlay(void *user, const io_overlay_part *part)
{
    return part->kind == IO_OVERLAY_BLOCKED
               ? fw_overlay_block(user, part->x, part->y, part->width, part->height)
               : fw_overlay_add_cost(user, part->x, part->y, part->width, part->height, part->cost);
}

static fw_result apply(const fw_io_mask *mask, const fw_map *map, const io_mask_use *use, fw_overlay *overlay)
{
    if (!mask || !map || !overlay)
        return FW_NULL_ARGUMENT;
    return io_mask_visit(mask, fw_map_width(map), fw_map_height(map), use, add_to_overlay, overlay);
}

fw_result fw_io_mask_keep_out(const fw_io_mask *mask, const fw_map *map, const fw_frame *frame, float highest,
                              fw_overlay *overlay)
{
    const io_mask_use use = { .frame = frame, .highest = highest };
    return apply(mask, map, &use, overlay);
}

fw_result fw_io_mask_limit_speed(const fw_io_mask *mask, const fw_map *map, const fw_frame *frame,
                                 const fw_io_speed_filter *filter, fw_overlay *overlay)
{
    const io_mask_use use = { .frame = frame, .speeds = filter };
    return filter ? apply(mask, map, &use, overlay) : FW_NULL_ARGUMENT;
}
