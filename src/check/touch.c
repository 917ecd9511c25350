#include "check/touch.h"

#include <math.h>

/// The tile at a position. All positions outside the map belong to the row or column next to the map.
static int64_t tile_of(double position, int32_t side)
{
    return (int64_t)floor(fmin(fmax(position, -1), side));
}

/// The share of a piece after which the body first overlaps a square. The body overlaps it somewhere along the piece.
static double share_of_contact(const body *body, const piece *along, double x, double y)
{
    double free = 0, hit = 1;
    for (int i = 0; i < 50; i++) {
        const double middle = (free + hit) / 2;
        const piece part = motion_part(along, 0, middle);
        if (contact_along(body, &part, x, y))
            hit = middle;
        else
            free = middle;
    }
    return hit;
}

/// The share of a piece after which the body first overlaps a square; infinite if it never does.
static double share_of_square(const body *body, const piece *along, double x, double y)
{
    return contact_along(body, along, x, y) ? share_of_contact(body, along, x, y) : INFINITY;
}

/// The share of a piece after which the body first overlaps a blocked tile, or, if the body is thin, the seam between
/// this tile and a blocked neighbour; infinite if it never does.
static double share_of_tile(const ground *ground, const body *body, const piece *along, int64_t x, int64_t y)
{
    const double left = (double)x, top = (double)y;
    double share = share_of_square(body, along, left, top);
    for (int side = -1; body->is_thin && side <= 1; side += 2) {
        if (ground_is_blocked(ground, x + side, y))
            share = fmin(share, share_of_square(body, along, left + 0.5 * side, top));
        if (ground_is_blocked(ground, x, y + side))
            share = fmin(share, share_of_square(body, along, left, top + 0.5 * side));
    }
    return share;
}

static bool starts_on_map(const ground *ground, const piece *along)
{
    return along->x >= 0 && along->y >= 0 && along->x <= ground->width && along->y <= ground->height;
}

/// True if the body touches a blocked tile along a piece.
///
/// @param[out] share           of the piece, after which the body touches the tile
/// @param[out] tile_x, tile_y  the tile that is touched first
static bool piece_is_blocked(const ground *ground, const body *body, const piece *along, double *share,
                             int64_t *tile_x, int64_t *tile_y)
{
    const fw_box box = motion_box(along);
    const int64_t left = tile_of(box.min_x - body->reach, ground->width);
    const int64_t right = tile_of(box.max_x + body->reach, ground->width);
    const int64_t top = tile_of(box.min_y - body->reach, ground->height);
    const int64_t bottom = tile_of(box.max_y + body->reach, ground->height);
    *tile_x = tile_of(along->x, ground->width);
    *tile_y = tile_of(along->y, ground->height);
    if (!starts_on_map(ground, along)) {
        *share = 0;
        return true;
    }
    *share = INFINITY;
    for (int64_t y = top; y <= bottom; y++)
        for (int64_t x = left; x <= right; x++) {
            const double contact =
                ground_is_blocked(ground, x, y) ? share_of_tile(ground, body, along, x, y) : INFINITY;
            if (contact < *share) {
                *share = contact;
                *tile_x = x;
                *tile_y = y;
            }
        }
    return *share <= 1;
}

/// True if the body touches anything along a piece; `first` is then where the contact begins.
static bool touch_along_piece(const ground *ground, const body *moving, const piece *along, place *first)
{
    double share;
    if (!piece_is_blocked(ground, moving, along, &share, &first->tile_x, &first->tile_y))
        return false;
    const piece part = motion_part(along, 0, share);
    first->at = along->from + part.length;
    first->x = part.to_x;
    first->y = part.to_y;
    return true;
}

bool touch_along(const ground *ground, const body *moving, const fw_segment *segment, place *first)
{
    const double longest = fmax(4, 2 * moving->reach);
    const int64_t count = motion_piece_count(segment, longest);
    for (int64_t i = 0; i < count; i++) {
        const piece along = motion_piece(segment, longest, i);
        if (touch_along_piece(ground, moving, &along, first))
            return true;
    }
    return false;
}

bool touch_turning(const ground *ground, const body *moving, fw_pose at, double turn, place *first)
{
    const piece along = motion_turn(at, turn);
    return touch_along_piece(ground, moving, &along, first);
}
