#include <stdlib.h>
#include <string.h>

#include "common/lone_layer.h"
#include "common/town.h"
#include "common/unit.h"
#include "regions/regions_stage.h"

/// A coordinate; half of them lie where blocks meet.
static int32_t random_place(random_source *source, int32_t length)
{
    const int32_t anywhere = (int32_t)random_below(source, (uint32_t)length);
    const int32_t border = (anywhere & ~63) + (int32_t)random_below(source, 5) - 2;
    return random_below(source, 2) && border >= 0 && border < length ? border : anywhere;
}

static void set_rectangle_at_random(town *town, random_source *source, uint32_t most, bool is_free)
{
    const int32_t x = random_place(source, town->layer.width), y = random_place(source, town->layer.height);
    const int32_t width = 1 + (int32_t)random_below(source, most),
                  height = 1 + (int32_t)random_below(source, most);
    set_anchors(town, x, y, width, height, is_free);
}

/// Some tiles, squares or walls become free or blocked; in one edit of five some are freed and some blocked.
static void edit_at_random(town *town, random_source *source)
{
    static const uint32_t most[] = { 1, 1, 4, 4, 20 };
    const uint32_t kind = random_below(source, 100);
    const int pieces = kind < 50 ? 1 : 1 + (int)random_below(source, 5);
    const bool all_free = random_below(source, 2);
    for (int i = 0; i < pieces; i++) {
        const bool is_free = kind % 5 ? all_free : random_below(source, 2);
        if (kind < 94)
            set_rectangle_at_random(town, source, most[random_below(source, 5)], is_free);
        else if (kind < 98)
            set_anchors(town, 0, random_place(source, town->layer.height), town->layer.width, 1, is_free);
        else
            set_rectangle_at_random(town, source, 120, is_free);
    }
}

static void assert_town_right(town *town)
{
    assert_labels_right(town);
    assert_counts_right(town);
}

static void commit_and_judge(town *town)
{
    commit_town(town);
    assert_town_right(town);
}

/// Commits edits, or discards one in so many of them; what is there then is right.
static void commit_or_discard(town *town, random_source *source, uint32_t discards)
{
    if (random_below(source, discards) == 0)
        stage_and_discard(town);
    else
        commit_town(town);
    assert_town_right(town);
}

static void edit_many_times(int32_t width, int32_t height, bool diagonal, int rounds, uint64_t seed)
{
    random_source source = { seed };
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        town town;
        open_town(&town, width, height, 1, diagonal);
        fill_town(&town, (town_kind)kind, &source);
        build_town(&town);
        assert_labels_right(&town);
        for (int i = 0; i < rounds; i++) {
            edit_at_random(&town, &source);
            commit_or_discard(&town, &source, 4);
        }
        close_town(&town);
    }
}

TEST(labels_stay_right_on_a_map_of_one_block)
{
    edit_many_times(50, 40, false, 150, 1);
    edit_many_times(64, 64, true, 50, 2);
    edit_many_times(1, 1, false, 5, 3);
}

TEST(labels_stay_right_where_blocks_meet)
{
    edit_many_times(66, 66, false, 150, 4);
    edit_many_times(130, 130, false, 25, 5);
    edit_many_times(200, 150, false, 12, 6);
}

TEST(labels_stay_right_where_corners_join)
{
    edit_many_times(66, 66, true, 150, 7);
    edit_many_times(130, 130, true, 25, 8);
    edit_many_times(200, 150, true, 12, 9);
}

/// Parts of long walls come or go: beside borders between blocks, or across the middle of blocks.
static void edit_walls_at_random(town *town, random_source *source)
{
    static const int32_t places[] = { 31, 63, 63, 64, 64, 95, 127, 127, 128, 128, 159 };
    const bool is_free = random_below(source, 5) < 2;
    const int pieces = 1 + (int)random_below(source, 4);
    for (int i = 0; i < pieces; i++) {
        const int32_t at = places[random_below(source, sizeof places / sizeof *places)];
        const int32_t along = 32 * (int32_t)random_below(source, 6);
        const int32_t length = 32 * (1 + (int32_t)random_below(source, 3)) - (int32_t)random_below(source, 2);
        if (random_below(source, 2))
            set_anchors(town, at, along, 1, length, is_free);
        else
            set_anchors(town, along, at, length, 1, is_free);
    }
}

TEST(labels_stay_right_where_sides_of_blocks_change)
{
    random_source source = { 13 };
    for (int i = 0; i < 4; i++) {
        town town;
        open_town(&town, 192, 192, 1, i % 2);
        set_anchors(&town, 0, 0, 192, 192, true);
        build_town(&town);
        for (int edit = 0; edit < 150; edit++) {
            edit_walls_at_random(&town, &source);
            commit_or_discard(&town, &source, 8);
        }
        close_town(&town);
    }
}

