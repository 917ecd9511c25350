#include <math.h>
#include <stdio.h>

#include "io/drawing.h"

enum {
    ROW = 27,
    SWATCH = 18,
    GAP = 8,
    WIDEST_BAR = 250, ///< with its text
    MOST_ITEMS = FW_TERRAIN_COUNT + 19 + IO_MOST_COMPANIONS + IO_PENS + FW_MARK_KINDS
};

#define CAPITALS 11.5

typedef enum item_kind {
    ITEM_START,
    ITEM_GOAL,
    ITEM_LINE,
    ITEM_DASHES,
    ITEM_DOT,
    ITEM_GEAR_CHANGE,
    ITEM_SWATCH
} item_kind;

typedef struct legend_item {
    item_kind kind;
    io_color color;
    double alpha;
    double width; ///< of a line
    char text[96];
} legend_item;

typedef struct legend {
    legend_item items[MOST_ITEMS];
    int count;
} legend;

static legend_item *add_item(legend *to, item_kind kind, io_color color, double alpha, const char *text)
{
    legend_item *item = &to->items[to->count++];
    *item = (legend_item){ .kind = kind, .color = color, .alpha = alpha, .width = 3.0 };
    snprintf(item->text, sizeof item->text, "%s", text);
    return item;
}

static bool has_reverse(const fw_segment *segments, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (segments[i].gear == FW_REVERSE)
            return true;
    return false;
}

static bool changes_gear(const fw_segment *segments, int32_t count)
{
    for (int32_t i = 1; i < count; i++)
        if (segments[i].gear != segments[0].gear)
            return true;
    return false;
}

/// Adds both ends of the scale of speed colours, and its middle.
static void add_speed_items(legend *to, const io_picture *picture)
{
    const double tiles = picture_top_speed(picture);
    const double top = picture->resolution > 0 ? picture->resolution * tiles : tiles;
    char text[48];
    add_item(to, ITEM_LINE, slow_color, 1.0, "stands");
    snprintf(text, sizeof text, "%.3g", top / 2.0);
    add_item(to, ITEM_LINE, half_speed_color, 1.0, text);
    snprintf(text, sizeof text, "%.3g %s/s", top, picture->resolution > 0 ? "m" : "tiles");
    add_item(to, ITEM_LINE, path_color, 1.0, text);
}

static void add_path_items(legend *to, const io_picture *picture)
{
    int32_t count = 0;
    const fw_segment *segments = picture->path ? fw_path_segments(picture->path, &count) : NULL;
    if (count == 0)
        return;
    if (fw_path_speeds(picture->path, NULL)) {
        add_speed_items(to, picture);
    } else {
        add_item(to, ITEM_LINE, path_color, 1.0, picture->name ? picture->name : "path");
        if (has_reverse(segments, count))
            add_item(to, ITEM_LINE, reverse_color, 1.0, "reverse");
    }
    if (fw_path_impossible(picture->path, NULL))
        add_item(to, ITEM_LINE, slow_color, 1.0, "impossible");
    if (changes_gear(segments, count))
        add_item(to, ITEM_GEAR_CHANGE, reverse_color, 1.0, "change of gear");
    if (picture->unit)
        add_item(to, ITEM_SWATCH, path_color, BODY_ALPHA, "body");
    if (picture_has_overlap(picture))
        add_item(to, ITEM_SWATCH, slow_color, 1.0, "overlap");
}

static void add_companion_items(legend *to, const io_picture *picture)
{
    for (int i = 0; i < picture->companion_count; i++) {
        const io_companion *other = &picture->companions[i];
        if (fw_path_speeds(other->path, NULL))
            continue; // its colours tell speeds
        legend_item *item = add_item(to, other->is_dashed ? ITEM_DASHES : ITEM_LINE,
                                     companion_color(picture, i), 1.0, other->name);
        item->width *= other->boldness > 0.0 ? other->boldness : 1.0;
    }
}

/// Adds the colours of constructions that have a name: as a line, or as a dot if all of the colour are dots.
static void add_pen_items(legend *to, const io_picture *picture)
{
    for (int pen = 0; pen < IO_PENS; pen++) {
        bool has_lines = false, has_dots = false;
        for (int32_t i = 0; i < picture->note_count; i++)
            if ((int)picture->notes[i].pen == pen) {
                has_lines |= picture->notes[i].kind == IO_NOTE_LINE;
                has_dots |= picture->notes[i].kind == IO_NOTE_DOT;
            }
        if (picture->pen_names[pen] && (has_lines || has_dots))
            add_item(to, has_lines ? ITEM_LINE : ITEM_DOT, picture_pen_color((io_pen)pen), 1.0,
                     picture->pen_names[pen]);
    }
}

