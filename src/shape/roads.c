#include "shape/roads.h"

#include <math.h>

#include "curve/arc_walk.h"
#include "curve/segment.h"
#include "curve/tile_walk.h"
#include "map/map.h"

/// Positions this near to a border between tiles are on it.
#define ON_BORDER 1e-9

enum { FARTHEST_REACH = 32 };

/// The moves of the overlay in their order, clockwise from east.
static const int step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

bool road_has_tile(const road_rules *roads, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= fw_map_width(roads->map) || y >= fw_map_height(roads->map))
        return false;
    return roads->terrains >> map_terrain_row(roads->map, y)[x] & 1;
}

bool road_holds(const road_rules *roads, double x, double y)
{
    const int32_t left = (int32_t)floor(x - ON_BORDER), right = (int32_t)floor(x + ON_BORDER);
    const int32_t top = (int32_t)floor(y - ON_BORDER), bottom = (int32_t)floor(y + ON_BORDER);
    return road_has_tile(roads, left, top) && road_has_tile(roads, right, top) &&
           road_has_tile(roads, left, bottom) && road_has_tile(roads, right, bottom);
}

/// The pieces of a segment, one after the other: each lies on one tile, or on the border between two.
typedef struct piece_walk {
    const road_rules *roads;
    bool is_arc;
    tile_walk line;
    arc_walk arc;
} piece_walk;

static piece_walk pieces_of(const road_rules *roads, const fw_segment *segment)
{
    piece_walk walk = { .roads = roads, .is_arc = segment->curvature != 0 };
    const fw_pose end = segment_end(segment);
    if (walk.is_arc)
        walk.arc = arc_walk_along(segment);
    else
        walk.line = tile_walk_along(segment->start.x, segment->start.y, end.x, end.y);
    return walk;
}

/// The next piece that is long enough to count; it is on a road where all tiles under it are.
static bool next_piece(piece_walk *walk, bool *is_on_road)
{
    if (walk->is_arc) {
        while (arc_walk_next(&walk->arc)) {
            *is_on_road = road_has_tile(walk->roads, walk->arc.x, walk->arc.y);
            if (walk->arc.to - walk->arc.from > ON_BORDER)
                return true;
        }
        return false;
    }
    const tile_walk *at = &walk->line;
    while (tile_walk_next(&walk->line)) {
        *is_on_road = road_has_tile(walk->roads, at->x, at->y) &&
                      road_has_tile(walk->roads, at->x - at->on_column, at->y - at->on_row);
        if (at->share > ON_BORDER)
            return true;
    }
    return false;
}

bool road_holds_segment(const road_rules *roads, const fw_segment *segment)
{
    piece_walk walk = pieces_of(roads, segment);
    bool is_on_road;
    while (next_piece(&walk, &is_on_road))
        if (!is_on_road)
            return false;
    return true;
}

int32_t road_leavings(const road_rules *roads, const fw_path *path)
{
    int32_t count, leavings = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    bool was_on_road = false;
    for (int32_t i = 0; i < count; i++) {
        piece_walk walk = pieces_of(roads, &segments[i]);
        bool is_on_road;
        while (next_piece(&walk, &is_on_road)) {
            leavings += was_on_road && !is_on_road;
            was_on_road = is_on_road;
        }
    }
    return leavings;
}

/// Is a unit of a size on a road when it stands on an anchor? Its centre lies in a tile, or where four tiles meet.
static bool holds_anchor(const road_rules *roads, int32_t size, int32_t x, int32_t y)
{
    const int32_t right = x + size / 2, bottom = y + size / 2;
    if (!road_has_tile(roads, right, bottom))
        return false;
    return size % 2 || (road_has_tile(roads, right - 1, bottom) && road_has_tile(roads, right, bottom - 1) &&
                        road_has_tile(roads, right - 1, bottom - 1));
}

/// Finds the next anchor on a road, row by row.
///
/// @param[in,out] column, row  the tile after which, or at which, its centre lies: right and below where tiles meet
/// @return false where there is none
static bool next_anchor(const road_rules *roads, int32_t size, int32_t *column, int32_t *row)
{
    const int32_t width = fw_map_width(roads->map), height = fw_map_height(roads->map);
    for (++*column; *row < height; *column = 0, ++*row) {
        const uint8_t *terrains = map_terrain_row(roads->map, *row);
        for (; *column < width; ++*column)
            if ((roads->terrains >> terrains[*column] & 1) &&
                holds_anchor(roads, size, *column - size / 2, *row - size / 2))
                return true;
    }
    return false;
}

