import type { FoundNumber } from './numbers.js';
import { isSameValue } from './numbers.js';
import type { Token } from './tokens.js';
import { areAkin, isLight, stemOf } from './vocabulary.js';

/** The dimension of a unit and its size. Units of one dimension convert by their factors. */
interface Measure { dimension: string; factor: number }

const MEASURES: ReadonlyMap<string, Measure> = new Map(Object.entries({
  length: { mm: 0.001, millimetre: 0.001, millimeter: 0.001, cm: 0.01, centimetre: 0.01, centimeter: 0.01,
    inch: 0.0254, inches: 0.0254, foot: 0.3048, feet: 0.3048,
    yard: 0.9144, metre: 1, meter: 1, m: 1, km: 1_000, kilometre: 1_000, kilometer: 1_000, mile: 1_609.344, league: 4_828, fathom: 1.8288 },
  time: { second: 1, minute: 60, hour: 3_600, h: 3_600, day: 86_400, week: 604_800, fortnight: 1_209_600, month: 2_629_800,
    year: 31_557_600, decade: 315_576_000, century: 3_155_760_000 },
  mass: { microgram: 1e-6, milligram: 1e-3, mg: 1e-3, gram: 1, g: 1, kilogram: 1_000, kilo: 1_000, kg: 1_000, tonne: 1e6, ton: 1e6,
    ounce: 28.35, stone: 6_350 },
  volume: { millilitre: 0.001, litre: 1, liter: 1, gallon: 4.546, pint: 0.568 },
  area: { acre: 4_047, hectare: 10_000 },
  share: { percent: 0.01 },
  dollar: { dollar: 1, cent: 0.01 }, euro: { euro: 1 }, pound: { pound: 1, shilling: 0.05, penny: 0.01, pence: 0.01 }, franc: { franc: 1 },
  rupee: { rupee: 1 }, guinea: { guinea: 1 },
  degree: { degree: 1 }, watt: { watt: 1, kilowatt: 1e3, megawatt: 1e6, gigawatt: 1e9 }, knot: { knot: 1 },
}).flatMap(([dimension, units]) => Object.entries(units).map(([word, factor]): [string, Measure] => [stemOf(word), { dimension, factor }])));

const FRACTIONS = /^(?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?|hundredths?)$/u;
/** A unit follows its number within this many words: "a year and a half", "twelve square miles". */
const MEASURE_WORDS = 3;
/** Words on each side of a number that may name what it counts. */
const NEAR_WORDS = 7;
/** The largest relative error by which a converted quantity may be rounded. */
const ROUNDING = 0.02;

interface Quantity { number: FoundNumber; measure: Measure | null; value: number }

/** The unit of a number: after it, with only a few words between, or a sign before it. Null without one. */
function measureOf(tokens: readonly Token[], { end, words }: FoundNumber): Measure | null {
  const begin = end - words.split(' ').length + 1;
  for (let at = end + 1; at <= end + MEASURE_WORDS && at < tokens.length; at++) {
    const { stem, clause, lower } = tokens[at]!;
    if (clause !== tokens[end]!.clause) break;
    const found = MEASURES.get(stem);
    if (found) return found;
    if (!['a', 'an', 'of', 'square', 'cubic', 'nautical', 'long', 'more', 'and', 'half', 'full', 'whole', 'such'].includes(lower)) break;
  }
  return /^[$£€]/u.test(tokens[begin - 1]?.word ?? '') ? MEASURES.get(tokens[begin - 1]!.stem) ?? null : null;
}

/** The value of a share, 0 to 1: "a fifth of it" and "one in five" are shares, "the fifth door" is not. Null for a number that is not a share. */
function shareOf(tokens: readonly Token[], { end, value }: FoundNumber): number | null {
  if (tokens[end - 1]?.lower === 'in' && tokens.slice(Math.max(0, end - 4), end - 1).some(({ lower }) => lower === 'one') && value > 1) return 1 / value;
  if (!FRACTIONS.test(tokens[end]!.lower)) return null;
  const [before, after] = [tokens[end - 1]?.lower ?? '', tokens[end + 1]];
  if (!['a', 'an', 'one', 'the', 'about', 'than', 'two', 'three', 'by', 'half'].includes(before)) return null;
  const open = after === undefined || after.clause !== tokens[end]!.clause || !after.content;
  return open && value > 0 ? (value < 1 ? value : 1 / value) : null;
}

function quantityOf(tokens: readonly Token[], number: FoundNumber): Quantity {
  const share = shareOf(tokens, number);
  if (share !== null) return { number, measure: { dimension: 'share', factor: 1 }, value: share };
  return { number, measure: measureOf(tokens, number), value: number.value };
}

