// Saved states of a traffic: their bytes, what later versions read, and what happens to damaged ones.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/choices.h"
#include "common/rounds.h"
#include "common/save_sum.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "first_save.h"
#include "traffic/inside.h"

enum { SIDE = 20, PEOPLE = 6, CAR = 7, UNITS = 7, MOST_BYTES = 1 << 15 };

typedef struct town {
    fw_map *map;
    fw_unit_id person, car;
    fw_traffic *traffic;
} town;

static const double radius_of_person = 0.4, radius_of_car = 0.6;

/// Two rooms with a door between them. Its tiles and units never change: a save of an earlier version needs them.
static void begin(town *town)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, &town->map), FW_OK);
    assert_int_equal(fw_map_set_rect(town->map, 10, 0, 1, 9, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(town->map, 10, 11, 1, 9, FW_BLOCKED), FW_OK);
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = (fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = radius_of_person };
    assert_int_equal(fw_map_add_unit(town->map, &unit, &town->person), FW_OK);
    unit.footprint.radius = radius_of_car;
    unit.turn_radius = 1.5;
    unit.reverse = true;
    assert_int_equal(fw_map_add_unit(town->map, &unit, &town->car), FW_OK);
    assert_int_equal(fw_map_commit(town->map), FW_OK);
    assert_int_equal(fw_traffic_create(town->map, NULL, &town->traffic), FW_OK);
}

static void end(town *town)
{
    fw_traffic_destroy(town->traffic);
    fw_map_destroy(town->map);
}

static fw_result try_to_add(town *town, fw_agent_id id)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = id == CAR ? town->car : town->person;
    def.start = (fw_pose){ id % 2 == 0 ? 3 : 16, 2.0 + 2 * id, 0 };
    def.top = 2;
    def.acceleration = def.braking = def.lateral = 3;
    return fw_traffic_add(town->traffic, &def);
}

static void add(town *town, fw_agent_id id)
{
    assert_int_equal(try_to_add(town, id), FW_OK);
}

static void step_for(fw_traffic *traffic, double seconds)
{
    for (int i = 0; i < (int)(seconds * 10); i++)
        assert_int_equal(fw_traffic_step(traffic, 0.1, 400), FW_OK);
}

/// Everything that a save holds: a group, errands, someone who holds, an obstacle, a site, a car, a crowd in a door.
static void order_all(town *town)
{
    const fw_agent_id group[] = { 1, 3 };
    const fw_pose places[] = { { 4, 4, 0 }, { 4, 6, 0 } };
    const fw_group_def together = fw_default_group_def();
    uint32_t site = 0;
    assert_int_equal(fw_traffic_order_together(town->traffic, &together, group, places, 2), FW_OK);
    assert_int_equal(fw_traffic_order_along(town->traffic, 2, places, 2), FW_OK);
    assert_int_equal(fw_traffic_order(town->traffic, 4, 17, 9), FW_OK);
    assert_int_equal(fw_traffic_follow(town->traffic, 6, 4, 1), FW_OK);
    assert_int_equal(fw_traffic_hold(town->traffic, 5, true), FW_OK);
    assert_int_equal(fw_traffic_order(town->traffic, CAR, 4, 16), FW_OK);
    assert_int_equal(fw_traffic_set_obstacle(town->traffic, 9, (fw_pose){ 14, 17, 0 }, 0.25, 0, 0.5), FW_OK);
    assert_int_equal(fw_traffic_clear_rect(town->traffic, 1, 1, 2, 2, &site), FW_OK);
    assert_int_equal(fw_traffic_set_user(town->traffic, 3, UINT64_MAX - 1), FW_OK);
}

static size_t save(const fw_traffic *traffic, uint8_t *bytes)
{
    size_t count = 0;
    assert_int_equal(fw_traffic_save(traffic, bytes, MOST_BYTES, &count), FW_OK);
    return count;
}

static fw_result restore(town *town, const uint8_t *bytes, size_t count)
{
    fw_traffic_destroy(town->traffic);
    assert_int_equal(fw_traffic_create(town->map, NULL, &town->traffic), FW_OK);
    return fw_traffic_restore(town->traffic, bytes, count);
}

