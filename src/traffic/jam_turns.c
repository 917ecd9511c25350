#include "traffic/jam_turns.h"

#include "traffic/place.h"

/// Distances that are shorter than the sum of two radii by less than this count as equal, in tiles.
#define PASSING_NOISE (FW_TOUCH / 2 + 1e-8)

/// Square of the distance from the origin to a line from `a` to `b`.
static double square_to(joint_place a, joint_place b)
{
    const double share = nearest_share(0, 0, a.x, a.y, b.x, b.y);
    const double x = a.x + share * (b.x - a.x), y = a.y + share * (b.y - a.y);
    return x * x + y * y;
}

static joint_place minus(joint_place a, joint_place b)
{
    return (joint_place){ a.x - b.x, a.y - b.y };
}

static double cross(joint_place a, joint_place b)
{
    return a.x * b.y - a.y * b.x;
}

/// True if the triangle of three points is as far from the origin as this.
static bool triangle_is_apart(joint_place a, joint_place b, joint_place c, double square)
{
    const double one = cross(a, b), two = cross(b, c), three = cross(c, a);
    const bool is_inside = (one > 0 && two > 0 && three > 0) || (one < 0 && two < 0 && three < 0);
    return !is_inside && square_to(a, b) >= square && square_to(b, c) >= square && square_to(c, a) >= square;
}

/// A straight part of a path.
typedef struct piece {
    joint_place from, to;
} piece;

/// True if two bodies may be anywhere on two pieces, each at its own time. Their difference fills a parallelogram.
static bool pieces_are_apart(piece a, piece b, double square)
{
    const joint_place first = minus(a.from, b.from), second = minus(a.to, b.from), third = minus(a.to, b.to),
                      fourth = minus(a.from, b.to);
    return triangle_is_apart(first, second, third, square) && triangle_is_apart(first, third, fourth, square);
}

/// True if a member may go from a beat to another one, between the same two beats of the plan, before another member
/// goes on.
static bool may_pass(const fw_traffic *traffic, const jam *jam, int32_t member, double from, double to,
                     int32_t other)
{
    const double reached = jam->members[other].reached;
    const agent *a = &traffic->agents[jam->members[member].slot],
                *b = &traffic->agents[jam->members[other].slot];
    const double reach = radius_of(traffic, a) + radius_of(traffic, b) - PASSING_NOISE,
                 square = reach * reach;
    const piece mine = { jam_at(jam, member, from), jam_at(jam, member, to) };
    for (double at = reached; at < from; at = floor(at) + 1) {
        const double end = fmin(floor(at) + 1, from);
        if (!pieces_are_apart(mine, (piece){ jam_at(jam, other, at), jam_at(jam, other, end) }, square))
            return false;
    }
    if (reached >= to)
        return true;
    // Both move in this beat: the other one may be anywhere between where it is and where the member is then.
    const double begin = fmax(from, reached);
    const joint_place here = jam_at(jam, other, begin);
    return triangle_is_apart(minus(jam_at(jam, member, begin), here), minus(mine.to, here),
                             minus(mine.to, jam_at(jam, other, to)), square);
}

/// True if a member may go from a beat to another one, between the same two beats of the plan.
static bool may_go(const fw_traffic *traffic, const jam *jam, int32_t member, double from, double to,
                   int32_t *blocker)
{
    for (int32_t i = 0; i < jam->count; i++)
        if (i != member && jam->members[i].state == MEMBER_DRIVES && jam->members[i].reached < to &&
            !may_pass(traffic, jam, member, from, to, i)) {
            *blocker = i;
            return false;
        }
    return true;
}

double jam_turn(const fw_traffic *traffic, const jam *jam, int32_t member, double most, int32_t *blocker)
{
    double from = jam->members[member].reached;
    *blocker = -1;
    while (from < most) {
        double to = fmin(floor(from) + 1, most);
        if (may_go(traffic, jam, member, from, to, blocker)) {
            from = to;
            continue;
        }
        double step = to - from;
        for (int32_t i = 0; i < PARTS_OF_TURN; i++) {
            step /= 2;
            if (may_go(traffic, jam, member, from, from + step, blocker))
                from += step;
        }
        return from;
    }
    return most;
}
