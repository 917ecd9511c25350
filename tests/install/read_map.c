// Reads maps by an installed fairway-io.
#include <stdio.h>
#include <string.h>

#include <fairway-io/map.h>

/// Tells whether a text is read as a map of this width.
static bool reads(const char *text, int32_t width)
{
    fw_io_map *read = NULL;
    fw_io_fault fault;
    if (fw_io_map_read(text, strlen(text), NULL, &read, &fault) != FW_OK) {
        puts(fault.text);
        return false;
    }
    const bool right = fw_map_width(read->map) == width;
    printf("%s, %d tiles wide\n", fw_io_format_name(read->format), (int)fw_map_width(read->map));
    fw_io_map_free(read);
    return right;
}

int main(void)
{
    static const char movingai[] = "type octile\nheight 2\nwidth 5\nmap\n..@..\n.....\n";
    static const char tiled[] =
        "{\"type\": \"map\", \"orientation\": \"orthogonal\", \"width\": 3, \"height\": 1, \"tilewidth\": 8, "
        "\"tileheight\": 8, \"infinite\": false, \"layers\": [{\"type\": \"tilelayer\", \"name\": "
        "\"ground\", "
        "\"width\": 3, \"height\": 1, \"visible\": true, \"opacity\": 1, \"x\": 0, \"y\": 0, \"data\": [1, "
        "2, 1]}], "
        "\"tilesets\": [{\"firstgid\": 1, \"name\": \"set\", \"tilewidth\": 8, \"tileheight\": 8, "
        "\"tilecount\": 2, "
        "\"columns\": 2, \"tiles\": [{\"id\": 1, \"properties\": [{\"name\": \"walkable\", \"type\": "
        "\"bool\", "
        "\"value\": false}]}]}]}";
    return reads(movingai, 5) && reads(tiled, 3) ? 0 : 1;
}
