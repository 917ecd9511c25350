#include "io/ros_keys.h"

#include <string.h>

static const char *const keys[IO_ROS_KEY_COUNT] = {
    [IO_ROS_IMAGE] = "image",   [IO_ROS_RESOLUTION] = "resolution",    [IO_ROS_ORIGIN] = "origin",
    [IO_ROS_NEGATE] = "negate", [IO_ROS_OCCUPIED] = "occupied_thresh", [IO_ROS_FREE] = "free_thresh",
    [IO_ROS_MODE] = "mode",
};

void io_ros_begin(io_ros_yaml *yaml)
{
    *yaml = (io_ros_yaml){ .occupied = 0.65, .free = 0.196, .missing = (1u << IO_ROS_KEY_COUNT) - 1 };
}

io_ros_key io_ros_key_of(io_span name)
{
    int key = 0;
    while (key < IO_ROS_KEY_COUNT && !io_span_is(name, keys[key]))
        key++;
    return (io_ros_key)key;
}

const char *io_ros_key_name(io_ros_key key)
{
    return keys[key];
}

static bool is_single(const io_ros_value *value)
{
    return !value->is_list && value->count == 1;
}

static bool take_number(const io_ros_value *value, double least, double most, double *number)
{
    return is_single(value) && io_read_decimal(value->texts[0], number) && *number >= least &&
           *number <= most;
}

/// Takes one of some words as its index.
static bool take_word(const io_ros_value *value, const char *const *words, int count, int *index)
{
    for (*index = 0; is_single(value) && *index < count; ++*index)
        if (io_span_is(value->texts[0], words[*index]))
            return true;
    return false;
}

static bool take_image(const io_ros_value *value, io_ros_yaml *yaml)
{
    const io_span name = value->texts[0];
    if (!is_single(value) || name.length == 0 || name.length >= sizeof yaml->image ||
        memchr(name.start, '\0', name.length))
        return false;
    memcpy(yaml->image, name.start, name.length);
    yaml->image[name.length] = '\0';
    return true;
}

/// @param[out] wrong  index of the text that is wrong
static bool take_origin(const io_ros_value *value, double origin[3], int *wrong)
{
    if (is_single(value))
        return false;
    for (*wrong = 0; *wrong < 3 && *wrong < value->count; ++*wrong)
        if (!io_read_decimal(value->texts[*wrong], &origin[*wrong]))
            return false;
    return value->count == 3;
}

/// YAML 1.1 has many words for true and false.
static bool take_negate(const io_ros_value *value, bool *negate)
{
    static const char *const truths[] = { "0", "1", "false", "true", "no", "yes", "False", "True" };
    int index = 0;
    const bool is_taken = take_word(value, truths, sizeof truths / sizeof *truths, &index);
    *negate = index % 2 == 1;
    return is_taken;
}

static bool take_mode(const io_ros_value *value, io_ros_mode *mode)
{
    static const char *const modes[] = { "trinary", "scale", "raw" };
    int index = 0;
    const bool is_taken = take_word(value, modes, 3, &index);
    *mode = (io_ros_mode)index;
    return is_taken;
}

/// @return null if the value is taken, or what is expected
static const char *take(io_ros_key key, const io_ros_value *value, io_ros_yaml *yaml, int *wrong)
{
    switch (key) {
    case IO_ROS_IMAGE:
        return take_image(value, yaml) ? NULL : "the name of a picture";
    case IO_ROS_RESOLUTION:
        return take_number(value, 1e-6, 1e6, &yaml->resolution) ? NULL : "a number from 1e-06 to 1e+06";
    case IO_ROS_ORIGIN:
        return take_origin(value, yaml->origin, wrong) ? NULL : "a list of three numbers, [x, y, yaw]";
    case IO_ROS_OCCUPIED:
        return take_number(value, 0.0, 1.0, &yaml->occupied) ? NULL : "a number from 0 to 1";
    case IO_ROS_FREE:
        return take_number(value, 0.0, 1.0, &yaml->free) ? NULL : "a number from 0 to 1";
    case IO_ROS_NEGATE:
        return take_negate(value, &yaml->negate) ? NULL : "0 or 1";
    case IO_ROS_MODE:
        return take_mode(value, &yaml->mode) ? NULL : "trinary, scale or raw";
    case IO_ROS_KEY_COUNT:
        break;
    }
    return NULL;
}

bool io_ros_take(const char *where, io_ros_key key, const io_ros_value *value, io_ros_yaml *yaml,
                 io_fault *fault)
{
    int wrong = 0;
    const char *expected = take(key, value, yaml, &wrong);
    if (!expected) {
        yaml->missing &= ~(1u << key);
        return true;
    }
    const bool is_text = wrong < value->count && (is_single(value) || key == IO_ROS_ORIGIN);
    const io_quote text = io_quoted(is_text ? value->texts[wrong] : (io_span){ "", 0 });
    const char *mark = is_text ? "'" : "";
    return io_fail(fault, "%s: %s is %s%s%s, expected %s", where, keys[key], mark,
                   is_text ? text.text : "no single value", mark, expected);
}

bool io_ros_judge(const char *name, const io_ros_yaml *yaml, io_fault *fault)
{
    for (int key = 0; key <= IO_ROS_ORIGIN; key++)
        if (yaml->missing & 1u << key)
            return io_fail(fault, "%s: the key %s is missing", name, keys[key]);
    return yaml->free <= yaml->occupied || io_fail(fault, "%s: free_thresh, %g, is above occupied_thresh, %g",
                                                   name, yaml->free, yaml->occupied);
}
