import { matchesOf } from '../../../patterns/matches.js';

/** Phonemes of a part of a line that the model speaks at once, and the pause that belongs after it. */
export interface PhonemePiece { phonemes: string; pauseAfter: 'none' | 'clause' | 'sentence' }

/** Places to cut, the best first: after a sentence, a clause, a comma, a word. */
const CUTS = [/(?<=[.!?…][”)]*) (?=\S)/gu, /(?<=[;:—][”)]*) ?(?=\S)/gu, /(?<=,[”)]*) (?=\S)/gu, / (?=\S)/gu];

function splitAt(text: string, cut: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: gap } of matchesOf(text, cut)) {
    parts.push(text.slice(from, index));
    from = index + gap.length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== '');
}

/** Parts of at most `limit` signs, of about equal length. */
function packed(text: string, limit: number, cuts: readonly RegExp[]): string[] {
  if (text.length <= limit) return [text];
  const [cut, ...finer] = cuts;
  // A single word that is too long is cut wherever the limit falls.
  if (!cut) return Array.from({ length: Math.ceil(text.length / limit) }, (_, index) => text.slice(index * limit, (index + 1) * limit));
  const aim = text.length / Math.ceil(text.length / limit);
  const parts: string[] = [];
  for (const part of splitAt(text, cut).flatMap((one) => packed(one, limit, finer))) {
    const last = parts.at(-1);
    const whole = last === undefined ? 0 : last.length + 1 + part.length;
    if (last !== undefined && whole <= limit && (whole <= aim || whole - aim < aim - last.length)) parts[parts.length - 1] = `${last} ${part}`;
    else parts.push(part);
  }
  return parts;
}

function pauseAfter(piece: string): PhonemePiece['pauseAfter'] {
  const last = piece.replace(/[”“") ]+$/u, '').at(-1) ?? '';
  if ('.!?…'.includes(last)) return 'sentence';
  return ',;:—'.includes(last) ? 'clause' : 'none';
}

/** Cuts the phonemes of a line into pieces of at most `limit` signs. */
export function piecesOf(phonemes: string, limit: number): PhonemePiece[] {
  return packed(phonemes, limit, CUTS).map((piece) => ({ phonemes: piece, pauseAfter: pauseAfter(piece) }));
}
