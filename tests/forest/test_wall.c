#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/pose.h"
#include "forest/wall.h"

/// Rays and lines that pass a wall by less tell nothing, in tiles.
#define HARDLY 1e-6

/// Rays end so far away.
#define FAR 100.0

enum { HEADINGS = 120 };

/// A wall beside a circle around the origin.
typedef struct sight {
    capsule wall;
    double own;
} sight;

static vector unit_at(double angle)
{
    return (vector){ cos(angle), sin(angle) };
}

/// A wall of up to 8 tiles along x, along y, or slanting; most are near by.
static sight draw_sight(random_source *from)
{
    const double radii[] = { 0, 0.3, 0.5, 1.5, 4 };
    const double own = radii[random_below(from, 5)];
    const double angle =
        (random_below(from, 4) + (random_below(from, 3) ? 0 : random_unit(from))) * FW_PI / 2;
    const double length = random_below(from, 8) + 1.0, reach = random_below(from, 4) ? 3 + own : 12;
    const vector begin = { random_within(from, -reach, reach), random_within(from, -reach, reach) };
    const vector end = { begin.x + length * cos(angle), begin.y + length * sin(angle) };
    const double radius =
        own > 0 && random_below(from, 3) ? own * random_unit(from) : random_within(from, 0, 0.5);
    return (sight){ { { begin, end }, fmin(radius, own > 0 ? own : 0.5) }, own };
}

static double distance_to(vector begin, vector end, vector from)
{
    const double dx = end.x - begin.x, dy = end.y - begin.y, square = dx * dx + dy * dy;
    const double part = square > 0 ? ((from.x - begin.x) * dx + (from.y - begin.y) * dy) / square : 0;
    const double clamped = fmin(fmax(part, 0), 1);
    return hypot(begin.x + clamped * dx - from.x, begin.y + clamped * dy - from.y);
}

/// How far two line segments are apart: their distance is convex along one of them, so thirds are left out in turn.
static double apart(vector begin, vector end, vector other_begin, vector other_end)
{
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double away[2];
        for (int side = 0; side < 2; side++) {
            const double part = low + (high - low) * (side + 1) / 3;
            const vector at = { begin.x + part * (end.x - begin.x), begin.y + part * (end.y - begin.y) };
            away[side] = distance_to(other_begin, other_end, at);
        }
        if (away[0] <= away[1])
            high = low + (high - low) * 2 / 3;
        else
            low += (high - low) / 3;
    }
    const vector at = { begin.x + low * (end.x - begin.x), begin.y + low * (end.y - begin.y) };
    return distance_to(other_begin, other_end, at);
}

/// Where a side leaves the circle at a heading.
static vector contact_at(double own, vector heading)
{
    return (vector){ own * heading.y, -own * heading.x };
}

static vector walk(vector from, vector heading, double length)
{
    return (vector){ from.x + length * heading.x, from.y + length * heading.y };
}

/// How far a line that leaves the circle keeps off the middle of the wall.
static double line_distance(const sight *at, vector heading, double length)
{
    const vector begin = contact_at(at->own, heading);
    return apart(begin, walk(begin, heading, length), at->wall.ends[0], at->wall.ends[1]);
}

/// True if a heading lies between two others.
static bool is_between(vector low, vector high, vector heading)
{
    const double turn = remainder(atan2(heading.y, heading.x) - atan2(low.y, low.x), 2 * FW_PI);
    const double whole = remainder(atan2(high.y, high.x) - atan2(low.y, low.x), 2 * FW_PI);
    return (turn < 0 ? turn + 2 * FW_PI : turn) <= (whole < 0 ? whole + 2 * FW_PI : whole);
}

static bool hides(const heading_range *range, vector heading)
{
    return is_between(range->low, range->high, heading);
}

TEST(a_wall_hides_the_headings_whose_rays_meet_it)
{
    int hidden = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(400); seed++) {
        random_source from = { seed * 7919 };
        const sight at = draw_sight(&from);
        const vector centre = { 0, 0 };
        if (distance_to(at.wall.ends[0], at.wall.ends[1], centre) < at.own + at.wall.radius + HARDLY)
            continue;
        const heading_range range = capsule_hides(&at.wall, at.own);
        assert_false(range.is_wide);
        for (int i = 0; i < HEADINGS; i++) {
            const vector heading = unit_at(2 * FW_PI * i / HEADINGS);
            const double away = line_distance(&at, heading, FAR);
            if (fabs(away - at.wall.radius) < HARDLY)
                continue;
            const bool is_met = away < at.wall.radius;
            if (hides(&range, heading) != is_met)
                fail_msg("seed %d, heading %d", (int)seed, i);
            if (is_met) // by the length of the longer tangent all rays have met it
                assert_true(line_distance(&at, heading, range.length) < at.wall.radius + HARDLY);
            hidden += is_met;
        }
    }
    assert_true(hidden > 5 * at_least(400));
}

