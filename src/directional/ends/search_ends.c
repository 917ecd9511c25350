#include "directional/ends/search_ends.h"

#include <math.h>
#include <string.h>

#include "directional/ends/end_connections.h"
#include "directional/ends/end_floods.h"
#include "map/overlay.h"

fw_result search_ends_init(search_ends *ends, memory *memory, directional_task *task)
{
    *ends = (search_ends){ .memory = memory, .task = task };
    ends->starts = memory_get_zeroed(memory, 1, sizeof *ends->starts);
    ends->found = memory_get_zeroed(memory, 1, sizeof *ends->found);
    ends->forward = memory_get_zeroed(memory, 1, sizeof *ends->forward);
    ends->backward = memory_get_zeroed(memory, 1, sizeof *ends->backward);
    const bool is_whole = ends->starts && ends->found && ends->forward && ends->backward;
    return is_whole ? FW_OK : FW_NO_MEMORY;
}

fw_result search_ends_reset(search_ends *ends, const directional_query *query)
{
    const size_t count = (size_t)query->goals.count;
    if (MEMORY_RESERVE(ends->memory, ends->goals, ends->goal_capacity, count) != FW_OK ||
        MEMORY_RESERVE(ends->memory, ends->goal_ranges, ends->range_capacity, count) != FW_OK)
        return FW_NO_MEMORY;
    directional_query kept = *query;
    memcpy(ends->goals, query->goals.items, count * sizeof *ends->goals);
    kept.goals.items = ends->goals;
    *ends->task = directional_task_of(&kept);
    ends->loose_count = 0;
    for (size_t i = 0; i < count; i++)
        ends->loose_count += !ends->goals[i].on_lattice;
    ends->connected = ends->extended_connections = 0;
    ends->suspect = ends->forward;
    ends->starts->count = 0;
    search_ends_clear_goals(ends);
    return FW_OK;
}

typedef bool draw_fn(const connection_query *query, fw_pose from, fw_curve *curve);

/// Draws the cheapest curve to any of the goals into `direct`; false if there is none, or if it touches something.
static bool draw_free(search_ends *ends, draw_fn *draw)
{
    const goal_set *goals = &ends->task->query.goals;
    const fw_pose start = ends->task->query.start.pose;
    double least = INFINITY;
    for (int32_t i = 0; i < goals->count; i++) {
        const connection_query query = search_ends_to_goal(ends, i);
        const double dx = query.pose.x - start.x, dy = query.pose.y - start.y;
        fw_curve drawn;
        if (dx * dx + dy * dy < least * least && draw(&query, start, &drawn) && drawn.cost < least) {
            least = drawn.cost;
            ends->direct = drawn;
        }
    }
    const connection_query query = search_ends_to_goal(ends, 0);
    return least < INFINITY &&
           connections_curve_is_free(&query, &ends->direct, PASSAGE_BEGINS | PASSAGE_ENDS);
}

/// True if the cheapest curve without obstacles is the cheapest path although tiles or turns may have surcharges: it
/// costs no more than without them, and is straight if turns cost.
static bool has_no_surcharge(const directional_task *task, const fw_curve *curve)
{
    if (task->charges.full_turn > 0)
        return curve->count == 0 ||
               (curve->count == 1 && curve->segments[0].curvature == 0 && !task->charges.is_rough);
    return !task->charges.is_rough ||
           (double)directional_task_price(task, curve) <= ceil(curve->cost * MOTION_SCALE);
}

/// Finds a single curve from the start to a goal. Only the cheapest curve of all can be the answer without a search. If
/// that curve leads over expensive tiles, it competes with what a greedy search finds. If it touches something on the
/// way to a goal without a heading, a turn and a line may be free, and compete with what the search finds, if they cost
/// no more than without surcharges. A search for the least time takes any curve as a competitor.
static direct_state find_direct(search_ends *ends)
{
    const directional_query *query = &ends->task->query;
    if (!query->tries_direct || search_ends_are_extended(ends) ||
        overlay_has_corridor(ends->task->ground.overlay))
        return DIRECT_NONE;
    if (!query->speeds && draw_free(ends, connections_draw)) {
        if (has_no_surcharge(ends->task, &ends->direct))
            return DIRECT_CHEAPEST;
        if (query->is_greedy && ends->task->charges.is_rough)
            return DIRECT_ROUGH;
    }
    if (query->goals.any_heading) {
        const bool is_free = draw_free(ends, connections_draw_turn);
        return is_free && (query->speeds || has_no_surcharge(ends->task, &ends->direct)) ? DIRECT_POSSIBLE
                                                                                         : DIRECT_NONE;
    }
    return query->speeds && draw_free(ends, connections_draw) ? DIRECT_POSSIBLE : DIRECT_NONE;
}

