#include "directional/motions/motion_set.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/trig.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "directional/motions/motion_candidates.h"
#include "directional/motions/motions.h"
#include "directional/motions/shuffle.h"

/// Least turning radius, in tiles. Tighter turns hardly differ from turns on the spot, and the lengths of their curves
/// drown in rounding errors.
#define LEAST_RADIUS (1.0 / 128)

bool motions_reach(const fw_unit_def *unit, double *length, double *limit)
{
    *length = 2 * sweep_body_of(&unit->footprint).reach;
    *limit = MOTION_REACH - 4; // the start and the end of a motion lie 2 tiles further in
    return *length < *limit;
}

bool motions_may_turn(const fw_unit_def *unit, fw_refusal *why)
{
    if (unit->turn_radius >= LEAST_RADIUS)
        return true;
    refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.turn_radius",
           "directional search needs a unit with a turning radius, of 1/128 tile at least");
    return false;
}

bool motions_fit(const fw_unit_def *unit, fw_refusal *why)
{
    double length, limit;
    if (!motions_may_turn(unit, why))
        return false;
    if (!motions_reach(unit, &length, &limit)) {
        refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.footprint", "the body is too long for these motions");
        return false;
    }
    return true;
}

static near_tile tile_of(const candidates *candidates, const candidate *candidate, uint32_t index,
                         int quarters)
{
    return tile_turned(candidates->tiles[candidate->first_tile + index], quarters, candidates->is_even);
}

/// The window that holds all tiles of a control set; it always holds the start's tile.
///
/// @param is_turned  the control set is that of a body that faces the other way
static void frame_controls(const candidates *candidates, int heading, bool is_turned, control_set *controls)
{
    int left = 0, top = 0, right = 0, bottom = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        const candidate *candidate = &candidates->items[i];
        if (!candidate->kept || first_heading_of(candidate->start) != first_heading_of(heading))
            continue;
        controls->count++;
        for (uint32_t index = 0; index < candidate->tile_count; index++) {
            const near_tile tile = tile_of(candidates, candidate, index, quarters_of(heading));
            if (tile.is_turned != is_turned)
                continue;
            left = tile.x < left ? tile.x : left;
            right = tile.x > right ? tile.x : right;
            top = tile.y < top ? tile.y : top;
            bottom = tile.y > bottom ? tile.y : bottom;
        }
    }
    controls->left = left;
    controls->top = top;
    controls->width = right - left + 1;
    controls->height = bottom - top + 1;
    controls->rows_a_word = WORD_BITS / controls->width;
    controls->home = -top / controls->rows_a_word;
    controls->words = (controls->height + controls->rows_a_word - 1) / controls->rows_a_word;
}

static void fill_mask(const candidates *candidates, const candidate *candidate, int quarters, bool is_turned,
                      const control_set *controls, uint64_t *mask)
{
    for (uint32_t index = 0; index < candidate->tile_count; index++) {
        const near_tile tile = tile_of(candidates, candidate, index, quarters);
        if (tile.is_turned != is_turned)
            continue;
        const int row = tile.y - controls->top;
        const int bit = row % controls->rows_a_word * controls->width + tile.x - controls->left;
        mask[row / controls->rows_a_word * controls->count] |= UINT64_C(1) << bit;
    }
}

/// The cost of a motion that begins in a gear; if begun in reverse, all gears of the candidate are swapped. The cost is
/// rounded up, but first SAME_COST is subtracted: a rounding error must not raise a whole number to the next one.
static uint32_t cost_of(const candidates *candidates, const candidate *candidate, const fw_unit_def *unit,
                        fw_gear gear)
{
    double cost = 0;
    for (uint32_t i = 0; i < candidate->segment_count; i++) {
        const fw_segment *segment = &candidates->segments[candidate->first_segment + i];
        cost += (segment->gear != gear ? unit->reverse_penalty : 1) * segment->length;
    }
    return (uint32_t)ceil(cost * MOTION_SCALE - SAME_COST);
}

