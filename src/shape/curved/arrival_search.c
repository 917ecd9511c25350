#include "shape/curved/arrival_search.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"

/// A turn by more than this (radians) is a loop.
#define MOST_DIRECT_TURN (1.02 * FW_PI)

/// Turns tighter than the turning radius are tried with radii that shrink by this factor, down to LEAST_RADIUS (tiles).
#define SHRINK       0.75
#define LEAST_RADIUS (1.0 / 64)

/// Lengths below this (tiles) count as 0.
#define NO_LENGTH 1e-9

enum {
    WIDENINGS = 6,       ///< bisection steps from a tight radius toward the widest one that is free
    LOOKAHEAD = 4,       ///< a manoeuvre leads to one of this many next waypoints
    BACK_UP_PLACES = 8,  ///< places on the line before a waypoint at which three-point turns may begin
    SECTORS = 8,         ///< of headings: a waypoint keeps only the cheapest arrival in each sector
    MOST_MANOEUVRES = 18 ///< candidates from an arrival to a waypoint
};

/// Cost of the last `lead` tiles of the line that ends at a pose. A manoeuvre that begins this early does not drive
/// them.
static double cost_of_line_end(const drive_rules *rules, fw_pose end, double lead)
{
    double sine, cosine;
    if (lead == 0)
        return 0;
    trig_sincos(end.heading, &sine, &cosine);
    const fw_segment left = { .start = { end.x - lead * cosine, end.y - lead * sine, end.heading },
                              .length = lead };
    return drive_cost(rules, &left);
}

/// True if the body's centre stays on the map.
static bool stays_on_map(const drive_rules *rules, const drawn_manoeuvre *drawn)
{
    const fw_pose at = drawn->segments[0].start;
    fw_box box = { at.x, at.y, at.x, at.y };
    for (int32_t i = 0; i < drawn->count; i++)
        segment_widen_box(&drawn->segments[i], &box);
    return box.min_x >= 0 && box.min_y >= 0 && box.max_x <= map_width(rules->ground.map) &&
           box.max_y <= map_height(rules->ground.map);
}

static bool is_allowed(const drive_rules *rules, manoeuvre_kind kind, const drawn_manoeuvre *drawn,
                       manoeuvre_rules allowed)
{
    const bool ignores_obstacles = allowed == MANOEUVRES_UNCHECKED || allowed == MANOEUVRES_FORCED;
    const bool may_loop =
        allowed == MANOEUVRES_FREE || allowed == MANOEUVRES_FORCED || kind == MANOEUVRE_ARRIVE;
    for (int32_t i = 0; i < drawn->count && !may_loop; i++)
        if (fabs(drawn->segments[i].curvature) * drawn->segments[i].length > MOST_DIRECT_TURN)
            return false;
    if (ignores_obstacles)
        return stays_on_map(rules, drawn) &&
               passage_is_free(&rules->sweep.passage, drawn->segments, drawn->count, 0);
    return drive_is_free(rules, drawn->segments, drawn->count);
}

static int32_t sector_of(double heading)
{
    return (int32_t)floor(heading / (2 * FW_PI / SECTORS) + 0.5) & (SECTORS - 1);
}

/// The arrival at a waypoint within a sector of headings; -1 if there is none.
static int32_t arrival_in_sector(const arrival_store *store, int32_t waypoint, int32_t sector)
{
    int32_t index = store->first[waypoint];
    while (index >= 0 && sector_of(store->items[index].pose.heading) != sector)
        index = store->items[index].other;
    return index;
}

/// Stores an arrival.
///
/// @param replaced  the arrival to replace, or -1 to add one
static fw_result store_arrival(arrival_search *search, const arrival *added, int32_t replaced)
{
    arrival_store *store = search->store;
    int32_t index = replaced, other;
    if (index >= 0) {
        other = store->items[index].other;
    } else {
        if (MEMORY_RESERVE(search->memory, store->items, store->item_room, (size_t)store->count + 1))
            return FW_NO_MEMORY;
        index = store->count++;
        other = store->first[added->waypoint];
        store->first[added->waypoint] = index;
    }
    store->items[index] = *added;
    store->items[index].other = other;
    if (added->waypoint > search->farthest)
        search->farthest = added->waypoint;
    return FW_OK;
}

