#include "map/versions.h"

#include "base/must_hold.h"
#include "map/layer_registry.h"
#include "map/members.h"
#include "map/table_registry.h"

/// Commits after which a version that nobody needed is freed, part by part. To catch up with more of them would take
/// longer than to make a new one.
enum { MOST_BEHIND = 64 };

map_version *versions_add(map_editor *editor, paged *tiles)
{
    map_version *made = memory_get_zeroed(&editor->memory, 1, sizeof *made);
    if (!made) {
        paged_destroy(tiles);
        return NULL;
    }
    *made = editor->nothing;
    made->width = editor->width;
    made->height = editor->height;
    made->words = (editor->width + WORD_BITS - 1) >> WORD_SHIFT;
    made->tiles = *tiles;
    made->next = editor->versions;
    editor->versions = made;
    return made;
}

static void free_version(map_version *version)
{
    memory *memory = version->memory;
    for (size_t slot = 0; slot < version->member_count; slot++)
        map_drop_member(version, slot);
    memory_give_back(memory, version->members, version->member_capacity, sizeof(map_member *));
    memory_give_back(memory, version->layers, version->layer_capacity, sizeof(map_layer *));
    paged_destroy(&version->tiles);
    memory_give_back(memory, version, 1, sizeof *version);
}

void versions_free_all(map_editor *editor)
{
    for (map_version *version = editor->versions, *next; version; version = next) {
        next = version->next;
        free_version(version);
    }
}

/// Sets `is_held` of all versions. A version that is not held, and that no handle shows, stays so.
///
/// Pins are looked at first, counts of snapshots then: a reader that takes a snapshot counts it before its pin lets go,
/// so that one of both looks finds its version held.
static void mark_held(map_editor *editor)
{
    for (map_version *version = editor->versions; version; version = version->next)
        version->is_held = false;
    map_pins_mark_held(&editor->pins);
    for (map_version *version = editor->versions; version; version = version->next)
        version->is_held = version->is_held || atomic_load(&version->snapshots) > 0;
}

/// Frees a part of a version: a unit, with what it alone uses, or what is left when there are no more.
static void free_part(map_version **link)
{
    map_version *version = *link;
    while (version->member_count > 0 && !version->members[version->member_count - 1])
        version->member_count--;
    if (version->member_count > 0) {
        map_drop_member(version, version->member_count - 1);
        return;
    }
    *link = version->next;
    free_version(version);
}

/// True for a version that nobody holds, and that is too old to catch up.
static bool is_idle(const map_version *version, const map_version *newest)
{
    return version != newest && !version->is_held && version->number + MOST_BEHIND < newest->number;
}

/// Frees a part of one of the versions that are too old. So no commit takes long because of them.
static void free_idle(map_editor *editor, const map_version *newest)
{
    for (map_version **link = &editor->versions; *link; link = &(*link)->next)
        if (is_idle(*link, newest)) {
            free_part(link);
            return;
        }
}

/// Lets searches that rest lose the oldest versions as long as too many are held. If the newest one is held, it counts:
/// it is about to become old. A version that a snapshot holds stays held whatever searches lose, so none loses it.
static void enforce_budget(map_editor *editor)
{
    const map_version *taken = NULL;
    for (;;) {
        int32_t held = 0;
        const map_version *oldest = NULL;
        for (const map_version *version = editor->versions; version; version = version->next) {
            if (!version->is_held)
                continue;
            held++;
            if (atomic_load(&version->snapshots) == 0 && (!taken || version->number > taken->number) &&
                (!oldest || version->number < oldest->number))
                oldest = version;
        }
        if (held <= editor->pins.old_versions || !oldest)
            return;
        map_pins_take_from_resting(&editor->pins, oldest);
        mark_held(editor);
        taken = oldest;
    }
}

/// The version to work on beside the newest one: the least old of those that nobody holds, or a new one.
static map_version *take_spare(map_editor *editor, const map_version *newest)
{
    map_version *spare = NULL;
    for (map_version *version = editor->versions; version; version = version->next)
        if (version != newest && !version->is_held && !is_idle(version, newest) &&
            (!spare || version->number > spare->number))
            spare = version;
    if (spare)
        return spare;
    paged tiles;
    return paged_copy(&newest->tiles, &tiles) == FW_OK ? versions_add(editor, &tiles) : NULL;
}

/// True if a member is the same unit as another one and has the same tables.
static bool is_like(const map_member *member, const map_member *other, int32_t kind_count)
{
    if (!other || member->unit.id != other->unit.id || !member->layer != !other->layer)
        return false;
    for (int32_t i = 0; i < kind_count; i++)
        if (!member->tables[i] != !other->tables[i])
            return false;
    return true;
}

static map_member *member_in(const map_version *version, size_t slot)
{
    return slot < version->member_count ? version->members[slot] : NULL;
}

/// Removes the units of a version that the newest one has no more, or with other tables.
static void drop_strangers(map_version *version, const map_version *newest)
{
    for (size_t slot = 0; slot < version->member_count; slot++)
        if (version->members[slot] &&
            !is_like(version->members[slot], member_in(newest, slot), newest->kind_count))
            map_drop_member(version, slot);
}

/// Gives a version, which has the tiles of the newest one, the units that it lacks.
static fw_result copy_members(map_version *version, const map_version *newest)
{
    fw_result result = FW_OK;
    for (size_t slot = 0; slot < newest->member_count && result == FW_OK; slot++) {
        const map_member *from = newest->members[slot];
        map_member *member = member_in(version, slot);
        if (member)
            member->unit.announced = from->unit.announced;
        else if (from)
            result = map_copy_member(version, slot, from);
    }
    return result;
}

/// Makes the layers of a version, all of which the newest one has, equal to those of the newest one.
static fw_result catch_up_layers(map_version *version, const map_version *newest)
{
    fw_result result = FW_OK;
    for (size_t i = 0; i < version->layer_count && result == FW_OK; i++) {
        map_layer *layer = version->layers[i];
        map_layer *newer = map_find_layer(newest, layer->layer.capability, layer->layer.size);
        must_hold(newer);
        paged_catch_up(&layer->layer.rows, &newer->layer.rows);
        result = map_catch_up_tables(version, layer, newer);
    }
    return result;
}

/// Makes a version equal to the newest one.
static fw_result catch_up(map_version *version, map_version *newest)
{
    drop_strangers(version, newest);
    paged_catch_up(&version->tiles, &newest->tiles);
    version->number = newest->number;
    const fw_result result = catch_up_layers(version, newest);
    return result ? result : copy_members(version, newest);
}

map_version *versions_open(map_editor *editor)
{
    map_version *newest = editor_newest(editor);
    atomic_store(&editor->handle.seen, NULL); // from here on no reader begins to hold it
    mark_held(editor);
    enforce_budget(editor);
    free_idle(editor, newest);
    if (!newest->is_held)
        return newest;
    atomic_store(&editor->handle.seen, newest);
    map_version *spare = take_spare(editor, newest);
    return spare && catch_up(spare, newest) == FW_OK ? spare : NULL;
}

void versions_close(map_editor *editor, map_version *opened, bool publish)
{
    if (publish)
        opened->edition = ++editor->edition;
    if (publish || !editor_newest(editor))
        atomic_store(&editor->handle.seen, opened);
}

void versions_drop_unit(map_editor *editor, fw_unit_id id)
{
    const map_version *newest = editor_newest(editor);
    mark_held(editor);
    for (map_version *version = editor->versions; version; version = version->next)
        if (version != newest && !version->is_held && map_find_member(version, id))
            map_drop_member(version, id & (UNIT_SLOTS - 1));
}
