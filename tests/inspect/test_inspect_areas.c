// What an inspection of an area map shows, beside what the area map and the tiles say.
#include <math.h>

#include "common/drawing.h"
#include "common/marks.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 24, MOST = SIDE * SIDE };

static marks seen;

/// What the tiles say of an area.
typedef struct gathered {
    double x, y, cost;
    int anchors;
} gathered;

static gathered gather(const fw_map *map, const fw_area_map *areas, const fw_unit_def *def, int32_t area)
{
    gathered sum = { 0 };
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            if (fw_area_map_at(areas, x, y) == area) {
                sum.x += x + 0.5;
                sum.y += y + 0.5;
                sum.cost += def->terrain_cost[fw_map_terrain(map, x, y)];
                sum.anchors++;
            }
    assert_true(sum.anchors > 0);
    return (gathered){ sum.x / sum.anchors, sum.y / sum.anchors, sum.cost / sum.anchors, sum.anchors };
}

/// Marks of one kind, which come one after the other; `first` is that of the kind.
static int count_of(fw_mark_kind kind, int *first)
{
    int count = 0;
    for (int i = 0; i < seen.count; i++)
        if (seen.items[i].kind == kind && count++ == 0)
            *first = i;
    for (int i = 0; i < count; i++)
        assert_int_equal(seen.items[*first + i].kind, kind);
    return count;
}

/// Every anchor is in one run, with the number of its area; runs are as long as they can be.
static void assert_runs(const fw_area_map *areas)
{
    bool covered[MOST] = { false };
    int first = 0;
    const int count = count_of(FW_MARK_AREA, &first);
    for (int i = 0; i < count; i++) {
        const fw_mark *mark = &seen.items[first + i];
        const fw_tile_rect *run = &mark->tiles;
        assert_int_equal(mark->numbers[0], mark->group);
        assert_int_equal(mark->numbers[1], fw_area_map_label(areas, mark->group));
        assert_true(mark->group >= 0 && fw_area_map_at(areas, run->x - 1, run->y) != mark->group &&
                    fw_area_map_at(areas, run->x + run->width, run->y) != mark->group);
        for (int32_t x = run->x; x < run->x + run->width; x++) {
            assert_int_equal(fw_area_map_at(areas, x, run->y), mark->group);
            covered[run->y * SIDE + x] = true;
        }
    }
    for (int32_t tile = 0; tile < MOST; tile++)
        assert_int_equal(covered[tile], fw_area_map_at(areas, tile % SIDE, tile / SIDE) >= 0);
}

/// True if two areas have tiles with a common side; tiles with a common corner do not tell.
static bool touch(const fw_area_map *areas, int32_t a, int32_t b)
{
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const int32_t here = fw_area_map_at(areas, x, y);
            const int32_t beside[] = { fw_area_map_at(areas, x + 1, y), fw_area_map_at(areas, x, y + 1) };
            for (int i = 0; i < 2; i++)
                if ((here == a && beside[i] == b) || (here == b && beside[i] == a))
                    return true;
        }
    return false;
}

TEST(areas_have_their_tiles_midpoints_and_steps)
{
    random_source source = { 305 };
    int steps_seen = 0, labelled = 0;
    for (int round = 0; round < 30; round++) {
        uint16_t labels[MOST] = { 0 };
        fw_map *map = map_at_random(&source, SIDE, SIDE, random_below(&source, 35), 3);
        fw_unit_def def = unit_entering(1 + (int32_t)random_below(&source, 2), 0xe);
        def.corners = FW_CORNERS_ORTHOGONAL; // areas are adjacent if tiles of both have a common side
        def.terrain_cost[2] = 2.5F;
        const fw_unit_id unit = add_unit(map, def);
        for (int i = 0; i < 60; i++)
            labels[random_below(&source, MOST)] = 7;
        fw_area_map_def cut = fw_default_area_map_def();
        cut.labels = round % 2 ? labels : NULL;
        cut.partition = (fw_partition)(round % FW_PARTITION_COUNT);
        cut.side = 1 + (int32_t)random_below(&source, 8);
        fw_area_map *areas = NULL;
        assert_int_equal(fw_area_map_create(map, unit, &cut, &areas), FW_OK);
        assert_int_equal(fw_inspect_areas(areas, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
        assert_runs(areas);
        int first = 0;
        const int32_t count = fw_area_map_count(areas);
        assert_int_equal(count_of(FW_MARK_MIDPOINT, &first), count);
        for (int32_t i = 0; i < count; i++) {
            const fw_mark *mark = &seen.items[first + i];
            const gathered middle = gather(map, areas, &def, i);
            assert_true(mark->numbers[0] == i && mark->group == i);
            assert_true(fabs(mark->line.start.x - middle.x) < 1e-9 &&
                        fabs(mark->line.start.y - middle.y) < 1e-9);
            assert_true(fabs(mark->numbers[1] - middle.cost) < 1e-9);
            labelled += fw_area_map_label(areas, i) == 7;
        }
        const int steps = count_of(FW_MARK_AREA_STEP, &first);
        int pairs = 0;
        for (int32_t a = 0; a < count; a++)
            for (int32_t b = a + 1; b < count; b++)
                pairs += touch(areas, a, b);
        assert_int_equal(steps, pairs);
        for (int i = 0; i < steps; i++) {
            const fw_mark *mark = &seen.items[first + i];
            const gathered from = gather(map, areas, &def, mark->group);
            fw_pose end;
            assert_int_equal(fw_segment_pose_at(&mark->line, mark->line.length, &end), FW_OK);
            assert_true(fabs(mark->line.start.x - from.x) < 1e-9 && fabs(mark->line.start.y - from.y) < 1e-9);
            bool is_known = false;
            for (int32_t other = mark->group + 1; other < count && !is_known; other++) {
                const gathered to = gather(map, areas, &def, other);
                const double far = hypot(to.x - from.x, to.y - from.y);
                is_known = touch(areas, mark->group, other) && hypot(end.x - to.x, end.y - to.y) < 1e-9 &&
                           fabs(mark->numbers[0] - 0.5 * (from.cost + to.cost) * far) < 1e-9;
            }
            assert_true(is_known);
        }
        steps_seen += steps;
        fw_area_map_destroy(areas);
        fw_map_destroy(map);
    }
    assert_true(steps_seen > 500 && labelled > 10);
}

TEST(it_ends_when_the_receiver_wants_no_more_and_tells_what_is_missing)
{
    fw_map *map = open_map(SIDE, SIDE);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_area_map *areas = NULL;
    assert_int_equal(fw_area_map_create(map, unit, NULL, &areas), FW_OK);
    assert_int_equal(fw_inspect_areas(areas, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
    const int all = seen.count;
    for (int most = 1; most <= all; most++) {
        assert_int_equal(fw_inspect_areas(areas, marks_keep, marks_begin(&seen, most)), FW_OK);
        assert_int_equal(seen.count, most);
    }
    assert_int_equal(fw_inspect_areas(NULL, marks_keep, &seen), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_areas(areas, NULL, NULL), FW_NULL_ARGUMENT);
    fw_area_map_destroy(areas);
    fw_map_destroy(map);
}
