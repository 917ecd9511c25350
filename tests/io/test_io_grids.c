// Grids of letters and numbers, with their tables.
#include <stdio.h>
#include <string.h>

#include "common/files.h"
#include "common/unit.h"

static fw_io_map *read_grid(const char *grid, const char *letters)
{
    fw_io_map_def def = files_def("town.txt");
    def.letters = letters;
    file_add("town.txt", grid);
    return file_read("town.txt", &def);
}

FILE_TEST(a_grid_of_letters_needs_no_header)
{
    fw_io_map *read = read_grid("#..#\n#~.#\n", "#=blocked,.=ground,~=water");
    assert_int_equal(read->format, FW_IO_LETTERS);
    assert_int_equal(read->warning_count, 0);
    assert_rows(read, "#..#|#W.#");
    assert_rows(read_grid("\xef\xbb\xbf#.\r\n.#\r\n\r\n", "#=blocked,.=ground"), "#.|.#");
    assert_rows(read_grid("#.\r.#", "#=blocked,.=ground"), "#.|.#");
    assert_rows(read_grid("# #\n#  \n", "#=blocked, =ground"), "#.#|#..");
    assert_rows(read_grid("#.=,\n", "#=blocked,.=ground,==road,,=sand"), "#.Rd");
    assert_rows(read_grid("#ab\n", "#=blocked,default=ground"), "#..");
    assert_rows(read_grid("\xe2\x96\x88\xe2\x96\x91.\n", "\xe2\x96\x88=blocked,\xe2\x96\x91=road,.=ground"),
                "#R.");
    assert_rows(read_grid("01\n10\n", "0=ground,1=blocked"), ".#|#.");
}

FILE_TEST(the_table_may_lie_beside_the_grid)
{
    file_add("town.txt", "#. ;\nLLLL\n");
    file_add("town.letters", "; the town\n\n# blocked\n. ground\n' ' road\n';' water\r\nL lava\n");
    fw_io_map *read = file_read("town.txt", NULL);
    assert_string_equal(fw_map_terrain_name(read->map, FW_SAND + 1), "lava");
    assert_rows(read, "#.RW|0000");
}

FILE_TEST(a_table_adds_letters_to_a_movingai_map_and_replaces_some)
{
    file_add("town.map", "type octile\nheight 1\nwidth 4\nmap\n.@ES\n");
    assert_file_refused(
        "town.map", NULL, FW_BAD_VALUE,
        "town.map:5: tile 2 of the row is 'E', expected one of . G S W T R s d @ O (town.letters, or the "
        "option letters, can say what other letters are)");
    file_add("town.letters", "E ground\nS station\n");
    assert_rows(file_read("town.map", NULL), ".#.0");
    file_add("town.letters",
             "S station\ndefault road\n"); // the default is for letters without a usual meaning
    assert_rows(file_read("town.map", NULL), ".#R0");
    file_add("town.letters", "S station\n");
    assert_file_refused("town.map", NULL, FW_BAD_VALUE,
                        "expected one of . G S W T R s d @ O or of town.letters");
}

FILE_TEST(rows_that_are_short_are_filled_up_and_that_is_told)
{
    fw_io_map *read = read_grid("...\n.\n\n..\n", "#=blocked,.=ground");
    assert_warned(read, "town.txt: 3 of 4 rows are shorter than the longest one; their ends are blocked");
    assert_rows(read, "...|.##|###|..#");
    read = read_grid("...\n.\n", "default=ground");
    assert_warned(read, "of the default terrain");
    assert_rows(read, "...|...");
    fw_io_map_free(read_grid(".. \t\n..\n", ".=ground")); // blanks at the end of a row are no tiles
}

FILE_TEST(numbers_have_separators)
{
    static const char *const grids[] = { "0,1,-1\n12,0,0\n", "0;1;-1\n12;0;0\n", "0\t1\t-1\n12\t0\t0\n",
                                         "0 1 -1\n12 0  0\n", "0, 1, -1,\r\n12, 0, 0,\r\n" };
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
        fw_io_map *read = read_grid(grids[i], "0=ground,1=blocked,-1=water,12=road");
        assert_int_equal(read->format, FW_IO_NUMBERS);
        assert_rows(read, ".#W|R..");
    }
}

