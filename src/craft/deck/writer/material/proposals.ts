import type { DeckSentence } from '../../deck.js';
import type { DeckSource } from '../deck-source.js';
import { sentenceOf } from './naming.js';
import { readAloudMs } from './reading-time.js';
import { follows, statementsOf, type Statement } from './statements.js';

/** A possible text for a chapter. */
export interface Proposal {
  sentences: readonly DeckSentence[];
  /** The statements that it is made of, in order; empty for words of a plan or a Series Bible. */
  statements: readonly Statement[];
  ms: number;
  worth: number;
}

/** The requirements for a text. */
export interface Wanted {
  allows: (statement: Statement) => boolean;
  /** The most milliseconds that reading it aloud may take. */
  mostMs: number;
  /** The most sentences that it may have. */
  mostSentences: number;
}

/** A sentence that leans this much on its context is not understood without it. */
export const LEANS = 0.5;
/** Criteria for heard lines, which do not apply to a narrated text. */
const OF_LINES = new Set(['length', 'voice', 'stands alone', 'address', 'question', 'cry']);
const TELLS = /\b(?:\p{Ll}{2,}ed|was|were|had|came|went|took|found|saw|stood|sat|told|gave|made|knew|felt|heard|kept|left|began|ran|fell|held|brought|rose|is|are|has|comes|goes)\b/u;
/** Momentary actions, which tell nothing of a story. */
export const MOMENTARY = /\b(?:looked|glanced|nodded|smiled|laughed|winked|sat down|stood up|got up|turned (?:to|round|away)|walked (?:to|over|across|round)|poured|lit|rang|knocked|bowed|coughed|sighed|answered|replied|saluted|shrugged|stared|paused)\b/iu;
/** Word counts of short and long sentences: a listener loses a long one, and learns little from a short one. */
const WORDS = { few: 7, many: 26 } as const;

const worths = new WeakMap<Statement, number>();

/** How well a sentence tells a stranger of a story. */
export function tellingWorth(statement: Statement): number {
  const before = worths.get(statement);
  if (before !== undefined) return before;
  const { scored, salience, words, isPersonal, speaker, text } = statement;
  const marks = scored.marks.filter(({ rule }) => !OF_LINES.has(rule)).reduce((sum, { points }) => sum + points, 0);
  const worth = marks + 0.8 * salience + 0.35 * Math.min(2, scored.named.length) + (TELLS.test(text) ? 0.2 : 0) - 2 * scored.leaning
    - (isPersonal ? 0.6 : 0) - (speaker === null ? 0 : 1.6) - (MOMENTARY.test(text) ? 0.7 : 0) - (scored.isErrand ? (speaker === null ? 0.5 : 1.2) : 0)
    + (speaker === null ? 0 : 0.4 * scored.heat) - 0.05 * Math.max(0, words - WORDS.many) - (words < WORDS.few ? 0.4 : 0)
    - (speaker === null && (scored.isCry || scored.isQuestion) ? 0.7 : 0)
    - (/[;(]|—/u.test(text) ? 0.2 : 0);
  worths.set(statement, worth);
  return worth;
}

/** A proposal from finished sentences; `statements` are those that they are made of. */
export const proposalOf = (sentences: readonly DeckSentence[], statements: readonly Statement[], worth: number): Proposal =>
  ({ sentences, statements, worth, ms: readAloudMs(sentences.map(({ text }) => text).join(' ')) });

/** Turns statements into sentences; adjacent quotations of the same speaker become one. */
export function sentencesFor(source: DeckSource, statements: readonly Statement[]): DeckSentence[] {
  return statements.reduce<DeckSentence[]>((sentences, statement, at) => {
    const [sentence, before, last] = [sentenceOf(source, statement), statements[at - 1], sentences.at(-1)];
    const isQuoted = (one: Statement | undefined): boolean => one !== undefined && (one.speaker !== null || one.isPersonal);
    if (last && isQuoted(before) && isQuoted(statement) && before!.speaker === statement.speaker) {
      const text = `${last.text.replace(/”$/u, '')} ${sentence.text.replace(/^[^“]*“/u, '')}`;
      return [...sentences.slice(0, -1), { text, origins: [...last.origins, ...sentence.origins] }];
    }
    return [...sentences, sentence];
  }, []);
}

/** The weight of a following sentence's worth in a text. */
const FOLLOWING = 0.35;

/**
 * Proposals of one sentence, or of several that follow one another in their source so that each explains the next, the best first. `worthOf` gives null for a
 * sentence that must not begin a text.
 */
export function runsOf(source: DeckSource, { allows, mostMs, mostSentences }: Wanted, worthOf: (statement: Statement) => number | null): Proposal[] {
  const all = statementsOf(source);
  const proposals: Proposal[] = [];
  all.forEach((first, at) => {
    const own = first.scored.leaning < LEANS && allows(first) ? worthOf(first) : null;
    if (own === null) return;
    const run: Statement[] = [];
    let worth = own;
    for (const statement of all.slice(at, at + mostSentences)) {
      const before = run.at(-1);
      if (before && (!follows(statement, before) || !allows(statement) || statement.speaker !== before.speaker)) break;
      if (before) worth += FOLLOWING * Math.max(-0.5, tellingWorth(statement) + 2 * Math.min(LEANS, statement.scored.leaning));
      run.push(statement);
      const proposal = proposalOf(sentencesFor(source, run), [...run], worth);
      if (proposal.ms <= mostMs) proposals.push(proposal);
    }
  });
  return proposals.sort((one, other) => other.worth - one.worth || one.statements[0]!.order - other.statements[0]!.order);
}
