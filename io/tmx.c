// The file is read twice: first for the size of the map, then for its tilesets and layers.
#include "io/tmx.h"

#include <string.h>

#include "io/account.h"
#include "io/tiled_set.h"
#include "io/tsx.h"
#include "io/xml_reader.h"

typedef enum tmx_layer_kind { TMX_NO_LAYER, TMX_TILES, TMX_OBJECTS, TMX_PICTURE } tmx_layer_kind;

typedef struct tmx_reading {
    tiled_map *map;
    bool has_root;
    tsx_reading set; ///< a tileset within the map; its depth is 0 outside of one
    tiled_layer groups[TILED_MOST_DEPTH];
    int group_count;
    tmx_layer_kind kind;
    tiled_layer layer;
    int64_t layer_width, layer_height;
    char encoding[16], compression[16];
    bool is_painting; ///< a layer or chunk, between tiled_paint() and tiled_paint_end()
    bool is_in_object;
    tiled_object object;
} tmx_reading;

static bool is(const char *element, const char *name)
{
    return strcmp(element, name) == 0;
}

/// A whole number in an attribute; 0 if there is none.
static int64_t whole(const char *const *attributes, const char *name)
{
    int64_t value = 0;
    const char *text = io_xml_attribute(attributes, name);
    return text && io_read_whole(io_span_of(text), &value) ? value : 0;
}

static bool begin_root(tmx_reading *tmx, const char *element, const char *const *attributes)
{
    const io_reading *reading = tmx->map->reading;
    const char *infinite = io_xml_attribute(attributes, "infinite");
    tmx->has_root = true;
    if (is(element, "tileset"))
        return io_fail_as(tmx->map->fault, FW_NOT_SUPPORTED, "%s: this is a tileset of Tiled, not a map",
                          reading->name);
    if (!is(element, "map"))
        return io_fail_as(tmx->map->fault, FW_NOT_SUPPORTED,
                          "%s: this is XML with the root <%.40s>, not a map of Tiled, which has <map>",
                          reading->name, element);
    return tiled_begin(tmx->map, io_xml_attribute(attributes, "orientation"), whole(attributes, "width"),
                       whole(attributes, "height"), io_xml_number(attributes, "tilewidth", 0.0),
                       io_xml_number(attributes, "tileheight", 0.0), infinite && is(infinite, "1"));
}

/// The first pass: the header and the chunks.
static bool measure_begin(void *user, const char *element, const char *const *attributes)
{
    tmx_reading *tmx = user;
    if (!tmx->has_root)
        return begin_root(tmx, element, attributes);
    return !tmx->map->is_infinite || !is(element, "chunk") ||
           tiled_note_chunk(tmx->map, whole(attributes, "x"), whole(attributes, "y"),
                            whole(attributes, "width"), whole(attributes, "height"));
}

static bool measure_end(void *user, const char *element)
{
    (void)user, (void)element;
    return true;
}

static void begin_layer(tmx_reading *tmx, tmx_layer_kind kind, const char *const *attributes,
                        tiled_layer *layer)
{
    const char *name = io_xml_attribute(attributes, "name"),
               *visible = io_xml_attribute(attributes, "visible");
    *layer = (tiled_layer){ .is_hidden = visible && is(visible, "0") };
    tiled_copy(layer->name, name ? name : "");
    tiled_copy(layer->says.kind, tsx_class(attributes));
    tmx->kind = kind;
    tmx->map->has_offsets |= io_xml_number(attributes, "offsetx", 0.0) != 0.0 ||
                             io_xml_number(attributes, "offsety", 0.0) != 0.0 ||
                             io_xml_number(attributes, "parallaxx", 1.0) != 1.0 ||
                             io_xml_number(attributes, "parallaxy", 1.0) != 1.0;
}

/// The current layer with what its groups say.
static tiled_layer whole_layer(const tmx_reading *tmx)
{
    tiled_layer layer = tmx->layer;
    for (int i = tmx->group_count - 1; i >= 0; i--)
        layer = tiled_within(&tmx->groups[i], &layer);
    return layer;
}

static bool paint(tmx_reading *tmx, int64_t x, int64_t y, int64_t width, int64_t height)
{
    const tiled_layer layer = whole_layer(tmx);
    bool is_skipped = false;
    if (tmx->is_painting)
        return io_fail(tmx->map->fault, "%s: a chunk lies within another one", tmx->map->reading->name);
    if (!tiled_paint(tmx->map, &layer, x, y, width, height, tmx->encoding, tmx->compression, &is_skipped))
        return false;
    tmx->is_painting = !is_skipped;
    return true;
}

static bool begin_data(tmx_reading *tmx, const char *const *attributes)
{
    const char *encoding = io_xml_attribute(attributes, "encoding");
    const char *compression = io_xml_attribute(attributes, "compression");
    strncpy(tmx->encoding, encoding ? encoding : "", sizeof tmx->encoding - 1);
    strncpy(tmx->compression, compression ? compression : "", sizeof tmx->compression - 1);
    return tmx->map->is_infinite || paint(tmx, 0, 0, tmx->layer_width, tmx->layer_height);
}

