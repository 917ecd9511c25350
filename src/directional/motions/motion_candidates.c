#include "directional/motions/motion_candidates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/trig.h"
#include "curve/dubins.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"

/// Lengths and places that differ by less are equal.
#define SAME 1e-9

enum { PATCH_SIDE = 2 * MOTION_REACH + 2 };

/// Tiles around a start, one bit each.
typedef struct patch {
    uint64_t rows[PATCH_SIDE];
} patch;

static bool is_near(int x, int y)
{
    return x >= -MOTION_REACH - 1 && x <= MOTION_REACH && y >= -MOTION_REACH - 1 && y <= MOTION_REACH;
}

static bool patch_has(const patch *patch, int x, int y)
{
    return is_near(x, y) && patch->rows[y + MOTION_REACH + 1] >> (x + MOTION_REACH + 1) & 1;
}

static void patch_add(patch *patch, int x, int y)
{
    patch->rows[y + MOTION_REACH + 1] |= UINT64_C(1) << (x + MOTION_REACH + 1);
}

void candidates_free(candidates *candidates)
{
    memory_give_back(candidates->memory, candidates->items, candidates->capacity, sizeof *candidates->items);
    memory_give_back(candidates->memory, candidates->tiles, candidates->tile_capacity,
                     sizeof *candidates->tiles);
    memory_give_back(candidates->memory, candidates->segments, candidates->segment_capacity,
                     sizeof *candidates->segments);
}

static bool segment_touches(const sweep_body *body, const fw_segment *segment, const sweep_arc *arc, int x,
                            int y)
{
    if (segment->curvature != 0)
        return sweep_arc_touches(body, arc, x, y);
    const fw_pose end = segment_end(segment);
    return sweep_line_touches(body, segment->start.x, segment->start.y, end.x, end.y, x, y);
}

/// Adds the tiles that the body touches along a segment. Tests the tiles around points every half tile.
///
/// @param farthest  least coordinate of a tile: after half a turn, such a tile has the greatest coordinate allowed
/// @return false if a tile lies too far away for a window
static bool touch_segment(patch *tested, patch *touched, const sweep_body *body, const fw_segment *segment,
                          int farthest)
{
    sweep_body room;
    body = sweep_body_along(body, segment, &room);
    memset(tested, 0, sizeof *tested);
    const sweep_arc arc = segment->curvature != 0 ? sweep_arc_of(segment) : (sweep_arc){ 0 };
    const int steps = 1 + (int)(2 * segment->length);
    for (int i = 0; i <= steps; i++) {
        const fw_pose pose = segment_pose_at(segment, segment->length * i / steps);
        const double reach = body->reach + 0.5;
        for (int y = (int)floor(pose.y - reach); y <= (int)floor(pose.y + reach); y++)
            for (int x = (int)floor(pose.x - reach); x <= (int)floor(pose.x + reach); x++) {
                if (!is_near(x, y) || x < farthest || y < farthest)
                    return false;
                if (patch_has(tested, x, y))
                    continue;
                patch_add(tested, x, y);
                if (segment_touches(body, segment, &arc, x, y))
                    patch_add(touched, x, y);
            }
    }
    return true;
}

/// Appends the tiles that a body touches if its curve begins at the lattice point of tile (0, 0). FW_OK, FW_NO_MEMORY,
/// or FW_NOT_FOUND: the tiles lie too far away.
static fw_result note_tiles(candidates *candidates, const sweep_body *body, const fw_segment *segments,
                            int32_t count, bool is_turned)
{
    patch touched = { 0 }, tested;
    const double offset = candidates->is_even ? 0 : 0.5;
    const int farthest = candidates->is_even ? -MOTION_REACH - 1 : -MOTION_REACH;
    for (int32_t i = 0; i < count; i++) {
        fw_segment segment = segments[i];
        segment.start.x += offset;
        segment.start.y += offset;
        if (!touch_segment(&tested, &touched, body, &segment, farthest))
            return FW_NOT_FOUND;
    }
    for (int y = 0; y < PATCH_SIDE; y++)
        for (uint64_t row = touched.rows[y]; row; row &= row - 1) {
            if (MEMORY_RESERVE(candidates->memory, candidates->tiles, candidates->tile_capacity,
                               candidates->tile_count + 1) != FW_OK)
                return FW_NO_MEMORY;
            candidates->tiles[candidates->tile_count++] =
                (near_tile){ (int8_t)(bits_lowest(row) - MOTION_REACH - 1), (int8_t)(y - MOTION_REACH - 1),
                             is_turned };
        }
    return FW_OK;
}