static uint16_t changes_of(const candidates *candidates, const candidate *candidate)
{
    uint16_t changes = 0;
    for (uint32_t i = 1; i < candidate->segment_count; i++) {
        const fw_segment *segment = &candidates->segments[candidate->first_segment + i];
        if (segment->gear != segment[-1].gear)
            changes++;
    }
    return changes;
}

static uint32_t turn_of(const candidates *candidates, const candidate *candidate)
{
    double turn = 0;
    for (uint32_t i = 0; i < candidate->segment_count; i++) {
        const fw_segment *segment = &candidates->segments[candidate->first_segment + i];
        turn += fabs(segment->curvature) * segment->length;
    }
    return (uint32_t)lround(turn / (2 * FW_PI) * MOTION_FULL_TURN);
}

/// Fills in the hit masks of the candidates that leave a heading.
static void fill_masks(const candidates *candidates, int heading, bool is_turned, control_set *controls,
                       uint64_t *masks)
{
    controls->masks = masks;
    for (size_t i = 0; i < candidates->count; i++) {
        const candidate *candidate = &candidates->items[i];
        if (candidate->kept && first_heading_of(candidate->start) == first_heading_of(heading))
            fill_mask(candidates, candidate, quarters_of(heading), is_turned, controls, masks++);
    }
}

static void fill_motions(const candidates *candidates, const fw_unit_def *unit, int heading,
                         control_set *controls, motion *motions)
{
    const int quarters = quarters_of(heading);
    uint32_t curve = 0;
    controls->motions = motions;
    for (size_t i = 0; i < candidates->count; i++) {
        const candidate *candidate = &candidates->items[i];
        if (!candidate->kept)
            continue;
        if (first_heading_of(candidate->start) == first_heading_of(heading)) {
            const near_tile step = step_turned(candidate->dx, candidate->dy, quarters);
            *motions++ = (motion){ .dx = step.x,
                                   .dy = step.y,
                                   .end = (uint8_t)heading_turned(candidate->end, 2 * quarters),
                                   .quarters = (uint8_t)quarters,
                                   .cost = { cost_of(candidates, candidate, unit, FW_FORWARD),
                                             cost_of(candidates, candidate, unit, FW_REVERSE) },
                                   .changes = changes_of(candidates, candidate),
                                   .turn = turn_of(candidates, candidate),
                                   .curve = curve };
        }
        curve++;
    }
}

/// The shortest way on the grid from a motion's start to its end over tiles that the body touches, as a grid_field
/// measures it.
///
/// @param from  the tile of the start; if lattice points are corners, one of the four tiles around it; `is_turned` if
///              the body faces the other way
static uint32_t distance_within(const candidates *candidates, const candidate *candidate, near_tile from)
{
    enum { SIDE = 2 * MOTION_REACH + 4, CENTRE = MOTION_REACH + 2 };
    enum { FAR = UINT16_MAX - 1 }; // touched, not reached; UINT16_MAX: not touched
    uint16_t distance[SIDE][SIDE];
    // A shortest way passes at most three of four tiles in a square, or it would take the diagonal.
    static_assert(SIDE * SIDE / 4 * 3 * FIELD_DIAGONAL < FAR, "a way does not fit into 16 bits");
    memset(distance, 0xff, sizeof distance);
    for (uint32_t i = 0; i < candidate->tile_count; i++) {
        const near_tile tile = candidates->tiles[candidate->first_tile + i];
        if (tile.is_turned == from.is_turned)
            distance[tile.y + CENTRE][tile.x + CENTRE] = FAR;
    }
    distance[from.y + CENTRE][from.x + CENTRE] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < candidate->tile_count; i++) {
            const near_tile tile = candidates->tiles[candidate->first_tile + i];
            const int x = tile.x + CENTRE, y = tile.y + CENTRE;
            uint32_t least = distance[y][x];
            if (tile.is_turned != from.is_turned)
                continue;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    const bool passes = distance[y + dy][x] <= FAR && distance[y][x + dx] <= FAR;
                    const uint32_t step = dx && dy ? FIELD_DIAGONAL : FIELD_STRAIGHT;
                    if (passes && distance[y + dy][x + dx] < FAR && distance[y + dy][x + dx] + step < least)
                        least = distance[y + dy][x + dx] + step;
                }
            changed |= least < distance[y][x];
            distance[y][x] = (uint16_t)least;
        }
    }
    return distance[candidate->dy + from.y + CENTRE][candidate->dx + from.x + CENTRE];
}