fw_result arrival_search_begin(arrival_search *search, fw_pose start)
{
    arrival_store *store = search->store;
    if (MEMORY_RESERVE(search->memory, store->first, store->first_room, (size_t)store->way.count))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < store->way.count; i++)
        store->first[i] = -1;
    store->count = 0;
    search->last = store->way.count - 1;
    search->farthest = 0;
    start.heading = trig_wrap(start.heading);
    return store_arrival(search, &(arrival){ .pose = start, .before = -1 }, -1);
}

static bool must_face_at(const arrival_search *search, int32_t waypoint)
{
    return waypoint == search->last && search->has_goal_heading;
}

/// Draws a manoeuvre and computes the arrival at its end, without checking obstacles. Returns false if the manoeuvre
/// does not exist, or leaves a map with uneven costs.
static bool draw_arrival(const arrival_search *search, const arrival *from, int32_t to,
                         const manoeuvre *candidate, drawn_manoeuvre *drawn, arrival *reached)
{
    const vector at = search->store->way.items[to];
    const manoeuvre_target target = { at.x, at.y, search->goal_heading };
    const bool is_drawn = manoeuvre_draw(candidate, from->pose, target, drawn) && drawn->count > 0;
    for (int32_t i = 0; i < drawn->count; i++)
        shaping_charge(search->rules.ground.work, drawn->segments[i].length);
    if (!is_drawn)
        return false;
    if (!search->rules.is_even &&
        !stays_on_map(&search->rules, drawn)) // adding up the tiles of a huge arc takes too long
        return false;
    const fw_segment *end = &drawn->segments[drawn->count - 1];
    const bool is_line = end->curvature == 0 && end->gear == FW_FORWARD;
    const bool extends_line = is_line && drawn->count == 1 && candidate->kind == MANOEUVRE_TURN;
    *reached =
        (arrival){ .pose = { at.x, at.y, trig_wrap(end->start.heading + end->curvature * end->length) },
                   .manoeuvre = *candidate,
                   .waypoint = to };
    reached->straight = (is_line ? end->length : 0) + (extends_line ? from->straight - candidate->lead : 0);
    reached->cost = from->cost - cost_of_line_end(&search->rules, from->pose, candidate->lead) +
                    drive_segments_cost(&search->rules, drawn->segments, drawn->count);
    return true;
}

typedef enum attempt {
    ATTEMPT_TAKEN,      ///< its arrival was stored
    ATTEMPT_COSTS_MORE, ///< there is a cheaper arrival in the same sector
    ATTEMPT_ILLEGAL,    ///< the manoeuvre does not exist, or is not allowed
    ATTEMPT_NO_MEMORY
} attempt;

/// Tries a manoeuvre from an arrival to a waypoint, and stores the new arrival.
static attempt try_manoeuvre(arrival_search *search, int32_t from, int32_t to, const manoeuvre *candidate,
                             manoeuvre_rules allowed)
{
    drawn_manoeuvre drawn;
    arrival reached;
    if (!draw_arrival(search, &search->store->items[from], to, candidate, &drawn, &reached))
        return ATTEMPT_ILLEGAL;
    const int32_t rival = arrival_in_sector(search->store, to, sector_of(reached.pose.heading));
    if (rival >= 0 && search->store->items[rival].cost <= reached.cost)
        return ATTEMPT_COSTS_MORE;
    if (!is_allowed(&search->rules, candidate->kind, &drawn, allowed))
        return ATTEMPT_ILLEGAL;
    reached.before = from;
    return store_arrival(search, &reached, rival) == FW_OK ? ATTEMPT_TAKEN : ATTEMPT_NO_MEMORY;
}

/// The distance before the arrival's waypoint at which a turn must begin to end on the line to the next waypoint.
static double best_lead(const arrival_search *search, const arrival *from, int32_t to, double radius)
{
    double sine, cosine;
    const vector at = search->store->way.items[to];
    const double x = at.x - from->pose.x, y = at.y - from->pose.y;
    trig_sincos(from->pose.heading, &sine, &cosine);
    const double along = x * cosine + y * sine + hypotenuse(x, y);
    return along > 0 ? radius * fabs(x * sine - y * cosine) / along : 0;
}

