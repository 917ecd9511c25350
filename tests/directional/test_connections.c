// Connections of exact poses to the lattice: those of a mirrored or turned pose are mirrored and turned, and a pose on
// a motion, rounded to 32-bit floats, is joined to the end of the motion.
#include <math.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/drawing.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "directional/ends/connections.h"
#include "directional/ends/shuffle_rests.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motion_set.h"
#include "directional/motions/motions.h"
#include "map/map.h"

enum { SIDE = 24, SYMMETRIES = 8 };

static fw_unit_def unit_at_random(random_source *random)
{
    fw_unit_def def = unit_of_size(1 + (int32_t)random_below(random, 4));
    def.footprint = fw_circle(random_within(random, 0.1, 0.6));
    def.turn_radius = ldexp(random_within(random, 1, 2), (int)random_below(random, 8) - 2);
    return def;
}

/// Anywhere, on the border of tiles or in their middle, facing anywhere or as the lattice does.
static fw_pose pose_at_random(random_source *random)
{
    fw_pose pose = { random_within(random, 8, 16), random_within(random, 8, 16),
                     random_below(random, 2) ? random_within(random, -4, 4)
                                             : (int)random_below(random, 16) * FW_PI / 8 };
    if (random_below(random, 3) == 0)
        pose.x = round(2 * pose.x) / 2;
    if (random_below(random, 3) == 0)
        pose.y = round(2 * pose.y) / 2;
    return pose;
}

/// About the middle of the map: bits 0 to 2 mirror x, mirror y and change both.
static fw_pose image_of(fw_pose pose, int symmetry)
{
    if (symmetry & 1)
        pose = (fw_pose){ SIDE - pose.x, pose.y, FW_PI - pose.heading };
    if (symmetry & 2)
        pose = (fw_pose){ pose.x, SIDE - pose.y, -pose.heading };
    return symmetry & 4 ? (fw_pose){ pose.y, pose.x, FW_PI / 2 - pose.heading } : pose;
}

static bool holds_image(const connections *found, fw_pose image, double offset)
{
    for (int32_t i = 0; i < found->count; i++) {
        const lattice_pose pose = found->items[i].pose;
        if (fabs(pose.x + offset - image.x) < 1e-6 && fabs(pose.y + offset - image.y) < 1e-6 &&
            fabs(trig_wrap(motion_heading(pose.heading) - image.heading)) < 1e-6)
            return true;
    }
    return false;
}

/// Compares what a pose is joined to in the open with what its images are.
static void judge_images(const connection_query *query, connections *found, connections *images)
{
    connections_find(query, found);
    for (int symmetry = 1; symmetry < SYMMETRIES && found->count < MOST_CONNECTIONS; symmetry++) {
        connection_query image = *query;
        image.pose = image_of(query->pose, symmetry);
        connections_find(&image, images);
        assert_int_equal(images->count, found->count);
        for (int32_t i = 0; i < found->count; i++) {
            const lattice_pose at = found->items[i].pose;
            const fw_pose pose = { at.x + query->offset, at.y + query->offset, motion_heading(at.heading) };
            assert_true(holds_image(images, image_of(pose, symmetry), query->offset));
        }
    }
}

TEST(a_mirrored_pose_is_joined_to_mirrored_lattice_poses)
{
    static connections found, images;
    random_source random = { 12 };
    for (int i = 0; i < rounds(100); i++) {
        fw_map *map = map_at_random(&random, SIDE, SIDE, 0, 1);
        const fw_unit_def def = unit_at_random(&random);
        const map_unit *unit = map_find_unit(map_version_of(map), add_unit(map, def));
        const sweep_body body = sweep_body_of(&def.footprint);
        connection_query query = { .ground = sweep_ground_of(unit, NULL),
                                   .body = &body,
                                   .unit = &unit->def,
                                   .offset = def.size % 2 ? 0.5 : 0,
                                   .pose = pose_at_random(&random) };
        query.is_goal = random_below(&random, 2);
        query.any_heading = query.is_goal && random_below(&random, 2);
        query.is_extended = random_below(&random, 3) == 0;
        judge_images(&query, &found, &images);
        fw_map_destroy(map);
    }
}