/// True if from every heading motions turn to both sides by a quarter turn or less. If not, the set has only lines,
/// swerves and loops.
static bool turns_both_ways(const motion_set *set, int32_t headings)
{
    for (int heading = 0; heading < headings; heading++) {
        const control_set *controls = &set->control_sets[heading];
        bool sides[2] = { false, false };
        for (int32_t i = 0; i < controls->count; i++) {
            const motion *motion = &controls->motions[i];
            if (motion->end != heading && motion->turn <= MOTION_FULL_TURN / 4)
                sides[trig_wrap(motion_heading(motion->end) - motion_heading(heading)) > 0] = true;
        }
        if (!sides[0] || !sides[1])
            return false;
    }
    return true;
}

/// Computes the properties of the set as a whole: reach, scale of fields, kinds of turns.
static void sum_up(const candidates *candidates, motion_set *set)
{
    double least = 2.0 * MOTION_SCALE / FIELD_STRAIGHT;
    uint32_t shuffles = 0, small_shuffles = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        const candidate *candidate = &candidates->items[i];
        if (!candidate->kept)
            continue;
        if (candidate->dx == 0 && candidate->dy == 0) {
            shuffles++;
            small_shuffles += candidate->tile_count == (candidates->has_front ? 2 : 1);
            continue;
        }
        const double cost = ceil(candidate->length * MOTION_SCALE - SAME_COST);
        for (int quarters = 0; quarters < (candidates->is_even ? 4 : 1); quarters++)
            for (int turned = 0; turned <= candidates->has_front; turned++) {
                const near_tile start = { .is_turned = turned },
                                from = tile_turned(start, quarters, candidates->is_even);
                least = fmin(least, cost / distance_within(candidates, candidate, from));
            }
        const int reach = abs(candidate->dx) > abs(candidate->dy) ? abs(candidate->dx) : abs(candidate->dy);
        set->reach = reach > set->reach ? reach : set->reach;
    }
    set->turns = turns_both_ways(set, candidates->headings);
    set->turns_in_place = shuffles > 0 && shuffles == small_shuffles;
    set->field_scale = (uint32_t)(least * 65536.0);
    set->unpruned = (double)candidates->count / first_headings(candidates->headings);
}

/// Copies the segments of the candidates that are kept.
static void fill_curves(const candidates *candidates, motion_set *set)
{
    uint32_t count = 0, curve = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        const candidate *candidate = &candidates->items[i];
        if (!candidate->kept)
            continue;
        set->first_segment[curve++] = count;
        for (uint32_t segment = 0; segment < candidate->segment_count; segment++)
            set->segments[count++] = candidates->segments[candidate->first_segment + segment];
    }
    set->first_segment[curve] = count;
}

/// Computes the tile shares of the candidates that are kept.
static fw_result fill_shares(memory *memory, const candidates *candidates, motion_set *set)
{
    size_t next = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        const candidate *candidate = &candidates->items[i];
        for (int gear = 0; candidate->kept && gear < MOTION_GEARS; gear++) {
            set->first_share[next++] = (uint32_t)set->shares.count;
            if (shares_add(memory, &set->shares, candidates->segments + candidate->first_segment,
                           candidate->segment_count, (fw_gear)gear, candidates->is_even ? 0 : 0.5) != FW_OK)
                return FW_NO_MEMORY;
        }
    }
    set->first_share[next] = (uint32_t)set->shares.count;
    return FW_OK;
}

static fw_result fill_moves(memory *memory, motion_set *set)
{
    for (size_t curve = 0; curve < set->curve_count; curve++) {
        const uint32_t first = set->first_segment[curve], end = set->first_segment[curve + 1];
        set->first_move[curve] = (uint32_t)set->moves.count;
        if (moves_add(memory, &set->moves, &set->segments[first], (int32_t)(end - first)) != FW_OK)
            return FW_NO_MEMORY;
    }
    set->first_move[set->curve_count] = (uint32_t)set->moves.count;
    return FW_OK;
}

