import { lighten } from '../../colour.js';
import { isBefore } from '../../period.js';
import { mergeThings } from '../../places/said-things.js';
import { p } from '../../svg.js';
import { THING_KINDS, type SaidThing, type Spot, type Thing } from '../../places/things.js';
import type { Interior } from './interiors.js';
import { bouquet, PIECES } from '../pieces/index.js';
import type { Surface } from '../pieces/piece.js';
import type { Room } from './room.js';
import { named, WIDTH, type SceneContext } from '../scene.js';
import { shell } from './shells.js';
import { drawWall } from './wall-plan.js';

/** Where things stand on the floor of a room, the middle first. */
const FLOOR: readonly (readonly [x: number, y: number])[] = [[800, 752], [440, 722], [1_160, 722], [250, 782], [1_350, 782], [630, 806], [980, 806],
  [90, 822], [1_510, 822]];
const TABLES = new Set<Thing>(['table', 'longTable', 'desk']);
const MAX_ALIKE = 3;
const PER_SMALL_THING = 106;

const spotOf = (thing: Thing): Spot => THING_KINDS[thing].inside ?? THING_KINDS[thing].outside ?? 'floor';

/** What stands on the floor, tables first, because other things stand on them. */
function floorThings(things: readonly SaidThing[]): SaidThing[] {
  const own = things.filter(({ thing }) => spotOf(thing) === 'floor' || spotOf(thing) === 'near' || spotOf(thing) === 'mid');
  return [...own.filter(({ thing }) => TABLES.has(thing)), ...own.filter(({ thing }) => !TABLES.has(thing) && thing !== 'rug' && thing !== 'crowd')];
}

/** For each piece of furniture, the height of its top above its lower edge, and the width of the top, in units. */
const TOPS: Partial<Record<Thing, readonly [height: number, width: number]>> = { table: [152, 270], longTable: [152, 620], desk: [150, 420] };

function onFloor(scene: SceneContext, here: Room, surfaces: Surface[]): void {
  const { things } = scene;
  const slots = [...FLOOR];
  const crowd = things.find(({ thing }) => thing === 'crowd');
  if (crowd) draws(scene, here, crowd, 800, 700, 0.78);
  const placed: { said: SaidThing; x: number; y: number; s: number }[] = [];
  for (const said of floorThings(things)) {
    const times = Math.min(MAX_ALIKE, said.count ?? 1, said.thing === 'longTable' ? 1 : MAX_ALIKE);
    for (let time = 0; time < times && slots.length > (time > 0 ? 2 : 0); time++) {
      const [x, y] = slots.shift()!;
      const s = said.thing === 'fruitTree' ? 1.25 : TABLES.has(said.thing) ? 0.9 : 0.96;
      placed.push({ said, x, y, s });
      const top = TOPS[said.thing];
      if (top) surfaces.push({ x, y: y - top[0] * s, width: top[1] * s, used: 0 });
    }
  }
  const rug = things.find(({ thing }) => thing === 'rug');
  if (rug) draws(scene, here, rug, 800, 800, 1.5);
  placed.sort((a, b) => a.y - b.y);
  for (const { said, x, y, s } of placed) draws(scene, here, said, x, y, s);
  // Adds tables when the stated furniture cannot carry all small things.
  const small = things.filter(({ thing }) => spotOf(thing) === 'top').length;
  const holds = (): number => surfaces.reduce((sum, { width }) => sum + Math.max(1, Math.floor(width / PER_SMALL_THING)), 0);
  for (let slot = slots.shift(); slot && holds() < small; slot = slots.shift()) {
    const [x, y] = slot;
    PIECES.table!(scene, { x, y, s: 0.78, paint: (colour) => here.indoors(colour) });
    surfaces.push({ x, y: y - 152 * 0.78, width: 270 * 0.78, used: 0 });
  }
}

function draws(scene: SceneContext, here: Room, said: SaidThing, x: number, y: number, s: number): void {
  const piece = said.thing === 'flowers' ? bouquet : PIECES[said.thing];
  if (!piece) return;
  piece(scene, { x, y, s, paint: (colour) => here.indoors(colour), ...(said.colour ? { colour: said.colour } : {}) });
  scene.shown.add(said.thing);
}

function onTops(scene: SceneContext, here: Room, surfaces: readonly Surface[]): void {
  for (const said of scene.things.filter(({ thing }) => spotOf(thing) === 'top')) {
    const free = [...surfaces].filter(({ used, width }) => used + PER_SMALL_THING <= Math.max(width, PER_SMALL_THING))
      .sort((a, b) => a.used / a.width - b.used / b.width)[0];
    if (!free) continue;
    const left = free.x - free.width / 2 + free.used + PER_SMALL_THING / 2;
    free.used += PER_SMALL_THING;
    draws(scene, here, said, Math.min(left, free.x + free.width / 2 - 30), free.y + 6, said.thing === 'food' || said.thing === 'tea' ? 0.62 : 0.82);
  }
}

