#include "check/anchor.h"

#include <math.h>

#include "map/overlay.h"

/// An anchor point this near to a side of a tile may be counted in the tiles on both sides.
#define NEAR_SIDE FW_TOUCH

/// An anchor point this near to a corner, in x and in y, may be counted in all four tiles around the corner.
#define NEAR_CORNER (2 * FW_TOUCH)

/// The body's centre less the anchor point, in x and in y.
static double centre_offset(const ground *ground)
{
    return (ground->unit->def.size - 1) / 2.0;
}

/// True if the anchor point may come within a tile of the map along a piece.
static bool is_on_map(const ground *ground, const piece *along)
{
    const fw_box box = motion_box(along);
    const double offset = centre_offset(ground);
    return box.max_x >= offset - 1 && box.max_y >= offset - 1 && box.min_x <= ground->width + offset + 1 &&
           box.min_y <= ground->height + offset + 1;
}

static void begin_next_piece(anchor_walk *walk)
{
    walk->along = motion_piece(walk->segment, cuts_longest(walk->segment), walk->next_piece++);
    walk->list.count = walk->next_cut = 0;
    walk->is_on_map = is_on_map(walk->ground, &walk->along);
    if (!walk->is_on_map)
        return;
    const double offset = centre_offset(walk->ground);
    const double shifts[CUTS_GRIDS] = { offset - NEAR_CORNER, offset - NEAR_SIDE, offset + NEAR_SIDE,
                                        offset + NEAR_CORNER };
    for (int i = 0; i < CUTS_GRIDS; i++)
        cuts_add(&walk->list, &walk->along, shifts[i]);
}

void anchor_walk_begin(anchor_walk *walk, const ground *ground, const fw_segment *segment)
{
    walk->ground = ground;
    walk->segment = segment;
    walk->to = 0;
    walk->next_piece = 0;
    walk->piece_count = motion_piece_count(segment, cuts_longest(segment));
    begin_next_piece(walk);
}

static anchor_spot spot_at(const ground *ground, double centre_x, double centre_y)
{
    const double x = centre_x - centre_offset(ground), y = centre_y - centre_offset(ground);
    const double corner_x = rint(x), corner_y = rint(y);
    const double off_x = fabs(x - corner_x), off_y = fabs(y - corner_y);
    const bool is_at_corner = off_x <= NEAR_CORNER && off_y <= NEAR_CORNER;
    const bool has_two_columns = is_at_corner || (off_x <= NEAR_SIDE && off_y > NEAR_CORNER);
    const bool has_two_rows = is_at_corner || (off_y <= NEAR_SIDE && off_x > NEAR_CORNER);
    return (anchor_spot){ .x = (int64_t)(has_two_columns ? corner_x - 1 : floor(x)),
                          .y = (int64_t)(has_two_rows ? corner_y - 1 : floor(y)),
                          .columns = has_two_columns ? 2 : 1,
                          .rows = has_two_rows ? 2 : 1 };
}

bool anchor_walk_next(anchor_walk *walk)
{
    if (walk->next_cut > walk->list.count) {
        if (walk->next_piece == walk->piece_count)
            return false;
        begin_next_piece(walk);
    }
    const piece *along = &walk->along;
    const int cut = walk->next_cut++;
    const double from = cut > 0 ? walk->list.at[cut - 1] : 0;
    const double to = cut < walk->list.count ? walk->list.at[cut] : along->length;
    walk->from = along->from + from;
    walk->to = along->from + to;
    walk->spot = (anchor_spot){ 0 };
    if (walk->is_on_map) {
        const double share = along->length > 0 ? (from + to) / 2 / along->length : 0;
        const piece half = motion_part(along, 0, share);
        walk->spot = spot_at(walk->ground, half.to_x, half.to_y);
    }
    return true;
}

static bool is_free(const ground *ground, int64_t x, int64_t y)
{
    int64_t blocked_x, blocked_y;
    return !ground_square_is_blocked(ground, x, y, &blocked_x, &blocked_y);
}