/// Lists the manoeuvres from an arrival to a waypoint. Each kind begins as early as it may, halfway from there to the
/// arrival's waypoint, and at this waypoint. Returns the number of manoeuvres.
static int list_manoeuvres(const arrival_search *search, const arrival *from, int32_t to, double radius,
                           manoeuvre_rules allowed, manoeuvre list[MOST_MANOEUVRES])
{
    const bool must_face = must_face_at(search, to), is_forced = allowed >= MANOEUVRES_UNCHECKED;
    const double lead = fmin(must_face ? 2 * radius : best_lead(search, from, to, radius), from->straight);
    const int begins = lead > NO_LENGTH ? 3 : 1;
    const int first = must_face ? (is_forced ? FW_DUBINS_SHORTEST : FW_DUBINS_LSL)
                                : (allowed == MANOEUVRES_FREE ? FW_SIDE_LEFT : FW_SIDE_SHORTER);
    const int last = must_face ? (is_forced ? FW_DUBINS_SHORTEST : FW_DUBINS_LRL)
                               : (allowed == MANOEUVRES_FREE ? FW_SIDE_RIGHT : FW_SIDE_SHORTER);
    int count = 0;
    for (int i = 0; i < begins; i++)
        for (int variant = first; variant <= last; variant++) {
            manoeuvre *added = &list[count++];
            *added = (manoeuvre){ .radius = radius, .lead = lead * (begins - 1 - i) / 2 };
            added->kind = must_face ? MANOEUVRE_ARRIVE : MANOEUVRE_TURN;
            if (must_face)
                added->word = (fw_dubins_word)variant;
            else
                added->side = (fw_side)variant;
        }
    return count;
}

/// Extends an arrival to a waypoint by all manoeuvres between them. Direct turns are tried from the earliest to the
/// latest, up to the first one that is legal or costs more than a known arrival.
static fw_result extend_to(arrival_search *search, int32_t from, int32_t to, double radius,
                           manoeuvre_rules allowed, bool *found)
{
    manoeuvre list[MOST_MANOEUVRES];
    const int count = list_manoeuvres(search, &search->store->items[from], to, radius, allowed, list);
    for (int i = 0; i < count; i++) {
        const attempt tried = try_manoeuvre(search, from, to, &list[i], allowed);
        if (tried == ATTEMPT_NO_MEMORY)
            return FW_NO_MEMORY;
        *found = *found || tried == ATTEMPT_TAKEN;
        if (tried != ATTEMPT_ILLEGAL && allowed == MANOEUVRES_DIRECT && list[i].kind == MANOEUVRE_TURN)
            break;
    }
    return FW_OK;
}

/// The farthest waypoint that a manoeuvre from a waypoint may lead to.
static int32_t last_target(const arrival_search *search, int32_t waypoint)
{
    return search->last - waypoint < LOOKAHEAD ? search->last : waypoint + LOOKAHEAD;
}

fw_result arrival_search_extend(arrival_search *search, int32_t waypoint, manoeuvre_rules allowed)
{
    bool found = false;
    for (int32_t from = search->store->first[waypoint]; from >= 0; from = search->store->items[from].other)
        for (int32_t to = waypoint + 1; to <= last_target(search, waypoint); to++)
            if (extend_to(search, from, to, search->rules.radius, allowed, &found) != FW_OK)
                return FW_NO_MEMORY;
    return FW_OK;
}

bool arrival_search_can_continue(const arrival_search *search, int32_t waypoint, fw_pose pose,
                                 double straight)
{
    const arrival from = { .pose = pose, .straight = straight };
    manoeuvre list[MOST_MANOEUVRES];
    drawn_manoeuvre drawn;
    arrival reached;
    for (int32_t to = waypoint + 1; to <= last_target(search, waypoint); to++) {
        const int count = list_manoeuvres(search, &from, to, search->rules.radius, MANOEUVRES_DIRECT, list);
        for (int i = 0; i < count; i++)
            if (draw_arrival(search, &from, to, &list[i], &drawn, &reached) &&
                is_allowed(&search->rules, list[i].kind, &drawn, MANOEUVRES_DIRECT))
                return true;
    }
    return false;
}

