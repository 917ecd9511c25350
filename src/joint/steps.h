#pragma once

/// One step of all units: priority inheritance with backtracking (PIBT; Okumura, Machida, Defago & Tamura 2022), for
/// bodies that may overlap several others at once.
///
/// Each unit in turn takes the best move to a neighbouring place. A move pushes every unit that it would touch and that
/// has not decided yet: these decide first, and if one of them finds nothing, all that the others have decided since
/// is undone, and the next move is tried. Units move in the order in which they decide: each one while those before it
/// stand at their new places, and those after it at their old ones. So an order always exists in which the step can
/// be made without any overlap.
///
/// Two units that could only push each other to and fro swap (as in lacam3: Okumura 2024): the one that pushes
/// goes back until there is room for both.

#include "joint/distances.h"

/// Bodies overlap if their centres are nearer than the sum of their radii by more than this, in tiles.
#define TOUCH_NOISE 1e-9

typedef enum step_state {
    STEP_OPEN,   ///< has not decided
    STEP_ASKING, ///< wants its place, and those in the way decide now
    STEP_DECIDED
} step_state;

/// A unit of the knot, as the search sees it.
typedef struct knot_unit {
    double radius;
    int32_t ground, rank;
    int32_t start, goal; ///< places
    bool is_parked;      ///< it does not go
    bool has_left;       ///< it is parked, and its goal is another one, because it cannot come back
    /// The first of the units with which it may exchange goals; itself, if there are no others
    uint8_t group;
    const uint16_t *ways; ///< [way * places] to its goal
    step_state state;
    int32_t place;                  ///< before the step
    int32_t next;                   ///< after it: of a unit that asks or has decided
    int32_t near_first, near_end;   ///< its neighbours: units that a step could bring together with it
    int32_t close_first, close_end; ///< those of them that it could touch where they stand
} knot_unit;

/// A move that is tried, best first.
typedef struct step_option {
    uint64_t order; ///< sorts: the way left, whether others are in the way, chance
    int32_t to;
} step_option;

/// A unit whose decision waits for those that it pushes.
typedef struct step_frame {
    int32_t unit;
    int32_t option, option_count; ///< the one that is tried
    int32_t decided;              ///< how many had decided when it began to be tried
    int32_t swaps_with;           ///< a unit that shall follow; -1 = none
    bool is_tried;                ///< its pushes have begun
} step_frame;

typedef struct stepper {
    memory *memory;
    const places *places;
    knot_unit *units; ///< [unit * unit_count]
    int32_t unit_count;
    uint64_t run;   ///< its number: seed of all that is left to chance
    uint64_t steps; ///< of this run
    /// Seed of this step: if ties were broken in the same way at each step, units that hold each other would repeat the
    /// same moves for ever
    uint64_t chance;
    uint8_t *near; ///< neighbours of all units
    size_t near_capacity;
    uint8_t *close; ///< those that are close
    size_t close_capacity;
    uint8_t *order; ///< [unit * decided] in the order of their decisions
    size_t order_capacity;
    int32_t decided;
    uint64_t looks;     ///< at neighbours, since stepper_place(): most of what a step costs
    step_frame *frames; ///< [frame * unit_count]
    size_t frame_capacity;
    step_option *options; ///< [option * most_options] of each frame
    size_t option_capacity;
    int32_t most_options;
} stepper;

void stepper_init(stepper *stepper, memory *memory);

void stepper_release(stepper *stepper);

/// Makes ready for steps of these units on these places.
fw_result stepper_begin(stepper *stepper, const places *places, knot_unit *units, int32_t unit_count);

/// Begins a step from a configuration.
///
/// @param from  [place * unit_count]
void stepper_place(stepper *stepper, const int32_t *from);

/// Lets a unit that has not decided yet decide, and those that it pushes.
///
/// @param only  the only place that it may go to; -1 = any
/// @return false: no move is possible; the unit stays
bool stepper_decide(stepper *stepper, int32_t unit, int32_t only);

/// True if a unit may make a move, and its goal can be reached from there. Places off the lattice are for those only
/// that want to be there.
static inline bool knot_unit_may(const places *places, const knot_unit *unit, const place_arc *arc)
{
    return arc->ranks[unit->ground] > unit->rank &&
           (arc->to < places->shared_count || arc->to == unit->goal) && unit->ways[arc->to] != NO_WAY;
}

/// A number that belongs to three others.
uint64_t joint_chance(uint64_t run, uint64_t unit, uint64_t place);

/// True if a body that moves straight between two places touches one that stands, the sum of their radii being `reach`.
static inline bool move_touches(joint_place from, joint_place to, joint_place other, double reach)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    double x = other.x - from.x, y = other.y - from.y;
    const double along = x * dx + y * dy, length = dx * dx + dy * dy;
    if (along >= length) {
        x -= dx;
        y -= dy;
    } else if (along > 0) {
        x -= along / length * dx;
        y -= along / length * dy;
    }
    const double least = reach - TOUCH_NOISE;
    return x * x + y * y < least * least;
}

/// The square of the distance of two places.
static inline double square_apart(joint_place a, joint_place b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// True if two bodies overlap where they stand.
static inline bool places_touch(joint_place a, joint_place b, double reach)
{
    const double least = reach - TOUCH_NOISE;
    return square_apart(a, b) < least * least;
}
