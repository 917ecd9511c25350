#include "replay/traffic_replay.h"

#include "fairway/traffic_obstacles.h"
#include "fairway/traffic_orders.h"
#include "fairway/traffic_queries.h"
#include "fairway/traffic_regard.h"
#include "fairway/traffic_sites.h"
#include "traffic/recording.h"

/// Most ids or poses of a call that are recorded.
enum { MOST_RECORDED = 1 << 16 };

static uint32_t read_id(record_reader *reader)
{
    return (uint32_t)reader_integer(reader, 0, UINT32_MAX);
}

static fw_pose read_pose(record_reader *reader)
{
    const double x = reader_double(reader), y = reader_double(reader);
    return (fw_pose){ x, y, reader_double(reader) };
}

/// Units and places of an order.
typedef struct order_lists {
    fw_agent_id *ids; ///< null: none are read
    fw_pose *places;  ///< null: none are read
    int32_t id_count, place_count;
} order_lists;

/// The number of items of a list that can be there, each of which takes a byte at least.
static int32_t read_count(record_reader *reader)
{
    const int64_t most = (int64_t)reader->left < MOST_RECORDED ? (int64_t)reader->left : MOST_RECORDED;
    return (int32_t)reader_integer(reader, INT32_MIN, most);
}

static fw_result read_ids(memory *memory, record_reader *reader, order_lists *lists)
{
    lists->id_count = read_count(reader);
    const size_t count = lists->id_count > 0 ? (size_t)lists->id_count : 0;
    lists->ids = memory_get(memory, count + 1, sizeof *lists->ids);
    if (!lists->ids)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        lists->ids[i] = read_id(reader);
    return FW_OK;
}

static fw_result read_places(memory *memory, record_reader *reader, order_lists *lists)
{
    lists->place_count = read_count(reader);
    const size_t count = lists->place_count > 0 ? (size_t)lists->place_count : 0;
    lists->places = memory_get(memory, count + 1, sizeof *lists->places);
    if (!lists->places)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        lists->places[i] = read_pose(reader);
    return FW_OK;
}

/// Orders to several units, or over several places.
static fw_result give_order(memory *memory, fw_traffic *traffic, const replay_call *call,
                            record_reader *reader, replay_answer *answer)
{
    order_lists lists = { .ids = NULL };
    keeper kept;
    keeper_init(&kept, memory);
    fw_group_def def = fw_default_group_def();
    fw_agent_id id = 0;
    fw_result read = FW_OK;
    if (call->kind == RECORD_ORDER_TOGETHER)
        reader_fields(reader, &record_group_def, &def);
    if (call->kind == RECORD_ORDER_ALONG)
        id = read_id(reader);
    else
        read = read_ids(&kept.memory, reader, &lists);
    if (read == FW_OK && call->kind != RECORD_ORDER_NEAR)
        read = read_places(&kept.memory, reader, &lists);
    const double x = call->kind == RECORD_ORDER_NEAR ? reader_double(reader) : 0;
    const double y = call->kind == RECORD_ORDER_NEAR ? reader_double(reader) : 0;
    const bool is_pair = call->kind == RECORD_ORDER_GROUP || call->kind == RECORD_ORDER_TOGETHER;
    if (read == FW_OK && (reader->is_wrong || (is_pair && lists.id_count != lists.place_count)))
        read = FW_BAD_VALUE;
    if (read == FW_OK)
        answer->result =
            call->kind == RECORD_ORDER_ALONG
                ? fw_traffic_order_along(traffic, id, lists.places, lists.place_count)
            : call->kind == RECORD_ORDER_NEAR
                ? fw_traffic_order_near(traffic, lists.ids, lists.id_count, x, y)
            : call->kind == RECORD_ORDER_GROUP
                ? fw_traffic_order_group(traffic, lists.ids, lists.places, lists.id_count)
                : fw_traffic_order_together(traffic, &def, lists.ids, lists.places, lists.id_count);
    keeper_release(&kept);
    return read;
}

static fw_result add_agent(const replay *replay, fw_traffic *traffic, record_reader *reader)
{
    fw_agent_def def = fw_default_agent_def();
    reader_fields(reader, &record_agent_def, &def);
    def.unit = replay_unit_of(replay, def.unit);
    return reader->is_wrong ? FW_OK : fw_traffic_add(traffic, &def);
}

static fw_result clear_rect(fw_traffic *traffic, record_reader *reader, replay_answer *answer)
{
    int32_t box[4];
    uint32_t site = 0;
    for (int i = 0; i < 4; i++)
        box[i] = (int32_t)reader_integer(reader, INT32_MIN, INT32_MAX);
    const fw_result result = fw_traffic_clear_rect(traffic, box[0], box[1], box[2], box[3], &site);
    answer->hash = site;
    return result;
}

