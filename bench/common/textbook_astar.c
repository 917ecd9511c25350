#include "common/textbook_astar.h"

#include <math.h>
#include <stdlib.h>

typedef struct heap_entry {
    double f;
    int32_t tile;
} heap_entry;

struct textbook_astar {
    int32_t width; ///< with one blocked tile on either side, as the height
    int32_t generation;
    int32_t heap_count;
    int32_t heap_capacity;
    bool *is_free;
    double *tile_cost; ///< null: a step costs its length
    double cheapest;
    double *g;
    int32_t *parent;
    int32_t *seen;   ///< generation in which g holds
    int32_t *closed; ///< generation in which the tile was expanded
    int32_t *path;
    heap_entry *heap;
};

static void push(textbook_astar *book, double f, int32_t tile)
{
    if (book->heap_count == book->heap_capacity) {
        book->heap_capacity = book->heap_capacity ? book->heap_capacity * 2 : 1024;
        book->heap = realloc(book->heap, sizeof *book->heap * (size_t)book->heap_capacity);
    }
    heap_entry *heap = book->heap;
    int32_t i = book->heap_count++;
    while (i > 0 && heap[(i - 1) / 2].f > f) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = (heap_entry){ f, tile };
}

static int32_t pop(textbook_astar *book)
{
    heap_entry *heap = book->heap;
    const int32_t top = heap[0].tile;
    const int32_t count = --book->heap_count;
    const heap_entry last = heap[count];
    int32_t i = 0;
    for (;;) {
        int32_t child = 2 * i + 1;
        if (child >= count)
            break;
        if (child + 1 < count && heap[child + 1].f < heap[child].f)
            child++;
        if (heap[child].f >= last.f)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
    return top;
}

static inline double octile(int32_t dx, int32_t dy)
{
    dx = abs(dx);
    dy = abs(dy);
    const double less = sqrt(2.0) - 1.0;
    return dx > dy ? dx + less * dy : dy + less * dx;
}

static int32_t write_path(textbook_astar *book, int32_t tile)
{
    int32_t count = 0;
    for (; tile >= 0; tile = book->parent[tile])
        book->path[count++] = tile;
    return count;
}

static inline __attribute__((always_inline)) textbook_answer find(textbook_astar *book, int32_t from_x,
                                                                  int32_t from_y, int32_t to_x, int32_t to_y,
                                                                  const bool has_costs)
{
    static const int32_t dx[8] = { 1, -1, 0, 0, 1, 1, -1, -1 };
    static const int32_t dy[8] = { 0, 0, 1, -1, 1, -1, 1, -1 };
    const int32_t width = book->width;
    const int32_t start = (from_y + 1) * width + from_x + 1;
    const int32_t goal = (to_y + 1) * width + to_x + 1;
    const int32_t generation = ++book->generation;
    const double cheapest = has_costs ? book->cheapest : 1.0;
    textbook_answer answer = { .cost = -1.0 };
    book->heap_count = 0;
    book->g[start] = 0.0;
    book->parent[start] = -1;
    book->seen[start] = generation;
    push(book, cheapest * octile(to_x - from_x, to_y - from_y), start);
    while (book->heap_count) {
        const int32_t tile = pop(book);
        if (book->closed[tile] == generation)
            continue;
        book->closed[tile] = generation;
        answer.expanded++;
        if (tile == goal) {
            answer.cost = book->g[tile];
            answer.tiles = write_path(book, tile);
            return answer;
        }
        const int32_t x = tile % width - 1;
        const int32_t y = tile / width - 1;
        for (int step = 0; step < 8; step++) {
            const int32_t next = tile + dy[step] * width + dx[step];
            if (!book->is_free[next] || book->closed[next] == generation)
                continue;
            if (step >= 4 && (!book->is_free[tile + dx[step]] || !book->is_free[tile + dy[step] * width]))
                continue;
            double cost = step >= 4 ? sqrt(2.0) : 1.0;
            if (has_costs)
                cost *= 0.5 * (book->tile_cost[tile] + book->tile_cost[next]);
            const double g = book->g[tile] + cost;
            if (book->seen[next] == generation && book->g[next] <= g)
                continue;
            book->seen[next] = generation;
            book->g[next] = g;
            book->parent[next] = tile;
            push(book, g + cheapest * octile(to_x - x - dx[step], to_y - y - dy[step]), next);
        }
    }
    return answer;
}

textbook_answer textbook_find(textbook_astar *book, int32_t from_x, int32_t from_y, int32_t to_x,
                              int32_t to_y)
{
    return book->tile_cost ? find(book, from_x, from_y, to_x, to_y, true)
                           : find(book, from_x, from_y, to_x, to_y, false);
}

static void take_over_costs(textbook_astar *book, int32_t width, int32_t height, const uint8_t *terrains,
                            const double *costs)
{
    book->cheapest = INFINITY;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const double cost = costs[terrains[(size_t)y * (size_t)width + (size_t)x]];
            const size_t tile = (size_t)(y + 1) * (size_t)book->width + (size_t)x + 1;
            book->tile_cost[tile] = cost;
            if (book->is_free[tile] && cost < book->cheapest)
                book->cheapest = cost;
        }
}

static textbook_astar *textbook_create(int32_t width, int32_t height, const bool *blocked,
                                       const uint8_t *terrains, const double *costs)
{
    textbook_astar *book = calloc(1, sizeof *book);
    if (!book)
        return NULL;
    book->width = width + 2;
    const size_t tiles = (size_t)(width + 2) * (size_t)(height + 2);
    book->is_free = calloc(tiles, sizeof *book->is_free);
    book->tile_cost = terrains ? calloc(tiles, sizeof *book->tile_cost) : NULL;
    book->g = calloc(tiles, sizeof *book->g);
    book->parent = calloc(tiles, sizeof *book->parent);
    book->seen = calloc(tiles, sizeof *book->seen);
    book->closed = calloc(tiles, sizeof *book->closed);
    book->path = calloc(tiles, sizeof *book->path);
    if (!book->is_free || (terrains && !book->tile_cost) || !book->g || !book->parent || !book->seen ||
        !book->closed || !book->path) {
        textbook_destroy(book);
        return NULL;
    }
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            book->is_free[(size_t)(y + 1) * (size_t)book->width + (size_t)x + 1] =
                !blocked[(size_t)y * (size_t)width + (size_t)x];
    if (terrains)
        take_over_costs(book, width, height, terrains, costs);
    return book;
}

textbook_astar *textbook_on(const fw_map *map, fw_unit_id unit, const double *costs)
{
    const int32_t width = fw_map_width(map);
    const int32_t height = fw_map_height(map);
    const size_t tiles = (size_t)width * (size_t)height;
    bool *blocked = malloc(tiles * sizeof *blocked);
    uint8_t *ground = malloc(tiles * sizeof *ground);
    for (int32_t y = 0; blocked && ground && y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const size_t tile = (size_t)y * (size_t)width + (size_t)x;
            blocked[tile] = !fw_map_fits(map, unit, x, y);
            ground[tile] = fw_map_terrain(map, x, y);
        }
    textbook_astar *book =
        blocked && ground ? textbook_create(width, height, blocked, costs ? ground : NULL, costs) : NULL;
    free(blocked);
    free(ground);
    return book;
}

void textbook_destroy(textbook_astar *book)
{
    if (!book)
        return;
    free(book->is_free);
    free(book->tile_cost);
    free(book->g);
    free(book->parent);
    free(book->seen);
    free(book->closed);
    free(book->path);
    free(book->heap);
    free(book);
}
