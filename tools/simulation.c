#include "simulation.h"

#include <math.h>
#include <stdlib.h>

#include "complain.h"
#include "progress.h"
#include "stopwatch.h"

/// Largest gap between a body and a wall that is measured, in tiles.
#define WALL_REACH 1.0

/// Times that differ by less are the same, in seconds.
#define SAME_TIME 1e-9

static const io_scenario_unit *given_of(const simulation *run, int32_t index)
{
    return &run->scenario->units[run->units[index].index];
}

/// True if two units have the same properties.
static bool are_equal(const fw_unit_def *a, const fw_unit_def *b)
{
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (a->terrain_cost[terrain] != b->terrain_cost[terrain])
            return false;
    return a->size == b->size && a->footprint.kind == b->footprint.kind &&
           a->footprint.radius == b->footprint.radius && a->footprint.length == b->footprint.length &&
           a->footprint.width == b->footprint.width && a->corners == b->corners &&
           a->turn_radius == b->turn_radius && a->reverse == b->reverse && a->headings == b->headings &&
           a->reverse_penalty == b->reverse_penalty && a->gear_change_cost == b->gear_change_cost &&
           a->curvature_rate == b->curvature_rate && a->all_curves == b->all_curves &&
           a->cluster == b->cluster && a->abstraction == b->abstraction;
}

/// Registers the kind of a unit on the map; units with the same properties share a kind.
static fw_result find_kind(simulation *run, int32_t index, fw_unit_id *kinds)
{
    for (int32_t i = 0; i < index; i++)
        if (are_equal(&given_of(run, i)->unit, &given_of(run, index)->unit)) {
            kinds[index] = kinds[i];
            return FW_OK;
        }
    return fw_map_add_unit(run->map, &given_of(run, index)->unit, &kinds[index]);
}

/// @param[out] why  if the traffic refuses the unit
static fw_result add_unit(simulation *run, int32_t index, fw_unit_id *kinds, fw_refusal *why)
{
    const io_scenario_unit *given = given_of(run, index);
    fw_result result = find_kind(run, index, kinds);
    fw_unit_def registered;
    if (result == FW_OK)
        result = fw_map_unit(run->map, kinds[index], &registered);
    if (result != FW_OK)
        return result;
    run->units[index].radius = registered.footprint.radius;
    fw_agent_def def = fw_default_agent_def();
    def.id = given->id;
    def.unit = kinds[index];
    def.start = given->start;
    def.top = given->top;
    def.acceleration = given->acceleration;
    def.braking = given->braking;
    def.lateral = given->lateral;
    *why = fw_agent_refusal(run->traffic, &def);
    result = fw_traffic_add(run->traffic, &def);
    return result == FW_OK ? fw_traffic_prioritise(run->traffic, given->id, (int32_t)given->priority)
                           : result;
}

static const io_scenario *sorted_scenario; // the scenario whose units compare_ids() compares

static int compare_ids(const void *a, const void *b)
{
    const uint32_t p = sorted_scenario->units[((const simulated_unit *)a)->index].id;
    const uint32_t q = sorted_scenario->units[((const simulated_unit *)b)->index].id;
    return (p > q) - (p < q);
}

bool simulation_open(const char *file, const io_scenario *scenario, fw_map *map, simulation *run)
{
    const size_t count = (size_t)scenario->unit_count;
    *run = (simulation){
        .scenario = scenario, .map = map, .smallest_gap = INFINITY, .smallest_wall_gap = INFINITY
    };
    run->units = calloc(count + 1, sizeof *run->units);
    run->called = calloc((size_t)scenario->group_count + 1, sizeof *run->called);
    run->edited = calloc((size_t)scenario->edit_count + 1, sizeof *run->edited);
    fw_unit_id *kinds = calloc(count + 1, sizeof *kinds);
    const fw_allocator hooks = counting_hooks(&run->counted);
    bool is_open = run->units && run->called && run->edited && kinds &&
                   fw_traffic_create(map, &hooks, &run->traffic) == FW_OK;
    if (!is_open)
        complain("%s: there is not enough memory", file);
    for (uint32_t i = 0; i < count && is_open; i++)
        run->units[i].index = i;
    for (int32_t i = 0; i < scenario->group_count && is_open; i++)
        for (int32_t j = 0; j < scenario->groups[i].count; j++)
            run->units[scenario->groups[i].members[j]].is_member = true;
    sorted_scenario = scenario;
    if (is_open)
        qsort(run->units, count, sizeof *run->units, compare_ids);
    for (int32_t i = 0; i < scenario->unit_count && is_open; i++) {
        fw_refusal why = { 0 };
        const fw_result result = add_unit(run, i, kinds, &why);
        if (result != FW_OK)
            is_open = complain("%s: unit %u: %s", file, given_of(run, i)->id,
                               why.result ? why.reason : fw_result_text(result));
    }
    free(kinds);
    return is_open;
}

void simulation_close(simulation *run)
{
    fw_traffic_destroy(run->traffic);
    free(run->units);
    free(run->called);
    free(run->edited);
}

