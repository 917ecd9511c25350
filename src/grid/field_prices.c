#include "grid/field_prices.h"

/// The cost of all terrains that a unit may enter, in 1 / FIELD_COST_ONE of the cheapest; 0 if they differ.
static uint32_t even_cost(const field_costs *costs)
{
    uint32_t even = 0;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++) {
        const uint32_t cost = costs->terrain_cost[terrain];
        if (cost > 0 && even > 0 && cost != even)
            return 0;
        even = cost > 0 ? cost : even;
    }
    return even;
}

void field_prices_set(const grid_field *field, field_page *page, int32_t column, int32_t row)
{
    const field_costs *costs = &field->costs;
    const uint32_t even = even_cost(costs);
    const int32_t left = column * BLOCK_SIDE, top = row * BLOCK_SIDE;
    const int32_t width = field->layer->width - left < BLOCK_SIDE ? field->layer->width - left : BLOCK_SIDE;
    const int32_t height = field->layer->height - top < BLOCK_SIDE ? field->layer->height - top : BLOCK_SIDE;
    const double to_field = (double)FIELD_COST_ONE / costs->cheapest;
    for (int32_t y = top; y < top + height; y++) {
        uint16_t *prices = &page->prices[field_index(0, y)];
        uint32_t paid[BLOCK_SIDE], added[BLOCK_SIDE];
        for (int32_t i = 0; i < BLOCK_SIDE; i++)
            paid[i] = even;
        if (even == 0)
            for (int32_t i = 0; i < width; i++)
                paid[i] = costs->terrain_cost[tile_row(costs->tiles, y)[left + i]];
        if (costs->overlay && overlay_row_costs(costs->overlay, column, y, added))
            for (int32_t i = 0; i < BLOCK_SIDE; i++)
                paid[i] += (uint32_t)(int32_t)(added[i] * to_field);
        for (int32_t i = 0; i < BLOCK_SIDE; i++)
            prices[i] = (uint16_t)(paid[i] < FIELD_MOST_EXPENSIVE ? paid[i] : FIELD_MOST_EXPENSIVE);
    }
    page->priced = field->stamp;
}
