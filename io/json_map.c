#include "io/json_map.h"

#include <string.h>

#include "io/json_reader.h"
#include "io/ldtk.h"
#include "io/tmj.h"

/// What JSON that is no map is.
static const char *name_of(const json_t *top)
{
    const json_t *type = json_object_get(top, "type");
    const char *kind = json_is_string(type) ? json_string_value(type) : "";
    if (json_object_get(top, "fairway"))
        return "a path of fairway";
    if (json_object_get(top, "fairway_scenario"))
        return "a scenario of fairway";
    if (json_object_get(top, "areas"))
        return "a list of areas of fairway";
    if (strcmp(kind, "tileset") == 0)
        return "a tileset of Tiled";
    if (strcmp(kind, "world") == 0)
        return "a list of maps of Tiled";
    if (json_object_get(top, "propertyTypes") || json_object_get(top, "automappingRulesFile"))
        return "a project of Tiled";
    if (json_object_get(top, "layerInstances"))
        return "one level of LDtk, whose world is a .ldtk file";
    if (strncmp(kind, "Feature", 7) == 0 || strcmp(kind, "Topology") == 0)
        return "GeoJSON";
    return "JSON of another kind";
}

bool io_json_map_read(io_reading *reading, io_fault *fault)
{
    json_t *value = json_parse(reading->name, reading->bytes, reading->size, fault);
    if (!value)
        return false;
    const json_place top = json_top(reading->name, value, fault);
    bool read = false;
    if (json_object_get(value, "layers") && json_object_get(value, "tilewidth"))
        read = io_tmj_read(reading, &top);
    else if (json_object_get(value, "defs") &&
             (json_object_get(value, "levels") || json_object_get(value, "worlds")))
        read = io_ldtk_read(reading, &top);
    else
        io_fail_as(fault, FW_NOT_SUPPORTED, "%s: this is %s, not a map of Tiled or LDtk", reading->name,
                   name_of(value));
    json_decref(value);
    return read;
}
