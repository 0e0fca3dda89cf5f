import { drawThings } from '../drawn/place.js';
import { coloursOf } from '../light.js';
import type { Category } from '../places/place-words.js';
import type { Place } from '../places/place.js';
import { seeded } from '../random.js';
import { thingsOnSide } from '../places/said-things.js';
import { Drawing, p, type Plane } from '../svg.js';
import type { Thing } from '../places/things.js';
import { addThings } from './additions.js';
import { furnished } from './indoors/furnished.js';
import { INTERIORS } from './indoors/interiors.js';
import { COUNTRIES, openAir } from './open-air.js';
import { space } from './space.js';
import { castle } from './castle.js';
import { court, hospital, lab, prison } from './civic.js';
import { facade } from './facades.js';
import { den, museum, rostrum, studio, warehouse } from './indoors/crowded-rooms.js';
import { field, garden } from './green.js';
import { bar, church, theatre } from './indoors/halls.js';
import { bedroom, kitchen, living } from './indoors/home.js';
import { HEIGHT, named, WIDTH, type SceneContext, type Scenery } from './scene.js';
import { engine, ship, wheelhouse } from './sea.js';
import { camp, coast, lighthouse, river } from './shore.js';
import { weatherOver } from './sky.js';
import { street } from './town.js';
import { road, station } from './travel.js';
import { beach, desert, forest, mountain } from './wild.js';
import { library, office, school } from './indoors/work.js';

/** Drawings for kinds of places that have one of their own. Other places are drawn from the stated things and the core things of their kind. */
const SCENERY: Partial<Record<Category, Scenery>> = {
  living, kitchen, bedroom, school, office, library, court, hospital, lab, prison, church, theatre, bar, station, ship, castle,
  street, forest, desert, mountain, beach, garden, field, road, space, lighthouse,
  wheelhouse, engine, coast, river, camp, warehouse, den, museum, studio, rostrum,
};

/** Categories drawn from the inside; from outside they show a facade. */
const ROOMS = new Set<Category>([
  'living', 'kitchen', 'bedroom', 'school', 'office', 'library', 'court', 'hospital', 'lab', 'prison', 'church', 'theatre', 'bar',
  'warehouse', 'den', 'museum',
]);

/** These places have their own light, stronger than the light of the time of day. */
const SELF_LIT = new Set<Category>(['theatre', 'space', 'road', 'lighthouse', 'wheelhouse', 'den']);

function finish(scene: SceneContext): void {
  const { draw, place, isDark, light } = scene;
  if (place.side === 'in' && isDark && !place.drawing && !SELF_LIT.has(place.category)) {
    draw.rect(0, 0, WIDTH, HEIGHT, '#16204a', 0.1)
      .glow(800, 420, 860, light.warm, place.category === 'prison' ? 0.06 : 0.22, 580);
  }
  // Darkens the lower part, because people and captions are drawn over it.
  draw.rect(0, 560, WIDTH, 340, draw.gradient([[0, '#0b0a10', 0], [1, '#0b0a10', isDark ? 0.42 : 0.27]]));
  draw.rect(0, 0, WIDTH, HEIGHT, draw.radial([[0, '#000000', 0], [0.66, '#000000', 0], [1, '#000000', isDark ? 0.36 : 0.14]], [0.5, 0.45], 0.78));
}

export interface SceneSpec {
  place: Place;
  /** Identifies the production. Seed and place name decide the drawing, so that a place looks the same in every scene. */
  seed: string;
  /** 1 to 8 colours `#rrggbb`; without colours, `DEFAULT_PALETTE`. */
  palette?: readonly string[];
}

/** Draws a place with the things in it. */
function drawPlace(scene: SceneContext): void {
  const { place, things } = scene;
  const { category, side } = place;
  const own = SCENERY[category];
  const interior = side === 'in' ? INTERIORS[category] : undefined;
  const country = side === 'out' ? COUNTRIES[category] : undefined;
  const isFront = side === 'out' && ROOMS.has(category) && !named(scene, /\b(stage|set)\b/);
  // Stated things decide; a kind of place with nothing more stated gets its usual drawing.
  if (interior && (things.length > 0 || !own)) furnished(scene, interior);
  else if (country && (!own || things.some(({ thing }) => !country.core.includes(thing)))) openAir(scene, country);
  else {
    if (isFront || !own) facade(scene);
    else own(scene);
    addThings(scene);
  }
}

