#include "io/image.h"

#include "io/bmp_image.h"
#include "io/pgm_image.h"
#include "io/png_image.h"

bool io_image_begins(const char *bytes, size_t size)
{
    return io_png_begins(bytes, size) || io_pgm_begins(bytes, size) || io_bmp_begins(bytes, size);
}

bool io_image_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                        const io_pixel_taker *taker, io_fault *fault)
{
    if (io_png_begins(bytes, size))
        return io_png_read_rows(name, bytes, size, most_side, taker, fault);
    if (io_pgm_begins(bytes, size))
        return io_pgm_read_rows(name, bytes, size, most_side, taker, fault);
    if (io_bmp_begins(bytes, size))
        return io_bmp_read_rows(name, bytes, size, most_side, taker, fault);
    return io_fail_as(fault, FW_NOT_SUPPORTED,
                      "%s: this is no picture that can be read: it is neither PNG, PGM nor BMP", name);
}
