import { lighten } from '../../colour.js';
import { p } from '../../svg.js';
import { THING_KINDS, type SaidThing, type Thing } from '../../places/things.js';
import { PIECES } from '../pieces/index.js';
import type { Stand, Surface } from '../pieces/piece.js';
import { isBefore } from '../../period.js';
import { windowAt, type Room } from './room.js';
import { WIDTH, type SceneContext } from '../scene.js';
import { skyInWindow } from '../sky-things.js';

/** Widths of things along a wall, in units. */
const WIDTHS: Partial<Record<Thing, number>> = {
  window: 260, door: 200, smallDoor: 110, fire: 420, stove: 290, oven: 540, bookshelves: 270, shelves: 280, cupboard: 290, stairs: 330, counter: 500,
    ladder: 190, columns: 260, blackboard: 400,
  picture: 180, mirror: 190, clock: 140, map: 230, screen: 250, bed: 500, sofa: 420, piano: 410, washstand: 230, chest: 260,
};
const WINDOWS: readonly Thing[] = ['window', 'tallWindow', 'gothicWindow', 'leadedWindow', 'dormer'];
const DRESSINGS: readonly Thing[] = ['curtains', 'blind', 'shutters'];
const GAP = 16;
const MAX_SCALE = 1.18;
const MAX_WINDOWS = 3;
const MAX_HUNG = 3;

/** A stretch of a wall: a thing of full height, or one that hangs above a low one. */
interface Column { width: number; full?: SaidThing; high?: SaidThing; low?: SaidThing }

const spotOf = (thing: Thing) => THING_KINDS[thing].inside;

/**
 * The windows of a room, in the most specific kind stated and as many as stated; a single one if the text only implies a window, by curtains and the like, by
 * telling what is outside, or by weather or an hour other than day.
 */
function windowsOf({ things, place }: SceneContext): SaidThing[] {
  const said = things.filter(({ thing }) => WINDOWS.includes(thing));
  const best = said.find(({ thing }) => thing !== 'window') ?? said[0];
  const count = Math.max(0, ...said.map((one) => one.count ?? 1));
  const implied = things.some(({ thing }) => DRESSINGS.includes(thing) || spotOf(thing) === 'view') || place.weather !== 'clear' || place.time !== 'day';
  if (!best && !implied) return [];
  return Array.from({ length: Math.min(MAX_WINDOWS, Math.max(1, count)) }, () => best ?? { thing: isBefore(place.era, 'georgian') ? 'leadedWindow' : 'window' });
}

function columnsOf(scene: SceneContext, isOpen: boolean): Column[] {
  const { things } = scene;
  const widthOf = ({ thing }: SaidThing): number => WIDTHS[thing] ?? WIDTHS.window!;
  const full = things.filter(({ thing }) => spotOf(thing) === 'wall' && !WINDOWS.includes(thing) && !DRESSINGS.includes(thing))
    .flatMap((said) => Array.from({ length: ['door', 'bookshelves', 'columns'].includes(said.thing) ? Math.min(2, said.count ?? 1) : 1 }, () => said));
  const high = things.filter(({ thing }) => spotOf(thing) === 'high')
    .flatMap((said) => Array.from({ length: Math.min(MAX_HUNG, said.count ?? 1) }, () => said));
  const low = things.filter(({ thing }) => spotOf(thing) === 'low' && thing !== 'net');
  const pairs = Array.from({ length: Math.max(high.length, low.length) }, (_, at): Column => (
    { width: Math.max(...[high[at], low[at]].filter((one) => one !== undefined)
      .map(widthOf)), ...(high[at] ? { high: high[at] } : {}), ...(low[at] ? { low: low[at] } : {}) }));
  const windows = isOpen ? [] : windowsOf(scene);
  const columns = [...pairs, ...full.map((said): Column => ({ width: widthOf(said), full: said }))].sort((a, b) => b.width - a.width);
  // The widest thing is in the middle, windows between the others.
  const arranged: Column[] = [];
  columns.forEach((column, at) => { if (at % 2) arranged.unshift(column); else arranged.push(column); });
  windows.forEach((said, at) => { arranged.splice(Math.round(((at + 0.5) / windows.length) * arranged.length), 0, { width: WIDTHS.window!, full: said }); });
  return arranged;
}

