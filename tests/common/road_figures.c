#include "common/road_figures.h"

#include <math.h>

#include "base/trig.h"
#include "common/lessons.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/curve.h"
#include "map/overlay.h"
#include "shape/roads/roadside.h"

/// A vehicle for which the country costs more than the road; for the wide one hardly more.
static void draw_roads(canvas *canvas, const char *text, double turn_radius, fw_roads roads, bool keep_right)
{
    canvas->unit = canvas_unit(0.45, turn_radius);
    canvas->unit.terrain_cost[FW_GROUND] = turn_radius < 3 ? 2 : 1.25f;
    if (roads == FW_ROADS_LANES &&
        !keep_right) // a diagonal step would take the body over the inner corner of a bend
        canvas->unit.corners = FW_CORNERS_ORTHOGONAL;
    fw_request ask = canvas_request(canvas);
    ask.smoothing = FW_SMOOTH_AUTO;
    ask.roads = roads;
    ask.keep_right = keep_right;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, text);
}

void roads_as_they_come(canvas *canvas)
{
    draw_roads(canvas, "smoothed as anywhere", 3, FW_ROADS_NONE, false);
}

/// Puts the cones that stand for a path on the grid on the map, as trees.
static void draw_cones(canvas *canvas)
{
    fw_request ask = canvas_request(canvas);
    ask.roads = FW_ROADS_CONES;
    fw_path *lines = canvas_path();
    canvas_find(canvas, ask, lines);
    memory memory;
    memory_init(&memory, NULL);
    roadside side = { .blocked = NULL };
    road_way way = { .items = NULL };
    const road_rules roads = { map_version_of(canvas->map), 1u << FW_ROAD };
    const smooth_ground ground = { .map = map_version_of(canvas->map) };
    const cone_rules rules = { canvas->unit.size, 1 + (int32_t)canvas->unit.turn_radius };
    cone_progress progress = { 0 };
    assert_int_equal(road_read(&way, &memory, &roads, lines, NULL), FW_OK);
    assert_int_equal(roadside_begin(&side, &memory, &ground), FW_OK);
    assert_int_equal(roadside_begin_cones(&side, &memory, map_version_of(canvas->map)), FW_OK);
    assert_int_equal(roadside_put_cones(&side, &roads, &way, &rules, NULL, &progress), FW_OK);
    for (int32_t y = 0; y < fw_map_height(canvas->map); y++)
        for (int32_t x = 0; x < fw_map_width(canvas->map); x++)
            if (overlay_blocked(side.blocked, x, y) & 1)
                assert_int_equal(fw_map_set_tile(canvas->map, x, y, FW_TREE), FW_OK);
    assert_int_equal(fw_map_set_terrain_name(canvas->map, FW_TREE, "cone"), FW_OK);
    assert_int_equal(fw_map_commit(canvas->map), FW_OK);
    roadside_free(&side, &memory);
    memory_give_back(&memory, way.items, way.room, sizeof *way.items);
    fw_path_destroy(lines);
}

void roads_with_cones(canvas *canvas)
{
    draw_roads(canvas, "cones", 3, FW_ROADS_CONES, false);
    draw_cones(canvas);
}

static double share_on_road(const canvas *canvas)
{
    const int samples = 1000;
    int on_road = 0;
    for (int i = 0; i <= samples; i++) {
        fw_pose pose;
        const double at = i * fw_path_length(canvas->path) / samples;
        assert_int_equal(fw_path_pose_at(canvas->path, at, &pose), FW_OK);
        on_road += fw_map_terrain(canvas->map, (int32_t)pose.x, (int32_t)pose.y) == FW_ROAD;
    }
    return on_road / (samples + 1.0);
}

/// Figure 16: the way with cones is longer, and keeps to the road.
void cones_keep_it_on_the_road(canvas *canvas)
{
    const double share = share_on_road(canvas), length = fw_path_length(canvas->path);
    roads_with_cones(canvas);
    assert_true(share_on_road(canvas) > share + 0.3);
    assert_true(fw_path_length(canvas->path) > length + 5);
}

/// Figure 16a: at each waypoint on the road, a turn and then a straight line to the next one.
void standard_cornering(canvas *canvas)
{
    static const io_point waypoints[] = {
        { 20.5, 4 }, { 20.5, 9 }, { 20.5, 21.5 }, { 25.5, 21.5 }, { 30.5, 21.5 }
    };
    enum { WAYPOINTS = sizeof waypoints / sizeof *waypoints };
    fw_segment drive[2 * WAYPOINTS];
    int32_t count = 0;
    fw_pose at = canvas->start;
    canvas->unit = canvas_unit(0.45, 1);
    for (int i = 0; i < WAYPOINTS; i++) {
        fw_curve curve;
        const fw_result found =
            fw_turn_then_straight(at, waypoints[i].x, waypoints[i].y, 1, FW_SIDE_SHORTER, &curve);
        assert_int_equal(found, FW_OK);
        for (int32_t k = 0; k < curve.count; k++)
            drive[count++] = curve.segments[k];
        at = segment_end(&drive[count - 1]);
        canvas_dot(canvas, waypoints[i].x, waypoints[i].y, -0.8, 0.1, i == 0 ? "p" : i == 1 ? "q" : "");
    }
    assert_int_equal(fw_path_set(canvas->path, drive, count, NULL), FW_OK);
    canvas_title(canvas, "a turn, then straight to the next waypoint");
}

