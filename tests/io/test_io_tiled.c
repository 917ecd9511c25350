// Maps of Tiled in XML and JSON. Most files are written here from the description of the format; some are public ones.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "common/files.h"
#include "common/unit.h"
#include "io/tiled_shape.h"

enum { TEXT_BYTES = 1 << 16, TEST_SKIPPED = 77 };

/// Cells 1 2 3 / 4 5 2, the last one flipped.
#define CSV   "1,2,3,\n4,5,2147483650"
#define PLAIN "AQAAAAIAAAADAAAABAAAAAUAAAACAACA"
#define ZLIB  "eJxjZGBgYAJiZiBmAWJWCL8BAAFoAJI="
#define GZIP  "H4sIAAAAAAACA2NkYGBgAmJmIGYBYlYIvwEAyRO1zRgAAAA="
#define ZSTD  "KLUv/SQYwQAAAQAAAAIAAAADAAAABAAAAAUAAAACAACACMXCXA=="
#define ROWS  ".#0|1W#"

/// A tileset whose tiles are walkable, not walkable, lava, of cost 2.5, and of the class water.
#define XML_TILES                                                                                            \
    "<tile id=\"0\"><properties><property name=\"walkable\" type=\"bool\" "                                  \
    "value=\"true\"/></properties></tile>"                                                                   \
    "<tile id=\"1\"><properties><property name=\"walkable\" type=\"bool\" "                                  \
    "value=\"false\"/></properties></tile>"                                                                  \
    "<tile id=\"2\"><properties><property name=\"terrain\" value=\"lava\"/></properties></tile>"             \
    "<tile id=\"3\"><properties><property name=\"cost\" type=\"float\" value=\"2.5\"/></properties></tile>"  \
    "<tile id=\"4\" type=\"water\"/>"
#define XML_SET                                                                                              \
    "<tileset firstgid=\"1\" name=\"Town\" tilewidth=\"16\" tileheight=\"16\">" XML_TILES "</tileset>"
#define XML_HEAD                                                                                             \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" "          \
    "width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\">"
#define XML_LAYER                  "<layer id=\"1\" name=\"Ground\" width=\"3\" height=\"2\">"
#define XML_DATA(attributes, data) XML_LAYER "<data " attributes ">" data "</data></layer>"
#define XML_CSV                    XML_DATA("encoding=\"csv\"", CSV)

#define JSON_TILES                                                                                           \
    "\"name\":\"Town\",\"tilewidth\":16,\"tileheight\":16,\"tiles\":["                                       \
    "{\"id\":0,\"properties\":[{\"name\":\"walkable\",\"type\":\"bool\",\"value\":true}]},"                  \
    "{\"id\":1,\"properties\":[{\"name\":\"walkable\",\"type\":\"bool\",\"value\":false}]},"                 \
    "{\"id\":2,\"properties\":[{\"name\":\"terrain\",\"type\":\"string\",\"value\":\"lava\"}]},"             \
    "{\"id\":3,\"properties\":[{\"name\":\"cost\",\"type\":\"float\",\"value\":2.5}]},{\"id\":4,\"type\":"   \
    "\"water\"}]"
#define JSON_SET "{\"firstgid\":1," JSON_TILES "}"
#define JSON_HEAD                                                                                            \
    "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":3,\"height\":2,\"tilewidth\":16,"            \
    "\"tileheight\":16,"
#define JSON_LAYER(data)       "{\"type\":\"tilelayer\",\"name\":\"Ground\",\"width\":3,\"height\":2," data "}"
#define JSON_MAP(sets, layers) JSON_HEAD "\"infinite\":false,\"tilesets\":[" sets "],\"layers\":[" layers "]}"