TEST(equal_states_have_equal_bytes_in_whatever_order_units_were_added)
{
    static uint8_t saved[2][MOST_BYTES];
    size_t counts[2];
    for (int i = 0; i < 2; i++) {
        town town;
        begin(&town);
        for (fw_agent_id id = 1; id <= UNITS; id++)
            add(&town, i == 0 ? id : UNITS + 1 - id);
        if (i == 1) { // a slot that is free for a while
            assert_int_equal(fw_traffic_remove(town.traffic, 4), FW_OK);
            add(&town, 4);
        }
        order_all(&town);
        step_for(town.traffic, 6);
        counts[i] = save(town.traffic, saved[i]);
        end(&town);
    }
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(saved[0], saved[1], counts[0]);
}

TEST(a_restored_state_is_saved_with_the_same_bytes_and_moves_alike)
{
    static uint8_t saved[MOST_BYTES], again[MOST_BYTES];
    town town;
    begin(&town);
    for (fw_agent_id id = 1; id <= UNITS; id++)
        add(&town, id);
    order_all(&town);
    for (int i = 0; i < 60; i++) {
        const size_t count = save(town.traffic, saved);
        fw_traffic *const before = town.traffic;
        town.traffic = NULL;
        assert_int_equal(restore(&town, saved, count), FW_OK);
        assert_int_equal(save(town.traffic, again), count);
        assert_memory_equal(saved, again, count);
        step_for(before, 0.5);
        step_for(town.traffic, 0.5);
        assert_true(fw_traffic_hash(before) == fw_traffic_hash(town.traffic));
        fw_traffic_destroy(before);
    }
    end(&town);
}

/// Units plan one after the other while a knot lasts, those under way first: some have planned, others have not.
TEST(a_save_can_be_restored_whichever_unit_was_removed_before)
{
    static uint8_t saved[MOST_BYTES];
    town town;
    for (fw_agent_id gone = 1; gone <= UNITS; gone++)
        for (int tenths = 1; tenths <= 9; tenths++) {
            begin(&town);
            for (fw_agent_id id = 1; id <= UNITS; id++)
                add(&town, id);
            assert_int_equal(fw_traffic_order(town.traffic, gone, 10, 10), FW_OK);
            step_for(town.traffic, tenths / 10.0 + 0.01);
            assert_int_equal(fw_traffic_remove(town.traffic, gone), FW_OK);
            const size_t count = save(town.traffic, saved);
            assert_int_equal(restore(&town, saved, count), FW_OK);
            end(&town);
        }
}

static void expect_equal_saves(const fw_traffic *one, const fw_traffic *other)
{
    static uint8_t saved[2][MOST_BYTES];
    const size_t count = save(one, saved[0]);
    assert_int_equal(save(other, saved[1]), count);
    assert_memory_equal(saved[0], saved[1], count);
}

/// Adds a unit again, which gets an order, or stands; unless another one stands there.
static void come_back(town *town, fw_agent_id id, bool is_ordered)
{
    if (try_to_add(town, id) == FW_OK && is_ordered)
        assert_int_equal(fw_traffic_order(town->traffic, id, id % 2 == 0 ? 17 : 3, 2.5 * id), FW_OK);
    step_for(town->traffic, 0.9);
}

