#ifndef TRAFFIC_INSIDE_H
#define TRAFFIC_INSIDE_H

/// @file
/// The inside of a traffic: its units, their ways, the cells in which they are found, and the round of planning.

#include "base/memory.h"
#include "fairway/planner.h"
#include "map/map.h"
#include "record/recorder.h"
#include "traffic/agent.h"
#include "traffic/crowd.h"
#include "traffic/obstacle.h"
#include "traffic/point_index.h"
#include "traffic/surroundings.h"

/// Knots between two plans of a unit.
enum { PLAN_EVERY = 2 };

/// A reservation that a push has replaced.
typedef struct undo {
    uint32_t slot;
    uint32_t in_way_of;
    bool is_cut;
    outline plan;
} undo;

/// Most plans that one push may try.
enum { MOST_PLANS = 40 };

/// Number of unfolded reservations that are kept: of each class of slots modulo this number, the last one.
enum { UNFOLDED = 16 };

struct fw_traffic {
    memory memory;
    const fw_map *handle;
    const map_version *map; ///< the newest version: see traffic_look()
    uint64_t map_version;
    fw_planner *planner;
    recorder *recorder; ///< of the map
    record_stream stream;
    bool is_recorded;     ///< the calls of the stream are recorded
    int32_t record_depth; ///< calls under way: one that is part of another one is not recorded
    fw_path *path;

    agent *agents; ///< [agent * slots]
    size_t agent_room;
    crowd_mark *marks; ///< [mark * slots]
    size_t mark_room;
    uint32_t slots;
    uint32_t free_slot;
    uint32_t *by_id; ///< [slot * count], sorted by id
    size_t by_id_room;
    int32_t count;
    agent_kind *kinds;
    size_t kind_room;
    uint32_t kind_count;

    /// Places of units: see rally.h
    struct {
        point_index places; ///< of all units that have one
        point_index orders; ///< the points of all orders
        uint32_t *listed;   ///< [slot * units] the units whose points were listed last
        size_t listed_room;
        uint32_t *newcomers; ///< [slot * newcomer_count] units that seek a place
        size_t newcomer_room;
        int32_t newcomer_count;
        struct rally_member *members; ///< that get places
        size_t member_room;
        way_point *found; ///< free places
        size_t found_room;
        struct lattice_point *lattice;
        size_t lattice_room;
        struct wave_point *wave_points;
        size_t wave_point_room;
        struct wave_turn *wave_turns;
        size_t wave_turn_room;
    } rally;

    detours detour;
    prices prices;
    sites sites;
    laid_overlay laid; ///< over the ground of all units that have nothing else
    errands errands;
    obstacles obstacles; ///< bodies that the traffic does not move

    crowd_cells cells;
    uint32_t *found; ///< [slot * (units + 1)] the units that crowd_near() has found last
    size_t found_room;
    reservation unfolded[UNFOLDED];
    uint32_t unfolded_slot[UNFOLDED]; ///< NO_AGENT: there is none
    double most_half;   ///< no box of a unit reaches farther than this from its middle, in tiles
    double most_radius; ///< of a body

    int64_t knot; ///< index of the last knot
    double phase; ///< seconds since the last knot; a rounding error may make it negative
    /// [slot * round_count] units that plan for the next knot, in the order in which they plan
    uint32_t *round;
    size_t round_room;
    int32_t round_count;
    int32_t round_next; ///< index in `round` of the next unit to plan

    uint64_t steps;  ///< calls of fw_traffic_step() so far
    uint32_t *queue; ///< [slot * queue_count] units that wait for a path, in the order of their turns
    size_t queue_room;
    int32_t queue_count;
    uint64_t queue_clock; ///< work that the queue has done and steps, so far: requests grow old by both
    fw_pose search_start; ///< of the search under way
    fw_pose search_goal;  ///< of the search under way; the unit's own goal may have moved since
    uint64_t *slices;     ///< [expansions * slice_count] steps of the search under way, to repeat it
    size_t slice_room;
    int32_t slice_count;
    fw_search *search;   ///< of the first unit of the queue; null: it has not begun
    struct flows *flows; ///< null: not needed yet

