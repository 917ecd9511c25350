#include "directional/ends/escape.h"

#include <math.h>
#include <string.h>

#include "base/trig.h"

enum {
    MOST_STEPS = 40, ///< a test that has tried this many steps finds that there may be a way out
    DEPTH = 24,      ///< a unit that has taken this many steps got away
    SIDES = 3,       ///< ahead, right, left
    CELLS = 8, ///< cells a tile, along each axis; of the places in one cell only the first is searched from
    CELL_BITS = 10, ///< bits of each coordinate of a cell: enough for DEPTH steps to both sides
    SEEN_BITS = 7,  ///< bits of an index of a table that holds more than MOST_STEPS places
    SEEN = 1 << SEEN_BITS
};

#define STEP 0.5 ///< length of a step, in tiles
#define MARGIN                                                                                               \
    0.03 ///< tiles by which the body is smaller: a way may turn between two steps, where no step does

/// A place on the way: the heading is that of the pose and `turns` steps to the right.
typedef struct place {
    double x, y;
    int32_t turns;
    int tried; ///< sides
} place;

typedef struct trip {
    const escape *escape;
    fw_pose from;
    double step;                                         ///< tiles
    double sines[2 * DEPTH + 1], cosines[2 * DEPTH + 1]; ///< of headings, by turns + DEPTH
    uint32_t seen[SEEN];                                 ///< places, open addressing; 0 = free
} trip;

escape escape_of(const sweep_ground *ground, const sweep_body *body, double turn_radius)
{
    escape escape = { .ground = *ground, .body = *body, .turn_radius = turn_radius };
    escape.body.radius = fmax(0, body->radius - MARGIN);
    escape.body.half_length = fmax(0, body->half_length - MARGIN);
    escape.body.half_width = fmax(0, body->half_width - MARGIN);
    escape.body.reach = fmax(0, body->reach - MARGIN);
    return escape;
}

/// Prepares a trip and computes sine and cosine of all its headings by the addition theorem, because a call of
/// trigonometry for each step would cost more than the step. A step turns by a quarter at most, so tight turns take
/// shorter steps.
static void set_out(trip *trip, const escape *escape, fw_pose from)
{
    trip->escape = escape;
    trip->from = from;
    trip->step = fmin(STEP, escape->turn_radius * FW_PI / 2);
    const double turn = trip->step / escape->turn_radius;
    double sine, cosine;
    trig_sincos(turn, &sine, &cosine);
    trig_sincos(from.heading, &trip->sines[DEPTH], &trip->cosines[DEPTH]);
    for (int k = DEPTH; k < 2 * DEPTH; k++) {
        trip->sines[k + 1] = trip->sines[k] * cosine + trip->cosines[k] * sine;
        trip->cosines[k + 1] = trip->cosines[k] * cosine - trip->sines[k] * sine;
    }
    for (int k = DEPTH; k > 0; k--) {
        trip->sines[k - 1] = trip->sines[k] * cosine - trip->cosines[k] * sine;
        trip->cosines[k - 1] = trip->cosines[k] * cosine + trip->sines[k] * sine;
    }
    memset(trip->seen, 0, sizeof trip->seen);
}

/// Takes a step to one side, or ahead.
///
/// @return false if the body touches something on the step
static bool take_step(const trip *trip, const place *at, int side, place *to)
{
    const sweep_ground *ground = &trip->escape->ground;
    const sweep_body *body = &trip->escape->body;
    const double sine = trip->sines[at->turns + DEPTH], cosine = trip->cosines[at->turns + DEPTH];
    *to = (place){ .turns = at->turns + side };
    if (side == 0) {
        to->x = at->x + trip->step * cosine;
        to->y = at->y + trip->step * sine;
        return sweep_straight_is_free(ground, body, at->x, at->y, cosine, sine, trip->step);
    }
    const double radius = trip->escape->turn_radius, signed_radius = side * radius;
    const double next_sine = trip->sines[to->turns + DEPTH], next_cosine = trip->cosines[to->turns + DEPTH];
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

/// Notes the cell of a place.
///
/// @return false if the cell was noted before
static bool note(trip *trip, const place *at)
{
    const uint32_t mask = (1u << CELL_BITS) - 1;
    const uint32_t x = (uint32_t)(int32_t)floor((at->x - trip->from.x) * CELLS) & mask;
    const uint32_t y = (uint32_t)(int32_t)floor((at->y - trip->from.y) * CELLS) & mask;
    const uint32_t key = ((uint32_t)(at->turns + DEPTH + 1) << CELL_BITS | y) << CELL_BITS | x;
    uint32_t home = key * UINT32_C(0x9e3779b9) >> (32 - SEEN_BITS); // Knuth, TAOCP 3, 6.4
    for (; trip->seen[home]; home = (home + 1) & (SEEN - 1))
        if (trip->seen[home] == key)
            return false;
    trip->seen[home] = key;
    return true;
}

bool escape_is_open(const escape *escape, fw_pose pose, uint64_t *work)
{
    static const int sides[SIDES] = { 0, 1, -1 };
    trip trip;
    set_out(&trip, escape, pose);
    place way[DEPTH + 1] = { { pose.x, pose.y, 0, 0 } };
    int depth = 0;
    for (int steps = 0; steps < MOST_STEPS && depth < DEPTH; steps++) {
        while (way[depth].tried == SIDES)
            if (--depth < 0)
                return false;
        place *at = &way[depth];
        (*work)++;
        if (take_step(&trip, at, sides[at->tried++], at + 1) && note(&trip, at + 1))
            depth++;
    }
    return true;
}
