#include "fairway/space_path.h"

#include <math.h>
#include <string.h>

#include "base/must_hold.h"
#include "base/trig.h"
#include "curve/path.h"
#include "shape/taut/funnel.h"

/// A place where the path turns around an end of one or more portals; or, with offset 0, an end of the path.
typedef struct touch {
    funnel_link link;    ///< its direction has length 1
    int32_t first, last; ///< the portals that have this end
} touch;

/// The path, as it is pulled taut.
typedef struct string {
    const fw_portal *portals;
    int32_t count; ///< of portals
    double radius;
    touch *touches; ///< [touch * touch_count], the ends of the path among them
    int32_t touch_count;
} string;

static vector left_of(const fw_portal *portal)
{
    return (vector){ portal->left_x, portal->left_y };
}

static vector right_of(const fw_portal *portal)
{
    return (vector){ portal->right_x, portal->right_y };
}

static bool is_same(vector a, vector b)
{
    return a.x == b.x && a.y == b.y;
}

static vector at_of(const touch *touch)
{
    return (vector){ touch->link.x, touch->link.y };
}

/// The turn around an end of a portal.
static touch touch_around(const string *string, int32_t portal, bool is_right)
{
    vector (*end_of)(const fw_portal *) = is_right ? right_of : left_of;
    const vector at = end_of(&string->portals[portal]);
    touch turn = { .link = { .x = at.x, .y = at.y, .offset = is_right ? string->radius : -string->radius },
                   .first = portal,
                   .last = portal };
    while (turn.first > 0 && is_same(end_of(&string->portals[turn.first - 1]), at))
        turn.first--;
    while (turn.last + 1 < string->count && is_same(end_of(&string->portals[turn.last + 1]), at))
        turn.last++;
    return turn;
}

/// Finds the direction of the line from the previous place to a place.
static void find_direction(touch *to)
{
    const vector along = funnel_tangent(&to[-1].link, &to->link);
    const double length = vector_length(along);
    to->link.along = length > 0 ? (vector){ along.x / length, along.y / length } : (vector){ 0, 0 };
}

static void insert(string *string, int32_t index, touch added)
{
    memmove(&string->touches[index + 1], &string->touches[index],
            (size_t)(string->touch_count - index) * sizeof *string->touches);
    string->touch_count++;
    string->touches[index] = added;
    find_direction(&string->touches[index]);
    find_direction(&string->touches[index + 1]);
}

/// By how much the distance between an end of a portal and a line is smaller than the radius; at most 0 if the line
/// keeps the radius. Ends far on the wrong side of the line do not count: the line does not cross their portals.
///
/// @param is_right  the end lies on the right of the way
static double intrusion(const string *string, const touch *from, const touch *to, vector end, bool is_right)
{
    const vector along = to->link.along, begin = funnel_touch(&from->link, along),
                 away = vector_between(begin, end);
    const double ahead = vector_dot(away, along),
                 length = vector_distance(begin, funnel_touch(&to->link, along));
    const double across = is_right ? vector_cross(along, away) : -vector_cross(along, away);
    const bool is_beside = ahead > 0 && ahead < length && across > -2 * string->radius;
    return is_beside && !is_same(end, at_of(from)) && !is_same(end, at_of(to)) ? string->radius - across : 0;
}

/// Looks for the end of a portal that intrudes most on the line before a place, among the portals along this line.
/// Returns false if no end is nearer than the radius.
static bool find_nearest(const string *string, int32_t index, touch *nearest)
{
    const touch *to = &string->touches[index], *from = to - 1;
    double most = FW_TOUCH / 4;
    for (int32_t i = from->first; i <= to->last && i < string->count; i++)
        for (int right = 0; right < 2; right++) {
            const fw_portal *portal = &string->portals[i];
            const double into =
                intrusion(string, from, to, right ? right_of(portal) : left_of(portal), right);
            if (into > most) {
                most = into;
                *nearest = touch_around(string, i, right);
            }
        }
    return most > FW_TOUCH / 4;
}

/// Leads the path around the ends of portals that its lines come too near to. Returns false if there are none.
static bool keep_off_ends(string *string)
{
    bool has_changed = false;
    touch nearest;
    for (int32_t i = 1; i < string->touch_count && string->touch_count < 2 * string->count + 2; i++)
        if (find_nearest(string, i, &nearest)) {
            insert(string, i, nearest);
            has_changed = true;
        }
    return has_changed;
}

/// FW_OK if the body fits between all neighbouring touches of the string; else the result that says where it does not.
static fw_result judge_room(const string *string)
{
    for (int32_t i = 1; i < string->touch_count; i++) {
        const touch *from = &string->touches[i - 1], *to = &string->touches[i];
        if (vector_distance(at_of(from), at_of(to)) < fabs(from->link.offset - to->link.offset) - FW_TOUCH)
            return i == 1 ? FW_START_BLOCKED : i == string->touch_count - 1 ? FW_GOAL_BLOCKED : FW_NOT_FOUND;
    }
    return FW_OK;
}

