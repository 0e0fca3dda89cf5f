import { matchesOf } from '../../../patterns/matches.js';

/** Finds where and when a scene plays from the words of its sentences alone. */

/** The place of a scene, and the prefix of its heading. */
export interface Setting { place: string; prefix: 'INT.' | 'EXT.' | 'INT./EXT.' }

const INDOORS = 'drawing-room|dining-room|sitting-room|bedroom|bed-room|living-room|schoolroom|school-room|smoking-room|waiting-room|' +
  'dressing-room|ball-room|ballroom|room|study|office|cellar|hall|passage|corridor|inn|church|shop|kitchen|parlour|parlor|library|' +
  'laboratory|garret|attic|cabin|cottage|chamber|ward|theatre|restaurant|hotel|nursery|chapel|carriage|pension|tavern|saloon|store|' +
  'museum|public-house|wheelhouse|engine-room|smoking-car|den|surgery|court-room|gallery|vestibule|ante-room|anteroom|barn|stable|dungeon|cell|vault|tent|hut|flat|apartment|breakfast-room|coffee-room|bar|bar-room|conservatory|vestry|'
  + 'studio|pump-room|boudoir|bedchamber|bed-chamber|salon|lobby|staircase|loft|cellars|buggy|brougham|hansom|coach|chaise|barouche|compartment|cab|cloister|court|workshop|bakery|prison|jail|pantry|lounge|shops';
const OUTDOORS = 'street|square|road|garden|bridge|shore|island|hill|hillside|river-bank|deck|wood|woods|forest|lane|park|' +
  'beach|yard|lawn|terrace|market-place|courtyard|court-yard|harbour|harbor|quay|pier|meadow|moor|cliff|playground|avenue|desert|orchard|' +
  'churchyard|graveyard|veranda|verandah|porch|piazza|balcony|roof|pavement|sidewalk|wharf|river|field|fields|path|highway|archway|downs|grounds|shrubbery|platform|kitchen-garden|bench|seashore|sea-shore|sands|heath|bazaar|market';
const OUT_OF_DOORS = new RegExp(`\\b(?:in|on|across|along|through|down|up|into)\\s(?:the|a|an)\\s(?:\\p{Ll}+\\s)?(?:${OUTDOORS})\\b`, 'iu');
const EITHER = 'house|villa|mansion|lighthouse|palace|temple|cave|police-station|station|farm|mill|school|castle|hospital|boat|ship|steamer|train';
const NAMED = '(?:\\p{Lu}[\\p{L}’-]+\\s){1,2}(?:Street|Square|Road|Lane|House|Hall|Park|Station|Hotel|Inn|Bridge|'
  + 'Terrace|Abbey|Castle|Court|Place|Avenue|Farm|Manor|Cottage|Gardens|Mills?|Market|Lodge|Villa|Club|Museum|Tower|'
  + 'Wharf|Docks?|Crescent|College|Palace|Church|Cathedral|Rooms|Mansions|Stores|Chambers)';
export const DETERMINER = '(?:(?:the|my|our|his|her|their|a|an|its|(?:(?:Mrs?|Miss|Lady|Sir|Madame|Dr)\\.?\\s)?\\p{Lu}[\\p{L}-]+’s)\\s)?';
/** Words that cannot be an adjective of a place. */
const NO_ADJECTIVE = '(?!(?:in|at|the|a|an|of|off|down|up|to|into|and|or|on|from|with|out|by|for|my|our|his|her|their|its|along|through|across|'
  + 'inside|outside|within|upon|about|over|that|this|which|where|back|went|was|were)\\s)';
/** A noun for a place with up to two adjectives, or a proper name that ends in such a noun. */
export const PLACE = `(?:${NAMED}|(?:${NO_ADJECTIVE}(?!same|other|whole|very|next|said|right|wrong|first|last|such|open|further|farther|`
  + `far|front|back)[a-z-]+,?\\s){0,2}(?:${INDOORS}|${OUTDOORS}|${EITHER}))(?![\\p{L}-])`;
const BEING = 'sat|sitting|seated|stood|standing|lay|lying|reclined|reclining|waited|waiting|strolled|strolling|paced|pacing|lounged|lounging|' +
  'dined|dining|knelt|kneeling|gathered|assembled|walked|walking|(?:found|finds)\\s(?:my|him|her|our|them)sel(?:f|ves)|sits|stands|' +
  'worked|working|played|playing|leaned|leaning|met';
