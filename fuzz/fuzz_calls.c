// Bytes become a sequence of calls: edits, commits, units, overlays, searches that are stepped and ended in any order,
// paths that are checked, cut and joined. Nothing may crash, leak or hang.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/trial.h"
#include "fairway/inspect.h"

enum { UNITS = 4, SEARCHES = 4, TICKETS = 6, MOST_BYTES = 1024, MOST_SIDE = WORLD_SIDE, WORK = 3000 };

typedef struct running {
    fw_search *search;
    bool uses_overlay;
} running;

/// Everything that calls are made on.
typedef struct subject {
    choices from;
    int32_t width, height;
    fw_map *map;
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path, *other;
    fw_unit_id units[UNITS];
    running searches[SEARCHES];
    fw_ticket tickets[TICKETS];
    int32_t queued_with_overlay; ///< requests in the queue that may read the overlay
    fw_pose set[5];              ///< goals; lives as long as the searches
} subject;

static uint8_t byte(subject *subject)
{
    return (uint8_t)choose_below(&subject->from, 256);
}

static int32_t below(subject *subject, int32_t limit)
{
    return (int32_t)choose_below(&subject->from, (uint32_t)limit);
}

/// A number as callers have them: mostly within the map, now and then a strange one.
static double number(subject *subject)
{
    static const double strange[] = { -1.0, 0.0, 1e300, -1e300, 1e-300, 0.5, NAN, INFINITY };
    const uint8_t value = byte(subject);
    return value >= 248 ? strange[value - 248] : value / 6.0;
}

/// A tile, sometimes outside the map.
static int32_t tile(subject *subject)
{
    return byte(subject) % (MOST_SIDE + 4) - 2;
}

static fw_unit_id some_unit(subject *subject)
{
    return subject->units[below(subject, UNITS)];
}

static fw_pose some_pose(subject *subject)
{
    if (byte(subject) % 2)
        return fw_pose_on_tile(tile(subject), tile(subject), 1 + below(subject, 3));
    return (fw_pose){ number(subject), number(subject), number(subject) };
}

static void expect(bool true_or_broken, const char *what)
{
    if (true_or_broken)
        return;
    fprintf(stderr, "broken: %s\n", what);
    abort();
}

static void edit(subject *subject)
{
    const uint8_t terrain = byte(subject) % 9 == 8 ? 200 : (uint8_t)(byte(subject) % 8);
    uint8_t buffer[16];
    switch (byte(subject) % 4) {
    case 0:
        fw_map_set_tile(subject->map, tile(subject), tile(subject), terrain);
        break;
    case 1:
        fw_map_set_rect(subject->map, tile(subject), tile(subject), tile(subject), tile(subject), terrain);
        break;
    case 2:
        for (size_t i = 0; i < sizeof buffer; i++)
            buffer[i] = (uint8_t)(byte(subject) % 8);
        fw_map_set_tiles(subject->map, tile(subject), tile(subject), 1 + below(subject, 4),
                         1 + below(subject, 4), buffer, 4);
        break;
    default:
        if (byte(subject) % 4 == 0)
            fw_map_discard(subject->map);
        break;
    }
}

/// What has changed since some version lies on the map, and nothing has changed since the present one.
static void look_at_changes(subject *subject)
{
    const uint64_t version = fw_map_version(subject->map), back = byte(subject);
    const int32_t capacity = below(subject, 8);
    fw_tile_rect rects[8];
    int32_t count = -1;
    const fw_result result =
        fw_map_changes_since(subject->map, back < version ? version - back : 0, rects, capacity, &count);
    expect(result == (count > capacity ? FW_BUFFER_TOO_SMALL : FW_OK), "a list of changes is whole or cut");
    expect(count >= 0 && (back > 0 || count == 0), "nothing changes after the newest version");
    for (int32_t i = 0; i < count && i < capacity; i++)
        expect(rects[i].x >= 0 && rects[i].y >= 0 && rects[i].width > 0 && rects[i].height > 0 &&
                   rects[i].x + rects[i].width <= fw_map_width(subject->map) &&
                   rects[i].y + rects[i].height <= fw_map_height(subject->map),
               "changes lie on the map");
}

