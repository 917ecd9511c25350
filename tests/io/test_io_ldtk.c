// Levels of LDtk. Most files are written here from the description of the format; one is public.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/files.h"

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

static int forget_files(void **state)
{
    (void)state;
    files_clear();
    return 0;
}

static void values_are_terrains_with_the_names_of_the_layer(void **state)
{
    (void)state;
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

static void a_level_and_a_layer_are_chosen_by_name_if_there_are_several(void **state)
{
    fw_io_map_def def = files_def("a.ldtk");
    (void)state;
    file_add("a.ldtk", FILE_OF(LEVEL("One", LAYER("Terrain", CELLS)) "," LEVEL(
                           "Two", LAYER("Terrain", "0,0,0,0,0,0") "," LAYER("More", "0,0,0,0,0,3"))));
    assert_file_refused("a.ldtk", NULL, FW_BAD_VALUE, "one must be chosen by name: One, Two");
    def.level = "Three";
    assert_file_refused("a.ldtk", &def, FW_NOT_FOUND,
                        "a.ldtk: there is no level 'Three'; levels are One, Two");
    def.level = "One";
    assert_rows(file_read("a.ldtk", &def), ROWS);
    def.level = "Two";
    assert_file_refused("a.ldtk", &def, FW_BAD_VALUE,
                        "several IntGrid layers, and one must be chosen by name: Terrain, More");
    def.layer = "Less";
    assert_file_refused("a.ldtk", &def, FW_NOT_FOUND,
                        "there is no IntGrid layer 'Less'; layers are Terrain, More");
    def.layer = "More";
    assert_rows(file_read("a.ldtk", &def), "...|..W");
}

static void levels_may_lie_in_worlds_and_in_files_of_their_own(void **state)
{
    fw_io_map_def def = files_def("a.ldtk");
    (void)state;
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

static void each_way_to_spoil_a_level_is_named(void **state)
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
        { "{\"defs\":{},\"levels\":[}", FW_BAD_VALUE, "a.ldtk:1: this is not JSON" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        file_add("a.ldtk", files[i].file);
        assert_file_refused("a.ldtk", NULL, files[i].result, files[i].sentence);
    }
    file_add("a.ldtk", FILE_OF(LEVEL("One", ENTITIES "," LAYER("Terrain", CELLS))));
    assert_survives_damage("a.ldtk", NULL, 2000);
}

static void a_public_level_is_read(void **state)
{
    fw_io_map_def def = files_def("a.ldtk");
    (void)state;
    if (!file_add_shared("a.ldtk", "files/tiled-ldtk/Typical_TopDown_example.ldtk"))
        skip();
    assert_file_refused("a.ldtk", NULL, FW_BAD_VALUE, "by name: World_Level_0, World_Level_1, World_Level_2");
    def.level = "World_Level_0";
    fw_io_map *read = file_read("a.ldtk", &def);
    int walls = 0;
    for (int at = 0; at < 32 * 16; at++)
        walls += fw_map_terrain(read->map, at % 32, at / 32) == FW_SAND + 1;
    assert_int_equal(walls, 200);
    assert_int_equal(read->place_count, 8);
    fw_io_map_free(read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(values_are_terrains_with_the_names_of_the_layer, forget_files),
        cmocka_unit_test_teardown(a_level_and_a_layer_are_chosen_by_name_if_there_are_several, forget_files),
        cmocka_unit_test_teardown(levels_may_lie_in_worlds_and_in_files_of_their_own, forget_files),
        cmocka_unit_test_teardown(each_way_to_spoil_a_level_is_named, forget_files),
        cmocka_unit_test_teardown(a_public_level_is_read, forget_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
