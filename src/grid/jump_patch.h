#pragma once

/// Tables follow changed words of their layer. Jump points change beside changed tiles, and what is noted beside the
/// blocks changes as far as runs meet something else than before (grid/jump_follow.h). In the blocks, only the words of
/// rows and the columns change that hold a tile beside a changed one.

#include "grid/jump_tables.h"

/// Stages the changes in the tables that follow from changed words of the layer, by building them anew if that is less
/// work. Until they are published or discarded, the tables must not be read.
///
/// @param words    must stay until the patch is published or discarded
/// @param version  the version of the map that the changes lead to
/// @return FW_OK, or FW_NO_MEMORY: then nothing is staged
fw_result jump_tables_patch(jump_tables *tables, const change_list *words, uint64_t version);

void jump_tables_publish(jump_tables *tables);

/// Discards the staged changes. The layer must hold its former words again, and the list of changed words the words
/// that the layer held at the patch.
void jump_tables_discard(jump_tables *tables);
