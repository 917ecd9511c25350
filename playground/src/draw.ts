// Pictures of what moves on the map. All functions draw in tiles; `scale` is the pixels of one.
import { MARKS } from "./colors.js";
import type { HybridSteps, Pose, Segment, Tree } from "./messages.js";
import type { Footprint } from "./unit.js";

type Context = CanvasRenderingContext2D;

export function traceSegment(context: Context, { start, curvature, length, gear }: Segment) {
    const way = gear === "reverse" ? -length : length;
    if (curvature === 0) {
        context.moveTo(start.x, start.y);
        context.lineTo(start.x + way * Math.cos(start.heading), start.y + way * Math.sin(start.heading));
        return;
    }
    const radius = 1 / curvature;
    const from = start.heading - (Math.sign(curvature) * Math.PI) / 2;
    const centreX = start.x - radius * Math.sin(start.heading), centreY = start.y + radius * Math.cos(start.heading);
    context.moveTo(start.x, start.y);
    context.arc(centreX, centreY, Math.abs(radius), from, from + way * curvature, way * curvature < 0);
}

/** The pose after a distance along a line or an arc. */
export function poseOn({ start, curvature, gear }: Segment, distance: number): Pose {
    const driven = gear === "reverse" ? -distance : distance, heading = start.heading + curvature * driven;
    if (curvature === 0)
        return { x: start.x + driven * Math.cos(heading), y: start.y + driven * Math.sin(heading), heading };
    return {
        x: start.x + (Math.sin(heading) - Math.sin(start.heading)) / curvature,
        y: start.y - (Math.cos(heading) - Math.cos(start.heading)) / curvature, heading,
    };
}

/** The pose after a distance along a path. */
export function poseAlong(segments: Segment[], distance: number): Pose {
    const last = segments[segments.length - 1];
    for (const segment of segments) {
        if (distance <= segment.length)
            return poseOn(segment, distance);
        distance -= segment.length;
    }
    return poseOn(last, last.length);
}

/** A path with a white border, so that it is seen on every terrain. */
export function drawPath(context: Context, scale: number, segments: Segment[], color: string, isOld: boolean) {
    context.save();
    context.lineCap = context.lineJoin = "round";
    context.globalAlpha = isOld ? 0.35 : 1;
    for (const isBorder of [true, false])
        for (const gear of ["forward", "reverse"]) {
            context.lineWidth = (isBorder ? 6.5 : 3.2) / scale;
            context.strokeStyle = isBorder ? "#ffffffd0" : gear === "reverse" ? MARKS.reverse : color;
            context.setLineDash(gear === "reverse" && !isBorder ? [7 / scale, 5 / scale] : []);
            context.beginPath();
            for (const segment of segments)
                if (segment.gear === gear)
                    traceSegment(context, segment);
            context.stroke();
        }
    context.restore();
}

export function disc(context: Context, x: number, y: number, radius: number) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
}