/// Gives the orders of units whose time has come.
static fw_result order_units(simulation *run)
{
    for (int32_t i = 0; i < run->scenario->unit_count; i++) {
        const io_scenario_unit *given = given_of(run, i);
        if (run->units[i].is_ordered || !given->has_goal || given->start_time > run->time + SAME_TIME)
            continue;
        const fw_result result = fw_traffic_order(run->traffic, given->id, given->goal_x, given->goal_y);
        if (result != FW_OK)
            return result;
        run->units[i].is_ordered = true;
    }
    return FW_OK;
}

/// Tiles between neighbours in a group whose spacing is not given: so many radii of its largest unit.
#define USUAL_SPACING 3.0

static double spacing_of(const simulation *run, const io_scenario_group *group)
{
    double largest = 0;
    for (int32_t i = 0; i < group->count; i++)
        largest = fmax(largest, run->scenario->units[group->members[i]].unit.footprint.radius);
    return group->spacing > 0 ? group->spacing : USUAL_SPACING * largest;
}

static fw_result order_group(const simulation *run, const io_scenario_group *group)
{
    fw_group_def def = fw_default_group_def();
    def.own_steps = group->own_steps;
    def.keeps_abreast = group->keeps_abreast;
    fw_agent_id *ids = calloc((size_t)group->count, sizeof *ids);
    fw_pose *places = calloc((size_t)group->count, sizeof *places);
    fw_result result = ids && places ? FW_OK : FW_NO_MEMORY;
    for (int32_t i = 0; i < group->count && result == FW_OK; i++)
        ids[i] = run->scenario->units[group->members[i]].id;
    if (result == FW_OK)
        result = fw_formation_places(group->formation, group->centre, spacing_of(run, group), places,
                                     group->count);
    if (result == FW_OK)
        result = group->goes_together
                     ? fw_traffic_order_together(run->traffic, &def, ids, places, group->count)
                     : fw_traffic_order_group(run->traffic, ids, places, group->count);
    free(ids);
    free(places);
    return result;
}

/// Names the mistake in a group that has got no order.
static void name_mistake(simulation *run, int32_t group, fw_result result)
{
    if (result == FW_OUT_OF_BOUNDS)
        snprintf(run->mistake, sizeof run->mistake,
                 "groups[%d].to: a place of the formation lies outside the map", group);
    if (result == FW_BAD_VALUE)
        snprintf(run->mistake, sizeof run->mistake,
                 "groups[%d].spacing: bodies would overlap at their places", group);
}

/// Gives the orders whose time has come.
static fw_result give_orders(simulation *run)
{
    fw_result result = order_units(run);
    for (int32_t i = 0; i < run->scenario->group_count && result == FW_OK; i++) {
        const io_scenario_group *group = &run->scenario->groups[i];
        if (run->called[i] || group->start_time > run->time + SAME_TIME)
            continue;
        run->called[i] = true;
        if (group->count > 0)
            result = order_group(run, group);
        name_mistake(run, i, result);
    }
    return result;
}

/// Makes the edits whose time has come.
static fw_result make_edits(simulation *run)
{
    for (int32_t i = 0; i < run->scenario->edit_count; i++) {
        const io_scenario_edit *edit = &run->scenario->edits[i];
        if (run->edited[i] || edit->time > run->time + SAME_TIME)
            continue;
        fw_result result =
            fw_map_set_rect(run->map, edit->x, edit->y, edit->width, edit->height, edit->terrain);
        if (result == FW_OK)
            result = fw_map_commit(run->map);
        if (result != FW_OK)
            return result;
        run->edited[i] = true;
    }
    return FW_OK;
}

static void note_reversals(simulation *run, const fw_agent_state *states)
{
    for (int32_t i = 0; i < run->scenario->unit_count; i++) {
        simulated_unit *unit = &run->units[i];
        if (states[i].speed < 1e-9)
            continue;
        const double heading = states[i].pose.heading + (states[i].gear == FW_REVERSE ? FW_PI : 0);
        const double turn = fabs(remainder(heading - unit->last_heading, 2 * FW_PI));
        unit->reversals += unit->has_moved && turn > 0.75 * FW_PI;
        unit->has_moved = true;
        unit->last_heading = heading;
    }
}

/// Distance from a body to the nearest tile that it may not enter, within WALL_REACH.
static double wall_gap(const simulation *run, int32_t index, const fw_pose *at)
{
    const float *costs = given_of(run, index)->unit.terrain_cost;
    const double radius = run->units[index].radius, reach = radius + WALL_REACH;
    double least = INFINITY;
    for (int32_t y = (int32_t)floor(at->y - reach); y <= (int32_t)floor(at->y + reach); y++)
        for (int32_t x = (int32_t)floor(at->x - reach); x <= (int32_t)floor(at->x + reach); x++) {
            if (costs[fw_map_terrain(run->map, x, y)] > 0)
                continue;
            const double dx = fmax(fmax(x - at->x, at->x - x - 1), 0),
                         dy = fmax(fmax(y - at->y, at->y - y - 1), 0);
            least = fmin(least, sqrt(dx * dx + dy * dy));
        }
    return least - radius;
}

