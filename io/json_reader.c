#include "io/json_reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"

static int line_of(const char *bytes, const char *at)
{
    int line = 1;
    for (const char *letter = bytes; letter < at; letter++)
        line += *letter == '\n';
    return line;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/// A key that an object has twice, or null. Sorted, so that an object of a million keys is no trap.
static const char *key_given_twice(const cJSON *object, bool *is_out_of_memory)
{
    const size_t count = (size_t)cJSON_GetArraySize(object);
    if (!cJSON_IsObject(object) || count < 2)
        return NULL;
    const char **keys = malloc(count * sizeof *keys);
    if (!keys) {
        *is_out_of_memory = true;
        return NULL;
    }
    size_t used = 0;
    for (const cJSON *member = object->child; member; member = member->next)
        keys[used++] = member->string;
    qsort(keys, used, sizeof *keys, by_text);
    const char *twice = NULL;
    for (size_t i = 1; i < used && !twice; i++)
        if (strcmp(keys[i - 1], keys[i]) == 0)
            twice = keys[i];
    free(keys);
    return twice;
}

/// Nesting is bounded by the parser, so that this does not run deep.
static bool has_no_key_twice(const char *name, const cJSON *value, io_fault *fault)
{
    bool is_out_of_memory = false;
    const char *twice = key_given_twice(value, &is_out_of_memory);
    if (is_out_of_memory)
        return io_fail(fault, "%s: there is not enough memory to read it", name);
    if (twice)
        return io_fail(fault, "%s: the key \"%s\" is given twice", name, io_quoted(io_span_of(twice)).text);
    for (const cJSON *child = value->child; child; child = child->next)
        if (!has_no_key_twice(name, child, fault))
            return false;
    return true;
}

static bool is_white(const char *start, const char *end)
{
    while (start < end && (*start == ' ' || *start == '\t' || *start == '\r' || *start == '\n'))
        start++;
    return start == end;
}

cJSON *json_parse(const char *name, const char *bytes, size_t size, io_fault *fault)
{
    const char *end = bytes;
    cJSON *value = NULL;
    if (size > 0 && !memchr(bytes, '\0', size))
        value = cJSON_ParseWithLengthOpts(bytes, size, &end, 0);
    if (!value) {
        io_fail(fault, "%s:%d: this is not JSON, or it is cut off or nested too deeply here", name,
                line_of(bytes, end));
        return NULL;
    }
    if (!is_white(end, bytes + size)) {
        io_fail(fault, "%s:%d: there is more text after the end of the JSON", name, line_of(bytes, end));
        cJSON_Delete(value);
        return NULL;
    }
    if (!has_no_key_twice(name, value, fault)) {
        cJSON_Delete(value);
        return NULL;
    }
    return value;
}

json_place json_top(const char *file, const cJSON *value, io_fault *fault)
{
    return (json_place){ .file = file, .value = value, .fault = fault };
}

json_place json_at(const json_place *object, const char *key)
{
    json_place place = *object;
    const size_t used = strlen(place.path);
    snprintf(place.path + used, sizeof place.path - used, "%s%.40s", used ? "." : "", key);
    place.value = cJSON_GetObjectItemCaseSensitive(object->value, key);
    return place;
}

json_place json_item(const json_place *list, const cJSON *item, int index)
{
    json_place place = *list;
    const size_t used = strlen(place.path);
    if (item->string)
        snprintf(place.path + used, sizeof place.path - used, "%s%.40s", used ? "." : "", item->string);
    else
        snprintf(place.path + used, sizeof place.path - used, "[%d]", index);
    place.value = item;
    return place;
}

static const char *kind_of(const cJSON *value)
{
    if (!value)
        return "is missing";
    if (cJSON_IsNull(value))
        return "is null";
    if (cJSON_IsBool(value))
        return "is true or false";
    if (cJSON_IsNumber(value))
        return "is a number";
    if (cJSON_IsString(value))
        return "is a text";
    return cJSON_IsArray(value) ? "is a list" : "is an object";
}

bool json_expected(const json_place *place, const char *what)
{
    const char *path = place->path[0] ? place->path : "the whole";
    if (cJSON_IsNumber(place->value))
        return io_fail(place->fault, "%s: %s is %g, expected %s", place->file, path,
                       place->value->valuedouble, what);
    if (cJSON_IsString(place->value))
        return io_fail(place->fault, "%s: %s is \"%s\", expected %s", place->file, path,
                       io_quoted(io_span_of(place->value->valuestring)).text, what);
    return io_fail(place->fault, "%s: %s %s, expected %s", place->file, path, kind_of(place->value), what);
}

bool json_is_object(const json_place *place)
{
    return cJSON_IsObject(place->value) || json_expected(place, "an object");
}

bool json_is_list(const json_place *place)
{
    return cJSON_IsArray(place->value) || json_expected(place, "a list");
}

bool json_read_number(const json_place *place, double least, double most, double *value)
{
    const bool is_number = cJSON_IsNumber(place->value);
    if (is_number && place->value->valuedouble >= least && place->value->valuedouble <= most) {
        *value = place->value->valuedouble;
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

bool json_read_bool(const json_place *place, bool *value)
{
    if (!cJSON_IsBool(place->value))
        return json_expected(place, "true or false");
    *value = cJSON_IsTrue(place->value);
    return true;
}

bool json_read_text(const json_place *place, const char **text)
{
    if (!cJSON_IsString(place->value))
        return json_expected(place, "a text");
    *text = place->value->valuestring;
    return true;
}

bool json_read_name(const json_place *place, const char *const *names, int count, int *index)
{
    char what[160] = "one of ";
    for (int i = 0; i < count; i++) {
        if (cJSON_IsString(place->value) && strcmp(place->value->valuestring, names[i]) == 0) {
            *index = i;
            return true;
        }
        const size_t used = strlen(what);
        snprintf(what + used, sizeof what - used, "%s%s", i ? ", " : "", names[i]);
    }
    return json_expected(place, what);
}
