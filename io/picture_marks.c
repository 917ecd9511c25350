#include <stdio.h>

#include "io/drawing.h"

/// Least pixels per tile with which numbers of nodes are written; their height and the width of lines, in pixels.
enum { TILE_OF_F = 44, F_CAPITALS = 11 };

#define LINE_WIDTH 2.0

/// How a kind is drawn.
typedef struct mark_look {
    io_color color;
    double alpha;
    double side; ///< of the square that stands for a point, in tiles
} mark_look;

static const mark_look looks[FW_MARK_KINDS] = {
    [FW_MARK_ANCHORS] = { { 0x2a, 0x8f, 0x5b }, 0.35, 0 },
    [FW_MARK_REGION] = { { 0x0e, 0x7c, 0x7b }, 0.35, 0 },
    [FW_MARK_JUMP_POINT] = { { 0xb8, 0x3a, 0x8b }, 1.0, 0.4 },
    [FW_MARK_CLUSTER] = { { 0x3a, 0x3f, 0x48 }, 0.0, 0 },
    [FW_MARK_ENTRANCE] = { { 0xe3, 0xa4, 0x2b }, 0.45, 0 },
    [FW_MARK_TRANSITION] = { { 0xd6, 0x45, 0x50 }, 1.0, 0 },
    [FW_MARK_ABSTRACT_EDGE] = { { 0x6a, 0x3d, 0xb5 }, 0.5, 0 },
    [FW_MARK_MOTION] = { { 0x1f, 0x5f, 0xbf }, 1.0, 0 },
    [FW_MARK_HIT_MASK] = { { 0x1f, 0x5f, 0xbf }, 0.08, 0 },
    [FW_MARK_OPEN] = { { 0xe3, 0xa4, 0x2b }, 0.6, 0.92 },
    [FW_MARK_RESERVATION] = { { 0x1f, 0x5f, 0xbf }, 1.0, 0 },
    [FW_MARK_STOP] = { { 0x1f, 0x5f, 0xbf }, 0.6, 0.3 },
    [FW_MARK_WAIT] = { { 0xd6, 0x45, 0x50 }, 0.8, 0 },
    [FW_MARK_JOINT_MOVE] = { { 0x6a, 0x3d, 0xb5 }, 0.6, 0 },
    [FW_MARK_SURFING_EDGE] = { { 0x8a, 0x6d, 0x0b }, 0.8, 0 },
    [FW_MARK_HUGGING_EDGE] = { { 0xc8, 0x5a, 0x17 }, 0.8, 0 },
    [FW_MARK_BLOCKED_ARC] = { { 0xd6, 0x45, 0x50 }, 0.8, 0 },
    [FW_MARK_CIRCLE] = { { 0x2a, 0x8f, 0x5b }, 1.0, 0.2 },
    [FW_MARK_BITANGENT] = { { 0x1f, 0x5f, 0xbf }, 1.0, 0 },
    [FW_MARK_SIGHT] = { { 0xb8, 0x3a, 0x8b }, 1.0, 0 },
    [FW_MARK_CURVE_PART] = { { 0x1f, 0x5f, 0xbf }, 1.0, 0 },
    [FW_MARK_CENTRE] = { { 0xc7, 0x37, 0x4a }, 1.0, 0.2 },
    [FW_MARK_CENTRE_LINE] = { { 0x44, 0x4b, 0x57 }, 0.7, 0 },
    [FW_MARK_GATE] = { { 0x6a, 0x3d, 0xb5 }, 1.0, 0 },
    [FW_MARK_SAMPLE] = { { 0x1f, 0x5f, 0xbf }, 1.0, 0.08 },
    [FW_MARK_CONE] = { { 0xc8, 0x5a, 0x17 }, 0.8, 0 },
    [FW_MARK_GUIDE] = { { 0x0e, 0x7c, 0x7b }, 0.3, 0 },
    [FW_MARK_AREA] = { { 0x0e, 0x7c, 0x7b }, 0.35, 0 },
    [FW_MARK_MIDPOINT] = { { 0xd6, 0x45, 0x50 }, 1.0, 0.4 },
    [FW_MARK_AREA_STEP] = { { 0x6a, 0x3d, 0xb5 }, 0.6, 0 },
    [FW_MARK_CLOSED] = { { 0x0e, 0x7c, 0x7b }, 0.4, 0.92 },
};

/// Colours that tell regions apart.
static const io_color region_colors[] = { { 0x0e, 0x7c, 0x7b }, { 0xb8, 0x3a, 0x8b }, { 0xe3, 0xa4, 0x2b },
                                          { 0x6a, 0x3d, 0xb5 }, { 0xc8, 0x5a, 0x17 }, { 0x2a, 0x8f, 0x5b } };

enum { REGION_COLORS = sizeof region_colors / sizeof *region_colors };

/// True for motions that are not free, and for what they touch.
static bool is_blocked(const fw_mark *mark)
{
    return (mark->kind == FW_MARK_MOTION && mark->numbers[1] == 0) ||
           (mark->kind == FW_MARK_HIT_MASK && mark->numbers[0] == 0);
}

