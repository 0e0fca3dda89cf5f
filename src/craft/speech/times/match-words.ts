import { lettersOf } from './shown-words.js';

/** The start and end of a shown word as positions among the spoken words: 2.5 is the middle of the third. */
export interface SaidSpan { from: number; to: number }

/** The largest distances over which the search for the next agreement goes. */
const [MAX_SHOWN, MAX_SAID] = [40, 120];
/** Longer gaps are divided by proportion alone, without comparing letters. */
const MAX_GAP_LETTERS = 1_500;

const WHOLE: readonly string[] = [];

/** How many words to skip on both sides until two words in a row agree, the last words agree, or one long word agrees. */
function nextAgreement(shown: readonly string[], at: number, said: readonly string[], from: number): [skip: number, skipSaid: number] {
  const agree = (skip: number, skipSaid: number): boolean => {
    const [left, right] = [shown[at + skip], said[from + skipSaid]];
    if (left === undefined || left !== right || left === '') return false;
    const [next, nextSaid] = [shown[at + skip + 1], said[from + skipSaid + 1]];
    return next === nextSaid || (left.length > 3 && (skip === skipSaid || skip === 0 || skipSaid === 0));
  };
  for (let distance = 1; distance <= MAX_SHOWN + MAX_SAID; distance++) {
    for (let skip = Math.min(distance, MAX_SHOWN); skip >= 0; skip--) {
      if (distance - skip <= MAX_SAID && agree(skip, distance - skip)) return [skip, distance - skip];
    }
  }
  return [shown.length - at, said.length - from];
}

/** For every letter of `left`, the index of the equal letter of `right` in an alignment with the fewest changes, or -1. */
function alignedLetters(left: string, right: string): Int32Array {
  const width = right.length + 1;
  const costs = new Uint16Array((left.length + 1) * width);
  for (let column = 0; column < width; column++) costs[column] = column;
  for (let row = 1; row <= left.length; row++) {
    costs[row * width] = row;
    for (let column = 1; column < width; column++) {
      const same = left[row - 1] === right[column - 1] ? 0 : 2;
      costs[row * width + column] = Math.min(
        costs[(row - 1) * width + column - 1]! + same, costs[(row - 1) * width + column]! + 1, costs[row * width + column - 1]! + 1);
    }
  }
  const beside = new Int32Array(left.length).fill(-1);
  for (let row = left.length, column = right.length; row > 0 && column > 0;) {
    const cost = costs[row * width + column]!;
    if (left[row - 1] === right[column - 1] && cost === costs[(row - 1) * width + column - 1]) beside[--row] = --column;
    else if (cost === costs[(row - 1) * width + column]! + 1) row -= 1;
    else column -= 1;
  }
  return beside;
}

/** For each spoken word, the index of the shown word that it belongs to; the indexes never fall. */
function ownersOf(expected: readonly string[], said: readonly string[]): number[] {
  const [left, right] = [said.join(''), expected.join('')];
  if (left.length > MAX_GAP_LETTERS || right.length > MAX_GAP_LETTERS || right.length === 0) {
    return said.map((_, index) => Math.floor((index * expected.length) / said.length));
  }
  const beside = alignedLetters(left, right);
  const wordOf = expected.flatMap((word, index) => Array.from(word, () => index));
  let [at, owner] = [0, 0];
  return said.map((word) => {
    const votes = new Map<number, number>();
    for (let end = at + word.length; at < end; at++) {
      const letter = beside[at]!;
      if (letter >= 0) votes.set(wordOf[letter]!, (votes.get(wordOf[letter]!) ?? 0) + 1);
    }
    const [best] = [...votes].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    // A word without any agreement belongs to the same shown word as the one before it.
    if (best && best[0] > owner) owner = best[0];
    return owner;
  });
}

/** Divides a span among words in proportion to their letters. */
function shared({ from, to }: SaidSpan, letters: readonly string[]): SaidSpan[] {
  const weights = letters.map((word) => Math.max(1, word.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let before = 0;
  return weights.map((weight, index) => {
    const start = from + ((to - from) * before) / total;
    before += weight;
    return { from: start, to: index === weights.length - 1 ? to : from + ((to - from) * before) / total };
  });
}

/** The spans of some shown words, given the owners of the spoken words from `from` on. A shown word without a spoken word shares the span of its neighbour. */
function spansOf(owners: readonly number[], from: number, letters: readonly string[]): SaidSpan[] {
  const named = [...new Set(owners)];
  return named.flatMap((owner, index) => {
    const own = { from: from + owners.indexOf(owner), to: from + owners.lastIndexOf(owner) + 1 };
    return shared(own, letters.slice(index === 0 ? 0 : owner, named[index + 1] ?? letters.length));
  });
}

/**
 * Finds the spoken words of every shown word. Both lists are letters (`lettersOf`) in order. `expectedFor` gives the words in which a shown word is probably
 * spoken ("1894": eighteen, ninety-four); it is called only where the lists differ. The spans are in order and cover all spoken words, and none is empty
 * unless nothing was spoken. Surplus spoken words belong to the shown word before them.
 */
export function matchWords(
  shown: readonly string[], said: readonly string[], expectedFor: (index: number) => readonly string[] = () => WHOLE,
): SaidSpan[] {
  if (said.length === 0) return shown.map(() => ({ from: 0, to: 0 }));
  const spans: SaidSpan[] = [];
  const owners: { at: number; size: number; from: number; saidSize: number }[] = [];
  for (let [at, from] = [0, 0]; at < shown.length || from < said.length;) {
    if (shown[at] !== undefined && shown[at] === said[from] && shown[at] !== '') {
      owners.push({ at: at++, size: 1, from: from++, saidSize: 1 });
      continue;
    }
    const [size, saidSize] = nextAgreement(shown, at, said, from);
    owners.push({ at, size, from, saidSize });
    [at, from] = [at + size, from + saidSize];
  }
  for (const { at, size, from, saidSize } of joinedGaps(owners)) {
    const letters = shown.slice(at, at + size);
    if (size === 1) {
      spans.push({ from, to: from + saidSize });
      continue;
    }
    const expected = letters.map((word, index) => expectedFor(at + index).map(lettersOf).join('') || word);
    spans.push(...spansOf(ownersOf(expected, said.slice(from, from + saidSize)), from, letters));
  }
  return spans;
}

interface Gap { at: number; size: number; from: number; saidSize: number }

/** Joins each gap that has words on one side only with the gap before it, or else after it. */
function joinedGaps(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    if (last && (gap.size === 0 || gap.saidSize === 0 || last.size === 0 || last.saidSize === 0)) {
      last.size += gap.size;
      last.saidSize += gap.saidSize;
    } else {
      joined.push({ ...gap });
    }
  }
  return joined;
}
