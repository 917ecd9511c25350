#include <string.h>

#include "common/unit.h"
#include "io/movingai.h"
#include "io/queries.h"

/// A file that is wrong, and what its reader must say.
typedef struct bad_file {
    const char *text, *fault;
} bad_file;

static bool read_scen(const char *text, io_queries *queries, io_fault *fault)
{
    return io_scen_read("town.scen", text, strlen(text), queries, fault);
}

static bool read_poses(const char *text, io_queries *queries, io_fault *fault)
{
    return io_poses_read("town.csv", text, strlen(text), queries, fault);
}

TEST(a_scenario_is_read_with_anchors_and_optima)
{
    io_queries queries;
    assert_true(read_scen("version 1\n"
                          "0\tmaps/dao/a b.map\t49\t30\t1\t11\t1\t12\t1.5\n"
                          "\n"
                          "7\tmaps/dao/a b.map\t49\t30\t0\t29\t48\t0\t60.125",
                          &queries, NULL));
    assert_int_equal(queries.count, 2);
    assert_int_equal(queries.width, 49);
    assert_int_equal(queries.height, 30);
    const io_query *last = &queries.items[1];
    assert_true(last->start.is_anchor && last->goal.is_anchor && !last->goal.has_heading);
    assert_true(last->start.x == 0.0 && last->start.y == 29.0 && last->goal.x == 48.0 && last->goal.y == 0.0);
    assert_true(last->optimum == 60.125);
    assert_int_equal(last->line, 4);
    io_queries_free(&queries);
}

TEST(a_scenario_may_be_parted_by_blanks_and_start_where_it_ends)
{
    static const char *const texts[] = { "version 1.0\r\n0 a.map 5 5 2 2 2 2 0\r\n",
                                         "version 1\r0\ta.map\t5\t5\t2\t2\t2\t2\t0\r",
                                         "\xef\xbb\xbfversion 1 \n0\ta.map\t5\t5\t2\t2\t2\t2\t0 \n" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        io_queries queries;
        assert_true(read_scen(texts[i], &queries, NULL));
        assert_int_equal(queries.count, 1);
        assert_true(queries.items[0].optimum == 0.0);
        assert_false(io_query_has_no_path(&queries.items[0]));
        io_queries_free(&queries);
    }
}

