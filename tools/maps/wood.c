#include "tools/maps/wood.h"

#include <math.h>
#include <stdlib.h>

#include "base/random.h"

/// Tiles between the trees of a wood, in the mean.
#define SPACING 2.0

bool wood_generate(int32_t width, int32_t height, uint64_t seed, io_scene *scene, io_fault *fault)
{
    random_source random = { seed };
    const int32_t columns = (int32_t)(width / SPACING), rows = (int32_t)(height / SPACING);
    *scene = (io_scene){ .radius = 0.25, .goal_x = width, .goal_y = height };
    if ((int64_t)columns * rows > IO_SCENE_MOST_TREES)
        return io_fail(fault, "a wood of %d x %d tiles has too many trees", width, height);
    scene->trees = malloc(((size_t)columns * (size_t)rows + 1) * sizeof *scene->trees);
    if (!scene->trees)
        return io_fail(fault, "there is not enough memory for a wood of %d x %d tiles", width, height);
    for (int32_t row = 0; row < rows; row++)
        for (int32_t column = 0; column < columns; column++) {
            const double x = SPACING * (column + random_within(&random, 0.3, 0.7));
            const double y = SPACING * (row + random_within(&random, 0.3, 0.7));
            const double radius = random_within(&random, 0.2, 0.8);
            const double room = radius + scene->radius;
            const bool is_clear = hypot(x, y) > room && hypot(x - width, y - height) > room;
            if (is_clear)
                scene->trees[scene->count++] = (fw_tree){ x, y, radius };
        }
    return true;
}
