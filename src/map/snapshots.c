#include "map/snapshots.h"

#include "base/spin_lock.h"
#include "fairway/snapshot.h"
#include "map/editor.h"

/// A snapshot. Its map shows the version that it holds or, after the release, nothing.
struct fw_snapshot {
    fw_map map;        ///< first: a snapshot is found by its map
    fw_snapshot *next; ///< in the queue of those that were released
};

struct map_snapshots {
    atomic_flag lock;          ///< any thread takes and releases snapshots
    size_t new_count;          ///< snapshots that were never taken: the last ones
    fw_snapshot *first, *last; ///< queue of those that were released, longest ago first
    fw_snapshot all[FW_MAX_SNAPSHOTS];
};

map_snapshots *snapshots_create(memory *memory)
{
    map_snapshots *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return NULL;
    atomic_flag_clear(&made->lock);
    made->new_count = FW_MAX_SNAPSHOTS;
    return made;
}

void snapshots_destroy(memory *memory, map_snapshots *pool)
{
    memory_give_back(memory, pool, 1, sizeof *pool);
}

/// An unused snapshot; null if all are taken.
static fw_snapshot *take(map_snapshots *pool)
{
    spin_lock(&pool->lock);
    fw_snapshot *taken = pool->first;
    if (pool->new_count > 0) {
        taken = &pool->all[FW_MAX_SNAPSHOTS - pool->new_count--];
    } else if (taken) {
        pool->first = taken->next;
        taken->next = NULL;
    }
    spin_unlock(&pool->lock);
    return taken;
}

fw_result fw_snapshot_take(const fw_map *map, fw_snapshot **snapshot)
{
    if (!map || !snapshot)
        return FW_NULL_ARGUMENT;
    map_pin pin;
    map_pin_join(map, &pin);
    map_version *version = (map_version *)map_pin_hold(&pin); // its count of snapshots changes on any thread
    map_editor *editor = version->editor;
    const bool is_released = version == &editor->nothing;
    fw_snapshot *taken = is_released ? NULL : take(editor->snapshots);
    if (taken) {
        atomic_fetch_add(&version->snapshots, 1);
        taken->map.pins = map->pins;
        atomic_store(&taken->map.seen, version);
        *snapshot = taken;
    }
    map_pin_leave(&pin);
    return taken ? FW_OK : is_released ? FW_RELEASED : FW_TOO_MANY;
}

const fw_map *fw_snapshot_map(const fw_snapshot *snapshot)
{
    return snapshot ? &snapshot->map : NULL;
}

/// Lets go of a version, if a snapshot holds one, and puts the snapshot at the end of the queue. Returns the version;
/// null if the snapshot was released before.
static map_version *let_go(map_editor *editor, fw_snapshot *snapshot)
{
    map_snapshots *pool = editor->snapshots;
    spin_lock(&pool->lock);
    map_version *held = atomic_exchange(&snapshot->map.seen, &editor->nothing);
    if (held != &editor->nothing) {
        if (pool->first)
            pool->last->next = snapshot;
        else
            pool->first = snapshot;
        pool->last = snapshot;
    }
    spin_unlock(&pool->lock);
    return held != &editor->nothing ? held : NULL;
}

fw_result fw_snapshot_release(fw_snapshot *snapshot)
{
    if (!snapshot)
        return FW_NULL_ARGUMENT;
    map_version *version = let_go(map_version_of(&snapshot->map)->editor, snapshot);
    if (!version)
        return FW_RELEASED;
    atomic_fetch_sub(&version->snapshots, 1);
    return FW_OK;
}

const fw_map *fw_map_snapshot(const fw_map *map)
{
    fw_snapshot *snapshot = NULL;
    fw_snapshot_take(map, &snapshot);
    return fw_snapshot_map(snapshot);
}

void fw_map_release(const fw_map *snapshot)
{
    if (snapshot && !snapshot->editor)
        fw_snapshot_release((fw_snapshot *)snapshot);
}
