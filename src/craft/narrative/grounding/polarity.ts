import { tokensOf, type Token } from './tokens.js';
import { areAkin, isLight } from './vocabulary.js';

const NEGATORS = new Set('not never no none nobody nothing nowhere neither nor without hardly scarcely barely'.split(' '));
/** Words that deny without a negator and may replace one. */
const DENIALS = new Set(`fail failed fails refuse refused refuses deny denied denies lack lacked lacks unable impossible too few little only instead rather
  miss missed missing absent stop stopped stops avoid avoided prevent prevented prevents reject rejected forbid forbade forbidden
  unlike except remove removed removes excluded lose lost cease ceased false wrong seldom rarely until unless less fewer least unclear unknown uncertain undecided dispute disputes disputed end ended ends
  free freed contrary harmless kept doubt doubts unsure untouched withheld declined`.split(/\s+/u));
const SCOPE_WORDS = 4;

interface Negation { at: Token; scope: Token[] }

/** Every negator with the content words that follow it in its clause, as its scope. */
function negationsIn(tokens: readonly Token[]): Negation[] {
  return tokens.flatMap((at, index) => {
    const isOpen = at.lower === 'yet' && tokens[index + 1]?.lower === 'to';
    if (!NEGATORS.has(at.lower) && !isOpen) return [];
    // "Not only" affirms, so it is not a negation; "no longer" denies an earlier state and is one.
    if (at.lower === 'not' && tokens[index + 1]?.lower === 'only') return [];
    const scope = tokens.slice(index + 1).filter(({ clause, content }) => clause === at.clause && content).slice(0, SCOPE_WORDS);
    return [{ at, scope }];
  });
}

const stemsOf = (negations: readonly Negation[]): Set<string> => new Set(negations.flatMap(({ scope }) => scope.map(({ stem }) => stem)));

/** The last two content words before a negator in its clause: the subject of the denied verb. */
function before(tokens: readonly Token[], { at }: Negation): Token[] {
  return tokens.filter(({ end, clause, content }) => end <= at.start && clause === at.clause && content).slice(-2);
}

/** True for a word that denies without a negator, or whose prefix turns it into the opposite of a word of the other text. */
function isDenial({ lower, stem }: Token, other: readonly Token[]): boolean {
  if (DENIALS.has(lower)) return true;
  const rest = /^(?:un|im|in|ir|dis)(\p{L}{3,})$/u.exec(stem)?.[1];
  return rest !== undefined && other.some((token) => areAkin(token.stem, rest));
}

const UNSTATED = new Set(['a', 'an', 'the', 'do', 'does', 'did', 'yet']);

/** Pairs of neighbouring words, skipping articles and auxiliaries that come and go with a negator; `denied` when a negator stands between the two. */
function neighboursIn(tokens: readonly Token[]): { pair: string; denied: boolean; at: Token | null }[] {
  const pairs: { pair: string; denied: boolean; at: Token | null }[] = [];
  let last: Token | null = null;
  let negator: Token | null = null;
  for (const token of tokens) {
    if (NEGATORS.has(token.lower)) negator = token;
    else if (!UNSTATED.has(token.lower)) {
      if (last) pairs.push({ pair: `${last.stem} ${token.stem}`, denied: negator !== null, at: negator });
      [last, negator] = [token, null];
    }
  }
  return pairs;
}

/** The negators between two words that are neighbours in the other text and never have a negator between them there. */
function putBetween(tokens: readonly Token[], other: readonly Token[]): Token[] {
  const pairs = neighboursIn(other);
  return neighboursIn(tokens).flatMap(({ pair, denied, at }) => {
    if (!denied || !at) return [];
    const same = pairs.filter((each) => each.pair === pair);
    return same.length > 0 && same.every((each) => !each.denied) ? [at] : [];
  });
}

/** Denials of a statement that the cited sentences do not make: each negator with the words after it. */
export function addedNegations(said: readonly Token[], cited: readonly Token[]): string[] {
  const citedNegations = negationsIn(cited);
  const denied = stemsOf(citedNegations);
  const known = new Set(cited.map(({ stem }) => stem));
  const denials = cited.filter((token) => isDenial(token, said) && !said.some(({ stem }) => stem === token.stem));
  const putIn = new Set(putBetween(said, cited));
  const own = negationsIn(said);
  // The statement has no more denials than the sentences, so it may word the same denials differently.
  const isBalanced = own.length <= citedNegations.length + denials.length;
  return own.flatMap((negation) => {
    const { at, scope } = negation;
    const words = [at, ...scope].map(({ word }) => word).join(' ');
    if (putIn.has(at)) return [words];
    const shared = scope.filter(({ stem }) => known.has(stem));
    if (shared.some(({ stem }) => denied.has(stem))) return [];
    if (shared.length === 0 && (citedNegations.length > 0 || denials.length > 0)) return [];
    // A denial in other words: the source denies something about the same subject.
    const subjects = before(said, negation).map(({ stem }) => stem);
    if (citedNegations.some((other) => before(cited, other).some(({ stem }) => subjects.includes(stem)))) return [];
    const behind = (denial: Token): readonly Token[] => cited.slice(cited.indexOf(denial) + 1, cited.indexOf(denial) + 1 + SCOPE_WORDS);
    const isSaidSo = denials.some((denial) => behind(denial).some(({ stem }) => shared.some((token) => token.stem === stem)));
    return isBalanced && (shared.length < scope.length || isSaidSo) ? [] : [words];
  });
}

