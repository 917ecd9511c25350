// Paths over spaces of the caller's own. The path through a row of triangles is unique once it is taut, so these tests
// look at the path alone: it stays in the triangles, off their corners, and turns only around corners.
#include <math.h>

#include "base/random.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { MOST_PORTALS = 24, ROWS = 4000, SAMPLES_A_TILE = 40 };

typedef struct place {
    double x, y;
} place;

/// A row of triangles, each beyond a side of the one before.
typedef struct sleeve {
    fw_portal portals[MOST_PORTALS];
    int32_t count;
    place first, last; ///< the corners before the first portal and beyond the last one
    fw_pose start, goal;
    double radius;
} sleeve;

static place left_of(const fw_portal *portal)
{
    return (place){ portal->left_x, portal->left_y };
}

static place right_of(const fw_portal *portal)
{
    return (place){ portal->right_x, portal->right_y };
}

static double distance(place a, place b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/// Positive if c lies on the right of the way from a to b.
static double side_of(place a, place b, place c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// A random place beyond a portal (or, with away < 0, before it).
static place place_beyond(random_source *source, const fw_portal *portal, double away)
{
    const place left = left_of(portal), right = right_of(portal);
    const double along = random_within(source, -0.5, 1.5), out = away * random_within(source, 0.05, 1);
    const double dx = right.x - left.x, dy = right.y - left.y, length = hypot(dx, dy);
    return (place){ left.x + along * dx + out * dy / length, left.y + along * dy - out * dx / length };
}

/// A place within a triangle.
static fw_pose pose_within(random_source *source, place a, place b, place c)
{
    const double u = random_within(source, 0.02, 0.96), v = random_within(source, 0.02, 0.98) * (1 - u);
    return (fw_pose){ a.x + u * (b.x - a.x) + v * (c.x - a.x), a.y + u * (b.y - a.y) + v * (c.y - a.y), 0 };
}

static void draw_sleeve(random_source *source, sleeve *drawn)
{
    drawn->count = 1 + (int32_t)random_below(source, MOST_PORTALS);
    drawn->radius = random_below(source, 3) ? random_within(source, 0, 0.6) : 0;
    drawn->portals[0] = (fw_portal){ 0, 0, 0, random_within(source, 1, 3) };
    for (int32_t i = 1; i < drawn->count; i++) {
        fw_portal *next = &drawn->portals[i];
        *next = drawn->portals[i - 1];
        const place corner = place_beyond(source, next, 3);
        if (random_below(source, 2)) {
            next->left_x = corner.x;
            next->left_y = corner.y;
        } else {
            next->right_x = corner.x;
            next->right_y = corner.y;
        }
    }
    const fw_portal *first = &drawn->portals[0], *last = &drawn->portals[drawn->count - 1];
    drawn->first = place_beyond(source, first, -3);
    drawn->last = place_beyond(source, last, 3);
    drawn->start = pose_within(source, drawn->first, left_of(first), right_of(first));
    drawn->goal = pose_within(source, drawn->last, left_of(last), right_of(last));
}

/// Distance of a place from a portal.
static double distance_to(const fw_portal *portal, place at)
{
    const place left = left_of(portal), right = right_of(portal);
    const double dx = right.x - left.x, dy = right.y - left.y;
    const double squared = dx * dx + dy * dy;
    const double share = squared == 0 ? 0 : ((at.x - left.x) * dx + (at.y - left.y) * dy) / squared;
    const double inside = fmin(fmax(share, 0), 1);
    return distance(at, (place){ left.x + inside * dx, left.y + inside * dy });
}

static place end_of(const sleeve *drawn, int32_t portal, bool right)
{
    if (portal < 0)
        return drawn->first;
    if (portal == drawn->count)
        return drawn->last;
    return right ? right_of(&drawn->portals[portal]) : left_of(&drawn->portals[portal]);
}

/// The angle at a corner between two places.
static double angle_at(place corner, place a, place b)
{
    return fabs(
        remainder(atan2(a.y - corner.y, a.x - corner.x) - atan2(b.y - corner.y, b.x - corner.x), 2 * FW_PI));
}

/// True if the triangles around a corner make more than a full turn, as they cannot in a plane.
static bool winds(const sleeve *drawn)
{
    for (int right = 0; right < 2; right++)
        for (int32_t i = 0; i < drawn->count; i++) {
            const place corner = end_of(drawn, i, right);
            int32_t last = i;
            double angle = angle_at(corner, end_of(drawn, i - 1, right), end_of(drawn, i, !right));
            while (last + 1 < drawn->count && distance(end_of(drawn, last + 1, right), corner) == 0) {
                angle += angle_at(corner, end_of(drawn, last, !right), end_of(drawn, last + 1, !right));
                last++;
            }
            angle += angle_at(corner, end_of(drawn, last, !right), end_of(drawn, last + 1, right));
            if (angle > 2 * FW_PI)
                return true;
            i = last;
        }
    return false;
}

/// True if a wall from a corner to the next one on its side comes near another corner.
static bool is_narrow_at(const sleeve *drawn, place from, place to)
{
    const fw_portal wall = { from.x, from.y, to.x, to.y };
    for (int32_t i = 0; i < drawn->count; i++)
        for (int right = 0; right < 2; right++) {
            const place corner = end_of(drawn, i, right);
            if (distance(corner, from) > 0 && distance(corner, to) > 0 &&
                distance_to(&wall, corner) < 2 * drawn->radius)
                return true;
        }
    return false;
}

/// True if the body is wider than some place of the row.
static bool is_narrow(const sleeve *drawn)
{
    for (int32_t i = 0; i <= drawn->count; i++)
        for (int right = 0; right < 2; right++)
            if (is_narrow_at(drawn, end_of(drawn, i - 1, right), end_of(drawn, i, right)))
                return true;
    for (int32_t i = 0; i < drawn->count; i++)
        if (distance(end_of(drawn, i, false), end_of(drawn, i, true)) < 2 * drawn->radius)
            return true;
    return false;
}

static place corner_of(const sleeve *drawn, int32_t triangle, int which)
{
    const fw_portal *portal = &drawn->portals[triangle > 0 ? triangle - 1 : 0];
    if (which < 2)
        return which ? right_of(portal) : left_of(portal);
    if (triangle == 0)
        return drawn->first;
    if (triangle == drawn->count)
        return drawn->last;
    const fw_portal *next = &drawn->portals[triangle];
    const place left = left_of(next);
    return left.x == portal->left_x && left.y == portal->left_y ? right_of(next) : left;
}

/// By how much a place lies outside a triangle.
static double outside(const sleeve *drawn, int32_t triangle, place at)
{
    const place a = corner_of(drawn, triangle, 0), b = corner_of(drawn, triangle, 1),
                c = corner_of(drawn, triangle, 2);
    const double turn = side_of(a, b, c) > 0 ? 1 : -1;
    const double by_ab = -turn * side_of(a, b, at) / distance(a, b);
    const double by_bc = -turn * side_of(b, c, at) / distance(b, c);
    const double by_ca = -turn * side_of(c, a, at) / distance(c, a);
    return fmax(by_ab, fmax(by_bc, by_ca));
}

/// True if a place lies in a triangle, off the corners of its portals.
static bool is_inside(const sleeve *drawn, int32_t triangle, place at)
{
    bool is_off = true;
    for (int32_t i = triangle > 0 ? triangle - 1 : 0; i <= triangle && i < drawn->count; i++)
        is_off = is_off && distance(at, left_of(&drawn->portals[i])) > drawn->radius - 1e-6 &&
                 distance(at, right_of(&drawn->portals[i])) > drawn->radius - 1e-6;
    return is_off && outside(drawn, triangle, at) < 1e-6;
}

/// The path stays within the triangles in their order, and off the corners around it. Triangles may overlap, so that a
/// place may lie in one of several.
static void assert_path_stays_inside(const sleeve *drawn, const fw_path *path)
{
    bool may_be_in[MOST_PORTALS + 1] = { true };
    const double length = fw_path_length(path);
    const int steps = 2 + (int)(length * SAMPLES_A_TILE);
    for (int i = 0; i <= steps; i++) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(path, length * i / steps, &pose), FW_OK);
        const place at = { pose.x, pose.y };
        for (int32_t j = 0; j < drawn->count; j++)
            may_be_in[j + 1] |= may_be_in[j] && distance_to(&drawn->portals[j], at) < length / steps + 1e-6;
        for (int32_t j = 0; j <= drawn->count; j++)
            may_be_in[j] = may_be_in[j] && is_inside(drawn, j, at);
    }
    assert_true(may_be_in[drawn->count]);
}

