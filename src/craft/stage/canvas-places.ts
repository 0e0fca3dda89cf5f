/** The places for words and pictures on a stage. Pages and films share this module, so that both keep the same faces free; it must run in browsers. */
export const CANVAS_PLACES = ['left', 'centre', 'right', 'top', 'lower'] as const;
export type CanvasPlace = (typeof CANVAS_PLACES)[number];

/** A part of a picture, in shares of its width and height. */
export interface Area { x: number; y: number; width: number; height: number }

const area = (x: number, y: number, width: number, height: number): Area => ({ x, y, width, height });

/** The areas of each place, the best first. All of them lie above the captions of a player. */
const WIDE: Record<CanvasPlace, readonly Area[]> = {
  left: [area(0.04, 0.16, 0.3, 0.38), area(0.04, 0.07, 0.3, 0.32), area(0.03, 0.1, 0.22, 0.44), area(0.04, 0.48, 0.3, 0.34)],
  right: [area(0.66, 0.16, 0.3, 0.38), area(0.66, 0.07, 0.3, 0.32), area(0.75, 0.1, 0.22, 0.44), area(0.66, 0.48, 0.3, 0.34)],
  centre: [area(0.26, 0.3, 0.48, 0.34), area(0.26, 0.06, 0.48, 0.26)],
  top: [area(0.12, 0.06, 0.76, 0.2), area(0.12, 0.04, 0.76, 0.13)],
  lower: [area(0.12, 0.63, 0.76, 0.19), area(0.12, 0.69, 0.76, 0.13)],
};
const UPRIGHT: Record<CanvasPlace, readonly Area[]> = {
  left: [area(0.05, 0.12, 0.52, 0.24), area(0.05, 0.06, 0.52, 0.16), area(0.05, 0.6, 0.52, 0.2)],
  right: [area(0.43, 0.12, 0.52, 0.24), area(0.43, 0.06, 0.52, 0.16), area(0.43, 0.6, 0.52, 0.2)],
  centre: [area(0.1, 0.34, 0.8, 0.22), area(0.1, 0.08, 0.8, 0.22)],
  top: [area(0.08, 0.06, 0.84, 0.16), area(0.08, 0.04, 0.84, 0.1)],
  lower: [area(0.08, 0.66, 0.84, 0.15), area(0.08, 0.72, 0.84, 0.1)],
};
/** The alternatives when all areas of a place cover a face. */
const INSTEAD: Record<CanvasPlace, readonly CanvasPlace[]> = {
  left: ['top', 'right', 'lower'], right: ['top', 'left', 'lower'], centre: ['left', 'right', 'top', 'lower'], top: ['lower', 'left', 'right'],
  lower: ['top', 'left', 'right'],
};

function shared(one: Area, other: Area): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Whether an area of the place itself covers nothing of `kept`. */
const isFree = (place: CanvasPlace, isUpright: boolean, kept: readonly Area[]): boolean =>
  (isUpright ? UPRIGHT : WIDE)[place].some((one) => kept.every((other) => shared(one, other) === 0));

/** The area for a place that covers the least of `kept`, or of an alternative place if that covers less. */
export function areaFor(place: CanvasPlace, isUpright: boolean, kept: readonly Area[]): Area {
  const areas = isUpright ? UPRIGHT : WIDE;
  const candidates = [place, ...INSTEAD[place]].flatMap((one) => areas[one]);
  const covered = candidates.map((one) => kept.reduce((sum, other) => sum + shared(one, other), 0));
  return candidates[covered.indexOf(Math.min(...covered))]!;
}

/** The areas of several things shown at once, in the order of `places`. A thing that has to move never takes the free place of another. */
export function areasFor(places: readonly CanvasPlace[], isUpright: boolean, kept: readonly Area[]): Area[] {
  const [taken, areas]: [Area[], Area[]] = [[...kept], []];
  const own = places.map((place) => isFree(place, isUpright, kept));
  for (const at of [...places.keys()].sort((one, other) => Number(own[other]) - Number(own[one]))) {
    areas[at] = areaFor(places[at]!, isUpright, taken);
    taken.push(areas[at]);
  }
  return areas;
}