static void commit(subject *subject)
{
    const uint64_t version = fw_map_version(subject->map);
    expect(fw_map_commit(subject->map) == FW_OK, "a commit must not fail");
    expect(!fw_map_has_pending_edits(subject->map), "a commit leaves no edits");
    expect(fw_map_version(subject->map) - version <= 1, "a commit raises the version by one at most");
    look_at_changes(subject);
}

/// Names go in as bytes and come out the same.
static void name(subject *subject)
{
    char given[34];
    const uint8_t terrain = byte(subject) % 40;
    const int32_t length = below(subject, (int32_t)sizeof given);
    for (int32_t i = 0; i < length; i++)
        given[i] = (char)(1 + below(subject, 255));
    given[length] = '\0';
    if (fw_map_set_terrain_name(subject->map, terrain, given) == FW_OK)
        expect(strcmp(fw_map_terrain_name(subject->map, terrain), given) == 0, "a name stays");
    fw_method method;
    if (fw_method_from_name(given, &method) == FW_OK)
        expect(strcmp(fw_method_name(method), given) == 0, "a method has one name");
}

static void change_units(subject *subject)
{
    fw_unit_id *slot = &subject->units[below(subject, UNITS)];
    if (*slot && byte(subject) % 2) {
        expect(fw_map_remove_unit(subject->map, *slot) == FW_OK, "a known unit must go");
        expect(fw_map_remove_unit(subject->map, *slot) == FW_UNKNOWN_UNIT, "and then be unknown");
        *slot = 0;
        return;
    }
    fw_unit_def def = trial_draw_unit(&subject->from);
    if (byte(subject) % 8) // motions take longer to build than all else here
        def.turn_radius = 0;
    if (byte(subject) % 16 == 0)
        *(byte(subject) % 2 ? &def.turn_radius : &def.footprint.radius) = number(subject);
    if (byte(subject) % 16 == 0)
        def.terrain_cost[below(subject, 8)] = (float)number(subject);
    fw_unit_id id = 0;
    if (fw_map_add_unit(subject->map, &def, &id) != FW_OK)
        return;
    if (*slot)
        expect(fw_map_remove_unit(subject->map, *slot) == FW_OK, "a known unit must go");
    *slot = id;
}

static void prepare(subject *subject)
{
    const fw_unit_id unit = some_unit(subject);
    const fw_method method = (fw_method)below(subject, FW_METHOD_COUNT + 1);
    const fw_refusal refusal = fw_map_prepare_refusal(subject->map, unit, method);
    const bool in_slices = byte(subject) % 2;
    const fw_result result = in_slices ? fw_map_prepare_step(subject->map, unit, method, 1 + byte(subject))
                                       : fw_map_prepare(subject->map, unit, method);
    const double done = fw_map_prepare_done(subject->map, unit, method);
    expect(done >= 0 && done <= (refusal.result == FW_OK ? 1 : 0), "a share is done, of what is not refused");
    expect(result == refusal.result || (in_slices && refusal.result == FW_OK && result == FW_PENDING),
           "what is refused is said");
}

/// Sets costs of the overlay, and reads some.
static void set_costs(subject *subject)
{
    uint8_t costs[16];
    const int32_t x = tile(subject), y = tile(subject), width = tile(subject);
    for (size_t i = 0; i < sizeof costs; i++)
        costs[i] = byte(subject);
    if (width <= 8)
        fw_overlay_set_costs(subject->overlay, x, y, width, byte(subject) % 3, costs, 8, byte(subject));
    fw_overlay_get_costs(subject->overlay, x, y, 4, 4, costs, 4);
}

