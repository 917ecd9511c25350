#include "joint/places.h"

#include <math.h>
#include <string.h>

#include "base/must_hold.h"
#include "curve/sweep_line.h"

/// A place off the lattice is tied to lattice points that are nearer than this, in spacings.
#define TIE_REACH 1.45

/// Two places are the same if they are nearer than this, in tiles.
#define SAME_PLACE 1e-9

enum {
    MOST_POINTS = 1 << 24, ///< of a lattice
    PLACES_A_WORK = 2      ///< expanded for a unit of work
};

static const int8_t steps_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, steps_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

void places_init(places *places, memory *memory)
{
    *places = (struct places){ .memory = memory };
}

void places_release(places *places)
{
    memory *memory = places->memory;
    memory_give_back(memory, places->lattice.index, places->lattice.capacity, sizeof *places->lattice.index);
    memory_give_back(memory, places->at, places->at_capacity, sizeof *places->at);
    memory_give_back(memory, places->hops, places->hops_capacity, sizeof *places->hops);
    memory_give_back(memory, places->edges, places->edge_capacity, sizeof *places->edges);
    memory_give_back(memory, places->first, places->first_capacity, sizeof *places->first);
    memory_give_back(memory, places->arcs, places->arc_capacity, sizeof *places->arcs);
    places_init(places, memory);
}

fw_result lattice_begin(lattice *lattice, memory *memory, const fw_box *box, double spacing, double offset_x,
                        double offset_y)
{
    const double first_column = ceil((box->min_x - offset_x) / spacing),
                 first_row = ceil((box->min_y - offset_y) / spacing);
    const double columns = fmax(floor((box->max_x - offset_x) / spacing) - first_column + 1, 0),
                 rows = fmax(floor((box->max_y - offset_y) / spacing) - first_row + 1, 0);
    lattice->columns = lattice->rows = 0;
    if (columns * rows > MOST_POINTS)
        return FW_TOO_MANY;
    const size_t points = (size_t)(columns * rows);
    const fw_result result = MEMORY_RESERVE(memory, lattice->index, lattice->capacity, points);
    if (result != FW_OK)
        return result;
    lattice->spacing = spacing;
    lattice->x = first_column * spacing + offset_x;
    lattice->y = first_row * spacing + offset_y;
    lattice->columns = (int32_t)columns;
    lattice->rows = (int32_t)rows;
    if (points)
        memset(lattice->index, 0, points * sizeof *lattice->index);
    return FW_OK;
}

fw_result places_begin(places *places, const body_ranks *ranks, int32_t ground_count, const fw_box *box,
                       double spacing, double offset_x, double offset_y)
{
    places->ranks = ranks;
    places->ground_count = ground_count;
    places->count = places->lattice_count = places->shared_count = places->expanded = 0;
    places->edge_count = 0;
    return lattice_begin(&places->lattice, places->memory, box, spacing, offset_x, offset_y);
}

void lattice_nearest(const lattice *lattice, double x, double y, int32_t *column, int32_t *row)
{
    *column = (int32_t)floor((x - lattice->x) / lattice->spacing + 0.5);
    *row = (int32_t)floor((y - lattice->y) / lattice->spacing + 0.5);
}

bool places_judge(const places *places, joint_place from, joint_place to, uint8_t ranks[JOINT_MOST_GROUNDS])
{
    bool any = false;
    for (int32_t i = 0; i < places->ground_count; i++) {
        const body_ranks *bodies = &places->ranks[i];
        int32_t low = 0,
                high = bodies->count; // bodies of a rank below `low` may move, those from `high` on may not
        for (int32_t rank = high - 1; low < high; rank = (low + high) / 2) // the largest first: it mostly may
            if (sweep_line_is_free(bodies->ground, &bodies->bodies[rank], from.x, from.y, to.x, to.y))
                low = rank + 1;
            else
                high = rank;
        ranks[i] = (uint8_t)low;
        any |= low > 0;
    }
    return any;
}

