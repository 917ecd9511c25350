#include "fairway/space_path.h"

#include <math.h>

#include "curve/path.h"
#include "curve/segment.h"
#include "fairway/curve.h"

/// The unit that drives, and the user's function that tells where it may.
typedef struct driver {
    double turn_radius;
    fw_may_drive_fn may_drive;
    void *user;
} driver;

static bool is_free(const driver *driver, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (!driver->may_drive(driver->user, &curve->segments[i]))
            return false;
    return true;
}

/// True if the unit can drive to a point by the shorter curve or, if that is not free, by the longer one.
static bool reaches(const driver *driver, fw_pose from, const fw_pose *to, fw_curve *curve)
{
    static const fw_side sides[] = { FW_SIDE_LEFT, FW_SIDE_RIGHT };
    const int ways = driver->turn_radius > 0 ? 2 : 1; // without a turning radius there is one line
    fw_curve curves[2];
    int count = 0;
    for (int i = 0; i < ways; i++)
        count +=
            fw_turn_then_straight(from, to->x, to->y, driver->turn_radius, sides[i], &curves[count]) == FW_OK;
    const int shorter = count == 2 && curves[1].length < curves[0].length;
    for (int i = 0; i < count; i++)
        if (is_free(driver, &curves[i ^ shorter])) {
            *curve = curves[i ^ shorter];
            return true;
        }
    return false;
}

/// Looks from `first` on for the first run of points that the unit can reach, and finds the curve to its last point.
/// Returns the point after that one; `first` if the unit can reach none.
static int32_t look_ahead(const driver *driver, fw_pose from, const fw_pose *points, int32_t first,
                          int32_t count, fw_curve *best)
{
    int32_t next = first;
    fw_curve curve;
    for (int32_t i = first; i < count; i++) {
        if (reaches(driver, from, &points[i], &curve)) {
            *best = curve;
            next = i + 1;
        } else if (next > first) {
            break;
        }
    }
    return next;
}

/// Appends a straight line to a point that the unit cannot reach, as an impossible stretch.
static fw_result push_impossible(fw_path *path, fw_pose from, const fw_pose *to, fw_pose *end)
{
    const double driven = path_written_length(path);
    fw_segment line;
    segment_set_line(&line, from.x, from.y, to->x, to->y);
    *end = segment_end(&line);
    if (path_push(path, &line) != FW_OK)
        return FW_NO_MEMORY;
    return path_push_impossible(path, driven, path_written_length(path));
}

static fw_result push_curve(fw_path *path, const fw_curve *curve, fw_pose *end)
{
    for (int32_t i = 0; i < curve->count; i++) {
        if (path_push(path, &curve->segments[i]) != FW_OK)
            return FW_NO_MEMORY;
        *end = segment_end(&curve->segments[i]);
    }
    return FW_OK;
}

/// Writes the path to the last point.
static fw_result write_drive(const driver *driver, fw_path *path, fw_pose start, const fw_pose *points,
                             int32_t count, int32_t *impossible)
{
    const fw_segment standing = { .start = start }; // gives way to the first movement
    fw_pose at = start;
    fw_result pushed = path_push(path, &standing);
    for (int32_t first = 0, next; first < count && pushed == FW_OK; first = next) {
        fw_curve curve;
        next = look_ahead(driver, at, points, first, count, &curve);
        if (next > first) {
            pushed = push_curve(path, &curve, &at);
            continue;
        }
        pushed = push_impossible(path, at, &points[first], &at);
        next++;
        ++*impossible;
    }
    return pushed;
}

static bool are_finite(const fw_pose *points, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (!isfinite(points[i].x) || !isfinite(points[i].y))
            return false;
    return true;
}

fw_result fw_path_in_sight(fw_path *path, fw_pose start, const fw_pose *points, int32_t count,
                           double turn_radius, fw_may_drive_fn may_drive, void *user)
{
    if (!path || !points || !may_drive)
        return FW_NULL_ARGUMENT;
    if (count < 1)
        return FW_BAD_SIZE;
    if (!are_finite(&start, 1) || !are_finite(points, count) || !isfinite(start.heading) ||
        !isfinite(turn_radius))
        return FW_NOT_FINITE;
    if (turn_radius < 0)
        return FW_BAD_VALUE;
    const driver driver = { turn_radius, may_drive, user };
    fw_path_summary summary = { .outcome = FW_OUTCOME_FOUND };
    path_begin(path);
    const fw_result written =
        write_drive(&driver, path, start, points, count, &summary.violations.impossible);
    summary.cost = path_written_length(path);
    if (written == FW_OK)
        path_end(path, &summary);
    else
        path_abandon(path);
    return written;
}

fw_result fw_nodes_in_sight(fw_node *nodes, int32_t *count, fw_sees_fn sees, void *user)
{
    if (!count || !sees || (!nodes && *count > 0))
        return FW_NULL_ARGUMENT;
    if (*count < 0)
        return FW_BAD_SIZE;
    int32_t kept = *count > 0;
    for (int32_t i = 2; i < *count; i++)
        if (!sees(user, nodes[kept - 1].id, nodes[i].id))
            nodes[kept++] = nodes[i - 1];
    if (*count > 1)
        nodes[kept++] = nodes[*count - 1];
    *count = kept;
    return FW_OK;
}
