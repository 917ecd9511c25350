#include "directional/guides/guide_choice.h"

#include <math.h>

#include "directional/ends/end_connections.h"
#include "directional/search/directional_inside.h"

static lattice_pose lattice_beside(fw_pose pose, const motion_table *table)
{
    return (lattice_pose){ (int32_t)lround(pose.x - table->offset), (int32_t)lround(pose.y - table->offset),
                           motion_heading_near(pose.heading, table->headings) };
}

/// The penalty of a greedy search for an eighth of a turn between heading and field: half of the cost of an arc of 45
/// degrees in reverse gear, but at most the length of the arc. With a larger penalty, queries in rooms take three times
/// as long if reverse costs no more than forward; with a smaller one, if reverse is expensive.
static uint32_t eighth_charge_of(const fw_unit_def *unit)
{
    const double arc = fmin(unit->turn_radius, MOTION_REACH) * FW_PI / 4;
    return (uint32_t)lround(fmin(unit->reverse_penalty / 2, 1) * arc * MOTION_SCALE);
}

/// All kinds; those for special searches come first. The last one suits every search.
static const guide_kind *const kinds[] = { &guide_open, &guide_perimeter, &guide_motions, &guide_grid };

static const guide_kind *kind_for(const directional_space *space)
{
    size_t i = 0;
    while (!kinds[i]->suits(space))
        i++;
    return kinds[i];
}

void guide_aim_at_goal(directional_space *space)
{
    const directional_query *query = &space->task.query;
    const search_end *goal = &query->goals.items[0];
    goal_curve_aim(&space->guide.to_goal, query->table->lookup, goal->tile, goal->pose,
                   query->unit->def.turn_radius, query->table->offset);
}

/// Prepares the lengths of curves to an exact goal that the lookup table does not have.
static void aim_curves(directional_space *space)
{
    const directional_query *query = &space->task.query;
    guide *guide = &space->guide;
    const search_end *goal = &query->goals.items[0];
    const bool is_between = space->task.goal && !goal->on_lattice && !query->goals.any_heading;
    guide->to_goal.has_heading = !query->goals.any_heading;
    guide->to_goal.reverses = space->task.ground.reverses;
    guide->to_goal.turns = &query->table->turns;
    const bool knows_curve = is_between && !space->task.ground.reverses && !guide->kind->knows_last_turns;
    guide->curves = knows_curve ? GUIDE_KNOWS_CURVE : GUIDE_KNOWS_NO_CURVE;
    guide->beside_goal = lattice_beside(goal->pose, query->table);
    if (!is_between || !space->task.ground.reverses || !query->is_greedy)
        guide->beside_goal.heading = -1;
    if (knows_curve)
        guide_aim_at_goal(space);
}

/// Prepares the lengths of curves to a few goals.
static void aim_few(directional_space *space)
{
    const directional_query *query = &space->task.query;
    const goal_set *goals = &query->goals;
    guide *guide = &space->guide;
    if (space->task.goal || goals->count > FEW_GOALS || goals->any_heading ||
        (space->task.ground.reverses && !(query->is_greedy && space->ends.loose_count == 0)))
        return;
    guide->curves = GUIDE_KNOWS_CURVES;
    for (int32_t i = 0; i < goals->count; i++)
        goal_curve_aim(&guide->to_few[i], query->table->lookup, goals->items[i].tile, goals->items[i].pose,
                       query->unit->def.turn_radius, query->table->offset);
}

void directional_guide_reset(directional_space *space)
{
    guide *guide = &space->guide;
    guide->kind = kind_for(space);
    guide->is_ready = false;
    guide->eighth_charge = eighth_charge_of(&space->task.query.unit->def);
    aim_curves(space);
    aim_few(space);
}

/// Prepares the norm: a bound without obstacles for searches that are not greedy.
static void aim_norm(directional_space *space)
{
    const directional_query *query = &space->task.query;
    space->guide.norm.count = 0;
    if (query->is_greedy || !space->guide.kind->uses_norm || !space->task.goal ||
        search_ends_are_extended(&space->ends) || (query->speeds && space->task.ground.reverses))
        return;
    motion_origin to[MOST_SEEDS];
    const int32_t count = search_ends_origins(&space->ends, to);
    norm_aim_at(&space->guide.norm, &query->table->norm, to, count > 0 ? count : 0);
}

/// The least cost of a unit of the field's distance, over all motions that the search may use.
static uint32_t least_scale(const directional_space *space)
{
    const motion_table *table = space->task.query.table;
    uint32_t scale = table->sets[BASE_MOTIONS].field_scale;
    if (space->task.ground.extended_ends && table->set_count > EXTENDED_MOTIONS &&
        table->sets[EXTENDED_MOTIONS].field_scale < scale)
        scale = table->sets[EXTENDED_MOTIONS].field_scale;
    return scale;
}

void directional_guide_choose(directional_space *space)
{
    guide *guide = &space->guide;
    guide->kind = kind_for(space);
    guide->is_ready &= space->task.query.is_greedy && guide->kind->outlasts_search;
    guide->has_perimeter = guide->knows_motions = false;
    guide->field_scale = least_scale(space);
    aim_norm(space);
}

/// True if the search uses the field of motions, and the field knows that no path leads to a goal from any of the poses
/// to which the start is connected.
static bool motions_miss_start(const directional_space *space)
{
    const connections *starts = space->ends.starts;
    bool is_exact, misses = space->guide.knows_motions;
    for (int32_t i = 0; i < starts->count && misses; i++)
        misses = motion_field_at(space->guide.motions, starts->items[i].pose, &is_exact) == MOTION_FIELD_NONE;
    return misses;
}

bool directional_guide_misses_start(const directional_space *space)
{
    const bool field_misses =
        space->guide.kind->field == GUIDE_HAS_DISTANCES && space->search.count.expanded == 0;
    return space->ends.starts->count > 0 && (field_misses || motions_miss_start(space));
}

bool directional_guide_is_needed(const directional_space *space)
{
    const bool is_solved = space->ends.direct_state == DIRECT_CHEAPEST;
    return !space->guide.is_ready && !is_solved && space->guide.kind->field != GUIDE_GROWS_LATE;
}

fw_result directional_guide_begin(directional_space *space, uint64_t work)
{
    const fw_result begun = space->guide.kind->begin(space, work);
    space->guide.is_ready = begun == FW_OK;
    return begun;
}