const ARRIVING = 'entered|reached|arrived\\s(?:at|in|on)|came\\s(?:into|to|out\\son)|went\\s(?:into|down\\sinto|'
  + 'up\\sinto|in\\sto)|got\\s(?:to|into)|returned\\sto|walked\\sinto|stepped\\s(?:into|out\\son)|' +
  'crossed\\sinto|drew\\sup\\s(?:at|before)|emerged\\s(?:into|on)|passed\\sinto|hurried\\sinto|'
    + '(?:burst|rushed|dashed|filed|stepped|followed\\s\\p{L}+)\\sinto|drove\\sto|climbed\\sto|descended\\s(?:to|into)|made\\s(?:my|our|their|his|her)\\sway\\s(?:into|to)|'
    + '(?:pulled|drew)\\sup\\sin\\sfront\\sof|(?:led|showed|shown|ushered)\\s(?:me|us)\\s(?:up\\s|down\\s)?(?:in)?to';
const AT = 'in|at|on|inside|outside|within|along|through|across|down|up|upon|about';
/** Places that people pass through: arriving at one does not set the place of the scene. */
const THOROUGHFARE = /^(?:passage|corridor|hall|vestibule|street|road|lane|path|pavement|sidewalk|highway|square|bridge)$/u;
/** Nouns that say too little to be the place of a scene. */
const VAGUE_PLACE = /^(?:room|house|place)$/u;
const PATTERNS = [
  new RegExp(`(?<![\\p{L}’-])(?:${BEING})(?![\\p{L}-])[^.;:“”]{0,50}?\\s(?:${AT})\\s${DETERMINER}(${PLACE})`, 'u'),
  new RegExp(`(?<![\\p{L}’-])(?:was|were|is|are|am)\\s(?:(?:still|alone|now|all|both|together|already|back|soon|again|once\\smore|\\p{L}+ly|`
    + `\\p{L}+ing|seated)\\s){0,2}(?:in\\s\\p{Lu}[\\p{L}’-]+\\s)?(?:${AT})\\s${DETERMINER}(${PLACE})`, 'u'),
  new RegExp(`(?<![\\p{L}’-])(?:${ARRIVING})\\s${DETERMINER}(${PLACE})`, 'u'),
  new RegExp(`\\b(?:I|[Ww]e|[Tt]hey)\\s(?:had\\s)?(?:went|walked|drove|rode|passed|hurried|travelled|traveled|came|ran)\\b[^.;:“”]{0,90}?\\s(?:in)?to\\s(?:the\\s)?(${NAMED})(?![\\p{L}-])`, 'u'),
  new RegExp(`^(?:The\\s)?(${NAMED})\\s(?:is|was|lies|lay|stands|stood)\\s(?:a|an|one|in|at|between|on|near)\\b`, 'u'),
  new RegExp(`^It\\swas\\san?\\s((?:[a-z-]+,?\\s){1,3}(?:${INDOORS}))(?![\\p{L}-])`, 'u'),
  new RegExp(`^(?:In|At|On|Inside|Outside|Along|Across)\\s${DETERMINER}(${PLACE})[^.]{0,80}?\\s(?:was|were|sat|stood|lay|hung|came|there)\\s`, 'u'),
];
const ARRIVAL_PATTERN = 2;
/** Matches people who arrive at a place; its capture group is the place. */
export const ARRIVES = PATTERNS[ARRIVAL_PATTERN]!;
const PROPER = '\\p{Lu}[\\p{L}’-]+(?:\\s(?:of\\s)?\\p{Lu}[\\p{L}’-]+){1,3}';
/** An opening that names time and place in one sentence: "On the last night of June the lamp at Gull Head went out." */
const NAMED_OPENING = new RegExp(`^(?:On|One|It was on)\\s[^.;:“”]{0,60}?\\b(?:night|evening|morning|afternoon|day)\\b[^.;:“”]{0,90}?`
  + `(?<!\\b(?:look|star|glanc|gaz|laugh|smil|point|shout|peer|swear|aim|throw)\\p{L}*)(?<!threw|swore)\\sat\\s(?:the\\s)?(${PROPER})`, 'u');
/** Signs that a clause is not about here and now: a denial, wish, memory, habit or comparison. */
const NOT_HERE = new RegExp([
  String.raw`\b(?:if|would|could|might|never|not|no|nor|neither|without|had|always|often|every|usually|sometimes|`,
  String.raw`seldom|used to|like|as though|as if|than|where|when|whose|which|who|until|till|before|(?<!at )once(?! more)|years?|`,
  String.raw`may|must|shall|will|any|many|several|few|most|some)\b`,
].join(''), 'iu');
/** Words after a place that make it a figure of speech: `on the road to ruin`. */
const FIGURE_OF_SPEECH = new RegExp([
  String.raw`^\s(?:of\s(?:a|an|his|her|my|their|the\s(?:law|world|heart|mind|matter|future|past|truth))\b|`,
  String.raw`to\s(?:ruin|success|wealth|fame)|door\b|window\b)`,
].join(''), 'u');
const NO_PLACE = /^(?:no|every|each|one|some|any|many|more|much|little|enough|another|spare|ample|this|that|these|those)\s/iu;

