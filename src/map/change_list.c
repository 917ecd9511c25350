#include "map/change_list.h"

#include "base/must_hold.h"

fw_result change_list_push(memory *memory, change_list *list, layer_change change)
{
    must_hold(list->count == 0 ||
              change_comes_before(list->items[list->count - 1].y, list->items[list->count - 1].word, change.y,
                                  change.word));
    if (MEMORY_RESERVE(memory, list->items, list->capacity, list->count + 1))
        return FW_NO_MEMORY;
    list->items[list->count++] = change;
    return FW_OK;
}

const layer_change *change_list_find(const change_list *list, int32_t y, int32_t word)
{
    size_t low = 0, count = list->count;
    while (count > 0) {
        const size_t half = count / 2;
        const layer_change *middle = &list->items[low + half];
        if (change_comes_before(middle->y, middle->word, y, word)) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    const layer_change *found = list->items + low;
    return low < list->count && found->y == y && found->word == word ? found : NULL;
}

void change_list_clear(memory *memory, change_list *list, size_t kept)
{
    list->count = 0;
    if (list->capacity <= kept)
        return;
    memory_give_back(memory, list->items, list->capacity, sizeof *list->items);
    *list = (change_list){ 0 };
}

void changes_exchange(const layer *layer, layer_change *changes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t *word = &layer_row(layer, changes[i].y)[changes[i].word];
        const uint64_t now = *word;
        *word = changes[i].before;
        changes[i].before = now;
    }
}