    unsigned char *pool; ///< blocks of points of all ways
    size_t pool_bytes, pool_used;
    double *rests; ///< [length * count] way_rests() of the way that was measured last
    size_t rest_room;
    uint32_t measured; ///< slot of the unit with this way; NO_AGENT: the way has changed, or there is none

    struct jams *jams;  ///< null: not needed yet
    uint32_t jam_asker; ///< slot of a unit that asks for a joint plan; NO_AGENT: there is none

    struct convoy *convoys; ///< [convoy * convoy_count]
    size_t convoy_room;
    uint32_t convoy_count;
    struct pairing *pairs; ///< of a convoy whose ways are laid
    size_t pair_room;

    /// Memory for one of these at a time, none of which lasts longer than a call; null: not needed yet
    union {
        void *scratch;
        struct neighbour *near;      ///< [neighbour * near_count] of the plans under way, a stack
        lane_place *lane;            ///< the places of the lane that is laid
        struct refuge_cell *refuges; ///< the cells that a search for a refuge has reached
    };
    size_t scratch_bytes;
    size_t near_count;
    uint64_t lane_work; ///< places of lanes whose room was measured since the queue was last served

    undo undos[MOST_PLANS]; ///< [undo * undo_count]
    drive *
        undo_drives; ///< [drive * undo_count] of the units in `undos` with a turning radius; null: not needed yet
    int32_t undo_count;
    int32_t plans_left; ///< plans that the push under way may still try

    /// [state * count] by id. What is counted since a unit was added, and when it arrived, is always up to date;
    /// fw_traffic_states() fills in the rest.
    fw_agent_state *states;
    size_t state_room;
    fw_traffic_event *events;
    size_t event_room;
    int32_t event_count;
};

static inline const agent_kind *kind_of(const fw_traffic *traffic, const agent *unit)
{
    return &traffic->kinds[unit->kind];
}

/// Index of a unit in `agents`.
static inline uint32_t agent_slot(const fw_traffic *traffic, const agent *unit)
{
    return (uint32_t)(unit - traffic->agents);
}

/// Notes whether a unit stands at its goal.
static inline void agent_set_at_goal(fw_traffic *traffic, agent *unit, bool is_at_goal)
{
    const bool may_stop_others = unit->stance == STANCE_HOLDS || unit->gives_way_to != ALL_SIDES;
    traffic->detour.changes += may_stop_others && unit->is_at_goal != is_at_goal;
    unit->is_at_goal = is_at_goal;
    traffic->marks[agent_slot(traffic, unit)].is_parked = is_at_goal;
}

static inline double radius_of(const fw_traffic *traffic, const agent *unit)
{
    return kind_of(traffic, unit)->radius;
}

/// Radius of the circles on which a unit turns; 0: it turns on the spot.
static inline double turn_radius_of(const fw_traffic *traffic, const agent *unit)
{
    return kind_of(traffic, unit)->turn_radius;
}

/// The reservation of a unit, with its knots from the next one on.
///
/// @param room  where a unit without a turning radius unfolds its outline
static inline const reservation *agent_reservation(const fw_traffic *traffic, const agent *unit,
                                                   reservation *room)
{
    if (unit->drive)
        return &unit->drive->plan;
    reservation_unfold(&unit->plan, traffic->knot + 1, &unit->to, room);
    return room;
}

/// The state of a unit at the next knot. The reservations that it may get until then all begin with this state, those
/// of a unit with a turning radius with some rounding.
static inline const knot *agent_next(const fw_traffic *traffic, const agent *unit)
{
    return unit->drive ? reservation_at(&unit->drive->plan, traffic->knot + 1) : &unit->to;
}

