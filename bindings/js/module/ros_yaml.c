#include "io/ros_yaml.h"

#include <string.h>

#include "io/json_reader.h"
#include "json.h"

/// @file
/// io/ros_yaml.h for the module: JavaScript parses the text, if it was given a parser (src/parsers.js).

__attribute__((import_module("fairway"), import_name("parse_yaml"))) void parse_yaml(const char *bytes,
                                                                                     size_t size,
                                                                                     parsed_text *result);

/// Notes that an optional key is there.
static bool is_given(const json_place *place, io_ros_key key, io_ros_yaml *yaml)
{
    if (!place->value)
        return false;
    yaml->missing &= ~(1u << key);
    return true;
}

static bool read_image(const json_place *place, io_ros_yaml *yaml)
{
    const char *name = "";
    if (!json_read_text(place, &name))
        return false;
    if (!*name || strlen(name) >= sizeof yaml->image)
        return json_expected(place, "the name of a picture");
    strcpy(yaml->image, name);
    return true;
}

static bool read_origin(const json_place *place, double origin[3])
{
    if (json_count(place) != 3)
        return json_expected(place, "a list of three numbers, [x, y, yaw]");
    for (size_t i = 0; i < 3; i++) {
        const json_place number = json_item(place, i);
        if (!json_read_number(&number, -1e300, 1e300, &origin[i]))
            return false;
    }
    return true;
}

/// YAML 1.1 has more words for true and false than YAML 1.2.
static bool read_negate(const json_place *place, bool *negate)
{
    const char *word = json_string_value(place->value);
    const double number = json_is_number(place->value) ? json_number_value(place->value) : -1;
    const bool is_word = word && (strcmp(word, "no") == 0 || strcmp(word, "yes") == 0);
    *negate = number == 1 || json_is_true(place->value) || (is_word && *word == 'y');
    return number == 0 || number == 1 || json_is_boolean(place->value) || is_word ||
           json_expected(place, "0 or 1");
}

static bool read_optional(const json_place *top, io_ros_yaml *yaml)
{
    static const char *const modes[] = { "trinary", "scale", "raw" };
    const json_place occupied = json_at(top, "occupied_thresh"), free_place = json_at(top, "free_thresh");
    const json_place negate = json_at(top, "negate"), mode = json_at(top, "mode");
    int index = 0;
    if (is_given(&occupied, IO_ROS_OCCUPIED, yaml) && !json_read_number(&occupied, 0, 1, &yaml->occupied))
        return false;
    if (is_given(&free_place, IO_ROS_FREE, yaml) && !json_read_number(&free_place, 0, 1, &yaml->free))
        return false;
    if (is_given(&negate, IO_ROS_NEGATE, yaml) && !read_negate(&negate, &yaml->negate))
        return false;
    if (is_given(&mode, IO_ROS_MODE, yaml) && !json_read_name(&mode, modes, 3, &index))
        return false;
    yaml->mode = (io_ros_mode)index;
    return yaml->free <= yaml->occupied ||
           io_fail(top->fault, "%s: free_thresh, %g, is above occupied_thresh, %g", top->file, yaml->free,
                   yaml->occupied);
}

static bool read_keys(const json_place *top, io_ros_yaml *yaml)
{
    const json_place image = json_at(top, "image"), resolution = json_at(top, "resolution"),
                     origin = json_at(top, "origin");
    yaml->missing &= ~(1u << IO_ROS_IMAGE | 1u << IO_ROS_RESOLUTION | 1u << IO_ROS_ORIGIN);
    return json_expect_object(top) && read_image(&image, yaml) &&
           json_read_number(&resolution, 1e-6, 1e6, &yaml->resolution) &&
           read_origin(&origin, yaml->origin) && read_optional(top, yaml);
}

bool io_ros_yaml_read(const char *name, const char *bytes, size_t size, io_ros_yaml *yaml, io_fault *fault)
{
    parsed_text result = { .top = NULL };
    *yaml = (io_ros_yaml){ .occupied = 0.65, .free = 0.196, .missing = (1u << IO_ROS_KEY_COUNT) - 1 };
    parse_yaml(bytes, size, &result);
    if (!result.top)
        return io_fail_as(fault, result.is_unknown ? FW_NOT_SUPPORTED : FW_BAD_VALUE, "%s:%d: %s", name,
                          result.line, result.problem);
    const json_place top = json_top(name, result.top, fault);
    const bool is_read = read_keys(&top, yaml);
    json_decref(result.top);
    return is_read;
}
