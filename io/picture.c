#include "io/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/surfaces.h"

/// Sides that a map is drawn with, in pixels, and pixels that a tile has at most.
enum { LONGEST_SIDE = 1200, LARGEST_TILE = 64, SHORTEST_WIDTH = 440, MARGIN = 20 };

/// Pixels a tile from which on lines between tiles, and between open and closed ground, are worth seeing.
enum { TILE_OF_BORDERS = 4, TILE_OF_LINES = 14 };

static const io_color page = { 0xfc, 0xfb, 0xf9 };
static const io_color ink = { 0x2f, 0x33, 0x3a };
static const io_color white = { 0xff, 0xff, 0xff };
static const io_color border = { 0x3a, 0x3f, 0x48 };
static const io_color forward = { 0x1f, 0x5f, 0xbf };
static const io_color reverse = { 0xd9, 0x7b, 0x1c };
static const io_color slow = { 0xd6, 0x45, 0x50 };
static const io_color companion_colors[IO_MOST_COMPANIONS] = { { 0xb8, 0x3a, 0x8b }, { 0xc8, 0x5a, 0x17 },
                                                               { 0x0e, 0x7c, 0x7b }, { 0x6a, 0x3d, 0xb5 },
                                                               { 0x8a, 0x6d, 0x0b }, { 0x44, 0x4b, 0x57 } };
static const io_color start_color = { 0x2a, 0x8f, 0x5b };
static const io_color goal_color = { 0xc7, 0x37, 0x4a };

#define BODY_ALPHA 0.24

io_color picture_page_color(void)
{
    return page;
}

typedef struct drawing {
    const io_picture *picture;
    const io_layout *layout;
    io_surface *on;
    io_outline outline;
    const fw_unit_def *unit; ///< of the path that is being drawn
    const fw_path *path;
    const fw_segment *segments; ///< of this path
    int32_t segment_count;
    io_color color;
} drawing;

/// Goes over to another path.
static void choose(drawing *of, const fw_unit_def *unit, const fw_path *path, io_color color)
{
    of->unit = unit;
    of->path = path;
    of->color = color;
    of->segment_count = 0;
    of->segments = path ? fw_path_segments(path, &of->segment_count) : NULL;
}

static void choose_companion(drawing *of, int index)
{
    const io_companion *companion = &of->picture->companions[index];
    choose(of, &companion->unit, companion->path, companion_colors[index % IO_MOST_COMPANIONS]);
}

static bool fill(drawing *of, io_color color, double alpha)
{
    const bool filled = of->on->fill(of->on, &of->outline, color, alpha);
    outline_clear(&of->outline);
    return filled;
}

/// May the unit not enter a tile? Without a unit, only what nothing can enter.
static bool is_closed(const io_picture *picture, int32_t x, int32_t y)
{
    const uint8_t terrain = fw_map_terrain(picture->map, x, y);
    return terrain == FW_BLOCKED || (picture->unit && picture->unit->terrain_cost[terrain] <= 0.0f);
}

/// Thin lines where open ground meets closed, as long runs.
static void outline_borders(drawing *of, bool is_upright)
{
    const io_picture *picture = of->picture;
    const io_view *view = &of->layout->view;
    const int32_t lines = is_upright ? fw_map_width(picture->map) : fw_map_height(picture->map);
    const int32_t length = is_upright ? fw_map_height(picture->map) : fw_map_width(picture->map);
    for (int32_t line = 1; line < lines; line++)
        for (int32_t at = 0, end; at < length; at = end + 1) {
            end = at;
            while (end < length &&
                   (is_upright ? is_closed(picture, line - 1, end) != is_closed(picture, line, end)
                               : is_closed(picture, end, line - 1) != is_closed(picture, end, line)))
                end++;
            if (end == at)
                continue;
            const io_point from = is_upright ? view_point(view, line, at) : view_point(view, at, line);
            const double run = (end - at) * view->scale;
            outline_rectangle(&of->outline, from.x - 0.5, from.y - 0.5, is_upright ? 1.0 : run + 1.0,
                              is_upright ? run + 1.0 : 1.0);
        }
}

