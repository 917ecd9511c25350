#include "io/tsx.h"

#include <string.h>

#include "io/xml_reader.h"

const char *tsx_class(const char *const *attributes)
{
    const char *kind = io_xml_attribute(attributes, "class");
    if (!kind)
        kind = io_xml_attribute(attributes, "type");
    return kind ? kind : "";
}

void tsx_property(tiled_says *says, const char *const *attributes)
{
    const char *name = io_xml_attribute(attributes, "name"), *value = io_xml_attribute(attributes, "value");
    if (name && value)
        tiled_says_property(says, name, value);
}

tiled_object tsx_object(const char *const *attributes)
{
    const char *name = io_xml_attribute(attributes, "name"),
               *visible = io_xml_attribute(attributes, "visible");
    tiled_object object = { .x = io_xml_number(attributes, "x", 0.0),
                            .y = io_xml_number(attributes, "y", 0.0),
                            .width = io_xml_number(attributes, "width", 0.0),
                            .height = io_xml_number(attributes, "height", 0.0),
                            .rotation = io_xml_number(attributes, "rotation", 0.0),
                            .is_hidden = visible && strcmp(visible, "0") == 0,
                            .has_tile = io_xml_attribute(attributes, "gid") };
    const char *template_file = io_xml_attribute(attributes, "template");
    tiled_copy(object.template_file, template_file ? template_file : "");
    tiled_copy(object.name, name ? name : "");
    tiled_copy(object.says.kind, tsx_class(attributes));
    return object;
}

bool tsx_object_part(const tiled_map *map, tiled_object *object, const char *element,
                     const char *const *attributes)
{
    const bool is_line = strcmp(element, "polyline") == 0;
    if (strcmp(element, "ellipse") == 0)
        object->is_ellipse = true;
    if (strcmp(element, "point") == 0 || is_line || strcmp(element, "text") == 0)
        object->is_point = true; // a line covers nothing
    if (strcmp(element, "polygon") != 0)
        return true;
    const char *points = io_xml_attribute(attributes, "points");
    object->has_points = true;
    return tiled_shape_points(&object->shape, object->x, object->y, object->rotation, points ? points : "") ||
           io_fail(map->fault, "%s: the points of the polygon '%s' are no list of up to %d pairs",
                   map->reading->name, object->name, IO_MOST_POINTS);
}

static bool begin_set(tsx_reading *set, const char *element, const char *const *attributes)
{
    const char *name = io_xml_attribute(attributes, "name");
    if (strcmp(element, "tileset") != 0)
        return io_fail_as(set->map->fault, FW_NOT_SUPPORTED,
                          "%s: this is XML with the root <%.40s>, expected <tileset>", set->name, element);
    if (io_xml_attribute(attributes, "source"))
        return io_fail(set->map->fault, "%s: a file of a tileset names another one", set->name);
    const tiled_set added = { .first = set->first,
                              .tile_width = io_xml_number(attributes, "tilewidth", 0.0),
                              .tile_height = io_xml_number(attributes, "tileheight", 0.0),
                              .count = io_xml_number(attributes, "tilecount", 0.0) };
    return tiled_add_set(set->map, added, name ? name : "", io_xml_number(attributes, "columns", 0.0));
}

bool tsx_begin(tsx_reading *set, const char *element, const char *const *attributes)
{
    if (set->depth++ == 0)
        return begin_set(set, element, attributes);
    if (strcmp(element, "tile") == 0 && set->depth == 2) {
        const double id = io_xml_number(attributes, "id", -1.0);
        set->is_in_tile = id >= 0.0 && id <= INT32_MAX;
        set->id = set->is_in_tile ? (uint32_t)id : 0;
        set->says = (tiled_says){ .covered = 0.0 };
        tiled_copy(set->says.kind, tsx_class(attributes));
    } else if (strcmp(element, "object") == 0 && set->is_in_tile) {
        set->is_in_object = true;
        set->object = tsx_object(attributes);
    } else if (strcmp(element, "property") == 0 && set->is_in_tile && !set->is_in_object) {
        tsx_property(&set->says, attributes);
    } else if (set->is_in_object) {
        return tsx_object_part(set->map, &set->object, element, attributes);
    }
    return true;
}

bool tsx_end(tsx_reading *set, const char *element)
{
    set->depth--;
    if (set->is_in_object && strcmp(element, "object") == 0) {
        set->is_in_object = false;
        tiled_tile_covered(set->map, &set->object, &set->says);
    } else if (set->is_in_tile && set->depth == 1) {
        set->is_in_tile = false;
        return tiled_add_tile(set->map, set->id, &set->says);
    }
    return true;
}

static bool take_begin(void *user, const char *element, const char *const *attributes)
{
    return tsx_begin(user, element, attributes);
}

static bool take_end(void *user, const char *element)
{
    return tsx_end(user, element);
}

bool tsx_read(tiled_map *map, uint32_t first, const io_neighbour *file)
{
    tsx_reading set = { .map = map, .name = file->path, .first = first };
    const io_xml_taker taker = { take_begin, take_end, NULL, &set };
    return io_xml_read(file->path, file->bytes, file->size, &taker, map->fault);
}
