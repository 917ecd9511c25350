#pragma once

/// The graphs of several versions: how one becomes equal to another, and what they share.

#include "hierarchy/hierarchy.h"

/// Finds landmarks at once if they are due. FW_OK or FW_NO_MEMORY.
fw_result family_refresh(memory *memory, hierarchy *table);

/// Lets a graph that was built anew take the place of another one.
void family_succeed(hierarchy *built, const hierarchy *former);

/// Makes a graph without records equal to another one, and a member of its family.
void family_join(memory *memory, hierarchy *table, const hierarchy *original);

/// Gives a graph the records of the newest one of its family, and with them what has moved since the survey.
void family_catch_up(memory *memory, hierarchy *table, hierarchy *newest);

/// Bytes of a graph; what graphs share is divided among them.
size_t family_bytes(const hierarchy *table);
