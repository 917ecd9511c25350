// Paths are written, edited and refused: where memory ends, and where input is bad.
#include <math.h>

#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "curve/path.h"
#include "fairway/path.h"

TEST(a_path_that_is_being_written_leaves_the_old_one_readable)
{
    fw_path *path = new_path();
    path_begin(path);
    assert_int_equal(path_push_line(path, 0, 0, 3, 0), FW_OK);
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    path_begin(path);
    assert_int_equal(path_push_line(path, 0, 0, 5, 0), FW_OK);
    assert_near(fw_path_length(path), 3, 0);
    assert_near(path_written_length(path), 5, 0);
    path_abandon(path);
    assert_near(fw_path_length(path), 3, 0);
    fw_path_destroy(path);
}

TEST(lines_of_no_length_are_kept_only_alone)
{
    fw_path *path = new_path();
    int32_t count;
    path_begin(path);
    assert_int_equal(path_push_line(path, 1, 1, 1, 1), FW_OK);
    assert_int_equal(path_push_line(path, 1, 1, 1, 1), FW_OK);
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    assert_non_null(fw_path_segments(path, &count));
    assert_int_equal(count, 1);
    path_begin(path);
    assert_int_equal(path_push_line(path, 1, 1, 1, 1), FW_OK);
    assert_int_equal(path_push_line(path, 1, 1, 2, 1), FW_OK);
    assert_int_equal(path_push_line(path, 2, 1, 2, 1), FW_OK);
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    assert_near(fw_path_segments(path, &count)->length, 1, 0);
    assert_int_equal(count, 1);
    fw_path_destroy(path);
}

static void write_and_edit(fw_path *path, fw_path *other)
{
    path_begin(path);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(path_push_line(path, i, i % 2, i + 1, (i + 1) % 2), FW_OK);
    assert_int_equal(path_push_impossible(path, 1, 2), FW_OK);
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    assert_int_equal(fw_path_copy(path, other), FW_OK);
    assert_int_equal(fw_path_split(path, 5, other), FW_OK);
    assert_int_equal(fw_path_join(path, other), FW_OK);
}

TEST(warm_reuse_allocates_nothing)
{
    ration held = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&held);
    fw_path *path, *other;
    assert_int_equal(fw_path_create(&hooks, &path), FW_OK);
    assert_int_equal(fw_path_create(&hooks, &other), FW_OK);
    for (int i = 0; i < 3; i++)
        write_and_edit(path, other);
    const uint64_t warm = held.calls;
    for (int i = 0; i < 10; i++)
        write_and_edit(path, other);
    assert_int_equal(held.calls, warm);
    fw_path_destroy(path);
    fw_path_destroy(other);
    assert_int_equal(held.bytes, 0);
}

TEST(a_path_that_was_joined_once_does_not_grow_with_every_use)
{
    ration held = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&held);
    fw_path *path, *tail;
    fw_segment row[9];
    for (int i = 0; i < 9; i++)
        row[i] = (fw_segment){ { i, 0, 0 }, 0, 1, FW_FORWARD };
    assert_int_equal(fw_path_create(&hooks, &path), FW_OK);
    assert_int_equal(fw_path_create(&hooks, &tail), FW_OK);
    assert_int_equal(fw_path_set(path, row, 5, NULL), FW_OK);
    assert_int_equal(fw_path_set(tail, row + 5, 4, NULL), FW_OK);
    assert_int_equal(fw_path_join(path, tail), FW_OK);
    for (int i = 0; i < 30; i++)
        assert_int_equal(fw_path_set(path, row, 9 - i % 5, NULL), FW_OK);
    assert_true(held.bytes < 8192);
    fw_path_destroy(path);
    fw_path_destroy(tail);
}

TEST(counts_of_violations_end_where_numbers_end)
{
    fw_path *path = new_path(), *rest = new_path();
    const fw_segment line = { { 0, 0, 0 }, 0, 8, FW_FORWARD };
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND,
                                      .length = 8,
                                      .violations = { .blocked = 1 } };
    fw_path_summary joined;
    assert_int_equal(fw_path_set(path, &line, 1, &claimed), FW_OK);
    for (int i = 0; i < 33; i++) { // both parts keep the count, which doubles
        assert_int_equal(fw_path_split(path, 4, rest), FW_OK);
        assert_int_equal(fw_path_join(path, rest), FW_OK);
    }
    assert_int_equal(fw_path_summarise(path, &joined), FW_OK);
    assert_int_equal(joined.violations.blocked, INT32_MAX);
    fw_path_destroy(path);
    fw_path_destroy(rest);
}

