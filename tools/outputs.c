#include "outputs.h"

#include <stddef.h>
#include <string.h>

#include "complain.h"
#include "draw.h"
#include "io/output.h"
#include "io/text.h"
#include "raster.h"

/// Refuses a name that ends as another format of pictures does.
static bool fits_format(const char *option, const char *file, const char *own)
{
    static const char *const formats[] = { ".png", ".svg", ".jpg",  ".jpeg", ".gif",
                                           ".bmp", ".tif", ".tiff", ".webp", ".pdf" };
    for (size_t i = 0; file && i < sizeof formats / sizeof *formats; i++)
        if (io_ends_with(file, formats[i]) && strcmp(formats[i], own) != 0)
            return complain("%s writes a %s file, and not '%s'", option, own + 1,
                            io_quoted(io_span_of(file)).text);
    return true;
}

/// Refuses options of pictures and of pages if neither is drawn.
static bool pictures_are_drawn(const options *given)
{
    if (given->page && !given->html)
        return complain("--page is for --html");
    if (given->svg || given->png || given->draw != NOT_CHOSEN)
        return true;
    static const char *const names[] = { "expanded", "show", "with", NULL };
    const char *idle = options_first(given, names);
    return !idle || complain("--%s is for pictures: --svg, --png or --draw", idle);
}

enum { FILES = 9, OUTPUTS = 12 }; ///< files come first, then texts, which a summary may follow

/// What a command writes, and the option that asks for it; "-" is standard output, null = nothing.
typedef struct written {
    const char *option, *file;
} written;

static bool is_stdout(const char *file)
{
    return file && strcmp(file, "-") == 0;
}

static void list_outputs(const options *given, written outputs[OUTPUTS])
{
    const written all[OUTPUTS] = {
        { "--json", given->json },
        { "--svg", given->svg },
        { "--png", given->png },
        { "--html", given->html },
        { "--trace", given->trace },
        { "--each", given->each },
        { "--poses", given->poses },
        { "-o", given->output },
        { "--minimise", given->minimise },
        { "--ascii", given->ascii ? "-" : NULL },
        { "--draw", given->draw != NOT_CHOSEN ? "-" : NULL },
        { "--clearance", prints_clearance(given) ? "-" : NULL },
    };
    memcpy(outputs, all, sizeof all);
}

bool outputs_fit(const options *given)
{
    written outputs[OUTPUTS];
    list_outputs(given, outputs);
    const char *first = NULL;
    for (size_t i = 0; i < OUTPUTS; i++) {
        if (!is_stdout(outputs[i].file))
            continue;
        if (first)
            return complain("%s and %s both ask for standard output", first, outputs[i].option);
        first = outputs[i].option;
    }
    return pictures_are_drawn(given) && fits_format("--png", given->png, ".png") &&
           fits_format("--svg", given->svg, ".svg");
}

bool outputs_can_be_written(const options *given)
{
    written outputs[OUTPUTS];
    list_outputs(given, outputs);
    for (size_t i = 0; i < OUTPUTS; i++) {
        io_fault fault = { 0 };
        if (outputs[i].file && !io_output_is_possible(outputs[i].file, &fault))
            return complain("%s", fault.text);
    }
    return true;
}

bool prints_clearance(const options *given)
{
    return given->clearance && !given->svg && !given->png && given->draw == NOT_CHOSEN;
}

bool wants_summary(const options *given)
{
    written outputs[OUTPUTS];
    bool is_free = !given->quiet;
    list_outputs(given, outputs);
    for (size_t i = 0; i < FILES; i++)
        is_free = is_free && !is_stdout(outputs[i].file);
    return is_free;
}

bool write_file(const char *name, bool (*write)(FILE *to, const void *what, io_fault *fault),
                const void *what)
{
    io_fault fault;
    io_output output;
    if (!name)
        return true;
    if (!io_output_open(name, &output, &fault))
        return complain("%s", fault.text);
    if (!write(output.to, what, &fault)) {
        io_output_abandon(&output);
        return complain("%s: %s", name, fault.text);
    }
    return io_output_finish(&output, &fault) || complain("%s", fault.text);
}

static bool write_svg(FILE *to, const void *picture, io_fault *fault)
{
    return io_picture_svg(to, picture, fault);
}

static bool write_png(FILE *to, const void *picture, io_fault *fault)
{
    FILE *svg = tmpfile();
    const bool drawn = svg ? io_picture_svg(svg, picture, fault) && raster_png(to, svg, fault)
                           : io_fail(fault, "there is no place for a temporary file");
    if (svg)
        fclose(svg);
    return drawn;
}

static bool write_ascii(FILE *to, const void *picture, io_fault *fault)
{
    return io_picture_ascii(to, picture, fault);
}

static bool write_clearance(FILE *to, const void *picture, io_fault *fault)
{
    return io_picture_clearance_text(to, picture, fault);
}

bool draw_in_terminal(const options *given, bool (*write_svg)(FILE *to, const void *what, io_fault *fault),
                      const void *what)
{
    io_fault fault = { .text = "there is no place for a temporary file" };
    if (given->draw == NOT_CHOSEN)
        return true;
    FILE *svg = tmpfile(), *png = tmpfile();
    const bool is_drawn = svg && png && write_svg(svg, what, &fault) && raster_png(png, svg, &fault) &&
                          draw_png(png, (draw_kind)given->draw, &fault);
    if (svg)
        fclose(svg);
    if (png)
        fclose(png);
    return is_drawn || complain("--draw: %s", fault.text);
}

bool write_pictures(const options *given, const io_picture *picture)
{
    return write_file(given->svg, write_svg, picture) && write_file(given->png, write_png, picture) &&
           draw_in_terminal(given, write_svg, picture) &&
           write_file(given->ascii ? "-" : NULL, write_ascii, picture) &&
           write_file(prints_clearance(given) ? "-" : NULL, write_clearance, picture);
}
