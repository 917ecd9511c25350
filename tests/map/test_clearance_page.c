/// The figures of docs/clearance.md and docs/inside/clearance.md, drawn by the library, so that the pages cannot go
/// stale.
///
/// usage: test_clearance_page          the pages must hold every figure as it is drawn here
///        test_clearance_page print    prints them all

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/trig.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/planner.h"

static const char *const village[] = {
    "...............", //
    "...............", "...............", "..###.....WWW..", "..###.....WWW..",
    "..........WW...", "...............", "#######..######", "...............",
    "...............", "#########.#####", "...............", "...............",
};
enum { WIDTH = 15, HEIGHT = 13 };

#define ON_FOOT  (1u << FW_GROUND)
#define SWIMMING (1u << FW_WATER)

/// One figure as text, row by row.
typedef struct figure {
    char text[4 * HEIGHT * (WIDTH + 24)];
    size_t length;
} figure;

static void put(figure *into, char letter)
{
    assert_true(into->length + 1 < sizeof into->text);
    into->text[into->length++] = letter;
    into->text[into->length] = 0;
}

/// Draws a letter for each tile, in several panels side by side.
static void draw(figure *into, int panels, char (*letter)(int panel, const fw_map *map, int32_t x, int32_t y),
                 const fw_map *map)
{
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int panel = 0; panel < panels; panel++) {
            for (int32_t x = 0; x < WIDTH; x++)
                put(into, letter(panel, map, x, y));
            for (int i = 0; i < 4 && panel + 1 < panels; i++)
                put(into, ' ');
        }
        put(into, '\n');
    }
}

static bool is_open(const fw_map *map, uint32_t capability, int32_t x, int32_t y)
{
    return fw_map_clearance(map, capability, x, y) > 0;
}

static char map_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    return village[y][x];
}

/// Brushfire: 1 beside an obstacle or the border, corners included, 2 beside a 1, and so on.
static int32_t brushfire(const fw_map *map, int32_t x, int32_t y)
{
    for (int32_t distance = 0;; distance++)
        for (int32_t dy = -distance; dy <= distance; dy++)
            for (int32_t dx = -distance; dx <= distance; dx++)
                if (!is_open(map, ON_FOOT, x + dx, y + dy))
                    return distance;
}

static char wave_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    const int32_t distance = brushfire(map, x, y);
    if (distance == 0)
        return village[y][x];
    return panel == 0 && distance > 1 ? '.' : (char)('0' + distance);
}

/// What brushfire says: the square stays clear of obstacles where a tile's value is at least its size.
static char turned_away_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    if (!is_open(map, ON_FOOT, x, y))
        return village[y][x];
    const bool allowed = panel == 0 ? brushfire(map, x, y) >= 2 : fw_map_clearance(map, ON_FOOT, x, y) >= 2;
    return allowed ? 'o' : '.';
}

static char growing_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    const int32_t side = panel + 1;
    const int32_t left = 7, top = 2; // the tile whose clearance is sought
    const bool within = x >= left && y >= top && x < left + side && y < top + side;
    if (!within)
        return village[y][x];
    return village[y][x] == '.' ? 'o' : 'X';
}

static char clearance_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    static const uint32_t capabilities[] = { ON_FOOT, SWIMMING, ON_FOOT | SWIMMING };
    const int32_t side = fw_map_clearance(map, capabilities[panel], x, y);
    return side == 0 ? village[y][x] : (char)('0' + side);
}

/// A search on foot, by brushfire or by clearance.
typedef struct search {
    int32_t size;
    bool by_brushfire;
    int32_t from[2], to[2]; ///< anchors
    char tiles[HEIGHT][WIDTH + 1];
} search;

static bool is_allowed(const search *search, const fw_map *map, int32_t x, int32_t y)
{
    return (search->by_brushfire ? brushfire(map, x, y) : fw_map_clearance(map, ON_FOOT, x, y)) >=
           search->size;
}

/// Marks the anchors of a path on the grid, whose lines go along rows, columns and diagonals.
static void mark_path(search *search, const fw_path *path, int32_t size)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const double x = trig_cos(segments[i].start.heading), y = trig_sin(segments[i].start.heading);
        const double step = 1 / fmax(fabs(x), fabs(y));
        for (double at = 0; at < segments[i].length + 0.5 * step; at += step)
            search->tiles[lround(segments[i].start.y + y * at - 0.5 * size)]
                         [lround(segments[i].start.x + x * at - 0.5 * size)] = '*';
    }
    search->tiles[search->from[1]][search->from[0]] = 'A';
    search->tiles[search->to[1]][search->to[0]] = 'B';
}

