#include "joint/repair.h"

#include <math.h>
#include <string.h>

/// A point farther than this from every place is a pocket, in spacings of the lattice. Between four lattice points, the
/// farthest point is .71 away.
#define POCKET_REACH 0.76

enum {
    MOST_POINTS = 1 << 23,
    LINK_HOPS = 3, ///< two places are joined by a chain if they are farther apart
    POINTS_A_WORK = 4
};

static const int8_t steps_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, steps_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

void repair_init(repair *repair, memory *memory)
{
    *repair = (struct repair){ .memory = memory };
}

void repair_release(repair *repair)
{
    memory *memory = repair->memory;
    memory_give_back(memory, repair->points, repair->point_capacity, sizeof *repair->points);
    memory_give_back(memory, repair->queue, repair->queue_capacity, sizeof *repair->queue);
    memory_give_back(memory, repair->links, repair->link_capacity, sizeof *repair->links);
    memory_give_back(memory, repair->hops, repair->hop_capacity, sizeof *repair->hops);
    repair_init(repair, memory);
}

static joint_place point_at(const repair *repair, int32_t point)
{
    const lattice *grid = &repair->grid;
    return (joint_place){ grid->x + point % grid->columns * grid->spacing,
                          grid->y + point / grid->columns * grid->spacing };
}

static int32_t point_of(const repair *repair, int32_t column, int32_t row)
{
    const lattice *grid = &repair->grid;
    return column < 0 || row < 0 || column >= grid->columns || row >= grid->rows ? -1 : row * grid->columns + column;
}

/// The point at a place; -1 if the place is off the grid.
static int32_t point_at_place(const repair *repair, joint_place place)
{
    int32_t column, row;
    lattice_nearest(&repair->grid, place.x, place.y, &column, &row);
    const int32_t point = point_of(repair, column, row);
    if (point < 0)
        return -1;
    const joint_place at = point_at(repair, point);
    return fabs(at.x - place.x) < 1e-6 && fabs(at.y - place.y) < 1e-6 ? point : -1;
}

/// A point of the fine grid near a place, to which a body may go straight; -1 = none.
static int32_t point_near(const repair *repair, const body_ranks *bodies, int32_t rank, double x, double y)
{
    int32_t column, row, best = -1;
    double least = INFINITY;
    lattice_nearest(&repair->grid, x, y, &column, &row);
    for (int32_t i = 0; i < 25; i++) {
        const int32_t point = point_of(repair, column + i % 5 - 2, row + i / 5 - 2);
        if (point < 0)
            continue;
        const joint_place at = point_at(repair, point);
        const double apart = (at.x - x) * (at.x - x) + (at.y - y) * (at.y - y);
        if (apart < least && sweep_line_is_free(bodies->ground, &bodies->bodies[rank], x, y, at.x, at.y)) {
            least = apart;
            best = point;
        }
    }
    return best;
}

/// Begins a wave without sources.
static fw_result clear_points(repair *repair)
{
    const size_t points = (size_t)repair->grid.columns * (size_t)repair->grid.rows;
    fw_result result = memory_reserve(repair->memory, &repair->points, &repair->point_capacity, points,
                                      sizeof *repair->points);
    if (result == FW_OK)
        result = memory_reserve(repair->memory, &repair->queue, &repair->queue_capacity, points,
                                sizeof *repair->queue);
    if (result == FW_OK && points)
        memset(repair->points, 0xff, points * sizeof *repair->points);
    repair->head = repair->tail = 0;
    return result;
}

static void reach(repair *repair, int32_t point, int32_t place, int32_t before)
{
    if (repair->points[point].place >= 0)
        return;
    repair->points[point] = (repair_point){ place, before };
    repair->queue[repair->tail++] = point;
}

