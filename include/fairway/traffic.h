#ifndef FAIRWAY_TRAFFIC_H
#define FAIRWAY_TRAFFIC_H

/// @file
/// Traffic: many round units move on one map at the same time, and never overlap each other or a wall.
///
/// Each unit always holds a reservation: a trajectory that ends in a stop, after which the unit stands. No two bodies
/// that follow their reservations ever overlap, and a unit replaces its reservation only by one that keeps this true. A
/// unit that finds no better reservation follows its old one, and stops.
///
/// Trajectories have knots every FW_TRAFFIC_KNOT seconds; acceleration is constant between two knots. A new
/// reservation takes over at a knot, with equal position and velocity.
///
/// Only one thread at a time may use a traffic. The same calls give the same motion, whatever the order in which units
/// were added. Commits to the map must not happen during a call.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/pose.h"
#include "fairway/queue.h"
#include "fairway/refusal.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Time between two knots of a trajectory, in seconds.
#define FW_TRAFFIC_KNOT 0.25

/// A budget of fw_traffic_step(): one path, however much work its search takes. In every second step, for example:
///
///     fw_traffic_step(traffic, dt, tick % 2 == 0 ? FW_ONE_PATH : 0);
///
/// Source: Patel, "Amit's Thoughts on Pathfinding": one path every one, two or three cycles of the game.
#define FW_ONE_PATH (UINT64_MAX - 1)

/// A unit has arrived if it stands within this distance of its goal, or of its place near the goal, in tiles.
#define FW_TRAFFIC_ARRIVED 0.05

/// Units that move on one map: opaque, created by fw_traffic_create() [thread: one at a time].
typedef struct fw_traffic fw_traffic;

/// Number of a unit in a traffic, chosen by the caller, never 0. (An fw_unit_id is a kind of unit on the map.)
typedef uint32_t fw_agent_id;

/// Properties of a unit in a traffic. Fill it with fw_agent_def_init(), then set at least id, unit and start.
typedef struct fw_agent_def {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_agent_def_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_agent_def_init()
    fw_agent_id id;  ///< not 0, and not the id of another unit of the traffic
    fw_unit_id unit; ///< its kind: a round body, which does not cut corners
    fw_pose start;   ///< position of the body's centre, and the heading until the unit moves
    double top;      ///< greatest speed, tiles per second [Limits: 1e-3 <= top <= 100]
    /// Greatest increase of speed, tiles per second^2 [Limits: 1e-2 <= acceleration <= 1e4]
    double acceleration;
    /// Greatest decrease of speed, tiles per second^2
    /// [Limits: 1e-2 <= braking <= 1e4, and top / acceleration + top / braking <= 3 seconds]
    double braking;
    /// Greatest sideways acceleration, with which a curve changes the direction of motion, tiles per second^2
    /// [Limits: 1e-2 <= lateral <= 1e4]
    double lateral;
    uint32_t sides;        ///< one bit for each side to which it belongs, see fw_traffic_set_sides()
    uint32_t layers;       ///< see fw_traffic_set_regard(), as the two below
    uint32_t gives_way_to; ///< sides for whose units it makes room
    uint32_t may_push;     ///< sides whose units it may ask to make room
} fw_agent_def;

/// Default unit of a traffic: top speed 1, all accelerations 1; of side 1, on layer 1; it gives way to all sides, and
/// may push all.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_agent_def_init(fw_agent_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_agent_def fw_default_agent_def(void);

/// What a unit is doing.
typedef enum fw_agent_activity {
    FW_AGENT_STANDS = 0, ///< the unit has no order
    FW_AGENT_THINKS,     ///< it stands, or comes to a stop, and waits for its path
    /// It moves toward its goal, with its path or without, or makes room for another unit, or waits for others of the
    /// group with which it goes together
    FW_AGENT_MOVES,
    FW_AGENT_WAITS, ///< others are in its way: it comes no nearer to its goal; a car may move to and fro meanwhile
    FW_AGENT_YIELDS,  ///< it gives way: it goes to a place beside another unit's way, and waits there
    FW_AGENT_ARRIVED, ///< it stands at its goal, or at its place near the goal, see fw_traffic_order()
    /// its body cannot stand at its goal, or no path leads there (of a unit with a turning radius, it cannot drive
    /// there from where it stands); or a new wall stands on it, or where it must stop
    FW_AGENT_BLOCKED,
    FW_AGENT_INFEASIBLE, ///< it and another unit cannot pass each other anywhere
    FW_AGENT_ACTIVITIES  ///< number of activities
} fw_agent_activity;

