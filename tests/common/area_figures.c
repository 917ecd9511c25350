#include "common/area_figures.h"

#include <stdio.h>

#include "areas/area_map.h"
#include "common/drawing.h"
#include "common/unit.h"

enum { SQUARE = 6, MOST_AREAS = 64 };

/// Draws a unit of a border if the areas on its sides differ.
static void draw_border(canvas *canvas, const fw_area_map *areas, int32_t x, int32_t y, bool is_upright)
{
    const int32_t here = fw_area_map_at(areas, x, y);
    const int32_t beside = is_upright ? fw_area_map_at(areas, x - 1, y) : fw_area_map_at(areas, x, y - 1);
    if (here >= 0 && beside >= 0 && here != beside)
        canvas_line(canvas, (io_point){ x, y }, (io_point){ x + !is_upright, y + is_upright }, 0, 0, "");
}

/// Creates areas for the figure's unit, walks over them, and draws both.
///
/// @return number of areas on the way
static int32_t draw_areas(canvas *canvas, const fw_area_map_def *def, fw_area_map **areas)
{
    static int32_t way[MOST_AREAS];
    fw_request ask = canvas_request(canvas);
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    ask.unit = add_unit(canvas->map, canvas->unit);
    assert_int_equal(fw_area_map_create(canvas->map, ask.unit, def, areas), FW_OK);
    fw_planner_destroy(canvas->planner);
    assert_int_equal(fw_planner_create(canvas->map, NULL, &canvas->planner), FW_OK);
    ask.method = FW_AREAS;
    ask.areas = *areas;
    assert_int_equal(fw_find_path(canvas->planner, &ask, canvas->path), FW_OK);
    for (int32_t y = 0; y < fw_map_height(canvas->map); y++)
        for (int32_t x = 0; x < fw_map_width(canvas->map); x++) {
            draw_border(canvas, *areas, x, y, true);
            draw_border(canvas, *areas, x, y, false);
        }
    const int32_t count = fw_planner_area_path(canvas->planner, way, MOST_AREAS);
    for (int32_t i = 0; i < count; i++) {
        const area *at = &(*areas)->areas[way[i]], *before = &(*areas)->areas[way[i ? i - 1 : 0]];
        char text[16];
        snprintf(text, sizeof text, "%d", (int)i + 1);
        io_note *dot =
            canvas_dot(canvas, at->x, at->y, at->label ? 1.2 : 0.45, -0.45, at->label ? "1 yard" : text);
        dot->pen = IO_PEN_ORANGE;
        if (i > 0)
            canvas_line(canvas, (io_point){ before->x, before->y }, (io_point){ at->x, at->y }, 0, 0, "")
                ->pen = IO_PEN_ORANGE;
    }
    canvas->pens[IO_PEN_INK] = "border between areas";
    canvas->pens[IO_PEN_ORANGE] = "areas on the way, and the route over their middles";
    canvas->name = "walk";
    return count;
}

void areas_and_a_walk(canvas *canvas)
{
    static uint16_t labels[64 * 64];
    const int32_t width = fw_map_width(canvas->map), height = fw_map_height(canvas->map);
    for (int32_t i = 0; i < width * height; i++)
        labels[i] = i % width >= 4 && i % width < 12 && i / width >= 3 && i / width < 9; // the yard
    fw_area_map_def def = fw_default_area_map_def();
    def.labels = labels;
    def.side = SQUARE;
    fw_area_map *areas = NULL;
    const int32_t count = draw_areas(canvas, &def, &areas);
    snprintf(canvas->title, sizeof canvas->title, "%d areas on the way, and the walk over them: %.2f tiles",
             (int)count, fw_path_length(canvas->path));
    fw_area_map_destroy(areas);
}

/// The walk from area to area is longer than the shortest path.
void the_walk_is_longer_than_the_path(canvas *canvas)
{
    const double walk = fw_path_length(canvas->path);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_ASTAR;
    canvas_find(canvas, ask, canvas->path);
    assert_true(fw_path_length(canvas->path) < walk - 1);
}

