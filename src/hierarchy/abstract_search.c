#include "hierarchy/abstract_search.h"

#include "hierarchy/abstract_goals.h"
#include "hierarchy/departure.h"

static const cluster_at no_cluster = { -1, -1 };

enum { NO_TRANSITION = -1 };

cost abstract_search_remaining(const abstract_space *space, int32_t x, int32_t y)
{
    const grid_goal *goal = &space->ask.goal;
    const bool orthogonal = space->rules.corners == FW_CORNERS_ORTHOGONAL;
    const uint64_t distance = goal->kind == GRID_GOAL_ANCHOR
                                  ? grid_distance(goal->x - x, goal->y - y, orthogonal)
                                  : grid_goal_distance(goal, x, y, orthogonal);
    return distance * (2 * GROUND_STRAIGHT * space->rules.cheapest) / STRAIGHT_STEP;
}

/// Distances from all landmarks to the transitions across a side, or null. There are such transitions.
static const uint16_t *distances_across(const abstract_space *space, cluster_at cluster, int side)
{
    const landmarks *landmarks = &space->ask.table->landmarks;
    const landmark_distances *known = landmarks->known;
    const uint32_t row = landmarks_row(landmarks, landmarks_slot(&space->grid, cluster, side));
    return row == LANDMARKS_NONE ? NULL : &known->distance[(size_t)row * (size_t)known->count];
}

/// A lower bound of the cost from a transition to the goal, by landmarks. The transition's distances are rounded down
/// once and the goal's twice, so that a difference may be too large by two. Not inlined, so that compilers compare all
/// landmarks at once.
static NEVER_INLINE cost remaining_by_landmarks(const abstract_space *space, const uint16_t *distance)
{
    const uint16_t *goal = space->from_landmark;
    uint16_t most = 2;
    const landmark_distances *landmarks = space->ask.table->landmarks.known;
    for (int group = 0; group < landmarks->count; group += LANDMARK_GROUP)
        for (int i = group; i < group + LANDMARK_GROUP; i++) {
            const uint16_t far = distance[i] > goal[i] ? distance[i] : goal[i];
            const uint16_t near = distance[i] < goal[i] ? distance[i] : goal[i];
            const uint16_t apart = (uint16_t)(far - near);
            most = apart > most ? apart : most;
        }
    return (cost)(most - 2) << landmarks->shift;
}

static cluster_box box_of(const abstract_space *space, cluster_at cluster)
{
    return cluster_box_of(&space->grid, cluster);
}

/// The way out of a cluster across a side.
typedef struct crossing {
    bool is_known;
    fw_node_id first;          ///< the node that the first transition leads to
    const uint16_t *landmarks; ///< [transition][landmark] distances, or null
} crossing;

/// @param side  one that has transitions
static crossing crossing_of(const abstract_space *space, const departure *from, int side)
{
    const cluster_entry entry = { cluster_beside(from->cluster, side), move_opposite(side), 0 };
    return (crossing){ true, cluster_entry_id(&space->grid, entry),
                       from->exits.have_landmarks ? distances_across(space, from->cluster, side) : NULL };
}

/// Pushes the node that a transition leads to.
///
/// @param place  of the transition in the list of the side that it leads across
/// @param step   cost to the middle of its step
static ALWAYS_INLINE void push(const abstract_space *space, successors *successors, const departure *from,
                               const crossing *across, const transition *through, int32_t place,
                               uint64_t step)
{
    successor to;
    if (!successors_reach(successors, across->first + (fw_node_id)place, step, transition_packed(through),
                          false, &to))
        return;
    const int32_t row = cluster_grid_row(&space->grid, through->tile);
    const int32_t column = through->tile - row * (space->grid.side + 2);
    const int32_t x = from->box.x + column - 1 + move_dx[through->move];
    const int32_t y = from->box.y + row - 1 + move_dy[through->move];
    const cost straight = abstract_search_remaining(space, x, y);
    const cost around = across->landmarks
                            ? remaining_by_landmarks(
                                  space, &across->landmarks[place * space->ask.table->landmarks.known->count])
                            : 0;
    successors_open(successors, space, &to, straight > around ? straight : around);
}

