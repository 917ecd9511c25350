#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/unit.h"

// The rooms of src/ in their order: a room includes only itself and rooms before it. `check` is apart from
// the planners: it may use base and map alone.
static const char *const rooms[] = { "base",      "record",  "map",    "regions", "curve",
                                     "search",    "grid",    "areas",  "shape",   "directional",
                                     "hierarchy", "forest",  "pivot",  "plan",    "explain",
                                     "joint",     "traffic", "replay", "inspect", "check" };

enum {
    ROOM_COUNT = sizeof rooms / sizeof *rooms,
    MAP_ROOM = 2,
    SEARCH_ROOM = 5,
    CHECK_ROOM = ROOM_COUNT - 1,
    LINE_BYTES = 512
};

/// Headers of the room of searches whose structs hold costs.
static const char *const cost_headers[] = { "best_first.h", "cost.h",       "node_store.h", "open_list.h",
                                            "open_ring.h",  "open_stack.h", "space_kind.h" };

static int room_of(const char *name, size_t length)
{
    for (int i = 0; i < ROOM_COUNT; i++)
        if (strlen(rooms[i]) == length && strncmp(rooms[i], name, length) == 0)
            return i;
    return -1;
}

/// May a file of this room hold this line? All may that include nothing, system headers, or public ones.
static bool room_may_hold(int room, const char *line)
{
    char header[LINE_BYTES];
    if (sscanf(line, " # include \"%511[^\"]\"", header) != 1)
        return true;
    const char *slash = strchr(header, '/');
    if (!slash)
        return false; // every header is named with its room
    if (strncmp(header, "fairway/", 8) == 0)
        return true;
    const int included = room_of(header, (size_t)(slash - header));
    if (included < 0)
        return false;
    if (room == CHECK_ROOM)
        return included <= MAP_ROOM || included == CHECK_ROOM;
    return included <= room;
}

/// Reads one file; returns how many lines it must not hold, and prints them.
static int count_wrong_lines(int room, const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[LINE_BYTES];
    int wrong = 0;
    while (fgets(line, sizeof line, file))
        if (!room_may_hold(room, line)) {
            print_error("%s: %s", path, line);
            wrong++;
        }
    fclose(file);
    return wrong;
}

/// True if a header outside of the room of searches includes one of that room and says nothing of the width of costs:
/// sources that choose different widths would see different layouts of its structs.
static bool leaves_width_open(int room, const char *path)
{
    const size_t length = strlen(path);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[LINE_BYTES], header[LINE_BYTES];
    bool holds_costs = false, has_width = false;
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "#include \"search/%511[^\"]\"", header) == 1)
            for (size_t i = 0; i < sizeof cost_headers / sizeof *cost_headers; i++)
                holds_costs |= strcmp(header, cost_headers[i]) == 0;
        has_width |= strstr(line, "COST_IS_WIDE") || strstr(line, "define SEARCH_COST");
    }
    fclose(file);
    return room != SEARCH_ROOM && path[length - 1] == 'h' && holds_costs && !has_width;
}

static int count_open_widths(int room, const char *path)
{
    if (!leaves_width_open(room, path))
        return 0;
    print_error("%s does not assert COST_IS_WIDE\n", path);
    return 1;
}

static bool is_source(const char *name)
{
    const size_t length = strlen(name);
    return length > 2 && name[length - 2] == '.' && (name[length - 1] == 'c' || name[length - 1] == 'h');
}

/// Counts what is wrong with a file of a room, and prints it.
typedef int (*file_judge)(int room, const char *path);

/// Judges all files of a room and of its folders; adds to `files` how many there were.
static int judge_room(file_judge judge, int room, const char *directory, int *files)
{
    DIR *open = opendir(directory);
    assert_non_null(open);
    int wrong = 0;
    for (struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        char path[1024];
        assert_true(snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) < (int)sizeof path);
        if (is_source(entry->d_name)) {
            wrong += judge(room, path);
            ++*files;
        } else if (!strchr(entry->d_name, '.')) {
            wrong += judge_room(judge, room, path, files);
        }
    }
    closedir(open);
    return wrong;
}

/// Judges all files of src/.
static int judge_rooms(file_judge judge)
{
    DIR *src = opendir(FAIRWAY_SOURCE_DIR "/src");
    assert_non_null(src);
    int wrong = 0;
    int files = 0;
    for (struct dirent *entry = readdir(src); entry; entry = readdir(src)) {
        if (entry->d_name[0] == '.')
            continue;
        const int room = room_of(entry->d_name, strlen(entry->d_name));
        if (room < 0)
            fail_msg("src/%s is no room: every file belongs to one", entry->d_name);
        char path[1024];
        assert_true(snprintf(path, sizeof path, FAIRWAY_SOURCE_DIR "/src/%s", entry->d_name) <
                    (int)sizeof path);
        wrong += judge_room(judge, room, path, &files);
    }
    closedir(src);
    assert_true(files > 300);
    return wrong;
}

TEST(no_room_includes_one_below_itself)
{
    assert_int_equal(judge_rooms(count_wrong_lines), 0);
}

TEST(headers_that_share_structs_cost_headers_assert_their_width)
{
    assert_int_equal(judge_rooms(count_open_widths), 0);
}

TEST(an_include_of_a_room_below_is_noticed)
{
    const int map = room_of("map", 3);
    const int plan = room_of("plan", 4);
    const int check = room_of("check", 5);
    assert_true(room_may_hold(map, "#include \"base/bits.h\"\n"));
    assert_true(room_may_hold(map, "#include \"map/layer.h\"\n"));
    assert_true(room_may_hold(map, "#include \"fairway/planner.h\"\n"));
    assert_true(room_may_hold(map, "#include <string.h>\n"));
    assert_false(room_may_hold(map, "#include \"curve/path.h\"\n"));
    assert_false(room_may_hold(map, "#include \"regions/regions.h\"\n"));
    assert_false(room_may_hold(map, "  #  include \"plan/stage.h\"\n"));
    assert_false(room_may_hold(map, "#include \"layer.h\"\n"));
    assert_false(room_may_hold(map, "#include \"io/map_file.h\"\n"));
    assert_true(room_may_hold(plan, "#include \"directional/motions/motions.h\"\n"));
    assert_false(room_may_hold(plan, "#include \"check/sweep.h\"\n"));
    assert_true(room_may_hold(check, "#include \"map/map.h\"\n"));
    assert_true(room_may_hold(check, "#include \"check/sweep.h\"\n"));
    assert_false(room_may_hold(check, "#include \"curve/sweep.h\"\n"));
}
