/// The scenes of docs/traffic.md: what each picture shows is true of the motion that the command makes of its scenario,
/// and the picture has its units.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/command.h"

#define FOLDER FAIRWAY_SOURCE_DIR "/docs/traffic/"

enum { MOST_ROWS = 20000 };

/// A line of the command's poses.
typedef struct row {
    double time, x, y;
    unsigned unit;
} row;

/// What a scenario became: poses in the order of time and, at equal times, of ids.
typedef struct motion {
    row *rows;
    int count, units;
} motion;

static row first_of(const motion *made, int unit)
{
    return made->rows[unit];
}

static row last_of(const motion *made, int unit)
{
    return made->rows[made->count - made->units + unit];
}

static double apart(row a, row b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/// How far a unit has been from where it began, at most.
static double farthest(const motion *made, int unit)
{
    double most = 0;
    for (int i = unit; i < made->count; i += made->units)
        most = fmax(most, apart(made->rows[i], first_of(made, unit)));
    return most;
}

static double driven(const motion *made, int unit)
{
    double sum = 0;
    for (int i = unit + made->units; i < made->count; i += made->units)
        sum += apart(made->rows[i], made->rows[i - made->units]);
    return sum;
}

/// The lane is 9 tiles long, the way round the unit that stands in it 14.
static void one_goes_round(const motion *made)
{
    assert_true(driven(made, 0) > 13 && driven(made, 0) < 15);
    assert_true(farthest(made, 1) < 0.01);
}

/// Both change sides in a lane of one body; one of them has been in the bay.
static void one_waits_in_the_bay(const motion *made)
{
    bool is_used = false;
    for (int i = 0; i < made->count; i++)
        is_used |= made->rows[i].y < 3.9 && made->rows[i].x > 9 && made->rows[i].x < 15;
    assert_true(is_used);
    assert_true(last_of(made, 0).x > last_of(made, 1).x + 10);
}

/// The unit that is parked in the door makes room and comes back.
static void the_parked_unit_comes_back(const motion *made)
{
    assert_true(farthest(made, 0) > 0.8);
    assert_true(apart(first_of(made, 0), last_of(made, 0)) < 0.1);
}

/// The units in the dead end let the last one by.
static void the_last_one_gets_to_the_end(const motion *made)
{
    for (int unit = 0; unit < 3; unit++)
        assert_true(farthest(made, unit) > 0.8);
    assert_true(fabs(last_of(made, 3).x - 18.5) < 0.1);
}

/// Everyone has got to the other side.
static void both_sides_have_changed(const motion *made)
{
    const double middle = made->units > 10 ? 12 : 20;
    for (int unit = 0; unit < made->units; unit++)
        assert_true((first_of(made, unit).x < middle) != (last_of(made, unit).x < middle));
}

/// All rest within 1.5 r sqrt(n) of the point.
static void they_rest_around_the_point(const motion *made)
{
    const row point = { .x = 19.5, .y = 7.5 };
    for (int unit = 0; unit < made->units; unit++)
        assert_true(apart(last_of(made, unit), point) < 1.5 * 0.4 * sqrt(made->units));
}

/// The box of 12 is as wide in the end as its spacing says.
static void they_form_a_box_again(const motion *made)
{
    double least = INFINITY;
    for (int a = 0; a < made->units; a++)
        for (int b = 0; b < a; b++)
            least = fmin(least, apart(last_of(made, a), last_of(made, b)));
    assert_true(fabs(least - 1.5) < 0.05);
    for (int unit = 0; unit < made->units; unit++)
        assert_true(last_of(made, unit).x > 16);
}

/// Nobody is in the building after it was placed, and two at least were about to go there.
static void all_go_round_the_building(const motion *made)
{
    int long_ways = 0;
    for (int i = 0; i < made->count; i++)
        if (made->rows[i].time > 6)
            assert_false(made->rows[i].x > 12 && made->rows[i].x < 15 && made->rows[i].y > 2 &&
                         made->rows[i].y < 10);
    for (int unit = 0; unit < made->units; unit++)
        long_ways += driven(made, unit) > apart(first_of(made, unit), last_of(made, unit)) + 1;
    assert_true(long_ways >= 2);
}

/// Each ends where another one began, across the circle.
static void they_swap_places(const motion *made)
{
    for (int unit = 0; unit < made->units; unit++)
        assert_true(apart(first_of(made, (unit + made->units / 2) % made->units), last_of(made, unit)) < 0.2);
}

static const struct {
    const char *name;
    int units;
    void (*lesson)(const motion *made);
} scenes[] = {
    { "swap", 16, they_swap_places },
    { "cars", 8, they_swap_places },
    { "door", 12, both_sides_have_changed },
    { "corridor", 10, both_sides_have_changed },
    { "bay", 2, one_waits_in_the_bay },
    { "detour", 2, one_goes_round },
    { "parked", 7, the_parked_unit_comes_back },
    { "dead_end", 4, the_last_one_gets_to_the_end },
    { "rally", 22, they_rest_around_the_point },
    { "group", 12, they_form_a_box_again },
    { "building", 8, all_go_round_the_building },
};

enum { SCENES = sizeof scenes / sizeof *scenes };

static motion read_motion(const char *csv)
{
    motion made = { .rows = calloc(MOST_ROWS, sizeof *made.rows) };
    assert_non_null(made.rows);
    for (const char *line = strchr(csv, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        row *next = &made.rows[made.count++];
        assert_int_equal(sscanf(line, "%lf,%u,%lf,%lf", &next->time, &next->unit, &next->x, &next->y), 4);
        made.units += next->time == made.rows[0].time;
        assert_in_range(made.count, 1, MOST_ROWS - 1);
    }
    return made;
}

/// How often a text stands in a file.
static int count_in(const char *file, const char *text)
{
    static char line[1 << 20];
    int count = 0;
    FILE *from = fopen(file, "r");
    assert_non_null(from);
    while (fgets(line, sizeof line, from))
        for (const char *at = line; (at = strstr(at, text)); at++)
            count++;
    fclose(from);
    return count;
}

static void each_scene_of_traffic_moves_as_its_page_says(void **state)
{
    (void)state;
    static char text[TEXT_BYTES];
    for (int i = 0; i < SCENES; i++) {
        const outcome *result =
            run("simulate " FOLDER "%s.json -q --sample 0.4 --poses poses.csv --json -", scenes[i].name);
        assert_int_equal(result->status, 0);
        assert_true(number_after(result->out, "\"smallest_gap\": ") >= 0);
        assert_true(read_file("poses.csv", text) < TEXT_BYTES - 1);
        motion made = read_motion(text);
        assert_int_equal(made.units, scenes[i].units);
        scenes[i].lesson(&made);
        free(made.rows);
        char file[512];
        snprintf(file, sizeof file, FOLDER "%s.svg", scenes[i].name);
        assert_int_equal(count_in(file, "<circle r="), scenes[i].units);
        assert_true(count_in(file, "class=\"trail\"") > 0);
    }
}

int main(int count, char **words)
{
    command_find(count, words);
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_scene_of_traffic_moves_as_its_page_says) };
    return cmocka_run_group_tests(tests, command_make_town, command_remove_town);
}