/// Begins the wave from the goals of the cluster that is loaded, unless it has begun.
static void begin_at_goals(abstract_space *space)
{
    if (space->to_goals.has_wave)
        return;
    joint_begin_wave(&space->to_goals);
    abstract_goals_seed(space, &space->to_goals.over);
}

/// Joins the start to the goals of its cluster, if these are joined to the transitions already. Returns the work.
static uint64_t join_start_to_goals(abstract_space *space)
{
    if (!cluster_is_same(space->goal_cluster, space->start_cluster) || space->start_knows_goals)
        return 0;
    cluster_wave *over = &space->to_goals.over;
    const int32_t start = ground_tile(&over->ground, space->ask.start_x, space->ask.start_y);
    begin_at_goals(space);
    wave_want(&over->wave, start);
    const uint64_t work = wave_run(&over->wave);
    space->from_start_to_goal = wave_distance(&over->wave, start);
    space->start_knows_goals = true;
    return work;
}

/// Forgets the costs to the transitions that the unit may not use: they are dead ends.
static void keep_own(const abstract_space *space, const cluster_exits *exits, joint *joint)
{
    if (!space->ask.kind || !exits->record)
        return;
    const shared_notes notes = shared_notes_of(exits->record);
    for (int32_t i = 0; i < exits->first[MOVE_COUNT]; i++)
        if (!(notes.may_use[i] & space->ask.kind))
            joint->cost[i] = WAVE_UNKNOWN;
}

/// Finds the costs from the goals of the cluster that is loaded to its transitions. Returns the work.
static uint64_t measure_from_goals(abstract_space *space, const cluster_exits *exits)
{
    const grid_goal *goal = &space->ask.goal;
    joint *joint = &space->to_goals;
    const int32_t count = exits->first[MOVE_COUNT];
    if (goal->kind == GRID_GOAL_ANCHOR)
        return joint_measure(joint, &space->rules, exits->transitions, count,
                             ground_tile(&joint->over.ground, goal->x, goal->y));
    begin_at_goals(space);
    return joint_measure_by_wave(joint, exits->transitions, count);
}

/// Joins the goals of a cluster to its transitions. Returns the work.
static uint64_t join_goals(abstract_space *space, const departure *from)
{
    joint_load(&space->to_goals, &space->rules, from->box);
    space->goal_cluster = from->cluster;
    const uint64_t work = measure_from_goals(space, &from->exits);
    keep_own(space, &from->exits, &space->to_goals);
    return work + join_start_to_goals(space);
}

void abstract_search_begin_at_goals(abstract_space *space, cluster_at cluster)
{
    if (!cluster_is_same(space->goal_cluster, cluster)) {
        joint_load(&space->to_goals, &space->rules, box_of(space, cluster));
        space->goal_cluster = no_cluster; // the costs are of another one
    }
    begin_at_goals(space);
}

/// True if a cluster has transitions, and all of them have distances from landmarks.
static bool has_landmark_distances(const abstract_space *space, cluster_at cluster)
{
    const cluster_record *record = departure_record(space, cluster);
    bool has_all = record && space->ask.table->landmarks.are_valid;
    for (int side = 0; side < MOVE_COUNT && has_all; side++)
        has_all = record->first[side] == record->first[side + 1] || distances_across(space, cluster, side);
    return has_all;
}

/// Finds the distances of the goal from all landmarks: the least ones through a transition of its cluster.
static void measure_goal(abstract_space *space, cluster_at cluster)
{
    const landmark_distances *landmarks = space->ask.table->landmarks.known;
    const int shift = landmarks->shift;
    const cluster_record *record = departure_record(space, cluster);
    uint64_t least[LANDMARKS_MOST];
    for (int i = 0; i < landmarks->count; i++)
        least[i] = (uint64_t)LANDMARK_FAR << shift;
    for (int side = 0; side < MOVE_COUNT; side++)
        for (int32_t t = record->first[side]; t < record->first[side + 1]; t++) {
            if (space->to_goals.cost[t] == WAVE_UNKNOWN)
                continue;
            const uint16_t *rows = distances_across(space, cluster, side) +
                                   (ptrdiff_t)(t - record->first[side]) * landmarks->count;
            for (int i = 0; i < landmarks->count; i++) {
                const uint64_t far = (uint64_t)rows[i] << shift;
                if (rows[i] != LANDMARK_FAR && far + space->to_goals.cost[t] < least[i])
                    least[i] = far + space->to_goals.cost[t];
            }
        }
    for (int i = 0; i < landmarks->count; i++)
        space->from_landmark[i] = (uint16_t)(least[i] >> shift);
}

