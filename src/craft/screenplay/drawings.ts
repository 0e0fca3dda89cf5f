/**
 * A shape in one line, as a model writes it: a form, its paint, its measures.
 *
 * ```
 * rect PAINT x y width height
 * ellipse PAINT cx cy rx ry
 * path PAINT M0 0L10 10Z
 * line PAINT width M0 0L10 10
 * glow PAINT cx cy radius
 * ```
 *
 * A paint is `#rrggbb`, or `#rrggbb>#rrggbb` from top to bottom; either may end in an opacity such as `@0.4`. A line and a glow use only the first colour.
 */
export type ShapeLine = string;

/** Something in a drawn place: what it is, how near (0: sky or far wall, 9: nearest), and its shapes on 1600×900 units. */
export interface DrawnThing { what: string; depth: number; shapes: readonly ShapeLine[] }

/**
 * A place as a model drew it, its things from back to front. `time` and `weather` are those of the drawing. Without `time` it is drawn in even daylight,
 * without `weather` in clear weather, and serves for every time or weather. Rain and snow are never part of it.
 */
export interface PlaceDrawing {
  things: readonly DrawnThing[];
  time?: string;
  weather?: string;
  /** Things that are there in some sights only, by their names. */
  movable?: readonly string[];
}

const nameOf = (thing: string): string => thing.trim().toLowerCase().replace(/^(?:the|an?|his|her|their)\s+/u, '');

/** True for two names of one thing: "the van" and "Van". */
export const isSameThing = (one: string, other: string): boolean => nameOf(one) === nameOf(other);

/** A drawing without the movable things that are not `there`. */
export function drawnWith(drawing: PlaceDrawing, there: readonly string[]): PlaceDrawing {
  const gone = (drawing.movable ?? []).filter((thing) => !there.some((one) => isSameThing(one, thing)));
  return gone.length === 0 ? drawing : { ...drawing, things: drawing.things.filter(({ what }) => !gone.some((thing) => isSameThing(thing, what))) };
}

/**
 * What a model drew of a person, on top of the standard head and shoulders of 600×760 units: `behind` them; `clothes` on the trunk; on the `face`, below the
 * eyes and the mouth; always `over` the person (horns, veils, combs); and the `hat`. Colours are `#rrggbb`: `cloth` for trunk and sleeves, `eyes`, and
 * `skin`, which is empty for the complexion of the look.
 */
export interface PersonDrawing {
  skin: string;
  eyes: string;
  cloth: string;
  behind: readonly ShapeLine[];
  clothes: readonly ShapeLine[];
  face: readonly ShapeLine[];
  over: readonly ShapeLine[];
  hat: readonly ShapeLine[];
  /** True for a hat that stays on inside. */
  keepsHat: boolean;
  /** The height beside people of the same age: 1, or that of a dwarf or a giant. */
  stature: number;
  /** True for a stout person. */
  stout: boolean;
}
