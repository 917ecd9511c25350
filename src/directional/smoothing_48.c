#include "directional/smoothing_48.h"

#include <stdlib.h>

#include "base/compiler.h"
#include "curve/segment.h"
#include "directional/motions/departure.h"
#include "directional/motions/motion_set.h"
#include "directional/motions/motion_via.h"
#include "directional/motions/motions.h"
#include "search/best_first.h"

/// Weight of the estimate. The search need not improve the path, it only has to find motions along it.
#define PATH_WEIGHT 1.1

/// Weight of the estimate if motions are hops. The search gives up as soon as it expands a pose some points behind the
/// farthest one, so a detour of a tile must not make such a pose the cheapest.
#define HOP_WEIGHT 2.0

enum { POINTS_OF_WORK = 64 }; ///< points of the path that one unit of work measures, or adds to the corridor

struct smoothing_48 {
    best_first search;
    memory *memory;
    smoothing_query query;
    motion_ground ground; ///< in a backward search, the reverse of each forbidden move is forbidden
    corridor near;
    cost *left; ///< [cost * count] length of the path that remains, by advance
    size_t left_capacity;
    int32_t measured; ///< entries of `left` that are known, counted from the last one
    smoothing_hop *hops;
    size_t hop_capacity;
    int32_t farthest; ///< advance of the farthest pose that was expanded; -1 = none
    uint32_t farthest_slot;
};

/// The pose that the search expands for a pose of the unit, and the reverse. A backward search turns poses around,
/// because the motions that lead to a pose are the motions that leave the pose turned around.
static lattice_pose search_pose(const smoothing_48 *search, lattice_pose pose)
{
    return search->query.is_backward ? lattice_opposite(pose) : pose;
}

/// The number of points from the end of the path where the search begins to a point.
static int32_t advance_of(const smoothing_48 *search, int32_t point)
{
    return search->query.is_backward ? search->query.count - 1 - point : point;
}

static fw_node_id id_of(int32_t tile, int32_t heading)
{
    return (fw_node_id)((uint32_t)tile << 3 | ((uint32_t)heading & 7) |
                        ((uint32_t)heading & BETWEEN_EIGHTHS) << 28);
}

static int32_t tile_of(fw_node_id id)
{
    return (int32_t)((uint32_t)id << 1 >> 4);
}

static lattice_pose pose_of(const smoothing_48 *search, fw_node_id id)
{
    const corridor_tile *tile = &search->near.tiles[tile_of(id)];
    return (lattice_pose){ tile->x, tile->y, (int32_t)((id & 7) | (id >> 28 & BETWEEN_EIGHTHS)) };
}

/// The poses at which the search begins: the starts, or the goals of a backward search.
static const path_end_pose *beginnings(const smoothing_48 *search, int32_t *count)
{
    const smoothing_query *query = &search->query;
    *count = query->is_backward ? query->goal_count : query->start_count;
    return query->is_backward ? query->goals : query->starts;
}

/// The poses at which the search ends: the goals, or the starts of a backward search.
static const path_end_pose *endings(const smoothing_48 *search, int32_t *count)
{
    const smoothing_query *query = &search->query;
    *count = query->is_backward ? query->start_count : query->goal_count;
    return query->is_backward ? query->starts : query->goals;
}

static fw_result begin(void *context, successors *successors)
{
    const smoothing_48 *search = context;
    int32_t count;
    const path_end_pose *from = beginnings(search, &count);
    for (int32_t i = 0; i < count; i++) {
        const lattice_pose pose = search_pose(search, from[i].pose);
        const int32_t tile = corridor_find(&search->near, pose.x, pose.y);
        if (tile != NOT_IN_CORRIDOR)
            successors_push(successors, id_of(tile, pose.heading), from[i].cost, (uint16_t)i);
    }
    return FW_OK;
}

/// The index of the cheapest ending at a pose, or -1.
static int32_t ending_at(const smoothing_48 *search, lattice_pose pose)
{
    int32_t count, best = -1;
    const path_end_pose *to = endings(search, &count);
    for (int32_t i = 0; i < count; i++) {
        const lattice_pose end = search_pose(search, to[i].pose);
        if (end.x == pose.x && end.y == pose.y && end.heading == pose.heading &&
            (best < 0 || to[i].cost < to[best].cost))
            best = i;
    }
    return best;
}

/// True if a motion from one point of the path to another leads on along the path, by `most_hop` points at most.
static bool is_hop(const smoothing_48 *search, int32_t from, int32_t to)
{
    const int32_t hop = advance_of(search, to) - advance_of(search, from);
    return hop >= 1 && hop <= search->query.most_hop;
}

