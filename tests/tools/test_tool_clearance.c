/// fairway info --clearance, compared with squares that are grown tile by tile.

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

enum { MOST_SIDE = 64 };

/// Rows of a map file.
typedef struct rows {
    int width, height;
    char letters[MOST_SIDE][MOST_SIDE + 1];
} rows;

static rows read_rows(const char *file)
{
    static char text[TEXT_BYTES];
    rows map;
    int length;
    read_file(file, text);
    assert_int_equal(sscanf(text, "type octile height %d width %d map%n", &map.height, &map.width, &length),
                     2);
    char *next = text + length;
    for (int y = 0; y < map.height; y++)
        snprintf(map.letters[y], sizeof map.letters[y], "%s", strtok(y == 0 ? next : NULL, "\n"));
    return map;
}

/// Is the square of a side free for a unit that enters the terrains of some letters?
static bool is_free(const rows *map, const char *letters, int left, int top, int side)
{
    for (int y = top; y < top + side; y++)
        for (int x = left; x < left + side; x++)
            if (x >= map->width || y >= map->height || !strchr(letters, map->letters[y][x]))
                return false;
    return true;
}

static int clearance(const rows *map, const char *letters, int x, int y)
{
    int side = 0;
    while (is_free(map, letters, x, y, side + 1))
        side++;
    return side;
}

/// What the command should print.
static void print_clearance(const rows *map, const char *letters, int digits, char *text)
{
    for (int y = 0; y < map->height; y++) {
        for (int x = 0; x < map->width; x++) {
            const int side = clearance(map, letters, x, y);
            const int width = digits + (digits > 1 && x > 0);
            const char letter = map->letters[y][x];
            text += side ? sprintf(text, "%*d", width, side)
                         : sprintf(text, "%*c", width, letter == '@' ? '#' : letter);
        }
        text += sprintf(text, "\n");
    }
}

TEST(clearance_is_printed_as_squares_grow_to_it)
{
    static const struct {
        const char *map, *options, *letters;
        int digits;
    } cases[] = {
        { "generate caves --size 40x30 --seed 2", "", ".", 1 },
        { "generate terrain --size 48x37 --seed 5", "--enter ground,tree", ".T", 2 },
        { "generate terrain --size 48x37 --seed 5", "--enter water", "W", 1 },
        { "generate random --size 25x60 --seed 5", "--size 3", ".", 1 },
        { "generate city --size 64x64 --seed 1", "--method on-demand", ".", 1 },
        { "generate rooms --size 1x1 --seed 1", "", ".", 1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static char expected[TEXT_BYTES];
        assert_int_equal(run("%s -q -o made.map", cases[i].map)->status, 0);
        const rows map = read_rows("made.map");
        print_clearance(&map, cases[i].letters, cases[i].digits, expected);
        const outcome *result = run("info made.map --clearance -q %s", cases[i].options);
        assert_int_equal(result->status, 0);
        assert_string_equal(result->out, expected);
    }
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *found = strstr(text, part); found; found = strstr(found + 1, part))
        count++;
    return count;
}

TEST(pictures_show_the_clearance_of_every_tile)
{
    static char picture[TEXT_BYTES];
    assert_int_equal(run("generate caves --size 24x20 --seed 3 -q -o small.map")->status, 0);
    const outcome *result = run("info small.map -q --clearance --svg c.svg --png c.png");
    assert_int_equal(result->status, 0);
    assert_string_equal(result->out, ""); // the pictures show it instead
    assert_true(exists("c.png"));
    read_file("c.svg", picture);
    const rows map = read_rows("small.map");
    int expected[MOST_SIDE] = { 0 };
    for (int y = 0; y < map.height; y++)
        for (int x = 0; x < map.width; x++)
            expected[clearance(&map, ".", x, y)]++;
    assert_true(expected[1] > 0 && expected[3] > 0);
    for (int side = 1; side < MOST_SIDE; side++) {
        char label[32];
        snprintf(label, sizeof label, ">%d</text>", side);
        assert_int_equal(count_of(picture, label), expected[side]);
    }
}

TEST(a_map_is_drawn_without_its_clearance_too)
{
    static char picture[TEXT_BYTES];
    assert_int_equal(run("info town.map -q --svg town.svg")->status, 0);
    read_file("town.svg", picture);
    assert_int_equal(count_of(picture, "clearance"), 0);
}

TEST(clearance_and_json_cannot_both_go_to_standard_output)
{
    assert_refused(run("info town.map --clearance --json -"),
                   "--json and --clearance both ask for standard output");
    assert_int_equal(run("info town.map --clearance --json - --svg town.svg")->status, 0);
    assert_refused(run("route town.map --from 0,2 --to 4,0 --clearance"), "--clearance");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
