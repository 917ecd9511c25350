#include "traffic/convoy_lanes.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/convoy_members.h"
#include "traffic/convoy_roles.h"
#include "traffic/lane.h"
#include "traffic/passages.h"
#include "traffic/rally.h"
#include "traffic/terrain.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// Members up to this number get their places anew when the shared way is known: that takes about a millisecond.
enum { MOST_GIVEN_ANEW = 128 };

/// Room between a lane and a wall beside it, where there is room, in radii.
#define LANE_ROOM 0.1

/// Where the room beside the shared way is less than this, in radii, all go one behind the other.
#define ONE_LANE 2.3

/// Files come closer by at most this share of the length in which they do so.
#define FUNNEL 1.0

/// Shifts below this become 0 where a lane is moved back toward the shared way, in radii.
#define LEAST_SHIFT 0.2

/// A member that does not see its lane within its own steps searches for a path there if the lane is no farther away
/// than this number of them.
#define FARTHEST_JOIN 3.0

/// A place and a direction, a unit vector: coordinates along it and to the right of it.
typedef struct frame {
    double x, y, dx, dy;
} frame;

/// What is measured at a place of the shared way.
typedef struct lane_room {
    double along;       ///< length of the way to here, in tiles
    double left, right; ///< room beside the way, in tiles
} lane_room;

/// The shared way while lanes are laid along it. Its places are in `work.lane`.
typedef struct shared_way {
    fw_traffic *traffic;
    lane_room *rooms; ///< [room * count] behind the places
    const agent *leader;
    int32_t count;
    double length;
    double own; ///< length of the members' own parts at both ends, in tiles
    frame start, end;
    double left, right; ///< of the formation: distance of the outermost files from its middle, in tiles
} shared_way;

/// The lane of a member.
typedef struct member_lane {
    agent *unit;
    double along_start, along_goal; ///< its coordinates in the formation
    double across;                  ///< of its goal, to the right
    int32_t first, last;            ///< places at which the lane begins and ends
} member_lane;

static void into_frame(const frame *frame, double x, double y, double *along, double *across)
{
    const double dx = x - frame->x, dy = y - frame->y;
    *along = dx * frame->dx + dy * frame->dy;
    *across = dy * frame->dx - dx * frame->dy;
}

/// Sets the direction of a frame from one place to another.
static void turn_frame(frame *frame, const lane_place *from, const lane_place *to)
{
    const double length = apart(from->x, from->y, to->x, to->y);
    frame->dx = length > 0 ? (to->x - from->x) / length : 1;
    frame->dy = length > 0 ? (to->y - from->y) / length : 0;
}

/// Lists the places of the shared way, and makes room for what is measured there.
static fw_result list_places(shared_way *shared)
{
    fw_traffic *traffic = shared->traffic;
    const agent *leader = shared->leader;
    if (lane_list(traffic, &leader->way, radius_of(traffic, leader), &shared->count) != FW_OK ||
        traffic_reserve_scratch(traffic, (size_t)shared->count, sizeof(lane_place) + sizeof(lane_room)) !=
            FW_OK)
        return FW_NO_MEMORY;
    shared->rooms = (void *)(traffic->work.lane + shared->count);
    return FW_OK;
}

/// Measures the shared way, and finds the directions at its ends.
static void measure(shared_way *shared)
{
    const lane_place *places = shared->traffic->work.lane;
    lane_room *rooms = shared->rooms;
    rooms[0].along = 0;
    for (int32_t i = 1; i < shared->count; i++)
        rooms[i].along =
            rooms[i - 1].along + apart(places[i - 1].x, places[i - 1].y, places[i].x, places[i].y);
    shared->length = rooms[shared->count - 1].along;
    shared->own = fmin(shared->own, shared->length / 2);
    int32_t first = 0, last = shared->count - 1;
    while (first < shared->count - 1 && rooms[first].along < shared->own)
        first++;
    while (last > 0 && shared->length - rooms[last].along < shared->own)
        last--;
    turn_frame(&shared->start, &places[0], &places[first]);
    turn_frame(&shared->end, &places[last], &places[shared->count - 1]);
}

