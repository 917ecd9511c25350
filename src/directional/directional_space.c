#include "directional/directional_inside.h"

#include <math.h>
#include <string.h>

enum {
    FIELD_SLICE = 1024, ///< tiles of the field that are followed at once
    FIRST_PROBE = 32,   ///< poses that are to be reached from each end before the search begins
    FIELD_SHIFT = 16,
    COMMITMENT = 24 * FIELD_STRAIGHT,          ///< falling back so far on the field is charged
    REVERSING_COMMITMENT = 6 * FIELD_STRAIGHT, ///< the same for units that can turn anywhere
    ASTRAY = 12 * MOTION_SCALE                 ///< charge for facing another way than the field leads
};

/// What charges on the key make worth while: they cost less than this weight on h would.
#define HURRIED_WEIGHT 1.1

/// By how many eighths of a turn a heading differs from the way that the field leads; 1 where that is not known.
///
/// @param arrived  moves by which the field came to the tile, FW_MOVE_ bits: it leads against them
static inline uint32_t eighths_astray(int32_t heading, uint32_t arrived)
{
    const uint32_t ways =
        (arrived & FIELD_ARRIVED) * 0x101 >> ((heading + 4) & 7); // bit k: k eighths to the right
    return ways & 0x01 ? 0 : ways & 0x82 ? 1 : ways & 0x44 ? 2 : ways & 0x28 ? 3 : ways & 0x10 ? 4 : 1;
}

/// Charges on the queue's key: for falling back on the field, and for facing another way than it leads. Who has no
/// reverse gear may need a wide loop for it; who has one, an arc or a shuffle of that turn.
static inline uint64_t hurried_charges(const directional_space *space, lattice_pose at, uint32_t distance,
                                       uint32_t arrived, bool is_covered)
{
    uint64_t charges = 0;
    const uint32_t most =
        space->least_distance + (space->ground.reverses ? REVERSING_COMMITMENT : COMMITMENT);
    if (distance > most)
        charges += (uint64_t)2 * (distance - most) * space->field_scale >> FIELD_SHIFT;
    if (is_covered)
        return charges;
    const uint32_t eighths = eighths_astray(at.heading, arrived);
    if (space->ground.reverses)
        return charges + (uint64_t)eighths * space->eighth_turn;
    return eighths == 0 ? charges : charges + ASTRAY;
}

/// What the search is ordered by besides the cost so far. Consistent without the charges: no motion is
/// cheaper than the way on the field that lies within what it touches.
///
/// @param arrived  moves by which the field came to the tile, FW_MOVE_ bits: the way to the goal goes against
///         them
static inline cost estimate_at(const directional_space *space, lattice_pose at, uint32_t distance,
                               uint32_t arrived)
{
    const lattice_pose goal = space->ask.goal;
    const bool is_covered = approach_covers(at, goal);
    uint64_t h = (uint64_t)distance * space->field_scale >> FIELD_SHIFT;
    if (goal.heading >= 0 && (space->ask.hurries || !space->ground.reverses)) {
        const uint64_t approach =
            approach_at_least(&space->ask.table->approach, at, goal, space->ask.hurries);
        h = approach > h ? approach : h;
    }
    if (space->ask.hurries)
        h += hurried_charges(space, at, distance, arrived, is_covered);
    return h < COST_LIMIT ? (cost)h : COST_LIMIT - 1;
}

/// Makes sure that a tile's distance is known. FW_NOT_FOUND: nothing leads from there to the goal.
static inline fw_result reach(directional_space *space, int32_t x, int32_t y, successors *out)
{
    grid_field *field = &space->field;
    if (is_blind(space))
        return FW_OK;
    if (grid_field_at(field, x, y) == FIELD_UNKNOWN) {
        uint64_t work = FIELD_SLICE;
        const fw_result reached = grid_field_reach(field, x, y, &work);
        out->work += FIELD_SLICE - work;
        if (reached != FW_OK)
            return reached;
    }
    return grid_field_at(field, x, y) == FIELD_UNKNOWN ? FW_NOT_FOUND : FW_OK;
}