static fw_result set_obstacle(fw_traffic *traffic, record_reader *reader)
{
    const fw_obstacle_id id = read_id(reader);
    const fw_pose pose = read_pose(reader);
    const double vx = reader_double(reader), vy = reader_double(reader);
    return fw_traffic_set_obstacle(traffic, id, pose, vx, vy, reader_double(reader));
}

static fw_result step(fw_traffic *traffic, record_reader *reader, replay_answer *answer)
{
    const double dt = reader_double(reader);
    const fw_result result = fw_traffic_step(traffic, dt, reader_count(reader));
    answer->hash = traffic_step_hash(traffic);
    return result;
}

static_assert(RECORD_KINDS == RECORD_TRAFFIC_STEP + 1,
              "a new kind of call needs its case where it is replayed");

/// Calls for one unit, site or obstacle.
static fw_result call_unit(fw_traffic *traffic, record_kind kind, record_reader *reader)
{
    const fw_agent_id id = read_id(reader);
    uint32_t numbers[3];
    double x, y;
    switch (kind) {
    case RECORD_LEAVE:
        return fw_traffic_remove(traffic, id);
    case RECORD_ORDER:
        x = reader_double(reader);
        y = reader_double(reader);
        return fw_traffic_order(traffic, id, x, y);
    case RECORD_STOP:
        return fw_traffic_stop(traffic, id);
    case RECORD_HOLD:
        return fw_traffic_hold(traffic, id, reader_integer(reader, 0, 1) == 1);
    case RECORD_HALT_NEAR:
        numbers[0] = read_id(reader);
        return fw_traffic_halt_near(traffic, id, numbers[0], reader_double(reader));
    case RECORD_FOLLOW:
        numbers[0] = read_id(reader);
        return fw_traffic_follow(traffic, id, numbers[0], reader_double(reader));
    case RECORD_PRIORITISE:
        return fw_traffic_prioritise(traffic, id, (int32_t)reader_integer(reader, INT32_MIN, INT32_MAX));
    case RECORD_PLACE:
        return fw_traffic_place(traffic, id, read_pose(reader));
    case RECORD_SET_REGARD:
        for (int i = 0; i < 3; i++)
            numbers[i] = read_id(reader);
        return fw_traffic_set_regard(traffic, id, numbers[0], numbers[1], numbers[2]);
    case RECORD_SET_SIDES:
        return fw_traffic_set_sides(traffic, id, read_id(reader));
    case RECORD_SET_USER:
        return fw_traffic_set_user(traffic, id, reader_count(reader));
    case RECORD_RELEASE_SITE:
        return fw_traffic_release_site(traffic, id);
    case RECORD_REMOVE_OBSTACLE:
        return fw_traffic_remove_obstacle(traffic, id);
    default:
        reader->is_wrong = true;
        return FW_BAD_VALUE;
    }
}

static fw_result make_traffic(replay *replay, fw_traffic **traffic)
{
    if (*traffic)
        return FW_BAD_VALUE;
    const fw_result result = fw_traffic_create(replay->map, &replay->hooks, traffic);
    return result == FW_OK || result == FW_NO_MEMORY ? result : FW_BAD_VALUE;
}

fw_result traffic_replay_call(replay *replay, fw_traffic **traffic, const replay_call *call,
                              replay_answer *answer)
{
    record_reader reader = replay_arguments(call);
    *answer = (replay_answer){ .result = FW_OK };
    if (call->kind == RECORD_TRAFFIC)
        return make_traffic(replay, traffic);
    if (!*traffic)
        return FW_BAD_VALUE;
    switch (call->kind) {
    case RECORD_GONE:
        fw_traffic_destroy(*traffic);
        *traffic = NULL;
        return FW_OK;
    case RECORD_AGENT:
        answer->result = add_agent(replay, *traffic, &reader);
        break;
    case RECORD_ORDER_GROUP:
    case RECORD_ORDER_TOGETHER:
    case RECORD_ORDER_NEAR:
    case RECORD_ORDER_ALONG:
        return give_order(&replay->kept.memory, *traffic, call, &reader, answer);
    case RECORD_CLEAR_RECT:
        answer->result = clear_rect(*traffic, &reader, answer);
        break;
    case RECORD_SET_OBSTACLE:
        answer->result = set_obstacle(*traffic, &reader);
        break;
    case RECORD_TRAFFIC_STEP:
        answer->result = step(*traffic, &reader, answer);
        break;
    default:
        answer->result = call_unit(*traffic, call->kind, &reader);
    }
    return reader.is_wrong ? FW_BAD_VALUE : FW_OK;
}