static void change_overlay(subject *subject)
{
    for (int i = 0; i < SEARCHES; i++)
        if (subject->searches[i].search && subject->searches[i].uses_overlay)
            return; // read-only until these end
    if (subject->queued_with_overlay)
        return;
    switch (byte(subject) % 8) {
    case 0:
        fw_overlay_block(subject->overlay, tile(subject), tile(subject), tile(subject), tile(subject));
        break;
    case 1:
        fw_overlay_forbid(subject->overlay, tile(subject), tile(subject), byte(subject));
        break;
    case 2:
        fw_overlay_add_cost(subject->overlay, tile(subject), tile(subject), tile(subject), tile(subject),
                            (float)number(subject));
        break;
    case 3:
        fw_overlay_corridor(subject->overlay, tile(subject), tile(subject), tile(subject), tile(subject));
        break;
    case 4:
        fw_overlay_corridor_along(subject->overlay, subject->path, tile(subject), tile(subject));
        break;
    case 5:
        set_costs(subject);
        break;
    case 6: {
        const fw_inflation inflation = { byte(subject), number(subject), number(subject), byte(subject) };
        fw_map_inflate(subject->map, &inflation, subject->overlay);
        break;
    }
    default:
        fw_overlay_clear(subject->overlay);
        break;
    }
}

/// A request of any kind, now and then with a strange value.
static fw_request some_request(subject *subject)
{
    static trial drawn;
    drawn.width = subject->width;
    drawn.height = subject->height;
    memset(drawn.tiles, FW_GROUND, sizeof drawn.tiles);
    const fw_unit_id unit = some_unit(subject);
    if (fw_map_unit(subject->map, unit, &drawn.unit) != FW_OK)
        drawn.unit = fw_default_unit_def();
    trial_draw_request(&subject->from, &drawn);
    fw_request ask = drawn.ask;
    ask.unit = unit;
    ask.goal.set = subject->set;
    ask.fastest = drawn.is_timed ? &drawn.speeds : NULL;
    ask.overlay = byte(subject) % 2 ? subject->overlay : NULL;
    ask.max_work = ask.max_work && ask.max_work < WORK ? ask.max_work : WORK;
    double *const numbers[] = { &ask.start.x, &ask.start.heading, &ask.goal.pose.y, &ask.goal.radius,
                                &ask.weight,  &ask.max_distance,  &ask.turn_charge, &ask.nearest_tolerance };
    if (byte(subject) % 4 == 0)
        *numbers[below(subject, 8)] = number(subject);
    if (byte(subject) % 8 == 0)
        ask.goal = fw_goal_on_tile(tile(subject), tile(subject), 1 + below(subject, 3));
    if (byte(subject) % 32 == 0)
        ask.goal.count = byte(subject) % 6 - 1;
    if (byte(subject) % 32 == 0)
        ask.method = (fw_method)below(subject, FW_METHOD_COUNT + 1);
    return ask;
}

static void find(subject *subject)
{
    const fw_request ask = some_request(subject);
    fw_path_summary summary;
    if (fw_find_path(subject->planner, &ask, subject->path) == FW_OK)
        expect(fw_path_summarise(subject->path, &summary) == FW_OK && summary.segment_count > 0,
               "success means a path");
    fw_statistics statistics;
    expect(fw_planner_statistics(subject->planner, &statistics) == FW_OK, "figures are there");
    fw_rejection why;
    if (fw_planner_rejection(subject->planner, (fw_method)below(subject, FW_METHOD_COUNT), &why,
                             sizeof why) == FW_OK)
        expect(why.text[0] && fw_rejection_reason_name(why.reason)[0], "it is told why");
    fw_explanation barrier;
    if (byte(subject) % 8 == 0 && fw_explain(subject->planner, &ask, &barrier, sizeof barrier) == FW_OK)
        expect((barrier.text[0] != '\0') == (barrier.barrier != FW_BARRIER_NONE) &&
                   fw_barrier_name(barrier.barrier)[0] != 'u',
               "it is told what is in the way");
    fw_hybrid_report report;
    const fw_hybrid_step step = (fw_hybrid_step)below(subject, FW_HYBRID_STEPS + 2);
    if (fw_planner_hybrid_report(subject->planner, &report) == FW_OK &&
        fw_planner_hybrid_way(subject->planner, step, subject->other) == FW_OK)
        expect(fw_hybrid_step_name(step)[0] != 'u' && report.steps[step].result != FW_PENDING,
               "ways belong to steps that were taken");
    expect(fw_leg_failure_name(statistics.leg_failure) != NULL, "failures have names");
    expect(fw_search_level_name(statistics.level) != NULL, "levels have names");
    expect(fw_exhausted_name(statistics.exhausted) != NULL, "ends have names");
}

