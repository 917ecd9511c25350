#include "traffic/walking.h"

#include <assert.h>
#include <math.h>

#include "base/vector.h"
#include "traffic/braking.h"
#include "traffic/patience.h"
#include "traffic/plan_cost.h"
#include "traffic/reservation.h"

/// Intervals of the longest motion along the way.
enum { LONGEST_STOP = 14 };

/// The angle of candidates straight on: too small to count as a turn, but not 0, because they do not lie on
/// the way.
#define STRAIGHT_ON 0.01

/// What it costs to turn back in a crowd, in radii, to places farther than TURNS_NEAR radii from the goal. A
/// unit turns back if the cosine of the angle between its heading and the direction to a place is less than
/// TURN_BACK. After TURNS_AFTER knots without progress, nothing is left of the cost.
#define TURN_BACK_COST 1.5
#define TURNS_NEAR     4.0
#define TURN_BACK      (-0.7071)

/// What it costs a unit in a crowd to turn back toward a place. Without this cost, a unit that waits would go
/// to and fro whenever the stops of others change a little. The cost shrinks while the unit makes no progress,
/// so that it holds nobody for ever: the unit may have to turn to get on.
///
/// @return 0: the unit may turn back for nothing
static double cost_far_from_goal(const planning *task)
{
    const agent *unit = task->unit;
    if (task->near.count < CROWD_FROM || unit->relation.in_way_of != NO_AGENT)
        return 0;
    return TURN_BACK_COST * radius_of(task->traffic, unit) * patience_left(unit, TURNS_AFTER);
}

/// What it costs to go to a place because the unit turns back there.
static inline double cost_of_turning_back(const planning *task, double x, double y)
{
    if (task->choice.back_cost == 0)
        return 0;
    const double dx = x - task->from.x, dy = y - task->from.y;
    const double along = dx * task->near.ahead_x + dy * task->near.ahead_y;
    if (along >= 0 || along >= TURN_BACK * hypotenuse(dx, dy))
        return 0;
    const agent *unit = task->unit;
    const double near = TURNS_NEAR * radius_of(task->traffic, unit);
    return apart(x, y, unit->order.goal_x, unit->order.goal_y) < near ? 0 : task->choice.back_cost;
}

/// Lists a place on the way.
static void list_place(const planning *task, place_list *places, double x, double y, int32_t longest)
{
    const double turn = longest > 0 ? cost_of_turning_back(task, x, y) : 0;
    place_list_add(places, x, y, planning_rest(task, (fw_pose){ x, y, 0 }) + turn, 0, longest);
}

/// Intervals of the motions along the way, the longest first.
static const int32_t on_way_counts[] = { LONGEST_STOP, 11, 8, 6, 5, 4, 3 };
enum { ON_WAY_COUNTS = sizeof on_way_counts / sizeof *on_way_counts };

/// How far the first `number` motions along the way lead at full speed.
static void find_ranges(const planning *task, const motion_limits *limits, int32_t number, double *ranges)
{
    reservation_ranges(limits, smaller(knot_speed(&task->from), limits->top), on_way_counts, number, ranges);
}

/// The place on the way where a motion along it stops.
///
/// @return false if that is beyond the goal
static bool stop_on_way(const planning *task, double range, way_place *stop)
{
    const double distance = smaller(range, task->remaining - task->least_rest);
    if (task->unit->way.count == 0 || distance >= task->remaining ||
        (planning_is_ahead(task) && distance <= 0))
        return false;
    *stop = planning_place(task, distance, NULL);
    return true;
}

/// Lists places on the way, as far apart as the unit gets within limits.
static void list_on_way(const planning *task, const motion_limits *limits, place_list *places)
{
    double ranges[ON_WAY_COUNTS];
    find_ranges(task, limits, ON_WAY_COUNTS, ranges);
    for (size_t i = 0; i < ON_WAY_COUNTS; i++) {
        way_place stop;
        if (!stop_on_way(task, ranges[i], &stop))
            continue;
        if (stop.rest >= task->choice.limit + COST_NOISE) // more is left from places that are nearer
            return;
        const double turn = cost_of_turning_back(task, stop.x, stop.y);
        place_list_add(places, stop.x, stop.y, stop.rest + turn, 0, MOST_KNOTS);
    }
}

/// Intervals of the motions to candidates off the way, the longest first.
static const int32_t off_way_counts[] = { 12, 8, 5, 3 };
enum { OFF_WAY_COUNTS = sizeof off_way_counts / sizeof *off_way_counts };

