#pragma once

/// Returns memory that was freed to the system. Without this, glibc keeps it, and a process that is forked inherits it
/// and copies it page by page.
void heap_trim(void);