static void add_terrain_items(legend *to, const fw_map *map)
{
    bool is_there[FW_TERRAIN_COUNT] = { false };
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            is_there[fw_map_terrain(map, x, y)] = true;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (is_there[terrain])
            add_item(to, ITEM_SWATCH, io_terrain_color((uint8_t)terrain), 1.0,
                     fw_map_terrain_name(map, (uint8_t)terrain));
}

static void add_clearance_item(legend *to, int32_t clearance, int32_t largest)
{
    char text[48];
    snprintf(text, sizeof text, "clearance %d", clearance);
    add_item(to, ITEM_SWATCH, picture_clearance_color(clearance, largest), 1.0, text);
}

/// Adds the least and the largest clearance.
static void add_clearance_items(legend *to, const io_picture *picture)
{
    const int32_t largest = picture_largest_clearance(picture);
    if (largest > 0)
        add_clearance_item(to, 1, largest);
    if (largest > 1)
        add_clearance_item(to, largest, largest);
}

static void add_request_items(legend *to, const io_picture *picture)
{
    const io_overlay_look look = picture_overlay_look(picture);
    if (look.has_blocked)
        add_item(to, ITEM_SWATCH, closed_color, 1.0, "blocked for this request");
    if (look.has_forbidden)
        add_item(to, ITEM_LINE, closed_color, 1.0, "forbidden move");
    if (look.has_costs)
        add_item(to, ITEM_SWATCH, cost_color, 1.0, "added cost");
    if (picture->tree_count > 0)
        add_item(to, ITEM_SWATCH, tree_color, 1.0, "round obstacle");
}

/// Adds the kinds of marks.
static void add_mark_items(legend *to, const io_picture *picture)
{
    for (int kind = 0; kind < FW_MARK_KINDS; kind++)
        for (int blocked = 0; blocked < 2; blocked++) {
            io_mark_look look;
            char text[48];
            snprintf(text, sizeof text, "%s%s", fw_mark_kind_name((fw_mark_kind)kind),
                     blocked ? ", not free" : "");
            if (picture_mark_look(picture, (fw_mark_kind)kind, blocked, &look))
                add_item(to, look.is_line ? ITEM_LINE : ITEM_SWATCH, look.color, look.alpha, text);
        }
}

static legend legend_of(const io_picture *picture)
{
    legend items = { .count = 0 };
    if (picture->has_start)
        add_item(&items, ITEM_START, start_color, 1.0, "start");
    if (picture->has_goal)
        add_item(&items, ITEM_GOAL, goal_color, 1.0, "goal");
    add_path_items(&items, picture);
    add_companion_items(&items, picture);
    add_pen_items(&items, picture);
    add_clearance_items(&items, picture);
    add_terrain_items(&items, picture->map);
    add_request_items(&items, picture);
    add_mark_items(&items, picture);
    return items;
}

static double item_width(const legend_item *item)
{
    return SWATCH + GAP + svg_text_width(item->text, CAPITALS) + 2.5 * GAP;
}

static void draw_item(io_drawing *drawing, const legend_item *item, double x, double y)
{
    const io_point middle = { x + 0.5 * SWATCH, y + 0.5 * SWATCH };
    switch (item->kind) {
    case ITEM_START:
        drawing_start(drawing, middle, 6.0);
        break;
    case ITEM_GOAL:
        drawing_goal(drawing, middle, 6.0);
        break;
    case ITEM_LINE:
        outline_line(&drawing->outline, (io_point){ x + 1.5, middle.y },
                     (io_point){ x + SWATCH - 1.5, middle.y }, item->width);
        drawing_fill(drawing, item->color, 1.0);
        break;
    case ITEM_DASHES:
        for (int i = 0; i < 2; i++)
            outline_line(&drawing->outline, (io_point){ x + 11.0 * i, middle.y },
                         (io_point){ x + 11.0 * i + 7.0, middle.y }, item->width);
        drawing_fill(drawing, item->color, 1.0);
        break;
    case ITEM_DOT:
        outline_disc(&drawing->outline, middle, 4.5);
        drawing_fill(drawing, item->color, 1.0);
        break;
    case ITEM_GEAR_CHANGE:
        drawing_gear_change(drawing, middle, 4.5);
        break;
    case ITEM_SWATCH:
        outline_rectangle(&drawing->outline, x, y, SWATCH, SWATCH);
        drawing_fill(drawing, border_color, 0.5);
        outline_rectangle(&drawing->outline, x + 1.0, y + 1.0, SWATCH - 2.0, SWATCH - 2.0);
        drawing_fill(drawing,
                     item->alpha < 1.0 ? io_mixed_color(page_color, item->color, fmax(item->alpha, 0.3))
                                       : item->color,
                     1.0);
        break;
    }
    svg_text(drawing->to, x + SWATCH + GAP, y + 0.5 * (SWATCH + CAPITALS), CAPITALS, ink_color, item->text);
}