FILE_TEST(each_way_to_spoil_a_grid_is_named)
{
    static const char *const files[][3] = {
        { "..x\n", ".=ground", "town.txt:1: tile 2 of the row is 'x', which letters does not name" },
        { "0,1\n0,2\n", "0=ground,1=blocked",
          "town.txt:2: tile 1 of the row is '2', which letters does not name" },
        { "0,,1\n", "0=ground,1=blocked",
          "town.txt:1: tile 1 of the row is '', which letters does not name" },
        { "\n\n", ".=ground", "town.txt: the file has no rows" },
        { "..\n", "", "town.txt:1: tile 0 of the row is '.', which letters does not name" },
        { "..\n", ".", "letters:1: '.' has no terrain, expected such as E=ground,#=blocked" },
        { "..\n", ".=ground,.=road", "letters:1: '.' is given twice" },
        { "..\n", ".=", "letters:1: '' is not a name of a terrain: names have 1 to 31 bytes" },
        { "..\n", "default=road,default=sand", "letters:1: 'default' is given twice" },
        { "..\n", "12345678901234567=road",
          "letters:1: '12345678901234567' is no letter, and no number of up to 15 digits" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        fw_io_map_def def = files_def("town.txt");
        def.letters = files[i][1];
        file_add("town.txt", files[i][0]);
        assert_file_refused("town.txt", &def, FW_BAD_VALUE, files[i][2]);
    }
    file_add("town.txt", "..\n");
    file_add("town.letters", ". ground road\n");
    assert_file_refused("town.txt", NULL, FW_BAD_VALUE,
                        "town.letters:1: the line is '. ground road', expected a letter and a terrain");
}

FILE_TEST(a_small_file_makes_no_huge_map)
{
    static char grid[16384 * 3];
    memset(grid, '\n', sizeof grid - 1);
    memset(grid, '.', 16384);
    grid[32000] = '.';
    fw_io_map_def def = files_def("town.txt");
    def.letters = ".=ground";
    file_add("town.txt", grid);
    assert_file_refused("town.txt", &def, FW_BAD_VALUE,
                        "the rows are too uneven: most of 16384 x 15617 tiles");
    memset(grid, '.', 16385);
    file_add("town.txt", grid);
    assert_file_refused("town.txt", &def, FW_BAD_VALUE, "town.txt:1: the row has more than 16384 tiles");
    memset(grid, '\n', sizeof grid - 1);
    grid[20000] = '.';
    file_add("town.txt", grid);
    assert_file_refused("town.txt", &def, FW_BAD_VALUE, "there are more than 16384 rows");
}

FILE_TEST(damaged_grids_and_tables_are_refused_or_read)
{
    file_add("town.txt", "#. ;\nLLLL\n1,2\n");
    file_add("town.letters",
             "; the town\n# blocked\n. ground\n' ' road\n';' water\r\nL lava\ndefault sand\n");
    assert_survives_damage("town.txt", NULL, 2000);
}

FILE_TEST(public_maps_with_other_letters_are_read)
{
    if (!file_add_shared("level0.map", "files/letters/level0.map") ||
        !file_add_shared("warehouse.map", "files/letters/warehouse_long_corridor_large.map"))
        skip();
    file_add("level0.letters", "t tree\n");
    fw_io_map *read = file_read("level0.map", NULL);
    assert_int_equal(fw_map_terrain(read->map, 1, 5), FW_TREE);
    fw_io_map_free(read);
    fw_io_map_def def = files_def("warehouse.map");
    def.letters = "E=ground,S=ground";
    read = file_read("warehouse.map", &def);
    assert_int_equal(fw_map_width(read->map), 500);
    assert_int_equal(fw_map_terrain(read->map, 7, 1), FW_GROUND);
    assert_int_equal(fw_map_terrain(read->map, 8, 7), FW_GROUND);
    fw_io_map_free(read);
}
