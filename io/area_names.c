#include "io/area_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairway/map.h"
#include "io/account.h"
#include "io/json_reader.h"
#include "io/png_image.h"
#include "io/text.h"

#define AREAS_MOST_BYTES ((size_t)1 << 28)

enum { MOST_LABELS = UINT16_MAX + 1, NAME_BYTES = 64 };

/// Adds an area with the next label. False if there is no memory.
static bool add_name(io_area_names *areas, const char *name)
{
    char **names = io_grow_list(areas->names, (size_t)areas->count, sizeof *names);
    if (!names)
        return false;
    areas->names = names;
    char *copy = malloc(strlen(name) + 1);
    if (!copy)
        return false;
    strcpy(copy, name);
    areas->names[areas->count++] = copy;
    return true;
}

/// Paints a rectangle `[x, y, width, height]` with the last label.
static bool paint(const json_place *rect, io_area_names *areas)
{
    static const char *const form = "[x, y, width, height] within the map";
    int64_t value[4];
    if (json_count(rect) != 4)
        return json_expected(rect, form);
    for (size_t i = 0; i < 4; i++) {
        const json_place item = json_item(rect, i);
        if (!json_read_whole(&item, i < 2 ? 0 : 1, FW_MAX_SIDE, &value[i]))
            return false;
    }
    if (value[0] + value[2] > areas->width || value[1] + value[3] > areas->height)
        return json_expected(rect, form);
    for (int64_t y = value[1]; y < value[1] + value[3]; y++)
        for (int64_t x = value[0]; x < value[0] + value[2]; x++)
            areas->labels[y * areas->width + x] = (uint16_t)(areas->count - 1);
    return true;
}

static bool read_area(const json_place *place, io_area_names *areas)
{
    static const char *const keys[] = { "name", "rects", NULL };
    const char *text = NULL;
    if (!json_expect_keys(place, keys, "an area"))
        return false;
    const json_place name = json_at(place, "name"), rects = json_at(place, "rects");
    if (!json_read_text(&name, &text) || !json_expect_list(&rects))
        return false;
    if (areas->count == MOST_LABELS)
        return json_expected(place, "at most 65535 areas");
    if (!add_name(areas, text))
        return io_fail_without_memory(place->fault, place->file);
    for (size_t i = 0; i < json_count(&rects); i++) {
        const json_place rect = json_item(&rects, i);
        if (!paint(&rect, areas))
            return false;
    }
    return true;
}

static bool read_areas(const json_place *top, io_area_names *areas)
{
    static const char *const keys[] = { "areas", NULL };
    if (!json_expect_keys(top, keys, "an area map"))
        return false;
    const json_place list = json_at(top, "areas");
    if (!json_expect_list(&list))
        return false;
    for (size_t i = 0; i < json_count(&list); i++) {
        const json_place place = json_item(&list, i);
        if (!read_area(&place, areas))
            return false;
    }
    return true;
}

static bool read_json(const char *name, const char *bytes, size_t size, io_area_names *areas, io_fault *fault)
{
    json_t *value = json_parse(name, bytes, size, fault);
    if (!value)
        return false;
    const json_place top = json_top(name, value, fault);
    const bool is_read = read_areas(&top, areas);
    json_decref(value);
    return is_read;
}

/// The label of a colour in a picture.
typedef struct colour_label {
    uint32_t colour;
    uint16_t label;
} colour_label;

/// Finds the label of a colour, or adds one. `table` is a hash table with twice as many entries as there may be labels.
///
/// @return -1 if there are too many labels, or if there is no memory
static int32_t label_of(colour_label *table, uint32_t colour, io_area_names *areas)
{
    uint32_t at = colour * 2654435761u >> 15; // the upper 17 bits
    while (table[at].label && table[at].colour != colour)
        at = (at + 1) % (2 * MOST_LABELS);
    if (!table[at].label) {
        char name[NAME_BYTES];
        snprintf(name, sizeof name, "#%06x", (unsigned)colour);
        if (areas->count == MOST_LABELS || !add_name(areas, name))
            return -1;
        table[at] = (colour_label){ colour, (uint16_t)(areas->count - 1) };
    }
    return table[at].label;
}

static bool label_pixels(const char *name, const io_image *image, io_area_names *areas, io_fault *fault)
{
    colour_label *table = calloc(2 * (size_t)MOST_LABELS, sizeof *table);
    if (!table)
        return io_fail_without_memory(fault, name);
    bool is_read = true;
    for (size_t i = 0; is_read && i < (size_t)image->width * (size_t)image->height; i++) {
        const uint8_t *pixel = image->pixels + 3 * i;
        const uint32_t colour = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
        const int32_t label = colour ? label_of(table, colour, areas) : 0;
        if (label >= 0)
            areas->labels[i] = (uint16_t)label;
        else
            is_read =
                io_fail(fault, "%s: pixel %d,%d needs a label, expected memory and at most 65535 colours",
                        name, (int)(i % (size_t)image->width), (int)(i / (size_t)image->width));
    }
    free(table);
    return is_read;
}

static bool read_picture(const char *name, const char *bytes, size_t size, io_area_names *areas,
                         io_fault *fault)
{
    io_image image;
    if (!io_png_read(name, bytes, size, FW_MAX_SIDE, &image, fault))
        return false;
    const bool is_read =
        image.width == areas->width && image.height == areas->height
            ? label_pixels(name, &image, areas, fault)
            : io_fail(fault,
                      "%s: the picture has %d x %d pixels, expected one for each of the map's %d x %d tiles",
                      name, image.width, image.height, areas->width, areas->height);
    free(image.pixels);
    return is_read;
}

bool io_area_names_read(const char *name, const char *bytes, size_t size, int32_t width, int32_t height,
                        io_area_names *areas, io_fault *fault)
{
    *areas = (io_area_names){ .width = width, .height = height };
    areas->labels = calloc((size_t)width * (size_t)height, sizeof *areas->labels);
    if (!areas->labels || !add_name(areas, "")) {
        io_area_names_free(areas);
        return io_fail_without_memory(fault, name);
    }
    const bool is_read = io_png_begins(bytes, size) ? read_picture(name, bytes, size, areas, fault)
                                                    : read_json(name, bytes, size, areas, fault);
    if (!is_read)
        io_area_names_free(areas);
    return is_read;
}

bool io_area_names_load(const char *file, int32_t width, int32_t height, io_area_names *areas,
                        io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!io_load(file, AREAS_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool is_read = io_area_names_read(file, bytes, size, width, height, areas, fault);
    free(bytes);
    return is_read;
}

void io_area_names_free(io_area_names *areas)
{
    free(areas->labels);
    for (int32_t i = 0; i < areas->count; i++)
        free(areas->names[i]);
    io_give(areas->names);
    *areas = (io_area_names){ 0 };
}