/// Pushes the poses that free motions lead to within the corridor. Most motions leave the corridor, so the corridor is
/// tested first.
///
/// @param shift  cost of driving on in this gear
/// @param hops   push only hops; a constant of the caller, so that each value gets an instance of its own
static ALWAYS_INLINE void push_motions(const smoothing_48 *search, lattice_pose pose, int32_t point,
                                       fw_gear gear, cost shift, bool hops, successors *successors)
{
    departure departure;
    departure_begin(&departure, &search->ground, pose, BASE_MOTIONS, gear, search->query.is_backward);
    const uint16_t via = motion_via(BASE_MOTIONS, gear);
    const cost change = search->query.gear_change;
    const control_set *controls = departure.controls;
    const bool is_bound = departure_is_bound(&departure);
    for (int32_t i = 0; i < controls->count; i++) {
        const motion *motion = &controls->motions[i];
        const int32_t tile = corridor_find(&search->near, pose.x + motion->dx, pose.y + motion->dy);
        if (tile != NOT_IN_CORRIDOR && (!hops || is_hop(search, point, search->near.tiles[tile].point)) &&
            departure_is_free(&departure, i) && (!is_bound || departure_lets_pass(&departure, motion)))
            successors_push(successors, id_of(tile, heading_turned(motion->end, departure.turned)),
                            motion->cost[gear] + shift + motion->changes * change, (uint16_t)(i | via));
    }
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    smoothing_48 *search = context;
    const lattice_pose pose = pose_of(search, id);
    const int32_t point = search->near.tiles[tile_of(id)].point, advance = advance_of(search, point);
    if (search->farthest_slot == NO_SLOT || advance > search->farthest) {
        search->farthest = advance;
        search->farthest_slot = successors->from_slot;
    }
    if (advance + search->query.falls_back <= search->farthest)
        return FW_NOT_FOUND;
    int32_t count;
    const int32_t end = ending_at(search, pose);
    if (end >= 0)
        successors_push_goal(successors, endings(search, &count)[end].cost);
    if (search->query.most_hop) {
        push_motions(search, pose, point, FW_FORWARD, 0, true, successors);
        return FW_OK;
    }
    const bool moves = node->parent != NO_SLOT, in_reverse = moves && node->via & REVERSE_BIT;
    const cost change = search->query.gear_change;
    push_motions(search, pose, point, FW_FORWARD, in_reverse ? change : 0, false, successors);
    if (search->query.backs_up)
        push_motions(search, pose, point, FW_REVERSE, moves && !in_reverse ? change : 0, false, successors);
    return FW_OK;
}

/// The remaining length of the path, and the distance by which a tile lies outside the margin: tiles for turning around
/// share the point of a path's end, so they need an estimate that leads back to the path.
static void estimate(void *context, successor *improved, size_t count)
{
    const smoothing_48 *search = context;
    for (size_t i = 0; i < count; i++) {
        const corridor_tile *tile = &search->near.tiles[tile_of(improved[i].id)];
        const corridor_tile *point = &search->query.points[tile->point];
        const int32_t dx = abs(tile->x - point->x), dy = abs(tile->y - point->y);
        const int32_t aside = (dx > dy ? dx : dy) - search->query.margin;
        improved[i].h =
            search->left[advance_of(search, tile->point)] + (cost)(aside > 0 ? aside : 0) * MOTION_SCALE;
    }
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const smoothing_48 *search = context;
    return motion_pose(search_pose(search, pose_of(search, id)), search->query.ground->table->offset);
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate, .place = place };

fw_result smoothing_48_create(memory *memory, page_pool *pool, smoothing_48 **created)
{
    smoothing_48 *search = memory_get_zeroed(memory, 1, sizeof *search);
    if (!search)
        return FW_NO_MEMORY;
    best_first_init(&search->search, memory, pool);
    search->memory = search->near.memory = memory;
    *created = search;
    return FW_OK;
}

/// Continues to fill `left`, from its last entry to its first.
///
/// @param points  most entries to fill in this call
/// @return true if all entries are filled
static bool measure_path(smoothing_48 *search, int32_t points)
{
    const smoothing_query *query = &search->query;
    for (; points > 0 && search->measured < query->count; points--, search->measured++) {
        const int32_t advance = query->count - 1 - search->measured, point = advance_of(search, advance);
        if (search->measured == 0) {
            search->left[advance] = 0;
            continue;
        }
        const int32_t next = query->is_backward ? point - 1 : point + 1; // toward the end
        const bool is_diagonal = query->points[point].x != query->points[next].x &&
                                 query->points[point].y != query->points[next].y;
        search->left[advance] =
            search->left[advance + 1] + (is_diagonal ? (cost)(MOTION_SCALE * SQRT2) : MOTION_SCALE);
    }
    return search->measured == query->count;
}

fw_result smoothing_48_reset(smoothing_48 *search, const smoothing_query *query, const search_limits *limits)
{
    search->query = *query;
    search->ground = *query->ground;
    search->ground.passage.is_backward = query->is_backward;
    search->farthest = -1;
    search->farthest_slot = NO_SLOT;
    int32_t first_count;
    beginnings(search, &first_count);
    const size_t most =
        (size_t)first_count + (size_t)query->ground->table->sets[BASE_MOTIONS].most * (1 + query->backs_up);
    search->measured = 0;
    if (best_first_reserve(&search->search, most) != FW_OK ||
        MEMORY_RESERVE(search->memory, search->left, search->left_capacity, (size_t)query->count) != FW_OK ||
        corridor_begin(&search->near, query->points, query->count, query->margin, query->turning) != FW_OK)
        return FW_NO_MEMORY;
    search_limits path_limits = *limits;
    path_limits.weight = query->most_hop ? HOP_WEIGHT : PATH_WEIGHT;
    path_limits.trace_scale = 1.0 / MOTION_SCALE;
    best_first_reset(&search->search, &kind, &path_limits, MOTION_SCALE);
    return FW_OK;
}

