import { lighten, mix } from '../colour.js';
import type { Category } from '../places/place-words.js';
import { p, smooth } from '../svg.js';
import { BRINGS, THING_KINDS, type SaidThing, type Thing } from '../places/things.js';
import { farHills, ground, ridge, withBottom } from './land.js';
import { greatHouse, PIECES } from './pieces/index.js';
import { WIDTH, type SceneContext } from './scene.js';
import { sky, skyline } from './sky.js';
import { skyThings } from './sky-things.js';

/** A kind of landscape: the colour of its ground, and the things that define it. */
export interface Country { soil: string; core: readonly Thing[] }

/** Outdoor places that are drawn from the stated things. */
export const COUNTRIES: Partial<Record<Category, Country>> = {
  abstract: { soil: '#9a9284', core: [] }, garden: { soil: '#7bb35a', core: ['shrubs'] }, field: { soil: '#b7b062', core: [] },
    hills: { soil: '#86ad62', core: ['hills'] },
  coast: { soil: '#8a8a78', core: ['sea', 'rocks'] }, beach: { soil: '#e0cc98', core: ['sea'] }, river: { soil: '#86a564', core: ['river'] },
    forest: { soil: '#5f8a4a', core: ['trees', 'pines', 'wood'] },
  mountain: { soil: '#8a9078', core: ['mountains', 'rocks'] }, desert: { soil: '#d9b676', core: ['hills'] },
    camp: { soil: '#8a9a62', core: ['tent', 'campfire'] },
  castle: { soil: '#6f9460', core: ['hills', 'castle'] }, church: { soil: '#7da25c', core: ['church'] },
  house: { soil: '#8fb06a', core: ['house'] }, road: { soil: '#9fae6c', core: ['road'] }, cave: { soil: '#a8987e', core: ['cave'] },
    greenhouse: { soil: '#8fb06a', core: ['summerhouse'] },
};

const has = ({ things }: SceneContext, thing: Thing): boolean => things.some((said) => said.thing === thing);
const isSnowy = ({ place }: SceneContext): boolean => place.weather === 'snow';

/** Marks a thing as drawn, together with the things that belong to its drawing. */
export function show({ shown }: SceneContext, thing: Thing): void {
  for (const one of [thing, ...BRINGS[thing] ?? []]) shown.add(one);
}

/** Hills, mountains, the sea and roofs on the horizon. */
function horizon(scene: SceneContext): void {
  const { draw, at, random, light, isDark } = scene;
  const snow = isSnowy(scene);
  if (has(scene, 'mountains')) {
    for (const [y, rise, depth] of [[430, 200, 0.16], [500, 120, 0.3]] as const) {
      const fill = at(depth, '#6f88a0');
      draw.sheet(withBottom(smooth(ridge(random, y, rise, -60, WIDTH + 60, 5), 0.2)),
        draw.gradient([[0, lighten(fill, 0.12)], [0.4, fill], [1, mix(fill, light.haze, 0.4)]]), lighten(fill, 0.14));
    }
  }
  if (has(scene, 'sea')) {
    const water = at(0.35, '#2a7a9c');
    draw.rect(0, 496, WIDTH, 140, draw.gradient([[0, lighten(water, 0.1)], [1, water]]));
    for (let wave = 0; wave < 16; wave++) draw.line(p`M${random.between(0, WIDTH)} ${random.between(506, 590)}h${random.between(40, 130)}`, lighten(water, 0.16), 3, 0.6);
  }
  if (has(scene, 'town')) skyline(scene, { base: 590, low: 30, high: 150, depth: 0.28, lit: light.litWindows * 0.6 });
  if (has(scene, 'hills')) {
    farHills(scene, 470, 100, 0.2, snow ? '#c2d0da' : '#7fa8a0');
    farHills(scene, 540, 70, 0.38, snow ? '#c9d6de' : '#7fae72');
  } else if (!has(scene, 'sea') && !has(scene, 'mountains')) farHills(scene, 566, isDark ? 12 : 16, 0.24, snow ? '#c2d0da' : '#86a894');
  for (const thing of ['mountains', 'sea', 'town', 'hills'] as const) if (has(scene, thing)) show(scene, thing);
}