/// True if the unit follows a course.
static inline bool agent_has_course(const agent *unit)
{
    return unit->drive && unit->drive->course.count > 0;
}

static inline void agent_leave_course(agent *unit)
{
    if (unit->drive)
        unit->drive->course.count = 0;
}

/// Where a unit is now.
///
/// @param[out] speed  tiles per second; may be null
fw_pose agent_now(const fw_traffic *traffic, const agent *unit, double *speed);

/// Slot of the unit that a unit's activity is about; NO_AGENT: none.
static inline uint32_t agent_other(const agent *unit)
{
    switch (unit->activity) {
    case FW_AGENT_WAITS:
        return unit->blocker;
    case FW_AGENT_YIELDS:
        return unit->yields_to;
    case FW_AGENT_INFEASIBLE:
        return unit->impasse;
    default:
        return NO_AGENT;
    }
}

/// Allocates the `drive` of a unit with a turning radius, if the unit does not have one yet.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result agent_begin_drive(fw_traffic *traffic, agent *unit);

/// Fills in a kind of unit.
///
/// @return FW_OK, FW_UNKNOWN_UNIT, FW_METHOD_DOES_NOT_FIT or FW_NO_MEMORY
fw_result traffic_set_kind(fw_traffic *traffic, uint32_t index, fw_unit_id id);

/// The index of a kind of unit that has no owner, or the first free one. `kind_count` if there is neither.
uint32_t traffic_index_of_kind(const fw_traffic *traffic, fw_unit_id id);

/// The index of a kind of unit that has no owner; a new kind is filled in.
///
/// @return as traffic_set_kind()
fw_result traffic_find_kind(fw_traffic *traffic, fw_unit_id id, uint32_t *index);

/// True if there are units of a kind.
bool traffic_uses_kind(const fw_traffic *traffic, uint32_t index);

/// Index in `by_id` of the first unit whose id is not below this.
int32_t traffic_index_of(const fw_traffic *traffic, fw_agent_id id);

/// The slot of a unit; NO_AGENT: there is no such unit.
uint32_t traffic_slot_of(const fw_traffic *traffic, fw_agent_id id);

/// True if a place lies on the map.
static inline bool traffic_is_on_map(const fw_traffic *traffic, double x, double y)
{
    return x >= 0 && y >= 0 && x <= map_width(traffic->map) && y <= map_height(traffic->map);
}

/// Orders a unit to a place on the map, on its own. The kinds must be up to date.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result traffic_order(fw_traffic *traffic, uint32_t slot, double x, double y);

/// The same for a unit that stays in its convoy.
fw_result traffic_redirect(fw_traffic *traffic, uint32_t slot, double x, double y);

/// Makes room for a number of items in `traffic->scratch`; those that are there stay, but may move.
///
/// @return FW_OK or FW_NO_MEMORY
static inline fw_result traffic_reserve_scratch(fw_traffic *traffic, size_t count, size_t item_bytes)
{
    return memory_reserve_closely(&traffic->memory, &traffic->scratch, &traffic->scratch_bytes,
                                  count * item_bytes, 1);
}

/// Number of neighbours that the plans of a push may list together. The first plan can list all units.
static inline size_t traffic_most_near(size_t units)
{
    return 2 * units + 512;
}

/// Makes room for a number of units.
///
/// @return FW_OK, FW_TOO_MANY or FW_NO_MEMORY
fw_result traffic_reserve(fw_traffic *traffic, size_t units);

/// After restoring has failed: the traffic has no units, and nothing that waits for one.
void traffic_clear(fw_traffic *traffic);

/// Repeats the search for the first unit of the queue, up to where it was.
///
/// @param start  of the search
/// @param goal   of the search
/// @param count  number of its steps, which are in `slices`
fw_result way_resume(fw_traffic *traffic, fw_pose start, fw_pose goal, int32_t count);

/// True if unit `a` has priority over unit `b`: units that have not arrived come first, then the unit whose next gate
/// or corner is nearer, then the unit with the smaller id.
bool agent_is_before(const agent *a, const agent *b);

