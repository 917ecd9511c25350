#include "hierarchy/abstract_space.h"

#include <math.h>

static cost remaining(const abstract_space *space, int32_t x, int32_t y)
{
    const bool orthogonal = space->rules.corners == FW_CORNERS_ORTHOGONAL;
    return grid_goal_distance(&space->ask.goal, x, y, orthogonal) *
           (2 * GROUND_STRAIGHT * space->rules.cheapest) / STRAIGHT_STEP;
}

/// Pushes what a transition of a cluster leads to.
///
/// @param step  cost to the middle of its step
static void push(const abstract_space *space, successors *successors, const cluster_box *box,
                 cluster_entry entry, const transition *through, uint64_t step)
{
    const int32_t stride = space->ask.table->grid.side + 2;
    successor to;
    if (!successors_reach(successors, cluster_entry_id(&space->ask.table->grid, entry), step, 0, false, &to))
        return;
    const int32_t x = box->x + through->tile % stride - 1 + move_dx[through->move];
    const int32_t y = box->y + through->tile / stride - 1 + move_dy[through->move];
    successors_open(successors, space, &to, remaining(space, x, y));
}

bool abstract_space_has_goals(const abstract_space *space, cluster_at cluster)
{
    const cluster_box box = cluster_box_of(&space->ask.table->grid, cluster);
    return box.x <= space->goal_right && box.x + box.width > space->goal_left &&
           box.y <= space->goal_bottom && box.y + box.height > space->goal_top;
}

void abstract_space_visit_goals(const abstract_space *space, const ground *ground, goal_visitor *visit,
                                void *user)
{
    const cluster_box *box = &ground->box;
    const int32_t left = box->x > space->goal_left ? box->x : space->goal_left;
    const int32_t top = box->y > space->goal_top ? box->y : space->goal_top;
    const int32_t right =
        box->x + box->width - 1 < space->goal_right ? box->x + box->width - 1 : space->goal_right;
    const int32_t bottom =
        box->y + box->height - 1 < space->goal_bottom ? box->y + box->height - 1 : space->goal_bottom;
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++) {
            const grid_target *target = NULL;
            if (layer_fits(space->rules.layer, x, y) && grid_goal_holds(&space->ask.goal, x, y, &target))
                visit(user, ground_tile(ground, x, y),
                      target ? (uint64_t)(target->closing_cost * ABSTRACT_TILE) : 0);
        }
}

static void seed_goal(void *user, int32_t tile, uint64_t closing)
{
    abstract_space *space = user;
    wave_add_seed(space->wave, (wave_seed){ .distance = closing, .tile = tile, .move = NO_MOVE });
}

/// Runs a wave over the cluster that is loaded, to all its transitions.
static uint64_t run_to_transitions(const abstract_space *space, const cluster_record *record)
{
    for (int32_t i = 0; record && i < cluster_record_count(record); i++)
        wave_want(space->wave, record->transitions[i].tile);
    return wave_run(space->wave);
}

/// Cost from where the wave began to the middle of a transition, or WAVE_UNKNOWN.
static uint64_t cost_to_transition(const abstract_space *space, const transition *transition)
{
    const uint64_t within = wave_distance(space->wave, transition->tile);
    return within == WAVE_UNKNOWN ? within : within + transition_half(space->ground, transition);
}

static void load(abstract_space *space, cluster_at cluster)
{
    ground_load(space->ground, &space->rules, cluster_box_of(&space->ask.table->grid, cluster));
    wave_begin(space->wave, space->ground);
}

static const cluster_record *record_of(const abstract_space *space, cluster_at cluster)
{
    return space->ask.table->records[cluster_index(&space->ask.table->grid, cluster)];
}

/// Joins the goals of a cluster to its transitions.
///
/// @return work
static uint64_t join_goals(abstract_space *space, cluster_at cluster)
{
    const cluster_record *record = record_of(space, cluster);
    load(space, cluster);
    abstract_space_visit_goals(space, space->ground, seed_goal, space);
    const bool holds_start = cluster_is_same(cluster, space->start_cluster);
    const int32_t start = ground_tile(space->ground, space->ask.start_x, space->ask.start_y);
    if (holds_start)
        wave_want(space->wave, start);
    const uint64_t work = run_to_transitions(space, record);
    space->goal_cluster = cluster;
    for (int32_t i = 0; record && i < cluster_record_count(record); i++)
        space->to_goal[i] = cost_to_transition(space, &record->transitions[i]);
    if (holds_start)
        space->from_start_to_goal = wave_distance(space->wave, start);
    return work;
}