/// Updates the smallest gaps by those at this moment.
static void note_gaps(simulation *run, const fw_agent_state *states)
{
    for (int32_t i = 0; i < run->scenario->unit_count; i++) {
        run->smallest_wall_gap = fmin(run->smallest_wall_gap, wall_gap(run, i, &states[i].pose));
        for (int32_t j = i + 1; j < run->scenario->unit_count; j++) {
            const double dx = states[i].pose.x - states[j].pose.x, dy = states[i].pose.y - states[j].pose.y;
            const double gap = sqrt(dx * dx + dy * dy) - run->units[i].radius - run->units[j].radius;
            run->smallest_gap = fmin(run->smallest_gap, gap);
        }
    }
}

/// Counts arrivals. The run is over if all groups have their orders, and each unit with a goal has arrived or cannot
/// arrive.
static void note_arrivals(simulation *run, const fw_agent_state *states)
{
    bool is_over = true;
    run->arrived = 0;
    for (int32_t i = 0; i < run->scenario->group_count; i++)
        is_over = is_over && run->called[i];
    for (int32_t i = 0; i < run->scenario->unit_count; i++) {
        const fw_agent_activity now = states[i].activity;
        const bool has_ended =
            now == FW_AGENT_ARRIVED || now == FW_AGENT_INFEASIBLE || now == FW_AGENT_BLOCKED;
        run->arrived += now == FW_AGENT_ARRIVED;
        is_over = is_over && (has_ended || !(given_of(run, i)->has_goal || run->units[i].is_member));
    }
    run->is_over = is_over;
}

/// Makes a step of the traffic, and measures its time.
static fw_result step(simulation *run, double dt, uint64_t budget, double *spent_us)
{
    const uint64_t calls = run->counted.calls;
    const double began = stopwatch_us();
    const fw_result result = fw_traffic_step(run->traffic, dt, budget);
    *spent_us += stopwatch_us() - began;
    run->allocations += run->counted.calls - calls;
    return result;
}

/// Runs one tick. Frames within the tick divide it into several steps.
static fw_result tick(simulation *run, bool (*receive)(void *user, const simulated_frame *frame), void *user,
                      double *spent_us)
{
    const double start = run->time, end = (double)(run->ticks + 1) * run->scenario->dt;
    uint64_t budget = run->ticks % run->cadence == 0 ? run->budget : 0;
    fw_result result = give_orders(run);
    while (result == FW_OK && receive && (double)run->frames * run->sample < end - SAME_TIME) {
        const double time = (double)run->frames * run->sample;
        simulated_frame frame = { .time = time };
        if (time > start + SAME_TIME) { // a frame at the start of the tick takes no step
            result = step(run, time - run->time, budget, spent_us);
            budget = 0;
            run->time = time;
        }
        frame.states = fw_traffic_states(run->traffic, &frame.count);
        run->frames++;
        if (result == FW_OK && !receive(user, &frame))
            return FW_NO_MEMORY;
    }
    if (result == FW_OK)
        result = step(run, end - run->time, budget, spent_us);
    run->time = end;
    run->ticks++;
    return result == FW_OK ? make_edits(run) : result;
}

static int compare_times(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static void sum_up(simulation *run, double *times)
{
    if (run->ticks == 0)
        return;
    qsort(times, (size_t)run->ticks, sizeof *times, compare_times);
    for (int64_t i = 0; i < run->ticks; i++)
        run->spent_us += times[i];
    run->mean_us = run->spent_us / (double)run->ticks;
    run->p99_us = times[(run->ticks - 1) * 99 / 100];
    run->most_us = times[run->ticks - 1];
}

bool simulation_run(simulation *run, double time, bool quiet,
                    bool (*receive)(void *user, const simulated_frame *frame), void *user)
{
    const int64_t most = (int64_t)ceil(time / run->scenario->dt - SAME_TIME);
    double *times = calloc((size_t)most + 1, sizeof *times);
    fw_result result = times ? make_edits(run) : FW_NO_MEMORY;
    const fw_agent_state *states = fw_traffic_states(run->traffic, NULL);
    note_gaps(run, states);
    progress bar;
    progress_begin(&bar, quiet, "simulating", PROGRESS_AT_MOST);
    while (result == FW_OK && run->ticks < most && !run->is_over) {
        result = tick(run, receive, user, &times[run->ticks]);
        states = fw_traffic_states(run->traffic, NULL);
        note_reversals(run, states);
        note_gaps(run, states);
        note_arrivals(run, states);
        progress_show(&bar, (size_t)run->ticks, (size_t)most);
    }
    progress_end(&bar);
    simulated_frame last = { .time = run->time, .states = states, .count = run->scenario->unit_count };
    if (result == FW_OK && receive && !receive(user, &last))
        result = FW_NO_MEMORY;
    if (result == FW_OK)
        sum_up(run, times);
    free(times);
    return result == FW_OK || complain("%s", run->mistake[0] ? run->mistake : fw_result_text(result));
}
