#include "directional/drive_route.h"

#include "curve/segment.h"

fw_curve curve_retraced(const fw_curve *curve)
{
    fw_curve back = *curve;
    for (int32_t i = 0; i < curve->count; i++)
        back.segments[i] = segment_retraced(&curve->segments[curve->count - 1 - i]);
    return back;
}

static fw_result push_last(const drive_route *route, drive_writer *writer)
{
    return route->last ? drive_writer_push_curve(writer, route->last) : FW_OK;
}

fw_result drive_route_write(const drive_route *route, drive_writer *writer)
{
    fw_result pushed = route->is_backward ? push_last(route, writer) : FW_OK;
    for (size_t i = 0; i + 1 < route->count && pushed == FW_OK;
         i++) { // in the order in which the unit drives them
        const size_t node = route->is_backward ? i : route->count - 2 - i;
        const fw_curve curve = route->move(route->side, route->slots[node + 1], route->slots[node]);
        pushed = drive_writer_push_curve(writer, &curve);
    }
    if (pushed == FW_OK && !route->is_backward)
        pushed = push_last(route, writer);
    return pushed == FW_OK ? drive_writer_end(writer) : pushed;
}
