// Structs of programs that were compiled with other headers: defs of any size, with damaged cookies, and memory of any
// size for what the library fills. No byte beyond a struct's size may be read or written.
#include <stdlib.h>
#include <string.h>

#include "common/choices.h"
#include "fairway/fairway.h"

static void expect(bool holds)
{
    if (!holds)
        abort();
}

/// What functions are called on.
typedef struct subject {
    choices from;
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    fw_forest *forest;
    fw_forest_planner *forest_planner;
    fw_traffic *traffic;
} subject;

/// Memory of a drawn size, up to a struct and a little more.
static void *draw_memory(subject *subject, size_t struct_bytes, size_t *bytes)
{
    *bytes = choose_below(&subject->from, (uint32_t)struct_bytes + 16);
    void *memory = malloc(*bytes ? *bytes : 1);
    expect(memory != NULL);
    return memory;
}

/// Damages the cookie of a def, now and then.
static void damage(subject *subject, void *def)
{
    if (choose_one_in(&subject->from, 4))
        ((uint32_t *)def)[1] ^= 1u << choose_below(&subject->from, 32);
}

/// A call on memory for a type.
#define DRAWN(type, call) (memory = draw_memory(subject, sizeof(type), &bytes), call)

static void use_defs(subject *subject)
{
    void *memory = NULL;
    size_t bytes = 0;
    fw_map *map = NULL;
    fw_planner *planner = NULL;
    fw_search *search = NULL;
    fw_area_map *areas = NULL;
    fw_ticket ticket;
    fw_unit_id unit;
    fw_check_report report;
    const uint32_t kind = choose_below(&subject->from, 11);
    const fw_result filled = kind == 0   ? DRAWN(fw_map_def, fw_map_def_init(memory, bytes))
                             : kind == 1 ? DRAWN(fw_unit_def, fw_unit_def_init(memory, bytes))
                             : kind == 2 ? DRAWN(fw_planner_def, fw_planner_def_init(memory, bytes))
                             : kind == 3 ? DRAWN(fw_request, fw_request_init(memory, bytes))
                             : kind == 4 ? DRAWN(fw_space_request, fw_space_request_init(memory, bytes))
                             : kind == 5 ? DRAWN(fw_check_def, fw_check_def_init(memory, bytes))
                             : kind == 6 ? DRAWN(fw_speed_def, fw_speed_def_init(memory, bytes))
                             : kind == 7 ? DRAWN(fw_area_map_def, fw_area_map_def_init(memory, bytes))
                             : kind == 8 ? DRAWN(fw_forest_request, fw_forest_request_init(memory, bytes))
                             : kind == 9 ? DRAWN(fw_agent_def, fw_agent_def_init(memory, bytes))
                                         : DRAWN(fw_group_def, fw_group_def_init(memory, bytes));
    expect(filled == FW_OK || filled == FW_BAD_SIZE);
    if (filled == FW_OK) {
        damage(subject, memory);
        switch (kind) {
        case 0:
            fw_map_create(memory, &map);
            break;
        case 1:
            fw_unit_refusal(memory);
            fw_map_add_unit(subject->map, memory, &unit);
            break;
        case 2:
            fw_planner_create(subject->map, memory, &planner);
            break;
        case 3:
            fw_find_path(subject->planner, memory, subject->path);
            fw_request_refusal(subject->map, memory);
            fw_planner_enqueue(subject->planner, memory, 1, &ticket);
            break;
        case 4:
            fw_search_begin_space(subject->planner, memory, &search);
            break;
        case 5:
            fw_path_check(subject->map, subject->unit, subject->path, memory, &report);
            break;
        case 6:
            fw_path_profile(subject->map, memory, subject->path, NULL);
            break;
        case 7:
            fw_area_map_create(subject->map, subject->unit, memory, &areas);
            break;
        case 8:
            fw_forest_search_begin(subject->forest_planner, memory);
            break;
        case 9:
            fw_traffic_add(subject->traffic, memory);
            break;
        default:
            fw_traffic_order_together(subject->traffic, memory, &(fw_agent_id){ 0 }, &(fw_pose){ 0 }, 0);
        }
    }
    fw_area_map_destroy(areas);
    fw_search_end(search);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    free(memory);
}

