#include "directional/search/speed_search.h"

#include "directional/motions/motion_set.h"
#include "directional/search/directional_opening.h"
#include "directional/search/speed_space.h"

/// Most repetitions of a straight motion in one step.
enum { MOST_RUN = 256 };

/// True if two nodes have the same pose, at any speeds.
static inline bool is_same_pose(fw_node_id one, fw_node_id other)
{
    return (one << (WORD_BITS - LEVEL_SHIFT)) == (other << (WORD_BITS - LEVEL_SHIFT));
}

/// The node of a pose at a level. At level 0 the id has no gear: a unit that stands may leave in either.
static inline fw_node_id id_at(lattice_pose pose, fw_gear gear, int32_t level)
{
    const fw_node_id id = lattice_id(pose.x, pose.y, pose.heading) | (fw_node_id)level << LEVEL_SHIFT;
    return gear == FW_REVERSE && level > 0 ? id | LATTICE_REVERSE : id;
}

/// True if a tile in the window of a control set has a terrain with a speed limit below the highest level.
static bool is_near_slow(const directional_space *space, const control_set *controls, lattice_pose pose)
{
    const speed_space *speeds = space->speeds;
    for (int32_t i = 0; !speeds->is_even && i < controls->width * controls->height; i++) {
        const int32_t x = pose.x + controls->left + i % controls->width,
                      y = pose.y + controls->top + i / controls->width;
        const double top = speeds->def.terrain_top[map_terrain(space->task.query.map, x, y)];
        if (top > 0 && top < speeds->ladder.def.top)
            return true;
    }
    return false;
}

/// The limits along a motion, or along a straight motion that is driven several times.
static void limits_of_motion(const directional_space *space, const departure *departure, const motion *motion,
                             int32_t times, ladder_limits *limits)
{
    const fw_pose start = pose_of(space, departure->pose);
    const int32_t count = motion_segment_count(departure->motions, motion);
    fw_segment segments[MOTION_SEGMENTS];
    for (int32_t i = 0; i < count; i++) {
        segments[i] = motion_segment(departure->motions, motion, i, start.x, start.y, departure->gear);
        segments[i].length *= times;
    }
    ladder_limits_along(&space->speeds->ladder, slow_map(space), segments, count, limits);
}

/// Computes the costs under some limits from one level to each level. The cost to level 0 is written last, because
/// costs_of() takes a cost of 0 there as unknown.
static void find_costs(const speed_ladder *ladder, const ladder_limits *limits, int32_t from, uint32_t *costs)
{
    for (int32_t to = ladder->count - 1; to >= 0; to--)
        costs[to] = ladder_cost(ladder, limits, ladder->square[from], ladder->square[to], false);
}

/// The costs of a motion from one level to each level if no terrain has a speed limit. Computed on first use and kept.
static const uint32_t *costs_of(directional_space *space, const departure *departure, const motion *motion,
                                int32_t from)
{
    const speed_space *speeds = space->speeds;
    const motion_set *set = departure->motions;
    const size_t row = (speeds->first_curve[departure->set] + motion->curve) * LADDER_LEVELS + (size_t)from;
    uint32_t *costs = &speeds->costs[row * LADDER_LEVELS];
    ladder_limits limits;
    if (costs[0] == 0) {
        ladder_limits_along(&speeds->ladder, NULL, &set->segments[set->first_segment[motion->curve]],
                            motion_segment_count(set, motion), &limits);
        find_costs(&speeds->ladder, &limits, from, costs);
    }
    return costs;
}

/// As costs_of(), if a terrain below the motion may have a speed limit.
///
/// @param[out] costs  [level * LADDER_LEVELS]
static const uint32_t *slow_costs_of(const directional_space *space, const departure *departure,
                                     const motion *motion, int32_t from, uint32_t *costs)
{
    ladder_limits limits;
    limits_of_motion(space, departure, motion, 1, &limits);
    find_costs(&space->speeds->ladder, &limits, from, costs);
    return costs;
}

/// The cost of a step for the loop. A step of LADDER_MOST_COST may take longer in fact, so its cost ends the search
/// with FW_TOO_MANY.
static inline cost counted(uint32_t step)
{
    return step < LADDER_MOST_COST ? step : COST_LIMIT - 1;
}

static void add_step(directional_space *space, const departure *departure, int32_t index, lattice_pose to,
                     int32_t level, uint32_t step, size_t *count)
{
    const uint16_t via = (uint16_t)(index | motion_via(departure->set, departure->gear));
    if (step != LADDER_IMPOSSIBLE)
        space->steps[(*count)++] = (lattice_step){ id_at(to, departure->gear, level), counted(step), via };
}