static fw_result add_place(places *places, joint_place at, int32_t hops)
{
    const size_t needed = (size_t)places->count + 1;
    fw_result result = MEMORY_RESERVE(places->memory, places->at, places->at_capacity, needed);
    if (result == FW_OK)
        result = MEMORY_RESERVE(places->memory, places->hops, places->hops_capacity, needed);
    if (result != FW_OK)
        return result;
    places->at[places->count] = at;
    places->hops[places->count++] = hops;
    return FW_OK;
}

static fw_result add_edge(places *places, int32_t from, const place_arc *arc)
{
    const fw_result result =
        MEMORY_RESERVE(places->memory, places->edges, places->edge_capacity, places->edge_count + 1);
    if (result == FW_OK)
        places->edges[places->edge_count++] = (place_edge){ from, *arc };
    return result;
}

joint_place lattice_place(const lattice *lattice, int32_t column, int32_t row)
{
    return (joint_place){ lattice->x + column * lattice->spacing, lattice->y + row * lattice->spacing };
}

int32_t *lattice_entry(const lattice *lattice, int32_t column, int32_t row)
{
    return column < 0 || row < 0 || column >= lattice->columns || row >= lattice->rows
               ? NULL
               : &lattice->index[(size_t)row * (size_t)lattice->columns + (size_t)column];
}

fw_result places_seed_point(places *places, int32_t column, int32_t row)
{
    int32_t *entry = lattice_entry(&places->lattice, column, row);
    if (!entry || *entry)
        return FW_OK;
    const fw_result result = add_place(places, lattice_place(&places->lattice, column, row), 0);
    if (result != FW_OK)
        return result;
    *entry = places->lattice_count = places->shared_count = places->count;
    return FW_OK;
}