function fromCeiling(scene: SceneContext, here: Room): void {
  const { draw, things, shown, light, place } = scene;
  for (const said of things.filter(({ thing }) => spotOf(thing) === 'hang')) {
    if (said.thing === 'smoke') {
      const smoke = draw.gradient([[0, light.haze, 0], [0.5, lighten(light.haze, 0.1), 0.5], [1, light.haze, 0]]);
      for (const [y, height] of [[60, 150], [180, 170], [330, 150]] as const) draw.rect(0, y, WIDTH, height, smoke);
      shown.add('smoke');
      continue;
    }
    const xs = (said.count ?? 1) > 1 ? [500, 1_100] : [800];
    for (const x of xs) draws(scene, here, said, x, isBefore(place.era, 'victorian') ? 220 : 200, xs.length > 1 ? 0.9 : 1.1);
  }
}

/** The number of things with which a room looks lived in. */
const FURNISHED = 4;
const HARDLY_FURNITURE = new Set<Thing>(['door', 'smallDoor', 'window', 'tallWindow', 'chair', 'candle', 'lamp', 'tea', 'food', 'papers', 'book', 'bottle']);
/** Groups of things of which a room usually has only one. */
const ALIKE: readonly (readonly Thing[])[] = [['fire', 'stove', 'campfire'], ['armchair', 'chair', 'sofa'], ['table', 'longTable', 'desk'], ['picture', 'mirror', 'map'], ['rug', 'carpet']];

/**
 * Usual things of a kind of room that fill it up until it looks furnished, in addition to the stated ones. The caller leaves them out of a room that is
 * called bare.
 */
function usualIn(things: readonly SaidThing[], { core, usual = [] }: Interior): Thing[] {
  const has = (thing: Thing): boolean => things.some((said) => said.thing === thing) || core.includes(thing);
  const isLike = (thing: Thing): boolean => (ALIKE.find((group) => group.includes(thing)) ?? [thing]).some(has);
  const furniture = things.filter(({ thing }) => !HARDLY_FURNITURE.has(thing)).length + core.length;
  return usual.filter((thing) => !isLike(thing)).slice(0, Math.max(0, FURNISHED - furniture));
}

/** A room of the time before plaster and paper: walls of stone. */
const OLD_ROOM = { walls: ['#a89c8a', '#9c948c', '#b0a48e'], floor: '#7a6a54', pattern: 'plank', built: 'stone', usual: ['chest', 'candle'] } as const satisfies Partial<Interior>;

/** Draws a room with its stated things and those typical of its kind. */
export function furnished(scene: SceneContext, kind: Interior): void {
  const interior: Interior = isBefore(scene.place.era, 'georgian') && !kind.built ? { ...kind, ...OLD_ROOM } : kind;
  const hasNet = scene.things.some(({ thing }) => thing === 'net');
  const core = [...interior.core, ...(hasNet && !interior.core.includes('bed') ? ['bed' as const]
    : [])].filter((thing) => !scene.things.some((said) => said.thing === thing || (TABLES.has(thing) && TABLES.has(said.thing))));
  const usual = scene.place.era === 'future' || named(scene, /\b(?:bare|empty|unfurnished|deserted|uninhabited)\b/) ? [] : usualIn(scene.things, interior);
  // A fire in a room burns in its grate.
  const said = scene.things.map((one): SaidThing => (one.thing === 'campfire' && interior.built !== 'rock' ? { ...one, thing: 'fire' } : one));
  const all = { ...scene, things: [...mergeThings(said), ...[...core, ...usual].map((thing): SaidThing => ({ thing,
    ...(thing === 'tallWindow' || thing === 'plant' || thing === 'barrel' ? { count: 3 } : {}) }))] };
  const here = shell(all, interior);
  const surfaces: Surface[] = [];
  if (interior.built === 'glass') fence(all, here);
  drawWall(all, here, surfaces, interior.built);
  scene.draw.layer(0.55);
  onFloor(all, here, surfaces);
  onTops(all, here, surfaces);
  fromCeiling(all, here);
  if (scene.shown.has('fire') && scene.things.some(({ thing }) => thing === 'campfire')) scene.shown.add('campfire');
}

/** The staging along the glass of a greenhouse, on which pots stand. */
function fence({ draw }: SceneContext, here: Room): void {
  const wood = here.indoors('#8a6a48');
  draw.rect(-20, 548, WIDTH + 40, 16, lighten(wood, 0.06));
  let legs = '';
  for (let x = 60; x < WIDTH; x += 190) legs += p`M${x} 560V640`;
  draw.line(legs, lighten(wood, -0.06), 12);
}