/// Fills in h at the end of a motion. In a hurry the field does not grow for it: what is known of a tile that
/// was not reached is that it is at least as far as the field's wave has come.
static inline fw_result foresee(directional_space *space, lattice_pose at, successors *out, cost *h)
{
    const grid_field *field = &space->field;
    *h = 0;
    if (is_blind(space))
        return FW_OK;
    if (!space->ask.hurries) {
        const fw_result reached = reach(space, at.x, at.y, out);
        if (reached != FW_OK)
            return reached;
    }
    const field_tile *tile = grid_field_tile(field, at.x, at.y);
    if (tile && tile->stamp == field->stamp)
        *h = estimate_at(space, at, tile->distance, tile->arrived);
    else
        *h = estimate_at(space, at, grid_field_at_least(field, at.x, at.y), 0);
    return FW_OK;
}

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

fw_result directional_space_create(memory *from, page_pool *pool, directional_space **created)
{
    directional_space *space = memory_get_zeroed(from, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, from, pool);
    grid_field_init(&space->field, from);
    space->from = from;
    space->forward = memory_get_zeroed(from, 1, sizeof *space->forward);
    space->backward = memory_get_zeroed(from, 1, sizeof *space->backward);
    space->starts = memory_get_zeroed(from, 1, sizeof *space->starts);
    space->goals = memory_get_zeroed(from, 1, sizeof *space->goals);
    if (!space->forward || !space->backward || !space->starts || !space->goals) {
        directional_space_destroy(space);
        return FW_NO_MEMORY;
    }
    *created = space;
    return FW_OK;
}

void directional_space_destroy(directional_space *space)
{
    if (!space)
        return;
    best_first_free(&space->search);
    grid_field_free(&space->field);
    memory_give_back(space->from, space->starts, 1, sizeof *space->starts);
    memory_give_back(space->from, space->goals, 1, sizeof *space->goals);
    memory_give_back(space->from, space->forward, 1, sizeof *space->forward);
    memory_give_back(space->from, space->backward, 1, sizeof *space->backward);
    memory_give_back(space->from, space->ways, space->way_capacity, sizeof *space->ways);
    memory_give_back(space->from, space->route, space->route_capacity, sizeof *space->route);
    memory_give_back(space->from, space, 1, sizeof *space);
}

size_t directional_space_bytes(const directional_space *space)
{
    return sizeof *space + best_first_bytes(&space->search) + grid_field_bytes(&space->field) +
           2 * sizeof *space->backward + 2 * sizeof *space->goals +
           space->way_capacity * sizeof *space->ways + space->route_capacity * sizeof *space->route;
}

/// The probes before the search, from both ends: the one that has found less goes on, because dead ends are
/// narrow. What both leave open is searched, and the one from the goal goes on beside the search.
///
/// @return FW_NOT_FOUND: there is no path with these motions
static fw_result probe_both_ends(directional_space *space, uint64_t *work)
{
    static const lattice_pose nowhere = { -1, -1, -1 };
    const directional_query *ask = &space->ask;
    probe *forward = space->forward, *backward = space->backward;
    if (ask->table->sets[LEAN].turns_in_place) {
        backward->state = PROBE_GIVEN_UP;
        return FW_OK;
    }
    lattice_pose starts[MOST_CONNECTIONS], goals[MOST_CONNECTIONS];
    for (int32_t i = 0; i < space->starts->count; i++)
        starts[i] = space->starts->items[i].at;
    for (int32_t i = 0; i < space->goals->count; i++)
        goals[i] = lattice_opposite(space->goals->items[i].at);
    probe_begin(forward, &space->ground, starts, space->starts->count,
                ask->goal_on_lattice ? ask->goal : nowhere);
    probe_begin(backward, &space->ground, goals, space->goals->count,
                ask->start_on_lattice ? lattice_opposite(ask->start) : nowhere);
    while (forward->state == PROBE_OPEN && backward->state == PROBE_OPEN) {
        const bool is_even = forward->end == backward->end;
        probe *narrower = is_even ? space->suspect : forward->end < backward->end ? forward : backward;
        if (narrower->end > FIRST_PROBE)
            return FW_OK;
        *work += (uint64_t)probe_step(narrower, 1);
        if (narrower->state == PROBE_DRY) {
            space->suspect = narrower;
            return FW_NOT_FOUND;
        }
    }
    return FW_OK;
}

