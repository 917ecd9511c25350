#include "hierarchy/abstract_space.h"

#include <math.h>

static cost remaining(const abstract_space *space, int32_t x, int32_t y)
{
    const bool orthogonal = space->rules.corners == FW_CORNERS_ORTHOGONAL;
    return grid_goal_distance(&space->ask.goal, x, y, orthogonal) *
           (2 * GROUND_STRAIGHT * space->rules.cheapest) / STRAIGHT_STEP;
}

/// Distances from all landmarks to the transitions of a cluster, or null.
static const uint16_t *landmark_rows(const abstract_space *space, cluster_at cluster)
{
    const landmarks *landmarks = &space->ask.table->landmarks;
    const uint32_t row = landmarks->rows[cluster_index(&space->ask.table->grid, cluster)];
    return row == LANDMARKS_NONE ? NULL : &landmarks->distance[(size_t)row * LANDMARK_COUNT];
}

/// What landmarks tell of the distance from a transition to the goal. Both distances are rounded down, that of the goal
/// twice, so a difference may be too large by two.
static cost remaining_by_landmarks(const abstract_space *space, const uint16_t *distance)
{
    int32_t most = 2;
    for (int i = 0; i < LANDMARK_COUNT; i++) {
        const int32_t apart = distance[i] - space->from_landmark[i], farther = apart < 0 ? -apart : apart;
        most = farther > most ? farther : most;
    }
    return (cost)(most - 2) << space->ask.table->landmarks.shift;
}

/// A cluster that is left.
typedef struct departure {
    cluster_at cluster;
    cluster_box box;
    const cluster_record *record; ///< null: it has no transitions
    const uint16_t *landmarks;    ///< [transition][LANDMARK_COUNT] null where landmarks tell nothing
} departure;

static departure departure_from(const abstract_space *space, cluster_at cluster)
{
    const hierarchy *table = space->ask.table;
    return (departure){ .cluster = cluster,
                        .box = cluster_box_of(&table->grid, cluster),
                        .record = table->records[cluster_index(&table->grid, cluster)],
                        .landmarks = space->has_landmarks ? landmark_rows(space, cluster) : NULL };
}

/// Pushes what a transition leads to.
///
/// @param index  of the transition
/// @param side   that it leads across
/// @param step   cost to the middle of its step
static void push(const abstract_space *space, successors *successors, const departure *from, int32_t index,
                 int side, uint64_t step)
{
    const cluster_grid *grid = &space->ask.table->grid;
    const transition *through = &from->record->transitions[index];
    const cluster_entry entry = { cluster_beside(from->cluster, side), move_opposite(side),
                                  index - from->record->first[side] };
    successor to;
    if (!successors_reach(successors, cluster_entry_id(grid, entry), step, 0, false, &to))
        return;
    const int32_t x = from->box.x + through->tile % (grid->side + 2) - 1 + move_dx[through->move];
    const int32_t y = from->box.y + through->tile / (grid->side + 2) - 1 + move_dy[through->move];
    const cost straight = remaining(space, x, y);
    const cost around =
        from->landmarks ? remaining_by_landmarks(space, &from->landmarks[index * LANDMARK_COUNT]) : 0;
    successors_open(successors, space, &to, straight > around ? straight : around);
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

/// Finds the goal's distances from all landmarks, once it is joined to its cluster.
static void locate_goal(abstract_space *space)
{
    const landmarks *landmarks = &space->ask.table->landmarks;
    const cluster_record *record = record_of(space, space->goal_cluster);
    const uint16_t *rows = record ? landmark_rows(space, space->goal_cluster) : NULL;
    space->has_landmarks = rows != NULL;
    for (int i = 0; rows && i < LANDMARK_COUNT; i++) {
        uint64_t least = (uint64_t)LANDMARK_FAR << landmarks->shift;
        for (int32_t t = 0; t < cluster_record_count(record); t++) {
            const uint64_t far = (uint64_t)rows[t * LANDMARK_COUNT + i] << landmarks->shift;
            if (space->to_goal[t] < WAVE_UNKNOWN - far && far + space->to_goal[t] < least)
                least = far + space->to_goal[t];
        }
        space->from_landmark[i] = (int32_t)(least >> landmarks->shift);
    }
}

/// Joins the start to the transitions of its cluster, and to the goals in it.
static fw_result begin(void *context, successors *successors)
{
    abstract_space *space = context;
    const bool has_one_goal = space->ask.goal.kind == GRID_GOAL_ANCHOR;
    if (has_one_goal || abstract_space_has_goals(space, space->start_cluster))
        successors->work +=
            join_goals(space, has_one_goal ? cluster_of_tile(&space->ask.table->grid, space->ask.goal.x,
                                                             space->ask.goal.y)
                                           : space->start_cluster);
    if (space->from_start_to_goal != WAVE_UNKNOWN)
        successors_push_goal(successors, space->from_start_to_goal);
    if (has_one_goal && space->ask.table->landmarks.are_valid)
        locate_goal(space);
    const departure from = departure_from(space, space->start_cluster);
    if (!from.record)
        return FW_OK;
    load(space, space->start_cluster);
    wave_add_seed(space->wave,
                  (wave_seed){ .tile = ground_tile(space->ground, space->ask.start_x, space->ask.start_y),
                               .move = NO_MOVE });
    successors->work += run_to_transitions(space, from.record);
    for (int side = 0; side < MOVE_COUNT; side++)
        for (int32_t i = from.record->first[side]; i < from.record->first[side + 1]; i++) {
            const uint64_t step = cost_to_transition(space, &from.record->transitions[i]);
            if (step != WAVE_UNKNOWN)
                push(space, successors, &from, i, side, step);
        }
    return FW_OK;
}

/// Goes from the transition through which a cluster was entered to all its others.
static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    abstract_space *space = context;
    const cluster_entry at = cluster_entry_of(&space->ask.table->grid, id);
    const departure from = departure_from(space, at.cluster);
    const int32_t entered = from.record->first[at.side] + at.place;
    (void)node;
    if (abstract_space_has_goals(space, at.cluster)) {
        if (!cluster_is_same(space->goal_cluster, at.cluster))
            successors->work += join_goals(space, at.cluster);
        if (space->to_goal[entered] != WAVE_UNKNOWN)
            successors_push_goal(successors, space->to_goal[entered]);
    }
    for (int side = 0; side < MOVE_COUNT; side++)
        for (int32_t i = from.record->first[side]; i < from.record->first[side + 1]; i++) {
            const uint32_t edge = i == entered ? EDGE_NONE : cluster_record_edge(from.record, entered, i);
            if (edge != EDGE_NONE)
                push(space, successors, &from, i, side, edge);
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
    space->has_landmarks = false;
    bound_goals(space);
    search_limits bounded = *limits;
    bounded.max_cost = limits_max_cost(query->max_distance, ABSTRACT_TILE);
    bounded.trace_scale = 1.0 / ABSTRACT_TILE;
    best_first_reset(&space->search, &kind, &bounded, query->table->least_step);
}

fw_result abstract_space_run(abstract_space *space, uint64_t work)
{
    return best_first_run(&space->search, &kind, space, work);
}
