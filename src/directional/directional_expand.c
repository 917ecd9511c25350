#include "directional/directional_estimate.h"

/// The node of a pose that is reached in a gear.
static inline fw_node_id node_id_at(const directional_space *space, lattice_pose at, fw_gear gear)
{
    const fw_node_id id = lattice_id(at.x, at.y, at.heading);
    return space->keeps_gear && gear == FW_REVERSE ? id | LATTICE_REVERSE : id;
}

/// Collects the free ways of a set out of a node's pose in a gear. Backward is forward facing the other way.
///
/// @return FW_OK, FW_PENDING (the field must grow) or FW_NO_MEMORY
static inline fw_result collect(directional_space *space, fw_node_id id, int32_t set, fw_gear gear,
                                successors *out, size_t *count)
{
    const motion_ground *ground = &space->ground;
    const lattice_pose at = lattice_of(id);
    const int32_t turned = gear == FW_REVERSE ? MOTION_HEADINGS / 2 : 0;
    const motion_fan *fan = &ground->table->sets[set].fans[(at.heading + turned) & (MOTION_HEADINGS - 1)];
    const cost shift = shift_cost(space, id, gear);
    const uint16_t via = (uint16_t)((set == RICH ? RICH_BIT : 0) | (gear == FW_REVERSE ? REVERSE_BIT : 0));
    const bool is_plain = set == LEAN && !ground->overlay && !ground->has_window;
    uint64_t blocked[WINDOW_WORDS];
    const bool any = fan_look(fan, ground->open, ground->overlay, at.x, at.y, blocked);
    for (int32_t i = 0; i < fan->count; i++) {
        if (any && !fan_is_free(fan, i, blocked))
            continue;
        const motion *by = &fan->motions[i];
        const lattice_pose to = { at.x + by->dx, at.y + by->dy, (by->end + turned) & (MOTION_HEADINGS - 1) };
        if (!is_plain && !ground_admits(ground, set, to.x, to.y))
            continue;
        way *next = &space->ways[*count];
        const fw_result foreseen = foresee(space, to, out, &next->h);
        if (foreseen == FW_NOT_FOUND)
            continue;
        if (foreseen != FW_OK)
            return foreseen;
        next->to = node_id_at(space, to, gear);
        next->step = by->cost[gear] + shift;
        if (space->charges.any)
            next->step += motion_surcharge(&space->charges, &ground->table->sets[set], by, at.x, at.y, gear);
        next->via = (uint16_t)(i | via);
        (*count)++;
    }
    return FW_OK;
}

/// h is known when a way is collected, but for what takes long: estimate() has nothing left to do.
static inline void push(const directional_space *space, successors *out, const way *by)
{
    const size_t before = out->count;
    successors_push(out, by->to, by->step, by->via);
    if (out->count == before)
        return;
    cost h = by->h;
    const lattice_pose to = lattice_of(by->to);
    if (is_blind(space)) {
        h = goal_curve_estimate(&space->to_goal, space->ask.heuristic, to);
    } else if (space->looks_at_curves && approach_covers(to, space->ask.goal)) {
        const cost length = goal_curve_length(&space->to_goal, to);
        h = length > h ? length : h;
    }
    out->improved[before].h = h;
}

static void estimate(void *context, successor *improved, size_t count)
{
    (void)context;
    (void)improved;
    (void)count;
}

/// Pushes the lattice pose of a connection from the start. One without a curve may be left in either gear.
static fw_result push_first(directional_space *space, uint16_t index, successors *out)
{
    const connection *by = &space->starts->items[index];
    way first = { .to = node_id_at(space, by->at, by->gear), .step = by->cost, .via = index };
    const fw_result foreseen = foresee(space, by->at, out, &first.h);
    if (foreseen != FW_OK)
        return foreseen == FW_NOT_FOUND ? FW_OK : foreseen;
    push(space, out, &first);
    if (space->keeps_gear && by->curve.count == 0) {
        first.to |= LATTICE_REVERSE;
        push(space, out, &first);
    }
    return FW_OK;
}

static fw_result begin(void *context, successors *out)
{
    directional_space *space = context;
    const lattice_pose start = space->ask.start;
    if (space->has_direct) {
        successors_push_goal(out, directional_price(space, &space->direct));
        return FW_OK;
    }
    const fw_result reached = reach(space, start.x, start.y, out);
    if (reached != FW_OK)
        return reached;
    space->least_distance = grid_field_at(&space->field, start.x, start.y);
    fw_result pushed = FW_OK;
    for (int32_t i = 0; i < space->starts->count && pushed == FW_OK; i++)
        pushed = push_first(space, (uint16_t)i, out);
    return pushed;
}

/// May a pose be left backward, or by a turn on the spot? In a hurry not where it faces the way that the field leads,
/// far from the goal; the second round leaves nothing out.
static inline bool may_back_up(const directional_space *space, lattice_pose at)
{
    if (!space->ground.reverses || !space->ask.hurries || space->ground.is_rich ||
        approach_covers(at, space->ask.goal))
        return space->ground.reverses;
    return eighths_astray(at.heading, grid_field_tile(&space->field, at.x, at.y)->arrived) > 1;
}

static fw_result expand(void *context, fw_node_id id, const node *from, successors *out)
{
    (void)from;
    directional_space *space = context;
    const lattice_pose at = lattice_of(id);
    cost last = 0;
    if (directional_last_connection(space, id, &last)) {
        successors_push_goal(out, last);
        if (last == 0)
            return FW_OK;
    }
    const fw_result reached = reach(space, at.x, at.y, out);
    if (reached != FW_OK)
        return reached == FW_NOT_FOUND ? FW_OK : reached;
    if (space->backward->state == PROBE_OPEN) {
        out->work += (uint64_t)probe_step(space->backward, 1);
        if (space->backward->state == PROBE_DRY)
            return FW_NOT_FOUND;
    }
    size_t count = 0;
    fw_result collected = FW_OK;
    const bool backs_up = may_back_up(space, at);
    const int32_t sets = ground_sets(&space->ground, at.x, at.y);
    for (int32_t set = 0; set < sets && collected == FW_OK; set++) {
        collected = collect(space, id, set, FW_FORWARD, out, &count);
        if (collected == FW_OK && backs_up)
            collected = collect(space, id, set, FW_REVERSE, out, &count);
    }
    if (collected != FW_OK)
        return collected;
    const uint32_t here = grid_field_at(&space->field, at.x, at.y);
    space->least_distance = here < space->least_distance ? here : space->least_distance;
    for (size_t i = 0; i < count; i++)
        push(space, out, &space->ways[i]);
    return FW_OK;
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    return pose_of(context, lattice_of(id));
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate, .place = place };
static const space_kind exact_kind = {
    .begin = begin, .expand = expand, .estimate = estimate, .place = place, .stacks = true, .reopens = true
};

/// Where h is a bound and weighs no more than it should, stacks do for a queue: 1.2 times faster.
static const space_kind *kind_of(const directional_space *space)
{
    return space->ask.hurries || space->ask.heuristic == FW_HEURISTIC_TABLE || space->limits.weight > 1
               ? &kind
               : &exact_kind;
}

void directional_search_reset(directional_space *space, const search_limits *limits)
{
    best_first_reset(&space->search, kind_of(space), limits, MOTION_SCALE);
}

fw_result directional_search_run(directional_space *space, uint64_t work)
{
    return kind_of(space) == &kind ? best_first_run(&space->search, &kind, space, work)
                                   : best_first_run(&space->search, &exact_kind, space, work);
}
