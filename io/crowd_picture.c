#include "io/crowd_picture.h"

#include <math.h>

#include "io/surfaces.h"

/// The longer side of a picture, in pixels.
#define PICTURE_SIDE 800.0

/// Colours of units, by the direction of travel: one for each eighth of a circle.
static const char *const colors[] = { "#c7374a", "#d97b1c", "#b59a1c", "#5d9b3a",
                                      "#2a8f8a", "#1f5fbf", "#6a4fb3", "#b0489a" };

enum { COLORS = sizeof colors / sizeof *colors };

/// Index of the frame that the picture shows as number `shown` of `count`.
static int64_t frame_of(const io_crowd *crowd, int64_t shown, int64_t count)
{
    return count > 1 ? shown * (crowd->frames - 1) / (count - 1) : 0;
}

static double place_of(const io_crowd *crowd, int64_t frame, int32_t unit, int axis)
{
    return crowd->places[2 * (frame * crowd->count + unit) + axis];
}

static const char *color_of(const io_crowd *crowd, int32_t unit)
{
    const double dx = place_of(crowd, crowd->frames - 1, unit, 0) - place_of(crowd, 0, unit, 0);
    const double dy = place_of(crowd, crowd->frames - 1, unit, 1) - place_of(crowd, 0, unit, 1);
    const double share = atan2(dy, dx) / (2 * FW_PI) + 1;
    return colors[(int)(share * COLORS + 0.5) % COLORS];
}

static void write_motion(FILE *to, const io_crowd *crowd, int32_t unit, int axis, int64_t count)
{
    fprintf(to, "<animate attributeName=\"c%c\" dur=\"%.3fs\" repeatCount=\"indefinite\" values=\"",
            'x' + axis, crowd->seconds);
    for (int64_t shown = 0; shown < count; shown++)
        fprintf(to, "%s%.3f", shown ? ";" : "", place_of(crowd, frame_of(crowd, shown, count), unit, axis));
    fputs("\"/>", to);
}

void io_crowd_svg(FILE *to, const io_crowd *crowd)
{
    const double width = fw_map_width(crowd->map), height = fw_map_height(crowd->map);
    const double scale = PICTURE_SIDE / fmax(width, height);
    const int64_t count = crowd->frames < IO_CROWD_FRAMES ? crowd->frames : IO_CROWD_FRAMES;
    io_svg_surface surface = svg_surface_to(to);
    const io_view view = { .scale = 1 };
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\">\n",
            width * scale, height * scale, width, height);
    surface.surface.tiles(&surface.surface, crowd->map, &view);
    for (int32_t unit = 0; unit < crowd->count; unit++) {
        fprintf(to, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"%.3f\" fill=\"%s\">", place_of(crowd, 0, unit, 0),
                place_of(crowd, 0, unit, 1), crowd->radii[unit], color_of(crowd, unit));
        if (crowd->seconds > 0) {
            write_motion(to, crowd, unit, 0, count);
            write_motion(to, crowd, unit, 1, count);
        }
        fputs("</circle>\n", to);
    }
    fputs("</svg>\n", to);
}
