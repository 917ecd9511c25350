#include "common/area_figures.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "areas/area_map.h"
#include "common/drawing.h"

enum { SQUARE = 6, MOST_AREAS = 64 };

/// Draws a unit of a border if the areas on its sides differ.
static void draw_border(canvas *canvas, const fw_area_map *areas, int32_t x, int32_t y, bool is_upright)
{
    const int32_t here = fw_area_map_at(areas, x, y);
    const int32_t beside = is_upright ? fw_area_map_at(areas, x - 1, y) : fw_area_map_at(areas, x, y - 1);
    if (here >= 0 && beside >= 0 && here != beside)
        canvas_line(canvas, (io_point){ x, y }, (io_point){ x + !is_upright, y + is_upright }, 0, 0, "");
}

void areas_and_a_walk(canvas *canvas)
{
    static uint16_t labels[64 * 64];
    static int32_t way[MOST_AREAS];
    const int32_t width = fw_map_width(canvas->map), height = fw_map_height(canvas->map);
    for (int32_t i = 0; i < width * height; i++)
        labels[i] = i % width >= 4 && i % width < 12 && i / width >= 3 && i / width < 9; // the yard
    fw_area_map_def def = fw_default_area_map_def();
    def.labels = labels;
    def.side = SQUARE;
    fw_area_map *areas = NULL;
    fw_request ask = canvas_request(canvas);
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    ask.unit = add_unit(canvas->map, canvas->unit);
    assert_int_equal(fw_area_map_create(canvas->map, ask.unit, &def, &areas), FW_OK);
    assert_int_equal(fw_planner_create(canvas->map, NULL, &canvas->planner), FW_OK);
    ask.method = FW_AREAS;
    ask.areas = areas;
    assert_int_equal(fw_find_path(canvas->planner, &ask, canvas->path), FW_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            draw_border(canvas, areas, x, y, true);
            draw_border(canvas, areas, x, y, false);
        }
    const int32_t count = fw_planner_area_path(canvas->planner, way, MOST_AREAS);
    for (int32_t i = 0; i < count; i++) {
        const area *at = &areas->areas[way[i]], *before = &areas->areas[way[i ? i - 1 : 0]];
        canvas_dot(canvas, at->x, at->y, 0.7, -0.5, at->label ? "yard" : "");
        if (i > 0)
            canvas_line(canvas, (io_point){ before->x, before->y }, (io_point){ at->x, at->y }, 0, 0, "");
    }
    canvas_title(canvas, "areas on the way, and the walk over them");
    fw_area_map_destroy(areas);
}
