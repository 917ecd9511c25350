#include "directional/ends/dead_end.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/trig.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"

enum {
    MOST_STEPS = 40, ///< a test that has tried this many steps ends: there may be an exit
    DEPTH = 24,      ///< a unit that has taken this many steps has got away
    SIDES = 3,       ///< straight on, right, left
    CELLS = 8,       ///< cells per tile along each axis; only the first place in a cell is searched from
    CELL_BITS = 10,  ///< bits of each coordinate of a cell: enough for DEPTH steps to both sides
    SEEN_BITS = 7,   ///< bits of an index of a table that holds more than MOST_STEPS places
    SEEN = 1 << SEEN_BITS
};

#define STEP   0.5  ///< length of a step, in tiles
#define MARGIN 0.03 ///< tiles by which the body is smaller, because a real path may turn between two steps

/// A place on the path. Its heading is the heading of the first pose, turned by `turns` steps to the right.
typedef struct place {
    double x, y;
    int32_t turns;
    int tried; ///< number of sides that were tried
} place;

typedef struct exit_search {
    const dead_end_test *test;
    fw_pose from;
    double step;                                         ///< length of a step, in tiles
    double sines[2 * DEPTH + 1], cosines[2 * DEPTH + 1]; ///< of headings, by turns + DEPTH
    uint32_t seen[SEEN];                                 ///< places, open addressing; 0 = free
} exit_search;

dead_end_test dead_end_test_of(const sweep_ground *ground, const sweep_body *body, double turn_radius)
{
    return (dead_end_test){ *ground, sweep_body_shrunk(body, MARGIN), turn_radius };
}

/// Prepares a search. Computes sine and cosine of all headings by the addition theorem, because trigonometry for each
/// step would cost more than the step. A step turns by a quarter turn at most, so steps of tight turns are shorter.
static void begin_search(exit_search *search, const dead_end_test *test, fw_pose from)
{
    search->test = test;
    search->from = from;
    search->step = fmin(STEP, test->turn_radius * FW_PI / 2);
    const double turn = search->step / test->turn_radius;
    double sine, cosine;
    trig_sincos(turn, &sine, &cosine);
    trig_sincos(from.heading, &search->sines[DEPTH], &search->cosines[DEPTH]);
    for (int k = DEPTH; k < 2 * DEPTH; k++) {
        search->sines[k + 1] = search->sines[k] * cosine + search->cosines[k] * sine;
        search->cosines[k + 1] = search->cosines[k] * cosine - search->sines[k] * sine;
    }
    for (int k = DEPTH; k > 0; k--) {
        search->sines[k - 1] = search->sines[k] * cosine - search->cosines[k] * sine;
        search->cosines[k - 1] = search->cosines[k] * cosine + search->sines[k] * sine;
    }
    memset(search->seen, 0, sizeof search->seen);
}

/// Takes a step to one side, or ahead.
///
/// @return false if the body touches something on the step
static bool take_step(const exit_search *search, const place *from, int side, place *to)
{
    const sweep_ground *ground = &search->test->ground;
    const sweep_body *body = &search->test->body;
    const double sine = search->sines[from->turns + DEPTH], cosine = search->cosines[from->turns + DEPTH];
    *to = (place){ .turns = from->turns + side };
    if (side == 0) {
        to->x = from->x + search->step * cosine;
        to->y = from->y + search->step * sine;
        return sweep_straight_is_free(ground, body, from->x, from->y, cosine, sine, search->step);
    }
    const double radius = search->test->turn_radius, signed_radius = side * radius;
    const double next_sine = search->sines[to->turns + DEPTH],
                 next_cosine = search->cosines[to->turns + DEPTH];
    const sweep_arc arc = { .centre_x = from->x - signed_radius * sine,
                            .centre_y = from->y + signed_radius * cosine,
                            .radius = radius,
                            .from_x = side * sine,
                            .from_y = -side * cosine,
                            .to_x = side * next_sine,
                            .to_y = -side * next_cosine,
                            .side = side };
    to->x = arc.centre_x + radius * arc.to_x;
    to->y = arc.centre_y + radius * arc.to_y;
    return sweep_arc_is_free(ground, body, &arc);
}

/// Notes the cell of a place.
///
/// @return false if the cell was noted before
static bool note_cell(exit_search *search, const place *place)
{
    const uint32_t mask = (1u << CELL_BITS) - 1;
    const uint32_t x = (uint32_t)(int32_t)floor((place->x - search->from.x) * CELLS) & mask;
    const uint32_t y = (uint32_t)(int32_t)floor((place->y - search->from.y) * CELLS) & mask;
    const uint32_t key = ((uint32_t)(place->turns + DEPTH + 1) << CELL_BITS | y) << CELL_BITS | x;
    uint32_t home = hash_32(key) >> (32 - SEEN_BITS);
    for (; search->seen[home]; home = (home + 1) & (SEEN - 1))
        if (search->seen[home] == key)
            return false;
    search->seen[home] = key;
    return true;
}

bool dead_end_test_finds_exit(const dead_end_test *test, fw_pose pose, uint64_t *work)
{
    static const int sides[SIDES] = { 0, 1, -1 };
    exit_search search;
    begin_search(&search, test, pose);
    place way[DEPTH + 1] = { { pose.x, pose.y, 0, 0 } };
    int depth = 0;
    for (int steps = 0; steps < MOST_STEPS && depth < DEPTH; steps++) {
        while (way[depth].tried == SIDES)
            if (--depth < 0)
                return false;
        place *last = &way[depth];
        (*work)++;
        if (take_step(&search, last, sides[last->tried++], last + 1) && note_cell(&search, last + 1))
            depth++;
    }
    return true;
}