/// Joins the single goal to its cluster and finds its distances from all landmarks, on the map without the overlay.
/// Returns the work.
static uint64_t locate_goal(abstract_space *space, cluster_at cluster)
{
    const fw_overlay *overlay = space->rules.overlay;
    space->rules.overlay = NULL;
    const departure bare = departure_from(space, cluster);
    const uint64_t work = join_goals(space, &bare);
    measure_goal(space, cluster);
    space->rules.overlay = overlay;
    space->has_landmarks = true;
    if (ground_rules_changed(&space->rules, bare.box)) { // the goal is joined again, under the overlay
        space->goal_cluster = no_cluster;
        space->from_start_to_goal = WAVE_UNKNOWN;
        space->start_knows_goals = false;
    }
    return work;
}

/// Joins the goals from which the search needs a wave before it begins: the single one, or those in the start's
/// cluster. FW_PENDING: a wave was run, and another one may follow. FW_OK: these goals are joined.
static fw_result join_first_goals(abstract_space *space, successors *successors)
{
    const grid_goal *goal = &space->ask.goal;
    const bool is_single = goal->kind == GRID_GOAL_ANCHOR;
    const cluster_at cluster =
        is_single ? cluster_of_tile(&space->grid, goal->x, goal->y) : space->start_cluster;
    if (cluster_is_same(space->goal_cluster, cluster)) {
        const uint64_t work = join_start_to_goals(space); // of a search that goes on from another start
        successors->work += work;
        return work ? FW_PENDING : FW_OK;
    }
    if (!abstract_goals_may_lie_in(space, box_of(space, cluster)))
        return FW_OK;
    if (is_single && !space->has_landmarks && has_landmark_distances(space, cluster)) {
        successors->work += locate_goal(space, cluster);
        return FW_PENDING;
    }
    const departure from = departure_from(space, cluster);
    successors->work += join_goals(space, &from);
    return FW_PENDING;
}

/// How the search has come into a cluster.
typedef struct arrival {
    int32_t entered; ///< the transition through which it came; NO_TRANSITION: it begins in the cluster
    const node
        *nodes; ///< [cluster_entry_rank()] the nodes that lead into the cluster; null: none was reached
    const shared_notes *shared; ///< of a cluster of a graph that units share; null: the graph is the unit's
} arrival;

/// Cost to a transition, or WAVE_UNKNOWN.
static ALWAYS_INLINE uint64_t cost_within(const abstract_space *space, const departure *from,
                                          const arrival *arrival, int32_t left)
{
    const int32_t entered = arrival->entered;
    if (entered == NO_TRANSITION)
        return space->from_start.cost[left];
    if (left == entered)
        return WAVE_UNKNOWN;
    if (arrival->shared)
        return cluster_edge_cost_or(
            shared_edge(from->exits.record, arrival->shared, entered, left, space->ask.kind), WAVE_UNKNOWN);
    if (from->exits.is_changed)
        return space->within.cost[left];
    return cluster_edge_cost_or(cluster_record_edge(from->exits.record, entered, left), WAVE_UNKNOWN);
}

