// Is a path still good after commits? Random maps, units and edits. The test for many units against the tiles that have
// changed, by dense samples of the path; the check of a path's rest against dense samples of this rest.

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/dense.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/check.h"
#include "map/change_log.h"

enum { SIDE = 96, TILES = SIDE * SIDE, KINDS = 5 };

typedef struct site {
    random_source random;
    fw_map *map;
    fw_unit_id units[KINDS];
    fw_unit_def defs[KINDS];
    fw_planner *planner;
    fw_path *path;
    fw_unit_def unit;         ///< of the path
    uint8_t terrains[TILES];  ///< as they are
    uint8_t when_made[TILES]; ///< as they were when the path was made
    int32_t changed[TILES];   ///< tiles that differ
    int32_t changed_count;
} site;

static uint32_t below(site *site, uint32_t count)
{
    return random_below(&site->random, count);
}

static void edit(site *site, int32_t x, int32_t y, uint8_t terrain)
{
    assert_int_equal(fw_map_set_tile(site->map, x, y, terrain), FW_OK);
    site->terrains[y * SIDE + x] = terrain;
}

static void add_kinds(site *site)
{
    for (int i = 0; i < KINDS; i++) {
        fw_unit_def def = fw_default_unit_def();
        def.size = 1 + i % 3;
        def.corners = i == 1 ? FW_CORNERS_ALWAYS : FW_CORNERS_NEVER;
        def.terrain_cost[FW_SWAMP] = 3;
        if (i >= 3) {
            def.size = 0;
            def.footprint = fw_rectangle(2.5, 1.0);
            def.turn_radius = i == 3 ? 2 : 0;
        }
        assert_int_equal(fw_map_add_unit(site->map, &def, &site->units[i]), FW_OK);
        assert_int_equal(fw_map_unit(site->map, site->units[i], &site->defs[i]), FW_OK);
    }
}

static void open_site(site *site, uint64_t seed)
{
    memset(site, 0, sizeof *site);
    site->random = (random_source){ seed };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, &site->map), FW_OK);
    memset(site->terrains, FW_GROUND, sizeof site->terrains);
    for (int i = 0; i < 150; i++) {
        const int32_t x = (int32_t)below(site, SIDE), y = (int32_t)below(site, SIDE);
        edit(site, x, y, i % 2 ? FW_BLOCKED : FW_SWAMP);
    }
    assert_int_equal(fw_map_commit(site->map), FW_OK);
    add_kinds(site);
    assert_int_equal(fw_planner_create(site->map, NULL, &site->planner), FW_OK);
    site->path = new_path();
}

static void close_site(site *site)
{
    fw_path_destroy(site->path);
    fw_planner_destroy(site->planner);
    fw_map_destroy(site->map);
}

/// A path between two random tiles, or none.
static bool find_path(site *site)
{
    const uint32_t kind = below(site, KINDS);
    site->unit = site->defs[kind];
    fw_request ask = fw_default_request();
    ask.unit = site->units[kind];
    const int32_t x = (int32_t)below(site, SIDE - 4), y = (int32_t)below(site, SIDE - 4);
    const int32_t to_x = (int32_t)below(site, SIDE - 4), to_y = (int32_t)below(site, SIDE - 4);
    ask.start = fw_pose_on_tile(x, y, site->unit.size);
    ask.goal = fw_goal_on_tile(to_x, to_y, site->unit.size);
    ask.smoothing = below(site, 2) ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
    ask.max_work = 2000; // "no path" may take long
    return fw_find_path(site->planner, &ask, site->path) == FW_OK && fw_path_length(site->path) > 1;
}

static void list_changed(site *site)
{
    site->changed_count = 0;
    for (int32_t i = 0; i < TILES; i++)
        if (site->terrains[i] != site->when_made[i])
            site->changed[site->changed_count++] = i;
}

static int32_t on_map(double tile)
{
    return (int32_t)fmin(fmax(tile, 0), SIDE - 1);
}

