#include "joint/spread.h"

#include <string.h>

#include "joint/snap.h"

enum { MOST_AROUND = 64 };

/// How far a way round a unit may lead from it, in spacings of the lattice.
#define AROUND 2.5

void spread_init(spread *spread, memory *memory)
{
    *spread = (struct spread){ .memory = memory };
}

void spread_release(spread *spread)
{
    memory_give_back(spread->memory, spread->moves, spread->capacity, sizeof *spread->moves);
    spread_init(spread, spread->memory);
}

static fw_result add(spread *spread, int32_t unit, int32_t to)
{
    const fw_result result =
        MEMORY_RESERVE(spread->memory, spread->moves, spread->capacity, (size_t)spread->count + 1);
    if (result != FW_OK)
        return result;
    spread->moves[spread->count++] = (spread_move){ unit, spread->at[unit], to };
    spread->at[unit] = to;
    return FW_OK;
}

void spread_cut(spread *spread, int32_t count)
{
    while (spread->count > count) {
        const spread_move *move = &spread->moves[--spread->count];
        spread->at[move->unit] = move->from;
    }
}

fw_result spread_begin(spread *spread, const knot *knot, const places *places, const int32_t *from)
{
    snap snap;
    fw_result result = FW_OK;
    snap_find(&snap, places, knot->units, knot->count, from);
    memcpy(spread->at, from, (size_t)knot->count * sizeof *from);
    spread->count = 0;
    for (int32_t i = 0; i < snap.count && result == FW_OK; i++)
        result = add(spread, snap.units[i], snap.to[snap.units[i]]);
    return result;
}

/// True if a unit may make a move, and ends it on the lattice.
static bool may_make(const places *places, const knot_unit *unit, const place_arc *arc)
{
    return arc->to < places->lattice_count && arc->ranks[unit->ground] > unit->rank;
}

/// True if a place is beside points of the lattice, but is none.
static bool is_between(const places *places, const knot_unit *unit, int32_t place)
{
    bool is_beside = false;
    for (int32_t i = places->first[place]; i < places->first[place + 1]; i++)
        is_beside |= may_make(places, unit, &places->arcs[i]);
    return is_beside && place >= places->lattice_count;
}

/// Places around another one, those beside it first.
typedef struct surroundings {
    int32_t count;
    int32_t at[MOST_AROUND];
    bool is_reached[MOST_AROUND]; ///< from the first one, past a unit in the middle
} surroundings;

static int32_t find_around(const surroundings *around, int32_t place)
{
    int32_t i = 0;
    while (i < around->count && around->at[i] != place)
        i++;
    return i;
}

/// Adds the places beside a place, not farther than AROUND from the middle.
static void add_beside(surroundings *around, const places *places, const knot_unit *unit, int32_t place,
                       int32_t middle)
{
    const double most = AROUND * places->lattice.spacing;
    for (int32_t i = places->first[place]; i < places->first[place + 1]; i++) {
        const int32_t to = places->arcs[i].to;
        if (may_make(places, unit, &places->arcs[i]) && to != middle && around->count < MOST_AROUND &&
            places_touch(places->at[to], places->at[middle], most) &&
            find_around(around, to) == around->count)
            around->at[around->count++] = to;
    }
}

/// Reaches all places that a unit can get to from the first one, while another one stands in the middle.
static void reach_around(surroundings *around, const places *places, const knot_unit *unit, int32_t middle)
{
    int32_t stack[MOST_AROUND], left = 0;
    memset(around->is_reached, 0, sizeof around->is_reached);
    around->is_reached[0] = true;
    stack[left++] = 0;
    while (left > 0) {
        const int32_t from = around->at[stack[--left]];
        for (int32_t i = places->first[from]; i < places->first[from + 1]; i++) {
            const place_arc *arc = &places->arcs[i];
            const int32_t next = find_around(around, arc->to);
            if (next < around->count && !around->is_reached[next] && may_make(places, unit, arc) &&
                !move_touches(places->at[from], places->at[arc->to], places->at[middle], 2 * unit->radius)) {
                around->is_reached[next] = true;
                stack[left++] = next;
            }
        }
    }
}

/// True if a unit at a place parts the places beside it: nobody gets past, unless by a long way.
static bool is_tight(const places *places, const knot_unit *unit, int32_t place)
{
    surroundings around = { 0 };
    add_beside(&around, places, unit, place, place);
    const int32_t beside = around.count;
    for (int32_t i = 0; i < beside; i++)
        add_beside(&around, places, unit, around.at[i], place);
    if (beside < 2)
        return false;
    reach_around(&around, places, unit, place);
    bool is_parted = false;
    for (int32_t i = 1; i < beside; i++)
        is_parted |= !around.is_reached[i];
    return is_parted;
}

/// The free place nearest by way where a unit may be; -1: none.
static int32_t nearest_free(const spread *spread, spread_kind kind, const knot *knot, const places *places,
                            int32_t unit, const uint16_t *ways)
{
    int32_t best = -1;
    for (int32_t i = 0; i < places->lattice_count; i++) {
        bool is_free = ways[i] != NO_WAY && (best < 0 || ways[i] < ways[best]);
        for (int32_t j = 0; j < knot->count && is_free; j++)
            is_free = spread->to[j] != i;
        if (is_free && (kind == SPREAD_DENSE || !is_tight(places, &knot->units[unit], i)))
            best = i;
    }
    return best;
}

fw_result spread_choose(spread *spread, spread_kind kind, const knot *knot, const places *places,
                        distances *distances, uint16_t *ways, int32_t *chosen)
{
    *chosen = 0;
    memcpy(spread->to, spread->at, sizeof spread->to);
    for (int32_t i = 0; i < knot->count; i++) {
        const knot_unit *unit = &knot->units[i];
        if (!(kind == SPREAD_DENSE ? is_between : is_tight)(places, unit, spread->at[i]))
            continue;
        const fw_result result =
            distances_fill(distances, places, unit->ground, unit->rank, spread->at[i], ways);
        if (result != FW_OK)
            return result;
        const int32_t place = nearest_free(spread, kind, knot, places, i, ways);
        if (place >= 0) {
            spread->to[i] = place;
            ++*chosen;
        }
    }
    return FW_OK;
}

fw_result spread_add(spread *spread, const search *search, int32_t last)
{
    int32_t length = 0;
    for (int32_t node = last; node > 0; node = search->nodes[node].parent)
        search->stack[length++] = node; // nodes know their parents only, and the stack is no longer needed
    fw_result result = FW_OK;
    while (length-- > 0 && result == FW_OK) {
        const int32_t node = search->stack[length], *next = search_places(search, node);
        const uint8_t *moves = search_moves(search, node);
        for (int32_t i = 0; i < search->stepper.unit_count && result == FW_OK; i++)
            if (next[moves[i]] != spread->at[moves[i]])
                result = add(spread, moves[i], next[moves[i]]);
    }
    return result;
}
