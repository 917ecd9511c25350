#include "base/def.h"

enum { HEAD_BYTES = 2 * sizeof(uint32_t) };

fw_result struct_give(void *to, size_t room, const void *from, size_t bytes)
{
    if (!to)
        return FW_NULL_ARGUMENT;
    const size_t known = room < bytes ? room : bytes;
    memcpy(to, from, known);
    memset((char *)to + known, 0, room - known);
    return FW_OK;
}

fw_result def_init(void *def, size_t room, const void *defaults, size_t bytes)
{
    if (!def)
        return FW_NULL_ARGUMENT;
    if (room < HEAD_BYTES || room > bytes)
        return FW_BAD_SIZE;
    const uint32_t filled = (uint32_t)room;
    memcpy(def, defaults, room);
    memcpy(def, &filled, sizeof filled);
    return FW_OK;
}

const void *def_complete(const void *def, const void *defaults, size_t bytes, void *room)
{
    const uint32_t *head = def, *expected = defaults;
    if (head[1] != expected[1] || head[0] < HEAD_BYTES || head[0] > bytes)
        return NULL;
    memcpy(room, defaults, bytes);
    memcpy((char *)room + HEAD_BYTES, (const char *)def + HEAD_BYTES, head[0] - HEAD_BYTES);
    return room;
}