/** The narrator or a group moves on. `He` and `she` do not count: one person may leave a scene that continues. */
export const ARRIVAL = new RegExp('\\b(?:I|[Ww]e|[Tt]hey)\\s(?:\\w+ly\\s)?(?:had\\s)?(?:went|walked|drove|rode|travelled|' +
  'traveled|reached|arrived|came|returned|entered|hurried|set off|set out|passed|drew up|pulled up|made (?:my|our|their) way|found ourselves|found myself|' +
  '(?:was|were) (?:walking|driving|riding|hurrying|(?:soon |once more )?back (?:in|at)))\\b');

/** The first place where a person is or arrives; null when none is certain. */
export function settingIn(sentences: readonly string[]): Setting | null {
  const named = NAMED_OPENING.exec(sentences[0] ?? '')?.[1];
  if (named !== undefined && !NOT_HERE.test(sentences[0]!.split(named)[0]!)) return { place: named,
    prefix: prefixOf(named) };
  return settingsIn(sentences).next().value ?? null;
}

/** The only place where these sentences have people; null when they have none or several. */
export function onlySettingIn(sentences: readonly string[]): Setting | null {
  const found = [...settingsIn(sentences)];
  const nouns = new Set(found.map(({ place }) => place.split(' ').at(-1)!.toLowerCase()));
  return nouns.size === 1 ? found.reduce((fullest, one) => one.place.length > fullest.place.length ? one
    : fullest) : null;
}

const FURNITURE = new RegExp('\\b(?:(?:the|his|her|my|an?)\\s(?:\\p{Ll}+\\s)?(?:hearth|hearthrug|hearth-rug|fireplace|mantelpiece|mantel-piece|mantel|chimney-piece|sofa|couch|'
  + 'arm-?chair|easy-?chair|writing-?(?:table|desk)|sideboard|bookcase|carpet|ceiling|chandelier|fender|bedside|breakfast-?table|dinner-?table|tea-?table|piano|bedstead|pillow|(?<!(?:flower|river)[ -])bed(?! of\\b)))\\b', 'iu');
const ACTS = new RegExp('\\b(?:sat|sitting|seated|stood|standing|leaned|leaning|lay|lying|rose|sank|crossed|turned|walked|went|dropped|threw|flung|'
  + 'lounged|lounging|reclined|reclining|drew|knelt|paced)\\b', 'u');

/** True when people sit, stand or move among furniture, and nobody is out of doors. */
export function areIndoors(sentences: readonly string[]): boolean {
  const indoors = sentences.filter((sentence) => FURNITURE.test(sentence) && ACTS.test(sentence)
    && !NOT_HERE.test(sentence.split(FURNITURE)[0]!));
  return indoors.length > 0 && !sentences.some((sentence) => OUT_OF_DOORS.test(sentence));
}

/** Words that put people in an unspecified room. */
const IN_SOME_ROOM = /\b(?:in|into|across|round|about|through|out of|entered|left|of) the room\b/u;

/** True when the narration has people in a room, and nobody is out of doors. */
export function areInRoom(sentences: readonly string[]): boolean {
  return sentences.some((sentence) => {
    const found = IN_SOME_ROOM.exec(sentence);
    return found !== null && !NOT_HERE.test(clauseAround(sentence, found.index, found.index).split(',').at(-1)!);
  })
    && !sentences.some((sentence) => OUT_OF_DOORS.test(sentence));
}

function* settingsIn(sentences: readonly string[]): Generator<Setting> {
  for (const sentence of sentences) {
    for (const [index, pattern] of PATTERNS.entries()) {
      const found = pattern.exec(sentence);
      const place = found?.[1]?.trim();
      if (!found || place === undefined || NO_PLACE.test(place)) continue;
      if (VAGUE_PLACE.test(place) || (index === ARRIVAL_PATTERN && THOROUGHFARE.test(place))) continue;
      const end = found.index + found[0].length;
      const clause = clauseAround(sentence, found.index, end).replace(/\b(?:I|we|they) had\b/iu, '');
      if (NOT_HERE.test(clause.replace(index === ARRIVAL_PATTERN ? /^.*\bwhen\s/u : /^.*\bwhen\s(?=(?:I|we|they)\s)/u, ''))
        || FIGURE_OF_SPEECH.test(sentence.slice(end))) continue;
      yield { place, prefix: prefixOf(place) };
      break;
    }
  }
}

const CLAUSE_MARK = /[;:—]|,\s(?=(?:and|but|so|when|while|as)\s)/gu;

