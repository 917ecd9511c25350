#include "traffic/recording.h"

#include <stdarg.h>

#include "fairway/traffic_queries.h"

/// Most ids or poses of a call that are recorded: more are refused.
enum { MOST_RECORDED = 1 << 16 };

enum { STEPS_OF_A_HASH = 16 };

void traffic_record_mark(fw_traffic *traffic, const char *function)
{
    tape tape;
    recorder_begins_stream(traffic->record.recorder, &traffic->record.stream);
    tape_begin(&tape, traffic->record.recorder, traffic->record.stream.number, RECORD_MARK);
    tape_text(&tape, function);
    tape_end(&tape);
    tape_answer(traffic->record.recorder, traffic->record.stream.number, FW_OK, 0, 0);
    traffic->record.is_on = false;
}

/// Begins a record of the traffic's stream. The first one is preceded by that of the traffic.
///
/// @return false if the traffic is not recorded
static bool begin(tape *tape, fw_traffic *traffic, record_kind kind)
{
    recorder *recorder = traffic->record.recorder;
    if (recorder_begins_stream(recorder, &traffic->record.stream)) {
        traffic->record.is_on = traffic->clock.steps == 0 && traffic->count == 0 &&
                                traffic->around.sites.last == 0 && traffic->around.obstacles.count == 0;
        if (!traffic->record.is_on) {
            traffic_record_mark(traffic, "a traffic that began before the recording");
            return false;
        }
        tape_begin(tape, recorder, traffic->record.stream.number, RECORD_TRAFFIC);
        tape_end(tape);
        tape_answer(recorder, traffic->record.stream.number, FW_OK, 0, 0);
    }
    if (traffic->record.is_on)
        tape_begin(tape, recorder, traffic->record.stream.number, kind);
    return traffic->record.is_on;
}

static void write_pose(tape *tape, fw_pose pose)
{
    tape_double(tape, pose.x);
    tape_double(tape, pose.y);
    tape_double(tape, pose.heading);
}

static void write_ids(tape *tape, const fw_agent_id *ids, int32_t count)
{
    tape_integer(tape, count);
    for (int32_t i = 0; i < count && count <= MOST_RECORDED; i++)
        tape_integer(tape, ids[i]);
}

static void write_poses(tape *tape, const fw_pose *poses, int32_t count)
{
    tape_integer(tape, count);
    for (int32_t i = 0; i < count && count <= MOST_RECORDED; i++)
        write_pose(tape, poses[i]);
}

void traffic_record_call(fw_traffic *traffic, record_kind kind, const char *format, ...)
{
    tape tape;
    va_list values;
    if (!begin(&tape, traffic, kind))
        return;
    va_start(values, format);
    for (; *format; format++)
        if (*format == 'i') {
            tape_integer(&tape, va_arg(values, int64_t));
        } else if (*format == 'd') {
            tape_double(&tape, va_arg(values, double));
        } else if (*format == 'p') {
            write_pose(&tape, *va_arg(values, const fw_pose *));
        } else if (*format == 'A') {
            tape_fields(&tape, &record_agent_def, va_arg(values, const fw_agent_def *));
        } else if (*format == 'G') {
            tape_fields(&tape, &record_group_def, va_arg(values, const fw_group_def *));
        } else if (*format == 'I') {
            const fw_agent_id *ids = va_arg(values, const fw_agent_id *);
            write_ids(&tape, ids, va_arg(values, int32_t));
        } else {
            const fw_pose *poses = va_arg(values, const fw_pose *);
            write_poses(&tape, poses, va_arg(values, int32_t));
        }
    va_end(values);
    tape_end(&tape);
}

uint64_t traffic_step_hash(const fw_traffic *traffic)
{
    return traffic->clock.steps % STEPS_OF_A_HASH == 0 ? fw_traffic_hash(traffic) : 0;
}

void traffic_record_end(fw_traffic *traffic)
{
    tape tape;
    if (!traffic->record.recorder->write || !traffic->record.is_on || !begin(&tape, traffic, RECORD_GONE))
        return;
    tape_end(&tape);
    tape_answer(traffic->record.recorder, traffic->record.stream.number, FW_OK, 0, 0);
}
