#pragma once

/// Jams: units without a turning radius that hold each other, and the joint plans (joint/joint.h) by which they get on.
///
/// A unit that others hold asks for a plan. The jam is gathered (jam_gather.h): the unit, those in its way, those in
/// their ways, and those that stand near; parked ones come back to where they stand. They keep their reservations
/// while the plan is made, from where these end, in a window that grows until there is a plan. Then each one drives
/// along its own path of the plan (jam_drive.h), as far as its reservation lets all pass that go first, until it is at
/// the end of this path. All of this happens at knots, so the length of steps does not matter.

#include "joint/joint.h"
#include "joint/stretches.h"

enum {
    MOST_JAMMED = 240, ///< units of a jam
    JAM_WINDOWS = 6,   ///< in which a plan is looked for, one after the other
    PARTS_OF_TURN = 8  ///< halvings that find out how far a unit may go within a beat
};

typedef enum member_state {
    MEMBER_DRIVES, ///< along its path
    MEMBER_RESTS,  ///< at its goal, at the end of its path, until all are there
    MEMBER_HAS_LEFT
} member_state;

/// A unit of a jam.
typedef struct jam_member {
    uint32_t slot;
    member_state state;
    double reached; ///< beat at which it is, on its path, where its reservation ends
    double last;    ///< beat from which on it rests
} jam_member;

/// Units that follow a plan.
typedef struct jam {
    int32_t count; ///< 0: the number of this jam is free
    int32_t left;  ///< members that still drive along their paths
    int32_t beats;
    int64_t advanced;    ///< knot at which one of them last got on
    fw_box box;          ///< of the centres of all members along the plan
    jam_member *members; ///< [member * count]
    joint_place *places; ///< [place * beats * count]
    fw_box *stretches;   ///< [box * count * stretches_of(beats)] of the centre of a member
    size_t member_room, place_room, stretch_room;
} jam;

/// A plan that is being made.
typedef struct jam_request {
    uint32_t asker; ///< slot; NO_AGENT: none is being made
    int32_t level;  ///< index of the window
    uint64_t slices;
    uint64_t map_version;
    int32_t count;
    int32_t ground_count;
    uint32_t slots[MOST_JAMMED]; ///< [slot * count]
    joint_unit
        *units; ///< [unit * count] the same units; the id is that of the agent. Null: no plan is being made
    sweep_ground grounds[JOINT_MOST_GROUNDS];
} jam_request;

struct jams {
    joint_solver *solver; ///< null: no plan is being made
    jam *list;            ///< [jam * count]; number i + 1 is list[i]
    size_t room;
    int32_t count;
    jam_request request;
};

/// Where a member is at a beat, which may lie between two beats of the plan.
static inline joint_place jam_at(const jam *jam, int32_t member, double beat)
{
    const int32_t before = (int32_t)smaller(beat, jam->beats - 1), after = before + (before + 1 < jam->beats);
    const joint_place a = jam->places[before * jam->count + member],
                      b = jam->places[after * jam->count + member];
    const double share = beat - before;
    if (share <= 0)
        return a;
    return share >= 1 ? b : (joint_place){ a.x + share * (b.x - a.x), a.y + share * (b.y - a.y) };
}

/// Index of a unit among the members of its jam.
static inline int32_t jam_index(const jam *jam, uint32_t slot)
{
    int32_t i = 0;
    while (jam->members[i].slot != slot)
        i++;
    return i;
}