/** True when a sentence mentions the place as here and now: no denial, wish, memory, habit, comparison or figure of speech. */
export function isHere(sentence: string, from: number, end: number): boolean {
  return !NOT_HERE.test(clauseAround(sentence, from, end)) && !FIGURE_OF_SPEECH.test(sentence.slice(end));
}

function clauseAround(sentence: string, from: number, to: number): string {
  const before = sentence.slice(0, from);
  const marks = matchesOf(before, CLAUSE_MARK).at(-1);
  const start = marks ? marks.index + marks[0].length : 0;
  return sentence.slice(start, to);
}

/** The prefix that the heading of a place begins with. */
export function prefixOf(place: string): Setting['prefix'] {
  const noun = place.split(' ').at(-1)!.toLowerCase();
  if (new RegExp(`^(?:${INDOORS})$`, 'u').test(noun)) return 'INT.';
  if (/\p{Lu}/u.test(place)) return 'INT./EXT.';
  return new RegExp(`^(?:${OUTDOORS})$`, 'u').test(noun) ? 'EXT.' : 'INT./EXT.';
}

const HOUR = 'nearly|about|past|just|already|close\\supon|late|early|still|now|almost|quite|not\\syet';
const TIMES: readonly [string, RegExp][] = [
  ['NIGHT', nowPattern('night|midnight|nightfall')],
  ['EVENING', nowPattern('evening|dusk|sunset|twilight|sundown|nightfall')],
  ['MORNING', nowPattern('morning|dawn|sunrise|daybreak')],
  ['AFTERNOON', nowPattern('afternoon|noon|noonday|midday')],
  ['NIGHT', new RegExp([
    String.raw`\b(?:by|in) the (?:light of the moon|moonlight|candle-?light|lamp-?light|light of (?:a|`,
    String.raw`the) (?:candle|lamp|lantern))\b|\bthe (?:lamps?|candles?) (?:was|were|had been) (?:lit|lighted|`,
    String.raw`burning)\b|\bby (?:candle-?light|lamp-?light|moonlight)\b|\bthe moon (?:was|had risen|shone|hung|`,
    String.raw`rose)\b`,
  ].join(''), 'iu')],
  ['EVENING', /\b(?:at|after|over|during) (?:dinner|supper)\b|\bafter-dinner\b|\bthe sun was (?:setting|sinking|low)\b/iu],
  ['MORNING', new RegExp([
    String.raw`\b(?:at|after|over|during) (?:the )?breakfast(?:-table| table)?\b|\bthe sun (?:was rising|`,
    String.raw`had just risen)\b|\b(?:the )?day (?:broke|was breaking|was dawning)\b`,
  ].join(''), 'iu')],
  ['AFTERNOON', /\b(?:at|after|over|during) (?:luncheon|lunch)\b|\bafternoon tea\b/iu],
];
/** Words for a time of day that do not mean now. */
const NOT_NOW = new RegExp([
  String.raw`\b(?:(?<!\bthe )last|every|each|all|any|many|other|some|both|yesterday|tomorrow|to-morrow|previous|day after|`,
  String.raw`once a)\s(?:\w+\s)?(?:night|evening|morning|afternoon|day)s?\b|\b(?:night|evening|morning|`,
  String.raw`afternoon) (?:before|previous|after)\b|\b(?:would|used to|always|usually|often|never|had been|`,
  String.raw`has been|until|till|before|since)\b`,
].join(''), 'iu');

function nowPattern(words: string): RegExp {
  return new RegExp(`(?:\\b(?:that|this|one|next|the (?:next|following|same)|late (?:in the|that|one)|early (?:in the|`
    + `that|one|next)|(?:up)?on (?:the|a|that|\\w+day)(?: (?:first|second|third))?|`
    + `toward(?:s)?|at|on an? (?:\\w+,? ){1,2}|by|in the|as the|when the)\\s(?:\\w+day\\s|\\w+ly\\s|`
      + `first\\s|last\\s|same\\s|early\\s|late\\s){0,2}(?:${words})\\b`
    + `|\\bit was (?:(?:${HOUR}|an?|the|one|[a-z]+,?)\\s){0,4}(?:${words})\\b|\\bo’clock (?:in the|at|`
      + `that) (?:${words})\\b|^(?:late |early )?(?:one|that|this|next) (?:${words})\\b|`
      + `\\bthe (?:${words}) (?:was|had come|came|fell|drew|wore)\\b)`, 'iu');
}

/** The time of day in these sentences, as a heading spells it; null when they do not say. */
export function timeIn(sentences: readonly string[]): string | null {
  for (const clause of sentences.flatMap((sentence) => sentence.split(CLAUSE_MARK))) {
    if (NOT_NOW.test(clause)) continue;
    const found = TIMES.find(([, words]) => words.test(clause));
    if (found) return found[0];
  }
  return null;
}