/// Straight distance between an anchor's centre and a place, squared.
static double squared_distance(int32_t size, int32_t x, int32_t y, fw_pose to)
{
    const double dx = x + 0.5 * size - to.x, dy = y + 0.5 * size - to.y;
    return dx * dx + dy * dy;
}

/// An anchor.
typedef struct anchor {
    int32_t x, y;
} anchor;

/// The anchor on a road whose centre is nearest to a place; ties by y, then x. (-1, -1) where there is none.
static anchor nearest_road(const road_rules *roads, int32_t size, fw_pose place)
{
    anchor nearest = { -1, -1 };
    double least = INFINITY;
    for (int32_t column = -1, row = 0; next_anchor(roads, size, &column, &row);) {
        const anchor here = { column - size / 2, row - size / 2 };
        const double squared = squared_distance(size, here.x, here.y, place);
        if (squared < least) {
            least = squared;
            nearest = here;
        }
    }
    return nearest;
}

static uint8_t moves_off(const road_rules *roads, int32_t size, int32_t x, int32_t y)
{
    unsigned moves = 0;
    for (int i = 0; i < 8; i++)
        if (!holds_anchor(roads, size, x + step_x[i], y + step_y[i]))
            moves |= 1u << i;
    return (uint8_t)moves;
}

fw_result road_forbid_leaving(const road_rules *roads, int32_t size, fw_pose goal, fw_overlay *forbidden)
{
    anchor exit = { -1, -1 };
    if (!road_holds(roads, goal.x, goal.y))
        exit = nearest_road(roads, size, goal);
    for (int32_t column = -1, row = 0; next_anchor(roads, size, &column, &row);) {
        const int32_t x = column - size / 2, y = row - size / 2;
        if (x < 0 || y < 0 || (x == exit.x && y == exit.y))
            continue;
        const fw_result done = fw_overlay_forbid(forbidden, x, y, moves_off(roads, size, x, y));
        if (done != FW_OK)
            return done;
    }
    return FW_OK;
}

static fw_result add_place(road_way *way, memory *from, shape_point at)
{
    const fw_result reserved =
        memory_reserve(from, &way->items, &way->room, (size_t)way->count + 1, sizeof *way->items);
    if (reserved == FW_OK)
        way->items[way->count++] = (road_place){ .at = at };
    return reserved;
}

/// Into how many steps of the grid a line falls: one, unless it is along one of the eight directions and a whole number
/// of steps long.
static int32_t steps_of(shape_point from, shape_point to)
{
    const double dx = fabs(to.x - from.x), dy = fabs(to.y - from.y), steps = fmax(dx, dy);
    const bool is_compass = dx <= ON_BORDER || dy <= ON_BORDER || fabs(dx - dy) <= ON_BORDER;
    return is_compass && steps >= 1 && fabs(steps - rint(steps)) <= ON_BORDER ? (int32_t)rint(steps) : 1;
}

fw_result road_read(road_way *way, memory *from, const road_rules *roads, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_pose last;
    fw_path_pose_at(path, fw_path_length(path), &last);
    way->count = 0;
    for (int32_t i = 0; i < count; i++) {
        const fw_pose next = i + 1 < count ? segments[i + 1].start : last;
        const shape_point begin = { segments[i].start.x, segments[i].start.y }, end = { next.x, next.y };
        const int32_t steps = steps_of(begin, end);
        for (int32_t k = 0; k < steps; k++) {
            const double share = (double)k / steps;
            const shape_point at = { begin.x + share * (end.x - begin.x),
                                     begin.y + share * (end.y - begin.y) };
            if (add_place(way, from, at) != FW_OK)
                return FW_NO_MEMORY;
        }
    }
    if (add_place(way, from, (shape_point){ last.x, last.y }) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i + 1 < way->count; i++) {
        const shape_point here = way->items[i].at, next = way->items[i + 1].at;
        way->items[i].is_on_road = road_holds(roads, here.x, here.y) && road_holds(roads, next.x, next.y);
    }
    return FW_OK;
}

static bool is_beside_road(const road_rules *roads, int32_t x, int32_t y)
{
    for (int i = 0; i < 8; i++)
        if (road_has_tile(roads, x + step_x[i], y + step_y[i]))
            return true;
    return false;
}