/** The start or the goal: a pin with a letter, and an arrow if the heading counts. */
export function drawEnd(context: Context, scale: number, { x, y, heading }: Pose, letter: string, color: string, radius: number, hasHeading: boolean) {
    context.save();
    if (hasHeading)
        drawArrow(context, scale, x, y, heading, handleReach(radius, scale), color);
    context.shadowColor = "#0006";
    context.shadowBlur = 5;
    context.fillStyle = color;
    disc(context, x, y, radius);
    context.fill();
    context.shadowColor = "transparent";
    context.strokeStyle = "#ffffff";
    context.lineWidth = 2 / scale;
    context.stroke();
    context.fillStyle = "#ffffff";
    context.font = `700 ${Math.max(1.15 * radius, 0.01)}px system-ui, "DejaVu Sans", sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(letter, x, y + 0.06 * radius);
    context.restore();
}

/** How far from a pose its handle is. */
export const handleReach = (radius: number, scale: number) => radius + 22 / scale;

function drawArrow(context: Context, scale: number, x: number, y: number, heading: number, reach: number, color: string) {
    const tip = { x: x + reach * Math.cos(heading), y: y + reach * Math.sin(heading) };
    const side = (turn: number) => [tip.x - (9 / scale) * Math.cos(heading + turn), tip.y - (9 / scale) * Math.sin(heading + turn)] as const;
    for (const [width, ink] of [[7, "#ffffff"], [3.5, color]] as const) {
        context.strokeStyle = ink;
        context.lineWidth = width / scale;
        context.lineCap = context.lineJoin = "round";
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(tip.x, tip.y);
        context.moveTo(...side(0.6));
        context.lineTo(tip.x, tip.y);
        context.lineTo(...side(-0.6));
        context.stroke();
    }
}

/** A body at a pose: round, or a vehicle with a windscreen. */
export function drawBody(context: Context, scale: number, { x, y, heading }: Pose, footprint: Footprint, radius: number, color: string) {
    context.save();
    context.translate(x, y);
    context.rotate(heading);
    context.fillStyle = color;
    context.strokeStyle = "#ffffff";
    context.lineWidth = Math.min(2 / scale, 0.3 * radius);
    context.shadowColor = "#0005";
    context.shadowBlur = 6;
    context.beginPath();
    if (footprint.kind === "rectangle")
        context.roundRect(-footprint.length / 2, -footprint.width / 2, footprint.length, footprint.width, 0.2 * footprint.width);
    else
        context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fill();
    context.shadowColor = "transparent";
    context.stroke();
    const nose = footprint.kind === "rectangle" ? footprint.length / 2 : radius;
    context.fillStyle = "#ffffff";
    context.beginPath();
    context.moveTo(0.8 * nose, 0);
    context.lineTo(0.1 * nose, -0.5 * radius);
    context.lineTo(0.1 * nose, 0.5 * radius);
    context.fill();
    context.restore();
}

export function drawTrees(context: Context, scale: number, trees: Tree[], held: number) {
    trees.forEach(({ x, y, radius }, i) => {
        const light = context.createRadialGradient(x - 0.35 * radius, y - 0.35 * radius, 0.1 * radius, x, y, radius);
        light.addColorStop(0, "#8a9988");
        light.addColorStop(1, "#56634f");
        context.fillStyle = light;
        disc(context, x, y, radius);
        context.fill();
        context.strokeStyle = i === held ? MARKS.path : "#38412f";
        context.lineWidth = (i === held ? 3 : 1.2) / scale;
        context.stroke();
    });
}

/** Columns that the library tells of each unit of a traffic: id, activity, other, x, y, heading, speed. */
export const STRIDE = 7;

/** Names and colours of activities, by the library's numbers. */
export const ACTIVITIES = ["stand", "think", "move", "wait", "give way", "arrived", "blocked", "cannot pass"];
const LEAST_OF_LETTER = 5; // pixels of a unit's radius
const CROWD = [MARKS.still, MARKS.still, MARKS.path, MARKS.reverse, MARKS.reverse, MARKS.good, MARKS.bad, MARKS.bad];

/** How units of a kind are drawn. */
export interface Look {
    radius: number;
    /** of its kind; empty: the colour is that of what the unit does */
    color: string;
    /** of its kind's name; empty: there is one kind */
    letters: string;
}

/** The units of a traffic. lookOf: of the unit with this number. */
export function drawCrowd(context: Context, scale: number, states: Float64Array, lookOf: (id: number) => Look, selected: Set<number>) {
    const units: { activity: number; x: number; y: number; heading: number; reach: number; look: Look; isSelected: boolean }[] = [];
    for (let i = 0; i < states.length; i += STRIDE) {
        const look = lookOf(states[i]), reach = Math.max(look.radius, 3 / scale);
        units.push({ activity: states[i + 1], x: states[i + 3], y: states[i + 4], heading: states[i + 5], reach, look, isSelected: selected.has(states[i]) });
    }
    const byColor = new Map<string, typeof units>();
    for (const unit of units) {
        const color = unit.look.color || CROWD[unit.activity];
        byColor.get(color)?.push(unit) ?? byColor.set(color, [unit]);
    }
    for (const [color, alike] of byColor) {
        context.beginPath();
        for (const { x, y, reach } of alike) {
            context.moveTo(x + reach, y);
            context.arc(x, y, reach, 0, 2 * Math.PI);
        }
        context.fillStyle = color;
        context.fill();
    }
    context.strokeStyle = context.fillStyle = "#ffffff";
    context.lineWidth = Math.min(1.8 / scale, 0.12);
    context.lineCap = "round";
    context.beginPath();
    for (const { x, y, heading, reach, look } of units) {
        const from = look.letters ? 0.6 : 0.15;
        context.moveTo(x + from * reach * Math.cos(heading), y + from * reach * Math.sin(heading));
        context.lineTo(x + 0.85 * reach * Math.cos(heading), y + 0.85 * reach * Math.sin(heading));
    }
    context.stroke();
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const { x, y, reach, look } of units)
        if (look.letters && reach * scale >= LEAST_OF_LETTER) {
            context.font = `700 ${reach}px system-ui, "DejaVu Sans", sans-serif`;
            context.fillText(look.letters, x, y + 0.06 * reach);
        }
    context.strokeStyle = MARKS.still;
    context.lineWidth = 2 / scale;
    context.beginPath();
    for (const { x, y, reach, isSelected } of units)
        if (isSelected) {
            context.moveTo(x + reach + 3 / scale, y);
            context.arc(x, y, reach + 3 / scale, 0, 2 * Math.PI);
        }
    context.stroke();
}

/** A dashed box, line or cursor that the pointer draws. */
export function drawBox(context: Context, scale: number, x: number, y: number, width: number, height: number) {
    for (const [ink, thick] of [["#ffffff", 4], [MARKS.still, 1.8]] as const) {
        context.strokeStyle = ink;
        context.lineWidth = thick / scale;
        context.strokeRect(x, y, width, height);
    }
}

/** A place that an explanation names. */
export function drawMark(context: Context, scale: number, x: number, y: number, color: string) {
    context.strokeStyle = color;
    context.lineWidth = 3 / scale;
    for (const radius of [7, 13]) {
        disc(context, x, y, radius / scale);
        context.stroke();
    }
}

export const HYBRID_COLORS: { [step: string]: string } = { grid: MARKS.still, forward: MARKS.good, backward: MARKS.bad, repair: MARKS.reverse };

/** The ways that the steps of the strict hybrid have found, and the points a and b where both searches have ended. */
export function drawHybrid(context: Context, scale: number, { ways, a, b }: HybridSteps) {
    for (const { step, segments } of ways)
        drawPath(context, step === "grid" ? 2.5 * scale : scale, segments, HYBRID_COLORS[step], false);
    for (const [letter, pose] of [["a", a], ["b", b]] as const)
        if (pose)
            drawEnd(context, scale, pose, letter, letter === "a" ? MARKS.good : MARKS.bad, 9 / scale, true);
}
