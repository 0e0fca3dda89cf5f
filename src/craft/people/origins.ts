import { matchesOf } from '../patterns/matches.js';

/** The English of the place where a text is set. The voices of its narrator, and of people without a known origin, follow it. */
export type TextOrigin = 'British' | 'American';

const words = (list: string): string => list.split(' ').map((word) => word.replaceAll('_', '\\s')).join('|');

interface Marker { origin: TextOrigin; weight: number; pattern: RegExp }
const marker = (origin: TextOrigin, weight: number, list: string, flags = 'giu'): Marker =>
  ({ origin, weight, pattern: new RegExp(`(?<![\\p{L}])(?:${words(list)})(?![\\p{L}])`, flags) });

const MARKERS: readonly Marker[] = [
  // Spelling.
  marker('British', 1, '(?:dis|un)?(?:colour|honour|favour|parlour|neighbour|harbour|labour|rumour|humour|behaviour|endeavour|armour|odour|' +
    'splendour|vapour|vigour|flavour|saviour|candour|rigour|tumour|ardour|clamour|valour)(?:s|ed|ing|able|ite|hood|less|y)? ' +
    'grey(?:s|er|ish)? centre(?:s|d)? theatre(?:s)? (?:real|recogn|organ|apolog|civil|critic|emphas|sympath|agon|summar)is(?:e|es|ed|ing|ation) ' +
    'travell(?:er|ers|ed|ing) whilst amongst cheque(?:s)? kerb tyre(?:s)? pyjamas plough(?:ed|ing|s)? gaol(?:er)? jewellery catalogue ' +
    'defence offence licence sceptic(?:al)? storey(?:s)? enquir(?:e|ed|y) fulfil moustache(?:s)? marvellous woollen levelled counsellor'),
  marker('American', 1, '(?:dis|un)?(?:color|honor|favor|parlor|neighbor|harbor|labor|rumor|humor|behavior|endeavor|armor|odor|splendor|vapor|' +
    'vigor|flavor|savior|tumor|ardor|clamor|valor)(?:s|ed|ing|able|ite|hood|less|y)? gray(?:s|er|ish)? center(?:s|ed)? theater(?:s)? ' +
    'travel(?:er|ers|ed|ing) pajamas plow(?:ed|ing|s)? jewelry defense offense skeptic(?:al)? mustache(?:s)? marvelous woolen gotten ' +
    'check(?:ing)?_account airplane(?:s)? aluminum'),
  // Money is the strongest sign.
  marker('British', 2, 'shilling(?:s)? guinea(?:s)? half-crown(?:s)? half-a-crown crown_piece farthing(?:s)? sixpence sixpenny fourpenny threepence ' +
    'threepenny twopence tuppence quid florin(?:s)? ha’penny halfpenny pounds_a_year'),
  marker('American', 2, 'dollar(?:s)? nickel(?:s)? dime(?:s)? buck(?:s)?_an_hour'),
  // Things and people of daily life.
  marker('British', 1, 'pence sovereign(?:s)? mum mummy lorry petrol solicitor barrister parlourmaid constable(?:s)? bobby fortnight lodgings ' +
    'hansom dog-cart curate vicar(?:age)? squire parson(?:age)? beadle workhouse lordship ladyship baronet barouche my_lord public-house inn-keeper postbox pavement(?:s)? torch(?:es)?_out council_flat telly rubbish blimey bloody'),
  marker('American', 1, 'cents sidewalk(?:s)? elevator(?:s)? sheriff(?:s)? diner ' +
    'mom mommy gas_station trash faucet candy highway(?:s)? interstate downtown congressman senator(?:s)? deputy ranch(?:es)? ' +
    'cowboy(?:s)? railroad(?:s)? streetcar(?:s)? saloon(?:s)? drugstore college_kid pickup_truck truck(?:s)? y’all ain’t_gonna'),
  // Place names and titles are capitalised, so case counts here.
  marker('British', 1.5, 'London England Britain Baker_Street Scotland_Yard Piccadilly Thames Oxford Yorkshire Devonshire Devon Cornwall Kent ' +
    'Surrey Sussex Essex Norfolk Hertfordshire Hampshire Derbyshire Covent_Garden Westminster Whitehall Liverpool Manchester Bristol ' +
    'Birmingham Plymouth Greenwich Edinburgh Glasgow Scotland Wales Cardiff Charing_Cross Paddington Waterloo_Station Bow_Street ' +
    'Tottenham_Court_Road Hyde_Park Her_Majesty(?:’s)? His_Majesty(?:’s)? King_George Queen_(?:Anne|Victoria) Royal_Navy H\\.?M\\.?S\\.? Sir_\\p{Lu}\\p{Ll}+ Lady_\\p{Lu}\\p{Ll}+ ' +
    'Lord_\\p{Lu}\\p{Ll}+', 'gu'),
  marker('British', 0.4, 'Mr_\\p{Lu} Mrs_\\p{Lu} Dr_\\p{Lu} British English(?:man|woman)?', 'gu'),
  marker('American', 1.5, 'New_York Brooklyn Manhattan Broadway Chicago Boston Philadelphia California Texas Ohio Illinois Kansas Nebraska ' +
    'Arizona Nevada Oregon Montana Wyoming Iowa Michigan Detroit Brooklyn Los_Angeles Hollywood San_Francisco Las_Vegas Miami Florida ' +
    'Alabama Mississippi Missouri Louisiana New_Orleans Kentucky Tennessee Maryland Massachusetts Connecticut Maine Vermont ' +
    'Seattle Denver Dallas Houston Atlanta Pittsburgh F\\.?B\\.?I\\.? C\\.?I\\.?A\\.? L\\.?A\\.?P\\.?D\\.? N\\.?Y\\.?P\\.?D\\.? Congress ' +
    'White_House fellow_Americans United_States American(?:s)?', 'gu'),
];

