"""Pictures of maps and paths for notebooks, as SVG."""
import math

import numpy

#: Colours of the terrains 0 to 7; others are grey.
COLORS = ("#3b3f45", "#e9e4d4", "#b9c6a0", "#7aa6d0", "#a9cbe6", "#6f9a5d", "#cdb98f", "#f0dc9c")
MOST_SIDE = 256  # cells of a picture: larger maps are thinned out
PIXELS = 480


def _open(x, y, width, height):
    shown = PIXELS / max(width, height)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * shown:.0f}" height="{height * shown:.0f}" '
            f'viewBox="{x:g} {y:g} {width:g} {height:g}">')


def map_svg(terrains):
    """A picture of an array of terrains: a rectangle for each run of equal tiles in a row."""
    height, width = terrains.shape
    step = -(-max(height, width) // MOST_SIDE)
    cells = terrains[::step, ::step]
    parts = [_open(0, 0, width, height), f'<rect width="{width}" height="{height}" fill="{COLORS[1]}"/>']
    for y, row in enumerate(cells):
        ends = numpy.flatnonzero(numpy.diff(row)) + 1
        for first, last in zip([0, *ends], [*ends, len(row)]):
            if row[first] != 1:
                color = COLORS[row[first]] if row[first] < len(COLORS) else "#8a8a8a"
                parts.append(f'<rect x="{first * step}" y="{y * step}" width="{(last - first) * step}" '
                             f'height="{step}" fill="{color}"/>')
    return "".join(parts) + "</svg>"


def path_data(segments, end):
    """Lines and arcs as the attribute `d` of a path of SVG."""
    if len(segments) == 0:
        return ""
    poses = [(segment["x"], segment["y"]) for segment in segments] + [end]
    data = [f"M{poses[0][0]:.4g} {poses[0][1]:.4g}"]
    for segment, (x, y) in zip(segments, poses[1:]):
        turn = segment["curvature"] * segment["length"]
        if abs(turn) < 1e-9:
            data.append(f"L{x:.6g} {y:.6g}")
            continue
        is_clockwise = (turn > 0) != (segment["gear"] != 0)
        data.append(f"A{abs(1 / segment['curvature']):.6g} {abs(1 / segment['curvature']):.6g} 0 "
                    f"{int(abs(turn) > math.pi)} {int(is_clockwise)} {x:.6g} {y:.6g}")
    return "".join(data)


def path_svg(segments, end):
    """A picture of a path."""
    if len(segments) == 0:
        return _open(0, 0, 1, 1) + "</svg>"
    xs, ys = [*segments["x"], end[0]], [*segments["y"], end[1]]
    margin = 1 + max(max(xs) - min(xs), max(ys) - min(ys)) / 20
    box = min(xs) - margin, min(ys) - margin, max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    return (f'{_open(*box)}<path d="{path_data(segments, end)}" fill="none" stroke="#c2362b" '
            f'stroke-width="{margin / 4:.3g}" stroke-linecap="round"/></svg>')