TEST(blocks_that_meet_at_a_corner_only_are_parted_there)
{
    town town;
    open_town(&town, 128, 128, 1, true);
    set_anchors(&town, 10, 63, 54, 1, true);
    set_anchors(&town, 64, 64, 54, 1, true);
    set_anchors(&town, 64, 10, 9, 1, true); // meets neither of them, as the next one
    set_anchors(&town, 0, 64, 9, 1, true);
    build_town(&town);
    for (int i = 0; i < 4; i++) {
        set_anchors(&town, 63 + i / 2, 63 + i / 2, 1, 1, i % 2);
        commit_and_judge(&town);
    }
    close_town(&town);
}

/// The middle block has more than 64 border components; the last ones are brackets that join two corridors each.
TEST(corridors_part_when_one_of_many_brackets_goes)
{
    town town;
    open_town(&town, 192, 128, 1, false);
    for (int32_t i = 0; i < 32; i++) {
        set_anchor(&town, 64 + 2 * i, 63, true);
        set_anchor(&town, 64, 2 * i, true);
    }
    for (int32_t y = 0; y < 60; y += 4) {
        set_anchors(&town, 127, y, 1, 3, true);
        set_anchors(&town, 128, y, 60, 1, true);
        set_anchors(&town, 128, y + 2, 60, 1, true);
    }
    build_town(&town);
    assert_int_equal(regions_label(town.joined, &town.layer, 150, 40),
                     regions_label(town.joined, &town.layer, 150, 42));
    set_anchors(&town, 127, 40, 1, 3, false);
    commit_town(&town);
    assert_int_not_equal(regions_label(town.joined, &town.layer, 150, 40),
                         regions_label(town.joined, &town.layer, 150, 42));
    assert_labels_right(&town);
    set_anchors(&town, 127, 40, 1, 3, true);
    commit_and_judge(&town);
    close_town(&town);
}

enum { SNAKE_LENGTH = 6400, SNAKE_ROWS = 32 };

/// Anchor at a distance along a corridor that runs to and fro: rows 0, 2, 4 .. joined at alternating ends.
static void snake_place(int32_t along, int32_t *x, int32_t *y)
{
    const int32_t row = along / SNAKE_LENGTH, rest = along % SNAKE_LENGTH;
    *x = row % 2 ? SNAKE_LENGTH - 1 - rest : rest;
    *y = 2 * row;
}

static void open_snake(town *town)
{
    open_town(town, SNAKE_LENGTH, 2 * SNAKE_ROWS, 1, false);
    for (int32_t row = 0; row < SNAKE_ROWS; row++) {
        set_anchors(town, 0, 2 * row, SNAKE_LENGTH, 1, true);
        if (row + 1 < SNAKE_ROWS)
            set_anchor(town, row % 2 ? 0 : SNAKE_LENGTH - 1, 2 * row + 1, true);
    }
    build_town(town);
}

static uint32_t snake_label(const town *town, int32_t along)
{
    int32_t x, y;
    snake_place(along, &x, &y);
    return regions_label(town->joined, &town->layer, x, y);
}

/// Two places are connected if and only if no cut lies between them.
static void assert_snake_right(const town *town, const int32_t *cuts, int cut_count)
{
    const int32_t step = 997;
    uint32_t label = snake_label(town, 1);
    for (int32_t along = 1 + step; along < SNAKE_ROWS * SNAKE_LENGTH; along += step) {
        bool parted = false;
        for (int i = 0; i < cut_count; i++)
            parted |= along - step <= cuts[i] && cuts[i] <= along;
        const uint32_t next = snake_label(town, along);
        if (next && label)
            assert_int_equal(next != label, parted);
        label = next;
    }
}

/// Pieces of all lengths: some are searched at the first attempt, some at the second, for some all is labelled anew.
TEST(a_long_corridor_is_cut_and_joined_anywhere)
{
    random_source source = { 14 };
    town town;
    open_snake(&town);
    int32_t cuts[4] = { 0 };
    int cut_count = 0;
    for (int i = 0; i < 200; i++) {
        const bool is_cut = cut_count == 0 || (cut_count < 4 && random_below(&source, 2));
        const uint32_t reach = SNAKE_ROWS * SNAKE_LENGTH >> random_below(&source, 8);
        const int32_t place = (int32_t)(random_below(&source, reach) & ~3U) + cut_count;
        const int32_t along = is_cut ? place : cuts[--cut_count];
        if (is_cut)
            cuts[cut_count++] = along;
        int32_t x, y;
        snake_place(along, &x, &y);
        set_anchor(&town, x, y, !is_cut);
        commit_town(&town);
        assert_snake_right(&town, cuts, cut_count);
        assert_counts_right(&town);
    }
    close_town(&town);
}