static void add(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(const char *name, const char *format, ...)
{
    static char text[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    assert_in_range(vsnprintf(text, sizeof text, format, arguments), 0, TEXT_BYTES - 1);
    va_end(arguments);
    file_add(name, text);
}

static void assert_tmx(const char *inner, const char *rows)
{
    add("a.tmx", XML_HEAD "%s</map>\n", inner);
    assert_rows(file_read("a.tmx", NULL), rows);
}

static void assert_tmx_refused(const char *inner, fw_result result, const char *sentence)
{
    add("a.tmx", XML_HEAD "%s</map>\n", inner);
    assert_file_refused("a.tmx", NULL, result, sentence);
}

FILE_TEST(all_encodings_are_the_same_map)
{
    assert_tmx(XML_SET XML_CSV, ROWS);
    assert_tmx(XML_SET XML_DATA("encoding=\"base64\"", "\n  " PLAIN "\n "), ROWS);
    assert_tmx(XML_SET XML_DATA("encoding=\"base64\" compression=\"zlib\"", "\n  " ZLIB "\n "), ROWS);
    assert_tmx(XML_SET XML_DATA("encoding=\"base64\" compression=\"gzip\"", GZIP), ROWS);
    assert_tmx(XML_SET XML_DATA("",
                                "<tile gid=\"1\"/><tile gid=\"2\"/>\n<tile gid=\"3\"/><tile gid=\"4\"/><tile "
                                "gid=\"5\"/><tile gid=\"2147483650\"/>"),
               ROWS);
    static const char *const layers[] = {
        JSON_MAP(JSON_SET, JSON_LAYER("\"data\":[1,2,3,4,5,2147483650]")),
        JSON_MAP(JSON_SET, JSON_LAYER("\"encoding\":\"base64\",\"data\":\"" PLAIN "\"")),
        JSON_MAP(JSON_SET,
                 JSON_LAYER("\"encoding\":\"base64\",\"compression\":\"zlib\",\"data\":\"" ZLIB "\"")),
        JSON_MAP(JSON_SET,
                 JSON_LAYER("\"encoding\":\"base64\",\"compression\":\"gzip\",\"data\":\"" GZIP "\"")),
    };
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        file_add("a.tmj", layers[i]);
        fw_io_map *read = file_read("a.tmj", NULL);
        assert_int_equal(read->format, FW_IO_TILED_JSON);
        assert_true(read->terrain_cost[FW_SAND + 2] == 2.5F);
        assert_rows(read, ROWS);
    }
}

FILE_TEST(zstd_is_read_or_named)
{
    fw_io_fault fault;
    fw_io_map *read;
    add("a.tmx", XML_HEAD XML_SET XML_DATA("encoding=\"base64\" compression=\"zstd\"", ZSTD) "</map>");
    const fw_io_map_def def = files_def("a.tmx");
    static const char text[] =
        XML_HEAD XML_SET XML_DATA("encoding=\"base64\" compression=\"zstd\"", ZSTD) "</map>";
    if (fw_io_map_read(text, strlen(text), &def, &read, &fault) == FW_NOT_SUPPORTED)
        skip();
    assert_rows(read, ROWS);
#define XML_ZSTD XML_DATA("encoding=\"base64\" compression=\"zstd\"", ZSTD)
    add("a.tmx",
        XML_HEAD XML_SET XML_ZSTD XML_ZSTD XML_ZSTD "</map>"); // each takes half of what a reader may take
    assert_rows(file_read("a.tmx", NULL), ROWS);
}

FILE_TEST(tilesets_may_lie_in_files_of_their_own)
{
    static const char *const sources[] = { "town.tsx", "sets/town.tsj" };
    file_add("town.tsx",
             "<?xml version=\"1.0\"?>\n<tileset name=\"Town\" tilewidth=\"16\" tileheight=\"16\">" XML_TILES
             "<wangsets><wangset name=\"w\"><wangtile tileid=\"0\"/></wangset></wangsets></tileset>");
    file_add("sets/town.tsj", "{\"type\":\"tileset\"," JSON_TILES "}");
    for (int i = 0; i < 2; i++) {
        add("a.tmx", XML_HEAD "<tileset firstgid=\"1\" source=\"%s\"/>" XML_CSV "</map>", sources[i]);
        assert_rows(file_read("a.tmx", NULL), ROWS);
        add("a.tmj", JSON_MAP("{\"firstgid\":1,\"source\":\"%s\"}", JSON_LAYER("\"data\":[1,2,3,4,5,2]")),
            sources[i]);
        assert_rows(file_read("a.tmj", NULL), ROWS);
    }
    assert_tmx_refused("<tileset firstgid=\"1\" source=\"none.tsx\"/>" XML_CSV, FW_NOT_FOUND,
                       "a.tmx: the tileset none.tsx cannot be opened");
    assert_tmx_refused("<tileset firstgid=\"1\" source=\"../town.tsx\"/>" XML_CSV, FW_OUT_OF_BOUNDS,
                       "a.tmx: the tileset ../town.tsx lies outside the folder of the map");
    file_add("loop.tsx", "<tileset firstgid=\"1\" source=\"loop.tsx\"/>");
    assert_tmx_refused("<tileset firstgid=\"1\" source=\"loop.tsx\"/>" XML_CSV, FW_BAD_VALUE,
                       "loop.tsx: a file of a tileset names another one");
    assert_tmx_refused("<tileset firstgid=\"1\" source=\"a.tmx\"/>" XML_CSV, FW_NOT_SUPPORTED,
                       "a.tmx: this is XML with the root <map>, expected <tileset>");
    file_add("loop.tsj", "{\"firstgid\":1,\"source\":\"loop.tsj\"}");
    assert_tmx_refused("<tileset firstgid=\"1\" source=\"loop.tsj\"/>" XML_CSV, FW_BAD_VALUE,
                       "loop.tsj: the whole");
}

FILE_TEST(the_topmost_layer_that_says_anything_counts)
{
    // The second layer says nothing in its first column, and has no tile in its last one.
    assert_tmx(XML_SET XML_CSV XML_DATA("encoding=\"csv\"", "9,1,0,9,2,0"), ".."
                                                                            "0|1##");
    // A layer says what all its tiles are; groups hand that down.
    assert_tmx(XML_SET XML_CSV
               "<layer name=\"Walls\" width=\"3\" height=\"2\"><properties><property name=\"walkable\" "
               "value=\"false\"/></properties><data encoding=\"csv\">0,0,9,0,0,1</data></layer>",
               ".##|1W#");
    assert_tmx(XML_SET "<group name=\"g\"><properties><property name=\"terrain\" "
                       "value=\"road\"/></properties><group>" XML_DATA("encoding=\"csv\"",
                                                                       "0,9,9,0,9,2") "</group></group>",
               ".RR|.RR");
    file_add(
        "a.tmj",
        JSON_MAP(JSON_SET,
                 "{\"type\":\"group\",\"name\":\"g\",\"properties\":[{\"name\":\"terrain\",\"type\":"
                 "\"string\",\"value\":\"road\"}],\"layers\":[" JSON_LAYER("\"data\":[0,9,9,0,9,2]") "]}"));
    assert_rows(file_read("a.tmj", NULL), ".RR|.RR");
}

FILE_TEST(hidden_layers_count_if_they_say_what_they_are)
{
    add("a.tmx", XML_HEAD XML_SET XML_CSV
        "<group visible=\"0\">" XML_DATA("encoding=\"csv\"", "2,2,2,2,2,2") "</group></map>");
    fw_io_map *read = file_read("a.tmx", NULL);
    assert_warned(read, "a.tmx: hidden layers and objects are left out");
    assert_rows(read, ROWS);
    assert_tmx(
        XML_SET XML_CSV
        "<layer name=\"c\" width=\"3\" height=\"2\" visible=\"0\"><properties><property name=\"walkable\" "
        "value=\"false\"/></properties><data encoding=\"csv\">7,0,0,7,0,0</data></layer>",
        "##0|#W#");
    add("a.tmx", XML_HEAD XML_SET
        "<layer name=\"c\" width=\"3\" height=\"2\" offsetx=\"4\"><data encoding=\"csv\">" CSV
        "</data></layer></map>");
    read = file_read("a.tmx", NULL);
    assert_warned(read, "the offsets and parallax of layers are ignored");
    assert_rows(read, ROWS);
}

/// A set of pictures has gaps in its numbers, so only those of a set with one picture are known to end.
FILE_TEST(a_tile_that_no_tileset_has_is_warned_of)
{
    const struct {
        const char *attributes;
        bool is_known;
    } sets[] = { { "tilecount=\"4\" columns=\"2\"", false },
                 { "tilecount=\"5\" columns=\"2\"", true },
                 { "tilecount=\"4\" columns=\"0\"", true },
                 { "", true } };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        add("a.tmx",
            XML_HEAD "<tileset firstgid=\"1\" name=\"Town\" %s>" XML_TILES "</tileset>" XML_CSV "</map>",
            sets[i].attributes);
        fw_io_map *read = file_read("a.tmx", NULL);
        assert_int_equal(read->warning_count, sets[i].is_known ? 0 : 1);
        if (!sets[i].is_known)
            assert_warned(
                read, "a.tmx: no tileset has the tile 5 of the cell 1,1; it counts as one that says nothing");
        fw_io_map_free(read);
    }
    const char *small = "{\"firstgid\":1,\"tilecount\":4,\"columns\":4," JSON_TILES "}";
    add("a.tmj",
        JSON_HEAD
        "\"infinite\":false,\"tilesets\":[%s],\"layers\":[" JSON_LAYER("\"data\":[1,2,3,4,9,2]") "]}",
        small);
    fw_io_map *read = file_read("a.tmj", NULL);
    assert_warned(read, "no tileset has the tile 9 of the cell 1,1");
    fw_io_map_free(read);
}

