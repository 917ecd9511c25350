#include "io/tsj.h"

#include <stdio.h>

const char *tsj_text(const json_place *object, const char *key)
{
    const json_t *value = json_object_get(object->value, key);
    return json_is_string(value) ? json_string_value(value) : "";
}

double tsj_number(const json_place *object, const char *key, double otherwise)
{
    const json_t *value = json_object_get(object->value, key);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/// Notes a property. The members of a property that is itself a class count as properties, too.
static void take_property(tiled_says *says, const char *name, const json_t *value, int depth)
{
    char text[40];
    const char *key;
    json_t *member;
    if (json_is_object(value) && depth < TILED_MOST_DEPTH) {
        json_object_foreach((json_t *)value, key, member) // jansson does not change the object
            take_property(says, key, member, depth + 1);
    } else if (json_is_string(value)) {
        tiled_says_property(says, name, json_string_value(value));
    } else if (json_is_boolean(value)) {
        tiled_says_property(says, name, json_is_true(value) ? "true" : "false");
    } else if (json_is_number(value)) {
        snprintf(text, sizeof text, "%.17g", json_number_value(value));
        tiled_says_property(says, name, text);
    }
}

void tsj_says(const json_place *place, tiled_says *says)
{
    const json_t *list = json_object_get(place->value, "properties");
    const char *kind = tsj_text(place, "class");
    tiled_copy(says->kind, *kind ? kind : tsj_text(place, "type"));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i), *name = json_object_get(item, "name");
        if (json_is_string(name))
            take_property(says, json_string_value(name), json_object_get(item, "value"), 0);
    }
}

static bool read_points(const json_place *list, tiled_object *object)
{
    object->has_points = true;
    if (!json_expect_list(list))
        return false;
    for (size_t i = 0; i < json_count(list); i++) {
        const json_place point = json_item(list, i);
        if (!tiled_shape_add(&object->shape, object->x, object->y, object->rotation,
                             tsj_number(&point, "x", 0.0), tsj_number(&point, "y", 0.0)))
            return json_expected(list, "at most 256 points");
    }
    return true;
}

bool tsj_object(const json_place *place, tiled_object *object)
{
    const json_t *value = place->value;
    *object =
        (tiled_object){ .x = tsj_number(place, "x", 0.0),
                        .y = tsj_number(place, "y", 0.0),
                        .width = tsj_number(place, "width", 0.0),
                        .height = tsj_number(place, "height", 0.0),
                        .rotation = tsj_number(place, "rotation", 0.0),
                        .is_hidden = json_is_false(json_object_get(value, "visible")),
                        .is_ellipse = json_is_true(json_object_get(value, "ellipse")),
                        .is_point = json_is_true(json_object_get(value, "point")) ||
                                    json_object_get(value, "polyline") || json_object_get(value, "text"),
                        .has_tile = json_object_get(value, "gid") };
    tiled_copy(object->template_file, tsj_text(place, "template"));
    tiled_copy(object->name, tsj_text(place, "name"));
    tsj_says(place, &object->says);
    const json_place points = json_at(place, "polygon");
    return json_expect_object(place) && (!points.value || read_points(&points, object));
}

static bool read_tile(tiled_map *map, const json_place *tile)
{
    int64_t id = 0;
    tiled_says says = { .covered = 0.0 };
    const json_place group = json_at(tile, "objectgroup");
    if (!json_expect_object(tile) || !json_whole_at(tile, "id", 0, INT32_MAX, &id))
        return false;
    tsj_says(tile, &says);
    const json_place objects = json_at(&group, "objects");
    for (size_t i = 0; i < json_count(&objects); i++) {
        const json_place item = json_item(&objects, i);
        tiled_object object;
        if (!tsj_object(&item, &object))
            return false;
        tiled_tile_covered(map, &object, &says);
    }
    return tiled_add_tile(map, (uint32_t)id, &says);
}

bool tsj_read_set(tiled_map *map, uint32_t first, const json_place *set)
{
    if (!json_expect_object(set))
        return false;
    if (json_object_get(set->value, "source"))
        return json_expected(set, "a tileset, not the name of another file");
    const tiled_set added = { .first = first,
                              .tile_width = tsj_number(set, "tilewidth", 0.0),
                              .tile_height = tsj_number(set, "tileheight", 0.0),
                              .count = tsj_number(set, "tilecount", 0.0) };
    if (!tiled_add_set(map, added, tsj_text(set, "name"), tsj_number(set, "columns", 0.0)))
        return false;
    const json_place tiles = json_at(set, "tiles");
    for (size_t i = 0; i < json_count(&tiles); i++) {
        const json_place tile = json_item(&tiles, i);
        if (!read_tile(map, &tile))
            return false;
    }
    return true;
}

bool tsj_read(tiled_map *map, uint32_t first, const io_neighbour *file)
{
    json_t *value = json_parse(file->path, file->bytes, file->size, map->fault);
    if (!value)
        return false;
    const json_place top = json_top(file->path, value, map->fault);
    const bool read = tsj_read_set(map, first, &top);
    json_decref(value);
    return read;
}
