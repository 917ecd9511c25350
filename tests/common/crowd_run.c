#include "common/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "common/motion_judge.h"
#include "common/search_work.h"
#include "common/unit.h"

static const double acceleration = 2; // of all units of all scenes

/// A scene under way.
typedef struct run {
    const crowd *scene;
    fw_map *map;
    fw_traffic *traffic;
    motion_judge *judge;
    fw_unit_id kinds[MOST_CROWD];
    double last_heading[MOST_CROWD];
    bool has_moved[MOST_CROWD];
    int32_t reversals[MOST_CROWD];
    uint64_t hash;
} run;

static int32_t tile_of(const crowd *scene, double place)
{
    return (int32_t)lround((place + scene->side / 2) * scene->tiles);
}

static double place_of(const crowd *scene, double place)
{
    return (place + scene->side / 2) * scene->tiles;
}

static void lay(run *run, const crowd_wall *wall)
{
    const int32_t x = tile_of(run->scene, wall->x), y = tile_of(run->scene, wall->y);
    const int32_t width = tile_of(run->scene, wall->to_x) - x, height = tile_of(run->scene, wall->to_y) - y;
    assert_int_equal(fw_map_set_rect(run->map, x, y, width, height, wall->is_open ? FW_GROUND : FW_BLOCKED),
                     FW_OK);
}

static void lay_walls(run *run)
{
    for (int32_t i = 0; i < run->scene->wall_count; i++)
        if (run->scene->walls[i].time == 0)
            lay(run, &run->scene->walls[i]);
    assert_int_equal(fw_map_commit(run->map), FW_OK);
}

/// The kind of a member; members of the same radius share one.
static fw_unit_id kind_of_member(run *run, int32_t index)
{
    const crowd *scene = run->scene;
    for (int32_t i = 0; i < index; i++)
        if (scene->members[i].radius == scene->members[index].radius)
            return run->kinds[i];
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    def.size = 0;
    def.footprint = fw_circle(scene->members[index].radius * scene->tiles);
    def.turn_radius = scene->turn_radius * scene->tiles;
    def.reverse = scene->turn_radius > 0;
    def.methods = FW_METHOD_BIT(FW_GRID) | (def.reverse ? FW_METHOD_BIT(FW_HYBRID) : 0);
    assert_int_equal(fw_map_add_unit(run->map, &def, &id), FW_OK);
    return id;
}

/// Angular speed of goals that move, in radians per second.
static const double goal_turn = 0.1;

/// Orders a member to its goal, turned about (0, 0), or to the border of the map.
static void order(const run *run, int32_t index, double angle)
{
    const crowd_member *member = &run->scene->members[index];
    const double half = run->scene->side / 2;
    const double x = fmin(fmax(member->to_x * cos(angle) - member->to_y * sin(angle), -half), half),
                 y = fmin(fmax(member->to_x * sin(angle) + member->to_y * cos(angle), -half), half);
    assert_int_equal(fw_traffic_order(run->traffic, (fw_agent_id)index + 1, place_of(run->scene, x),
                                      place_of(run->scene, y)),
                     FW_OK);
}

static void add_member(run *run, int32_t index)
{
    const crowd *scene = run->scene;
    const crowd_member *member = &scene->members[index];
    fw_agent_def def = fw_default_agent_def();
    def.id = (fw_agent_id)index + 1;
    def.unit = run->kinds[index];
    def.start.x = place_of(scene, member->x);
    def.start.y = place_of(scene, member->y);
    def.start.heading =
        scene->turn_radius > 0 ? atan2(member->to_y - member->y, member->to_x - member->x) : 0;
    def.top = member->top * scene->tiles;
    def.acceleration = def.braking = def.lateral = acceleration * scene->tiles;
    assert_int_equal(fw_traffic_add(run->traffic, &def), FW_OK);
}

/// Orders all members to their goals, as one group.
static void order_together(const run *run, const fw_group_def *group)
{
    static fw_agent_id ids[MOST_CROWD];
    static fw_pose places[MOST_CROWD];
    for (int32_t i = 0; i < run->scene->count; i++) {
        const crowd_member *member = &run->scene->members[i];
        ids[i] = (fw_agent_id)i + 1;
        places[i] = (fw_pose){ place_of(run->scene, member->to_x), place_of(run->scene, member->to_y), 0 };
    }
    assert_int_equal(fw_traffic_order_together(run->traffic, group, ids, places, run->scene->count), FW_OK);
}

static void begin(run *run, const crowd_options *options)
{
    const crowd *scene = run->scene;
    fw_map_def def = fw_default_map_def();
    def.width = def.height = (int32_t)lround(scene->side * scene->tiles);
    assert_int_equal(fw_map_create(&def, &run->map), FW_OK);
    lay_walls(run);
    for (int32_t i = 0; i < scene->count; i++)
        run->kinds[i] = kind_of_member(run, i);
    assert_int_equal(fw_traffic_create(run->map, NULL, &run->traffic), FW_OK);
    for (int32_t i = 0; i < scene->count; i++)
        add_member(run, options->adds_backwards ? scene->count - 1 - i : i);
    for (int32_t i = 0; i < scene->count && !options->group; i++)
        order(run, options->adds_backwards ? scene->count - 1 - i : i, 0);
    if (options->group)
        order_together(run, options->group);
    run->judge = motion_judge_create(run->map, scene->count);
    for (int32_t i = 0; i < scene->count; i++) {
        const crowd_member *member = &scene->members[i];
        motion_judge_limit(run->judge, i, member->radius * scene->tiles, member->top * scene->tiles,
                           acceleration * scene->tiles);
        motion_judge_drives(run->judge, i, scene->turn_radius * scene->tiles);
    }
}