TEST(a_wall_covers_the_arc_that_lies_in_it_and_hides_what_is_behind)
{
    int covered = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(1500); seed++) {
        random_source from = { seed * 104729 };
        const sight at = draw_sight(&from);
        const vector centre = { 0, 0 }, *ends = at.wall.ends;
        if (at.own == 0 || distance_to(ends[0], ends[1], centre) > at.own + at.wall.radius - HARDLY)
            continue;
        covered_arc arcs[2];
        const int count = capsule_covers(&at.wall, at.own, arcs);
        for (int i = 0; i < count; i++) { // no arc leaves the wall
            const vector begin = contact_at(at.own, arcs[i].begin), end = contact_at(at.own, arcs[i].end);
            assert_true(distance_to(ends[0], ends[1], begin) < at.wall.radius + 1e-4);
            assert_true(distance_to(ends[0], ends[1], end) < at.wall.radius + 1e-4);
        }
        for (int i = 0; i < HEADINGS; i++) {
            const vector heading = unit_at(2 * FW_PI * i / HEADINGS);
            const vector contact = contact_at(at.own, heading);
            const double depth = distance_to(ends[0], ends[1], contact) - at.wall.radius;
            const double away = line_distance(&at, heading, FAR) - at.wall.radius;
            bool is_covered = false, is_hidden = false;
            for (int j = 0; j < count; j++) {
                is_covered |= is_between(arcs[j].begin, arcs[j].end, heading);
                for (int k = 0; k < arcs[j].count; k++) {
                    is_hidden |= hides(&arcs[j].hides[k], heading);
                    const vector low = arcs[j].hides[k].low, high = arcs[j].hides[k].high;
                    const bool is_wide = low.x * high.y - low.y * high.x < 0;
                    assert_int_equal(arcs[j].hides[k].is_wide, is_wide);
                }
            }
            if (fabs(depth) > 1e-4 && is_covered != (depth < 0))
                fail_msg("seed %d, heading %d is covered or not", (int)seed, i);
            if (fabs(away) > 1e-4 && is_hidden != (away < 0))
                fail_msg("seed %d, heading %d is hidden or not", (int)seed, i);
            covered += is_covered;
        }
    }
    assert_true(covered > 3 * at_least(1500));
}

TEST(a_wall_that_only_touches_covers_its_place_on_the_circle)
{
    for (int i = 0; i < 2; i++) { // beside a wall, and before its end
        const vector ends[2][2] = { { { -2, 1.5 }, { 3, 1.5 } }, { { 0, 1.5 }, { 0, 5 } } };
        const capsule wall = { { ends[i][0], ends[i][1] }, 0.5 };
        covered_arc arcs[2];
        const int count = capsule_covers(&wall, 1, arcs);
        assert_in_range(count, 1, 2);
        for (int j = 0; j < count; j++) {
            const vector touch = { -1, 0 }; // the heading there
            assert_true(is_between(arcs[j].begin, arcs[j].end, touch));
            const double width = arcs[j].begin.x * arcs[j].end.y - arcs[j].begin.y * arcs[j].end.x;
            assert_true(width >= 1e-8 && width < 1e-4);
        }
    }
}

TEST(a_line_is_blocked_if_it_comes_nearer_to_a_wall_than_the_body)
{
    int blocked = 0, open = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(15000); seed++) {
        random_source from = { seed * 31 };
        const sight at = draw_sight(&from);
        const double angle = random_within(&from, -1.5, 1.5), length = random_within(&from, 0, 8);
        const double away = line_distance(&at, unit_at(angle), length);
        if (fabs(away - at.wall.radius) < HARDLY)
            continue;
        if (capsule_blocks(&at.wall, at.own, tan(angle), length) != (away < at.wall.radius))
            fail_msg("seed %d", (int)seed);
        blocked += away < at.wall.radius;
        open += away > at.wall.radius;
    }
    assert_true(blocked > at_least(15000) / 10 && open > at_least(15000) / 10);
}

/// Moves a wall to the arc where rays of the sector begin.
static void move_to_arc(sight *moved, random_source *from)
{
    const double angle = SECTOR_WIDTH * (random_unit(from) - 0.5);
    const vector begin = moved->wall.ends[0], end = moved->wall.ends[1];
    const vector contact = contact_at(moved->own, unit_at(angle));
    const vector to = { contact.x + random_within(from, -0.2, 0.2),
                        contact.y + random_within(from, -0.2, 0.2) };
    moved->wall.ends[0] = to;
    moved->wall.ends[1] = (vector){ end.x + to.x - begin.x, end.y + to.y - begin.y };
}

TEST(a_wall_that_rays_of_a_sector_meet_is_not_passed_over)
{
    sector_table table;
    sector_table_init(&table);
    int met = 0, passed_over = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(1500); seed++) {
        random_source from = { seed * 17 };
        sight at = draw_sight(&from);
        if (random_below(&from, 2))
            move_to_arc(&at, &from);
        bool is_met = false;
        for (int i = 0; i <= 32; i++) {
            const double angle = SECTOR_WIDTH * (i / 32.0 - 0.5);
            is_met |= line_distance(&at, unit_at(angle), FAR) < at.wall.radius - HARDLY;
        }
        const bool comes_up = capsule_is_met(&table, &at.wall, at.own, 0);
        if (is_met && !comes_up)
            fail_msg("seed %d", (int)seed);
        met += is_met;
        passed_over += !comes_up;
    }
    assert_true(met > at_least(1500) / 20 && passed_over > at_least(1500) / 20);
}

TEST(the_nearest_places_of_two_walls_are_as_far_apart_as_the_walls)
{
    for (uint64_t seed = 0; seed < (uint64_t)rounds(10000); seed++) {
        random_source from = { seed * 13 };
        sight a = draw_sight(&from);
        const sight b = draw_sight(&from);
        if (random_below(&from, 4) == 0)
            a.wall.ends[1] = a.wall.ends[0]; // a circle
        vector here, there;
        const double away = capsules_nearest(&a.wall, &b.wall, &here, &there);
        const vector *from_ends = a.wall.ends, *to_ends = b.wall.ends;
        assert_true(fabs(away - apart(from_ends[0], from_ends[1], to_ends[0], to_ends[1])) < HARDLY);
        assert_true(fabs(away - hypot(here.x - there.x, here.y - there.y)) < HARDLY);
        assert_true(distance_to(from_ends[0], from_ends[1], here) < HARDLY);
        assert_true(distance_to(to_ends[0], to_ends[1], there) < HARDLY);
    }
}
