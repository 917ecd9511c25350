#include "io/crowd_picture.h"

#include <math.h>

#include "io/svg.h"
#include "io/terrain.h"

/// The longer side of a picture of a map, in pixels.
#define PICTURE_SIDE 800.0

/// Height of a row of the legend below the map, of its capitals, and what it leaves to the clock, in pixels.
#define ROW      26.0
#define CAPITALS 10.0
#define CLOCK    60.0

/// Colours of the legend's samples, and of units without a goal.
#define INK     "#24292f"
#define NO_GOAL "#8d929c"

/// Most times that the clock shows.
enum { CLOCK_TIMES = 120 };

/// Colours of units with a goal, by the direction from their first place to their last: eight of them.
static const char *const colors[] = { "#c7374a", "#d97b1c", "#b59a1c", "#5d9b3a",
                                      "#2a8f8a", "#1f5fbf", "#6a4fb3", "#b0489a" };

enum { COLORS = sizeof colors / sizeof *colors };

/// What may be lost between two knots: tiles, and radians.
#define TILES_OFF   0.03
#define RADIANS_OFF 0.08

/// The way of a unit, frame by frame, and the frames between which it is told by straight lines.
typedef struct unit_way {
    fw_pose poses[IO_CROWD_FRAMES]; ///< headings have no jump at half a turn
    double driven[IO_CROWD_FRAMES]; ///< tiles
    int16_t knots[IO_CROWD_FRAMES]; ///< frames; the first one and the last one are among them
    int count, knot_count;
} unit_way;

/// What is written, and the frames that are shown.
typedef struct animation {
    FILE *to;
    const io_crowd *crowd;
    int count; ///< frames that are shown
} animation;

static fw_pose pose_at(const io_crowd *crowd, int64_t frame, int32_t unit)
{
    return crowd->poses[frame * crowd->count + unit];
}

/// The pose in the frame that is shown as number `shown`.
static fw_pose shown_pose(const animation *play, int64_t shown, int32_t unit)
{
    const io_crowd *crowd = play->crowd;
    return pose_at(crowd, play->count > 1 ? shown * (crowd->frames - 1) / (play->count - 1) : 0, unit);
}

/// True if a straight line from frame `a` to frame `b` passes near all frames between them.
static bool is_straight(const unit_way *way, int a, int b)
{
    const fw_pose from = way->poses[a], to = way->poses[b];
    for (int k = a + 1; k < b; k++) {
        const double share = (double)(k - a) / (b - a);
        const fw_pose at = way->poses[k];
        const double x = from.x + share * (to.x - from.x), y = from.y + share * (to.y - from.y);
        const double turned = from.heading + share * (to.heading - from.heading);
        const double driven = way->driven[a] + share * (way->driven[b] - way->driven[a]);
        if (hypot(at.x - x, at.y - y) > TILES_OFF || fabs(at.heading - turned) > RADIANS_OFF ||
            fabs(way->driven[k] - driven) > TILES_OFF)
            return false;
    }
    return true;
}

static void read_way(const animation *play, int32_t unit, unit_way *way)
{
    way->count = play->count;
    way->poses[0] = shown_pose(play, 0, unit);
    way->driven[0] = 0;
    for (int k = 1; k < way->count; k++) {
        const fw_pose before = way->poses[k - 1];
        fw_pose next = shown_pose(play, k, unit);
        next.heading = before.heading + remainder(next.heading - before.heading, 2 * FW_PI);
        way->driven[k] = way->driven[k - 1] + hypot(next.x - before.x, next.y - before.y);
        way->poses[k] = next;
    }
    way->knots[0] = 0;
    way->knot_count = 1;
    for (int a = 0, b; a < way->count - 1; a = b) {
        b = a + 1;
        while (b + 1 < way->count && is_straight(way, a, b + 1))
            b++;
        way->knots[way->knot_count++] = (int16_t)b;
    }
}

static bool moves(const unit_way *way)
{
    const fw_pose first = way->poses[0], last = way->poses[way->count - 1];
    return way->driven[way->count - 1] > TILES_OFF || fabs(last.heading - first.heading) > RADIANS_OFF;
}

static const char *color_of(const io_crowd *crowd, int32_t unit)
{
    const fw_pose first = pose_at(crowd, 0, unit), last = pose_at(crowd, crowd->frames - 1, unit);
    if (!crowd->units[unit].has_goal)
        return NO_GOAL;
    const double share = atan2(last.y - first.y, last.x - first.x) / (2 * FW_PI) + 1;
    return colors[(int)(share * COLORS + 0.5) % COLORS];
}

/// Begins an element that animates something of the one around it, with the times of its knots, up to its values.
static void begin_values(const animation *play, const unit_way *way, const char *element, const char *what)
{
    fprintf(play->to, "<%s attributeName=\"%s\" dur=\"%.3fs\" repeatCount=\"indefinite\" keyTimes=\"",
            element, what, play->crowd->seconds);
    for (int i = 0; i < way->knot_count; i++)
        fprintf(play->to, "%s%.4g", i ? ";" : "", way->knots[i] / fmax(way->count - 1, 1));
    fputs("\" values=\"", play->to);
}

