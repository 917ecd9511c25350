#include <math.h>

#include "base/random.h"
#include "check/contact.h"
#include "check/motion.h"
#include "common/body_depth.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"
#include "curve/sweep_reach.h"
#include "fairway/curve.h"
#include "map/map.h"

// The checker's geometry, which is tested against dense samples and shares nothing with the sweeps, is the oracle.

/// The checker's body for a footprint that is larger by `more` and loses only half a touch, as in sweeps.
static body oracle_body(const fw_footprint *footprint, double more)
{
    fw_footprint grown = *footprint;
    body_grow(&grown, FW_TOUCH / 2 + more);
    return body_of(&grown);
}

static bool oracle_is_free(const fw_map *map, const body *body, const fw_segment *segment)
{
    const int64_t count = motion_piece_count(segment, 4);
    for (int64_t i = 0; i < count; i++) {
        const piece along = motion_piece(segment, 4, i);
        const fw_box box = motion_box(&along);
        for (int64_t y = (int64_t)floor(box.min_y - body->reach); (double)y <= floor(box.max_y + body->reach);
             y++)
            for (int64_t x = (int64_t)floor(box.min_x - body->reach);
                 (double)x <= floor(box.max_x + body->reach); x++)
                if (fw_map_terrain(map, (int32_t)x, (int32_t)y) == FW_BLOCKED &&
                    contact_along(body, &along, (double)x, (double)y))
                    return false;
    }
    return true;
}

typedef struct scene {
    fw_map *map;
    fw_unit_id unit;
    sweep_ground ground;
} scene;

static scene scene_of(fw_map *map)
{
    scene s = { .map = map };
    const fw_unit_def unit = unit_of_size(1);
    assert_int_equal(fw_map_add_unit(map, &unit, &s.unit), FW_OK);
    s.ground.open = map_find_unit(map_version_of(map), s.unit)->body;
    return s;
}

/// Sweeps agree with the oracle, but for bodies that come within 1e-9 of touching.
static void assert_like_oracle(const scene *s, const fw_footprint *footprint, const fw_segment *segment,
                               int *blocked)
{
    const sweep_body swept = sweep_body_of(footprint);
    const body smaller = oracle_body(footprint, -1e-9), larger = oracle_body(footprint, 1e-9);
    const bool is_free = sweep_segment_is_free(&s->ground, &swept, segment);
    *blocked += !is_free;
    if (is_free ? oracle_is_free(s->map, &smaller, segment) : !oracle_is_free(s->map, &larger, segment))
        return;
    fail_msg("%s: from %.17g %.17g heading %.17g, curvature %.17g, length %.17g, radius %g, %g x %g",
             is_free ? "free" : "blocked", segment->start.x, segment->start.y, segment->start.heading,
             segment->curvature, segment->length, footprint->radius, footprint->length, footprint->width);
}

static fw_segment random_segment(random_source *random, const scene *s, double longest, bool curved)
{
    const double width = fw_map_width(s->map), height = fw_map_height(s->map);
    fw_segment segment = { .start = { random_within(random, 1, width - 1),
                                      random_within(random, 1, height - 1), random_within(random, -7, 7) },
                           .length = random_within(random, 0, longest),
                           .gear = random_below(random, 2) ? FW_FORWARD : FW_REVERSE };
    if (random_below(random, 4) == 0) { // grid lines, tile centres, compass directions
        segment.start.x = rint(2 * segment.start.x) / 2;
        segment.start.y = rint(2 * segment.start.y) / 2;
        segment.start.heading = (double)random_below(random, 8) * FW_PI / 4;
    }
    if (curved)
        segment.curvature = random_within(random, -1, 1) * pow(10, random_within(random, -2, 0.5));
    return segment;
}

