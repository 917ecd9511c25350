#include "joint/repair.h"

#include <math.h>
#include <string.h>

#include "curve/sweep_line.h"

/// A point that sees no place nearer than this is a pocket, in spacings of the lattice. Between four lattice points,
/// the farthest point is .71 away.
#define POCKET_REACH 0.76

enum { MOST_POINTS = 1 << 23, POINTS_A_WORK = 4 };

void repair_init(repair *repair, memory *memory)
{
    *repair = (struct repair){ .memory = memory };
}

void repair_release(repair *repair)
{
    memory *memory = repair->memory;
    memory_give_back(memory, repair->grid.index, repair->grid.capacity, sizeof *repair->grid.index);
    memory_give_back(memory, repair->queue, repair->queue_capacity, sizeof *repair->queue);
    memory_give_back(memory, repair->sees, repair->sees_capacity, sizeof *repair->sees);
    memory_give_back(memory, repair->hops, repair->hop_capacity, sizeof *repair->hops);
    repair_init(repair, memory);
}

static void reach(repair *repair, int32_t column, int32_t row)
{
    int32_t *entry = lattice_entry(&repair->grid, column, row);
    if (*entry == 0) {
        *entry = -1;
        repair->queue[repair->tail++] = row * repair->grid.columns + column;
    }
}

/// Reaches the points near to where a unit is to which it can go straight.
static void reach_near(repair *repair, const body_ranks *bodies, int32_t rank, joint_place at)
{
    int32_t column, row;
    lattice_nearest(&repair->grid, at.x, at.y, &column, &row);
    for (int32_t i = 0; i < 25; i++) {
        const int32_t c = column + i % 5 - 2, r = row + i / 5 - 2;
        const joint_place point = lattice_place(&repair->grid, c, r);
        if (lattice_entry(&repair->grid, c, r) &&
            sweep_line_is_free(bodies->ground, &bodies->bodies[rank], at.x, at.y, point.x, point.y))
            reach(repair, c, r);
    }
}

fw_result repair_begin(repair *repair, const knot *knot, const fw_box *box, double spacing)
{
    fw_result result = lattice_begin(&repair->grid, repair->memory, box, spacing, 0, 0);
    const size_t points = (size_t)repair->grid.columns * (size_t)repair->grid.rows;
    if (result == FW_OK)
        result = points > MOST_POINTS
                     ? FW_TOO_MANY
                     : MEMORY_RESERVE(repair->memory, repair->queue, repair->queue_capacity, points);
    repair->head = repair->tail = 0;
    for (int32_t i = 0; i < knot->count && result == FW_OK; i++) {
        const knot_unit *unit = &knot->units[i];
        const joint_place start = { knot->asked[i].x, knot->asked[i].y };
        reach_near(repair, &knot->ranks[unit->ground], unit->rank, start);
        reach_near(repair, &knot->ranks[unit->ground], unit->rank, knot_goal(knot, i));
    }
    return result;
}

/// Calls for each point that the wave has reached, a few for a unit of work.
static bool next_point(repair *repair, uint64_t *work, int32_t *column, int32_t *row)
{
    if (repair->head % POINTS_A_WORK == 0) {
        if (*work == 0)
            return false;
        --*work;
    }
    *column = repair->queue[repair->head] % repair->grid.columns;
    *row = repair->queue[repair->head++] / repair->grid.columns;
    return true;
}

fw_result repair_survey(repair *repair, const places *places, uint64_t *work)
{
    int32_t column, row;
    while (repair->head < repair->tail) {
        if (!next_point(repair, work, &column, &row))
            return FW_PENDING;
        for (int32_t i = 0; i < 9; i++) {
            const int32_t c = column + i % 3 - 1, r = row + i / 3 - 1;
            uint8_t ranks[JOINT_MOST_GROUNDS];
            const int32_t *entry = lattice_entry(&repair->grid, c, r);
            if (entry && *entry == 0 &&
                places_judge(places, lattice_place(&repair->grid, column, row),
                             lattice_place(&repair->grid, c, r), ranks))
                reach(repair, c, r);
        }
    }
    return FW_OK;
}

