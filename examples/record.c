// A recording: what a game asks of a map and what it is answered, in a file that fairway replay repeats. It is the way
// to report a bug.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static void write_to_file(const void *bytes, size_t count, void *file)
{
    fwrite(bytes, 1, count, file);
}

/// A few calls of a game.
static void play(fw_map *map, fw_unit_id walker)
{
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    fw_request ask = fw_default_request();
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));
    ask.unit = walker;
    ask.start = fw_pose_on_tile(2, 2, 1);
    ask.goal = fw_goal_on_tile(60, 50, 1);
    must(fw_find_path(planner, &ask, path));
    must(fw_map_set_rect(map, 30, 0, 1, 60, FW_BLOCKED));
    must(fw_map_commit(map));
    must(fw_find_path(planner, &ask, path));
    fw_path_destroy(path);
    fw_planner_destroy(planner);
}

/// Repeats a recording, as fairway replay does.
static void replay(FILE *file)
{
    static unsigned char bytes[1 << 16];
    fw_replay_report report;
    rewind(file);
    must(fw_replay(bytes, fread(bytes, 1, sizeof bytes, file), NULL, &report, sizeof report));
    if (report.differs)
        printf("call %d is answered differently: %s\n", (int)report.place, report.call);
    else
        printf("%d answers are as recorded\n", (int)report.compared);
}

int main(void)
{
    const fw_map_def def = fw_default_map_def();
    const fw_unit_def walks = fw_default_unit_def();
    fw_map *map = NULL;
    fw_unit_id walker;
    must(fw_map_create(&def, &map));
    must(fw_map_add_unit(map, &walks, &walker));
    FILE *file = tmpfile();
    if (!file)
        return EXIT_FAILURE;
    setvbuf(file, NULL, _IONBF, 0); // if the game crashes, the file is complete
    must(fw_record_begin(map, write_to_file, file));
    play(map, walker);
    must(fw_record_end(map));
    replay(file);
    fclose(file);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