/// Marks where a search may go, and the path that it finds. Brushfire makes a map of its own, on which the unit is a
/// point.
///
/// @return whether there is a path
static bool run_search(const fw_map *map, search *search)
{
    char rows[HEIGHT][WIDTH + 1];
    const char *lines[HEIGHT];
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            const bool is_free = is_open(map, ON_FOOT, x, y), is_within = is_allowed(search, map, x, y);
            rows[y][x] = search->by_brushfire && !is_within ? '#' : village[y][x];
            search->tiles[y][x] = is_within ? 'o' : is_free ? '.' : village[y][x];
        }
        rows[y][WIDTH] = search->tiles[y][WIDTH] = '\0';
        lines[y] = rows[y];
    }
    fw_map *searched = map_from_drawing(lines, HEIGHT);
    const int32_t size = search->by_brushfire ? 1 : search->size;
    fw_request ask = fw_default_request();
    ask.unit = add_unit(searched, unit_entering(size, ON_FOOT));
    ask.start = fw_pose_on_tile(search->from[0], search->from[1], size);
    ask.goal = fw_goal_on_tile(search->to[0], search->to[1], size);
    fw_planner *planner = new_planner(searched);
    fw_path *path = new_path();
    const bool is_found = fw_find_path(planner, &ask, path) == FW_OK;
    if (is_found)
        mark_path(search, path, size);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(searched);
    return is_found;
}

/// Figures 3 and 4: by brushfire. Figure 5 and what becomes of it: by brushfire and by clearance.
static search searches[] = {
    { .size = 1, .by_brushfire = true, .from = { 1, 1 }, .to = { 13, 12 } },
    { .size = 2, .by_brushfire = true, .from = { 1, 1 }, .to = { 7, 5 } },
    { .size = 2, .by_brushfire = true, .from = { 1, 1 }, .to = { 12, 8 } },
    { .size = 2, .by_brushfire = false, .from = { 1, 1 }, .to = { 12, 8 } },
};

static char small_and_large_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    return searches[panel].tiles[y][x];
}

static char by_clearance_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    return searches[3].tiles[y][x];
}

/// Units of the figures of regions: sizes 1 and 2, both on foot.
static fw_unit_id walkers[2];

static char region_letter(int panel, const fw_map *map, int32_t x, int32_t y)
{
    uint32_t seen[26];
    int count = 0;
    const uint32_t wanted = fw_map_region(map, walkers[panel], x, y);
    if (!wanted)
        return is_open(map, ON_FOOT, x, y) ? '.' : village[y][x];
    for (int32_t i = 0; i <= y * WIDTH + x; i++) { // letters in order of the first tile of each region
        const uint32_t label = fw_map_region(map, walkers[panel], i % WIDTH, i / WIDTH);
        bool is_new = label != 0;
        for (int k = 0; k < count; k++)
            is_new = is_new && seen[k] != label;
        if (is_new)
            seen[count++] = label;
    }
    for (int k = 0; k < count; k++)
        if (seen[k] == wanted)
            return (char)('A' + k);
    return '?';
}

enum { FIGURES = 8 };

static void draw_all(figure *figures)
{
    fw_map *map = DRAWN(village);
    for (int i = 0; i < 2; i++)
        walkers[i] = add_unit(map, unit_entering(i + 1, ON_FOOT));
    for (size_t i = 0; i < sizeof searches / sizeof *searches; i++)
        run_search(map, &searches[i]);
    draw(&figures[0], 1, map_letter, map);
    draw(&figures[1], 2, wave_letter, map);
    draw(&figures[2], 2, small_and_large_letter, map);
    draw(&figures[3], 2, turned_away_letter, map);
    draw(&figures[4], 4, growing_letter, map);
    draw(&figures[5], 1, by_clearance_letter, map);
    draw(&figures[6], 3, clearance_letter, map);
    draw(&figures[7], 2, region_letter, map);
    fw_map_destroy(map);
}

static char *read_page(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *page = calloc(1, 1 << 16);
    assert_non_null(page);
    assert_true(fread(page, 1, (1 << 16) - 1, file) > 0);
    fclose(file);
    return page;
}

TEST(the_pages_show_every_figure_as_the_library_draws_it)
{
    static figure figures[FIGURES];
    draw_all(figures);
    char *guide = read_page(FAIRWAY_SOURCE_DIR "/docs/clearance.md");
    char *inside = read_page(FAIRWAY_SOURCE_DIR "/docs/inside/clearance.md");
    for (int i = 0; i < FIGURES; i++)
        if (!strstr(guide, figures[i].text) && !strstr(inside, figures[i].text))
            fail_msg("figure %d of the pages named clearance.md is not what the library draws", i + 1);
    free(guide);
    free(inside);
}

TEST(brushfire_misses_the_gate_that_clearance_finds)
{
    fw_map *map = DRAWN(village);
    for (int i = 0; i < 4; i++)
        assert_int_equal(run_search(map, &searches[i]), i != 2);
    assert_int_equal(searches[3].tiles[7][7], '*'); // through the gate of two tiles
    fw_map_destroy(map);
}

static void print_figures(void **state)
{
    static figure figures[FIGURES];
    draw_all(figures);
    for (int i = 0; i < FIGURES; i++)
        printf("%s\n", figures[i].text);
}

int main(int count, char **arguments)
{
    const struct CMUnitTest print[] = { cmocka_unit_test(print_figures) };
    if (count > 1 && strcmp(arguments[1], "print") == 0)
        return cmocka_run_group_tests(print, NULL, NULL);
    return tests_run(NULL, NULL);
}