const colourOf = (things: readonly SaidThing[], thing: Thing): string | undefined => things.find((said) => said.thing === thing)?.colour;

/** Draws the view through a window: hills, roofs or the sea, and closer trees, lawns, gates and houses. */
function view(scene: SceneContext, x: number, y: number, width: number, height: number, whole: boolean): void {
  const { draw, things, shown, at } = scene;
  const seen = things.filter(({ thing }) => spotOf(thing) === 'view');
  const has = (thing: Thing): boolean => seen.some((said) => said.thing === thing);
  skyInWindow(scene, x, y, width, height);
  for (const [thing, colour, level] of [['sea', '#2f7a9c', 0.62], ['water', '#5fa8c4', 0.8], ['river', '#5fa8c4', 0.84], ['lawn', '#7bb35a', 0.8],
    ['road', '#cdb890', 0.9], ['snow', '#e6eef2', 0.8]] as const) {
    if (!has(thing)) continue;
    draw.rect(x, y + height * level, width, thing === 'sea' ? height * 0.4 : thing === 'lawn' || thing === 'snow' ? height * 0.3 : height * 0.08,
      at(0.45, colour));
    if (thing === 'sea') draw.line(p`M${x} ${y + height * 0.7}q20 -6 40 0t40 0t40 0t40 0t40 0t40 0`, '#ffffff', 3, 0.5);
    shown.add(thing);
  }
  if (has('mountains')) draw.polygon([[x, y + height * 0.76], [x + width * 0.3, y + height * 0.36], [x + width * 0.5, y + height * 0.6],
    [x + width * 0.74, y + height * 0.3], [x + width, y + height * 0.76]], at(0.35, '#6f88a0'));
  for (const thing of ['hills', 'mountains', 'town'] as const) if (has(thing)) shown.add(thing);
  const pieces = seen.filter(({ thing }) => PIECES[thing] && thing !== 'town');
  const stands = pieces.some(({ thing }) => thing !== 'birds' && thing !== 'ship');
  if (stands && !has('lawn') && !has('snow') && !has('hills')) draw.rect(x, y + height * 0.85, width, height * 0.15, at(0.45, '#9ab887'));
  const chosen = whole ? pieces.slice(0, 4) : pieces.slice(0, 2);
  chosen.forEach(({ thing, colour }, index) => {
    const s = thing === 'wood' ? 0.4 : 0.46;
    PIECES[thing]!(scene, { x: x + (width * (index + 0.5)) / chosen.length, y: y + height * (thing === 'birds' ? 0.3 : 0.88), s, paint: (own) => at(0.6, own),
      ...(colour ? { colour } : {}) });
    shown.add(thing);
  });
}

