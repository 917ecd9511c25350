#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/town.h"

/// A coordinate; half of them lie where blocks meet.
static int32_t random_place(random_source *source, int32_t length)
{
    const int32_t anywhere = (int32_t)random_below(source, (uint32_t)length);
    const int32_t border = (anywhere & ~63) + (int32_t)random_below(source, 5) - 2;
    return random_below(source, 2) && border >= 0 && border < length ? border : anywhere;
}

static void set_rectangle_at_random(town *of, random_source *source, uint32_t most, bool is_free)
{
    const int32_t x = random_place(source, of->on.width), y = random_place(source, of->on.height);
    const int32_t width = 1 + (int32_t)random_below(source, most),
                  height = 1 + (int32_t)random_below(source, most);
    set_anchors(of, x, y, width, height, is_free);
}

/// Some tiles, squares or walls become free or blocked; in one edit of five some are freed and some blocked.
static void edit_at_random(town *of, random_source *source)
{
    static const uint32_t most[] = { 1, 1, 4, 4, 20 };
    const uint32_t kind = random_below(source, 100);
    const int pieces = kind < 50 ? 1 : 1 + (int)random_below(source, 5);
    const bool all_free = random_below(source, 2);
    for (int i = 0; i < pieces; i++) {
        const bool is_free = kind % 5 ? all_free : random_below(source, 2);
        if (kind < 94)
            set_rectangle_at_random(of, source, most[random_below(source, 5)], is_free);
        else if (kind < 98)
            set_anchors(of, 0, random_place(source, of->on.height), of->on.width, 1, is_free);
        else
            set_rectangle_at_random(of, source, 120, is_free);
    }
}

static void edit_many_times(int32_t width, int32_t height, bool diagonal, int rounds, uint64_t seed)
{
    random_source source = { seed };
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        town of;
        open_town(&of, width, height, 1, diagonal);
        fill_town(&of, (town_kind)kind, &source);
        build_town(&of);
        assert_labels_right(&of);
        for (int i = 0; i < rounds; i++) {
            edit_at_random(&of, &source);
            if (random_below(&source, 4) == 0)
                stage_and_discard(&of);
            else
                commit_town(&of);
            assert_labels_right(&of);
            assert_counts_right(&of);
        }
        close_town(&of);
    }
}

static void labels_stay_right_on_a_map_of_one_block(void **state)
{
    (void)state;
    edit_many_times(50, 40, false, 150, 1);
    edit_many_times(64, 64, true, 50, 2);
    edit_many_times(1, 1, false, 5, 3);
}

static void labels_stay_right_where_blocks_meet(void **state)
{
    (void)state;
    edit_many_times(66, 66, false, 150, 4);
    edit_many_times(130, 130, false, 25, 5);
    edit_many_times(200, 150, false, 12, 6);
}

static void labels_stay_right_where_corners_join(void **state)
{
    (void)state;
    edit_many_times(66, 66, true, 150, 7);
    edit_many_times(130, 130, true, 25, 8);
    edit_many_times(200, 150, true, 12, 9);
}

/// The middle block has more than 64 border components; the last ones are brackets that join two corridors each.
static void corridors_part_when_one_of_many_brackets_goes(void **state)
{
    (void)state;
    town of;
    open_town(&of, 192, 128, 1, false);
    for (int32_t i = 0; i < 32; i++) {
        set_anchor(&of, 64 + 2 * i, 63, true);
        set_anchor(&of, 64, 2 * i, true);
    }
    for (int32_t y = 0; y < 60; y += 4) {
        set_anchors(&of, 127, y, 1, 3, true);
        set_anchors(&of, 128, y, 60, 1, true);
        set_anchors(&of, 128, y + 2, 60, 1, true);
    }
    build_town(&of);
    assert_int_equal(regions_label(of.joined, &of.on, 150, 40), regions_label(of.joined, &of.on, 150, 42));
    set_anchors(&of, 127, 40, 1, 3, false);
    commit_town(&of);
    assert_int_not_equal(regions_label(of.joined, &of.on, 150, 40),
                         regions_label(of.joined, &of.on, 150, 42));
    assert_labels_right(&of);
    set_anchors(&of, 127, 40, 1, 3, true);
    commit_town(&of);
    assert_labels_right(&of);
    assert_counts_right(&of);
    close_town(&of);
}

