#include "directional/wide/distance_map.h"

#include "base/bits.h"
#include "base/must_hold.h"
#include "map/overlay.h"
#include "search/limits.h"

enum {
    MANY_STEPS = 255, ///< so many steps up, or more
    ROW_CELLS = 1024  ///< cells of a unit of work
};

/// The nearest blocked point lies at most half a diagonal of a cell nearer than the middle of its cell.
#define HALF_DIAGONAL 0.70711

/// True if the map holds the distances of a source, complete or not.
static bool is_known(const distance_map *map, const distance_source *source)
{
    const distance_source *known = &map->source;
    return map->width > 0 && !source->overlay && !known->overlay && known->version == source->version &&
           known->side == source->side && map->capability == source->open->capability;
}

/// The least sum of two squares that is no less than a number.
static uint32_t next_sum_of_squares(uint32_t number)
{
    for (;; number++)
        for (uint32_t x = 0; x * x <= number; x++) {
            const uint32_t y = (uint32_t)sqrt(number - x * x);
            if (x * x + y * y == number)
                return number;
        }
}

/// A distance from middle to middle, in cells, as a lower bound of the distance to what is blocked.
static uint16_t bound_of(uint32_t squared, int32_t side)
{
    const double bound = (sqrt(squared) - HALF_DIAGONAL) * side * DISTANCE_ONE;
    return bound < 1 ? 1 : bound < UINT16_MAX ? (uint16_t)bound : UINT16_MAX;
}

/// Sets what codes stand for. Their squared distances are the same for all maps.
static void set_codes(distance_map *map)
{
    const bool has_squares = map->squares[DISTANCE_CODES] == UINT32_MAX;
    for (int32_t code = 1; code < DISTANCE_CODES && !has_squares; code++) {
        const uint32_t last = map->squares[code - 1];
        map->squares[code] = last < EXACT_SQUARES ? next_sum_of_squares(last + 1) : last + last / 12;
        for (uint32_t i = last; i < map->squares[code] && i <= EXACT_SQUARES; i++)
            map->codes[i] = (uint8_t)(code - 1);
    }
    map->squares[DISTANCE_CODES] = UINT32_MAX;
    for (int32_t code = 1; code < DISTANCE_CODES; code++)
        map->bounds[code] = bound_of(map->squares[code], map->source.side);
}

fw_result distance_map_begin(distance_map *map, const distance_source *source)
{
    const int32_t side = source->side;
    if (is_known(map, source)) {
        map->source.open = source->open;
        return FW_OK;
    }
    map->width = 0; // nothing is known if memory runs out
    map->made++;
    const int32_t width = (source->open->width + side - 1) / side,
                  height = (source->open->height + side - 1) / side;
    if (MEMORY_RESERVE_CLOSELY(map->memory, map->cells, map->capacity, (size_t)width * (size_t)height) !=
            FW_OK ||
        MEMORY_RESERVE(map->memory, map->row, map->row_capacity, 3 * ((size_t)width + 2)) != FW_OK)
        return FW_NO_MEMORY;
    map->source = *source;
    map->capability = source->open->capability;
    map->width = width;
    map->height = height;
    map->to_cells = 1.0 / side;
    map->rows_read = 0;
    map->rows_left = height;
    set_codes(map);
    return FW_OK;
}

/// The blocked tiles of 64 columns, of all rows of tiles in a row of cells.
static uint64_t blocked_word(const distance_source *source, int32_t y, int32_t word)
{
    uint64_t closed = 0;
    for (int32_t row = y * source->side; row < (y + 1) * source->side; row++) {
        if (source->of_centre) {
            closed |= overlay_closed(source->overlay, 1, word * WORD_BITS, row);
            continue;
        }
        closed |= row < source->open->height ? ~layer_row(source->open, row)[word] : UINT64_MAX;
        if (source->overlay)
            closed |= overlay_blocked(source->overlay, word * WORD_BITS, row);
    }
    return closed;
}

