#include "common/troop.h"

#include <math.h>
#include <stdlib.h>

#include "common/unit.h"

static void create_traffic(troop *troop)
{
    const fw_allocator hooks = rationed(&troop->ration);
    assert_int_equal(fw_traffic_create(troop->map, &hooks, &troop->traffic), FW_OK);
    troop->judged = fw_traffic_time(troop->traffic);
}

int troop_begin(void **state)
{
    troop *made = calloc(1, sizeof *made);
    assert_non_null(made);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = TROOP_SIDE;
    assert_int_equal(fw_map_create(&def, &made->map), FW_OK);
    made->ration.left = UNRATIONED;
    made->tick = 0.05;
    made->kind = troop_add_kind(made, 0.4, 0);
    create_traffic(made);
    *state = made;
    return 0;
}

int troop_end(void **state)
{
    troop *doomed = *state;
    fw_traffic_destroy(doomed->traffic);
    fw_map_destroy(doomed->map);
    assert_int_equal(doomed->ration.held, 0);
    free(doomed);
    return 0;
}

void troop_begin_anew(troop *troop)
{
    fw_traffic_destroy(troop->traffic);
    create_traffic(troop);
    for (int i = 0; i < TROOP_MOST; i++)
        troop->members[i].is_known = troop->members[i].may_overlap_walls = false;
}

fw_unit_id troop_add_kind(const troop *troop, double radius, double turn_radius)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    def.size = 0;
    def.footprint = fw_circle(radius);
    def.turn_radius = turn_radius;
    def.reverse = turn_radius > 0;
    assert_int_equal(fw_map_add_unit(troop->map, &def, &id), FW_OK);
    return id;
}

void troop_add_of(troop *troop, fw_agent_id id, fw_unit_id kind, double radius, double x, double y)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = kind;
    def.start = (fw_pose){ x, y, 0 };
    def.top = 3;
    def.acceleration = def.braking = def.lateral = 6;
    assert_in_range(id, 1, TROOP_MOST - 1);
    assert_int_equal(fw_traffic_add(troop->traffic, &def), FW_OK);
    troop->members[id] = (troop_member){ radius, 3, 6, 6, .layers = def.layers };
}

void troop_add(troop *troop, fw_agent_id id, double x, double y)
{
    troop_add_of(troop, id, troop->kind, 0.4, x, y);
}

void troop_set_regard(troop *troop, fw_agent_id id, uint32_t layers, uint32_t gives_way_to, uint32_t may_push)
{
    assert_int_equal(fw_traffic_set_regard(troop->traffic, id, layers, gives_way_to, may_push), FW_OK);
    troop->members[id].layers = layers;
}

void troop_order(const troop *troop, fw_agent_id id, double x, double y)
{
    assert_int_equal(fw_traffic_order(troop->traffic, id, x, y), FW_OK);
}

void troop_order_at_random(const troop *troop, fw_agent_id id, random_source *random, double low, double high)
{
    const double y = random_within(random, low, high), x = random_within(random, low, high);
    troop_order(troop, id, x, y);
}

void troop_build(const troop *troop, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    assert_int_equal(fw_map_set_rect(troop->map, x, y, width, height, terrain), FW_OK);
    assert_int_equal(fw_map_commit(troop->map), FW_OK);
}

fw_agent_state troop_state(const troop *troop, fw_agent_id id)
{
    fw_agent_state state;
    assert_int_equal(fw_traffic_get_state(troop->traffic, id, &state, sizeof state), FW_OK);
    return state;
}