TEST(without_memory_a_path_stays_as_it_was)
{
    const fw_segment before = { { 1, 2, 0 }, 0, 4, FW_FORWARD };
    fw_segment after[40] = { { { 1, 2, 0 }, 0, 4, FW_FORWARD } };
    for (int i = 1; i < 40; i++)
        after[i] = (fw_segment){ { 1 + 4 * i, 2, 0 }, 0, 4, FW_FORWARD };
    fw_path *tail = new_path();
    assert_int_equal(fw_path_set(tail, after, 40, NULL), FW_OK);
    for (int n = 1; n < 12; n++) {
        ration held = { .left = (uint64_t)n - 1, .once = true };
        const fw_allocator hooks = rationed(&held);
        fw_path *path;
        if (fw_path_create(&hooks, &path) != FW_OK)
            continue;
        const bool has_first = fw_path_set(path, &before, 1, NULL) == FW_OK;
        const fw_result set = fw_path_set(path, after, 40, NULL);
        int32_t count;
        fw_path_segments(path, &count);
        assert_int_equal(count, set == FW_OK ? 40 : has_first ? 1 : 0);
        const fw_result copied = fw_path_copy(tail, path);
        assert_true(copied == FW_OK || copied == FW_NO_MEMORY);
        fw_path_destroy(path);
        assert_int_equal(held.bytes, 0);
    }
    fw_path_destroy(tail);
}

static bool is_same_path(const fw_path *a, const fw_path *b)
{
    int32_t count, other;
    const fw_segment *segments = fw_path_segments(a, &count), *others = fw_path_segments(b, &other);
    if (count != other || fw_path_length(a) != fw_path_length(b))
        return false;
    for (int32_t i = 0; i < count; i++)
        if (segments[i].start.x != others[i].start.x || segments[i].start.y != others[i].start.y ||
            segments[i].length != others[i].length)
            return false;
    return true;
}

/// A path of so many lines with an impossible stretch and a speed profile; false where there was no memory.
static bool fill_row(fw_path *path, int lines)
{
    path_begin(path);
    bool is_written = path_push_impossible(path, 0.5, lines - 0.5) == FW_OK;
    for (int i = 0; i < lines; i++)
        is_written = path_push(path, &(fw_segment){ { i, 0, 0 }, 0, 1, FW_FORWARD }) == FW_OK && is_written;
    if (is_written)
        path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    else
        path_abandon(path);
    fw_speed_sample *speeds = is_written ? path_begin_speeds(path, 2) : NULL;
    if (!speeds)
        return false;
    speeds[0] = (fw_speed_sample){ 0, 1, 0 };
    speeds[1] = (fw_speed_sample){ lines, 1, lines };
    path_end_speeds(path, 2);
    return true;
}

TEST(without_memory_edits_change_nothing)
{
    fw_path *before = new_path(), *tail = new_path();
    assert_true(fill_row(before, 20));
    const fw_segment onward = { { 20, 0, 0 }, 0, 1, FW_FORWARD };
    fw_segment many[40];
    for (int i = 0; i < 40; i++) {
        many[i] = onward;
        many[i].start.x += i;
    }
    assert_int_equal(fw_path_set(tail, many, 40, NULL), FW_OK);
    int refused = 0;
    for (int n = 1; n < 40; n++) {
        ration held = { .left = (uint64_t)n - 1, .once = true };
        const fw_allocator hooks = rationed(&held);
        fw_path *path;
        if (fw_path_create(&hooks, &path) != FW_OK)
            continue;
        if (fill_row(path, 20)) {
            assert_true(is_same_path(path, before));
            if (fw_path_join(path, tail) == FW_NO_MEMORY) {
                refused++;
                assert_true(is_same_path(path, before));
            } else {
                assert_near(fw_path_length(path), 60, 1e-12);
            }
            const fw_result split = fw_path_split(before, 7.5, path);
            assert_near(fw_path_length(before), split == FW_OK ? 7.5 : 20, 0);
            assert_true(fill_row(before, 20));
            refused += fw_path_copy(tail, path) == FW_NO_MEMORY;
        }
        fw_path_destroy(path);
        assert_int_equal(held.bytes, 0);
    }
    assert_true(refused > 0);
    fw_path_destroy(before);
    fw_path_destroy(tail);
}

