#include "traffic/jam_turns.h"

#include "traffic/reservation.h"

/// Distances that are shorter than the sum of two radii by less than this count as equal, in tiles.
#define PASSING_NOISE (FW_TOUCH / 2 + 1e-8)

static joint_place minus(joint_place a, joint_place b)
{
    return (joint_place){ a.x - b.x, a.y - b.y };
}

static bool triangle_is_apart(joint_place a, joint_place b, joint_place c, double square)
{
    return bend_is_apart(&(bend){ a.x, a.y, b.x, b.y, c.x, c.y }, square);
}

/// A straight part of a path.
typedef struct piece {
    joint_place from, to;
} piece;

/// True if two pieces are apart along an axis: most pairs of pieces are, and this is quick to see.
static bool are_apart_along(double a, double b, double c, double d, double reach)
{
    return (a - c > reach && a - d > reach && b - c > reach && b - d > reach) ||
           (c - a > reach && c - b > reach && d - a > reach && d - b > reach);
}

/// True if two bodies may be anywhere on two pieces, each at its own time. Their difference fills a parallelogram.
static bool pieces_are_apart(piece a, piece b, double reach)
{
    const double square = reach * reach;
    if (are_apart_along(a.from.x, a.to.x, b.from.x, b.to.x, reach) ||
        are_apart_along(a.from.y, a.to.y, b.from.y, b.to.y, reach))
        return true;
    const joint_place first = minus(a.from, b.from), second = minus(a.to, b.from), third = minus(a.to, b.to),
                      fourth = minus(a.from, b.to);
    return triangle_is_apart(first, second, third, square) && triangle_is_apart(first, third, fourth, square);
}

fw_result jam_measure(memory *memory, jam *jam)
{
    const int32_t stretches = stretches_of(jam->beats);
    if (MEMORY_RESERVE(memory, jam->stretches, jam->stretch_room, (size_t)stretches * (size_t)jam->count) !=
        FW_OK)
        return FW_NO_MEMORY;
    jam->box = EMPTY_BOX;
    for (int32_t i = 0; i < jam->count; i++)
        stretches_measure(jam->places, jam->count, jam->beats, i, &jam->stretches[i * stretches]);
    for (int32_t i = 0; i < jam->count * stretches; i++)
        box_join(&jam->box, jam->stretches[i]);
    return FW_OK;
}

/// The boxes of a member's path.
static const fw_box *stretches(const jam *jam, int32_t member)
{
    return &jam->stretches[member * stretches_of(jam->beats)];
}

/// A box around a member's path between two beats.
static fw_box box_between(const jam *jam, int32_t member, double from, double to)
{
    joint_place at = jam_at(jam, member, from);
    fw_box box = { at.x, at.y, at.x, at.y };
    while (from < to) {
        from = smaller(floor(from) + 1, to);
        at = jam_at(jam, member, from);
        box_take_in(&box, at.x, at.y);
    }
    return box;
}

/// True if a member that is anywhere on its path between two beats does not touch a piece of another one's.
static bool lets_pass(const jam *jam, int32_t member, double from, double to, piece passed, double reach)
{
    piece its = { .to = jam_at(jam, member, from) };
    while (from < to) {
        from = smaller(floor(from) + 1, to);
        its = (piece){ its.to, jam_at(jam, member, from) };
        if (!pieces_are_apart(passed, its, reach))
            return false;
    }
    return true;
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
    const fw_box box = box_around_line(mine.from.x, mine.from.y, mine.to.x, mine.to.y);
    for (double at = reached, end; at < from; at = end) {
        const int32_t stretch = (int32_t)at / STRETCH;
        end = smaller((stretch + 1) * STRETCH, from);
        if (gap_between(&stretches(jam, other)[stretch], &box) <= reach &&
            !lets_pass(jam, other, at, end, mine, reach))
            return false;
    }
    if (reached >= to)
        return true;
    // Both move in this beat: the other one may be anywhere between where it is and where the member is then.
    const double begin = larger(from, reached);
    const joint_place here = jam_at(jam, other, begin);
    return triangle_is_apart(minus(jam_at(jam, member, begin), here), minus(mine.to, here),
                             minus(mine.to, jam_at(jam, other, to)), square);
}

/// How far a member may go on before another one does, in whole beats and PARTS_OF_TURN halvings of one.
static double turn_before(const fw_traffic *traffic, const jam *jam, int32_t member, double most,
                          int32_t other)
{
    double from = jam->members[member].reached;
    while (from < most && jam->members[other].reached < most) {
        const double to = smaller(floor(from) + 1, most);
        if (jam->members[other].reached >= to || may_pass(traffic, jam, member, from, to, other)) {
            from = to;
            continue;
        }
        double step = to - from;
        for (int32_t i = 0; i < PARTS_OF_TURN; i++) {
            step /= 2;
            if (jam->members[other].reached >= from + step ||
                may_pass(traffic, jam, member, from, from + step, other))
                from += step;
        }
        return from;
    }
    return most;
}

double jam_turn(const fw_traffic *traffic, const jam *jam, int32_t member, double most, int32_t *blocker)
{
    const jam_member *its = &jam->members[member];
    const agent *unit = &traffic->agents[its->slot];
    const double reached = its->reached;
    fw_box mine = box_between(jam, member, reached, most);
    int32_t first = 0;
    while (first < jam->count && jam->members[first].slot != unit->relation.blocker)
        first++;
    *blocker = -1;
    for (int32_t i = first < jam->count ? -1 : 0; i < jam->count && reached < most; i++) {
        const int32_t index = i < 0 ? first : i; // the one that it has waited for comes first
        const jam_member *other = &jam->members[index];
        if (index == member || other->state != MEMBER_DRIVES || other->reached >= most)
            continue;
        const double reach = radius_of(traffic, unit) + radius_of(traffic, &traffic->agents[other->slot]);
        if (!stretches_come_near(stretches(jam, index), other->reached, most, &mine, reach))
            continue;
        const double turn = turn_before(traffic, jam, member, most, index);
        if (turn == most)
            continue;
        *blocker = index;
        most = turn;
        mine = box_between(jam, member, reached, most);
    }
    return most;
}
