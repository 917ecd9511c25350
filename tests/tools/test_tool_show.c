/// fairway route --expanded and --show: pictures of the inside of the library, compared with the trace of the search.

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command.h"
#include "common/unit.h"

enum { MOST_PLACES = 1000 };

static const char *const court = "type octile\nheight 8\nwidth 12\nmap\n"
                                 "............\n............\n..@@@@@@....\n.......@....\n"
                                 ".......@....\n..@@@@@@....\n............\n............\n";

/// A place of the search, as the trace tells it.
typedef struct place {
    double x, y, f;
    bool is_closed;
} place;

static place places[MOST_PLACES];
static int place_count;

static void note(const char *type, double x, double y, double f)
{
    const bool is_closed = strcmp(type, "expand") == 0;
    for (int i = 0; i < place_count; i++)
        if (places[i].x == x && places[i].y == y) {
            places[i].is_closed = places[i].is_closed || is_closed;
            places[i].f = fmin(places[i].f, f);
            return;
        }
    assert_true(place_count < MOST_PLACES);
    places[place_count++] = (place){ x, y, f, is_closed };
}

/// Reads which places the search has seen.
static void read_trace(void)
{
    static char text[TEXT_BYTES];
    read_file("steps.yaml", text);
    place_count = 0;
    for (const char *at = strstr(text, "- { type: "); at; at = strstr(at + 1, "- { type: ")) {
        char type[16];
        double x, y, f;
        const char *end = strchr(at, '\n'), *from = strstr(at, ", x: "), *last = strstr(at, ", f: ");
        assert_int_equal(sscanf(at, "- { type: %15[a-z]", type), 1);
        if (last && last < end && strcmp(type, "end") != 0 && strcmp(type, "close") != 0 &&
            sscanf(from, ", x: %lf, y: %lf", &x, &y) == 2 && sscanf(last, ", f: %lf", &f) == 1)
            note(type, x, y, f);
    }
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

TEST(every_place_of_the_trace_is_drawn_with_its_f)
{
    static char picture[TEXT_BYTES];
    write_file("court.map", court);
    const outcome *found = run("route court.map --from 3,4 --to 10,3 --method astar --smooth none --expanded "
                               "--svg seen.svg --trace steps.yaml -q");
    assert_int_equal(found->status, 0);
    read_trace();
    read_file("seen.svg", picture);
    int closed = 0;
    for (int i = 0; i < place_count; i++) {
        char f[32];
        int equal = 0;
        snprintf(f, sizeof f, ">%.1f<", places[i].f);
        for (int j = 0; j < place_count; j++) {
            char other[32];
            snprintf(other, sizeof other, ">%.1f<", places[j].f);
            equal += strcmp(f, other) == 0;
        }
        assert_int_equal(count_of(picture, f), equal);
        closed += places[i].is_closed;
    }
    assert_true(closed > 20 && place_count > closed + 5);
    assert_int_equal(count_of(picture, ">open<"), 1);
    assert_int_equal(count_of(picture, ">closed<"), 1);
}

TEST(without_expanded_the_picture_has_no_places)
{
    static char picture[TEXT_BYTES];
    write_file("court.map", court);
    assert_int_equal(run("route court.map --from 3,4 --to 10,3 --svg seen.svg -q")->status, 0);
    read_file("seen.svg", picture);
    assert_int_equal(count_of(picture, ">open<") + count_of(picture, ">closed<"), 0);
}

TEST(a_search_that_a_limit_ends_shows_what_it_has_closed)
{
    static char picture[TEXT_BYTES];
    write_file("court.map", court);
    assert_int_equal(
        run("route court.map --from 1,1 --to 10,7 --method astar --max-work 9 --expanded --svg seen.svg -q")
            ->status,
        0);
    read_file("seen.svg", picture);
    assert_int_equal(count_of(picture, ">closed<"), 1);
}

TEST(each_subject_has_its_kinds_in_the_legend)
{
    static const struct {
        const char *subject, *kinds[4];
    } subjects[] = { { "layer", { "anchors" } },
                     { "regions", { "region" } },
                     { "jump-points", { "jump point" } },
                     { "clusters --cluster 4", { "cluster", "entrance", "transition", "abstract edge" } },
                     { "motions --turn-radius 1", { "motion", "hit mask" } },
                     { "areas --partition quadtree", { "area", "midpoint", "step between areas" } } };
    static char picture[TEXT_BYTES];
    write_file("court.map", court);
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        assert_int_equal(
            run("route court.map --from 1,1 --to 10,7 --svg seen.svg -q --show %s", subjects[i].subject)
                ->status,
            0);
        read_file("seen.svg", picture);
        for (int j = 0; j < 4 && subjects[i].kinds[j]; j++) {
            char text[32];
            snprintf(text, sizeof text, ">%s<", subjects[i].kinds[j]);
            assert_int_equal(count_of(picture, text), 1);
        }
    }
}

TEST(what_a_unit_does_not_have_is_not_shown)
{
    write_file("court.map", court);
    assert_refused(
        run("route court.map --from 1,1 --to 10,7 --corners always --show jump-points --svg seen.svg"),
        "--show: jump points need the corner rule never or orthogonal");
    assert_refused(run("route court.map --from 1,1 --to 10,7 --show motions --svg seen.svg"), "--show: ");
}

TESTS_BETWEEN(command_make_town, command_remove_town)
