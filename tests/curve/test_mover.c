// Units that cut corners go along lines as points: their anchor point moves over anchors whose whole square is free.
// Compared with a brute force that follows the point from side to side, in eighths of a tile.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "curve/mover.h"
#include "fairway/curve.h"

enum { SIDE = 14, WORLDS = 500, LINES = 150, MOST_STOPS = 4 * SIDE + 8 };

/// Rounding of the brute force, in tiles: less than any distance between eighths and lines through them.
#define DOUBT 1e-9

/// Samples miss so much of what a body touches between them, in tiles.
#define SEEN 0.05

/// A set of anchors around a point: those of its 3 x 3 tiles, bit 3 * row + column.
typedef struct around {
    int32_t x, y; ///< the north-west one
    unsigned free;
} around;

static bool is_in(double at, int32_t tile)
{
    return at >= tile - DOUBT && at <= tile + 1 + DOUBT;
}

/// The free anchors in whose closed square the point is.
static around anchors_at(const world *seen, double x, double y)
{
    around found = { (int32_t)floor(x) - 1, (int32_t)floor(y) - 1, 0 };
    for (int32_t i = 0; i < 9; i++) {
        const int32_t anchor_x = found.x + i % 3, anchor_y = found.y + i / 3;
        if (is_in(x, anchor_x) && is_in(y, anchor_y) && anchor_x >= 0 && anchor_y >= 0 &&
            world_fits(seen, anchor_x, anchor_y))
            found.free |= 1u << i;
    }
    return found;
}

static bool has(const around *around, int32_t x, int32_t y)
{
    const int32_t column = x - around->x, row = y - around->y;
    return column >= 0 && row >= 0 && column < 3 && row < 3 && (around->free >> (3 * row + column) & 1);
}

/// May a point that is in one of `from` be in an anchor of `to` next, without a move that the rule forbids?
static bool is_joined(const world *seen, const around *from, const around *to, int32_t x, int32_t y)
{
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            const bool passes = dx == 0 || dy == 0 || seen->corners == FW_CORNERS_ALWAYS ||
                                has(to, x + dx, y) || has(to, x, y + dy);
            if (has(from, x + dx, y + dy) && passes)
                return true;
        }
    return false;
}