FILE_TEST(a_line_of_the_table_for_a_tileset_that_the_map_does_not_have_is_warned_of)
{
    add("a.tmx", XML_HEAD "<tileset firstgid=\"1\" name=\"Town\">" XML_TILES "</tileset>" XML_CSV "</map>");
    add("a.terrains", "tile Town 1 blocked\ntile town 0-3 ground\ndefault ground\n");
    fw_io_map *read = file_read("a.tmx", NULL);
    assert_warned(read, "a.terrains: the map has no tileset 'town'");
    fw_io_map_free(read);
    add("a.terrains", "tile Town 1 blocked\n");
    read = file_read("a.tmx", NULL);
    assert_int_equal(read->warning_count, 0);
    fw_io_map_free(read);
}

FILE_TEST(infinite_maps_may_begin_at_negative_tiles)
{
    add("a.tmx",
        "<map orientation=\"orthogonal\" width=\"5\" height=\"5\" tilewidth=\"16\" tileheight=\"16\" "
        "infinite=\"1\">" XML_SET "<layer name=\"l\" width=\"5\" height=\"5\"><data encoding=\"csv\"><chunk "
        "x=\"-2\" y=\"-1\" width=\"2\" "
        "height=\"1\">2,5</chunk><chunk x=\"0\" y=\"0\" width=\"1\" "
        "height=\"2\">2,\n3</chunk></data></layer></map>");
    fw_io_map *read = file_read("a.tmx", NULL);
    assert_int_equal(read->left, -2);
    assert_int_equal(read->top, -1);
    assert_warned(read,
                  "cells of the infinite map that have no tile are ground; 'empty blocked' in a.terrains");
    assert_rows(read, "#W.|..#|..0");
    file_add("a.terrains", "empty blocked\n");
    read = file_read("a.tmx", NULL);
    assert_int_equal(read->warning_count, 0);
    assert_rows(read, "#W#|###|##0");
    file_add("a.tmj", JSON_HEAD
             "\"infinite\":true,\"tilesets\":[" JSON_SET "],\"layers\":[{\"type\":\"tilelayer\",\"name\":"
             "\"l\",\"chunks\":[{\"x\":-2,\"y\":-1,\"width\":2,\"height\":1,\"data\":[2,5]},{\"x\":0,\"y\":0,"
             "\"width\":1,\"height\":2,\"data\":[2,3]}]}]}");
    assert_rows(file_read("a.tmj", NULL), "#W#|###|##0");
}

