#include "io/ros_yaml.h"

#include "io/ros_keys.h"

#if IO_HAS_YAML

#include <stdio.h>
#include <string.h>

#include <yaml.h>

/// The progress of reading.
typedef struct yaml_reading {
    const char *name;
    yaml_parser_t parser;
    yaml_event_t event; ///< the current one; of no kind if there is none
    io_fault *fault;
} yaml_reading;

static bool fail_here(const yaml_reading *reading, const char *what)
{
    return io_fail(reading->fault, "%s:%zu: %s", reading->name, reading->event.start_mark.line + 1, what);
}

/// Goes to the next event.
static bool advance(yaml_reading *reading)
{
    yaml_event_delete(&reading->event);
    if (yaml_parser_parse(&reading->parser, &reading->event))
        return true;
    reading->event.type = YAML_NO_EVENT;
    if (reading->parser.error == YAML_MEMORY_ERROR)
        return io_fail_without_memory(reading->fault, reading->name);
    const char *problem = reading->parser.problem ? reading->parser.problem : "it is cut off";
    return io_fail(reading->fault, "%s:%zu: this is not YAML: %s", reading->name,
                   reading->parser.problem_mark.line + 1, problem);
}

static io_span scalar(const yaml_reading *reading)
{
    return (io_span){ (const char *)reading->event.data.scalar.value, reading->event.data.scalar.length };
}

/// Skips the value that begins with the current event. Depth is limited because libyaml takes its square in time.
static bool skip_value(yaml_reading *reading)
{
    enum { MOST_DEPTH = 64 };
    int depth = 0;
    do {
        const yaml_event_type_t type = reading->event.type;
        depth += type == YAML_MAPPING_START_EVENT || type == YAML_SEQUENCE_START_EVENT;
        depth -= type == YAML_MAPPING_END_EVENT || type == YAML_SEQUENCE_END_EVENT;
        if (depth > MOST_DEPTH)
            return fail_here(reading, "values lie within each other more than 64 deep");
        if (depth > 0 && !advance(reading))
            return false;
    } while (depth > 0);
    return true;
}

/// Values whose texts stay when the next event comes.
typedef struct kept_value {
    io_ros_value value;
    char bytes[IO_ROS_MOST_ITEMS][sizeof((io_ros_yaml *)0)->image];
} kept_value;

/// Keeps the text of the current event. A text that is longer than any value may be is cut at that length.
static void keep_text(const yaml_reading *reading, kept_value *kept)
{
    const io_span text = scalar(reading);
    char *bytes = kept->bytes[kept->value.count];
    const size_t length = text.length < sizeof kept->bytes[0] ? text.length : sizeof kept->bytes[0];
    memcpy(bytes, text.start, length);
    kept->value.texts[kept->value.count++] = (io_span){ bytes, length };
}

/// Takes the texts of a list up to its end, or up to a text too many, or up to what is no text.
static bool keep_list(yaml_reading *reading, kept_value *kept)
{
    kept->value.is_list = true;
    for (;;) {
        if (!advance(reading))
            return false;
        if (reading->event.type != YAML_SCALAR_EVENT || kept->value.count == IO_ROS_MOST_ITEMS)
            break;
        keep_text(reading, kept);
    }
    if (reading->event.type != YAML_SEQUENCE_END_EVENT && kept->value.count < IO_ROS_MOST_ITEMS)
        kept->value.count = 0;
    return true;
}

static bool read_value(yaml_reading *reading, io_ros_key key, io_ros_yaml *yaml)
{
    kept_value kept = { .value = { .count = 0 } };
    char where[600];
    if (key == IO_ROS_KEY_COUNT)
        return skip_value(reading);
    if (reading->event.type == YAML_SCALAR_EVENT)
        keep_text(reading, &kept);
    else if (key == IO_ROS_ORIGIN && reading->event.type == YAML_SEQUENCE_START_EVENT &&
             !keep_list(reading, &kept))
        return false;
    snprintf(where, sizeof where, "%.500s:%zu", reading->name, reading->event.start_mark.line + 1);
    return io_ros_take(where, key, &kept.value, yaml, reading->fault);
}

/// Reads keys and values up to the end of the mapping that the current event begins.
static bool read_mapping(yaml_reading *reading, io_ros_yaml *yaml)
{
    for (;;) {
        if (!advance(reading))
            return false;
        if (reading->event.type == YAML_MAPPING_END_EVENT)
            return true;
        if (reading->event.type != YAML_SCALAR_EVENT)
            return fail_here(reading, "a key is no text");
        const io_ros_key key = io_ros_key_of(scalar(reading));
        if (key < IO_ROS_KEY_COUNT && !(yaml->missing & 1u << key))
            return io_fail(reading->fault, "%s:%zu: %s is given twice", reading->name,
                           reading->event.start_mark.line + 1, io_ros_key_name(key));
        if (!advance(reading) || !read_value(reading, key, yaml))
            return false;
    }
}

static bool read_document(yaml_reading *reading, io_ros_yaml *yaml)
{
    do
        if (!advance(reading))
            return false;
    while (reading->event.type == YAML_STREAM_START_EVENT ||
           reading->event.type == YAML_DOCUMENT_START_EVENT);
    if (reading->event.type != YAML_MAPPING_START_EVENT)
        return fail_here(reading, "this is no list of keys and values, as map.yaml is");
    return read_mapping(reading, yaml) && advance(reading); // whatever follows must be YAML, too
}

bool io_ros_yaml_read(const char *name, const char *bytes, size_t size, io_ros_yaml *yaml, io_fault *fault)
{
    yaml_reading reading = { .name = name, .fault = fault };
    io_ros_begin(yaml);
    if (!yaml_parser_initialize(&reading.parser))
        return io_fail_without_memory(fault, name);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)bytes, size);
    const bool is_read = read_document(&reading, yaml);
    yaml_event_delete(&reading.event);
    yaml_parser_delete(&reading.parser);
    return is_read && io_ros_judge(name, yaml, fault);
}

#else

bool io_ros_yaml_read(const char *name, const char *bytes, size_t size, io_ros_yaml *yaml, io_fault *fault)
{
    (void)bytes, (void)size, (void)yaml;
    return io_fail_as(
        fault, FW_NOT_SUPPORTED,
        "%s: this is a map.yaml of ROS, which this build does not read: it was made without libyaml", name);
}

#endif
