#include "common/search_work.h"

#include "traffic/inside.h"

uint64_t search_work(const fw_traffic *traffic)
{
    return traffic->desk.clock;
}
