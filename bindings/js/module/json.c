#include "json.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// What io/json_reader.h needs of jansson, for the module: JavaScript parses the text, and lays the values out as they
/// stand here (src/parsers.js).

/// A value.
typedef struct node {
    json_t head;
    uint32_t count;           ///< items of a list or an object; bytes of a text
    const struct node *items; ///< [count] of a list or an object
    const char *const *keys;  ///< [count] of an object; before each key lies the address of its value
    const char *text;         ///< ends with 0
    double number;
} node;

_Static_assert(sizeof(node) == 32 && offsetof(node, number) == 24, "src/parsers.js lays nodes out");

__attribute__((import_module("fairway"), import_name("parse_json"))) void parse_json(const char *bytes,
                                                                                     size_t size,
                                                                                     parsed_text *result);

json_t *json_loadb(const char *bytes, size_t size, size_t flags, json_error_t *error)
{
    static const enum json_error_code codes[] = { [PARSE_WRONG] = json_error_invalid_syntax,
                                                  [PARSE_UNKNOWN] = json_error_invalid_syntax,
                                                  [PARSE_KEY_TWICE] = json_error_duplicate_key,
                                                  [PARSE_NO_MEMORY] = json_error_out_of_memory };
    parsed_text result = { .top = NULL };
    (void)flags;
    parse_json(bytes, size, &result);
    error->line = result.line;
    error->text[JSON_ERROR_TEXT_LENGTH - 1] = (char)codes[result.kind];
    return result.top;
}

void json_delete(json_t *top)
{
    free(top);
}

static const node *node_of(const json_t *value, json_type type)
{
    return value && json_typeof(value) == type ? (const node *)value : NULL;
}

static json_t *item_of(const node *list, size_t index)
{
    return list && index < list->count ? (json_t *)&list->items[index].head : NULL;
}

size_t json_array_size(const json_t *value)
{
    const node *list = node_of(value, JSON_ARRAY);
    return list ? list->count : 0;
}

json_t *json_array_get(const json_t *value, size_t index)
{
    return item_of(node_of(value, JSON_ARRAY), index);
}

size_t json_object_size(const json_t *value)
{
    const node *object = node_of(value, JSON_OBJECT);
    return object ? object->count : 0;
}

json_t *json_object_get(const json_t *value, const char *key)
{
    const node *object = node_of(value, JSON_OBJECT);
    for (uint32_t i = 0; object && i < object->count; i++)
        if (strcmp(object->keys[i], key) == 0)
            return item_of(object, i);
    return NULL;
}

const char *json_string_value(const json_t *value)
{
    const node *text = node_of(value, JSON_STRING);
    return text ? text->text : NULL;
}

size_t json_string_length(const json_t *value)
{
    const node *text = node_of(value, JSON_STRING);
    return text ? text->count : 0;
}

double json_number_value(const json_t *value)
{
    return json_is_number(value) ? ((const node *)value)->number : 0;
}

// An iterator is the address of a key.

void *json_object_iter(json_t *value)
{
    const node *object = node_of(value, JSON_OBJECT);
    return object && object->count > 0 ? (void *)object->keys[0] : NULL;
}

void *json_object_iter_next(json_t *value, void *iterator)
{
    const node *object = node_of(value, JSON_OBJECT);
    for (uint32_t i = 0; object && i + 1 < object->count; i++)
        if (object->keys[i] == iterator)
            return (void *)object->keys[i + 1];
    return NULL;
}

const char *json_object_iter_key(void *iterator)
{
    return iterator;
}

void *json_object_key_to_iter(const char *key)
{
    return (void *)key;
}

json_t *json_object_iter_value(void *iterator)
{
    return ((json_t **)iterator)[-1];
}
