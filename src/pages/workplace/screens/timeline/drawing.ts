/** Width of the names at the left of the lanes, in pixels. */
export const NAMES_PX = 104;
const WHOLE_PX = 960;
/** The least width of a box, because a narrower one is hard to hit. */
const LEAST_BOX_PX = 26;
const MAX_PX = 200_000;

/** The zoom steps, in pixels per second. At `whole` the read always fits into the same width. */
export const ZOOMS = [
  { name: 'whole', label: 'Whole read', pxPerSecond: 0 }, { name: 'close', label: 'Closer', pxPerSecond: 12 }, { name: 'closest', label: 'Closest', pxPerSecond: 48 },
] as const;
export type Zoom = (typeof ZOOMS)[number]['name'];

/** Rounds to a tenth of a pixel: finer digits are invisible and would only make the page larger. */
export const tenths = (px: number): number => Math.round(px * 10) / 10;

/** Converts times of a read to positions on the page. */
export interface Scale { durationMs: number; widthPx: number; x(ms: number): number }

export function scaleOf(durationMs: number, zoom: Zoom): Scale {
  const { pxPerSecond } = ZOOMS.find(({ name }) => name === zoom)!;
  const widthPx = Math.min(MAX_PX, Math.max(WHOLE_PX, Math.round((durationMs / 1000) * pxPerSecond)));
  return { durationMs, widthPx, x: (ms) => tenths((ms / Math.max(1, durationMs)) * widthPx) };
}

export interface Box { startMs: number; endMs: number }

/** The width of a box on the page. */
export const boxWidth = ({ startMs, endMs }: Box, scale: Scale): number => Math.max(LEAST_BOX_PX, tenths(scale.x(endMs) - scale.x(startMs) - 1));

/** The row of each box, in the order of the boxes, so that no boxes overlap. Boxes that begin earlier are placed first. */
export function packed(boxes: readonly Box[], scale: Scale): number[] {
  const ends: number[] = [];
  const rows = new Map<Box, number>();
  for (const box of [...boxes].sort((one, other) => one.startMs - other.startMs || other.endMs - one.endMs)) {
    const from = scale.x(box.startMs);
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    ends[row] = from + boxWidth(box, scale);
    rows.set(box, row);
  }
  return boxes.map((box) => rows.get(box)!);
}

const STEPS_S = [5, 10, 15, 30, 60, 120, 300, 600, 1_800];
const LEAST_STEP_PX = 80;

/** The times of the ruler above the lanes, in milliseconds. */
export function marksOf({ durationMs, widthPx }: Scale): number[] {
  const pxPerSecond = widthPx / Math.max(1, durationMs / 1000);
  const stepMs = 1_000 * (STEPS_S.find((step) => step * pxPerSecond >= LEAST_STEP_PX) ?? STEPS_S.at(-1)!);
  return Array.from({ length: Math.ceil(durationMs / stepMs) }, (_, index) => index * stepMs);
}

/** One path for many boxes, so that a thousand lines need only one element. */
export const pathOf = (boxes: readonly Box[], scale: Scale, y: number, height: number): string => boxes.map((box) => {
  const from = scale.x(box.startMs);
  return `M${from} ${y}h${Math.max(1, tenths(scale.x(box.endMs) - from))}v${height}H${from}z`;
}).join('');