static double apart(fw_pose a, fw_pose b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/// True if a body overlaps a wall by more than a rounding error.
static bool overlaps_wall(const fw_map *map, fw_pose pose, double radius)
{
    const double least = radius - 2e-6;
    for (int32_t y = (int32_t)floor(pose.y - radius); y <= (int32_t)floor(pose.y + radius); y++)
        for (int32_t x = (int32_t)floor(pose.x - radius); x <= (int32_t)floor(pose.x + radius); x++) {
            const double dx = fmax(fmax(x - pose.x, pose.x - x - 1), 0),
                         dy = fmax(fmax(y - pose.y, pose.y - y - 1), 0);
            if (hypot(dx, dy) < least && fw_map_terrain(map, x, y) == FW_BLOCKED)
                return true;
        }
    return false;
}

static void judge_limits(troop_member *unit, const fw_agent_state *state, double passed)
{
    const double rise = state->speed - unit->speed;
    assert_true(state->speed <= unit->top * (1 + 1e-6));
    assert_true(apart(state->pose, unit->pose) <= unit->top * passed + 1e-6);
    assert_true(rise <= unit->acceleration * passed + 1e-6 && -rise <= unit->braking * passed + 1e-6);
}

static void judge(troop *troop)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(troop->traffic, &count);
    const double passed = fw_traffic_time(troop->traffic) - troop->judged;
    for (int32_t i = 0; i < count; i++) {
        troop_member *unit = &troop->members[states[i].id];
        for (int32_t j = 0; j < i; j++) {
            const troop_member *other = &troop->members[states[j].id];
            const double radii = (unit->layers & other->layers) != 0 ? unit->radius + other->radius : 0;
            if (apart(states[i].pose, states[j].pose) < radii - 2e-6)
                fail_msg("%u and %u overlap by %g at %g s", states[i].id, states[j].id,
                         radii - apart(states[i].pose, states[j].pose), fw_traffic_time(troop->traffic));
        }
        if (!unit->may_overlap_walls && overlaps_wall(troop->map, states[i].pose, unit->radius))
            fail_msg("%u overlaps a wall at %g, %g", states[i].id, states[i].pose.x, states[i].pose.y);
        if (unit->is_known && !troop->jumps)
            judge_limits(unit, &states[i], passed);
        unit->pose = states[i].pose;
        unit->speed = states[i].speed;
        unit->is_known = true;
    }
    troop->judged += passed;
    troop->jumps = false;
}

void troop_step(troop *troop)
{
    assert_int_equal(fw_traffic_step(troop->traffic, troop->tick, 5000), FW_OK);
    judge(troop);
}

void troop_step_for(troop *troop, double seconds)
{
    for (double time = 0; time < seconds - 1e-9; time += troop->tick)
        troop_step(troop);
}

void troop_save_and_restore(troop *troop)
{
    size_t bytes = 0;
    assert_int_equal(fw_traffic_save(troop->traffic, NULL, 0, &bytes), FW_BUFFER_TOO_SMALL);
    void *buffer = malloc(bytes);
    assert_non_null(buffer);
    assert_int_equal(fw_traffic_save(troop->traffic, buffer, bytes, &bytes), FW_OK);
    const double judged = troop->judged;
    fw_traffic_destroy(troop->traffic);
    create_traffic(troop);
    assert_int_equal(fw_traffic_restore(troop->traffic, buffer, bytes), FW_OK);
    troop->judged = judged;
    free(buffer);
}

bool troop_is_at_rest(const troop *troop)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(troop->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        if ((states[i].activity != FW_AGENT_ARRIVED && states[i].activity != FW_AGENT_STANDS) ||
            states[i].speed > 0)
            return false;
    return true;
}

double troop_step_until_rest(troop *troop, double most)
{
    double time = 0;
    do {
        troop_step(troop);
        time += troop->tick;
    } while (time < most && !troop_is_at_rest(troop));
    return time;
}

uint64_t troop_hash(const troop *troop, uint64_t hash)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(troop->traffic, &count);
    for (int32_t i = 0; i < count; i++) {
        hash = (hash ^ (uint64_t)llround(states[i].pose.x * 1e9)) * UINT64_C(0x100000001b3);
        hash = (hash ^ (uint64_t)llround(states[i].pose.y * 1e9)) * UINT64_C(0x100000001b3);
        hash = (hash ^ (uint64_t)states[i].activity) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t hash_of_course(troop *troop, uint64_t seed, int ticks, troop_act act, bool saves, int parts)
{
    random_source random = { seed };
    uint64_t hash = 1;
    troop_build(troop, 0, 0, fw_map_width(troop->map), fw_map_height(troop->map), FW_GROUND);
    troop_build(troop, 24, 10, 2, 14, FW_BLOCKED);
    troop_begin_anew(troop);
    for (fw_agent_id id = 1; id <= TROOP_REPEATERS; id++)
        troop_add(troop, id, 5 + id % 6 * 3, 5 + id / 6 * 3.0);
    for (int tick = 0; tick < ticks; tick++) {
        act(troop, &random);
        if (saves && tick % 30 == 13)
            troop_save_and_restore(troop);
        for (int part = 0; part < parts; part++)
            assert_int_equal(fw_traffic_step(troop->traffic, 0.05 / parts, part == 0 ? 20000 : 0), FW_OK);
        hash = troop_hash(troop, hash);
    }
    return hash;
}

void troop_assert_repeats(troop *troop, uint64_t seed, int ticks, troop_act act)
{
    const uint64_t hash = hash_of_course(troop, seed, ticks, act, false, 1);
    assert_true(hash_of_course(troop, seed, ticks, act, true, 1) == hash);
    assert_true(hash_of_course(troop, seed, ticks, act, false, 4) == hash);
}
