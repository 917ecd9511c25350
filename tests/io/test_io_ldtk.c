// Levels of LDtk. Most files are written here from the description of the format; one is public.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/files.h"
#include "common/unit.h"

#define DEFS                                                                                                 \
    "\"defs\":{\"layers\":[{\"identifier\":\"Other\",\"uid\":6,\"intGridValues\":[{\"value\":1,"             \
    "\"identifier\":\"wrong\"}]},"                                                                           \
    "{\"identifier\":\"Terrain\",\"uid\":7,\"intGridValues\":[{\"value\":1,\"identifier\":\"walls\"},"       \
    "{\"value\":3,\"identifier\":\"water\"},{\"value\":4,\"identifier\":null}]}]}"
#define LAYER(name, cells)                                                                                   \
    "{\"__identifier\":\"" name                                                                              \
    "\",\"__type\":\"IntGrid\",\"__cWid\":3,\"__cHei\":2,\"__gridSize\":8,\"layerDefUid\":7,"                \
    "\"intGridCsv\":[" cells "]}"
#define ENTITIES                                                                                             \
    "{\"__identifier\":\"Entities\",\"__type\":\"Entities\",\"intGridCsv\":[],\"entityInstances\":[{\"__"    \
    "identifier\":\"Door\","                                                                                 \
    "\"px\":[12,4],\"width\":8,\"height\":16}]}"
#define LEVEL(name, layers) "{\"identifier\":\"" name "\",\"worldX\":-8,\"layerInstances\":[" layers "]}"
#define FILE_OF(levels)     "{\"jsonVersion\":\"1.5.3\"," DEFS ",\"levels\":[" levels "],\"worlds\":[]}"
#define CELLS               "0,1,3,4,0,1"
#define ROWS                ".0W|1.0"

FILE_TEST(values_are_terrains_with_the_names_of_the_layer)
{
    file_add("a.ldtk", FILE_OF(LEVEL("One", ENTITIES "," LAYER("Terrain", CELLS))));
    fw_io_map *read = file_read("a.ldtk", NULL);
    assert_int_equal(read->format, FW_IO_LDTK);
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 1), "walls");
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 2), "value-4");
    assert_int_equal(read->place_count, 1);
    assert_string_equal(read->places[0].name, "Door");
    assert_true(read->places[0].x == 1.5 && read->places[0].y == 0.5 && read->places[0].height == 2.0);
    assert_rows(read, ROWS);
    file_add("a.terrains", "class walls blocked\nempty sand\n");
    assert_rows(file_read("a.ldtk", NULL), "d#W|0d#");
}

/// The entity's pivot is its middle; without one, it is its upper left corner.
FILE_TEST(an_entity_that_names_a_file_is_a_unit)
{
    file_add("van.json", "{\"size\": 2, \"enter\": {\"ground\": 1, \"walls\": 2}}");
    file_add(
        "a.ldtk",
        FILE_OF(LEVEL(
            "One", "{\"__identifier\":\"Things\",\"__type\":\"Entities\",\"entityInstances\":["
                   "{\"__identifier\":\"Van\",\"__pivot\":[0.5,0.5],\"px\":[12,8],\"width\":8,"
                   "\"height\":16,\"fieldInstances\":[{\"__identifier\":\"unit\",\"__value\":"
                   "\"van.json\"},{\"__identifier\":\"heading\",\"__value\":180}]},"
                   "{\"__identifier\":\"Gate\",\"__pivot\":[0.5,1],\"px\":[12,16],\"width\":8,"
                   "\"height\":8,\"fieldInstances\":[{\"__identifier\":\"unit\",\"__value\":null}]}]}," LAYER(
                       "Terrain", CELLS))));
    fw_io_map *read = file_read("a.ldtk", NULL);
    assert_int_equal(read->unit_count, 1);
    assert_string_equal(read->units[0].name, "Van");
    assert_true(read->units[0].at.x == 1.5 && read->units[0].at.y == 1.0);
    assert_true(fabs(read->units[0].at.heading - FW_PI) < 1e-12);
    assert_true(read->units[0].unit->size == 2 && read->units[0].unit->terrain_cost[FW_SAND + 1] == 2.0F);
    assert_int_equal(read->place_count, 1);
    assert_true(read->places[0].x == 1.0 && read->places[0].y == 1.0);
    fw_io_map_free(read);
}