FILE_TEST(a_table_beside_the_map_says_what_tiles_are)
{
    file_add("a.terrains", "; tiles\ntile My Town 0-1 blocked\ntile My Town 2 road\nclass Deep water "
                           "lake\nlayer Top 1 sand\ndefault swamp\n");
    add("a.tmx",
        XML_HEAD
        "<tileset firstgid=\"1\" name=\"My Town\"><tile id=\"0\"><properties><property name=\"walkable\" "
        "value=\"true\"/></properties></tile><tile id=\"3\" class=\"Deep water\"/></tileset>%s</map>",
        XML_CSV);
    assert_rows(file_read("a.tmx", NULL), "##R|0S#");
    add("a.tmx",
        XML_HEAD "<tileset firstgid=\"1\" name=\"x\"/><layer name=\"Top 1\" width=\"3\" height=\"2\"><data "
                 "encoding=\"csv\">0,1,2,0,0,3</data></layer></map>");
    assert_rows(file_read("a.tmx", NULL), ".dd|..d");
    static const char *const wrong[] = { "tile Town 1-0 road\n", "tile Town road\n", "tile 3 road\n",
                                         "class road\n",         "default\n",        "default a road\n",
                                         "wall x road\n",        "tile T 1-x road\n" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        file_add("a.terrains", wrong[i]);
        assert_file_refused("a.tmx", NULL, FW_BAD_VALUE, "a.terrains:1: the line is '");
    }
}

FILE_TEST(objects_are_walls_areas_and_places)
{
    add("a.tmx", XML_HEAD XML_SET XML_DATA(
                     "encoding=\"csv\"",
                     "1,1,1,1,1,1") "<objectgroup name=\"o\">"
                                    "<object id=\"1\" name=\"pool\" type=\"water\" x=\"17\" y=\"17\" "
                                    "width=\"14\" height=\"14\"/>"
                                    "<object id=\"2\" name=\"gate\" x=\"8\" y=\"24\"><point/></object>"
                                    "<object id=\"3\" x=\"32\" y=\"0\"><properties><property "
                                    "name=\"walkable\" value=\"false\"/></properties>"
                                    "<polygon points=\"0,0 16,0 16,16\"/></object>"
                                    "<object id=\"4\" x=\"0\" y=\"0\" width=\"17\" "
                                    "height=\"16\"><properties><property name=\"terrain\" "
                                    "value=\"road\"/></properties></object>"
                                    "<object id=\"5\" template=\"t.tx\" x=\"0\" y=\"0\"/>"
                                    "</objectgroup></map>");
    fw_io_map *read = file_read("a.tmx", NULL);
    assert_int_equal(read->place_count, 1);
    assert_string_equal(read->places[0].name, "gate");
    assert_true(read->places[0].x == 0.5 && read->places[0].y == 1.5 && read->places[0].width == 0.0);
    assert_warned(read, "templates such as t.tx are not read");
    assert_rows(
        read,
        "R.#|.W."); // the road covers a sixteenth of the second tile, the pool three quarters of its one
    fw_io_map_def def = files_def("a.tmx");
    def.covered = 0.05;
    assert_rows(file_read("a.tmx", &def), "RR#|.W.");
    def.covered = 0.9;
    assert_rows(file_read("a.tmx", &def), "R..|...");
    def.covered = 1.0;
    assert_file_refused("a.tmx", &def, FW_BAD_VALUE, "");
}

FILE_TEST(collision_shapes_block_the_tiles_that_they_cover_by_a_tenth)
{
    assert_tmx(
        "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" tileheight=\"16\">"
        "<tile id=\"0\"><objectgroup><object x=\"0\" y=\"0\" width=\"16\" height=\"1\"/></objectgroup></tile>"
        "<tile id=\"1\"><objectgroup><object x=\"0\" y=\"0\" width=\"16\" height=\"1\"/><object x=\"0\" "
        "y=\"8\" "
        "width=\"16\" height=\"1\"/></objectgroup></tile>"
        "<tile id=\"2\"><objectgroup><object x=\"8\" y=\"8\"><polygon points=\"-8,-8 8,-8 "
        "-8,8\"/></object></objectgroup></tile>"
        "<tile id=\"3\"><objectgroup><object x=\"0\" y=\"0\" width=\"16\" "
        "height=\"16\"><ellipse/></object></objectgroup></tile>"
        "<tile id=\"4\"><objectgroup><object x=\"0\" y=\"0\"><polyline points=\"0,0 "
        "16,16\"/></object></objectgroup></tile>"
        "</tileset>" XML_DATA("encoding=\"csv\"", "1,2,3,4,5,0"),
        ".##|#..");
}

