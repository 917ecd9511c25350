#include "directional/ends/connections.h"

#include <math.h>
#include <stdlib.h>

#include "base/bits.h"
#include "base/trig.h"
#include "curve/build.h"
#include "curve/dubins.h"
#include "curve/segment.h"
#include "directional/motions/motions.h"

enum {
    LEAST_RING = 3,
    TIGHT_RING = 2, ///< instead of LEAST_RING for radii up to a tile
    EXTENDED_RING = 2,
    EXTENDED_RING_TO_PLACES = 1
};

#define BASE_ARC      (FW_PI / 2 + 1e-9)     ///< longest arc of a base connection
#define EXTENDED_TURN (400 * FW_PI / 180)    ///< all arcs of an extended connection together
#define LOOP_BEGIN    (5 * FW_PI / 8 + 1e-9) ///< each loop begins with an arc of at least this angle
#define NEAR_TURN     (3 * FW_PI / 8 + 1e-9) ///< a lattice heading farther from the pose's heading is not tried
#define TWO_ALONG     0.89442719099991587856 ///< cosine of the direction (2, 1)
#define ONE_ASIDE     0.44721359549995793928 ///< sine of the direction (2, 1)
#define LEAST_AHEAD   (-0.2 - 1e-9)          ///< a lattice pose lies at least this many tiles ahead
#define BESIDE        (1 + 1e-9) ///< a lattice pose lies at most this many tiles farther aside than ahead

/// What is known about the exact pose before curves are tried.
typedef struct outlook {
    double sine, cosine; ///< of the heading
    double left, right;  ///< radians: arcs from the pose, or into a goal, that are longer touch something
    uint32_t headings;   ///< one bit for each lattice heading that is tried
} outlook;

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
static bool hits_early(const connecting *connecting, const outlook *seen, const dubins_curve *curve)
{
    const fw_dubins_word word = curve->word;
    const bool begins_left = word == FW_DUBINS_LSL || word == FW_DUBINS_LSR || word == FW_DUBINS_LRL;
    const bool ends_left = word == FW_DUBINS_LSL || word == FW_DUBINS_RSL || word == FW_DUBINS_LRL;
    return curve->parts[connecting->is_goal ? 2 : 0] >
           ((connecting->is_goal ? ends_left : begins_left) ? seen->left : seen->right);
}

bool connections_curve_is_free(const connecting *connecting, const fw_curve *curve, unsigned ends)
{
    return sweep_segments_are_free(&connecting->ground, connecting->body, curve->segments, curve->count,
                                   ends);
}

/// True if the unit may drive a curve between the pose and the lattice.
static bool joins(const connecting *connecting, const fw_curve *curve)
{
    return connections_curve_is_free(connecting, curve, connecting->is_goal ? PASSAGE_ENDS : PASSAGE_BEGINS);
}

/// Finds the shortest curve between two poses that the connection admits and that touches nothing. A base connection
/// uses the shortest word only, because other words turn by more.
static bool find_curve(const connecting *connecting, const outlook *seen, fw_pose from, fw_pose to,
                       fw_curve *curve)
{
    const dubins_frame frame = dubins_between(from, to, connecting->unit->turn_radius);
    dubins_curve words[FW_DUBINS_WORDS];
    int count = 1;
    if (connecting->is_extended)
        count = dubins_by_length(&frame, words);
    else
        words[0] = dubins_shortest(&frame);
    for (int i = 0; i < count; i++) {
        if (!(connecting->is_extended ? is_extended(&words[i]) : is_base(&words[i])) ||
            hits_early(connecting, seen, &words[i]))
            continue;
        dubins_segments(&frame, &words[i], curve);
        if (joins(connecting, curve))
            return true;
    }
    return false;
}

/// Tries the cheapest curve in both gears; if that touches something, the shortest curve in both gears.
static bool find_curve_in_gears(const connecting *connecting, fw_pose from, fw_pose to, fw_curve *curve)
{
    const fw_unit_def *unit = connecting->unit;
    const double penalties[] = { unit->reverse_penalty, 1 }, changes[] = { unit->gear_change_cost, 0 };
    for (int i = 0; i < 2; i++)
        if (fw_reeds_shepp(from, to, unit->turn_radius, penalties[i], changes[i], curve) == FW_OK &&
            curve->count > 0 && joins(connecting, curve))
            return true;
    return false;
}

/// The shortest turn and straight line to a point with any heading there.
static bool find_curve_to_place(const connecting *connecting, fw_pose from, fw_pose to, fw_curve *curve)
{
    const fw_side sides[] = { FW_SIDE_SHORTER, FW_SIDE_LEFT, FW_SIDE_RIGHT };
    for (int i = 0; i < (connecting->is_extended ? 3 : 1); i++)
        if (fw_turn_then_straight(from, to.x, to.y, connecting->unit->turn_radius, sides[i], curve) ==
                FW_OK &&
            (connecting->is_extended || curve->count == 0 || curve->segments[0].curvature == 0 ||
             curve->segments[0].length <= BASE_ARC * connecting->unit->turn_radius) &&
            joins(connecting, curve))
            return true;
    return false;
}

