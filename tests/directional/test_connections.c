// Connections of exact poses to the lattice: those of a mirrored or turned pose are mirrored and turned.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/drawing.h"
#include "common/rounds.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "directional/ends/connections.h"
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

static void a_mirrored_pose_is_joined_to_mirrored_lattice_poses(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mirrored_pose_is_joined_to_mirrored_lattice_poses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
