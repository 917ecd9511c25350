#include <math.h>

#include "io/drawing.h"

const io_color closed_color = { 0xc7, 0x6a, 0x5e };
const io_color cost_color = { 0xd9, 0x8e, 0x2b };

/// Shades of added costs.
enum { COST_SHADES = 8 };

/// Reads a row of the costs that an array has added to tiles; 0 where the unit cannot go anyway.
static void read_costs(const io_picture *picture, int32_t y, uint8_t costs[FW_MAX_SIDE])
{
    const int32_t width = fw_map_width(picture->map);
    fw_overlay_get_costs(picture->overlay, 0, y, width, 1, costs, (size_t)width);
    for (int32_t x = 0; x < width; x++)
        if (costs[x] && picture_is_closed(picture, x, y))
            costs[x] = 0;
}

/// The largest cost that an array has added, in sixteenths; 0 = none.
static int largest_cost(const io_picture *picture)
{
    uint8_t costs[FW_MAX_SIDE];
    int largest = 0;
    for (int32_t y = 0; picture->overlay && y < fw_map_height(picture->map); y++) {
        read_costs(picture, y, costs);
        for (int32_t x = 0; x < fw_map_width(picture->map); x++)
            largest = costs[x] > largest ? costs[x] : largest;
    }
    return largest;
}

io_overlay_look picture_overlay_look(const io_picture *picture)
{
    io_overlay_look look = { .has_costs = largest_cost(picture) > 0 };
    for (size_t i = 0; picture->changes && i < picture->changes->count; i++) {
        const io_overlay_kind kind = picture->changes->parts[i].kind;
        look.has_blocked = look.has_blocked || kind == IO_OVERLAY_BLOCKED;
        look.has_forbidden = look.has_forbidden || kind == IO_OVERLAY_FORBIDDEN;
        look.has_costs = look.has_costs || kind == IO_OVERLAY_COST;
    }
    return look;
}

static void add_tiles(io_drawing *drawing, int32_t x, int32_t y, int32_t width, int32_t height)
{
    const io_view *view = &drawing->layout->view;
    outline_rectangle(&drawing->outline, view->left + x * view->scale, view->top + y * view->scale,
                      width * view->scale, height * view->scale);
}

/// Draws the costs of an array, in shades up to the largest.
static void draw_costs(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    const int largest = largest_cost(picture);
    const int32_t width = fw_map_width(picture->map);
    uint8_t costs[FW_MAX_SIDE];
    for (int shade = 1; largest > 0 && shade <= COST_SHADES; shade++) {
        for (int32_t y = 0; y < fw_map_height(picture->map); y++) {
            read_costs(picture, y, costs);
            for (int32_t x = 0, end; x < width; x = end + 1) {
                end = x;
                while (end < width && (costs[end] * COST_SHADES + largest - 1) / largest == shade)
                    end++;
                if (end > x)
                    add_tiles(drawing, x, y, end - x, 1);
            }
        }
        drawing_fill(drawing, cost_color, 0.7 * shade / COST_SHADES);
    }
}

/// Draws the moves that a tile forbids, as short lines from its middle.
static void add_moves(io_drawing *drawing, const io_overlay_part *part)
{
    static const struct {
        uint8_t bit;
        double x, y;
    } moves[] = { { FW_MOVE_E, 1, 0 },  { FW_MOVE_SE, 1, 1 },   { FW_MOVE_S, 0, 1 },  { FW_MOVE_SW, -1, 1 },
                  { FW_MOVE_W, -1, 0 }, { FW_MOVE_NW, -1, -1 }, { FW_MOVE_N, 0, -1 }, { FW_MOVE_NE, 1, -1 } };
    const io_view *view = &drawing->layout->view;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (part->moves & moves[i].bit)
            outline_line(
                &drawing->outline, view_point(view, part->x + 0.5, part->y + 0.5),
                view_point(view, part->x + 0.5 + 0.45 * moves[i].x, part->y + 0.5 + 0.45 * moves[i].y),
                fmax(0.08 * view->scale, 1.0));
}

void drawing_overlay(io_drawing *drawing)
{
    const io_overlay *changes = drawing->picture->changes;
    draw_costs(drawing);
    for (size_t i = 0; changes && i < changes->count; i++) {
        const io_overlay_part *part = &changes->parts[i];
        if (part->kind == IO_OVERLAY_COST) {
            add_tiles(drawing, part->x, part->y, part->width, part->height);
            drawing_fill(drawing, cost_color, 0.1 + 0.6 * fmin(part->cost / 8.0, 1.0));
        } else if (part->kind == IO_OVERLAY_BLOCKED) {
            add_tiles(drawing, part->x, part->y, part->width, part->height);
            drawing_fill(drawing, closed_color, 1.0);
        }
    }
    for (size_t i = 0; changes && i < changes->count; i++)
        if (changes->parts[i].kind == IO_OVERLAY_FORBIDDEN)
            add_moves(drawing, &changes->parts[i]);
    drawing_fill(drawing, closed_color, 1.0);
}
