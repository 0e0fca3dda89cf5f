import { toLch } from '../../src/craft/images/colour.js';
import type { Category } from '../../src/craft/images/places/place-words.js';
import { readPlaces } from '../../src/craft/images/places/place-reading.js';
import type { Place } from '../../src/craft/images/places/place.js';
import { drawnPlace } from '../../src/craft/images/scenes/index.js';
import type { Thing } from '../../src/craft/images/places/things.js';
import type { LabelledNovel } from '../people/novels.js';
import { TOLD_PLACES, type ToldPlace } from './told-places.js';

/** A place as read from its paragraph, with its drawing. */
export interface MeasuredPlace { told: ToldPlace; words: string; place: Place; svg: string; missing: string[]; shown: readonly Thing[] }

interface Picture { place: Place; shown: ReadonlySet<Thing> }
type Shows = (picture: Picture) => boolean;

const any = (...things: Thing[]): Shows => ({ shown }) => things.some((thing) => shown.has(thing));
const isKind = (...kinds: Category[]): Shows => ({ place }) => kinds.includes(place.category);
const isTime = (...times: Place['time'][]): Shows => ({ place }) => times.includes(place.time);
const isWeather = (...weathers: Place['weather'][]): Shows => ({ place }) => weathers.includes(place.weather);
const either = (...some: Shows[]): Shows => (picture) => some.some((shows) => shows(picture));
const both = (...all: Shows[]): Shows => (picture) => all.every((shows) => shows(picture));
const inside: Shows = ({ place }) => place.side === 'in';
const outside: Shows = ({ place }) => place.side === 'out';

/** Families of colours, each as a test of lightness, chroma and hue in degrees. */
const FAMILIES = {
  red: ([l, c, hue]: readonly number[]) => c! > 0.06 && l! < 0.75 && (hue! < 55 || hue! > 345),
    blue: ([, c, hue]: readonly number[]) => c! > 0.04 && hue! > 215 && hue! < 285,
  white: ([l, c]: readonly number[]) => l! > 0.88 && c! < 0.04, pale: ([l, c]: readonly number[]) => l! > 0.6 && c! < 0.06,
    dark: ([l]: readonly number[]) => l! < 0.4,
  wood: ([l, , hue]: readonly number[]) => l! < 0.72 && hue! > 20 && hue! < 90,
    peach: ([l, c, hue]: readonly number[]) => l! > 0.65 && c! > 0.04 && hue! > 10 && hue! < 80,
      green: ([, c, hue]: readonly number[]) => c! > 0.04 && hue! > 120 && hue! < 190,
};
const coloured = (family: keyof typeof FAMILIES, ...things: Thing[]): Shows => ({ place, shown }) => (place.things ?? [])
  .some(({ thing, colour }) => things.includes(thing) && shown.has(thing) && colour !== undefined && FAMILIES[family](toLch(colour)));