static bool begin_in_layer(tmx_reading *tmx, const char *element, const char *const *attributes)
{
    if (is(element, "property"))
        tsx_property(tmx->is_in_object ? &tmx->object.says : &tmx->layer.says, attributes);
    else if (tmx->kind == TMX_TILES && is(element, "data"))
        return begin_data(tmx, attributes);
    else if (tmx->kind == TMX_TILES && tmx->map->is_infinite && is(element, "chunk"))
        return paint(tmx, whole(attributes, "x"), whole(attributes, "y"), whole(attributes, "width"),
                     whole(attributes, "height"));
    else if (tmx->is_painting && is(element, "tile"))
        return tiled_cells_add(&tmx->map->cells, (uint32_t)whole(attributes, "gid"));
    else if (tmx->kind == TMX_OBJECTS && is(element, "object")) {
        tmx->is_in_object = true;
        tmx->object = tsx_object(attributes);
    } else if (tmx->is_in_object)
        return tsx_object_part(tmx->map, &tmx->object, element, attributes);
    return true;
}

static bool begin_set(tmx_reading *tmx, const char *const *attributes)
{
    const char *source = io_xml_attribute(attributes, "source");
    const double first = io_xml_number(attributes, "firstgid", 0.0);
    if (source)
        return tiled_set_open(tmx->map, first, source);
    if (!(first >= 1.0 && first < 1 << 28))
        return io_fail(tmx->map->fault, "%s: a tileset has no number of its first tile",
                       tmx->map->reading->name);
    tmx->set = (tsx_reading){ .map = tmx->map, .name = tmx->map->reading->name, .first = (uint32_t)first };
    return tsx_begin(&tmx->set, "tileset", attributes);
}

static bool begin_group(tmx_reading *tmx, const char *const *attributes)
{
    if (tmx->group_count == TILED_MOST_DEPTH)
        return io_fail(tmx->map->fault, "%s: groups lie within each other more than %d deep",
                       tmx->map->reading->name, TILED_MOST_DEPTH);
    begin_layer(tmx, TMX_NO_LAYER, attributes, &tmx->groups[tmx->group_count++]);
    return true;
}

/// The second pass.
static bool paint_begin(void *user, const char *element, const char *const *attributes)
{
    tmx_reading *tmx = user;
    if (tmx->set.depth > 0)
        return tsx_begin(&tmx->set, element, attributes);
    if (tmx->kind != TMX_NO_LAYER)
        return begin_in_layer(tmx, element, attributes);
    if (is(element, "tileset"))
        return begin_set(tmx, attributes);
    if (is(element, "group"))
        return begin_group(tmx, attributes);
    if (is(element, "layer")) {
        begin_layer(tmx, TMX_TILES, attributes, &tmx->layer);
        tmx->layer_width = whole(attributes, "width") ? whole(attributes, "width") : tmx->map->width;
        tmx->layer_height = whole(attributes, "height") ? whole(attributes, "height") : tmx->map->height;
    } else if (is(element, "objectgroup"))
        begin_layer(tmx, TMX_OBJECTS, attributes, &tmx->layer);
    else if (is(element, "imagelayer"))
        begin_layer(tmx, TMX_PICTURE, attributes, &tmx->layer);
    else if (is(element, "property") && tmx->group_count > 0)
        tsx_property(&tmx->groups[tmx->group_count - 1].says, attributes);
    return true;
}

static bool paint_text(void *user, const char *text, size_t length)
{
    tmx_reading *tmx = user;
    return !tmx->is_painting || tiled_cells_text(&tmx->map->cells, text, length);
}

static bool paint_end(void *user, const char *element)
{
    tmx_reading *tmx = user;
    if (tmx->set.depth > 0)
        return tsx_end(&tmx->set, element);
    if (tmx->is_painting && (is(element, "chunk") || is(element, "data"))) {
        tmx->is_painting = false;
        return tiled_paint_end(tmx->map, true);
    }
    if (tmx->is_in_object && is(element, "object")) {
        const tiled_layer layer = whole_layer(tmx);
        tmx->is_in_object = false;
        return tiled_add_object(tmx->map, &layer, &tmx->object);
    }
    if (is(element, "layer") || is(element, "objectgroup") || is(element, "imagelayer"))
        tmx->kind = TMX_NO_LAYER;
    else if (is(element, "group") && tmx->group_count > 0)
        tmx->group_count--;
    return true;
}

static bool read_passes(tmx_reading *tmx, const io_reading *reading, io_fault *fault)
{
    const io_xml_taker size = { measure_begin, measure_end, NULL, tmx };
    const io_xml_taker layers = { paint_begin, paint_end, paint_text, tmx };
    if (!io_xml_read(reading->name, reading->bytes, reading->size, &size, fault) || !tiled_create(tmx->map))
        return false;
    const bool is_read = io_xml_read(reading->name, reading->bytes, reading->size, &layers, fault);
    if (tmx->is_painting)
        tiled_paint_end(tmx->map, false);
    return is_read && tiled_finish(tmx->map);
}

bool io_tmx_read(io_reading *reading, io_fault *fault)
{
    tiled_map *map = io_take_zeros(1, sizeof *map);
    tmx_reading *tmx = io_take_zeros(1, sizeof *tmx);
    bool is_read = map && tmx;
    if (!is_read) {
        io_fail_without_memory(fault, reading->name);
    } else {
        map->reading = reading;
        map->fault = fault;
        tmx->map = map;
        is_read = read_passes(tmx, reading, fault);
        tiled_free(map);
    }
    io_give(tmx);
    io_give(map);
    return is_read;
}
