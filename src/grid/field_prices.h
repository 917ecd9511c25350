#pragma once

/// What tiles cost in a field whose tiles differ in cost: computed for a whole page when the field first asks for one
/// of its tiles, because each tile is asked for by all of its neighbours.

#include "grid/field.h"

/// Computes the prices of a page.
void field_prices_set(const grid_field *field, field_page *page, int32_t column, int32_t row);

/// The page of a tile, with prices. Null if there is no memory.
static inline field_page *field_prices_page(grid_field *field, int32_t x, int32_t y)
{
    field_page *page = field_touch(field, x, y) ? grid_field_page(field, x, y) : NULL;
    if (page && page->priced != field->stamp)
        field_prices_set(field, page, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    return page;
}