FILE_TEST(a_file_in_which_nothing_says_what_blocks_is_refused)
{
    static const char sentence[] =
        "a.tmx: nothing in this file says what blocks: no tile, layer or object has a property "
        "'walkable', 'terrain' or 'cost', the class of a terrain, or a collision shape, and there "
        "is no table a.terrains";
    assert_tmx_refused("<tileset firstgid=\"1\" name=\"x\"/>" XML_CSV, FW_NOT_SUPPORTED, sentence);
    assert_tmx_refused("<tileset firstgid=\"1\" name=\"x\"><tile id=\"1\" type=\"Chest\"/></tileset>" XML_CSV,
                       FW_NOT_SUPPORTED, sentence);
}

FILE_TEST(each_way_to_spoil_a_map_is_named)
{
    static const struct {
        const char *layer;
        fw_result result;
        const char *sentence;
    } layers[] = {
        { XML_DATA("encoding=\"csv\"", "1,2,3,4,5"), FW_BAD_VALUE,
          "a.tmx: a layer holds 5 tiles, expected 6" },
        { XML_DATA("encoding=\"csv\"", "1,2,3,4,5,6,7"), FW_BAD_VALUE,
          "a.tmx: a layer holds more than its 6 tiles" },
        { XML_DATA("encoding=\"csv\"", "1,2,,4,5,6"), FW_BAD_VALUE,
          "a.tmx: a number is missing between the commas" },
        { XML_DATA("encoding=\"csv\"", "1,2,x,4,5,6"), FW_BAD_VALUE,
          "a.tmx: the tiles of a layer are no numbers" },
        { XML_DATA("encoding=\"base64\"", "AQAA$"), FW_BAD_VALUE,
          "a.tmx: the tiles of a layer are no base64" },
        { XML_DATA("encoding=\"base64\"", "AQAAAA=="), FW_BAD_VALUE,
          "a.tmx: a layer holds 1 tiles, expected 6" },
        { XML_DATA("encoding=\"base64\" compression=\"zlib\"", PLAIN), FW_BAD_VALUE,
          "a.tmx: the compressed tiles of a layer are damaged" },
        { XML_DATA("encoding=\"base64\" compression=\"lzma\"", PLAIN), FW_NOT_SUPPORTED,
          "has the compression 'lzma'" },
        { XML_DATA("encoding=\"morse\"", PLAIN), FW_NOT_SUPPORTED,
          "a.tmx: a layer has the encoding 'morse'" },
        { "<layer name=\"big\" width=\"4\" height=\"2\"><data encoding=\"csv\">1</data></layer>",
          FW_BAD_VALUE, "a.tmx: the layer 'big' has 4 x 2 tiles at 0,0, more than the map" },
        { "<layer name=\"big\" width=\"1000000000\" height=\"1000000000\"><data "
          "encoding=\"csv\">1</data></layer>",
          FW_BAD_VALUE, "a.tmx: the layer 'big' has 1000000000 x 1000000000 tiles" },
        { "<tileset name=\"x\"/>", FW_BAD_VALUE, "a.tmx: a tileset has no number of its first tile" },
        { "<layer", FW_BAD_VALUE, "a.tmx:2: this is not XML, or it is cut off" },
        { "<objectgroup><object><polygon points=\"0,0 x\"/></object></objectgroup>", FW_BAD_VALUE,
          "a.tmx: the points of the polygon '' are no list of up to 256 pairs" },
    };
    static const char *const maps[][2] = {
        { "<map orientation=\"hexagonal\" width=\"3\" height=\"2\"/>",
          "a.tmx: this is a map of Tiled with orientation 'hexagonal'" },
        { "<map orientation=\"staggered\" width=\"3\" height=\"2\"/>",
          "a.tmx: this is a map of Tiled with orientation 'staggered'" },
        { "<svg width=\"3\"/>", "a.tmx: this is XML with the root <svg>, not a map of Tiled" },
        { "<tileset name=\"x\"/>", "a.tmx: this is a tileset of Tiled, not a map" },
    };
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        add("a.tmx", XML_HEAD XML_SET "%s</map>", layers[i].layer);
        assert_file_refused("a.tmx", NULL, layers[i].result, layers[i].sentence);
    }
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        file_add("a.tmx", maps[i][0]);
        assert_file_refused("a.tmx", NULL, FW_NOT_SUPPORTED, maps[i][1]);
    }
    file_add("a.tmx", "<map width=\"1000000000\" height=\"1000000000\" tilewidth=\"16\" tileheight=\"16\"/>");
    assert_file_refused("a.tmx", NULL, FW_BAD_SIZE, "a.tmx: the map has 1000000000 x 1000000000 tiles");
    file_add("a.tmx", "<map width=\"16384\" height=\"16384\" tilewidth=\"16\" tileheight=\"16\"/>");
    assert_file_refused("a.tmx", NULL, FW_BAD_VALUE, "a.tmx: the file is too short for 16384 x 16384 tiles");
    file_add("a.tmx", "<map infinite=\"1\" tilewidth=\"16\" tileheight=\"16\"><layer><data><chunk "
                      "x=\"-1000000000\" y=\"0\" "
                      "width=\"1\" height=\"1\"/><chunk x=\"1000000000\" y=\"0\" width=\"1\" "
                      "height=\"1\"/></data></layer></map>");
    assert_file_refused("a.tmx", NULL, FW_BAD_SIZE,
                        "a.tmx: the chunks of the map are spread over 2000000001 x 1 tiles");
    file_add("a.tmj", "{\"type\":\"FeatureCollection\",\"features\":[]}");
    assert_file_refused("a.tmj", NULL, FW_NOT_SUPPORTED,
                        "a.tmj: this is GeoJSON, not a map of Tiled or LDtk");
    file_add("a.tmj", JSON_MAP(JSON_SET, JSON_LAYER("\"data\":[1,2,-3,4,5,6]")));
    assert_file_refused("a.tmj", NULL, FW_BAD_VALUE,
                        "a.tmj: layers[0].data[2] is -3, expected the number of a tile");
    file_add("a.tmj", JSON_MAP(JSON_SET, "1"));
    assert_file_refused("a.tmj", NULL, FW_BAD_VALUE, "a.tmj: layers[0] is 1, expected an object");
}