static fw_footprint random_footprint(random_source *random, bool round)
{
    static const double radii[] = { 0.5, 0.25, 0.33, 1, 1.5 };
    if (round)
        return fw_circle(random_below(random, 3) ? random_within(random, 0.05, 1.3)
                                                 : radii[random_below(random, 5)]);
    const double length = random_within(random, 0.2, 3), width = random_within(random, 0.1, 1.5);
    if (random_below(random, 3) == 0)
        return body_cut(random, length, fmax(width, 0.3));
    return random_below(random, 3) ? body_moved(random, fw_rectangle(length, width)) : fw_rectangle(1.2, 0.6);
}

static void compare(uint64_t seed, bool round, bool curved, double longest, int cases)
{
    random_source random = { seed };
    int blocked = 0, judged = 0;
    for (int m = 0; m < 8; m++) {
        const int32_t width = 20 + (int32_t)random_below(&random, 140);
        scene s = scene_of(map_at_random(&random, width, 60, (uint32_t)(m % 4 * 3), 1));
        for (int i = 0; i < cases / 8; i++, judged++) {
            const fw_footprint footprint = random_footprint(&random, round);
            const fw_segment segment = random_segment(&random, &s, longest, curved);
            assert_like_oracle(&s, &footprint, &segment, &blocked);
        }
        fw_map_destroy(s.map);
    }
    assert_true(blocked > judged / 10 && blocked < judged * 9 / 10);
}

TEST(circles_along_lines_agree_with_the_checker)
{
    compare(1, true, false, 6, 8000);
    compare(2, true, false, 60, 800);
}

TEST(circles_along_arcs_agree_with_the_checker)
{
    compare(3, true, true, 5, 6000);
    compare(4, true, true, 40, 400);
}

TEST(rectangles_along_lines_agree_with_the_checker)
{
    compare(5, false, false, 6, 6000);
    compare(6, false, false, 60, 800);
}

TEST(rectangles_along_arcs_agree_with_the_checker)
{
    compare(7, false, true, 5, 3000);
    compare(8, false, true, 40, 200);
}

TEST(turns_on_the_spot_agree_with_the_checker)
{
    random_source random = { 9 };
    scene s = scene_of(map_at_random(&random, 40, 40, 8, 1));
    for (int i = 0; i < 2000; i++) {
        const fw_footprint footprint = random_footprint(&random, false);
        const fw_pose at = { random_within(&random, 3, 37), random_within(&random, 3, 37),
                             random_within(&random, -4, 4) };
        const double turn = random_within(&random, -FW_PI, FW_PI);
        const sweep_body swept = sweep_body_of(&footprint);
        const piece along = motion_turn(at, turn);
        const body smaller = oracle_body(&footprint, -1e-9), larger = oracle_body(&footprint, 1e-9);
        const bool is_free = sweep_turn_is_free(&s.ground, &swept, at, turn);
        for (int64_t y = 0; y < 40; y++)
            for (int64_t x = 0; x < 40; x++)
                if (fw_map_terrain(s.map, (int32_t)x, (int32_t)y) == FW_BLOCKED)
                    assert_false(is_free && contact_along(&smaller, &along, (double)x, (double)y));
        bool touches = false;
        for (int64_t y = 0; y < 40; y++)
            for (int64_t x = 0; x < 40; x++)
                touches = touches || (fw_map_terrain(s.map, (int32_t)x, (int32_t)y) == FW_BLOCKED &&
                                      contact_along(&larger, &along, (double)x, (double)y));
        assert_true(is_free || touches);
    }
    fw_map_destroy(s.map);
}

TEST(flat_arcs_and_long_lines_agree_with_the_checker)
{
    random_source random = { 10 };
    scene s = scene_of(map_at_random(&random, 300, 200, 1, 1));
    int blocked = 0;
    for (int i = 0; i < 300; i++) {
        const fw_footprint footprint = random_footprint(&random, i % 2);
        fw_segment segment = random_segment(&random, &s, i % 3 ? 20 : 250, false);
        segment.curvature = i % 3 ? pow(10, random_within(&random, -9, -2)) : 0;
        if (i % 5 == 0)
            segment.start.heading = random_within(&random, -0.01, 0.01);
        assert_like_oracle(&s, &footprint, &segment, &blocked);
    }
    assert_true(blocked > 30 && blocked < 290);
    fw_map_destroy(s.map);
}