/// Directions on both sides of the way in which candidates lie: the angle from the way in radians, its sine and cosine.
static const struct {
    double angle, sine, cosine;
} beside_way[] = {
    { 0.3, 0.29552020666133955, 0.95533648912560598 },  { 0.6, 0.56464247339503537, 0.82533561490967833 },
    { 1.0, 0.8414709848078965, 0.54030230586813965 },   { 1.5, 0.99749498660405445, 0.070737201667702851 },
    { 2.1, 0.86320936664887371, -0.50484610459985757 }, { 2.8, 0.334988150155905, -0.94222234066865818 },
};

/// Braking, the goal and the next corner; places on the way, also on slow ground; beside it, straight on, along walls.
static_assert(3 + 2 * ON_WAY_COUNTS + (2 * sizeof beside_way / sizeof *beside_way + 1 + 4) * OFF_WAY_COUNTS <=
                  MOST_WALKED,
              "there is room for all candidates");

/// Places off the way. Most directions have one of few ramps.
typedef struct off_way {
    int32_t brake;  ///< reservation_braking()
    uint32_t known; ///< bit r: the motions with a ramp of r intervals are known
    heading motions[MOST_KNOTS + 1][OFF_WAY_COUNTS];
    place_list places[OFF_WAY_COUNTS]; ///< that are not added yet
} off_way;

/// The motions off the way with a ramp.
static const heading *off_way_motions(const planning *task, off_way *common, int32_t ramp)
{
    heading *motions = common->motions[ramp];
    if (!(common->known >> ramp & 1))
        for (size_t i = 0; i < OFF_WAY_COUNTS; i++)
            motions[i] = reservation_heading(&task->limits, ramp, common->brake, off_way_counts[i]);
    common->known |= UINT32_C(1) << ramp;
    return motions;
}

/// Lists places in a direction. What the way costs from there is not known yet.
///
/// @param count  number of them
/// @param angle  of the candidates
static void list_off_way(const planning *task, off_way *common, double to_x, double to_y, int32_t count,
                         double angle)
{
    const int32_t ramp = reservation_ramp(&task->limits, &task->from, to_x, to_y);
    const heading *motions = off_way_motions(task, common, ramp);
    for (int32_t i = 0; i < count; i++) {
        double x, y;
        heading_stop(&motions[i], &task->from, to_x, to_y, &x, &y);
        place_list_add(&common->places[i], x, y, 0, angle, MOST_KNOTS);
    }
}

/// Finds out what the way costs from places: in a loop without branches, which compilers turn into vectors, and in
/// another one for a unit that pays for turning back.
static void measure_rests(const planning *task, place_list *places)
{
    const agent *unit = task->unit;
    const way_point stop = { .x = task->stop.x, .y = task->stop.y };
    const way_point corner = unit->way.count > 0 ? unit->way.points[unit->way.next] : stop;
    for (int32_t i = 0; i < places->count; i++)
        places->rest[i] = way_length_by(&corner, task->corner_rest, places->x[i], places->y[i]);
    if (task->choice.back_cost == 0)
        return;
    for (int32_t i = 0; i < places->count; i++)
        places->rest[i] += cost_of_turning_back(task, places->x[i], places->y[i]);
}

/// Adds the places that are listed as candidates. Those of motions that take equally long are looked at together,
/// because they are about as far away.
static void add_off_way(planning *task, off_way *common)
{
    for (size_t i = 0; i < OFF_WAY_COUNTS; i++) {
        measure_rests(task, &common->places[i]);
        if (common->places[i].count > 0)
            planning_add(task, &common->places[i]);
        common->places[i].count = 0;
    }
}

/// Adds candidates on both sides of the way.
static void list_beside_way(planning *task, off_way *common)
{
    const agent *unit = task->unit;
    const way *way = &unit->way;
    const way_point stop = { .x = task->stop.x, .y = task->stop.y };
    const way_point *next = way->count > 0 ? &way->points[way->next] : &stop;
    double dx = next->x - task->from.x, dy = next->y - task->from.y;
    const double length = hypotenuse(dx, dy);
    dx = length > 0 ? dx / length : 1;
    dy = length > 0 ? dy / length : 0;
    const double speed = task->from.vx * dx + task->from.vy * dy;
    const double least =
        length + task->corner_rest - task->choice.limit; // a place must be nearer to the corner by this
    int32_t places = OFF_WAY_COUNTS;
    for (size_t i = 0; i < sizeof beside_way / sizeof *beside_way; i++) { // the wider, the less is gained
        const double sine = beside_way[i].sine, cosine = beside_way[i].cosine;
        while (places > 0 && reservation_most_gain(&task->limits, speed, cosine, common->brake,
                                                   off_way_counts[places - 1]) < least)
            places--;
        if (places == 0)
            break;
        for (int side = 1; side >= (task->choice.only_right ? 1 : -1); side -= 2) {
            const double to_x = dx * cosine - side * dy * sine, to_y = dy * cosine + side * dx * sine;
            list_off_way(task, common, to_x, to_y, places, side * beside_way[i].angle);
        }
    }
    add_off_way(task, common);
}

