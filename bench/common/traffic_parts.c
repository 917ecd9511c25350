#include "common/traffic_parts.h"

#include <stdio.h>

#include "traffic/jam.h"
#include "traffic/planning.h"

/// A part, and its bytes.
typedef struct part {
    const char *name;
    size_t bytes;
} part;

static size_t bytes_of_index(const point_index *index)
{
    return index->slots * sizeof *index->points + index->bucket_count * sizeof *index->buckets;
}

static size_t bytes_of_plans(const fw_traffic *traffic)
{
    size_t bytes = 0;
    for (int depth = 0; depth <= MOST_PUSH_DEPTH; depth++)
        bytes += traffic->work.plans[depth] ? planning_bytes(traffic) : 0;
    return bytes;
}

static size_t bytes_of_drives(const fw_traffic *traffic)
{
    size_t bytes = traffic->push.drives ? MOST_PLANS * sizeof(drive) : 0;
    for (uint32_t i = 0; i < traffic->roster.slots; i++) {
        const drive *drive = traffic->agents[i].drive;
        bytes += drive ? sizeof *drive + drive->course.room * sizeof *drive->course.segments : 0;
    }
    return bytes;
}

static size_t bytes_of_jams(const struct jams *jams)
{
    size_t bytes = jams ? sizeof *jams + jams->room * sizeof *jams->list : 0;
    bytes += jams && jams->request.units ? MOST_JAMMED * sizeof *jams->request.units : 0;
    for (int32_t i = 0; jams && i < jams->count; i++)
        bytes += jams->list[i].member_room * sizeof *jams->list[i].members +
                 jams->list[i].place_room * sizeof *jams->list[i].places +
                 jams->list[i].stretch_room * sizeof *jams->list[i].stretches;
    return bytes;
}

void traffic_parts_print(const fw_traffic *traffic)
{
    const unit_roster *roster = &traffic->roster;
    const unit_crowd *crowd = &traffic->crowd;
    const rally_places *rally = &traffic->rally;
    const part parts[] = {
        { "units", roster->agent_room * sizeof *traffic->agents },
        { "what only cars have", bytes_of_drives(traffic) },
        { "what searches for neighbours read", crowd->mark_room * sizeof *crowd->marks },
        { "points of orders, and places", bytes_of_index(&rally->places) + bytes_of_index(&rally->orders) +
                                              rally->listed_room * sizeof *rally->listed +
                                              rally->member_room * sizeof *rally->members +
                                              rally->found_room * sizeof *rally->found },
        { "ways", traffic->ways.bytes + traffic->ways.rest_room * sizeof *traffic->ways.rests },
        { "passages on the ways",
          traffic->around.prices.crossing_room * sizeof *traffic->around.prices.crossings },
        { "states for the caller", roster->state_room * sizeof *roster->states },
        { "events", traffic->events.room * sizeof *traffic->events.all },
        { "lists of units, and cells", roster->by_id_room * sizeof *traffic->by_id +
                                           crowd->found_room * sizeof *crowd->found +
                                           crowd->cells.slot_room * sizeof *crowd->cells.slots +
                                           ((size_t)crowd->cells.strips + 2) * sizeof *crowd->cells.starts +
                                           traffic->round.room * sizeof *traffic->round.slots +
                                           traffic->desk.room * sizeof *traffic->desk.queue },
        { "neighbours, lanes, refuges and free places while they are looked at", traffic->work.bytes },
        { "plans, and plans of pushes", bytes_of_plans(traffic) },
        { "joint plans", bytes_of_jams(traffic->joint.jams) },
        { "the traffic itself", sizeof *traffic },
        { "the planner", fw_planner_bytes(traffic->planner) },
    };
    const double units = traffic->count;
    size_t rest = traffic->memory.bytes;
    puts("| memory | bytes a unit |\n|---|---|");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        printf("| %s | %.0f |\n", parts[i].name, (double)parts[i].bytes / units);
        rest -= parts[i].bytes;
    }
    printf("| the rest: the joint plan that is being made, heaps of searches for places, overlays | %.0f |\n",
           (double)rest / units);
}