static around step(const world *seen, const around *from, const around *to)
{
    around reached = { to->x, to->y, 0 };
    for (int32_t i = 0; i < 9; i++)
        if ((to->free >> i & 1) && is_joined(seen, from, to, to->x + i % 3, to->y + i / 3))
            reached.free |= 1u << i;
    return reached;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Where a line crosses sides of tiles, as shares of it, its ends included, in order.
static int stops_of(const fw_pose *from, const fw_pose *to, double *stops)
{
    int count = 0;
    stops[count++] = 0;
    stops[count++] = 1;
    for (int32_t side = -1; side <= SIDE + 1; side++) {
        const double x = (side - from->x) / (to->x - from->x), y = (side - from->y) / (to->y - from->y);
        if (x > 0 && x < 1)
            stops[count++] = x;
        if (y > 0 && y < 1)
            stops[count++] = y;
    }
    qsort(stops, (size_t)count, sizeof *stops, compare);
    return count;
}

static double beyond(double at, double low, double high)
{
    return at < low ? low - at : at > high ? at - high : 0.0;
}

/// How far a round body is from what is blocked, less than 0 where it touches something.
static double room_at(const world *seen, double x, double y, double radius)
{
    double room = fmin(fmin(x, y), fmin(seen->width - x, seen->height - y));
    for (int32_t tile = 0; tile < seen->width * seen->height; tile++) {
        const double dx = beyond(x, tile % seen->width, tile % seen->width + 1.0);
        const double dy = beyond(y, tile / seen->width, tile / seen->width + 1.0);
        if (seen->cost[tile] <= 0 || seen->blocked[tile])
            room = fmin(room, sqrt(dx * dx + dy * dy));
    }
    return room - radius;
}

/// The least room that a body has where its anchor point cannot be, or passes a corner against the rule; infinite if
/// the point may go along the whole line. Looks at each place where the line crosses sides, and between them.
static double room_at_faults(const world *seen, fw_pose from, fw_pose to, double radius)
{
    const double lift = (seen->size - 1) / 2.0;
    from = (fw_pose){ from.x - lift, from.y - lift, 0 };
    to = (fw_pose){ to.x - lift, to.y - lift, 0 };
    double stops[MOST_STOPS], room = INFINITY;
    const int count = stops_of(&from, &to, stops);
    around scene = anchors_at(seen, from.x, from.y);
    if (!scene.free)
        room = room_at(seen, from.x + lift, from.y + lift, radius);
    for (int i = 1; i < count; i++)
        for (int half = 1; half <= 2; half++) {
            const double at = half == 1 ? (stops[i - 1] + stops[i]) / 2 : stops[i];
            const double x = from.x + at * (to.x - from.x), y = from.y + at * (to.y - from.y);
            const around next = anchors_at(seen, x, y);
            const bool moves = scene.free && next.free; // through a corner, at the stop before
            const double corner = moves ? stops[i - 1] : at;
            const bool was_nowhere = !scene.free && next.free;
            scene = step(seen, &scene, &next);
            if (!scene.free && !was_nowhere)
                room = fmin(room, room_at(seen, from.x + corner * (to.x - from.x) + lift,
                                          from.y + corner * (to.y - from.y) + lift, radius));
            if (!scene.free)
                scene = next;
        }
    return room;
}

/// The least that a body has of room, over samples of a line where its anchor point is in no free tile; infinite if
/// they see no such place.
static double room_beside(const world *seen, fw_pose from, fw_pose to, double radius)
{
    const double lift = (seen->size - 1) / 2.0;
    double room = INFINITY;
    for (int i = 0; i <= 400; i++) {
        const double x = from.x + i / 400.0 * (to.x - from.x), y = from.y + i / 400.0 * (to.y - from.y);
        if (!anchors_at(seen, x - lift, y - lift).free)
            room = fmin(room, room_at(seen, x, y, radius));
    }
    return room;
}

/// A place in eighths of a tile; often on a side, or in a corner.
static fw_pose place_at_random(const world *seen, random_source *source)
{
    static const double steps[] = { 1, 0.5, 0.125 };
    const double step = steps[random_below(source, 3)];
    const double x = floor(random_unit(source) * seen->width / step) * step;
    const double y = floor(random_unit(source) * seen->height / step) * step;
    return (fw_pose){ x + (seen->size % 2 ? 0 : 0.5), y + (seen->size % 2 ? 0 : 0.5), 0 };
}

static fw_pose place_beside(const fw_pose *from, const world *seen, random_source *source)
{
    if (random_below(source, 2))
        return place_at_random(seen, source);
    const double length = 0.125 * (double)(1 + random_below(source, 40));
    const double dx = (double)random_below(source, 3) - 1, dy = (double)random_below(source, 3) - 1;
    return (fw_pose){ from->x + dx * length, from->y + dy * length, 0 };
}

static scene cutting_scene(random_source *source)
{
    static const double bodies[] = { 0.2, 0.5, 1 };
    fw_unit_def unit = unit_of_size(1 + (int32_t)random_below(source, 4));
    const uint32_t blocked = random_below(source, unit.size == 1 ? 55 : unit.size == 2 ? 30 : 12);
    unit.corners = random_below(source, 2) ? FW_CORNERS_ONE : FW_CORNERS_ALWAYS;
    unit.footprint = fw_circle(unit.size * bodies[random_below(source, 3)]);
    unit.methods = random_below(source, 3) ? 0 : FW_METHOD_BIT(FW_ON_DEMAND);
    const int32_t width = 1 + (int32_t)random_below(source, SIDE),
                  height = 1 + (int32_t)random_below(source, SIDE);
    scene made = scene_of(map_at_random(source, width, height, blocked, 1), unit);
    if (random_below(source, 3) == 0) {
        assert_int_equal(fw_overlay_create(width, height, NULL, &made.overlay), FW_OK);
        for (int i = 0; i < 5; i++) {
            const int32_t x = (int32_t)random_below(source, (uint32_t)width),
                          y = (int32_t)random_below(source, (uint32_t)height);
            assert_int_equal(fw_overlay_block(made.overlay, x, y, 1, 1), FW_OK);
            made.seen.blocked[world_tile(&made.seen, x, y)] = true;
        }
    }
    return made;
}

TEST(a_unit_that_cuts_corners_goes_where_its_anchor_point_may)
{
    random_source source = { 21 };
    int free = 0, blocked = 0, exempt = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        scene scene = cutting_scene(&source);
        fw_unit_def unit;
        assert_int_equal(fw_map_unit(scene.map, scene.unit, &unit), FW_OK);
        for (int query = 0; query < LINES; query++) {
            const fw_pose from = place_at_random(&scene.seen, &source),
                          to = place_beside(&from, &scene.seen, &source);
            const fw_segment line = { .start = { from.x, from.y, atan2(to.y - from.y, to.x - from.x) },
                                      .length = hypot(to.x - from.x, to.y - from.y) };
            bool may_go = false;
            assert_int_equal(fw_sweep(scene.map, scene.unit, scene.overlay, &line, &may_go), FW_OK);
            const double radius = unit.footprint.radius;
            const double faults = room_at_faults(&scene.seen, from, to, radius);
            const double room = fmin(faults, room_beside(&scene.seen, from, to, radius));
            const bool point = isinf(faults);
            if (point)
                assert_true(may_go);
            assert_true(!may_go || room > -DOUBT); // where the body touches nothing it needs no corner rule
            assert_true(may_go || room < SEEN);
            exempt += may_go && !point;
            free += point;
            blocked += !point;
        }
        scene_end(&scene);
    }
    assert_true(free > 10 * at_least(WORLDS) && blocked > 10 * at_least(WORLDS) && exempt > at_least(WORLDS));
}