/// Adds a map whose only layer decompresses to 64 MB.
FILE_TEST(hostile_files_are_refused_without_their_memory)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { BOMB_BYTES = 1 << 26 };
    uint8_t *zeros = calloc(BOMB_BYTES, 1);
    uLongf size = compressBound(BOMB_BYTES);
    uint8_t *packed = malloc(size);
    char *text = malloc(2 * size + 3000), *to = text;
    assert_true(zeros && packed && text);
    assert_int_equal(compress2(packed, &size, zeros, BOMB_BYTES, 9), Z_OK);
    to += sprintf(to, XML_HEAD XML_SET XML_LAYER "<data encoding=\"base64\" compression=\"zlib\">");
    for (size_t i = 0; i + 3 <= size; i += 3)
        for (int k = 0, bits = packed[i] << 16 | packed[i + 1] << 8 | packed[i + 2]; k < 4; k++)
            *to++ = letters[bits >> (18 - 6 * k) & 63];
    strcpy(to, "</data></layer></map>");
    file_add("a.tmx", text);
    assert_file_refused("a.tmx", NULL, FW_BAD_VALUE, "a.tmx: a layer holds more than its 6 tiles");
    free(zeros);
    free(packed);
    free(text);
    file_add("a.tmx",
             "<!DOCTYPE map [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><map>&b;&b;&b;</map>");
    assert_file_refused("a.tmx", NULL, FW_NOT_SUPPORTED, "a.tmx:1: the file defines entities of its own");
    file_add("a.tmx", "<!DOCTYPE map SYSTEM \"http://mapeditor.org/dtd/1.0/map.dtd\">\n<map width=\"3\" "
                      "height=\"2\" tilewidth=\"16\" "
                      "tileheight=\"16\">" XML_SET XML_CSV "</map>");
    assert_rows(file_read("a.tmx", NULL), ROWS);
    char deep[20000] = "{\"layers\":", groups[8000] = "";
    memset(deep + strlen(deep), '[', 9000);
    file_add("a.tmj", deep);
    assert_file_refused("a.tmj", NULL, FW_BAD_VALUE, "a.tmj:1: this is nested too deeply");
    for (int i = 0; i < 100; i++)
        strcat(groups, "<group>");
    for (int i = 0; i < 100; i++)
        strcat(groups, "</group>");
    assert_tmx_refused(groups, FW_BAD_VALUE, "a.tmx: groups lie within each other more than 16 deep");
    assert_tmx(XML_SET XML_CSV
               "<objectgroup><object type=\"road\" width=\"2e300\" height=\"2e300\" x=\"-1e300\" "
               "y=\"-1e300\" rotation=\"1e300\"/></objectgroup>",
               ROWS);
}

FILE_TEST(damaged_maps_are_refused_or_read)
{
    file_add("town.tsx", "<tileset name=\"Town\">" XML_TILES "</tileset>");
    file_add("a.terrains", "tile Town 0 blocked\nclass Deep lake\n");
    add("a.tmx", XML_HEAD "<tileset firstgid=\"1\" source=\"town.tsx\"/>" XML_CSV XML_DATA(
                     "encoding=\"base64\" compression=\"zlib\"",
                     ZLIB) "<objectgroup name=\"o\"><object name=\"a\" "
                           "type=\"water\" x=\"1\" y=\"2\" width=\"14\" height=\"14\" "
                           "rotation=\"30\"/></objectgroup></map>");
    assert_survives_damage("a.tmx", NULL, 1500);
    assert_survives_damage("town.tsx", NULL, 10);
    file_add("a.tmj",
             JSON_MAP(JSON_SET,
                      JSON_LAYER("\"encoding\":\"base64\",\"compression\":\"gzip\",\"data\":\"" GZIP "\"")));
    assert_survives_damage("a.tmj", NULL, 1500);
}

/// The area within a square is compared with that of many points.
TEST(the_area_of_a_shape_is_that_of_its_points)
{
    enum { SIDE = 400 };
    tiled_shape box, star = { .count = 0 };
    tiled_shape_box(&box, 0.4, -0.2, 1.1, 0.7, 33.0, true);
    assert_true(tiled_shape_points(&star, 0.1, 0.0, 0.0, "0,0 0.9,0.1 0.3,0.3 0.2,1.4"));
    const tiled_shape *shapes[] = { &box, &star };
    for (int i = 0; i < 2; i++) {
        const tiled_shape *shape = shapes[i];
        int inside = 0;
        for (int at = 0; at < SIDE * SIDE; at++) {
            const double x = (at % SIDE + 0.5) / SIDE, y = (at / SIDE + 0.5) / SIDE;
            int crossings = 0;
            for (int k = 0, before = shape->count - 1; k < shape->count; before = k++)
                crossings += (shape->y[k] > y) != (shape->y[before] > y) &&
                             x < shape->x[k] + (y - shape->y[k]) * (shape->x[before] - shape->x[k]) /
                                                   (shape->y[before] - shape->y[k]);
            inside += crossings % 2;
        }
        const double area = tiled_shape_area(shape, 0.0, 0.0, 1.0, 1.0),
                     points = (double)inside / (SIDE * SIDE);
        assert_true(area > 0.1 && area - points < 0.003 && points - area < 0.003);
    }
}