/// Pulls a path of a body without width taut, and then widens the body: its path turns around the same ends, or around
/// others nearby. FW_OK or FW_NOT_FOUND (the body finds no room).
static fw_result pull(string *string, funnel *thin, vector start, vector goal)
{
    for (int32_t i = 0; i < string->count; i++) {
        funnel_pass(thin, FUNNEL_LEFT, string->portals[i].left_x, string->portals[i].left_y);
        funnel_pass(thin, FUNNEL_RIGHT, string->portals[i].right_x, string->portals[i].right_y);
    }
    funnel_end(thin, goal.x, goal.y);
    int32_t portal = 0;
    string->touches[0] = (touch){ .link = { .x = start.x, .y = start.y } };
    for (int32_t i = 1; i + 1 < thin->count; i++) {
        must_hold(string->portals);
        const vector at = { thin->string[i].x, thin->string[i].y };
        while (!is_same(at, left_of(&string->portals[portal])) &&
               !is_same(at, right_of(&string->portals[portal])))
            portal++;
        string->touches[i] = touch_around(string, portal, is_same(at, right_of(&string->portals[portal])));
    }
    string->touch_count = thin->count;
    string->touches[thin->count - 1] =
        (touch){ .link = { .x = goal.x, .y = goal.y }, .first = string->count, .last = string->count };
    for (int32_t i = 1; i < string->touch_count; i++)
        find_direction(&string->touches[i]);
    int32_t rounds = 2 * string->count + 2;
    while (string->radius > 0 && rounds > 0 && keep_off_ends(string))
        rounds--;
    return rounds > 0 ? judge_room(string) : FW_NOT_FOUND;
}

/// Writes the turn around a place, and the line to the next one.
///
/// @param[in,out] at  pose at the end of the line before, then of this one
static fw_result push_line(fw_path *path, const touch *from, fw_pose *at)
{
    const vector along = from[1].link.along, begin = funnel_touch(&from->link, along),
                 end = funnel_touch(&from[1].link, along);
    const double offset = from->link.offset;
    const bool has_direction = along.x != 0 || along.y != 0;
    const double heading = has_direction ? trig_atan2(along.y, along.x) : at->heading;
    const double turned = trig_wrap(heading - at->heading), toward = offset < 0 ? -turned : turned;
    const double angle = toward < -FW_PI / 2 ? toward + 2 * FW_PI : fmax(toward, 0); // more than half a turn
    const fw_segment arc = { .start = *at, .curvature = 1 / offset, .length = angle * fabs(offset) };
    const fw_segment line = { .start = { begin.x, begin.y, heading }, .length = vector_distance(begin, end) };
    *at = (fw_pose){ end.x, end.y, heading };
    if (arc.length > 0 && path_push(path, &arc) != FW_OK)
        return FW_NO_MEMORY;
    return path_push(path, &line);
}

static fw_result write_string(fw_path *path, const string *string)
{
    fw_pose at = { string->touches[0].link.x, string->touches[0].link.y, 0 };
    path_begin(path);
    for (int32_t i = 0; i + 1 < string->touch_count; i++)
        if (push_line(path, &string->touches[i], &at) != FW_OK) {
            path_abandon(path);
            return FW_NO_MEMORY;
        }
    const double length = path_written_length(path);
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND, .cost = length });
    return FW_OK;
}

static bool is_finite(const fw_portal *portal)
{
    return isfinite(portal->left_x) && isfinite(portal->left_y) && isfinite(portal->right_x) &&
           isfinite(portal->right_y);
}

/// Judges the arguments: FW_OK, or the result that names what is wrong with them.
static fw_result judge(vector start, vector goal, const fw_portal *portals, int32_t count, double radius)
{
    bool fits = true;
    if (!isfinite(start.x) || !isfinite(start.y) || !isfinite(goal.x) || !isfinite(goal.y) ||
        !isfinite(radius))
        return FW_NOT_FINITE;
    if (radius < 0)
        return FW_BAD_VALUE;
    for (int32_t i = 0; i < count; i++) {
        if (!is_finite(&portals[i]))
            return FW_NOT_FINITE;
        fits = fits && vector_distance(left_of(&portals[i]), right_of(&portals[i])) >= 2 * radius - FW_TOUCH;
    }
    const double least = radius - FW_TOUCH / 2;
    if (count > 0 && (vector_distance(start, left_of(portals)) < least ||
                      vector_distance(start, right_of(portals)) < least))
        return FW_START_BLOCKED;
    if (count > 0 && (vector_distance(goal, left_of(&portals[count - 1])) < least ||
                      vector_distance(goal, right_of(&portals[count - 1])) < least))
        return FW_GOAL_BLOCKED;
    return fits ? FW_OK : FW_NOT_FOUND;
}

fw_result fw_path_funnel(fw_path *path, fw_pose start, fw_pose goal, const fw_portal *portals, int32_t count,
                         double radius)
{
    if (!path || (!portals && count > 0))
        return FW_NULL_ARGUMENT;
    if (count < 0 || count > INT32_MAX / 2 - 1)
        return FW_BAD_SIZE;
    const fw_result judged =
        judge((vector){ start.x, start.y }, (vector){ goal.x, goal.y }, portals, count, radius);
    if (judged != FW_OK)
        return judged;
    const size_t room = 2 * (size_t)count + 2;
    char *scratch = path_scratch(path, room * (3 * sizeof(funnel_link) + sizeof(touch)));
    if (!scratch)
        return FW_NO_MEMORY;
    funnel_link *links = (funnel_link *)(void *)scratch;
    funnel thin = { .chains = { { .links = links, .room = room }, { .links = links + room, .room = room } },
                    .string = links + 2 * room,
                    .room = room };
    string string = { .portals = portals,
                      .count = count,
                      .radius = radius,
                      .touches = (touch *)(void *)(scratch + 3 * room * sizeof(funnel_link)) };
    fw_result pulled = funnel_begin(&thin, NULL, 0, start.x, start.y, 2 * count);
    if (pulled == FW_OK)
        pulled = pull(&string, &thin, (vector){ start.x, start.y }, (vector){ goal.x, goal.y });
    return pulled == FW_OK ? write_string(path, &string) : pulled;
}