/// After the end of a unit's way has moved: the gate ahead is measured from the new end. If the search for it has come
/// to the last line of the way, it begins there again.
///
/// @param last    length of the last line before
/// @param change  length of the last line now, less the length before
void gate_move_end(agent *unit, double last, double change);

/// Looks for the next gate of a unit's way.
void gate_look_ahead(fw_traffic *traffic, agent *unit);

/// True if walls block a unit's way between its corners `first` and `last`.
bool way_is_cut(const fw_traffic *traffic, const agent *unit, int32_t first, int32_t last);

/// Sets `next` of a unit's way to the farthest corner that the unit sees from a place: at most two ahead, or back as
/// far as WAY_BACK corners behind the farthest one so far. So it does not matter when earlier corners are dropped.
///
/// @return false if the unit sees none of these corners, or walls block the way from the corner that it sees to `next`
bool way_follow(const fw_traffic *traffic, agent *unit, double x, double y);

/// True if walls let the unit go straight from one place to another.
bool way_is_clear(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x, double to_y);

/// way_is_clear() from a place to a corner of a unit's way. Asks the unit's sight first.
bool sight_is_clear(const fw_traffic *traffic, const agent *unit, double x, double y,
                    const way_point *corner);

/// Looks for ground without walls around the line from a place to a corner of a unit's way, if the line is long and
/// does not lie in the unit's sight: then all lines within this ground are known to be free.
void sight_look(const fw_traffic *traffic, agent *unit, double x, double y, const way_point *corner);

/// Forgets the sight of a unit, after a change of the map.
void sight_forget(agent *unit);

/// Puts a unit into the queue for a path, if it is not in the queue yet.
fw_result way_ask(fw_traffic *traffic, uint32_t slot);

/// Finds the place of a unit in the queue anew, after its priority has changed. If its search is under way, this goes
/// on.
void way_take_turn(fw_traffic *traffic, uint32_t slot);

/// Takes a unit out of the queue for a path, if it is there. Its search ends.
void way_leave_queue(fw_traffic *traffic, uint32_t slot);

/// Removes the first unit from the queue, and lets it plan soon unless it has not waited.
void way_finish_first(fw_traffic *traffic);

/// Forgets the way of a unit, but not its place in the queue.
void way_forget(agent *unit);

/// Adds a unit to the round of planning under way, so that it need not wait for its turn. A unit may plan twice.
void way_plan_soon(fw_traffic *traffic, uint32_t slot);

/// Makes the path that was found the way of a unit, without a lane.
fw_result way_take_path(fw_traffic *traffic, agent *unit);

/// Where a unit will stop; without a turning radius, its heading is 0.
fw_pose agent_stop(const agent *unit);

/// Makes room for the points of a unit's way; those that it has stay. The points of other ways may move.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result way_reserve(fw_traffic *traffic, uint32_t slot, int32_t count);

/// Gives each unit room for the points that its way counts, and that are not there yet, at once: way_reserve() one by
/// one may drop points that units have passed. No unit has points.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result way_provide(fw_traffic *traffic);

/// Makes room for the ways of a number of units that get orders: way_reserve() for two points of each cannot fail, so
/// that either all of them get their orders, or none.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result way_reserve_lines(fw_traffic *traffic, int32_t count);

/// Gives a unit a way straight to its goal.
fw_result way_set_line(fw_traffic *traffic, agent *unit);

/// Gives a unit that waits for a path a line toward its goal, unless a wall is right before it.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result setting_out_begin(fw_traffic *traffic, uint32_t slot);

/// After the queue has been served: lets those units plan that have set out since the last step, if they plan for the
/// next knot at all, so that only half of many that get their orders at once plan in the same step.
void setting_out_plan(fw_traffic *traffic);

/// How far walls let a body move from a place in a direction (a unit vector), at most `most`, rounded down to a 64th of
/// `most`.
double way_room(const fw_traffic *traffic, const agent *unit, double x, double y, double dx, double dy,
                double most);

