#include "io/ros_yaml.h"

#include "io/json_reader.h"
#include "io/number.h"
#include "io/ros_keys.h"
#include "json.h"

/// io/ros_yaml.h for the module: JavaScript parses the text, if it was given a parser (src/parsers.js).

__attribute__((import_module("fairway"), import_name("parse_yaml"))) void parse_yaml(const char *bytes,
                                                                                     size_t size,
                                                                                     parsed_text *result);

/// Adds the text of a value.
///
/// @param number  room for the text of a number
static void add_text(const json_t *value, io_number_text *number, io_ros_value *to)
{
    const char *text = json_string_value(value);
    if (json_is_boolean(value))
        text = json_is_true(value) ? "true" : "false";
    if (json_is_number(value)) {
        *number = io_number(json_number_value(value));
        text = number->text;
    }
    if (text)
        to->texts[to->count++] = io_span_of(text);
}

static bool read_value(const json_place *place, io_ros_key key, io_ros_yaml *yaml)
{
    io_ros_value value = { .is_list = json_is_array(place->value) };
    io_number_text numbers[IO_ROS_MOST_ITEMS];
    if (value.is_list)
        for (size_t i = 0; i < json_count(place) && i < IO_ROS_MOST_ITEMS; i++)
            add_text(json_item(place, i).value, &numbers[i], &value);
    else
        add_text(place->value, &numbers[0], &value);
    return io_ros_take(place->file, key, &value, yaml, place->fault);
}

static bool read_keys(const json_place *top, io_ros_yaml *yaml)
{
    if (!json_expect_object(top))
        return false;
    for (int key = 0; key < IO_ROS_KEY_COUNT; key++) {
        const json_place place = json_at(top, io_ros_key_name((io_ros_key)key));
        if (place.value && !read_value(&place, (io_ros_key)key, yaml))
            return false;
    }
    return io_ros_judge(top->file, yaml, top->fault);
}

bool io_ros_yaml_read(const char *name, const char *bytes, size_t size, io_ros_yaml *yaml, io_fault *fault)
{
    parsed_text result = { .top = NULL };
    io_ros_begin(yaml);
    parse_yaml(bytes, size, &result);
    if (!result.top)
        return io_fail_as(fault, parse_result(result.kind), "%s:%d: %s", name, result.line, result.problem);
    const json_place top = json_top(name, result.top, fault);
    const bool is_read = read_keys(&top, yaml);
    json_decref(result.top);
    return is_read;
}
