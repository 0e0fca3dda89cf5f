import { isColour, lch, lighten, toLch } from '../colour.js';
import { coloursOf } from '../light.js';
import type { Place } from '../places/place.js';
import { THING_KINDS, THINGS, type SaidThing, type Spot, type Thing } from '../places/things.js';
import { seeded } from '../random.js';
import { Drawing } from '../svg.js';
import { bouquet, PIECES } from './pieces/index.js';
import type { SceneContext } from './scene.js';

/** Side of a card in units. */
export const CARD = 900;
const MIDDLE = CARD / 2;
/** The y at which a thing stands and its scale, by its usual spot. */
const STANDS: Partial<Record<Spot, readonly [y: number, s: number]>> = {
  top: [600, 3.2], floor: [690, 2], low: [690, 1.5], wall: [720, 1.25], high: [520, 2.4], hang: [520, 2], near: [690, 1.9], mid: [700, 1.35], far: [640, 1.3],
  air: [470, 1.7], ground: [640, 1.3], shell: [700, 1.2], view: [600, 1.3], sky: [400, 1.5],
};
/** Positions and scales of things that are larger or smaller than others of their spot. */
const OWN_STANDS: Partial<Record<Thing, readonly [y: number, s: number]>> = {
  door: [760, 1.5], smallDoor: [740, 2.9], fire: [720, 1.7], oven: [720, 0.95], counter: [680, 1.35], blackboard: [920, 1.6], sofa: [740, 1.7],
  armchair: [830, 2.6], net: [790, 1.05], washstand: [720, 2], chest: [680, 2.5], stool: [690, 3.4], chair: [740, 2.5], desk: [680, 1.35],
  table: [690, 1.7], longTable: [670, 0.95], bench: [690, 2], rug: [640, 0.85], crate: [680, 3.2], sack: [720, 2.9], plant: [720, 2.8],
  machine: [690, 2], screen: [560, 1.35], candle: [680, 4.6], lamp: [690, 3.2], tea: [590, 2.3], food: [590, 2.1], tray: [590, 3.2],
  papers: [590, 3.4], book: [620, 4.4], key: [560, 4.4], statuette: [720, 3.8], microscope: [720, 2.9], wood: [650, 1.2], farm: [650, 2.6],
  spire: [760, 1.7], townWall: [650, 1.1], shrine: [720, 3.6], graves: [660, 2], tombs: [720, 2], ruins: [700, 1.8], mill: [740, 1.6],
  summerhouse: [710, 2.4], tent: [700, 2.4], targets: [720, 2.9], verandah: [690, 0.95], bridge: [640, 1.3], trees: [760, 1.6],
  bareTrees: [760, 1.8], pines: [780, 1.6], olives: [720, 2.2], blossom: [740, 1.8], shrubs: [660, 2.2], puddles: [600, 0.8], gate: [720, 2.4],
  railings: [660, 1.1], fence: [640, 1.1], gardenWall: [650, 1.1], steps: [650, 1.6], awning: [720, 2.2], campfire: [700, 2.7], lantern: [680, 4],
  cat: [720, 4], dog: [700, 3.4], cattle: [700, 2], elephant: [740, 1.25], crowd: [720, 1.05], carriage: [680, 1.15], cart: [690, 1.7],
  car: [690, 2], boat: [640, 2.2], ship: [720, 2.8], butterflies: [470, 2.2], fountain: [700, 2.2], well: [720, 2.4], vines: [720, 1.6],
};

/** Spots where a thing does not stand on the ground. */
const FLOATS: ReadonlySet<Spot | null> = new Set<Spot>(['air', 'hang', 'high', 'sky', 'shell']);

/** Things whose drawing lies above the point where they stand. */
const HUNG: ReadonlySet<Thing> = new Set(['sofa', 'armchair', 'blackboard']);

/** Things that can be drawn by themselves. */
export const DRAWN_THINGS: readonly Thing[] = THINGS.filter((thing) => PIECES[thing] !== undefined);

const IN_THE_DAY: Place = { side: 'in', category: 'abstract', name: '', time: 'day', weather: 'clear', era: 'modern' };

/** SVG of one thing on a plain card, 900×900 units. The same arguments give the same bytes. Throws `RangeError` for a thing that has no drawing. */
export function drawThing({ thing, colour }: SaidThing, seed: string, palette: readonly string[] = []): string {
  const inside = THING_KINDS[thing].inside;
  const piece = thing === 'flowers' ? bouquet : PIECES[thing];
  if (!piece) throw new RangeError(`${thing} has no drawing of its own`);
  const random = seeded(`thing|${seed}|${thing}`);
  const place: Place = { ...IN_THE_DAY, side: inside === null || inside === 'view' ? 'out' : 'in' };
  const colours = coloursOf(place, palette.filter(isColour));
  const draw = new Drawing(CARD, CARD, 'n');
  const [, , hue] = toLch(colours.accent);
  const paper = lch(0.93, 0.025, hue);
  draw.rect(0, 0, CARD, CARD, draw.radial([[0, lighten(paper, 0.03)], [1, lch(0.8, 0.05, hue)]], [0.45, 0.38], 0.8));
  const { outside } = THING_KINDS[thing];
  const spot = inside === 'view' ? outside : inside ?? outside;
  const [y, s] = OWN_STANDS[thing] ?? STANDS[spot ?? 'near']!;
  if (!FLOATS.has(spot) && !HUNG.has(thing)) draw.ellipse(MIDDLE, y + 6, 270, 34, '#1c1820', 0.14);
  const scene: SceneContext = { ...colours, draw, random, place, composition: 0, things: [{ thing }], shown: new Set() };
  piece(scene, { x: MIDDLE, y, s, paint: (own) => own, ...(colour ? { colour } : {}) });
  return draw.toString();
}