/// True if a point lies within the unit's turning circle, on either side of a pose. No arcs of up to 90 degrees lead
/// from the pose to such a point.
static bool is_beside(double radius, double ahead, double aside)
{
    const double across = aside - radius;
    return across * across + ahead * ahead < radius * radius - 1e-9;
}

/// True if a tile lies where base curves lead: ahead of a start, or behind a goal.
static bool is_ahead(const connecting *connecting, const outlook *seen, int32_t tile_x, int32_t tile_y)
{
    if (connecting->is_extended || connecting->any_heading)
        return true;
    const double side = connecting->is_goal ? -1 : 1;
    const double x = side * (tile_x + connecting->offset - connecting->pose.x);
    const double y = side * (tile_y + connecting->offset - connecting->pose.y);
    const double ahead = x * seen->cosine + y * seen->sine, aside = fabs(y * seen->cosine - x * seen->sine);
    return ahead >= LEAST_AHEAD && aside <= ahead + BESIDE &&
           !is_beside(connecting->unit->turn_radius, ahead, aside);
}

/// True if a lattice pose faces along base curves that lead from it, or to it.
static bool faces_along(const connecting *connecting, lattice_pose pose)
{
    if (connecting->is_extended)
        return true;
    static const double cosines[MOST_HEADINGS] = { 1,          SQRT2 / 2,  0,          -SQRT2 / 2,
                                                   -1,         -SQRT2 / 2, 0,          SQRT2 / 2,
                                                   TWO_ALONG,  ONE_ASIDE,  -ONE_ASIDE, -TWO_ALONG,
                                                   -TWO_ALONG, -ONE_ASIDE, ONE_ASIDE,  TWO_ALONG };
    const double cosine = cosines[pose.heading], sine = cosines[heading_turned(pose.heading, 6)];
    const double side = connecting->is_goal ? -1 : 1;
    const double x = side * (pose.x + connecting->offset - connecting->pose.x);
    const double y = side * (pose.y + connecting->offset - connecting->pose.y);
    const double ahead = x * cosine + y * sine, aside = fabs(y * cosine - x * sine);
    return !is_beside(connecting->unit->turn_radius, ahead, aside) &&
           (!connecting->any_heading || ahead >= -1e-9);
}

/// Headings of lattice poses that are worth a curve, as bits: base curves do not lead to poses that face sideways.
static uint32_t headings_near(const connecting *connecting)
{
    uint32_t near = 0;
    for (int32_t heading = 0; heading < connecting->unit->headings; heading++)
        if (connecting->is_extended || connecting->any_heading ||
            fabs(trig_wrap(motion_heading(heading) - connecting->pose.heading)) <= NEAR_TURN)
            near |= 1u << heading;
    return near;
}

/// The angle by which the unit cannot turn to one side from the pose, or into a goal, because the body touches
/// something: a multiple of an eighth of a half turn. A full turn if the first `most` radians are free.
static double blocked_turn(const connecting *connecting, double side, double most)
{
    const double step = FW_PI / 8;
    const sweep_ground ground = sweep_ground_alone(&connecting->ground);
    fw_segment piece = { .start = connecting->pose, .curvature = side / connecting->unit->turn_radius };
    if (connecting->is_goal) {
        piece.start.heading += FW_PI;
        piece.curvature = -piece.curvature;
    }
    piece.length = step * connecting->unit->turn_radius;
    for (double turned = step; turned < most; turned += step) {
        if (!sweep_segment_is_free(&ground, connecting->body, &piece))
            return turned;
        piece.start = segment_end(&piece);
    }
    return TWO_PI;
}

static outlook look_around(const connecting *connecting)
{
    outlook seen = { .left = TWO_PI, .right = TWO_PI, .headings = headings_near(connecting) };
    trig_sincos(connecting->pose.heading, &seen.sine, &seen.cosine);
    if (!connecting->any_heading) {
        const double most = connecting->is_extended ? TWO_PI : BASE_ARC;
        seen.left = blocked_turn(connecting, -1, most);
        seen.right = blocked_turn(connecting, 1, most);
    }
    return seen;
}

bool connections_may_loop(const connecting *connecting)
{
    return connecting->unit->reverse || connecting->any_heading ||
           blocked_turn(connecting, -1, LOOP_BEGIN) == TWO_PI ||
           blocked_turn(connecting, 1, LOOP_BEGIN) == TWO_PI;
}

/// The gear in which a curve reaches, or leaves, the lattice pose.
static fw_gear gear_at_lattice(const connecting *connecting, const fw_curve *curve)
{
    const int32_t last = connecting->is_goal ? 0 : curve->count - 1;
    return curve->count > 0 ? curve->segments[last].gear : FW_FORWARD;
}

