#include "base/random.h"
#include "common/drawing.h"
#include "common/recorded.h"
#include "common/unit.h"

enum { SIDE = 30, UNITS = 16 };

/// A traffic on a map with walls, and its recording.
typedef struct crowd {
    fw_map *map;
    fw_unit_id kinds[2];
    fw_traffic *traffic;
    random_source source;
    recorded recording;
} crowd;

static crowd begin_crowd(uint64_t seed)
{
    crowd made = { .map = open_map(SIDE, SIDE), .source = { seed } };
    fw_unit_def walker = unit_of_size(1), car = unit_of_size(1);
    walker.footprint = fw_circle(0.35);
    car.footprint = fw_circle(0.45);
    car.turn_radius = 1;
    car.reverse = true;
    made.kinds[0] = add_unit(made.map, walker);
    made.kinds[1] = add_unit(made.map, car);
    assert_int_equal(fw_map_set_rect(made.map, 15, 0, 1, 12, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(made.map, 15, 16, 1, 14, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(made.map), FW_OK);
    return made;
}

static void begin_recording(crowd *crowd)
{
    assert_int_equal(fw_record_begin(crowd->map, keep_bytes, &crowd->recording), FW_OK);
}

static void begin_traffic(crowd *crowd)
{
    assert_int_equal(fw_traffic_create(crowd->map, NULL, &crowd->traffic), FW_OK);
    for (fw_agent_id id = 1; id <= UNITS; id++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = id;
        def.unit = crowd->kinds[id % 5 == 0];
        def.start = (fw_pose){ 1.5 + 2 * (id % 4), 1.5 + 3 * (id / 4), 0 };
        def.top = 2;
        def.acceleration = def.braking = def.lateral = 3;
        fw_traffic_add(crowd->traffic, &def);
    }
}

static void end_crowd(crowd *crowd)
{
    fw_traffic_destroy(crowd->traffic);
    fw_map_destroy(crowd->map);
    free(crowd->recording.bytes);
}

/// An order, or another call, of any kind.
static void command(crowd *crowd)
{
    random_source *source = &crowd->source;
    fw_traffic *traffic = crowd->traffic;
    const fw_agent_id id = 1 + random_below(source, UNITS + 1), other = 1 + random_below(source, UNITS);
    const double x = random_within(source, -1, SIDE), y = random_within(source, 0, SIDE);
    const fw_agent_id group[3] = { 1 + id % 5, 6 + id % 5, 11 + id % 5 };
    const fw_pose places[3] = { { x, y, 0 }, { x + 1, y, 0 }, { x, y + 1, 0 } };
    const fw_group_def together = fw_default_group_def();
    uint32_t site = 0;
    switch (random_below(source, 16)) {
    case 0:
        fw_traffic_order_group(traffic, group, places, 3);
        break;
    case 1:
        fw_traffic_order_together(traffic, &together, group, places, 3);
        break;
    case 2:
        fw_traffic_order_near(traffic, group, 3, x, y);
        break;
    case 3:
        fw_traffic_order_along(traffic, id, places, 3);
        break;
    case 4:
        fw_traffic_stop(traffic, id);
        fw_traffic_hold(traffic, other, random_below(source, 2));
        break;
    case 5:
        fw_traffic_halt_near(traffic, id, 1, 3);
        fw_traffic_set_sides(traffic, other, 2);
        break;
    case 6:
        fw_traffic_follow(traffic, id, other, 1.5);
        break;
    case 7:
        fw_traffic_prioritise(traffic, id, 5);
        fw_traffic_set_user(traffic, id, UINT64_MAX);
        break;
    case 8:
        fw_traffic_place(traffic, id, places[0]);
        break;
    case 9:
        fw_traffic_set_regard(traffic, id, 1, 3, 1);
        break;
    case 10:
        if (fw_traffic_clear_rect(traffic, (int32_t)x, (int32_t)y, 2, 2, &site) == FW_OK &&
            random_below(source, 2))
            fw_traffic_release_site(traffic, site);
        break;
    case 11:
        fw_traffic_set_obstacle(traffic, 1 + id % 3, places[0], 0.5, 0, 0.4);
        break;
    case 12:
        fw_traffic_remove_obstacle(traffic, 1 + id % 3);
        break;
    case 13:
        fw_traffic_remove(traffic, other);
        break;
    default:
        fw_traffic_order(traffic, id, x, y);
    }
}

static void go_on(crowd *crowd, int rounds)
{
    for (int i = 0; i < rounds; i++) {
        command(crowd);
        if (i % 10 == 9) {
            const int32_t x = (int32_t)random_below(&crowd->source, SIDE);
            const int32_t y = (int32_t)random_below(&crowd->source, SIDE);
            assert_int_equal(fw_map_set_tile(crowd->map, x, y, i % 20 == 9 ? FW_BLOCKED : FW_GROUND), FW_OK);
            assert_int_equal(fw_map_commit(crowd->map), FW_OK);
        }
        fw_traffic_step(crowd->traffic, 0.1, random_below(&crowd->source, 400));
    }
}

TEST(a_traffic_is_repeated_step_by_step)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        crowd crowd = begin_crowd(seed);
        begin_recording(&crowd);
        begin_traffic(&crowd);
        go_on(&crowd, 120);
        const fw_replay_report report = replay_of(&crowd.recording);
        if (report.differs)
            fail_msg("seed %d, call %d: %s: %s, not %s", (int)seed, (int)report.place, report.call,
                     report.answered, report.recorded);
        assert_int_equal(report.marks, 0);
        assert_true(report.compared > 2 * 120);
        end_crowd(&crowd);
    }
}

