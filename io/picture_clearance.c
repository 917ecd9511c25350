#include <math.h>
#include <stdio.h>

#include "io/drawing.h"

/// Number of shades from clearance 1 to the largest, and least pixels per tile with which numbers are drawn.
enum { SHADES = 16, TILE_OF_NUMBERS = 14 };

// No terrain has such a colour.
static const io_color narrow_color = { 0xfa, 0xe6, 0xec };
static const io_color wide_color = { 0x6b, 0x2d, 0x73 };

static int32_t clearance_at(const io_picture *picture, int32_t x, int32_t y)
{
    return picture->clearance[(size_t)y * (size_t)fw_map_width(picture->map) + (size_t)x];
}

int32_t picture_largest_clearance(const io_picture *picture)
{
    int32_t largest = 0;
    for (int32_t y = 0; picture->clearance && y < fw_map_height(picture->map); y++)
        for (int32_t x = 0; x < fw_map_width(picture->map); x++)
            if (clearance_at(picture, x, y) > largest)
                largest = clearance_at(picture, x, y);
    return largest;
}

/// The shade of a clearance grows with its logarithm: the step from 1 to 2 matters more than the one from 101 to 102.
static int shade_of(int32_t clearance, int32_t largest)
{
    return largest > 1 ? (int)lround((SHADES - 1) * log(clearance) / log(largest)) : 0;
}

io_color picture_clearance_color(int32_t clearance, int32_t largest)
{
    return io_mixed_color(narrow_color, wide_color, (double)shade_of(clearance, largest) / (SHADES - 1));
}

static bool has_shade(const io_drawing *drawing, int32_t x, int32_t y, int shade, int32_t largest)
{
    const int32_t clearance = clearance_at(drawing->picture, x, y);
    return clearance > 0 && shade_of(clearance, largest) == shade;
}

static void draw_shade(io_drawing *drawing, int shade, int32_t largest)
{
    const io_view *view = &drawing->layout->view;
    const int32_t width = fw_map_width(drawing->picture->map);
    for (int32_t y = 0; y < fw_map_height(drawing->picture->map); y++)
        for (int32_t x = 0, end; x < width; x = end + 1) {
            for (end = x; end < width && has_shade(drawing, end, y, shade, largest);)
                end++;
            if (end > x)
                outline_rectangle(&drawing->outline, view->left + x * view->scale,
                                  view->top + y * view->scale, (end - x) * view->scale, view->scale);
        }
    drawing_fill(drawing, io_mixed_color(narrow_color, wide_color, (double)shade / (SHADES - 1)), 1.0);
}

/// Writes the clearance into the middle of a tile.
static void draw_number(io_drawing *drawing, int32_t x, int32_t y, int32_t largest)
{
    const io_view *view = &drawing->layout->view;
    const int32_t clearance = clearance_at(drawing->picture, x, y);
    char text[16];
    snprintf(text, sizeof text, "%d", clearance);
    const double width = svg_text_width(text, 1.0);
    const double height = fmin(0.42, 0.8 / width) * view->scale;
    svg_text(drawing->to, view->left + (x + 0.5) * view->scale - 0.5 * height * width,
             view->top + (y + 0.5) * view->scale + 0.5 * height, height,
             2 * shade_of(clearance, largest) < SHADES ? ink_color : white_color, text);
}

void drawing_clearance(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    const int32_t largest = picture_largest_clearance(picture);
    for (int shade = 0; largest > 0 && shade < SHADES; shade++)
        draw_shade(drawing, shade, largest);
}

void drawing_clearance_numbers(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    const int32_t largest = picture_largest_clearance(picture);
    if (largest == 0 || drawing->layout->view.scale < TILE_OF_NUMBERS)
        return;
    for (int32_t y = 0; y < fw_map_height(picture->map); y++)
        for (int32_t x = 0; x < fw_map_width(picture->map); x++)
            if (clearance_at(picture, x, y) > 0)
                draw_number(drawing, x, y, largest);
}

bool io_picture_clearance_text(FILE *to, const io_picture *picture, io_fault *fault)
{
    const int32_t largest = picture_largest_clearance(picture);
    const int digits = snprintf(NULL, 0, "%d", largest);
    const int column = digits > 1 ? digits + 1 : 1; // a space between numbers of several digits
    (void)fault;
    for (int32_t y = 0; y < fw_map_height(picture->map); y++) {
        for (int32_t x = 0; x < fw_map_width(picture->map); x++) {
            const int width = x == 0 ? digits : column;
            if (clearance_at(picture, x, y) > 0)
                fprintf(to, "%*d", width, clearance_at(picture, x, y));
            else
                fprintf(to, "%*c", width, io_terrain_text_letter(fw_map_terrain(picture->map, x, y)));
        }
        putc('\n', to);
    }
    return true;
}
