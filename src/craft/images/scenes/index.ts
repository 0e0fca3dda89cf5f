import { coloursOf } from '../light.js';
import type { Category } from '../place-words.js';
import type { Place } from '../place.js';
import { seeded } from '../random.js';
import { Drawing, p } from '../svg.js';
import { abstract, space } from './space-and-abstract.js';
import { castle } from './castle.js';
import { court, hospital, lab, prison } from './civic.js';
import { facade } from './facades.js';
import { den, museum, rostrum, studio, warehouse } from './crowded-rooms.js';
import { field, garden } from './green.js';
import { bar, church, theatre } from './halls.js';
import { bedroom, kitchen, living } from './home.js';
import { HEIGHT, named, WIDTH, type SceneContext, type Scenery } from './scene.js';
import { engine, ship, wheelhouse } from './sea.js';
import { camp, coast, lighthouse, river } from './shore.js';
import { weatherOver } from './sky.js';
import { street } from './town.js';
import { road, station } from './travel.js';
import { beach, desert, forest, mountain } from './wild.js';
import { library, office, school } from './work.js';

const SCENERY: Record<Category, Scenery> = {
  living, kitchen, bedroom, school, office, library, court, hospital, lab, prison, church, theatre, bar, station, ship, castle,
  street, forest, desert, mountain, beach, garden, field, road, space, lighthouse,
  wheelhouse, engine, coast, river, camp, warehouse, den, museum, studio, rostrum, abstract,
};

/** These categories are drawn from the inside; places outside show the facade. */
const ROOMS = new Set<Category>([
  'living', 'kitchen', 'bedroom', 'school', 'office', 'library', 'court', 'hospital', 'lab', 'prison', 'church', 'theatre', 'bar',
  'warehouse', 'den', 'museum',
]);

/** These places have their own light, stronger than the light of the time of day. */
const SELF_LIT = new Set<Category>(['theatre', 'space', 'road', 'lighthouse', 'wheelhouse', 'den']);

function finish(scene: SceneContext): void {
  const { draw, place, isDark, light } = scene;
  if (place.side === 'in' && isDark && !SELF_LIT.has(place.category)) {
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

/** Draws a place as an SVG document of 1600×900 units. The same spec gives the same bytes. Throws `RangeError` for a bad colour. */
export function drawScene({ place, seed, palette = [] }: SceneSpec): string {
  // Without the time of day, so that a room has the same shape by day and at night.
  const random = seeded(`scene|${seed}|${place.name.toLowerCase()}|${place.category}`);
  const draw = new Drawing(WIDTH, HEIGHT);
  const composition = random.fork('composition').integer(0, 11);
  const scene: SceneContext = { ...coloursOf(place, palette), draw, random, place, composition };
  const subject = () => {
    if (place.side === 'out' && ROOMS.has(place.category) && !named(scene, /\b(stage|set)\b/)) facade(scene);
    else SCENERY[place.category](scene);
  };
  // Half of all places are mirror images, so that two places of a kind differ at a glance.
  if (random.fork('mirror').chance(0.5)) draw.group(p`translate(${WIDTH} 0) scale(-1 1)`, subject);
  else subject();
  weatherOver(scene);
  finish(scene);
  return draw.toString();
}
