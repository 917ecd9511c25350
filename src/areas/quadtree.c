#include "areas/quadtree.h"

/// What the tiles of a square are to the unit.
typedef enum square_kind {
    SQUARE_MIXED, ///< the unit fits on some of them, and not on others
    SQUARE_FREE,
    SQUARE_BLOCKED
} square_kind;

static size_t square_count(const area_cells *cells)
{
    return (size_t)cells->columns * (size_t)cells->rows;
}

static square_kind kind_of(const layer *layer, const area_cells *cells, int32_t column, int32_t row)
{
    const int32_t left = column * cells->side, top = row * cells->side;
    const int32_t right = layer->width - left < cells->side ? layer->width : left + cells->side;
    const int32_t bottom = layer->height - top < cells->side ? layer->height : top + cells->side;
    const bool fits = layer_fits(layer, left, top);
    for (int32_t y = top; y < bottom; y++)
        for (int32_t x = left; x < right; x++)
            if (layer_fits(layer, x, y) != fits)
                return SQUARE_MIXED;
    return fits ? SQUARE_FREE : SQUARE_BLOCKED;
}

/// Makes one leaf of a block of squares, if all of them are free, or all are blocked. What lies outside the map counts
/// as either.
///
/// @param span  squares along a side of the block
static void join_block(const area_cells *cells, const uint8_t *kinds, uint32_t *leaves, int32_t column,
                       int32_t row, int32_t span)
{
    const uint32_t first = (uint32_t)(row * cells->columns + column);
    const int32_t right = cells->columns - column < span ? cells->columns : column + span;
    const int32_t bottom = cells->rows - row < span ? cells->rows : row + span;
    for (int32_t y = row; y < bottom; y++)
        for (int32_t x = column; x < right; x++) {
            const size_t square = (size_t)y * (size_t)cells->columns + (size_t)x;
            if (kinds[square] == SQUARE_MIXED || kinds[square] != kinds[first])
                return;
        }
    for (int32_t y = row; y < bottom; y++)
        for (int32_t x = column; x < right; x++)
            leaves[(size_t)y * (size_t)cells->columns + (size_t)x] = first;
}

fw_result quadtree_cut(memory *memory, const layer *layer, const area_cells *cells, uint32_t **leaves)
{
    const size_t count = square_count(cells);
    uint8_t *kinds = memory_get(memory, count, sizeof *kinds);
    *leaves = kinds ? memory_get(memory, count, sizeof **leaves) : NULL;
    if (*leaves) {
        for (size_t square = 0; square < count; square++) {
            const size_t columns = (size_t)cells->columns;
            kinds[square] =
                (uint8_t)kind_of(layer, cells, (int32_t)(square % columns), (int32_t)(square / columns));
            (*leaves)[square] = (uint32_t)square;
        }
        for (int32_t span = 2; span / 2 < cells->columns || span / 2 < cells->rows; span *= 2)
            for (int32_t row = 0; row < cells->rows; row += span)
                for (int32_t column = 0; column < cells->columns; column += span)
                    join_block(cells, kinds, *leaves, column, row, span);
    }
    memory_give_back(memory, kinds, count, sizeof *kinds);
    return *leaves ? FW_OK : FW_NO_MEMORY;
}

void quadtree_free(memory *memory, const area_cells *cells, uint32_t *leaves)
{
    memory_give_back(memory, leaves, square_count(cells), sizeof *leaves);
}
