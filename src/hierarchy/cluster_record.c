#include "hierarchy/cluster_record.h"

cluster_record *record_create(memory *memory, int32_t count)
{
    cluster_record *record = memory_get(memory, 1, cluster_record_bytes(count));
    if (record) {
        record->users = 1;
        record->is_shared = false;
        record->transitions = (transition *)(record->edges + count * (count - 1) / 2);
    }
    return record;
}

cluster_record *record_join(cluster_record *record)
{
    if (record)
        record->users++;
    return record;
}

void record_leave(memory *memory, cluster_record *record)
{
    if (record && --record->users == 0)
        memory_give_back(memory, record, 1, cluster_record_own_bytes(record));
}