fw_result repair_seed(const repair *repair, places *places)
{
    for (int32_t i = 0; i < repair->tail; i++) {
        const joint_place at = lattice_place(&repair->grid, repair->queue[i] % repair->grid.columns,
                                             repair->queue[i] / repair->grid.columns);
        int32_t column, row;
        lattice_nearest(&places->lattice, at.x, at.y, &column, &row);
        const joint_place point = lattice_place(&places->lattice, column, row);
        const fw_result result =
            places_touch(point, at, 1e-6) ? places_seed_point(places, column, row) : FW_OK;
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

fw_result repair_begin_check(repair *repair, const places *places, int32_t ground, int32_t rank)
{
    const size_t count = (size_t)places->count,
                 points = (size_t)repair->grid.columns * (size_t)repair->grid.rows;
    fw_result result = MEMORY_RESERVE(repair->memory, repair->hops, repair->hop_capacity, count);
    if (result == FW_OK)
        result = MEMORY_RESERVE(repair->memory, repair->sees, repair->sees_capacity, points);
    if (result != FW_OK)
        return result;
    if (count)
        memset(repair->hops, 0, count);
    if (points)
        memset(repair->sees, 0xff, points * sizeof *repair->sees);
    repair->known = places->count;
    repair->ground = ground;
    repair->rank = rank;
    repair->near_count = repair->head = 0;
    return FW_OK;
}

/// Notes the places to which the body gets from one by REPAIR_HOPS moves.
static void note_near(repair *repair, const places *places, int32_t place)
{
    if (repair->near_count && repair->near[0] == place)
        return;
    for (int32_t i = 0; i < repair->near_count; i++)
        repair->hops[repair->near[i]] = 0;
    repair->near_count = 1;
    repair->near[0] = place;
    repair->hops[place] = 1;
    for (int32_t head = 0; head < repair->near_count; head++) {
        const int32_t from = repair->near[head];
        for (int32_t i = places->first[from]; i < places->first[from + 1]; i++) {
            const place_arc *arc = &places->arcs[i];
            if (arc->ranks[repair->ground] <= repair->rank || repair->hops[arc->to] ||
                repair->hops[from] > REPAIR_HOPS || repair->near_count == REPAIR_NEAR)
                continue;
            repair->hops[arc->to] = (uint8_t)(repair->hops[from] + 1);
            repair->near[repair->near_count++] = arc->to;
        }
    }
}

static bool may_go(const repair *repair, const places *places, joint_place from, joint_place to)
{
    const body_ranks *bodies = &places->ranks[repair->ground];
    return sweep_line_is_free(bodies->ground, &bodies->bodies[repair->rank], from.x, from.y, to.x, to.y);
}

/// The place nearest to a point that the body sees from there, or the place at the point; -1: it sees none.
static int32_t find_seen(const repair *repair, const places *places, joint_place at)
{
    int32_t near[MOST_NEAR], best = -1;
    const int32_t count = places_list_near(places, at, places->shared_count, near);
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        const joint_place place = places->at[near[i]];
        const double apart = (place.x - at.x) * (place.x - at.x) + (place.y - at.y) * (place.y - at.y);
        if (apart < least && may_go(repair, places, at, place)) {
            least = apart;
            best = near[i];
        }
    }
    return least <= POCKET_REACH * POCKET_REACH * places->lattice.spacing * places->lattice.spacing ? best
                                                                                                    : -1;
}

/// Makes a point a place, unless it is one, and joins it to the places near it.
static fw_result add_point(repair *repair, places *places, int32_t column, int32_t row)
{
    int32_t *entry = lattice_entry(&repair->grid, column, row);
    const joint_place at = lattice_place(&repair->grid, column, row);
    int32_t near[MOST_NEAR], place;
    const int32_t count = places_list_near(places, at, places->lattice_count, near);
    if (*entry > 0)
        return FW_OK;
    fw_result result = places_add_shared(places, at, &place);
    for (int32_t i = 0; i < count && result == FW_OK; i++)
        result = places_join(places, place, near[i]);
    for (int32_t i = 0; i < 9 && result == FW_OK; i++) {
        const int32_t *beside = lattice_entry(&repair->grid, column + i % 3 - 1, row + i / 3 - 1);
        if (beside && *beside > 0)
            result = places_join(places, place, *beside - 1);
    }
    *entry = place + 1;
    return result;
}

/// True if what a point sees is not joined with a point beside it, or with what that one sees, by a short way.
///
/// @param seen  noted by note_near()
static bool is_apart(const repair *repair, const places *places, int32_t seen, joint_place at, int32_t column,
                     int32_t row)
{
    const int32_t *entry = lattice_entry(&repair->grid, column, row);
    const joint_place beside = lattice_place(&repair->grid, column, row);
    if (!entry || !may_go(repair, places, at, beside))
        return false;
    if (*entry > 0)
        return !may_go(repair, places, beside, places->at[seen]);
    const int32_t other = repair->sees[row * repair->grid.columns + column];
    return other >= 0 && !repair->hops[other];
}

/// Checks a point: it becomes a place if it sees none, or an added one. It and a point beside it become places if what
/// they see is not joined.
static fw_result check_point(repair *repair, places *places, int32_t column, int32_t row)
{
    const joint_place at = lattice_place(&repair->grid, column, row);
    if (!may_go(repair, places, at, at))
        return FW_OK;
    const int32_t seen = find_seen(repair, places, at);
    const bool sees_lattice = seen >= 0 && seen < repair->known;
    if (sees_lattice)
        note_near(repair, places, seen);
    fw_result result = sees_lattice ? FW_OK : add_point(repair, places, column, row);
    for (int32_t i = 0; i < 9 && result == FW_OK; i++) {
        const int32_t c = column + i % 3 - 1, r = row + i / 3 - 1;
        const int32_t *entry = lattice_entry(&repair->grid, c, r);
        const int32_t other = entry ? repair->sees[r * repair->grid.columns + c] : -1;
        if (sees_lattice && is_apart(repair, places, seen, at, c, r)) {
            result = add_point(repair, places, column, row);
            if (result == FW_OK)
                result = add_point(repair, places, c, r);
        } else if (!sees_lattice && other >= 0 &&
                   may_go(repair, places, at, lattice_place(&repair->grid, c, r)) &&
                   !may_go(repair, places, at, places->at[other])) {
            result = add_point(repair, places, c, r);
        }
    }
    repair->sees[row * repair->grid.columns + column] = sees_lattice ? seen : -1;
    return result;
}

fw_result repair_check(repair *repair, places *places, uint64_t *work)
{
    int32_t column, row;
    while (repair->head < repair->tail) {
        if (!next_point(repair, work, &column, &row))
            return FW_PENDING;
        const fw_result result = check_point(repair, places, column, row);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}
