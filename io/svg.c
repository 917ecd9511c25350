#include "io/picture.h"

bool io_picture_svg(FILE *to, const io_picture *picture, io_fault *fault)
{
    (void)to;
    (void)picture;
    return io_fail(fault, "SVG is not part of this build");
}

bool io_picture_png(FILE *to, const io_picture *picture, io_fault *fault)
{
    (void)to;
    (void)picture;
    return io_fail(fault, "PNG is not part of this build");
}
