#include "io/tmj.h"

#include <string.h>

#include "io/account.h"
#include "io/tiled_set.h"
#include "io/tsj.h"

static bool is_kind(const json_place *layer, const char *kind)
{
    return strcmp(tsj_text(layer, "type"), kind) == 0;
}

/// Visits all layers, those in groups with what their groups say.
typedef bool layer_visitor(tiled_map *map, const json_place *place, const tiled_layer *layer);

static bool visit_layers(tiled_map *map, const json_place *owner, const tiled_layer *group, int depth,
                         layer_visitor *visit)
{
    const json_place list = json_at(owner, "layers");
    if (depth > TILED_MOST_DEPTH)
        return json_expected(&list, "groups that lie at most 16 deep within each other");
    if (!json_expect_list(&list))
        return false;
    for (size_t i = 0; i < json_count(&list); i++) {
        const json_place place = json_item(&list, i);
        tiled_layer layer = { .is_hidden = json_is_false(json_object_get(place.value, "visible")) };
        if (!json_expect_object(&place))
            return false;
        tiled_copy(layer.name, tsj_text(&place, "name"));
        tsj_says(&place, &layer.says);
        if (!json_object_get(place.value, "class")) // the type of a layer is no class
            layer.says.kind[0] = '\0';
        layer = tiled_within(group, &layer);
        if (is_kind(&place, "group") ? !visit_layers(map, &place, &layer, depth + 1, visit)
                                     : !visit(map, &place, &layer))
            return false;
    }
    return true;
}

/// Reads where a chunk lies.
static bool read_box(const json_place *chunk, int64_t box[4])
{
    static const char *const keys[4] = { "x", "y", "width", "height" };
    for (int i = 0; i < 4; i++) {
        if (!json_whole_at(chunk, keys[i], -INT32_MAX, INT32_MAX, &box[i]))
            return false;
    }
    return true;
}

static bool note_chunks(tiled_map *map, const json_place *place, const tiled_layer *layer)
{
    const json_place chunks = json_at(place, "chunks");
    (void)layer;
    for (size_t i = 0; is_kind(place, "tilelayer") && i < json_count(&chunks); i++) {
        int64_t box[4];
        const json_place chunk = json_item(&chunks, i);
        if (!read_box(&chunk, box) || !tiled_note_chunk(map, box[0], box[1], box[2], box[3]))
            return false;
    }
    return true;
}

/// Paints the data of a layer or chunk: a list of numbers, or a text.
static bool paint_data(tiled_map *map, const json_place *data)
{
    if (json_is_string(data->value))
        return tiled_cells_text(&map->cells, json_string_value(data->value), json_string_length(data->value));
    if (!json_expect_list(data))
        return false;
    for (size_t i = 0; i < json_array_size(data->value); i++) {
        const json_t *item = json_array_get(data->value, i);
        const double number = json_is_number(item) ? json_number_value(item) : -1.0;
        if (number < 0.0 || number > UINT32_MAX) {
            const json_place wrong = json_item(data, i);
            return json_expected(&wrong, "the number of a tile");
        }
        if (!tiled_cells_add(&map->cells, (uint32_t)number))
            return false;
    }
    return true;
}

static bool paint_part(tiled_map *map, const json_place *layer_place, const tiled_layer *layer,
                       const json_place *part, const int64_t box[4])
{
    const json_place data = json_at(part, "data");
    const bool is_text = json_is_string(data.value);
    bool is_skipped = false;
    if (!tiled_paint(map, layer, box[0], box[1], box[2], box[3], is_text ? "base64" : "",
                     is_text ? tsj_text(layer_place, "compression") : "", &is_skipped))
        return false;
    return is_skipped || tiled_paint_end(map, paint_data(map, &data));
}

static bool paint_tiles(tiled_map *map, const json_place *place, const tiled_layer *layer)
{
    if (!map->is_infinite) {
        const int64_t box[4] = { 0, 0, (int64_t)tsj_number(place, "width", map->width),
                                 (int64_t)tsj_number(place, "height", map->height) };
        return paint_part(map, place, layer, place, box);
    }
    const json_place chunks = json_at(place, "chunks");
    for (size_t i = 0; i < json_count(&chunks); i++) {
        int64_t box[4];
        const json_place chunk = json_item(&chunks, i);
        if (!read_box(&chunk, box) || !paint_part(map, place, layer, &chunk, box))
            return false;
    }
    return true;
}

static bool paint_layer(tiled_map *map, const json_place *place, const tiled_layer *layer)
{
    map->has_offsets |=
        tsj_number(place, "offsetx", 0.0) != 0.0 || tsj_number(place, "offsety", 0.0) != 0.0 ||
        tsj_number(place, "parallaxx", 1.0) != 1.0 || tsj_number(place, "parallaxy", 1.0) != 1.0;
    if (is_kind(place, "tilelayer"))
        return paint_tiles(map, place, layer);
    const json_place objects = json_at(place, "objects");
    for (size_t i = 0; is_kind(place, "objectgroup") && i < json_count(&objects); i++) {
        const json_place item = json_item(&objects, i);
        tiled_object object;
        if (!tsj_object(&item, &object) || !tiled_add_object(map, layer, &object))
            return false;
    }
    return true;
}

static bool read_sets(tiled_map *map, const json_place *top)
{
    const json_place sets = json_at(top, "tilesets");
    for (size_t i = 0; i < json_count(&sets); i++) {
        const json_place set = json_item(&sets, i), first = json_at(&set, "firstgid");
        const char *source = tsj_text(&set, "source");
        int64_t number = 0;
        if (!json_expect_object(&set) || !json_read_whole(&first, 1, 1 << 28, &number) ||
            !(*source ? tiled_set_open(map, (double)number, source)
                      : tsj_read_set(map, (uint32_t)number, &set)))
            return false;
    }
    return true;
}

static bool read_map(tiled_map *map, const json_place *top)
{
    const tiled_layer whole = { .is_hidden = false };
    const bool is_infinite = json_is_true(json_object_get(top->value, "infinite"));
    const double width = tsj_number(top, "width", 0.0), height = tsj_number(top, "height", 0.0);
    const bool is_small = width >= 0.0 && height >= 0.0 && width < 1e15 && height < 1e15;
    return tiled_begin(map, tsj_text(top, "orientation"), is_small ? (int64_t)width : -1,
                       is_small ? (int64_t)height : -1, tsj_number(top, "tilewidth", 0.0),
                       tsj_number(top, "tileheight", 0.0), is_infinite) &&
           (!is_infinite || visit_layers(map, top, &whole, 0, note_chunks)) && tiled_create(map) &&
           read_sets(map, top) && visit_layers(map, top, &whole, 0, paint_layer) && tiled_finish(map);
}

bool io_tmj_read(io_reading *reading, const json_place *top)
{
    tiled_map *map = io_take_zeros(1, sizeof *map);
    if (!map)
        return io_fail_without_memory(top->fault, reading->name);
    map->reading = reading;
    map->fault = top->fault;
    const bool is_read = read_map(map, top);
    tiled_free(map);
    io_give(map);
    return is_read;
}
