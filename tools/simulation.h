#pragma once

/// Runs a scenario tick by tick and measures it.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "counting.h"
#include "fairway/traffic.h"
#include "io/scenario.h"

/// The measurements of a unit.
typedef struct simulated_unit {
    uint32_t index;    ///< in the scenario
    double radius;     ///< tiles
    bool is_member;    ///< of a group
    bool is_ordered;   ///< its own order has been given
    int32_t reversals; ///< changes of direction by more than 135 degrees
    bool has_moved;
    double last_heading; ///< while it moved
} simulated_unit;

/// Poses of all units at one time.
typedef struct simulated_frame {
    double time;
    const fw_agent_state *states; ///< [state * count] sorted by id
    int32_t count;
} simulated_frame;

typedef struct simulation {
    const io_scenario *scenario;
    fw_map *map;
    fw_traffic *traffic;
    counting counted;      ///< allocations of the traffic
    simulated_unit *units; ///< [unit * unit_count] sorted by id
    bool *called;          ///< [group_count] the group's order has been given
    bool *edited;          ///< [edit_count]
    char mistake[96];      ///< in the scenario, found during the run; empty: none
    uint64_t budget;       ///< of each tick that finds paths
    int64_t cadence;       ///< ticks from one that finds paths to the next
    double sample;         ///< seconds between frames
    int64_t frames;        ///< number of frames so far

    int64_t ticks;
    double time;                     ///< seconds
    int32_t arrived;                 ///< number of units that have arrived
    bool is_over;                    ///< all units that can arrive have arrived
    double smallest_gap;             ///< between bodies, in tiles; infinite if there are fewer than two
    double smallest_wall_gap;        ///< infinite if no body came near to a wall
    double mean_us, p99_us, most_us; ///< of ticks
    double spent_us;                 ///< of all ticks
    uint64_t allocations;            ///< during ticks
} simulation;

/// Creates the units of a scenario.
///
/// @param map  of the scenario; its units are added there
/// @return false after an error message; the simulation must be closed also then
bool simulation_open(const char *file, const io_scenario *scenario, fw_map *map, simulation *run);

/// Runs to the end.
///
/// @param time     seconds at most
/// @param quiet    no progress is shown
/// @param receive  called for each frame; null = none
/// @return false after an error message
bool simulation_run(simulation *run, double time, bool quiet,
                    bool (*receive)(void *user, const simulated_frame *frame), void *user);

/// Writes the result as JSON.
void simulation_write(FILE *to, const simulation *run);

/// Prints how many units cannot arrive, if any, and why the first of them cannot.
void simulation_print_stuck(const simulation *run);

/// Prints gaps, times, and a table of the units that have waited longest.
void simulation_print(const simulation *run);

void simulation_close(simulation *run);
