#include "directional/motions/motion_norm.h"

#include <string.h>

enum {
    MIRRORS = 2,
    STEP_SIDE = MOTION_REACH + 1,
    SIDES_A_FACET = 8 ///< mirror images and quarter turns of a facet
};

/// Tiles from start to end of a motion along the longer and along the shorter axis, and the least cost of a motion of
/// that step.
typedef struct step {
    double cost;
    uint8_t along, across;
} step;

typedef struct steps {
    step items[STEP_SIDE * (STEP_SIDE + 1) / 2];
    int32_t count;
} steps;

static uint32_t least_of(const motion *motion, bool reverses)
{
    return reverses && motion->cost[FW_REVERSE] < motion->cost[FW_FORWARD] ? motion->cost[FW_REVERSE]
                                                                           : motion->cost[FW_FORWARD];
}

static void collect_steps(const motion_set *set, int32_t headings, bool reverses, steps *steps)
{
    uint32_t least[STEP_SIDE][STEP_SIDE];
    memset(least, 0xff, sizeof least);
    for (int heading = 0; heading < headings; heading++)
        for (int32_t i = 0; i < set->control_sets[heading].count; i++) {
            const motion *motion = &set->control_sets[heading].motions[i];
            const int x = abs(motion->dx), y = abs(motion->dy);
            uint32_t *cost = &least[x > y ? x : y][x > y ? y : x];
            *cost = least_of(motion, reverses) < *cost ? least_of(motion, reverses) : *cost;
        }
    steps->count = 0;
    for (int along = 1; along < STEP_SIDE; along++)
        for (int across = 0; across <= along; across++)
            if (least[along][across] != UINT32_MAX)
                steps->items[steps->count++] =
                    (step){ least[along][across], (uint8_t)along, (uint8_t)across };
}

/// Adds a facet if no step costs less than the facet's prices. The price along the longer axis must not be less than
/// the price across: then the sorted axes of a step give the largest sum of all mirror images (the rearrangement
/// inequality), so that no mirror image of the facet exceeds the cost of a step either.
static void add_facet(motion_norm *norm, const steps *steps, double along, double across)
{
    if (norm->facet_count == MOST_FACETS || !(along >= across && across >= 0))
        return;
    const norm_facet facet = { (int64_t)(along * NORM_SCALE), (int64_t)(across * NORM_SCALE) };
    for (int32_t i = 0; i < norm->facet_count; i++)
        if (norm->facets[i].along == facet.along && norm->facets[i].across == facet.across)
            return;
    for (int32_t i = 0; i < steps->count; i++) {
        const step *step = &steps->items[i];
        if ((double)facet.along * step->along + (double)facet.across * step->across > step->cost * NORM_SCALE)
            return;
    }
    norm->facets[norm->facet_count++] = facet;
}

/// Finds the facets of the convex polygon of points that motions reach at equal cost. Each facet goes through the
/// points of two steps, so all pairs are tried. `off` is subtracted because of rounding: a facet through three steps
/// must not exceed the cost of the third.
static void find_facets(motion_norm *norm, const steps *steps)
{
    const double off = 1.0 / NORM_SCALE;
    for (int32_t i = 0; i < steps->count; i++) {
        const step *a = &steps->items[i];
        for (int32_t j = 0; j < i; j++) {
            const step *b = &steps->items[j];
            const double area = a->along * b->across - b->along * a->across;
            if (area != 0)
                add_facet(norm, steps, (a->cost * b->across - b->cost * a->across) / area - off,
                          (b->cost * a->along - a->cost * b->along) / area - off);
        }
    }
}

/// Prices of a tile along the axes.
typedef struct prices {
    int64_t x, y;
} prices;

static prices prices_of(const norm_facet *facet, int mirror)
{
    return (prices){ facet->along, mirror ? -facet->across : facet->across };
}

static void shorten(int64_t *length, int64_t other)
{
    *length = other < *length ? other : *length;
}