/// Pushes the nodes that the transitions across a side lead to. A transition through which another way has come into
/// the cluster at no greater cost is left out: that way was in the neighbour before, from where the search has gone on
/// at no greater cost to all that lies behind the transition.
static ALWAYS_INLINE void push_side(const abstract_space *space, successors *successors,
                                    const departure *from, const arrival *arrival, int side)
{
    const cluster_exits *exits = &from->exits;
    const int32_t first = exits->first[side], end = exits->first[side + 1];
    if (first == end)
        return;
    const node *back = arrival->nodes ? &arrival->nodes[cluster_entry_rank(&space->grid, side, 0)] : NULL;
    crossing across = { .is_known = false };
    for (int32_t i = first; i < end; i++) {
        const uint64_t step = cost_within(space, from, arrival, i);
        if (step == WAVE_UNKNOWN || (back && successors_undercut(successors, &back[i - first], step)))
            continue;
        if (!across.is_known)
            across = crossing_of(space, from, side);
        push(space, successors, from, &across, &exits->transitions[i], i - first, step);
    }
}

/// Pushes the nodes that all transitions of a cluster lead to.
static ALWAYS_INLINE void push_all(const abstract_space *space, successors *successors, const departure *from,
                                   const arrival *arrival)
{
    for (int side = 0; side < MOVE_COUNT; side++)
        push_side(space, successors, from, arrival, side);
}

/// The start, in the arrays of its cluster's ground.
static int32_t start_tile(const abstract_space *space)
{
    return ground_tile(&space->from_start.over.ground, space->ask.start_x, space->ask.start_y);
}

void abstract_search_begin_at_start(abstract_space *space)
{
    if (!space->from_start.has_wave)
        joint_begin_wave_at(&space->from_start, start_tile(space));
}

/// Joins the start to the transitions of its cluster, and to the goals in it. Each call runs one wave, so that a step
/// of the search can end between two of them.
static fw_result begin(void *context, successors *successors)
{
    abstract_space *space = context;
    if (join_first_goals(space, successors) == FW_PENDING)
        return FW_PENDING;
    if (space->from_start_to_goal != WAVE_UNKNOWN)
        successors_push_goal(successors, space->from_start_to_goal);
    const departure from = departure_from(space, space->start_cluster);
    if (from.exits.first[MOVE_COUNT] == 0)
        return FW_OK;
    joint_load(&space->from_start, &space->rules, from.box);
    successors->work += joint_measure(&space->from_start, &space->rules, from.exits.transitions,
                                      from.exits.first[MOVE_COUNT], start_tile(space));
    keep_own(space, &from.exits, &space->from_start);
    push_all(space, successors, &from, &(arrival){ NO_TRANSITION, NULL, NULL });
    return FW_OK;
}

/// Costs from the transition through which a changed cluster was entered to all others. Returns the work.
static uint64_t measure(abstract_space *space, const departure *from, int32_t entered)
{
    const transition *through = &from->exits.transitions[entered];
    joint *within = &space->within;
    const int32_t count = from->exits.first[MOVE_COUNT];
    const uint64_t work = joint_measure(within, &space->rules, from->exits.transitions, count, through->tile);
    for (int32_t i = 0; i < count; i++)
        if (within->cost[i] != WAVE_UNKNOWN)
            within->cost[i] += transition_half(&within->over.ground, through);
    return work;
}

/// Goes from the transition through which a cluster was entered to all its others. If both a wave from the goals and
/// one from this transition are needed, the second call runs the other one.
///
/// @param is_shared  the graph is one that units share
static ALWAYS_INLINE fw_result expand_in(abstract_space *space, fw_node_id id, const node *node,
                                         successors *successors, bool is_shared)
{
    const cluster_entry at = cluster_entry_of(&space->grid, id);
    const departure from = departure_from(space, at.cluster);
    const int32_t entered = from.exits.first[at.side] + at.place;
    const bool is_changed =
        !is_shared && from.exits.is_changed; // hierarchy_sees() no overlay on a shared graph
    if (abstract_goals_may_lie_in(space, from.box)) {
        if (!cluster_is_same(space->goal_cluster, at.cluster)) {
            successors->work += join_goals(space, &from);
            if (is_changed)
                return FW_PENDING;
        }
        if (space->to_goals.cost[entered] != WAVE_UNKNOWN)
            successors_push_goal(successors, space->to_goals.cost[entered]);
    }
    if (is_changed)
        successors->work += measure(space, &from, entered);
    const shared_notes notes = is_shared ? shared_notes_of(from.exits.record) : (shared_notes){ 0 };
    push_all(space, successors, &from,
             &(arrival){ entered, node - cluster_entry_rank(&space->grid, at.side, at.place),
                         is_shared ? &notes : NULL });
    return FW_OK;
}

