import { BRINGS, THING_KINDS, type SaidThing, type Thing } from '../places/things.js';
import { isVehicle } from '../places/place.js';
import type { Category } from '../places/place-words.js';
import { bouquet, PIECES } from './pieces/index.js';
import type { SceneContext } from './scene.js';
import { skyThings } from './sky-things.js';
import { show } from './open-air.js';

/** What the drawings of some kinds of places always show. */
const SHOWS: Partial<Record<`${Category}/${'in' | 'out'}`, readonly Thing[]>> = {
  'street/out': ['house', 'town', 'window', 'door', 'lampPost', 'road'], 'ship/out': ['sea', 'ship', 'boat'], 'ship/in': ['table', 'chest', 'gas', 'sea', 'map'],
  'coast/out': ['sea', 'rocks'], 'beach/out': ['sea'], 'river/out': ['river', 'water'], 'mountain/out': ['mountains', 'hills'],
    'forest/out': ['trees', 'wood', 'road'],
  'desert/out': ['hills'], 'camp/out': ['tent', 'campfire'], 'castle/out': ['castle', 'towers', 'townWall', 'hills', 'road'], 'castle/in': ['window', 'gas'],
  'church/in': ['columns', 'gothicWindow', 'window', 'candle', 'arches', 'bench'],
    'church/out': ['church', 'spire', 'trees', 'graves', 'road', 'hills', 'gothicWindow', 'window', 'door'],
  'theatre/in': ['curtains'], 'school/in': ['blackboard', 'desk', 'table', 'window', 'clock', 'chair'], 'station/out': ['clock', 'lampPost', 'bench', 'road'],
    'station/in': ['clock', 'lampPost', 'bench'],
  'hospital/in': ['bed', 'window', 'blind'], 'lab/in': ['bottle', 'shelves', 'microscope', 'table', 'window'], 'prison/in': ['window', 'bed', 'bench'],
    'museum/in': ['columns', 'window', 'statue'],
  'court/in': ['columns', 'bench', 'desk'], 'warehouse/in': ['crate', 'barrel', 'sack', 'beams'], 'den/in': ['bed', 'smoke', 'lamp'],
    'engine/in': ['machine', 'pipes'], 'studio/in': ['table'],
  'bar/in': ['bottle', 'counter', 'stool', 'window', 'gas'], 'lighthouse/out': ['sea', 'rocks', 'towers'], 'wheelhouse/in': ['window', 'sea'],
    'space/in': ['stars', 'planet', 'window', 'screen'], 'space/out': ['stars', 'planet'],
};

/** Things that can stand on a deck, or be seen from it. */
const ON_DECK = new Set<Thing>([
  'barrel', 'appleBarrel', 'crate', 'sack', 'bench', 'chair', 'stool', 'table', 'lantern', 'dog', 'cat', 'crowd', 'boat', 'ship', 'birds', 'smoke', 'moon', 'stars', 'star', 'planet', 'cloud',
]);

const IN_PLACES = [[330, 776], [1_270, 776], [560, 806], [1_040, 806], [150, 812], [1_450, 812]] as const;
const OUT_PLACES = [[420, 776], [1_180, 776], [640, 806], [980, 806], [220, 812], [1_380, 812]] as const;
const AIR_PLACES = [[560, 240], [1_060, 260], [800, 200]] as const;
/** Positions on the horizon. */
const FAR_PLACES = [[380, 560], [1_240, 560], [800, 556]] as const;
const FAR_SIZE = 0.6;
const MID_SIZE = 0.8;

/** Adds the stated things to a place with a drawing of its own, as far as there is room. */
export function addThings(scene: SceneContext): void {
  const { place, things, shown, isNight, isDull } = scene;
  const isIn = place.side === 'in';
  if (isVehicle(place)) return;
  const already = new Set<Thing>(SHOWS[`${place.category}/${place.side}`] ?? []);
  if (!isIn && isNight && !isDull) for (const thing of ['moon', 'stars'] as const) already.add(thing);
  for (const { thing } of things) if (already.has(thing)) for (const one of [thing, ...BRINGS[thing] ?? []]) shown.add(one);
  const isDeck = place.category === 'ship' && !isIn;
  const left = things.filter(({ thing }) => !already.has(thing) && (!isDeck || ON_DECK.has(thing)));
  if (!isIn) skyThings({ ...scene, things: left }, 360);
  const free = [...(isIn ? IN_PLACES : OUT_PLACES)];
  const air = [...AIR_PLACES];
  const far = isIn ? [] : [...FAR_PLACES];
  const surfaces: (readonly [number, number])[] = [];
  for (const said of left) {
    const spot = THING_KINDS[said.thing][isIn ? 'inside' : 'outside'];
    if (spot === 'top') continue;
    const at = spot === 'far' ? far.shift() : spot === 'air' || spot === 'hang' ? air.shift() : ['floor', 'low', 'near', 'mid', 'ground'].includes(spot ?? '') ? free.shift() : undefined;
    if (!at) continue;
    put(scene, said, at, spot === 'far' ? FAR_SIZE : spot === 'mid' ? MID_SIZE : 0.86);
    if (said.thing === 'table' || said.thing === 'desk') surfaces.push([at[0], at[1] - 128]);
  }
  for (const said of left.filter(({ thing }) => THING_KINDS[thing][isIn ? 'inside' : 'outside'] === 'top')) {
    const surface = surfaces[0] ?? (free.length > 0 ? standIn(scene, free.shift()!) : undefined);
    if (!surface) break;
    if (surfaces.length === 0) surfaces.push(surface);
    put(scene, said, surface, 0.8);
    surfaces[0] = [surface[0] + 84, surface[1]];
  }
}

/** Draws a small table for a thing that must stand on something, and returns the place on it. */
function standIn(scene: SceneContext, [x, y]: readonly [number, number]): readonly [number, number] {
  put(scene, { thing: 'table' }, [x, y], 0.8, false);
  return [x - 80, y - 118];
}

function put(scene: SceneContext, said: SaidThing, [x, y]: readonly [number, number], s: number, isSaid = true): void {
  const piece = said.thing === 'flowers' && scene.place.side === 'in' ? bouquet : PIECES[said.thing];
  if (!piece) return;
  piece(scene, { x, y, s, paint: (colour) => scene.at(scene.isDark ? 0.62 : 0.9, colour), ...(said.colour ? { colour: said.colour } : {}) });
  if (isSaid) show(scene, said.thing);
}