/// True if a motion can be driven again from the pose where it ended.
static bool is_free_again(const departure *departure, int32_t index, lattice_pose pose)
{
    const motion_ground *ground = departure->ground;
    const control_set *controls = departure->controls;
    const motion *step = &controls->motions[index];
    uint64_t blocked[WINDOW_WORDS];
    return (!control_set_look(controls, ground->open, ground->overlay, pose.x, pose.y, blocked) ||
            control_is_free(controls, index, blocked)) &&
           ground_admits(ground, departure->set, pose.x + step->dx, pose.y + step->dy) &&
           ground_lets_pass(ground, departure->motions, step, pose);
}

/// Adds steps that repeat a straight motion until the unit has room to change to the level above, or to the level
/// below: one motion may be too short to change the speed by a whole level.
static void add_repeated(directional_space *space, const departure *departure, int32_t level, int32_t index,
                         const uint32_t *costs, size_t *count)
{
    const speed_ladder *ladder = &space->speeds->ladder;
    const motion *step = &departure->controls->motions[index];
    const int32_t next[] = { level - 1, level + 1 };
    bool wants[] = { level > 0 && costs[level - 1] == LADDER_IMPOSSIBLE,
                     level + 1 < ladder->count && costs[level + 1] == LADDER_IMPOSSIBLE };
    lattice_pose pose = { departure->pose.x + step->dx, departure->pose.y + step->dy,
                          departure->pose.heading };
    for (int32_t times = 2; times <= MOST_RUN && (wants[0] || wants[1]); times++) {
        ladder_limits limits;
        if (!is_free_again(departure, index, pose))
            return;
        pose.x += step->dx;
        pose.y += step->dy;
        limits_of_motion(space, departure, step, times, &limits);
        for (int i = 0; i < 2; i++) {
            const uint32_t took =
                wants[i] ? ladder_cost(ladder, &limits, ladder->square[level], ladder->square[next[i]], false)
                         : LADDER_IMPOSSIBLE;
            wants[i] = wants[i] && took == LADDER_IMPOSSIBLE;
            add_step(space, departure, index, pose, next[i], took, count);
        }
    }
}

/// Collects the steps of a departure at a level, one for each level that they can end at.
static void collect(directional_space *space, const departure *departure, int32_t from, size_t *count)
{
    const int32_t levels = space->speeds->ladder.count;
    const bool is_slow = is_near_slow(space, departure->controls, departure->pose);
    const bool is_bound = departure_is_bound(departure);
    const motion *motion;
    lattice_pose to;
    for (int32_t i = 0; (motion = departure_next(departure, &i, &to)); i++) {
        uint32_t room[LADDER_LEVELS];
        if (is_bound && !departure_lets_pass(departure, motion))
            continue;
        const uint32_t *costs = is_slow ? slow_costs_of(space, departure, motion, from, room)
                                        : costs_of(space, departure, motion, from);
        for (int32_t level = 0; level < levels; level++)
            add_step(space, departure, i, to, level, costs[level], count);
        if (motion->turn == 0 && departure->set == BASE_MOTIONS && costs[from] != LADDER_IMPOSSIBLE)
            add_repeated(space, departure, from, i, costs, count);
    }
}

static void estimate(void *context, successor *improved, size_t count)
{
    const directional_space *space = context;
    cost length = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || !is_same_pose(improved[i].id, improved[i - 1].id))
            length = space->guide.kind->estimate(space, lattice_of(improved[i].id));
        improved[i].h = ladder_remaining(&space->speeds->ladder, speed_level_of(improved[i].id), length);
    }
}

/// Collects the steps from the start to the lattice, one for each speed that they can end with.
static size_t collect_first(directional_space *space)
{
    const speed_ladder *ladder = &space->speeds->ladder;
    size_t count = 0;
    for (int32_t i = 0; i < space->ends.starts->count; i++) {
        const connection *connection = &space->ends.starts->items[i];
        const fw_node_id from = id_at(connection->pose, FW_FORWARD, ladder->start);
        for (int32_t level = 0; level < ladder->count; level++) {
            const uint32_t step =
                speed_space_curve_cost(space, from, &connection->curve, ladder->square[level], false);
            const bool leads_there = connection->curve.count > 0 || level == ladder->start;
            if (leads_there && step != LADDER_IMPOSSIBLE)
                space->steps[count++] = (lattice_step){ id_at(connection->pose, connection->gear, level),
                                                        counted(step), (uint16_t)i };
        }
    }
    return count;
}

