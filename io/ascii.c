#include <stdlib.h>

#include "io/picture.h"
#include "io/terrain.h"

typedef struct letters {
    char *at; ///< [letter * width * height]
    int32_t width, height;
} letters;

static void put(const letters *sheet, double x, double y, char letter)
{
    if (x >= 0.0 && y >= 0.0 && x < sheet->width && y < sheet->height)
        sheet->at[(size_t)y * (size_t)sheet->width + (size_t)x] = letter;
}

static void put_map(const letters *sheet, const fw_map *map)
{
    for (int32_t y = 0; y < sheet->height; y++)
        for (int32_t x = 0; x < sheet->width; x++)
            put(sheet, x, y, io_terrain_text_letter(fw_map_terrain(map, x, y)));
}

/// Marks the tiles under the body's centre, found in short steps: they may miss a tile of which the path cuts off a
/// tiny corner.
static void put_path(const letters *sheet, const fw_path *path)
{
    const double length = fw_path_length(path);
    int32_t cursor = 0;
    fw_pose pose;
    for (double at = 0.0; at < length; at += 0.125)
        if (fw_path_pose_following(path, at, &cursor, &pose) == FW_OK)
            put(sheet, pose.x, pose.y, '*');
    if (fw_path_pose_at(path, length, &pose) == FW_OK)
        put(sheet, pose.x, pose.y, '*');
}

bool io_picture_ascii(FILE *to, const io_picture *picture, io_fault *fault)
{
    letters sheet = { .width = fw_map_width(picture->map), .height = fw_map_height(picture->map) };
    sheet.at = malloc((size_t)sheet.width * (size_t)sheet.height);
    if (!sheet.at)
        return io_fail(fault, "there is not enough memory to draw the map as text");
    put_map(&sheet, picture->map);
    if (picture->path)
        put_path(&sheet, picture->path);
    if (picture->has_goal)
        put(&sheet, picture->goal.x, picture->goal.y, 'B');
    if (picture->has_start)
        put(&sheet, picture->start.x, picture->start.y, 'A');
    for (int32_t y = 0; y < sheet.height; y++) {
        fwrite(sheet.at + (size_t)y * (size_t)sheet.width, 1, (size_t)sheet.width, to);
        putc('\n', to);
    }
    free(sheet.at);
    return true;
}
