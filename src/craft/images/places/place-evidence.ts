import { plain, type Side } from './place-terms.js';
import type { Place } from './place.js';
import type { Category } from './place-words.js';
import { THING_KINDS, type SaidThing, type Thing } from './things.js';

type Kind = Pick<Place, 'category' | 'side'>;

/** Kinds of buildings whose name may mean a scene inside or in front of them. */
const SEEN_FROM_BOTH = new Set<Category>(['castle', 'church', 'prison', 'museum', 'living', 'abstract', 'hospital', 'school']);
/** Words that tell that the outside is seen from within. */
const FROM_WITHIN = /\b(?:view|prospect|look(?:ed|ing|s)? out|out of the window|outside|through the (?:window|glass|panes)|overlook(?:s|ed|ing)?|glimpses?|opened the window)\b/;
const CLEARLY = 2;

/** Things that reveal the kind of a room when it is not stated, the surest first. */
const ROOM_SIGNS: readonly (readonly [Category, readonly Thing[]])[] = [
  ['bedroom', ['bed', 'net', 'washstand']], ['bakery', ['oven']], ['school', ['blackboard']], ['library', ['bookshelves']], ['kitchen', ['stove']],
  ['greenhouse', ['tomatoes']], ['living', ['sofa', 'piano', 'armchair']],
];

const isOutdoors = ({ thing }: SaidThing): boolean => THING_KINDS[thing].inside === null || THING_KINDS[thing].inside === 'view';
/** Windows and doors do not count as indoors, because they are seen from both sides. */
const isIndoors = ({ thing }: SaidThing): boolean => THING_KINDS[thing].outside === null && thing !== 'window' && thing !== 'door';

/** The kind of place in front of a house, judged by its things. */
function outsideOf(category: Category, things: readonly SaidThing[]): Category {
  if (category !== 'living' && category !== 'abstract') return category;
  const has = (...some: Thing[]): boolean => things.some(({ thing }) => some.includes(thing));
  const houses = things.find(({ thing }) => thing === 'house');
  if (has('lampPost') || (houses && (has('town') || (houses.count ?? 1) > 1) && !has('lawn', 'hills', 'wood'))) return 'street';
  if (has('lawn', 'shrubs', 'flowers', 'summerhouse')) return 'garden';
  return houses ? 'house' : has('hills') ? 'hills' : 'abstract';
}

/** The kind of a place. When its words name only a room or a building, its things decide. */
export function kindByThings(found: Kind, stated: Side | null, things: readonly SaidThing[], words: string): Kind {
  const kind = { category: found.category, side: found.side };
  if (stated === null && kind.side === 'in' && SEEN_FROM_BOTH.has(kind.category) && !FROM_WITHIN.test(plain(words))
    && things.filter(isOutdoors).length >= things.filter(isIndoors).length + CLEARLY) return { category: outsideOf(kind.category, things), side: 'out' };
  if (kind.category !== 'abstract') return kind;
  if (stated === null && kind.side === 'out' && things.filter(isIndoors).length >= things.filter(isOutdoors).length + CLEARLY) kind.side = 'in';
  const sign = kind.side === 'in' ? ROOM_SIGNS.find(([, signs]) => things.some(({ thing }) => signs.includes(thing))) : undefined;
  return sign ? { category: sign[0], side: 'in' } : kind;
}
