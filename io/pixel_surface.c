#include <assert.h>
#include <math.h>

#include "io/font.h"
#include "io/png_image.h"
#include "io/surfaces.h"

static io_pixel_surface *pixels_of(io_surface *surface)
{
    return (io_pixel_surface *)surface;
}

/// The colour of a pixel that shows several tiles: the mean of their colours.
static io_color mean_color(const fw_map *map, int32_t x, int32_t y, int32_t end_x, int32_t end_y)
{
    uint32_t sum[3] = { 0, 0, 0 };
    uint32_t count = 0;
    for (int32_t at_y = y; at_y < end_y; at_y++)
        for (int32_t at_x = x; at_x < end_x; at_x++, count++) {
            const io_color color = io_terrain_color(fw_map_terrain(map, at_x, at_y));
            sum[0] += color.red;
            sum[1] += color.green;
            sum[2] += color.blue;
        }
    assert(count > 0);
    return (io_color){ (uint8_t)(sum[0] / count), (uint8_t)(sum[1] / count), (uint8_t)(sum[2] / count) };
}

/// The tile at a pixel, counted from the map's corner.
static int32_t tile_at(int pixel, double scale, int32_t side)
{
    const double tile = floor(pixel / scale);
    return tile < side ? (int32_t)tile : side;
}

static bool draw_tiles(io_surface *surface, const fw_map *map, const io_view *view)
{
    io_canvas *canvas = &pixels_of(surface)->canvas;
    const int32_t width = fw_map_width(map);
    const int32_t height = fw_map_height(map);
    const int columns = (int)ceil(width * view->scale);
    const int rows = (int)ceil(height * view->scale);
    for (int row = 0; row < rows; row++) {
        const int32_t y = tile_at(row, view->scale, height - 1);
        const int32_t next_y = tile_at(row + 1, view->scale, height);
        for (int column = 0; column < columns; column++) {
            const int32_t x = tile_at(column, view->scale, width - 1);
            const int32_t next_x = tile_at(column + 1, view->scale, width);
            const io_color color =
                mean_color(map, x, y, next_x > x ? next_x : x + 1, next_y > y ? next_y : y + 1);
            canvas_blend(canvas, (int)view->left + column, (int)view->top + row, color, 1.0);
        }
    }
    return true;
}

static bool draw_fill(io_surface *surface, const io_outline *outline, io_color color, double alpha)
{
    return canvas_fill(&pixels_of(surface)->canvas, outline, color, alpha);
}

static bool draw_stroke(io_surface *surface, const fw_segment *segments, int32_t count, const io_view *view,
                        double width, io_color color, double alpha)
{
    io_outline *strokes = &pixels_of(surface)->strokes;
    outline_clear(strokes);
    for (int32_t i = 0; i < count; i++)
        trail_line(strokes, &segments[i], view, width);
    return canvas_fill(&pixels_of(surface)->canvas, strokes, color, alpha);
}

static bool draw_text(io_surface *surface, double x, double y, double height, io_color color,
                      const char *text)
{
    io_outline *strokes = &pixels_of(surface)->strokes;
    outline_clear(strokes);
    font_outline(strokes, x, y, height, text);
    return canvas_fill(&pixels_of(surface)->canvas, strokes, color, 1.0);
}

io_pixel_surface pixel_surface_on(io_canvas canvas)
{
    return (io_pixel_surface){
        .surface = { draw_tiles, draw_fill, draw_stroke, draw_text, font_width },
        .canvas = canvas,
    };
}

bool io_picture_png(FILE *to, const io_picture *picture, io_fault *fault)
{
    io_pixel_surface pixels = pixel_surface_on((io_canvas){ 0 });
    const io_layout layout = picture_layout(picture, &pixels.surface);
    if (!canvas_create(&pixels.canvas, layout.width, layout.height, picture_page_color()))
        return io_fail(fault, "there is not enough memory for %d x %d pixels", layout.width, layout.height);
    const io_image image = { layout.width, layout.height, pixels.canvas.pixels };
    const bool drawn = picture_draw(picture, &layout, &pixels.surface)
                           ? io_png_write(to, &image, fault)
                           : io_fail(fault, "there is not enough memory to draw the picture");
    outline_free(&pixels.strokes);
    canvas_free(&pixels.canvas);
    return drawn;
}
