#include "common/rationed.h"

#include <stdlib.h>

static void *draw(size_t bytes, void *user)
{
    ration *from = user;
    from->calls++;
    if (from->left == 0) {
        if (from->once)
            from->left = UNRATIONED;
        return NULL;
    }
    if (from->left != UNRATIONED)
        from->left--;
    void *items = malloc(bytes);
    if (items) {
        from->held++;
        from->bytes += bytes;
    }
    return items;
}

static void give_back(void *items, size_t bytes, void *user)
{
    ration *from = user;
    from->held--;
    from->bytes -= bytes;
    free(items);
}

fw_allocator rationed(ration *from)
{
    return (fw_allocator){ .allocate = draw, .release = give_back, .user = from };
}