enum { SNAKE_LENGTH = 6400, SNAKE_ROWS = 32 };

/// Anchor at a distance along a corridor that runs to and fro: rows 0, 2, 4 .. joined at alternating ends.
static void snake_place(int32_t along, int32_t *x, int32_t *y)
{
    const int32_t row = along / SNAKE_LENGTH, rest = along % SNAKE_LENGTH;
    *x = row % 2 ? SNAKE_LENGTH - 1 - rest : rest;
    *y = 2 * row;
}

static void open_snake(town *of)
{
    open_town(of, SNAKE_LENGTH, 2 * SNAKE_ROWS, 1, false);
    for (int32_t row = 0; row < SNAKE_ROWS; row++) {
        set_anchors(of, 0, 2 * row, SNAKE_LENGTH, 1, true);
        if (row + 1 < SNAKE_ROWS)
            set_anchor(of, row % 2 ? 0 : SNAKE_LENGTH - 1, 2 * row + 1, true);
    }
    build_town(of);
}

static uint32_t snake_label(const town *of, int32_t along)
{
    int32_t x, y;
    snake_place(along, &x, &y);
    return regions_label(of->joined, &of->on, x, y);
}

/// Two places are connected if and only if no cut lies between them.
static void assert_snake_right(const town *of, const int32_t *cuts, int cut_count)
{
    const int32_t step = 997;
    uint32_t label = snake_label(of, 1);
    for (int32_t along = 1 + step; along < SNAKE_ROWS * SNAKE_LENGTH; along += step) {
        bool parted = false;
        for (int i = 0; i < cut_count; i++)
            parted |= along - step <= cuts[i] && cuts[i] <= along;
        const uint32_t next = snake_label(of, along);
        if (next && label)
            assert_int_equal(next != label, parted);
        label = next;
    }
}

/// Pieces of all lengths: some are searched at the first attempt, some at the second, for some all is labelled anew.
static void a_long_corridor_is_cut_and_joined_anywhere(void **state)
{
    (void)state;
    random_source source = { 14 };
    town of;
    open_snake(&of);
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
        set_anchor(&of, x, y, !is_cut);
        commit_town(&of);
        assert_snake_right(&of, cuts, cut_count);
        assert_counts_right(&of);
    }
    close_town(&of);
}

/// So many nodes change in a few blocks that both attempts of a search end while it is being seeded.
static void many_corridors_are_cut_at_once(void **state)
{
    (void)state;
    static const struct {
        int32_t count, width, spacing;
    } walls[] = { { 1, 1, 64 },   { 3, 1, 128 },  { 4, 1, 128 },   { 2, 64, 128 },
                  { 4, 64, 128 }, { 8, 64, 128 }, { 45, 64, 128 }, { 100, 64, 64 } };
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++) {
        town of;
        open_snake(&of);
        const uint64_t bytes = regions_bytes(of.joined);
        for (int32_t wall = 0; wall < walls[i].count; wall++)
            set_anchors(&of, walls[i].spacing * wall, 0, walls[i].width, 64, false);
        commit_town(&of);
        assert_labels_right(&of);
        assert_counts_right(&of);
        assert_true(regions_bytes(of.joined) < 2 * bytes);
        stage_and_discard(&of);
        close_town(&of);
    }
}