/// Notes the tiles that a candidate touches, whichever way the body faces.
///
/// @return as note_tiles()
static fw_result note_all_tiles(candidates *candidates, const sweep_body *body, const fw_segment *segments,
                                int32_t count, candidate *candidate)
{
    const size_t first = candidates->tile_count;
    fw_result noted = note_tiles(candidates, body, segments, count, false);
    if (noted == FW_OK && candidates->has_front) {
        const sweep_body turned = sweep_body_turned(body);
        noted = note_tiles(candidates, &turned, segments, count, true);
    }
    candidate->first_tile = (uint32_t)first;
    candidate->tile_count = (uint32_t)(candidates->tile_count - first);
    if (noted != FW_OK)
        candidates->tile_count = first;
    return noted;
}

fw_result candidates_add(candidates *candidates, const sweep_body *body, const candidate *ends,
                         const fw_segment *segments, int32_t count)
{
    const size_t segment_count = candidates->segment_count + (size_t)count;
    candidate next = *ends;
    const fw_result noted = note_all_tiles(candidates, body, segments, count, &next);
    if (noted != FW_OK)
        return noted;
    if (MEMORY_RESERVE(candidates->memory, candidates->items, candidates->capacity, candidates->count + 1) !=
            FW_OK ||
        MEMORY_RESERVE(candidates->memory, candidates->segments, candidates->segment_capacity,
                       segment_count) != FW_OK)
        return FW_NO_MEMORY;
    next.first_segment = (uint32_t)candidates->segment_count;
    next.segment_count = (uint32_t)count;
    for (int32_t i = 0; i < count; i++)
        candidates->segments[candidates->segment_count++] = segments[i];
    candidates->items[candidates->count++] = next;
    return FW_OK;
}

void candidates_drop_last(candidates *candidates)
{
    const candidate *last = &candidates->items[--candidates->count];
    candidates->tile_count = last->first_tile;
    candidates->segment_count = last->first_segment;
}

static bool ends_at(const fw_curve *curve, const fw_pose *goal)
{
    if (curve->count == 0)
        return false;
    const fw_pose end = segment_end(&curve->segments[curve->count - 1]);
    return fabs(end.x - goal->x) < SAME && fabs(end.y - goal->y) < SAME &&
           fabs(trig_wrap(end.heading - goal->heading)) < SAME;
}

static double turn_of(const dubins_curve *curve)
{
    const bool is_triple = curve->word == FW_DUBINS_RLR || curve->word == FW_DUBINS_LRL;
    return curve->parts[0] + curve->parts[2] + (is_triple ? curve->parts[1] : 0);
}

