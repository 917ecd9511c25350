#define _POSIX_C_SOURCE 200809L // open_memstream

#include "page_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "io/json_writer.h"
#include "io/terrain.h"
#include "option_table.h"
#include "survey.h"

/// What the page can hold: its terrains are the first ones of the library; sides in tiles.
enum { PAGE_TERRAINS = 8, PAGE_MOST_SIDE = 4096 };

/// The name of a choice of an option.
static const char *choice_of(const char *option_name, int value)
{
    const char *names[MOST_CHOICES];
    for (int i = 0; i < option_count; i++)
        if (strcmp(option_table[i].name, option_name) == 0)
            return value < option_choices(&option_table[i], names) ? names[value] : "";
    return "";
}

/// The same for options whose values begin at 1: 0 = it is not given.
static const char *choice_or_default(const char *option_name, int value)
{
    return value == 0 ? "default" : choice_of(option_name, value - 1);
}

/// Writes a number that is a choice of a list of the page.
static void write_choice(json_writer *json, const char *key, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    json_pair_text(json, key, text);
}

static void write_pose(json_writer *json, const fw_pose *pose)
{
    json_open(json, '{');
    json_pair_number(json, "x", pose->x);
    json_pair_number(json, "y", pose->y);
    json_pair_number(json, "heading", pose->heading);
    json_close(json, '}');
}

/// The word for a body. "usual" is the one that follows from the size.
static const char *body_name(const fw_unit_def *unit)
{
    if (unit->footprint.kind == FW_FOOTPRINT_RECTANGLE)
        return "rectangle";
    return unit->turn_radius == 0 && unit->footprint.radius == 0.5 * unit->size ? "usual" : "circle";
}

static void write_unit(json_writer *json, const fw_unit_def *unit)
{
    const fw_footprint *body = &unit->footprint;
    const bool is_round = body->kind == FW_FOOTPRINT_CIRCLE;
    json_pair_open(json, "unit", '{');
    json_pair_whole(json, "size", unit->size);
    json_pair_number(json, "turnRadius", unit->turn_radius);
    json_pair_bool(json, "reverse", unit->reverse);
    json_pair_text(json, "corners", choice_of("--corners", (int)unit->corners));
    json_pair_text(json, "body", body_name(unit));
    json_pair_number(json, "length", is_round ? 2 * body->radius : body->length);
    json_pair_number(json, "width", is_round ? 2 * body->radius : body->width);
    json_pair_number(json, "reversePenalty", unit->reverse_penalty);
    json_pair_number(json, "gearChangeCost", unit->gear_change_cost);
    json_pair_number(json, "curvatureRate", unit->curvature_rate);
    write_choice(json, "headings", unit->headings);
    json_pair_bool(json, "allCurves", unit->all_curves);
    json_pair_whole(json, "cluster", unit->cluster);
    json_pair_text(json, "dominance", choice_or_default("--dominance", (int)unit->dominance));
    json_pair_text(json, "placement", choice_or_default("--placement", (int)unit->placement));
    json_pair_text(json, "abstraction", choice_or_default("--abstraction", (int)unit->abstraction));
    json_close(json, '}');
    json_break(json);
}

/// What the request asks for, and how far the search may go.
static void write_limits(json_writer *json, const fw_request *ask)
{
    json_pair_number(json, "weight", ask->weight);
    json_pair_bool(json, "nearest", ask->nearest);
    json_pair_number(json, "nearestTolerance", ask->nearest_tolerance);
    json_pair_number(json, "startSlack", ask->start_slack);
    json_pair_bool(json, "allowViolations", ask->allow_violations);
    json_pair_bool(json, "allowLonger", ask->allow_longer);
    json_pair_bool(json, "methodical", ask->methodical);
    json_pair_whole(json, "refine", (int64_t)ask->refine);
    json_pair_whole(json, "maxWork", (int64_t)ask->max_work);
    json_pair_whole(json, "maxTimeUs", (int64_t)ask->max_time_us);
    json_pair_number(json, "maxDistance", ask->max_distance);
    json_pair_bool(json, "partial", ask->partial);
}

