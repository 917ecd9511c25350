#include "replay/request_replay.h"

#include "plan/query.h"

static fw_result read_places(memory *memory, record_reader *reader, replay_request *read)
{
    read->place_count = (size_t)reader_integer(reader, 1, MOST_GOALS);
    if (reader->is_wrong || read->place_count > reader->left)
        return FW_BAD_VALUE;
    read->places = memory_get(memory, read->place_count, sizeof *read->places);
    if (!read->places)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < read->place_count; i++) {
        read->places[i].x = reader_double(reader);
        read->places[i].y = reader_double(reader);
        read->places[i].heading = reader_double(reader);
    }
    read->request.goal.set = read->places;
    return (size_t)read->request.goal.count == read->place_count ? FW_OK : FW_BAD_VALUE;
}

static fw_result read_path(memory *memory, record_reader *reader, fw_path **path)
{
    fw_path_summary summary = { 0 };
    const fw_allocator hooks = memory_hooks(memory);
    const size_t count = (size_t)reader_integer(reader, 0, (int64_t)(reader->left / 2));
    fw_segment *segments = memory_get_zeroed(memory, count + 1, sizeof *segments);
    if (!segments)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        reader_fields(reader, &record_segment, &segments[i]);
    reader_fields(reader, &record_summary, &summary);
    fw_result result = reader->is_wrong ? FW_BAD_VALUE : fw_path_create(&hooks, path);
    if (result == FW_OK)
        result = fw_path_set(*path, segments, (int32_t)count, &summary);
    memory_give_back(memory, segments, count + 1, sizeof *segments);
    return result == FW_OK || result == FW_NO_MEMORY ? result : FW_BAD_VALUE;
}

static fw_result read_parts(memory *memory, record_reader *reader, replay_request *read)
{
    const int64_t parts = reader_integer(reader, 0, 2 * REQUEST_IS_UNFILLED - 1);
    fw_result result = FW_OK;
    read->is_unfilled = parts & REQUEST_IS_UNFILLED;
    if (read->is_unfilled)
        return FW_OK;
    reader_fields(reader, &record_request, &read->request);
    read->is_timed = read->request.max_time_us > 0;
    if (parts & REQUEST_HAS_SET)
        result = read_places(memory, reader, read);
    if (parts & REQUEST_HAS_SPEEDS) {
        reader_fields(reader, &record_speed_def, &read->speeds);
        read->request.fastest = &read->speeds;
    }
    if (parts & REQUEST_HAS_OVERLAY) {
        read->overlay = reader_word(reader);
        read->has_overlay = true;
    }
    if (parts & REQUEST_HAS_PREVIOUS && result == FW_OK)
        result = read_path(memory, reader, &read->previous);
    read->request.previous = read->previous;
    read->has_areas = parts & REQUEST_HAS_AREAS;
    return result;
}

fw_result replay_request_read(memory *memory, const replay_call *call, replay_request *read)
{
    record_reader reader = replay_arguments(call);
    *read = (replay_request){ .request = fw_default_request(), .speeds = fw_default_speed_def() };
    if (call->kind == RECORD_BEGIN)
        read->search = (uint32_t)reader_integer(&reader, 1, UINT32_MAX);
    fw_result result = read_parts(memory, &reader, read);
    if (result == FW_OK && reader.is_wrong)
        result = FW_BAD_VALUE;
    if (result != FW_OK)
        replay_request_free(memory, read);
    return result;
}

void replay_request_free(memory *memory, replay_request *read)
{
    memory_give_back(memory, read->places, read->place_count, sizeof *read->places);
    fw_path_destroy(read->previous);
    read->places = NULL;
    read->previous = NULL;
}
