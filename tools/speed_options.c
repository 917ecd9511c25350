#include "speed_options.h"

#include "complain.h"
#include "io/text.h"
#include "terrain_values.h"

/// Limits of fw_speed_def.
#define LEAST_RATE 1e-9
#define MOST_RATE  1e9

static bool is_rate(double value, bool may_be_zero)
{
    return (value >= LEAST_RATE && value <= MOST_RATE) || (may_be_zero && value == 0);
}

/// Reads `count` numbers with commas between them.
static bool read_rates(const char *option, const char *text, const char *form, double *const *fields,
                       int count, bool may_be_zero)
{
    io_span rest = io_span_of(text), piece;
    int read = 0;
    while (read < count && io_next_piece(&rest, ',', &piece) && io_read_decimal(piece, fields[read]))
        read++;
    if (read < count || rest.start)
        return complain("%s is '%s', expected %s", option, io_quoted(io_span_of(text)).text, form);
    for (read = 0; read < count; read++)
        if (!is_rate(*fields[read], may_be_zero))
            return complain("%s is '%s': each of its numbers is %sfrom %g to %g", option,
                            io_quoted(io_span_of(text)).text, may_be_zero ? "0, or " : "", LEAST_RATE,
                            MOST_RATE);
    return true;
}

static bool read_terrain_speeds(const char *text, const fw_map *map, fw_speed_def *speeds)
{
    io_span rest = io_span_of(text), item;
    while (io_next_piece(&rest, ',', &item)) {
        terrain_value read;
        double most = 0;
        if (!terrain_value_read("--speed-on", item, map, &read))
            return false;
        if (!read.value.start || !io_read_decimal(read.value, &most) || !is_rate(most, false))
            return complain("--speed-on: the top speed on %s is '%s', expected a number from %g to %g",
                            read.name, read.value.start ? io_quoted(read.value).text : "", LEAST_RATE,
                            MOST_RATE);
        speeds->terrain_top[read.terrain] = most;
    }
    return true;
}

bool speeds_from_options(const options *given, const fw_map *map, fw_speed_def *speeds)
{
    *speeds = fw_default_speed_def();
    double *const rates[] = { &speeds->top, &speeds->acceleration, &speeds->braking, &speeds->lateral };
    double *const ends[] = { &speeds->start, &speeds->end };
    if (!given->speed && !given->fastest &&
        (given->speed_on || given->speed_ends || given->radius_per_speed > 0))
        return complain(
            "--speed-on, --speed-ends and --radius-per-speed go with --speed V,ACCEL,DECEL,LATERAL");
    speeds->radius_per_speed = given->radius_per_speed;
    return (!given->speed || read_rates("--speed", given->speed, "V,ACCEL,DECEL,LATERAL", rates, 4, false)) &&
           (!given->speed_ends ||
            read_rates("--speed-ends", given->speed_ends, "START,END", ends, 2, true)) &&
           (!given->speed_on || read_terrain_speeds(given->speed_on, map, speeds));
}