static bool may_go(const char *const *rows, int32_t height, fw_unit_def unit, fw_segment line)
{
    scene scene = scene_of(map_from_drawing(rows, height), unit);
    bool is_free = false;
    assert_int_equal(fw_sweep(scene.map, scene.unit, NULL, &line, &is_free), FW_OK);
    scene_end(&scene);
    return is_free;
}

static fw_segment line_at(double x, double y, double heading, double length)
{
    return (fw_segment){ .start = { x, y, heading }, .length = length };
}

/// True if a unit may drive both of two lines that meet at (1, 1), down to it and then down to the left; and whether it
/// may go from one to the other.
static bool may_bend(const char *const *rows, fw_corner_rule corners, bool *may_drive)
{
    fw_unit_def unit = unit_of_size(1);
    unit.footprint = fw_circle(0.4);
    unit.corners = corners;
    scene scene = scene_of(map_from_drawing(rows, 2), unit);
    const mover mover =
        mover_of(map_version_of(scene.map), map_find_unit(map_version_of(scene.map), scene.unit), NULL);
    const fw_segment down = { .start = { 1, 0.5, FW_PI / 2 }, .length = 0.5 };
    const fw_segment aside = { .start = { 1, 1, 3 * FW_PI / 4 }, .length = 0.7 };
    *may_drive = mover_may_drive(&mover, &down) && mover_may_drive(&mover, &aside);
    const bool may = mover_may_go_on(&mover, &down, &aside);
    scene_end(&scene);
    return may;
}

TEST(nobody_bends_between_two_blocked_tiles_who_may_cut_one)
{
    const char *both[] = { "#.", ".#" }, *one[] = { "#.", ".." };
    bool may_drive;
    assert_false(may_bend(both, FW_CORNERS_ONE, &may_drive));
    assert_true(may_drive);
    assert_true(may_bend(both, FW_CORNERS_ALWAYS, &may_drive) && may_drive);
    assert_true(may_bend(one, FW_CORNERS_ONE, &may_drive) && may_drive);
}

TEST(a_square_of_two_does_not_squeeze_through_a_gap_of_one)
{
    const char *wall[] = { "...#...", "...#...", "...#...", "...#...", ".......", "...#...", "...#..." };
    const char *gate[] = { "...#...", "...#...", "...#...", ".......", ".......", "...#...", "...#..." };
    fw_unit_def unit = unit_of_size(2);
    unit.corners = FW_CORNERS_ALWAYS;
    for (double y = 3.5; y <= 5.5; y += 0.25) {
        assert_false(may_go(wall, 7, unit, line_at(1, y, 0, 5)));
        assert_int_equal(may_go(gate, 7, unit, line_at(1, y, 0, 5)), y >= 3.5 && y <= 4.5);
    }
}

TEST(a_body_needs_free_anchors_only_where_it_touches_something)
{
    const char *rows[] = { "#########", "#####...#", "........#", "#####...#", "#########" };
    fw_unit_def unit = unit_of_size(2);
    unit.corners = FW_CORNERS_ALWAYS;
    unit.footprint =
        fw_rectangle(1.8, 0.4); // fits into the lane, and touches the wall at its end from a free anchor
    assert_true(may_go(rows, 5, unit, line_at(1.5, 2.5, 0, 6)));
    assert_false(may_go(rows, 5, unit, line_at(1.5, 2.5, 0, 6.1)));
    unit.footprint = fw_rectangle(1.8, 1.1);
    assert_false(may_go(rows, 5, unit, line_at(1.5, 2.5, 0, 6)));
}

TEST(a_point_goes_along_a_wall_and_not_between_two)
{
    const char *beside[] = { "......", "..##..", "......" };
    const char *between[] = { "......", "..##..", "..##..", "......" };
    fw_unit_def unit = unit_of_size(1);
    unit.corners = FW_CORNERS_ALWAYS;
    assert_true(may_go(beside, 3, unit, line_at(0.5, 1, 0, 5)));
    assert_true(may_go(beside, 3, unit, line_at(2, 0.5, FW_PI / 2, 2)));
    assert_true(may_go(between, 4, unit, line_at(0.5, 2, 0, 1.5)));
    assert_false(may_go(between, 4, unit, line_at(0.5, 2, 0, 5)));
    assert_false(may_go(between, 4, unit, line_at(3, 0.5, FW_PI / 2, 3)));
}

TEST(arcs_of_a_corner_cutter_are_swept_with_its_body)
{
    const char *rows[] = { "....", "....", "..#.", "...." };
    fw_unit_def unit = unit_of_size(1);
    unit.corners = FW_CORNERS_ALWAYS;
    fw_segment past = line_at(2.5, 1.5, FW_PI * 3 / 4, 1.41421356237309505);
    assert_true(may_go(rows, 4, unit, past));
    past.curvature = 1e-4;
    assert_false(may_go(rows, 4, unit, past));
}