/// Finds the middles of the formation at both ends.
static void find_middles(shared_way *shared, const pairing *pairs, int32_t count)
{
    shared->start.x = shared->start.y = shared->end.x = shared->end.y = 0;
    for (int32_t i = 1; i <= count; i++) {
        const agent *unit = &shared->traffic->agents[pairs[i].slot];
        shared->start.x += unit->plan.stop_x / count;
        shared->start.y += unit->plan.stop_y / count;
        shared->end.x += pairs[i].goal.x / count;
        shared->end.y += pairs[i].goal.y / count;
    }
}

/// Gives the places out anew: the formation at the goals, turned to where the units stand now, costs them the least
/// length. So nobody crosses the ways of others where the shared way turns.
static void give_places_anew(const shared_way *shared, pairing *pairs, int32_t count)
{
    const fw_traffic *traffic = shared->traffic;
    for (int32_t i = 1; i <= count; i++) {
        const agent *unit = &traffic->agents[pairs[i].slot];
        into_frame(&shared->start, unit->plan.stop_x, unit->plan.stop_y, &pairs[i].x, &pairs[i].y);
        into_frame(&shared->end, pairs[i].goal.x, pairs[i].goal.y, &pairs[i].place.x, &pairs[i].place.y);
    }
    assign_places(&shared->traffic->memory, pairs, count); // cannot fail with so few members
    for (int32_t j = 1; j <= count; j++) {
        const agent *unit = &traffic->agents[pairs[pairs[j].member].slot];
        if (!way_may_stand(traffic, unit, pairs[j].goal.x, pairs[j].goal.y))
            return; // it does not fit there: all keep their places
    }
    for (int32_t j = 1; j <= count; j++) {
        agent *unit = &traffic->agents[pairs[pairs[j].member].slot];
        unit->order.goal_x = pairs[j].goal.x;
        unit->order.goal_y = pairs[j].goal.y;
        rally_enter(shared->traffic, pairs[pairs[j].member].slot, unit->order.goal_x, unit->order.goal_y);
    }
}

static member_lane lane_of(const shared_way *shared, uint32_t slot)
{
    member_lane lane = { .unit = &shared->traffic->agents[slot] };
    double across;
    into_frame(&shared->start, lane.unit->plan.stop_x, lane.unit->plan.stop_y, &lane.along_start, &across);
    into_frame(&shared->end, lane.unit->order.goal_x, lane.unit->order.goal_y, &lane.along_goal,
               &lane.across);
    return lane;
}

/// Takes room from a place, so that the files do not come closer too soon at its neighbour.
static void narrow(lane_room *at, const lane_room *beside)
{
    const double more = FUNNEL * fabs(at->along - beside->along);
    at->left = fmin(at->left, beside->left + more);
    at->right = fmin(at->right, beside->right + more);
}

/// Finds how wide the formation is, and measures the room beside the shared way.
static void measure_room(shared_way *shared, const pairing *pairs, int32_t count)
{
    const double margin = LANE_ROOM * radius_of(shared->traffic, shared->leader);
    shared->left = shared->right = 0;
    for (int32_t i = 1; i <= count; i++) {
        const member_lane lane = lane_of(shared, pairs[i].slot);
        shared->left = fmax(shared->left, -lane.across);
        shared->right = fmax(shared->right, lane.across);
    }
    const double most = shared->left + shared->right + margin;
    for (int32_t i = 0; i < shared->count; i++) {
        const lane_place *at = &shared->traffic->work.lane[i];
        lane_room *room = &shared->rooms[i];
        room->left = terrain_room_beside(shared->traffic, shared->leader, at, -1, most);
        room->right = terrain_room_beside(shared->traffic, shared->leader, at, 1, most);
        room->left = fmax(room->left - margin, 0);
        room->right = fmax(room->right - margin, 0);
    }
    for (int32_t i = 1; i < shared->count; i++)
        narrow(&shared->rooms[i], &shared->rooms[i - 1]);
    for (int32_t i = shared->count - 1; i > 0; i--)
        narrow(&shared->rooms[i - 1], &shared->rooms[i]);
}

