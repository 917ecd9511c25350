#include "replay/editor_replay.h"

/// The arguments of a call that are integers of 32 bits.
static void read_numbers(record_reader *reader, int32_t *numbers, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        numbers[i] = (int32_t)reader_integer(reader, INT32_MIN, INT32_MAX);
}

/// Sets tiles that are written as runs, row by row.
static fw_result set_tiles(replay *replay, record_reader *reader, int32_t x, int32_t y, int32_t width,
                           int32_t height)
{
    reader_runs runs = { .reader = reader };
    fw_result result =
        width < 1 || width > FW_MAX_SIDE || height < 1 || height > FW_MAX_SIDE ? FW_BAD_VALUE : FW_OK;
    uint8_t *row = result == FW_OK ? memory_get(&replay->kept.memory, (size_t)width, 1) : NULL;
    if (result == FW_OK && !row)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < height && result == FW_OK; i++) {
        reader_take_bytes(&runs, row, (size_t)width);
        result = reader->is_wrong ? FW_BAD_VALUE
                                  : fw_map_set_tiles(replay->map, x, y + i, width, 1, row, (size_t)width);
    }
    memory_give_back(&replay->kept.memory, row, (size_t)width, 1);
    return result == FW_OK || result == FW_NO_MEMORY ? result : FW_BAD_VALUE;
}

static fw_result make_map(replay *replay, record_reader *reader)
{
    int32_t numbers[3];
    fw_map_def def = fw_default_map_def();
    read_numbers(reader, numbers, 3);
    def.width = numbers[0];
    def.height = numbers[1];
    def.old_versions = numbers[2];
    def.allocator = &replay->hooks;
    if (replay->map || reader->is_wrong)
        return FW_BAD_VALUE;
    fw_result result = fw_map_create(&def, &replay->map);
    if (result != FW_OK)
        return result == FW_NO_MEMORY ? FW_NO_MEMORY : FW_BAD_VALUE;
    result = set_tiles(replay, reader, 0, 0, def.width, def.height);
    return result == FW_OK ? fw_map_commit(replay->map) : result;
}

static fw_result add_unit(replay *replay, const replay_call *call, record_reader *reader,
                          replay_answer *answer)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    reader_fields(reader, &record_unit_def, &def);
    if (MEMORY_RESERVE(&replay->kept.memory, replay->units, replay->unit_capacity, replay->unit_count + 1) !=
        FW_OK)
        return FW_NO_MEMORY;
    answer->result = fw_map_add_unit(replay->map, &def, &id);
    if (answer->result == FW_OK)
        replay->units[replay->unit_count++] = (replay_unit){ (fw_unit_id)call->hash, id };
    answer->hash = call->hash; // ids differ from map to map
    return FW_OK;
}

static fw_result prepare(replay *replay, const replay_call *call, record_reader *reader)
{
    const fw_unit_id id = replay_unit_of(replay, (fw_unit_id)reader_integer(reader, 0, UINT32_MAX));
    const fw_method method = (fw_method)reader_integer(reader, 0, FW_METHOD_COUNT - 1);
    return call->kind == RECORD_PREPARE ? fw_map_prepare(replay->map, id, method)
                                        : fw_map_prepare_step(replay->map, id, method, reader_count(reader));
}

static fw_result name_terrain(replay *replay, record_reader *reader)
{
    char name[64];
    const uint8_t terrain = (uint8_t)reader_integer(reader, 0, UINT8_MAX);
    reader_text(reader, name, sizeof name);
    return fw_map_set_terrain_name(replay->map, terrain, name);
}

fw_result replay_edit(replay *replay, const replay_call *call, replay_answer *answer)
{
    record_reader reader = replay_arguments(call);
    int32_t at[5] = { 0 };
    fw_result done = FW_OK;
    *answer = (replay_answer){ .result = FW_OK };
    if (!replay->map != (call->kind == RECORD_MAP))
        return FW_BAD_VALUE;
    switch (call->kind) {
    case RECORD_MAP:
        return make_map(replay, &reader);
    case RECORD_NAME:
        answer->result = name_terrain(replay, &reader);
        break;
    case RECORD_RECT:
        read_numbers(&reader, at, 5);
        answer->result = fw_map_set_rect(replay->map, at[0], at[1], at[2], at[3], (uint8_t)at[4]);
        break;
    case RECORD_TILES:
        read_numbers(&reader, at, 4);
        done = set_tiles(replay, &reader, at[0], at[1], at[2], at[3]);
        break;
    case RECORD_COMMIT:
        answer->result = fw_map_commit(replay->map);
        break;
    case RECORD_DISCARD:
        fw_map_discard(replay->map);
        break;
    case RECORD_ADD_UNIT:
        done = add_unit(replay, call, &reader, answer);
        break;
    case RECORD_REMOVE_UNIT:
        answer->result = fw_map_remove_unit(
            replay->map, replay_unit_of(replay, (fw_unit_id)reader_integer(&reader, 0, UINT32_MAX)));
        break;
    case RECORD_PREPARE:
    case RECORD_PREPARE_STEP:
        answer->result = prepare(replay, call, &reader);
        break;
    default:
        return FW_BAD_VALUE;
    }
    return reader.is_wrong ? FW_BAD_VALUE : done;
}
