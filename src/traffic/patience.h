#pragma once

/// How long units wait before they do something about it: all of the rules in one table, each with its knots. A knot is
/// a quarter of a second.

#include "traffic/agent.h"

/// Knots without progress: `stalled`.
enum {
    ROLLS_AFTER = 2,         ///< a unit that is jammed rolls to the right; a parked unit is pushed
    PUSHES_AFTER = 4,        ///< a unit pushes
    WAITS_AFTER = 4,         ///< its activity is FW_AGENT_WAITS
    HELD_AFTER = 4,          ///< it is held: nobody of its convoy waits for it
    LOST_AFTER = 4,          ///< it asks for another way, if it has gone back along its way
    DETOURS_AFTER = 4,       ///< it asks for a way round one that holds
    PLANS_JOINTLY_AFTER = 4, ///< it asks for a joint plan with those that hold it
    EXCHANGES_AFTER =
        4,           ///< it exchanges places with any unit near that shares its goal, and goes round others
    BACKS_AFTER = 4, ///< a car that stands may go back
    LOST_BESIDE_CORNER = 8,       ///< it asks for another way, if it stands right beside its next corner
    CHOOSES_SOON = 8,             ///< it chooses another place, if its place may be out of reach
    BACKS_IN_QUEUE_AFTER = 12,    ///< a car that stands may go back, although it waits for its turn at a gate
    LEAVES_COURSE_AFTER = 12,     ///< a car leaves its course
    DETOURS_EVERY = 40,           ///< it asks again for a way round, if there was none
    CHOOSES_EVERY = 40,           ///< it chooses another place, if those that hold it do not get on
    PLANS_ALONE_AFTER = 42,       ///< it asks for a joint plan, although those that hold it get on
    YIELDS_FOR = 40,              ///< of the other unit: it no longer gives way to this one
    CHOOSES_IN_QUEUE_EVERY = 120, ///< the same, while they do
    TURNS_AFTER = 120,            ///< turning back in a crowd costs nothing any more
    LEAVES_HALF_AFTER = 120,      ///< the wrong half of a passage costs nothing any more
    LEAVES_QUEUE_AFTER = 960,     ///< waiting before a passage that others pass costs nothing any more
    SHORT_CHANGES_AFTER = 120     ///< a car changes gear for motions of any length
};

/// Knots since a unit was nearer to its goal than ever, of units with a turning radius: `stuck`. They move to and fro.
enum {
    CROWDS_AFTER = 6,          ///< it stops near parked units
    COURSE_AFTER = 8,          ///< it asks for a course, if it stands,
    COURSE_UNTIL = 14,         ///< up to here,
    COURSE_EVERY = 24,         ///< and again after so many
    INSISTS_AFTER = 12,        ///< it pushes even if it moves; if it cannot, it backs off
    PLANS_TURNS_AFTER = 40,    ///< it asks for a joint plan, by which one drives after the other
    NEEDS_ROOM_AFTER = 16,     ///< others that make room for it leave room to turn
    COURSE_AT_ONCE_AFTER = 72, ///< it asks for a course even if it moves, if all near it have arrived
    AGES_AFTER = 160           ///< it is first at pushes, by AGE_GAIN for each knot more
};

/// Knots since a unit came nearer to its goal than ever since its order, `late`: with a turning radius, it asks for a
/// joint plan, even if it has got on along a course; a unit that will stop at its goal plans no more; its activity is
/// FW_AGENT_WAITS, for the reason FW_REASON_UNSOLVED; it rests where it is, if it only wants to come back.
enum { SETTLES_AFTER = 40, PLANS_LATE_AFTER = 120, TELLS_AFTER = 240 };

/// Times that a unit comes back after others that only came back have pushed it off its goal; then it rests where it
/// is. So units that push each other off their goals come to rest, whatever their places are.
enum { COMES_BACK = 3 };

/// Knots after which a unit that makes room is cornered: without progress, or of a unit with a turning radius, since it
/// was nearer to its goal than ever.
enum { CORNERED_AFTER = 40 };

/// What is left of a cost that shrinks while a unit makes no progress: from 1 to 0, after so many knots.
static inline double patience_left(const agent *unit, int32_t knots)
{
    return unit->pursuit.stalled < knots ? 1 - (double)unit->pursuit.stalled / knots : 0;
}

/// True if units that make room for this unit must leave room around it, so that it can turn.
static inline bool agent_needs_room(const agent *unit)
{
    return unit->drive && unit->pursuit.stuck >= NEEDS_ROOM_AFTER;
}

/// True if a unit has long not come nearer to its goal, even if it moves.
static inline bool agent_is_late(const agent *unit)
{
    return unit->pursuit.late >= TELLS_AFTER;
}

/// True if nobody knows how a unit can get on: the searches for a joint plan, or for a course, have ended without an
/// answer, or it has long not been nearer to its goal.
static inline bool agent_is_unsolved(const agent *unit)
{
    return unit->jam.unsolved > 0 || agent_is_late(unit);
}

/// Notes that a search for how a unit can get on has ended without an answer.
static inline void agent_note_unsolved(agent *unit)
{
    if (unit->jam.unsolved < UINT8_MAX)
        unit->jam.unsolved++;
}

/// How often the work on the next such search, or the time until it, doubles.
static inline int32_t agent_doublings(const agent *unit, int32_t most)
{
    return unit->jam.unsolved < most ? unit->jam.unsolved : most;
}

/// True if a unit has not got on for ten seconds, and makes room.
static inline bool agent_is_cornered(const agent *unit)
{
    return unit->relation.in_way_of != NO_AGENT &&
           (unit->drive ? unit->pursuit.stuck : unit->pursuit.stalled) >= CORNERED_AFTER;
}