/// Places the items row by row, and draws them unless `drawing` is null. Returns the number of rows.
static int flow_items(const legend *items, double left, double width, double top, io_drawing *drawing)
{
    double x = 0.0;
    int rows = 1;
    for (int i = 0; i < items->count; i++) {
        const double needed = item_width(&items->items[i]);
        if (x > 0.0 && x + needed > width) {
            x = 0.0;
            rows++;
        }
        if (drawing)
            draw_item(drawing, &items->items[i], left + x, top + ROW * (rows - 1));
        x += needed;
    }
    return rows;
}

/// Length of the scale bar: a round number of tiles or metres, 60 to 150 pixels long if the map is wide enough.
///
/// @param least  a power of 10
/// @param scale  pixels a tile, or a metre
static double bar_length(double least, double scale, double width)
{
    double length = least;
    static const double steps[3] = { 2.0, 2.5, 2.0 };
    for (int i = 0; length * scale < 60.0 && 2.5 * length * scale < width; i++)
        length *= steps[i % 3];
    return length;
}

static void draw_bar(io_drawing *drawing, double right, double y)
{
    const double resolution = drawing->picture->resolution, tile = drawing->layout->view.scale;
    const bool is_metric = resolution > 0;
    const double scale = is_metric ? tile / resolution : tile;
    const double number = bar_length(is_metric ? 1e-6 : 1, scale, fw_map_width(drawing->picture->map) * tile);
    const double length = number * scale;
    char text[32];
    snprintf(text, sizeof text, "%.10g %s", number, is_metric ? "m" : number == 1.0 ? "tile" : "tiles");
    const double left = right - length - GAP - svg_text_width(text, CAPITALS);
    outline_rectangle(&drawing->outline, left, y - 1.0, length, 2.0);
    outline_rectangle(&drawing->outline, left - 1.0, y - 5.0, 2.0, 10.0);
    outline_rectangle(&drawing->outline, left + length - 1.0, y - 5.0, 2.0, 10.0);
    drawing_fill(drawing, ink_color, 1.0);
    svg_text(drawing->to, left + length + GAP, y + 0.5 * CAPITALS, CAPITALS, ink_color, text);
}

/// Rows of the title: the scale bar has one of its own if it does not fit beside the title.
static int title_rows(const io_picture *picture, int width)
{
    const double title = picture->title ? svg_text_width(picture->title, CAPITALS) : 0.0;
    return title + WIDEST_BAR > width - 2 * DRAWING_MARGIN ? 2 : 1;
}

void drawing_legend(io_drawing *drawing)
{
    const io_layout *layout = drawing->layout;
    const legend items = legend_of(drawing->picture);
    const int rows = title_rows(drawing->picture, layout->width);
    const double top = layout->legend_top;
    const double right = layout->width - DRAWING_MARGIN;
    if (drawing->picture->title)
        svg_text(drawing->to, DRAWING_MARGIN, top + CAPITALS, CAPITALS, ink_color, drawing->picture->title);
    draw_bar(drawing, right, top + ROW * (rows - 1) + 0.5 * CAPITALS);
    flow_items(&items, DRAWING_MARGIN, right - DRAWING_MARGIN, top + ROW * rows, drawing);
}

int drawing_legend_height(const io_picture *picture, int width)
{
    const legend items = legend_of(picture);
    return ROW *
           (title_rows(picture, width) + flow_items(&items, 0.0, width - 2 * DRAWING_MARGIN, 0.0, NULL));
}
