#include "joint/steps.h"

#include <math.h>

#include "base/must_hold.h"
#include "base/random.h"

/// Who stands nearer than this behind a unit may want to pass it, in spacings of the lattice.
#define BEHIND 1.5

/// By how much a place may lead farther than one where another unit stands.
enum { TAKEN_COST = LENGTH_ONE / 2 };

void stepper_init(stepper *stepper, memory *memory)
{
    *stepper = (struct stepper){ .memory = memory };
}

void stepper_release(stepper *stepper)
{
    memory *memory = stepper->memory;
    memory_give_back(memory, stepper->near, stepper->near_capacity, sizeof *stepper->near);
    memory_give_back(memory, stepper->close, stepper->close_capacity, sizeof *stepper->close);
    memory_give_back(memory, stepper->order, stepper->order_capacity, sizeof *stepper->order);
    memory_give_back(memory, stepper->frames, stepper->frame_capacity, sizeof *stepper->frames);
    memory_give_back(memory, stepper->options, stepper->option_capacity, sizeof *stepper->options);
    stepper_init(stepper, memory);
}

fw_result stepper_begin(stepper *stepper, const places *places, knot_unit *units, int32_t unit_count)
{
    memory *memory = stepper->memory;
    const size_t count = (size_t)unit_count;
    stepper->places = places;
    stepper->units = units;
    stepper->unit_count = unit_count;
    stepper->most_options = places->most_arcs + 1;
    fw_result result = MEMORY_RESERVE(memory, stepper->near, stepper->near_capacity, count * count);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, stepper->close, stepper->close_capacity, count * count);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, stepper->order, stepper->order_capacity, count);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, stepper->frames, stepper->frame_capacity, count);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, stepper->options, stepper->option_capacity,
                                count * (size_t)stepper->most_options);
    return result;
}

uint64_t joint_chance(uint64_t run, uint64_t unit, uint64_t place)
{
    random_source source = { run * UINT64_C(0x9e3779b97f4a7c15) ^ unit << 40 ^ place };
    return random_bits(&source);
}

static joint_place at(const stepper *stepper, int32_t place)
{
    return stepper->places->at[place];
}

/// The length of the longest move from a place, in tiles.
static double longest_from(const places *places, int32_t place)
{
    double longest = 0;
    for (int32_t i = places->first[place]; i < places->first[place + 1]; i++) {
        const joint_place from = places->at[place], to = places->at[places->arcs[i].to];
        longest = fmax(longest, (from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y));
    }
    return sqrt(longest);
}

/// Lists the units whose places are nearer than `far` to that of a unit.
static int32_t list_within(const joint_place *places, int32_t count, int32_t unit, double far, uint8_t *list)
{
    const joint_place here = places[unit];
    int32_t used = 0;
    for (int32_t i = 0; i < count; i++) { // without branches, as all units are compared with all in each step
        const double x = places[i].x - here.x, y = places[i].y - here.y;
        list[used] = (uint8_t)i;
        used += x * x + y * y < far * far;
    }
    return used;
}