/// Notes changes of direction by more than 135 degrees.
static void note_reversals(run *run, const fw_agent_state *states)
{
    for (int32_t i = 0; i < run->scene->count; i++) {
        if (states[i].speed < 1e-6)
            continue;
        const double direction = states[i].pose.heading + (states[i].gear == FW_REVERSE ? FW_PI : 0);
        const double turn = fabs(remainder(direction - run->last_heading[i], 2 * FW_PI));
        run->reversals[i] += run->has_moved[i] && turn > 0.75 * FW_PI;
        run->has_moved[i] = true;
        run->last_heading[i] = direction;
    }
}

/// Mixes a place into the hash, to a millionth of a tile: times of ticks that are cut into parts have rounding errors.
static void mix(uint64_t *hash, double place)
{
    *hash = (*hash ^ (uint64_t)llround(place * 1e6)) * UINT64_C(0x100000001b3);
}

/// Steps once; all motion on the way is judged.
static void tick(run *run, const crowd_options *options)
{
    const int32_t parts = options->checks ? 8 : 1;
    int32_t count = 0;
    for (int32_t part = 0; part < parts; part++) {
        const uint64_t budget = part == 0 ? options->budget : 0;
        assert_int_equal(fw_traffic_step(run->traffic, options->dt / parts, budget), FW_OK);
        if (options->checks)
            motion_judge_see(run->judge, fw_traffic_states(run->traffic, &count), options->dt / parts);
    }
    const fw_agent_state *states = fw_traffic_states(run->traffic, &count);
    note_reversals(run, states);
    for (int32_t i = 0; i < count; i++) {
        mix(&run->hash, states[i].pose.x);
        mix(&run->hash, states[i].pose.y);
    }
}

/// Orders all members to where their goals are at a time. The goals come to rest where the scene has them.
static void move_goals(const run *run, double time, double until)
{
    for (int32_t i = 0; i < run->scene->count; i++)
        order(run, i, goal_turn * fmax(until - time, 0));
}

/// Saves the traffic, and goes on with another one that is restored from that.
static void save_and_restore(run *run)
{
    size_t bytes = 0;
    assert_int_equal(fw_traffic_save(run->traffic, NULL, 0, &bytes), FW_BUFFER_TOO_SMALL);
    uint8_t *buffer = malloc(bytes);
    assert_non_null(buffer);
    assert_int_equal(fw_traffic_save(run->traffic, buffer, bytes, &bytes), FW_OK);
    fw_traffic_destroy(run->traffic);
    assert_int_equal(fw_traffic_create(run->map, NULL, &run->traffic), FW_OK);
    assert_int_equal(fw_traffic_restore(run->traffic, buffer, bytes), FW_OK);
    free(buffer);
}

static void edit(run *run, double before, double now)
{
    for (int32_t i = 0; i < run->scene->wall_count; i++) {
        const crowd_wall *wall = &run->scene->walls[i];
        if (wall->time > before && wall->time <= now) {
            lay(run, wall);
            assert_int_equal(fw_map_commit(run->map), FW_OK);
            motion_judge_excuse(run->judge);
        }
    }
}

static bool is_over(const fw_agent_state *states, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (states[i].activity != FW_AGENT_ARRIVED && states[i].activity != FW_AGENT_INFEASIBLE)
            return false;
    return true;
}

/// When the last unit arrived; infinite if one did not.
static double arrival_of_all(const fw_agent_state *states, int32_t count)
{
    double latest = 0;
    for (int32_t i = 0; i < count; i++) {
        if (states[i].activity != FW_AGENT_ARRIVED)
            return INFINITY;
        latest = fmax(latest, states[i].arrived);
    }
    return latest;
}

crowd_outcome crowd_run(const crowd *scene, const crowd_options *options)
{
    run *run = calloc(1, sizeof *run);
    assert_non_null(run);
    run->scene = scene;
    run->hash = UINT64_C(0xcbf29ce484222325);
    begin(run, options);
    const clock_t began = clock();
    int32_t count = 0;
    bool over = false;
    for (int64_t ticks = 1; !over && (double)ticks * options->dt <= options->limit; ticks++) {
        const double now = (double)ticks * options->dt;
        if (now - options->dt < options->moves_until)
            move_goals(run, now, options->moves_until);
        tick(run, options);
        if (options->save_at > 0 && llround(options->save_at / options->dt) == ticks)
            save_and_restore(run);
        edit(run, now - options->dt, now);
        over = now >= options->moves_until && is_over(fw_traffic_states(run->traffic, &count), scene->count);
    }
    crowd_outcome outcome = { .seconds_spent = (double)(clock() - began) / CLOCKS_PER_SEC,
                              .search_work = search_work(run->traffic),
                              .hash = run->hash };
    const fw_agent_state *states = fw_traffic_states(run->traffic, &count);
    for (int32_t i = 0; i < count; i++) {
        outcome.driven += states[i].driven / scene->tiles;
        outcome.arrived += states[i].activity == FW_AGENT_ARRIVED;
        outcome.infeasible += states[i].activity == FW_AGENT_INFEASIBLE;
        outcome.most_reversals =
            outcome.most_reversals > run->reversals[i] ? outcome.most_reversals : run->reversals[i];
    }
    outcome.time = arrival_of_all(states, count);
    outcome.names_each_other =
        count >= 2 && states[0].other == states[1].id && states[1].other == states[0].id;
    outcome.smallest_gap = motion_judge_gap(run->judge) / scene->tiles;
    outcome.smallest_wall_gap = motion_judge_wall_gap(run->judge) / scene->tiles;
    motion_judge_destroy(run->judge);
    fw_traffic_destroy(run->traffic);
    fw_map_destroy(run->map);
    free(run);
    return outcome;
}
