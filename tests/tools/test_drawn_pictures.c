/// The pictures of the documentation that the command draws alone: docs/ must hold each as it is drawn now, and what
/// the page says about it is told by the command or by the legend.
///
/// usage: test_drawn_pictures          compares
///        test_drawn_pictures write    draws them all anew

#define _POSIX_C_SOURCE 200809L // getpid()

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/unit.h"

#define DOCS   FAIRWAY_SOURCE_DIR "/docs/"
#define COURT  "route " DOCS "figures/court.map --from 7,6,0 --to 19,7 "
#define DRIVEN "--footprint circle:0.4 --turn-radius 1.5 "
#define GATES                                                                                                \
    "route " DOCS "figures/gates.map --from 2,8,0 --to 10,2 --footprint circle:0.45 --turn-radius 2.5 "      \
    "--reverse --method grid --smooth none "
#define SCENE(name)                                                                                          \
    {                                                                                                        \
        "traffic/" name, "simulate " DOCS "traffic/" name ".json", NULL                                      \
    }

static const struct {
    const char *name, *command;
    /// In the command's words, or in the picture, and in those of no other; null = tested elsewhere
    const char *lesson;
} pictures[] = {
    { "figures/turns-ignore", GATES "--turns ignore", "violations: 1 blocked" },
    { "figures/turns-recalculate", GATES "--turns recalculate", "searched again 1 times" },
    { "figures/turns-tighten", GATES "--turns tighten --speed 3,1,1.5,1", "1 too tight" },
    { "figures/turns-back-up", GATES "--turns back-up", "change of gear" },
    { "figures/speed", COURT DRIVEN "--speed 4,1,1.5,1", ">2.67 tiles/s<" },
    { "figures/steering", COURT DRIVEN "--curvature-rate 0.4", "length 22.2545" },
    { "figures/inspect-search", COURT "--method astar --expanded", ">closed<" },
    { "figures/inspect-layer", COURT "--size 2 --show layer", ">anchors<" },
    { "figures/inspect-regions", COURT "--size 3 --show regions", "no path joins" },
    { "figures/inspect-jump-points", COURT "--show jump-points", ">jump point<" },
    { "figures/inspect-clusters", COURT "--cluster 8 --show clusters", ">entrance<" },
    { "figures/inspect-motions", COURT DRIVEN "--method directional-8 --show motions", ">motion, not free<" },
    { "figures/inspect-areas", COURT "--show areas", ">midpoint<" },
    { "pictures/market_day", "simulate " FAIRWAY_SOURCE_DIR "/demo/market_day.json", NULL },
    SCENE("bay"),
    SCENE("building"),
    SCENE("cars"),
    SCENE("corridor"),
    SCENE("dead_end"),
    SCENE("detour"),
    SCENE("door"),
    SCENE("group"),
    SCENE("parked"),
    SCENE("rally"),
    SCENE("swap"),
};

enum { PICTURES = sizeof pictures / sizeof *pictures, MOST_BYTES = 1 << 18 };

/// What a picture's file and the words of its command are together.
static char texts[PICTURES][MOST_BYTES + 2 * TEXT_BYTES];

static size_t read_picture(const char *file, char text[MOST_BYTES])
{
    FILE *from = fopen(file, "rb");
    if (!from)
        fail_msg("%s cannot be read", file);
    const size_t size = fread(text, 1, MOST_BYTES - 1, from);
    text[size] = '\0';
    fclose(from);
    assert_in_range(size, 1, MOST_BYTES - 2);
    return size;
}

/// Draws a picture into a file; keeps it, and what the command has said.
static void draw(int picture, const char *file)
{
    const outcome *result = run("%s --svg %s", pictures[picture].command, file);
    assert_in_range(result->status, 0, 1); // there is no path, as a picture shows, or some units have no goal
    const size_t size = read_picture(file, texts[picture]);
    snprintf(texts[picture] + size, 2 * TEXT_BYTES, "%s%s", result->out, result->err);
}

TEST(every_picture_is_as_the_command_draws_it)
{
    static char kept[MOST_BYTES];
    char file[512], drawn[64];
    (void)state;
    snprintf(drawn, sizeof drawn, "/tmp/fairway_drawn_%d.svg", (int)getpid());
    for (int i = 0; i < PICTURES; i++) {
        snprintf(file, sizeof file, DOCS "%s.svg", pictures[i].name);
        draw(i, drawn);
        if (strncmp(texts[i], kept, read_picture(file, kept)) != 0)
            fail_msg("docs/%s.svg is not what the command draws: make figures", pictures[i].name);
    }
    remove(drawn);
}

TEST(each_picture_and_no_other_one_shows_its_lesson)
{
    (void)state;
    for (int i = 0; i < PICTURES; i++)
        for (int k = 0; k < PICTURES; k++)
            if (pictures[i].lesson && (strstr(texts[k], pictures[i].lesson) != NULL) != (i == k))
                fail_msg("%s, and the lesson of %s: %s", pictures[k].name, pictures[i].name,
                         pictures[i].lesson);
}

static void write_pictures(void **state)
{
    (void)state;
    for (int i = 0; i < PICTURES; i++) {
        char file[512];
        snprintf(file, sizeof file, DOCS "%s.svg", pictures[i].name);
        draw(i, file);
    }
}

int main(int count, char **words)
{
    const struct CMUnitTest write[] = { cmocka_unit_test(write_pictures) };
    if (count > 1 && strcmp(words[1], "write") == 0)
        return cmocka_run_group_tests(write, command_make_town, command_remove_town);
    return tests_run(command_make_town, command_remove_town);
}
