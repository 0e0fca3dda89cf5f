import type { AttributionConfidence } from '../../../screenplay/model.js';
import { literal } from '../../literal.js';
import type { Decoded } from './conversation.js';
import type { Evidence } from './evidence.js';
import type { Figure } from '../names/figures.js';
import { parseDescription } from '../people/descriptions.js';
import { soleRanks } from '../people/ranks.js';
import { LONG_GAP_WORDS } from './weights.js';

/**
 * The smallest margin of a trusted guess: with two people present, with more, and where guesses fail more often (see
 * `isDoubtful`). With these margins 94 % of the lines not called weak are right on held-out labelled novel openings,
 * and 97 % on those that the weights were fitted on.
 */
const MIN_MARGIN_OF_TWO = 2.6;
const MIN_MARGIN_OF_MANY = 4.2;
const MIN_MARGIN_IN_DOUBT = 6.5;
const MANY_SPEAKERS = 4;
const TURNS_NEAR_BY = 8;
const MIN_TURNS = 3;
const NOBODY: ReadonlyMap<string, Figure> = new Map();

/**
 * The confidence in each speaker: `hard` under an explicit tag with a name, `inferred` on clear evidence, else `weak`. `relatives`: the teller's, by the
 * words for them (`my sister`).
 */
export function confidencesOf(
  evidence: readonly Evidence[], decoded: readonly Decoded[], relatives: ReadonlyMap<string, Figure> = NOBODY,
): AttributionConfidence[] {
  const turns = new Map<Figure, number>();
  const tagged = new Set<Figure>();
  decoded.forEach(({ figure }, at) => {
    turns.set(figure, (turns.get(figure) ?? 0) + 1);
    if (evidence[at]?.settled || evidence[at]?.description) tagged.add(figure);
  });
  const ranks = soleRanks(turns.keys());
  const saysOwnName = decoded.map(({ figure }, at) => !evidence[at]!.settled
    && namesItself(evidence[at]!.turn.words, figure));
  return evidence.map((piece, at) => {
    const found = decoded[at];
    if (!found) return 'weak';
    const { figure, margin } = found;
    const rare = (turns.get(figure) ?? 0) < MIN_TURNS;
    if (piece.settled) {
      if (piece.introducesItself) return 'hard';
      if (piece.turn.tag?.kind !== 'description' || figure.kind === 'role') return 'hard';
      const { noun } = parseDescription(piece.turn.tag.subject);
      if (ranks.get(noun) === figure || (relatives.get(noun) === figure && !rare)) return 'inferred';
      return rare || figure.kind === 'name' ? 'weak' : 'inferred';
    }
    const from = Math.max(0, at - TURNS_NEAR_BY);
    const before = decoded.slice(from, at);
    // A guessed speaker who says their own name is probably wrong, and then the guesses near by are wrong too.
    const around = decoded.slice(from, at + TURNS_NEAR_BY);
    if (around.some((one, offset) => one.figure === found.figure && saysOwnName[from + offset])) return 'weak';
    if (isImpliedByNarration(piece, figure) && margin > 0) return 'inferred';
    const speakers = new Set([...before, found].map((one) => one.figure)).size;
    if (rare || !tagged.has(figure) || isDoubtful(piece, before)) {
      return margin >= MIN_MARGIN_IN_DOUBT ? 'inferred' : 'weak';
    }
    return margin >= (speakers <= 2 ? MIN_MARGIN_OF_TWO : MIN_MARGIN_OF_MANY) ? 'inferred' : 'weak';
  });
}

/**
 * True when narration implies the speaker: the figure acts beside the quotation, or `he said` follows words about him.
 */
function isImpliedByNarration({ turn, acting, focus, explicitPronoun }: Evidence, figure: Figure): boolean {
  if (turn.tag?.kind === 'name' && acting === figure) return true;
  return explicitPronoun && focus === figure && figure.kind !== 'description';
}

/** True where guesses fail more often: early in a text, among many people, after a long gap, and beside a beat. */
function isDoubtful({ turn, gap }: Evidence, before: readonly Decoded[]): boolean {
  const speakers = new Set(before.map(({ figure }) => figure)).size;
  if (speakers === 0 || speakers >= MANY_SPEAKERS || (speakers === 1 && turn.tag === null)) return true;
  return turn.tag === null ? gap >= LONG_GAP_WORDS : turn.tag.how === 'beat';
}

/** True when the words name the figure, who would hardly say their own name except to introduce themselves. */
function namesItself(words: string, figure: Figure): boolean {
  if (figure.kind !== 'name' || /\b(?:I am|I’m|I'm|[Mm]y name|[Cc]all me|this is)\b/u.test(words)) return false;
  const name = figure.title !== null && figure.last !== null ? `${figure.title} ${figure.last}`
    : figure.first ?? figure.last;
  return name !== null && new RegExp(`(?<!\\p{L})${literal(name)}(?!\\p{L})`, 'u').test(words);
}
