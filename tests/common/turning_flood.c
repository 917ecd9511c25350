#include "common/turning_flood.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/body_depth.h"
#include "common/unit.h"

#define TURN 6.283185307179586

/// Most tiles around that of the place which a body may touch, along each axis.
enum { AROUND = 5, ACROSS = 2 * AROUND + 1, FARTHEST_STEP = 5 };

static int64_t state_of(const turning_flood *flood, int32_t x, int32_t y, int32_t heading)
{
    return ((int64_t)y * flood->width * FLOOD_PLACES + x) * FLOOD_HEADINGS + heading;
}

static bool is_open(const turning_flood *flood, const bool *open, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < flood->width && y < flood->height && open[y * flood->width + x];
}

void turning_flood_begin(turning_flood *flood, const bool *open, int32_t map_width, int32_t map_height,
                         const fw_footprint *body, double margin, bool reverse)
{
    assert_true(body_farthest(body) + margin < AROUND);
    *flood = (turning_flood){ .width = map_width, .height = map_height, .reverse = reverse };
    const size_t states =
        (size_t)map_width * (size_t)map_height * FLOOD_PLACES * FLOOD_PLACES * FLOOD_HEADINGS;
    flood->free = malloc(states);
    flood->reached = malloc(states);
    flood->queue = malloc(states * sizeof *flood->queue);
    for (int32_t h = 0; h < FLOOD_HEADINGS; h++)
        for (int32_t py = 0; py < FLOOD_PLACES; py++)
            for (int32_t px = 0; px < FLOOD_PLACES; px++) {
                const fw_pose pose = { (double)px / FLOOD_PLACES, (double)py / FLOOD_PLACES,
                                       TURN * h / FLOOD_HEADINGS };
                int32_t tiles[ACROSS * ACROSS][2], count = 0;
                for (int32_t y = -AROUND; y <= AROUND; y++)
                    for (int32_t x = -AROUND; x <= AROUND; x++)
                        if (body_depth(body, pose, x, y) > -margin) {
                            tiles[count][0] = x;
                            tiles[count++][1] = y;
                        }
                for (int32_t y = 0; y < map_height; y++)
                    for (int32_t x = 0; x < map_width; x++) {
                        bool free = true;
                        for (int32_t i = 0; i < count && free; i++)
                            free = is_open(flood, open, x + tiles[i][0], y + tiles[i][1]);
                        flood->free[state_of(flood, x * FLOOD_PLACES + px, y * FLOOD_PLACES + py, h)] = free;
                    }
            }
}

static void reach(turning_flood *flood, int64_t state, int64_t *end)
{
    if (!flood->free[state] || flood->reached[state])
        return;
    flood->reached[state] = 1;
    flood->queue[(*end)++] = state;
}

static int32_t heading_near(double angle)
{
    return (int32_t)lround(angle / TURN * FLOOD_HEADINGS + 2 * FLOOD_HEADINGS) % FLOOD_HEADINGS;
}

/// Lists the steps from place to place along each heading.
static void list_steps(turning_flood *flood)
{
    for (int32_t dy = -FARTHEST_STEP; dy <= FARTHEST_STEP; dy++)
        for (int32_t dx = -FARTHEST_STEP; dx <= FARTHEST_STEP; dx++) {
            const int32_t h = heading_near(atan2(dy, dx));
            if (dx == 0 && dy == 0)
                continue;
            flood->steps[h][flood->step_count[h]][0] = dx;
            flood->steps[h][flood->step_count[h]++][1] = dy;
        }
}

/// Reaches the places straight ahead, or behind, that lie in the direction of a heading as nearly as headings tell
/// apart; halfway, the body must be free too.
static void drive(turning_flood *flood, int32_t x, int32_t y, int32_t h, int32_t ahead, int64_t *end)
{
    for (int32_t i = 0; i < flood->step_count[h]; i++) {
        const int32_t tx = x + ahead * flood->steps[h][i][0], ty = y + ahead * flood->steps[h][i][1];
        if (tx >= 0 && ty >= 0 && tx < flood->width * FLOOD_PLACES && ty < flood->height * FLOOD_PLACES &&
            flood->free[state_of(flood, (x + tx) / 2, (y + ty) / 2, h)])
            reach(flood, state_of(flood, tx, ty, h), end);
    }
}

void turning_flood_run(turning_flood *flood, fw_pose start)
{
    const size_t states =
        (size_t)flood->width * (size_t)flood->height * FLOOD_PLACES * FLOOD_PLACES * FLOOD_HEADINGS;
    int64_t end = 0;
    memset(flood->step_count, 0, sizeof flood->step_count);
    list_steps(flood);
    memset(flood->reached, 0, states);
    reach(flood,
          state_of(flood, (int32_t)lround(start.x * FLOOD_PLACES), (int32_t)lround(start.y * FLOOD_PLACES),
                   heading_near(start.heading)),
          &end);
    for (int64_t next = 0; next < end; next++) {
        const int64_t place = flood->queue[next] / FLOOD_HEADINGS;
        const int32_t h = (int32_t)(flood->queue[next] % FLOOD_HEADINGS);
        const int32_t x = (int32_t)(place % (flood->width * FLOOD_PLACES)),
                      y = (int32_t)(place / (flood->width * FLOOD_PLACES));
        for (int32_t turn = -1; turn <= 1; turn += 2)
            reach(flood, state_of(flood, x, y, (h + turn + FLOOD_HEADINGS) % FLOOD_HEADINGS), &end);
        drive(flood, x, y, h, 1, &end);
        if (flood->reverse)
            drive(flood, x, y, h, -1, &end);
    }
}

bool turning_flood_has(const turning_flood *flood, fw_pose goal, bool any_heading)
{
    const int32_t x = (int32_t)lround(goal.x * FLOOD_PLACES), y = (int32_t)lround(goal.y * FLOOD_PLACES);
    if (!any_heading)
        return flood->reached[state_of(flood, x, y, heading_near(goal.heading))];
    for (int32_t h = 0; h < FLOOD_HEADINGS; h++)
        if (flood->reached[state_of(flood, x, y, h)])
            return true;
    return false;
}

void turning_flood_end(turning_flood *flood)
{
    free(flood->free);
    free(flood->reached);
    free(flood->queue);
}