/// So many nodes change in a few blocks that both attempts of a search end while it is being seeded.
TEST(many_corridors_are_cut_at_once)
{
    static const struct {
        int32_t count, width, spacing;
    } walls[] = { { 1, 1, 64 },   { 3, 1, 128 },  { 4, 1, 128 },   { 2, 64, 128 },
                  { 4, 64, 128 }, { 8, 64, 128 }, { 45, 64, 128 }, { 100, 64, 64 } };
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++) {
        town town;
        open_snake(&town);
        const uint64_t bytes = regions_bytes(town.joined);
        for (int32_t wall = 0; wall < walls[i].count; wall++)
            set_anchors(&town, walls[i].spacing * wall, 0, walls[i].width, 64, false);
        commit_and_judge(&town);
        assert_true(regions_bytes(town.joined) < 2 * bytes);
        stage_and_discard(&town);
        close_town(&town);
    }
}

/// Looks at each anchor.
static bool find_nearest_plainly(const town *town, uint32_t label, double x, double y, int32_t *nearest_x,
                                 int32_t *nearest_y)
{
    double least = -1;
    for (int32_t ty = 0; ty < town->layer.height; ty++)
        for (int32_t tx = 0; tx < town->layer.width; tx++) {
            if (!label || regions_label(town->joined, &town->layer, tx, ty) != label)
                continue;
            const double dx = tx + 0.5 * town->layer.size - x, dy = ty + 0.5 * town->layer.size - y;
            const double distance = dx * dx + dy * dy;
            if (least >= 0 && distance >= least)
                continue;
            least = distance;
            *nearest_x = tx;
            *nearest_y = ty;
        }
    return least >= 0;
}

static double random_coordinate(random_source *source, int32_t length)
{
    if (random_below(source, 2))
        return 0.5 * random_below(source, 2 * (uint32_t)length + 1);
    return random_unit(source) * length;
}

static void assert_nearest_right(const town *town, uint32_t label, double x, double y)
{
    int32_t expected_x = -1, expected_y = -1, found_x = -1, found_y = -1;
    const bool expected = find_nearest_plainly(town, label, x, y, &expected_x, &expected_y);
    assert_int_equal(regions_nearest(town->joined, &town->layer, label, x, y, &found_x, &found_y), expected);
    if (found_x != expected_x || found_y != expected_y)
        fail_msg("nearest to %.17g, %.17g: (%d, %d), expected (%d, %d)", x, y, found_x, found_y, expected_x,
                 expected_y);
}

TEST(the_nearest_anchor_is_the_one_that_a_look_at_all_finds)
{
    random_source source = { 9 };
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        town town;
        open_town(&town, 260, 140, 1 + kind % 4, kind % 2);
        fill_town(&town, (town_kind)kind, &source);
        build_town(&town);
        for (int i = 0; i < 40; i++) {
            edit_at_random(&town, &source);
            commit_town(&town);
            const int32_t x = (int32_t)random_below(&source, 260), y = (int32_t)random_below(&source, 140);
            assert_nearest_right(&town, regions_label(town.joined, &town.layer, x, y),
                                 random_coordinate(&source, 260), random_coordinate(&source, 140));
        }
        close_town(&town);
    }
}

TEST(of_two_anchors_at_one_distance_the_upper_and_then_the_left_one_is_nearest)
{
    town town;
    open_town(&town, 200, 200, 1, false);
    set_anchors(&town, 50, 50, 100, 100, true);
    set_anchors(&town, 51, 51, 98, 98, false);
    build_town(&town);
    const uint32_t label = regions_label(town.joined, &town.layer, 50, 50);
    int32_t x, y;
    assert_true(regions_nearest(town.joined, &town.layer, label, 100.0, 100.0, &x, &y));
    assert_int_equal(x, 99);
    assert_int_equal(y, 50);
    assert_true(regions_nearest(town.joined, &town.layer, label, 0.0, 100.0, &x, &y));
    assert_int_equal(x, 50);
    assert_int_equal(y, 99);
    close_town(&town);
}

TEST(a_label_that_no_anchor_has_has_no_nearest_one)
{
    town town;
    open_town(&town, 200, 100, 1, false);
    set_anchors(&town, 0, 10, 200, 1, true);
    set_anchors(&town, 20, 20, 3, 3, true);
    build_town(&town);
    const uint32_t river = regions_label(town.joined, &town.layer, 0, 10),
                   pocket = regions_label(town.joined, &town.layer, 21, 21);
    int32_t x, y;
    assert_true(regions_nearest(town.joined, &town.layer, river, 5.5, 90.0, &x, &y));
    assert_true(regions_nearest(town.joined, &town.layer, pocket, 5.5, 90.0, &x, &y));
    assert_false(regions_nearest(town.joined, &town.layer, 0, 5.5, 90.0, &x, &y));
    assert_false(regions_nearest(town.joined, &town.layer, UINT32_MAX, 5.5, 90.0, &x, &y));
    set_anchors(&town, 0, 0, 200, 100, false);
    commit_town(&town);
    assert_false(regions_nearest(town.joined, &town.layer, river, 5.5, 90.0, &x, &y));
    assert_false(regions_nearest(town.joined, &town.layer, pocket, 5.5, 90.0, &x, &y));
    close_town(&town);
}