function window(scene: SceneContext, here: Room, said: SaidThing, x: number, scale: number, whole: boolean): void {
  const { draw, things, shown } = scene;
  const { thing } = said;
  const has = (name: Thing): boolean => things.some((one) => one.thing === name);
  const [width, height, top] = thing === 'tallWindow' ? [190, 460, 120] : thing === 'dormer' ? [190, 200, 180] : thing === 'gothicWindow' ? [160, 400, 110]
    : [200, 300 * Math.min(1.1, scale), 140];
  const left = x - (width * scale) / 2;
  const curtain = has('curtains') ? here.indoors(colourOf(things, 'curtains') ?? scene.accent, 0.9) : undefined;
  windowAt(scene, left, top, width * scale, height, {
    arch: thing === 'gothicWindow', panes: thing === 'leadedWindow' ? [5, 7] : thing === 'gothicWindow' ? [2, 5] : [2, 3],
      view: has('town') ? 'city' : has('hills') ? 'hills' : 'none',
    ...(curtain ? { curtain } : {}), ...(has('blind') ? { blind: true } : {}), beyond: () => { view(scene, left, top, width * scale, height, whole); },
  });
  if (thing === 'dormer') draw.line(p`M${left - 40} ${top + height + 16}V${top - 10}L${x} ${top - 80}L${left + width * scale + 40} ${top - 10}V${top + height + 16}`, lighten(here.wall, -0.12), 16);
  if (has('shutters')) {
    const wood = here.indoors(colourOf(things, 'shutters') ?? '#5f7a6a');
    for (const edge of [left - 66 * scale, left + (width + 8) * scale]) {
      draw.rect(edge, top - 6, 58 * scale, height + 12, wood);
      for (let slat = 0; slat < height - 20; slat += 22) draw.rect(edge + 7, top + 8 + slat, 58 * scale - 14, 10, lighten(wood, -0.07));
    }
  }
  for (const shownToo of [...(things.some((one) => one.thing === thing) ? [thing] : []), ...DRESSINGS.filter(has)]) shown.add(shownToo);
  if (has('window')) shown.add('window');
}

/** Draws the things along the back wall, in columns from left to right; many things are drawn smaller. */
export function drawWall(scene: SceneContext, here: Room, surfaces: Surface[], built?: string): void {
  const columns = columnsOf(scene, built === 'glass' || built === 'rock' || built === 'boards');
  if (built === 'glass') for (const { thing } of scene.things) if (thing === 'window') scene.shown.add('window');
  const room = WIDTH - 2 * here.side - 2 * GAP;
  const wanted = columns.reduce((sum, { width }) => sum + width, 0);
  // A few things are drawn large.
  const scale = Math.min(MAX_SCALE, (room - GAP * (columns.length + 1)) / Math.max(1, wanted));
  const gap = (room - wanted * scale) / (columns.length + 1);
  let x = here.side + GAP + gap;
  let isFirst = true;
  for (const { width, full, high, low } of columns) {
    const middle = x + (width * scale) / 2;
    x += width * scale + gap;
    const stand = (said: SaidThing, y: number) => (
      { x: middle, y, s: scale, paint: (colour: string) => here.indoors(colour), ...(said.colour ? { colour: said.colour } : {}) });
    if (full && WINDOWS.includes(full.thing)) {
      window(scene, here, full, middle, Math.max(0.6, scale), isFirst);
      isFirst = false;
      continue;
    }
    if (full) {
      stands(scene, full, stand(full, here.bottom - 4));
      if (full.thing === 'fire') surfaces.push({ x: middle, y: here.bottom - 4 - 296 * scale, width: 340 * scale, used: 0 });
    }
    if (high) stands(scene, high, stand(high, low ? 290 : 360));
    if (low) standLow(scene, here, low, stand(low, here.bottom + 40), surfaces);
  }
}

function stands(scene: SceneContext, { thing }: SaidThing, stand: Stand): void {
  const piece = PIECES[thing];
  if (!piece) return;
  piece(scene, stand);
  scene.shown.add(thing);
}

const LOW_TOPS: Partial<Record<Thing, readonly [height: number, width: number]>> = { chest: [132, 210], counter: [172, 460], piano: [302, 340],
  washstand: [160, 60] };

function standLow(scene: SceneContext, here: Room, said: SaidThing, stand: Stand, surfaces: Surface[]): void {
  stands(scene, said, stand);
  const top = LOW_TOPS[said.thing];
  if (top) surfaces.push({ x: stand.x, y: stand.y - top[0] * stand.s, width: top[1] * stand.s, used: 0 });
  const net = scene.things.find(({ thing }) => thing === 'net');
  if (said.thing !== 'bed' || !net) return;
  PIECES.net!(scene, { ...stand, paint: (colour) => here.indoors(colour), ...(net.colour ? { colour: net.colour } : {}) });
  scene.shown.add('net');
}
