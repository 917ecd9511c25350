#include "io/frame_json.h"

void io_frame_write(json_writer *json, const fw_frame *frame)
{
    json_key(json, "frame");
    json_open(json, '{');
    json_pair_number(json, "resolution", frame->resolution);
    json_pair_number(json, "x", frame->origin_x);
    json_pair_number(json, "y", frame->origin_y);
    json_pair_number(json, "yaw", frame->yaw);
    json_close(json, '}');
}

bool io_frame_read(const json_place *place, int32_t height, fw_frame *frame)
{
    const json_place resolution = json_at(place, "resolution"), x = json_at(place, "x"),
                     y = json_at(place, "y"), yaw = json_at(place, "yaw");
    *frame = (fw_frame){ .y_axis = FW_Y_UP, .height = height };
    return json_expect_object(place) && json_read_number(&resolution, 1e-6, 1e6, &frame->resolution) &&
           json_read_number(&x, -1e9, 1e9, &frame->origin_x) &&
           json_read_number(&y, -1e9, 1e9, &frame->origin_y) &&
           json_read_number(&yaw, -1e6, 1e6, &frame->yaw);
}