/// The name of an activity in JSON, such as "waiting".
///
/// @param activity  any value
/// @return text [until: the program ends]; "unknown" if the value is not an activity
const char *fw_agent_activity_name(fw_agent_activity activity);

/// What else is known of why a unit waits.
typedef enum fw_agent_reason {
    FW_REASON_NONE = 0, ///< nothing: it waits for its turn, or a way past the others is being looked for
    /// the last search found neither a plan by which the unit and those that hold it all get on, nor a proof that there
    /// is none; or the unit has not come nearer to its goal for a minute. The search goes on; orders to other units, or
    /// an edit of the map, may help
    FW_REASON_UNSOLVED,
    FW_AGENT_REASONS ///< number of reasons
} fw_agent_reason;

/// State of a unit at the present time.
typedef struct fw_agent_state {
    fw_agent_id id;             ///< the unit
    fw_agent_activity activity; ///< what it does
    /// FW_AGENT_WAITS: the unit that was in its way last; FW_AGENT_YIELDS, _INFEASIBLE: the other unit; 0 if it is not
    /// known
    fw_agent_id other;
    fw_gear gear; ///< FW_REVERSE: it moves against its heading
    /// Position of the body's centre; without a turning radius, the heading is that of its last motion.
    fw_pose pose;
    double speed;   ///< tiles per second, >= 0
    double driven;  ///< tiles since the unit was added, up to the last knot
    double waited;  ///< seconds in which it waited, since it was added, up to the last knot
    double arrived; ///< time of its last arrival in seconds; negative if it has not arrived
    /// Distance of the body's centre from the point of its order, in tiles; 0: it has no order. A unit that has arrived
    /// may stand beside the point, because others have the point or stand there: see fw_traffic_order()
    double from_goal;
    fw_agent_reason reason; ///< FW_AGENT_WAITS: why; otherwise FW_REASON_NONE
} fw_agent_state;

/// What an event tells.
typedef enum fw_traffic_news {
    FW_NEWS_ACTIVITY = 0, ///< the unit does something else now
    FW_NEWS_LEAVES_GROUP, ///< fw_traffic_event::leaves_group
    FW_NEWS_LEAVES_WALL, ///< a new wall stands on the unit, or where it must stop: it leaves along the shortest way
    FW_NEWS_EVADES, ///< an obstacle breaks what it promised: the unit brakes, or steps aside, and plans anew
    FW_NEWS_SITE_IS_CLEAR, ///< no unit stands on the site any more, nor will one before the site is released
    FW_NEWS_HALTS,         ///< a unit of a side for which it is to halt, `other`, has come near: it stops
    FW_TRAFFIC_NEWS        ///< number of kinds of events
} fw_traffic_news;

/// Something that happened during the last step.
typedef struct fw_traffic_event {
    double time;                ///< seconds; the next knot after it happened
    fw_agent_id id;             ///< the unit; 0: the event tells of no unit
    fw_agent_activity activity; ///< what it does now
    fw_agent_id other;          ///< as in fw_agent_state
    /// The unit has left its group, because the shared way does not serve it: it goes on its own, see
    /// fw_traffic_order_together(). Its activity is the same as before.
    bool leaves_group;
    fw_traffic_news news; ///< what the event tells
    uint32_t site;        ///< FW_NEWS_SITE_IS_CLEAR: its number; otherwise 0
} fw_traffic_event;

/// Creates an empty traffic; its time is 0.
///
/// @param map           must outlive the traffic; may change in its write phases
/// @param allocator     copied; [opt] null = malloc and free
/// @param[out] traffic  the traffic [frees: fw_traffic_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_traffic_create(const fw_map *map, const fw_allocator *allocator, fw_traffic **traffic);

/// Frees a traffic.
///
/// @param traffic  the traffic; [opt] null does nothing
void fw_traffic_destroy(fw_traffic *traffic);

/// Adds a unit, which stands until it gets an order.
///
/// @param traffic  the traffic
/// @param def      from fw_default_agent_def(), copied
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_NOT_FINITE, FW_BAD_VALUE (id, speeds, or the id is taken),
///         FW_UNKNOWN_UNIT (the kind, or that of one of the units, is not on the map), FW_METHOD_DOES_NOT_FIT (not a
///         circle, or the unit cuts corners), FW_OUT_OF_BOUNDS (start), FW_START_BLOCKED (the body overlaps a blocked
///         tile, or another unit stands there or has reserved the place; bodies and walls may touch), FW_TOO_MANY (more
///         than 2^20 units) or FW_NO_MEMORY
fw_result fw_traffic_add(fw_traffic *traffic, const fw_agent_def *def);