/// Joins the start to the transitions of its cluster, and to the goals in it.
static fw_result begin(void *context, successors *successors)
{
    abstract_space *space = context;
    const cluster_grid *grid = &space->ask.table->grid;
    const cluster_at cluster = space->start_cluster;
    const cluster_record *record = record_of(space, cluster);
    if (abstract_space_has_goals(space, cluster)) {
        successors->work += join_goals(space, cluster);
        if (space->from_start_to_goal != WAVE_UNKNOWN)
            successors_push_goal(successors, space->from_start_to_goal);
    }
    if (!record)
        return FW_OK;
    load(space, cluster);
    wave_add_seed(space->wave,
                  (wave_seed){ .tile = ground_tile(space->ground, space->ask.start_x, space->ask.start_y),
                               .move = NO_MOVE });
    successors->work += run_to_transitions(space, record);
    for (int side = 0; side < MOVE_COUNT; side++)
        for (int32_t i = record->first[side]; i < record->first[side + 1]; i++) {
            const transition *through = &record->transitions[i];
            const uint64_t step = cost_to_transition(space, through);
            if (step != WAVE_UNKNOWN)
                push(space, successors, &space->ground->box,
                     (cluster_entry){ cluster_beside(cluster, side), move_opposite(side),
                                      i - record->first[side] },
                     through, step);
        }
    (void)grid;
    return FW_OK;
}

/// Goes from the transition through which a cluster was entered to all its others.
static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    abstract_space *space = context;
    const cluster_grid *grid = &space->ask.table->grid;
    const cluster_entry at = cluster_entry_of(grid, id);
    const cluster_record *record = record_of(space, at.cluster);
    const cluster_box box = cluster_box_of(grid, at.cluster);
    const int32_t from = record->first[at.side] + at.place;
    (void)node;
    if (abstract_space_has_goals(space, at.cluster)) {
        if (!cluster_is_same(space->goal_cluster, at.cluster))
            successors->work += join_goals(space, at.cluster);
        if (space->to_goal[from] != WAVE_UNKNOWN)
            successors_push_goal(successors, space->to_goal[from]);
    }
    for (int side = 0; side < MOVE_COUNT; side++) {
        const int32_t first = record->first[side], end = record->first[side + 1];
        const cluster_at beside = cluster_beside(at.cluster, side);
        for (int32_t i = first; i < end; i++) {
            const uint32_t edge = i == from ? EDGE_NONE : cluster_record_edge(record, from, i);
            if (edge != EDGE_NONE)
                push(space, successors, &box, (cluster_entry){ beside, move_opposite(side), i - first },
                     &record->transitions[i], edge);
        }
    }
    return FW_OK;
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const abstract_space *space = context;
    const cluster_grid *grid = &space->ask.table->grid;
    const cluster_entry at = cluster_entry_of(grid, id);
    const cluster_record *record = record_of(space, at.cluster);
    const cluster_box box = cluster_box_of(grid, at.cluster);
    const int32_t tile = record->transitions[record->first[at.side] + at.place].tile;
    return fw_pose_on_tile(box.x + tile % (grid->side + 2) - 1, box.y + tile / (grid->side + 2) - 1,
                           space->rules.size);
}

static const space_kind kind = { .begin = begin, .expand = expand, .place = place };

/// The box around the anchors that may be goals.
static void bound_goals(abstract_space *space)
{
    const grid_goal *goal = &space->ask.goal;
    const double most = FW_MAX_SIDE;
    space->goal_left = space->goal_right = goal->x;
    space->goal_top = space->goal_bottom = goal->y;
    if (goal->kind == GRID_GOAL_RADIUS) {
        space->goal_left = (int32_t)fmax(0, ceil(goal->centre_x - goal->radius));
        space->goal_top = (int32_t)fmax(0, ceil(goal->centre_y - goal->radius));
        space->goal_right = (int32_t)fmin(most, floor(goal->centre_x + goal->radius));
        space->goal_bottom = (int32_t)fmin(most, floor(goal->centre_y + goal->radius));
    } else if (goal->kind == GRID_GOAL_SET) {
        space->goal_left = goal->min_x;
        space->goal_top = goal->min_y;
        space->goal_right = goal->max_x;
        space->goal_bottom = goal->max_y;
    }
}

void abstract_space_reset(abstract_space *space, const hierarchy_query *query, ground *ground, wave *wave,
                          const search_limits *limits)
{
    space->ask = *query;
    space->rules = ground_rules_of(query->map, query->unit->layer, &query->unit->def);
    space->ground = ground;
    space->wave = wave;
    space->start_cluster = cluster_of_tile(&query->table->grid, query->start_x, query->start_y);
    space->goal_cluster = (cluster_at){ -1, -1 };
    space->from_start_to_goal = WAVE_UNKNOWN;
    bound_goals(space);
    search_limits bounded = *limits;
    bounded.max_cost = limits_max_cost(query->max_distance, ABSTRACT_TILE);
    bounded.trace_scale = 1.0 / ABSTRACT_TILE;
    const uint64_t least_step = (uint64_t)query->table->longest * GROUND_STRAIGHT * space->rules.cheapest;
    best_first_reset(&space->search, &kind, &bounded, least_step);
}

fw_result abstract_space_run(abstract_space *space, uint64_t work)
{
    return best_first_run(&space->search, &kind, space, work);
}
