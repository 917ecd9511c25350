#include "goals.h"

#include <math.h>

#include "complain.h"
#include "io/text.h"
#include "metres.h"
#include "places.h"
#include "request.h"

/// Reads --goal-tolerance: T[,DEG].
static bool read_tolerance(const char *text, goals *all)
{
    io_span rest = io_span_of(text ? text : "0"), tiles, degrees = { "0", 1 };
    double turn = 0;
    const bool is_read = io_next_piece(&rest, ',', &tiles) && io_read_decimal(tiles, &all->tolerance) &&
                         (!rest.start || (io_next_piece(&rest, ',', &degrees) && !rest.start)) &&
                         io_read_decimal(degrees, &turn);
    all->heading_tolerance = turn / 180 * FW_PI;
    return (is_read && all->tolerance >= 0 && all->tolerance <= 32768 && turn >= 0 && turn <= 180) ||
           complain(
               "--goal-tolerance is '%s': expected T or T,DEG, with 0 to 32768 tiles and 0 to 180 degrees",
               text);
}

bool goals_read(const options *given, const job *work, goals *all)
{
    if (!given->to)
        return complain("fairway route needs --to X,Y[,DEG]");
    io_span rest = io_span_of(given->to), piece;
    all->count = 0;
    while (io_next_piece(&rest, '/', &piece)) {
        if (all->count == MOST_GOALS)
            return complain("--to holds more than %d goals", MOST_GOALS);
        if (!place_read(work, "--to", piece, &all->places[all->count]))
            return false;
        if (all->places[all->count].has_heading != all->places[0].has_heading)
            return complain("--to needs a heading for all goals or for none");
        all->count++;
    }
    if (given->within > 0 && all->count > 1)
        return complain("--within needs a single goal, but --to holds %d", all->count);
    if (!read_tolerance(given->goal_tolerance, all))
        return false;
    all->tolerance = length_to_tiles(work, all->tolerance);
    return true;
}

fw_result goals_ask(const options *given, const job *work, goals *all, fw_request *request)
{
    const bool has_heading = all->places[0].has_heading;
    const double within = length_to_tiles(work, given->within);
    for (int32_t i = 0; i < all->count; i++) {
        all->poses[i] = io_place_pose(&all->places[i], work->def.size);
        if (!request_place_is_on_map(work, &all->places[i]))
            return FW_OUT_OF_BOUNDS;
    }
    request->goal = has_heading ? fw_goal_pose(all->poses[0]) : fw_goal_at(all->poses[0].x, all->poses[0].y);
    if (within > 0)
        request->goal = has_heading ? fw_goal_pose_within(all->poses[0], within)
                                    : fw_goal_within(all->poses[0].x, all->poses[0].y, within);
    else if (all->count > 1)
        request->goal = has_heading ? fw_goal_nearest_pose_of(all->poses, all->count)
                                    : fw_goal_nearest_of(all->poses, all->count);
    request->goal.radius = fmax(request->goal.radius, all->tolerance);
    request->goal.heading_tolerance = all->heading_tolerance;
    return FW_OK;
}