FILE_TEST(public_maps_are_read_with_a_table_or_refused_by_name)
{
    if (!file_add_shared("desert.tmx", "files/tiled-ldtk/desert.tmx") ||
        !file_add_shared("desert.tsx", "files/tiled-ldtk/desert.tsx") ||
        !file_add_shared("outside.tmx", "files/tiled-ldtk/orthogonal-outside.tmx") ||
        !file_add_shared("map.tmx", "files/tiled-ldtk/map.tmx"))
        skip();
    assert_file_refused("desert.tmx", NULL, FW_NOT_SUPPORTED, "nothing in this file says what blocks");
    file_add("desert.terrains", "tile Desert 29 ground\ntile Desert 30-31 sand\ndefault blocked\n");
    fw_io_map *read = file_read("desert.tmx", NULL);
    assert_int_equal(fw_map_width(read->map), 40);
    fw_io_map_free(read);
    file_add("outside.terrains", "layer Fringe blocked\n");
    read = file_read("outside.tmx", NULL);
    assert_int_equal(fw_map_width(read->map), 45);
    fw_io_map_free(read);
    assert_file_refused("map.tmx", NULL, FW_OUT_OF_BOUNDS,
                        "the tileset ../spr_test_tileset.tsx lies outside");
    file_add("../spr_test_tileset.tsx", "<tileset name=\"s\"><tile id=\"1\" class=\"blocked\"/></tileset>");
    fw_io_map_def def = files_def("map.tmx");
    def.allow_outside = true;
    read = file_read("map.tmx", &def);
    assert_int_equal(fw_map_width(read->map), 32);
    assert_int_equal(read->left, -16);
    assert_int_equal(fw_map_terrain(read->map, 13, 13), FW_BLOCKED);
    assert_int_equal(fw_map_terrain(read->map, 14, 14), FW_GROUND);
    fw_io_map_free(read);
}

/// Objects that name a file of a unit: a rectangle that is turned by 90 degrees about its corner, a point with a
/// heading, a picture of a tile, which lies above its point, and one that is hidden.
FILE_TEST(an_object_that_names_a_file_is_a_unit)
{
#define CAR "<properties><property name=\"unit\" type=\"file\" value=\"units/car.json\"/></properties>"
    static const char objects[] =
        XML_SET XML_CSV "<objectgroup name=\"o\">"
                        "<object id=\"1\" name=\"van\" type=\"vehicle\" x=\"32\" y=\"0\" width=\"32\" "
                        "height=\"16\" rotation=\"90\">" CAR "</object>"
                        "<object id=\"2\" name=\"man\" x=\"8\" y=\"24\"><properties><property name=\"unit\" "
                        "value=\"man.json\"/><property name=\"heading\" type=\"float\" "
                        "value=\"-45\"/></properties><point/></object>"
                        "<object id=\"3\" gid=\"1\" x=\"16\" y=\"32\" width=\"16\" height=\"16\">" CAR
                        "</object><object id=\"4\" visible=\"0\" x=\"1\" y=\"1\">" CAR "</object>"
                        "<object id=\"5\" name=\"sign\" gid=\"1\" x=\"16\" y=\"32\" width=\"16\" "
                        "height=\"16\"/></objectgroup>";
    file_add("units/car.json", "{\"footprint\": {\"rect\": [1.6, 0.8]}, \"turn_radius\": 2, "
                               "\"enter\": {\"ground\": 1, \"lava\": 3}}");
    file_add("man.json", "{\"footprint\": {\"circle\": 0.3}}");
    add("a.tmx", XML_HEAD "%s</map>\n", objects);
    fw_io_map *read = file_read("a.tmx", NULL);
    assert_int_equal(read->unit_count, 3);
    const fw_io_unit *van = &read->units[0], *man = &read->units[1], *tile = &read->units[2];
    assert_string_equal(van->name, "van");
    assert_string_equal(van->kind, "vehicle");
    assert_true(van->unit == tile->unit && van->unit->turn_radius == 2.0 && van->unit->size == 0);
    assert_true(van->unit->terrain_cost[FW_SAND + 1] == 3.0F);
    assert_true(fabs(van->at.x - 1.5) < 1e-12 && fabs(van->at.y - 1.0) < 1e-12);
    assert_true(fabs(van->at.heading - FW_PI / 2) < 1e-12);
    assert_string_equal(man->name, "man");
    assert_true(man->at.x == 0.5 && man->at.y == 1.5 && fabs(man->at.heading + FW_PI / 4) < 1e-12);
    assert_true(man->unit->footprint.radius == 0.3);
    assert_true(man->unit->terrain_cost[FW_SAND + 2] == 2.5F); // as the file states it for the usual unit
    assert_true(tile->at.x == 1.5 && tile->at.y == 1.5 && tile->at.heading == 0.0);
    assert_int_equal(read->place_count, 1);
    assert_true(read->places[0].x == 1.0 && read->places[0].y == 1.0);
    fw_unit_id unit;
    assert_int_equal(fw_map_add_unit(read->map, van->unit, &unit), FW_OK);
    assert_warned(read, "a.tmx: hidden layers and objects are left out");
    fw_io_map_free(read);
}