static void try_lattice_pose(const connecting *connecting, const outlook *seen, lattice_pose pose,
                             connections *found)
{
    const fw_pose at = { pose.x + connecting->offset, pose.y + connecting->offset,
                         motion_heading(pose.heading) };
    if (found->count == MOST_CONNECTIONS || !faces_along(connecting, pose))
        return;
    connection *next = &found->items[found->count];
    const fw_pose from = connecting->is_goal ? at : connecting->pose,
                  to = connecting->is_goal ? connecting->pose : at;
    const bool is_found = connecting->in_both_gears ? find_curve_in_gears(connecting, from, to, &next->curve)
                          : connecting->any_heading ? find_curve_to_place(connecting, from, to, &next->curve)
                                                    : find_curve(connecting, seen, from, to, &next->curve);
    if (!is_found)
        return;
    next->at = pose;
    next->gear = gear_at_lattice(connecting, &next->curve);
    next->cost = 0;
    found->count++;
}

/// The window of lattice points within a ring: at most `ring + 0.5` tiles from the pose along either axis. The window
/// is centred on the exact pose, not on its tile, so that mirror images of the pose have mirror images of the window.
static lattice_window ring_around(const connecting *connecting, int32_t ring)
{
    const double x = connecting->pose.x - connecting->offset, y = connecting->pose.y - connecting->offset;
    const double reach = ring + 0.5 + 1e-9;
    return (lattice_window){ (int32_t)ceil(x - reach), (int32_t)ceil(y - reach), (int32_t)floor(x + reach),
                             (int32_t)floor(y + reach) };
}

/// Tries the lattice poses of a window, except those of the window within it, which were tried before.
static void find_in_ring(const connecting *connecting, const outlook *seen, const lattice_window *ring,
                         const lattice_window *inner, connections *found)
{
    for (int32_t y = ring->top; y <= ring->bottom; y++)
        for (int32_t x = ring->left; x <= ring->right; x++) {
            if (window_holds(inner, x, y) || !is_ahead(connecting, seen, x, y) ||
                !layer_fits_anywhere(connecting->ground.open, x, y))
                continue;
            for (uint32_t left = seen->headings; left; left &= left - 1)
                try_lattice_pose(connecting, seen, (lattice_pose){ x, y, bits_lowest(left) }, found);
        }
}

static void find_around(const connecting *connecting, connections *found)
{
    const double radius = connecting->unit->turn_radius, least = radius <= 1 ? TIGHT_RING : LEAST_RING;
    const int32_t wide = (int32_t)fmin(fmax(least, ceil(radius)), CONNECTION_RINGS);
    const int32_t extended = connecting->any_heading ? EXTENDED_RING_TO_PLACES : EXTENDED_RING;
    const int32_t rings = connecting->is_extended ? extended : wide;
    const outlook seen = look_around(connecting);
    lattice_window inner = { 0, 0, -1, -1 };
    for (int32_t ring = 0; ring <= rings; ring++) {
        const lattice_window window = ring_around(connecting, ring);
        find_in_ring(connecting, &seen, &window, &inner, found);
        inner = window;
    }
}

/// Turns a forward connection of the pose turned around into a connection of the pose in reverse gear.
static void turn_back(connection *turned)
{
    turned->at = lattice_opposite(turned->at);
    turned->gear = FW_REVERSE;
    for (int32_t i = 0; i < turned->curve.count; i++)
        turned->curve.segments[i] = segment_turned_back(&turned->curve.segments[i]);
}

void connections_find(const connecting *query, connections *found)
{
    found->count = 0;
    find_around(query, found);
    if (!query->unit->reverse)
        return;
    connecting turned = *query;
    const int32_t forward = found->count < MOST_CONNECTIONS / 2 ? found->count : MOST_CONNECTIONS / 2;
    found->count = forward;
    turned.pose.heading += FW_PI;
    find_around(&turned, found);
    for (int32_t i = forward; i < found->count; i++)
        turn_back(&found->items[i]);
    if (query->is_extended && !query->any_heading) {
        turned = *query;
        turned.in_both_gears = true;
        find_around(&turned, found);
    }
}

void connections_set_lattice(connections *found, lattice_pose at, int32_t headings)
{
    found->count = 0;
    for (int32_t heading = 0; heading < headings; heading++)
        if (at.heading < 0 || at.heading == heading)
            found->items[found->count++] = (connection){ .at = { at.x, at.y, heading } };
}

bool connections_draw(const connecting *connecting, fw_pose from, fw_curve *curve)
{
    const fw_unit_def *unit = connecting->unit;
    const double radius = unit->turn_radius;
    const fw_pose to = connecting->pose;
    fw_result drawn;
    if (connecting->any_heading)
        drawn = fw_turn_then_straight(from, to.x, to.y, radius, FW_SIDE_SHORTER, curve);
    else if (unit->reverse)
        drawn = fw_reeds_shepp(from, to, radius, unit->reverse_penalty, unit->gear_change_cost, curve);
    else
        drawn = fw_dubins(from, to, radius, FW_DUBINS_SHORTEST, curve);
    return drawn == FW_OK;
}