static void begin(subject *subject)
{
    running *slot = &subject->searches[below(subject, SEARCHES)];
    if (slot->search)
        return;
    const fw_request ask = some_request(subject);
    slot->uses_overlay = ask.overlay != NULL;
    if (fw_search_begin(subject->planner, &ask, &slot->search) != FW_OK)
        slot->search = NULL;
}

static bool see_mark(const fw_mark *mark, void *user)
{
    expect(fw_mark_kind_name(mark->kind)[0], "a mark has a kind");
    return --*(int *)user > 0;
}

/// Looks inside a search, over or not.
static void look_inside(subject *subject, const fw_search *search)
{
    int most = byte(subject);
    if (byte(subject) % 2)
        fw_inspect_cones(search, see_mark, &most);
    else
        fw_inspect_guide(search, byte(subject) - 8, see_mark, &most);
}

static void step(subject *subject)
{
    fw_search *search = subject->searches[below(subject, SEARCHES)].search;
    if (!search)
        return;
    const fw_result result = byte(subject) % 8 ? fw_search_step(search, byte(subject))
                                               : fw_search_step_for(search, 1 + byte(subject));
    if (result != FW_PENDING)
        expect(fw_search_step(search, 1) == result, "a search that is over stays over");
    fw_search_best_so_far(search, subject->other);
    fw_statistics statistics;
    expect(fw_search_statistics(search, &statistics) == FW_OK, "figures are there");
    fw_rejection why;
    if (fw_search_rejection(search, (fw_method)below(subject, FW_METHOD_COUNT), &why, sizeof why) == FW_OK)
        expect(result != FW_PENDING && why.text[0], "it is told why when a search is over");
    look_inside(subject, search);
    fw_hybrid_report report;
    if (fw_search_hybrid_report(search, &report) == FW_OK)
        expect(report.failed >= 0 && report.failed <= FW_HYBRID_STEPS, "a step has a number");
    const double progress = fw_search_progress(search);
    expect(progress >= 0.0 && progress <= 1.0, "progress is a share");
}

static void end(subject *subject)
{
    running *slot = &subject->searches[below(subject, SEARCHES)];
    fw_search_end(slot->search);
    slot->search = NULL;
    if (byte(subject) % 8 == 0)
        fw_planner_trim(subject->planner);
    if (byte(subject) % 8 == 0)
        fw_planner_prepare(subject->planner, some_unit(subject),
                           (fw_method)below(subject, FW_METHOD_COUNT + 1));
}

/// Adds a request to the queue, or replaces one that is there.
static void enqueue(subject *subject)
{
    const fw_request ask = some_request(subject);
    fw_ticket *ticket = &subject->tickets[below(subject, TICKETS)];
    const fw_result result = *ticket ? fw_planner_retarget(subject->planner, *ticket, &ask)
                                     : fw_planner_enqueue(subject->planner, &ask, byte(subject), ticket);
    if (result == FW_OK && ask.overlay)
        subject->queued_with_overlay = 1;
}