/// How far to the right of the shared way a file of the formation goes: where there is no room for the whole formation
/// around the shared way, the formation moves aside, and where there is none at all, it becomes narrower.
static double shift_of(const shared_way *shared, const lane_room *at, double across)
{
    const double width = shared->left + shared->right, room = at->left + at->right;
    if (room < ONE_LANE * radius_of(shared->traffic, shared->leader))
        return (at->right - at->left) / 2;
    if (room < width)
        return (across + shared->left) * room / width - at->left;
    return across + fmax(shared->left - at->left, 0) - fmax(shared->right - at->right, 0);
}

/// Moves a place of a lane back toward the shared way.
static bool shrink(const shared_way *shared, lane_place *at)
{
    const double least = LEAST_SHIFT * radius_of(shared->traffic, shared->leader);
    const bool is_beside = at->shift != 0;
    at->shift = fabs(at->shift) > 2 * least ? 0.7 * at->shift : 0;
    return is_beside;
}

/// Lays one line of a lane, from a place to the next one.
///
/// @param[in,out] last  the place where the lane has come to
/// @return false: walls were in the way, and places have been moved back toward the shared way
static bool lay_line(const shared_way *shared, const agent *unit, int32_t *last, int32_t next)
{
    lane_place *places = shared->traffic->work.lane, *a = &places[*last], *b = &places[next];
    const way_point from = lane_moved(a), to = lane_moved(b);
    const double advance = (to.x - from.x) * b->dx + (to.y - from.y) * b->dy;
    b->is_left_out = advance <= 0 && b->shift != 0 && next + 1 < shared->count;
    if (b->is_left_out)
        return true;
    const int32_t before = *last;
    *last = next;
    if (way_is_clear(shared->traffic, unit, from.x, from.y, to.x, to.y))
        return true;
    if (!shrink(shared, fabs(a->shift) > fabs(b->shift) ? a : b))
        for (int32_t i = before + 1; i < next; i++)
            places[i].shift = 0;
    return false;
}

/// Sets the shifts of all places for a member, so that each place that the lane leads through sees the next one.
///
/// @return false: walls are in the way even without shifts
static bool lay_lane(const shared_way *shared, const member_lane *lane)
{
    lane_place *places = shared->traffic->work.lane;
    for (int32_t i = 0; i < shared->count; i++)
        places[i].shift = shift_of(shared, &shared->rooms[i], lane->across);
    for (int32_t round = 0; round < 64; round++) {
        bool is_done = true;
        int32_t last = 0;
        for (int32_t i = 1; i < shared->count; i++)
            is_done = lay_line(shared, lane->unit, &last, i) && is_done;
        if (is_done)
            return true;
    }
    return false;
}

static bool sees_place(const shared_way *shared, const agent *unit, double x, double y, int32_t index)
{
    const way_point at = lane_moved(&shared->traffic->work.lane[index]);
    return !shared->traffic->work.lane[index].is_left_out &&
           way_is_clear(shared->traffic, unit, x, y, at.x, at.y);
}

static bool is_near(const shared_way *shared, double x, double y, int32_t index)
{
    const way_point at = lane_moved(&shared->traffic->work.lane[index]);
    return apart(x, y, at.x, at.y) <= FARTHEST_JOIN * shared->own;
}