fw_result repair_begin_survey(repair *repair, const knot *knot, const fw_box *box, double spacing,
                              int32_t ground, int32_t rank)
{
    lattice *grid = &repair->grid;
    grid->spacing = spacing;
    grid->x = ceil(box->min_x / spacing) * spacing;
    grid->y = ceil(box->min_y / spacing) * spacing;
    const double columns = floor((box->max_x - grid->x) / spacing) + 1,
                 rows = floor((box->max_y - grid->y) / spacing) + 1;
    if (columns * rows > MOST_POINTS)
        return FW_TOO_MANY;
    grid->columns = columns > 0 ? (int32_t)columns : 0;
    grid->rows = rows > 0 ? (int32_t)rows : 0;
    repair->ground = ground;
    repair->rank = rank;
    const fw_result result = clear_points(repair);
    if (result != FW_OK)
        return result;
    for (int32_t i = 0; i < knot->count; i++) {
        if (knot->units[i].ground != ground)
            continue;
        const joint_place goal = knot_goal(knot, i), start = { knot->asked[i].x, knot->asked[i].y };
        const int32_t first = point_near(repair, &knot->ranks[ground], rank, start.x, start.y),
                      last = point_near(repair, &knot->ranks[ground], rank, goal.x, goal.y);
        if (first >= 0)
            reach(repair, first, 0, -1);
        if (last >= 0)
            reach(repair, last, 0, -1);
    }
    return FW_OK;
}

/// The point beside another one to which the wave's body may go; -1: it may not.
static int32_t neighbour(const repair *repair, const places *places, int32_t point, int direction)
{
    const body_ranks *bodies = &places->ranks[repair->ground];
    const int32_t columns = repair->grid.columns;
    const int32_t to =
        point_of(repair, point % columns + steps_x[direction], point / columns + steps_y[direction]);
    if (to < 0)
        return -1;
    const joint_place a = point_at(repair, point), b = point_at(repair, to);
    return sweep_line_is_free(bodies->ground, &bodies->bodies[repair->rank], a.x, a.y, b.x, b.y) ? to : -1;
}

fw_result repair_survey(repair *repair, const places *places, uint64_t *work)
{
    for (; repair->head < repair->tail; repair->head++) {
        if (repair->head % POINTS_A_WORK == 0) {
            if (*work == 0)
                return FW_PENDING;
            --*work;
        }
        const int32_t point = repair->queue[repair->head];
        for (int i = 0; i < 8; i++) {
            const int32_t to = neighbour(repair, places, point, i);
            if (to >= 0)
                reach(repair, to, repair->points[point].place, point);
        }
    }
    return FW_OK;
}

fw_result repair_seed(const repair *repair, places *places)
{
    const lattice *lattice = &places->lattice;
    for (int32_t row = 0; row < lattice->rows; row++)
        for (int32_t column = 0; column < lattice->columns; column++) {
            const joint_place at = { lattice->x + column * lattice->spacing, lattice->y + row * lattice->spacing };
            const int32_t point = point_at_place(repair, at);
            if (point < 0 || repair->points[point].place < 0)
                continue;
            const fw_result result = places_seed_point(places, column, row);
            if (result != FW_OK)
                return result;
        }
    return FW_OK;
}

fw_result repair_begin_wave(repair *repair, const places *places, int32_t ground, int32_t rank)
{
    repair->ground = ground;
    repair->rank = rank;
    fw_result result = clear_points(repair);
    if (result == FW_OK)
        result = memory_reserve(repair->memory, &repair->hops, &repair->hop_capacity, (size_t)places->count,
                                sizeof *repair->hops);
    if (result != FW_OK)
        return result;
    memset(repair->hops, 0, (size_t)places->count);
    repair->near_count = repair->link_count = 0;
    const body_ranks *bodies = &places->ranks[ground];
    for (int32_t i = 0; i < places->count; i++) {
        const int32_t point = point_at_place(repair, places->at[i]);
        if (point >= 0 && sweep_line_is_free(bodies->ground, &bodies->bodies[rank], places->at[i].x, places->at[i].y,
                                             places->at[i].x, places->at[i].y))
            reach(repair, point, i, -1);
    }
    return FW_OK;
}

/// Notes the places within LINK_HOPS moves of one.
static void note_near(repair *repair, const places *places, int32_t place)
{
    for (int32_t i = 0; i < repair->near_count; i++)
        repair->hops[repair->near[i]] = 0;
    repair->near_count = 1;
    repair->near[0] = place;
    repair->hops[place] = 1;
    for (int32_t head = 0; head < repair->near_count; head++) {
        const int32_t from = repair->near[head];
        if (repair->hops[from] > LINK_HOPS)
            break;
        for (int32_t i = places->first[from]; i < places->first[from + 1] && repair->near_count < REPAIR_NEAR; i++) {
            const place_arc *arc = &places->arcs[i];
            if (arc->ranks[repair->ground] > repair->rank && !repair->hops[arc->to]) {
                repair->hops[arc->to] = (uint8_t)(repair->hops[from] + 1);
                repair->near[repair->near_count++] = arc->to;
            }
        }
    }
}