/// How far a body, less half a touch on all sides, reaches from its pose in a direction along an axis.
static double reach_toward(const fw_footprint *footprint, double heading, int x, int y)
{
    if (footprint->kind == FW_FOOTPRINT_CIRCLE)
        return footprint->radius - FW_TOUCH / 2;
    const double along = x * cos(heading) + y * sin(heading), across = y * cos(heading) - x * sin(heading);
    fw_footprint shrunk = *footprint;
    body_grow(&shrunk, -FW_TOUCH / 2);
    const body_corners corners = body_corners_of(&shrunk);
    double reach = -INFINITY;
    for (int i = 0; i < corners.count; i++)
        reach = fmax(reach, along * corners.ahead[i] + across * corners.aside[i]);
    return reach;
}

/// Where an arc that begins in (0, 0) ends, in long doubles, by its chord.
static fw_pose arc_end(double heading, double curvature, double length)
{
    const long double half = (long double)curvature * length / 2, chord = length * sinl(half) / half;
    return (fw_pose){ (double)(chord * cosl(heading + half)), (double)(chord * sinl(heading + half)),
                      (double)(heading + 2 * half) };
}

/// A room, and a body that drives an arc toward one of its walls: it comes nearer up to the end, which is as far from
/// the wall as to touch it, or not to touch it, by 2e-9 of a tile.
TEST(a_wall_at_the_end_of_an_arc_is_touched_exactly_when_the_body_reaches_it)
{
    enum { ROOM = 30, WALL = 4 };
    static const int toward[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    random_source random = { 16 };
    fw_map *map = map_at_random(&random, ROOM, ROOM, 100, 1);
    assert_int_equal(fw_map_set_rect(map, WALL, WALL, ROOM - 2 * WALL, ROOM - 2 * WALL, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    scene s = scene_of(map);
    for (int i = 0; i < 20000; i++) {
        const int x = toward[i % 4][0], y = toward[i % 4][1];
        const fw_footprint footprint = random_footprint(&random, i % 8 < 4);
        const double heading = i % 4 * FW_PI / 2 + random_within(&random, -0.2, 0.2);
        const double curvature = random_within(&random, -1, 1) * pow(10, random_within(&random, -9, -2));
        const double length = pow(10, random_within(&random, -3, 0.3));
        const fw_pose end = arc_end(heading, curvature, length);
        const double wall = (x + y > 0 ? ROOM - WALL : -WALL) - reach_toward(&footprint, end.heading, x, y);
        for (int touches = 0; touches < 2; touches++) {
            const double deep = wall + (touches ? 2e-9 : -2e-9);
            const fw_segment arc = { .start = { x ? x * deep - end.x : ROOM / 2.0,
                                                y ? y * deep - end.y : ROOM / 2.0, heading },
                                     .curvature = curvature,
                                     .length = length };
            const sweep_body swept = sweep_body_of(&footprint);
            if (sweep_segment_is_free(&s.ground, &swept, &arc) == touches)
                fail_msg("%s: radius %g, length %g", touches ? "free" : "touches", 1 / curvature, length);
        }
    }
    fw_map_destroy(map);
}

/// By how much a body may be larger (negative: must be smaller) until it touches a tile along a segment.
static double room_in_sweep(const scene *s, const fw_footprint *footprint, const fw_segment *segment)
{
    double free = -60, hit = 60;
    for (int i = 0; i < 50; i++) {
        const double more = (free + hit) / 2;
        const sweep_body body = sweep_body_of(footprint), grown = sweep_body_grown(&body, more);
        if (sweep_segment_is_free(&s->ground, &grown, segment))
            free = more;
        else
            hit = more;
    }
    return hit;
}

/// The same by the checker's geometry.
static double room_in_oracle(const fw_footprint *footprint, const fw_segment *segment, int32_t x, int32_t y)
{
    const int64_t count = motion_piece_count(segment, 100);
    double free = -60, hit = 60;
    for (int i = 0; i < 50; i++) {
        const double more = (free + hit) / 2;
        const body grown = oracle_body(footprint, more);
        bool touches = false;
        for (int64_t k = 0; k < count && !touches; k++) {
            const piece along = motion_piece(segment, 100, k);
            touches = contact_along(&grown, &along, x, y);
        }
        if (touches)
            hit = more;
        else
            free = more;
    }
    return hit;
}

TEST(large_bodies_on_flat_arcs_touch_a_tile_where_the_checker_finds_it)
{
    enum { MIDDLE = 250 };
    random_source random = { 18 };
    int judged = 0;
    fw_map *map = open_map(2 * MIDDLE, 2 * MIDDLE);
    scene s = scene_of(map);
    for (int i = 0; i < 200; i++) {
        const fw_footprint footprint = i % 2 ? fw_rectangle(128, 100) : fw_circle(64);
        const fw_segment arc = { .start = { MIDDLE, MIDDLE, random_within(&random, -FW_PI, FW_PI) },
                                 .curvature =
                                     random_within(&random, -1, 1) * pow(10, random_within(&random, -12, -4)),
                                 .length = random_within(&random, 1, 80),
                                 .gear = i % 3 ? FW_FORWARD : FW_REVERSE };
        const fw_pose at = segment_pose_at(&arc, random_within(&random, 0, arc.length));
        const double toward = random_within(&random, -FW_PI, FW_PI);
        const int32_t x = (int32_t)(at.x + 66 * cos(toward)), y = (int32_t)(at.y + 66 * sin(toward));
        assert_int_equal(fw_map_set_tile(map, x, y, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        s.ground.open = map_find_unit(map_version_of(map), s.unit)->body;
        const double swept = room_in_sweep(&s, &footprint, &arc);
        const double found = room_in_oracle(&footprint, &arc, x, y);
        const bool is_inside = swept < -40; // the body is hardly there any more
        if (!is_inside && fabs(swept - found) > 1e-8)
            fail_msg("arc %d, curvature %g: room for %.9f more, the checker finds %.9f", i, arc.curvature,
                     swept, found);
        judged += !is_inside;
        assert_int_equal(fw_map_set_tile(map, x, y, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
    }
    assert_true(judged > 150);
    fw_map_destroy(map);
}

/// A corner of the body is on a wall when it begins to turn, to rounding, and turns into it.
TEST(a_body_whose_corner_begins_on_a_wall_does_not_turn_into_it)
{
    static const int toward[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    random_source random = { 17 };
    fw_map *map = map_at_random(&random, 12, 12, 100, 1);
    assert_int_equal(fw_map_set_rect(map, 2, 2, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    scene s = scene_of(map);
    int touching = 0;
    for (int i = 0; i < 20000; i++) {
        const int x = toward[i % 4][0], y = toward[i % 4][1];
        const fw_footprint footprint =
            fw_rectangle(random_within(&random, 0.2, 3), random_within(&random, 0.1, 3));
        const double heading = random_within(&random, -FW_PI, FW_PI), turn = random_within(&random, -3, 3);
        const double reach = reach_toward(&footprint, heading, x, y), wall = (x + y > 0 ? 10 : -2) - reach;
        const fw_pose at = { x ? x * wall : 6, y ? y * wall : 6, heading };
        double farthest = reach;
        for (int k = 1; k <= 32; k++)
            farthest = fmax(farthest, reach_toward(&footprint, heading + turn * k / 32, x, y));
        if (farthest < reach + 1e-6)
            continue;
        const sweep_body swept = sweep_body_of(&footprint);
        assert_false(sweep_turn_is_free(&s.ground, &swept, at, turn));
        touching++;
    }
    assert_true(touching > 10000);
    fw_map_destroy(map);
}

TEST(a_tile_is_touched_exactly_when_it_alone_would_block)
{
    random_source random = { 11 };
    fw_map *map = open_map(24, 24);
    scene s = scene_of(map);
    for (int i = 0; i < 300; i++) {
        const int32_t x = 4 + (int32_t)random_below(&random, 16), y = 4 + (int32_t)random_below(&random, 16);
        const fw_footprint footprint = random_footprint(&random, i % 2);
        const sweep_body swept = sweep_body_of(&footprint);
        fw_segment segment = { { x + random_within(&random, -2, 3), y + random_within(&random, -2, 3),
                                 random_within(&random, -4, 4) },
                               i % 4 < 2 ? random_within(&random, 0.2, 1) : 0,
                               random_within(&random, 0.1, 4),
                               FW_FORWARD };
        const bool was_free = sweep_segment_is_free(&s.ground, &swept, &segment);
        assert_int_equal(fw_map_set_tile(map, x, y, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        const fw_pose end = segment_end(&segment);
        bool touches;
        if (segment.curvature == 0) {
            touches = sweep_line_touches(&swept, segment.start.x, segment.start.y, end.x, end.y, x, y);
        } else {
            const sweep_arc arc = sweep_arc_of(&segment);
            touches = sweep_arc_touches(&swept, &arc, x, y);
        }
        if (was_free)
            assert_int_equal(touches, !sweep_segment_is_free(&s.ground, &swept, &segment));
        assert_int_equal(fw_map_set_tile(map, x, y, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
    }
    fw_map_destroy(map);
}

/// The same ground, with all blocked tiles in an overlay of an open map.
static sweep_ground in_overlay(const scene *blocked, const scene *open, fw_overlay **overlay)
{
    const int32_t width = fw_map_width(blocked->map), height = fw_map_height(blocked->map);
    assert_int_equal(fw_overlay_create(width, height, NULL, overlay), FW_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            if (fw_map_terrain(blocked->map, x, y) == FW_BLOCKED)
                assert_int_equal(fw_overlay_block(*overlay, x, y, 1, 1), FW_OK);
    return (sweep_ground){ .open = open->ground.open, .overlay = *overlay };
}

/// A body that is smaller by 1e-9 moves through the whole reach, and one that is larger by 1e-9 does not, unless the
/// reach is as long as asked for.
TEST(a_round_body_moves_exactly_to_the_first_tile_that_it_touches)
{
    random_source random = { 12 };
    int ended[3] = { 0 };
    for (int m = 0; m < 8; m++) {
        const int32_t width = 20 + (int32_t)random_below(&random, 140);
        scene s = scene_of(map_at_random(&random, width, 60, (uint32_t)(m % 4 * 3), 1));
        scene open = scene_of(open_map(width, 60));
        fw_overlay *overlay;
        const sweep_ground twin = in_overlay(&s, &open, &overlay);
        for (int i = 0; i < 1500; i++) {
            const fw_footprint footprint = random_footprint(&random, true);
            fw_segment way = random_segment(&random, &s, i % 16 ? 8 : 150, false);
            way.gear = FW_FORWARD;
            const sweep_body swept = sweep_body_of(&footprint);
            const fw_pose to = segment_end(&(fw_segment){ way.start, 0, 1, FW_FORWARD });
            const double dx = to.x - way.start.x, dy = to.y - way.start.y, most = way.length;
            way.length = sweep_straight_reach(&s.ground, &swept, way.start.x, way.start.y, dx, dy, most);
            assert_true(way.length >= 0 && way.length <= most);
            assert_true(way.length ==
                        sweep_straight_reach(&twin, &swept, way.start.x, way.start.y, dx, dy, most));
            const body smaller = oracle_body(&footprint, -1e-9), larger = oracle_body(&footprint, 1e-9);
            if ((way.length > 0 && !oracle_is_free(s.map, &smaller, &way)) ||
                (way.length < most && oracle_is_free(s.map, &larger, &way)))
                fail_msg("from %.17g %.17g heading %.17g, radius %g: %.17g of %g", way.start.x, way.start.y,
                         way.start.heading, footprint.radius, way.length, most);
            ended[way.length == 0 ? 0 : way.length < most ? 1 : 2]++;
        }
        fw_overlay_destroy(overlay);
        fw_map_destroy(s.map);
        fw_map_destroy(open.map);
    }
    for (int i = 0; i < 3; i++)
        assert_true(ended[i] > 1000);
}

static bool public_sweep(const scene *s, const fw_overlay *overlay, fw_segment segment)
{
    bool is_free = false;
    assert_int_equal(fw_sweep(s->map, s->unit, overlay, &segment, &is_free), FW_OK);
    return is_free;
}

/// True if a blocked tile, or what lies outside the map, meets a box.
static bool holds_a_blocked_tile(const fw_map *map, double min_x, double min_y, double max_x, double max_y)
{
    for (int32_t y = (int32_t)floor(min_y); y <= max_y; y++)
        for (int32_t x = (int32_t)floor(min_x); x <= max_x; x++)
            if (x < 0 || y < 0 || x >= fw_map_width(map) || y >= fw_map_height(map) ||
                fw_map_terrain(map, x, y) == FW_BLOCKED)
                return true;
    return false;
}

TEST(a_box_is_open_exactly_if_no_blocked_tile_is_in_reach_of_it)
{
    random_source random = { 11 };
    int open = 0;
    for (int m = 0; m < 40; m++) {
        scene s = scene_of(map_at_random(&random, 160, 60, (uint32_t)(m % 2), 1));
        for (int i = 0; i < 100; i++) {
            const fw_footprint footprint = random_footprint(&random, true);
            const sweep_body body = sweep_body_of(&footprint);
            const double x = random_within(&random, -1, 150), y = random_within(&random, -1, 58);
            const fw_box box = { x, y, x + random_within(&random, 0, i % 2 ? 8 : 150),
                                 y + random_within(&random, 0, i % 2 ? 8 : 2) };
            const bool is_open = sweep_box_is_open(&s.ground, &body, &box);
            assert_true(is_open != holds_a_blocked_tile(s.map, box.min_x - body.reach, box.min_y - body.reach,
                                                        box.max_x + body.reach, box.max_y + body.reach));
            open += is_open;
        }
        fw_map_destroy(s.map);
    }
    assert_in_range(open, 400, 3600);
}

TEST(a_body_as_wide_as_the_corridor_passes_it)
{
    const char *corridor[] = { "##########", "..........", "##########" };
    scene s = scene_of(DRAWN(corridor));
    assert_true(public_sweep(&s, NULL, (fw_segment){ { 0.5, 1.5, 0 }, 0, 9, FW_FORWARD }));
    assert_true(public_sweep(&s, NULL, (fw_segment){ { 9.5, 1.5, 0 }, 0, 9, FW_REVERSE }));
    assert_false(public_sweep(&s, NULL, (fw_segment){ { 0.5, 1.5, 0 }, 0, 9.1, FW_FORWARD }));
    assert_false(public_sweep(&s, NULL, (fw_segment){ { 0.5, 1.5 + 2e-6, 0 }, 0, 9, FW_FORWARD }));
    assert_false(public_sweep(&s, NULL, (fw_segment){ { 1.5, 1.5, 0 }, 0.01, 7, FW_FORWARD }));
    fw_overlay *overlay = new_overlay(10, 3);
    assert_true(public_sweep(&s, overlay, (fw_segment){ { 0.5, 1.5, 0 }, 0, 9, FW_FORWARD }));
    assert_int_equal(fw_overlay_block(overlay, 6, 1, 1, 1), FW_OK);
    assert_false(public_sweep(&s, overlay, (fw_segment){ { 0.5, 1.5, 0 }, 0, 9, FW_FORWARD }));
    assert_true(public_sweep(&s, overlay, (fw_segment){ { 0.5, 1.5, 0 }, 0, 5, FW_FORWARD }));
    fw_overlay_destroy(overlay);
    fw_map_destroy(s.map);
}

TEST(the_highest_point_of_an_arc_touches_the_ceiling)
{
    const char *room[] = { "###", "...", "...", "..." };
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(0.25);
    scene s = { .map = DRAWN(room) };
    assert_int_equal(fw_map_add_unit(s.map, &unit, &s.unit), FW_OK);
    const double turn =
        FW_PI / 9; // to both sides of the highest point, where neither end nor a corner is near
    for (int i = 0; i < 2; i++) {
        const double centre_y = 2.25 + (i ? 1e-5 : -1e-5);
        const fw_segment over = { { 1.5 - sin(turn), centre_y - cos(turn), -turn }, 1, 2 * turn, FW_FORWARD };
        assert_int_equal(public_sweep(&s, NULL, over), i);
    }
    fw_map_destroy(s.map);
}

/// The tiles that may be touched end in the word behind the rows: its end is the end of a page of rows.
TEST(a_body_across_the_border_of_a_map_of_whole_words_is_not_free)
{
    enum { WIDTH = 7 * 64, HEIGHT = 60 };
    fw_map *map = open_map(WIDTH, HEIGHT);
    const fw_unit_id unit = add_unit(map, vehicle(fw_rectangle(126, 1), 0, 100, FW_ON_DEMAND));
    for (double x = WIDTH - 3; x < WIDTH; x += 0.25) {
        const fw_segment arc = { { x, HEIGHT / 2, 0 }, 0.01, 1, FW_FORWARD };
        bool is_free = true;
        assert_int_equal(fw_sweep(map, unit, NULL, &arc, &is_free), FW_OK);
        assert_false(is_free);
    }
    fw_map_destroy(map);
}

TEST(bad_input_is_named)
{
    const char *field[] = { "...", "...", "..." };
    scene s = scene_of(DRAWN(field));
    const fw_segment good = { { 1.5, 1.5, 0 }, 0, 0.5, FW_FORWARD };
    fw_segment bad = good;
    bool is_free = false;
    assert_int_equal(fw_sweep(NULL, s.unit, NULL, &good, &is_free), FW_NULL_ARGUMENT);
    assert_int_equal(fw_sweep(s.map, s.unit + 7, NULL, &good, &is_free), FW_UNKNOWN_UNIT);
    bad.curvature = NAN;
    assert_int_equal(fw_sweep(s.map, s.unit, NULL, &bad, &is_free), FW_NOT_FINITE);
    bad = good;
    bad.length = -1;
    assert_int_equal(fw_sweep(s.map, s.unit, NULL, &bad, &is_free), FW_BAD_VALUE);
    fw_overlay *overlay = new_overlay(4, 3);
    assert_int_equal(fw_sweep(s.map, s.unit, overlay, &good, &is_free), FW_WRONG_MAP);
    fw_overlay_destroy(overlay);
    const double far[] = { -1, -1e9, 1e300 };
    for (int i = 0; i < 3; i++) {
        assert_false(public_sweep(&s, NULL, (fw_segment){ { far[i], 1.5, 0 }, 0, 0.1, FW_FORWARD }));
        assert_false(public_sweep(&s, NULL, (fw_segment){ { far[i], 1.5, 0 }, 1, 0.1, FW_FORWARD }));
        assert_false(
            public_sweep(&s, NULL, (fw_segment){ { 1.5, 1.5, 0 }, 1e-9, fabs(far[i]) + 2, FW_FORWARD }));
    }
    fw_map_destroy(s.map);
}
