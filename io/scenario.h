#pragma once

/// Scenarios: units on a map, where and when each of them goes, and edits of the map. Lengths are in tiles, times in
/// seconds; angles are in degrees in the file, in radians here.
///
/// `{ "fairway_scenario": 1, "map": "door.map", "dt": 0.05, "time": 200,
///    "units": [ { "id": 1, "unit": {...}, "speed": { "top": 2, "accelerate": 4, "brake": 4, "lateral": 4 },
///                 "at": [3, 4.5, 0], "to": [30, 4.5], "start_time": 0 } ],
///    "groups": [ { "units": [1], "to": [30, 4.5, 0], "formation": "box", "spacing": 3, "together": false,
///                  "own_steps": 10, "keeps_abreast": false, "start_time": 0 } ],
///    "edits": [ { "time": 5, "rect": [14, 3, 2, 6], "terrain": "water" } ],
///    "format": "Tiled TMJ", "places": [ { "name": "gate", "kind": "exit", "at": [3, 4.5] } ],
///    "areas": [ { "name": "market", "kind": "", "rect": [10, 2.5, 4, 3] } ] }`. Of a unit, `to`, `start_time`,
/// `priority` (of its requests for paths, 1 to 1024) and `kind` (a name, which nobody reads here) may be left out; of a
/// group, all but `units` and `to`; of the scenario, `groups`, `edits`, `format` (of the map's file, which nobody
/// reads), `places` and `areas`. Where a unit or a group has a place, as `at` or `to`, it may have the name of a place
/// or an area, which is its middle.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fairway/map.h"
#include "fairway/pose.h"
#include "fairway/traffic.h"
#include "io/fault.h"
#include "io/reading.h"

typedef struct io_scenario_unit {
    uint32_t id;
    fw_unit_def unit;
    double top, acceleration, braking, lateral;
    fw_pose start;
    bool has_goal;
    double goal_x, goal_y;
    double start_time; ///< when the unit gets its order
    int64_t priority;  ///< of its requests for paths
} io_scenario_unit;

/// Words for formations.
extern const char *const io_formation_names[FW_FORMATIONS];

/// Units that go to the places of a formation.
typedef struct io_scenario_group {
    int32_t *members; ///< [index * count] into the scenario's units
    int32_t count;
    fw_formation formation; ///< a box if the file names none
    fw_pose centre;         ///< of the formation, and the heading that it faces
    double spacing;         ///< tiles between neighbours; 0: the file does not say
    bool goes_together;     ///< the units share the middle of their ways
    double own_steps;       ///< tiles of each way at both ends that are the unit's own, if they do
    bool keeps_abreast;     ///< units that are ahead wait for the others, if they do
    double start_time;      ///< when the units get their order
} io_scenario_group;

typedef struct io_scenario_edit {
    double time;
    int32_t x, y, width, height; ///< tiles
    uint8_t terrain;
} io_scenario_edit;

typedef struct io_scenario {
    double dt, time;
    io_scenario_unit *units; ///< [unit * unit_count] in the order of the file
    int32_t unit_count;
    io_scenario_group *groups; ///< [group * group_count] in the order of the file
    int32_t group_count;
    io_scenario_edit *edits; ///< [edit * edit_count] in the order of the file
    int32_t edit_count;
    io_named_place *places; ///< [place * place_count] places, then areas, which have a size
    int32_t place_count;
} io_scenario;

/// Reads a scenario.
///
/// @param name           for faults
/// @param map            the scenario's map, for names of terrains
/// @param[out] scenario  to be freed
bool io_scenario_read(const char *name, const char *bytes, size_t size, const fw_map *map,
                      io_scenario *scenario, io_fault *fault);

/// Reads a scenario and the map that it names.
///
/// @param[out] map  committed, without units; to be destroyed
bool io_scenario_load(const char *file, fw_map **map, io_scenario *scenario, io_fault *fault);

/// Writes a scenario.
///
/// @param map     for names of terrains
/// @param name    of the map's file, relative to that of the scenario
/// @param format  of the map's file
void io_scenario_write(FILE *to, const io_scenario *scenario, const fw_map *map, const char *name,
                       const char *format);

void io_scenario_free(io_scenario *scenario);
