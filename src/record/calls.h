#pragma once

/// The form of a recording.
///
/// A recording begins with RECORDING_HEAD and goes on with frames: the number of the stream (4 bytes, the lowest
/// first), the number of bytes that follow (2 bytes), whether the record goes on in the next frame of this stream
/// (2 bytes: 1 or 0), a checksum (4 bytes, record/frame.h), and the bytes. Frames of different streams may follow each
/// other in any order. Recordings of form 1 have no checksums.
///
/// A record begins with its kind (1 byte), and goes on with integers (base/coded.h), doubles (8 bytes of an IEEE
/// double, the lowest one first), texts (length and bytes) and fields of structs (record/fields.h), as the table below
/// says. A record that is not RECORD_ANSWER is a call; its answer is the next record of its stream.
///
/// Stream 0 is that of the map's editor. Its answers carry the edition of the map that the call has led to: a number
/// that grows whenever other tiles, units or tables can be seen. Each planner and each traffic has a stream of its own,
/// whose answers carry the edition that the call has read. So nothing need be known of the order between streams.

enum {
    RECORDING_HEAD_BYTES = 8,
    FRAME_HEAD_BYTES = 12,
    FRAME_HEAD_BYTES_1 = 8, ///< in form 1
    FRAME_BYTES = 1024,
    EDITOR_STREAM = 0
};

/// The last byte is the number of the form.
#define RECORDING_HEAD   "fw-rec\0\2"
#define RECORDING_HEAD_1 "fw-rec\0\1"

/// The kinds of records. New ones are added at the end, and so are new members of a record.
typedef enum record_kind {
    RECORD_ANSWER, ///< result, edition, hash; and what the kind of its call says

    RECORD_MAP, ///< width, height, old versions, then runs of tiles: length, terrain. The map at the beginning
    RECORD_NAME,         ///< terrain, text
    RECORD_RECT,         ///< x, y, width, height, terrain
    RECORD_TILES,        ///< x, y, width, height, runs of tiles
    RECORD_COMMIT,       ///< nothing
    RECORD_DISCARD,      ///< nothing
    RECORD_ADD_UNIT,     ///< fields of fw_unit_def. Answer: the id as the hash
    RECORD_REMOVE_UNIT,  ///< id
    RECORD_PREPARE,      ///< id, method
    RECORD_PREPARE_STEP, ///< id, method, work

    RECORD_PLANNER, ///< known runs
    RECORD_FIND,    ///< request
    RECORD_BEGIN,   ///< number of the search, request
    RECORD_STEP,    ///< number of the search, work
    RECORD_BEST,    ///< number of the search: the best path so far
    RECORD_GIVE,    ///< number of the search: its path, or an empty one that says why there is none
    RECORD_END,     ///< number of the search
    RECORD_TRIM,    ///< nothing
    RECORD_OVERLAY, ///< stamp, content: an overlay that the next requests of the stream name by its stamp

    RECORD_MARK, ///< text: name of a function whose call cannot be recorded
    RECORD_GONE, ///< nothing: the planner, or the traffic, was destroyed

    RECORD_TRAFFIC,         ///< nothing: a traffic without units
    RECORD_AGENT,           ///< fields of fw_agent_def
    RECORD_LEAVE,           ///< id
    RECORD_ORDER,           ///< id, x, y
    RECORD_ORDER_GROUP,     ///< count, ids, count, poses
    RECORD_ORDER_TOGETHER,  ///< fields of fw_group_def, count, ids, count, poses
    RECORD_ORDER_NEAR,      ///< count, ids, x, y
    RECORD_ORDER_ALONG,     ///< id, count, poses
    RECORD_STOP,            ///< id
    RECORD_HOLD,            ///< id, holds
    RECORD_HALT_NEAR,       ///< id, sides, radius
    RECORD_FOLLOW,          ///< id, other, distance
    RECORD_PRIORITISE,      ///< id, priority
    RECORD_PLACE,           ///< id, x, y, heading
    RECORD_SET_REGARD,      ///< id, layers, gives way to, may push
    RECORD_SET_SIDES,       ///< id, sides
    RECORD_SET_USER,        ///< id, value
    RECORD_CLEAR_RECT,      ///< x, y, width, height. Answer: the site as the hash
    RECORD_RELEASE_SITE,    ///< site
    RECORD_SET_OBSTACLE,    ///< id, x, y, heading, vx, vy, radius
    RECORD_REMOVE_OBSTACLE, ///< id
    RECORD_TRAFFIC_STEP,    ///< dt, budget. Answer: in one of 16, fw_traffic_hash() as the hash
    RECORD_KINDS
} record_kind;

/// What a request has besides its fields: one bit each, in this order.
enum {
    REQUEST_HAS_SET = 1,      ///< poses: number, then x, y, heading
    REQUEST_HAS_SPEEDS = 2,   ///< fields of fw_speed_def
    REQUEST_HAS_OVERLAY = 4,  ///< stamp
    REQUEST_HAS_PREVIOUS = 8, ///< a path: number of segments, fields of each, fields of the summary
    REQUEST_HAS_AREAS = 16,   ///< nothing: area maps are not recorded
    REQUEST_IS_UNFILLED = 32  ///< nothing: fw_request_init() did not fill it
};

/// The parts of an overlay. Each begins with its kind, x and y.
typedef enum overlay_part {
    OVERLAY_ENDS,          ///< the last one: nothing follows, neither x nor y
    OVERLAY_BLOCKS,        ///< width: blocked tiles
    OVERLAY_HAS_CORRIDOR,  ///< width: anchors of the corridor; without a width, the overlay has one
    OVERLAY_FORBIDS,       ///< FW_MOVE_ bits that are forbidden out of a tile
    OVERLAY_COSTS,         ///< width, cost in 1/256
    OVERLAY_HAS_COST_BYTES ///< 64 * 64 bytes as runs, of which those outside the map say nothing
} overlay_part;
