#include "joint/goals.h"

void goals_init(goals *goals, memory *memory)
{
    *goals = (struct goals){ .memory = memory };
}

void goals_release(goals *goals)
{
    memory_give_back(goals->memory, goals->ways, goals->way_capacity, sizeof *goals->ways);
    goals_init(goals, goals->memory);
}

/// Joins units on the same kind of ground whose goals overlap, and those that cannot come back.
static void find_groups(goals *goals, const knot *knot)
{
    goals->has_groups = false;
    for (int32_t i = 0; i < knot->count; i++) {
        goals->groups[i] = (uint8_t)i;
        for (int32_t j = 0; j < i; j++) {
            const bool go = !knot->units[i].is_parked && !knot->units[j].is_parked;
            const bool is_shared =
                knot->units[i].ground == knot->units[j].ground &&
                (go ? places_touch(knot_goal(knot, i), knot_goal(knot, j), knot->radii[i] + knot->radii[j])
                    : knot->units[i].has_left && knot->units[j].has_left);
            const uint8_t from = goals->groups[i], to = goals->groups[j];
            if (!is_shared || from == to)
                continue;
            goals->has_groups = true;
            for (int32_t k = 0; k <= i; k++)
                if (goals->groups[k] == from || goals->groups[k] == to)
                    goals->groups[k] = from < to ? from : to;
        }
    }
}

/// Fills the ways from the nearest goal of a group: [0 .. places) of the goals' memory.
static fw_result fill_ways(goals *goals, const knot *knot, const places *places, distances *distances,
                           int32_t group, const int32_t *targets)
{
    const size_t count = (size_t)places->count;
    const fw_result result = MEMORY_RESERVE(goals->memory, goals->ways, goals->way_capacity, 2 * count);
    if (result != FW_OK)
        return result;
    uint16_t *nearest = goals->ways, *ways = goals->ways + count;
    int32_t rank = 0; // all of the group must get there
    for (int32_t i = group; i < knot->count; i++)
        if (goals->groups[i] == group && knot->units[i].rank > rank)
            rank = knot->units[i].rank;
    for (size_t i = 0; i < count; i++)
        nearest[i] = NO_WAY;
    for (int32_t i = group; i < knot->count; i++) {
        if (goals->groups[i] != group)
            continue;
        const fw_result filled =
            distances_fill(distances, places, knot->units[i].ground, rank, targets[i], ways);
        if (filled != FW_OK)
            return filled;
        for (size_t j = 0; j < count; j++)
            if (ways[j] < nearest[j])
                nearest[j] = ways[j];
    }
    return FW_OK;
}

/// Lets no place be taken that is too near to one that is taken.
static void close_places(goals *goals, const places *places, int32_t taken, double reach)
{
    for (int32_t i = 0; i < places->count; i++)
        if (places_touch(places->at[i], places->at[taken], reach))
            goals->ways[i] = NO_WAY;
}

/// The nearest by way of the first places that are not closed; -1: none.
static int32_t nearest_place(const goals *goals, int32_t count)
{
    int32_t best = -1;
    for (int32_t i = 0; i < count; i++)
        if (goals->ways[i] != NO_WAY && (best < 0 || goals->ways[i] < goals->ways[best]))
            best = i;
    return best;
}

static double largest_radius(const goals *goals, const knot *knot, int32_t group)
{
    double radius = 0;
    for (int32_t i = group; i < knot->count; i++)
        if (goals->groups[i] == group && knot->radii[i] > radius)
            radius = knot->radii[i];
    return radius;
}

/// Gives the units of a group the free places nearest to their goals.
static void take_places(goals *goals, const knot *knot, const places *places, int32_t group, int32_t *targets)
{
    const double radius = largest_radius(goals, knot, group);
    for (int32_t i = 0; i < knot->count; i++)
        if (goals->groups[i] != group)
            close_places(goals, places, targets[i], radius + knot->radii[i]);
    for (int32_t i = group; i < knot->count; i++) {
        if (goals->groups[i] != group)
            continue;
        const int32_t best = nearest_place(goals, places->count);
        if (best < 0)
            return; // there are too few
        targets[i] = best;
        close_places(goals, places, best, 2 * radius);
    }
}

/// True if a parked unit ends where another one does.
static bool is_in_way(const knot *knot, const places *places, const int32_t *targets, int32_t unit)
{
    bool touches = false;
    for (int32_t i = 0; i < knot->count && knot->units[unit].is_parked && !touches; i++)
        touches = i != unit && places_touch(places->at[targets[i]], places->at[targets[unit]],
                                            knot->radii[i] + knot->radii[unit]);
    return touches;
}

/// Lets parked units end at the nearest place by way where nobody else wants to be.
static fw_result clear_goals(goals *goals, knot *knot, const places *places, distances *distances,
                             int32_t *targets)
{
    for (int32_t i = 0; i < knot->count; i++) {
        const knot_unit *unit = &knot->units[i];
        if (!is_in_way(knot, places, targets, i))
            continue;
        fw_result result =
            MEMORY_RESERVE(goals->memory, goals->ways, goals->way_capacity, (size_t)places->count);
        if (result == FW_OK)
            result = distances_fill(distances, places, unit->ground, unit->rank, targets[i], goals->ways);
        if (result != FW_OK)
            return result;
        for (int32_t j = 0; j < knot->count; j++)
            if (j != i)
                close_places(goals, places, targets[j], knot->radii[i] + knot->radii[j]);
        const int32_t best = nearest_place(goals, places->shared_count);
        if (best < 0)
            continue;
        targets[i] = best;
        knot_end_elsewhere(knot, i, places->at[best]);
    }
    return FW_OK;
}

void goals_let_exchange(const goals *goals, knot *knot, bool all)
{
    for (int32_t i = 0; i < knot->count; i++) {
        int32_t first = 0;
        while (knot->units[first].ground != knot->units[i].ground ||
               knot->units[first].rank != knot->units[i].rank ||
               (!all && goals->groups[first] != goals->groups[i]))
            first++;
        knot->units[i].group = (uint8_t)first;
    }
}

fw_result goals_share(goals *goals, knot *knot, const places *places, distances *distances, int32_t *targets)
{
    find_groups(goals, knot);
    for (int32_t i = 1; i < knot->count && goals->has_groups; i++) {
        const int32_t group = goals->groups[i];
        bool is_second = group != i; // each group is met at its second unit
        for (int32_t j = group + 1; j < i; j++)
            is_second &= goals->groups[j] != group;
        if (!is_second || knot->units[i].is_parked) // those that cannot come back have places of their own
            continue;
        const fw_result result = fill_ways(goals, knot, places, distances, group, targets);
        if (result != FW_OK)
            return result;
        take_places(goals, knot, places, group, targets);
    }
    return clear_goals(goals, knot, places, distances, targets);
}
