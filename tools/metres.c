#include "metres.h"

#include "complain.h"
#include "io/text.h"

/// Reads RES,X,Y[,YAW].
static bool read_frame(const char *text, fw_frame *frame)
{
    io_span rest = io_span_of(text), piece;
    double numbers[4] = { 0 };
    int count = 0;
    while (count < 4 && io_next_piece(&rest, ',', &piece) && io_read_decimal(piece, &numbers[count]))
        count++;
    frame->resolution = numbers[0];
    frame->origin_x = numbers[1];
    frame->origin_y = numbers[2];
    frame->yaw = numbers[3] / 180 * FW_PI;
    fw_pose corner = { 0 };
    return (!rest.start && count >= 3 && fw_frame_pose_to_metres(frame, &corner, &corner) == FW_OK) ||
           complain("--frame is '%s', expected RES,X,Y or RES,X,Y,YAW: metres a tile, the lower left corner "
                    "in metres, degrees",
                    io_quoted(io_span_of(text)).text);
}

bool frame_from_options(const options *given, job *work)
{
    work->frame = work->source.frame;
    work->frame.height = fw_map_height(work->map);
    if (given->frame && !read_frame(given->frame, &work->frame))
        return false;
    if (!given->metres)
        return true;
    if (!(work->frame.resolution > 0.0))
        return complain("--metres: %s does not say where it lies in the world; --frame RES,X,Y,YAW does",
                        given->arguments[0]);
    work->metres = &work->frame;
    return true;
}

void place_to_tiles(const job *work, io_place *place)
{
    if (!work->metres)
        return;
    fw_pose pose = { place->x, place->y, place->heading };
    fw_frame_pose_to_tiles(work->metres, &pose, &pose);
    *place = (io_place){ pose.x, pose.y, pose.heading, .has_heading = place->has_heading };
}

double length_to_tiles(const job *work, double length)
{
    return work->metres ? fw_frame_to_tiles(work->metres, length) : length;
}

double length_from_tiles(const job *work, double tiles)
{
    return work->metres ? fw_frame_to_metres(work->metres, tiles) : tiles;
}

const char *length_unit(const job *work)
{
    return work->metres ? " m" : "";
}

double picture_resolution(const job *work)
{
    return work->metres ? work->metres->resolution : 0;
}

const char *length_word(const job *work)
{
    return work->metres ? " m" : " tiles";
}

void pose_from_tiles(const job *work, fw_pose *pose)
{
    if (work->metres)
        fw_frame_pose_to_metres(work->metres, pose, pose);
}

bool path_from_tiles(const job *work, const fw_path *path, fw_path **copy, fw_unit_def *unit)
{
    *unit = work->def;
    if (fw_path_create(NULL, copy) != FW_OK)
        return false;
    bool is_copied = fw_path_copy(path, *copy) == FW_OK;
    if (is_copied && work->metres)
        is_copied = fw_frame_path_to_metres(work->metres, *copy) == FW_OK &&
                    fw_frame_unit_to_metres(work->metres, unit) == FW_OK;
    if (!is_copied)
        fw_path_destroy(*copy);
    return is_copied;
}