void stepper_place(stepper *stepper, const int32_t *from)
{
    const int32_t count = stepper->unit_count;
    knot_unit *units = stepper->units;
    const double spacing = stepper->places->lattice.spacing,
                 two_steps = 2 * spacing * LENGTH_MOST / LENGTH_ONE;
    joint_place heres[JOINT_MOST_UNITS];
    double steps[JOINT_MOST_UNITS], widest = 0;
    int32_t near = 0, close = 0;
    stepper->decided = 0;
    stepper->looks = 0;
    stepper->chance = joint_chance(stepper->run, ++stepper->steps, 0);
    for (int32_t i = 0; i < count; i++) {
        units[i].place = units[i].next = from[i];
        units[i].state = STEP_OPEN;
        heres[i] = at(stepper, from[i]);
        steps[i] = longest_from(stepper->places, from[i]) + 2 * TOUCH_NOISE;
        widest = fmax(widest, units[i].radius);
    }
    for (int32_t i = 0; i < count; i++) {
        uint8_t list[JOINT_MOST_UNITS];
        const double far = fmax(units[i].radius + widest + two_steps, BEHIND * spacing);
        const int32_t listed = list_within(heres, count, i, far, list);
        units[i].near_first = near;
        units[i].close_first = close;
        for (int32_t k = 0; k < listed; k++) {
            // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): list_within() has listed so many
            const int32_t j = list[k];
            const double reach = units[i].radius + units[j].radius,
                         most = fmax(reach + fmin(steps[i] + steps[j], two_steps), BEHIND * spacing);
            if (j == i || !places_touch(heres[i], heres[j], most))
                continue;
            stepper->near[near++] = (uint8_t)j;
            if (places_touch(heres[i], heres[j], reach + steps[i]))
                stepper->close[close++] = (uint8_t)j;
        }
        units[i].near_end = near;
        units[i].close_end = close;
    }
}

/// True if a unit may move to a place, once those that it pushes have made room.
static bool may_try(const stepper *stepper, const knot_unit *unit, int32_t to)
{
    const joint_place here = at(stepper, unit->place), there = at(stepper, to);
    for (int32_t i = unit->near_first; i < unit->near_end; i++) {
        const knot_unit *other = &stepper->units[stepper->near[i]];
        if (other->state == STEP_OPEN)
            continue;
        const double reach = unit->radius + other->radius;
        const joint_place next = at(stepper, other->next);
        if (other->state == STEP_DECIDED) {
            if (move_touches(here, there, next, reach))
                return false;
        } else if (move_touches(here, there, at(stepper, other->place), reach) ||
                   move_touches(at(stepper, other->place), next, there, reach)) {
            return false;
        }
    }
    return true;
}

/// A unit that has not decided, and stands where another one wants to move; -1: none.
static int32_t find_blocker(const stepper *stepper, const knot_unit *unit, int32_t to)
{
    const joint_place here = at(stepper, unit->place), there = at(stepper, to);
    for (int32_t i = unit->close_first; i < unit->close_end; i++) {
        const int32_t number = stepper->close[i];
        const knot_unit *other = &stepper->units[number];
        if (other->state == STEP_OPEN &&
            move_touches(here, there, at(stepper, other->place), unit->radius + other->radius))
            return number;
    }
    return -1;
}

static void insert(step_option *options, int32_t count, step_option option)
{
    while (count > 0 && options[count - 1].order > option.order) {
        options[count] = options[count - 1];
        count--;
    }
    options[count] = option;
}

/// Sorts a place among the options of a unit: shorter ways first, then free places, then by chance. A free place may be
/// farther by TAKEN_COST: who goes round others does not wait until they are gone.
static step_option option_of(const stepper *stepper, int32_t number, int32_t to)
{
    const knot_unit *unit = &stepper->units[number];
    const uint64_t is_taken = find_blocker(stepper, unit, to) >= 0;
    return (step_option){ ((uint64_t)unit->ways[to] + is_taken * TAKEN_COST) << 32 | is_taken << 31 |
                              joint_chance(stepper->chance, (uint64_t)number, (uint64_t)to) >> 33,
                          to };
}

/// Lists where a unit may go, best first.
static int32_t list_options(const stepper *stepper, int32_t number, step_option *options)
{
    const knot_unit *unit = &stepper->units[number];
    const places *places = stepper->places;
    int32_t count = 0;
    insert(options, count++, option_of(stepper, number, unit->place));
    for (int32_t i = places->first[unit->place]; i < places->first[unit->place + 1]; i++)
        if (knot_unit_may(places, unit, &places->arcs[i]))
            insert(options, count++, option_of(stepper, number, places->arcs[i].to));
    return count;
}

/// Where the one in front can go on to, away from one who follows it.
typedef struct onward {
    int32_t place; ///< one such place; -1 = none
    bool is_fork;  ///< two, with room for both units
} onward;