static void outline_tile_lines(drawing *of)
{
    const io_view *view = &of->layout->view;
    const double width = fw_map_width(of->picture->map) * view->scale;
    const double height = fw_map_height(of->picture->map) * view->scale;
    for (double x = view->scale; x < width - 0.5; x += view->scale)
        outline_rectangle(&of->outline, view->left + x - 0.5, view->top, 1.0, height);
    for (double y = view->scale; y < height - 0.5; y += view->scale)
        outline_rectangle(&of->outline, view->left, view->top + y - 0.5, width, 1.0);
}

static void outline_frame(drawing *of)
{
    const io_view *view = &of->layout->view;
    const double width = fw_map_width(of->picture->map) * view->scale;
    const double height = fw_map_height(of->picture->map) * view->scale;
    outline_rectangle(&of->outline, view->left - 1.0, view->top - 1.0, width + 2.0, 1.0);
    outline_rectangle(&of->outline, view->left - 1.0, view->top + height, width + 2.0, 1.0);
    outline_rectangle(&of->outline, view->left - 1.0, view->top, 1.0, height);
    outline_rectangle(&of->outline, view->left + width, view->top, 1.0, height);
}

static bool draw_map(drawing *of)
{
    const io_view *view = &of->layout->view;
    if (!of->on->tiles(of->on, of->picture->map, view))
        return false;
    if (view->scale >= TILE_OF_LINES) {
        outline_tile_lines(of);
        if (!fill(of, border, 0.08))
            return false;
    }
    if (view->scale >= TILE_OF_BORDERS) {
        outline_borders(of, false);
        outline_borders(of, true);
        if (!fill(of, border, 0.55))
            return false;
    }
    outline_frame(of);
    return fill(of, border, 0.8);
}

static bool draw_body(drawing *of)
{
    const fw_unit_def *unit = of->unit;
    const io_view *view = &of->layout->view;
    if (!unit || of->segment_count == 0)
        return true;
    const fw_footprint *body = &unit->footprint;
    if (body->kind != FW_FOOTPRINT_RECTANGLE) {
        const double radius = body->kind == FW_FOOTPRINT_CIRCLE ? body->radius : 0.5 * unit->size;
        return of->on->stroke(of->on, of->segments, of->segment_count, view, 2.0 * radius * view->scale,
                              of->color, BODY_ALPHA);
    }
    for (int32_t i = 0; i < of->segment_count; i++) {
        const fw_segment *segment = &of->segments[i];
        trail_body(&of->outline, segment, view, body);
        if (i + 1 < of->segment_count)
            trail_turn(&of->outline, trail_pose(segment, segment->length), segment[1].start.heading, view,
                       body);
    }
    return fill(of, of->color, BODY_ALPHA);
}

static double line_width(const io_layout *layout)
{
    const double width = 0.14 * layout->view.scale;
    return fmin(fmax(width, 2.6), 5.0);
}

static io_color mix(io_color from, io_color to, double share)
{
    return (io_color){ (uint8_t)(from.red + share * (to.red - from.red)),
                       (uint8_t)(from.green + share * (to.green - from.green)),
                       (uint8_t)(from.blue + share * (to.blue - from.blue)) };
}

/// Speed at a distance; the cursor goes along with growing distances.
static double speed_at(const fw_speed_sample *samples, int32_t count, int32_t *cursor, double at)
{
    while (*cursor + 2 < count && samples[*cursor + 1].at < at)
        ++*cursor;
    const fw_speed_sample *from = &samples[*cursor];
    const fw_speed_sample *to = &samples[*cursor + 1 < count ? *cursor + 1 : *cursor];
    const double length = to->at - from->at;
    const double share = length > 0.0 ? fmin(fmax((at - from->at) / length, 0.0), 1.0) : 0.0;
    return sqrt(from->speed * from->speed * (1.0 - share) + to->speed * to->speed * share);
}

