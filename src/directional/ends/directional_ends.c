#include "directional/search/directional_inside.h"

#include <math.h>

#include "directional/search/speed_ladder.h"
#include "directional/search/speed_space.h"

enum {
    FIRST_PROBE = 32
}; ///< before the search begins, a flood from each end has reached more poses than this

cost directional_price(const directional_space *space, const fw_curve *curve)
{
    return (cost)fmin(ceil(curve_cost(&space->charges, space->ask.map, space->ground.overlay, curve)),
                      COST_LIMIT / 2);
}

/// Drops the connections outside the corridor.
static void keep_admitted(const directional_space *space, connections *all)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < all->count; i++)
        if (ground_admits(&space->ground, BASE_MOTIONS, all->items[i].at.x, all->items[i].at.y))
            all->items[kept++] = all->items[i];
    all->count = kept;
}

void directional_join(const directional_space *space, const connecting *connecting, connections *joined)
{
    connections_find(connecting, joined);
    keep_admitted(space, joined);
    for (int32_t i = 0; i < joined->count; i++)
        joined->items[i].cost = directional_price(space, &joined->items[i].curve);
}

/// Connects one end to the lattice.
static void join_end(const directional_space *space, const connecting *connecting, bool is_on_lattice,
                     lattice_pose at, connections *joined)
{
    if (!is_on_lattice) {
        directional_join(space, connecting, joined);
        return;
    }
    connections_set_lattice(joined, at, space->ask.table->headings);
    keep_admitted(space, joined);
}

/// True if a single curve from start to goal is the cheapest path, or if the search is for the least time, a path worth
/// comparing. The shortest curve need not be the cheapest one if tiles or turns have surcharges: then the curve must
/// cost no more than its length, and must be straight if turns cost.
static bool goes_direct(directional_space *space, connecting *connecting)
{
    const directional_query *ask = &space->ask;
    const bool has_corridor = space->ground.overlay && overlay_has_corridor(space->ground.overlay);
    fw_curve *curve = &space->direct;
    if (!ask->tries_direct || directional_is_extended(space) || has_corridor)
        return false;
    const bool is_drawn = has_several(space) ? directional_several_draw(space, connecting, curve)
                                             : connections_draw(connecting, ask->exact_start, curve);
    if (!is_drawn || !connections_curve_is_free(connecting, curve, PASSAGE_BEGINS | PASSAGE_ENDS))
        return false;
    if (ask->speeds)
        return true; // the search goes on, and this curve is one candidate
    if (space->charges.full_turn > 0)
        return curve->count == 0 ||
               (curve->count == 1 && curve->segments[0].curvature == 0 && !space->charges.is_rough);
    return !space->charges.is_rough ||
           (double)directional_price(space, curve) <= ceil(curve->cost * MOTION_SCALE);
}

bool directional_seems_dead(const directional_space *space, bool on_lattice, uint64_t *work)
{
    const directional_query *ask = &space->ask;
    if (ask->unit->def.reverse || !ask->table->escalates || ask->aim_count > 0)
        return false;
    const sweep_ground ground = { .open = ask->unit->body, .overlay = space->ground.overlay };
    const escape escape = escape_of(&ground, &space->body, ask->unit->def.turn_radius);
    if (has_several(space) && !ask->goal_any_heading &&
        directional_several_are_dead(space, &escape, on_lattice, work))
        return true;
    fw_pose back = ask->exact_goal;
    back.heading += FW_PI;
    if (!has_several(space) && !ask->goal_any_heading && ask->goal_on_lattice == on_lattice &&
        !escape_is_open(&escape, back, work))
        return true;
    return ask->start_on_lattice == on_lattice && !escape_is_open(&escape, ask->exact_start, work);
}

connecting directional_connecting(const directional_space *space)
{
    return (connecting){ .ground = sweep_ground_of(space->ask.unit, space->ground.overlay),
                         .body = &space->body,
                         .unit = &space->driver,
                         .offset = space->ask.table->offset,
                         .any_heading = space->ask.goal_any_heading,
                         .is_goal = true,
                         .is_extended = space->extended_joins & GOAL_END };
}

/// The pose of the start, or of the goal, and the conditions for its connections.
static connecting connecting_of(const directional_space *space, uint32_t end)
{
    connecting connecting = directional_connecting(space);
    connecting.pose = space->ask.exact_goal;
    if (end == START_END) {
        connecting.pose = space->ask.exact_start;
        connecting.is_goal = connecting.any_heading = false;
        connecting.is_extended = space->extended_joins & START_END;
    }
    return connecting;
}

/// True if floods may save work. They cannot if no pose is a dead end, if the search covers all reachable poses anyway,
/// or if a path is known.
static bool floods_help(const directional_space *space)
{
    return !space->ask.table->sets[BASE_MOTIONS].turns_in_place && space->ask.aim_count == 0 &&
           !space->has_direct;
}

static probe *flood_of(const directional_space *space, uint32_t end)
{
    return end == START_END ? space->forward : space->backward;
}

