#pragma once

/// Units of a traffic on an open map, and a judge of their motion that knows nothing of the traffic: no two bodies
/// overlap, no body overlaps a wall, and nobody is faster, or speeds up or brakes harder, than it can.

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "common/rationed.h"
#include "fairway/fairway.h"

enum { TROOP_MOST = 512 };

/// What the judge knows of a unit.
typedef struct troop_member {
    double radius, top, acceleration, braking;
    uint32_t layers;
    fw_pose pose; ///< when it was judged last
    double speed;
    bool is_known; ///< `pose` and `speed` are set
    bool may_overlap_walls;
} troop_member;

typedef struct troop {
    fw_map *map;
    ration ration;
    fw_traffic *traffic;
    fw_unit_id kind;                  ///< of radius .4
    double tick;                      ///< seconds
    double judged;                    ///< time of the last judgement
    bool jumps;                       ///< units may have been placed since then
    troop_member members[TROOP_MOST]; ///< by id
} troop;

enum { TROOP_SIDE = 64 };

/// A test whose state is a troop: without units, on an open map of TROOP_SIDE x TROOP_SIDE
/// tiles.
#define TROOP_TEST(name) TEST_BETWEEN(name, troop_begin, troop_end)

int troop_begin(void **state);
int troop_end(void **state);

/// Destroys the traffic, and creates another one.
void troop_begin_anew(troop *troop);

fw_unit_id troop_add_kind(const troop *troop, double radius, double turn_radius);

/// Adds a unit of radius .4 with top speed 3 and accelerations of 6.
void troop_add(troop *troop, fw_agent_id id, double x, double y);

void troop_add_of(troop *troop, fw_agent_id id, fw_unit_id kind, double radius, double x, double y);

/// fw_traffic_set_regard(), which must not fail: the judge knows the layers.
void troop_set_regard(troop *troop, fw_agent_id id, uint32_t layers, uint32_t gives_way_to,
                      uint32_t may_push);

void troop_order(const troop *troop, fw_agent_id id, double x, double y);

/// Orders a unit to a place with both coordinates between two bounds: the same place with every compiler.
void troop_order_at_random(const troop *troop, fw_agent_id id, random_source *random, double low,
                           double high);

/// Sets and commits a rectangle of tiles.
void troop_build(const troop *troop, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain);

fw_agent_state troop_state(const troop *troop, fw_agent_id id);

/// Steps one tick, and judges.
void troop_step(troop *troop);

void troop_step_for(troop *troop, double seconds);

/// Goes on with another traffic that is restored from the saved state of the last one.
void troop_save_and_restore(troop *troop);

/// True if no unit is under way.
bool troop_is_at_rest(const troop *troop);

/// Steps until no unit is under way, or the time is over.
///
/// @return seconds
double troop_step_until_rest(troop *troop, double most);

/// A hash of the poses of all units.
uint64_t troop_hash(const troop *troop, uint64_t hash);

/// Units of troop_assert_repeats(): 1 to this many.
enum { TROOP_REPEATERS = 24 };

/// Does in a tick what `random` draws.
typedef void (*troop_act)(troop *, random_source *random);

/// Lets a troop drive the same course three times - as it is, with saves between, and in steps of a quarter - and
/// asserts that it moves alike. Before each time, the map becomes ground, with a wall of 2 x 14 tiles.
///
/// @param ticks  of .05 s
void troop_assert_repeats(troop *troop, uint64_t seed, int ticks, troop_act act);