fw_result road_put_kerbs(const road_rules *roads, const road_place *places, int32_t count,
                         fw_overlay *blocked)
{
    double left = INFINITY, top = INFINITY, right = 0, bottom = 0;
    for (int32_t i = 0; i < count; i++) {
        left = fmin(left, places[i].at.x);
        right = fmax(right, places[i].at.x);
        top = fmin(top, places[i].at.y);
        bottom = fmax(bottom, places[i].at.y);
    }
    for (int32_t y = (int32_t)top - FARTHEST_REACH; y <= (int32_t)bottom + FARTHEST_REACH; y++)
        for (int32_t x = (int32_t)left - FARTHEST_REACH; x <= (int32_t)right + FARTHEST_REACH; x++)
            if (!road_has_tile(roads, x, y) && is_beside_road(roads, x, y) &&
                fw_overlay_block(blocked, x, y, 1, 1) != FW_OK)
                return FW_NO_MEMORY;
    return FW_OK;
}

double road_reach(const road_rules *roads, shape_point at, int dx, int dy)
{
    const double along = dx ? at.x : at.y;
    const int side = dx + dy;
    double border = side > 0 ? floor(along + ON_BORDER) : ceil(along - ON_BORDER);
    for (int i = 0; i < FARTHEST_REACH; i++, border += side) {
        const double middle = border + 0.5 * side;
        if (!road_holds(roads, dx ? middle : at.x, dx ? at.y : middle))
            break;
    }
    return fmax(0, side * (border - along));
}

/// Blocks the tile beyond the road's border to one side of a place.
static fw_result put_cone(const road_rules *roads, shape_point at, double reach, int dx, int dy,
                          fw_overlay *blocked)
{
    const double beyond = reach + 0.5;
    const int32_t x = (int32_t)floor(at.x + dx * beyond), y = (int32_t)floor(at.y + dy * beyond);
    return reach >= FARTHEST_REACH || road_has_tile(roads, x, y) ? FW_OK
                                                                 : fw_overlay_block(blocked, x, y, 1, 1);
}

/// The last place of the straight stretch on a road that begins at a place.
static int32_t straight_end(const road_way *way, int32_t first)
{
    const road_place *items = way->items;
    const double dx = items[first + 1].at.x - items[first].at.x;
    const double dy = items[first + 1].at.y - items[first].at.y;
    int32_t last = first + 1;
    while (last + 1 < way->count && items[last].is_on_road &&
           fabs(items[last + 1].at.x - items[last].at.x - dx) <= ON_BORDER &&
           fabs(items[last + 1].at.y - items[last].at.y - dy) <= ON_BORDER)
        last++;
    return last;
}

static fw_result put_cones_along(const road_rules *roads, const road_place *places, int32_t count,
                                 int32_t size, fw_overlay *blocked)
{
    const int across_x = places[0].at.x == places[1].at.x, across_y = !across_x;
    for (int32_t i = 0; i < count; i++) {
        const shape_point at = places[i].at;
        const double before = road_reach(roads, at, -across_x, -across_y);
        const double after = road_reach(roads, at, across_x, across_y);
        if (before + after + ON_BORDER < size)
            continue;
        if (put_cone(roads, at, before, -across_x, -across_y, blocked) != FW_OK ||
            put_cone(roads, at, after, across_x, across_y, blocked) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result road_put_cones(const road_rules *roads, const road_way *way, int32_t size, int32_t free,
                         fw_overlay *blocked)
{
    for (int32_t first = 0, last; first + 1 < way->count; first = last) {
        last = first + 1;
        if (!way->items[first].is_on_road)
            continue;
        last = straight_end(way, first);
        const shape_point begin = way->items[first].at, end = way->items[last].at;
        const bool is_along_axis = fabs(begin.x - end.x) <= ON_BORDER || fabs(begin.y - end.y) <= ON_BORDER;
        const int32_t from_first = first == 0 ? 0 : free, to_last = last + 1 == way->count ? 0 : free;
        const int32_t count = last - first + 1 - from_first - to_last;
        if (is_along_axis && count > 1 &&
            put_cones_along(roads, way->items + first + from_first, count, size, blocked) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

void road_way_free(road_way *way, memory *from)
{
    memory_give_back(from, way->items, way->room, sizeof *way->items);
    *way = (road_way){ 0 };
}