/// Explains why fw_traffic_add() refuses a unit: which field is wrong.
///
/// @param traffic  the traffic; [opt] null = only the numbers of the def are judged
/// @param def      the def
/// @return the refusal; its `result` is FW_OK if nothing is wrong. fw_traffic_add() may still return FW_TOO_MANY or
///         FW_NO_MEMORY
fw_refusal fw_agent_refusal(fw_traffic *traffic, const fw_agent_def *def);

/// Removes a unit.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result fw_traffic_remove(fw_traffic *traffic, fw_agent_id id);

/// Orders a unit to a place. A new order replaces the last one. If the goal only moves, the unit may be ordered anew in
/// every step: it goes on along its way while that leads nearer to the new goal, until it gets a better one, and it
/// keeps its turn among the units that wait for a path.
///
/// Until its path is found, the unit sets out straight toward its goal: as far as walls let it go, but not farther than
/// it gets in a second at its top speed. Source: Patel, "Amit's Thoughts on Pathfinding" (instinct).
///
/// Any number of units may be ordered to one point, and to the place of a unit that rests. Each gets a place of its
/// own: the free places nearest to the point by way. Who comes later stands beside those who rest, and does not push
/// them away, unless there is no other place. While they are under way, units exchange their places (source: Okumura &
/// Defago 2022, TSWAP). fw_agent_state::from_goal tells how far a unit is from the point. Units whose goals are two
/// radii apart touch each other there.
///
/// @param traffic  the traffic
/// @param id       the unit
/// @param x, y     goal of the body's centre, in tiles
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT (also if the kind of one of the units was removed from the map),
///         FW_NOT_FINITE, FW_OUT_OF_BOUNDS or FW_NO_MEMORY; if it is not FW_OK, nothing has changed. If the body cannot
///         stand at the goal or cannot get there, the unit becomes FW_AGENT_BLOCKED
///
/// O(log units), and moves 4 bytes for each unit that waits for a path. The next step gives n units their places, in
/// O(n log(n)^2) and O(units near the point).
fw_result fw_traffic_order(fw_traffic *traffic, fw_agent_id id, double x, double y);

/// Orders a group of units to places, one for each. The order of the arrays does not matter. Up to 128 units: the sum
/// of the straight distances from where the units stop is at most 1 % more than the least one, and no exchange of two
/// places within this makes the sum of their squares smaller; so nobody goes far while others do not. With more units,
/// exchanges come near to that. A place where its unit cannot stand, such as one in a rock, or beside a larger unit
/// that it would overlap, moves to the nearest one that is free of walls and of the other places.
///
/// @param traffic  the traffic
/// @param ids      [id * count] units, none of them twice
/// @param places   [pose * count] goals of the bodies' centres, in tiles; the headings are not used
/// @param count    number of units, and of places [Limits: 0 <= count <= 4096]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_OUT_OF_BOUNDS, FW_BAD_VALUE (count, a unit is
///         named twice, or the two smallest bodies of the group would overlap at two of the places), FW_TOO_MANY or
///         FW_NO_MEMORY. If the result is not FW_OK, no unit has a new order
///
/// O(count^3) up to 128 units, else O(count^2): 40 units take .2 ms, 128 take 4, and 1,000 take 20. Source: Kuhn 1955,
/// Jonker & Volgenant 1987.
fw_result fw_traffic_order_group(fw_traffic *traffic, const fw_agent_id *ids, const fw_pose *places,
                                 int32_t count);

/// How a group goes together. Fill it with fw_group_def_init().
typedef struct fw_group_def {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_group_def_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_group_def_init()
    /// Length of each unit's own way at both ends of the shared one, in tiles [Limits: own_steps >= 0]
    double own_steps;
    /// Units that are ahead of the others wait for them, so that the formation lasts longer
    bool keeps_abreast;
} fw_group_def;

/// Default way of a group: 10 tiles of each way are the unit's own, and nobody waits for others.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_group_def_init(fw_group_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_group_def fw_default_group_def(void);