/// Connects an end to the lattice, unless it is connected, and begins a flood from there. FW_OK or FW_NO_MEMORY.
static fw_result open_end(search_ends *ends, uint32_t end)
{
    if (!(ends->connected & end)) {
        if (end == START_END)
            search_ends_connect_start(ends, ends->starts);
        else if (search_ends_connect_goals(ends) != FW_OK)
            return FW_NO_MEMORY;
        ends->connected |= end;
    }
    search_ends_begin_flood(ends, end);
    return FW_OK;
}

void search_ends_look_straight(search_ends *ends)
{
    ends->direct_state = find_direct(ends);
    ends->flood_result = FW_PENDING;
    ends->dry_end = 0;
    ends->forward->state = ends->backward->state = FLOOD_GIVEN_UP;
}

fw_result search_ends_connect(search_ends *ends, uint64_t *work)
{
    const directional_query *query = &ends->task->query;
    search_ends_look_straight(ends);
    if (ends->direct_state == DIRECT_CHEAPEST)
        return FW_OK;
    const uint32_t first = query->goals.any_heading ? START_END : GOAL_END; // the end with fewer connections
    if (open_end(ends, first) != FW_OK)
        return FW_NO_MEMORY;
    return search_ends_are_shut_in(ends, first, work) ? FW_OK : open_end(ends, BOTH_ENDS & ~first);
}

/// The ends that extended connections may help.
///
/// @param which  candidates: ends between lattice poses; the goals only if there is one
static uint32_t loose_ends(const search_ends *ends, uint32_t which)
{
    uint32_t loose = 0;
    for (uint32_t end = START_END; end <= GOAL_END; end <<= 1) {
        const connection_query query =
            end == START_END ? search_ends_from_start(ends) : search_ends_to_goal(ends, 0);
        if (which & ~ends->extended_connections & end && connections_may_loop(&query))
            loose |= end;
    }
    return loose;
}

/// Allows extended connections at ends that lie between lattice poses, and extended motions near ends on the lattice.
/// Several goals may be of both kinds. Returns false if nothing changed: these were allowed before, or cannot help.
static bool extend(search_ends *ends, uint32_t which)
{
    const directional_task *task = ends->task;
    motion_ground *ground = &ends->task->ground;
    const uint32_t on_lattice =
        (task->query.start.on_lattice ? START_END : 0) | (ends->loose_count == 0 ? GOAL_END : 0);
    const uint32_t of_both_kinds = task->goal ? 0 : GOAL_END;
    const uint32_t connections_before = ends->extended_connections, motions_before = ground->extended_ends;
    const bool has_extended = ground->table->set_count > EXTENDED_MOTIONS;
    ends->extended_connections |=
        (which & of_both_kinds) | loose_ends(ends, which & ~on_lattice & ~of_both_kinds);
    ground->extended_ends |= has_extended ? which & (on_lattice | of_both_kinds) : 0;
    ends->connected &= connections_before | ~ends->extended_connections;
    return ends->extended_connections != connections_before || ground->extended_ends != motions_before;
}

/// True if no pose that a flood from one end has reached lies near the other end.
static bool keeps_away(const search_ends *ends, const flood *flood, uint32_t other)
{
    for (int32_t i = 0; i < flood->end; i++) {
        const lattice_pose pose = lattice_of(flood->queue[i]);
        if (ground_is_near(&ends->task->ground, other, pose.x, pose.y))
            return false;
    }
    return true;
}

bool search_ends_extend(search_ends *ends, bool only_dry)
{
    // An end without connections counts as dry: its flood runs dry at once.
    const uint32_t dry = ends->task->query.unit->def.reverse
                             ? 0
                             : (ends->forward->state == FLOOD_DRY ? START_END : 0u) |
                                   (ends->backward->state == FLOOD_DRY ? GOAL_END : 0u);
    if (dry && extend(ends, dry))
        return true;
    if (dry ? keeps_away(ends, dry & START_END ? ends->forward : ends->backward, BOTH_ENDS & ~dry) : only_dry)
        return false;
    return extend(ends, BOTH_ENDS);
}