/// A traffic that was saved and the restored one get the same calls: units leave and come back, at times all of them,
/// and the map changes right before a save.
TEST(a_traffic_and_its_restored_twin_are_saved_alike_whatever_happens_later)
{
    static uint8_t saved[MOST_BYTES];
    random_source random = { 3 };
    town town;
    begin(&town);
    for (fw_agent_id id = 1; id <= UNITS; id++)
        add(&town, id);
    order_all(&town);
    step_for(town.traffic, 2);
    for (int round = 0; round < 60; round++) {
        fw_traffic *const before = town.traffic;
        const fw_agent_id first = round % 6 == 5 ? 1 : 1 + random_below(&random, UNITS);
        const fw_agent_id last = round % 6 == 5 ? UNITS : first;
        const int32_t x = (int32_t)random_below(&random, SIDE), y = (int32_t)random_below(&random, SIDE);
        for (fw_agent_id id = first; id <= last; id++)
            fw_traffic_remove(before, id); // unless it did not come back
        assert_int_equal(fw_map_set_tile(town.map, x, y, round % 3 == 0 ? FW_SWAMP : FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(town.map), FW_OK);
        const size_t count = save(before, saved);
        town.traffic = NULL;
        assert_int_equal(restore(&town, saved, count), FW_OK);
        fw_traffic *const twins[] = { before, town.traffic };
        for (int twin = 0; twin < 2; twin++) {
            town.traffic = twins[twin];
            if (round % 6 == 2)
                fw_traffic_order(town.traffic, CAR, 16, 17.5); // sideways, by a course of arcs
            step_for(town.traffic, 0.3);
            for (fw_agent_id id = first; id <= last; id++)
                come_back(&town, id, round % 2 == 0);
        }
        expect_equal_saves(before, town.traffic);
        fw_traffic_destroy(before);
    }
    end(&town);
}

/// A motion that ends in a stop may end with a speed of rounding errors.
TEST(a_unit_that_stands_but_for_rounding_is_restored)
{
    static uint8_t saved[MOST_BYTES];
    town town;
    begin(&town);
    add(&town, 1);
    agent *const unit = &town.traffic->agents[town.traffic->by_id[0]];
    unit->to.vx = -4e-16;
    unit->to.vy = 4e-16;
    const size_t count = save(town.traffic, saved);
    assert_int_equal(restore(&town, saved, count), FW_OK);
    end(&town);
}

/// Units with overlays of their own, which they got in another order than that of their ids.
TEST(orders_near_a_point_are_the_same_in_a_restored_traffic_if_units_have_overlays_of_their_own)
{
    static uint8_t saved[MOST_BYTES];
    const fw_agent_id ids[] = { 1, 2, 3 };
    town town;
    begin(&town);
    for (fw_agent_id id = 1; id <= 3; id++)
        add(&town, id);
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &overlay), FW_OK);
    for (fw_agent_id id = 3; id >= 1; id--) {
        fw_overlay_clear(overlay); // each may stand elsewhere near the point
        assert_int_equal(fw_overlay_block(overlay, 4, 4 - (int32_t)id, 3, (int32_t)id), FW_OK);
        assert_int_equal(fw_traffic_set_unit_overlay(town.traffic, id, overlay), FW_OK);
    }
    fw_overlay_destroy(overlay);
    const size_t count = save(town.traffic, saved);
    fw_traffic *const before = town.traffic;
    town.traffic = NULL;
    assert_int_equal(restore(&town, saved, count), FW_OK);
    assert_int_equal(fw_traffic_order_near(before, ids, 3, 5.5, 3.4), FW_OK);
    assert_int_equal(fw_traffic_order_near(town.traffic, ids, 3, 5.5, 3.4), FW_OK);
    step_for(before, 2);
    step_for(town.traffic, 2);
    assert_true(fw_traffic_hash(before) == fw_traffic_hash(town.traffic));
    fw_traffic_destroy(before);
    end(&town);
}

static uint8_t digit_of(char letter)
{
    return (uint8_t)(letter <= '9' ? letter - '0' : letter - 'a' + 10);
}

