/// The scenes of docs/traffic.md: what each picture shows is true of the motion that the command makes of its scenario,
/// and the picture has its units.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/breakage.h"
#include "common/command.h"
#include "common/unit.h"

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
    assert_true(last_of(made, 0).x > 10);
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
    for (int unit = 0; unit < made->units; unit++) {
        assert_true(last_of(made, unit).x > 22);
        long_ways += driven(made, unit) > apart(first_of(made, unit), last_of(made, unit)) + 1;
    }
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

/// Where a scene takes place.
typedef struct place {
    char map[64 * 128]; ///< row by row; '@' = wall
    int width, height;
    double radius; ///< of all bodies
} place;

/// The place of a scene, whose map is in the file beside it.
static place read_place(const char *name)
{
    place read = { .width = 0 };
    char file[512], line[256];
    snprintf(file, sizeof file, FOLDER "%s.map", name);
    FILE *from = fopen(file, "r");
    assert_non_null(from);
    assert_int_equal(fscanf(from, "type octile height %d width %d map ", &read.height, &read.width), 2);
    assert_true(read.width * read.height < (int)sizeof read.map);
    for (int y = 0; y < read.height && fgets(line, sizeof line, from); y++)
        memcpy(read.map + y * read.width, line, (size_t)read.width);
    fclose(from);
    snprintf(file, sizeof file, FOLDER "%s.json", name);
    from = fopen(file, "r");
    assert_non_null(from);
    while (read.radius == 0 && fgets(line, sizeof line, from))
        if (strstr(line, "\"circle\": "))
            read.radius = number_after(line, "\"circle\": ");
    fclose(from);
    assert_true(read.radius > 0);
    return read;
}

/// Nobody's middle is in a wall, and nobody overlaps anybody, at any of the times that were read.
static void assert_free(const motion *made, const place *where)
{
    for (int i = 0; i < made->count; i++) {
        const row at = made->rows[i];
        assert_true(where->map[(int)at.y * where->width + (int)at.x] != '@');
        for (int k = i - i % made->units; k < i; k++)
            assert_true(apart(at, made->rows[k]) > 2 * where->radius - 1e-3);
    }
}

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

/// How a motion can be broken: one unit never moves, all go straight to where they end, or one ends elsewhere.
enum { WHOLE, STANDS, GOES_STRAIGHT, ENDS_ELSEWHERE };

typedef struct broken_motion {
    motion *made;
    const place *where;
    void (*lesson)(const motion *made);
    int what;
} broken_motion;

static void go_straight(motion *made, int unit)
{
    const row from = first_of(made, unit), to = last_of(made, unit);
    for (int i = unit; i < made->count; i += made->units) {
        const double share = (made->rows[i].time - from.time) / (to.time - from.time);
        made->rows[i].x = from.x + share * (to.x - from.x);
        made->rows[i].y = from.y + share * (to.y - from.y);
    }
}

static void stand(motion *made, int unit)
{
    const row from = first_of(made, unit);
    for (int i = unit; i < made->count; i += made->units) {
        made->rows[i].x = from.x;
        made->rows[i].y = from.y;
    }
}

/// The unit ends before the end of its way, or beside it.
static void end_elsewhere(motion *made, int unit)
{
    row *end = &made->rows[made->count - made->units + unit];
    const double way = end->x - first_of(made, unit).x;
    end->x += way > 1 ? -0.6 * way : 0.8;
}

static void check_motion(void *user)
{
    broken_motion *broken = user;
    motion *made = broken->made;
    if (broken->what == STANDS)
        stand(made, 0);
    for (int unit = 0; unit < made->units && broken->what == GOES_STRAIGHT; unit++)
        go_straight(made, unit);
    if (broken->what == ENDS_ELSEWHERE)
        end_elsewhere(made, 0);
    assert_free(made, broken->where);
    broken->lesson(made);
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

TEST(each_scene_of_traffic_moves_as_its_page_says)
{
    static char text[TEXT_BYTES];
    for (int i = 0; i < SCENES; i++) {
        const outcome *result =
            run("simulate " FOLDER "%s.json -q --sample 0.4 --poses poses.csv --json -", scenes[i].name);
        assert_int_equal(result->status, 0);
        assert_true(number_after(result->out, "\"smallest_gap\": ") >= 0);
        assert_true(read_file("poses.csv", text) < TEXT_BYTES - 1);
        motion made = read_motion(text);
        assert_int_equal(made.units, scenes[i].units);
        const place where = read_place(scenes[i].name);
        broken_motion broken = { &made, &where, scenes[i].lesson, 0 };
        check_motion(&broken);
        for (broken.what = STANDS; broken.what <= ENDS_ELSEWHERE; broken.what++)
            if (!breakage_is_noticed(check_motion, &broken))
                fail_msg("%s teaches its lesson with breakage %d", scenes[i].name, broken.what);
        free(made.rows);
        char file[512];
        snprintf(file, sizeof file, FOLDER "%s.svg", scenes[i].name);
        assert_int_equal(count_in(file, "<circle r="), scenes[i].units);
        assert_true(count_in(file, "class=\"trail\"") > 0);
        assert_int_equal(count_in(file, "class=\"edit\""), strcmp(scenes[i].name, "building") == 0);
        assert_true(count_in(file, "class=\"goal\"") > 0);
    }
}

TESTS_BETWEEN(command_make_town, command_remove_town)