/// Pushes the steps whose ends the field connects to a goal.
static fw_result push_open_ended(directional_space *space, size_t count, successors *successors)
{
    const fw_result kept = keep_open_ended(space, space->steps, &count, successors);
    if (kept == FW_OK)
        push_all(space->steps, count, successors);
    return kept;
}

static fw_result begin(void *context, successors *successors)
{
    directional_space *space = context;
    const lattice_pose start = space->task.query.start.tile;
    const int32_t level = space->speeds->ladder.start;
    if (level < 0)
        return FW_OK;
    const fw_result reached = reach(space, start.x, start.y, successors);
    if (reached != FW_OK)
        return reached;
    const uint32_t direct =
        space->ends.direct_state != DIRECT_NONE
            ? speed_space_curve_cost(space, id_at(start, FW_FORWARD, level), &space->ends.direct,
                                     speed_space_most_at_end(space), true)
            : LADDER_IMPOSSIBLE;
    if (direct != LADDER_IMPOSSIBLE)
        successors_push_goal(successors, counted(direct));
    return push_open_ended(space, collect_first(space), successors);
}

/// A lower bound of the remaining cost from a node, by the lower bound of the remaining length that is known now.
///
/// @param[out] length    the bound of the length
/// @param[out] is_exact  true if that bound will not rise
static uint32_t least_left(const directional_space *space, fw_node_id id, cost *length, bool *is_exact)
{
    *length = least_of_motions(space, lattice_of(id), is_exact);
    return ladder_remaining(&space->speeds->ladder, speed_level_of(id), *length);
}

/// Grows the field of motions, once it guides, until h of the node that is to be expanded rises or is final. If h
/// rises, the node is postponed.
static fw_result know_length(directional_space *space, fw_node_id id, successors *successors)
{
    const fw_result begun = begin_to_guide(space, successors);
    if (begun != FW_OK || !space->guide.knows_motions)
        return begun;
    cost length;
    bool is_exact;
    uint32_t left = least_left(space, id, &length, &is_exact);
    while (!is_exact && left <= successors->from_h) {
        uint64_t work = MOTION_FIELD_SLICE;
        const fw_result grown =
            motion_field_grow(space->guide.motions, lattice_of(id), more_than(length), &work);
        successors->work += MOTION_FIELD_SLICE - work;
        if (grown != FW_OK)
            return grown;
        left = least_left(space, id, &length, &is_exact);
    }
    if (length == COST_LIMIT)
        return FW_NOT_FOUND;
    if (left > successors->from_h)
        successors_postpone(successors, left);
    return FW_OK;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    (void)node;
    directional_space *space = context;
    const lattice_pose pose = lattice_of(id);
    if (space->guide.kind->field == GUIDE_GROWS_LATE) {
        const fw_result known = know_length(space, id, successors);
        if (known != FW_OK || successors->later_h != COST_LIMIT)
            return known == FW_NOT_FOUND ? FW_OK : known;
    }
    fw_result ended;
    if (!opens(space, id, successors, &ended))
        return ended;
    size_t count = 0;
    const int32_t sets = ground_sets(&space->task.ground, pose.x, pose.y);
    const int32_t gears = space->task.ground.reverses ? MOTION_GEARS : 1;
    for (int32_t which = 0; which < sets * gears; which++) {
        const fw_gear gear = (fw_gear)(which % gears);
        departure departure;
        if (!may_go_on(id, gear))
            continue;
        departure_begin(&departure, &space->task.ground, pose, which / gears, gear, false);
        collect(space, &departure, speed_level_of(id), &count);
    }
    return push_open_ended(space, count, successors);
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate, .place = place_of };
static const space_kind exact_kind = {
    .begin = begin, .expand = expand, .estimate = estimate, .place = place_of, .stacks = true, .reopens = true
};

/// True if h is a lower bound with a weight of 1, so that stacks give the same costs as an exact order.
static bool is_exact(const directional_space *space)
{
    return heuristic_is_bound(space->task.query.heuristic) && space->limits.weight == 1;
}

void speed_search_reset(directional_space *space, const search_limits *limits)
{
    search_limits in_time = *limits;
    in_time.trace_scale = 1 / space->speeds->ladder.scale;
    best_first_reset(&space->search, is_exact(space) ? &exact_kind : &kind, &in_time, MOTION_SCALE);
}

fw_result speed_search_run(directional_space *space, uint64_t work)
{
    return is_exact(space) ? best_first_run(&space->search, &exact_kind, space, work)
                           : best_first_run(&space->search, &kind, space, work);
}