static void write_request(json_writer *json, const page_query *query)
{
    const fw_request *ask = query->request;
    json_pair_open(json, "request", '{');
    json_pair_text(json, "method", fw_method_name(ask->method));
    json_pair_text(json, "smoothing", choice_of("--smooth", (int)ask->smoothing));
    json_pair_number(json, "sampleStep", ask->sample_step);
    json_pair_text(json, "turns", choice_of("--turns", (int)ask->turns));
    json_pair_text(json, "roads", choice_of("--roads", (int)ask->roads));
    json_pair_bool(json, "hasHeading", query->has_heading);
    json_pair_number(json, "goalRadius", query->goal_count > 1 ? 0 : ask->goal.radius);
    json_pair_text(json, "heuristic", choice_of("--heuristic", (int)ask->heuristic));
    json_pair_text(json, "preSmooth", choice_of("--pre-smooth", (int)ask->pre_smooth));
    write_choice(json, "fixedAngles", ask->fixed_angles);
    json_pair_number(json, "turnCharge", ask->turn_charge);
    json_pair_bool(json, "fewerBends", ask->fewer_bends);
    json_pair_number(json, "bendCost", ask->bend_cost);
    json_pair_bool(json, "keepRight", ask->keep_right);
    write_limits(json, ask);
    write_choice(json, "headings", ask->headings);
    json_pair_whole(json, "cluster", ask->cluster);
    json_pair_whole(json, "segment", ask->segment);
    json_pair_text(json, "dominance", choice_or_default("--dominance", (int)ask->dominance));
    json_pair_text(json, "placement", choice_or_default("--placement", (int)ask->placement));
    json_pair_bool(json, "fastest", ask->fastest != NULL);
    json_pair_text(json, "partition", choice_of("--partition", query->given->partition));
    json_close(json, '}');
    json_break(json);
}

static void write_speeds(json_writer *json, const fw_speed_def *speeds)
{
    json_pair_open(json, "agent", '{');
    json_pair_number(json, "top", speeds->top);
    json_pair_number(json, "acceleration", speeds->acceleration);
    json_pair_number(json, "braking", speeds->braking);
    json_pair_number(json, "lateral", speeds->lateral);
    json_close(json, '}');
    json_break(json);
}

static void write_trees(json_writer *json, const io_scene *trees)
{
    json_pair_open(json, "trees", '[');
    for (int32_t i = 0; i < trees->count; i++) {
        json_open(json, '{');
        json_pair_number(json, "x", trees->trees[i].x);
        json_pair_number(json, "y", trees->trees[i].y);
        json_pair_number(json, "radius", trees->trees[i].radius);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_break(json);
}

/// The moves of a part that are forbidden, by their names with spaces between them.
static void write_moves(json_writer *json, uint8_t moves)
{
    char text[32] = "";
    for (int i = 0; i < IO_MOVES; i++)
        if (moves >> i & 1)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " " : "",
                     io_move_names[i]);
    json_text(json, text);
}

static void write_part(json_writer *json, const io_overlay_part *part)
{
    json_open(json, '[');
    json_number(json, part->x);
    json_number(json, part->y);
    if (part->kind == IO_OVERLAY_FORBIDDEN) {
        write_moves(json, part->moves);
    } else {
        json_number(json, part->width);
        json_number(json, part->height);
    }
    if (part->kind == IO_OVERLAY_COST)
        json_number(json, (double)part->cost);
    json_close(json, ']');
}

/// Number of tiles from one on to the right that are of its area; 0 for a tile without an area, and if the one left of
/// it is of the same area.
static int32_t run_of_area(const io_area_names *areas, int32_t x, int32_t y)
{
    const uint16_t *row = areas->labels + (size_t)y * (size_t)areas->width;
    int32_t right = x;
    if (row[x] == 0 || (x > 0 && row[x - 1] == row[x]))
        return 0;
    while (right < areas->width && row[right] == row[x])
        right++;
    return right - x;
}

