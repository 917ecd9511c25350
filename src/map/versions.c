#include "map/versions.h"

#include <string.h>

/// @file
/// Versions of a map. A version never changes while a reader holds it. To edit a map whose newest version is held, the
/// editor takes a spare version, which is a whole map of its own, lets it catch up with what it has missed, changes it
/// and shows it to readers as the newest one. If no reader holds the newest version, it is changed in place.

enum {
    MOST_BEHIND = 64, ///< commits after which a spare version is freed that nobody needed
    PAST_PART =
        16 ///< of all words of tiles, this part may be missed; a version that missed more is built anew
};

/// Frees versions that nobody holds and that are too far behind to catch up.
static void free_old(map_editor *editor, const fw_map *newest)
{
    if (editor->past_count > (size_t)newest->words * (size_t)newest->height / PAST_PART) {
        editor->past_count = 0;
        editor->past_from = newest->version;
    }
    fw_map **link = &editor->versions;
    while (*link) {
        fw_map *version = *link;
        const bool is_old =
            version->version < editor->past_from || version->version + MOST_BEHIND < newest->version;
        if (version != newest && !version->is_held && is_old) {
            *link = version->next;
            map_free_version(version);
        } else {
            link = &version->next;
        }
    }
}

/// Lets searches that rest lose the oldest versions as long as too many are held. If the newest one is held, it counts:
/// it is about to become old. A version that a snapshot holds stays held whatever searches lose, so none loses it.
static void enforce_budget(map_editor *editor)
{
    const fw_map *taken = NULL;
    for (;;) {
        int32_t held = 0;
        const fw_map *oldest = NULL;
        for (const fw_map *version = editor->versions; version; version = version->next) {
            if (!version->is_held)
                continue;
            held++;
            if (atomic_load(&version->snapshots) == 0 && (!taken || version->version > taken->version) &&
                (!oldest || version->version < oldest->version))
                oldest = version;
        }
        if (held <= editor->old_versions || !oldest)
            return;
        versions_take_from_resting(editor, oldest);
        versions_mark_held(editor);
        taken = oldest;
    }
}

/// The version to work on beside the newest one: the least old of those that nobody holds, or a new one.
static fw_map *take_spare(fw_map *map, const fw_map *newest)
{
    fw_map *spare = NULL;
    for (fw_map *version = map->editor->versions; version; version = version->next)
        if (version != newest && !version->is_held && (!spare || version->version > spare->version))
            spare = version;
    if (spare)
        return spare;
    paged tiles;
    spare = paged_copy(&newest->tiles, &tiles) == FW_OK ? map_new_version(map, &tiles) : NULL;
    if (spare)
        spare->version = newest->version;
    return spare;
}

/// Notes the words of tiles that a version has missed, as the newest one has them.
static fw_result list_missed(const fw_map *version, const fw_map *newest)
{
    map_editor *editor = version->editor;
    for (size_t i = editor->past_count; i > 0 && editor->past[i - 1].version > version->version; i--) {
        const past_edit *past = &editor->past[i - 1];
        if (!sheet_put(&editor->memory, &editor->missed, past->word, past->y >> BLOCK_SHIFT))
            return FW_NO_MEMORY;
        edits_word(newest, &editor->missed, past->word * WORD_BITS, past->y);
    }
    return FW_OK;
}

/// Makes the tiles of a version those of the newest one.
static fw_result catch_up_tiles(fw_map *version, const fw_map *newest)
{
    map_editor *editor = version->editor;
    fw_result result = list_missed(version, newest);
    if (result == FW_OK)
        result = map_apply(version, &editor->missed, newest);
    if (result == FW_OK) {
        version->version = newest->version;
        memcpy(version->recent, newest->recent, sizeof version->recent);
    }
    edits_clear(&editor->memory, &editor->missed);
    return result;
}

/// True if a member has all tables that the same unit has in another version.
static bool has_tables_of(const map_member *member, const map_member *other, int32_t kind_count)
{
    if (!member->layer != !other->layer)
        return false;
    for (int32_t i = 0; i < kind_count; i++)
        if (!member->tables[i] != !other->tables[i])
            return false;
    return true;
}

/// Gives a version the units of the newest one.
static fw_result catch_up_units(fw_map *version, const fw_map *newest)
{
    fw_result result = FW_OK;
    for (size_t slot = 0; slot < newest->member_count && result == FW_OK; slot++) {
        const map_member *from = newest->members[slot];
        map_member *member = slot < version->member_count ? version->members[slot] : NULL;
        if (!from || !map_has_unit(newest, from->unit.id))
            continue;
        if (member && has_tables_of(member, from, newest->kind_count)) {
            map_take_over_tables(version, member, from);
            continue;
        }
        if (member) {
            version->members[slot] = NULL;
            map_free_member(version, member);
        }
        result = map_copy_member(version, slot, from);
    }
    return result;
}

fw_map *map_open_version(fw_map *map)
{
    map_editor *editor = map->editor;
    fw_map *newest = map_seen(map);
    atomic_store(&map->seen, NULL); // from here on no reader begins to hold it
    versions_mark_held(editor);
    enforce_budget(editor);
    free_old(editor, newest);
    if (!newest->is_held) {
        map_free_removed(newest);
        return newest;
    }
    atomic_store(&map->seen, newest);
    fw_map *spare = take_spare(map, newest);
    if (!spare)
        return NULL;
    map_free_removed(spare);
    return catch_up_tiles(spare, newest) || catch_up_units(spare, newest) ? NULL : spare;
}

void map_close_version(fw_map *map, fw_map *opened, bool publish)
{
    if (publish || !map_seen(map))
        atomic_store(&map->seen, opened);
}

void map_free_unheld(fw_map *map)
{
    fw_map *newest = map_seen(map);
    atomic_store(&map->seen, NULL);
    versions_mark_held(map->editor);
    for (fw_map *version = map->editor->versions; version; version = version->next)
        if (!version->is_held)
            map_free_removed(version);
    atomic_store(&map->seen, newest);
}

const fw_map *fw_map_snapshot(const fw_map *map)
{
    if (!map)
        return NULL;
    map_pin pin;
    map_pin_join(map, &pin);
    const fw_map *newest = map_pin_hold(&pin);
    atomic_fetch_add(&((fw_map *)newest)->snapshots, 1); // a count that any thread changes
    map_pin_leave(&pin);
    return newest;
}

void fw_map_release(const fw_map *snapshot)
{
    if (snapshot)
        atomic_fetch_sub(&((fw_map *)snapshot)->snapshots, 1);
}
