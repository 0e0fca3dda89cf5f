import { matchesOf } from '../patterns/matches.js';

/** The eras whose rooms, streets and clothes differ, from the earliest on. */
export const ERAS = ['antiquity', 'medieval', 'georgian', 'victorian', 'midcentury', 'modern', 'future'] as const;
export type Era = (typeof ERAS)[number];

/** Whether an era is earlier than another one. */
export const isBefore = (era: Era, other: Era): boolean => ERAS.indexOf(era) < ERAS.indexOf(other);

/** The first year of each era after antiquity. `georgian` covers everything between the Middle Ages and the railway. */
const FIRST_YEARS: readonly (readonly [Era, number])[] = [
  ['future', 2_085], ['modern', 1_970], ['midcentury', 1_919], ['victorian', 1_820], ['georgian', 1_600], ['medieval', 500],
];

/** The era of a year AD. */
export const eraOfYear = (year: number): Era => FIRST_YEARS.find(([, first]) => year >= first)?.[0] ?? 'antiquity';

type Signs = readonly (readonly [Era, number, RegExp])[];

const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}])(?:${list})(?![\\p{L}])`, 'giu');

/** Things, trades and customs of each era, with the weight that each different word of the list adds. */
const SIGNS: Signs = [
  ['antiquity', 3, words('togas?|chariots?|gladiators?|centurions?|legionar(?:y|ies)|pharaohs?|triremes?|amphorae?|hoplites?|praetorians?|sibyls?|papyrus|oracle of \\p{L}+|senators? of Rome|sesterces|drachmas?')],
  ['medieval', 3, words('knights?|thanes?|serfs?|crossbows?|longbows?|chain ?mail|minstrels?|joust(?:s|ing)?|liege|vassals?|scutcheons?|halberds?|friars?|castellan|drawbridge|catapults?|trebuchets?|yeomen|crusaders?|squires? at arms|vikings?|longships?|alchemists?|mead[- ]hall')],
  ['georgian', 3, words('muskets?|musketeers?|galleons?|periwigs?|powdered (?:wig|hair)s?|sedan[- ]chairs?|frigates?|redcoats?|footpads?|highwaym[ae]n|doubloons?|cutlass(?:es)?|tricorne?s?|snuff[- ]?box(?:es)?|minuets?|flintlocks?|blunderbuss|pieces of eight|privateers?|corsairs?|quill(?:s|[- ]pens?)?|post[- ]?chaises?|blackamoors?|press[- ]gangs?|man[- ]of[- ]war|King George the (?:First|Second|Third)|King (?:James|Charles|William) the (?:First|Second|Third)|Queen Anne|Jacobites?|the (?:Old |Young )?Pretender|(?:woollen|linen)[- ]drapers?|Roundheads?')],
  ['victorian', 3, words('hansoms?|hansom cabs?|dog-?carts?|gas-?(?:lamps?|light|lit|jets?)|broughams?|landaus?|growlers?|telegraph(?:ed|ist)?|telegrams?|half-crowns?|ulsters?|frock[- ]coats?|dressing-gowns?|waistcoats?|top[- ]hats?|crinolines?|bonnets?|bustles?|bowlers?|cravats?|whal(?:ers?|ing)|paddle[- ]steamers?|steam(?:ers?|[- ]?ships?|[- ]engines?)|workhouses?|opium|governess(?:es)?|coachm[ae]n|lascars?|parlou?r-?maids?|penny[- ]post|phonographs?|daguerreotypes?|antimacassars?|blacksmiths?|schooners?|brigs?|whale[- ]oil|quicksilver|foolscap|gaiters|lodgings|blubber|oil[- ]?lamps?|omnibus(?:es)?|perambulators?|cabm[ae]n|stage ?coach(?:es)?|magic[- ]lanterns?|linoleum|wagon[- ]trains?|prairie[- ]schooners?|stockades?|injuns?|papooses?|log[- ](?:cabins?|school-?houses?)|muzzle-?loaders?|Queen Victoria')],
  ['victorian', 1, words('lanterns?|candles?|candlesticks?|carriages?|coaches|sovereigns?|guineas?|shillings?|clockwork|the packet|valises?|hearths?|parlou?rs?|tailcoats?|box of matches|natives?|savages?|inns?|innkeepers?|footm[ae]n|horseback|tallow|matches|lamplight|masts?')],
  ['midcentury', 3, words('wireless|gramophones?|typewriters?|motor-?cars?|charabancs?|air[- ]raids?|blackout|gas[- ]masks?|zeppelins?|fedoras?|speakeas(?:y|ies)|nylons|juke ?box(?:es)?|telephone (?:box|kiosk|exchange)|telegraph boy|biplanes?|bombers?|GIs?|ration(?:s|ing| books?)|trenches|flappers?|soviets?|cold war|iron curtain|atom(?:ic)? bombs?|hydrogen bombs?|nazis?|doodlebugs?|demob\\w*|evacuees?|newsreels?|arms race|the atom|balance of terror|spitfires?|talkies|teletypes?|carbon paper')],
  ['midcentury', 1, words('telephones?|radio|cinema|trams?|automobiles?|lorr(?:y|ies)|jazz|cigarettes?|trunk call|trilby|sedan')],
  ['modern', 4, words('smart ?phones?|mobile phones?|cell ?phones?|lap ?tops?|e-?mails?|e-?mailed|internet|web ?sites?|online|text(?:ed| messages?)|hash ?tags?|podcasts?|GPS|satnav|CCTV|wi-?fi|screenshots?|selfies?|drones?|servers?|databases?|software|app|apps|google|facebook|youtube|startups?|data ?cent(?:er|re)s?|dashboards?|headphones|microwaves?|video calls?|voicemail|touch ?screens?|algorithms?|cloud storage|bitcoin|electric cars?|solar panels?|climate change|genomes?|DNA')],
  ['modern', 2, words('computers?|televisions?|TV|helicopters?|airports?|motorways?|supermarkets?|photocopiers?|jeans|hoodies?|sneakers|T-shirts?|sunglasses|baseball caps?|air[- ]condition(?:ing|ed|er)|turbines?|sensors?|satellites?|plastic|car ?parks?|SUVs?|credit cards?|interns?|CEOs?|parking fees|carbon dioxide|minibus')],
  ['modern', 1, words('phones?|cars?|trucks?|vans?|garage|elevators?|diesel|freezers?|fridges?|coffee machine|kilowatts?|volts?|percent')],
  ['future', 4, words('star ?ships?|hyperspace|androids?|cyborgs?|terraform\\w*|light-years?|warp drive|space ?ports?|hover ?cars?|cryo(?:sleep|genic\\w*)|holograms?|replicants?|generation ships?|escape pods?|colony (?:ship|dome)s?|mars colony|moon ?base|nanobots?|blasters?|airlocks?')],
];

/** Obsolete spelling and phrasing, which counts as a sign of age unless the text clearly belongs to the twentieth century or later. */
const OLD_PROSE = words('to-(?:day|night|morrow)|connexions?|shew(?:n|ed|s)?|gaol(?:er)?|some one|every one|any one|whilst|thither|hither|whence|ere|thereupon|hitherto|ejaculated|countenance|upon|endeavou?red|a good deal|for my part|(?:every|any) (?:body|thing)|amiable|civilit(?:y|ies)|felicity|chus(?:e|es|ing)|surpriz(?:e|ed|ing)|curricles?|phaetons?|barouches?|ladyship|lordship');
const OLDER_PROSE = words('thee|thou|thy|thine|hath|doth|forsooth|prithee|methinks|quoth|wherefore|sirrah');
/** How many old words in 1,000 count as a sign. */
const OLD_PROSE_RATE = 3;
const OLDER_PROSE_RATE = 4;
const OLD_PROSE_WEIGHT = 3;

const YEAR = /(?<![\d,.$£€])(1[0-9]\d\d|20\d\d)(?![\d,]|\.\d|\s*(?:per|percent|%|pounds|dollars|miles|feet|metres|men|people|years|km|kg|m\b))/g;
const CENTURY = /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)[- ]century|\b(tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth)[- ]century/gi;
const CENTURIES = ['tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth', 'seventeenth', 'eighteenth', 'nineteenth', 'twentieth'];
const YEAR_WEIGHT = 6;
/** Of the years in a text, only those within this span of the latest one date it; earlier ones are its history. */
const SAME_TIME_YEARS = 60;
const MAX_YEAR = 2_084;
const MIN_SCORE = 3;
/** The score of a year, or of two things of an era. Below it, the era is only a guess. */
const SURE_SCORE = 6;
/** Eras that look entirely different from the others. A single word is not enough for them: a Pharaoh is also a strong ale, and a knight a chess piece. */
const FAR: ReadonlySet<Era> = new Set<Era>(['antiquity', 'medieval', 'future']);
const LEAST_SIGNS = 2;
/** The number of characters searched: enough for any read, and a limit for very long ones. */
const MAX_SEARCHED = 400_000;

function yearsIn(text: string): number[] {
  const years = matchesOf(text, YEAR).map(([, digits]) => Number(digits)).filter((year) => year >= 1_000 && year <= MAX_YEAR);
  for (const [, digits, word] of matchesOf(text, CENTURY)) {
    const century = digits ? Number(digits) : CENTURIES.indexOf(word!.toLowerCase()) + 10;
    if (century >= 10 && century <= 20) years.push(century * 100 - 50);
  }
  return years;
}

/** The year in which a text is set, by the years it states: the median of the latest ones; null when it states none. */
function yearOf(text: string): number | null {
  const years = yearsIn(text).sort((a, b) => a - b);
  const latest = years.filter((year) => year > years.at(-1)! - SAME_TIME_YEARS);
  return latest[Math.floor(latest.length / 2)] ?? null;
}

function proseScores(text: string): [Era, number][] {
  const count = (text.match(/\p{L}+/gu) ?? []).length;
  const rate = (pattern: RegExp) => ((text.match(pattern) ?? []).length * 1_000) / Math.max(count, 200);
  if (rate(OLDER_PROSE) >= OLDER_PROSE_RATE) return [['georgian', OLD_PROSE_WEIGHT]];
  return rate(OLD_PROSE) >= OLD_PROSE_RATE ? [['victorian', OLD_PROSE_WEIGHT]] : [];
}

/** The era of a text. It is sure when a year or several things of the era show it, and a guess when a single word or the prose suggests it. */
export interface FoundEra { era: Era; isSure: boolean }

/**
 * The era in which a text is set, judged by the years it states, by the things, trades and customs in it, and by its old-fashioned prose. Null when nothing
 * tells.
 */
export function findEra(text: string): FoundEra | null {
  const searched = text.slice(0, MAX_SEARCHED).replace(/[’]/g, '\'');
  const scores = new Map<Era, number>();
  const add = (era: Era, weight: number) => scores.set(era, (scores.get(era) ?? 0) + weight);
  for (const [era, weight, pattern] of SIGNS) {
    // A repeated word counts little more than once.
    const found = new Map<string, number>();
    for (const [word] of matchesOf(searched, pattern)) found.set(word.toLowerCase(), (found.get(word.toLowerCase()) ?? 0) + 1);
    const times = [...found.values()].reduce((sum, count) => sum + count, 0);
    if (FAR.has(era) && times < LEAST_SIGNS) continue;
    for (const count of found.values()) add(era, weight * (1 + Math.min(2, count - 1) * 0.15));
  }
  const year = yearOf(searched);
  if (year !== null) add(eraOfYear(year), YEAR_WEIGHT);
  // A modern text may mention old things, but an old text cannot mention new ones.
  const newest = (['modern', 'midcentury'] as const).find((era) => (scores.get(era) ?? 0) >= 8 && (scores.get('future') ?? 0) < (scores.get(era) ?? 0));
  if (newest) return { era: newest, isSure: true };
  for (const [era, weight] of proseScores(searched)) add(era, weight);
  const best = ERAS.filter((era) => scores.has(era)).sort((a, b) => scores.get(b)! - scores.get(a)! || ERAS.indexOf(b) - ERAS.indexOf(a))[0];
  const score = best === undefined ? 0 : scores.get(best)!;
  return best !== undefined && score >= MIN_SCORE ? { era: best, isSure: score >= SURE_SCORE } : null;
}

/** The era that `findEra` finds, sure or not. */
export const eraOfText = (text: string): Era | null => findEra(text)?.era ?? null;

const ERA_PHRASES: Record<Era, string> = {
  antiquity: 'in antiquity', medieval: 'in the Middle Ages', georgian: 'in the eighteenth century', victorian: 'in the nineteenth century',
  midcentury: 'in the middle of the twentieth century', modern: '', future: 'in the future',
};

/** The era in words for a description, with a leading comma; empty for the present. */
export const describeEra = (era: Era): string => (ERA_PHRASES[era] ? `, ${ERA_PHRASES[era]}` : '');
