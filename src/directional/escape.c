#include "directional/escape.h"

#include <math.h>
#include <string.h>

#include "base/trig.h"

enum {
    MOST_STEPS = 40,
    DEPTH = 24,     ///< steps away from the pose that are away
    SIDES = 3,      ///< ahead, right, left
    CELLS = 8,      ///< to a tile: positions within one are as good as each other
    CELL_BITS = 10, ///< for each coordinate: more than DEPTH steps can differ by
    SEEN_BITS = 7,  ///< of a table for more than MOST_STEPS places
    SEEN = 1 << SEEN_BITS
};

/// Tiles of a step: ways that turn elsewhere are not followed exactly, so the body is smaller by MARGIN.
#define STEP   0.5
#define MARGIN 0.03

/// A place on the way: the heading is that of the pose and `turns` steps to the right.
typedef struct place {
    double x, y;
    int32_t turns;
    int tried; ///< sides
} place;

typedef struct trip {
    const escape *with;
    fw_pose from;
    double step;                                         ///< tiles
    double sines[2 * DEPTH + 1], cosines[2 * DEPTH + 1]; ///< of headings, by turns + DEPTH
    uint32_t seen[SEEN];                                 ///< places, open addressing; 0 = free
} trip;

escape escape_of(const sweep_ground *ground, const sweep_body *body, double turn_radius)
{
    escape with = { .ground = *ground, .body = *body, .turn_radius = turn_radius };
    with.body.radius = fmax(0, body->radius - MARGIN);
    with.body.half_length = fmax(0, body->half_length - MARGIN);
    with.body.half_width = fmax(0, body->half_width - MARGIN);
    with.body.reach = fmax(0, body->reach - MARGIN);
    return with;
}

/// All headings of a trip, each turned on from the one before. Tight turns take shorter steps.
static void set_out(trip *on, const escape *with, fw_pose from)
{
    on->with = with;
    on->from = from;
    on->step = fmin(STEP, with->turn_radius * FW_PI / 2);
    const double turn = on->step / with->turn_radius;
    double sine, cosine;
    trig_sincos(turn, &sine, &cosine);
    trig_sincos(from.heading, &on->sines[DEPTH], &on->cosines[DEPTH]);
    for (int k = DEPTH; k < 2 * DEPTH; k++) {
        on->sines[k + 1] = on->sines[k] * cosine + on->cosines[k] * sine;
        on->cosines[k + 1] = on->cosines[k] * cosine - on->sines[k] * sine;
    }
    for (int k = DEPTH; k > 0; k--) {
        on->sines[k - 1] = on->sines[k] * cosine - on->cosines[k] * sine;
        on->cosines[k - 1] = on->cosines[k] * cosine + on->sines[k] * sine;
    }
    memset(on->seen, 0, sizeof on->seen);
}

/// Takes the step to one side; false: it touches something.
static bool take_step(const trip *on, const place *at, int side, place *to)
{
    const sweep_ground *ground = &on->with->ground;
    const sweep_body *body = &on->with->body;
    const double sine = on->sines[at->turns + DEPTH], cosine = on->cosines[at->turns + DEPTH];
    *to = (place){ .turns = at->turns + side };
    if (side == 0) {
        to->x = at->x + on->step * cosine;
        to->y = at->y + on->step * sine;
        return sweep_straight_is_free(ground, body, at->x, at->y, cosine, sine, on->step);
    }
    const double radius = on->with->turn_radius, signed_radius = side * radius;
    const double next_sine = on->sines[to->turns + DEPTH], next_cosine = on->cosines[to->turns + DEPTH];
    const sweep_arc arc = { .centre_x = at->x - signed_radius * sine,
                            .centre_y = at->y + signed_radius * cosine,
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

/// Notes a place; false when one as good was seen.
static bool note(trip *on, const place *at)
{
    const uint32_t mask = (1u << CELL_BITS) - 1;
    const uint32_t x = (uint32_t)(int32_t)floor((at->x - on->from.x) * CELLS) & mask;
    const uint32_t y = (uint32_t)(int32_t)floor((at->y - on->from.y) * CELLS) & mask;
    const uint32_t key = ((uint32_t)(at->turns + DEPTH + 1) << CELL_BITS | y) << CELL_BITS | x;
    uint32_t home = key * UINT32_C(0x9e3779b9) >> (32 - SEEN_BITS); // Knuth, TAOCP 3, 6.4
    for (; on->seen[home]; home = (home + 1) & (SEEN - 1))
        if (on->seen[home] == key)
            return false;
    on->seen[home] = key;
    return true;
}

bool escape_is_open(const escape *with, fw_pose pose, uint64_t *work)
{
    static const int sides[SIDES] = { 0, 1, -1 };
    trip on;
    set_out(&on, with, pose);
    place way[DEPTH + 1] = { { pose.x, pose.y, 0, 0 } };
    int depth = 0;
    for (int steps = 0; steps < MOST_STEPS && depth < DEPTH; steps++) {
        while (way[depth].tried == SIDES)
            if (--depth < 0)
                return false;
        place *at = &way[depth];
        (*work)++;
        if (take_step(&on, at, sides[at->tried++], at + 1) && note(&on, at + 1))
            depth++;
    }
    return true;
}
