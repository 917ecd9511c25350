#include "directional/ends/connections.h"

#include <math.h>

#include "base/arrival.h"
#include "base/bits.h"
#include "base/trig.h"
#include "curve/build.h"
#include "curve/dubins.h"
#include "curve/reeds_shepp.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "directional/ends/rounded_curve.h"

enum {
    LEAST_RING = 3,
    TIGHT_RING = 2, ///< instead of LEAST_RING for radii up to a tile
    EXTENDED_RING = 2,
    EXTENDED_RING_TO_PLACES = 1
};

#define BASE_ARC      (FW_PI / 2 + 1e-9)     ///< longest arc of a base connection
#define EXTENDED_TURN (400 * FW_PI / 180)    ///< all arcs of an extended connection together
#define LOOP_BEGIN    (5 * FW_PI / 8 + 1e-9) ///< each loop begins with an arc of at least this angle
#define NEAR_TURN     BASE_ARC ///< lattice headings that differ more from the pose's are not tried
#define TWO_ALONG     0.89442719099991587856 ///< cosine of the direction (2, 1)
#define ONE_ASIDE     0.44721359549995793928 ///< sine of the direction (2, 1)
#define LEAST_AHEAD   (-0.2 - 1e-9)          ///< a lattice pose lies at least this many tiles ahead
#define BESIDE        (1 + 1e-9) ///< a lattice pose lies at most this many tiles farther aside than ahead

/// Data about the surroundings of the exact pose, computed before curves are tried.
typedef struct surroundings {
    double sine, cosine; ///< of the heading
    double left, right;  ///< radians: arcs from the pose, or into a goal, that are longer touch something
    uint32_t headings;   ///< one bit for each lattice heading that is tried
} surroundings;

static bool is_base(const dubins_curve *curve)
{
    return curve->word <= FW_DUBINS_RSL && curve->parts[0] <= BASE_ARC && curve->parts[2] <= BASE_ARC;
}

static bool is_extended(const dubins_curve *curve)
{
    const bool is_triple = curve->word > FW_DUBINS_RSL;
    return curve->parts[0] + curve->parts[2] + (is_triple ? curve->parts[1] : 0) <= EXTENDED_TURN;
}

/// True if the arc at the pose is longer than the free part of its circle. This saves most sweeps of whole curves.
static bool hits_early(const connection_query *query, const surroundings *seen, const dubins_curve *curve)
{
    const fw_dubins_word word = curve->word;
    const bool begins_left = word == FW_DUBINS_LSL || word == FW_DUBINS_LSR || word == FW_DUBINS_LRL;
    const bool ends_left = word == FW_DUBINS_LSL || word == FW_DUBINS_RSL || word == FW_DUBINS_LRL;
    return curve->parts[query->is_goal ? 2 : 0] >
           ((query->is_goal ? ends_left : begins_left) ? seen->left : seen->right);
}

bool connections_curve_is_free(const connection_query *query, const fw_curve *curve, unsigned ends)
{
    return sweep_segments_are_free(&query->ground, query->body, curve->segments, curve->count, ends);
}

/// True if the unit may drive a curve between the pose and the lattice.
static bool is_drivable(const connection_query *query, const fw_curve *curve)
{
    return connections_curve_is_free(query, curve, query->is_goal ? PASSAGE_ENDS : PASSAGE_BEGINS);
}

/// Finds the rest of a line, an arc or two arcs from a start that lies on them but for rounding.
static bool find_rest(const connection_query *query, fw_pose to, fw_curve *curve)
{
    const double most = BASE_ARC * query->unit->turn_radius;
    if (query->is_goal || !rounded_curve_from(query->pose, to, query->unit->turn_radius, curve))
        return false;
    for (int32_t i = 0; i < curve->count; i++)
        if (curve->segments[i].curvature != 0 && curve->segments[i].length > most)
            return false;
    return is_drivable(query, curve);
}