/// Room that the centres of two bodies need across their ways to go side by side, in tiles.
double way_width_for_two(const fw_traffic *traffic, const agent *unit);

/// Moves a unit's way into the right half of the passages that it leads through.
///
/// @return FW_OK or FW_NO_MEMORY: the way is as it was
fw_result lane_keep_right(fw_traffic *traffic, agent *unit);

/// Lists places along a way, from each corner on to the next one, in `traffic->lane`.
///
/// @param[out] count  number of places
/// @return FW_OK or FW_NO_MEMORY
fw_result lane_list(fw_traffic *traffic, const way *way, double radius, int32_t *count);

/// A place of a lane.
static inline way_point lane_moved(const lane_place *at)
{
    return (way_point){ .x = at->x - at->dy * at->shift, .y = at->y + at->dx * at->shift };
}

/// Moves a corner of a way away from the wall that it leads around, if the lines to its neighbours stay free.
void way_widen_corner(const fw_traffic *traffic, const agent *unit, const way_point *before,
                      way_point *corner, const way_point *after);

/// After a unit has got another way: what is measured along it begins anew, such as the next gate and progress.
void way_begin(fw_traffic *traffic, agent *unit);

/// Length of a unit's way from each corner to its end, in tiles: [length * way.count]. They are computed when they are
/// asked for, because a plan asks for those of few ways. Valid until the next call for another unit, and until a way
/// gets room for points.
const double *way_rests(fw_traffic *traffic, const agent *unit);

/// After the points of a way have changed: way_rests() computes the lengths again.
static inline void way_has_changed(fw_traffic *traffic)
{
    traffic->measured = NO_AGENT;
}

/// If two units meet where they cannot pass each other, the unit with the shorter way to a refuge gives way. If neither
/// unit finds a refuge, both are in an impasse.
void yield_if_met(fw_traffic *traffic, uint32_t slot);

/// True if a unit need not yield any longer: the unit that it yields to has passed, or does not come any more.
bool yield_is_over(const fw_traffic *traffic, const agent *unit);

/// Ends the yielding of a unit: its goal is its own one again, and the unit needs a way there.
void yield_end(agent *unit);

/// Ends all yielding and all impasses between a unit and others, before the unit gets another order or is removed.
void yield_forget(fw_traffic *traffic, uint32_t slot);

/// Lets all units that could not pass each other try again.
void yield_retry(fw_traffic *traffic);

/// After the goal of a unit has moved: the unit goes on along its way, or along the path that is being searched for, if
/// that leads nearer to the new goal, and asks for a better one. It keeps its place in the queue.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result way_redirect(fw_traffic *traffic, uint32_t slot);

/// Gives a unit a way straight to its goal at once, which the unit must see from where it will stop.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result way_go_straight(fw_traffic *traffic, uint32_t slot);

/// What a unit does now, as its state tells.
fw_agent_activity agent_activity(const agent *unit);

/// Ends the search under way. The first unit of the queue keeps its place.
void way_end_search(fw_traffic *traffic);

/// Forgets the way and the search of a unit.
void way_drop(fw_traffic *traffic, uint32_t slot);

/// Looks at the newest version of the map, with which a function of the API begins.
static inline void traffic_look(fw_traffic *traffic)
{
    traffic->map = map_version_of(traffic->handle);
}

/// Looks up the kinds again: a commit, or a unit that the map has got, may have replaced their layers.
///
/// @return FW_OK, or FW_UNKNOWN_UNIT: the map has lost a kind, and there are units of it
fw_result traffic_refresh_kinds(fw_traffic *traffic);

/// Lets the units notice what has changed on the map since the last step.
fw_result traffic_take_edits(fw_traffic *traffic);

/// Continues the searches of the queue.
fw_result way_serve(fw_traffic *traffic, uint64_t budget);

#endif