/// What is read of all tiles at once is what is read of one.
static void read_all_tiles(subject *subject, fw_unit_id unit, int32_t x, int32_t y)
{
    static uint8_t bytes[MOST_SIDE * MOST_SIDE];
    static uint32_t regions[MOST_SIDE * MOST_SIDE];
    static int32_t clearances[MOST_SIDE * MOST_SIDE];
    const fw_map *map = subject->map;
    if (x < 0 || y < 0 || x >= fw_map_width(map) || y >= fw_map_height(map))
        return;
    const int32_t at = y * fw_map_width(map) + x;
    const uint32_t capability = byte(subject);
    expect(fw_map_read_terrains(map, bytes) == FW_OK && bytes[at] == fw_map_terrain(map, x, y), "terrains");
    expect(fw_map_read_clearances(map, capability, clearances) == FW_OK &&
               clearances[at] == fw_map_clearance(map, capability, x, y),
           "clearances");
    if (fw_map_read_fits(map, unit, bytes) == FW_OK)
        expect((bytes[at] != 0) == fw_map_fits(map, unit, x, y), "anchors where a unit fits");
    if (fw_map_read_regions(map, unit, regions) == FW_OK)
        expect(regions[at] == fw_map_region(map, unit, x, y), "labels of regions");
}

/// Snapshots are the newest version, refuse edits, and are released once.
static void look_at_snapshots(subject *subject, fw_unit_id unit, int32_t x, int32_t y, uint32_t region)
{
    fw_snapshot *taken = NULL;
    expect(fw_snapshot_take(subject->map, &taken) == FW_OK, "there are few snapshots");
    const fw_map *snapshot = fw_snapshot_map(taken), *same = fw_map_snapshot(snapshot);
    expect(fw_map_region(snapshot, unit, x, y) == region, "a snapshot is the newest version");
    expect(fw_map_set_tile((fw_map *)snapshot, 0, 0, FW_BLOCKED) == FW_READ_ONLY, "a snapshot is not edited");
    expect(fw_snapshot_release(taken) == FW_OK, "a snapshot is released");
    expect(fw_snapshot_release(taken) == FW_RELEASED, "a snapshot is released once");
    expect(fw_map_region(same, unit, x, y) == region, "another snapshot stays");
    fw_map_release(same);
}

/// Serves the queue, and collects or cancels what is there.
static void serve(subject *subject)
{
    const fw_result run = fw_planner_run(subject->planner, 1 + 8 * (uint64_t)byte(subject), byte(subject));
    expect((run == FW_OK) == (fw_planner_queued(subject->planner) == 0), "a queue tells when it is done");
    fw_ticket *ticket = &subject->tickets[below(subject, TICKETS)];
    fw_planner_best_so_far(subject->planner, *ticket, subject->other);
    if (byte(subject) % 4 == 0)
        fw_planner_cancel(subject->planner, *ticket);
    if (fw_planner_collect(subject->planner, *ticket, subject->other) != FW_PENDING)
        *ticket = 0;
    if (run == FW_OK)
        subject->queued_with_overlay = 0;
    const fw_ticket answered = fw_planner_next_answer(subject->planner);
    expect(!answered || fw_planner_collect(subject->planner, answered, subject->other) != FW_PENDING,
           "what is answered can be collected");
    for (int i = 0; i < TICKETS; i++)
        if (subject->tickets[i] == answered)
            subject->tickets[i] = 0;
}