/// The same as fw_traffic_order_group(), but the units share the middle of their ways: one search leads from the middle
/// of the units to the middle of the places, or between the places nearest to these. It is made for the kind of unit
/// that most others can follow because they are no larger and may enter its terrains. Each unit goes beside the shared
/// way in the file of the formation in which its place is; the files come closer where walls leave less room. The
/// places are given out anew along the shared way (up to 128), so that units do not cross where it turns.
///
/// Units that cannot follow the shared way search on their own, and so do all units of a kind for which no shared way
/// was found; fw_traffic_event::leaves_group tells of them. A unit that gets another order, or is removed, leaves the
/// group.
///
/// @param traffic  the traffic
/// @param def      from fw_default_group_def(), not kept
/// @param ids      [id * count] units, none of them twice
/// @param places   [pose * count] goals of the bodies' centres, in tiles; the headings are not used
/// @param count    number of units, and of places [Limits: 0 <= count <= 4096]
/// @return as fw_traffic_order_group(); FW_BAD_DEF, FW_NOT_FINITE or FW_BAD_VALUE also for the def
///
/// Source: Patel, "Group movement" (Amit's Thoughts on Pathfinding): the first and last 10 steps are each unit's own.
fw_result fw_traffic_order_together(fw_traffic *traffic, const fw_group_def *def, const fw_agent_id *ids,
                                    const fw_pose *places, int32_t count);

/// Sets the priority of a unit: its requests for paths are served before those of units of lower priority, until they
/// have waited long. The shared way of fw_traffic_order_together() is served by the highest priority in the group. A
/// unit that waits for a path already gets its turn anew, but a search under way ends first. Motion does not depend on
/// priorities otherwise: units do not make room for those of higher priority.
///
/// None starves: a request of priority p counts as if the unit had made the request 64,000 * (1 - 1 / p) expansions
/// earlier, and each step counts as one more. So while a request of priority 1 waits, later ones pass it during the
/// next 64,000 expansions at most, as in the queue of a planner (fairway/queue.h).
///
/// @param traffic   the traffic
/// @param id        the unit
/// @param priority  1 for a unit that was added [Limits: 1 <= priority <= FW_MAX_PRIORITY]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT or FW_BAD_VALUE (priority)
///
/// O(units that wait for paths).
fw_result fw_traffic_prioritise(fw_traffic *traffic, fw_agent_id id, int32_t priority);

/// Shapes in which a group stands.
typedef enum fw_formation {
    FW_FORMATION_LINE = 0, ///< side by side
    FW_FORMATION_COLUMN,   ///< one behind the other
    FW_FORMATION_WEDGE,    ///< one ahead, the others behind on both sides, at 45 degrees
    FW_FORMATION_BOX,      ///< ranks and files, as many files as ranks or one more
    FW_FORMATIONS          ///< number of formations
} fw_formation;

/// Computes the places of a formation, for fw_traffic_order_group().
///
/// @param formation    its shape
/// @param centre       middle of the formation, and the heading that it faces
/// @param spacing      tiles between neighbours in ranks and files; those of a wedge are 1.41 times as far apart
///                     [Limits: spacing > 0]
/// @param[out] places  [pose * count]
/// @param count        number of places [Limits: count >= 0]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE (also if a place is not) or FW_BAD_VALUE
fw_result fw_formation_places(fw_formation formation, fw_pose centre, double spacing, fw_pose *places,
                              int32_t count);

