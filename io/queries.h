#pragma once

/// Lists of queries: from a scenario, or from a pose list (.csv).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/pose.h"
#include "io/fault.h"
#include "io/text.h"

/// A place as people write it: "3,4" is an anchor tile. If one of the numbers has a decimal point, as in "3.25,4.5",
/// the place is the exact position of the body's centre.
typedef struct io_place {
    double x, y;
    double heading; ///< radians; 0 if none is given
    bool has_heading;
    bool is_anchor;
} io_place;

/// Reads a place.
///
/// @param x, y       numbers as text
/// @param degrees    heading as text; empty = none
/// @param[out] what  on failure: which of the three is wrong, and what was expected
bool io_place_read(io_span x, io_span y, io_span degrees, io_place *place, const char **what);

/// The pose of a unit of this size at a place.
fw_pose io_place_pose(const io_place *place, int32_t size);

typedef struct io_query {
    io_place start, goal;
    double optimum; ///< length that the file states; negative if it states none
    int64_t line;   ///< of the file
} io_query;

/// True if the file says that no path joins start and goal: they are apart, and the stated length is 0.
bool io_query_has_no_path(const io_query *query);

typedef struct io_queries {
    io_query *items; ///< [query * count]
    size_t count, capacity;
    int32_t width, height; ///< size of the map that the queries are for; 0 if the file does not say
    char map[64]; ///< name of the map of the first query, without folders; "" if the file does not say
} io_queries;

/// Appends a query; false without memory.
bool io_queries_add(io_queries *queries, const io_query *query);

void io_queries_free(io_queries *queries);

/// True unless the file says that its queries are for a map of another name. Folders and endings do not count.
bool io_queries_are_for(const io_queries *queries, const char *map);

/// Reads a pose list: header `sx,sy,sdeg,gx,gy,gdeg`, then one query a line; `gdeg` empty = any heading.
///
/// @param name          for faults
/// @param[out] queries  to be freed
bool io_poses_read(const char *name, const char *bytes, size_t size, io_queries *queries, io_fault *fault);

/// Reads a scenario or, if the file's name ends in .csv, a pose list.
bool io_queries_read(const char *file, io_queries *queries, io_fault *fault);
