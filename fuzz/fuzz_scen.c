#include "io/movingai.h"
#include "io/queries.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    io_queries queries;
    io_fault fault;
    if (io_scen_read("fuzz.scen", (const char *)data, size, &queries, &fault))
        io_queries_free(&queries);
    if (io_poses_read("fuzz.csv", (const char *)data, size, &queries, &fault))
        io_queries_free(&queries);
    return 0;
}