/// Finds the shortest curve between two poses that the connection admits and that touches nothing. A base connection
/// uses the shortest word only, because other words turn by more; if that has a loop because of rounding, the curve
/// without it.
static bool find_curve(const connection_query *query, const surroundings *seen, fw_pose from, fw_pose to,
                       fw_curve *curve)
{
    const dubins_frame frame = dubins_between(from, to, query->unit->turn_radius);
    dubins_curve words[FW_DUBINS_WORDS];
    int count = 1;
    if (query->is_extended)
        count = dubins_by_length(&frame, words);
    else
        words[0] = dubins_shortest(&frame);
    if (!is_base(&words[0]) && find_rest(query, to, curve))
        return true;
    for (int i = 0; i < count; i++) {
        if (!(query->is_extended ? is_extended(&words[i]) : is_base(&words[i])) ||
            hits_early(query, seen, &words[i]))
            continue;
        dubins_segments(&frame, &words[i], curve);
        if (is_drivable(query, curve))
            return true;
    }
    return false;
}

/// Tries the cheapest curve in both gears; if that touches something, the shortest curve in both gears.
static bool find_curve_in_gears(const connection_query *query, fw_pose from, fw_pose to, fw_curve *curve)
{
    const fw_unit_def *unit = query->unit;
    const double penalties[] = { unit->reverse_penalty, 1 }, changes[] = { unit->gear_change_cost, 0 };
    for (int i = 0; i < 2; i++)
        if (fw_reeds_shepp(from, to, unit->turn_radius, penalties[i], changes[i], curve) == FW_OK &&
            curve->count > 0 && is_drivable(query, curve))
            return true;
    return false;
}

/// The shortest turn and straight line to a point with any heading there.
static bool find_curve_to_place(const connection_query *query, fw_pose from, fw_pose to, fw_curve *curve)
{
    const fw_side sides[] = { FW_SIDE_SHORTER, FW_SIDE_LEFT, FW_SIDE_RIGHT };
    for (int i = 0; i < (query->is_extended ? 3 : 1); i++)
        if (fw_turn_then_straight(from, to.x, to.y, query->unit->turn_radius, sides[i], curve) == FW_OK &&
            (query->is_extended || curve->count == 0 || curve->segments[0].curvature == 0 ||
             curve->segments[0].length <= BASE_ARC * query->unit->turn_radius) &&
            is_drivable(query, curve))
            return true;
    return false;
}

/// True if a point lies within the unit's turning circle, on either side of a pose, by more than rounding. No arcs of
/// up to 90 degrees lead from the pose to such a point.
static bool is_beside(const connection_query *query, double ahead, double aside)
{
    const double radius = query->unit->turn_radius, across = aside - radius,
                 rounding = arrival_distance(&query->pose) + radius * ARRIVAL_TURN;
    return across * across + ahead * ahead < radius * (radius - 2 * rounding);
}

/// True if a tile lies where base curves lead: ahead of a start, or behind a goal.
static bool is_ahead(const connection_query *query, const surroundings *seen, int32_t tile_x, int32_t tile_y)
{
    if (query->is_extended || query->any_heading)
        return true;
    const double side = query->is_goal ? -1 : 1;
    const double x = side * (tile_x + query->offset - query->pose.x);
    const double y = side * (tile_y + query->offset - query->pose.y);
    const double ahead = x * seen->cosine + y * seen->sine, aside = fabs(y * seen->cosine - x * seen->sine);
    return ahead >= LEAST_AHEAD && aside <= ahead + BESIDE && !is_beside(query, ahead, aside);
}

/// True if a lattice pose faces along base curves that lead from it, or to it.
static bool faces_along(const connection_query *query, lattice_pose pose)
{
    if (query->is_extended)
        return true;
    static const double cosines[MOST_HEADINGS] = { 1,          SQRT2 / 2,  0,          -SQRT2 / 2,
                                                   -1,         -SQRT2 / 2, 0,          SQRT2 / 2,
                                                   TWO_ALONG,  ONE_ASIDE,  -ONE_ASIDE, -TWO_ALONG,
                                                   -TWO_ALONG, -ONE_ASIDE, ONE_ASIDE,  TWO_ALONG };
    const double cosine = cosines[pose.heading], sine = cosines[heading_turned(pose.heading, 6)];
    const double side = query->is_goal ? -1 : 1;
    const double x = side * (pose.x + query->offset - query->pose.x);
    const double y = side * (pose.y + query->offset - query->pose.y);
    const double ahead = x * cosine + y * sine, aside = fabs(y * cosine - x * sine);
    return !is_beside(query, ahead, aside) && (!query->any_heading || ahead >= -1e-9);
}