FILE_TEST(units_are_read_from_json_as_well)
{
    file_add("car.json", "{\"size\": 2}");
    add("a.tmj", "%s",
        JSON_MAP(JSON_SET, JSON_LAYER("\"data\":[1,2,3,4,5,1]") ","
                                                                "{\"type\":\"objectgroup\",\"name\":\"o\","
                                                                "\"objects\":[{\"name\":\"van\",\"x\":16,"
                                                                "\"y\":0,\"width\":32,\"height\":32,"
                                                                "\"properties\":[{\"name\":\"unit\",\"type\":"
                                                                "\"file\",\"value\":\"car.json\"},{\"name\":"
                                                                "\"heading\",\"type\":\"float\","
                                                                "\"value\":90}]}]}"));
    fw_io_map *read = file_read("a.tmj", NULL);
    assert_int_equal(read->unit_count, 1);
    assert_int_equal(read->units[0].unit->size, 2);
    assert_true(read->units[0].at.x == 2.0 && read->units[0].at.y == 1.0);
    assert_true(fabs(read->units[0].at.heading - FW_PI / 2) < 1e-12);
    fw_io_map_free(read);
}

FILE_TEST(each_way_to_spoil_a_unit_is_named)
{
    static const char objects[] = XML_SET XML_CSV
        "<objectgroup><object name=\"van\" x=\"1\" y=\"1\"><properties><property name=\"unit\" "
        "value=\"%s\"/></properties></object></objectgroup>";
    static const struct {
        const char *file, *text;
        fw_result result;
        const char *sentence;
    } units[] = {
        { "van.json", NULL, FW_NOT_FOUND, "a.tmx: the unit van.json cannot be opened" },
        { "../van.json", NULL, FW_OUT_OF_BOUNDS, "a.tmx: the unit ../van.json lies outside the folder" },
        { "van.json", "{\"siez\": 1}", FW_BAD_VALUE, "van.json: siez is not a field of a unit" },
        { "van.json", "{\"enter\": {\"ice\": 1}}", FW_BAD_VALUE,
          "van.json: enter.ice is not a terrain of this map that can be entered" },
        { "van.json", "{\"enter\": {\"lava\": 0}}", FW_BAD_VALUE, "van.json: terrain_cost: " },
        { "van.json", "{", FW_BAD_VALUE, "van.json:1: this is not JSON" },
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char inner[4096];
        files_clear();
        if (units[i].text)
            file_add(units[i].file, units[i].text);
        assert_in_range(snprintf(inner, sizeof inner, objects, units[i].file), 1, sizeof inner - 1);
        assert_tmx_refused(inner, units[i].result, units[i].sentence);
    }
}

FILE_TEST(a_heading_of_a_unit_is_a_number_or_empty)
{
#define MAN(heading)                                                                                         \
    XML_SET XML_CSV                                                                                          \
        "<objectgroup><object name=\"man\" x=\"1\" y=\"1\" rotation=\"180\"><properties>"                    \
        "<property name=\"unit\" value=\"man.json\"/><property name=\"heading\" value=\"" heading            \
        "\"/></properties></object></objectgroup>"
    file_add("man.json", "{}");
    add("a.tmx", XML_HEAD "%s</map>\n", MAN(""));
    fw_io_map *read = file_read("a.tmx", NULL);
    assert_true(fabs(read->units[0].at.heading - FW_PI) < 1e-12); // as the object is turned
    fw_io_map_free(read);
    assert_tmx_refused(MAN("north"), FW_BAD_VALUE,
                       "a.tmx: the place or heading of the unit 'man' is no finite number");
    assert_tmx_refused(MAN("1e308"), FW_BAD_VALUE, "a.tmx: the place or heading of the unit 'man' is no");
}

/// The longest name of a file that is looked for, and one that is longer by a byte.
FILE_TEST(a_long_name_of_a_unit_is_refused_and_never_cut)
{
    char inner[1024];
    for (int length = 255; length <= 256; length++) {
        snprintf(inner, sizeof inner,
                 XML_SET XML_CSV "<objectgroup><object name=\"van\" x=\"1\" y=\"1\"><properties><property "
                                 "name=\"unit\" value=\"%0*d\"/></properties></object></objectgroup>",
                 length, 0);
        if (length == 255)
            assert_tmx_refused(inner, FW_NOT_FOUND, "a.tmx: the unit 000");
        else
            assert_tmx_refused(inner, FW_BAD_VALUE,
                               "a.tmx: the name of the file of the unit 'van' has more than 255 bytes");
    }
}

int main(void)
{
    if (!fw_io_reads(FW_IO_TILED_XML))
        return TEST_SKIPPED;
    return tests_run(NULL, NULL);
}