static size_t masks_of(const control_set *controls)
{
    return (size_t)controls->count * (size_t)controls->words;
}

static fw_result fill_set(memory *memory, const candidates *candidates, const fw_unit_def *unit,
                          motion_set *set)
{
    size_t mask_count = 0, segment_count = 0;
    for (size_t i = 0; i < candidates->count; i++)
        if (candidates->items[i].kept) {
            set->curve_count++;
            segment_count += candidates->items[i].segment_count;
        }
    for (int heading = 0; heading < candidates->headings; heading++) {
        control_set *controls = &set->control_sets[heading], *turned = &set->turned_sets[heading];
        frame_controls(candidates, heading, false, controls);
        set->motion_count += (size_t)controls->count;
        mask_count += masks_of(controls);
        set->most = controls->count > set->most ? controls->count : set->most;
        if (candidates->has_front) {
            frame_controls(candidates, heading, true, turned);
            mask_count += masks_of(turned);
        }
    }
    if (set->curve_count == 0)
        return FW_OK;
    set->motions = memory_get(memory, set->motion_count, sizeof *set->motions);
    set->masks = memory_get_zeroed(memory, mask_count, sizeof *set->masks);
    set->segments = memory_get(memory, segment_count, sizeof *set->segments);
    set->first_segment = memory_get(memory, set->curve_count + 1, sizeof *set->first_segment);
    set->first_share = memory_get(memory, MOTION_GEARS * set->curve_count + 1, sizeof *set->first_share);
    set->first_move = memory_get(memory, set->curve_count + 1, sizeof *set->first_move);
    if (!set->motions || !set->masks || !set->segments || !set->first_segment || !set->first_share ||
        !set->first_move)
        return FW_NO_MEMORY;
    motion *motions = set->motions;
    uint64_t *masks = set->masks;
    for (int heading = 0; heading < candidates->headings; heading++) {
        control_set *controls = &set->control_sets[heading], *turned = &set->turned_sets[heading];
        fill_motions(candidates, unit, heading, controls, motions);
        fill_masks(candidates, heading, false, controls, masks);
        motions += controls->count;
        masks += masks_of(controls);
        if (candidates->has_front) {
            turned->motions = controls->motions;
            fill_masks(candidates, heading, true, turned, masks);
            masks += masks_of(turned);
        } else {
            *turned = *controls;
        }
    }
    fill_curves(candidates, set);
    sum_up(candidates, set);
    const fw_result filled = fill_moves(memory, set);
    return filled == FW_OK ? fill_shares(memory, candidates, set) : filled;
}

fw_result motion_set_build(memory *memory, const fw_unit_def *unit, const motion_choice *choice,
                           motion_set *set)
{
    candidates candidates = { .memory = memory };
    *set = (motion_set){ 0 };
    fw_result result = candidates_collect(&candidates, unit, choice);
    if (result == FW_OK && !choice->keeps_all)
        result = candidates_prune(&candidates, choice->ring);
    if (result == FW_OK && choice->has_shuffles)
        result = candidates_add_shuffles(&candidates, unit);
    if (result == FW_OK)
        result = fill_set(memory, &candidates, unit, set);
    candidates_free(&candidates);
    return result;
}

/// (x, y) after quarter turns, exactly.
static void turn(double *x, double *y, int quarters)
{
    for (int i = 0; i < quarters; i++) {
        const double turned = -*y;
        *y = *x;
        *x = turned;
    }
}

fw_segment motion_segment(const motion_set *set, const motion *motion, int32_t index, double x, double y,
                          fw_gear gear)
{
    fw_segment segment = set->segments[set->first_segment[motion->curve] + (uint32_t)index];
    fw_pose *start = &segment.start;
    turn(&start->x, &start->y, motion->quarters);
    start->x += x;
    start->y += y;
    start->heading += motion->quarters * (FW_PI / 2);
    if (start->heading > FW_PI)
        start->heading -= 2 * FW_PI;
    return gear == FW_FORWARD ? segment : segment_turned_back(&segment);
}
