#include "directional/search/directional_inside.h"

#include <math.h>

#include "directional/ends/escape.h"

fw_result directional_several_reset(directional_space *space)
{
    const goal_places *places = &space->ask.several;
    const size_t count = (size_t)places->count;
    if (memory_reserve(space->memory, &space->joints, &space->joint_capacity, count, sizeof *space->joints) !=
            FW_OK ||
        memory_reserve(space->memory, &space->origins, &space->origin_capacity, count,
                       sizeof *space->origins) != FW_OK)
        return FW_NO_MEMORY;
    space->loose = 0;
    for (int32_t i = 0; i < places->count; i++) {
        space->origins[i] = (field_origin){ .x = places->items[i].at.x, .y = places->items[i].at.y };
        space->loose += !places->items[i].on_lattice;
    }
    const bool reverses = space->ask.unit->def.reverse;
    space->guide.sees_places = count > 0 && count <= PLACES_SEEN && !places->any_heading &&
                               (!reverses || (space->ask.is_greedy && space->loose == 0));
    for (int32_t i = 0; space->guide.sees_places && i < places->count; i++)
        goal_curve_aim(&space->guide.to_places[i], space->ask.table->lookup, places->items[i].at,
                       places->items[i].pose, space->ask.unit->def.turn_radius, space->ask.table->offset);
    return FW_OK;
}

bool directional_several_draw(const directional_space *space, connecting *connecting, fw_curve *curve)
{
    const goal_places *places = &space->ask.several;
    const fw_pose start = space->ask.exact_start;
    double least = INFINITY;
    for (int32_t i = 0; i < places->count; i++) {
        const double dx = places->items[i].pose.x - start.x, dy = places->items[i].pose.y - start.y;
        fw_curve drawn;
        if (dx * dx + dy * dy >= least * least)
            continue;
        connecting->pose = places->items[i].pose;
        if (connections_draw(connecting, start, &drawn) && drawn.cost < least) {
            least = drawn.cost;
            *curve = drawn;
        }
    }
    return least < INFINITY;
}

bool directional_several_are_dead(const directional_space *space, const escape *escape, bool on_lattice,
                                  uint64_t *work)
{
    const goal_places *places = &space->ask.several;
    if (goal_places_are_on_lattice(places) != on_lattice)
        return false;
    for (int32_t i = 0; i < places->count; i++) {
        fw_pose back = places->items[i].pose;
        back.heading += FW_PI;
        if (escape_is_open(escape, back, work))
            return false;
    }
    return true;
}

/// Connects a place to the lattice.
static fw_result join_place(directional_space *space, int32_t index)
{
    connections *found = space->goals;
    connecting connecting = directional_connecting(space);
    connecting.pose = space->ask.several.items[index].pose;
    directional_join(space, &connecting, found);
    if (memory_reserve(space->memory, &space->joined, &space->joined_capacity,
                       space->joined_count + (size_t)found->count, sizeof *space->joined) != FW_OK)
        return FW_NO_MEMORY;
    space->joints[index] = (place_joint){ (int32_t)space->joined_count, found->count };
    for (int32_t i = 0; i < found->count; i++)
        space->joined[space->joined_count++] = found->items[i];
    found->count = 0;
    return FW_OK;
}

fw_result directional_several_begin(directional_space *space)
{
    const goal_places *places = &space->ask.several;
    space->joined_count = 0;
    for (int32_t i = 0; i < places->count; i++)
        space->joints[i] = (place_joint){ .first = -1 };
    for (int32_t i = 0; i < places->count && places->count <= PLACES_SEEN; i++)
        if (!places->items[i].on_lattice && join_place(space, i) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Finds the next place between lattice poses that may have a connection to a tile. Places are sorted by y, then x, so
/// the rows and columns out of reach are skipped by bisection.
///
/// @param from  index to begin with
/// @return the index of the place, or -1 if there are no more
static int32_t next_loose_place(const directional_space *space, lattice_pose near, int32_t from)
{
    const goal_places *places = &space->ask.several;
    int32_t i = from;
    while (i < places->count) {
        const goal_place *place = &places->items[i];
        const int32_t y = place->at.y < near.y - CONNECTION_REACH ? near.y - CONNECTION_REACH : place->at.y;
        if (y > near.y + CONNECTION_REACH)
            break;
        if (y > place->at.y || place->at.x < near.x - CONNECTION_REACH)
            i = goal_places_from(places, near.x - CONNECTION_REACH, y);
        else if (place->at.x > near.x + CONNECTION_REACH)
            i = goal_places_from(places, near.x - CONNECTION_REACH, y + 1);
        else if (place->on_lattice)
            i++;
        else
            return i;
    }
    return -1;
}

fw_result directional_several_join(directional_space *space, lattice_pose at, uint64_t *work)
{
    if (space->loose == 0)
        return FW_OK;
    for (int32_t i = next_loose_place(space, at, 0); i >= 0; i = next_loose_place(space, at, i + 1)) {
        if (space->joints[i].first >= 0)
            continue;
        ++*work;
        return join_place(space, i) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
    }
    return FW_OK;
}

const connection *directional_several_last(const directional_space *space, fw_node_id id, cost *step)
{
    static const connection none = { .gear = FW_FORWARD };
    const lattice_pose at = lattice_of(id);
    if (goal_places_hold(&space->ask.several, at)) {
        *step = directional_last_cost(space, id, &none);
        return *step < COST_LIMIT ? &none : NULL;
    }
    const connection *last = NULL;
    if (space->loose == 0)
        return NULL;
    for (int32_t i = next_loose_place(space, at, 0); i >= 0; i = next_loose_place(space, at, i + 1)) {
        const place_joint *joint = &space->joints[i];
        if (joint->count > 0)
            last = directional_cheapest(space, &space->joined[joint->first], joint->count, id, last, step);
    }
    return last;
}

cost directional_several_curve(const directional_space *space, lattice_pose at)
{
    const goal_places *places = &space->ask.several;
    cost least = (LOOKUP_REACH + 1) * MOTION_SCALE;
    for (int32_t i = 0; i < places->count; i++) {
        const goal_place *place = &places->items[i];
        if (!lookup_covers(at, place->at))
            continue;
        const cost length =
            place->on_lattice ? lookup_at_least(space->ask.table->lookup, at, place->at, space->ask.is_greedy)
                              : goal_curve_length(&space->guide.to_places[i], at);
        least = length < least ? length : least;
    }
    return least;
}

/// Adds the poses of a place on the lattice to a flood's first poses, turned around.
///
/// @return the new number of poses
static int32_t add_lattice_seeds(const directional_space *space, lattice_pose at, lattice_pose *seeds,
                                 int32_t count)
{
    for (int32_t heading = 0; heading < space->ask.table->headings && count < MOST_SEEDS; heading++)
        if (at.heading < 0 || at.heading == heading)
            seeds[count++] = lattice_opposite((lattice_pose){ at.x, at.y, heading });
    return count;
}

int32_t directional_several_seeds(const directional_space *space, lattice_pose *seeds)
{
    const goal_places *places = &space->ask.several;
    int32_t count = 0;
    for (int32_t i = 0; i < places->count; i++) {
        const place_joint *joint = &space->joints[i];
        if (places->items[i].on_lattice)
            count = add_lattice_seeds(space, places->items[i].at, seeds, count);
        else if (joint->first < 0)
            return 0;
        for (int32_t k = 0; k < joint->count && count < MOST_SEEDS; k++)
            seeds[count++] = lattice_opposite(space->joined[joint->first + k].at);
        if (count == MOST_SEEDS)
            return 0;
    }
    return count;
}
