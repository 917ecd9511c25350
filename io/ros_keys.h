#pragma once

/// What the keys of a map.yaml of ROS mean, whoever parses the text.

#include "io/ros_yaml.h"
#include "io/text.h"

enum { IO_ROS_MOST_ITEMS = 4 };

/// A value: one text, a list of texts, or something else.
typedef struct io_ros_value {
    bool is_list;
    int count; ///< of texts; IO_ROS_MOST_ITEMS stands for more, too. 0 without a list: something else
    io_span texts[IO_ROS_MOST_ITEMS];
} io_ros_value;

/// Begins with what holds if nothing is said.
void io_ros_begin(io_ros_yaml *yaml);

/// The key of a name; IO_ROS_KEY_COUNT for one that says nothing.
io_ros_key io_ros_key_of(io_span name);

const char *io_ros_key_name(io_ros_key key);

/// Takes the value of a key.
///
/// @param where  the file, or the file and line, for faults
bool io_ros_take(const char *where, io_ros_key key, const io_ros_value *value, io_ros_yaml *yaml,
                 io_fault *fault);

/// Checks what the keys say together.
///
/// @param name  of the file
bool io_ros_judge(const char *name, const io_ros_yaml *yaml, io_fault *fault);
