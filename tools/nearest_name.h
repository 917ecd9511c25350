#ifndef TOOLS_NEAREST_NAME_H
#define TOOLS_NEAREST_NAME_H

/// @file
/// "Did you mean ...?"

/// How many letters must be changed, added, dropped or swapped with their neighbour to make one name of
/// another.
int name_distance(const char *a, const char *b);

/// The best of two guesses: `guess` when it is nearer to `name` than `best` (which may be null), and near
/// enough to be meant at all; `best` otherwise. Options of one letter are never meant.
const char *nearer_name(const char *name, const char *best, const char *guess);

#endif