/// Room for all ways out of one pose.
static fw_result reserve_ways(directional_space *space)
{
    size_t most = MOST_CONNECTIONS;
    for (int32_t set = 0; set < space->ask.table->set_count; set++)
        most += MOTION_GEARS * (size_t)space->ask.table->sets[set].most;
    if (best_first_reserve(&space->search, most) != FW_OK)
        return FW_NO_MEMORY;
    return memory_reserve(space->from, &space->ways, &space->way_capacity, most, sizeof *space->ways);
}

/// Gets ready to tell how far it is to the goal where nothing is in the way.
static void aim_curves(directional_space *space)
{
    const directional_query *ask = &space->ask;
    const motion_table *table = ask->table;
    space->to_goal.has_heading = !ask->goal_any_heading;
    space->to_goal.reverses = space->ground.reverses;
    space->looks_at_curves = !ask->goal_on_lattice && !ask->goal_any_heading && !space->ground.reverses;
    if (space->looks_at_curves || is_blind(space))
        goal_curve_aim(&space->to_goal, &table->approach, ask->goal, ask->exact_goal,
                       ask->unit->def.turn_radius, table->offset);
}

/// Begins the search with the motions that are allowed now.
static void begin_stage(directional_space *space)
{
    directional_connect_ends(space);
    space->probed = FW_PENDING;
    const motion_table *table = space->ask.table;
    uint32_t scale = table->sets[LEAN].field_scale;
    if (space->ground.is_rich && table->set_count > RICH && table->sets[RICH].field_scale < scale)
        scale = table->sets[RICH].field_scale;
    space->field_scale = scale;
    search_limits limits = space->limits;
    const uint64_t spent = space->before.work;
    if (limits.max_work)
        limits.max_work = limits.max_work > spent ? limits.max_work - spent : 1;
    best_first_reset(&space->search, kind_of(space), &limits, MOTION_SCALE);
}

fw_result directional_space_reset(directional_space *space, const directional_query *query,
                                  const search_limits *limits)
{
    const fw_overlay *overlay = overlay_is_empty(query->overlay) ? NULL : query->overlay;
    const fw_unit_def *unit = &query->unit->def;
    space->ask = *query;
    space->body = sweep_body_of(&unit->footprint);
    space->charges = surcharge_of(query->map, query->unit, overlay, query->turn_charge);
    space->driver = *unit;
    space->driver.gear_change_cost = (double)space->charges.gear_change / MOTION_SCALE;
    space->eighth_turn = (cost)lround(fmin(unit->turn_radius, MOTION_REACH) * FW_PI / 4 * MOTION_SCALE);
    space->keeps_gear = unit->reverse && space->charges.gear_change > 0;
    space->limits = *limits;
    if (query->hurries && space->limits.weight < HURRIED_WEIGHT)
        space->limits.weight = HURRIED_WEIGHT;
    if (query->max_distance > 0 && query->max_distance < (double)(COST_LIMIT / MOTION_SCALE) - 1)
        space->limits.max_cost = (uint64_t)(query->max_distance * MOTION_SCALE) + 1;
    space->limits.trace_scale = 1.0 / MOTION_SCALE;
    space->ground = (motion_ground){ .table = query->table,
                                     .open = query->unit->body,
                                     .reverses = unit->reverse,
                                     .overlay = overlay,
                                     .corridor_shift = query->corridor_shift,
                                     .has_window = query->has_window,
                                     .window = query->window,
                                     .start = query->start,
                                     .goal = query->goal,
                                     .rich_reach = (int32_t)ceil(2 * unit->turn_radius) };
    space->suspect = space->forward;
    space->has_field = false;
    space->before = (fw_statistics){ 0 };
    space->is_dead = false;
    aim_curves(space);
    if (reserve_ways(space) != FW_OK)
        return FW_NO_MEMORY;
    begin_stage(space);
    return FW_OK;
}

/// How far the motions of any set touch tiles.
static int32_t touch_reach(const motion_table *table)
{
    int32_t most = 0;
    for (int32_t set = 0; set < table->set_count; set++)
        for (int heading = 0; heading < MOTION_HEADINGS; heading++) {
            const motion_fan *fan = &table->sets[set].fans[heading];
            const int32_t sides[] = { -fan->left, -fan->top, fan->left + fan->width, fan->top + fan->height };
            for (int side = 0; side < 4; side++)
                most = sides[side] > most ? sides[side] : most;
        }
    return most;
}