/// Looks at each anchor.
static bool find_nearest_plainly(const town *of, uint32_t label, double x, double y, int32_t *nearest_x,
                                 int32_t *nearest_y)
{
    double least = -1;
    for (int32_t ty = 0; ty < of->on.height; ty++)
        for (int32_t tx = 0; tx < of->on.width; tx++) {
            if (!label || regions_label(of->joined, &of->on, tx, ty) != label)
                continue;
            const double dx = tx + 0.5 * of->on.size - x, dy = ty + 0.5 * of->on.size - y;
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

static void assert_nearest_right(const town *of, uint32_t label, double x, double y)
{
    int32_t expected_x = -1, expected_y = -1, found_x = -1, found_y = -1;
    const bool expected = find_nearest_plainly(of, label, x, y, &expected_x, &expected_y);
    assert_int_equal(regions_nearest(of->joined, &of->on, label, x, y, &found_x, &found_y), expected);
    if (found_x != expected_x || found_y != expected_y)
        fail_msg("nearest to %.17g, %.17g: (%d, %d), expected (%d, %d)", x, y, found_x, found_y, expected_x,
                 expected_y);
}

static void the_nearest_anchor_is_the_one_that_a_look_at_all_finds(void **state)
{
    (void)state;
    random_source source = { 9 };
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        town of;
        open_town(&of, 260, 140, 1 + kind % 4, kind % 2);
        fill_town(&of, (town_kind)kind, &source);
        build_town(&of);
        for (int i = 0; i < 40; i++) {
            edit_at_random(&of, &source);
            commit_town(&of);
            const int32_t x = (int32_t)random_below(&source, 260), y = (int32_t)random_below(&source, 140);
            assert_nearest_right(&of, regions_label(of.joined, &of.on, x, y), random_coordinate(&source, 260),
                                 random_coordinate(&source, 140));
        }
        close_town(&of);
    }
}

static void of_two_anchors_at_one_distance_the_upper_and_then_the_left_one_is_nearest(void **state)
{
    (void)state;
    town of;
    open_town(&of, 200, 200, 1, false);
    set_anchors(&of, 50, 50, 100, 100, true);
    set_anchors(&of, 51, 51, 98, 98, false);
    build_town(&of);
    const uint32_t label = regions_label(of.joined, &of.on, 50, 50);
    int32_t x, y;
    assert_true(regions_nearest(of.joined, &of.on, label, 100.0, 100.0, &x, &y));
    assert_int_equal(x, 99);
    assert_int_equal(y, 50);
    assert_true(regions_nearest(of.joined, &of.on, label, 0.0, 100.0, &x, &y));
    assert_int_equal(x, 50);
    assert_int_equal(y, 99);
    close_town(&of);
}

static void a_label_that_no_anchor_has_has_no_nearest_one(void **state)
{
    (void)state;
    town of;
    open_town(&of, 200, 100, 1, false);
    set_anchors(&of, 0, 10, 200, 1, true);
    set_anchors(&of, 20, 20, 3, 3, true);
    build_town(&of);
    const uint32_t river = regions_label(of.joined, &of.on, 0, 10),
                   pocket = regions_label(of.joined, &of.on, 21, 21);
    int32_t x, y;
    assert_true(regions_nearest(of.joined, &of.on, river, 5.5, 90.0, &x, &y));
    assert_true(regions_nearest(of.joined, &of.on, pocket, 5.5, 90.0, &x, &y));
    assert_false(regions_nearest(of.joined, &of.on, 0, 5.5, 90.0, &x, &y));
    assert_false(regions_nearest(of.joined, &of.on, UINT32_MAX, 5.5, 90.0, &x, &y));
    set_anchors(&of, 0, 0, 200, 100, false);
    commit_town(&of);
    assert_false(regions_nearest(of.joined, &of.on, river, 5.5, 90.0, &x, &y));
    assert_false(regions_nearest(of.joined, &of.on, pocket, 5.5, 90.0, &x, &y));
    close_town(&of);
}

/// Memory that ends after some calls.
static void *allocate_a_few_times(size_t bytes, void *user)
{
    int *left = user;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}

static void release_plainly(void *items, size_t bytes, void *user)
{
    (void)bytes;
    (void)user;
    free(items);
}

static void without_memory_nothing_is_built_and_nothing_held(void **state)
{
    (void)state;
    random_source source = { 10 };
    town of;
    int left = 0;
    open_town(&of, 200, 150, 1, false);
    fill_town(&of, RANDOM_40, &source);
    memory_init(&of.from, &(fw_allocator){ allocate_a_few_times, release_plainly, &left });
    fw_result result = FW_NO_MEMORY;
    for (int calls = 0; result != FW_OK; calls++) {
        left = calls;
        result = regions_build(&of.from, &of.on, false, &of.joined);
        if (result == FW_OK)
            break;
        assert_int_equal(result, FW_NO_MEMORY);
        assert_int_equal(of.from.bytes, 0);
    }
    assert_int_equal(regions_bytes(of.joined), of.from.bytes);
    assert_labels_right(&of);
    close_town(&of);
}

/// Commits what was edited, with memory that ends at each call in turn; publishing gets none. What a failed attempt
/// keeps for the next one must not hide a call, so in between there is no memory at all.
static void commit_with_failing_memory(town *of, int *left)
{
    uint64_t *after = malloc(bytes_of(&of->on));
    memcpy(after, of->on.bits, bytes_of(&of->on));
    for (int attempt = 0;; attempt++) {
        *left = attempt % 2 ? 0 : attempt / 8;
        if (stage_town(of) == FW_OK)
            break;
        memcpy(of->on.bits, of->before, bytes_of(&of->on));
        assert_int_equal(regions_bytes(of->joined), of->from.bytes);
        assert_counts_right(of);
        if (attempt < 4)
            assert_labels_right(of);
        memcpy(of->on.bits, after, bytes_of(&of->on));
    }
    *left = 0;
    regions_publish(of->joined);
    memcpy(of->before, of->on.bits, bytes_of(&of->on));
    assert_labels_right(of);
    assert_counts_right(of);
    assert_int_equal(regions_bytes(of->joined), of->from.bytes);
    free(after);
}

static void open_town_with_failing_memory(town *of, bool diagonal, town_kind kind, int *left)
{
    random_source source = { 11 };
    open_town(of, 330, 140, 1, diagonal);
    fill_town(of, kind, &source);
    memory_init(&of->from, &(fw_allocator){ allocate_a_few_times, release_plainly, left });
    *left = INT32_MAX;
    build_town(of);
}

static void without_memory_a_commit_changes_nothing(void **state)
{
    (void)state;
    random_source source = { 12 };
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        town of;
        int left;
        open_town_with_failing_memory(&of, kind % 2, (town_kind)kind, &left);
        for (int i = 0; i < 8; i++) {
            edit_at_random(&of, &source);
            commit_with_failing_memory(&of, &left);
        }
        close_town(&of);
    }
}