fw_result smoothing_48_run(smoothing_48 *search, uint64_t work)
{
    uint64_t left = work;
    while (!measure_path(search, POINTS_OF_WORK) || !corridor_fill(&search->near, POINTS_OF_WORK)) {
        search->search.count.work++;
        if (best_first_is_spent(&search->search, true))
            return FW_LIMIT;
        if (--left == 0)
            return FW_PENDING;
    }
    return best_first_run(&search->search, &kind, search, left);
}

/// Fills in the hops from a node back to its beginning, in the order in which they are driven. Returns the slot of the
/// beginning.
static uint32_t fill_hops(const smoothing_48 *search, uint32_t slot, int32_t count)
{
    const bool is_backward = search->query.is_backward;
    const node_store *nodes = &search->search.nodes;
    for (int32_t i = 0; i < count; i++) {
        const node *node = node_of(nodes, slot);
        const fw_node_id id = node_id_of(nodes, slot), before = node_id_of(nodes, node->parent);
        const lattice_pose from = search_pose(search, pose_of(search, before)),
                           to = search_pose(search, pose_of(search, id));
        search->hops[is_backward ? i : count - 1 - i] = (smoothing_hop){
            .from = is_backward ? to : from,
            .to = is_backward ? from : to,
            .point = search->near.tiles[tile_of(is_backward ? before : id)].point,
            .via = node->via,
        };
        slot = node->parent;
    }
    return slot;
}

/// The slot of SMOOTHING_END_BEST.
static uint32_t best_end(const smoothing_48 *search)
{
    const uint32_t slot = search->farthest_slot;
    const bool has_left = slot != NO_SLOT && node_of(&search->search.nodes, slot)->parent != NO_SLOT;
    return search->search.beyond == NO_SLOT && has_left ? slot : best_first_best(&search->search);
}

/// The slot at which a route ends; NO_SLOT if there is none.
static uint32_t slot_of_end(const smoothing_48 *search, smoothing_end end)
{
    return end == SMOOTHING_END_GOAL       ? search->search.goal_parent
           : end == SMOOTHING_END_FARTHEST ? search->farthest_slot
                                           : best_end(search);
}

fw_result smoothing_48_route(smoothing_48 *search, smoothing_end end, smoothing_route *route)
{
    const node_store *nodes = &search->search.nodes;
    const uint32_t slot = slot_of_end(search, end);
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    int32_t count = 0;
    for (uint32_t step = slot; node_of(nodes, step)->parent != NO_SLOT; step = node_of(nodes, step)->parent)
        count++;
    if (MEMORY_RESERVE(search->memory, search->hops, search->hop_capacity, (size_t)count) != FW_OK)
        return FW_NO_MEMORY;
    const uint32_t root = fill_hops(search, slot, count);
    const int32_t beginning = node_of(nodes, root)->via;
    const int32_t ending =
        end == SMOOTHING_END_GOAL ? ending_at(search, pose_of(search, node_id_of(nodes, slot))) : -1;
    const bool is_backward = search->query.is_backward;
    const fw_node_id from = node_id_of(nodes, is_backward ? slot : root);
    *route = (smoothing_route){ .first = is_backward ? ending : beginning,
                                .last = is_backward ? beginning : ending,
                                .hops = search->hops,
                                .count = count,
                                .from = search_pose(search, pose_of(search, from)),
                                .point = search->near.tiles[tile_of(from)].point };
    return FW_OK;
}

static motion_taken motion_of(const motion_table *table, const smoothing_hop *hop, bool is_backward)
{
    return motion_of_via(table, is_backward ? lattice_opposite(hop->to) : hop->from, hop->via);
}

int32_t smoothing_48_segment_count(const motion_table *table, const smoothing_hop *hop, bool is_backward)
{
    const motion_taken taken = motion_of(table, hop, is_backward);
    return motion_segment_count(taken.set, taken.motion);
}

fw_segment smoothing_48_segment(const motion_table *table, const smoothing_hop *hop, bool is_backward,
                                int32_t index)
{
    const motion_taken taken = motion_of(table, hop, is_backward);
    const lattice_pose from = is_backward ? hop->to : hop->from;
    const int32_t stored = is_backward ? motion_segment_count(taken.set, taken.motion) - 1 - index : index;
    const fw_segment segment = motion_segment(taken.set, taken.motion, stored, from.x + table->offset,
                                              from.y + table->offset, taken.gear);
    return is_backward ? segment_retraced(&segment) : segment;
}

void smoothing_48_statistics(const smoothing_48 *search, fw_statistics *statistics)
{
    *statistics = search->search.count;
    statistics->pages = search->search.nodes.page_count;
}

double smoothing_48_progress(const smoothing_48 *search)
{
    return search->farthest < 0 ? 0.0 : (double)search->farthest / search->query.count;
}
