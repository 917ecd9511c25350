#include "areas/area_build.h"

#include <string.h>

/// State of the numbering of areas.
typedef struct numbering {
    const area_pieces *pieces;
    uint32_t *number_of; ///< [run] number of the area, for the first run of each piece; 0 = none yet
    uint32_t *closed;    ///< [cell] number of the area of its closed pieces; 0 = none yet
    bool *is_open;       ///< [run] for the first run of each piece: the piece touches another area
    uint32_t count;
} numbering;

static fw_result mark_open(void *user, size_t run, int32_t y, size_t other, int32_t other_y)
{
    numbering *numbers = user;
    (void)y;
    (void)other_y;
    numbers->is_open[area_pieces_root(numbers->pieces, run)] = true;
    numbers->is_open[area_pieces_root(numbers->pieces, other)] = true;
    return FW_OK;
}

/// Numbers the pieces in the order of their first runs; closed pieces of a cell share a number.
static fw_result number_pieces(numbering *numbers)
{
    for (size_t run = 0; run < numbers->pieces->run_count; run++) {
        if (area_pieces_root(numbers->pieces, run) != run)
            continue;
        uint32_t *shared = numbers->is_open[run] ? NULL : &numbers->closed[numbers->pieces->runs[run].cell];
        if (shared && *shared) {
            numbers->number_of[run] = *shared;
            continue;
        }
        if (numbers->count == FW_MOST_AREAS)
            return FW_TOO_MANY;
        numbers->number_of[run] = ++numbers->count;
        if (shared)
            *shared = numbers->count;
    }
    return FW_OK;
}

/// Adds the anchors of a run to an area. The area's place and cost are sums until all runs are added.
static void add_anchors(area *to, const area_run *run, int32_t y, const uint8_t *terrains,
                        const map_unit *unit)
{
    const double count = run->right - run->left;
    tile_box_widen(&to->box, (tile_box){ run->left, y, run->right - 1, y });
    to->x += 0.5 * count * (run->left + run->right);
    to->y += count * (y + 0.5);
    for (int32_t x = run->left; x < run->right; x++)
        to->cost += unit->terrain_cost[terrains[x]];
}

/// Writes the numbers of all tiles, and the sums of each area; then divides them by the areas' sizes.
static fw_result fill_areas(fw_area_map *made, const map_version *map, const map_unit *unit,
                            const area_cells *cells, const numbering *numbers)
{
    const area_pieces *pieces = numbers->pieces;
    double *sizes = memory_get_zeroed(&made->kept.memory, (size_t)made->count + 1, sizeof *sizes);
    if (!sizes)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < made->count; i++)
        made->areas[i].box = NO_TILES;
    for (int32_t y = 0; y < made->height; y++)
        for (size_t i = pieces->rows[y]; i < pieces->rows[y + 1]; i++) {
            const area_run *run = &pieces->runs[i];
            const uint32_t number = numbers->number_of[area_pieces_root(pieces, i)];
            area *to = &made->areas[number - 1];
            add_anchors(to, run, y, map_terrain_row(map, y), unit);
            to->label = run->cell < cells->first_square ? (uint16_t)run->cell : 0;
            sizes[number - 1] += run->right - run->left;
            uint16_t *row = made->numbers + (size_t)y * (size_t)made->width;
            for (int32_t x = run->left; x < run->right; x++)
                row[x] = (uint16_t)number;
        }
    for (int32_t i = 0; i < made->count; i++) {
        made->areas[i].x /= sizes[i];
        made->areas[i].y /= sizes[i];
        made->areas[i].cost /= sizes[i];
    }
    memory_give_back(&made->kept.memory, sizes, (size_t)made->count + 1, sizeof *sizes);
    return FW_OK;
}

fw_result area_build_areas(fw_area_map *made, const map_version *map, const map_unit *unit,
                           const area_cells *cells, const area_pieces *pieces)
{
    memory *memory = &made->kept.memory;
    const size_t runs = pieces->run_count + 1; // a map may have no run
    numbering numbers = { .pieces = pieces,
                          .number_of = memory_get_zeroed(memory, runs, sizeof(uint32_t)),
                          .closed = memory_get_zeroed(memory, cells->count, sizeof(uint32_t)),
                          .is_open = memory_get_zeroed(memory, runs, sizeof(bool)) };
    fw_result result = numbers.number_of && numbers.closed && numbers.is_open ? FW_OK : FW_NO_MEMORY;
    if (result == FW_OK)
        result = area_pieces_contacts(pieces, mark_open, &numbers);
    if (result == FW_OK)
        result = number_pieces(&numbers);
    if (result == FW_OK) {
        made->count = (int32_t)numbers.count;
        made->areas = memory_get_zeroed(memory, (size_t)made->count + 1, sizeof *made->areas);
        result = made->areas ? fill_areas(made, map, unit, cells, &numbers) : FW_NO_MEMORY;
    }
    memory_give_back(memory, numbers.number_of, runs, sizeof(uint32_t));
    memory_give_back(memory, numbers.closed, cells->count, sizeof(uint32_t));
    memory_give_back(memory, numbers.is_open, runs, sizeof(bool));
    return result;
}

/// An anchor of area `to` beside area `from`.
typedef struct crossing {
    uint16_t from, to;
    area_anchor anchor;
} crossing;

typedef struct crossings {
    fw_area_map *made;
    const area_pieces *pieces;
    crossing *items; ///< [count]
    crossing *other; ///< [other_capacity] scratch memory for sorting
    size_t count, capacity, other_capacity;
} crossings;