/// The whole way of a unit, of which only as much is seen as it has driven.
static void write_trail(const animation *play, int32_t unit, const unit_way *way)
{
    const double length = way->driven[way->count - 1];
    if (!moves(way))
        return;
    fprintf(play->to, "<path d=\"M%.2f %.2f", way->poses[0].x, way->poses[0].y);
    for (int i = 1; i < way->knot_count; i++) {
        const fw_pose at = way->poses[way->knots[i]], before = way->poses[way->knots[i - 1]];
        if (at.x != before.x || at.y != before.y)
            fprintf(play->to, "L%.2f %.2f", at.x, at.y);
    }
    fprintf(play->to, "\" class=\"trail\" stroke=\"%s\" pathLength=\"1\">", color_of(play->crowd, unit));
    begin_values(play, way, "animate", "stroke-dashoffset");
    for (int i = 0; i < way->knot_count; i++)
        fprintf(play->to, "%s%.3g", i ? ";" : "",
                length > 0 ? fmax(1 - way->driven[way->knots[i]] / length, 0) : 1);
    fputs("\"/></path>\n", play->to);
}

/// A body with a mark at its front.
static void write_body(const animation *play, int32_t unit, const unit_way *way)
{
    const double radius = play->crowd->units[unit].radius;
    const fw_pose first = way->poses[0];
    fprintf(play->to, "<g transform=\"translate(%.2f %.2f)\">", first.x, first.y);
    if (moves(way)) {
        begin_values(play, way, "animateTransform", "transform");
        for (int i = 0; i < way->knot_count; i++)
            fprintf(play->to, "%s%.2f %.2f", i ? ";" : "", way->poses[way->knots[i]].x,
                    way->poses[way->knots[i]].y);
        fputs("\" type=\"translate\"/>", play->to);
    }
    fprintf(play->to,
            "<circle r=\"%.3f\" fill=\"%s\"/><path class=\"front\" transform=\"rotate(%.0f)\" "
            "d=\"M%.3f 0L%.3f %.3fV%.3fz\">",
            radius, color_of(play->crowd, unit), first.heading * 180 / FW_PI, 0.85 * radius, 0.15 * radius,
            0.5 * radius, -0.5 * radius);
    if (moves(way)) {
        begin_values(play, way, "animateTransform", "transform");
        for (int i = 0; i < way->knot_count; i++)
            fprintf(play->to, "%s%.0f", i ? ";" : "", way->poses[way->knots[i]].heading * 180 / FW_PI);
        fputs("\" type=\"rotate\"/>", play->to);
    }
    fputs("</path></g>\n", play->to);
}

static void write_goal(const animation *play, int32_t unit)
{
    const io_crowd_unit *one = &play->crowd->units[unit];
    if (one->has_goal)
        fprintf(play->to, "<circle class=\"goal\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.3f\" stroke=\"%s\"/>\n",
                one->goal_x, one->goal_y, 0.6 * one->radius, color_of(play->crowd, unit));
}

/// Texts of which one after the other is seen.
static void write_clock(const animation *play, double x, double y)
{
    const double seconds = play->crowd->seconds, step = fmax(1, ceil(seconds / CLOCK_TIMES));
    const int count = (int)(seconds / step) + 1;
    for (int i = 0; i < count; i++) {
        const double from = fmin(i * step / fmax(seconds, step), 1),
                     to = fmin((i + 1) * step / fmax(seconds, step), 1);
        fprintf(play->to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\"%s>%.0f s", x, y,
                i ? " opacity=\"0\"" : "", i * step);
        if (seconds > 0)
            fprintf(play->to,
                    "<animate attributeName=\"opacity\" dur=\"%.3fs\" repeatCount=\"indefinite\" "
                    "calcMode=\"discrete\" values=\"0;1;0\" keyTimes=\"0;%.5f;%.5f\"/>",
                    seconds, from, to);
        fputs("</text>\n", play->to);
    }
}

/// Tiles that an edit changes, from its time on.
static void write_edit(const animation *play, const io_scenario_edit *edit)
{
    const io_color color = io_terrain_color(edit->terrain);
    fprintf(
        play->to,
        "<rect class=\"edit\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%02x%02x%02x\" "
        "opacity=\"0\">"
        "<animate attributeName=\"opacity\" dur=\"%.3fs\" repeatCount=\"indefinite\" calcMode=\"discrete\" "
        "values=\"0;1\" keyTimes=\"0;%.5f\"/></rect>\n",
        edit->x, edit->y, edit->width, edit->height, color.red, color.green, color.blue, play->crowd->seconds,
        fmin(edit->time / play->crowd->seconds, 1));
}

/// An item of the legend: a sample, 20 pixels wide and drawn around the middle of its left end, and a text.
typedef struct legend_item {
    bool is_there;
    const char *sample;
    char text[48];
} legend_item;

