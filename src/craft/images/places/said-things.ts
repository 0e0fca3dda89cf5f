import { DONE_BEFORE } from './place-nouns.js';
import { plain, type Side, type TimeOfDay, type Weather } from './place-terms.js';
import { THING_KINDS, THINGS, type SaidThing, type Thing } from './things.js';
import { matchesOf } from '../../patterns/matches.js';

/** Colours, and materials with the colour that they have. */
const COLOURS: readonly (readonly [string, RegExp])[] = [
  ['#a83a34', /^(?:red|crimson|scarlet|ruby|vermilion)$/], ['#3f6ea8', /^(?:blue|azure|sapphire|turquoise)$/],
    ['#4a7d4e', /^(?:green|olive-green|sea-green|emerald)$/],
  ['#d9b23f', /^(?:yellow|mustard|lemon-yellow)$/], ['#d0a84a', /^(?:gold|golden|gilt|gilded|brass|brazen)$/],
    ['#8a5a3a', /^(?:brown|chocolate|chocolate-coloured)$/],
  ['#f2eee2', /^(?:white|whitewashed|white-washed|snowy|ivory|whitened)$/], ['#e8d9b4', /^(?:cream|cream-coloured|cream-colored)$/],
    ['#2b2a2e', /^(?:black|blackened|ebony|sooty)$/],
  ['#8f9296', /^(?:gr[ae]y)$/], ['#e0a088', /^(?:pink|rosy|peach|peach-coloured|salmon)$/], ['#7a5a8f', /^(?:purple|violet|mauve|lilac)$/],
    ['#d0803a', /^(?:orange|apricot|apricot-coloured)$/],
  ['#b9c4c9', /^(?:silver|silvery|pewter|tin|steel)$/], ['#9a6f45', /^(?:oak|oaken|pine|deal|wooden|wicker|bamboo|olive-stained)$/],
    ['#6b3428', /^(?:mahogany|rosewood|walnut)$/],
  ['#dedad0', /^(?:marble|alabaster)$/], ['#a9a498', /^(?:stone|granite)$/], ['#a8583f', /^(?:brick|terracotta|brickdust)$/],
    ['#4a4e52', /^(?:iron|cast-iron|lead|leaded)$/], ['#bcdcd6', /^(?:glass|crystal)$/],
];
const colourOf = (word: string): string | undefined => COLOURS.find(([, words]) => words.test(word))?.[0];