TEST(each_way_to_spoil_a_scenario_has_its_own_message)
{
    static const bad_file files[] = {
        { "", "town.scen:1: the file is empty, expected 'version 1'" },
        { "version 2\n", "town.scen:1: the file begins with 'version 2', expected 'version 1'" },
        { "0\ta.map\t5\t5\t1\t1\t2\t2\t1\n",
          "town.scen:1: the file begins with '0\\x09a.map\\x095\\x095\\x091\\x091\\x09...', expected "
          "'version "
          "1'" },
        { "version 1\n0\ta.map\t5\t5\t1\t1\t2\t2\n",
          "town.scen:2: the line has 8 fields, expected 9 (bucket, map, width, ...)" },
        { "version 1\n0\ta.map\t5\t5\t1\t1\t2\t2\t1\t1\n",
          "town.scen:2: the line has 10 fields, expected 9 (bucket, map, width, ...)" },
        { "version 1\n0\ta.map\t0\t5\t1\t1\t2\t2\t1\n",
          "town.scen:2: width is '0', expected a number from 1 to 16384" },
        { "version 1\n0\ta.map\t5\t1000000000\t1\t1\t2\t2\t1\n",
          "town.scen:2: height is '1000000000', expected a number from 1 to 16384" },
        { "version 1\n0\ta.map\t5\t6\t5\t1\t2\t2\t1\n",
          "town.scen:2: start x is '5', expected a number from 0 to 4" },
        { "version 1\n0\ta.map\t5\t6\t1\t-1\t2\t2\t1\n",
          "town.scen:2: start y is '-1', expected a number from 0 to 5" },
        { "version 1\n0\ta.map\t5\t6\t1\t1\t2\t6\t1\n",
          "town.scen:2: goal y is '6', expected a number from 0 to 5" },
        { "version 1\n0\ta.map\t5\t6\t1\t1\t2.5\t2\t1\n",
          "town.scen:2: goal x is '2.5', expected a number from 0 to 4" },
        { "version 1\n0\ta.map\t5\t5\t1\t1\t2\t2\tnan\n",
          "town.scen:2: the optimal length is 'nan', expected a number from 0 on" },
        { "version 1\n0\ta.map\t5\t5\t1\t1\t2\t2\t-1\n",
          "town.scen:2: the optimal length is '-1', expected a number from 0 on" },
        { "version 1\n0\ta.map\t5\t5\t1\t1\t2\t2\t1\n0\ta.map\t6\t5\t1\t1\t2\t2\t1\n",
          "town.scen:3: the map has 6 x 5 tiles here and 5 x 5 in the lines before" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        io_queries queries;
        io_fault fault;
        assert_false(read_scen(files[i].text, &queries, &fault));
        assert_string_equal(fault.text, files[i].fault);
        assert_null(queries.items);
    }
}

TEST(whole_numbers_are_anchors_and_decimals_exact_positions)
{
    io_queries queries;
    assert_true(
        read_poses("sx,sy,sdeg,gx,gy,gdeg\n3,4,90,5.0,6.25,180\n 1 , 2 ,-45, 3, 4.5,\r\n", &queries, NULL));
    assert_int_equal(queries.count, 2);
    assert_int_equal(queries.width, 0);
    const io_query *first = &queries.items[0];
    const io_query *second = &queries.items[1];
    assert_true(first->start.is_anchor && !first->goal.is_anchor && first->goal.has_heading);
    assert_true(first->start.heading == 0.5 * FW_PI && first->goal.heading == FW_PI);
    assert_true(first->optimum < 0.0);
    assert_true(second->start.is_anchor && !second->goal.is_anchor && !second->goal.has_heading);
    const fw_pose anchored = io_place_pose(&first->start, 3);
    assert_true(anchored.x == 4.5 && anchored.y == 5.5);
    const fw_pose exact = io_place_pose(&first->goal, 3);
    assert_true(exact.x == 5.0 && exact.y == 6.25);
    io_queries_free(&queries);
}

TEST(each_way_to_spoil_a_pose_list_has_its_own_message)
{
    static const bad_file files[] = {
        { "", "town.csv:1: the first line is '', expected 'sx,sy,sdeg,gx,gy,gdeg'" },
        { "1,2,3,4,5,6\n", "town.csv:1: the first line is '1,2,3,4,5,6', expected 'sx,sy,sdeg,gx,gy,gdeg'" },
        { "sx,sy,sdeg,gx,gy,gdeg\n1,2,3,4,5\n",
          "town.csv:2: the line has 5 fields, expected 6: sx,sy,sdeg,gx,gy,gdeg" },
        { "sx,sy,sdeg,gx,gy,gdeg\n1,2,3,4,5,6,7\n",
          "town.csv:2: the line has 7 fields, expected 6: sx,sy,sdeg,gx,gy,gdeg" },
        { "sx,sy,sdeg,gx,gy,gdeg\none,2,3,4,5,6\n", "town.csv:2: the start is wrong: x must be a number" },
        { "sx,sy,sdeg,gx,gy,gdeg\n1,inf,3,4,5,6\n", "town.csv:2: the start is wrong: y must be a number" },
        { "sx,sy,sdeg,gx,gy,gdeg\n1,2,3,4,0x5,6\n", "town.csv:2: the goal is wrong: y must be a number" },
        { "sx,sy,sdeg,gx,gy,gdeg\n1,2,3,4,5,east\n",
          "town.csv:2: the goal is wrong: a heading must be a number of degrees" },
        { "sx,sy,sdeg,gx,gy,gdeg\n1,2,,4,5,6\n",
          "town.csv:2: the start has no heading (only gdeg may be empty)" },
        { "sx,sy,sdeg,gx,gy,gdeg\n1e300,2,0,4,5,6\n", "town.csv:2: the start is wrong: x must be a number" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        io_queries queries;
        io_fault fault;
        assert_false(read_poses(files[i].text, &queries, &fault));
        assert_string_equal(fault.text, files[i].fault);
        assert_null(queries.items);
    }
}

TEST(numbers_that_are_none_are_not_read)
{
    static const char *const not_whole[] = {
        "", "-", "+1", "1.0", "1 ", "0x10", "9223372036854775808", "1e3"
    };
    static const char *const not_decimal[] = { "",    "-",     ".",     "e5",  "1e999", "nan",
                                               "inf", "0x1p3", "1.5.2", "1,5", "--1" };
    int64_t whole = 0;
    double decimal = 0.0;
    for (size_t i = 0; i < sizeof not_whole / sizeof *not_whole; i++)
        assert_false(io_read_whole(io_span_of(not_whole[i]), &whole));
    for (size_t i = 0; i < sizeof not_decimal / sizeof *not_decimal; i++)
        assert_false(io_read_decimal(io_span_of(not_decimal[i]), &decimal));
    assert_true(io_read_whole(io_span_of("-9223372036854775807"), &whole) && whole == -INT64_MAX);
    assert_true(io_read_decimal(io_span_of("-1.5e-3"), &decimal) && decimal == -1.5e-3);
}