/// The line in pieces a few pixels long, from the colour of standing to that of the greatest speed.
static bool draw_speeds(drawing *of, const fw_speed_sample *samples, int32_t count)
{
    const io_layout *layout = of->layout;
    double top = 0.0;
    double passed = 0.0;
    int32_t cursor = 0;
    for (int32_t i = 0; i < count; i++)
        top = fmax(top, samples[i].speed);
    for (int32_t i = 0; i < of->segment_count; i++) {
        const fw_segment *segment = &of->segments[i];
        const int pieces = 1 + (int)fmin(segment->length * layout->view.scale / 4.0, 1000.0);
        const double length = segment->length / pieces;
        for (int j = 0; j < pieces; j++) {
            fw_segment piece = *segment;
            piece.start = trail_pose(segment, j * length);
            piece.length = length;
            const double speed = speed_at(samples, count, &cursor, passed + (j + 0.5) * length);
            const io_color color = mix(slow, of->color, top > 0.0 ? speed / top : 1.0);
            if (!of->on->stroke(of->on, &piece, 1, &layout->view, line_width(layout), color, 1.0))
                return false;
        }
        passed += segment->length;
    }
    return true;
}

static bool draw_line(drawing *of)
{
    const io_layout *layout = of->layout;
    const double width = line_width(layout);
    int32_t speed_count = 0;
    const fw_speed_sample *speeds = of->path ? fw_path_speeds(of->path, &speed_count) : NULL;
    if (of->segment_count > 0 &&
        !of->on->stroke(of->on, of->segments, of->segment_count, &layout->view, width + 2.4, white, 0.85))
        return false;
    if (speed_count > 0)
        return draw_speeds(of, speeds, speed_count);
    for (int32_t i = 0, end; i < of->segment_count; i = end) {
        end = i + 1;
        while (end < of->segment_count && of->segments[end].gear == of->segments[i].gear)
            end++;
        const io_color color = of->segments[i].gear == FW_REVERSE ? reverse : of->color;
        if (!of->on->stroke(of->on, &of->segments[i], end - i, &layout->view, width, color, 1.0))
            return false;
    }
    return true;
}

static bool draw_disc(drawing *of, io_point at, double radius, io_color color)
{
    outline_disc(&of->outline, at, radius);
    return fill(of, color, 1.0);
}

static bool draw_start(drawing *of, io_point at, double radius)
{
    return draw_disc(of, at, radius + 1.6, white) && draw_disc(of, at, radius, start_color);
}

static bool draw_goal(drawing *of, io_point at, double radius)
{
    return draw_disc(of, at, radius + 1.6, white) && draw_disc(of, at, radius, goal_color) &&
           draw_disc(of, at, 0.6 * radius, white) && draw_disc(of, at, 0.3 * radius, goal_color);
}

/// An arrow head in front of a mark, for units whose heading matters.
static bool draw_heading(drawing *of, io_point at, double heading, double radius, io_color color)
{
    const fw_unit_def *unit = of->picture->unit;
    if (!unit || (unit->turn_radius <= 0.0 && unit->footprint.kind != FW_FOOTPRINT_RECTANGLE))
        return true;
    const double c = cos(heading);
    const double s = sin(heading);
    const double tip = 2.3 * radius;
    const double base = 1.35 * radius;
    const double half = 0.75 * radius;
    const io_point corners[] = {
        { at.x + tip * c, at.y + tip * s },
        { at.x + base * c - half * s, at.y + base * s + half * c },
        { at.x + base * c + half * s, at.y + base * s - half * c },
    };
    outline_loop(&of->outline, corners, 3);
    return fill(of, color, 1.0);
}

static bool draw_marks(drawing *of)
{
    const io_picture *picture = of->picture;
    const io_view *view = &of->layout->view;
    const double radius = fmin(fmax(0.26 * view->scale, 5.0), 9.0);
    const io_point start = view_point(view, picture->start.x, picture->start.y);
    const io_point goal = view_point(view, picture->goal.x, picture->goal.y);
    if (of->segment_count > 0) {
        const fw_segment *last = &of->segments[of->segment_count - 1];
        const fw_pose end = trail_pose(last, last->length);
        if (!draw_heading(of, view_point(view, end.x, end.y), end.heading, radius, goal_color))
            return false;
    }
    if (picture->has_goal && !draw_goal(of, goal, radius))
        return false;
    return !picture->has_start || (draw_heading(of, start, picture->start.heading, radius, start_color) &&
                                   draw_start(of, start, radius));
}