/// True if a turn of the path leads around a corner, on the side on which this corner lies.
static bool turns_around_corner(const sleeve *drawn, place centre, bool to_right)
{
    for (int32_t i = 0; i < drawn->count; i++) {
        const place corner = to_right ? right_of(&drawn->portals[i]) : left_of(&drawn->portals[i]);
        if (distance(centre, corner) < 1e-6)
            return true;
    }
    return false;
}

/// Lines meet arcs in their direction, and arcs lead around corners. With radius 0, lines meet at corners.
static void assert_path_is_taut(const sleeve *drawn, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *at = &segments[i];
        const double curvature = at->curvature;
        if (curvature != 0) {
            const place centre = { at->start.x - sin(at->start.heading) / curvature,
                                   at->start.y + cos(at->start.heading) / curvature };
            assert_near(fabs(1 / curvature), drawn->radius, 1e-9);
            assert_true(at->length < 2 * FW_PI * drawn->radius);
            assert_true(turns_around_corner(drawn, centre, curvature > 0));
        }
        if (i == 0)
            continue;
        const fw_segment *before = &segments[i - 1];
        const double turn = remainder(
            at->start.heading - before->start.heading - before->curvature * before->length, 2 * FW_PI);
        if (drawn->radius > 0)
            assert_near(turn, 0, 1e-7);
        else if (fabs(turn) > 1e-9)
            assert_true(turns_around_corner(drawn, (place){ at->start.x, at->start.y }, turn > 0));
    }
}

