#include "plan/request_def.h"

#include "fairway/space.h"

const fw_request request_defaults = { .bytes = sizeof request_defaults,
                                      .cookie = REQUEST_COOKIE,
                                      .nearest_tolerance = 0.25,
                                      .start_slack = 0.01,
                                      .weight = 1.0,
                                      .road_terrains = 1u << FW_ROAD };

fw_result fw_request_init(fw_request *request, size_t bytes)
{
    return def_init(request, bytes, &request_defaults, sizeof request_defaults);
}

fw_request fw_default_request(void)
{
    return request_defaults;
}
