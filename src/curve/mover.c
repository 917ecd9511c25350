#include "curve/mover.h"

#include <math.h>

#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_body.h"
#include "curve/tile_walk.h"
#include "map/clearance.h"
#include "map/overlay.h"

/// The anchor point may be outside a free anchor tile by this much, in tiles, and still count as inside.
#define SLIP (FW_TOUCH / 2)

/// Largest rounding error of the place where a line leaves a tile, in tiles.
#define ROUNDING (FW_TOUCH / 1000)

mover mover_of(const map_version *map, const map_unit *unit, const fw_overlay *overlay)
{
    const sweep_ground ground = sweep_ground_of(unit, overlay);
    return (mover){ .map = map,
                    .unit = unit,
                    .ground = sweep_ground_alone(&ground),
                    .passage = ground.passage,
                    .body = sweep_body_of(&unit->def.footprint),
                    .cuts_corners = corners_are_cut(unit->def.corners) };
}

static bool anchor_is_free(const mover *mover, int32_t x, int32_t y)
{
    return map_unit_fits(mover->map, mover->unit, x, y) &&
           (!mover->ground.overlay || (overlay_free(mover->ground.overlay, mover->unit->def.size, x, y) & 1));
}

/// A line that the anchor point moves along.
typedef struct anchor_line {
    double x, y;            ///< start
    double dx, dy;          ///< from start to end
    const fw_segment *line; ///< the line of the body's centre
} anchor_line;

/// A tile that the anchor point is in.
typedef struct anchor_place {
    int32_t x, y; ///< a free anchor tile
    double until; ///< share of the line at which the anchor point leaves the tile
} anchor_place;

/// True if a coordinate counts as inside a tile.
static bool is_inside(double at, int32_t tile)
{
    return at >= tile - (SLIP + ROUNDING) && at <= tile + (1 + SLIP + ROUNDING);
}

/// The share of a line at which one coordinate leaves a tile that it is in.
static double share_at_exit(double from, double change, int32_t tile)
{
    if (change == 0)
        return INFINITY;
    return ((change > 0 ? tile + (1 + SLIP) : tile - SLIP) - from) / change;
}

/// Makes a tile the best place if it is free, and if the line is in the tile at share `at` and stays there longer than
/// in `best`.
static void try_tile(const mover *mover, const anchor_line *along, double at, int32_t x, int32_t y,
                     anchor_place *best)
{
    const double until = fmin(share_at_exit(along->x, along->dx, x), share_at_exit(along->y, along->dy, y));
    if (until > best->until && is_inside(along->x + at * along->dx, x) &&
        is_inside(along->y + at * along->dy, y) && anchor_is_free(mover, x, y))
        *best = (anchor_place){ x, y, until };
}

/// True if the corner rule lets the anchor point move from a tile to the neighbour (dx, dy).
static bool may_step(const mover *mover, const anchor_place *from, int32_t dx, int32_t dy)
{
    return dx == 0 || dy == 0 || mover->unit->def.corners == FW_CORNERS_ALWAYS ||
           anchor_is_free(mover, from->x + dx, from->y) || anchor_is_free(mover, from->x, from->y + dy);
}

/// Moves to the neighbour in which the line stays longest; false if the line enters no free neighbour. The choice
/// misses no way, because any other tile that the anchor point could be in has a side in common with this neighbour.
static bool move_to_next_tile(const mover *mover, const anchor_line *along, anchor_place *place)
{
    anchor_place best = *place;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++)
            if (may_step(mover, place, dx, dy))
                try_tile(mover, along, place->until, place->x + dx, place->y + dy, &best);
    const bool has_moved = best.until > place->until;
    *place = best;
    return has_moved;
}

/// True if a point is on the map, or less than a tile beside it.
static bool is_on_map(const layer *open, double x, double y)
{
    return x > -1 && y > -1 && x < open->width + 1 && y < open->height + 1;
}

/// Finds the place of the anchor point at a share of a line: among the free tiles that the point is in, the one in
/// which the line stays longest. Returns false if the point is in no free tile, or leaves all of them at this share.
static bool find_place(const mover *mover, const anchor_line *along, double at, anchor_place *found)
{
    const int32_t x = (int32_t)floor(along->x + at * along->dx),
                  y = (int32_t)floor(along->y + at * along->dy);
    *found = (anchor_place){ .until = -1 };
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++)
            try_tile(mover, along, at, x + dx, y + dy, found);
    return found->until > at;
}

/// Skips the part of a line, from share `from` on, on which the anchor point is in no free tile. Returns false if the
/// body touches something on this part.
static bool skip_blocked_part(const mover *mover, const anchor_line *along, double from, anchor_place *place)
{
    tile_walk walk = tile_walk_along(along->x + from * along->dx, along->y + from * along->dy,
                                     along->x + along->dx, along->y + along->dy);
    double at = from;
    while (!find_place(mover, along, at, place) && tile_walk_next(&walk))
        at = from + walk.done * (1 - from);
    place->until = fmax(place->until, at);
    fw_segment skipped = *along->line;
    skipped.start = segment_pose_at(along->line, from * along->line->length);
    skipped.length *= at - from;
    return sweep_segment_is_free(&mover->ground, &mover->body, &skipped);
}

