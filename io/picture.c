#include "io/picture.h"

#include <math.h>

#include "io/drawing.h"

/// Longest side of a map in the picture, and largest tile, in pixels; least width of a picture.
enum { LONGEST_SIDE = 1200, LARGEST_TILE = 64, SHORTEST_WIDTH = 440 };

/// Least pixels per tile with which borders between free and blocked tiles are drawn, and with which lines between all
/// tiles are.
enum { TILE_OF_BORDERS = 4, TILE_OF_LINES = 14 };

const io_color page_color = { 0xfc, 0xfb, 0xf9 };
const io_color ink_color = { 0x2f, 0x33, 0x3a };
const io_color white_color = { 0xff, 0xff, 0xff };
const io_color border_color = { 0x3a, 0x3f, 0x48 };
const io_color path_color = { 0x1f, 0x5f, 0xbf };
const io_color reverse_color = { 0xd9, 0x7b, 0x1c };
const io_color slow_color = { 0xd6, 0x45, 0x50 };
const io_color half_speed_color = { 0xe3, 0xa4, 0x2b };
static const io_color companion_colors[IO_MOST_COMPANIONS] = { { 0xb8, 0x3a, 0x8b }, { 0xc8, 0x5a, 0x17 },
                                                               { 0x0e, 0x7c, 0x7b }, { 0x6a, 0x3d, 0xb5 },
                                                               { 0x8a, 0x6d, 0x0b }, { 0x44, 0x4b, 0x57 } };
const io_color start_color = { 0x2a, 0x8f, 0x5b };
const io_color goal_color = { 0xc7, 0x37, 0x4a };
const io_color tree_color = { 0x7f, 0x9f, 0x78 };

io_color companion_color(const io_picture *picture, int index)
{
    const int chosen = picture->companions[index].color;
    return companion_colors[chosen ? chosen - 1 : index];
}

void drawing_fill(io_drawing *drawing, io_color color, double alpha)
{
    drawing->has_failed = drawing->has_failed || drawing->outline.failed;
    if (!drawing->outline.failed && drawing->outline.loops > 0)
        svg_fill(drawing->to, &drawing->outline, color, alpha);
    outline_clear(&drawing->outline);
}

bool picture_is_closed(const io_picture *picture, int32_t x, int32_t y)
{
    const uint8_t terrain = fw_map_terrain(picture->map, x, y);
    return terrain == FW_BLOCKED || (picture->unit && picture->unit->terrain_cost[terrain] <= 0.0f);
}

/// Adds thin lines between free and blocked tiles, each as long as possible.
static void outline_borders(io_drawing *drawing, bool is_upright)
{
    const io_picture *picture = drawing->picture;
    const io_view *view = &drawing->layout->view;
    const int32_t lines = is_upright ? fw_map_width(picture->map) : fw_map_height(picture->map);
    const int32_t length = is_upright ? fw_map_height(picture->map) : fw_map_width(picture->map);
    for (int32_t line = 1; line < lines; line++)
        for (int32_t at = 0, end; at < length; at = end + 1) {
            end = at;
            while (end < length &&
                   (is_upright
                        ? picture_is_closed(picture, line - 1, end) != picture_is_closed(picture, line, end)
                        : picture_is_closed(picture, end, line - 1) != picture_is_closed(picture, end, line)))
                end++;
            if (end == at)
                continue;
            const io_point from = is_upright ? view_point(view, line, at) : view_point(view, at, line);
            const double run = (end - at) * view->scale;
            outline_rectangle(&drawing->outline, from.x - 0.5, from.y - 0.5, is_upright ? 1.0 : run + 1.0,
                              is_upright ? run + 1.0 : 1.0);
        }
}

