#include <stdlib.h>
#include <string.h>

#include "common/fuzz_files.h"
#include "fairway-io/costs.h"
#include "fairway-io/mask.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The bytes as a costmap: two rows of what they are.
static void convert_costs(const uint8_t *data, size_t size)
{
    const int32_t width = (int32_t)(size / 2);
    uint8_t *costs = malloc(size + 1);
    if (costs && width > 0) {
        const fw_io_costs kind = (fw_io_costs)(data[0] % 3);
        const fw_result result = fw_io_costs_convert(kind, data, width, 2, (float)data[1] / 8, costs);
        if (result != FW_OK && result != FW_BAD_VALUE)
            abort();
    }
    free(costs);
}

static fw_result open_picture(void *user, const char *name, size_t most, const char **bytes, size_t *length)
{
    static const char picture[] = "P2 3 2 255 0 255 128 204 255 51";
    (void)user, (void)name, (void)most;
    *bytes = picture;
    *length = strlen(picture);
    return FW_OK;
}

static void close_picture(void *user, const char *bytes, size_t length)
{
    (void)user, (void)bytes, (void)length;
}

/// The input as a mask, which is laid over a small map that lies askew.
static void lay_mask(const uint8_t *data, size_t size)
{
    static const fw_io_folder folder = { open_picture, close_picture, NULL };
    const fw_frame frame = { .resolution = 0.5, .yaw = 0.3, .height = 4 };
    const fw_io_speed_filter filter = { (fw_io_speed_kind)(data[0] % 4), 100, -1, data[size - 1] };
    fw_map_def small = fw_default_map_def();
    fw_io_map_def def;
    fw_map *map = NULL;
    fw_overlay *overlay = NULL;
    fw_io_mask *mask;
    small.width = small.height = 4;
    fw_io_map_def_init(&def, sizeof def);
    def.folder = &folder;
    if (fw_io_mask_read(data, size, &def, &mask, NULL) != FW_OK)
        return;
    if (fw_map_create(&small, &map) == FW_OK && fw_overlay_create(4, 4, NULL, &overlay) == FW_OK) {
        fw_io_mask_keep_out(mask, map, data[0] % 2 ? &frame : NULL, (float)data[0], overlay);
        fw_io_mask_limit_speed(mask, map, &frame, &filter, overlay);
        fw_io_mask_at(mask, data[0], 0.25);
    }
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
    fw_io_mask_free(mask);
    fw_io_mask_load("", NULL, &mask, NULL); // there is no such file
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "map.yaml", "map.pgm" };
    fuzz_files(data, size, names, 2, NULL);
    if (size > 0)
        lay_mask(data, size);
    convert_costs(data, size);
    return 0;
}