/** The picture of a place: the SVG document, and the stated things that it shows. */
export interface DrawnPlace { svg: string; shown: readonly Thing[] }

function drawnScene({ place, seed, palette = [] }: SceneSpec): { draw: Drawing; shown: readonly Thing[] } {
  // Without the time of day, so that a room has the same shape by day and at night.
  const stream = `scene|${seed}|${place.name.toLowerCase()}|${place.category}`;
  const random = seeded(place.arrangement ? `${stream}|${place.arrangement}` : stream);
  const draw = new Drawing(WIDTH, HEIGHT);
  const composition = random.fork('composition').integer(0, 11);
  const things = thingsOnSide(place.things ?? [], place.side);
  const scene: SceneContext = { ...coloursOf(place, palette), draw, random, place, composition, things, shown: new Set() };
  if (place.drawing && !place.arrangement) drawThings(scene, place.drawing);
  // Half of all places are mirror images, so that two places of a kind differ at a glance.
  else if (random.fork('mirror').chance(0.5)) draw.group(p`translate(${WIDTH} 0) scale(-1 1)`, () => { drawPlace(scene); });
  else drawPlace(scene);
  draw.layer(0.9);
  weatherOver(scene);
  draw.layer('lens');
  finish(scene);
  return { draw, shown: [...scene.shown] };
}

/** Draws a place and reports which of its things were drawn. Throws `RangeError` for an invalid colour. */
export function drawnPlace(spec: SceneSpec): DrawnPlace {
  const { draw, shown } = drawnScene(spec);
  return { svg: draw.toString(), shown };
}

/** The planes of a drawn place, at most `most`, for a camera that moves through it. Throws `RangeError` for an invalid colour. */
export const placePlanes = (spec: SceneSpec, most: number): Plane[] => drawnScene(spec).draw.planes(most);

/** The place with only those things that its picture has room for and shows. */
export function seenPlace(spec: SceneSpec): Place {
  const { things = [], ...place } = spec.place;
  const shown = new Set(drawnPlace(spec).shown);
  const seen = things.filter(({ thing }) => shown.has(thing));
  return seen.length > 0 ? { ...place, things: seen } : place;
}

/** Draws a place as an SVG document of 1600×900 units. The same spec gives the same bytes. Throws `RangeError` for a bad colour. */
export const drawScene = (spec: SceneSpec): string => drawnPlace(spec).svg;

/** How many arrangements are tried for another drawing. */
const TRIES = 40;
/** Coordinates are rounded to this many units: smaller differences do not show at a glance. */
const NEAR = 40;
/** The factor by which mirroring lowers the likeness of two drawings. */
const MIRRORED = 0.5;
/** A drawing that has more than this share in common with the present one does not count as another drawing. */
const MAX_ALIKE = 0.97;

const isMirrored = (svg: string): boolean => svg.includes('scale(-1 1)');

/** The shapes of a drawing with rounded coordinates, without small differences. */
const shapesOf = (svg: string): string[] => svg.replace(/-?\d+(?:\.\d+)?/g, (number) => String(Math.round(Number(number) / NEAR))).split('<');

/** The share of shapes that two drawings have in common, reduced when only one of them is mirrored. */
function likeness(one: string, other: string): number {
  const known = new Set(shapesOf(one));
  const shapes = shapesOf(other);
  return (shapes.filter((shape) => known.has(shape)).length / shapes.length) * (isMirrored(one) === isMirrored(other) ? 1 : MIRRORED);
}

/**
 * The arrangement, from `from` on, in which a place differs most from its present drawing while it still shows everything that is visible now. The specs are
 * the place in its different lights. Null when there is no such arrangement.
 */
export function otherArrangement(specs: readonly SceneSpec[], from: number): number | null {
  const now = specs.map(drawnPlace);
  let best: { arrangement: number; alike: number } | null = null;
  for (let arrangement = from; arrangement < from + TRIES; arrangement++) {
    const drawn = specs.map((spec) => drawnPlace({ ...spec, place: { ...spec.place, arrangement } }));
    const isWhole = drawn.every(({ shown }, at) => now[at]!.shown.every((thing) => shown.includes(thing)));
    if (!isWhole) continue;
    const alike = Math.max(...drawn.map(({ svg }, at) => likeness(now[at]!.svg, svg)));
    if (alike < (best?.alike ?? MAX_ALIKE)) best = { arrangement, alike };
  }
  return best?.arrangement ?? null;
}
