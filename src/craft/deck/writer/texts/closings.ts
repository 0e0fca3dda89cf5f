import type { ChapterLine, DeckSentence } from '../../deck.js';
import { leadsOf, peopleOf, type DeckSource } from '../deck-source.js';
import { firstSentences } from '../material/fields.js';
import { proposalOf, runsOf, tellingWorth, type Proposal, type Wanted } from '../material/proposals.js';
import { linesFor, type LineWanted, type Taken } from '../material/lines.js';
import { salienceOfLine, type Statement } from '../material/statements.js';

const SEEN = /\b(?:red|blue|green|black|white|gr[ea]y|yellow|golden?|silver|brown|crimson|scarlet|purple|violet|bright|pale|shining|huge|vast|dark(?:ness)?|shadows?|light|lamps?|candles?|lanterns?|moon\w*|sun\w*|fire|glow\w*|gleam\w*|mist|fog|snow|rain)\b/giu;

/** How much a sentence gives to see; null for one that does not suit. */
function lookWorth(statement: Statement): number | null {
  const seen = new Set((statement.text.match(SEEN) ?? []).map((word) => word.toLowerCase())).size;
  if (seen === 0 || statement.speaker !== null || statement.at > 0.95) return null;
  return 0.6 * Math.min(4, seen) - 2 * statement.scored.leaning - (statement.isPersonal ? 0.6 : 0) - 0.3 * statement.scored.named.length
    + 0.3 * statement.salience    - 0.04 * Math.max(0, statement.words - 24);
}

/** Texts about the look: the style from the Series Bible or the plan, and something visible from the sources. */
export function looks(source: DeckSource, wanted: Wanted): Proposal[] {
  const { style } = source.plan.visualSystem;
  const plain = style.split(/; (?:tone|brief): /u)[0]!;
  const canon = firstSentences(source.canon?.visualStyle, { kind: 'canon', field: 'visualStyle' }, { ...wanted, mostSentences: 1 });
  const plan = firstSentences(plain, { kind: 'plan', field: 'visualSystem.style' }, { ...wanted, mostSentences: 1 });
  const seen = runsOf(source, { ...wanted, mostSentences: 1 }, lookWorth);
  const styles = canon.length > 0 ? canon : plan;
  const both = styles.flatMap((style_) => seen.slice(0, 4).map((one) => proposalOf([...style_.sentences, ...one.sentences], one.statements, one.worth)));
  return [...both, ...styles, ...seen].filter(({ ms }) => ms <= wanted.mostMs);
}

/** The title as a sentence, which the closing question follows. */
export const nameOfThing = ({ title }: Pick<DeckSource, 'title'>): DeckSentence => ({ text: /[.!?…]$/u.test(title) ? title : `${title}.`, origins: [{ kind: 'plan', field: 'title' }] });

const ASKS = /^(?:Who|What|Why|How|Where)\b/u;
const SEARCHING = 'asks what somebody must answer';

/** How much a question makes a stranger want the answer; null for one that does not suit. */
function questionWorth(source: DeckSource, { scored, at, speaker, words, text, salience }: Statement): number | null {
  if (!scored.isQuestion || at < 0 || at > 0.9 || words < 4 || words > 20) return null;
  const searching = scored.marks.some(({ words: why }) => why === SEARCHING) ? 0.8 : 0;
  const isLead = speaker !== null && leadsOf(source).includes(speaker);
  return scored.points + searching + (isLead ? 0.3 : 0) + (ASKS.test(text) ? 0.4 : 0) + 0.4 * at + salience;
}

/** Texts that may end a deck: questions of the story, else its thesis; for a text without people also sentences that make a stranger curious. */
export function closings(source: DeckSource, wanted: Wanted): Proposal[] {
  const asked = runsOf(source, { ...wanted, mostSentences: 1 }, (statement) => questionWorth(source, statement));
  const thesis = firstSentences(source.plan.thesis.oneLine, { kind: 'plan', field: 'thesis.oneLine' }, { ...wanted, mostSentences: 1 });
  if (peopleOf(source).length > 0) return [...asked, ...thesis];
  const rest = runsOf(source, { ...wanted, mostSentences: 1 }, (statement) => (statement.at >= 0.3 && statement.at <= 0.85 ? tellingWorth(statement) : null));
  return [...asked, ...thesis, ...rest];
}

/** A recorded question that ends a deck after its title; null when the read has none that is understood on its own. */
export function closingLine({ source, taken, mostMs }: { source: DeckSource; taken: Taken; mostMs: number }): ChapterLine | null {
  const leads = leadsOf(source);
  const suits: LineWanted['suits'] = ({ isQuestion, marks, leaning, from, isErrand, unit, words, heat }) => {
    if (!isQuestion || leaning > 0.65 || from > 0.92 || words.size < 4) return null;
    const searching = marks.some(({ words: why }) => why === SEARCHING) ? 0.8 : 0;
    const strangers = marks.some(({ rule }) => rule === 'strangers') ? 1 : 0;
    return searching + (leads.includes(unit.speaker!) ? 0.3 : 0) - 2 * leaning - (isErrand ? 1.5 : 0) + (ASKS.test(unit.text) ? 0.4 : 0)
      + 0.3 * heat + salienceOfLine(source, unit) - strangers;
  };
  return linesFor(source, taken, { mostMs, suits })[0]?.line ?? null;
}

/** Scores how stirring a spoken line is. Null for lines without a speaker, that depend on context, come near the end, are small talk, or have too few words. */
export const stirs = (source: DeckSource): LineWanted['suits'] => ({ leaning, from, isErrand, points, unit, words }) =>
  (unit.speaker === null || leaning > 0.3 || from > 0.92 || isErrand || words.size < 4 ? null : points + salienceOfLine(source, unit));
