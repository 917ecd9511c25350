#pragma once

/// --html: the page of the playground with the map and the query of the command line inside. It opens in a browser with
/// the steps of the search shown.

#include <stdbool.h>

#include "page_state.h"

/// Writes the file of --html, if it is asked for. Returns false after an error message: the page is not installed, or
/// it knows nothing of an option.
bool page_write(const page_query *query);