/// A tile anywhere, or not far from the path.
static void draw_tile(site *site, int32_t *x, int32_t *y)
{
    fw_pose at = { .x = random_within(&site->random, 0, SIDE), .y = random_within(&site->random, 0, SIDE) };
    if (below(site, 2)) {
        const double along = random_within(&site->random, 0, fw_path_length(site->path));
        assert_int_equal(fw_path_pose_at(site->path, along, &at), FW_OK);
        at.x += random_within(&site->random, -6, 6);
        at.y += random_within(&site->random, -6, 6);
    }
    *x = on_map(at.x);
    *y = on_map(at.y);
}

static void change_some(site *site)
{
    static const uint8_t terrains[] = { FW_BLOCKED, FW_GROUND, FW_SWAMP };
    const int count = 1 + (int)below(site, 2);
    for (int i = 0; i < count; i++) {
        int32_t x, y;
        draw_tile(site, &x, &y);
        edit(site, x, y, terrains[below(site, 3)]);
    }
    assert_int_equal(fw_map_commit(site->map), FW_OK);
    list_changed(site);
}

static double gap_to_tile(int32_t tile, fw_pose at)
{
    const double x = tile % SIDE, y = (double)(tile / SIDE);
    const double dx = fmax(fmax(x - at.x, at.x - x - 1), 0), dy = fmax(fmax(y - at.y, at.y - y - 1), 0);
    return hypot(dx, dy);
}

/// The distance from the body's centre, on the path from a distance on, to the nearest tile that has changed.
static double nearest_change(const site *site, double from)
{
    double nearest = INFINITY;
    const double length = fw_path_length(site->path);
    for (double at = from;; at = fmin(at + 0.25, length)) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(site->path, at, &pose), FW_OK);
        for (int32_t i = 0; i < site->changed_count; i++)
            nearest = fmin(nearest, gap_to_tile(site->changed[i], pose));
        if (at >= length)
            return nearest;
    }
}

static double radius_of(const fw_unit_def *unit)
{
    return unit->footprint.kind == FW_FOOTPRINT_RECTANGLE
               ? hypot(unit->footprint.length, unit->footprint.width) / 2
               : unit->footprint.radius;
}

static fw_check_report check_from(const site *site, double from)
{
    fw_path_summary summary;
    fw_check_report report;
    fw_check_def def = fw_default_check_def();
    def.from = from;
    assert_int_equal(fw_path_summarise(site->path, &summary), FW_OK);
    assert_int_equal(fw_path_check(site->map, summary.unit, site->path, &def, &report), FW_OK);
    return report;
}

typedef struct tally {
    int untouched, touched, legal, blocked;
} tally;

/// Changes some tiles and judges what is said of them.
///
/// @param since  as for fw_path_is_untouched(): the version before the change
static void judge_change(site *site, double from, uint64_t since, tally *sum)
{
    const fw_check_report before = check_from(site, from);
    memcpy(site->when_made, site->terrains, sizeof site->terrains);
    change_some(site);
    const double nearest = nearest_change(site, from);
    if (!fw_path_is_untouched(site->map, site->path, from, since)) {
        assert_true(nearest <=
                    sqrt(2) * (fmax(radius_of(&site->unit), site->unit.size / 2.0) + TILE_LOG_SIDE));
        sum->touched++;
        return;
    }
    const fw_check_report now = check_from(site, from);
    assert_true(nearest > radius_of(&site->unit));
    assert_int_equal(now.legal, before.legal);
    assert_true(now.cost == before.cost);
    sum->untouched++;
}

TEST(a_path_is_untouched_only_if_no_tile_near_its_rest_has_changed)
{
    static site site;
    tally sum = { 0 };
    open_site(&site, 1);
    for (int round = 0; round < 200; round++) {
        if (!find_path(&site))
            continue;
        const double length = fw_path_length(site.path);
        judge_change(&site, random_within(&site.random, 0, length), 0, &sum);
        judge_change(&site, random_within(&site.random, 0, length), fw_map_version(site.map), &sum);
    }
    close_site(&site);
    assert_true(sum.untouched > 50 && sum.touched > 50);
}

