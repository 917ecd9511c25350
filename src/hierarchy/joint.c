#include "hierarchy/joint.h"

#include "hierarchy/direct_way.h"
#include "hierarchy/hierarchy.h"

void joint_load(joint *joint, const ground_rules *rules, cluster_box box)
{
    ground_load(&joint->over.ground, rules, box);
    joint->has_wave = false;
}

wave *joint_begin_wave(joint *joint)
{
    joint->has_wave = true;
    wave_begin(&joint->over.wave, &joint->over.ground);
    return &joint->over.wave;
}

/// Keeps the cost of a way to a transition's tile as that of the way to the middle of its step.
static void keep_cost(joint *joint, const transition *transitions, int32_t index, uint64_t within)
{
    joint->cost[index] =
        within == WAVE_UNKNOWN ? within : within + transition_half(&joint->over.ground, &transitions[index]);
}

/// Finds the costs of direct ways. Returns true if there are direct ways to all transitions.
static bool measure_directly(joint *joint, const ground_rules *rules, const transition *transitions,
                             int32_t count, int32_t tile)
{
    direct_ways ways = direct_ways_of(&joint->over.ground, rules->cheapest);
    bool knows_all = true;
    for (int32_t i = 0; i < count; i++) {
        keep_cost(joint, transitions, i, direct_way_cost(&ways, tile, transitions[i].tile));
        knows_all = knows_all && joint->cost[i] != WAVE_UNKNOWN;
    }
    return knows_all;
}

/// Finds the costs that are not known yet, by the wave. Returns the work.
static uint64_t measure_others(joint *joint, const transition *transitions, int32_t count)
{
    wave *wave = &joint->over.wave;
    for (int32_t i = 0; i < count; i++)
        if (joint->cost[i] == WAVE_UNKNOWN)
            wave_want(wave, transitions[i].tile);
    const uint64_t work = wave_run(wave);
    for (int32_t i = 0; i < count; i++)
        if (joint->cost[i] == WAVE_UNKNOWN)
            keep_cost(joint, transitions, i, wave_distance(wave, transitions[i].tile));
    return work;
}

void joint_begin_wave_at(joint *joint, int32_t tile)
{
    wave_add_seed(joint_begin_wave(joint), (wave_seed){ .tile = tile, .move = NO_MOVE });
}

uint64_t joint_measure(joint *joint, const ground_rules *rules, const transition *transitions, int32_t count,
                       int32_t tile)
{
    if (measure_directly(joint, rules, transitions, count, tile))
        return 0;
    joint_begin_wave_at(joint, tile);
    return measure_others(joint, transitions, count);
}

uint64_t joint_measure_by_wave(joint *joint, const transition *transitions, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        joint->cost[i] = WAVE_UNKNOWN;
    return measure_others(joint, transitions, count);
}