/// Headings of lattice poses that are worth a curve, as bits: base curves do not lead to poses that face sideways.
static uint32_t headings_near(const connection_query *query)
{
    uint32_t near = 0;
    for (int32_t heading = 0; heading < query->unit->headings; heading++)
        if (query->is_extended || query->any_heading ||
            fabs(trig_wrap(motion_heading(heading) - query->pose.heading)) <= NEAR_TURN)
            near |= 1u << heading;
    return near;
}

/// The angle by which the unit cannot turn to one side from the pose, or into a goal, because the body touches
/// something: a multiple of an eighth of a half turn. A full turn if the first `most` radians are free.
static double blocked_turn(const connection_query *query, double side, double most)
{
    const double step = FW_PI / 8;
    const sweep_ground ground = sweep_ground_alone(&query->ground);
    fw_segment piece = { .start = query->pose, .curvature = side / query->unit->turn_radius };
    const sweep_body turned = sweep_body_turned(query->body), *body = query->is_goal ? &turned : query->body;
    if (query->is_goal) {
        piece.start.heading += FW_PI;
        piece.curvature = -piece.curvature;
    }
    piece.length = step * query->unit->turn_radius;
    for (double angle = step; angle < most; angle += step) {
        if (!sweep_segment_is_free(&ground, body, &piece))
            return angle;
        piece.start = segment_end(&piece);
    }
    return TWO_PI;
}

static surroundings survey_surroundings(const connection_query *query)
{
    surroundings seen = { .left = TWO_PI, .right = TWO_PI, .headings = headings_near(query) };
    trig_sincos(query->pose.heading, &seen.sine, &seen.cosine);
    if (!query->any_heading) {
        const double most = query->is_extended ? TWO_PI : BASE_ARC;
        seen.left = blocked_turn(query, -1, most);
        seen.right = blocked_turn(query, 1, most);
    }
    return seen;
}

bool connections_may_loop(const connection_query *query)
{
    return query->unit->reverse || query->any_heading || blocked_turn(query, -1, LOOP_BEGIN) == TWO_PI ||
           blocked_turn(query, 1, LOOP_BEGIN) == TWO_PI;
}

/// The gear in which a curve reaches, or leaves, the lattice pose.
static fw_gear gear_at_lattice(const connection_query *query, const fw_curve *curve)
{
    const int32_t last = query->is_goal ? 0 : curve->count - 1;
    return curve->count > 0 ? curve->segments[last].gear : FW_FORWARD;
}

static void try_lattice_pose(const connection_query *query, const surroundings *seen, lattice_pose pose,
                             connections *found)
{
    const fw_pose lattice = { pose.x + query->offset, pose.y + query->offset, motion_heading(pose.heading) };
    if (found->count == MOST_CONNECTIONS || !faces_along(query, pose))
        return;
    connection *next = &found->items[found->count];
    const fw_pose from = query->is_goal ? lattice : query->pose, to = query->is_goal ? query->pose : lattice;
    const bool is_found = query->in_both_gears ? find_curve_in_gears(query, from, to, &next->curve)
                          : query->any_heading ? find_curve_to_place(query, from, to, &next->curve)
                                               : find_curve(query, seen, from, to, &next->curve);
    if (!is_found)
        return;
    next->pose = pose;
    next->gear = gear_at_lattice(query, &next->curve);
    next->cost = 0;
    found->count++;
}

/// The window of lattice points within a ring: at most `ring + 0.5` tiles from the pose along either axis. The window
/// is centred on the exact pose, not on its tile, so that mirror images of the pose have mirror images of the window.
static tile_box ring_around(const connection_query *query, int32_t ring)
{
    const double x = query->pose.x - query->offset, y = query->pose.y - query->offset;
    const double reach = ring + 0.5 + 1e-9;
    return (tile_box){ (int32_t)ceil(x - reach), (int32_t)ceil(y - reach), (int32_t)floor(x + reach),
                       (int32_t)floor(y + reach) };
}

/// Tries the lattice poses of a window, except those of the window within it, which were tried before.
static void find_in_ring(const connection_query *query, const surroundings *seen, const tile_box *ring,
                         const tile_box *inner, connections *found)
{
    for (int32_t y = ring->top; y <= ring->bottom; y++)
        for (int32_t x = ring->left; x <= ring->right; x++) {
            if (tile_box_holds(inner, x, y) || !is_ahead(query, seen, x, y) ||
                !layer_fits_anywhere(query->ground.open, x, y))
                continue;
            for (uint32_t left = seen->headings; left; left &= left - 1)
                try_lattice_pose(query, seen, (lattice_pose){ x, y, bits_lowest(left) }, found);
        }
}