/// Adds the anchors of a run that touch a run beside it, in the same row or the next one.
static fw_result add_side(crossings *list, const area_run *from, int32_t from_y, const area_run *to,
                          int32_t to_y)
{
    const int32_t more = from_y == to_y || list->pieces->is_diagonal;
    const int32_t left = to->left > from->left - more ? to->left : from->left - more;
    const int32_t right = to->right < from->right + more ? to->right : from->right + more;
    const fw_area_map *made = list->made;
    const size_t first = list->count, width = (size_t)made->width;
    if (MEMORY_RESERVE(&list->made->kept.memory, list->items, list->capacity,
                       first + (size_t)(right - left)) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t x = left; x < right; x++)
        list->items[list->count++] =
            (crossing){ .from = made->numbers[(size_t)from_y * width + (size_t)from->left],
                        .to = made->numbers[(size_t)to_y * width + (size_t)x],
                        .anchor = { (uint16_t)x, (uint16_t)to_y } };
    return FW_OK;
}

static fw_result add_contact(void *user, size_t run, int32_t y, size_t other, int32_t other_y)
{
    crossings *list = user;
    const area_run *a = &list->pieces->runs[run], *b = &list->pieces->runs[other];
    const fw_result added = add_side(list, a, y, b, other_y);
    return added == FW_OK ? add_side(list, b, other_y, a, y) : added;
}

typedef enum sort_key { KEY_X, KEY_Y, KEY_TO, KEY_FROM, KEY_COUNT } sort_key;

static uint16_t key_of(const crossing *item, sort_key key)
{
    switch (key) {
    case KEY_X:
        return item->anchor.x;
    case KEY_Y:
        return item->anchor.y;
    case KEY_TO:
        return item->to;
    default:
        return item->from;
    }
}

/// Sorts by one key; the order of equal keys is kept.
static void sort_by(crossings *list, sort_key key, size_t *firsts)
{
    memset(firsts, 0, (UINT16_MAX + 2) * sizeof *firsts);
    for (size_t i = 0; i < list->count; i++)
        firsts[key_of(&list->items[i], key) + 1]++;
    for (size_t i = 1; i <= UINT16_MAX; i++)
        firsts[i] += firsts[i - 1];
    for (size_t i = 0; i < list->count; i++)
        list->other[firsts[key_of(&list->items[i], key)]++] = list->items[i];
    memcpy(list->items, list->other, list->count * sizeof *list->items);
}

/// Sorts crossings by area, adjacent area, row and column.
static fw_result sort_crossings(crossings *list)
{
    memory *memory = &list->made->kept.memory;
    size_t *firsts = memory_get(memory, UINT16_MAX + 2, sizeof *firsts);
    if (!firsts || MEMORY_RESERVE(memory, list->other, list->other_capacity, list->count) != FW_OK) {
        memory_give_back(memory, firsts, UINT16_MAX + 2, sizeof *firsts);
        return FW_NO_MEMORY;
    }
    for (int key = 0; key < KEY_COUNT && list->count > 0; key++)
        sort_by(list, (sort_key)key, firsts);
    memory_give_back(memory, firsts, UINT16_MAX + 2, sizeof *firsts);
    return FW_OK;
}

static bool is_same_edge(const crossing *a, const crossing *b)
{
    return a->from == b->from && a->to == b->to;
}

static bool is_same(const crossing *a, const crossing *b)
{
    return is_same_edge(a, b) && a->anchor.x == b->anchor.x && a->anchor.y == b->anchor.y;
}

/// Makes edges from sorted crossings.
static fw_result write_edges(fw_area_map *made, const crossing *items, size_t count)
{
    uint32_t edges = 0, anchors = 0;
    for (size_t i = 0; i < count; i++) {
        edges += i == 0 || !is_same_edge(&items[i], &items[i - 1]);
        anchors += i == 0 || !is_same(&items[i], &items[i - 1]);
    }
    made->edges = memory_get(&made->kept.memory, (size_t)edges + 1, sizeof *made->edges);
    made->anchors = memory_get(&made->kept.memory, (size_t)anchors + 1, sizeof *made->anchors);
    if (!made->edges || !made->anchors)
        return FW_NO_MEMORY;
    edges = anchors = 0;
    int32_t area = 0;
    for (size_t i = 0; i < count; i++) {
        while (area < items[i].from)
            made->areas[area++].first_edge = edges;
        if (i == 0 || !is_same_edge(&items[i], &items[i - 1]))
            made->edges[edges++] = (area_edge){ .to = (uint16_t)(items[i].to - 1), .first_anchor = anchors };
        if (i == 0 || !is_same(&items[i], &items[i - 1]))
            made->anchors[anchors++] = items[i].anchor;
    }
    while (area <= made->count)
        made->areas[area++].first_edge = edges;
    made->edges[edges] = (area_edge){ .first_anchor = anchors };
    return FW_OK;
}

fw_result area_build_edges(fw_area_map *made, const area_pieces *pieces)
{
    crossings list = { .made = made, .pieces = pieces };
    fw_result result = area_pieces_contacts(pieces, add_contact, &list);
    if (result == FW_OK)
        result = sort_crossings(&list);
    if (result == FW_OK)
        result = write_edges(made, list.items, list.count);
    memory_give_back(&made->kept.memory, list.items, list.capacity, sizeof *list.items);
    memory_give_back(&made->kept.memory, list.other, list.other_capacity, sizeof *list.other);
    return result;
}