TEST(the_path_through_a_row_of_triangles_is_taut)
{
    static sleeve drawn;
    random_source source = { 5 };
    fw_path *path = new_path();
    int32_t found = 0, narrow = 0, blocked = 0, judged = 0;
    for (int i = 0; i < ROWS; i++) {
        do
            draw_sleeve(&source, &drawn);
        while (winds(&drawn));
        const fw_result result =
            fw_path_funnel(path, drawn.start, drawn.goal, drawn.portals, drawn.count, drawn.radius);
        if (result == FW_OK && !is_narrow(&drawn)) {
            assert_path_stays_inside(&drawn, path);
            assert_path_is_taut(&drawn, path);
            judged++;
        }
        if (result == FW_NOT_FOUND)
            assert_true(is_narrow(&drawn));
        found += result == FW_OK;
        narrow += result == FW_NOT_FOUND;
        blocked += result == FW_START_BLOCKED || result == FW_GOAL_BLOCKED;
    }
    assert_true(found + narrow + blocked == ROWS && judged > ROWS / 3 && narrow > 100 && blocked > 100);
    fw_path_destroy(path);
}

TEST(a_body_passes_a_portal_exactly_as_wide_as_itself)
{
    fw_path *path = new_path();
    const fw_portal door = { 5, 1, 5, 2 };
    const fw_pose start = { 0, 1.5, 0 }, goal = { 9, 1.5, 0 };
    assert_int_equal(fw_path_funnel(path, start, goal, &door, 1, 0.5), FW_OK);
    assert_near(fw_path_length(path), 9, 1e-9);
    assert_int_equal(fw_path_funnel(path, start, goal, &door, 1, 0.51), FW_NOT_FOUND);
    assert_near(fw_path_length(path), 9, 1e-9); // keeps what it had
    assert_int_equal(fw_path_funnel(path, start, goal, NULL, 0, 3), FW_OK);
    assert_int_equal(fw_path_funnel(path, start, start, NULL, 0, 0), FW_OK);
    assert_true(fw_path_length(path) == 0 && fw_path_segments(path, NULL) != NULL);
    fw_path_destroy(path);
}

