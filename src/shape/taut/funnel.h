#pragma once

/// The funnel: pulls a string taut between corners that lie on its left and on its right.
///
/// Every corner is a disc of the body's radius, and the string is the shortest way that keeps each disc on its side.
/// Two chains of discs grow from an apex, each bent toward its own side; a disc that lies beyond the other chain moves
/// the apex forward. Source: Lee & Preparata 1984, with discs as in Demyen & Buro 2006.
///
/// A disc has a signed radius: the distance of its centre to the right of the string, in the string's direction. So one
/// formula gives the tangents of all pairs.

#include <stdbool.h>

#include "base/memory.h"
#include "base/vector.h"

typedef enum funnel_side {
    FUNNEL_LEFT = 0, ///< the string turns toward falling heading around it
    FUNNEL_RIGHT = 1 ///< the string turns toward growing heading around it
} funnel_side;

/// A disc of a string, or, with offset 0, an end of the string.
typedef struct funnel_link {
    double x, y;
    double offset;      ///< signed distance of the centre to the right of the string
    vector along;       ///< direction of the string to this disc, of any length
    bool is_beside_end; ///< the disc belongs to the last gate, which overlaps the body at the end
} funnel_link;

/// One side of the funnel: the discs that a string to this side has to pass.
typedef struct funnel_chain {
    funnel_link *links;
    int32_t first, end; ///< links before `first` have become apexes
    size_t room;
} funnel_chain;

typedef struct funnel {
    double radius;
    bool is_beside_end; ///< is_beside_end of the discs that are passed next
    funnel_link apex;
    funnel_chain chains[2]; ///< [side]
    funnel_link *string;    ///< the final links before the apex
    int32_t count;
    size_t room;
} funnel;

/// Direction, of any length, of the line that touches two links, each on its side.
static inline vector funnel_tangent(const funnel_link *from, const funnel_link *to)
{
    const double x = to->x - from->x, y = to->y - from->y, across = to->offset - from->offset;
    if (across == 0)
        return (vector){ x, y };
    const double squared = x * x + y * y - across * across, along = squared > 0 ? sqrt(squared) : 0;
    return (vector){ along * x + across * y, along * y - across * x };
}

/// The point where a line of a direction of length 1 touches a link.
static inline vector funnel_touch(const funnel_link *link, vector along)
{
    return (vector){ link->x + link->offset * along.y, link->y - link->offset * along.x };
}

/// Starts at a point, with room for `most_discs` discs. FW_OK or FW_NO_MEMORY.
fw_result funnel_begin(funnel *funnel, memory *memory, double radius, double x, double y, int32_t most_discs);

/// Extends the funnel past a disc on one side.
void funnel_pass(funnel *funnel, funnel_side side, double x, double y);

/// The direction in which the string would reach a disc, of any length.
vector funnel_approach(const funnel *funnel, funnel_side side, double x, double y);

/// The point at which the last line of the string would begin if the string ended at a given point.
vector funnel_last_touch(const funnel *funnel, double x, double y);

/// Ends at a point: `string` then holds the `count` links of the whole string, start and end included.
void funnel_end(funnel *funnel, double x, double y);
