#ifndef FAIRWAY_RECORD_H
#define FAIRWAY_RECORD_H

/// @file
/// Recordings: what a program asks of a map, of its planners and traffics, and what they answer, in a compact file that
/// another program can repeat. A recording is the way to report a bug: `fairway replay FILE` repeats the calls and
/// names the first answer that is another one.
///
///     static void keep(const void *bytes, size_t count, void *file)
///     {
///         fwrite(bytes, 1, count, file);
///     }
///     fw_record_begin(map, keep, fopen("bug.fwrec", "wb"));
///
/// **What is recorded.** The map as it is when recording begins, its units and what is prepared for them; edits,
/// commits, units and preparations; requests with their goals, speed limits, overlays and previous paths, whether they
/// come by fw_find_path(), as searches in steps, by fw_find_paths() or by a planner's queue; traffics with their units,
/// orders, obstacles, sites and steps. Each answer is recorded as its result and a hash; the units of a traffic are
/// hashed in each 16th step. An allocation that failed, a search that became stale and one that a limit of time has
/// ended are recorded as such: a replay does not compare them.
///
/// **What is not.** Questions that change nothing, such as fw_map_fits(); fields, checks and speed profiles; calls with
/// a null argument. Where a recorded object does what cannot be repeated, the recording has a mark that a replay counts
/// and names: a search on a user's space or over an area map; a pass over a finished path, such as fw_path_smooth(); a
/// traffic that is restored, gets an overlay or top speeds of terrains, or had units before the recording began.
///
/// Each call is written twice: before it begins, so that a recording ends with the call that crashed, and with its
/// answer. Recording takes about 0.3 microseconds for a path, a tenth for an edit, and 5 % of a traffic's step at most,
/// and the time of the program's function. Without a recording, a call takes a nanosecond longer than it would.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/map.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Takes bytes of a recording, to be written behind those before. The threads that use planners of the map call it at
/// the same time: a program with several threads locks, as fwrite() does.
///
/// @param bytes  [count: count]
/// @param count  at most 1,024 bytes that must stay together
/// @param user   what was given to fw_record_begin()
typedef void (*fw_record_fn)(const void *bytes, size_t count, void *user);

/// Begins to record. Planners and traffics of the map are recorded from their next call on; searches that are under
/// way are not.
///
/// @param map    the map [thread: the one that edits it, while no other one uses the map or its planners]
/// @param write  takes the bytes
/// @param user   passed to `write`; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, or FW_BAD_VALUE: the map is being recorded already, or has edits or
///         preparations by fw_map_prepare_step() under way, which cannot be recorded
///
/// O(tiles). Allocates nothing.
fw_result fw_record_begin(fw_map *map, fw_record_fn write, void *user);

/// Ends a recording. fw_map_destroy() does so, too.
///
/// @param map  the map [thread: as for fw_record_begin()]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_READ_ONLY, or FW_BAD_VALUE (the map is not being recorded)
fw_result fw_record_end(fw_map *map);

/// What a replay found out.
typedef struct fw_replay_report {
    uint64_t calls;    ///< calls that were repeated
    uint64_t compared; ///< of them, those whose answers were compared
    /// Calls that cannot be repeated: they failed for lack of memory, or their search was stale
    uint64_t left_out;
    uint64_t marks;     ///< calls that the recording only names, because they cannot be recorded
    bool is_cut_off;    ///< the recording ends amid a call: the program crashed, or is still running
    bool differs;       ///< an answer is another one than in the recording; the replay ended there
    uint64_t place;     ///< `differs`: number of the call in the recording, from 1 on
    char call[320];     ///< `differs`: the call, such as "planner 2: find_path(unit 1, start 3.5 4.5, ...)"
    char recorded[160]; ///< `differs`: the answer in the recording, such as "found, hash 4f2a..."
    char answered[160]; ///< `differs`: the answer of this library
    char mark[64];      ///< name of the first call that the recording only names
} fw_replay_report;

/// Repeats the calls of a recording, and compares each answer with the recorded one.
///
/// @param recording     [count: bytes]
/// @param bytes         of the recording
/// @param allocator     for all that the replay needs; [opt] null = malloc and free
/// @param[out] report   what it found out
/// @param report_bytes  sizeof *report
/// @return FW_OK (the report tells whether an answer differs), FW_NULL_ARGUMENT, FW_BAD_VALUE (the bytes are no
///         recording, or one of a newer library, or damaged), or FW_NO_MEMORY
fw_result fw_replay(const void *recording, size_t bytes, const fw_allocator *allocator,
                    fw_replay_report *report, size_t report_bytes);

/// Judges a recording for fw_recording_minimise().
///
/// @param recording  [count: bytes]
/// @param bytes      of the recording
/// @param user       what was given to fw_recording_minimise()
/// @return true if it still fails
typedef bool (*fw_recording_fails)(const void *recording, size_t bytes, void *user);

/// Makes a recording that fails as short as possible: calls behind the last one that matters go, then edits at the
/// beginning become part of the map, then planners, calls and units that do not matter go. What is left is recorded as
/// it was: its answers do not depend on what has gone.
///
/// @param recording  [count: bytes] one that fails
/// @param bytes      of the recording
/// @param fails      called for shorter recordings; [opt] null: a recording fails if fw_replay() finds that an answer
///                   differs
/// @param user       passed to `fails` and `write`; [opt] may be null
/// @param write      takes the shorter recording, part by part
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE (no recording, or one that does not fail) or FW_NO_MEMORY
fw_result fw_recording_minimise(const void *recording, size_t bytes, fw_recording_fails fails, void *user,
                                fw_record_fn write);

#ifdef __cplusplus
}
#endif
#endif
