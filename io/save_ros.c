// The picture that nav2_map_server's map saver writes: 0 is occupied, 254 free, 205 unknown.
#include <string.h>

#include "io/number.h"
#include "io/saving.h"

enum { OCCUPIED_GREY = 0, FREE_GREY = 254, UNKNOWN_GREY = 205 };

/// @return -1 if a terrain has no grey
static int grey_of(const io_tiles *tiles, uint8_t terrain)
{
    char name[IO_NAME_BYTES];
    io_saved_name(tiles, terrain, name);
    return terrain == FW_BLOCKED          ? OCCUPIED_GREY
           : terrain == FW_GROUND         ? FREE_GREY
           : strcmp(name, "unknown") == 0 ? UNKNOWN_GREY
                                          : -1;
}

/// Writes the picture, P5.
static bool write_picture(const io_saving *saving, FILE *to, io_fault *fault)
{
    const io_tiles *tiles = saving->tiles;
    fprintf(to, "P5\n%d %d\n255\n", tiles->width, tiles->height);
    for (size_t i = 0; i < (size_t)tiles->width * (size_t)tiles->height; i++) {
        const int grey = grey_of(tiles, tiles->terrain[i]);
        char name[IO_NAME_BYTES];
        if (grey < 0) {
            io_saved_name(tiles, tiles->terrain[i], name);
            return io_fail_as(
                fault, FW_NOT_SUPPORTED,
                "%s: a ROS map has ground, blocked and unknown cells, and this map has the terrain "
                "%s at tile %zu,%zu",
                saving->names[0], name, i % (size_t)tiles->width, i / (size_t)tiles->width);
        }
        putc(grey, to);
    }
    return true;
}

bool io_save_ros(io_saving *saving, io_fault *fault)
{
    static const fw_frame metre_a_tile = { .resolution = 1.0 };
    const fw_frame *frame = saving->def->frame ? saving->def->frame : &metre_a_tile;
    fw_frame placed = *frame;
    fw_pose corner = { 0.0, saving->tiles->height, 0.0 }, place;
    placed.height = saving->tiles->height;
    const fw_result is_frame = fw_frame_pose_to_metres(&placed, &corner, &place);
    if (is_frame != FW_OK)
        return io_fail_as(fault, is_frame, "%s: the frame: %s", saving->names[0], fw_result_text(is_frame));
    if (placed.y_axis != FW_Y_UP)
        return io_fail_as(fault, FW_NOT_SUPPORTED, "%s: in a ROS map y points up, and in this frame down",
                          saving->names[0]);
    FILE *picture = io_saving_beside(saving, ".pgm", fault);
    if (!picture)
        return false;
    fprintf(
        saving->files[0].to,
        "image: %s\nmode: trinary\nresolution: %s\norigin: [%s, %s, %s]\nnegate: 0\noccupied_thresh: 0.65\n"
        "free_thresh: 0.196\n",
        io_saving_last_name(saving), io_number(placed.resolution).text, io_number(placed.origin_x).text,
        io_number(placed.origin_y).text, io_number(placed.yaw).text);
    return write_picture(saving, picture, fault);
}
