#include "directional/search/directional_expand.h"

#include "directional/search/directional_opening.h"

/// Expansions before a curve over expensive tiles may end the search. Most searches that end sooner find a path that is
/// cheaper than the curve, while their f, which is larger than what such a path will cost, exceeds the curve's cost.
enum { CURVE_AFTER = 64 };

static inline fw_node_id node_id_at(const directional_space *space, lattice_pose pose, fw_gear gear)
{
    const fw_node_id id = lattice_id(pose.x, pose.y, pose.heading);
    return space->task.keeps_gear && gear == FW_REVERSE ? id | LATTICE_REVERSE : id;
}

/// True for a turn on the spot in reverse that costs no less than the same turn forward.
static inline bool is_idle_turn(const directional_space *space, const departure *departure,
                                const motion *motion)
{
    return departure->gear == FW_REVERSE && motion->dx == 0 && motion->dy == 0 && !space->task.keeps_gear &&
           departure->motions->turns_in_place;
}

/// Collects the free motions of a set out of a node's pose in a gear.
static inline size_t collect(const directional_space *space, fw_node_id id, int32_t set, fw_gear gear,
                             lattice_step *steps)
{
    departure departure;
    departure_begin(&departure, &space->task.ground, lattice_of(id), set, gear, false);
    const cost shift = shift_cost(space, id, gear);
    const uint16_t via = motion_via(set, gear);
    const bool is_bound = departure_is_bound(&departure);
    const motion *motion;
    lattice_pose to;
    size_t count = 0;
    for (int32_t i = 0; (motion = departure_next(&departure, &i, &to)); i++) {
        if (is_bound ? !departure_lets_pass(&departure, motion) : is_idle_turn(space, &departure, motion))
            continue;
        lattice_step *next = &steps[count++];
        next->to = node_id_at(space, to, gear);
        next->length = motion->cost[gear] + shift;
        if (space->task.charges.any)
            next->length += motion_surcharge(&space->task.charges, departure.motions, motion,
                                             departure.pose.x, departure.pose.y, gear);
        next->via = (uint16_t)(i | via);
    }
    return count;
}

static void estimate(void *context, successor *improved, size_t count)
{
    const directional_space *space = context;
    for (size_t i = 0; i < count; i++) {
        const cost h = space->guide.kind->estimate(space, lattice_of(improved[i].id));
        improved[i].h = improved[i].g + h < space->from_f ? space->from_f - improved[i].g : h;
    }
}

/// Collects the steps from the start to the lattice. A unit may leave the pose of a connection without a curve in
/// either gear.
static size_t collect_first(const directional_space *space, lattice_step *steps)
{
    size_t count = 0;
    for (int32_t i = 0; i < space->ends.starts->count; i++) {
        const connection *connection = &space->ends.starts->items[i];
        lattice_step *first = &steps[count++];
        *first = (lattice_step){ .to = node_id_at(space, connection->pose, connection->gear),
                                 .length = connection->cost,
                                 .via = (uint16_t)i };
        if (space->task.keeps_gear && connection->curve.count == 0) {
            steps[count++] = *first;
            steps[count - 1].to |= LATTICE_REVERSE;
        }
    }
    return count;
}

/// Grows the field of motions, once it guides, until h of the node that is to be expanded is high enough or final.
static inline fw_result know_motions(directional_space *space, lattice_pose pose, successors *successors)
{
    const fw_result begun = begin_to_guide(space, successors);
    return begun == FW_OK && space->guide.knows_motions ? reach_motions(space, pose, successors) : begun;
}

/// Pushes the goal with the cost of the single curve, if that is free.
static void push_curve(directional_space *space, successors *successors)
{
    if (space->ends.direct_state == DIRECT_NONE)
        return;
    const cost price = directional_task_price(&space->task, &space->ends.direct);
    if (space->ends.direct_state == DIRECT_ROUGH)
        best_first_note_goal(&space->search, price);
    else
        successors_push_goal(successors, price);
}

static fw_result begin(void *context, successors *successors)
{
    directional_space *space = context;
    const lattice_pose start = space->task.query.start.tile;
    push_curve(space, successors);
    if (space->ends.direct_state == DIRECT_CHEAPEST)
        return FW_OK;
    const fw_result reached = reach(space, start.x, start.y, successors);
    if (reached != FW_OK)
        return reached;
    space->from_f = 0;
    if (space->task.query.is_greedy)
        space->guide.least_distance = grid_field_at(&space->guide.field, start.x, start.y);
    size_t count = collect_first(space, space->steps);
    const fw_result kept = keep_open_ended(space, space->steps, &count, successors);
    if (kept == FW_OK)
        push_all(space->steps, count, successors);
    return kept;
}