FILE_TEST(a_level_and_a_layer_are_chosen_by_name_if_there_are_several)
{
    fw_io_map_def def = files_def("a.ldtk");
    file_add("a.ldtk", FILE_OF(LEVEL("One", LAYER("Terrain", CELLS)) "," LEVEL(
                           "Two", LAYER("Terrain", "0,0,0,0,0,0") "," LAYER("More", "0,0,0,0,0,3"))));
    assert_file_refused("a.ldtk", NULL, FW_BAD_VALUE,
                        "the option level takes one, and the option world joins them: One, Two");
    def.level = "Three";
    assert_file_refused("a.ldtk", &def, FW_NOT_FOUND,
                        "a.ldtk: there is no level 'Three'; levels are One, Two");
    def.level = "One";
    assert_rows(file_read("a.ldtk", &def), ROWS);
    def.level = "Two";
    assert_file_refused("a.ldtk", &def, FW_BAD_VALUE,
                        "several IntGrid layers; the option layer takes one: Terrain, More");
    def.layer = "Less";
    assert_file_refused("a.ldtk", &def, FW_NOT_FOUND,
                        "there is no IntGrid layer 'Less'; layers are Terrain, More");
    def.layer = "More";
    assert_rows(file_read("a.ldtk", &def), "...|..W");
}

FILE_TEST(levels_may_lie_in_worlds_and_in_files_of_their_own)
{
    fw_io_map_def def = files_def("a.ldtk");
    file_add(
        "a.ldtk",
        "{" DEFS ",\"levels\":[],\"worlds\":[{\"levels\":[" LEVEL(
            "One", LAYER("Terrain", "1,1,1,1,1,1")) "]},"
                                                    "{\"levels\":[{\"identifier\":\"Two\",\"layerInstances\":"
                                                    "null,\"externalRelPath\":\"a/Two.ldtkl\"}]}]}");
    def.level = "Two";
    assert_file_refused("a.ldtk", &def, FW_NOT_FOUND, "a.ldtk: the level a/Two.ldtkl cannot be opened");
    file_add("a/Two.ldtkl", LEVEL("Two", LAYER("Terrain", CELLS)));
    assert_rows(file_read("a.ldtk", &def), ROWS);
    def.level = "One";
    assert_rows(file_read("a.ldtk", &def), "000|000");
    file_add("a.ldtk", FILE_OF("{\"identifier\":\"Two\",\"externalRelPath\":\"../Two.ldtkl\"}"));
    assert_file_refused("a.ldtk", NULL, FW_OUT_OF_BOUNDS, "a.ldtk: the level ../Two.ldtkl lies outside");
}

