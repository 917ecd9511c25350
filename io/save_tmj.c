// The format is that of https://doc.mapeditor.org/en/stable/reference/json-map-format/.
#include <stdlib.h>
#include <string.h>

#include "io/json_writer.h"
#include "io/png_image.h"
#include "io/saving.h"
#include "io/swatches.h"

enum { TILE_PIXELS = 16 };

/// Writes the picture of the tileset: a square for each terrain, side by side.
static bool write_tiles_picture(const io_swatches *swatches, FILE *to, io_fault *fault)
{
    const int32_t width = TILE_PIXELS * swatches->count;
    io_image image = { width, TILE_PIXELS, malloc((size_t)width * TILE_PIXELS * 3) };
    if (!image.pixels)
        return io_fail_as(fault, FW_NO_MEMORY, "there is not enough memory for the picture of the tiles");
    for (int32_t i = 0; i < width * TILE_PIXELS; i++)
        memcpy(image.pixels + 3 * i, &swatches->colors[i % width / TILE_PIXELS], 3);
    const bool written = io_png_write(to, &image, fault);
    free(image.pixels);
    return written;
}

static void write_tileset(json_writer *json, const io_swatches *swatches, const char *picture)
{
    json_pair_open(json, "tilesets", '[');
    json_open(json, '{');
    json_pair_whole(json, "firstgid", 1);
    json_pair_text(json, "name", "terrains");
    json_pair_text(json, "image", picture);
    json_pair_whole(json, "imagewidth", TILE_PIXELS * swatches->count);
    json_pair_whole(json, "imageheight", TILE_PIXELS);
    json_pair_whole(json, "tilewidth", TILE_PIXELS);
    json_pair_whole(json, "tileheight", TILE_PIXELS);
    json_pair_whole(json, "tilecount", swatches->count);
    json_pair_whole(json, "columns", swatches->count);
    json_pair_whole(json, "margin", 0);
    json_pair_whole(json, "spacing", 0);
    json_pair_open(json, "tiles", '[');
    for (int i = 0; i < swatches->count; i++) {
        json_break(json);
        json_open(json, '{');
        json_pair_whole(json, "id", i);
        json_pair_open(json, "properties", '[');
        json_open(json, '{');
        json_pair_text(json, "name", "terrain");
        json_pair_text(json, "type", "string");
        json_pair_text(json, "value", swatches->names[i]);
        json_close(json, '}');
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
    json_close(json, ']');
}

static void begin_layer(json_writer *json, int id, const char *name, const char *type)
{
    json_break(json);
    json_open(json, '{');
    json_pair_whole(json, "id", id);
    json_pair_text(json, "name", name);
    json_pair_text(json, "type", type);
    json_pair_whole(json, "x", 0);
    json_pair_whole(json, "y", 0);
    json_pair_whole(json, "opacity", 1);
    json_pair_bool(json, "visible", true);
}

static void write_tile_layer(json_writer *json, const io_tiles *tiles, const io_swatches *swatches)
{
    begin_layer(json, 1, "terrain", "tilelayer");
    json_pair_whole(json, "width", tiles->width);
    json_pair_whole(json, "height", tiles->height);
    json_pair_open(json, "data", '[');
    for (int32_t y = 0; y < tiles->height; y++) {
        json_break(json);
        for (int32_t x = 0; x < tiles->width; x++)
            json_whole(json, 1 + swatches->index[*io_tile(tiles, x, y)]);
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void write_places(json_writer *json, const fw_io_save_def *def)
{
    begin_layer(json, 2, "places", "objectgroup");
    json_pair_text(json, "draworder", "topdown");
    json_pair_open(json, "objects", '[');
    for (int32_t i = 0; i < def->place_count; i++) {
        const fw_io_place *place = &def->places[i];
        json_break(json);
        json_open(json, '{');
        json_pair_whole(json, "id", i + 1);
        json_pair_text(json, "name", place->name ? place->name : "");
        json_pair_text(json, "type", place->kind ? place->kind : "");
        json_pair_number(json, "x", place->x * TILE_PIXELS);
        json_pair_number(json, "y", place->y * TILE_PIXELS);
        json_pair_number(json, "width", place->width * TILE_PIXELS);
        json_pair_number(json, "height", place->height * TILE_PIXELS);
        json_pair_number(json, "rotation", 0.0);
        json_pair_bool(json, "visible", true);
        if (place->width == 0.0 && place->height == 0.0)
            json_pair_bool(json, "point", true);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

bool io_save_tmj(io_saving *saving, io_fault *fault)
{
    const io_tiles *tiles = saving->tiles;
    io_swatches swatches;
    io_swatches_of(tiles, &swatches);
    FILE *picture = io_saving_beside(saving, ".tiles.png", fault);
    if (!picture || !write_tiles_picture(&swatches, picture, fault))
        return false;
    json_writer json = json_writer_to(saving->files[0].to);
    json_open(&json, '{');
    json_pair_text(&json, "type", "map");
    json_pair_text(&json, "version", "1.8");
    json_pair_text(&json, "orientation", "orthogonal");
    json_pair_text(&json, "renderorder", "right-down");
    json_pair_bool(&json, "infinite", false);
    json_pair_whole(&json, "width", tiles->width);
    json_pair_whole(&json, "height", tiles->height);
    json_pair_whole(&json, "tilewidth", TILE_PIXELS);
    json_pair_whole(&json, "tileheight", TILE_PIXELS);
    json_pair_whole(&json, "nextlayerid", saving->def->place_count ? 3 : 2);
    json_pair_whole(&json, "nextobjectid", saving->def->place_count + 1);
    json_break(&json);
    write_tileset(&json, &swatches, io_saving_last_name(saving));
    json_break(&json);
    json_pair_open(&json, "layers", '[');
    write_tile_layer(&json, tiles, &swatches);
    if (saving->def->place_count)
        write_places(&json, saving->def);
    json_close(&json, ']');
    json_close(&json, '}');
    putc('\n', saving->files[0].to);
    return true;
}
