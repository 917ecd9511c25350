#pragma once

/// Paths as JSON: unit, result, length, violations, segments, speed profile.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fairway/frame.h"
#include "fairway/hybrid.h"
#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/rejection.h"
#include "io/explanation_json.h"
#include "io/fault.h"

/// Most bytes of a path file.
#define IO_PATH_MOST_BYTES ((size_t)1 << 30)

/// The facts that a path file holds besides the path.
typedef struct io_path_facts {
    const fw_map *map;             ///< for names of terrains
    const fw_unit_def *unit;       ///< as registered
    const fw_frame *frame;         ///< path, unit and steps are in metres of this frame; null = in tiles
    double time_us;                ///< duration of the search
    uint64_t expanded;             ///< nodes
    bool is_recalculated;          ///< FW_TURNS_RECALCULATE: the next two fields are written, too
    uint32_t turn_rounds;          ///< as in fw_statistics
    uint32_t lost_approaches;      ///< as in fw_statistics
    const fw_hybrid_report *steps; ///< FW_HYBRID_STRICT: the results of its steps; else null
    bool is_in_legs;               ///< the method plans in legs: the next two fields are written, too
    uint32_t legs;                 ///< as in fw_statistics
    fw_leg_failure leg_failure;    ///< as in fw_statistics
    const char *const *areas;      ///< [name * area_count] areas on the way; "" for one without a name
    int area_count;                ///< 0 = not written
    double first_segment_us;       ///< time until the first of `legs` segments was ready; 0 = not written
    fw_search_level level;         ///< as in fw_statistics; not written if it is FW_LEVEL_NONE
    fw_exhausted exhausted;        ///< as in fw_statistics; not written if it is FW_EXHAUSTED_NONE
    uint32_t eased;          ///< as in fw_statistics; the next one is written, too, if one of both is not 0
    uint32_t steering_stops; ///< as in fw_statistics
    const char *const *ignored; ///< [name * ignored_count] options that had no effect
    int ignored_count;
    const io_explanation *why;      ///< why there is no path; null = not written
    const fw_rejection *rejections; ///< [method * FW_METHOD_COUNT] why FW_AUTO has rejected methods
    uint32_t rejected;              ///< methods that it has rejected, one bit each; 0 = not written
} io_path_facts;

/// Writes a path. If it has no segments, its length is null.
void io_path_write(FILE *to, const fw_path *path, const io_path_facts *facts);

/// Reads a path and the unit it was made for. What is in metres becomes tiles.
///
/// @param name           for faults
/// @param map            for names of terrains
/// @param[out] path      its segments, result, length, cost, map version, violations and speeds; no unit id
/// @param[in,out] unit   the file replaces the fields that it holds
/// @param[out] has_cost  true if the file states a cost. If not, the cost of the path is its length. May be null
bool io_path_read(const char *name, const char *bytes, size_t size, const fw_map *map, fw_path *path,
                  fw_unit_def *unit, bool *has_cost, io_fault *fault);

/// Reads a path from a file, as io_path_read() does.
bool io_path_load(const char *file, const fw_map *map, fw_path *path, fw_unit_def *unit, bool *has_cost,
                  io_fault *fault);
