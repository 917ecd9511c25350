#include <math.h>

#include "io/drawing.h"

/// Width of lines, in pixels.
#define NOTE_WIDTH 2.0

static const io_color pen_colors[IO_PENS] = {
    { 0x2f, 0x33, 0x3a }, { 0xd6, 0x45, 0x50 }, { 0x1f, 0x5f, 0xbf }, { 0x2a, 0x8f, 0x5b },
    { 0xc8, 0x5a, 0x17 }, { 0x8a, 0x3f, 0xfc }, { 0x8d, 0x92, 0x9e },
};

io_color picture_pen_color(io_pen pen)
{
    return pen_colors[pen];
}

static io_color note_color(const io_note *note)
{
    return pen_colors[note->pen];
}

static double note_boldness(const io_note *note)
{
    return note->boldness > 0.0 ? note->boldness : 1.0;
}

static void draw_dot(io_drawing *drawing, const io_note *note)
{
    const io_view *view = &drawing->layout->view;
    const bool is_spot = note->kind == IO_NOTE_SPOT;
    const io_point middle = view_point(view, note->line.start.x, note->line.start.y);
    const double dot = note_boldness(note) * fmin(fmax(0.06 * view->scale, 2.0), 4.0);
    const double radius = is_spot ? fmin(fmax(0.2 * view->scale, 5.0), 12.0) : dot;
    if (is_spot) {
        outline_disc(&drawing->outline, middle, radius + 2.0);
        drawing_fill(drawing, white_color, 1.0);
    }
    outline_disc(&drawing->outline, middle, radius);
    drawing_fill(drawing, note_color(note), 1.0);
}

/// Draws the text on a patch of the page's colour, so that lines do not cross it.
static void draw_text(io_drawing *drawing, const io_note *note)
{
    const io_view *view = &drawing->layout->view;
    const double capitals = fmin(fmax(0.3 * view->scale, 14.0), 22.0);
    const double width = svg_text_width(note->text, capitals);
    const io_point middle = view_point(view, note->text_x, note->text_y);
    const double left = middle.x - 0.5 * width, top = middle.y - 0.5 * capitals;
    outline_rectangle(&drawing->outline, left - 2.0, top - 3.0, width + 4.0, capitals + 6.0);
    drawing_fill(drawing, page_color, 0.7);
    svg_text(drawing->to, left, top + capitals, capitals, note_color(note), note->text);
}

void drawing_note_lines(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    for (int32_t i = 0; i < picture->note_count; i++)
        if (picture->notes[i].kind == IO_NOTE_LINE)
            svg_stroke(drawing->to, &picture->notes[i].line, 1, &drawing->layout->view,
                       NOTE_WIDTH * note_boldness(&picture->notes[i]), note_color(&picture->notes[i]), 1.0);
}

void drawing_notes(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    for (int32_t i = 0; i < picture->note_count; i++)
        if (picture->notes[i].kind == IO_NOTE_DOT || picture->notes[i].kind == IO_NOTE_SPOT)
            draw_dot(drawing, &picture->notes[i]);
    for (int32_t i = 0; i < picture->note_count; i++)
        if (picture->notes[i].text[0])
            draw_text(drawing, &picture->notes[i]);
}
