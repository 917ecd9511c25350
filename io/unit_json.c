#include "io/unit_json.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"
#include "io/unit_reader.h"

const char *const io_corner_names[4] = { "never", "one", "always", "orthogonal" };

static bool read_enter(const json_place *value, const io_terrains *terrains, fw_unit_def *unit)
{
    if (!json_expect_object(value))
        return false;
    memset(unit->terrain_cost, 0, sizeof unit->terrain_cost);
    for (const char *key = json_next_key(value, NULL); key; key = json_next_key(value, key)) {
        const json_place place = json_at(value, key);
        const int terrain = io_terrain_find(terrains, key);
        double cost = 0.0;
        if (terrain <= FW_BLOCKED)
            return io_fail(place.fault, "%s: %s is not a terrain of this map that can be entered", place.file,
                           place.path);
        if (!json_read_number(&place, 0.0, 255.0, &cost))
            return false;
        unit->terrain_cost[terrain] = (float)cost;
    }
    return true;
}

/// Reads a list of two numbers.
///
/// @param what  the two numbers, for messages
static bool read_pair(const json_place *value, double least, double most, const char *what, double pair[2])
{
    if (!json_expect_list(value) || json_count(value) != 2)
        return json_expected(value, what);
    for (size_t i = 0; i < 2; i++) {
        const json_place item = json_item(value, i);
        if (!json_read_number(&item, least, most, &pair[i]))
            return false;
    }
    return true;
}

static bool read_polygon(const json_place *value, fw_unit_def *unit)
{
    fw_corner corners[FW_MOST_CORNERS];
    if (!json_expect_list(value) || json_count(value) < 3 || json_count(value) > FW_MOST_CORNERS)
        return json_expected(value, "a list of 3 to 8 corners");
    for (size_t i = 0; i < json_count(value); i++) {
        const json_place item = json_item(value, i);
        double corner[2];
        if (!read_pair(&item, -128.0, 128.0,
                       "a list of the tiles from the pose to the corner, ahead and to the right", corner))
            return false;
        corners[i] = (fw_corner){ corner[0], corner[1] };
    }
    unit->footprint = fw_polygon(corners, (int32_t)json_count(value));
    return true;
}

static bool read_footprint(const json_place *value, const io_terrains *terrains, fw_unit_def *unit)
{
    (void)terrains;
    if (!json_expect_object(value))
        return false;
    const json_place circle = json_at(value, "circle"), rect = json_at(value, "rect"),
                     at = json_at(value, "at"), polygon = json_at(value, "polygon");
    const size_t known = circle.value || polygon.value ? 1 : rect.value ? 1 + (at.value != NULL) : 0;
    if (known == 0 || json_object_size(value->value) != known)
        return json_expected(value, "{\"circle\": R}, {\"rect\": [L, W]} or {\"polygon\": [[A, S], ...]}");
    if (polygon.value)
        return read_polygon(&polygon, unit);
    double radius = 0.0, side[2] = { 0.0, 0.0 }, middle[2] = { 0.0, 0.0 };
    if (circle.value) {
        if (!json_read_number(&circle, 0.0, 64.0, &radius))
            return false;
        unit->footprint = fw_circle(radius);
        return true;
    }
    if (!read_pair(&rect, 0.0, 128.0, "a list of length and width", side) ||
        (at.value &&
         !read_pair(&at, -64.0, 64.0,
                    "a list of the tiles from the pose to the middle, ahead and to the right", middle)))
        return false;
    unit->footprint = fw_rectangle_at(side[0], side[1], middle[0], middle[1]);
    return true;
}

static bool read_corners(const json_place *value, const io_terrains *terrains, fw_unit_def *unit)
{
    (void)terrains;
    int rule = 0;
    if (!json_read_name(value, io_corner_names, 4, &rule))
        return false;
    unit->corners = (fw_corner_rule)rule;
    return true;
}

static bool read_abstraction(const json_place *value, const io_terrains *terrains, fw_unit_def *unit)
{
    static const char *const names[] = { "unit", "shared" };
    (void)terrains;
    int choice = 0;
    if (!json_read_name(value, names, 2, &choice))
        return false;
    unit->abstraction = choice ? FW_ABSTRACTION_SHARED : FW_ABSTRACTION_UNIT;
    return true;
}

static bool read_headings(const json_place *value, const io_terrains *terrains, fw_unit_def *unit)
{
    (void)terrains;
    int64_t headings = 0;
    if (!json_read_whole(value, 8, 16, &headings))
        return false;
    if (headings != 8 && headings != 16)
        return json_expected(value, "8 or 16");
    unit->headings = (int32_t)headings;
    return true;
}

