// Bytes become walls, units, orders, edits and steps: no body ever touches another one.
#include <math.h>
#include <stdlib.h>

#include "common/choices.h"
#include "fairway/fairway.h"

enum { SIDE = 16, KINDS = 3, MOST_STEPS = 200 };

static const double radii[KINDS] = { 0.3, 0.5, 0.9 };
static const double turn_radii[KINDS] = { 0, 1.2, 0.7 };

static void expect(bool holds)
{
    if (!holds)
        abort();
}

typedef struct town {
    fw_map *map;
    fw_unit_id kinds[KINDS];
    fw_traffic *traffic;
    double radius[64]; ///< by id
} town;

static void add(choices *source, town *town)
{
    const uint32_t kind = choose_below(source, KINDS);
    fw_agent_def def = fw_default_agent_def();
    def.id = choose_below(source, 64);
    def.unit = town->kinds[kind];
    def.start = (fw_pose){ choose_within(source, 0, SIDE), choose_within(source, 0, SIDE), 0 };
    def.top = choose_magnitude(source, 0.1, 4);
    def.acceleration = choose_magnitude(source, 0.5, 20);
    def.braking = choose_magnitude(source, 0.5, 20);
    def.lateral = choose_magnitude(source, 0.5, 20);
    if (fw_traffic_add(town->traffic, &def) == FW_OK)
        town->radius[def.id] = radii[kind];
}

static void edit(choices *source, fw_map *map)
{
    const int32_t x = choose_from_to(source, 0, SIDE - 1), y = choose_from_to(source, 0, SIDE - 1);
    expect(fw_map_set_tile(map, x, y, choose_one_in(source, 2) ? FW_BLOCKED : FW_GROUND) == FW_OK);
    expect(fw_map_commit(map) == FW_OK);
}

static void judge(const town *town)
{
    int32_t count = 0, events = 0;
    const fw_agent_state *states = fw_traffic_states(town->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = i + 1; j < count; j++) {
            const double dx = states[i].pose.x - states[j].pose.x, dy = states[i].pose.y - states[j].pose.y;
            expect(hypot(dx, dy) >= town->radius[states[i].id] + town->radius[states[j].id] - 1e-6);
        }
    const fw_traffic_event *told = fw_traffic_events(town->traffic, &events);
    for (int32_t i = 0; i < events; i++)
        expect(fw_agent_activity_name(told[i].activity)[0] != 'u');
}

/// Goes on with a traffic that is restored from the saved state of the last one.
static void restore(town *town)
{
    size_t bytes = 0;
    expect(fw_traffic_save(town->traffic, NULL, 0, &bytes) == FW_BUFFER_TOO_SMALL);
    uint8_t *buffer = malloc(bytes);
    expect(buffer && fw_traffic_save(town->traffic, buffer, bytes, &bytes) == FW_OK);
    fw_traffic_destroy(town->traffic);
    expect(fw_traffic_create(town->map, NULL, &town->traffic) == FW_OK);
    expect(fw_traffic_restore(town->traffic, buffer, bytes) == FW_OK);
    free(buffer);
}

static void order_group(choices *source, town *town)
{
    enum { MEMBERS = 8 };
    fw_agent_id ids[MEMBERS];
    fw_pose places[MEMBERS];
    const fw_pose centre = { choose_within(source, 0, SIDE), choose_within(source, 0, SIDE),
                             choose_within(source, -4, 4) };
    const int32_t count = choose_from_to(source, 0, MEMBERS);
    for (int32_t i = 0; i < count; i++)
        ids[i] = choose_below(source, 64);
    const fw_formation formation = (fw_formation)choose_below(source, FW_FORMATIONS);
    expect(fw_formation_places(formation, centre, choose_magnitude(source, 0.1, 3), places, count) == FW_OK);
    fw_traffic_order_group(town->traffic, ids, places, count);
}

static void act(choices *source, town *town)
{
    switch (choose_below(source, 7)) {
    case 0:
        add(source, town);
        break;
    case 1:
        fw_traffic_order(town->traffic, choose_below(source, 64), choose_within(source, -1, SIDE + 1),
                         choose_within(source, -1, SIDE + 1));
        break;
    case 2:
        edit(source, town->map);
        break;
    case 3:
        fw_traffic_remove(town->traffic, choose_below(source, 64));
        break;
    case 4:
        restore(town);
        break;
    case 5:
        order_group(source, town);
        break;
    default:
        expect(fw_traffic_step(town->traffic, choose_magnitude(source, 1e-3, 2), choose_below(source, 500)) ==
               FW_OK);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    town town = { .map = NULL };
    choices source = choices_of_bytes(bytes, size);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    expect(fw_map_create(&def, &town.map) == FW_OK);
    for (int i = 0; i < KINDS; i++) {
        fw_unit_def kind = fw_default_unit_def();
        kind.size = 0;
        kind.footprint = fw_circle(radii[i]);
        kind.turn_radius = turn_radii[i];
        kind.reverse = i == 1;
        kind.methods = FW_METHOD_BIT(FW_GRID);
        expect(fw_map_add_unit(town.map, &kind, &town.kinds[i]) == FW_OK);
    }
    expect(fw_traffic_create(town.map, NULL, &town.traffic) == FW_OK);
    for (int steps = 0; steps < MOST_STEPS && !choices_are_over(&source); steps++) {
        act(&source, &town);
        judge(&town);
    }
    expect(fw_traffic_time(town.traffic) >= 0 && fw_traffic_bytes(town.traffic) > 0);
    fw_traffic_destroy(town.traffic);
    fw_map_destroy(town.map);
    return 0;
}