FILE_TEST(each_way_to_spoil_a_level_is_named)
{
    static const struct {
        const char *file;
        fw_result result;
        const char *sentence;
    } files[] = {
        { FILE_OF(""), FW_BAD_VALUE, "a.ldtk: the file has no levels" },
        { FILE_OF(LEVEL("One", ENTITIES)), FW_NOT_SUPPORTED, "a.ldtk: the level has no IntGrid layer" },
        { FILE_OF(LEVEL("One", LAYER("Terrain", "0,1"))), FW_BAD_VALUE,
          "a.ldtk: the layer has 2 cells, expected 3 x 2" },
        { FILE_OF(LEVEL("One", LAYER("Terrain", "0,0,2,0,0,0"))), FW_BAD_VALUE,
          "levels[0].layerInstances[0].intGridCsv[2] is 2, expected a value that the layer defines" },
        { FILE_OF(LEVEL("One", LAYER("Terrain", "0,0,\"x\",0,0,0"))), FW_BAD_VALUE,
          "intGridCsv[2] is \"x\", expected a value" },
        { FILE_OF("{\"identifier\":\"One\"}"), FW_BAD_VALUE,
          "a.ldtk: levels[0].layerInstances is missing, expected a list" },
        { FILE_OF(LEVEL("One", "{\"__type\":\"IntGrid\",\"__cWid\":1000000000,\"__cHei\":1000000000}")),
          FW_BAD_VALUE, "__cWid is 1e+09, expected a number from 1 to 16384" },
        { FILE_OF(LEVEL("One",
                        "{\"__type\":\"Entities\",\"entityInstances\":[{\"__identifier\":\"Van\","
                        "\"fieldInstances\":[{\"__identifier\":\"unit\",\"__value\":\"van.json\"},"
                        "{\"__identifier\":\"heading\",\"__value\":\"south\"}]}]}," LAYER("Terrain", CELLS))),
          FW_BAD_VALUE, "a.ldtk: the place or heading of the unit 'Van' is no finite number" },
        { "{\"defs\":{},\"levels\":[}", FW_BAD_VALUE, "a.ldtk:1: this is not JSON" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        file_add("a.ldtk", files[i].file);
        assert_file_refused("a.ldtk", NULL, files[i].result, files[i].sentence);
    }
    file_add("a.ldtk", FILE_OF(LEVEL("One", ENTITIES "," LAYER("Terrain", CELLS))));
    assert_survives_damage("a.ldtk", NULL, 2000);
}

FILE_TEST(a_public_level_is_read)
{
    fw_io_map_def def = files_def("a.ldtk");
    if (!file_add_shared("a.ldtk", "files/tiled-ldtk/Typical_TopDown_example.ldtk"))
        skip();
    assert_file_refused("a.ldtk", NULL, FW_BAD_VALUE,
                        "joins them: World_Level_0, World_Level_1, World_Level_2");
    def.level = "World_Level_0";
    fw_io_map *read = file_read("a.ldtk", &def);
    int walls = 0;
    for (int at = 0; at < 32 * 16; at++)
        walls += fw_map_terrain(read->map, at % 32, at / 32) == FW_SAND + 1;
    assert_int_equal(walls, 200);
    assert_int_equal(read->place_count, 8);
    def.level = NULL;
    def.world = "";
    fw_io_map *world = file_read("a.ldtk", &def); // three levels, this one from column 16 on
    assert_int_equal(fw_map_width(world->map), 64);
    for (int at = 0; at < 32 * 16; at++)
        assert_string_equal(
            fw_map_terrain_name(world->map, fw_map_terrain(world->map, 16 + at % 32, at / 32)),
            fw_map_terrain_name(read->map, fw_map_terrain(read->map, at % 32, at / 32)));
    fw_io_map_free(world);
    fw_io_map_free(read);
}

#define PLACED(name, x, y, layers)                                                                           \
    "{\"identifier\":\"" name "\",\"worldX\":" x ",\"worldY\":" y ",\"layerInstances\":[" layers "]}"

FILE_TEST(levels_of_a_world_are_joined_where_they_lie)
{
    fw_io_map_def def = files_def("a.ldtk");
    file_add("a.ldtk", FILE_OF(PLACED("One", "-8", "16", LAYER("Terrain", CELLS)) "," PLACED(
                           "Two", "16", "8", ENTITIES "," LAYER("Terrain", "3,3,3,0,0,3"))));
    assert_file_refused("a.ldtk", NULL, FW_BAD_VALUE,
                        "the option level takes one, and the option world joins them: One, Two");
    def.world = "";
    fw_io_map *read = file_read("a.ldtk", &def); // the second level touches the first one, a row higher
    assert_int_equal(read->left, -1);
    assert_int_equal(read->top, 1);
    assert_int_equal(read->place_count, 1);
    assert_true(read->places[0].x == 3 + 1.5 && read->places[0].y == 0.5);
    assert_rows(read, "###WWW|.0W..W|1.0###");
}

FILE_TEST(a_world_is_chosen_by_name_if_there_are_several)
{
    fw_io_map_def def = files_def("a.ldtk");
    file_add("one.ldtkl", PLACED("One", "0", "0", LAYER("Terrain", CELLS)));
    file_add("a.ldtk", "{\"jsonVersion\":\"1.5.3\"," DEFS
                       ",\"levels\":[],\"worlds\":[{\"identifier\":\"Sea\",\"levels\":["
                       "{\"identifier\":\"One\",\"externalRelPath\":\"one.ldtkl\",\"layerInstances\":null}]},"
                       "{\"identifier\":\"Sky\",\"levels\":[" PLACED("Two", "0", "0",
                                                                     LAYER("Terrain", "3,3,3,0,0,3")) "]}]}");
    def.world = "";
    assert_file_refused("a.ldtk", &def, FW_BAD_VALUE,
                        "several worlds; the option world takes one by its name: Sea, Sky");
    def.world = "Soil";
    assert_file_refused("a.ldtk", &def, FW_NOT_FOUND, "there is no world 'Soil'; worlds are: Sea, Sky");
    def.world = "Sky";
    assert_rows(file_read("a.ldtk", &def), "WWW|..W");
    def.world = "Sea";
    assert_rows(file_read("a.ldtk", &def), ROWS);
}

FILE_TEST(levels_that_cannot_be_joined_are_named)
{
    static const struct {
        const char *x, *y, *sentence;
        fw_result result;
    } cases[] = {
        { "16", "8", "the level 'Two' lies over another one at tile 2,1", FW_NOT_SUPPORTED },
        { "20", "0", "the level 'Two' does not lie on the grid of the first level, whose cells have 8 pixels",
          FW_NOT_SUPPORTED },
        { "800000", "0", "the world has 100003 x 2 tiles, expected at most 16384 x 16384", FW_BAD_SIZE },
        { "1e300", "0", "the level 'Two' does not lie on the grid", FW_NOT_SUPPORTED },
    };
    fw_io_map_def def = files_def("a.ldtk");
    def.world = "";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        snprintf(text, sizeof text, "%s%s,\"worldY\":%s%s",
                 "{\"jsonVersion\":\"1.5.3\"," DEFS ",\"worlds\":[],\"levels\":[" PLACED(
                     "One", "0", "0", LAYER("Terrain", CELLS)) ",{\"identifier\":\"Two\",\"worldX\":",
                 cases[i].x, cases[i].y, ",\"layerInstances\":[" LAYER("Terrain", CELLS) "]}]}");
        file_add("a.ldtk", text);
        assert_file_refused("a.ldtk", &def, cases[i].result, cases[i].sentence);
    }
    file_add("a.ldtk", "{\"jsonVersion\":\"1.5.3\"," DEFS ",\"levels\":[],\"worlds\":[]}");
    assert_file_refused("a.ldtk", &def, FW_BAD_VALUE, "a.ldtk: the world has no levels");
}
