#pragma once

/// "Did you mean ...?"

/// Least number of letters to change, add, drop or swap with a neighbour that turns one name into another.
int name_distance(const char *a, const char *b);

/// The better one of two guesses at the name that a user has mistyped: `guess` if it is nearer to `name` than `best`
/// (which may be null) and near enough for a typing error; otherwise `best`. Options of one letter are never guessed.
const char *nearer_name(const char *name, const char *best, const char *guess);