/// The distance between a tile's block of 16 x 16 tiles and a place, along the axis on which it is larger.
static double gap_to_block(int32_t x, int32_t y, fw_pose at)
{
    const double left = x / TILE_LOG_SIDE * TILE_LOG_SIDE, top = y / TILE_LOG_SIDE * TILE_LOG_SIDE;
    return fmax(fmax(fmax(left - at.x, at.x - left - TILE_LOG_SIDE), 0),
                fmax(fmax(top - at.y, at.y - top - TILE_LOG_SIDE), 0));
}

/// A change counts if its block is as near to the way as the body, or the unit's square, reaches; and along lines no
/// other change.
TEST(a_change_counts_if_its_block_is_as_near_as_the_body_reaches)
{
    static site site;
    int touched = 0;
    open_site(&site, 9);
    for (int round = 0; round < 4000; round++) {
        const uint32_t kind = below(&site, KINDS);
        const double reach = fmax(radius_of(&site.defs[kind]), site.defs[kind].size / 2.0);
        fw_pose ends[2];
        for (int i = 0; i < 2; i++)
            ends[i] =
                (fw_pose){ random_within(&site.random, 0, SIDE), random_within(&site.random, 0, SIDE), 0 };
        if (below(&site, 4) == 0)
            ends[0].y = ends[1].y = rint(2 * ends[0].y) / 2;
        fw_segment way;
        segment_set_line(&way, ends[0].x, ends[0].y, ends[1].x, ends[1].y);
        const bool is_line = below(&site, 3) > 0;
        if (!is_line)
            way.curvature = random_within(&site.random, -0.3, 0.3);
        const fw_path_summary claimed = { .unit = site.units[kind], .map_version = fw_map_version(site.map) };
        assert_int_equal(fw_path_set(site.path, &way, 1, &claimed), FW_OK);
        const int32_t x = (int32_t)below(&site, SIDE), y = (int32_t)below(&site, SIDE);
        edit(&site, x, y, site.terrains[y * SIDE + x] == FW_SWAMP ? FW_GROUND : FW_SWAMP);
        assert_int_equal(fw_map_commit(site.map), FW_OK);
        double gap = INFINITY;
        for (double at = 0; at < way.length; at += 0.02)
            gap = fmin(gap, gap_to_block(x, y, segment_pose_at(&way, at)));
        const bool is_untouched = fw_path_is_untouched(site.map, site.path, 0, 0);
        assert_false(is_untouched && gap < reach);
        assert_false(is_line && !is_untouched && gap > reach + 0.04);
        touched += !is_untouched;
    }
    close_site(&site);
    assert_in_range(touched, 500, 3500);
}

static dense_world world_of(const site *site, bool *blocked)
{
    for (int32_t i = 0; i < TILES; i++)
        blocked[i] = site->terrains[i] == FW_BLOCKED;
    return (dense_world){ .width = SIDE, .height = SIDE, .blocked = blocked, .unit = &site->unit };
}

/// What samples say of a path's rest: each segment, cut where the rest begins.
static dense_verdict verdict_of_rest(const site *site, const dense_world *world, double from)
{
    int32_t count;
    double end = 0, depth = -1;
    const fw_segment *segments = fw_path_segments(site->path, &count);
    for (int32_t i = 0; i < count; i++) {
        const double begin = end;
        fw_segment part = segments[i];
        end += part.length;
        if (end <= from && i + 1 < count)
            continue;
        const double skipped = fmax(from - begin, 0);
        part.start = dense_pose(&segments[i], skipped);
        part.length -= skipped;
        depth = fmax(depth, dense_depth_along(world, &part));
        if (begin > from && site->unit.turn_radius <= 0) {
            const fw_segment *last = &segments[i - 1];
            const fw_pose before = dense_pose(last, last->length);
            depth = fmax(depth, dense_depth_turning(world, before, part.start.heading - before.heading));
        }
    }
    return dense_verdict_of(depth);
}

