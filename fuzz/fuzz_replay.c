// Bytes become a recording of a small world, and then changes of the recording. A replay refuses it, or repeats it
// within the memory that it gets; as it was recorded, all answers are the same.
#include <stdlib.h>
#include <string.h>

#include "common/choices.h"
#include "fairway/fairway.h"
#include "record/frame.h"

enum { SIDE = 12, ROOM = 1 << 16, MOST_MEMORY = 8 << 20 };

typedef struct tape_bytes {
    uint8_t bytes[ROOM];
    size_t count;
} tape_bytes;

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static void keep(const void *bytes, size_t count, void *user)
{
    tape_bytes *to = user;
    if (count > ROOM - to->count)
        count = 0; // cut off: what follows is then damaged
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

/// Memory that ends, so that no input asks for all there is.
typedef struct ration {
    size_t left;
} ration;

static void *allocate(size_t bytes, void *user)
{
    ration *ration = user;
    void *memory = bytes <= ration->left ? malloc(bytes) : NULL;
    ration->left -= memory ? bytes : 0;
    return memory;
}

static void release(void *memory, size_t bytes, void *user)
{
    ((ration *)user)->left += bytes;
    free(memory);
}

static fw_request request(choices *source, fw_unit_id unit)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = fw_pose_on_tile(choose_from_to(source, -1, SIDE), choose_from_to(source, -1, SIDE), 1);
    ask.goal = fw_goal_on_tile(choose_from_to(source, -1, SIDE), choose_from_to(source, -1, SIDE), 1);
    ask.nearest = choose_one_in(source, 4);
    ask.weight = choose_one_in(source, 4) ? 2 : 1;
    return ask;
}

/// Calls of a traffic.
static void move_units(choices *source, const fw_map *map, fw_unit_id unit)
{
    fw_traffic *traffic = NULL;
    const fw_agent_id pair[2] = { 1, 2 };
    const fw_pose places[2] = { { 3.5, 3.5, 0 }, { 5.5, 3.5, 0 } };
    uint32_t site;
    expect(fw_traffic_create(map, NULL, &traffic) == FW_OK);
    for (fw_agent_id id = 1; id <= 3; id++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = id;
        def.unit = unit;
        def.start = (fw_pose){ 0.5 + 3 * id, choose_from_to(source, 0, SIDE) + 0.5, 0 };
        fw_traffic_add(traffic, &def);
        fw_traffic_order(traffic, id, choose_within(source, 0, SIDE), choose_within(source, 0, SIDE));
    }
    fw_traffic_order_group(traffic, pair, places, 2);
    fw_traffic_order_along(traffic, 3, places, 2);
    fw_traffic_clear_rect(traffic, choose_from_to(source, 0, SIDE), 2, 2, 2, &site);
    fw_traffic_set_obstacle(traffic, 1, places[0], 0.5, 0, 0.5);
    for (uint32_t i = choose_below(source, 20); i > 0; i--)
        fw_traffic_step(traffic, 0.25, choose_below(source, 100));
    fw_traffic_destroy(traffic);
}

/// Calls of all sorts while a map is recorded.
static void record(choices *source, tape_bytes *recording)
{
    fw_map *map = NULL;
    fw_map_def def = fw_default_map_def();
    fw_unit_def walker = fw_default_unit_def();
    fw_unit_id unit = 0;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    fw_overlay *overlay = NULL;
    def.width = def.height = SIDE;
    expect(fw_map_create(&def, &map) == FW_OK && fw_map_add_unit(map, &walker, &unit) == FW_OK);
    expect(fw_record_begin(map, keep, recording) == FW_OK);
    expect(fw_planner_create(map, NULL, &planner) == FW_OK && fw_path_create(NULL, &path) == FW_OK);
    expect(fw_overlay_create(SIDE, SIDE, NULL, &overlay) == FW_OK);
    for (uint32_t i = choose_below(source, 12); i > 0; i--) {
        fw_request ask = request(source, unit);
        fw_search *search = NULL;
        fw_map_set_rect(map, choose_from_to(source, 0, SIDE), choose_from_to(source, 0, SIDE), 1, 2,
                        (uint8_t)choose_below(source, 3));
        fw_overlay_block(overlay, choose_from_to(source, 0, SIDE), choose_from_to(source, 0, SIDE), 2, 1);
        if (choose_one_in(source, 2))
            expect(fw_map_commit(map) == FW_OK);
        ask.overlay = choose_one_in(source, 2) ? overlay : NULL;
        fw_find_path(planner, &ask, path);
        ask.previous = path;
        if (fw_search_begin(planner, &ask, &search) == FW_OK) {
            fw_search_step(search, choose_below(source, 20));
            fw_search_best_so_far(search, path);
            fw_search_end(search);
        }
    }
    move_units(source, map, unit);
    expect(fw_record_end(map) == FW_OK);
    fw_overlay_destroy(overlay);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

static fw_result replay(const tape_bytes *recording, fw_replay_report *report)
{
    ration ration = { MOST_MEMORY };
    const fw_allocator limited = { allocate, release, &ration };
    const fw_result result = fw_replay(recording->bytes, recording->count, &limited, report, sizeof *report);
    expect(ration.left == MOST_MEMORY);
    return result;
}

/// Changes a byte, or cuts the end off.
static void change(choices *source, tape_bytes *recording)
{
    uint8_t *byte = &recording->bytes[choose_below(source, (uint32_t)recording->count)];
    switch (choose_below(source, 4)) {
    case 0:
        *byte = (uint8_t)choose_below(source, 256);
        break;
    case 1:
        *byte = (uint8_t)(*byte + choose_from_to(source, -2, 2));
        break;
    case 2:
        *byte ^= (uint8_t)(1U << choose_below(source, 8));
        break;
    default:
        recording->count -= choose_one_in(source, 8) ? choose_below(source, (uint32_t)recording->count) : 0;
    }
}

/// Makes the checksums of all frames right, so that a replay looks at what they hold.
static void seal(tape_bytes *recording)
{
    for (size_t at = RECORDING_HEAD_BYTES; at + FRAME_HEAD_BYTES <= recording->count;) {
        uint8_t *head = recording->bytes + at;
        const size_t whole = FRAME_HEAD_BYTES + (size_t)(head[4] | head[5] << 8);
        if (whole > recording->count - at)
            return;
        frame_seal(head, whole);
        at += whole;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static tape_bytes recording, changed, shorter;
    choices source = choices_of_bytes(data, size);
    fw_replay_report report;
    recording.count = 0;
    record(&source, &recording);
    expect(replay(&recording, &report) == FW_OK && !report.differs);
    for (int i = 0; i < 30 && !choices_are_over(&source); i++) {
        changed = recording;
        for (uint32_t changes = 1 + choose_below(&source, 2); changes > 0 && changed.count > 0; changes--)
            change(&source, &changed);
        if (!choose_one_in(&source, 8))
            seal(&changed);
        if (replay(&changed, &report) == FW_OK && report.differs && i < 3) {
            shorter.count = 0;
            fw_recording_minimise(changed.bytes, changed.count, NULL, &shorter, keep);
        }
    }
    return 0;
}