TEST(a_speed_profile_is_copied_and_forgotten_with_the_path_that_it_belongs_to)
{
    fw_path *path = new_path(), *copy = new_path();
    int32_t count;
    assert_null(fw_path_speeds(path, &count));
    assert_true(fill_row(path, 4));
    assert_near(fw_path_speeds(path, &count)[1].time, 4, 0);
    assert_int_equal(count, 2);
    assert_int_equal(fw_path_copy(path, copy), FW_OK);
    assert_near(fw_path_speeds(copy, NULL)[1].at, 4, 0);
    assert_int_equal(fw_path_reverse(path), FW_OK);
    assert_null(fw_path_speeds(path, &count));
    assert_non_null(fw_path_speeds(copy, &count));
    fw_path_clear(copy);
    assert_null(fw_path_speeds(copy, &count));
    fw_path_destroy(path);
    fw_path_destroy(copy);
}

TEST(nothing_is_nothing)
{
    fw_path *path = new_path();
    fw_path_summary summary;
    fw_pose pose;
    fw_box box;
    double number;
    int32_t count = 0;
    assert_int_equal(fw_path_create(NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_copy(NULL, path), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_copy(path, path), FW_OK);
    assert_int_equal(fw_path_set(NULL, NULL, 0, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_set(path, NULL, 0, NULL), FW_OK);
    assert_int_equal(fw_path_summarise(path, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    assert_int_equal(fw_path_pose_at(NULL, 0, &pose), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_pose_following(path, 0, NULL, &pose), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_pose_following(path, 0, &count, &pose), FW_BAD_SIZE);
    assert_int_equal(fw_path_pose_following(path, NAN, &count, &pose), FW_NOT_FINITE);
    assert_int_equal(fw_path_bounds(NULL, &box), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_nearest(path, 0, 0, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_resample(path, 1, NULL, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_resample(path, NAN, NULL, 0, &count), FW_NOT_FINITE);
    assert_int_equal(fw_path_resample(path, 1, NULL, 0, &count), FW_BAD_SIZE);
    assert_int_equal(fw_path_split(path, 0, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_split(path, INFINITY, path), FW_NOT_FINITE);
    assert_int_equal(fw_path_reverse(NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_reverse(path), FW_OK);
    assert_int_equal(fw_path_join(path, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_join(path, path), FW_BAD_VALUE);
    assert_null(fw_path_segments(NULL, &count));
    assert_null(fw_path_impossible(NULL, &count));
    assert_near(fw_path_length(NULL), 0, 0);
    assert_int_equal(fw_path_nearest(path, 0, 0, &number, NULL), FW_BAD_SIZE);
    fw_path_clear(NULL);
    fw_path_destroy(NULL);
    fw_path_destroy(path);
}

TEST(bad_input_is_named_and_changes_nothing)
{
    fw_path *path = new_path(), *empty = new_path();
    const fw_segment good = { { 0, 0, 0 }, 0, 2, FW_FORWARD };
    assert_int_equal(fw_path_set(path, &good, 1, NULL), FW_OK);
    fw_segment bad = good;
    bad.curvature = NAN;
    assert_int_equal(fw_path_set(path, &bad, 1, NULL), FW_NOT_FINITE);
    bad = good;
    bad.length = -1;
    assert_int_equal(fw_path_set(path, &bad, 1, NULL), FW_BAD_VALUE);
    bad = good;
    bad.start.x = bad.length = 1e308;
    assert_int_equal(fw_path_set(path, &bad, 1, NULL), FW_NOT_FINITE);
    bad = good;
    bad.curvature = bad.length = 1e200;
    assert_int_equal(fw_path_set(path, &bad, 1, NULL), FW_NOT_FINITE);
    const fw_segment endless[] = { { { 0, 0, 0 }, 0, 1e308, FW_FORWARD },
                                   { { 0, 0, 0 }, 0, 1e308, FW_FORWARD } };
    assert_int_equal(fw_path_set(path, endless, 2, NULL), FW_NOT_FINITE);
    bad = good;
    bad.gear = (fw_gear)7;
    assert_int_equal(fw_path_set(path, &bad, 1, NULL), FW_BAD_VALUE);
    assert_int_equal(fw_path_set(path, &good, -1, NULL), FW_BAD_SIZE);
    assert_int_equal(fw_path_set(path, NULL, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_set(path, &good, 1, &(fw_path_summary){ .cost = INFINITY }), FW_NOT_FINITE);
    assert_int_equal(fw_path_set(path, &good, 1, &(fw_path_summary){ .fixed_angles = 7 }), FW_BAD_VALUE);
    assert_int_equal(fw_path_set(path, &good, 1, &(fw_path_summary){ .length = -1 }), FW_BAD_VALUE);
    assert_int_equal(fw_path_set(path, &good, 1, &(fw_path_summary){ .cost = -1 }), FW_BAD_VALUE);
    assert_int_equal(fw_path_set(path, &good, 1, &(fw_path_summary){ .violations = { .impossible = -1 } }),
                     FW_BAD_VALUE);
    fw_pose pose;
    fw_box box;
    double number;
    int32_t count;
    assert_int_equal(fw_path_pose_at(path, NAN, &pose), FW_NOT_FINITE);
    assert_int_equal(fw_path_pose_at(empty, 0, &pose), FW_BAD_SIZE);
    assert_int_equal(fw_path_bounds(empty, &box), FW_BAD_SIZE);
    assert_int_equal(fw_path_nearest(empty, 0, 0, &number, NULL), FW_BAD_SIZE);
    assert_int_equal(fw_path_nearest(path, NAN, 0, &number, NULL), FW_NOT_FINITE);
    assert_int_equal(fw_path_resample(path, 0, NULL, 0, &count), FW_BAD_VALUE);
    assert_int_equal(fw_path_split(path, 2.1, empty), FW_BAD_VALUE);
    assert_int_equal(fw_path_split(path, 1, path), FW_BAD_VALUE);
    const fw_segment elsewhere = { { 2.1, 0, 0 }, 0, 2, FW_FORWARD };
    assert_int_equal(fw_path_set(empty, &elsewhere, 1, NULL), FW_OK);
    assert_int_equal(fw_path_join(path, empty), FW_BAD_VALUE);
    assert_near(fw_path_length(path), 2, 0);
    fw_path_clear(path);
    assert_near(fw_path_length(path), 0, 0);
    fw_path_destroy(path);
    fw_path_destroy(empty);
}

TEST(every_outcome_has_a_name_of_its_own)
{
    for (int a = 0; a < FW_OUTCOME_COUNT; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(fw_outcome_name((fw_outcome)a), fw_outcome_name((fw_outcome)b));
    assert_string_equal(fw_outcome_name(FW_OUTCOME_NOT_FOUND), "not_found");
    assert_string_equal(fw_outcome_name(FW_OUTCOME_GAVE_UP), "gave_up");
    assert_string_equal(fw_outcome_name(FW_OUTCOME_LIMIT), "limit");
    assert_string_equal(fw_outcome_name((fw_outcome)99), "unknown");
}

TEST(a_speed_profile_may_be_set_and_dropped)
{
    const fw_segment line = { .start = { 1, 1, 0 }, .length = 4 };
    const fw_speed_sample cruise[] = { { 0, 2, 0 }, { 4, 2, 2 } };
    int32_t count;
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, &line, 1, NULL), FW_OK);
    assert_int_equal(fw_path_set_speeds(NULL, cruise, 2), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_set_speeds(path, NULL, 2), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_set_speeds(path, cruise, -1), FW_BAD_SIZE);
    assert_int_equal(fw_path_set_speeds(path, cruise, 2), FW_OK);
    for (int field = 0; field < 3; field++) {
        fw_speed_sample spoiled[] = { { 0, 2, 0 }, { 4, 2, 2 } };
        double *const fields[] = { &spoiled[1].at, &spoiled[1].speed, &spoiled[1].time };
        *fields[field] = NAN;
        assert_int_equal(fw_path_set_speeds(path, spoiled, 2), FW_NOT_FINITE);
        *fields[field] = -1;
        assert_int_equal(fw_path_set_speeds(path, spoiled, 2), FW_BAD_VALUE);
    }
    assert_ptr_not_equal(fw_path_speeds(path, &count), NULL);
    assert_int_equal(count, 2);
    const fw_speed_sample pause[] = {
        { 0, 2, 0 }, { 2, 0, 1 }, { 2, 0, 3 }, { 4, 2, 4 }
    }; // twice at one place
    assert_int_equal(fw_path_set_speeds(path, pause, 4), FW_OK);
    const fw_speed_sample back[] = { { 0, 2, 0 }, { 3, 0, 1 }, { 2, 0, 3 } };
    assert_int_equal(fw_path_set_speeds(path, back, 3), FW_BAD_VALUE);
    fw_path_speeds(path, &count);
    assert_int_equal(count, 4);
    assert_int_equal(fw_path_set_speeds(path, NULL, 0), FW_OK);
    assert_null(fw_path_speeds(path, &count));
    fw_path_destroy(path);
}