/// True if the unit may leave a pose in reverse gear, or by a turn on the spot. A greedy search does not allow this if
/// the pose is far from the goal and faces the direction of the field. With the extended motions, all poses may be left
/// in reverse.
static inline bool may_back_up(const directional_space *space, lattice_pose pose)
{
    if (!space->task.ground.reverses || !space->task.query.is_greedy || space->task.ground.extended_ends)
        return space->task.ground.reverses;
    const field_tile *tile = grid_field_tile(&space->guide.field, pose.x, pose.y);
    const search_end *goal = space->task.goal;
    const bool is_near = goal ? lookup_covers(pose, goal->tile) : is_near_goals(tile->distance);
    return is_near || eighths_astray(pose.heading, tile->arrived) > 1;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    directional_space *space = context;
    const lattice_pose pose = lattice_of(id);
    if (space->guide.kind->field == GUIDE_GROWS_LATE) {
        const fw_result known = know_motions(space, pose, successors);
        if (known != FW_OK || successors->later_h != COST_LIMIT)
            return known == FW_NOT_FOUND ? FW_OK : known;
        space->from_f = node->g + successors->from_h;
    }
    if (space->search.count.expanded == CURVE_AFTER && space->ends.direct_state == DIRECT_ROUGH)
        best_first_end_at_goal(&space->search);
    fw_result ended;
    if (!opens(space, id, successors, &ended))
        return ended;
    size_t count = 0;
    const bool backs_up = may_back_up(space, pose);
    const int32_t sets = ground_sets(&space->task.ground, pose.x, pose.y);
    for (int32_t set = 0; set < sets; set++) {
        count += collect(space, id, set, FW_FORWARD, space->steps + count);
        if (backs_up)
            count += collect(space, id, set, FW_REVERSE, space->steps + count);
    }
    const fw_result kept = keep_open_ended(space, space->steps, &count, successors);
    if (kept != FW_OK)
        return kept;
    if (space->task.query.is_greedy) {
        const uint32_t distance = grid_field_at(&space->guide.field, pose.x, pose.y);
        space->guide.least_distance =
            distance < space->guide.least_distance ? distance : space->guide.least_distance;
    }
    push_all(space->steps, count, successors);
    return FW_OK;
}

uint32_t directional_nearest_slot(const directional_space *space, double *square)
{
    return near_nodes_cheapest(&space->search.nodes, &space->task.query.aims, place_of, space, square);
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate, .place = place_of };
static const space_kind exact_kind = {
    .begin = begin, .expand = expand, .estimate = estimate, .place = place_of, .reopens = true
};
static const space_kind stacked_kind = {
    .begin = begin, .expand = expand, .estimate = estimate, .place = place_of, .stacks = true, .reopens = true
};

/// The kind of loop for the search. If h is a lower bound with a weight of 1, an open list of stacks gives the same
/// costs in 1 / 1.2 of the time. But if h may equal the true cost near the goal, many poses have the same f, and poses
/// near the goal must come first: stacks do not order these. The field of motions needs a loop that reopens nodes,
/// whatever its weight, because its bound is not consistent for motions that leave the perimeter.
static const space_kind *kind_of(const directional_space *space)
{
    if (space->guide.kind->field == GUIDE_GROWS_LATE)
        return &exact_kind;
    const bool is_exact_near_goal = space->guide.norm.count > 0 && space->ends.loose_count == 0;
    return space->task.query.is_greedy || !heuristic_is_bound(space->task.query.heuristic) ||
                   space->limits.weight > 1 || is_exact_near_goal
               ? &kind
               : &stacked_kind;
}

void directional_search_reset(directional_space *space, const search_limits *limits)
{
    best_first_reset(&space->search, kind_of(space), limits, MOTION_SCALE);
}

fw_result directional_search_run(directional_space *space, uint64_t work)
{
    const space_kind *as = kind_of(space);
    if (as == &kind)
        return best_first_run(&space->search, &kind, space, work);
    return as == &exact_kind ? best_first_run(&space->search, &exact_kind, space, work)
                             : best_first_run(&space->search, &stacked_kind, space, work);
}