TEST(the_rest_of_a_path_is_legal_if_no_body_on_the_rest_touches_a_blocked_tile)
{
    static site site;
    static bool blocked[TILES];
    tally sum = { 0 };
    for (uint64_t seed = 1; seed <= 60; seed++) {
        open_site(&site, 1000 + seed);
        do
            while (!find_path(&site))
                continue;
        while (site.unit.corners == FW_CORNERS_ALWAYS);
        fw_pose at;
        const double length = fw_path_length(site.path);
        assert_int_equal(fw_path_pose_at(site.path, random_within(&site.random, 0, length), &at), FW_OK);
        edit(&site, (int32_t)at.x, (int32_t)at.y, FW_BLOCKED);
        assert_int_equal(fw_map_commit(site.map), FW_OK);
        const dense_world world = world_of(&site, blocked);
        for (int i = 0; i <= 8; i++) {
            const double from = length * i / 8;
            const fw_check_report report = check_from(&site, from);
            const dense_verdict verdict = verdict_of_rest(&site, &world, from);
            if (verdict == DENSE_LEGAL)
                assert_true(report.legal);
            if (verdict == DENSE_ILLEGAL)
                assert_true(report.faults[FW_FAULT_BLOCKED] > 0 && report.first_at >= from);
            assert_true(fabs(report.length - (length - from)) < 1e-6);
            sum.legal += verdict == DENSE_LEGAL;
            sum.blocked += verdict == DENSE_ILLEGAL;
        }
        close_site(&site);
    }
    assert_true(sum.legal > 50 && sum.blocked > 50);
}

TEST(blocks_tell_changes_apart_while_versions_wrap_around)
{
    memory memory;
    memory_init(&memory, NULL);
    change_log *log = change_log_create(&memory, 64, 16, TILE_LOG_SHIFT, 1);
    assert_non_null(log);
    const uint64_t near_the_end = UINT32_MAX - UINT64_C(2);
    assert_false(change_log_has_changed(log, 0, 0, 3, 1));
    for (uint64_t version = near_the_end; version < near_the_end + 6; version++) {
        change_log_note(log, tile_box_at(20, 3), version);
        assert_true(change_log_has_changed(log, 0, 1, 1, version - 1));
        assert_true(change_log_has_changed(log, 0, 0, 3, version - INT32_MAX));
        assert_false(change_log_has_changed(log, 0, 1, 1, version));
        assert_true(change_log_knows(log, version - INT32_MAX));
        assert_false(change_log_knows(log, version - INT32_MAX - 1));
    }
    change_log_leave(&memory, log);
    assert_int_equal(memory.bytes, 0);
}

TEST(behind_the_end_of_a_path_only_what_is_near_the_end_counts)
{
    const fw_segment bend = { { 10, 10, 0 }, 0.02, 2, FW_FORWARD };
    fw_map *map = open_map(SIDE, SIDE);
    fw_path_summary summary = { .unit = add_unit(map, unit_of_size(1)), .length = 2 };
    fw_path *path = new_path();
    summary.map_version = fw_map_version(map);
    assert_int_equal(fw_path_set(path, &bend, 1, &summary), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 14, 40, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    for (int from = 0; from < 400; from += 10)
        assert_true(fw_path_is_untouched(map, path, from, 0));
    assert_int_equal(fw_map_set_tile(map, 14, 11, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    for (int from = 0; from < 400; from += 10)
        assert_false(fw_path_is_untouched(map, path, from, 0));
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(wrong_questions_are_answered_by_false)
{
    static site site;
    open_site(&site, 1);
    while (!find_path(&site))
        continue;
    const uint64_t version = fw_map_version(site.map);
    assert_true(fw_path_is_untouched(site.map, site.path, 0, 0));
    assert_true(fw_path_is_untouched(site.map, site.path, 1e9, version));
    assert_false(fw_path_is_untouched(site.map, site.path, 0, version + 1));
    assert_false(fw_path_is_untouched(site.map, site.path, NAN, 0));
    assert_false(fw_path_is_untouched(NULL, site.path, 0, 0));
    assert_false(fw_path_is_untouched(site.map, NULL, 0, 0));
    fw_path_clear(site.path);
    assert_false(fw_path_is_untouched(site.map, site.path, 0, 0));
    close_site(&site);
}
