#include "draw.h"

#include <stdlib.h>

#include "terminal.h"

#if TOOLS_HAVE_CHAFA

#include <chafa.h>
#include <png.h>

/// Letters of a terminal are about twice as high as wide. Its size, if standard output is none.
#define LETTER_RATIO 0.5F
enum { USUAL_WIDTH = 80, USUAL_HEIGHT = 50, LETTER_WIDTH = 10, LETTER_HEIGHT = 20 };

bool draw_is_there(void)
{
    return true;
}

/// A picture of four bytes a pixel: red, green, blue, alpha.
typedef struct pixels {
    unsigned char *bytes; ///< to be freed
    int width, height;
} pixels;

static bool read_png(FILE *png, pixels *read)
{
    png_image image = { .version = PNG_IMAGE_VERSION };
    rewind(png);
    if (!png_image_begin_read_from_stdio(&image, png))
        return false;
    image.format = PNG_FORMAT_RGBA;
    *read = (pixels){ malloc(PNG_IMAGE_SIZE(image)), (int)image.width, (int)image.height };
    const bool is_read = read->bytes && png_image_finish_read(&image, NULL, read->bytes, 0, NULL);
    png_image_free(&image);
    return is_read;
}

static draw_kind best_kind(const ChafaTermInfo *terminal)
{
    if (chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1))
        return DRAW_KITTY;
    return chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_BEGIN_SIXELS) ? DRAW_SIXEL : DRAW_BLOCKS;
}

static ChafaCanvasMode colors_of(const ChafaTermInfo *terminal)
{
    if (chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT))
        return CHAFA_CANVAS_MODE_TRUECOLOR;
    return chafa_term_info_have_seq(terminal, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256)
               ? CHAFA_CANVAS_MODE_INDEXED_240
               : CHAFA_CANVAS_MODE_INDEXED_16;
}

/// How the terminal draws a picture of this shape.
static ChafaCanvasConfig *config_of(const ChafaTermInfo *terminal, draw_kind kind, const pixels *picture)
{
    static const ChafaPixelMode modes[] = { [DRAW_BLOCKS] = CHAFA_PIXEL_MODE_SYMBOLS,
                                            [DRAW_SIXEL] = CHAFA_PIXEL_MODE_SIXELS,
                                            [DRAW_KITTY] = CHAFA_PIXEL_MODE_KITTY };
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    int columns = terminal_width(stdout, USUAL_WIDTH), rows = terminal_height(stdout, USUAL_HEIGHT) - 2;
    chafa_calc_canvas_geometry(picture->width, picture->height, &columns, &rows, LETTER_RATIO, TRUE, FALSE);
    chafa_symbol_map_add_by_tags(symbols,
                                 CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID | CHAFA_SYMBOL_TAG_VHALF);
    chafa_canvas_config_set_symbol_map(config, symbols);
    chafa_symbol_map_unref(symbols);
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_cell_geometry(config, LETTER_WIDTH, LETTER_HEIGHT);
    chafa_canvas_config_set_pixel_mode(config, modes[kind]);
    chafa_canvas_config_set_canvas_mode(config, kind == DRAW_BLOCKS ? colors_of(terminal)
                                                                    : CHAFA_CANVAS_MODE_TRUECOLOR);
    return config;
}

bool draw_png(FILE *png, draw_kind kind, io_fault *fault)
{
    pixels picture = { 0 };
    if (!read_png(png, &picture)) {
        free(picture.bytes);
        return io_fail(fault, "the picture cannot be read back");
    }
    ChafaTermDb *known = chafa_term_db_get_default();
    gchar **environment = g_get_environ();
    ChafaTermInfo *terminal = chafa_term_db_detect(known, environment);
    ChafaTermInfo *all =
        chafa_term_db_get_fallback_info(known); // says all that was asked for, also to a pipe
    ChafaCanvasConfig *config = config_of(terminal, kind == DRAW_AUTO ? best_kind(terminal) : kind, &picture);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, picture.bytes, picture.width,
                                 picture.height, 4 * picture.width);
    GString *text = chafa_canvas_print(canvas, all);
    fwrite(text->str, 1, text->len, stdout);
    putchar('\n');
    g_string_free(text, TRUE);
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    chafa_term_info_unref(all);
    chafa_term_info_unref(terminal);
    g_strfreev(environment);
    free(picture.bytes);
    return true;
}

#else

bool draw_is_there(void)
{
    return false;
}

bool draw_png(FILE *png, draw_kind kind, io_fault *fault)
{
    (void)png;
    (void)kind;
    return io_fail_as(
        fault, FW_NOT_SUPPORTED,
        "this build of fairway cannot draw in a terminal: it was made without libchafa (Debian: "
        "libchafa-dev, libglib2.0-dev)");
}

#endif