TEST(a_step_that_differs_is_named_and_the_rest_goes)
{
    crowd crowd = begin_crowd(9);
    recorded shorter = { .bytes = NULL };
    begin_recording(&crowd);
    begin_traffic(&crowd);
    go_on(&crowd, 80);
    break_answer(&crowd.recording, RECORD_TRAFFIC_STEP, 40);
    const fw_replay_report report = replay_of(&crowd.recording);
    assert_true(report.differs);
    assert_non_null(strstr(report.call, "traffic 1: fw_traffic_step(0.1, "));
    assert_int_equal(
        fw_recording_minimise(crowd.recording.bytes, crowd.recording.count, NULL, &shorter, keep_bytes),
        FW_OK);
    const fw_replay_report after = replay_of(&shorter);
    assert_string_equal(after.recorded, report.recorded);
    assert_string_equal(after.answered, report.answered);
    assert_int_equal(count_records(&shorter, RECORD_TRAFFIC_STEP), 41);
    free(shorter.bytes);
    end_crowd(&crowd);
}

TEST(a_traffic_that_began_before_the_recording_leaves_a_mark)
{
    crowd crowd = begin_crowd(10);
    begin_traffic(&crowd);
    begin_recording(&crowd);
    go_on(&crowd, 20);
    const fw_replay_report report = replay_of(&crowd.recording);
    assert_false(report.differs);
    assert_int_equal(report.marks, 1);
    assert_string_equal(report.mark, "a traffic that began before the recording");
    end_crowd(&crowd);
}

TEST(a_traffic_that_is_restored_leaves_a_mark)
{
    static uint8_t saved[1 << 18];
    size_t bytes = 0;
    crowd crowd = begin_crowd(11);
    begin_traffic(&crowd);
    go_on(&crowd, 20);
    assert_int_equal(fw_traffic_save(crowd.traffic, saved, sizeof saved, &bytes), FW_OK);
    fw_traffic_destroy(crowd.traffic);
    begin_recording(&crowd);
    assert_int_equal(fw_traffic_create(crowd.map, NULL, &crowd.traffic), FW_OK);
    assert_int_equal(fw_traffic_restore(crowd.traffic, saved, bytes), FW_OK);
    go_on(&crowd, 20);
    const fw_replay_report report = replay_of(&crowd.recording);
    assert_false(report.differs);
    assert_int_equal(report.marks, 1);
    assert_string_equal(report.mark, "fw_traffic_restore");
    end_crowd(&crowd);
}
