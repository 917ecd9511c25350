#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/trial.h"

typedef struct printer {
    void (*write)(const char *text, void *user);
    void *user;
} printer;

static void print(const printer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print(const printer *out, const char *format, ...)
{
    char text[256];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    out->write(text, out->user);
}

static void print_number(const printer *out, const char *name, double value, double plain)
{
    if (value != plain)
        print(out, ", \"%s\": %.17g", name, value);
}

static void print_map(const printer *out, const trial *drawn)
{
    print(out, "{ \"map\": [\n");
    for (int32_t y = 0; y < drawn->height; y++) {
        char row[TRIAL_TILES + 1] = "";
        for (int32_t x = 0; x < drawn->width; x++)
            row[x] = "#.SWsTRd"[drawn->tiles[y * drawn->width + x]];
        print(out, "    \"%.200s\"%s\n", row, y + 1 < drawn->height ? "," : " ],");
    }
}

static void print_unit(const printer *out, const char *name, const fw_unit_def *unit)
{
    const fw_unit_def plain = fw_default_unit_def();
    print(out, "  \"%s\": { \"size\": %d", name, (int)unit->size);
    if (unit->footprint.kind == FW_FOOTPRINT_CIRCLE)
        print(out, ", \"circle\": %.17g", unit->footprint.radius);
    if (unit->footprint.kind == FW_FOOTPRINT_RECTANGLE)
        print(out, ", \"rectangle\": [%.17g, %.17g], \"at\": [%.17g, %.17g]", unit->footprint.length,
              unit->footprint.width, unit->footprint.ahead, unit->footprint.aside);
    for (int32_t i = 0; i < unit->footprint.corner_count; i++)
        print(out, ", \"corner\": [%.17g, %.17g]", unit->footprint.corners[i].ahead,
              unit->footprint.corners[i].aside);
    print_number(out, "turn_radius", unit->turn_radius, plain.turn_radius);
    print_number(out, "corners", unit->corners, plain.corners);
    print_number(out, "reverse", unit->reverse, plain.reverse);
    print_number(out, "reverse_penalty", unit->reverse_penalty, plain.reverse_penalty);
    print_number(out, "gear_change_cost", unit->gear_change_cost, plain.gear_change_cost);
    print_number(out, "all_curves", unit->all_curves, plain.all_curves);
    print_number(out, "headings", unit->headings, plain.headings);
    print_number(out, "cluster", unit->cluster, plain.cluster);
    print_number(out, "dominance", unit->dominance, plain.dominance);
    for (int method = 0; method < FW_METHOD_COUNT; method++)
        if (unit->methods & FW_METHOD_BIT(method))
            print(out, ", \"prepares\": \"%s\"", fw_method_name((fw_method)method));
    for (int terrain = 1; terrain < 8; terrain++)
        if (unit->terrain_cost[terrain] != plain.terrain_cost[terrain])
            print(out, ", \"cost of %c\": %.9g", "#.SWsTRd"[terrain], (double)unit -> terrain_cost[terrain]);
    print(out, " },\n");
}

static void print_goal(const printer *out, const trial *drawn)
{
    static const char *const kinds[] = { "place", "pose", "radius", "set" };
    const fw_goal *goal = &drawn->ask.goal;
    print(out, "  \"goal\": { \"kind\": \"%s\", \"pose\": [%.17g, %.17g, %.17g]", kinds[goal->kind],
          goal->pose.x, goal->pose.y, goal->pose.heading);
    print_number(out, "radius", goal->radius, 0);
    print_number(out, "heading_tolerance", goal->heading_tolerance, 0);
    print_number(out, "has_heading", goal->has_heading, false);
    for (int32_t i = 0; goal->kind == FW_GOAL_SET && i < goal->count; i++)
        print(out, ", \"member\": [%.17g, %.17g, %.17g]", drawn->places[i].x, drawn->places[i].y,
              drawn->places[i].heading);
    print(out, " },\n");
}

static void print_edits(const printer *out, const trial *drawn)
{
    static const char *const kinds[] = { "block",    "forbid",         "add_cost",
                                         "corridor", "corridor_along", "set_costs" };
    for (int32_t i = 0; i < drawn->edit_count; i++) {
        const overlay_edit *edit = &drawn->edits[i];
        print(out, "  \"overlay\": { \"kind\": \"%s\", \"at\": [%d, %d], \"size\": [%d, %d]",
              kinds[edit->kind], (int)edit->x, (int)edit->y, (int)edit->width, (int)edit->height);
        print_number(out, "moves", edit->moves, 0);
        print_number(out, "cost", (double)edit->cost, 0);
        print_number(out, "byte", edit->byte, 0);
        print_number(out, "margin", edit->margin, 0);
        print(out, " },\n");
    }
}

static void print_speeds(const printer *out, const fw_speed_def *speeds)
{
    const fw_speed_def plain = fw_default_speed_def();
    print(out, "  \"speeds\": { \"top\": %.17g", speeds->top);
    print_number(out, "acceleration", speeds->acceleration, plain.acceleration);
    print_number(out, "braking", speeds->braking, plain.braking);
    print_number(out, "lateral", speeds->lateral, plain.lateral);
    print_number(out, "start", speeds->start, plain.start);
    print_number(out, "end", speeds->end, plain.end);
    print_number(out, "radius_per_speed", speeds->radius_per_speed, plain.radius_per_speed);
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (speeds->terrain_top[terrain] > 0)
            print(out, ", \"terrain_top %d\": %.17g", terrain, speeds->terrain_top[terrain]);
    print(out, " },\n");
}

static void print_wishes(const printer *out, const fw_request *ask)
{
    const fw_request plain = fw_default_request();
    print(out, "  \"start\": [%.17g, %.17g, %.17g], \"method\": \"%s\"", ask->start.x, ask->start.y,
          ask->start.heading, fw_method_name(ask->method));
    print_number(out, "start_slack", ask->start_slack, plain.start_slack);
    print_number(out, "nearest", ask->nearest, plain.nearest);
    print_number(out, "nearest_tolerance", ask->nearest_tolerance, plain.nearest_tolerance);
    print_number(out, "partial", ask->partial, plain.partial);
    print_number(out, "allow_violations", ask->allow_violations, plain.allow_violations);
    print_number(out, "allow_longer", ask->allow_longer, plain.allow_longer);
    print_number(out, "methodical", ask->methodical, plain.methodical);
    print_number(out, "refine", (double)ask->refine, 0);
    print_number(out, "fewer_bends", ask->fewer_bends, plain.fewer_bends);
    print_number(out, "bend_cost", ask->bend_cost, plain.bend_cost);
    print_number(out, "sample_step", ask->sample_step, plain.sample_step);
    print_number(out, "keep_right", ask->keep_right, plain.keep_right);
    print_number(out, "weight", ask->weight, plain.weight);
    print_number(out, "max_work", (double)ask->max_work, 0);
    print_number(out, "max_time_us", (double)ask->max_time_us, 0);
    print_number(out, "max_distance", ask->max_distance, plain.max_distance);
    print_number(out, "headings", ask->headings, plain.headings);
    print_number(out, "heuristic", ask->heuristic, plain.heuristic);
    print_number(out, "turn_charge", ask->turn_charge, plain.turn_charge);
    print_number(out, "cluster", ask->cluster, plain.cluster);
    print_number(out, "segment", ask->segment, plain.segment);
    print_number(out, "dominance", ask->dominance, plain.dominance);
    print_number(out, "pre_smooth", ask->pre_smooth, plain.pre_smooth);
    print_number(out, "smoothing", ask->smoothing, plain.smoothing);
    print_number(out, "turns", ask->turns, plain.turns);
    print_number(out, "roads", ask->roads, plain.roads);
    print_number(out, "road_terrains", ask->road_terrains, plain.road_terrains);
    print_number(out, "fixed_angles", ask->fixed_angles, plain.fixed_angles);
}

void trial_print(const trial *drawn, void (*write)(const char *text, void *user), void *user)
{
    const printer out = { write, user };
    print_map(&out, drawn);
    print_unit(&out, "unit", &drawn->unit);
    if (drawn->has_companion)
        print_unit(&out, "companion", &drawn->companion);
    print_edits(&out, drawn);
    if (drawn->areas != AREAS_NONE)
        print(&out, "  \"areas\": { \"%s\": %d },\n", drawn->areas == AREAS_SQUARES ? "squares" : "stripes",
              (int)drawn->area_side);
    if (drawn->is_timed)
        print_speeds(&out, &drawn->speeds);
    print_goal(&out, drawn);
    print_wishes(&out, &drawn->ask);
    print_number(&out, "traced", drawn->is_traced, false);
    print(&out, ", \"slice\": %llu }\n", (unsigned long long)drawn->slice);
}