/// Adds the curves between two poses that the choice admits.
static fw_result collect_between(candidates *candidates, const sweep_body *body, double radius,
                                 const motion_choice *choice, candidate ends)
{
    const fw_pose start = { 0, 0, motion_heading(ends.start) };
    const fw_pose goal = { ends.dx, ends.dy, motion_heading(ends.end) };
    const dubins_frame frame = dubins_between(start, goal, radius);
    dubins_curve words[FW_DUBINS_WORDS];
    const int count = dubins_by_length(&frame, words);
    double shortest = INFINITY;
    for (int i = 0; i < count; i++) {
        if ((words[i].word > FW_DUBINS_RSL && !choice->has_triples) ||
            turn_of(&words[i]) > choice->most_turn + SAME || words[i].length > choice->most_length ||
            (choice->only_shortest && words[i].length > shortest + SAME))
            continue;
        candidate next = ends;
        next.word = (uint8_t)words[i].word;
        next.length = words[i].length;
        fw_curve curve;
        dubins_segments(&frame, &words[i], &curve);
        if (!ends_at(&curve, &goal))
            continue;
        shortest = fmin(shortest, next.length);
        if (candidates_add(candidates, body, &next, curve.segments, curve.count) == FW_NO_MEMORY)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

static int compare(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    const int by_rank[][2] = {
        { a->start, b->start }, { a->dx, b->dx }, { a->dy, b->dy }, { a->end, b->end }, { a->word, b->word }
    };
    for (size_t i = 0; i < sizeof by_rank / sizeof *by_rank; i++)
        if (by_rank[i][0] != by_rank[i][1])
            return by_rank[i][0] < by_rank[i][1] ? -1 : 1;
    return 0;
}

fw_result candidates_collect(candidates *candidates, const fw_unit_def *unit, const motion_choice *choice)
{
    const sweep_body body = sweep_body_of(&unit->footprint);
    const int ring = choice->ring;
    const int headings = unit->headings;
    candidates->is_even = unit->size % 2 == 0;
    candidates->headings = headings;
    candidates->has_front = sweep_body_has_front(&body);
    for (int start = 0; start < first_headings(headings); start++)
        for (int index = 0; index < (2 * ring + 1) * (2 * ring + 1) * headings; index++) {
            const int tile = index / headings;
            const candidate ends = { .dx = (int8_t)(tile % (2 * ring + 1) - ring),
                                     .dy = (int8_t)(tile / (2 * ring + 1) - ring),
                                     .start = (uint8_t)first_heading(start),
                                     .end = (uint8_t)(index % headings),
                                     .kept = true,
                                     .next = NO_CANDIDATE };
            if (ends.dx == 0 && ends.dy == 0)
                continue;
            if (collect_between(candidates, &body, unit->turn_radius, choice, ends) != FW_OK)
                return FW_NO_MEMORY;
        }
    if (candidates->count > 1)
        qsort(candidates->items, candidates->count, sizeof *candidates->items, compare);
    return FW_OK;
}

/// The candidates that were judged so far, listed by their ends, and the tiles of the candidate that is judged now.
typedef struct pruning {
    candidates *candidates;
    int32_t ring;
    uint32_t *first; ///< [index * key_count()] the shortest candidate with the same ends, or NO_CANDIDATE
    patch tiles[2];  ///< touched by the candidate that is judged now; [1]: by the turned body
} pruning;

static size_t key_count(int32_t headings, int32_t ring)
{
    return (size_t)(first_headings(headings) * headings) * (size_t)((2 * ring + 1) * (2 * ring + 1));
}

/// The head of the list of candidates between two lattice poses.
static uint32_t *list_of(const pruning *pruning, int start, int dx, int dy, int end)
{
    const int side = 2 * pruning->ring + 1, tile = (dy + pruning->ring) * side + dx + pruning->ring;
    return &pruning
                ->first[(first_heading_of(start) * side * side + tile) * pruning->candidates->headings + end];
}

/// True if a candidate, turned and moved, touches only tiles that the judged candidate touches.
static bool lies_within(const pruning *pruning, const candidate *part, int quarters, int dx, int dy)
{
    const near_tile *tiles = pruning->candidates->tiles + part->first_tile;
    for (uint32_t i = 0; i < part->tile_count; i++) {
        const near_tile tile = tile_turned(tiles[i], quarters, pruning->candidates->is_even);
        if (!patch_has(&pruning->tiles[tile.is_turned], tile.x + dx, tile.y + dy))
            return false;
    }
    return true;
}

/// True if a second part completes a first part to a sequence that costs no more than the judged candidate and touches
/// no other tiles. Most first parts have no such second part, so tiles are compared last.
static bool is_completed(const pruning *pruning, const candidate *judged, const candidate *first)
{
    const int quarters = quarters_of(first->end);
    const near_tile step = step_turned(judged->dx - first->dx, judged->dy - first->dy, 4 - quarters);
    if (abs(step.x) > pruning->ring || abs(step.y) > pruning->ring)
        return false;
    const int end = heading_turned(judged->end, -2 * quarters);
    uint32_t next = *list_of(pruning, first->end, step.x, step.y, end);
    for (; next != NO_CANDIDATE; next = pruning->candidates->items[next].next) {
        const candidate *second = &pruning->candidates->items[next];
        if (first->length + second->length > judged->length + SAME)
            return false;
        if (lies_within(pruning, second, quarters, first->dx, first->dy))
            return lies_within(pruning, first, 0, 0, 0);
    }
    return false;
}

/// True if a candidate is no better than another one with the same ends, or than a sequence of two others.
static bool is_superfluous(const pruning *pruning, const candidate *judged)
{
    uint32_t other = *list_of(pruning, judged->start, judged->dx, judged->dy, judged->end);
    for (; other != NO_CANDIDATE; other = pruning->candidates->items[other].next)
        if (lies_within(pruning, &pruning->candidates->items[other], 0, 0, 0))
            return true;
    for (const candidate *first = pruning->candidates->items; first < judged; first++)
        if (first->kept && first->start == judged->start && is_completed(pruning, judged, first))
            return true;
    return false;
}

/// Appends a candidate to the list of its ends. Candidates are judged in order of length, so each list is in order of
/// length too.
static void list_candidate(const pruning *pruning, uint32_t index)
{
    const candidate *listed = &pruning->candidates->items[index];
    uint32_t *link = list_of(pruning, listed->start, listed->dx, listed->dy, listed->end);
    while (*link != NO_CANDIDATE)
        link = &pruning->candidates->items[*link].next;
    *link = index;
}

fw_result candidates_prune(candidates *candidates, int32_t ring)
{
    pruning pruning = { .candidates = candidates, .ring = ring };
    const size_t keys = key_count(candidates->headings, ring);
    pruning.first = memory_get(candidates->memory, keys, sizeof *pruning.first);
    if (!pruning.first)
        return FW_NO_MEMORY;
    memset(pruning.first, 0xff, keys * sizeof *pruning.first);
    for (size_t i = 0; i < candidates->count; i++) {
        candidate *judged = &candidates->items[i];
        memset(pruning.tiles, 0, sizeof pruning.tiles);
        for (uint32_t k = 0; k < judged->tile_count; k++) {
            const near_tile *tile = &candidates->tiles[judged->first_tile + k];
            patch_add(&pruning.tiles[tile->is_turned], tile->x, tile->y);
        }
        judged->kept = !is_superfluous(&pruning, judged);
        list_candidate(&pruning, (uint32_t)i);
    }
    memory_give_back(candidates->memory, pruning.first, keys, sizeof *pruning.first);
    return FW_OK;
}
