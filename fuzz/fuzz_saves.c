// Bytes become a traffic with people, cars, a group, a jam, sites and obstacles, and then changes of its saved state,
// whose checksum is set right. Such a state is refused, or the traffic goes on: then no two bodies ever overlap.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/choices.h"
#include "common/save_sum.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"

enum { SIDE = 16, UNITS = 10, KINDS = 3, STEPS = 12 };

static const double radii[KINDS] = { 0.3, 0.45, 0.6 };
static const double turn_radii[KINDS] = { 0, 0, 1.2 };

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static fw_map *make_map(fw_unit_id *kinds)
{
    fw_map *map = NULL;
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    expect(fw_map_create(&def, &map) == FW_OK);
    expect(fw_map_set_rect(map, 7, 0, 1, 7, FW_BLOCKED) == FW_OK);
    expect(fw_map_set_rect(map, 7, 8, 1, SIDE - 8, FW_BLOCKED) == FW_OK);
    for (int i = 0; i < KINDS; i++) {
        fw_unit_def unit = fw_default_unit_def();
        unit.footprint = (fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = radii[i] };
        unit.turn_radius = turn_radii[i];
        unit.reverse = true;
        expect(fw_map_add_unit(map, &unit, &kinds[i]) == FW_OK);
    }
    expect(fw_map_commit(map) == FW_OK);
    return map;
}

/// Gives orders of all sorts to units on both sides of a door.
static void begin(choices *source, fw_traffic *traffic, const fw_unit_id *kinds)
{
    fw_agent_id group[3] = { 1, 2, 3 };
    fw_pose places[3] = { { 13, 3, 0 }, { 13, 5, 0 }, { 13, 7, 0 } };
    uint32_t site = 0;
    const fw_group_def together = fw_default_group_def();
    for (fw_agent_id id = 1; id <= UNITS; id++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = id;
        def.unit = kinds[choose_below(source, KINDS)];
        def.start = (fw_pose){ 1 + 2 * (id % 3) + (id > 5 ? 9 : 0), 1.5 + 3 * (id / 3), 0 };
        def.top = 2;
        def.acceleration = def.braking = def.lateral = 3;
        if (fw_traffic_add(traffic, &def) == FW_OK && id > 3)
            fw_traffic_order(traffic, id, SIDE - def.start.x, choose_within(source, 1, SIDE - 1));
    }
    fw_traffic_order_together(traffic, &together, group, places, 3);
    fw_traffic_follow(traffic, 4, 5, 1);
    fw_traffic_order_along(traffic, 6, places, 3);
    fw_traffic_hold(traffic, 7, true);
    fw_traffic_set_obstacle(traffic, 1, (fw_pose){ 12, 12, 0 }, 0.5, 0, 0.4);
    if (choose_one_in(source, 2))
        fw_traffic_clear_rect(traffic, 11, 9, 2, 2, &site);
    for (uint32_t i = choose_below(source, 40); i > 0; i--)
        expect(fw_traffic_step(traffic, 0.1, choose_below(source, 60)) == FW_OK);
}

/// The smallest bodies keep clear of each other: kinds and layers may have been changed.
static void judge(fw_traffic *traffic)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    for (int32_t i = 0; i < count; i++) {
        expect(isfinite(states[i].pose.x) && isfinite(states[i].pose.y) && isfinite(states[i].pose.heading));
        for (int32_t j = i + 1; j < count; j++)
            expect(!agent_sees(&traffic->agents[traffic->by_id[i]], &traffic->agents[traffic->by_id[j]]) ||
                   hypot(states[i].pose.x - states[j].pose.x, states[i].pose.y - states[j].pose.y) >=
                       2 * radii[0] - 1e-3);
    }
}

/// Goes on from a saved state, if it is one.
static void go_on(const fw_map *map, const uint8_t *save, size_t bytes)
{
    fw_traffic *traffic = NULL;
    expect(fw_traffic_create(map, NULL, &traffic) == FW_OK);
    if (fw_traffic_restore(traffic, save, bytes) == FW_OK) {
        judge(traffic);
        for (int i = 0; i < STEPS; i++) {
            expect(fw_traffic_step(traffic, 0.2, 200) == FW_OK);
            judge(traffic);
        }
        size_t again = 0;
        expect(fw_traffic_save(traffic, NULL, 0, &again) == FW_BUFFER_TOO_SMALL);
    }
    fw_traffic_destroy(traffic);
}

/// Changes a byte, the 8 bytes of a number, or the size.
static void change(choices *source, uint8_t *save, size_t *bytes)
{
    static const double numbers[] = { 0, -1, 1e-9, 1e300, INFINITY, -INFINITY, NAN, 7.5, 8 };
    const uint32_t place = SAVE_HEAD_BYTES + choose_below(source, (uint32_t)*bytes - SAVE_HEAD_BYTES - 8);
    switch (choose_below(source, 4)) {
    case 0:
        save[place] = (uint8_t)choose_below(source, 256);
        break;
    case 1:
        save[place] = (uint8_t)(save[place] + choose_from_to(source, -2, 2));
        break;
    case 2:
        memcpy(&save[place], &CHOOSE_OF(source, numbers), 8);
        break;
    default:
        *bytes -= choose_one_in(source, 8) ? choose_below(source, 40) : 0;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    choices source = choices_of_bytes(data, size);
    fw_unit_id kinds[KINDS];
    fw_map *map = make_map(kinds);
    fw_traffic *traffic = NULL;
    size_t bytes = 0;
    expect(fw_traffic_create(map, NULL, &traffic) == FW_OK);
    begin(&source, traffic, kinds);
    expect(fw_traffic_save(traffic, NULL, 0, &bytes) == FW_BUFFER_TOO_SMALL);
    uint8_t *save = malloc(bytes), *changed = malloc(bytes);
    expect(save && changed && fw_traffic_save(traffic, save, bytes, &bytes) == FW_OK);
    fw_traffic_destroy(traffic);
    go_on(map, save, bytes);
    for (int i = 0; i < 50 && !choices_are_over(&source); i++) {
        size_t left = bytes;
        memcpy(changed, save, bytes);
        for (uint32_t changes = 1 + choose_below(&source, 2); changes > 0; changes--)
            change(&source, changed, &left);
        save_set_sum(changed, left);
        go_on(map, changed, left);
    }
    free(save);
    free(changed);
    fw_map_destroy(map);
    return 0;
}
