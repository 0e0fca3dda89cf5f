import type { SceneContext } from '../scene.js';

/** Where and how one thing is drawn. */
export interface Stand {
  /** Middle and lower edge in units. */
  x: number;
  y: number;
  /** 1 is the size of a room's furniture, and of things in the middle distance. */
  s: number;
  /** A colour in the light of the place and at the distance of the thing. */
  paint(colour: string): string;
  /** The stated colour, if any. */
  colour?: string;
}

export type Piece = (scene: SceneContext, stand: Stand) => void;

/** The stated colour of a thing, or its usual one. */
export const own = ({ paint, colour }: Stand, usual: string): string => paint(colour ?? usual);

/** A surface for small things: the top of a table, a desk, a chest or a mantelpiece. */
export interface Surface { x: number; y: number; width: number; used: number }
