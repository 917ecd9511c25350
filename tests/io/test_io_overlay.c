#include <string.h>

#include "common/unit.h"
#include "io/overlay_json.h"
#include "map/overlay.h"

enum { WIDTH = 100, HEIGHT = 80 };

static fw_overlay *new_overlay(void)
{
    fw_overlay *overlay = NULL;
    assert_int_equal(fw_overlay_create(WIDTH, HEIGHT, NULL, &overlay), FW_OK);
    return overlay;
}

/// Reads a text and adds it to an overlay; the fault holds a sentence if either fails.
static bool read_into(const char *text, fw_overlay *overlay, io_fault *fault)
{
    io_overlay parts;
    fault->text[0] = '\0';
    const bool done = io_overlay_read("cones.json", text, strlen(text), &parts, fault) &&
                      io_overlay_apply(&parts, overlay, fault);
    io_overlay_free(&parts);
    return done;
}

TEST(a_file_makes_the_overlay_that_its_calls_make)
{
    io_fault fault;
    fw_overlay *read = new_overlay(), *called = new_overlay();
    assert_true(read_into("{\"blocked\": [[1, 2, 3, 4], [-5, 70, 20, 200]],\n"
                          " \"forbidden\": [[7, 8, \"E NE SE\"], [9, 9, \"W\"], [9, 9, \"S SW NW N\"]],\n"
                          " \"costs\": [[0, 0, 50, 50, 2.5], [10, 10, 1, 1, 252.5]],\n"
                          " \"corridor\": [0, 0, 90, 60]}",
                          read, &fault));
    fw_overlay_block(called, 1, 2, 3, 4);
    fw_overlay_block(called, -5, 70, 20, 200);
    fw_overlay_forbid(called, 7, 8, FW_MOVE_E | FW_MOVE_NE | FW_MOVE_SE);
    fw_overlay_forbid(called, 9, 9, FW_MOVE_W);
    fw_overlay_forbid(called, 9, 9, FW_MOVE_S | FW_MOVE_SW | FW_MOVE_NW | FW_MOVE_N);
    fw_overlay_add_cost(called, 0, 0, 50, 50, 2.5f);
    fw_overlay_add_cost(called, 10, 10, 1, 1, 252.5f);
    fw_overlay_corridor(called, 0, 0, 90, 60);
    assert_true(overlay_stamp(read) == overlay_stamp(called));
    fw_overlay_destroy(called);
    fw_overlay_destroy(read);
}

TEST(every_part_of_an_overlay_may_be_left_out)
{
    static const char *const texts[] = { "{}", "{\"blocked\": []}", "{\"forbidden\": [], \"costs\": []}",
                                         "{\"costs\": [[0, 0, 1, 1, 0]]}" };
    io_fault fault;
    fw_overlay *overlay = new_overlay();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        assert_true(read_into(texts[i], overlay, &fault));
        assert_true(overlay_is_empty(overlay));
    }
    assert_true(read_into("{\"corridor\": [200, 200, 1, 1]}", overlay, &fault));
    assert_true(overlay_has_corridor(overlay)); // that holds nothing of the map
    fw_overlay_destroy(overlay);
}

TEST(a_mistake_in_an_overlay_is_told_with_file_and_place)
{
    static const struct {
        const char *text, *fault;
    } mistakes[] = {
        { "[]", "cones.json: the whole is a list, expected an object" },
        { "{\"bloked\": []}", "cones.json: bloked is not a field of an overlay, expected blocked, forbidden, "
                              "costs or corridor" },
        { "{\"blocked\": {}}", "cones.json: blocked is an object, expected a list" },
        { "{\"blocked\": [3]}", "cones.json: blocked[0] is 3, expected [x, y, width, height]" },
        { "{\"blocked\": [[1, 2, 3, 4], [1, 2, 3]]}",
          "cones.json: blocked[1] is a list, expected [x, y, width, height]" },
        { "{\"blocked\": [[1, 2, 3, 4, 5]]}",
          "cones.json: blocked[0] is a list, expected [x, y, width, height]" },
        { "{\"blocked\": [[1.5, 2, 3, 4]]}", "cones.json: blocked[0][0] is 1.5, expected a whole number" },
        { "{\"blocked\": [[1, \"2\", 3, 4]]}", "cones.json: blocked[0][1] is \"2\", expected a number" },
        { "{\"blocked\": [[1, 2, 0, 4]]}",
          "cones.json: blocked[0][2] is 0, expected a number from 1 to 32768" },
        { "{\"blocked\": [[1, 2, 3, -4]]}",
          "cones.json: blocked[0][3] is -4, expected a number from 1 to 32768" },
        { "{\"blocked\": [[1, 1e9, 3, 4]]}",
          "cones.json: blocked[0][1] is 1e+09, expected a number from -16384 to 16384" },
        { "{\"forbidden\": [[1, 2]]}", "cones.json: forbidden[0] is a list, expected [x, y, moves]" },
        { "{\"forbidden\": [[1, 2, 3]]}", "cones.json: forbidden[0][2] is 3, expected a text" },
        { "{\"forbidden\": [[1, 2, \"E EN\"]]}",
          "cones.json: forbidden[0][2] is \"E EN\", expected moves of E, "
          "SE, S, SW, W, NW, N and NE with blanks between them" },
        { "{\"forbidden\": [[1, 2, \" \"]]}",
          "cones.json: forbidden[0][2] is \" \", expected at least one move, such as \"E\"" },
        { "{\"forbidden\": [[0, 0, \"E\"], [100, 2, \"E\"]]}",
          "cones.json: forbidden[1]: a tile or position lies outside the map" },
        { "{\"costs\": [[1, 2, 3, 4]]}",
          "cones.json: costs[0] is a list, expected [x, y, width, height, added cost]" },
        { "{\"costs\": [[1, 2, 3, 4, 256]]}",
          "cones.json: costs[0][4] is 256, expected a number from 0 to 255" },
        { "{\"costs\": [[1, 2, 3, 4, -1]]}",
          "cones.json: costs[0][4] is -1, expected a number from 0 to 255" },
        { "{\"costs\": [[0, 0, 2, 2, 200], [1, 1, 2, 2, 56]]}",
          "cones.json: costs[1]: the costs that are added to a tile sum up to more than 255" },
        { "{\"corridor\": [[1, 2, 3, 4]]}",
          "cones.json: corridor is a list, expected [x, y, width, height]" },
        { "{\"corridor\": null}", "cones.json: corridor is null, expected [x, y, width, height]" },
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        io_fault fault;
        fw_overlay *overlay = new_overlay();
        assert_false(read_into(mistakes[i].text, overlay, &fault));
        assert_string_equal(fault.text, mistakes[i].fault);
        fw_overlay_destroy(overlay);
    }
}