/// Figure 16b: each turn begins before the bend and ends on the other side of the road.
void tight_cornering(canvas *canvas)
{
    canvas->unit = canvas_unit(0.45, 1.5);
    canvas->unit.terrain_cost[FW_GROUND] = 4;
    canvas->unit.corners = FW_CORNERS_ORTHOGONAL;
    fw_request ask = canvas_request(canvas);
    ask.turns = FW_TURNS_IGNORE;
    canvas_find(canvas, ask, canvas->path);
    draw_cones(canvas);
    canvas_title(canvas, "tight cornering, and cones");
}

/// True if the body of a path stays on the road, as far as samples tell.
static bool is_all_on_road(const canvas *canvas)
{
    const double radius = canvas->unit.footprint.radius - 0.01;
    for (double at = 1; at < fw_path_length(canvas->path) - 1; at += 0.05) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(canvas->path, at, &pose), FW_OK);
        for (int i = 0; i < 8; i++) {
            const double x = pose.x + radius * cos(i * FW_PI / 4), y = pose.y + radius * sin(i * FW_PI / 4);
            if (fw_map_terrain(canvas->map, (int32_t)x, (int32_t)y) != FW_ROAD)
                return false;
        }
    }
    return true;
}

/// The turn at p, five tiles before q, is one of about 105 degrees.
void it_turns_too_far_and_comes_back(canvas *canvas)
{
    const fw_segment *drive = fw_path_segments(canvas->path, NULL);
    const double degrees = drive[1].length * drive[1].curvature * 180 / FW_PI;
    assert_true(degrees > 104 && degrees < 106);
    assert_true(is_all_on_road(canvas));
}

/// Cones stand beside the way, and the body touches none.
void the_body_passes_between_cones(canvas *canvas)
{
    int cones = 0;
    double along, distance;
    for (int32_t y = 0; y < fw_map_height(canvas->map); y++)
        for (int32_t x = 0; x < fw_map_width(canvas->map); x++) {
            if (fw_map_terrain(canvas->map, x, y) != FW_TREE)
                continue;
            assert_int_equal(fw_path_nearest(canvas->path, x + 0.5, y + 0.5, &along, &distance), FW_OK);
            assert_true(distance > 0.5 + canvas->unit.footprint.radius - 0.01);
            cones++;
        }
    assert_true(cones > 30);
    assert_true(share_on_road(canvas) > 0.6);
}

void it_turns_within_the_road(canvas *canvas)
{
    the_body_passes_between_cones(canvas);
    const fw_segment *drive = fw_path_segments(canvas->path, NULL);
    assert_true(fabs(drive[1].length * drive[1].curvature - FW_PI / 2) < 1e-6);
    assert_true(share_on_road(canvas) == 1);
}

/// The heading changes along arcs only, and they are as wide as the vehicle needs.
static void assert_only_arcs_turn(const canvas *canvas, double turn_radius)
{
    int32_t count = 0;
    int arcs = 0;
    const fw_segment *drive = fw_path_segments(canvas->path, &count);
    for (int32_t i = 0; i < count; i++) {
        assert_true(fabs(drive[i].curvature) <= 1 / turn_radius + 1e-9);
        assert_true(i == 0 ||
                    fabs(trig_wrap(drive[i].start.heading - segment_end(&drive[i - 1]).heading)) < 1e-9);
        arcs += drive[i].curvature != 0;
    }
    assert_true(arcs > 0);
}

void roads_followed(canvas *canvas)
{
    draw_roads(canvas, "follow", 0, FW_ROADS_FOLLOW, false);
}

void roads_with_lanes(canvas *canvas)
{
    draw_roads(canvas, "lanes", 0.5, FW_ROADS_LANES, false);
}

void roads_on_the_right(canvas *canvas)
{
    draw_roads(canvas, "keep right", 1, FW_ROADS_LANES, true);
}

void roads_with_wide_turns(canvas *canvas)
{
    canvas->unit = canvas_unit(0.45, 3);
    canvas->unit.terrain_cost[FW_GROUND] = 4;
    canvas->unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    fw_request ask = canvas_request(canvas);
    ask.roads = FW_ROADS_WIDE;
    ask.smoothing = FW_SMOOTH_AUTO;
    canvas_find(canvas, ask, canvas->path);
    canvas_title(canvas, "wide");
}

void it_follows_the_tiles(canvas *canvas)
{
    the_grid_has_eight_directions(canvas);
    assert_int_equal(canvas->note_count, 0);
    assert_true(share_on_road(canvas) > 0.99);
}

void the_body_stays_on_the_road(canvas *canvas)
{
    assert_true(is_all_on_road(canvas));
    assert_only_arcs_turn(canvas, 0.5);
}

/// On the first stretch, which leads east, the right half of the road is the lower one.
void it_drives_on_the_right(canvas *canvas)
{
    for (double at = 6; at < 16; at += 0.5) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(canvas->path, at, &pose), FW_OK);
        assert_true(pose.y > 4 && pose.y < 5);
    }
    assert_only_arcs_turn(canvas, 1);
    assert_true(share_on_road(canvas) == 1);
}

/// Most of the way leads along the road, which runs east and south.
void it_keeps_its_lane(canvas *canvas)
{
    const double length = fw_path_length(canvas->path);
    double along_road = 0;
    for (double at = 0; at < length; at += 0.05) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(canvas->path, at, &pose), FW_OK);
        along_road += 0.05 * (fabs(sin(2 * pose.heading)) < 0.01);
    }
    assert_true(share_on_road(canvas) > 0.9);
    assert_true(along_road > 0.7 * length);
    assert_only_arcs_turn(canvas, 3);
}
