#include <stdlib.h>

#include "common/fuzz_files.h"
#include "fairway-io/costs.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "map.yaml", "map.pgm" };
    fuzz_files(data, size, names, 2, NULL);
    convert_costs(data, size);
    return 0;
}
