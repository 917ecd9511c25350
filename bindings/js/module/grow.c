// How the module's memory grows, in place of wasi-libc's sbrk().
#include <errno.h>
#include <stdint.h>

enum { PAGE_BYTES = 65536 };

void *sbrk(intptr_t bytes);

/// Hands out `bytes` more, a multiple of a page, behind all memory so far. The memory grows by an eighth at once:
/// engines collect garbage when it grows, and do little else if it grows by single pages.
void *sbrk(intptr_t bytes)
{
    static uintptr_t end; // of what was handed out
    const uintptr_t pages = __builtin_wasm_memory_size(0);
    if (end == 0)
        end = pages * PAGE_BYTES;
    const uintptr_t room = pages * PAGE_BYTES - end;
    if (bytes > 0 && (uintptr_t)bytes > room) {
        const uintptr_t needed = ((uintptr_t)bytes - room + PAGE_BYTES - 1) / PAGE_BYTES;
        const uintptr_t most = needed > pages / 8 ? needed : pages / 8;
        if (__builtin_wasm_memory_grow(0, most) == SIZE_MAX &&
            __builtin_wasm_memory_grow(0, needed) == SIZE_MAX) {
            errno = ENOMEM;
            return (void *)-1;
        }
    }
    const uintptr_t start = end;
    end += (uintptr_t)bytes;
    return (void *)start;
}
