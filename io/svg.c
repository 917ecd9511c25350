#include "io/svg.h"

#include <math.h>
#include <string.h>

#include "io/text.h"

/// Width of a letter of a common sans-serif font, in heights of its capitals.
#define LETTER_WIDTH          0.78
#define FONT_SIZE_OF_CAPITALS 1.38

/// Writes a number with at most two decimals, and without zeros at its end.
static void write_number(FILE *to, double value)
{
    const double hundredths = round(100.0 * value);
    fprintf(to,
            fmod(hundredths, 100.0) == 0.0  ? "%.0f"
            : fmod(hundredths, 10.0) == 0.0 ? "%.1f"
                                            : "%.2f",
            hundredths == 0.0 ? 0.0 : 0.01 * hundredths);
}

static void write_point(FILE *to, char command, io_point at)
{
    putc(command, to);
    write_number(to, at.x);
    putc(' ', to);
    write_number(to, at.y);
}

static void write_paint(FILE *to, const char *what, io_color color, double alpha)
{
    fprintf(to, " %s=\"#%02x%02x%02x\"", what, color.red, color.green, color.blue);
    if (alpha < 1.0)
        fprintf(to, " %s-opacity=\"%g\"", what, alpha);
}

void svg_begin(FILE *to, int width, int height, io_color page)
{
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n"
            "<rect width=\"100%%\" height=\"100%%\"",
            width, height, width, height);
    write_paint(to, "fill", page, 1.0);
    fputs("/>\n", to);
}

static bool is_terrain(const fw_map *map, int terrain, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < fw_map_width(map) && y < fw_map_height(map) &&
           fw_map_terrain(map, x, y) == terrain;
}

/// True if the tiles of a terrain from `x` up to `end` have a neighbour of this terrain neither before nor after them.
static bool is_run(const fw_map *map, int terrain, int32_t x, int32_t end, int32_t y)
{
    if (is_terrain(map, terrain, x - 1, y) || is_terrain(map, terrain, end, y))
        return false;
    while (x < end && is_terrain(map, terrain, x, y))
        x++;
    return x == end;
}

/// Writes all tiles of a terrain as rectangles: stretches of a row, joined with equal stretches of the rows below.
static void write_terrain(FILE *to, const fw_map *map, int terrain)
{
    int32_t last_x = 0;
    int32_t last_y = 0;
    fputs("<path", to);
    write_paint(to, "fill", io_terrain_color((uint8_t)terrain), 1.0);
    fputs(" d=\"", to);
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0, end; x < fw_map_width(map); x = end) {
            end = x + 1;
            if (!is_terrain(map, terrain, x, y))
                continue;
            while (is_terrain(map, terrain, end, y))
                end++;
            if (is_run(map, terrain, x, end, y - 1))
                continue;
            int32_t rows = 1;
            while (is_run(map, terrain, x, end, y + rows))
                rows++;
            fprintf(to, "m%d %dh%dv%dh%dz", x - last_x, y - last_y, end - x, rows, x - end);
            last_x = x;
            last_y = y;
        }
    fputs("\"/>\n", to);
}

void svg_tiles(FILE *to, const fw_map *map, const io_view *view)
{
    size_t counts[FW_TERRAIN_COUNT] = { 0 };
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            counts[fw_map_terrain(map, x, y)]++;
    int common = 0;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        common = counts[terrain] > counts[common] ? terrain : common;
    fprintf(to, "<g transform=\"translate(%g %g) scale(%g)\" shape-rendering=\"crispEdges\">\n<rect",
            view->left, view->top, view->scale);
    write_paint(to, "fill", io_terrain_color((uint8_t)common), 1.0);
    fprintf(to, " width=\"%d\" height=\"%d\"/>\n", fw_map_width(map), fw_map_height(map));
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (terrain != common && counts[terrain])
            write_terrain(to, map, terrain);
    fputs("</g>\n", to);
}

void svg_fill(FILE *to, const io_outline *outline, io_color color, double alpha)
{
    fputs("<path", to);
    write_paint(to, "fill", color, alpha);
    fputs(" d=\"", to);
    size_t first = 0;
    for (size_t loop = 0; loop < outline->loops; loop++) {
        for (size_t i = first; i < outline->ends[loop]; i++)
            write_point(to, i == first ? 'M' : 'L', outline->points[i]);
        putc('Z', to);
        first = outline->ends[loop];
    }
    fputs("\"/>\n", to);
}

/// Writes an arc in pieces of at most half a turn, which need no large-arc flag.
static void write_arc(FILE *to, const fw_segment *segment, const io_view *view)
{
    const double radius = view->scale / fabs(segment->curvature);
    const double turn = segment->length * fabs(segment->curvature);
    const int pieces = turn > FW_PI ? (int)ceil(turn / FW_PI) : 1;
    const bool is_clockwise = (segment->curvature > 0.0) == (segment->gear == FW_FORWARD);
    for (int i = 1; i <= pieces; i++) {
        const fw_pose pose = trail_pose(segment, segment->length * i / pieces);
        putc('A', to);
        write_number(to, radius);
        putc(' ', to);
        write_number(to, radius);
        write_point(to, ' ', (io_point){ 0.0, 0.0 });
        fprintf(to, " %d", is_clockwise);
        const io_point end = view_point(view, pose.x, pose.y);
        write_point(to, ' ', end);
    }
}

void svg_stroke(FILE *to, const fw_segment *segments, int32_t count, const io_view *view, double width,
                io_color color, double alpha)
{
    if (count == 0)
        return;
    fputs("<path fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"", to);
    write_paint(to, "stroke", color, alpha);
    fputs(" stroke-width=\"", to);
    write_number(to, width);
    fputs("\" d=\"", to);
    write_point(to, 'M', view_point(view, segments[0].start.x, segments[0].start.y));
    for (int32_t i = 0; i < count; i++) {
        const fw_pose end = trail_pose(&segments[i], segments[i].length);
        if (segments[i].curvature != 0.0)
            write_arc(to, &segments[i], view);
        else
            write_point(to, 'L', view_point(view, end.x, end.y));
    }
    fputs("\"/>\n", to);
}

void svg_text(FILE *to, double x, double y, double height, io_color color, const char *text)
{
    fputs("<text x=\"", to);
    write_number(to, x);
    fputs("\" y=\"", to);
    write_number(to, y);
    fprintf(to, "\" font-family=\"sans-serif\" font-size=\"%g\"", height * FONT_SIZE_OF_CAPITALS);
    write_paint(to, "fill", color, 1.0);
    putc('>', to);
    size_t count;
    for (size_t rest = strlen(text); rest > 0; text += count, rest -= count) {
        count = io_letter_bytes(text, rest);
        if (count == 0)
            fprintf(to, "&#%d;", 0xfffd);
        else if (*text == '<' || *text == '>' || *text == '&')
            fprintf(to, "&#%d;", *text);
        else if ((unsigned char)*text >= 32)
            fwrite(text, 1, count, to);
        count += count == 0;
    }
    fputs("</text>\n", to);
}

double svg_text_width(const char *text, double height)
{
    return LETTER_WIDTH * height * io_letter_count(text);
}