enum { ROW = 24, SWATCH = 16, GAP = 8, MOST_ITEMS = FW_TERRAIN_COUNT + 8 + IO_MOST_COMPANIONS };

#define CAPITALS 10.0

typedef enum item_kind { ITEM_START, ITEM_GOAL, ITEM_LINE, ITEM_SWATCH } item_kind;

typedef struct legend_item {
    item_kind kind;
    io_color color;
    double alpha;
    const char *text;
} legend_item;

typedef struct legend {
    legend_item items[MOST_ITEMS];
    int count;
} legend;

static void add_item(legend *to, item_kind kind, io_color color, double alpha, const char *text)
{
    to->items[to->count++] = (legend_item){ kind, color, alpha, text };
}

static bool has_reverse(const fw_segment *segments, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (segments[i].gear == FW_REVERSE)
            return true;
    return false;
}

static void add_path_items(legend *to, const io_picture *picture)
{
    int32_t count = 0;
    int32_t speeds = 0;
    const fw_segment *segments = picture->path ? fw_path_segments(picture->path, &count) : NULL;
    if (count == 0)
        return;
    fw_path_speeds(picture->path, &speeds);
    if (speeds > 0) {
        add_item(to, ITEM_LINE, slow, 1.0, "slow");
        add_item(to, ITEM_LINE, forward, 1.0, "fast");
    } else {
        add_item(to, ITEM_LINE, forward, 1.0, picture->name ? picture->name : "path");
        if (has_reverse(segments, count))
            add_item(to, ITEM_LINE, reverse, 1.0, "reverse");
    }
    if (picture->unit)
        add_item(to, ITEM_SWATCH, forward, BODY_ALPHA, "body");
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

static legend legend_of(const io_picture *picture)
{
    legend of = { .count = 0 };
    if (picture->has_start)
        add_item(&of, ITEM_START, start_color, 1.0, "start");
    if (picture->has_goal)
        add_item(&of, ITEM_GOAL, goal_color, 1.0, "goal");
    add_path_items(&of, picture);
    for (int i = 0; i < picture->companion_count; i++)
        add_item(&of, ITEM_LINE, companion_colors[i], 1.0, picture->companions[i].name);
    add_terrain_items(&of, picture->map);
    return of;
}

static double item_width(const legend_item *item, const io_surface *on)
{
    return SWATCH + GAP + on->text_width(item->text, CAPITALS) + 2.5 * GAP;
}

static bool draw_item(drawing *of, const legend_item *item, double x, double y)
{
    const io_point middle = { x + 0.5 * SWATCH, y + 0.5 * SWATCH };
    bool drawn = true;
    switch (item->kind) {
    case ITEM_START:
        drawn = draw_start(of, middle, 6.0);
        break;
    case ITEM_GOAL:
        drawn = draw_goal(of, middle, 6.0);
        break;
    case ITEM_LINE:
        outline_line(&of->outline, (io_point){ x + 1.5, middle.y }, (io_point){ x + SWATCH - 1.5, middle.y },
                     3.0);
        drawn = fill(of, item->color, 1.0);
        break;
    case ITEM_SWATCH:
        outline_rectangle(&of->outline, x, y, SWATCH, SWATCH);
        drawn = fill(of, border, 0.5);
        outline_rectangle(&of->outline, x + 1.0, y + 1.0, SWATCH - 2.0, SWATCH - 2.0);
        drawn = drawn && fill(of, item->alpha < 1.0 ? mix(page, item->color, 0.3) : item->color, 1.0);
        break;
    }
    return drawn &&
           of->on->text(of->on, x + SWATCH + GAP, y + 0.5 * (SWATCH + CAPITALS), CAPITALS, ink, item->text);
}

/// Places the items row by row and draws them, unless `of` is null.
///
/// @return how many rows they take; 0 when drawing failed
static int flow_items(const legend *items, const io_surface *on, double left, double width, double top,
                      drawing *of)
{
    double x = 0.0;
    int rows = 1;
    for (int i = 0; i < items->count; i++) {
        const double needed = item_width(&items->items[i], on);
        if (x > 0.0 && x + needed > width) {
            x = 0.0;
            rows++;
        }
        if (of && !draw_item(of, &items->items[i], left + x, top + ROW * (rows - 1)))
            return 0;
        x += needed;
    }
    return rows;
}

/// A round number of tiles that is between 60 and 150 pixels long, where there is one.
static double bar_tiles(double scale, double width)
{
    double tiles = 1.0;
    static const double steps[3] = { 2.0, 2.5, 2.0 };
    for (int i = 0; tiles * scale < 60.0 && 2.5 * tiles * scale < width; i++)
        tiles *= steps[i % 3];
    return tiles;
}

static bool draw_bar(drawing *of, double right, double y)
{
    const double scale = of->layout->view.scale;
    const double tiles = bar_tiles(scale, fw_map_width(of->picture->map) * scale);
    const double length = tiles * scale;
    char text[32];
    snprintf(text, sizeof text, tiles == 1.0 ? "%.0f tile" : "%.0f tiles", tiles);
    const double left = right - length - GAP - of->on->text_width(text, CAPITALS);
    outline_rectangle(&of->outline, left, y - 1.0, length, 2.0);
    outline_rectangle(&of->outline, left - 1.0, y - 5.0, 2.0, 10.0);
    outline_rectangle(&of->outline, left + length - 1.0, y - 5.0, 2.0, 10.0);
    return fill(of, ink, 1.0) &&
           of->on->text(of->on, left + length + GAP, y + 0.5 * CAPITALS, CAPITALS, ink, text);
}

static bool draw_legend(drawing *of)
{
    const io_layout *layout = of->layout;
    const legend items = legend_of(of->picture);
    const double top = layout->legend_top;
    const double right = layout->width - MARGIN;
    if (of->picture->title &&
        !of->on->text(of->on, MARGIN, top + CAPITALS, CAPITALS, ink, of->picture->title))
        return false;
    return draw_bar(of, right, top + 0.5 * CAPITALS) &&
           flow_items(&items, of->on, MARGIN, right - MARGIN, top + ROW, of) > 0;
}

io_layout picture_layout(const io_picture *picture, const io_surface *on)
{
    const int32_t columns = fw_map_width(picture->map);
    const int32_t rows = fw_map_height(picture->map);
    const int32_t longest = columns > rows ? columns : rows;
    double scale = (double)LONGEST_SIDE / longest;
    if (scale > 1.0)
        scale = fmin(floor(scale), LARGEST_TILE);
    const int width = (int)ceil(columns * scale);
    const int height = (int)ceil(rows * scale);
    io_layout layout = { .width = (width > SHORTEST_WIDTH ? width : SHORTEST_WIDTH) + 2 * MARGIN };
    layout.view = (io_view){ floor(0.5 * (layout.width - width)), MARGIN, scale };
    layout.legend_top = MARGIN + height + 16;
    const legend items = legend_of(picture);
    const int item_rows = flow_items(&items, on, 0.0, layout.width - 2 * MARGIN, 0.0, NULL);
    layout.height = (int)layout.legend_top + ROW * (1 + item_rows) + MARGIN / 2;
    return layout;
}

/// All paths: bodies first, so that no body covers a line.
static bool draw_paths(drawing *of)
{
    const io_picture *picture = of->picture;
    bool drawn = true;
    for (int i = picture->companion_count - 1; i >= 0 && drawn; i--) {
        choose_companion(of, i);
        drawn = draw_body(of);
    }
    choose(of, picture->unit, picture->path, forward);
    drawn = drawn && draw_body(of);
    for (int i = picture->companion_count - 1; i >= 0 && drawn; i--) {
        choose_companion(of, i);
        drawn = draw_line(of);
    }
    choose(of, picture->unit, picture->path, forward);
    return drawn && draw_line(of);
}

bool picture_draw(const io_picture *picture, const io_layout *layout, io_surface *on)
{
    drawing of = { .picture = picture, .layout = layout, .on = on };
    const bool drawn = draw_map(&of) && draw_paths(&of) && draw_marks(&of) && draw_legend(&of);
    outline_free(&of.outline);
    return drawn;
}
