#define _XOPEN_SOURCE 700 // open_memstream

#include <stdio.h>
#include <stdlib.h>

#include "io/area_names.h"
#include "io/overlay_json.h"
#include "io/path_json.h"
#include "io/scenario.h"
#include "io/unit_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Writes a scenario that was read, which must then be read again.
static void read_scenario(const char *data, size_t size, const fw_map *map)
{
    io_scenario scenario, again;
    io_fault fault;
    char *text = NULL;
    size_t length = 0;
    if (!io_scenario_read("fuzz.json", data, size, map, &scenario, &fault))
        return;
    FILE *to = open_memstream(&text, &length);
    if (to) {
        io_scenario_write(to, &scenario, map, "fuzz.map", "MovingAI");
        fclose(to);
        if (!io_scenario_read("again.json", text, length, map, &again, &fault) ||
            again.unit_count != scenario.unit_count || again.place_count != scenario.place_count)
            abort();
        io_scenario_free(&again);
    }
    free(text);
    io_scenario_free(&scenario);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const fw_map_def def = fw_default_map_def();
    fw_unit_def unit = fw_default_unit_def();
    fw_map *map = NULL;
    fw_path *path = NULL;
    fw_overlay *overlay = NULL;
    io_overlay parts = { 0 };
    io_area_names areas = { 0 };
    io_fault fault;
    if (fw_map_create(&def, &map) == FW_OK && fw_path_create(NULL, &path) == FW_OK) {
        io_path_read("fuzz.json", (const char *)data, size, map, path, &unit, NULL, &fault);
        read_scenario((const char *)data, size, map);
        io_unit_read("fuzz.json", (const char *)data, size, map, &unit, &fault);
        io_area_names_read("fuzz.json", (const char *)data, size, def.width, def.height, &areas, &fault);
        if (io_overlay_read("fuzz.json", (const char *)data, size, &parts, &fault) &&
            fw_overlay_create(def.width, def.height, NULL, &overlay) == FW_OK)
            io_overlay_apply(&parts, overlay, &fault);
    }
    fw_overlay_destroy(overlay);
    io_overlay_free(&parts);
    io_area_names_free(&areas);
    fw_path_destroy(path);
    fw_map_destroy(map);
    return 0;
}