static void without_memory_for_labels_a_commit_changes_nothing(void **state)
{
    (void)state;
    town of;
    int left;
    open_town_with_failing_memory(&of, false, EMPTY, &left);
    for (int32_t x = 10; x < 150; x += 10) {
        set_anchors(&of, x, 0, 1, 140, false);
        commit_with_failing_memory(&of, &left);
    }
    close_town(&of);
}

static void what_is_staged_is_freed_with_the_regions(void **state)
{
    (void)state;
    town of;
    open_town(&of, 200, 150, 1, false);
    build_town(&of);
    set_anchors(&of, 10, 10, 180, 130, true);
    assert_int_equal(stage_town(&of), FW_OK);
    assert_int_equal(regions_bytes(of.joined), of.from.bytes);
    close_town(&of);
}

static void small_edits_come_to_need_no_allocation(void **state)
{
    (void)state;
    town of;
    open_town(&of, 200, 150, 1, false);
    set_anchors(&of, 0, 0, 200, 150, true);
    build_town(&of);
    for (int i = 0; i < 100; i++) {
        const uint64_t calls = of.from.calls;
        set_anchors(&of, 20 + i / 2 % 10, 30, 2, 2, i % 2);
        commit_town(&of);
        if (i >= 50)
            assert_int_equal(of.from.calls, calls);
    }
    assert_labels_right(&of);
    close_town(&of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_stay_right_on_a_map_of_one_block),
        cmocka_unit_test(labels_stay_right_where_blocks_meet),
        cmocka_unit_test(labels_stay_right_where_corners_join),
        cmocka_unit_test(corridors_part_when_one_of_many_brackets_goes),
        cmocka_unit_test(a_long_corridor_is_cut_and_joined_anywhere),
        cmocka_unit_test(many_corridors_are_cut_at_once),
        cmocka_unit_test(the_nearest_anchor_is_the_one_that_a_look_at_all_finds),
        cmocka_unit_test(of_two_anchors_at_one_distance_the_upper_and_then_the_left_one_is_nearest),
        cmocka_unit_test(a_label_that_no_anchor_has_has_no_nearest_one),
        cmocka_unit_test(without_memory_nothing_is_built_and_nothing_held),
        cmocka_unit_test(without_memory_a_commit_changes_nothing),
        cmocka_unit_test(without_memory_for_labels_a_commit_changes_nothing),
        cmocka_unit_test(what_is_staged_is_freed_with_the_regions),
        cmocka_unit_test(small_edits_come_to_need_no_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