/// Counts the steps from each cell of a row up to the nearest blocked cell.
static void read_row(distance_map *map, int32_t y)
{
    const distance_source *source = &map->source;
    const uint64_t cell = bits_below(source->side);
    must_hold(map->cells);
    uint8_t *row = map->cells + (size_t)y * (size_t)map->width;
    const uint8_t *above = y > 0 ? row - map->width : NULL;
    for (int32_t x = 0, word = 0; x < map->width; word++) {
        uint64_t closed = blocked_word(source, y, word);
        for (int32_t bit = 0; bit < WORD_BITS && x < map->width; bit += source->side, x++) {
            const int32_t steps = above ? above[x] + 1 : 1;
            row[x] = (uint8_t)(closed & cell ? 0 : steps < MANY_STEPS ? steps : MANY_STEPS);
            closed >>= source->side;
        }
    }
}

/// The column from which on blocked cells below or above `right` are nearer than those of `left`.
static int32_t border_between(const int32_t *steps, int32_t left, int32_t right)
{
    const int32_t to_left = steps[left + 1], to_right = steps[right + 1], twice = 2 * (right - left);
    const int32_t above = right * right - left * left + to_right * to_right - to_left * to_left;
    return (above >= 0 ? above / twice : -((-above + twice - 1) / twice)) + 1;
}

/// The code of a squared distance from middle to middle, in cells, that differs little from that of another code.
static inline uint8_t code_near(const distance_map *map, uint32_t squared, uint8_t code)
{
    if (squared <= EXACT_SQUARES)
        return map->codes[squared];
    while (map->squares[code] > squared)
        code--;
    while (map->squares[code + 1] <= squared)
        code++;
    return code;
}

/// Completes a row: from the steps up and down to the distances.
///
/// @param steps          [column + 1] to the nearest blocked cell above or below, from column -1 to `width`
/// @param[out] nearest   scratch memory: columns whose blocked cells are nearest to a stretch of the row
/// @param[out] begins    scratch memory: where these stretches begin
static void complete_row(distance_map *map, int32_t y, const int32_t *steps, int32_t *nearest,
                         int32_t *begins)
{
    uint8_t *row = map->cells + (size_t)y * (size_t)map->width, code = 0;
    int32_t count = 0;
    for (int32_t x = -1; x <= map->width; x++) {
        if (steps[x + 1] == 0 && x >= 0 && x < map->width && steps[x] == 0 && steps[x + 2] == 0)
            continue; // its blocked neighbours are nearer to all other cells
        int32_t begin = 0;
        while (count > 0 && (begin = border_between(steps, nearest[count - 1], x)) <= begins[count - 1])
            count--;
        nearest[count] = x;
        begins[count++] = begin;
    }
    for (int32_t x = 0, i = 0; x < map->width; x++) {
        while (i + 1 < count && begins[i + 1] <= x)
            i++;
        const int32_t across = x - nearest[i], along = steps[nearest[i] + 1];
        code = code_near(map, (uint32_t)(across * across + along * along), code);
        row[x] = steps[x + 1] == 0 ? 0 : code;
    }
}

/// The steps from a cell up to the nearest blocked one; the row of the cell and those above are not complete.
static int32_t steps_up(const distance_map *map, int32_t x, int32_t y)
{
    int32_t steps = 0, more = MANY_STEPS;
    for (; y >= 0 && more == MANY_STEPS; y -= MANY_STEPS) {
        more = map->cells[(size_t)y * (size_t)map->width + (size_t)x];
        steps += more;
    }
    return steps;
}

/// Completes the last row that is not complete. Until then, its cells hold the steps up; `map->row` holds the steps of
/// the row below to the nearest blocked cell in either direction.
static void complete_last(distance_map *map)
{
    int32_t *steps = map->row;
    const int32_t y = map->rows_left - 1, width = map->width;
    const bool is_lowest = y == map->height - 1;
    for (int32_t x = 0; x < width; x++) {
        const int32_t up = steps_up(map, x, y), down = is_lowest ? 1 : steps[x + 1] + 1;
        steps[x + 1] = up < down ? up : down;
    }
    steps[0] = steps[width + 1] = 0;
    complete_row(map, y, steps, steps + width + 2, steps + 2 * (width + 2));
    map->rows_left--;
}

bool distance_map_continue(distance_map *map, uint64_t *work)
{
    const uint64_t unit = 1 + (uint64_t)(map->width / ROW_CELLS);
    while (map->rows_left > 0 && *work > 0) {
        if (map->rows_read < map->height)
            read_row(map, map->rows_read++);
        else
            complete_last(map);
        work_spend(work, unit);
    }
    return map->rows_left == 0;
}