static ALWAYS_INLINE fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    return expand_in(context, id, node, successors, false);
}

static ALWAYS_INLINE fw_result expand_shared(void *context, fw_node_id id, const node *node,
                                             successors *successors)
{
    return expand_in(context, id, node, successors, true);
}

grid_anchor abstract_search_entry_tile(const abstract_space *space, fw_node_id id, uint16_t via)
{
    const cluster_entry at = cluster_entry_of(&space->grid, id);
    const cluster_box box = box_of(space, cluster_beside(at.cluster, at.side));
    const transition step = transition_unpacked(via);
    const int32_t stride = space->grid.side + 2;
    return (grid_anchor){ box.x + step.tile % stride - 1 + move_dx[step.move],
                          box.y + step.tile / stride - 1 + move_dy[step.move] };
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    const abstract_space *space = context;
    const grid_anchor at = abstract_search_entry_tile(space, id, via);
    return fw_pose_on_tile(at.x, at.y, space->rules.size);
}

static const space_kind kind = {
    .begin = begin, .expand = expand, .place = place, .page_shift = CLUSTER_NODE_PAGE_SHIFT
};

static const space_kind shared_kind = {
    .begin = begin, .expand = expand_shared, .place = place, .page_shift = CLUSTER_NODE_PAGE_SHIFT
};

static NEVER_INLINE fw_result run_shared(abstract_space *space, uint64_t work)
{
    return best_first_run(&space->search, &shared_kind, space, work);
}

void abstract_search_init(abstract_space *space, memory *memory, page_pool *pool)
{
    best_first_init(&space->search, memory, pool);
}

static fw_result reserve_waves(abstract_space *space)
{
    cluster_wave *const waves[] = { &space->from_start.over, &space->to_goals.over, &space->within.over };
    fw_result result = FW_OK;
    for (size_t i = 0; i < sizeof waves / sizeof *waves && result == FW_OK; i++)
        result = cluster_wave_reserve(waves[i], space->search.memory, space->grid.side, &space->rules);
    return result;
}

void abstract_search_begin_at(abstract_space *space, grid_anchor start, const search_limits *limits)
{
    search_limits bounded = *limits;
    bounded.max_cost = limits_max_cost(space->ask.max_distance, ABSTRACT_TILE);
    bounded.trace_scale = 1.0 / ABSTRACT_TILE;
    space->ask.start_x = start.x;
    space->ask.start_y = start.y;
    space->start_cluster = cluster_of_tile(&space->grid, start.x, start.y);
    space->from_start_to_goal = WAVE_UNKNOWN;
    space->start_knows_goals = false;
    best_first_reset(&space->search, &kind, &bounded,
                     (uint64_t)space->ask.table->longest * GROUND_STRAIGHT * space->rules.cheapest);
}

fw_result abstract_search_reset(abstract_space *space, const hierarchy_query *query,
                                const search_limits *limits)
{
    space->ask = *query;
    space->rules = ground_rules_of(query->map, query->unit->layer, &query->unit->def);
    ground_rules_lay(&space->rules, query->overlay);
    space->grid = query->table->grid;
    if (query->overlay) // where it changes a cluster, sides may have more transitions than those of the graph
        cluster_grid_number(&space->grid, cluster_place_bits(space->grid.side));
    space->goal_cluster = no_cluster;
    space->has_landmarks = false;
    abstract_goals_bound(space);
    abstract_search_begin_at(space, (grid_anchor){ query->start_x, query->start_y }, limits);
    return reserve_waves(space);
}

fw_result abstract_search_run(abstract_space *space, uint64_t work)
{
    const uint64_t done = space->search.count.work, end = work < UINT64_MAX - done ? done + work : UINT64_MAX;
    fw_result result;
    do // a run ends early between two waves
        result = space->ask.kind
                     ? run_shared(space, end - space->search.count.work)
                     : best_first_run(&space->search, &kind, space, end - space->search.count.work);
    while (result == FW_PENDING && space->search.count.work < end);
    return result;
}