/// Chooses where a member joins and leaves the shared way: after its own first steps, and before its own last ones.
///
/// @return false: it would have to search for too long a path there
static bool choose_ends(const shared_way *shared, member_lane *lane)
{
    const lane_place *places = shared->traffic->work.lane;
    const lane_room *rooms = shared->rooms;
    agent *unit = lane->unit;
    const fw_pose stop = agent_stop(unit);
    double join = shared->own + fmax(lane->along_start, 0),
           leave = shared->length - shared->own + fmin(lane->along_goal, 0);
    if (join > leave)
        join = leave = fmin(fmax((join + leave) / 2, 0), shared->length);
    lane->first = lane->last = shared->count - 1;
    while (lane->first > 0 && (places[lane->first].is_left_out || rooms[lane->first - 1].along >= join))
        lane->first--;
    while (lane->last > lane->first && (places[lane->last].is_left_out || rooms[lane->last].along > leave))
        lane->last--;
    int32_t first = lane->first, last = lane->last;
    while (first >= 0 && !sees_place(shared, unit, stop.x, stop.y, first))
        first--;
    while (last < shared->count && !sees_place(shared, unit, unit->order.goal_x, unit->order.goal_y, last))
        last++;
    unit->pursuit.faults.lacks_first = first < 0;
    unit->pursuit.faults.lacks_last = last == shared->count;
    lane->first = first < 0 ? lane->first : first;
    lane->last = unit->pursuit.faults.lacks_last ? lane->last : last;
    return (!unit->pursuit.faults.lacks_first || is_near(shared, stop.x, stop.y, lane->first)) &&
           (!unit->pursuit.faults.lacks_last ||
            is_near(shared, unit->order.goal_x, unit->order.goal_y, lane->last));
}

/// True if the way goes straight on at its last point.
static bool goes_straight(const way *way, way_point next)
{
    if (way->count < 2)
        return false;
    const way_point *at = &way->points[way->count - 1], *before = at - 1;
    const double x = at->x - before->x, y = at->y - before->y;
    return fabs(x * (next.y - at->y) - y * (next.x - at->x)) <= 1e-9 * (fabs(x) + fabs(y)) &&
           x * (next.x - at->x) + y * (next.y - at->y) > 0;
}

static void add_point(way *way, way_point point)
{
    way->count -= goes_straight(way, point);
    way->points[way->count++] = point;
}

/// Makes the lane the way of a member, with its own first and last part.
static fw_result take_lane(const shared_way *shared, const member_lane *lane)
{
    agent *unit = lane->unit;
    way *way = &unit->way;
    const fw_pose stop = agent_stop(unit);
    const bool lacks_first = unit->pursuit.faults.lacks_first, lacks_last = unit->pursuit.faults.lacks_last,
               goes_on = unit->pursuit.faults.goes_on;
    const uint32_t slot = agent_slot(shared->traffic, unit);
    if (way_reserve(shared->traffic, slot, lane->last - lane->first + 3) != FW_OK)
        return FW_NO_MEMORY;
    way_forget(unit);
    unit->pursuit.faults.lacks_first = lacks_first;
    unit->pursuit.faults.lacks_last = lacks_last;
    if (!lacks_first)
        add_point(way, (way_point){ .x = stop.x, .y = stop.y });
    for (int32_t i = lane->first; i <= lane->last; i++)
        if (!shared->traffic->work.lane[i].is_left_out)
            add_point(way, lane_moved(&shared->traffic->work.lane[i]));
    if (!lacks_last)
        add_point(way, (way_point){ .x = unit->order.goal_x, .y = unit->order.goal_y });
    way->next = way->farthest = 0;
    way_begin(shared->traffic, unit);
    if (!goes_on)
        way_plan_soon(shared->traffic, slot);
    return passages_note(shared->traffic, unit);
}

fw_result convoy_lay(fw_traffic *traffic, uint32_t number, pairing *pairs, int32_t count)
{
    const convoy *convoy = convoy_numbered(traffic, number);
    shared_way shared = { .traffic = traffic,
                          .leader = &traffic->agents[convoy->leader],
                          .own = convoy->own_steps };
    if (list_places(&shared) != FW_OK)
        return FW_NO_MEMORY;
    find_middles(&shared, pairs, count);
    measure(&shared);
    if (count <= MOST_GIVEN_ANEW)
        give_places_anew(&shared, pairs, count);
    measure_room(&shared, pairs, count);
    for (int32_t i = 1; i <= count; i++) {
        member_lane lane = lane_of(&shared, pairs[i].slot);
        if (!lay_lane(&shared, &lane) || !choose_ends(&shared, &lane)) {
            way_forget(lane.unit);
            if (convoy_split(traffic, pairs[i].slot) != FW_OK)
                return FW_NO_MEMORY;
        } else if (take_lane(&shared, &lane) != FW_OK) {
            return FW_NO_MEMORY;
        }
    }
    return FW_OK;
}