/** Sums of two measures of one dimension: "an hour and ten minutes". */
function sumsOf(tokens: readonly Token[], numbers: readonly FoundNumber[]): Quantity[] {
  return numbers.flatMap((number): Quantity[] => {
    const [joint, unit] = [tokens[number.end - 1], tokens[number.end - 2]];
    const [measure, larger] = [measureOf(tokens, number), unit ? MEASURES.get(unit.stem) : undefined];
    if (joint?.lower !== 'and' || !measure || larger?.dimension !== measure.dimension || larger.factor <= measure.factor) return [];
    const before = numbers.find(({ end }) => end === number.end - 3)?.value ?? 1;
    return [{ number, measure, value: number.value + before * larger.factor / measure.factor }];
  });
}

/** The same quantity, in the same unit or in another one. */
function isEqual(one: Quantity, other: Quantity): boolean {
  if (!one.measure || !other.measure) return false;
  if (one.measure.dimension !== other.measure.dimension) return false;
  const [first, second] = [one.value * one.measure.factor, other.value * other.measure.factor];
  return Math.abs(first - second) <= ROUNDING * Math.abs(second);
}

const MORE = /(?:\b(?:more|greater|longer|higher) than|\bover|\babove|\bat least|\bupwards of|\bbeyond|\bexceed\w*)$/u;
const LESS = /(?:\b(?:less|fewer|shorter|lower) than|\bunder|\bbelow|\bat most|\bup to|\bnearly|\balmost|\bwithin|\bno more than|\bnot quite)$/u;
const LIMITS = /^(?:rais|rise|exceed|increas|reduc|limit|maximum|minimum)/u;
const BOUND_WORDS = 4;

/** Whether a number is stated as a lower bound (`more`) or an upper bound (`less`); null for neither. */
function boundOf(tokens: readonly Token[], { end, words }: FoundNumber): 'more' | 'less' | null {
  const begin = end - words.split(' ').length + 1;
  const before = tokens.slice(Math.max(0, begin - BOUND_WORDS), Math.max(0, begin)).map(({ lower }) => lower).join(' ').replace(/ (?:an?|the|about)$/u, '');
  return LESS.test(before) ? 'less' : MORE.test(before) ? 'more' : null;
}

/** True when a statement makes a number a bound that the sentences do not state, or the opposite bound. */
function isBoundElse(said: readonly Token[], number: FoundNumber, cited: readonly Token[], same: readonly FoundNumber[]): boolean {
  const bound = boundOf(said, number);
  return bound !== null && same.length > 0 && !cited.some(({ stem }) => LIMITS.test(stem)) && !same.some((each) => boundOf(cited, each) === bound);
}

const near = (tokens: readonly Token[], { end }: FoundNumber): Token[] => tokens.slice(Math.max(0, end - NEAR_WORDS), end + NEAR_WORDS + 1)
  .filter(({ sentence }) => sentence === tokens[end]!.sentence);

/** The noun that a number counts; null when the words around it name none. */
function countedAt(tokens: readonly Token[], { end, unit }: FoundNumber): Token | null {
  if (unit === null) return null;
  return tokens.slice(end + 1, end + 4).find(({ pos, clause, stem }) => pos === 'NOUN' && clause === tokens[end]!.clause && !MEASURES.has(stem)) ?? null;
}

/**
 * Checks that a number of a statement occurs in the cited sentences, in the same or a converted unit or about the same thing. Returns `number` when it does
 * not occur or is stated as a bound that the sentences do not state, `unit` when it belongs to something else, and null when it is supported.
 */
export function judgeNumber(
  said: readonly Token[], number: FoundNumber, cited: readonly Token[], known: readonly FoundNumber[],
): 'number' | 'unit' | null {
  const own = quantityOf(said, number);
  const quantities = [...known.map((each) => quantityOf(cited, each)), ...sumsOf(cited, known)];
  const same = known.filter(({ value }) => isSameValue(value, number.value));
  if (isBoundElse(said, number, cited, same)) return 'number';
  if (quantities.some((each) => isEqual(own, each))) return null;
  if (same.length === 0) return 'number';
  if (own.measure) {
    if (own.measure.dimension === 'share' && shareOf(said, number) !== null) return null;
    const isOwn = (measure: Measure | null | undefined): boolean => measure?.dimension === own.measure!.dimension && measure.factor === own.measure!.factor;
    const named = same.some((each) => {
      const measure = measureOf(cited, each);
      return measure ? isOwn(measure) : near(cited, each).some(({ stem }) => isOwn(MEASURES.get(stem)));
    });
    return named ? null : 'unit';
  }
  const counted = countedAt(said, number);
  if (!counted || isLight(counted.stem)) return null;
  const isNamed = ({ stem }: Token): boolean => areAkin(stem, counted.stem);
  // "He counted them: seven": the counted things are named earlier.
  return same.some((each) => near(cited, each).some(isNamed) || (each.unit === null && cited.some(isNamed))) ? null : 'unit';
}
