#include "io/explanation_json.h"

static void write_place(json_writer *json, const char *key, fw_pose place)
{
    json_pair_open(json, key, '{');
    json_pair_number(json, "x", place.x);
    json_pair_number(json, "y", place.y);
    json_close(json, '}');
}

void io_explanation_write(json_writer *json, const io_explanation *why)
{
    const fw_explanation *said = &why->explanation;
    json_pair_open(json, "why", '{');
    json_pair_text(json, "barrier", fw_barrier_name(said->barrier));
    json_pair_text(json, "text", said->text);
    json_pair_whole(json, "size", said->size);
    if (why->terrain_count > 0)
        json_pair_texts(json, "terrains", why->terrains, why->terrain_count);
    if (said->has_place)
        write_place(json, "place", said->place);
    if (said->has_nearest)
        write_place(json, "nearest", said->nearest);
    json_close(json, '}');
    json_break(json);
}