/// Memory that ends after some calls.
static void *allocate_a_few_times(size_t bytes, void *user)
{
    int *left = user;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}

static void release_plainly(void *items, size_t bytes, void *user)
{
    free(items);
}

TEST(without_memory_nothing_is_built_and_nothing_held)
{
    random_source source = { 10 };
    town town;
    int left = 0;
    open_town(&town, 200, 150, 1, false);
    fill_town(&town, RANDOM_40, &source);
    memory_init(&town.memory, &(fw_allocator){ allocate_a_few_times, release_plainly, &left });
    fw_result result = FW_NO_MEMORY;
    for (int calls = 0; result != FW_OK; calls++) {
        left = calls;
        result = regions_build(&town.memory, &town.layer, false, &town.joined);
        if (result == FW_OK)
            break;
        assert_int_equal(result, FW_NO_MEMORY);
        assert_int_equal(town.memory.bytes, 0);
    }
    assert_int_equal(regions_bytes(town.joined), town.memory.bytes);
    assert_labels_right(&town);
    close_town(&town);
}

/// Commits what was edited, with memory that ends at each call in turn; publishing gets none. What a failed attempt
/// keeps for the next one must not hide a call, so in between there is no memory at all.
static void commit_with_failing_memory(town *town, int *left)
{
    layer after = layer_copied(&town->ground, &town->layer);
    for (int attempt = 0;; attempt++) {
        *left = attempt % 2 ? 0 : attempt / 8;
        if (stage_town(town) == FW_OK)
            break;
        layer_take_words(&town->layer, &town->before);
        assert_int_equal(regions_bytes(town->joined), town->memory.bytes);
        assert_counts_right(town);
        if (attempt < 4)
            assert_labels_right(town);
        layer_take_words(&town->layer, &after);
    }
    *left = 0;
    regions_publish(town->joined);
    layer_take_words(&town->before, &town->layer);
    assert_labels_right(town);
    assert_counts_right(town);
    assert_int_equal(regions_bytes(town->joined), town->memory.bytes);
    layer_destroy(&after);
}

static void open_town_with_failing_memory(town *town, bool diagonal, town_kind kind, int *left)
{
    random_source source = { 11 };
    open_town(town, 330, 140, 1, diagonal);
    fill_town(town, kind, &source);
    memory_init(&town->memory, &(fw_allocator){ allocate_a_few_times, release_plainly, left });
    *left = INT32_MAX;
    build_town(town);
}

TEST(without_memory_a_commit_changes_nothing)
{
    random_source source = { 12 };
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        town town;
        int left;
        open_town_with_failing_memory(&town, kind % 2, (town_kind)kind, &left);
        for (int i = 0; i < 8; i++) {
            edit_at_random(&town, &source);
            commit_with_failing_memory(&town, &left);
        }
        close_town(&town);
    }
}

TEST(without_memory_for_labels_a_commit_changes_nothing)
{
    town town;
    int left;
    open_town_with_failing_memory(&town, false, EMPTY, &left);
    for (int32_t x = 10; x < 150; x += 10) {
        set_anchors(&town, x, 0, 1, 140, false);
        commit_with_failing_memory(&town, &left);
    }
    close_town(&town);
}

TEST(what_is_staged_is_freed_with_the_regions)
{
    town town;
    open_town(&town, 200, 150, 1, false);
    build_town(&town);
    set_anchors(&town, 10, 10, 180, 130, true);
    assert_int_equal(stage_town(&town), FW_OK);
    assert_int_equal(regions_bytes(town.joined), town.memory.bytes);
    close_town(&town);
}

TEST(small_edits_come_to_need_no_allocation)
{
    town town;
    open_town(&town, 200, 150, 1, false);
    set_anchors(&town, 0, 0, 200, 150, true);
    build_town(&town);
    for (int i = 0; i < 100; i++) {
        const uint64_t calls = town.memory.calls;
        set_anchors(&town, 20 + i / 2 % 10, 30, 2, 2, i % 2);
        commit_town(&town);
        if (i >= 50)
            assert_int_equal(town.memory.calls, calls);
    }
    assert_labels_right(&town);
    close_town(&town);
}