/// The field is shared by all stages of a query. A corridor binds the ends of motions, not what they touch on the way:
/// the field grows beyond it as far as motions swing.
static fw_result begin_field(directional_space *space)
{
    const directional_query *ask = &space->ask;
    const fw_overlay *overlay = space->ground.overlay;
    space->has_field = true;
    const fw_result begun = grid_field_reset(&space->field, ask->unit->body, overlay, ask->goal.x,
                                             ask->goal.y, ask->start.x, ask->start.y);
    if (begun == FW_OK && overlay && overlay_has_corridor(overlay)) {
        const overlay_span corridor = overlay_corridor_span(overlay);
        const int32_t beyond = touch_reach(ask->table), shift = ask->corridor_shift;
        grid_field_confine(&space->field,
                           (overlay_span){ corridor.left + shift - beyond, corridor.top + shift - beyond,
                                           corridor.right + shift + beyond,
                                           corridor.bottom + shift + beyond });
    }
    return begun;
}

static fw_result run_for(directional_space *space, uint64_t work)
{
    return kind_of(space) == &kind ? best_first_run(&space->search, &kind, space, work)
                                   : best_first_run(&space->search, &exact_kind, space, work);
}

fw_result directional_space_probe(directional_space *space)
{
    if (space->probed == FW_PENDING)
        space->probed = space->is_dead      ? FW_NOT_FOUND
                        : space->has_direct ? FW_OK
                                            : probe_both_ends(space, &space->search.count.work);
    return space->probed;
}

static fw_result run_stage(directional_space *space, uint64_t work)
{
    if (directional_space_probe(space) != FW_OK)
        return space->probed;
    if (!space->has_field && begin_field(space) != FW_OK)
        return FW_NO_MEMORY;
    const uint64_t end =
        work < UINT64_MAX - space->search.count.work ? space->search.count.work + work : UINT64_MAX;
    fw_result result;
    do
        result = run_for(space, end - space->search.count.work);
    while (result == FW_PENDING && space->search.count.work < end);
    return result;
}

static void add_statistics(fw_statistics *sum, const fw_statistics *more)
{
    sum->expanded += more->expanded;
    sum->generated += more->generated;
    sum->improved += more->improved;
    sum->reopened += more->reopened;
    sum->work += more->work;
    sum->fringe = more->fringe > sum->fringe ? more->fringe : sum->fringe;
}

/// Is there more to try with, and may it help?
static bool may_escalate(directional_space *space)
{
    if (space->ground.is_rich || space->is_dead || space->ask.is_lean || !space->ask.table->escalates)
        return false;
    space->is_dead = directional_has_dead_end(space, true, &space->search.count.work);
    return !space->is_dead;
}

fw_result directional_space_run(directional_space *space, uint64_t work)
{
    const uint64_t before = space->search.count.work;
    fw_result result = run_stage(space, work);
    if (result == FW_NOT_FOUND && may_escalate(space)) {
        const uint64_t spent = space->search.count.work - before;
        add_statistics(&space->before, &space->search.count);
        space->ground.is_rich = true;
        begin_stage(space);
        result = work > spent ? run_stage(space, work - spent) : FW_PENDING;
    }
    return result;
}

bool directional_space_has_direct(const directional_space *space)
{
    return space->has_direct;
}

const connections *directional_space_starts(const directional_space *space)
{
    return space->starts;
}

const connections *directional_space_goals(const directional_space *space)
{
    return space->goals;
}

/// Dubins curves from pose to pose are known to be shortest; of what else leads straight to the goal, this much is not
/// known.
static double bound_of(const directional_space *space)
{
    const directional_query *ask = &space->ask;
    if (space->has_direct)
        return ask->goal_any_heading || ask->unit->def.reverse ? 0.0 : 1.0;
    const bool is_exact = ask->start_on_lattice && ask->goal_on_lattice && !space->ground.is_rich;
    const bool is_estimated = ask->hurries || ask->heuristic == FW_HEURISTIC_TABLE;
    return is_exact && !is_estimated ? space->search.limits.weight : 0.0;
}

void directional_space_statistics(const directional_space *space, fw_statistics *statistics)
{
    *statistics = space->before;
    add_statistics(statistics, &space->search.count);
    statistics->pages = space->search.nodes.page_count + space->field.page_count;
    statistics->bytes = directional_space_bytes(space);
    statistics->bound = bound_of(space);
}

double directional_space_progress(const directional_space *space)
{
    return best_first_progress(&space->search);
}