/// Adds the edges of a control set to the graph of headings: the cost of each motion beyond the prices of its tiles.
static void add_turns(const control_set *controls, int heading, int32_t headings, bool reverses,
                      prices tile_prices, int64_t *turns)
{
    for (int32_t i = 0; i < controls->count; i++) {
        const motion *motion = &controls->motions[i];
        const int64_t paid = tile_prices.x * motion->dx + tile_prices.y * motion->dy;
        shorten(&turns[heading * headings + motion->end],
                (int64_t)motion->cost[FW_FORWARD] * NORM_SCALE - paid);
        if (reverses)
            shorten(&turns[heading_turned(heading, 4) * headings + heading_turned(motion->end, 4)],
                    (int64_t)motion->cost[FW_REVERSE] * NORM_SCALE - paid);
    }
}

/// Shortest paths between all headings (Floyd 1962).
static void shorten_ways(int32_t headings, int64_t *turns)
{
    for (int32_t over = 0; over < headings; over++)
        for (int32_t from = 0; from < headings; from++)
            for (int32_t to = 0; to < headings; to++)
                shorten(&turns[from * headings + to],
                        turns[from * headings + over] + turns[over * headings + to]);
}

/// The table of turns between headings for a facet.
static int64_t *turns_of(const motion_norm *norm, int32_t facet, int mirror)
{
    return norm->turns + (size_t)(facet * MIRRORS + mirror) * (size_t)(norm->headings * norm->headings);
}

static void find_turns(const motion_set *set, bool reverses, motion_norm *norm)
{
    const int32_t headings = norm->headings;
    for (int32_t facet = 0; facet < norm->facet_count; facet++)
        for (int mirror = 0; mirror < MIRRORS; mirror++) {
            int64_t *turns = turns_of(norm, facet, mirror);
            for (int32_t i = 0; i < headings * headings; i++)
                turns[i] = i % headings == i / headings ? 0 : NORM_NO_WAY;
            for (int heading = 0; heading < headings; heading++)
                add_turns(&set->control_sets[heading], heading, headings, reverses,
                          prices_of(&norm->facets[facet], mirror), turns);
            shorten_ways(headings, turns);
        }
}

fw_result motion_norm_build(memory *memory, const motion_set *set, int32_t headings, bool reverses,
                            motion_norm *norm)
{
    *norm = (motion_norm){ .headings = headings };
    steps steps;
    collect_steps(set, headings, reverses, &steps);
    find_facets(norm, &steps);
    if (norm->facet_count == 0)
        return FW_OK;
    norm->turns = memory_get(memory, (size_t)norm->facet_count * MIRRORS * (size_t)(headings * headings),
                             sizeof *norm->turns);
    if (!norm->turns)
        return FW_NO_MEMORY;
    find_turns(set, reverses, norm);
    return FW_OK;
}

/// Fills in a side's costs to the goals from tile (0, 0).
static void find_left(const motion_norm *norm, const int64_t *turns, int quarters, const motion_origin *goals,
                      int32_t count, norm_side *side)
{
    for (int heading = 0; heading < norm->headings; heading++) {
        side->left[heading] = INT64_MAX;
        for (int32_t i = 0; i < count; i++) {
            const lattice_pose pose = goals[i].pose;
            const int32_t from = heading_turned(heading, -2 * quarters);
            const int32_t to = heading_turned(pose.heading, -2 * quarters);
            shorten(&side->left[heading], side->x * pose.x + side->y * pose.y +
                                              turns[from * norm->headings + to] +
                                              (int64_t)goals[i].cost * NORM_SCALE);
        }
    }
}

void norm_aim_at(norm_aim *aim, const motion_norm *norm, const motion_origin *goals, int32_t count)
{
    aim->count = 0;
    for (int32_t facet = 0; facet < norm->facet_count && count > 0; facet++)
        for (int direction = 0; direction < SIDES_A_FACET; direction++) {
            const int mirror = direction & 1, quarters = direction >> 1;
            prices tile_prices = prices_of(&norm->facets[facet], mirror);
            for (int i = 0; i < quarters; i++)
                tile_prices = (prices){ -tile_prices.y, tile_prices.x };
            norm_side *side = &aim->sides[aim->count++];
            side->x = tile_prices.x;
            side->y = tile_prices.y;
            find_left(norm, turns_of(norm, facet, mirror), quarters, goals, count, side);
        }
}
