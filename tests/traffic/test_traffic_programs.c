// Random programs: units come, get orders and go, while the map, sites, obstacles and overlays change. No bodies ever
// overlap or leave the map, and a traffic that was restored from a save amid all this stays equal to the one that was
// saved, to the last byte.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { WIDTH = 16, HEIGHT = 10, KINDS = 3, UNITS = 10, STEPS = 150, MOST_BYTES = 1 << 16 };

static const double radii[KINDS] = { 0.3, 0.45, 0.4 };

/// What a program may do to a traffic, and to its twin. More than one number of a call is more likely.
typedef enum call_kind {
    CALL_ADD,
    CALL_REMOVE,
    CALL_ORDER,
    CALL_ORDER_AGAIN,
    CALL_ORDER_NEAR,
    CALL_FOLLOW,
    CALL_STOP,
    CALL_HOLD,
    CALL_PLACE,
    CALL_OBSTACLE,
    CALL_NO_OBSTACLE,
    CALL_CLEAR,
    CALL_RELEASE,
    CALL_OVERLAY,
    CALLS
} call_kind;

typedef struct call {
    call_kind kind;
    fw_agent_id id, other;
    double x, y, length;
    uint32_t number;
} call;

typedef struct program {
    random_source random;
    fw_map *map;
    fw_unit_id kinds[KINDS]; ///< people, large people, cars
    fw_overlay *overlay;
    fw_traffic *traffic;
    fw_traffic *twin;       ///< null: there is none
    int kind_of[UNITS + 1]; ///< by id
    bool has_edits;         ///< since the last step: a search under way may be repeated otherwise
} program;

static void begin(program *made, uint64_t seed)
{
    *made = (program){ .random = { seed } };
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    assert_int_equal(fw_map_create(&def, &made->map), FW_OK);
    for (int i = 0; i < WIDTH * HEIGHT / 8; i++) {
        const int32_t x = (int32_t)random_below(&made->random, WIDTH);
        const int32_t y = (int32_t)random_below(&made->random, HEIGHT);
        assert_int_equal(fw_map_set_tile(made->map, x, y, FW_BLOCKED), FW_OK);
    }
    assert_int_equal(fw_map_commit(made->map), FW_OK);
    for (int i = 0; i < KINDS; i++) {
        fw_unit_def unit = fw_default_unit_def();
        unit.footprint = fw_circle(radii[i]);
        unit.turn_radius = i == 2 ? 0.8 : 0;
        unit.reverse = true;
        assert_int_equal(fw_map_add_unit(made->map, &unit, &made->kinds[i]), FW_OK);
    }
    assert_int_equal(fw_overlay_create(WIDTH, HEIGHT, NULL, &made->overlay), FW_OK);
    assert_int_equal(fw_traffic_create(made->map, NULL, &made->traffic), FW_OK);
}

static void end(program *ended)
{
    fw_traffic_destroy(ended->twin);
    fw_traffic_destroy(ended->traffic);
    fw_overlay_destroy(ended->overlay);
    fw_map_destroy(ended->map);
}

static call draw_call(program *drawing, call_kind kind)
{
    random_source *random = &drawing->random;
    call drawn = { .kind = kind };
    drawn.id = 1 + random_below(random, UNITS);
    drawn.other = 1 + random_below(random, UNITS);
    drawn.x = random_within(random, 0, WIDTH);
    drawn.y = random_within(random, 0, HEIGHT);
    drawn.length = random_within(random, 0.2, 3);
    drawn.number = random_below(random, 8);
    if (kind == CALL_OVERLAY) {
        fw_overlay_clear(drawing->overlay);
        fw_overlay_block(drawing->overlay, (int32_t)drawn.x, (int32_t)drawn.y, 2, 1);
    }
    return drawn;
}

static fw_result add(const program *running, fw_traffic *traffic, const call *made)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = made->id;
    def.unit = running->kinds[made->number % KINDS];
    def.start = (fw_pose){ made->x, made->y, made->length };
    def.top = made->length;
    def.acceleration = def.braking = def.lateral = made->length + 3;
    return fw_traffic_add(traffic, &def);
}

static fw_result order_near(fw_traffic *traffic, const call *made)
{
    int32_t count = 0;
    fw_agent_id ids[UNITS];
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    for (int32_t i = 0; i < count; i++)
        ids[i] = states[i].id;
    return fw_traffic_order_near(traffic, ids, count, made->x, made->y);
}