/** Denials of the cited sentences that a statement affirms: each negator with the words after it. */
export function droppedNegations(said: readonly Token[], cited: readonly Token[]): string[] {
  const saidNegations = negationsIn(said);
  const stillDenied = stemsOf(saidNegations);
  const denials = said.filter((token) => isDenial(token, cited) && !cited.some(({ stem }) => stem === token.stem));
  const negations = negationsIn(cited);
  const inScopes = new Set(negations.flatMap(({ scope }) => scope));
  const leftOut = new Set(putBetween(cited, said));
  const isBalanced = saidNegations.length + denials.length >= negations.length;
  return negations.flatMap(({ at, scope }) => {
    const core = scope.slice(0, 2);
    const words = [at, ...core].map(({ word }) => word).join(' ');
    if (leftOut.has(at)) return [words];
    // Words that the source also uses outside its denials prove nothing.
    const telling = core.filter(({ stem, pos, lower }) => pos !== 'NUM' && !/\d/u.test(lower) && !cited.some((token) => token.stem === stem && !inScopes.has(token)));
    const affirmed = telling.filter(({ stem }) => said.some((token) => token.stem === stem));
    if (affirmed.length === 0 || affirmed.some(({ stem }) => stillDenied.has(stem))) return [];
    const clauses = new Set(said.filter(({ stem }) => affirmed.some((token) => token.stem === stem)).map(({ clause }) => clause));
    const deniedHere = [...saidNegations.map(({ at: token }) => token), ...denials].some(({ clause }) => clauses.has(clause));
    return deniedHere || (isBalanced && affirmed.length < core.length) ? [] : [words];
  });
}

const ELLIPTIC_WORDS = 8;
const REFERS = new Set('it he she they we this that these those i you no not never none neither nobody nothing'.split(' '));
const KEPT = new Set('once formerly longer wrongly nonsense untrue mistaken mistakenly wrong false vain doubt doubts reject rejects rejected'.split(' '));

/** True for a sentence that only denies the sentence before it: "It isn’t.", "They did not get it.", "No." */
function isEllipticDenial(sentence: readonly Token[]): boolean {
  if (sentence.length === 0 || sentence.length > ELLIPTIC_WORDS) return false;
  const refers = REFERS.has(sentence[0]!.lower) && !(sentence[0]!.lower === 'not' && sentence.length > 2);
  if (!refers) return false;
  const denies = sentence.some(({ lower }) => ['not', 'no', 'never', 'none', 'neither', 'nobody', 'nothing'].includes(lower));
  return denies && sentence.every(({ content, stem }) => !content || isLight(stem));
}

/** The words of a text, grouped by sentence. */
function sentencesOf(text: string): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokensOf(text)) (groups[token.sentence] ??= []).push(token);
  return groups.filter((group) => group !== undefined);
}

/** True for a sentence that only denies the sentence before it. */
export const deniesBefore = (sentence: string): boolean => isEllipticDenial(tokensOf(sentence));

/**
 * Finds a statement that repeats a sentence without the denial that follows it, and returns the words of that denial. `following` holds the sentence after
 * each cited sentence.
 */
export function droppedDenials(said: readonly Token[], sentences: readonly string[], following: readonly (string | null)[]): string[] {
  const denied = said.some((token) => NEGATORS.has(token.lower) || KEPT.has(token.lower) || (DENIALS.has(token.lower) && token.lower !== 'only'));
  if (denied) return [];
  const all = sentences.flatMap((sentence) => tokensOf(sentence)).filter(({ content }) => content);
  const isKnown = ({ stem }: Token, known: readonly Token[]): boolean => known.some((token) => areAkin(stem, token.stem));
  const pairs = sentences.flatMap((sentence, at) => {
    const parts = sentencesOf(sentence);
    const next = following[at] ?? null;
    return parts.map((part, index) => ({ part, next: parts[index + 1] ?? (next === null ? [] : tokensOf(next)) }));
  });
  return pairs.flatMap(({ part, next }) => {
    if (!isEllipticDenial(next)) return [];
    const own = part.filter(({ content }) => content);
    const telling = said.filter(({ content }) => content);
    const shared = telling.filter((token) => isKnown(token, own));
    const repeats = shared.length >= 2 && shared.length * 2 >= telling.length;
    const combines = shared.some(({ stem }) => !isLight(stem)) && telling.every((token) => isKnown(token, all));
    return repeats || combines ? [next.map(({ word }) => word).join(' ')] : [];
  });
}