const NUMBERS: readonly RegExp[] = [/^two$|^both$|^pair$/, /^three$/, /^four$/, /^(?:five|six|seven|eight|nine|ten|several|many|dozen|rows?|countless)$/];
const MAX_COUNT = 5;
/** Words that begin another phrase: words before them do not belong to the noun. */
const OTHER_PHRASE = /^(?:the|a|an|this|that|his|her|its|their|my|our|your|some|every|each|of|in|on|at|by|with|from|to|and|or|but|was|were|is|are|had|has|whose|which)$/;
const MAX_WORDS_BEFORE = 4;
/** A denial or a possibility before a noun. */
const ELSEWHERE = /(?:\b(?:like|not|no|never|neither|nor|without|could be|might be|would be|may be|instead of|such as|dreamed of|thought of|remember(?:ed)?|(?<!was |were )left)\s+(?:(?:the|a|an|any|in|on|at)\s+)*(?:[\p{L}'-]+\s+)?)$/u;
/** People who come from a place are no longer there, but light comes from a window that is. */
const COMES_FROM = /\bfrom\s+(?:(?:the|a|an)\s+)?(?:[\p{L}'-]+\s+)?$/u;
/** A comparison reaches to the end of its clause, or to the preposition that says where the compared thing is. */
const COMPARED = /\b(?:as if|as though|reminded (?:him|her|me|us|them) of|might have been)\b[^.;:!?]*$|\b(?:like|than)\b(?:(?!\b(?:on|upon|in|at|beside|by|under|near|before|over)\b)[^.;:!?])*$/;
/** A comparison with any place of a kind, such as "like the beacon in a lighthouse": the scene is not there. */
const COMPARED_PLACE = /\b(?:like|than) (?:(?:the|a|an|some|any) )?(?:[\p{L}'-]+ ){1,3}?(?:in|on|at|of|from|by|near) (?:a|an|some) (?:[\p{L}'-]+ )?$/u;
const AS = /\bas (?:[\p{L}'-]+ ){0,1}$|\bas [\p{L}]+ (?:stands?|rises?|lies?|hangs?|grows?|runs?)\b[^.;:!?]*$/u;
const NOT_THERE = /\b(?:in england|once|used to (?:be|have)|there (?:was|were) no|had (?:been|had) no|no longer|absence of|never had|instead of|went to|going to|gone to|goes to|go to|got out of|early to|late to|retired to|confined to)(?: (?:the|a|an|his|her|my|any|their))?\s*$/;
const CONTEXT = 70;
const MAX_THINGS = 16;
const MAX_CHARS = 6_000;

interface Match { thing: Thing; start: number; end: number; text: string }

/** Things in a text. Of overlapping matches only the longest counts, so that `a little door` is not also a door. */
function matchesIn(text: string, side: Side | null): Match[] {
  const can = side === null ? THINGS : THINGS.filter((thing) => THING_KINDS[thing][side === 'in' ? 'inside' : 'outside'] !== null);
  const all = can.flatMap((thing) => matchesOf(text, THING_KINDS[thing].words).map(({ index, 0: found }): Match => (
    { thing, start: index, end: index + found.length, text: found })));
  all.sort((a, b) => a.start - b.start || b.end - a.end);
  return all.filter((one, at) => !all.some((other, where) => where !== at && other.start < one.end && one.start < other.end
    && (other.end - other.start > one.end - one.start || (other.end - other.start === one.end - one.start && where < at))));
}

/** False where the words before a noun, in lower case, say that it is not there: a comparison, a denial, a memory. */
export function isThere(before: string): boolean {
  const clause = before.split(/[,]/).at(-1)!;
  const isCompared = COMPARED.test(clause) || COMPARED_PLACE.test(clause) || AS.test(before);
  return !isCompared && !ELSEWHERE.test(before) && !NOT_THERE.test(before) && !DONE_BEFORE.test(before);
}

/** The words before a noun that describe it, the nearest first. */
function wordsBefore(before: string): string[] {
  const words = before.split(/[.;:!?(),]/).at(-1)!.trim().split(/\s+/).filter(Boolean).reverse().slice(0, MAX_WORDS_BEFORE);
  const end = words.findIndex((word) => OTHER_PHRASE.test(word));
  return end < 0 ? words : words.slice(0, end);
}

const AFTER = /^(?: \p{L}+)? (?:of (?:(?:a|the) )?(?:[\p{L}-]+ ){0,2}?|(?:was|were|is|are|had been) (?:all |painted |of |once |[\p{L}]+ly )?|painted )([\p{L}-]+)/u;

function qualities(match: Match, before: string, after: string): Omit<SaidThing, 'thing'> {
  const own = [...match.text.split(/[\s]+/).slice(0, -1), ...match.text.split(/[\s-]+/)].reverse();
  const words = [...wordsBefore(before), ...own];
  const told = AFTER.exec(after)?.[1];
  const colour = words.flatMap((word) => [word, ...word.split('-')]).map(colourOf).find(Boolean) ?? (told ? colourOf(told) : undefined)
    ?? (/\bof\b/.test(after.slice(0, 4)) ? after.slice(4, 40).split(/[\s,.;]+/).slice(0, 3).map(colourOf).find(Boolean) : undefined);
  const number = words.map((word) => NUMBERS.findIndex((pattern) => pattern.test(word))).find((at) => at >= 0);
  const count = number !== undefined ? number + 2 : /(?:[^s']s|shelves|leaves)$/.test(match.text) ? 3 : 1;
  return { ...(colour ? { colour } : {}), ...(count > 1 ? { count: Math.min(count, MAX_COUNT) } : {}) };
}

/** Merges mentions of the same thing into one, with its first colour and its largest count. */
export function mergeThings(things: readonly SaidThing[]): SaidThing[] {
  const merged = new Map<Thing, SaidThing>();
  for (const said of things) {
    const known = merged.get(said.thing);
    const [colour, count] = [known?.colour ?? said.colour, Math.max(known?.count ?? 1, said.count ?? 1)];
    merged.set(said.thing, { thing: said.thing, ...(colour ? { colour } : {}), ...(count > 1 ? { count } : {}) });
  }
  return [...merged.values()].slice(0, MAX_THINGS);
}

const GLASS_HOUSES = '(?:green|hot|glass)-?house|conservatory';
/** Words that tell that people in a room see what is outside. */
const SEES_OUT = new RegExp(`\\b(?:windows?|casements?|panes?|look(?:ed|ing)? out|out of doors|outside|verandah?|view|prospect|balcony|sky-?light|glass (?:roof|walls)|${GLASS_HOUSES})\\b`);

const GROWING_ROSES = /tree|bush|garden|bed/;
const GLASS_HOUSE = new RegExp(`\\b(?:${GLASS_HOUSES})\\b`);

/** The things that words put into a place, in text order; without a side, all of them. In a room, roses are cut flowers unless they grow there. */
export function thingsIn(words: string, side: Side | null = null): SaidThing[] {
  const text = plain(words.slice(0, MAX_CHARS).replace(/[’]/g, '\'').replace(/[_\s]+/g, ' '));
  const seesOut = SEES_OUT.test(text);
  const found = matchesIn(text, side).flatMap((match): SaidThing[] => {
    const before = text.slice(Math.max(0, match.start - CONTEXT), match.start);
    const isOutside = THING_KINDS[match.thing].inside === 'view' || THING_KINDS[match.thing].inside === null;
    if (!isThere(before) || (isOutside && COMES_FROM.test(before))) return [];
    const thing = side === 'in' && match.thing === 'roses' && !GROWING_ROSES.test(match.text) && !GLASS_HOUSE.test(text) ? 'flowers' : match.thing;
    return [{ thing, ...qualities(match, before, text.slice(match.end, match.end + CONTEXT)) }];
  });
  return mergeThings(found.filter((said) => isOnSide(said, side, seesOut)));
}

const DETERMINER = /(?:^|\s)(?:the|a|an|this|that|his|her|its|their|my|our|your|some|every|each|another|one|no|\p{L}+'s)\s(?:[\p{L}-]+\s){0,3}$/u;
const IRREGULAR = /^keep$|(?:cattle|sheep|oxen|people|geese)$/;

/** False for words that may be verbs, as in "to keep", or that are not nouns by themselves, as "brilliantly lit". */
const isNoun = (noun: string, before: string): boolean =>
  !/(?:ed|lit|ing|ran|run|hung|burn\p{L}*)$/u.test(noun) && !IRREGULAR.test(noun) && (/[^s]s$/.test(noun) || DETERMINER.test(before));

/** A thing with the words for it: its noun, with its colour and number. */
export interface WordedThing { thing: Thing; words: string }

/** The things of `thingsIn` that a noun in the text names, each once, with the words of the first such mention. */
export function wordedThings(words: string, side: Side): WordedThing[] {
  const text = plain(words.slice(0, MAX_CHARS).replace(/[’]/g, '\'').replace(/[_\s]+/g, ' '));
  const said = new Set(thingsIn(words, side).map(({ thing }) => thing));
  const found = new Map<Thing, string>();
  for (const { thing, start, text: noun } of matchesIn(text, side)) {
    const before = text.slice(Math.max(0, start - CONTEXT), start);
    if (!said.has(thing) || found.has(thing) || !isThere(before) || !isNoun(noun, before)) continue;
    const told = wordsBefore(before).filter((word) => colourOf(word) !== undefined || NUMBERS.some((number) => number.test(word))).reverse();
    found.set(thing, [...told, noun].join(' '));
  }
  return [...found].map(([thing, own]) => ({ thing, words: own }));
}

function isOnSide({ thing, count = 1 }: SaidThing, side: Side | null, seesOut: boolean): boolean {
  if (side === null) return true;
  // A single house mentioned in a room is usually the one around it.
  if (thing === 'house' && side === 'in' && count < 2) return false;
  const spot = THING_KINDS[thing][side === 'in' ? 'inside' : 'outside'];
  return spot !== null && (spot !== 'view' || seesOut);
}

/** The things of a place that can be drawn on its side. */
export const thingsOnSide = (things: readonly SaidThing[], side: Side): SaidThing[] => things.filter((said) => isOnSide(said, side, true));

const TOLD_TIMES: readonly (readonly [TimeOfDay, RegExp])[] = [
  ['golden', /\b(?:(?<!glow of |after |after the )sun-?set|towards evening|late (?:in the )?afternoon|setting sun|western sun|sun was (?:low|setting|sinking)|(?:last|slanting|level|long) (?:beams|rays)(?: of (?:the )?sun)?|afternoon was far advanced|low sun)\b/],
  ['dusk', /\b(?:dusk|twilight|evening|nightfall|gloaming|supper(?:-table)?|sun (?:had|has) (?:set|gone down|sunk)|after-?glow|after dinner|fading light|approaching night)\b/],
  ['dawn', /\b(?:dawn|sun-?rise|day-?break|first light|before the sun|sun was (?:just )?rising|not yet day-?light|glimmering of the coming day)\b/],
  ['night', /\b(?:(?:mid)?night|moon-?light|full moon|moonlit|by (?:lamp|candle)-?light|in the dark(?:ness)?|pitch dark|three in the morning|two in the morning|four in the morning)\b/],
  ['day', /\b(?:morning|noon|afternoon|mid-?day|day-?light|sun-?shine|sunlight|breakfast|lunch(?:eon)?|tea-time|(?:one|two|three|four) o.? ?clock)\b/],
];
/** Words that tell the time only if no other word does. */
const WEAK_TIMES: readonly (readonly [TimeOfDay, RegExp])[] = [['night', /\b(?:the moon|the stars|starlight|saturn|jupiter)\b/], ['day', /\b(?:the sun|sunny)\b/]];
const TIME_CHARS = 900;
/** Words before a time that is not the scene's: last night, after having passed a quiet night. */
const OTHER_TIME = /\b(?:good|last|to-?|every|all|yesterday|previous|some|other|tempest of the|having passed (?:\S+ ){0,3}|(?:passed|slept|after|before|since|until|till|through|wait for) (?:(?:the|a|an|all)(?: \S+)?)?)\W*$/;

/** The time of day that the first words of a scene tell: the earliest word decides, but a low sun refines "evening". */
export function toldTime(words: string): TimeOfDay | null {
  const text = plain(words.slice(0, TIME_CHARS).replace(/\s+/g, ' '));
  const search = (times: typeof TOLD_TIMES): TimeOfDay | null => {
    const found = times.flatMap(([time, pattern]) => [...text.matchAll(new RegExp(pattern, 'g'))].flatMap(({ index }) => {
      const before = text.slice(Math.max(0, index - 40), index);
      return OTHER_TIME.test(before) ? [] : [{ time, at: index }];
    })).sort((a, b) => a.at - b.at);
    const first = found[0]?.time ?? null;
    // Refines a morning or an evening, which may be early or late.
    const exact = found.find(({ time }) => time === 'golden' || time === 'dawn')?.time;
    return (first === 'dusk' && exact === 'golden') || (first === 'day' && exact) ? exact : first;
  };
  return search(TOLD_TIMES) ?? search(WEAK_TIMES);
}

const TOLD_WEATHER: readonly (readonly [Weather, RegExp])[] = [
  ['storm', /\b(?:storm(?:s|y)?|thunder(?:storm|ed|ing)?|lightning|hurricane|gale)\b/g],
  ['rain', /\b(?:rain(?:s|ed|ing|y)?|rain-?(?:storm|swept|drops)|showers?|showery|drizzl\p{L}*|downpour|pouring)\b/gu],
  ['snow', /\b(?:snow(?:ed|ing|s|-?(?:flakes|storm|drifts?))?|snowy (?:day|night|weather|streets?|fields?|roads?|air|sky|morning|evening|ground|hills?|woods?)|blizzard)\b/g],
  ['fog', /\b(?:fog(?:gy)?|mists?|misty|haze|hazy (?:day|morning|afternoon|evening|air|light|sun|weather|distance))\b/g],
  ['wind', /\b(?:winds?|windy|breezes?|gusts?|blasts?)\b/g],
];
const OTHER_WEATHER = /\b(?:no|not|without|after the|before the|every|last|of the|if it|might|would|would it|for fear of|tempest|settled|blown the|(?:feeling|smell|threat|promise|signs?|hope) of)(?: [\p{L}-]+)?\s*$/u;
const WEATHER_ENDED = /^ ?(?:had |has )?(?:been |was |were )?(?:over|ceased|stopped|passed|away|of the night|cleared|blown)/;

/** The weather that the first words of a scene tell; a storm before rain, and rain before wind. */
export function toldWeather(words: string): Weather | null {
  const text = plain(words.slice(0, TIME_CHARS).replace(/\s+/g, ' '));
  return TOLD_WEATHER.find(([, pattern]) => matchesOf(text, pattern).some(({ index, 0: found }) => {
    const before = text.slice(Math.max(0, index - CONTEXT), index);
    return !OTHER_WEATHER.test(before) && isThere(before) && !WEATHER_ENDED.test(text.slice(index + found.length, index + found.length + 30));
  }))?.[0] ?? null;
}