static double apart(joint_place a, joint_place b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

fw_result places_seed(places *places, double x, double y, int32_t ground, int32_t rank)
{
    const lattice *lattice = &places->lattice;
    const body_ranks *bodies = &places->ranks[ground];
    int32_t column, row;
    lattice_nearest(lattice, x, y, &column, &row);
    for (int32_t i = 0; i < 25; i++) {
        const int32_t c = column + i % 5 - 2, r = row + i / 5 - 2;
        const int32_t *entry = lattice_entry(lattice, c, r);
        const joint_place point = lattice_place(lattice, c, r);
        if (!entry || *entry || apart(point, (joint_place){ x, y }) > TIE_REACH * lattice->spacing ||
            !sweep_line_is_free(bodies->ground, &bodies->bodies[rank], x, y, point.x, point.y))
            continue;
        const fw_result result = places_seed_point(places, c, r);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

static uint8_t length_of(const places *places, joint_place from, joint_place to)
{
    const double length = ceil(apart(from, to) / places->lattice.spacing * LENGTH_ONE - 1e-6);
    return length < 1 ? 1 : length > LENGTH_MOST ? LENGTH_MOST : (uint8_t)length;
}

/// Finds the moves from a lattice point to its neighbours that have not been expanded yet, and these neighbours.
static fw_result expand(places *places, int32_t place, int32_t most_hops)
{
    const lattice *lattice = &places->lattice;
    const joint_place from = places->at[place];
    int32_t column, row;
    lattice_nearest(lattice, from.x, from.y, &column, &row);
    for (int i = 0; i < 8; i++) {
        int32_t *entry = lattice_entry(lattice, column + steps_x[i], row + steps_y[i]);
        if (!entry || (*entry && *entry - 1 < place) || (!*entry && places->hops[place] >= most_hops))
            continue;
        const joint_place to = lattice_place(lattice, column + steps_x[i], row + steps_y[i]);
        place_arc arc = { 0 };
        if (!places_judge(places, from, to, arc.ranks))
            continue;
        fw_result result = FW_OK;
        if (!*entry) {
            result = add_place(places, to, places->hops[place] + 1);
            if (result != FW_OK)
                return result;
            *entry = places->lattice_count = places->shared_count = places->count;
        }
        arc.to = *entry - 1;
        arc.length = length_of(places, from, to);
        result = add_edge(places, place, &arc);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

fw_result places_grow(places *places, int32_t most_hops, uint64_t *work)
{
    for (; places->expanded < places->lattice_count; places->expanded++) {
        if (places->expanded % PLACES_A_WORK == 0) {
            if (*work == 0)
                return FW_PENDING;
            --*work;
        }
        const fw_result result = expand(places, places->expanded, most_hops);
        if (result != FW_OK)
            return result;
    }
    return FW_OK;
}

fw_result places_join(places *places, int32_t from, int32_t to)
{
    place_arc arc = { .to = to };
    if (!places_judge(places, places->at[from], places->at[to], arc.ranks))
        return FW_OK;
    arc.length = length_of(places, places->at[from], places->at[to]);
    return add_edge(places, from, &arc);
}

fw_result places_add_shared(places *places, joint_place at, int32_t *place)
{
    *place = places->count;
    const fw_result result = add_place(places, at, 0);
    places->shared_count = places->count;
    return result;
}

int32_t places_list_near(const places *places, joint_place at, int32_t most, int32_t near[MOST_NEAR])
{
    const lattice *lattice = &places->lattice;
    const double reach = TIE_REACH * lattice->spacing;
    int32_t column, row, count = 0;
    lattice_nearest(lattice, at.x, at.y, &column, &row);
    for (int32_t i = 0; i < 25; i++) {
        const int32_t *entry = lattice_entry(lattice, column + i % 5 - 2, row + i / 5 - 2);
        if (entry && *entry && apart(places->at[*entry - 1], at) <= reach)
            near[count++] = *entry - 1;
    }
    for (int32_t i = places->lattice_count; i < most && count < MOST_NEAR; i++)
        if (apart(places->at[i], at) <= reach)
            near[count++] = i;
    return count;
}

fw_result places_add(places *places, double x, double y, int32_t *place)
{
    const joint_place at = { x, y };
    int32_t near[MOST_NEAR];
    const int32_t count = places_list_near(places, at, places->shared_count, near);
    for (int32_t i = 0; i < count; i++)
        if (apart(places->at[near[i]], at) < SAME_PLACE) {
            *place = near[i];
            return FW_OK;
        }
    for (*place = places->shared_count; *place < places->count; ++*place)
        if (apart(places->at[*place], at) < SAME_PLACE)
            return FW_OK;
    fw_result result = add_place(places, at, 0);
    for (int32_t i = 0; i < count && result == FW_OK; i++)
        result = places_join(places, *place, near[i]);
    return result;
}

fw_result places_finish(places *places)
{
    const size_t places_count = (size_t)places->count;
    fw_result result =
        MEMORY_RESERVE(places->memory, places->first, places->first_capacity, places_count + 2);
    if (result == FW_OK)
        result = MEMORY_RESERVE(places->memory, places->arcs, places->arc_capacity, 2 * places->edge_count);
    if (result != FW_OK)
        return result;
    int32_t *next = places->first + 1; // becomes `first` when all arcs are in their places
    memset(places->first, 0, (places_count + 2) * sizeof *places->first);
    for (size_t i = 0; i < places->edge_count; i++) {
        next[places->edges[i].from + 1]++;
        next[places->edges[i].arc.to + 1]++;
    }
    places->most_arcs = 0;
    for (int32_t i = 0; i < places->count; i++) {
        if (next[i + 1] > places->most_arcs)
            places->most_arcs = next[i + 1];
        next[i + 1] += next[i];
    }
    for (size_t i = 0; i < places->edge_count; i++) {
        const place_edge *edge = &places->edges[i];
        place_arc back = edge->arc;
        back.to = edge->from;
        places->arcs[next[edge->from]++] = edge->arc;
        places->arcs[next[edge->arc.to]++] = back;
    }
    must_hold(places->first[places->count] == (int32_t)(2 * places->edge_count));
    return FW_OK;
}
