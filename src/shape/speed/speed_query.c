#include <math.h>

#include "fairway/shape.h"

typedef struct moment {
    double at, speed, time;
} moment;

/// The last sample whose time (`by_time`) or distance is at most `key`.
static int32_t sample_before(const fw_speed_sample *samples, int32_t count, double key, bool by_time)
{
    int32_t low = 0, high = count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low + 1) / 2;
        if ((by_time ? samples[middle].time : samples[middle].at) <= key)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static moment moment_of(const fw_speed_sample *sample)
{
    return (moment){ sample->at, sample->speed, sample->time };
}

/// The point at a time; between two samples the speed is linear in time.
static moment moment_at_time(const fw_speed_sample *samples, int32_t count, double time)
{
    const int32_t index = sample_before(samples, count, time, true);
    const fw_speed_sample *from = &samples[index], *to = from + 1;
    if (index == count - 1 || time <= from->time)
        return moment_of(from);
    const double passed = time - from->time;
    const double speed = from->speed + (to->speed - from->speed) * passed / (to->time - from->time);
    const double at = from->at + (from->speed + speed) / 2 * passed;
    return (moment){ fmin(at, to->at), speed, time };
}

/// The point at a distance; between two samples the square of the speed is linear in distance.
static moment moment_at_distance(const fw_speed_sample *samples, int32_t count, double distance)
{
    const int32_t index = sample_before(samples, count, distance, false);
    const fw_speed_sample *from = &samples[index], *to = from + 1;
    if (index == count - 1 || distance <= from->at)
        return moment_of(from);
    const double passed = distance - from->at, share = passed / (to->at - from->at);
    const double speed = sqrt(from->speed * from->speed * (1 - share) + to->speed * to->speed * share);
    const double time = from->time + 2 * passed / (from->speed + speed);
    return (moment){ distance, speed, fmin(time, to->time) };
}

double fw_path_duration(const fw_path *path)
{
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    return samples ? samples[count - 1].time : 0;
}

fw_result fw_path_pose_at_time(const fw_path *path, double time, fw_pose *pose, double *speed)
{
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    if (!path || !pose)
        return FW_NULL_ARGUMENT;
    if (!isfinite(time))
        return FW_NOT_FINITE;
    if (!samples)
        return FW_BAD_SIZE;
    const moment point = moment_at_time(samples, count, time);
    if (speed)
        *speed = point.speed;
    return fw_path_pose_at(path, point.at, pose);
}

fw_result fw_path_speed_at(const fw_path *path, double distance, double *speed, double *time)
{
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    if (!path)
        return FW_NULL_ARGUMENT;
    if (!isfinite(distance))
        return FW_NOT_FINITE;
    if (!samples)
        return FW_BAD_SIZE;
    const moment point = moment_at_distance(samples, count, distance);
    if (speed)
        *speed = point.speed;
    if (time)
        *time = point.time;
    return FW_OK;
}