enum { ROOT_SIDE = 32, LEAST_SIDE = 2 };

/// True if all tiles of a square are free, or none is. Those outside the map do not count.
static bool is_uniform(const fw_map *map, int32_t left, int32_t top, int32_t side)
{
    bool has_free = false, has_blocked = false;
    for (int32_t y = top; y < top + side && y < fw_map_height(map); y++)
        for (int32_t x = left; x < left + side && x < fw_map_width(map); x++) {
            has_free |= fw_map_terrain(map, x, y) != FW_BLOCKED;
            has_blocked |= fw_map_terrain(map, x, y) == FW_BLOCKED;
        }
    return !(has_free && has_blocked);
}

/// Labels the squares of a quadtree: each is cut into four until its tiles are alike, or it is small.
static void label_squares(const fw_map *map, int32_t left, int32_t top, int32_t side, uint16_t *labels,
                          uint16_t *count)
{
    const int32_t width = fw_map_width(map), half = side / 2;
    if (left >= width || top >= fw_map_height(map))
        return;
    if (side > LEAST_SIDE && !is_uniform(map, left, top, side)) {
        for (int i = 0; i < 4; i++)
            label_squares(map, left + i % 2 * half, top + i / 2 * half, half, labels, count);
        return;
    }
    ++*count;
    for (int32_t y = top; y < top + side && y < fw_map_height(map); y++)
        for (int32_t x = left; x < left + side && x < width; x++)
            labels[y * width + x] = *count;
}

static int32_t count_areas(const fw_map *map, const fw_area_map *areas)
{
    int32_t most = -1;
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            most = fw_area_map_at(areas, x, y) > most ? fw_area_map_at(areas, x, y) : most;
    return most + 1;
}

/// Areas of a quadtree, or of squares as small as its smallest ones.
static fw_area_map *areas_of_squares(canvas *canvas, bool is_quadtree)
{
    static uint16_t labels[64 * 64];
    uint16_t count = 0;
    fw_area_map_def def = fw_default_area_map_def();
    label_squares(canvas->map, 0, 0, ROOT_SIDE, labels, &count);
    def.labels = is_quadtree ? labels : NULL;
    def.side = LEAST_SIDE;
    fw_area_map *areas = NULL;
    const int32_t on_the_way = draw_areas(canvas, &def, &areas);
    snprintf(canvas->title, sizeof canvas->title, "a quadtree: %d areas, %d on the way: %.2f tiles",
             (int)count_areas(canvas->map, areas), (int)on_the_way, fw_path_length(canvas->path));
    return areas;
}

void areas_of_a_quadtree(canvas *canvas)
{
    fw_area_map *areas = areas_of_squares(canvas, true);
    for (int i = 0; i < canvas->note_count; i++)
        canvas->notes[i].text[0] = 0; // too many for numbers
    fw_area_map_destroy(areas);
}

void a_quadtree_has_fewer_areas(canvas *canvas)
{
    const int borders = canvas_count_lines(canvas, IO_PEN_INK);
    fw_area_map *tree = areas_of_squares(canvas, true);
    assert_int_equal(canvas_count_lines(canvas, IO_PEN_INK), 2 * borders); // drawn once more
    const int32_t few = count_areas(canvas->map, tree);
    fw_area_map *squares = areas_of_squares(canvas, false);
    assert_true(5 * few < 4 * count_areas(canvas->map, squares));
    for (int32_t y = 0; y < fw_map_height(canvas->map); y++) // each free tile has an area
        for (int32_t x = 0; x < fw_map_width(canvas->map); x++)
            assert_int_equal(fw_area_map_at(tree, x, y) >= 0,
                             fw_map_terrain(canvas->map, x, y) != FW_BLOCKED);
    fw_area_map_destroy(tree);
    fw_area_map_destroy(squares);
}