/** What a picture must contain to show a feature. A feature without an entry must appear as a thing of the same name. */
const SHOWS: Readonly<Record<string, Shows>> = {
  'plain': both(outside, isKind('field', 'desert', 'hills', 'abstract')), 'hills': either(isKind('hills'), any('hills')), 'garden': isKind('garden'),
    'hall': inside, 'bedroom': isKind('bedroom'),
  'sitting-room': isKind('living'), 'drawing-room': isKind('living'), 'saloon': either(isKind('living'), isKind('ballroom')), 'room': inside,
    'castle': either(isKind('castle'), any('castle')),
  'house-front': both(outside, either(isKind('house', 'street', 'living'), any('house'))), 'street': isKind('street'),
    'abbey': either(isKind('church'), any('church')), 'tavern': isKind('bar', 'den'),
  'ballroom': isKind('ballroom'), 'conservatory': either(isKind('greenhouse'), any('plant', 'ferns')), 'study': isKind('library'),
    'library': isKind('library'), 'bar': isKind('bar', 'theatre'),
  'wood': either(isKind('forest'), any('wood')), 'verandah': any('verandah'), 'mosque': any('mosque'), 'tombs': any('tombs'),
  'dusk': isTime('dusk'), 'evening': isTime('dusk', 'night', 'golden'), 'night': isTime('night'), 'day': isTime('day', 'golden'), 'dawn': isTime('dawn'),
    'low-sun': isTime('golden'),
  'sun': both(isTime('day', 'golden'), isWeather('clear', 'wind', 'rain')), 'rain': isWeather('rain', 'storm'), 'mist': isWeather('fog'),
    'haze': isWeather('fog'), 'clouds': any('cloud'), 'wind': isWeather('wind', 'storm'),
  'white': coloured('white', 'tombs'), 'white-roses': coloured('white', 'roses'), 'red-roses': coloured('red', 'roses'), 'rose-tree': any('roses'),
    'glass-table': coloured('pale', 'table'),
  'little-door': any('smallDoor'), 'church-spire': any('spire', 'church'), 'farms': any('farm'), 'supper-table': any('table', 'longTable'),
    'food': any('food', 'tray'), 'tea': any('tea'),
  'marble': coloured('pale', 'steps'), 'flats': any('town', 'house'), 'houses': any('house', 'town'), 'newspaper': any('papers'), 'avenue': any('trees'),
    'gates': any('gate'), 'stone': coloured('pale', 'church', 'house', 'walls', 'gardenWall'),
  'oaks': any('trees'), 'gothic-windows': any('gothicWindow'), 'broken-armchair': any('armchair'), 'gas-lights': any('gas'),
    'red-curtains': coloured('red', 'curtains'), 'black-ceiling': any('ceiling'),
  'long-table': any('longTable'), 'tea-things': any('tea'), 'tall-windows': any('tallWindow'), 'cottage': any('house'), 'chandeliers': any('chandelier'),
    'tree-ferns': any('plant', 'ferns'),
  'bamboo-seats': any('chair', 'sofa', 'bench'), 'work-table': any('table'), 'flower-pots': any('plant'), 'blue-pots': coloured('blue', 'plant', 'jar'),
    'plants': any('plant'),
  'blue-flowers': coloured('blue', 'flowers'), 'red-flowers': coloured('red', 'flowers'), 'lace-curtains': any('curtains'), 'mosquito-net': any('net'),
    'basin': any('washstand'), 'sloping-ceiling': any('slope'),
  'dormer-windows': any('dormer'), 'green-tables': coloured('green', 'table'), 'orange-trees': any('fruitTree'), 'writing-table': any('desk', 'table'),
    'bottles': any('bottle'), 'summer-house': any('summerhouse'),
  'oak-panels': both(any('panels'), coloured('wood', 'panels')), 'red-carpet': coloured('red', 'carpet'), 'rugs': any('rug'),
    'blue-jars': coloured('blue', 'jar'), 'tulips': any('flowers'), 'mantelshelf': any('fire'),
  'leaded-window': any('leadedWindow'), 'wicker-chair': any('armchair', 'chair'), 'divan': any('sofa'), 'peach-divan': coloured('peach', 'sofa'),
    'gas-lamps': any('lampPost', 'gas'), 'hansom': any('carriage'),
  'bright-lights': any('gas', 'chandelier', 'lamp'), 'bare-trees': any('bareTrees'), 'violets': any('flowers'), 'town-walls': any('townWall'),
    'trees': any('trees', 'olives', 'fruitTree', 'pines', 'blossom'),
  'windows': any('window'), 'shop': either(isKind('shop'), isKind('street')), 'train': isKind('station'), 'brick': coloured('red', 'house', 'walls'), 'lighthouse': isKind('lighthouse'), 'snow': isWeather('snow'), 'river': any('river', 'water'), 'tables': any('table', 'longTable'), 'shrines': any('shrine'), 'mountains': any('mountains'), 'steps': any('steps', 'stairs'),
    'flowers': any('flowers', 'roses'),
};

function shows(feature: string, picture: Picture): boolean {
  const known = SHOWS[feature];
  return known ? known(picture) : picture.shown.has(feature as Thing);
}

/** The paragraph that begins with these words. Throws when there is none. */
function paragraphOf(text: string, begins: string): string {
  const start = text.search(new RegExp(begins.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')));
  if (start < 0) throw new Error(`no paragraph begins with "${begins}"`);
  const end = text.indexOf('\n\n', start);
  return text.slice(start, end < 0 ? undefined : end).replaceAll(/\s+/g, ' ').trim();
}

/** Reads and draws those listed places that are from these novels. */
export function measurePlaces(novels: readonly LabelledNovel[], listed: readonly ToldPlace[] = TOLD_PLACES): MeasuredPlace[] {
  const texts = new Map(novels.map(({ work, text }) => [work, text]));
  return listed.filter(({ work }) => texts.has(work)).map((told) => {
    const words = paragraphOf(texts.get(told.work)!, told.begins);
    const [place] = readPlaces([{ heading: '', passages: [{ kind: 'told', text: words }] }], { era: 'victorian', programme: false, people: [] });
    const { svg, shown } = drawnPlace({ place: place!, seed: told.work });
    const picture = { place: place!, shown: new Set(shown) };
    return { told, words, place: place!, svg, shown, missing: told.states.filter((feature) => !shows(feature, picture)) };
  });
}

/** The number of features that the words state, and how many of them the pictures show. */
export function countFeatures(places: readonly MeasuredPlace[]): { said: number; drawn: number } {
  const said = places.reduce((sum, { told }) => sum + told.states.length, 0);
  return { said, drawn: said - places.reduce((sum, { missing }) => sum + missing.length, 0) };
}

/** True for a novel that serves to develop rules: every second one in the order of names. */
export const isMadeOn = (work: string, works: readonly string[]): boolean => [...works].sort().indexOf(work) % 2 === 0;
