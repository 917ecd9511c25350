#include "io/json_reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/account.h"
#include "io/text.h"

static const char *problem_of(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_premature_end_of_input:
        return "this is not JSON, or it is cut off here";
    case json_error_stack_overflow:
        return "this is nested too deeply";
    case json_error_invalid_utf8:
        return "this is not UTF-8";
    case json_error_end_of_input_expected:
        return "there is more text after the end of the JSON";
    case json_error_duplicate_key:
        return "a key is given twice";
    case json_error_numeric_overflow:
        return "a number is too large";
    case json_error_out_of_memory:
        return "there is not enough memory to read it";
    default:
        return "this is not JSON";
    }
}

size_t json_tree_bytes(const char *bytes, size_t size)
{
    enum { TEXT = 33, NUMBER = 24, ITEM = 24, MEMBER = 112, LIST = 104, OBJECT = 208 };
    size_t sum = 256; // whatever the text
    bool is_in_text = false, is_in_number = false;
    for (size_t i = 0; i < size; i++) {
        const char letter = bytes[i];
        if (is_in_text) {
            sum += 4; // of the text, and while it is read
            is_in_text = letter != '"';
            i += letter == '\\';
            continue;
        }
        is_in_text = letter == '"';
        const bool is_digit = (letter >= '0' && letter <= '9') || letter == '-';
        sum += is_digit && !is_in_number ? NUMBER : 0;
        is_in_number = is_digit || (is_in_number && strchr(".eE+", letter) && letter);
        sum += letter == '"'   ? TEXT
               : letter == ',' ? ITEM
               : letter == ':' ? MEMBER
               : letter == '[' ? LIST
               : letter == '{' ? OBJECT
                               : 0;
    }
    return sum;
}