/** Lawns, roads, rivers, ponds and snow, from the horizon to the near edge. */
function groundThings(scene: SceneContext): void {
  const { draw, at, isDark, light } = scene;
  const shade = (colour: string, depth = 0.5): string => mix(at(depth, colour), light.near, isDark ? 0.25 : 0);
  if (has(scene, 'lawn')) {
    const green = shade('#6fb054');
    draw.path('M-20 640Q800 600 1620 640V920H-20Z', draw.gradient([[0, lighten(green, 0.04)], [1, lighten(green, -0.06)]]));
    for (let stripe = 0; stripe < 6; stripe++) draw.polygon([[560 + stripe * 80, 622], [600 + stripe * 80, 622], [300 + stripe * 240, 900],
      [180 + stripe * 240, 900]], lighten(green, 0.05), 0.5);
  }
  if (has(scene, 'snow')) draw.path('M-20 650Q800 610 1620 650V920H-20Z', shade('#e8eff3'));
  if (has(scene, 'river')) draw.path('M-20 680Q420 628 800 690T1620 676V742Q1100 770 760 764T-20 770Z',
    draw.gradient([[0, shade('#8fd0e0', 0.35)], [1, shade('#3f8aa8')]]))
      .line('M120 716q60 -10 130 0M700 724q80 -10 160 0M1200 712q80 -10 150 0', '#ffffff', 3, 0.45);
  if (has(scene, 'water')) draw.ellipse(1_040, 716, 420, 50, shade('#4f98b4')).ellipse(1_010, 708, 330, 30, shade('#86c6d8', 0.35), 0.7)
    .line('M860 716h120M1080 726h150', '#ffffff', 3, 0.4);
  if (has(scene, 'road')) draw.path('M880 606Q760 660 800 720T520 920H1010Q1060 760 900 690T910 606Z',
    draw.gradient([[0, shade('#d8c8a4', 0.4)], [1, shade('#b79c74')]]));
  for (const thing of ['lawn', 'snow', 'river', 'water', 'road'] as const) if (has(scene, thing)) show(scene, thing);
}

/** Large things of the middle distance. They stand in the middle; long ones, such as fences, run behind the others. */
const GREAT = new Set<Thing>(['verandah', 'house', 'church', 'mosque', 'castle', 'cave', 'tombs', 'ruins', 'bridge', 'towers', 'columns', 'mill']);
/** Things that have walls, and take the stated colour of these. */
const BUILT = new Set<Thing>(['house', 'church', 'castle', 'towers', 'ruins', 'verandah', 'gardenWall']);
const LONG = new Set<Thing>(['townWall', 'gardenWall', 'railings', 'fence']);
const FOREST = new Set<Thing>(['trees', 'bareTrees', 'pines', 'palms', 'olives', 'blossom', 'fruitTree', 'wood']);
const GREAT_PLACES = [[790, 650], [330, 640], [1_270, 640]] as const;
const MID_PLACES = [[1_180, 664], [430, 664], [1_460, 684], [150, 684], [980, 650], [620, 650]] as const;
const TREE_PLACES = [[140, 700], [1_460, 700], [30, 760], [1_580, 760], [520, 640], [1_080, 640], [330, 668], [1_280, 664]] as const;
const NEAR_PLACES = [[560, 772], [1_060, 776], [300, 812], [1_320, 812], [800, 800], [120, 846], [1_490, 846]] as const;
const FAR_PLACES = [[420, 580], [1_200, 584], [900, 574], [200, 590], [1_440, 590]] as const;

type Places = (readonly [x: number, y: number])[];

function put(scene: SceneContext, said: SaidThing, [x, y]: readonly [number, number], s: number, depth: number): void {
  const piece = said.thing === 'house' && !has(scene, 'road') && (scene.composition % 2 === 0) ? greatHouse : PIECES[said.thing];
  if (!piece) return;
  const walls = BUILT.has(said.thing) ? scene.things.find(({ thing }) => thing === 'walls') : undefined;
  const colour = said.colour ?? walls?.colour;
  piece(scene, { x, y, s, paint: (usual) => scene.at(depth, usual), ...(colour ? { colour } : {}) });
  show(scene, said.thing);
  if (walls) show(scene, 'walls');
}

const spotOf = (thing: Thing) => THING_KINDS[thing].outside;

function farThings(scene: SceneContext): void {
  const left: Places = [...FAR_PLACES];
  for (const said of scene.things.filter(({ thing }) => spotOf(thing) === 'far' && PIECES[thing])) {
    const times = said.thing === 'wood' ? 3 : Math.min(2, said.count ?? 1);
    for (let time = 0; time < times && left.length > 0; time++) put(scene, said, left.shift()!,
      said.thing === 'wood' ? 0.7 : said.thing === 'spire' ? 0.72 : 0.8, 0.38);
  }
}