/// Lists the lattice poses at which a flood from an end begins: those of a goal are turned around.
///
/// @param[out] poses  [pose * MOST_SEEDS]
/// @return number of poses
static int32_t poses_at(const directional_space *space, uint32_t end, lattice_pose *poses)
{
    if (end == GOAL_END && has_several(space))
        return directional_several_seeds(space, poses);
    const connections *joined = end == START_END ? space->starts : space->goals;
    for (int32_t i = 0; i < joined->count; i++) {
        const lattice_pose at = joined->items[i].at;
        poses[i] = end == START_END ? at : lattice_opposite(at);
    }
    return joined->count;
}

static void begin_flood(directional_space *space, uint32_t end)
{
    static const lattice_pose nowhere = { -1, -1, -1 };
    const directional_query *ask = &space->ask;
    probe *flood = flood_of(space, end);
    lattice_pose from[MOST_SEEDS], target = nowhere;
    const int32_t count = poses_at(space, end, from);
    if (!floods_help(space) || (end == GOAL_END && has_several(space) && count == 0)) {
        flood->state = PROBE_GIVEN_UP;
        return;
    }
    if (end == START_END && ask->goal_on_lattice && !has_several(space))
        target = ask->goal;
    else if (end == GOAL_END && ask->start_on_lattice)
        target = lattice_opposite(ask->start);
    probe_begin(flood, &space->ground, from, count, target);
}

/// Connects an end to the lattice, unless it is connected, and begins a flood from there.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result open_end(directional_space *space, uint32_t end)
{
    const directional_query *ask = &space->ask;
    const connecting connecting = connecting_of(space, end);
    if (!(space->joined_ends & end)) {
        if (end == START_END)
            join_end(space, &connecting, ask->start_on_lattice, ask->start, space->starts);
        else if (!has_several(space))
            join_end(space, &connecting, ask->goal_on_lattice, ask->goal, space->goals);
        else if (directional_several_begin(space) != FW_OK)
            return FW_NO_MEMORY;
        space->joined_ends |= end;
    }
    begin_flood(space, end);
    return FW_OK;
}

/// True if a flood has reached all reachable poses, and none is near enough to a tile to be connected to it.
static bool stays_away(const probe *flood, lattice_pose tile)
{
    for (int32_t i = 0; i < flood->end; i++) {
        const lattice_pose at = lattice_of(flood->queue[i]);
        if (abs(at.x - tile.x) <= CONNECTION_REACH && abs(at.y - tile.y) <= CONNECTION_REACH)
            return false;
    }
    return flood->state == PROBE_DRY;
}

void directional_space_join_start(const directional_space *space, connections *joined)
{
    const connecting connecting = connecting_of(space, START_END);
    join_end(space, &connecting, space->ask.start_on_lattice, space->ask.start, joined);
}

/// True if the flood from an end proves that there is no path on the lattice, so that the other end need not be
/// connected: the end has no connections, or all reachable poses stay away from the other end.
static bool is_shut_in(directional_space *space, uint32_t end)
{
    const directional_query *ask = &space->ask;
    const bool is_start = end == START_END, is_bare = (is_start ? space->starts : space->goals)->count == 0;
    probe *flood = flood_of(space, end);
    if (has_several(space) || (!is_bare && (is_start ? ask->goal_on_lattice : ask->start_on_lattice)))
        return false;
    while (flood->state == PROBE_OPEN && flood->end <= FIRST_PROBE)
        space->before.work += (uint64_t)probe_step(flood, 1);
    return is_bare || stays_away(flood, is_start ? ask->goal : ask->start);
}

fw_result directional_connect_ends(directional_space *space)
{
    const directional_query *ask = &space->ask;
    connecting connecting = connecting_of(space, GOAL_END);
    space->has_direct = goes_direct(space, &connecting);
    space->forward->state = space->backward->state = PROBE_GIVEN_UP;
    if (!space->has_direct && !directional_is_extended(space))
        space->seems_dead = directional_seems_dead(space, false, &space->before.work);
    if ((space->has_direct && !ask->speeds) || space->seems_dead)
        return FW_OK;
    const uint32_t first = ask->goal_any_heading ? START_END : GOAL_END; // the end with fewer connections
    if (open_end(space, first) != FW_OK)
        return FW_NO_MEMORY;
    return is_shut_in(space, first) ? FW_OK : open_end(space, BOTH_ENDS & ~first);
}

cost directional_last_cost(const directional_space *space, fw_node_id id, const connection *connection)
{
    if (space->ask.speeds) {
        const uint32_t took = speed_space_last_cost(space, id, connection);
        return took == LADDER_IMPOSSIBLE ? COST_LIMIT : took;
    }
    return connection->cost + (connection->curve.count > 0 ? shift_cost(space, id, connection->gear) : 0);
}

const connection *directional_cheapest(const directional_space *space, const connection *items, int32_t count,
                                       fw_node_id id, const connection *last, cost *step)
{
    const lattice_pose at = lattice_of(id);
    for (int32_t i = 0; i < count; i++) {
        const connection *connection = &items[i];
        if (connection->at.x != at.x || connection->at.y != at.y || connection->at.heading != at.heading)
            continue;
        const cost here = directional_last_cost(space, id, connection);
        if (here < COST_LIMIT && (!last || here < *step)) {
            last = connection;
            *step = here;
        }
    }
    return last;
}

