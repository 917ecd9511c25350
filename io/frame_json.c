#include "io/frame_json.h"

void io_frame_write(json_writer *json, const fw_frame *frame)
{
    json_pair_open(json, "frame", '{');
    json_pair_number(json, "resolution", frame->resolution);
    json_pair_number(json, "x", frame->origin_x);
    json_pair_number(json, "y", frame->origin_y);
    json_pair_number(json, "yaw", frame->yaw);
    json_close(json, '}');
}

bool io_frame_read(const json_place *place, int32_t height, fw_frame *frame)
{
    *frame = (fw_frame){ .y_axis = FW_Y_UP, .height = height };
    return json_expect_object(place) && json_number_at(place, "resolution", 1e-6, 1e6, &frame->resolution) &&
           json_number_at(place, "x", -1e9, 1e9, &frame->origin_x) &&
           json_number_at(place, "y", -1e9, 1e9, &frame->origin_y) &&
           json_number_at(place, "yaw", -1e6, 1e6, &frame->yaw);
}