function midThings(scene: SceneContext): void {
  const { things } = scene;
  const [great, mid, forest]: [Places, Places, Places] = [[...GREAT_PLACES], [...MID_PLACES], [...TREE_PLACES]];
  // A verandah includes its house. A house without more detail comes last, behind the other things.
  const own = things.filter(({ thing }) => spotOf(thing) === 'mid' && !(thing === 'house' && has(scene, 'verandah')))
    .sort((a, b) => Number(a.thing === 'house') - Number(b.thing === 'house'));
  for (const said of own.filter(({ thing }) => LONG.has(thing))) put(scene, said, [800, said.thing === 'townWall' ? 606 : 656],
    said.thing === 'townWall' ? 1.5 : 1.6, 0.55);
  for (const said of own.filter(({ thing }) => GREAT.has(thing))) {
    const times = Math.min(2, said.count ?? 1);
    for (let time = 0; time < times && great.length > 0; time++) put(scene, said, great.shift()!, great.length === 2 ? 0.9 : 0.72, 0.62);
  }
  for (const said of own.filter(({ thing }) => FOREST.has(thing))) {
    const times = Math.max(2, Math.min(4, (said.count ?? 1) + 1));
    for (let time = 0; time < times && forest.length > 0; time++) put(scene, said, forest.shift()!, 1 - time * 0.12, 0.74);
  }
  const rest = own.filter(({ thing }) => !LONG.has(thing) && !GREAT.has(thing) && !FOREST.has(thing));
  for (const said of rest) {
    // A gate is where the road passes.
    const place = said.thing === 'gate' ? [842, 690] as const : mid.shift();
    if (place) put(scene, said, place, said.thing === 'shrubs' || said.thing === 'vines' ? 0.9 : 0.84, 0.7);
    const again = said.thing === 'gate' || (said.count ?? 1) < 2 ? undefined : mid.shift();
    if (again) put(scene, said, again, 0.76, 0.7);
  }
}

function nearThings(scene: SceneContext): void {
  const left: Places = [...NEAR_PLACES];
  const low: Places = [];
  for (const said of scene.things.filter(({ thing }) => spotOf(thing) === 'near' && thing !== 'tea')) {
    if (said.thing === 'steps') {
      put(scene, said, [800, 730], 1, 0.75);
      continue;
    }
    const times = said.thing === 'elephant' || said.thing === 'crowd' ? 1 : Math.min(2, said.count ?? 1);
    for (let time = 0; time < times && left.length > 0; time++) {
      const place = left.shift()!;
      put(scene, said, place, said.thing === 'flowers' ? 1 : 0.86, 0.85);
      // A table in a garden carries small things such as tea.
      if (said.thing === 'table') low.push([place[0], place[1] - 130]);
    }
  }
  const tea = scene.things.some(({ thing }) => thing === 'tea');
  const free = left.shift();
  if (tea && low.length === 0 && free) {
    put(scene, { thing: 'table' }, free, 0.86, 0.85);
    low.push([free[0], free[1] - 130]);
  }
  for (const said of scene.things.filter(({ thing }) => thing === 'tea')) if (low[0]) put(scene, said, low[0], 0.6, 0.9);
}

function inTheAir(scene: SceneContext): void {
  const { random } = scene;
  for (const said of scene.things.filter(({ thing }) => spotOf(thing) === 'air')) {
    // Smoke rises from the chimneys of a house, else from somewhere in the distance.
    const from = has(scene, 'house') ? [915, 300] as const : has(scene, 'farm') ? [400, 480] as const : [900, 520] as const;
    const place = said.thing === 'smoke' ? from : [random.between(460, 1_140), said.thing === 'butterflies' ? 640 : random.between(190, 270)] as const;
    put(scene, said, place, 1, said.thing === 'smoke' ? 0.4 : 0.9);
  }
}

/** Draws a landscape with its stated things, from the sky to the near edge. */
export function openAir(scene: SceneContext, { soil, core }: Country): void {
  const all = { ...scene, things: [...scene.things, ...core.filter((thing) => !has(scene, thing)).map((thing): SaidThing => ({ thing }))] };
  sky(all, 560, { moon: !has(all, 'planet') });
  skyThings(all, 520);
  horizon(all);
  farThings(all);
  ground(all, 610, mix(isSnowy(all) ? '#d3dee5' : soil, all.light.near, all.isDark ? 0.42 : 0.03));
  groundThings(all);
  if (has(all, 'puddles')) put(all, { thing: 'puddles' }, [800, 780], 1, 0.6);
  midThings(all);
  all.draw.layer(0.7);
  nearThings(all);
  inTheAir(all);
}