static fw_result apply(const program *running, fw_traffic *traffic, const call *made)
{
    const fw_pose pose = { made->x, made->y, made->length };
    uint32_t site = 0;
    switch (made->kind) {
    case CALL_ADD:
        return add(running, traffic, made);
    case CALL_REMOVE:
        return fw_traffic_remove(traffic, made->id);
    case CALL_ORDER_NEAR:
        return order_near(traffic, made);
    case CALL_FOLLOW:
        return fw_traffic_follow(traffic, made->id, made->other, made->length);
    case CALL_STOP:
        return fw_traffic_stop(traffic, made->id);
    case CALL_HOLD:
        return fw_traffic_hold(traffic, made->id, made->number % 2 == 0);
    case CALL_PLACE:
        return fw_traffic_place(traffic, made->id, pose);
    case CALL_OBSTACLE:
        return fw_traffic_set_obstacle(traffic, 1 + made->number % 2, pose, made->number % 3, 0,
                                       made->length / 2);
    case CALL_NO_OBSTACLE:
        return fw_traffic_remove_obstacle(traffic, 1 + made->number % 2);
    case CALL_CLEAR:
        return fw_traffic_clear_rect(traffic, (int32_t)made->x, (int32_t)made->y, 2, 2, &site);
    case CALL_RELEASE:
        return fw_traffic_release_site(traffic, made->number);
    case CALL_OVERLAY:
        return fw_traffic_set_unit_overlay(traffic, made->id, made->number > 1 ? running->overlay : NULL);
    default:
        return fw_traffic_order(traffic, made->id, made->x, made->y);
    }
}

static void make_call(program *running, call_kind kind)
{
    const call made = draw_call(running, kind);
    const fw_result result = apply(running, running->traffic, &made);
    if (running->twin)
        assert_int_equal(apply(running, running->twin, &made), result);
    if (kind == CALL_ADD && result == FW_OK)
        running->kind_of[made.id] = (int)(made.number % KINDS);
}

static void edit(program *running)
{
    random_source *random = &running->random;
    const int32_t x = (int32_t)random_below(random, WIDTH);
    const int32_t y = (int32_t)random_below(random, HEIGHT);
    const uint8_t terrain = random_below(random, 3) == 0 ? FW_BLOCKED : FW_GROUND;
    assert_int_equal(fw_map_set_tile(running->map, x, y, terrain), FW_OK);
    assert_int_equal(fw_map_commit(running->map), FW_OK);
    running->has_edits = true;
}

static size_t save(const fw_traffic *traffic, uint8_t *bytes)
{
    size_t count = 0;
    assert_int_equal(fw_traffic_save(traffic, bytes, MOST_BYTES, &count), FW_OK);
    return count;
}

/// Restores another twin.
static void renew_twin(program *running)
{
    static uint8_t saved[MOST_BYTES];
    const size_t count = save(running->traffic, saved);
    fw_traffic_destroy(running->twin);
    assert_int_equal(fw_traffic_create(running->map, NULL, &running->twin), FW_OK);
    assert_int_equal(fw_traffic_restore(running->twin, saved, count), FW_OK);
}

static void expect_equal_twins(const program *running)
{
    static uint8_t saved[2][MOST_BYTES];
    const size_t count = save(running->traffic, saved[0]);
    assert_int_equal(save(running->twin, saved[1]), count);
    assert_memory_equal(saved[0], saved[1], count);
}

/// No two bodies overlap, and all are on the map.
static void judge(const program *running)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(running->traffic, &count);
    for (int32_t i = 0; i < count; i++) {
        const fw_pose at = states[i].pose;
        const double radius = radii[running->kind_of[states[i].id]], least = radius - 1e-5;
        assert_true(at.x > least && at.y > least && at.x < WIDTH - least && at.y < HEIGHT - least);
        for (int32_t j = 0; j < i; j++)
            assert_true(hypot(at.x - states[j].pose.x, at.y - states[j].pose.y) >
                        least + radii[running->kind_of[states[j].id]]);
    }
}

static void step(program *running, uint64_t budget)
{
    const double dt = random_within(&running->random, 0.01, 0.4);
    assert_int_equal(fw_traffic_step(running->traffic, dt, budget), FW_OK);
    if (running->twin) {
        assert_int_equal(fw_traffic_step(running->twin, dt, budget), FW_OK);
        expect_equal_twins(running);
    }
    running->has_edits = false;
    judge(running);
}

TEST(nobody_overlaps_and_restored_traffics_stay_equal_whatever_a_program_does)
{
    const int programs = rounds(40);
    for (int seed = 1; seed <= programs; seed++) {
        program running;
        begin(&running, (uint64_t)seed);
        for (int i = 0; i < UNITS; i++)
            make_call(&running, CALL_ADD);
        for (int i = 0; i < STEPS; i++) {
            if (random_below(&running.random, 3) == 0)
                make_call(&running, (call_kind)random_below(&running.random, CALLS));
            if (random_below(&running.random, 20) == 0)
                edit(&running);
            if (random_below(&running.random, 20) == 0 && !running.has_edits)
                renew_twin(&running);
            step(&running, random_below(&running.random, 2) == 0 ? 5000 : 50);
        }
        end(&running);
    }
}