/// True if the runs of two rows that begin in the same column are parts of one rectangle.
static bool runs_match(const io_area_names *areas, int32_t x, int32_t y, int32_t other)
{
    const size_t width = (size_t)areas->width, column = (size_t)x;
    return other >= 0 && other < areas->height &&
           areas->labels[(size_t)y * width + column] == areas->labels[(size_t)other * width + column] &&
           run_of_area(areas, x, y) == run_of_area(areas, x, other);
}

/// The areas of --area-map, as rectangles with names.
static void write_areas(json_writer *json, const io_area_names *areas)
{
    json_pair_open(json, "named", '[');
    for (int32_t y = 0; y < areas->height; y++)
        for (int32_t x = 0; x < areas->width; x++) {
            const int32_t width = run_of_area(areas, x, y);
            int32_t bottom = y + 1;
            if (width == 0 || runs_match(areas, x, y, y - 1))
                continue;
            while (runs_match(areas, x, y, bottom))
                bottom++;
            json_open(json, '[');
            json_number(json, x);
            json_number(json, y);
            json_number(json, width);
            json_number(json, bottom - y);
            json_text(json, areas->names[areas->labels[(size_t)y * (size_t)areas->width + (size_t)x]]);
            json_close(json, ']');
        }
    json_close(json, ']');
}

/// The file of --overlay: a list for each kind of part; and the areas, which the page keeps beside them.
static void write_overlay(json_writer *json, const io_overlay *overlay, const io_area_names *areas)
{
    static const char *const names[] = { "blocked", "forbidden", "added", "corridor" }; // by the kinds
    json_pair_open(json, "overlay", '{');
    for (int kind = IO_OVERLAY_BLOCKED; kind <= IO_OVERLAY_CORRIDOR; kind++) {
        json_pair_open(json, names[kind], '[');
        for (size_t i = 0; i < overlay->count; i++)
            if ((int)overlay->parts[i].kind == kind)
                write_part(json, &overlay->parts[i]);
        json_close(json, ']');
    }
    write_areas(json, areas);
    json_close(json, '}');
    json_break(json);
}

/// The terrains of a map as those of the page.
typedef struct page_ground {
    uint8_t as[FW_TERRAIN_COUNT];
    double costs[PAGE_TERRAINS];
} page_ground;

/// Terrains that the page does not have are shown as blocked if the unit does not enter them; else as a terrain of the
/// page that costs the same, or that the map does not have.
static bool fit_terrains(const job *work, page_ground *ground)
{
    size_t tiles_of[FW_TERRAIN_COUNT] = { 0 };
    survey_terrains(work->map, tiles_of);
    for (int terrain = 0; terrain < PAGE_TERRAINS; terrain++) {
        ground->as[terrain] = (uint8_t)terrain;
        ground->costs[terrain] = (double)work->def.terrain_cost[terrain];
    }
    for (int terrain = PAGE_TERRAINS; terrain < FW_TERRAIN_COUNT; terrain++) {
        const double cost = (double)work->def.terrain_cost[terrain];
        int same = FW_BLOCKED + 1;
        ground->as[terrain] = FW_BLOCKED;
        if (tiles_of[terrain] == 0 || cost <= 0)
            continue;
        while (same < PAGE_TERRAINS && tiles_of[same] > 0 && ground->costs[same] != cost)
            same++;
        if (same == PAGE_TERRAINS)
            return complain("--html: the page has %d terrains, and the map has more of different costs",
                            PAGE_TERRAINS - 1);
        tiles_of[same]++;
        ground->costs[same] = cost;
        ground->as[terrain] = (uint8_t)same;
    }
    return true;
}

static void write_places(json_writer *json, const page_query *query)
{
    json_key(json, "start");
    write_pose(json, &query->request->start);
    json_pair_open(json, "goals", '[');
    for (int32_t i = 0; i < query->goal_count; i++)
        write_pose(json, &query->goals[i]);
    json_close(json, ']');
    json_break(json);
}

