import type { Token } from './tokens.js';
import { areAkin, isLight } from './vocabulary.js';
import { wordTable } from '../../patterns/word-table.js';

/** Which part of a group a statement is about. */
type Extent = 'all' | 'most' | 'many' | 'some' | 'few' | 'none';

const EXTENTS: Readonly<Record<string, Extent>> = wordTable({
  all: 'all', every: 'all', each: 'all', everybody: 'all', everyone: 'all', everything: 'all', always: 'all',
  most: 'most', majority: 'most', mostly: 'most', usually: 'most',
  many: 'many', numerous: 'many', countless: 'many', often: 'many', much: 'many',
  some: 'some', several: 'some', sometimes: 'some', certain: 'some',
  few: 'few', little: 'few', seldom: 'few', rarely: 'few', minority: 'few',
  none: 'none', nobody: 'none', nothing: 'none', no: 'none', never: 'none',
});
/** Pairs of what the sentences say and what a statement may say instead: a weaker extent, never a stronger one. */
const IMPLIED = new Set(['all most', 'all many', 'all some', 'most many', 'most some', 'many some', 'none few']);
const EXCEPTIONS = new Set(['except', 'but', 'save', 'apart', 'excepting', 'unless', 'only', 'until']);
const UNIVERSAL = new Set<Extent>(['all', 'none']);

interface Found { extent: Extent; at: number; words: string }

/** The extents of a text. "A few" is some, "nearly all" most, "hardly any" few; an extent after "not" does not count. */
function extentsIn(tokens: readonly Token[]): Found[] {
  return tokens.flatMap(({ lower, word, pos }, at): Found[] => {
    const before = tokens[at - 1]?.lower ?? '';
    const next = tokens[at + 1];
    if (['hardly', 'scarcely', 'barely'].includes(before) && ['any', 'anybody', 'anyone', 'anything'].includes(lower)) return [{ extent: 'few', at, words: `${before} ${word}` }];
    const extent = EXTENTS[lower];
    if (extent === undefined || before === 'not' || (lower === 'little' && pos === 'ADJ')) return [];
    if (lower === 'certain' && !(next && /s$/u.test(next.lower))) return [];
    if (lower === 'some' && /^\d/u.test(next?.lower ?? '')) return [];
    if (lower === 'most' && (before === 'the' || pos === 'ADV') && next?.pos === 'ADJ') return [];
    if (lower === 'all' && (['at', 'after', 'above', 'in', 'first', 'them'].includes(before) || next?.lower === 'right')) return [];
    if (lower === 'all' && next?.lower === 'but') return [{ extent: 'most', at, words: `${word} but` }];
    if (['nearly', 'almost', 'practically', 'virtually'].includes(before) && extent === 'all') return [{ extent: 'most', at, words: `${before} ${word}` }];
    if (['nearly', 'almost'].includes(before) && extent === 'none') return [{ extent: 'few', at, words: `${before} ${word}` }];
    if (extent === 'few' && ['a', 'quite'].includes(before)) return [{ extent: 'some', at, words: `a ${word}` }];
    return [{ extent, at, words: word }];
  });
}

/** The content words in the clause of an extent, which say what it is about. */
function about(tokens: readonly Token[], at: number): Token[] {
  const { clause: own, sentence: whole } = tokens[at]!;
  const near = tokens.filter(({ clause, content, sentence }, index) => index !== at && content && clause === own && sentence === whole);
  return near.filter(({ stem }) => !isLight(stem));
}

const overlap = (one: readonly Token[], other: readonly Token[]): number =>
  one.filter(({ stem }) => other.some((token) => areAkin(stem, token.stem))).length / Math.max(1, Math.min(one.length, other.length));

/** Extents of a statement that conflict with those of the sentences about the same thing, and universal extents whose exceptions it leaves out. */
export function strangeQuantities(said: readonly Token[], cited: readonly Token[]): string[] {
  const known = extentsIn(cited);
  const own = extentsIn(said);
  const strange = own.filter(({ extent, at }) => {
    const subject = about(said, at);
    const fits = known.map((each) => ({ ...each, share: overlap(subject, about(cited, each.at)) })).filter(({ share }) => share >= 0.5);
    const best = Math.max(0, ...fits.map(({ share }) => share));
    const nearest = fits.filter(({ share }) => share === best);
    return nearest.length > 0 && nearest.every((each) => each.extent !== extent && !IMPLIED.has(`${each.extent} ${extent}`));
  });
  const exceptions = cited.flatMap(({ lower, sentence }, at) => (lower === 'except' || (lower === 'apart' && cited[at + 1]?.lower === 'from')
    ? known.filter((each) => UNIVERSAL.has(each.extent) && cited[each.at]!.sentence === sentence) : []));
  const keeps = said.some(({ lower }) => EXCEPTIONS.has(lower) || lower === 'not');
  const isRepeated = ({ extent, at }: Found): boolean =>
    own.some((each) => each.extent === extent && overlap(about(said, each.at), about(cited, at)) >= 0.5);
  const dropped = keeps ? [] : exceptions.filter(isRepeated);
  return [...strange, ...dropped].map(({ words }) => words);
}
