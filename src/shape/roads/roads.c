#include "shape/roads/roads.h"

#include <math.h>

#include "curve/arc_walk.h"
#include "curve/segment.h"
#include "curve/tile_walk.h"

/// Places of a way that count as a unit of work when it is read.
enum { PLACES_OF_WORK = 64 };

bool road_holds(const road_rules *roads, double x, double y)
{
    const int32_t left = (int32_t)floor(x - ON_BORDER), right = (int32_t)floor(x + ON_BORDER);
    const int32_t top = (int32_t)floor(y - ON_BORDER), bottom = (int32_t)floor(y + ON_BORDER);
    return road_has_tile(roads, left, top) && road_has_tile(roads, right, top) &&
           road_has_tile(roads, left, bottom) && road_has_tile(roads, right, bottom);
}

/// A walk along the pieces of a segment: each lies on one tile, or on the border between two tiles.
typedef struct piece_walk {
    const road_rules *roads;
    bool is_arc;
    double length; ///< of the segment, in tiles
    double end;    ///< of the piece, in tiles along the segment
    tile_walk line;
    arc_walk arc;
} piece_walk;

static piece_walk pieces_of(const road_rules *roads, const fw_segment *segment)
{
    piece_walk walk = { .roads = roads, .is_arc = segment->curvature != 0, .length = segment->length };
    const fw_pose end = segment_end(segment);
    if (walk.is_arc)
        walk.arc = arc_walk_along(segment);
    else
        walk.line = tile_walk_along(segment->start.x, segment->start.y, end.x, end.y);
    return walk;
}

/// Moves to the next piece longer than ON_BORDER; false at the end. A piece is on a road if all tiles under it are.
static bool next_piece(piece_walk *walk, bool *is_on_road)
{
    if (walk->is_arc) {
        while (arc_walk_next(&walk->arc)) {
            *is_on_road = road_has_tile(walk->roads, walk->arc.x, walk->arc.y);
            walk->end = walk->arc.to;
            if (walk->arc.to - walk->arc.from > ON_BORDER)
                return true;
        }
        return false;
    }
    const tile_walk *at = &walk->line;
    while (tile_walk_next(&walk->line)) {
        *is_on_road = road_has_tile(walk->roads, at->x, at->y) &&
                      road_has_tile(walk->roads, at->x - at->on_column, at->y - at->on_row);
        walk->end = at->done * walk->length;
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

void road_count_departures(const road_rules *roads, const fw_segment *segment, road_departures *counted)
{
    piece_walk walk = pieces_of(roads, segment);
    bool is_on_road;
    while (next_piece(&walk, &is_on_road)) {
        counted->count += counted->is_on_road && !is_on_road;
        counted->is_on_road = is_on_road;
    }
}

/// Reads the next segment of a path, and lists the stretches on roads that end in it.
static fw_result read_segment(path_stretches *found, memory *memory, const road_rules *roads,
                              const fw_segment *segment, road_reading *reading)
{
    piece_walk walk = pieces_of(roads, segment);
    bool is_on_road;
    while (next_piece(&walk, &is_on_road)) {
        if (is_on_road && !reading->is_on_road)
            reading->begin = reading->at;
        if (reading->is_on_road && !is_on_road &&
            path_stretches_add(found, memory, reading->begin, reading->at) != FW_OK)
            return FW_NO_MEMORY;
        reading->is_on_road = is_on_road;
        reading->at = reading->done + walk.end;
    }
    reading->done += segment->length;
    reading->segment++;
    return FW_OK;
}

fw_result road_stretches(path_stretches *found, memory *memory, const road_rules *roads, const fw_path *path,
                         shaping_work *work, road_reading *reading)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    if (reading->segment == 0)
        found->count = 0;
    while (reading->segment < count) {
        const fw_segment *next = &segments[reading->segment];
        if (shaping_pauses(work))
            return FW_PENDING;
        shaping_charge(work, next->length);
        if (read_segment(found, memory, roads, next, reading) != FW_OK)
            return FW_NO_MEMORY;
    }
    return reading->is_on_road ? path_stretches_add(found, memory, reading->begin, fw_path_length(path))
                               : FW_OK;
}

/// Adds a place to the way, and notes whether the step to this place is on a road.
static fw_result add_place(road_way *way, memory *memory, const road_rules *roads, vector at)
{
    if (MEMORY_RESERVE(memory, way->items, way->room, (size_t)way->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    const bool is_on_road = road_holds(roads, at.x, at.y);
    if (way->count > 0)
        way->items[way->count - 1].is_on_road &= is_on_road;
    way->items[way->count++] = (road_place){ at, is_on_road };
    return FW_OK;
}

/// Number of grid steps that a line is divided into: 1, unless the line has one of the eight directions and is a whole
/// number of steps long.
static int32_t steps_of(vector from, vector to)
{
    const double dx = fabs(to.x - from.x), dy = fabs(to.y - from.y), steps = fmax(dx, dy);
    const bool is_compass = dx <= ON_BORDER || dy <= ON_BORDER || fabs(dx - dy) <= ON_BORDER;
    return is_compass && steps >= 1 && fabs(steps - rint(steps)) <= ON_BORDER ? (int32_t)rint(steps) : 1;
}

void road_begin_reading(road_way *way)
{
    way->count = way->segment = way->step = 0;
}

fw_result road_read(road_way *way, memory *memory, const road_rules *roads, const fw_path *path,
                    shaping_work *work)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_pose last;
    fw_path_pose_at(path, fw_path_length(path), &last);
    for (; way->segment < count; way->segment++, way->step = 0) {
        const fw_pose next = way->segment + 1 < count ? segments[way->segment + 1].start : last;
        const fw_pose *start = &segments[way->segment].start;
        const vector begin = { start->x, start->y }, end = { next.x, next.y };
        const int32_t steps = steps_of(begin, end);
        for (; way->step < steps; way->step++) {
            if (way->count % PLACES_OF_WORK == 0) {
                if (shaping_pauses(work))
                    return FW_PENDING;
                shaping_charge(work, 0);
            }
            const double share = (double)way->step / steps;
            const vector at = { begin.x + share * (end.x - begin.x), begin.y + share * (end.y - begin.y) };
            if (add_place(way, memory, roads, at) != FW_OK)
                return FW_NO_MEMORY;
        }
    }
    return add_place(way, memory, roads, (vector){ last.x, last.y });
}

double road_reach(const road_rules *roads, vector at, int dx, int dy)
{
    const double along = dx ? at.x : at.y;
    const int side = dx + dy;
    double border = side > 0 ? floor(along + ON_BORDER) : ceil(along - ON_BORDER);
    for (int i = 0; i < ROAD_REACH; i++, border += side) {
        const double middle = border + 0.5 * side;
        if (!road_holds(roads, dx ? middle : at.x, dx ? at.y : middle))
            break;
    }
    return fmax(0, side * (border - along));
}
