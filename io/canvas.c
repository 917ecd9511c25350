#include "io/canvas.h"

#include <math.h>
#include <stdlib.h>

/// Number of scan lines for each row of pixels. Along a scan line, coverage is exact.
enum { LINES = 8 };

typedef struct edge {
    double x, y;  ///< upper end
    double slope; ///< x for each y
    double bottom;
    int winding;
} edge;

typedef struct crossing {
    double x;
    int winding;
} crossing;

/// The progress of filling an outline: its edges, and the present scan line.
typedef struct filling {
    edge *edges; ///< [edge * count] sorted by y
    size_t count;
    size_t begun;   ///< number of edges that a scan line has reached
    size_t *active; ///< [index * active_count] edges that the scan line crosses or has not passed yet
    size_t active_count;
    crossing *crossings; ///< [crossing * active_count]
    double *cover;       ///< [0 .. LINES * width] of one row of pixels
} filling;

bool canvas_create(io_canvas *canvas, int width, int height, io_color color)
{
    *canvas = (io_canvas){ .width = width, .height = height };
    canvas->pixels = malloc((size_t)width * (size_t)height * 3);
    if (!canvas->pixels)
        return false;
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        canvas->pixels[3 * i] = color.red;
        canvas->pixels[3 * i + 1] = color.green;
        canvas->pixels[3 * i + 2] = color.blue;
    }
    return true;
}

void canvas_free(io_canvas *canvas)
{
    free(canvas->pixels);
    *canvas = (io_canvas){ 0 };
}

static uint8_t mixed(uint8_t under, uint8_t over, double cover)
{
    return (uint8_t)(under + (over - under) * cover + 0.5);
}

void canvas_blend(io_canvas *canvas, int x, int y, io_color color, double cover)
{
    uint8_t *pixel = canvas->pixels + 3 * ((size_t)y * (size_t)canvas->width + (size_t)x);
    pixel[0] = mixed(pixel[0], color.red, cover);
    pixel[1] = mixed(pixel[1], color.green, cover);
    pixel[2] = mixed(pixel[2], color.blue, cover);
}

static int by_top(const void *a, const void *b)
{
    const double first = ((const edge *)a)->y;
    const double second = ((const edge *)b)->y;
    return (first > second) - (first < second);
}

static void add_edge(filling *fill, io_point from, io_point to)
{
    if (from.y == to.y)
        return;
    const bool is_down = from.y < to.y;
    const io_point top = is_down ? from : to;
    const io_point bottom = is_down ? to : from;
    fill->edges[fill->count++] = (edge){
        .x = top.x,
        .y = top.y,
        .slope = (bottom.x - top.x) / (bottom.y - top.y),
        .bottom = bottom.y,
        .winding = is_down ? 1 : -1,
    };
}

static bool begin_filling(filling *fill, const io_canvas *canvas, const io_outline *outline)
{
    *fill = (filling){ 0 };
    fill->edges = malloc(outline->count * sizeof *fill->edges);
    fill->active = malloc(outline->count * sizeof *fill->active);
    fill->crossings = malloc(outline->count * sizeof *fill->crossings);
    fill->cover = calloc((size_t)canvas->width + 1, sizeof *fill->cover);
    if (!fill->edges || !fill->active || !fill->crossings || !fill->cover)
        return false;
    size_t first = 0;
    for (size_t loop = 0; loop < outline->loops; loop++) {
        const size_t end = outline->ends[loop];
        for (size_t i = first; i < end; i++)
            add_edge(fill, outline->points[i], outline->points[i + 1 < end ? i + 1 : first]);
        first = end;
    }
    qsort(fill->edges, fill->count, sizeof *fill->edges, by_top);
    return true;
}

static void end_filling(filling *fill)
{
    free(fill->edges);
    free(fill->active);
    free(fill->crossings);
    free(fill->cover);
}

/// Finds the crossings of the scan line with edges, sorted from left to right.
static size_t find_crossings(filling *fill, double y)
{
    size_t count = 0;
    size_t kept = 0;
    while (fill->begun < fill->count && fill->edges[fill->begun].y <= y)
        fill->active[fill->active_count++] = fill->begun++;
    for (size_t i = 0; i < fill->active_count; i++) {
        const edge *at = &fill->edges[fill->active[i]];
        if (at->bottom <= y)
            continue;
        fill->active[kept++] = fill->active[i];
        const crossing new = { at->x + (y - at->y) * at->slope, at->winding };
        size_t place = count++;
        for (; place > 0 && fill->crossings[place - 1].x > new.x; place--)
            fill->crossings[place] = fill->crossings[place - 1];
        fill->crossings[place] = new;
    }
    fill->active_count = kept;
    return count;
}

/// Adds to the cover of each pixel the part of it that lies between two x of a row.
static void add_span(double *cover, int width, double from, double to)
{
    from = from < 0.0 ? 0.0 : from;
    to = to > width ? width : to;
    if (from >= to)
        return;
    const int first = (int)from;
    const int last = (int)to;
    if (first == last) {
        cover[first] += to - from;
        return;
    }
    cover[first] += first + 1 - from;
    for (int x = first + 1; x < last; x++)
        cover[x] += 1.0;
    cover[last] += to - last; // at the right border 0 is added one place beyond the row's pixels
}

static void add_line(filling *fill, int width, double y)
{
    const size_t count = find_crossings(fill, y);
    int winding = 0;
    for (size_t i = 0; i < count; i++) {
        if (winding != 0)
            add_span(fill->cover, width, fill->crossings[i - 1].x, fill->crossings[i].x);
        winding += fill->crossings[i].winding;
    }
}

static void blend_row(io_canvas *canvas, filling *fill, int y, io_color color, double alpha)
{
    for (int x = 0; x < canvas->width; x++) {
        if (fill->cover[x] > 0.0)
            canvas_blend(canvas, x, y, color, fill->cover[x] * alpha / LINES);
        fill->cover[x] = 0.0;
    }
    fill->cover[canvas->width] = 0.0;
}

bool canvas_fill(io_canvas *canvas, const io_outline *outline, io_color color, double alpha)
{
    if (outline->failed)
        return false;
    if (outline->count == 0)
        return true;
    filling fill;
    const bool begun = begin_filling(&fill, canvas, outline);
    int y = begun && fill.count > 0 && fill.edges[0].y > 0.0 ? (int)fill.edges[0].y : 0;
    for (; begun && y < canvas->height && (fill.active_count > 0 || fill.begun < fill.count); y++) {
        for (int line = 0; line < LINES; line++)
            add_line(&fill, canvas->width, y + (line + 0.5) / LINES);
        blend_row(canvas, &fill, y, color, alpha);
    }
    end_filling(&fill);
    return begun;
}