bool anchor_is_free(const ground *ground, int64_t x, int64_t y, int dx, int dy)
{
    if (dx == 0 && dy == 0)
        return is_free(ground, x, y);
    return dx == 0 || dy == 0 || ground->unit->def.corners == FW_CORNERS_ALWAYS ||
           is_free(ground, x + dx, y) || is_free(ground, x, y + dy);
}

bool anchor_is_allowed(const ground *ground, int64_t x, int64_t y, int dx, int dy)
{
    static const uint8_t moves[3][3] = { { FW_MOVE_NW, FW_MOVE_N, FW_MOVE_NE },
                                         { FW_MOVE_W, 0, FW_MOVE_E },
                                         { FW_MOVE_SW, FW_MOVE_S, FW_MOVE_SE } };
    const int32_t size = ground->unit->def.size;
    if (dx == 0 && dy == 0)
        return !(overlay_closed(ground->overlay, size, (int32_t)x, (int32_t)y) & 1);
    return !(overlay_forbidden(ground->overlay, size, (int32_t)x, (int32_t)y) & moves[dy + 1][dx + 1]);
}

static bool is_same_spot(const anchor_spot *a, const anchor_spot *b)
{
    return a->x == b->x && a->y == b->y && a->columns == b->columns && a->rows == b->rows;
}

/// The bit of a tile of a spot; 0 if the tile is not one of the spot's.
static unsigned bit_of(const anchor_spot *spot, int64_t x, int64_t y)
{
    const bool is_in_spot =
        x >= spot->x && y >= spot->y && x < spot->x + spot->columns && y < spot->y + spot->rows;
    return is_in_spot ? 1u << ((y - spot->y) * 2 + (x - spot->x)) : 0;
}

/// The tiles of a spot in which the rule allows the anchor point.
static unsigned open_tiles(const anchor_track *track, const ground *ground, const anchor_spot *spot)
{
    unsigned open = 0;
    for (int64_t y = spot->y; y < spot->y + spot->rows; y++)
        for (int64_t x = spot->x; x < spot->x + spot->columns; x++)
            if (track->allows(ground, x, y, 0, 0))
                open |= bit_of(spot, x, y);
    return open;
}

/// The tiles of `entered`, and the open tiles that one allowed move reaches from one of these.
static unsigned reached_by_one_move(const anchor_track *track, const ground *ground, const anchor_spot *spot,
                                    unsigned entered, unsigned open)
{
    unsigned reached = entered;
    for (int from = 0; from < 4; from++)
        for (int to = 0; to < 4; to++) {
            if (!(entered >> from & 1) || !((open & ~reached) >> to & 1))
                continue;
            const int dx = (to & 1) - (from & 1), dy = (to >> 1) - (from >> 1);
            if (track->allows(ground, spot->x + (from & 1), spot->y + (from >> 1), dx, dy))
                reached |= 1u << to;
        }
    return reached;
}

anchor_step anchor_enter(anchor_track *track, const ground *ground, const anchor_spot *spot, int64_t *x,
                         int64_t *y)
{
    if (track->tiles && is_same_spot(&track->spot, spot))
        return ANCHOR_KEEPS;
    const anchor_spot before = track->spot;
    const unsigned open = open_tiles(track, ground, spot);
    unsigned entered = track->tiles ? 0 : open;
    *x = spot->x;
    *y = spot->y;
    for (int i = 0; i < 4; i++)
        if (track->tiles >> i & 1) {
            *x = before.x + (i & 1);
            *y = before.y + (i >> 1);
            entered |= bit_of(spot, *x, *y) & open;
        }
    track->spot = *spot;
    track->tiles = entered ? reached_by_one_move(track, ground, spot, entered, open) : open;
    if (!open)
        return ANCHOR_NOWHERE;
    return entered ? ANCHOR_KEEPS : ANCHOR_BREAKS;
}
