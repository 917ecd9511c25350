#pragma once

/// A query of `fairway route`, its answer, and what is told of it.

#include "area_way.h"
#include "companions.h"
#include "fairway/rejection.h"
#include "goals.h"
#include "io/scene.h"
#include "job.h"
#include "request.h"
#include "shown.h"
#include "why.h"

/// One query from the command line, and its answer.
typedef struct route_run {
    const options *given;
    job work;
    fw_planner *planner;
    fw_path *path;
    fw_path *previous;  ///< the file of --previous; null without it
    fw_overlay *window; ///< null without --window
    io_place from;
    goals to;
    companions with;
    io_scene trees; ///< the file of --trees
    fw_request request;
    ignored_options ignored;
    fw_rejection rejections[FW_METHOD_COUNT]; ///< why auto has rejected a vehicle's methods
    uint32_t rejected;                        ///< methods that it has rejected, one bit each
    why why;                                  ///< --why
    area_way areas;                           ///< the areas that the path leads through
    shown shown;                              ///< --expanded and --show
    fw_result result;
    fw_statistics statistics;
    double time_us;
    double first_us; ///< --segment: microseconds until the first leg was ready; else 0
} route_run;

/// True if the method walks in legs.
bool route_is_in_legs(const route_run *route);

/// Prints the summary of a path.
void route_print(const route_run *route);

/// These print why there is no path, or why the request was refused. Returns the exit status.
int route_tell_no_path(const route_run *route);
int route_tell_refusal(const route_run *route);
