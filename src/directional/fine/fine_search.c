#include "directional/fine/fine_search.h"

#include <math.h>

#include "directional/fine/fine_inside.h"
#include "directional/fine/fine_side.h"
#include "search/counts.h"

enum {
    FIRST_TURN = 2,       ///< expansions of the first turn; each turn is twice as long as the turn before
    LONGEST_TURN = 1024,  ///< most expansions of a turn
    ALONE = 8,            ///< most goals that are first tried alone: a single goal is searched from both ends
    ALONE_WORK = 2048,    ///< work for each goal that is tried alone
    FINER_WORK = 1 << 13, ///< work of the searches with shorter steps, which follow the first one
    THOROUGH_WORK =
        1 << 16 ///< work of the search with smaller cells: in large open places it would find no more
};

fw_result fine_search_create(memory *memory, page_pool *pool, fine_search **fine)
{
    fine_search *created = memory_get_zeroed(memory, 1, sizeof *created);
    if (!created)
        return FW_NO_MEMORY;
    created->memory = memory;
    for (int i = 0; i < 2; i++) {
        best_first_init(&created->sides[i].search, memory, pool);
        created->sides[i].cells.memory = memory;
    }
    *fine = created;
    return FW_OK;
}

/// Begins the search for the goals of `present`.
static fw_result begin_search(fine_search *fine)
{
    const bool has_one_end = !fine->present.goals.any_heading && fine->present.goals.count == 1;
    fine->turn = 0;
    fine->turn_length = fine->turn_end = FIRST_TURN;
    fine->side_count = has_one_end ? 2 : 1;
    for (int32_t i = 0; i < fine->side_count; i++) {
        fine->sides[i].is_backward = i == 1;
        if (fine_side_reset(&fine->sides[i], fine) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// True if the search now tries one of several goals alone.
static bool is_alone(const fine_search *fine)
{
    return fine->query.goals.count > 1 && fine->present.goals.count == 1;
}

/// Begins the search for the next goal alone, or for all goals at once if each was tried or there are too many.
static fw_result begin_next(fine_search *fine)
{
    const goal_set *goals = &fine->query.goals;
    fine->present = fine->query;
    if (!goals->any_heading && goals->count <= ALONE && fine->tried < goals->count)
        fine->present.goals = (goal_set){ .items = &goals->items[fine->tried], .count = 1 };
    return begin_search(fine);
}

static fw_result begin_goals(fine_search *fine)
{
    fine->tried = 0;
    fine->are_shut_in = true;
    return begin_next(fine);
}

/// Converts the goals to the frame and sorts them by their tiles there.
static fw_result frame_goals(fine_search *fine)
{
    goal_set *goals = &fine->query.goals;
    const size_t count = (size_t)goals->count;
    if (MEMORY_RESERVE(fine->memory, fine->goals, fine->goal_capacity, count) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const fw_pose pose = fine_frame_enter(&fine->frame, goals->items[i].pose);
        fine->goals[i] =
            (search_end){ .pose = pose, .tile = { (int32_t)floor(pose.x), (int32_t)floor(pose.y), -1 } };
    }
    goal_set_sort(fine->goals, goals->count);
    goals->items = fine->goals;
    return FW_OK;
}

fine_tile fine_search_tile(const fine_search *fine, fw_pose pose)
{
    const fw_pose framed = fine_frame_enter(&fine->frame, pose);
    return fine_frame_tile(&fine->frame, framed.x, framed.y, 0.5);
}

fw_result fine_search_reset(fine_search *fine, const exact_query *query, grid_field *field,
                            const search_limits *limits)
{
    const fine_view view = { query->start, &query->goals };
    fine->query = *query;
    fine->field = field;
    fine->frame = fine_frame_for(&view, map_width(query->map), map_height(query->map));
    if (frame_goals(fine) != FW_OK)
        return FW_NO_MEMORY;
    fine->limits = *limits;
    fine->limits.max_cost =
        0; // the search from the goal does not know costs from the start: the path is cut later
    fine->exhausted = FW_EXHAUSTED_NONE;
    fine->before = (fw_statistics){ 0 };
    fine->fineness = 0;
    fine->is_thorough = false;
    fine->again_end = UINT64_MAX;
    return begin_goals(fine);
}

/// Adds the statistics of both sides.
static void add_sides(const fine_search *fine, fw_statistics *sum)
{
    for (int32_t i = 0; i < fine->side_count; i++) {
        const fw_statistics *side = &fine->sides[i].search.count;
        counts_add(sum, side);
        sum->fringe += side->fringe;
    }
}

void fine_search_statistics(const fine_search *fine, fw_statistics *statistics)
{
    *statistics = fine->before;
    add_sides(fine, statistics);
}

static uint64_t work_of_sides(const fine_search *fine)
{
    fw_statistics now = { 0 };
    add_sides(fine, &now);
    return now.work;
}

/// Lets the two sides take turns.
///
/// @return as best_first_run()
static fw_result run_sides(fine_search *fine, uint64_t work)
{
    const uint64_t before = work_of_sides(fine);
    for (;;) {
        const uint64_t done = work_of_sides(fine) - before;
        if (done >= work)
            return FW_PENDING;
        fine_side *side = &fine->sides[fine->turn];
        const uint64_t left_of_turn = fine->turn_end - side->search.count.expanded;
        const fw_result result = fine_side_run(side, left_of_turn < work - done ? left_of_turn : work - done);
        if (result != FW_PENDING)
            return result;
        if (side->search.count.expanded >= fine->turn_end) {
            fine->turn = (fine->turn + 1) % fine->side_count;
            fine->turn_length = fine->turn_length < LONGEST_TURN ? 2 * fine->turn_length : LONGEST_TURN;
            fine->turn_end = fine->sides[fine->turn].search.count.expanded + fine->turn_length;
        }
    }
}

/// Continues with the next goal after one was tried alone. If each of them is shut in, no path leads to any goal.
///
/// @param is_shut_in  the search for the goal, or the search from it, ran dry
static fw_result go_on(fine_search *fine, bool is_shut_in)
{
    fine->are_shut_in &= is_shut_in;
    add_sides(fine, &fine->before);
    if (++fine->tried == fine->query.goals.count && fine->are_shut_in) {
        fine->side_count = 0; // their statistics were added
        return FW_NOT_FOUND;
    }
    return begin_next(fine) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

/// Notes the end whose search ran dry. If this is the start, no search for another goal changes the result.
static void note_exhausted(fine_search *fine)
{
    if (!fine->sides[fine->turn].is_backward)
        fine->exhausted = FW_EXHAUSTED_START;
    else if (fine->exhausted == FW_EXHAUSTED_NONE)
        fine->exhausted = FW_EXHAUSTED_GOAL;
}

fw_exhausted fine_search_exhausted(const fine_search *fine)
{
    return fine->exhausted;
}

static fw_result give_up(fine_search *fine)
{
    fine->exhausted = FW_EXHAUSTED_NONE;
    return FW_GAVE_UP;
}

/// Begins the search again after it found no path. A unit that reverses gets out of a place that is hardly wider than
/// its body by many short steps near the ends. At last cells are smaller: the pose that a cell keeps may be one that
/// leads nowhere, instead of one that leads to the goal.
///
/// @return FW_PENDING, FW_NO_MEMORY, FW_NOT_FOUND after a thorough search, or FW_GAVE_UP: far from the ends, the unit
///         turns by less within a cell than the search tells apart, so that the search proves nothing
static fw_result begin_again(fine_search *fine)
{
    const bool reverses = fine->query.unit->reverse, is_finest = !reverses || fine->fineness == FINEST;
    if (is_finest && reverses && !fine_moves_suit_cells(&fine->sides[0].moves))
        return give_up(fine);
    if (fine->is_thorough)
        return FW_NOT_FOUND;
    add_sides(fine, &fine->before);
    if (is_finest) {
        fine->is_thorough = true;
        fine->again_end = fine->before.work + THOROUGH_WORK;
    } else if (fine->fineness++ == 0) {
        fine->again_end = fine->before.work + FINER_WORK;
    }
    return begin_goals(fine) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

fw_result fine_search_run(fine_search *fine, uint64_t work)
{
    const uint64_t before = fine->before.work + work_of_sides(fine),
                   most = fine->limits.max_work ? fine->limits.max_work : UINT64_MAX;
    for (;;) {
        const uint64_t now = work_of_sides(fine), all = fine->before.work + now;
        if (all >= most)
            return FW_LIMIT;
        if (all >= fine->again_end)
            return fine->is_thorough ? FW_NOT_FOUND : give_up(fine);
        if (all - before >= work)
            return FW_PENDING;
        const uint64_t end = most < fine->again_end ? most : fine->again_end;
        uint64_t slice = work - (all - before) < end - all ? work - (all - before) : end - all;
        if (is_alone(fine) && slice > ALONE_WORK - now)
            slice = ALONE_WORK - now;
        fw_result result = run_sides(fine, slice);
        if (result == FW_NOT_FOUND)
            note_exhausted(fine);
        if (is_alone(fine) &&
            (result == FW_NOT_FOUND || (result == FW_PENDING && work_of_sides(fine) >= ALONE_WORK)))
            result = go_on(fine, result == FW_NOT_FOUND);
        if (result == FW_NOT_FOUND)
            result = begin_again(fine);
        if (result != FW_PENDING)
            return result;
    }
}

double fine_search_progress(const fine_search *fine)
{
    return best_first_progress(&fine->sides[0].search);
}
