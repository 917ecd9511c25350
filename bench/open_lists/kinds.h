#pragma once

/// The structures of the study.

#include "open_lists/open_list.h"

extern const open_list_kind open_list_unsorted_array;
extern const open_list_kind open_list_unsorted_linked_list;
extern const open_list_kind open_list_sorted_array;
extern const open_list_kind open_list_sorted_linked_list;
extern const open_list_kind open_list_two_linked_lists;
extern const open_list_kind open_list_binary_heap;
extern const open_list_kind open_list_hybrid_heap;
extern const open_list_kind open_list_positioned_heap;
extern const open_list_kind open_list_positioned_heap_4;
extern const open_list_kind open_list_lazy_heap;
extern const open_list_kind open_list_lazy_heap_4;
extern const open_list_kind open_list_pairing_heap;
extern const open_list_kind open_list_skip_list_by_location;
extern const open_list_kind open_list_skip_list_by_f;
extern const open_list_kind open_list_indexed_array;
extern const open_list_kind open_list_hash_table;
extern const open_list_kind open_list_splay_tree;
extern const open_list_kind open_list_hot_queue;
extern const open_list_kind open_list_hot_queue_no_heap;
extern const open_list_kind open_list_two_level_queue;
extern const open_list_kind open_list_matrix_60;
extern const open_list_kind open_list_matrix_120;
extern const open_list_kind open_list_matrix_tree;
extern const open_list_kind open_list_radix_heap;
extern const open_list_kind open_list_bucket_queue;
extern const open_list_kind open_list_library_queue;

/// All of them, in the order of the report; ends with null.
extern const open_list_kind *const open_list_kinds[];