/// True if the anchor point may move along a line. On a side or a corner of tiles, the point counts as being in any one
/// of the tiles there. Where the point is in no free tile, the body must touch nothing.
static bool anchor_may_go(const mover *mover, const anchor_line *along)
{
    anchor_place place;
    const layer *open = mover->ground.open;
    if (!is_on_map(open, along->x, along->y) ||
        !is_on_map(open, along->x + along->dx, along->y + along->dy) ||
        (!find_place(mover, along, 0, &place) && !skip_blocked_part(mover, along, 0, &place)))
        return false;
    while (place.until < 1)
        if (!move_to_next_tile(mover, along, &place) && !skip_blocked_part(mover, along, place.until, &place))
            return false;
    return true;
}

static bool anchor_may_drive(const mover *mover, const fw_segment *line)
{
    const double lift = mover->unit->centre_offset;
    const fw_pose start = line->start, end = segment_end(line);
    const anchor_line along = { start.x - lift, start.y - lift, end.x - start.x, end.y - start.y, line };
    return anchor_may_go(mover, &along);
}

/// True if no blocked tile keeps the unit from driving a segment.
static bool is_clear(const mover *mover, const fw_segment *segment)
{
    return sweep_segment_is_free(&mover->ground, &mover->body, segment) ||
           (mover->cuts_corners && segment->curvature == 0 && anchor_may_drive(mover, segment));
}

bool mover_may_drive(const mover *mover, const fw_segment *segment)
{
    return is_clear(mover, segment) && passage_is_free(&mover->passage, segment, 1, 0);
}

bool mover_may_drive_alone(const mover *mover, const fw_segment *segment)
{
    return is_clear(mover, segment) &&
           passage_is_free(&mover->passage, segment, 1, PASSAGE_BEGINS | PASSAGE_ENDS);
}

/// The free ones of the four tiles around a corner in which an anchor point counts as being, one bit each.
static unsigned free_tiles_of(const mover *mover, fw_pose at, int32_t corner_x, int32_t corner_y)
{
    const double lift = mover->unit->centre_offset;
    unsigned tiles = 0;
    for (int32_t i = 0; i < 4; i++) {
        const int32_t x = corner_x - 1 + (i & 1), y = corner_y - 1 + (i >> 1);
        if (is_inside(at.x - lift, x) && is_inside(at.y - lift, y) && anchor_is_free(mover, x, y))
            tiles |= 1u << i;
    }
    return tiles;
}

bool mover_may_go_on(const mover *mover, const fw_segment *before, const fw_segment *after)
{
    const double lift = mover->unit->centre_offset, beside = 4 * FW_TOUCH;
    const int32_t x = (int32_t)lround(after->start.x - lift), y = (int32_t)lround(after->start.y - lift);
    if (mover->unit->def.corners != FW_CORNERS_ONE || before->curvature != 0 || after->curvature != 0 ||
        fabs(after->start.x - lift - x) > beside || fabs(after->start.y - lift - y) > beside)
        return true;
    const unsigned from =
        free_tiles_of(mover, segment_pose_at(before, fmax(0, before->length - beside)), x, y);
    const unsigned to = free_tiles_of(mover, segment_pose_at(after, fmin(beside, after->length)), x, y);
    for (int32_t i = 0; i < 4; i++)
        for (int32_t k = 0; k < 4; k++) {
            const anchor_place place = { .x = x - 1 + (i & 1), .y = y - 1 + (i >> 1) };
            if ((from >> i & 1) && (to >> k & 1) &&
                may_step(mover, &place, (k & 1) - (i & 1), (k >> 1) - (i >> 1)))
                return true;
        }
    return !from || !to || sweep_turn_is_free(&mover->ground, &mover->body, after->start, 0);
}

bool mover_may_turn(const mover *mover, fw_pose pose, double turn)
{
    return mover->body.is_round || mover->cuts_corners ||
           sweep_turn_is_free(&mover->ground, &mover->body, pose, turn);
}

fw_result fw_sweep(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, const fw_segment *segment,
                   bool *is_free)
{
    const map_version *version = map_version_of(map);
    if (!map || !segment || !is_free)
        return FW_NULL_ARGUMENT;
    const map_unit *swept = map_find_unit(version, unit);
    if (!swept)
        return FW_UNKNOWN_UNIT;
    if (overlay && !overlay_fits(overlay, map_width(version), map_height(version)))
        return FW_WRONG_MAP;
    if (!segment_is_finite(segment))
        return FW_NOT_FINITE;
    if (segment->length < 0 || (segment->gear != FW_FORWARD && segment->gear != FW_REVERSE))
        return FW_BAD_VALUE;
    const mover mover = mover_of(version, swept, overlay);
    *is_free = mover_may_drive_alone(&mover, segment);
    return FW_OK;
}
