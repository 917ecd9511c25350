// What a planner remembers of jump points belongs to the tables that it was found in.
#include <stdlib.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/planner.h"

enum { MOST_HELD = 1024, SIDE = 64, UNITS = 3 };

/// Gives pieces that came back to the next who asks for as many bytes: what is made anew lies where the old one lay.
typedef struct recycler {
    void *pieces[MOST_HELD];
    size_t bytes[MOST_HELD];
    int count;
} recycler;

static void *give_again(size_t bytes, void *user)
{
    recycler *from = user;
    for (int i = from->count - 1; i >= 0; i--) {
        if (from->bytes[i] != bytes)
            continue;
        void *piece = from->pieces[i];
        from->count--;
        from->pieces[i] = from->pieces[from->count];
        from->bytes[i] = from->bytes[from->count];
        return piece;
    }
    return malloc(bytes);
}

static void keep(void *piece, size_t bytes, void *user)
{
    recycler *to = user;
    assert_true(to->count < MOST_HELD);
    to->pieces[to->count] = piece;
    to->bytes[to->count++] = bytes;
}

/// Walls with gaps at alternate ends, so that a way through takes a search.
static fw_map *build_serpentine(const fw_allocator *hooks)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.allocator = hooks;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t row = 0; row < 6; row++)
        assert_int_equal(fw_map_set_rect(map, row % 2 ? 2 : 0, 8 + 8 * row, 62, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static double length_through(fw_planner *planner, fw_unit_id unit, fw_path *path)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = FW_JUMP_POINTS;
    ask.start = fw_pose_on_tile(5, 2, 1);
    ask.goal = fw_goal_on_tile(6, 61, 1);
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    return fw_path_length(path);
}

/// The unit leaves, walls are built across the corridors, and an equal unit comes: its tables lie where the old ones
/// lay and have seen no edit.
TEST(tables_built_anew_are_not_taken_for_those_before)
{
    recycler pieces = { .count = 0 };
    const fw_allocator hooks = { give_again, keep, &pieces };
    fw_map *map = build_serpentine(&hooks);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();

    const fw_unit_id first = add_unit(map, unit_of_size(1));
    const double around = length_through(planner, first, path);
    assert_int_equal(fw_map_remove_unit(map, first), FW_OK);
    for (int32_t row = 0; row < 5;
         row++) { // past two walls, by the south end of one and the north end of the other
        assert_int_equal(fw_map_set_rect(map, 30, 9 + 8 * row, 1, 6, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 32, 10 + 8 * row, 1, 6, FW_BLOCKED), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    const fw_unit_id second = add_unit(map, unit_of_size(1));
    const double through = length_through(planner, second, path);
    assert_true(through > around);

    fw_planner *fresh = new_planner(map);
    assert_near(length_through(fresh, second, path), through, 0);
    fw_planner_destroy(fresh);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    while (pieces.count > 0)
        free(pieces.pieces[--pieces.count]);
}

/// Blocks or frees tiles: so many that the commit builds all tables anew, or a few that it patches.
static void edit_at_random(fw_map *map, random_source *source)
{
    const uint32_t count = random_below(source, 2) ? 60 : 2;
    for (uint32_t i = 0; i < count; i++) {
        const int32_t x = (int32_t)random_below(source, SIDE), y = (int32_t)random_below(source, SIDE);
        const uint8_t terrain = random_below(source, 3) ? FW_GROUND : FW_BLOCKED;
        assert_int_equal(fw_map_set_tile(map, x, y, terrain), FW_OK);
    }
}

/// One of the units goes, or comes back; those of equal tables differ in nothing.
static void move_units(fw_map *map, random_source *source, fw_unit_id units[UNITS])
{
    fw_unit_id *unit = &units[random_below(source, UNITS)];
    if (*unit) {
        assert_int_equal(fw_map_remove_unit(map, *unit), FW_OK);
        *unit = 0;
        return;
    }
    fw_unit_def def = unit_of_size(1);
    if (unit == &units[UNITS - 1])
        def.terrain_cost[FW_WATER] = 1; // a layer and tables of its own, as large as those of the others
    def.methods = FW_METHOD_BIT(FW_JUMP_POINTS);
    *unit = add_unit(map, def);
}

/// Asks an old planner and a new one for the same path.
static void compare_with_a_new_planner(fw_planner *planner, const fw_map *map, fw_unit_id unit,
                                       random_source *source)
{
    fw_planner *fresh = new_planner(map);
    fw_path *path = new_path();
    fw_path *expected = new_path();
    for (int i = 0; i < 4; i++) {
        fw_request ask = fw_default_request();
        ask.unit = unit;
        ask.method = FW_JUMP_POINTS;
        ask.start =
            fw_pose_on_tile((int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE), 1);
        ask.goal =
            fw_goal_on_tile((int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE), 1);
        assert_int_equal(fw_find_path(planner, &ask, path), fw_find_path(fresh, &ask, expected));
        assert_near(fw_path_length(path), fw_path_length(expected), 0);
    }
    fw_path_destroy(expected);
    fw_path_destroy(path);
    fw_planner_destroy(fresh);
}

/// Tables that a commit builds may lie where others lay that were built on the same version of the map.
TEST(whatever_units_come_and_go_between_commits_paths_are_those_of_a_new_planner)
{
    recycler pieces = { .count = 0 };
    const fw_allocator hooks = { give_again, keep, &pieces };
    random_source source = { 23 };
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    fw_unit_id units[UNITS] = { 0 };
    def.allocator = &hooks;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    fw_planner *planner = new_planner(map);
    for (int round = 0; round < 1000; round++) {
        const uint32_t moves = random_below(&source, 4);
        for (uint32_t i = 0; i < moves; i++)
            move_units(map, &source, units);
        if (random_below(&source, 2)) {
            edit_at_random(map, &source);
            assert_int_equal(fw_map_commit(map), FW_OK);
        }
        for (int i = 0; i < UNITS; i++)
            if (units[i])
                compare_with_a_new_planner(planner, map, units[i], &source);
    }
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    while (pieces.count > 0)
        free(pieces.pieces[--pieces.count]);
}