/// The colour of a mark. Motions that are not free stand out.
static io_color color_of(const fw_mark *mark)
{
    if (mark->kind == FW_MARK_REGION || mark->kind == FW_MARK_AREA)
        return region_colors[(uint64_t)mark->numbers[0] % REGION_COLORS];
    return is_blocked(mark) ? slow_color : looks[mark->kind].color;
}

bool picture_mark_look(const io_picture *picture, fw_mark_kind kind, bool blocked, io_mark_look *look)
{
    for (size_t i = 0; i < picture->mark_count; i++) {
        const fw_mark *mark = &picture->marks[i];
        if (mark->kind == kind && is_blocked(mark) == blocked) {
            *look = (io_mark_look){ color_of(mark), looks[kind].alpha,
                                    mark->shape == FW_MARK_LINE || kind == FW_MARK_CLUSTER };
            return true;
        }
    }
    return false;
}

/// Outlines a rectangle; `left` and so on are in tiles.
static void add_rectangle(io_drawing *drawing, double left, double top, double width, double height)
{
    const io_view *view = &drawing->layout->view;
    const io_point corner = view_point(view, left, top);
    outline_rectangle(&drawing->outline, corner.x, corner.y, width * view->scale, height * view->scale);
}

static void outline_mark(io_drawing *drawing, const fw_mark *mark)
{
    const double side = looks[mark->kind].side;
    if (mark->shape == FW_MARK_TILES)
        add_rectangle(drawing, mark->tiles.x, mark->tiles.y, mark->tiles.width, mark->tiles.height);
    else
        add_rectangle(drawing, mark->line.start.x - side / 2, mark->line.start.y - side / 2, side, side);
}

/// True if two colours are the same.
static bool is_same(io_color a, io_color b)
{
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

/// Fills all marks of a kind that are filled, those of one colour after the other in one piece. Masks lie over each
/// other, so that each is a piece of its own.
static void fill_kind(io_drawing *drawing, fw_mark_kind kind)
{
    const io_picture *picture = drawing->picture;
    io_color color = looks[kind].color;
    int32_t group = -1;
    for (size_t i = 0; i < picture->mark_count; i++) {
        const fw_mark *mark = &picture->marks[i];
        if (mark->kind != kind || mark->shape == FW_MARK_LINE)
            continue;
        if (!is_same(color, color_of(mark)) || (kind == FW_MARK_HIT_MASK && group != mark->group))
            drawing_fill(drawing, color, looks[kind].alpha);
        color = color_of(mark);
        group = mark->group;
        outline_mark(drawing, mark);
    }
    drawing_fill(drawing, color, looks[kind].alpha);
}

/// Draws the borders of a cluster.
static void draw_frame(io_drawing *drawing, const fw_tile_rect *tiles)
{
    const io_view *view = &drawing->layout->view;
    const io_point corners[] = { view_point(view, tiles->x, tiles->y),
                                 view_point(view, tiles->x + tiles->width, tiles->y),
                                 view_point(view, tiles->x + tiles->width, tiles->y + tiles->height),
                                 view_point(view, tiles->x, tiles->y + tiles->height) };
    for (int i = 0; i < 4; i++)
        outline_line(&drawing->outline, corners[i], corners[(i + 1) % 4], LINE_WIDTH);
    drawing_fill(drawing, looks[FW_MARK_CLUSTER].color, 0.8);
}

/// Writes f of each node into its square.
static void write_f(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    for (size_t i = 0; i < picture->mark_count; i++) {
        const fw_mark *mark = &picture->marks[i];
        char text[32];
        if (mark->kind != FW_MARK_OPEN && mark->kind != FW_MARK_CLOSED)
            continue;
        snprintf(text, sizeof text, "%.1f", mark->numbers[2]);
        const io_point middle = view_point(&drawing->layout->view, mark->line.start.x, mark->line.start.y);
        svg_text(drawing->to, middle.x - 0.5 * svg_text_width(text, F_CAPITALS), middle.y + 0.5 * F_CAPITALS,
                 F_CAPITALS, ink_color, text);
    }
}

void drawing_mark_tiles(io_drawing *drawing)
{
    for (int kind = 0; kind < FW_MARK_KINDS; kind++)
        if (looks[kind].alpha > 0)
            fill_kind(drawing, (fw_mark_kind)kind);
    if (drawing->layout->view.scale >= TILE_OF_F)
        write_f(drawing);
}

void drawing_mark_lines(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    for (size_t i = 0; i < picture->mark_count; i++) {
        const fw_mark *mark = &picture->marks[i];
        if (mark->kind == FW_MARK_CLUSTER)
            draw_frame(drawing, &mark->tiles);
        else if (mark->shape == FW_MARK_LINE)
            svg_stroke(drawing->to, &mark->line, 1, &drawing->layout->view, LINE_WIDTH, color_of(mark),
                       looks[mark->kind].alpha);
    }
}
