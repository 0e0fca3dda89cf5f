import type { Token } from './tokens.js';
import { areAkin } from './vocabulary.js';

/** A run of capitalised words: `Canon Arthur Simpson`. */
interface NameRun { words: Token[] }

const capital = /^\p{Lu}/u;
const NEVER = new Set(['i', 'o']);
const MONTHS = 'january february march april may june july august september october november december';
const CALENDAR = new Set(`${MONTHS} monday tuesday wednesday thursday friday saturday sunday`.split(' '));
const TITLES = new Set(['mr', 'mrs', 'ms', 'dr', 'st']);
/** Words that can follow a subject: an unknown word at the head of a sentence before one of them is a name. */
const PREDICATE = new Set('was were is are had has have did does will would could said says wrote argued told asked'.split(' '));

/**
 * What the capitals of a source show: `isName` is true for a word that is capitalised inside a sentence and never lower case; `isWord` for a word that occurs
 * in lower case.
 */
export interface Capitals { isName(lower: string): boolean; isWord(lower: string): boolean }

/** Learns from the tokens of a source which of its words are names. */
export function capitalsOf(source: readonly Token[]): Capitals {
  const names = new Set<string>();
  const small = new Set<string>();
  for (const { word, lower, first } of source) {
    if (!capital.test(word)) small.add(lower);
    else if (!first) names.add(lower);
  }
  return { isName: (lower) => names.has(lower) && !small.has(lower), isWord: (lower) => small.has(lower) };
}

function isNameAt(tokens: readonly Token[], at: number, capitals: Capitals): boolean {
  const { word, lower, first, content } = tokens[at]!;
  if (!capital.test(word) || NEVER.has(lower) || (!content && !TITLES.has(lower))) return false;
  if (!first || CALENDAR.has(lower) || capitals.isName(lower)) return true;
  if (capitals.isWord(lower) || /(?:ing|ly|ed|s)$/u.test(lower)) return false;
  const next = tokens[at + 1];
  return next !== undefined && ((capital.test(next.word) && !NEVER.has(next.lower)) || PREDICATE.has(next.lower) || /[^e]ed$/u.test(next.lower));
}

function runsIn(tokens: readonly Token[], capitals: Capitals): NameRun[] {
  const runs: NameRun[] = [];
  tokens.forEach((token, at) => {
    if (!isNameAt(tokens, at, capitals)) return;
    const last = runs.at(-1)?.words.at(-1);
    const continues = last && tokens[at - 1] === last && last.clause === token.clause && !token.first;
    if (continues) runs.at(-1)!.words.push(token);
    else runs.push({ words: [token] });
  });
  return runs;
}

const isWithin = (wanted: readonly string[], whole: readonly string[]): boolean => {
  let at = 0;
  for (const word of whole) if (word === wanted[at]) at++;
  return at === wanted.length;
};

const DEMONYM = /(?:an|ish|ese|ic)$/u;
/** True for a demonym of one of the names, or the reverse: "Norwegian" and Norway. */
const isDemonym = (lower: string, names: readonly string[]): boolean => names.some((name) => name.length > 4 && lower.length > 4
  && name.slice(0, 4) === lower.slice(0, 4) && DEMONYM.test(lower) !== DEMONYM.test(name));

/**
 * The names of a statement that the cited sentences do not support: a name with a word that they do not have, or with words of two different names. `allowed`
 * are names that need no source, such as those of the speakers, in lower case.
 */
export function strangeNames(said: readonly Token[], cited: readonly Token[], capitals: Capitals, allowed: ReadonlySet<string>): string[] {
  const known = new Set(cited.flatMap(({ lower, stem }) => [lower, stem]));
  const citedNames = runsIn(cited, capitals).flatMap(({ words }) => words.map(({ lower }) => lower));
  const citedRuns = runsIn(cited, capitals).map(({ words }) => words.map(({ lower }) => lower));
  return runsIn(said, capitals).flatMap(({ words }) => {
    const lowers = words.map(({ lower }) => lower);
    if (lowers.every((lower) => allowed.has(lower))) return [];
    const full = words.map(({ word }) => word).join(' ');
    const strange = words.some(({ lower, stem }) => !known.has(lower) && !known.has(stem) && !allowed.has(lower) && !isDemonym(lower, citedNames));
    if (strange) return [full];
    // Capitalised words that the source has together in one name, or not in any name, are not a mixture.
    const inRuns = lowers.filter((lower) => citedRuns.some((run) => run.includes(lower)));
    const mixed = inRuns.length > 1 && !citedRuns.some((run) => isWithin(inRuns, run));
    return mixed ? [full] : [];
  });
}

/** Words on each side of a name that count as its context. */
const CONTEXT_WORDS = 8;
const PLACE = new Set('in at to from of by with for except near into on between than'.split(' '));

/** Names that replace another name: they follow the same preposition, in a context that the sentences give to the other name. */
export function misplacedNames(said: readonly Token[], cited: readonly Token[], capitals: Capitals): string[] {
  const own = runsIn(said, capitals);
  const known = runsIn(cited, capitals);
  const lowers = ({ words }: NameRun): string[] => words.map(({ lower }) => lower);
  const saidLowers = new Set(said.map(({ lower }) => lower));
  const contextOf = (tokens: readonly Token[], { words }: NameRun): Token[] => {
    const at = tokens.indexOf(words[0]!);
    return tokens.slice(Math.max(0, at - CONTEXT_WORDS), at + words.length + CONTEXT_WORDS)
      .filter((token) => token.sentence === words[0]!.sentence && token.content && !words.includes(token));
  };
  return own.flatMap((run) => {
    const before = said[said.indexOf(run.words[0]!) - 1]?.lower ?? '';
    if (!PLACE.has(before)) return [];
    const around = contextOf(said, run);
    const shareOf = (each: NameRun): number => around.filter(({ stem }) => contextOf(cited, each).some((token) => areAkin(stem, token.stem))).length;
    const own = Math.max(0, ...known.filter((each) => lowers(each).some((lower) => lowers(run).includes(lower))).map((each) => shareOf(each)));
    const rivals = known.filter((each) => cited[cited.indexOf(each.words[0]!) - 1]?.lower === before && !lowers(each).some((lower) => saidLowers.has(lower)));
    return rivals.some((each) => shareOf(each) >= 2 && shareOf(each) > own) ? [run.words.map(({ word }) => word).join(' ')] : [];
  });
}

/** The names of a statement with their positions; the key of each is its last word. */
export const nameAnchors = (tokens: readonly Token[], capitals: Capitals): { key: string; words: string; begin: number; end: number }[] =>
  runsIn(tokens, capitals).map(({ words }) => ({
    key: words.at(-1)!.lower, words: words.map(({ word }) => word).join(' '), begin: tokens.indexOf(words[0]!), end: tokens.indexOf(words.at(-1)!),
  }));