const connection *directional_last_connection(const directional_space *space, fw_node_id id, cost *step)
{
    if (has_several(space))
        return directional_several_last(space, id, step);
    const lattice_pose at = lattice_of(id), goal = space->ask.goal;
    if (abs(at.x - goal.x) > space->goal_reach || abs(at.y - goal.y) > space->goal_reach)
        return NULL;
    return directional_cheapest(space, space->goals->items, space->goals->count, id, NULL, step);
}

/// True if a flood has reached one of the poses at which the flood from the other end begins. Floods from start and
/// goal turn poses around, each relative to the other.
static bool meets(const probe *probe, const lattice_pose *others, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (probe_has_seen(probe, lattice_opposite(others[i])))
            return true;
    return false;
}

bool directional_goal_is_cut_off(const directional_space *space)
{
    const probe *backward = space->backward;
    bool is_cut_off = backward->state == PROBE_DRY;
    for (int32_t i = 0; i < space->starts->count && is_cut_off; i++)
        is_cut_off = !probe_has_seen(backward, lattice_opposite(space->starts->items[i].at));
    return is_cut_off;
}

/// The flood that has reached fewer poses. If both have reached as many, the flood that ran dry with fewer motions,
/// because it will probably run dry again.
static probe *narrower_of(const directional_space *space)
{
    probe *forward = space->forward, *backward = space->backward;
    if (forward->end == backward->end && backward->end > 0)
        return space->suspect;
    return forward->end < backward->end ? forward : backward;
}

fw_result directional_probe_ends(directional_space *space, uint64_t *work)
{
    probe *forward = space->forward, *backward = space->backward;
    while (forward->state == PROBE_OPEN && backward->state == PROBE_OPEN) {
        probe *narrower = narrower_of(space);
        if (narrower->end > FIRST_PROBE)
            return FW_OK;
        *work += (uint64_t)probe_step(narrower, 1);
    }
    const uint32_t dry = forward->state == PROBE_DRY ? START_END : GOAL_END;
    probe *flood = flood_of(space, dry);
    if (flood->state != PROBE_DRY)
        return FW_OK;
    lattice_pose others[MOST_SEEDS];
    const int32_t count = poses_at(space, BOTH_ENDS & ~dry, others);
    space->suspect = flood;
    return meets(flood, others, count) ? FW_OK : FW_NOT_FOUND;
}

/// True if no pose of a flood at one end lies near the other end.
static bool keeps_away(const directional_space *space, const probe *flood, uint32_t other)
{
    for (int32_t i = 0; i < flood->end; i++) {
        const lattice_pose at = lattice_of(flood->queue[i]);
        if (ground_is_near(&space->ground, other, at.x, at.y))
            return false;
    }
    return true;
}

static uint32_t lattice_ends(const directional_space *space)
{
    return (space->ask.start_on_lattice ? START_END : 0) | (space->ask.goal_on_lattice ? GOAL_END : 0);
}

/// The ends whose floods ran dry. An end without connections counts: its flood runs dry at once.
static uint32_t dry_ends(const directional_space *space)
{
    return (space->forward->state == PROBE_DRY ? START_END : 0) |
           (space->backward->state == PROBE_DRY ? GOAL_END : 0);
}

/// Those of some ends that extended connections may help.
///
/// @param ends  ends that do not lie on the lattice
static uint32_t loose_ends(const directional_space *space, uint32_t ends)
{
    uint32_t loose = 0;
    for (uint32_t end = START_END; end <= GOAL_END; end <<= 1) {
        const connecting connecting = connecting_of(space, end);
        if (ends & ~space->extended_joins & end && connections_may_loop(&connecting))
            loose |= end;
    }
    return loose;
}

/// Allows extended connections at ends that lie between lattice poses, and extended motions near ends on the lattice.
///
/// @return false if nothing changed: these were allowed before, or cannot help
static bool extend(directional_space *space, uint32_t ends)
{
    motion_ground *ground = &space->ground;
    const uint32_t on_lattice = lattice_ends(space), both = has_several(space) ? GOAL_END : 0;
    const uint32_t joins = space->extended_joins, moves = ground->extended_ends;
    const bool has_extended = ground->table->set_count > EXTENDED_MOTIONS;
    space->extended_joins |= (ends & both) | loose_ends(space, ends & ~on_lattice & ~both);
    ground->extended_ends |= has_extended ? ends & (on_lattice | both) : 0;
    space->joined_ends &= joins | ~space->extended_joins;
    return space->extended_joins != joins || ground->extended_ends != moves;
}

bool directional_extend(directional_space *space)
{
    const uint32_t dry = space->ask.unit->def.reverse ? 0 : dry_ends(space);
    if (dry && extend(space, dry))
        return true;
    if (dry ? keeps_away(space, dry & START_END ? space->forward : space->backward, BOTH_ENDS & ~dry)
            : space->search.count.expanded > PROBE_MOST)
        return false;
    return extend(space, BOTH_ENDS);
}