/// Finds connections to the rings of lattice points from `first` to `last`.
static void find_around(const connection_query *query, int32_t first, int32_t last, connections *found)
{
    const surroundings seen = survey_surroundings(query);
    tile_box inner = first > 0 ? ring_around(query, first - 1) : (tile_box){ 0, 0, -1, -1 };
    for (int32_t ring = first; ring <= last; ring++) {
        const tile_box window = ring_around(query, ring);
        find_in_ring(query, &seen, &window, &inner, found);
        inner = window;
    }
}

/// Turns a forward connection of the pose turned around into a connection of the pose in reverse gear.
static void turn_back(connection *turned)
{
    turned->pose = lattice_opposite(turned->pose);
    turned->gear = FW_REVERSE;
    for (int32_t i = 0; i < turned->curve.count; i++)
        turned->curve.segments[i] = segment_turned_back(&turned->curve.segments[i]);
}

/// The same as find_around(), for curves in reverse gear.
static void find_behind(const connection_query *query, int32_t first, int32_t last, connections *found)
{
    connection_query turned = *query;
    const sweep_body body = sweep_body_turned(query->body);
    const int32_t before = found->count;
    turned.pose.heading += FW_PI;
    turned.body = &body;
    find_around(&turned, first, last, found);
    for (int32_t i = before; i < found->count; i++)
        turn_back(&found->items[i]);
}

/// Finds connections to the rings from `first` to `last` in forward gear, then in reverse gear if the unit has one.
static void find_in_each_gear(const connection_query *query, int32_t first, int32_t last, connections *found)
{
    const int32_t most = MOST_CONNECTIONS / 2;
    find_around(query, first, last, found);
    if (!query->unit->reverse)
        return;
    if (first == 0 && found->count > most)
        found->count = most;
    find_behind(query, first, last, found);
}

void connections_find(const connection_query *query, connections *found)
{
    const double radius = query->unit->turn_radius, least = radius <= 1 ? TIGHT_RING : LEAST_RING;
    const int32_t wide = (int32_t)fmin(fmax(least, ceil(radius)), CONNECTION_RINGS);
    const int32_t extended = query->any_heading ? EXTENDED_RING_TO_PLACES : EXTENDED_RING;
    connection_query variant = *query;
    found->count = 0;
    if (!query->is_extended) {
        find_in_each_gear(query, 0, wide, found);
        return;
    }
    find_in_each_gear(query, 0, extended, found);
    variant.is_extended = false;
    find_in_each_gear(&variant, extended + 1, wide, found);
    variant.is_extended = variant.in_both_gears = true;
    if (query->unit->reverse && !query->any_heading)
        find_around(&variant, 0, extended, found);
}

void connections_set_lattice(connections *found, lattice_pose pose, int32_t headings)
{
    found->count = 0;
    for (int32_t heading = 0; heading < headings; heading++)
        if (pose.heading < 0 || pose.heading == heading)
            found->items[found->count++] = (connection){ .pose = { pose.x, pose.y, heading } };
}

bool connections_draw(const connection_query *query, fw_pose from, fw_curve *curve)
{
    const fw_unit_def *unit = query->unit;
    const double radius = unit->turn_radius;
    const fw_pose to = query->pose;
    fw_result drawn;
    if (query->any_heading)
        drawn = curve_to_place(from, to.x, to.y, radius, unit->reverse ? unit->reverse_penalty : INFINITY,
                               unit->gear_change_cost, curve);
    else if (unit->reverse)
        drawn = fw_reeds_shepp(from, to, radius, unit->reverse_penalty, unit->gear_change_cost, curve);
    else
        drawn = fw_dubins(from, to, radius, FW_DUBINS_SHORTEST, curve);
    if (drawn == FW_OK)
        rounded_curve_prefer(from, to, query->any_heading, radius, curve);
    return drawn == FW_OK;
}

bool connections_draw_turn(const connection_query *query, fw_pose from, fw_curve *curve)
{
    return fw_turn_then_straight(from, query->pose.x, query->pose.y, query->unit->turn_radius,
                                 FW_SIDE_SHORTER, curve) == FW_OK;
}
