#include "open_lists/kinds.h"

const open_list_kind *const open_list_kinds[] = {
    &open_list_unsorted_array,     &open_list_unsorted_linked_list,  &open_list_sorted_array,
    &open_list_sorted_linked_list, &open_list_two_linked_lists,      &open_list_matrix_60,
    &open_list_matrix_120,         &open_list_matrix_tree,           &open_list_indexed_array,
    &open_list_hash_table,         &open_list_skip_list_by_location, &open_list_skip_list_by_f,
    &open_list_splay_tree,         &open_list_binary_heap,           &open_list_hybrid_heap,
    &open_list_positioned_heap,    &open_list_positioned_heap_4,     &open_list_lazy_heap,
    &open_list_lazy_heap_4,        &open_list_pairing_heap,          &open_list_hot_queue,
    &open_list_hot_queue_no_heap,  &open_list_two_level_queue,       &open_list_radix_heap,
    &open_list_bucket_queue,       &open_list_library_queue,         NULL,
};