/// True if a candidate other than that of walking_first() may cost less than `cost`, wherever others are. The longest
/// motion off the way at the least angle gains more than the next one on the way, and than braking.
static bool has_rival(const planning *task, double cost)
{
    const agent *unit = task->unit;
    const motion_limits *limits = &task->limits;
    const way_point *next = &unit->way.points[unit->way.next];
    const double farthest = reservation_range(limits, limits->top, LONGEST_STOP);
    if (gate_is_found(&unit->pursuit.gate) || unit->relation.in_way_of != NO_AGENT ||
        apart(task->from.x, task->from.y, next->x, next->y) < farthest ||
        apart(task->from.x, task->from.y, unit->order.goal_x, unit->order.goal_y) < farthest)
        return true;
    const double gain = reservation_most_gain(limits, knot_speed(&task->from), beside_way->cosine,
                                              reservation_braking(limits), *off_way_counts);
    return task->remaining - gain <= cost;
}

bool walking_first(planning *task, double limit, candidate *place)
{
    way_place stop;
    double range;
    find_ranges(task, &task->limits, 1, &range);
    if (!stop_on_way(task, range, &stop))
        return false;
    task->choice.back_cost = cost_far_from_goal(task);
    const double surcharge = planning_surcharge(task, stop.x, stop.y, larger(limit - stop.rest, COST_NOISE));
    const double cost = stop.rest + surcharge + cost_of_turning_back(task, stop.x, stop.y);
    *place = (candidate){ .x = stop.x, .y = stop.y, .cost = cost, .longest = MOST_KNOTS };
    return surcharge == 0 || (cost < limit && !has_rival(task, cost));
}

/// Adds candidates straight on. In a door, the way may turn so near to the walls that no other direction is
/// free.
static void list_straight_on(planning *task, off_way *common)
{
    const double speed = knot_speed(&task->from);
    if (speed > 0)
        list_off_way(task, common, task->from.vx / speed, task->from.vy / speed, OFF_WAY_COUNTS, STRAIGHT_ON);
    add_off_way(task, common);
}

/// Adds candidates along the axes, as walls lie: a unit that touches a wall may have no other direction to
/// leave in.
static void list_along_walls(planning *task, off_way *common)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        list_off_way(task, common, sign, 0, OFF_WAY_COUNTS, -FW_PI);
        list_off_way(task, common, 0, sign, OFF_WAY_COUNTS, -FW_PI);
    }
    add_off_way(task, common);
}

/// Adds places on the way that the unit can get to as slowly as slow ground ahead demands.
static void list_on_slow_ground(planning *task)
{
    motion_limits slow = task->limits;
    place_list places = { .count = 0 };
    if (!kind_of(task->traffic, task->unit)->tops || task->ground.slowest >= slow.top)
        return;
    slow.top = task->ground.slowest;
    list_on_way(task, &slow, &places);
    planning_add(task, &places);
}

void walking_list(planning *task)
{
    const agent *unit = task->unit;
    reservation brake;
    place_list places;
    off_way common;
    common.brake = reservation_braking(&task->limits);
    common.known = 0;
    places.count = 0;
    for (size_t i = 0; i < OFF_WAY_COUNTS; i++)
        common.places[i].count = 0;
    task->choice.back_cost = cost_far_from_goal(task);
    if (task->choice.only_right) {
        list_beside_way(task, &common);
        return;
    }
    if (reservation_brake(&task->limits, task->first, &task->from, &task->ahead, &brake)) {
        const knot *stop = reservation_stop(&brake);
        list_place(task, &places, stop->x, stop->y, 0);
    }
    const double farthest = reservation_range(&task->limits, task->limits.top, LONGEST_STOP);
    if (unit->way.count > 0) {
        if (apart(task->from.x, task->from.y, unit->order.goal_x, unit->order.goal_y) < farthest)
            list_place(task, &places, unit->order.goal_x, unit->order.goal_y, MOST_KNOTS);
        const way_point *next = &unit->way.points[unit->way.next];
        const double away = apart(task->from.x, task->from.y, next->x, next->y);
        if (task->corner_rest > 0 && away < farthest)
            list_place(task, &places, next->x, next->y, MOST_KNOTS);
        list_on_way(task, &task->limits, &places);
    }
    planning_add(task, &places);
    list_on_slow_ground(task);
    list_beside_way(task, &common);
    if (gate_is_found(&unit->pursuit.gate))
        list_straight_on(task, &common);
    if (agent_is_cornered(unit) && !task->is_open)
        list_along_walls(task, &common);
}
