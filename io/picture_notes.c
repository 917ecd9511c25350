#include <math.h>

#include "io/drawing.h"

/// Width of lines, in pixels.
#define NOTE_WIDTH 2.0

static io_color note_color(const io_note *note)
{
    return note->is_red ? slow_color : ink_color;
}

static bool draw_dot(io_drawing *drawing, const io_note *note)
{
    const io_view *view = &drawing->layout->view;
    outline_disc(&drawing->outline, view_point(view, note->line.start.x, note->line.start.y),
                 fmin(fmax(0.06 * view->scale, 2.0), 4.0));
    return drawing_fill(drawing, note_color(note), 1.0);
}

/// Draws the text on a patch of the page's colour, so that lines do not cross it.
static bool draw_text(io_drawing *drawing, const io_note *note)
{
    const io_view *view = &drawing->layout->view;
    const io_surface *surface = drawing->surface;
    const double capitals = fmin(fmax(0.3 * view->scale, 14.0), 22.0);
    const double width = surface->text_width(note->text, capitals);
    const io_point middle = view_point(view, note->text_x, note->text_y);
    const double left = middle.x - 0.5 * width, top = middle.y - 0.5 * capitals;
    outline_rectangle(&drawing->outline, left - 2.0, top - 3.0, width + 4.0, capitals + 6.0);
    return drawing_fill(drawing, page_color, 0.7) &&
           surface->text(drawing->surface, left, top + capitals, capitals, note_color(note), note->text);
}

bool drawing_note_lines(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    bool drawn = true;
    for (int32_t i = 0; i < picture->note_count && drawn; i++)
        if (picture->notes[i].kind == IO_NOTE_LINE)
            drawn =
                drawing->surface->stroke(drawing->surface, &picture->notes[i].line, 1, &drawing->layout->view,
                                         NOTE_WIDTH, note_color(&picture->notes[i]), 1.0);
    return drawn;
}

bool drawing_notes(io_drawing *drawing)
{
    const io_picture *picture = drawing->picture;
    bool drawn = true;
    for (int32_t i = 0; i < picture->note_count && drawn; i++)
        drawn = picture->notes[i].kind != IO_NOTE_DOT || draw_dot(drawing, &picture->notes[i]);
    for (int32_t i = 0; i < picture->note_count && drawn; i++)
        drawn = !picture->notes[i].text[0] || draw_text(drawing, &picture->notes[i]);
    return drawn;
}