static fw_result extend_to_next(arrival_search *search, int32_t waypoint, double radius,
                                manoeuvre_rules allowed, bool *found)
{
    *found = false;
    for (int32_t from = search->store->first[waypoint]; from >= 0; from = search->store->items[from].other)
        if (extend_to(search, from, waypoint + 1, radius, allowed, found) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

fw_result arrival_search_tighten(arrival_search *search, int32_t waypoint)
{
    bool found = false;
    double fits = search->rules.radius, too_wide = fits;
    while (!found && fits >= LEAST_RADIUS) {
        too_wide = fits;
        fits *= SHRINK;
        if (extend_to_next(search, waypoint, fits, MANOEUVRES_FREE, &found) != FW_OK)
            return FW_NO_MEMORY;
    }
    for (int i = 0; i < WIDENINGS && search->farthest > waypoint; i++) {
        const double between = (fits + too_wide) / 2;
        if (extend_to_next(search, waypoint, between, MANOEUVRES_FREE, &found) != FW_OK)
            return FW_NO_MEMORY;
        *(found ? &fits : &too_wide) = between;
    }
    return FW_OK;
}

/// Extends an arrival to the next waypoint by three-point turns, up to the first try that is legal or costs more than a
/// known arrival. A single turn may begin at the arrival's waypoint or up to two turning radii before; late beginnings
/// are tried first. At each place, the turn that ends where it began is tried before the one that ends farther ahead.
static fw_result back_up_from(arrival_search *search, int32_t from, int32_t waypoint, manoeuvre tried)
{
    const double most = tried.times == 1 ? fmin(2 * tried.radius, search->store->items[from].straight) : 0;
    const int tries = most > NO_LENGTH ? 2 * BACK_UP_PLACES : 1;
    for (int i = 0; i < tries; i++) {
        tried.lead = most * (i / 2) / BACK_UP_PLACES;
        tried.reverse_share = i % 2 ? 1.0 / 3 : 0.5;
        const attempt result = try_manoeuvre(search, from, waypoint + 1, &tried, MANOEUVRES_FREE);
        if (result != ATTEMPT_ILLEGAL)
            return result == ATTEMPT_NO_MEMORY ? FW_NO_MEMORY : FW_OK;
    }
    return FW_OK;
}

/// Extends all arrivals at a waypoint to the next one by three-point turns: `times` of them at the waypoint, and
/// `times_at_end` at the next one.
static fw_result back_up(arrival_search *search, int32_t waypoint, int32_t times, int32_t times_at_end)
{
    const manoeuvre turns = { .kind = MANOEUVRE_BACK_UP,
                              .radius = search->rules.radius,
                              .times = times,
                              .times_at_end = times_at_end };
    for (int32_t from = search->store->first[waypoint]; from >= 0; from = search->store->items[from].other)
        if (back_up_from(search, from, waypoint, turns) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

fw_result arrival_search_back_up(arrival_search *search, int32_t waypoint)
{
    const bool must_face = must_face_at(search, waypoint + 1);
    const int32_t most_there = must_face ? MOST_THREE_POINT_TURNS : 0;
    for (int32_t times = !must_face; times <= MOST_THREE_POINT_TURNS; times = times ? 2 * times : 1)
        for (int32_t times_at_end = must_face; times_at_end <= most_there;
             times_at_end = times_at_end ? 2 * times_at_end : 1) {
            if (back_up(search, waypoint, times, times_at_end) != FW_OK)
                return FW_NO_MEMORY;
            if (search->farthest > waypoint)
                return FW_OK;
        }
    return FW_OK;
}

fw_result arrival_search_force(arrival_search *search, int32_t waypoint)
{
    bool found = false;
    for (int32_t to = waypoint + 1; to <= last_target(search, waypoint) && !found; to++)
        for (int32_t from = search->store->first[waypoint]; from >= 0;
             from = search->store->items[from].other)
            if (extend_to(search, from, to, search->rules.radius, MANOEUVRES_UNCHECKED, &found) != FW_OK)
                return FW_NO_MEMORY;
    return found ? FW_OK : extend_to_next(search, waypoint, search->rules.radius, MANOEUVRES_FORCED, &found);
}

fw_result arrival_search_turn_on_the_spot(arrival_search *search, int32_t waypoint)
{
    if (must_face_at(search, waypoint + 1)) {
        const fw_result forced = arrival_search_force(search, waypoint);
        if (forced != FW_OK || search->farthest > waypoint)
            return forced;
    }
    const manoeuvre spot = { .kind = MANOEUVRE_SPOT };
    for (int32_t from = search->store->first[waypoint]; from >= 0; from = search->store->items[from].other)
        if (try_manoeuvre(search, from, waypoint + 1, &spot, MANOEUVRES_FORCED) == ATTEMPT_NO_MEMORY)
            return FW_NO_MEMORY;
    return FW_OK;
}

int32_t arrival_search_link(arrival_search *search)
{
    arrival *items = search->store->items;
    int32_t best = search->store->first[search->farthest];
    for (int32_t i = best; i >= 0; i = items[i].other)
        if (items[i].cost < items[best].cost)
            best = i;
    int32_t next = -1;
    while (best >= 0) {
        items[best].other = next;
        next = best;
        best = items[best].before;
    }
    return next;
}