/// A motion, and where on it the unit stands. Shuffles of which more than FW_CURVE_SEGMENTS arcs are left, and motions
/// that turn by more than a quarter turn, are not known to the connections.
typedef struct stay {
    const motion_set *set;
    const motion *motion;
    fw_gear gear;
    int32_t segment; ///< that the unit stands on
    fw_pose pose;    ///< of the unit, rounded to 32-bit floats
    double rest;     ///< tiles to the end of the motion
    fw_pose end;
} stay;

static stay stay_at_random(random_source *random, const motion_table *table)
{
    const motion_set *set = &table->sets[BASE_MOTIONS];
    const control_set *controls = &set->control_sets[random_below(random, (uint32_t)table->headings)];
    stay stay = { .set = set,
                  .motion = &controls->motions[random_below(random, (uint32_t)controls->count)],
                  .gear = random_below(random, 2) ? FW_FORWARD : FW_REVERSE };
    const int32_t count = motion_segment_count(set, stay.motion);
    stay.segment = (int32_t)random_below(random, (uint32_t)count);
    for (int32_t i = stay.segment; i < count; i++) {
        const fw_segment segment = motion_segment(set, stay.motion, i, SIDE / 2 + table->offset,
                                                  SIDE / 2 + table->offset, stay.gear);
        const double along = i == stay.segment ? random_within(random, 0.05, 0.95) * segment.length : 0;
        const fw_pose pose = segment_pose_at(&segment, along);
        if (i == stay.segment)
            stay.pose = (fw_pose){ (float)pose.x, (float)pose.y, (float)pose.heading };
        stay.rest += segment.length - along;
        stay.end = segment_end(&segment);
    }
    return stay;
}

/// True if the unit is joined to the end of its motion by a curve that is no longer than the rest of the motion.
static bool goes_on(const connections *found, const stay *stay, double offset)
{
    for (int32_t i = 0; i < found->count; i++) {
        const lattice_pose pose = found->items[i].pose;
        if (fabs(pose.x + offset - stay->end.x) < 1e-6 && fabs(pose.y + offset - stay->end.y) < 1e-6 &&
            fabs(trig_wrap(motion_heading(pose.heading) - stay->end.heading)) < 1e-6 &&
            found->items[i].curve.length < stay->rest + 1e-4)
            return true;
    }
    return false;
}

TEST(a_rounded_pose_on_a_motion_is_joined_to_the_end_of_the_motion)
{
    static connections found;
    random_source random = { 13 };
    int shuffles = 0;
    for (int i = 0; i < rounds(12); i++) {
        fw_map *map = map_at_random(&random, SIDE, SIDE, 0, 1);
        fw_unit_def def = unit_of_size(1);
        def.turn_radius = random_within(&random, 0.8, 5);
        def.reverse = true;
        def.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
        const map_version *version = map_version_of(map);
        const map_unit *unit = map_find_unit(version, add_unit(map, def));
        const motion_table *table = map_table(map_version_of(map), unit, motion_kind_of(FW_DIRECTIONAL));
        const sweep_body body = sweep_body_of(&def.footprint);
        for (int k = 0; k < 200; k++) {
            const stay stay = stay_at_random(&random, table);
            const bool is_shuffle = stay.motion->changes > 0;
            const connection_query query = { .ground = sweep_ground_of(unit, NULL),
                                             .body = &body,
                                             .unit = &unit->def,
                                             .offset = table->offset,
                                             .pose = stay.pose };
            found.count = 0;
            if (!is_shuffle)
                connections_find(&query, &found);
            shuffle_rests_find(&query, table, &found);
            const int32_t arcs = motion_segment_count(stay.set, stay.motion) - stay.segment;
            const bool is_known =
                is_shuffle ? arcs <= FW_CURVE_SEGMENTS : stay.motion->turn <= MOTION_FULL_TURN / 4;
            assert_true(!is_known || goes_on(&found, &stay, table->offset));
            shuffles += is_known && is_shuffle;
        }
        fw_map_destroy(map);
    }
    assert_true(shuffles > at_least(50));
}