/// Lets time pass: units move, plan, and get paths.
///
/// Each unit plans its motion every second knot. `budget` does not limit this planning, which is spread evenly over the
/// steps of a knot. It limits the searches for paths: a unit without a path waits for its turn, even if it has set out.
/// If many units of one kind wait for paths to one tile, these come from one search backward from there, if that is
/// expected to take less work; the paths cost the same. Source: Patel, "Amit's A* Pages" (flow fields).
///
/// @param traffic  the traffic
/// @param dt       seconds [Limits: 0 <= dt <= 60]
/// @param budget   expansions that searches for paths may spend in this step. Each place where the room beside a new
///                 way is measured, to keep to the right, counts as one. The step may exceed the budget by 4,200, see
///                 fw_search_step(), and by 1,000 such places. FW_ONE_PATH: requests are served until one search has
///                 ended, whether it has found a path or not; those that need no search are served on the way
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, FW_UNKNOWN_UNIT (the kind of one of the units was
///         removed from the map: nothing happens until this unit is removed, too) or FW_NO_MEMORY (time has passed in
///         part or not at all, see fw_traffic_time(); the next step goes on from there)
///
/// The motion does not depend on how time is divided into steps, except that paths arrive at beginnings of steps.
fw_result fw_traffic_step(fw_traffic *traffic, double dt, uint64_t budget);

/// Saves the state of a traffic, so that fw_traffic_restore() can continue from it later. Equal states have equal
/// bytes, on every platform, and later versions of the library can read them, see docs/abi.md.
///
/// @param traffic      the traffic
/// @param[out] buffer  [byte * capacity]; [opt] may be null if capacity is 0
/// @param capacity     bytes
/// @param[out] bytes   size of the saved state, also if the buffer is too small
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BUFFER_TOO_SMALL (the buffer holds nothing useful)
fw_result fw_traffic_save(const fw_traffic *traffic, void *buffer, size_t capacity, size_t *bytes);

/// Restores a saved state: from there on, equal calls give the same motion as in the traffic that was saved, if the
/// version of the library is the same. Events of the last step are not restored. Damage that no checksum finds is
/// found, too: each number is checked, and no two units of a restored traffic will overlap.
///
/// @param traffic  a new traffic, on a map with the same tiles, on which the same units were added and removed in the
///                 same order
/// @param buffer   what fw_traffic_save() wrote, on any platform, by this version of the library or an earlier one
/// @param bytes    size of the saved state
/// @return FW_OK, FW_STALE (the map has other tiles than when the state was saved; all is restored, and the next step
///         treats all tiles as changed by a commit, so a game that has changed its map goes on), FW_NULL_ARGUMENT,
///         FW_NOT_NEW (the traffic was used before), FW_BAD_VALUE (no saved state, one of a later version, or a damaged
///         one), FW_UNKNOWN_UNIT, FW_METHOD_DOES_NOT_FIT, FW_WRONG_MAP (the map has another size, or a kind of unit has
///         another body), FW_TOO_MANY or FW_NO_MEMORY; unless it is FW_OK or FW_STALE, the traffic is to be destroyed
///
/// A search in progress is repeated up to where it was. If it began before the last commit, it is repeated on the map
/// as it is now, so that this unit may get another way than in the traffic that was saved.
fw_result fw_traffic_restore(fw_traffic *traffic, const void *buffer, size_t bytes);

/// Seconds since the traffic was created.
///
/// @param traffic  the traffic
/// @return seconds; 0 for null
double fw_traffic_time(const fw_traffic *traffic);

/// States of all units at the present time, sorted by id.
///
/// @param traffic     the traffic
/// @param[out] count  number of units; [opt] may be null
/// @return [state * count] [until: the traffic changes]; [opt] null if there are no units
const fw_agent_state *fw_traffic_states(const fw_traffic *traffic, int32_t *count);

/// Number of units.
///
/// @param traffic  the traffic
/// @return 0 for null
int32_t fw_traffic_count(const fw_traffic *traffic);

/// State of one unit at the present time. For programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param traffic     the traffic
/// @param id          the unit
/// @param[out] state  as many bytes of it as the program's header has
/// @param bytes       sizeof *state
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT. O(log units)
fw_result fw_traffic_get_state(const fw_traffic *traffic, fw_agent_id id, fw_agent_state *state,
                               size_t bytes);

/// The same for the units one after the other, sorted by id.
///
/// @param traffic     the traffic
/// @param index       [Limits: 0 <= index < fw_traffic_count()]
/// @param[out] state  as many bytes of it as the program's header has
/// @param bytes       sizeof *state
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_VALUE (index). O(1)
fw_result fw_traffic_get_state_at(const fw_traffic *traffic, int32_t index, fw_agent_state *state,
                                  size_t bytes);

/// What happened during the last step, in the order in which it happened: changes of activity between
/// FW_AGENT_ARRIVED, FW_AGENT_WAITS, FW_AGENT_THINKS, FW_AGENT_BLOCKED, FW_AGENT_INFEASIBLE and the others.
///
/// @param traffic     the traffic
/// @param[out] count  number of events; [opt] may be null
/// @return [event * count] [until: the traffic changes]; [opt] null if there are none
const fw_traffic_event *fw_traffic_events(const fw_traffic *traffic, int32_t *count);

/// One event of the last step. For programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param traffic     the traffic
/// @param index       [Limits: 0 <= index < the count of fw_traffic_events()]
/// @param[out] event  as many bytes of it as the program's header has
/// @param bytes       sizeof *event
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_VALUE (index: there are no more events)
fw_result fw_traffic_get_event(const fw_traffic *traffic, int32_t index, fw_traffic_event *event,
                               size_t bytes);

/// Memory of a traffic, with its planner.
///
/// @param traffic  the traffic
/// @return bytes; 0 for null
size_t fw_traffic_bytes(const fw_traffic *traffic);

#ifdef __cplusplus
}
#endif
#endif