static void use_outputs(subject *subject)
{
    void *memory = NULL;
    size_t bytes = 0;
    const fw_unit_id unit = subject->unit;
    switch (choose_below(&subject->from, 13)) {
    case 0:
        DRAWN(fw_path_summary, expect(fw_path_get_summary(subject->path, memory, bytes) == FW_OK));
        break;
    case 1:
        DRAWN(fw_statistics, expect(fw_planner_get_statistics(subject->planner, memory, bytes) == FW_OK));
        break;
    case 2:
        DRAWN(fw_statistics, fw_forest_planner_get_statistics(subject->forest_planner, memory, bytes));
        break;
    case 3:
        DRAWN(fw_map_memory, expect(fw_map_get_memory(subject->map, memory, bytes) == FW_OK));
        break;
    case 4:
        DRAWN(fw_unit_def, fw_map_get_unit(subject->map, unit, memory, bytes));
        break;
    case 5:
        DRAWN(fw_cluster_summary, fw_map_get_clusters(subject->map, unit, memory, bytes));
        break;
    case 6:
        DRAWN(fw_motion_summary, fw_map_get_motions(subject->map, unit, FW_DIRECTIONAL, memory, bytes));
        break;
    case 7:
        DRAWN(fw_hybrid_report, fw_planner_get_hybrid_report(subject->planner, memory, bytes));
        break;
    case 8:
        DRAWN(fw_check_report, fw_path_get_check(subject->map, unit, subject->path, NULL, memory, bytes));
        break;
    case 9:
        DRAWN(fw_agent_state, fw_traffic_get_state(subject->traffic, 1, memory, bytes));
        break;
    case 10:
        DRAWN(fw_agent_state, fw_traffic_get_state_at(subject->traffic,
                                                      fw_traffic_count(subject->traffic) - 1, memory, bytes));
        break;
    case 11:
        DRAWN(fw_traffic_event, fw_traffic_get_event(subject->traffic, 0, memory, bytes));
        break;
    default: {
        fw_search *search = NULL;
        fw_request ask = fw_default_request();
        ask.unit = unit;
        ask.start = fw_pose_on_tile(1, 1, 1);
        ask.goal = fw_goal_on_tile(5, 5, 1);
        expect(fw_search_begin(subject->planner, &ask, &search) == FW_OK);
        DRAWN(fw_statistics, fw_search_get_statistics(search, memory, bytes));
        free(memory);
        DRAWN(fw_hybrid_report, fw_search_get_hybrid_report(search, memory, bytes));
        fw_search_end(search);
    }
    }
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    subject subject = { .from = choices_of_bytes(bytes, size) };
    fw_map_def def = fw_default_map_def();
    const fw_unit_def unit = fw_default_unit_def();
    fw_agent_def agent = fw_default_agent_def();
    def.width = def.height = 8;
    expect(fw_map_create(&def, &subject.map) == FW_OK);
    expect(fw_map_add_unit(subject.map, &unit, &subject.unit) == FW_OK);
    expect(fw_planner_create(subject.map, NULL, &subject.planner) == FW_OK);
    expect(fw_path_create(NULL, &subject.path) == FW_OK);
    expect(fw_forest_create(NULL, &subject.forest) == FW_OK);
    expect(fw_forest_planner_create(subject.forest, NULL, &subject.forest_planner) == FW_OK);
    expect(fw_traffic_create(subject.map, NULL, &subject.traffic) == FW_OK);
    agent.id = 1;
    agent.unit = subject.unit;
    agent.start = fw_pose_on_tile(2, 2, 1);
    expect(fw_traffic_add(subject.traffic, &agent) == FW_OK);
    while (!choices_are_over(&subject.from))
        if (choose_one_in(&subject.from, 2))
            use_defs(&subject);
        else
            use_outputs(&subject);
    fw_traffic_destroy(subject.traffic);
    fw_forest_planner_destroy(subject.forest_planner);
    fw_forest_destroy(subject.forest);
    fw_path_destroy(subject.path);
    fw_planner_destroy(subject.planner);
    fw_map_destroy(subject.map);
    return 0;
}