/// @param reach  sum of the radii
static onward find_onward(const stepper *stepper, const knot_unit *front, int32_t place, int32_t behind,
                          double reach)
{
    const places *places = stepper->places;
    onward found = { -1, false };
    for (int32_t i = places->first[place]; i < places->first[place + 1] && !found.is_fork; i++) {
        const place_arc *arc = &places->arcs[i];
        if (arc->to >= places->shared_count || arc->ranks[front->ground] <= front->rank ||
            places_touch(at(stepper, arc->to), at(stepper, behind), reach))
            continue;
        if (found.place < 0 || front->ways[arc->to] < front->ways[found.place]) {
            const int32_t other = found.place;
            found.place = arc->to;
            found.is_fork = other >= 0 && !places_touch(at(stepper, arc->to), at(stepper, other), reach);
        } else {
            found.is_fork = !places_touch(at(stepper, arc->to), at(stepper, found.place), reach);
        }
    }
    return found;
}

/// True if one unit, which stands behind another and wants to go past it, can only push it to where both want to go
/// back: nowhere on the way is a fork.
static bool must_swap(const stepper *stepper, const knot_unit *pusher, const knot_unit *front, int32_t behind,
                      int32_t place)
{
    const double reach = pusher->radius + front->radius;
    while (pusher->ways[place] < pusher->ways[behind]) {
        const onward next = find_onward(stepper, front, place, behind, reach);
        if (next.is_fork)
            return false;
        if (next.place < 0)
            break;
        behind = place;
        place = next.place;
    }
    return front->ways[behind] < front->ways[place] &&
           (pusher->ways[behind] == 0 || pusher->ways[place] < pusher->ways[behind]);
}

/// True if a fork lies behind a unit, to which it can go back, followed by the one in front.
static bool can_swap(const stepper *stepper, const knot_unit *pusher, const knot_unit *front, int32_t behind,
                     int32_t place)
{
    const double reach = pusher->radius + front->radius;
    const int32_t first = behind;
    for (int32_t i = 0; i < stepper->places->count && place != first; i++) {
        const onward next = find_onward(stepper, pusher, place, behind, reach);
        if (next.is_fork)
            return true;
        if (next.place < 0)
            return false;
        behind = place;
        place = next.place;
    }
    return false;
}

/// The unit with which a unit swaps, whose best move is known; -1: none. The unit then takes its worst move, and the
/// other one follows.
static int32_t find_swap(const stepper *stepper, int32_t number, int32_t best)
{
    const knot_unit *unit = &stepper->units[number];
    if (best == unit->place)
        return -1;
    const int32_t blocker = find_blocker(stepper, unit, best);
    if (blocker >= 0) {
        const knot_unit *front = &stepper->units[blocker];
        if (must_swap(stepper, unit, front, unit->place, front->place) &&
            can_swap(stepper, unit, front, front->place, unit->place))
            return blocker;
    }
    for (int32_t i = unit->near_first; i < unit->near_end;
         i++) { // one behind may want to pass: make room for it
        const int32_t behind = stepper->near[i];
        const knot_unit *pusher = &stepper->units[behind];
        if (behind == blocker || !places_touch(at(stepper, pusher->place), at(stepper, unit->place),
                                               BEHIND * stepper->places->lattice.spacing))
            continue;
        if (must_swap(stepper, pusher, unit, unit->place, best) &&
            can_swap(stepper, pusher, unit, best, unit->place))
            return behind;
    }
    return -1;
}

static void decide(stepper *stepper, int32_t number, int32_t next)
{
    knot_unit *unit = &stepper->units[number];
    unit->next = next;
    unit->state = STEP_DECIDED;
    stepper->order[stepper->decided++] = (uint8_t)number;
}

