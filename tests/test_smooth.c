/// Smoothing in general: simple smoothing, terrain costs, what stays as it is.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/scene.h"
#include "fairway/check.h"
#include "fairway/shape.h"

enum { WORLDS = 250, QUERIES = 6, SIDE = 20 };

static fw_path_summary smoothed(const scene *of, fw_request ask, fw_smoothing kind)
{
    ask.smoothing = kind;
    assert_int_equal(scene_ask(of, &ask), FW_OK);
    return scene_summary(of);
}

static bool pick_request(const scene *of, random_source *source, fw_request *ask)
{
    int32_t pair[4];
    if (!scene_pick(of, source, &pair[0], &pair[1]) || !scene_pick(of, source, &pair[2], &pair[3]))
        return false;
    *ask = scene_request(of, pair[0], pair[1], pair[2], pair[3]);
    return true;
}

/// scene_ask() judges legality, ends, length and cost.
static void smoothed_paths_are_legal_and_never_dearer(void **state)
{
    (void)state;
    random_source source = { 11 };
    int found = 0, cheaper[2] = { 0 };
    for (int i = 0; i < WORLDS; i++) {
        scene in = scene_at_random(&source, SIDE, (scene_costs)random_below(&source, 3));
        if (random_below(&source, 3) == 0)
            scene_overlay_at_random(&in, &source);
        fw_request ask;
        for (int q = 0; q < QUERIES && pick_request(&in, &source, &ask); q++) {
            if (scene_ask(&in, &ask) != FW_OK)
                continue;
            const fw_path_summary plain = scene_summary(&in);
            const fw_path_summary simple = smoothed(&in, ask, FW_SMOOTH_SIMPLE);
            assert_true(simple.cost <= plain.cost * (1 + 1e-9));
            const fw_path_summary taut = smoothed(&in, ask, FW_SMOOTH_TAUT);
            assert_true(taut.cost <= plain.cost * (1 + 1e-9));
            found++;
            cheaper[0] += simple.cost < plain.cost - 1e-6;
            cheaper[1] += taut.cost < plain.cost - 1e-6;
        }
        scene_end(&in);
    }
    assert_true(found > WORLDS);
    assert_true(cheaper[0] > found / 4);
    assert_true(cheaper[1] > found / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothed_paths_are_legal_and_never_dearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
