#include "io/ros_yaml.h"

#include "io/text.h"

static const char *const keys[IO_ROS_KEY_COUNT] = {
    [IO_ROS_IMAGE] = "image",   [IO_ROS_RESOLUTION] = "resolution",    [IO_ROS_ORIGIN] = "origin",
    [IO_ROS_NEGATE] = "negate", [IO_ROS_OCCUPIED] = "occupied_thresh", [IO_ROS_FREE] = "free_thresh",
    [IO_ROS_MODE] = "mode",
};

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

static bool expect(const yaml_reading *reading, io_ros_key key, const char *what)
{
    const bool is_scalar = reading->event.type == YAML_SCALAR_EVENT;
    return io_fail(reading->fault, "%s:%zu: %s is %s%s%s, expected %s", reading->name,
                   reading->event.start_mark.line + 1, keys[key], is_scalar ? "'" : "no single value",
                   is_scalar ? io_quoted(scalar(reading)).text : "", is_scalar ? "'" : "", what);
}

static bool read_number(const yaml_reading *reading, io_ros_key key, double least, double most,
                        double *number)
{
    if (reading->event.type == YAML_SCALAR_EVENT && io_read_decimal(scalar(reading), number) &&
        *number >= least && *number <= most)
        return true;
    char what[64];
    snprintf(what, sizeof what, "a number from %g to %g", least, most);
    return expect(reading, key, what);
}

static bool read_origin(yaml_reading *reading, double origin[3])
{
    static const char what[] = "a list of three numbers, [x, y, yaw]";
    if (reading->event.type != YAML_SEQUENCE_START_EVENT)
        return expect(reading, IO_ROS_ORIGIN, what);
    for (int i = 0; i < 3; i++) {
        if (!advance(reading))
            return false;
        if (reading->event.type != YAML_SCALAR_EVENT || !io_read_decimal(scalar(reading), &origin[i]))
            return expect(reading, IO_ROS_ORIGIN, what);
    }
    if (!advance(reading))
        return false;
    return reading->event.type == YAML_SEQUENCE_END_EVENT || expect(reading, IO_ROS_ORIGIN, what);
}

/// Reads one of some words as its index.
static bool read_word(const yaml_reading *reading, io_ros_key key, const char *const *words, int count,
                      const char *what, int *index)
{
    for (*index = 0; reading->event.type == YAML_SCALAR_EVENT && *index < count; ++*index)
        if (io_span_is(scalar(reading), words[*index]))
            return true;
    return expect(reading, key, what);
}

static bool read_image(const yaml_reading *reading, io_ros_yaml *yaml)
{
    const bool is_scalar = reading->event.type == YAML_SCALAR_EVENT;
    const io_span name = is_scalar ? scalar(reading) : (io_span){ "", 0 };
    if (name.length == 0 || name.length >= sizeof yaml->image || memchr(name.start, '\0', name.length))
        return expect(reading, IO_ROS_IMAGE, "the name of a picture");
    memcpy(yaml->image, name.start, name.length);
    yaml->image[name.length] = '\0';
    return true;
}

static bool read_value(yaml_reading *reading, io_ros_key key, io_ros_yaml *yaml)
{
    static const char *const modes[] = { "trinary", "scale", "raw" };
    static const char *const truths[] = { "0", "1", "false", "true", "no", "yes", "False", "True" };
    int index = 0;
    switch (key) {
    case IO_ROS_IMAGE:
        return read_image(reading, yaml);
    case IO_ROS_RESOLUTION:
        return read_number(reading, key, 1e-6, 1e6, &yaml->resolution);
    case IO_ROS_ORIGIN:
        return read_origin(reading, yaml->origin);
    case IO_ROS_OCCUPIED:
        return read_number(reading, key, 0.0, 1.0, &yaml->occupied);
    case IO_ROS_FREE:
        return read_number(reading, key, 0.0, 1.0, &yaml->free);
    case IO_ROS_NEGATE:
        if (!read_word(reading, key, truths, sizeof truths / sizeof *truths, "0 or 1", &index))
            return false;
        yaml->negate = index % 2 == 1;
        return true;
    case IO_ROS_MODE:
        if (!read_word(reading, key, modes, 3, "trinary, scale or raw", &index))
            return false;
        yaml->mode = (io_ros_mode)index;
        return true;
    case IO_ROS_KEY_COUNT:
        break;
    }
    return skip_value(reading);
}

/// Reads keys and values up to the end of the mapping that the current event begins.
static bool read_mapping(yaml_reading *reading, io_ros_yaml *yaml)
{
    for (;;) {
        if (!advance(reading))
            return false;
        if (reading->event.type == YAML_MAPPING_END_EVENT)
            return true;
        int key = 0;
        if (reading->event.type != YAML_SCALAR_EVENT)
            return fail_here(reading, "a key is no text");
        while (key < IO_ROS_KEY_COUNT && !io_span_is(scalar(reading), keys[key]))
            key++;
        if (key < IO_ROS_KEY_COUNT && !(yaml->missing & 1u << key))
            return io_fail(reading->fault, "%s:%zu: %s is given twice", reading->name,
                           reading->event.start_mark.line + 1, keys[key]);
        if (!advance(reading) || !read_value(reading, (io_ros_key)key, yaml))
            return false;
        if (key < IO_ROS_KEY_COUNT)
            yaml->missing &= ~(1u << key);
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

/// Checks what the keys say together.
static bool judge(const char *name, const io_ros_yaml *yaml, io_fault *fault)
{
    for (int key = 0; key <= IO_ROS_ORIGIN; key++)
        if (yaml->missing & 1u << key)
            return io_fail(fault, "%s: the key %s is missing", name, keys[key]);
    return yaml->free <= yaml->occupied || io_fail(fault, "%s: free_thresh, %g, is above occupied_thresh, %g",
                                                   name, yaml->free, yaml->occupied);
}

bool io_ros_yaml_read(const char *name, const char *bytes, size_t size, io_ros_yaml *yaml, io_fault *fault)
{
    yaml_reading reading = { .name = name, .fault = fault };
    *yaml = (io_ros_yaml){ .occupied = 0.65, .free = 0.196, .missing = (1u << IO_ROS_KEY_COUNT) - 1 };
    if (!yaml_parser_initialize(&reading.parser))
        return io_fail_without_memory(fault, name);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)bytes, size);
    const bool is_read = read_document(&reading, yaml);
    yaml_event_delete(&reading.event);
    yaml_parser_delete(&reading.parser);
    return is_read && judge(name, yaml, fault);
}

#else

bool io_ros_yaml_read(const char *name, const char *bytes, size_t size, io_ros_yaml *yaml, io_fault *fault)
{
    (void)bytes, (void)size, (void)yaml, (void)keys;
    return io_fail_as(
        fault, FW_NOT_SUPPORTED,
        "%s: this is a map.yaml of ROS, which this build does not read: it was made without libyaml", name);
}

#endif