/// How a field is read: a plain value at an offset of the unit, or by a function of its own.
typedef enum unit_value { VALUE_WHOLE, VALUE_NUMBER, VALUE_BOOL, VALUE_OWN } unit_value;

typedef struct unit_field {
    const char *key;
    unit_value kind;
    size_t offset; ///< of an int32_t, double or bool in fw_unit_def
    double least, most;
    bool (*read)(const json_place *value, const io_terrains *terrains, fw_unit_def *unit);
} unit_field;

#define PLAIN(key, kind, field, ...)                                                                         \
    {                                                                                                        \
        key, kind, offsetof(fw_unit_def, field), __VA_ARGS__, NULL                                           \
    }
#define OWN(key, read)                                                                                       \
    {                                                                                                        \
        key, VALUE_OWN, 0, 0, 0, read                                                                        \
    }

static const unit_field fields[] = {
    PLAIN("size", VALUE_WHOLE, size, 0, 64),
    OWN("enter", read_enter),
    OWN("footprint", read_footprint),
    PLAIN("turn_radius", VALUE_NUMBER, turn_radius, 0, 1024),
    PLAIN("reverse", VALUE_BOOL, reverse, 0, 1),
    PLAIN("reverse_penalty", VALUE_NUMBER, reverse_penalty, 1, 255),
    PLAIN("gear_change", VALUE_NUMBER, gear_change_cost, 0, 1024),
    PLAIN("curvature_rate", VALUE_NUMBER, curvature_rate, 0, 1e6),
    OWN("corners", read_corners),
    OWN("headings", read_headings),
    OWN("abstraction", read_abstraction),
    PLAIN("cluster", VALUE_WHOLE, cluster, 0, 64),
    PLAIN("all_curves", VALUE_BOOL, all_curves, 0, 1),
};

static const unit_field *field_of(const char *key)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(fields[i].key, key) == 0)
            return &fields[i];
    return NULL;
}

static bool read_whole_field(const json_place *value, const unit_field *field, int32_t *whole)
{
    int64_t number = 0;
    if (!json_read_whole(value, (int64_t)field->least, (int64_t)field->most, &number))
        return false;
    *whole = (int32_t)number;
    return true;
}

static bool read_field(const json_place *value, const unit_field *field, const io_terrains *terrains,
                       fw_unit_def *unit)
{
    void *place = (char *)unit + field->offset;
    switch (field->kind) {
    case VALUE_WHOLE:
        return read_whole_field(value, field, place);
    case VALUE_NUMBER:
        return json_read_number(value, field->least, field->most, place);
    case VALUE_BOOL:
        return json_read_bool(value, place);
    case VALUE_OWN:
        break;
    }
    return field->read(value, terrains, unit);
}

static bool read_fields(const json_place *object, const io_terrains *terrains, fw_unit_def *unit)
{
    if (!json_expect_object(object))
        return false;
    for (const char *key = json_next_key(object, NULL); key; key = json_next_key(object, key)) {
        const json_place value = json_at(object, key);
        const unit_field *field = field_of(key);
        if (!field)
            return io_fail(value.fault, "%s: %s is not a field of a unit", value.file, value.path);
        if (!read_field(&value, field, terrains, unit))
            return false;
    }
    return true;
}

bool json_read_unit(const json_place *object, const fw_map *map, fw_unit_def *unit)
{
    const io_terrains terrains = io_terrains_of_map(map);
    return read_fields(object, &terrains, unit);
}

bool io_unit_read_on(const char *name, const char *bytes, size_t size, const io_terrains *terrains,
                     fw_unit_def *unit, io_fault *fault)
{
    json_t *value = json_parse(name, bytes, size, fault);
    if (!value)
        return false;
    fw_unit_def read = *unit;
    const json_place top = json_top(name, value, fault);
    const bool is_unit = read_fields(&top, terrains, &read);
    json_decref(value);
    if (is_unit)
        *unit = read;
    return is_unit;
}

bool io_unit_read(const char *name, const char *bytes, size_t size, const fw_map *map, fw_unit_def *unit,
                  io_fault *fault)
{
    const io_terrains terrains = io_terrains_of_map(map);
    return io_unit_read_on(name, bytes, size, &terrains, unit, fault);
}

bool io_unit_load(const char *file, const fw_map *map, fw_unit_def *unit, io_fault *fault)
{
    char *bytes = NULL;
    size_t size = 0;
    if (!io_load(file, IO_UNIT_MOST_BYTES, &bytes, &size, fault))
        return false;
    const bool read = io_unit_read(file, bytes, size, map, unit, fault);
    free(bytes);
    return read;
}