static void outline_tile_lines(io_drawing *drawing)
{
    const io_view *view = &drawing->layout->view;
    const double width = fw_map_width(drawing->picture->map) * view->scale;
    const double height = fw_map_height(drawing->picture->map) * view->scale;
    for (double x = view->scale; x < width - 0.5; x += view->scale)
        outline_rectangle(&drawing->outline, view->left + x - 0.5, view->top, 1.0, height);
    for (double y = view->scale; y < height - 0.5; y += view->scale)
        outline_rectangle(&drawing->outline, view->left, view->top + y - 0.5, width, 1.0);
}

static void outline_frame(io_drawing *drawing)
{
    const io_view *view = &drawing->layout->view;
    const double width = fw_map_width(drawing->picture->map) * view->scale;
    const double height = fw_map_height(drawing->picture->map) * view->scale;
    outline_rectangle(&drawing->outline, view->left - 1.0, view->top - 1.0, width + 2.0, 1.0);
    outline_rectangle(&drawing->outline, view->left - 1.0, view->top + height, width + 2.0, 1.0);
    outline_rectangle(&drawing->outline, view->left - 1.0, view->top, 1.0, height);
    outline_rectangle(&drawing->outline, view->left + width, view->top, 1.0, height);
}

static void draw_map(io_drawing *drawing)
{
    const io_view *view = &drawing->layout->view;
    svg_tiles(drawing->to, drawing->picture->map, view);
    drawing_clearance(drawing);
    if (view->scale >= TILE_OF_LINES) {
        outline_tile_lines(drawing);
        drawing_fill(drawing, border_color, 0.08);
    }
    if (view->scale >= TILE_OF_BORDERS) {
        outline_borders(drawing, false);
        outline_borders(drawing, true);
        drawing_fill(drawing, border_color, 0.55);
    }
    outline_frame(drawing);
    drawing_fill(drawing, border_color, 0.8);
}

static void draw_trees(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    const io_view *view = &drawing->layout->view;
    if (picture->tree_count == 0)
        return;
    for (int32_t i = 0; i < picture->tree_count; i++)
        outline_disc(&drawing->outline, view_point(view, picture->trees[i].x, picture->trees[i].y),
                     picture->trees[i].radius * view->scale);
    drawing_fill(drawing, tree_color, 1.0);
}

static io_layout layout_of(const io_picture *picture)
{
    const int32_t columns = fw_map_width(picture->map);
    const int32_t rows = fw_map_height(picture->map);
    const int32_t longest = columns > rows ? columns : rows;
    double scale = (double)LONGEST_SIDE / longest;
    if (scale > 1.0)
        scale = fmin(floor(scale), LARGEST_TILE);
    const int width = (int)ceil(columns * scale);
    const int height = (int)ceil(rows * scale);
    io_layout layout = { .width = (width > SHORTEST_WIDTH ? width : SHORTEST_WIDTH) + 2 * DRAWING_MARGIN };
    layout.view = (io_view){ floor(0.5 * (layout.width - width)), DRAWING_MARGIN, scale };
    layout.legend_top = DRAWING_MARGIN + height + 16;
    layout.height =
        (int)layout.legend_top + drawing_legend_height(picture, layout.width) + DRAWING_MARGIN / 2;
    return layout;
}

bool io_picture_svg(FILE *to, const io_picture *picture, io_fault *fault)
{
    const io_layout layout = layout_of(picture);
    io_drawing drawing = { .picture = picture, .layout = &layout, .to = to };
    svg_begin(to, layout.width, layout.height, page_color);
    draw_map(&drawing);
    drawing_overlay(&drawing);
    draw_trees(&drawing);
    drawing_clearance_numbers(&drawing);
    drawing_mark_tiles(&drawing);
    drawing_mark_lines(&drawing);
    drawing_note_lines(&drawing);
    drawing_paths(&drawing);
    drawing_marks(&drawing);
    drawing_notes(&drawing);
    drawing_legend(&drawing);
    outline_free(&drawing.outline);
    fputs("</svg>\n", to);
    return !drawing.has_failed || io_fail(fault, "there is not enough memory to draw the picture");
}
