#include "hierarchy/shared_borders.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

/// Marks the tiles that can be reached from a tile within the cluster that is loaded.
static void flood(const ground *ground, shared_borders *borders, int32_t from, uint16_t part)
{
    int32_t waiting = 0;
    borders->stack[waiting++] = (uint16_t)from;
    borders->part[from] = part;
    while (waiting > 0) {
        const int32_t tile = borders->stack[--waiting], row = tile / ground->stride - 1,
                      column = tile % ground->stride - 1;
        for (uint32_t moves = ground->moves[tile]; moves; moves &= moves - 1) {
            const int move = bits_lowest(moves);
            const int32_t to = tile + ground->steps[move].to, x = column + move_dx[move],
                          y = row + move_dy[move];
            if (x < 0 || y < 0 || x >= ground->box.width || y >= ground->box.height || borders->part[to])
                continue;
            borders->part[to] = part;
            borders->stack[waiting++] = (uint16_t)to;
        }
    }
}

/// Finds the parts of the cluster that the tiles along its sides lie in.
static void find_parts(const ground *ground, shared_borders *borders, uint16_t part[MOVE_COUNT][CLUSTER_MOST])
{
    uint16_t parts = 0;
    memset(borders->part, 0, sizeof borders->part);
    for (int side = 0; side < MOVE_COUNT; side += 2) {
        const ground_border border = ground_border_of(ground, side);
        for (int32_t place = 0; place < border.count; place++) {
            const int32_t tile = border.first + place * border.along;
            if (!borders->part[tile])
                flood(ground, borders, tile, ++parts);
            part[side][place] = borders->part[tile];
        }
    }
}

/// Finds out where a kind, whose ground is loaded, may step across a side.
static uint64_t legal_steps(const ground *ground, int side)
{
    const ground_border border = ground_border_of(ground, side);
    uint64_t legal = 0;
    for (int32_t place = 0; place < border.count; place++)
        legal |= (uint64_t)(ground->moves[border.first + place * border.along] >> side & 1) << place;
    return legal;
}

static void survey(hierarchy *table, const unit_kinds *kinds, cluster_box box, shared_borders *borders,
                   bool with_parts, cluster_sides *sides)
{
    const ground *ground = &table->ground;
    memset(sides->wanted, 0, sizeof sides->wanted);
    for (int kind = 0; kind < SHARED_KINDS; kind++) {
        if (!(kinds->used >> kind & 1))
            continue;
        ground_load(&table->ground, &kinds->rules[kind], box);
        entrances_find(ground, &kinds->rules[kind], table->longest, table->most_clearance, &table->found);
        for (int32_t i = 0; i < table->found.first[MOVE_COUNT]; i++) {
            const transition *at = &table->found.items[i];
            const ground_border border = ground_border_of(ground, at->move);
            sides->wanted[at->move] |= UINT64_C(1) << (at->tile - border.first) / border.along;
        }
        for (int side = 0; side < MOVE_COUNT; side += 2)
            sides->legal[kind][side] = legal_steps(ground, side);
        if (with_parts)
            find_parts(ground, borders, sides->part[kind]);
    }
}

/// The kinds that may use a transition.
static kind_set kinds_at(const unit_kinds *kinds, const cluster_sides *sides, int side, int32_t place)
{
    kind_set may_use = 0;
    for (int kind = 0; kind < SHARED_KINDS; kind++)
        may_use |= (kind_set)((kinds->used >> kind & sides->legal[kind][side] >> place & 1) << kind);
    return may_use;
}

/// True if each of some kinds reaches a tile along a side from another one.
static bool reach(const cluster_sides *sides, kind_set kinds, int side, int32_t from, int32_t to)
{
    bool all = true;
    for (int kind = 0; kind < SHARED_KINDS && all; kind++)
        all = !(kinds >> kind & 1) || sides->part[kind][side][from] == sides->part[kind][side][to];
    return all;
}

/// True if another transition across the side makes one superfluous.
static bool is_dominated(const shared_borders *borders, const kind_set *may_use, int side, int32_t place,
                         int32_t within)
{
    const kind_set kinds = may_use[place];
    for (uint64_t others = borders->here.wanted[side]; others; others &= others - 1) {
        const int32_t other = bits_lowest(others);
        if (other != place && abs(other - place) <= within && !(kinds & ~may_use[other]) &&
            reach(&borders->here, kinds, side, place, other) &&
            reach(&borders->beside, kinds, move_opposite(side), place, other))
            return true;
    }
    return false;
}

/// Takes the dominated transitions across a side away, those for the fewest kinds first.
static void drop_dominated(const unit_kinds *kinds, shared_borders *borders, int side, int32_t within)
{
    uint64_t *wanted = &borders->here.wanted[side];
    kind_set may_use[CLUSTER_MOST];
    for (uint64_t places = *wanted; places; places &= places - 1)
        may_use[bits_lowest(places)] = kinds_at(kinds, &borders->here, side, bits_lowest(places));
    for (int few = 1; few <= SHARED_KINDS; few++)
        for (uint64_t places = *wanted; places; places &= places - 1) {
            const int32_t place = bits_lowest(places);
            if (bits_count(may_use[place]) == few && is_dominated(borders, may_use, side, place, within))
                *wanted &= ~(UINT64_C(1) << place);
        }
}

static void list_wanted(const hierarchy *table, const unit_kinds *kinds, shared_borders *borders)
{
    transition_list *list = &borders->list;
    uint16_t count = 0;
    for (int side = 0; side < MOVE_COUNT; side++) {
        const ground_border border = ground_border_of(&table->ground, side);
        list->first[side] = count;
        for (uint64_t places = borders->here.wanted[side]; places; places &= places - 1) {
            const int32_t place = bits_lowest(places);
            borders->may_use[count] = kinds_at(kinds, &borders->here, side, place);
            list->items[count++] =
                (transition){ (uint16_t)(border.first + place * border.along), (uint8_t)side };
        }
    }
    list->first[MOVE_COUNT] = count;
}

void shared_borders_find(hierarchy *table, const unit_kinds *kinds, size_t index, int32_t within,
                         shared_borders *borders)
{
    const cluster_grid *grid = &table->grid;
    const cluster_at cluster = cluster_with_index(grid, index);
    survey(table, kinds, cluster_box_of(grid, cluster), borders, within > 0, &borders->here);
    for (int side = 0; side < MOVE_COUNT && within > 0; side += 2)
        if (borders->here.wanted[side]) {
            survey(table, kinds, cluster_box_of(grid, cluster_beside(cluster, side)), borders, true,
                   &borders->beside);
            drop_dominated(kinds, borders, side, within);
        }
    table->ground.box = cluster_box_of(grid, cluster);
    list_wanted(table, kinds, borders);
}