/// Undoes all moves that were decided since. Those that found no move stay decided: else the time were exponential.
static void undo(stepper *stepper, int32_t since)
{
    int32_t kept = since;
    for (int32_t i = since; i < stepper->decided; i++) {
        const uint8_t number = stepper->order[i];
        knot_unit *unit = &stepper->units[number];
        if (unit->next == unit->place) {
            stepper->order[kept++] = number;
        } else {
            unit->next = unit->place;
            unit->state = STEP_OPEN;
        }
    }
    stepper->decided = kept;
}

static void open_frame(stepper *stepper, int32_t depth, int32_t number, int32_t only)
{
    must_hold(depth < stepper->unit_count);
    step_frame *frame = &stepper->frames[depth];
    step_option *options = &stepper->options[(size_t)depth * (size_t)stepper->most_options];
    *frame = (step_frame){ .unit = number, .option_count = 1, .swaps_with = -1 };
    if (only >= 0) {
        options[0] = (step_option){ 0, only };
        return;
    }
    frame->option_count = list_options(stepper, number, options);
    stepper->looks += (uint64_t)(frame->option_count *
                                 (stepper->units[number].close_end - stepper->units[number].close_first));
    frame->swaps_with = find_swap(stepper, number, options[0].to);
    if (frame->swaps_with >= 0)
        for (int32_t i = 0, j = frame->option_count - 1; i < j; i++, j--) {
            const step_option option = options[i];
            options[i] = options[j];
            options[j] = option;
        }
}

/// Lets the partner of a swap follow, if it still can.
static void let_follow(stepper *stepper, const step_frame *frame)
{
    const knot_unit *unit = &stepper->units[frame->unit];
    knot_unit *partner = frame->swaps_with < 0 ? NULL : &stepper->units[frame->swaps_with];
    if (frame->option > 0 || !partner || partner->state != STEP_OPEN || unit->next == unit->place)
        return;
    const places *places = stepper->places;
    for (int32_t i = places->first[partner->place]; i < places->first[partner->place + 1]; i++) {
        const place_arc *arc = &places->arcs[i];
        if (arc->to == unit->place && knot_unit_may(places, partner, arc) &&
            may_try(stepper, partner, arc->to) && find_blocker(stepper, partner, arc->to) < 0) {
            decide(stepper, frame->swaps_with, arc->to);
            return;
        }
    }
}

bool stepper_decide(stepper *stepper, int32_t unit, int32_t only)
{
    int32_t depth = 0;
    bool has_moved = true; // the answer of the frame that has just ended
    open_frame(stepper, 0, unit, only);
    for (;;) {
        step_frame *frame = &stepper->frames[depth];
        knot_unit *asker = &stepper->units[frame->unit];
        const step_option *options = &stepper->options[(size_t)depth * (size_t)stepper->most_options];
        if (frame->is_tried && !has_moved) { // one in the way found nothing: the next option
            undo(stepper, frame->decided);
            asker->state = STEP_OPEN;
            frame->is_tried = false;
            frame->option++;
        }
        for (; !frame->is_tried && frame->option < frame->option_count; frame->option++) {
            stepper->looks += (uint64_t)(asker->near_end - asker->near_first);
            if (may_try(stepper, asker, options[frame->option].to)) {
                frame->is_tried = true;
                frame->decided = stepper->decided;
                asker->next = options[frame->option].to;
                asker->state = STEP_ASKING;
                break;
            }
        }
        has_moved = frame->is_tried;
        const int32_t blocker = has_moved ? find_blocker(stepper, asker, asker->next) : -1;
        if (blocker >= 0) {
            open_frame(stepper, ++depth, blocker, -1);
            has_moved = true;
            continue;
        }
        if (has_moved && !may_try(stepper, asker, asker->next)) { // one that found nothing stays in the way
            has_moved = false;
            continue;
        }
        decide(stepper, frame->unit, has_moved ? asker->next : asker->place);
        if (has_moved)
            let_follow(stepper, frame);
        if (depth-- == 0)
            return has_moved;
    }
}
