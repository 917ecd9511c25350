// A program that was compiled with older headers, in which structs have fewer members, or with newer ones.
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { HEAD_BYTES = 8, MORE = 64 };

/// What the tests call functions on.
typedef struct stage {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    fw_forest *forest;
    fw_forest_planner *forest_planner;
    fw_traffic *traffic;
} stage;

static stage open_stage(void)
{
    stage stage = { .map = open_map(20, 10), .path = new_path() };
    stage.unit = add_unit(stage.map, unit_of_size(1));
    fw_request ask = fw_default_request();
    ask.unit = stage.unit;
    ask.start = fw_pose_on_tile(1, 1, 1);
    ask.goal = fw_goal_on_tile(8, 5, 1);
    assert_int_equal(fw_planner_create(stage.map, NULL, &stage.planner), FW_OK);
    assert_int_equal(fw_find_path(stage.planner, &ask, stage.path), FW_OK);
    assert_int_equal(fw_forest_create(NULL, &stage.forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(stage.forest, NULL, &stage.forest_planner), FW_OK);
    assert_int_equal(fw_traffic_create(stage.map, NULL, &stage.traffic), FW_OK);
    return stage;
}

static void close_stage(stage *stage)
{
    fw_traffic_destroy(stage->traffic);
    fw_forest_planner_destroy(stage->forest_planner);
    fw_forest_destroy(stage->forest);
    fw_path_destroy(stage->path);
    fw_planner_destroy(stage->planner);
    fw_map_destroy(stage->map);
}

/// How one kind of def is filled, and what it is used for.
typedef struct def_kind {
    size_t bytes;
    fw_result (*init)(void *def, size_t bytes);
    void (*fill)(void *def); ///< fw_default_...
    /// @return what the function says that gets the def; FW_BAD_DEF: it does not know the def
    fw_result (*use)(stage *stage, const void *def);
} def_kind;

#define INIT_AND_FILL(type, init, fill)                                                                      \
    static fw_result init##_any(void *def, size_t bytes)                                                     \
    {                                                                                                        \
        return init(def, bytes);                                                                             \
    }                                                                                                        \
    static void fill##_any(void *def)                                                                        \
    {                                                                                                        \
        const type filled = fill();                                                                          \
        memcpy(def, &filled, sizeof filled);                                                                 \
    }

INIT_AND_FILL(fw_map_def, fw_map_def_init, fw_default_map_def)
INIT_AND_FILL(fw_unit_def, fw_unit_def_init, fw_default_unit_def)
INIT_AND_FILL(fw_planner_def, fw_planner_def_init, fw_default_planner_def)
INIT_AND_FILL(fw_request, fw_request_init, fw_default_request)
INIT_AND_FILL(fw_space_request, fw_space_request_init, fw_default_space_request)
INIT_AND_FILL(fw_check_def, fw_check_def_init, fw_default_check_def)
INIT_AND_FILL(fw_speed_def, fw_speed_def_init, fw_default_speed_def)
INIT_AND_FILL(fw_area_map_def, fw_area_map_def_init, fw_default_area_map_def)
INIT_AND_FILL(fw_forest_request, fw_forest_request_init, fw_default_forest_request)
INIT_AND_FILL(fw_agent_def, fw_agent_def_init, fw_default_agent_def)
INIT_AND_FILL(fw_group_def, fw_group_def_init, fw_default_group_def)

static fw_result use_map_def(stage *stage, const void *def)
{
    fw_map *map = NULL;
    const fw_result result = fw_map_create(def, &map);
    fw_map_destroy(map);
    return result;
}

static fw_result use_unit_def(stage *stage, const void *def)
{
    fw_unit_id id;
    const fw_result result = fw_map_add_unit(stage->map, def, &id);
    assert_int_equal(fw_unit_refusal(def).result, result);
    return result == FW_OK ? fw_map_remove_unit(stage->map, id) : result;
}

static fw_result use_planner_def(stage *stage, const void *def)
{
    fw_planner *planner = NULL;
    const fw_result result = fw_planner_create(stage->map, def, &planner);
    fw_planner_destroy(planner);
    return result;
}

/// A request without members has no unit, which is what every call then says.
static fw_result use_request(stage *stage, const void *def)
{
    fw_search *search;
    fw_ticket ticket;
    const fw_result result = fw_find_path(stage->planner, def, stage->path);
    assert_int_equal(fw_request_refusal(stage->map, def).result, result);
    assert_int_equal(fw_search_begin(stage->planner, def, &search), result);
    assert_int_equal(fw_planner_enqueue(stage->planner, def, 1, &ticket), result);
    assert_int_equal(fw_request_ignored(stage->map, def, NULL, 0), 0);
    return result == FW_UNKNOWN_UNIT ? FW_OK : result;
}

static fw_result use_space_request(stage *stage, const void *def)
{
    fw_search *search;
    const fw_result result = fw_search_begin_space(stage->planner, def, &search);
    return result == FW_NULL_ARGUMENT ? FW_OK : result; // a space without functions
}

static fw_result use_check_def(stage *stage, const void *def)
{
    fw_check_report report;
    return fw_path_check(stage->map, stage->unit, stage->path, def, &report);
}

static fw_result use_speed_def(stage *stage, const void *def)
{
    const fw_result result = fw_path_profile(stage->map, def, stage->path, NULL);
    assert_int_equal(fw_speed_refusal(def).result, result);
    return result;
}

static fw_result use_area_map_def(stage *stage, const void *def)
{
    fw_area_map *areas = NULL;
    const fw_result result = fw_area_map_create(stage->map, stage->unit, def, &areas);
    fw_area_map_destroy(areas);
    return result;
}

static fw_result use_forest_request(stage *stage, const void *def)
{
    return fw_forest_search_begin(stage->forest_planner, def);
}

static fw_result use_agent_def(stage *stage, const void *def)
{
    const fw_result result = fw_traffic_add(stage->traffic, def);
    return result == FW_UNKNOWN_UNIT || result == FW_BAD_VALUE ? FW_OK : result; // it has no id and no kind
}

static fw_result use_group_def(stage *stage, const void *def)
{
    return fw_traffic_order_together(stage->traffic, def, &(fw_agent_id){ 0 }, &(fw_pose){ 0 }, 0);
}

static const def_kind kinds[] = {
    { sizeof(fw_map_def), fw_map_def_init_any, fw_default_map_def_any, use_map_def },
    { sizeof(fw_unit_def), fw_unit_def_init_any, fw_default_unit_def_any, use_unit_def },
    { sizeof(fw_planner_def), fw_planner_def_init_any, fw_default_planner_def_any, use_planner_def },
    { sizeof(fw_request), fw_request_init_any, fw_default_request_any, use_request },
    { sizeof(fw_space_request), fw_space_request_init_any, fw_default_space_request_any, use_space_request },
    { sizeof(fw_check_def), fw_check_def_init_any, fw_default_check_def_any, use_check_def },
    { sizeof(fw_speed_def), fw_speed_def_init_any, fw_default_speed_def_any, use_speed_def },
    { sizeof(fw_area_map_def), fw_area_map_def_init_any, fw_default_area_map_def_any, use_area_map_def },
    { sizeof(fw_forest_request), fw_forest_request_init_any, fw_default_forest_request_any,
      use_forest_request },
    { sizeof(fw_agent_def), fw_agent_def_init_any, fw_default_agent_def_any, use_agent_def },
    { sizeof(fw_group_def), fw_group_def_init_any, fw_default_group_def_any, use_group_def },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/// A def in memory of exactly its size, so that sanitizers see every byte beyond.
static void *exactly(size_t bytes)
{
    void *def = malloc(bytes);
    assert_non_null(def);
    memset(def, 0xa5, bytes);
    return def;
}

TEST(a_def_of_older_headers_has_the_defaults_of_what_it_lacks)
{
    stage stage = open_stage();
    for (int i = 0; i < KINDS; i++) {
        const def_kind *kind = &kinds[i];
        char *whole = exactly(kind->bytes);
        kind->fill(whole);
        for (size_t bytes = HEAD_BYTES; bytes <= kind->bytes; bytes += 4) {
            void *def = exactly(bytes);
            assert_int_equal(kind->init(def, bytes), FW_OK);
            assert_int_equal(*(uint32_t *)def, bytes);
            assert_memory_equal((char *)def + 4, whole + 4, bytes - 4);
            assert_int_equal(kind->use(&stage, def), FW_OK);
            free(def);
        }
        free(whole);
    }
    close_stage(&stage);
}

TEST(a_def_that_is_not_filled_or_comes_of_newer_headers_is_refused)
{
    stage stage = open_stage();
    for (int i = 0; i < KINDS; i++) {
        const def_kind *kind = &kinds[i];
        const def_kind *other = &kinds[(i + 1) % KINDS];
        uint32_t *def = exactly(kind->bytes + other->bytes + MORE);
        assert_int_equal(kind->init(NULL, kind->bytes), FW_NULL_ARGUMENT);
        assert_int_equal(kind->init(def, kind->bytes + 4), FW_BAD_SIZE);
        assert_int_equal(kind->init(def, HEAD_BYTES - 1), FW_BAD_SIZE);
        assert_int_equal(kind->use(&stage, def), FW_BAD_DEF);
        assert_int_equal(other->init(def, other->bytes), FW_OK);
        assert_int_equal(kind->use(&stage, def), FW_BAD_DEF);
        assert_int_equal(kind->init(def, kind->bytes), FW_OK);
        def[0] += 4;
        assert_int_equal(kind->use(&stage, def), FW_BAD_DEF);
        free(def);
    }
    close_stage(&stage);
}

/// The functions that fill a struct, as functions of any memory.
static fw_result get_summary(const stage *stage, void *to, size_t bytes)
{
    return fw_path_get_summary(stage->path, to, bytes);
}

static fw_result get_statistics(const stage *stage, void *to, size_t bytes)
{
    return fw_planner_get_statistics(stage->planner, to, bytes);
}

static fw_result get_forest_statistics(const stage *stage, void *to, size_t bytes)
{
    return fw_forest_planner_get_statistics(stage->forest_planner, to, bytes);
}

static fw_result get_memory(const stage *stage, void *to, size_t bytes)
{
    return fw_map_get_memory(stage->map, to, bytes);
}

static fw_result get_check(const stage *stage, void *to, size_t bytes)
{
    return fw_path_get_check(stage->map, stage->unit, stage->path, NULL, to, bytes);
}

static fw_result get_state(const stage *stage, void *to, size_t bytes)
{
    return fw_traffic_get_state(stage->traffic, 7, to, bytes);
}

static fw_result get_state_at(const stage *stage, void *to, size_t bytes)
{
    return fw_traffic_get_state_at(stage->traffic, 0, to, bytes);
}

static const struct {
    size_t bytes;
    fw_result (*get)(const stage *stage, void *to, size_t bytes);
} outputs[] = {
    { sizeof(fw_path_summary), get_summary },         { sizeof(fw_statistics), get_statistics },
    { sizeof(fw_statistics), get_forest_statistics }, { sizeof(fw_map_memory), get_memory },
    { sizeof(fw_check_report), get_check },           { sizeof(fw_agent_state), get_state },
    { sizeof(fw_agent_state), get_state_at },
};

TEST(a_struct_is_filled_as_far_as_the_program_knows_it)
{
    stage stage = open_stage();
    fw_agent_def agent = fw_default_agent_def();
    agent.id = 7;
    agent.unit = stage.unit;
    agent.start = fw_pose_on_tile(3, 3, 1);
    assert_int_equal(fw_traffic_add(stage.traffic, &agent), FW_OK);
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        char *whole = exactly(outputs[i].bytes);
        memset(whole, 0x5a, outputs[i].bytes); // not what the parts hold before
        assert_int_equal(outputs[i].get(&stage, whole, outputs[i].bytes), FW_OK);
        for (size_t bytes = 0; bytes <= outputs[i].bytes + MORE; bytes += 4) {
            char *part = exactly(bytes);
            const size_t known = bytes < outputs[i].bytes ? bytes : outputs[i].bytes;
            assert_int_equal(outputs[i].get(&stage, part, bytes), FW_OK);
            assert_memory_equal(part, whole, known);
            for (size_t byte = known; byte < bytes; byte++)
                assert_int_equal(part[byte], 0);
            free(part);
        }
        assert_int_equal(outputs[i].get(&stage, NULL, 8), FW_NULL_ARGUMENT);
        free(whole);
    }
    fw_unit_def unit;
    assert_int_equal(fw_map_get_unit(stage.map, stage.unit, &unit, 16), FW_OK);
    assert_int_equal(unit.bytes, 16);
    assert_int_equal(fw_map_get_unit(stage.map, stage.unit, &unit, sizeof unit + 4), FW_BAD_SIZE);
    close_stage(&stage);
}