/// True if the lattice, or a chain, joins two places by a short way. The neighbourhood of `from` is noted.
static bool is_joined(const repair *repair, const places *places, int32_t to)
{
    if (repair->hops[to])
        return true;
    for (int32_t i = 0; i < repair->link_count; i++) {
        const repair_link *link = &repair->links[i];
        const int32_t far = repair->hops[link->from] ? link->to : repair->hops[link->to] ? link->from : -1;
        if (far == to)
            return true;
        for (int32_t j = far < 0 ? 0 : places->first[far]; far >= 0 && j < places->first[far + 1]; j++)
            if (places->arcs[j].to == to)
                return true;
    }
    return false;
}

/// Adds places from a point back to the place that its wave has come from, each joined to the one before.
///
/// @param[out] last  the place at the point
static fw_result add_chain(repair *repair, places *places, int32_t point, int32_t *last)
{
    fw_result result = FW_OK;
    int32_t before = -1;
    *last = -1;
    while (result == FW_OK) {
        repair_point *at = &repair->points[point];
        const int32_t back = at->before;
        int32_t place = at->place;
        if (back >= 0) { // it becomes a place
            result = places_add_shared(places, point_at(repair, point), &place);
            *at = (repair_point){ place, -1 };
        }
        if (result == FW_OK && before >= 0)
            result = places_join(places, before, place);
        if (*last < 0)
            *last = place;
        before = place;
        if (back < 0)
            break;
        point = back;
    }
    return result;
}

/// Joins the places whose waves meet between two points, if nothing else joins them.
static fw_result join_waves(repair *repair, places *places, int32_t point, int32_t other)
{
    const repair_link link = { repair->points[point].place, repair->points[other].place };
    for (int32_t i = places->first[link.from]; i < places->first[link.from + 1]; i++)
        if (places->arcs[i].to == link.to && places->arcs[i].ranks[repair->ground] > repair->rank)
            return FW_OK;
    note_near(repair, places, link.from);
    if (is_joined(repair, places, link.to))
        return FW_OK;
    int32_t ends[2];
    fw_result result = memory_reserve(repair->memory, &repair->links, &repair->link_capacity,
                                      (size_t)repair->link_count + 1, sizeof *repair->links);
    if (result == FW_OK)
        result = add_chain(repair, places, point, &ends[0]);
    if (result == FW_OK)
        result = add_chain(repair, places, other, &ends[1]);
    if (result == FW_OK)
        result = places_join(places, ends[0], ends[1]);
    if (result == FW_OK)
        repair->links[repair->link_count++] = link;
    return result;
}

/// True if a point is far from the place of its wave, and from all chains.
static bool is_pocket(const repair *repair, const places *places, int32_t point, int32_t first_chain)
{
    const joint_place at = point_at(repair, point);
    const double reach = POCKET_REACH * places->lattice.spacing;
    if (places_touch(at, places->at[repair->points[point].place], reach))
        return false;
    for (int32_t i = first_chain; i < places->count; i++)
        if (places_touch(at, places->at[i], reach))
            return false;
    return true;
}

fw_result repair_add_chains(repair *repair, places *places)
{
    const int32_t first_chain = places->count; // arcs and hops know the places before
    fw_result result = FW_OK;
    for (int32_t i = 0; i < repair->tail && result == FW_OK; i++) {
        const int32_t point = repair->queue[i];
        for (int j = 0; j < 4 && result == FW_OK; j++) {
            const int32_t other = neighbour(repair, places, point, j);
            if (other < 0 || repair->points[point].place >= first_chain || repair->points[other].place >= first_chain ||
                repair->points[other].place < 0 || repair->points[other].place == repair->points[point].place)
                continue;
            result = join_waves(repair, places, point, other);
        }
    }
    for (int32_t i = repair->tail - 1; i >= 0 && result == FW_OK; i--) {
        int32_t last;
        if (is_pocket(repair, places, repair->queue[i], first_chain))
            result = add_chain(repair, places, repair->queue[i], &last);
    }
    return result;
}

fw_result repair_tie(repair *repair, places *places, int32_t ground, int32_t rank, joint_place at)
{
    if (repair->ground != ground || repair->rank > rank || places_has_near(places, at, ground, rank))
        return FW_OK;
    const int32_t point = point_near(repair, &places->ranks[ground], rank, at.x, at.y);
    int32_t last;
    return point < 0 || repair->points[point].place < 0 ? FW_OK : add_chain(repair, places, point, &last);
}