json_t *json_parse(const char *name, const char *bytes, size_t size, io_fault *fault)
{
    json_error_t error;
    const size_t mark = io_mark_bytes(bytes, size);
    // jansson has one allocator for the whole program, so what it takes is reckoned beforehand.
    io_account_raise(IO_ACCOUNT_JSON_BYTES * size);
    if (!io_account_charge(json_tree_bytes(bytes, size))) {
        io_fail_without_memory(fault, name);
        return NULL;
    }
    json_t *value = json_loadb(bytes + mark, size - mark, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    if (!value)
        io_fail_as(fault, json_error_code(&error) == json_error_out_of_memory ? FW_NO_MEMORY : FW_BAD_VALUE,
                   "%s:%d: %s", name, error.line < 1 ? 1 : error.line, problem_of(&error));
    return value;
}

json_place json_top(const char *file, const json_t *value, io_fault *fault)
{
    return (json_place){ .file = file, .value = value, .fault = fault };
}

json_place json_at(const json_place *object, const char *key)
{
    json_place place = *object;
    const size_t used = strlen(place.path);
    snprintf(place.path + used, sizeof place.path - used, "%s%.40s", used ? "." : "", key);
    place.value = json_object_get(object->value, key);
    return place;
}

size_t json_count(const json_place *list)
{
    return json_array_size(list->value);
}

json_place json_item(const json_place *list, size_t index)
{
    json_place place = *list;
    const size_t used = strlen(place.path);
    snprintf(place.path + used, sizeof place.path - used, "[%zu]", index);
    place.value = json_array_get(list->value, index);
    return place;
}

const char *json_next_key(const json_place *object, const char *key)
{
    json_t *members = (json_t *)object->value; // jansson does not change the object
    void *before = key ? json_object_key_to_iter(key) : NULL;
    void *next = key ? json_object_iter_next(members, before) : json_object_iter(members);
    return next ? json_object_iter_key(next) : NULL;
}

static const char *kind_of(const json_t *value)
{
    if (!value)
        return "is missing";
    switch (json_typeof(value)) {
    case JSON_NULL:
        return "is null";
    case JSON_TRUE:
    case JSON_FALSE:
        return "is true or false";
    case JSON_INTEGER:
    case JSON_REAL:
        return "is a number";
    case JSON_STRING:
        return "is a text";
    case JSON_ARRAY:
        return "is a list";
    case JSON_OBJECT:
        break;
    }
    return "is an object";
}

bool json_expected(const json_place *place, const char *what)
{
    const char *path = place->path[0] ? place->path : "the whole";
    if (json_is_number(place->value))
        return io_fail(place->fault, "%s: %s is %g, expected %s", place->file, path,
                       json_number_value(place->value), what);
    if (json_is_string(place->value))
        return io_fail(place->fault, "%s: %s is \"%s\", expected %s", place->file, path,
                       io_quoted(io_span_of(json_string_value(place->value))).text, what);
    return io_fail(place->fault, "%s: %s %s, expected %s", place->file, path, kind_of(place->value), what);
}

bool json_expect_object(const json_place *place)
{
    return json_is_object(place->value) || json_expected(place, "an object");
}

bool json_expect_list(const json_place *place)
{
    return json_is_array(place->value) || json_expected(place, "a list");
}

/// Says which member is not allowed, and which ones are.
static bool refuse_key(const json_place *object, const char *key, const char *const *keys, const char *what)
{
    char names[256] = "";
    size_t used = 0;
    for (int i = 0; keys[i] && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", keys[i]);
    return io_fail(object->fault, "%s: %s is not a field of %s, expected %s%s", object->file,
                   json_at(object, key).path, what, keys[1] ? "one of " : "", names);
}

bool json_expect_keys(const json_place *object, const char *const *keys, const char *what)
{
    if (!json_expect_object(object))
        return false;
    for (const char *key = json_next_key(object, NULL); key; key = json_next_key(object, key)) {
        int i = 0;
        while (keys[i] && strcmp(keys[i], key) != 0)
            i++;
        if (!keys[i])
            return refuse_key(object, key, keys, what);
    }
    return true;
}

bool json_read_number(const json_place *place, double least, double most, double *value)
{
    const bool is_number = json_is_number(place->value);
    const double number = json_number_value(place->value);
    if (is_number && number >= least && number <= most) {
        *value = number;
        return true;
    }
    char what[96] = "a number";
    if (is_number)
        snprintf(what, sizeof what, "a number from %g to %g", least, most);
    return json_expected(place, what);
}

bool json_read_whole(const json_place *place, int64_t least, int64_t most, int64_t *value)
{
    double number = 0.0;
    if (!json_read_number(place, (double)least, (double)most, &number))
        return false;
    if (number != floor(number))
        return json_expected(place, "a whole number");
    *value = (int64_t)number;
    return true;
}

bool json_number_at(const json_place *object, const char *key, double least, double most, double *value)
{
    const json_place place = json_at(object, key);
    return json_read_number(&place, least, most, value);
}

bool json_whole_at(const json_place *object, const char *key, int64_t least, int64_t most, int64_t *value)
{
    const json_place place = json_at(object, key);
    return json_read_whole(&place, least, most, value);
}

bool json_read_bool(const json_place *place, bool *value)
{
    if (!json_is_boolean(place->value))
        return json_expected(place, "true or false");
    *value = json_is_true(place->value);
    return true;
}

bool json_read_text(const json_place *place, const char **text)
{
    if (!json_is_string(place->value))
        return json_expected(place, "a text");
    *text = json_string_value(place->value);
    return true;
}

bool json_read_name(const json_place *place, const char *const *names, int count, int *index)
{
    char what[160] = "one of ";
    for (int i = 0; i < count; i++) {
        if (json_is_string(place->value) && strcmp(json_string_value(place->value), names[i]) == 0) {
            *index = i;
            return true;
        }
        const size_t used = strlen(what);
        snprintf(what + used, sizeof what - used, "%s%s", i ? ", " : "", names[i]);
    }
    return json_expected(place, what);
}