TEST(the_path_around_a_corner_is_a_line_an_arc_and_a_line)
{
    fw_path *path = new_path();
    const fw_portal around[] = { { 0, 0, 0, 5 }, { 0, 0, 5, 0 } };
    const fw_pose start = { -4, 1, 0 }, goal = { 1, -4, 0 };
    int32_t count;
    assert_int_equal(fw_path_funnel(path, start, goal, around, 2, 1), FW_OK);
    const fw_segment *segments = fw_path_segments(path, &count);
    assert_int_equal(count, 3);
    assert_near(segments[1].length, FW_PI / 2, 1e-12);
    assert_near(fw_path_length(path), 8 + FW_PI / 2, 1e-12);
    fw_path_destroy(path);
}

TEST(what_a_funnel_cannot_use_is_refused)
{
    fw_path *path = new_path();
    fw_portal door = { 0, 0, 0, 4 };
    const fw_pose start = { -1, 2, 0 }, goal = { 1, 2, 0 }, nowhere = { NAN, 0, 0 };
    assert_int_equal(fw_path_funnel(NULL, start, goal, &door, 1, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_funnel(path, start, goal, NULL, 1, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_funnel(path, start, goal, &door, -1, 0), FW_BAD_SIZE);
    assert_int_equal(fw_path_funnel(path, nowhere, goal, &door, 1, 0), FW_NOT_FINITE);
    assert_int_equal(fw_path_funnel(path, start, goal, &door, 1, INFINITY), FW_NOT_FINITE);
    assert_int_equal(fw_path_funnel(path, start, goal, &door, 1, -1), FW_BAD_VALUE);
    assert_int_equal(fw_path_funnel(path, (fw_pose){ -0.1, 0.1, 0 }, goal, &door, 1, 1), FW_START_BLOCKED);
    assert_int_equal(fw_path_funnel(path, start, (fw_pose){ 0.1, 3.9, 0 }, &door, 1, 1), FW_GOAL_BLOCKED);
    door.right_y = NAN;
    assert_int_equal(fw_path_funnel(path, start, goal, &door, 1, 0), FW_NOT_FINITE);
    fw_path_destroy(path);
}

/// A wall from (0, 0) south to (0, 5): may a segment be driven, judged by samples?
static bool clears_wall(void *user, const fw_segment *segment)
{
    int *calls = user;
    ++*calls;
    const double curvature = segment->curvature;
    for (int i = 0; i <= 200; i++) {
        const double along = segment->length * i / 200, turned = curvature * along;
        const double dx = curvature == 0 ? along : sin(turned) / curvature;
        const double dy = curvature == 0 ? 0 : (1 - cos(turned)) / curvature;
        const double sine = sin(segment->start.heading), cosine = cos(segment->start.heading);
        const double x = segment->start.x + dx * cosine - dy * sine;
        const double y = segment->start.y + dx * sine + dy * cosine;
        if (fabs(x) < 0.1 && y > 0 && y < 5)
            return false;
    }
    return true;
}

TEST(points_that_need_not_be_touched_are_left_out)
{
    const fw_pose points[] = {
        { -2, 1, 0 }, { -1, 0, 0 }, { 0, -1, 0 }, { 1, 0, 0 }, { 2, 1, 0 }, { 3, 2, 0 }
    };
    fw_path *path = new_path();
    int calls = 0;
    int32_t count;
    const fw_pose start = { -3, 2, -FW_PI / 4 };
    assert_int_equal(fw_path_in_sight(path, start, points, 6, 0, clears_wall, &calls), FW_OK);
    fw_path_segments(path, &count);
    assert_int_equal(count, 2); // over (0, -1)
    assert_near(fw_path_length(path), 2 * sqrt(18), 1e-12);
    assert_true(calls <= 2 * 6);
    assert_int_equal(fw_path_in_sight(path, start, points, 6, 0.5, clears_wall, &calls), FW_OK);
    const fw_segment *segments = fw_path_segments(path, &count);
    assert_int_equal(count, 3); // a line, an arc and a line
    assert_true(segments[1].curvature == 2 && segments[0].curvature == 0 && segments[2].curvature == 0);
    assert_true(!fw_path_impossible(path, NULL));
    fw_pose end;
    assert_int_equal(fw_path_pose_at(path, fw_path_length(path), &end), FW_OK);
    assert_near(hypot(end.x - 3, end.y - 2), 0, 1e-9);
    fw_path_destroy(path);
}

TEST(a_stretch_that_cannot_be_driven_is_reported)
{
    const fw_pose points[] = { { 3, 2, 0 }, { 6, 2, 0 } };
    fw_path *path = new_path();
    int calls = 0;
    int32_t count;
    fw_path_summary summary;
    assert_int_equal(fw_path_in_sight(path, (fw_pose){ -3, 2, 0 }, points, 2, 0, clears_wall, &calls), FW_OK);
    const double *stretches = fw_path_impossible(path, &count);
    assert_int_equal(count, 1);
    assert_true(stretches[0] == 0 && fabs(stretches[1] - 6) < 1e-12);
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    assert_true(summary.violations.impossible == 1 && summary.length == 9 && summary.cost == 9);
    assert_int_equal(fw_path_in_sight(path, points[0], points, 1, 1, clears_wall, &calls), FW_OK);
    assert_true(fw_path_length(path) == 0 && fw_path_segments(path, NULL) != NULL);
    assert_int_equal(fw_path_in_sight(path, points[0], points, 0, 1, clears_wall, &calls), FW_BAD_SIZE);
    assert_int_equal(fw_path_in_sight(path, points[0], NULL, 1, 1, clears_wall, &calls), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_in_sight(path, points[0], points, 1, -1, clears_wall, &calls), FW_BAD_VALUE);
    assert_int_equal(fw_path_in_sight(path, points[0], points, 1, NAN, clears_wall, &calls), FW_NOT_FINITE);
    fw_path_destroy(path);
}

/// Nodes see each other if no tenth number lies between them.
static bool sees(void *user, fw_node_id from, fw_node_id to)
{
    return from / 10 == to / 10;
}

TEST(nodes_between_two_that_see_each_other_are_left_out)
{
    fw_node nodes[26];
    int32_t count = 26;
    for (fw_node_id i = 0; i < 26; i++)
        nodes[i] = (fw_node){ .id = i };
    assert_int_equal(fw_nodes_in_sight(nodes, &count, sees, NULL), FW_OK);
    assert_int_equal(count, 6);
    static const fw_node_id expected[] = { 0, 9, 10, 19, 20, 25 };
    for (int32_t i = 0; i < count; i++)
        assert_true(nodes[i].id == expected[i]);
    for (count = 0; count < 3; count++) {
        int32_t few = count;
        assert_int_equal(fw_nodes_in_sight(nodes, &few, sees, NULL), FW_OK);
        assert_int_equal(few, count);
    }
    count = -1;
    assert_int_equal(fw_nodes_in_sight(nodes, &count, sees, NULL), FW_BAD_SIZE);
    assert_int_equal(fw_nodes_in_sight(NULL, &count, NULL, NULL), FW_NULL_ARGUMENT);
}