enum { LEGEND_ITEMS = 4 };

static void list_legend(const io_crowd *crowd, legend_item items[LEGEND_ITEMS])
{
    static const char *const samples[LEGEND_ITEMS] = {
        "<circle cx=\"8\" r=\"7\" fill=\"" INK "\"/><path class=\"front\" d=\"M14 0l-5 -3.5v7z\"/>",
        "<circle cx=\"8\" r=\"7\" fill=\"" NO_GOAL "\"/>",
        "<circle cx=\"8\" r=\"4.5\" fill=\"none\" stroke-width=\"2\" stroke=\"" INK "\"/>",
        "<path stroke=\"" INK "\" stroke-width=\"2.5\" stroke-opacity=\".45\" d=\"M0 0h20\"/>"
    };
    int aimless = 0;
    for (int32_t unit = 0; unit < crowd->count; unit++)
        aimless += !crowd->units[unit].has_goal;
    const int aiming = (int)crowd->count - aimless;
    for (int i = 0; i < LEGEND_ITEMS; i++)
        items[i] = (legend_item){ .is_there = i == 1 ? aimless > 0 : aiming > 0, .sample = samples[i] };
    snprintf(items[0].text, sizeof items[0].text, "%d unit%s, white in front", aiming,
             aiming == 1 ? "" : "s");
    snprintf(items[1].text, sizeof items[1].text, "%d without a goal", aimless);
    snprintf(items[2].text, sizeof items[2].text, "goal, in its unit's colour");
    snprintf(items[3].text, sizeof items[3].text, "trail");
    items[3].is_there = crowd->seconds > 0;
}

/// Writes the legend in rows of a width, in pixels.
///
/// @param to  or null: only counts
/// @return number of rows
static int flow_legend(FILE *to, const io_crowd *crowd, double width)
{
    static const io_color ink = { 0x24, 0x29, 0x2f };
    legend_item items[LEGEND_ITEMS];
    double x = 10;
    int rows = 1;
    list_legend(crowd, items);
    for (int i = 0; i < LEGEND_ITEMS; i++) {
        const double needed = 26 + svg_text_width(items[i].text, CAPITALS);
        if (!items[i].is_there)
            continue;
        if (x > 10 && x + needed > width - CLOCK) {
            x = 10;
            rows++;
        }
        if (to) {
            fprintf(to, "<g transform=\"translate(%.1f %.1f)\">%s</g>\n", x, (rows - 0.5) * ROW,
                    items[i].sample);
            svg_text(to, x + 26, (rows - 0.5) * ROW + 0.5 * CAPITALS, CAPITALS, ink, items[i].text);
        }
        x += needed + 18;
    }
    return rows;
}

static void write_strip(const animation *play, double width, double top)
{
    fprintf(play->to,
            "<g transform=\"translate(0 %.1f)\" font-family=\"sans-serif\" font-size=\"14\" fill=\"" INK
            "\">\n",
            top + 4);
    flow_legend(play->to, play->crowd, width);
    write_clock(play, width - 10, 0.5 * ROW + 0.5 * CAPITALS);
    fputs("</g>\n", play->to);
}

void io_crowd_svg(FILE *to, const io_crowd *crowd)
{
    const double columns = fw_map_width(crowd->map), rows = fw_map_height(crowd->map);
    const double scale = PICTURE_SIDE / fmax(columns, rows), width = columns * scale, height = rows * scale;
    const double whole = height + ROW * flow_legend(NULL, crowd, width) + 8;
    const animation play = { .to = to,
                             .crowd = crowd,
                             .count =
                                 crowd->frames < IO_CROWD_FRAMES ? (int)crowd->frames : IO_CROWD_FRAMES };
    unit_way way;
    const io_view view = { .scale = 1 };
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f "
            "%.0f\">\n"
            "<style>.trail{fill:none;stroke-width:%.3f;stroke-opacity:.45;stroke-dasharray:1 "
            "1;stroke-linejoin:round}"
            ".front{fill:#fff}.goal{fill:none;stroke-width:%.3f;stroke-opacity:.8}</style>\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fcfbf8\"/>\n<g transform=\"scale(%.5f)\">\n",
            width, whole, width, whole, 2.5 / scale, 2 / scale, scale);
    svg_tiles(to, crowd->map, &view);
    for (int32_t i = 0; i < crowd->edit_count && crowd->seconds > 0; i++)
        write_edit(&play, &crowd->edits[i]);
    for (int32_t unit = 0; unit < crowd->count; unit++)
        write_goal(&play, unit);
    for (int32_t unit = 0; unit < crowd->count && crowd->seconds > 0; unit++) {
        read_way(&play, unit, &way);
        write_trail(&play, unit, &way);
    }
    for (int32_t unit = 0; unit < crowd->count; unit++) {
        read_way(&play, unit, &way);
        write_body(&play, unit, &way);
    }
    fputs("</g>\n", to);
    write_strip(&play, width, height);
    fputs("</svg>\n", to);
}
