#include "unit_options.h"

#include <string.h>

#include "complain.h"
#include "io/text.h"
#include "io/unit_json.h"
#include "terrain_values.h"

/// Reads TERRAIN[=COST].
static bool read_terrain(io_span item, const fw_map *map, fw_unit_def *unit)
{
    terrain_value read;
    double cost = 1.0;
    if (!terrain_value_read("--enter", item, map, &read))
        return false;
    if (read.value.start &&
        (!io_read_decimal(read.value, &cost) || (cost != 0.0 && cost < 1.0 / 16.0) || cost > 255.0))
        return complain("--enter: the cost of %s is '%s', expected a number from 1/16 to 255, or 0",
                        read.name, io_quoted(read.value).text);
    unit->terrain_cost[read.terrain] = (float)cost;
    return true;
}

static bool enters_something(const fw_unit_def *unit)
{
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        if (unit->terrain_cost[terrain] > 0.0f)
            return true;
    return false;
}

static bool read_enter(const char *text, const fw_map *map, fw_unit_def *unit)
{
    memset(unit->terrain_cost, 0, sizeof unit->terrain_cost);
    io_span rest = io_span_of(text);
    io_span item;
    while (io_next_piece(&rest, ',', &item))
        if (!read_terrain(item, map, unit))
            return false;
    return enters_something(unit) ||
           complain("--enter is '%s', which leaves no terrain that the unit may enter",
                    io_quoted(io_span_of(text)).text);
}

static bool is_within(double length, double most)
{
    return length > 0.0 && length <= most;
}

/// Reads two numbers with a character between them.
static bool read_pair(io_span text, char between, double *first, double *second)
{
    io_span piece = { "", 0 };
    return io_next_piece(&text, between, &piece) && text.start && io_read_decimal(piece, first) &&
           io_read_decimal(text, second);
}

/// Reads LxW or LxW@AHEAD,ASIDE.
static bool read_rectangle(io_span text, fw_footprint *body)
{
    io_span sides = { "", 0 };
    double length = 0.0, width = 0.0, ahead = 0.0, aside = 0.0;
    if (!io_next_piece(&text, '@', &sides) || !read_pair(sides, 'x', &length, &width) ||
        !is_within(length, 128.0) || !is_within(width, 128.0) ||
        (text.start && !read_pair(text, ',', &ahead, &aside)))
        return false;
    *body = fw_rectangle_at(length, width, ahead, aside);
    return true;
}

/// Reads AHEAD,ASIDE:AHEAD,ASIDE:...
static bool read_polygon(io_span text, fw_footprint *body)
{
    fw_corner corners[FW_MOST_CORNERS];
    int32_t count = 0;
    io_span piece = { "", 0 };
    for (; io_next_piece(&text, ':', &piece); count++)
        if (count == FW_MOST_CORNERS || !read_pair(piece, ',', &corners[count].ahead, &corners[count].aside))
            return false;
    *body = fw_polygon(corners, count);
    return count >= 3;
}

/// Reads circle:R, rect:LxW[@AHEAD,ASIDE] or polygon:AHEAD,ASIDE:...
static bool read_footprint(const char *text, fw_unit_def *unit)
{
    io_span rest = io_span_of(text);
    io_span kind = { "", 0 };
    double radius = 0.0;
    io_next_piece(&rest, ':', &kind);
    if (rest.start && io_span_is(kind, "circle") && io_read_decimal(rest, &radius) &&
        is_within(radius, 64.0)) {
        unit->footprint = fw_circle(radius);
        return true;
    }
    if (rest.start && io_span_is(kind, "rect") && read_rectangle(rest, &unit->footprint))
        return true;
    if (rest.start && io_span_is(kind, "polygon") && read_polygon(rest, &unit->footprint))
        return true;
    return complain(
        "--footprint is '%s', expected circle:R or rect:LxW in tiles, above 0, R up to 64, L and W up "
        "to 128, rect:LxW@AHEAD,ASIDE, or polygon:AHEAD,ASIDE:... with 3 to 8 corners",
        io_quoted(io_span_of(text)).text);
}

static bool read_reverse(const char *text, fw_unit_def *unit)
{
    unit->reverse = true;
    if (!*text)
        return true;
    if (io_read_decimal(io_span_of(text), &unit->reverse_penalty) && unit->reverse_penalty >= 1.0 &&
        unit->reverse_penalty <= 255.0)
        return true;
    return complain("--reverse is '%s', expected a penalty from 1 to 255", io_quoted(io_span_of(text)).text);
}

/// Sets the size. A circle that is as wide as the unit's square grows and shrinks with the square.
static void set_size(fw_unit_def *unit, int32_t size)
{
    const fw_footprint *body = &unit->footprint;
    if (body->kind == FW_FOOTPRINT_CIRCLE && body->radius == 0.5 * unit->size)
        unit->footprint = (fw_footprint){ .kind = FW_FOOTPRINT_BY_SIZE };
    unit->size = size;
}

bool unit_from_options(const options *given, const fw_map *map, fw_unit_def *unit)
{
    io_fault fault;
    if (given->unit && !io_unit_load(given->unit, map, unit, &fault))
        return complain("%s", fault.text);
    if (given->size)
        set_size(unit, (int32_t)given->size);
    if (given->turn_radius >= 0.0)
        unit->turn_radius = given->turn_radius;
    if (given->gear_change >= 0.0)
        unit->gear_change_cost = given->gear_change;
    if (given->curvature_rate >= 0.0)
        unit->curvature_rate = given->curvature_rate;
    if (given->corners != NOT_CHOSEN)
        unit->corners = (fw_corner_rule)given->corners;
    return (!given->enter || read_enter(given->enter, map, unit)) &&
           (!given->footprint || read_footprint(given->footprint, unit)) &&
           (!given->reverse || read_reverse(given->reverse, unit));
}

fw_dominance dominance_from_options(const options *given)
{
    if (given->dominance == NOT_CHOSEN)
        return FW_DOMINANCE_DEFAULT;
    return given->dominance == 0 ? FW_DOMINANCE_STRONG : FW_DOMINANCE_WEAK;
}

fw_placement placement_from_options(const options *given)
{
    if (given->placement == NOT_CHOSEN)
        return FW_PLACEMENT_DEFAULT;
    return given->placement == 0 ? FW_PLACEMENT_CHEAPEST : FW_PLACEMENT_CLEARANCE;
}