/// A wall has come over one unit and the way of another, and the door of the saved map is a wall now.
TEST(a_save_on_a_map_with_other_tiles_is_told_and_goes_on)
{
    static uint8_t saved[MOST_BYTES];
    town town, other;
    begin(&town);
    for (fw_agent_id id = 1; id <= UNITS; id++)
        add(&town, id);
    order_all(&town);
    step_for(town.traffic, 2);
    const size_t count = save(town.traffic, saved);
    assert_int_equal(restore(&town, saved, count), FW_OK);
    fw_agent_state walled;
    assert_int_equal(fw_traffic_get_state(town.traffic, 5, &walled, sizeof walled), FW_OK);
    begin(&other);
    assert_int_equal(fw_map_set_rect(other.map, 10, 9, 1, 2, FW_BLOCKED), FW_OK);
    assert_int_equal(
        fw_map_set_rect(other.map, (int32_t)walled.pose.x, (int32_t)walled.pose.y, 1, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(other.map), FW_OK);
    assert_int_equal(restore(&other, saved, count), FW_STALE);
    assert_int_equal(fw_traffic_hash(other.traffic), fw_traffic_hash(town.traffic));
    step_for(other.traffic, 20);
    for (fw_agent_id id = 1; id <= UNITS; id++) {
        fw_agent_state before, after;
        assert_int_equal(fw_traffic_get_state(town.traffic, id, &before, sizeof before), FW_OK);
        assert_int_equal(fw_traffic_get_state(other.traffic, id, &after, sizeof after), FW_OK);
        assert_true((before.pose.x < 10) == (after.pose.x < 10)); // nobody passes the door
        assert_int_not_equal(fw_map_terrain(other.map, (int32_t)after.pose.x, (int32_t)after.pose.y),
                             FW_BLOCKED);
    }
    const size_t later = save(other.traffic, saved);
    assert_int_equal(restore(&other, saved, later), FW_OK);
    end(&other);
    end(&town);
}

/// first_save.h is what order_all() came to after 6 seconds, when saves had their first version. It must never change:
/// a version of the library that cannot read it breaks the saves of all games.
TEST(the_save_of_the_first_version_can_be_read)
{
    static uint8_t saved[MOST_BYTES];
    size_t count = 0;
    town town;
    begin(&town);
    for (size_t row = 0; row < sizeof first_save / sizeof *first_save; row++)
        for (const char *digit = first_save[row]; *digit; digit += 2)
            saved[count++] = (uint8_t)(digit_of(digit[0]) << 4 | digit_of(digit[1]));
    assert_int_equal(restore(&town, saved, count), FW_OK);
    assert_true(fw_traffic_time(town.traffic) > 5.9 && fw_traffic_time(town.traffic) < 6.1);
    fw_agent_state found;
    for (fw_agent_id id = 1; id <= UNITS; id++) {
        assert_int_equal(fw_traffic_get_state(town.traffic, id, &found, sizeof found), FW_OK);
        assert_true(fabs(found.pose.x - first_places[id - 1].x) < 1e-9 &&
                    fabs(found.pose.y - first_places[id - 1].y) < 1e-9);
    }
    assert_true(fw_traffic_get_user(town.traffic, 3) == UINT64_MAX - 1);
    step_for(town.traffic, 60);
    for (fw_agent_id id = 1; id <= 4; id++) {
        assert_int_equal(fw_traffic_get_state(town.traffic, id, &found, sizeof found), FW_OK);
        assert_int_equal(found.activity, FW_AGENT_ARRIVED);
    }
    end(&town);
}

/// The smallest bodies keep clear of each other: kinds and layers may have been changed.
static void judge(const town *town)
{
    const fw_traffic *traffic = town->traffic;
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(town->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = i + 1; j < count; j++)
            if (agent_sees(&traffic->agents[traffic->by_id[i]], &traffic->agents[traffic->by_id[j]]))
                assert_true(hypot(states[i].pose.x - states[j].pose.x, states[i].pose.y - states[j].pose.y) >=
                            2 * radius_of_person - 1e-4);
}

/// Whatever is changed in a save with a right checksum: it is refused, or the traffic goes on without an overlap.
TEST(a_save_that_was_changed_is_refused_or_goes_on)
{
    static uint8_t saved[MOST_BYTES], changed[MOST_BYTES];
    static const double numbers[] = { 0, -1, 1e-9, 1e300, INFINITY, -INFINITY, NAN, 7.5 };
    choices source = choices_of_seed(47);
    int refused = 0, taken = 0;
    town town;
    begin(&town);
    for (fw_agent_id id = 1; id <= UNITS; id++)
        add(&town, id);
    order_all(&town);
    step_for(town.traffic, 3);
    const size_t count = save(town.traffic, saved);
    for (int round = 0; round < rounds(400); round++) {
        const size_t at = SAVE_HEAD_BYTES + choose_below(&source, (uint32_t)(count - SAVE_HEAD_BYTES - 8));
        memcpy(changed, saved, count);
        if (choose_one_in(&source, 2))
            changed[at] = (uint8_t)(changed[at] + choose_from_to(&source, -3, 3));
        else
            memcpy(&changed[at], &CHOOSE_OF(&source, numbers), 8);
        const size_t left = choose_one_in(&source, 20) ? at : count;
        save_set_sum(changed, left);
        const fw_result result = restore(&town, changed, left);
        refused += result != FW_OK;
        taken += result == FW_OK;
        for (int i = 0; i < 4 && result == FW_OK; i++) {
            step_for(town.traffic, 0.5);
            judge(&town);
        }
    }
    assert_true(refused > taken / 5 && taken > refused / 5);
    end(&town);
}