/** One marker counts at most this often, so that one place name does not decide a text. */
const MAX_COUNTED = 4;
const MIN_SCORE = 1.5;
const MIN_RATIO = 1.5;
/** Titles before names, and courtesies. When they occur without any American marker, the text counts as British. */
const COURTESIES = /(?<!\p{L})(?:Mr|Mrs|Miss)\.?\s\p{Lu}|\b(?:sir|madam)\b/gu;
const LEAST_COURTESIES = 3;

/**
 * The English of a text, judged by its spelling, money, places and titles; null when these do not decide. A text that uses Mr., Mrs. and the like without
 * anything American is British.
 */
export function originOfText(text: string): TextOrigin | null {
  const scores = { British: 0, American: 0 };
  const counted = new Map<string, number>();
  for (const { origin, weight, pattern } of MARKERS) {
    for (const [found] of matchesOf(text, pattern)) {
      const key = `${origin} ${found.toLowerCase()}`;
      const times = (counted.get(key) ?? 0) + 1;
      counted.set(key, times);
      if (times <= MAX_COUNTED) scores[origin] += weight;
    }
  }
  const [best, other] = scores.British >= scores.American ? ['British', 'American'] as const : ['American', 'British'] as const;
  if (scores[best] >= MIN_SCORE && scores[best] >= MIN_RATIO * scores[other]) return best;
  return scores.American === 0 && (text.match(COURTESIES)?.length ?? 0) >= LEAST_COURTESIES ? 'British' : null;
}

/** Words that name where someone comes from, with the accent of English that goes with it. */
const ACCENTS: readonly [string, RegExp][] = [
  ['Scottish', /\b(?:Scottish|Scots|Scotch|Scotsman|Scotswoman|Scotchman|Glaswegian|Highlander|(?:from|of) (?:Glasgow|Edinburgh|Aberdeen|Dundee|Inverness|Scotland(?! Yard)|the Highlands))\b/iu],
  ['Irish', /\b(?:Irish|Irishman|Irishwoman|Dubliner|(?:from|of) (?:Dublin|Cork|Galway|Belfast|Ireland))\b/iu],
  ['Welsh', /\b(?:Welsh|Welshman|Welshwoman|(?:from|of) (?:Cardiff|Swansea|Wales))\b/iu],
  ['American', /\b(?:American|Yankee|Texan|New Yorker|Bostonian|Southern drawl|(?:from|of) (?:New York|Chicago|Boston|Brooklyn|Texas|California|Philadelphia|San Francisco|America|the (?:United )?States|Kansas|Ohio))\b/iu],
  ['British', /\b(?:British|English(?:man|woman)?|Londoner|Cockney|Yorkshireman|(?:from|of) (?:London|England|Yorkshire|Oxford|Liverpool|Manchester))\b/iu],
  ['Australian', /\b(?:Australian|(?:from|of) (?:Sydney|Melbourne|Australia))\b/iu],
  ['French', /\b(?:French|Frenchman|Frenchwoman|Parisian|(?:from|of) (?:Paris|France))\b/iu],
  ['German', /\b(?:German|Prussian|Bavarian|(?:from|of) (?:Berlin|Germany))\b/iu],
  ['Italian', /\b(?:Italian|(?:from|of) (?:Rome|Naples|Italy))\b/iu],
  ['Indian', /\b(?:Indian accent|(?:from|of) (?:Delhi|Mumbai|Bombay|Calcutta))\b/iu],
];

/** The accent that words about a person name, with the words themselves; null without any. */
export function accentIn(description: string): { accent: string; words: string } | null {
  for (const [accent, pattern] of ACCENTS) {
    const found = pattern.exec(description)?.[0];
    if (found) return { accent, words: found };
  }
  return null;
}

/** Words of Scots that a writer spells out in speech. */
const SCOTS = /\b(?:dinna(?:e)?|cann(?:a|ae)|wisnae|didnae|couldnae|wouldnae|ye ken|I ken|och|wee (?:lad|lass|bairn|man|dram)|bairns?|lassie|laddie|auld|nae|verra)\b/giu;

/** How many words of Scots someone says. */
export const scotsIn = (speech: string): number => speech.match(SCOTS)?.length ?? 0;