static void write_settings(json_writer *json, const page_query *query, const page_ground *ground)
{
    json_pair_open(json, "settings", '{');
    write_places(json, query);
    json_pair_open(json, "costs", '[');
    for (int terrain = 0; terrain < PAGE_TERRAINS; terrain++)
        json_number(json, ground->costs[terrain]);
    json_close(json, ']');
    write_unit(json, &query->work->def);
    write_request(json, query);
    write_speeds(json, &query->work->speeds);
    write_trees(json, query->trees);
    write_overlay(json, &query->work->changes, &query->work->names);
    json_pair_open(json, "others", '[');
    for (int i = 0; i < query->beside_count; i++)
        json_text(json, fw_method_name(query->beside[i]));
    json_close(json, ']');
    json_close(json, '}');
}

/// The map in the MovingAI format.
///
/// @return to be freed; null without memory
static char *map_text(const fw_map *map, const page_ground *ground)
{
    enum { HEAD = 64 };
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    char *text = malloc(HEAD + ((size_t)width + 1) * (size_t)height);
    if (!text)
        return NULL;
    char *end = text + snprintf(text, HEAD, "type octile\nheight %d\nwidth %d\nmap\n", height, width);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++)
            *end++ = io_terrain_letter(ground->as[fw_map_terrain(map, x, y)]);
        *end++ = '\n';
    }
    *end = '\0';
    return text;
}

/// The size that the library derives from a body.
static int32_t derived_size(const fw_unit_def *unit)
{
    const fw_map_def one = fw_default_map_def();
    fw_unit_def alone = *unit;
    fw_map *map = NULL;
    fw_unit_id id;
    alone.size = 0;
    if (fw_map_create(&one, &map) == FW_OK && fw_map_add_unit(map, &alone, &id) == FW_OK)
        fw_map_unit(map, id, &alone);
    fw_map_destroy(map);
    return alone.size;
}

static bool is_body_known(const fw_unit_def *unit)
{
    const fw_footprint *body = &unit->footprint;
    if (body->kind == FW_FOOTPRINT_POLYGON || body->ahead != 0 || body->aside != 0)
        return complain("--html: bodies of the page are circles, and rectangles around their pose");
    const int32_t derived = derived_size(unit);
    return strcmp(body_name(unit), "usual") == 0 || derived == unit->size ||
           complain("--html: on the page, the size of this body is %d and not %d", (int)derived,
                    (int)unit->size);
}

static bool is_known(const page_query *query)
{
    static const char *const names[] = { "keep-out",       "speed-mask", "wall-cost", "window", "previous",
                                         "goal-tolerance", "speed-ends", "speed-on",  NULL };
    const fw_map *map = query->work->map;
    const char *unknown = options_first(query->given, names);
    if (unknown)
        return complain("--html: the page has no --%s", unknown);
    if (fw_map_width(map) > PAGE_MOST_SIDE || fw_map_height(map) > PAGE_MOST_SIDE)
        return complain("--html: the page shows maps of up to %d x %d tiles; this one has %d x %d",
                        PAGE_MOST_SIDE, PAGE_MOST_SIDE, fw_map_width(map), fw_map_height(map));
    return is_body_known(&query->work->def);
}

bool page_state_write(const page_query *query, page_bytes *state)
{
    page_ground ground;
    if (!is_known(query) || !fit_terrains(query->work, &ground))
        return false;
    FILE *to = open_memstream(&state->bytes, &state->count);
    char *map = to ? map_text(query->work->map, &ground) : NULL;
    if (map) {
        json_writer json = json_writer_to(to);
        json_open(&json, '{');
        json_pair_text(&json, "map", map);
        json_break(&json);
        write_settings(&json, query, &ground);
        json_pair_bool(&json, "isTraced", true);
        json_close(&json, '}');
    }
    const bool is_whole = to && fclose(to) == 0 && map;
    free(map);
    return is_whole || complain("there is not enough memory for the page");
}