static void ask_map(subject *subject)
{
    const fw_unit_id unit = some_unit(subject);
    const int32_t x = tile(subject);
    const int32_t y = tile(subject);
    const uint32_t region = fw_map_region(subject->map, unit, x, y);
    expect(!region || fw_map_fits(subject->map, unit, x, y), "what has a region fits");
    expect(!region || fw_map_connected(subject->map, unit, x, y, x, y), "what fits gets where it is");
    int32_t nearest_x = 0;
    int32_t nearest_y = 0;
    if (region && fw_map_nearest(subject->map, unit, region, number(subject), number(subject), &nearest_x,
                                 &nearest_y) == FW_OK)
        expect(fw_map_region(subject->map, unit, nearest_x, nearest_y) == region, "nearest is of the region");
    fw_unit_def def;
    if (region && fw_map_unit(subject->map, unit, &def) == FW_OK) {
        uint32_t capability = 0;
        for (unsigned terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
            capability |= (uint32_t)(def.terrain_cost[terrain] > 0) << terrain;
        expect(fw_map_clearance(subject->map, capability, x, y) >= def.size, "what fits has the clearance");
    }
    double distance = 0;
    float distances[9];
    if (fw_map_distance(subject->map, byte(subject), x + 0.5, y + 0.5, &distance) == FW_OK &&
        fw_map_distances(subject->map, UINT32_MAX, x, y, 3, 3, number(subject), NULL, distances, 3) == FW_OK)
        expect(distances[0] >= 0, "a distance is not negative");
    expect(fw_map_width(subject->map) == subject->width && fw_map_height(subject->map) == subject->height,
           "sides stay");
    expect(!region || fw_map_terrain(subject->map, x, y) != FW_BLOCKED, "what fits is not blocked");
    const fw_tree taken = { number(subject), number(subject), number(subject) };
    const fw_pose from = { number(subject), number(subject), number(subject) };
    fw_pose place, again;
    if (fw_map_nearest_free(subject->map, unit, byte(subject) % 2 ? subject->overlay : NULL, from, &taken,
                            byte(subject) % 2, &place) == FW_OK &&
        fw_map_nearest_free(subject->map, unit, NULL, place, NULL, 0, &again) == FW_OK)
        expect(again.x == place.x && again.y == place.y, "a free place is its own nearest one");
    fw_motion_summary motions;
    fw_map_motions(subject->map, unit, (fw_method)below(subject, FW_METHOD_COUNT + 1), &motions);
    fw_cluster_summary clusters;
    fw_map_clusters(subject->map, unit, &clusters);
    fw_map_memory use;
    expect(fw_map_memory_use(subject->map, &use) == FW_OK, "memory is known");
    read_all_tiles(subject, unit, x, y);
    look_at_snapshots(subject, unit, x, y, region);
}

/// Fills a field; each step of a way to a goal lowers the cost.
static void fill_field(subject *subject)
{
    static const int8_t dx[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, dy[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
    const fw_anchor goals[] = { { tile(subject), tile(subject) }, { tile(subject), tile(subject) } };
    fw_field *field = NULL;
    if (fw_field_create(subject->map, NULL, &field) != FW_OK)
        return;
    const fw_result result =
        fw_field_fill(field, some_unit(subject), goals, 2, byte(subject) % 2 ? subject->overlay : NULL);
    const int32_t x = tile(subject), y = tile(subject);
    const uint8_t step = fw_field_step(field, x, y);
    expect(step == 0 || result == FW_OK, "an empty field has no steps");
    for (int move = 0; move < 8; move++)
        expect(step != 1 << move ||
                   fw_field_cost(field, x + dx[move], y + dy[move]) < fw_field_cost(field, x, y),
               "a step lowers the cost");
    static double costs[MOST_SIDE * MOST_SIDE];
    static uint8_t steps[MOST_SIDE * MOST_SIDE];
    expect(fw_field_read_costs(field, MOST_SIDE, MOST_SIDE, costs) == FW_OK &&
               fw_field_read_steps(field, MOST_SIDE, MOST_SIDE, steps) == FW_OK,
           "a field is read at once");
    if (x >= 0 && y >= 0 && x < MOST_SIDE && y < MOST_SIDE)
        expect(steps[y * MOST_SIDE + x] == step && costs[y * MOST_SIDE + x] == fw_field_cost(field, x, y),
               "it is read as one by one");
    expect(fw_field_bytes(field) > 0, "a field has memory");
    fw_field_destroy(field);
}

/// Asks for several paths at once, with little room.
static void find_several(subject *subject)
{
    enum { SEVERAL = 3, ROOM = 8 };
    fw_request ask = some_request(subject);
    const fw_pose starts[SEVERAL] = { ask.start, some_pose(subject), subject->set[0] };
    fw_result results[SEVERAL];
    int32_t offsets[SEVERAL + 1];
    fw_segment segments[ROOM];
    fw_batch batch = { .results = results, .offsets = offsets, .segments = segments, .capacity = ROOM };
    ask.goal.kind = byte(subject) % 8 ? FW_GOAL_PLACE : ask.goal.kind;
    fw_find_paths(subject->planner, &ask, starts, subject->set, SEVERAL, byte(subject), &batch);
    expect(batch.done == 0 || offsets[batch.done] <= ROOM, "segments stay within their room");
    fw_search_end(batch.search);
}

/// Cuts the map into areas and walks over them, at once and in a search that ends early.
static void walk_over_areas(subject *subject)
{
    fw_area_map *areas = NULL;
    fw_area_map_def def = fw_default_area_map_def();
    def.side = below(subject, MOST_SIDE);
    def.partition = def.side % 3 ? FW_PARTITION_SQUARES : FW_PARTITION_QUADTREE;
    fw_request ask = some_request(subject);
    if (fw_area_map_create(subject->map, ask.unit, &def, &areas) != FW_OK)
        return;
    const int32_t x = tile(subject), y = tile(subject), area = fw_area_map_at(areas, x, y);
    expect((area >= 0) == fw_map_fits(subject->map, ask.unit, x, y), "anchors have areas");
    expect(area < fw_area_map_count(areas) && fw_area_map_label(areas, area) == 0, "squares have no label");
    expect(fw_area_map_bytes(areas) > 0, "an area map has memory");
    ask.method = byte(subject) % 4 ? FW_AREAS : ask.method;
    ask.areas = areas;
    if (fw_find_path(subject->planner, &ask, subject->path) == FW_OK && ask.method == FW_AREAS &&
        !ask.methodical)
        expect(fw_planner_area_path(subject->planner, NULL, 0) > 0, "a walk leads through areas");
    fw_search *search = NULL;
    int32_t way[4];
    if (fw_search_begin(subject->planner, &ask, &search) == FW_OK) {
        fw_search_step(search, byte(subject));
        expect(fw_search_area_path(search, way, 4) >= 0, "areas are counted");
    }
    fw_search_end(search);
    fw_area_map_destroy(areas);
}

/// Turns things into metres and back.
static void work_in_metres(subject *subject)
{
    const fw_frame frame = { .resolution = number(subject),
                             .origin_x = number(subject),
                             .origin_y = number(subject),
                             .yaw = number(subject),
                             .y_axis = (fw_y_axis)(byte(subject) % 3),
                             .height = subject->height };
    fw_pose pose = some_pose(subject);
    fw_unit_def unit = fw_default_unit_def();
    fw_speed_def speeds = fw_default_speed_def();
    const bool is_legal = fw_frame_unit_to_metres(&frame, &unit) == FW_OK;
    expect(is_legal == (fw_frame_speeds_to_tiles(&frame, &speeds) == FW_OK), "a frame is legal or not");
    expect(is_legal == !isnan(fw_frame_to_metres(&frame, fw_frame_to_tiles(&frame, 1))), "for lengths, too");
    fw_frame_unit_to_tiles(&frame, &unit);
    if (fw_frame_pose_to_metres(&frame, &pose, &pose) == FW_OK)
        expect(fw_frame_pose_to_tiles(&frame, &pose, &pose) == FW_OK, "poses have a way back");
    if (fw_frame_path_to_metres(&frame, subject->path) == FW_OK)
        fw_frame_path_to_tiles(&frame, subject->path);
}

static void work_on_paths(subject *subject)
{
    fw_pose poses[32];
    fw_check_report report;
    fw_check_def rest = fw_default_check_def();
    fw_box box;
    double at = 0.0;
    int32_t count = 0;
    const double stretches[] = { number(subject), number(subject) };
    fw_path_set_impossible(subject->path, stretches, byte(subject) % 2);
    switch (byte(subject) % 8) {
    case 0:
        fw_path_split(subject->path, number(subject), subject->other);
        break;
    case 1:
        fw_path_join(subject->path, subject->other);
        break;
    case 2:
        expect(fw_path_reverse(subject->path) == FW_OK, "every path can be turned around");
        break;
    case 3:
        fw_path_sample(subject->path, number(subject) / 16.0, poses, below(subject, 32), &count);
        fw_path_resample(subject->path, number(subject) / 16.0, poses, below(subject, 32), &count);
        break;
    case 4:
        fw_path_pose_at(subject->path, number(subject), poses);
        fw_path_pose_following(subject->path, number(subject), &count, poses);
        fw_segment_pose_at(&(fw_segment){ .curvature = number(subject), .length = number(subject) },
                           number(subject), poses);
        fw_path_nearest(subject->path, number(subject), number(subject), &at, NULL);
        fw_path_bounds(subject->path, &box);
        work_in_metres(subject);
        break;
    case 5:
        expect(fw_path_copy(subject->path, subject->other) == FW_OK, "every path can be copied");
        break;
    case 6: {
        fw_segment segments[3];
        for (int i = 0; i < 3; i++)
            segments[i] = (fw_segment){ some_pose(subject), number(subject) - 2.0, number(subject),
                                        (fw_gear)(byte(subject) % 2) };
        fw_path_set(subject->path, segments, byte(subject) % 4, NULL);
        break;
    }
    default:
        rest.from = number(subject);
        if (fw_path_check(subject->map, some_unit(subject), subject->path, &rest, &report) == FW_OK)
            expect(fw_path_set_cost(subject->path, report.cost) == FW_OK, "a path may have its true cost");
        fw_path_is_untouched(subject->map, subject->path, number(subject), byte(subject));
        fw_path_smooth(subject->planner, NULL, (fw_smoothing)(byte(subject) % FW_SMOOTHING_COUNT),
                       subject->path);
        break;
    }
}

static bool create(subject *subject)
{
    fw_map_def def = fw_default_map_def();
    def.width = subject->width = 1 + below(subject, MOST_SIDE);
    def.height = subject->height = 1 + below(subject, MOST_SIDE);
    def.fill = FW_GROUND;
    if (fw_map_create(&def, &subject->map) != FW_OK)
        return false;
    for (int i = 0; i < 5; i++)
        subject->set[i] = some_pose(subject);
    const fw_unit_def unit = fw_default_unit_def();
    return fw_map_add_unit(subject->map, &unit, &subject->units[0]) == FW_OK &&
           fw_planner_create(subject->map, NULL, &subject->planner) == FW_OK &&
           fw_overlay_create(subject->width, subject->height, NULL, &subject->overlay) == FW_OK &&
           fw_path_create(NULL, &subject->path) == FW_OK && fw_path_create(NULL, &subject->other) == FW_OK;
}

static void destroy(subject *subject)
{
    for (int i = 0; i < SEARCHES / 2; i++)
        fw_search_end(subject->searches[i].search); // the planner ends the others
    fw_planner_destroy(subject->planner);
    fw_overlay_destroy(subject->overlay);
    fw_path_destroy(subject->path);
    fw_path_destroy(subject->other);
    fw_map_destroy(subject->map);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static void (*const calls[])(subject *) = {
        edit,        edit,  commit,        change_units, prepare, change_overlay, name,
        find,        find,  find,          begin,        step,    step,           enqueue,
        serve,       serve, work_on_paths, end,          ask_map, fill_field,     walk_over_areas,
        find_several
    };
    if (size > MOST_BYTES || !fw_version())
        return 0;
    subject subject = { .from = choices_of_bytes(bytes, size) };
    expect(create(&subject), "a world can be made");
    while (!choices_are_over(&subject.from))
        calls[byte(&subject) % (sizeof calls / sizeof *calls)](&subject);
    destroy(&subject);
    return 0;
}
